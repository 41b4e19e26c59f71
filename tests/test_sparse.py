"""Penalties, the lasso by coordinate descent, subsets, recovery: identities, certificates and second opinions."""
import numpy as np
import pytest
from scipy.optimize import linprog, minimize_scalar
from sklearn.linear_model import Lasso

from helpers import data, sparse
from helpers.linear import Ridge
from helpers.optim import gradient_descent

LAMS = [0.01, 0.1, 0.5]


def problem(seed, n=40, d=12, noise=0.3):
    rng = np.random.default_rng(seed)
    X = data.correlated(n, d, 0.4, rng) * rng.uniform(0.3, 2, d)
    w = np.where(np.arange(d) < 4, rng.normal(size=d), 0)
    return X, X @ w + noise * rng.normal(size=n)


@pytest.mark.parametrize("p", [0, 1, 2])
@pytest.mark.parametrize("s", [0.3, 1.0, 2.5])
@pytest.mark.parametrize("lam", [0.1, 1.0, 3.0])
def test_shrink_is_the_lowest_point_of_its_objective(p, s, lam):
    grid = np.append(np.linspace(-4, 4, 8001), 0.0)[:, None]
    for b in (-2.2, -0.4, 0.05, 0.9, 3.1):
        def f(w, b=b):
            return s**2 * (w[..., 0] - b) ** 2 + lam * sparse.power(w, p)
        w = sparse.shrink(b, lam, p, s)
        assert f(np.array([w])) <= f(grid).min() + 1e-12
        assert f(np.array([w])) >= f(grid).min() - 1e-3 * max(1, s**2)  # the grid is fine enough to notice a wrong rule


def test_the_three_rules_on_orthonormal_columns_are_ridge_lasso_and_best_subset():
    rng = np.random.default_rng(0)
    X, y = np.linalg.qr(rng.normal(size=(30, 6)))[0], rng.normal(size=30)
    b, n, lam = X.T @ y, 30, 0.4
    assert sparse.shrink(b, lam, 2) == pytest.approx(Ridge(X, y).w(lam / n), abs=1e-12)
    assert sparse.shrink(b, lam, 1) == pytest.approx(sparse.lasso(X, y, lam / n), abs=1e-12)
    path = sparse.best_subset(X, y)
    k = int(np.argmin(path.risk * n + lam * np.arange(7)))
    assert set(np.flatnonzero(sparse.shrink(b, lam, 0))) == set(path.columns[k])


def test_power_counts_at_zero_and_sums_powers_else():
    w = np.array([[1.5, 0, -1.1, 0], [0, 0, 0, -2.0]])
    assert sparse.power(w, 0).tolist() == [2, 1]
    assert sparse.power(w, 1) == pytest.approx([2.6, 2.0])
    assert sparse.power(w, 2) == pytest.approx((w**2).sum(axis=1))


@pytest.mark.parametrize("lam", LAMS)
@pytest.mark.parametrize("shape", [(40, 12), (15, 30)])
def test_the_lasso_satisfies_its_kkt_conditions_with_equality_on_the_support(lam, shape):
    X, y = problem(1, *shape)
    w = sparse.lasso(X, y, lam)
    g = 2 / len(X) * X.T @ (y - X @ w)
    on = w != 0
    assert on.any() and not on.all()
    assert g[on] == pytest.approx(lam * np.sign(w[on]), abs=1e-9)
    assert np.abs(g[~on]).max() <= lam
    assert sparse.kkt_residual(w, X, y, lam) < 1e-9
    assert sparse.kkt_residual(w + 1e-3, X, y, lam) > 1e-4
    assert sparse.duality_gap(w, X, y, lam) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("lam", LAMS)
@pytest.mark.parametrize("shape", [(40, 12), (15, 30)])
def test_the_lasso_equals_scikit_learn_at_alpha_half_lam(lam, shape):
    X, y = problem(2, *shape)
    theirs = Lasso(alpha=lam / 2, fit_intercept=False, tol=1e-12, max_iter=100_000).fit(X, y).coef_
    assert sparse.lasso(X, y, lam) == pytest.approx(theirs, abs=1e-6)


