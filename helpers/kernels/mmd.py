"""Maximum mean discrepancy: two samples compared by the means of all functions of a unit ball.

A pooled Gram matrix K (N, N) has the first sample in its first n rows and the second below. All
functions also take a stack of them (..., N, N).
"""

from dataclasses import dataclass

import numpy as np

from helpers import check

# what a sample looks like in the space of functions


def embedding(kernel, X, at):
    """The mean embedding of the sample X, as a function: the mean of k(x_i, .) at the places."""
    return kernel(at, X).mean(axis=1)


def witness_function(kernel, X, Y, at):
    """(f, D): the function of norm 1 with the largest difference of means, at the places, and D.

    f is the difference of the mean embeddings over its norm D; where D = 0, f = 0.
    """
    D = np.sqrt(max(mmd2_v(kernel(np.concatenate([X, Y])), len(X)), 0.0))
    apart = embedding(kernel, X, at) - embedding(kernel, Y, at)
    return (apart / D if D > 0 else 0 * apart), float(D)


# the squared distance of two samples


def mmd2_v(K, n):
    """Biased: the squared norm of the difference of the two mean embeddings, never negative."""
    xx, xy, yy = _blocks(K, n)
    return xx.mean(axis=(-2, -1)) - 2 * xy.mean(axis=(-2, -1)) + yy.mean(axis=(-2, -1))


def mmd2_u(K, n):
    """Unbiased: no point is compared with itself. May be negative."""
    xx, xy, yy = _blocks(K, n)
    return _off_diagonal(xx) - 2 * xy.mean(axis=(-2, -1)) + _off_diagonal(yy)


def _blocks(K, n):
    N = K.shape[-1]
    if not 2 <= n <= N - 2:
        raise ValueError(f"both samples need two points at least, but {n} of {N} are in the first")
    return K[..., :n, :n], K[..., :n, n:], K[..., n:, n:]


def _off_diagonal(K):
    """The mean of all entries that are not on the diagonal."""
    n = K.shape[-1]
    return (K.sum(axis=(-2, -1)) - np.trace(K, axis1=-2, axis2=-1)) / (n * (n - 1))


# the permutation test


def shufflings(N, n, count, rng):
    """`count` random choices of n among N points, as zeros and ones (count, N)."""
    check.whole("n", n, low=2)
    order = np.argsort(rng.random((count, N)), axis=1)
    return (order < n).astype(float)


def shuffled_mmd2(K, first):
    """mmd2_u for every labelling: row b of `first` (B, N) is 1 for the points of the first sample.

    One product of matrices serves all: with a the row, the other sample is 1 - a. (..., B)
    """
    N, n = K.shape[-1], int(first[0].sum())
    m = N - n
    diagonal, rows = np.diagonal(K, axis1=-2, axis2=-1), K.sum(axis=-1)
    total, trace = rows.sum(axis=-1)[..., None], diagonal.sum(axis=-1)[..., None]
    xx, self_x = np.einsum("...bi,bi->...b", first @ K, first), diagonal @ first.T
    x_all = rows @ first.T
    yy = total - 2 * x_all + xx
    within = (xx - self_x) / (n * (n - 1)) + (yy - trace + self_x) / (m * (m - 1))
    return within - 2 * (x_all - xx) / (n * m)


def p_value(statistic, null):
    """The share of labellings, the one at hand among them, that are at least as far apart.

    `null` (..., B) holds the statistic of B shuffles; a tie counts, up to rounding error.
    """
    reached = null >= np.asarray(statistic)[..., None] - 1e-12
    return (1 + reached.sum(axis=-1)) / (1 + null.shape[-1])


def permutation_test(K, n, first):
    """(statistic, null, p): mmd2_u of the samples, of every shuffle, and the p-value."""
    statistic, null = mmd2_u(K, n), shuffled_mmd2(K, first)
    return statistic, null, p_value(statistic, null)


# distributions on the line for which all expectations of a Gaussian kernel are known


@dataclass(frozen=True)
class Mixture:
    """A mixture of normal distributions with equal shares: centres and standard deviations."""

    centres: tuple
    widths: tuple

    @property
    def mean(self):
        return float(np.mean(self.centres))

    @property
    def variance(self):
        c, w = np.array(self.centres), np.array(self.widths)
        return float(np.mean(c**2 + w**2) - np.mean(c) ** 2)

    def density(self, x):
        """The density at the places x."""
        z = (np.asarray(x)[:, None] - self.centres) / self.widths
        return np.mean(np.exp(-(z**2) / 2) / (np.sqrt(2 * np.pi) * np.array(self.widths)), axis=1)

    def draws(self, share, normal):
        """Numbers of this mixture from uniform and standard normal ones, in the same order."""
        which = (np.asarray(share) * len(self.centres)).astype(int)
        return np.array(self.centres)[which] + np.array(self.widths)[which] * normal

    def embedding(self, x, bandwidth):
        """E k(X, x) with the Gaussian kernel: a Gaussian that is wider and lower."""
        variance = bandwidth**2 + np.array(self.widths) ** 2
        gap = np.asarray(x)[..., None] - self.centres
        return np.mean(bandwidth / np.sqrt(variance) * np.exp(-(gap**2) / (2 * variance)), axis=-1)


def _differences(P, Q):
    """Centres and variances of X - Y for independent X of P and Y of Q, all pairs of parts."""
    centre = np.subtract.outer(P.centres, Q.centres)
    return centre, np.add.outer(np.square(P.widths), np.square(Q.widths))


def mean_kernel(P, Q, bandwidth):
    """E k(X, Y), Gaussian kernel, independent X of P and Y of Q."""
    centre, variance = _differences(P, Q)
    width = bandwidth**2 + variance
    return float(np.mean(bandwidth / np.sqrt(width) * np.exp(-(centre**2) / (2 * width))))


def population_mmd2(P, Q, bandwidth):
    """D^2 of two mixtures, Gaussian kernel."""
    own = mean_kernel(P, P, bandwidth) + mean_kernel(Q, Q, bandwidth)
    return own - 2 * mean_kernel(P, Q, bandwidth)


def plug_in_bias(P, Q, n, bandwidth):
    """By how much mmd2_v of two samples of n is too large on average, Gaussian kernel."""
    return (2 - mean_kernel(P, P, bandwidth) - mean_kernel(Q, Q, bandwidth)) / n


def wide_bound(P, Q, bandwidth):
    """bandwidth^2 D^2 differs from the squared difference of means by at most this.

    M / (4 bandwidth^2), M the largest fourth moment of a difference of two draws.
    """

    def fourth(P, Q):
        centre, v = _differences(P, Q)
        return float(np.mean(centre**4 + 6 * centre**2 * v + 3 * v**2))

    return max(fourth(P, P), fourth(Q, Q), fourth(P, Q)) / (4 * bandwidth**2)


def pooled_draws(P, Q, n, share, normal):
    """Pools (count, N), the first n columns of P and the others of Q: see Mixture.draws."""
    first = P.draws(share[:, :n], normal[:, :n])
    return np.concatenate([first, Q.draws(share[:, n:], normal[:, n:])], axis=1)


def line_grams(pools, bandwidth):
    """The Gaussian Gram matrices (count, N, N) of pools of numbers (count, N)."""
    gaps = pools[:, :, None] - pools[:, None, :]
    np.square(gaps, out=gaps)
    gaps /= -(2 * bandwidth**2)
    return np.exp(gaps, out=gaps)
