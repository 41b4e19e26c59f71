"""The rows of the results ledger that notebook 07 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize

from helpers import losses
from helpers.descent.bounds import (
    gradient_lower_bound,
    linear_bound,
    lipschitz_bound,
    smooth_bound,
    steps_to_eps,
    strong_bound,
)
from helpers.descent.newton import conjugate_gradient, ellipsoid, newton
from helpers.descent.optim import (
    decay,
    gradient_descent,
    nesterov,
    quadratic_path,
    small_gradient,
    small_step,
)
from helpers.descent.problems import Quadratic, chain, least_squares, normal_pairs, valley
from tests.known import batch_gradient

rng = np.random.default_rng(7)
X, labels = rng.normal(size=(60, 3)) + 0.3, rng.choice([-1.0, 1.0], size=60)
F, GRAD = losses.objective(
    losses.logistic, X, labels, 0.05
)  # a smooth convex f that is no quadratic
W_STAR = minimize(F, np.zeros(3), jac=GRAD, method="BFGS", options={"gtol": 1e-12}).x
L = losses.constants(losses.logistic, X, 0.05)[1]
START = np.array([3.0, -2, 2])


def hit(gaps, eps):
    """The first step at which a gap is at most eps."""
    return int(np.argmax(gaps <= eps))


def test_f_falls_at_every_step_exactly_when_eta_is_below_two_over_the_top_curvature():
    """D-4.8, D-4.9, U-E2e, W-1.8.2e: from the steep axis the factor is |1 - eta lam|, below one iff
    eta < 2/lam_max."""
    q = valley(20.0, beta=3.0)
    for c in (0.001, 0.5, 1, 1.5, 1.99, 2.01, 2.2):
        run = gradient_descent(q.grad, [0.0, 1.0], c / q.beta, 300)
        assert run.w[1:, 1] == pytest.approx((1 - c) * run.w[:-1, 1])
        falls = np.diff(q.gap(run.w)) <= 0
        assert falls.all() if c < 2 else not falls.any()
    both = {c: gradient_descent(q.grad, [1.0, 1.0], c / q.beta, 300) for c in (0.001, 1, 1.99, 2.2)}
    last = {c: q.gap(run.last) for c, run in both.items()}
    assert (
        last[1] < last[1.99] < last[0.001] < q.gap([1, 1]) < last[2.2]
    )  # crawls, fits, bounces, explodes
    errors = np.linalg.norm(both[1.99].w[1:], axis=1) / np.linalg.norm(both[1.99].w[:-1], axis=1)
    assert errors.max() <= np.abs(1 - 1.99 / q.beta * q.eigenvalues).max() + 1e-12


def test_steps_to_a_given_gap_grow_like_the_condition_number_and_with_momentum_like_its_root():
    """U-E2e, U-R3: exponents 1 and 1/2 of kappa; and 1/eps against 1/sqrt(eps) without strong
    convexity."""
    kappas, plain, fast = np.array([30, 100, 300, 1000.0]), [], []
    for kappa in kappas:
        q = valley(kappa, d=20)
        start = np.ones(20)
        gaps = q.gap(quadratic_path(q.A, q.b, start, 2 / (q.beta + q.mu), int(15 * kappa)).w)
        plain.append(hit(gaps, 1e-10))
        fast.append(
            hit(q.gap(nesterov(q.grad, start, 1 / q.beta, int(40 * kappa**0.5), q.mu).w), 1e-8)
        )
    assert np.polyfit(np.log(kappas), np.log(plain), 1)[0] == pytest.approx(1, abs=0.12)
    assert np.polyfit(np.log(kappas), np.log(fast), 1)[0] == pytest.approx(0.5, abs=0.12)
    q = chain(300, 1e9)  # no strong convexity to speak of
    eps = np.geomspace(2e-2, 4e-3, 5)
    gd = q.gap(quadratic_path(q.A, q.b, np.zeros(300), 1.0, 1000).w)
    acc = q.gap(nesterov(q.grad, np.zeros(300), 1.0, 200).w)
    slow, quick = (
        np.polyfit(np.log(1 / eps), np.log([hit(g, e) for e in eps]), 1)[0] for g in (gd, acc)
    )
    assert slow == pytest.approx(2 * quick, rel=0.25) and hit(acc, eps[-1]) < hit(gd, eps[-1]) / 5


def test_a_step_minimises_the_linear_model_plus_the_squared_distance(eta=0.4):
    """D-4.10, W-1.8.2d (errata E4-03, W35): argmin of the model is w - eta grad f(w), not the
    implicit step; the model with Hessian I/t is an upper bound of f if t <= 1/L, and is not
    Taylor's polynomial."""
    g, at = GRAD(START), F(START)

    def model(w, t):
        return at + (w - START) @ g + ((w - START) ** 2).sum(axis=-1) / (2 * t)

    step = gradient_descent(GRAD, START, eta, 1).last
    assert minimize(lambda w: model(w, eta), np.zeros(3), tol=1e-12).x == pytest.approx(
        step, abs=1e-5
    )
    cloud = START + 4 * np.random.default_rng(0).normal(size=(500, 3))
    assert (model(cloud, 1 / L) >= F(cloud)).all() and (model(cloud, 30 / L) < F(cloud)).any()
    # f = w^2, eta = .3 from 1.5: the step is to .6; with the gradient at the new point, as printed,
    # to 1.5/(1 + 2 eta)
    square = Quadratic([[2.0]], [0.0])
    assert gradient_descent(square.grad, 1.5, 0.3, 1).last[0] == pytest.approx(0.6)
    implicit = minimize(lambda w: (w[0] - 1.5) ** 2 / 2 + 0.3 * w[0] ** 2, [0.0], tol=1e-12).x[0]
    assert implicit == pytest.approx(0.9375, abs=1e-6)
    # error / h^2: constant for the printed "expansion", to zero for Taylor's
    H = np.array([(GRAD(START + 1e-5 * e) - GRAD(START - 1e-5 * e)) / 2e-5 for e in np.eye(3)])
    u = np.array([1.0, 0, 0])
    printed, taylor = (
        [abs(F(START + h * u) - at - h * g @ u - h * h * c / 2) / h**2 for h in (1e-1, 1e-3)]
        for c in (1 / eta, u @ H @ u)
    )
    assert printed[1] == pytest.approx(printed[0], rel=0.1) and taylor[1] < taylor[0] / 20


