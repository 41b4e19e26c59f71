"""The rows of the results ledger that notebook 05 owns, each by the measurement that would fail
were it false."""

from itertools import product
from math import comb, log

import numpy as np
import pytest

from helpers import data
from helpers.descent.optim import gradient_descent
from helpers.linear import lasso, subsets
from helpers.linear.least_squares import Ridge, least_squares
from lessons.n05_sparsity import sparse_recovery as recovery
from tests.known import basis_pursuit


def orthonormal(seed, n=40, d=6):
    rng = np.random.default_rng(seed)
    X = np.linalg.qr(rng.normal(size=(n, d)))[0]
    return X, X @ rng.normal(size=d) * 2 + 0.3 * rng.normal(size=n)


def suppression(rho=0.76):
    """Two columns with correlation rho and y along their difference: alone neither says much,
    together all."""
    u, v = np.linalg.qr(np.random.default_rng(0).normal(size=(50, 2)))[0].T * np.sqrt(50)
    X = np.column_stack([u, rho * u + np.sqrt(1 - rho**2) * v])
    y = X[:, 0] - X[:, 1]
    return X, y / np.sqrt((y**2).mean())


def test_some_k_is_reached_by_no_l0_price_but_every_penalised_answer_is_a_constrained_one():
    """D-1.30: risks 1, 0.88, 0: k = 1 minimises R_k + lam k for no lam; whatever lam picks is best
    for its own k."""
    X, y = suppression()
    risk = subsets.best_subset(X, y).risk
    assert risk == pytest.approx([1, 0.88, 0], abs=1e-9)
    picks = {int(np.argmin(risk + lam * np.arange(3))) for lam in np.linspace(0, 2, 2001)}
    assert picks == {0, 2} == set(subsets.reached(risk))
    assert subsets.reached(subsets.best_subset(*orthonormal(1)).risk) == list(
        range(7)
    )  # orthogonal: all of them


def test_greedy_never_beats_exhaustive_search_and_is_sometimes_beaten():
    """D-1.31; and its misprint: with one x_i under the expectation, w = 0 beats the true w."""
    rng, w = np.random.default_rng(3), np.array([1.0, -1.0])
    X = rng.normal(size=(20000, 2))
    y = X @ w + 0.5 * rng.normal(size=20000)
    printed = [np.mean((X[0] @ v - y) ** 2) for v in (0 * w, w)]
    right = [np.mean((X @ v - y) ** 2) for v in (0 * w, w)]
    assert printed[0] < printed[1] and right[1] < right[0]
    lost = 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X = data.correlated(30, 6, 0.7, rng)
        y = X @ rng.normal(size=6) + 0.3 * rng.normal(size=30)
        gap = subsets.greedy(X, y).risk - subsets.best_subset(X, y).risk
        assert gap.min() > -1e-12
        lost += gap.max() > 1e-3
    assert lost >= 1


def test_penalised_and_constrained_lasso_have_the_same_answer():
    """D-1.32: KKT with equality on the support, and nothing in the ball |w|_1 <= |w(lam)|_1 fits
    better."""
    X, y = orthonormal(2)
    X = X @ np.random.default_rng(1).normal(size=(6, 6))
    lam = 0.3 * lasso.lam_max(X, y)
    w = lasso.lasso(X, y, lam)
    g = np.abs(2 / len(X) * X.T @ (y - X @ w))
    assert g[w != 0] == pytest.approx(np.full((w != 0).sum(), lam)) and g.max() <= lam + 1e-12
    rng = np.random.default_rng(3)
    others = rng.normal(size=(20000, 6)) * np.where(rng.random((20000, 6)) < 0.5, 0, 1)
    others *= np.abs(w).sum() / np.maximum(np.abs(others).sum(axis=1), 1e-300)[:, None]
    assert lasso.objective(X, y, 0)[0](others).min() >= lasso.objective(X, y, 0)[0](w)


def test_the_notes_vectors_have_three_nonzeros():
    """R-16, R-17, D-1.29."""
    assert lasso.power([1, 0, -1, 0, 0.2, 0, 0], 0) == 3
    assert lasso.power([1.5, 0, -1.1, 0, 0.25, 0, 0], 0) == 3
    assert lasso.power(np.random.default_rng(0).normal(size=7), 0) == 7


