"""The student's side of the border: run their notebook, then answer calls of their functions.

Started by the grader as a script of its own, inside a sandbox where there is one. Everything that
runs here is in the hands of the student's code; nothing here is believed. What this file does
itself (limits, time-outs, messages) is courtesy: the grader has its own clock and its own eyes.
"""

import contextlib
import importlib.abc
import importlib.util
import json
import os
import resource
import signal
import sys

import wire


class Late(BaseException):
    """Raised by the alarm; not an Exception, which a student's `except Exception` would swallow."""


class Quiet:
    """Stands for anything that draws or speaks: takes every call, shows nothing."""

    def __init__(self, *_, **__):
        pass

    def __call__(self, *_, **__):
        return Quiet()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Quiet()

    def __getitem__(self, _):
        return Quiet()

    def __iter__(self):
        return iter(())

    def __format__(self, _):
        return ""


class Stage(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports what draws and what answers as empty modules whose every name is Quiet."""

    def find_spec(self, name, path=None, target=None):
        if any(name == quiet or name.startswith(quiet + ".") for quiet in QUIET):
            return importlib.util.spec_from_loader(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return None  # an ordinary module

    def exec_module(self, module):
        module.__getattr__ = quiet


def quiet(name):
    """A name of such a module. `Figure` is a class: a figure's data and `compute` stay real."""
    return Quiet if name == "Figure" else getattr(Quiet(), name)


QUIET = ("helpers.exercises", "helpers.live", "helpers.plots")


def main():
    incoming, outgoing = take_channel()
    rights = json.loads(sys.argv[1])
    give_up_rights(rights)
    asked = wire.Reader(incoming)
    order = asked.next()
    quieten(rights["answers"])
    definitions, failed = run_notebook(order, lambda note: wire.write_message(outgoing, note))
    wire.write_message(outgoing, {"ready": failed})
    while True:
        request = asked.next()
        wire.write_message(outgoing, {"id": request["id"], **answer(definitions, request)})


def take_channel():
    """Keep the two ends of the channel; what is printed from now on goes nowhere."""
    ends = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nowhere, fd)
    return ends


def give_up_rights(limits):
    """Another user where we are root, then limits that cannot be raised again."""
    if limits["user"]:
        os.setgroups([])
        os.setgid(limits["user"])
        os.setuid(limits["user"])
    for what, amount in (
        (resource.RLIMIT_AS, limits["memory"]),
        (resource.RLIMIT_FSIZE, limits["file_size"]),
        (resource.RLIMIT_CPU, limits["cpu"]),
        (resource.RLIMIT_NPROC, limits["processes"]),
        (resource.RLIMIT_NOFILE, limits["files"]),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # macOS has no limit of the address space
            resource.setrlimit(what, (amount, amount))


def quieten(answers):
    """Figures are not drawn, checks do not speak; `close` comes from the folder `answers`."""
    sys.meta_path.insert(0, Stage())
    sys.path.append(answers)
    import answer as desk  # the function `answer` of this file is another matter

    import helpers.exercises

    helpers.exercises.close, helpers.exercises.cases = desk.close, desk.cases


def run_notebook(order, tell):
    """Run the cells but those to skip: the functions met by name, and the cells that failed."""
    definitions, failed = {name: [] for name in order["names"]}, []
    try:
        cells = code_cells(order["notebook"])
    except Exception as error:  # whatever is wrong with the file, it is told in a sentence
        tell({"unreadable": f"{type(error).__name__}"})
        return definitions, failed
    signal.signal(signal.SIGALRM, ring)
    shell = make_shell()
    for i, source in enumerate(cells):
        if i in order["skip"]:
            continue
        tell({"cell": i})
        if not run_cell(shell, source, order["seconds"]):
            failed.append(i)
        for name, met in definitions.items():
            found = shell.user_ns.get(name)
            if callable(found) and not any(found is f for f in met):
                met.append(found)
    return definitions, failed


def code_cells(text):
    """Sources of the code cells, in order; older formats are converted by nbformat."""
    notebook = json.loads(text)
    if notebook.get("nbformat", 0) < 4:
        import nbformat

        notebook = nbformat.reads(text, as_version=4)
    sources = [
        cell.get("source", "") for cell in notebook["cells"] if cell.get("cell_type") == "code"
    ]
    return ["".join(source) for source in sources]


def make_shell():
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    shell = InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    shell.showtraceback = shell.showsyntaxerror = lambda *_, **__: None  # nobody reads them
    return shell


def run_cell(shell, source, seconds):
    """Did the cell run without an error and in time?"""
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return bool(shell.run_cell(source, silent=True).success)
    except (
        BaseException
    ):  # SystemExit, Late, and whatever a hook of the student's throws: the next cell still runs
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def ring(*_):
    raise Late


def answer(definitions, request):
    """What the newest definition returns; an unwritten one gives way to an older, written one."""
    arguments, keywords = wire.unpack(request["arguments"]), wire.unpack(request["keywords"])
    reply = {"missing": True}
    for function in reversed(definitions[request["name"]]):
        reply = call(function, arguments, keywords, request["seconds"])
        if not unwritten(reply):
            break
    return reply


def unwritten(reply):
    """Did a stub answer? It returns nothing, or says so."""
    return reply.get("error") == "NotImplementedError" or reply.get("value", reply) is None


def call(function, arguments, keywords, seconds):
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        value = function(*arguments, **keywords)
    except Late:
        return {"error": "time"}
    except BaseException as error:
        return {"error": str(type(error).__name__)}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        return {"value": wire.pack(value)}
    except (TypeError, RecursionError):
        return {"error": "not plain"}


if __name__ == "__main__":
    main()
