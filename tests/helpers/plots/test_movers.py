"""Movers: what they do to numbers before they draw them."""

import warnings

import matplotlib.figure
import numpy as np
import pytest

from helpers import plots


def test_curves_break_where_a_value_is_not_a_number():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        broken = np.isnan(plots.gaps([1, np.inf, -1e200, np.nan, 5]))
    assert broken.tolist() == [False, True, True, True, False]


def test_a_histogram_is_a_density_of_the_whole_sample():
    ax = matplotlib.figure.Figure().subplots()
    (steps,) = plots.histogram(ax, [0, 1, 3])([0.5, 0.6, 2, 9])  # one of four lies outside
    assert steps.get_data().values.tolist() == [0.5, 0.125]


def test_ticks_are_plain_numbers_where_they_were_asked_for_and_nowhere_else():
    ax = matplotlib.figure.Figure().subplots()
    ax.set(xscale="log", yscale="log", xlim=(0.01, 1000), ylim=(0.1, 10))
    plots.ticks(ax, x=[0.02, 5, 1000])
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0.02", "5", "1000"]
    assert not ax.get_xticks(minor=True).size and ax.get_yticks(minor=True).size


@pytest.mark.parametrize(
    "x, y, whole",
    [(1, 0, True), (100, 1, True), (10, 0.5, True), (0.99, 0.5, False), (10, 1.01, False)],
)
def test_a_star_on_the_edge_is_whole_and_one_outside_is_not_seen(x, y, whole):
    ax = matplotlib.figure.Figure().subplots()
    ax.set(xlim=(1, 100), ylim=(0, 1), xscale="log")
    (star,) = plots.star(ax)(x, y)
    assert star.get_clip_on() != whole
    (star,) = plots.star(ax)(np.nan, 0.5)
    assert star.get_clip_on()


def test_star_and_spots_stand_where_they_are_moved():
    ax = matplotlib.figure.Figure().subplots()
    (star,), (spots,) = plots.star(ax)(3, 4), plots.spots(ax, marker="o")([1, 2], [5, 6])
    assert star.get_xydata().tolist() == [[3, 4]] and star.get_marker() == "*"
    assert spots.get_xydata().tolist() == [[1, 5], [2, 6]] and spots.get_linestyle() == "None"
