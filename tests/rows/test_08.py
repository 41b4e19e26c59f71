"""The rows of the ledger that belong to notebook 08, one test per fact; each begins with the ids it
stands for."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from helpers import losses
from helpers.descent import batches, chains, laws, sgd
from helpers.descent.bounds import linear_bound, lipschitz_bound, steps_to_eps
from helpers.descent.optim import gradient_descent, quadratic_path
from helpers.descent.problems import least_squares, normal_pairs
from tests import known
from tests.known import batch_gradient, best_eta, coin_second_moment

X, y, W_RISK = normal_pairs(20_000, 0.9, np.random.default_rng(2023))
START = np.array([2.0, -2.0])


def risk_gradient(w):
    """Of E(w_1 + w_2 x - y)^2 for standard normal x, y with correlation 0.9: w_1^2 + w_2^2 - 1.8
    w_2 + 1."""
    return 2 * (np.asarray(w) - W_RISK)


def coin_errors(T, eta, gamma, m=1, runs=400, seed=0, start=1.0):
    """gamma |average| of many coin-guided runs, (runs,), and the run."""
    u = np.random.default_rng(seed).random((m, T, runs))
    run = sgd.sgd(sgd.coin_guess(gamma, u), np.full((runs, 1), start), eta, T)
    return gamma * np.abs(run.averages()[-1, :, 0]), run


# ---- Durham, lecture 5: motivation and algorithm


def test_the_sample_s_minimiser_is_off_by_one_over_root_n():
    """D-5.2: root mean square distance from the risk minimiser falls like n^(-1/2)."""
    far, sizes = [], np.array([20, 80, 320])
    for n in sizes:
        erm = [least_squares(X[i : i + n], y[i : i + n]).w_star for i in range(0, 60 * n, n)]
        far.append(np.sqrt(((np.array(erm) - W_RISK) ** 2).sum(axis=1).mean()))
    assert np.polyfit(np.log(sizes), np.log(far), 1)[0] == pytest.approx(-0.5, abs=0.12)


def test_a_step_of_descent_reads_all_examples_and_one_of_sgd_reads_m():
    """D-5.3: n evaluations per step of descent, m per step of SGD."""
    seen = []

    def grad(w, A, b):
        seen.append(len(b))
        return losses.mean_grad(losses.squared, A, b, w)

    gradient_descent(lambda w: grad(w, X[:300], y[:300]), START, 0.1, 4)
    assert seen == [300] * 4
    seen.clear()
    gradient_descent(
        batch_gradient(grad, X[:300], y[:300], 7, np.random.default_rng(0)), START, 0.1, 4
    )
    assert seen == [7] * 4


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_a_fresh_batch_is_right_on_average_with_noise_over_m(m):
    """D-5.4, D-5.7, D-5.8, D-5.20, D-5.21, U-R13: exactly. A law on five atoms, and all 5^m batches
    that it can draw with their probabilities: mean the gradient of the risk, covariance over m."""
    w, p = np.array([1.7, -0.9]), np.array([0.1, 0.3, 0.2, 0.25, 0.15])
    Z, z = np.column_stack([np.ones(5), [-1, 0.5, 2, 3, -2]]), np.array([1, 0, 2, -1, 0.5])
    G = sgd.singles(losses.squared, Z, z, w)
    drawn = np.array(list(product(range(5), repeat=m)))
    v, chance = G[drawn].mean(axis=1), p[drawn].prod(axis=1)
    slope = approx_fprime(w, lambda u: p @ (Z @ u - z) ** 2, 1e-7)
    assert p @ G == pytest.approx(slope, abs=1e-5) and np.abs(slope).min() > 0.5
    assert chance @ v == pytest.approx(p @ G, rel=1e-12)
    noise, single = v - p @ G, G - p @ G
    covariance = (noise.T * chance) @ noise
    assert covariance == pytest.approx((single.T * p) @ single / m, rel=1e-12)


def test_the_mean_gradient_of_a_normal_law_is_the_gradient_of_its_risk():
    """D-5.21, U-R13: E grad = grad E for the pairs of the notebook, by quadrature, which is exact
    for the polynomials that a squared loss has."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(4)
    a, b = (part.ravel() for part in np.meshgrid(nodes, nodes))
    p = np.outer(weights, weights).ravel() / weights.sum() ** 2
    x, z = a, 0.9 * a + np.sqrt(0.19) * b  # standard normal with correlation 0.9
    for w in np.array([[0.7, -0.4], [0.0, 0.9], [2.0, -2.0]]):
        G = sgd.singles(losses.squared, np.column_stack([np.ones(16), x]), z, w)
        assert p @ G == pytest.approx(risk_gradient(w), abs=1e-12)
        risk = w[0] ** 2 + w[1] ** 2 - 1.8 * w[1] + 1
        assert p @ (w[0] + w[1] * x - z) ** 2 == pytest.approx(risk, abs=1e-12)


