"""Slips and other right answers, notebook 09, as tables."""

import numpy as np

from answers.n09 import adagrad_rates, cos_step, least_variance
from helpers.desk.edits import after, before, edit, whole

# 09-svrg


def single(p, X, y, j):
    X, p = np.asarray(X, dtype=float), np.asarray(p, dtype=float)
    return 2 * (X[j] @ p - y[j]) * X[j]


def full(p, X, y):
    return np.mean([single(p, X, y, i) for i in range(len(y))], axis=0)


def full_of_others(w, snap, X, y, j):
    others = [single(snap, X, y, i) for i in range(len(y)) if i != j]
    return list(single(w, X, y, j) - single(snap, X, y, j) + np.mean(others, axis=0))


def by_the_matrix(w, snap, X, y, j):
    X, y, w, snap = (np.array(a, dtype=float) for a in (X, y, w, snap))
    moved = 2 * np.outer(X[j], X[j]) @ (w - snap)
    return moved + 2 / len(y) * (X.T @ X @ snap - X.T @ y)


def by_lists(w, snap, X, y, j):
    def miss(p, i):
        return sum(a * b for a, b in zip(p, X[i])) - y[i]

    n = len(y)
    means = [sum(2 * miss(snap, i) * X[i][k] for i in range(n)) / n for k in range(len(w))]
    moved = 2 * (miss(w, j) - miss(snap, j))
    return tuple(moved * X[j][k] + mean for k, mean in enumerate(means))


# 09-cos-step


def by_angle(w, x, y, eta, B):
    pull = eta / 2 * np.sin(0.5 * (y - np.dot(w, [1, x])))
    a, b = w[0] + pull, w[1] + pull * x
    r, angle = min(np.hypot(a, b), B), np.arctan2(b, a)
    return (r * np.cos(angle), r * np.sin(angle))


def by_length(w, x, y, eta, B):
    v = np.array([1.0, x]) * -np.sin((y - w[0] - w[1] * x) / 2) / 2
    p = np.array(w, dtype=float) - eta * v
    size = np.linalg.norm(p)
    return p if size <= B else p / size * B


# 09-adagrad


def without_eps(V, eta, eps):
    with np.errstate(divide="ignore"):
        return list(eta / np.sqrt(np.sum(np.square(V), axis=0)))


def running_sum(V, eta, eps):
    total = [0.0] * len(V[0])
    for v in V:
        total = [t + g * g for t, g in zip(total, v)]
    return tuple(eta / (t + eps) ** 0.5 for t in total)


def by_einsum(V, eta, eps):
    V = np.array(V, dtype=float)
    return eta * (np.einsum("td,td->d", V, V) + eps) ** -0.5


# 09-control


def on_a_grid(x, y):
    x, y = np.asarray(x), np.asarray(y)
    return min(np.var(x + c * (y - y.mean())) for c in np.linspace(-1, 1, 201))


def by_regression(x, y):
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    A = np.column_stack([np.ones_like(y), y])
    return np.mean((x - A @ np.linalg.lstsq(A, x, rcond=None)[0]) ** 2)


def by_correlation(x, y):
    return np.var(x) * (1 - np.corrcoef(x, y)[0, 1] ** 2)


