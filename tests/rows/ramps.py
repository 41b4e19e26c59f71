"""Ramps: a Cauchy sequence of continuous functions whose limit jumps, small enough to compute."""

import numpy as np

from helpers import check


def ramp(k, x):
    """Continuous on [0, 1]: 0 up to 1/2, then straight up to 1 within 1/k, then 1. As k grows it
    becomes a step."""
    return np.clip(check.positive("k", k) * (np.asarray(x, dtype=float) - 0.5), 0.0, 1.0)


def ramp_distances(i, j):
    """(L2 distance, sup distance) of ramp i and ramp j, i < j, exactly: sqrt((1 - i/j)^2 / (3 i))
    and 1 - i/j."""
    i, j = check.positive("i", i), check.positive("j", j)
    if i < 2 or j < i:
        raise ValueError(f"the ramps need 2 <= i <= j, but they are {i:g} and {j:g}")
    return float(np.sqrt((1 - i / j) ** 2 / (3 * i))), 1 - i / j


def one_norm_on(c, p):
    """(integral of |1|^p over [-c, c])^(1/p) = (2c)^(1/p), the p-norm of the constant 1 on a
    window; p = inf: 1."""
    return 1.0 if np.isinf(p) else (2 * check.positive("c", c)) ** (1 / check.positive("p", p))
