"""Runs of boosting to look at: what an example tells, targets, wrong labels."""

import numpy as np
import pytest

from helpers.margins import boosting
from helpers.margins.stumps import stump_learner
from tests.lessons.room import Room

n13_boosting = Room("13")


# runs to look at


def test_an_example_tells_its_rounds():
    e = n13_boosting.plane("rings", 1)
    assert e is n13_boosting.plane("rings", 1) and e.X.shape == (60, 2)
    r = e.round(5)
    assert r["eps"] == pytest.approx(r["D"] @ (r["h"] != e.y)) and r["D_new"] @ (
        r["h"] != e.y
    ) == pytest.approx(0.5)
    assert r["wrong"].mean() == boosting.training_error(e.run, e.y)[4]
    assert r["product"] == pytest.approx(np.prod(e.run.extra["z"][:5]))
    assert (np.sign(e.vote(5, e.X)) != e.y).tolist() == r["wrong"].tolist()
    for t, (feature, threshold, low, high) in enumerate(e.run.extra["rules"][:20], start=1):
        cut = e.round(t)["cut"]
        assert np.isnan(cut).all() if low == high else cut[int(feature)] == threshold
    assert n13_boosting.line(1, 20, 1).round(99)["t"] == 1  # the run ended with a perfect rule
    first = e.first_without_error()
    error = boosting.training_error(e.run, e.y)
    assert error[first - 1] == 0 and (error[: first - 1] > 0).all()
    assert n13_boosting.plane("exclusive or", 1, T=3).first_without_error() == 0


def test_the_line_is_tested_against_its_target():
    e = n13_boosting.line(2, 60, 1)
    target = n13_boosting.alternating(n13_boosting.GRID, 2)
    assert (e.y == n13_boosting.alternating(e.X[:, 0], 2)).all() and (np.diff(e.X[:, 0]) >= 0).all()
    assert (
        e.gamma == pytest.approx(1 / 6)
        and e.test[9] == (e.vote(10, n13_boosting.GRID) * target <= 0).mean()
    )


def test_wrong_labels_are_only_in_the_training_set():
    clean, noisy = n13_boosting.cancer(280, 0.0, 3, 5), n13_boosting.cancer(280, 0.1, 3, 5)
    assert (clean.X == noisy.X).all() and clean.X.shape == (280, 30) and len(clean.test) == 5
    flipped = (clean.y != noisy.y).mean()
    assert flipped == pytest.approx(0.1, abs=5 * (0.09 / 280) ** 0.5) and flipped > 0
    assert clean.test[0] < 0.2 and noisy.test[0] < 0.2


def test_the_margin_bound_says_nothing_yet_at_280_patients():
    """What the notebook says of it: R_n of stumps is about 0.18, and the bound is over 1 for every
    theta."""
    e, draw = n13_boosting.cancer(280, 0.0, 1), np.random.default_rng(0)
    coins = draw.choice([-1.0, 1.0], (40, 280))
    complexity = [
        c @ stump_learner(e.X, c)(np.full(280, 1 / 280))[0] / 280 for c in coins
    ]  # the best stump for coins
    assert np.mean(complexity) == pytest.approx(0.18, abs=0.02)
    theta = np.linspace(0.01, 1, 100)
    share = (boosting.margins(e.run, e.y)[-1][:, None] <= theta).mean(axis=0)
    assert (share + 2 * np.mean(complexity) / theta + np.sqrt(np.log(20) / 560)).min() > 1
