"""The rows of the results ledger that notebook 10 owns and that the module tests do not already
decide."""

import numpy as np
import pytest
from scipy import stats

from helpers.descent.chains import (
    average_variance,
    linear_law,
    stationary_variance,
    tempered,
    variance_path,
)
from helpers.descent.langevin import ascend, minibatch, sgld
from helpers.descent.optim import gradient_descent
from helpers.descent.problems import normal_pairs
from helpers.descent.projections import project_ball
from helpers.descent.wells import grad_wells, log_wells
from helpers.linear.least_squares import Ridge
from lessons.n10_langevin import slips as errata
from lessons.n10_langevin.bayes import NormalInverseGamma, NormalMean
from lessons.n10_langevin.scores import Presummed, score
from tests.known import gradient, log_likelihood

rng = np.random.default_rng(10)
X = np.column_stack([np.ones(15), rng.normal(size=15)])
Y = X @ [0.5, 1.5] + rng.normal(size=15)
PRIOR = NormalInverseGamma(
    [0.2, -0.1], [[2.0, 0.3], [0.3, 1.0]], phi=2.5, psi=0.5
)  # phi != psi, V != I
POST = PRIOR.posterior(X, Y)
WHOLE = gradient(score, PRIOR.gradient, (X, Y))


def test_posterior_expectations_by_quadrature_and_by_monte_carlo():
    """D-7.5: E sigma^2 and E beta_2^2 by sums of L f over a grid, and by averaging draws."""
    b = np.linspace(-2, 4, 49)
    g = np.linspace(-3, 3, 61)
    grid = np.stack(np.meshgrid(b, b, g, indexing="ij"), axis=-1).reshape(-1, 3)
    log_p = PRIOR.log_density(grid) + log_likelihood(grid, X, Y)
    p = np.exp(log_p - log_p.max())
    draws = POST.draw(np.random.default_rng(0), 40_000)
    for h in (lambda w: np.exp(w[:, 2]), lambda w: w[:, 1] ** 2):
        exact, values = (p * h(grid)).sum() / p.sum(), h(draws)
        assert abs(values.mean() - exact) < 5 * values.std() / 200 + 1e-3
    assert (p * np.exp(grid[:, 2])).sum() / p.sum() == pytest.approx(
        POST.psi / (POST.phi - 1), rel=1e-3
    )


def test_monte_carlo_error_falls_with_the_root_of_the_effective_sample_size(eta=0.4, T=400, k=2000):
    """D-7.17: over many chains the average's variance times the effective sample size is the
    variance."""
    s = stationary_variance(eta, 1.0, 1.0)
    start = np.sqrt(s) * np.random.default_rng(1).standard_normal((k, 1))
    run = sgld(lambda w: -w, start, eta, 1.0, T, np.random.default_rng(2))
    assert run.average().var() * T * eta / (2 - eta) == pytest.approx(
        s, rel=5 * (2 / k) ** 0.5 + 0.01
    )


def test_the_mode_with_a_normal_prior_is_ridge_regression(sigma=0.7, s=0.4):
    """D-7.6: lam = sigma^2 / (n s^2) for mean squared residual + lam |w|^2."""
    lam = sigma**2 / (len(Y) * s**2)
    mode = ascend(lambda w: X.T @ (Y - X @ w) / sigma**2 - w / s**2, np.zeros(2), 0.01, 2000).last
    assert mode == pytest.approx(Ridge(X, Y).w(lam))
    assert NormalMean(Y, sigma, s).mean == pytest.approx(Ridge(np.ones((15, 1)), Y).w(lam)[0])


def test_the_map_objective_has_the_logarithm_of_the_prior():
    """D-7.9 (E7-01): log L + log f has its top at the posterior mode, log L + f elsewhere."""
    model, w = NormalMean([2.5, 2.5, 2.5]), np.linspace(0, 4, 40_001)
    log_L, f = stats.norm(w[:, None], 1).logpdf(model.z).sum(axis=1), stats.norm(0, 1).pdf(w)
    assert w[np.argmax(log_L + np.log(f))] == pytest.approx(model.mean, abs=1e-4)
    assert w[np.argmax(log_L + f)] > model.mean + 0.5


