"""Exact laws of SGD against all paths, and sums against integrals."""

from itertools import permutations, product

import numpy as np
import pytest
from scipy.integrate import quad

from helpers import losses
from helpers.descent import laws
from helpers.descent.optim import quadratic_path
from helpers.descent.problems import least_squares

A4, b4 = np.column_stack([np.ones(4), [0.5, -1.0, 2.0, 0.3]]), np.array([1.0, 0.2, -0.7, 0.4])


LAW = laws.law(A4, b4)


W0 = np.array([1.0, -0.5])


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
