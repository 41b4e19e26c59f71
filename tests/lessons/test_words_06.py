"""Words of notebook 06: guesses, stories and numbers, computed another way."""

import inspect

import numpy as np
import pytest

from answers import n06 as exercises
from helpers.desk.answer import close
from helpers.linear import logistic, softmax
from tests.lessons.room import Room

figures = Room("06")


def failed(figure):
    """The numbers of the claims that fail."""
    return {i for i, c in enumerate(figure.claims()) if not c.why_not and not c.holds}


def test_the_star_is_its_temperature(show):
    figure = show("iris", tau=3.0)
    x, y = figure.handles[0].at(figure.r)
    assert figure.handles[0].to(figure.r, x, y)["tau"] == pytest.approx(3.0, rel=0.05)
    assert flowers_of(figure.r).argmax() == 2 and figures.flowers.y[figures.ONE] == 1


def flowers_of(r):
    return r.P[figures.ONE]


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_the_rate_of_the_entropy_sees_ten_per_cent(show, monkeypatch, wrong):
    right = softmax.entropy
    monkeypatch.setattr(softmax, "entropy", lambda P: wrong * right(P))
    for tau in (0.3, 1.0, 3.0):
        assert 0 in failed(show("iris", tau=tau))


def test_a_wrong_fit_of_three_classes_is_seen(show, monkeypatch):
    right = softmax.fit
    monkeypatch.setattr(softmax, "fit", lambda X, y, lam: 1.1 * right(X, y, lam))
    assert {2, 3} <= failed(show("iris"))


# sure


def test_a_wrong_fit_of_two_classes_is_seen(show, monkeypatch):
    right = logistic.fit
    monkeypatch.setattr(logistic, "fit", lambda X, y, lam=0.0: 1.1 * right(X, y, lam))
    for q in (0.0, 1.0):
        assert {2, 3} <= failed(show("sure", q=q))


def test_the_diamond_bends_the_truth(show):
    figure = show("sure", q=0.5)
    x, y = figure.handles[0].at(figure.r)
    assert figure.handles[0].to(figure.r, x, y)["q"] == pytest.approx(0.5)
    middle = figure.r.truth[len(figures.X_AXIS) // 2]
    assert middle == pytest.approx(y)


# exercise 4


@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5, 6])
def test_newton_that_stops_early_fails_every_hidden_case(steps):
    """Not only with one salt: 60 cases as the grader draws them, each of them rejects it."""
    whole = inspect.getsource(exercises.newton_logistic)
    assert whole.count("range(50)") == 1
    place = {"np": np}
    exec(whole.replace("range(50)", f"range({steps})"), place)  # noqa: S102
    early = place["newton_logistic"]
    for seed in range(60):
        given = exercises.newton_case(np.random.default_rng(seed))
        right = exercises.newton_logistic(*given)
        assert not close(early(*given), right, exercises.NEWTON.tol)


def test_newtons_reference_ends_where_the_gradient_is_zero():
    for seed in range(60):
        X, y, lam = exercises.newton_case(np.random.default_rng(seed))
        w, b = exercises.newton_logistic(X, y, lam)
        excess = logistic.probability(X @ w + b) - (y + 1) / 2
        assert np.abs(excess @ X / len(y) + 2 * lam * w).max() < 1e-10
        assert abs(excess.mean()) < 1e-10


# sentences and guesses


def test_the_best_temperature_survives_an_honest_split(show):
    """Learnt from 100 of the 469, judged on the other 369: the numbers of the text."""
    s, y = show("tumour").r.s, figures.FRESH[1]
    rng, taus, heights, gaps = np.random.default_rng(0), [], [], []
    for _ in range(40):
        old, new = np.split(rng.permutation(469), [100])
        if (y[old] * s[old]).min() > 0:
            continue  # without a mistake the coldest temperature is best
        tau = logistic.best_temperature(s[old], y[old])
        p = logistic.probability(s[new], tau)
        taus.append(tau)
        heights.append(np.logaddexp(0, -y[new] * s[new] / tau).mean())
        gaps.append(np.maximum(p, 1 - p).mean() - np.mean((p > 0.5) == (y[new] > 0)))
    assert len(taus) >= 35 and np.median(taus) == pytest.approx(4.2, abs=0.25)
    assert np.median(heights) == pytest.approx(0.12, abs=0.006)
    assert abs(np.median(gaps)) < 0.005


def test_no_temperature_changes_a_mistake_and_the_penalty_does(show):
    assert {len(show("tumour", tau=tau).r.missed) for tau in (0.2, 1, 5, 20)} == {19}
    missed = [len(show("tumour", lam=lam).r.missed) for lam in (1e-5, 1e-2, 0.3, 1)]
    assert missed == [19, 13, 13, 19]
    r = show("tumour", tau=5.0).r
    assert ((r.s / 5 > 0) == (r.s > 0)).all() and len(r.missed) == np.sum(
        figures.FRESH[1] * r.s < 0
    )


def test_the_first_step_of_descent_is_along_the_difference_of_the_class_means():
    X, y = figures.CLOUD, figures.CAMP
    means = X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)
    assert logistic.angle(figures.RUNS[figures.DESCENT][1], means) < 1e-6


def test_the_angle_falls_more_slowly_than_one_over_ln_t_over_this_range():
    """Descent by its plain loop: 18.7° at 10, 9.0° at 10 000, and the angle times ln T doubles."""
    w, off = np.zeros(2), {}
    for t in range(1, 10001):
        m = figures.CAMP * (figures.CLOUD @ w)
        w = w + figures.ETA * ((1 / (1 + np.exp(m))) * figures.CAMP) @ figures.CLOUD / 20
        if t in (10, 10000):
            off[t] = np.degrees(logistic.angle(w, figures.BEST))
    assert (off[10], off[10000]) == pytest.approx((18.7, 9.0), abs=0.06)
    assert 1.8 < off[10000] * np.log(10000) / (off[10] * np.log(10)) < 2.1


def test_heat_moves_flowers_to_the_centre_and_no_border():
    S = figures.three_species(1e-3)[1]
    cool, hot = (np.exp(S / tau) / np.exp(S / tau).sum(axis=1)[:, None] for tau in (1.0, 20.0))
    assert (cool.argmax(axis=1) == hot.argmax(axis=1)).all()
    assert np.abs(hot - 1 / 3).max() < np.abs(cool - 1 / 3).max() / 2


def test_a_line_through_bent_odds_is_seen_more_often_at_both_ends_and_less_in_the_middle():
    """Without the figure's bins: the mean of seen minus said over the ends and the middle."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=40_000)
    y = (rng.uniform(size=40_000) < logistic.probability(1.5 * x + x**2 - 1)) * 1.0
    w = logistic.fit(logistic.with_ones(x), 2 * y - 1)
    order, off = np.argsort(x), y - logistic.probability(logistic.with_ones(x) @ w)
    tenths = off[order].reshape(10, -1).mean(axis=1)
    assert tenths[0] > 0.1 and tenths[-1] > 0.1 and (tenths[2:7] < 0).all()
