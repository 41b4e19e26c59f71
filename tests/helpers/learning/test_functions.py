"""Curves of one number: slopes against differences, constants against curvature, the rules against
each other."""

import numpy as np
import pytest

from helpers import losses
from helpers.learning import functions
from helpers.learning.functions import (
    Curve,
    absolute,
    entropy,
    line,
    maximum,
    square,
    subdifferential,
    sum_of,
)
from lessons.n02_convexity.convexity import chord_gap
from tests import known
from tests.known import minimum

ALL = [
    *functions.SHOWN.values(),
    functions.hinge,
    functions.softplus,
    functions.of_loss(losses.exponential).of(-1).named("exp w"),
    3 * functions.soft_bowl.of(-2, 0.5),
    maximum(square, line(1.5, 1.0)),
    minimum(square, line(1.5, 1.0)),
    known.corners([-1, 0.5], [0.3, 2]),
    line(2, -1),
]
GRID = np.arange(-104, 105) / 40
BETWEEN = GRID[:-1] + 0.0131  # no kink of any member
rng = np.random.default_rng(0)


def by_name(f):
    return f.name


@pytest.mark.parametrize("f", ALL, ids=by_name)
def test_both_slopes_are_the_derivative_where_there_is_one(f):
    h = 1e-6
    numeric = (f(BETWEEN + h) - f(BETWEEN - h)) / (2 * h)
    assert f.left(BETWEEN) == pytest.approx(numeric, rel=1e-6, abs=1e-6)
    assert f.right(BETWEEN) == pytest.approx(numeric, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("f", ALL, ids=by_name)
def test_one_sided_slopes_are_one_sided_derivatives_at_the_kinks_too(f):
    at, h = np.array([-1, 0, 0.5, 1.0]), 1e-7
    assert f.right(at) == pytest.approx((f(at + h) - f(at)) / h, abs=1e-5)
    assert f.left(at) == pytest.approx((f(at) - f(at - h)) / h, abs=1e-5)


@pytest.mark.parametrize("f", ALL, ids=by_name)
def test_curvature_and_slopes_stay_within_the_constants(f):
    bend = np.diff(f.grad(GRID)) / np.diff(GRID)
    assert (
        f.mu - 1e-9 <= bend.min()
        and bend.max() <= f.top + 1e-9
        and np.abs(f.grad(GRID)).max() <= f.rho + 1e-12
    )


@pytest.mark.parametrize(
    "f, mu, top, rho",
    [
        (square, 2, 2, np.inf),
        (functions.soft_bowl, 0.4, 1.4, np.inf),
        (functions.huber, 0, 1, 1),
        (absolute, 0, np.inf, 1),
        (functions.sine, -1, 1, 1),
        (functions.hill, -1, -1, np.inf),
        (functions.softplus.of(3), 0, 9 / 4, 3),
        (-5 * square, -10, -10, np.inf),
        (line(-2), 0, 0, 2),
        (0 * absolute, 0, 0, 0),
        (absolute.of(0, -3), 0, 0, 0),
    ],
    ids=lambda a: getattr(a, "name", None),
)
def test_the_constants_are_the_sharp_ones(f, mu, top, rho):
    assert (f.mu, f.top, f.rho) == pytest.approx((mu, top, rho))
    wide = np.linspace(-40, 40, 80001)
    bend = np.diff(f.grad(wide)) / np.diff(wide)
    if np.isfinite(top):
        assert (bend.min(), bend.max()) == pytest.approx((mu, top), abs=1e-3)
    if np.isfinite(rho):
        assert np.abs(f.grad(wide)).max() == pytest.approx(rho, abs=1e-6)


def test_smoothness_counts_both_ends_of_the_curvature():
    assert (-5 * square).beta == 10 and functions.sine.beta == 1 and (-1 * absolute).beta == np.inf
    assert [f.convex for f in (square, absolute, line(1), functions.sine, -1 * absolute)] == [
        True,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("f", ALL, ids=by_name)
def test_convex_by_the_rules_is_convex_by_chords(f):
    u, v, a = rng.uniform(-2.6, 2.6, (2, 4000)).tolist() + [rng.uniform(size=4000)]
    gap = chord_gap(f, u, v, a)
    assert (gap.min() >= -1e-12) == f.convex


def test_the_rules_act_on_values_as_they_say():
    f, g, w = functions.soft_bowl, absolute, GRID
    assert (f + g)(w) == pytest.approx(f(w) + g(w)) and (-2 * f)(w) == pytest.approx(-2 * f(w))
    assert maximum(f, g)(w) == pytest.approx(np.maximum(f(w), g(w))) and minimum(f, g)(
        w
    ) == pytest.approx(np.minimum(f(w), g(w)))
    assert f.of(-2, 1)(w) == pytest.approx(f(1 - 2 * w)) and absolute.of(0, -3)(w) == pytest.approx(
        np.full(209, 3.0)
    )
    assert known.corners([0, 1], [1, 0.5])(w) == pytest.approx(np.abs(w) + np.abs(w - 1) / 2)
    assert sum_of(square)(np.array([[1.0, 2], [3, 4]])).tolist() == [5, 25]


def test_turning_the_axis_swaps_the_slopes():
    assert (
        functions.hinge.slopes(1) == [-1, 0]
        and functions.hinge.of(-1).slopes(-1) == [0, 1]
        and (2 * absolute).slopes(0) == [-2, 2]
    )
    assert maximum(absolute, 2 * absolute + line(0, -1)).slopes(1) == [
        1,
        2,
    ] and functions.steeper.slopes(-1) == [-2, -1]


@pytest.mark.parametrize(
    "f, w, expected",
    [
        (absolute, 0, (-1, 1)),
        (absolute, 0.3, (1, 1)),
        (square, 0.7, (1.4, 1.4)),
        (functions.hinge, 1, (-1, 0)),
        (functions.steeper, -1, (-2, -1)),
        (functions.wells, 1, (0, 0)),
        (known.corners([0, 1], [1, 1]), 1, (0, 2)),
    ],
    ids=lambda a: getattr(a, "name", None),
)
def test_the_subdifferential_by_all_chords(f, w, expected):
    assert np.array(subdifferential(f, w, GRID)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    "f, w",
    [
        (functions.hill, 0.5),
        (functions.hill, 0.0),
        (functions.sine, 0.3),
        (functions.wells, 0.5),
        (-1 * absolute, 0.0),
    ],
    ids=lambda a: getattr(a, "name", None),
)
def test_no_line_supports_a_function_from_above_or_inside_a_dent(f, w):
    assert np.isnan(subdifferential(f, w, GRID)).all()


def test_a_deeper_well_on_either_side_takes_the_support_away():
    left, right = (
        functions.wells + line(0.1),
        functions.wells + line(-0.1),
    )  # the deeper well lies to the left, to the right
    for f, shallow, deep in ((left, 0.95, -1.05), (right, -0.95, 1.05)):
        assert (
            np.isnan(subdifferential(f, shallow, GRID)).all()
            and np.isfinite(subdifferential(f, deep, GRID)).all()
        )


def test_at_the_end_of_the_domain_one_side_is_free_or_nothing_is():
    u = np.linspace(0, 1, 101)
    assert subdifferential(square, 0.0, u) == (-np.inf, 0) and subdifferential(square, 1.0, u) == (
        2,
        np.inf,
    )
    assert np.isnan(subdifferential(entropy, 0.0, u)).all()
    assert np.array(subdifferential(entropy, 0.5, u)) == pytest.approx([1 + np.log(0.5)] * 2)


def test_many_points_at_once_give_what_each_gives():
    lo, hi = subdifferential(functions.steeper, GRID, GRID)
    assert (
        pytest.approx(np.array([lo, hi]))
        == np.array([subdifferential(functions.steeper, w, GRID) for w in GRID]).T
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda: np.nan * square,
        lambda: square.of(np.inf),
        lambda: subdifferential(square, 0, []),
    ],
)
def test_bad_input_gets_one_sentence(call):
    with pytest.raises(ValueError, match="^[^\n]+$"):
        call()


def test_a_curve_is_a_record():
    with pytest.raises(AttributeError):
        square.mu = 3
    assert isinstance(square.named("x²"), Curve) and square.named("x²").name == "x²"
