"""Stability: closed forms and refits against each other, enumeration, SciPy, attained bounds."""

import itertools

import numpy as np
import pytest
from scipy.optimize import brentq, minimize
from scipy.special import ndtri

from helpers import losses
from helpers.generalisation import stability as st
from helpers.linear.least_squares import Ridge


def test_bounds_and_the_best_lam():
    assert st.move_bound(2.0, 0.1, 40) == pytest.approx(0.5)
    assert st.gap_bound(2.0, 0.1, 40) == pytest.approx(1.0)
    lam, promised = st.tuned(3.0, 0.5, 100)
    assert lam == pytest.approx(0.6) and promised == pytest.approx(0.3)
    assert lam * 0.5**2 + st.gap_bound(3.0, lam, 100) == pytest.approx(promised)


@pytest.mark.parametrize("lam", [0.02, 0.3, 10.0])
def test_the_slope_of_the_squared_loss_is_ridge(lam):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 4, 9))
    expected = [Ridge(a[:, None], b).w(lam)[0] for a, b in zip(x, y)]
    assert st.slope(losses.squared, x, y, lam) == pytest.approx(expected)


@pytest.mark.parametrize("loss", [losses.absolute, losses.hinge, losses.logistic, losses.huber(1)])
def test_at_the_slope_the_derivative_passes_zero(loss):
    rng = np.random.default_rng(1)
    x = rng.uniform(-1, 1, (20, 7))
    y = rng.choice([-1.0, 1.0], (20, 7)) if loss.of == "margin" else 2 * rng.normal(size=(20, 7))
    w, tiny = st.slope(loss, x, y, 0.2), 1e-9

    def derivative(w):
        pull = w[:, None] * x
        each = loss.grad(pull * y) * y if loss.of == "margin" else loss.grad(pull - y)
        return (each * x).mean(axis=1) + 0.4 * w

    assert np.all(derivative(w - tiny) <= 1e-6) and np.all(derivative(w + tiny) >= -1e-6)


def test_the_linear_loss_moves_as_far_as_is_allowed():
    linear = losses.Loss("linear", lambda m: -m, lambda m: -np.ones_like(m), rho=1.0)
    y = np.array([[1.0, 1, 1, -1], [1, 1, -1, -1]])
    w = st.slope(linear, np.ones((2, 4)), y, 0.25)
    assert w == pytest.approx(y.mean(axis=1) / 0.5)
    assert w[0] - w[1] == pytest.approx(st.move_bound(1.0, 0.25, 4))


def test_all_swaps_from_one_matrix_are_refits():
    rng = np.random.default_rng(2)
    X, y, x_new, y_new = (
        rng.normal(size=(3, 6, 4)),
        rng.normal(size=(3, 6)),
        rng.normal(size=(3, 4)),
        rng.normal(size=3),
    )
    before, after = st.swapped_residuals(X, y, x_new, y_new, 0.2)
    for s, i in itertools.product(range(3), range(6)):
        assert before[s] == pytest.approx(y[s] - X[s] @ Ridge(X[s], y[s]).w(0.2))
        other_X, other_y = X[s].copy(), y[s].copy()
        other_X[i], other_y[i] = x_new[s], y_new[s]
        assert after[s, i] == pytest.approx(y[s, i] - X[s, i] @ Ridge(other_X, other_y).w(0.2))


def test_a_swap_for_nobody_is_leave_one_out():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(8, 3)), rng.normal(size=8)
    _, after = st.swapped_residuals(X, y, np.zeros(3), np.array(0.0), 0.1)
    assert after == pytest.approx(Ridge(X, y).loo(0.1))


def test_learners_of_pure_noise():
    """Predictions, and the mean square of each rule by integration over a fine normal grid."""
    x, y = np.array([[0.5, -1.0, 2.0]]), np.array([[1.0, 3.0, -2.0]])
    u = (np.arange(20_000) + 0.5) / 20_000
    grid = ndtri(u)[None]
    says = {st.average: 2 / 3, st.first: 1.0, st.line: -6.5 / 5.25 * 0.4, st.nearest: 1.0}
    for learner, expected in says.items():
        predict, square = learner(x, y)
        assert predict(np.array([[0.4]]))[0, 0] == pytest.approx(expected)
        assert square[0] == pytest.approx((predict(grid) ** 2).mean(), rel=2e-3)
    assert st.nearest(x, y)[0](x)[0] == pytest.approx(y[0])


