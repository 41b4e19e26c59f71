"""Examples that are rare, and sweeps over step sizes."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from helpers.descent import adaptive
from helpers.descent.sgd import sgd

V = np.random.default_rng(0).normal(size=(40, 3, 2))  # directions of 40 steps of 3 runs


def given(w, t):
    return V[t - 1]


RULES = [sgd, adaptive.adagrad, adaptive.adam]


# ---- examples, sweeps


def test_example_guess_is_the_gradient_of_one_loss():
    x, y = (
        np.random.default_rng(1).normal(size=(5, 3, 2)),
        np.random.default_rng(2).normal(size=(5, 3)),
    )
    guess, w = adaptive.example_guess(x, y), np.random.default_rng(3).normal(size=(3, 2))
    for t, k in ((1, 0), (4, 2)):
        numeric = approx_fprime(w[k], lambda u: (x[t - 1, k] @ u - y[t - 1, k]) ** 2, 1e-7)  # noqa: B023
        assert np.allclose(guess(w, t)[k], numeric, atol=1e-5)


def test_rare_examples_are_rare_nested_and_fair():
    rng = np.random.default_rng(5)
    u, noise = rng.random((4000, 5, 2)), rng.normal(size=(4000, 5))
    x, y = adaptive.rare_examples(0.1, 0.0, u, noise)
    assert set(np.unique(x)) == {-1, 0, 1} and np.all(np.abs(x[..., 0]) == 1)
    rate = np.mean(x[..., 1] != 0)
    assert abs(rate - 0.1) < 5 * (0.09 / 20000) ** 0.5 and np.allclose(y, x.sum(axis=2))
    assert abs(x[..., 1].sum()) < 5 * (0.1 * 20000) ** 0.5
    rarer = adaptive.rare_examples(0.02, 0.0, u, noise)[0]
    assert np.all((rarer[..., 1] == 0) | (rarer[..., 1] == x[..., 1]))
    assert np.std(adaptive.rare_examples(0.1, 0.5, u, noise)[1] - y) == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("rule", RULES)
def test_a_sweep_is_all_its_runs(rule):
    x, y = (
        np.random.default_rng(1).normal(size=(60, 4, 2)),
        np.random.default_rng(2).normal(size=(60, 4)),
    )
    guess, etas, start = adaptive.example_guess(x, y), np.array([0.01, 0.1, 0.4]), x[0]
    together = adaptive.eta_sweep(rule, guess, start, etas, 60)
    for i, eta in enumerate(etas):
        assert np.allclose(together[:, i], rule(guess, start, eta, 60).w, rtol=1e-6, atol=1e-9)


def test_a_diverging_run_of_a_sweep_does_not_end_the_others():
    guess = adaptive.example_guess(np.full((400, 1, 1), 2.0), np.zeros((400, 1)))
    W = adaptive.eta_sweep(sgd, guess, np.ones((1, 1)), [0.01, 5.0], 400)
    assert (
        W.shape == (401, 2, 1, 1) and 0 < abs(W[-1, 0, 0, 0]) < 1e-9 and abs(W[-1, 1, 0, 0]) > 1e99
    )


def test_error_curves_of_points_and_averages():
    run = sgd(given, np.zeros((3, 2)), 0.1, 40)
    far, mean = (adaptive.error_curve(run.w, np.ones(2), 42, average) for average in (False, True))
    assert far[40] == pytest.approx(np.sqrt(((run.w[40] - 1) ** 2).sum(axis=1).mean()))
    assert mean[40] == pytest.approx(
        np.sqrt(((run.w[:40].mean(axis=0) - 1) ** 2).sum(axis=1).mean())
    )
    assert (
        far.shape == mean.shape == (43,) and np.isinf(far[41:]).all() and np.isinf(mean[41:]).all()
    )


def test_without_noise_the_sum_stays_under_its_limit_and_with_noise_it_does_not():
    rng = np.random.default_rng(7)
    u, noise = rng.random((3000, 10, 2)), rng.normal(size=(3000, 10))
    for sigma, inside in ((0.0, True), (1.0, False)):
        run = adaptive.adagrad(
            adaptive.example_guess(*adaptive.rare_examples(0.3, sigma, u, noise)),
            np.zeros((10, 2)),
            0.5,
            3000,
        )
        D = np.abs(run.w - 1).max(axis=(0, 2))
        limit = 4 * adaptive.noise_free_limit(D, 0.5, 1e-6, 2)
        assert np.all((run.extra["G"][-1].max(axis=1) <= limit) == inside)
    S = adaptive.noise_free_limit(2.0, 0.5, 0.3, 3)
    assert (2.0**2 / 1.0 + 0.5) * 3 * np.sqrt(4 * S + 0.3) == pytest.approx(S)
