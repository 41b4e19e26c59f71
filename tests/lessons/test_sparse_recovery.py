"""Recovery by the l1 norm against linear programming, and its certificates."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from helpers.descent.optim import gradient_descent
from helpers.linear import lasso
from lessons.n05_sparsity import sparse_recovery as recovery
from tests.known import basis_pursuit


@pytest.mark.parametrize("n, s", [(12, 4), (18, 4), (25, 12), (40, 9)])
def test_splitting_finds_what_linear_programming_finds(n, s):
    rng = np.random.default_rng(n)
    X, W = rng.normal(size=(n, 40)), recovery.sparse_signals(s, 40, 4, rng)
    (found, bound), exact = recovery.least_l1(X, W), [basis_pursuit(X, X @ w) for w in W]
    length, least = np.abs(found).sum(axis=1), np.abs(exact).sum(axis=1)
    assert found @ X.T == pytest.approx(W @ X.T, abs=1e-9)
    assert (bound <= least + 1e-9).all() and (least <= length + 1e-9).all()
    assert (length <= 1.005 * bound).all()
    assert (recovery.recovered(found, W) == recovery.recovered(np.array(exact), W)).all()


HARD = [(9, 2, 80), (8, 1, 75), (14, 5, 80), (26, 14, 50), (16, 6, 65), (34, 10, 60), (2, 1, 30)]


@pytest.mark.parametrize("n, s, d", HARD)
def test_few_equations_are_solved_to_half_a_per_cent_and_it_is_proved(n, s, d):
    """Where 200 steps were not enough: nothing found is longer than the truth, and a bound that no
    solution can beat is within half a per cent."""
    rng = np.random.default_rng(100)
    X, W = rng.normal(size=(n, d)), recovery.sparse_signals(s, d, 20, rng)
    found, bound = recovery.least_l1(X, W)
    length = np.abs(found).sum(axis=1)
    assert (length <= 1.005 * bound).all() and (bound <= s + 1e-9).all()
    assert found @ X.T == pytest.approx(W @ X.T, abs=1e-8)
    assert not (recovery.certified(X, W) & ~recovery.recovered(found, W)).any()


def test_the_shortest_solution_is_the_pseudo_inverse():
    rng = np.random.default_rng(5)
    for n in (7, 20, 30):
        X, W = rng.normal(size=(n, 20)), recovery.sparse_signals(3, 20, 4, rng)
        expected = W @ X.T @ np.linalg.pinv(X).T
        assert recovery.least_l2(X, W) == pytest.approx(expected, abs=1e-10)


def test_a_solver_that_stops_too_soon_says_so():
    rng = np.random.default_rng(100)
    X, W = rng.normal(size=(9, 80)), recovery.sparse_signals(2, 80, 20, rng)
    found, bound = recovery.least_l1(X, W, T=50)
    assert (np.abs(found).sum(axis=1) > 1.005 * bound).any()


def test_a_certificate_is_what_the_theorem_asks_for():
    """Two orthonormal rows: (1, 0, 0.6) is certified; a third column that is longer spoils it."""
    X = np.array([[1.0, 0, 0.6], [0, 1, 0.6]])
    assert recovery.certified(X, [[2.0, 0, 0]]).tolist() == [True]
    assert recovery.certified(X, [[1.0, 1, 0], [1, -1, 0]]).tolist() == [False, True]
    assert recovery.certified(X[:1], [[1.0, 1, 0]]).tolist() == [False]  # more than equations
    assert recovery.certified(np.ones((2, 2)), [[1.0, 1]]).tolist() == [False]  # equal columns


def test_a_support_proves_no_more_than_the_least_norm():
    """(1, 1, 0) is a solution of norm 2, but (0, 0, 1.25) is shorter: that is the bound."""
    E = np.array([[1.0, 0, 0.8], [0, 1, 0.8]])
    u, bound = recovery._on_support(E, np.array([1.0, 1, 0]), np.array([0.3, 0.1, 0]))
    assert u == pytest.approx([1, 1, 0]) and bound == pytest.approx(1.25)
    assert recovery._on_support(E, np.array([1.0, 1, 0]), np.array([1.0, 0, 0])) == (None, 0.0)


def test_signals_have_s_signs_in_every_place_alike():
    W = recovery.sparse_signals(3, 8, 4000, np.random.default_rng(1))
    assert (lasso.power(W, 0) == 3).all() and set(np.unique(W)) == {-1, 0, 1}
    assert (W != 0).mean(axis=0) == pytest.approx(
        np.full(8, 3 / 8), abs=5 * np.sqrt(15 / 64 / 4000)
    )
    assert W.mean(axis=0) == pytest.approx(np.zeros(8), abs=5 * np.sqrt(3 / 8 / 4000))


def test_the_transition_is_the_mean_squared_distance_to_the_scaled_subdifferential():
    """min over t of E dist(g, t d|w|_1)^2 / d, measured; and one half of the draws succeed
    there."""
    rng, d, s = np.random.default_rng(2), 200, 30
    g = rng.normal(size=(400, d))

    def distance(t):
        return ((g[:, :s] - t) ** 2).sum(axis=1) + (np.maximum(np.abs(g[:, s:]) - t, 0) ** 2).sum(
            axis=1
        )

    t = minimize_scalar(lambda t: distance(t).mean(), bracket=(0.5, 1.5)).x
    assert recovery.transition(s / d) * d == pytest.approx(
        distance(t).mean(), abs=5 * distance(t).std() / 20
    )
    at = [round(recovery.transition(0.2) * 40) + k for k in (-8, 8)]
    low, high = recovery.recovery_rates(at, [8], 40, 20, rng)[:, 0]
    assert low < 0.2 and high > 0.8


def test_the_transition_runs_from_nothing_to_everything():
    values = recovery.transition(np.linspace(0.001, 1, 50))
    assert (
        (np.diff(values) > 0).all()
        and values[0] < 0.02
        and values[-1] == pytest.approx(1, abs=1e-6)
    )


def test_descent_keeps_what_the_data_cannot_see():
    rng = np.random.default_rng(3)
    X, y, w0 = rng.normal(size=(5, 9)), rng.normal(size=5), rng.normal(size=9)
    eta = 2.5 / np.linalg.norm(X, 2) ** 2
    run = gradient_descent(lambda w: 2 / 5 * X.T @ (X @ w - y), w0, eta, 4000)
    end, least = lasso.descent_limit(X, y, w0), np.linalg.pinv(X) @ y
    assert run.last == pytest.approx(end, abs=1e-8) and X @ end == pytest.approx(y)
    assert end @ end == pytest.approx(least @ least + (end - least) @ (end - least))
    assert lasso.descent_limit(X, y, 0 * w0) == pytest.approx(least)
