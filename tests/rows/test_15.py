"""The rows of the results ledger that notebook 15 owns, each by the measurement that would fail
were it false."""

from math import comb, factorial, prod

import numpy as np
import pytest

from helpers.kernels import exp, features, gaussian, hunt, laplace, linear, polynomial, substrings
from helpers.kernels.gram import certificate, features_of, rank
from helpers.kernels.ridge import KernelRidge
from lessons.n15_kernel_design import slips
from tests.known import tanh_similarity
from tests.lessons.room import Room

figures = Room("15")

rng = np.random.default_rng(15)
X = rng.normal(size=(30, 2))
WORDS = ["university", "california", "machine", "learning", "kernel", "colonel"]


def least(K):
    return np.linalg.eigvalsh(K)[0]


def psd(K):
    return certificate(K).psd


# what a kernel is


def test_kernels_pass_every_set_and_impostors_fail_one():
    """U-T10, R-63, W-1.7.6: Gaussian, cubic, Laplace on 200 sets of every size; the squared
    distance and tanh have eigenvalues far below 0."""
    for _ in range(200):
        Z = rng.normal(size=(int(rng.integers(2, 12)), 2))
        assert all(psd(k(Z)) for k in (gaussian(0.7), polynomial(3), laplace(1)))
    far = np.abs(X[:, None] - X).sum(axis=2) ** 2
    assert least(far) < -1 and least(tanh_similarity(np.linspace(-2, 2, 5))) < -0.1


def test_two_points_convict_the_squared_distance():
    """R-64 (slip R12): (1, -1) K (1, -1)' = -2 exactly; the diagonal is |x1 - x1|^2 = 0."""
    K = hunt.gram_of(hunt.SHAPES["t²"].h, [0.0, 1.0])
    assert K.tolist() == [[0, 1], [1, 0]]
    v = np.array([1.0, -1.0])
    assert v @ K @ v == -2 and least(K) == pytest.approx(-1)


def test_symmetric_and_positive_semidefinite_are_two_conditions():
    """W-1.7.6a, U-T10 (slip U20): -I is symmetric and not PSD; xz + x - z has v'Kv >= 0 and is not
    symmetric."""
    assert not psd(-np.eye(4)) and certificate(-np.eye(4)).symmetric
    x = rng.normal(size=6)
    K = np.outer(x, x) + x[:, None] - x
    V = rng.normal(size=(100, 6))
    assert np.einsum("ni,ij,nj->n", V, K, V) == pytest.approx((V @ x) ** 2)
    assert not psd(K) and not certificate(K).symmetric


def test_one_gram_matrix_proves_nothing():
    """D-9.30, D-9.31 (slip E9-07): 1 - (x - z)^2 passes {0, 1/2} and fails {0, 2}."""
    h = hunt.SHAPES["1 − t²"].h
    K = hunt.gram_of(h, [0.0, 0.5])
    assert K[0, 1] == h(0.5) and least(K) == pytest.approx(0.25)
    assert least(hunt.gram_of(h, [0.0, 2.0])) == pytest.approx(-2)


def test_psd_functions_have_features_and_features_make_psd_functions():
    """D-9.32 (slips E9-08, E9-09): both directions on 20 points; weights live in R^m, one a point;
    entries may be negative."""
    Phi = rng.normal(size=(20, 3))
    xi = rng.normal(size=20)
    assert xi @ (Phi @ Phi.T) @ xi == pytest.approx(np.sum((Phi.T @ xi) ** 2))
    K = gaussian(0.5)(X[:20])
    for how in ("eigen", "cholesky"):
        again = features_of(K, how)
        assert again @ again.T == pytest.approx(K)
    assert linear()([[1.0], [-2.0]])[0, 1] == -2 and psd(linear()([[1.0], [-2.0]]))


def test_the_box_is_no_kernel():
    """S-3.2.NonEx: three points in a row: smallest eigenvalue 1 - sqrt 2, weights 1, -1, 1: -1."""
    K = hunt.gram_of(hunt.SHAPES["box"].h, [0, 1, 2])
    assert least(K) == pytest.approx(1 - 2**0.5)
    v = np.array([1, -1, 1])
    assert v @ K @ v == -1


