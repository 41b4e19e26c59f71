"""Movers: what they do to numbers before they draw them."""

import warnings

import matplotlib.figure
import numpy as np

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
