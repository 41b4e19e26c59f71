"""Bias and variance: what a fit gets wrong on average, and how much it varies.

    error of a prediction = bias^2 + variance (+ noise, if the answer it is compared with is noisy)

`bias_variance` measures them on repeated fits, `ridge_risk` has them in closed form for a fixed
design X. `Ladder` fits nested models, one singular value decomposition each, to see errors against
model size.
"""

from dataclasses import dataclass

import numpy as np

from helpers import check
from helpers.linear.least_squares import Ridge


@dataclass(frozen=True)
class Parts:
    """The parts of an error, averaged over test points.

    Each is a number or an array (one entry per lam).
    """

    bias2: np.ndarray
    variance: np.ndarray
    noise: float

    @property
    def total(self):
        return self.bias2 + self.variance + self.noise

    def rows(self):
        """bias^2, variance, noise and their sum, all of one shape: (4,) or (4, L)."""
        return np.array(np.broadcast_arrays(self.bias2, self.variance, self.noise, self.total))


def bias_variance(P, truth, sigma=0.0):
    """Split the mean squared error of predictions P (..., R, p) against truth (p,).

    There are R repetitions at p points.

    bias2 + variance is exactly the mean of (P - truth)^2: both means divide by R. noise = sigma^2
    is what fresh noisy answers add in expectation.
    """
    P, truth = check.array("P", P), check.array("truth", truth, ndim=1)
    if P.ndim < 2 or P.shape[-1] != len(truth):
        raise ValueError(f"P must be (repetitions, {len(truth)}), but its shape is {P.shape}")
    mean = P.mean(axis=-2)
    variance = ((P - mean[..., None, :]) ** 2).mean(axis=(-2, -1))
    return Parts(
        ((mean - truth) ** 2).mean(axis=-1), variance, check.nonnegative("sigma", sigma) ** 2
    )


def repeat_ridge(ridge, sigma, lam, X_test, runs, rng):
    """Predictions (runs, p), or (L, runs, p) for L values of lam, of fits to f + sigma N(0, 1).

    ridge = Ridge(X, f).

    The rows X (n, d) stay, the noise is new in each run and common to all lam. Objective: mean loss
    + lam |w|^2. A fit sees y only through U'y, and U' noise is again N(0, sigma^2 I): that is what
    is drawn, so n costs nothing.
    """
    noise = check.nonnegative("sigma", sigma) * rng.standard_normal(
        (check.whole("runs", runs), len(ridge.s))
    )
    A = check.array("X_test", X_test, shape=(None, ridge.d)) @ ridge.Vt.T
    return (ridge.factors(lam)[..., None, :] * (ridge.Uty + noise)) @ A.T


def ridge_risk(ridge, sigma, lam, X_test, f_test):
    """The parts in closed form for y = f + sigma N(0, 1), ridge = Ridge(X, f); one entry per lam.

    Predictions are P y with P = X_test (X'X + n lam I)^-1 X', so their mean is P f and their
    variance sigma^2 PP'.
    """
    sigma, f_test = check.nonnegative("sigma", sigma), check.array("f_test", f_test, ndim=1)
    bias2 = ((ridge.predict(X_test, lam) - f_test) ** 2).mean(axis=-1)
    spread = ((np.asarray(X_test) @ ridge.Vt.T) ** 2).mean(
        axis=0
    )  # mean over test points of diag PP', per direction
    return Parts(bias2, sigma**2 * ridge.factors(lam) ** 2 @ spread, sigma**2)


class Ladder:
    """Nested models: least squares or ridge on the first D columns of Psi (n, D_max).

    There is one for each D of `widths`.

    One decomposition per width serves every lam; y (n,) or (n, t) for t repetitions.
    """

    def __init__(self, Psi, y, Psi_test, y_test, widths):
        Psi, Psi_test = check.rows("Psi", Psi), check.rows("Psi_test", Psi_test)
        self.widths = np.array([check.whole("width", D) for D in widths])
        if Psi.shape[1] != Psi_test.shape[1] or self.widths.max() > Psi.shape[1]:
            raise ValueError(
                f"widths go up to {self.widths.max()}, but Psi and Psi_test have "
                f"{Psi.shape[1]} and "
                f"{Psi_test.shape[1]} columns"
            )
        self.ridges = [Ridge(Psi[:, :D], y) for D in self.widths]
        self._tests = [Psi_test[:, :D] @ r.Vt.T for D, r in zip(self.widths, self.ridges)]
        self.y_test = check.array("y_test", y_test)

    def with_answers(self, y, y_test):
        """The same models for other answers; the decompositions are shared."""
        other = object.__new__(Ladder)
        other.widths, other._tests, other.y_test = (
            self.widths,
            self._tests,
            check.array("y_test", y_test),
        )
        other.ridges = [r.with_answers(y) for r in self.ridges]
        return other

    def errors(self, lam=0.0):
        """Mean squared training and test error, each (len(widths),).

        They are (len(widths), t) for t repetitions.
        """
        train = [((r.fitted(lam) - r.y) ** 2).mean(axis=0) for r in self.ridges]
        guesses = [r.combine(Z, r.factors(lam)) for r, Z in zip(self.ridges, self._tests)]
        return np.array(train), np.array([((g - self.y_test) ** 2).mean(axis=0) for g in guesses])


def relu_features(d, D, rng):
    """A random map psi, (m, d) -> (m, D): psi_j(x) = max(0, <omega_j, x> + b_j).

    omega_j is uniform on the unit sphere and b_j uniform in [-1, 1], drawn here once.
    """
    omega = rng.standard_normal((check.whole("d", d), check.whole("D", D)))
    omega /= np.linalg.norm(omega, axis=0)
    b = rng.uniform(-1, 1, D)
    return lambda X: np.maximum(0, check.array("X", X, shape=(None, d)) @ omega + b)
