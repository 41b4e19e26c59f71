"""Slips and other right answers, notebook 24."""

import math

import numpy as np
from scipy.special import lambertw

from answers.n24 import chebyshev_window, examples_needed
from helpers.desk.edits import after, edit

# 24-examples-needed


def by_trying(eps, delta, a, b, sides):
    """Another way: the first n whose bound is at most delta, by doubling and bisection."""

    def fine(n):
        return sides * math.exp(-2 * n * eps**2 / (b - a) ** 2) <= delta

    low, high = 0, 1
    while not fine(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if fine(middle) else (middle, high)
    return high


def as_float(eps, delta, a, b, sides):
    """Another type: a float that is whole."""
    return float(examples_needed(eps, delta, a, b, sides))


# 24-chebyshev-window


def by_lambert(p):
    """Another way: x e^(-2x) = v is solved by Lambert's function, both branches."""
    v = p * (1 - p)
    if 2 * v * np.e >= 1:
        return []
    return [float(-lambertw(-2 * v, k).real / 2) for k in (0, -1)]


def as_array(p):
    """Another type: an array."""
    return np.array(chebyshev_window(p))


SLIPS = {
    "24-examples-needed": {
        "Early stop: one example too many.": after(lambda n: n + 1),
        "Constant: the logarithm to base 10.": edit("np.log(", "np.log10("),
        "Sign: a + b for the width.": edit("b - a", "b + a"),
        "Power: eps enters once.": edit("eps ** 2", "eps"),
        "Special case: delta is taken for the confidence.": edit("/ delta", "/ (1 - delta)"),
        "Tie: rounded to the nearest whole number.": edit("np.ceil(", "np.round("),
    },
    "24-chebyshev-window": {
        "Constant: the variance of a coin ±1, four times as large.": edit(
            "variance = p * (1 - p)", "variance = 4 * p * (1 - p)"
        ),
        "Power: the roots of the ends.": after(np.sqrt),
        "Order: the larger end first.": after(lambda window: window[::-1]),
        "Constant: Hoeffding's bound for both sides.": edit(
            "variance = p * (1 - p)", "variance = p * (1 - p) / 2"
        ),
        "Early stop: the right end is looked for up to 5 only.": edit("60.0", "5.0"),
        "Special case: nothing for p over one half.": edit(
            "if variance >=", "if p > 0.5 or variance >="
        ),
        "Early stop: the ends to two digits.": after(lambda window: np.round(window, 2)),
        "Constant: the window is taken to be empty from p = 0.13 on.": edit(
            "1 / (2 * np.e)", "0.08"
        ),
    },
}
RIGHT = {
    "24-examples-needed": (by_trying, as_float),
    "24-chebyshev-window": (by_lambert, as_array),
}
