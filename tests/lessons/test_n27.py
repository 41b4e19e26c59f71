"""Figures of notebook 27: claims that see a wrong formula, and numbers that the text quotes."""

from math import comb, log

import numpy as np
import pytest

from helpers.generalisation import rademacher as rad
from tests.lessons.claims import broken, forget, scaled
from tests.lessons.room import Room

figures = Room("27")


@pytest.mark.parametrize(
    "name, values, formula, factor",
    [
        ("coins", dict(rules="memory"), "massart", 0.8),
        ("balls", {}, "l2_bound", 1.1),
        ("balls", {}, "l2_bound", 0.99),
        ("balls", {}, "l1_bound", 0.85),
        ("balls", {}, "ball", 1.1),
        ("balls", {}, "ball", 0.9),
        ("bandwidth", dict(ell=1.0), "kernel_bound", 0.99),
        ("bandwidth", dict(ell=1.0), "kernel_ball", 1.1),
        ("bandwidth", dict(ell=100.0), "kernel_bound", 1.2),
        ("chain", {}, "rising_complexity", 1.1),
        ("chain", {}, "rising_complexity", 0.9),
        ("chain", {}, "mean_distance", 1.1),
        ("chain", {}, "log_staircases", 1.1),
        ("margin", dict(theta=0.5, T=1), "ramp", 1.1),
        ("margin", dict(theta=0.5, T=1), "ramp", 0.9),
        ("box", {}, "complexity", 1.1),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, factor):
    figure = show(name, **values)
    assert not broken(figure)
    monkeypatch.setattr(rad, formula, scaled(getattr(rad, formula), factor))
    forget(figures)
    figure.set(**values)
    assert broken(figure)


@pytest.mark.parametrize("name", ["coins", "promise"])
def test_a_wrong_sum_over_stumps_is_seen(show, monkeypatch, name):
    """Left plus right instead of left minus right, or a tenth too much."""
    figure, right = show(name), rad.Stumps.edges
    monkeypatch.setattr(rad.Stumps, "edges", lambda self, W: 1.1 * right(self, W))
    forget(figures)
    figure.reset()
    assert broken(figure)


def test_a_sum_with_bars_is_seen(show, monkeypatch):
    """With |sum| the rules of the calculus fail: a class far from 0 shows it."""
    right = rad.complexity
    wrong = lambda V, S=None: right(np.vstack([V, -np.asarray(V)]), S)  # noqa: E731
    monkeypatch.setattr(rad, "complexity", wrong)
    places = "1.2 1.1, 0.9 1.2, 1.0 0.8, 1.3 0.9, 1.1 1.0"
    assert "the perimeter of the box over √128" in broken(show("box", places=places))


def test_correlated_signs_are_seen(show, monkeypatch):
    """Plain random signs have the right means only up to luck."""
    plain = lambda n, rng, count=256: rng.choice([-1.0, 1.0], size=(count, n))  # noqa: E731
    monkeypatch.setattr(rad, "balanced_signs", plain)
    assert "the mean square is exact" in broken(show("balls"))
    assert "the mean of σᵀKσ is the trace" in broken(show("bandwidth"))


def test_samples_without_repetition_of_the_world_break_nothing_but_bias_does(show, monkeypatch):
    """A worst gap that is three times as large is over the complexity."""
    right = figures.drawn

    def wrong(n, labels):
        s = right(n, labels)
        s.worst = 3 * s.worst
        return s

    figure = show("promise")
    monkeypatch.setattr(figures, "drawn", wrong)
    figure.reset()
    assert "coins bound the worst gap" in broken(figure)


def test_votes_that_are_not_scaled_are_seen(show, monkeypatch):
    """Rule 2 is about mixtures: a vote whose weights add up to more fits coins better."""
    right = figures.voted

    def wrong(n):
        v = right(n)
        v.by_votes = 30 * v.by_votes
        return v

    monkeypatch.setattr(figures, "voted", wrong)
    assert broken(show("margin")) == ["no vote fits coins better than a stump"]


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    agree, truth, count = figures.coin_table("stumps on 30 features")
    assert agree[0] == pytest.approx(0.61, abs=0.005) and count[0] == 1142
    assert (1 - agree[-1]) / 2 == pytest.approx(0.42, abs=0.005)
    assert rad.massart(1142, 20) == pytest.approx(0.839, abs=0.001)
    r = figures.bandwidth.compute(2.0, 1.0, 1e-4)
    assert r["norm"] == pytest.approx(7.58, abs=0.01)
    assert r["coin_norm"] == pytest.approx(13.1, abs=0.1)
    ends = [figures.bandwidth.compute(ell, 1.0, 1e-4) for ell in (0.1, 100.0)]
    assert ends[0]["R"] / ends[1]["R"] < 4 / 3
    vote, stump = (figures.margin.compute(0.3, T, 1e4, 0.05) for T in (60, 1))
    assert stump["promised"] == pytest.approx(0.27, abs=0.005)
    assert (stump["error"], vote["error"]) == pytest.approx((0.084, 0.012), abs=0.0005)
    assert vote["promised"] / vote["error"] == pytest.approx(50, abs=1)
    assert rad.one_scale(100, np.arange(11)).argmin() == 2
    sample = figures.promise.compute(400, 0.05, "true", 1)
    assert sample["promised"] == pytest.approx(0.40, abs=0.01)
    assert sample["risk"] == pytest.approx(0.11, abs=0.005)
    n = 10_000
    assert rad.mean_distance(n) / n * np.sqrt(n) == pytest.approx(0.80, abs=0.005)


def test_the_notes_on_margins_of_a_vote():
    """At θ = 0.3 the bound rises with T, while margins and error fall."""
    runs = [figures.margin.compute(0.3, T, 1e4, 0.05) for T in (1, 5, 20, 60, 100)]
    bounds = [r["promised"] for r in runs]
    assert (np.diff(bounds) > 0).all()
    assert (bounds[0], bounds[-1]) == pytest.approx((0.27, 0.71), abs=0.005)
    assert (np.diff([r["m"] @ r["weights"] for r in runs]) < 0).all()
    assert (np.diff([r["error"] for r in runs]) < 0).all()


def test_a_chain_that_stops_late_costs_little():
    for n, best, last in ((30, 0.339, 0.380), (100, 0.2407, 0.254)):
        chained = figures.chain_bounds(n)
        assert (chained.min(), chained[-1]) == pytest.approx((best, last), abs=6e-4)
        assert np.argmin(chained) < 10


def test_the_mean_of_some_coins_is_near_the_complexity():
    """McDiarmid over the coins: the worked number, and how often it fails, on all flips of ten."""
    assert np.sqrt(2 * np.log(100) / (100 * 400)) == pytest.approx(0.015, abs=5e-4)
    rng = np.random.default_rng(27)
    V = rng.permutation(rad.signs(10))[:30]
    exact, m, delta = rad.complexity(V), 1, 0.9
    flips = rng.choice([-1.0, 1.0], size=(4000, m, 10))
    means = np.einsum("kmi,vi->kmv", flips, V).max(axis=2).mean(axis=1) / 10
    low = means <= exact - np.sqrt(2 * np.log(1 / delta) / (m * 10))
    assert 0 < low.mean() <= delta


def test_the_guesses_and_their_feedback():
    """Errors of the best stump by counting, digits of the cover by the formula."""
    agree = figures.coin_table("stumps on 30 features")[0]
    errors = dict(zip(figures.SIZES, (1 - agree) / 2))
    assert errors[20] == pytest.approx(0.2, abs=0.02)
    assert all(errors[n] == pytest.approx(0.35, abs=0.04) for n in (60, 80, 100))
    corners = np.array([[0.9, 0.5], [-0.2, 1.1], [-1.0, 0.1], [-0.4, -0.8], [0.7, -0.6]])
    fit = lambda V: np.mean([(V @ s).max() / 2 for s in rad.signs(2)])  # noqa: E731
    mixed = np.random.default_rng(1).dirichlet(np.ones(5), size=300) @ corners
    assert (
        fit(np.vstack([corners, mixed]))
        == pytest.approx(fit(corners))
        == pytest.approx(0.65, abs=0.005)
    )
    sample = figures.promise.compute(100, 0.05, "true", 1)
    assert sample["gap"] / sample["R"] == pytest.approx(0.5, abs=0.05)
    count = [comb(100 + 2**k - 1, 2**k - 1) for k in range(1, 11)]
    cover = [(1 - 2.0**-k) / 2 * np.sqrt(2 * log(N) / 100) for k, N in enumerate(count, start=1)]
    total = np.array(cover) + 2.0 ** -np.arange(2, 12)
    assert total.argmin() + 1 == 2 and total[-1] > 1
    assert (cover[4], 2.0**-6) == pytest.approx((0.57, 0.02), abs=0.005)
    assert figures.margin.compute(1.0, 60, 1e4, 0.05)["share"] > 0.99
