"""Preconditioned SGD, AdaGrad, Adam: against their formulas, their bounds attained, and each
other."""

import numpy as np
import pytest

from helpers.descent import adaptive
from helpers.descent.newton import newton
from helpers.descent.optim import decay
from helpers.descent.problems import Quadratic, valley
from helpers.descent.sgd import sgd

V = np.random.default_rng(0).normal(size=(40, 3, 2))  # directions of 40 steps of 3 runs


def given(w, t):
    return V[t - 1]


# ---- preconditioned


def test_with_the_identity_it_is_sgd():
    """D-6.10, with the test below."""
    run = adaptive.preconditioned(given, np.eye(2), np.ones((3, 2)), decay(1.0, 0.5), 40)
    assert np.array_equal(run.w, sgd(given, np.ones((3, 2)), decay(1.0, 0.5), 40).w)
    assert np.array_equal(run.extra["gradient"], V)


def test_with_the_inverse_hessian_one_step_solves_a_quadratic():
    """D-6.10."""
    f = Quadratic([[2.0, 0.7], [0.7, 1.0]], [1.0, -3.0])
    run = adaptive.preconditioned(
        lambda w, t: f.grad(w), adaptive.inverse_hessian(f.A), np.array([5.0, 5.0]), 1.0, 1
    )
    assert np.allclose(run.last, f.w_star, atol=1e-12)
    assert np.allclose(run.w, newton(f.grad, f.hess, np.array([5.0, 5.0]), 1).w)


@pytest.mark.parametrize("eps", [1e-6, 0.1, 2.0])
def test_damping_leaves_eps_over_lam_plus_eps_of_the_error(eps):
    """D-6.11."""
    f = valley(50.0, w_star=[1.0, -2.0])
    run = adaptive.preconditioned(
        lambda w, t: f.grad(w), adaptive.inverse_hessian(f.A, eps), np.zeros((1, 2)), 1.0, 3
    )
    shrink = eps / (np.diag(f.A) + eps)
    assert np.allclose(
        run.w[:, 0] - f.w_star, -f.w_star * shrink ** np.arange(4)[:, None], atol=1e-12
    )


def test_an_asymmetric_matrix_acts_on_the_gradient_and_may_change_with_t():
    P = np.array([[1.0, 2.0], [0.0, 3.0]])
    run = adaptive.preconditioned(given, lambda t: t * P, np.zeros((3, 2)), 1.0, 40)
    assert np.allclose(run.v, np.einsum("t,ij,tkj->tki", np.arange(1, 41), P, V))


def test_the_diagonal_forgets_what_is_off_it():
    assert np.allclose(
        adaptive.inverse_hessian([[2.0, 1.0], [1.0, 4.0]], 0.5, diagonal=True),
        np.diag([1 / 2.5, 1 / 4.5]),
    )


# ---- AdaGrad


def test_adagrad_is_its_matrix_form():
    """D-6.16: P_t = [diag(G_t) + eps I]^(-1/2), G_t the sum of outer products."""
    run, w, G = (
        adaptive.adagrad(given, np.ones((3, 2)), 0.3, 40, eps=0.01),
        np.ones(2),
        np.zeros((2, 2)),
    )
    for t in range(40):
        G += np.outer(V[t, 1], V[t, 1])
        w = w - 0.3 * np.diag((np.diag(G) + 0.01) ** -0.5) @ V[t, 1]
        assert np.allclose(run.w[t + 1, 1], w, atol=1e-12)
        assert np.allclose(run.extra["G"][t, 1], np.diag(G))


def test_the_first_adagrad_step_has_length_eta_in_every_coordinate_and_unit():
    """D-6.15, U-R8."""
    for unit in (1e-3, 1.0, 1e5):
        run = adaptive.adagrad(lambda w, t: unit * V[t - 1], np.zeros((3, 2)), 0.7, 1, eps=0)  # noqa: B023
        assert np.allclose(run.w[1], -0.7 * np.sign(V[0]))


def test_rescaling_one_coordinate_of_the_gradient_changes_nothing():
    one, two = (
        adaptive.adagrad(lambda w, t: V[t - 1] * s, np.zeros((3, 2)), 0.7, 40, eps=0)  # noqa: B023
        for s in ([1, 1], [1, 1000])
    )
    assert np.allclose(one.w, two.w)


def test_where_no_gradient_was_seen_the_step_is_zero():
    for rule in (adaptive.adagrad, adaptive.adam):
        run = rule(lambda w, t: np.array([1.0, 0.0]), np.zeros(2), 0.5, 5, eps=0)
        assert (run.w[:, 1] == 0).all() and np.isfinite(run.w).all()


def test_rates_are_eta_over_the_root_of_the_sum():
    run = adaptive.adagrad(given, np.zeros((3, 2)), 0.7, 40, eps=0.2)
    assert np.allclose(adaptive.effective_rates(run), 0.7 / np.sqrt(np.cumsum(V**2, axis=0) + 0.2))


