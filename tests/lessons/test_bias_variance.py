"""Bias and variance against repetitions, and nested models."""

import numpy as np
import pytest

from helpers.data import correlated
from helpers.linear.least_squares import (
    Ridge,
    least_squares,
    polynomial,
)
from lessons.n04_least_squares.bias_variance import (
    Ladder,
    bias_variance,
    relu_features,
    repeat_ridge,
    ridge_risk,
)

LAMS = np.array([0.0, 1e-6, 1e-3, 0.1, 3.0])


def example(n, d, t=None, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=n if t is None else (n, t))


# bias and variance


def test_bias_squared_plus_variance_is_the_mean_squared_error_exactly():
    P, truth = np.random.default_rng(0).normal(size=(5, 40, 7)), np.arange(7.0)
    parts = bias_variance(P, truth, sigma=0.5)
    assert parts.bias2 + parts.variance == pytest.approx(
        ((P - truth) ** 2).mean(axis=(1, 2)), abs=1e-12
    )
    assert parts.total == pytest.approx(((P - truth) ** 2).mean(axis=(1, 2)) + 0.25)
    assert parts.rows()[:3].sum(axis=0) == pytest.approx(
        parts.rows()[3]
    ) and parts.rows().shape == (4, 5)
    one = bias_variance(np.ones((4, 3)), np.zeros(3))
    assert (one.bias2, one.variance, one.noise) == (1, 0, 0)


def test_the_closed_form_is_what_repetitions_measure(runs=4000):
    rng = np.random.default_rng(0)
    X, Z = correlated(20, 4, 0.8, rng), correlated(6, 4, 0.8, rng)
    w, sigma = np.array([1.0, -2, 0, 3]), 0.6
    ridge = Ridge(X, X @ w)
    P = repeat_ridge(ridge, sigma, LAMS, Z, runs, rng)
    exact = ridge_risk(ridge, sigma, LAMS, Z, Z @ w)
    assert P.shape == (5, runs, 6)
    per_run = ((P - Z @ w) ** 2).mean(axis=2)
    error = 5 * per_run.std(axis=1) / np.sqrt(runs)
    assert np.all(np.abs(per_run.mean(axis=1) - (exact.bias2 + exact.variance)) < error)
    measured = bias_variance(P, Z @ w)
    assert measured.variance == pytest.approx(exact.variance, rel=5 * np.sqrt(2 / runs))
    assert exact.bias2[0] == pytest.approx(
        0, abs=1e-20
    )  # least squares on a linear truth is unbiased
    samples = ridge.with_answers(
        (X @ w)[:, None] + sigma * rng.standard_normal((20, runs))
    )  # drawn the long way
    long = np.swapaxes(samples.predict(Z, LAMS), 1, 2)
    assert long.var(axis=1).mean(axis=1) == pytest.approx(exact.variance, rel=5 * np.sqrt(2 / runs))
    assert np.abs(long.mean(axis=1) - ridge.predict(Z, LAMS)).max() < 5 * long.std(
        axis=1
    ).max() / np.sqrt(runs)
    assert repeat_ridge(ridge, 0.0, 0.3, Z, 2, rng) == pytest.approx(
        np.tile(ridge.predict(Z, 0.3), (2, 1))
    )


def test_in_sample_variance_of_least_squares_is_sigma_squared_d_over_n():
    X, f = example(25, 4)
    parts = ridge_risk(Ridge(X, f), 0.7, 0.0, X, f)
    assert parts.variance == pytest.approx(0.7**2 * 4 / 25) and parts.noise == pytest.approx(0.49)
    assert parts.bias2 == pytest.approx(((least_squares(X, f).w @ X.T - f) ** 2).mean())


def test_bias_grows_and_variance_falls_in_lam():
    x = np.linspace(0, 1, 20)
    grid = np.linspace(0, 1, 101)
    lams = np.geomspace(1e-8, 1e2, 40)
    f, ridge = np.sin(2 * np.pi * x), Ridge(polynomial(x, 9), np.sin(2 * np.pi * x))
    parts = ridge_risk(ridge, 0.2, lams, ridge.X, f)
    assert np.all(np.diff(parts.bias2) > 0) and np.all(np.diff(parts.variance) < 0)
    total = ridge_risk(ridge, 0.2, lams, polynomial(grid, 9), np.sin(2 * np.pi * grid)).total
    assert 0 < total.argmin() < 39


# nested models


def test_nested_models_never_fit_their_training_rows_worse_and_interpolate_from_n_on():
    rng = np.random.default_rng(0)
    X, Z = rng.normal(size=(30, 3)), rng.normal(size=(200, 3))
    psi = relu_features(3, 300, rng)
    y, y_test = np.sin(X[:, 0]) + 0.3 * rng.normal(size=30), np.sin(Z[:, 0])
    ladder = Ladder(psi(X), y, psi(Z), y_test, [1, 5, 10, 20, 30, 40, 100, 300])
    train, test = ladder.errors()
    assert np.all(np.diff(train) <= 1e-12) and np.all(train[5:] < 1e-12)
    assert (
        test.argmax() == 4 and test[-1] < 0.2 * test[4]
    )  # the peak is at D = n, then it falls again
    smooth = ladder.errors(1e-2)[1]
    assert smooth[4] < 0.1 * test[4]
    w = np.linalg.pinv(psi(X)[:, :40]) @ y
    assert test[5] == pytest.approx(((psi(Z)[:, :40] @ w - y_test) ** 2).mean())


def test_relu_features_are_flat_on_one_side_and_rise_with_slope_one_on_the_other():
    psi, far = relu_features(3, 50, np.random.default_rng(0)), 1e6
    up, down = psi(far * np.eye(3)), psi(-far * np.eye(3))
    assert not np.minimum(up, down).any()  # zero on one of the two sides
    slopes = np.maximum(up, down) / far
    assert (slopes**2).sum(axis=0) == pytest.approx(np.ones(50), abs=1e-4)
    assert 0.3 < (psi(np.zeros((1, 3))) > 0).mean() < 0.7 and psi(np.zeros((1, 3))).max() <= 1


def test_ladder_takes_several_answers_at_once():
    X, Y = example(12, 6, t=3)
    Z, Yz = example(9, 6, t=3, seed=1)
    both = Ladder(X, Y, Z, Yz, [2, 6]).errors(0.1)
    single = [Ladder(X, Y[:, k], Z, Yz[:, k], [2, 6]).errors(0.1) for k in range(3)]
    assert np.array(both) == pytest.approx(np.moveaxis(np.array(single), 0, -1))
    again = Ladder(X, Y[:, 0], Z, Yz[:, 0], [2, 6]).with_answers(Y, Yz)
    assert np.array(again.errors(0.1)) == pytest.approx(np.array(both))
