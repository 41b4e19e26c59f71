"""The rows of the results ledger that notebook 13 owns, each by the measurement that would fail
were it false."""

from dataclasses import replace

import numpy as np
import pytest

from helpers import losses
from helpers.margins import boosting, stumps
from helpers.margins.boosting import adaboost, log_odds
from helpers.margins.stumps import every_stump, stump_learner
from tests.lessons.room import Room

n13_boosting = Room("13")

RINGS = n13_boosting.plane("rings", 1)
RIGHT = RINGS.y[:, None] * every_stump(RINGS.X)
M = np.linspace(-6, 6, 2401)


def test_stumps_have_advantage_one_sixth_on_an_interval_for_every_weighting():
    """U-D5, U-S1 (erratum U07): the error is at most 1/2 - gamma, not gamma; equality at the
    hardest weighting."""
    e = n13_boosting.line(2, 60, 1)
    assert (
        e.y == n13_boosting.alternating(e.X[:, 0], 2)
    ).all()  # realisable: the sample is labelled by the target
    assert e.gamma == pytest.approx(1 / 6) and e.run.extra["eps"].max() <= 1 / 3 + 1e-9
    learner = stump_learner(e.X, e.y)
    assert e.game[2] @ (learner(e.game[2])[0] != e.y) == pytest.approx(1 / 3)
    errors = np.array(
        [D @ (learner(D)[0] != e.y) for D in np.random.default_rng(0).dirichlet(np.ones(60), 300)]
    )
    assert (errors <= 1 / 2 - 1 / 6 + 1e-12).all() and (
        errors > 1 / 6
    ).mean() > 0.5  # the printed bound fails
    # a coin satisfies the printed eps <= 1 - gamma (erratum U08), and then no weight and no vote
    # ever changes
    assert (
        log_odds(0.5) == 0
        and adaboost(e.y, lambda D: (np.where(np.arange(60) % 2, e.y, -e.y), (0,)), 5).T == 0
    )


def test_weak_rules_become_a_strong_one():
    """U-T6: the vote errs on less than 2 % of new points where one stump errs on more than 25 %."""
    errors = np.array([n13_boosting.line(2, 200, i, 108).test[[0, -1]] for i in range(1, 11)])
    assert (
        (errors[:, 0] > 0.25).all() and errors[:, 1].mean() < 0.01 and (errors[:, 1] < 0.03).all()
    )


def test_the_algorithm_as_corrected():
    """U-A3, U-A3b (errata U08, U09): D_t e^(-alpha y h)/z is a distribution under which h_t has
    error 1/2; as printed, without D_t, it sums to n times as much or so; the signs of the vote come
    out right."""
    extra, run, y = RINGS.run.extra, RINGS.run, RINGS.y
    assert extra["D"][0] == pytest.approx(np.full(60, 1 / 60))
    assert extra["D"].sum(axis=1) == pytest.approx(np.ones(101), abs=1e-12)
    for t in range(run.T):
        factor = np.exp(-run.eta[t] * y * run.v[t])
        assert extra["D"][t + 1] == pytest.approx(extra["D"][t] * factor / extra["z"][t], abs=1e-14)
        assert extra["D"][t + 1] @ (run.v[t] != y) == pytest.approx(0.5, abs=1e-10)
        assert extra["eps"][t] < 0.5 and factor.sum() > 5  # what is printed is no distribution
    assert (np.sign(RINGS.vote(100, RINGS.X)) == y).all()


def test_the_step_is_half_the_log_odds():
    """U-A3a: the minimiser of (1 - eps) e^-a + eps e^a on a grid, for four eps; the value there,
    U-L7d."""
    a = np.linspace(0, 3, 300_001)
    for eps in (0.05, 0.2, 0.35, 0.45):
        z = (1 - eps) * np.exp(-a) + eps * np.exp(a)
        assert a[np.argmin(z)] == pytest.approx(log_odds(eps), abs=1e-5)
        assert z.min() == pytest.approx(2 * np.sqrt(eps * (1 - eps)), abs=1e-9)