def test_gradient_ascent_reaches_the_conjugate_mode_and_not_the_likelihoods():
    """D-7.11: the limit is the mode of (beta, gamma), which at n = 15 is not the
    MLE."""
    limit = ascend(WHOLE, np.zeros(3), 0.02, 4000).last
    assert limit == pytest.approx(POST.mode, abs=1e-8)
    beta, rss = np.linalg.lstsq(X, Y, rcond=None)[:2]
    mle = np.append(beta, np.log(rss[0] / 15))
    assert np.abs(score(mle, X, Y)).max() < 1e-9 and np.abs(limit - mle).max() > 0.1


def test_sgd_leaves_the_mle_and_settles_at_the_mode():
    """D-7.F4.1 (E7-06): SGD itself, with shrinking steps and from the MLE, ends at the mode.

    With n = 15 by 5 standard errors (and 0.5 % of the gap for the last step's bias); on the notes'
    10 000 examples, where chance would hide the gap, two runs with the same batches differ by it.
    """
    mode, mle, found, error = errata.fifteen()
    assert abs(found - mode) < 5 * error + 0.005 * abs(mode - mle)
    assert abs(found - mle) > 0.9 * abs(mode - mle) > 100 * error
    exact, apart = errata.same_batches()
    assert apart == pytest.approx(exact, rel=0.03) and exact > 5e-4


