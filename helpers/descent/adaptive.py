"""Steps with a scale of their own in every direction: preconditioned SGD, AdaGrad, Adam.

    w_{t+1} = w_t - eta P_t g_t,    g_t = guess(w_t, t), right on average

    preconditioned   P given: (H + eps I)^{-1} with the Hessian H is Newton's method on guesses
    AdaGrad          P_t = diag(G_t + eps)^{-1/2}, G_t = g_1^2 + ... + g_t^2, coordinate by
                     coordinate
    Adam             the same with forgetful averages of g and of g^2

As for `sgd`, a start (k, d) makes k runs side by side. In the Trace v is the direction P_t g_t that
was used, extra["gradient"] the guess it was made of, of the same shape.
"""

from dataclasses import replace

import numpy as np

from helpers import check
from helpers.descent.sgd import sgd
from helpers.trace import running_means


def preconditioned(guess, P, w0, eta, T):
    """w_{t+1} = w_t - eta P g_t with P (d, d), or P(t) for t = 1, 2, ...: SGD for P = I."""
    gradients = []

    def direction(w, t):
        gradients.append(np.asarray(guess(w, t), dtype=float))
        return gradients[-1] @ (P(t) if callable(P) else P).T

    return _with(sgd(direction, w0, eta, T), gradient=gradients)


def inverse_hessian(H, eps=0.0, diagonal=False):
    """(H + eps I)^{-1}, or with the diagonal of H alone."""
    H, eps = check.array("H", H, ndim=2), check.nonnegative("eps", eps)
    return np.linalg.inv((np.diag(np.diag(H)) if diagonal else H) + eps * np.eye(len(H)))


def adagrad(guess, w0, eta, T, eps=1e-6):
    """AdaGrad: w_j <- w_j - eta g_j / sqrt(G_j + eps).

    G_j is the sum of all g_j^2 so far, the present one included.

    extra["G"], shaped like v, are the sums; the effective rate of a coordinate is eta / sqrt(G_j +
    eps).
    """
    eps, gradients, sums = (
        max(check.nonnegative("eps", eps), 1e-300),
        [],
        [],
    )  # where all gradients were 0 the step is 0

    def direction(w, t):
        g = np.asarray(guess(w, t), dtype=float)
        gradients.append(g)
        sums.append(g * g + (sums[-1] if sums else 0.0))
        return g / np.sqrt(sums[-1] + eps)

    run = _with(sgd(direction, w0, eta, T), gradient=gradients, G=sums)
    return replace(run, extra={**run.extra, "eps": eps})


def adam(guess, w0, eta, T, beta1=0.9, beta2=0.999, eps=1e-8):
    """Adam (Kingma & Ba 2015): w <- w - eta m_hat / (sqrt(s_hat) + eps), with averages that forget,

    m = beta1 m + (1 - beta1) g, s = beta2 s + (1 - beta2) g^2, m_hat = m/(1 - beta1^t), s_hat =
    s/(1 - beta2^t).
    """
    for name, beta in (("beta1", beta1), ("beta2", beta2)):
        if not 0 <= check.number(name, beta) < 1:
            raise ValueError(f"{name} must be at least 0 and under 1, but it is {beta:g}")
    eps, gradients, squares, m, s = max(check.nonnegative("eps", eps), 1e-150), [], [], 0.0, 0.0

    def direction(w, t):
        nonlocal m, s
        g = np.asarray(guess(w, t), dtype=float)
        m, s = beta1 * m + (1 - beta1) * g, beta2 * s + (1 - beta2) * (g * g)
        gradients.append(g)
        squares.append(s / (1 - beta2**t))
        return m / (1 - beta1**t) / (np.sqrt(squares[-1]) + eps)

    return _with(sgd(direction, w0, eta, T), gradient=gradients, square=squares)


def _with(run, **lists):
    """The run with these lists, one entry per step, as arrays like v.

    Steps that did not happen are left out.
    """
    arrays = {
        name: np.array(entries[: run.T]).reshape(run.v.shape) for name, entries in lists.items()
    }
    return replace(run, extra={**run.extra, **arrays})


# ---- what is known about them


def effective_rates(run):
    """eta / sqrt(G_t + eps) of an AdaGrad run, shaped like v."""
    return (run.eta / np.sqrt(run.extra["G"] + run.extra["eps"]).T).T


def linear_regret(run, u):
    """sum_t <g_t, w_t - u> of each run.

    For convex losses it is at least the regret sum_t l_t(w_t) - l_t(u).
    """
    return ((run.w[:-1] - u) * run.extra["gradient"]).sum(axis=(0, -1))


