"""Slips and other right answers, notebook 08."""

import numpy as np

from answers.n08 import batch_grad, batch_variance, robbins_monro

# 08-batch-grad


def as_a_set(w, x, y, J):
    """Repetition: the batch becomes a set."""
    return batch_grad(w, x, y, list(set(J)))


def by_a_mask(w, x, y, J):
    """Repetition: the examples are picked by a mask, and divided by the size of the batch."""
    r = np.array([w[0] + w[1] * a - b if j in J else 0.0 for j, (a, b) in enumerate(zip(x, y))])
    return [2 * r.sum() / len(J), 2 * (r @ x) / len(J)]


def all_examples(w, x, y, J):
    """Argument ignored: the gradient over all examples."""
    return batch_grad(w, x, y, list(range(len(x))))


def divided_by_n(w, x, y, J):
    """n for m: divided by the number of all examples."""
    return [g * len(J) / len(x) for g in batch_grad(w, x, y, J)]


def counted_from_one(w, x, y, J):
    """Index: indices are read as if they began at 1."""
    return batch_grad(w, x, y, [j - 1 for j in J])


def first_m(w, x, y, J):
    """Index: the first examples instead of those drawn."""
    return batch_grad(w, x, y, list(range(len(J))))


def uphill(w, x, y, J):
    """Sign: y minus prediction."""
    return [-g for g in batch_grad(w, x, y, J)]


def weights_turned(w, x, y, J):
    """Order: w[0] multiplies x."""
    return batch_grad(w[::-1], x, y, J)


def answers_of_all(w, x, y, J):
    """Index: y is not restricted to the batch."""
    x, y = np.asarray(x, dtype=float)[J], np.asarray(y, dtype=float)[: len(J)]
    r = w[0] + w[1] * x - y
    return [2 * np.mean(r), 2 * np.mean(r * x)]


def only_the_last(w, x, y, J):
    """Early stop: only the last example of the batch."""
    return batch_grad(w, x, y, J[-1:])


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


def edges_half_open(rates):
    """Tie: both edges are left out."""
    return [[s < 1 or f > 0, s > 0.5 and f == 0] for _, s, f in rates]


def two_for_half(rates):
    """Constant: the squares need s > 1."""
    return [[s <= 1 or f > 0, s > 1 and f == 0] for _, s, f in rates]


def exchanged(rates):
    """Order: forgets first."""
    return [pair[::-1] for pair in robbins_monro(rates)]


def never_slow(rates):
    """Flag: a floor makes both true."""
    return [[s <= 1 or f > 0, s > 0.5 or f > 0] for _, s, f in rates]


def large_c_helps(rates):
    """Argument: a C over 1 is thought to make the sum infinite."""
    return [[s <= 1 or f > 0 or C > 1, s > 0.5 and f == 0] for C, s, f in rates]


def tiny_floor_ignored(rates):
    """Special case: a floor under 0.5 is taken for 0."""
    return [[s <= 1 or f > 0.5, s > 0.5 and f <= 0.5] for _, s, f in rates]


def constant_forgets(rates):
    """Special case: a constant step is said to forget."""
    return [[a, b or (s == 0 and f == 0)] for (a, b), (_, s, f) in zip(robbins_monro(rates), rates)]


def turned_round(rates):
    """Sign: finite and infinite are exchanged."""
    return [[not a, not b] for a, b in robbins_monro(rates)]


def first_only(rates):
    """Index: the verdict about the first rate for all."""
    return robbins_monro(rates[:1]) * len(rates)


def summed_numerically(rates):
    """Early stop: the sums of a thousand steps are compared with 50."""
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


def exchanged_pair(G, m):
    """Order: without replacement first."""
    return batch_variance(G, m)[::-1]


def n_minus_m(G, m):
    """n for n - 1: the correction is (n - m)/(n - m + 1)."""
    first, n = batch_variance(G, m)[0], len(G)
    return [first, first * (n - m) / (n - m + 1)]


def m_squared(G, m):
    """Power: divided by m squared."""
    return [part / m for part in batch_variance(G, m)]


def not_divided(G, m):
    """Argument ignored: the variance of one row."""
    return [part * m for part in batch_variance(G, m)]


def about_zero(G, m):
    """Term lost: the squares are taken about 0."""
    n, single = len(G), np.mean(np.sum(np.square(G), axis=1))
    return [single / m, single / m * (n - m) / (n - 1)]


def along_rows(G, m):
    """Axis: the mean is taken over the columns."""
    n, R = len(G), G - G.mean(axis=1, keepdims=True)
    single = np.mean(np.sum(R**2, axis=1))
    return [single / m, single / m * (n - m) / (n - 1)]


def largest_row(G, m):
    """Max for mean: the worst row."""
    n, single = len(G), np.max(np.sum((G - G.mean(axis=0)) ** 2, axis=1))
    return [single / m, single / m * (n - m) / (n - 1)]


def one_without(G, m):
    """Off by one: the factor is (n - m + 1)/n."""
    first, n = batch_variance(G, m)[0], len(G)
    return [first, first * (n - m + 1) / n]


def first_column(G, m):
    """Index: only the first column counts."""
    return batch_variance(G[:, :1], m)


def trace_form(G, m):
    n, total = len(G), np.trace(np.atleast_2d(np.cov(np.transpose(G), bias=True)))
    return np.array([total / m, total * (1 / m - 1 / n) * n / (n - 1)])


def by_columns(G, m):
    n, spread = len(G), sum(np.var(column) for column in np.transpose(G))
    return (spread / m, spread * (n - m) / (m * (n - 1)))


SLIPS = {
    "08-batch-grad": (
        as_a_set,
        by_a_mask,
        all_examples,
        divided_by_n,
        counted_from_one,
        first_m,
        uphill,
        weights_turned,
        answers_of_all,
        only_the_last,
    ),
    "08-robbins-monro": (
        edges_half_open,
        two_for_half,
        exchanged,
        never_slow,
        large_c_helps,
        tiny_floor_ignored,
        constant_forgets,
        turned_round,
        first_only,
        summed_numerically,
    ),
    "08-batch-variance": (
        exchanged_pair,
        n_minus_m,
        m_squared,
        not_divided,
        about_zero,
        along_rows,
        largest_row,
        one_without,
        first_column,
    ),
}
RIGHT = {
    "08-batch-grad": (one_by_one, with_counts),
    "08-robbins-monro": (by_exponents, as_array),
    "08-batch-variance": (trace_form, by_columns),
}
