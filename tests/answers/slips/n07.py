"""Slips and other right answers, notebook 07."""

import numpy as np

from answers.n07 import average_bound, grad_linreg, step_and_rate

# 07-average-bound


def first_term_not_halved(w1, w_star, eta, V):
    """Constant: the distance term lacks its 1/2."""
    far = np.sum((w1 - w_star) ** 2) / (2 * eta * len(V))
    return average_bound(w1, w_star, eta, V) + far


def second_term_not_halved(w1, w_star, eta, V):
    """Constant: the noise term lacks its 1/2."""
    return average_bound(w1, w_star, eta, V) + eta / (2 * len(V)) * np.sum(V**2)


def one_step_more(w1, w_star, eta, V):
    """Off by one: T + 1 points are averaged."""
    return average_bound(w1, w_star, eta, V) * len(V) / (len(V) + 1)


def eta_upside_down(w1, w_star, eta, V):
    """Power: eta and 1/eta are exchanged."""
    return average_bound(w1, w_star, 1 / eta, V)


def by_entries(w1, w_star, eta, V):
    """Axis: the mean is over all entries of V."""
    return np.sum((w1 - w_star) ** 2) / (2 * eta * len(V)) + eta / 2 * np.mean(V**2)


def lengths_not_squared(w1, w_star, eta, V):
    """Power: lengths of subgradients without their square."""
    noise = eta / 2 * np.mean(np.linalg.norm(V, axis=1))
    return np.sum((w1 - w_star) ** 2) / (2 * eta * len(V)) + noise


def last_step_skipped(w1, w_star, eta, V):
    """Index: the last subgradient is left out."""
    return average_bound(w1, w_star, eta, V) - eta / (2 * len(V)) * np.sum(V[-1] ** 2)


def noise_subtracted(w1, w_star, eta, V):
    """Sign: the second term is subtracted."""
    return average_bound(w1, w_star, eta, V) - eta / len(V) * np.sum(V**2)


def mean_of_v(w1, w_star, eta, V):
    """Order: the square of the mean subgradient."""
    noise = eta / 2 * np.sum(V.mean(axis=0) ** 2)
    return np.sum((w1 - w_star) ** 2) / (2 * eta * len(V)) + noise


def step_by_step(w1, w_star, eta, V):
    total = sum((a - b) ** 2 for a, b in zip(w1, w_star)) / (2 * eta)
    for v in V.tolist():
        total += eta * sum(g * g for g in v) / 2
    return total / len(V)


def by_norms(w1, w_star, eta, V):
    far, size = np.linalg.norm(w1 - w_star), np.linalg.norm(V)
    return np.array((far**2 / eta + eta * size**2) / (2 * len(V)))


# 07-step-and-rate


def mu_first(A):
    """Order: mu and beta are exchanged."""
    beta, mu, eta, factor = step_and_rate(A)
    return [mu, beta, eta, factor]


def half_the_step(A):
    """Constant: 1/(beta + mu)."""
    beta, mu, eta, factor = step_and_rate(A)
    return [beta, mu, eta / 2, factor]


def longest_safe(A):
    """Rule: the longest step that does not explode."""
    beta, mu, _, factor = step_and_rate(A)
    return [beta, mu, 2 / beta, factor]


def doubled_curvature(A):
    """Constant: the eigenvalues are doubled, as if the half were missing."""
    beta, mu, eta, factor = step_and_rate(A)
    return [2 * beta, 2 * mu, eta / 2, factor]


def kappa_for_factor(A):
    """Rule: the condition number instead of the factor."""
    beta, mu, eta, _ = step_and_rate(A)
    return [beta, mu, eta, beta / mu]


def one_minus_kappa(A):
    """Rule: 1 - mu/beta with the best step."""
    beta, mu, eta, _ = step_and_rate(A)
    return [beta, mu, eta, 1 - mu / beta]


def singular_root(A):
    """Root: roots of the eigenvalues."""
    mu, beta = np.linalg.eigvalsh(A)[[0, -1]] ** 0.5
    return [beta, mu, 2 / (beta + mu), (beta - mu) / (beta + mu)]


