"""Slips and other right answers, notebook 11, as tables."""

import numpy as np

from answers.n11 import svm_step
from helpers.desk.edits import after, before, edit, whole

# 11-margin


def point_by_point(lines, X, y):
    found = []
    for w, b in lines:
        size = sum(a * a for a in w) ** 0.5
        unit = [a / size for a in w]
        found.append(min(l * (np.dot(unit, x) + b / size) for x, l in zip(np.asarray(X), y)))
    return np.array(found)


def by_matrix(lines, X, y):
    W, b = np.array([w for w, _ in lines], dtype=float), np.array([b for _, b in lines])
    scores = np.asarray(y)[:, None] * (np.asarray(X, dtype=float) @ W.T + b)
    return tuple((scores / np.sqrt((W**2).sum(axis=1))).min(axis=0))


# 11-rule


def one_from_the_edge(alpha, X, y, C):
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    w = sum(a * label * x for a, label, x in zip(alpha, y, X))
    i = int(np.argmin(np.abs(np.asarray(alpha) - C / len(y) / 2)))
    return np.append(w, y[i] - X[i] @ w)


def by_the_product(alpha, X, y, C):
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    w = np.einsum("i,i,ij->j", alpha, y, X)
    edge = [i for i, a in enumerate(alpha) if 1e-7 < a < C / len(y) - 1e-7]
    return (*w.tolist(), float(np.median([y[i] - X[i] @ w for i in edge])))


# 11-step


def example_by_example(w, b, X, y, lam, eta):
    new, c = [(1 - 2 * eta * lam) * a for a in w], b
    for x, label in zip(np.asarray(X, dtype=float).tolist(), y):
        if label * (sum(a * v for a, v in zip(w, x)) + b) < 1:
            new = [a + eta * label * v / len(y) for a, v in zip(new, x)]
            c += eta * label / len(y)
    return (*new, c)


def with_ones(w, b, X, y, lam, eta):
    A, v = np.column_stack([X, np.ones(len(y))]), np.append(w, b).astype(float)
    felt = np.asarray(y) * (A @ v) < 1
    slope = 2 * lam * np.append(w, 0) - (np.asarray(y) * felt) @ A / len(y)
    return v - eta * slope


SLIPS = {
    "11-margin": {
        "Norm: the bias counts in the length.": edit(
            "np.linalg.norm(w)", "np.linalg.norm([*w, b or 1])"
        ),
        "Norm: the sum of sizes for the length.": edit("np.linalg.norm(w)", "np.abs(w).sum()"),
        "Constant: the width of the street, twice the margin.": after(
            lambda answer: [2 * m for m in answer]
        ),
        "Sign: b is subtracted.": before(lambda lines, X, y: ([(w, -b) for w, b in lines], X, y)),
        "Special case: 0 for a line that errs.": after(
            lambda answer: [max(m, 0.0) for m in answer]
        ),
        "Mean for min: the mean distance.": edit("np.min", "np.mean"),
        "Index: the length of the first w for all lines.": edit(
            "np.linalg.norm(w)", "np.linalg.norm(lines[0][0])"
        ),
        "Index: only points of class +1.": edit(
            "np.min(y * (X @ w + b))", "np.min((y * (X @ w + b))[y > 0])"
        ),
        "Form: the best margin alone.": after(lambda answer: [max(answer)]),
        "Index: the bias of the first line for all lines.": edit(
            "X @ w + b", "X @ w + lines[0][1]"
        ),
    },
    "11-rule": {
        "Constant: C for C/n as the largest price.": edit("C / len(y)", "C"),
        "Sign: the bias is turned round.": after(lambda answer: [*answer[:-1], -answer[-1]]),
        "Special case: the bias from the point with the largest price.": edit(
            "np.mean((y - X @ w)[free])", "(y - X @ w)[np.argmax(alpha)]"
        ),
        "Index: the mean over all points.": edit(
            "np.mean((y - X @ w)[free])", "np.mean(y - X @ w)"
        ),
        "Rule: halfway between the class means.": edit(
            "np.mean((y - X @ w)[free])", "-((X @ w)[y > 0].mean() + (X @ w)[y < 0].mean()) / 2"
        ),
        "Scale: w is divided by n.": edit("[*w,", "[*(w / len(y)),"),
        "Order: the bias stands first.": after(lambda answer: [answer[-1], *answer[:-1]]),
        "Scale: w is made a unit vector.": edit("[*w,", "[*(w / np.linalg.norm(w)),"),
        "Term lost: the bias is minus the score.": edit(
            "np.mean((y - X @ w)[free])", "-np.mean((X @ w)[free][:1 + free.sum() // 2])"
        ),
    },
    "11-step": {
        "Term lost: the bias never moves.": whole(
            lambda w, b, X, y, lam, eta: [*svm_step(w, b, X, y, lam, eta)[:-1], b]
        ),
        "Order: the penalty shrinks the new w.": edit(
            "*w - eta * (2 * lam * w - hit @ X)", "*(1 - 2 * eta * lam) * (w + eta * hit @ X)"
        ),
        "Argument ignored: the penalty shrinks by 2 lam, without eta.": edit(
            "*w - eta * (2 * lam * w - hit @ X)", "*w - 2 * lam * w + eta * hit @ X"
        ),
        "Sign: every example pulls as if it were +1.": edit(
            "y * (y * (X @ w + b) < 1)", "(y * (X @ w + b) < 1)"
        ),
        "Sign: the hinge is climbed.": edit("w - hit @ X", "w + hit @ X", "b + eta", "b - eta"),
        "Special case: no penalty when nobody is in the street.": edit(
            "2 * lam * w", "2 * lam * hit.any() * w"
        ),
        "Term lost: the scores forget b.": edit("X @ w + b", "X @ w"),
        "Early stop: only the first example of the batch.": before(
            lambda w, b, X, y, lam, eta: (w, b, X[:1], y[:1], lam, eta)
        ),
        "Tie: an example on its edge pulls half.": edit(
            "(y * (X @ w + b) < 1)", "((y * (X @ w + b) < 1) + (y * (X @ w + b) == 1) / 2)"
        ),
        "Loss: the squared hinge.": edit(
            "y * (y * (X @ w + b) < 1)", "2 * y * np.maximum(1 - y * (X @ w + b), 0)"
        ),
    },
}
RIGHT = {
    "11-margin": (point_by_point, by_matrix),
    "11-rule": (one_from_the_edge, by_the_product),
    "11-step": (example_by_example, with_ones),
}
