"""Figures of notebook 29: claims that see a wrong formula, and numbers that the text quotes."""

import numpy as np
import pytest

from helpers import data
from helpers.estimation import asymptotics as asy
from tests.lessons.claims import broken, scaled
from tests.lessons.room import Room

figures = Room("29")


@pytest.mark.parametrize(
    "name, values, formula, factor",
    [
        ("price", {}, "expected_price", 1.2),
        ("price", dict(design="uniform"), "price", 1.2),
        ("price", dict(design="fixed"), "half_chi2_cdf", 0.85),
        ("sandwich", {}, "inflation", 1.4),
        ("sandwich", {}, "noise_scale", 1.15),
        ("matrices", dict(bend=0), "price", 1.01),
        ("table", {}, "price", 1.01),
        ("shrink", {}, "james_stein_risk", 1.1),
        ("shrink", {}, "james_stein", 0.9),
        ("shrink", {}, "shrunk_risk", 1.1),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, factor):
    figure = show(name, **values)
    assert not broken(figure)
    monkeypatch.setattr(asy, formula, scaled(getattr(asy, formula), factor))
    figure.set(**values)
    assert broken(figure)


@pytest.mark.parametrize("name", ["price", "sandwich", "matrices", "table", "crossing", "shrink"])
def test_every_step_of_a_story_is_true(show, name):
    figure = show(name)
    for step in range(len(figure.story)):
        figure.show(step)
        assert not broken(figure), figure.story[step].name


@pytest.mark.parametrize("link, offset", [(1.5, 1.0), (1.5, 0.0), (0.0, 1.0)])
def test_both_ellipses_stay_in_their_panel(show, link, offset):
    figure = show("table", link=link, offset=offset)
    outer = figures.ellipse(np.linalg.inv(figure.r.within))
    assert np.abs(outer).max() < 3.6 and max(figure.r.measured) < 1.25


@pytest.mark.parametrize("rho, kappa", [(0.0, 1.5), (0.1, 1.5), (0.2, 1.5), (0.5, 1.0)])
def test_both_curves_stay_in_their_panel(show, rho, kappa):
    r = show("crossing", rho=rho, lam=0.02, kappa=kappa).r
    assert r.ends[0].min() > 0.31 and r.loss.max() < 1.35
    assert r.ends[1].min() > 0.13 and r.error.max() < 0.328


def test_what_the_panel_cuts_off_is_said():
    """One or two weights have a first bar over the panel; six of ten examples have a far mean."""
    words = []
    for d, n in ((1, 100), (2, 400), (3, 100), (6, 10)):
        r = figures.price.compute(1.0, d, n, "normal")
        words.append(figures.beyond(r["excess"], r["mean"]))
    assert "2.0" in words[0] and "0.9" in words[1] and words[2] == "" and "10.7" in words[3]
    one = figures.price.compute(1.0, 1, 100, "normal")["excess"]
    assert np.mean(one < 0.5) == pytest.approx(2 / 3, abs=0.04)  # two samples in three


@pytest.mark.parametrize("r", [3.4, 3.8, 3.9, 4.4])
def test_ridge_turns_where_it_should(show, r):
    """d = 3, lam = 0.5: the gain ends at the root of 15, 3.87."""
    figure = show("shrink", d=3, lam=0.5, r=r)
    assert not broken(figure)
    assert (figure.r.risks[1] < 3) == (r < 3.87)


def test_a_fit_of_another_scale_is_seen(show, monkeypatch):
    figure, right = show("price"), asy.least_squares_errors

    def wrong(M, d):
        error, A = right(M, d)
        return 1.1 * error, A

    monkeypatch.setattr(asy, "least_squares_errors", wrong)
    figure.set()
    assert "the price of d weights" in broken(figure)


@pytest.mark.parametrize("part", [0, 1, 2])
def test_a_wrong_matrix_or_model_is_seen(show, monkeypatch, part):
    """theta*, H or V, each a tenth off."""
    figure, right = show("matrices"), asy.logistic_matrices

    def wrong(*given):
        found = list(right(*given))
        found[part] = 1.1 * found[part]
        return tuple(found)

    monkeypatch.setattr(asy, "logistic_matrices", wrong)
    figure.set()
    assert broken(figure)


@pytest.mark.parametrize("part", [1, 2])
def test_a_wrong_variance_of_the_table_is_seen(show, monkeypatch, part):
    figure, right = show("table"), asy.table

    def wrong(*given):
        found = list(right(*given))
        found[part] = 1.1 * found[part]
        return tuple(found)

    monkeypatch.setattr(asy, "table", wrong)
    figure.set()
    assert broken(figure)


def test_exchanged_limits_are_seen(show, monkeypatch):
    figure, right = show("crossing"), asy.limits
    monkeypatch.setattr(asy, "limits", lambda *given: right(*given)[::-1])
    figure.set()
    assert "with many examples logistic regression has the lower log loss" in broken(figure)


def test_limits_that_are_not_the_best_are_seen(show, monkeypatch):
    """A tenth too long: another rule, at some n, does better."""
    figure, right = show("crossing", rho=0.0), asy.limits
    monkeypatch.setattr(asy, "limits", lambda *given: right(*given) * [[1.0], [1.5]])
    figure.set(rho=0.0)
    assert broken(figure)


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    r = figures.price.compute(3.0, 3, 100, "normal")
    assert (r["mean"], r["expected"]) == pytest.approx((1.52, 1.5625), abs=0.005)
    assert figures.price.compute(1.0, 3, 10, "normal")["expected"] == pytest.approx(2.5)
    r = figures.sandwich.compute(1.0, 100, 1)
    assert (r["square"], r["exact"]) == pytest.approx((2.81, 2.94), abs=0.005)
    assert r["bars"][0] == pytest.approx(0.98, abs=0.006)
    assert r["covers"] == pytest.approx((0.74, 0.93), abs=0.005)
    assert r["bars"][1] == pytest.approx(2.69, abs=0.005)
    assert figures.sandwich.compute(1.0, 400, 1)["bars"][1] == pytest.approx(2.94, abs=0.006)
    assert figures.matrices.compute(-1.0, 0.0, -1.0, 1.0)["price"] == pytest.approx(0.94, abs=5e-3)
    r = figures.table.compute(1.0, 0.3, 500)
    assert r["prices"] == pytest.approx((0.65, 1), abs=5e-3)
    r = figures.crossing.compute(0.2, 0.03, 1.0)
    assert r["loss"][:, 0] == pytest.approx([0.64, 0.87], abs=5e-3)
    r = figures.crossing.compute(0.0, 0.03, 1.5)
    assert r["ends"][0] == pytest.approx([0.4843, 0.4835], abs=5e-5)
    assert r["ends"][1] == pytest.approx([0.225, 0.227], abs=5e-4)


def test_words_of_the_story_are_true():
    """The steps that name a number or a verdict."""
    r = figures.crossing.compute(0.2, 0.03, 1.0)
    gap = r["loss"][0] - r["loss"][1]
    assert gap[1] < 0 < gap[2]  # between 40 and 80 examples
    at = np.interp(0, gap[1:3], np.log(figures.SIZES[1:3]))
    assert 60 < np.exp(at) < 80
    assert np.all(np.diff(figures.crossing.compute(0.0, 0.03, 1.0)["loss"], axis=0) > 0)
    for rho, lam in ((0.5, 0.03), (0.2, 1.0)):
        loss = figures.crossing.compute(rho, lam, 1.0)["loss"]
        assert np.all(loss[1] < loss[0])
    assert figures.sandwich.compute(2.0, 100, 1)["square"] > 4.5
    quiet = figures.sandwich.compute(-0.25, 100, 1)
    assert quiet["bars"][0] > 1.5 * quiet["square"]
    assert figures.table.compute(1.5, 0.3, 500)["prices"][0] < 0.5
    assert figures.table.compute(0.0, 1.0, 500)["prices"][0] < 0.8
    few, many = (figures.table.compute(1.0, 0.3, n)["measured"] for n in (500, 2000))
    assert few == pytest.approx(many, abs=0.03) and max(few) < 1.05  # the dots hardly move
    bent = figures.matrices.compute(1.0, 0.0, -1.0, 1.0)
    assert bent["V"][1, 1] > 1.2 * bent["H"][1, 1]  # longer in the direction of the slope
    assert bent["price"] == pytest.approx(1.41, abs=5e-3)
    flipped = figures.matrices.compute(0.0, 0.2, 0.0, 2.0)
    assert flipped["apart"] > 0.01 and not flipped["right"]
    accident = figures.matrices.compute(0.75, 0.0, 0.1, 0.0)  # V = H, and the model is wrong
    assert accident["apart"] < 1e-3 and not accident["right"]
    assert np.abs(accident["theta"]).max() < 0.01
    assert accident["H"] == pytest.approx(np.eye(2) / 4, abs=1e-3)
    coin = figures.matrices.compute(0.0, 0.2, -1.0, 0.0)
    assert coin["apart"] == pytest.approx(0, abs=1e-9) and coin["right"]
    far = figures.shrink.compute(10, 6.0, 0.5)
    assert far["risks"][2] > 0.8 * 10
    much = figures.shrink.compute(10, 6.0, 2.0)
    assert much["risks"][1] > 10


def test_the_model_of_the_tumours_lacks_an_intercept():
    """Section 3: a column of ones has the weight 1.00 with the standard error 0.20."""
    cells = data.load("breast_cancer")
    X = np.column_stack([data.standardise(cells.X[:, [0, 1, 4]]), np.ones(len(cells.y))])
    y = data.as_signs(cells.y)
    w = asy.newton_batch(X[None], y[None])[0]
    wrong = 1 / (1 + np.exp(y * (X @ w)))
    errors = np.sqrt(np.diag(np.linalg.inv((X.T * wrong * (1 - wrong)) @ X)))
    assert abs(w[3]) == pytest.approx(1.0, abs=0.005)
    assert errors[3] == pytest.approx(0.2, abs=0.005)
