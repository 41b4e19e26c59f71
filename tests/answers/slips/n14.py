"""Slips and other right answers, notebook 14."""

import numpy as np

from answers.n14 import krr_fit, loo_errors, quad_map

# 14-krr-fit


def n_minus_one(K, y, lam):
    """n for n - 1: the diagonal gets (n - 1) lam."""
    return krr_fit(K, y, lam * (len(y) - 1) / len(y))


def no_offset(K, y, lam):
    """Term lost: the offset is 0."""
    n = len(y)
    alpha = np.linalg.solve(np.asarray(K) + n * lam * np.eye(n), y)
    return np.append(alpha, 0.0)


def offset_first(K, y, lam):
    """Order: the offset stands first."""
    return np.roll(krr_fit(K, y, lam), 1)


def offset_turned(K, y, lam):
    """Sign: the offset is turned round."""
    found = krr_fit(K, y, lam)
    return np.append(found[:-1], -found[-1])


def mean_of_answers(K, y, lam):
    """Rule: the offset is the mean of the answers."""
    return np.append(krr_fit(K, y, lam)[:-1], np.mean(y))


def twice_lam(K, y, lam):
    """Constant: 2 n lam on the diagonal."""
    return krr_fit(K, y, 2 * lam)


def corner_of_one(K, y, lam):
    """Constant: 1 in the corner instead of 0."""
    n = len(y)
    A = np.ones((n + 1, n + 1))
    A[:n, :n] = np.asarray(K) + n * lam * np.eye(n)
    return np.linalg.solve(A, np.append(y, 0.0))


def centred_kernel(K, y, lam):
    """Rule: the kernel is centred and the offset is the mean."""
    n = len(y)
    H = np.eye(n) - 1 / n
    alpha = np.linalg.solve(H @ K @ H + n * lam * np.eye(n), np.asarray(y) - np.mean(y))
    return np.append(alpha, np.mean(y))


def squared_kernel(K, y, lam):
    """Penalty: lam |alpha|^2 instead of alpha'K alpha."""
    K, n = np.asarray(K, dtype=float), len(y)
    A = np.hstack([K, np.ones((n, 1))])
    P = np.diag(np.append(np.full(n, n * lam), 0.0))
    return np.linalg.solve(A.T @ A + P, A.T @ y)


def penalty_everywhere(K, y, lam):
    """Axis: n lam is added to all entries."""
    n = len(y)
    A = np.ones((n + 1, n + 1))
    A[:n, :n] = np.asarray(K) + n * lam
    A[n, n] = 0
    return np.linalg.lstsq(A, np.append(y, 0.0), rcond=None)[0]


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


def root_on_squares(X):
    """Index: the root of 2 stands at the squares."""
    X = np.asarray(X, dtype=float)
    i, j = np.triu_indices(X.shape[1])
    products = np.where(i == j, np.sqrt(2), 1.0) * X[:, i] * X[:, j]
    return np.hstack([products, np.sqrt(2) * X, np.ones((len(X), 1))])


def bare_coordinates(X):
    """Constant: the coordinates lack their root."""
    F = quad_map(X)
    d = np.shape(X)[1]
    F[:, -d - 1 : -1] /= np.sqrt(2)
    return F


def constant_first(X):
    """Order: the constant stands first."""
    return np.roll(quad_map(X), 1, axis=1)


def coordinates_first(X):
    """Order: coordinates before products."""
    d = np.shape(X)[1]
    return np.roll(quad_map(X), d + 1, axis=1)


def no_squares(X):
    """Index: i < j, so the squares are missing."""
    X = np.asarray(X, dtype=float)
    i, j = np.triu_indices(X.shape[1], 1)
    return np.hstack([np.sqrt(2) * X[:, i] * X[:, j], np.sqrt(2) * X, np.ones((len(X), 1))])


def constant_two(X):
    """Constant: the last feature is the root of 2."""
    F = quad_map(X)
    F[:, -1] = np.sqrt(2)
    return F


def whole_numbers(X):
    """Dtype: the coordinates are cut to whole numbers."""
    return quad_map(np.asarray(X).astype(int))


def sizes(X):
    """Sign: the sizes of the products."""
    return np.abs(quad_map(X))


def gram(X):
    """Form: the Gram matrix instead of features."""
    X = np.asarray(X, dtype=float)
    return (X @ X.T + 1) ** 2


def as_columns(X):
    """Axis: points in columns."""
    return quad_map(X).T


def columns_by_columns(X):
    """Order: products are listed by j first."""
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


def whole_diagonal(K, y, lam):
    """Index: the diagonal of K + n lam I instead of its inverse."""
    K, n = np.asarray(K, dtype=float), len(y)
    A = K + n * lam * np.eye(n)
    return np.linalg.solve(A, y) / np.diag(A)


def lam_without_n(K, y, lam):
    """Constant: lam on the diagonal."""
    return loo_errors(K, y, lam / len(y))


def squares(K, y, lam):
    """Power: squared errors."""
    return loo_errors(K, y, lam) ** 2


def mean_error(K, y, lam):
    """Form: one number for all."""
    return np.mean(loo_errors(K, y, lam))


def rows_for_diagonal(K, y, lam):
    """Axis: the sums of the rows instead of the diagonal."""
    K, n = np.asarray(K, dtype=float), len(y)
    G = np.linalg.inv(K + n * lam * np.eye(n))
    return G @ y / G.sum(axis=1)


def predictions(K, y, lam):
    """Rule: predictions instead of errors."""
    return np.asarray(y) - loo_errors(K, y, lam)


def from_full_leverage(K, y, lam):
    """Sign: divided by 1 + leverage."""
    K, n = np.asarray(K, dtype=float), len(y)
    H = K @ np.linalg.inv(K + n * lam * np.eye(n))
    return (y - H @ y) / (1 + np.diag(H))


def mean_leverage(K, y, lam):
    """Mean: the mean leverage for each point's own."""
    K, n = np.asarray(K, dtype=float), len(y)
    H = K @ np.linalg.inv(K + n * lam * np.eye(n))
    return (y - H @ y) / (1 - np.trace(H) / n)


def squared_leverage(K, y, lam):
    """Power: divided by the square of 1 - leverage."""
    K, n = np.asarray(K, dtype=float), len(y)
    H = K @ np.linalg.inv(K + n * lam * np.eye(n))
    return (y - H @ y) / (1 - np.diag(H)) ** 2


def n_less_one(K, y, lam):
    """n for n - 1: the diagonal is (n - 1) lam."""
    return loo_errors(K, y, lam * (len(y) - 1) / len(y))


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
    "14-krr-fit": (
        n_minus_one,
        no_offset,
        offset_first,
        offset_turned,
        mean_of_answers,
        twice_lam,
        corner_of_one,
        centred_kernel,
        squared_kernel,
        penalty_everywhere,
    ),
    "14-quad-map": (
        root_on_squares,
        bare_coordinates,
        constant_first,
        coordinates_first,
        no_squares,
        constant_two,
        whole_numbers,
        sizes,
        gram,
        as_columns,
        columns_by_columns,
    ),
    "14-loo-errors": (
        whole_diagonal,
        lam_without_n,
        squares,
        mean_error,
        rows_for_diagonal,
        predictions,
        from_full_leverage,
        mean_leverage,
        squared_leverage,
        n_less_one,
    ),
}
RIGHT = {
    "14-krr-fit": (in_two_steps, by_projection),
    "14-quad-map": (pair_by_pair, from_padded),
    "14-loo-errors": (slowly, by_leverage),
}
