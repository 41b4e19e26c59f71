"""What the notes state and only tests need: formulas to hold the algorithms against."""

import math

import numpy as np
from scipy.optimize import linprog
from scipy.special import expit

from helpers.descent.batches import draw, mean_variance
from helpers.descent.problems import Problem
from helpers.descent.sgd import singles
from helpers.descent.svrg import smoothness_of_singles, svrg_singles
from helpers.generalisation.concentration import whole_size
from helpers.learning.functions import absolute, line, maximum
from helpers.losses import huber, squared
from helpers.margins import perceptron
from helpers.margins.perceptron import CORNERS, Table, with_margin
from helpers.margins.votes import votes
from lessons.n01_risk.risk import line_risk


def best_eta(R, rho, T):
    """The step size R/(rho sqrt T) that makes `lipschitz_bound` smallest: then it is R rho/sqrt
    T."""
    return R / (rho * np.sqrt(T))


def batch_gradient(grad, X, y, m, rng):
    """Turn grad(w, X, y) into w -> grad on m rows drawn with replacement."""

    def sampled(w):
        J = draw(len(y), m, rng)
        return grad(w, X[J], y[J])

    return sampled


def log_likelihood(w, X, y):
    """sum_i log N(y_i | x_i' beta, e^gamma) for w = (beta, gamma) of shape (..., d+1)."""
    residual = y - w[..., :-1] @ X.T
    gamma = w[..., -1:]
    return -(np.log(2 * np.pi) + gamma + residual**2 * np.exp(-gamma)).sum(axis=-1) / 2


def independent_draws(eta, a, T):
    """T (1-r)/(1+r), r = 1 - eta a: what T steps of the stationary linear chain are worth."""
    return T * eta * a / (2 - eta * a)


def minimum(f, g):
    """The smaller of two curves at each point: convex only by accident."""
    return (-1 * maximum(-1 * f, -1 * g)).named(f"min({f.name}, {g.name})")


def basis_pursuit(X, y):
    """The w (d,) of smallest |w|_1 with X w = y, by linear programming: w = u - v, u, v >= 0."""
    d = X.shape[1]
    w = linprog(np.ones(2 * d), A_eq=np.hstack([X, -X]), b_eq=y, method="highs").x
    return w[:d] - w[d:]


def tanh_similarity(x):
    """tanh(1 + x_i x_j), used as if it were a kernel."""
    return np.tanh(1 + np.outer(x, x))


def H_grad(alpha, K, y, lam):
    """The gradient of kernel ridge's H: (2/n) K ((K + n lam I) alpha - y)."""
    return 2 / len(y) * K @ (K @ alpha - y) + 2 * lam * (K @ alpha)


def ridge_dual(a, K, y, lam):
    """2 lam a'y - n lam^2 |a|^2 - lam a'Ka: never above min F, equal to it at the solution."""
    return float(2 * lam * (a @ y) - len(y) * lam**2 * (a @ a) - lam * (a @ K @ a))


def coin_second_moment(gamma, m, rho=1.0):
    """E v^2 of `sgd.coin_guess`: squared mean plus variance over m."""
    return rho**2 * (gamma**2 + (1 - gamma**2) / m)


def smooth_worst(R, beta, k):
    """beta R^2/(4k + 2): the best possible bound for eta = 1/beta; a Huber function attains it."""
    return beta * R**2 / (4 * k + 2)


def accelerated_bound(beta, R, T, mu=0.0):
    """Nesterov's method with eta = 1/beta: a factor 1 - sqrt(mu/beta) a step, or 1/(T + 1)^2."""
    if mu == 0:
        return 2 * beta * R**2 / (T + 1) ** 2
    return (1 - math.sqrt(mu / beta)) ** T * (beta + mu) * R**2 / 2


def worst_smooth(T, R, beta=1.0):
    """The Huber function on which T steps of size 1/beta from R end at `smooth_worst`."""
    bowl = huber(R / (2 * T + 1))
    return Problem(
        lambda w: beta * bowl.value(np.asarray(w, dtype=float))[..., 0],
        lambda w: beta * bowl.grad(w),
        rho=beta * bowl.rho,
        beta=beta,
    )


def gradient(score, prior_score, data):
    """w -> sum_i grad log f(z_i | w) + grad log f(w): the whole gradient of a log-posterior."""
    return lambda w: score(w, *data) + prior_score(w)


