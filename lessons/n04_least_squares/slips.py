"""Slips that notebook 04 decides."""

import numpy as np
from scipy.optimize import minimize

from helpers import data
from helpers.desk.slips import Slip
from helpers.linear import least_squares
from lessons.n04_least_squares import bias_variance


def two_penalties():
    """Minimise both objectives at lam = 1 and lam = 5, on 200 examples with two coefficients."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    y = data.linear_model(X, [1, -0.5], 0.3, rng)

    def length(lam, power):
        def objective(w):
            return np.mean((X @ w - y) ** 2) + lam * np.linalg.norm(w) ** power

        return np.linalg.norm(minimize(objective, [0.3, -0.1], method="Nelder-Mead", tol=1e-12).x)

    shown = [f"{length(lam, power):.2f}" for lam in (1, 5) for power in (2, 1)]
    slope = np.linalg.norm(2 * X.T @ y / 200)
    return (
        f"length of w at λ = 1: {shown[0]} squared, {shown[1]} unsquared; at λ = 5: {shown[2]} and "
        f"{shown[3]}, since 5 is over {slope:.2f}, the slope of the risk at 0"
    )


def standardised_columns():
    """Orthogonal columns, standardised: X'X, and what the sum penalty 1 does to w."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    y = data.linear_model(X, [1, -0.5], 0.3, rng)
    Z = data.standardise(np.linalg.qr(X - X.mean(axis=0))[0])
    factor = least_squares.Ridge(Z, y).w(1 / 200)[0] / least_squares.least_squares(Z, y).w[0]
    return f"X'X has {(Z.T @ Z)[0, 0]:.0f} on its diagonal; λ' = 1 shrinks by {factor:.4f}"


def gap_beyond_n():
    """Random features, 30 examples: test minus training error, the median of 15 draws."""
    widths, gaps = [2, 10, 30, 60, 600], []
    for seed in range(15):
        rng = np.random.default_rng(seed)
        psi = bias_variance.relu_features(3, 600, rng)
        A, B = rng.normal(size=(30, 3)), rng.normal(size=(200, 3))
        y = np.sin(A[:, 0]) + 0.3 * rng.normal(size=30)
        models = bias_variance.Ladder(psi(A), y, psi(B), np.sin(B[:, 0]), widths)
        train, test = models.errors()
        gaps.append(test + 0.09 - train)
    medians = ", ".join(f"{gap:.2g}" for gap in np.median(gaps, axis=0))
    return f"gaps with {', '.join(map(str, widths))} features, 30 examples: {medians}"


def too_few_examples():
    """Two examples, four coefficients: the rank, and the residual of the shortest solution."""
    X, y = np.random.default_rng(0).normal(size=(2, 4)), np.array([1.0, 2.0])
    rank = np.linalg.matrix_rank(X.T @ X)
    fit = least_squares.least_squares(X, y)
    far = np.abs(X @ fit.w - y).max()
    return f"rank {rank} of 4: no inverse; the shortest solution misses by {far:.4f}"


def any_positive_lam():
    """The smallest eigenvalue of X'X + n lam I over n lam, with a direction that X cannot see."""
    X = np.random.default_rng(0).normal(size=(5, 6))
    least = [
        np.linalg.eigvalsh(X.T @ X + 5 * lam * np.eye(6))[0] / (5 * lam) for lam in (1e-6, 1, 1e3)
    ]
    return f"least eigenvalue over nλ at λ = 1e-6, 1, 1000: {', '.join(f'{v:.3f}' for v in least)}"


def all_of_them_positive():
    """Singular values of X'X + n lam I for five examples and six coefficients."""
    X = np.random.default_rng(0).normal(size=(5, 6))
    values = np.linalg.svd(X.T @ X + 5 * 1e-6 * np.eye(6), compute_uv=False)
    return f"{len(values)} singular values at λ = 1e-6, {(values > 4e-6).sum()} of them positive"


def not_square():
    """The shape of Sigma for examples as columns, d = 6 and n = 5."""
    X = np.random.default_rng(0).normal(size=(6, 5))
    U, s, Vt = np.linalg.svd(X)
    S = np.zeros((6, 5))
    S[:5, :5] = np.diag(s)
    far = np.abs(U @ S @ S.T @ U.T - X @ X.T).max()
    return f"Σ is {S.shape[0]} × {S.shape[1]}, so Σ² is undefined; UΣΣᵀUᵀ misses XXᵀ by {far:.0f}"


def count_of_phantoms():
    """The rows that augmentation appends."""
    X, y = np.ones((7, 3)), np.ones(7)
    return f"7 examples, 3 coefficients: {len(least_squares.augment(X, y, 1.0)[0]) - 7} rows added"


def count_of_powers():
    """The number of features of a polynomial of degree 3."""
    return f"M = 3 gives {least_squares.polynomial(np.ones(2), 3).shape[1]} entries"


SLIPS = (
    Slip(
        "Durham 1, Note 34",
        r"$J(\cdot) = \Vert\cdot\Vert_2$ with $\lambda_1$, beside the penalty "
        r"$\lambda_2\Vert w\Vert_2^2$ and the limit $\Vert w\Vert_2^2 \le k_2$",
        r"$J(\cdot) = \Vert\cdot\Vert_2^2$ with $\lambda_2, k_2$: the unsquared penalty is another "
        r"rule, which gives exactly 0 from a finite $\lambda$ on",
        two_penalties,
    ),
    Slip(
        "USC 4, orthonormal columns",
        r"$X^\top X = I$ if columns have mean 0, variance 1 and no correlation",
        r"then $X^\top X = nI$, and $\lambda' = 1$ shrinks by $n/(n+1)$, not by ½",
        standardised_columns,
    ),
    Slip(
        "USC 4, overfitting",
        "more complicated models have a larger gap",
        "true up to about as many coefficients as examples; beyond, the gap falls again",
        gap_beyond_n,
    ),
    Slip(
        "USC 4, polynomial basis",
        r"$\varphi(x) \in \mathbb R^M$",
        r"$(1, x, \dots, x^M)$ has $M + 1$ entries",
        count_of_powers,
    ),
    Slip(
        "USC 4, finite classes",
        "a bound for every loss",
        "the theorem that is used is for the 0-1 loss (notebook 25)",
    ),
    Slip(
        "Waterloo 1.3.3",
        r"$W = YX^\top(XX^\top)^{-1}$",
        "needs rank $d$ (their columns are the examples); else the pseudo-inverse",
        too_few_examples,
    ),
    Slip(
        "Waterloo 1.3.5",
        r"positive definite for sufficiently large $\lambda$",
        r"for every $\lambda > 0$: no eigenvalue is under $n\lambda$",
        any_positive_lam,
    ),
    Slip(
        "Waterloo 1.3.5",
        "“no singular values”",
        "no *zero* singular values: there are $d$ of them, all positive",
        all_of_them_positive,
    ),
    Slip(
        "Waterloo 1.3.5, proof",
        r"$U\Sigma^2U^\top$",
        r"$U\Sigma\Sigma^\top U^\top$, since $\Sigma$ need not be square",
        not_square,
    ),
    Slip(
        "Waterloo 1.3.6",
        "$p$ phantom points",
        "$d$ phantom points, one for each coefficient",
        count_of_phantoms,
    ),
)
