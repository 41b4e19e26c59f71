"""Penalties, the lasso by coordinate descent, subsets, recovery: identities, certificates and
second opinions."""

import numpy as np
import pytest
from scipy.optimize import linprog, minimize_scalar
from sklearn.linear_model import Lasso

from helpers import data
from helpers.linear import lasso, subsets
from helpers.linear.least_squares import Ridge
from lessons.n05_sparsity import sparse_recovery as recovery
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
    """D-1.33, R-27: from 2|X'y|_inf/n on in the mean form, from 2|X'y|_inf on in the sum form."""
    X, y = problem(3)
    top = lasso.lam_max(X, y)
    assert top == pytest.approx(np.abs(2 * X.T @ y).max() / len(y))
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


def test_basis_pursuit_has_a_dual_certificate():
    rng = np.random.default_rng(9)
    X, y = rng.normal(size=(10, 25)), rng.normal(size=10)
    w = basis_pursuit(X, y)
    dual = linprog(-y, A_ub=np.vstack([X.T, -X.T]), b_ub=np.ones(50), bounds=(None, None))
    assert X @ w == pytest.approx(y) and np.abs(w).sum() == pytest.approx(-dual.fun)


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
