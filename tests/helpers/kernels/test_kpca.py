"""Kernel PCA: against PCA by SVD, explicit features, and scikit-learn; signs never count."""

import numpy as np
import pytest
from sklearn.decomposition import KernelPCA as Rival

from helpers import data
from helpers.kernels import features, gaussian, linear
from helpers.kernels.kpca import KernelPCA

RNG = np.random.default_rng(0)
X, NEW = RNG.normal(size=(30, 3)) + [1, 2, 3], RNG.normal(size=(7, 3))


def test_the_linear_kernel_gives_pca():
    found = KernelPCA(linear()(X))
    _, s, Vt = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    assert found.s == pytest.approx(s**2 / 30)
    expected = (NEW - X.mean(axis=0)) @ Vt.T
    assert found.scores(linear()(NEW, X)) ** 2 == pytest.approx(expected**2)


@pytest.mark.parametrize("centre", [True, False])
def test_directions_among_explicit_features(centre):
    """k = <x, z>^2: unit directions, variances, and what is missed, all in the six features."""
    k = linear() ** 2
    Phi, Psi = features.quadratic(X), features.quadratic(NEW)
    mean = Phi.mean(axis=0) if centre else 0
    found = KernelPCA(k(X), centre)
    V = (Phi - mean).T @ found.A
    assert V.T @ V == pytest.approx(np.eye(6), abs=1e-8)
    assert np.mean(((Phi - mean) @ V) ** 2, axis=0) == pytest.approx(found.s)
    assert found.scores(k(NEW, X)) == pytest.approx((Psi - mean) @ V)
    for r in (0, 2, 6):
        left = (Psi - mean) - (Psi - mean) @ V[:, :r] @ V[:, :r].T
        expected = (left**2).sum(axis=1)
        assert found.missed(k(NEW, X), k.diag(NEW), r) == pytest.approx(expected, abs=1e-7)


def test_scores_of_the_points_have_the_variances():
    k = gaussian(1.0)
    found = KernelPCA(k(X))
    scores = found.scores(k(X))
    assert scores.mean(axis=0) == pytest.approx(np.zeros(len(found.s)), abs=1e-9)
    assert np.mean(scores**2, axis=0) == pytest.approx(found.s)
    total = found.length2(k(X), k.diag(X)).mean()
    assert found.s.sum() == pytest.approx(total)
    rest = found.missed(k(X), k.diag(X), 4).mean()
    assert rest == pytest.approx(found.s[4:].sum())


def test_no_direction_has_more_variance_than_the_first():
    found = KernelPCA(gaussian(1.0)(X))
    rng = np.random.default_rng(1)
    tried = [found.variance(rng.normal(size=30)) for _ in range(50)]
    assert max(tried) < found.s[0]
    assert found.variance(found.A[:, 0]) == pytest.approx(found.s[0])


def test_the_same_as_scikit_learn():
    K, K_new = gaussian(1.5)(X), gaussian(1.5)(NEW, X)
    rival = Rival(5, kernel="precomputed").fit(K)
    found = KernelPCA(K)
    assert 30 * found.s[:5] == pytest.approx(rival.eigenvalues_)
    assert found.scores(K_new)[:, :5] ** 2 == pytest.approx(rival.transform(K_new) ** 2)


def test_a_blob_in_a_ring_is_told_apart_by_the_first_component():
    rng = np.random.default_rng(2)
    blob, ring = 0.3 * rng.normal(size=(60, 2)), data.rings(120, rng)[0][1::2]
    both = np.vstack([blob, ring])
    first = KernelPCA(gaussian(0.7)(both)).scores(gaussian(0.7)(both))[:, 0]
    low, high = sorted((first[:60], first[60:]), key=np.mean)
    assert low.max() < high.min()
