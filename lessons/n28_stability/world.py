"""What the figures of this lesson share, and its own laws and cases."""

import numpy as np

from helpers import losses, plots

SECOND = plots.ORANGE  # what was learnt after the swap
NOISE = np.random.default_rng(28).normal(size=100)
FITS = {"absolute": losses.absolute, "Huber": losses.huber(1.0), "squared": losses.squared}


def sample_line(n):
    """n places from -1 to 1 and answers around the line 1.5 x."""
    x = np.linspace(-1, 1, n)
    return x, 1.5 * x + NOISE[:n]


def swapped(x, y, i, x_new, y_new):
    """Samples (k, n) in which example i is (x_new, y_new), one for each of the k new answers."""
    many_x, many_y = np.tile(x, (len(y_new), 1)), np.tile(y, (len(y_new), 1))
    many_x[:, i], many_y[:, i] = x_new, y_new
    return many_x, many_y


def penalised(loss, x, y, lam, w):
    """Mean loss + lam w^2 of one weight, for an array of them."""
    return losses.mean_loss(loss, x, y, np.reshape(w, (-1, 1)), lam)