def test_asking_for_delta_over_t_makes_all_rounds_succeed():
    """U-R17: 50 rounds: if each fails with chance 0.1/50, some fails with chance under 0.1; with
    0.1 each, over 1/2."""
    failures = np.random.default_rng(17).uniform(size=(20_000, 50))
    each, share = (failures < 0.1).any(axis=1).mean(), (failures < 0.1 / 50).any(axis=1).mean()
    assert share == pytest.approx(1 - (1 - 0.1 / 50) ** 50, abs=5 * (0.09 / 20_000) ** 0.5)
    assert share <= 0.1 and each > 0.5


def test_a_weighting_is_simulated_by_drawing_from_the_sample():
    """U-R18: 100 000 draws; and a weak learner that is given 2000 drawn examples still boosts to no
    training error."""
    draw, D = np.random.default_rng(18), RINGS.run.extra["D"][10]
    counts = np.bincount(draw.choice(60, 100_000, p=D), minlength=60) / 100_000
    assert np.abs(counts - D).max() < 0.01

    def by_resampling(D):
        rows = draw.choice(60, 2000, p=D)
        rule = stump_learner(RINGS.X[rows], RINGS.y[rows])(np.full(2000, 1 / 2000))[1]
        return stumps.answers([rule], RINGS.X)[0], rule

    run = adaboost(RINGS.y, by_resampling, 100)
    assert boosting.training_error(run, RINGS.y)[-1] <= 0.02
    assert run.extra["D"][5] != pytest.approx(RINGS.run.extra["D"][5])


def test_boosting_is_a_multiplicative_weights_method():
    """U-R19: D is the normalised e^(-yF); with Hedge's constant step, sqrt(8 ln n/T)/2, the weights
    are Hedge's with losses 1[h_t right], regret at most sqrt(T ln n/2), so the plain majority is
    right once T > ln n/(2 gamma^2)."""
    D = np.exp(-RINGS.y * RINGS.run.w)
    assert RINGS.run.extra["D"] == pytest.approx(D / D.sum(axis=1, keepdims=True), abs=1e-12)
    n, T = 60, int(np.log(60) / (2 * RINGS.gamma**2)) + 1
    eta = np.sqrt(8 * np.log(n) / T)
    run = adaboost(RINGS.y, stump_learner(RINGS.X, RINGS.y), T, step=lambda eps: eta / 2)
    loss = (run.v == RINGS.y).astype(float)
    hedge = np.exp(-eta * np.vstack([np.zeros(n), np.cumsum(loss, axis=0)[:-1]]))
    hedge /= hedge.sum(axis=1, keepdims=True)
    assert run.extra["D"][:-1] == pytest.approx(hedge, abs=1e-10)
    regret = (hedge * loss).sum() - loss.sum(axis=0).min()
    assert 0 < regret <= np.sqrt(T * np.log(n) / 2)
    assert (np.sign(run.v.sum(axis=0)) == RINGS.y).all()


def test_the_exponential_is_a_convex_function_above_the_step():
    """U-R20, U-F1, U-L7a: e^-m >= 1[m <= 0] and second differences > 0; equality only at m = 0."""
    loss = losses.exponential(M)
    assert (loss >= losses.zero_one(M)).all() and (np.diff(loss, 2) > 0).all()
    touching = M[loss - losses.zero_one(M) < 1e-9]
    assert np.abs(touching).max() < 1e-9 and losses.exponential(0.0) == losses.zero_one(0.0) == 1


def test_one_round_is_the_best_pair_of_rule_and_step():
    """U-R21 (erratum U10): no (alpha, h) on a grid beats it; the best h with alpha = 1, as printed,
    5 to 30 % worse."""
    steps = np.linspace(-1, 2, 301)
    for t in range(8):
        before = np.exp(-RINGS.y * RINGS.run.w[t])
        after = (
            np.array([before @ np.exp(-a * RIGHT) for a in steps]) / before.sum()
        )  # (steps, rules)
        z = RINGS.run.extra["z"][t]
        assert z <= after.min() + 1e-12 and after.min() == pytest.approx(z, abs=1e-4)
        worse = after[np.argmin(np.abs(steps - 1))].min() / z
        assert 1.05 < worse < 1.3


