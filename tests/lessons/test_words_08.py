"""Words of notebook 08: guesses, stories and numbers, computed another way."""

import numpy as np
import pytest

from tests.lessons.room import Room

figures = Room("08")


def exponent(eta, steps=8000, runs=50):
    """The mean logarithm of the factor of one step I - 2 eta x x', x = (1, z): a run's growth."""
    rng, v, total = np.random.default_rng(0), np.ones((runs, 2)), 0.0
    for _ in range(steps):
        x = np.column_stack([np.ones(runs), rng.normal(size=runs)])
        v = v - 2 * eta * (v * x).sum(axis=1)[:, None] * x
        size = np.linalg.norm(v, axis=1)
        total += np.log(size).mean()
        v /= size[:, None]
    return total / steps


def test_beyond_its_limit_the_mean_square_explodes_and_a_typical_run_does_not():
    """At 0.32: expected height 10^16 after 300 steps, and 98 of 100 runs never beyond 50."""
    law, (X, y) = figures.million_law(), figures.million()
    start, eta = np.array([2.0, -2.0]), 0.32
    assert law.longest_step(1, replace=False) == pytest.approx(0.29, abs=5e-3)
    assert 1e15 < law.heights(start, eta, 1, [300], replace=False)[0] < 1e17
    rng, w, far = np.random.default_rng(0), np.tile(start, (2000, 1)), np.zeros(2000)
    for _ in range(300):
        x, answer = X[(j := rng.integers(len(y), size=2000))], y[j]
        w = w - 2 * eta * ((x * w).sum(axis=1) - answer)[:, None] * x
        far = np.maximum(far, np.linalg.norm(w - figures.W_RISK, axis=1))
    assert 0.96 < np.mean(far < 50) < 0.99 and np.median(np.linalg.norm(w, axis=1)) < 2
    for i in range(1, 6):
        run = figures.walk.compute(300, eta, 100, i, 2.0, -2.0)["one"]
        assert np.abs(run).max() < 10, "all five runs of the figure stay in sight"


def test_the_border_of_single_runs_is_about_0_54():
    assert exponent(0.32) < -0.2 < exponent(0.5) < -0.03 and exponent(0.6) > 0.03
    assert abs(exponent(0.54)) < 0.02


def test_the_heights_that_the_text_and_the_guess_of_walk_name():
    law, start = figures.million_law(), np.array([2.0, -2.0])
    floors = [law.floor(0.05, m, replace=False) for m in (1, 10)]
    assert floors == pytest.approx([0.022, 0.0020], rel=0.03)
    first = law.heights(start, 0.05, 1, [0, 1000], replace=False)
    assert first == pytest.approx([12.4, 0.022], rel=0.03)
    assert law.heights(start, 0.05, 10**6, [1], replace=False) == pytest.approx(10.05, abs=0.01)


def test_at_the_minimum_three_single_gradients_are_tiny_and_nine_are_not():
    Z, goal = figures.patients()
    w = np.linalg.lstsq(Z, goal, rcond=None)[0]
    sizes = np.sort(np.linalg.norm(2 * (Z @ w - goal)[:, None] * Z, axis=1))
    assert sizes[2] < 0.1 and sizes[3] > 0.6


def mean_height(gamma, T, eta):
    """The mean of E f(w_t) over the T steps of the coin, from the distribution over a grid."""
    places = np.arange(-T, T + 1)
    chance = np.where(places == 0, 1.0, 0.0)  # places in steps, counted from w_1 = 1
    total, offset = 0.0, 1 / eta
    for _ in range(T):
        w = places + offset
        total += gamma * eta * (np.abs(w) * chance).sum()
        towards = np.where(np.abs(w) < 1e-9, 0, np.sign(w)).astype(int)
        ahead = np.zeros_like(chance)
        up = np.where(towards > 0, (1 - gamma) / 2, (1 + gamma) / 2)
        up = np.where(towards == 0, 0.5, up)
        ahead[1:] += (chance * up)[:-1]
        ahead[:-1] += (chance * (1 - up))[1:]
        chance = ahead
    return total / T


def test_the_coin_uses_92_per_cent_of_its_bound():
    """By the distribution over all places, not by the helper's law; at 0 either step is as good."""
    assert mean_height(0.2, 100, 0.1) == pytest.approx(0.092, abs=1e-3)


@pytest.mark.parametrize("T, used", [(99, 0.995), (100, 1.0), (101, 0.995)])
def test_a_sure_coin_loses_nothing_after_100_steps_and_half_a_per_cent_beside(show, T, used):
    claim = show("coin", gamma=1.0, T=T).claims()[0]
    assert claim.measured / claim.bound == pytest.approx(used, abs=1e-3)


def test_which_steps_bring_the_last_point_to_the_minimum():
    """The four options of the guess, at T = 200 000 by the recursion of the mean square."""
    t = np.arange(1, 200_001)
    options = {
        "constant": 0.2 + 0 * t,
        "3/4": 0.5 / t**0.75,
        "2": 0.5 / t**2,
        "floor": 1 / t + 0.05,
    }
    ends = {}
    for name, steps in options.items():
        square = 9.0
        for step in steps.tolist():
            square = (1 - step) ** 2 * square + step**2
        ends[name] = square**0.5
    assert ends["3/4"] < 0.01 and min(ends["constant"], ends["2"], ends["floor"]) > 0.1
    assert (0.5 / t**2).sum() == pytest.approx(0.82, abs=0.005)


def test_the_mean_of_resampled_runs_is_where_it_should_be_at_every_sample(show):
    """Also where 500 steps are not enough to arrive: the sample of ten with a flat valley."""
    figure = show("target", n=10, eta=0.02)
    far = []
    for i in (5, 10, 13, 20):
        figure.set(i=i)
        claim = figure.claims()[0]
        assert claim.holds and not claim.why_not
        far.append(abs(claim.measured - figure.r.best[1]))
    assert max(far) > 1e-3, "the limit itself is not reached"


def test_noise_that_vanishes_at_the_minimum_lets_sgd_fall_exponentially():
    """y = 0.9 x exactly: one example a step, and the distance halves in every few."""
    rng, w = np.random.default_rng(0), np.tile([2.0, -2.0], (200, 1))
    for _ in range(200):
        x = np.column_stack([np.ones(200), rng.normal(size=200)])
        w = w - 0.2 * (x @ [0, 0.9] - (x * w).sum(axis=1))[:, None] * -x
    assert np.sqrt((np.linalg.norm(w - [0, 0.9], axis=1) ** 2).mean()) < 1e-9
