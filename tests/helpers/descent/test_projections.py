"""Projections: nearest points by their certificate and by SciPy, and what projecting does to a
run."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from helpers.descent import projections
from helpers.descent.optim import decay
from helpers.descent.sgd import sgd
from tests import known

CONVEX = ["ball", "box", "simplex"]


def cloud(d, k=200, size=3.0, seed=0):
    return size * np.random.default_rng(seed).normal(size=(k, d))


@pytest.mark.parametrize("shape", CONVEX)
@pytest.mark.parametrize("d", [1, 2, 7, 30])
def test_the_nearest_point_is_marked_by_an_obtuse_angle(shape, d):
    P = projections.SHAPES[shape]
    W, U = P(cloud(d)), P(cloud(d, seed=1))
    for w, Pw in zip(cloud(d)[:40], W[:40]):
        assert projections.widest_angle(w, Pw, U) <= 1e-10
        other = 0.9 * Pw + 0.1 * U[0]  # a member that is not nearest: the angle towards Pw is acute
        assert projections.widest_angle(w, other, [Pw]) >= ((other - Pw) ** 2).sum() - 1e-12


@pytest.mark.parametrize("shape", CONVEX)
def test_projecting_twice_is_projecting_once_and_members_stay(shape):
    P, W = projections.SHAPES[shape], cloud(6)
    assert np.abs(P(P(W)) - P(W)).max() <= 1e-14


@pytest.mark.parametrize("shape", CONVEX)
@pytest.mark.parametrize("d", [2, 10])
def test_projections_are_non_expansive_and_approach_every_member(shape, d):
    P, W, Z = projections.SHAPES[shape], cloud(d), cloud(d, seed=5)
    assert np.all(np.linalg.norm(P(W) - P(Z), axis=1) <= np.linalg.norm(W - Z, axis=1) + 1e-12)
    assert np.all(
        np.linalg.norm(P(W) - P(Z)[0], axis=1) <= np.linalg.norm(W - P(Z)[0], axis=1) + 1e-12
    )


@pytest.mark.parametrize("shape", CONVEX)
@pytest.mark.parametrize("d", [2, 5, 12])
def test_scipy_finds_the_same_point(shape, d):
    for w in cloud(d, 8, seed=d):
        assert (
            np.abs(projections.scipy_nearest(shape, w) - projections.SHAPES[shape](w)).max() < 1e-6
        )


def test_projections_have_their_closed_forms():
    assert projections.project_ball([3.0, 4.0], 2.5).tolist() == [1.5, 2.0]
    assert projections.project_ball([0.1, 0.2]).tolist() == [0.1, 0.2]
    assert np.linalg.norm(projections.project_ball(cloud(4), 1.3), axis=1).max() == pytest.approx(
        1.3
    )
    assert projections.project_box([2.0, -3.0, 0.5], -1, [1, 1, 0.25]).tolist() == [1, -1, 0.25]
    assert np.allclose(projections.project_simplex([0.5, 0.3, -1.0]), [0.6, 0.4, 0])
    assert projections.project_simplex([7.0]).tolist() == [1]
    assert (
        np.allclose(projections.project_simplex(cloud(9), 2.0).sum(axis=1), 2)
        and projections.project_simplex(cloud(9)).min() == 0
    )


def test_on_the_circle_which_is_not_convex_all_of_this_fails():
    """Angles, distances and the lemma."""
    P, w = projections.project_circle, np.array([0.2, 0.1])
    assert projections.widest_angle(w, P(w), P(cloud(2))) > 1
    assert np.linalg.norm(P(w) - P(-w)) > 4 * np.linalg.norm(2 * w)
    run = sgd(lambda w, t: np.array([0.9, 0.0]), np.array([1.0, 0.0]), 1.0, 2, P)
    low = sgd(lambda w, t: np.array([2.0, 0.0]), np.array([1.0, 0.0]), 0.9, 1, P)
    assert run.last.tolist() == [1, 0] and low.last.tolist() == [-1, 0]
    far = projections.lemma_sides(run, np.array([-1.0, 0.0]))
    assert far[0] > far[1]  # 3.6 > 0.81
    assert np.allclose(P(np.zeros(3)), [1, 0, 0])


# ---- the loop


def test_a_run_that_never_meets_the_edge_is_plain_sgd():
    guess, start = (lambda w, t: w + np.sin(t)), cloud(2, 3)
    kept = sgd(guess, start, 0.1, 20, lambda w: projections.project_ball(w, 100))
    assert np.allclose(kept.w, sgd(guess, start, 0.1, 20).w, atol=1e-14, rtol=0)
    assert kept.w.shape == (21, 3, 2)


def test_every_point_is_the_projection_of_the_half_step():
    kept = sgd(
        lambda w, t: 3 * np.cos(t * w + 1), cloud(3, 4), decay(2.0, 1), 30, projections.project_box
    )
    half = kept.w[:-1] - kept.eta[:, None, None] * kept.v
    assert (
        np.allclose(projections.project_box(half), kept.w[1:], atol=1e-14)
        and np.abs(half).max() > 1
    )
    assert np.abs(kept.w[1:]).max() <= 1


@pytest.mark.parametrize("shape", CONVEX)
def test_the_lemma_holds_for_any_directions_and_every_member(shape):
    V, P = cloud(4, 50 * 6, 1.0, 3).reshape(50, 6, 4), projections.SHAPES[shape]
    run = sgd(lambda w, t: V[t - 1], P(cloud(4, 6)), decay(2.0, 0.5), 50, P)
    for u in P(cloud(4, 20, seed=8)):
        left, right = projections.lemma_sides(run, u)
        assert np.all(left <= right + 1e-9)


def test_without_projection_the_lemma_is_an_equality():
    V = cloud(4, 50 * 6, 1.0, 3).reshape(50, 6, 4)
    run = sgd(lambda w, t: V[t - 1], cloud(4, 6), decay(2.0, 0.5), 50)
    left, right = projections.lemma_sides(run, np.arange(4.0))
    assert np.allclose(left, right, rtol=1e-10)


def test_the_bound_is_attained_by_the_farthest_worst_case():
    """f = rho |w| on [-1, 1] from 1 with eta = 1/(rho T): all on one side, and the average meets
    the bound."""
    T, rho = 10, 2.0
    run = sgd(
        lambda w, t: rho * np.sign(w), np.array([[1.0]]), 1 / (rho * T), T, projections.project_box
    )
    gap = rho * np.abs(run.weighted())[:, 0]
    assert gap == pytest.approx(rho * 0.55)
    assert known.projected_bound(run, np.zeros(1)) == pytest.approx(rho * (T + 1) / (2 * T))


def test_weights_of_the_average_are_the_step_sizes():
    run = sgd(lambda w, t: np.ones((2, 1)), np.array([[0.0], [5.0]]), decay(1.0, 1), 3, lambda w: w)
    assert np.allclose(
        run.weighted()[:, 0] - [0, 5], -(0.5 * 1 + 1 / 3 * 1.5) / (1 + 1 / 2 + 1 / 3)
    )


# ---- Example 6


def test_cos_gradient_and_hessian_by_differences():
    rng = np.random.default_rng(6)
    x, y = rng.uniform(-1, 1, 20), rng.normal(size=20)
    for w in rng.normal(size=(4, 2)) * 2:
        value = lambda w: projections.cos_loss(w, x, y)  # noqa: E731
        grad = lambda w: projections.cos_grad(w, x, y).mean(axis=0)  # noqa: E731
        assert np.allclose(grad(w), approx_fprime(w, value, 1e-7), atol=1e-6)
        assert np.allclose(
            projections.cos_hessian(w, x, y), approx_fprime(w, grad, 1e-7), atol=1e-6
        )
    assert projections.cos_loss(np.zeros((3, 4, 2)), x, y).shape == (3, 4)
    assert projections.cos_hessian(np.zeros((5, 2)), x, y).shape == (5, 2, 2)


def test_the_convex_radius_is_where_the_curvature_changes_sign():
    """x = 0: curvature in w_1 is cos((y - w_1)/2)/4 and 0 in w_2; with y = 0 it turns negative at
    |w_1| = pi."""
    x, y = np.array([0.0, 1e-9]), np.zeros(2)
    assert projections.convex_radius(x, y, np.arange(0.1, 5, 0.1)) == pytest.approx(3.1)


@pytest.mark.parametrize(
    "call",
    [
        lambda: projections.project_ball([1.0], 0),
        lambda: projections.project_simplex([1.0], -1),
        lambda: projections.project_box([1.0], 2, 1),
        lambda: projections.scipy_nearest("egg", [1.0, 2.0]),
        lambda: projections.scipy_nearest("ball", [np.nan, 2.0]),
        lambda: sgd(lambda w, t: w, [1.0], -1, 3, projections.project_ball),
        lambda: sgd(lambda w, t: w, [1.0], 0.1, 0, projections.project_ball),
    ],
)
def test_bad_input_gets_one_sentence(call):
    with pytest.raises(ValueError) as error:
        call()
    assert "\n" not in str(error.value)
