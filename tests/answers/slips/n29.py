"""Planted answers to the code exercises of notebook 29: slips, and other right ways."""

import numpy as np

from answers.n29 import error_bars, two_prices

# 29-error-bars


def parts(X, y):
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    P = np.linalg.inv(X.T @ X)
    return X, P, y - X @ (P @ X.T @ y)


def root(matrix):
    return np.sqrt(np.abs(np.diag(matrix))).tolist()


def degrees_of_freedom(X, y):
    """Denominator: divided by n − d where n was asked."""
    n, d = len(y), len(X[0])
    return [bar * (n / (n - d)) ** 0.5 for bar in error_bars(X, y)]


def one_less(X, y):
    """Denominator: n − 1 for n."""
    return [bar * (len(y) / (len(y) - 1)) ** 0.5 for bar in error_bars(X, y)]


def centred(X, y):
    """Formula: covariances for second moments."""
    A, _, left = parts(X, y)
    C = A - A.mean(axis=0)
    P = np.linalg.pinv(C.T @ C)
    return root(P @ (C.T * left**2) @ C @ P)


def answers_for_residuals(X, y):
    """Forgotten: squares of the answers, the fit not subtracted."""
    A, P, _ = parts(X, y)
    return root(P @ (A.T * np.array(y, dtype=float) ** 2) @ A @ P)


def diagonal_only(X, y):
    """Shortcut: each column for itself."""
    A, _, left = parts(X, y)
    return (np.sqrt(((A * left[:, None]) ** 2).sum(axis=0)) / (A**2).sum(axis=0)).tolist()


def average_noise(X, y):
    """Axis: the mean of the squared residuals for each of them."""
    _, P, left = parts(X, y)
    return root(P * np.mean(left**2))


def one_inverse(X, y):
    """Half a sandwich: V divided once."""
    A, P, left = parts(X, y)
    return root((A.T * left**2) @ A @ P)


def summed_gradient(X, y):
    """Order: the gradients are added before they are squared."""
    A, P, left = parts(X, y)
    total = A.T @ left
    return root(P @ np.outer(total, total) @ P)


def first_only(X, y):
    """Early stop: only the first weight."""
    return error_bars(X, y)[:1]


def by_influence(X, y):
    """Another way: the length of each weight’s influences."""
    A = np.array(X, dtype=float)
    inverse = np.linalg.pinv(A)
    left = np.array(y, dtype=float) - A @ inverse @ np.array(y, dtype=float)
    return [float(np.linalg.norm(row * left)) for row in inverse]


def by_a_loop(X, y):
    """Another way: adding up example by example."""
    A, b = np.array(X, dtype=float), np.array(y, dtype=float)
    w = np.linalg.lstsq(A, b, rcond=None)[0]
    n, d = A.shape
    H, V = np.zeros((d, d)), np.zeros((d, d))
    for row, answer in zip(A, b):
        H += np.outer(row, row) / n
        V += (answer - row @ w) ** 2 * np.outer(row, row) / n
    middle = np.linalg.solve(H, V)
    return np.sqrt(np.diag(np.linalg.solve(H, middle.T)) / n)


# 29-two-prices


def matrices(phi, theta):
    phi, theta = np.array(phi, dtype=float), np.array(theta, dtype=float)
    p = np.exp(phi @ theta)
    p /= p.sum()
    flat, weight = phi.reshape(-1, phi.shape[-1]), p.ravel()
    total = np.cov(flat.T, aweights=weight, bias=True)
    within = sum(
        row.sum() * np.cov(cells.T, aweights=row / row.sum(), bias=True)
        for row, cells in zip(p, phi)
    )
    return np.atleast_2d(total), np.atleast_2d(within)


def between_for_within(phi, theta):
    """Wrong part: the variance between the inputs."""
    total, within = matrices(phi, theta)
    return [float(np.trace(np.linalg.solve(total, total - within)) / 2), len(theta) / 2]


def no_normalising(phi, theta):
    """Forgotten: the probabilities are not divided by their sum."""
    phi, theta = np.array(phi, dtype=float), np.array(theta, dtype=float)
    p = np.exp(phi @ theta)
    mean = np.einsum("xy,xyi->i", p, phi)
    given = np.einsum("xy,xyi->xi", p, phi) / p.sum(axis=1)[:, None]
    T, W = (np.einsum("xy,xyi,xyj->ij", p, phi - c, phi - c) for c in (mean, given[:, None]))
    return [float(np.trace(np.linalg.solve(T, W)) / 2), len(theta) / 2]


def uniform_cells(phi, theta):
    """Flag ignored: θ is taken to be 0."""
    return two_prices(phi, [0.0] * len(theta))


def minus_theta(phi, theta):
    """Sign: −θ for θ."""
    return two_prices(phi, [-t for t in theta])


def classes_and_inputs(phi, theta):
    """Order: x and y exchanged."""
    return two_prices(np.swapaxes(np.array(phi), 0, 1).tolist(), theta)


def ratio_of_traces(phi, theta):
    """Formula: the trace of a quotient is not the quotient of the traces."""
    total, within = matrices(phi, theta)
    return [float(np.trace(within) / np.trace(total) * len(theta) / 2), len(theta) / 2]


def determinant(phi, theta):
    """Formula: determinant for trace."""
    total, within = matrices(phi, theta)
    return [float(np.linalg.det(within) / np.linalg.det(total)) * len(theta) / 2, len(theta) / 2]


def rounded_dimension(phi, theta):
    """Rounding: d // 2."""
    return [two_prices(phi, theta)[0], max(1, len(theta) // 2) + (len(theta) == 2) * 0.5]


def by_covariances(phi, theta):
    """Another way: weighted covariances."""
    total, within = matrices(phi, theta)
    return [float(np.sum(np.linalg.inv(total) * within) / 2), float(len(theta)) / 2]


def by_eigenvalues(phi, theta):
    """Another way and another type: the sum of the generalised eigenvalues."""
    total, within = matrices(phi, theta)
    L = np.linalg.inv(np.linalg.cholesky(total))
    return np.array([np.linalg.eigvalsh(L @ within @ L.T).sum() / 2, len(theta) / 2])


SLIPS = {
    "29-error-bars": (
        degrees_of_freedom,
        one_less,
        centred,
        answers_for_residuals,
        diagonal_only,
        average_noise,
        one_inverse,
        summed_gradient,
        first_only,
    ),
    "29-two-prices": (
        between_for_within,
        no_normalising,
        uniform_cells,
        minus_theta,
        classes_and_inputs,
        ratio_of_traces,
        determinant,
        rounded_dimension,
    ),
}
RIGHT = {
    "29-error-bars": (by_influence, by_a_loop),
    "29-two-prices": (by_covariances, by_eigenvalues),
}
