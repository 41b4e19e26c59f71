"""Control variates and SVRG: identities over all examples, exact laws against sampling, and the
cost of a step."""

import numpy as np
import pytest

from helpers import losses
from helpers.descent import svrg
from helpers.descent.adaptive import example_guess
from helpers.descent.batches import mean_variance
from helpers.descent.laws import law
from helpers.descent.optim import gradient_descent
from helpers.descent.problems import least_squares, normal_pairs
from helpers.descent.sgd import sgd, singles
from tests import known
from tests.known import deviation

X, y, _ = normal_pairs(300, 0.9, np.random.default_rng(2023))
LAW, START = law(X, y), np.array([2.0, -2.0])


def runs(eta, kappa, T, k, seed=0):
    J = np.random.default_rng(seed).integers(len(y), size=(T, k))
    return svrg.svrg(
        example_guess(X[J], y[J]), LAW.f.grad, np.tile(START, (k, 1)), eta, kappa, T, len(y)
    ), J


# ---- control variates


def test_the_parabola_in_c_is_the_variance_of_the_sample():
    """D-6.22."""
    a, b = np.random.default_rng(1).normal(size=(2, 50, 3))
    m = svrg.moments(a, a + b)
    for c in (-2.0, -0.7, 0.0, 0.4):
        v = svrg.controlled(a, a + b, c, (a + b).mean(axis=0))
        assert ((v - v.mean(axis=0)) ** 2).sum(axis=1).mean() == pytest.approx(m.variance(c))
        assert np.allclose(v.mean(axis=0), a.mean(axis=0))


def test_the_best_c_is_the_bottom_and_leaves_one_minus_rho_squared():
    a, b = np.random.default_rng(2).normal(size=(2, 80))
    m, rho = svrg.moments(a, 3 * a - 2 * b), np.corrcoef(a, 3 * a - 2 * b)[0, 1]
    assert m.variance(m.best) == pytest.approx(m.least) == pytest.approx((1 - rho**2) * np.var(a))
    assert m.least < min(m.variance(m.best - 0.01), m.variance(m.best + 0.01))


def test_the_unit_of_y_does_not_matter():
    a, b = np.random.default_rng(3).normal(size=(2, 80))
    one, ten = svrg.moments(a, a + b), svrg.moments(a, 10 * (a + b))
    assert ten.least == pytest.approx(one.least) and ten.best == pytest.approx(one.best / 10)


# ---- the algorithm


def test_the_mean_of_all_directions_is_the_gradient():
    """D-6.25."""
    rng = np.random.default_rng(4)
    for w, snap in rng.normal(size=(5, 2, 2)):
        V = svrg.svrg_singles(singles(losses.squared, X, y, w), singles(losses.squared, X, y, snap))
        assert np.allclose(V.mean(axis=0), LAW.f.grad(w), atol=1e-12)


def test_each_step_is_the_formula():
    run, J = runs(0.05, 4, 11, 3)
    w, snap = run.w, START
    for t in range(11):
        if t % 4 == 0:
            snap = w[t, 1]
        V = svrg.svrg_singles(
            singles(losses.squared, X, y, w[t, 1]), singles(losses.squared, X, y, snap)
        )
        assert np.allclose(run.v[t, 1], V[J[t, 1]], atol=1e-12)
        assert np.array_equal(run.extra["snapshot"][t, 1], snap)


def test_a_snapshot_at_every_step_is_descent():
    run, _ = runs(0.1, 1, 30, 2)
    assert np.allclose(run.w[:, 0], gradient_descent(LAW.f.grad, START, 0.1, 30).w, atol=1e-12)


def test_the_noise_is_at_most_the_square_of_the_largest_smoothness_times_the_distance():
    run, _ = runs(0.05, 40, 100, 2)
    off, ratio = np.array([known.enumerated(run, X, y, t) for t in (0, 1, 39, 77)]).T
    assert off.max() < 1e-13 and ratio[0] == 0 and 0 < ratio[1:].max() <= 1
    G, S = (singles(losses.squared, X, y, w) for w in (run.w[39, 0], run.extra["snapshot"][39, 0]))
    beta = svrg.smoothness_of_singles(X)
    away = ((run.w[39, 0] - run.extra["snapshot"][39, 0]) ** 2).sum()
    assert ratio[2] == pytest.approx(mean_variance(G - S, 1) / (beta.max() ** 2 * away))
    assert np.all(((G - S) ** 2).sum(axis=1) <= beta**2 * away + 1e-12)


def test_the_smoothness_of_one_loss_is_attained_along_its_example():
    x = np.array([[3.0, 4.0]])
    G, S = (singles(losses.squared, x, np.zeros(1), w) for w in (x[0], np.zeros(2)))
    assert (
        np.linalg.norm(G - S)
        == pytest.approx(svrg.smoothness_of_singles(x)[0] * 5)
        == pytest.approx(250)
    )


def test_evaluations_are_counted_one_by_one():
    count = {"full": 0, "one": 0}

    def guess(w, t):
        count["one"] += 1
        return w

    def full(w):
        count["full"] += 1
        return w

    run = svrg.svrg(guess, full, START, 0.1, 7, 30, 100)
    assert run.extra["evaluations"][-1] == count["one"] + 100 * count["full"] == 2 * 30 + 5 * 100
    assert run.extra["evaluations"][:9].tolist() == [0, 102, 104, 106, 108, 110, 112, 114, 216]