def test_gaussian_and_laplace_at_three_widths_and_a_worse_power():
    """W-1.7.7b, W-1.7.7c (slip W29), S-3.2.Gauss: PSD at widths .1, 1, 10; exponent 3 is not; a
    negative sigma is not."""
    for width in (0.1, 1, 10):
        assert psd(gaussian(width)(X)) and psd(laplace(width)(X))
    x = np.linspace(0, 1, 6)
    assert least(hunt.gram_of(hunt.power(3), x)) < -0.05
    away = np.abs(np.subtract.outer(x, x))
    assert least(np.exp(away**2)) < -0.5 and least(np.exp(away)) < -0.5


@pytest.mark.parametrize("p", [0.2, 0.5, 1, 1.37, 1.9, 2])
def test_powers_up_to_two_pass_and_three_points_convict_the_rest(p):
    """W-1.7.7c, S-3.2.Gauss: 300 random sets pass; beyond 2 three points give a negative value as
    soon as eps^p < (2^(p+1) - 8)/4^p."""
    sets = rng.uniform(0, 3, (300, 8))
    assert hunt.smallest(hunt.power(p), sets).min() > -1e-12
    q = 2 + p / 2
    eps = (0.99 * (2 ** (q + 1) - 8) / 4**q) ** (1 / q)
    assert hunt.three_points(hunt.power(q), eps) < 0


def test_a_bump_peaks_at_its_centre():
    """S-3.2.Vis: k(1, .) of the Gaussian is largest at 1; the figure draws k(., 0)."""
    z = np.linspace(-2, 3, 501)
    assert z[np.argmax(gaussian(0.7)([1.0], z))] == pytest.approx(1)
    r = figures.impostor.compute("Gaussian", 3, 0.5, "even", figures.places_of("0 1 2 3 1 2 3 0"))
    assert r["top"] == pytest.approx(gaussian(0.5)([0.0], figures.BUMP)[0])


# rules


def test_rank_one_kernels():
    """S-3.2.Base, U-T11.1, R-65: f(x) f(z) has rank one and is PSD, whatever f."""
    for f in (np.sin, np.sign, lambda x: x**3 - 1):
        K = np.outer(f(X[:, 0]), f(X[:, 0]))
        assert psd(K) and rank(K) == 1


def test_sums_with_positive_factors_put_features_side_by_side():
    """S-3.2.Sum, U-T11.2a, R-66, R-X2: (2, 1/2) is PSD with features sqrt 2 psi1, sqrt 1/2 psi2;
    (-2, 1) is not PSD."""
    A, B = features.quadratic(X), features.waves(1.5)(X)
    K1, K2 = A @ A.T, B @ B.T
    both = np.hstack([2**0.5 * A, 0.5**0.5 * B])
    assert both @ both.T == pytest.approx(2 * K1 + 0.5 * K2)
    assert psd(2 * K1 + 0.5 * K2) and not psd(K2 - 2 * K1) and not psd(K1 - K2)


def test_products_have_all_pairs_of_features():
    """S-3.2.Product (slip E13), U-T11.2b, R-67: 100 random pairs; the Schur product is the Gram
    matrix of tensor features; the vectors u_i * v_j are not orthogonal."""
    for _ in range(100):
        A, B = rng.normal(size=(2, 7, 3))
        pairs = features.products(A, B)
        K = (A @ A.T) * (B @ B.T)
        assert pairs @ pairs.T == pytest.approx(K) and psd(K)
    (_, U), (_, V) = (np.linalg.eigh(M @ M.T) for M in rng.normal(size=(2, 4, 4)))
    W = np.einsum("ni,nj->nij", U, V).reshape(4, -1)
    assert W.shape == (4, 16) and np.abs(np.triu(W.T @ W, 1)).max() > 0.1


def test_linear_and_polynomial_kernels_follow_from_the_rules():
    """S-3.2.ValidPoly, S-3.2.Linear: a tree of rank-one kernels, sums and products has the values
    of the closed form."""
    lin = sum(np.outer(x, x) for x in X.T)
    assert lin == pytest.approx(linear()(X)) and psd(lin)
    assert (lin + 1) * (lin + 1) * (lin + 1) == pytest.approx(polynomial(3)(X))


