"""The perceptron: look at one example at a time, and correct only mistakes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from helpers import check
from helpers.margins.separation import margin, radius, separation
from helpers.margins.svm import hard_margin
from helpers.trace import Trace

CORNERS = np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]])


OR, XOR = np.array([-1.0, 1, 1, 1]), np.array([-1.0, 1, 1, -1])


WORDS = ("and", "viagra", "the", "of", "nigeria")


MAILS = np.array(
    [
        [1.0, 1, 0, 1, 1],
        [0, 0, 1, 1, 0],
        [0, 1, 1, 0, 0],
        [1, 0, 0, 1, 0],
        [1, 0, 1, 0, 1],
        [1, 0, 1, 1, 0],
    ]
)


SPAM = np.array([1.0, -1, 1, -1, 1, -1])


def sgn(t):
    """+1 where t > 0, else -1: also at t = 0, so a classifier that says nothing says -1."""
    return np.where(np.asarray(t) > 0, 1.0, -1.0)


def pad(X):
    """(x, 1) for every row x: <(w, b), (x, 1)> = <w, x> + b."""
    X = check.rows("X", X)
    return np.column_stack([X, np.ones(len(X))])


def with_product(X):
    """(x_1, x_2, x_1 x_2) for every row of X (n, 2)."""
    X = check.array("X", X, shape=(None, 2))
    return np.column_stack([X, X[:, 0] * X[:, 1]])


@dataclass(frozen=True)
class Table:
    """Points of the plane with labels, and the features that the perceptron gets to see.

    With what theory says of them.
    """

    x: np.ndarray
    y: np.ndarray
    lift: Callable = np.asarray

    @cached_property
    def X(self):
        """The padded features."""
        return pad(self.lift(self.x))

    @cached_property
    def separable(self):
        """What the linear program says."""
        return separation(self.lift(self.x), self.y).separable

    @cached_property
    def bound(self):
        return best_bound(self.X, self.y)

    @property
    def camps(self):
        """The points with y = +1, and those with y = -1."""
        return self.x[self.y > 0], self.x[self.y < 0]

    def score(self, w):
        """x (k, 2) -> <w, features of x> (k,)."""
        return lambda x: pad(self.lift(x)) @ w

    def feet(self, w):
        """The rows of x projected on the line <w_12, x> + w_3 = 0."""
        return self.x - np.outer(self.x @ w[:2] + w[2], w[:2]) / (w[:2] @ w[:2])


@cache
def mail(words):
    """The row of zeros and ones of an e-mail: which of WORDS are in the text `words`."""
    present = words.lower().split()
    unknown = [word for word in present if word not in WORDS]
    if unknown:
        raise ValueError(
            f"the filter does not know {unknown[0]!r}: its words are {', '.join(WORDS)}"
        )
    return np.array([float(word in present) for word in WORDS])


def train(X, y, order=None, epochs=100, w0=None):
    """A run of the perceptron on rows X (n, d), labels y (n,) in {-1, +1}, as a Trace.

    The rows are padded if a bias is wanted.

    `order` is one permutation of the rows for every pass, or one per pass (epochs, n). One point of
    the trace per correction, w[i + 1] = w[i] - eta[i] v[i] with eta = 1 and v = -y x. extra: `rows`
    that were corrected, `visit` = 1, 2, ... at which, `converged`: no mistake is left (if False,
    the passes were used up).
    """
    X, y = check.signed_pair(X, y)
    n, epochs = len(y), check.whole("epochs", epochs)
    orders = passes(order, n, epochs)
    w = np.zeros(X.shape[1]) if w0 is None else check.array("w0", w0, shape=(X.shape[1],)).copy()
    signed, points, rows, visit = y[:, None] * X, [w], [], []
    for e in range(epochs):
        now, i, before = orders[e % len(orders)], 0, len(rows)
        if e < len(orders):
            queue = signed[now]
        while i < n:
            wrong = queue[i:] @ w <= 0
            j = int(wrong.argmax())  # jump to the next mistake of this pass
            if not wrong[j]:
                break
            i += j + 1
            w = w + queue[i - 1]
            points.append(w)
            rows.append(now[i - 1])
            visit.append(e * n + i)
        if len(rows) == before:  # a pass without a mistake: nothing will change any more
            break
    rows = np.array(rows, dtype=int)
    return Trace(
        np.array(points),
        -signed[rows],
        np.ones(len(rows)),
        dict(rows=rows, visit=np.array(visit, dtype=int), converged=bool((signed @ w > 0).all())),
    )


def after(run, visits):
    """How many corrections a run had made after so many visits."""
    return int(np.searchsorted(run.extra["visit"], visits, side="right"))


def shuffled(n, seed):
    """An order of n rows: as given for seed 0, else drawn with that seed."""
    return np.arange(n) if seed == 0 else np.random.default_rng(seed).permutation(n)


def mistake_bound(X, y, w_star, a=0.0):
    """C^2/gamma^2 + 2 a/gamma: the most corrections from any start of length a.

    It is inf if w* does not separate.

    From M gamma - a <= <w, w*>/|w*| <= |w| <= sqrt(a^2 + M C^2). From w = 0 it is the theorem's
    C^2/gamma^2.
    """
    gamma = margin(X, y, w_star)
    return (radius(X) / gamma) ** 2 + 2 * check.nonnegative("a", a) / gamma if gamma > 0 else np.inf


def best_bound(X, y):
    """The smallest C^2/gamma^2 over all w*, that of the largest margin through the origin.

    It is inf if none separates.
    """
    try:
        return mistake_bound(X, y, hard_margin(X, y, bias=False).w)
    except ValueError as error:
        if "separates" in str(error):
            return np.inf
        raise


def with_margin(n, gamma, rng, bend=3.0):
    """n points of the unit disc and y, both classes, margin exactly gamma along w*.

    w* = (0.6, 0.8), and C is exactly 1.

    `bend` > 1 crowds the points at the border. The same rng gives the same points, pushed apart as
    gamma grows.
    """
    n, gamma = check.whole("n", n, low=2), check.positive("gamma", gamma)
    if gamma >= 1:
        raise ValueError(f"gamma must be under 1, the radius of the disc, but it is {gamma:g}")
    u, r, y = rng.uniform(0, 1, n), rng.uniform(-1, 1, n), np.where(np.arange(n) % 2, 1.0, -1.0)
    u[0], r[0] = 0.0, 1.0  # one point on the margin and on the circle
    t = gamma + (1 - gamma) * u**bend
    X = np.outer(y * t, [0.6, 0.8]) + np.outer(r * np.sqrt(1 - t**2), [-0.8, 0.6])
    return X, y


def squeeze(run, X, y, w_star):
    """What the proof compares, per correction M = 0, ..., T of a run.

    Its start has length a. A dict with

    M, norm = |w|, along = <w, w*/|w*|>, least = M gamma - a, most = sqrt(a^2 + M C^2), bound, angle
    of the last w to w* in degrees, and `least` and `most` as functions of M.
    """
    star = np.asarray(w_star, dtype=float) / np.linalg.norm(w_star)
    norm, along = np.linalg.norm(run.w, axis=1), run.w @ star
    a, gamma, C = float(norm[0]), margin(X, y, star), radius(X)
    cos = along[-1] / norm[-1] if norm[-1] > 0 else 0.0
    return dict(
        M=np.arange(run.T + 1),
        norm=norm,
        along=along,
        cos=float(cos),
        gamma=gamma,
        C=C,
        a=a,
        least=lambda M: M * gamma - a,
        most=lambda M: np.sqrt(a**2 + M * C**2),
        bound=mistake_bound(X, y, star, a),
        angle=float(np.degrees(np.arccos(np.clip(cos, -1, 1)))),
    )


def fresh_error(n, gamma, rng, fresh=2000):
    """Share of mistakes on `fresh` new points of the perceptron's line.

    It is trained on n points `with_margin`.
    """
    X, y = with_margin(n + fresh, gamma, rng, bend=1.0)
    return float((y[n:] * (X[n:] @ train(X[:n], y[:n], epochs=1000).last) <= 0).mean())


def passes(order, n, epochs):
    """Orders of the passes as rows: one for all, or one each."""
    rows = np.atleast_2d(np.arange(n) if order is None else np.asarray(order))
    if (
        rows.shape[1] != n
        or len(rows) not in (1, epochs)
        or (np.sort(rows, axis=1) != np.arange(n)).any()
    ):
        raise ValueError(
            f"order must be a permutation of the {n} rows, or one for each of the {epochs} passes"
        )
    return rows
