"""Penalties, the lasso by coordinate descent, subsets, recovery: identities, certificates and
second opinions."""

import numpy as np
import pytest
from matplotlib.path import Path
from scipy.optimize import linprog, minimize_scalar
from sklearn.linear_model import Lasso

from helpers import data
from helpers.descent.optim import gradient_descent
from helpers.linear import lasso, recovery, subsets
from helpers.linear.least_squares import Ridge
from tests.known import basis_pursuit

LAMS = [0.01, 0.1, 0.5]


def problem(seed, n=40, d=12, noise=0.3):
    rng = np.random.default_rng(seed)
    X = data.correlated(n, d, 0.4, rng) * rng.uniform(0.3, 2, d)
    w = np.where(np.arange(d) < 4, rng.normal(size=d), 0)
    return X, X @ w + noise * rng.normal(size=n)


def test_the_subgradient_of_the_lasso_lies_below_everywhere():
    """f(u) >= f(w) + <v, u - w>, also at a w with zeros; away from zeros v is the derivative."""
    draw = np.random.default_rng(8)
    X, y = draw.normal(size=(20, 4)), draw.normal(size=20)
    f, grad = lasso.objective(X, y, 0.3)
    u = draw.normal(size=(500, 4))
    for w in (np.array([0.0, 1, -2, 0]), np.array([0.5, 1, -2, 3])):
        assert (f(u) >= f(w) + (u - w) @ grad(w) - 1e-12).all()
    slope = [(f(w + h) - f(w - h)) / 2e-6 for h in 1e-6 * np.eye(4)]
    assert grad(w) == pytest.approx(slope, abs=1e-7) and f(w) == pytest.approx(
        ((X @ w - y) ** 2).mean() + 0.3 * 6.5
    )


@pytest.mark.parametrize("p", [0, 1, 2])
@pytest.mark.parametrize("s", [0.3, 1.0, 2.5])
@pytest.mark.parametrize("lam", [0.1, 1.0, 3.0])
def test_shrink_is_the_lowest_point_of_its_objective(p, s, lam):
    grid = np.append(np.linspace(-4, 4, 8001), 0.0)[:, None]
    for b in (-2.2, -0.4, 0.05, 0.9, 3.1):

        def f(w, b=b):
            return s**2 * (w[..., 0] - b) ** 2 + lam * lasso.power(w, p)

        w = lasso.shrink(b, lam, p, s)
        assert f(np.array([w])) <= f(grid).min() + 1e-12
        assert f(np.array([w])) >= f(grid).min() - 1e-3 * max(
            1, s**2
        )  # the grid is fine enough to notice a wrong rule


def test_the_three_rules_on_orthonormal_columns_are_ridge_lasso_and_best_subset():
    rng = np.random.default_rng(0)
    X, y = np.linalg.qr(rng.normal(size=(30, 6)))[0], rng.normal(size=30)
    b, n, lam = X.T @ y, 30, 0.4
    assert lasso.shrink(b, lam, 2) == pytest.approx(Ridge(X, y).w(lam / n), abs=1e-12)
    assert lasso.shrink(b, lam, 1) == pytest.approx(lasso.lasso(X, y, lam / n), abs=1e-12)
    path = subsets.best_subset(X, y)
    k = int(np.argmin(path.risk * n + lam * np.arange(7)))
    assert set(np.flatnonzero(lasso.shrink(b, lam, 0))) == set(path.columns[k])


def test_power_counts_at_zero_and_sums_powers_else():
    w = np.array([[1.5, 0, -1.1, 0], [0, 0, 0, -2.0]])
    assert lasso.power(w, 0).tolist() == [2, 1]
    assert lasso.power(w, 1) == pytest.approx([2.6, 2.0])
    assert lasso.power(w, 2) == pytest.approx((w**2).sum(axis=1))


