"""Slips and other right answers, notebook 19."""

import numpy as np

from answers.n19 import permutation_p, unbiased_mmd2

# 19-unbiased


def blocks(x, y, bandwidth):
    x, y = np.array(x, dtype=float), np.array(y, dtype=float)
    return [
        np.exp(-(np.subtract.outer(a, b) ** 2) / (2 * bandwidth**2))
        for a, b in ((x, x), (x, y), (y, y))
    ]


def off(K):
    return (K.sum() - np.trace(K)) / (len(K) * (len(K) - 1))


def upper_triangle_only(x, y, bandwidth):
    """Constant: half of the pairs, divided by the number of all."""
    xx, xy, yy = blocks(x, y, bandwidth)
    return float(off(xx) / 2 - 2 * xy.mean() + off(yy) / 2)


def sizes_swapped(x, y, bandwidth):
    """Index: the size of one sample for the other."""
    xx, xy, yy = blocks(x, y, bandwidth)
    n, m = len(x), len(y)
    inner = (xx.sum() - n) / (m * (m - 1)) + (yy.sum() - m) / (n * (n - 1))
    return float(inner - 2 * xy.mean())


def bandwidth_not_squared(x, y, bandwidth):
    """Power: 2ℓ for 2ℓ²."""
    xx, xy, yy = blocks(x, y, np.sqrt(bandwidth))
    return float(off(xx) - 2 * xy.mean() + off(yy))


def absolute_distance(x, y, bandwidth):
    """Power: the Laplace kernel."""
    x, y = np.array(x, dtype=float), np.array(y, dtype=float)
    xx, xy, yy = (
        np.exp(-np.abs(np.subtract.outer(a, b)) / bandwidth) for a, b in ((x, x), (x, y), (y, y))
    )
    return float(off(xx) - 2 * xy.mean() + off(yy))


def plus_between(x, y, bandwidth):
    """Sign: the mixed pairs are added."""
    xx, xy, yy = blocks(x, y, bandwidth)
    return float(off(xx) + 2 * xy.mean() + off(yy))


def first_diagonal_only(x, y, bandwidth):
    """Early stop: the diagonal is left out for x, not for y."""
    xx, xy, yy = blocks(x, y, bandwidth)
    return float(off(xx) - 2 * xy.mean() + yy.mean())


def cut_to_equal_size(x, y, bandwidth):
    """Special case: the longer sample is cut."""
    n = min(len(x), len(y))
    return unbiased_mmd2(x[:n], y[:n], bandwidth)


def absolute_value(x, y, bandwidth):
    """Special case: no negative values."""
    return abs(unbiased_mmd2(x, y, bandwidth))


def by_loops(x, y, bandwidth):
    """Another way: sums over pairs."""

    def k(a, b):
        return np.exp(-((a - b) ** 2) / (2 * bandwidth**2))

    def within(z):
        pairs = [k(z[i], z[j]) for i in range(len(z)) for j in range(i)]
        return sum(pairs) / len(pairs)

    between = [k(a, b) for a in x for b in y]
    return within(x) + within(y) - 2 * sum(between) / len(between)


def by_correcting_the_biased(x, y, bandwidth):
    """Another way: V without what the diagonal adds."""
    xx, xy, yy = blocks(x, y, bandwidth)
    n, m = len(x), len(y)
    inner = (n * xx.mean() - 1) / (n - 1) + (m * yy.mean() - 1) / (m - 1)
    return np.float64(inner - 2 * xy.mean())


# 19-permutation


def statistic(K, chosen):
    K = np.array(K, dtype=float)
    a = np.isin(np.arange(len(K)), list(chosen))
    return off(K[np.ix_(a, a)]) - 2 * K[np.ix_(a, ~a)].mean() + off(K[np.ix_(~a, ~a)])


def all_of(K, n, shuffles):
    return statistic(K, range(n)), np.array([statistic(K, chosen) for chosen in shuffles])


def one_minus(K, n, shuffles):
    """Sign: the complement."""
    return 1 - permutation_p(K, n, shuffles)


def one_in_the_numerator_only(K, n, shuffles):
    """Denominator: B for B + 1."""
    here, null = all_of(K, n, shuffles)
    return float((1 + np.sum(null >= here - 1e-12)) / len(null))


def counted(K, n, shuffles):
    """Early stop: the number of shuffles, not the share."""
    return permutation_p(K, n, shuffles) * (1 + len(shuffles))


def between_only(K, n, shuffles):
    """Early stop: only the mixed pairs are compared (the fewer the farther)."""
    K = np.array(K, dtype=float)

    def mixed(chosen):
        a = np.isin(np.arange(len(K)), list(chosen))
        return -K[np.ix_(a, ~a)].mean()

    null = np.array([mixed(chosen) for chosen in shuffles])
    return float((1 + np.sum(null >= mixed(range(n)) - 1e-12)) / (1 + len(null)))


def sums_for_means(K, n, shuffles):
    """Denominator: sums over pairs, as if the samples had one size."""
    K = np.array(K, dtype=float)

    def total(chosen):
        s = np.where(np.isin(np.arange(len(K)), list(chosen)), 1.0, -1.0)
        return s @ (K - np.diag(np.diag(K))) @ s

    null = np.array([total(chosen) for chosen in shuffles])
    return float((1 + np.sum(null >= total(range(n)) - 1e-12)) / (1 + len(null)))


def last_points_first(K, n, shuffles):
    """Index: the first sample is taken for the last n points."""
    null = np.array([statistic(K, chosen) for chosen in shuffles])
    here = statistic(K, range(len(K) - n, len(K)))
    return float((1 + np.sum(null >= here - 1e-12)) / (1 + len(null)))


def distinct_shuffles(K, n, shuffles):
    """Special case: a shuffle that comes twice is counted once."""
    return permutation_p(K, n, [list(s) for s in sorted(set(map(tuple, shuffles)))])


def strictly(K, n, shuffles):
    """Special case: ties do not count."""
    here, null = all_of(K, n, shuffles)
    return float((1 + np.sum(null > here + 1e-12)) / (1 + len(null)))


def by_signed_weights(K, n, shuffles):
    """Another way: weights 1/n and -1/m, diagonal corrected."""
    K = np.array(K, dtype=float)
    N = len(K)

    def value(chosen):
        a = np.isin(np.arange(N), list(chosen)).astype(float)
        b, m = 1 - a, N - n
        none = K - np.diag(np.diag(K))
        inner = a @ none @ a / (n * (n - 1)) + b @ none @ b / (m * (m - 1))
        return inner - 2 * a @ K @ b / (n * m)

    here = value(range(n))
    return sum([1] + [value(s) >= here - 1e-10 for s in shuffles]) / (len(shuffles) + 1)


def by_ranking(K, n, shuffles):
    """Another way: all colourings in one list."""
    here, null = all_of(K, n, shuffles)
    every = np.append(null, here)
    return np.mean(every > here - 1e-11)


SLIPS = {
    "19-unbiased": (
        upper_triangle_only,
        sizes_swapped,
        bandwidth_not_squared,
        absolute_distance,
        plus_between,
        first_diagonal_only,
        cut_to_equal_size,
        absolute_value,
    ),
    "19-permutation": (
        one_minus,
        one_in_the_numerator_only,
        counted,
        between_only,
        sums_for_means,
        last_points_first,
        distinct_shuffles,
        strictly,
    ),
}
RIGHT = {
    "19-unbiased": (by_loops, by_correcting_the_biased),
    "19-permutation": (by_signed_weights, by_ranking),
}
