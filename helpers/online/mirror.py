"""Online mirror descent on the simplex: one running sum of losses, and a mirror that shapes it.

    theta_t = -(z_1 + ... + z_{t-1}),    w_t = argmin_w R(w)/eta - <theta_t, w>

The regulariser psi = R/eta decides what the sum becomes: R = |w|^2/2 on the simplex gives lazy
projected (sub)gradient descent (OGD), w_t = P(eta theta_t); R = sum_j w_j log w_j gives
exponentiated gradient (EG), w_t = softmax(eta theta_t). 1/eta is FTRL's lam and, for EG, the
temperature tau. Losses that do not answer to the learner are one array, so all w_t come at once.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, logsumexp

from helpers import check
from helpers.descent.projections import project_simplex
from helpers.linear.softmax import entropy, softmax
from helpers.trace import Trace


@dataclass(frozen=True)
class Geometry:
    """A regulariser R of the simplex with all that mirror descent and its bound ask for.

    R is 1-strongly convex in a norm; `dual` is the dual of that norm, which measures losses.
    """

    name: str
    value: Callable  # R(w), (..., d) -> (...)
    mirror: Callable  # gradient of R*, theta (..., d) -> w (..., d)
    conjugate: Callable  # R*(theta) = max_w <theta, w> - R(w) over the simplex
    dual: Callable  # dual norm of z (..., d)
    width: Callable  # d -> max R - min R on the simplex


def _half_square(w):
    return (np.asarray(w, dtype=float) ** 2).sum(axis=-1) / 2


def _projected_conjugate(theta):
    w = project_simplex(theta)
    return (w * theta).sum(axis=-1) - _half_square(w)


QUADRATIC = Geometry(
    "quadratic",
    value=_half_square,
    mirror=project_simplex,
    conjugate=_projected_conjugate,
    dual=lambda z: np.sqrt((np.asarray(z) ** 2).sum(axis=-1)),
    width=lambda d: (1 - 1 / d) / 2,
)
ENTROPIC = Geometry(
    "entropic",
    value=lambda w: -entropy(w),
    mirror=softmax,
    conjugate=lambda theta: logsumexp(theta, axis=-1),
    dual=lambda z: np.abs(z).max(axis=-1),
    width=np.log,
)


# ---- the learners


def mirror_descent(Z, geometry, eta):
    """The run of mirror descent on losses Z (T, d) or (T, k, d), k games side by side.

    w[t] was chosen from Z[:t] alone; extra["theta"] holds the sums that were mirrored.
    """
    Z, eta = check.array("losses Z", Z), check.positive("eta", eta)
    theta = np.concatenate([np.zeros_like(Z[:1]), -np.cumsum(Z, axis=0)])
    w = geometry.mirror(eta * theta)
    return Trace(w, Z, np.full(len(Z), eta), extra={"theta": theta})


def linearised_descent(subgradient, T, d, geometry, eta):
    """The same learner on convex losses f_t: it hears only z_t = subgradient(t, w_t)."""
    theta, w, Z = np.zeros(d), [], []
    for t in range(check.whole("T", T)):
        w.append(geometry.mirror(eta * theta))
        Z.append(np.asarray(subgradient(t, w[-1]), dtype=float))
        theta = theta - Z[-1]
    w.append(geometry.mirror(eta * theta))
    return Trace(np.array(w), np.array(Z), np.full(T, eta))


def multiplied(Z, eta):
    """Exponentiated gradient, round by round: every weight times e^(-eta loss), then rescaled."""
    w = [np.full(np.shape(Z)[1], 1 / np.shape(Z)[1])]
    for z in Z:
        bigger = w[-1] * np.exp(-eta * np.asarray(z))
        w.append(bigger / bigger.sum())
    return np.array(w)


# ---- regret, its bound and its terms


def regret(run):
    """(T, ...): after each round, the learner's losses minus those of the expert best so far."""
    mine = np.cumsum((run.w[:-1] * run.v).sum(axis=-1), axis=0)
    return mine - np.cumsum(run.v, axis=0).min(axis=-1)


