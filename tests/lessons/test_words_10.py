"""What the sentences of notebook 10 say, computed in another way than its figures do."""

import numpy as np
import pytest

from helpers.descent import chains, langevin
from tests.lessons.room import Room

figures = Room("10")


def test_with_one_number_a_step_the_cloud_is_more_than_twice_as_wide():
    """Guess of `shaking`: 0.22 with batches of ten, 0.55 with one number, by a plain loop."""
    z, eta, widths = figures.NORMAL.z, 0.01, []
    for m in (10, 1):
        rng, w, seen = np.random.default_rng(1), np.full(2000, 1.1), []
        for t in range(160):
            J = rng.permuted(np.tile(np.arange(50), (2000, 1)), axis=1)[:, :m]
            slope = 50 * (z[J].mean(axis=1) - w) - w
            w = w + eta * slope + (2 * eta) ** 0.5 * rng.standard_normal(2000)
            seen += [w] if t > 20 else []
        widths.append(np.std(seen))
    assert widths == pytest.approx([0.22, 0.55], abs=0.01)


def test_the_error_of_the_estimate_is_the_larger_noise_first():
    """Guess of `noises`: steps 0.03/t^0.6, batches of 5 of 50, temperature 0.5."""
    z, t = figures.NORMAL.z, np.arange(1, 301)
    V = 50**2 / 5 * z.var() * 45 / 49
    eta = 0.03 / t**0.6
    larger = eta**2 * V > 2 * eta * 0.5
    assert larger[:58].all() and not larger[58:].any()
    assert eta[0] * V / (2 * 0.5) == pytest.approx(11, abs=1)  # ten times as strong at first


def test_at_a_quarter_of_the_temperature_nearly_all_switches_are_gone(show):
    """Guess of `wells`: the barrier 3.8 stands in the exponent; 4000 plain chains switch rarely."""
    w = np.linspace(-3, 3, 60_001)
    log_f = np.logaddexp(-2 * (w - 1.5) ** 2, -2 * (w + 1.5) ** 2)
    assert log_f.max() - log_f[30_000] == pytest.approx(3.8, abs=0.02)
    assert [3.8 / 1.5, 3.8 / 0.4] == pytest.approx([2.5, 9.5], abs=0.05)
    assert show("wells", tau=0.4).r.exact == pytest.approx(0.001, rel=0.1)
    assert show("wells").r.exact == pytest.approx(0.83, abs=0.005)


def test_the_barrier_of_a_long_walk_is_divided_by_the_temperature():
    """06–10 M6: counted on chains that have moved for long, not computed from f^(1/τ)."""
    rng, tau, eta = np.random.default_rng(3), 2.0, 0.005
    w, seen = rng.choice([-1.0, 1.0], 4000), []
    for t in range(4000):
        push = -4 * w + 4 * np.tanh(4 * w)
        w = w + eta * push + (2 * eta * tau) ** 0.5 * rng.standard_normal(4000)
        seen += [w] if t > 400 and t % 20 == 0 else []
    count, edges = np.histogram(np.abs(np.concatenate(seen)), np.linspace(0, 3, 31))
    measured = np.log(count.max() / count[0])
    assert measured == pytest.approx(figures.depth(1.0, tau), abs=0.1)
    assert figures.depth(1.0, tau) == pytest.approx(figures.barrier(1.0) / tau, abs=0.04)


def test_a_walk_at_another_temperature_is_noticed(show, monkeypatch):
    right = figures.depth
    monkeypatch.setattr(figures, "depth", lambda b, tau: right(b, 1.1 * tau))
    for values in (dict(), dict(tau=0.5), dict(b=2, tau=4)):
        assert not show("wells", **values).headlined.holds


def test_the_twelve_averages_stay_apart():
    """Guess of `averages`: 4000 walks with steps 1/t; the spread of their plain averages."""
    rng = np.random.default_rng(0)
    w, total, spread = rng.standard_normal(4000), 0.0, {}
    for t in range(1, 2001):
        total = total + w
        spread[t] = np.std(total / t)
        w = w - w / t + (2 / t) ** 0.5 * rng.standard_normal(4000)
    assert spread[2000] / spread[200] == pytest.approx(1, abs=0.05)
    assert abs(np.mean(total / 2000)) < 0.06


def test_with_slower_steps_the_plain_average_converges():
    """06–10 F3: 10.7 speaks of η₁/t only; variances after 10³, 10⁴ and 10⁵ steps."""
    t = np.arange(1, 100_001)
    for p, wanted in ((0.6, (0.075, 0.031, 0.012)), (0.75, (0.175, 0.105, 0.061))):
        variance = chains.average_variance(t**-p, np.ones(len(t)), 1.0, 1.0, start=1.0)
        assert variance[[999, 9999, 99_999]] == pytest.approx(wanted, abs=6e-4)


def test_the_weighted_average_can_have_the_larger_variance():
    """06–10 F10: two steps, first step 0.316; by the coefficients of start and kick."""
    eta = 0.316 / np.arange(1, 3)
    variance = []
    for by in (np.ones(2), eta):
        share = by / by.sum()
        variance.append((share[0] + share[1] * (1 - eta[0])) ** 2 + share[1] ** 2 * 2 * eta[0])
    assert variance == pytest.approx([0.8670, 0.8707], abs=1e-4)


def test_a_smooth_posterior_may_have_no_density_at_rest_when_it_is_hot():
    """06–10 G1 (a): Cauchy's density to the power 1/2 has an integral that grows like ln."""
    w = np.geomspace(1, 1e6, 100_001)
    half = (1 + w**2) ** -0.5
    grown = np.cumsum((half[1:] + half[:-1]) / 2 * np.diff(w))
    decades = grown[[66_666, 83_332, 99_999]]
    assert np.diff(decades) == pytest.approx(np.log(10), rel=0.01)


def test_with_a_slope_that_grows_faster_than_linearly_the_chain_explodes():
    """06–10 G1 (b): log f = −w⁴/4 with steps of 0.3, from 0."""
    rng, w, eta = np.random.default_rng(0), np.zeros(500), 0.3
    for _ in range(5000):
        far = np.abs(w) > 10  # from here every step leads farther out
        w = np.where(far, w, w - eta * w**3 + (2 * eta) ** 0.5 * rng.standard_normal(500))
    assert np.mean(np.abs(w) > 10) > 0.9
    assert np.all(np.abs(w - eta * w**3)[np.abs(w) > 10] > np.abs(w[np.abs(w) > 10]))


def test_clipped_sgd_rests_near_a_median():
    """Guess of `clip`: at a threshold of 0.1 the point whose unit vectors cancel."""
    w = figures.SKEWED.mean(axis=0)
    for _ in range(5000):
        away = figures.SKEWED - w
        w = w + 0.01 * (away / np.linalg.norm(away, axis=1)[:, None]).mean(axis=0)
    mean, rest = figures.SKEWED.mean(axis=0), langevin.clipped_mean(figures.SKEWED, "norm", 0.1)
    assert np.linalg.norm(rest - w) < 0.05 * np.linalg.norm(mean - w)


def test_a_thousandfold_temperature_changes_the_width_by_less_than_a_fifth():
    """Guess of `regression`: by the formula of Theorem 10.2 with V = 5.4 · 10⁶."""
    eta, V, sd = 1e-5, 5.4e6, 0.0043
    widths = [((2 * eta * tau + eta**2 * V) / (2 * eta)) ** 0.5 for tau in (0.01, 1, 10)]
    assert 1.1 < widths[2] / widths[0] < 1.2
    assert eta * V / 2 == pytest.approx(27, abs=0.1)
    assert sd > 0
