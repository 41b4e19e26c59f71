"""Figures of notebook 08: what they compute, checked another way, and claims that see an error."""

import numpy as np
import pytest

from helpers.descent import batches, laws, sgd
from tests.lessons.claims import broken
from tests.lessons.room import Room

figures = Room("08")


@pytest.mark.parametrize("name", ["walk", "cloud", "coin", "rates", "target"])
def test_the_claims_hold_at_every_step_of_the_story(show, name):
    figure = show(name)
    for index in range(len(figure.story)):
        figure.show(index)
        assert not broken(figure), figure.story[index].name


# walk


def test_the_run_that_is_drawn_is_sgd_on_the_examples_that_were_drawn():
    """Three steps by hand, with the batch's own examples."""
    X, y = figures.million()
    J = batches.draw(10**6, 100, np.random.default_rng(1), (300, 5), replace=False)
    r = figures.walk.compute(3, 0.1, 7, 2, 2.0, -2.0)
    w = np.array([2.0, -2.0])
    for t in range(3):
        rows = J[t, 1, :7]
        w = w - 0.1 * 2 * ((X[rows] @ w - y[rows])[:, None] * X[rows]).mean(axis=0)
        assert r["batch"][t + 1] == pytest.approx(w)


def test_walk_sees_a_wrong_law_and_noise_that_is_not_forgotten(show, monkeypatch):
    figure = show("walk", T=40)
    assert not broken(figure)
    right, path = figures.echo, figures.optim.quadratic_path
    monkeypatch.setattr(figures, "echo", lambda noise, eta: right(noise, 1.02 * eta))
    figure.set(T=41)
    assert broken(figure) == ["this run = descent + its discounted noise (slope)"]
    monkeypatch.undo()
    planted = lambda A, b, w, eta, T: path(A, b, w, 1.02 * eta, T)  # noqa: E731
    monkeypatch.setattr(figures.optim, "quadratic_path", planted)
    figure.set(T=42)
    assert "expected slope after T steps = descent's" in broken(figure)


def test_the_start_is_dragged_and_the_price_is_read_off(show):
    figure = show("walk")
    assert figure.handles[0].to(figure.r, 1.0, 1.5) == {"a": 1.0, "b": 1.5}
    figure.set(a=1.0, b=1.5)
    assert figure.r.descent[0].tolist() == figure.r.batch[0].tolist() == [1.0, 1.5]
    place = np.searchsorted(figure.READ, 10**6)
    assert (figure.r.curves[2][:place] == figure.r.curves[2][0]).all(), (
        "descent waits for a million"
    )


# cloud


@pytest.mark.parametrize("wrong", [0.98, 1.02])
def test_the_cloud_sees_a_formula_that_is_two_per_cent_wrong(show, monkeypatch, wrong):
    right = batches.mean_variance
    monkeypatch.setattr(figures.batches, "mean_variance", lambda *given: wrong * right(*given))
    figure = show("cloud")
    for m in range(1, 12):
        figure.set(m=m)
        assert len(broken(figure)) >= 2, f"nothing noticed at m = {m}"


def test_the_cloud_is_all_batches():
    assert [len(figures.every_batch(m)) for m in (1, 2, 6, 12)] == [12, 66, 924, 1]
    assert len({tuple(row) for row in figures.every_batch(5).tolist()}) == 792


# coin


@pytest.mark.parametrize("wrong", [0.98, 1.02])
def test_the_coin_sees_a_law_that_is_two_per_cent_wrong(show, monkeypatch, wrong):
    right = sgd.coin_law

    def planted(*given):
        f, last = right(*given)
        return wrong * f, last

    monkeypatch.setattr(figures.sgd, "coin_law", planted)
    figure = show("coin")
    for values in ({}, {"gamma": 0.05}, {"T": 37, "c": 2.3}, {"c": 0.3, "gamma": 0.5}):
        figure.set(**{**figure.first, **values})
        assert "what the bound gives away is E w² / (2ηT)" in broken(figure), values


def test_the_bound_is_reached_and_a_smaller_one_is_broken(show, monkeypatch):
    figure = show("coin", gamma=1.0)
    headline = figure.claims()[0]
    assert headline.measured == pytest.approx(headline.bound) and not headline.why_not
    monkeypatch.setattr(figures, "promised", lambda c, T: 0.9 * (c + 1 / c) / 2 / T**0.5)
    figure.set(gamma=0.99)
    assert broken(figure)
    figure.set(who=figures.AWAY)
    assert figure.claims()[0].why_not


def test_the_headline_of_the_coin_applies_in_a_third_of_all_places_at_least(show):
    figure = show("coin")
    rng = np.random.default_rng(0)
    applied = 0
    for _ in range(30):
        c, gamma = float(rng.uniform(0.2, 5)), float(rng.uniform(0.02, 1))
        who = (figures.COIN, figures.AWAY)[rng.integers(2)]
        figure.set(c=c, gamma=gamma, T=int(rng.integers(4, 201)), who=who)
        applied += not figure.claims()[0].why_not
    assert applied >= 10


# rates


def test_rates_sees_a_law_that_is_two_per_cent_wrong(show, monkeypatch):
    right = laws.bowl_errors

    def planted(*given):
        start, last, average = right(*given)
        return start, 1.01 * last, average

    monkeypatch.setattr(figures.laws, "bowl_errors", planted)
    figure = show("rates")
    for values in ({}, {"s": 0.75}, {"s": 2.0}, {"s": 1.0, "eta": 1.0, "floor": 0.05}):
        figure.set(**{**figure.first, **values})
        assert "E w² = what is left of the start + of every kick" in broken(figure), values


def test_the_split_is_the_least_of_all_splits():
    steps, sigma = laws.powers(0.5, 0.75, 40), 0.7
    by_hand = [
        np.exp(-2 * steps[k:].sum()) * (9 + sigma**2 * (steps[:k] ** 2).sum())
        + sigma**2 * (steps[k:] ** 2).sum()
        for k in range(41)
    ]
    assert figures.best_split(steps, sigma) == pytest.approx(min(by_hand))
    kept = [np.prod(1 - steps[t + 1 :]) for t in range(40)]
    assert figures.kept_of_each(steps) == pytest.approx(kept)


# target


def test_target_sees_another_goal(show, monkeypatch):
    """If the runs went to the risk minimiser, the headline would fail at every sample."""
    right = laws.LeastSquaresLaw.average

    def planted(self, *given):
        mean, sd = right(self, *given)
        return figures.W_RISK + 0.9 * (mean - figures.W_RISK), sd

    monkeypatch.setattr(laws.LeastSquaresLaw, "average", planted)
    figure = show("target")
    for i in (2, 7, 10, 14):
        figure.set(i=i)
        assert figure.claims()[0].name in broken(figure), f"nothing noticed at sample {i}"


# sentences and guesses


def exponent(eta, steps=8000, runs=50):
    """The mean logarithm of the factor of one step I - 2 eta x x', x = (1, z): a run's growth."""
    rng, v, total = np.random.default_rng(0), np.ones((runs, 2)), 0.0
    for _ in range(steps):
        x = np.column_stack([np.ones(runs), rng.normal(size=runs)])
        v = v - 2 * eta * (v * x).sum(axis=1)[:, None] * x
        size = np.linalg.norm(v, axis=1)
        total += np.log(size).mean()
        v /= size[:, None]
    return total / steps
