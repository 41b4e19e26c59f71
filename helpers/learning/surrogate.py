"""Surrogates for the 0-1 loss: do they find the right sign, and what do they cost?"""

import numpy as np

from helpers import check, losses
from helpers.descent import optim
from helpers.descent.bisection import first_true
from helpers.learning.functions import of_loss
from helpers.losses import Loss

FAR = 40.0  # a score beyond this is infinite: e^-40 is lost beside 1


logistic2 = Loss(
    "logistic / ln 2",
    lambda m: losses.logistic.value(m) / np.log(2),
    lambda m: losses.logistic.grad(m) / np.log(2),
    rho=1 / np.log(2),
    beta=0.25 / np.log(2),
)


squared = Loss("squared (1 − m)²", lambda m: (1 - m) ** 2, lambda m: -2 * (1 - m), beta=2.0)


def two_slopes(a, kink):
    """A convex loss with slopes a and a + kink at 0.

    It is 1 + m^2/4 + a m for m < 0 and 1 + m^2/4 + (a + kink) m for m > 0.
    """
    a, kink = check.number("a", a), check.nonnegative("kink", kink)
    return Loss(
        "two slopes",
        lambda m: 1 + m * m / 4 + np.where(m <= 0, a, a + kink) * m,
        lambda m: m / 2 + np.where(m <= 0, a, a + kink),
        beta=np.inf if kink else 0.5,
    )


SURROGATES = {
    loss.name: loss
    for loss in (
        losses.hinge,
        losses.squared_hinge,
        losses.logistic,
        logistic2,
        losses.exponential,
        squared,
        losses.perceptron,
    )
}


ABOVE_ZERO_ONE = ("hinge", "squared hinge", "logistic / ln 2", "exponential", "squared (1 − m)²")


def conditional_risk(loss, p, s):
    """C_p(s) = p loss(s) + (1 - p) loss(-s)."""
    s = np.asarray(s, dtype=float)
    return p * loss(s) + (1 - p) * loss(-s)


def best_scores(loss, p):
    """[lo, hi], the minimisers of C_p for a convex loss; p is (...).

    They are infinite where the minimum is only approached.

    Bisection on the one-sided slopes p loss'(s+) - (1-p) loss'(-s-) and p loss'(s-) - (1-p)
    loss'(-s+).
    """
    p, curve = np.asarray(p, dtype=float), of_loss(loss)

    def rises(s):  # from lo on
        return p * curve.right(s) - (1 - p) * curve.left(-s) >= 0

    def mirrored(s):  # C_p falls at -s: from -hi on
        return p * curve.left(-s) - (1 - p) * curve.right(s) <= 0

    return _first(rises, p.shape), -_first(mirrored, p.shape)


def _first(true, shape):
    """The smallest s in [-FAR, FAR] from which on `true` holds.

    -inf if it holds everywhere, inf if nowhere.
    """
    low, high = np.full(shape, -FAR), np.full(shape, FAR)
    always, never = true(low), ~true(high)
    return np.where(always, -np.inf, np.where(never, np.inf, first_true(true, low, high)))


def slopes_at_zero(loss):
    """(loss'(0-), loss'(0+))."""
    curve = of_loss(loss)
    return float(curve.left(np.zeros(()))), float(curve.right(np.zeros(())))


def pull(loss, p):
    """The slope of C_p at 0 towards Bayes' side.

    Below 0 a right score beats every wrong one, at p itself.

    For p > 1/2 that is p loss'(0+) - (1-p) loss'(0-); p and 1 - p give the same.
    """
    (left, right), p = slopes_at_zero(loss), np.maximum(p, 1 - np.asarray(p, dtype=float))
    return p * right - (1 - p) * left


def calibrated(loss, ps=None):
    """Is a right sign strictly better at every p but 1/2?

    By `pull` on a grid of p, and in the limit at 1/2.
    """
    ps = np.linspace(0.51, 1, 50) if ps is None else ps
    return bool(pull(loss, 0.5) <= 0 and (pull(loss, ps) < 0).all())


def regret_of_wrong(loss, p, grid=None):
    """inf of C_p over scores of the wrong sign (or 0), minus inf over all.

    Bartlett's criterion wants it positive.
    """
    grid = np.linspace(-4, 4, 801) if grid is None else grid
    ends = np.clip([float(e) for e in best_scores(loss, p)], -FAR, FAR)
    s = np.concatenate([grid, ends, [0.0]])
    C = conditional_risk(loss, p, s)
    return float(C[s * (2 * p - 1) <= 0].min() - C.min())


def perceptron_error(n, rng, margin=0.1, fresh=4000):
    """Error on fresh points of the line that the batch perceptron returns.

    It is trained on n separable points of the plane.
    """
    X = rng.normal(size=(2 * (n + fresh), 2))
    X = X[np.abs(X @ [0.6, 0.8]) >= margin][: n + fresh]
    y = np.sign(X @ [0.6, 0.8])
    grad = losses.objective(losses.perceptron, X[:n], y[:n])[1]
    w = optim.gradient_descent(grad, np.zeros(2), 1.0, 5000, stop=optim.small_gradient(1e-12)).last
    return float(losses.zero_one(y[n:] * (X[n:] @ w)).mean())
