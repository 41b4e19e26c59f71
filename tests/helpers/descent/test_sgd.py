"""Stochastic gradient descent: by enumeration where it is small, by its law where it is linear,
else by sampling."""

from itertools import permutations, product

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from helpers import losses
from helpers.descent import batches, laws, sgd, wells
from helpers.descent.optim import gradient_descent
from helpers.descent.problems import Quadratic
from tests import known
from tests.known import coin_second_moment

rng = np.random.default_rng(0)


X, y = rng.normal(size=(30, 3)), rng.normal(size=30)


A4, b4 = np.column_stack([np.ones(4), [0.5, -1.0, 2.0, 0.3]]), np.array([1.0, 0.2, -0.7, 0.4])


LAW = laws.law(A4, b4)


W0 = np.array([1.0, -0.5])


Q = Quadratic([[2.0, 0.3], [0.3, 1.0]], [1.0, -1.0])


# ---- the loop


def test_without_noise_it_is_gradient_descent_bit_for_bit():
    """D-5.6."""
    plain = gradient_descent(Q.grad, W0, 0.3, 40)
    assert (sgd.sgd(lambda w, t: Q.grad(w), W0, 0.3, 40).w == plain.w).all()
    both = sgd.sgd(lambda w, t: Q.grad(w), np.array([W0, -W0]), 0.3, 40)
    assert both.w.shape == (41, 2, 2) and both.w[:, 0] == pytest.approx(plain.w, abs=1e-15)


def test_many_runs_at_once_are_the_runs_one_by_one():
    noise = rng.normal(size=(20, 5, 2))
    many = sgd.sgd(lambda w, t: Q.grad(w) + noise[t - 1], np.tile(W0, (5, 1)), 0.2, 20).w
    for j in range(5):
        one = sgd.sgd(lambda w, t, j=j: Q.grad(w) + noise[t - 1, j], W0, 0.2, 20)
        assert many[:, j] == pytest.approx(one.w, abs=1e-14) and one.w.shape == (21, 2)


def test_the_guess_is_told_the_time_from_one_and_schedules_work():
    seen = []
    run = sgd.sgd(lambda w, t: seen.append(t) or np.ones(1), 0.0, lambda t: 1 / t, 4)
    assert seen == [1, 2, 3, 4] and run.last[0] == pytest.approx(-(1 + 1 / 2 + 1 / 3 + 1 / 4))


def test_a_run_that_blows_up_ends_there_and_says_so():
    run = sgd.sgd(lambda w, t: -w * 1e200, np.ones((2, 1)), 1.0, 10)
    assert run.diverged_at == 2 and np.isfinite(run.w).all() and run.w.shape == (2, 2, 1)


@pytest.mark.parametrize("burn", [0.0, 0.3, 0.5])
def test_running_averages_are_means_of_what_was_stepped_from(burn):
    run = sgd.sgd(lambda w, t: rng.normal(size=(3, 2)), np.zeros((3, 2)), 0.1, 17)
    w, means = run.w, run.averages(burn)
    assert means == pytest.approx(
        np.array([w[int(burn * t) : t].mean(axis=0) for t in range(1, 18)]), abs=1e-13
    )


def test_the_deviation_counts_standard_errors():
    sample = np.array([[1.0, 5.0], [3.0, 5.0], [2.0, 5.0], [2.0, 5.0]])
    assert known.deviation(sample, [1.0, 5.0]) == pytest.approx(1 / (np.sqrt(2 / 3) / 2))
    assert (
        known.deviation(np.full(3, 2.0), 2.0) == 0 and known.deviation(np.full(3, 2.0), 2.1) > 1e9
    )


# ---- draws and guesses


