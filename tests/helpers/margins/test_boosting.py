"""Stumps, AdaBoost, margins and game values: identities first, then brute force, then
scikit-learn."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from helpers.margins import boosting
from helpers.margins.boosting import adaboost, game_value, log_odds, upsilon
from helpers.margins.stumps import column_learner, every_stump, stump_learner
from helpers.trace import Trace
from tests.lessons.room import Room

n13_boosting = Room("13")


rng = np.random.default_rng(13)


X = rng.normal(size=(80, 3))


Y = np.where(X[:, 0] ** 2 + X[:, 1] > 0.7 + 0.3 * rng.normal(size=80), 1.0, -1.0)


RUN = adaboost(Y, stump_learner(X, Y), 60)


# AdaBoost


def test_weights_are_the_normalised_exponentials_of_the_margins():
    D = np.exp(-Y * RUN.w)
    assert RUN.extra["D"] == pytest.approx(D / D.sum(axis=1, keepdims=True), abs=1e-12)
    assert RUN.extra["D"].sum(axis=1) == pytest.approx(np.ones(61))
    start = np.random.default_rng(4).dirichlet(np.ones(80))
    run = adaboost(Y, stump_learner(X, Y), 20, first=3 * start)  # any positive multiple will do
    D = start * np.exp(-Y * run.w[-1])
    assert run.extra["D"][-1] == pytest.approx(D / D.sum(), abs=1e-12) and run.extra["D"][
        0
    ] == pytest.approx(start)


def test_the_record_is_aligned():
    extra = RUN.extra
    assert RUN.w[0].tolist() == [0] * 80 and RUN.w[1:] == pytest.approx(
        RUN.w[:-1] + RUN.eta[:, None] * RUN.v
    )
    assert extra["eps"] == pytest.approx([D @ (h != Y) for D, h in zip(extra["D"], RUN.v)])
    assert (
        pytest.approx(log_odds(extra["eps"])) == RUN.eta
        and extra["stopped"] == "T rounds"
        and RUN.T == 60
    )
    with pytest.raises(ValueError, match="read-only"):
        extra["D"][0, 0] = 1


def test_the_product_of_normalisers_is_the_mean_exponential_loss():
    assert boosting.exponential_loss(RUN, Y) == pytest.approx(
        np.exp(-Y * RUN.w[1:]).mean(axis=1), rel=1e-12
    )
    assert np.cumprod(RUN.extra["z"]) == pytest.approx(boosting.exponential_loss(RUN, Y), rel=1e-12)
    assert (boosting.training_error(RUN, Y) <= np.cumprod(RUN.extra["z"])).all()
    assert boosting.training_error(RUN, Y)[0] == pytest.approx(RUN.extra["eps"][0])
    undecided = Trace(np.zeros((2, 3)), np.zeros((1, 3)), np.ones(1))
    assert boosting.training_error(undecided, [1, -1, 1]) == 1  # a vote without winner is wrong


@pytest.mark.parametrize("eta", [1.0, 0.3, 1.7])
def test_any_step_has_its_normaliser(eta):
    run = adaboost(Y, stump_learner(X, Y), 20, step=lambda eps: eta * log_odds(eps))
    eps, alpha = run.extra["eps"], run.eta
    assert run.extra["z"] == pytest.approx((1 - eps) * np.exp(-alpha) + eps * np.exp(alpha))
    assert -np.log(run.extra["z"]) / alpha == pytest.approx(upsilon(1 - 2 * eps, eta))
    assert np.prod(run.extra["z"]) == pytest.approx(boosting.exponential_loss(run, Y)[-1])


def test_a_rule_without_error_outvotes_all_and_ends_the_run():
    y = np.array([-1, -1, 1, 1.0])
    run = adaboost(y, stump_learner([1, 2, 3, 4], y), 9)
    assert (
        run.T == 1
        and run.extra["stopped"] == "a rule without error"
        and (np.sign(run.last) == y).all()
    )
    first = iter(
        [np.array([1, 1, 1, -1.0]), np.array([-1, 1, 1, 1.0]), y]
    )  # two bad rules, then the right one
    run = adaboost(
        y, lambda D: (next(first), (0,)), 9, step=lambda eps: 3.0, first=[0.4, 0.1, 0.1, 0.4]
    )
    assert run.T == 0  # the first of them is worse than a coin for these weights
    first = iter([np.array([-1, 1, 1, 1.0]), y])
    run = adaboost(y, lambda D: (next(first), (0,)), 9, step=lambda eps: 3.0)
    assert run.T == 2 and (np.sign(run.last) == y).all()
    assert np.prod(run.extra["z"]) == pytest.approx(np.exp(-y * run.last).mean())


def test_no_rule_better_than_a_coin_ends_the_run_without_it():
    corners, y = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1.0]]), np.array([1, 1, -1, -1.0])
    run = adaboost(y, stump_learner(corners, y), 9)
    assert run.T == 0 and run.extra["stopped"] == "no rule beats a coin"
    assert run.w.shape == (1, 4) and run.v.shape == (0, 4)
    assert game_value(y[:, None] * every_stump(corners))[0] == pytest.approx(0, abs=1e-12)


# margins


def test_margins_are_votes_for_minus_votes_against():
    share = RUN.eta[:10] / RUN.eta[:10].sum()
    assert boosting.margins(RUN, Y)[9] == pytest.approx(share @ (Y * RUN.v[:10]))
    assert np.abs(boosting.margins(RUN, Y)).max() <= 1 + 1e-12


def test_the_smooth_margin_is_just_below_the_smallest():
    smooth, smallest, total = (
        boosting.smooth_margin(RUN, Y),
        boosting.margins(RUN, Y).min(axis=1),
        np.cumsum(RUN.eta),
    )
    assert (smooth <= smallest).all() and (smallest <= smooth + np.log(80) / total + 1e-12).all()
    assert smooth == pytest.approx(
        (np.cumsum(RUN.eta * upsilon(1 - 2 * RUN.extra["eps"])) - np.log(80)) / total
    )


def test_few_margins_are_small():
    theta = np.linspace(-1, 1, 81)
    for t in (1, 5, 20, 60):
        share = (boosting.margins(RUN, Y)[t - 1][:, None] <= theta).mean(axis=0)
        bound = boosting.margin_share_bound(RUN, theta, t)
        eps = RUN.extra["eps"][:t]
        schapire = [np.prod(2 * np.sqrt(eps ** (1 - x) * (1 - eps) ** (1 + x))) for x in theta]
        assert (share <= bound + 1e-12).all() and bound == pytest.approx(schapire)
    assert boosting.margin_share_bound(RUN, 0) == pytest.approx(np.prod(RUN.extra["z"]))


def test_upsilon_grows_from_half_the_edge_towards_the_edge():
    r = np.linspace(0, 0.999, 500)
    assert (
        (np.diff(upsilon(r)) > 0).all() and (upsilon(r) >= r / 2).all() and (upsilon(r) <= r).all()
    )
    assert upsilon(0.6) == pytest.approx(-np.log(1 - 0.36) / np.log(1.6 / 0.4))
    assert (
        upsilon(0.4, 1e-6) == pytest.approx(0.4, rel=1e-4) and (np.diff(upsilon(r, 0.3)) > 0).all()
    )
    assert upsilon((5**0.5 - 1) / 2) == pytest.approx(1 / 3) and upsilon(1e-7) == pytest.approx(
        5e-8
    )


# games


def test_both_sides_of_a_game_certify_its_value():
    for M in (
        np.random.default_rng(0).normal(size=(7, 11)),
        Y[:, None] * every_stump(X),
        n13_boosting.EIGHT,
    ):
        rho, lam, D = game_value(M)
        assert (M @ lam).min() == pytest.approx(rho, abs=1e-8) and (D @ M).max() == pytest.approx(
            rho, abs=1e-8
        )
        assert min(lam.min(), D.min()) >= 0 and (lam.sum(), D.sum()) == pytest.approx((1, 1))
    assert game_value(np.array([[1, -1], [-1, 1.0]]))[0] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("k", range(7))
def test_stumps_have_the_advantage_that_the_changes_of_sign_leave(k):
    x = (np.arange(4 * (k + 1)) + 0.5) / (4 * (k + 1))
    y = n13_boosting.alternating(x, k)
    assert np.count_nonzero(np.diff(y)) == k and y[0] == -1
    assert game_value(y[:, None] * every_stump(x))[0] / 2 == pytest.approx(
        n13_boosting.alternating_gamma(y)
    )


def test_no_weighting_is_harder_than_the_hardest():
    rho, _, hardest = game_value(Y[:, None] * every_stump(X))
    learner = stump_learner(X, Y)
    assert hardest @ (learner(hardest)[0] != Y) == pytest.approx(0.5 - rho / 2, abs=1e-8)
    for D in np.random.default_rng(5).dirichlet(np.full(80, 0.2), 50):
        assert D @ (learner(D)[0] != Y) <= 0.5 - rho / 2 + 1e-9


# sizes


def test_the_step_minimises_the_normaliser():
    for eps in (0.01, 0.2, 0.37, 0.49):
        best = minimize_scalar(
            lambda a, e=eps: (1 - e) * np.exp(-a) + e * np.exp(a),
            bounds=(-5, 5),
            method="bounded",
            options={"xatol": 1e-9},
        )
        assert best.x == pytest.approx(log_odds(eps), abs=1e-5)
        assert best.fun == pytest.approx(2 * np.sqrt(eps * (1 - eps)))


def test_the_sample_size_is_where_the_two_sides_meet():
    n = boosting.sample_size(0.1, 0.05, 2, 0.17)
    T = np.log(2 * n) / (2 * 0.17**2)
    assert n == pytest.approx((np.log(20) + T * 2 * np.log(T + 1) * np.log(10)) / 0.1, rel=1e-9)
    assert boosting.sample_bound(0.9 * n, 0.1, 0.05, 2, 0.17) > 0.9 * n
    assert boosting.sample_bound(1.1 * n, 0.1, 0.05, 2, 0.17) < 1.1 * n
    assert boosting.sample_size(0.1, 0.05, 2, 0.17, c=3) > 3 * n
    assert boosting.rounds_needed(60, 1 / 6) == pytest.approx(18 * np.log(120))
    assert np.exp(-2 * boosting.rounds_needed(60, 1 / 6) / 36) == pytest.approx(1 / 120)


# bad input


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: adaboost([0, 1, 1], lambda D: None, 3), "labels y must be -1 and \\+1"),
        (lambda: adaboost(Y, lambda D: None, 0), "T must be at least 1"),
        (lambda: adaboost(Y, lambda D: None, 3, first=-np.ones(80)), "not negative"),
        (lambda: adaboost(Y, lambda D: None, 3, first=np.ones(7)), "shape"),
        (lambda: stump_learner(X, Y, "entropy"), "criterion must be one of"),
        (lambda: stump_learner(X[:9], Y), "one answer per row"),
        (lambda: stump_learner(np.full((80, 2), np.nan), Y), "remove or replace"),
        (lambda: column_learner(np.ones((3, 2)), Y), "one answer per row"),
        (lambda: game_value([]), "dimension"),
        (lambda: boosting.rounds_needed(60, 0), "gamma must be positive"),
        (lambda: boosting.sample_size(1.5, 0.1, 2, 0.1), "eps must lie between 0 and 1"),
        (lambda: n13_boosting.plane("cubes", 1), "shape must be one of"),
    ],
)
def test_bad_input_gets_one_sentence(call, words):
    with pytest.raises(ValueError, match=words):
        call()
