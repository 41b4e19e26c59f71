"""The rows of the results ledger that notebook 11 owns, each by the measurement that would fail
were it false."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize

from helpers import losses
from helpers.descent.optim import gradient_descent
from helpers.kernels import gaussian, polynomial
from helpers.kernels.features import all_quadratic
from helpers.margins import pegasos, separation, svm
from lessons.n11_svm import bias_penalty, duality

rng = np.random.default_rng(110)
Y = np.where(np.arange(30) % 2, 1.0, -1.0)
X = rng.normal(size=(30, 2)) + 2.6 * Y[:, None] * [
    0.8,
    0.6,
]  # separable, away from the origin's symmetry
X = X + [0.7, -0.4]
SOFT = rng.normal(size=(30, 2)) + 0.7 * Y[:, None] * [0.8, 0.6]  # overlapping
HARD = svm.hard_margin(X, Y)
SQUARE = np.array([[0, 0], [1, 1], [0, 1], [1, 0.0]])
XOR, AND = np.array([-1, -1, 1, 1.0]), np.array([-1, 1, -1, -1.0])
MANY = svm.unit(np.random.default_rng(1).uniform(0, 2 * np.pi, 10_000))


def distances(X, w, b):
    """|<w, x_i> + b| / |w|, (n,): how far each row of X is from the plane."""
    return np.abs(np.asarray(X) @ w + b) / np.linalg.norm(w)


def lagrangian(w, b, alpha, X=X, y=Y):
    return w @ w / 2 - alpha @ (y * (X @ w + b) - 1)


def slack_program(C):
    """SciPy's (value, w, b, xi) of min |w|^2/2 + (C/n) sum xi on the overlapping points."""
    start = np.r_[0.1, 0.1, 0, np.ones(30)]
    found = minimize(
        lambda p: p[:2] @ p[:2] / 2 + C / 30 * p[3:].sum(),
        start,
        method="SLSQP",
        jac=lambda p: np.r_[p[:2], 0, np.full(30, C / 30)],
        bounds=[(None, None)] * 3 + [(0, None)] * 30,
        constraints={
            "type": "ineq",
            "fun": lambda p: Y * (SOFT @ p[:2] + p[2]) - 1 + p[3:],
            "jac": lambda p: np.hstack([Y[:, None] * SOFT, Y[:, None], np.eye(30)]),
        },
        options={"ftol": 1e-13, "maxiter": 500},
    )
    return found.fun, found.x[:2], found.x[2], found.x[3:]


def dual_value(alpha, X, y):
    return alpha.sum() - np.sum((X.T @ (alpha * y)) ** 2) / 2


# ---- lines, margins, separability


def test_the_distance_to_a_plane_is_the_distance_to_its_nearest_point():
    """D-8.2, D-8.17, U-F3, W-1.5.0b (W20): |<w,x>+b|/|w| against a constrained search; points on
    the plane score 0."""
    cases = (
        (np.array([3.0, 4.0]), -2.0, np.array([-1.0, -1.0])),
        (rng.normal(size=3), 0.7, rng.normal(size=3)),
    )
    for w, b, x in cases:
        foot = minimize(
            lambda z, x=x: np.sum((z - x) ** 2),
            np.zeros(len(w)),
            method="SLSQP",
            options={"ftol": 1e-16},
            constraints={"type": "eq", "fun": lambda z, w=w, b=b: z @ w + b},
        ).x
        assert foot @ w + b == pytest.approx(0, abs=1e-9)
        assert distances(x[None], w, b)[0] == pytest.approx(np.linalg.norm(foot - x), abs=1e-8)
    assert (
        (np.array([-1, -1]) @ [3, 4] - 2) / 5 < 0 < distances([[-1, -1]], [3, 4], -2)[0]
    )  # as printed: negative
    assert separation.margin(X, Y, HARD.w, HARD.b) == pytest.approx(
        svm.searched(X, HARD.w, HARD.b), abs=1e-3
    )


