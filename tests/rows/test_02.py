"""The rows of the results ledger that notebook 02 owns, each by the measurement that would fail
were it false."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize

from helpers import data, losses
from helpers.descent.optim import gradient_descent
from helpers.descent.problems import Quadratic, least_squares
from helpers.learning import functions
from helpers.learning.functions import (
    absolute,
    line,
    maximum,
    square,
    subdifferential,
    sum_of,
)
from helpers.learning.surrogate import (
    SURROGATES,
    best_scores,
    calibrated,
    conditional_risk,
    perceptron_error,
    regret_of_wrong,
    two_slopes,
)
from helpers.linear import least_squares as linear
from lessons.n02_convexity.convexity import (
    ball_constants,
    bends,
    chord_gap,
    estimates,
    from_eigen,
    pairs,
    slopes,
    tangent_gap,
    worst_chord,
)
from lessons.n02_convexity.surrogate_risk import crowd, hinge_price
from tests import known
from tests.known import minimum

rng = np.random.default_rng(11)
GRID = np.arange(-104, 105) / 40
U, V, alpha = rng.normal(size=(2000, 3)) * 2, rng.normal(size=(2000, 3)) * 2, rng.uniform(size=2000)
EXP = functions.of_loss(losses.exponential).of(-1).named("exp w")
CONVEX = [square, functions.soft_bowl, functions.huber, absolute, functions.steeper, EXP]
BENT = [functions.sine, functions.wells]


def example(loss, x, y, lam=0.0):
    """(f, grad) of one example."""
    return losses.objective(loss, np.atleast_2d(x), [y], lam)


# chords, tangents, minima


def test_chords_refute_the_sine_and_not_the_exponential():
    """D-2.5, D-2.F2.2: a violating triple for sin, none for exp."""
    u, v = rng.uniform(-3, 3, (2, 4000))
    a = rng.uniform(size=4000)
    assert chord_gap(np.exp, u, v, a).min() > -1e-12 and chord_gap(np.sin, u, v, a).min() < -0.1


def test_the_gap_of_the_squared_norm_is_exact():
    """D-2.6: alpha|u|^2 + (1-alpha)|v|^2 - |alpha u + (1-alpha) v|^2 = alpha (1-alpha) |u-v|^2."""
    gap = chord_gap(sum_of(square), U, V, alpha)
    assert np.abs(gap - alpha * (1 - alpha) * ((U - V) ** 2).sum(1)).max() < 1e-12


def test_walks_downhill_end_equally_low_on_a_convex_function_only():
    """D-2.7: from 20 starts one height on the bowl, two on the tilted wells."""
    starts = np.linspace(-2, 2.1, 20)
    heights = {
        f.name: np.array([f(gradient_descent(f.grad, w, 0.4, 150).last[0]) for w in starts])
        for f in (functions.soft_bowl, functions.wells + line(0.1))
    }
    bowl, wells = heights.values()
    assert np.ptp(bowl) < 1e-9 and len(np.unique(wells.round(6))) == 2


@pytest.mark.parametrize("f", CONVEX + BENT, ids=lambda f: f.name)
def test_tangents_lie_below_convex_functions_only(f):
    """D-2.8, W-1.8.3, D-4.3: f(u) >= f(w) + f'(w)(u - w) for all u, w iff f is convex."""
    gap = tangent_gap(f, f.grad, GRID[:, None], GRID[None, :])
    assert (gap.min() >= -1e-12) == f.convex


# rules


def test_affine_inside_keeps_convexity_and_a_sine_outside_breaks_it():
    """D-2.9: g(<w, x> + y)."""
    x, y = rng.normal(size=3), 0.7
    for g in [*CONVEX, functions.hinge]:
        assert worst_chord(lambda w, g=g: g(w @ x + y), U, np.random.default_rng(0)) > -1e-12
    assert worst_chord(lambda w: np.sin(w @ x + y), U, np.random.default_rng(0)) < -0.01


def test_the_squared_loss_bends_upwards_along_x_and_nowhere_else():
    """D-2.10, D-2.25, D-2.28: its Hessian, by differences of the gradient, is 2xx': eigenvalues 0,
    0 and 2|x|^2."""
    x = np.array([1.0, -2, 0.5])
    _, grad = example(losses.squared, x, 0.7)
    H = approx_fprime(np.ones(3), grad, 1e-6)
    assert np.linalg.eigvalsh((H + H.T) / 2) == pytest.approx([0, 0, 2 * x @ x], abs=1e-5)