def test_six_closures_hold_and_the_difference_fails():
    """D-9.33 (slip E9-10): sum, product, both over blocks of the input, f k f, k of mapped inputs;
    the printed features of a product are wrong."""
    left, right = X[:, :1], X[:, 1:]
    f = np.sin(3 * X[:, 0])
    closed = (
        gaussian(1)(X) + polynomial(2)(X),
        gaussian(1)(X) * polynomial(2)(X),
        gaussian(1)(left) + laplace(1)(right),
        gaussian(1)(left) * laplace(1)(right),
        f[:, None] * gaussian(1)(X) * f,
        gaussian(1)(np.cos(X)),
    )
    assert all(least(K) >= -1e-10 for K in closed)
    assert least(gaussian(1)(X) - polynomial(2)(X)) < -1 and least(-gaussian(1)(X)) < -1
    A, B = features.monomials(1)(slips.POINTS), features.quadratic(slips.POINTS)
    printed, true = (A[0] @ B[0]) * (A[1] @ B[1]), (A[0] @ A[1]) * (B[0] @ B[1])
    assert abs(printed - true) > 5
    pairs = features.products(A, B)
    assert pairs[0] @ pairs[1] == pytest.approx(true)


def test_the_exponential_of_a_kernel_is_the_limit_of_its_series():
    """R-68: partial sums converge to e^K entry by entry, and all are PSD."""
    K = linear()(X) / 4
    part, errors = np.zeros_like(K), []
    for j in range(30):
        part = part + K**j / factorial(j)
        assert psd(part)
        errors.append(np.abs(part - np.exp(K)).max())
    assert errors[-1] < 1e-9 and psd(exp(0.25 * linear())(X))


# polynomials and the Gaussian


def test_polynomial_features_and_their_number():
    """D-9.25 (slips E9-04, E9-05), S-3.2.Poly, R-70: <psi, psi> = k with multinomial factors, k!
    and (k!)^(1/n) too much with the printed ones; rank C(d + k, k)."""
    for d, k, c in [(1, 4, 0.5), (2, 3, 1.0), (3, 2, 2.0)]:
        Z = rng.normal(size=(40, d))
        Phi = features.monomials(k, c)(Z)
        assert Phi @ Phi.T == pytest.approx((Z @ Z.T + c) ** k)
        assert rank(polynomial(k, c)(Z)) == comb(d + k, k) == Phi.shape[1]
    assert slips.multinomial(lambda k, n: factorial(k)) == pytest.approx(1)
    assert slips.multinomial(lambda k, n: factorial(k) ** 2) == pytest.approx(6)
    assert slips.multinomial(lambda k, n: factorial(k) ** 1.5) == pytest.approx(6**0.5)
    j = [2, 1, 0]
    assert factorial(3) / prod(map(factorial, j)) == 3  # x1² x2 in (x1 z1 + x2 z2 + c)³


def test_the_constant_of_a_polynomial_kernel_is_not_negative():
    """R-69, W-1.7.7a (slip W29): PSD for c = 0, 1/2, 2 and whole powers 1 to 4; not for c = -1, not
    for the power 1/2."""
    assert all(psd((linear()(X) + c) ** 3) for c in (0, 0.5, 2))
    assert least((linear()(X) - 1) ** 3) < -1
    assert all(psd((linear()(X) + 1) ** p) for p in (1, 2, 3, 4))
    x = np.linspace(-0.9, 0.9, 6)
    assert least(np.sqrt(1 + np.outer(x, x))) < -0.01


def test_weights_that_see_one_monomial_give_k_times_c():
    """R-69: v'Kv = k c at every c, so the sign of c decides."""
    for c in (-1.0, 0.3, 2.0):
        for k in (1, 2, 5):
            r = figures.monomials.compute(c, k, 2)
            assert r["seen"] == pytest.approx(k * c)


