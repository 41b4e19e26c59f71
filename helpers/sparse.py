"""Sparse linear models: penalties |w|_p, the lasso by coordinate descent, best subsets, and recovery by the l1 norm.

    lasso:  P(w) = |X w - y|^2 / n + lam |w|_1        mean squared residual + lam |w|_1, no hidden intercept

A source that penalises the sum, |X w - y|^2 + lam' |w|_1, has lam' = n lam; scikit-learn's Lasso halves the mean,
so its alpha is lam / 2. With g = (2/n) X'(y - X w) the solution is known by its KKT conditions: g_j = lam sign(w_j)
where w_j is not zero, and |g_j| <= lam where it is.
"""
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from scipy.optimize import linprog
from scipy.special import ndtr

from helpers import check
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
    """The minimiser of s^2 (w - b)^2 + lam |w|^p for p = 0, 1, 2 (|w|^0 counts w != 0); arrays broadcast.

    This is one coefficient of X'X = diag(s^2) with least squares coefficient b, for sum of squares + lam |w|^p:
    b s^2/(s^2 + lam) for p = 2, soft threshold at lam/(2 s^2) for p = 1, kept if s^2 b^2 > lam for p = 0.
    """
    b, a = np.asarray(b, dtype=float), np.square(np.asarray(s, dtype=float))
    lam = check.nonnegative("lam", lam)
    if not (a > 0).all():
        raise ValueError("s must not be zero: a column of zeros says nothing about its coefficient")
    rules = {0: lambda: np.where(a * b**2 > lam, b, 0.0), 1: lambda: soft(b, lam / (2 * a)),
             2: lambda: b * (a / (a + lam))}
    return rules[check.one_of("p", p, (0, 1, 2))]()


# ---- the lasso


def lasso_objective(w, X, y, lam):
    """|X w - y|^2 / n + lam |w|_1 for w (d,) or many (..., d)."""
    X, y = check.pair(X, y)
    w = np.asarray(w, dtype=float)
    return ((w @ X.T - y) ** 2).mean(axis=-1) + check.nonnegative("lam", lam) * np.abs(w).sum(axis=-1)


def lam_max(X, y):
    """(2/n) max_j |x_j'y|: the smallest lam at which the lasso is w = 0."""
    X, y = check.pair(X, y)
    return 2 / len(X) * np.abs(X.T @ y).max()


def kkt_residual(w, X, y, lam):
    """How far w (d,) or (..., d) is from the KKT conditions, in the worst coordinate: 0 exactly at the solutions."""
    X, y = check.pair(X, y)
    w = np.asarray(w, dtype=float)
    g = 2 / len(X) * (y - w @ X.T) @ X
    off = np.where(w != 0, np.abs(g - lam * np.sign(w)), np.maximum(np.abs(g) - lam, 0.0))
    return off.max(axis=-1)


def duality_gap(w, X, y, lam):
    """P(w) - D(theta) >= P(w) - min P, for theta = the residual, shrunk until |(2/n) X'theta| <= lam everywhere.

    D(theta) = (2 theta'y - |theta|^2) / n; mean squared residual + lam |w|_1. It needs no knowledge of the solution.
    """
    X, y = check.pair(X, y)
    r = y - X @ np.asarray(w, dtype=float)
    slope = 2 / len(X) * np.abs(X.T @ r).max()
    theta = r * min(1.0, lam / slope) if slope > 0 else r
    return float(lasso_objective(w, X, y, lam) - (2 * theta @ y - theta @ theta) / len(X))


def coordinate_descent(X, y, lam, T, w0=None):
    """T sweeps over the coordinates, each set to its best value given the others: w_j = soft(c_j, lam/2) / a_j.

    a_j = |x_j|^2/n and c_j = x_j'(residual without j)/n. Mean squared residual + lam |w|_1. A column of zeros keeps
    w_j = 0. One recorded point per sweep; v is the way back, so that w_{t+1} = w_t - v_t.
    """
    X, y = check.pair(X, y)
    (n, d), half = X.shape, check.nonnegative("lam", lam) / 2
    G, w = X.T @ X / n, np.zeros(d) if w0 is None else check.array("w0", w0, shape=(X.shape[1],)).copy()
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
    """The minimiser (d,) of mean squared residual + lam |w|_1: sweeps find support and signs, solves finish it."""
    X, y = check.pair(X, y)
    w = coordinate_descent(X, y, lam, 5, w0).last
    for _ in range(200):
        w = _settle(w, X, y, lam)
        if kkt_residual(w, X, y, lam) <= tol * max(1.0, lam):
            break
        w = coordinate_descent(X, y, lam, 20, w).last
    return w


def _settle(w, X, y, lam):
    """The lowest point among the vectors with w's signs: while the signs stand P is a quadratic, so step to its floor.

    A coefficient that would change its sign on the way is stopped at 0 and leaves; then the rest steps again.
    """
    w = w.copy()
    for _ in range(len(w)):
        S = np.flatnonzero(w)
        if not len(S):
            break
        A, A_plus = X[:, S], np.linalg.pinv(X[:, S])
        slope = A.T @ (y - A @ w[S]) - len(X) * lam / 2 * np.sign(w[S])
        flat = slope - A_plus @ (A @ slope)  # where the residual does not change, only |w|_1 does: go until one is 0
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


