"""Descent against theory: identities, closed forms, and bounds checked where they are attained."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from helpers import losses
from helpers.descent.bounds import (
    linear_bound,
    lipschitz_bound,
    smooth_bound,
    steps_to_eps,
    strong_bound,
)
from helpers.descent.newton import conjugate_gradient, ellipsoid, newton
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
    chain,
    least_squares,
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
    """f(w_{T+1}) - f* <= beta R^2/(4T + 2) with eta = 1/beta, and the notes' bound is 2 + 1/T times
    that."""
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


# ---- momentum, Newton, conjugate gradients, ellipsoids


def test_nesterov_obeys_its_two_recursions():
    q, w0 = random_quadratic(7)
    eta = 1 / q.beta
    for mu in (0.0, q.mu):
        run = nesterov(q.grad, w0, eta, 30, mu)
        m, g = run.extra["velocity"], run.extra["gradient"]
        assert run.w[1:] == pytest.approx(run.w[:-1] + m - eta * g) and run.w[1:] == pytest.approx(
            run.w[:-1] - eta * run.v
        )
        assert g == pytest.approx(q.grad(run.extra["lookahead"])) and m[0].tolist() == [0, 0, 0]
        theta = (m[1:] / np.diff(run.w, axis=0)[:-1])[:, 0]
        if mu:
            k = q.kappa**0.5
            assert theta == pytest.approx(np.full(29, (k - 1) / (k + 1)))
        else:
            a = [1.0]
            for _ in range(30):
                a.append((1 + (1 + 4 * a[-1] ** 2) ** 0.5) / 2)
            assert theta == pytest.approx([(a[t] - 1) / a[t + 1] for t in range(29)], abs=1e-9)


def test_nesterov_without_curvature_contracts_as_its_polynomial_says():
    """On one axis, w_{t+1} = (1 - eta lam)(w_t + theta (w_t - w_{t-1})): a linear recursion of
    order two."""
    lam, mu, eta = 0.4, 0.1, 1.0
    run = nesterov(lambda w: lam * w, 1.0, eta, 25, mu)
    theta = (1 - mu**0.5) / (1 + mu**0.5)
    roots = np.roots([1, -(1 - eta * lam) * (1 + theta), (1 - eta * lam) * theta])
    c = np.linalg.solve([[1, 1], roots], [1, 1 - eta * lam])
    assert run.w[:, 0] == pytest.approx((c * roots ** np.arange(26)[:, None]).sum(axis=1).real)


def test_nesterov_stays_below_both_of_its_bounds():
    q = chain(200, 1000.0)
    R, t = np.linalg.norm(q.w_star), np.arange(1, 151)
    assert (
        q.gap(nesterov(q.grad, np.zeros(200), 1, 150).w[1:]) <= known.accelerated_bound(1, R, t)
    ).all()
    assert (
        q.gap(nesterov(q.grad, np.zeros(200), 1, 150, q.mu).w[1:])
        <= known.accelerated_bound(1, R, t, q.mu)
    ).all()


def test_nesterov_tells_when_it_diverges():
    run = nesterov(lambda w: w, [1.0, 1], 10.0, 2000)
    assert (
        run.diverged_at == run.T + 1
        and run.extra["stopped"] == "diverged"
        and np.isfinite(run.w).all()
    )


def test_one_newton_step_solves_a_quadratic_and_a_damped_one_closes_its_share_of_the_gap():
    q, w0 = random_quadratic(8)
    assert newton(q.grad, q.hess, w0, 1).last == pytest.approx(q.w_star)
    run = newton(q.grad, q.hess, w0, 5, damping=0.3)
    assert (
        run.w - q.w_star == pytest.approx(0.7 ** np.arange(6)[:, None] * (w0 - q.w_star))
        and run.eta[0] == 0.3
    )


def test_newton_doubles_the_digits():
    """f = e^w - 2w: e_{t+1} = e_t - 1 + e^{-e_t}, so e_{t+1}/e_t^2 tends to 1/2."""
    run = newton(lambda w: np.exp(w) - 2, lambda w: np.diag(np.exp(w)), 1.5, 4)
    e = run.w[:, 0] - np.log(2)
    assert e[1:] == pytest.approx(e[:-1] - 1 + np.exp(-e[:-1]), abs=1e-14)
    assert e[3] / e[2] ** 2 == pytest.approx(0.5, 0.1)


def test_conjugate_gradients_minimise_over_the_krylov_space():
    q, w0 = random_quadratic(9, d=6)
    run = conjugate_gradient(q.A, q.b, w0, 6)
    r, basis = q.b - q.A @ w0, []
    for k in range(1, 4):
        basis.append(np.linalg.matrix_power(q.A, k - 1) @ r)
        B = np.array(basis).T
        best = w0 + B @ np.linalg.solve(B.T @ q.A @ B, B.T @ r)
        assert run.w[k] == pytest.approx(best, rel=1e-6)
    assert run.last == pytest.approx(q.w_star, rel=1e-7)  # d steps are enough
    assert run.w[1:] == pytest.approx(run.w[:-1] - run.eta[:, None] * run.v)
    G = run.v @ q.A @ run.v.T  # directions are conjugate
    assert np.abs(G - np.diag(np.diag(G))).max() < 1e-7 * np.diag(G).max()


def test_conjugate_gradients_need_as_many_steps_as_there_are_different_eigenvalues():
    run = conjugate_gradient(np.diag([1.0, 5, 5, 5]), np.ones(4), np.zeros(4), 4)
    assert run.T == 2 and run.extra["stopped"] == "residual is zero"
    with pytest.raises(ValueError, match="positive definite"):
        conjugate_gradient(-np.eye(2), np.ones(2), np.zeros(2), 2)


@pytest.mark.parametrize("d", [1, 2, 5])
def test_each_ellipsoid_holds_the_half_that_is_left_and_the_promised_volume(d, T=30):
    rng = np.random.default_rng(d)
    c = rng.normal(size=d)
    c *= 0.37 / np.linalg.norm(c)
    run = ellipsoid(lambda w: w - c, np.zeros(d), 1.0, T)
    P, shrink = run.extra["P"], d / (d + 1) * (d**2 / (d**2 - 1)) ** ((d - 1) / 2) if d > 1 else 0.5
    assert len(P) == T + 1 and np.sqrt(
        np.linalg.det(P[1:]) / np.linalg.det(P[:-1])
    ) == pytest.approx(np.full(T, shrink))
    assert shrink < np.exp(-1 / (2 * (d + 1)))
    u = (
        run.w[3] + (np.linalg.cholesky(P[3]) @ _ball_points(rng, d, 500).T).T
    )  # in the old ellipsoid
    left = u[(u - run.w[3]) @ (run.w[3] - c) <= 0]  # on the good side
    z = left - run.w[4]
    reach = np.einsum("ij,ij->i", z, np.linalg.solve(P[4], z.T).T)
    assert (
        len(left) > 100 and reach.max() <= 1 + 1e-9 and reach.max() > 0.9
    )  # holds them, none too loosely
    assert all(
        (w - c) @ np.linalg.solve(S, w - c) <= 1 + 1e-9 for w, S in zip(run.w, P)
    )  # the minimiser stays in


def _ball_points(rng, d, n):
    z = rng.normal(size=(n, d))
    return z / np.linalg.norm(z, axis=1, keepdims=True) * rng.uniform(size=(n, 1)) ** (1 / d)


def test_the_ellipsoid_method_stops_at_a_zero_gradient():
    run = ellipsoid(lambda w: w, np.zeros(2), 1.0, 9, shapes=False)
    assert run.T == 0 and run.extra == {"stopped": "gradient is zero"} and run.w.shape == (1, 2)


# ---- problems


def test_a_quadratic_knows_itself():
    q, w0 = random_quadratic(11)
    assert q.grad(w0) == pytest.approx(approx_fprime(w0, q.value, 1e-7), rel=1e-5, abs=1e-5)
    assert q.grad(q.w_star) == pytest.approx(np.zeros(3), abs=1e-12)
    assert q.gap(w0) == pytest.approx(q.value(w0) - q.value(q.w_star))
    W = np.random.default_rng(0).normal(size=(4, 5, 3))
    assert q.value(W)[2, 3] == pytest.approx(q.value(W[2, 3])) and q.grad(W)[2, 3] == pytest.approx(
        q.grad(W[2, 3])
    )
    assert (q.mu, q.beta) == pytest.approx(
        (np.linalg.eigvalsh(q.A)[0], np.linalg.eigvalsh(q.A)[-1])
    )
    assert q.kappa == pytest.approx(np.linalg.cond(q.A)) and q.hess(w0) is q.A


def test_only_the_symmetric_part_of_a_matrix_matters():
    """For A = [[2, 1.5], [0, 2]], b = (1, -1) the minimiser is (.8, -.8); A^{-1} b = (.875, -.5) is
    not."""
    q = Quadratic([[2, 1.5], [0, 2]], [1, -1])
    assert q.w_star == pytest.approx([0.8, -0.8])
    w = np.array([0.3, 0.9])
    assert q.value(w) == pytest.approx(w @ np.array([[2, 1.5], [0, 2]]) @ w / 2 - w @ [1, -1])


def test_a_flat_valley_has_a_minimiser_and_no_condition_number():
    q = Quadratic(np.diag([0.0, 2]), [0, 4])
    assert q.w_star == pytest.approx([0, 2]) and q.kappa == np.inf and q.mu == 0


def test_a_valley_has_the_curvatures_it_is_asked_for():
    q = valley(100.0, d=3, beta=4.0, w_star=[1, 2, 3])
    assert q.eigenvalues == pytest.approx([0.04, 0.4, 4]) and q.kappa == pytest.approx(100)
    assert q.w_star == pytest.approx([1, 2, 3])


def test_the_chain_has_its_condition_number_and_a_geometric_minimiser():
    q = chain(400, 100.0, beta=3.0)
    ratio = (10 - 1) / (10 + 1)
    assert q.w_star[:100] == pytest.approx(ratio ** np.arange(1, 101)) and q.beta <= 3
    assert q.kappa == pytest.approx(100, rel=2e-3) and q.mu == pytest.approx(0.03, rel=2e-3)


def test_least_squares_is_the_mean_squared_residual():
    q, w = least_squares(X, y), np.array([0.3, 0.2])
    assert q.value(w) == pytest.approx(((X @ w - y) ** 2).mean())
    assert q.value(w) == pytest.approx(losses.mean_loss(losses.squared, X, y, w))
    assert q.grad(w) == pytest.approx(losses.mean_grad(losses.squared, X, y, w))
    assert q.w_star == pytest.approx(np.linalg.lstsq(X, y)[0])


def test_normal_pairs_have_the_asked_moments_and_best_line(n=200_000):
    Z, t, w = normal_pairs(n, 0.6, np.random.default_rng(0), mean=(1.0, -2.0), sd=(2.0, 0.5))
    assert w == pytest.approx([-2 - 0.15 * 1, 0.15])
    assert np.linalg.lstsq(Z, t)[0] == pytest.approx(w, abs=5 * 0.4 * 2 / n**0.5)
    assert np.corrcoef(Z[:, 1], t)[0, 1] == pytest.approx(0.6, abs=5 * 0.64 / n**0.5)
    assert (Z[:, 1].mean(), t.mean()) == pytest.approx((1, -2), abs=5 * 2 / n**0.5) and (
        Z[:, 0] == 1
    ).all()
    assert (Z[:, 1].std(), t.std()) == pytest.approx((2, 0.5), rel=5 / (2 * n) ** 0.5)


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