def test_the_l0_penalty_recovers_the_support():
    """R-18: RSS + lam |w|_0 keeps exactly the columns 1 and 4."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(60, 6))
    y = X @ np.array([0, 1.5, 0, 0, -2, 0]) + 0.2 * rng.normal(size=60)
    path = subsets.best_subset(X, y)
    k = int(np.argmin(60 * path.risk + 2.0 * np.arange(7)))
    assert path.columns[k] == (1, 4)


def test_there_are_choose_d_s_times_two_to_the_s_sparse_sign_vectors():
    """R-19, R-22: all 3^d vectors looked at; a vector is its s places and its s signs."""
    for d, s in ((6, 3), (5, 2), (5, 0), (5, 5)):
        vectors = [v for v in product((-1, 0, 1), repeat=d) if lasso.power(v, 0) == s]
        assert len(vectors) == comb(d, s) * 2**s == round(np.exp(subsets.log_count(d, s)))
        codes = {(tuple(np.flatnonzero(v)), tuple(x for x in v if x)) for v in vectors}
        assert len(codes) == len(vectors) and all(len(a) == len(b) == s for a, b in codes)


def test_the_count_is_at_most_d_to_the_s_and_its_logarithm_at_most_s_log_2d():
    """R-20, R-21."""
    for d in range(1, 40):
        for s in range(d + 1):
            assert comb(d, s) <= d**s
            assert subsets.log_count(d, s) <= s * log(d) + s * log(2) + 1e-12
    assert subsets.log_count(39, 1) == pytest.approx(log(39) + log(2))  # attained at s = 1


def test_thirty_equations_are_enough_for_eighty_unknowns_of_which_three_count():
    """R-23, R-28: basis pursuit recovers at least 9 of 10; least squares, which spreads out,
    none."""
    rng = np.random.default_rng(5)
    right = dense = 0
    for w in recovery.sparse_signals(3, 80, 10, rng):
        X = rng.normal(size=(30, 80))
        right += recovery.recovered(basis_pursuit(X, X @ w), w)
        dense += recovery.recovered(least_squares(X, X @ w).w, w)
    assert right >= 9 and dense == 0


@pytest.mark.parametrize("p, broken", [(0, True), (0.5, True), (1, False), (2, False)])
def test_midpoints_break_convexity_below_one_only(p, broken):
    """R-24."""
    a, b = np.random.default_rng(6).normal(size=(2, 500, 2)) * np.array([[[1, 0]], [[0, 1]]])

    def norm(w):
        return lasso.power(w, p) ** (1 / max(p, 1e-9)) if p else lasso.power(w, 0)

    worse = norm((a + b) / 2) > (norm(a) + norm(b)) / 2 + 1e-12
    assert worse.any() == broken


def test_every_subset_is_looked_at_and_each_column_doubles_them():
    """R-25: a demonstration, not a proof."""
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(20, 9)), rng.normal(size=20)
    assert [subsets.best_subset(X[:, :d], y).tried for d in (3, 6, 9)] == [8, 64, 512]
    assert sum(comb(9, k) for k in range(10)) == 512


def test_the_count_has_gradient_zero_and_a_jump():
    """R-26."""
    w, h = np.array([0.7, -1.2, 3.0]), 1e-6 * np.eye(3)
    assert ((lasso.power(w + h, 0) - lasso.power(w - h, 0)) / 2e-6 == 0).all()
    assert lasso.power([1e-300, 0], 0) - lasso.power([0, 0], 0) == 1


def test_contours_touch_the_diamond_on_an_axis_far_more_often_than_the_circle():
    """R-29: 60 random ellipses with centres outside the balls."""
    rng = np.random.default_rng(8)
    angle = rng.uniform(0, 2 * np.pi, 60)
    c = 2.5 * np.column_stack([np.cos(angle), np.sin(angle)])
    B = rng.normal(size=(60, 2, 2))
    A = B @ np.swapaxes(B, 1, 2) + 0.1 * np.eye(2)
    hits = [(np.abs(lasso.touching(A, c, p)).min(axis=1) == 0).sum() for p in (1, 2)]
    assert hits[0] > 5 * hits[1] and hits[0] > 20


@pytest.mark.parametrize("lam", [0.1, 1.0, 3.0])
def test_orthonormal_columns_shrink_by_one_rule_each(lam):
    """R-30, R-31, R-34, R-35: sum form; ridge divides, least squares keeps, the lasso subtracts
    lam/2, not lam."""
    X, y = orthonormal(9)
    b, n = X.T @ y, len(X)
    assert least_squares(X, y).w == pytest.approx(b, abs=1e-9)
    assert Ridge(X, y).w(lam / n) == pytest.approx(b / (1 + lam), abs=1e-9)
    w = lasso.soft(b, lam / 2)

    def total(w):
        return n * lasso.objective(X, y, lam / n)[0](w)

    assert w == pytest.approx(lasso.lasso(X, y, lam / n), abs=1e-9)
    assert (total(w + 0.1 * np.random.default_rng(0).normal(size=(300, 6))) > total(w)).all()
    assert total(lasso.soft(b, lam)) > total(w)


def test_unequal_variances_are_shrunk_unequally():
    """R-32: s^2/(s^2 + lam) is 0.9901, 0.5, 0.0099 for s = 10, 1, 0.1 at lam = 1."""
    s = np.array([10, 1, 0.1])
    X, y = orthonormal(10, d=3)
    kept = Ridge(X * s, y).w(1 / len(X)) / least_squares(X * s, y).w
    assert kept == pytest.approx(s**2 / (s**2 + 1)) and kept.round(4).tolist() == [
        0.9901,
        0.5,
        0.0099,
    ]
    assert lasso.shrink(1.0, 1.0, 2, s) == pytest.approx(kept)


def test_standardised_columns_have_length_root_n_not_one():
    """R-33: X'X = nI for uncorrelated standardised columns; X'X = I has variance 1/n and need not
    be centred."""
    X = data.standardise(np.random.default_rng(11).normal(size=(200, 3)) * [1, 5, 0.2] + 7)
    assert np.diag(X.T @ X) == pytest.approx(np.full(3, 200))
    Q = orthonormal(12, n=200)[0]
    assert (Q**2).mean(axis=0) == pytest.approx(np.full(6, 1 / 200))
    assert np.eye(3).T @ np.eye(3) == pytest.approx(np.eye(3)) and np.eye(3).mean() > 0


def test_descent_from_zero_finds_the_shortest_interpolant_and_from_elsewhere_a_longer_one():
    """R-36."""
    rng = np.random.default_rng(13)
    X, y = rng.normal(size=(8, 20)), rng.normal(size=8)
    grad, eta = lambda w: 2 / 8 * X.T @ (X @ w - y), 4 / np.linalg.norm(X, 2) ** 2
    zero, other = (
        gradient_descent(grad, w0, eta, 3000).last for w0 in (np.zeros(20), rng.normal(size=20))
    )
    assert zero == pytest.approx(np.linalg.pinv(X) @ y, abs=1e-8)
    assert X @ other == pytest.approx(y, abs=1e-6) and np.linalg.norm(other) > 1.2 * np.linalg.norm(
        zero
    )
