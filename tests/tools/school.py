"""A generated class: right, partly right, unfinished, broken, hostile, with known marks."""

import ast
import csv
import functools
import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

import numpy as np

from course import notebooks
from course.grading import folder, records
from course.grading.assignment import assignments
from course.grading.compose import compose
from course.grading.judge import Wrong, judge, line_letters
from helpers.desk.answer import lettered
from helpers.desk.handed import written
from helpers.desk.kinds import Choice, Code, Number, Open, Order
from tests.tools.attacks import NAME, attacks, hand_in

PORT = 9  # nobody listens there


def answers(assignment, rng):
    """A student's notebook (text), each exercise right, wrong or unwritten; what it is worth."""
    whole, earned = json.loads(composed(assignment.name)), 0
    exercises = {e.id: e for e in assignment.exercises if not isinstance(e, Open)}
    for cell in whole["cells"]:
        exercise = exercises.get(cell["id"].removesuffix("-answer"))
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
            cell["source"] = unwritten(cell["source"], exercise)
    return json.dumps(whole), round(earned, 2)


@functools.cache
def composed(name):
    return json.dumps(solved(assignments()[name]))


def solved(assignment):
    """The composed notebook with all questions answered, and answered right."""
    whole = compose(assignment)
    questions = {f"{e.id}-answer": e for e in assignment.exercises}
    for cell in whole["cells"]:
        if cell["id"] in questions:
            exercise = questions[cell["id"]]
            cell["source"] = handed(exercise, right(exercise))
    return whole


def handed(exercise, answer):
    """The cell of a question as its card leaves it."""
    return f'hand_in("{exercise.id}", {written(answer)})'


def right(exercise):
    """The right answer to a question, as it is handed in."""
    if isinstance(exercise, Choice):
        options = lettered(exercise.options)
        return next(letter for letter, text in options.items() if text == exercise.answer)
    return " ".join(line_letters(exercise)) if isinstance(exercise, Order) else exercise.answer


def unwritten(source, exercise):
    """A cell as it was released."""
    if not isinstance(exercise, Code):
        return f'hand_in("{exercise.id}")'
    marks = r"### BEGIN SOLUTION.*### END SOLUTION"
    return re.sub(marks, "...", source, flags=re.DOTALL)


def mistake(exercise, rng):
    """A wrong answer as a student would write it, and the points that it earns all the same."""
    if isinstance(exercise, Code):
        known = with_text(exercise) or [empty]
        function = known[rng.integers(len(known))]
        return standing_alone(function, exercise), part(exercise, function)
    return handed(exercise, not_right(exercise)), 0


def empty(*given):
    """Nothing is computed."""
    return []


def with_text(exercise):
    """Known mistakes with a text of their own: no lambda, no changed answer of the reference."""
    named = [wrong for wrong in exercise.wrong if wrong.__name__ != "<lambda>"]
    return [wrong for wrong in named if not hasattr(wrong, "__wrapped__")]


def standing_alone(function, exercise):
    """The source of a known mistake as a student would hand it in: under the exercise's name, with
    all of its module that it uses; the right answer, if it leans on that, has another name."""
    needed, order, imports = [function], [], set()
    while needed:
        one = needed.pop()
        order.insert(0, one)
        for name, value in globals_of(one):
            known = name in names_in_reach(exercise.id[:2]) and name != exercise.name
            if known or value in order or value in needed:
                continue
            if inspect.ismodule(value):
                imports.add(f"import {value.__name__} as {name}\n")
            elif value.__module__ == one.__module__:
                needed.append(value)
            else:
                imports.add(f"from {value.__module__} import {name}\n")
    text = "".join(sorted(imports)) + "\n\n".join(
        textwrap.dedent(inspect.getsource(one)) for one in order
    )
    if function.__name__ == exercise.name:  # an edit of the right answer
        return text
    text = re.sub(rf"\b{exercise.name}\b", f"right_{exercise.name}", text)
    return re.sub(rf"\b{function.__name__}\b", exercise.name, text)


def globals_of(function):
    """(name, value) of all that a function takes from its module, its inner functions and
    comprehensions included."""
    codes, names = [function.__code__], set()
    while codes:
        code = codes.pop()
        names.update(code.co_names)
        codes += [value for value in code.co_consts if inspect.iscode(value)]
    return [(name, function.__globals__[name]) for name in sorted(names & {*function.__globals__})]


@functools.cache
def names_in_reach(number):
    """The names that the imports of a notebook bring."""
    trees = (
        ast.parse(cell["source"])
        for cell in notebooks.cells(notebooks.path_of(number))
        if cell["cell_type"] == "code" and not cell["source"].startswith("%")
    )
    imports = (
        n for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)
    )
    return {alias.asname or alias.name for node in imports for alias in node.names}


