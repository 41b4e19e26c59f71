"""A generated class: right, partly right, unfinished, broken and hostile submissions, each with its known mark."""

import json
import re
import tempfile
import time
from pathlib import Path

import numpy as np

from helpers.homework import grade
from helpers.homework.assignment import assignments
from tests.attacks import NAME, attacks, hand_in
from tests.test_homework import wrong

PORT = 9  # nobody listens there


def answers(assignment, rng):
    """A student's notebook (text) with each exercise right, wrong or unwritten, and the points it is worth."""
    whole = json.loads(assignment.path.read_text(encoding="utf-8"))
    mistakes, earned = wrong(assignment.path), 0
    points = {exercise.id: exercise.points for exercise in assignment.exercises}
    for cell in whole["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name not in points:
            continue
        fate = rng.choice(["right", "right", "right", "wrong", "unwritten"])
        source = "".join(cell["source"])
        if fate == "right":
            earned += points[name]
        elif fate == "wrong":
            cell["source"] = source + "\n\n" + mistakes[name]
        else:
            cell["source"] = re.sub(r"### BEGIN SOL.*### END SOLUTION", "raise NotImplementedError", source, flags=re.S)
    return json.dumps(whole), earned


def enrol(course, size, seed=0):
    """Hand in `size` submissions under course/submitted; returns student -> known mark."""
    rng, every = np.random.default_rng(seed), list(assignments().values())
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
    unfair = {r["student"]: (r["score"], known[r["student"]]) for r in records if r["score"] != known[r["student"]]}
    assert len(records) == size
    return seconds, [r["seconds"] for r in records], unfair
