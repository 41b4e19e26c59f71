"""Slips and other right answers, notebook 02, as tables."""

import numpy as np

from answers.n02 import cheapest, corner_set
from helpers.desk.edits import after, before, edit, whole

# 02-squared-constants


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


def nearest_knot(w, knots, weights):
    at = np.flatnonzero(knots == w)
    return corner_set(w, np.delete(knots, at[1:]), np.delete(weights, at[1:]))


def by_terms(w, knots, weights):
    slope = sum(c * np.sign(w - k) for k, c in zip(knots, weights))
    loose = sum(c for k, c in zip(knots, weights) if k == w)
    return (slope - loose, slope + loose)


def by_masks(w, knots, weights):
    there = weights[knots == w].sum()
    fixed = weights[knots < w].sum() - weights[knots > w].sum()
    return np.array([fixed - there, fixed + there])


# 02-cheapest


def by_halves(p):
    half = np.arctanh(2 * p - 1)
    return np.array([2 * p - 1, 2 * half, half, 1.0 if p > 0.5 else -1.0])


def as_tuple(p):
    q = 1 - p
    return (p - q, float(np.log(p) - np.log(q)), float(np.log(p / q)) / 2, 1 if p > q else -1)


SLIPS = {
    "02-squared-constants": {
        "Constant: the square's factor 2 is lost in rho.": after(
            lambda answer: [answer[0] / 2, answer[1], answer[2]]
        ),
        "Term lost: the penalty does not bend beta.": edit(" + 2 * lam,", ","),
        "Constant: lam for 2 lam in mu.": after(
            lambda answer: [answer[0], answer[1], answer[2] / 2]
        ),
        "Power: |x| for |x|^2 in beta.": edit("size ** 2", "size"),
        "Sign: the far end of the ball is taken on the side of y.": edit(
            "(B * size + abs(y))", "abs(B * size - abs(y))"
        ),
        "Norm: the largest entry of x for its length.": before(
            lambda x, y, B, lam: (np.array([np.abs(x).max()]), y, B, lam)
        ),
        "Argument ignored: B in the penalty's slope.": edit("lam * B", "lam"),
        "Index: only the first entries of x count.": before(
            lambda x, y, B, lam: (x[: len(x) - 1], y, B, lam)
        ),
    },
    "02-corner-set": {
        "Special case: between knots nothing is returned but 0.": whole(
            lambda w, knots, weights: (
                corner_set(w, knots, weights) if np.any(knots == w) else [0.0, 0.0]
            )
        ),
        "Special case: at a knot the right slope alone.": after(lambda answer: answer[1:] * 2),
        "Sign: knots ahead pull upwards.": after(lambda answer: [-end for end in answer][::-1]),
        "Constant: a corner gives [-c/2, c/2].": after(
            lambda answer: [
                answer[0] + (answer[1] - answer[0]) / 4,
                answer[1] - (answer[1] - answer[0]) / 4,
            ]
        ),
        "Order: the upper end comes first.": after(lambda answer: sorted(answer, reverse=True)),
        "Index: of two knots at one place only one counts.": whole(nearest_knot),
        "Order: the knots are sorted, their weights are not.": before(
            lambda w, knots, weights: (w, np.sort(knots), weights)
        ),
        "Special case: at a knot every set is made symmetric.": after(
            lambda answer: (
                [answer[0], answer[1]]
                if answer[0] == answer[1]
                else [-(answer[1] - answer[0]) / 2, (answer[1] - answer[0]) / 2]
            )
        ),
        "Weights forgotten: a positive weight counts as 1.": before(
            lambda w, knots, weights: (w, knots, np.sign(weights))
        ),
    },
    "02-cheapest": {
        "Sign: for p under 1/2 the hinge is still sent to +1.": after(
            lambda answer: [*answer[:-1], 1.0]
        ),
        "Constant: p for 2p - 1.": whole(lambda p: [p, *cheapest(p)[1:]]),
        "Constant: the exponential finds twice the log odds.": after(
            lambda answer: [answer[0], answer[1], 2 * answer[1], answer[3]]
        ),
        "Sign: the odds are turned round.": after(
            lambda answer: [answer[0], -answer[1], -answer[2], answer[3]]
        ),
        "Order: logistic and exponential are exchanged.": after(
            lambda answer: [answer[0], answer[2], answer[1], answer[3]]
        ),
        "Constant: logarithms to base 2.": after(
            lambda answer: [answer[0], answer[1] / np.log(2), answer[2] / np.log(2), answer[3]]
        ),
        "Early stop: searched on a grid from -6 to 6.": after(
            lambda answer: [
                answer[0],
                float(np.clip(answer[1], -6, 6)),
                float(np.clip(answer[2], -6, 6)),
                answer[3],
            ]
        ),
        "Special case: a p close to 0 or 1 is rounded.": before(
            lambda p: (min(max(p, 0.01), 0.99),)
        ),
    },
}
RIGHT = {
    "02-squared-constants": (by_trace, with_floats),
    "02-corner-set": (by_terms, by_masks),
    "02-cheapest": (by_halves, as_tuple),
}
