"""Chords, tangents, constants and sets: identities first, then constants that are attained."""

import numpy as np
import pytest

from helpers import losses
from helpers.descent.problems import Quadratic
from helpers.learning import functions
from lessons.n02_convexity import convexity
from lessons.n02_convexity.convexity import (
    SETS,
    ball_constants,
    bends,
    chord_gap,
    edge,
    estimates,
    from_eigen,
    pairs,
    share_outside,
    slopes,
    tangent_gap,
    worst_chord,
)

rng = np.random.default_rng(2)
U, V = rng.normal(size=(2, 500, 3))
alpha = rng.uniform(size=500)
Q = Quadratic(np.array([[2.0, 0.5, 0], [0.5, 1, -0.3], [0, -0.3, 3]]), np.array([1.0, -1, 0.5]))
LOSSES = [*losses.RESIDUAL, *losses.MARGIN[1:5]]


def test_the_gap_of_a_quadratic_is_half_its_form_on_the_difference():
    """alpha f(u) + (1-alpha) f(v) - f(...) = alpha (1-alpha) (u-v)'A(u-v)/2, for any A, and so 0
    for a line."""
    exact = alpha * (1 - alpha) * ((U - V) @ Q.A * (U - V)).sum(1) / 2
    assert chord_gap(Q.value, U, V, alpha) == pytest.approx(exact)
    assert chord_gap(Q.value, U, V, alpha, mu=0.7) == pytest.approx(
        exact - 0.35 * alpha * (1 - alpha) * ((U - V) ** 2).sum(1)
    )
    assert np.abs(chord_gap(lambda w: w @ [1.0, 2, 3] + 4, U, V, alpha)).max() < 1e-13


def test_numbers_and_points_are_told_apart():
    u, v, a = U[:, 0], V[:, 0], alpha
    assert chord_gap(functions.square, u, v, a) == pytest.approx(a * (1 - a) * (u - v) ** 2)
    assert chord_gap(functions.square, 1.0, 3.0, np.array([0.0, 0.5])).tolist() == [0, 1]
    assert tangent_gap(functions.square, functions.square.grad, u, v, mu=2) == pytest.approx(
        np.zeros(500), abs=1e-12
    )


def test_a_quadratic_lies_above_its_tangent_by_half_its_form():
    assert tangent_gap(Q.value, Q.grad, U, V) == pytest.approx(((U - V) @ Q.A * (U - V)).sum(1) / 2)
    assert (
        tangent_gap(Q.value, Q.grad, U, V, mu=Q.mu).min()
        > -1e-12
        > tangent_gap(Q.value, Q.grad, U, V, mu=Q.beta).min()
    )


@pytest.mark.parametrize("d", [2, 4])
def test_the_search_refutes_what_breaks_a_rule_and_nothing_else(d):
    zoo = convexity.zoo(np.random.default_rng(d), d)
    P = 2 * np.random.default_rng(1).normal(size=(4000, d))
    refuted = {
        name for name, f in zoo.items() if worst_chord(f, P, np.random.default_rng(3)) < -1e-12
    }
    assert refuted == {"min of two bowls", "sin of affine"} and len(zoo) == 10


def test_the_search_finds_a_curvature_that_is_too_large_by_a_hair():
    P = rng.normal(size=(500, 3))
    assert (
        worst_chord(functions.sum_of(functions.square), P, np.random.default_rng(0), mu=2.0)
        > -1e-12
    )
    assert (
        worst_chord(functions.sum_of(functions.square), P, np.random.default_rng(0), mu=2.01)
        < -1e-4
    )


def test_pairs_lie_in_the_ball_at_all_distances():
    A, B = pairs(np.random.default_rng(0), 4000, 3, 2.0)
    distance = np.linalg.norm(A - B, axis=1)
    assert max(np.linalg.norm(A, axis=1).max(), np.linalg.norm(B, axis=1).max()) <= 2 + 1e-12
    assert (
        np.quantile(distance, [0.2, 0.8]) == pytest.approx([2 * 10**-2.4, 2 * 10**-0.6], rel=0.15)
        and distance.min() > 0
    )
    assert np.mean(np.linalg.norm(A, axis=1) < 1) == pytest.approx(
        1 / 8, abs=5 * (1 / 8 / 4000) ** 0.5
    )  # uniform in the ball


def test_bends_of_a_quadratic_are_its_form_and_reach_the_eigenvalues():
    turn, rise = bends(Q.grad, U, V)
    step = (U - V) / np.linalg.norm(U - V, axis=1)[:, None]
    assert turn == pytest.approx(np.linalg.norm(step @ Q.A, axis=1)) and rise == pytest.approx(
        (step @ Q.A * step).sum(1)
    )
    along = np.linalg.eigh(Q.A)[1].T
    assert bends(Q.grad, along, 0 * along)[0] == pytest.approx(Q.eigenvalues)
    assert (rise <= turn + 1e-12).all()  # Cauchy-Schwarz


