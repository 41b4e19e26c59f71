"""The lasso: penalties |w|_p, soft thresholding, coordinate descent, path, certificates."""

import numpy as np

from helpers import check, losses
from helpers.trace import Trace

# ---- penalties and the rules they make for one coefficient


def power(w, p):
    """sum_j |w_j|^p over the last axis: the count of non-zeros at p = 0, |w|_p^p else."""
    w, p = np.abs(np.asarray(w, dtype=float)), check.nonnegative("p", p)
    return (w > 0).sum(axis=-1).astype(float) if p == 0 else (w**p).sum(axis=-1)


def soft(z, t):
    """sign(z) max(|z| - t, 0): the soft threshold."""
    return np.sign(z) * np.maximum(np.abs(z) - t, 0.0)


def shrink(b, lam, p, s=1.0):
    """The minimiser of s^2 (w - b)^2 + lam |w|^p for p = 0, 1, 2; arrays broadcast.

    |w|^0 counts w != 0.

    This is one coefficient of X'X = diag(s^2) with least squares coefficient b, for sum of squares
    + lam |w|^p: b s^2/(s^2 + lam) for p = 2, soft threshold at lam/(2 s^2) for p = 1, kept if s^2
    b^2 > lam for p = 0.
    """
    b, a = np.asarray(b, dtype=float), np.square(np.asarray(s, dtype=float))
    lam = check.nonnegative("lam", lam)
    if not (a > 0).all():
        raise ValueError("s must not be zero: a column of zeros says nothing about its coefficient")
    rules = {
        0: lambda: np.where(a * b**2 > lam, b, 0.0),
        1: lambda: soft(b, lam / (2 * a)),
        2: lambda: b * (a / (a + lam)),
    }
    return rules[check.one_of("p", p, (0, 1, 2))]()


# ---- the lasso


def objective(X, y, lam):
    """(f, grad) of |X w - y|^2 / n + lam |w|_1 at points (..., d); grad is one subgradient."""
    fit, slope = losses.objective(losses.squared, X, y)
    lam = check.nonnegative("lam", lam)
    return lambda w: fit(w) + lam * np.abs(w).sum(axis=-1), lambda w: slope(w) + lam * np.sign(w)


def lam_max(X, y):
    """(2/n) max_j |x_j'y|: the smallest lam at which the lasso is w = 0."""
    X, y = check.pair(X, y)
    return 2 / len(X) * np.abs(X.T @ y).max()


def kkt_residual(w, X, y, lam):
    """How far w (d,) or (..., d) is from the KKT conditions, in the worst coordinate.

    It is 0 exactly at the solutions.
    """
    X, y = check.pair(X, y)
    w = np.asarray(w, dtype=float)
    g = 2 / len(X) * (y - w @ X.T) @ X
    off = np.where(w != 0, np.abs(g - lam * np.sign(w)), np.maximum(np.abs(g) - lam, 0.0))
    return off.max(axis=-1)


def duality_gap(w, X, y, lam):
    """P(w) - D(theta) >= P(w) - min P.

    theta is the residual, shrunk until |(2/n) X'theta| <= lam everywhere.

    D(theta) = (2 theta'y - |theta|^2) / n; mean squared residual + lam |w|_1. It needs no knowledge
    of the solution.
    """
    X, y = check.pair(X, y)
    r = y - X @ np.asarray(w, dtype=float)
    slope = 2 / len(X) * np.abs(X.T @ r).max()
    theta = r * min(1.0, lam / slope) if slope > 0 else r
    return float(objective(X, y, lam)[0](w) - (2 * theta @ y - theta @ theta) / len(X))


def coordinate_descent(X, y, lam, T, w0=None):
    """T sweeps over the coordinates, each set to its best value given the others.

    w_j = soft(c_j, lam/2) / a_j.

    a_j = |x_j|^2/n and c_j = x_j'(residual without j)/n. Mean squared residual + lam |w|_1. A
    column of zeros keeps w_j = 0. One recorded point per sweep; v is the way back, so that w_{t+1}
    = w_t - v_t.
    """
    X, y = check.pair(X, y)
    (n, d), half = X.shape, check.nonnegative("lam", lam) / 2
    G, w = (
        X.T @ X / n,
        np.zeros(d) if w0 is None else check.array("w0", w0, shape=(X.shape[1],)).copy(),
    )
    g, points = X.T @ y / n - G @ w, [w.copy()]  # g = x_j'(y - X w)/n, kept up to date
    for _ in range(check.whole("T", T, low=0)):
        for j in range(d):
            if G[j, j] > 0:
                new = soft(g[j] + G[j, j] * w[j], half) / G[j, j]
                if new != w[j]:
                    g -= G[j] * (new - w[j])
                    w[j] = new
        points.append(w.copy())
    points = np.array(points)
    return Trace(points, points[:-1] - points[1:], np.ones(len(points) - 1))


