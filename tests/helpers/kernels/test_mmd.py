"""MMD: double loops, quadrature, enumeration of all labellings, laws with their error bars."""

from itertools import combinations

import numpy as np
import pytest
from scipy.integrate import dblquad, quad

from helpers import kernels
from helpers.kernels import mmd
from tests.known import deviation

NORMAL = mmd.Mixture((0.0,), (1.0,))
BUMPS = mmd.Mixture((-0.8, 0.8), (0.6, 0.6))
UNEVEN = mmd.Mixture((-0.5, 1.5), (0.4, 1.2))


def samples(n=5, m=7, d=3, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(0.4, 1.3, (m, d))


def loops(k, X, Y, diagonal):
    """Both statistics by double loops over points."""

    def mean(A, B, same):
        pairs = [
            k(A[i : i + 1], B[j : j + 1])[0, 0]
            for i in range(len(A))
            for j in range(len(B))
            if diagonal or not same or i != j
        ]
        return sum(pairs) / len(pairs)

    return mean(X, X, True) - 2 * mean(X, Y, False) + mean(Y, Y, True)


@pytest.mark.parametrize("k", [kernels.gaussian(0.7), kernels.polynomial(2), kernels.linear()])
def test_both_statistics_are_double_loops(k):
    X, Y = samples()
    K = k(np.concatenate([X, Y]))
    assert mmd.mmd2_u(K, 5) == pytest.approx(loops(k, X, Y, False))
    assert mmd.mmd2_v(K, 5) == pytest.approx(loops(k, X, Y, True))
    assert mmd.mmd2_u(np.stack([K, 2 * K]), 5)[1] == pytest.approx(2 * mmd.mmd2_u(K, 5))


def test_by_hand_and_with_a_linear_kernel():
    """Points 0, 2 and 1, 5: the biased one is the squared difference of means, 4."""
    K = kernels.linear()(np.array([0.0, 2.0, 1.0, 5.0]))
    assert mmd.mmd2_v(K, 2) == pytest.approx(4)
    assert mmd.mmd2_u(K, 2) == pytest.approx(0 + 5 - 2 * 3)


def test_a_point_needs_company():
    with pytest.raises(ValueError, match="two points"):
        mmd.mmd2_u(np.eye(4), 1)


@pytest.mark.parametrize("n, m", [(5, 7), (6, 6), (2, 9)])
def test_every_labelling_from_one_product(n, m):
    X, Y = samples(n, m)
    pool = np.concatenate([X, Y])
    first = mmd.shufflings(n + m, n, 20, np.random.default_rng(1))
    assert np.all(first.sum(axis=1) == n) and set(np.unique(first)) == {0, 1}
    k = kernels.gaussian(1.1) + kernels.linear()
    found = mmd.shuffled_mmd2(k(pool), first)
    for row, value in zip(first.astype(bool), found):
        assert value == pytest.approx(loops(k, pool[row], pool[~row], False))
    stack = mmd.shuffled_mmd2(np.stack([k(pool), 3 * k(pool)]), first)
    assert stack[1] == pytest.approx(3 * found)


def test_shufflings_are_uniform():
    first = mmd.shufflings(5, 2, 20_000, np.random.default_rng(2))
    kinds, counts = np.unique(first, axis=0, return_counts=True)
    assert len(kinds) == 10
    assert np.abs(counts / 20_000 - 0.1).max() < 5 * np.sqrt(0.09 / 20_000)


def test_p_counts_ties_and_itself():
    assert mmd.p_value(0.5, np.array([0.1, 0.5, 0.9])) == pytest.approx(3 / 4)
    assert mmd.p_value(1.0, np.zeros(99)) == pytest.approx(0.01)
    assert mmd.p_value(np.array([0.0, 2.0]), np.array([[1.0, 1.0], [1.0, 1.0]])) == pytest.approx(
        [1, 1 / 3]
    )


def test_the_mean_over_all_labellings_is_zero_and_the_level_is_kept():
    """All 70 ways to choose 4 of 8: the unbiased statistic averages 0, and p <= alpha for a share
    alpha of them at most."""
    K = kernels.gaussian(0.6)(np.random.default_rng(3).normal(size=8))
    every = np.array(
        [[float(i in chosen) for i in range(8)] for chosen in combinations(range(8), 4)]
    )
    found = mmd.shuffled_mmd2(K, every)
    assert found.mean() == pytest.approx(0, abs=1e-12)
    p = np.array([np.mean(found >= value - 1e-12) for value in found])
    for alpha in np.arange(1, 71) / 70:
        assert np.mean(p <= alpha + 1e-12) <= alpha + 1e-12


def test_the_test_has_its_three_parts():
    X, Y = samples(8, 8)
    K = kernels.gaussian(1.0)(np.concatenate([X, Y + 3]))
    first = mmd.shufflings(16, 8, 99, np.random.default_rng(4))
    statistic, null, p = mmd.permutation_test(K, 8, first)
    assert statistic == mmd.mmd2_u(K, 8) and null == pytest.approx(mmd.shuffled_mmd2(K, first))
    assert p == 0.01


def test_the_witness_has_norm_one_and_attains_the_distance():
    X, Y = samples(5, 7)
    k, pool = kernels.gaussian(0.9), np.concatenate(samples(5, 7))
    f, D = mmd.witness_function(k, X, Y, pool)
    assert f[:5].mean() - f[5:].mean() == pytest.approx(D)
    c = np.append(np.full(5, 1 / 5), np.full(7, -1 / 7)) / D
    assert f == pytest.approx(k(pool) @ c) and c @ k(pool) @ c == pytest.approx(1)
    assert np.all(mmd.witness_function(k, X, X, pool)[0] == 0)


def test_an_embedding_is_a_mean():
    X, at = np.array([0.0, 1.0]), np.array([0.0, 3.0])
    expected = [(1 + np.exp(-0.5)) / 2, (np.exp(-4.5) + np.exp(-2)) / 2]
    assert mmd.embedding(kernels.gaussian(1.0), X, at) == pytest.approx(expected)


@pytest.mark.parametrize("P", [NORMAL, BUMPS, UNEVEN])
def test_mixtures_by_quadrature(P):
    def moment(power):
        return quad(lambda x: x**power * P.density(np.array([x]))[0], -12, 12, epsabs=1e-11)[0]

    assert moment(0) == pytest.approx(1) and moment(1) == pytest.approx(P.mean, abs=1e-9)
    assert moment(2) - moment(1) ** 2 == pytest.approx(P.variance)
    at, ell = 0.7, 0.4
    expected = quad(
        lambda x: np.exp(-((x - at) ** 2) / (2 * ell**2)) * P.density(np.array([x]))[0], -12, 12
    )[0]
    assert P.embedding(np.array([at]), ell)[0] == pytest.approx(expected)
    rng = np.random.default_rng(5)
    x = P.draws(rng.random(40_000), rng.normal(size=40_000))
    assert deviation(x, P.mean) < 4 and deviation((x - P.mean) ** 2, P.variance) < 4
    assert deviation(x**3, moment(3)) < 4


@pytest.mark.parametrize("P, Q", [(NORMAL, BUMPS), (UNEVEN, BUMPS)])
@pytest.mark.parametrize("ell", [0.3, 2.0])
def test_the_mean_kernel_by_quadrature(P, Q, ell):
    def inside(y, x):
        k = np.exp(-((x - y) ** 2) / (2 * ell**2))
        return k * P.density(np.array([x]))[0] * Q.density(np.array([y]))[0]

    if ell > 1:
        assert mmd.mean_kernel(P, Q, ell) == pytest.approx(
            dblquad(inside, -7, 7, -7, 7)[0], abs=1e-5
        )
    x = np.linspace(-12, 12, 4001)
    p, q = P.density(x), Q.density(x)
    assert mmd.mean_kernel(P, Q, ell) == pytest.approx(np.trapezoid(p * Q.embedding(x, ell), x))
    apart = P.embedding(x, ell) - Q.embedding(x, ell)
    assert mmd.population_mmd2(P, Q, ell) == pytest.approx(np.trapezoid((p - q) * apart, x))
    assert mmd.population_mmd2(P, P, ell) == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize("ell", [0.3, 1.0])
def test_means_of_both_statistics(ell):
    rng = np.random.default_rng(6)
    n, share, normal = 6, rng.random((20_000, 12)), rng.normal(size=(20_000, 12))
    K = mmd.line_grams(mmd.pooled_draws(NORMAL, UNEVEN, n, share, normal), ell)
    D2 = mmd.population_mmd2(NORMAL, UNEVEN, ell)
    assert deviation(mmd.mmd2_u(K, n), D2) < 4
    assert deviation(mmd.mmd2_v(K, n), D2 + mmd.plug_in_bias(NORMAL, UNEVEN, n, ell)) < 4
    assert deviation(mmd.mmd2_v(K, n), D2) > 10


def test_pools_and_their_grams():
    share, normal = np.array([[0.1, 0.9, 0.2, 0.8]]), np.array([[1.0, -1.0, 0.5, 2.0]])
    pool = mmd.pooled_draws(NORMAL, BUMPS, 2, share, normal)
    assert pool[0] == pytest.approx([1, -1, -0.8 + 0.3, 0.8 + 1.2])
    assert mmd.line_grams(pool, 0.7)[0] == pytest.approx(kernels.gaussian(0.7)(pool[0]))


@pytest.mark.parametrize("P, Q", [(NORMAL, BUMPS), (NORMAL, UNEVEN), (BUMPS, UNEVEN)])
def test_wide_kernels_see_the_means(P, Q):
    gap = (P.mean - Q.mean) ** 2
    for ell in (0.1, 1.0, 5.0, 30.0):
        off = abs(ell**2 * mmd.population_mmd2(P, Q, ell) - gap)
        assert off <= mmd.wide_bound(P, Q, ell) + 1e-9
    assert mmd.population_mmd2(P, Q, 100.0) * 1e4 == pytest.approx(gap, abs=2e-3)


def test_the_wide_bound_by_hand():
    """Differences of two standard normals have fourth moment 3 · 2²; a shift adds its own."""
    assert mmd.wide_bound(NORMAL, NORMAL, 2.0) == pytest.approx(24 / 32)
    shifted = mmd.Mixture((3.0,), (1.0,))
    assert mmd.wide_bound(NORMAL, shifted, 2.0) == pytest.approx(2 * (81 + 6 * 9 * 2 + 12) / 32)
