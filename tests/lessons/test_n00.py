"""Notebook 00: what its guess, its feedback and its text say, by repeated multiplication."""

import pytest

from tests.lessons.room import Room

figures = Room("00")


@pytest.mark.parametrize("eta, left", [(0.1, 0.015), (1.7, 6.4e-7), (2, 1), (2.1, 45)])
def test_the_height_that_twenty_steps_leave(show, eta, left):
    """0.1 creeps, 1.7 jumps across and gets down, 2 stays, 2.1 climbs out."""
    w = 3.0
    for _ in range(20):
        w -= eta * w  # the slope of w²/2 is w
    assert (w / 3) ** 2 == pytest.approx(left, rel=0.05)
    height = show("downhill", eta=eta, T=20).r.height
    assert height[-1] / height[0] == pytest.approx((w / 3) ** 2)