def test_maxima_and_positive_sums_stay_convex_and_a_minimum_does_not():
    """D-2.11, D-2.12, S-2.3.Ex-convex: max, sum, c >= 0; |w|_1 as a sum of maxima; linear, PSD,
    entropy; min fails."""
    A, z = rng.normal(size=(3, 3)), rng.normal(size=3)
    one_norm = sum_of(maximum(line(1.0), line(-1.0)))
    assert one_norm(U) == pytest.approx(np.abs(U).sum(1))
    bowl, entropy = lambda w: ((w @ A) ** 2).sum(-1), sum_of(functions.entropy)
    kept = [
        one_norm,
        bowl,
        lambda w: w @ z,
        lambda w: np.maximum(bowl(w), one_norm(w)),
        lambda w: 0.3 * bowl(w) + 2 * one_norm(w),
    ]
    for f in kept:
        assert worst_chord(f, U, np.random.default_rng(0)) > -1e-12
    assert worst_chord(entropy, rng.dirichlet(np.ones(4), 3000), np.random.default_rng(0)) > -1e-12
    two = minimum(square, square.of(1, -2))
    assert (
        not two.convex
        and worst_chord(two, rng.normal(size=3000) * 2, np.random.default_rng(0)) < -0.01
    )


# strong convexity, Lipschitz, smooth


def test_the_best_strong_convexity_and_smoothness_of_a_quadratic_are_its_end_eigenvalues():
    """D-2.14, D-2.22, U-E2d, W-1.8.4: chords allow mu = lambda_min and no more; gradients turn at
    up to lambda_max."""
    A = np.diag([0.3, 1.0, 4.0])
    f = Quadratic(A, np.zeros(3))
    e = np.eye(3)
    assert chord_gap(f.value, U, V, alpha, mu=f.mu).min() > -1e-12
    assert chord_gap(f.value, e, -e, np.full(3, 0.5), mu=f.mu * 1.01).min() < 0
    turn, rise = bends(f.grad, U, V)
    assert 0.3 - 1e-9 <= rise.min() < 0.33 and 3.9 < turn.max() <= 4 + 1e-9


def test_the_sagging_chord_touches_only_at_the_true_constant():
    """D-2.F3.1: for w^2 the gap minus the sag vanishes everywhere at mu = 2, is positive below and
    negative above."""
    a = np.linspace(0.05, 0.95, 19)
    slack = {mu: chord_gap(square, -1.5, 2.0, a, mu) for mu in (1.9, 2.0, 2.1)}
    assert slack[1.9].min() > 0 and np.abs(slack[2.0]).max() < 1e-12 and slack[2.1].max() < 0


def test_a_penalty_gives_twice_its_weight_and_a_convex_term_takes_nothing_away():
    """D-2.15: lam |w|^2 is 2 lam-strongly convex, not (2 lam + 0.01); adding |w|_1 keeps 2 lam."""
    lam, one_norm = 0.3, sum_of(absolute)
    for f in (lambda w: lam * (w * w).sum(-1), lambda w: lam * (w * w).sum(-1) + one_norm(w)):
        assert chord_gap(f, U, V, alpha, mu=2 * lam).min() > -1e-12
        assert chord_gap(f, np.abs(U), np.abs(V), alpha, mu=2 * lam + 0.01).min() < 0


def test_estimated_lipschitz_constants_come_from_below_and_arrive():
    """D-2.16: hinge of one example, rho = |x|."""
    x = np.array([3.0, -4.0])
    f, _ = example(losses.hinge, x, 1.0)
    found = [slopes(f, *pairs(np.random.default_rng(0), N, 2, 2.0)).max() for N in (3, 30, 3000)]
    assert found[0] < found[1] < found[2] <= 5 + 1e-12 and found[2] > 4.999


@pytest.mark.parametrize("rho", [0.5, 3.0, 50.0])
def test_the_square_is_lipschitz_on_an_interval_and_not_on_the_line(rho):
    """D-2.18, E2-01: slope 1 + rho from 0 to 1 + rho; at most rho inside; without |.| the chain
    fails half the time."""
    assert square(1 + rho) / (1 + rho) == pytest.approx(1 + rho)
    a, b = rng.uniform(-rho / 2, rho / 2, (2, 4000))
    assert (np.abs(square(a) - square(b)) <= rho * np.abs(a - b)).all()
    edge = rho / 2 * np.array([1, 1 - 1e-6])
    assert np.ptp(square(edge)) / np.ptp(edge) == pytest.approx(rho, rel=1e-5)
    assert 0.4 < np.mean(np.abs(square(a) - square(b)) > rho * (b - a)) < 0.6


