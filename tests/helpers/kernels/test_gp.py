"""Gaussian processes: against Bayes' rule, precision matrices, SciPy, scikit-learn, simulation."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit
from scipy.stats import multivariate_normal, norm
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF

from helpers.kernels import gaussian, gp, laplace
from helpers.kernels.ridge import KernelRidge

rng = np.random.default_rng(17)
X, NEW = np.sort(rng.uniform(0, 1, 7)), np.linspace(-0.2, 1.2, 9)
Y = rng.normal(size=7)
SIGMA = 0.3


def given(k, x=X, new=NEW):
    """(K, C, prior) for a kernel."""
    return k(x), k(new, x), k(new)


@pytest.mark.parametrize("k", [gaussian(0.2), laplace(0.5)], ids=str)
def test_the_posterior_is_the_conditional_law_of_the_joint_one(k):
    """By the precision matrix: given y the covariance is the inverse of its block."""
    K, C, prior = given(k)
    joint = np.block([[K + SIGMA**2 * np.eye(7), C.T], [C, prior + 1e-9 * np.eye(9)]])
    Q = np.linalg.inv(joint)
    cov = np.linalg.inv(Q[7:, 7:])
    mean, found = gp.posterior(K, C, prior, Y, SIGMA)
    assert found == pytest.approx(cov, abs=1e-5)
    assert mean == pytest.approx(-cov @ Q[7:, :7] @ Y, abs=1e-4)


def test_variances_alone_and_scikit_learn():
    k = gaussian(0.2)
    K, C, prior = given(k)
    mean, cov = gp.posterior(K, C, prior, Y, SIGMA)
    same, variance = gp.posterior(K, C, k.diag(NEW), Y, SIGMA)
    assert same == pytest.approx(mean) and variance == pytest.approx(np.diag(cov))
    other = GaussianProcessRegressor(RBF(0.2), alpha=SIGMA**2, optimizer=None).fit(X[:, None], Y)
    theirs, sd = other.predict(NEW[:, None], return_std=True)
    assert mean == pytest.approx(theirs) and np.sqrt(variance) == pytest.approx(sd)
    assert sum(gp.log_evidence(K, Y, SIGMA)) == pytest.approx(other.log_marginal_likelihood_value_)


def test_the_mean_is_kernel_ridge():
    K, C, prior = given(laplace(0.3))
    mean, _ = gp.posterior(K, C, prior, Y, SIGMA)
    assert mean == pytest.approx(KernelRidge(K, Y).predict(C, SIGMA**2 / 7))


def test_bayes_by_brute_force_agrees_at_every_place():
    K, C, prior = given(2 * laplace(0.3))
    mean, cov = gp.posterior(K, C, prior, Y, SIGMA)
    heights = np.linspace(-9, 9, 3001)
    for j in range(len(NEW)):
        density = gp.bayes(K, C[j], prior[j, j], Y, SIGMA, heights)
        assert density == pytest.approx(norm.pdf(heights, mean[j], cov[j, j] ** 0.5), abs=1e-9)


def test_one_observation_at_a_time_is_all_at_once():
    places = np.concatenate([X, NEW])
    mean, cov = np.zeros(16), gaussian(0.2)(places)
    for i, y in enumerate(Y):
        before = np.diag(cov)
        mean, cov = gp.observe(mean, cov, i, y, SIGMA)
        assert (np.diag(cov) <= before + 1e-12).all()
        assert cov[i, i] == pytest.approx(before[i] * SIGMA**2 / (before[i] + SIGMA**2))
    all_mean, all_cov = gp.posterior(*given(gaussian(0.2)), Y, SIGMA)
    assert mean[7:] == pytest.approx(all_mean) and cov[7:, 7:] == pytest.approx(all_cov)


def test_a_place_that_is_known_already_changes_nothing():
    mean, cov = np.zeros(2), np.diag([0.0, 1.0])
    after = gp.observe(mean, cov, 0, 3.0, 0.0)
    assert np.array_equal(after[0], mean) and np.array_equal(after[1], cov)


def test_drawn_curves_have_their_mean_and_covariance():
    cov = gaussian(0.3)(NEW)
    curves = gp.draw(NEW, cov, rng.normal(size=(40_000, 9)))
    assert curves.mean(axis=0) == pytest.approx(NEW, abs=0.03)
    assert np.cov(curves.T) == pytest.approx(cov, abs=0.04)
    root = gp.draw(0, cov, np.eye(9))
    assert root == pytest.approx(root.T) and root @ root == pytest.approx(cov)


def test_coverage_is_what_simulation_finds():
    x, new = np.linspace(0.05, 0.95, 8), np.array([0.11, 0.5, 0.73])
    model, truth = laplace(0.4), gaussian(0.1)
    triples = [(k(x), k(new, x), k.diag(new)) for k in (model, truth)]
    claimed, error, chance = gp.coverage(*triples, SIGMA)
    curves = gp.draw(0, truth(np.concatenate([x, new])), rng.normal(size=(40_000, 11)))
    y = curves[:, :8] + SIGMA * rng.normal(size=(40_000, 8))
    a = np.linalg.solve(model(x) + SIGMA**2 * np.eye(8), model(x, new))
    miss = curves[:, 8:] - y @ a
    assert np.sqrt((miss**2).mean(axis=0)) == pytest.approx(error, rel=0.02)
    inside = np.abs(miss) < 1.96 * claimed
    assert inside.mean(axis=0) == pytest.approx(chance, abs=0.01)
    assert claimed**2 == pytest.approx(gp.posterior(*triples[0], np.zeros(8), SIGMA)[1])


def test_the_true_kernel_covers_95_per_cent():
    k = gaussian(0.15)
    triple = k(X), k(NEW, X), k.diag(NEW)
    claimed, error, chance = gp.coverage(triple, triple, SIGMA)
    assert claimed == pytest.approx(error) and chance == pytest.approx(np.full(9, 0.95))


def test_evidence_is_the_normal_density_and_the_sum_of_forecasts():
    Ks = np.array([gaussian(w)(X) for w in (0.05, 0.2, 1.0)])
    fit, complexity = gp.log_evidence(Ks, Y, SIGMA)
    for K, total in zip(Ks, fit + complexity):
        law = multivariate_normal(np.zeros(7), K + SIGMA**2 * np.eye(7))
        assert law.logpdf(Y) == pytest.approx(total)
        assert gp.forecasts(K, Y, SIGMA).sum() == pytest.approx(total)
    assert fit == pytest.approx([-Y @ KernelRidge(K, Y).alpha(SIGMA**2 / 7) / 2 for K in Ks])


def test_information_is_the_sum_of_what_each_answer_tells():
    K = gaussian(0.2)(X)
    cov, told = K.copy(), 0.0
    for i in range(7):
        told += np.log(1 + cov[i, i] / SIGMA**2) / 2
        _, cov = gp.observe(np.zeros(7), cov, i, 0.0, SIGMA)
    assert gp.information(K, SIGMA) == pytest.approx(told)
    assert gp.information(np.array([K, K]), SIGMA) == pytest.approx([told, told])


@pytest.mark.parametrize("mean, sd, best", [(0, 1, 0), (1, 0.3, 2), (-1, 2, 0.5), (3, 0.1, 1)])
def test_expected_improvement_is_the_integral(mean, sd, best):
    """S-3.5.EI157."""
    value = quad(
        lambda z: max(0.0, mean + sd * z - best) * norm.pdf(z), -9, 9, points=[(best - mean) / sd]
    )[0]
    assert gp.expected_improvement(mean, sd, best) == pytest.approx(value, abs=1e-8)


def test_expected_improvement_at_its_ends():
    assert gp.expected_improvement([1.0, -1.0], [0.0, 0.0], 0.0).tolist() == [1, 0]
    assert gp.expected_improvement(-40.0, 1.0, 0.0) == 0
    assert gp.expected_improvement(0.0, 1.0, 0.0) == pytest.approx(1 / np.sqrt(2 * np.pi))


def test_queries_follow_their_rule():
    places = np.linspace(0, 1, 41)
    K, f = gaussian(0.15)(places), np.sin(7 * places)
    for rule in (gp.largest_variance, gp.least_total(0.1), gp.improvement, gp.upper_bound(2.0)):
        run = gp.run_queries(K, f, 0.1, 6, rule, first=20)
        asked = run.extra["asked"]
        assert asked[0] == 20 and run.w.shape == (7, 41) and run.T == 6
        mean, variance = gp.posterior(
            K[np.ix_(asked, asked)], K[:, asked], np.ones(41), f[asked], 0.1
        )
        assert run.last == pytest.approx(mean) and run.extra["variance"][-1] == pytest.approx(
            variance
        )
        for t in range(1, 6):
            score = run.extra["score"][t]
            assert score[asked[t]] == pytest.approx(score.max())
            assert np.allclose(
                score,
                rule(
                    run.w[t],
                    gp.posterior(
                        K[np.ix_(asked[:t], asked[:t])], K[:, asked[:t]], K, f[asked[:t]], 0.1
                    )[1],
                    f[asked[:t]].max(),
                ),
            )


def test_the_rule_of_least_total_variance_does_what_it_says():
    places = np.linspace(0, 1, 21)
    K = gaussian(0.2)(places)
    left = [np.trace(gp.observe(np.zeros(21), K, i, 0.0, 0.3)[1]) for i in range(21)]
    saved = gp.least_total(0.3)(np.zeros(21), K, 0.0)
    assert np.trace(K) - left == pytest.approx(saved)


def test_ties_go_to_the_first_place():
    run = gp.run_queries(np.eye(5), np.zeros(5), 0.1, 5, gp.largest_variance)
    assert run.extra["asked"].tolist() == [0, 1, 2, 3, 4]
    run = gp.run_queries(np.zeros((3, 3)), np.zeros(3), 0.1, 1, gp.largest_variance)
    assert run.extra["asked"].tolist() == [0]


def test_the_mode_of_classification_is_stationary():
    K, y = laplace(0.3)(X), np.sign(Y)
    run = gp.laplace_mode(K, y)
    f = run.last
    assert f == pytest.approx(K @ (y * expit(-y * f)), abs=1e-10)
    assert run.w[0] == pytest.approx(0)


def test_bad_input_is_refused():
    K = np.ones((2, 2))
    with pytest.raises(ValueError, match="singular"):
        gp.posterior(K, K, K, [0.0, 1.0], 0.0)
    with pytest.raises(ValueError, match="y must"):
        gp.posterior(K, K, K, [0.0], 0.1)


def test_the_upper_bound_adds_standard_deviations():
    mean, cov = np.array([1.0, 2.0]), np.array([[0.25, 0.1], [0.1, 4.0]])
    assert gp.upper_bound(3.0)(mean, cov, 0.0) == pytest.approx([1 + 1.5, 2 + 6.0])
    assert gp.improvement(mean, cov, 1.0) == pytest.approx(
        gp.expected_improvement(mean, [0.5, 2.0], 1.0)
    )
