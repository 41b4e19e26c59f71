"""The rows of the results ledger that notebook 14 owns, each by the measurement that would fail
were it false.

The notes write the sum of squares + big |w|^2; the helpers the mean + lam |w|^2, so big = n lam.
"""

import numpy as np
import pytest
from scipy.optimize import minimize

from helpers import data
from helpers.descent import optim
from helpers.kernels import features, gaussian, linear, polynomial, substrings
from helpers.kernels.gram import certificate, features_of, rank
from helpers.kernels.ridge import H, KernelRidge, dual_flops, primal_flops
from helpers.linear.least_squares import Ridge, objective
from helpers.margins.separation import separation
from helpers.margins.svm import soft_margin
from lessons.n14_kernel_trick.descent import kernel_descent
from tests.known import H_grad, ridge_dual, tanh_similarity

rng = np.random.default_rng(14)
n, BIG = 12, 0.7
LAM = BIG / n
X, y, x_new = rng.normal(size=(n, 2)), rng.normal(size=n), rng.normal(size=(5, 2))
PHI, PHI_NEW = (
    features.all_quadratic(X),
    features.all_quadratic(x_new),
)  # 7 features, rank 6: K is singular
K, K_NEW = polynomial(2)(X), polynomial(2)(x_new, X)
M = PHI.shape[1]
W, ALPHA = Ridge(PHI, y).w(LAM), KernelRidge(K, y).alpha(LAM)


def F_sum(w):
    """|Phi w - y|^2 + big |w|^2, as the notes write it."""
    return np.sum((PHI @ w - y) ** 2) + BIG * w @ w


def slope(f, v, h=1e-6):
    return np.array([(f(v + h * e) - f(v - h * e)) / (2 * h) for e in np.eye(len(v))])


# --- features ---


def soft_svm(Psi, c, lam):
    """Minimise mean hinge + lam |w|^2 with a free bias by smoothing the hinge ever less; returns
    (w, b)."""
    v = np.zeros(Psi.shape[1] + 1)
    for soft in (1.0, 0.3, 0.1, 0.03, 0.01):

        def f(v, soft=soft):
            m = 1 - c * (Psi @ v[:-1] + v[-1])
            return np.mean(soft * np.logaddexp(0, m / soft)) + lam * v[:-1] @ v[:-1]

        v = minimize(f, v, method="BFGS").x
    return v[:-1], v[-1]


def accuracy(Psi, c, lam=1e-3):
    w, b = soft_svm(Psi, c, lam)
    return np.mean(c * (Psi @ w + b) > 0)


def test_a_linear_soft_svm_answers_rings_with_the_majority_and_squares_part_them():
    """D-9.1, W-1.7.1, R-39: by symmetry w = 0 is optimal on rings, so the larger class wins
    everywhere."""
    angle = np.arange(20) * np.pi / 10
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    rings, c = np.vstack([circle, circle * 1.02, 2 * circle]), np.repeat([1.0, 1.0, -1.0], 20)
    w, b = soft_svm(rings, c, 1e-3)
    assert np.linalg.norm(w) < 1e-3 and b > 0
    assert accuracy(rings, c) == pytest.approx(2 / 3)
    assert accuracy(features.quadratic(rings), c) == 1
    for psi, right in (
        (features.columns(0, 1), 2 / 3),
        (features.quadratic, 1),
    ):  # and by least squares
        fitted = Ridge(np.column_stack([psi(rings), np.ones(60)]), c).fitted(1e-6)
        assert np.mean(c * fitted > 0) == pytest.approx(right)
    assert not separation(rings, c).separable and separation(rings**2, c).separable


def test_blobs_need_no_features_and_curved_data_need_a_square():
    """D-9.F1.1, D-9.2: (a) blobs by a line, (b) the curved set not, (c) with (x1, x2, x2^2) it
    is."""
    blobs = data.blobs(60, [[-1, -1], [1, 1]], np.random.default_rng(1), 0.3)
    assert accuracy(blobs[0], 2.0 * blobs[1] - 1) == 1
    curved, c = data.curved(60, np.random.default_rng(1))
    assert accuracy(curved, c) < 0.85
    assert accuracy(features.parabola(curved), c) > 0.97


