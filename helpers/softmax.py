"""Softmax regression: c classes, one column of W (d, c) and one score for each.

    P_ik = exp(s_ik / tau) / sum_l exp(s_il / tau),   S = X W,   y_i in {0, ..., c - 1}
    f(W) = -(1/n) sum_i log P_{i, y_i} + lam |W|^2,   gradient  X'(P - Y)/n + 2 lam W    (mean loss + lam |W|^2)

Adding one vector to all columns of W changes no probability, so only lam > 0 gives a single minimiser; its columns sum
to zero. As for `logistic`, scikit-learn's C is lam = 1/(2 n C).
"""
import numpy as np
from scipy.special import logsumexp

from helpers import check
from helpers.logistic import minimise


def softmax(S, tau=1.0):
    """Rows of scores S (..., c) to rows of probabilities: e^(s_k/tau) over its sum along the row."""
    u = np.asarray(S, dtype=float) / check.positive("temperature tau", tau)
    e = np.exp(u - u.max(axis=-1, keepdims=True))  # the shift changes nothing, and the largest exponent is 0
    return e / e.sum(axis=-1, keepdims=True)


def entropy(P):
    """-sum_k P_k log P_k along the last axis: 0 for a corner of the simplex, log c at its centre."""
    P = np.asarray(P, dtype=float)
    return -(P * np.log(np.where(P > 0, P, 1.0))).sum(axis=-1)


def one_hot(y, c):
    """(n, c): row i is 1 at y_i and 0 elsewhere."""
    return np.eye(check.whole("c", c, low=2))[_labels(y, c)]


def objective(X, y, c, lam=0.0):
    """(f, grad, hess) of w = W.ravel() (dc,): -mean log P_{i, y_i} + lam |W|^2."""
    X, Y = check.rows("X", X), one_hot(y, c)
    n, d = X.shape
    lam = check.nonnegative("lam", lam)
    if len(Y) != n:
        raise ValueError(f"X has {n} rows but y has {len(Y)} entries: one answer per row is needed")

    def f(w):
        S = X @ w.reshape(d, c)
        return np.mean(logsumexp(S, axis=1) - (S * Y).sum(axis=1)) + lam * w @ w

    def grad(w):
        return (X.T @ (softmax(X @ w.reshape(d, c)) - Y) / n).ravel() + 2 * lam * w

    def hess(w):
        P = softmax(X @ w.reshape(d, c))  # diag(p) - pp' for each row, spread by x x': the two parts apart
        Z = (X[:, :, None] * P[:, None, :]).reshape(n, d * c)
        H = -(Z.T @ Z).reshape(d, c, d, c)
        for k in range(c):
            H[:, k, :, k] += X.T @ Z[:, k::c]
        return H.reshape(d * c, d * c) / n + 2 * lam * np.eye(d * c)

    return f, grad, hess


def fit(X, y, c, lam):
    """The minimiser W (d, c) of mean softmax loss + lam |W|^2, lam > 0, by Newton's method."""
    d = check.rows("X", X).shape[1]
    f, grad, hess = objective(X, y, c, check.positive("lam", lam))
    return minimise(f, grad, hess, np.zeros(d * c)).last.reshape(d, c)


def simplex_points(P):
    """(..., 2): probabilities of three classes as points of the triangle (0, 0), (1, 0), (1/2, sqrt(3)/2)."""
    P = np.asarray(P, dtype=float)
    return P @ np.array([[0, 0], [1, 0], [0.5, 3**0.5 / 2]])


def _labels(y, c):
    y = check.array("y", y, ndim=1)
    if not np.isin(y, np.arange(c)).all():
        raise ValueError(f"y must hold the classes 0, ..., {c - 1}, but it holds {np.unique(y)[:6]}")
    return y.astype(int)
