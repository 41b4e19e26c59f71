"""Support vector machines: certificates, brute force over every placement, SciPy, libsvm; then
their movers."""

from itertools import product

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy.optimize import approx_fprime, minimize
from scipy.stats import binom
from sklearn.svm import SVC

from helpers import data, losses, plots
from helpers.descent.bounds import best_bound
from helpers.kernels import gaussian, linear, polynomial
from helpers.margins import bias_penalty, duality, pegasos, separation, svm, svm_qp
from helpers.margins.svm_qp import best_bias, solve

rng = np.random.default_rng(11)
Y = np.where(np.arange(60) % 2, 1.0, -1.0)
X = rng.normal(size=(60, 2)) + 0.9 * Y[:, None] * [1, 0.5]  # overlapping clouds
FAR = X + 3 * Y[:, None] * [1, 0.5]  # a street between them
KERNELS = [linear()(X), polynomial(2)(X), gaussian(0.2)(X), gaussian(1.0)(X), gaussian(8.0)(X)]


def feasible(alpha, y, c, bias):
    return (
        alpha.min() >= 0
        and alpha.max() <= c * (1 + 1e-12)
        and (not bias or abs(y @ alpha) <= 1e-9 * c * len(y))
    )


# ---- the solver


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("C", [1e-3, 0.3, 10.0, 1e3, 1e6])
@pytest.mark.parametrize("K", KERNELS, ids=["linear", "quadratic", "narrow", "middle", "wide"])
def test_primal_and_dual_meet_for_every_kernel_and_cost(K, C, bias):
    m = svm.kernel_machine(K, Y, C, bias)
    assert feasible(m.alpha, Y, m.c, bias)
    assert m.gap == pytest.approx(0, abs=1e-9 * (1 + m.primal))
    assert np.abs(m.alpha * (m.margins - 1 + m.slack)).max() <= 1e-8 * (
        1 + m.primal
    )  # slackness, both kinds
    assert np.abs((m.c - m.alpha) * m.slack).max() <= 1e-8 * (1 + m.primal)


def test_degenerate_data_is_certified_too():
    """Points that coincide, lie on a lattice, are few, are badly scaled, have one label: the gap
    still closes."""
    for _ in range(120):
        n, d = int(rng.integers(2, 40)), int(rng.integers(1, 5))
        Z = rng.normal(size=(n, d))
        Z = [Z, np.round(Z), Z[rng.integers(n, size=n)], 100 * Z][rng.integers(4)]
        y, C, bias = (
            rng.choice([-1.0, 1.0], size=n),
            10 ** rng.uniform(-3, 4),
            bool(rng.integers(2)),
        )
        m = svm.soft_margin(Z, y, C, bias)
        assert feasible(m.alpha, y, m.c, bias) and abs(m.gap) <= 1e-6 * (1 + m.primal)


def test_points_that_coincide_cost_no_accuracy():
    """Lattice points and a huge C: many prices do; the walk ends 0.005 above the optimum, the
    polish mends that."""
    for seed in (177, 319, 337):
        r = np.random.default_rng(seed)
        Z, y = np.round(r.normal(size=(32, 1 + seed % 2))), r.choice([-1.0, 1.0], size=32)
        m = svm.kernel_machine(Z @ Z.T, y, 10 ** r.uniform(2, 6))
        assert abs(m.gap) < 1e-5 and abs(m.alpha @ y) < 1e-9 * m.c


@pytest.mark.parametrize("bias", [True, False])
def test_it_is_the_best_of_all_placements(bias):
    """Brute force: each alpha at 0, at c, or free (3^n ways), the free ones by linear algebra; the
    best dual value."""
    for seed in range(4):
        r = np.random.default_rng(seed)
        y, Z, c = np.array([1, 1, 1, -1, -1, -1.0]), r.normal(size=(6, 2)), 10 ** r.uniform(-1, 1)
        Q, best = (y[:, None] * Z) @ (y[:, None] * Z).T + 1e-3 * np.eye(6), -np.inf
        for place in product([0, 1, 2], repeat=6):
            place = np.array(place)
            F, a = np.flatnonzero(place == 2), np.where(place == 1, c, 0.0)
            M = (
                np.block([[Q[np.ix_(F, F)], y[F, None]], [y[None, F], np.zeros((1, 1))]])
                if bias
                else Q[np.ix_(F, F)]
            )
            rhs = np.append(1 - Q[F] @ a, -y @ a) if bias else 1 - Q[F] @ a
            a[F] = np.linalg.lstsq(M, rhs, rcond=None)[0][: len(F)]
            if feasible(a, y, c, bias):
                best = max(best, a.sum() - a @ Q @ a / 2)
        m = svm.kernel_machine(y[:, None] * Q * y, y, 6 * c, bias)
        assert m.dual == pytest.approx(best, rel=1e-9)