@pytest.mark.parametrize("lam", LAMS)
@pytest.mark.parametrize("shape", [(40, 12), (15, 30)])
def test_the_lasso_satisfies_its_kkt_conditions_with_equality_on_the_support(lam, shape):
    X, y = problem(1, *shape)
    w = lasso.lasso(X, y, lam)
    g = 2 / len(X) * X.T @ (y - X @ w)
    on = w != 0
    assert on.any() and not on.all()
    assert g[on] == pytest.approx(lam * np.sign(w[on]), abs=1e-9)
    assert np.abs(g[~on]).max() <= lam
    assert lasso.kkt_residual(w, X, y, lam) < 1e-9
    assert lasso.kkt_residual(w + 1e-3, X, y, lam) > 1e-4
    assert lasso.duality_gap(w, X, y, lam) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("lam", LAMS)
@pytest.mark.parametrize("shape", [(40, 12), (15, 30)])
def test_the_lasso_equals_scikit_learn_at_alpha_half_lam(lam, shape):
    X, y = problem(2, *shape)
    theirs = Lasso(alpha=lam / 2, fit_intercept=False, tol=1e-12, max_iter=100_000).fit(X, y).coef_
    assert lasso.lasso(X, y, lam) == pytest.approx(theirs, abs=1e-6)


def test_real_data_agrees_with_scikit_learn_along_the_path():
    D = data.load("diabetes")
    X, y = data.standardise(D.X), (D.y - D.y.mean()) / D.y.std()
    lams = np.array([0.5, 0.02, 0.1])  # in any order
    for lam, w in zip(lams, lasso.lasso_path(X, y, lams)):
        theirs = (
            Lasso(alpha=lam / 2, fit_intercept=False, tol=1e-12, max_iter=100_000).fit(X, y).coef_
        )
        assert w == pytest.approx(theirs, abs=1e-6)


def test_zero_from_lam_max_on_and_not_below():
    X, y = problem(3)
    top = lasso.lam_max(X, y)
    assert not lasso.lasso(X, y, top * (1 + 1e-9)).any()
    assert (lasso.lasso(X, y, top * 0.999) != 0).sum() == 1


@pytest.mark.parametrize("lam", LAMS)
def test_every_sweep_goes_down_each_coordinate_is_best_and_the_gap_is_never_over_the_duality_gap(
    lam,
):
    X, y = problem(4)
    run = lasso.coordinate_descent(X, y, lam, 60, w0=np.ones(12))
    values = lasso.objective(X, y, lam)[0](run.w)
    best = lasso.objective(X, y, lam)[0](lasso.lasso(X, y, lam))
    assert (np.diff(values) <= 1e-12).all() and (values >= best - 1e-12).all()
    assert run.w[:-1] - run.eta[:, None] * run.v == pytest.approx(run.w[1:])
    for w, value in zip(run.w, values):
        assert value - best <= lasso.duality_gap(w, X, y, lam) + 1e-12
    assert lasso.duality_gap(run.last, X, y, lam) < 1e-6
    w = run.w[1].copy()  # the last coordinate was just set: no other value is better

    def along(z):
        return lasso.objective(X, y, lam)[0](np.append(w[:-1], z))

    assert along(w[-1]) <= minimize_scalar(along, bracket=(-1, 1)).fun + 1e-9


def test_a_column_of_zeros_and_a_doubled_column_are_no_trouble():
    X, y = problem(5)
    X = np.column_stack([X, np.zeros(len(X)), X[:, 0]])
    w = lasso.lasso(X, y, 0.1)
    assert w[12] == 0
    assert lasso.objective(X, y, 0.1)[0](w) == pytest.approx(
        lasso.objective(X[:, :12], y, 0.1)[0](lasso.lasso(X[:, :12], y, 0.1)), abs=1e-9
    )


def test_the_path_is_a_straight_line_between_changes_of_support():
    X, y = problem(6)
    a, b, c = lasso.lasso_path(X, y, [0.1, 0.1001, 0.1002])
    assert ((a != 0) == (c != 0)).all()
    assert b == pytest.approx((a + c) / 2, abs=1e-10)


