"""Many classes: certificates, SciPy, liblinear, the two-class machine, finite differences; then the
movers."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from helpers import data
from helpers.linear import softmax
from helpers.margins import class_features, multiclass, multiclass_sgd, svm, votes
from helpers.margins.perceptron import pad

rng = np.random.default_rng(12)


WINE = data.load("wine")


X, Y = pad(data.standardise(WINE.X)[:, [0, 6]]), WINE.y.astype(int)


CLOUDS, CY = data.blobs(60, [[0, 1.5], [1.4, -1], [-1.4, -1]], np.random.default_rng(5), 0.8)


TIGHT, TY = data.blobs(60, [[0, 2], [1.8, -1.2], [-1.8, -1.2]], np.random.default_rng(6), 0.25)


# ---- the machine


@pytest.mark.parametrize("lam", [1e-4, 1e-2, 0.3, 10.0])
@pytest.mark.parametrize(
    "points", [(X, Y), (pad(CLOUDS), CY), (pad(TIGHT), TY)], ids=["wine", "overlap", "apart"]
)
def test_primal_and_dual_meet(points, lam):
    m = multiclass.machine(*points, lam)
    assert m.a.min() >= 0 and m.a.sum(axis=1) == pytest.approx(1, abs=1e-9)
    assert m.gap == pytest.approx(0, abs=1e-9)
    U = multiclass.augmented(m.S, m.y)
    spare = U.max(axis=1, keepdims=True) - U
    assert np.abs(m.a * spare).max() < 1e-5 * (1 + spare.max())  # prices only where the maximum is


def test_it_is_the_minimum_that_scipy_finds():
    """SLSQP on the program with slacks, from scratch."""
    Z, y, lam = pad(CLOUDS)[:18], CY[:18], 0.05
    gaps = (
        class_features.block_features(Z, 3)
        - class_features.block_features(Z, 3)[np.arange(18), y][:, None]
    )
    A = np.hstack([-gaps.reshape(54, 9), np.repeat(np.eye(18), 3, axis=0)])
    b = (1 - np.eye(3)[y]).ravel()
    found = minimize(
        lambda p: lam * p[:9] @ p[:9] + p[9:].mean(),
        np.r_[np.zeros(9), np.full(18, 2.0)],
        method="SLSQP",
        jac=lambda p: np.r_[2 * lam * p[:9], np.full(18, 1 / 18)],
        options=dict(maxiter=500, ftol=1e-13),
        constraints=dict(type="ineq", fun=lambda p: A @ p - b, jac=lambda p: A),
    )
    m = multiclass.machine(Z, y, lam)
    assert m.objective == pytest.approx(found.fun, abs=1e-8) and m.w == pytest.approx(
        found.x[:9], abs=1e-4
    )


@pytest.mark.parametrize("lam", [1e-3, 0.02, 1.0])
def test_liblinear_finds_the_same_machine(lam):
    rival = LinearSVC(
        C=1 / (2 * len(Y) * lam),
        multi_class="crammer_singer",
        fit_intercept=False,
        tol=1e-9,
        max_iter=100_000,
    )
    assert pytest.approx(rival.fit(X, Y).coef_, abs=1e-5) == multiclass.machine(X, Y, lam).W


@pytest.mark.parametrize("lam", [1e-3, 0.05, 1.0])
def test_two_classes_are_the_binary_machine_with_half_the_penalty(lam):
    """D-10.27."""
    y = (Y > 0).astype(int)
    many, two = (
        multiclass.machine(X, y, lam),
        svm.soft_margin(X, 2.0 * y - 1, 1 / lam, bias=False),
    )  # C = 1/(2 (lam/2))
    assert many.objective == pytest.approx(two.objective, abs=1e-9) and two.lam == pytest.approx(
        lam / 2
    )
    assert many.W[1] - many.W[0] == pytest.approx(two.w, abs=1e-5) and many.W.sum(
        axis=0
    ) == pytest.approx(0, abs=1e-9)


def test_any_features_in_the_form_of_blocks_give_the_same_machine():
    a, b = (
        multiclass.machine(X, Y, 0.02),
        multiclass.machine_of(class_features.block_features(X, 3), Y, 0.02),
    )
    assert a.w == pytest.approx(b.w, abs=1e-7) and a.objective == pytest.approx(
        b.objective, abs=1e-10
    )


def test_the_two_forms_agree_on_every_operation():
    blocks, features = (
        class_features.Blocks(X, 3),
        class_features.Features(class_features.block_features(X, 3)),
    )
    w, A, B = rng.normal(size=9), rng.normal(size=(len(X), 3)), rng.uniform(size=(len(X), 3, 3))
    B = (B + B.transpose(0, 2, 1)) * (1 - np.eye(3))
    assert np.allclose(blocks.scores(w), features.scores(w)) and np.allclose(
        blocks.collect(A), features.collect(A)
    )
    assert np.allclose(blocks.curvature(B), features.curvature(B))
    Psi, pairs = class_features.block_features(X, 3), [(0, 1), (0, 2), (1, 2)]
    direct = sum(
        ((Psi[:, k] - Psi[:, l]).T * B[:, k, l]) @ (Psi[:, k] - Psi[:, l]) for k, l in pairs
    )
    assert np.allclose(blocks.curvature(B), direct)


def test_those_who_pay_nothing_may_be_left_out():
    m = multiclass.machine(X, Y, 0.01)
    few = m.pays > 1e-6
    again = multiclass.machine(X[few], Y[few], 0.01 * len(Y) / few.sum())
    assert 0 < few.sum() < len(Y) / 2 and pytest.approx(m.W, abs=1e-5) == again.W
    assert (multiclass.hinge(m.S, Y)[~few] < 1e-6).all()


def test_no_other_point_is_lower():
    m, (f, _) = multiclass.machine(X, Y, 0.05), multiclass_sgd.objective(X, Y, 0.05)
    around = m.w + 10.0 ** rng.uniform(-4, 0, size=(500, 1)) * rng.normal(size=(500, 9))
    assert f(m.w) == pytest.approx(m.objective) and f(around).min() >= m.dual


def test_a_class_without_examples_is_allowed_if_c_is_named():
    m = multiclass.machine(X[Y < 2], Y[Y < 2], 0.1, c=3)
    assert m.W.shape == (3, 3) and m.gap == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    "bad, words",
    [
        (lambda: multiclass.machine(X, Y, 0.0), "lam must be positive"),
        (lambda: multiclass.machine(X[Y != 1], Y[Y != 1], 1.0), "each with at least one row"),
        (lambda: multiclass.machine(X, Y, 1.0, c=2), "among 0, ..., 1"),
        (lambda: multiclass.machine(X, Y[:-1], 1.0), "one answer per row"),
        (lambda: multiclass.soft_machine(X, Y, 1.0, 0.0), "temperature tau must be positive"),
        (lambda: votes.claimed(np.eye(3), X[:, :2], "by hand"), "how must be one of"),
        (lambda: multiclass_sgd.descend(X, Y, 0.1, 0.1, 5, rng, "left"), "step must be one of"),
        (lambda: multiclass.machine(np.full((6, 2), np.nan), [0, 1, 2] * 2, 1.0), "nan"),
    ],
)
def test_bad_input_gets_a_sentence(bad, words):
    with pytest.raises(ValueError, match=words):
        bad()


# ---- softmax


@pytest.mark.parametrize(
    "tau, cost", [(0.05, 1.0), (0.3, 1.0), (0.3, 0.0), (1.0, 1.0), (30.0, 1.0), (300.0, 0.0)]
)
def test_the_soft_machine_is_certified_by_its_own_dual(tau, cost):
    m = multiclass.soft_machine(X, Y, 0.01, tau, cost)
    assert m.gap == pytest.approx(0, abs=1e-9 * (1 + m.objective))
    W = (np.eye(3)[Y] - m.a).T @ X / (2 * 0.01 * len(Y))
    assert (
        pytest.approx(W, abs=1e-7) == m.W
    )  # the weights follow from the probabilities as they do from prices


def test_softmax_regression_is_the_soft_machine_without_cost():
    assert (
        pytest.approx(softmax.fit(X, Y, 0.02), abs=1e-9)
        == multiclass.soft_machine(X, Y, 0.02, 1.0, 0.0).W.T
    )
    rival = LogisticRegression(
        C=1 / (2 * len(Y) * 0.02), fit_intercept=False, tol=1e-10, max_iter=2000
    ).fit(X, Y)
    assert pytest.approx(rival.coef_, abs=1e-4) == multiclass.soft_machine(X, Y, 0.02, 1.0, 0.0).W


def test_a_temperature_is_another_scale_and_another_lambda():
    """tau loss(s/tau) + lam |W|^2 with V = W/tau is tau (loss(V) + lam tau |V|^2)."""
    warm = multiclass.soft_machine(X, Y, 0.02, 3.0, 0.0)
    assert pytest.approx(softmax.fit(X, Y, 0.06).T, abs=1e-8) == warm.W / 3


def test_cold_is_the_hinge_and_hot_are_the_class_sums():
    hinge = multiclass.machine(X, Y, 0.05)
    away = [
        np.abs(multiclass.soft_machine(X, Y, 0.05, tau).W - hinge.W).max() for tau in (0.1, 0.01)
    ]
    assert away[1] < away[0] and away[1] < 0.02
    sums = multiclass.class_sums(X, Y, 0.05)
    far = [
        np.abs(multiclass.soft_machine(X, Y, 0.05, tau).W - sums).max() for tau in (300.0, 3000.0)
    ]
    assert far[1] < far[0] / 9 and far[1] < 0.01
    assert sums[1] == pytest.approx(
        (X[Y == 1].sum(axis=0) - X.sum(axis=0) / 3) / (2 * 0.05 * len(Y))
    )
