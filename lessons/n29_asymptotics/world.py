"""What the figures of this lesson share, and its own laws and cases."""

import numpy as np

from helpers import plots

GENERATIVE, DISCRIMINATIVE = plots.ORANGE, plots.BLUE
CIRCLE = np.array([np.cos(np.linspace(0, 2 * np.pi, 121)), np.sin(np.linspace(0, 2 * np.pi, 121))])


def ellipse(M):
    """(2, 121): the outline of all u with u' M^-1 u = 1."""
    return np.linalg.cholesky(M) @ CIRCLE


def normal_density(t, variance):
    return np.exp(-t * t / (2 * variance)) / np.sqrt(2 * np.pi * variance)


RUNS, MOST, BLOCK, WEIGHTS = 1000, 400, 10, 6
