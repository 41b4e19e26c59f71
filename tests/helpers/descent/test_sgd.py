"""Stochastic gradient descent: by enumeration where it is small, by its law where it is linear,
else by sampling."""

from itertools import permutations, product

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import approx_fprime

from helpers import losses
from helpers.descent import batches, laws, sgd, wells
from helpers.descent.optim import gradient_descent, quadratic_path
from helpers.descent.problems import Quadratic, least_squares
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


# ---- the exact law


@pytest.mark.parametrize("m, replace", [(1, True), (2, True), (2, False), (3, False)])
def test_second_moments_are_those_of_all_paths(m, replace, eta=0.15):
    every = list(product(range(4), repeat=m) if replace else permutations(range(4), m))
    points, moments = [W0], LAW.second_moments(W0, eta, m, [0, 1, 2], replace)
    for t in range(3):
        u = np.column_stack([np.array(points) - LAW.f.w_star, np.ones(len(points))])
        assert moments[t] == pytest.approx(u.T @ u / len(u), abs=1e-12)
        mean, sd = LAW.mean_and_sd(moments[t : t + 1])
        assert mean[0] == pytest.approx(np.mean(points, axis=0))
        assert sd[0] == pytest.approx(np.std(points, axis=0), abs=1e-8)
        assert LAW.heights(W0, eta, m, [t], replace)[0] == pytest.approx(
            LAW.f.gap(np.array(points)).mean()
        )
        if t < 2:
            points = [
                w - eta * losses.mean_grad(losses.squared, A4[list(J)], b4[list(J)], w)
                for w in points
                for J in every
            ]


@pytest.mark.parametrize("first, last", [(0, 4), (1, 3), (2, 3)])
def test_the_law_of_an_average_is_that_of_all_paths(first, last, eta=0.2):
    paths = np.tile(W0, (64, 1, 1))
    for t, J in enumerate(
        np.array(list(product(range(4), repeat=3))).T
    ):  # one example at each of three steps
        w = paths[:, t]
        v = 2 * ((A4[J] * w).sum(axis=1) - b4[J])[:, None] * A4[J]
        paths = np.concatenate([paths, (w - eta * v)[:, None]], axis=1)
    means = paths[:, first:last].mean(axis=1)
    mean, sd = LAW.average(W0, eta, 1, first, last)
    assert mean == pytest.approx(means.mean(axis=0)) and sd == pytest.approx(means.std(axis=0))


def test_powers_by_squaring_are_repeated_steps():
    K, u = LAW.step(0.1, 2), np.append(W0 - LAW.f.w_star, 1.0)
    U, t = np.outer(u, u).ravel(), np.array([0, 1, 5, 13])
    steps = [U := K @ U if i else U for i in range(14)]
    assert LAW.second_moments(W0, 0.1, 2, t).reshape(4, -1) == pytest.approx(np.array(steps)[t])


def test_with_all_examples_it_is_descent():
    path = quadratic_path(LAW.f.A, LAW.f.b, W0, 0.2, 50).w
    U = LAW.second_moments(W0, 0.2, 4, np.arange(51), replace=False)
    mean, sd = LAW.mean_and_sd(U)
    assert mean == pytest.approx(path, abs=1e-13) and sd.max() < 1e-7
    assert LAW.excess(U) == pytest.approx(LAW.f.gap(path), abs=1e-13)
    assert LAW.longest_step(4, replace=False) == pytest.approx(2 / LAW.f.beta)
    assert LAW.longest_step(10**9) == pytest.approx(2 / LAW.f.beta, rel=1e-6)


@pytest.mark.parametrize("m", [1, 3])
def test_the_mean_square_explodes_exactly_from_the_longest_step_on(m):
    limit, late = LAW.longest_step(m), np.array([4000, 8000])
    block = [0, 1, 3, 4]
    radius = np.abs(np.linalg.eigvals(LAW.step(limit, m)[np.ix_(block, block)])).max()
    assert radius == pytest.approx(1) and limit < 2 / LAW.f.beta
    calm, wild = LAW.heights(W0, 0.98 * limit, m, late), LAW.heights(W0, 1.02 * limit, m, late)
    assert calm[1] == pytest.approx(calm[0]) and wild[1] > 1e3 * wild[0]
    assert (
        LAW.floor(0.98 * limit, m) == pytest.approx(calm[1])
        and LAW.floor(1.02 * limit, m) == np.inf
    )


def test_a_hopeless_step_ends_at_infinity_without_a_warning():
    assert not np.isfinite(LAW.heights(W0, 50.0, 1, [10**6])).any()


def test_a_law_of_repeated_data_is_the_law_of_the_data():
    doubled = laws.law(np.tile(A4, (3, 1)), np.tile(b4, 3))
    assert doubled.heights(W0, 0.1, 2, [1, 9]) == pytest.approx(LAW.heights(W0, 0.1, 2, [1, 9]))
    assert least_squares(A4, b4).w_star == pytest.approx(doubled.f.w_star)


# ---- step sizes


def test_the_errors_on_a_bowl_are_those_of_the_explicit_linear_map(start=3.0, sigma=0.7):
    eta = laws.powers(0.8, 0.6, 12, floor=0.05)
    mean, last, average = laws.bowl_errors(eta, start, sigma)
    rows = [np.eye(13)[0]]  # w_t as a combination of (start, noise_1, ..., noise_12)
    for t in range(12):
        rows.append((1 - eta[t]) * rows[-1] - eta[t] * np.eye(13)[t + 1])
    scale = np.append(start, np.full(12, sigma))
    for T in (1, 5, 12):
        assert mean[T - 1] == pytest.approx(abs(rows[T][0] * start))
        assert last[T - 1] == pytest.approx(np.sqrt(((rows[T] * scale) ** 2).sum()))
        assert average[T - 1] == pytest.approx(
            np.sqrt(((np.mean(rows[:T], axis=0) * scale) ** 2).sum())
        )


@pytest.mark.parametrize(
    "s, floor", [(0, 0), (0.3, 0.1), (0.5, 0), (0.75, 0.02), (1, 0), (1, 0.1), (2, 0)]
)
@pytest.mark.parametrize("power", [1, 2])
def test_sums_lie_between_their_integrals(s, floor, power, eta=0.7, T=3000):
    total = (laws.powers(eta, s, T, floor) ** power).sum()
    numeric = quad(lambda t: (eta * t**-s + floor) ** power, 1, T, limit=200)[0]
    assert laws.integral(eta, s, T, floor, power) == pytest.approx(numeric, rel=1e-6)
    assert laws.integral(eta, s, T + 1, floor, power) <= total * (1 + 1e-12)
    assert total <= (eta + floor) ** power + laws.integral(eta, s, T, floor, power) + 1e-9
    assert laws.powers(eta, s, 5, floor)[3] == pytest.approx(eta * 4.0**-s + floor)


def test_the_integral_to_infinity_is_finite_only_for_fast_rates():
    inf = np.inf
    for s, floor, sums, squares in (
        (0, 0, inf, inf),
        (0.5, 0, inf, inf),
        (0.75, 0, inf, 2.0),
        (1, 0, inf, 1.0),
        (2, 0, 1.0, 1 / 3),
        (2, 1e-9, inf, inf),
    ):
        assert laws.integral(1, s, np.inf, floor) == pytest.approx(sums)
        assert laws.integral(1, s, np.inf, floor, power=2) == pytest.approx(squares)
    assert laws.integral(1, 0.75, 1e14, power=2) == pytest.approx(2.0, rel=1e-5)


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
