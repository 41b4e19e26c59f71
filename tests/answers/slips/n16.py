"""Slips and other right answers, notebook 16."""

import numpy as np

from answers.n16 import compare, novelty

# 16-compare


def bells(A, B, bandwidth, power=2):
    A, B = np.array(A, dtype=float), np.array(B, dtype=float)
    far = np.sqrt(((A[:, None] - B) ** 2).sum(axis=2))
    return np.exp(-((far / bandwidth) ** power) / 2)


def three(alpha, X, beta, Z, bandwidth, **look):
    a, b = np.array(alpha, dtype=float), np.array(beta, dtype=float)
    return (
        a @ bells(X, X, bandwidth, **look) @ a,
        a @ bells(X, Z, bandwidth, **look) @ b,
        b @ bells(Z, Z, bandwidth, **look) @ b,
    )


def laplace_bump(alpha, X, beta, Z, bandwidth):
    """Power: the distance is not squared."""
    ff, fg, gg = three(alpha, X, beta, Z, bandwidth, power=1)
    return [float(fg), float(np.sqrt(max(ff - 2 * fg + gg, 0)))]


def bandwidth_not_squared(alpha, X, beta, Z, bandwidth):
    """Power: ℓ for ℓ²."""
    return compare(alpha, X, beta, Z, np.sqrt(bandwidth))


def first_coordinate(alpha, X, beta, Z, bandwidth):
    """Axis: only the first coordinate is compared."""
    return compare(alpha, [x[:1] for x in X], beta, [z[:1] for z in Z], bandwidth)


def cosine_of(alpha, X, beta, Z, bandwidth):
    """Denominator: the inner product is divided by both norms."""
    ff, fg, gg = three(alpha, X, beta, Z, bandwidth)
    return [float(fg / np.sqrt(ff * gg)), compare(alpha, X, beta, Z, bandwidth)[1]]


def diagonal_only(alpha, X, beta, Z, bandwidth):
    """Missing term: norms without the products of different bumps."""
    _, fg, _ = three(alpha, X, beta, Z, bandwidth)
    square = np.sum(np.square(alpha)) - 2 * fg + np.sum(np.square(beta))
    return [float(fg), float(np.sqrt(max(square, 0)))]


def absolute_value(alpha, X, beta, Z, bandwidth):
    """Sign: the inner product without its sign."""
    inner, distance = compare(alpha, X, beta, Z, bandwidth)
    return [abs(inner), distance]


def swapped_answers(alpha, X, beta, Z, bandwidth):
    """Order: distance first."""
    return compare(alpha, X, beta, Z, bandwidth)[::-1]


def norm_of_f(alpha, X, beta, Z, bandwidth):
    """Early stop: the norm of f alone."""
    ff, fg, _ = three(alpha, X, beta, Z, bandwidth)
    return [float(fg), float(np.sqrt(ff))]


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


def one_fewer(K, k_new, k_self, r):
    """Early stop: r − 1 components."""
    return novelty(K, k_new, k_self, max(r - 1, 0))


def one_more(K, k_new, k_self, r):
    """Index: component r + 1 as well."""
    return novelty(K, k_new, k_self, r + 1)


def kept_instead(K, k_new, k_self, r):
    """Complement: what the components keep."""
    return novelty(K, k_new, k_self, 0) - novelty(K, k_new, k_self, r)


def divided_by_n(K, k_new, k_self, r):
    """Denominator: variances for eigenvalues."""
    C, seen, length = centred_parts(K, k_new, k_self)
    n = len(C)
    return length - n * (length - missed(C, seen, length, r))


def root_of_the_rest(K, k_new, k_self, r):
    """Power: the distance, not its square."""
    return float(np.sqrt(max(novelty(K, k_new, k_self, r), 0)))


def one_mean(K, k_new, k_self, r):
    """Constant: the mean is taken off the length once, not twice."""
    return novelty(K, k_new, k_self, r) + float(np.mean(k_new))


def rows_only(K, k_new, k_self, r):
    """Missing step: the Gram matrix is centred on one side."""
    C, seen, length = centred_parts(K, k_new, k_self)
    K = np.array(K, dtype=float)
    half = K - K.mean(axis=0)
    return missed((half + half.T) / 2, seen, length, r)


def scores_not_squared(K, k_new, k_self, r):
    """Power: absolute scores."""
    C, seen, length = centred_parts(K, k_new, k_self)
    values, vectors = np.linalg.eigh(C)
    first = np.argsort(values)[::-1][:r]
    scores = vectors[:, first].T @ seen / np.sqrt(np.maximum(values[first], 1e-12))
    return float(length - np.abs(scores).sum())


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
    "16-compare": (
        laplace_bump,
        bandwidth_not_squared,
        first_coordinate,
        cosine_of,
        diagonal_only,
        absolute_value,
        swapped_answers,
        norm_of_f,
    ),
    "16-novelty": (
        one_fewer,
        one_more,
        kept_instead,
        divided_by_n,
        root_of_the_rest,
        one_mean,
        rows_only,
        scores_not_squared,
    ),
}
RIGHT = {
    "16-compare": (by_loops, as_array),
    "16-novelty": (by_projection, as_numpy_number),
}
