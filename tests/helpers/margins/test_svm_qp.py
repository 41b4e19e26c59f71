"""The solver of the support vector machine: certificates, brute force, SciPy and LIBSVM."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.svm import SVC

from helpers import losses
from helpers.kernels import gaussian, linear, polynomial
from helpers.margins import svm, svm_qp
from helpers.margins.svm_qp import best_bias, solve

rng = np.random.default_rng(11)


Y = np.where(np.arange(60) % 2, 1.0, -1.0)


X = rng.normal(size=(60, 2)) + 0.9 * Y[:, None] * [1, 0.5]  # overlapping clouds


KERNELS = [linear()(X), polynomial(2)(X), gaussian(0.2)(X), gaussian(1.0)(X), gaussian(8.0)(X)]


def feasible(alpha, y, c, bias):
    return (
        alpha.min() >= 0
        and alpha.max() <= c * (1 + 1e-12)
        and (not bias or abs(y @ alpha) <= 1e-9 * c * len(y))
    )


# ---- the solver


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("C", [1e-3, 0.3, 10.0, 1e3, 1e6])
@pytest.mark.parametrize("K", KERNELS, ids=["linear", "quadratic", "narrow", "middle", "wide"])
def test_primal_and_dual_meet_for_every_kernel_and_cost(K, C, bias):
    m = svm.kernel_machine(K, Y, C, bias)
    assert feasible(m.alpha, Y, m.c, bias)
    assert m.gap == pytest.approx(0, abs=1e-9 * (1 + m.primal))
    assert np.abs(m.alpha * (m.margins - 1 + m.slack)).max() <= 1e-8 * (
        1 + m.primal
    )  # slackness, both kinds
    assert np.abs((m.c - m.alpha) * m.slack).max() <= 1e-8 * (1 + m.primal)


def test_degenerate_data_is_certified_too():
    """Points that coincide, lie on a lattice, are few, are badly scaled, have one label: the gap
    still closes."""
    for _ in range(120):
        n, d = int(rng.integers(2, 40)), int(rng.integers(1, 5))
        Z = rng.normal(size=(n, d))
        Z = [Z, np.round(Z), Z[rng.integers(n, size=n)], 100 * Z][rng.integers(4)]
        y, C, bias = (
            rng.choice([-1.0, 1.0], size=n),
            10 ** rng.uniform(-3, 4),
            bool(rng.integers(2)),
        )
        m = svm.soft_margin(Z, y, C, bias)
        assert feasible(m.alpha, y, m.c, bias) and abs(m.gap) <= 1e-6 * (1 + m.primal)


def test_points_that_coincide_cost_no_accuracy():
    """Lattice points and a huge C: many prices do; the walk ends 0.005 above the optimum, the
    polish mends that."""
    for seed in (177, 319, 337):
        r = np.random.default_rng(seed)
        Z, y = np.round(r.normal(size=(32, 1 + seed % 2))), r.choice([-1.0, 1.0], size=32)
        m = svm.kernel_machine(Z @ Z.T, y, 10 ** r.uniform(2, 6))
        assert abs(m.gap) < 1e-5 and abs(m.alpha @ y) < 1e-9 * m.c


@pytest.mark.parametrize("bias", [True, False])
def test_it_is_the_best_of_all_placements(bias):
    """Brute force: each alpha at 0, at c, or free (3^n ways), the free ones by linear algebra; the
    best dual value."""
    for seed in range(4):
        r = np.random.default_rng(seed)
        y, Z, c = np.array([1, 1, 1, -1, -1, -1.0]), r.normal(size=(6, 2)), 10 ** r.uniform(-1, 1)
        Q, best = (y[:, None] * Z) @ (y[:, None] * Z).T + 1e-3 * np.eye(6), -np.inf
        for place in product([0, 1, 2], repeat=6):
            place = np.array(place)
            F, a = np.flatnonzero(place == 2), np.where(place == 1, c, 0.0)
            M = (
                np.block([[Q[np.ix_(F, F)], y[F, None]], [y[None, F], np.zeros((1, 1))]])
                if bias
                else Q[np.ix_(F, F)]
            )
            rhs = np.append(1 - Q[F] @ a, -y @ a) if bias else 1 - Q[F] @ a
            a[F] = np.linalg.lstsq(M, rhs, rcond=None)[0][: len(F)]
            if feasible(a, y, c, bias):
                best = max(best, a.sum() - a @ Q @ a / 2)
        m = svm.kernel_machine(y[:, None] * Q * y, y, 6 * c, bias)
        assert m.dual == pytest.approx(best, rel=1e-9)


def test_scipy_finds_nothing_better():
    K, c = KERNELS[3][:25, :25], 2.0
    Q = Y[:25, None] * K * Y[:25]
    found = minimize(
        lambda a: a @ Q @ a / 2 - a.sum(),
        np.full(25, c / 2),
        jac=lambda a: Q @ a - 1,
        method="SLSQP",
        bounds=[(0, c)] * 25,
        options={"maxiter": 500, "ftol": 1e-14},
        constraints={"type": "eq", "fun": lambda a: a @ Y[:25], "jac": lambda a: Y[:25]},
    )
    assert svm.kernel_machine(K, Y[:25], 25 * c).dual == pytest.approx(-found.fun, rel=1e-6)


@pytest.mark.parametrize("C", [0.5, 20.0, 500.0])
def test_libsvm_draws_the_same_boundary(C):
    """libsvm's C is our C/n, its gamma our 1/(2 bandwidth^2)."""
    grid = rng.uniform(-3, 3, size=(50, 2))
    line = SVC(kernel="linear", C=C / 60, tol=1e-9).fit(X, Y)
    ours = svm.soft_margin(X, Y, C)
    assert ours.w == pytest.approx(line.coef_[0], abs=1e-5)
    rbf = SVC(C=C / 60, gamma=1 / (2 * 0.7**2), tol=1e-9).fit(X, Y)
    curve = svm.kernel_machine(gaussian(0.7)(X), Y, C)
    assert curve.predict(gaussian(0.7)(grid, X)) == pytest.approx(
        rbf.decision_function(grid), abs=1e-5
    )
    assert np.array_equal(curve.support, np.sort(rbf.support_))


