"""Logistic regression: a score s = <w, x> becomes a probability.

    p = sigmoid(s / tau),   sigmoid(u) = 1/(1 + e^-u),   log-odds log(p/(1-p)) = s / tau
    f(w) = (1/n) sum_i log(1 + exp(-y_i <w, x_i>)) + lam |w|^2,   y_i in {-1, +1}

(mean loss + lam |w|^2)

There is no hidden intercept: `with_ones` gives X a column of ones, which is penalised like the
others. scikit-learn minimises C sum_i loss_i + |w|^2 / 2, which is the same problem if lam = 1/(2 n
C).
"""

import numpy as np
from scipy.special import expit

from helpers import check, losses
from helpers.descent.newton import minimise

# ---- scores, odds, probabilities


def with_ones(X):
    """(n, d + 1): a column of ones in front of X (n, d), so that w_0 is the intercept."""
    X = check.rows("X", X)
    return np.column_stack([np.ones(len(X)), X])


def probability(scores, tau=1.0):
    """P(y = +1) = sigmoid(s / tau), entry by entry.

    tau < 1 makes it surer, tau > 1 less sure, 1/2 stays 1/2.
    """
    return expit(np.asarray(scores, dtype=float) / check.positive("temperature tau", tau))


def log_odds(p):
    """log(p / (1 - p)) for 0 < p < 1: the inverse of the sigmoid."""
    p = check.array("p", p)
    if not ((p > 0) & (p < 1)).all():
        raise ValueError("log-odds need probabilities strictly between 0 and 1")
    return np.log(p) - np.log1p(-p)


def confidence(p):
    """max(p, 1 - p): how likely the predicted class is, whichever it is. At least 1/2."""
    p = np.asarray(p, dtype=float)
    return np.maximum(p, 1 - p)


# ---- the objective and its minimiser


def hessian(X, y, lam=0.0):
    """w -> X' diag(p_i (1 - p_i)) X / n + 2 lam I (d, d).

    It is the second derivative of mean loss + lam |w|^2.
    """
    X, y = check.pair(X, y)
    ridge, n = 2 * check.nonnegative("lam", lam) * np.eye(X.shape[1]), len(y)

    def hess(w):
        p = expit(X @ w)
        return X.T @ (X * (p * (1 - p))[:, None]) / n + ridge

    return hess


def fit(X, y, lam=0.0, T=100):
    """The minimiser w (d,) of mean logistic loss + lam |w|^2, by Newton's method; y in {-1, +1}.

    lam = 0 has one only if no plane separates the classes (not even weakly) and the columns of X
    are independent.
    """
    f, grad = losses.objective(losses.logistic, X, y, lam)
    X, y = check.pair(X, y)
    sentence = (
        "at lam = 0 there is no single best w: a plane separates the classes, so longer "
        "is always better, or "
        "columns of X are dependent; take lam > 0"
    )
    try:
        w = minimise(f, grad, hessian(X, y, lam), np.zeros(X.shape[1]), T).last
    except np.linalg.LinAlgError:
        raise ValueError(sentence) from None
    if lam == 0:
        p, Q = (
            expit(X @ w),
            np.linalg.qr(X)[0],
        )  # curvature in each direction, whatever the scale of the columns
        if np.linalg.eigvalsh(Q.T @ (Q * (p * (1 - p))[:, None]))[0] < 1e-7:
            raise ValueError(sentence)
    return w


def best_temperature(scores, y):
    """The tau > 0 that minimises the mean logistic loss of s/tau.

    It is logistic regression on one column, with a = 1/tau.

    inf if the scores carry nothing (a <= 0). ValueError if every sign is right: then tau -> 0 is
    best.
    """
    scores = check.array("scores", scores, ndim=1)
    a = fit(scores[:, None], y)[0]
    return float(1 / a) if a > 0 else np.inf


# ---- separable data: no minimiser, but a direction


def normalised_grad(X, y):
    """w -> grad L(w) / L(w) for the mean logistic loss L, in logarithms.

    It is right even where L is no longer a float.
    """
    X, y = check.pair(X, y)
    Z = y[:, None] * X

    def direction(w):
        m = Z @ w
        log_loss = np.where(
            m > 30, -m, np.log(np.logaddexp(0.0, -np.minimum(m, 30.0)))
        )  # log(1 + e^-m) ~ e^-m
        top = log_loss.max()
        return -np.exp(-np.logaddexp(0.0, m) - top) @ Z / np.exp(log_loss - top).sum()

    return direction


def angle(w, u):
    """The angle in radians between the rows of w (..., d) and u (d,).

    It is accurate near 0: 2 atan2(|a - b|, |a + b|).
    """
    w, u = np.asarray(w, dtype=float), np.asarray(u, dtype=float)
    a, b = w / np.linalg.norm(w, axis=-1, keepdims=True), u / np.linalg.norm(u)
    return 2 * np.arctan2(np.linalg.norm(a - b, axis=-1), np.linalg.norm(a + b, axis=-1))


def separable_loss_bound(gamma, eta, T):
    """1/T + (ln T)^2 / (2 gamma^2 eta T) >= L(w_T) for descent from 0.

    eta <= 1/beta, and the data have margin gamma.

    It is L(u) + |u|^2/(2 eta T), which smooth convex descent promises for every u, at u = (ln T /
    gamma) times the direction of largest margin.
    """
    T = np.asarray(T, dtype=float)
    return 1 / T + np.log(T) ** 2 / (2 * gamma**2 * eta * T)


def norm_needed(loss, r):
    """ln(1/(e^loss - 1)) / r, for |x_i| <= r.

    No w of smaller norm has a mean logistic loss this small.
    """
    return -np.log(np.expm1(loss)) / check.positive("r", r)
