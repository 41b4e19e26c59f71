"""The rows of the results ledger that notebook 16 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest
from scipy.optimize import minimize

from helpers import data
from helpers.kernels import features, gaussian, laplace, linear, polynomial, rkhs
from helpers.kernels.gram import Pairs, certificate
from helpers.kernels.kpca import KernelPCA
from helpers.kernels.ridge import H, KernelRidge
from helpers.linear.least_squares import Ridge
from helpers.losses import hinge
from helpers.margins.svm import kernel_machine, soft_margin
from lessons.n16_rkhs import slips as errata
from tests.lessons.room import Room

figures = Room("16")

X8, Y8 = np.array(figures.EIGHT).T
FAR = np.array([-3.2, -0.8])


def quadratic_problem(seed=0, n=6, d=4):
    """Six points with four coordinates, ten quadratic features: the span is a proper subspace."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n, d)), rng.normal(size=n)
    return X, y, features.quadratic(X), rng


def ridge_objective(Phi, y, w, lam, penalty=lambda t: t**2):
    return np.mean((Phi @ w - y) ** 2) + lam * penalty(np.linalg.norm(w))


@pytest.mark.parametrize("penalty", [lambda t: t**2, lambda t: t, lambda t: np.minimum(t, 1.0)])
def test_the_part_in_the_span_is_never_worse(penalty):
    """D-9.18, D-9.21, S-3.4.Problem: for non-decreasing R the projection of any w on the span of
    the data has the same values and no larger objective: 1000 random w."""
    X, y, Phi, rng = quadratic_problem()
    for _ in range(1000):
        w = 2 * rng.normal(size=Phi.shape[1])
        u, rest = features.project(Phi, w)
        assert Phi @ u == pytest.approx(Phi @ w) and np.linalg.norm(rest) > 1e-3
        value, projected = (ridge_objective(Phi, y, v, 0.1, penalty) for v in (w, u))
        assert projected <= value + 1e-12


def test_at_the_minimum_no_direction_lowers_the_objective():
    """D-9.21: objective(w + u) >= objective(w) for 1000 random u; a decreasing R has no such
    minimum: going off the span lowers it."""
    X, y, Phi, rng = quadratic_problem(1)
    w = Phi.T @ KernelRidge((linear() ** 2)(X), y).alpha(0.1)
    least = ridge_objective(Phi, y, w, 0.1)
    for size in (0.01, 1.0):
        steps = size * rng.normal(size=(1000, len(w)))
        assert min(ridge_objective(Phi, y, w + u, 0.1) for u in steps) >= least
    away = features.project(Phi, rng.normal(size=len(w)))[1]
    rewarded = [ridge_objective(Phi, y, w + t * away, 0.1, lambda t: -t) for t in (0, 1, 10, 100)]
    assert np.all(np.diff(rewarded) < 0)


def test_soft_svm_is_of_that_form_and_needs_its_bias():
    """D-9.19 (erratum E9-02): mean hinge + lam |w|^2 is the machine's objective; on clouds away
    from the origin the machine without b is far worse."""
    X, y = figures.CLOUDS - FAR, figures.SIGNS
    for bias in (True, False):
        m = soft_margin(X, y, 50.0, bias)
        by_hand = np.mean(hinge(y * (X @ m.w + m.b))) + 0.01 * m.w @ m.w
        assert m.objective == pytest.approx(by_hand)
    r = figures.bias.compute("linear", 0.01, 1.0, *FAR)
    assert r["right"] == [1.0, 0.65]
    assert r["both"][0].objective < 0.05 * r["both"][1].objective


def test_kernels_are_inner_products():
    """D-9.20: symmetric, PSD Gram matrices; for explicit features the inner product itself."""
    X = np.random.default_rng(2).normal(size=(12, 3))
    assert features.quadratic(X) @ features.quadratic(X).T == pytest.approx((linear() ** 2)(X))
    for k in (gaussian(0.5), laplace(0.5), 1 + rkhs.brownian().of(lambda X: X[:, :1] ** 2)):
        assert certificate(k(X)).psd
    t = np.linspace(0.05, 1, 9)
    assert certificate(rkhs.brownian()(t)).smallest > 0
    assert certificate(rkhs.cubic_spline()(t)).psd


