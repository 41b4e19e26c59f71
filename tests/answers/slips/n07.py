"""Slips and other right answers, notebook 07, as tables."""

import numpy as np

from answers.n07 import grad_linreg
from helpers.desk.edits import after, before, edit, whole

# 07-average-bound


def step_by_step(w1, w_star, eta, V):
    total = sum((a - b) ** 2 for a, b in zip(w1, w_star)) / (2 * eta)
    for v in V.tolist():
        total += eta * sum(g * g for g in v) / 2
    return total / len(V)


def by_norms(w1, w_star, eta, V):
    far, size = np.linalg.norm(w1 - w_star), np.linalg.norm(V)
    return np.array((far**2 / eta + eta * size**2) / (2 * len(V)))


# 07-step-and-rate


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


def n_minus_one(w, x, y):
    return [g * len(x) / max(len(x) - 1, 1) for g in grad_linreg(w, x, y)]


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
    "07-average-bound": {
        "Constant: the distance term lacks its 1/2.": edit("(2 * eta * T)", "(eta * T)"),
        "Constant: the noise term lacks its 1/2.": edit("eta / (2 * T)", "eta / T"),
        "Off by one: T + 1 points are averaged.": edit("len(V)", "len(V) + 1"),
        "Power: eta and 1/eta are exchanged.": before(
            lambda w1, w_star, eta, V: (w1, w_star, 1 / eta, V)
        ),
        "Axis: the mean is over all entries of V.": edit(
            "eta / (2 * T) * np.sum(V ** 2)", "eta / 2 * np.mean(V ** 2)"
        ),
        "Power: lengths of subgradients without their square.": edit(
            "np.sum(V ** 2)", "np.sum(np.linalg.norm(V, axis=1))"
        ),
        "Index: the last subgradient is left out.": edit("np.sum(V ** 2)", "np.sum(V[:-1] ** 2)"),
        "Sign: the second term is subtracted.": edit("+ eta", "- eta"),
        "Order: the square of the mean subgradient.": edit(
            "np.sum(V ** 2)", "T * np.sum(V.mean(axis=0) ** 2)"
        ),
    },
    "07-step-and-rate": {
        "Order: mu and beta are exchanged.": after(
            lambda answer: [answer[1], answer[0], answer[2], answer[3]]
        ),
        "Constant: 1/(beta + mu).": after(
            lambda answer: [answer[0], answer[1], answer[2] / 2, answer[3]]
        ),
        "Rule: the longest step that does not explode.": after(
            lambda answer: [answer[0], answer[1], 2 / answer[0], answer[3]]
        ),
        "Constant: the eigenvalues are doubled, as if the half were missing.": after(
            lambda answer: [2 * answer[0], 2 * answer[1], answer[2] / 2, answer[3]]
        ),
        "Rule: the condition number instead of the factor.": after(
            lambda answer: [answer[0], answer[1], answer[2], answer[0] / answer[1]]
        ),
        "Rule: 1 - mu/beta with the best step.": after(
            lambda answer: [answer[0], answer[1], answer[2], 1 - answer[1] / answer[0]]
        ),
        "Root: roots of the eigenvalues.": edit("[[0, -1]]", "[[0, -1]] ** 0.5"),
        "Index: the second smallest eigenvalue for mu.": edit(
            "[[0, -1]]", "[[min(1, len(A) - 1), -1]]"
        ),
        "Rule: the largest row sum bounds beta, but is not it.": edit(
            "return", "beta = np.abs(A).sum(axis=1).max()\n    return"
        ),
    },
    "07-grad-linreg": {
        "Term lost: the second number lacks x.": after(lambda answer: [answer[0], answer[0]]),
        "Order: slope first.": after(lambda answer: answer[::-1]),
        "Index: w[0] multiplies x.": before(lambda w, x, y: (w[::-1], x, y)),
        "Term lost: w[0] is not in the residual.": before(lambda w, x, y: ([0.0, w[1]], x, y)),
        "n for n - 1: divided by n - 1.": whole(n_minus_one),
        "Loss: the gradient of the absolute residual.": edit(
            "[2 * np.mean(residual), 2 * np.mean(residual * x)]",
            "[np.mean(np.sign(residual)), np.mean(np.sign(residual) * x)]",
        ),
        "Order: the mean residual times the mean of x.": edit(
            "np.mean(residual * x)", "np.mean(residual) * np.mean(x)"
        ),
        "Index: the loop begins at the second example.": edit(
            "np.mean(residual)",
            "np.sum(residual[1:]) / len(x)",
            "np.mean(residual * x)",
            "np.sum((residual * x)[1:]) / len(x)",
        ),
        "Power: x squared in the second number.": edit("residual * x)", "residual * x ** 2)"),
    },
}
RIGHT = {
    "07-average-bound": (step_by_step, by_norms),
    "07-step-and-rate": (by_svd, by_eig),
    "07-grad-linreg": (by_matrix, by_loop),
}