def test_real_data_agrees_with_scikit_learn_along_the_path():
    D = data.load("diabetes")
    X, y = data.standardise(D.X), (D.y - D.y.mean()) / D.y.std()
    lams = np.array([0.5, 0.02, 0.1])  # in any order
    for lam, w in zip(lams, sparse.lasso_path(X, y, lams)):
        theirs = Lasso(alpha=lam / 2, fit_intercept=False, tol=1e-12, max_iter=100_000).fit(X, y).coef_
        assert w == pytest.approx(theirs, abs=1e-6)


def test_zero_from_lam_max_on_and_not_below():
    X, y = problem(3)
    top = sparse.lam_max(X, y)
    assert not sparse.lasso(X, y, top * (1 + 1e-9)).any()
    assert (sparse.lasso(X, y, top * 0.999) != 0).sum() == 1


@pytest.mark.parametrize("lam", LAMS)
def test_every_sweep_goes_down_each_coordinate_is_best_and_the_gap_is_never_over_the_duality_gap(lam):
    X, y = problem(4)
    run = sparse.coordinate_descent(X, y, lam, 60, w0=np.ones(12))
    values = sparse.lasso_objective(run.w, X, y, lam)
    best = sparse.lasso_objective(sparse.lasso(X, y, lam), X, y, lam)
    assert (np.diff(values) <= 1e-12).all() and (values >= best - 1e-12).all()
    assert run.w[:-1] - run.eta[:, None] * run.v == pytest.approx(run.w[1:])
    for w, value in zip(run.w, values):
        assert value - best <= sparse.duality_gap(w, X, y, lam) + 1e-12
    assert sparse.duality_gap(run.last, X, y, lam) < 1e-6
    w = run.w[1].copy()  # the last coordinate was just set: no other value is better
    def along(z):
        return sparse.lasso_objective(np.append(w[:-1], z), X, y, lam)
    assert along(w[-1]) <= minimize_scalar(along, bracket=(-1, 1)).fun + 1e-9


def test_a_column_of_zeros_and_a_doubled_column_are_no_trouble():
    X, y = problem(5)
    X = np.column_stack([X, np.zeros(len(X)), X[:, 0]])
    w = sparse.lasso(X, y, 0.1)
    assert w[12] == 0
    assert sparse.lasso_objective(w, X, y, 0.1) == pytest.approx(
        sparse.lasso_objective(sparse.lasso(X[:, :12], y, 0.1), X[:, :12], y, 0.1), abs=1e-9)


def test_the_path_is_a_straight_line_between_changes_of_support():
    X, y = problem(6)
    a, b, c = sparse.lasso_path(X, y, [0.1, 0.1001, 0.1002])
    assert ((a != 0) == (c != 0)).all()
    assert b == pytest.approx((a + c) / 2, abs=1e-10)


def test_best_subset_is_what_least_squares_on_every_subset_says_and_greedy_never_beats_it():
    X, y = problem(7, d=7)
    path, quick = sparse.best_subset(X, y), sparse.greedy(X, y)
    for k, (risk, columns) in enumerate(zip(path.risk, path.columns)):
        S = list(columns)
        left = ((y - X[:, S] @ np.linalg.lstsq(X[:, S], y, rcond=None)[0]) ** 2).mean() if S else (y**2).mean()
        assert len(S) == k and risk == pytest.approx(left)
        assert quick.risk[k] >= risk - 1e-12
    assert path.tried == 128 and quick.tried == 29
    assert quick.risk[[0, 1, 7]] == pytest.approx(path.risk[[0, 1, 7]])  # the same where greed has no choice


def test_reached_is_what_a_scan_over_lam_finds():
    rng = np.random.default_rng(8)
    for _ in range(20):
        risk = np.sort(rng.uniform(0, 1, 7))[::-1]
        lams = np.append(0, np.geomspace(1e-6, 2, 20000))
        assert set(sparse.reached(risk)) == set((risk + lams[:, None] * np.arange(7)).argmin(axis=1).tolist())