def test_two_starts_reach_two_local_minima():
    """D-4.11: f = (w^2 - 1)^2 has minima at -1 and +1."""
    ends = [
        gradient_descent(lambda w: 4 * w * (w**2 - 1), w0, 0.05, 400).last[0] for w0 in (-0.2, 0.2)
    ]
    assert ends == pytest.approx([-1, 1])


def test_rates_that_stay_positive_leave_a_noise_floor_and_falling_rates_do_not():
    """D-4.12 (erratum E5-01). On f = w^2/2 with noise of variance 1, E w^2 obeys m <- (1 - eta)^2 m
    + eta^2: the floor of a constant rate is eta/(2 - eta)."""

    def mean_square(eta, T):
        noise = np.random.default_rng(3)
        run = gradient_descent(
            lambda w: w + noise.normal(size=4000), np.ones(4000), eta, T, every=T
        )
        return (run.last**2).mean()

    se = 5 * (2 / 4000) ** 0.5
    assert mean_square(0.1, 300) == pytest.approx(0.1 / 1.9, rel=se)
    exact = 1.0
    for t in range(1, 2001):
        exact = (1 - t**-0.75) ** 2 * exact + t**-1.5
    falling, floored = (
        mean_square(decay(1, 0.75), 2000),
        mean_square(decay(1, 0.75, floor=0.1), 2000),
    )
    assert falling == pytest.approx(exact, rel=se) and falling < 0.003 and floored > 0.1 / 1.9
    t = np.arange(1, 10**6 + 1)
    for s, floor, finite in [
        (0.5, 0, False),
        (0.75, 0, True),
        (1, 0, True),
        (0.75, 0.05, False),
        (0, 0, False),
    ]:
        squares = np.add.reduceat(
            (t ** -float(s) + floor) ** 2, [0, 10**4, 10**5]
        )  # sums over decades
        assert (squares[2] < 0.5 * squares[1]) == finite


