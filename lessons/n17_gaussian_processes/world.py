"""What the figures of this lesson share, and its own laws and cases."""

import numpy as np

from helpers.kernels import gaussian, gp

NOISE = np.random.default_rng(17)


def sd_of(variance):
    return np.sqrt(np.clip(variance, 0, None))


def tidy(value, digits=1):
    """A few digits, a real minus sign, and none before a zero."""
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


SIX = ((0.06, -0.5), (0.2, 0.6), (0.32, 1.1), (0.56, -0.4), (0.66, -0.9), (0.92, 0.8))
ELLS = np.geomspace(0.02, 1, 40)


def design(n):
    """n measured places, the first of a fixed random list."""
    return np.random.default_rng(11).uniform(size=30)[:n]


TRUE_ELL, TRUE_SIGMA = 0.1, 0.3
XS = np.sort(np.random.default_rng(8).uniform(0, 1, 25))
YS = gp.draw(0, gaussian(TRUE_ELL)(XS), np.random.default_rng(24).normal(size=(1, 25)))[0]
YS = YS + TRUE_SIGMA * np.random.default_rng(74).normal(size=25)
TRUE_LAM = TRUE_SIGMA**2 / 25
HILLS = np.linspace(0, 1, 101)
HIDDEN = {
    "two hills": 0.7 * np.sin(9 * HILLS) + 0.5 * np.cos(23 * HILLS + 1) * (0.4 + HILLS),
    "narrow peak": 0.5 * np.sin(5 * HILLS + 0.5)
    + 1.6 * np.exp(-(((HILLS - 0.83) / 0.045) ** 2) / 2)
    - 0.2,
}
