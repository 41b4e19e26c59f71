"""Judges: what is right is accepted, what is wrong is refused in words, in the grader's process."""

import numpy as np
import pytest

from course.grading.judge import Wrong, functions, judge, line_letters
from tests.answers import sample
from tests.answers.sample import DOUBLE, FLAT, PROOF, SEARCH, WHICH, WHY

ORDER = line_letters(PROOF)
NO_CONTROL = "no such control, or not a value it takes: there are x, n, up"


def verdict(exercise, answer):
    """What the judge says to this answer; empty if it is right."""
    try:
        judge(exercise, lambda name: answer if callable(answer) else lambda: answer)
    except Wrong as words:
        return str(words)
    return ""


@pytest.mark.parametrize(
    "exercise, answer",
    [
        (WHICH, "c"),
        (WHICH, " (C) "),
        (FLAT, 0.505),
        (FLAT, np.array([0.5])),
        (SEARCH, {"x": -1.9}),
        (SEARCH, {"x": 1.9, "n": 1, "up": False}),
        (PROOF, ORDER),
        (PROOF, tuple(ORDER)),
        (PROOF, " ".join(ORDER)),
        (PROOF, ", ".join(ORDER)),
        (PROOF, "".join(ORDER).upper()),
        (DOUBLE, lambda v: (2 * v).tolist()),
    ],
)
def test_a_right_answer_is_accepted(exercise, answer):
    assert verdict(exercise, answer) == ""


@pytest.mark.parametrize(
    "exercise, answer, words",
    [
        (WHICH, "a", "It bends upwards everywhere."),
        (WHICH, "the sine", "hand in one of the letters a, b, c"),
        (WHICH, ["c"], "hand in one of the letters a, b, c"),
        (WHICH, None, "not answered yet: nothing was handed in"),
        (FLAT, 1, "That forgets the second term entirely."),
        (FLAT, 2, "another number was expected"),
        (FLAT, float("nan"), "hand in a number"),
        (FLAT, True, "hand in a number"),
        (FLAT, "0.5", "hand in a number"),
        (FLAT, np.array([0.5, 0.5]), "hand in a number"),
        (SEARCH, {"x": 1.0}, "not there: the height is between 3 and 4"),
        (SEARCH, {"x": 1.0, "n": 3}, "not there: n is one; the height is between 3 and 4"),
        (
            SEARCH,
            {"x": float("inf")},
            "hand in a dictionary from names of controls to their values",
        ),
        (SEARCH, {"x": np.array([1.9])}, "hand in a dictionary from names of controls"),
        (SEARCH, {"x": "1" * 3000}, "hand in a dictionary from names of controls"),
        (SEARCH, {}, "not there: the height is between 3 and 4"),
        (SEARCH, 1.9, "hand in a dictionary from names of controls to their values"),
        (SEARCH, {"y": 1}, NO_CONTROL),
        (SEARCH, {"x": 1.9, "r": 3}, NO_CONTROL),
        (SEARCH, {"x": 5.0}, NO_CONTROL),
        (SEARCH, {"x": "far"}, NO_CONTROL),
        (SEARCH, {"n": 1.5}, NO_CONTROL),
        (
            PROOF,
            [ORDER[0], ORDER[2], ORDER[1]],
            f"line {ORDER[2]} stands too early: it needs line {ORDER[1]}, which comes later",
        ),
        (PROOF, ORDER[:2], "hand in the letters a, b, c, each once"),
        (PROOF, [*ORDER[:2], ORDER[0]], "hand in the letters a, b, c, each once"),
        (PROOF, [1, 2, 3], "hand in the letters a, b, c, each once"),
        (PROOF, 7, "hand in the letters a, b, c, each once"),
        (DOUBLE, lambda v: None, "not written yet, or a return is missing: nothing comes back"),
        (DOUBLE, lambda v: v**2, "This is the square."),
        (DOUBLE, lambda v: 2 * v + (v[0] < 0), "hidden cases came out differently"),
        (DOUBLE, lambda v: v**2 if v[0] < 0 else 2 * v, "hidden cases came out differently"),
    ],
)
def test_a_wrong_answer_is_refused_in_words(exercise, answer, words):
    assert words in verdict(exercise, answer)


def test_a_position_does_not_depend_on_who_came_before():
    assert verdict(SEARCH, {"x": 1.9, "n": 5}) and not verdict(SEARCH, {"x": 1.9})
    assert verdict(SEARCH, {"x": 1.9, "up": True}) and not verdict(SEARCH, {"x": 1.9})


def test_lines_are_shown_in_an_order_that_tells_nothing():
    """It depends on the lines as a set."""
    turned = sample.Order(
        id="99-turned", task="", lines=PROOF.lines[::-1], reasons=PROOF.reasons[::-1]
    )
    assert turned.listed == PROOF.listed and sorted(ORDER) == ["a", "b", "c"]


def test_nobody_judges_what_is_marked_by_hand():
    with pytest.raises(TypeError):
        judge(WHY, lambda name: None)
    assert functions(WHY) == ()
