"""The score of a normal regression: the gradient of its log-likelihood, also from batch sums."""

import numpy as np

from helpers.descent.batches import batch_sums


def score(w, X, y):
    """sum_j (e^-g r_j x_j, -1/2 + e^-g r_j^2/2) with r = y - X beta.

    w is (..., d+1), X (..., m, d) and y (..., m).
    """
    shrink = np.exp(-w[..., -1:])
    r = y - (X @ w[..., :-1, None])[..., 0]
    pull = (np.swapaxes(X, -1, -2) @ r[..., None])[..., 0]
    return np.concatenate(
        [shrink * pull, ((shrink * r * r) - 1).sum(axis=-1, keepdims=True) / 2], axis=-1
    )


def score_from_sums(w, S, m):
    """`score` of a batch of m examples from its S.

    With b = (-beta, 1), sum r x = (S b)_{1..d} and sum r^2 = b' S b.
    """
    shrink = np.exp(-w[..., -1:])
    b = np.concatenate([-w[..., :-1], np.ones_like(shrink)], axis=-1)
    Sb = (S @ b[..., None])[..., 0]
    return np.concatenate(
        [shrink * Sb[..., :-1], (shrink * (b * Sb).sum(axis=-1, keepdims=True) - m) / 2], axis=-1
    )


class Presummed:
    """A regression whose batches for T steps of k chains are drawn and summed in advance.

    There are sums for each m in `sizes`.

    law  the exact posterior  curvature  second derivatives of -log posterior at its mode, (d+1,)
    scatter variance of one example's score at the mode, (d+1,): the batch gradient has variance
    n^2/m times it
    """

    def __init__(self, prior, X, y, sizes, T, k, rng):
        self.prior, self.n, self.law = prior, len(y), prior.posterior(X, y)
        self.sums = {
            m: batch_sums(X, y, rng.integers(self.n, size=(T, k, m), dtype=np.int32)) for m in sizes
        }
        mode = self.law.mode
        self.curvature = np.append(
            np.exp(-mode[-1]) * np.diag(self.law.precision), self.law.phi + self.law.d / 2
        )
        self.scatter = score(mode, X[:, None, :], y[:, None]).var(axis=0)

    def grad(self, m):
        """(n/m) score of the next batch + prior gradient, for `langevin.sgld`.

        Each call of this method begins a fresh pass through the batches.
        """
        sums = iter(self.sums[m])
        return lambda w: self.n / m * score_from_sums(w, next(sums), m) + self.prior.gradient(w)

    def noise(self, m):
        """V (d+1,): the variance of the batch gradient at the mode."""
        return self.n**2 / m * self.scatter
