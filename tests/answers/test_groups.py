"""Groups of hidden cases are shares of the points; a helper that solves an exercise goes."""

import inspect

import numpy as np
import pytest

from course.grading import score
from course.grading.assignment import Assignment
from course.grading.judge import Wrong, judge
from course.grading.session import NoAnswer
from helpers import losses
from helpers.desk.answer import located, refused, taken_away
from helpers.desk.checking import check
from helpers.desk.kinds import Code
from tests.answers.test_answers import EVERY
from tests.tools.attacks import notebook


def root(v):
    """The root of v, a number; -1 if v is negative, and 0 for 0."""
    return v**0.5 if v >= 0 else -1.0


ROOT = Code(
    id="99-root",
    task="Write root(v).",
    points=3,
    solution=root,
    cases={"four": (4.0,), "minus one": (-1.0,)},
    draw={
        "positive numbers": lambda rng: (rng.uniform(2, 5),),
        "negative numbers": lambda rng: (-rng.uniform(2, 5),),
        "zero": lambda rng: (0.0,),
    },
    without=("helpers.losses:mean_loss",),
)


def verdict(function):
    """(share, words) of an answer to ROOT."""
    try:
        judge(ROOT, lambda name: function)
    except Wrong as error:
        return round(error.share, 2), str(error)
    return 1.0, ""


def silent(v):
    if v < 0:
        raise NoAnswer("it stopped")
    return v**0.5


@pytest.mark.parametrize(
    "function, share, words",
    [
        (root, 1.0, ""),
        (lambda v: abs(v) ** 0.5, 0.67, "right: positive numbers; zero. Not yet: negative numbers"),
        (lambda v: v**0.5 if v > 0 else -1.0, 0.67, "right: positive numbers; negative numbers."),
        (lambda v: v**0.5 if v > 0 else 9.0, 0.33, "Not yet: negative numbers; zero."),
        (lambda v: -1.0 if v < 0 else 0.0, 0.0, "Not yet: positive numbers."),
        (silent, 0.67, "it stopped (groups of cases that are right: positive numbers; zero."),
        (lambda v: None, 0.0, "not written yet"),
    ],
)
def test_a_group_is_a_share_once_the_ordinary_cases_are_right(function, share, words):
    got, told = verdict(function)
    assert got == share and words in told


def test_without_an_answer_in_ordinary_cases_there_is_nothing_to_share():
    with pytest.raises(NoAnswer):
        judge(ROOT, lambda name: lambda v: silent(-v))


@pytest.mark.slow
@pytest.mark.parametrize(
    "source, points, words",
    [
        ("    return abs(v) ** 0.5", 2.0, "Not yet: negative numbers"),
        ("    return v ** 0.5 if v >= 0 else 1 / 0", 2.0, "it stopped in a computation"),
        ("    return losses.mean_loss(v)", 0.0, "a helper of the course that solves"),
        ("    return mean(v)", 0.0, "a helper of the course that solves"),
        ("    return v ** 0.5 if v >= 0 else -1.0", 3.0, ""),
    ],
)
def test_shares_and_helpers_across_the_border(source, points, words, tmp_path):
    before = "from helpers import losses\nfrom helpers.losses import mean_loss as mean"
    (tmp_path / "a.ipynb").write_text(notebook(before, f"def root(v):\n{source}"))
    assignment = Assignment("roots", tmp_path / "a.ipynb", (ROOT,))
    (part,) = score.mark(assignment, tmp_path / "a.ipynb", sandboxed=False).parts
    assert part.score == points and words in part.reason


def test_a_helper_is_taken_away_under_every_name_and_comes_back():
    known, given = losses.mean_loss, (losses.squared, np.eye(2), np.ones(2), np.zeros(2))
    with taken_away(["helpers.losses:mean_loss"]):
        for helper in (known, losses.mean_loss):
            with pytest.raises(PermissionError) as error:
                helper(*given)
            assert refused(error.value) and not refused(PermissionError("no such file"))
    assert losses.mean_loss(*given) == 1.0


@pytest.mark.parametrize(
    "exercise", [e for e in EVERY if isinstance(e, Code) and e.without], ids=lambda e: e.id
)
def test_what_is_taken_away_is_there_and_is_no_part_of_the_reference(exercise):
    """A plain function: only of such a one can the code be exchanged."""
    for name in exercise.without:
        helper = located(name)
        assert inspect.isfunction(helper) and not helper.__closure__, name
    with taken_away(exercise.without):
        assert check(exercise.id, exercise.solution).mark == "✓"


def test_a_check_in_the_notebook_says_that_a_helper_is_taken_away():
    from lessons.n02_convexity.convexity import ball_constants

    verdict = check("02-squared-constants", lambda x, y, B, lam: ball_constants(None, x, y, B, lam))
    assert verdict.mark == "✗" and "solves this exercise is taken away" in verdict.lines[1]


def test_a_check_tells_the_sentence_of_a_known_wrong_answer_as_the_card_does():
    assert "That forgets the second term entirely." in check("99-flat", 1.0).lines
    assert "It bends upwards everywhere." in check("99-which", "the square").lines
    assert check("99-flat", 7.0).lines == ["Not yet."] and check("99-flat", 0.5).mark == "✓"
