"""Can a plane part the classes, and by what margin?"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from helpers import check


@dataclass(frozen=True)
class Separation:
    """Either a plane <w, x> + b = 0 that parts the classes, or a proof that none does.

    The proof is a point that both classes' hulls contain.
    """

    margin: float  # largest t with y_i (<w, x_i> + b) >= t for all i, over |w_j| <= 1
    w: np.ndarray
    b: float
    weights: (
        np.ndarray
    )  # (n,) >= 0, sum 1 in each class; where margin is 0 both weighted means are the same point
    common: np.ndarray | None  # that point, or None if a plane parts the classes
    worst: float  # smallest y_i (<w, x_i> + b), from the data: equals the margin
    # distance of the weighted means in the 1-norm, from the data: equals twice the margin
    apart: float

    @property
    def separable(self):
        return self.common is None


def separation(X, y, tol=1e-8):
    """Part the classes of the rows of X (n, d) by a plane, or prove that none does.

    The labels y are in {-1, +1}. One linear program.

    maximise t subject to y_i (<w, x_i> + b) >= t and |w_j| <= 1. Its dual weights are the proof:
    the classes' weighted means are 2 t apart in the 1-norm, so t = 0 says that the two convex hulls
    meet.
    """
    X, y = check.signed_pair(X, y, both=True)
    n, d = X.shape
    centre, scale = X.mean(axis=0), np.abs(X - X.mean(axis=0)).max() or 1.0
    A = np.column_stack([-y[:, None] * (X - centre) / scale, -y, np.ones(n)])
    bounds = [(-1, 1)] * d + [(None, None), (0, None)]
    solution = linprog(
        np.r_[np.zeros(d + 1), -1.0], A_ub=A, b_ub=np.zeros(n), bounds=bounds, method="highs"
    )
    w, b, t = solution.x[:d], solution.x[d], solution.x[-1]
    weights = -2 * solution.ineqlin.marginals
    plus, minus = (weights[y == c] @ X[y == c] for c in (1, -1))
    b = b * scale - w @ centre
    return Separation(
        float(max(t, 0.0) * scale + 0.0),
        w,
        float(b),
        weights,
        plus if t <= tol else None,
        float((y * (X @ w + b)).min()),
        float(np.abs(plus - minus).sum()),
    )


def margin(X, y, w, b=0.0):
    """gamma = min_i y_i (<w, x_i> + b) / |w|.

    It is the smallest distance if (w, b) separates, and negative if it does not.
    """
    X, y = check.signed_pair(X, y)
    w = check.array("w", w, shape=(X.shape[1],))
    if not w.any():
        raise ValueError("w must not be zero: a plane needs a direction")
    return float((y * (X @ w + b)).min() / np.linalg.norm(w))


def radius(X):
    """C = max_i |x_i|."""
    return float(np.linalg.norm(check.rows("X", X), axis=1).max())
