"""Planted answers to the code exercises of notebook 29: slips, and other right ways."""

import numpy as np

from helpers.desk.edits import after, before, edit, whole

# 29-error-bars


def parts(X, y):
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    P = np.linalg.inv(X.T @ X)
    return X, P, y - X @ (P @ X.T @ y)


def root(matrix):
    return np.sqrt(np.abs(np.diag(matrix))).tolist()


def centred(X, y):
    A, _, left = parts(X, y)
    C = A - A.mean(axis=0)
    P = np.linalg.pinv(C.T @ C)
    return root(P @ (C.T * left**2) @ C @ P)


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
    "29-error-bars": {
        "Formula: covariances for second moments.": whole(centred),
        "Forgotten: squares of the answers, the fit not subtracted.": edit(
            "(y - X @ np.linalg.solve(H, X.T @ y / n))", "y"
        ),
        "Shortcut: each column for itself.": edit("np.linalg.inv(H)", "np.diag(1 / np.diag(H))"),
        "Half a sandwich: V divided once.": edit(
            "np.diag(inverse @ (gradients.T @ gradients / n) @ inverse) / n",
            "np.abs(np.diag(gradients.T @ gradients / n @ inverse))",
        ),
        "Order: the gradients are added before they are squared.": edit(
            "gradients.T @ gradients / n",
            "np.outer(gradients.sum(axis=0), gradients.sum(axis=0)) / n",
        ),
        "Early stop: only the first weight.": after(lambda bars: bars[:1]),
    },
    "29-two-prices": {
        "Wrong part: the variance between the inputs.": edit(
            "np.linalg.solve(variance(mean), within)",
            "np.linalg.solve(variance(mean), variance(mean) - within)",
        ),
        "Forgotten: the probabilities are not divided by their sum.": edit(
            "p = np.exp(phi @ theta - (phi @ theta).max())\n    p /= p.sum()",
            "p = np.exp(phi @ theta)",
        ),
        "Flag ignored: θ is taken to be 0.": before(lambda phi, theta: (phi, [0.0] * len(theta))),
        "Sign: −θ for θ.": before(lambda phi, theta: (phi, np.negative(theta))),
        "Order: x and y exchanged.": before(lambda phi, theta: (np.swapaxes(phi, 0, 1), theta)),
        "Formula: the trace of a quotient is not the quotient of the traces.": edit(
            "np.trace(np.linalg.solve(variance(mean), within)) / 2",
            "np.trace(within) / np.trace(variance(mean)) * len(theta) / 2",
        ),
        "Formula: determinant for trace.": edit(
            "np.trace(np.linalg.solve(variance(mean), within)) / 2",
            "np.linalg.det(within) / np.linalg.det(variance(mean)) * len(theta) / 2",
        ),
        "Rounding: d // 2.": edit("len(theta) / 2", "len(theta) // 2"),
    },
}
RIGHT = {
    "29-error-bars": (by_influence, by_a_loop),
    "29-two-prices": (by_covariances, by_eigenvalues),
}
