"""Figures of notebook 22: claims that see a wrong formula, and numbers that the text quotes."""

import numpy as np
import pytest

from answers.n22 import VISITORS
from helpers.online import bandits
from tests.lessons.claims import broken, forget, scaled
from tests.lessons.room import Room

figures = Room("22")


@pytest.mark.parametrize(
    "name, values, formula, factor",
    [
        ("arms", {}, "bandit_bound", 0.4),
        ("arms", {}, "regret", 2.0),
        ("arms", {}, "weights", 1.02),
        ("ticket", {}, "estimate", 1.02),
        ("every", dict(eta=0.25), "bandit_bound", 0.7),
        ("every", {}, "every_run", 1.05),
        ("every", {}, "regret", 1.2),
        ("cost", dict(times=0.5), "bandit_bound", 0.8),
        ("cost", dict(times=0.5), "regret", 1.2),
        ("mix", dict(gamma=0.5), "bandit_bound", 0.5),
        ("local", dict(kind="one arm free"), "full_information", None),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, factor):
    figure = show(name, **values)
    assert not broken(figure)
    right = getattr(bandits, formula)
    wrong = scaled(right, factor) if factor else lambda Z, eta: right(Z, eta / 3)
    monkeypatch.setattr(bandits, formula, wrong)
    for cache in (figures.exact_curve, figures.ratios, figures.mix_runs):
        cache.cache_clear()
    figure.set(**values)
    assert broken(figure)


def test_a_ticket_without_division_is_seen(show, monkeypatch):
    """Sees: the estimate writes the loss itself."""
    figure = show("ticket", w=0.5)
    monkeypatch.setattr(bandits, "estimate", lambda loss, arm, w: loss * np.eye(len(w))[arm])
    figure.set(w=0.5)
    assert "arm by arm, no bias" in broken(figure)


def test_a_mixing_share_that_is_ignored_is_seen(show, monkeypatch):
    figure = show("mix")
    monkeypatch.setattr(bandits, "mixed", lambda w, gamma: w)
    forget(figures)
    figure.set(gamma=0.3)
    assert "no ticket is over d/γ" in broken(figure)


def test_tuned_bounds_with_the_printed_constant_are_seen(show, monkeypatch):
    figure, right = show("cost"), bandits.tuned

    def printed(d, T, seen="one"):
        eta, promised = right(d, T, seen)
        return (eta, promised * np.sqrt(2)) if seen == "one" else (eta, promised)

    monkeypatch.setattr(bandits, "tuned", printed)
    figure.set(d=8)
    assert "the ratio of the two bounds is √d" in broken(figure)


def test_pulls_can_be_typed_and_dragged(show):
    figure = show("arms", pulls="abca d", i=3)
    r = figure.r
    assert r.pulls.tolist() == [0, 1, 2, 0, 3] and len(r.yours) == 5
    assert figures.pulled_to(r, 7.2, 1.1) == dict(pulls="ABCADBB")
    assert figures.pulled_to(r, 5.1, 1.6) == dict(pulls="ABCAC")
    assert figures.pulled_to(r, 2, 0) == dict(pulls="AB")
    assert figures.pulled_to(r, -3, 9) == dict(pulls="")
    assert len(figures.pulled_to(r, 99, -5)["pulls"]) == 40
    figure.set(pulls="")
    assert not broken(figure) and figure.r.yours.sum() == 0
    for bad in ("ABE", "A" * 41):
        with pytest.raises(ValueError, match="letters from A to D"):
            figure.set(pulls=bad)


def test_the_plan_of_the_first_picture():
    """Each machine twice, then the lowest average so far: it is A for good, and B is best."""
    Z = figures.machines("steady", 1)
    cost, count, pulls = np.zeros(4), np.zeros(4), []
    for t in range(40):
        a = t // 2 if t < 8 else int(np.argmin(cost / count))
        cost[a], count[a] = cost[a] + Z[t, a], count[a] + 1
        pulls.append(a)
    assert "".join("ABCD"[a] for a in pulls) == figures.STAY
    assert Z[2:4, 1].tolist() == [1, 1] and np.argmin(Z.sum(axis=0)) == 1
    assert cost.sum() == 19 and Z.sum(axis=0)[1] == 7


def test_the_numbers_of_the_text():
    r = figures.arms.compute(figures.pulls_of(figures.STAY), 5.0, "steady", 1)
    assert r["learner"][-1].mean() == pytest.approx(14.9, abs=0.05)
    r = figures.ticket.compute(0.05, 0.6, 1)
    assert r["variance"] == pytest.approx(6.84)
    assert figures.ticket.compute(0.01, 0.6, 1)["variance"] == pytest.approx(35.6, abs=0.05)
    r = figures.every.compute(0.4, 10, "A free, B costs 1")
    assert (r["mean"], r["bound"]) == pytest.approx((2.36, 3.73), abs=0.006)
    assert r["run"] == "A" * 10 and r["worst"] == pytest.approx(5) and 0 < r["over"] < 0.1
    r = figures.cost.compute(16, 1.0, "one arm free, the others cost 1")
    assert r["ratio"] == pytest.approx(5.4, abs=0.05) and r["mean"] == pytest.approx(129, abs=0.5)
    assert r["worst"] == pytest.approx(188, abs=0.5)
    assert (r["full"][-1], r["full_bound"]) == pytest.approx((24, 47), abs=0.2)
    assert figures.ratios()["one arm free, the others cost 1"][0] == pytest.approx(1.5, abs=0.1)
    r = figures.cost.compute(16, 5.0, "one arm free, the others cost 1")
    assert r["mean"] == pytest.approx(47, abs=0.5)
    r = figures.cost.compute(2, 0.3, "one arm free, the others cost 1")
    assert (r["mean"], r["bound"]) == pytest.approx((56.2, 58.0), abs=0.06)
    r = figures.mix.compute(0.2, 0.1, "steady")
    assert r["means"] == pytest.approx((20.0, 27.4), abs=0.06)
    assert r["late"] == pytest.approx((27, 36), abs=0.5) and r["tickets"][0][-1] > 1000
    r = figures.mix.compute(0.2, 0.1, "change after a quarter")
    assert r["means"] == pytest.approx((17.3, 21.4), abs=0.06)
    r = figures.mix.compute(0.2, 5.0, "steady")
    assert r["means"] == pytest.approx((28.5, 22.2), abs=0.06)


def test_words_of_the_story_are_true():
    """The steps that name a number or a verdict."""
    stay, look, turn = (
        figures.arms.compute(figures.pulls_of(p), 5.0, "steady", 1)["yours"].sum()
        for p in (figures.STAY, figures.LOOK, "ABCD" * 10)
    )
    assert look < stay - 5 and turn == 19
    hot = figures.arms.compute(figures.pulls_of("ABCD" * 10), 100.0, "steady", 1)
    assert np.ptp(hot["theirs"][2]) < 0.15
    rare = figures.ticket.compute(0.01, 0.6, 1)["averages"][:, -1]
    assert np.abs(rare - 0.6).max() > 0.4
    other = figures.arms.compute(figures.pulls_of(figures.STAY), 5.0, "change at half time", 1)
    (arms, paid, w), Z = other["theirs"], figures.machines("change at half time", 1)
    assert Z[20:, 2].sum() == 3 and np.argmin(Z[20:].sum(axis=0)) == 2
    assert paid[20:][arms[20:] == 2].tolist() == [1] and (w[:, 28:38].argmax(axis=0) == 3).all()
    asleep = figures.every.compute(0.05, 10, "A free, B costs 1")
    assert asleep["regret"].min() > 3.7 and asleep["bound"] == pytest.approx(14, abs=0.2)
    many = figures.every.compute(0.25, 10, "A free, B costs 1")
    assert many["over"] > 0.01
    bold = [figures.every.compute(e, 10, "A free, B costs 1") for e in (0.4, 4.0)]
    assert bold[1]["mean"] < bold[0]["mean"] and bold[1]["bound"] > bold[0]["bound"]
    swap = figures.every.compute(4.0, 10, "first B costs 0.6, then A")
    assert swap["mean"] < -0.5
    turns = figures.exact_curve("A and B cost 1 in turn", 10)[0]
    assert np.all(np.diff(turns[:-2]) > 0) and turns[-2:].min() > turns[:-4].max()
    in_turn = figures.every.compute(2.0, 10, "A and B cost 1 in turn")
    assert in_turn["worst"] < 0.2 * in_turn["bound"]
    half = figures.cost.compute(16, 0.5, "one arm free, the others cost 1")
    assert half["mean"] > 0.9 * half["bound"]
    assert (half["mean"], half["bound"]) == pytest.approx((213, 233), abs=0.5)
    less = figures.cost.compute(16, 1.0, "one arm costs 1 in 30 %, the others in 50 %")
    assert less["ratio"] == pytest.approx(2.8, abs=0.05)
    four = figures.cost.compute(4, 1.0, "one arm free, the others cost 1")
    assert 2 < four["ratio"] < 2.5
    mixes = [figures.mix.compute(g, 0.1, "steady") for g in (0.05, 0.5)]
    assert mixes[0]["means"][1] > mixes[0]["means"][0]
    assert np.std(mixes[1]["tame"]) < np.std(mixes[1]["plain"])
    assert np.mean(mixes[1]["plain"] < mixes[1]["tame"].min()) > 0.95
    burst = figures.local.compute(0.3, 1.0, 0.0, "one arm bursts")
    peaks = burst["felt"][::3]
    assert peaks[-1] < 0.1 * peaks[0] and burst["peak"][::3].min() == 1
    large = figures.local.compute(0.3, 10.0, 0.0, "one arm bursts")
    assert large["largest"] > 20 * large["half"]
    ones = figures.local.compute(0.3, 1.0, 0.0, "all cost 1")
    assert ones["whole"] > ones["largest"] == pytest.approx(ones["half"])


def test_the_plan_is_right_in_eighty_seven_of_a_hundred_games():
    """Section 1, within four standard errors of 1000 games."""
    right = 0
    for k in range(1000):
        rng = np.random.default_rng([22, k])
        chances = rng.permutation(figures.CHANCES)
        Z = (rng.random((40, 4)) < chances) * 1.0
        cost, count = np.zeros(4), np.zeros(4)
        for t in range(40):
            a = t // 2 if t < 8 else int(np.argmin(cost / count))
            cost[a], count[a] = cost[a] + Z[t, a], count[a] + 1
        right += a == np.argmin(chances)
    assert right / 1000 == pytest.approx(0.87, abs=0.04)


@pytest.mark.parametrize("T", (2, 5, 10))
@pytest.mark.parametrize("kind", figures.TWO)
def test_the_axis_holds_every_run(kind, T):
    for eta in figures.STEPS_AXIS:
        regret = bandits.every_run(figures.TWO[kind](T), eta)[1]
        assert figures.BINS[0] < regret.min() and regret.max() < figures.BINS[-1]


def test_a_newspaper_that_computes_with_the_rounded_bound_is_right():
    """Both ways lead to the answer: 25 times as many, or solving for the number in the task."""
    assert "0.0254" in VISITORS.task
    assert VISITORS.right(25 * 10_000)
    assert VISITORS.right(float(2 * 25 * np.log(25) / 0.0254**2))


def test_mixing_costs_on_the_mean_and_saves_the_unlucky_runs():
    """Section 5: two arms that change over once, the tuned step size, 400 runs each."""
    T, rng = 3000, np.random.default_rng(22)
    Z = np.eye(2)[(np.arange(T) >= 750).astype(int)]
    eta, _ = bandits.tuned(2, T)
    assert eta == pytest.approx(0.0152, abs=5e-5)
    assert bandits.bandit_bound(Z, eta) == pytest.approx(68.4, abs=0.05)
    plain, mixed = (
        bandits.regret(bandits.bandit_eg(Z, eta, rng.random((T, 400)), g).extra["played"], Z)[-1]
        for g in (0.0, 0.05)
    )
    assert plain.mean() < 68.4 < mixed.mean() < 104
    assert 0.18 < (plain > T / 5).mean() < 0.31 and not (mixed > T / 5).any()


def test_single_runs_of_the_learner_are_as_bad_as_the_plan():
    """Section 1: the cell prints 18 and 10.7; the worst of its 6000 single runs regrets 19."""
    rng, gaps = np.random.default_rng(0), []
    for _ in range(300):
        Z = 1.0 * (rng.random((40, 4)) < rng.permutation([0.2, 0.5, 0.6, 0.7]))
        paid = bandits.bandit_eg(Z, 0.2, rng.random((40, 20))).extra["paid"].sum(axis=0)
        gaps.append(paid - Z.sum(axis=0).min())
    assert np.max(gaps) == 19 and np.mean(gaps, axis=1).max() == pytest.approx(10.7, abs=0.05)


def test_the_run_that_pulls_b_last_ties_with_the_worst():
    """What the last pull teaches is never used: two of the 1024 runs regret 5."""
    regrets = figures.every.compute(0.4, 10, "A free, B costs 1")["regret"]
    assert np.sum(np.isclose(regrets, 5)) == 2 and regrets.max() == pytest.approx(5)


def test_blue_has_the_regret_of_orange_early_but_not_per_round():
    """The lecturer's question: 24, where orange ends, is reached by blue before round 40."""
    kind = next(iter(figures.MANY))
    r = figures.cost.compute(16, 1.0, kind)
    blue = r["runs"].mean(axis=1)
    assert np.argmax(blue >= r["full"][-1]) < 40
    assert blue[-1] / 400 > 5 * r["full"][-1] / 400
