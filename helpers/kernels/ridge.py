"""Ridge regression in feature space, from the kernel alone.

From the features themselves: helpers.linear.Ridge.

    F(w) = (1/n) |Phi w - y|^2 + lam |w|^2                      rows of Phi (n, M) are features
    H(alpha) = F(Phi' alpha) = (1/n) |K alpha - y|^2 + lam alpha' K alpha,    K = Phi Phi'

F is least where (Phi'Phi + n lam I) w = Phi'y, H where (K + n lam I) alpha = y, and w = Phi' alpha.
Notes that write the sum of the squares + lam' |w|^2 have lam' = n lam.
"""

from dataclasses import dataclass

import numpy as np

from helpers import check
from helpers.kernels.gram import square


class KernelRidge:
    """Kernel ridge regression for all lam >= 0 from one eigendecomposition K = U diag(S) U'.

    K (n, n) is a Gram matrix, y (n,). Objective: mean squared residual + lam |w|^2, so (K + n lam
    I) alpha = y. Every method takes one lam or an array (L,) of them; then its answer gains a first
    axis of length L. At lam = 0 the solution of least norm is taken: zero along the null space of
    K.
    """

    def __init__(self, K, y):
        self.K, self.y = square("K", K), check.array("y", y, ndim=1)
        if len(self.K) != len(self.y):
            raise ValueError(
                f"K is {len(self.K)} by {len(self.K)} but y has {len(self.y)} entries: "
                f"they must agree"
            )
        S, self.U = np.linalg.eigh(self.K)
        tol = 10 * len(S) * np.finfo(float).eps * max(np.abs(S).max(), np.finfo(float).tiny)
        if S[0] < -tol:
            raise ValueError(f"K is no Gram matrix: its smallest eigenvalue is {S[0]:.3g}")
        self.S = np.where(np.abs(S) <= tol, 0.0, S)  # what is below the rounding error is zero
        self.n, self.Uy = len(S), self.U.T @ self.y

    def _inverse(self, lam):
        """1 / (S + n lam), with 1/0 read as 0."""
        lam = np.asarray(lam, dtype=float)
        if not np.isfinite(lam).all() or (lam < 0).any():
            raise ValueError(f"lam must be finite and not negative, but it is {lam}")
        below = self.S + self.n * lam[..., None]
        return np.divide(1.0, below, out=np.zeros_like(below), where=below > 0)

    def alpha(self, lam):
        """(K + n lam I)^-1 y, (n,)."""
        return (self._inverse(lam) * self.Uy) @ self.U.T

    def fitted(self, lam):
        """K alpha, (n,): the predictions at the training points."""
        return (self.S * self._inverse(lam) * self.Uy) @ self.U.T

    def predict(self, K_new, lam):
        """sum_j alpha_j k(x, x_j), (m,), for the rows of K_new (m, n)."""
        return self.alpha(lam) @ check.array("K_new", K_new, shape=(None, self.n)).T

    def shrinkage(self, lam):
        """S / (S + n lam), (n,): the part of y that is kept along each eigenvector.

        The largest eigenvalue comes first.
        """
        return (self.S * self._inverse(lam))[..., ::-1]

    def df(self, lam):
        """Degrees of freedom: the trace of K (K + n lam I)^-1, from rank K down to 0."""
        return self.shrinkage(lam).sum(axis=-1)

    def norm2(self, lam):
        """|w|^2 = alpha' K alpha."""
        return (self.S * (self._inverse(lam) * self.Uy) ** 2).sum(axis=-1)

    def objective(self, lam):
        """The least value of mean squared residual + lam |w|^2."""
        return np.mean((self.fitted(lam) - self.y) ** 2, axis=-1) + lam * self.norm2(lam)

    def loo(self, lam):
        """y_i minus the prediction at x_i of the fit without point i, (n,).

        It is alpha_i / G_ii with G = (K + n lam I)^-1.

        Without point i the penalty stays n lam |w|^2 (the sum form). For lam > 0, or an invertible
        K.
        """
        if np.min(lam) <= 0 and not self.S.all():
            raise ValueError("leave-one-out needs lam > 0 where K is singular")
        inverse = self._inverse(lam)
        return ((inverse * self.Uy) @ self.U.T) / (inverse @ (self.U**2).T)

    def refit(self, i, lam):
        """The i-th entry of `loo` by fitting the other n - 1 points.

        The slow road, to check the fast one.
        """
        rest = np.delete(np.arange(self.n), i)
        alpha = np.linalg.solve(
            self.K[np.ix_(rest, rest)] + self.n * lam * np.eye(self.n - 1), self.y[rest]
        )
        return float(self.y[i] - self.K[i, rest] @ alpha)


@dataclass(frozen=True)
class Limits:
    """How far the fitted values are from the limits of a bandwidth, over |y|.

    The bounds beside them hold for every K.

    K -> I (bandwidth -> 0):      |fitted - y / (1 + n lam)| / |y|         <=  |K - I| / (1 + n lam)
    K -> 11' (bandwidth -> inf):  |fitted - mean(y) / (1 + lam)| / |y|     <=  |K - 11'| / (n lam)
    """

    narrow: float
    narrow_bound: float
    wide: float
    wide_bound: float
    to_identity: float  # |K - I|, spectral norm
    to_ones: float  # |K - 11'|


def limits(fit, lam):
    """Limits of a KernelRidge fit with lam > 0 (objective mean squared residual + lam |w|^2)."""
    n, lam, fitted, length = (
        fit.n,
        check.positive("lam", lam),
        fit.fitted(lam),
        np.linalg.norm(fit.y),
    )
    narrow = np.linalg.norm(fitted - fit.y / (1 + n * lam)) / length
    wide = np.linalg.norm(fitted - fit.y.mean() / (1 + lam)) / length
    to_identity, to_ones = (
        np.abs(np.linalg.eigvalsh(fit.K - L)).max() for L in (np.eye(n), np.ones((n, n)))
    )
    return Limits(
        narrow, to_identity / (1 + n * lam), wide, to_ones / (n * lam), to_identity, to_ones
    )


def H(alpha, K, y, lam):
    """F(Phi' alpha) = (1/n) |K alpha - y|^2 + lam alpha' K alpha.

    It is F in other coordinates, and never below min F.
    """
    return float(np.mean((K @ alpha - y) ** 2) + lam * (alpha @ K @ alpha))


@dataclass(frozen=True)
class Flops:
    """Multiplications and additions of ridge regression.

    `build` is for the matrix, `solve` for the Cholesky solution.
    """

    build: float
    solve: float

    @property
    def total(self):
        return self.build + self.solve


def primal_flops(n, M):
    """Flops of the primal solution with n rows of M features.

    Phi'Phi by its upper triangle, n M (M + 1), and Phi'y, 2 n M; Cholesky and two triangles,
    M^3/3 + 2 M^2.
    """
    return Flops(n * M * (M + 1) + 2 * n * M, M**3 / 3 + 2 * M**2)


def dual_flops(n, cost):
    """Flops of the dual solution with n rows.

    n (n + 1) / 2 kernel values at `cost` each (2 M if computed from M features); then
    n^3/3 + 2 n^2.
    """
    return Flops(n * (n + 1) / 2 * cost, n**3 / 3 + 2 * n**2)
