"""One student's process, seen from the grader: started, asked, watched, started again."""

import builtins
import os
import secrets
import time

from course.grading import sandbox, wire


class NoAnswer(Exception):
    """A call that brought nothing back; the message says why, in words for the student."""


class Session:
    """The functions of one submission, each call with a deadline. Use it as a context manager."""

    def __init__(self, notebook, names, limits, sandboxed=True):
        self.notebook, self.names, self.limits, self.sandboxed = (
            notebook,
            list(names),
            limits,
            sandboxed,
        )
        self.end = time.monotonic() + limits.submission
        self.process, self.skip, self.failed, self.unreadable = None, set(), [], ""
        self.starts = 0

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
        until, cell = time.monotonic() + self.limits.notebook, None
        order = {
            "names": self.names,
            "notebook": self.notebook,
            "skip": sorted(self.skip),
            "seconds": self.limits.cell,
        }
        try:
            self._write(order, until)
            while True:
                note = self._read(until)
                if "ready" in note:
                    self.failed = (
                        [i for i in note["ready"] if type(i) is int]
                        if type(note["ready"]) is list
                        else []
                    )
                    return
                if "unreadable" in note:
                    self.unreadable = "the file cannot be read as a notebook"
                cell = note.get("cell", cell)
        except (wire.Closed, wire.Silence, wire.Refused):
            self.stop()
            if type(cell) is not int:
                raise NoAnswer("the notebook could not be started") from None
            self.skip.add(cell)

    def call(self, name, arguments, keywords, seconds):
        """What the student's function returns, as plain data."""
        self.ready()
        number = secrets.token_hex(8)  # not to be guessed: nobody can answer before they are asked
        request = {"id": number, "name": name, "seconds": max(0.05, seconds)}
        request |= {"arguments": wire.pack(list(arguments)), "keywords": wire.pack(dict(keywords))}
        until = (
            time.monotonic() + seconds + 1
        )  # the process's own alarm comes first, and keeps the process alive
        try:
            self._write(request, until)
            reply = {}
            while reply.get("id") != number:
                reply = self._read(until)
            if "value" in reply:
                return wire.unpack(reply["value"])
        except wire.Silence:
            self.stop()
            raise NoAnswer("it did not come to an end in time") from None
        except wire.Closed:
            self.stop()
            raise NoAnswer("it ended the process it ran in") from None
        except (wire.Refused, RecursionError):
            self.stop()
            raise NoAnswer("what came back was not plain data") from None
        raise NoAnswer(_reason(reply))

    def _write(self, message, until):
        wire.write_message(self.process.stdin.fileno(), message, self._left(until))

    def _read(self, until):
        return wire.read_message(self.process.stdout.fileno(), self._left(until))

    def _left(self, until):
        return max(0.0, min(until, self.end) - time.monotonic())


def _reason(reply):
    """Words for a reply without a value; only names of Python's own exceptions are repeated."""
    error = reply.get("error")
    if reply.get("missing"):
        return "the notebook defines no function of this name"
    if error == "time":
        return "it did not come to an end in time"
    if error == "not plain":
        return "what came back was not plain data (numbers, text, lists, arrays of numbers)"
    if error == "NotImplementedError":
        return "not written yet"
    known = isinstance(error, str) and isinstance(getattr(builtins, error, None), type)
    return f"it stopped with {error}" if known else "it stopped with an exception"
