"""Least squares and ridge, from one singular value decomposition X = U diag(s) V'.

    G(w) = |X w - y|^2 / n + lam |w|^2,    (X'X + n lam I) w = X'y,
    w(lam) = V diag(s / (s^2 + n lam)) U'y

The decomposition does not know lam, so `Ridge(X, y)` is made once and answers for every lam at the
cost of two small products. A source that penalises the sum, |X w - y|^2 + lam' |w|^2, has lam' = n
lam. There is no hidden intercept: give X a column of ones (it is then penalised too), or centre X
and y.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from helpers import check, losses
from helpers.descent.bisection import first_true


@dataclass(frozen=True)
class Fit:
    """A least squares solution: w (d,), the smallest of them if there are many.

    With the rank and the singular values of X.
    """

    w: np.ndarray
    rank: int
    singular_values: np.ndarray

    @property
    def unique(self):
        """Whether no other w fits as well: X has independent columns."""
        return self.rank == len(self.w)


def least_squares(X, y):
    """The w of smallest norm among the minimisers of |X w - y|^2: w = X^+ y.

    X is (n, d) and y is (n,) or (n, t).
    """
    ridge = Ridge(X, y)
    return Fit(ridge.w(0.0), ridge.rank, ridge.s)


def objective(X, y, lam=0.0):
    """(f, grad) of mean squared residual + lam |w|^2.

    |X w - y|^2 / n + lam |w|^2 and (2/n) X'(X w - y) + 2 lam w.
    """
    return losses.objective(losses.squared, X, y, lam)


class Ridge:
    """Ridge regression of y (n,) or (n, t) on X (n, d), factored.

    Every method takes one lam or an array of them.

    Objective: mean squared residual + lam |w|^2. lam = 0 means least squares of smallest norm. With
    an array (L,) of lam the answers gain a first axis of length L.
    """

    def __init__(self, X, y):
        self.X, self.y = _pair(X, y)
        self.n, self.d = self.X.shape
        self.U, self.s, self.Vt = np.linalg.svd(self.X, full_matrices=False)

    def with_answers(self, y):
        """The same rows with other answers y (n,) or (n, t).

        The decomposition is shared, not computed again.
        """
        other = object.__new__(Ridge)
        other.__dict__.update({k: self.__dict__[k] for k in ("X", "n", "d", "U", "s", "Vt")})
        other.y = _pair(self.X, y)[1]
        return other

    @cached_property
    def rank(self):
        """How many singular values are above rounding error."""
        return int((self.s > self._zero).sum())

    @property
    def _zero(self):
        return self.s[0] * max(self.n, self.d) * np.finfo(float).eps

    @cached_property
    def Uty(self):
        """U'y, all that a fit sees of the answers."""
        return self.U.T @ self.y

    def factors(self, lam):
        """s / (s^2 + n lam), and 0 on directions that X does not see."""
        lam = _lams(lam)[..., None]
        positive = self.s > self._zero
        return np.divide(
            self.s,
            self.s**2 + self.n * lam,
            out=np.zeros(lam.shape[:-1] + self.s.shape),
            where=positive,
        )

    def combine(self, A, g):
        """A diag(g) U'y for A (p, r) and g (r,) or (L, r)."""
        return (g * self.Uty) @ A.T if self.y.ndim == 1 else A @ (g[..., None] * self.Uty)

    def w(self, lam):
        """The coefficients: (d,) for one lam, (L, d) for L of them.

        With t answers there is a last axis of length t.
        """
        return self.combine(self.Vt.T, self.factors(lam))

    def predict(self, X_test, lam):
        """X_test w(lam): (p,) for one lam, (L, p) for L of them."""
        return self.combine(
            check.array("X_test", X_test, shape=(None, self.d)) @ self.Vt.T, self.factors(lam)
        )

    def fitted(self, lam):
        """H(lam) y, the answers the fit gives to its own rows."""
        return self.combine(self.U, self.shrinkage(lam))

    def shrinkage(self, lam):
        """s^2 / (s^2 + n lam): the part of each singular direction of y that is kept.

        It is 1 at lam = 0.
        """
        return self.s * self.factors(lam)

    def df(self, lam):
        """Degrees of freedom, the trace of H(lam): sum of s^2 / (s^2 + n lam).

        They fall from rank X down to 0.
        """
        return self.shrinkage(lam).sum(axis=-1)

    def leverage(self, lam):
        """The diagonal of H(lam) = X (X'X + n lam I)^-1 X', between 0 and 1.

        That is how much the fit at row i follows y_i.
        """
        return self.shrinkage(lam) @ (self.U**2).T

    def loo(self, lam):
        """(y_i - fitted_i) / (1 - leverage_i): the residual at row i of the fit without row i.

        No refit is needed.

        Without row i the penalty stays n lam |w|^2 (the sum form). Infinite where the leverage is
        1: row i alone decides some direction, and the formula is 0/0.
        """
        left = 1 - self.leverage(lam)
        left = left if self.y.ndim == 1 else left[..., None]
        residual = self.y - self.fitted(lam)
        return np.divide(residual, left, out=np.full(residual.shape, np.inf), where=left > 1e-9)

    def condition(self, lam):
        """The condition number of X'X + n lam I: (s_1^2 + n lam) / (s_d^2 + n lam).

        s_d = 0 if X has rank below d.
        """
        lam = _lams(lam)
        last = self.s[-1] ** 2 if self.rank == self.d else 0.0
        low = last + self.n * lam
        return np.divide(
            self.s[0] ** 2 + self.n * lam, low, out=np.full(lam.shape, np.inf), where=low > 0
        )[()]


