"""Reliability: of the cases to which a classifier gives probability p, is a share p ones?"""

from dataclasses import dataclass

import numpy as np

from helpers import check
from helpers.linear.logistic import probability


@dataclass(frozen=True)
class Reliability:
    """Cases sorted by probability and cut into bins: bin means, and what chance allows."""

    p: np.ndarray  # (k,) mean probability said
    share: np.ndarray  # (k,) share of ones seen
    size: np.ndarray  # (k,) cases
    allowed: np.ndarray  # (k,) |share - p| that chance alone may reach (see `reliability`)

    @property
    def gap(self):
        """Mean over all cases of |share - p| of their bin: the expected calibration error."""
        return float(self.size @ np.abs(self.share - self.p) / self.size.sum())

    @property
    def worst(self):
        """Largest |share - p|, as a multiple of what chance allows."""
        return float((np.abs(self.share - self.p) / self.allowed).max())


def reliability(p, y, k=10, width=False):
    """Bins of p (n,) against answers y in {0, 1}.

    There are k of equal size, or of equal `width` on [0, 1] (empty ones left out).

    If y_i ~ Bernoulli(p_i), Bernstein's inequality gives |sum (y_i - p_i)| <= 5 sqrt(V) + 25/6, V =
    sum p_i (1-p_i), except with probability 2 e^-12.5 < 1e-5: five standard errors, and a constant
    for bins of rare events.
    """
    p, y = check.array("p", p, ndim=1), check.array("y", y, ndim=1)
    if p.shape != y.shape or p.min() < 0 or p.max() > 1 or not np.isin(y, (0, 1)).all():
        raise ValueError(
            "p must hold a probability, between 0 and 1, for each answer of y, which is 0 or 1"
        )
    if len(p) < check.whole("k", k):
        raise ValueError(f"{len(p)} cases cannot fill {k} bins: take fewer bins")
    order = np.argsort(p, kind="stable")
    cuts = np.searchsorted(p[order], np.arange(1, k) / k) if width else k
    bins = [b for b in np.array_split(order, cuts) if len(b)]
    size = np.array([len(b) for b in bins])
    V = np.array([(p[b] * (1 - p[b])).sum() for b in bins])
    return Reliability(
        np.array([p[b].mean() for b in bins]),
        np.array([y[b].mean() for b in bins]),
        size,
        (5 * np.sqrt(V) + 25 / 6) / size,
    )


def true_odds(x, slope, q):
    """slope x + q (x^2 - 1): log-odds that are linear in x only if q = 0."""
    return slope * x + q * (x**2 - 1)


def curved_cases(n, slope, q, rng):
    """x ~ N(0, 1) (n,) and y in {0, 1} with log-odds `true_odds(x, slope, q)`."""
    x = rng.standard_normal(check.whole("n", n))
    return x, (rng.uniform(size=n) < probability(true_odds(x, slope, q))).astype(float)
