"""Support vector machines: certificates, brute force over every placement, SciPy, libsvm; then
their movers."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from helpers import data, plots
from helpers.kernels import gaussian
from helpers.margins import pegasos, separation, svm

rng = np.random.default_rng(11)


Y = np.where(np.arange(60) % 2, 1.0, -1.0)


X = rng.normal(size=(60, 2)) + 0.9 * Y[:, None] * [1, 0.5]  # overlapping clouds


FAR = X + 3 * Y[:, None] * [1, 0.5]  # a street between them


# ---- hard margin, distances


def test_hard_margins_that_can_be_done_by_hand():
    line = svm.hard_margin([[5.0], [7.0], [9.0]], [-1, 1, 1])
    assert (line.w[0], line.b) == pytest.approx((1, -6)) and line.alpha == pytest.approx(
        [0.5, 0.5, 0]
    )
    either = svm.hard_margin([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, 1])
    assert (*either.w, either.b) == pytest.approx((2, 2, -1)) and either.primal == pytest.approx(4)
    with pytest.raises(ValueError, match="no plane separates"):
        svm.hard_margin([[0, 0], [1, 1], [0, 1], [1, 0]], [-1, -1, 1, 1])
    with pytest.raises(ValueError, match="through the origin"):
        svm.hard_margin([[5.0], [7.0]], [-1, 1], bias=False)


def test_hard_margin_equals_the_scan_over_angles_and_one_over_the_norm():
    m = svm.hard_margin(FAR, Y)
    angle = np.linspace(0, 2 * np.pi, 3601)
    margins, offsets = svm.widest(FAR, Y, np.column_stack([np.cos(angle), np.sin(angle)]))
    assert margins.max() == pytest.approx(1 / np.linalg.norm(m.w), abs=2e-3)
    assert separation.margin(FAR, Y, m.w, m.b) == pytest.approx(1 / np.linalg.norm(m.w), rel=1e-10)
    best = np.argmax(margins)
    assert separation.margin(
        FAR, Y, [np.cos(angle[best]), np.sin(angle[best])], offsets[best]
    ) == pytest.approx(margins[best])
    assert m.primal == pytest.approx(m.dual) and m.slack.max() < 1e-9
    assert np.abs(FAR @ m.w + m.b).min() / np.linalg.norm(m.w) == pytest.approx(
        margins.max(), abs=2e-3
    )


# ---- input, pictures


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: svm.soft_margin(X, Y, -1.0), "C must be positive"),
        (lambda: svm.soft_margin(X, (Y + 1) / 2, 1.0), "labels y must be -1 and"),
        (lambda: svm.soft_margin(X[:5], Y, 1.0), "one answer per row"),
        (lambda: svm.soft_margin(np.full((4, 2), np.nan), Y[:4], 1.0), "nan"),
        (lambda: svm.kernel_machine(np.arange(9.0).reshape(3, 3), Y[:3], 1.0), "symmetric"),
        (lambda: svm.kernel_machine(-np.eye(4), Y[:4], 4.0), "certified"),
        (lambda: svm.hard_margin(X[Y > 0], Y[Y > 0]), "both classes"),
        (lambda: separation.margin(X, Y, [0, 0]), "w must not be zero"),
        (lambda: pegasos.pegasos_steps(0), "lam must be positive"),
    ],
)
def test_bad_input_gets_one_sentence(call, words):
    with pytest.raises(ValueError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_the_street_is_drawn_where_the_scores_are_zero_and_plus_or_minus_one():
    ax = Figure().subplots()
    line, *sides, normal = plots.street(ax, normal=True)([3.0, 4.0], -2.0, 0.2)
    for artist, score in zip((line, *sides), (0, 1, -1)):
        assert artist.get_xydata() @ [3.0, 4.0] - 2 == pytest.approx([score, score])
    assert np.linalg.norm(np.diff(normal.get_xydata(), axis=0)) == pytest.approx(0.2)
    assert not any(len(a.get_xdata()) for a in plots.street(ax)(None, 0))
    assert plots.circles(ax)(np.zeros((0, 2)))[0].get_xdata().size == 0


def test_every_point_is_drawn_on_the_staircase():
    ax, m = Figure().subplots(), svm.soft_margin(X, Y, 30.0)
    dots, one = plots.staircase(ax, (-2.0, 3.0))(m, 5)
    x, price = dots.get_xydata().T
    assert x == pytest.approx(np.clip(m.margins, -2, 3)) and np.all(
        (price == (x < 1)) | np.isclose(x, 1)
    )
    assert one.get_xydata()[0] == pytest.approx([np.clip(m.margins[5], -2, 3), m.alpha[5] / m.c])


def test_searching_along_the_line_finds_the_distance_and_a_study_keeps_its_distances():
    assert svm.searched(X, [3.0, 4.0], -2.0) == pytest.approx(
        np.abs(X @ [3.0, 4.0] - 2.0).min() / 5, abs=1e-3
    )
    assert svm.hard_or_none(X, Y) is None
    best = svm.hard_or_none(FAR, Y)
    assert best.width == pytest.approx(separation.margin(FAR, Y, best.w, best.b))
    with pytest.raises(ValueError, match="both classes"):
        svm.hard_or_none(X[Y > 0], Y[Y > 0])
    m, new, there = svm.study(X, Y, 40, X[:7]).machine(gaussian(0.6), 9.0)
    alone = svm.kernel_machine(gaussian(0.6)(X[:40]), Y[:40], 9.0)
    assert m.alpha == pytest.approx(alone.alpha) and there == pytest.approx(m.scores[:7])
    assert new == pytest.approx(Y[40:] * alone.predict(gaussian(0.6)(X[40:], X[:40])))


@pytest.mark.filterwarnings("error")
def test_regions_need_no_level_to_be_there():
    ax, points = Figure().subplots(), plots.mesh((-1, 1, 0, 2), 20)
    move = plots.regions(ax, (-1, 1, 0, 2), 20)
    flat, slope = np.full(400, 0.3), points @ [3.0, 0.0]
    assert [len(move(Z)) for Z in (flat, slope, flat)] == [1, 2, 1]
    image, levels = move(slope)
    assert levels.levels.tolist() == [-1, 0, 1] and image.get_array().max() == 1
    assert points[0].tolist() == [-1, 0] and points[-1].tolist() == [1, 2] and points[1, 1] == 0


def test_machines_say_where_each_point_sits():
    m = svm.soft_margin(X, Y, 3.0)
    assert set(m.free) | set(m.bound) == set(m.support) and not set(m.free) & set(m.bound)
    assert m.plane(X) == pytest.approx(m.scores) and m.predict(X @ X.T) == pytest.approx(m.scores)
    assert m.norm2 == pytest.approx(m.w @ m.w) and m.objective * m.C == pytest.approx(m.primal)


def test_the_walk_does_not_go_round_in_circles():
    """Fives against fours in five directions, large C: a corrector without a guard never gets below
    a gap of 2e-4."""
    digits = data.load("digits")
    X, y = digits.X[:200], digits.y[:200]
    centred = X - X.mean(axis=0)
    Z = centred @ np.linalg.svd(centred, full_matrices=False)[2][:5].T / 10
    chosen = (y == 5) | (y == 4)
    m = svm.soft_margin(Z[chosen], np.where(y[chosen] == 5, 1.0, -1.0), 500)
    assert m.gap <= 1e-9 * max(1, abs(m.primal))
