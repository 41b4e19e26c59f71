"""The rows of the ledger that belong to notebook 09, one test per fact; each begins with the ids it
stands for."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from helpers import losses
from helpers.descent import adaptive, projections, svrg
from helpers.descent.batches import mean_variance
from helpers.descent.laws import law
from helpers.descent.optim import decay, gradient_descent, quadratic_path
from helpers.descent.problems import least_squares, normal_pairs, valley
from helpers.descent.sgd import sgd, singles
from tests import known
from tests.known import deviation

X, y, W_RISK = normal_pairs(20_000, 0.9, np.random.default_rng(2023))
F, START = least_squares(X, y), np.array([2.0, -2.0])
J = np.random.default_rng(1).integers(len(y), size=(1000, 40))
SINGLE, MANY = adaptive.example_guess(X[J], y[J]), np.tile(START, (40, 1))
INSIDE = np.flatnonzero(np.abs(X[:, 1]) <= 1)[:1000]
XS, YS = X[INSIDE, 1], y[INSIDE]
RIDES = np.random.default_rng(4).integers(1000, size=(300, 40))


def cos_runs(C, B=1.5, sign=1, T=300):
    """Projected and plain SGD on -cos from (1, -1) with steps C/t: chains (T+1, 40, 2) each, and
    the projected run."""

    def guess(w, t):
        return sign * projections.cos_grad(w, XS[RIDES[t - 1]], YS[RIDES[t - 1]])

    start = np.tile([1.0, -1.0], (40, 1))
    kept = sgd(guess, start, decay(C, 1), T, lambda w: projections.project_ball(w, B))
    return kept.w, sgd(guess, start, decay(C, 1), T).w, kept


# ---- projection


def test_plain_sgd_leaves_the_ball_and_projected_sgd_does_not():
    """D-6.2: -cos is convex on the ball and not outside; with eta_t = 50/t most plain runs end
    outside."""
    kept, free, _ = cos_runs(50.0)
    assert np.mean(np.linalg.norm(free[-1], axis=1) > 1.5) > 0.5
    assert np.linalg.norm(kept, axis=2).max() <= 1.5 + 1e-12
    assert projections.convex_radius(XS, YS, np.arange(0.1, 4, 0.1)) > 1.5
    assert np.linalg.eigvalsh(projections.cos_hessian(np.array([4.0, 0.0]), XS, YS))[0] < 0


def test_the_nearest_point_and_its_certificate():
    """D-6.4: idempotent, non-expansive, <w - Pw, u - Pw> <= 0; every step is half step and
    projection."""
    rng = np.random.default_rng(2)
    W, Z = 3 * rng.normal(size=(2, 100, 5))
    for P in (projections.project_ball, projections.project_box, projections.project_simplex):
        assert np.allclose(P(P(W)), P(W), atol=1e-14)
        assert np.all(np.linalg.norm(P(W) - P(Z), axis=1) <= np.linalg.norm(W - Z, axis=1) + 1e-12)
        assert max(projections.widest_angle(w, P(w), P(Z)) for w in W) <= 1e-10
    run = cos_runs(50.0)[2]
    half = run.w[:-1] - run.eta[:, None, None] * run.v
    assert np.allclose(projections.project_ball(half, 1.5), run.w[1:], atol=1e-13)


def test_the_analysis_of_sgd_survives_projection_onto_a_convex_set_only():
    """D-6.5: the lemma for any directions and u in W, and the bound on f(average); on a circle it
    is false."""
    _, _, run = cos_runs(50.0)
    low = W_RISK
    left, right = projections.lemma_sides(run, low)
    assert np.all(left <= right + 1e-9)
    gap = projections.cos_loss(run.weighted(), XS, YS) - projections.cos_loss(low, XS, YS)
    assert 0 < gap.mean() < known.projected_bound(run, low).mean()
    bent = sgd(
        lambda w, t: np.array([0.9, 0.0]), np.array([1.0, 0.0]), 1.0, 2, projections.project_circle
    )
    left, right = projections.lemma_sides(bent, np.array([-1.0, 0.0]))
    assert left > right + 1


def test_the_gradient_of_minus_cos_has_a_minus_sign():
    """D-6.6: differences decide the sign; the printed step climbs; the start is outside; one loss
    needs |y| <= 1.02."""
    w, x1, y1 = np.array([0.3, -0.4]), 0.7, 1.1
    numeric = approx_fprime(w, lambda w: -np.cos((y1 - w[0] - w[1] * x1) / 2), 1e-7)
    assert np.allclose(projections.cos_grad(w, x1, y1), numeric, atol=1e-6)
    assert np.allclose(
        -np.sin((y1 - w[0] - w[1] * x1) / 2) / 2 * np.array([1, x1]), numeric, atol=1e-6
    )
    before = projections.cos_loss(np.array([1.0, -1.0]), XS, YS)
    for sign, better in ((1, True), (-1, False)):
        assert (
            projections.cos_loss(cos_runs(5.0, sign=sign)[0][-1], XS, YS).mean() < before
        ) == better
    assert np.hypot(1.5, 1.5) > 1.5
    edge, limit = np.array([-1.5, -1.5]) / 2**0.5, np.pi - 1.5 * 2**0.5
    bend = [
        np.linalg.eigvalsh(projections.cos_hessian(edge, np.ones(1), z))[0]
        for z in (limit - 1e-3, limit + 1e-3, 3.0)
    ]
    assert limit == pytest.approx(1.02, abs=0.005)
    assert bend[0] > -1e-12 and bend[1] < 0 and bend[2] == pytest.approx(-0.42, abs=0.01)


# ---- scaling


def test_descent_needs_steps_in_proportion_to_kappa():
    """D-6.8: steps to a gap of 1e-6 at eta = 1/beta."""
    steps = []
    for kappa in (20.0, 40.0, 80.0):
        f = valley(kappa)
        steps.append(np.argmax(f.gap(quadratic_path(f.A, f.b, np.ones(2), 1.0, 1000).w) < 1e-6))
    assert steps[1] / steps[0] == pytest.approx(2, rel=0.15) and steps[2] / steps[
        1
    ] == pytest.approx(2, rel=0.15)


def test_the_inverse_hessian_multiplies_the_noise():
    """D-6.12: tr Var(P v) = sigma^2 sum 1/(lam + eps)^2, which grows with 1/lam_min."""
    noise, total = np.random.default_rng(3).normal(size=(20_000, 2)), []
    for kappa in (10.0, 100.0):
        P = adaptive.inverse_hessian(valley(kappa).A, 1e-3)
        want = (1 / (np.array([1 / kappa, 1]) + 1e-3) ** 2).sum()
        assert deviation(((noise @ P.T) ** 2).sum(axis=1), want) < 5
        total.append(want)
    assert total[1] > 50 * total[0]


def test_the_rare_feature_has_the_smaller_sum_and_the_larger_rate():
    """D-6.14: the reverse of the printed brackets, in every run."""
    rng = np.random.default_rng(14)
    x, z = adaptive.rare_examples(0.05, 0.5, rng.random((300, 20, 2)), rng.normal(size=(300, 20)))
    run = adaptive.adagrad(adaptive.example_guess(x, z), np.zeros((20, 2)), 1.0, 300)
    G, rates = run.extra["G"][-1], adaptive.effective_rates(run)[-1]
    assert np.all(G[:, 1] < G[:, 0] / 4) and np.all(rates[:, 1] > 2 * rates[:, 0])


def test_adagrads_rate_vanishes_with_noise_and_stays_without():
    """D-6.17: noisy, rate proportional to t^(-1/2); noise-free, the sum G converges."""
    run = adaptive.adagrad(SINGLE, np.tile(F.w_star, (40, 1)), 1.0, 1000)
    rates = adaptive.effective_rates(run).mean(axis=(1, 2))
    assert np.polyfit(np.log(np.arange(100, 1001)), np.log(rates[99:]), 1)[0] == pytest.approx(
        -0.5, abs=0.12
    )
    calm = adaptive.adagrad(lambda w, t: F.grad(w), START, 1.0, 1000)
    assert np.allclose(calm.extra["G"][500], calm.extra["G"][-1], rtol=1e-9)
    assert adaptive.effective_rates(calm)[-1].min() > 0.05


def test_at_eta_one_sgd_explodes_and_adagrad_arrives():
    """D-6.18: 40 of 40 runs; and the gradient has x_j where x-bar is printed."""
    ends = sgd(SINGLE, MANY, 1.0, 1000).last
    assert np.all(np.abs(ends).max(axis=1) > 1e100)
    assert np.all(np.linalg.norm(sgd(SINGLE, MANY, 0.03, 1000).last - F.w_star, axis=1) < 1)
    assert adaptive.rms(adaptive.adagrad(SINGLE, MANY, 1.0, 1000).last, F.w_star) == pytest.approx(
        0.1, abs=0.04
    )
    x1, y1, w = 1.7, 0.4, np.array([2.0, -1.0])
    numeric = approx_fprime(w, lambda w: (w[0] + w[1] * x1 - y1) ** 2, 1e-7)[1]
    assert 2 * w[0] * x1 + 2 * w[1] * x1**2 - 2 * y1 * x1 == pytest.approx(numeric, abs=1e-4)
    assert abs(2 * w[0] * X[:, 1].mean() + 2 * w[1] * x1**2 - 2 * y1 * x1 - numeric) > 1


# ---- variance reduction


def test_the_second_moment_is_variance_plus_squared_mean():
    """D-6.19: E|v|^2 = tr Var(v) + |E v|^2, over all examples."""
    G = singles(losses.squared, X, y, START)
    assert (G**2).sum(axis=1).mean() == pytest.approx(
        mean_variance(G, 1) + (F.grad(START) ** 2).sum()
    )


def test_the_least_variance_has_a_square_in_it():
    """D-6.23: V_x - C^2/V_y is what is measured, whatever the unit of y; V_x - C/V_y is not."""
    a, b = np.random.default_rng(23).normal(size=(2, 500))
    for unit in (1.0, 10.0):
        other = unit * (2 * a + b)
        m = svrg.moments(a, other)
        grid = m.best * np.linspace(0.9, 1.1, 201)
        measured = min(np.var(svrg.controlled(a, other, c, other.mean())) for c in grid)
        assert measured == pytest.approx(m.least, rel=1e-9)
        assert measured == pytest.approx(np.var(a) * (1 - np.corrcoef(a, other)[0, 1] ** 2))
        assert abs(m.V_x - m.C / m.V_y - measured) > 0.05


def test_svrgs_variance_goes_to_zero_and_sgds_does_not():
    """D-6.24: along runs on the same draws."""
    small = law(X[:1000], y[:1000])
    K = J % 1000
    guess = adaptive.example_guess(X[K], y[K])
    noise = []
    for run in (
        svrg.svrg(guess, small.f.grad, MANY, 0.02, 100, 1000, 1000),
        sgd(guess, MANY, 0.02, 1000),
    ):
        noise.append(((run.v - small.f.grad(run.w[:-1])) ** 2).sum(axis=2).mean(axis=1))
    assert noise[0][900:].mean() < 1e-8 < 0.5 < noise[1][900:].mean()


def test_the_smoothness_enters_squared():
    """D-6.26: losses beta_j w^2/2 with beta = 0, 6 at distance 1: variance 9, over the printed 6,
    under 36."""
    G, S = np.array([[0.0], [6.0]]), np.zeros((2, 1))
    V = svrg.svrg_singles(G, S)
    assert mean_variance(V, 1) == pytest.approx(9) and 6 < 9 <= 6**2
    assert mean_variance(V, 1) <= ((G - S) ** 2).sum(axis=1).mean()
    away = np.array([0.3, -0.2])
    for w in (START, np.ones(2)):
        G, S = (singles(losses.squared, X, y, p) for p in (w, w - away))
        assert np.all(
            ((G - S) ** 2).sum(axis=1) <= svrg.smoothness_of_singles(X) ** 2 * (away @ away) + 1e-9
        )


def test_neither_frequent_nor_rare_snapshots_are_best():
    """D-6.27: expected height after 20 passes over n = 1000, eta = 0.02: an interior best kappa."""
    small = law(X[:1000], y[:1000])
    heights = [
        svrg.SVRGLaw(small, 0.02, k).heights(START, svrg.affordable([20_000], 1000, k))[0]
        for k in (1, 10, 100, 1000, 9500)
    ]
    assert (
        np.argmin(heights) in (2, 3)
        and heights[0] > 1e-3
        and heights[-1] > 1e-3
        and min(heights) < 1e-9
    )
    noise = [svrg.SVRGLaw(small, 0.02, k).spread_after(START, [k - 1])[0] for k in (2, 10, 50)]
    assert noise[0] < noise[1] < noise[2]  # the nearer the snapshot, the less noise


def test_svrg_converges_at_a_constant_step_for_less_than_descent():
    """D-6.28: a constant factor per snapshot; 2 + n/kappa evaluations a step where descent takes n,
    printed n + 2."""
    small = law(X[:1000], y[:1000])
    exact = svrg.SVRGLaw(small, 0.02, 50)
    late = exact.heights(START, 50 * np.arange(30, 34))
    assert np.allclose(late[1:] / late[:-1], exact.factor, rtol=1e-6) and exact.factor < 1
    assert svrg.evaluations(1000, 1000, 50) == 22 * 1000
    steps = svrg.affordable([20_000], 1000, 50)
    assert (
        exact.heights(START, steps)[0]
        < 1e-10
        < small.f.gap(gradient_descent(small.f.grad, START, 0.02, 20).last)
    )


def test_example_29_corrected():
    """D-6.29: the two components by differences; n = 10^4, eta = 0.02, kappa = 10: rms 8e-3 at 150,
    1e-15 at 1000."""
    w, snap, x1, y1 = START, np.array([1.0, 0.5]), X[7, 1], y[7]
    numeric = [approx_fprime(p, lambda u: (u[0] + u[1] * x1 - y1) ** 2, 1e-7)[1] for p in (w, snap)]
    d = w - snap
    assert 2 * d[0] * x1 + 2 * d[1] * x1**2 == pytest.approx(numeric[0] - numeric[1], abs=1e-4)
    assert abs(2 * d[1] * x1 + 2 * d[1] * x1**2 - numeric[0] + numeric[1]) > 1
    x, z = X[:10_000, 1], y[:10_000]
    f = least_squares(X[:10_000], z)
    want = 2 * snap[0] * x.mean() + 2 * snap[1] * (x**2).mean() - 2 * x @ z / len(z)
    assert (
        f.grad(snap)[1] == pytest.approx(want)
        and abs(want - (want + 2 * x @ z / len(z) - 2 * x @ z)) > 100
    )
    K = J % 10_000
    guess = adaptive.example_guess(X[K], y[K])
    W, S = svrg.svrg(guess, f.grad, MANY, 0.02, 10, 1000, 10_000).w, sgd(guess, MANY, 0.02, 1000).w
    assert (
        4e-3 < adaptive.rms(W[150], f.w_star) < 1.6e-2 and adaptive.rms(W[1000], f.w_star) < 1e-14
    )
    assert (
        0.05 < adaptive.rms(S[150], f.w_star) < 0.2 and 0.05 < adaptive.rms(S[1000], f.w_star) < 0.2
    )


def test_the_eight_panels():
    """D-6.FA.1: projected runs settle in the ball, plain ones do not; SVRG beats SGD; AdaGrad works
    at eta = 1."""
    kept, free, _ = cos_runs(50.0)
    assert np.all(np.linalg.norm(kept[-1] - W_RISK, axis=1) < 0.5)
    assert np.median(np.linalg.norm(free[-1] - W_RISK, axis=1)) > 5
    guess = adaptive.example_guess(X[J[:300] % 1000], y[J[:300] % 1000])
    f = least_squares(X[:1000], y[:1000])
    ends = [
        adaptive.rms(run.w[-1], f.w_star)
        for run in (
            svrg.svrg(guess, f.grad, MANY, 0.02, 10, 300, 1000),
            sgd(guess, MANY, 0.02, 300),
            adaptive.adagrad(guess, MANY, 1.0, 300),
        )
    ]
    assert ends[0] < 1e-3 < ends[1] < 0.3 and ends[2] < 0.5
