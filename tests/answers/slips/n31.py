"""Slips and other right answers, notebook 31."""

import numpy as np

from answers.n31 import backprop, relu_weights

# 31-backprop


def passed(U, b, v, c, x, y):
    U, b, v, x = (np.array(part, dtype=float) for part in (U, b, v, x))
    h = np.tanh(U @ x + b)
    return U, b, v, x, h, float(c + v @ h - y)


def answer(x, delta, by_v, by_c):
    return [np.outer(delta, x).tolist(), delta.tolist(), by_v.tolist(), float(by_c)]


def sigmoid_slope(U, b, v, c, x, y):
    """Formula: the slope of the sigmoid, h (1 − h)."""
    *_, v, x, h, out = passed(U, b, v, c, x, y)
    return answer(x, out * v * h * (1 - h), out * h, out)


def one_minus_h(U, b, v, c, x, y):
    """Power: 1 − h for 1 − h²."""
    *_, v, x, h, out = passed(U, b, v, c, x, y)
    return answer(x, out * v * (1 - h), out * h, out)


def transposed(U, b, v, c, x, y):
    """Shape: a row for each input instead of each unit."""
    by_U, *rest = backprop(U, b, v, c, x, y)
    return [np.array(by_U).T.tolist(), *rest]


def answer_forgotten(U, b, v, c, x, y):
    """Flag ignored: y is taken to be 0."""
    return backprop(U, b, v, c, x, 0.0)


def bias_forgotten(U, b, v, c, x, y):
    """Special case: units without their biases."""
    return backprop(U, [0.0] * len(b), v, c, x, y)


def output_bias_forgotten(U, b, v, c, x, y):
    """Special case: the output without its bias."""
    return backprop(U, b, v, 0.0, x, y)


def order_of_parts(U, b, v, c, x, y):
    """Order: the output's slopes first."""
    return backprop(U, b, v, c, x, y)[::-1]


def mean_over_units(U, b, v, c, x, y):
    """Constant: divided by the number of units."""
    *_, v, x, h, out = passed(U, b, v, c, x, y)
    return answer(x, out * v * (1 - h**2) / len(h), out * h / len(h), out)


def descended(U, b, v, c, x, y):
    """Early stop: the weights of the output after a step instead of slopes."""
    first, second, third, out = backprop(U, b, v, c, x, y)
    return [first, second, (np.array(v) - np.array(third)).tolist(), out]


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


def backwards_in_order(x, y):
    """Order: the last bend first."""
    biases, weights, c = relu_weights(x, y)
    return [biases[::-1], weights[::-1], c]


def one_unit_more(x, y):
    """Shape: a unit at the last point, too."""
    biases, weights, c = relu_weights(x, y)
    return [[*biases, -x[-1]], [*weights, 0.0], c]


def from_the_right(x, y):
    """Sign: the change of slope, old minus new."""
    biases, weights, c = relu_weights(x, y)
    return [biases, [weights[0], *(-t for t in weights[1:])], c]


def last_answer(x, y):
    """Index: what the network says at the other end."""
    biases, weights, _ = relu_weights(x, y)
    return [biases, weights, float(y[-1])]


def sums_of_slopes(x, y):
    """Formula: sums where differences belong."""
    biases, _, c = relu_weights(x, y)
    return [biases, np.cumsum(np.diff(y) / np.diff(x)).tolist(), c]


def run_over_rise(x, y):
    """Formula: the slope upside down."""
    biases, _, c = relu_weights(x, y)
    rises = np.where(np.diff(y) == 0, 1.0, np.diff(y))
    return [biases, np.diff(np.diff(x) / rises, prepend=0.0).tolist(), c]


def value_at_zero(x, y):
    """Special case: c is the polygon's value at 0 instead of at x[0]."""
    biases, weights, _ = relu_weights(x, y)
    return [biases, weights, float(y[0] - x[0] * weights[0])]


def shifted_to_zero(x, y):
    """Special case: bends measured from the first point."""
    biases, weights, c = relu_weights(x, y)
    return [[b + x[0] for b in biases], weights, c]


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
    "31-backprop": (
        sigmoid_slope,
        one_minus_h,
        transposed,
        answer_forgotten,
        bias_forgotten,
        output_bias_forgotten,
        order_of_parts,
        mean_over_units,
        descended,
    ),
    "31-relu-weights": (
        backwards_in_order,
        one_unit_more,
        from_the_right,
        last_answer,
        sums_of_slopes,
        run_over_rise,
        value_at_zero,
        shifted_to_zero,
    ),
}
RIGHT = {
    "31-backprop": (by_loops, by_differences, as_arrays),
    "31-relu-weights": (by_solving, by_a_loop),
}
