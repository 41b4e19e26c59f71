"""What the figures of this lesson share, and its own laws and cases."""

from functools import lru_cache

import numpy as np
from scipy.special import ndtri

from helpers import plots
from helpers.estimation import moments as mm

FOUND = plots.FIT  # what was learnt
SEARCH = plots.RED  # learnt by search from a random start
D, K = 8, 4
SHARES = np.array([0.4, 0.3, 0.2, 0.1])
STARTS, SHOWN, ROUNDS, LONG = 60, 12, 60, 300
STUCK = 0.02  # so far below the truth, per text, counts as stuck


def four_topics(blur):
    """B (8, 4): each topic has two words of its own; a part `blur` is spread over all eight."""
    return (1 - blur) * np.kron(np.eye(K), np.full((2, 1), 0.5)) + blur / D


@lru_cache(1)
def starts():
    """Sixty random places from which EM may set out."""
    B = np.random.default_rng(5).dirichlet(np.full(D, 3.0), size=(STARTS, K))
    B[[3, 17]] = B[[17, 3]]  # start 4 climbs a ridge too slowly for anybody to wait
    return np.swapaxes(B, 1, 2), np.full((STARTS, K), 1 / K)


THREE = ("rain", "wind", "song")
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(0.75)]])


def plane(B):
    """Columns of chances of three words as points (k, 2) of the triangle."""
    return B.T @ CORNERS


def triangle(ax):
    """The triangle of all word chances, its corners named by the words."""
    ax.plot(*CORNERS[[0, 1, 2, 0]].T, color="0.5", lw=1.2)
    ax.set(xlim=(-0.12, 1.12), ylim=(-0.13, 1.0), xticks=[], yticks=[], aspect="equal")
    for (x, y), word, down in zip(CORNERS, THREE, (-0.09, -0.09, 0.03)):
        ax.text(x, y + down, f"only “{word}”", ha="center", fontsize=12, color="0.35")
    ax.spines[:].set_visible(False)
    ax.grid(False)


CLEAR = np.array([[0.76, 0.14, 0.22], [0.14, 0.76, 0.18], [0.10, 0.10, 0.60]])
WEIGHTS = np.array([0.45, 0.35, 0.20])
QUANTILES = ndtri((np.arange(2000) + 0.5) / 2000)


def bent(theta, c):
    """The moment map M of the figure: c theta + theta^3."""
    return c * theta + theta**3


def bent_inverse(m, c):
    """The theta with c theta + theta^3 = m: Cardano's formula."""
    if c == 0:
        return np.cbrt(m)
    return 2 * np.sqrt(c / 3) * np.sinh(np.arcsinh(1.5 * np.asarray(m) / c * np.sqrt(3 / c)) / 3)


def typical_error(theta, c, n):
    """Root mean square of theta-hat - theta for each n, where the mean is N(M(theta), 1/n)."""
    m = bent(theta, c) + QUANTILES / np.sqrt(np.reshape(n, (-1, 1)))
    return np.sqrt(((bent_inverse(m, c) - theta) ** 2).mean(axis=1))


def turned(x, y):
    """The direction, from 0 to 180 degrees, in which the hand is seen from the arrow's foot."""
    angle = np.degrees(np.arctan2(y - 0.3, x - 0.5))
    return float(angle if angle >= 0 else (0 if angle > -90 else 180))


def scores(angle):
    """v (..., 3): a score for each word, so that b'v is the shadow of the point b on the line of
    this direction, counted from the middle of the triangle."""
    turn = np.deg2rad(np.asarray(angle, dtype=float))[..., None]
    way = np.concatenate([np.cos(turn), np.sin(turn)], axis=-1)
    return way @ (CORNERS - CORNERS.mean(axis=0)).T


@lru_cache(64)
def seen_moments(closeness, n, i):
    """True topics, exact moments, and the moments of n texts (all texts: the exact ones)."""
    mean = CLEAR @ WEIGHTS
    true = (1 - closeness) * CLEAR + closeness * mean[:, None]
    exact = mm.topic_moments(true, WEIGHTS)
    if n is None:
        return true, exact, exact
    rng = np.random.default_rng([30, i])
    counts = rng.multinomial(n, mm.triple_chances(true, WEIGHTS))
    return true, exact, mm.moments_of(counts / n, 3)


def eigen_bound(true, exact, seen, v):
    """Bauer and Fike: no eigenvalue of the sample's matrix is farther from all ratios than this."""
    right, got = ((M3 @ v) @ np.linalg.inv(M2) for _, M2, M3 in (exact, seen))
    return float(np.linalg.cond(true) * np.linalg.norm(got - right, 2)), right, got


TEXTS = {"100": 100, "1000": 1000, "10 000": 10_000, "100 000": 100_000, "a million": 1_000_000}


COUNTS = np.array(list(TEXTS.values()))


def nearest_count(x):
    """The name of the stop that is nearest to x on a logarithmic axis."""
    return list(TEXTS)[int(np.argmin(np.abs(np.log(COUNTS / max(x, 1)))))]


def beside(found, true):
    """The columns of `found` in the order of the topics that they are nearest to."""
    return found[:, mm.match(found, true)]


def errors(found, true):
    """(r,): root of the sum of squared errors of all 32 chances, topics paired in the best way."""
    return np.array([np.linalg.norm(beside(one, true) - true) for one in found])


def predicted_error(blur, v):
    """Root of the trace of the delta method's covariance of the topics found from one text; the
    derivatives are differences of `recover` in the chance of each triple."""
    true = four_topics(blur)
    chances = mm.triple_chances(true, SHARES)
    h = 1e-3 * chances.min()

    def found(sign):
        moved = chances + sign * h * np.eye(len(chances))
        return np.array([beside(B, true) for B in mm.recover(*mm.moments_of(moved, D), K, v)[0]])

    slopes = (found(1) - found(-1)).reshape(len(chances), -1).T / (2 * h)
    return float(np.sqrt(np.trace(mm.delta_variance(slopes, mm.shares_covariance(chances)))))


def free_pairs():
    """Places of the parameters between which chance can be moved: a column of B, or pi."""
    for h in range(K):
        for word in range(D - 1):
            yield word * K + h, (D - 1) * K + h
    for h in range(K - 1):
        yield D * K + h, D * K + K - 1
