"""The student's side of the border: run their notebook, then answer calls of their functions.

Started by the grader as a script of its own, inside a sandbox where there is one. Everything that
runs here is in the hands of the student's code; nothing here is believed. What this file does
itself (limits, time-outs, messages) is courtesy: the grader has its own clock and its own eyes.
"""

import contextlib
import importlib
import json
import os
import resource
import signal
import sys

import needed
import stage
import wire


class Late(BaseException):
    """Raised by the alarm; not an Exception, which a student's `except Exception` would swallow."""


# what draws or speaks; of the desk there remains `answer`, which neither draws nor speaks
DESK = ("cards", "checking", "handed", "kinds", "slips", "trying", "verdict")
QUIET = ("helpers.live", "helpers.plots", *(f"helpers.desk.{name}" for name in DESK))


def main():
    incoming, outgoing = take_channel()
    rights = json.loads(sys.argv[1])
    give_up_rights(rights)
    asked = wire.Reader(incoming)
    order = asked.next()
    quieten()
    definitions, failed = run_notebook(order, lambda note: wire.write_message(outgoing, note))
    absent = sorted(stage.NOT_INSTALLED.names)
    wire.write_message(outgoing, {"ready": failed, "absent": absent})
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


def quieten():
    """Figures are not drawn, checks do not speak, and what is handed in is kept."""
    later = stage.Later("helpers", "lessons")
    sys.meta_path[:0] = [stage.Stage(QUIET, stage.quiet), later]
    sys.meta_path.append(stage.NOT_INSTALLED)
    importlib.import_module("helpers.desk").hand_in = hand_in


HANDED_IN = {}  # exercise -> answer


def hand_in(id, answer=None):
    """Stands for the card of a question: keeps the answer that its cell holds, the last one."""
    if answer is not None:
        HANDED_IN[id] = answer


def desk():
    """The desk's module `answer`; the function here is another one."""
    return importlib.import_module("helpers.desk.answer")


def run_notebook(order, tell):
    """Run the cells but those to skip: the functions met by name, and the cells that failed.

    Cells of the lecture that no answer needs are not run either.
    """
    definitions, failed = {name: [] for name in order["names"]}, []
    try:
        cells = code_cells(order["notebook"])
    except Exception as error:  # whatever is wrong with the file, it is told in a sentence
        tell({"unreadable": f"{type(error).__name__}"})
        return definitions, failed
    for bell in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(bell, ring)
    import shell as shells  # after the quiet modules: it takes a while

    shell = shells.make()
    cells = {i: source for i, source in enumerate(cells) if i not in order["skip"]}
    idle = needed.needless(cells, set(order["lecture"]), order["names"], tell)
    for i, source in cells.items():
        if i in idle:
            continue
        tell({"cell": i})
        if not run_cell(shell, source, order):
            failed.append(i)
        for name, met in definitions.items():
            found = shell.user_ns.get(name)
            if callable(found) and not any(found is f for f in met):
                met.append(found)
    for id in definitions:
        if "-" in id:  # not the name of a function, but a question
            definitions[id].append(lambda id=id: HANDED_IN.get(id))
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


def run_cell(shell, source, allowed):
    """Did the cell run without an error and in time?"""
    wind(allowed["seconds"], allowed["wall"])
    try:
        result = shell.run_cell(source, silent=True)
        while stage.forgive(result.error_in_exec):
            result = shell.run_cell(source, silent=True)
        return bool(result.success)
    except BaseException:  # SystemExit, Late, and whatever a hook of the student's throws
        return False  # the next cell still runs
    finally:
        wind(0, 0)


def wind(seconds, wall):
    """Ring after so many CPU seconds, or seconds of the wall clock; 0 stops both."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, wall)


def ring(*_):
    raise Late


def answer(definitions, request):
    """What the newest definition returns; an unwritten one gives way to an older, written one."""
    arguments, keywords = wire.unpack(request["arguments"]), wire.unpack(request["keywords"])
    reply = {"missing": True}
    for function in reversed(definitions[request["name"]]):
        with desk().taken_away(request["without"]):
            reply = call(function, arguments, keywords, request)
        if not unwritten(reply):
            break
    return reply


def unwritten(reply):
    """Did a stub answer? It returns nothing, or says so."""
    return reply.get("error") == "NotImplementedError" or reply.get("value", reply) is None


def call(function, arguments, keywords, allowed):
    wind(allowed["seconds"], allowed["wall"])
    try:
        value = function(*arguments, **keywords)
    except Late:
        return {"error": "time"}
    except BaseException as error:
        return {"error": "helper" if desk().refused(error) else str(type(error).__name__)}
    finally:
        wind(0, 0)
    try:
        return {"value": wire.pack(value)}
    except (TypeError, RecursionError):
        return {"error": "not plain"}


if __name__ == "__main__":
    main()
