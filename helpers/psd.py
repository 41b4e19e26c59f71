"""Is this matrix a Gram matrix? A certificate either way, and functions that look like kernels but are not.

K is the Gram matrix of some vectors if and only if it is symmetric and v'Kv >= 0 for every v. If it is, `features_of`
writes such vectors down; if it is not, `certificate` gives a v with v'Kv < 0.
"""
from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from helpers import check


@dataclass(frozen=True)
class Certificate:
    """What the eigenvalues of the symmetric part of K say."""

    symmetric: bool
    smallest: float  # smallest eigenvalue
    largest: float   # largest eigenvalue
    tol: float       # what rounding may cost: eigenvalues above -tol count as >= 0
    witness: np.ndarray | None  # unit v with v'Kv = smallest < 0; None where there is none

    @property
    def psd(self):
        """Symmetric and positive semidefinite, up to rounding."""
        return self.symmetric and self.witness is None


def certificate(K):
    """Certificate of the square matrix K (n, n): v'Kv sees only the symmetric part, so symmetry is checked apart."""
    K = square("K", K)
    values, vectors = np.linalg.eigh((K + K.T) / 2)
    tol = 10 * len(K) * np.finfo(float).eps * max(np.abs(values).max(), np.finfo(float).tiny)
    symmetric = bool(np.abs(K - K.T).max() <= 1e-10 * max(np.abs(K).max(), np.finfo(float).tiny))
    witness = vectors[:, 0] if values[0] < -tol else None
    return Certificate(symmetric, float(values[0]), float(values[-1]), float(tol), witness)


def features_of(K, how="eigen"):
    """Phi (n, n) with Phi Phi' = K: one row of features for each input.

    "eigen": K = U D U' gives Phi = U D^(1/2), for any PSD K. "cholesky": the lower triangle L of K = L L', for positive
    definite K: point i gets features that only the points up to i can see.
    """
    K, how = square("K", K), check.one_of("how", how, ("eigen", "cholesky"))
    sure = certificate(K)
    if not sure.psd:
        why = f"its smallest eigenvalue is {sure.smallest:.3g}" if sure.symmetric else "it is not symmetric"
        raise ValueError(f"K is no Gram matrix: {why}")
    if how == "cholesky":
        if sure.smallest <= sure.tol:
            raise ValueError("Cholesky needs a positive definite K: its smallest eigenvalue is 0 up to rounding")
        return np.linalg.cholesky(K)
    values, vectors = np.linalg.eigh(K)
    return vectors * np.sqrt(values.clip(0))


def rank(K):
    """How many eigenvalues of the PSD matrix K are not zero up to rounding: the number of features its points need."""
    sure = certificate(K)
    return int((np.linalg.eigvalsh(K) > sure.tol).sum())


def tanh_similarity(X, Z=None, a=1.0, b=1.0):
    """tanh(b + a <x, z>), (n, m): used as if it were a kernel, but its Gram matrices can have negative eigenvalues."""
    X = check.rows("X", X)
    Z = X if Z is None else check.rows("Z", Z)
    return np.tanh(check.number("b", b) + check.number("a", a) * (X @ Z.T))


def squared_distance(X, Z=None):
    """|x - z|^2, (n, m): zero diagonal and positive elsewhere, hence no Gram matrix."""
    X = check.rows("X", X)
    return cdist(X, X if Z is None else check.rows("Z", Z), "sqeuclidean")


def near(X, Z=None, radius=1.0):
    """1 where |x - z| <= radius and 0 elsewhere, (n, m): three points in a row show that it is no kernel."""
    return (squared_distance(X, Z) <= check.positive("radius", radius) ** 2).astype(float)


def square(name, K):
    """`K` as a finite square matrix."""
    K = check.array(name, K, ndim=2)
    if K.shape[0] != K.shape[1]:
        raise ValueError(f"{name} must be square, but its shape is {K.shape}")
    return K
