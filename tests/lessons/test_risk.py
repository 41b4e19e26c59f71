"""Risk, empirical risk and their minimisers: exact risks against integrals and draws, minimisers
against searches."""

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad
from scipy.optimize import minimize_scalar

from helpers import losses
from helpers.descent import projections
from helpers.linear import subsets
from lessons.n01_risk import risk
from tests import known
from tests.rows import ramps

rng = np.random.default_rng(1)


LINE = risk.LineSamples(1000, 200, np.random.default_rng(5))


def five_errors(sample, value, sd):
    """Is the mean of the sample within 5 standard errors of the value, the standard deviation being
    known?"""
    return abs(np.mean(sample) - value) <= 5 * sd / len(sample) ** 0.5


# the noisy line


def test_nested_samples_give_the_mean_loss_of_their_examples():
    x, e = np.random.default_rng(3).standard_normal((2, 30, 4))
    samples, w = risk.LineSamples(4, 30, np.random.default_rng(3)), np.array([-1.0, 0.3, 2.0])
    for n in (1, 7, 30):
        for run in range(4):
            X, y = x[:n, run], risk.SLOPE * x[:n, run] + 0.7 * e[:n, run]
            direct = losses.mean_loss(losses.squared, X, y, w[:, None])
            assert np.allclose(samples.empirical(w, 0.7, n)[run], direct, rtol=1e-12)
            best = (X @ y) / (X @ X)
            assert np.isclose(samples.erm(0.7, n)[run], best)
            assert np.isclose(
                samples.training(0.7, n)[run], np.mean((best * X - y) ** 2), atol=1e-12
            )


@pytest.mark.parametrize("sigma", [0.0, 0.5, 1.5])
def test_the_line_s_risk_is_the_expectation_and_has_its_floor_at_the_slope(sigma):
    w, sd = 1.7, np.sqrt(0.7**2 + sigma**2)
    density = lambda r: np.exp(-(r**2) / (2 * sd**2)) / np.sqrt(2 * np.pi) / sd  # noqa: E731
    assert np.isclose(
        quad(lambda r: r * r * density(r), -12 * sd, 12 * sd)[0], risk.line_risk(w, sigma)
    )
    assert risk.line_risk(risk.SLOPE, sigma) == sigma**2


def test_at_a_fixed_w_the_empirical_risk_is_unbiased_with_the_spread_of_chi_square():
    for w, sigma, n in ((1.0, 1.0, 5), (2.0, 0.3, 50), (-0.5, 1.0, 200)):
        seen, R, sd = (
            LINE.empirical([w], sigma, n)[:, 0],
            risk.line_risk(w, sigma),
            known.line_spread(w, sigma, n),
        )
        assert five_errors(seen, R, sd)
        assert five_errors((seen - R) ** 2, sd**2, sd**2 * np.sqrt(2 + 12 / n))


@pytest.mark.parametrize("n", [8, 20, 200])
def test_at_its_own_minimiser_it_is_too_low_and_the_risk_too_high_by_the_formulas(n):
    train, true = risk.erm_risks(0.8, n)
    below, above = known.erm_spreads(0.8, n)
    assert five_errors(risk.line_risk(LINE.erm(0.8, n), 0.8), true, above)
    assert five_errors(LINE.training(0.8, n), train, below)
    assert train < 0.64 < true


def test_the_spreads_are_those_of_chi_square_and_of_one_over_it():
    def inverse(power, n):
        """The mean of q^-power under the chi-square law."""
        return quad(lambda q: stats.chi2.pdf(q, n) / q**power, 0, 400, limit=300)[0]

    for n in (9, 30):
        below, above = known.erm_spreads(1.5, n)
        assert np.isclose(above, 2.25 * np.sqrt(3 * inverse(2, n) - inverse(1, n) ** 2), rtol=1e-6)
        assert np.isclose(below, 2.25 * stats.chi2.std(n - 1) / n)
    assert known.erm_spreads(1.0, 4)[1] == np.inf