def test_lipschitz_constants_multiply_under_composition():
    """D-2.19: |.| after 2x attains 1 * 2; sin after 3 cos stays under 3."""
    u, v = rng.normal(size=(2, 4000)) * 3
    assert np.abs(np.abs(2 * u) - np.abs(2 * v)).max() > 0
    assert (np.abs(np.abs(2 * u) - np.abs(2 * v)) / np.abs(u - v)).max() == pytest.approx(2)
    assert (np.abs(np.sin(3 * np.cos(u)) - np.sin(3 * np.cos(v))) <= 3 * np.abs(u - v)).all()
    assert absolute.of(2).rho == 2


def test_a_function_of_a_score_inherits_the_constants_along_x():
    """D-2.20, D-2.24: rho |x| and beta |x|^2, attained along x, for the logistic loss (1 and
    1/4)."""
    x = np.array([1.0, 2.0, -2.0])
    f, grad = example(losses.logistic, x, 1.0)
    assert slopes(f, U, V).max() <= 3 and bends(grad, U, V)[0].max() <= 9 / 4
    far, near = -20 * x[None], 1e-4 * x[None]
    assert slopes(f, far, far + near)[0] == pytest.approx(3, rel=1e-6)
    assert bends(grad, near, -near)[0][0] == pytest.approx(9 / 4, rel=1e-6)
    across = np.array([[2.0, -1.0, 0.0]])
    assert slopes(f, across, 0 * across)[0] == pytest.approx(0, abs=1e-12)


def test_the_squared_loss_has_a_lipschitz_constant_that_grows_with_the_data():
    """D-2.21, D-2.30, D-2.32, E2-02, E2-03: rho = 2|x|(B|x| + |y|), attained; it grows like
    |z|^2."""
    x, y, B = np.array([0.6, -0.8]), 1.5, 2.0
    f, grad = example(losses.squared, x, y)
    rho, beta, _ = ball_constants(losses.squared, x, y, B)
    steep, fast, _ = estimates(f, grad, *pairs(np.random.default_rng(0), 6000, 2, B))
    assert (
        (rho, beta) == pytest.approx((2 * (B + 1.5), 2))
        and 0.95 * rho < steep[-1] <= rho
        and fast[-1] == pytest.approx(beta)
    )
    assert ball_constants(losses.squared, 1000 * x, 1000 * y, B)[:2] == pytest.approx(
        (1e6 * rho, 1e6 * beta)
    )
    assert (
        steep[-1] > ball_constants(losses.squared, x, 0.0, B)[0]
    )  # without y the constant would be too small


def test_the_upper_parabola_does_not_make_a_function_smooth_unless_it_is_convex():
    """D-2.23, E2-04: -5w^2 is under its parabola with beta = 1 but turns at rate 10; smooth
    functions obey (5.2)."""
    steep = -5 * square
    assert tangent_gap(steep, steep.grad, GRID[:, None], GRID, mu=1).max() <= 1e-12
    assert np.abs(np.diff(steep.grad(GRID)) / np.diff(GRID)).max() == pytest.approx(10)
    for f in (functions.soft_bowl, functions.huber, square, functions.sine):
        assert tangent_gap(f, f.grad, GRID[:, None], GRID, mu=f.beta).max() <= 1e-12
        assert np.abs(np.diff(f.grad(GRID)) / np.diff(GRID)).max() <= f.beta + 1e-9


def test_the_squared_loss_is_smooth_in_w_at_one_rate_and_in_z_at_another():
    """D-2.26, E2-05: 2|x|^2 = .04 in w; 2(|w|^2 + 1) = 52 in z = (x, y)."""
    w, x = np.array([3.0, 4.0]), np.array([0.1, 0.1])
    in_w = bends(example(losses.squared, x, 0.5)[1], U[:, :2], V[:, :2])[0]
    in_z = bends(lambda z: 2 * (z[:, :2] @ w - z[:, 2])[:, None] * np.r_[w, -1], U, V)[0]
    assert (
        in_w.max() == pytest.approx(0.04, rel=1e-4)
        and in_z.max() == pytest.approx(52, rel=1e-2)
        and in_z.max() <= 52 + 1e-9
    )


