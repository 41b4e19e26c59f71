"""Least squares and ridge against identities, closed forms and brute force."""

import numpy as np
import pytest
from sklearn import linear_model

from helpers.data import load, sine, standardise
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
from lessons.n04_least_squares.bias_variance import (
    Ladder,
    bias_variance,
)

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
