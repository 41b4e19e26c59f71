"""Where contours touch a ball: projections, corners and their cells."""

import numpy as np
import pytest
from matplotlib.path import Path

from helpers.linear import lasso


@pytest.mark.parametrize("p", [0.5, 1, 2, 3])
def test_the_edge_of_a_ball_is_at_its_radius_and_has_its_corners(p):
    edge = lasso.ball_edge(p, 1.7)
    assert (lasso.power(edge, p) ** (1 / p)) == pytest.approx(np.full(len(edge), 1.7))
    assert (np.abs(edge - [0, 1.7]).max(axis=1) < 1e-12).any() and (edge[:, 1] == 0).sum() == 3


def test_touching_is_the_projection_when_the_contours_are_circles():
    c = np.array([[2.0, 0.3], [1.5, 1.5], [-0.2, 3.0]])
    I = np.broadcast_to(np.eye(2), (3, 2, 2))
    assert lasso.touching(I, c, 2) == pytest.approx(
        c / np.linalg.norm(c, axis=1, keepdims=True), abs=5e-3
    )
    assert lasso.touching(I, c, 1) == pytest.approx(
        np.array([[1, 0], [0.5, 0.5], [0, 1]]), abs=5e-3
    )


@pytest.mark.parametrize("p", [1, 1.2, 2, 3.5])
def test_the_touching_point_is_supported_by_its_pull(p):
    """m·w = radius |m|_q: what convexity asks for, and what a point beside the answer misses."""
    rng = np.random.default_rng(4)
    c = 3 * rng.normal(size=(200, 2))
    c = c[lasso.power(c, p) > 1.3**p]
    A = np.array([[1.0, 0.6], [0.6, 2.0]])
    w = lasso.touching(A, c, p, 1.3)
    m = (c - w) @ A
    norm = np.abs(m).max(axis=1) if p == 1 else lasso.power(m, p / (p - 1)) ** ((p - 1) / p)
    assert (m * w).sum(axis=1) == pytest.approx(1.3 * norm, rel=1e-6)
    assert lasso.power(w, p) ** (1 / p) == pytest.approx(np.full(len(c), 1.3))


def test_a_point_inside_the_ball_is_its_own_answer():
    inside = np.array([[0.2, 0.3], [0.0, 0.0]])
    assert (lasso.touching(np.eye(2), inside, 1) == inside).all()


@pytest.mark.parametrize("p", [0.5, 1, 2])
def test_the_cell_of_a_corner_holds_exactly_the_centres_that_it_catches(p):
    """Random centres: inside the outline the answer is the corner, outside it is not."""
    A = np.array([[1.4, -0.7], [-0.7, 2.6]])
    outline = lasso.corner_cell(A, p, 1.2, directions=1441)
    c = np.random.default_rng(6).uniform([-3, -3], [5, 3], size=(2000, 2))
    c = c[lasso.power(c, p) > 1.2**p]
    caught = (lasso.touching(A, c, p, 1.2) == [1.2, 0.0]).all(axis=1)
    inside = Path(outline).contains_points(c)
    assert np.mean(caught != inside) < 0.02 and (caught.any() or p == 2)
    if p == 1:
        m = (c - [1.2, 0.0]) @ A
        assert (caught == (np.abs(m[:, 1]) <= m[:, 0])).all()
