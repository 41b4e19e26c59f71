"""What the figures of this lesson share, and its own laws and cases."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.kernels import text

NEGATIVE = plots.RED


def spectrum(ax, count):
    """Eigenvalues as shares of the largest, in order; negative ones are squares. move(values,
    tol)."""
    ax.set(xlim=(0.3, count + 0.7), ylim=(-1.6, 1.6), xlabel="eigenvalue, largest first")
    ax.set_xticks(range(2, count + 1, 2))
    ax.set_yscale("symlog", linthresh=0.01, linscale=0.7)
    ax.set_yticks([-1, -0.1, -0.01, 0, 0.01, 0.1, 1], ["−1", "−0.1", "", "0", "", "0.1", "1"])
    ax.minorticks_off()
    ax.axhline(0, color=plots.BLACK, lw=1)
    ax.axhspan(-1.6, 0, color=NEGATIVE, alpha=0.08, lw=0)
    dots = plots.points(ax, ["≥ 0", "< 0"], legend=None, size=70)
    plots.legend_above(ax)
    number = np.arange(1, count + 1)

    def move(values, tol):
        share = values[::-1] / max(np.abs(values).max(), 1e-300)
        bad, at = values[::-1] < -tol, number[: len(values)]
        return dots(*(np.column_stack([at[which], share[which]]) for which in (~bad, bad)))

    return move


def _plain(value, tol):
    """Three digits; what rounding may have made is 0."""
    return "0" if abs(value) <= tol else f"{value:.3g}"


X = np.linspace(-2, 2, 12)
MONTHS, AHEAD = 60, 36
TIME = np.arange(MONTHS + AHEAD) / 12
PARTS = 4


def truth_of(t):
    """A trend and a season, in two waves."""
    return 0.5 * t + np.sin(2 * np.pi * t) + 0.4 * np.cos(4 * np.pi * t)


@cache
def measured():
    return truth_of(TIME) + np.random.default_rng(15).normal(0, 0.2, len(TIME))


def typed(words):
    """What was typed, if it spells a sum of at most four kernels."""
    found = text.terms(words, l=0.5)
    if len(found) > PARTS:
        raise ValueError(f"a sum of at most {PARTS} kernels, please")
    return words


def alike(K, a, b):
    """k(x, z) / √(k(x, x) k(z, z)); 0 for words that are too short to have a piece."""
    size = np.sqrt(np.outer(a, b))
    return np.divide(K, size, out=np.zeros_like(K), where=size > 0)
