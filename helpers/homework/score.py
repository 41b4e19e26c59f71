"""The mark of one submission: hidden tests run here, in the grader, and ask the student's process for answers."""

import dataclasses
import os
import stat
import time

import numpy as np

from helpers.homework.sandbox import Limits
from helpers.homework.session import NoAnswer, Session

LARGEST = 32 * 2**20  # bytes of a notebook


@dataclasses.dataclass
class Part:
    """One exercise of one submission."""

    id: str
    points: float
    score: float = 0.0
    reason: str = ""  # why it is not full marks, in words
    calls: int = 0  # how often the functions were called
    got: str = ""  # what the last call brought back, described and not quoted


@dataclasses.dataclass
class Mark:
    """All parts of one submission."""

    parts: list
    notes: list  # sentences about the notebook as a whole
    seconds: float = 0.0

    @property
    def score(self):
        return sum(part.score for part in self.parts)


class Wordless(Exception):
    """A submission that cannot be opened; the message says why."""


def mark(assignment, file, limits=None, sandboxed=True):
    """Grade one notebook file. Whatever it contains, a Mark comes back."""
    limits, began = limits or Limits(), time.monotonic()
    try:
        text = contents(file)
    except Wordless as error:
        return Mark([Part(e.id, e.points, reason=str(error)) for e in assignment.exercises], [str(error)])
    names = [name for exercise in assignment.exercises for name in exercise.functions]
    with Session(text, names, limits, sandboxed) as session:
        parts = [_part(assignment, exercise, session, limits) for exercise in assignment.exercises]
        return Mark(parts, _notes(session), time.monotonic() - began)


def contents(file):
    """The text of a submitted file; a link or a device is not followed, for it may lead to somebody else's file."""
    try:
        handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise Wordless("the notebook is missing, or is a link and not a file") from error
    state = os.fstat(handle)
    if not stat.S_ISREG(state.st_mode):
        os.close(handle)
        raise Wordless("the notebook is a folder or a device and not a file")
    with os.fdopen(handle, "rb") as stream:
        if state.st_size > LARGEST:
            raise Wordless(f"the file is larger than {LARGEST >> 20} MB: clear its outputs and submit it again")
        try:
            return stream.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise Wordless("the file is not UTF-8 text, so not a notebook") from error


class Stub:
    """Stands for a student's function in the hidden tests; every call crosses the border."""

    def __init__(self, name, session, part, end):
        self.name, self.session, self.part, self.end = name, session, part, end

    def __call__(self, *arguments, **keywords):
        left = self.end - time.monotonic()
        if left <= 0:
            raise NoAnswer("it did not come to an end in time")
        self.part.calls += 1
        answer = self.session.call(self.name, arguments, keywords, left)
        self.part.got = describe(answer)
        return answer


def _part(assignment, exercise, session, limits):
    """Points for all hidden tests of an exercise passed, none otherwise; fails closed."""
    part = Part(exercise.id, exercise.points)
    try:
        session.ready()  # the notebook has its own clock; the exercise's starts here
        end = time.monotonic() + limits.exercise
        stubs = {name: Stub(name, session, part, end) for name in exercise.functions}
        exec(assignment.compiled[exercise.id], {**assignment.names, **stubs})
    except NoAnswer as error:
        part.reason = str(error)
    except AssertionError as error:
        part.reason = str(error) or "the answer is not the expected one"
    except Exception:  # the tests met data of a form they cannot read
        part.reason = "what came back does not have the form that the task asks for"
    else:
        if part.calls:
            part.score = part.points
        else:
            part.reason = "the tests called nothing"
    return part


def _notes(session):
    notes = []
    if session.unreadable:
        notes.append(session.unreadable + ": open it in JupyterLab, save it and submit it again")
    if session.skip:
        notes.append(f"code cells left out because they stopped the process or never ended: {_cells(session.skip)}")
    if session.failed:
        notes.append(f"code cells that stopped with an error or took too long: {_cells(session.failed)}")
    return notes


def _cells(numbers):
    shown = sorted(numbers)[:12]
    return ", ".join(str(i + 1) for i in shown) + (" ..." if len(numbers) > len(shown) else "")


def describe(value):
    """What kind of thing came back; the thing itself may carry the hidden inputs, so it is not shown."""
    if value is None:
        return "None"
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, str):
        return "text"
    if isinstance(value, int | float):
        return "a number" if np.isfinite(value) else "not a finite number"
    if isinstance(value, np.ndarray):
        flaw = "" if np.all(np.isfinite(value)) else " with entries that are not finite"
        return f"an array of shape {value.shape}{flaw}"
    if isinstance(value, dict):
        return f"a dictionary of {len(value)}"
    return f"a {type(value).__name__} of {len(value)}"
