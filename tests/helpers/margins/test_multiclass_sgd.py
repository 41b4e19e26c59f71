"""The multi-class machine by descent: gradients, regret, the right step."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from helpers import data
from helpers.descent.bounds import best_bound
from helpers.margins import multiclass, multiclass_sgd, pegasos
from helpers.margins.perceptron import pad

rng = np.random.default_rng(12)


WINE = data.load("wine")


X, Y = pad(data.standardise(WINE.X)[:, [0, 6]]), WINE.y.astype(int)


TIGHT, TY = data.blobs(60, [[0, 2], [1.8, -1.2], [-1.8, -1.2]], np.random.default_rng(6), 0.25)


# ---- descent


def test_the_subgradient_is_the_gradient_where_there_is_one():
    f, grad = multiclass_sgd.objective(X, Y, 0.07)
    for _ in range(5):
        w = rng.normal(size=9)
        assert grad(w) == pytest.approx(approx_fprime(w, f, 1e-7), abs=1e-5)


def test_a_subgradient_supports_the_function_everywhere():
    f, grad = multiclass_sgd.objective(X, Y, 0.07)
    for w in [np.zeros(9), *rng.normal(size=(5, 9))]:  # at 0 the rivals tie
        far = 3 * rng.normal(size=(300, 9))
        assert (f(far) >= f(w) + (far - w) @ grad(w) - 1e-10).all()


def test_a_step_is_the_gradient_of_its_own_example():
    run = multiclass_sgd.descend(X, Y, 0.1, 0.05, 200, np.random.default_rng(3))
    for t in (0, 1, 57, 199):
        i = run.extra["rows"][t]
        assert run.v[t] == pytest.approx(
            multiclass_sgd.objective(X[[i]], Y[[i]], 0.1, 3)[1](run.w[t])
        )


def test_the_guess_is_right_on_average():
    _, grad = multiclass_sgd.objective(X, Y, 0.1)
    w = rng.normal(size=9)
    singles = [multiclass_sgd.objective(X[[i]], Y[[i]], 0.1, 3)[1](w) for i in range(len(Y))]
    assert np.mean(singles, axis=0) == pytest.approx(grad(w))


@pytest.mark.parametrize("eta", [0.02, 0.5, None])
def test_the_regret_on_the_drawn_examples_keeps_its_bound(eta):
    lam, best = 0.05, multiclass.machine(X, Y, 0.05)
    run = multiclass_sgd.descend(
        X, Y, lam, eta or pegasos.pegasos_steps(lam), 500, np.random.default_rng(4)
    )
    regret = np.subtract(
        *(multiclass_sgd.drawn_losses(run, X, Y, lam, w) for w in (run.w[:-1], best.w))
    ).mean()
    bound = best_bound(run, np.linalg.norm(best.w)) if eta else pegasos.pegasos_bound(run, lam)
    assert regret <= bound[-1]
    i = run.extra["rows"]
    one = multiclass.hinge(X[i] @ best.W.T, Y[i]) + lam * best.w @ best.w
    assert multiclass_sgd.drawn_losses(run, X, Y, lam, best.w) == pytest.approx(one)


def test_only_the_right_step_reaches_the_optimum():
    lam, best, f = (
        0.1,
        multiclass.machine(X, Y, 0.1).objective,
        multiclass_sgd.objective(X, Y, 0.1)[0],
    )
    ends = {}
    for step in multiclass_sgd.STEPS:
        run = multiclass_sgd.descend(
            X, Y, lam, pegasos.pegasos_steps(lam), 4000, np.random.default_rng(2), step
        )
        ends[step] = f(run.average(2000))
    assert (
        ends["right"] < best + 0.002
        and ends["2λw left out"] > 10 * best
        and ends["plain argmax"] > best + 0.1
    )


def test_the_plain_argmax_is_the_perceptron():
    """Two classes, no penalty, eta = 1: the corrections y x, at the same mistakes, go to w_1 and
    away from w_0."""
    y = (TY > 0).astype(int)
    run = multiclass_sgd.descend(
        pad(TIGHT), y, 0.0, 1.0, 300, np.random.default_rng(8), "plain argmax"
    )
    W = np.zeros((2, 3))
    for t, i in enumerate(run.extra["rows"]):
        W = (
            W
            if (W @ pad(TIGHT)[i]).argmax() == y[i]
            else W + np.outer([-1, 1], (2 * y[i] - 1) * pad(TIGHT)[i])
        )
        assert np.allclose(run.w[t + 1], W.ravel())


def test_looks_reach_the_last_step():
    assert (
        multiclass_sgd.looks(7).tolist() == [1, 2, 3, 4, 5, 6, 7]
        and multiclass_sgd.looks(1000)[-1] == 1000
    )
    assert len(multiclass_sgd.looks(1000)) <= 60 and multiclass_sgd.looks(1).tolist() == [1]


def test_the_linear_program_knows_only_the_hinge():
    W = multiclass.without_penalty(X, Y)
    hinge = multiclass.hinge(X @ W.T, Y).mean()
    assert hinge <= multiclass.machine(X, Y, 1e-5).losses.mean() + 2e-3
    f, best = multiclass_sgd.objective(X, Y, 0.1)[0], multiclass.machine(X, Y, 0.1)
    assert f(W.ravel()) > 2 * best.objective
