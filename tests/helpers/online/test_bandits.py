"""Bandits: every run listed, drawn runs beside it, closed forms, and what may not be peeked at."""

import itertools

import numpy as np
import pytest

from helpers.linear.softmax import softmax
from helpers.online import bandits
from tests.known import deviation


def table(rng, T, d):
    return rng.random((T, d))


def one_by_one(Z, eta, pulls, gamma=0.0):
    """Chance, regret and last weights of one sequence of pulls, by the definition."""
    total, chance, cost = np.zeros(Z.shape[1]), 1.0, 0.0
    for z, a in zip(Z, pulls):
        p = (1 - gamma) * softmax(-eta * total) + gamma / len(z)
        chance, cost = chance * p[a], cost + p @ z
        total += bandits.estimate(z[a], a, p)
    return chance, cost - Z.sum(axis=0).min(), softmax(-eta * total)


@pytest.mark.parametrize("T, d, eta, gamma", [(5, 2, 0.7, 0), (4, 3, 0.3, 0.2), (3, 4, 0.6, 0)])
def test_every_run_is_listed_with_its_chance_and_regret(T, d, eta, gamma):
    Z = table(np.random.default_rng(T), T, d)
    chance, regret = bandits.every_run(Z, eta, gamma)
    runs = [one_by_one(Z, eta, pulls, gamma) for pulls in itertools.product(range(d), repeat=T)]
    assert chance == pytest.approx([run[0] for run in runs])
    assert regret == pytest.approx([run[1] for run in runs])
    assert chance.sum() == pytest.approx(1)


def test_drawn_runs_follow_the_definition():
    rng = np.random.default_rng(0)
    Z, U = table(rng, 6, 3), rng.random((6, 40))
    for gamma in (0.0, 0.3):
        run = bandits.bandit_eg(Z, 0.4, U, gamma)
        regrets = bandits.regret(run.extra["played"], Z)[-1]
        for k in range(40):
            pulls = run.extra["arms"][:, k]
            _, regret, last = one_by_one(Z, 0.4, pulls, gamma)
            assert regrets[k] == pytest.approx(regret)
            assert run.last[k] == pytest.approx(last)
            assert run.extra["paid"][:, k] == pytest.approx(Z[np.arange(6), pulls])


@pytest.mark.parametrize("gamma", [0.0, 0.4])
def test_drawn_runs_come_as_often_as_their_chance_says(gamma):
    Z = table(np.random.default_rng(1), 4, 2)
    chance, regret = bandits.every_run(Z, 0.8, gamma)
    run = bandits.bandit_eg(Z, 0.8, np.random.default_rng(2).random((4, 20_000)), gamma)
    number = run.extra["arms"].T @ [8, 4, 2, 1]
    counts = np.bincount(number, minlength=16)
    spread = np.sqrt(20_000 * chance * (1 - chance))
    assert np.all(np.abs(counts - 20_000 * chance) <= 5 * spread)
    assert deviation(bandits.regret(run.extra["played"], Z)[-1], chance @ regret) < 4


def test_what_was_not_pulled_is_not_used():
    """Other numbers at all arms that were not pulled: the same run."""
    rng = np.random.default_rng(3)
    Z, U = table(rng, 30, 4), rng.random((30, 1))
    run = bandits.bandit_eg(Z, 0.3, U)
    other = table(rng, 30, 4)
    rows, arms = np.arange(30), run.extra["arms"][:, 0]
    other[rows, arms] = Z[rows, arms]
    again = bandits.bandit_eg(other, 0.3, U)
    assert np.array_equal(run.w, again.w) and np.array_equal(run.extra["arms"], again.extra["arms"])
    assert np.count_nonzero(run.v) == 30


def test_names_of_arms_do_not_matter():
    Z, order = table(np.random.default_rng(4), 5, 3), [2, 0, 1]
    means = [np.prod(bandits.every_run(z, 0.5), axis=0).sum() for z in (Z, Z[:, order])]
    assert means[0] == pytest.approx(means[1])


def test_an_estimate_is_unbiased_and_has_its_moments():
    """S-2.8.Eq93, S-2.8.Est89."""
    w, z = np.array([0.5, 0.3, 0.15, 0.05]), np.array([0.2, 1.0, 0.0, 0.7])
    each = np.array([bandits.estimate(z[a], a, w) for a in range(4)])
    assert w @ each == pytest.approx(z)
    assert w @ each**2 - z**2 == pytest.approx(z**2 * (1 / w - 1))
    assert w @ (each**2 @ w) == pytest.approx(z @ z)
    assert np.count_nonzero(each) == 3