@pytest.mark.parametrize("n, kappa", [(100, 7), (10, 1), (5, 50)])
def test_affordable_is_the_inverse_of_evaluations(n, kappa):
    t = np.arange(200)
    assert np.array_equal(svrg.affordable(svrg.evaluations(t, n, kappa), n, kappa), t)
    assert np.array_equal(svrg.affordable(svrg.evaluations(t[1:], n, kappa) - 1, n, kappa), t[:-1])


# ---- the exact law


@pytest.mark.parametrize("eta, kappa", [(0.02, 10), (0.03, 60)])
def test_the_law_is_what_runs_do_on_average(eta, kappa):
    k = 1500
    run, _ = runs(eta, kappa, 130, k)
    exact, t = svrg.SVRGLaw(LAW, eta, kappa), np.array([1, 9, 10, 59, 60, 130])
    heights, w = LAW.f.gap(run.w), run.w
    for i, want in zip(t, exact.heights(START, t)):
        assert deviation(heights[i], want) < 5
    for i in (9, 58, 125):
        noise = ((run.v[i] - LAW.f.grad(w[i])) ** 2).sum(axis=1)
        assert deviation(noise, exact.spread_after(START, [i])[0]) < 5
    mean, sd = exact.mean_and_sd(START, 50)
    assert np.all(np.abs(w[50].mean(axis=0) - mean) < 5 * sd / k**0.5)
    assert np.allclose(w[50].std(axis=0), sd, rtol=0.15)


def test_the_mean_of_the_law_is_descent():
    descent = gradient_descent(LAW.f.grad, START, 0.05, 40).w
    assert np.allclose(svrg.SVRGLaw(LAW, 0.05, 7).mean_and_sd(START, 40)[0], descent[40])


def test_right_after_a_snapshot_there_is_no_noise():
    spread = svrg.SVRGLaw(LAW, 0.05, 8).spread_after(START, np.arange(25))
    assert np.allclose(spread[::8], 0) and (np.delete(spread, np.arange(0, 25, 8)) > 0).all()


def test_with_kappa_one_the_law_is_that_of_descent():
    t = np.arange(60)
    assert np.allclose(
        svrg.SVRGLaw(LAW, 0.1, 1).heights(START, t),
        LAW.heights(START, 0.1, LAW.n, t, replace=False),
    )


def test_the_factor_is_the_fall_from_snapshot_to_snapshot():
    exact = svrg.SVRGLaw(LAW, 0.05, 30)
    late = exact.heights(START, 30 * np.arange(20, 24))
    assert np.allclose(late[1:] / late[:-1], exact.factor, rtol=1e-6) and 0 < exact.factor < 1
    assert (
        svrg.SVRGLaw(LAW, 0.3, 2000).factor > 1 and svrg.SVRGLaw(LAW, 0.6, 10**5).factor == np.inf
    )
    assert svrg.SVRGLaw(LAW, 0.1, 1).factor == pytest.approx((1 - 0.1 * LAW.f.mu) ** 2)


def test_too_long_a_step_ends_at_no_number_without_a_warning():
    t = np.array([0, 1, 10**5, 10**7])
    for eta in (0.28, 0.4, 3.0):
        for kappa in (1, 1000, 10**5):
            exact = svrg.SVRGLaw(LAW, eta, kappa)
            exact.spread_after(START, t), exact.mean_and_sd(START, 10**5), exact.factor
            assert np.isfinite(exact.heights(START, t)[:2]).all()


def test_plain_sgd_keeps_its_noise():
    J = np.random.default_rng(8).integers(len(y), size=(80, 3000))
    run = sgd(example_guess(X[J], y[J]), np.tile(START, (3000, 1)), 0.02, 80)
    noise = ((run.v[79] - LAW.f.grad(run.w[79])) ** 2).sum(axis=1)
    assert deviation(noise, svrg.sgd_spread(LAW, START, 0.02, [79])[0]) < 5
    here = mean_variance(singles(losses.squared, X, y, START), 1)
    assert svrg.sgd_spread(LAW, START, 0.02, [0])[0] == pytest.approx(here)


def test_svrg_runs_on_any_losses():
    """Logistic losses: full gradient from the same sample; the error goes to zero at a constant
    step."""
    sign, rng = np.where(y > 0, 1.0, -1.0), np.random.default_rng(9)
    lam, J = 0.05, rng.integers(len(y), size=(3000, 1))

    def one(w, t):
        i = J[t - 1]
        return singles(losses.logistic, X[i], sign[i], w[0]) + 2 * lam * w

    def full(w):
        return singles(losses.logistic, X, sign, w[0]).mean(axis=0)[None] + 2 * lam * w

    run = svrg.svrg(one, full, np.zeros((1, 2)), 0.3, 300, 3000, len(y))
    assert np.abs(full(run.last)).max() < 1e-10
    assert np.abs(full(sgd(one, np.zeros((1, 2)), 0.3, 3000).last)).max() > 1e-3


@pytest.mark.parametrize(
    "call",
    [
        lambda: svrg.svrg(lambda w, t: w, lambda w: w, START, 0.1, 0, 5, 9),
        lambda: svrg.moments([1.0, 2.0], [3.0, 3.0]),
        lambda: svrg.moments([1.0, 2.0], [3.0, 3.0, 1.0]),
        lambda: svrg.svrg(lambda w, t: w, lambda w: w, START, 0, 2, 5, 9),
    ],
)
def test_bad_input_gets_one_sentence(call):
    with pytest.raises(ValueError) as error:
        call()
    assert "\n" not in str(error.value)


def test_least_squares_gradient_is_the_mean_of_the_singles():
    assert np.allclose(
        singles(losses.squared, X, y, START).mean(axis=0), least_squares(X, y).grad(START)
    )
