"""The rows of the results ledger that notebook 29 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest
from scipy.special import expit, ndtr

from helpers.estimation import asymptotics as asy
from tests.lessons.room import Room

figures = Room("29")


def distance(sample, cdf):
    """Kolmogorov and Smirnov's distance of a sample from a law."""
    ranked, m = cdf(np.sort(sample)), len(sample)
    steps = np.arange(m + 1) / m
    return max(np.max(steps[1:] - ranked), np.max(ranked - steps[:-1]))


def logistic_sample(rng, m, n):
    """m samples of n examples with one weight, theta* = 1."""
    x = rng.normal(size=(m, n))
    return x, np.where(rng.random((m, n)) < expit(x), 1.0, -1.0)


def logistic_errors(n, m=2000):
    """(errors of theta_hat, gradient and curvature of the mean loss at theta*) of m samples."""
    x, y = logistic_sample(np.random.default_rng(29), m, n)
    gradient = (-y * x * expit(-y * x)).mean(axis=1)
    curvature = (x * x * expit(x) * expit(-x)).mean(axis=1)
    return asy.newton_batch(x[..., None], y)[:, 0] - 1, gradient, curvature


def test_scaled_errors_have_stable_quantiles():
    """S-5.1.Setup, S-5.1.Op: root n times the error has the same quantiles at 100 and at 800; at
    another rate it would not."""
    few, many = (logistic_errors(n)[0] for n in (100, 800))
    levels = [0.5, 0.9, 0.99]
    a, b = (np.quantile(np.abs(e), levels) for e in (few, many))
    assert np.sqrt(800) * b == pytest.approx(np.sqrt(100) * a, rel=0.15)
    assert not np.allclose(800 * b, 100 * a, rtol=0.5)
    assert not np.allclose(b, a, rtol=0.5)


def test_the_identity_fails_when_labels_are_random():
    """S-5.1.Def20: well-specified given x, whatever the law of x; flipped labels break it."""
    x, chance = figures.NODES, figures.CHANCE
    for shift in (0.0, 1.0):  # any law of x will do
        _, H, V = asy.logistic_matrices(x + shift, chance, expit(0.3 + x + shift))
        assert pytest.approx(V, abs=1e-9) == H
    _, H, V = asy.logistic_matrices(x, chance, figures.true_chance(x, 0.0, 2.0, 0.0, 0.2))
    assert np.abs(V - H).max() > 0.01


def test_scatter_equals_curvature_exactly_if_the_model_is_true():
    """S-5.1.Fisher308, with E42: the sum is over y, for every x."""
    x, chance = figures.NODES, figures.CHANCE
    for offset, slope in ((0.0, 1.0), (-1.0, 2.0)):
        theta, H, V = asy.logistic_matrices(x, chance, expit(offset + slope * x))
        assert theta == pytest.approx([offset, slope], abs=1e-6)
        assert pytest.approx(V, abs=1e-9) == H
        bent = figures.true_chance(x, offset, slope, 0.8, 0.0)
        _, H, V = asy.logistic_matrices(x, chance, bent)
        assert np.linalg.norm(V - H, 2) > 0.02


def test_least_squares_has_the_second_moments_for_both_matrices():
    """S-5.1.Ex17, with E43 and E44: x of mean 2; even noise gives V = H = E xx', noise of variance
    1 that depends on x does not."""
    rng = np.random.default_rng(29)
    x, xi = 2 + rng.normal(size=400_000), rng.normal(size=400_000)
    H = np.mean(x * x)
    assert pytest.approx(5, abs=0.05) == H  # not the variance, 1
    assert np.mean((x * xi) ** 2) == pytest.approx(H, rel=0.02)
    loud = (x - 2) * xi
    assert np.var(loud) == pytest.approx(1, rel=0.02)
    assert np.mean((x * loud) ** 2) == pytest.approx(4 + 3, rel=0.03)


def test_the_linear_step_misses_a_square():
    """S-5.1.Taylor313, with E45 and E67: the remainder over the squared error has a stable median;
    for a loss without Lipschitz curvature the ratio has no bound."""
    ratios = []
    for n in (100, 400, 1600):
        off, gradient, curvature = logistic_errors(n, 1000)
        ratios.append(np.median(np.abs(off + gradient / curvature) / off**2))
    assert max(ratios) < 1.15 * min(ratios) and 0.3 < ratios[0] < 0.5
    rough = [abs(2.5 * t**1.5) / t**2 for t in (1e-2, 1e-4, 1e-6)]
    assert rough == pytest.approx([25, 250, 2500])


def test_the_gradient_obeys_the_central_limit_theorem():
    """S-5.1.CLT316: root n times the gradient is normal with variance V, by quadrature."""
    x, chance = asy.hermite(60)
    V = chance @ (x * x * expit(x) * expit(-x))
    _, gradient, curvature = logistic_errors(400, 4000)
    assert distance(np.sqrt(400 / V) * gradient, ndtr) < 0.03
    assert curvature.mean() == pytest.approx(V, rel=0.01)  # (315): it tends to H, here V
    assert np.std(curvature) < 0.1 * V


