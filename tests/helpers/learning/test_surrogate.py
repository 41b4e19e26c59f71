"""Conditional risks: closed-form minimisers, Bartlett's criterion by search, and the slope that
decides it."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from helpers import losses
from helpers.learning.surrogate import (
    ABOVE_ZERO_ONE,
    SURROGATES,
    best_scores,
    calibrated,
    conditional_risk,
    pull,
    regret_of_wrong,
    slopes_at_zero,
    squared,
    two_slopes,
)

PS = np.array([0.03, 0.2, 0.45, 0.6, 0.9])
GRID = np.linspace(-6, 6, 2401)


@pytest.mark.parametrize(
    "loss, score",
    [
        (losses.hinge, lambda p: np.sign(p - 0.5)),
        (squared, lambda p: 2 * p - 1),
        (losses.squared_hinge, lambda p: 2 * p - 1),
        (losses.logistic, lambda p: np.log(p / (1 - p))),
        (losses.exponential, lambda p: np.log(p / (1 - p)) / 2),
        (losses.perceptron, lambda p: 0 * p),
        (two_slopes(-1.0, 0.0), lambda p: 2 * (2 * p - 1)),
    ],
    ids=lambda a: getattr(a, "name", ""),
)
def test_the_cheapest_score_in_closed_form(loss, score):
    for end in best_scores(loss, PS):
        assert end == pytest.approx(score(PS), abs=1e-9)


@pytest.mark.parametrize(
    "loss",
    [*SURROGATES.values(), two_slopes(-1, 0.6), two_slopes(0.4, 0)],
    ids=lambda loss: loss.name,
)
def test_no_score_is_cheaper_than_the_cheapest(loss):
    for p in PS:
        s, least = (
            float(best_scores(loss, p)[0]),
            minimize_scalar(
                lambda s, p=p: conditional_risk(loss, p, s), bounds=(-6, 6), method="bounded"
            ),
        )
        assert (
            conditional_risk(loss, p, s)
            <= min(least.fun, conditional_risk(loss, p, GRID).min()) + 1e-12
        )


def test_at_the_coin_a_hinge_does_not_care_and_at_certainty_logistic_never_has_enough():
    """W23: the argmin is an interval, or does not exist: why calibration is stated with infima."""
    assert [float(s) for s in best_scores(losses.hinge, 0.5)] == [-1, 1]
    assert [float(s) for s in best_scores(losses.logistic, 1.0)] == [np.inf, np.inf]
    assert [float(s) for s in best_scores(losses.hinge, 1.0)] == pytest.approx([1, np.inf])
    assert [float(s) for s in best_scores(losses.exponential, 0.0)] == [-np.inf, -np.inf]


def test_swapping_the_labels_mirrors_everything():
    for loss in SURROGATES.values():
        assert conditional_risk(loss, 0.3, GRID) == pytest.approx(
            conditional_risk(loss, 0.7, -GRID)
        )
        lo, hi = best_scores(loss, PS)
        assert np.array(best_scores(loss, 1 - PS)) == pytest.approx(np.array([-hi, -lo]), abs=1e-9)
        assert pull(loss, PS) == pytest.approx(pull(loss, 1 - PS))


@pytest.mark.parametrize("loss", SURROGATES.values(), ids=lambda loss: loss.name)
def test_above_the_zero_one_loss_is_said_of_those_that_are(loss):
    over = (loss(GRID) >= losses.zero_one(GRID)).all()
    assert over == (loss.name in ABOVE_ZERO_ONE)


def test_slopes_at_zero_are_one_sided():
    assert slopes_at_zero(losses.perceptron) == (-1, 0) and slopes_at_zero(losses.hinge) == (-1, -1)
    assert slopes_at_zero(losses.logistic) == pytest.approx((-0.5, -0.5)) and slopes_at_zero(
        two_slopes(-0.3, 0.5)
    ) == pytest.approx((-0.3, 0.2))


@pytest.mark.parametrize(
    "loss",
    [*SURROGATES.values(), *(two_slopes(a, k) for a in (-2, -0.5, 0, 0.4) for k in (0, 0.1, 1.5))],
    ids=lambda loss: loss.name,
)
def test_the_pull_is_the_slope_of_the_risk_and_decides_the_price_of_a_wrong_sign(loss):
    h = 1e-6
    for p in PS:
        to_bayes = np.sign(p - 0.5) * h
        assert pull(loss, p) == pytest.approx(
            (conditional_risk(loss, p, to_bayes) - conditional_risk(loss, p, 0.0)) / h, abs=1e-5
        )
        if abs(pull(loss, p)) > 1e-9:
            assert (regret_of_wrong(loss, p) > 1e-9) == (pull(loss, p) < 0)


def test_the_price_of_a_wrong_sign_in_closed_form():
    for p in PS:
        assert regret_of_wrong(losses.hinge, p) == pytest.approx(abs(2 * p - 1))
        assert regret_of_wrong(squared, p) == pytest.approx((2 * p - 1) ** 2)
        assert regret_of_wrong(losses.exponential, p) == pytest.approx(1 - 2 * (p * (1 - p)) ** 0.5)
        assert regret_of_wrong(losses.perceptron, p) == 0


def test_calibrated_are_all_but_the_perceptron_the_kinked_and_the_rising():
    assert {loss.name for loss in SURROGATES.values() if not calibrated(loss)} == {"perceptron"}
    assert calibrated(two_slopes(-0.01, 0)) and not any(
        calibrated(two_slopes(a, k)) for a, k in ((-1, 1e-9), (0.4, 0), (0, 0), (-1, 2))
    )


def test_two_slopes_has_the_slopes_it_was_given_and_is_convex():
    loss, h = two_slopes(-0.7, 0.5), 1e-6
    assert loss(np.array([-2.0, 0, 2])).tolist() == pytest.approx([1 + 1 + 1.4, 1, 1 + 1 - 0.4])
    assert loss.grad(GRID + 0.001) == pytest.approx(
        (loss(GRID + 0.001 + h) - loss(GRID + 0.001 - h)) / (2 * h), abs=1e-6
    )
    assert (
        (np.diff(loss.grad(GRID)) > 0).all()
        and two_slopes(-1, 0).beta == 0.5
        and loss.beta == np.inf
    )
    with pytest.raises(ValueError, match="kink must not be negative"):
        two_slopes(-1, -0.1)
