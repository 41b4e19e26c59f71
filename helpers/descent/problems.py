"""Functions to descend on, each with its gradient, constants and minimiser."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from helpers import check
from helpers.data import best_line, bivariate_normal
from helpers.descent.optim import nesterov


@dataclass(frozen=True)
class Quadratic:
    """f(w) = w'Aw/2 - b'w + c. Only the symmetric part of A matters, so that is what is kept.

    `value` and `grad` take one point (d,) or many (..., d).
    """

    A: np.ndarray
    b: np.ndarray
    c: float = 0.0

    def __post_init__(self):
        A, b = check.array("A", self.A, ndim=2), check.array("b", self.b, ndim=1)
        if A.shape != (len(b), len(b)):
            raise ValueError(
                f"A must be square with as many rows as b, but the shapes are {A.shape} "
                f"and {b.shape}"
            )
        object.__setattr__(self, "A", (A + A.T) / 2)
        object.__setattr__(self, "b", b)

    def value(self, w):
        w = np.asarray(w, dtype=float)
        return ((w @ self.A) * w).sum(axis=-1) / 2 - w @ self.b + self.c

    def grad(self, w):
        return w @ self.A - self.b

    def hess(self, w=None):
        return self.A

    def gap(self, w):
        """f(w) - f*, without the cancellation of subtracting two values."""
        d = np.asarray(w, dtype=float) - self.w_star
        return ((d @ self.A) * d).sum(axis=-1) / 2

    @cached_property
    def eigenvalues(self):
        return np.linalg.eigvalsh(self.A)

    @cached_property
    def w_star(self):
        """The minimiser; the shortest one if the valley has a flat floor."""
        if self.mu <= 1e-14 * self.beta:
            return np.linalg.pinv(self.A, hermitian=True) @ self.b
        return np.linalg.solve(self.A, self.b)

    @property
    def mu(self):
        return float(self.eigenvalues[0])

    @property
    def beta(self):
        return float(self.eigenvalues[-1])

    @property
    def kappa(self):
        return self.beta / self.mu if self.mu > 0 else np.inf


def valley(kappa, d=2, beta=1.0, w_star=None):
    """A diagonal Quadratic with d curvatures from beta/kappa to beta.

    They are equally spaced in the logarithm.
    """
    if check.number("kappa", kappa) < 1:
        raise ValueError(f"the condition number kappa is at least 1, but it is {kappa:g}")
    lam = np.geomspace(check.positive("beta", beta) / kappa, beta, check.whole("d", d))
    return Quadratic(
        np.diag(lam), np.zeros(d) if w_star is None else lam * np.asarray(w_star, dtype=float)
    )


def chain(d, kappa, beta=1.0):
    """Nesterov's worst quadratic: each gradient reaches one coordinate further.

    A = mu I + (beta - mu)/4 tridiag(-1, 2, -1), b = (beta - mu)/4 e_1; w* is nearly (q, q^2, q^3,
    ...) with q = (sqrt kappa - 1)/(sqrt kappa + 1).
    """
    d, mu = check.whole("d", d), check.positive("beta", beta) / check.positive("kappa", kappa)
    if mu > beta:
        raise ValueError(f"the condition number kappa is at least 1, but it is {kappa:g}")
    A = mu * np.eye(d) + (beta - mu) / 4 * (2 * np.eye(d) - np.eye(d, k=1) - np.eye(d, k=-1))
    return Quadratic(A, (beta - mu) / 4 * np.eye(d)[0])


def least_squares(X, y):
    """The Quadratic f(w) = (1/n) sum_i (<w, x_i> - y_i)^2, so A = (2/n) X'X and b = (2/n) X'y."""
    X, y = check.pair(X, y)
    n = len(y)
    return Quadratic(2 / n * X.T @ X, 2 / n * X.T @ y, float(y @ y / n))


def normal_pairs(n, corr, rng, mean=(0.0, 0.0), sd=(1.0, 1.0)):
    """n pairs (x, y), bivariate normal: X = [1, x] (n, 2), y (n,) and the best line w.

    The correlation is corr; mean and sd are pairs (of x, of y). For the population the best line is
    w = (mean_y - slope mean_x, slope) with slope = corr sd_y / sd_x.
    """
    x, y = bivariate_normal(n, rng, *mean, *sd, corr)
    return np.column_stack([np.ones(n), x]), y, best_line(*mean, *sd, corr)


@dataclass(frozen=True)
class Problem:
    """A convex function of one number w, shape (..., 1), with its constants and minimiser."""

    value: Callable
    grad: Callable
    rho: float = np.inf
    beta: float = np.inf
    w_star: float = 0.0


def worst_lipschitz(rho=1.0):
    """rho |w|, on which `lipschitz_bound` is attained.

    From R = eta rho T the average of T points is exactly that far above the minimum.
    """
    rho = check.positive("rho", rho)
    return Problem(
        lambda w: rho * np.abs(np.asarray(w, dtype=float))[..., 0],
        lambda w: rho * np.sign(w),
        rho=rho,
    )


def bowl():
    """w^2/2: curvature 1 everywhere."""
    return Problem(lambda w: np.asarray(w, dtype=float)[..., 0] ** 2 / 2, lambda w: w, beta=1.0)


def plateau():
    """w^2/(1 + w^2): a pit in a plain, not convex.

    Far out the slope is small although the floor is far below.
    """
    return Problem(
        lambda w: (
            np.asarray(w, dtype=float)[..., 0] ** 2 / (1 + np.asarray(w, dtype=float)[..., 0] ** 2)
        ),
        lambda w: 2 * w / (1 + w**2) ** 2,
        rho=3**1.5 / 8,
        beta=2.0,
    )


def steps_to(eps, kappas):
    """Steps from (1, 1) to a gap of eps on valley(kappa).

    By descent with 2/(beta + mu), and by Nesterov's method.
    """
    fs = [valley(kappa) for kappa in kappas]
    slow = [np.log(eps / f.gap(np.ones(2))) / (2 * np.log1p(-2 / (1 + f.kappa))) for f in fs]
    runs = [nesterov(f.grad, np.ones(2), 1 / f.beta, int(30 * f.kappa**0.5), mu=f.mu) for f in fs]
    return np.array(slow), np.array([np.argmax(f.gap(run.w) <= eps) for f, run in zip(fs, runs)])