def test_scipy_finds_nothing_better():
    K, c = KERNELS[3][:25, :25], 2.0
    Q = Y[:25, None] * K * Y[:25]
    found = minimize(
        lambda a: a @ Q @ a / 2 - a.sum(),
        np.full(25, c / 2),
        jac=lambda a: Q @ a - 1,
        method="SLSQP",
        bounds=[(0, c)] * 25,
        options={"maxiter": 500, "ftol": 1e-14},
        constraints={"type": "eq", "fun": lambda a: a @ Y[:25], "jac": lambda a: Y[:25]},
    )
    assert svm.kernel_machine(K, Y[:25], 25 * c).dual == pytest.approx(-found.fun, rel=1e-6)


@pytest.mark.parametrize("C", [0.5, 20.0, 500.0])
def test_libsvm_draws_the_same_boundary(C):
    """libsvm's C is our C/n, its gamma our 1/(2 bandwidth^2)."""
    grid = rng.uniform(-3, 3, size=(50, 2))
    line = SVC(kernel="linear", C=C / 60, tol=1e-9).fit(X, Y)
    ours = svm.soft_margin(X, Y, C)
    assert ours.w == pytest.approx(line.coef_[0], abs=1e-5)
    rbf = SVC(C=C / 60, gamma=1 / (2 * 0.7**2), tol=1e-9).fit(X, Y)
    curve = svm.kernel_machine(gaussian(0.7)(X), Y, C)
    assert curve.predict(gaussian(0.7)(grid, X)) == pytest.approx(
        rbf.decision_function(grid), abs=1e-5
    )
    assert np.array_equal(curve.support, np.sort(rbf.support_))


@pytest.mark.parametrize(
    "K", [*KERNELS, X], ids=["linear", "quadratic", "narrow", "middle", "wide", "factor"]
)
def test_a_warm_start_changes_nothing_but_the_time(K):
    cold = [solve(K, Y, c) for c in (0.2, 0.25, 2.0)]
    gram = K if len(K) == K.shape[1] else K @ K.T
    for i, start in (
        (1, (cold[0], 0.2)),
        (2, (cold[0], 0.2)),
        (0, (cold[2], 2.0)),
        (2, (np.zeros(60), 1.0)),
    ):
        warm = solve(K, Y, (0.2, 0.25, 2.0)[i], start=start)
        assert gram @ (Y * warm) == pytest.approx(gram @ (Y * cold[i]), abs=1e-11)


def test_a_warm_start_saves_the_walk_through_the_inside(monkeypatch):
    cold = {c: solve(KERNELS[3], Y, c) for c in (0.3, 0.33, 0.5)}
    monkeypatch.setattr(svm_qp, "_interior", lambda *args: pytest.fail("it went inside"))
    for old, new in ((0.3, 0.33), (0.3, 0.5), (0.5, 0.3), (0.33, 0.3)):
        assert solve(KERNELS[3], Y, new, start=(cold[old], old)) == pytest.approx(
            cold[new], abs=1e-11
        )


def test_on_ordinary_data_the_active_set_settles(monkeypatch):
    """The way out for data with several answers is not taken, so the prices are exact and not
    merely close."""
    monkeypatch.setattr(svm_qp, "_violation", lambda *args: pytest.fail("it did not settle"))
    for K in (*KERNELS[1:], X):
        for c, bias in product((1e-3, 0.1, 1.0, 100.0), (True, False)):
            solve(K, Y, c, bias)


def test_the_factor_and_the_matrix_give_one_machine():
    for C in (0.1, 5.0, 200.0):
        alpha = svm.kernel_machine(X @ X.T, Y, C).alpha
        assert svm.soft_margin(X, Y, C).w == pytest.approx(X.T @ (Y * alpha), abs=1e-9)


