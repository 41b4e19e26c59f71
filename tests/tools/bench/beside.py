"""Algorithms beside scikit-learn, SciPy and plain loops: the same answer, and how long."""

import pkgutil
import warnings
from importlib import import_module

import numpy as np

from tests.tools import rivals
from tests.tools.bench.clock import milliseconds, sentence

HEADER = ["task", "ours ms", "theirs ms", "ratio", "largest difference", "tolerance", "remark"]


def rival_rows():
    """A row for each rival; one that stops costs its row, or the rest of its module."""
    rng, rows = np.random.default_rng(0), []
    for module in sorted(module.name for module in pkgutil.iter_modules(rivals.__path__)):
        try:
            for rival in import_module(f"{rivals.__name__}.{module}").rivals(rng):
                rows.append(row(*rival))
        except Exception as error:
            rows.append([f"the rest of rivals/{module}.py", *[""] * 5, sentence(error)])
    return HEADER, rows, "Ratio under 1: ours is faster. Median of 7 runs each."


def row(name, ours, theirs, tol, remark):
    """Both are run, their answers compared, and both are timed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # rivals warn of their own iteration limits
            gap = difference(ours(), theirs())
            a, b = milliseconds(ours, 7), milliseconds(theirs, 7)
    except Exception as error:
        return [name, *[""] * 5, sentence(error)]
    verdict = "" if gap <= tol else "DIFFERENT ANSWER; "
    times = [f"{a:.2f}", f"{b:.2f}", f"{a / b:.2f}"]
    return [name, *times, f"{gap:.0e}", f"{tol:.0e}", verdict + remark]


def difference(one, other):
    """The largest difference of two answers; true and false are one and zero."""
    return float(np.abs(np.asarray(one, dtype=float) - np.asarray(other, dtype=float)).max())