def adagrad_bound(run, u):
    """(D^2/(2 eta) + eta) sum_j sqrt(G_Tj + eps), which bounds each run's regret.

    eta is constant and D = max_{t, j} |w_tj - u_j|.

    Per coordinate, with H_t = sqrt(G_t + eps) rising: sum_t H_t (d_t^2 - d_{t+1}^2)/(2 eta) <= D^2
    H_T/(2 eta), and sum_t g_t^2/H_t <= 2 H_T.
    """
    D = np.abs(run.w - u).max(axis=(0, -1))
    root = np.sqrt(run.extra["G"][-1] + run.extra["eps"]).sum(axis=-1)
    return (D**2 / (2 * run.eta[0]) + run.eta[0]) * root


def adam_longest(t, beta1=0.9, beta2=0.999):
    """The longest possible |step|/eta of Adam in one coordinate at step t, for eps = 0.

    By the Cauchy-Schwarz inequality:

        (1 - beta1)/(1 - beta1^t) sqrt((1 - beta2^t)/(1 - beta2) sum_{i<t} (beta1^2/beta2)^i),

    attained by gradients g_{t-i} proportional to (beta1/beta2)^i. At t = 1 it is 1.
    """
    t, q = np.asarray(t, dtype=float), beta1**2 / beta2
    total = t if q == 1 else (1 - q**t) / (1 - q)
    return (1 - beta1) / (1 - beta1**t) * np.sqrt((1 - beta2**t) / (1 - beta2) * total)


def noise_free_limit(D, eta, eps, d):
    """The number S for which G_j <= 4 S for ever, if every loss is zero at u.

    The losses are (<w, x_t> - y_t)^2 with |x_tj| <= 1, and S is

    regret = sum of losses S <= c sum_j sqrt(G_j + eps) <= c d sqrt(4 S + eps), c = D^2/(2 eta) +
    eta, solved for S.
    """
    a = ((D**2 / (2 * eta) + eta) * d) ** 2
    return 2 * a + np.sqrt(4 * a**2 + a * eps)


# ---- examples to run on


def example_guess(x, y):
    """guess(w, t) = 2 (<x_t, w> - y_t) x_t, a single squared loss for each of k runs.

    x is (T, k, d) and y is (T, k).
    """
    twice = 2 * x

    def guess(w, t):
        r = np.einsum("...d,...d->...", x[t - 1], w) - y[t - 1]
        return r[..., None] * twice[t - 1]

    return guess


def rare_examples(p, sigma, u, noise, w_star=(1.0, 1.0)):
    """x (T, k, 2), y (T, k): feature 2 is 0 except with probability p, feature 1 never is.

    A feature that is not 0 is +1 or -1, and y = <x, w*> + sigma noise. u (T, k, 2) are uniform
    numbers: rarer features occur at a subset of the times.
    """
    if not 0 <= check.number("p", p) <= 1:
        raise ValueError(f"the probability p must lie between 0 and 1, but it is {p:g}")
    sign = np.where(
        np.modf(u * 1024)[0] < 0.5, -1.0, 1.0
    )  # a coin that does not depend on where u lies
    x = sign * (u < np.array([2.0, p]))
    return x, x @ np.asarray(w_star, dtype=float) + check.nonnegative("sigma", sigma) * noise


def rms(points, u):
    """Root mean square distance from u over the k runs: points (..., k, d) to (...)."""
    with np.errstate(all="ignore"):
        return np.sqrt(((np.asarray(points) - u) ** 2).sum(axis=-1).mean(axis=-1))


def error_curve(W, u, T, average=False):
    """Root mean square distance from u over the k runs, by step: (T + 1, ...).

    The points are W (t+1, ..., k, d), or their running averages; after a divergence, t < T, it is
    inf.
    """
    if average:
        with np.errstate(all="ignore"):
            W = np.concatenate([W[:1], running_means(W[:-1])])
    far = rms(W, u)
    return np.concatenate([far, np.full((T + 1 - len(far), *far.shape[1:]), np.inf)])


def eta_sweep(rule, guess, w0, etas, T):
    """The points (T+1, E, k, d) of rule(guess, w0, eta, T) for all E step sizes at once.

    The k starts are w0 (k, d).

    SGD, AdaGrad and Adam with step size eta are themselves with step size 1 in the coordinates
    w/eta. Runs that have left 1e100 are held there, so that they do not end the others.
    """
    etas, w0 = check.array("etas", etas, ndim=1)[:, None, None], check.array("w0", w0, ndim=2)
    shape = (len(etas), *w0.shape)

    def scaled(w, t):
        w = w.reshape(shape) * etas
        g = np.where(np.abs(w).max(axis=-1, keepdims=True) < 1e100, guess(w, t), 0.0)
        return g.reshape(-1, shape[-1])

    run = rule(scaled, (w0 / etas).reshape(-1, shape[-1]), 1.0, T)
    return run.w.reshape(-1, *shape) * etas
