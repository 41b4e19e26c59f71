"""How far an average is from its mean: exact tails, and the bounds that hold for every law.

Tails are one-sided, P(average >= mean + eps), unless a name says otherwise. Exact tails come from
SciPy's special functions: importing scipy.stats would take a second of every start.
"""

import numpy as np
from scipy import special

from helpers import check

ROUNDING = 1e-9  # n (p + eps) may miss a whole number by this much


def at_least(n, p, eps):
    """The smallest number of heads among n whose share is at least p + eps."""
    return np.ceil(np.asarray(n) * (p + np.asarray(eps)) - ROUNDING)


def binomial_tail(n, p, eps):
    """P(share of heads >= p + eps) for n coins with probability p of heads, exactly."""
    return heads_tail(n, p, at_least(n, p, eps))


def heads_tail(n, p, k):
    """P(at least k heads among n coins with probability p), exactly; k may be an array."""
    k, n = np.broadcast_arrays(k, n)
    some = special.betainc(np.maximum(k, 1), np.maximum(n - k + 1, 1), p)
    return np.where(k <= 0, 1.0, np.where(k > n, 0.0, some))


def two_sided_tail(n, p, eps):
    """P(|share of heads - p| >= eps) for n coins, exactly."""
    return binomial_tail(n, p, eps) + binomial_tail(n, 1 - p, eps)


def bernoulli_kl(q, p):
    """KL(q || p) of two coins in nats; 0 log 0 is 0."""
    return special.rel_entr(q, p) + special.rel_entr(1 - np.asarray(q), 1 - p)


def markov(mean, level):
    """Markov: P(Z >= level) <= mean / level for Z >= 0."""
    return mean / level


def chebyshev(variance, n, eps):
    """Chebyshev: P(|average - mean| >= eps) <= variance / (n eps^2)."""
    return variance / (n * np.square(eps))


def chernoff(n, p, eps):
    """Chernoff, for coins: P(share >= p + eps) <= exp(-n KL(p + eps || p))."""
    return np.exp(-n * bernoulli_kl(np.minimum(p + np.asarray(eps), 1), p))


def hoeffding(n, eps, width=1.0):
    """Hoeffding: exp(-2 n eps^2 / width^2) for values in an interval of that width.

    An array of n widths, one for each term: exp(-2 n^2 eps^2 / sum of width^2).
    """
    squares = np.sum(np.square(np.broadcast_to(width, n)))
    return np.exp(-2 * n**2 * np.square(eps) / squares)


def mcdiarmid(changes, eps):
    """McDiarmid: P(f - E f >= eps) <= exp(-2 eps^2 / sum of changes^2).

    changes: for each argument, by how much f can move at most when only that one is replaced.
    """
    return np.exp(-2 * np.square(eps) / np.sum(np.square(changes)))


def normal_tail(n, variance, eps):
    """What the normal approximation says of P(average >= mean + eps); it is no bound."""
    return special.ndtr(-np.asarray(eps) * np.sqrt(n / variance))


def hoeffding_size(eps, delta):
    """The smallest n with 2 exp(-2 n eps^2) <= delta, for values in [0, 1]."""
    return whole_size(np.log(2 / delta) / (2 * eps**2))


def chebyshev_size(variance, eps, delta):
    """The smallest n with variance / (n eps^2) <= delta."""
    return whole_size(variance / (delta * eps**2))


def whole_size(n):
    """The next whole number, at least 1; rounding errors do not count."""
    return int(max(np.ceil(n * (1 - 1e-12)), 1))


def exact_interval(k, n, delta):
    """[low, high]: the p for which k heads of n are in neither tail of probability delta / 2."""
    low = special.betaincinv(k, n - k + 1, delta / 2) if k > 0 else 0.0
    high = special.betaincinv(k + 1, n - k, 1 - delta / 2) if k < n else 1.0
    return float(low), float(high)


def log_mgf(values, probs, t):
    """log E exp(t X) of a discrete law, for an array of t."""
    values, probs = check.array("values", values, ndim=1), check.array("probs", probs, ndim=1)
    return special.logsumexp(np.multiply.outer(t, values), b=probs, axis=-1)


def needed_parameter(log_m, t):
    """2 log M(t) / t^2: what a parabola sigma^2 t^2 / 2 needs to lie above log M at t != 0."""
    return 2 * np.asarray(log_m) / np.square(t)


def coin_parameter(p):
    """The smallest sub-Gaussian parameter of a centred coin: (1 - 2p) / (2 log((1 - p) / p))."""
    if abs(p - 0.5) < 1e-6:
        return 0.25  # the formula is 0/0 there
    return (1 - 2 * p) / (2 * np.log((1 - p) / p))


def distinct_law(n, values=None):
    """(n + 1,): P(k different values among n draws from `values` equally likely ones, n of them).

    One draw after the other: it repeats one of the k seen with probability k / values.
    """
    m = n if values is None else values
    law, k = np.zeros(n + 1), np.arange(n + 1)
    law[0] = 1.0
    for _ in range(n):
        law = law * k / m + np.append(0, (law * np.maximum(m - k, 0) / m)[:-1])
    return law


def run_law(n, p=0.5):
    """(n + 1,): P(the longest run of heads among n coins is k), for k = 0, ..., n.

    A run of k heads that ends at coin j, the first one to do so, begins after a tail before which
    there was none, or at the first coin.
    """
    k = np.arange(1, n + 1)
    some = np.zeros((n, n + 1))  # some[k - 1, j]: a run of k heads in the first j coins
    for j in range(1, n + 1):
        rest = j - k - 1
        before = np.where(rest < 0, 1, (1 - p) * (1 - some[k - 1, np.maximum(rest, 0)]))
        some[:, j] = some[:, j - 1] + np.where(k <= j, p**k * before, 0)
    return -np.diff(some[:, n], prepend=1, append=0)


def longest_run(heads, axis=-1):
    """The longest run of true entries along an axis."""
    columns = np.moveaxis(np.asarray(heads), axis, 0)
    best = now = np.zeros(columns.shape[1:], dtype=int)
    for column in columns:
        now = (now + 1) * column
        best = np.maximum(best, now)
    return best


def tail_of(law, support, level):
    """P(value >= level) of a discrete law."""
    return float(law[support >= level - ROUNDING].sum())
