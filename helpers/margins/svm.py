"""Support vector machines: which separating plane, and what does each point pay?

    margins      y_i (<w, x_i> + b); over |w|: signed distances from the plane (see `separation`)
    hard margin  min |w|^2/2                      subject to every margin >= 1
    soft margin  min |w|^2/2 + (C/n) sum_i slack_i,   slack_i = max(0, 1 - margin_i)

The soft problem is C times mean hinge loss + lam |w|^2 with lam = 1/(2C), the objective of the rest
of this package; the bias b is not penalised. A source that writes C sum_i slack_i (Waterloo,
libsvm) means our C/n by its C.
"""

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from helpers import check
from helpers.kernels.gram import Pairs
from helpers.margins.separation import separation
from helpers.margins.svm_qp import best_bias, solve

# ---- planes and distances


def unit(angle):
    """The direction (cos angle, sin angle), or a row of them for each angle in radians."""
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def searched(X, w, b=0.0, reach=20.0, steps=4001):
    """min_i of the distance of x_i to the line in the plane.

    It is sought by walking along the line: no formula needed.
    """
    X, w = check.array("X", X, shape=(None, 2)), check.array("w", w, shape=(2,))
    walk = -b * w / (w @ w) + np.linspace(-reach, reach, steps)[:, None] * [
        -w[1],
        w[0],
    ] / np.linalg.norm(w)
    return float(cdist(X, walk).min())


def widest(X, y, directions):
    """For each direction w (k, d) the best b, halfway between the classes.

    (margins (k,), b (k,) for unit w).
    """
    X, y = check.signed_pair(X, y, both=True)
    W = check.array("directions", directions, shape=(None, X.shape[1]))
    scores = (W / np.linalg.norm(W, axis=1, keepdims=True)) @ X.T
    nearest, farthest = scores[:, y > 0].min(axis=1), scores[:, y < 0].max(axis=1)
    return (nearest - farthest) / 2, -(nearest + farthest) / 2


# ---- machines


@dataclass(frozen=True)
class Machine:
    """A trained machine with its certificate.

    Primal and dual value meet, so neither can be improved.
    """

    alpha: np.ndarray  # (n,) prices, 0 <= alpha_i <= c
    b: float
    scores: np.ndarray  # (n,) f(x_i) = sum_j alpha_j y_j k(x_j, x_i) + b
    y: np.ndarray
    C: float  # inf for the hard margin
    w: np.ndarray | None = None  # (d,), where there are features

    @property
    def c(self):
        """The top of the box, C/n."""
        return self.C / len(self.y)

    @property
    def lam(self):
        return 1 / (2 * self.C)

    @property
    def margins(self):
        return self.y * self.scores

    @property
    def slack(self):
        return np.maximum(0.0, 1 - self.margins)

    @property
    def norm2(self):
        """|w|^2 = sum_ij alpha_i alpha_j y_i y_j k(x_i, x_j)."""
        return float(self.alpha @ (self.margins - self.b * self.y))

    @property
    def width(self):
        """1/|w|: from the middle of the street to its edge."""
        return self.norm2**-0.5 if self.norm2 > 0 else np.inf

    @property
    def primal(self):
        """|w|^2/2 + (C/n) sum_i slack_i."""
        return self.norm2 / 2 + (self.c * self.slack.sum() if np.isfinite(self.C) else 0.0)

    @property
    def dual(self):
        """sum_i alpha_i - |w|^2/2."""
        return float(self.alpha.sum()) - self.norm2 / 2

    @property
    def gap(self):
        return self.primal - self.dual

    @property
    def objective(self):
        """mean hinge loss + lam |w|^2."""
        return float(self.slack.mean() + self.lam * self.norm2)

    @property
    def support(self):
        """Indices with alpha_i > 0: the points that hold the plane."""
        return np.flatnonzero(self.alpha > 0)

    @property
    def free(self):
        """Indices with 0 < alpha_i < C/n: they lie on the margin, y_i f(x_i) = 1."""
        return np.flatnonzero((self.alpha > 0) & (self.alpha < self.c))

    @property
    def bound(self):
        """Indices with alpha_i = C/n: on the margin or beyond it."""
        return np.flatnonzero(self.alpha >= self.c)

    def predict(self, K):
        """Scores sum_i alpha_i y_i k(x_i, x) + b at m new points, from K (m, n) = k(new, old)."""
        return check.array("K", K, shape=(None, len(self.y))) @ (self.alpha * self.y) + self.b

    def plane(self, X):
        """Scores <w, x> + b of the rows of X (m, d)."""
        return check.rows("X", X) @ self.w + self.b