# learning problems


def test_the_zero_one_loss_is_not_convex_in_w_and_the_hinge_is():
    """D-2.27, D-2.37: chords of 1(y<w,x> <= 0) dip below it; the hinge is convex and never under
    it."""
    x = np.array([1.0, -0.5, 2.0])
    assert worst_chord(lambda w: losses.zero_one(w @ x), U, np.random.default_rng(0)) < -0.1
    assert worst_chord(lambda w: losses.hinge(w @ x), U, np.random.default_rng(0)) > -1e-12
    m = np.linspace(-3, 3, 601)
    assert (losses.hinge(m) >= losses.zero_one(m)).all() and losses.hinge(0.0) == losses.zero_one(
        0.0
    ) == 1
    assert not (losses.perceptron(m) >= losses.zero_one(m)).all()


def test_hinge_and_logistic_have_one_constant_for_all_bounded_data():
    """D-2.29, D-2.31: with |x| <= r, rho = r for the hinge; logistic is non-negative with beta =
    r^2/4."""
    r = 2.5
    for x in rng.normal(size=(50, 3)):
        x *= r * rng.uniform() ** 0.2 / np.linalg.norm(x)
        assert (
            ball_constants(losses.hinge, x, 1.0, 3.0)[0] <= r
            and ball_constants(losses.logistic, x, 1.0, 3.0)[1] <= r**2 / 4
        )
    ends = (
        ball_constants(losses.hinge, [r, 0], 1.0, 3.0)[0],
        ball_constants(losses.logistic, [r, 0], 1.0, 3.0)[1],
    )
    assert ends == pytest.approx((r, r**2 / 4)) and losses.logistic(GRID).min() > 0


def test_the_empirical_risk_has_one_minimum_value_from_all_starts():
    """D-2.33: BFGS on the logistic risk from 8 starts."""
    X, y = rng.normal(size=(60, 2)) + 0.2, rng.choice([-1.0, 1.0], 60)
    f, grad = losses.objective(losses.logistic, X, y)
    values = [
        minimize(f, 3 * start, jac=grad, method="BFGS", options={"gtol": 1e-9}).fun
        for start in rng.normal(size=(8, 2))
    ]
    assert (
        np.ptp(values) < 1e-12
        and worst_chord(f, 3 * rng.normal(size=(2000, 2)), np.random.default_rng(0)) > -1e-12
    )


def test_descent_on_least_squares_finds_the_normal_equations_solution():
    """D-2.34: agree to 1e-8 on the diabetes data; the empirical risk is convex."""
    X, y = data.standardise(data.load("diabetes").X[:, [2, 3, 8]]), data.load("diabetes").y / 100
    f = least_squares(X, y)
    run = gradient_descent(f.grad, np.zeros(3), 2 / (f.beta + f.mu), 400)
    assert run.last == pytest.approx(linear.least_squares(X, y).w, abs=1e-8) and f.mu > 0


def test_ridge_has_one_minimiser_where_least_squares_has_a_valley():
    """D-2.35: two equal columns; lam = 0 is flat, lam > 0 has least curvature 2 lam and a single
    minimiser."""
    z = rng.normal(size=40)
    X, y, lam = np.column_stack([z, z]), z + rng.normal(size=40), 0.1
    flat = least_squares(X, y)
    assert flat.mu == pytest.approx(0, abs=1e-12) and flat.value([3.0, -2.0]) == pytest.approx(
        flat.value([0.5, 0.5])
    )
    ends = [
        gradient_descent(linear.objective(X, y, lam)[1], start, 0.2, 2000).last
        for start in ([3.0, 0], [0, 3.0])
    ]
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)
    assert np.linalg.eigvalsh(flat.A + 2 * lam * np.eye(2))[0] == pytest.approx(2 * lam)


def test_losses_may_be_non_convex_while_the_risk_is_convex():
    """D-2.36, E2-06: w^2/2 + 3z cos w with z = +-1 at random has risk w^2/2."""
    loss = {z: (lambda w, z=z: w * w / 2 + 3 * z * np.cos(w)) for z in (-1, 1)}
    P = 3 * rng.normal(size=4000)
    assert all(worst_chord(f, P, np.random.default_rng(0)) < -0.05 for f in loss.values())
    mean = lambda w: (loss[1](w) + loss[-1](w)) / 2  # noqa: E731
    assert (
        mean(P) == pytest.approx(P**2 / 2)
        and worst_chord(mean, P, np.random.default_rng(0)) > -1e-12
    )