def test_draws_without_replacement_are_different_and_fair():
    J = batches.draw(7, 3, np.random.default_rng(1), (40_000,), replace=False)  # by shuffling
    K = batches.draw(20, 3, np.random.default_rng(1), (40_000,), replace=False)  # by drawing again
    for I, n in ((J, 7), (K, 20)):
        assert (
            (np.sort(I, axis=1)[:, 1:] > np.sort(I, axis=1)[:, :-1]).all()
            and I.min() == 0
            and I.max() == n - 1
        )
        pairs = np.bincount(I[:, 0] * n + I[:, 2], minlength=n * n).reshape(n, n)
        expected = 40_000 / (n * (n - 1))
        assert (
            np.diag(pairs).max() == 0
            and np.abs(pairs[~np.eye(n, dtype=bool)] - expected).max() < 5 * expected**0.5
        )
    assert sorted(batches.draw(6, 6, rng, replace=False)) == list(range(6))
    assert batches.draw(10**9, 50, rng, (3, 2), replace=False).shape == (3, 2, 50)


def test_draws_with_replacement_repeat_as_often_as_they_should():
    J = batches.draw(5, 2, np.random.default_rng(2), (20_000,))
    assert np.mean(J[:, 0] == J[:, 1]) == pytest.approx(0.2, abs=5 * (0.16 / 20_000) ** 0.5)


@pytest.mark.parametrize("loss", [losses.squared, losses.logistic, losses.huber(0.5), losses.hinge])
def test_the_mean_of_single_gradients_is_the_gradient(loss):
    """U-A1, U-R9."""
    target = np.sign(y) if loss.of == "margin" else y
    w = np.array([0.3, -0.2, 0.5])
    G = sgd.singles(loss, X, target, w)
    assert G.shape == (30, 3) and G.mean(axis=0) == pytest.approx(
        losses.mean_grad(loss, X, target, w), abs=1e-14
    )
    for i in (0, 7):
        numeric = approx_fprime(
            w, lambda u, i=i: losses.mean_loss(loss, X[i : i + 1], target[i : i + 1], u), 1e-7
        )
        assert G[i] == pytest.approx(numeric, abs=1e-5)


def test_nested_guesses_are_means_of_the_first_draws():
    J = rng.integers(30, size=(6, 9))
    V = batches.nested_means(X, J)
    assert V.shape == (6, 9, 3)
    for k, m in product((0, 5), (1, 4, 9)):
        assert V[k, m - 1] == pytest.approx(X[J[k, :m]].mean(axis=0))


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_the_variance_of_a_batch_mean_by_enumeration(m):
    """D-6.21, D-5.23."""
    G = rng.normal(size=(5, 2))
    for replace, every in ((True, product(range(5), repeat=m)), (False, permutations(range(5), m))):
        means = np.array([G[list(J)].mean(axis=0) for J in every])
        assert means.mean(axis=0) == pytest.approx(G.mean(axis=0))
        assert means.var(axis=0).sum() == pytest.approx(
            batches.mean_variance(G, m, replace), abs=1e-14
        )
    assert batches.mean_variance(G, np.array([1, m]))[1] == pytest.approx(
        batches.mean_variance(G, m)
    )


def test_one_example_alone_has_no_variance_left_to_share():
    assert batches.mean_variance([[3.0, 1.0]], 1, replace=False) == 0


def test_batch_moments_are_the_batch_gradient():
    J = rng.integers(30, size=(4, 5, 6))
    drawn, w = batches.nested_sums(X, y, J), rng.normal(size=(5, 3))
    for m in (1, 3, 6):
        v = batches.affine_guess(drawn.moments(m))(w, 2)
        for k in range(5):
            at = J[1, k, :m]
            assert v[k] == pytest.approx(
                losses.mean_grad(losses.squared, X[at], y[at], w[k]), abs=1e-12
            )
    two = batches.affine_guess(drawn.moments(6), drawn.moments(1))(np.concatenate([w, w]), 2)
    assert two[5:] == pytest.approx(batches.affine_guess(drawn.moments(1))(w, 2)) and two.shape == (
        10,
        3,
    )


def test_a_coin_is_right_on_average_and_never_long():
    u, gamma, w = (
        np.random.default_rng(3).random((4, 1, 50_000)),
        0.3,
        np.array([[-2.0], [0.5]]).repeat(25_000, axis=0),
    )
    for m in (1, 4):
        v = sgd.coin_guess(gamma, u[:m], rho=2.0)(w, 1)[:, 0]
        assert np.abs(v).max() <= 2 and known.deviation(v * np.sign(w[:, 0]), gamma * 2) < 5
        assert known.deviation(v**2, coin_second_moment(gamma, m, rho=2.0)) < 5
    assert coin_second_moment(gamma, 1) == pytest.approx(1)