@pytest.mark.parametrize(
    "K", [*KERNELS, X], ids=["linear", "quadratic", "narrow", "middle", "wide", "factor"]
)
def test_a_warm_start_changes_nothing_but_the_time(K):
    cold = [solve(K, Y, c) for c in (0.2, 0.25, 2.0)]
    gram = K if len(K) == K.shape[1] else K @ K.T
    for i, start in (
        (1, (cold[0], 0.2)),
        (2, (cold[0], 0.2)),
        (0, (cold[2], 2.0)),
        (2, (np.zeros(60), 1.0)),
    ):
        warm = solve(K, Y, (0.2, 0.25, 2.0)[i], start=start)
        assert gram @ (Y * warm) == pytest.approx(gram @ (Y * cold[i]), abs=1e-11)


def test_a_warm_start_saves_the_walk_through_the_inside(monkeypatch):
    cold = {c: solve(KERNELS[3], Y, c) for c in (0.3, 0.33, 0.5)}
    monkeypatch.setattr(svm_qp, "_interior", lambda *args: pytest.fail("it went inside"))
    for old, new in ((0.3, 0.33), (0.3, 0.5), (0.5, 0.3), (0.33, 0.3)):
        assert solve(KERNELS[3], Y, new, start=(cold[old], old)) == pytest.approx(
            cold[new], abs=1e-11
        )


def test_on_ordinary_data_the_active_set_settles(monkeypatch):
    """The way out for data with several answers is not taken, so the prices are exact and not
    merely close."""
    monkeypatch.setattr(svm_qp, "_violation", lambda *args: pytest.fail("it did not settle"))
    for K in (*KERNELS[1:], X):
        for c, bias in product((1e-3, 0.1, 1.0, 100.0), (True, False)):
            solve(K, Y, c, bias)


def test_the_factor_and_the_matrix_give_one_machine():
    for C in (0.1, 5.0, 200.0):
        alpha = svm.kernel_machine(X @ X.T, Y, C).alpha
        assert svm.soft_margin(X, Y, C).w == pytest.approx(X.T @ (Y * alpha), abs=1e-9)


def test_the_bias_minimises_the_sum_of_hinges_and_is_the_middle_of_an_interval():
    for _ in range(30):
        y, s = rng.choice([-1.0, 1.0], size=9), rng.normal(size=9)
        kinks = np.append(
            y - s, best_bias(s, y)
        )  # a piecewise linear function is smallest at a kink
        costs = losses.hinge(y * (s + kinks[:, None])).sum(axis=1)
        assert costs[-1] <= costs.min() + 1e-12
    assert (
        best_bias(np.array([-3.0, 2.0]), np.array([-1.0, 1.0])) == 0.5
    )  # any b in [-1, 2] costs nothing
    assert best_bias(np.zeros(3), np.ones(3)) == 1 and best_bias(np.zeros(3), -np.ones(3)) == -1


def test_moving_all_points_moves_only_the_bias_and_doubling_them_nothing():
    m, shift = svm.soft_margin(X, Y, 7.0), np.array([3.0, -2.0])
    moved, twice = (
        svm.soft_margin(X + shift, Y, 7.0),
        svm.soft_margin(np.repeat(X, 2, axis=0), np.repeat(Y, 2), 7.0),
    )
    assert moved.w == pytest.approx(m.w) and moved.b == pytest.approx(m.b - m.w @ shift)
    assert twice.w == pytest.approx(m.w) and twice.primal == pytest.approx(m.primal)
