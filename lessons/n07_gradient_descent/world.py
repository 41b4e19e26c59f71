"""What the figures of this lesson share, and its own laws and cases."""

import numpy as np


def mean_factor(after, before, T):
    """By what the distance was multiplied in each of T steps, on average, told from two heights."""
    return (after / before) ** (1 / (2 * T)) if before > 0 else np.nan


def bent(c):
    """The Huber function with its corner at c, and its gradient; c may be an array."""
    return (
        lambda w: np.where(np.abs(w) <= c, w * w / 2, c * (np.abs(w) - c / 2)),
        lambda w: np.clip(w, -c, c),
    )


def curvatures(x):
    """(mu, beta) of the mean squared error of a line, from the means of x and of x^2."""
    m1, m2 = np.mean(x), np.mean(x**2)
    root = np.sqrt((1 - m2) ** 2 + 4 * m1**2)
    return 1 + m2 - root, 1 + m2 + root
