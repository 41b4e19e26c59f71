"""Slips and other right answers, notebook 04, as tables."""

import numpy as np

from answers.n04 import committee, ridge
from helpers.desk.edits import after, before, edit, whole

# 04-ridge


def standardised(X, y, lam):
    s = np.where(X.std(axis=0) > 1e-12, X.std(axis=0), 1.0)
    w, b = ridge(X / s, y, lam)
    return [w / s, b]


def appended_rows(X, y, lam):
    n, d = X.shape
    A = np.block([[X, np.ones((n, 1))], [np.sqrt(n * lam) * np.eye(d), np.zeros((d, 1))]])
    v = np.linalg.lstsq(A, np.append(y, np.zeros(d)), rcond=None)[0]
    return (v[:-1].tolist(), float(v[-1]))


def bordered(X, y, lam):
    n, d = X.shape
    A = np.column_stack([X, np.ones(n)])
    K = np.diag(np.append(np.full(d, n * lam), 0.0))
    v = np.linalg.solve(A.T @ A + K, A.T @ y)
    return [v[:d], v[d]]


# 04-committee


def whole_minus_part(P, truth, k):
    one = np.mean(np.square(P - truth))
    spread = np.mean(np.square(P - P.mean(axis=0)))
    return float(one - spread + spread / k)


def by_pairs(P, truth, k):
    R, D = len(P), P - truth
    total = sum(np.mean(D[a] * D[b]) * (1 / k if a == b else 0) for a in range(R) for b in range(R))
    crossed = np.mean(D.mean(axis=0) ** 2) * (k - 1) / k
    return np.array(total / R + crossed)


# 04-leave-out


def other_rows(X, y, lam, group):
    kept = np.setdiff1d(np.arange(len(y)), group)
    A = X[kept]
    w = np.linalg.solve(A.T @ A + len(y) * lam * np.eye(X.shape[1]), A.T @ y[kept])
    return (y - X @ w)[kept][: len(group)]


def first_only(X, y, lam, group):
    kept = np.delete(np.arange(len(y)), group[0])
    w = np.linalg.solve(
        X[kept].T @ X[kept] + len(y) * lam * np.eye(X.shape[1]), X[kept].T @ y[kept]
    )
    return (y - X @ w)[group]


def refitted(X, y, lam, group):
    kept = [i for i in range(len(y)) if i not in group]
    A = np.vstack([X[kept], np.sqrt(len(y) * lam) * np.eye(X.shape[1])])
    w = np.linalg.lstsq(A, np.append(y[kept], np.zeros(X.shape[1])), rcond=None)[0]
    return [float(y[i] - X[i] @ w) for i in group]


def downdated(X, y, lam, group):
    A = X.T @ X + len(y) * lam * np.eye(X.shape[1])
    b = X.T @ y
    for i in group:
        A, b = A - np.outer(X[i], X[i]), b - X[i] * y[i]
    return np.array(y[group] - X[group] @ np.linalg.solve(A, b))


SLIPS = {
    "04-ridge": {
        "n for n - 1: the penalty weighs (n - 1) lam.": before(
            lambda X, y, lam: (X, y, lam * (len(y) - 1) / len(y))
        ),
        "Term lost: the intercept forgets the mean row's own part.": edit(
            "y_mean - x_mean @ w", "y_mean + (X[0] - 2 * x_mean) @ w"
        ),
        "Sign: the mean row's part is added to the intercept.": edit(
            "y_mean - x_mean @ w", "y_mean + x_mean @ w"
        ),
        "Scale: the columns are standardised first, so other slopes are penalised.": whole(
            standardised
        ),
        "Order: intercept first.": after(lambda answer: answer[::-1]),
        "Axis: the penalty counts columns instead of rows.": before(
            lambda X, y, lam: (X, y, lam * X.shape[1] / len(y))
        ),
        "Axis: one mean is taken over the whole table.": edit(
            "X.mean(axis=0)", "np.full(d, X.mean())"
        ),
        "Special case: the penalty is used only where least squares has no answer.": before(
            lambda X, y, lam: (X, y, lam if X.shape[1] >= len(y) else 1e-12)
        ),
        "Power: sqrt(lam) rows are appended without the root.": before(
            lambda X, y, lam: (X, y, lam**2)
        ),
    },
    "04-committee": {
        "Scale: the variance is multiplied by k.": edit("/ k", "* k"),
        "Power: the variance falls with the root of k.": edit("/ k", "/ np.sqrt(k)"),
        "Power: the bias enters as an absolute value.": edit(
            "(P.mean(axis=0) - truth) ** 2", "np.abs(P.mean(axis=0) - truth)"
        ),
        "Axis: mean over the points before squaring.": edit(
            "np.mean((P.mean(axis=0) - truth) ** 2)", "np.mean(P.mean(axis=0) - truth) ** 2"
        ),
        "Sum for mean: over the points.": whole(
            lambda P, truth, k: committee(P, truth, k) * len(truth)
        ),
        "Axis: the variance of the whole table.": whole(
            lambda P, truth, k: np.mean((P.mean(axis=0) - truth) ** 2) + P.var() / k
        ),
        "Special case: the fits are drawn without replacement.": edit(
            "/ k", "/ k * (len(P) - min(k, len(P))) / (len(P) - 1)"
        ),
        "Index: the first k rows are averaged.": whole(
            lambda P, truth, k: np.mean((P[:k].mean(axis=0) - truth) ** 2)
        ),
        "Root: standard deviations instead of variances.": edit("P.var(axis=0)", "P.std(axis=0)"),
    },
    "04-leave-out": {
        "Order: the rows come back sorted.": before(
            lambda X, y, lam, group: (X, y, lam, sorted(group))
        ),
        "Sign: prediction minus answer.": after(lambda answer: -answer),
        "Index: rows are counted from 1.": before(
            lambda X, y, lam, group: (X, y, lam, [(i - 1) % len(y) for i in group])
        ),
        "Index: the residuals of the rows that were kept.": whole(other_rows),
        "Constant: lam without n.": before(lambda X, y, lam, group: (X, y, lam / len(y), group)),
        "Power: squares of the residuals.": after(lambda answer: answer**2),
        "Shape: their mean alone.": after(lambda answer: answer.mean()),
        "Sign: I + H for I - H.": edit("np.eye(len(group)) - H", "np.eye(len(group)) + H"),
        "Model: the columns are centred first.": before(
            lambda X, y, lam, group: (X - X.mean(axis=0), y - y.mean(), lam, group)
        ),
        "Early stop: only the first row of the group is left out.": whole(first_only),
    },
}
RIGHT = {
    "04-ridge": (appended_rows, bordered),
    "04-committee": (whole_minus_part, by_pairs),
    "04-leave-out": (refitted, downdated),
}