# ---- counting: l0 by looking at every subset


@dataclass(frozen=True)
class Subsets:
    """Best mean squared residual for k = 0, ..., d coefficients, the columns that reach it, and how many were tried."""

    risk: np.ndarray
    columns: tuple
    tried: int


def best_subset(X, y):
    """Every one of the 2^d subsets of columns (d <= 16): min |X w - y|^2 / n subject to |w|_0 <= k, for each k."""
    X, y = check.pair(X, y)
    (n, d), G, c = X.shape, X.T @ X, X.T @ y
    if d > 16:
        raise ValueError(f"X has {d} columns, that is 2^{d} subsets: at most 16 columns can be searched")
    risk, columns = [y @ y / n], [()]
    for k in range(1, d + 1):
        S = np.array(list(combinations(range(d), k)))
        w = np.linalg.solve(G[S[:, :, None], S[:, None, :]] + 1e-12 * np.eye(k) * G.max(), c[S][..., None])[..., 0]
        left = (y @ y - (c[S] * w).sum(axis=-1)) / n
        best = int(left.argmin())
        w = np.linalg.lstsq(X[:, S[best]], y, rcond=None)[0]  # again without the rounding of normal equations
        risk.append(min(((y - X[:, S[best]] @ w) ** 2).mean(), risk[-1]))
        columns.append(tuple(int(j) for j in S[best]))
    return Subsets(np.array(risk), tuple(columns), 2**d)


def greedy(X, y):
    """Forward selection: always add the column that lowers the mean squared residual most; 1 + d(d+1)/2 fits."""
    X, y = check.pair(X, y)
    chosen, risk = [], [y @ y / len(y)]

    def left(S):
        return ((y - X[:, S] @ np.linalg.lstsq(X[:, S], y, rcond=None)[0]) ** 2).mean()

    while len(chosen) < X.shape[1]:
        trials = {j: left([*chosen, j]) for j in range(X.shape[1]) if j not in chosen}
        chosen.append(min(trials, key=trials.get))
        risk.append(trials[chosen[-1]])
    return Subsets(np.array(risk), tuple(tuple(chosen[:k]) for k in range(len(risk))), 1 + comb(len(risk), 2))


def reached(risk):
    """The k that minimise risk_k + lam k for some lam >= 0: those on the lower convex hull of the falling curve."""
    risk = check.array("risk", risk, ndim=1)
    k = np.arange(len(risk))
    ends = [(max([0.0, *((risk[i] - risk[i + 1:]) / (k[i + 1:] - i))]),
             min([np.inf, *((risk[:i] - risk[i]) / (i - k[:i]))])) for i in k]
    return [int(i) for i, (low, high) in zip(k, ends) if low <= high]


def log_count(d, s):
    """log(C(d, s) 2^s): how many vectors in {-1, 0, 1}^d have s non-zeros; at most s log d + s log 2."""
    return float(np.log(comb(check.whole("d", d), check.whole("s", s, low=0))) + s * np.log(2))


# ---- contours that touch a ball, in the plane


def ball_edge(p, radius=1.0, k=360):
    """(4k + 1, 2) points of |w|_p = radius, closed, with the four corners among them."""
    angle = np.linspace(0, 2 * np.pi, 4 * k + 1)
    u = np.column_stack([np.cos(angle), np.sin(angle)])
    u[np.abs(u) < 1e-12] = 0.0
    return radius * u / power(u, check.positive("p", p))[:, None] ** (1 / p)


def touching(A, c, p, radius=1.0):
    """(B, 2): where the contours of (w - c)'A(w - c) first touch |w|_p <= radius, for B pairs A (B, 2, 2), c (B, 2).

    Found among the points of `ball_edge`; every c must lie outside the ball.
    """
    A, c, edge = np.asarray(A, dtype=float), np.asarray(c, dtype=float), ball_edge(p, radius)
    away = edge - c[:, None, :]
    return edge[np.einsum("bki,bij,bkj->bk", away, A, away).argmin(axis=1)]


def penalised_plane(A, c, lam, p, zooms=14):
    """(L, 2): for each of L lam the global minimiser of (w - c)'A(w - c) + lam sum |w_j|^p in the plane, any p > 0.

    The best of four: the origin, a point on each axis, a point off the axes. So a zero is exactly 0, and for p < 1,
    where each of the four may be a local minimum, they are compared rather than hoped for.
    """
    A, c = check.array("A", A, shape=(2, 2)), check.array("c", c, shape=(2,))
    lam, p = np.atleast_1d(np.asarray(lam, dtype=float)), check.positive("p", p)
    best, lowest = np.zeros((len(lam), 2)), np.full(len(lam), c @ A @ c)
    for free in ((True, False), (False, True), (True, True)):
        w, value = _zoom(A, c, lam, p, free, zooms)
        better = value < lowest - 1e-13
        best[better], lowest[better] = w[better], value[better]
    return best