@pytest.mark.parametrize("tau", [0.5, 1.0, 3.0])
def test_sgld_samples_the_tempered_density(tau, eta=0.01, k=3000):
    """D-7.18: the algorithm itself, on a normal posterior and on one that is not normal.

    Normal: variance tau/a, times 1/(1 - eta a/2) for the step. Two wells close together: second
    moment and density between the wells as f^(1/tau) has them, from starts on both sides.
    """
    run = sgld(lambda w: -2 * w, np.zeros((k, 1)), eta, tau, 300, np.random.default_rng(11))
    draws = run.w[200::20]
    assert draws.var() == pytest.approx(tau / 2 / (1 - eta), rel=0.05)
    start = np.tile([[0.8], [-0.8]], (k // 2, 1))
    run = sgld(lambda w: grad_wells(w, 0.8), start, eta, tau, 600, np.random.default_rng(12))
    grid = np.linspace(-12, 12, 4801)
    f = tempered(lambda w: log_wells(w, 0.8), grid, tau)
    draws = run.w[300::50]
    second = np.trapezoid(grid**2 * f, grid)
    assert (draws**2).mean() == pytest.approx(second, rel=0.06)
    assert abs(second - 0.64 - 0.25) > 0.1 or tau == 1  # and not that of f itself
    middle = np.trapezoid(f[np.abs(grid) < 0.4], grid[np.abs(grid) < 0.4])
    assert np.mean(np.abs(draws) < 0.4) == pytest.approx(middle, rel=0.08)


def test_along_a_run_the_kicks_overtake_the_gradients_noise_at_the_crossing_step(k=4000):
    """D-7.21: both noises, measured on SGLD with shrinking steps, change places at 2 tau/V."""
    model, m, tau = NormalMean(Y + 2, s=0.5), 3, 0.4
    guess = minibatch(
        model.score, model.prior_score, (model.z,), m, np.random.default_rng(13), replace=False
    )
    start = np.full((k, 1), 1.0)
    run = sgld(guess, start, lambda t: 0.05 * t**-0.6, tau, 60, np.random.default_rng(14))
    slope = gradient(model.score, model.prior_score, (model.z,))(run.w[:-1].reshape(-1, 1))
    error = run.eta[:, None] * (run.v[..., 0] - slope.reshape(60, k))
    ratio = error.var(axis=1) / run.extra["shake"][..., 0].var(axis=1)
    crossing = 2 * tau / model.gradient_variance(m, replace=False)
    assert ratio == pytest.approx(run.eta / crossing, rel=0.15)
    assert np.mean(ratio * crossing / run.eta) == pytest.approx(1, rel=0.015)
    change = (0.05 / crossing) ** (1 / 0.6)
    assert (
        5 < change < 50 and ratio[: int(0.8 * change)].min() > 1 > ratio[int(1.3 * change) :].max()
    )


def test_without_the_factor_n_over_m_sgd_shifts_towards_the_prior(m=3, k=4000):
    """D-7.13: SGD with n/m is centred at the mode; without it at the mode of L^(m/n) f."""
    model, start = NormalMean(Y + 2, s=0.5), np.full((k, 1), 1.0)
    for over, centre in ((1, model.mean), (15 / m, m * model.z.mean() / (m + 4))):
        guess = minibatch(
            lambda w, z, o=over: model.score(w, z) / o,
            model.prior_score,
            (model.z,),
            m,
            np.random.default_rng(3),
        )
        last = ascend(guess, start, 0.02 * over, 200).last
        assert abs(last.mean() - centre) < 5 * last.std() / k**0.5
    assert centre < model.mean - 0.3


def test_projection_adagrad_and_svrg_find_the_same_mode():
    """D-7.15: the variants of SGD only change how the unbiased guess is used."""
    guess = minibatch(score, PRIOR.gradient, (X, Y), 5, np.random.default_rng(4))
    projected = gradient_descent(
        lambda w: -guess(w), np.zeros(3), 0.004, 6000, project=lambda w: project_ball(w, 10)
    )
    assert projected.average(burn=3000) == pytest.approx(POST.mode, abs=0.1)

    squares = np.zeros(3)

    def adagrad(w):
        v = -guess(w)
        squares[:] += v * v
        return v / np.sqrt(squares + 1e-9)

    assert gradient_descent(adagrad, np.zeros(3), 0.5, 6000).average(burn=3000) == pytest.approx(
        POST.mode, abs=0.1
    )

    pick, kept = np.random.default_rng(5), {}

    def svrg(w):
        if not kept or kept["age"] == 30:
            kept.update(age=0, w=w, whole=WHOLE(w))
        kept["age"] += 1
        i = pick.integers(15, size=5)
        change = 3 * (score(w, X[i], Y[i]) - score(kept["w"], X[i], Y[i]))
        return -(kept["whole"] + change + PRIOR.gradient(w) - PRIOR.gradient(kept["w"]))

    assert gradient_descent(svrg, np.zeros(3), 0.01, 4000).last == pytest.approx(
        POST.mode, abs=1e-6
    )


def test_a_draw_lies_tau_d_over_two_below_the_top(d=40, tau=0.7, eta=0.1, k=400):
    """D-7.22: so it is no near-maximiser unless tau d is small."""
    run = sgld(lambda w: -w, np.zeros((k, d)), eta, tau, 80, np.random.default_rng(6))
    gap = (run.w[-1] ** 2).sum(axis=1) / 2
    assert abs(gap.mean() - tau * d / 2 / (1 - eta / 2)) < 5 * gap.std() / k**0.5
    assert gap.min() > tau * d / 8


def test_which_rates_satisfy_the_condition():
    """D-7.24, D-7.25 (E5-01): sum eta = inf and sum eta^2 < inf only for 1/2 < s <= 1 without
    floor.

    What the terms 1001, ..., 10^6 add to the first 1000, relative to them: a lot, or nearly
    nothing.
    """
    t = np.arange(1, 10**6 + 1)

    def tails(eta):
        return eta[1000:].sum() / eta[:1000].sum(), (eta[1000:] ** 2).sum() / (
            eta[:1000] ** 2
        ).sum()

    for s in (0.75, 0.9, 1.0):
        first, second = tails(t**-s)
        assert first > 0.9 and second < 0.05
    for eta in (0 * t + 0.1, t**-0.5, 1 / t + 0.01):
        first, second = tails(eta)
        assert first > 0.9 and second > 0.05
    assert (t**-2.0)[1000:].sum() < 1e-3  # and 1/t^2 never gets far


def test_forgetting_to_discard_the_burn_in_moves_the_mean(eta=0.02, a=1.0, T=400):
    """D-7.27: the exact mean of the average from a start 10 away, with and without the first
    half."""
    mean = linear_law(np.full(T, eta), a, 1.0, start=10.0)[0][:-1]
    assert mean.mean() == pytest.approx(10 * (1 - 0.98**T) / (eta * T)) and mean.mean() > 1
    assert abs(mean[T // 2 :].mean()) < 0.05


def test_at_temperature_one_the_variance_is_the_posteriors_as_the_step_vanishes(a=51.0, V=200.0):
    """D-7.29: the ratio tends to 1, from above, with an error proportional to eta."""
    excess = [stationary_variance(eta, a, 1.0, V) * a - 1 for eta in (1e-3, 1e-4, 1e-5)]
    assert (
        min(excess) > 0
        and excess[-1] < 2e-3
        and excess[1] / excess[2] == pytest.approx(10, rel=0.02)
    )


def test_the_weights_add_up_to_one_only_if_the_sum_runs_over_the_primed_index():
    """D-7.31 (E7-08): with t' held at the first index they add up to less; with t' = t they are the
    plain average's."""
    run = sgld(lambda w: -w, [3.0], lambda t: 1 / t, 1.0, 10, np.random.default_rng(7))
    eta = run.eta
    assert (eta / eta.sum()).sum() == pytest.approx(1)
    assert run.weighted() == pytest.approx((eta / eta.sum()) @ run.w[:-1])
    assert (eta / (10 * eta[0])).sum() == pytest.approx(0.2929, abs=1e-4)
    assert (eta / (10 * eta)) @ run.w[:-1] == pytest.approx(run.average())


def test_the_weighted_average_has_the_smaller_variance():
    """D-7.32: exact ratios on a grid of schedules, all below one; 0.50 at s = 3/4, C = 1, T = 20
    000."""
    t, ratio = np.arange(1, 20_001), {}
    for s in (0.55, 0.75, 1.0):
        for C in (0.5, 1.0):
            eta = (C / t) ** s
            weighted, plain = (
                average_variance(eta, c, 1, 1, start=1)[-1] for c in (eta, np.ones(20_000))
            )
            ratio[s, C] = weighted / plain
    assert max(ratio.values()) < 1 and min(ratio.values()) > 0.25
    assert ratio[0.75, 1.0] == pytest.approx(0.5, abs=0.01)


def test_the_normal_density_integrates_to_one_and_not_as_printed():
    """D-7.X1 (E7-02): (2 pi)^(-d/2) det^(-1/2); as printed, (2 pi)^-d / det, the integral is not
    1."""
    x = np.linspace(-15, 15, 301)
    grid = np.stack(np.meshgrid(x, x, indexing="ij"), axis=-1)
    cell = (x[1] - x[0]) ** 2
    right = np.exp(PRIOR.log_beta(grid, 0.4)).sum() * cell
    Sigma = np.exp(0.4) * PRIOR.V
    bell = (
        np.exp(
            -np.einsum("...i,ij,...j", grid - PRIOR.mu, np.linalg.inv(Sigma), grid - PRIOR.mu) / 2
        ).sum()
        * cell
    )
    assert right == pytest.approx(1)
    assert bell / (2 * np.pi) ** 2 / np.linalg.det(Sigma) < 0.2


def test_the_log_densities_as_printed_are_not_scipys():
    """D-7.X3 (E7-03, E7-04): -det V/2 for -log det V/2, and psi log phi for phi log psi."""
    beta, gamma = np.array([0.3, 0.8]), -0.2
    exact = stats.multivariate_normal(PRIOR.mu, np.exp(gamma) * PRIOR.V).logpdf(beta)
    assert PRIOR.log_beta(beta, gamma) == pytest.approx(exact)
    assert (
        abs(PRIOR.log_beta(beta, gamma) + PRIOR.log_det / 2 - np.linalg.det(PRIOR.V) / 2 - exact)
        > 0.1
    )
    exact = stats.invgamma(PRIOR.phi, scale=PRIOR.psi).logpdf(np.exp(gamma)) + gamma
    printed = PRIOR.log_gamma(gamma) - PRIOR.phi * np.log(PRIOR.psi) + PRIOR.psi * np.log(PRIOR.phi)
    assert PRIOR.log_gamma(gamma) == pytest.approx(exact) and abs(printed - exact) > 1
    same = NormalInverseGamma([0.0], [[1.0]], 1, 1)  # the notes' phi = psi = 1 hides it
    assert same.log_gamma(gamma) == pytest.approx(
        stats.invgamma(1, scale=1).logpdf(np.exp(gamma)) + gamma
    )


def test_the_gradient_in_gamma_has_minus_d_over_two():
    """D-7.X5 (E7-05): by finite differences; as printed, +d/2, it is off by d."""
    w, h = np.array([0.3, 0.8, -0.2]), np.array([0, 0, 1e-6])
    numeric = (PRIOR.log_density(w + h) - PRIOR.log_density(w - h)) / 2e-6
    assert PRIOR.gradient(w)[2] == pytest.approx(numeric, rel=1e-6)
    assert abs(PRIOR.gradient(w)[2] + PRIOR.d - numeric) == pytest.approx(PRIOR.d, rel=1e-5)


@pytest.fixture(scope="module")
def lab():
    """The notes' example, with 40 chains of 200 steps started at the mode."""
    big, answers, _ = normal_pairs(10**4, 0.9, np.random.default_rng(2023))
    prior = NormalInverseGamma([0, 0], [[100, 0], [0, 100]], 1, 1)
    return Presummed(prior, big, answers, (10, 100, 1000), 200, 40, np.random.default_rng(8))


def width(lab, eta, tau, m):
    run = sgld(lab.grad(m), np.tile(lab.law.mode, (40, 1)), eta, tau, 200, np.random.default_rng(9))
    return run.w[101:, :, 0].std()


def test_at_the_notes_step_the_width_is_the_gradients_noise(lab):
    """D-7.X6, D-7.F4.2: sd of beta_1 about .08, .026, .0096 for m = 10, 100, 1000; the posterior's
    is .0043."""
    assert lab.law.sd()[0] == pytest.approx(0.0043, rel=0.03)
    measured = [width(lab, 1e-5, 1.0, m) for m in (10, 100, 1000)]
    assert measured == pytest.approx([0.083, 0.0265, 0.0096], rel=0.08)
    linear = [
        stationary_variance(1e-5, lab.curvature[0], 1.0, lab.noise(m)[0]) ** 0.5
        for m in (10, 100, 1000)
    ]
    assert measured == pytest.approx(linear, rel=0.08)
    assert width(lab, 1e-6, 1.0, 1000) == pytest.approx(1.1 * lab.law.sd()[0], rel=0.12)


def test_at_the_notes_step_the_temperature_is_invisible_and_at_a_hundredth_of_it_not(lab):
    """D-7.F4.3: .0261, .0263, .0293 at eta = 1e-5 against .0023, .0052, .0149 at 1e-7 for tau =
    .01, 1, 10."""
    hidden = [width(lab, 1e-5, tau, 100) for tau in (0.01, 1.0, 10.0)]
    seen = [width(lab, 1e-7, tau, 100) for tau in (0.01, 1.0, 10.0)]
    assert hidden == pytest.approx([0.0261, 0.0263, 0.0293], rel=0.12)
    assert max(hidden) / min(hidden) < 1.25 and seen[2] / seen[0] > 4
    a, V, steps = lab.curvature[0], lab.noise(100)[0], np.full(200, 1e-7)
    rest = [stationary_variance(1e-7, a, tau, V) ** 0.5 for tau in (0.01, 1.0, 10.0)]
    soon = [variance_path(steps, a, tau, V)[101:].mean() ** 0.5 for tau in (0.01, 1.0, 10.0)]
    assert rest == pytest.approx([0.0023, 0.0052, 0.0149], rel=0.1)
    assert seen == pytest.approx(soon, rel=0.35)  # 200 steps are one relaxation time


def test_the_likelihood_of_the_model_is_the_product_of_its_factors():
    """D-7.3, D-7.4: log L is the sum of the logs, and posterior = L f / evidence for a direct sum
    over a grid."""
    w = np.array([[0.3, 0.8, -0.2], [1.0, 0.0, 0.5]])
    one_by_one = sum(log_likelihood(w, X[i : i + 1], Y[i : i + 1]) for i in range(15))
    assert log_likelihood(w, X, Y) == pytest.approx(one_by_one)
    ratio = np.diff(PRIOR.log_density(w) + log_likelihood(w, X, Y) - POST.log_density(w))
    assert ratio == pytest.approx([0], abs=1e-9)
