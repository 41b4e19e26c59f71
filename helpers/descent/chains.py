"""The linear chain w <- (1 - eta a) w + noise: its exact mean and variance at every step."""

import numpy as np

from helpers import check


def tempered(log_f, grid, tau):
    """The density proportional to f^(1/tau) at the points of an even `grid`.

    It is normalised by the trapezium rule.
    """
    tau = check.positive("tau", tau)
    log_p = log_f(grid) / tau
    p = np.exp(log_p - log_p.max())
    return p / np.trapezoid(p, grid)


def stationary_variance(eta, a, tau, V=0.0):
    """(2 eta tau + eta^2 V) / (1 - (1 - eta a)^2): the variance at which SGLD settles.

    It is infinite where eta a >= 2.

    With V = 0 it is tau/a / (1 - eta a/2): the tempered variance tau/a, inflated by the step.
    """
    eta = np.asarray(eta, dtype=float)
    with np.errstate(divide="ignore"):
        v = (2 * tau + eta * V) / (a * np.maximum(2 - eta * a, 0))
    return float(v) if v.ndim == 0 else v


def crossing_step(tau, V):
    """2 tau / V: the step size at which gradient noise equals injected noise.

    They are eta^2 V and 2 eta tau.
    """
    return 2 * tau / V if V > 0 else np.inf


def variance_path(eta, a, tau, V=0.0, start=0.0):
    """Var(w_1), ..., Var(w_{T+1}) of the linear chain with step sizes eta (T,).

    Var(w_1) = start.
    """
    out = [float(start)]
    for step in np.asarray(eta, dtype=float).tolist():
        out.append((1 - step * a) ** 2 * out[-1] + 2 * step * tau + step**2 * V)
    return np.array(out)


def linear_law(eta, a, tau, V=0.0, start=0.0):
    """Means and variances of w_1, ..., w_{T+1} of the linear chain that starts at `start`.

    They are measured from the mode.
    """
    shrink = np.append(1.0, np.cumprod(1 - np.asarray(eta, dtype=float) * a))
    return start * shrink, variance_path(eta, a, tau, V)


def average_variance(eta, weights, a, tau, V=0.0, start=0.0):
    """Exact variance of sum_{s<=t} c_s w_s / sum_{s<=t} c_s for t = 1, ..., T on the linear chain.

    Weights c_s = 1 give the plain average, c_s = eta_s the weighted one. With S_t = sum c_s w_s the
    recursion carries Var(w_t), Cov(w_t, S_t) and Var(S_t); Cov(w_{t+1}, S_t) = (1 - eta_t a)
    Cov(w_t, S_t).
    """
    eta, weights = (
        check.array("eta", eta, ndim=1),
        check.array("weights", weights, ndim=1, shape=(len(eta),)),
    )
    var, cov, total, out = float(start), 0.0, 0.0, []
    for step, c in zip(eta.tolist(), weights.tolist()):
        total += 2 * c * cov + c * c * var
        cov += c * var
        out.append(total)
        keep = 1 - step * a
        var, cov = keep**2 * var + 2 * step * tau + step**2 * V, keep * cov
    return np.array(out) / np.cumsum(weights) ** 2


def plain_limit(aC):
    """1/(1 + aC), the limit of the variance of the plain average for eta_t = C/t.

    It is in units of the target's variance.
    """
    return 1 / (1 + aC)
