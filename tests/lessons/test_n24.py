"""Figures of notebook 24: claims that see a wrong formula, and numbers that the text quotes."""

import numpy as np
import pytest
from scipy import stats

from helpers.generalisation import concentration as con
from tests.lessons.claims import broken, scaled
from tests.lessons.room import Room

figures = Room("24")


@pytest.mark.parametrize(
    "name, values, formula, factor",
    [
        ("tails", dict(n=2000, p=0.5, eps=0.02), "binomial_tail", 1.01),
        ("tails", dict(n=2000, p=0.5, eps=0.02), "binomial_tail", 0.99),
        ("tails", dict(n=100, p=0.5, eps=0.1), "chernoff", 1.1),
        ("tails", dict(n=30, p=0.13, eps=0.2), "hoeffding", 0.01),
        ("enough", {}, "hoeffding_size", 0.9),
        ("enough", {}, "hoeffding_size", 1.1),
        ("enough", {}, "chebyshev_size", 0.9),
        ("enough", {}, "hoeffding", 1.1),
        ("one_change", dict(f="share of heads"), "mcdiarmid", 1.1),
        ("lens", {}, "coin_parameter", 1.1),
        ("lens", dict(p=0.5), "needed_parameter", 1.1),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, factor):
    figure = show(name, **values)
    assert not broken(figure)
    monkeypatch.setattr(con, formula, scaled(getattr(con, formula), factor))
    figure.set(**values)
    assert broken(figure)


def test_a_wrong_change_is_seen(show, monkeypatch):
    monkeypatch.setattr(figures, "largest_change", lambda statistic, n: 0.9)
    assert broken(show("one_change")) == ["one draw moves f this far"]


@pytest.mark.parametrize("part", [3, 4])
def test_a_wrong_valley_is_seen(show, monkeypatch, part):
    """The best slope, or the rate, a tenth off."""
    figure = show("lid")
    wrong = list(figures.LAWS["normal"])
    wrong[part] = scaled(wrong[part], 1.1)
    monkeypatch.setitem(figures.LAWS, "normal", tuple(wrong))
    figure.reset()
    assert broken(figure)


def test_berry_esseen_sees_a_law_that_is_off_by_a_fifth(show, monkeypatch):
    coin = dict(kind=figures.KINDS[0], n=1000)
    figure, right = show("fan", **coin), figures.mean_cdf
    wrong = lambda kind, n, z: right(kind, n, 1.2 * np.asarray(z))  # noqa: E731
    monkeypatch.setattr(figures, "mean_cdf", wrong)
    figure.reset()
    figure.set(**coin)
    assert broken(figure) == ["Berry and Esseen"]


@pytest.mark.parametrize("n", [1, 30, 1000])
def test_the_average_of_cauchy_draws_is_drawn_on_one_draw(n):
    r = figures.fan.compute(n, "Cauchy")
    assert r["cdf"] == pytest.approx(r["single"])
    assert figures.Z[np.argmax(r["hoped"] >= 0.75)] == pytest.approx(1 / np.sqrt(n), abs=0.03)


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    r = figures.tails.compute(1000, 0.13, 0.05)
    assert 1 / r["at"][0] == pytest.approx(231_957, rel=1e-3)
    far = figures.tails.compute(1000, 0.13, 0.1)
    assert far["at"][0] / far["at"][1] == pytest.approx(1556, rel=0.01)
    assert con.hoeffding_size(0.05, 1e-6) / con.hoeffding_size(0.05, 0.05) == pytest.approx(
        3.93, abs=0.01
    )
    values, law, _ = figures.exact_law("different values", 200)
    away = np.abs(values - values @ law)
    assert law[away <= 3].sum() == pytest.approx(0.504, abs=0.001)
    assert 1 / law[away > 30].sum() == pytest.approx(1.7e11, rel=0.02)
    assert figures.counted(738) == "738" and figures.counted(231_957) == "230 thousand"
    assert figures.counted(1e8) == "100 million" and figures.counted(2.5e9) == "2.5 billion"


@pytest.mark.parametrize("n", [20, 566, 892])
def test_the_largest_gap_to_the_normal_law_counts_both_sides_of_each_jump(n):
    """The finite sum by itself, at every jump from the left and from the right."""
    z = (np.arange(n + 1) - 0.13 * n) / np.sqrt(n * 0.13 * 0.87)
    upto = stats.binom.cdf(np.arange(n + 1), n, 0.13)
    before, normal = np.append(0, upto[:-1]), stats.norm.cdf(z)
    gap = np.maximum(np.abs(upto - normal), np.abs(before - normal)).max()
    assert figures.largest_gap(figures.KINDS[0], n) == pytest.approx(gap, abs=1e-6)
    assert gap == pytest.approx({20: 0.163, 566: 0.0311, 892: 0.0247}[n], rel=2e-3)


def test_bernstein_on_random_laws_and_its_worked_numbers():
    """Theorem 24.9 against the exact tail of coins, and (2) of its proof on random laws."""
    bernstein = lambda n, eps, v, b: np.exp(-n * eps**2 / (2 * v + 2 / 3 * b * eps))  # noqa: E731
    for p in (0.01, 0.13, 0.5):
        for n in (10, 100, 1000):
            for eps in (0.01, 0.05, 0.2):
                b = max(p, 1 - p)
                assert stats.binom.sf(np.ceil(n * (p + eps) - 1e-9) - 1, n, p) <= bernstein(
                    n, eps, p * (1 - p), b
                )
    rng = np.random.default_rng(0)
    for _ in range(200):
        values, probs = rng.normal(size=4), rng.dirichlet(np.ones(4))
        x = values - values @ probs
        v, b = x**2 @ probs, np.abs(x).max()
        t = np.linspace(0, 2.9 / b, 50)
        log_m = np.log(np.exp(np.outer(t, x)) @ probs)
        assert (log_m <= v * t**2 / (2 * (1 - t * b / 3)) + 1e-12).all()
    fair, rare = bernstein(1000, 0.05, 0.25, 0.5), bernstein(1000, 0.05, 0.0099, 0.99)
    assert con.hoeffding(1000, 0.05) < fair < 2 * con.hoeffding(1000, 0.05)
    assert rare < 1e-7 * con.hoeffding(1000, 0.05)


def test_the_guesses_and_their_feedback():
    """Each by SciPy's laws or a closed formula."""
    rate = lambda percent: stats.binom.sf(10 * percent - 1, 1000, 0.13)  # noqa: E731
    assert 1 / rate(18) == pytest.approx(231_957, rel=1e-3)
    assert 0.05 / np.sqrt(0.13 * 0.87 / 1000) == pytest.approx(4.7, abs=0.05)  # nearly five
    assert 1 / 2500 < stats.binom.sf(166, 1000, 0.13) < 1 / 1500  # 3.7 points
    assert rate(20) < 1e-9
    known = con.chernoff(1000, 0.13, 0.05), con.markov(0.13, 0.18)
    assert (1 / known[0], 1 / known[1]) == pytest.approx((23_000, 1.38), rel=0.03)
    t = np.linspace(-15, 15, 3001)[np.linspace(-15, 15, 3001) != 0]
    log_m = np.log(0.99 * np.exp(-0.01 * t) + 0.01 * np.exp(0.99 * t))
    assert (2 * log_m / t**2).max() == pytest.approx(0.107, abs=5e-4)
    assert np.log(2e6) / np.log(40) == pytest.approx(3.9, abs=0.05)
    assert np.sqrt(5e4) == pytest.approx(224, abs=1)
    law = con.distinct_law(200)
    away = np.abs(np.arange(201) - np.arange(201) @ law)
    assert np.arange(201) @ law == pytest.approx(200 * (1 - (1 - 1 / 200) ** 200))
    assert law[away <= 14].sum() == pytest.approx(0.999, abs=5e-4)
    assert stats.cauchy.cdf(1) - stats.cauchy.cdf(-1) == pytest.approx(0.5)