def test_best_subset_is_what_least_squares_on_every_subset_says_and_greedy_never_beats_it():
    X, y = problem(7, d=7)
    path, quick = subsets.best_subset(X, y), subsets.greedy(X, y)
    for k, (risk, columns) in enumerate(zip(path.risk, path.columns)):
        S = list(columns)
        left = (
            ((y - X[:, S] @ np.linalg.lstsq(X[:, S], y, rcond=None)[0]) ** 2).mean()
            if S
            else (y**2).mean()
        )
        assert len(S) == k and risk == pytest.approx(left)
        assert quick.risk[k] >= risk - 1e-12
    assert path.tried == 128 and quick.tried == 29
    assert quick.risk[[0, 1, 7]] == pytest.approx(
        path.risk[[0, 1, 7]]
    )  # the same where greed has no choice


def test_reached_is_what_a_scan_over_lam_finds():
    rng = np.random.default_rng(8)
    for _ in range(20):
        risk = np.sort(rng.uniform(0, 1, 7))[::-1]
        lams = np.append(0, np.geomspace(1e-6, 2, 20000))
        assert set(subsets.reached(risk)) == set(
            (risk + lams[:, None] * np.arange(7)).argmin(axis=1).tolist()
        )


@pytest.mark.parametrize("p", [0.5, 1, 2, 3])
def test_the_edge_of_a_ball_is_at_its_radius_and_has_its_corners(p):
    edge = lasso.ball_edge(p, 1.7)
    assert (lasso.power(edge, p) ** (1 / p)) == pytest.approx(np.full(len(edge), 1.7))
    assert (np.abs(edge - [0, 1.7]).max(axis=1) < 1e-12).any() and (edge[:, 1] == 0).sum() == 3


def test_touching_is_the_projection_when_the_contours_are_circles():
    c = np.array([[2.0, 0.3], [1.5, 1.5], [-0.2, 3.0]])
    I = np.broadcast_to(np.eye(2), (3, 2, 2))
    assert lasso.touching(I, c, 2) == pytest.approx(
        c / np.linalg.norm(c, axis=1, keepdims=True), abs=5e-3
    )
    assert lasso.touching(I, c, 1) == pytest.approx(
        np.array([[1, 0], [0.5, 0.5], [0, 1]]), abs=5e-3
    )


def test_basis_pursuit_has_a_dual_certificate():
    rng = np.random.default_rng(9)
    X, y = rng.normal(size=(10, 25)), rng.normal(size=10)
    w = basis_pursuit(X, y)
    dual = linprog(-y, A_ub=np.vstack([X.T, -X.T]), b_ub=np.ones(50), bounds=(None, None))
    assert X @ w == pytest.approx(y) and np.abs(w).sum() == pytest.approx(-dual.fun)


@pytest.mark.parametrize("p", [1, 1.2, 2, 3.5])
def test_the_touching_point_is_supported_by_its_pull(p):
    """m·w = radius |m|_q: what convexity asks for, and what a point beside the answer misses."""
    rng = np.random.default_rng(4)
    c = 3 * rng.normal(size=(200, 2))
    c = c[lasso.power(c, p) > 1.3**p]
    A = np.array([[1.0, 0.6], [0.6, 2.0]])
    w = lasso.touching(A, c, p, 1.3)
    m = (c - w) @ A
    norm = np.abs(m).max(axis=1) if p == 1 else lasso.power(m, p / (p - 1)) ** ((p - 1) / p)
    assert (m * w).sum(axis=1) == pytest.approx(1.3 * norm, rel=1e-6)
    assert lasso.power(w, p) ** (1 / p) == pytest.approx(np.full(len(c), 1.3))


def test_a_point_inside_the_ball_is_its_own_answer():
    inside = np.array([[0.2, 0.3], [0.0, 0.0]])
    assert (lasso.touching(np.eye(2), inside, 1) == inside).all()


