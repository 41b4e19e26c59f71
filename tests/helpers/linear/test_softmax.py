"""Softmax against the sigmoid, finite differences and scikit-learn; reliability."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from scipy.special import expit
from scipy.special import softmax as scipy_softmax

from helpers import data
from helpers.linear import logistic, softmax
from lessons.n06_logistic.reliability import curved_cases, reliability, true_odds


def noisy(n=60, d=3, seed=0):
    """Overlapping classes, so that lam = 0 has a minimiser."""
    rng = np.random.default_rng(seed)
    X = logistic.with_ones(rng.normal(size=(n, d - 1)))
    return X, np.where(rng.uniform(size=n) < expit(X @ np.linspace(-1, 1.5, d)), 1.0, -1.0)


def three(seed=0):
    rng = np.random.default_rng(seed)
    X, y = data.blobs(60, [[0, 0], [2, 0], [0, 2]], rng)
    return logistic.with_ones(X), y


# ---- softmax


def test_softmax_sums_to_one_ignores_shifts_and_is_the_sigmoid_for_two_classes():
    """W-1.4.e."""
    S = np.random.default_rng(0).normal(size=(5, 4)) * 30
    assert softmax.softmax(S) == pytest.approx(scipy_softmax(S, axis=1))
    assert softmax.softmax(S, 0.2) == pytest.approx(scipy_softmax(S / 0.2, axis=1))
    assert softmax.softmax(S + 1e4).sum(axis=1) == pytest.approx(np.ones(5))
    assert softmax.softmax(S + 1e4, 2) == pytest.approx(softmax.softmax(S, 2), abs=1e-10)
    assert softmax.softmax(np.array([0.0, 1.2]), 3)[1] == pytest.approx(expit(0.4))
    assert softmax.softmax(S, 1e-4).max(axis=1) == pytest.approx(1) and softmax.softmax(
        S, 1e9
    ) == pytest.approx(0.25)


def test_entropy_grows_with_the_temperature_at_the_rate_of_the_variance():
    assert softmax.entropy([[1, 0, 0], [1 / 3] * 3]) == pytest.approx([0, np.log(3)])
    s, tau, h = np.array([0.3, -1, 2]), 0.7, 1e-5
    numeric = np.subtract(*(softmax.entropy(softmax.softmax(s, t)) for t in (tau + h, tau - h))) / (
        2 * h
    )
    P = softmax.softmax(s, tau)
    assert numeric == pytest.approx((P @ s**2 - (P @ s) ** 2) / tau**3, rel=1e-6)


def test_the_softmax_gradient_and_hessian_by_finite_differences():
    """W-1.4.f."""
    X, y = three()
    for lam in (0.0, 0.2):
        (f, grad), hess = softmax.objective(X, y, lam, 3), softmax.hessian(X, y, lam, 3)
        w = np.random.default_rng(1).normal(size=9)
        assert grad(w) == pytest.approx(approx_fprime(w, f, 1e-7), abs=1e-5)
        P, Y = softmax.softmax(X @ w.reshape(3, 3)), np.eye(3)[y]
        assert grad(w) == pytest.approx((X.T @ (P - Y) / len(y)).ravel() + 2 * lam * w)
        numeric = [(grad(w + h) - grad(w - h)) / 2e-5 for h in 1e-5 * np.eye(9)]
        assert hess(w) == pytest.approx(np.array(numeric), abs=1e-8)


def test_the_softmax_fit_has_no_gradient_and_columns_that_sum_to_zero():
    X, y = three(1)
    for lam in (1e-5, 0.01, 1):
        W = softmax.fit(X, y, lam)
        assert np.abs(softmax.objective(X, y, lam, 3)[1](W.ravel())).max() < 1e-11
        assert W.sum(axis=1) == pytest.approx(np.zeros(3), abs=1e-8)


def test_two_softmax_classes_are_logistic_regression_with_half_the_penalty():
    X, y = noisy(seed=8)
    W = softmax.fit(X, (y + 1) / 2, 0.02)
    assert W[:, 1] - W[:, 0] == pytest.approx(
        logistic.fit(X, y, 0.01), rel=1e-8
    )  # |a|^2 + |-a|^2 = |2a|^2 / 2


@pytest.mark.parametrize("C", [0.1, 10.0])
def test_scikit_learn_agrees_on_three_classes(C):
    from sklearn.linear_model import LogisticRegression

    iris = data.load("iris")
    X = logistic.with_ones(data.standardise(iris.X))
    theirs = (
        LogisticRegression(C=C, fit_intercept=False, tol=1e-10, max_iter=5000)
        .fit(X, iris.y)
        .predict_proba(X)
    )
    assert softmax.softmax(X @ softmax.fit(X, iris.y, 1 / (2 * 150 * C))) == pytest.approx(
        theirs, abs=1e-4
    )


def test_the_simplex_is_an_equilateral_triangle():
    A = softmax.simplex_points(np.eye(3))
    assert [np.linalg.norm(A[i] - A[j]) for i, j in ((0, 1), (0, 2), (1, 2))] == pytest.approx(
        [1, 1, 1]
    )
    assert softmax.simplex_points(np.full(3, 1 / 3)) == pytest.approx(A.mean(axis=0))


# ---- reliability


def test_bins_add_up_to_the_whole_and_the_gap_is_the_mean_over_cases():
    rng = np.random.default_rng(0)
    p = rng.uniform(size=103)
    y = (rng.uniform(size=103) < p).astype(float)
    for width in (False, True):
        r = reliability(p, y, 7, width)
        assert r.size @ r.p == pytest.approx(p.sum()) and r.size @ r.share == pytest.approx(y.sum())
        assert r.size.sum() == 103
        assert (np.diff(r.p) > 0).all()
    assert r.gap == pytest.approx(sum(abs((y - p)[p * 7 // 1 == k].sum()) for k in range(7)) / 103)
    assert set(reliability(p, y, 7).size) == {14, 15}


def test_what_chance_allows_is_five_standard_errors_and_a_little():
    r = reliability(np.full(400, 0.2), np.repeat([1.0, 0], [80, 320]), 1)
    assert r.allowed == pytest.approx([5 * np.sqrt(0.16 / 400) + 25 / 6 / 400])
    assert r.worst == pytest.approx(0, abs=1e-12)
    worst = [
        reliability(p, (g.uniform(size=1000) < p).astype(float)).worst
        for g in (np.random.default_rng(i) for i in range(200))
        for p in [g.beta(0.3, 0.3, size=1000)]
    ]
    assert 0.3 < max(worst) < 1


def test_the_cases_have_the_log_odds_they_claim():
    x, y = curved_cases(40000, 1.5, 0.5, np.random.default_rng(0))
    p = expit(1.5 * x + 0.5 * (x**2 - 1))
    assert true_odds(2.0, 1.5, 0.5) == 4.5
    for part in (x < -1, np.abs(x) < 1, x > 1):
        se = np.sqrt((p * (1 - p))[part].sum())
        assert abs((y - p)[part].sum()) < 5 * se