def test_rule_and_margin_do_not_see_a_positive_scale_and_flip_with_a_negative_one():
    """D-8.5, D-8.10, D-8.15p (E8-02: kappa > 0), W-1.5.1b."""
    w, b = HARD.w, HARD.b
    for c in (7.0, 0.01):
        assert separation.margin(X, Y, c * w, c * b) == pytest.approx(separation.margin(X, Y, w, b))
        assert np.array_equal(np.sign(X @ (c * w) + c * b), np.sign(X @ w + b))
    assert separation.margin(X, Y, -2 * w, -2 * b) < 0 and np.array_equal(
        np.sign(X @ (-2 * w) - 2 * b), -Y
    )


def test_half_planes_shatter_three_points_and_not_the_four_corners():
    """D-8.4, D-8.8, D-8.13, W-1.6.0: every labelling of a triangle, AND, but not XOR; hard_margin
    says so."""
    for y in product([-1.0, 1.0], repeat=3):
        assert (
            abs(sum(y)) == 3
            or separation.separation(SQUARE[:3] + [[0, 0], [0, 0.5], [0, 0]], np.array(y)).separable
        )
    assert (
        separation.separation(SQUARE, AND).separable
        and not separation.separation(SQUARE, XOR).separable
    )
    for points, y in ((SQUARE, XOR), (SOFT, Y)):
        with pytest.raises(ValueError, match="no plane separates"):
            svm.hard_margin(points, y)


def test_training_error_can_be_zero_exactly_on_separable_data_and_then_in_infinitely_many_ways():
    """D-8.9, W-1.5.0a: the least 0-1 error over (practically) all half-planes is 0 iff the program
    separates."""
    seen = set()
    for seed in range(12):
        r = np.random.default_rng(seed)
        Z, y = r.normal(size=(7, 2)), np.array([1, 1, 1, -1, -1, -1, -1.0])
        Z += 0.9 * y[:, None] * [1, 0]
        lines = [
            (v, -v @ (Z[i] + s * d))
            for i, j in combinations(range(7), 2)
            for d in [1e-4 * r.normal(size=2)]
            for t in (-1e-4, 1e-4)
            for s in (-1, 1)
            for u in [Z[j] - Z[i]]
            for v in (np.array([-u[1], u[0]]) + t * u, np.array([u[1], -u[0]]) + t * u)
        ]
        least = min(np.mean(np.sign(Z @ v + b) != y) for v, b in lines)
        assert (least == 0) == separation.separation(Z, y).separable
        seen.add(bool(least == 0))
    assert seen == {True, False}
    other = svm.soft_margin(X, Y, 3000.0)
    for t in np.linspace(0, 1, 11):  # between two separators all are
        assert (
            separation.margin(X, Y, t * HARD.w + (1 - t) * other.w, t * HARD.b + (1 - t) * other.b)
            > 0
        )


def test_the_program_has_the_largest_margin_of_all_and_it_is_one_over_the_norm():
    """D-8.F1.1, D-8.15, D-8.15p, D-8.19, D-8.20 (E8-01), W-1.5.1, W-1.5.1a, W-1.5.1c, W-1.5.a:
    scan, random, SciPy."""
    gamma = separation.margin(X, Y, HARD.w, HARD.b)
    assert gamma == pytest.approx(1 / np.linalg.norm(HARD.w), rel=1e-10) and gamma != pytest.approx(
        1, abs=0.05
    )
    assert distances(X, HARD.w, HARD.b).min() == pytest.approx(gamma)
    assert svm.widest(X, Y, MANY)[0].max() <= gamma + 1e-12
    scan, offsets = svm.widest(X, Y, svm.unit(np.linspace(0, 2 * np.pi, 3601)))
    assert scan.max() == pytest.approx(gamma, abs=2e-3)
    best = np.argmax(scan)
    assert svm.unit(2 * np.pi * best / 3600) == pytest.approx(HARD.w * gamma, abs=2e-3)
    assert offsets[best] == pytest.approx(HARD.b * gamma, abs=5e-3)
    found = minimize(
        lambda p: p[:2] @ p[:2] / 2,
        [1.0, 1.0, 0.0],
        method="SLSQP",
        options={"ftol": 1e-15},
        constraints={"type": "ineq", "fun": lambda p: Y * (X @ p[:2] + p[2]) - 1},
    ).x
    assert found == pytest.approx([*HARD.w, HARD.b], abs=1e-5)
    edges = [(s - HARD.b) / np.linalg.norm(HARD.w) for s in (-1, 1)]  # along w from the origin
    assert edges[1] - edges[0] == pytest.approx(2 * gamma) and np.mean(edges) == pytest.approx(
        -HARD.b * gamma
    )


