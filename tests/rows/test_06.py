"""The rows of the results ledger that notebook 06 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest

from helpers import data, losses
from helpers.descent import optim
from helpers.linear import logistic, softmax
from helpers.margins import svm
from lessons.n06_logistic.reliability import curved_cases, reliability, true_odds

CAMP = np.where(np.arange(20) % 2, 1.0, -1.0)
CLOUD = np.random.default_rng(10).normal(size=(20, 2)) * [0.9, 0.6] + CAMP[:, None] * [1.2, 0.8]
OR = logistic.with_ones([[0, 0], [0, 1], [1, 0], [1, 1]])


def test_on_separable_data_descent_turns_to_the_largest_margin_and_fast_if_divided_by_the_loss():
    """U-R25: angle falls all along (here); plain descent like 1/ln t, divided by the loss < .02 rad
    and like 1/t."""
    u, eta = (
        svm.hard_margin(CLOUD, CAMP, bias=False).w,
        1 / losses.constants(losses.logistic, CLOUD)[1],
    )
    grads = losses.objective(losses.logistic, CLOUD, CAMP)[1], logistic.normalised_grad(CLOUD, CAMP)
    plain, fast = (
        logistic.angle(optim.gradient_descent(g, np.zeros(2), eta, 30000).w[1:], u) for g in grads
    )
    assert (np.diff(plain) <= 1e-12).all() and (np.diff(fast) <= 1e-12).all()
    assert fast[-1] < 0.001 and plain[-1] > 0.07
    assert fast[2999] / fast[-1] == pytest.approx(10, rel=0.05)
    t = np.array([1000, 3000, 10000, 30000])
    product = plain[t - 1] * np.log(t)
    assert (
        product.max() / product.min() < 1.2
    )  # while t itself grew thirtyfold, and the fast angle fell as much


def test_descent_takes_the_direction_of_largest_margin_and_not_that_of_the_class_means():
    """U-R25: the limit itself, from a start of one's choice, on three points where it is known: (1,
    0)."""
    X, y = np.array([[1.0, 3], [1, -1], [1, 0.5]]), np.ones(3)
    run = optim.gradient_descent(logistic.normalised_grad(X, y), np.array([-1.0, 2]), 0.3, 4000)
    assert logistic.angle(run.last, [1, 0]) < 0.01 < logistic.angle(X.mean(axis=0), [1, 0])


def test_the_logit_is_the_signed_score_and_the_distance_needs_the_norm():
    """W-1.4.0a, W-1.4.1a (W17): log p/(1-p) = <x, w> with its sign; |<x, w> + b| / |w| is the
    distance."""
    rng = np.random.default_rng(0)
    X, w = rng.normal(size=(50, 2)), np.array([1.2, -0.7])
    p = 1 / (1 + np.exp(-(X @ w)))
    assert (
        np.log(p / (1 - p))
        == pytest.approx(X @ w)
        == logistic.log_odds(logistic.probability(X @ w))
    )
    assert (X @ w).min() < 0 and logistic.probability(abs((X @ w).min())) > 0.5 > p.min()
    line = (
        np.linspace(-50, 50, 200001)[:, None] * np.array([0.7, 1.2]) / np.hypot(0.7, 1.2)
    )  # points with <x, w> = 0
    nearest = np.linalg.norm(line - X[0], axis=1).min()
    assert nearest == pytest.approx(abs(X[0] @ w) / np.linalg.norm(w), abs=1e-6)
    assert nearest != pytest.approx(abs(X[0] @ w))


def test_the_likelihood_of_independent_answers_is_the_product_and_its_minus_log_the_loss():
    """W-1.4.0b, W-1.4.1, W-1.4.2a, W-1.4.a (W18): product, -log, expansion, logistic loss with y' =
    2y - 1."""
    rng = np.random.default_rng(1)
    s, y = rng.normal(0, 3, 200), rng.integers(0, 2, 200)
    p = logistic.probability(s)
    product = np.prod(p**y * (1 - p) ** (1 - y))
    assert product == pytest.approx(np.prod(np.where(y == 1, p, 1 - p)))
    nll = -np.sum(y * np.log(p) + (1 - y) * np.log1p(-p))
    assert nll == pytest.approx(-np.log(product)) == np.sum(np.log1p(np.exp(-s)) + (1 - y) * s)
    assert nll == pytest.approx(losses.logistic(data.as_signs(y) * s).sum())
    assert (
        set((y + 1) / 2) == {0.5, 1} and abs(losses.logistic((y + 1) / 2 * s).sum() - nll) > 5
    )  # as printed


def test_the_most_likely_w_minimises_the_negative_log_likelihood():
    """W-1.4.1: among many w near it none has a larger product of probabilities."""
    rng = np.random.default_rng(2)
    X = logistic.with_ones(rng.normal(size=30))
    y = np.where(rng.uniform(size=30) < logistic.probability(X @ [0.2, 1]), 1.0, -1.0)
    w = logistic.fit(X, y)
    likelihood = [
        np.prod(logistic.probability(y * (X @ v))) for v in w + rng.normal(0, 0.3, size=(500, 2))
    ]
    assert max(likelihood) < np.prod(logistic.probability(y * (X @ w)))


def test_the_sigmoid_of_minus_s_is_one_minus_the_sigmoid():
    """W-1.4.2"""
    s = np.linspace(-30, 30, 121)
    assert logistic.probability(s) == pytest.approx(1 / (1 + np.exp(-s)))
    assert logistic.probability(-s) == pytest.approx(1 - logistic.probability(s), abs=1e-15)


def test_descent_finds_the_truth_in_many_cases_but_on_separable_data_there_is_no_minimum():
    """W-1.4.b (W36): gradient < 1e-4 and |w - w0| < .25 at n = 4000; OR: the norm grows for ever
    unless lam > 0."""
    rng = np.random.default_rng(3)
    X, w0 = logistic.with_ones(rng.normal(size=(4000, 2))), np.array([0.5, -1, 2])
    y = np.where(rng.uniform(size=4000) < logistic.probability(X @ w0), 1.0, -1.0)
    grad = losses.objective(losses.logistic, X, y)[1]
    run = optim.gradient_descent(
        grad, np.zeros(3), 1 / losses.constants(losses.logistic, X)[1], 400
    )
    assert np.linalg.norm(grad(run.last)) < 1e-4 and np.linalg.norm(run.last - w0) < 0.25

    def norms(y, lam):
        run = optim.gradient_descent(
            losses.objective(losses.logistic, OR, y, lam)[1], np.full(3, 0.1), 1.0, 6000
        )
        return np.linalg.norm(run.w[[60, 600, 6000]], axis=1)

    grows, stays, none = (
        norms([-1, 1, 1, 1], 0),
        norms([-1, 1, 1, 1], 0.01),
        norms([-1, 1, 1, -1], 0),
    )
    assert np.diff(grows).min() > 3 and abs(np.diff(stays)[1]) < 1e-6 and none[-1] < 1e-6
    with pytest.raises(ValueError, match="separates"):
        logistic.fit(OR, [-1, 1, 1, 1])


def test_the_confidence_is_max_p_one_minus_p_and_it_is_earned_when_the_model_is_right():
    """W-1.4.c (W19): calibration gap < .05, also of the confidence in the answer given; p itself is
    not that."""
    x, y = curved_cases(4000, 1.5, 0.0, np.random.default_rng(4))
    X = logistic.with_ones(x)
    p = logistic.probability(X @ logistic.fit(X, data.as_signs(y)))
    right = ((p > 0.5) == (y == 1)).astype(float)
    assert reliability(p, y).gap < 0.05 and reliability(logistic.confidence(p), right).gap < 0.05
    assert reliability(p, right).gap > 0.2  # p as the confidence, as printed
    assert ((p > 0.5) == (X @ logistic.fit(X, data.as_signs(y)) > 0)).all()


def test_where_the_log_odds_are_bent_a_line_is_off_and_a_parabola_is_not():
    """W-1.4.d: quadratic truth: the linear fit is off by > .3, with x^2 as a feature by < .05."""
    x, y = curved_cases(4000, 1.5, 1.0, np.random.default_rng(5))
    grid = np.linspace(-2, 2, 81)
    off = {}
    for name, F in (
        ("line", logistic.with_ones),
        ("bend", lambda x: logistic.with_ones(np.column_stack([x, x**2]))),
    ):
        fitted = logistic.probability(F(grid) @ logistic.fit(F(x), data.as_signs(y)))
        off[name] = np.abs(fitted - logistic.probability(true_odds(grid, 1.5, 1.0))).max()
    assert off["line"] > 0.3 and off["bend"] < 0.05


def test_the_largest_softmax_is_the_largest_score_at_every_temperature():
    """W-1.4.g"""
    S = np.random.default_rng(8).normal(size=(200, 4))
    for tau in (0.05, 1, 20):
        assert (softmax.softmax(S, tau).argmax(axis=1) == S.argmax(axis=1)).all()