def test_overfit_and_replace_by_hand():
    """Two numbers, 0 and 2, and a third, 5, that replaces the second."""
    x, y = np.zeros((1, 2)), np.array([[0.0, 2.0]])
    gap, change = st.overfit_and_replace(
        st.average, x, y, np.zeros(1), np.array([5.0]), np.array([1])
    )
    assert gap[0] == pytest.approx(1 + 1 - 1)
    assert change[0] == pytest.approx((2.5 - 2) ** 2 - (1 - 2) ** 2)
    assert y.tolist() == [[0, 2]]  # the sample itself is not touched


def test_a_towns_weight_is_the_root():
    for plus, voters, c in [(3, 3, 0.02), (0, 4, 0.5), (2, 5, 1.0), (2, 4, 3.0), (0, 0, 0.3)]:
        f = lambda w: plus - voters / (1 + np.exp(-w)) - c * w  # noqa: E731, B023
        assert st.town_weight(plus, voters, c) == pytest.approx(brentq(f, -50, 50), abs=1e-9)


def test_town_risks_by_enumerating_all_samples():
    """Three voters, two towns: all 64 samples, each fitted by SciPy."""
    n, d, q, lam = 3, 2, 0.7, 0.05
    kinds = [(town, says) for town in range(d) for says in (1, -1)]
    chance = {kind: (q if kind[1] > 0 else 1 - q) / d for kind in kinds}

    def fit(S):
        def f(w):
            return np.mean([np.log1p(np.exp(-y * w[t])) for t, y in S]) + lam * w @ w

        return minimize(f, np.zeros(d), tol=1e-12).x

    def risk(w):
        return sum(p * np.log1p(np.exp(-y * w[t])) for (t, y), p in chance.items())

    expected = np.zeros(2)
    for S in itertools.product(kinds, repeat=n):
        w, p = fit(S), np.prod([chance[z] for z in S])
        train = np.mean([np.log1p(np.exp(-y * w[t])) for t, y in S])
        expected += p * np.array([train, risk(w)])
    training, exact, replace = st.town_risks(n, d, q, np.array([lam]))
    assert [training[0], exact[0]] == pytest.approx(expected, abs=1e-6)
    assert replace[0] == pytest.approx(exact[0] - training[0], abs=1e-12)


def test_vote_loss_is_the_mean_logistic_loss():
    assert st.vote_loss(0.7, 0.8) == pytest.approx(
        0.8 * np.log1p(np.exp(-0.7)) + 0.2 * np.log1p(np.exp(0.7))
    )


def test_twins_are_two_plain_loops():
    rng = np.random.default_rng(4)
    X, y, x_new = rng.normal(size=(6, 2)), rng.choice([-1.0, 1.0], 6), np.array([1.0, -1.0])
    draws = rng.integers(6, size=(9, 2))
    one, two = st.twin_runs(losses.logistic, X, y, x_new, -1.0, 3, 0.4, draws)
    for runs, swap in ((one, False), (two, True)):
        for r in range(2):
            w = np.zeros(2)
            for t, j in enumerate(draws[:, r]):
                a, b = (x_new, -1.0) if swap and j == 3 else (X[j], y[j])
                w = w + 0.4 * b * a / (1 + np.exp(b * (a @ w)))
                assert runs[t + 1, r] == pytest.approx(w)
    assert X.shape == (6, 2) and not np.allclose(X[3], x_new)  # the sample is not touched


def test_coins_by_hand():
    chance, excess = st.coin_excess(2, 0.5, 2.0, 1.0, 1.0)
    assert chance == pytest.approx([1 / 16, 6 / 16, 9 / 16])
    assert excess == pytest.approx([2, 1, 0])  # w = -1, 0, 1
    assert st.coin_excess(2, 0.5, 2.0, 1.0, 4.0)[1] == pytest.approx([1.25, 1, 0.75])


@pytest.mark.parametrize("lam", [0.0, -1.0])
def test_a_slope_needs_a_penalty(lam):
    with pytest.raises(ValueError, match="lam"):
        st.slope(losses.absolute, np.ones(3), np.ones(3), lam)
