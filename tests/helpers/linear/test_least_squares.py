"""Least squares and ridge against identities, closed forms and brute force."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn import linear_model

from helpers.data import correlated, load, sine, standardise
from helpers.linear.bias_variance import (
    Ladder,
    bias_variance,
    relu_features,
    repeat_ridge,
    ridge_risk,
)
from helpers.linear.least_squares import (
    Ridge,
    augment,
    condition_bound,
    lam_for_radius,
    least_squares,
    legendre,
    objective,
    polynomial,
    posterior,
)

LAMS = np.array([0.0, 1e-6, 1e-3, 0.1, 3.0])
SHAPES = [(30, 4), (6, 6), (4, 9)]


def example(n, d, t=None, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=n if t is None else (n, t))


def numeric(f, w, h=1e-6):
    """Central differences of f at w, any shape."""
    g = np.zeros_like(w)
    for i in np.ndindex(w.shape):
        e = np.zeros_like(w)
        e[i] = h
        g[i] = (f(w + e) - f(w - e)) / (2 * h)
    return g


# least squares


@pytest.mark.parametrize("n, d", SHAPES)
@pytest.mark.parametrize("t", [None, 3])
def test_least_squares_is_the_pseudo_inverse(n, d, t):
    X, y = example(n, d, t)
    fit = least_squares(X, y)
    assert fit.w == pytest.approx(np.linalg.pinv(X) @ y)
    assert fit.rank == min(n, d) and fit.unique == (n >= d)


def test_a_dependent_column_is_reported_and_the_smallest_solution_taken():
    X, y = example(20, 3)
    X = np.column_stack([X, X[:, 0] - X[:, 1]])
    fit = least_squares(X, y)
    other = fit.w + 0.3 * np.array([1, -1, 0, -1])  # along the null space: as good a fit, longer
    assert fit.rank == 3 and not fit.unique
    assert objective(X, y)[0](other) == pytest.approx(objective(X, y)[0](fit.w))
    assert np.linalg.norm(other) > np.linalg.norm(fit.w)
    assert fit.w == pytest.approx(np.linalg.pinv(X) @ y)


@pytest.mark.parametrize("lam", [0, 0.3])
def test_gradient_is_the_derivative_of_the_objective(lam):
    X, y = example(7, 3)
    w = np.random.default_rng(1).normal(size=3)
    assert objective(X, y, lam)[1](w) == pytest.approx(
        numeric(lambda v: objective(X, y, lam)[0](v), w), abs=1e-6
    )


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


# features


def test_the_vandermonde_fit_is_polyfit_in_either_basis():
    x, y = sine(20, np.random.default_rng(0))
    grid = np.linspace(0, 1, 50)
    for M in range(6):
        theirs = np.polyval(np.polyfit(x, y, M), grid)
        assert polynomial(x, M).shape == (20, M + 1)
        assert polynomial([2.0], M)[0].tolist() == [2.0**k for k in range(M + 1)]
        for basis in (polynomial, legendre):
            assert basis(grid, M) @ least_squares(basis(x, M), y).w == pytest.approx(
                theirs, abs=1e-8
            )


def test_legendre_columns_are_orthonormal_for_the_uniform_law_and_well_conditioned():
    nodes, weights = np.polynomial.legendre.leggauss(20)
    P = legendre((nodes + 1) * 1.5 + 2, 9, lo=2, hi=5)
    products = (P * weights[:, None] / 2).T @ P
    assert products == pytest.approx(np.eye(10), abs=1e-12)
    x = np.linspace(0, 1, 100)
    assert np.linalg.cond(legendre(x, 9)) < 3 < 1e6 < np.linalg.cond(polynomial(x, 9))


# bias and variance


def test_bias_squared_plus_variance_is_the_mean_squared_error_exactly():
    P, truth = np.random.default_rng(0).normal(size=(5, 40, 7)), np.arange(7.0)
    parts = bias_variance(P, truth, sigma=0.5)
    assert parts.bias2 + parts.variance == pytest.approx(
        ((P - truth) ** 2).mean(axis=(1, 2)), abs=1e-12
    )
    assert parts.total == pytest.approx(((P - truth) ** 2).mean(axis=(1, 2)) + 0.25)
    assert parts.rows()[:3].sum(axis=0) == pytest.approx(
        parts.rows()[3]
    ) and parts.rows().shape == (4, 5)
    one = bias_variance(np.ones((4, 3)), np.zeros(3))
    assert (one.bias2, one.variance, one.noise) == (1, 0, 0)


def test_the_closed_form_is_what_repetitions_measure(runs=4000):
    rng = np.random.default_rng(0)
    X, Z = correlated(20, 4, 0.8, rng), correlated(6, 4, 0.8, rng)
    w, sigma = np.array([1.0, -2, 0, 3]), 0.6
    ridge = Ridge(X, X @ w)
    P = repeat_ridge(ridge, sigma, LAMS, Z, runs, rng)
    exact = ridge_risk(ridge, sigma, LAMS, Z, Z @ w)
    assert P.shape == (5, runs, 6)
    per_run = ((P - Z @ w) ** 2).mean(axis=2)
    error = 5 * per_run.std(axis=1) / np.sqrt(runs)
    assert np.all(np.abs(per_run.mean(axis=1) - (exact.bias2 + exact.variance)) < error)
    measured = bias_variance(P, Z @ w)
    assert measured.variance == pytest.approx(exact.variance, rel=5 * np.sqrt(2 / runs))
    assert exact.bias2[0] == pytest.approx(
        0, abs=1e-20
    )  # least squares on a linear truth is unbiased
    samples = ridge.with_answers(
        (X @ w)[:, None] + sigma * rng.standard_normal((20, runs))
    )  # drawn the long way
    long = np.swapaxes(samples.predict(Z, LAMS), 1, 2)
    assert long.var(axis=1).mean(axis=1) == pytest.approx(exact.variance, rel=5 * np.sqrt(2 / runs))
    assert np.abs(long.mean(axis=1) - ridge.predict(Z, LAMS)).max() < 5 * long.std(
        axis=1
    ).max() / np.sqrt(runs)
    assert repeat_ridge(ridge, 0.0, 0.3, Z, 2, rng) == pytest.approx(
        np.tile(ridge.predict(Z, 0.3), (2, 1))
    )


def test_in_sample_variance_of_least_squares_is_sigma_squared_d_over_n():
    X, f = example(25, 4)
    parts = ridge_risk(Ridge(X, f), 0.7, 0.0, X, f)
    assert parts.variance == pytest.approx(0.7**2 * 4 / 25) and parts.noise == pytest.approx(0.49)
    assert parts.bias2 == pytest.approx(((least_squares(X, f).w @ X.T - f) ** 2).mean())


def test_bias_grows_and_variance_falls_in_lam():
    x = np.linspace(0, 1, 20)
    grid = np.linspace(0, 1, 101)
    lams = np.geomspace(1e-8, 1e2, 40)
    f, ridge = np.sin(2 * np.pi * x), Ridge(polynomial(x, 9), np.sin(2 * np.pi * x))
    parts = ridge_risk(ridge, 0.2, lams, ridge.X, f)
    assert np.all(np.diff(parts.bias2) > 0) and np.all(np.diff(parts.variance) < 0)
    total = ridge_risk(ridge, 0.2, lams, polynomial(grid, 9), np.sin(2 * np.pi * grid)).total
    assert 0 < total.argmin() < 39


# nested models


def test_nested_models_never_fit_their_training_rows_worse_and_interpolate_from_n_on():
    rng = np.random.default_rng(0)
    X, Z = rng.normal(size=(30, 3)), rng.normal(size=(200, 3))
    psi = relu_features(3, 300, rng)
    y, y_test = np.sin(X[:, 0]) + 0.3 * rng.normal(size=30), np.sin(Z[:, 0])
    ladder = Ladder(psi(X), y, psi(Z), y_test, [1, 5, 10, 20, 30, 40, 100, 300])
    train, test = ladder.errors()
    assert np.all(np.diff(train) <= 1e-12) and np.all(train[5:] < 1e-12)
    assert (
        test.argmax() == 4 and test[-1] < 0.2 * test[4]
    )  # the peak is at D = n, then it falls again
    smooth = ladder.errors(1e-2)[1]
    assert smooth[4] < 0.1 * test[4]
    w = np.linalg.pinv(psi(X)[:, :40]) @ y
    assert test[5] == pytest.approx(((psi(Z)[:, :40] @ w - y_test) ** 2).mean())


def test_relu_features_are_flat_on_one_side_and_rise_with_slope_one_on_the_other():
    psi, far = relu_features(3, 50, np.random.default_rng(0)), 1e6
    up, down = psi(far * np.eye(3)), psi(-far * np.eye(3))
    assert not np.minimum(up, down).any()  # zero on one of the two sides
    slopes = np.maximum(up, down) / far
    assert (slopes**2).sum(axis=0) == pytest.approx(np.ones(50), abs=1e-4)
    assert 0.3 < (psi(np.zeros((1, 3))) > 0).mean() < 0.7 and psi(np.zeros((1, 3))).max() <= 1


def test_ladder_takes_several_answers_at_once():
    X, Y = example(12, 6, t=3)
    Z, Yz = example(9, 6, t=3, seed=1)
    both = Ladder(X, Y, Z, Yz, [2, 6]).errors(0.1)
    single = [Ladder(X, Y[:, k], Z, Yz[:, k], [2, 6]).errors(0.1) for k in range(3)]
    assert np.array(both) == pytest.approx(np.moveaxis(np.array(single), 0, -1))
    again = Ladder(X, Y[:, 0], Z, Yz[:, 0], [2, 6]).with_answers(Y, Yz)
    assert np.array(again.errors(0.1)) == pytest.approx(np.array(both))


def test_real_data_agrees_with_scikit_learn():
    raw = load("diabetes")
    X, y = standardise(raw.X), raw.y - raw.y.mean()
    theirs = linear_model.Ridge(alpha=442 * 0.05).fit(X, y)
    assert Ridge(X, y).w(0.05) == pytest.approx(
        theirs.coef_
    ) and theirs.intercept_ == pytest.approx(0, abs=1e-9)


# bad input


@pytest.mark.parametrize(
    "bad",
    [
        lambda X, y: Ridge(X, y[:-1]),
        lambda X, y: Ridge(X, y).w(-1),
        lambda X, y: Ridge(X, y).w(np.nan),
        lambda X, y: Ridge(X * np.nan, y),
        lambda X, y: Ridge(X, y).w([]),
        lambda X, y: augment(X, y, -1),
        lambda X, y: lam_for_radius(X, y, 0),
        lambda X, y: posterior(X, y, 0, 1),
        lambda X, y: condition_bound(X, 0),
        lambda X, y: polynomial(y, -1),
        lambda X, y: polynomial(y, 1.5),
        lambda X, y: legendre(y, 2, 1, 0),
        lambda X, y: Ridge(X, y).predict(X[:, :1], 1),
        lambda X, y: Ladder(X, y, X, y, [9]),
        lambda X, y: bias_variance(X, y),
        lambda X, y: objective(X, y, -1),
        lambda X, y: Ridge([], []),
    ],
)
def test_bad_input_is_one_sentence(bad):
    with pytest.raises(ValueError):
        bad(*example(5, 2))
