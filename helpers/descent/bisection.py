"""Bisection: where a question changes its answer."""

import numpy as np


def first_true(holds, low, high, halvings=80):
    """The smallest number of [low, high] from which on `holds` says True, by halving.

    It must say so at `high`.

    low and high are numbers, or arrays: then `holds` maps arrays to arrays, and all are searched at
    once. It ends after so many halvings, or when no number is left between.
    """
    low, high = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    for _ in range(halvings):
        middle = (low + high) / 2
        if not ((low < middle) & (middle < high)).any():
            break
        yes = holds(middle)
        low, high = np.where(yes, low, middle), np.where(yes, middle, high)
    return high[()]