@pytest.mark.parametrize("gamma", [0.1, 0.3, 1.0])
def test_the_law_of_the_coin_is_that_of_all_paths(gamma, T=7):
    """All 128 paths of seven tosses, with their probabilities; three step sizes at once."""
    etas = np.array([0.13, 0.4, 1.7])
    f, last = sgd.coin_law(gamma, T, etas)
    heads = np.array(list(product([True, False], repeat=T))).T
    chance = np.where(heads, (1 + gamma) / 2, (1 - gamma) / 2).prod(axis=0)
    u = np.where(heads, 0.0, 1.0)[None]
    for k, eta in enumerate(etas):
        guess = sgd.coin_guess(gamma, u) if gamma < 1 else lambda w, t: np.where(w < 0, -1.0, 1.0)
        w = sgd.sgd(guess, np.ones((128, 1)), eta, T).w[..., 0]
        assert f[:, k] == pytest.approx(gamma * np.abs(w[:-1]) @ chance)
        assert last[k] == pytest.approx(w[-1] ** 2 @ chance)
    # any steps of length 1 that are right on average: Theorem 8.3 in expectation
    assert f.mean(axis=0) == pytest.approx((1 - last) / (2 * etas * T) + etas / 2)


@pytest.mark.parametrize("p", [0.55, 0.75, 0.9])
def test_the_shallow_minimum_is_one_and_the_kicks_tilt_it(p):
    start = sgd.shallow_minimum(p)

    def U(w):
        return -wells.log_wells(w, 1.0, 0.5, p)

    assert (
        -1.1 < start < -0.9
        and U(start) < min(U(start - 1e-3), U(start + 1e-3))
        and U(start) > U(1.0)
    )
    v = sgd.wells_guess(p, np.array([[0.0, 0.7]]))(np.array([[start], [0.4]]), 1)[:, 0]
    assert v[0] == pytest.approx(0, abs=1e-12)
    assert v[1] == pytest.approx((U(0.4 + 1e-6) - U(0.4 - 1e-6)) / 2e-6 - 0.7, abs=1e-6)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: batches.draw(3, 4, rng, replace=False), "m = 4"),
        (lambda: batches.draw(0, 1, rng), "at least 1"),
        (lambda: sgd.sgd(lambda w, t: w, np.zeros((2, 2, 2)), 0.1, 1), "w0"),
        (lambda: sgd.sgd(lambda w, t: w, [1.0], -1, 5), "positive"),
        (lambda: sgd.sgd(lambda w, t: w, [1.0], 0.1, 2).averages(1.0), "burn"),
        (lambda: sgd.singles(losses.squared, X, y, [1.0]), "shape"),
        (lambda: batches.nested_sums(X, y, np.zeros((1, 1, 2), dtype=int)).moments(3), "at most 2"),
        (lambda: batches.mean_variance([[np.nan]], 1), "nan"),
        (lambda: batches.mean_variance(X, 0), "at least 1"),
        (lambda: batches.mean_variance(X, 31, replace=False), "n = 30"),
        (lambda: sgd.coin_guess(1.5, np.zeros((1, 1, 1))), "gamma"),
        (lambda: sgd.shallow_minimum(1.0), "share p"),
        (lambda: laws.law(np.ones((5, 2)), np.arange(5)).longest_step(1), "dependent"),
        (lambda: laws.powers(0, 1, 5), "positive"),
        (lambda: laws.integral(1, 1, 5, 0, 3), "power"),
        (lambda: LAW.heights(W0, -0.1, 1, [1]), "positive"),
        (lambda: LAW.heights([0.0], 0.1, 1, [1]), "shape"),
        (lambda: laws.bowl_errors([0.1], 1.0, -1), "negative"),
    ],
)
def test_bad_input_gets_one_sentence(call, words):
    with pytest.raises(ValueError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)
