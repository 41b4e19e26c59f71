"""Figures of notebook 20: claims that see a wrong formula, and numbers that the text quotes."""

import numpy as np
import pytest

from helpers.online import experts as ex
from tests.lessons.claims import broken, scaled
from tests.lessons.room import Room

figures = Room("20")


@pytest.mark.parametrize(
    "name, values, formula, factor",
    [
        ("leader", dict(z="-+-+-+-+----", half=False), "ftrl_bound", 0.99),
        ("leader", {}, "paid", 0.9),
        ("leader", {}, "regret", 1.1),
        ("coin", dict(nature="always yes", eta=0.05), "hedge_bound", 0.95),
        ("coin", dict(nature="fair coins"), "paid", 0.9),
        ("every", {}, "ftrl_bound", 0.99),
        ("every", dict(T=16), "ftrl_bound", 0.99),
        ("every", {}, "worst_regret", 1.01),
        ("every", {}, "coin_regret", 1.01),
        ("every", dict(eta=1), "regret", 1.01),
        ("disc", {}, "ftrl_bound", 0.85),
        ("disc", {}, "seen", 1.05),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, factor):
    figure = show(name, **values)
    assert not broken(figure)
    monkeypatch.setattr(ex, formula, scaled(getattr(ex, formula), factor))
    figure.set(**values)
    assert broken(figure)


def shifted(learner):
    """A learner that names what it should have named a round later, or before."""

    def wrong(*given, **named):
        run = learner(*given, **named)
        w = np.concatenate([run.w[:1], run.w[:-1]])
        return ex.record(w, run.v, run.eta[0])

    return wrong


@pytest.mark.parametrize(
    "name, values, learner",
    [
        ("leader", {}, "follow_leader"),
        ("leader", {}, "ftrl"),
        ("every", {}, "ftrl"),
        ("disc", dict(wind="steady, with noise"), "ftrl"),
        ("curved", {}, "running_mean"),
        ("coin", {}, "hedge"),
    ],
)
def test_a_learner_that_is_a_round_late_is_seen(show, monkeypatch, name, values, learner):
    figure = show(name, **values)
    assert not broken(figure)
    monkeypatch.setattr(ex, learner, shifted(getattr(ex, learner)))
    figure.set(**values)
    assert broken(figure)


def test_halving_that_asks_everybody_is_seen(show, monkeypatch):
    figure, right = show("survivors"), ex.halving

    def wrong(table, labels):
        run = right(table, labels)
        mistakes = np.roll(run.extra["mistakes"], 2)
        return ex.Trace(run.w, run.v, run.eta, dict(said=run.extra["said"], mistakes=mistakes))

    monkeypatch.setattr(ex, "halving", wrong)
    figure.set(nature="as hard as it can be")
    assert "a mistake halves the experts" in broken(figure)


def test_a_rule_that_is_not_contradicted_is_seen(show, monkeypatch):
    figure = show("coin")
    monkeypatch.setattr(ex, "opposed", lambda rule, T: (np.zeros(T, int), np.zeros(T, int)))
    figure.set(T=50)
    assert broken(figure) == ["a rule without randomness regrets T/2"]


def test_the_losses_are_pulled_by_hand(show):
    """A handle for every day, the next one at 0; days to come have none."""
    figure = show("leader", T=3)
    assert [handle.at(figure.r) is None for handle in figure.handles] == [False] * 4 + [True] * 8
    assert figure.handles[3].at(figure.r) == (4, 0)
    figure.set(**figure.handles[3].to(figure.r, 4, 0.4))
    assert figure.values["T"] == 4 and figure.values["z"][3] == "+"
    figure.set(**figure.handles[0].to(figure.r, 1, 0.4))
    assert figure.values["z"] == "++-+" + "-+" * 4 and figure.r.Z[0] == 0.5


def test_the_numbers_of_the_text():
    """Guesses, worked numbers and steps of the stories, computed."""
    r = figures.leader.compute(2, 12, figures.signs(figures.SEESAW), True)
    assert r["lost"] == 11 and np.sum(r["jumps"] * r["Z"] > 0) == 11
    assert r["regret"][-1] < 2
    good = figures.signs("-" * 12)
    usual, timid = (figures.leader.compute(lam, 12, good, True) for lam in (2, 30))
    assert usual["lead"][-1] == 0.5 and 2 < usual["regret"][-1] < 3
    assert timid["regret"][-1] > 10
    free = figures.leader.compute(0.02, 12, figures.signs(figures.SEESAW), True)
    assert free["regret"][-1] == pytest.approx(11.5)
    r = figures.survivors.compute(10, 12, "random mails", 1)
    assert r["count"][-1] == 5
    assert figures.survivors.compute(10, 12, "coins", 1)["left"] == 0
    rule = figures.RULES["follow the majority"]
    r = figures.coin.compute(0.24, 100, rule, "the opposite")
    assert r["bound"][-1] == pytest.approx(5.9, abs=0.05) and r["hard"][-1] == 50
    assert r["soft"][-1] == pytest.approx(3, abs=0.02)
    run = figures.coin.compute(0.24, 100, rule, "see-saw, then yes")
    assert run["soft"][-1] / run["bound"][-1] == pytest.approx(0.92, abs=0.005)
    cold = figures.coin.compute(10, 100, rule, "the opposite")
    assert cold["soft"][-1] / 100 == pytest.approx(0.25, abs=1e-3)
    r = figures.every.compute(0.25, 12)
    assert r["worst"] == pytest.approx(3.5) and r["mean"] == pytest.approx(2.707, abs=5e-4)
    for eta, worst in ((0.1, 5.6), (2, 6)):
        wide = figures.every.compute(eta, 12)
        assert wide["regrets"].std() > r["regrets"].std() and wide["worst"] == pytest.approx(worst)
        assert wide["worst"] / wide["root"] < figures.END
    assert np.sum(np.isclose(r["regrets"], 3.5)) == 550
    tall, _ = figures.bars(r["regrets"] / r["root"], r["worst"] / r["root"])
    assert tall[-1] == pytest.approx(100 * 550 / 4096) and tall.sum() == pytest.approx(100)
    etas = np.geomspace(0.02, 5, 2000)
    assert ex.worst_regret(etas, 16).min() == pytest.approx(4)  # no other η does better
    assert ex.worst_regret(1 / 3, 12) == pytest.approx(10 / 3) and 10 / 3 < np.sqrt(12)
    r = figures.curved.compute(1000, figures.CLOUDS["farthest end"], 0.0)
    assert r["regret"][-1] == pytest.approx(4.71, abs=5e-3)
    assert 2 * (1 + np.log(1000)) == pytest.approx(15.8, abs=0.05)
    wild = figures.curved.compute(1000, figures.CLOUDS["farthest end"], 3.0)
    assert wild["regret"][0] == 8 > 2 and wild["regret"][-1] < 2 * (1 + np.log(1000))
    run = ex.follow_leader(ex.seesaw(50))
    assert ((run.w[:-1] - run.w[1:]) * run.v).sum() == 2 * 50 - 1.5


@pytest.mark.parametrize("first", [0, 0.5, 3])
def test_the_farthest_end_is_the_farthest(first):
    """No number in [-1, 1] would cost the leader more, from the first guess on."""
    r = figures.curved.compute(200, figures.CLOUDS["farthest end"], first)
    gap = np.abs(r["w"][:-1] - r["z"])
    assert gap == pytest.approx(1 + np.abs(r["w"][:-1]))


def test_the_star_of_every_can_be_pulled_wherever_it_stands(show):
    """Star and handle stay inside the axes, also where the worst regret is beyond them."""
    for eta in (0.02, 0.05, 0.25, 5):
        figure = show("every", eta=eta)
        assert 0 < figure.handles[0].at(figure.r)[1] < figures.TOP


@pytest.mark.parametrize("eta, T", [(0.25, 12), (0.289, 12), (0.05, 12), (2, 12), (0.25, 16)])
def test_no_bar_stands_beyond_the_worst(eta, T):
    """Every sequence is in a bar, and the last bar ends at the worst regret, or at the frame."""
    r = figures.every.compute(eta, T)
    values, worst = r["regrets"] / r["root"], r["worst"] / r["root"]
    tall, edges = figures.bars(values, worst)
    assert edges[-1] == min(worst, figures.END) and edges[0] <= values.min()
    inside = (values > edges[-2] + 1e-6) | (values > figures.END)
    share = inside.sum() / len(values)
    assert tall[-1] / tall.sum() == pytest.approx(share)
    assert tall.sum() == pytest.approx(100)


def test_words_about_the_disc():
    strong = figures.disc.compute(50, 200, figures.WINDS["turning"])
    assert 15 < strong["regret"].max() < 17
    weak = figures.disc.compute(0.5, 200, figures.WINDS["turning"])
    on_rim = np.hypot(*weak["w"].T) > 1 - 1e-9
    assert on_rim.mean() > 0.8
    fro = figures.disc.compute(7, 200, figures.WINDS["to and fro"])
    assert fro["regret"][-1] == pytest.approx(200 * (1 / 14) / 2)
    steady = figures.disc.compute(7, 200, figures.WINDS["steady, with noise"])
    assert steady["regret"][-1] - steady["regret"][99] < 0.3


def test_only_a_half_first_day_keeps_the_follower_losing():
    """With one pound a day nobody leads after day 2, 4, ...: at most 6 of 12 days are lost."""
    every = ex.follow_leader(ex.all_signs(12))
    assert (every.w[:-1] * every.v > 0).sum(axis=0).max() == 6
    halved = ex.seesaw(12)
    run = ex.follow_leader(halved)
    assert halved[0] == -0.5 and (run.w[1:-1] * run.v[1:] > 0).all()


def test_the_falls_of_a_turning_wind_end_higher_not_shorter():
    regret = figures.disc.compute(7, 200, figures.WINDS["turning"])["regret"]
    rises = [t for t in range(1, 199) if regret[t - 1] < regret[t] >= regret[t + 1]]
    falls = [t for t in range(1, 199) if regret[t - 1] > regret[t] <= regret[t + 1]]
    pairs = [(high, min(t for t in falls if t > high)) for high in rises if high < max(falls)]
    depth = [regret[high] - regret[low] for high, low in pairs]
    assert len(pairs) == 3 and np.all(np.diff(depth) > 0)
    assert np.all(np.diff([regret[low] for _, low in pairs]) > 0)


def test_the_equality_for_squared_losses_needs_the_means_in_the_set():
    """S = [1/2, 1] and z = -1, -1: FTL stays at 1/2 and regrets 0, the formula says 1.69."""
    gaps = np.array([0.5, 0.5]) - [-1, -1]
    assert (gaps**2 / [1, 2]).sum() / 2 == pytest.approx(1.69, abs=0.005)
