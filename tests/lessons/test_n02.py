"""Figures of notebook 02: claims that see a wrong formula, and a start that tells no answer."""

import numpy as np
import pytest

from helpers.learning import convexity, price, surrogate
from tests.lessons.claims import broken
from tests.lessons.room import Room

figures = Room("02")


@pytest.mark.parametrize("name", ["chord", "fan", "sandwich", "constants", "calibration", "price"])
def test_the_claims_hold_at_every_step_of_the_story(show, name):
    figure = show(name)
    for index in range(len(figure.story)):
        figure.show(index)
        assert not broken(figure), figure.story[index].name


def test_the_star_does_not_start_at_the_answer_of_the_guess(show):
    start = show("chord").values
    at = start["alpha"] * start["u"] + (1 - start["alpha"]) * start["v"]
    assert abs(at - 0.25) > 0.3


def test_chord_sees_a_gap_that_is_a_hundredth_wrong(show, monkeypatch):
    figure, right = show("chord", mu=2), convexity.chord_gap
    monkeypatch.setattr(convexity, "chord_gap", lambda *given: 0.99 * right(*given))
    figure.set(u=-1)
    assert broken(figure) == ["even sagging", "w²: gap = α(1−α)(u−v)²"]


@pytest.mark.parametrize("a, kink", [(-1, 0), (-1, 0.6), (-2, 1.5), (-0.5, 1), (0.4, 0)])
def test_the_border_of_a_kink_is_where_the_cheapest_score_leaves_0(a, kink):
    """Searched for in the minimisers themselves, on a grid of p."""
    phi, p = surrogate.two_slopes(a, kink), np.linspace(0.5, 1, 2001)[1:-1]
    right = surrogate.best_scores(phi, p)[0] > 0
    first = p[right.argmax()] if right.any() else 1.0
    assert figures.border(phi) == pytest.approx(first, abs=3e-4)
    assert figures.right_from(phi) == pytest.approx(figures.border(phi), abs=1e-5)


@pytest.mark.parametrize("wrong", [0.99, 1.01])
def test_calibration_sees_slopes_that_are_a_hundredth_wrong(show, monkeypatch, wrong):
    figure, right = show("calibration"), surrogate.slopes_at_zero

    def slopes(phi):
        left, other = right(phi)
        return left, wrong * other

    monkeypatch.setattr(surrogate, "slopes_at_zero", slopes)
    figure.set(p=0.7)
    assert figure.claims()[0].name in broken(figure)


def test_price_sees_a_hinge_risk_that_is_too_small(show, monkeypatch):
    figure, right = show("price", outliers=0, noise=0.15), price.Price.III
    monkeypatch.setattr(price.Price, "III", property(lambda r: right.fget(r) - 0.4))
    figure.set(n=20)
    assert broken(figure) == ["R ≤ I + II + III on each of 200 samples"]
