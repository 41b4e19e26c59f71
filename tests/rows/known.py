"""What the notes state and only tests need: formulas to hold the algorithms against."""

import numpy as np
from scipy.optimize import linprog

from helpers.descent.batches import draw
from helpers.learning.functions import maximum


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