@pytest.mark.parametrize("p", [0.5, 1, 2])
def test_the_cell_of_a_corner_holds_exactly_the_centres_that_it_catches(p):
    """Random centres: inside the outline the answer is the corner, outside it is not."""
    A = np.array([[1.4, -0.7], [-0.7, 2.6]])
    outline = lasso.corner_cell(A, p, 1.2, directions=1441)
    c = np.random.default_rng(6).uniform([-3, -3], [5, 3], size=(2000, 2))
    c = c[lasso.power(c, p) > 1.2**p]
    caught = (lasso.touching(A, c, p, 1.2) == [1.2, 0.0]).all(axis=1)
    inside = Path(outline).contains_points(c)
    assert np.mean(caught != inside) < 0.02 and (caught.any() or p == 2)
    if p == 1:
        m = (c - [1.2, 0.0]) @ A
        assert (caught == (np.abs(m[:, 1]) <= m[:, 0])).all()


@pytest.mark.parametrize("n, s", [(12, 4), (18, 4), (25, 12), (40, 9)])
def test_splitting_finds_what_linear_programming_finds(n, s):
    rng = np.random.default_rng(n)
    X, W = rng.normal(size=(n, 40)), recovery.sparse_signals(s, 40, 4, rng)
    (found, bound), exact = recovery.least_l1(X, W), [basis_pursuit(X, X @ w) for w in W]
    length, least = np.abs(found).sum(axis=1), np.abs(exact).sum(axis=1)
    assert found @ X.T == pytest.approx(W @ X.T, abs=1e-9)
    assert (bound <= least + 1e-9).all() and (least <= length + 1e-9).all()
    assert (length <= 1.005 * bound).all()
    assert (recovery.recovered(found, W) == recovery.recovered(np.array(exact), W)).all()


HARD = [(9, 2, 80), (8, 1, 75), (14, 5, 80), (26, 14, 50), (16, 6, 65), (34, 10, 60), (2, 1, 30)]


@pytest.mark.parametrize("n, s, d", HARD)
def test_few_equations_are_solved_to_half_a_per_cent_and_it_is_proved(n, s, d):
    """Where 200 steps were not enough: nothing found is longer than the truth, and a bound that no
    solution can beat is within half a per cent."""
    rng = np.random.default_rng(100)
    X, W = rng.normal(size=(n, d)), recovery.sparse_signals(s, d, 20, rng)
    found, bound = recovery.least_l1(X, W)
    length = np.abs(found).sum(axis=1)
    assert (length <= 1.005 * bound).all() and (bound <= s + 1e-9).all()
    assert found @ X.T == pytest.approx(W @ X.T, abs=1e-8)
    assert not (recovery.certified(X, W) & ~recovery.recovered(found, W)).any()


def test_the_shortest_solution_is_the_pseudo_inverse():
    rng = np.random.default_rng(5)
    for n in (7, 20, 30):
        X, W = rng.normal(size=(n, 20)), recovery.sparse_signals(3, 20, 4, rng)
        expected = W @ X.T @ np.linalg.pinv(X).T
        assert recovery.least_l2(X, W) == pytest.approx(expected, abs=1e-10)


def test_a_solver_that_stops_too_soon_says_so():
    rng = np.random.default_rng(100)
    X, W = rng.normal(size=(9, 80)), recovery.sparse_signals(2, 80, 20, rng)
    found, bound = recovery.least_l1(X, W, T=50)
    assert (np.abs(found).sum(axis=1) > 1.005 * bound).any()


def test_a_certificate_is_what_the_theorem_asks_for():
    """Two orthonormal rows: (1, 0, 0.6) is certified; a third column that is longer spoils it."""
    X = np.array([[1.0, 0, 0.6], [0, 1, 0.6]])
    assert recovery.certified(X, [[2.0, 0, 0]]).tolist() == [True]
    assert recovery.certified(X, [[1.0, 1, 0], [1, -1, 0]]).tolist() == [False, True]
    assert recovery.certified(X[:1], [[1.0, 1, 0]]).tolist() == [False]  # more than equations
    assert recovery.certified(np.ones((2, 2)), [[1.0, 1]]).tolist() == [False]  # equal columns


