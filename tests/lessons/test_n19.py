"""Figures of notebook 19: claims that see a wrong formula, and numbers that the text quotes."""

import numpy as np
import pytest
from scipy.stats import binom

from helpers.data import load
from helpers.kernels import mmd
from helpers.kernels.gram import Pairs
from tests.lessons.claims import broken, scaled
from tests.lessons.room import Room

figures = Room("19")


@pytest.mark.parametrize(
    "name, values, formula, factor",
    [
        ("witness", {}, "embedding", 1.1),
        ("witness", {}, "mmd2_v", 0.8),
        ("unbiased", {}, "mmd2_v", 1.3),
        ("unbiased", dict(a=0.9, bandwidth=1), "mmd2_u", 1.3),
        ("unbiased", dict(a=0.9, bandwidth=1), "population_mmd2", 1.3),
        ("unbiased", {}, "plug_in_bias", 1.3),
        ("shuffle", dict(a=1), "mmd2_u", 1.1),
        ("shuffle", dict(a=1), "shuffled_mmd2", 1.1),
        ("shuffle", {}, "p_value", 0.5),
        ("power", {}, "p_value", 0.5),
        ("power", {}, "p_value", 0.0),
        ("writers", {}, "p_value", 0.2),
        ("writers", {}, "embedding", 1.1),
        ("blind", {}, "population_mmd2", 1.1),
        ("blind", dict(pair="shifted", bandwidth=30), "wide_bound", 0.3),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, factor):
    figure = show(name, **values)
    assert not broken(figure)
    monkeypatch.setattr(mmd, formula, scaled(getattr(mmd, formula), factor))
    forgotten = (figures.null_p_values, figures.power_curve)
    for cache in forgotten:
        cache.cache_clear()
    figure.set(**values)
    assert broken(figure)


@pytest.mark.parametrize("bandwidth", [0.05, 0.5])
def test_shuffles_with_the_diagonal_do_not_average_zero(show, monkeypatch, bandwidth):
    """Theorem 19.5 is about the unbiased statistic: the biased one breaks it."""
    figure, right = show("shuffle", bandwidth=bandwidth), mmd.shuffled_mmd2

    def biased(K, first):
        n = int(first[0].sum())
        return right(K, first) + 2 / n - mmd.mean_kernel(figures.NORMAL, figures.NORMAL, 0.5) / n

    monkeypatch.setattr(mmd, "shuffled_mmd2", biased)
    figure.set(bandwidth=bandwidth)
    assert "all 252 colourings of ten points: U averages 0" in broken(figure)


def test_random_functions_that_are_too_long_are_seen(show, monkeypatch):
    figure, right = show("witness"), figures.random_functions
    monkeypatch.setattr(figures, "random_functions", lambda *given: 2 * right(*given))
    figure.set(bandwidth=0.5)
    assert broken(figure) == ["no function of norm 1 beats the witness"]


def test_too_many_alarms_are_seen(show, monkeypatch):
    """Groups that are not exchangeable: first and last images in place of fresh random ones."""
    figure, right = show("writers"), figures.shuffles

    def ordered(N, n, count):
        found = right(N, n, count).copy()
        found[figures.RELABELLED :] = np.arange(N) < n
        return found

    monkeypatch.setattr(figures, "shuffles", ordered)
    figure.set(digit=1)
    assert "shuffled groups: false alarms at most 5 %" in broken(figure)


def test_all_pairs_have_the_moments_that_the_text_says():
    for a in (0.0, 0.3, 0.95):
        for name, mean, variance in (
            ("two humps", 0, 1),
            ("shifted", a, 1),
            ("wider", 0, (1 + a) ** 2),
            ("peaked", 0, 1),
        ):
            Q = figures.PAIRS[name](a)
            assert (Q.mean, Q.variance) == pytest.approx((mean, variance))


def shuffled(bandwidth=0.5, n=40, a=0, line=figures.LINES[0]):
    """What the figure of shuffles shows at this position."""
    return figures.shuffle.compute(bandwidth, n, a, 1, line, 1)


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    r = figures.witness.compute(0.5, 50, 0.95, "two humps", -1.0, 1)
    assert (r["D"], abs(r["mine"])) == pytest.approx((0.32, 0.06), abs=0.005)
    narrow = [figures.witness.compute(0.05, 50, a, "two humps", -1.0, 1)["D"] for a in (0.95, 0)]
    assert narrow == pytest.approx([0.25, 0.19], abs=0.006)
    assert mmd.mean_kernel(figures.NORMAL, figures.NORMAL, 0.5) == pytest.approx(1 / 3)
    bias = mmd.plug_in_bias(figures.NORMAL, figures.NORMAL, 10, 0.5)
    assert bias == pytest.approx(0.133, abs=5e-4)
    assert shuffled()["quantile"] == pytest.approx(1.98, abs=0.005)
    bell = shuffled(line=figures.LINES[1])
    assert (bell["quantile"], bell["alarms"]) == pytest.approx((1.645, 0.07), abs=0.001)
    share = {
        (pair, ell): figures.power.compute(ell, pair, 0.95)["share"]
        for pair, ell in (
            ("two humps", 0.05),
            ("two humps", 0.3),
            ("two humps", 1.0),
            ("two humps", 3.0),
            ("shifted", 0.05),
            ("shifted", 0.3),
            ("shifted", 10.0),
        )
    }
    assert list(share.values()) == pytest.approx([0.52, 0.76, 0.17, 0.04, 0.27, 0.62, 0.95])
    found = figures.writers.compute(30.0, 0, figures.SPLITS[0], 1)["p"]
    assert found[0] == pytest.approx(0.06) and np.sum(found <= 0.05) == 9
    humps = [
        mmd.population_mmd2(figures.NORMAL, figures.PAIRS["two humps"](0.9), ell)
        for ell in (1.0, 10.0)
    ]
    assert humps[1] < 1e-6 * humps[0]
    shift = [
        mmd.population_mmd2(figures.NORMAL, figures.PAIRS["shifted"](0.9), ell)
        for ell in (1.0, 10.0)
    ]
    assert 1 / 100 < shift[1] / shift[0] < 1 / 10


def test_words_of_the_story_are_true():
    """The steps that name a number or a verdict."""
    start = shuffled()
    assert start["p"] > 0.3 and start["below"] > 0.55
    assert shuffled(a=1)["reached"] == 0
    assert 0.03 < shuffled(a=0.5)["p"] < 0.1
    assert shuffled(n=100, a=0.5)["reached"] == 0
    wide = shuffled(bandwidth=10.0)
    assert np.argmax(np.histogram(wide["null"], figures.HEAP)[0]) < 15  # at its left end
    one = figures.unbiased.compute(0.5, 10, 0.0, "shifted")
    assert one["below"] > 0.5 and one["v"].min() > 0
    thirty = figures.unbiased.compute(0.5, 30, 0.0, "shifted")
    assert one["bias"] == pytest.approx(3 * thirty["bias"])
    humps = figures.unbiased.compute(0.5, 20, 0.9, "two humps")
    assert 0.25 < humps["below"] < 0.4
    curves = {pair: figures.power_curve(pair, 0.95) for pair in figures.PAIRS}
    assert figures.ELLS[np.argmax(curves["two humps"])] == pytest.approx(0.3, abs=0.02)
    assert curves["shifted"][-3:].min() > curves["shifted"][:5].max()
    assert curves["peaked"].max() < 0.25
    assert figures.ELLS[np.argmax(curves["wider"])] == pytest.approx(1, abs=0.05)
    alarms = figures.power_curve("two humps", 0.0)
    assert (alarms.min(), alarms.max()) == pytest.approx((0.06, 0.10))


def test_words_about_digits_are_true():
    counts = {}
    for ell in (2.0, 20.0, 200.0):
        p = figures.writers.compute(ell, 0, figures.SPLITS[0], 1)["p"]
        counts[ell] = int(np.sum(p <= 0.05))
    assert counts == {2.0: 6, 20.0: 10, 200.0: 9}
    assert figures.writers.compute(200.0, 0, figures.SPLITS[0], 1)["p"][0] > 0.05
    assert figures.writers.compute(20.0, 0, "shuffled", 1)["p"].min() > 0.05
    easy = figures.writers.compute(20.0, 0, "the next digit", 1)["p"]
    assert easy == pytest.approx(np.full(10, 1 / 200))
    p = figures.writers.compute(20.0, 0, figures.SPLITS[0], 1)["p"]
    assert np.sum(p <= 0.005) == 8  # what survives a division by ten


def test_a_file_in_order_costs_more_than_twice_the_mistakes():
    digits, rng = load("digits"), np.random.default_rng(0)
    rows, half = np.arange(len(digits.y)), len(digits.y) // 2

    def misread(order):
        train, test = order[:half], order[half:]
        nearest = Pairs(digits.X[test], digits.X[train]).sq.argmin(axis=1)
        return np.mean(digits.y[train][nearest] != digits.y[test])

    assert misread(rows) > 2 * np.mean([misread(rng.permutation(rows)) for _ in range(5)])


def test_wide_and_narrow_in_the_figure_of_bandwidths():
    def at(ell, a=0.9):
        return [mmd.population_mmd2(figures.NORMAL, Q(a), ell) for Q in figures.PAIRS.values()]

    humps, shifted, wider, peaked = at(30.0)
    assert shifted > 100 * max(humps, wider, peaked)
    assert 0.004 < min(at(0.05)) and max(at(0.05)) < 0.013
    assert 5e-7 < at(0.5, 0.3)[0] < 2e-6


def test_what_the_false_alarms_of_the_figures_would_show():
    """Chances that a test of a true level passes: 200 pairs of samples, bound 12.7 %."""
    passes = [binom.cdf(np.floor(200 * 0.127), 200, level) for level in (0.2, 0.1)]
    assert passes[0] < 0.01 and passes[1] > 0.85


def test_a_small_d2_is_not_blindness():
    """A shift at ℓ = 10 has a smaller D² than at ℓ = 1, and is found more often."""
    D2 = [mmd.population_mmd2(figures.NORMAL, figures.PAIRS["shifted"](0.9), l) for l in (1, 10)]
    power = [
        np.mean(figures.p_values(figures.PAIRS["shifted"](0.9), l, 8, 100) <= 0.05) for l in (1, 10)
    ]
    assert D2[1] < D2[0] / 10 and power[1] >= power[0]
