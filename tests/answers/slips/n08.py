"""Slips and other right answers, notebook 08, as tables."""

import numpy as np

from answers.n08 import batch_grad, batch_variance, robbins_monro
from helpers.desk.edits import after, before, edit, whole

# 08-batch-grad


def by_a_mask(w, x, y, J):
    r = np.array([w[0] + w[1] * a - b if j in J else 0.0 for j, (a, b) in enumerate(zip(x, y))])
    return [2 * r.sum() / len(J), 2 * (r @ x) / len(J)]


def one_by_one(w, x, y, J):
    g = np.zeros(2)
    for j in J:
        g += 2 * (w[0] + w[1] * x[j] - y[j]) * np.array([1.0, x[j]]) / len(J)
    return g


def with_counts(w, x, y, J):
    share = np.bincount(J, minlength=len(x)) / len(J)
    r = np.asarray(w[0] + w[1] * np.asarray(x) - y)
    return (2 * float(share @ r), 2 * float((share * r) @ x))


# 08-robbins-monro


def summed_numerically(rates):
    t = np.arange(1.0, 1001)
    found = []
    for C, s, f in rates:
        eta = (C / t) ** s + f
        found.append([bool(eta.sum() > 50), bool((eta**2).sum() < 50)])
    return found


def by_exponents(rates):
    def infinite(power):
        return power <= 1

    return tuple(
        (bool(f) or infinite(s), not (bool(f) or infinite(2 * s))) for _, s, f in map(tuple, rates)
    )


def as_array(rates):
    _, s, f = np.transpose(rates)
    return np.column_stack([(s <= 1) | (f > 0), (s > 0.5) & (f == 0)])


# 08-batch-variance


def trace_form(G, m):
    n, total = len(G), np.trace(np.atleast_2d(np.cov(np.transpose(G), bias=True)))
    return np.array([total / m, total * (1 / m - 1 / n) * n / (n - 1)])


def by_columns(G, m):
    n, spread = len(G), sum(np.var(column) for column in np.transpose(G))
    return (spread / m, spread * (n - m) / (m * (n - 1)))


SLIPS = {
    "08-batch-grad": {
        "Repetition: picked by a mask, and divided by the size of the batch.": whole(by_a_mask),
        "Argument ignored: the gradient over all examples.": before(
            lambda w, x, y, J: (w, x, y, list(range(len(x))))
        ),
        "n for m: divided by the number of all examples.": whole(
            lambda w, x, y, J: [g * len(J) / len(x) for g in batch_grad(w, x, y, J)]
        ),
        "Index: indices are read as if they began at 1.": before(
            lambda w, x, y, J: (w, x, y, [j - 1 for j in J])
        ),
        "Index: the first examples instead of those drawn.": before(
            lambda w, x, y, J: (w, x, y, list(range(len(J))))
        ),
        "Sign: y minus prediction.": after(lambda answer: [-g for g in answer]),
        "Order: w[0] multiplies x.": before(lambda w, x, y, J: (w[::-1], x, y, J)),
        "Index: y is not restricted to the batch.": edit(
            "np.asarray(y, dtype=float)[J]", "np.asarray(y, dtype=float)[:len(J)]"
        ),
        "Early stop: only the last example of the batch.": before(
            lambda w, x, y, J: (w, x, y, J[-1:])
        ),
    },
    "08-robbins-monro": {
        "Tie: both edges are left out.": whole(
            lambda rates: [[s < 1 or f > 0, s > 0.5 and f == 0] for _, s, f in rates]
        ),
        "Constant: the squares need s > 1.": whole(
            lambda rates: [[s <= 1 or f > 0, s > 1 and f == 0] for _, s, f in rates]
        ),
        "Order: forgets first.": after(lambda answer: [pair[::-1] for pair in answer]),
        "Flag: a floor makes both true.": whole(
            lambda rates: [[s <= 1 or f > 0, s > 0.5 or f > 0] for _, s, f in rates]
        ),
        "Argument: a C over 1 is thought to make the sum infinite.": edit(
            "for _, s, floor", "for C, s, floor", "floor > 0,", "floor > 0 or C > 1,"
        ),
        "Special case: a floor under 0.5 is taken for 0.": edit(
            "floor > 0,", "floor > 0.5,", "floor == 0]", "floor <= 0.5]"
        ),
        "Special case: a constant step is said to forget.": edit(
            "s > 0.5 and floor == 0", "(s > 0.5 or s == 0) and floor == 0"
        ),
        "Sign: finite and infinite are exchanged.": after(
            lambda answer: [[not a, not b] for a, b in answer]
        ),
        "Index: the verdict about the first rate for all.": whole(
            lambda rates: robbins_monro(rates[:1]) * len(rates)
        ),
        "Early stop: the sums of a thousand steps are compared with 50.": whole(summed_numerically),
    },
    "08-batch-variance": {
        "Order: without replacement first.": after(lambda answer: answer[::-1]),
        "n for n - 1: the correction is (n - m)/(n - m + 1).": edit("/ (n - 1)", "/ (n - m + 1)"),
        "Power: divided by m squared.": whole(
            lambda G, m: [part / m for part in batch_variance(G, m)]
        ),
        "Argument ignored: the variance of one row.": whole(
            lambda G, m: [part * m for part in batch_variance(G, m)]
        ),
        "Term lost: the squares are taken about 0.": edit("(G - G.mean(axis=0))", "G"),
        "Axis: the mean is taken over the columns.": edit(
            "G.mean(axis=0)", "G.mean(axis=1, keepdims=True)"
        ),
        "Max for mean: the worst row.": edit("np.mean(np.sum", "np.max(np.sum"),
        "Off by one: the factor is (n - m + 1)/n.": edit("(n - m) / (n - 1)", "(n - m + 1) / n"),
        "Index: only the first column counts.": before(lambda G, m: (G[:, :1], m)),
    },
}
RIGHT = {
    "08-batch-grad": (one_by_one, with_counts),
    "08-robbins-monro": (by_exponents, as_array),
    "08-batch-variance": (trace_form, by_columns),
}