def test_the_widest_street_survives_any_shaking_shorter_than_its_margin():
    """D-8.11: no error for r < gamma, and some push of length r > gamma makes one."""
    gamma, w = HARD.width, HARD.w / np.linalg.norm(HARD.w)
    for r, errs in ((0.99 * gamma, False), (1.01 * gamma, True)):
        worst = X - r * Y[:, None] * w  # each point pushed straight at the line
        assert (separation.margin(worst, Y, HARD.w, HARD.b) <= 0) == errs
    for push in svm.unit(rng.uniform(0, 2 * np.pi, (200, 30))):
        assert separation.margin(X + 0.99 * gamma * push, Y, HARD.w, HARD.b) > 0


def test_a_bias_never_narrows_the_street():
    """D-8.21: homogeneous half-spaces are a special case."""
    far = X + 2 * Y[:, None] * [0.8, 0.6]
    with_b, without = svm.hard_margin(far, Y), svm.hard_margin(far, Y, bias=False)
    assert without.b == 0 and with_b.width > without.width + 1e-3
    scan = (Y * (svm.unit(np.linspace(0, 2 * np.pi, 3601)) @ far.T)).min(axis=1).max()
    assert without.width == pytest.approx(scan, abs=2e-3)


# ---- soft margin


def test_the_hard_margin_is_reached_at_a_finite_cost():
    """D-8.24, W-1.6.a2: the same machine once C/n >= max alpha, another one below."""
    top = HARD.alpha.max()
    for c in (1.0001 * top, 10 * top, 1e4 * top):
        assert svm.soft_margin(X, Y, 30 * c).w == pytest.approx(HARD.w, abs=1e-8)
    assert np.linalg.norm(svm.soft_margin(X, Y, 30 * 0.9 * top).w - HARD.w) > 1e-3


def test_slack_bounds_the_errors_and_cost_trades_norm_for_slack():
    """D-8.25, D-8.26: errors <= sum of slacks; |w| grows and the slacks fall with C."""
    machines = [svm.soft_margin(SOFT, Y, C) for C in np.geomspace(0.05, 1e4, 25)]
    assert all((m.margins <= 0).sum() <= m.slack.sum() + 1e-9 for m in machines)
    norms, slacks = np.array([[m.norm2, m.slack.sum()] for m in machines]).T
    assert np.all(np.diff(norms) >= -1e-9) and np.all(np.diff(slacks) <= 1e-9)
    assert norms[-1] > 3 * norms[5] and slacks[-1] < 0.99 * slacks[5]


def test_slack_program_and_hinge_objective_are_one_problem():
    """D-8.29, W-1.6.a: SciPy on (w, b, xi) finds C times the minimum of mean hinge + |w|^2/(2C)."""
    C = 4.0
    value, w, b, xi = slack_program(C)
    m, (f, _) = svm.soft_margin(SOFT, Y, C), pegasos.objective(SOFT, Y, 1 / (2 * C))
    assert value == pytest.approx(m.primal, rel=1e-6) == C * f(np.append(m.w, m.b))
    assert np.maximum(0, 1 - Y * (SOFT @ w + b)) == pytest.approx(xi, abs=1e-4)