def test_the_bias_minimises_the_sum_of_hinges_and_is_the_middle_of_an_interval():
    for _ in range(30):
        y, s = rng.choice([-1.0, 1.0], size=9), rng.normal(size=9)
        kinks = np.append(
            y - s, best_bias(s, y)
        )  # a piecewise linear function is smallest at a kink
        costs = losses.hinge(y * (s + kinks[:, None])).sum(axis=1)
        assert costs[-1] <= costs.min() + 1e-12
    assert (
        best_bias(np.array([-3.0, 2.0]), np.array([-1.0, 1.0])) == 0.5
    )  # any b in [-1, 2] costs nothing
    assert best_bias(np.zeros(3), np.ones(3)) == 1 and best_bias(np.zeros(3), -np.ones(3)) == -1


def test_moving_all_points_moves_only_the_bias_and_doubling_them_nothing():
    m, shift = svm.soft_margin(X, Y, 7.0), np.array([3.0, -2.0])
    moved, twice = (
        svm.soft_margin(X + shift, Y, 7.0),
        svm.soft_margin(np.repeat(X, 2, axis=0), np.repeat(Y, 2), 7.0),
    )
    assert moved.w == pytest.approx(m.w) and moved.b == pytest.approx(m.b - m.w @ shift)
    assert twice.w == pytest.approx(m.w) and twice.primal == pytest.approx(m.primal)


# ---- hard margin, distances


def test_hard_margins_that_can_be_done_by_hand():
    line = svm.hard_margin([[5.0], [7.0], [9.0]], [-1, 1, 1])
    assert (line.w[0], line.b) == pytest.approx((1, -6)) and line.alpha == pytest.approx(
        [0.5, 0.5, 0]
    )
    either = svm.hard_margin([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, 1])
    assert (*either.w, either.b) == pytest.approx((2, 2, -1)) and either.primal == pytest.approx(4)
    with pytest.raises(ValueError, match="no plane separates"):
        svm.hard_margin([[0, 0], [1, 1], [0, 1], [1, 0]], [-1, -1, 1, 1])
    with pytest.raises(ValueError, match="through the origin"):
        svm.hard_margin([[5.0], [7.0]], [-1, 1], bias=False)


def test_hard_margin_equals_the_scan_over_angles_and_one_over_the_norm():
    m = svm.hard_margin(FAR, Y)
    angle = np.linspace(0, 2 * np.pi, 3601)
    margins, offsets = svm.widest(FAR, Y, np.column_stack([np.cos(angle), np.sin(angle)]))
    assert margins.max() == pytest.approx(1 / np.linalg.norm(m.w), abs=2e-3)
    assert separation.margin(FAR, Y, m.w, m.b) == pytest.approx(1 / np.linalg.norm(m.w), rel=1e-10)
    best = np.argmax(margins)
    assert separation.margin(
        FAR, Y, [np.cos(angle[best]), np.sin(angle[best])], offsets[best]
    ) == pytest.approx(margins[best])
    assert m.primal == pytest.approx(m.dual) and m.slack.max() < 1e-9
    assert np.abs(FAR @ m.w + m.b).min() / np.linalg.norm(m.w) == pytest.approx(
        margins.max(), abs=2e-3
    )


# ---- descent


@pytest.mark.parametrize(
    "loss", [losses.hinge, losses.perceptron, losses.logistic, losses.squared_hinge]
)
def test_gradient_of_the_objective_by_finite_differences(loss):
    f, grad = pegasos.objective(X, Y, 0.3, loss)
    for p in rng.normal(size=(4, 3)):
        assert grad(p) == pytest.approx(approx_fprime(p, f, 1e-7), abs=1e-5)
    assert grad(np.array([1.0, 2.0, 5.0])) - grad(np.array([0.0, 0.0, 5.0])) != pytest.approx(
        np.zeros(3)
    )
    far = pegasos.objective([[0.0, 0.0]], [1.0], 0.3, loss)
    assert far[0](np.array([0.0, 0.0, 9.0])) == pytest.approx(loss(9.0))  # b = 9 costs no penalty


