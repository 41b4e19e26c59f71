"""The rows of the results ledger that notebook 23 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest

from helpers import data, losses
from helpers.descent.bounds import steps_to_eps
from helpers.online import batch
from tests.known import deviation
from tests.lessons.room import Room

figures = Room("23")


def test_the_best_answer_minimises_the_risk():
    """S-2.9.Setup: the risk is the mean loss over the law: a Monte-Carlo mean agrees within four
    standard errors, and its minimiser is w* up to the sample's error."""
    rng = np.random.default_rng(0)
    homes = figures.TOWN
    sample = homes[rng.integers(len(homes), size=20_000)]
    for w in (np.zeros(2), figures.START, figures.PLACE):
        assert deviation(batch.distance(w, sample), batch.mean_distance(w, homes)) < 4
    side = np.linspace(-0.3, 0.3, 25)
    near = figures.PLACE + np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    assert batch.mean_distance(near, homes).min() >= figures.LEAST - 1e-12
    found = near[np.argmin([batch.distance(w, sample).mean() for w in near])]
    assert batch.distance(found, figures.PLACE) < 0.05


@pytest.mark.parametrize("T, p, eta", [(3, 0.7, 0.2), (10, 0.55, 0.15), (12, 0.9, 1.0)])
def test_the_chain_holds_on_all_sequences(T, p, eta):
    """S-2.9.Eq98, S-2.9.Eq99, S-2.9.Thm4: (98) exactly at both ends of every node, (99) on every
    sequence, (100) to (103) exactly in expectation, for several u."""
    run, Z, chance = batch.tree(T, p, eta)
    risk = batch.coin_risk(p)
    at_ends = [batch.distance(run.w[:-1], np.array([z])) for z in (0.5, -0.5)]
    assert p * at_ends[0] + (1 - p) * at_ends[1] == pytest.approx(risk(run.w[:-1]), abs=1e-14)
    for u in (0.5, 0.2, -0.4, 1.0):
        found = batch.links(run, Z, batch.distance, risk, [u])
        assert np.all(found.average <= found.mean + 1e-14)
        assert chance @ found.online == pytest.approx(chance @ found.mean, abs=1e-14)
        excess = chance @ found.mean - risk(np.array([u]))
        assert excess == pytest.approx(chance @ found.regret / T, abs=1e-13)
        assert found.regret.max() / T <= batch.excess_bound(abs(u), eta, T) + 1e-12
        assert chance @ found.average <= risk(np.array([u])) + found.regret.max() / T


def test_answers_that_saw_their_coin_are_not_honest():
    """S-2.9.Eq98 needs w_t to depend on the past only: with w_{t+1} the equality is lost."""
    run, Z, chance = batch.tree(8, 0.7, 0.3)
    late = chance @ batch.distance(run.w[1:], Z).mean(axis=0)
    assert late < chance @ batch.coin_risk(0.7)(run.w[1:]).mean(axis=0) - 0.05


def test_digits_are_tested_before_they_are_learnt():
    """S-2.9.Eq98 on real data: over 30 orders online error = error on unseen images, both
    learners, within four standard errors; the neighbour's training error is 0."""
    for rule in ("nearest neighbour", "line"):
        paid, rest, newest, training, _ = figures.through_the_digits(rule)
        for t in (20, 100, 400):
            assert deviation(paid[:, :t].mean(axis=1) - rest[:, :t].mean(axis=1), 0) < 4
        assert newest[:, -1].mean() < rest.mean() / 1.2
        assert (training.max() == 0) == (rule == "nearest neighbour")


def hinge_runs(T, B, count=200):
    """`count` one-pass runs on the cells, drawn with replacement; also u, loss, risk, examples."""
    cells = data.load("breast_cancer")
    Z = data.standardise(cells.X) * data.as_signs(cells.y)[:, None]
    Z = Z / np.linalg.norm(Z, axis=1).max()
    u = Z.mean(axis=0)
    u = B * u / np.linalg.norm(u)
    value, slope = batch.of_margin(losses.hinge)
    z = Z[np.random.default_rng(T).integers(len(Z), size=(T, count))]
    run = batch.one_pass(slope, z, np.zeros(30), B / np.sqrt(T))
    return batch.links(run, z, value, lambda w: losses.hinge(w @ Z.T).mean(axis=-1), u), u, Z


