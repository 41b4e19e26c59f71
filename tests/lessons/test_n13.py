"""Figures of notebook 13: numbers of the guesses and stories, computed in another way."""

import numpy as np
import pytest

from helpers import data
from helpers.margins import boosting, stumps
from tests.lessons.room import Room

figures = Room("13")


def test_five_stumps_chosen_together_do_what_adaboost_does_in_25_rounds():
    """Also no vote of the figure is right before round 25, and 470 rounds are promised."""
    e = figures.plane("rings", 1)
    walls = [(0, -1.34, 1), (0, 1.19, -1), (1, -1.43, 1), (1, 1.38, -1)]
    inside = sum(side * np.where(e.X[:, j] > cut, 1, -1) for j, cut, side in walls)
    margins = e.y * (inside - 3) / 7
    if margins.min() < 0:
        margins = e.y * (3 - inside) / 7
    assert margins.min() == pytest.approx(1 / 7)
    wrong = np.sum(e.y * np.array([e.vote(t, e.X) for t in range(1, 32)]) <= 0, axis=1)
    assert wrong[4] == 4 and np.flatnonzero(wrong == 0)[0] + 1 == 25
    assert np.ceil(np.log(2 * 60) / (2 * (1 / 14) ** 2)) == 470
    assert e.gamma == pytest.approx(1 / 14)


def test_exclusive_or_leaves_stumps_an_advantage_over_a_floor():
    e = figures.plane("exclusive or", 1)
    advantages = 0.5 - e.run.extra["eps"]
    assert round(advantages.min(), 2) == 0.04 and round(advantages.max(), 2) == 0.13
    assert round(e.gamma, 3) == 0.024


def test_after_thirty_rounds_the_best_curve_dips_by_six_per_cent(show):
    figure = show("greedy", t=30, rank=1)
    errors = figure.r.errors
    assert 1 - 2 * np.sqrt(errors[0] * (1 - errors[0])) == pytest.approx(0.063, abs=0.001)
    middle = np.median(errors)
    assert 1 - 2 * np.sqrt(middle * (1 - middle)) < 0.015, "most valleys are shallow"


def test_ten_examples_are_promised_sooner_and_not_done_sooner():
    last = {n: [figures.line(2, n, s).safe_from() for s in range(1, 21)] for n in (10, 60)}
    assert last[10][0] == last[60][0] == 3
    assert np.mean(last[10]) == pytest.approx(np.mean(last[60]), abs=0.3)
    promised = [np.log(2 * n) * 18 for n in (10, 60)]
    assert np.ceil(promised).tolist() == [54, 87]


def test_patients_are_without_a_mistake_first_in_round_12_and_for_good_from_round_16():
    e = figures.cancer(280, 0.0, 13)
    assert (280 * e.train[9:16]).round().tolist() == [2, 2, 0, 1, 0, 1, 0]
    assert e.first_without_error() == 12 and e.safe_from() == 16
    assert figures.cancer(100, 0.0, 13).safe_from() < 16


def test_wrong_labels_are_learnt_and_stay_at_four_times_the_average_weight():
    everybody = data.load("breast_cancer")
    missed, heavy = [], []
    for s in range(1, 7):
        e = figures.cancer(280, 0.1, s)
        rng = np.random.default_rng(s)
        (_, y), _ = data.split(everybody.X, 2.0 * everybody.y - 1, 280 / len(everybody.y), rng)
        lies = e.y != y
        assert e.safe_from() < 200
        wrong = (e.run.v * e.y <= 0)[:, lies]
        assert not wrong.all(axis=0).any(), "none is missed in every round"
        missed.append(wrong.mean())
        heavy.append([280 * e.run.extra["D"][t][lies].mean() for t in (5, 20, 100, 300)])
    assert np.mean(missed) == pytest.approx(0.46, abs=0.02)
    assert np.mean(heavy, axis=0) == pytest.approx([4] * 4, abs=0.25)


@pytest.mark.parametrize("k", range(1, 8))
def test_both_certificates_of_the_game_on_a_line(k):
    """One point a piece: the vote's margin and the best edge under the weights are both 1/K."""
    K, x = k + (k % 2 == 0), np.arange(k + 1.0)
    y = (-1.0) ** (x + 1)
    answers = np.array([np.where(x > j - 0.5, y[j], -y[j]) for j in range(1, k + 1)])
    votes = answers.sum(axis=0) + (y[0] if k % 2 == 0 else 0)
    assert (y * votes).tolist() == [1] * (k + 1)
    D = np.full(k + 1, 1 / K)
    if k % 2:
        D[[0, -1]] /= 2
    assert D.sum() == pytest.approx(1)
    assert np.max(y * stumps.every_stump(x[:, None]).T @ D) == pytest.approx(1 / K)


def test_the_columns_repeat_to_three_digits_from_round_13_on():
    D = figures.eight_run(1.0, 0).extra["D"]
    off = np.abs(D[3:] - D[:-3]).max(axis=1)
    assert (off[10:] < 0.001).all() and off[9] >= 0.001
    assert (off[57:] < 1e-12).all()


def test_a_rule_without_an_error_has_no_best_step_and_a_useless_game_no_margin():
    """Theorems 13.2 and 13.6 exclude both."""
    assert np.all(np.diff(figures.factor(0.0, np.linspace(0, 20, 50))) < 0)
    value = boosting.game_value(np.array([[1.0, -1.0], [-1.0, 1.0]]))[0]
    assert value == pytest.approx(0, abs=1e-9)