def test_the_solver_minimises_what_descent_descends_on():
    for lam in (0.02, 0.5):
        m, (f, _) = svm.soft_margin(X, Y, 1 / (2 * lam)), pegasos.objective(X, Y, lam)
        p = np.append(m.w, m.b)
        assert f(p) == pytest.approx(m.objective) and m.lam == pytest.approx(lam)
        assert all(f(p + d) >= f(p) - 1e-12 for d in 0.1 * rng.normal(size=(300, 3)))


def test_steps_are_those_of_the_objective_and_of_the_drawn_rows():
    full = pegasos.descend(X, Y, 0.1, 0.5, 20)
    grad = pegasos.objective(X, Y, 0.1)[1]
    assert full.v == pytest.approx(np.array([grad(p) for p in full.w[:-1]]))
    run = pegasos.descend(
        X, Y, 0.1, pegasos.pegasos_steps(0.1), 20, m=3, rng=np.random.default_rng(0)
    )
    for t, rows in enumerate(run.extra["rows"]):
        assert run.v[t] == pytest.approx(pegasos.objective(X[rows], Y[rows], 0.1)[1](run.w[t]))
        assert run.eta[t] == pytest.approx(1 / (0.2 * (t + 1)))
    met, rows = pegasos.sampled_losses(run, X, Y, 0.1, run.w[:-1]), run.extra["rows"][7]
    assert met[7] == pytest.approx(pegasos.objective(X[rows], Y[rows], 0.1)[0](run.w[7]))
    assert not pegasos.descend(X, Y, 0.1, 0.5, 20, bias=False).w[:, 2].any()
    bare = pegasos.descend(X, Y, 0.1, 0.5, 20, penalty=False)
    assert bare.v == pytest.approx(
        np.array([pegasos.objective(X, Y, 0.0)[1](p) for p in bare.w[:-1]])
    )


def test_pegasos_points_are_means_of_the_violators_and_stay_in_a_ball():
    """w_{t+1} = (1/(2 lam t)) sum_{s<=t} y x [margin < 1] / m: the shrinking and the steps cancel
    into a mean."""
    lam = 0.05
    run = pegasos.descend(
        X, Y, lam, pegasos.pegasos_steps(lam), 60, m=1, rng=np.random.default_rng(1), bias=False
    )
    rows = run.extra["rows"][:, 0]
    hit = Y[rows] * (X[rows] * run.w[:-1, :2]).sum(axis=1) < 1
    steps = hit[:, None] * Y[rows, None] * X[rows]
    assert run.w[1:, :2] == pytest.approx(
        np.cumsum(steps, axis=0) / (2 * lam * np.arange(1, 61)[:, None])
    )
    assert np.linalg.norm(run.w, axis=1).max() <= np.linalg.norm(X, axis=1).max() / (2 * lam)


@pytest.mark.parametrize("m", [1, 5, None])
def test_regret_bounds_hold_on_every_sequence_and_are_not_far(m):
    lam, best = 0.1, np.append(svm.soft_margin(X, Y, 5.0, bias=False).w, 0.0)
    for eta in (pegasos.pegasos_steps(lam), 0.3):
        run = pegasos.descend(X, Y, lam, eta, 200, m, np.random.default_rng(2), bias=False)
        f = (
            pegasos.objective(X, Y, lam)[0]
            if m is None
            else lambda w, r=run: pegasos.sampled_losses(r, X, Y, lam, w)
        )
        regret = np.mean(f(run.w[:-1])) - np.mean(f(best))
        bound = (
            best_bound(run, np.linalg.norm(best))[-1]
            if eta == 0.3
            else pegasos.pegasos_bound(run, lam)[-1]
        )
        assert 0 < regret <= bound < 20 * regret


def test_online_svm_steps_only_below_margin_one():
    run = pegasos.online_svm(X, Y, 0.2)
    met = Y * (X * run.w[:-1]).sum(axis=1)
    assert run.w[1:] == pytest.approx(run.w[:-1] + 0.2 * (met < 1)[:, None] * Y[:, None] * X)
    assert run.extra["loss"] == pytest.approx(np.maximum(0, 1 - met)) and np.array_equal(
        run.extra["mistake"], met <= 0
    )


# ---- the stability example, the programs in one variable


