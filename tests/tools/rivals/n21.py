"""Mirror descent: all weights at once, beside a loop over the rounds and SciPy."""

import numpy as np
from scipy.optimize import minimize

from helpers.descent.projections import project_simplex
from helpers.online import mirror


def rivals(rng):
    Z = mirror.coins(400, 300, rng)

    def loop():
        theta, found = np.zeros(300), []
        for z in Z:
            found.append(project_simplex(0.01 * theta))
            theta = theta - z
        return np.array(found)

    yield (
        "OGD, 300 experts, 400 rounds",
        lambda: mirror.mirror_descent(Z, mirror.QUADRATIC, 0.01).w[:-1],
        loop,
        1e-10,
        "one batched projection beside 400",
    )
    yield (
        "EG, 300 experts, 400 rounds",
        lambda: mirror.mirror_descent(Z, mirror.ENTROPIC, 0.1).w,
        lambda: mirror.multiplied(Z, 0.1),
        1e-10,
        "one softmax beside 400 multiplications",
    )
    grid = np.linspace(-6, 6, 2401)
    slopes = np.linspace(-2, 2, 41)

    def scipy_conjugate():
        return np.array(
            [-minimize(lambda w, s=s: np.cosh(w[0]) - s * w[0], [0.0]).fun for s in slopes]
        )

    yield (
        "conjugate of cosh at 41 slopes",
        lambda: mirror.conjugate_on_grid(np.cosh(grid), grid, slopes)[0],
        scipy_conjugate,
        1e-4,
        "a grid of 2401 points beside SciPy, one slope at a time",
    )
