"""Gram matrices: pairs of inputs, and a certificate that a matrix is one."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.spatial.distance import cdist

from helpers import check


class Pairs:
    """The pairs (x_i, z_j) of the rows of X (n, d) and Z (m, d).

    Distances are computed when asked for, once.

    A slider that changes a bandwidth keeps one `Pairs` and calls `gaussian(bandwidth)(pairs)`. With
    matched=True only the n pairs (x_i, x_i): what k.diag needs.
    """

    def __init__(self, X, Z=None, matched=False):
        self.X = inputs("X", X)
        self.Z = self.X if Z is None else inputs("Z", Z)
        self.words = isinstance(self.X, list)
        self.matched = matched
        self._mapped = {}
        if self.words != isinstance(self.Z, list):
            raise ValueError(
                "one side is a list of strings and the other is numbers: a kernel "
                "compares like with like"
            )
        if not self.words and self.X.shape[1] != self.Z.shape[1]:
            raise ValueError(
                f"X has {self.X.shape[1]} columns but Z has {self.Z.shape[1]}: they must agree"
            )

    @property
    def shape(self):
        return (len(self.X),) if self.matched else (len(self.X), len(self.Z))

    @cached_property
    def sq(self):
        """|x_i - z_j|^2"""
        return np.zeros(self.shape) if self.matched else cdist(self.X, self.Z, "sqeuclidean")

    @cached_property
    def dist(self):
        """|x_i - z_j|"""
        return np.sqrt(self.sq)

    @cached_property
    def dot(self):
        """<x_i, z_j>"""
        return (self.X * self.Z).sum(axis=1) if self.matched else self.X @ self.Z.T

    def differences(self):
        """x_i - z_j in one coordinate after the other."""
        for x, z in zip(self.X.T, self.Z.T):
            yield x - z if self.matched else x[:, None] - z

    def through(self, psi):
        """The pairs (psi(x_i), psi(z_j)), remembered for each map psi."""
        if psi not in self._mapped:
            Z = None if self.Z is self.X else psi(self.Z)
            self._mapped[psi] = Pairs(psi(self.X), Z, self.matched)
        return self._mapped[psi]


def inputs(name, X):
    """Rows of numbers as a float array (n, d), a vector as one column; strings as a list."""
    if isinstance(X, str):
        raise ValueError(f"{name} must be a list of strings, but it is one string")
    if isinstance(X, list | tuple) and len(X) and all(isinstance(x, str) for x in X):
        return list(X)
    return check.rows(name, X)


@dataclass(frozen=True)
class Certificate:
    """What the eigenvalues of the symmetric part of K say."""

    symmetric: bool
    smallest: float  # smallest eigenvalue
    largest: float  # largest eigenvalue
    tol: float  # what rounding may cost: eigenvalues above -tol count as >= 0
    witness: np.ndarray | None  # unit v with v'Kv = smallest < 0; None where there is none

    @property
    def psd(self):
        """Symmetric and positive semidefinite, up to rounding."""
        return self.symmetric and self.witness is None


def certificate(K):
    """Certificate of the square matrix K (n, n): is it symmetric and positive semidefinite?

    v'Kv sees only the symmetric part, so symmetry is checked apart.
    """
    K = square("K", K)
    values, vectors = np.linalg.eigh((K + K.T) / 2)
    tol = 10 * len(K) * np.finfo(float).eps * max(np.abs(values).max(), np.finfo(float).tiny)
    symmetric = bool(np.abs(K - K.T).max() <= 1e-10 * max(np.abs(K).max(), np.finfo(float).tiny))
    witness = vectors[:, 0] if values[0] < -tol else None
    return Certificate(symmetric, float(values[0]), float(values[-1]), float(tol), witness)


def witness(K):
    """A unit v with v'Kv = the smallest eigenvalue of the symmetric K (n, n).

    Its largest entry is positive.

    Eigenvectors have a free sign, and more freedom where an eigenvalue is repeated; the unit vector
    that reaches farthest into the eigenspace, projected on it, has none.
    """
    values, vectors = np.linalg.eigh(square("K", K))
    near = values - values[0] <= 1e-9 * max(np.abs(values).max(), np.finfo(float).tiny)
    P = vectors[:, near] @ vectors[:, near].T
    reach = np.diag(P)
    v = P[np.argmax(reach >= reach.max() - 1e-9)]  # the first of those that tie
    return v / np.linalg.norm(v)


def largest_subtraction(K1, K2):
    """The largest c >= 0 for which K1 - c K2 is positive semidefinite; K1, K2 (n, n) Gram matrices.

    With K1 = U S U' and the root R = U S^(-1/2): c = 1 / the largest eigenvalue of R' K2 R. It is 0
    if K2 sees a direction that K1 does not, and infinite for K2 = 0.
    """
    K1, K2 = square("K1", K1), square("K2", K2)
    S, U = np.linalg.eigh(K1)
    positive = S > 1e-10 * max(S.max(), np.finfo(float).tiny)
    blind = U[:, ~positive].T @ K2 @ U[:, ~positive]
    if np.abs(blind).max(initial=0) > 1e-9 * np.abs(K2).max():
        return 0.0
    R = U[:, positive] / np.sqrt(S[positive])
    top = np.linalg.eigvalsh(R.T @ K2 @ R)[-1] if positive.any() else 0.0
    return float(1 / top) if top > 0 else np.inf


def features_of(K, how="eigen"):
    """Phi (n, n) with Phi Phi' = K: one row of features for each input.

    "eigen": K = U D U' gives Phi = U D^(1/2), for any PSD K. "cholesky": the lower triangle L of K
    = L L', for positive definite K: point i gets features that only the points up to i can see.
    """
    K, how = square("K", K), check.one_of("how", how, ("eigen", "cholesky"))
    sure = certificate(K)
    if not sure.psd:
        why = (
            f"its smallest eigenvalue is {sure.smallest:.3g}"
            if sure.symmetric
            else "it is not symmetric"
        )
        raise ValueError(f"K is no Gram matrix: {why}")
    if how == "cholesky":
        if sure.smallest <= sure.tol:
            raise ValueError(
                "Cholesky needs a positive definite K: its smallest eigenvalue is 0 up to rounding"
            )
        return np.linalg.cholesky(K)
    values, vectors = np.linalg.eigh(K)
    return vectors * np.sqrt(values.clip(0))


def rank(K):
    """How many eigenvalues of the PSD matrix K are not zero up to rounding.

    That is the number of features that its points need.
    """
    sure = certificate(K)
    return int((np.linalg.eigvalsh(K) > sure.tol).sum())


def square(name, K):
    """`K` as a finite square matrix."""
    K = check.array(name, K, ndim=2)
    if K.shape[0] != K.shape[1]:
        raise ValueError(f"{name} must be square, but its shape is {K.shape}")
    return K
