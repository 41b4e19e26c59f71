"""Slips and other right answers, notebook 15."""

import numpy as np

from answers.n15 import combine, repair

# 15-repair


def half(K):
    """Constant: half of what is needed."""
    found = repair(K)
    return found if found <= 0 else found / 2


def wrong_sign(K):
    """Sign: the smallest eigenvalue itself."""
    found = repair(K)
    return found if found <= 0 else -found


def by_the_diagonal(K):
    """Special case: only a negative diagonal counts."""
    K = np.asarray(K, dtype=float)
    return float(max(0.0, -np.diag(K).min())) if np.allclose(K, K.T) else -1.0


def by_the_determinant(K):
    """Early stop: a determinant that is not negative is believed."""
    K = np.asarray(K, dtype=float)
    return 0.0 if np.allclose(K, K.T) and np.linalg.det(K) >= -1e-12 else repair(K)


def zero_for_lopsided(K):
    """Special case: 0 where the matrix is not symmetric."""
    return max(0.0, repair(K))


def by_singular_values(K):
    """Power: singular values have no sign."""
    K = np.asarray(K, dtype=float)
    if not np.allclose(K, K.T):
        return -1.0
    return float(max(0.0, -np.linalg.svd(K, compute_uv=False).min()))


def one_random_direction(K):
    """Early stop: only the weights 1, −1, 1, … are tried."""
    K = np.asarray(K, dtype=float)
    if not np.allclose(K, K.T):
        return -1.0
    v = (-1.0) ** np.arange(len(K))
    return float(max(0.0, -(v @ K @ v) / len(K)))


def coarse(K):
    """Early stop: two digits."""
    found = repair(K)
    return found if found <= 0 else round(found, 2) + 0.003


def by_bisection(K):
    """Another way: bisect c until Cholesky works."""
    K = np.asarray(K, dtype=float)
    if np.abs(K - K.T).max() > 1e-9:
        return -1.0

    def fine(c):
        try:
            np.linalg.cholesky(K + (c + 1e-9) * np.eye(len(K)))
        except np.linalg.LinAlgError:
            return False
        return True

    if fine(0.0):
        return 0
    low, high = 0.0, 1 + np.abs(K).sum()
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if fine(middle) else (middle, high)
    return high


def by_general_eigenvalues(K):
    """Another way: `eigvals`, real parts."""
    K = np.asarray(K, dtype=float)
    if not (np.abs(K - K.T) < 1e-9).all():
        return -1
    return max(0, -np.linalg.eigvals(K).real.min())


# 15-combine


def without_the_second(Phi1, Phi2, alpha, beta):
    """Missing part: the columns of Phi2."""
    A, B = np.asarray(Phi1, dtype=float), np.asarray(Phi2, dtype=float)
    return np.delete(combine(A, B, alpha, beta), A.shape[1] + np.arange(B.shape[1]), axis=1)


def swapped(Phi1, Phi2, alpha, beta):
    """Order: Phi2 first."""
    return combine(Phi2, Phi1, beta, alpha)


def factors_swapped(Phi1, Phi2, alpha, beta):
    """Order: alpha and beta exchanged."""
    return combine(Phi1, Phi2, beta, alpha)


def squared(Phi1, Phi2, alpha, beta):
    """Power: squares for roots."""
    return combine(Phi1, Phi2, alpha**4, beta**4)


def sums_of_pairs(Phi1, Phi2, alpha, beta):
    """Sign: sums where products belong."""
    A, B = np.asarray(Phi1, dtype=float), np.asarray(Phi2, dtype=float)
    both = (A[:, :, None] + B[:, None, :]).reshape(len(A), -1)
    return np.hstack([np.sqrt(alpha) * A, np.sqrt(beta) * B, both])


def root_of_products(Phi1, Phi2, alpha, beta):
    """Constant: the products scaled by one half."""
    A, B = np.asarray(Phi1, dtype=float), np.asarray(Phi2, dtype=float)
    found = combine(A, B, alpha, beta)
    found[:, A.shape[1] + B.shape[1] :] /= 2
    return found


def gram_instead(Phi1, Phi2, alpha, beta):
    """Another thing: the Gram matrix."""
    A, B = np.asarray(Phi1, dtype=float), np.asarray(Phi2, dtype=float)
    K1, K2 = A @ A.T, B @ B.T
    return alpha * K1 + beta * K2 + K1 * K2


def by_loops(Phi1, Phi2, alpha, beta):
    """Another way: one point after the other, with lists."""
    rows = []
    for a, b in zip(Phi1, Phi2):
        row = [alpha**0.5 * u for u in a] + [beta**0.5 * v for v in b]
        rows.append(row + [u * v for u in a for v in b])
    return rows


def by_kron(Phi1, Phi2, alpha, beta):
    """Another way: Kronecker products of rows."""
    A, B = np.asarray(Phi1, dtype=float), np.asarray(Phi2, dtype=float)
    both = np.array([np.kron(a, b) for a, b in zip(A, B)])
    return np.concatenate([A * alpha**0.5, B * beta**0.5, both], axis=1)


SLIPS = {
    "15-repair": (
        half,
        wrong_sign,
        by_the_diagonal,
        by_the_determinant,
        zero_for_lopsided,
        by_singular_values,
        one_random_direction,
        coarse,
    ),
    "15-combine": (
        without_the_second,
        swapped,
        factors_swapped,
        squared,
        sums_of_pairs,
        root_of_products,
        gram_instead,
    ),
}
RIGHT = {
    "15-repair": (by_bisection, by_general_eigenvalues),
    "15-combine": (by_loops, by_kron),
}
