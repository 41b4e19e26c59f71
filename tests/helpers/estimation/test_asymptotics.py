"""Asymptotics: closed forms, quadrature, SciPy and plain loops against each other."""

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad
from scipy.optimize import approx_fprime, minimize
from scipy.special import expit

from helpers.estimation import asymptotics as asy
from helpers.linear import logistic


@pytest.mark.parametrize("d", [1, 2, 3, 6])
def test_half_a_chi_square_is_half_a_chi_square(d):
    t = np.linspace(0.05, 7, 20)
    assert asy.half_chi2_density(t, d) == pytest.approx(2 * stats.chi2.pdf(2 * t, d))
    assert asy.half_chi2_cdf(t, d) == pytest.approx(stats.chi2.cdf(2 * t, d))
    assert asy.half_chi2_cdf(-1.0, d) == 0


def test_the_expected_price():
    assert asy.expected_price(100, 3) == pytest.approx(1.5625)
    x = np.random.default_rng(0).normal(size=(20_000, 12, 3))
    S = np.swapaxes(x, 1, 2) @ x / 12
    price = asy.price(S, np.broadcast_to(np.eye(3), S.shape))
    assert price.mean() == pytest.approx(asy.expected_price(12, 3), abs=5 * price.std() / 141)


@pytest.mark.parametrize("n", [3, 4])
def test_an_infinite_expectation_is_refused(n):
    with pytest.raises(ValueError, match="infinite"):
        asy.expected_price(n, 3)


def test_running_moments_and_errors_are_least_squares():
    rng = np.random.default_rng(1)
    Z = rng.normal(size=(4, 20, 3))
    M = asy.running_moments(Z, 5)
    assert M.shape == (4, 4, 3, 3)
    for k, s in ((0, 0), (2, 3)):
        rows = Z[s, : 5 * (k + 1)]
        assert M[k, s] == pytest.approx(rows.T @ rows)
        error, A = asy.least_squares_errors(M[k], 2)
        expected = np.linalg.lstsq(rows[:, :2], rows[:, 2], rcond=None)[0]
        assert error[s] == pytest.approx(expected) and A[s] == pytest.approx(
            (rows.T @ rows)[:2, :2]
        )


@pytest.mark.parametrize("a", [-0.4, -0.25, 0.0, 0.5, 1.0, 2.0])
def test_moments_of_the_noise_by_integration(a):
    def moment(p):
        return 2 * quad(lambda x: x**p * np.exp(-x * x / 2) / np.sqrt(2 * np.pi), 0, np.inf)[0]

    assert asy.noise_scale(a) ** 2 == pytest.approx(moment(2 * a), rel=1e-6)
    assert asy.inflation(a) == pytest.approx(moment(2 * a + 2) / moment(2 * a), rel=1e-6)


@pytest.mark.parametrize("a, n", [(0.0, 5), (1.0, 6), (0.5, 8)])
def test_the_exact_variance_of_a_slope(a, n):
    """The variance given x, averaged over many x: no noise is drawn."""
    x = np.abs(np.random.default_rng(2).normal(size=(200_000, n)))
    given = n * (x ** (2 * a + 2)).sum(axis=1) / (x * x).sum(axis=1) ** 2 / asy.noise_scale(a) ** 2
    assert given.mean() == pytest.approx(asy.inflation(a, n), abs=5 * given.std() / 447)


def test_too_wild_a_noise_is_refused():
    with pytest.raises(ValueError, match="finite variance"):
        asy.inflation(-0.5)


def test_slopes_and_both_bars_by_hand():
    x, y = np.array([[1.0, 2.0, -1.0]]), np.array([[1.0, 5.0, 0.0]])
    slope, textbook, robust = asy.slopes(x, y)
    left = y - 11 / 6 * x
    assert slope == pytest.approx([11 / 6])
    assert textbook == pytest.approx((left**2).sum(axis=1) / 2 / 6)
    assert robust == pytest.approx(((x * left) ** 2).sum(axis=1) / 36)


def test_sandwich_and_price_by_hand():
    rng = np.random.default_rng(3)
    A, B = rng.normal(size=(2, 2, 5, 3))
    H, V = np.swapaxes(A, 1, 2) @ A, np.swapaxes(B, 1, 2) @ B
    found, price = asy.sandwich(H, V), asy.price(H, V)
    for k in range(2):
        inverse = np.linalg.inv(H[k])
        assert found[k] == pytest.approx(inverse @ V[k] @ inverse)
        assert price[k] == pytest.approx(np.trace(inverse @ V[k]) / 2)
    assert asy.price(H[0], H[0]) == pytest.approx(1.5)


@pytest.mark.parametrize("lam", [0.0, 0.01, 1.0])
def test_newton_for_many_samples_is_logistic_regression(lam):
    rng = np.random.default_rng(4)
    X = 2 * rng.normal(size=(6, 60, 3))
    y = np.where(rng.random((6, 60)) < expit(X @ [0.5, -0.5, 0.2]), 1.0, -1.0)
    w = asy.newton_batch(X, y, lam)
    for s in range(6):
        assert w[s] == pytest.approx(logistic.fit(X[s], y[s], lam), abs=1e-7)


def test_newton_counts_rows_by_their_weights():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(1, 30, 2)), rng.choice([-1.0, 1.0], (1, 30))
    twice = np.concatenate([X, X[:, :10]], axis=1), np.concatenate([y, y[:, :10]], axis=1)
    weights = np.append(np.full(10, 2.0), np.ones(20))[None] / 40
    assert asy.newton_batch(X, y, 0.1, weights) == pytest.approx(asy.newton_batch(*twice, 0.1))


def test_separable_samples_are_refused():
    with pytest.raises(ValueError, match="separable"):
        asy.newton_batch(np.array([[[1.0], [2.0]]]), np.array([[1.0, 1.0]]))


def test_the_matrices_of_a_wrong_model_by_summation():
    x, chance = np.array([-1.0, 0.5, 2.0]), np.array([0.2, 0.5, 0.3])
    truth = np.array([0.7, 0.2, 0.6])
    theta, H, V = asy.logistic_matrices(x, chance, truth)

    def loss(t, i, label):
        return np.logaddexp(0, -label * (t[0] + t[1] * x[i]))

    cases = [
        (c * t, i, s) for i, c in enumerate(chance) for t, s in ((truth[i], 1), (1 - truth[i], -1))
    ]
    best = minimize(lambda t: sum(p * loss(t, i, s) for p, i, s in cases), [0, 0], tol=1e-12).x
    assert theta == pytest.approx(best, abs=1e-5)
    gradients = [approx_fprime(theta, loss, 1e-7, i, s) for _, i, s in cases]
    scatter = sum(p * np.outer(g, g) for (p, _, _), g in zip(cases, gradients))
    assert V == pytest.approx(scatter, abs=1e-5)
    step = 1e-4

    def risk(t):
        return sum(p * loss(t, i, s) for p, i, s in cases)

    for i, j in ((0, 0), (0, 1), (1, 1)):
        e, f = step * np.eye(2)[i], step * np.eye(2)[j]
        second = risk(theta + e + f) - risk(theta + e) - risk(theta + f) + risk(theta)
        assert H[i, j] == pytest.approx(second / step**2, abs=1e-3)


def test_hermite_integrates_polynomials():
    x, chance = asy.hermite(10)
    assert [chance @ x**k for k in (0, 1, 2, 4, 6)] == pytest.approx([1, 0, 1, 3, 15], abs=1e-10)