def test_each_stopping_rule_can_be_fooled():
    """D-4.13: a plateau fools the gradient rule, a tiny step size the step rule, and T the counting
    rule."""

    def flat(w):
        return np.tanh(w - 20) / np.cosh(w - 20) ** 2

    plateau = gradient_descent(flat, 0.0, 1.0, 500, stop=small_gradient(1e-6))
    assert plateau.T == 1 and plateau.last[0] < 1  # the minimum of tanh(w-20)^2/2 is at 20
    tiny = gradient_descent(lambda w: w, 1.0, 1e-9, 500, stop=small_step(1e-6))
    assert tiny.T == 1 and tiny.last[0] > 0.99
    short = gradient_descent(lambda w: w, 1.0, 0.01, 20)
    assert short.T == 20 and short.extra["stopped"] == "T steps" and short.last[0] > 0.8


def test_the_average_beats_the_last_point_of_a_subgradient_method_and_so_does_the_best():
    """D-4.14: on |w| a constant step ends up hopping over the minimum; the average of the hops is
    nearer to it."""
    run = gradient_descent(np.sign, 1.05, 0.1, 200)
    last, average, best = (
        abs(run.last[0]),
        abs(run.average(burn=100)[0]),
        abs(run.best(lambda w: np.abs(w[:, 0]))[0]),
    )
    assert last == pytest.approx(0.05) and average < 0.001 and best <= last


def test_the_linear_bound_is_an_identity_for_any_vectors():
    """D-4.17: sum <w_t - w*, v_t> = |w*|^2/(2 eta) + eta/2 sum |v_t|^2 - |w_{T+1} - w*|^2/(2 eta)
    from w_1 = 0."""
    vectors = iter(np.random.default_rng(5).normal(size=(50, 4)) * 3)
    run, u, eta = (
        gradient_descent(lambda w: next(vectors), np.zeros(4), 0.2, 50),
        np.array([1.0, -2, 0, 5]),
        0.2,
    )
    left = ((run.w[:-1] - u) * run.v).sum()
    right = u @ u / (2 * eta) + eta / 2 * (run.v**2).sum()
    assert left == pytest.approx(right - ((run.last - u) ** 2).sum() / (2 * eta)) and left <= right
    assert linear_bound(run, u) == pytest.approx((eta * left, eta * right))


def test_the_error_of_the_average_is_bounded_by_the_distance_of_the_start_not_of_the_origin():
    """D-4.19 (erratum E4-04): |w - 10| from w_1 = 10.5, or w* near 0 and a far start, break the
    printed |w*|^2."""
    f, gradient, T, eta = (lambda w: np.abs(w[..., 0])), np.sign, 10, 0.1
    run = gradient_descent(gradient, 10.0, eta, T)  # w* = 0, so the printed bound has no first term
    error, spread = f(run.average()), (run.v**2).sum(axis=1).mean()
    printed = 0**2 / (2 * eta * T) + eta / 2 * spread
    assert error > 100 * printed and error <= lipschitz_bound(10.0, eta, spread**0.5, T)
    zero = gradient_descent(
        lambda w: np.sign(w - 0.5), 0.0, 0.5 / T, T
    )  # from 0 it holds, with equality here
    assert np.abs(zero.average()[0] - 0.5) == pytest.approx(lipschitz_bound(0.5, 0.5 / T, 1, T))


def test_the_lipschitz_constant_is_the_largest_subgradient_if_f_is_convex():
    """D-4.21 (erratum E4-05): both are 2 for max(|w|, 2|w| - 1); -w^2 has no subgradient, yet is
    not Lipschitz."""
    w = np.linspace(-3, 3, 1201)
    f = np.maximum(np.abs(w), 2 * np.abs(w) - 1)
    ratios = (
        np.abs(f[:, None] - f)[~np.eye(1201, dtype=bool)]
        / np.abs(w[:, None] - w)[~np.eye(1201, dtype=bool)]
    )

    def subgradients(f, i):  # the slopes that support f at w[i], on the grid
        slopes = (f - f[i])[np.arange(len(w)) != i] / (w - w[i])[np.arange(len(w)) != i]
        return slopes[:i].max(), slopes[i:].min()

    ends = np.array([subgradients(f, i) for i in range(1, 1200)])
    assert (ends[:, 0] <= ends[:, 1] + 1e-9).all()
    assert np.abs(ends).max() == pytest.approx(2) and ratios.max() == pytest.approx(2)
    cap = np.array([subgradients(-(w**2), i) for i in range(1, 1200)])
    assert (cap[:, 0] > cap[:, 1]).all() and np.abs(
        np.diff(-(w**2)) / np.diff(w)
    ).max() > 5.9  # grows with the range