def test_the_average_beats_the_last_point_at_a_constant_step():
    """D-5.9: exactly, on a bowl, and in the mean of runs on |w|; the best is best of all."""
    mean, last, average = laws.bowl_errors(np.full(2000, 0.1), 3.0, 1.0)
    assert average[-1] < last[-1] / 8
    run = coin_errors(2000, 0.1, 0.5, runs=100, start=1.05)[
        1
    ]  # a lattice that lies evenly about the minimum
    w = np.abs(run.w[..., 0])
    assert (
        np.abs(run.averages(burn=0.5)[-1]).mean() < w[-1].mean() / 2
        and (w.min(axis=0) <= w[-1]).all()
    )


# ---- step sizes


@pytest.mark.parametrize(
    "eta, sum_is_infinite, squares_are_finite",
    [
        (lambda t: 0.1 + 0 * t, True, False),
        (lambda t: t**-0.5, True, False),
        (lambda t: 0.1 / t + 0.001, True, False),
        (lambda t: t**-0.6, True, True),
        (lambda t: t**-0.75, True, True),
        (lambda t: 1 / t, True, True),
        (lambda t: np.maximum(t, 50) ** -0.75, True, True),
        (lambda t: 1 / t**2, False, True),
    ],
)
def test_which_rates_satisfy_the_conditions(eta, sum_is_infinite, squares_are_finite):
    """D-5.11, D-5.12 (erratum E5-01): not the constant, not t^(-1/2), not with a floor. By the
    ratio of the sums over (1e4, 1e6] and (1e2, 1e4]: under 1 the blocks shrink geometrically, from
    1 on they do not."""
    steps = eta(np.arange(1.0, 1e6 + 1))
    ratio = [(steps[10**4 :] ** p).sum() / (steps[100 : 10**4] ** p).sum() for p in (1, 2)]
    assert (ratio[0] > 0.98) == sum_is_infinite and (ratio[1] < 0.98) == squares_are_finite


def test_steps_that_sum_too_little_stop_short_and_steps_whose_squares_do_not_keep_shaking():
    """D-5.13 (errata E5-02, E5-05): |w_t - w*| >= |w_0 - w*| - sum_{s<t} eta_s |v_s|, with the sums
    up to t - 1."""
    eta = laws.powers(0.5, 2.0, 3000)
    run = gradient_descent(lambda w: np.sign(w), 3.0, lambda t: 0.5 / t**2, 3000)
    reach = np.cumsum(run.eta * np.abs(run.v[:, 0]))
    assert (np.abs(run.w[1:, 0]) >= 3 - reach - 1e-12).all() and run.w[-1, 0] == pytest.approx(
        3 - eta.sum()
    )
    constant = quadratic_path([[1.0]], [0.0], 3.0, 0.1, 3000)
    moved = 0.1 * np.abs(constant.v[:, 0])
    assert constant.w[10, 0] == pytest.approx(
        3 - moved[:10].sum()
    )  # attained with the sum to t - 1
    assert 3 - moved.sum() == pytest.approx(
        0, abs=1e-12
    )  # the sum to infinity says nothing at t = 10
    for s, low, high in (
        (0.0, 0.5, 2),
        (0.75, 0, 0.05),
    ):  # constant steps shake, falling ones forget
        assert low <= laws.bowl_errors(laws.powers(0.9, s, 3000), 3.0, 1.0)[1][-1] <= high
    t = np.arange(1.0, 1e5)
    odd = (1 + t % 2) / t
    assert (odd**2).sum() < 6 and np.mean(
        np.diff(odd) > 0
    ) > 0.49  # finite squares, yet not decreasing


# ---- the bound


