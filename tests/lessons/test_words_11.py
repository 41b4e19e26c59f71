"""What the sentences of notebook 11 say, computed in another way than its figures do."""

from math import comb

import numpy as np
import pytest
from scipy.optimize import minimize

from helpers.margins import pegasos, svm
from tests.lessons.room import Room

figures = Room("11")


def left_out(X, y, lid):
    """Scores y f(x) of all points when each is left out; the lid stays."""
    scores = []
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        m = svm.soft_margin(X[rest], y[rest], lid * rest.sum())
        scores.append(y[i] * (X[i] @ m.w + m.b))
    return np.array(scores)


@pytest.mark.parametrize("lid", [0.05, 0.3, 1, 5])
def test_with_w_zero_there_are_more_leave_one_out_errors_than_payers(lid):
    """11–14 F1: Theorem 11.8 needs w != 0."""
    X, y = np.array([[0.0], [0], [1]]), np.array([1.0, -1, 1])
    m = svm.soft_margin(X, y, 3 * lid)
    assert np.abs(m.w).max() < 1e-9 and len(m.support) == 2
    assert np.sum(left_out(X, y, lid) <= 1e-12) == 3


def test_at_an_end_of_the_interval_of_biases_an_idle_point_can_be_wrong():
    """11–14 F1: Theorem 11.8 needs the middle of the optimal biases."""
    X, y, lid = np.array([[1.0], [-1], [1.5]]), np.array([1.0, -1, 1]), 0.05
    m = svm.soft_margin(X, y, 3 * lid)
    assert m.alpha[2] == 0 and m.w == pytest.approx([0.1])
    f = lambda b: 0.1**2 / 2 + lid * np.maximum(0, 1 - y[:2] * (0.1 * X[:2, 0] + b)).sum()  # noqa: E731
    assert [f(b) for b in (-0.9, 0, 0.9)] == pytest.approx(3 * [0.095])
    assert min(f(-0.91), f(0.91)) > 0.0951
    assert 0.1 * 1.5 - 0.9 == pytest.approx(-0.75)


def test_with_w_not_zero_and_the_middle_bias_only_payers_can_be_wrong():
    rng = np.random.default_rng(0)
    for _ in range(150):
        n = rng.integers(3, 7)
        X, y = rng.integers(-2, 3, size=(n, 1)) / 2, rng.choice([-1.0, 1.0], n)
        y[:2] = 1, -1
        lid = rng.choice([0.05, 0.3, 1.0])
        m = svm.soft_margin(X, y, n * lid)
        if np.abs(m.w).max() > 1e-7:
            assert set(np.flatnonzero(left_out(X, y, lid) <= 1e-9)) <= set(m.support)


def test_three_of_twenty_points_hold_the_street():
    X, y = figures.points_apart(1.7), figures.SIGNS
    m = svm.hard_margin(X, y)
    on_edge = np.isclose(y * (X @ m.w + m.b), 1)
    assert on_edge.sum() == 3 and len({*y[on_edge]}) == 2


def test_the_price_of_the_limit_is_the_gain_of_a_step_over_it():
    x = np.linspace(-2, 4, 60_001)
    low = {alpha: x[np.argmin((x - 2) ** 2 + alpha * (x - 0.5))] for alpha in (2, 2.9, 3, 4)}
    assert low == pytest.approx({2: 1, 2.9: 0.55, 3: 0.5, 4: 0}, abs=1e-4)


def optimum(X, lid, more=0.0):
    """The soft margin's value by a general optimiser, if point 0 must score 1 + more."""
    y, n = figures.LABELS, len(figures.LABELS)
    need = np.where(np.arange(n) == 0, 1 + more, 1.0)
    hinge = lambda p: np.maximum(0, need - y * (X @ p[:2] + p[2]))  # noqa: E731
    fit = minimize(
        lambda p: p[:2] @ p[:2] / 2 + lid * p[3:].sum(),
        np.append([1, 1, 0], hinge(np.array([1.0, 1, 0]))),
        method="SLSQP",
        bounds=[(None, None)] * 3 + [(0, None)] * n,
        constraints={"type": "ineq", "fun": lambda p: p[3:] + y * (X @ p[:2] + p[2]) - need},
        options={"ftol": 1e-13, "maxiter": 300},
    )
    return fit.fun


@pytest.mark.parametrize("x1, share", [(2, (0, 0)), (0.3, (0.8, 0.84)), (0, (1, 1)), (-2, (1, 1))])
def test_the_price_of_the_star_is_nothing_a_part_or_all(x1, share):
    """A price is the slope of the optimum in what is asked for: no dual is computed here."""
    X, lid, h = figures.with_star(x1, 0.6), 0.5, 1e-3
    slope = (optimum(X, lid, h) - optimum(X, lid, -h)) / (2 * h) / lid
    assert share[0] - 0.02 < slope < share[1] + 0.02