def test_the_stability_bound_needs_the_bias_in_the_penalty():
    """D-8.30 (E8-03, E8-04, E8-05): holds exactly without or with a penalised bias, and .927 > .8
    with a free one."""
    for p, m, lam, rho in product((0.5, 0.6, 0.9), (1, 5, 40), (0.01, 0.1, 2.0), (0.2, 1.0)):
        for rho2 in (rho**2, rho**2 + 1):
            measured = bias_penalty.expected(bias_penalty.risk, p, m, lam, rho2)
            assert measured <= bias_penalty.bound(p, m, lam, rho2, rho2) + 1e-12
            assert bias_penalty.expected(bias_penalty.error, p, m, lam, rho2) <= measured + 1e-12
            tuned = bias_penalty.tuned(1.0, rho2, m)
            rival = min(bias_penalty.risk(s, p) for s in np.linspace(-1, 1, 401) * rho2**0.5)
            assert (
                bias_penalty.expected(bias_penalty.risk, p, m, tuned, rho2)
                <= rival + np.sqrt(8 * rho2 / m) + 1e-12
            )
    free, bound = (
        bias_penalty.expected(bias_penalty.risk, 0.6, 5, 1.0, np.inf),
        bias_penalty.bound(0.6, 5, 1.0, 0.0, np.inf),
    )
    assert (free, bound) == pytest.approx((0.926976, 0.8))
    penalised = bias_penalty.expected(bias_penalty.risk, 0.6, 5, 0.1, 1.0001)
    assert penalised > bias_penalty.bound(
        0.6, 5, 0.1, 1e-4, 1.0001
    )  # rho^2 alone is too little for it, too
    assert losses.hinge(0 * np.linspace(-5, 5, 11)) == pytest.approx(1)  # a label 0 teaches nothing
    m = svm.soft_margin(SOFT + [4, 0], Y, 20.0)
    assert np.any((Y * (m.scores - m.b) <= 0) > m.slack) and not np.any((m.margins <= 0) > m.slack)


def test_a_step_without_the_penalty_ends_elsewhere():
    """D-8.31 (E8-06): finite differences; with 2 lam w stochastic steps reach the optimum, without
    they do not."""
    lam = 0.5
    best, (f, grad) = svm.soft_margin(SOFT, Y, 1 / (2 * lam)), pegasos.objective(SOFT, Y, lam)
    p = rng.normal(size=3)
    assert grad(p) == pytest.approx(approx_fprime(p, f, 1e-7), abs=1e-5)
    right, printed = (
        pegasos.descend(
            SOFT, Y, lam, lambda t: t**-0.7, 4000, 1, np.random.default_rng(0), penalty=on
        )
        for on in (True, False)
    )
    assert f(right.average(2000)) == pytest.approx(best.objective, rel=0.01)
    assert f(printed.average(2000)) > 1.3 * best.objective


# ---- duality


def test_constraints_are_convex_and_their_multipliers_price_them():
    """D-8.32, D-8.35: margins are affine in (w, b); max over alpha of L is f where allowed, and
    unbounded where not."""
    p, q = rng.normal(size=(2, 3))
    g = lambda v: 1 - Y * (X @ v[:2] + v[2])  # noqa: E731
    assert g(0.3 * p + 0.7 * q) == pytest.approx(0.3 * g(p) + 0.7 * g(q))
    P = duality.parabola(0.5)
    top = np.array([P.lagrangian(a) for a in (0.0, 1.0, 10.0, 1000.0)])
    assert top.max(axis=0)[P.feasible] == pytest.approx(P.f(P.x)[P.feasible])
    assert np.all(np.diff(top[:, ~P.feasible], axis=0) > 0) and top[-1, -1] > 1000


@pytest.mark.parametrize("name", duality.PROGRAMS)
def test_dual_functions_are_concave_and_below(name):
    """D-8.36, D-8.37, D-8.38, D-8.39, D-8.41 (E8-13): gap zero if convex with Slater, positive if
    not."""
    P, prices = duality.PROGRAMS[name](0.3), np.linspace(0, 9, 901)
    D = P.dual(prices)
    assert np.diff(D, 2).max() <= 1e-9 and D.max() <= P.p_star + 1e-12
    gap = P.p_star - D.max()
    expected = {"parabola": 0.0, "no price": 1 / 36, "no room": np.exp(-0.3)}
    assert gap == pytest.approx(expected[name], abs=1e-3) if name in expected else gap > 0.4
    assert (P.why_not == "") == (name == "parabola")


def test_weak_duality_on_random_problems_that_are_not_convex():
    """D-8.38, D-8.39: never violated, and the gap is really positive on some."""
    gaps = []
    x = np.linspace(-2, 2, 401)
    for _ in range(40):
        a, b = rng.normal(size=(2, 5))
        P = duality.Program(
            "random", lambda x, a=a: np.polyval(a, x), lambda x, b=b: np.polyval(b, x), x
        )
        if P.feasible.any():
            gaps.append(P.p_star - P.dual(np.linspace(0, 50, 501)).max())
    assert min(gaps) >= -1e-12 and max(gaps) > 0.1 and len(gaps) > 20