def test_no_training_error_after_the_rounds_of_lemma_7():
    """U-L7: n = 60, gamma = 1/6, T = 18 ln 120 = 86.2, rounded up and down, on 10 samples; and for
    other targets."""
    assert boosting.rounds_needed(60, 1 / 6) == pytest.approx(86.2, abs=0.05)
    for i in range(1, 11):
        e = n13_boosting.line(2, 60, i)
        assert (
            e.gamma == pytest.approx(1 / 6)
            and (boosting.training_error(e.run, e.y)[85:] == 0).all()
        )
    for k in (3, 4, 5):
        e = n13_boosting.line(k, 60, 1)
        assert (
            boosting.training_error(e.run, e.y)[
                int(np.ceil(boosting.rounds_needed(60, e.gamma))) - 1
            ]
            == 0
        )


def test_tail_sums_rebuild_the_vote():
    """U-L7b: H_t = alpha_t h_t + H_{t+1}, H_1 = F, and peeling them off leaves the normalisers,
    U-L7c."""
    run, y, tail, T = RINGS.run, RINGS.y, np.zeros(60), RINGS.run.T
    for t in reversed(range(T)):
        left = run.extra["D"][t + 1] @ np.exp(-y * tail)
        tail = run.eta[t] * run.v[t] + tail
        assert run.extra["D"][t] @ np.exp(-y * tail) == pytest.approx(
            run.extra["z"][t] * left, rel=1e-12
        )
    assert tail == pytest.approx(run.last, abs=1e-12)


def test_the_mean_exponential_loss_is_the_product_of_the_normalisers():
    """U-L7c, U-L7f (erratum U13): T factors, one per round; there is no factor before the first."""
    e = RINGS
    direct = np.exp(-e.y * e.run.w[1:]).mean(axis=1)
    assert np.cumprod(e.run.extra["z"]) == pytest.approx(direct, rel=1e-12)


def test_a_normaliser_is_twice_the_root_of_eps_times_one_minus_eps():
    """U-L7d (erratum U11): z by its definition; the printed difference of equal terms is 0."""
    eps, z = RINGS.run.extra["eps"], RINGS.run.extra["z"]
    by_sum = [
        D @ np.exp(-a * RINGS.y * h)
        for D, a, h in zip(RINGS.run.extra["D"], RINGS.run.eta, RINGS.run.v)
    ]
    assert z == pytest.approx(by_sum, rel=1e-12) and z == pytest.approx(
        2 * np.sqrt(eps * (1 - eps)), rel=1e-12
    )
    printed = (
        (1 - eps) * np.sqrt(eps / (1 - eps))
        + eps * np.sqrt((1 - eps) / eps)
        - 2 * np.sqrt(eps * (1 - eps))
    )
    assert np.abs(printed).max() < 1e-12 < z.min()


def test_the_root_lies_under_the_exponential_with_the_minus_sign():
    """U-L7e (erratum U12): sqrt(1 - 4 g^2) <= e^(-2 g^2) on [0, 1/2], while e^(2 g^2) > e^(-2
    g^2)."""
    g = np.linspace(0, 0.5, 1001)
    right, printed = np.exp(-2 * g**2), np.exp(2 * g**2)
    assert (np.sqrt(1 - 4 * g**2) <= right + 1e-15).all() and (printed[1:] > right[1:]).all()
    assert np.sqrt(1 - 4 * 0.2**2) == pytest.approx(0.9165, abs=1e-4) and right[
        400
    ] == pytest.approx(0.9231, abs=1e-4)


def test_the_product_falls_under_one_over_2n():
    """U-L7f: z_1...z_T <= e^(-2 T gamma^2) <= 1/(2n) < 1/n at T = ln(2n)/(2 gamma^2)."""
    for k, n in ((2, 60), (3, 40), (4, 30)):
        e = n13_boosting.line(k, n, 2)
        t = np.arange(1, e.run.T + 1)
        product, T = np.cumprod(e.run.extra["z"]), int(np.ceil(boosting.rounds_needed(n, e.gamma)))
        assert (product <= np.exp(-2 * t * e.gamma**2) * (1 + 1e-9)).all()
        assert (
            product[T - 1]
            <= np.exp(-2 * T * e.gamma**2)
            <= 1 / (2 * n)
            < np.exp(-2 * (T - 1) * e.gamma**2)
        )