@pytest.mark.parametrize(
    "eta, gamma, m", [(0.02, 0.1, 1), (0.1, 0.2, 1), (0.1, 0.2, 8), (0.5, 1.0, 1), (0.05, 0.6, 3)]
)
def test_the_expected_error_of_the_average_is_bounded(eta, gamma, m, T=100):
    """D-5.15 (erratum E4-04: the distance of the start), D-5.26: with E v^2, which a batch makes
    smaller."""
    error, run = coin_errors(T, eta, gamma, m)
    second = coin_second_moment(gamma, m)
    assert known.deviation((run.v**2).mean(axis=0), second) < 5
    assert error.mean() <= lipschitz_bound(1, eta, second**0.5, T) + 5 * error.std() / 20
    assert second < coin_second_moment(gamma, 1) or m == 1 or gamma == 1


def test_the_bound_is_attained_by_a_sure_coin_and_false_with_the_distance_from_the_origin():
    """D-5.15 (erratum E4-04): from w_1 = 1 with w* = 0 the printed first term is zero."""
    error = coin_errors(10, 0.1, 1.0, runs=2)[0]
    assert error == pytest.approx(lipschitz_bound(1, 0.1, 1, 10)) and error[
        0
    ] > 10 * lipschitz_bound(0, 0.1, 1, 10)


def test_the_size_of_a_guess_is_variance_plus_squared_mean():
    """D-5.16: on samples, to rounding error."""
    v = np.random.default_rng(0).normal(size=(1000, 3)) * [1, 2, 3] + [4, 0, -1]
    assert (v**2).sum(axis=1).mean() == pytest.approx(
        v.var(axis=0).sum() + (v.mean(axis=0) ** 2).sum(), rel=1e-12
    )


@pytest.mark.parametrize("T", [4, 25, 100, 400])
def test_the_tuned_step_reaches_b_rho_over_root_t_in_expectation(T, B=1.5, rho=2.0):
    """D-5.17, U-T3: mean excess of runs at most B rho/sqrt T for every coin; and T = (B rho/eps)^2
    steps reach eps."""
    worst = 0.0
    for gamma in (0.02, 1 / T**0.5, min(1.0, 2 / T**0.5), 0.5, 1.0):
        u = np.random.default_rng(T).random((1, T, 400))
        run = sgd.sgd(sgd.coin_guess(gamma, u, rho), np.full((400, 1), B), best_eta(B, rho, T), T)
        error = gamma * rho * np.abs(run.averages()[-1, :, 0])
        assert error.mean() <= B * rho / T**0.5 + 5 * error.std() / 20
        worst = max(worst, error.mean() / (B * rho / T**0.5))
    assert (
        0.45 < worst <= 1.05 and steps_to_eps(B * rho / T**0.5, B, rho=rho) == T
    )  # of the right order


def test_jensen_holds_on_every_path():
    """U-T3a: f of the average at most the average of f, on 500 random paths of the coin and of |w|
    in the plane."""
    path = np.cumsum(np.random.default_rng(0).normal(size=(30, 500, 2)), axis=0)
    assert (
        np.linalg.norm(path.mean(axis=0), axis=1) <= np.linalg.norm(path, axis=2).mean(axis=0)
    ).all()
    error, run = coin_errors(50, 0.1, 0.3, runs=500)
    assert (error <= (0.3 * np.abs(run.w[:-1, :, 0])).mean(axis=0) + 1e-12).all()


def test_no_steps_of_length_rho_beat_the_lemma_and_orthogonal_ones_attain_it(B=2.0, rho=3.0, T=16):
    """U-T3b: mean <w_t - w*, v_t> <= B rho/sqrt T for 200 random and adversarial sequences;
    equality is possible."""
    eta, rng = best_eta(B, rho, T), np.random.default_rng(1)
    start = np.full(T, B / T**0.5)

    def mean_product(directions):
        rows = iter(directions)
        run = gradient_descent(lambda w: next(rows), start, eta, T)
        assert linear_bound(run, np.zeros(T))[0] <= linear_bound(run, np.zeros(T))[1] + 1e-12
        return (run.w[:-1] * run.v).sum(axis=1).mean()

    found = []
    for _ in range(200):
        v = rng.normal(size=(T, T)) + rng.choice([-1, 0, 1]) * start
        found.append(mean_product(rho * v / np.linalg.norm(v, axis=1, keepdims=True)))
    away = gradient_descent(
        lambda w: -rho * w / np.linalg.norm(w), start, eta, T
    )  # the adversary who always leaves
    found.append((away.w[:-1] * away.v).sum(axis=1).mean())
    assert max(found) < B * rho / T**0.5 and min(found) < -B * rho
    assert mean_product(rho * np.eye(T)) == pytest.approx(B * rho / T**0.5)
    assert lipschitz_bound(B, eta, rho, T) == pytest.approx(B * rho / T**0.5)


