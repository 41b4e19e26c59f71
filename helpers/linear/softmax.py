"""Softmax regression: c classes, one column of W (d, c) and one score for each.

    P_ik = exp(s_ik / tau) / sum_l exp(s_il / tau),   S = X W,   y_i in {0, ..., c - 1}
    f(W) = -(1/n) sum_i log P_{i, y_i} + lam |W|^2,   gradient  X'(P - Y)/n + 2 lam W

(mean loss + lam |W|^2)

Adding one vector to all columns of W changes no probability, so only lam > 0 gives a single
minimiser; its columns sum to zero. As for `logistic`, scikit-learn's C is lam = 1/(2 n C).
"""

import numpy as np
from scipy import special

from helpers import check
from helpers.descent.newton import minimise


def softmax(S, tau=1.0):
    """Rows of scores S (..., c) to rows of probabilities.

    e^(s_k/tau) over its sum along the row.
    """
    u = np.asarray(S, dtype=float) / check.positive("temperature tau", tau)
    return special.softmax(u, axis=-1)


def entropy(P):
    """-sum_k P_k log P_k along the last axis.

    It is 0 for a corner of the simplex, and log c at its centre.
    """
    P = np.asarray(P, dtype=float)
    return -(P * np.log(np.where(P > 0, P, 1.0))).sum(axis=-1)


def one_hot(y, c):
    """(n, c): row i is 1 at y_i and 0 elsewhere."""
    return np.eye(c)[check.classes("y", y, c)[0]]


def objective(X, y, lam=0.0, c=None):
    """(f, grad) of w = W.ravel() (dc,): -mean log P_{i, y_i} + lam |W|^2."""
    X, y, c = check.class_pair(X, y, c)
    lam, Y = check.nonnegative("lam", lam), one_hot(y, c)
    n, d = X.shape

    def f(w):
        S = X @ w.reshape(d, c)
        return np.mean(special.logsumexp(S, axis=1) - (S * Y).sum(axis=1)) + lam * w @ w

    def grad(w):
        return (X.T @ (softmax(X @ w.reshape(d, c)) - Y) / n).ravel() + 2 * lam * w

    return f, grad


def hessian(X, y, lam=0.0, c=None):
    """w -> the second derivative (dc, dc) of `objective`."""
    X, y, c = check.class_pair(X, y, c)
    n, d = X.shape
    ridge = 2 * check.nonnegative("lam", lam) * np.eye(d * c)

    def hess(w):
        P = softmax(
            X @ w.reshape(d, c)
        )  # diag(p) - pp' for each row, spread by x x': the two parts apart
        Z = (X[:, :, None] * P[:, None, :]).reshape(n, d * c)
        H = -(Z.T @ Z).reshape(d, c, d, c)
        for k in range(c):
            H[:, k, :, k] += X.T @ Z[:, k::c]
        return H.reshape(d * c, d * c) / n + ridge

    return hess


def fit(X, y, lam, c=None):
    """The minimiser W (d, c) of mean softmax loss + lam |W|^2, lam > 0, by Newton's method."""
    X, y, c = check.class_pair(X, y, c)
    f, grad = objective(X, y, check.positive("lam", lam), c)
    start = np.zeros(X.shape[1] * c)
    return minimise(f, grad, hessian(X, y, lam, c), start).last.reshape(-1, c)


def simplex_points(P):
    """(..., 2): probabilities of three classes as points of a triangle.

    Its corners are (0, 0), (1, 0), (1/2, sqrt(3)/2).
    """
    P = np.asarray(P, dtype=float)
    return P @ np.array([[0, 0], [1, 0], [0.5, 3**0.5 / 2]])
