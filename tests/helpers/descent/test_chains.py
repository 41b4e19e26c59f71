"""Exact laws of Langevin chains: closed forms, the linear chain's noise coefficients, quadrature,
many runs."""

import numpy as np
import pytest
from scipy.special import ndtr

from helpers.descent.chains import (
    average_variance,
    crossing_step,
    linear_law,
    plain_limit,
    stationary_variance,
    tempered,
    variance_path,
)
from helpers.descent.langevin import sgld
from helpers.descent.wells import (
    even_grid,
    expected_switches,
    grad_wells,
    kramers_rate,
    log_wells,
    mode_switches,
    step_matrix,
)
from tests.known import independent_draws


def test_stationary_variance_is_the_fixed_point_of_one_step(eta=0.3, a=2.5, tau=0.7, V=4.0):
    s = stationary_variance(eta, a, tau, V)
    assert (1 - eta * a) ** 2 * s + 2 * eta * tau + eta**2 * V == pytest.approx(s)
    assert stationary_variance(eta, a, tau) == pytest.approx(tau / a / (1 - eta * a / 2))
    assert stationary_variance(2 / a, a, tau) == np.inf
    assert stationary_variance([0.1, 0.9], a, tau)[1] == np.inf


def test_at_the_crossing_step_both_noises_are_equal(tau=0.7, V=40.0):
    """D-7.21: eta^2 V = 2 eta tau at eta = 2 tau/V."""
    eta = crossing_step(tau, V)
    assert eta**2 * V == pytest.approx(2 * eta * tau)
    assert crossing_step(tau, 0) == np.inf


@pytest.mark.parametrize("kind", ["plain", "weighted"])
def test_average_variance_is_the_sum_over_noise_coefficients(
    kind, T=12, a=1.7, tau=0.6, V=3.0, start=0.9
):
    """The average is linear in the start and the T-1 noises: add the squares of its
    coefficients."""
    eta = (0.9 / np.arange(1, T + 1)) ** 0.7
    c = np.ones(T) if kind == "plain" else eta
    c = c / c.sum()
    push = np.eye(T)  # push[s, t]: effect on w_t of what entered at s (s = 0: the start)
    for s in range(T):
        for t in range(s, T - 1):
            push[s, t + 1] = (1 - eta[t] * a) * push[s, t]
    entered = np.append(start, 2 * eta * tau + eta**2 * V)[:T]
    weights = np.ones(T) if kind == "plain" else eta
    assert average_variance(eta, weights, a, tau, V, start)[-1] == pytest.approx(
        (entered * (push @ c) ** 2).sum()
    )


def test_plain_average_freezes_for_steps_C_over_t():
    """D-7.30: E7-09: its variance tends to Var/(1 + aC), here 1/2, and never to 0; the weighted
    one keeps falling."""
    T = 20_000
    eta = 1.0 / np.arange(1, T + 1)
    plain = average_variance(eta, np.ones(T), 1.0, 1.0, start=1.0)
    weighted = average_variance(eta, eta, 1.0, 1.0, start=1.0)
    assert plain[[999, 9999]] == pytest.approx([0.5015, 0.5001], abs=2e-3)
    assert plain[-1] == pytest.approx(plain_limit(1.0), abs=1e-3)
    assert weighted[-1] < 0.6 * weighted[99] and weighted[-1] < 0.4 * plain[-1]


@pytest.mark.parametrize("aC", [0.5, 3.0])
def test_the_frozen_variance_is_one_over_one_plus_aC(aC, T=100_000):
    plain = average_variance(aC / np.arange(1, T + 1), np.ones(T), 1.0, 1.0)
    assert plain[-1] == pytest.approx(plain_limit(aC), rel=0.02)


def test_variance_path_is_measured_on_many_chains(k=4000):
    run = sgld(
        lambda w: -2 * w,
        np.zeros((k, 1)),
        lambda t: 0.4 / t**0.5,
        0.8,
        30,
        np.random.default_rng(0),
    )
    exact = variance_path(run.eta, 2.0, 0.8)
    assert run.w[[1, 5, 30], :, 0].var(axis=1) == pytest.approx(
        exact[[1, 5, 30]], rel=6 * (2 / k) ** 0.5
    )