def test_the_tuned_step_reaches_b_rho_over_root_t():
    """D-4.23, D-4.25: eta = B/(rho sqrt T) minimises the bound; B rho/sqrt T is never exceeded;
    slope at most -1/2."""
    errors, Ts = [], np.array([4, 16, 64, 256, 1024])
    for T in Ts:
        eta = 1 / T**0.5
        run = gradient_descent(lambda w: np.sign(w - 1), 0.0, eta, T)
        errors.append(abs(run.average()[0] - 1))
        assert errors[-1] <= 1 / T**0.5 * (1 + 1e-9)
    assert np.polyfit(np.log(Ts), np.log(np.maximum(errors, 1e-12)), 1)[0] <= -0.5 + 1e-6
    etas = np.geomspace(1e-3, 10, 4001)
    assert etas[np.argmin(lipschitz_bound(2.0, etas, 3.0, 49))] == pytest.approx(
        2 / (3 * 7), rel=0.01
    )
    T = steps_to_eps(0.1, R=1, rho=1)
    run = gradient_descent(lambda w: np.sign(w - 1), 0.0, 1 / T**0.5, T)
    assert T == 100 and abs(run.average()[0] - 1) <= 0.1


def tuned(w_star, start, B, T):
    """The height of the average of T steps B/(rho sqrt T) on rho |w - w*|, rho = sqrt 2 here: the
    sum of the sizes of both coordinates of w - w*."""

    def grad(w):
        return np.sign(w - w_star)

    run = gradient_descent(grad, start, B / (2 * T) ** 0.5, T)
    return np.abs(run.average() - w_star).sum()


@pytest.mark.parametrize("T", [1, 9, 100, 900])
def test_the_tuned_step_needs_a_radius_around_the_start_not_around_the_origin(T):
    """D-4.25 (erratum E4-04): from any start Bρ/√T holds if B >= |w_1 - w*|, however small or large
    |w*| is; with the printed B >= |w*| alone it fails."""
    draws = np.random.default_rng(T)
    for _ in range(40):
        w_star, start = draws.normal(size=(2, 2)) * draws.choice([0.1, 1.0, 5.0], size=(2, 1))
        B = np.linalg.norm(start - w_star) * draws.choice([1.0, 1.5, 4.0])
        assert tuned(w_star, start, B, T) <= B * (2 / T) ** 0.5 * (1 + 1e-9)
    near, far = np.array([0.06, 0.08]), np.array([6.0, 8.0])  # |w*| = 0.1, and a far start
    assert tuned(near, far, 0.1, T) > 50 * 0.1 * (2 / T) ** 0.5
    assert tuned(near, near, 0.1, T) <= 0.1 * (2 / T) ** 0.5


def test_simple_normal_regression_as_corrected():
    """D-4.26: gradient with 2/n throughout (E4-06); w* = (0, .2) for correlation .2 (E4-07); the
    error against the population line goes negative, against least squares never (E4-08); it
    diverges iff eta > 2/lam_max: at eta = .99 on 86 % of samples, at 1 and at 3 on all (E4-09)."""
    unstable, negative = [], 0
    for seed in range(3000):
        Z, t, w_pop = normal_pairs(100, 0.2, np.random.default_rng(seed))
        f = least_squares(Z, t)
        unstable.append([eta > 2 / f.beta for eta in (0.5, 0.99, 1.0, 3.0)])
        negative += f.value(f.w_star) < f.value(w_pop)
    assert w_pop == pytest.approx([0, 0.2]) and negative == 3000
    share = np.mean(unstable, axis=0)
    assert share[1] == pytest.approx(0.86, abs=0.02)  # three standard errors of 3000 samples
    assert share[[0, 2, 3]].tolist() == [0, 1, 1]  # lam_max >= 2 whatever the data
    for eta in (0.99 * 2 / f.beta, 1.01 * 2 / f.beta, 3.0):
        run = gradient_descent(f.grad, [2, -2], eta, 1000)
        grows = np.abs(run.last - f.w_star).max() > np.abs(run.w[0] - f.w_star).max()
        assert grows == (eta > 2 / f.beta)
    w, x = np.array([2.0, -2]), Z[:, 1]
    by_hand = [
        2 * w[0] + 2 * w[1] * x.mean() - 2 * t.mean(),
        2 * w[0] * x.mean() + 2 * w[1] * (x**2).mean() - 2 / 100 * t @ x,
    ]
    assert f.grad(w) == pytest.approx(by_hand) and f.grad(w) == pytest.approx(
        approx_fprime(w, lambda u: ((Z @ u - t) ** 2).mean(), 1e-7), rel=1e-4
    )