def test_given_the_past_the_guess_may_be_replaced_by_the_slope():
    """U-T3c (erratum U05): E<w_t - w*, v_t> = E<w_t - w*, grad f> over all 64 paths of six tosses;
    averaged over v_1, ..., v_{t-1} only, as printed, it still depends on v_t."""
    gamma, eta, p = 0.3, 0.4, 0.65
    tosses = np.array(list(product([0, 1], repeat=6)))  # 1: heads, towards the minimum
    weight = np.where(tosses == 1, p, 1 - p).prod(axis=1)
    u = np.where(tosses == 1, 0.0, 0.99).T[None]
    run = sgd.sgd(sgd.coin_guess(gamma, u), np.full((64, 1), 0.5), eta, 6)
    w, v = run.w[:-1, :, 0], run.v[..., 0]
    left, right = (w * v) @ weight, (gamma * np.abs(w)) @ weight
    assert left == pytest.approx(right, abs=1e-14) and left[-1] > 0.05
    products, last = w[3] * v[3], tosses[:, 3]
    printed = [np.average(products[last == side], weights=weight[last == side]) for side in (0, 1)]
    assert printed[0] < 0 < printed[1] and p * printed[1] + (1 - p) * printed[0] == pytest.approx(
        right[3]
    )


def test_smoothness_does_not_improve_the_rate():
    """U-R10: on bowls of curvature 1/sqrt T the best gap times sqrt T stays within 1.5 for T = 100,
    ..., 6400."""
    best = []
    for T in (100, 400, 1600, 6400):
        lam, eta = T**-0.5, np.geomspace(1e-3, 1, 25)
        gap = []
        for e in eta:
            keep = (1 - e * lam) ** (2 * T)
            gap.append(lam / 2 * (keep + (1 - keep) * chains.stationary_variance(e, lam, 0.0, 1.0)))
        best.append(min(gap) * T**0.5)
        mean, var = chains.linear_law(np.full(T, eta[9]), lam, 0.0, 1.0, 1.0)
        assert lam / 2 * (mean[-1] ** 2 + var[-1]) == pytest.approx(
            gap[9]
        )  # the closed form is the recursion
    assert max(best) / min(best) < 1.5


