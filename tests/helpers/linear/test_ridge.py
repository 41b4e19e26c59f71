"""Ridge regression: its equations, its ends, its leverages, its constraint and its prior."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn import linear_model

from helpers.linear.least_squares import (
    Ridge,
    augment,
    condition_bound,
    lam_for_radius,
    least_squares,
    objective,
    posterior,
)

LAMS = np.array([0.0, 1e-6, 1e-3, 0.1, 3.0])


SHAPES = [(30, 4), (6, 6), (4, 9)]


def example(n, d, t=None, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=n if t is None else (n, t))


# ridge


@pytest.mark.parametrize("n, d", SHAPES)
@pytest.mark.parametrize("t", [None, 2])
def test_ridge_solves_the_normal_equations_with_n_lam(n, d, t):
    X, y = example(n, d, t)
    for lam in LAMS[1:]:
        w = Ridge(X, y).w(lam)
        assert (X.T @ X + n * lam * np.eye(d)) @ w == pytest.approx(X.T @ y, abs=1e-9)
        for z, v in zip(np.atleast_2d(y.T), np.atleast_2d(w.T)):
            assert objective(X, z, lam)[1](v) == pytest.approx(np.zeros(d), abs=1e-9)


def test_ridge_equals_a_numerical_minimiser_and_scikit_learn():
    X, y = example(30, 4)
    w = Ridge(X, y).w(0.2)
    f, grad = objective(X, y, 0.2)
    found = minimize(f, np.zeros(4), jac=grad, tol=1e-12).x
    assert w == pytest.approx(found, abs=1e-6)
    assert w == pytest.approx(
        linear_model.Ridge(alpha=30 * 0.2, fit_intercept=False).fit(X, y).coef_
    )


@pytest.mark.parametrize(
    "method", ["w", "fitted", "shrinkage", "df", "leverage", "loo", "condition"]
)
@pytest.mark.parametrize("t", [None, 2])
def test_many_lam_at_once_are_the_same_as_one_at_a_time(method, t):
    X, y = example(12, 5, t)
    ask = getattr(Ridge(X, y), method)
    assert np.array(ask(LAMS)) == pytest.approx(np.array([ask(lam) for lam in LAMS]))


def test_predictions_are_rows_times_coefficients():
    X, y = example(12, 5)
    Z = example(3, 5, seed=1)[0]
    ridge = Ridge(X, y)
    assert ridge.predict(Z, LAMS) == pytest.approx(ridge.w(LAMS) @ Z.T)
    assert ridge.fitted(0.1) == pytest.approx(ridge.predict(X, 0.1))


def test_other_answers_share_the_decomposition_and_change_nothing_else():
    X, y = example(12, 5)
    Y = example(12, 5, t=3, seed=1)[1]
    ridge = Ridge(X, y)
    assert ridge.with_answers(Y).w(LAMS) == pytest.approx(Ridge(X, Y).w(LAMS))
    assert ridge.w(0.1) == pytest.approx(Ridge(X, y).w(0.1)) and ridge.with_answers(Y).U is ridge.U
    with pytest.raises(ValueError, match="one answer per row"):
        ridge.with_answers(Y[:-1])


@pytest.mark.parametrize("n, d", SHAPES)
def test_the_norm_falls_and_the_residual_grows_in_lam(n, d):
    X, y = example(n, d)
    ridge, lams = Ridge(X, y), np.geomspace(1e-6, 1e6, 60)
    assert np.all(np.diff(np.linalg.norm(ridge.w(lams), axis=1)) < 0)
    assert np.all(np.diff(((ridge.fitted(lams) - y) ** 2).sum(axis=1)) > 0)


def test_the_two_ends_of_lam():
    """lam -> 0 gives least squares of smallest norm, lam -> infinity gives 0."""
    X, y = example(30, 4)
    assert Ridge(X, y).w(1e-10) == pytest.approx(least_squares(X, y).w, abs=1e-8)
    assert np.linalg.norm(Ridge(X, y).w(1e8)) < 1e-6
    X, y = example(4, 9)
    assert Ridge(X, y).w(1e-12) == pytest.approx(np.linalg.pinv(X) @ y, abs=1e-8)


@pytest.mark.parametrize("n, d", SHAPES)
def test_ridge_is_least_squares_with_d_phantom_rows(n, d):
    X, y = example(n, d)
    for lam in LAMS[1:]:
        A, b = augment(X, y, lam)
        assert A.shape == (n + d, d) and b.shape == (n + d,) and not b[n:].any()
        assert least_squares(A, b).w == pytest.approx(Ridge(X, y).w(lam))
        w = example(1, d, seed=2)[0][0]
        assert objective(X, y, lam)[0](w) == pytest.approx(
            ((A @ w - b) ** 2).sum() / n
        )  # divided by n, not n + d


@pytest.mark.parametrize("n, d", SHAPES)
def test_eigenvalues_move_up_by_n_lam(n, d):
    X, y = example(n, d)
    for lam in (1e-6, 1e-2, 1e3):
        M = X.T @ X + n * lam * np.eye(d)
        eig = np.linalg.eigvalsh(M)
        assert eig.min() >= n * lam * (1 - 1e-6) - 1e-13 * eig.max()
        assert Ridge(X, y).condition(lam) == pytest.approx(np.linalg.cond(M), rel=1e-5)
        assert Ridge(X, y).condition(lam) <= condition_bound(X, lam) * (1 + 1e-12)
        if n < d:  # a zero eigenvalue: the bound is attained
            assert Ridge(X, y).condition(lam) == pytest.approx(condition_bound(X, lam))
    assert np.isinf(Ridge(*example(4, 9)).condition(0.0))


@pytest.mark.parametrize("n, d", SHAPES)
def test_degrees_of_freedom_are_the_trace_and_leverages_the_diagonal_of_the_hat_matrix(n, d):
    X, y = example(n, d)
    ridge = Ridge(X, y)
    for lam in LAMS[1:]:
        H = X @ np.linalg.solve(X.T @ X + n * lam * np.eye(d), X.T)
        assert ridge.df(lam) == pytest.approx(np.trace(H))
        assert ridge.leverage(lam) == pytest.approx(np.diag(H))
        assert ridge.fitted(lam) == pytest.approx(H @ y)
    assert ridge.df(0.0) == pytest.approx(min(n, d))


@pytest.mark.parametrize("n, d", SHAPES)
def test_leave_one_out_without_refitting_equals_refitting(n, d):
    X, y = example(n, d)
    for lam in LAMS[1:]:
        brute = []
        for i in range(n):
            k = np.arange(n) != i
            w = np.linalg.solve(
                X[k].T @ X[k] + n * lam * np.eye(d), X[k].T @ y[k]
            )  # penalty stays n lam
            brute.append(y[i] - X[i] @ w)
        assert Ridge(X, y).loo(lam) == pytest.approx(np.array(brute), abs=1e-6)
    if n <= d:
        assert np.isinf(Ridge(X, y).loo(0.0)).all()  # every leverage is 1


# constraint and penalty


@pytest.mark.parametrize("n, d", SHAPES)
def test_every_radius_has_its_lam(n, d):
    X, y = example(n, d)
    full = np.linalg.norm(least_squares(X, y).w)
    for share in (1e-3, 0.3, 0.9, 0.999):
        lam = lam_for_radius(X, y, share * full)
        assert (
            np.linalg.norm(Ridge(X, y).w(lam)) == pytest.approx(share * full, rel=1e-8) and lam > 0
        )
    assert lam_for_radius(X, y, 2 * full) == 0


def test_the_penalised_solution_solves_the_constrained_problem():
    X, y = example(30, 3)
    r = 0.5 * np.linalg.norm(least_squares(X, y).w)
    inside = {"type": "ineq", "fun": lambda w: r**2 - w @ w, "jac": lambda w: -2 * w}
    f, grad = objective(X, y)
    found = minimize(f, np.zeros(3), jac=grad, constraints=inside, tol=1e-14).x
    assert Ridge(X, y).w(lam_for_radius(X, y, r)) == pytest.approx(found, abs=1e-5)


# Bayes


def test_the_posterior_mode_is_ridge_and_the_mean_and_the_precision_add():
    X, y = example(15, 3)
    sigma, prior_sd = 0.7, 1.9
    mean, cov = posterior(X, y, sigma, prior_sd)

    def minus_log(w):
        return ((y - X @ w) ** 2).sum() / (2 * sigma**2) + w @ w / (2 * prior_sd**2)

    assert minimize(minus_log, np.zeros(3), tol=1e-12).x == pytest.approx(mean, abs=1e-5)
    assert mean == pytest.approx(Ridge(X, y).w(sigma**2 / (15 * prior_sd**2)))
    hessian = np.linalg.inv(cov)
    assert hessian == pytest.approx(X.T @ X / sigma**2 + np.eye(3) / prior_sd**2)
    assert minus_log(mean + 1e-3) - minus_log(mean) == pytest.approx(5e-7 * hessian.sum(), rel=1e-6)