@pytest.mark.parametrize("T", [16, 64, 256])
def test_one_pass_and_the_average_on_real_cells(T):
    """S-2.9.Alg7, U-A2, D-5.29: hinge loss, rows of length at most 1: mean risk of the average of
    200 runs is at most R(u) + B/sqrt(T), every regret at most B sqrt(T); and online = risk."""
    B = 10.0
    found, u, Z = hinge_runs(T, B)
    best = losses.hinge(Z @ u).mean()
    five = 5 * found.average.std() / 200**0.5
    assert found.average.mean() <= best + B / np.sqrt(T) + five
    assert found.regret.max() <= B * np.sqrt(T)
    assert np.all(found.average <= found.mean + 1e-12)
    assert deviation(found.online - found.mean, 0) < 4


@pytest.mark.parametrize("eps", [0.5, 0.2, 0.1])
def test_enough_samples_for_eps(eps):
    """U-C4, D-5.29, S-2.9.Alg7: |w - z| with a known risk: T = B²/eps² samples, mean excess of 200
    runs at most eps; reached by a sure coin at eps = 0.1, so the constant cannot be better."""
    B = 1.5
    T = steps_to_eps(eps, B, rho=1.0)
    assert pytest.approx((B / eps) ** 2, abs=1) == T
    rng = np.random.default_rng(1)
    for p in (0.6, 0.8, 1.0):
        Z = np.where(rng.random((T, 200, 1)) < p, B, -B)
        run = batch.one_pass(batch.towards, Z, [0.0], B / np.sqrt(T))
        risk = lambda w: p * np.abs(w[..., 0] - B) + (1 - p) * np.abs(w[..., 0] + B)  # noqa: E731, B023
        excess = risk(run.average()) - 2 * (1 - p) * B
        assert excess.mean() <= eps + 5 * excess.std() / 200**0.5 + 1e-9
    if eps == 0.1:  # the last coin is sure, and T is B²/eps² exactly
        assert excess.mean() == pytest.approx(eps)


def test_from_a_far_start_the_promise_fails():
    """D-5.29 (needs hypothesis): B must bound the distance from the start, not the length of w*;
    and the promise is about the mean: single samples are over eps with positive probability."""
    T, B = 12, 0.5
    eps = B / np.sqrt(T)
    run, _, chance = batch.tree(T, 1.0, eps, w0=-1.5)
    assert chance @ batch.coin_risk(1.0)(run.average()) > 5 * eps
    run, _, chance = batch.tree(T, 0.7, eps)
    excess = batch.coin_risk(0.7)(run.average()) - 0.3
    assert chance @ excess <= eps and chance[excess > eps].sum() > 0.1


def test_averaging_stabilises_and_the_last_answer_is_not_covered():
    """S-2.9.RemLast: at a fixed step the variance of the average is below that of the last; the
    last one exceeds the bound of the average at large T, and never comes to rest."""
    for eta in (0.1, 0.3, 1.0):
        last, average = figures.kiosk.compute(eta, 300, figures.TOWN)["spread"]
        assert average < last / 4
    r = figures.kiosk.compute(0.02, 100, figures.TOWN)
    assert r["last"] < r["average"] / 2  # small steps: the last one wins
    shaking = [figures.kiosk.compute(1.0, T, figures.TOWN)["last"] for T in (20, 100, 300)]
    assert min(shaking) > 0.15  # it does not improve with T
    step = (1 / 300) ** 0.5
    run, _ = figures.walk(figures.TOWN, [step], 300)
    assert np.linalg.norm(np.diff(run.w, axis=0), axis=-1) == pytest.approx(step)


def test_a_second_pass_is_not_honest():
    """S-2.9.Alg7 says once over the data: in later passes the online error is too low, while the
    regret bound still holds."""
    r = figures.passes.compute(3.0, 40, 5)
    gaps = r["gap"].mean(axis=1)
    assert deviation(r["gap"][0], 0) < 4
    assert np.all(gaps[1:] > 0.04) and np.all(np.diff(gaps) > 0)
    assert r["regret"] <= r["bound"]
