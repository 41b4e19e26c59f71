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
