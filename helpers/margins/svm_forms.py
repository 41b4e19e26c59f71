"""The matrix Q of the SVM's quadratic program in units of the box: alpha = c a with 0 <= a <= 1.

(cQ) a are y_i times the scores. A form multiplies by cQ, gives blocks of it, and solves with cQ +
diag D.
"""

import numpy as np
from scipy.linalg import lapack


class Dense:
    """cQ as a matrix."""

    def __init__(self, K, y, c):
        self.Q = c * (y[:, None] * K * y)
        self.n, self.diagonal = len(y), self.Q.diagonal()

    def times(self, a):
        return self.Q @ a

    def block(self, rows):
        return self.Q[np.ix_(rows, rows)]

    def solver(self, D):
        """r -> (cQ + diag D)^{-1} r."""
        M = self.Q.copy()
        M.flat[:: self.n + 1] += D
        L, failed = lapack.dpotrf(
            M.T, lower=1, clean=0, overwrite_a=1
        )  # symmetric: the transpose is Fortran's order
        return None if failed else lambda r: lapack.dpotrs(L, r, lower=1)[0]


class Factor:
    """cQ = AA' with A (n, d), d small: a system costs d^3 + n d^2 instead of n^3."""

    def __init__(self, X, y, c):
        self.A = c**0.5 * y[:, None] * X
        self.n, self.diagonal = len(y), (self.A**2).sum(axis=1)

    def times(self, a):
        return self.A @ (self.A.T @ a)

    def block(self, rows):
        return self.A[rows] @ self.A[rows].T

    def solver(self, D):
        """The same by Woodbury's identity."""
        D = np.maximum(D, 1e-12 * self.diagonal.max())
        scaled = self.A / D[:, None]
        small = self.A.T @ scaled
        small.flat[:: len(small) + 1] += 1
        L, failed = lapack.dpotrf(small, lower=1)
        return (
            None
            if failed
            else lambda r: r / D - scaled @ lapack.dpotrs(L, scaled.T @ r, lower=1)[0]
        )
