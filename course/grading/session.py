"""One student's process, seen from the grader: started, asked, watched, started again."""

import os
import re
import secrets
import subprocess
import time

from course.grading import sandbox, wire

NOTES = 2**18  # bytes that a notebook may send while it runs: the number of each cell
CELLS = 10_000  # no notebook has more
KILLED = (-9, 128 + 9)  # how bubblewrap ends if it, or what it runs, was killed
LATE = "it did not come to an end in time"


class NoAnswer(Exception):
    """A call that brought nothing back; the message says why, in words for the student."""


class Session:
    """The functions of one submission, each call with a deadline. Use it as a context manager.

    `names` has for each function the helpers that are taken away while it runs, `lecture` the
    sources of cells that need not run if nothing of the student's uses them.
    """

    def __init__(self, notebook, names, limits, sandboxed=True, lecture=()):
        self.notebook, self.names, self.lecture = notebook, names, lecture
        self.limits, self.sandboxed = limits, sandboxed
        self.end = time.monotonic() + limits.wall(limits.submission)
        self.process, self.skip, self.failed, self.unreadable = None, set(), [], ""
        self.starts = self.killed = 0
        self.absent = []  # modules that the notebook imports and that are not installed here

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        if self.process is not None:
            self.process.kill()  # and with it everything it started
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process = None

    def gone(self):
        """The channel is closed: see how the process ended. Was it killed, by whomever?"""
        try:
            ended = self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:  # it has closed the channel and lives on
            ended = None
        self.stop()
        self.killed += ended in KILLED
        return ended in KILLED

    def ready(self):
        """Run the notebook, unless it has been; a cell that kills the process is left out then."""
        while self.process is None:
            if self.starts > self.limits.restarts:
                raise NoAnswer("the process of this notebook ended again and again")
            if self.unreadable:
                raise NoAnswer(self.unreadable)
            self.starts += 1
            self._run_notebook()

    def _run_notebook(self):
        self.process = sandbox.start(self.limits, self.sandboxed)
        for pipe in (self.process.stdin, self.process.stdout):
            os.set_blocking(pipe.fileno(), False)
        until, cell = time.monotonic() + self.limits.wall(self.limits.notebook), None
        notes = wire.Reader(self.process.stdout.fileno(), NOTES)
        order = {
            "names": list(self.names),
            "notebook": self.notebook,
            "skip": sorted(self.skip),
            "lecture": list(self.lecture),
            "seconds": self.limits.cell,
            "wall": self.limits.wall(self.limits.cell),
        }
        try:
            self._write(order, until)
            while True:
                note = notes.next(self._left(until))
                if "ready" in note:
                    self.failed = _numbers(note["ready"])
                    self.absent = _modules(note.get("absent"))
                    return
                if "unreadable" in note:
                    self.unreadable = "the file cannot be read as a notebook"
                cell = _numbers([note.get("cell")]) or cell
        except (wire.Closed, wire.Silence, wire.Refused) as why:
            if isinstance(why, wire.Closed):
                self.gone()
            self.stop()
            if not cell:
                raise NoAnswer("the notebook could not be started") from None
            self.skip.update(cell)

    def call(self, name, arguments, keywords, seconds):
        """What the student's function returns, as plain data, within so many CPU seconds."""
        self.ready()
        number = secrets.token_hex(8)  # not to be guessed: nobody can answer before they are asked
        seconds = max(0.05, seconds)
        wall = self.limits.wall(seconds)
        request = {"id": number, "name": name, "seconds": seconds, "wall": wall}
        request["without"] = self.names[name]
        request |= {"arguments": wire.pack(list(arguments)), "keywords": wire.pack(dict(keywords))}
        # the process's own alarm comes first, and keeps the process alive
        until = time.monotonic() + wall + 1
        try:
            self._write(request, until)
            replies, reply = wire.Reader(self.process.stdout.fileno(), wire.LONGEST), {}
            while reply.get("id") != number:
                reply = replies.next(self._left(until))
            if "value" in reply:
                return wire.unpack(reply["value"])
        except wire.Silence:
            self.stop()
            raise NoAnswer(LATE) from None
        except wire.Closed:
            raise NoAnswer(ENDED[self.gone()]) from None
        except (wire.Refused, RecursionError):
            self.stop()
            raise NoAnswer("what came back was not plain data, or far too much of it") from None
        raise NoAnswer(_reason(reply))

    def _write(self, message, until):
        wire.write_message(self.process.stdin.fileno(), message, self._left(until))

    def _left(self, until):
        return max(0.0, min(until, self.end) - time.monotonic())


def _numbers(found):
    """The numbers of cells in what a student's process has sent."""
    every = found if type(found) is list else []
    return sorted({i for i in every if type(i) is int and 0 <= i < CELLS})


ENDED = {
    False: "it ended the process it ran in",
    True: "its process was killed, as the system does when memory runs out",
}
# A function may choose how it fails, and tell its inputs by that: so a few words, always these.
STOPPED = {
    "NotImplementedError": "not written yet",
    "MemoryError": "it asked for more memory than a submission may have",
    "RecursionError": "it calls itself without end",
    "AssertionError": "it stopped at an assertion of its own",
    "SystemExit": "it left the program (SystemExit)",
    **dict.fromkeys(
        ("NameError", "UnboundLocalError", "ImportError", "ModuleNotFoundError", "AttributeError"),
        "it stopped because a name is not there (NameError, ImportError or AttributeError)",
    ),
    **dict.fromkeys(
        ("IndexError", "KeyError"),
        "it stopped because an entry is not there (IndexError or KeyError)",
    ),
    **dict.fromkeys(
        ("TypeError", "ValueError", "LinAlgError", "ZeroDivisionError", "OverflowError"),
        "it stopped in a computation (TypeError, ValueError, ZeroDivisionError or the like)",
    ),
    **dict.fromkeys(
        ("OSError", "PermissionError", "FileNotFoundError", "BlockingIOError"),
        "it asked for a file, a program or a network that is not there (OSError)",
    ),
}


def _modules(names):
    """Names that a module can have, from a list that the student's process sent."""
    names = names if type(names) is list else []
    return [n for n in names if type(n) is str and re.fullmatch(r"\w[\w.]{0,40}", n, re.ASCII)][:20]


def _reason(reply):
    """Words for a reply without a value."""
    error = reply.get("error")
    if reply.get("missing"):
        return "the notebook defines no function of this name"
    if error == "time":
        return LATE
    if error == "not plain":
        return "what came back was not plain data (numbers, text, lists, arrays of numbers)"
    if error == "helper":
        return "it called a helper of the course that solves this exercise: write it yourself"
    return STOPPED.get(str(error), "it stopped with an exception")