def test_monomials_outgrow_memory_while_a_kernel_value_stays_cheap():
    """D-9.4, U-K11: C(d + p, p) features against 2 d + p operations; the same numbers where both
    can be run."""
    assert features.monomials(3)(rng.normal(size=(1, 30))).shape[1] == 5456
    A, B = rng.normal(size=(3, 30)), rng.normal(size=(2, 30))
    Psi = features.tensor(3)
    assert Psi(A).shape == (3, 27000)
    assert Psi(A) @ Psi(B).T == pytest.approx((linear() ** 3)(A, B))
    growth = [
        primal_flops(100, float(features.monomials(p)(A[:1, :10]).shape[1])).total
        for p in (1, 2, 3, 4)
    ]
    assert all(b > 20 * a for a, b in zip(growth, growth[1:]))
    assert dual_flops(100, 2 * 10 + 4).total < 1.1 * dual_flops(100, 2 * 10 + 1).total


def test_the_risk_is_the_same_before_and_after_the_map():
    """D-9.7: R_G(h o psi) = R_{G^psi}(h), and G^psi(A) = G(psi^-1(A)), on the same sample
    exactly."""
    A, c = data.rings(200, np.random.default_rng(3))
    w = np.array([1.0, 0.2, 1.0])

    def h(P):
        return np.sign(P @ w - 2.2)

    mapped = features.quadratic(A)
    assert np.mean(h(features.quadratic(A)) != c) == np.mean(h(mapped) != c)
    assert np.mean(mapped[:, 0] <= 1) == np.mean(
        np.abs(A[:, 0]) <= 1
    )  # the set {psi_1 <= 1} pulled back is |x_1| <= 1


@pytest.mark.parametrize(
    "points, good, bad",
    [
        (data.stripes, features.fold, features.columns(0, 1)),
        (data.rings, features.quadratic, features.parabola),
        (data.xor, features.quadratic, features.fold),
        (data.curved, features.parabola, features.columns(0, 1)),
    ],
)
def test_the_right_map_separates_and_the_wrong_one_does_not(points, good, bad):
    """D-9.F2.1, D-9.9, D-9.10, W-1.7.1, R-39: separability before and after; a rotation never
    helps."""
    A, c = points(60, np.random.default_rng(1), sigma=0.1)
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    assert not separation(A, c).separable and not separation(A @ turn, c).separable
    assert separation(good(A), c).separable and not separation(bad(A), c).separable
    ridge = {
        psi: np.mean(c * Ridge(np.column_stack([psi(A), np.ones(60)]), c).fitted(1e-6) > 0)
        for psi in (bad, good)
    }
    assert ridge[good] > ridge[bad]


def test_xor_is_solved_by_the_quadratic_kernel_and_not_by_a_line():
    """R-77: four points, (<x, z> + 1)^2 against <x, z> + 1."""
    corners, c = np.array([[1.0, 1], [-1, -1], [1, -1], [-1, 1]]), np.array([1.0, 1, -1, -1])
    assert np.all(c * KernelRidge(polynomial(2)(corners), c).fitted(0.1) > 0)
    assert KernelRidge(polynomial(1)(corners), c).fitted(0.1) == pytest.approx(
        np.zeros(4), abs=1e-12
    )
    assert (
        not separation(corners, c).separable
        and separation(features.all_quadratic(corners), c).separable
    )


