"""Slips and other right answers, notebook 16, as tables."""

import numpy as np

from helpers.desk.edits import after, before, edit, whole

# 16-compare


def by_loops(alpha, X, beta, Z, bandwidth):
    """Another way: two plain loops, and one list of all bumps for the difference."""

    def k(x, z):
        return np.exp(-sum((p - q) ** 2 for p, q in zip(x, z)) / (2 * bandwidth**2))

    inner = sum(a * b * k(x, z) for a, x in zip(alpha, X) for b, z in zip(beta, Z))
    bumps = [*zip(alpha, X), *((-b, z) for b, z in zip(beta, Z))]
    square = sum(a * b * k(x, z) for a, x in bumps for b, z in bumps)
    return [float(inner), float(max(square, 0) ** 0.5)]


def as_array(alpha, X, beta, Z, bandwidth):
    """Another type: an array."""
    return np.array(by_loops(alpha, X, beta, Z, bandwidth))


# 16-novelty


def centred_parts(K, k_new, k_self):
    K, k_new = np.array(K, dtype=float), np.array(k_new, dtype=float)
    n = len(K)
    H = np.eye(n) - 1 / n
    return H @ K @ H, H @ (k_new - K.mean(axis=1)), k_self - 2 * k_new.mean() + K.mean()


def missed(C, seen, length, r, power=1.0):
    values, vectors = np.linalg.eigh(C)
    first = np.argsort(values)[::-1][:r]
    scores = vectors[:, first].T @ seen
    return float(length - (scores**2 / np.maximum(values[first], 1e-12) ** power).sum())


def rows_only(K, k_new, k_self, r):
    C, seen, length = centred_parts(K, k_new, k_self)
    K = np.array(K, dtype=float)
    half = K - K.mean(axis=0)
    return missed((half + half.T) / 2, seen, length, r)


def by_projection(K, k_new, k_self, r):
    """Another way: build features of all points, and project."""
    K, k_new = np.array(K, dtype=float), np.array(k_new, dtype=float)
    whole = np.block([[K, k_new[:, None]], [k_new[None], np.array([[k_self]])]])
    values, vectors = np.linalg.eigh(whole)
    features = vectors * np.sqrt(np.maximum(values, 0))
    points = features[:-1] - features[:-1].mean(axis=0)
    new = features[-1] - features[:-1].mean(axis=0)
    _, _, Vt = np.linalg.svd(points, full_matrices=False)
    rest = new - Vt[:r].T @ (Vt[:r] @ new)
    return float(rest @ rest)


def as_numpy_number(K, k_new, k_self, r):
    """Another type: a number of NumPy’s."""
    return np.float64(missed(*centred_parts(K, k_new, k_self), r))


SLIPS = {
    "16-compare": {
        "Power: the distance is not squared.": edit(
            "((A[:, None, :] - B[None, :, :]) ** 2)", "np.abs(A[:, None, :] - B[None, :, :])"
        ),
        "Power: ℓ for ℓ².": before(
            lambda alpha, X, beta, Z, bandwidth: (alpha, X, beta, Z, np.sqrt(bandwidth))
        ),
        "Axis: only the first coordinate is compared.": before(
            lambda alpha, X, beta, Z, bandwidth: (
                alpha,
                [x[:1] for x in X],
                beta,
                [z[:1] for z in Z],
                bandwidth,
            )
        ),
        "Denominator: the inner product is divided by both norms.": edit(
            "float(inner)",
            "float(inner / np.sqrt(alpha @ k(X, X) @ alpha * (beta @ k(Z, Z) @ beta)))",
        ),
        "Sign: the inner product without its sign.": after(
            lambda answer: [abs(answer[0]), answer[1]]
        ),
        "Order: distance first.": after(lambda answer: answer[::-1]),
        "Early stop: the norm of f alone.": edit(
            "alpha @ k(X, X) @ alpha - 2 * inner + beta @ k(Z, Z) @ beta", "alpha @ k(X, X) @ alpha"
        ),
    },
    "16-novelty": {
        "Early stop: r − 1 components.": before(
            lambda K, k_new, k_self, r: (K, k_new, k_self, max(r - 1, 0))
        ),
        "Index: component r + 1 as well.": before(
            lambda K, k_new, k_self, r: (K, k_new, k_self, r + 1)
        ),
        "Complement: what the components keep.": edit(
            "k_self - 2 * k_new.mean() + total - squares.sum()", "squares.sum()"
        ),
        "Denominator: variances for eigenvalues.": edit(
            "/ values[first]", "/ values[first] * len(K)"
        ),
        "Power: the distance, not its square.": after(
            lambda answer: float(np.sqrt(max(answer, 0)))
        ),
        "Constant: the mean is taken off the length once, not twice.": edit(
            "2 * k_new.mean()", "k_new.mean()"
        ),
        "Missing step: the Gram matrix is centred on one side.": whole(rows_only),
        "Power: absolute scores.": edit("squares.sum()", "np.sqrt(squares).sum()"),
    },
}
RIGHT = {
    "16-compare": (by_loops, as_array),
    "16-novelty": (by_projection, as_numpy_number),
}