def test_the_sample_size_exists_and_is_monotone():
    """U-R22 (erratum U14: with ln(T + 1), since ln T is 0 at T = 1): it grows with 1/eps, d,
    1/gamma, 1/delta."""
    base = {"eps": 0.1, "delta": 0.05, "d": 2, "gamma": 0.17}
    n = boosting.sample_size(**base)
    assert boosting.sample_bound(n, **base) == pytest.approx(n, rel=1e-9)
    beyond = n * np.geomspace(1.001, 1e6, 50)
    assert (boosting.sample_bound(beyond, **base) < beyond).all()
    harder = {
        "eps": [0.3, 0.1, 0.01],
        "delta": [0.5, 0.05, 1e-6],
        "d": [1, 2, 50],
        "gamma": [0.4, 0.1, 0.02],
    }
    for name, values in harder.items():
        assert (np.diff([boosting.sample_size(**{**base, name: v}) for v in values]) > 0).all(), (
            name
        )


def test_n_beats_a_log_n_from_2a_log_a_on():
    """U-R23: 400 values of a up to 1e6, 200 of n >= 2 a ln a; and a ln a alone is not enough."""
    a = np.geomspace(1.01, 1e6, 400)[:, None]
    n = np.maximum(2 * a * np.log(a), 1) * np.geomspace(1, 1e6, 200)
    assert (n >= a * np.log(n)).all()
    n = 100 * np.log(100)
    assert n < 100 * np.log(n)


def test_the_test_error_falls_after_the_training_error_is_zero():
    """U-F2: breast cancer, 10 splits, 800 rounds: lower than at the first round without training
    error, by 3 s.e."""
    found = []
    for i in range(10):
        e = n13_boosting.cancer(280, 0.0, i, 800)
        first = e.first_without_error()
        assert 0 < first < 40
        found.append((e.test[first - 1], e.test[-1]))
    gain = -np.diff(found)[:, 0]
    assert gain.mean() > 3 * gain.std(ddof=1) / 10**0.5 and gain.mean() > 0.005


def test_the_margin_grows_but_not_always_to_the_largest():
    """U-R24 (erratum U22): after zero training error the smallest margin grows on real data; on the
    8 x 8 game it stops at 1/3, whatever the order of the rules, though the linear program and (2,
    3, 4, 1, 2, 2, 1, 1)/16 say 3/8."""
    for i in range(3):
        e = n13_boosting.cancer(280, 0.0, i, 400)
        smallest, first = boosting.margins(e.run, e.y).min(axis=1), e.first_without_error()
        assert smallest[-1] > 5 * smallest[first - 1] > 0
    game, ones = n13_boosting.EIGHT, np.ones(8)
    assert boosting.game_value(game)[0] == pytest.approx(3 / 8)
    assert game @ np.array([2, 3, 4, 1, 2, 2, 1, 1]) / 16 == pytest.approx(np.full(8, 3 / 8))
    for seed in range(10):
        order = np.random.default_rng(seed).permutation(8)
        run = adaboost(ones, stumps.column_learner(game[:, order], ones), 600)
        smallest = boosting.margins(run, ones)[-1].min()
        assert smallest == pytest.approx(1 / 3, abs=np.log(8) / run.eta.sum()) and smallest < 0.34
        assert run.extra["D"][-1] == pytest.approx(run.extra["D"][-4], abs=1e-12)
        assert 1 - 2 * run.extra["eps"][-1] == pytest.approx((5**0.5 - 1) / 2)
    ends = [
        boosting.margins(n13_boosting.eight_run(1.0, s, 1500), ones)[-1].min() for s in range(1, 13)
    ]
    assert (
        0 < sum(end > 0.365 for end in ends) < 12
    )  # from random weights some runs reach it, some do not


def test_the_guaranteed_margin():
    """U-R24: the smallest margin is at least Upsilon(2 gamma) - ln n/sum alpha; shorter steps reach
    more."""
    ones = np.ones(8)
    for eta in (1.0, 0.3, 0.1):
        run = n13_boosting.eight_run(eta, 0, 1500)
        smallest = boosting.margins(run, ones).min(axis=1)
        sure = boosting.upsilon(3 / 8, eta) - np.log(8) / np.cumsum(run.eta)
        assert (smallest >= sure - 1e-12).all() and (
            1 - 2 * run.extra["eps"] >= 3 / 8 - 1e-12
        ).all()
        assert smallest[-1] > (0.33 if eta == 1 else 0.368)
    assert (
        3 / 16
        <= boosting.upsilon(3 / 8)
        < boosting.upsilon(3 / 8, 0.3)
        < boosting.upsilon(3 / 8, 0.1)
        < 3 / 8
    )


