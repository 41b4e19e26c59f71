"""Kernel principal components and cheapest curves, beside scikit-learn and SciPy."""

import numpy as np
from scipy.interpolate import CubicSpline
from sklearn.decomposition import KernelPCA as Rival
from sklearn.kernel_ridge import KernelRidge as RidgeRival

from helpers.kernels import gaussian, laplace, linear, rkhs
from helpers.kernels.kpca import KernelPCA


def rivals(rng):
    X, new = rng.normal(size=(300, 5)), rng.normal(size=(100, 5))
    k = gaussian(2.0)

    def squares():
        found = KernelPCA(k(X))
        return found.scores(k(new, X), slice(10)) ** 2

    machine = Rival(10, kernel="rbf", gamma=1 / 8, eigen_solver="dense")
    yield (
        "kernel PCA, n = 300, 10 components, 100 new points",
        squares,
        lambda: machine.fit(X).transform(new) ** 2,
        1e-8,
        "squared scores: signs are free",
    )
    x, y = (np.arange(30) + rng.uniform(0.2, 0.8, 30)) / 30, rng.normal(size=30)
    grid = np.linspace(x[0], x[-1], 200)
    spline = 1 + linear() + rkhs.cubic_spline()

    def interpolant():
        return spline(grid, x) @ rkhs.coefficients(spline(x), y)

    first = (rkhs.shape("bend", x[:1], x, 1)[1] @ rkhs.coefficients(spline(x), y))[0]
    yield (
        "cubic spline through 30 points",
        interpolant,
        lambda: CubicSpline(x, y, bc_type=((1, first), (2, 0.0)))(grid),
        1e-5,
        "a dense system beside a tridiagonal one",
    )
    ridge = RidgeRival(alpha=0.3, kernel="laplacian", gamma=5.0)
    centres = np.append(x, rng.uniform(0, 1, 10))
    yield (
        "30 points, 40 centres, Laplace’s kernel",
        lambda: (
            laplace(0.2)(grid, centres)
            @ rkhs.with_centres(laplace(0.2)(x, centres), laplace(0.2)(centres), y, 0.01)
        ),
        lambda: ridge.fit(x[:, None], y).predict(grid[:, None]),
        1e-6,
        "scikit-learn is not offered the extra centres",
    )
