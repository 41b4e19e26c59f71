"""Figures of notebook 25: claims that see a wrong formula, and numbers that the text quotes."""

import numpy as np
import pytest
from scipy import stats

from helpers.generalisation import concentration as con
from helpers.generalisation import pac
from tests.lessons.claims import broken, forget, scaled
from tests.lessons.room import Room

figures = Room("25")

KEPT = (pac.extra_law,)  # the family's own


WORST = dict(world=figures.WORLDS[1])


@pytest.mark.parametrize(
    "name, values, formula, factor",
    [
        ("survivors", dict(n=100, **WORST), "some_event", 1.1),
        ("survivors", dict(n=100), "some_event", 0.9),
        ("survivors", {}, "realisable_size", 0.9),
        ("survivors", {}, "realisable_size", 1.1),
        ("places", {}, "some_event", 1.1),
        ("places", {}, "some_event", 0.9),
        ("places", dict(kind=figures.KINDS[2]), "unseen_law", 0.9),
        ("conjunctions", {}, "extra_law", 1.1),
        ("conjunctions", {}, "extra_law", 0.9),
        ("conjunctions", dict(drawn=figures.DRAWN[1]), "unseen_law", 1.1),
        ("conjunctions", {}, "binomial_law", 1.1),
        ("twice", dict(n=300), "agnostic_excess", 0.9),
        ("twice", dict(n=300), "agnostic_excess", 1.1),
        ("twice", {}, "deviation_tail", 0.9),
        ("twice", dict(n=300, size=2), "deviation_tail", 1.1),
        ("rates", dict(case=figures.CASES[0]), "realisable_worst", 0.9),
        ("rates", dict(case=figures.CASES[0]), "realisable_worst", 1.1),
        ("rates", dict(case=figures.CASES[1]), "noisy_worst", 0.9),
        ("rates", dict(case=figures.CASES[1]), "noisy_worst", 1.1),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, factor):
    figure = show(name, **values)
    assert not broken(figure)
    forget(figures)
    pac.extra_law.cache_clear()
    monkeypatch.setattr(pac, formula, scaled(getattr(pac, formula), factor, part=1))
    figure.set(**values)
    assert broken(figure)


def test_a_learner_that_strikes_by_negative_examples_is_seen(show, monkeypatch):
    figure = show("conjunctions", n=40)
    monkeypatch.setattr(pac, "learn_conjunction", lambda X, y: np.all(X == 1, axis=0))
    figure.set(n=41)
    assert "the truth is kept" in broken(figure) or "no training error" in broken(figure)


def test_a_sample_that_dies_too_slowly_is_seen(show, monkeypatch):
    right = pac.thinned
    monkeypatch.setattr(pac, "thinned", lambda e, c, n, rng: right(0.9 * np.asarray(e), c, n, rng))
    assert broken(show("survivors", k=6, n=20))


def test_a_choice_that_is_not_erm_is_seen(show, monkeypatch):
    """Labels of the risks and of the sample do not belong together: the middle term is positive."""
    figure, right = show("twice"), figures.samples

    def wrong(size, n, best):
        risks, seen = right(size, n, best)
        return risks, 1 - seen

    monkeypatch.setattr(figures, "samples", wrong)
    figure.set(n=110)
    assert broken(figure)


def test_markov_sees_a_law_with_another_mean(show, monkeypatch):
    figure, right = show("confidence"), figures.excess_above
    monkeypatch.setattr(figures, "excess_above", lambda law, p, x: right(law, 1.1 * p, x / 1.1))
    figure.set(delta=0.1)
    assert broken(figure)


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    ways = figures.some_left(10, 0.1)
    assert [ways[kind][40] for kind in figures.KINDS] == pytest.approx(
        [0.0148, 0.1384, 0.1419], abs=1e-4
    )
    assert ways[figures.KINDS[1]][40] / (10 * 0.9**40) == pytest.approx(0.94, abs=0.005)
    risks, law, exact = figures.laws(20, 3, 0.8, figures.DRAWN[0])
    assert np.argmax(law @ risks < 0.05) == 33 and pac.realisable_size(2**20, 0.05, 0.05) == 338
    seen = figures.conjunctions.compute(33, 20, 3, figures.DRAWN[0], 0.8, 0)
    assert (seen["soon"], seen["late"]) == (33, 338) and figures.MOST > 338  # both in the picture
    assert exact[33] == pytest.approx(0.0461, abs=1e-4)
    assert risks[2] == pytest.approx(0.512 * 0.36)
    assert pac.noisy_worst(100)[1] == pytest.approx(0.0170, abs=1e-4)
    assert pac.noisy_worst(1600)[1] == pytest.approx(0.0042, abs=1e-4)
    assert pac.survival(0.1, 10) == pytest.approx(0.349, abs=0.001)
    assert con.hoeffding_size(0.03, 0.05) == pytest.approx(2000, abs=60)
    assert figures.many(10**6) == "a million" and figures.many(10**5) == "100 thousand"
    assert figures.percent(0.0035e-2) == "0.0035 %" and figures.percent(0) == "0 %"
    assert "less" in figures.percent(1e-9)
    shares = (0.9949, 0.9971, 0.99999, 1)
    assert [figures.percent(s) for s in shares] == ["99 %", "99.7 %", "over 99.9 %", "100 %"]


def test_two_hypotheses_that_agree_on_some_cases_are_easier():
    """The largest excess shrinks like the root of the share on which they differ, nearly."""
    n, gaps = 100, np.linspace(0.005, 0.6, 120)
    hardest = pac.noisy_worst(n)[1]
    for share in (0.25, 0.5, 0.8):
        counts = stats.binom.pmf(np.arange(n + 1), n, share)
        given = [
            gaps / 2 if m == 0 else np.array([float(pac.noisy_excess(m, g)) for g in gaps])
            for m in np.flatnonzero(counts > 1e-9)
        ]
        excess = share * (counts[counts > 1e-9] @ np.array(given))
        assert excess.max() < hardest
        assert excess.max() / hardest == pytest.approx(np.sqrt(share), rel=0.05)


def test_the_guesses_and_their_feedback():
    """Each by a formula of its own."""
    assert np.ceil(np.log([10 / 0.05, 1e6 / 0.05]) / 0.1).tolist() == [53, 169]
    assert 53 * np.sqrt(1e5) == pytest.approx(17_000, rel=0.02)
    one = 0.9**40
    assert (one, 10 * one, 1 - (1 - one) ** 10) == pytest.approx((0.015, 0.15, 0.14), abs=0.003)
    m = np.arange(34)
    positive = stats.binom.pmf(m, 33, 0.8**3)
    kept = lambda m: 1 - (1 - 0.8**m * 0.2) ** 17  # noqa: E731
    assert positive @ (0.8**3 * kept(m)) == pytest.approx(0.046, abs=5e-4)
    assert 0.8**3 == pytest.approx(1 / 2, abs=0.02)

    def wrong(n, g):
        """The better of two has the fewer votes, or a tie and bad luck."""
        law = stats.binom(n, (1 - g) / 2)
        return law.sf(n // 2) + law.pmf(n // 2) / 2

    gaps = np.geomspace(0.005, 0.5, 400)
    worst = [(gaps * wrong(n, gaps)).max() for n in (100, 1600)]
    assert worst == pytest.approx([0.017, 0.0042], abs=5e-5)
    assert np.log(1000 / 0.01) / np.log(1000 / 0.1) == pytest.approx(5 / 4)
