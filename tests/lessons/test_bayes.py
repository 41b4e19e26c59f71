"""The exact posteriors against SciPy, finite differences, quadrature and conjugacy."""

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import approx_fprime

from helpers.descent.batches import batch_sums
from lessons.n10_langevin.bayes import NormalInverseGamma, NormalMean
from lessons.n10_langevin.scores import Presummed, score, score_from_sums
from tests.known import log_likelihood

RNG = np.random.default_rng(0)
A = RNG.normal(size=(3, 3))
LAW = NormalInverseGamma(RNG.normal(size=3), A @ A.T + np.eye(3), phi=2.7, psi=0.6)
X = RNG.normal(size=(12, 3))
Y = X @ [1.0, -2.0, 0.5] + RNG.normal(size=12)
W = np.array([0.4, -0.3, 1.1, -0.7])


def slope(f, w, h=1e-6):
    return np.array([(f(w + h * e) - f(w - h * e)) / (2 * h) for e in np.eye(len(w))])


def test_log_density_is_scipys_normal_times_inverse_gamma_with_jacobian():
    gamma = W[-1]
    expected = (
        stats.multivariate_normal(LAW.mu, np.exp(gamma) * LAW.V).logpdf(W[:-1])
        + stats.invgamma(LAW.phi, scale=LAW.psi).logpdf(np.exp(gamma))
        + gamma
    )
    assert LAW.log_density(W) == pytest.approx(expected)


def test_log_likelihood_is_the_sum_of_scipys_logs():
    """D-7.3: the log of the product is the sum of the logs."""
    assert log_likelihood(W, X, Y) == pytest.approx(
        stats.norm(X @ W[:-1], np.exp(W[-1] / 2)).logpdf(Y).sum()
    )
    assert log_likelihood(np.array([W, W]), X, Y).shape == (2,)


def test_gradient_of_the_prior_by_finite_differences():
    """(4.2) with -d/2."""
    assert LAW.gradient(W) == pytest.approx(slope(LAW.log_density, W), rel=1e-6)
    assert LAW.gradient(np.array([W, 2 * W]))[1] == pytest.approx(LAW.gradient(2 * W))


def test_gradient_of_the_likelihood_by_finite_differences():
    """D-7.X4: (4.1), summed over examples."""
    assert score(W, X, Y) == pytest.approx(slope(lambda w: log_likelihood(w, X, Y), W), rel=1e-6)


