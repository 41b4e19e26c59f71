"""Hidden cases see slips: a planted one loses marks at every salt, other right answers lose none.

The slips were written apart from the exercises' own known mistakes: in `tests/answers/slips`.
"""

import functools
import inspect
import os
import re
from importlib import import_module
from pathlib import Path

import pytest

from course.grading.judge import CASES, agreement, share
from helpers.desk.answer import close
from helpers.desk.checking import check
from helpers.desk.edits import mistakes
from helpers.desk.kinds import Code
from helpers.desk.trying import called, copied
from tests import lanes
from tests.answers.test_answers import EVERY

pytestmark = pytest.mark.slow  # fifty salts

SALTS = [f"salt {i}" for i in range(50 if lanes.full() else 3)]
HERE = Path(__file__).parent / "slips"
LISTS = [import_module(f"tests.answers.slips.{path.stem}") for path in HERE.glob("n*.py")]
CODE = {e.id: e for e in EVERY if isinstance(e, Code) and e.id[:2] != "99"}

SLIPS = {
    id: mistakes(CODE[id].solution, table) for module in LISTS for id, table in module.SLIPS.items()
}
RIGHT = {id: others for module in LISTS for id, others in module.RIGHT.items()}


def each(table):
    """A test for each function of a table."""
    found = [(CODE[id], function) for id, functions in table.items() for function in functions]
    ids = [f"{exercise.id}-{name(function)}" for exercise, function in found]
    return pytest.mark.parametrize("exercise, function", found, ids=ids)


def name(function):
    """What a function is called in the list of tests: by what is said of it, or by its name."""
    return re.sub(r"\W+", "_", inspect.getdoc(function) or function.__name__)[:50]


@functools.cache
def hidden(exercise_id, salt):
    """Group -> (arguments, expected answers), as a course with this salt has them."""
    exercise, before = CODE[exercise_id], os.environ.get("HOMEWORK_SALT")
    os.environ["HOMEWORK_SALT"] = salt
    try:
        groups = exercise.groups(CASES)
    finally:
        del os.environ["HOMEWORK_SALT"]
        if before is not None:
            os.environ["HOMEWORK_SALT"] = before
    return {
        name: (cases, [exercise.solution(*copied(given)) for given in cases])
        for name, cases in groups.items()
    }


def earned(exercise, function, salt):
    """The share of the points that a function gets."""
    right = {
        name: agreement(exercise, [called(function, given) for given in cases], expected)
        for name, (cases, expected) in hidden(exercise.id, salt).items()
    }
    return share(right)


def rejected(exercise, function, salt):
    """Does some hidden case come out differently? The search ends at the first."""
    for cases, expected in hidden(exercise.id, salt).values():
        for given, wanted in zip(cases, expected):
            if not close(called(function, given), wanted, exercise.tol):
                return True
    return False


def text(function):
    """What tells two functions apart: their code, and for a changed answer its words."""
    source = inspect.getsource(function)
    body = source.partition("\n")[2] if source.startswith("def ") else source
    return body, getattr(function, "__wrapped__", 0) and inspect.getdoc(function)


def test_every_function_to_write_has_six_slips_and_two_other_right_answers():
    assert set(SLIPS) == set(RIGHT) == set(CODE)
    for id, exercise in CODE.items():
        assert len(set(SLIPS[id])) >= 6 and len(set(RIGHT[id])) >= 2, id
        assert not set(map(text, SLIPS[id])) & set(map(text, (exercise.solution, *exercise.wrong)))
        words = [inspect.getdoc(slip) for slip in SLIPS[id]]
        assert all(": " in text and "\n" not in text for text in words), id


@each(SLIPS)
def test_a_slip_never_gets_full_marks(exercise, function):
    lucky = [salt for salt in SALTS if not rejected(exercise, function, salt)]
    assert not lucky, f"accepted at {len(lucky)} of {len(SALTS)} salts"


@each({id: exercise.wrong for id, exercise in CODE.items()})
def test_a_known_mistake_never_gets_full_marks(exercise, function):
    lucky = [salt for salt in SALTS if not rejected(exercise, function, salt)]
    assert not lucky, f"accepted at {len(lucky)} of {len(SALTS)} salts"


@each(RIGHT)
def test_what_is_right_in_another_way_gets_full_marks(exercise, function):
    assert check(exercise.id, function).mark == "✓"
    unfair = [salt for salt in SALTS if rejected(exercise, function, salt)]
    assert not unfair, f"refused at {len(unfair)} of {len(SALTS)} salts"


@pytest.mark.parametrize("exercise", CODE.values(), ids=list(CODE))
def test_who_has_nothing_but_a_special_case_earns_nothing(exercise):
    """A constant, an echo or an empty list may hit a special case, but never the ordinary ones."""
    echo, first = (lambda *given: given[0]), exercise.solution(*next(iter(exercise.cases.values())))
    for lazy in (lambda *_: 0.0, lambda *_: [], lambda *_: -1, lambda *_: first, echo):
        assert all(earned(exercise, lazy, salt) == 0 for salt in SALTS[:10])