def projected_bound(run, u):
    """(|w_1 - u|^2 + sum_t eta_t^2 |v_t|^2)/(2 sum_t eta_t), (k,), for projected subgradients.

    In expectation it bounds f(weighted average) - f(u) for f convex on W, u in W.
    """
    start = ((run.w[0] - u) ** 2).sum(axis=-1)
    return (start + np.einsum("t,t...d,t...d->...", run.eta**2, run.v, run.v)) / (2 * run.eta.sum())


def deviation(sample, value):
    """How many standard errors the mean of `sample` (k, ...) is off, in the worst coordinate."""
    off = np.abs(np.mean(sample, axis=0) - value)
    se = np.std(sample, axis=0, ddof=1) / len(sample) ** 0.5
    # nothing random is left: no error, and no standard error
    exact = off <= 1e-12 * (1 + np.abs(value))
    return float(np.max(np.where(exact, 0.0, off / np.where(se > 0, se, 1e-300))))


def enumerated(run, X, y, t):
    """Two numbers for the first run of SVRG on (<w, x_j> - y_j)^2, over all examples j at step t:

    largest |mean of v_j - grad f(w)| relative to the largest |v_j|, and mean |v_j - grad f(w)|^2 /
    (max beta_j^2 |w - w_snap|^2), which is at most 1 (0 at a snapshot).
    """
    d = np.shape(X)[1]
    w, snap = (points[t].reshape(-1, d)[0] for points in (run.w, run.extra["snapshot"]))
    G = singles(squared, X, y, w)
    V = svrg_singles(G, singles(squared, X, y, snap))
    bound = smoothness_of_singles(X).max() ** 2 * ((w - snap) ** 2).sum()
    off = np.abs(V.mean(axis=0) - G.mean(axis=0)).max() / max(1.0, np.abs(V).max())
    return float(off), float(mean_variance(V, 1) / bound) if bound > 0 else 0.0


def corners(knots, weights):
    """sum_j c_j |w - k_j| with weights c_j >= 0 at knots k_j."""
    parts = [c * absolute.of(1.0, -k) for k, c in zip(knots, weights, strict=True)]
    return sum(parts, line(0.0))


def erm_spreads(sigma, n):
    """Standard deviations of the training risk and of the risk of least squares in d = 1.

    They are sigma^2 chi^2_(n-1)/n and sigma^2 (1 + N^2/chi^2_n); the second's is infinite to n = 4.
    """
    second = 3 / ((n - 2) * (n - 4)) - 1 / (n - 2) ** 2 if n > 4 else np.inf
    return sigma**2 * np.sqrt(2 * (n - 1)) / n, sigma**2 * np.sqrt(second)


def line_spread(w, sigma, n):
    """The standard deviation R sqrt(2/n) of R_S(w) at a fixed w, for w x - y is N(0, R)."""
    return line_risk(w, sigma) * np.sqrt(2 / n)


def irls_step(X, y, w, lam=0.0):
    """One round of iteratively reweighted least squares: exactly Newton's step.

    The ridge regression, with weights D = p(1-p), of the working answers z = Xw + (y01 - p)/D on X:
    it minimises mean D (z - Xu)^2 + 2 lam |u|^2 over u.
    """
    s, n = X @ w, len(y)
    p = expit(s)
    D = p * (1 - p)
    A = X.T @ (X * D[:, None]) / n + 2 * lam * np.eye(X.shape[1])
    return np.linalg.solve(A, X.T @ (D * s + (y + 1) / 2 - p) / n)  # D z, without dividing by D


def tables():
    """Four tables in the plane, by name: OR, XOR, XOR with a third feature, and twelve points."""
    return {
        "OR": Table(CORNERS, perceptron.OR),
        "XOR": Table(CORNERS, perceptron.XOR),
        "XOR with x₁x₂": Table(CORNERS, perceptron.XOR, perceptron.with_product),
        "twelve points": Table(*with_margin(12, 0.15, np.random.default_rng(2))),
    }


def duels_lost(W, X, y):
    """How many rows of X (n, d) lose, or draw, one of the duels of their own class y."""
    return int((votes(W, X)[np.arange(len(y)), np.asarray(y, dtype=int)] < len(W) - 1).sum())


def questions_missed(W, X, y):
    """How many of the c classifiers "class k, or not?" make a mistake on the rows of X (n, d)."""
    answers, true = np.asarray(X) @ W.T > 0, np.asarray(y)[:, None] == np.arange(len(W))
    return int((answers != true).any(axis=0).sum())


def agnostic_size(size, eps, delta):
    """The smallest n with 2 size exp(-n eps^2 / 2) <= delta: no hypothesis need be perfect."""
    return whole_size(2 * np.log(2 * size / delta) / eps**2)