def test_kernel_spans_obey_the_laws_of_an_inner_product():
    """D-9.14: Cauchy-Schwarz (equality for multiples) and the parallelogram law for <f, g> =
    alpha'K beta."""
    G = gaussian(0.8)(X)
    a, b = rng.normal(size=(2, n))

    def dot(u, v):
        return u @ G @ v

    assert dot(a, b) ** 2 < dot(a, a) * dot(b, b)
    assert dot(a, -3 * a) ** 2 == pytest.approx(dot(a, a) * dot(3 * a, 3 * a))
    assert dot(a + b, a + b) + dot(a - b, a - b) == pytest.approx(2 * dot(a, a) + 2 * dot(b, b))


def test_a_vector_splits_into_span_and_orthogonal_rest_and_the_printed_lemma_forces_zero():
    """D-9.15, E9-01: x = u + v with u in the subspace and v orthogonal to it. Were u itself
    orthogonal, u = 0."""
    v = rng.normal(size=M)
    u, rest = features.project(PHI[:3], v)
    assert u + rest == pytest.approx(v) and PHI[:3] @ rest == pytest.approx(np.zeros(3), abs=1e-10)
    assert u == pytest.approx(PHI[:3].T @ np.linalg.lstsq(PHI[:3].T, v, rcond=None)[0])
    assert (
        u @ u > 0.01
    )  # the printed condition <u, v> = 0 for all v in the subspace would include <u, u> = 0


# --- kernels ---


def test_the_substring_kernel_touches_only_the_ones_among_its_features():
    """S-3.1.Sparse: words of L letters have L - t + 1 ones at most among 3^t features; comparing
    those alone gives the dense inner product."""
    letters = np.random.default_rng(3).choice(list("abc"), size=(12, 9))
    words = ["".join(row) for row in letters]
    for t in (1, 2, 4):
        dense = features.substring_features(t, "abc")(words)
        assert dense.shape == (12, 3**t) and dense.sum(axis=1).max() <= 9 - t + 1
        assert substrings(t)(words) == pytest.approx(dense @ dense.T)
        assert substrings(t).diag(words) == pytest.approx(np.sum(dense**2, axis=1))
    long = "ab" * 50  # a hundred letters, and only two different pieces of each length
    assert substrings(20)([long])[0, 0] == 2  # of 2^20 features


def test_a_kernel_passes_on_every_point_set_and_tanh_fails_on_one():
    """S-3.1.Def7, R-60: many Gaussian Gram matrices, none negative; one witness against tanh(1 +
    xz)."""
    for size in (2, 5, 20):
        for width in (0.1, 1.0, 5.0):
            assert certificate(gaussian(width)(rng.normal(size=(size, 3)))).psd
    K = tanh_similarity(np.linspace(-2, 2, 5))
    v = certificate(K).witness
    assert v @ K @ v < -0.5


def test_psd_matrices_are_gram_matrices_and_conversely():
    """S-3.1.Thm5, R-62: Phi = U D^(1/2) and Cholesky rows reproduce K; A A' is PSD for every A."""
    G = gaussian(0.8)(X)
    for how in ("eigen", "cholesky"):
        Psi = features_of(G, how)
        assert Psi @ Psi.T == pytest.approx(G)
        assert Ridge(Psi, y).fitted(LAM) == pytest.approx(KernelRidge(G, y).fitted(LAM))
    for shape in ((3, 8), (8, 3)):
        A = rng.normal(size=shape)
        assert certificate(A @ A.T).psd


def test_the_quadratic_map_has_the_squared_inner_product():
    """U-K2, U-E9.1, U-D8, R-55, S-3.1.Quad107: (x1^2, sqrt2 x1 x2, x2^2); b (b + 1)/2 features in b
    dimensions."""
    hand = np.column_stack([X[:, 0] ** 2, 2**0.5 * X[:, 0] * X[:, 1], X[:, 1] ** 2])
    assert features.quadratic(X)[:, [0, 1, 2]] == pytest.approx(hand)
    assert hand @ hand.T == pytest.approx((X @ X.T) ** 2)
    B = rng.normal(size=(6, 7))
    assert features.quadratic(B).shape[1] == 7 * 8 // 2
    assert features.quadratic(B) @ features.quadratic(B).T == pytest.approx((B @ B.T) ** 2)
    without = np.column_stack([X[:, 0] ** 2, X[:, 0] * X[:, 1], X[:, 1] ** 2])
    assert np.abs(without @ without.T - (X @ X.T) ** 2).max() > 0.1  # the root of 2 is needed


