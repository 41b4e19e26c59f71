"""Slips and other right answers, notebook 19."""

import numpy as np

from helpers.desk.edits import after, before, edit

# 19-unbiased


def blocks(x, y, bandwidth):
    x, y = np.array(x, dtype=float), np.array(y, dtype=float)
    return [
        np.exp(-(np.subtract.outer(a, b) ** 2) / (2 * bandwidth**2))
        for a, b in ((x, x), (x, y), (y, y))
    ]


def off(K):
    return (K.sum() - np.trace(K)) / (len(K) * (len(K) - 1))


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
    "19-unbiased": {
        "Constant: half of the pairs, divided by the number of all.": edit(
            "n * (n - 1)", "2 * n * (n - 1)"
        ),
        "Index: the size of one sample for the other.": edit(
            "n = len(K)", "n = len(x) + len(y) - len(K)"
        ),
        "Power: 2ℓ for 2ℓ².": edit("bandwidth ** 2", "bandwidth"),
        "Power: the Laplace kernel.": edit(
            "-(a[:, None] - b) ** 2 / (2 * bandwidth ** 2)", "-np.abs(a[:, None] - b) / bandwidth"
        ),
        "Sign: the mixed pairs are added.": edit("- 2 * gram", "+ 2 * gram"),
        "Early stop: the diagonal is left out for x, not for y.": edit(
            "others(gram(y, y))", "gram(y, y).mean()"
        ),
        "Special case: the longer sample is cut.": before(
            lambda x, y, bandwidth: (x[: len(y)], y[: len(x)], bandwidth)
        ),
        "Special case: no negative values.": after(abs),
    },
    "19-permutation": {
        "Sign: the complement.": after(lambda p: 1 - p),
        "Denominator: B for B + 1.": edit("(1 + len(shuffles))", "len(shuffles)"),
        "Early stop: the number of shuffles, not the share.": edit(" / (1 + len(shuffles))", ""),
        "Early stop: only the mixed pairs are compared (the fewer the farther).": edit(
            "others(chosen) - 2 * K[np.ix_(chosen, rest)].mean() + others(rest)",
            "-K[np.ix_(chosen, rest)].mean()",
        ),
        "Index: the first sample is taken for the last n points.": edit(
            "list(range(n))", "list(range(len(K) - n, len(K)))"
        ),
        "Special case: a shuffle that comes twice is counted once.": before(
            lambda K, n, shuffles: (K, n, set(map(tuple, shuffles)))
        ),
    },
}
RIGHT = {
    "19-unbiased": (by_loops, by_correcting_the_biased),
    "19-permutation": (by_signed_weights, by_ranking),
}
