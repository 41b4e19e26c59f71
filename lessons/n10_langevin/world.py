"""What the figures of this lesson share, and its own laws and cases."""

from functools import cache

import numpy as np

from helpers.descent import batches, langevin, problems
from lessons.n10_langevin import bayes, scores

STEPS, CHAINS = 300, 200
NORMAL = bayes.NormalMean(np.random.default_rng(0).normal(1, 1, size=50))
EXACT = 0.035  # five standard errors of the variance of STEPS * CHAINS numbers, and a little
SKEWED = np.random.default_rng(8).exponential(size=(60, 2)) @ [[1.3, 0.3], [0.2, 1.0]]


@cache
def batch_means():
    """(STEPS, CHAINS, 50): entry m - 1 is the mean of m different examples of NORMAL."""
    rng = np.random.default_rng(1)
    return batches.nested_means(NORMAL.z, batches.draw(50, 50, rng, (STEPS, CHAINS), replace=False))


@cache
def lab():
    """Durham's regression: 10 000 pairs, and the sums over all batches of 40 chains."""
    X, y, _ = problems.normal_pairs(10**4, 0.9, np.random.default_rng(2023))
    prior = bayes.NormalInverseGamma([0, 0], [[100, 0], [0, 100]], 1, 1)
    return scores.Presummed(prior, X, y, (10, 100, 1000), 200, 40, np.random.default_rng(10)), X, y


def walk(eta, tau, m):
    """SGLD on the fifty numbers, CHAINS chains from w = 2 with batches of m."""
    batch = iter(batch_means()[:, :, m - 1, None])
    start = np.full((CHAINS, 1), 2.0)
    rng = np.random.default_rng(2)
    return langevin.sgld(lambda w: 50 * (next(batch) - w) - w, start, eta, tau, STEPS, rng)
