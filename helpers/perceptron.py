"""The perceptron: look at one example at a time, and correct only mistakes.

    if y_i <w, x_i> <= 0:  w <- w + y_i x_i          a bias is the weight of a feature that is always 1 (`pad`)

If some unit w* has y_i <w*, x_i> >= gamma > 0 for all i, and |x_i| <= C, then from w = 0 there are at most
C^2/gamma^2 corrections, in whatever order the examples come. Without such a w* there is no end.
"""
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

import numpy as np

from helpers import check
from helpers.features import separation
from helpers.svm import hard_margin
from helpers.trace import Trace

CORNERS = np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]])
OR, XOR = np.array([-1.0, 1, 1, 1]), np.array([-1.0, 1, 1, -1])

WORDS = ("and", "viagra", "the", "of", "nigeria")
MAILS = np.array([[1.0, 1, 0, 1, 1], [0, 0, 1, 1, 0], [0, 1, 1, 0, 0],
                  [1, 0, 0, 1, 0], [1, 0, 1, 0, 1], [1, 0, 1, 1, 0]])
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
    """Points of the plane with labels, the features that the perceptron gets to see, and what theory says of them."""

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
def tables():
    """Four tables in the plane, by name: OR, XOR, XOR with a third feature, and twelve points."""
    return {"OR": Table(CORNERS, OR), "XOR": Table(CORNERS, XOR), "XOR with x₁x₂": Table(CORNERS, XOR, with_product),
            "twelve points": Table(*with_margin(12, 0.15, np.random.default_rng(2)))}


def mail(words):
    """The row of zeros and ones of an e-mail: which of WORDS are in the text `words`."""
    found = words.lower().split()
    unknown = [word for word in found if word not in WORDS]
    if unknown:
        raise ValueError(f"the filter does not know {unknown[0]!r}: its words are {', '.join(WORDS)}")
    return np.array([float(word in found) for word in WORDS])


def train(X, y, order=None, epochs=100, w0=None):
    """A run of the perceptron on rows X (n, d) (padded if a bias is wanted), labels y (n,) in {-1, +1}, as a Trace.

    `order` is one permutation of the rows for every pass, or one per pass (epochs, n). One point of the trace per
    correction, w[i + 1] = w[i] - eta[i] v[i] with eta = 1 and v = -y x. extra: `rows` that were corrected, `visit` = 1,
    2, ... at which, `converged`: no mistake is left (if False, the passes were used up).
    """
    X, y = _labelled(X, y)
    n, epochs = len(y), check.whole("epochs", epochs)
    passes = _passes(order, n, epochs)
    w = np.zeros(X.shape[1]) if w0 is None else check.array("w0", w0, shape=(X.shape[1],)).copy()
    signed, points, rows, visit = y[:, None] * X, [w], [], []
    for e in range(epochs):
        now, i, before = passes[e % len(passes)], 0, len(rows)
        if e < len(passes):
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
    return Trace(np.array(points), -signed[rows], np.ones(len(rows)),
                 dict(rows=rows, visit=np.array(visit, dtype=int), converged=bool((signed @ w > 0).all())))


def after(run, visits):
    """How many corrections a run had made after so many visits."""
    return int(np.searchsorted(run.extra["visit"], visits, side="right"))


def shuffled(n, seed):
    """An order of n rows: as given for seed 0, else drawn with that seed."""
    return np.arange(n) if seed == 0 else np.random.default_rng(seed).permutation(n)


# ---- the bound


def margin(X, y, w_star):
    """gamma = min_i y_i <x_i, w*> / |w*|: positive exactly if w* makes no mistake."""
    X, y = _labelled(X, y)
    w_star = check.array("w_star", w_star, shape=(X.shape[1],))
    if not w_star.any():
        raise ValueError("w_star must not be zero: it needs a direction")
    return float((y * (X @ w_star)).min() / np.linalg.norm(w_star))


def radius(X):
    """C = max_i |x_i|."""
    return float(np.linalg.norm(check.rows("X", X), axis=1).max())


def mistake_bound(X, y, w_star, a=0.0):
    """C^2/gamma^2 + 2 a/gamma: the most corrections from the start w = -a w*/|w*|; inf if w* does not separate.

    From (M gamma - a) <= <w, w*> <= |w| <= sqrt(a^2 + M C^2). From w = 0 it is the theorem's C^2/gamma^2.
    """
    gamma = margin(X, y, w_star)
    return (radius(X) / gamma) ** 2 + 2 * check.nonnegative("a", a) / gamma if gamma > 0 else np.inf