def test_with_all_losses_seen_weights_are_a_softmax_of_sums():
    Z = table(np.random.default_rng(5), 7, 3)
    run = bandits.full_information(Z, 0.9)
    assert run.w == pytest.approx(
        softmax(-0.9 * np.vstack([np.zeros(3), np.cumsum(Z, axis=0)])), abs=1e-12
    )
    assert run.w[3] == pytest.approx(
        run.w[2] * np.exp(-0.9 * Z[2]) / (run.w[2] @ np.exp(-0.9 * Z[2]))
    )
    regrets = bandits.regret(run.w[:-1], Z)
    for t in (1, 4, 7):
        paid = (run.w[:t] * Z[:t]).sum()
        assert regrets[t - 1] == pytest.approx(paid - min(Z[:t].sum(axis=0)))


def test_bounds_in_closed_form():
    Z = np.array([[0.5, 1.0], [0.0, 1.0], [0.5, 0.0]])
    assert bandits.bandit_bound(Z, 0.5) == pytest.approx(np.log(2) / 0.5 + 0.25 * 2.5)
    evenly = 1.5 - 1.0
    assert bandits.bandit_bound(Z, 0.5, 0.2) == pytest.approx(
        0.8 * np.log(2) / 0.5 + 0.25 * 2.5 + 0.2 * evenly
    )
    w = np.array([[0.5, 0.5], [0.25, 0.75], [1, 0]])
    assert bandits.local_bound(w, Z, 0.5) == pytest.approx(np.log(2) / 0.5 + 0.25 * 1.625)


@pytest.mark.parametrize("seen", ["one", "all"])
def test_the_tuned_step_is_the_minimum_of_the_worst_case(seen):
    d, T = 7, 90
    eta, promised = bandits.tuned(d, T, seen)
    grid = np.geomspace(1e-3, 10, 200_001)
    values = np.log(d) / grid + grid / 2 * T * (d if seen == "one" else 1)
    assert grid[np.argmin(values)] == pytest.approx(eta, rel=1e-3)
    assert values.min() == pytest.approx(promised)


def test_regret_is_below_its_bounds():
    rng = np.random.default_rng(6)
    for eta in (0.05, 0.4, 3.0):
        Z = (rng.random((8, 2)) < [0.3, 0.6]) * 1.0
        for gamma in (0.0, 0.1, 0.5, 1.0):
            chance, regret = bandits.every_run(Z, eta, gamma)
            assert chance @ regret <= bandits.bandit_bound(Z, eta, gamma) + 1e-12
        large = 9 * table(rng, 50, 6)
        w = bandits.full_information(large, eta).w[:-1]
        assert bandits.regret(w, large)[-1] <= bandits.local_bound(w, large, eta)


def test_extreme_step_sizes_stay_finite():
    Z = (np.random.default_rng(7).random((60, 3)) < 0.5) * 1.0
    for eta in (1e-6, 50.0):
        run = bandits.bandit_eg(Z, eta, np.random.default_rng(8).random((60, 20)))
        assert np.isfinite(run.w).all() and np.isfinite(run.v).all()
        assert run.w.sum(axis=2) == pytest.approx(np.ones((61, 20)))
    assert np.isfinite(bandits.every_run(Z[:6], 50.0)).all()


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: bandits.estimate(1.0, 0, [0.0, 1.0]), "cannot have been pulled"),
        (lambda: bandits.bandit_eg([[0.1, -0.2]], 1.0, [[0.5]]), "negative"),
        (lambda: bandits.bandit_eg([[0.1], [0.2]], 1.0, [[0.5]] * 2), "two arms"),
        (lambda: bandits.bandit_eg([[0.1, 0.2]], 0.0, [[0.5]]), "positive"),
        (lambda: bandits.bandit_eg([[0.1, 0.2]], 1.0, [[0.5]], 1.5), "at most 1"),
        (lambda: bandits.bandit_eg([[0.1, 0.2]], 1.0, [[0.5]] * 3), "shape"),
        (lambda: bandits.every_run(np.ones((30, 2)), 1.0), "too many"),
        (lambda: bandits.tuned(1, 10), "at least 2"),
        (lambda: bandits.tuned(4, 10, "some"), "one of"),
    ],
)
def test_bad_input_gets_one_sentence(call, words):
    with pytest.raises(ValueError, match=words):
        call()
