"""Slips and other right answers, notebook 31."""

import numpy as np

from answers.n31 import backprop
from helpers.desk.edits import after, edit

# 31-backprop


def by_loops(U, b, v, c, x, y):
    """Another way: no arrays at all."""
    h = [np.tanh(sum(a * t for a, t in zip(row, x)) + bias) for row, bias in zip(U, b)]
    out = c + sum(a * s for a, s in zip(v, h)) - y
    delta = [out * a * (1 - s * s) for a, s in zip(v, h)]
    return [[[d * t for t in x] for d in delta], delta, [out * s for s in h], out]


def by_differences(U, b, v, c, x, y):
    """Another way: change each number a little. Slow, and right."""
    U, b, v, x = (np.array(part, dtype=float) for part in (U, b, v, x))
    sizes = [U.size, b.size, v.size, 1]
    start = np.concatenate([U.ravel(), b, v, [c]])

    def loss(w):
        rows, bias, weights, last = np.split(w, np.cumsum(sizes)[:-1])
        h = np.tanh(rows.reshape(U.shape) @ x + bias)
        return 0.5 * (last[0] + weights @ h - y) ** 2

    h = 1e-5
    all_slopes = [(loss(start + h * e) - loss(start - h * e)) / (2 * h) for e in np.eye(len(start))]
    rows, bias, weights, last = np.split(np.array(all_slopes), np.cumsum(sizes)[:-1])
    return [rows.reshape(U.shape).tolist(), bias.tolist(), weights.tolist(), float(last[0])]


def as_arrays(U, b, v, c, x, y):
    """Another type: arrays in a tuple."""
    return tuple(np.array(part) for part in backprop(U, b, v, c, x, y))


# 31-relu-weights


def by_solving(x, y):
    """Another way: a triangular system, one equation a point."""
    x, y = np.array(x, dtype=float), np.array(y, dtype=float)
    h = np.maximum(x[1:, None] - x[None, :-1], 0)
    return [(-x[:-1]).tolist(), np.linalg.solve(h, y[1:] - y[0]).tolist(), float(y[0])]


def by_a_loop(x, y):
    """Another way: one point after the other, from what is still missing."""
    biases, weights = [], []
    for j in range(len(x) - 1):
        said = y[0] + sum(w * max(x[j + 1] + b, 0) for w, b in zip(weights, biases))
        biases.append(-x[j])
        weights.append((y[j + 1] - said) / (x[j + 1] - x[j]))
    return biases, weights, y[0]


SLIPS = {
    "31-backprop": {
        "Formula: the slope of the sigmoid, h (1 − h).": edit("(1 - h ** 2)", "h * (1 - h)"),
        "Power: 1 − h for 1 − h².": edit("h ** 2", "h"),
        "Flag ignored: y is taken to be 0.": edit(" - y", ""),
        "Special case: units without their biases.": edit("U @ x + b", "U @ x"),
        "Special case: the output without its bias.": edit("c + v", "v"),
        "Order: the output's slopes first.": after(lambda answer: answer[::-1]),
        "Constant: divided by the number of units.": after(
            lambda answer: [*(np.divide(part, len(answer[1])) for part in answer[:3]), answer[3]]
        ),
        "Early stop: the weights of the output after a step instead of slopes.": edit(
            "out * h", "v - out * h"
        ),
    },
    "31-relu-weights": {
        "Order: the last bend first.": after(
            lambda answer: [answer[0][::-1], answer[1][::-1], answer[2]]
        ),
        "Shape: a unit at the last point, too.": edit(
            "(-x[:-1]).tolist(), np.diff(slopes, prepend=0.0)",
            "(-x).tolist(), np.diff([0.0, *slopes, slopes[-1]])",
        ),
        "Sign: the change of slope, old minus new.": edit(
            "np.diff(slopes, prepend=0.0)", "np.append(slopes[0], -np.diff(slopes))"
        ),
        "Index: what the network says at the other end.": edit("y[0]", "y[-1]"),
        "Formula: sums where differences belong.": edit(
            "np.diff(slopes, prepend=0.0)", "np.cumsum(slopes)"
        ),
        "Formula: the slope upside down.": edit(
            "np.diff(y) / np.diff(x)", "np.diff(x) / np.diff(y)"
        ),
        "Special case: c is the polygon's value at 0 instead of at x[0].": edit(
            "float(y[0])", "float(y[0] - x[0] * slopes[0])"
        ),
        "Special case: bends measured from the first point.": edit("-x[:-1]", "x[0] - x[:-1]"),
    },
}
RIGHT = {
    "31-backprop": (by_loops, by_differences, as_arrays),
    "31-relu-weights": (by_solving, by_a_loop),
}
