"""The mark of one submission: it is judged here, and the student's process is asked for answers."""

import dataclasses
import json
import os
import stat
import time

import numpy as np

from course.grading.compose import lecture
from course.grading.folder import linked
from course.grading.judge import Wrong, functions, judge, without
from course.grading.sandbox import Limits
from course.grading.session import NoAnswer, Session
from helpers.desk.kinds import Open

LARGEST = 32 * 2**20  # bytes of a notebook
TEXT_STUB = "*Your answer here.*"  # what stands in a released cell where an open answer is written
NO_TEXT = "not written yet: no words stand in its cell"


@dataclasses.dataclass
class Part:
    """One exercise of one submission."""

    id: str
    points: float
    score: float = 0.0
    reason: str = ""  # why it is not full marks, in words
    calls: int = 0  # how often the functions were called
    got: str = ""  # what the last call brought back, described and not quoted
    waiting: bool = False  # for a lecturer to mark it
    by_hand: float | None = None  # points given by a lecturer, which count instead
    comment: str = ""  # the lecturer's words


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
    exercises = assignment.exercises
    try:
        text = contents(file)
    except Wordless as error:
        parts = [Part(e.id, e.points, reason=str(error)) for e in exercises]
        return Mark(parts, [str(error)])
    names = {name: without(exercise) for exercise in exercises for name in functions(exercise)}
    with Session(text, names, limits, sandboxed, lecture(assignment.path)) as session:
        parts = [_part(exercise, session, limits, text) for exercise in exercises]
        return Mark(parts, _notes(session), time.monotonic() - began)


def contents(file):
    """The text of a submitted file; no link is followed, it may lead to somebody else's file."""
    if linked(file):
        raise Wordless("the notebook or its folder is a link, and links are not followed")
    try:
        handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise Wordless("the notebook is missing, or cannot be opened") from error
    state = os.fstat(handle)
    if not stat.S_ISREG(state.st_mode):
        os.close(handle)
        raise Wordless("the notebook is a folder or a device and not a file")
    with os.fdopen(handle, "rb") as stream:
        if state.st_size > LARGEST:
            raise Wordless(
                f"the file is larger than {LARGEST >> 20} MB: clear its outputs and submit it again"
            )
        try:
            return stream.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise Wordless("the file is not UTF-8 text, so not a notebook") from error


class Stub:
    """Stands for a student's function in the hidden tests; every call crosses the border."""

    def __init__(self, name, session, part, end):
        self.name, self.session, self.part, self.end = name, session, part, end

    def __call__(self, *arguments, **keywords):
        left = (self.end - time.monotonic()) / self.session.limits.patience
        if left <= 0:
            raise NoAnswer("it did not come to an end in time")
        self.part.calls += 1
        answer = self.session.call(self.name, arguments, keywords, left)
        self.part.got = describe(answer)
        return answer


def _part(exercise, session, limits, text):
    """The points of an exercise if its answer is right, none otherwise; fails closed."""
    part = Part(exercise.id, exercise.points)
    if isinstance(exercise, Open):
        part.waiting = bool(written(text, exercise.id))
        part.reason = "" if part.waiting else NO_TEXT
        return part
    try:
        session.ready()  # the notebook has its own clock; the exercise's starts here
        end = time.monotonic() + limits.wall(limits.exercise)
        judge(exercise, lambda name: Stub(name, session, part, end))
    except NoAnswer as error:
        part.reason = str(error)
    except Wrong as error:
        part.reason, part.score = str(error), round(part.points * error.share, 2)
    except Exception:  # the judge met data of a form it cannot read
        part.reason = "what came back does not have the form that the task asks for"
    else:
        if part.calls:
            part.score = part.points
        else:
            part.reason = "the tests called nothing"
    return part


def written(text, id):
    """What a student wrote into the cell of an open question; empty if nothing, or no such cell."""
    try:
        for cell in json.loads(text)["cells"]:
            if cell.get("metadata", {}).get("nbgrader", {}).get("grade_id") == id:
                answer = "".join(cell.get("source", "")).strip()
                return "" if answer == TEXT_STUB else answer
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ""  # not a notebook: the session says so
    return ""


def _notes(session):
    notes = []
    if session.unreadable:
        notes.append(session.unreadable + ": open it in JupyterLab, save it and submit it again")
    if session.skip:
        words = "code cells left out because they stopped the process or never ended"
        notes.append(f"{words}: {_cells(session.skip)}")
    if session.killed:
        words = "its process was killed, as the system does when memory runs out; times"
        notes.append(f"{words}: {session.killed}")
    if session.failed:
        notes.append(
            f"code cells that stopped with an error or took too long: {_cells(session.failed)}"
        )
    if session.absent:
        words = "not installed where this is graded, and left out"
        notes.append(f"{words}: {', '.join(session.absent)}")
    return notes


def _cells(numbers):
    shown = sorted(numbers)[:12]
    return ", ".join(str(i + 1) for i in shown) + (" ..." if len(numbers) > len(shown) else "")


KINDS = {
    type(None): "None",
    bool: "a truth value",
    str: "text",
    int: "a number",
    float: "a number",
    np.ndarray: "an array",
    dict: "a dictionary",
    list: "a list",
    tuple: "a tuple",
}


def describe(value):
    """What kind of thing came back, in one of a few words.

    Not its size nor its values: a function may return its inputs, or as many entries as an input
    says, and the inputs are hidden.
    """
    numbers = isinstance(value, int | float | np.ndarray)
    flaw = "" if not numbers or np.all(np.isfinite(value)) else ", not all of it finite"
    return KINDS[type(value)] + flaw