def condition_bound(X, lam):
    """1 + s_1^2 / (n lam) >= cond(X'X + n lam I) for lam > 0; equality if X has rank below d."""
    X = check.rows("X", X)
    return 1 + np.linalg.norm(X, 2) ** 2 / (len(X) * check.positive("lam", lam))


def augment(X, y, lam):
    """d phantom rows sqrt(n lam) e_j with answer 0.

    Least squares on the n + d rows is ridge on the n (mean + lam).
    """
    X, y = _pair(X, y)
    phantom = np.sqrt(len(X) * check.nonnegative("lam", lam)) * np.eye(X.shape[1])
    return np.vstack([X, phantom]), np.concatenate([y, np.zeros((len(phantom), *y.shape[1:]))])


def lam_for_radius(X, y, r):
    """The lam >= 0 whose ridge solution also solves: least squares subject to |w| <= r.

    0 if the least squares solution is inside; else the only root of |w(lam)| = r, since |w(lam)|
    falls in lam.
    """
    ridge, r = Ridge(X, y), check.positive("r", r)
    if np.linalg.norm(ridge.w(0.0)) <= r:
        return 0.0
    high = np.linalg.norm(ridge.s * ridge.Uty.T) / (ridge.n * r)  # |w(lam)| <= |X'y| / (n lam)
    return float(
        first_true(lambda lam: np.linalg.norm(ridge.w(lam)) <= r, 0.0, high, halvings=2000)
    )


def posterior(X, y, sigma, prior_sd):
    """Mean (d,) and covariance (d, d) of w given y.

    y = X w + N(0, sigma^2), and the prior is w ~ N(0, prior_sd^2 I).

    The mean, which is also the mode (MAP), is the ridge solution at lam = sigma^2 / (n prior_sd^2).
    """
    X, y = check.pair(X, y)
    sigma, prior_sd = check.positive("sigma", sigma), check.positive("prior_sd", prior_sd)
    precision = X.T @ X / sigma**2 + np.eye(X.shape[1]) / prior_sd**2
    cov = np.linalg.inv(precision)
    return np.linalg.solve(precision, X.T @ y / sigma**2), (cov + cov.T) / 2


def polynomial(x, M):
    """(n, M + 1): the columns 1, x, ..., x^M."""
    return np.vander(check.array("x", x, ndim=1), check.whole("M", M, low=0) + 1, increasing=True)


def legendre(x, M, lo=0.0, hi=1.0):
    """(n, M + 1): orthonormal polynomials of degree 0..M for the uniform law on [lo, hi].

    The same functions are in reach as with `polynomial`, and least squares gives the same fit, at a
    far better condition number; a penalty on |w| means something else in this basis.
    """
    x, M = check.array("x", x, ndim=1), check.whole("M", M, low=0)
    if not hi > lo:
        raise ValueError(f"lo must be below hi, but they are {lo:g} and {hi:g}")
    return np.polynomial.legendre.legvander((2 * x - lo - hi) / (hi - lo), M) * np.sqrt(
        2 * np.arange(M + 1) + 1
    )


def _pair(X, y):
    """X (n, d) and y (n,) or (n, t): one answer, or t of them, per row."""
    X, y = check.rows("X", X), check.array("y", y)
    if y.ndim > 2 or len(y) != len(X):
        raise ValueError(
            f"y must have one answer per row of X, but the shapes are {X.shape} and {y.shape}"
        )
    return X, y


def _lams(lam):
    lam = np.asarray(lam, dtype=float)
    if lam.size == 0 or not np.isfinite(lam).all() or (lam < 0).any():
        raise ValueError(f"lam must be finite and not negative, but it is {lam}")
    return lam