def _zoom(A, c, lam, p, free, zooms):
    """Grid search for all lam at once with the coordinates that are not `free` at 0; a zoom keeps a fifth."""
    half = np.sqrt(c @ A @ c / np.linalg.eigvalsh(A)[0]) + np.abs(c).max() + 1e-9  # no minimiser is further out
    centre, steps, rows = np.zeros((len(lam), 2)), np.linspace(-1, 1, 61), np.arange(len(lam))
    for _ in range(zooms):
        x, y = (centre[:, i, None] + half * (steps if free[i] else np.zeros(1)) for i in (0, 1))
        u, v = x - c[0], y - c[1]
        value = ((A[0, 0] * u**2 + lam[:, None] * np.abs(x) ** p)[:, :, None]
                 + (A[1, 1] * v**2 + lam[:, None] * np.abs(y) ** p)[:, None, :]
                 + 2 * A[0, 1] * u[:, :, None] * v[:, None, :]).reshape(len(lam), -1)
        at = value.argmin(axis=1)
        centre = np.column_stack([x[rows, at // y.shape[1]], y[rows, at % y.shape[1]]])
        half, steps = half / 5, np.linspace(-1, 1, 15)
    return centre, value[rows, at]


# ---- recovery from few equations


def basis_pursuit(X, y):
    """The w (d,) of smallest |w|_1 with X w = y, by linear programming: w = u - v, u, v >= 0."""
    X, y = check.pair(X, y)
    answer = linprog(np.ones(2 * X.shape[1]), A_eq=np.hstack([X, -X]), b_eq=y, method="highs")
    if answer.x is None:
        raise ValueError("X w = y has no solution")
    return answer.x[: X.shape[1]] - answer.x[X.shape[1]:]


def sparse_signals(s, d, runs, rng):
    """w (runs, d): s entries +-1 at random places, the rest 0."""
    s, d = check.whole("s", s), check.whole("d", d)
    if s > d:
        raise ValueError(f"s = {s} non-zeros do not fit into d = {d} coefficients")
    return rng.permuted(np.where(np.arange(d) < s, rng.choice([-1.0, 1.0], size=(runs, d)), 0.0), axis=1)


def least_l1(X, W, T=300):
    """(runs, d): for each row w of W the vector of nearly smallest l1 norm among the u with X u = X w; X (n, d).

    Douglas-Rachford splitting for all rows at once: reflect between the equations and the soft threshold, T times.
    The answers satisfy the equations; `basis_pursuit` has the smallest norm exactly, one vector at a time.
    """
    X, W = check.rows("X", X), check.array("W", W, ndim=2)
    Q = np.linalg.qr(X.T)[0][:, : min(X.shape)]
    free = np.eye(X.shape[1]) - Q @ Q.T  # the projection onto what X does not see
    seen = W - W @ free
    if len(X) >= X.shape[1]:
        return seen  # as many equations as unknowns: there is one solution only
    z = seen
    for _ in range(check.whole("T", T)):
        w = z @ free + seen
        z = z + soft(2 * w - z, 0.3) - w
    return soft(z @ free + seen, 1e-3) @ free + seen


def recovery_rates(ns, ss, d, runs, rng, T=300):
    """(len(ns), len(ss)): the share of `runs` s-sparse sign vectors in R^d that l1 finds from n Gaussian equations."""
    rates = np.empty((len(ns), len(ss)))
    for i, n in enumerate(ns):
        for j, s in enumerate(ss):
            W = sparse_signals(s, d, runs, rng)
            rates[i, j] = recovered(least_l1(rng.standard_normal((n, d)), W, T), W).mean()
    return rates


def recovered(found, W):
    """Which rows are right: every coefficient within 0.05 of the true -1, 0 or +1."""
    return np.abs(found - W).max(axis=-1) < 0.05


def transition(share):
    """n/d at which l1 recovery of d share non-zeros from n Gaussian equations turns from failure to success.

    min over t of share (1 + t^2) + (1 - share) E(|g| - t)_+^2, g ~ N(0, 1), as d grows (Amelunxen et al. 2014).
    """
    share, t = np.asarray(share, dtype=float), np.linspace(0, 6, 1201)
    tail = 2 * ((1 + t**2) * ndtr(-t) - t * np.exp(-t**2 / 2) / np.sqrt(2 * np.pi))
    return (share[..., None] * (1 + t**2) + (1 - share[..., None]) * tail).min(axis=-1)


# ---- what the optimiser chooses


def descent_limit(X, y, w0):
    """X^+ y + (I - X^+ X) w0: where gradient descent on |X w - y|^2 ends from w0; the part X cannot see never moves."""
    X, y = check.pair(X, y)
    P = np.linalg.pinv(X)
    return P @ y + w0 - P @ (X @ np.asarray(w0, dtype=float))
