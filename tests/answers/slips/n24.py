"""Slips and other right answers, notebook 24."""

import math

import numpy as np
from scipy.special import lambertw

from answers.n24 import chebyshev_window, examples_needed

# 24-examples-needed


def one_more(eps, delta, a, b, sides):
    """Early stop: one example too many."""
    return examples_needed(eps, delta, a, b, sides) + 1


def common_logarithm(eps, delta, a, b, sides):
    """Constant: the logarithm to base 10."""
    return max(1, math.ceil((b - a) ** 2 * math.log10(sides / delta) / (2 * eps**2)))


def sum_of_ends(eps, delta, a, b, sides):
    """Sign: a + b for the width."""
    return max(1, math.ceil((b + a) ** 2 * math.log(sides / delta) / (2 * eps**2)))


def eps_not_squared(eps, delta, a, b, sides):
    """Power: eps enters once."""
    return max(1, math.ceil((b - a) ** 2 * math.log(sides / delta) / (2 * eps)))


def confidence_for_delta(eps, delta, a, b, sides):
    """Special case: delta is taken for the confidence."""
    return max(1, math.ceil((b - a) ** 2 * math.log(sides / (1 - delta)) / (2 * eps**2)))


def always_two_sides(eps, delta, a, b, sides):
    """Flag ignored: both sides, whatever is asked."""
    return examples_needed(eps, delta, a, b, 2)


def nearest_whole(eps, delta, a, b, sides):
    """Tie: rounded to the nearest whole number."""
    return max(1, round((b - a) ** 2 * math.log(sides / delta) / (2 * eps**2)))


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


def variance_of_plus_minus(p):
    """Constant: the variance of a coin ±1, four times as large."""
    v = 4 * p * (1 - p)
    return [] if v >= 1 / (2 * np.e) else chebyshev_window((1 - np.sqrt(1 - 4 * v)) / 2)


def in_eps(p):
    """Power: the roots of the ends."""
    return [float(np.sqrt(x)) for x in chebyshev_window(p)]


def reversed_ends(p):
    """Order: the larger end first."""
    return chebyshev_window(p)[::-1]


def two_sided(p):
    """Constant: Hoeffding's bound for both sides."""
    v = p * (1 - p) / 2
    return [] if v >= 1 / (2 * np.e) else chebyshev_window((1 - np.sqrt(1 - 4 * v)) / 2)


def only_small_p(p):
    """Special case: nothing for p over one half."""
    return chebyshev_window(p) if p < 0.5 else []


def coarse(p):
    """Early stop: the ends to two digits."""
    return [round(x, 2) + 0.004 for x in chebyshev_window(p)]


def empty_at_p(p):
    """Constant: the window is taken to be empty from p = 0.13 on."""
    return chebyshev_window(p) if p * (1 - p) < 0.08 else []


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
    "24-examples-needed": (
        one_more,
        common_logarithm,
        sum_of_ends,
        eps_not_squared,
        confidence_for_delta,
        nearest_whole,
        always_two_sides,
    ),
    "24-chebyshev-window": (
        variance_of_plus_minus,
        in_eps,
        reversed_ends,
        two_sided,
        only_small_p,
        coarse,
        empty_at_p,
    ),
}
RIGHT = {
    "24-examples-needed": (by_trying, as_float),
    "24-chebyshev-window": (by_lambert, as_array),
}