@pytest.mark.parametrize("p", [0.5, 1, 1.5, 2, 4])
def test_the_plane_search_finds_the_penalised_minimiser(p):
    A, c = np.array([[1.0, 0.5], [0.5, 0.8]]), np.array([1.6, 0.5])
    lams = np.array([0.05, 0.6, 2.0])
    found = sparse.penalised_plane(A, c, lams, p)
    x = np.linspace(-2.5, 2.5, 401)
    grid = np.stack(np.meshgrid(x, x), axis=-1)
    for lam, w in zip(lams, found):
        def f(w, lam=lam):
            return np.einsum("...i,ij,...j->...", w - c, A, w - c) + lam * sparse.power(w, p)
        assert f(w) <= f(grid).min() + 1e-12
        assert f(w) >= f(grid).min() - 5e-4
    if p == 1:
        R = np.sqrt(2) * np.linalg.cholesky(A).T  # |R w - R c|^2 / 2 is the quadratic
        exact = [sparse.lasso(R, R @ c, lam) for lam in lams]
        assert found == pytest.approx(np.array(exact), abs=1e-6)
        assert ((found == 0) == (np.array(exact) == 0)).all()
    if p == 2:
        assert found == pytest.approx(np.array([np.linalg.solve(A + lam * np.eye(2), A @ c) for lam in lams]), abs=1e-6)


def test_the_plane_search_is_exact_about_zeros_from_any_centre():
    rng = np.random.default_rng(11)
    for c, corr in zip(rng.uniform(-2, 2, (10, 2)), rng.uniform(-0.9, 0.9, 10)):
        A, lams = np.array([[1, corr], [corr, 1]]), np.linspace(0.05, 3, 80)
        R = np.sqrt(2) * np.linalg.cholesky(A).T
        found, exact = sparse.penalised_plane(A, c, lams, 1), np.array([sparse.lasso(R, R @ c, lam) for lam in lams])
        assert found == pytest.approx(exact, abs=1e-6) and ((found == 0) == (exact == 0)).all()


@pytest.mark.parametrize("p", [0.5, 1, 2, 3])
def test_the_edge_of_a_ball_is_at_its_radius_and_has_its_corners(p):
    edge = sparse.ball_edge(p, 1.7)
    assert (sparse.power(edge, p) ** (1 / p)) == pytest.approx(np.full(len(edge), 1.7))
    assert (np.abs(edge - [0, 1.7]).max(axis=1) < 1e-12).any() and (edge[:, 1] == 0).sum() == 3


def test_touching_is_the_projection_when_the_contours_are_circles():
    c = np.array([[2.0, 0.3], [1.5, 1.5], [-0.2, 3.0]])
    I = np.broadcast_to(np.eye(2), (3, 2, 2))
    assert sparse.touching(I, c, 2) == pytest.approx(c / np.linalg.norm(c, axis=1, keepdims=True), abs=5e-3)
    assert sparse.touching(I, c, 1) == pytest.approx(np.array([[1, 0], [0.5, 0.5], [0, 1]]), abs=5e-3)


def test_basis_pursuit_has_a_dual_certificate():
    rng = np.random.default_rng(9)
    X, y = rng.normal(size=(10, 25)), rng.normal(size=10)
    w = sparse.basis_pursuit(X, y)
    dual = linprog(-y, A_ub=np.vstack([X.T, -X.T]), b_ub=np.ones(50), bounds=(None, None))
    assert X @ w == pytest.approx(y) and np.abs(w).sum() == pytest.approx(-dual.fun)


