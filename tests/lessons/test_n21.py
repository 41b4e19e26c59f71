"""Figures of notebook 21: claims that see a wrong formula, and numbers that the text quotes."""

import numpy as np
import pytest

from helpers.online import mirror
from tests.lessons.claims import broken, scaled
from tests.lessons.room import Room

figures = Room("21")


@pytest.mark.parametrize(
    "name, values, formula, factor",
    [
        ("race", dict(losses="one good expert"), "regret", 2.1),
        ("race", dict(losses="one good expert"), "bound", 0.45),
        ("race", {}, "multiplied", 1.01),
        ("whichever", {}, "good_regret", 0.9),
        ("whichever", dict(eta=0.02), "see_saw_regret", 0.8),
        ("whichever", dict(eta=0.05), "bound", 0.9),
        ("slope", dict(kind="quadratic w²/2", theta=1.4, w=0.9), "conjugate_on_grid", 0.9),
        ("slope", dict(kind="entropy of two experts"), "conjugate_on_grid", 1.1),
        ("slope", dict(kind="two wells (w² − 1)²/2"), "conjugate_on_grid", 0.9),
        ("rulers", {}, "bregman", 1.1),
        ("pixels", {}, "regret", 2.5),
        ("pixels", {}, "bound", 0.5),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, factor):
    figure = show(name, **values)
    assert not broken(figure)
    monkeypatch.setattr(mirror, formula, scaled(getattr(mirror, formula), factor, part=0))
    for cache in (figures.conjugates, figures.least_regret):
        cache.cache_clear()
    figure.set(**values)
    assert broken(figure)


@pytest.mark.parametrize("part", ["start", "moves", "norms", "slack"])
def test_a_wrong_term_is_seen(show, monkeypatch, part):
    """One line of the bill, a tenth off (norms: a tenth of it)."""
    figure, right = show("terms"), mirror.terms
    assert not broken(figure)

    def wrong(*given):
        found = right(*given)
        return {**found, part: found[part] * (0.1 if part == "norms" else 1.1)}

    monkeypatch.setattr(mirror, "terms", wrong)
    figure.set()
    assert broken(figure)


def test_a_wrong_mirror_is_seen(show, monkeypatch):
    """Weights at half the temperature: the objective, the gradient and the bound notice."""
    figure, right = show("reflected", b=2), figures.softmax
    assert not broken(figure)
    monkeypatch.setattr(figures, "softmax", lambda S, tau: right(S, tau / 2))
    figure.set(b=2)
    assert set(broken(figure)) >= {"least loss minus τ entropy", "w is the gradient of ψ*"}
    monkeypatch.setattr(figures, "softmax", lambda S, tau: right(S, 20 * tau))
    figure.set(b=2, a=-4)
    assert "a softmax is nearly as good as the best" in broken(figure)
    monkeypatch.setattr(figures, "project_simplex", lambda S: right(S, 1))
    figure.set(b=2)
    assert "OGD is the nearest point" in broken(figure)


def test_a_wrong_divergence_is_seen(show, monkeypatch):
    figure, right = show("rulers"), figures.kl
    assert not broken(figure)
    monkeypatch.setattr(figures, "kl", lambda w, u: 0.8 * right(w, u))
    figure.set()
    assert "KL is as curved as the 1-norm" in broken(figure)


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    r = figures.race.compute("coins", 300, 1.0, 400, 1)
    assert r["regret"] == pytest.approx((30, 31), abs=0.15)
    assert r["bound"] == pytest.approx((67.6, 345.8), abs=0.1)
    assert (figures.least_regret(mirror.QUADRATIC, 300, 400)) == pytest.approx(86.7, abs=0.05)
    assert (figures.least_regret(mirror.ENTROPIC, 300, 400)) == pytest.approx(17.1, abs=0.05)
    r = figures.whichever.compute(0.0058, 300, 400)
    assert r["floor"] == pytest.approx(86.3, abs=0.05)
    r = figures.slope.compute("quadratic w²/2", 0.7, -0.5, 1.0)
    assert (r["touch"], r["star_"]) == pytest.approx((0.7, 0.245), abs=1e-3)
    r = figures.reflected.compute(1.0, 2.0, 1.0)
    assert r["w"] == pytest.approx([0.67, 0.24, 0.09], abs=0.005)
    assert r["above"] == pytest.approx(0.42, abs=0.005)
    r = figures.terms.compute(0.21, mirror.ENTROPIC, "coins", 100, 10, "the best expert")
    start, moves, slack, lost, norms = r["bars"]
    assert (start, moves, slack, lost) == pytest.approx((11.0, 2.2, 4.5, 8.6), abs=0.06)
    assert norms == pytest.approx(10.5) and norms - moves == pytest.approx(8.3, abs=0.05)
    assert start + norms == pytest.approx(21.5, abs=0.05)
    assert start + norms - lost == pytest.approx(12.8, abs=0.05)
    last = mirror.mirror_descent(figures.played("coins", 100, 10, 1), mirror.ENTROPIC, 0.21).last
    assert slack == pytest.approx(-np.log(last.max()) / 0.21)  # section 5: KL from the best expert
    assert last.max() == pytest.approx(0.39, abs=0.005)
    assert mirror.tuned(mirror.ENTROPIC, 10, 100)[0] == pytest.approx(0.21, abs=0.005)
    assert figures.pixels.compute(1.0, 1000)["best"] == pytest.approx(0.19, abs=0.005)


def test_coins_tie_in_other_samples_too():
    for sample in range(1, 6):
        eg, ogd = figures.race.compute("coins", 300, 1.0, 400, sample)["regret"]
        assert abs(eg - ogd) < 0.08 * eg


def test_words_of_the_story_are_true():
    """The steps that name a number or a verdict."""
    eg, ogd = figures.raced("one good expert", 400, 1.0, 1)
    assert ogd[-1] / ogd[2] > 5 and eg[-1] / eg[2] < 1.6
    long = figures.race.compute("one good expert", 300, 5.0, 400, 1)["regret"]
    assert long[1] < ogd[-1] / 4 and long[0] < eg[-1] / 4
    assert figures.race.compute("see-saw", 300, 5.0, 400, 1)["regret"][1] == pytest.approx(100)
    two = figures.race.compute("see-saw", 2, 1.0, 400, 1)["regret"]
    assert two == pytest.approx((2.9, 2.5), abs=0.05)
    best = [figures.best_step(g, 300, 400) for g in (mirror.QUADRATIC, mirror.ENTROPIC)]
    assert best == pytest.approx([0.0058, 0.34], rel=0.02)
    ten = [figures.least_regret(g, 10, 400) for g in (mirror.ENTROPIC, mirror.QUADRATIC)]
    assert 1 < ten[1] / ten[0] < 1.5
    hot, cold = (figures.reflected.compute(tau, 2.0, 1.0)["w"] for tau in (5.0, 0.2))
    assert hot.max() < 0.45 and cold.max() > 0.99
    assert figures.reflected.compute(1.0, 2.0, 2.0)["p"][2] == 0


def test_words_about_the_bill_and_the_pixels_are_true():
    bars = {
        eta: figures.terms.compute(eta, mirror.ENTROPIC, "coins", 100, 10, "the best expert")
        for eta in (0.021, 0.21, 2.1)
    }
    start, _, slack, _, _ = bars[0.021]["bars"]
    assert start == pytest.approx(10 * bars[0.21]["bars"][0]) and slack > 0.9 * start
    assert bars[2.1]["bars"][1] > 0.8 * bars[2.1]["bars"][3]
    good = figures.terms.compute(
        0.21, mirror.ENTROPIC, "one good expert", 20, 10, figures.AGAINST[0]
    )
    late = figures.terms.compute(
        0.21, mirror.ENTROPIC, "one good expert", 100, 10, figures.AGAINST[0]
    )
    assert good["bars"][3] > 0.9 * late["bars"][3] and late["bars"][2] < 1e-6
    mean = figures.terms.compute(0.21, mirror.ENTROPIC, "coins", 100, 10, figures.AGAINST[1])
    assert mean["bars"][0] == pytest.approx(0) and mean["bars"][3] < 0
    errors = [[e[-1] for e in figures.pixels.compute(f, 1000)["error"]] for f in (1.0, 5.0, 20.0)]
    assert np.all(np.diff(errors, axis=0) < 0) and errors[0][0] < errors[0][1]
    few = figures.pixels.compute(1.0, 100)
    assert few["best"] < 0.1 and few["error"][0][-1] > 0.25
    blue = figures.pixels.compute(5.0, 1000)
    assert blue["error"][0].min() < blue["best"] < blue["error"][0][-1]
    losses = figures.pixel_losses()
    best = losses[:, losses.sum(axis=0).argmin()]
    assert best[:500].mean() < 0.75 * best[500:].mean()  # the first images are easier


def test_the_gap_of_its_step_can_be_seen(show):
    """A tenth of the panel's height at least: not hidden under the star."""
    figure = show("slope")
    assert figure.compute(**figure.presets["the gap"])["gap"] > 0.4


def scheduled(Z, wait):
    """Regret of lazy OGD with equal weights for the first rounds, then η = 1 / (losses seen)."""
    total, paid = np.zeros(Z.shape[1]), 0.0
    for seen, z in enumerate(Z):
        eta = 0.0 if seen < wait else 1 / seen
        paid += mirror.QUADRATIC.mirror(-eta * total) @ z
        total += z
    return paid - total.min()


def test_a_schedule_beats_both_games_and_no_constant_step_does():
    """Section 2: constant steps of OGD regret at least 86.3 in one game, a schedule 52 and 61."""
    good, swing = mirror.one_good(400, 300), mirror.see_saw(400, 300)
    assert [scheduled(Z, 52) for Z in (good, swing)] == pytest.approx([52, 61], abs=0.5)
    assert figures.whichever.compute(0.0058, 300, 400)["floor"] > 86


def test_centred_losses_halve_the_bound_of_ogd_too():
    """Losses less 1/2 give the same weights and regret, and squared lengths of at most d / 4."""
    rng, d, T = np.random.default_rng(21), 300, 400
    Z = (rng.random((T, d)) < 0.5) * 1.0
    eta = np.sqrt((1 - 1 / d) / (d * T / 4))
    plain, centred = (mirror.mirror_descent(z, mirror.QUADRATIC, eta) for z in (Z, Z - 0.5))
    assert np.allclose(plain.w, centred.w)
    assert mirror.regret(plain)[-1] == pytest.approx(mirror.regret(centred)[-1])
    assert ((Z - 0.5) ** 2).sum(axis=1).max() == d / 4
    assert (1 - 1 / d) / (2 * eta) + eta * d * T / 8 == pytest.approx(173, abs=0.5)


def test_a_gradient_without_a_jump_is_not_yet_smooth():
    """|w|^1.5 has gradient 0 at 0, and rises above every quadratic near 0."""
    for alpha in (1.0, 10.0, 100.0):
        w = 1 / alpha**2
        assert w**1.5 > alpha / 2 * w**2
