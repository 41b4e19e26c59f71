"""Notebook 01: what its guesses, feedback and prose say, computed another way than the figures."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import minimize, minimize_scalar, root_scalar
from scipy.stats import norm

from helpers import losses
from helpers.linear import subsets
from lessons.n01_risk import risk
from tests.lessons.room import Room

figures = Room("01")


@pytest.mark.parametrize("n, low, high", [(20, 0.95, 1.056), (5, 0.8, 1.33)])
def test_the_training_error_of_erm_is_too_low_and_its_risk_above_the_least(n, low, high):
    """By simulation with noise of size 1; at a slope chosen beforehand the mean is right."""
    x, e = np.random.default_rng(0).normal(size=(2, 40_000, n))
    y = x + e
    w = (x * y).sum(axis=1) / (x * x).sum(axis=1)
    train, true = ((w[:, None] * x - y) ** 2).mean(), 1 + np.mean((w - 1) ** 2)
    assert train == pytest.approx(low, abs=0.01) and true == pytest.approx(high, abs=0.02)
    assert ((0.5 * x - y) ** 2).mean() == pytest.approx(1 + 0.25, abs=0.01)


def test_theorem_1_2_needs_features_of_mean_0():
    """x ~ N(5, 1), d = 1, n = 5: 1.206 instead of 4/3."""
    x, e = np.random.default_rng(0).normal(size=(2, 200_000, 5))
    x = x + 5
    w = 1 + (x * e).sum(axis=1) / (x * x).sum(axis=1)
    assert 1 + 26 * np.mean((w - 1) ** 2) == pytest.approx(1.206, abs=0.005)


def best_threshold(loss, place, c=1.0):
    """The threshold of lowest mean loss by SciPy, for a strictly convex loss."""
    x = np.append(figures.TEN, place)
    return minimize_scalar(lambda b: loss(c * (x - b) * figures.LABELS).mean(), (-1, 1)).x


def mistakes(b, place):
    return int(np.sum((np.append(figures.TEN, place) - b) * figures.LABELS <= 0))


def test_only_the_squared_loss_gives_up_an_example_for_one_that_is_right():
    squared, exponential = (lambda m: (1 - m) ** 2), (lambda m: np.exp(-m))
    assert [mistakes(best_threshold(loss, 5), 5) for loss in (squared, exponential)] == [1, 0]
    assert [mistakes(b, 5) for b in (-0.2, 0.2)] == [0, 0]  # between these the hinge is lowest
    assert mistakes(best_threshold(exponential, -4), -4) == 5  # four others and the eleventh
    assert (1 - 5) ** 2 == 16 and round(np.exp(-5), 3) == 0.007 and round(np.exp(4)) == 55


@pytest.mark.parametrize("place, fewest", [(1, 5), (3, 5), (4, 2), (4.5, 1), (5, 0)])
def test_a_hinge_with_small_scores_is_lowest_on_whole_intervals(show, place, fewest):
    """At c = 0.2 and x = 5 the mean hinge loss is flat from -3 to 0, thresholds without a mistake
    included: such an interval has no dot, and its fewest mistakes are counted."""
    x, b = np.append(figures.TEN, place), np.arange(-120, 121) / 40
    mean = np.maximum(0, 1 - 0.2 * (x - b[:, None]) * figures.LABELS).mean(axis=1)
    lowest = b[mean < mean.min() + 1e-9]
    assert min(mistakes(at, place) for at in lowest) == fewest
    r = show("gallery", c=0.2, place=place).r
    assert r.wrong[1] == fewest and r.spans[1] == pytest.approx(lowest[[0, -1]], abs=1e-9)
    assert (figures.dots(r.spans)[1] is None) == (len(lowest) > 1)


def test_the_loss_that_is_drawn_is_above_the_0_1_loss():
    for name, loss in figures.SHOWN.items():
        assert np.all(loss(figures.MARGINS) >= losses.zero_one(figures.MARGINS) - 1e-12), name


def test_sixty_terraces_and_at_most_31_heights(show):
    r = show("surface").r
    turns = np.random.default_rng(0).uniform(0, 2 * np.pi, 200_000)
    signs = np.column_stack([np.cos(turns), np.sin(turns)]) @ r.X.T > 0
    assert len(np.unique(signs, axis=0)) == 60
    counts = np.unique((signs != (r.labels > 0)).sum(axis=1))
    assert len(counts) < 31 and counts.min() >= 0 and counts.max() <= 30


def test_with_200_examples_the_logistic_minimum_points_nearly_the_right_way(show):
    """10 degrees off with 30 examples, 1 with 200 in the figure's sample; the median is 4."""

    def off(n, seed):
        X, y = (a[:n] for a in risk.half_planes(200, 0.15, np.random.default_rng(seed)))
        w = minimize(lambda w: np.logaddexp(0, -y * (X @ w)).mean(), [0, 0], tol=1e-8).x
        return np.degrees(np.arccos(w @ risk.TRUE_DIRECTION / np.linalg.norm(w)))

    first = show("surface").first["seed"]
    assert round(off(30, first)) == 10 and round(off(200, first)) == 1
    assert np.median([off(200, seed) for seed in range(1, 41)]) == pytest.approx(4, abs=0.5)