def test_the_risk_of_a_learnt_line_is_at_most_the_three_terms():
    """D-2.38: on 200 samples R <= I + II + III; II > 0 with label noise, II = 0 where a line
    separates."""
    for noise, outliers in ((0.0, 0.0), (0.15, 0.0), (0.05, 0.1)):
        price = hinge_price(crowd(noise, 0.5, outliers, 6.0), 60, 200, np.random.default_rng(0))
        assert (price.R <= price.I + price.II + price.III + 1e-12).all()
        assert pytest.approx(0) == price.II if noise == outliers == 0 else price.II > 0.05


# subgradients


def test_subgradients_are_the_slopes_of_the_lines_below():
    """D-4.2, D-4.6, S-2.3.Def3: [-1, 1] for |w| at 0, {2w} for w^2; v = 1.01 is rejected."""
    for f, w, expected in (
        (absolute, -0.5, (-1, -1)),
        (absolute, 0.0, (-1, 1)),
        (absolute, 2.0, (1, 1)),
        (square, 0.7, (1.4, 1.4)),
    ):
        assert np.array(subdifferential(f, w, GRID)) == pytest.approx(expected)
    under = {
        v: tangent_gap(absolute, lambda _, v=v: v, 0.0, GRID).min()
        for v in (-1.01, -1, 0.3, 1, 1.01)
    }
    assert [gap >= 0 for gap in under.values()] == [False, True, True, True, False]


@pytest.mark.parametrize(
    "f, w",
    [(absolute, 0.0), (functions.hinge, 1.0), (functions.steeper, -1.0), (square, 0.4)],
    ids=lambda a: getattr(a, "name", None),
)
def test_every_line_of_the_fan_supports_and_the_next_does_not(f, w):
    """D-4.3, D-4.4, D-4.F2: slopes of the interval stay below, a hundredth more does not; smooth f:
    one line."""
    lo, hi = subdifferential(f, w, GRID)
    for v in np.linspace(lo, hi, 9):
        assert tangent_gap(f, lambda _, v=v: v, w, GRID).min() >= -1e-12
    assert all(
        tangent_gap(f, lambda _, v=v: v, w, np.linspace(w - 1, w + 1, 4001)).min() < 0
        for v in (lo - 0.01, hi + 0.01)
    )
    if f is square:
        gap = tangent_gap(f, f.grad, w, GRID)
        assert (
            lo == hi and np.sum(gap < 1e-12) == 1 and gap.max() > 5
        )  # E4-01: (2.1) is no equality


def test_the_rules_for_subdifferentials_and_what_they_need():
    """D-4.5: (1) -w^2 is differentiable and has none; (2) a >= 0, fails for a = -1; (3) intervals
    add."""
    assert np.isnan(subdifferential(-1 * square, 0.5, GRID)).all()
    for a in (0.0, 0.5, 3.0):
        assert np.array(subdifferential(a * absolute, 0.0, GRID)) == pytest.approx([-a, a])
    assert np.isnan(subdifferential(-1 * absolute, 0.0, GRID)).all()
    assert all(
        tangent_gap(-1 * absolute, lambda _, v=v: v, 0.0, GRID).min() < 0
        for v in np.linspace(-1, 1, 21)
    )
    both = known.corners([0, 1], [1, 1])
    for w in (-0.5, 0.0, 0.5, 1.0, 1.5):
        parts = np.array(subdifferential(absolute, w, GRID)) + subdifferential(
            absolute.of(1, -1), w, GRID
        )
        assert np.array(subdifferential(both, w, GRID)) == pytest.approx(parts)


@pytest.mark.parametrize(
    "f", [square, absolute, functions.steeper, EXP, *BENT], ids=lambda f: f.name
)
def test_supporting_lines_everywhere_inside_say_the_same_as_chords(f):
    """S-2.3.Def2, E03: agree for six functions inside; at the end of the domain w ln w has no
    supporting line."""
    inside = GRID[1:-1]
    supported = not np.isnan(subdifferential(f, inside, GRID)).any()
    u, v = rng.uniform(-2.6, 2.6, (2, 4000))
    assert supported == (chord_gap(f, u, v, rng.uniform(size=4000)).min() > -1e-12) == f.convex
    assert np.isnan(subdifferential(functions.entropy, 0.0, np.linspace(0, 1, 101))).all()