def test_the_sandwich_is_the_variance():
    """S-5.1.Sandwich318: variance 3 where the textbook says 1, and the normal limit."""
    r = figures.sandwich.compute(1.0, 400, 1)
    assert r["square"] == pytest.approx(3, rel=0.1) and r["bars"][0] == pytest.approx(1, rel=0.05)
    assert distance(r["scaled"] / np.sqrt(3), ndtr) < 0.05
    assert r["covers"][0] < 0.8 and r["covers"][1] > 0.92
    assert asy.sandwich(np.eye(1), [[3.0]]) == pytest.approx(3)


def test_well_specified_regression_scatters_by_the_inverse_moments():
    """S-5.1.Eq319: n cov(theta_hat) is the inverse of E xx', for correlated columns."""
    rng = np.random.default_rng(29)
    root = np.array([[1.0, 0.0], [0.8, 0.6]])
    X = rng.normal(size=(4000, 200, 2)) @ root.T
    Z = np.concatenate([X, rng.normal(size=(4000, 200, 1))], axis=2)
    error, _ = asy.least_squares_errors(asy.running_moments(Z, 200)[0], 2)
    inverse = np.linalg.inv(root @ root.T)
    assert 200 * np.cov(error.T) == pytest.approx(inverse, rel=0.1)


def test_the_excess_of_a_wrong_model_is_a_weighted_chi_square():
    """S-5.1.Risk321, with E46: noise |x|: half of V/H times a chi-square; mean half the trace."""
    r = figures.sandwich.compute(1.0, 400, 1)
    price = r["scaled"] ** 2 / 2  # H = 1: n times the excess
    assert price.mean() == pytest.approx(asy.price(np.eye(1), [[3.0]]), rel=0.1)
    assert distance(price / 3, lambda t: asy.half_chi2_cdf(t, 1)) < 0.05
    assert distance(price, lambda t: asy.half_chi2_cdf(t, 1)) > 0.15


@pytest.mark.parametrize("d", [1, 3, 6])
def test_the_excess_of_a_true_model_is_half_a_chi_square(d):
    """S-5.1.Eq322, with E47 and E66: mean, variance and law, at n = 400; exact mean at n = 20."""
    r = figures.price.compute(1.0, d, 400, "normal")
    assert r["mean"] == pytest.approx(d / 2, rel=0.1)
    assert np.var(r["excess"]) == pytest.approx(d / 2, rel=0.3)
    assert r["farthest"] < 0.045
    few = figures.price.compute(1.0, d, 20, "normal")
    assert few["expected"] == pytest.approx(d / 2 * 20 / (19 - d))
    assert abs(few["apart"][0]) < few["apart"][1]


def test_logistic_regression_pays_the_same():
    """S-5.1.Eq322: the median of half a chi-square, for a model that is not linear; excess by
    quadrature."""
    x, chance = asy.hermite(60)
    off = logistic_errors(800)[0]
    score = (1 + off)[:, None] * x
    loss = np.logaddexp(0, score) - expit(x) * score
    excess = (loss - np.logaddexp(0, x) + expit(x) * x) @ chance
    assert np.median(800 * excess) == pytest.approx(0.4549 / 2, rel=0.08)


def test_the_limit_does_not_know_the_law_of_x():
    """S-5.1.NoX: other inputs, one price; and the spread cancels to the last digit."""
    means = [figures.price.compute(1.0, 3, 400, x)["mean"] for x in figures.DESIGNS]
    assert means == pytest.approx([1.5] * 4, rel=0.08)
    wide = figures.price.compute(3.0, 3, 100, "normal")
    assert wide["mean"] == pytest.approx(wide["unit"], rel=1e-12)
    assert np.std(wide["first"]) == pytest.approx(np.std(wide["plain"][0]) / 3)


def test_fixed_inputs_are_exact():
    """S-5.1.Fixed, with E48: mean d/2 at n = 10; the law for normal noise, not for coins."""
    r = figures.price.compute(1.0, 3, 10, "fixed")
    assert r["expected"] == 1.5 and abs(r["apart"][0]) < r["apart"][1]
    assert r["farthest"] < 0.05
    coins = np.random.default_rng(29).choice([-1.0, 1.0], (20_000, 4))
    price = coins.sum(axis=1) ** 2 / 8  # d = 1, x = 1
    assert price.mean() == pytest.approx(0.5, abs=0.02)
    assert distance(price, lambda t: asy.half_chi2_cdf(t, 1)) > 0.3