def best_bound(X, y):
    """The smallest C^2/gamma^2 over all w*, that of the largest margin through the origin; inf if none separates."""
    try:
        return mistake_bound(X, y, hard_margin(X, y, bias=False).w)
    except ValueError as error:
        if "separates" in str(error):
            return np.inf
        raise


def with_margin(n, gamma, rng, bend=3.0):
    """n points of the unit disc and y, both classes, margin exactly gamma along w* = (0.6, 0.8), and C exactly 1.

    `bend` > 1 crowds the points at the border. The same rng gives the same points, pushed apart as gamma grows.
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
    """What the proof compares, per correction M = 0, ..., T of a run that began at -a w*: a dict with

    M, norm = |w|, along = <w, w*/|w*|>, least = M gamma - a, most = sqrt(a^2 + M C^2), bound, angle of the last w to
    w* in degrees, and `least` and `most` as functions of M.
    """
    star = np.asarray(w_star, dtype=float) / np.linalg.norm(w_star)
    a, gamma, C = float(max(-run.w[0] @ star, 0.0)), margin(X, y, star), radius(X)
    norm, along = np.linalg.norm(run.w, axis=1), run.w @ star
    cos = along[-1] / norm[-1] if norm[-1] > 0 else 0.0
    return dict(M=np.arange(run.T + 1), norm=norm, along=along, cos=float(cos), gamma=gamma, C=C, a=a,
                least=lambda M: M * gamma - a, most=lambda M: np.sqrt(a**2 + M * C**2),
                bound=mistake_bound(X, y, star, a), angle=float(np.degrees(np.arccos(np.clip(cos, -1, 1)))))


def fresh_error(n, gamma, rng, fresh=2000):
    """Share of mistakes on `fresh` new points of the line that the perceptron finds on n points `with_margin`."""
    X, y = with_margin(n + fresh, gamma, rng, bend=1.0)
    return float((y[n:] * (X[n:] @ train(X[:n], y[:n], epochs=1000).last) <= 0).mean())


# ---- without end


def cycle(X, y, order=None, epochs=1000):
    """(passes before the cycle, passes in it) of the perceptron from 0 in one fixed order; (passes, 0) if it converges.

    Compares states exactly, so give whole numbers. ValueError if no state repeats within `epochs`.
    """
    X, y = _labelled(X, y)
    if not np.array_equal(X, np.round(X)):
        raise ValueError("cycle compares states exactly: give X in whole numbers (multiply by a common denominator)")
    run = train(X, y, order, epochs)
    ends, seen = run.w[[after(run, e * len(y)) for e in range(epochs + 1)]], {}
    for e, state in enumerate(map(tuple, ends)):
        if state in seen:
            clean = run.extra["converged"] and e - seen[state] == 1
            return seen[state], 0 if clean else e - seen[state]
        seen[state] = e
    raise ValueError(f"no state came back within {epochs} passes")


@dataclass(frozen=True)
class Surd:
    """The exact number (m + r sqrt(2)) / k of three whole numbers."""

    m: int
    r: int = 0
    k: int = 1

    def __float__(self):
        return (self.m + self.r * 2**0.5) / self.k

    @property
    def numerator(self):
        """Of the reduced fraction, or 0 if the number is irrational."""
        return 0 if self.r else Fraction(self.m, self.k).numerator


def surd_sign(a, b):
    """The sign of a + b sqrt(2), exactly, for whole numbers a and b."""
    if a * b >= 0:
        return (a + b > 0) - (a + b < 0)
    bigger_a = a * a > 2 * b * b  # never equal: sqrt(2) is irrational
    return (1 if a > 0 else -1) if bigger_a else (1 if b > 0 else -1)


def three_points(s, epochs, order=None):
    """The perceptron on the line, x = 0 (+), 1 (-), s (+), in exact arithmetic; s is a Surd > 1, so no threshold works.

    Returns (states, ends, different): states (M + 1, 2) = (w, b) from 0 on, one per correction; ends (epochs + 1, 2)
    those at the ends of the passes; different (epochs + 1,): how many different ones of these there were so far.
    """
    epochs, passes = check.whole("epochs", epochs), _passes(order, 3, check.whole("epochs", epochs))
    m, r, k = s.m, s.r, s.k
    x, y = ((0, 0), (k, 0), (m, r)), (1, -1, 1)
    p = q = b = 0  # k w = p + q sqrt(2), in whole numbers
    states, ends, seen, different = [(0.0, 0.0)], [(0.0, 0.0)], {(0, 0, 0)}, [1]
    for e in range(epochs):
        for i in passes[e % len(passes)]:
            A, B = x[i]
            if y[i] * surd_sign(p * A + 2 * q * B + b * k * k, p * B + q * A) <= 0:
                p, q, b = p + y[i] * A, q + y[i] * B, b + y[i]
                states.append(((p + q * 2**0.5) / k, float(b)))
        ends.append(states[-1])
        seen.add((p, q, b))
        different.append(len(seen))
    return np.array(states), np.array(ends), np.array(different)


# ---- more than two classes


def one_vs_all(X, y, epochs=100, order=None):
    """W (c, d): row k from the perceptron of class k (+) against all others (-); y in 0, ..., c - 1."""
    X, y, c = _classes(X, y)
    return np.array([train(X, np.where(y == k, 1.0, -1.0), order, epochs).last for k in range(c)])


def one_vs_one(X, y, epochs=100, order=None):
    """W (c, c, d): W[k, l] from class k (+) against class l (-) on their rows only, W[l, k] = -W[k, l]."""
    X, y, c = _classes(X, y)
    W, order = np.zeros((c, c, X.shape[1])), np.arange(len(y)) if order is None else np.asarray(order)
    for k in range(c):
        for m in range(k + 1, c):
            rows = order[np.isin(y[order], (k, m))]
            W[k, m] = train(X[rows], np.where(y[rows] == k, 1.0, -1.0), None, epochs).last
            W[m, k] = -W[k, m]
    return W


def votes(W, X):
    """(n, c): how many of its duels each class wins at each row of X; a score of 0 is nobody's."""
    return (_duels(W, X) > 0).sum(axis=2)