@pytest.mark.parametrize("n, s", [(12, 4), (18, 4), (25, 12), (40, 9)])
def test_splitting_finds_what_linear_programming_finds(n, s):
    rng = np.random.default_rng(n)
    X, W = rng.normal(size=(n, 40)), sparse.sparse_signals(s, 40, 4, rng)
    found, exact = sparse.least_l1(X, W, 600), np.array([sparse.basis_pursuit(X, X @ w) for w in W])
    assert found @ X.T == pytest.approx(W @ X.T, abs=1e-9)
    assert np.abs(found).sum(axis=1) == pytest.approx(np.abs(exact).sum(axis=1), rel=2e-3)
    assert (sparse.recovered(found, W) == sparse.recovered(exact, W)).all()


def test_signals_have_s_signs_in_every_place_alike():
    W = sparse.sparse_signals(3, 8, 4000, np.random.default_rng(1))
    assert (sparse.power(W, 0) == 3).all() and set(np.unique(W)) == {-1, 0, 1}
    assert (W != 0).mean(axis=0) == pytest.approx(np.full(8, 3 / 8), abs=5 * np.sqrt(15 / 64 / 4000))
    assert W.mean(axis=0) == pytest.approx(np.zeros(8), abs=5 * np.sqrt(3 / 8 / 4000))


def test_the_transition_is_the_mean_squared_distance_to_the_scaled_subdifferential():
    """min over t of E dist(g, t d|w|_1)^2 / d, measured; and one half of the draws succeed there."""
    rng, d, s = np.random.default_rng(2), 200, 30
    g = rng.normal(size=(400, d))
    def distance(t):
        return ((g[:, :s] - t) ** 2).sum(axis=1) + (np.maximum(np.abs(g[:, s:]) - t, 0) ** 2).sum(axis=1)
    t = minimize_scalar(lambda t: distance(t).mean(), bracket=(0.5, 1.5)).x
    assert sparse.transition(s / d) * d == pytest.approx(distance(t).mean(), abs=5 * distance(t).std() / 20)
    at = [round(sparse.transition(0.2) * 40) + k for k in (-8, 8)]
    low, high = sparse.recovery_rates(at, [8], 40, 20, rng)[:, 0]
    assert low < 0.2 and high > 0.8


def test_the_transition_runs_from_nothing_to_everything():
    values = sparse.transition(np.linspace(0.001, 1, 50))
    assert (np.diff(values) > 0).all() and values[0] < 0.02 and values[-1] == pytest.approx(1, abs=1e-6)


def test_descent_keeps_what_the_data_cannot_see():
    rng = np.random.default_rng(3)
    X, y, w0 = rng.normal(size=(5, 9)), rng.normal(size=5), rng.normal(size=9)
    eta = 2.5 / np.linalg.norm(X, 2) ** 2
    run = gradient_descent(lambda w: 2 / 5 * X.T @ (X @ w - y), w0, eta, 4000)
    end, least = sparse.descent_limit(X, y, w0), np.linalg.pinv(X) @ y
    assert run.last == pytest.approx(end, abs=1e-8) and X @ end == pytest.approx(y)
    assert end @ end == pytest.approx(least @ least + (end - least) @ (end - least))
    assert sparse.descent_limit(X, y, 0 * w0) == pytest.approx(least)


@pytest.mark.parametrize("bad", [
    lambda: sparse.lasso([[1.0, 2.0]], [1.0], -1), lambda: sparse.lasso([[np.nan, 2.0]], [1.0], 1),
    lambda: sparse.shrink(1.0, 1.0, 3), lambda: sparse.shrink(1.0, 1.0, 2, 0.0), lambda: sparse.power([1.0], -1),
    lambda: sparse.best_subset(np.ones((3, 17)), np.ones(3)), lambda: sparse.sparse_signals(5, 4, 1, None),
    lambda: sparse.basis_pursuit([[1.0, 1.0], [1.0, 1.0]], [0.0, 1.0]), lambda: sparse.lam_max(np.ones((2, 2)), [1.0]),
    lambda: sparse.coordinate_descent([[1.0]], [1.0], 1, -1), lambda: sparse.penalised_plane(np.eye(3), [1, 1], 1, 1),
])
def test_bad_input_is_one_sentence(bad):
    with pytest.raises(ValueError) as error:
        bad()
    assert "\n" not in str(error.value)
