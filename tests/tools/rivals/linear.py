"""Least squares, ridge and lasso beside scikit-learn."""

import numpy as np
from sklearn import linear_model
from sklearn.linear_model import Lasso

from helpers.linear import lasso
from helpers.linear.least_squares import Ridge, least_squares


def rivals(rng):
    yield from linear(rng)
    yield from sparse(rng)


def linear(rng):

    X, lams = rng.normal(size=(200, 10)), np.geomspace(1e-4, 10, 50)
    y = X @ rng.normal(size=10) + rng.normal(size=200)

    def sklearn_path():
        return [
            linear_model.Ridge(alpha=200 * lam, fit_intercept=False).fit(X, y).coef_ for lam in lams
        ]

    def sklearn_loo():
        return (
            linear_model.RidgeCV(alphas=200 * lams, fit_intercept=False, store_cv_results=True)
            .fit(X, y)
            .cv_results_
        )

    yield (
        "ridge, 1 λ, n = 200, d = 10",
        lambda: Ridge(X, y).w(0.1),
        lambda: linear_model.Ridge(alpha=20, fit_intercept=False).fit(X, y).coef_,
        1e-10,
        "",
    )
    yield (
        "ridge path, 50 λ",
        lambda: Ridge(X, y).w(lams),
        sklearn_path,
        1e-10,
        "one SVD serves all λ",
    )
    yield "leave-one-out, 50 λ", lambda: Ridge(X, y).loo(lams).T ** 2, sklearn_loo, 1e-8, "RidgeCV"
    yield (
        "least squares",
        lambda: least_squares(X, y).w,
        lambda: linear_model.LinearRegression(fit_intercept=False).fit(X, y).coef_,
        1e-10,
        "",
    )


def sparse(rng):

    X = rng.normal(size=(200, 30))
    y = X[:, :4] @ [2.0, -1.0, 1.0, 0.5] + rng.normal(size=200)
    yield (
        "lasso, n = 200, d = 30",
        lambda: lasso.lasso(X, y, 0.1),
        lambda: Lasso(alpha=0.05, fit_intercept=False, tol=1e-10, max_iter=10_000).fit(X, y).coef_,
        1e-6,
        "",
    )
