"""Certificates of positive semidefiniteness, both ways."""

import numpy as np
import pytest
from scipy import linalg

from helpers.kernels import gaussian, laplace, linear, polynomial
from helpers.kernels.gram import certificate, features_of, largest_subtraction, rank, witness
from tests.known import tanh_similarity

rng = np.random.default_rng(2)
DISTANCES = 1 - np.eye(2)  # |x - z|^2 of two points: zero diagonal
NEAR = np.array([[1.0, 1, 0], [1, 1, 1], [0, 1, 1]])  # "at most 1 apart", of three points in a row


def test_a_gram_matrix_is_psd_because_its_form_is_a_squared_length():
    U, v = rng.normal(size=(6, 3)), rng.normal(size=6)
    assert v @ (U @ U.T) @ v == pytest.approx(np.linalg.norm(U.T @ v) ** 2)
    sure = certificate(U @ U.T)
    assert sure.psd and sure.witness is None and sure.smallest == pytest.approx(0, abs=1e-12)
    assert rank(U @ U.T) == 3


@pytest.mark.parametrize("K", [tanh_similarity(np.linspace(-2, 2, 5)), DISTANCES, NEAR, -np.eye(3)])
def test_a_witness_shows_what_is_not_psd(K):
    sure = certificate(K)
    assert not sure.psd and sure.symmetric
    assert sure.witness @ K @ sure.witness == pytest.approx(sure.smallest) and sure.smallest < 0
    assert np.linalg.norm(sure.witness) == pytest.approx(1)


def test_known_smallest_eigenvalues():
    assert certificate(NEAR).smallest == pytest.approx(1 - 2**0.5)
    assert certificate(DISTANCES).smallest == pytest.approx(-1)  # (1, -1) K (1, -1)' = -2


def test_the_form_cannot_see_asymmetry_so_it_is_checked_apart():
    x = np.array([0.0, 1.0, 2.0])
    K = np.outer(x, x) + x[:, None] - x  # v'Kv = (v'x)^2 >= 0
    sure = certificate(K)
    assert not sure.symmetric and not sure.psd and sure.witness is None
    with pytest.raises(ValueError, match="not symmetric"):
        features_of(K)


@pytest.mark.parametrize("how", ["eigen", "cholesky"])
def test_features_of_a_gram_matrix_reproduce_it(how):
    K = gaussian(0.7)(rng.normal(size=(12, 2)))
    Phi = features_of(K, how)
    assert Phi @ Phi.T == pytest.approx(K)


def test_singular_gram_matrices_have_eigen_features_but_no_cholesky():
    K = linear()(rng.normal(size=(5, 2)))
    assert features_of(K) @ features_of(K).T == pytest.approx(K)
    with pytest.raises(ValueError, match="positive definite"):
        features_of(K, "cholesky")


@pytest.mark.parametrize("K", [[[1.0, 2.0]], [[np.nan]], np.zeros((0, 0))])
def test_what_is_no_square_matrix_gets_a_sentence(K):
    with pytest.raises(ValueError, match=" "):
        certificate(K)


def test_a_witness_reaches_the_smallest_eigenvalue_and_knows_its_sign():
    for K in (
        NEAR,
        DISTANCES,
        tanh_similarity(np.linspace(-2, 2, 5)),
        gaussian(1)([0.0, 1.0, 3.0]),
    ):
        v = witness(K)
        assert np.linalg.norm(v) == pytest.approx(1)
        assert K @ v == pytest.approx(np.linalg.eigvalsh(K)[0] * v)
        assert v[np.argmax(np.abs(v) > np.abs(v).max() - 1e-9)] > 0
    assert witness(DISTANCES) == pytest.approx(np.array([1, -1]) / 2**0.5)


def test_a_witness_is_the_same_in_every_basis_of_a_repeated_eigenvalue():
    K = np.kron(np.eye(2), NEAR)  # 1 - sqrt 2 twice: an eigenvector could be any mixture
    assert witness(K)[3:] == pytest.approx(np.zeros(3))
    assert witness(K)[:3] == pytest.approx(witness(NEAR))
    assert witness(np.eye(3)) == pytest.approx([1, 0, 0])


def test_how_much_of_one_kernel_another_can_lose():
    x = np.linspace(-2, 2, 9)
    K1, K2 = laplace(1)(x), polynomial(2)(x)
    c = largest_subtraction(K1, K2)
    assert c == pytest.approx(1 / linalg.eigh(K2, K1, eigvals_only=True)[-1])
    assert certificate(K1 - 0.999 * c * K2).psd and not certificate(K1 - 1.001 * c * K2).psd
    assert largest_subtraction(K2, linear()(x)) == pytest.approx(
        2
    )  # (1 + xz)^2 - 2 xz = 1 + (xz)^2
    assert largest_subtraction(K2, K2) == pytest.approx(1)
    assert largest_subtraction(K2, K1) == 0 and largest_subtraction(K1, 0 * K1) == np.inf
