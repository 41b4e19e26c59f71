"""Slips and other right answers, notebook 28."""

import numpy as np

from answers.n28 import promised_size, replace_one
from helpers.desk.edits import after, before, edit

# 28-replace-one


def swapped_sample(X, y, i, x_new, y_new):
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    X[i], y[i] = x_new, y_new
    return X, y


def told(X, y, i, w, v):
    row = np.array(X[i], dtype=float)
    change = (row @ v - y[i]) ** 2 - (row @ w - y[i]) ** 2
    return [float(np.linalg.norm(v - w)), float(change)]


def by_phantom_rows(X, y, i, x_new, y_new, lam):
    """Another way: least squares with a phantom row per weight."""

    def fit(X, y):
        n, d = X.shape
        rows = np.vstack([X, np.sqrt(n * lam) * np.eye(d)])
        return np.linalg.lstsq(rows, np.append(y, np.zeros(d)), rcond=None)[0]

    first = np.array(X, dtype=float), np.array(y, dtype=float)
    return told(X, y, i, fit(*first), fit(*swapped_sample(X, y, i, x_new, y_new)))


def by_the_formula(X, y, i, x_new, y_new, lam):
    """Another way: a 2 × 2 system instead of a second fit."""
    A, x_new = np.array(X, dtype=float), np.array(x_new, dtype=float)
    P = np.linalg.inv(A.T @ A + len(y) * lam * np.eye(A.shape[1]))
    w = P @ A.T @ np.array(y, dtype=float)
    U = np.column_stack([A[i], x_new])
    r = np.array([y[i], y_new]) - U.T @ w
    move = P @ U @ np.linalg.solve(np.diag([-1.0, 1.0]) + U.T @ P @ U, r)
    return told(X, y, i, w, w + move)


def as_arrays(X, y, i, x_new, y_new, lam):
    """Another type: an array."""
    return np.array(replace_one(X, y, i, x_new, y_new, lam))


# 28-promised-size


def by_search(eps, delta, rho, B):
    """Another way: the first n whose promise is small enough, by doubling and halving."""

    def fine(n):
        return 2 * rho * B / np.sqrt(n) <= eps * delta * (1 + 1e-13)

    low, high = 0, 1
    while not fine(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if fine(middle) else (middle, high)
    return [high, rho / (B * np.sqrt(high))]


def as_pair(eps, delta, rho, B):
    """Another type: a tuple of floats."""
    return tuple(map(float, promised_size(eps, delta, rho, B)))


SLIPS = {
    "28-replace-one": {
        "Index: the example before, as if counted from 1.": before(
            lambda X, y, i, *rest: (X, y, i - 1, *rest)
        ),
        "Constant: the gradient's 2 was divided away on one side only.": edit(
            "n * lam", "n * lam / 2"
        ),
        "Norm: the largest change of a single weight.": edit(
            "np.linalg.norm(v - w)", "np.abs(v - w).max()"
        ),
        "Power: absolute residuals for squared ones.": edit(
            "(row @ v - answer) ** 2 - (row @ w - answer) ** 2",
            "abs(row @ v - answer) - abs(row @ w - answer)",
        ),
        "Special case: a change below 0 is told as 0.": after(
            lambda answer: [answer[0], max(answer[1], 0.0)]
        ),
        "Early stop: the loss with the new weights, the old one not subtracted.": edit(
            " - (row @ w - answer) ** 2", ""
        ),
        "Denominator: the change divided by the number of examples.": edit(
            "(row @ v - answer) ** 2 - (row @ w - answer) ** 2",
            "((row @ v - answer) ** 2 - (row @ w - answer) ** 2) / n",
        ),
        "Flag ignored: least squares without the penalty.": edit(
            "np.linalg.solve(X.T @ X + n * lam * np.eye(d), X.T @ y)", "np.linalg.pinv(X) @ y"
        ),
    },
    "28-promised-size": {
        "Rounding: the whole number below.": edit(
            "np.ceil((2 * rho * B / (eps * delta)) ** 2 * (1 - 1e-12))",
            "(2 * rho * B / (eps * delta)) ** 2",
        ),
        "Early stop: one example too many.": edit("n = max(", "n = 1 + max("),
        "Constant: ρB/√n instead of 2ρB/√n.": edit("2 * rho", "rho"),
        "Power: 2ρB/(εδ) itself.": edit(" ** 2 * (1 - 1e-12)", ""),
        "Power: λ with n for its root.": edit("np.sqrt(n)", "n"),
        "Special case: δ is taken for the confidence.": before(
            lambda eps, delta, rho, B: (eps, 1 - delta, rho, B)
        ),
        "Order: λ first.": after(lambda answer: answer[::-1]),
        "Flag ignored: ρ is taken to be 1.": before(
            lambda eps, delta, rho, B: (eps, delta, 1.0, B)
        ),
    },
}
RIGHT = {
    "28-replace-one": (by_phantom_rows, by_the_formula, as_arrays),
    "28-promised-size": (by_search, as_pair),
}