def test_no_finite_list_of_features_serves_the_gaussian():
    """U-D8, U19: the rank of the Gaussian Gram matrix is n for every n, that of m features at most
    m."""
    for size in (5, 20, 80):
        assert rank(gaussian(0.5)(np.arange(size) / 2)) == size
    assert rank(polynomial(2)(rng.normal(size=(50, 2)))) == 6


def test_the_quadratic_classifier_is_linear_in_its_features():
    """W-1.7.2, W-1.7.3, W-1.7.3a, W-1.7.3b, W-1.7.4: x'Qx + sqrt2 x'p + b = <phi(x), (vec Q, p,
    b)>."""
    d = 3
    A, Q, p, b = rng.normal(size=(8, d)), rng.normal(size=(d, d)), rng.normal(size=d), 0.4
    f = np.einsum("ni,ij,nj->n", A, Q, A) + 2**0.5 * A @ p + b
    phi = features.all_quadratic(A)
    assert phi.shape == (8, d * d + d + 1)
    assert phi @ np.r_[Q.ravel(), p, b] == pytest.approx(f)  # ravel is row by row: vec(Q)
    assert Q.ravel().tolist() == [Q[i, j] for i in range(d) for j in range(d)]
    symmetric = (Q + Q.T) / 2
    assert np.einsum("ni,ij,nj->n", A, symmetric, A) == pytest.approx(
        np.einsum("ni,ij,nj->n", A, Q, A)
    )
    assert phi @ phi.T == pytest.approx((A @ A.T + 1) ** 2)


def test_two_maps_of_different_length_share_one_kernel():
    """W-1.7.5, W28: R^3 with the root of 2 and R^4 with the product twice."""
    three, four = features.quadratic(X), features.outer(X)
    assert (three.shape[1], four.shape[1]) == (3, 4)
    assert three @ three.T == pytest.approx(four @ four.T)


def test_matrices_move_across_inner_products():
    """W-1.7.2a, W27: <AB, C> = <B, A'C>; <A, BC> = <B'A, C> = <AC', B>, and the printed <AB', C> is
    another number."""
    A, B, C = rng.normal(size=(3, 4, 4))
    assert np.sum((A @ B) * C) == pytest.approx(np.sum(B * (A.T @ C)))
    right = np.sum(A * (B @ C))
    assert right == pytest.approx(np.sum((B.T @ A) * C)) == pytest.approx(np.sum((A @ C.T) * B))
    assert abs(right - np.sum((A @ B.T) * C)) > 0.1


# --- the span ---


def test_gradient_descent_from_zero_stays_in_the_span_and_from_elsewhere_does_not():
    """U-K5, U-K6: w_t = Phi' alpha_t; a start off the span keeps (1 - 2 eta lam)^t of its
    distance."""
    few, target = PHI[:4], y[:4]
    eta, lam, T = 0.02, 0.05, 60
    run = optim.gradient_descent(
        lambda w: 2 / 4 * few.T @ (few @ w - target) + 2 * lam * w, np.zeros(M), eta, T
    )
    alpha = kernel_descent(few @ few.T, target, eta, lam, T)
    for t in (1, 10, T):
        assert few.T @ alpha.w[t] == pytest.approx(run.w[t])
        assert features.project(few, run.w[t])[1] == pytest.approx(np.zeros(M), abs=1e-9)
    assert PHI_NEW @ run.last == pytest.approx(
        PHI_NEW @ few.T @ alpha.last
    )  # predictions by inner products alone
    start = rng.normal(size=M)
    off = optim.gradient_descent(
        lambda w: 2 / 4 * few.T @ (few @ w - target) + 2 * lam * w, start, eta, T
    )
    rest = features.project(few, start)[1]
    assert np.linalg.norm(rest) > 0.1
    assert features.project(few, off.last)[1] == pytest.approx((1 - 2 * eta * lam) ** T * rest)


