"""Gram matrices and kernel ridge regression beside scikit-learn and SciPy."""

import numpy as np
from scipy import linalg
from sklearn import kernel_ridge, metrics

from helpers.kernels import gaussian, polynomial
from helpers.kernels.gram import Pairs, largest_subtraction
from helpers.kernels.ridge import KernelRidge

GAMMA = 1 / (2 * 0.5**2)  # of the bandwidth 0.5, as scikit-learn writes it


def rivals(rng):
    X = rng.normal(size=(300, 2))
    yield from gram(X)
    yield from ridge(rng, X)


def gram(X):
    k, pairs = gaussian(0.5), Pairs(X)
    k(pairs)
    yield (
        "Gaussian Gram matrix, n = 300",
        lambda: k(X),
        lambda: metrics.pairwise.rbf_kernel(X, gamma=GAMMA),
        1e-12,
        "",
    )
    yield (
        "the same, new bandwidth, distances kept",
        lambda: k(pairs),
        lambda: metrics.pairwise.rbf_kernel(X, gamma=GAMMA),
        1e-12,
        "what a bandwidth slider pays",
    )
    L, P = np.exp(-np.abs(X[:, :1] - X[:, 0])), polynomial(2)(X[:, :1])
    yield (
        "largest c with K₁ − c K₂ ≥ 0, n = 300",
        lambda: largest_subtraction(L, P),
        lambda: 1 / linalg.eigh(P, L, eigvals_only=True)[-1],
        1e-6,
        "theirs (SciPy) needs an invertible K₁",
    )


def ridge(rng, X):
    Z, lams, k = rng.normal(size=(400, 2)), np.geomspace(1e-4, 1, 30), gaussian(0.5)
    y = np.sin(3 * X[:, 0]) + 0.1 * rng.normal(size=300)

    def sklearn(lam):
        machine = kernel_ridge.KernelRidge(alpha=300 * lam, kernel="rbf", gamma=GAMMA)
        return machine.fit(X, y).predict(Z)

    yield (
        "kernel ridge, 1 λ, n = 300, 400 predictions",
        lambda: KernelRidge(k(X), y).predict(k(Z, X), 0.01),
        lambda: sklearn(0.01),
        1e-8,
        "ours factors once for all λ (eigenvectors), theirs for one (Cholesky)",
    )
    yield (
        "kernel ridge, 30 λ",
        lambda: KernelRidge(k(X), y).predict(k(Z, X), lams),
        lambda: [sklearn(lam) for lam in lams],
        1e-7,
        "one eigendecomposition serves all λ",
    )