def test_the_hinge_has_the_subgradient_minus_yx_below_margin_one():
    """S-2.3.Ex-hinge: the inequality for 2000 random (x, y, w, u), with equality on a flat
    piece."""
    X, y = rng.normal(size=(2000, 3)), rng.choice([-1.0, 1.0], 2000)
    f = lambda w: np.maximum(0, 1 - y * (w * X).sum(-1))  # noqa: E731
    v = np.where((y * (U * X).sum(-1) < 1)[:, None], -y[:, None] * X, 0)
    gap = tangent_gap(f, lambda _: v, U, V)
    assert gap.min() > -1e-12 and 0.1 < np.mean(np.abs(gap) < 1e-12) < 0.9
    assert v == pytest.approx(
        (losses.hinge.grad(y * (U * X).sum(-1)) * y)[:, None] * X
    )  # what the package uses


# USC, lecture 9


def test_a_smooth_strongly_convex_function_lies_between_its_parabolas():
    """U-F0: softplus + .05 x^2 with (.1, .35) on 20 000 pairs; beta cut by 10 % or mu raised by 30
    % fails."""
    f = functions.softplus + 0.05 * square
    u, w = rng.uniform(-8, 8, (2, 20000))
    above = tangent_gap(f, f.grad, w, u) / (u - w) ** 2 * 2
    assert (
        (f.mu, f.top) == pytest.approx((0.1, 0.35))
        and f.mu - 1e-6 <= above.min()
        and above.max() <= f.top + 1e-6
    )
    assert above.max() > 0.9 * 0.35 and above.min() < 1.3 * 0.1 and f.mu <= f.beta


@pytest.mark.parametrize("low", [-0.3, 0.0, 0.3])
def test_a_quadratic_is_convex_iff_its_least_eigenvalue_is_not_negative(low):
    """U-E2a: a midpoint violation is found iff lambda_min < 0."""
    f = Quadratic(from_eigen(low, 2.0, 0.7), np.array([1.0, -1.0]))
    gap = chord_gap(f.value, U[:, :2], V[:, :2], np.full(2000, 0.5))
    assert (gap.min() < -1e-12) == (low < 0)


def test_rayleigh_quotients_fill_the_range_of_the_eigenvalues():
    """U-E2b, U-E2d, U02: v'Av >= lambda_min |v|^2, nearly attained in 200 000 directions; at v = 0
    it is 0."""
    A = np.diag([3.0, 1.2, 0.4])
    v = rng.normal(size=(200000, 3))
    ratio = ((v @ A) * v).sum(1) / (v * v).sum(1)
    assert (
        0.4 <= ratio.min() < 0.41 and 2.99 < ratio.max() <= 3 and np.zeros(3) @ A @ np.zeros(3) == 0
    )


def test_the_minimiser_is_a_inverse_b_if_a_is_symmetric():
    """U-E2c, U03: descent finds A^-1 b; for A = [[2, 1.5], [0, 2]] it finds (.8, -.8), not (.875,
    -.5)."""
    b = np.array([1.0, -1.0])
    for A, right in (([[2.0, 0.75], [0.75, 2.0]], True), ([[2.0, 1.5], [0.0, 2.0]], False)):
        A = np.array(A)
        slope = lambda w, A=A: approx_fprime(w, lambda w: w @ A @ w / 2 - b @ w, 1e-7)  # noqa: E731  of the function itself
        end = gradient_descent(slope, np.zeros(2), 0.4, 200).last
        assert end == pytest.approx([0.8, -0.8], abs=1e-6)
        assert (np.abs(np.linalg.solve(A, b) - end).max() < 1e-6) == right
        assert Quadratic(A, b).w_star == pytest.approx([0.8, -0.8])


# Waterloo, 1.6 and 1.8


def test_the_hinge_in_two_forms_and_above_the_zero_one_loss():
    """W-1.6.1."""
    t = np.linspace(-3, 3, 601)
    assert (
        losses.hinge(t) == pytest.approx(np.where(t < 1, 1 - t, 0))
        and (losses.hinge(t) >= losses.zero_one(t)).all()
    )


