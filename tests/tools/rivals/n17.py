"""Gaussian processes beside scikit-learn."""

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF

from helpers.kernels import gaussian, gp


def rivals(rng):
    x, new = np.sort(rng.uniform(0, 10, 300)), np.linspace(0, 10, 200)
    y = np.sin(x) + 0.3 * rng.normal(size=300)
    k = gaussian(0.7)

    def ours():
        mean, variance = gp.posterior(k(x), k(new, x), k.diag(new), y, 0.3)
        return np.concatenate([mean, np.sqrt(variance)])

    def theirs():
        machine = GaussianProcessRegressor(RBF(0.7), alpha=0.3**2, optimizer=None)
        mean, sd = machine.fit(x[:, None], y).predict(new[:, None], return_std=True)
        return np.concatenate([mean, sd])

    yield (
        "posterior mean and sd, n = 300, 200 places",
        ours,
        theirs,
        1e-8,
        "one Cholesky factor each",
    )

    small, values = x[::12], y[::12]
    widths = np.geomspace(0.1, 5, 40)

    def evidence():
        grams = np.array([gaussian(w)(small) for w in widths])
        return sum(gp.log_evidence(grams, values, 0.3))

    def refits():
        return np.array(
            [
                GaussianProcessRegressor(RBF(w), alpha=0.3**2, optimizer=None)
                .fit(small[:, None], values)
                .log_marginal_likelihood_value_
                for w in widths
            ]
        )

    yield (
        "log evidence of 40 bandwidths, n = 25",
        evidence,
        refits,
        1e-8,
        "a stack of factors beside 40 fits",
    )