def test_small_steps_creep_in_order_and_large_ones_bounce():
    """D-4.F5.1: for eta < 1/lam_max a larger step is nearer at every time; between 1/lam and 2/lam
    signs alternate."""
    Z, t, _ = normal_pairs(100, 0.2, np.random.default_rng(1))
    f = least_squares(Z, t)
    gaps = [
        f.gap(gradient_descent(f.grad, [2, -2], eta, 200).w[1:])
        for eta in (0.01, 0.02, 0.05, 0.9 / f.beta)
    ]
    assert all((a > b).all() for a, b in zip(gaps[:-1], gaps[1:]))
    top = np.linalg.eigh(f.A)[1][:, -1]
    along = (gradient_descent(f.grad, [2, -2], 1.5 / f.beta, 20).w - f.w_star) @ top
    assert (np.sign(along[1:]) == -np.sign(along[:-1])).all() and (
        np.abs(np.diff(np.abs(along))) > 0
    ).all()
    creeping = (gradient_descent(f.grad, [2, -2], 0.5 / f.beta, 20).w - f.w_star) @ top
    assert (np.sign(creeping) == np.sign(creeping[0])).all()


def test_the_strongly_convex_bound_holds_and_is_loose_by_four_in_the_exponent():
    """U-T1 (erratum U01: no 1/T): no violation from 11 starts up to T = 1000; log-gap slope 2
    ln((k-1)/(k+1))."""
    q, t, broken = valley(100.0), np.arange(1001), 0
    for angle in np.linspace(0, np.pi / 2, 11):
        run = quadratic_path(q.A, q.b, [np.cos(angle), np.sin(angle)], 2 / (q.beta + q.mu), 1000)
        gap = q.gap(run.w)
        assert (gap <= strong_bound(q.beta, 1.0, q.kappa, t) * (1 + 1e-9)).all()
        broken += (gap[1:] > strong_bound(q.beta, 1.0, q.kappa, t[1:]) / t[1:]).sum()
    assert broken > 100  # the printed bound
    steep = np.log(q.gap(gradient_descent(q.grad, [0.0, 1.0], 2 / (q.beta + q.mu), 300).w))
    assert np.diff(steep) == pytest.approx(np.full(300, 2 * np.log(99 / 101)), abs=1e-9)
    assert 2 * np.log(101 / 99) * q.kappa == pytest.approx(4, rel=1e-3)
    at_50 = quadratic_path(q.A, q.b, [0.0, 1.0], 2 / (q.beta + q.mu), 50)
    assert (
        q.gap(at_50.last) == pytest.approx(0.0677, abs=5e-5)
        and strong_bound(1, 1, 100, 50) / 50 < 0.0062
    )


def test_steps_needed_are_linear_in_the_logarithm_of_the_accuracy():
    """U-T1b: T >= kappa ln(beta B^2/(2 eps)) suffices for eps = .1, ..., 1e-9."""
    q = valley(50.0)
    run = gradient_descent(q.grad, [0.6, 0.8], 2 / (q.beta + q.mu), 1200)
    eps = 10.0 ** -np.arange(1, 10)
    hits = [hit(q.gap(run.w), e) for e in eps]
    assert all(h <= steps_to_eps(e, 1.0, beta=q.beta, kappa=q.kappa) for h, e in zip(hits, eps))
    assert np.corrcoef(-np.log(eps), hits)[0, 1] > 0.99


def test_without_strong_convexity_the_gap_falls_like_a_power_not_an_exponential():
    """U-T1c: on w^10/10 the log-log slope lies in (-1.6, -1); the flow predicts -10/8."""
    run = gradient_descent(lambda w: w**9, 1.0, 1 / 9, 20_000)
    k = np.array([200, 2000, 20_000])
    slopes = np.diff(np.log(run.w[k, 0] ** 10 / 10)) / np.diff(np.log(k))
    assert slopes == pytest.approx([-1.25, -1.25], abs=0.03)


