"""The rows of the results ledger that notebook 04 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest
from scipy.optimize import minimize

from helpers.data import rings, sine, standardise
from helpers.linear.least_squares import (
    Ridge,
    augment,
    condition_bound,
    lam_for_radius,
    least_squares,
    objective,
    polynomial,
    posterior,
)
from lessons.n04_least_squares.bias_variance import (
    Ladder,
    bias_variance,
    relu_features,
    repeat_ridge,
    ridge_risk,
)

GRID = np.linspace(0, 1, 201)
TRUTH = np.sin(2 * np.pi * GRID)


def example(n, d, t=None, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=n if t is None else (n, t))


def numeric(f, w, h=1e-6):
    steps = [h * e.reshape(w.shape) for e in np.eye(w.size)]
    return np.array([(f(w + e) - f(w - e)) / (2 * h) for e in steps]).reshape(w.shape)


def wave(M, n=10, lam=0.0, seed=4):
    """Training and test error of the degree-M fit to n noisy points of a sine."""
    x, y = sine(n, np.random.default_rng(seed), sigma=0.25)
    x_new, y_new = sine(200, np.random.default_rng(100), sigma=0.25)
    ridge = Ridge(polynomial(x, M), y)
    return (
        np.mean((ridge.fitted(lam) - y) ** 2),
        np.mean((ridge.predict(polynomial(x_new, M), lam) - y_new) ** 2),
    )


def test_every_radius_is_reached_by_one_lam_and_the_unsquared_penalty_is_another_rule():
    """D-1.34, E1-05: bisection on lam hits |w| = r; with lam |w| unsquared the solution is exactly
    0 at lam = 5."""
    X, y = example(60, 3)
    y = y + X @ [1, -0.5, 0.2]
    for share in (0.05, 0.5, 0.95):
        r = share * np.linalg.norm(least_squares(X, y).w)
        w = Ridge(X, y).w(lam_for_radius(X, y, r))
        assert np.linalg.norm(w) == pytest.approx(r, rel=1e-10)
        rng = np.random.default_rng(1)
        others = rng.normal(size=(500, 3))
        others *= r / np.linalg.norm(others, axis=1)[:, None]
        assert objective(X, y)[0](w) < min(objective(X, y)[0](v) for v in others)
    assert np.linalg.norm(objective(X, y)[1](np.zeros(3))) < 5

    def unsquared(w):
        return objective(X, y)[0](w) + 5 * np.linalg.norm(w)

    tried = [s * v for v in example(300, 3, seed=2)[0] for s in (1e-6, 1e-3, 0.1, 1)]
    assert all(
        unsquared(v) > unsquared(np.zeros(3)) for v in tried
    )  # 0 is the minimiser, by convexity a global one
    assert np.linalg.norm(Ridge(X, y).w(5.0)) > 0.05


def test_ridge_minimises_the_mean_loss_plus_penalty_and_is_augmented_least_squares():
    """D-1.35, R-14, W-1.3.4, W-1.3.4a, W-1.3.6: closed form with n lam = numerical minimiser =
    lstsq on n + d rows."""
    X, y = example(25, 4)
    for lam in (0.01, 1.0):
        w = Ridge(X, y).w(lam)
        assert w == pytest.approx(np.linalg.solve(X.T @ X / 25 + lam * np.eye(4), X.T @ y / 25))
        assert w == pytest.approx(
            minimize(objective(X, y, lam)[0], np.zeros(4), tol=1e-12).x, abs=1e-5
        )
        A, b = augment(X, y, lam)
        assert len(A) == 25 + 4
        assert w == pytest.approx(np.linalg.lstsq(A, b, rcond=None)[0])
        v = example(3, 4, seed=7)[0]
        assert [objective(X, y, lam)[0](u) for u in v] == pytest.approx(
            [((A @ u - b) ** 2).sum() / 25 for u in v]
        )
    wrong = np.linalg.solve(
        X.T @ X + 0.01 * np.eye(4), X.T @ y
    )  # without the n the gradient does not vanish
    right = Ridge(X, y).w(0.01)
    assert (
        np.linalg.norm(objective(X, y, 0.01)[1](right))
        < 1e-12
        < 1e-3
        < np.linalg.norm(objective(X, y, 0.01)[1](wrong))
    )


def test_rings_need_the_feature_norm_squared():
    """R-4: least squares on two rings is right on < 75 % of raw points and on all of them with
    |x|^2."""
    X, y = rings(200, np.random.default_rng(0))

    def accuracy(psi):
        A = np.column_stack([np.ones(200), psi])
        return np.mean(np.sign(A @ least_squares(A, y).w) == y)

    assert accuracy(X) < 0.75 and accuracy(np.column_stack([X, (X**2).sum(axis=1)])) == 1


@pytest.mark.parametrize("M", [0, 1, 3, 7])
def test_a_linear_fit_to_powers_is_the_polynomial_fit(M):
    """R-5, R-6: (1, x, ..., x^M) has M + 1 entries and its least squares fit is np.polyfit's
    polynomial."""
    x, y = sine(15, np.random.default_rng(1))
    X = polynomial(x, M)
    assert X.shape == (15, M + 1) and X[:, -1] == pytest.approx(x**M)
    w = least_squares(X, y).w
    assert polynomial(GRID, M) @ w == pytest.approx(np.polyval(np.polyfit(x, y, M), GRID), abs=1e-8)


def test_degree_one_underfits_and_degree_nine_overfits_ten_points():
    """R-7, R-8: M = 1 has both errors > 0.1; M = 9 hits n = 10 points and is > 2 times worse than M
    = 3 elsewhere."""
    assert min(wave(1)) > 0.1 and min(wave(2)) > 0.1
    train, test = wave(9)
    assert train < 1e-12 and test > 2 * wave(3)[1]


def test_a_small_lam_halves_the_error_of_the_degree_nine_fit():
    """R-10b: lam = 1e-4, in either convention of lam."""
    test = wave(9)[1]
    assert wave(9, lam=1e-4)[1] < test / 2 and wave(9, lam=1e-4 / 10)[1] < test / 2


def test_the_gap_grows_up_to_as_many_features_as_examples_and_falls_beyond():
    """R-9, R15: training error falls in D; the median gap over 15 draws peaks at D = n = 30 and
    falls again."""
    widths, gaps = [2, 10, 20, 30, 60, 150, 600], []
    for seed in range(15):
        rng = np.random.default_rng(seed)
        X, Z, psi = rng.normal(size=(30, 3)), rng.normal(size=(200, 3)), relu_features(3, 600, rng)
        y = np.sin(X[:, 0]) + 0.3 * rng.normal(size=30)
        train, test = Ladder(psi(X), y, psi(Z), np.sin(Z[:, 0]), widths).errors()
        assert np.all(np.diff(train) <= 1e-12)
        gaps.append(test + 0.09 - train)
    gap = np.median(gaps, axis=0)
    assert np.all(np.diff(gap[:4]) > 0) and np.all(np.diff(gap[3:]) < 0) and gap[-1] < gap[3] / 10


def test_the_norm_falls_and_the_residual_grows_along_the_path_between_its_two_ends():
    """R-10, R-11: monotone on a 60-point grid; lam = 1e-10 gives least squares, lam = 1e8 gives |w|
    < 1e-6."""
    X, y = example(30, 4)
    path = Ridge(X, y).w(np.geomspace(1e-4, 1e4, 60))
    assert np.all(np.diff(np.linalg.norm(path, axis=1)) < 0)
    assert np.all(np.diff([((X @ w - y) ** 2).sum() for w in path]) > 0)
    assert Ridge(X, y).w(1e-10) == pytest.approx(np.linalg.lstsq(X, y, rcond=None)[0], abs=1e-7)
    assert np.linalg.norm(Ridge(X, y).w(1e8)) < 1e-6


def test_the_sum_form_has_gradient_two_X_transpose_residual_plus_two_lam_w():
    """R-12, R-13: |Xw - y|^2 + lam |w|^2 is n times ours at lam / n; 2(X'Xw - X'y) + 2 lam w by
    finite differences."""
    X, y = example(20, 3)
    lam, w = 0.7, np.array([0.3, -1.0, 2.0])

    def total(v):
        return ((X @ v - y) ** 2).sum() + lam * v @ v

    assert total(w) == pytest.approx(20 * objective(X, y, lam / 20)[0](w))
    printed = 2 * (X.T @ X @ w - X.T @ y) + 2 * lam * w
    assert printed == pytest.approx(numeric(total, w), abs=1e-4)
    assert printed == pytest.approx(20 * objective(X, y, lam / 20)[1](w))
    assert Ridge(X, y).w(lam / 20) == pytest.approx(
        np.linalg.solve(X.T @ X + lam * np.eye(3), X.T @ y)
    )


def test_the_most_probable_w_is_ridge_with_the_ratio_of_the_variances():
    """R-15: the minimiser of -log posterior is ridge with sum penalty sigma^2 / s^2."""
    X, y = example(15, 3)
    sigma, s = 0.6, 1.7

    def minus_log(w):
        return ((y - X @ w) ** 2).sum() / (2 * sigma**2) + w @ w / (2 * s**2)

    mode = minimize(minus_log, np.zeros(3), tol=1e-12).x
    assert mode == pytest.approx(
        np.linalg.solve(X.T @ X + (sigma / s) ** 2 * np.eye(3), X.T @ y), abs=1e-5
    )
    assert mode == pytest.approx(posterior(X, y, sigma, s)[0], abs=1e-5)


def test_a_line_stays_wrong_about_a_sine_whatever_the_number_of_examples():
    """R-37: M = 1, n = 5000 still misses the truth by > 0.1; degree 9 does not."""
    x = np.linspace(0, 1, 5000)
    P = [
        repeat_ridge(
            Ridge(polynomial(x, M), np.sin(2 * np.pi * x)),
            0.25,
            0.0,
            polynomial(GRID, M),
            20,
            np.random.default_rng(0),
        )
        for M in (1, 9)
    ]
    line, nine = (bias_variance(p, TRUTH) for p in P)
    assert line.bias2 > 0.1 and line.variance < 1e-3 and nine.total < 1e-3


def test_variance_grows_and_bias_falls_with_the_degree_and_they_add_up():
    """R-38: bias^2 + variance = MSE to 1e-10; in M the variance increases, the bias^2 falls."""
    x = np.linspace(0, 1, 20)
    f = np.sin(2 * np.pi * x)
    inside = []
    for M in range(13):
        ridge = Ridge(polynomial(x, M), f)
        P = repeat_ridge(ridge, 0.25, 0.0, polynomial(GRID, M), 200, np.random.default_rng(M))
        parts = bias_variance(P, TRUTH)
        assert parts.bias2 + parts.variance == pytest.approx(((P - TRUTH) ** 2).mean(), abs=1e-10)
        inside.append(ridge_risk(ridge, 0.25, 0.0, ridge.X, f))
    assert np.all(np.diff([p.variance for p in inside]) > 0)
    assert [p.variance for p in inside] == pytest.approx(
        [0.25**2 * (M + 1) / 20 for M in range(13)]
    )
    assert (
        np.all(np.diff([p.bias2 for p in inside]) < 1e-12)
        and inside[0].bias2 > 100 * inside[5].bias2
    )


def test_infinitely_many_functions_hit_every_example():
    """W-1.3.1, W-1.3.2: p + c prod (x - x_i) is exact for c = 0, 1, -7 and different elsewhere."""
    x, y = sine(5, np.random.default_rng(0))
    p, zero = np.poly1d(np.polyfit(x, y, 4)), np.poly1d(x, r=True)
    fs = [p + c * zero for c in (0, 1, -7)]
    for f in fs:
        assert f(x) == pytest.approx(y, abs=1e-10)
    assert len({round(float(f(1.5)), 6) for f in fs}) == 3
    assert [f(1.5) - p(1.5) for f in fs] == pytest.approx(
        [c * np.prod(1.5 - x) for c in (0, 1, -7)]
    )


def test_the_gradient_vanishes_at_the_least_squares_solution_and_has_the_printed_form():
    """W-1.3.3, W-1.3.3a: (2/n)(WX - Y)X' for examples as columns, by finite differences; zero at
    the solution."""
    X, Y = example(12, 3, t=2)
    W = np.random.default_rng(3).normal(size=(2, 3))

    def loss(V):
        return ((V @ X.T - Y.T) ** 2).sum() / 12  # their X is our X'

    printed = 2 / 12 * (W @ X.T - Y.T) @ X
    assert printed == pytest.approx(numeric(loss, W), abs=1e-5)
    assert printed == pytest.approx(np.array([objective(X, z)[1](w) for w, z in zip(W, Y.T)]))
    best = least_squares(X, Y).w.T
    assert numeric(loss, best) == pytest.approx(np.zeros((2, 3)), abs=1e-6)
    assert np.linalg.norm(numeric(loss, best + 0.1)) > 0.1


def test_the_normal_equation_gives_lstsq_and_predictions_of_the_right_shape():
    """W-1.3.3b, W-1.3.3c, W13: YX'(XX')^-1 = lstsq at full rank; with d > n only the pseudo-inverse
    fits."""
    X, Y = example(12, 3, t=2)
    printed = (Y.T @ X) @ np.linalg.inv(X.T @ X)
    for w in (np.linalg.lstsq(X, Y, rcond=None)[0], least_squares(X, Y).w):
        assert np.abs(w.T - printed).max() < 1e-9
    assert (printed @ example(5, 3, seed=1)[0].T).shape == (2, 5)
    assert Ridge(X, Y).predict(example(5, 3, seed=1)[0], 0.0).shape == (5, 2)
    wide, y = example(2, 4)
    fit = least_squares(wide, y)
    assert (
        fit.rank == 2
        and wide @ fit.w == pytest.approx(y)
        and np.linalg.matrix_rank(wide.T @ wide) == 2
    )


def test_two_close_points_make_the_slope_explode_and_ridge_holds_it():
    """W-1.3.3d: X = [[0, 1], [eps, 1]], y = (1, -1) gives w = (-2/eps, 1); with lam = 0.01 |w| <
    12, in fact <= 5."""
    for eps in (1, 0.1, 1e-2, 1e-3):
        X, y = [[0, 1], [eps, 1]], [1, -1]
        assert least_squares(X, y).w == pytest.approx([-2 / eps, 1])
        assert (
            np.linalg.norm(Ridge(X, y).w(0.01))
            <= np.sqrt(2) / (2 * np.sqrt(2 * 0.01))
            == pytest.approx(5)
        )


def test_the_penalty_lifts_every_eigenvalue_by_n_lam_for_every_positive_lam():
    """W-1.3.5, W-1.3.5a, W14, W15: U(SS' + n lam I)U' with S not square; lam_min >= n lam, cond <=
    1 + s1^2/(n lam)."""
    X = example(5, 6)[0]  # examples as rows: rank 5 < 6
    U, s, _ = np.linalg.svd(X.T)  # theirs is 6 x 5
    S = np.zeros((6, 5))
    S[:5, :5] = np.diag(s)
    for lam in (1e-6, 1e-3, 1, 1e3):
        M = X.T @ X + 5 * lam * np.eye(6)
        assert U @ (S @ S.T + 5 * lam * np.eye(6)) @ U.T == pytest.approx(M)
        eig = np.linalg.eigvalsh(M)
        assert eig[0] == pytest.approx(5 * lam, rel=1e-6)  # attained: X has a null direction
        assert eig[-1] / eig[0] == pytest.approx(condition_bound(X, lam), rel=1e-6)
        tall = example(9, 3)[0]
        assert Ridge(tall, np.ones(9)).condition(lam) < condition_bound(tall, lam)


def test_standardised_orthogonal_columns_have_n_on_the_diagonal():
    """R03: X'X = n I, so the sum penalty 1 shrinks by n / (n + 1), not by 1/2."""
    X, y = example(200, 2)
    Z = standardise(np.linalg.qr(X - X.mean(axis=0))[0])
    gram = Z.T @ Z
    assert gram == pytest.approx(200 * np.eye(2), abs=1e-9)
    assert Ridge(Z, y).w(1 / 200) == pytest.approx(least_squares(Z, y).w * 200 / 201)
