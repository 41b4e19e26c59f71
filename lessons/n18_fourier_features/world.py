"""What the figures of this lesson share, and its own laws and cases."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.kernels import spectra

SHAPES = spectra.SHAPES
NEGATIVE = plots.RED


def below_zero(ax, low):
    """Shade what is negative, down to `low`."""
    ax.axhspan(low, 0, color=NEGATIVE, alpha=0.1, lw=0)
    ax.axhline(0, color=plots.BLACK, lw=1)


def _plain(value):
    """Three digits; what rounding may have made is 0."""
    return "0" if abs(value) < 1e-9 else f"{value:.3g}"


MOST = 1000  # frequencies in a run


RUNS = 200


@cache
def draws(d):
    """Frequencies of bandwidth 1 in d coordinates, along one direction, and shifts: (RUNS, MOST)
    each. The direction is that of the vector of ones."""
    rng = np.random.default_rng(1800 + d)
    along = sum(rng.normal(size=(RUNS, MOST)) for _ in range(d)) / np.sqrt(d)
    return along, rng.uniform(0, 2 * np.pi, size=(RUNS, MOST))


def by_features(w, b, t, shifted):
    """The estimate from explicit features of the points t/2 and −t/2, for bandwidth 1."""
    Phi = spectra.random_features(np.array([[t / 2], [-t / 2]]), w[:, None], b if shifted else None)
    return float(Phi[0] @ Phi[1])
