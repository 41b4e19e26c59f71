"""Figures of notebook 28: claims that see a wrong formula, and numbers that the text quotes."""

import numpy as np
import pytest
from scipy import stats

from helpers import losses
from helpers.generalisation import stability as st
from tests.lessons.claims import broken, forget, scaled
from tests.lessons.room import Room

figures = Room("28")


@pytest.mark.parametrize(
    "name, values, formula, factor",
    [
        ("swap", {}, "move_bound", 0.9),
        ("swap", {}, "slope", 1.1),
        ("swap", dict(loss="squared"), "slope", 1.1),
        ("swap", dict(loss="squared"), "slope", 0.9),
        ("trade", dict(lam=1), "town_weight", 1.1),
        ("trade", {}, "vote_loss", 1.1),
        ("chain", {}, "slope", 1.1),
        ("chain", dict(loss="Huber"), "slope", 0.9),
        ("patients", {}, "swapped_residuals", 1.1),
        ("promise", dict(factor=0.9), "gap_bound", 0.9),
        ("promise", dict(factor=10), "coin_excess", 1.1),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, factor):
    figure = show(name, **values)
    assert not broken(figure)
    monkeypatch.setattr(st, formula, scaled(getattr(st, formula), factor))
    figure.set(**values)
    assert broken(figure)


@pytest.mark.parametrize("part", [0, 1])
@pytest.mark.parametrize(
    "rule, n", [("mean", 10), ("nearest neighbour", 20), ("line through 0", 10)]
)
def test_a_wrong_side_of_the_identity_is_seen(show, monkeypatch, rule, n, part):
    """Overfitting or replace-one, a fifth off."""
    figure = show("overfitting", rule=rule, n=n)
    assert not broken(figure)
    right = st.overfit_and_replace

    def wrong(*given):
        both = list(right(*given))
        both[part] = 1.2 * both[part]
        return tuple(both)

    monkeypatch.setattr(st, "overfit_and_replace", wrong)
    forget(figures)
    figure.set(rule=rule, n=n)
    assert broken(figure)


def test_a_bound_with_too_few_meetings_is_seen(show, monkeypatch):
    """Twins that are a tenth farther apart than they are."""
    figure, right = show("sgd", loss="linear", eta=0.1), st.twin_runs

    def wrong(*given):
        one, two = right(*given)
        return one, one + 1.1 * (two - one)

    monkeypatch.setattr(st, "twin_runs", wrong)
    figure.set(loss="linear", eta=0.1)
    assert set(broken(figure)) >= {"SGD is stable", "the linear loss reaches the bound"}


def test_patients_see_a_gap_that_is_a_fifth_off(show, monkeypatch):
    figure, right = show("patients", n=160, lam=0.01), figures.measured_on_patients

    def wrong(n, lam):
        train, test, replace = right(n, lam)
        return train, test, 0.5 * replace

    monkeypatch.setattr(figures, "measured_on_patients", wrong)
    figure.set(n=160, lam=0.01)
    assert broken(figure) == ["overfitting = replace-one, on patients"]


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    r = figures.swap.compute(0.3, 10, losses.absolute, -4.0, 1.0, 1.0)
    assert (r["w"], r["there"]) == pytest.approx((0.70, 0.37), abs=0.005)
    r = figures.trade.compute(0.1, 30, 10, 0.8)
    assert r["training"] == pytest.approx(0.626, abs=5e-4)
    assert r["gap"] == pytest.approx(0.032, abs=5e-4)
    assert r["best"] + r["bound"] == pytest.approx(1.01, abs=5e-3)
    _, _, replace = r["curves"]
    used = replace / st.gap_bound(1.0, figures.LAMS, 30)
    assert 0.11 < used.max() < 0.125
    weight = st.town_weight(3, 3, 2 * 0.0003 * 30)
    assert weight == pytest.approx(3.8, abs=0.05)
    r = figures.sgd.compute(1.0, 200, 20, losses.logistic)
    assert r["expected"][-1] == pytest.approx(20) and r["last"][0] == pytest.approx(2.2, abs=0.05)
    gap, change = figures.two_numbers("mean")[0]
    assert np.mean(change < 0) == pytest.approx(0.25, abs=0.01)
    assert gap.mean() == pytest.approx(0.4, abs=0.01)


def test_the_hardest_coin_has_a_drift_of_one_over_root_n():
    drifts = np.linspace(0, 1, 101)
    lam = st.tuned(1.0, 1.0, 100)[0]
    excess = [figures.expected_excess(100, mu, 1.0, 1.0, lam) for mu in drifts]
    assert drifts[np.argmax(excess)] == pytest.approx(0.1, abs=0.03)


def test_words_of_the_story_are_true():
    """The steps that name a number or a verdict."""
    lift = {n: figures.swap.compute(0.3, n, losses.absolute, -4.0, 1.0, 1.0) for n in (10, 100)}
    assert lift[100]["bound"] == pytest.approx(lift[10]["bound"] / 10)
    weak = figures.swap.compute(0.03, 10, losses.absolute, -4.0, 1.0, 1.0)
    assert weak["bound"] > 3 and weak["moved"] == pytest.approx(0, abs=1e-9)
    usual, early = (figures.sgd.compute(1.0, T, 20, losses.logistic) for T in (200, 20))
    assert early["expected"][-1] == pytest.approx(usual["expected"][-1] / 10)
    best = [figures.LAMS[np.argmin(figures.town_curves(n, 10, 0.8)[1])] for n in (10, 40)]
    assert best[1] < best[0] / 2**1.5  # faster than 1/√n, section 4
    few = figures.patients.compute(0.003, 20)
    assert 0.9 < few["test"] < 1
    valley = figures.town_curves(30, 10, 0.8)[1]
    assert figures.LAMS[np.argmin(valley)] == pytest.approx(0.007, rel=0.3)
    assert valley[0] > np.log(2) > valley.min()
    promise = [figures.promise.compute(100, 0.1, factor, 1.0) for factor in (0.3, 1, 10)]
    assert promise[0]["mean"] < promise[1]["mean"] < promise[2]["mean"] < 2 * promise[1]["mean"]
    assert promise[2]["general"] == pytest.approx(5.05 * promise[1]["general"])


@pytest.mark.parametrize(("d", "n"), [(10, 30), (5, 5), (20, 30), (20, 50)])
def test_the_bound_of_the_towns_has_no_valley(d, n):
    """As the notes say: it falls all the way to the loss of asking nobody."""
    lams = np.geomspace(1e-4, 1e4, 200)
    bound = figures.ideal(d, 0.8, lams) + 1 / (lams * n)
    assert (np.diff(bound) < 0).all() and bound[-1] == pytest.approx(np.log(2), abs=1e-3)


def test_without_a_bounded_place_the_slope_goes_anywhere():
    """Why the guess says |x| ≤ 1: a steep point far out moves the slope by any amount."""
    x, y = figures.sample_line(10)
    slope = st.slope(losses.absolute, x, y, 0.3)
    assert slope == pytest.approx(0.704, abs=1e-3)
    for place, moved in (((3, -30), 0.037), ((100, 1e6), 15.9)):
        xs, ys = np.append(x[:-1], place[0]), np.append(y[:-1], place[1])
        assert st.slope(losses.absolute, xs, ys, 0.3) == pytest.approx(moved, abs=0.1)


def test_one_example_moves_the_gap_little_and_mcdiarmid_follows():
    """Theorem 28.8 on coins: loss ρ(B − zw), |w| ≤ B; the move of R − R_S, and its exact law."""
    n, lam, B, mu, delta = 60, 0.4, 1.0, 0.2, 0.05
    heads = np.arange(n + 1)
    mean = 2 * heads / n - 1
    w = np.clip(mean / (2 * lam), -B, B)
    gap = (mean - mu) * w  # R(w) - R_S(w)
    gamma, most = 1 / (lam * n), 2 * B
    assert np.abs(np.diff(gap)).max() <= 2 * gamma + most / n
    chance = stats.binom.pmf(heads, n, (1 + mu) / 2)
    assert 0 < chance @ gap <= gamma
    bound = gamma + (2 / lam + most) * np.sqrt(np.log(1 / delta) / (2 * n))
    assert chance[gap > bound].sum() <= delta


def test_the_guesses_and_their_feedback():
    """Each by another way than its figure."""
    rng = np.random.default_rng(0)
    z = rng.normal(size=(200_000, 6))
    change = (z[:, 1:].mean(axis=1) - z[:, 0]) ** 2 - (z[:, :5].mean(axis=1) - z[:, 0]) ** 2
    assert change.mean() == pytest.approx(0.4, abs=0.02) and 0.4 / 5 == pytest.approx(0.08)
    assert np.mean(change < 0) == pytest.approx(1 / 4, abs=0.01)
    x, y = figures.sample_line(10)
    grid = np.linspace(-3, 3, 6001)
    objective = lambda x, y: np.abs(np.outer(grid, x) - y).mean(axis=1) + 0.3 * grid**2  # noqa: E731
    best = lambda y: grid[objective(x, y).argmin()]  # noqa: E731
    moves = [abs(best(np.append(y[:-1], new)) - best(y)) for new in (-1e6, -4, 4, 1e6)]
    assert max(moves) == pytest.approx(1 / 3, abs=0.002)
    training, risk, _, _ = figures.town_curves(30, 10, 0.8)
    middle = risk.argmin()
    assert 0 < middle < len(risk) - 1 and training.argmin() == 0
    assert (risk - training).argmin() == len(risk) - 1
    once, twice = (
        figures.sgd.compute(1.0, T, 20, losses.logistic)["expected"][-1] for T in (100, 200)
    )
    assert twice == pytest.approx(2 * once)