def test_kkt_points_are_optimal_if_the_equalities_are_affine_and_may_be_worst_if_not():
    """D-8.42 (E8-07): on the circle x1^2 + x2^2 = 1 the maximiser (1, 0) of x1 is stationary with
    beta = -1/2."""
    m = svm.soft_margin(SOFT, Y, 6.0)
    assert m.w == pytest.approx(SOFT.T @ (m.alpha * Y)) and m.alpha @ Y == pytest.approx(
        0, abs=1e-12
    )
    assert m.alpha @ (m.margins - 1 + m.slack) == pytest.approx(
        0, abs=1e-9
    ) and m.gap == pytest.approx(0, abs=1e-9)
    f = pegasos.objective(SOFT, Y, m.lam)[0]
    assert all(
        f(np.append(m.w, m.b) + d) >= m.objective - 1e-12 for d in 0.05 * rng.normal(size=(500, 3))
    )
    # F = x1 on a curve h = 0: residual of the best beta, from differences of F and h
    grads = lambda f, x: approx_fprime(x, f, 1e-7)  # noqa: E731
    first, ring = (lambda x: x[0]), (lambda x: x @ x - 1)
    angle = np.linspace(0, 2 * np.pi, 721)[:-1]
    circle = svm.unit(angle)
    left = [_stationary(grads(first, x), grads(ring, x)) for x in circle]
    kkt = circle[np.array(left) < 1e-6]
    assert kkt == pytest.approx(np.array([[1, 0], [-1, 0.0]]), abs=1e-12)
    assert kkt[0, 0] == circle[:, 0].max() and kkt[1, 0] == pytest.approx(circle[:, 0].min())
    # an affine h: the only stationary point of |x|^2 is the best one
    straight = np.column_stack([0.5 + np.linspace(-3, 3, 721), 0.5 - np.linspace(-3, 3, 721)])
    square, line = (lambda x: x @ x), (lambda x: x[0] + x[1] - 1)
    left = np.array([_stationary(grads(square, x), grads(line, x)) for x in straight])
    (only,) = np.flatnonzero(left < 1e-6)
    assert only == np.argmin((straight**2).sum(axis=1))


def _stationary(a, b):
    """min over beta of |a + beta b|."""
    return np.linalg.norm(a - (a @ b) / (b @ b) * b)


def test_the_lagrangian_of_the_street_has_its_saddle_at_the_machine():
    """D-8.45 (E8-08), W-1.5.3 (W21), W-1.5.4: sup over alpha is |w|^2/2 or infinite; b must be
    minimised over too."""
    w, b, alpha = HARD.w, HARD.b, HARD.alpha
    value = HARD.primal
    assert lagrangian(w, b, alpha) == pytest.approx(value) == pytest.approx(HARD.dual, rel=1e-5)
    for _ in range(100):
        assert lagrangian(w, b, rng.exponential(size=30)) <= value + 1e-9
        assert lagrangian(w + 0.1 * rng.normal(size=2), b + rng.normal(), alpha) >= value - 1e-9
    short = 1e6 * (
        Y * (X @ w / 2 + b) < 1
    )  # halve w: some constraints break, and their prices know no bound
    assert lagrangian(w / 2, b, short) > 1e4 and lagrangian(w / 2, b, np.zeros(30)) < value
    far = X + 9.0  # with b held at 0, as (4.5) prints it, no w is allowed at all
    with pytest.raises(ValueError, match="through the origin"):
        svm.hard_margin(far, Y, bias=False)
    idle = (
        HARD.alpha.argmin()
    )  # W21: prices that must be positive stay below the optimum, which has zeros
    squeezed = np.maximum(alpha, 1e-3)
    squeezed[Y > 0] *= squeezed[Y < 0].sum() / squeezed[Y > 0].sum()
    assert alpha[idle] == 0 and dual_value(squeezed, X, Y) < value - 1e-4