# --- ridge, twice ---


def test_ridge_solutions_beat_their_neighbours():
    """U-K1, U-K3, R-40, R-51: w = (Phi'Phi + big I)^-1 Phi'y, alpha = (K + big I)^-1 y, against
    random others."""
    assert pytest.approx(np.linalg.solve(PHI.T @ PHI + BIG * np.eye(M), PHI.T @ y)) == W
    assert pytest.approx(np.linalg.solve(K + BIG * np.eye(n), y)) == ALPHA
    raw = Ridge(X, y).w(LAM)
    for _ in range(100):
        e = 0.05 * rng.normal(size=M)
        assert F_sum(W + e) > F_sum(W)
        d = 0.05 * rng.normal(size=2)
        assert objective(X, y, LAM)[0](raw + d) > objective(X, y, LAM)[0](raw)
        a = 0.05 * rng.normal(size=n)
        assert H(ALPHA + a, K, y, LAM) > H(ALPHA, K, y, LAM)


def test_the_matrix_of_features_is_n_by_M():
    """R-41, R05, U15: one row per point; w has one entry per feature, not per coordinate."""
    assert PHI.shape == (n, M) == (12, 7) and W.shape == (M,) and K.shape == (n, n)
    assert PHI[3] == pytest.approx(features.all_quadratic(X[3:4])[0])


def test_gradients_carry_a_factor_two():
    """U-K4, R-42, R06: 2 Phi'(Phi w - y) + 2 big w, zero at w*; the printed halves are half of
    finite differences."""
    w = rng.normal(size=M)
    assert slope(F_sum, w) == pytest.approx(2 * PHI.T @ (PHI @ w - y) + 2 * BIG * w, rel=1e-5)
    printed = PHI.T @ (PHI @ w - y)
    assert slope(lambda v: np.sum((PHI @ v - y) ** 2), w) / printed == pytest.approx(
        2 * np.ones(M), rel=1e-4
    )
    assert slope(lambda v: BIG * v @ v, w) / (BIG * w) == pytest.approx(2 * np.ones(M), rel=1e-4)
    assert PHI.T @ (PHI @ W - y) + BIG * W == pytest.approx(np.zeros(M), abs=1e-9)


def test_the_coefficients_are_the_residual_over_lambda():
    """U-K7, R-43, R07: w* = Phi' alpha with alpha = (y - Phi w*)/big; without the 1/big it is not
    w*."""
    assert -PHI.T @ (PHI @ W - y) / BIG == pytest.approx(W)
    assert (y - PHI @ W) / BIG == pytest.approx(ALPHA)
    assert np.linalg.norm(PHI.T @ (y - PHI @ W) - W) > 0.1


def test_predictions_need_only_inner_products():
    """U-K6, R-44, R-54, R-76, R-78: sum_i alpha_i k(x_i, x) = <w*, phi(x)>, unchanged by a rotation
    of the features."""
    assert pytest.approx(PHI_NEW @ W) == K_NEW @ ALPHA
    Q = np.linalg.qr(rng.normal(size=(M, M)))[0]
    assert Ridge(PHI @ Q, y).predict(PHI_NEW @ Q, LAM) == pytest.approx(K_NEW @ ALPHA)
    x = np.linspace(0, 1, 60)
    fit = KernelRidge(gaussian(0.2)(x), np.sin(2 * np.pi * x))
    between = np.linspace(0.01, 0.99, 77)
    assert (
        np.abs(fit.predict(gaussian(0.2)(between, x), 1e-6) - np.sin(2 * np.pi * between)).max()
        < 0.05
    )


