"""Best subsets: all of them, or greedily one column at a time."""

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from helpers import check

# ---- counting: l0 by looking at every subset


@dataclass(frozen=True)
class Subsets:
    """Best mean squared residual for k = 0, ..., d coefficients.

    With the columns that reach it, and how many were tried.
    """

    risk: np.ndarray
    columns: tuple
    tried: int


def best_subset(X, y):
    """Every one of the 2^d subsets of columns (d <= 16), and the best of each size.

    min |X w - y|^2 / n subject to |w|_0 <= k, for each k.
    """
    X, y = check.pair(X, y)
    (n, d), G, c = X.shape, X.T @ X, X.T @ y
    if d > 16:
        raise ValueError(
            f"X has {d} columns, that is 2^{d} subsets: at most 16 columns can be searched"
        )
    risk, columns = [y @ y / n], [()]
    for k in range(1, d + 1):
        S = np.array(list(combinations(range(d), k)))
        w = np.linalg.solve(
            G[S[:, :, None], S[:, None, :]] + 1e-12 * np.eye(k) * G.max(), c[S][..., None]
        )[..., 0]
        left = (y @ y - (c[S] * w).sum(axis=-1)) / n
        best = int(left.argmin())
        w = np.linalg.lstsq(X[:, S[best]], y, rcond=None)[
            0
        ]  # again without the rounding of normal equations
        risk.append(min(((y - X[:, S[best]] @ w) ** 2).mean(), risk[-1]))
        columns.append(tuple(int(j) for j in S[best]))
    return Subsets(np.array(risk), tuple(columns), 2**d)


def greedy(X, y):
    """Forward selection: always add the column that lowers the mean squared residual most.

    These are 1 + d(d+1)/2 fits.
    """
    X, y = check.pair(X, y)
    chosen, risk = [], [y @ y / len(y)]

    def left(S):
        return ((y - X[:, S] @ np.linalg.lstsq(X[:, S], y, rcond=None)[0]) ** 2).mean()

    while len(chosen) < X.shape[1]:
        trials = {j: left([*chosen, j]) for j in range(X.shape[1]) if j not in chosen}
        chosen.append(min(trials, key=trials.get))
        risk.append(trials[chosen[-1]])
    return Subsets(
        np.array(risk), tuple(tuple(chosen[:k]) for k in range(len(risk))), 1 + comb(len(risk), 2)
    )


def reached(risk):
    """The k that minimise risk_k + lam k for some lam >= 0.

    They are those on the lower convex hull of the falling curve.
    """
    risk = check.array("risk", risk, ndim=1)
    k = np.arange(len(risk))
    ends = [
        (
            max([0.0, *((risk[i] - risk[i + 1 :]) / (k[i + 1 :] - i))]),
            min([np.inf, *((risk[:i] - risk[i]) / (i - k[:i]))]),
        )
        for i in k
    ]
    return [int(i) for i, (low, high) in zip(k, ends) if low <= high]


def log_count(d, s):
    """log(C(d, s) 2^s): how many vectors in {-1, 0, 1}^d have s non-zeros.

    It is at most s log d + s log 2.
    """
    return float(np.log(comb(check.whole("d", d), check.whole("s", s, low=0))) + s * np.log(2))


# ---- a price per coefficient, and a design in which two columns are worth more together than alone


def suppressed(n, rho, rng):
    """X (n, 6), y (n,) with Var y = 1, where two pairs of columns have to stay together.

    Columns 1, 2 and columns 3, 4 are pairs with correlation rho of which y holds the differences;
    columns 5 and 6 stand alone.

    Shares of Var y: pair 1, 2 has 0.45, pair 3, 4 has 0.28, column 5 0.10, column 6 0.04, the noise
    0.13. One column of a pair alone explains (1 - rho)/2 of what the pair explains: little if rho
    is near 1, nearly all if near -1.
    """
    if not abs(check.number("rho", rho)) < 1:
        raise ValueError(f"rho is a correlation between -1 and 1, but it is {rho:g}")
    Z = rng.standard_normal((check.whole("n", n), 7))
    X = Z[:, :6].copy()
    for j in (0, 2):
        common, apart = np.sqrt((1 + rho) / 2) * Z[:, j], np.sqrt((1 - rho) / 2) * Z[:, j + 1]
        X[:, j], X[:, j + 1] = common + apart, common - apart
    return X, Z[:, [1, 3, 4, 5, 6]] @ np.sqrt([0.45, 0.28, 0.10, 0.04, 0.13])


def chosen_count(risk, lam):
    """The k that minimises risk_k + lam k, the smallest of them at a tie; lam may be an array."""
    risk = check.array("risk", risk, ndim=1)
    cost = risk + np.asarray(lam, dtype=float)[..., None] * np.arange(len(risk))
    return np.argmin(cost, axis=-1)


def lower_hull(risk):
    """The lower convex hull of the points (k, risk_k) at every k: what lam can see of the curve."""
    risk = check.array("risk", risk, ndim=1)
    k, hull = np.arange(len(risk)), [0]
    while hull[-1] < len(risk) - 1:
        i = hull[-1]
        slopes = (risk[i + 1 :] - risk[i]) / (k[i + 1 :] - i)
        hull.append(int(len(risk) - 1 - np.argmin(slopes[::-1])))  # the farthest of the steepest
    return np.interp(k, hull, risk[hull])


def price_for(risk, k):
    """A price lam at which k minimises risk_k + lam k, if any does.

    It is half-way between the hull's slopes beside k.
    """
    hull = lower_hull(risk)
    fall = np.concatenate(
        [[hull[0] - hull[-1] + 1.0], -np.diff(hull), [0.0]]
    )  # before 0 any price is high enough
    return float((fall[k] + fall[k + 1]) / 2)


def every_subset(X, y):
    """(sizes, risks): for each of the 2^d subsets of columns its size and its risk.

    The risk is the least mean squared residual on it.
    """
    X, y = check.pair(X, y)
    members = (np.arange(2 ** X.shape[1])[:, None] >> np.arange(X.shape[1])) & 1
    G, c = X.T @ X / len(y), X.T @ y / len(y)
    inside = members[:, :, None] * members[:, None, :]
    w = np.linalg.solve(
        G * inside + np.eye(X.shape[1]) * (1 - members)[:, :, None], (c * members)[..., None]
    )[..., 0]
    return members.sum(axis=1), y @ y / len(y) - w @ c