def test_the_linear_law_is_gradient_descent_in_the_mean():
    eta = np.array([0.3, 0.2, 0.9])
    mean, var = linear_law(eta, 2.0, 0.8, 3.0, start=5.0)
    assert mean == pytest.approx([5, 5 * 0.4, 5 * 0.4 * 0.6, 5 * 0.4 * 0.6 * -0.8])
    assert var == pytest.approx(variance_path(eta, 2.0, 0.8, 3.0)) and var[0] == 0


def test_independent_draws_predict_the_variance_of_a_long_average(eta=0.2, a=1.0, T=5000):
    """D-7.17: Var(average) = Var / (effective sample size)."""
    s = stationary_variance(eta, a, 1.0)
    exact = average_variance(np.full(T, eta), np.ones(T), a, 1.0, start=s)[-1]
    assert exact == pytest.approx(s / independent_draws(eta, a, T), rel=2e-3)


def test_wells_are_a_normalised_mixture_with_its_gradient():
    w = np.linspace(-9, 9, 4001)
    f = np.exp(log_wells(w, 1.2, 0.6, 0.3))
    normal = [np.exp(-((w - c) ** 2) / 0.72) / (0.6 * (2 * np.pi) ** 0.5) for c in (1.2, -1.2)]
    assert f == pytest.approx(0.3 * normal[0] + 0.7 * normal[1])
    assert np.trapezoid(f, w) == pytest.approx(1)
    h = 1e-6
    numeric = (log_wells(w + h, 1.2, 0.6, 0.3) - log_wells(w - h, 1.2, 0.6, 0.3)) / (2 * h)
    assert grad_wells(w, 1.2, 0.6, 0.3) == pytest.approx(numeric, abs=1e-6)


@pytest.mark.parametrize("tau", [0.25, 1.0, 3.0])
def test_tempering_a_normal_multiplies_its_variance(tau):
    """D-7.18: variance tau Sigma."""
    grid = np.linspace(-30, 30, 6001)
    p = tempered(lambda w: -((w - 1) ** 2) / 4, grid, tau)
    assert np.trapezoid(p, grid) == pytest.approx(1)
    assert np.trapezoid((grid - 1) ** 2 * p, grid) == pytest.approx(2 * tau)


def test_the_step_matrix_conserves_probability_and_has_the_step_as_mean():
    grid = even_grid(6, 0.75, 0.05, 1.0)
    P, inside = step_matrix(grad_wells, grid, 0.05, 1.0), np.abs(grid) < 2
    assert P[inside].sum(axis=1) == pytest.approx(np.ones(inside.sum()))
    assert (P @ grid)[inside] == pytest.approx((grid + 0.05 * grad_wells(grid))[inside])


def stationary_law(grad, grid, eta, tau):
    """The density that one Langevin step leaves unchanged, on the grid: it solves p P = p, not the
    tempered f."""
    P = step_matrix(grad, grid, eta, tau)
    P /= P.sum(axis=1, keepdims=True)
    A = P.T - np.eye(len(grid))
    A[-1] = 1.0  # one equation is redundant; its place is taken by: the probabilities sum to 1
    p = np.linalg.solve(A, np.eye(len(grid))[-1])
    return p / (grid[1] - grid[0])


def test_the_stationary_law_of_a_linear_chain_is_the_closed_form(eta=0.3):
    grid = even_grid(9, 0.75, eta, 0.8)
    p = stationary_law(lambda w: -1.5 * w, grid, eta, 0.8)
    assert p.sum() * (grid[1] - grid[0]) == pytest.approx(1)
    assert (p * grid**2).sum() * (grid[1] - grid[0]) == pytest.approx(
        stationary_variance(eta, 1.5, 0.8)
    )