def test_the_sample_size_as_written():
    """U-R22: the right-hand side by hand; at T = 1, where ln T would be 0, one rule still costs d
    ln 2."""
    by_hand = (np.log(20) + np.log(2000) / (2 * 0.17**2) * 2 * np.log(132.5035) * np.log(10)) / 0.1
    assert np.log(2000) / (2 * 0.17**2) + 1 == pytest.approx(132.5035, abs=1e-4)
    assert boosting.sample_bound(1000, 0.1, 0.05, 2, 0.17) == pytest.approx(by_hand, rel=1e-6)
    one = np.exp(2 * 0.3**2) / 2  # ln(2n)/(2 gamma^2) = 1
    asked = 10 * (np.log(20) + 2 * np.log(2) * np.log(10))
    assert boosting.sample_bound(one, 0.1, 0.05, 2, 0.3) == pytest.approx(asked, rel=1e-12)


def test_the_plain_loop_of_the_notebook_is_the_tested_algorithm():
    """U-A3: all stumps in a table, the smallest weighted error, eleven lines: the same weights and
    votes."""
    y, H = RINGS.y, every_stump(RINGS.X)
    D, F = np.full(60, 1 / 60), np.zeros(60)
    for t in range(25):
        errors = D @ (y[:, None] != H)
        assert errors.min() == pytest.approx(RINGS.run.extra["eps"][t], abs=1e-12)
        h = RINGS.run.v[t]  # of equally good rules the two may choose different ones
        assert (h[:, None] == H).all(axis=0)[errors < errors.min() + 1e-12].any()
        alpha = log_odds(errors.min())
        F, D = F + alpha * h, D * np.exp(-alpha * y * h)
        D = D / D.sum()
        assert pytest.approx(RINGS.run.extra["D"][t + 1], abs=1e-12) == D
    assert pytest.approx(RINGS.run.w[25], abs=1e-10) == F and (y * F > 0).all()


def test_twice_the_step_wins_nothing():
    """U-A3a: z(2 alpha) = eps + (1 - eps) = 1 in every round of a real run."""
    for t in range(60):
        before = np.exp(-RINGS.y * RINGS.run.w[t])
        twice = np.exp(-RINGS.y * (RINGS.run.w[t] + 2 * RINGS.run.eta[t] * RINGS.run.v[t]))
        assert twice.mean() == pytest.approx(before.mean(), rel=1e-10)


def test_a_run_that_one_stump_ends_is_drawn_at_every_round():
    """n = 60, split 12: one stump separates, so the run has one round; its vote stays as it is."""
    figure = n13_boosting.margins()
    for T in (1, 2, 60, 300):
        figure.set(T=T, i=12, n=60)
        assert figure.r.e.run.T == 1 and len(figure.r.test) == 300
        assert all(claim.holds for claim in figure.claims())
    figure.dispose()


def test_shorter_steps_pass_one_third():
    """U-R24: on the game of eight every shorter step ends above 1/3 within the rounds that the
    figure shows."""
    for eta in n13_boosting.ETAS.values():
        smallest = boosting.margins(n13_boosting.eight_run(eta, 0), np.ones(8))[-1].min()
        assert (smallest > 0.36) == (eta < 1) and smallest < 3 / 8


def test_the_headlines_notice_an_error_of_ten_per_cent():
    """Each headline with a bound or a value that is a tenth off fails somewhere on its story."""
    for name, factor in (("rounds", 0.9), ("greedy", 0.9)):
        figure = getattr(n13_boosting, name)()
        found = []
        for k in range(len(figure.story)):
            figure.show(k)
            claim = figure.claims()[0]
            assert claim.holds
            found.append(replace(claim, bound=factor * claim.bound).holds)
        assert not all(found), name
        figure.dispose()
