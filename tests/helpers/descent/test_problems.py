"""Functions to descend on: gradients, constants and minimisers."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from helpers import losses
from helpers.descent.problems import (
    Quadratic,
    chain,
    least_squares,
    normal_pairs,
    valley,
)

X = np.random.default_rng(0).normal(size=(30, 2))


y = X @ [1, -2] + 0.1


def random_quadratic(seed, d=3):
    rng = np.random.default_rng(seed)
    M = rng.normal(size=(d, d))
    return Quadratic(M @ M.T + 0.1 * np.eye(d), rng.normal(size=d)), rng.normal(size=d)


# ---- problems


def test_a_quadratic_knows_itself():
    q, w0 = random_quadratic(11)
    assert q.grad(w0) == pytest.approx(approx_fprime(w0, q.value, 1e-7), rel=1e-5, abs=1e-5)
    assert q.grad(q.w_star) == pytest.approx(np.zeros(3), abs=1e-12)
    assert q.gap(w0) == pytest.approx(q.value(w0) - q.value(q.w_star))
    W = np.random.default_rng(0).normal(size=(4, 5, 3))
    assert q.value(W)[2, 3] == pytest.approx(q.value(W[2, 3])) and q.grad(W)[2, 3] == pytest.approx(
        q.grad(W[2, 3])
    )
    assert (q.mu, q.beta) == pytest.approx(
        (np.linalg.eigvalsh(q.A)[0], np.linalg.eigvalsh(q.A)[-1])
    )
    assert q.kappa == pytest.approx(np.linalg.cond(q.A)) and q.hess(w0) is q.A


def test_only_the_symmetric_part_of_a_matrix_matters():
    """For A = [[2, 1.5], [0, 2]], b = (1, -1) the minimiser is (.8, -.8); A^{-1} b = (.875, -.5) is
    not."""
    q = Quadratic([[2, 1.5], [0, 2]], [1, -1])
    assert q.w_star == pytest.approx([0.8, -0.8])
    w = np.array([0.3, 0.9])
    assert q.value(w) == pytest.approx(w @ np.array([[2, 1.5], [0, 2]]) @ w / 2 - w @ [1, -1])


def test_a_flat_valley_has_a_minimiser_and_no_condition_number():
    q = Quadratic(np.diag([0.0, 2]), [0, 4])
    assert q.w_star == pytest.approx([0, 2]) and q.kappa == np.inf and q.mu == 0


def test_a_valley_has_the_curvatures_it_is_asked_for():
    q = valley(100.0, d=3, beta=4.0, w_star=[1, 2, 3])
    assert q.eigenvalues == pytest.approx([0.04, 0.4, 4]) and q.kappa == pytest.approx(100)
    assert q.w_star == pytest.approx([1, 2, 3])


def test_the_chain_has_its_condition_number_and_a_geometric_minimiser():
    q = chain(400, 100.0, beta=3.0)
    ratio = (10 - 1) / (10 + 1)
    assert q.w_star[:100] == pytest.approx(ratio ** np.arange(1, 101)) and q.beta <= 3
    assert q.kappa == pytest.approx(100, rel=2e-3) and q.mu == pytest.approx(0.03, rel=2e-3)


def test_least_squares_is_the_mean_squared_residual():
    q, w = least_squares(X, y), np.array([0.3, 0.2])
    assert q.value(w) == pytest.approx(((X @ w - y) ** 2).mean())
    assert q.value(w) == pytest.approx(losses.mean_loss(losses.squared, X, y, w))
    assert q.grad(w) == pytest.approx(losses.mean_grad(losses.squared, X, y, w))
    assert q.w_star == pytest.approx(np.linalg.lstsq(X, y)[0])


def test_normal_pairs_have_the_asked_moments_and_best_line(n=200_000):
    Z, t, w = normal_pairs(n, 0.6, np.random.default_rng(0), mean=(1.0, -2.0), sd=(2.0, 0.5))
    assert w == pytest.approx([-2 - 0.15 * 1, 0.15])
    assert np.linalg.lstsq(Z, t)[0] == pytest.approx(w, abs=5 * 0.4 * 2 / n**0.5)
    assert np.corrcoef(Z[:, 1], t)[0, 1] == pytest.approx(0.6, abs=5 * 0.64 / n**0.5)
    assert (Z[:, 1].mean(), t.mean()) == pytest.approx((1, -2), abs=5 * 2 / n**0.5) and (
        Z[:, 0] == 1
    ).all()
    assert (Z[:, 1].std(), t.std()) == pytest.approx((2, 0.5), rel=5 / (2 * n) ** 0.5)
