"""What every part of the report measures with."""

import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[3]


def milliseconds(run, repeats=1):
    """Median time of a call, after one that warms up if there are several."""
    if repeats > 1:
        run()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return 1e3 * float(np.median(times))


def sentence(error):
    """What went wrong, in one line of a table: a failure costs its row, not the report."""
    words = (str(error).splitlines() or [""])[0].replace("|", "/")
    return f"stopped: {type(error).__name__}: {words}"