def test_the_regret_bound_holds_for_any_gradients_and_any_u():
    rng = np.random.default_rng(4)
    for scale in (0.1, 1.0, 10.0):
        run = adaptive.adagrad(lambda w, t: scale * (w + 2 * V[t - 1]), np.ones((3, 2)), 0.4, 40)  # noqa: B023
        for u in rng.normal(size=(20, 2)):
            assert np.all(adaptive.linear_regret(run, u) <= adaptive.adagrad_bound(run, u) + 1e-9)


def test_the_regret_bound_at_one_step_is_known():
    """g = 1 at w = D, u = 0, eta = D: regret D, bound (D/2 + D) sqrt(1 + eps)."""
    run = adaptive.adagrad(lambda w, t: np.ones(1), np.array([2.0]), 2.0, 1, eps=0)
    assert adaptive.linear_regret(run, 0.0) == pytest.approx(2) and adaptive.adagrad_bound(
        run, 0.0
    ) == pytest.approx(3)


def test_linear_regret_is_at_least_the_regret_of_convex_losses():
    x, y = np.random.default_rng(1).normal(size=(2, 40, 3, 2))
    guess, y = adaptive.example_guess(x, y[..., 0]), y[..., 0]
    run, u = adaptive.adagrad(guess, np.ones((3, 2)), 0.5, 40), np.array([0.3, -0.2])
    loss = ((x * run.w[:-1]).sum(axis=2) - y) ** 2 - (x @ u - y) ** 2
    curved = ((x * (run.w[:-1] - u)).sum(axis=2) ** 2).sum(axis=0)
    assert np.allclose(adaptive.linear_regret(run, u), loss.sum(axis=0) + curved)


# ---- Adam


def test_adam_is_its_two_averages():
    run = adaptive.adam(given, np.ones((3, 2)), 0.1, 40, 0.8, 0.95, eps=1e-3)
    weight = lambda beta, t: (1 - beta) * beta ** np.arange(t - 1, -1, -1.0) / (1 - beta**t)  # noqa: E731
    for t in (1, 2, 17, 40):
        m, s = np.tensordot(weight(0.8, t), V[:t], 1), np.tensordot(weight(0.95, t), V[:t] ** 2, 1)
        assert np.allclose(run.v[t - 1], m / (np.sqrt(s) + 1e-3))
        assert np.allclose(run.extra["square"][t - 1], s)


@pytest.mark.parametrize(
    "t, b1, b2",
    [(1, 0.9, 0.999), (7, 0.9, 0.999), (60, 0.9, 0.999), (9, 0.9, 0.81), (30, 0.5, 0.6)],
)
def test_adams_longest_step_is_attained_and_never_exceeded(t, b1, b2):
    g = (b1 / b2) ** np.arange(t - 1, -1, -1.0)
    run = adaptive.adam(lambda w, s: g[s - 1 : s], np.zeros(1), 1.0, t, b1, b2, eps=0)
    assert run.v[-1, 0] == pytest.approx(adaptive.adam_longest(t, b1, b2))
    other = adaptive.adam(given, np.zeros((3, 2)), 1.0, 40, b1, b2, eps=0)
    assert np.all(
        np.abs(other.v).max(axis=(1, 2)) <= adaptive.adam_longest(np.arange(1, 41), b1, b2) + 1e-12
    )


def test_with_a_constant_gradient_adam_walks_at_speed_eta():
    run = adaptive.adam(lambda w, t: np.array([1e-3, -50.0]), np.zeros(2), 0.2, 30, eps=0)
    assert np.allclose(run.w, 0.2 * np.arange(31)[:, None] * [-1, 1])


def test_a_diverging_run_is_a_short_trace():
    run = adaptive.preconditioned(lambda w, t: -(w**3), np.eye(2), np.full((1, 2), 3.0), 5.0, 50)
    assert run.diverged_at is not None and len(run.extra["gradient"]) == run.T < 50


@pytest.mark.parametrize(
    "call",
    [
        lambda: adaptive.adagrad(given, np.ones((3, 2)), 0.1, 5, eps=-1),
        lambda: adaptive.adam(given, V[0], 0.1, 5, beta1=1.0),
        lambda: adaptive.adam(given, np.ones((3, 2)), 0.1, 5, beta2=-0.1),
        lambda: adaptive.adagrad(given, np.ones((3, 2)), 0.0, 5),
        lambda: adaptive.inverse_hessian(np.eye(2), -1.0),
        lambda: adaptive.rare_examples(1.5, 0.1, V[..., :2], V[..., 0]),
        lambda: adaptive.rare_examples(0.5, -0.1, V[..., :2], V[..., 0]),
        lambda: adaptive.eta_sweep(sgd, given, np.ones(2), [0.1], 5),
    ],
)
def test_bad_input_gets_one_sentence(call):
    with pytest.raises(ValueError) as error:
        call()
    assert "\n" not in str(error.value)
