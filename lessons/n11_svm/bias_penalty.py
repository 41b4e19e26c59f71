"""Does the penalty have to hold the bias too? A learning problem small enough to be solved exactly.

Every x is one and the same point with |x| = rho, and y = +1 with probability p. A sample of m
labels is its number k of +1's. Whatever the features, the soft-margin machine only chooses one
score s = <w, x> + b, and it costs kk = k(x, x):

    min_s (1/m) sum_i max(0, 1 - y_i s) + lam s^2 / kk
    =>   s(k) = clip(kk (2k/m - 1) / (2 lam), -1, 1)

with kk = rho^2 without a bias, rho^2 + 1 with a penalised one, infinite with a free one: the score
then costs nothing.
"""

import numpy as np

from helpers import check
from helpers.generalisation.stability import binomial

COST = {"none": lambda rho: rho**2, "penalised": lambda rho: rho**2 + 1, "free": lambda rho: np.inf}


def learnt(share, lam, kk):
    """The score that the machine learns from a share k/m of positive labels.

    It is 0 on a tie if it costs nothing.
    """
    lean = 2 * np.asarray(share, dtype=float) - 1
    if np.isinf(kk):
        return np.sign(lean)
    return np.clip(kk * lean / (2 * check.positive("lam", lam)), -1, 1)


def risk(s, p):
    """E max(0, 1 - y s) for P(y = +1) = p."""
    return p * np.maximum(0, 1 - s) + (1 - p) * np.maximum(0, 1 + s)


def error(s, p):
    """P(y s <= 0): a tie counts as an error."""
    return p * (s <= 0) + (1 - p) * (s >= 0)


def expected(loss, p, m, lam, kk):
    """E of loss(s(k), p) over samples of m labels, exactly: a sum over k = 0, ..., m."""
    k = np.arange(check.whole("m", m) + 1)
    return float(binomial(m, p) @ loss(learnt(k / m, lam, kk), p))


def bound(p, m, lam, rho2, kk, B=np.inf):
    """min over |u| <= B of risk(u) + lam |u|^2, plus 2 rho2/(lam m).

    u are the weights of a score; m may be an array.
    """
    s = learnt(p, lam, kk)
    if np.isfinite(B):
        s = np.clip(s, -B * kk**0.5, B * kk**0.5)
    return risk(s, p) + (lam * s**2 / kk if kk > 0 else 0.0) + 2 * rho2 / (lam * m)


def tuned(B, rho2, m):
    """lam = sqrt(2 rho2/(B^2 m)), for which lam B^2 + 2 rho2/(lam m) = sqrt(8 rho2 B^2/m)."""
    return float(np.sqrt(2 * rho2 / (B**2 * m)))