def second_smallest(A):
    """Index: the second smallest eigenvalue for mu."""
    values = np.linalg.eigvalsh(A)
    beta, mu = values[-1], values[min(1, len(values) - 1)]
    return [beta, mu, 2 / (beta + mu), (beta - mu) / (beta + mu)]


def row_sums(A):
    """Rule: the largest row sum bounds beta, but is not it."""
    _, mu, _, _ = step_and_rate(A)
    beta = np.abs(A).sum(axis=1).max()
    return [beta, mu, 2 / (beta + mu), (beta - mu) / (beta + mu)]


def by_svd(A):
    s = np.linalg.svd(A, compute_uv=False)
    eta = 2 / (s[0] + s[-1])
    return (s[0], s[-1], eta, 1 - eta * s[-1])


def by_eig(A):
    values = sorted(np.linalg.eig(A)[0].real.tolist())
    kappa = values[-1] / values[0]
    return np.array(
        [values[-1], values[0], 2 / (values[0] + values[-1]), (kappa - 1) / (kappa + 1)]
    )


# 07-grad-linreg


def slope_without_x(w, x, y):
    """Term lost: the second number lacks x."""
    g = grad_linreg(w, x, y)
    return [g[0], g[0]]


def order_turned(w, x, y):
    """Order: slope first."""
    return grad_linreg(w, x, y)[::-1]


def weights_turned(w, x, y):
    """Index: w[0] multiplies x."""
    return grad_linreg(w[::-1], x, y)


def without_intercept(w, x, y):
    """Term lost: w[0] is not in the residual."""
    return grad_linreg([0.0, w[1]], x, y)


def n_minus_one(w, x, y):
    """n for n - 1: divided by n - 1."""
    return [g * len(x) / max(len(x) - 1, 1) for g in grad_linreg(w, x, y)]


def signs_only(w, x, y):
    """Loss: the gradient of the absolute residual."""
    s = np.sign(w[0] + w[1] * x - y)
    return [np.mean(s), np.mean(s * x)]


def product_of_means(w, x, y):
    """Order: the mean residual times the mean of x."""
    g = grad_linreg(w, x, y)
    return [g[0], g[0] * np.mean(x)]


def first_example_skipped(w, x, y):
    """Index: the loop begins at the second example."""
    r = w[0] + w[1] * x - y
    return [2 * np.sum(r[1:]) / len(x), 2 * np.sum((r * x)[1:]) / len(x)]


def x_squared(w, x, y):
    """Power: x squared in the second number."""
    r = w[0] + w[1] * x - y
    return [2 * np.mean(r), 2 * np.mean(r * x**2)]


def by_matrix(w, x, y):
    A = np.column_stack([np.ones_like(x), x])
    return 2 / len(y) * A.T @ (A @ w - y)


def by_loop(w, x, y):
    a = b = 0.0
    for u, v in zip(x.tolist(), y.tolist()):
        miss = w[0] + w[1] * u - v
        a, b = a + miss, b + miss * u
    return (2 * a / len(x), 2 * b / len(x))


SLIPS = {
    "07-average-bound": (
        first_term_not_halved,
        second_term_not_halved,
        one_step_more,
        eta_upside_down,
        by_entries,
        lengths_not_squared,
        last_step_skipped,
        noise_subtracted,
        mean_of_v,
    ),
    "07-step-and-rate": (
        mu_first,
        half_the_step,
        longest_safe,
        doubled_curvature,
        kappa_for_factor,
        one_minus_kappa,
        singular_root,
        second_smallest,
        row_sums,
    ),
    "07-grad-linreg": (
        slope_without_x,
        order_turned,
        weights_turned,
        without_intercept,
        n_minus_one,
        signs_only,
        product_of_means,
        first_example_skipped,
        x_squared,
    ),
}
RIGHT = {
    "07-average-bound": (step_by_step, by_norms),
    "07-step-and-rate": (by_svd, by_eig),
    "07-grad-linreg": (by_matrix, by_loop),
}
