"""Bumps k(x, z) = h((x - z) / bandwidth) that may or may not be kernels, and points that tell."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from helpers import check

EDGE = 1 + 1e-9  # points exactly one bandwidth apart are inside the box, whatever rounding says
SPACINGS = np.linspace(0.05, 0.57, 105)  # bandwidths between neighbours, for the hunt


@dataclass(frozen=True)
class Shape:
    """A function h of the distance over the bandwidth; `kernel` says whether h(x - z) is one."""

    h: Callable
    kernel: bool


SHAPES = {
    "Gaussian": Shape(lambda t: np.exp(-t * t / 2), True),
    "Laplace": Shape(lambda t: np.exp(-np.abs(t)), True),
    "triangle": Shape(lambda t: np.clip(1 - np.abs(t), 0, None), True),
    "raised cosine": Shape(lambda t: (1 + np.cos(np.pi * np.clip(np.abs(t), 0, 1))) / 2, False),
    "box": Shape(lambda t: (np.abs(t) <= EDGE).astype(float), False),
    "cap": Shape(lambda t: np.clip(1 - t * t, 0, None), False),
    "1/(1 + t²)": Shape(lambda t: 1 / (1 + t * t), True),
    "1/(1 + t⁴)": Shape(lambda t: 1 / (1 + t**4), False),
    "1 − t²": Shape(lambda t: 1 - t * t, False),
    "t²": Shape(lambda t: t * t, False),
}


def power(p):
    """h(t) = exp(-|t|^p), p > 0: Laplace at p = 1, a Gaussian at p = 2."""
    p = check.positive("p", p)
    return lambda t: np.exp(-(np.abs(t) ** p))


def gram_of(h, X):
    """h(x_i - x_j) for points on a line: X (..., n) gives matrices (..., n, n)."""
    X = np.asarray(X, dtype=float)
    return h(X[..., :, None] - X[..., None, :])


def smallest(h, X):
    """The smallest eigenvalue for each set of points, X (..., n), gives (...)."""
    return np.linalg.eigvalsh(gram_of(h, X))[..., 0]


def hunt(h, n):
    """n evenly spaced points, from 0 on, with the spacing that makes the smallest eigenvalue least.

    Equal values up to rounding: the first spacing wins, so that every machine finds the same.
    """
    steps = np.arange(check.whole("n", n, low=2))
    values = smallest(h, steps * SPACINGS[:, None])
    return SPACINGS[np.argmin(np.round(values, 9))] * steps


def three_points(h, t):
    """v'Kv for the points -t, 0, t and the weights v = (1, -2, 1): never negative for a kernel."""
    t = np.asarray(t, dtype=float)
    return 6 * h(0 * t) - 8 * h(t) + 2 * h(2 * t)
