"""Shrinkage, tables and naive Bayes against draws and derivatives."""

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad
from scipy.optimize import approx_fprime, minimize

from helpers.estimation import asymptotics as asy

CELLS = np.random.default_rng(5).normal(size=(3, 2, 2))


@pytest.mark.parametrize("d, r", [(3, 0.0), (3, 2.0), (5, 1.0), (10, 3.0), (10, 6.0)])
def test_james_stein_by_its_own_formula(d, r):
    """E 1/|z|^2 of a noncentral chi-square, by integration, and the rule itself on draws."""
    inverse = quad(lambda t: stats.ncx2.pdf(t, d, max(r * r, 1e-12)) / t, 0, np.inf, limit=200)[0]
    assert asy.james_stein_risk(d, r) == pytest.approx(d - (d - 2) ** 2 * inverse, rel=1e-4)
    mu = np.append(r, np.zeros(d - 1))
    z = mu + np.random.default_rng(6).normal(size=(40_000, d))
    loss = ((asy.james_stein(z) - mu) ** 2).sum(axis=1)
    assert loss.mean() == pytest.approx(asy.james_stein_risk(d, r), abs=5 * loss.std() / 200)


def test_two_numbers_are_left_alone():
    z = np.array([[3.0, -1.0]])
    assert asy.james_stein(z) == pytest.approx(z)
    assert asy.james_stein_risk(2, np.array([0.0, 5.0])) == pytest.approx([2, 2])


def test_ridge_on_draws():
    z = np.array([2.0, 0, 0]) + np.random.default_rng(7).normal(size=(40_000, 3))
    loss = ((z / 1.5 - [2.0, 0, 0]) ** 2).sum(axis=1)
    assert loss.mean() == pytest.approx(asy.shrunk_risk(3, 2.0, 0.5), abs=5 * loss.std() / 200)
    assert asy.shrunk_risk(3, 2.0, 0.0) == 3


def test_a_table_by_derivatives_of_its_log_partition():
    theta = np.array([0.4, -0.7])

    def A(t):
        return np.log(np.exp(CELLS @ t).sum())

    def mean_A(t):  # the conditional one, averaged over the x of theta
        return p.sum(axis=1) @ np.log(np.exp(CELLS @ t).sum(axis=1))

    p, total, within = asy.table(CELLS, theta)
    assert p == pytest.approx(np.exp(CELLS @ theta - A(theta)))
    for function, matrix in ((A, total), (mean_A, within)):
        for i in range(2):
            e = 1e-4 * np.eye(2)[i]
            column = [approx_fprime(theta + s * e, function, 1e-6) for s in (1, -1)]
            assert matrix[i] == pytest.approx((column[0] - column[1]) / 2e-4, abs=2e-2)


@pytest.mark.parametrize("generative", [True, False])
def test_fits_of_a_table_minimise_their_loss(generative):
    counts = np.random.default_rng(8).integers(3, 20, size=(3, 3, 2))
    fits = asy.table_fits(CELLS, counts, generative)

    def loss(t, c):
        score = CELLS @ t
        whole = np.log(np.exp(score).sum()) if generative else np.log(np.exp(score).sum(axis=1))
        return (c * (np.reshape(whole, (-1, 1)) - score)).sum() / c.sum()

    for fit, c in zip(fits, counts):
        assert fit == pytest.approx(minimize(loss, [0, 0], c, tol=1e-12).x, abs=1e-4)


def test_a_separable_table_is_refused():
    cells = np.array([[[-1.0], [1.0]], [[-1.0], [1.0]]])
    with pytest.raises(ValueError, match="separable"):
        asy.table_fits(cells, np.array([[[0, 5], [0, 5]]]), generative=False)


def test_naive_bayes_is_bayes_rule_with_pooled_variances():
    rng = np.random.default_rng(9)
    X, y = rng.normal(size=(1, 15, 2)), np.where(np.arange(15) < 6, 1.0, -1.0)[None]
    b, *w = asy.naive_bayes(X, y)[0]
    up, down = X[0, :6], X[0, 6:]
    spread = (6 * up.var(axis=0) + 9 * down.var(axis=0)) / 15
    at = np.array([0.3, -0.8])
    plus = np.log(6) + stats.norm.logpdf(at, up.mean(axis=0), np.sqrt(spread)).sum()
    minus = np.log(9) + stats.norm.logpdf(at, down.mean(axis=0), np.sqrt(spread)).sum()
    assert b + at @ w == pytest.approx(plus - minus)


@pytest.mark.parametrize("kappa", [1.0, 1.5])
def test_exact_risks_are_those_of_many_draws(kappa):
    rng = np.random.default_rng(10)
    mu, S = np.array([0.7, 0.2]), np.array([[1.0, 0.3], [0.3, 1.0]])
    wb = np.array([0.4, 1.2, -0.5])
    y = rng.choice([-1.0, 1.0], 200_000)
    x = np.where(y > 0, 1, kappa)[:, None] * (
        rng.normal(size=(200_000, 2)) @ np.linalg.cholesky(S).T
    )
    score = y * (wb[0] + (x + y[:, None] * mu) @ wb[1:])
    loss, error = asy.two_normal_risks(wb, mu, S, kappa)
    assert np.logaddexp(0, -score).mean() == pytest.approx(loss, abs=0.01)
    assert np.mean(score < 0) == pytest.approx(error, abs=0.006)


@pytest.mark.parametrize("kappa", [1.0, 1.5])
def test_limits_are_what_many_examples_teach(kappa):
    """The second is the best of all linear scores; the first is naive Bayes on a huge sample."""
    mu, S = np.array([0.7, 0.2]), np.array([[1.0, 0.3], [0.3, 1.0]])
    naive, best = asy.limits(mu, S, kappa)
    found = minimize(lambda wb: asy.two_normal_risks(wb, mu, S, kappa)[0], naive, tol=1e-10).x
    assert best == pytest.approx(found, abs=1e-4)
    if kappa == 1:
        assert best == pytest.approx([0, *2 * np.linalg.solve(S, mu)], abs=1e-8)
    rng = np.random.default_rng(11)
    y = np.repeat([1.0, -1.0], 200_000)[None]
    noise = rng.normal(size=(1, 400_000, 2)) @ np.linalg.cholesky(S).T
    X = np.where(y > 0, 1, kappa)[..., None] * noise + y[..., None] * mu
    assert asy.naive_bayes(X, y)[0] == pytest.approx(naive, abs=0.02)
