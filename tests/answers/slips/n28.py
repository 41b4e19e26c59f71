"""Slips and other right answers, notebook 28."""

import numpy as np

from answers.n28 import promised_size, replace_one

# 28-replace-one


def ridge_weights(X, y, penalty):
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    return np.linalg.solve(X.T @ X + penalty * np.eye(X.shape[1]), X.T @ y)


def swapped_sample(X, y, i, x_new, y_new):
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    X[i], y[i] = x_new, y_new
    return X, y


def two_fits(X, y, i, x_new, y_new, penalty):
    other = swapped_sample(X, y, i, x_new, y_new)
    return ridge_weights(X, y, penalty), ridge_weights(*other, penalty)


def told(X, y, i, w, v):
    row = np.array(X[i], dtype=float)
    change = (row @ v - y[i]) ** 2 - (row @ w - y[i]) ** 2
    return [float(np.linalg.norm(v - w)), float(change)]


def counted_from_one(X, y, i, x_new, y_new, lam):
    """Index: the example before, as if counted from 1."""
    return replace_one(X, y, i - 1, x_new, y_new, lam)


def half_the_penalty(X, y, i, x_new, y_new, lam):
    """Constant: the gradient's 2 was divided away on one side only."""
    return told(X, y, i, *two_fits(X, y, i, x_new, y_new, len(y) * lam / 2))


def largest_weight(X, y, i, x_new, y_new, lam):
    """Norm: the largest change of a single weight."""
    w, v = two_fits(X, y, i, x_new, y_new, len(y) * lam)
    return [float(np.abs(v - w).max()), told(X, y, i, w, v)[1]]


def absolute_residuals(X, y, i, x_new, y_new, lam):
    """Power: absolute residuals for squared ones."""
    w, v = two_fits(X, y, i, x_new, y_new, len(y) * lam)
    row = np.array(X[i], dtype=float)
    return [told(X, y, i, w, v)[0], float(abs(row @ v - y[i]) - abs(row @ w - y[i]))]


def never_negative(X, y, i, x_new, y_new, lam):
    """Special case: a change below 0 is told as 0."""
    move, change = replace_one(X, y, i, x_new, y_new, lam)
    return [move, max(change, 0.0)]


def new_loss_only(X, y, i, x_new, y_new, lam):
    """Early stop: the loss with the new weights, the old one not subtracted."""
    w, v = two_fits(X, y, i, x_new, y_new, len(y) * lam)
    return [told(X, y, i, w, v)[0], float((np.array(X[i], dtype=float) @ v - y[i]) ** 2)]


def mean_over_the_sample(X, y, i, x_new, y_new, lam):
    """Denominator: the change divided by the number of examples."""
    move, change = replace_one(X, y, i, x_new, y_new, lam)
    return [move, change / len(y)]


def no_penalty(X, y, i, x_new, y_new, lam):
    """Flag ignored: least squares without the penalty."""
    other = swapped_sample(X, y, i, x_new, y_new)
    w = np.linalg.pinv(np.array(X, dtype=float)) @ np.array(y, dtype=float)
    return told(X, y, i, w, np.linalg.pinv(other[0]) @ other[1])


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


def rounded_down(eps, delta, rho, B):
    """Rounding: the whole number below."""
    n = max(1, int((2 * rho * B / (eps * delta)) ** 2))
    return [n, rho / (B * n**0.5)]


def one_more(eps, delta, rho, B):
    """Early stop: one example too many."""
    n = promised_size(eps, delta, rho, B)[0] + 1
    return [n, rho / (B * n**0.5)]


def forgotten_two(eps, delta, rho, B):
    """Constant: ρB/√n instead of 2ρB/√n."""
    n = max(1, int(np.ceil((rho * B / (eps * delta)) ** 2)))
    return [n, rho / (B * n**0.5)]


def not_squared(eps, delta, rho, B):
    """Power: 2ρB/(εδ) itself."""
    n = max(1, int(np.ceil(2 * rho * B / (eps * delta))))
    return [n, rho / (B * n**0.5)]


def without_root(eps, delta, rho, B):
    """Power: λ with n for its root."""
    n = promised_size(eps, delta, rho, B)[0]
    return [n, rho / (B * n)]


def confidence(eps, delta, rho, B):
    """Special case: δ is taken for the confidence."""
    return promised_size(eps, 1 - delta, rho, B)


def swapped_order(eps, delta, rho, B):
    """Order: λ first."""
    return promised_size(eps, delta, rho, B)[::-1]


def slope_forgotten(eps, delta, rho, B):
    """Flag ignored: ρ is taken to be 1."""
    return promised_size(eps, delta, 1.0, B)


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
    "28-replace-one": (
        counted_from_one,
        half_the_penalty,
        largest_weight,
        absolute_residuals,
        never_negative,
        new_loss_only,
        mean_over_the_sample,
        no_penalty,
    ),
    "28-promised-size": (
        rounded_down,
        one_more,
        forgotten_two,
        not_squared,
        without_root,
        confidence,
        swapped_order,
        slope_forgotten,
    ),
}
RIGHT = {
    "28-replace-one": (by_phantom_rows, by_the_formula, as_arrays),
    "28-promised-size": (by_search, as_pair),
}
