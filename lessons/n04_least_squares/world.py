"""What the figures of this lesson share, and its own laws and cases."""

import numpy as np

from helpers import data, plots
from helpers.live.words import number

GRID = np.linspace(0, 1, 201)
TRUTH = np.sin(2 * np.pi * GRID)
PLAIN = dict(color=plots.PURPLE, ls="-.")  # least squares without a penalty, in every figure


def shown(error):
    """Three digits; rounding error is 0."""
    return number(float(error)) if error > 1e-9 else "0"


def bare(*axes):
    """No small ticks, which crowd a logarithmic axis."""
    for ax in axes:
        ax.minorticks_off()


TEN_X, _ = data.sine(10, np.random.default_rng(4), sigma=0.25)