def test_minimising_the_lagrangian_gives_the_dual_only_under_the_constraint():
    """D-8.46 (E8-09, E8-10), W-1.5.5, W-1.5.6, W-1.6.8, W-1.6.9: w = sum alpha y x; -inf unless sum
    alpha y = 0."""
    alpha = rng.exponential(size=30)
    alpha[Y > 0] *= alpha[Y < 0].sum() / alpha[Y > 0].sum()
    w = X.T @ (alpha * Y)
    found = minimize(lambda p: lagrangian(p[:2], p[2], alpha), np.zeros(3)).fun
    assert found == pytest.approx(dual_value(alpha, X, Y)) == lagrangian(w, 3.0, alpha)
    grads = approx_fprime(np.append(w, 0.0), lambda p: lagrangian(p[:2], p[2], alpha), 1e-6)
    assert grads == pytest.approx(np.zeros(3), abs=1e-3)
    as_printed = w @ w / 2 - np.sum(alpha * (Y * (X @ w) + 3.0)) - 1  # the brackets of the notes
    assert abs(as_printed - lagrangian(w, 3.0, alpha)) > 10
    alpha[0] += 1.0  # breaks the constraint: b runs away
    assert (
        lagrangian(w, -1e6 * Y[0], alpha)
        > lagrangian(w, 0.0, alpha)
        > lagrangian(w, 1e6 * Y[0], alpha) + 1e5
    )
    two, y = (
        np.array([[5.0], [7.0]]),
        np.array([-1.0, 1.0]),
    )  # without the constraint the dual is unbounded
    assert [dual_value(t * np.array([7.0, 5.0]), two, y) for t in (1, 10, 100)] == pytest.approx(
        [12, 120, 1200]
    )
    assert svm.hard_margin(two, y).primal == pytest.approx(0.5)


@pytest.mark.parametrize("C", [0.1, 1.0, 5.0])
def test_primal_meets_dual_softly_too(C):
    """W-1.6.6, W-1.6.7, W-1.6.b, W-1.6.c, W-1.6.10, D-8.47, D-8.48, W-1.5.7: Waterloo's C (sum
    form) is our C/n."""
    t, a = rng.normal(size=50), np.linspace(0, C, 2001)
    assert C * np.maximum(t, 0) == pytest.approx((a[:, None] * t).max(axis=0))
    m = svm.soft_margin(SOFT, Y, 30 * C)
    value, w, *_ = slack_program(30 * C)
    assert m.dual == pytest.approx(value, rel=1e-6) and 0 <= m.alpha.min() <= m.alpha.max() <= C
    assert w == pytest.approx(SOFT.T @ (m.alpha * Y), abs=1e-3)
    assert (Y - SOFT @ m.w)[m.free] == pytest.approx(np.full(len(m.free), m.b))
    assert HARD.dual == pytest.approx(HARD.primal, rel=1e-6) and X.T @ (
        HARD.alpha * Y
    ) == pytest.approx(HARD.w)


def test_a_machine_without_free_points_still_has_an_optimal_bias():
    """W-1.6.10: at small C nobody is between 0 and C/n; an interval of b is optimal, and we take
    its middle."""
    m = svm.soft_margin(SOFT, Y, 0.05)
    f = pegasos.objective(SOFT, Y, m.lam)[0]
    assert len(m.free) == 0 and len(m.bound) == 30
    values = [f(np.append(m.w, m.b + d)) for d in (-0.05, 0.05, -3, 3)]
    assert values[:2] == pytest.approx([m.objective] * 2) and min(values[2:]) > m.objective


# ---- support vectors


def test_only_points_on_the_edge_have_a_price_and_only_they_matter():
    """D-8.49, D-8.F4.1, D-8.50, D-8.51, D-8.52, W-1.5.2: slackness, deleting, refitting, b from
    each, the same rule."""
    assert np.abs(HARD.alpha * (HARD.margins - 1)).max() < 1e-6
    edge, held = np.flatnonzero(np.abs(HARD.margins - 1) < 1e-8), set(HARD.support)
    assert held <= set(edge) and HARD.support.size <= 3
    for i in range(30):
        keep = np.arange(30) != i
        same = np.allclose(svm.hard_margin(X[keep], Y[keep]).w, HARD.w, atol=1e-8)
        assert same == (i not in held)
    assert svm.hard_margin(X[HARD.support], Y[HARD.support]).w == pytest.approx(HARD.w)
    w = X[edge].T @ (HARD.alpha * Y)[edge]
    assert w == pytest.approx(HARD.w) and np.mean((Y - X @ w)[edge]) == pytest.approx(HARD.b)
    new = 4 * rng.normal(size=(10_000, 2))
    dual_rule = new @ X[edge].T @ (HARD.alpha * Y)[edge] + HARD.b
    assert np.array_equal(np.sign(dual_rule), np.sign(new @ HARD.w + HARD.b))


