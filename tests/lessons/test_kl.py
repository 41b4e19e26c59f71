"""The Kullback-Leibler risk against quadrature and minimisers."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import minimize_scalar

from lessons.n01_risk import kl

rng = np.random.default_rng(1)


def five_errors(sample, value, sd):
    """Is the mean of the sample within 5 standard errors of the value, the standard deviation being
    known?"""
    return abs(np.mean(sample) - value) <= 5 * sd / len(sample) ** 0.5


# Kullback and Leibler


@pytest.mark.parametrize("a, shift", [(0.0, 2.0), (0.3, 4.0), (0.5, -3.0)])
def test_the_mixture_is_a_law_with_these_moments(a, shift):
    g = kl.Mixture(a, shift)
    integral = lambda f: quad(f, -14, 14, points=[0, shift], limit=200)[0]  # noqa: E731
    assert np.isclose(integral(g.density), 1)
    assert np.isclose(integral(lambda z: z * g.density(z)), g.mean)
    assert np.isclose(integral(lambda z: (z - g.mean) ** 2 * g.density(z)), g.variance)
    assert np.isclose(
        integral(lambda z: -g.density(z) * np.log(g.density(z))), g.entropy, atol=1e-10
    )
    assert np.isclose(quad(g.density, -14, 1.3, limit=200)[0], g.cdf(1.3))
    assert np.isclose(g.cdf(g.median), 0.5)
    assert np.isclose(
        quad(lambda z: abs(z - 0.7) * g.density(z), -14, 14, points=[0.7], limit=200)[0],
        g.absolute(0.7),
    )


def test_draws_follow_the_mixture():
    g, n = kl.Mixture(0.3, 4.0), 20000
    r = np.random.default_rng(7)
    z = g.draw(r.uniform(size=n), r.standard_normal(n))
    assert five_errors(z, g.mean, g.variance**0.5)
    assert five_errors(z < 1, g.cdf(1), 0.5)


@pytest.mark.parametrize("model", [kl.NORMAL, kl.LAPLACE], ids=lambda m: m.name)
def test_the_risk_is_the_divergence_and_the_projection_its_minimiser(model):
    g = kl.Mixture(0.3, 4.0)
    for theta in (-1.0, 0.5, 3.0):
        f = lambda z: g.density(z) * (np.log(g.density(z)) - model.log_density(z, theta))  # noqa: E731, B023
        assert np.isclose(
            quad(f, -12, 16, points=[theta], limit=200)[0], model.kl(g, theta), atol=1e-8
        )
    best = minimize_scalar(
        lambda t: model.kl(g, t), bounds=(-1, 4), method="bounded", options={"xatol": 1e-10}
    )
    assert abs(model.projection(g) - best.x) < 1e-5
    assert np.isclose(
        quad(lambda z: np.exp(model.log_density(z, 0.4)), -20, 20, points=[0.4])[0], 1
    )


@pytest.mark.parametrize("model", [kl.NORMAL, kl.LAPLACE], ids=lambda m: m.name)
def test_the_mle_minimises_the_empirical_risk(model):
    z = kl.Mixture(0.3, 4.0).draw(rng.uniform(size=31), rng.standard_normal(31))
    theta = np.append(np.linspace(-2, 5, 1401), model.mle(z))
    cost = -model.log_density(z[:, None], theta).mean(axis=0)
    assert cost.argmin() == 1401
    assert np.allclose(model.empirical(z, theta), cost) and model.empirical(
        np.stack([z, z]), theta
    ).shape == (2, 1402)


def test_the_normal_model_contains_the_trivial_mixture():
    assert abs(kl.NORMAL.kl(kl.Mixture(0.0, 3.0), 0.0)) < 1e-12
    assert kl.LAPLACE.kl(kl.Mixture(0.0, 3.0), 0.0) > 0.07
