"""A generated class: right, partly right, unfinished, broken, hostile, with known marks."""

import inspect
import json
import os
import re
import tempfile
import textwrap
import time
from pathlib import Path

import numpy as np

from course.grading import folder, grade
from course.grading.assignment import assignments
from course.grading.compose import compose
from course.grading.judge import Wrong, answer_name, judge, lettered, line_letters
from helpers.exercises.kinds import Choice, Code, Number, Open, Order
from tests.tools.attacks import NAME, attacks, hand_in

PORT = 9  # nobody listens there


def answers(assignment, rng):
    """A student's notebook (text), each exercise right, wrong or unwritten; what it is worth."""
    whole, earned = compose(assignment), 0
    exercises = {e.id: e for e in assignment.exercises if not isinstance(e, Open)}
    for cell in whole["cells"]:
        exercise = exercises.get(cell["metadata"].get("nbgrader", {}).get("grade_id"))
        if exercise is None:
            continue
        fate = rng.choice(["right", "right", "right", "wrong", "unwritten"])
        if fate == "right":
            earned += exercise.points
        elif fate == "wrong":
            source, part = mistake(exercise, rng)
            cell["source"] += "\n\n" + source
            earned += part
        else:
            cell["source"] = unwritten(cell["source"])
    return json.dumps(whole), round(earned, 2)


def unwritten(source):
    """A solution cell as it was released."""
    marks = r"### BEGIN SOLUTION.*### END SOLUTION"
    return re.sub(marks, "...", source, flags=re.DOTALL)


def mistake(exercise, rng):
    """A wrong answer as a student would write it, and the points that it earns all the same."""
    if isinstance(exercise, Code):
        function = exercise.wrong[rng.integers(len(exercise.wrong))]
        source = textwrap.dedent(inspect.getsource(function))
        return re.sub(rf"\b{function.__name__}\b", exercise.name, source), part(exercise, function)
    return f"def {answer_name(exercise.id)}():\n    return {not_right(exercise)!r}", 0


def part(exercise, function):
    """What a known mistake earns with the present salt: it may be right in ordinary cases."""
    try:
        judge(exercise, lambda name: function)
    except Wrong as error:
        return round(exercise.points * error.share, 2)
    raise AssertionError(f"{function.__name__} is no mistake")


def not_right(exercise):
    """A wrong answer of the form that the exercise asks for."""
    if isinstance(exercise, Choice):
        options = lettered(exercise.options)
        return next(letter for letter, text in options.items() if text != exercise.answer)
    if isinstance(exercise, Number):
        return exercise.answer + 3 * exercise.within + 1
    if isinstance(exercise, Order):
        return line_letters(exercise)[::-1]
    figure = exercise.make()
    return {name: figure.first[name] for name in exercise.answer}


def enrol(course, size, seed=0):
    """Hand in `size` submissions under course/submitted; returns student -> known mark."""
    rng, every = np.random.default_rng(seed), list(assignments().values())
    os.environ.setdefault("HOMEWORK_SALT", folder.salt(course))  # the marks depend on it
    odd = list(attacks(course, PORT).values())
    known = {}
    for i in range(size):
        student = f"s{i:03d}"
        if rng.uniform() < 0.2:
            content, mark = odd[rng.integers(len(odd))]
            name = NAME
        else:
            assignment = every[rng.integers(len(every))]
            content, mark = answers(assignment, rng)
            name = assignment.name
        hand_in(course / "submitted", student, content, name)
        known[student] = mark
    return known


def grade_class(size):
    """Grade a class in one run: (seconds in all, seconds per submission alone, wrong marks)."""
    with tempfile.TemporaryDirectory() as place:
        course = Path(place)
        known = enrol(course, size)
        start = time.perf_counter()
        records = grade.grade(course / "submitted", course)
        seconds = time.perf_counter() - start
    unfair = {
        r["student"]: (r["score"], known[r["student"]])
        for r in records
        if r["score"] != known[r["student"]]
    }
    assert len(records) == size
    return seconds, [r["seconds"] for r in records], unfair
