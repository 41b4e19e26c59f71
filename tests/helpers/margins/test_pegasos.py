"""The soft margin by descent: gradients, points, regret."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from helpers import losses
from helpers.descent.bounds import best_bound
from helpers.margins import pegasos, svm

rng = np.random.default_rng(11)


Y = np.where(np.arange(60) % 2, 1.0, -1.0)


X = rng.normal(size=(60, 2)) + 0.9 * Y[:, None] * [1, 0.5]  # overlapping clouds


# ---- descent


@pytest.mark.parametrize(
    "loss", [losses.hinge, losses.perceptron, losses.logistic, losses.squared_hinge]
)
def test_gradient_of_the_objective_by_finite_differences(loss):
    f, grad = pegasos.objective(X, Y, 0.3, loss)
    for p in rng.normal(size=(4, 3)):
        assert grad(p) == pytest.approx(approx_fprime(p, f, 1e-7), abs=1e-5)
    assert grad(np.array([1.0, 2.0, 5.0])) - grad(np.array([0.0, 0.0, 5.0])) != pytest.approx(
        np.zeros(3)
    )
    far = pegasos.objective([[0.0, 0.0]], [1.0], 0.3, loss)
    assert far[0](np.array([0.0, 0.0, 9.0])) == pytest.approx(loss(9.0))  # b = 9 costs no penalty


def test_the_solver_minimises_what_descent_descends_on():
    for lam in (0.02, 0.5):
        m, (f, _) = svm.soft_margin(X, Y, 1 / (2 * lam)), pegasos.objective(X, Y, lam)
        p = np.append(m.w, m.b)
        assert f(p) == pytest.approx(m.objective) and m.lam == pytest.approx(lam)
        assert all(f(p + d) >= f(p) - 1e-12 for d in 0.1 * rng.normal(size=(300, 3)))


def test_steps_are_those_of_the_objective_and_of_the_drawn_rows():
    full = pegasos.descend(X, Y, 0.1, 0.5, 20)
    grad = pegasos.objective(X, Y, 0.1)[1]
    assert full.v == pytest.approx(np.array([grad(p) for p in full.w[:-1]]))
    run = pegasos.descend(
        X, Y, 0.1, pegasos.pegasos_steps(0.1), 20, m=3, rng=np.random.default_rng(0)
    )
    for t, rows in enumerate(run.extra["rows"]):
        assert run.v[t] == pytest.approx(pegasos.objective(X[rows], Y[rows], 0.1)[1](run.w[t]))
        assert run.eta[t] == pytest.approx(1 / (0.2 * (t + 1)))
    met, rows = pegasos.sampled_losses(run, X, Y, 0.1, run.w[:-1]), run.extra["rows"][7]
    assert met[7] == pytest.approx(pegasos.objective(X[rows], Y[rows], 0.1)[0](run.w[7]))
    assert not pegasos.descend(X, Y, 0.1, 0.5, 20, bias=False).w[:, 2].any()
    bare = pegasos.descend(X, Y, 0.1, 0.5, 20, penalty=False)
    assert bare.v == pytest.approx(
        np.array([pegasos.objective(X, Y, 0.0)[1](p) for p in bare.w[:-1]])
    )


def test_pegasos_points_are_means_of_the_violators_and_stay_in_a_ball():
    """w_{t+1} = (1/(2 lam t)) sum_{s<=t} y x [margin < 1] / m: the shrinking and the steps cancel
    into a mean."""
    lam = 0.05
    run = pegasos.descend(
        X, Y, lam, pegasos.pegasos_steps(lam), 60, m=1, rng=np.random.default_rng(1), bias=False
    )
    rows = run.extra["rows"][:, 0]
    hit = Y[rows] * (X[rows] * run.w[:-1, :2]).sum(axis=1) < 1
    steps = hit[:, None] * Y[rows, None] * X[rows]
    assert run.w[1:, :2] == pytest.approx(
        np.cumsum(steps, axis=0) / (2 * lam * np.arange(1, 61)[:, None])
    )
    assert np.linalg.norm(run.w, axis=1).max() <= np.linalg.norm(X, axis=1).max() / (2 * lam)


@pytest.mark.parametrize("m", [1, 5, None])
def test_regret_bounds_hold_on_every_sequence_and_are_not_far(m):
    lam, best = 0.1, np.append(svm.soft_margin(X, Y, 5.0, bias=False).w, 0.0)
    for eta in (pegasos.pegasos_steps(lam), 0.3):
        run = pegasos.descend(X, Y, lam, eta, 200, m, np.random.default_rng(2), bias=False)
        f = (
            pegasos.objective(X, Y, lam)[0]
            if m is None
            else lambda w, r=run: pegasos.sampled_losses(r, X, Y, lam, w)
        )
        regret = np.mean(f(run.w[:-1])) - np.mean(f(best))
        bound = (
            best_bound(run, np.linalg.norm(best))[-1]
            if eta == 0.3
            else pegasos.pegasos_bound(run, lam)[-1]
        )
        assert 0 < regret <= bound < 20 * regret


def test_online_svm_steps_only_below_margin_one():
    run = pegasos.online_svm(X, Y, 0.2)
    met = Y * (X * run.w[:-1]).sum(axis=1)
    assert run.w[1:] == pytest.approx(run.w[:-1] + 0.2 * (met < 1)[:, None] * Y[:, None] * X)
    assert run.extra["loss"] == pytest.approx(np.maximum(0, 1 - met)) and np.array_equal(
        run.extra["mistake"], met <= 0
    )
