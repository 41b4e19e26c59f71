"""Slips of USC lecture 4 and Durham lecture 1 that notebook 05 decides."""

import numpy as np

from helpers import data
from helpers.desk.slips import Slip
from helpers.linear import least_squares, subsets


def share_kept(X, lam):
    """The share of the least-squares coefficients that ridge keeps, sum form."""
    y = X.sum(axis=1)
    return least_squares.Ridge(X, y).w(lam / len(X)) / least_squares.least_squares(X, y).w


def standardised_columns():
    """X'X of a standardised column, and what ridge with λ' = 1 keeps of its coefficient."""
    Z = data.standardise(np.random.default_rng(1).normal(size=(200, 1)) + 7)
    return f"n = 200: X'X = {(Z.T @ Z).item():.0f}, share kept {share_kept(Z, 1)[0]:.3f}, not 0.5"


def unequal_columns():
    """What ridge with λ' = 1 keeps for orthogonal columns of lengths 10, 1, 0.1."""
    Q = np.linalg.qr(np.random.default_rng(2).normal(size=(200, 3)))[0]
    kept = ", ".join(f"{share:.4f}" for share in share_kept(Q * [10, 1, 0.1], 1))
    return f"lengths 10, 1, 0.1 and λ' = 1: shares {kept}"


def no_price_for_one():
    """Two columns that are useless alone and perfect together."""
    u, v = np.linalg.qr(np.random.default_rng(0).normal(size=(50, 2)))[0].T * np.sqrt(50)
    X = np.column_stack([u, 0.76 * u + np.sqrt(1 - 0.76**2) * v])
    y = (X[:, 0] - X[:, 1]) / np.sqrt(0.48)
    risk = subsets.best_subset(X, y).risk
    bought = sorted({int(np.argmin(risk + lam * np.arange(3))) for lam in np.linspace(0, 2, 2001)})
    best = ", ".join(f"{r:.2f}" for r in risk)
    return f"best risks {best} for k = 0, 1, 2: prices buy k = {bought[0]} and {bought[1]} only"


def one_row_for_all():
    """The printed risk, with one x_i for every z, at w = 0 and at the true w."""
    rng, w = np.random.default_rng(3), np.array([1.0, -1.0])
    X = rng.normal(size=(10**5, 2))
    y = X @ w + 0.5 * rng.normal(size=10**5)
    fixed = X[0] @ w
    printed = [np.mean((v - y) ** 2) for v in (0.0, fixed)]
    right = [np.mean((X @ v - y) ** 2) for v in (np.zeros(2), w)]
    return (
        f"risk of w = 0 and of the true w: as printed {printed[0]:.2f} and {printed[1]:.2f}, "
        f"with x {right[0]:.2f} and {right[1]:.2f}"
    )


SLIPS = (
    Slip(
        "USC 4, isotropic case",
        r"$X^\top X = I$ “means” mean 0, variance 1, uncorrelated columns",
        r"standardised, uncorrelated columns have $X^\top X = nI$; $X^\top X = I$ means mean "
        r"square $\frac1n$ and says nothing about the mean",
        standardised_columns,
    ),
    Slip(
        "USC 4, after the isotropic case",
        "with unequal variances a similar shrinkage",
        r"the share kept is $\frac{a_j^2}{a_j^2 + \lambda'}$: from nearly all to nearly nothing",
        unequal_columns,
    ),
    Slip(
        "Durham 1, Note 30",
        r"the budget $\Vert w\Vert_0 \le k_0$ can be rewritten with a price $\lambda_0$",
        r"price $\Rightarrow$ budget; the converse fails, since $\Vert w\Vert_0$ is not convex "
        "(Theorem 5.10)",
        no_price_for_one,
    ),
    Slip(
        "Durham 1, Example 31",
        r"$\mathbb E_{z \sim g}(\langle w, x_i\rangle - y)^2$",
        r"$\mathbb E_{z \sim g}(\langle w, x\rangle - y)^2$: one new example, not a fixed $x_i$",
        one_row_for_all,
    ),
)