def test_unbiased_rules_obey_cramer_and_rao_and_others_do_not():
    """S-5.1.CR, with E49: mean 1, median pi/2; James and Stein below, for three numbers."""
    z = np.random.default_rng(29).normal(size=(10_000, 201))
    assert 201 * np.var(z.mean(axis=1)) == pytest.approx(1, abs=0.05)
    assert 201 * np.var(np.median(z, axis=1)) == pytest.approx(np.pi / 2, abs=0.08)
    lengths = np.linspace(0, 6, 30)
    assert np.all(asy.james_stein_risk(3, lengths) < 3)
    assert np.all(asy.james_stein_risk(2, lengths) == 2)


def test_the_excess_falls_like_one_over_n():
    """S-5.1.FastRate: slope -1 on logarithmic axes, where bounds of notebook 27 have -1/2."""
    sizes = np.array([50, 100, 200, 400])
    excess = [figures.price.compute(1.0, 3, n, "normal")["mean"] / n for n in sizes]
    slope = np.polyfit(np.log(sizes), np.log(excess), 1)[0]
    assert slope == pytest.approx(-1, abs=0.08)


def test_derivatives_of_the_log_partition_are_moments():
    """S-5.1.ExpFam323, S-5.1.Hess324, with E51: finite differences of A give mean and variance."""
    theta, cells = np.array([0.3, 1.0]), figures.CELLS

    def A(t):
        return np.log(np.exp(cells @ t).sum())

    p, total, within = asy.table(cells, theta)
    weight = p.sum(axis=1)

    def A_given(t):
        return weight @ np.log(np.exp(cells @ t).sum(axis=1))

    h, axes = 1e-4, np.eye(2)
    slope = [(A(theta + h * e) - A(theta - h * e)) / (2 * h) for e in axes]
    assert slope == pytest.approx((p[..., None] * cells).sum(axis=(0, 1)), abs=1e-6)
    for f, matrix in ((A, total), (A_given, within)):
        for i, e in enumerate(axes):
            for j, g in enumerate(axes):
                up = f(theta + h * (e + g)) - f(theta + h * (e - g))
                down = f(theta - h * (e - g)) - f(theta - h * (e + g))
                assert matrix[i, j] == pytest.approx((up - down) / (4 * h * h), abs=1e-5)


def test_variance_is_within_plus_between():
    """S-5.1.VarDec325: the identity, and the order of the two matrices, at random parameters."""
    rng = np.random.default_rng(29)
    for _ in range(20):
        cells, theta = rng.normal(size=(4, 3, 2)), rng.normal(size=2)
        p, total, within = asy.table(cells, theta)
        given = (p[..., None] * cells).sum(axis=1) / p.sum(axis=1)[:, None]
        apart = given - p.sum(axis=1) @ given
        assert total == pytest.approx(within + (apart.T * p.sum(axis=1)) @ apart)
        assert np.linalg.eigvalsh(total - within)[0] > -1e-12
        assert np.linalg.eigvalsh(within - total)[0] < -1e-3  # not the other way


def test_inverting_turns_the_order_round():
    """S-5.1.GenDis326, with E50 and E52: covariances of fits, measured and by the inverses."""
    theta, n = np.array([0.3, 1.0]), 1000
    p, total, within = asy.table(figures.CELLS, theta)
    counts = np.random.default_rng(29).multinomial(n, p.ravel(), 2000).reshape(-1, 3, 2)
    for generative, H in ((True, total), (False, within)):
        fits = asy.table_fits(figures.CELLS, counts, generative)
        assert n * np.cov(fits.T) == pytest.approx(np.linalg.inv(H), rel=0.12, abs=0.1)
    assert np.linalg.eigvalsh(np.linalg.inv(within) - np.linalg.inv(total))[0] > 0.1


def test_a_generative_fit_of_a_true_model_pays_less():
    """S-5.1.GenBetter, with E53: five hundred fits of each kind, and the prices of the theorem."""
    r = figures.table.compute(1.0, 0.3, 2000)
    assert r["measured"] == pytest.approx(r["prices"], rel=0.15)
    assert r["measured"][0] < 0.8 * r["measured"][1]
    level = figures.table.compute(0.0, 0.0, 500)
    assert level["prices"] == pytest.approx((1, 1))


def test_a_wrong_model_ends_elsewhere():
    """S-5.1.Misspec, with E75: different limits, the discriminative one lower in log loss; at
    twenty examples the other is ahead, and in errors it can be ahead in the limit."""
    r = figures.crossing.compute(0.2, 0.03, 1.0)
    assert r["ends"][0] == pytest.approx([0.450, 0.403], abs=1e-3)
    assert r["loss"][0, 0] + 0.1 < r["loss"][1, 0] and r["loss"][0, -1] > r["loss"][1, -1] + 0.02
    wide = figures.crossing.compute(0.0, 0.03, 1.5)
    assert wide["ends"][0, 1] < wide["ends"][0, 0] and wide["ends"][1, 1] > wide["ends"][1, 0]
    true = figures.crossing.compute(0.0, 0.03, 1.0)
    assert true["ends"][0, 0] == pytest.approx(true["ends"][0, 1], abs=1e-9)
