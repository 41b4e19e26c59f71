"""Batches: which examples a step looks at, and what the mean of m of them is worth.

Draws are made in advance and nested (a batch of m is the first m draws of a larger one), so that
every batch size and step size meets the same random numbers.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from helpers import check


def draw(n, m, rng, size=(), replace=True):
    """Indices (*size, m) of m examples out of n, with replacement or all different.

    Their first j are a fair draw of j.

    For large n the different ones are found by drawing again wherever two agree, not by shuffling n
    numbers.
    """
    n, m = check.whole("n", n), check.whole("batch size m", m)
    if replace:
        return rng.integers(n, size=(*size, m))
    if m > n:
        raise ValueError(f"a batch of m = {m} different examples cannot be drawn from n = {n}")
    if m * m > 2 * n:
        return rng.permuted(np.broadcast_to(np.arange(n), (*size, n)), axis=-1)[..., :m]
    J = rng.integers(n, size=(int(np.prod(size)), m))
    again = np.arange(len(J))
    while len(again):
        ordered = np.sort(J[again], axis=1)
        again = again[(ordered[:, 1:] == ordered[:, :-1]).any(axis=1)]
        J[again] = rng.integers(n, size=(len(again), m))
    return J.reshape(*size, m)


def nested_means(G, J):
    """Batch means of every size at once, from the rows J (..., M) of G (n, d).

    Entry [..., m-1, :] averages the first m of the rows.

    Shape (..., M, d), or (..., M) for numbers G (n,).
    """
    G, axis = check.array("G", G), np.ndim(J) - 1
    sizes = np.arange(1, J.shape[-1] + 1).reshape(-1, *[1] * (G.ndim - 1))
    picked = G[J]
    return np.cumsum(picked, axis=axis, out=picked) / sizes


def correction(n, m, replace=True):
    """Var(mean of m draws) / Var(one draw); m may be an array.

    It is 1/m with replacement and (1/m)(n - m)/(n - 1) without.
    """
    m = np.asarray(m)
    if m.min() < 1 or (not replace and m.max() > n):
        raise ValueError(
            f"the batch size m must be at least 1, and at most n = {n} without "
            f"replacement, but it is {m}"
        )
    return 1 / m if replace or n == 1 else (n - m) / (m * (n - 1))


def mean_variance(G, m, replace=True):
    """tr Var of the mean of m rows drawn from G (n, d).

    It is sigma^2 = mean |g_i - g|^2, times `correction`.
    """
    G = check.rows("G", G)
    return ((G - G.mean(axis=0)) ** 2).sum(axis=1).mean() * correction(len(G), m, replace)


# ---- least squares, f(w) = mean (<w, x_i> - y_i)^2: a batch acts through A_J = (2/m) X_J'X_J and
# b_J = (2/m) X_J'y_J


@dataclass(frozen=True)
class NestedSums:
    """Sums over nested batches, (M, T, k, p), for T steps of k runs.

    They hold the upper triangle of x x', and then x y.
    """

    sums: np.ndarray
    d: int

    def moments(self, m):
        """A (T, k, d, d) and b (T, k, d) with v_t = A_t w - b_t, for the batches of size m."""
        m = check.whole("batch size m", m)
        if m > len(self.sums):
            raise ValueError(f"batches of at most {len(self.sums)} were drawn, but m is {m}")
        means = 2 / m * self.sums[m - 1]
        place = np.zeros((self.d, self.d), dtype=int)
        place[np.triu_indices(self.d)] = np.arange(self.d * (self.d + 1) // 2)
        return means[..., np.maximum(place, place.T)], means[..., -self.d :]


def nested_sums(X, y, J):
    """NestedSums from indices J (T, k, M) into the rows of X (n, d) and y (n,)."""
    X, y = check.pair(X, y)
    Z, d = np.column_stack([X, y])[np.moveaxis(J, -1, 0)], X.shape[1]
    pairs = [*zip(*np.triu_indices(d)), *((i, d) for i in range(d))]
    products = np.empty((*Z.shape[:-1], len(pairs)))
    for place, (i, j) in enumerate(pairs):
        np.multiply(Z[..., i], Z[..., j], out=products[..., place])
    return NestedSums(np.cumsum(products, axis=0, out=products), d)


def affine_guess(*moments):
    """guess(w, t) = A_t w - b_t for every run.

    Pairs of A (T, k, d, d) and b (T, k, d) are put side by side.
    """
    A, b = (np.concatenate(parts, axis=1) for parts in zip(*moments))
    return lambda w, t: (A[t - 1] @ w[..., None])[..., 0] - b[t - 1]


def batch_sums(X, y, J):
    """S = sum_{j in J} z_j z_j' with z = (x, y), for one batch size and large n.

    J (..., m) gives S (..., d+1, d+1).

    Sparse matrices of ones, batches x examples, do the sums: a run then never touches the data
    again.
    """
    Z = np.column_stack([X, y])
    n, D = Z.shape
    squares = (Z[:, :, None] * Z[:, None, :]).reshape(n, D * D)
    rows = J.reshape(-1, J.shape[-1])
    blocks = np.array_split(
        rows, 1 + rows.size // 10**6
    )  # a million indices at a time: little memory
    return np.concatenate([_counts(block, n) @ squares for block in blocks]).reshape(
        *J.shape[:-1], D, D
    )


def _counts(rows, n):
    """How often each of n examples is in each batch, as a sparse matrix."""
    k, m = rows.shape
    return csr_array((np.ones(rows.size), rows.ravel(), np.arange(k + 1) * m), shape=(k, n))
