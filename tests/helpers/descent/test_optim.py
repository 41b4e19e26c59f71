"""Descent against theory: identities, closed forms, and bounds checked where they are attained."""

import numpy as np
import pytest

from helpers.descent.bounds import (
    linear_bound,
    lipschitz_bound,
    smooth_bound,
    steps_to_eps,
    strong_bound,
)
from helpers.descent.newton import newton
from helpers.descent.optim import (
    decay,
    gradient_descent,
    nesterov,
    quadratic_path,
    rates,
    small_gradient,
    small_step,
)
from helpers.descent.problems import (
    Quadratic,
    normal_pairs,
    valley,
    worst_lipschitz,
)
from tests import known
from tests.known import batch_gradient, best_eta

X = np.random.default_rng(0).normal(size=(30, 2))


y = X @ [1, -2] + 0.1


def grad(w, X, y):
    return X.T @ (X @ w - y) / len(y)


def random_quadratic(seed, d=3):
    rng = np.random.default_rng(seed)
    M = rng.normal(size=(d, d))
    return Quadratic(M @ M.T + 0.1 * np.eye(d), rng.normal(size=d)), rng.normal(size=d)


# ---- schedules and stopping


def test_the_four_rates_of_the_notes():
    assert rates(lambda t: 0.3, 4).tolist() == [0.3] * 4 == rates(0.3, 4).tolist()
    assert rates(decay(2, 0.7), 5) == pytest.approx((2 / np.arange(1, 6)) ** 0.7)
    assert rates(decay(2, 0.7, floor=0.1), 5) == pytest.approx((2 / np.arange(1, 6)) ** 0.7 + 0.1)
    assert rates(decay(2, 1, T0=3), 5) == pytest.approx([2 / 3, 2 / 3, 2 / 3, 2 / 4, 2 / 5])


def test_stopping_rules_end_the_run_at_the_first_step_that_meets_them():
    q = valley(4.0)
    free = gradient_descent(q.grad, [3, 3], 0.5, 200)
    norms = np.linalg.norm(free.v, axis=1)
    run = gradient_descent(q.grad, [3, 3], 0.5, 200, stop=small_gradient(1e-3))
    assert np.argmax(norms <= 1e-3) == run.T - 1 and (run.w == free.w[: run.T + 1]).all()
    assert (
        run.extra["stopped"] == "gradient norm at most 0.001" and free.extra["stopped"] == "T steps"
    )
    away = Quadratic(q.A, q.A @ [1, 1])  # minimiser not at 0, so relative steps do become small
    free = gradient_descent(away.grad, [3, 3], 0.5, 200)
    moved = np.linalg.norm(np.diff(free.w, axis=0), axis=1) / np.linalg.norm(free.w[:-1], axis=1)
    run = gradient_descent(away.grad, [3, 3], 0.5, 200, stop=small_step(1e-3))
    assert (
        np.argmax(moved <= 1e-3) == run.T - 1
        and run.extra["stopped"] == "relative step at most 0.001"
    )


# ---- the loop


def test_distance_identity():
    """|w_1-u|^2 - |w_{T+1}-u|^2 = sum_t 2 eta_t <v_t, w_t-u> - |eta_t v_t|^2 for every u, whatever
    the v_t are."""
    guess = batch_gradient(grad, X, y, 3, np.random.default_rng(1))
    run = gradient_descent(guess, [1, 1], decay(C=0.5, s=0.7, T0=5), T=40)
    u = np.array([3, -1.0])
    left, right = linear_bound(run, u)
    assert left == pytest.approx(right - ((run.last - u) ** 2).sum() / 2)


def test_quadratic_shrinks_by_one_factor_per_axis(eta=0.3, T=20):
    """w_{t+1} = (1 - eta lam)^t w_1 on f(w) = sum lam_j w_j^2 / 2: oscillates if eta lam > 1."""
    lam = np.array([0.5, 2, 5])
    run = gradient_descent(lambda w: lam * w, np.ones(3), eta, T)
    assert run.w == pytest.approx((1 - eta * lam) ** np.arange(T + 1)[:, None])
    assert run.v == pytest.approx(lam * run.w[:-1]) and run.eta.tolist() == [eta] * T