def test_maximum_likelihood_goes_to_the_mean_or_the_median():
    def g(z):
        return 0.7 * norm.pdf(z) + 0.3 * norm.pdf(z, 3)

    def cost(theta, power):
        return quad(lambda z: g(z) * np.abs(z - theta) ** power, -10, 13, limit=200)[0]

    mean, median = (minimize_scalar(cost, (0, 1), args=(p,)).x for p in (2, 1))
    assert mean == pytest.approx(0.9, abs=1e-3)
    cdf = lambda z: 0.7 * norm.cdf(z) + 0.3 * norm.cdf(z, 3) - 0.5  # noqa: E731
    assert median == pytest.approx(root_scalar(cdf, bracket=(0, 2)).root, abs=1e-3)
    assert round(median, 2) == 0.56


def test_every_bid_is_beaten_by_its_half(show):
    cost = lambda c: 0.2 + 0.3 * c * c  # noqa: E731
    assert np.round([cost(1), cost(0.5), cost(0.25)], 3).tolist() == [0.5, 0.275, 0.219]
    r = show("ray").r
    assert r.err == 0.2 and r.here[1] == pytest.approx(cost(1)) and r.jump == 1


def test_the_best_ray_of_the_figure_makes_the_fewest_mistakes(show):
    """Not the true direction: 50 degrees make 17.5 % mistakes, 53 to 64 make 15 %."""
    turns = np.radians(np.arange(0, 360, 0.25))
    scores = figures.RAY_Y[:, None] * (figures.RAY_X @ [np.cos(turns), np.sin(turns)])
    shares = np.mean(scores <= 0, axis=0)
    best = np.degrees(turns[shares == shares.min()])
    assert shares.min() == 0.15 and 52 < best.min() < 53.5 and 63.5 < best.max() < 65
    figure = show("ray")
    assert best.min() < figure.presets["best direction"]["angle"] < best.max()
    assert show("ray", angle=50).r.err == 0.175


def test_erm_over_51_thresholds_is_hardly_ever_beyond_a_sixtieth():
    """None of 2000 samples is at or over 0.28; 1.2 % are beyond 0.016, 9.7 % at or beyond it."""
    rng, grid = np.random.default_rng(2), np.linspace(0, 1, 51)
    excess = []
    for _ in range(2000):
        x, y = risk.threshold_sample(200, 0.4, 0.1, rng)
        errors = [np.mean((x > b) != (y > 0)) for b in grid]
        excess.append(0.8 * abs(grid[np.argmin(errors)] - 0.4))
    excess = np.array(excess)
    assert not np.any(excess >= 0.28)
    assert np.mean(excess > 0.016 + 1e-9) == pytest.approx(0.012, abs=0.002)
    assert np.mean(excess > 0.016 - 1e-9) == pytest.approx(0.097, abs=0.005)


def test_a_falling_price_leaves_out_one_and_three(show):
    X, y = subsets.suppressed(400, 0.95, np.random.default_rng(11))
    sizes, risks = subsets.every_subset(X, y)
    prices = np.geomspace(1e-4, 3, 4000)
    bought = {int(sizes[np.argmin(risks + lam * sizes)]) for lam in prices}
    assert bought == {0, 2, 4, 5, 6}
    assert np.flatnonzero(~show("count").r.on).tolist() == [1, 3]
    # a pair is worth more than twice one of its columns
    best = [risks[sizes == k].min() for k in range(3)]
    assert best[0] - best[2] > 2 * (best[0] - best[1])
    assert show("count", n=12).r.on.tolist() == show("count").r.on.tolist()
