"""The perceptron without end: exact signs, circles and their periods."""

import math

import numpy as np
import pytest

from helpers.margins import perceptron
from lessons.n03_perceptron import cycling

CORNERS = perceptron.pad(perceptron.CORNERS)


def test_surd_signs_are_exact_where_floats_fail():
    a, b = 1, 1
    for _ in range(40):  # convergents of sqrt(2): a^2 - 2 b^2 = -1, +1, ...
        assert (
            cycling.surd_sign(a, -b)
            == (1 if a * a > 2 * b * b else -1)
            == -cycling.surd_sign(-a, b)
        )
        a, b = a + 2 * b, a + b
    assert a - b * math.sqrt(2) == 0.0 or abs(a - b * math.sqrt(2)) > 1 / (
        4 * b
    )  # a float cannot tell any more
    assert (
        cycling.surd_sign(0, 0),
        cycling.surd_sign(0, -3),
        cycling.surd_sign(2, 0),
        cycling.surd_sign(-1, -1),
    ) == (0, -1, 1, -1)


def test_three_points_in_whole_numbers_are_the_ordinary_perceptron():
    X, y = perceptron.pad([0.0, 1.0, 2.0]), np.array([1.0, -1, 1])
    states, ends, _ = cycling.three_points(cycling.Surd(2), 20)
    run = perceptron.train(X, y, epochs=20)
    assert np.array_equal(states, run.w)
    assert np.array_equal(ends, run.w[[perceptron.after(run, 3 * e) for e in range(21)]])
    orders = np.random.default_rng(0).permuted(np.tile(np.arange(3), (20, 1)), axis=1)
    assert np.array_equal(
        cycling.three_points(cycling.Surd(2), 20, orders)[0], perceptron.train(X, y, orders, 20).w
    )


@pytest.mark.parametrize(
    "s", [cycling.Surd(7, 0, 5), cycling.Surd(0, 1), cycling.Surd(1, 1, 2), cycling.Surd(1, 1)]
)
def test_three_points_turn_a_circle_of_length_s_by_one_at_every_pass(s):
    states, ends, different = cycling.three_points(s, 200)
    w = ends[2:, 0]
    assert np.diff(w) % float(s) == pytest.approx(np.full(198, (-1) % float(s)), abs=1e-9)
    assert states.min() >= -1 and states[:, 0].max() <= float(s) + 1e-12 and states[:, 1].max() <= 1
    expected = min(201, s.numerator + 2) if s.numerator else 201
    assert different[-1] == expected


def test_fractions_are_reduced_before_their_period_is_read_off():
    assert cycling.Surd(14, 0, 10).numerator == 7 and cycling.Surd(0, 1).numerator == 0
    assert float(cycling.Surd(1, 1, 2)) == pytest.approx((1 + math.sqrt(2)) / 2)


def test_cycles_are_found_whatever_their_length():
    assert cycling.cycle(CORNERS, perceptron.XOR) == (0, 1)
    assert cycling.cycle(CORNERS, perceptron.OR)[1] == 0
    for m, k in ((2, 1), (3, 2), (7, 5), (41, 29)):  # the three points, all multiplied by k
        X = np.array([[0, k], [k, k], [m, k]], dtype=float)
        period = cycling.cycle(X, np.array([1.0, -1, 1]))[1]
        run = perceptron.train(X, [1, -1, 1], epochs=4 * period + 200)
        ends = run.w[[perceptron.after(run, 3 * e) for e in range(4 * period + 200)]]
        assert period > 1 and np.array_equal(
            ends[150 : 150 + period], ends[150 + period : 150 + 2 * period]
        )
        assert len({tuple(e) for e in ends[150 : 150 + period]}) == period
    with pytest.raises(ValueError, match="whole numbers"):
        cycling.cycle(CORNERS + 0.5, perceptron.XOR)
