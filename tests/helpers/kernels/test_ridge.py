"""Kernel ridge against the ridge of the features: two roads to one minimiser."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge as SkKernelRidge

from helpers.kernels import gaussian, linear, polynomial
from helpers.kernels.features import monomials, quadratic
from helpers.kernels.ridge import H, KernelRidge, dual_flops, limits, primal_flops
from helpers.linear.least_squares import Ridge, objective
from lessons.n14_kernel_trick.descent import kernel_descent, kernel_online, online
from tests.known import H_grad, ridge_dual

rng = np.random.default_rng(3)
X, y, new = rng.normal(size=(14, 2)), rng.normal(size=14), rng.normal(size=(5, 2))
n = len(y)
Phi = monomials(3, 0.5)(X)  # 10 features, 14 points: K is singular
K = Phi @ Phi.T
LAMS = [1e-4, 0.03, 2.0]


@pytest.mark.parametrize("lam", LAMS)
def test_the_two_solutions_are_one(lam):
    fit = KernelRidge(polynomial(3, 0.5)(X), y)
    alpha, w = fit.alpha(lam), Ridge(Phi, y).w(lam)
    assert (K + n * lam * np.eye(n)) @ alpha == pytest.approx(y)
    assert Phi.T @ alpha == pytest.approx(w, abs=1e-9)
    assert alpha == pytest.approx((y - Phi @ w) / (n * lam), abs=1e-8)
    assert fit.predict(polynomial(3, 0.5)(new, X), lam) == pytest.approx(monomials(3, 0.5)(new) @ w)
    assert fit.fitted(lam) == pytest.approx(Phi @ w)
    assert fit.norm2(lam) == pytest.approx(w @ w)
    assert (
        fit.objective(lam)
        == pytest.approx(objective(Phi, y, lam)[0](w))
        == pytest.approx(lam * y @ alpha)
    )


@pytest.mark.parametrize("lam", LAMS)
def test_scikit_learn_agrees_with_its_alpha_n_times_ours(lam):
    fit = KernelRidge(gaussian(0.8)(X), y)
    theirs = SkKernelRidge(alpha=n * lam, kernel="rbf", gamma=1 / (2 * 0.8**2)).fit(X, y)
    assert fit.predict(gaussian(0.8)(new, X), lam) == pytest.approx(theirs.predict(new))


def test_at_lam_zero_a_gaussian_fit_interpolates_and_a_singular_one_has_least_norm():
    assert KernelRidge(gaussian(0.4)(X), y).fitted(0) == pytest.approx(y)
    w = Phi.T @ KernelRidge(K, y).alpha(0)
    assert w == pytest.approx(np.linalg.pinv(Phi) @ y)


@pytest.mark.parametrize("lam", LAMS)
def test_degrees_of_freedom_are_the_trace_of_the_hat_matrix(lam):
    fit, hat = KernelRidge(K, y), K @ np.linalg.inv(K + n * lam * np.eye(n))
    assert fit.df(lam) == pytest.approx(np.trace(hat)) == pytest.approx(fit.shrinkage(lam).sum())
    assert fit.fitted(lam) == pytest.approx(hat @ y)
    assert np.all(np.diff(fit.shrinkage(lam)) <= 1e-12)


def test_an_array_of_lam_gives_a_row_for_each():
    fit = KernelRidge(gaussian(0.8)(X), y)
    for method in (
        fit.alpha,
        fit.fitted,
        fit.shrinkage,
        fit.df,
        fit.norm2,
        fit.objective,
        fit.loo,
        lambda lam: fit.predict(gaussian(0.8)(new, X), lam),
    ):
        assert method(np.array(LAMS)) == pytest.approx(np.array([method(lam) for lam in LAMS]))


@pytest.mark.parametrize("lam", LAMS)
def test_leave_one_out_errors_equal_n_fits_without_a_point(lam):
    K = gaussian(0.8)(X)
    direct = []
    for i in range(n):
        rest = np.delete(np.arange(n), i)
        alpha = np.linalg.solve(K[np.ix_(rest, rest)] + n * lam * np.eye(n - 1), y[rest])
        direct.append(y[i] - K[i, rest] @ alpha)
    assert KernelRidge(K, y).loo(lam) == pytest.approx(np.array(direct))
    assert KernelRidge(K, y).refit(4, lam) == pytest.approx(direct[4])


@pytest.mark.parametrize("lam", LAMS)
def test_the_limits_of_the_bandwidth_have_bounds_that_are_attained(lam):
    for width in (1e-3, 0.1, 0.5, 2.0, 1e3):
        found = limits(KernelRidge(gaussian(width)(X), y), lam)
        assert found.narrow <= found.narrow_bound + 1e-12 and found.wide <= found.wide_bound + 1e-12
    narrow, wide = (
        limits(KernelRidge(np.eye(n), y), lam),
        limits(KernelRidge(np.ones((n, n)), y), lam),
    )
    assert (narrow.narrow, wide.wide) == pytest.approx((0, 0), abs=1e-12)
    assert (narrow.to_ones, wide.to_identity) == pytest.approx((n - 1, n - 1))
    # K = 0 and y with mean 0: both bounds are equalities up to the factor of the norm
    centred = limits(KernelRidge(np.zeros((n, n)), y - y.mean()), lam)
    assert centred.narrow == pytest.approx(centred.narrow_bound) == pytest.approx(1 / (1 + n * lam))
    tilted = limits(KernelRidge(np.zeros((n, n)), np.ones(n)), lam)
    assert tilted.wide == pytest.approx(1 / (1 + lam)) and tilted.wide_bound == pytest.approx(
        1 / lam
    )


def numeric(f, v, h=1e-6):
    return np.array([(f(v + h * e) - f(v - h * e)) / (2 * h) for e in np.eye(len(v))])


def test_gradients_match_finite_differences():
    w, alpha = rng.normal(size=Phi.shape[1]), 0.1 * rng.normal(size=n)
    slope = numeric(lambda v: objective(Phi, y, 0.3)[0](v), w)
    assert objective(Phi, y, 0.3)[1](w) == pytest.approx(slope, rel=1e-6, abs=1e-5)
    assert H_grad(alpha, K, y, 0.3) == pytest.approx(
        numeric(lambda v: H(v, K, y, 0.3), alpha), rel=1e-6, abs=1e-4
    )
    assert H_grad(alpha, K, y, 0.3) == pytest.approx(
        Phi @ objective(Phi, y, 0.3)[1](Phi.T @ alpha)
    )  # chain rule


def test_H_is_the_primal_in_other_coordinates_and_the_dual_lies_below():
    lam, best = 0.3, KernelRidge(K, y)
    for _ in range(50):
        a = best.alpha(lam) + 0.2 * rng.normal(size=n)
        assert H(a, K, y, lam) == pytest.approx(objective(Phi, y, lam)[0](Phi.T @ a))
        assert ridge_dual(a, K, y, lam) < best.objective(lam) < H(a, K, y, lam)
    top = ridge_dual(best.alpha(lam), K, y, lam)
    assert top == pytest.approx(best.objective(lam)) == pytest.approx(H(best.alpha(lam), K, y, lam))


def test_descent_on_the_coefficients_is_descent_on_the_weights():
    eta, lam, T = 0.02, 0.05, 40
    run, w = kernel_descent(K, y, eta, lam, T), np.zeros(Phi.shape[1])
    for t in range(T):
        w = w - eta * objective(Phi, y, lam)[1](w)
        assert Phi.T @ run.w[t + 1] == pytest.approx(w)
    long = kernel_descent(K / np.linalg.norm(K, 2), y, 5.0, 0.05, 600)
    assert long.last == pytest.approx(KernelRidge(K / np.linalg.norm(K, 2), y).alpha(0.05))


def test_online_rounds_on_coefficients_and_on_weights_predict_the_same():
    """S-3.1.KOGD."""
    for eta in (0.1, lambda t: 0.3 / t**0.5):
        a, b = kernel_online((linear() ** 2)(X), y, eta), online(quadratic(X), y, eta)
        assert a.extra["prediction"] == pytest.approx(b.extra["prediction"])
        assert a.w @ quadratic(X) == pytest.approx(b.w)
        assert a.w[1:] - a.w[:-1] == pytest.approx(-a.eta[:, None] * a.v)
        assert np.diag(a.w[1:]) == pytest.approx(a.extra["alpha"])
    assert a.eta == pytest.approx(0.3 / np.arange(1, n + 1) ** 0.5)  # t counts from 1


def test_one_round_by_hand():
    run = online([[2.0], [1.0]], [3.0, 1.0], 0.5)
    assert run.w[:, 0].tolist() == [0, 3, 2] and run.extra["prediction"].tolist() == [0, 3]


def test_divergence_is_flagged_and_ends_the_record():
    run = kernel_descent(K, y, 1e6, 0.0, 400)
    assert run.diverged_at is not None and np.isfinite(run.w).all() and len(run.w) == run.T + 1
    run = kernel_online(1e200 * K, y, 1e200)
    assert run.diverged_at is not None and np.isfinite(run.w).all() and len(run.w) == run.T + 1


def test_flops_are_a_count_and_each_road_wins_its_own_country():
    assert primal_flops(1500, 6).total < dual_flops(1500, 5).total / 20  # few features, many points
    assert (
        dual_flops(60, 2 * 1500).total < primal_flops(60, 1500).total / 20
    )  # many features, few points
    assert primal_flops(10, 1).total == pytest.approx(10 * 2 + 20 + 1 / 3 + 2)
    assert dual_flops(2, 7).total == pytest.approx(3 * 7 + 8 / 3 + 8)


@pytest.mark.parametrize(
    "bad",
    [
        lambda: KernelRidge(-K, y),
        lambda: KernelRidge(K, y[:3]),
        lambda: KernelRidge(K, y).alpha(-1),
        lambda: KernelRidge(K, y).predict(K[:, :3], 1),
        lambda: KernelRidge(K, y).loo(0),
        lambda: KernelRidge(K, y * np.nan),
        lambda: KernelRidge(K, y).alpha([0.1, -1]),
    ],
)
def test_bad_input_gets_a_sentence(bad):
    with pytest.raises(ValueError, match=" "):
        bad()
