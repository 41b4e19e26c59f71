"""What the figures of this lesson share, and its own laws and cases."""

from functools import lru_cache

import numpy as np
from scipy.special import ndtri

from helpers import plots

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
