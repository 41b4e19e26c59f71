"""Figures of notebook 06: what they compute, checked another way, and claims that see an error."""

import numpy as np
import pytest

from helpers import data, losses
from helpers.descent import newton
from helpers.linear import logistic
from tests import known
from tests.lessons.room import Room

figures = Room("06")


def failed(figure):
    """The numbers of the claims that fail."""
    return {i for i, c in enumerate(figure.claims()) if not c.why_not and not c.holds}


@pytest.mark.parametrize("name", ["tumour", "race", "away", "iris", "sure"])
def test_every_claim_holds_at_every_step_of_the_story(show, name):
    figure = show(name)
    for k in range(len(figure.story)):
        figure.show(k)
        assert not failed(figure), figure.story[k].name


# tumour


def test_the_numbers_of_the_first_page(show):
    r = show("tumour").r
    assert len(r.missed) == 19 and r.sure == pytest.approx(0.992, abs=5e-4)
    assert r.best == pytest.approx(4.45, abs=0.01)
    assert np.min(figures.FRESH[1] * r.s) == pytest.approx(-26.5, abs=0.1)  # eleven nines
    warm = show("tumour", tau=4.45).r
    assert warm.sure == pytest.approx(0.954, abs=5e-4) and warm.at[1] == pytest.approx(
        0.118, abs=5e-4
    )


def test_the_best_temperature_of_twelve_splits_is_as_told():
    tumours, found = data.load("breast_cancer"), {}
    for name, own, lam in (("one", [0], 1e-3), ("all", list(range(30)), 1e-5)):
        found[name] = []
        for seed in range(12):
            rng = np.random.default_rng(seed)
            old, new = data.split(tumours.X, 1.0 - 2 * tumours.y, 100 / 569, rng)
            X, Z = (
                logistic.with_ones(data.standardise(A[:, own], old[0][:, own]))
                for A in (old[0], new[0])
            )
            w = logistic.fit(X, old[1], lam)
            found[name].append(logistic.best_temperature(Z @ w, new[1]))
    assert min(found["one"]) > 0.55 and max(found["one"]) < 1.55 and min(found["all"]) > 2


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_a_best_temperature_that_is_ten_per_cent_wrong_is_seen(show, monkeypatch, wrong):
    right = logistic.best_temperature
    monkeypatch.setattr(logistic, "best_temperature", lambda s, y: wrong * right(s, y))
    for lam in (1e-5, 1e-2):
        assert 2 in failed(show("tumour", lam=lam))


def test_a_penalty_without_its_factor_two_is_seen(show, monkeypatch):
    right = logistic.fit
    monkeypatch.setattr(logistic, "fit", lambda X, y, lam=0.0, T=100: right(X, y, 0.9 * lam, T))
    assert 3 in failed(show("tumour", lam=0.1, columns="mean radius"))


# race


@pytest.mark.parametrize("penalty", [False, True])
def test_newton_with_halving_ends_where_the_tested_one_does(show, penalty):
    for a, b in ((-2, 3), (4, 2), (-5, -5)):
        r = show("race", a=a, b=b, penalty=penalty).r
        lam = 0.01 * penalty
        f, grad = losses.objective(losses.logistic, r.X, r.y, lam)
        other = newton.minimise(f, grad, logistic.hessian(r.X, r.y, lam), r.w0)
        assert r.paths[1][-1] == pytest.approx(other.last, abs=1e-6)
        assert r.paths[1][:3] == pytest.approx(other.w[:3], abs=1e-9)


def test_the_weighted_regression_is_irls():
    X, y = figures.two_columns(0.8, figures.OVERLAP)
    for w in ([0.3, -1.0], [2.0, 2.0]):
        for lam in (0.0, 0.01):
            step = figures.weighted_regression(X, y, np.array(w), lam)
            assert step == pytest.approx(known.irls_step(X, y, w, lam), abs=1e-7)


def test_separable_data_have_no_minimum_until_a_penalty_makes_one(show):
    r = show("race", labels=figures.SEPARABLE).r
    assert r.w_star is None and (np.diff(np.linalg.norm(r.paths[0][15:], axis=1)) > 0).all()
    with pytest.raises(ValueError, match="separates"):
        logistic.fit(r.X, r.y)
    assert show("race", labels=figures.SEPARABLE, penalty=True).r.gaps[1][-1] < 1e-12


def test_full_jumps_fail_from_far_away_and_halved_ones_do_not(show):
    assert show("race", a=4, b=2, search=False).r.gaps[1][-1] > 1
    assert show("race", a=4, b=2).r.gaps[1][-1] < 1e-12


def test_the_start_is_a_handle(show):
    figure = show("race")
    assert figure.handles[0].at(figure.r) == (-2, 3)
    assert figure.handles[0].to(figure.r, 1.0, 2.5) == dict(a=1.0, b=2.5)


def test_a_wrong_curvature_is_seen(show, monkeypatch):
    right = logistic.hessian

    def planted(X, y, lam=0.0):
        return lambda w: 1.1 * right(X, y, lam)(w)

    monkeypatch.setattr(logistic, "hessian", planted)
    assert 1 in failed(show("race"))


# away


def test_descent_is_checked_step_by_step_and_so_is_the_penalty(show, monkeypatch):
    figure = show("away", T=50)
    monkeypatch.setattr(figures, "ETA", 1.1 * figures.ETA)
    figure.set(T=60)
    assert 4 in failed(figure)


def test_the_penalty_of_a_step_is_checked(show, monkeypatch):
    right = logistic.fit
    monkeypatch.setattr(logistic, "fit", lambda X, y, lam: right(X, y, 1.1 * lam))
    assert 5 in failed(show("away", T=100))


def test_angles_and_lengths_are_as_told():
    off = figures.CURVES[figures.DESCENT][1]
    assert off[[0, 9, 99, 9999]] == pytest.approx([21.1, 18.7, 13.7, 9.0], abs=0.06)
    assert figures.CURVES[figures.DIVIDED][1][-1] < 0.05
    assert abs(figures.GAMMA - 0.346) < 5e-4


# iris


def test_borders_are_where_two_scores_tie_and_the_third_is_no_larger(show):
    for lam in (1e-5, 1e-3, 0.1, 1.0):
        W, _, _, borders = figures.three_species(lam)
        for k, ends in enumerate(borders):
            i, j = (other for other in range(3) if other != k)
            places = ends[0] + np.linspace(0, 1, 5)[:, None] * (ends[1] - ends[0])
            X = logistic.with_ones(data.standardise(places, figures.PETALS))
            S = X @ W
            assert S[:, i] == pytest.approx(S[:, j], rel=1e-6, abs=1e-6)
            assert (S[1:, i] > S[1:, k]).all() and S[0, i] == pytest.approx(S[0, k], abs=1e-6)