@pytest.mark.parametrize("seed", range(3))
def test_the_closed_form_path_is_the_path_of_the_loop(seed):
    q, w0 = random_quadratic(seed)
    loop, path = (
        gradient_descent(q.grad, w0, 1.9 / q.beta, 60),
        quadratic_path(q.A, q.b, w0, 1.9 / q.beta, 60),
    )
    assert path.w == pytest.approx(loop.w, rel=1e-9, abs=1e-11) and path.v == pytest.approx(
        loop.v, rel=1e-8, abs=1e-10
    )
    assert path.eta.tolist() == loop.eta.tolist() and path.extra == loop.extra


def test_the_closed_form_path_on_a_valley_without_a_minimum_walks_straight_on():
    A, b = np.diag([2.0, 0]), np.array([2.0, 3])
    loop, path = (
        gradient_descent(lambda w: A @ w - b, [0, 1], 0.25, 30),
        quadratic_path(A, b, [0, 1], 0.25, 30),
    )
    assert path.w == pytest.approx(loop.w) and path.last[1] == pytest.approx(1 + 30 * 0.25 * 3)


def test_both_paths_end_at_the_same_step_when_they_overflow():
    q = valley(3.0, beta=2.0)
    loop, path = (
        gradient_descent(q.grad, [1, 1], 50.0, 1000),
        quadratic_path(q.A, q.b, [1, 1], 50.0, 1000),
    )
    assert loop.diverged_at == path.diverged_at == loop.T + 1 == path.T + 1
    assert (
        np.isfinite(loop.w).all()
        and np.isfinite(loop.v).all()
        and loop.extra["stopped"] == "diverged"
    )
    assert (
        np.abs(loop.last).max() > np.finfo(float).max / 99
    )  # the very next step would have been the one too many


def test_a_gradient_that_is_not_a_number_ends_the_run_without_a_warning():
    with np.errstate(invalid="warn"):
        run = gradient_descent(lambda w: np.sqrt(w), 1.0, 3.0, 10)
    assert run.diverged_at == 2 and run.w.tolist() == [[1], [-2]]


def test_a_number_as_start_is_a_point_of_dimension_one():
    run = gradient_descent(lambda w: 2 * w, 1, 0.25, 3)
    assert run.w.tolist() == [[1], [0.5], [0.25], [0.125]] and run.v.shape == (3, 1)


@pytest.mark.parametrize("every", [2, 3, 7, 10, 50])
def test_thinning_keeps_every_so_many_points_and_the_last(every, T=21):
    q, w0 = random_quadratic(5)
    full, thin = (gradient_descent(q.grad, w0, decay(0.1, 0.5), T, every=k) for k in (1, every))
    assert (
        (thin.w[:-1] == full.w[:-1:every]).all()
        and (thin.last == full.last).all()
        and thin.every == every
    )
    assert (thin.v == full.v[::every]).all() and (thin.eta == full.eta[::every]).all()


def test_projection_keeps_every_point_inside():
    run = gradient_descent(lambda w: -w - 1, [0, 0], 1, 9, project=lambda w: w.clip(-2, 2))
    assert run.w[:3].tolist() == [[0, 0], [1, 1], [2, 2]] and run.w.max() == 2


# ---- bounds where they are attained


@pytest.mark.parametrize("beta, T, R", [(1.0, 25, 2.0), (3.0, 7, 0.5)])
def test_the_smooth_worst_case_is_attained_by_a_huber_function(beta, T, R):
    """W-1.8.5: f(w_{T+1}) - f* <= beta R^2/(4T + 2) with eta = 1/beta, and the notes' bound is 2
    + 1/T times that."""
    f = known.worst_smooth(T, R, beta)
    run = gradient_descent(f.grad, R, 1 / beta, T)
    assert f.value(run.last) == pytest.approx(known.smooth_worst(R, beta, T))
    assert smooth_bound(R, 1 / beta, T) / f.value(run.last) == pytest.approx(2 + 1 / T)


