"""Random Fourier features beside scikit-learn's sampler, and spectra beside quadrature."""

import numpy as np
from scipy import integrate
from sklearn.kernel_approximation import RBFSampler

from helpers.kernels import spectra


def rivals(rng):
    X = rng.normal(size=(500, 64))
    sampler = RBFSampler(gamma=0.5, n_components=500, random_state=0).fit(X)
    W, shifts = sampler.random_weights_.T, sampler.random_offset_
    yield (
        "500 shifted cosines of 500 points, d = 64",
        lambda: spectra.random_features(X, W, shifts),
        lambda: sampler.transform(X),
        1e-9,
        "the same frequencies and shifts",
    )
    omega = np.linspace(0, 20, 101)

    def one_by_one():
        return np.array(
            [
                integrate.quad(
                    lambda t: float(spectra.smooth_bump(np.array(t))), 0, 1, weight="cos", wvar=w
                )[0]
                / np.pi
                for w in omega
            ]
        )

    yield (
        "spectrum of the smooth bump, 101 frequencies",
        lambda: spectra.spectrum(spectra.smooth_bump, omega),
        one_by_one,
        1e-6,
        "SciPy's adaptive quadrature, one frequency at a time",
    )
