"""Slips and other right answers, notebook 02."""

import numpy as np

from answers.n02 import cheapest, corner_set, squared_constants

# 02-squared-constants


def no_factor_two(x, y, B, lam):
    """Constant: the square's factor 2 is lost in rho."""
    rho, beta, mu = squared_constants(x, y, B, lam)
    return [rho / 2, beta, mu]


def beta_without_penalty(x, y, B, lam):
    """Term lost: the penalty does not bend beta."""
    rho, beta, mu = squared_constants(x, y, B, lam)
    return [rho, beta - 2 * lam, mu]


def half_mu(x, y, B, lam):
    """Constant: lam for 2 lam in mu."""
    rho, beta, mu = squared_constants(x, y, B, lam)
    return [rho, beta, mu / 2]


def length_not_squared(x, y, B, lam):
    """Power: |x| for |x|^2 in beta."""
    rho, _, mu = squared_constants(x, y, B, lam)
    return [rho, 2 * np.linalg.norm(x) + 2 * lam, mu]


def lowest_slope(x, y, B, lam):
    """Sign: the far end of the ball is taken on the side of y."""
    size = np.linalg.norm(x)
    _, beta, mu = squared_constants(x, y, B, lam)
    return [2 * size * abs(B * size - abs(y)) + 2 * lam * B, beta, mu]


def largest_entry(x, y, B, lam):
    """Norm: the largest entry of x for its length."""
    return squared_constants(np.array([np.abs(x).max()]), y, B, lam)


def unit_ball(x, y, B, lam):
    """Argument ignored: B in the penalty's slope."""
    rho, beta, mu = squared_constants(x, y, B, lam)
    return [rho - 2 * lam * B + 2 * lam, beta, mu]


def two_entries(x, y, B, lam):
    """Index: only the first entries of x count."""
    return squared_constants(x[: len(x) - 1], y, B, lam)


def by_trace(x, y, B, lam):
    H = 2 * np.outer(x, x) + 2 * lam * np.eye(len(x))
    bends = np.linalg.eigvalsh(H)
    end = -np.sign(y or 1) * B * x / np.linalg.norm(x)
    return np.array([np.linalg.norm(2 * (end @ x - y) * x + 2 * lam * end), bends[-1], bends[0]])


def with_floats(x, y, B, lam):
    square = float(sum(a * a for a in x))
    rho = 2 * B * (square + lam) + 2 * square**0.5 * abs(y)
    return (rho, 2 * (square + lam), 2.0 * lam)


# 02-corner-set


def only_at_a_knot(w, knots, weights):
    """Special case: between knots nothing is returned but 0."""
    return corner_set(w, knots, weights) if np.any(knots == w) else [0.0, 0.0]


def only_between(w, knots, weights):
    """Special case: at a knot the right slope alone."""
    return corner_set(w, knots, weights)[1:] * 2


def turned(w, knots, weights):
    """Sign: knots ahead pull upwards."""
    return [-end for end in corner_set(w, knots, weights)][::-1]


def half_corner(w, knots, weights):
    """Constant: a corner gives [-c/2, c/2]."""
    lo, hi = corner_set(w, knots, weights)
    return [lo + (hi - lo) / 4, hi - (hi - lo) / 4]


def high_first(w, knots, weights):
    """Order: the upper end comes first."""
    lo, hi = corner_set(w, knots, weights)
    return [hi, lo] if hi > lo else [lo, hi]


def nearest_knot(w, knots, weights):
    """Index: of two knots at one place only one counts."""
    at = np.flatnonzero(knots == w)
    return corner_set(w, np.delete(knots, at[1:]), np.delete(weights, at[1:]))


def taken_as_sorted(w, knots, weights):
    """Order: the knots are sorted, their weights are not."""
    return corner_set(w, np.sort(knots), weights)


def zero_always_in(w, knots, weights):
    """Special case: at a knot every set is made symmetric."""
    lo, hi = corner_set(w, knots, weights)
    return [lo, hi] if lo == hi else [-(hi - lo) / 2, (hi - lo) / 2]


def all_weights_one(w, knots, weights):
    """Weights forgotten: a positive weight counts as 1."""
    return corner_set(w, knots, np.sign(weights))


def by_terms(w, knots, weights):
    slope = sum(c * np.sign(w - k) for k, c in zip(knots, weights))
    loose = sum(c for k, c in zip(knots, weights) if k == w)
    return (slope - loose, slope + loose)


def by_masks(w, knots, weights):
    there = weights[knots == w].sum()
    fixed = weights[knots < w].sum() - weights[knots > w].sum()
    return np.array([fixed - there, fixed + there])


# 02-cheapest


def without_sign(p):
    """Sign: for p under 1/2 the hinge is still sent to +1."""
    return [*cheapest(p)[:-1], 1.0]


def squared_is_p(p):
    """Constant: p for 2p - 1."""
    return [p, *cheapest(p)[1:]]


def doubled_odds(p):
    """Constant: the exponential finds twice the log odds."""
    a, b, _, d = cheapest(p)
    return [a, b, 2 * b, d]


def odds_turned(p):
    """Sign: the odds are turned round."""
    a, b, c, d = cheapest(p)
    return [a, -b, -c, d]


def other_order(p):
    """Order: logistic and exponential are exchanged."""
    a, b, c, d = cheapest(p)
    return [a, c, b, d]


def base_two(p):
    """Constant: logarithms to base 2."""
    a, b, c, d = cheapest(p)
    return [a, b / np.log(2), c / np.log(2), d]


def on_a_grid(p):
    """Early stop: searched on a grid from -6 to 6."""
    a, b, c, d = cheapest(p)
    return [a, float(np.clip(b, -6, 6)), float(np.clip(c, -6, 6)), d]


def certain_is_one(p):
    """Special case: a p close to 0 or 1 is rounded."""
    return cheapest(min(max(p, 0.01), 0.99))


def by_halves(p):
    half = np.arctanh(2 * p - 1)
    return np.array([2 * p - 1, 2 * half, half, 1.0 if p > 0.5 else -1.0])


def as_tuple(p):
    q = 1 - p
    return (p - q, float(np.log(p) - np.log(q)), float(np.log(p / q)) / 2, 1 if p > q else -1)


SLIPS = {
    "02-squared-constants": (
        no_factor_two,
        beta_without_penalty,
        half_mu,
        length_not_squared,
        lowest_slope,
        largest_entry,
        unit_ball,
        two_entries,
    ),
    "02-corner-set": (
        only_at_a_knot,
        only_between,
        turned,
        half_corner,
        high_first,
        nearest_knot,
        taken_as_sorted,
        zero_always_in,
        all_weights_one,
    ),
    "02-cheapest": (
        without_sign,
        squared_is_p,
        doubled_odds,
        odds_turned,
        other_order,
        base_two,
        on_a_grid,
        certain_is_one,
    ),
}
RIGHT = {
    "02-squared-constants": (by_trace, with_floats),
    "02-corner-set": (by_terms, by_masks),
    "02-cheapest": (by_halves, as_tuple),
}
