"""What theory promises a descent method, with all constants.

R = |w_1 - w*| is the distance of the start.

f convex, |subgradient| <= rho     the average of T points     lipschitz_bound
f convex, beta-smooth  the point after k steps  smooth_bound  (attained within 2)
and mu-strongly convex             kappa = beta/mu             strong_bound
"""

import math

import numpy as np

from helpers import check


def lipschitz_bound(R, eta, rho, T):
    """f(average) - f* <= R^2/(2 eta T) + eta rho^2/2; also with rho^2 the mean of |v_t|^2."""
    return R**2 / (2 * eta * T) + eta * rho**2 / 2


def linear_bound(run, w_star):
    """The two sides of the inequality for any vectors v_t, sum by sum.

    sum_t eta_t <v_t, w_t - w*> <= |w_1 - w*|^2/2 + sum_t eta_t^2 |v_t|^2/2

    What is missing to equality is |w_{T+1} - w*|^2/2 (without projection).
    """
    d = run.w - np.asarray(w_star, dtype=float)
    left = run.eta @ (d[:-1] * run.v).sum(axis=1)
    return float(left), float(d[0] @ d[0] / 2 + run.eta**2 @ (run.v**2).sum(axis=1) / 2)


def best_bound(run, R):
    """min_{s<=t} f(w_s) - f* <= (R^2 + sum_s eta_s^2 |v_s|^2) / (2 sum_s eta_s).

    (T,) values, for convex f and any steps.
    """
    return (R**2 + np.cumsum(run.eta**2 * (run.v**2).sum(axis=1))) / (2 * np.cumsum(run.eta))


def smooth_bound(R, eta, k):
    """f(w after k steps) - f* <= R^2/(2 eta k) for convex f with eta <= 1/beta."""
    return R**2 / (2 * eta * k)


def strong_bound(beta, R, kappa, T):
    """f(w after T steps) - f* <= exp(-T/kappa) beta R^2/2 for eta = 2/(beta + mu)."""
    return np.exp(-T / kappa) * beta * R**2 / 2


def gradient_lower_bound(mu, kappa, R, k):
    """mu/2 q^(2k) R^2: on `chain` no use of k gradients gets below it.

    q = (sqrt kappa - 1)/(sqrt kappa + 1).
    """
    q = (math.sqrt(kappa) - 1) / (math.sqrt(kappa) + 1)
    return mu / 2 * q ** (2 * k) * R**2


def steps_to_eps(eps, R, rho=None, beta=None, kappa=None):
    """Steps after which the bound is eps.

    (R rho/eps)^2 from rho, beta R^2/(2 eps) from beta, and kappa ln(beta R^2/(2 eps)) from beta and
    kappa.
    """
    eps = check.positive("eps", eps)
    if rho is not None:
        steps = (R * rho / eps) ** 2
    elif beta is None:
        raise ValueError("steps_to_eps needs rho, or beta, or beta and kappa")
    elif kappa is None:
        steps = beta * R**2 / (2 * eps)
    else:
        steps = kappa * math.log(max(1.0, beta * R**2 / (2 * eps)))
    return max(1, math.ceil(steps - 1e-9))