def test_the_gaussian_is_a_factor_a_factor_and_a_series():
    """D-9.26 (slip E9-06), S-3.2.ValidGauss (slip E14), R-71, R-72 (slip R13): partial sums are PSD
    and converge, factorially; the printed lines do not give the kernel."""
    s2 = 1.3**2
    f, inner, K = np.exp(-(X**2).sum(axis=1) / (2 * s2)), X @ X.T / s2, gaussian(1.3)(X)
    part, errors = np.zeros_like(K), []
    for j in range(60):
        part = part + inner**j / factorial(j)
        assert least(f[:, None] * part * f) > -1e-12
        errors.append(np.abs(f[:, None] * part * f - K).max())
    assert errors[-1] < 1e-12 and errors[20] < 1e-3 * errors[10]
    assert np.abs(np.outer(f, f) - K).max() > 0.5  # R13: without the series
    wrong = 1 + sum((X @ X.T) ** j / s2 / factorial(j) for j in range(1, 60))
    assert np.abs(f[:, None] * wrong * f - K).max() > 0.1  # E14: one power of sigma for all
    x, z = 1.0, 2.0
    first = np.exp(x * z / s2 - x**2 / 2 - z**2 / 2)
    assert abs(first - gaussian(1.3)([x], [z])[0, 0]) > 0.1  # E9-06


def test_gaussian_gram_matrices_have_full_rank_on_different_points():
    """S-3.2.Gauss: infinitely many features: rank n for n = 2, ..., 8 points, J + 1 for J + 1
    features."""
    for n in range(2, 9):
        x = np.linspace(-2, 2, n)
        assert rank(gaussian(0.8)(x)) == n
        Phi = features.gaussian_series(1, 0.8)(x)
        assert rank(Phi @ Phi.T) == 2


def test_the_two_ends_of_the_bandwidth():
    """R-73: K is I at width 1e-3 and has rank at most 3 (to 1e-9) at width 100."""
    x = np.linspace(0, 1, 10)
    assert gaussian(1e-3)(x) == pytest.approx(np.eye(10))
    values = np.linalg.eigvalsh(gaussian(100)(x))
    assert np.sum(values > 1e-9 * values[-1]) <= 3
    assert gaussian(100)(x) == pytest.approx(np.ones((10, 10)), abs=1e-4)


# words, and a forecast


def test_common_letters():
    """U-E9.2 (slip U21), R-75: university and california share i, n, r; machine and learning share
    four letters and one pair; the Gram matrix of six words is PSD."""
    K = substrings(1)(WORDS)
    assert K[0, 1] == 3 == len(set("university") & set("california"))
    assert K[2, 3] == 4 and substrings(2)(WORDS)[2, 3] == 1 and psd(K)


def test_what_is_built_in_decides_the_forecast():
    """D-9.28: with the true period the future is missed by little more than the noise; without
    trend or with a wrong period by far more, although months left out are foretold as well."""
    miss = {}
    for k in ("gaussian(l)", *(f"gaussian(l) + linear() + periodic({P}, 1)" for P in (1, 0.83))):
        miss[k] = figures.forecast.compute(k, 0.2, 0.001)["now"]
    (_, bump), (_, right), (_, wrong) = miss.values()
    assert right < 0.3 and bump > 3 and wrong > 0.7
    assert max(left_out for left_out, _ in miss.values()) < 0.3


def test_kernel_principal_components_with_the_linear_kernel_are_principal_components():
    """D-9.34: eigenvalues of HKH/n are the variances along principal axes; kernel ridge with the
    linear kernel is ridge."""
    n = len(X)
    H = np.eye(n) - 1 / n
    kernel = np.sort(np.linalg.eigvalsh(H @ linear()(X) @ H / n))[::-1][:2]
    assert kernel == pytest.approx(np.sort(np.linalg.eigvalsh(np.cov(X.T, bias=True)))[::-1])
    y = rng.normal(size=n)
    fit = KernelRidge(linear()(X), y)
    w = np.linalg.solve(X.T @ X + n * 0.1 * np.eye(2), X.T @ y)
    assert fit.fitted(0.1) == pytest.approx(X @ w)