def test_support_vectors_are_few_and_fewer_the_farther_the_classes():
    """D-8.1, D-8.54."""
    clouds = np.random.default_rng(3).normal(size=(200, 2))
    y = np.where(np.arange(200) % 2, 1.0, -1.0)
    counts = [
        len(svm.soft_margin(clouds + gap * y[:, None], y, 200.0).support)
        for gap in (0.2, 0.6, 1.0, 1.5, 2.5)
    ]
    assert all(a > b for a, b in zip(counts, counts[1:])) and counts[-1] < 10 < 200


def test_primal_and_dual_count_their_variables_in_different_currencies():
    """D-8.53: d + 1 against n variables; with d > n the n-variable dual finds the same w."""
    Z = np.random.default_rng(4).normal(size=(12, 40))
    m = svm.hard_margin(Z, Y[:12])
    assert (m.w.size + 1, m.alpha.size) == (41, 12) and separation.margin(
        Z, Y[:12], m.w, m.b
    ) == pytest.approx(m.width)


def test_kernels_are_features_never_written_down():
    """D-8.55, W-1.5.8: the same machine as with explicit features; (<x,z> + 1)^2 separates XOR.

    A constant added to a kernel is invisible to a machine with a bias, since sum alpha y = 0. So
    the Gram matrix itself is compared, and machines without a bias, which do see a constant.
    """
    K, features = polynomial(2)(SOFT), all_quadratic(SOFT)
    assert K == pytest.approx(features @ features.T, rel=1e-12)
    assert K == pytest.approx((SOFT @ SOFT.T + 1) ** 2, rel=1e-12)
    for bias in (True, False):
        by_kernel = svm.kernel_machine(K, Y, 50.0, bias)
        explicit = svm.soft_margin(features, Y, 50.0, bias)
        assert by_kernel.scores == pytest.approx(explicit.scores, abs=1e-8)
        assert by_kernel.primal == pytest.approx(explicit.primal, rel=1e-9)
    raised = svm.kernel_machine(K + 0.1, Y, 50.0, bias=False)
    assert raised.primal < svm.kernel_machine(K, Y, 50.0, bias=False).primal - 1e-4
    # the corners (-1, +1)^2: every price is 1/8, |w|^2 = 1/2, and f = -x1 x2
    corners = 2 * SQUARE - 1
    m = svm.kernel_machine(polynomial(2)(corners), XOR, 400.0)
    assert m.alpha == pytest.approx(np.full(4, 1 / 8)) and m.norm2 == pytest.approx(1 / 2)
    new = rng.normal(size=(50, 2))
    assert m.predict((new @ corners.T + 1) ** 2) == pytest.approx(-new[:, 0] * new[:, 1])
    assert svm.soft_margin(SQUARE, XOR, 400.0).margins.min() <= 0
    # without sum alpha y = 0 the kernel dual is another problem: its value differs from the primal
    # with a bias
    K = gaussian(1.0)(SOFT + 5)
    assert (
        svm.kernel_machine(K, Y, 50.0, bias=False).dual
        > svm.kernel_machine(K, Y, 50.0).primal + 1e-3
    )


def test_the_box_is_c_over_n_and_the_rule_sums_over_all_who_pay():
    """D-8.56 (E8-11, E8-12)."""
    C = 8.0
    m, printed = (
        svm.soft_margin(SOFT, Y, C),
        svm.soft_margin(SOFT, Y, 30 * C),
    )  # printed: 0 <= alpha <= C
    assert m.dual == pytest.approx(m.primal) and printed.dual > 3 * m.primal
    edge = np.abs(m.margins - 1) < 1e-8
    assert (
        np.linalg.norm(SOFT[edge].T @ (m.alpha * Y)[edge] - m.w) > 0.1 and len(m.bound) > edge.sum()
    )
    assert SOFT[m.support].T @ (m.alpha * Y)[m.support] == pytest.approx(m.w)