def part(exercise, function):
    """What a known mistake earns with the present salt: it may be right in ordinary cases."""
    key = exercise.id, function.__doc__, os.environ["HOMEWORK_SALT"]
    if key not in EARNED:
        try:
            judge(exercise, lambda name: function)
        except Wrong as error:
            EARNED[key] = round(exercise.points * error.share, 2)
        else:
            raise AssertionError(f"{exercise.id}: {function.__doc__!r} is no mistake")
    return EARNED[key]


EARNED = {}  # judging takes a while, and a large class makes the same mistakes


def not_right(exercise):
    """A wrong answer of the form that the exercise asks for."""
    if isinstance(exercise, Choice):
        options = lettered(exercise.options)
        return next(letter for letter, text in options.items() if text != exercise.answer)
    if isinstance(exercise, Number):
        return exercise.answer + 3 * exercise.within + 1
    if isinstance(exercise, Order):
        return " ".join(line_letters(exercise)[::-1])
    figure = exercise.make()
    return {name: figure.first[name] for name in exercise.answer}


def enrol(course, size, hostile=0.01, seed=0):
    """Hand in `size` submissions under course/submitted; returns student -> known mark."""
    rng, every = np.random.default_rng(seed), list(assignments().values())
    salt = folder.make_salt(course)
    os.environ.setdefault("HOMEWORK_SALT", salt)  # the marks depend on it
    odd = list(attacks(course, PORT).values())
    known = {}
    for i in range(size):
        student = f"s{i:05d}"
        if rng.uniform() < hostile:
            content, mark = odd[rng.integers(len(odd))]
            name = NAME
        else:
            assignment = every[rng.integers(len(every))]
            content, mark = answers(assignment, rng)
            name = assignment.name
        hand_in(course / "submitted", student, content, name)
        known[student] = mark
    return known


class Meter:
    """Results and memory of the process that grades, looked at from outside while it runs."""

    def __init__(self, course):
        self.course, self.began, self.points = course, time.perf_counter(), []

    def look(self, process):
        """(seconds, results on disk, MB in memory); a point is kept when results have come."""
        done = sum(len(os.listdir(f)) for f in (self.course / "results").glob("*"))
        try:
            status = Path(f"/proc/{process.pid}/status").read_text()
        except OSError:
            status = ""
        memory = re.search(r"VmRSS:\s+(\d+)", status)
        point = time.perf_counter() - self.began, done, int(memory[1]) >> 10 if memory else 0
        if point[2] and (not self.points or done > self.points[-1][1]):
            self.points.append(point)
        return point


def start(course, *more):
    """The command as a lecturer gives it, in a process of its own."""
    command = [sys.executable, "-m", "course", "grade", str(course / "submitted")]
    return subprocess.Popen([*command, "--course", str(course), *more], stdout=subprocess.DEVNULL)


def grade_class(size, hostile=0.2, jobs=None):
    """Grade a class, killing the grader (-9) half way and resuming it: what was measured."""
    with tempfile.TemporaryDirectory() as place:
        course = Path(place)
        known = enrol(course, size, hostile)
        meter, more = Meter(course), ["--jobs", str(jobs)] if jobs else []
        process = start(course, *more)
        while process.poll() is None and meter.look(process)[1] < size / 2:
            time.sleep(0.5)
        process.kill()
        process.wait()
        killed = meter.look(process)
        process = start(course, "--resume", *more)
        while process.poll() is None:
            meter.look(process)
            time.sleep(0.5)
        seconds = time.perf_counter() - meter.began
        again = seconds_of(start(course, "--resume", *more))
        marks, times = results(course)
        unfair = {s: why(course, s, known[s]) for s in known if marks.get(s) != known[s]}
    assert process.returncode == 0 and set(marks) == set(known)
    return {
        "seconds": seconds,
        "killed": killed[1],
        "points": meter.points,
        "each": times,
        "nothing": again,
        "unfair": unfair,
    }


def why(course, student, known):
    """What was given instead of the known mark, and for which reasons."""
    (path,) = (course / "results").glob(f"*/{student}.json")
    record = records.load(path)
    told = [f"{p['id']}: {p['reason']}" for p in record["parts"] if p["reason"]]
    return f"{record['assignment']}: {record['score']:g}, not {known:g} ({'; '.join(told)})"


def seconds_of(process):
    began = time.perf_counter()
    assert process.wait() == 0
    return time.perf_counter() - began


def results(course):
    """student -> score in grades.csv, and the seconds of each submission alone."""
    with open(course / "grades.csv", newline="", encoding="utf-8") as file:
        marks = {row["student"]: float(row["score"]) for row in csv.DictReader(file)}
    return marks, [records.load(path)["seconds"] for path in records.files(course)]