def test_predictions_and_norm_from_the_gram_matrix():
    """D-9.22, D-9.23, S-3.4.Predict: kernel ridge predicts as ridge on the features does, its
    norm is alpha'K alpha; the linear kernel is primal ridge."""
    X, y, Phi, rng = quadratic_problem(3)
    new = rng.normal(size=(5, 4))
    fit, w = KernelRidge((linear() ** 2)(X), y), Ridge(Phi, y).w(0.2)
    assert fit.predict((linear() ** 2)(new, X), 0.2) == pytest.approx(features.quadratic(new) @ w)
    assert rkhs.price(fit.alpha(0.2), fit.K) == pytest.approx(w @ w)
    plain = KernelRidge(linear()(X), y)
    assert plain.predict(linear()(new, X), 0.2) == pytest.approx(new @ Ridge(X, y).w(0.2))


@pytest.mark.parametrize("bias", [True, False])
def test_kernel_machine_objective_and_rule(bias):
    """D-9.24 (errata E9-02, E9-03), W-1.7.9: lam a'Ka + mean hinge, with and without b, is what
    the machine reports and no random change lowers it; the rule depends on the new x."""
    K, _ = figures.gram_around("Gaussian", 1.0, FAR)
    y, lam, rng = figures.SIGNS, 0.02, np.random.default_rng(4)
    m = kernel_machine(K, y, 1 / (2 * lam), bias)
    a = m.alpha * y

    def objective(a, b):
        return np.mean(hinge(y * (K @ a + b))) + lam * a @ K @ a

    assert m.objective == pytest.approx(objective(a, m.b), abs=1e-6)
    for _ in range(300):
        step, b = 0.02 * rng.normal(size=40), m.b + bias * 0.05 * rng.normal()
        assert objective(a + step, b) >= m.objective - 1e-6
    scores = m.predict(gaussian(1.0)(np.array([[1.4, 0.3], [-1.4, -0.3]]), figures.CLOUDS))
    assert scores[0] > 0 > scores[1]


def test_the_rule_without_x_is_constant():
    """E9-03 and W30, E15, E16, E68, E64: the appendix says what was measured."""
    told = {slip.where: slip.measured() for slip in errata.SLIPS}
    assert told["Durham 9, Example 24"].startswith("at 40 points of both classes: 1 answer")
    assert "0% and 35% wrong" in told["Durham 9, Example 19"]
    assert "right at 65%" in told["Waterloo, after Example 1.7.7"]
    assert "74.9, and" in told["CS229T, footnote 7"]


def test_ridge_in_weights_is_ridge_over_functions():
    """S-3.3.Ridge: same least value, and w = Phi' alpha."""
    X, y, Phi, _ = quadratic_problem(5)
    fit, primal = KernelRidge((linear() ** 2)(X), y), Ridge(Phi, y)
    assert Phi.T @ fit.alpha(0.3) == pytest.approx(primal.w(0.3))
    assert fit.objective(0.3) == pytest.approx(ridge_objective(Phi, y, primal.w(0.3), 0.3))


def test_an_inner_product_of_functions():
    """S-3.3.Def8: symmetric, linear, positive definite, on sums of bumps and by quadrature."""
    rng, k = np.random.default_rng(6), rkhs.brownian()
    x, (a, b, c) = np.sort(rng.uniform(0.05, 1, 5)), rng.normal(size=(3, 5))
    K, rule = k(x), rkhs.nodes(x)
    assert rkhs.inner(a, K, b) == pytest.approx(rkhs.inner(b, K, a))
    assert rkhs.inner(2 * a + c, K, b) == pytest.approx(
        2 * rkhs.inner(a, K, b) + rkhs.inner(c, K, b)
    )
    assert rkhs.price(a, K) > 0
    f, g = (np.interp(rule[0], [0, *x, 1], [0, *(K @ v), (K @ v)[-1]]) for v in (a, b))
    slopes = [np.gradient(h, rule[0]) for h in (f, g)]
    assert rkhs.inner(a, K, b) == pytest.approx(rule[1] @ (slopes[0] * slopes[1]), rel=0.05)