def test_strong_convexity_gives_one_over_t_and_only_silence_gives_an_exponential():
    """U-R11: eta_t = 1/t: E w^2 = sigma^2/T, slope -1; a constant step settles; without noise it is
    below 1e-30."""
    T = 2000
    falling = laws.bowl_errors(1 / np.arange(1, T + 1), 3.0, 1.0)[1] ** 2
    t = np.array([50, 200, 800, 2000])
    assert falling[t - 1] == pytest.approx(1 / t)
    constant = laws.bowl_errors(np.full(T, 0.2), 3.0, 1.0)[1] ** 2
    assert constant[-1] == pytest.approx(constant[T // 2]) == pytest.approx(0.2 / 1.8)
    assert laws.bowl_errors(np.full(T, 0.2), 3.0, 0.0)[1][-1] < 1e-30
    noise = np.random.default_rng(0).normal(size=(T, 400, 1))
    run = sgd.sgd(lambda w, t: w + noise[t - 1], np.full((400, 1), 3.0), lambda t: 1 / t, T)
    assert known.deviation(run.last**2, 1 / T) < 5


def test_answers_that_err_by_tau_cost_at_most_two_tau_times_the_radius():
    """U-R15: an oracle that shifts every slope by up to tau; excess <= B rho/sqrt T + 2 tau radius,
    and it can exceed the first term."""
    T, gamma, rho = 100, 0.5, 1.0
    eta, exceeded = best_eta(1.0, rho, T), False
    for tau in (0.0, 0.1, 0.4, 0.49):
        for lie in (lambda w, t: -np.sign(w), lambda w, t: (-1.0) ** t, lambda w, t: -1.0):
            run = sgd.sgd(
                lambda w, t, lie=lie, tau=tau: gamma * np.sign(w) + tau * lie(w, t), 1.0, eta, T
            )
            excess, radius = gamma * abs(run.average()[0]), np.abs(run.w).max()
            assert np.abs(run.v).max() <= rho and excess <= 1.0 * rho / T**0.5 + 2 * tau * radius
            exceeded |= excess > 1.0 * rho / T**0.5
    assert exceeded


# ---- learning: risk, samples, batches


def test_a_random_subgradient_is_a_subgradient_of_the_risk_on_average():
    """D-5.19: absolute loss, z on five atoms: the mean of v supports R at every w, kinks
    included."""
    z, u = np.array([-2.0, -1, 0, 1, 3]), np.linspace(-4, 4, 401)

    def R(w):
        return np.abs(np.subtract.outer(w, z)).mean(axis=-1)

    for w in (-2.5, -1.0, 0.0, 0.3, 3.0):
        for at_kink in (-1.0, 0.2, 1.0):
            v = np.where(w == z, at_kink, np.sign(w - z))
            assert (R(u) >= R(w) + v.mean() * (u - w) - 1e-12).all()
            assert not (
                R(u) >= R(w) + (v.mean() + 0.5) * (u - w) - 1e-12
            ).all()  # kinks are 0.4 wide


def test_resampling_goes_to_the_sample_s_minimiser_and_fresh_examples_to_the_risk_s():
    """D-5.22 (erratum E5-04), D-5.24: averages of 40 runs, off by standard errors, with either
    goal."""
    T, k, m, n = 1500, 40, 4, 50
    rng = np.random.default_rng(3)
    A, b, _ = normal_pairs(T * k * m, 0.9, rng)
    fixed = batches.nested_sums(X[:n], y[:n], batches.draw(n, m, rng, (T, k)))
    fresh = batches.nested_sums(A, b, np.arange(T * k * m).reshape(T, k, m))
    erm = least_squares(X[:n], y[:n]).w_star
    ends = []
    for drawn in (fixed, fresh):
        run = sgd.sgd(batches.affine_guess(drawn.moments(m)), np.tile(erm, (k, 1)) / 2, 0.05, T)
        ends.append(run.averages(burn=0.5)[-1])
    assert known.deviation(ends[0], erm) < 5 and known.deviation(ends[0], W_RISK) > 10
    assert known.deviation(ends[1], W_RISK) < 5 and known.deviation(ends[1], erm) > 10


def test_larger_batches_are_nearer_on_average_and_lower_the_bound():
    """D-5.26: exact expected height and the bound's E|v|^2 fall in m, at every step."""
    law, t = laws.law(X, y), np.arange(1, 200)
    heights = np.array([law.heights(START, 0.05, m, t) for m in (1, 2, 5, 20, 100)])
    assert (np.diff(heights, axis=0) < 0).all()
    assert (np.diff([coin_second_moment(0.2, m) for m in (1, 2, 5, 20)]) < 0).all()


def test_copies_of_the_data_stretch_descent_and_leave_sgd_alone():
    """D-5.27: the same draws modulo n give the same run; descent pays k n for the same step."""
    n, k = 30, 5
    many, again = np.tile(X[:n], (k, 1)), np.tile(y[:n], k)
    J = batches.draw(k * n, 3, np.random.default_rng(0), (60, 4))
    runs = [
        sgd.sgd(
            batches.affine_guess(batches.nested_sums(A, b, I).moments(3)),
            np.tile(START, (4, 1)),
            0.05,
            60,
        ).w
        for A, b, I in ((many, again, J), (X[:n], y[:n], J % n))
    ]
    assert runs[0] == pytest.approx(runs[1], abs=1e-13)
    f, g = least_squares(many, again), least_squares(X[:n], y[:n])
    assert quadratic_path(f.A, f.b, START, 0.1, 9).w == pytest.approx(
        quadratic_path(g.A, g.b, START, 0.1, 9).w
    )
    few, lots = laws.law(X[:n], y[:n]), laws.law(many, again)
    assert lots.n == k * few.n and lots.heights(START, 0.1, 2, [5]) == pytest.approx(
        few.heights(START, 0.1, 2, [5])
    )


def test_small_batches_leave_a_shallow_minimum_and_descent_does_not():
    """D-5.28: the share of 300 runs that reach the deep well falls with m, to zero at m = n."""
    z = np.random.default_rng(6).normal(size=32)
    J = batches.draw(32, 32, np.random.default_rng(7), (200, 300), replace=False)
    kicks = 6 * batches.nested_means((z - z.mean()) / z.std(), J)
    start, gone = sgd.shallow_minimum(0.75), []
    for m in (1, 4, 8, 16, 32):
        w = sgd.sgd(sgd.wells_guess(0.75, kicks[..., m - 1]), np.full((300, 1), start), 0.1, 200).w
        gone.append((w.max(axis=0) > 0.5).mean())
    assert (
        gone[0] > 0.95 > 0.6 > gone[2] > gone[3] - 1e-9
        and gone == sorted(gone, reverse=True)
        and gone[-1] == 0
    )


def test_the_notes_regression_by_batches_as_corrected():
    """D-5.30 (erratum E5-03): the batch gradient is the one with batch means throughout; printed,
    it is not a gradient; the weights go to (0, 0.9), not to a slope of 1."""
    xj, yj, w = X[:10, 1] + 1, y[:10], START
    numeric = approx_fprime(w, lambda u: np.mean((u[0] + u[1] * xj - yj) ** 2), 1e-7)
    corrected = sgd.singles(losses.squared, np.column_stack([np.ones(10), xj]), yj, w).mean(axis=0)
    assert corrected == pytest.approx(numeric, abs=1e-4)
    for mean_x in (xj.mean(), (X[:, 1] + 1).mean()):
        printed = 2 * w[0] * mean_x + 2 * w[1] * np.mean(xj**2) - 2 * np.sum(yj * xj)
        assert abs(printed - numeric[1]) > 1
    drawn = batches.nested_sums(
        X, y, batches.draw(20_000, 10, np.random.default_rng(1), (1000, 20), replace=False)
    )
    run = sgd.sgd(batches.affine_guess(drawn.moments(10)), np.tile(START, (20, 1)), 0.015, 1000)
    late = run.averages(burn=0.5)[-1]
    assert (
        known.deviation(late, least_squares(X, y).w_star) < 5
        and known.deviation(late[:, 1], 1.0) > 10
    )


def test_traces_of_larger_batches_are_smoother_by_root_m():
    """D-5.FA.1: sd of the last 200 of 500 iterates for m = 1 and m = 100, eta = 0.015, falls by
    about ten; and exactly by the law."""
    drawn = batches.nested_sums(
        X, y, batches.draw(20_000, 100, np.random.default_rng(2), (500, 30), replace=False)
    )
    sds = []
    for m in (1, 100):
        w = sgd.sgd(batches.affine_guess(drawn.moments(m)), np.tile(START, (30, 1)), 0.015, 500).w[
            -200:
        ]
        sds.append(np.sqrt(((w - least_squares(X, y).w_star) ** 2).mean(axis=(0, 1))))
    law = laws.law(X, y)
    exact = [
        law.mean_and_sd(law.second_moments(START, 0.015, m, [500], replace=False))[1][0]
        for m in (1, 100)
    ]
    assert sds[0] / sds[1] == pytest.approx([10, 10], rel=0.15)
    assert exact[0] / exact[1] == pytest.approx([10, 10], rel=0.05)


def test_a_thousand_single_steps_beat_one_full_step_of_five_thousand_evaluations():
    """U-R12: exact expected height, for every step size up to a quarter of descent's limit."""
    law = laws.law(X[:5000], y[:5000])
    for eta in (0.003, 0.01, 0.05, 0.2):
        one_full = law.heights(START, eta, 5000, [1], replace=False)[0]
        assert law.heights(START, eta, 1, [1000])[0] < one_full / 2


def test_the_risk_of_a_squared_loss_is_known_and_fresh_guesses_are_its_slope_given_the_point():
    """U-D3, U-R13, U-R14 (erratum U06): z ~ N(1, 1), loss (w - z)^2/2: R = ((w-1)^2 + 1)/2; v_2 on
    w_2 has slope 1, intercept -1; the unconditional mean of v_2 is one number, the slope at w_2 is
    not."""
    rng = np.random.default_rng(0)
    for w in (-1.0, 0.5, 3.0):
        z = rng.normal(1, 1, size=40_000)
        assert (
            known.deviation((w - z) ** 2 / 2, ((w - 1) ** 2 + 1) / 2) < 4
            and known.deviation(w - z, w - 1) < 4
        )
    z = rng.normal(1, 1, size=(2, 60_000, 1))
    run = sgd.sgd(lambda w, t: w - z[t - 1], np.zeros((60_000, 1)), 0.6, 2)
    slope, intercept = np.polyfit(run.w[1, :, 0], run.v[1, :, 0], 1)
    assert slope == pytest.approx(1, abs=0.04) and intercept == pytest.approx(-1, abs=0.03)
    assert (run.w[1] - 1).std() > 0.5  # the printed right-hand side is random