def lasso(X, y, lam, w0=None, tol=1e-10):
    """The minimiser (d,) of mean squared residual + lam |w|_1.

    Sweeps determine support and signs, solves finish it.
    """
    X, y = check.pair(X, y)
    w = coordinate_descent(X, y, lam, 5, w0).last
    for _ in range(200):
        w = _settle(w, X, y, lam)
        if kkt_residual(w, X, y, lam) <= tol * max(1.0, lam):
            break
        w = coordinate_descent(X, y, lam, 20, w).last
    return w


def _settle(w, X, y, lam):
    """The lowest point among the vectors with w's signs.

    While the signs stand P is a quadratic, so step to its floor.

    A coefficient that would change its sign on the way is stopped at 0 and leaves; then the rest
    steps again.
    """
    w = w.copy()
    for _ in range(len(w)):
        S = np.flatnonzero(w)
        if not len(S):
            break
        A, A_plus = X[:, S], np.linalg.pinv(X[:, S])
        slope = A.T @ (y - A @ w[S]) - len(X) * lam / 2 * np.sign(w[S])
        flat = slope - A_plus @ (
            A @ slope
        )  # where the residual does not change, only |w|_1 does: go until one is 0
        free = np.linalg.norm(flat) > 1e-8 * len(X) * max(lam, 1e-300)
        way, limit = (flat, np.inf) if free else (A_plus @ (A_plus.T @ slope), 1.0)
        until = np.where(w[S] * way < 0, -w[S] / np.where(way == 0, 1.0, way), np.inf)
        step = min(limit, until.min())
        if not np.isfinite(step):
            break
        w[S] += step * way
        if step < until.min():
            break
        w[S[until <= step]] = 0.0
    return w


def lasso_path(X, y, lams):
    """(L, d): the lasso for each lam, largest first inside, each started from the one before."""
    lams, w = check.array("lams", lams, ndim=1), None
    out = np.empty((len(lams), check.rows("X", X).shape[1]))
    for i in np.argsort(-lams):
        w = out[i] = lasso(X, y, lams[i], w)
    return out


# ---- contours that touch a ball, in the plane


def ball_edge(p, radius=1.0, k=360):
    """(4k + 1, 2) points of |w|_p = radius, closed, with the four corners among them."""
    return _at_angle(np.linspace(0, 2 * np.pi, 4 * k + 1), p, radius)


def _at_angle(angle, p, radius):
    """The points of |w|_p = radius in these directions, (..., 2); a corner has an exact zero."""
    u = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    u[np.abs(u) < 1e-12] = 0.0
    return radius * u / power(u, check.positive("p", p))[..., None] ** (1 / p)


def touching(A, c, p, radius=1.0, zooms=12):
    """(B, 2): where the contours of (w - c)'A(w - c) first touch |w|_p <= radius, any p > 0.

    There are B centres c (B, 2), and A is (2, 2) or (B, 2, 2). A centre inside the ball is its own
    answer.

    The best of 180 points of the edge, then of nine around it, each time four times closer: a
    corner that is best stays, and its zero is exact.
    """
    A, c = np.asarray(A, dtype=float), np.asarray(c, dtype=float)
    width, best, rows = np.pi / 90, np.zeros(len(c)), np.arange(len(c))
    offsets = width * np.arange(180.0)
    points = np.broadcast_to(_at_angle(offsets, p, radius), (len(c), 180, 2))
    for _ in range(1 + zooms):
        away = points - c[:, None, :]
        at = ((away @ A) * away).sum(axis=-1).argmin(axis=1)
        best, nearest = best + offsets[at], points[rows, at]
        offsets, width = width * np.linspace(-1, 1, 9), width / 4
        points = _at_angle(best[:, None] + offsets, p, radius)
    return np.where((power(c, p) <= radius**p)[:, None], c, nearest)


def corner_cell(A, p, radius, directions=181, reach=40.0):
    """(k, 2): the edge of the set of centres c whose contours touch in the corner (radius, 0).

    They touch |w|_p <= radius; the set is cut off at `reach`; A is (2, 2).

    Each other point w of the ball forbids a half-plane of centres, those to which it is nearer. So
    in the coordinates m = A(c - corner) the set goes as far as min |w - corner|_A^2 / 2m'(w -
    corner) in every direction.
    """
    way = ball_edge(p, radius, 90)[1:-1] - [radius, 0.0]
    angle = np.linspace(-np.pi, np.pi, directions)
    m = np.column_stack([np.cos(angle), np.sin(angle)])
    along = m @ way.T
    cost = ((way @ A) * way).sum(axis=1) / 2
    far = np.where(along > 1e-12, cost / np.where(along > 1e-12, along, 1.0), reach).min(axis=1)
    return np.linalg.solve(A, (np.minimum(far, reach)[:, None] * m).T).T + [radius, 0.0]


# ---- what the optimiser chooses


def descent_limit(X, y, w0):
    """X^+ y + (I - X^+ X) w0: where gradient descent on |X w - y|^2 ends from w0.

    The part that X cannot see never moves.
    """
    X, y = check.pair(X, y)
    P = np.linalg.pinv(X)
    return P @ y + w0 - P @ (X @ np.asarray(w0, dtype=float))