def test_spikes_have_no_size_and_a_price():
    """S-3.3.L2bad, S-3.3.Def9: size 2w/3 -> 0 and price 2/w -> infinity for the value 1; so no
    constant bounds f(x) by the L2 norm, and sqrt(k(x, x)) does it by the RKHS norm."""
    for w in (0.25, 0.05, 0.01):
        tent = figures.profile("tent", 0.5, w)
        assert tent.size == pytest.approx(2 * w / 3)
        assert tent.slope_price == pytest.approx(2 / w)
    for shape in figures.PROFILES:
        for x in (0.2, 0.5, 0.9):
            assert all(figures.profile(shape, x, w).slope_price * x >= 1 - 1e-9 for w in (0.1, 0.9))
    assert figures.profile("shoulder", 0.5, 0.5).slope_price == pytest.approx(2)
    rng = np.random.default_rng(7)
    for k in (gaussian(0.2), laplace(0.2), rkhs.brownian()):
        places, a = rng.uniform(0, 1, (50, 6)), rng.normal(size=6)
        for x in places:
            top = np.sqrt(rkhs.price(a, k(x)) * k.diag(x))
            assert np.all(np.abs(k(x) @ a) <= top + 1e-9)


@pytest.mark.parametrize("degree", [0, 2, 7])
def test_the_kernel_of_polynomials(degree):
    """S-3.3.Thm6, S-3.3.Eq118: integral of R_x f = f(x) for random f; R_x(z) = R_z(x) = <R_x, R_z>;
    PSD; unique: the same from the monomials, phi' G^-1 phi."""
    u, w = rkhs.nodes([], 60)
    x = np.array([0.0, 0.3, 0.8, 1.0])
    R, rng = rkhs.legendre_kernel(x, u, degree), np.random.default_rng(8)
    for _ in range(5):
        f = np.polynomial.Polynomial(rng.normal(size=degree + 1))
        assert R @ (w * f(u)) == pytest.approx(f(x))
    K = rkhs.legendre_kernel(x, x, degree)
    assert K == pytest.approx(K.T) and (R * w) @ R.T == pytest.approx(K)
    assert np.linalg.eigvalsh(K)[0] > -1e-9 * K.max()
    powers = np.arange(degree + 1)
    G = 1 / (powers[:, None] + powers + 1)
    phi = x[:, None] ** powers
    assert phi @ np.linalg.solve(G, phi.T) == pytest.approx(K, rel=1e-6, abs=1e-6)


def test_every_kernel_has_its_space():
    """S-3.3.Thm7, S-3.3.Eq122: <f, k(x, .)> = f(x) on sums of bumps, whatever way they are
    written: centres that come twice change nothing."""
    rng = np.random.default_rng(9)
    for k in (gaussian(0.3), laplace(0.3), rkhs.brownian(), polynomial(2)):
        x, z, a, b = rng.uniform(0, 1, 4), rng.uniform(0, 1, 3), *rng.normal(size=(2, 4))
        assert [rkhs.inner(a, k(x, [t]), [1.0]) for t in z] == pytest.approx(k(z, x) @ a)
        b = b[:3]
        twice, split = np.append(x, x[0]), np.append(a, 0.7)
        split[0] -= 0.7
        assert rkhs.inner(split, k(twice, z), b) == pytest.approx(rkhs.inner(a, k(x, z), b))
        assert rkhs.price(split, k(twice)) == pytest.approx(rkhs.price(a, k(x)))


