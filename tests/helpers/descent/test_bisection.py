"""Bisection against questions whose answer is known."""

import numpy as np
import pytest

from helpers.descent.bisection import first_true


def test_the_answer_is_the_first_number_at_which_the_question_holds():
    for root in (0.3, -2.0, 1e-9, 0.0):
        found = first_true(lambda x, root=root: x >= root, -5.0, 7.0)
        assert found >= root and found - root <= 12 * 2.0**-52
    assert first_true(lambda x: x >= 0.3, 0.0, 1.0, halvings=5) == 0.3125


def test_many_are_searched_at_once_and_one_is_a_plain_number():
    roots = np.array([[0.1, 0.25], [2.5, 3.99]])
    found = first_true(lambda x: x**2 >= roots, np.zeros((2, 2)), np.full((2, 2), 2.0))
    assert found == pytest.approx(np.sqrt(roots), rel=1e-15) and (found**2 >= roots).all()
    assert np.ndim(first_true(lambda x: x >= 0.5, 0.0, 1.0)) == 0


def test_it_stops_when_no_number_is_left_between():
    asked = []
    first_true(lambda x: asked.append(x) or x >= 0.7, 0.5, 1.0, halvings=2000)
    assert len(asked) < 60