def bound(geometry, d, T, eta):
    """width/eta + eta T L^2/2 with losses in [0, 1], where L is the dual norm of (1, ..., 1)."""
    return geometry.width(d) / eta + eta * T * geometry.dual(np.ones(d)) ** 2 / 2


def tuned(geometry, d, T):
    """(eta, bound): the step size with the smallest bound, sqrt(2 width/(T L^2))."""
    size = geometry.dual(np.ones(d)) ** 2
    eta = np.sqrt(2 * geometry.width(d) / (T * size))
    return float(eta), float(np.sqrt(2 * geometry.width(d) * T * size))


def terms(run, geometry, u):
    """What the regret against u is made of, after each round t = 1, ..., T.

    start   psi(u) - psi(w_1), one number
    moves   D_{psi*}(theta_{t+1} | theta_t), (T,): what each round may add
    norms   eta dual(z_t)^2/2, (T,): what bounds each move
    slack   psi(u) + psi*(theta_{t+1}) - <u, theta_{t+1}>, (T,): never negative
    """
    theta, eta = run.extra["theta"], run.eta[0]
    psi, star = geometry.value(u) / eta, geometry.conjugate(eta * theta) / eta
    moves = np.diff(star) + (run.w[:-1] * run.v).sum(axis=-1)
    return {
        "start": float(psi - geometry.value(run.w[0]) / eta),
        "moves": moves,
        "norms": eta * geometry.dual(run.v) ** 2 / 2,
        "slack": psi + star[1:] - theta[1:] @ u,
    }


def bregman(f, grad, w, u):
    """f(w) - f(u) - <grad f(u), w - u>: how far f at w is above its tangent at u."""
    w, u = np.asarray(w, dtype=float), np.asarray(u, dtype=float)
    return f(w) - f(u) - (grad(u) * (w - u)).sum(axis=-1)


def conjugate_on_grid(values, grid, slopes):
    """(psi*, w): max over the grid of slope * w - psi(w) and where it is, for every slope."""
    heights = np.multiply.outer(slopes, grid) - values
    best = heights.argmax(axis=-1)
    return np.take_along_axis(heights, best[..., None], axis=-1)[..., 0], grid[best]


# ---- losses of d experts in T rounds


def coins(T, d, rng):
    """Every expert is wrong with probability one half."""
    return rng.integers(0, 2, (T, d)).astype(float)


def one_good(T, d):
    """The first expert is never wrong, all others always."""
    return np.tile(np.arange(d) > 0, (T, 1)).astype(float)


def see_saw(T, d):
    """The first half is wrong in the first round, the second half in the next, and so on."""
    first = np.arange(d) < d // 2
    return np.where(np.arange(T)[:, None] % 2 == 0, first, ~first).astype(float)


def changing(T, d):
    """All are wrong but the first expert, and after half of the rounds all but the last."""
    good = np.where(np.arange(T)[:, None] < T // 2, 0, d - 1)
    return (np.arange(d) != good).astype(float)


def good_regret(geometry, d, T, eta):
    """Regret on `one_good` in closed form; eta may be an array."""
    s = np.multiply.outer(np.asarray(eta, dtype=float), np.arange(T))
    if geometry is ENTROPIC:
        return expit(np.log(d - 1) - s).sum(axis=-1)
    return (1 - 1 / d) * np.maximum(1 - s, 0).sum(axis=-1)


def see_saw_regret(geometry, d, T, eta):
    """Regret on `see_saw` in closed form, d and T even; eta may be an array."""
    eta = np.asarray(eta, dtype=float)
    tilt = np.tanh(eta / 2) / 2 if geometry is ENTROPIC else np.minimum(eta * d / 4, 0.5)
    return T / 2 * tilt