@pytest.mark.parametrize("bias", ["none", "penalised", "free"])
def test_the_one_point_problem_is_what_the_machine_learns(bias):
    rho, lam = 0.8, 0.3
    Z = (
        np.column_stack([np.full(7, rho), np.ones(7)])
        if bias == "penalised"
        else np.full((7, 1), rho)
    )
    for k in range(8):
        y = np.where(np.arange(7) < k, 1.0, -1.0)
        m = svm.soft_margin(Z, y, 1 / (2 * lam), bias=bias == "free")
        assert m.scores[0] == pytest.approx(
            bias_penalty.learnt(k / 7, lam, bias_penalty.COST[bias](rho))
        )


def test_its_expectations_are_sums_over_all_samples():
    p, m, lam, kk = 0.7, 5, 0.4, 0.64
    total = sum(
        np.prod(np.where(y, p, 1 - p))
        * bias_penalty.risk(bias_penalty.learnt(np.mean(y), lam, kk), p)
        for y in product([False, True], repeat=m)
    )
    assert bias_penalty.expected(bias_penalty.risk, p, m, lam, kk) == pytest.approx(total)
    for m_, p_ in ((1, 1.0), (7, 0.0), (100, 0.6)):
        assert bias_penalty.binomial(m_, p_) == pytest.approx(
            binom.pmf(np.arange(m_ + 1), m_, p_), abs=1e-13
        )
    scores = np.linspace(-3, 3, 20001)  # u with |u|^2 = s^2/kk
    by_hand = (bias_penalty.risk(scores, p) + lam * scores**2 / kk).min() + 2 * kk / (lam * m)
    assert bias_penalty.bound(p, m, lam, kk, kk) == pytest.approx(by_hand, abs=1e-6)
    short = np.abs(scores) <= 0.3 * kk**0.5
    assert bias_penalty.bound(p, m, lam, kk, kk, B=0.3) == pytest.approx(
        (bias_penalty.risk(scores, p) + lam * scores**2 / kk)[short].min() + 2 * kk / (lam * m),
        abs=1e-4,
    )
    lam = bias_penalty.tuned(2.0, 0.5, 9)
    assert lam * 4 + 2 * 0.5 / (lam * 9) == pytest.approx(np.sqrt(8 * 0.5 * 4 / 9))
    assert bias_penalty.error(np.array([-1.0, 0.0, 1.0]), 0.7) == pytest.approx([0.7, 1.0, 0.3])


def test_programs_in_one_variable_have_the_values_of_their_formulas():
    prices = np.linspace(0, 8, 401)
    for t in (-1.0, 0.5, 1.7):
        p = duality.parabola(t)
        assert p.p_star == pytest.approx((2 - t) ** 2) and p.x_star == t
        assert p.dual(prices) == pytest.approx(prices * (2 - t) - prices**2 / 4, abs=1e-4)
        assert p.d_star(prices) == pytest.approx((p.p_star, 2 * (2 - t)), abs=1e-4)
        assert (
            duality.no_room(t).p_star == pytest.approx(np.exp(-t))
            and duality.no_room(t).dual(prices).max() < 1e-5
        )
        assert duality.no_price(t).p_star == pytest.approx(t)
        assert duality.no_price(t).dual(prices[50:]) == pytest.approx(
            t - 1 / (4 * prices[50:]), abs=1e-3
        )
    assert duality.parabola(3.0).d_star(prices) == pytest.approx(
        (0, 0), abs=1e-9
    )  # a limit that does not bite
    assert duality.two_valleys(0.0).p_star - duality.two_valleys(0.0).d_star(prices)[0] > 0.4