def test_the_lipschitz_bound_is_attained_by_an_absolute_value(T=25, R=2.0, rho=3.0):
    f = worst_lipschitz(rho)
    eta = R / (rho * T)
    run = gradient_descent(f.grad, R, eta, T)
    assert (
        f.value(run.average())
        == pytest.approx(lipschitz_bound(R, eta, rho, T))
        == pytest.approx(3 + 3 / 25)
    )


def test_the_best_step_size_minimises_the_lipschitz_bound():
    eta = best_eta(R=2.0, rho=3.0, T=50)
    assert lipschitz_bound(2.0, eta, 3.0, 50) == pytest.approx(2.0 * 3.0 / 50**0.5)
    slope = (
        lipschitz_bound(2.0, eta * 1.001, 3.0, 50) - lipschitz_bound(2.0, eta / 1.001, 3.0, 50)
    ) / eta
    assert slope == pytest.approx(0, abs=1e-5) and lipschitz_bound(
        2, 2 * eta, 3, 50
    ) > lipschitz_bound(2, eta, 3, 50)


@pytest.mark.parametrize("kappa", [2.0, 30.0])
def test_the_strongly_convex_rate_is_attained_on_the_steep_axis(kappa, beta=2.0, T=12):
    q = valley(kappa, beta=beta)
    run = gradient_descent(q.grad, [0, 3.0], 2 / (q.beta + q.mu), T)
    t = np.arange(T + 1)
    assert q.gap(run.w) == pytest.approx(((kappa - 1) / (kappa + 1)) ** (2 * t) * beta * 3.0**2 / 2)
    assert (q.gap(run.w) <= strong_bound(beta, 3.0, kappa, t) * (1 + 1e-12)).all()
    assert strong_bound(beta, 3.0, kappa, 0) == q.gap(run.w[0]) == 9


def test_steps_to_eps_is_the_first_step_at_which_the_bound_is_eps():
    def first(bound, n):
        return bound(n) <= 0.01 * (1 + 1e-9) and bound(n - 1) > 0.01

    assert first(
        lambda T: lipschitz_bound(2, best_eta(2, 3, T), 3, T), steps_to_eps(0.01, 2, rho=3)
    )
    assert first(lambda k: smooth_bound(2, 1 / 5, k), steps_to_eps(0.01, 2, beta=5))
    assert first(lambda T: strong_bound(5, 2, 10, T), steps_to_eps(0.01, 2, beta=5, kappa=10))
    assert steps_to_eps(100, 1, beta=1, kappa=10) == 1


# ---- bad input


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: gradient_descent(lambda w: w, [1, np.nan], 0.1, 3), "w0 has a nan"),
        (lambda: gradient_descent(lambda w: w, [[1, 2]], 0.1, 3), "w0 must have 1 dimension"),
        (lambda: gradient_descent(lambda w: w, [1], -0.1, 3), "step size eta must be positive"),
        (lambda: gradient_descent(lambda w: w, [1], lambda t: 2 - t, 3), "eta_3 is -1"),
        (lambda: gradient_descent(lambda w: w, [1], 0.1, 0), "T must be at least 1"),
        (
            lambda: gradient_descent(lambda w: np.ones(3), [1, 2], 0.1, 3),
            r"grad\(w\) has shape \(3,\)",
        ),
        (lambda: gradient_descent(lambda w: w, [1], 0.1, 3, every=0), "every must be at least 1"),
        (lambda: decay(-1), "C must be positive"),
        (lambda: nesterov(lambda w: w, [1], 2.0, 3, mu=1.0), "eta mu must be at most 1"),
        (lambda: newton(lambda w: w, lambda w: np.zeros((1, 1)), [1], 3), "singular"),
        (lambda: quadratic_path([[1, 2], [0, 1]], [0, 0], [1, 1], 0.1, 3), "symmetric 2 by 2"),
        (lambda: Quadratic(np.eye(3), np.ones(2)), "as many rows as b"),
        (lambda: valley(0.5), "at least 1"),
        (lambda: normal_pairs(5, 1.5, None), "between -1 and 1"),
        (lambda: steps_to_eps(0.1, 1), "needs rho, or beta"),
    ],
)
def test_bad_input_gets_a_sentence(call, words):
    with pytest.raises(ValueError, match=words):
        call()