SLIPS = {
    "09-svrg": {
        "Term lost: the full gradient is missing.": whole(
            lambda w, snap, X, y, j: list(single(w, X, y, j) - single(snap, X, y, j))
        ),
        "Arguments: w and snapshot are exchanged.": before(
            lambda w, snap, X, y, j: (snap, w, X, y, j)
        ),
        "Sign: the residual of the snapshot is added.": edit("(X @ snap - y)", "(X @ snap + y)"),
        "Index: always the first example.": before(lambda w, snap, X, y, j: (w, snap, X, y, 0)),
        "Index: the example before j.": before(lambda w, snap, X, y, j: (w, snap, X, y, j - 1)),
        "n for n - 1: the full gradient divides by n - 1.": edit("/ len(y)", "/ (len(y) - 1)"),
        "Rule: the full gradient at w, and nothing else.": whole(
            lambda w, snap, X, y, j: list(full(w, X, y))
        ),
        "Index: the full gradient leaves j out.": whole(full_of_others),
        "Sign: the negative direction.": after(lambda answer: [-g for g in answer]),
        "Term lost: the full gradient forgets the answers.": edit("(X @ snap - y)", "X @ snap"),
    },
    "09-cos-step": {
        "Argument ignored: the disc has radius 1.": before(
            lambda w, x, y, eta, B: (w, x, y, eta, 1.0)
        ),
        "Order: projection first, then the step.": edit(
            "half = ",
            "w = np.asarray(w) * min(1.0, B / np.hypot(*w))\n    half = ",
            "moved * min(1.0, B / max(np.hypot(*moved), 1e-300))",
            "moved",
        ),
        "Term lost: the second entry's x is missing.": edit("* np.array([1.0, x])", "* np.ones(2)"),
        "Function: the cosine instead of the sine.": edit("np.sin", "np.cos"),
        "Constant: the angle is not halved.": edit(
            "(y - w[0] - w[1] * x) / 2", "y - w[0] - w[1] * x"
        ),
        "Norm: the sum of sizes for the length.": edit(
            "max(np.hypot(*moved), 1e-300)", "np.abs(moved).sum()"
        ),
        "Power: the squared length is compared and divided by.": edit(
            "max(np.hypot(*moved), 1e-300)", "(moved @ moved)"
        ),
        "Rule: a step that leaves the disc is not taken.": edit(
            "moved * min(1.0, B / max(np.hypot(*moved), 1e-300))",
            "moved if np.hypot(*moved) <= B else w",
        ),
        "Special case: whoever leaves starts again at 0.": edit(
            "moved * min(1.0, B / max(np.hypot(*moved), 1e-300))",
            "moved if np.hypot(*moved) <= B else [0.0, 0.0]",
        ),
        "Early stop missing: two steps instead of one.": whole(
            lambda w, x, y, eta, B: cos_step(cos_step(w, x, y, eta, B), x, y, eta, B)
        ),
    },
    "09-adagrad": {
        "Rule: eta divided by the root of T.": whole(
            lambda V, eta, eps: [eta / np.sqrt(len(V) + eps)] * len(V[0])
        ),
        "Index: only the last gradient.": before(lambda V, eta, eps: (V[-1:], eta, eps)),
        "Index: the first gradient is left out.": before(
            lambda V, eta, eps: ([[0.0] * len(V[0]), *V[1:]], eta, eps)
        ),
        "Argument ignored: eps is not there.": whole(without_eps),
        "Norm: sizes are added up, not squares.": whole(
            lambda V, eta, eps: list(eta / (np.abs(V).sum(axis=0) + eps))
        ),
        "Axis: one rate for each step.": edit(
            "(np.asarray(V, dtype=float)), axis=0", "(V), axis=1"
        ),
        "Rule: the step itself, rate times gradient.": whole(
            lambda V, eta, eps: list(np.array(adagrad_rates(V, eta, eps)) * V[-1])
        ),
        "Order: eta stands under the root.": whole(
            lambda V, eta, eps: list(np.sqrt(eta / (np.sum(np.square(V), axis=0) + eps)))
        ),
        "Constant: eps is added in every step.": before(
            lambda V, eta, eps: (V, eta, eps * (len(V) + 1))
        ),
    },
    "09-control": {
        "Division forgotten: by the variance of y.": edit(" / np.var(y)", ""),
        "Sign: the saving is added.": whole(
            lambda x, y: float(2 * np.var(x) - least_variance(x, y))
        ),
        "Argument: divided by the variance of x.": edit("/ np.var(y)", "/ np.var(x)"),
        "Rule: the best c instead of the variance.": edit(
            "np.var(x) - C ** 2 / np.var(y)", "-C / np.var(y)"
        ),
        "Scale: the share that is left, 1 - rho squared.": whole(
            lambda x, y: least_variance(x, y) / np.var(x)
        ),
        "Term lost: the covariance is not centred.": edit(
            "(x - x.mean()) * (y - y.mean())", "x * y"
        ),
        "Sign: a negative correlation helps nothing.": edit(
            "np.mean((x - x.mean()) * (y - y.mean()))",
            "max(0.0, np.mean((x - x.mean()) * (y - y.mean())))",
        ),
        "Root: the standard deviation.": after(lambda answer: max(answer, 0.0) ** 0.5),
        "n for n - 1: the covariance alone divides by n - 1.": edit(
            "np.mean((x - x.mean()) * (y - y.mean()))", "np.cov(x, y)[0, 1]"
        ),
        "Early stop: c is searched on a grid.": whole(on_a_grid),
    },
}
RIGHT = {
    "09-svrg": (by_the_matrix, by_lists),
    "09-cos-step": (by_angle, by_length),
    "09-adagrad": (running_sum, by_einsum),
    "09-control": (by_regression, by_correlation),
}