def test_price_zero_is_the_zero_function():
    """S-3.3.Eq124: coefficients 1, 2, -3 at one place have price 0, and the function is 0."""
    k = gaussian(0.3)
    a = np.array([1.0, 2.0, -3.0])
    assert rkhs.price(a, k([0.5, 0.5, 0.5])) == pytest.approx(0, abs=1e-12)
    assert k(np.linspace(0, 1, 20), [0.5, 0.5, 0.5]) @ a == pytest.approx(np.zeros(20), abs=1e-12)
    assert rkhs.price([1.0, 2.0, -2.9], k([0.5, 0.5, 0.5])) == pytest.approx(0.01)


def test_features_are_not_unique():
    """S-3.3.Summary: rotated features have the same kernel."""
    X, _, Phi, rng = quadratic_problem(10)
    Q = np.linalg.qr(rng.normal(size=(Phi.shape[1],) * 2))[0]
    assert (Phi @ Q) @ (Phi @ Q).T == pytest.approx((linear() ** 2)(X))
    assert not np.allclose(Phi @ Q, Phi)


@pytest.mark.parametrize("lam", [1e-4, 0.01, 1.0])
@pytest.mark.parametrize("bandwidth", [0.05, 0.3, 1.0])
def test_extra_centres_get_nothing(lam, bandwidth):
    """S-3.4.Thm8, S-3.4.Problem, D-9.21: the best of fourteen centres is the best of eight; with
    another penalty it is not."""
    r = figures.extra.compute(lam, bandwidth, True, 0.72, np.array(figures.EIGHT))
    assert np.abs(r["c"][8:]).max() <= 1e-8 * np.abs(r["c"]).max()
    assert r["many"] == pytest.approx(r["few"])
    other = figures.extra.compute(lam, bandwidth, False, 0.72, np.array(figures.EIGHT))
    assert other["used"] > 0.1


def test_extra_centres_get_nothing_for_the_hinge_loss():
    """S-3.4.Thm8: any loss of the values: hinge, minimised over fourteen smoothed coefficients by
    SciPy, is no smaller than over eight."""
    k, y, lam = laplace(0.2), np.sign(Y8), 0.05
    centres = np.concatenate([X8, figures.OTHERS, [0.72]])

    def least(c):
        K, K_all = k(X8, c), k(c)

        def f(a):
            t = 1 - y * (K @ a)
            return np.mean(np.logaddexp(0, 30 * t)) / 30 + lam * a @ K_all @ a

        return minimize(f, np.zeros(len(c)), tol=1e-12, options=dict(maxiter=5000)).fun

    assert least(centres) == pytest.approx(least(X8), abs=1e-6)


def test_kernel_ridge_is_stationary():
    """S-3.4.KRR: (K + n lam I) alpha = y is stationary for H, and 100 perturbations are not
    lower."""
    K, rng, lam = laplace(0.15)(X8), np.random.default_rng(11), 0.01
    alpha = np.linalg.solve(K + 8 * lam * np.eye(8), Y8)
    assert alpha == pytest.approx(KernelRidge(K, Y8).alpha(lam))
    for _ in range(100):
        assert H(alpha + 0.01 * rng.normal(size=8), K, Y8, lam) >= H(alpha, K, Y8, lam)


@pytest.mark.parametrize("kernel", ["linear", "Gaussian"])
@pytest.mark.parametrize("bias", [True, False])
def test_kernel_svm_primal_is_its_own_dual(kernel, bias):
    """S-3.4.SVM, W-1.7.8 (errata E15, W30): zero duality gap, the constraint with b only; with the
    printed dual (no half, and the constraint) the gap is not zero."""
    K, _ = figures.gram_around(kernel, 1.0, FAR)
    m = kernel_machine(K, figures.SIGNS, 50.0, bias)
    Q = K * np.outer(m.y, m.y)
    assert m.primal == pytest.approx(m.alpha.sum() - m.alpha @ Q @ m.alpha / 2, abs=1e-6)
    assert (abs(m.alpha @ m.y) < 1e-9) == bias
    if not bias:
        printed = kernel_machine(K, figures.SIGNS, 100.0, True)
        assert abs(printed.dual / 2 - m.primal) > 0.02 * m.primal


