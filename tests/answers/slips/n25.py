"""Slips and other right answers, notebook 25."""

import numpy as np

from helpers.desk.edits import after, before, edit, whole

# 25-learn-conjunction


def as_sets(X, y):
    """Another way: intersect the sets of ones."""
    kept = set(range(len(X[0])))
    for row, label in zip(X, y):
        if label:
            kept &= {j for j, value in enumerate(row) if value}
    return sorted(kept)


def as_an_array(X, y):
    """Another type: an array."""
    X, y = np.array(X), np.array(y)
    return np.flatnonzero(~((X == 0) & (y == 1)[:, None]).any(axis=0))


# 25-chance-of-failure


def with_logarithms(risks, eps, n):
    """Another way: logarithms of the complements."""
    bad = np.array([r for r in risks if r >= eps])
    with np.errstate(divide="ignore"):
        return float(-np.expm1(np.sum(np.log1p(-((1 - bad) ** n)))))


def one_after_the_other(risks, eps, n):
    """Another way: add a hypothesis at a time, P(A or B) = P(A) + P(B) - P(A) P(B)."""
    failed = 0.0
    for r in risks:
        alive = (1 - r) ** n * (r >= eps)
        failed += alive - failed * alive
    return failed


SLIPS = {
    "25-learn-conjunction": {
        "Early stop: the rule before the first example.": whole(
            lambda X, y: list(range(len(X[0])))
        ),
        "Loop: one feature too few is looked at.": edit(
            "range(X.shape[1])", "range(X.shape[1] - 1)"
        ),
        "Sign: features that are 0 in every positive example.": edit("j] == 1", "j] == 0"),
        "Threshold: 1 in at least half of the positive examples.": edit(
            "np.all(X[y == 1, j] == 1)", "2 * X[y == 1, j].sum() >= y.sum()"
        ),
        "Type: one entry for each feature.": edit(
            "[j for j in range(X.shape[1]) if np.all(X[y == 1, j] == 1)]",
            "[int(np.all(X[y == 1, j] == 1)) for j in range(X.shape[1])]",
        ),
        "Order: the largest number first.": after(lambda kept: kept[::-1]),
        "Confusion: features that equal the label in every example.": edit(
            "X[y == 1, j] == 1", "X[:, j] == y"
        ),
    },
    "25-chance-of-failure": {
        "Complement: the probability of success.": after(lambda chance: 1 - chance),
        "Bound: e^(-rn) for (1 - r)^n.": edit("(1 - risk) ** n", "np.exp(-risk * n)"),
        "Count: one example too many.": before(lambda risks, eps, n: (risks, eps, n + 1)),
        "Confusion: r^n, the chance to err on every example.": edit("(1 - risk) ** n", "risk ** n"),
        "Average: all bad ones with their mean risk.": edit(
            "none = 1.0",
            "none, mean = (1.0, np.mean([r for r in risks if r >= eps] or [0.0]))",
            "(1 - risk)",
            "(1 - mean)",
        ),
        "Index: the first two hypotheses are skipped.": before(
            lambda risks, eps, n: (risks[2:], eps, n)
        ),
    },
}
RIGHT = {
    "25-learn-conjunction": (as_sets, as_an_array),
    "25-chance-of-failure": (with_logarithms, one_after_the_other),
}
