"""Subsets: pairs that help together, hulls and prices."""

import numpy as np

from helpers.linear import subsets

rng = np.random.default_rng(1)


# counting


def test_one_of_a_pair_explains_half_of_one_minus_rho():
    X, y = subsets.suppressed(10**5, 0.9, np.random.default_rng(9))
    cov = np.cov(np.column_stack([X, y]).T)
    assert np.abs(np.diag(cov) - 1).max() < 0.03
    assert abs(cov[0, 1] - 0.9) < 0.01 and abs(cov[2, 3] - 0.9) < 0.01 and abs(cov[0, 2]) < 0.02
    alone, both = cov[0, 6] ** 2, 0.45
    assert abs(alone - both * (1 - 0.9) / 2) < 0.01
    best = subsets.best_subset(X, y).risk
    assert np.abs(best - [1, 0.9, 0.55, 0.45, 0.27, 0.17, 0.13]).max() < 0.02
    redundant = subsets.best_subset(*subsets.suppressed(10**4, -0.6, np.random.default_rng(9))).risk
    assert subsets.reached(redundant) == list(range(7))  # partners that agree: no gap
    assert subsets.reached(best) == [0, 2, 4, 5, 6]


def test_the_chosen_count_is_a_search_over_all_k_and_lies_on_the_hull():
    for _ in range(20):
        best = np.sort(rng.uniform(size=7))[::-1]
        lam = np.geomspace(1e-4, 2, 400)
        k = subsets.chosen_count(best, lam)
        assert np.allclose(best[k] + lam * k, (best + lam[:, None] * np.arange(7)).min(axis=1))
        hull = subsets.lower_hull(best)
        assert (hull <= best + 1e-15).all() and (np.diff(hull, 2) >= -1e-12).all()
        assert set(k) <= set(np.flatnonzero(np.isclose(hull, best))) == set(subsets.reached(best))


def test_every_subset_is_least_squares_on_its_columns():
    X, y = subsets.suppressed(30, 0.8, rng)
    sizes, risks = subsets.every_subset(X, y)
    assert len(sizes) == 64 and np.bincount(sizes).tolist() == [1, 6, 15, 20, 15, 6, 1]
    assert np.allclose([risks[sizes == k].min() for k in range(7)], subsets.best_subset(X, y).risk)


def test_a_price_is_found_for_each_k_that_has_one():
    for _ in range(20):
        best = np.sort(rng.uniform(size=7))[::-1]
        bought = {
            int(subsets.chosen_count(best, subsets.price_for(best, k)))
            for k in subsets.reached(best)
        }
        assert bought == set(subsets.reached(best))