def test_the_error_is_the_mean_zero_one_loss_unless_there_are_ties():
    """W-1.6.1b, W22: equal without ties; .4 against .8 with sgn(0) = -1 and three scores of 0."""
    Y, score = rng.choice([-1, 1], 500), rng.normal(size=500)
    assert np.mean(np.where(score > 0, 1, -1) != Y) == losses.zero_one(Y * score).mean()
    Y, score = np.array([1, -1, -1, 1, -1]), np.array([2, 0, 0, 0, 1.0])
    assert (
        np.mean(np.where(score > 0, 1, -1) != Y) == 0.4 and losses.zero_one(Y * score).mean() == 0.8
    )


def test_bayes_rule_beats_all_eight_classifiers_of_three_points():
    """W-1.6.1c: the sign of 2p - 1 at each point minimises the 0-1 risk."""
    p, mass = np.array([0.2, 0.55, 0.9]), np.array([0.5, 0.3, 0.2])
    risk = {
        signs: sum(m * (1 - q if s > 0 else q) for s, q, m in zip(signs, p, mass))
        for signs in product((-1, 1), repeat=3)
    }
    assert min(risk, key=risk.get) == (-1, 1, 1) and risk[-1, 1, 1] == pytest.approx(
        mass @ np.minimum(p, 1 - p)
    )


PS = np.array([0.02, 0.1, 0.25, 0.4, 0.49, 0.51, 0.55, 0.7, 0.85, 0.99])


@pytest.mark.parametrize(
    "loss, expected",
    [
        (losses.hinge, True),
        (losses.logistic, True),
        (losses.exponential, True),
        (SURROGATES["squared (1 − m)²"], True),
        (losses.squared_hinge, True),
        (losses.perceptron, False),
        (two_slopes(-1, 0.3), False),
        (two_slopes(0.4, 0), False),
    ],
)
def test_calibrated_are_those_that_fall_through_zero_without_a_kink(loss, expected):
    """W-1.6.2, W-1.6.3, W-1.6.5: wrong signs cost more than the infimum at every p /= 1/2 iff
    loss'(0) < 0 exists."""
    h = 1e-6
    right, left = (loss(h) - loss(0.0)) / h, (loss(0.0) - loss(-h)) / h
    by_slope = abs(right - left) < 1e-4 and right < 0
    by_search = min(regret_of_wrong(loss, p) for p in PS) > 1e-9
    assert by_search == by_slope == calibrated(loss) == expected


def test_the_hinge_has_bayes_sign_at_every_point_but_not_within_the_lines():
    """W-1.6.4, W23, W24: pointwise the right sign for six p; over lines .45 against .10; at 1/2 an
    interval."""
    for p in (0.05, 0.3, 0.49, 0.51, 0.7, 0.95):
        s = GRID[conditional_risk(losses.hinge, p, GRID).argmin()]
        assert np.sign(s) == np.sign(p - 0.5) and float(
            best_scores(losses.hinge, p)[0]
        ) == pytest.approx(s)
    price = hinge_price(crowd(0, 0.5, 0.1, 9.0), 50, 5, np.random.default_rng(0))
    assert (price.error, price.I) == pytest.approx((0.45, 0.1))
    assert np.ptp(conditional_risk(losses.hinge, 0.5, np.linspace(-1, 1, 9))) < 1e-12


def test_the_perceptron_generalises_although_its_loss_is_not_calibrated():
    """W-1.6.5, W25: mean test error under .05, .01, .002 at n = 20, 100, 500 on separable data."""
    errors = [
        np.mean([perceptron_error(n, np.random.default_rng(s)) for s in range(20)])
        for n in (20, 100, 500)
    ]
    assert (
        errors[0] < 0.05
        and errors[1] < 0.01
        and errors[2] < 0.002
        and not calibrated(losses.perceptron)
    )


def test_smooth_and_lipschitz_are_different_things():
    """W-1.8.4, W34: x^2/2 turns at rate 1, chords have slope 966; smoothed |x| has slopes under 1,
    curvature 1e6."""
    half = 0.5 * square
    assert half.beta == 1 and half(1932.0) / 1932 == 966
    soft = lambda x: np.sqrt(x * x + 1e-12)  # noqa: E731
    u, v = rng.normal(size=(2, 2000))
    assert (np.abs(soft(u) - soft(v)) <= np.abs(u - v)).all()
    assert (soft(1e-8) - 2 * soft(0.0) + soft(-1e-8)) / 1e-16 == pytest.approx(1e6, rel=1e-3)