def test_on_the_islands_a_small_bias_makes_two_thirds_of_the_mistakes():
    """11–14 M1: 17.5 % with the bias, 6.5 % without, like the nearest neighbour."""
    points, lam = figures.SETS["moons"], 1e-5
    apart = [((a[:, None] - points.seen.X) ** 2).sum(axis=2) for a in (points.seen.X, points.new.X)]
    K, new = (np.exp(-squares / 0.005) for squares in apart)
    wrong, machines = [], []
    for bias in (True, False):
        m = svm.kernel_machine(K, points.y, 1 / (2 * lam), bias)
        machines.append(m)
        wrong.append(points.y_new * (new @ (m.alpha * points.y) + m.b) <= 0)
    assert [w.mean() for w in wrong] == pytest.approx([0.175, 0.065])
    nearest = points.y[apart[1].argmin(axis=1)]
    assert np.mean(nearest != points.y_new) == pytest.approx(0.065)
    faint = np.abs(new @ (machines[0].alpha * points.y)) < abs(machines[0].b)
    assert abs(machines[0].b) == pytest.approx(0.038, abs=5e-4)
    assert (wrong[0].sum(), (wrong[0] & faint).sum()) == (70, 48)
    assert 0 == np.sum(machines[0].margins <= 0) == np.sum(machines[1].margins <= 0)


def test_of_the_start_nothing_is_left_after_the_first_step_of_pegasos():
    X, y, lam = figures.XS, figures.YS, 0.5
    for start in ([-1.4, 1.6], [2.0, 1.0]):
        hit = y * (X @ start) < 1
        v = 2 * lam * np.array(start) - (hit * y) @ X / len(y)
        assert start - v / (2 * lam) == pytest.approx((hit * y) @ X / len(y) / (2 * lam))


def test_with_one_example_a_step_the_average_need_not_fall_steadily():
    """11–14 F12: with the seed of the figure it rises from step 40 on; over many it falls."""
    X, y, lam = figures.XS, figures.YS, 0.5
    f, best = pegasos.objective(X, y, lam)[0], svm.soft_margin(X, y, 1.0, bias=False).objective
    heights = []
    for seed in range(30):
        rng, rate = np.random.default_rng(seed), pegasos.pegasos_steps(lam)
        run = pegasos.descend(X, y, lam, rate, 400, 1, rng, bias=False)
        heights.append(f(run.averages())[[39, 99, 399]] - best)
    assert heights[1][0] < heights[1][1] < heights[1][2]
    assert np.all(np.diff(np.mean(heights, axis=0)) < 0)


def test_with_a_free_bias_five_labels_break_the_bound():
    majority = sum(comb(5, k) * 0.6**k * 0.4 ** (5 - k) for k in (3, 4, 5))
    risk = majority * 2 * 0.4 + (1 - majority) * 2 * 0.6
    assert risk == pytest.approx(0.927, abs=5e-4) and risk > 2 * 0.4


def test_strong_duality_needs_functions_that_are_convex_on_the_whole_space():
    """11–14 G1: exp(-sqrt(xy)) is convex for x, y >= 0; subject to x = 0 the gap is 1."""
    F = lambda x, y: np.exp(-np.sqrt(x * y))  # noqa: E731
    a, b = np.random.default_rng(0).exponential(3, size=(2, 2, 5000))
    assert np.all(F(*((a + b) / 2)) <= (F(*a) + F(*b)) / 2 + 1e-12)
    assert np.all(F(0, np.geomspace(1e-3, 1e9, 50)) == 1)
    y = 1e16
    for beta in (-100, -1, 1, 100):
        assert F(y**-0.5, y) + beta * y**-0.5 < 1e-5


def test_two_points_that_pay_all_can_fix_the_bias():
    """11–14 M2: nobody pays a part, and b = 0 alone is optimal."""
    X, y = np.array([[-1.0], [1]]), np.array([-1.0, 1])
    m = svm.soft_margin(X, y, 1.0)
    assert m.alpha == pytest.approx([0.5, 0.5]) and len(m.free) == 0
    value = lambda b: m.w @ m.w / 2 + 0.5 * np.maximum(0, 1 - y * (X @ m.w + b)).sum()  # noqa: E731
    assert [value(b) for b in (-0.1, 0, 0.1)] == pytest.approx([0.55, 0.5, 0.55])


def test_from_714_on_the_cost_changes_nothing():
    X, y = figures.with_star(3, 0.6), figures.LABELS
    most = 40 * svm.hard_margin(X, y).alpha.max()
    assert 713 < most < 714
