"""Feature maps against the kernels they stand for; separability against both of its
certificates."""

from math import comb

import numpy as np
import pytest
from scipy import stats

from helpers import data
from helpers.kernels import features, gaussian, linear, polynomial
from helpers.margins.separation import separation

rng = np.random.default_rng(1)


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_quadratic_maps_have_their_kernels_and_lengths(d):
    X, Z = rng.normal(size=(9, d)), rng.normal(size=(4, d))
    for psi, k, D in [
        (features.quadratic, linear() ** 2, d * (d + 1) // 2),
        (features.outer, linear() ** 2, d * d),
        (features.all_quadratic, polynomial(2, 1), d * d + d + 1),
        (features.tensor(3), linear() ** 3, d**3),
        (features.monomials(3, 0.7), polynomial(3, 0.7), comb(d + 3, 3)),
        (features.monomials(2, 0), linear() ** 2, comb(d + 1, 2)),
    ]:
        assert psi(X).shape == (9, D)
        assert psi(X) @ psi(Z).T == pytest.approx(k(X, Z))


def test_maps_of_the_notes_figures():
    X = np.array([[2.0, 3.0], [1.0, -1.0]])
    assert features.quadratic(X)[0] == pytest.approx([4, 6 * 2**0.5, 9])
    assert features.parabola(X).tolist() == [[2, 3, 9], [1, -1, 1]]
    assert features.fold(X).tolist() == [[2, 37], [1, 5]]
    assert features.powers(3)([-1, 0, 1]).tolist() == [[1, -1, 1, -1], [1, 0, 0, 0], [1, 1, 1, 1]]
    assert features.columns(1)(X).tolist() == [[3], [-1]]


def test_projection_splits_into_span_and_orthogonal_rest():
    Phi, v = rng.normal(size=(3, 6)), rng.normal(size=6)
    Phi[2] = Phi[0] - 2 * Phi[1]  # a row that adds nothing
    u, r = features.project(Phi, v)
    assert u + r == pytest.approx(v)
    assert Phi @ r == pytest.approx(np.zeros(3), abs=1e-12)
    assert np.linalg.matrix_rank(np.vstack([Phi, u])) == 2


def clouds(gap, n=20, d=3, seed=0):
    X = np.random.default_rng(seed).uniform(-1, 1, size=(2 * n, d))
    y = np.repeat([1.0, -1.0], n)
    X[:, 0] += y * gap
    return X, y


@pytest.mark.parametrize("gap", [1.05, 1.5, 4.0])
def test_a_gap_is_found_with_a_plane_that_parts_the_classes(gap):
    X, y = clouds(gap)
    s = separation(X, y)
    assert s.separable and s.common is None
    assert (y * (X @ s.w + s.b)).min() == pytest.approx(s.margin)
    ends = [s.weights[y == c] @ X[y == c] for c in (1, -1)]
    assert np.abs(ends[0] - ends[1]).sum() == pytest.approx(
        2 * s.margin
    )  # strong duality: both certificates agree
    assert (s.worst, s.apart) == pytest.approx((s.margin, 2 * s.margin))


def test_two_points_by_hand():
    s = separation([[1.0, 1.0], [-1.0, -1.0]], [1, -1])
    assert (s.margin, s.worst, s.apart) == pytest.approx((2, 2, 4)) and s.w == pytest.approx([1, 1])


@pytest.mark.parametrize("gap, d", [(0.0, 3), (0.3, 2), (0.1, 3)])
def test_overlap_is_proved_by_a_point_in_both_hulls(gap, d):
    X, y = clouds(gap, d=d)
    s = separation(X, y)
    assert not s.separable and s.margin == pytest.approx(0, abs=1e-8)
    for c in (1, -1):
        weights = s.weights[y == c]
        assert weights.min() >= 0 and weights.sum() == pytest.approx(1)
        assert weights @ X[y == c] == pytest.approx(s.common)


def test_xor_needs_a_product_and_rings_need_squares():
    xor, y = np.array([[1.0, 1], [-1, -1], [1, -1], [-1, 1]]), np.array([1.0, 1, -1, -1])
    assert not separation(xor, y).separable
    assert separation(features.all_quadratic(xor), y).separable
    angle = np.tile(np.linspace(0, 6, 20), 2)
    rings = np.repeat([1.0, 2.0], 20)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    labels = np.repeat([1.0, -1.0], 20)
    assert not separation(rings, labels).separable
    assert separation(features.quadratic(rings), labels).separable


def test_distinct_points_are_separable_in_gaussian_features_however_they_are_labelled():
    from helpers.kernels.gram import features_of

    X = rng.uniform(-1, 1, size=(12, 2))
    y = np.where(rng.random(12) < 0.5, 1.0, -1.0)
    assert separation(features_of(gaussian(0.3)(X)), y).separable


def test_curves_and_stripes_need_their_own_maps():
    for points, psi in ((data.curved, features.parabola), (data.stripes, features.fold)):
        X, y = points(60, np.random.default_rng(1), sigma=0.1)
        assert not separation(X, y).separable and separation(psi(X), y).separable
        turn = np.array([[0.6, -0.8], [0.8, 0.6]])
        assert not separation(X @ turn, y).separable  # no linear map helps


def test_edge_on_shows_the_plane_as_the_line_zero_and_fills_the_frame():
    Psi, w = rng.normal(size=(20, 4)), rng.normal(size=4)
    seen = features.edge_on(Psi, w, 0.3)(Psi)
    assert np.sign(seen[:, 0]) == pytest.approx(np.sign(Psi @ w + 0.3))
    assert np.abs(seen).max(axis=0) == pytest.approx([1, 1])
    moved = features.edge_on(Psi, w, 0.3)(Psi + w)  # moving across the plane does not move along it
    assert moved[:, 1] == pytest.approx(seen[:, 1])


def test_separation_does_not_depend_on_units_or_place():
    X, y = clouds(1.05)
    s, far = separation(X, y), separation(1e4 * X + 1e6, y)
    assert far.separable and far.margin == pytest.approx(1e4 * s.margin, rel=1e-6)


@pytest.mark.parametrize(
    "X, y",
    [
        ([[1.0], [2.0]], [1, 1]),
        ([[1.0], [2.0]], [0, 1]),
        ([[1.0], [np.nan]], [1, -1]),
        ([[1.0]], [1, -1]),
    ],
)
def test_bad_labels_and_shapes_get_a_sentence(X, y):
    with pytest.raises(ValueError, match=" "):
        separation(X, y)


def test_the_gaussian_is_the_sum_of_its_series():
    x = np.array([-2.0, -0.3, 0.0, 0.7, 1.5])
    psi = features.gaussian_series(80, 0.6)(x)
    assert psi @ psi.T == pytest.approx(gaussian(0.6)(x), abs=1e-12)
    assert psi[:, 3] == pytest.approx(np.exp(-(x**2) / 0.72) * (x / 0.6) ** 3 / 6**0.5)
    assert psi[2].tolist() == [1.0] + 80 * [0.0]
    assert np.isfinite(features.gaussian_series(400, 0.05)([3.0])).all()


def test_the_missing_share_is_the_tail_of_a_poisson_law():
    for x, width, J in [(1.3, 0.5, 6), (0.0, 1.0, 0), (-2.0, 0.4, 30), (3.0, 3.0, 2)]:
        psi = features.gaussian_series(J, width)([x])[0]
        tail = features.missing_share(x, width, J)
        assert 1 - psi @ psi == pytest.approx(tail, abs=1e-12)
        assert tail == pytest.approx(stats.poisson.sf(J, (x / width) ** 2))


def test_products_are_the_features_of_a_product():
    A, B = rng.normal(size=(7, 3)), rng.normal(size=(7, 2))
    Phi = features.products(A, B)
    assert Phi.shape == (7, 6) and Phi[0, :2] == pytest.approx(A[0, 0] * B[0])
    assert Phi @ Phi.T == pytest.approx((A @ A.T) * (B @ B.T))
