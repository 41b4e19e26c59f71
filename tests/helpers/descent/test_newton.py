"""Momentum, Newton, conjugate gradients and ellipsoids against their recursions."""

import numpy as np
import pytest

from helpers.descent.newton import conjugate_gradient, ellipsoid, newton
from helpers.descent.optim import (
    nesterov,
)
from helpers.descent.problems import (
    Quadratic,
    chain,
)
from tests import known


def random_quadratic(seed, d=3):
    rng = np.random.default_rng(seed)
    M = rng.normal(size=(d, d))
    return Quadratic(M @ M.T + 0.1 * np.eye(d), rng.normal(size=d)), rng.normal(size=d)


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