def soft_margin(X, y, C, bias=True):
    """The machine that minimises |w|^2/2 + (C/n) sum_i slack_i over (w, b).

    Over w with b = 0 if not `bias`.
    """
    X, y = check.signed_pair(X, y)
    C = check.positive("C", C)
    alpha = solve(X if X.shape[1] < len(y) else X @ X.T, y, C / len(y), bias)
    return _certified(_linear(X, y, alpha, C, bias))


def kernel_machine(K, y, C, bias=True):
    """The same with <x_i, x_j> replaced by K_ij = k(x_i, x_j).

    K (n, n) is symmetric positive semidefinite.
    """
    y = check.signs("y", y)
    K, C = check.array("K", K, shape=(len(y), len(y))), check.positive("C", C)
    if not np.allclose(K, K.T, rtol=1e-9, atol=1e-12 * np.abs(K).max()):
        raise ValueError("K must be symmetric: K_ij = k(x_i, x_j)")
    alpha = solve(K, y, C / len(y), bias)
    scores = K @ (alpha * y)
    return _certified(Machine(alpha, b := best_bias(scores, y) if bias else 0.0, scores + b, y, C))


def hard_margin(X, y, bias=True):
    """The separating plane of largest margin 1/|w|; ValueError if none separates.

    Any separator bounds the prices: sum_i alpha_i = |w*|^2 = 1/margin*^2, so with c = 1/margin^2 of
    whichever separator the linear program finds, the soft problem's box is never touched and its
    answer is the hard one.
    """
    X, y = check.signed_pair(X, y, both=bias)
    if bias:
        plane = separation(X, y)
    else:  # through the origin: y_i x_i all on one side, which their mirror images then are not
        plane = separation(
            np.vstack([y[:, None] * X, -y[:, None] * X]), np.repeat([1.0, -1.0], len(y))
        )
    if not plane.separable:
        where = "plane" if bias else "plane through the origin"
        raise ValueError(
            f"no {where} separates the classes: use soft_margin, which lets points pay instead"
        )
    near = plane.margin / np.linalg.norm(plane.w)
    alpha = solve(X if X.shape[1] < len(y) else X @ X.T, y, 1 / near**2, bias)
    return _certified(_linear(X, y, alpha, np.inf, bias))


def hard_or_none(X, y):
    """The hard margin, or None if no plane separates the classes."""
    try:
        return hard_margin(X, y)
    except ValueError as error:
        if "separates" in str(error):
            return None
        raise


@dataclass(frozen=True)
class Study:
    """Points to train on, new points, places to look at.

    All distances are kept, so that a bandwidth may move fast.
    """

    seen: Pairs
    y: np.ndarray
    new: Pairs
    y_new: np.ndarray
    places: Pairs

    def machine(self, k, C):
        """(kernel machine, margins of the new points, scores at the places)."""
        m = kernel_machine(k(self.seen), self.y, C)
        return m, self.y_new * m.predict(k(self.new)), m.predict(k(self.places))


def study(X, y, n, places):
    """The first n rows of X to train on, the others as new points."""
    X, y = check.signed_pair(X, y)
    return Study(Pairs(X[:n]), y[:n], Pairs(X[n:], X[:n]), y[n:], Pairs(places, X[:n]))


def _linear(X, y, alpha, C, bias):
    w = X.T @ (alpha * y)
    b = best_bias(X @ w, y) if bias else 0.0
    return Machine(alpha, b, X @ w + b, y, C, w)


def _certified(machine):
    """The machine, if primal and dual agree to 1e-6.

    A kernel matrix that is none is the usual reason why not.
    """
    unmet = max(-machine.norm2, machine.slack.max() if np.isinf(machine.C) else 0.0)
    if not max(abs(machine.gap), unmet) <= 1e-6 * (1 + abs(machine.primal)):
        raise ValueError(
            f"no optimum was certified (duality gap {machine.gap:.2g}): is K positive "
            f"semidefinite, "
            "and are the features of moderate size?"
        )
    return machine