def test_no_combination_of_gradients_beats_the_lower_bound_on_the_chain():
    """U-R4: conjugate gradients, the best of all, stay above mu/2 q^(2k) |w_1 - w*|^2 for k <= 40,
    d = 600."""
    q = chain(600, 100.0)
    mu, k = 0.01, np.arange(41)
    R = np.linalg.norm(q.w_star)
    best = q.gap(conjugate_gradient(q.A, q.b, np.zeros(600), 40).w)
    assert (best >= gradient_lower_bound(mu, 100.0, R, k)).all()
    assert best[40] < 40 * gradient_lower_bound(mu, 100.0, R, 40)  # the bound has the right rate
    fast = q.gap(nesterov(q.grad, np.zeros(600), 1.0, 40, mu).w)
    assert (fast >= best * (1 - 1e-9)).all()


def calls_for_a_factor_e(d, seed):
    """Calls of the ellipsoid method on |w - c| from an accuracy of 1e-2 to 1e-6, for each factor e:
    the first calls, when the ball is still round, gain more and are not counted."""
    c = np.random.default_rng(seed).normal(size=d)
    c *= 0.5 / np.linalg.norm(c)
    run = ellipsoid(
        lambda w: (w - c) / np.linalg.norm(w - c), np.zeros(d), 1.0, 30 * d * d, shapes=False
    )
    best = np.minimum.accumulate(np.linalg.norm(run.w - c, axis=1))
    return (hit(best, 1e-6) - hit(best, 1e-2)) / np.log(1e4)


def test_the_ellipsoid_method_needs_about_the_square_of_the_dimension():
    """U-R5 (erratum U04): calls per e-fold on |w - c| grow like d^2, not like d; a cut leaves
    exp(-1/(2(d+1))) of the volume, which makes 2d(d+1) calls."""
    dims = np.array([2, 4, 8, 16])
    calls = np.array([np.mean([calls_for_a_factor_e(d, seed) for seed in range(4)]) for d in dims])
    assert np.polyfit(np.log(dims), np.log(calls), 1)[0] == pytest.approx(1.95, abs=0.1)
    share = calls / (2 * dims * (dims + 1))
    assert (share > 0.6).all() and (share < 1.05).all()


def test_one_newton_step_forgets_the_condition_number():
    """U-R7: a quadratic with kappa = 1e6 is solved to 1e-8 in one step, where gradient descent has
    hardly begun."""
    q = valley(1e6, d=5, w_star=np.arange(5))
    assert newton(q.grad, q.hess, np.ones(5) * 9, 1).last == pytest.approx(np.arange(5), abs=1e-8)
    assert (
        np.abs(gradient_descent(q.grad, np.ones(5) * 9, 1 / q.beta, 1000).last - np.arange(5)).max()
        > 8
    )


def test_scaling_the_objective_keeps_the_minimiser_and_scales_the_minimum():
    """W-1.8.1, W-1.8.1n (erratum W31): for c > 0; a negative c turns the minimum into a maximum.
    Each c f is minimised for itself, without its gradient, and the two minima are compared."""

    def low(c):
        return minimize(lambda w: c * F(w), START, method="Nelder-Mead", tol=1e-12)

    once, five, tenth = low(1), low(5), low(0.1)
    for found, c in ((five, 5), (tenth, 0.1)):
        assert found.x == pytest.approx(once.x, abs=1e-5)
        assert found.fun == pytest.approx(c * once.fun, rel=1e-9)
    assert abs(five.fun - once.fun) > 1  # the printed equality of the minima
    assert once.x == pytest.approx(W_STAR, abs=1e-5)
    down = gradient_descent(lambda w: -GRAD(w), W_STAR + 0.01, 0.5, 300)
    assert -F(down.last) < -F(W_STAR) - 1e3  # minus f has no minimum, least of all at w*


def test_gradient_descent_finds_where_the_gradient_vanishes():
    """W-1.8.2: gradient below 1e-8 after 500 steps of size 1/L."""
    run = gradient_descent(GRAD, START, 1 / L, 500)
    assert np.linalg.norm(GRAD(run.last)) < 1e-8 and run.last == pytest.approx(W_STAR, abs=1e-6)