def test_the_distance_from_the_tempered_density_halves_with_the_step():
    """D-7.20: the invariant law of the Euler chain tends to f^(1/tau), with an error proportional
    to eta."""

    def error(eta, tau=1.0):
        grid = even_grid(6, 0.75, eta, tau, fine=2)
        gap = stationary_law(grad_wells, grid, eta, tau) - tempered(log_wells, grid, tau)
        return np.abs(np.cumsum(gap)).max() * (grid[1] - grid[0])

    coarse, fine = error(0.02), error(0.01)
    assert 0 < fine < coarse < 0.02 and coarse / fine == pytest.approx(2, rel=0.1)


def test_switches_count_arrivals_and_not_hesitation():
    w = np.array([-2, -0.2, 0.3, -0.1, 1.5, 0.2, 1.6, -0.9, -1.2, 0.1, 1.0])
    assert mode_switches(w, -0.75, 0.75).tolist() == [3]
    assert mode_switches(np.column_stack([w, 0 * w]), -0.75, 0.75).tolist() == [3, 0]
    assert mode_switches([0, 0.1, 1.0, -1.0], -0.75, 0.75).tolist() == [
        1
    ]  # the first arrival is no switch


def test_one_step_switches_with_the_probability_of_the_normal_tail(eta=0.1, tau=9.0):
    centre, sd = -1.5 + eta * grad_wells(-1.5), (2 * eta * tau) ** 0.5
    exact = expected_switches(
        grad_wells, -1.5, eta, tau, 1, 0.75, even_grid(12, 0.75, eta, tau, fine=40)
    )
    assert exact == pytest.approx(ndtr((centre - 0.75) / sd), rel=1e-3)


@pytest.mark.parametrize("eta, tau", [(0.02, 1.0), (0.05, 3.0)])
def test_measured_switches_have_the_exact_mean(eta, tau, k=3000, T=200):
    run = sgld(grad_wells, np.full((k, 1), -1.5), eta, tau, T, np.random.default_rng(0))
    count = mode_switches(run.w[..., 0], -0.75, 0.75)
    exact = expected_switches(
        grad_wells, -1.5, eta, tau, T, 0.75, even_grid(8, 0.75, eta, tau, fine=4)
    )
    assert abs(count.mean() - exact) < 5 * count.std() / k**0.5 + 0.005 * exact


def test_the_colder_the_chain_the_closer_its_crossings_to_kramers_rate(eta=0.002, T=800):
    """From one well, the mean number of crossings grows by rate * eta per step once the start is
    forgotten."""

    def ratio(tau):
        grid = even_grid(3.5, 0.75, eta, tau, fine=1.5)
        late, early = (
            expected_switches(grad_wells, -1.5, eta, tau, t, 0.75, grid) for t in (T, T // 2)
        )
        return (late - early) / (eta * T / 2) / kramers_rate(tau)

    warm, cold = ratio(0.8), ratio(0.2)
    assert warm < cold < 1 and cold == pytest.approx(1, abs=0.12)


def test_without_a_barrier_kramers_rate_is_the_root_of_the_curvatures(h=1e-3):
    top = (log_wells(h, 1.2) - 2 * log_wells(0.0, 1.2) + log_wells(-h, 1.2)) / h**2
    assert kramers_rate(1e9, 1.2) == pytest.approx((4 * top) ** 0.5 / (2 * np.pi), rel=0.01)


def test_hotter_chains_switch_more_often():
    """D-7.26"""
    exact = [
        expected_switches(
            grad_wells, -1.5, 0.02, tau, 200, 0.75, even_grid(10, 0.75, 0.02, tau, fine=2)
        )
        for tau in (0.3, 1.0, 3.0, 9.0)
    ]
    assert np.all(np.diff(exact) > 0) and exact[-1] > 1e3 * exact[0]


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: tempered(log_wells, np.linspace(-1, 1, 5), 0), "tau must be positive"),
        (lambda: average_variance([0.1, 0.2], [1.0], 1, 1), "weights must have shape"),
        (
            lambda: expected_switches(grad_wells, 0.0, 0.1, 1, 5, 0.75, np.linspace(-1, 1, 5)),
            "start on the left",
        ),
    ],
)
def test_bad_input_gets_one_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