def test_estimates_only_improve_and_end_at_the_best_pair():
    f, grad = losses.objective(losses.logistic, np.array([[0.6, 0.8]]), [1.0], 0.1)
    A, B = pairs(np.random.default_rng(0), 300, 2, 2.0)
    steep, fast, slow = estimates(f, grad, A, B)
    assert (np.diff(steep) >= 0).all() and (np.diff(fast) >= 0).all() and (np.diff(slow) <= 0).all()
    assert (steep[-1], fast[-1], slow[-1]) == (
        slopes(f, A, B).max(),
        bends(grad, A, B)[0].max(),
        bends(grad, A, B)[1].min(),
    )


@pytest.mark.parametrize("y", [-2.5, 0.0, 1.0])
@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)
def test_the_constants_on_a_ball_bound_every_pair_and_are_attained(loss, y, B=1.7, lam=0.3):
    """D-2.21."""
    y = y if loss.of == "residual" else 1.0 if y >= 0 else -1.0
    x = np.array([1.2, -0.5, 0.7])
    f, grad = losses.objective(loss, x[None], [y], lam)
    rho, beta, mu = ball_constants(loss, x, y, B, lam)
    A, C = pairs(np.random.default_rng(1), 4000, 3, B)
    steep, fast, slow = (best[-1] for best in estimates(f, grad, A, C))
    assert steep <= rho + 1e-9 and fast <= beta + 1e-7 and slow >= mu - 1e-7
    ends = B * np.outer([1, -1], x) / np.linalg.norm(x)
    assert np.linalg.norm(grad(ends), axis=1).max() == pytest.approx(rho)
    across = np.cross(x, [1.0, 0, 0]) / 9
    assert bends(grad, across[None], 0 * across[None])[1] == pytest.approx([mu])
    if np.isfinite(beta):
        s = (
            x / np.linalg.norm(x) ** 2 * (y if loss.of == "residual" else 0.0)
        )  # where the residual or margin is 0
        assert bends(grad, (s + 1e-4 * x)[None], (s - 1e-4 * x)[None])[0] == pytest.approx(
            [beta], rel=1e-6
        )


def test_a_matrix_has_the_eigenvalues_and_the_skew_it_was_given():
    A = from_eigen(-0.5, 2.0, 0.4, 0.9)
    lam, v = np.linalg.eigh((A + A.T) / 2)
    assert lam == pytest.approx([-0.5, 2]) and np.abs(
        v[:, 0] @ [np.cos(0.4), np.sin(0.4)]
    ) == pytest.approx(1)
    assert pytest.approx(np.array([[0, 0.9], [-0.9, 0]])) == (A - A.T) / 2


@pytest.mark.parametrize("name", SETS)
def test_chords_stay_in_the_convex_sets_and_leave_the_others(name):
    """D-2.F2.1, D-2.3."""
    inside, angles = SETS[name], rng.uniform(0, 2 * np.pi, (60, 2))
    shares = [share_outside(inside, edge(inside, a), edge(inside, b)) for a, b in angles]
    assert (max(shares) == 0) == (name in ("pentagon", "disc"))


def test_a_pentagon_has_its_corners_on_the_circle_and_the_middle_of_its_edges_inside():
    inside, at = SETS["pentagon"], np.pi / 2 + 2 * np.pi * np.arange(5) / 5
    corners = np.column_stack([np.cos(at), np.sin(at)])
    assert inside(corners).all() and not inside(1.001 * corners).any()
    middles = (corners + np.roll(corners, 1, axis=0)) / 2
    assert inside(middles).all() and not inside(1.001 * middles).any()


def test_an_edge_point_is_in_the_set_and_the_next_one_is_not():
    for inside in SETS.values():
        for angle in rng.uniform(0, 2 * np.pi, 20):
            point = edge(inside, angle)
            assert inside(point) and not inside(point * (1 + 0.0011 / np.linalg.norm(point)))


@pytest.mark.parametrize(
    "call",
    [
        lambda: ball_constants(losses.squared, [1.0], 0, -1),
        lambda: ball_constants(losses.squared, [np.nan], 0, 1),
        lambda: ball_constants(losses.squared, [1.0], 0, 1, -0.1),
        lambda: pairs(rng, 0, 2, 1),
        lambda: worst_chord(functions.square, [], rng),
    ],
)
def test_bad_input_gets_one_sentence(call):
    with pytest.raises(ValueError, match="^[^\n]+$"):
        call()
