"""Slips and other right answers, notebook 15, as tables."""

import numpy as np

from helpers.desk.edits import after, before, edit

# 15-repair


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
    "15-repair": {
        "Constant: half of what is needed.": after(
            lambda answer: answer if answer <= 0 else answer / 2
        ),
        "Sign: the smallest eigenvalue itself.": after(
            lambda answer: answer if answer <= 0 else -answer
        ),
        "Special case: only a negative diagonal counts.": edit(
            "np.linalg.eigvalsh(K)[0]", "np.diag(K).min()"
        ),
        "Early stop: a determinant that is not negative is believed.": edit(
            "not np.allclose(K, K.T):\n        return -1.0",
            "not np.allclose(K, K.T):\n"
            "        return -1.0\n"
            "    if np.linalg.det(K) >= -1e-12:\n"
            "        return 0.0",
        ),
        "Power: singular values have no sign.": edit(
            "np.linalg.eigvalsh(K)[0]", "np.linalg.svd(K, compute_uv=False).min()"
        ),
        "Early stop: only the weights 1, −1, 1, … are tried.": edit(
            "return float(max(0.0, -np.linalg.eigvalsh(K)[0]))",
            "v = (-1.0) ** np.arange(len(K))\n    return float(max(0.0, -(v @ K @ v) / len(K)))",
        ),
        "Early stop: two digits.": after(
            lambda answer: answer if answer <= 0 else round(answer, 2) + 0.003
        ),
    },
    "15-combine": {
        "Missing part: the columns of Phi2.": edit("np.sqrt(beta) * B, both]", "both]"),
        "Order: Phi2 first.": before(lambda Phi1, Phi2, alpha, beta: (Phi2, Phi1, beta, alpha)),
        "Order: alpha and beta exchanged.": before(
            lambda Phi1, Phi2, alpha, beta: (Phi1, Phi2, beta, alpha)
        ),
        "Power: squares for roots.": before(
            lambda Phi1, Phi2, alpha, beta: (Phi1, Phi2, alpha**4, beta**4)
        ),
        "Sign: sums where products belong.": edit("[:, :, None] *", "[:, :, None] +"),
        "Constant: the products scaled by one half.": edit(
            "np.sqrt(beta) * B, both]", "np.sqrt(beta) * B, both / 2]"
        ),
        "Another thing: the Gram matrix.": edit(
            "np.hstack([np.sqrt(alpha) * A, np.sqrt(beta) * B, both])",
            "alpha * A @ A.T + beta * B @ B.T + A @ A.T * (B @ B.T)",
        ),
    },
}
RIGHT = {
    "15-repair": (by_bisection, by_general_eigenvalues),
    "15-combine": (by_loops, by_kron),
}
