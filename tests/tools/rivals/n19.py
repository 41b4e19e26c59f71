"""MMD: the permutation test, beside scikit-learn’s kernel and plain loops."""

import numpy as np
from sklearn.metrics.pairwise import rbf_kernel

from helpers import kernels
from helpers.kernels import mmd


def rivals(rng):
    X, Y = rng.normal(size=(60, 64)), rng.normal(0.1, 1, (60, 64))
    pool, ell = np.concatenate([X, Y]), 8.0
    first = mmd.shufflings(120, 60, 500, rng)

    def one(K, a):
        blocks = K[np.ix_(a, a)], K[np.ix_(~a, ~a)]
        inner = sum((B.sum() - np.trace(B)) / (60 * 59) for B in blocks)
        return inner - 2 * K[np.ix_(a, ~a)].mean()

    def loop():
        K = rbf_kernel(pool, gamma=1 / (2 * ell**2))
        return np.array([one(K, row > 0) for row in first])

    yield (
        "MMD of 500 shuffles, 60 + 60 points, d = 64",
        lambda: mmd.shuffled_mmd2(kernels.gaussian(ell)(pool), first),
        loop,
        1e-10,
        "one product of matrices beside scikit-learn’s kernel and a loop over shuffles",
    )