# ---- descent


def test_online_svm_regret_and_mistakes_are_bounded_on_random_streams():
    """S-2.6.Ex8, S-2.6.Ex8bound: for any u with |u| <= B, |x| <= L, eta = B/(L sqrt T), w_1 = 0.

    From another start the bound is |w_1 - u|^2/(2 eta) + eta L^2 T/2, and B L sqrt T fails.
    """
    for seed in range(10):
        r = np.random.default_rng(seed)
        y = r.choice([-1.0, 1.0], size=300)
        Z = r.normal(size=(300, 3)) + r.uniform(0, 1.5) * y[:, None] * [1, -1, 0]
        u, L = svm.soft_margin(Z, y, 10.0, bias=False).w, np.linalg.norm(Z, axis=1).max()
        B = np.linalg.norm(u)
        run, rival = pegasos.online_svm(Z, y, B / (L * 300**0.5)), losses.hinge(y * (Z @ u)).sum()
        assert run.extra["loss"].sum() - rival <= B * L * 300**0.5
        assert run.extra["mistake"].sum() <= rival + B * L * 300**0.5
        assert run.extra["mistake"].sum() <= run.extra["loss"].sum()
        eta, far = B / (L * 300**0.5), pegasos.online_svm(Z, y, B / (L * 300**0.5), -4 * u)
        regret = far.extra["loss"].sum() - rival
        assert B * L * 300**0.5 < regret <= 25 * B**2 / (2 * eta) + 150 * eta * L**2
    one = pegasos.online_svm(
        [[2.0], [0.1], [9.0]], [1, 1, 1], 0.5
    )  # margins 0, 0.1, 9.45: step, step, rest
    assert one.w[:, 0] == pytest.approx([0, 1, 1.05, 1.05])


def test_descent_goes_down_with_a_short_step_and_up_with_a_long_one():
    """W-1.6.11."""
    f, grad = pegasos.objective(SOFT, Y, 0.5)
    start = np.array([1.0, 1.0, 0.0])
    short, long = (gradient_descent(grad, start, eta, 1).last for eta in (0.1, 3.0))
    assert f(short) < f(start) < f(long)


@pytest.mark.parametrize("loss", [losses.hinge, losses.perceptron, losses.logistic])
def test_gradients_of_the_sum_form(loss):
    """W-1.6.12 (W26): |w|^2/(2 lam) + C sum loss(y yhat), yhat = <x, w> + b, is nC times our
    objective."""
    lam, C = 0.7, 1.3
    f, grad = pegasos.objective(SOFT, Y, 1 / (2 * lam * 30 * C), loss)
    by_hand = lambda p: p[:2] @ p[:2] / (2 * lam) + C * loss(Y * (SOFT @ p[:2] + p[2])).sum()  # noqa: E731
    p = np.array([0.8, -0.5, 0.3])
    assert by_hand(p) == pytest.approx(30 * C * f(p))
    numeric = approx_fprime(p, by_hand, 1e-7)
    assert 30 * C * grad(p) == pytest.approx(numeric, abs=1e-3)
    slope = loss.grad(
        Y * ((SOFT @ p[:2]) ** 2 + p[2])
    )  # the printed score <x, w, x, w> + b, read as a square
    assert p[:2] / lam + C * (slope * Y) @ SOFT != pytest.approx(numeric[:2], abs=1e-2)


def test_at_the_kink_every_slope_between_is_a_subgradient():
    """W-1.6.13: -1 at hinge's t = 1 and perceptron's t = 0, and 0 as well: all lie below the
    loss."""
    for loss, kink in ((losses.hinge, 1.0), (losses.perceptron, 0.0)):
        t = np.linspace(-3, 3, 601)
        for slope in (-1.0, -0.4, 0.0, float(loss.grad(np.array(kink)))):
            assert np.all(loss(t) >= loss(kink) + slope * (t - kink) - 1e-12)
        assert not np.all(loss(t) >= loss(kink) - 1.1 * (t - kink) - 1e-12)
        assert (loss.grad(np.array([kink - 1e-9, kink + 1e-9])) == [-1, 0]).all()
