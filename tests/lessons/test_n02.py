"""Figures of notebook 02: claims that see a wrong formula, and a start that tells no answer."""

import numpy as np
import pytest
from scipy.optimize import linprog

from helpers.learning import surrogate
from lessons.n02_convexity import convexity
from lessons.n02_convexity import surrogate_risk as price
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


# what guesses, feedback and stories say, computed another way


def test_the_chord_of_a_parabola_is_highest_above_the_middle():
    u, v = -1.5, 2.0
    a = np.linspace(0, 1, 100_001)
    gap = a * u**2 + (1 - a) * v**2 - (a * u + (1 - a) * v) ** 2
    at = a[gap.argmax()] * u + (1 - a[gap.argmax()]) * v
    assert at == pytest.approx(0.25, abs=1e-4) and gap.max() == pytest.approx(3.06, abs=0.01)


def test_infinitely_many_lines_stay_below_a_kink():
    u = np.linspace(-50, 50, 10_001)
    below = [g for g in np.linspace(-2, 2, 401) if np.all(np.abs(u) >= g * u - 1e-12)]
    assert len(below) == 201 and min(below) == pytest.approx(-1) and max(below) == pytest.approx(1)


@pytest.mark.parametrize("w", [0.3, 0.1, 0.01])
def test_beside_a_kink_the_parabola_needs_curvature_1_over_its_distance(w):
    """From -w to u the graph |u| is 2u over its tangent: one curvature for all w is impossible."""
    u = np.linspace(1e-4, 1, 100_000)
    assert (2 * 2 * u / (u + w) ** 2).max() == pytest.approx(1 / w, rel=1e-3)


def test_random_pairs_of_the_start_find_rho_from_below():
    """Ten pairs find 4.19 of 6.2 and 2.09 of 2.1."""
    B, lam, x = 2.0, 0.05, np.array([0.6, 0.8])
    f = lambda w: (w @ x - 1) ** 2 + lam * (w**2).sum(-1)  # noqa: E731
    grad = lambda w: 2 * (w @ x - 1)[:, None] * x + 2 * lam * w  # noqa: E731
    U, V = convexity.pairs(np.random.default_rng(0), 3000, 2, B)
    far = np.linalg.norm(U - V, axis=1)
    steep, turn = np.abs(f(U) - f(V)) / far, np.linalg.norm(grad(U) - grad(V), axis=1) / far
    assert steep.max() < 6.2 and turn.max() < 2.1
    assert steep[:10].max() == pytest.approx(4.19, abs=0.01)
    assert turn[:10].max() == pytest.approx(2.09, abs=0.005)


@pytest.mark.parametrize("norm, B, kinked", [(0.1, 0.1, 0), (0.5, 1, 0), (1, 1, 0), (1, 2, 1)])
def test_the_hinge_has_no_beta_exactly_where_a_margin_passes_1(show, norm, B, kinked):
    r = show("constants", loss="hinge", norm=norm, B=B, lam=0.05).r
    U, V = convexity.pairs(np.random.default_rng(1), 3000, 2, B)
    x = norm * np.array([0.6, 0.8])
    slope = lambda w: -1.0 * (w @ x < 1)[:, None] * x + 0.1 * w  # noqa: E731
    turn = np.linalg.norm(slope(U) - slope(V), axis=1) / np.linalg.norm(U - V, axis=1)
    assert (turn.max() > 0.11) == bool(kinked)
    assert r.claimed[1] == (np.inf if kinked else pytest.approx(0.1))


def test_a_hill_with_a_kink_has_no_subgradient_though_the_window_shows_a_line_below(show):
    """h(u) = -u²/2 + 2|u - 1| lies below 0 in the window, and 161.5 under its line at u = 20."""
    figure = show("fan", f="hill −w²/2", k=2, w=1, g=0)
    assert "No line" in figure.caption(figure.r)
    h = lambda u: -u * u / 2 + 2 * abs(u - 1)  # noqa: E731
    assert h(1.0) - h(20.0) == pytest.approx(161.5)
    assert (figure.r.graph >= figure.r.yours - 1e-9).all(), "in the window alone one would say yes"
    figure.set(c=0, g=1)
    assert figure.caption(figure.r).endswith("g is a subgradient.")


def test_the_perceptrons_cheapest_score_at_six_tenths_is_0():
    s = np.linspace(-3, 3, 6001)
    cost = 0.6 * np.maximum(0, -s) + 0.4 * np.maximum(0, s)
    assert s[cost.argmin()] == pytest.approx(0)
    assert np.interp([1, -1], s, cost) == pytest.approx([0.4, 0.6])
    hinge = 0.6 * np.maximum(0, 1 - s) + 0.4 * np.maximum(0, 1 + s)
    assert s[hinge.argmin()] == pytest.approx(1) and hinge.min() == pytest.approx(0.8)


def test_far_outliers_turn_the_best_hinge_line():
    """By a linear program over lines: error 0.45, where the best line errs with 0.1."""
    t = np.concatenate([0.5 + np.linspace(0, 1, 10), -0.5 - np.linspace(0, 1, 10), [-9]])
    y, mass = np.repeat([1, -1, 1], [10, 10, 1]), np.repeat([0.045, 0.1], [20, 1])
    A = -np.column_stack([y, y * t, np.eye(21)])  # y (w0 + w1 t) + slack >= 1
    free = [(None, None)] * 2 + [(0, None)] * 21
    w = linprog(np.r_[0, 0, mass], A, -np.ones(21), bounds=free).x
    assert mass[y * (w[0] + w[1] * t) <= 1e-9].sum() == pytest.approx(0.45)
    assert mass[y * t <= 0].sum() == pytest.approx(0.1)


def test_an_antisymmetric_part_moves_only_the_solution_of_the_equation():
    A, S, b = np.diag([0.5, 2.0]), np.array([[0, 1.0], [-1, 0]]), np.array([1.0, 0.5])
    f = lambda w, A: w @ A @ w / 2 - b @ w  # noqa: E731
    W = np.random.default_rng(0).normal(size=(50, 2))
    assert [f(w, A) for w in W] == pytest.approx([f(w, A + S) for w in W])
    assert np.abs(np.linalg.solve(A, b) - np.linalg.solve(A + S, b)).max() > 0.1


@pytest.mark.parametrize("gap", [1.0, 0.1, 0.001])
def test_a_separating_line_has_small_hinge_risk_only_if_it_is_steep(gap):
    """t uniform on [-1, 1], y = sign t, score w t: hinge risk 1/(2w), never 0; with a gap, 0."""
    t = np.linspace(0, 1, 200_001)
    for w in (1, 10, 100):
        assert np.maximum(0, 1 - w * t).mean() == pytest.approx(1 / (2 * w), rel=1e-2)
    assert np.maximum(0, 1 - t[t >= gap] / gap).max() == pytest.approx(0)


def test_a_convex_loss_that_jumps_at_the_border_has_no_ridge_minimiser():
    """On [0, 1] the loss is 1 at 0 and 0 elsewhere: convex, and with a ridge its infimum 0 is not
    reached. Theorem 2.7 asks for continuity."""
    cost = lambda w: (w == 0) * 1.0 + 0.5 * w * w  # noqa: E731
    w = np.geomspace(1e-12, 1, 200)
    assert cost(w).min() < 1e-20 and np.all(np.diff(cost(w)) > 0) and cost(np.zeros(1))[0] == 1