def test_the_formulas_for_d_columns_are_those_of_repeated_fits():
    n, d, runs = 12, 3, 4000
    r = np.random.default_rng(8)
    X, e = r.standard_normal((runs, n, d)), r.standard_normal((runs, n, 1))
    off = np.linalg.solve(X.transpose(0, 2, 1) @ X, X.transpose(0, 2, 1) @ e)
    true, train = 1 + (off**2).sum(axis=(1, 2)), ((e - X @ off) ** 2).mean(axis=(1, 2))
    assert abs(true.mean() - risk.erm_risks(1.0, n, d)[1]) < 5 * true.std() / runs**0.5
    assert abs(train.mean() - risk.erm_risks(1.0, n, d)[0]) < 5 * train.std() / runs**0.5
    assert risk.erm_risks(1.0, [3, 4, 5], d)[1].tolist() == [np.inf, np.inf, 4.0]
    assert risk.erm_risks(2.0, 2, d)[0] == 0


# thresholds


def test_the_errors_of_all_thresholds_are_those_of_counting():
    """S-4.3.ERM, R-1."""
    x, y = risk.threshold_sample(40, 0.4, 0.2, rng)
    grid = np.concatenate([np.linspace(-0.1, 1.1, 57), x[:5]])
    direct = [np.mean(np.where(x > t, 1, -1) != y) for t in grid]
    assert np.allclose(risk.threshold_errors(x, y, grid), direct, atol=1e-15)


def test_the_risk_of_a_threshold_is_the_share_of_wrong_answers():
    """S-4.3.Def13, S-4.3.Hstar."""
    x, y = risk.threshold_sample(10**5, 0.4, 0.1, np.random.default_rng(2))
    for t in (0.0, 0.3, 0.4, 0.9):
        R = risk.threshold_risk(t, 0.4, 0.1)
        assert five_errors(np.where(x > t, 1, -1) != y, R, np.sqrt(R * (1 - R)))
    assert risk.threshold_risk(0.4, 0.4, 0.1) == 0.1
    assert risk.threshold_risk(np.linspace(0, 1, 51), 0.4, 0.1).argmin() == 20  # at 0.4


# half-planes


def test_the_risk_of_a_direction_is_its_angle_over_pi():
    X, y = risk.half_planes(10**5, 0.15, np.random.default_rng(4))
    for a in (0.9, 1.5, 0.9 + np.pi, -2.0):
        seen = losses.zero_one(y * (X @ [np.cos(a), np.sin(a)]))
        R = risk.angle_risk(a, 0.15)
        assert five_errors(seen, R, np.sqrt(R * (1 - R)))
    assert np.allclose(
        risk.angle_risk([0.9, 0.9 + np.pi, 0.9 - np.pi / 2], 0.15), [0.15, 0.85, 0.5]
    )


@pytest.mark.parametrize("n, p", [(1, 0.0), (5, 0.2), (30, 0.3)])
def test_all_directions_are_tried_and_none_is_better(n, p):
    X, y = risk.half_planes(n, p, rng)
    edges, errors = risk.direction_errors(X, y)
    assert np.isclose(edges[-1] - edges[0], 2 * np.pi) and len(edges) == 2 * n + 1
    a = np.sort(rng.uniform(edges[0], edges[-1], 500))
    direct = losses.mean_loss(losses.zero_one, X, y, np.column_stack([np.cos(a), np.sin(a)]))
    assert np.allclose(errors[np.searchsorted(edges, a) - 1], direct, atol=1e-15)
    angle, error = risk.best_direction(X, y)
    assert error <= direct.min() and np.isclose(
        losses.mean_loss(losses.zero_one, X, y, [np.cos(angle), np.sin(angle)]), error
    )
    ties = np.diff(edges)[errors == errors.min()]
    i = np.searchsorted(edges, angle) - 1
    assert np.isclose(np.diff(edges)[i], ties.max())


