"""Gradient descent, Newton's method and conjugate gradients beside SciPy and scikit-learn."""

import numpy as np
from scipy import optimize
from scipy.sparse.linalg import cg
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from helpers import losses
from helpers.descent import newton, optim, problems


def rivals(rng):
    yield from first_order(rng)
    yield from second_order(rng)
    yield from quadratics()


def problem(rng):
    """Logistic regression of 300 examples with five features: (X, y, lam, f, grad)."""
    X, lam = rng.normal(size=(300, 5)), 0.01
    y = np.where(X @ rng.normal(size=5) + rng.normal(size=300) > 0, 1.0, -1.0)
    return X, y, lam, *losses.objective(losses.logistic, X, y, lam)


def first_order(rng):
    X, _, lam, f, grad = problem(rng)
    eta = 1 / losses.constants(losses.logistic, X, lam)[1]
    close, small = optim.small_gradient(1e-8), {"gtol": 1e-8}
    yield (
        "logistic regression by gradient descent, n = 300, d = 5",
        lambda: optim.gradient_descent(grad, np.zeros(5), eta, 5000, stop=close).last,
        lambda: optimize.minimize(f, np.zeros(5), jac=grad, method="BFGS", options=small).x,
        1e-6,
        "BFGS: gradient descent does not see curvature, and keeps its whole path",
    )
    yield (
        "the same with Nesterov's momentum, 150 steps",
        lambda: optim.nesterov(grad, np.zeros(5), eta, 150, 2 * lam).last,
        lambda: optimize.minimize(f, np.zeros(5), jac=grad, method="BFGS", options=small).x,
        1e-4,
        "BFGS",
    )


def second_order(rng):
    X, y, lam, _, grad = problem(rng)

    def hess(w):
        p = expit(X @ w)
        return (X * (p * (1 - p))[:, None]).T @ X / 300 + 2 * lam * np.eye(5)

    def sklearn(solver):
        how = dict(fit_intercept=False, solver=solver, tol=1e-10, max_iter=1000)
        return LogisticRegression(C=1 / (2 * 300 * lam), **how).fit(X, y).coef_[0]

    yield (
        "the same by Newton's method, 7 steps",
        lambda: newton.newton(grad, hess, np.zeros(5), 7).last,
        lambda: sklearn("newton-cholesky"),
        1e-6,
        "scikit-learn's Newton",
    )
    yield (
        "the same by Newton's method beside L-BFGS",
        lambda: newton.newton(grad, hess, np.zeros(5), 7).last,
        lambda: sklearn("lbfgs"),
        1e-5,
        "scikit-learn's L-BFGS",
    )


def quadratics():
    q = problems.chain(300, 100.0)
    yield (
        "conjugate gradients, d = 300, 60 steps",
        lambda: newton.conjugate_gradient(q.A, q.b, np.zeros(300), 60).last,
        lambda: cg(q.A, q.b, rtol=0, atol=0, maxiter=60)[0],
        1e-8,
        "SciPy's cg",
    )
    v = problems.valley(30.0)
    yield (
        "1000 steps of descent, d = 2, closed form beside our loop",
        lambda: optim.quadratic_path(v.A, v.b, [1, 1], 0.5, 1000).w,
        lambda: optim.gradient_descent(v.grad, [1, 1], 0.5, 1000).w,
        1e-12,
        "",
    )
