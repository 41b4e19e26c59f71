"""Cells of the lecture that no answer needs are left out; whatever an answer may need runs."""

import json
import math

import pytest

from course.grading import score
from course.grading.assignment import assignments
from course.grading.compose import compose, lecture
from course.grading.needed import LONGEST, needless
from course.grading.sandbox import Limits
from course.grading.session import Session
from helpers.desk.kinds import Code
from tests.course.test_grade import salt, walls  # noqa: F401 (fixtures)
from tests.tools.attacks import notebook

IMPORTS = "import numpy as np\nfrom helpers import data"
MADE = "X = np.zeros(3)"
HELPER = "def scaled(v):\n    return v * len(X)"
CHANGED = "X[0] = 5\nprint(len(X))"
SLOW = "wrong = [np.sum(np.ones(9)) for _ in range(3)]\nprint(wrong)"
GIVEN = [IMPORTS, MADE, HELPER, CHANGED, SLOW]


def run(*own, names=("f",)):
    """Which cells of the lecture run if the student has written these below it?"""
    cells = dict(enumerate([*GIVEN, *own]))
    left = needless(cells, set(GIVEN), names)
    assert all(i < len(GIVEN) for i in left)  # what a student wrote always runs
    return [cell for i, cell in enumerate(GIVEN) if i not in left]


@pytest.mark.parametrize(
    ("own", "runs"),
    {
        "def f(x):\n    return x + 1": [],
        "def f(x):\n    return np.sum(x)": [IMPORTS],
        "def f(X):\n    return X.sum()": [],  # an X of its own
        "def f(x):\n    return x + X": [IMPORTS, MADE, HELPER, CHANGED],
        "def f(x):\n    return scaled(x)": [IMPORTS, MADE, HELPER, CHANGED],
        "f = lambda x: [X for _ in x]": [IMPORTS, MADE, HELPER, CHANGED],
        "class A:\n    def f(self):\n        return wrong": [IMPORTS, SLOW],
        "def f(x):\n    'nothing is wrong with X'\n    return len(x)": [],
        "%matplotlib inline\ndef f(x):\n    return X": [IMPORTS, MADE, HELPER, CHANGED],
        "def f(x): return X +": [IMPORTS, MADE, HELPER, CHANGED],  # does not run, and may be mended
        "def f(x):\n    return eval('X')": GIVEN,
        "def f(x):\n    return globals()['X']": GIVEN,
        "import __main__\ndef f(x):\n    return __main__.X": GIVEN,
        "def f(x):\n    global X\n    X = 1": [IMPORTS, MADE, HELPER, CHANGED],
        "#" * LONGEST: GIVEN,
    }.items(),
    ids=lambda part: part[:50].replace("\n", " ") if isinstance(part, str) else "",
)
def test_what_an_answer_uses_runs_and_nothing_else(own, runs):
    assert run(own) == runs


def test_an_unwritten_function_that_was_given_out_is_still_defined():
    stub = "def f(x):\n    ..."
    assert needless({0: IMPORTS, 1: stub}, {IMPORTS, stub}, ["f"]) == {0}


@pytest.mark.parametrize("assignment", assignments().values(), ids=lambda a: a.name)
def test_the_reference_solutions_need_the_imports_only(assignment):
    """Else a notebook has begun to cost what its whole lecture costs."""
    cells = [c for c in compose(assignment)["cells"] if c["cell_type"] == "code"]
    names = [e.name for e in assignment.exercises if isinstance(e, Code)]
    sources = {i: cell["source"] for i, cell in enumerate(cells)}
    left = needless(sources, set(lecture(assignment.path)), names)
    kept = [
        s for i, s in sources.items() if i not in left and "nbgrader" not in cells[i]["metadata"]
    ]
    assert kept[0] == sources[0] and all(s.startswith("hand_in(") for s in kept[1:])


ENDLESS = "while True:\n    made = 1"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "failed"),
    [("def f(x):\n    return 2 * x", []), ("def f(x):\n    return x * made", [0])],
    ids=["not used", "used"],
)
def test_a_cell_of_the_lecture_runs_if_it_is_used(walls, function, failed):  # noqa: F811
    limits = Limits(cell=1)
    with Session(notebook(ENDLESS, function), {"f": []}, limits, True, [ENDLESS]) as session:
        session.ready()
        assert session.failed == failed
        assert session.call("f", [2], {}, 5) == (4 if not failed else 2)


@pytest.mark.slow
def test_a_source_that_ends_the_reader_costs_its_own_cell(walls):  # noqa: F811
    """Whatever becomes of the process while a cell is looked at, the next start leaves it out."""
    bomb = "x = " + "(" * 90_000 + ")" * 90_000
    text = notebook(bomb, "-" * 100_000 + "1", "def f(x):\n    return 2 * x")
    with Session(text, {"f": []}, Limits(), True, ["pass"]) as session:
        assert session.call("f", [2], {}, 5) == 4


@pytest.mark.slow
def test_a_submission_is_graded_without_its_lecture(walls, tmp_path):  # noqa: F811
    """The whole of boosting, with 1.5 s of measurements that no exercise asks for."""
    assignment = assignments()["13_boosting"]
    path = tmp_path / "13_boosting.ipynb"
    path.write_text(json.dumps(compose(assignment)), encoding="utf-8")
    marks = score.mark(assignment, path)
    earned = {part.id: part.score for part in marks.parts}
    assert all(earned[e.id] == e.points for e in assignment.exercises if isinstance(e, Code))
    assert not marks.notes


LATER = """import sys
from helpers.margins import boosting
from helpers.desk import errata
errata("07")
def loaded():
    return "scipy.optimize" in sys.modules
def f(n):
    return boosting.rounds_needed(n, 0.25)"""


@pytest.mark.slow
def test_a_helper_is_loaded_when_it_is_used(walls):  # noqa: F811
    with Session(notebook(LATER), {"f": [], "loaded": []}, Limits(), True) as session:
        assert session.call("loaded", [], {}, 5) is False
        assert session.call("f", [50], {}, 5) == pytest.approx(8 * math.log(100))
        assert session.call("loaded", [], {}, 5) is True and not session.failed