def test_a_support_proves_no_more_than_the_least_norm():
    """(1, 1, 0) is a solution of norm 2, but (0, 0, 1.25) is shorter: that is the bound."""
    E = np.array([[1.0, 0, 0.8], [0, 1, 0.8]])
    u, bound = recovery._on_support(E, np.array([1.0, 1, 0]), np.array([0.3, 0.1, 0]))
    assert u == pytest.approx([1, 1, 0]) and bound == pytest.approx(1.25)
    assert recovery._on_support(E, np.array([1.0, 1, 0]), np.array([1.0, 0, 0])) == (None, 0.0)


def test_signals_have_s_signs_in_every_place_alike():
    W = recovery.sparse_signals(3, 8, 4000, np.random.default_rng(1))
    assert (lasso.power(W, 0) == 3).all() and set(np.unique(W)) == {-1, 0, 1}
    assert (W != 0).mean(axis=0) == pytest.approx(
        np.full(8, 3 / 8), abs=5 * np.sqrt(15 / 64 / 4000)
    )
    assert W.mean(axis=0) == pytest.approx(np.zeros(8), abs=5 * np.sqrt(3 / 8 / 4000))


def test_the_transition_is_the_mean_squared_distance_to_the_scaled_subdifferential():
    """min over t of E dist(g, t d|w|_1)^2 / d, measured; and one half of the draws succeed
    there."""
    rng, d, s = np.random.default_rng(2), 200, 30
    g = rng.normal(size=(400, d))

    def distance(t):
        return ((g[:, :s] - t) ** 2).sum(axis=1) + (np.maximum(np.abs(g[:, s:]) - t, 0) ** 2).sum(
            axis=1
        )

    t = minimize_scalar(lambda t: distance(t).mean(), bracket=(0.5, 1.5)).x
    assert recovery.transition(s / d) * d == pytest.approx(
        distance(t).mean(), abs=5 * distance(t).std() / 20
    )
    at = [round(recovery.transition(0.2) * 40) + k for k in (-8, 8)]
    low, high = recovery.recovery_rates(at, [8], 40, 20, rng)[:, 0]
    assert low < 0.2 and high > 0.8


def test_the_transition_runs_from_nothing_to_everything():
    values = recovery.transition(np.linspace(0.001, 1, 50))
    assert (
        (np.diff(values) > 0).all()
        and values[0] < 0.02
        and values[-1] == pytest.approx(1, abs=1e-6)
    )


def test_descent_keeps_what_the_data_cannot_see():
    rng = np.random.default_rng(3)
    X, y, w0 = rng.normal(size=(5, 9)), rng.normal(size=5), rng.normal(size=9)
    eta = 2.5 / np.linalg.norm(X, 2) ** 2
    run = gradient_descent(lambda w: 2 / 5 * X.T @ (X @ w - y), w0, eta, 4000)
    end, least = lasso.descent_limit(X, y, w0), np.linalg.pinv(X) @ y
    assert run.last == pytest.approx(end, abs=1e-8) and X @ end == pytest.approx(y)
    assert end @ end == pytest.approx(least @ least + (end - least) @ (end - least))
    assert lasso.descent_limit(X, y, 0 * w0) == pytest.approx(least)


@pytest.mark.parametrize(
    "bad",
    [
        lambda: lasso.lasso([[1.0, 2.0]], [1.0], -1),
        lambda: lasso.lasso([[np.nan, 2.0]], [1.0], 1),
        lambda: lasso.shrink(1.0, 1.0, 3),
        lambda: lasso.shrink(1.0, 1.0, 2, 0.0),
        lambda: lasso.power([1.0], -1),
        lambda: subsets.best_subset(np.ones((3, 17)), np.ones(3)),
        lambda: recovery.sparse_signals(5, 4, 1, None),
        lambda: lasso.lam_max(np.ones((2, 2)), [1.0]),
        lambda: lasso.coordinate_descent([[1.0]], [1.0], 1, -1),
        lambda: lasso.touching(np.eye(2), np.ones((1, 2)), -1),
    ],
)
def test_bad_input_is_one_sentence(bad):
    with pytest.raises(ValueError) as error:
        bad()
    assert "\n" not in str(error.value)