def test_the_perceptron_objective_has_the_gradient_of_its_mistakes():
    """W-1.8.2a: -(1/n) sum over mistakes of y_i x_i, against finite differences."""
    w = np.array([0.3, -0.2, 0.4])
    wrong = labels * (X @ w) <= 0
    g = losses.mean_grad(losses.perceptron, X, labels, w)
    assert g == pytest.approx(-(labels[wrong, None] * X[wrong]).sum(axis=0) / 60)
    assert g == pytest.approx(
        approx_fprime(w, lambda u: losses.mean_loss(losses.perceptron, X, labels, u), 1e-7),
        abs=1e-5,
    )


def test_one_random_term_is_the_gradient_on_average_and_scatters_more_than_it_is_long():
    """W-1.8.2b (erratum W32: the sign): the exact mean over the index of -y x 1[mistake] is the
    gradient."""
    w = np.array([0.3, -0.2, 0.4])
    singles = np.array(
        [losses.mean_grad(losses.perceptron, X[i : i + 1], labels[i : i + 1], w) for i in range(60)]
    )
    g = losses.mean_grad(losses.perceptron, X, labels, w)
    wrong = (labels * (X @ w) <= 0)[:, None]
    assert singles == pytest.approx(-labels[:, None] * X * wrong) and singles.mean(
        axis=0
    ) == pytest.approx(g)
    assert np.linalg.norm(singles - g, axis=1).mean() > np.linalg.norm(g)

    def grad(w, X, y):
        return losses.mean_grad(losses.perceptron, X, y, w)

    draw = batch_gradient(grad, X, labels, 1, np.random.default_rng(0))
    drawn = np.array([draw(w) for _ in range(50)])
    assert (np.abs(drawn[:, None] - singles).max(axis=2).min(axis=1) < 1e-12).all()


def test_the_soft_margin_updates_are_its_gradient():
    """W-1.8.2c (erratum W33: hinge of y yhat, not of 1 - y yhat): |w|^2/2 + C sum hinge, w.r.t. w
    and b."""
    C, w, b = 0.7, np.array([0.3, -0.2, 0.4]), 0.1

    def f(u):
        return u[:3] @ u[:3] / 2 + C * losses.hinge(labels * (X @ u[:3] + u[3])).sum()

    slope = losses.hinge.grad(labels * (X @ w + b)) * labels
    formula = np.append(w + C * slope @ X, C * slope.sum())
    assert formula == pytest.approx(approx_fprime(np.append(w, b), f, 1e-8), abs=1e-4)
    assert losses.hinge(5.0) == 0 and losses.hinge(1 - 5.0) == 5  # printed: a right point pays 5


@pytest.mark.parametrize("share", [0.2, 0.6, 1.0])
def test_every_line_of_the_smooth_convergence_proof_holds_at_every_step(share, k=200):
    """W-1.8.5, W-1.8.5a-e: quadratic upper bound, descent, telescoping sum, monotony, and the
    theorem."""
    eta = share / L
    run = gradient_descent(GRAD, START, eta, k)
    gap, far = F(run.w) - F(W_STAR), ((run.w - W_STAR) ** 2).sum(axis=1)
    a, b = np.random.default_rng(1).normal(size=(2, 500, 3)) * 4
    assert (
        F(b) <= F(a) + (GRAD(a) * (b - a)).sum(axis=1) + L / 2 * ((b - a) ** 2).sum(axis=1)
    ).all()  # a
    assert not (
        F(b) <= F(a) + (GRAD(a) * (b - a)).sum(axis=1) + L / 40 * ((b - a) ** 2).sum(axis=1)
    ).all()
    assert (gap[1:] <= gap[:-1] - eta / 2 * (run.v**2).sum(axis=1) + 1e-12).all()  # b
    assert (gap[1:] <= (far[:-1] - far[1:]) / (2 * eta) + 1e-12).all()  # c
    assert (np.cumsum(gap[1:]) <= (far[0] - far[1:]) / (2 * eta) + 1e-12).all()  # d
    assert (np.diff(gap) <= 1e-15).all() and gap[-1] <= gap[1:].mean()  # e
    assert (gap[1:] <= smooth_bound(far[0] ** 0.5, eta, np.arange(1, k + 1))).all()