def claimed(W, X, settle=False):
    """One against all: for each row of X the one class whose score is positive; -1 if there is none, -2 if several.

    With `settle` the class with the highest score, always.
    """
    scores = check.rows("X", X) @ W.T
    many, best = (scores > 0).sum(axis=1), scores.argmax(axis=1)
    return best if settle else np.select([many == 1, many == 0], [best, -1], -2)


def outvoted(W, X, settle=False):
    """One against one: for each row of X the class that wins most duels; -2 if several do.

    With `settle` the highest sum of scores decides among those, and only among those.
    """
    scores = _duels(W, X)
    counts = (scores > 0).sum(axis=2)
    winner = sole_winner(counts)
    sums = np.where(counts == counts.max(axis=1, keepdims=True), scores.sum(axis=2), -np.inf)
    return np.where(winner >= 0, winner, sums.argmax(axis=1) if settle else -2)


def questions_missed(W, X, y):
    """How many of the c classifiers "class k, or not?" make a mistake on the rows of X (n, d) with classes y."""
    said, true = check.rows("X", X) @ W.T > 0, np.asarray(y)[:, None] == np.arange(len(W))
    return int((said != true).any(axis=0).sum())


def duels_lost(W, X, y):
    """How many rows of X (n, d) lose, or draw, one of the duels of their own class y."""
    return int((votes(W, X)[np.arange(len(y)), np.asarray(y, dtype=int)] < len(W) - 1).sum())


def sole_winner(counts):
    """For each row the class with the most of `counts` (n, c), or -1 where several share the first place."""
    counts = np.asarray(counts)
    best = counts.max(axis=1, keepdims=True)
    return np.where((counts == best).sum(axis=1) == 1, counts.argmax(axis=1), -1)


def _duels(W, X):
    """(n, c, c): the scores <x, W[k, l]>."""
    return (check.rows("X", X) @ W.reshape(-1, W.shape[2]).T).reshape(-1, *W.shape[:2])


def _labelled(X, y):
    X, y = check.pair(X, y)
    if not np.isin(y, (-1, 1)).all():
        raise ValueError(f"labels y must be -1 and +1, but y holds {np.unique(y)[:4]}")
    return X, y


def _classes(X, y):
    X, y = check.pair(X, y)
    c = int(y.max()) + 1
    if c < 2 or set(np.unique(y)) != set(range(c)):
        raise ValueError("classes y must be 0, 1, ..., each with at least one row")
    return X, y.astype(int), c


def _passes(order, n, epochs):
    """Orders of the passes as rows: one for all, or one each."""
    passes = np.atleast_2d(np.arange(n) if order is None else np.asarray(order))
    if passes.shape[1] != n or len(passes) not in (1, epochs) or (np.sort(passes, axis=1) != np.arange(n)).any():
        raise ValueError(f"order must be a permutation of the {n} rows, or one for each of the {epochs} passes")
    return passes