def test_the_score_has_mean_zero_at_the_truth():
    """Exact expectation over y ~ N(x'beta, e^gamma) by Gauss-Hermite nodes."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(8)
    y = X[:1] @ W[:-1] + np.exp(W[-1] / 2) * nodes
    values = np.array([score(W, X[:1], np.array([v])) for v in y])
    assert weights @ values / weights.sum() == pytest.approx(np.zeros(4), abs=1e-12)


def test_prior_plus_likelihood_minus_posterior_is_the_same_everywhere():
    """Conjugacy: log f + log L - log f(. | y) is the log evidence, whatever w."""
    post = LAW.posterior(X, Y)
    w = RNG.normal(size=(6, 4))
    evidence = LAW.log_density(w) + log_likelihood(w, X, Y) - post.log_density(w)
    assert evidence == pytest.approx(np.full(6, evidence[0]))


def test_evidence_is_the_multivariate_t_density_of_the_answers():
    spread = LAW.psi / LAW.phi * (np.eye(12) + X @ LAW.V @ X.T)
    evidence = LAW.log_density(W) + log_likelihood(W, X, Y) - LAW.posterior(X, Y).log_density(W)
    assert evidence == pytest.approx(
        stats.multivariate_t(X @ LAW.mu, spread, df=2 * LAW.phi).logpdf(Y)
    )


@pytest.mark.parametrize("tau", [0.3, 1.0, 1.8])
def test_tempering_is_a_power_of_the_density(tau):
    w = RNG.normal(size=(6, 4))
    rest = LAW.log_density(w) / tau - LAW.temper(tau).log_density(w)
    assert rest == pytest.approx(np.full(6, rest[0]))
    assert LAW.temper(tau).mode == pytest.approx(LAW.mode)  # a power moves no maximum


def test_mode_is_where_the_gradient_vanishes():
    assert LAW.gradient(LAW.mode) == pytest.approx(np.zeros(4), abs=1e-12)
    assert np.all(
        LAW.log_density(LAW.mode + 0.1 * RNG.normal(size=(50, 4))) < LAW.log_density(LAW.mode)
    )


def test_marginals_are_scipys_t_and_inverse_gamma():
    x = np.linspace(0.1, 3, 7)
    t = stats.t(2 * LAW.phi, LAW.mu[1], np.sqrt(LAW.psi / LAW.phi * LAW.V[1, 1]))
    sigma2 = stats.invgamma(LAW.phi, scale=LAW.psi)
    assert LAW.marginal(x, 1) == pytest.approx(t.pdf(x))
    assert LAW.marginal(np.log(x), 3) == pytest.approx(
        sigma2.pdf(x) * x
    )  # density of log sigma^2: with the Jacobian
    second, first = (sigma2.expect(lambda v, p=p: np.log(v) ** p) for p in (2, 1))
    assert LAW.sd()[[1, 3]] == pytest.approx([t.std(), (second - first**2) ** 0.5])


def test_independent_draws_have_the_marginals():
    draws = LAW.draw(np.random.default_rng(1), 4000)
    t = stats.t(2 * LAW.phi, LAW.mu[1], np.sqrt(LAW.psi / LAW.phi * LAW.V[1, 1]))
    assert stats.kstest(draws[:, 1], t.cdf).pvalue > 1e-4
    assert (
        stats.kstest(np.exp(draws[:, -1]), stats.invgamma(LAW.phi, scale=LAW.psi).cdf).pvalue > 1e-4
    )
    residue = (draws[:, :3] - LAW.mu) / np.exp(draws[:, 3:] / 2)
    assert np.cov(residue.T) == pytest.approx(LAW.V, abs=0.35)


def test_density_of_log_variance_integrates_to_one_only_with_the_jacobian():
    """D-7.X2"""
    gamma = np.linspace(-12, 25, 20_001)
    with_jacobian = np.exp(LAW.log_gamma(gamma))
    assert np.trapezoid(with_jacobian, gamma) == pytest.approx(1)
    assert np.trapezoid(with_jacobian * np.exp(-gamma), gamma) == pytest.approx(
        LAW.phi / LAW.psi
    )  # not 1: E 1/sigma^2


def test_batch_sums_give_the_score_without_the_data():
    J = RNG.integers(12, size=(5, 2, 4))
    many = RNG.integers(12, size=(3, 500, 1000))  # more than one block
    assert batch_sums(X, Y, many)[2, 499] == pytest.approx(batch_sums(X, Y, many[2, 499][None])[0])
    w = RNG.normal(size=(5, 2, 4))
    S = batch_sums(X, Y, J)
    assert S.shape == (5, 2, 4, 4)
    assert score_from_sums(w, S, 4) == pytest.approx(score(w, X[J], Y[J]))
    assert S[3, 1, -1, -1] == pytest.approx((Y[J[3, 1]] ** 2).sum())


def test_presummed_batches_give_an_unbiased_gradient_with_the_stated_noise_and_curvature(
    k=4000, m=5
):
    lab = Presummed(LAW, X, Y, (m,), 1, k, np.random.default_rng(3))
    mode = lab.law.mode
    v = lab.grad(m)(np.tile(mode, (k, 1)))
    assert np.all(
        np.abs(v.mean(axis=0)) < 5 * v.std(axis=0) / k**0.5
    )  # the whole gradient is zero at the mode
    assert v.var(axis=0) == pytest.approx(lab.noise(m), rel=0.15)
    one = np.array([score(mode, X[i : i + 1], Y[i : i + 1]) for i in range(12)])
    assert lab.noise(m) == pytest.approx(12**2 / m * one.var(axis=0))
    hessian = np.array([slope(lambda w, j=j: lab.law.gradient(w)[j], mode)[j] for j in range(4)])
    assert lab.curvature == pytest.approx(-hessian, rel=1e-6)
    assert lab.grad(m)(np.tile(mode, (k, 1))) == pytest.approx(
        v
    )  # every pass begins with the first batch


def test_normal_mean_posterior_is_proportional_to_likelihood_times_prior():
    """D-7.4 in one dimension, by quadrature; and its gradient by finite differences."""
    model = NormalMean(Y, sigma=0.7, s=1.4)
    grid = np.linspace(-4, 4, 4001)
    log_p = stats.norm(grid[:, None], 0.7).logpdf(Y).sum(axis=1) + stats.norm(0, 1.4).logpdf(grid)
    p = np.exp(log_p - log_p.max())
    p /= np.trapezoid(p, grid)
    assert p == pytest.approx(stats.norm(model.mean, model.precision**-0.5).pdf(grid), abs=1e-9)
    assert p == pytest.approx(np.exp(model.log_density(grid)), abs=1e-9)
    w = np.array([0.3])
    numeric = approx_fprime(
        w, lambda v: stats.norm(v, 0.7).logpdf(Y).sum() + stats.norm(0, 1.4).logpdf(v)[0], 1e-7
    )
    assert model.score(w, Y) + model.prior_score(w) == pytest.approx(numeric, rel=1e-5)


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: NormalInverseGamma([0.0], [[-1.0]], 1, 1), "positive definite"),
        (lambda: NormalInverseGamma([0.0, 1.0], [[1.0]], 1, 1), "V must have shape"),
        (lambda: NormalInverseGamma([0.0], [[1.0]], 0, 1), "phi must be positive"),
        (lambda: LAW.temper(9.0), "cannot be normalised"),
        (lambda: LAW.temper(-1), "tau must be positive"),
        (lambda: NormalMean([]), "z is empty"),
        (lambda: LAW.posterior(X, Y[:3]), "one answer per row"),
    ],
)
def test_bad_input_gets_one_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