def test_the_objective_in_the_coefficients_and_its_stationary_points():
    """U-K8, R-45, R-50: H(alpha) = F(Phi' alpha); its gradient is 2 K((K + big I) alpha - y) in the
    sum form."""
    for _ in range(5):
        a = rng.normal(size=n)
        assert n * H(a, K, y, LAM) == pytest.approx(F_sum(PHI.T @ a))
        assert n * H(a, K, y, LAM) == pytest.approx(np.sum((K @ a - y) ** 2) + BIG * a @ K @ a)
    a = 0.1 * a
    assert n * H_grad(a, K, y, LAM) == pytest.approx(2 * ((K @ K + BIG * K) @ a - K @ y))
    numeric = slope(lambda v: n * H(v, K, y, LAM), a)
    assert numeric == pytest.approx(2 * ((K @ K + BIG * K) @ a - K @ y), rel=1e-5, abs=1e-3)
    assert pytest.approx(K @ y) == (K @ K + BIG * K) @ ALPHA


def test_other_minimisers_exist_where_K_is_singular_but_no_other_weights():
    """U-K9, U16, R-X1: alpha + ker K has the same H and the same w, yet does not solve (K + big I)
    alpha = y."""
    null = np.linalg.eigh(K)[1][:, 0]
    assert K @ null == pytest.approx(np.zeros(n), abs=1e-10)
    other = ALPHA + 3 * null
    assert H(other, K, y, LAM) == pytest.approx(
        H(ALPHA, K, y, LAM)
    ) and PHI.T @ other == pytest.approx(W)
    residual = (K + BIG * np.eye(n)) @ other - y
    assert K @ residual == pytest.approx(np.zeros(n), abs=1e-9) and np.linalg.norm(
        residual
    ) == pytest.approx(3 * BIG)
    assert pytest.approx(W, abs=1e-9) == PHI.T @ ALPHA


def test_H_lies_above_the_minimum_and_the_lagrange_dual_below():
    """R-51, R14: H is the primal in other coordinates, no dual; all three meet at alpha*."""
    best = F_sum(W) / n
    for _ in range(30):
        a = ALPHA + 0.2 * rng.normal(size=n)
        assert ridge_dual(a, K, y, LAM) < best < H(a, K, y, LAM)
    assert ridge_dual(ALPHA, K, y, LAM) == pytest.approx(best) == pytest.approx(H(ALPHA, K, y, LAM))


def test_the_gram_matrix_of_three_cubic_feature_vectors():
    """R-46, R-47: entries are inner products; [[4, 1, 0], [1, 1, 1], [0, 1, 4]] exactly."""
    Phi = features.powers(3)([-1, 0, 1])
    assert Phi.tolist() == [[1, -1, 1, -1], [1, 0, 0, 0], [1, 1, 1, 1]]
    assert (Phi @ Phi.T).tolist() == [[4, 1, 0], [1, 1, 1], [0, 1, 4]]
    assert linear().of(features.powers(3))([-1, 0, 1]).tolist() == [[4, 1, 0], [1, 1, 1], [0, 1, 4]]


def test_the_two_products_share_their_nonzero_eigenvalues():
    """R-48, R08, R09: Phi Phi' and Phi'Phi, both PSD; sums run over the n points; no covariance
    unless centred."""
    big, small = np.linalg.eigvalsh(PHI @ PHI.T), np.linalg.eigvalsh(PHI.T @ PHI)
    assert big[-M:] == pytest.approx(small, abs=1e-9) and big[:-M] == pytest.approx(
        np.zeros(n - M), abs=1e-9
    )
    entry = sum(PHI[k, 1] * PHI[k, 2] for k in range(n))
    assert (PHI.T @ PHI)[1, 2] == pytest.approx(entry)
    mean = PHI.mean(axis=0)
    assert np.cov(PHI.T, bias=True) == pytest.approx(PHI.T @ PHI / n - np.outer(mean, mean))
    assert np.linalg.norm(np.cov(PHI.T, bias=True) - PHI.T @ PHI / n) > 0.1


