"""A notebook's figures without a kernel: they are made, used, and gone."""

import gc
import weakref

from course import notebooks
from course.perform import performance
from helpers.live import figures


def test_figures_of_a_performance_are_gone_after_it():
    """Seen: a rehearsal of all notebooks ended with five gigabytes of their pictures."""
    (path,) = notebooks.paths("00")
    before = figures()
    with performance(path, ["downhill"]) as shown:
        assert [figure.name for figure in shown] == ["downhill"]
        canvas = weakref.ref(shown[0].canvas)
    del shown
    gc.collect()
    assert figures() == before
    assert canvas() is None