def test_rings_are_parted_with_a_bias():
    """W-1.7.8: a Gaussian machine with b gets two rings right."""
    X, y = data.rings(80, np.random.default_rng(12))
    assert np.all(kernel_machine(gaussian(0.7)(X), y, 500.0).margins > 0)


def test_the_score_is_an_inner_product_with_weights():
    """W-1.7.9: sum_i alpha_i y_i k(x, x_i) + b = <phi(x), w> + b for the quadratic kernel."""
    X, new = figures.CLOUDS, np.random.default_rng(13).normal(size=(6, 2))
    k = linear() ** 2
    m = kernel_machine(k(X), figures.SIGNS, 10.0)
    w = features.quadratic(X).T @ (m.alpha * m.y)
    assert m.predict(k(new, X)) == pytest.approx(features.quadratic(new) @ w + m.b)


def test_pca_by_the_covariance_and_by_the_gram_matrix():
    """S-3.4.PCA, S-3.4.KPCA (erratum E68): eigenvalues of C = Phi~'Phi~/n and of K~/n coincide,
    the variance along v is its eigenvalue, v = sum of a_i phi~(x_i); the uncentred ones differ."""
    X, _, Phi, _ = quadratic_problem(14, 20, 3)
    centred = Phi - Phi.mean(axis=0)
    found = KernelPCA((linear() ** 2)(X))
    C = centred.T @ centred / 20
    assert found.s == pytest.approx(np.linalg.eigvalsh(C)[::-1])
    V = centred.T @ found.A
    assert C @ V == pytest.approx(V * found.s)
    assert np.var(Phi @ V, axis=0) == pytest.approx(found.s)
    left = centred - centred @ V[:, :2] @ V[:, :2].T
    assert np.mean(np.sum(left**2, axis=1)) == pytest.approx(found.s[2:].sum())
    assert KernelPCA((linear() ** 2)(X), centre=False).s != pytest.approx(found.s)
    for width in (0.1, 1.0, 10.0):  # E68: the mean of Gaussian features is never 0
        assert gaussian(width)(X).sum() >= 20


def test_reconstruction_error_and_the_length_of_v():
    """S-3.4.Recon (erratum E16): |v(x) v - phi(x)|^2 = k(x, x) - v(x)^2 for |v| = 1; a unit
    coefficient vector gives |v|^2 = its eigenvalue."""
    X, _, Phi, rng = quadratic_problem(15, 20, 3)
    k, new = linear() ** 2, rng.normal(size=(5, 3))
    values, vectors = np.linalg.eigh(k(X))
    v = Phi.T @ vectors[:, -1]
    assert v @ v == pytest.approx(values[-1])
    v, Psi = v / np.sqrt(values[-1]), features.quadratic(new)
    error = np.sum((np.outer(Psi @ v, v) - Psi) ** 2, axis=1)
    assert error == pytest.approx(k.diag(new) - (Psi @ v) ** 2)
    found = KernelPCA(k(X), centre=False)
    assert found.missed(k(Pairs(new, X)), k.diag(new), 1) == pytest.approx(error)


def test_the_gaussian_does_not_contain_the_roof():
    """E64: the bill of |x| is bounded by 5 pi^2/12 + 2 l^2 for Laplace's list and explodes for the
    Gaussian's; one wave is cheap for both."""
    smooth = [figures.TARIFFS[name] for name in figures.TARIFFS]
    bills = [rkhs.circle_bill(figures.roof(), s(0.5 * figures.WAVES)) for s in smooth]
    limit = 5 * np.pi**2 / 12 + 2 * 0.25
    assert bills[0][-1] == pytest.approx(limit, rel=2e-3) and bills[0][-1] < limit
    assert bills[2][15] > 1e7 > bills[2][11]
    wave = figures.WAVY["cos 3x"]
    assert rkhs.circle_bill(wave, smooth[2](0.5 * figures.WAVES))[-1] == pytest.approx(
        np.exp(9 / 8)
    )