def test_a_matrix_times_its_transpose_is_psd():
    """R-49: x'UU'x = |U'x|^2."""
    U, v = rng.normal(size=(6, 3)), rng.normal(size=6)
    assert v @ U @ U.T @ v == pytest.approx(np.linalg.norm(U.T @ v) ** 2)
    assert certificate(U @ U.T).psd


def test_the_push_through_identity():
    """R-52: (Phi'Phi + big I)^-1 Phi' = Phi' (Phi Phi' + big I)^-1, the identity matrices of
    different size."""
    left = np.linalg.solve(PHI.T @ PHI + BIG * np.eye(M), PHI.T)
    assert left == pytest.approx(PHI.T @ np.linalg.inv(PHI @ PHI.T + BIG * np.eye(n)), abs=1e-9)


def test_each_road_is_cheaper_in_its_own_country():
    """U-K10, U17, R-53, R-62, R16: the n x n system wins for n <= M; neither m >> d nor a cheap k
    decides."""
    assert dual_flops(60, 2 * 1500).total < primal_flops(60, 1500).total / 20
    assert (
        primal_flops(1500, 100).total < dual_flops(1500, 5).total / 20
    )  # m = 100 >> d = 2, yet weights are cheaper
    assert (
        primal_flops(1500, 6).total < dual_flops(1500, 5).total / 1000
    )  # 5 < 12 operations per entry, yet dearer
    for small, large in ((10, 11), (50, 50), (99, 1000)):
        assert dual_flops(small, 1).solve <= primal_flops(small, large).solve


def test_choosing_features_is_choosing_a_kernel_and_a_cheap_kernel_is_not_enough():
    """R-62, R16: any rows with Gram matrix G predict what the kernel predicts; with five operations
    a value against twelve, the kernel's road is still dearer where n is far over M."""
    G = gaussian(0.7)(np.vstack([X, x_new]))
    expected = KernelRidge(G[:n, :n], y).predict(G[n:, :n], LAM)
    turn = np.linalg.qr(rng.normal(size=G.shape))[0]
    for Psi in (features_of(G), features_of(G, "cholesky"), features_of(G) @ turn):
        assert Ridge(Psi[:n], y).predict(Psi[n:], LAM) == pytest.approx(expected)
    assert dual_flops(1500, 5).total > 10000 * primal_flops(1500, 6).total
    assert dual_flops(6, 5).total < primal_flops(6, 6).total


@pytest.mark.parametrize("M", [1, 2, 6, 40, 1000])
def test_each_road_is_never_dearer_where_the_theorem_says(M):
    """Both halves of the operation count: n <= M with c <= 2M, and n >= 4M for every c."""
    for n in {1, 2, M // 2 + 1, M}:
        if n <= M:
            assert dual_flops(n, 2 * M).total <= primal_flops(n, M).total
    for n in (4 * M, 5 * M, 100 * M):
        assert primal_flops(n, M).total <= dual_flops(n, 0).total
    assert primal_flops(3, 2).total == 3 * 2 * 5 + 8 / 3 + 8
    assert dual_flops(3, 7).total == 6 * 7 + 9 + 18


def test_the_soft_svm_on_features_minimises_its_objective():
    """D-9.11: min lam |w|^2 + mean hinge over (w, b), on mapped points; no neighbour is better,
    smoothing agrees."""
    A, c = data.curved(60, np.random.default_rng(1))
    Psi, lam = features.parabola(A), 0.001

    def f(w, b):
        return np.mean(np.maximum(0, 1 - c * (Psi @ w + b))) + lam * w @ w

    machine = soft_margin(Psi, c, C=1 / (2 * lam))
    assert machine.objective == pytest.approx(f(machine.w, machine.b))
    assert f(*soft_svm(Psi, c, lam)) == pytest.approx(machine.objective, rel=0.02)
    for _ in range(100):
        e = 0.1 * rng.normal(size=4)
        assert f(machine.w + e[:3], machine.b + e[3]) > machine.objective