@pytest.mark.parametrize(
    "loss", [losses.squared, losses.logistic, losses.zero_one], ids=lambda loss: loss.name
)
def test_no_point_of_the_plane_beats_the_minimiser(loss):
    """D-1.23."""
    X, y = risk.half_planes(25, 0.3, np.random.default_rng(6))
    w = risk.erm(loss, X, y)
    f = losses.objective(loss, X, y)[0]
    assert (f(rng.normal(size=(3000, 2)) * 2) >= f(w) - 1e-12).all()
    assert (f(w + 1e-3 * rng.normal(size=(300, 2))) >= f(w) - 1e-12).all()


def test_the_logistic_loss_has_no_minimiser_if_a_line_separates():
    X, y = risk.half_planes(6, 0.0, np.random.default_rng(6))
    assert np.isnan(risk.erm(losses.logistic, X, y)).all()
    assert np.isnan(risk.degrees([np.nan, np.nan])) and np.isclose(risk.degrees([0.0, -2.0]), 270)
    with pytest.raises(ValueError, match="hinge"):
        risk.erm(losses.hinge, X, y)


@pytest.mark.parametrize("p", [0.05, 0.2, 0.4])
def test_the_risk_minimiser_has_the_best_length(p):
    def value(loss, a):
        half = lambda x: 2 * np.exp(-x * x / 2) / np.sqrt(2 * np.pi)  # noqa: E731
        return quad(lambda x: half(x) * ((1 - p) * loss(a * x) + p * loss(-a * x)), 0, 12)[0]

    best = minimize_scalar(
        lambda a: value(losses.logistic, a),
        bounds=(0, 30),
        method="bounded",
        options={"xatol": 1e-9},
    )
    assert np.isclose(risk.best_length(losses.logistic, p), best.x, atol=1e-5)
    assert risk.best_length(losses.zero_one, p) == 1
    a = risk.best_length(losses.squared, p)
    assert np.isclose(a, (1 - 2 * p) * np.sqrt(2 / np.pi))


# words from analysis


def test_the_projection_on_the_simplex_is_in_it_and_nearest():
    """S-A.1.Simplex."""
    for d in (1, 2, 5):
        w = rng.normal(size=d) * 2
        u = projections.project_simplex(w)
        assert (u >= 0).all() and np.isclose(u.sum(), 1)
        others = rng.dirichlet(np.ones(d), 3000)
        assert (((others - w) ** 2).sum(axis=1) >= ((u - w) ** 2).sum() - 1e-12).all()
        assert (
            (others - u) @ (w - u) <= 1e-9
        ).all()  # the obtuse angle: it certifies the nearest point
    assert np.allclose(projections.project_simplex([0.2, 0.3, 0.5]), [0.2, 0.3, 0.5])


def test_ramp_distances_are_integrals():
    x = np.linspace(0, 1, 400001)
    for i, j in ((2, 3), (4, 40), (10, 10)):
        far = ramps.ramp(i, x) - ramps.ramp(j, x)
        assert np.allclose(
            ramps.ramp_distances(i, j), [np.sqrt((far**2).mean()), np.abs(far).max()], atol=1e-4
        )


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: risk.line_risk(1, -1), "sigma"),
        (lambda: LINE.erm(1.0, 999), "at most 200"),
        (lambda: risk.direction_errors(np.ones((3, 3)), [1, 1, -1]), "2 columns"),
        (lambda: subsets.suppressed(10, 1.0, rng), "between -1 and 1"),
        (lambda: risk.ray_minimum(losses.hinge, [1.0], 0), "lam must be positive"),
        (lambda: risk.on_ray(losses.hinge, [], 1, 1), "margins is empty"),
        (lambda: ramps.ramp_distances(5, 3), "2 <= i <= j"),
    ],
)
def test_bad_input_is_one_sentence(call, words):
    with pytest.raises(ValueError, match=words) as error:
        call()
    assert "\n" not in str(error.value)
