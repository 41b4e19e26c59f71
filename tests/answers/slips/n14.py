"""Slips and other right answers, notebook 14, as tables."""

import numpy as np

from answers.n14 import krr_fit, loo_errors
from helpers.desk.edits import after, before, edit, whole

# 14-krr-fit


def no_offset(K, y, lam):
    n = len(y)
    alpha = np.linalg.solve(np.asarray(K) + n * lam * np.eye(n), y)
    return np.append(alpha, 0.0)


def squared_kernel(K, y, lam):
    K, n = np.asarray(K, dtype=float), len(y)
    A = np.hstack([K, np.ones((n, 1))])
    P = np.diag(np.append(np.full(n, n * lam), 0.0))
    return np.linalg.solve(A.T @ A + P, A.T @ y)


def in_two_steps(K, y, lam):
    n = len(y)
    G = np.linalg.inv(np.asarray(K, dtype=float) + n * lam * np.eye(n))
    b = G.sum(axis=0) @ y / G.sum()
    return [*(G @ (np.asarray(y) - b)).tolist(), float(b)]


def by_projection(K, y, lam):
    n = len(y)
    H, ones = np.eye(n) - 1 / n, np.ones(n)
    M = H @ np.asarray(K, dtype=float) @ H + n * lam * np.eye(n)
    alpha = H @ np.linalg.solve(M, H @ np.asarray(y))
    return np.append(alpha, ones @ (np.asarray(y) - K @ alpha) / n)


# 14-quad-map


def columns_by_columns(X):
    X = np.asarray(X, dtype=float)
    pairs = [(i, j) for j in range(X.shape[1]) for i in range(j + 1)]
    columns = [X[:, i] * X[:, j] * (1 if i == j else np.sqrt(2)) for i, j in pairs]
    return np.column_stack([*columns, np.sqrt(2) * X, np.ones(len(X))])


def pair_by_pair(X):
    rows = []
    for x in np.asarray(X, dtype=float).tolist():
        row = [a * b * (1 if i == j else 2**0.5)
               for i, a in enumerate(x) for j, b in enumerate(x) if i <= j]  # fmt: skip
        rows.append([*row, *(2**0.5 * a for a in x), 1.0])
    return rows


def from_padded(X):
    X = np.asarray(X, dtype=float)
    Z, d = np.column_stack([X, np.ones(len(X))]), X.shape[1]
    i, j = np.triu_indices(d + 1)
    F = np.where(i == j, 1, np.sqrt(2)) * Z[:, i] * Z[:, j]
    last = np.array([*np.flatnonzero(j < d), *np.flatnonzero((j == d) & (i < d)), len(i) - 1])
    return F[:, last]


# 14-loo-errors


def slowly(K, y, lam):
    K, y, n = np.asarray(K, dtype=float), np.asarray(y, dtype=float), len(y)
    found = []
    for i in range(n):
        rest = [j for j in range(n) if j != i]
        A = K[np.ix_(rest, rest)] + n * lam * np.eye(n - 1)
        found.append(float(y[i] - K[i, rest] @ np.linalg.solve(A, y[rest])))
    return found


def by_leverage(K, y, lam):
    K, n = np.asarray(K, dtype=float), len(y)
    H = np.linalg.solve(K + n * lam * np.eye(n), K).T
    return (np.asarray(y) - H @ y) / (1 - np.diag(H))


SLIPS = {
    "14-krr-fit": {
        "n for n - 1: the diagonal gets (n - 1) lam.": before(
            lambda K, y, lam: (K, y, lam * (len(y) - 1) / len(y))
        ),
        "Term lost: the offset is 0.": whole(no_offset),
        "Order: the offset stands first.": after(lambda answer: np.roll(answer, 1)),
        "Sign: the offset is turned round.": after(
            lambda answer: np.append(answer[:-1], -answer[-1])
        ),
        "Rule: the offset is the mean of the answers.": whole(
            lambda K, y, lam: np.append(krr_fit(K, y, lam)[:-1], np.mean(y))
        ),
        "Constant: 2 n lam on the diagonal.": before(lambda K, y, lam: (K, y, 2 * lam)),
        "Constant: 1 in the corner instead of 0.": edit(
            "A[:n, :n] = np.asarray(K, dtype=float) + n * lam * np.eye(n)\n    A[n, n] = 0",
            "A[:n, :n] = np.asarray(K) + n * lam * np.eye(n)",
        ),
        "Penalty: lam |alpha|^2 instead of alpha'K alpha.": whole(squared_kernel),
        "Axis: n lam is added to all entries.": edit(
            "n * lam * np.eye(n)",
            "n * lam",
            "np.linalg.solve(A, np.append(y, 0.0))",
            "np.linalg.lstsq(A, np.append(y, 0.0), rcond=None)[0]",
        ),
    },
    "14-quad-map": {
        "Index: the root of 2 stands at the squares.": edit("1.0, np.sqrt(2)", "np.sqrt(2), 1.0"),
        "Constant: the coordinates lack their root.": edit("np.sqrt(2) * X,", "X,"),
        "Order: the constant stands first.": after(lambda answer: np.roll(answer, 1, axis=1)),
        "Order: coordinates before products.": edit(
            "[products, np.sqrt(2) * X, np.ones((len(X), 1))]",
            "[np.sqrt(2) * X, np.ones((len(X), 1)), products]",
        ),
        "Index: i < j, so the squares are missing.": edit(
            "np.triu_indices(X.shape[1])", "np.triu_indices(X.shape[1], 1)"
        ),
        "Constant: the last feature is the root of 2.": edit(
            "np.ones((len(X), 1))", "np.full((len(X), 1), np.sqrt(2))"
        ),
        "Dtype: the coordinates are cut to whole numbers.": before(
            lambda X: (np.asarray(X).astype(int),)
        ),
        "Sign: the sizes of the products.": after(lambda answer: np.abs(answer)),
        "Form: the Gram matrix instead of features.": whole(
            lambda X: (np.dot(X, np.transpose(X)) + 1) ** 2
        ),
        "Axis: points in columns.": after(lambda answer: answer.T),
        "Order: products are listed by j first.": whole(columns_by_columns),
    },
    "14-loo-errors": {
        "Index: the diagonal of K + n lam I instead of its inverse.": edit(
            "np.diag(G)", "(np.diag(K) + len(y) * lam)"
        ),
        "Constant: lam on the diagonal.": before(lambda K, y, lam: (K, y, lam / len(y))),
        "Power: squared errors.": after(lambda answer: answer**2),
        "Form: one number for all.": after(lambda answer: np.mean(answer)),
        "Axis: the sums of the rows instead of the diagonal.": edit("np.diag(G)", "G.sum(axis=1)"),
        "Rule: predictions instead of errors.": whole(
            lambda K, y, lam: np.asarray(y) - loo_errors(K, y, lam)
        ),
        "Sign: divided by 1 + leverage.": edit(
            "G @ y / np.diag(G)", "len(y) * lam * G @ y / (1 + np.diag(K @ G))"
        ),
        "Mean: the mean leverage for each point's own.": edit(
            "G @ y / np.diag(G)", "len(y) * lam * G @ y / (1 - np.trace(K @ G) / len(y))"
        ),
        "Power: divided by the square of 1 - leverage.": edit(
            "G @ y / np.diag(G)", "len(y) * lam * G @ y / (1 - np.diag(K @ G)) ** 2"
        ),
    },
}
RIGHT = {
    "14-krr-fit": (in_two_steps, by_projection),
    "14-quad-map": (pair_by_pair, from_padded),
    "14-loo-errors": (slowly, by_leverage),
}