# ---- input, pictures


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: svm.soft_margin(X, Y, -1.0), "C must be positive"),
        (lambda: svm.soft_margin(X, (Y + 1) / 2, 1.0), "labels y must be -1 and"),
        (lambda: svm.soft_margin(X[:5], Y, 1.0), "one answer per row"),
        (lambda: svm.soft_margin(np.full((4, 2), np.nan), Y[:4], 1.0), "nan"),
        (lambda: svm.kernel_machine(np.arange(9.0).reshape(3, 3), Y[:3], 1.0), "symmetric"),
        (lambda: svm.kernel_machine(-np.eye(4), Y[:4], 4.0), "certified"),
        (lambda: svm.hard_margin(X[Y > 0], Y[Y > 0]), "both classes"),
        (lambda: separation.margin(X, Y, [0, 0]), "w must not be zero"),
        (lambda: pegasos.pegasos_steps(0), "lam must be positive"),
    ],
)
def test_bad_input_gets_one_sentence(call, words):
    with pytest.raises(ValueError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_the_street_is_drawn_where_the_scores_are_zero_and_plus_or_minus_one():
    ax = Figure().subplots()
    line, *sides, normal = plots.street(ax, normal=True)([3.0, 4.0], -2.0, 0.2)
    for artist, score in zip((line, *sides), (0, 1, -1)):
        assert artist.get_xydata() @ [3.0, 4.0] - 2 == pytest.approx([score, score])
    assert np.linalg.norm(np.diff(normal.get_xydata(), axis=0)) == pytest.approx(0.2)
    assert not any(len(a.get_xdata()) for a in plots.street(ax)(None, 0))
    assert plots.circles(ax)(np.zeros((0, 2)))[0].get_xdata().size == 0


def test_every_point_is_drawn_on_the_staircase():
    ax, m = Figure().subplots(), svm.soft_margin(X, Y, 30.0)
    dots, one = plots.staircase(ax, (-2.0, 3.0))(m, 5)
    x, price = dots.get_xydata().T
    assert x == pytest.approx(np.clip(m.margins, -2, 3)) and np.all(
        (price == (x < 1)) | np.isclose(x, 1)
    )
    assert one.get_xydata()[0] == pytest.approx([np.clip(m.margins[5], -2, 3), m.alpha[5] / m.c])


def test_searching_along_the_line_finds_the_distance_and_a_study_keeps_its_distances():
    assert svm.searched(X, [3.0, 4.0], -2.0) == pytest.approx(
        np.abs(X @ [3.0, 4.0] - 2.0).min() / 5, abs=1e-3
    )
    assert svm.hard_or_none(X, Y) is None
    best = svm.hard_or_none(FAR, Y)
    assert best.width == pytest.approx(separation.margin(FAR, Y, best.w, best.b))
    with pytest.raises(ValueError, match="both classes"):
        svm.hard_or_none(X[Y > 0], Y[Y > 0])
    m, new, there = svm.study(X, Y, 40, X[:7]).machine(gaussian(0.6), 9.0)
    alone = svm.kernel_machine(gaussian(0.6)(X[:40]), Y[:40], 9.0)
    assert m.alpha == pytest.approx(alone.alpha) and there == pytest.approx(m.scores[:7])
    assert new == pytest.approx(Y[40:] * alone.predict(gaussian(0.6)(X[40:], X[:40])))


@pytest.mark.filterwarnings("error")
def test_regions_need_no_level_to_be_there():
    ax, points = Figure().subplots(), plots.mesh((-1, 1, 0, 2), 20)
    move = plots.regions(ax, (-1, 1, 0, 2), 20)
    flat, slope = np.full(400, 0.3), points @ [3.0, 0.0]
    assert [len(move(Z)) for Z in (flat, slope, flat)] == [1, 2, 1]
    image, levels = move(slope)
    assert levels.levels.tolist() == [-1, 0, 1] and image.get_array().max() == 1
    assert points[0].tolist() == [-1, 0] and points[-1].tolist() == [1, 2] and points[1, 1] == 0


def test_machines_say_where_each_point_sits():
    m = svm.soft_margin(X, Y, 3.0)
    assert set(m.free) | set(m.bound) == set(m.support) and not set(m.free) & set(m.bound)
    assert m.plane(X) == pytest.approx(m.scores) and m.predict(X @ X.T) == pytest.approx(m.scores)
    assert m.norm2 == pytest.approx(m.w @ m.w) and m.objective * m.C == pytest.approx(m.primal)


def test_the_walk_does_not_go_round_in_circles():
    """Fives against fours in five directions, large C: a corrector without a guard never gets below
    a gap of 2e-4."""
    digits = data.load("digits")
    X, y = digits.X[:200], digits.y[:200]
    centred = X - X.mean(axis=0)
    Z = centred @ np.linalg.svd(centred, full_matrices=False)[2][:5].T / 10
    chosen = (y == 5) | (y == 4)
    m = svm.soft_margin(Z[chosen], np.where(y[chosen] == 5, 1.0, -1.0), 500)
    assert m.gap <= 1e-9 * max(1, abs(m.primal))
