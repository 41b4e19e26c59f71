"""Learning from a finite class: which hypotheses survive, what is promised, what is true.

Worlds here are so simple that nothing has to be simulated. A hypothesis with error R agrees with n
examples with probability (1 - R)^n; a hypothesis is bad if its error is at least eps.
"""

from functools import lru_cache

import numpy as np
from scipy import special

from helpers import check
from helpers.generalisation import concentration as con

# ---- how many examples, and how small an error


def realisable_size(size, eps, delta):
    """The smallest n with size * exp(-eps n) <= delta: some hypothesis makes no error."""
    return con.whole_size(np.log(size / delta) / eps)


def realisable_error(size, n, delta):
    """ln(size / delta) / n: all hypotheses without an error so far are better than this."""
    return np.log(size / delta) / n


def agnostic_excess(size, n, delta):
    """sqrt(2 ln(2 size / delta) / n): how much worse than the best ERM can be."""
    return np.sqrt(2 * np.log(2 * size / delta) / n)


# ---- survivors


def survival(errors, n):
    """(1 - R)^n: the probability that a hypothesis with error R agrees with n examples."""
    return (1 - np.asarray(errors)) ** n


def thinned(errors, counts, n, rng):
    """(n + 1, len(errors)): how many hypotheses of each error are left after 0, ..., n examples.

    `counts` hypotheses have each error, and they err independently: of those that are left each
    one agrees with the next example with probability 1 - R.
    """
    left = [np.asarray(counts)]
    for _ in range(n):
        left.append(rng.binomial(left[-1], 1 - np.asarray(errors)))
    return np.array(left)


def some_event(probs, counts=1):
    """P(at least one of these independent events), along the last axis.

    `counts` events have each probability. No digits are lost where it is small.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        none = np.where(counts == np.zeros(1), 0.0, counts * np.log1p(-np.minimum(probs, 1)))
    return -np.expm1(none.sum(axis=-1))


def unseen_law(values, share, n):
    """(n + 1, values + 1): P(k of these values have not been seen) after 0, ..., n draws.

    Each draw shows each of the values with probability `share`, and at most one of them.
    """
    k = np.arange(values + 1)
    law = np.zeros((n + 1, values + 1))
    law[0, values] = 1.0
    for t in range(n):
        law[t + 1] = law[t] * (1 - k * share)
        law[t + 1, :-1] += law[t, 1:] * k[1:] * share
    return law


# ---- conjunctions: y = 1 where all features of J are 1


def learn_conjunction(X, y):
    """(d,) which features are 1 in every positive example: the smallest consistent conjunction.

    Without a positive example all are kept: that conjunction says 1 least often.
    """
    X, y = check.pair(X, y)
    return np.all(X[y == 1] == 1, axis=0)


def conjunction(X, J):
    """(n,) 1 where all features of the mask J (d,) are 1, else 0."""
    return np.all(np.asarray(X)[:, np.asarray(J, dtype=bool)] == 1, axis=1).astype(float)


@lru_cache(32)
def extra_law(d, k, q, n):
    """(n + 1, d - k + 1): P(j features too many are kept) after 0, ..., n examples.

    Features are 1 independently with probability q, k of d belong to J. An example is positive with
    probability q^k; a feature outside J is kept if it is 1 in all m positive ones: q^m.
    """
    m, j = np.arange(n + 1), np.arange(d - k + 1)
    positives = binomial_law(np.arange(n + 1)[:, None], q**k, m)
    return positives @ binomial_law(d - k, (q**m)[:, None], j)


def binomial_law(n, p, k):
    """P(k heads of n), arrays broadcast; 0 where k > n."""
    with np.errstate(invalid="ignore"):
        ways = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
        law = np.exp(ways + special.xlogy(k, p) + special.xlog1py(n - k, -np.asarray(p)))
    return np.where(np.asarray(k) > n, 0.0, law)


# ---- no perfect hypothesis: independent hypotheses with these risks, n examples


def deviation_tail(risks, n, eps):
    """P(some |empirical risk - risk| >= eps), exactly."""
    return float(some_event(con.two_sided_tail(n, np.asarray(risks), eps)))


def excess_tail(risks, n, eps):
    """P(the risk of ERM exceeds the best by eps or more), exactly.

    Of several minimisers the worst is taken.

    The smallest number of mistakes among the bad ones, against that among the others.
    """
    risks = np.asarray(risks, dtype=float)
    bad = risks - risks.min() >= eps - con.ROUNDING
    if not bad.any():
        return 0.0
    k = np.arange(n + 2)[:, None]
    more = con.heads_tail(n, risks, k)  # P(at least k mistakes) of each
    lowest_bad, lowest_good = more[:, bad].prod(axis=1), more[:, ~bad].prod(axis=1)
    return float(-np.diff(lowest_bad) @ lowest_good[:-1])


# ---- two hypotheses, and the law under which they are hardest to tell apart


def realisable_excess(n, eps):
    """eps (1 - eps)^n: one is perfect, the other has error eps; of two survivors the worse."""
    return eps * (1 - np.asarray(eps)) ** n


def realisable_worst(n):
    """(eps, excess): the eps that makes eps (1 - eps)^n largest is 1 / (n + 1)."""
    eps = 1 / (np.asarray(n) + 1)
    return eps, realisable_excess(n, eps)


def noisy_excess(n, gap):
    """gap * P(the worse one makes fewer mistakes): risks (1 - gap)/2 and (1 + gap)/2.

    Where one errs the other is right; a tie is decided by a coin.
    """
    half = np.asarray(n) / 2
    wrong = [
        con.heads_tail(n, (1 - np.asarray(gap)) / 2, k) for k in (half // 1 + 1, -(-half // 1))
    ]
    return gap * (wrong[0] + wrong[1]) / 2


def noisy_worst(n):
    """(gap, excess): the gap at which the noisy excess is largest.

    It is sought on a grid around 0.75/sqrt(n), refined twice.
    """
    low, high = 0.0, min(3 / np.sqrt(n), 1.0)
    for _ in range(3):
        gaps = np.linspace(low, high, 60)
        best = int(np.argmax(noisy_excess(n, gaps)))
        low, high = gaps[max(best - 1, 0)], gaps[min(best + 1, 59)]
    gap = gaps[best]
    return float(gap), float(noisy_excess(n, gap))
