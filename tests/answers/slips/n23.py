"""Slips and other right answers, notebook 23."""

import numpy as np

from answers.n23 import average_excess, progressive_error
from helpers.desk.edits import after, before, edit, whole

# 23-progressive-error


def says(X, y, t, rows, power=2, late=False, far=False):
    """The label of the nearest of `rows` to row t, +1 if there is none."""
    rows = list(rows)
    if not rows:
        return 1
    away = [sum(abs(a - b) ** power for a, b in zip(X[j], X[t])) for j in rows]
    best = max(away) if far else min(away)
    at = [j for j, a in zip(rows, away) if a == best]
    return y[at[-1] if late else at[0]]


def share(wrong):
    wrong = list(wrong)
    return sum(wrong) / len(wrong)


def memory_of_mistakes(X, y):
    kept, wrong = [], []
    for t in range(len(y)):
        wrong.append(says(X, y, t, kept) != y[t])
        if wrong[-1]:
            kept.append(t)
    return share(wrong)


def by_a_matrix(X, y):
    """Another way: all distances at once, later columns set to infinity."""
    A, labels = np.array(X, dtype=float), np.array(y)
    away = ((A[:, None] - A) ** 2).sum(axis=2)
    away[np.triu_indices(len(y))] = np.inf
    told = labels[np.argmin(away, axis=1)]
    told[0] = 1
    return float(np.mean(told != labels))


def in_plain_python(X, y):
    """Another way: no arrays."""
    return share(says(X, y, t, range(t)) != y[t] for t in range(len(y)))


def as_numpy_number(X, y):
    """Another type."""
    return np.float64(progressive_error(X, y))


# 23-average-excess


def by_recursion(p, eta, T):
    """Another way: a branch for each coin."""

    def risk(w):
        return p * abs(w - 0.5) + (1 - p) * abs(w + 0.5)

    def branch(w, total, risks, left):
        if left == 0:
            return np.array([risk(total / T), risks / T])
        here = total + w, risks + risk(w), left - 1
        return p * branch(w - eta * np.sign(w - 0.5), *here) + (1 - p) * branch(
            w - eta * np.sign(w + 0.5), *here
        )

    return (branch(0.0, 0.0, 0.0, T) - (1 - p)).tolist()


def as_pair(p, eta, T):
    """Another type: a tuple."""
    return tuple(average_excess(p, eta, T))


SLIPS = {
    "23-progressive-error": {
        "Norm: sums of absolute differences.": edit(
            "((X[:t] - X[t]) ** 2)", "np.abs(X[:t] - X[t])"
        ),
        "Sign: argmax for argmin.": edit("argmin", "argmax"),
        "Index: the row of the round before is not used.": edit(
            "if t > 0:\n            away = ((X[:t]", "if t > 1:\n            away = ((X[:t - 1]"
        ),
        "Early stop: compares with the last row only.": edit("int(np.argmin(away))", "t - 1"),
        "Complement: the share of right answers.": after(lambda share: 1 - share),
        "Shape: only the first column.": before(lambda X, y: ([row[:1] for row in X], y)),
        "Denominator: one round fewer.": edit("/ len(y)", "/ max(len(y) - 1, 1)"),
        "Other algorithm: learns an example only if it was wrong.": whole(memory_of_mistakes),
    },
    "23-average-excess": {
        "Sign: moves away.": edit("w -= eta", "w += eta"),
        "Constant: half of each step.": before(lambda p, eta, T: (p, eta / 2, T)),
        "Start: at the best answer.": edit("(0.0, [], 1.0)", "(0.5, [], 1.0)"),
        "Power: squared losses.": edit(
            "p * abs(w - 0.5) + (1 - p) * abs(w + 0.5)",
            "p * (w - 0.5) ** 2 + (1 - p) * (w + 0.5) ** 2",
        ),
        "Constant: p for 1 − p.": edit(
            "[average - (1 - p), mean - (1 - p)]", "[average - p, mean - p]"
        ),
        "Early stop: T − 1 rounds.": before(lambda p, eta, T: (p, eta, max(T - 1, 1))),
        "Order: mean first.": after(lambda answer: answer[::-1]),
        "Special case: whoever stands on the coin moves on.": edit(
            "float(np.sign(w - z))", "(1.0 if w >= z else -1.0)"
        ),
        "Other algorithm: a share η of the way to the coin.": edit(
            "eta * float(np.sign(w - z))", "eta * (w - z)"
        ),
    },
}
RIGHT = {
    "23-progressive-error": (by_a_matrix, in_plain_python, as_numpy_number),
    "23-average-excess": (by_recursion, as_pair),
}
