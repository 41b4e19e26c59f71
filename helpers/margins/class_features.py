"""Class-sensitive features Psi(x, k): one vector for each input and class.

They are arrays (n, c, D), or never spelt out.
"""

import numpy as np

from helpers import check


def block_features(X, c):
    """x in block k, zeros elsewhere: D = c d."""
    X, c = check.rows("X", X), check.whole("c", c, low=2)
    return np.einsum("kl,nd->nkld", np.eye(c), X).reshape(len(X), c, -1)


def ordered_features(X, c):
    """(k x, [k >= 1], ..., [k >= c - 1]), D = d + c - 1.

    The score grows by <w, x> + b_k from class k - 1 to class k.

    So the borders are parallel: for classes that stand in a row.
    """
    X, c = check.rows("X", X), check.whole("c", c, low=2)
    k = np.arange(c)
    steps = (k[:, None] >= k[None, 1:]).astype(float)
    return np.concatenate(
        [k[None, :, None] * X[:, None, :], np.broadcast_to(steps, (len(X), c, c - 1))], axis=2
    )


def centre_features(X, c, centres):
    """-|x - centre_k|^2 / 2, D = 1: any weight w > 0 chooses the nearest centre."""
    X, centres = check.rows("X", X), check.array("centres", centres, shape=(c, None))
    return -((X[:, None, :] - centres) ** 2).sum(axis=2, keepdims=True) / 2


# ---- what a solver needs of them


class Blocks:
    """Psi(x, k) puts x (d,) in block k of c blocks.

    w (c d,) is a matrix W (c, d), and the scores are X W'.
    """

    def __init__(self, X, c):
        self.X, self.n, self.c, self.pairs = X, len(X), c, np.triu_indices(c, 1)

    def scores(self, w):
        """<w, Psi(x_i, k)> (n, c)."""
        return self.X @ w.reshape(self.c, -1).T

    def collect(self, A):
        """sum_ik A_ik Psi(x_i, k) (c d,)."""
        return (A.T @ self.X).ravel()

    def curvature(self, B):
        """sum_i sum_{k<l} B_ikl (Psi_ik - Psi_il)(Psi_ik - Psi_il)'.

        B (n, c, c) is symmetric with zero diagonal.
        """
        (k, l), c, d = self.pairs, self.c, self.X.shape[1]
        weights = np.concatenate([B.sum(axis=2).T, -B[:, k, l].T])
        parts = (weights[:, None, :] * self.X.T) @ self.X
        H = np.empty((c, d, c, d))
        H[np.arange(c), :, np.arange(c)] = parts[:c]
        H[k, :, l] = H[l, :, k] = parts[c:]
        return H.reshape(c * d, c * d)


class Features:
    """Any class-sensitive features: Psi (n, c, D) with Psi[i, k] = Psi(x_i, k)."""

    def __init__(self, Psi):
        self.Psi, (self.n, self.c, self.D) = Psi, Psi.shape

    def scores(self, w):
        return self.Psi @ w

    def collect(self, A):
        return A.ravel() @ self.Psi.reshape(-1, self.D)

    def curvature(self, B):
        spread = B.sum(axis=2)[:, :, None] * self.Psi - B @ self.Psi
        return self.Psi.reshape(-1, self.D).T @ spread.reshape(-1, self.D)
