"""Words of notebook 07: guesses, stories and numbers, computed another way."""

import numpy as np
import pytest

from tests.lessons.room import Room

figures = Room("07")


def broken(figure):
    """Names of the claims that apply and do not hold."""
    return {c.name for c in figure.claims() if not c.why_not and not c.holds}


def test_a_wrong_schedule_sum_is_seen(show, monkeypatch):
    """Theorem 7.10 is an identity: leaving out what remains of the distance breaks it."""
    right = figures.bounds.linear_bound

    def planted(run, w_star):
        left, sides = right(run, w_star)
        return left, 1.1 * sides

    monkeypatch.setattr(figures.bounds, "linear_bound", planted)
    assert broken(show("rates")) == {"what the sum leaves out"}


# sentences and guesses


def test_beyond_two_over_beta_the_walk_runs_away_and_at_two_it_hops_for_ever():
    """The first guess, by the loop alone."""
    for eta, far in ((1.9, False), (2.0, False), (2.01, True), (3.0, True)):
        b = 1.4
        for _ in range(500):
            b -= eta * b
        assert (abs(b) > 100) == far
        assert abs(b) == pytest.approx(1.4) or eta != 2.0


def test_the_best_step_for_the_worst_start_is_nearly_two_over_beta():
    """The second guess, by a search over step sizes."""
    etas = np.linspace(0.01, 2.5, 2491)
    worst = np.maximum(np.abs(1 - etas), np.abs(1 - etas / 10))
    assert etas[worst.argmin()] == pytest.approx(1.82, abs=0.005)
    assert worst.min() == pytest.approx(0.82, abs=0.005)
    assert worst[np.abs(etas - 1).argmin()] == pytest.approx(0.9)
    assert abs(1 - 10) == 9, "at 1/μ the steep direction is multiplied by −9"


def test_what_the_bounds_use_up(show):
    """Half for Huber, 64 % in the valley from this start, everything for the kink and from b."""
    figure = show("promise", f=figures.HUBER)
    assert 0.4 < figure.r.error[-1] / figure.r.bound[-1] < 0.5
    figure.set(f=figures.VALLEY)
    assert figure.r.error[-1] / figure.r.bound[-1] == pytest.approx(0.64, abs=0.01)
    eta = 2 / 1.01
    for T in (1, 10, 100):
        height, b = 0.0, 1.0
        for _ in range(T):
            b -= eta * b
            height = b**2 / 2
        bound = (1 - 2 * eta * 0.01 / 1.01) ** T / 2
        assert height == pytest.approx(bound, rel=1e-9), "from the steep axis: an equality"


def test_0_99_diverges_on_86_per_cent_of_the_samples():
    """By the largest eigenvalue of the second derivatives, not by two means."""
    over = 0
    for seed in range(2000):
        X = figures.problems.normal_pairs(100, 0.2, np.random.default_rng(seed))[0]
        over += 2 / np.linalg.eigvalsh(2 * X.T @ X / 100)[-1] < 0.99
    assert over / 2000 == pytest.approx(0.86, abs=0.005)


def steps_in_a_valley(kappa, momentum):
    """Steps to a height of 1e-8 along the axes of a valley, from (1, 1), by the plain loop."""
    p = kappa**-0.5
    theta, eta = ((1 - p) / (1 + p), 1.0) if momentum else (0.0, 2 / (1 + 1 / kappa))
    curved = np.array([1 / kappa, 1.0])
    w = before = np.ones(2)
    steps = 0
    while (curved * w * w).sum() / 2 > 1e-8:
        ahead = w + theta * (w - before)
        before, w, steps = w, ahead - eta * curved * ahead, steps + 1
    return steps


def test_at_kappa_1000_momentum_takes_240_steps_and_descent_4400():
    assert steps_in_a_valley(1000, False) == pytest.approx(4400, rel=0.03)
    assert steps_in_a_valley(1000, True) == pytest.approx(240, rel=0.03)
    assert np.log(0.968) / np.log(0.998) == pytest.approx(16, abs=0.5)
    assert steps_in_a_valley(3, True) / steps_in_a_valley(3, False) > 0.85


@pytest.mark.parametrize("start, eta", [(0.9, 1.0), (2.0, 0.3), (1.37, 0.41), (0.1, 0.7)])
def test_the_average_of_hops_tends_to_half_a_step_at_most(start, eta):
    """On |w| with a constant step: |a - η/2|, and the last point is nearly a whole step off."""
    w, total, last = start, 0.0, []
    for _ in range(20_000):
        total += w
        w -= eta * np.sign(w)
        last.append(abs(w))
    a = last[-1]
    assert abs(total) / 20_000 == pytest.approx(abs(a - eta / 2), abs=1e-3)
    assert abs(total) / 20_000 <= eta / 2 + 1e-3 and max(last[-2:]) <= eta + 1e-9
    assert last[-1] + last[-2] == pytest.approx(eta)


def test_if_all_x_are_equal_no_step_is_best_for_a_line():
    """Theorem 7.7 excludes them: μ = 0, and the factor is 1 for every step up to 2/β."""
    mu, beta = figures.curvatures(np.full(5, 1.7))
    assert mu == pytest.approx(0, abs=1e-12) and beta == pytest.approx(2 + 2 * 1.7**2)


def test_with_curvature_beta_momentum_arrives_in_one_step():
    """The case λ = β in the proof of Theorem 7.8."""
    f = figures.problems.valley(50)
    run = figures.optim.nesterov(f.grad, [0.0, 1.0], 1.0, 5, mu=1 / 50)
    assert not run.w[1:].any()


def test_the_flat_factor_is_measured_even_when_it_is_zero(show):
    """η = κ: nothing is left, and the fortieth root of the smallest number is not 0."""
    figure = show("speed", eta=1.58, kappa=1.58)
    assert not broken(figure)
