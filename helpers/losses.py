"""Losses: what one wrong answer costs, as a function of one number.

    of the margin m = y <w, x>, y in {-1, +1}:   zero_one, perceptron, hinge, squared_hinge,
                                                 logistic, exponential
    of the residual r = <w, x> - y, y real:      squared, absolute, huber(c)

The objective everywhere in this package is  f(w) = (1/n) sum_i loss(m_i or r_i) + lam |w|^2.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from helpers import check


@dataclass(frozen=True)
class Loss:
    """A loss and its slope with their constants, inf where there is none.

    |grad| <= rho and |grad(a) - grad(b)| <= beta |a - b|.
    """

    name: str
    value: Callable  # numbers of any shape -> losses of the same shape
    grad: Callable  # -> a derivative, at a kink one of the subgradients
    rho: float = np.inf
    beta: float = np.inf
    of: str = "margin"  # or "residual"

    def __call__(self, u):
        return self.value(np.asarray(u, dtype=float))


def _exp(u):
    """e^u, silently inf where that is what a float can say."""
    with np.errstate(over="ignore", under="ignore"):
        return np.exp(u)


zero_one = Loss(
    "zero-one", lambda m: np.where(m <= 0, 1.0, 0.0), lambda m: np.zeros_like(m, dtype=float)
)
perceptron = Loss(
    "perceptron", lambda m: np.maximum(0.0, -m), lambda m: np.where(m <= 0, -1.0, 0.0), rho=1.0
)
hinge = Loss(
    "hinge", lambda m: np.maximum(0.0, 1 - m), lambda m: np.where(m < 1, -1.0, 0.0), rho=1.0
)
squared_hinge = Loss(
    "squared hinge",
    lambda m: np.maximum(0.0, 1 - m) ** 2,
    lambda m: -2 * np.maximum(0.0, 1 - m),
    beta=2.0,
)
logistic = Loss(
    "logistic", lambda m: np.logaddexp(0.0, -m), lambda m: -expit(-m), rho=1.0, beta=0.25
)
exponential = Loss("exponential", lambda m: _exp(-m), lambda m: -_exp(-m))

squared = Loss("squared", lambda r: r**2, lambda r: 2 * r, beta=2.0, of="residual")
absolute = Loss("absolute", np.abs, np.sign, rho=1.0, of="residual")


def huber(c=1.0):
    """r^2/2 up to |r| = c, then the tangent c|r| - c^2/2.

    It is as smooth as a square, and as Lipschitz as a line.
    """
    c = check.positive("c", c)
    return Loss(
        f"Huber({c:g})",
        lambda r: np.where(np.abs(r) <= c, r * r / 2, c * (np.abs(r) - c / 2)),
        lambda r: np.clip(r, -c, c),
        rho=c,
        beta=1.0,
        of="residual",
    )


MARGIN = (zero_one, perceptron, hinge, squared_hinge, logistic, exponential)
RESIDUAL = (squared, absolute, huber(1.0))


def _margins_or_residuals(loss, X, y, w):
    scores = w @ X.T
    return scores * y if loss.of == "margin" else scores - y


def objective(loss, X, y, lam=0.0):
    """(f, grad) with f(w) = mean_i loss_i(w) + lam |w|^2: data checked once, for use inside loops.

    `f` maps points w (..., d) to values (...); `grad` maps (..., d) to (..., d).
    """
    X, y = check.pair(X, y)
    lam, n = check.nonnegative("lam", lam), len(y)
    if loss.of == "margin":
        check.signs("y", y)

    def f(w):
        w = np.asarray(w, dtype=float)
        return loss.value(_margins_or_residuals(loss, X, y, w)).mean(axis=-1) + lam * (w * w).sum(
            axis=-1
        )

    def grad(w):
        w = np.asarray(w, dtype=float)
        slope = loss.grad(_margins_or_residuals(loss, X, y, w))
        return (slope * y if loss.of == "margin" else slope) @ X / n + 2 * lam * w

    return f, grad


def mean_loss(loss, X, y, w, lam=0.0):
    """f(w) = (1/n) sum_i loss(y_i <w, x_i>) + lam |w|^2, or of <w, x_i> - y_i.

    w is (d,) or many points (..., d).
    """
    return objective(loss, X, y, lam)[0](w)


def mean_grad(loss, X, y, w, lam=0.0):
    """The (sub)gradient of `mean_loss` at w.

    (1/n) sum_i loss'(m_i) y_i x_i + 2 lam w, or with loss'(r_i) x_i.
    """
    return objective(loss, X, y, lam)[1](w)


def constants(loss, X, lam=0.0):
    """(rho, beta) of w -> mean loss + lam |w|^2.

    rho is loss.rho times the mean |x_i| (inf if lam > 0: the square is not Lipschitz), beta is
    loss.beta times the largest eigenvalue of X'X/n, plus 2 lam.
    """
    X, lam = check.rows("X", X), check.nonnegative("lam", lam)
    rho = loss.rho * np.linalg.norm(X, axis=1).mean() if lam == 0 else np.inf
    return float(rho), float(loss.beta * np.linalg.norm(X, 2) ** 2 / len(X) + 2 * lam)
