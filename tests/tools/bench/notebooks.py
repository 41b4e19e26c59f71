"""Seconds that the cells of each notebook take, in this process."""

import io
import json
import os
import sys
from functools import partial

from tests.tools.bench.clock import ROOT, milliseconds, sentence

RUN_TIMES = {}  # notebook -> seconds its cells took, or what stopped them


def notebook_rows(budget=None):
    """Seconds that cells take; with a budget only of the notebooks that the part `live` has run."""
    for path in notebook_paths():
        if path.stem not in RUN_TIMES and budget:
            RUN_TIMES[path.stem] = "not run here: `python -m tests.tools.bench notebooks` does"
        elif path.stem not in RUN_TIMES:
            timed(path)
    times = sorted(RUN_TIMES.items())
    rows = [[name, t if isinstance(t, str) else f"{t:.1f}"] for name, t in times]
    words = "All cells, in this process: libraries are loaded already, no kernel is started."
    return ["notebook", "s"], rows, words


def timed(path):
    """Run a notebook and remember its seconds, or what stopped it: it may be in the making."""
    try:
        RUN_TIMES[path.stem] = milliseconds(partial(run_cells, path)) / 1e3
    except Exception as error:
        RUN_TIMES[path.stem] = sentence(error)
    return RUN_TIMES[path.stem]


def run_cells(path):
    """Run the code cells of a notebook in this process, quietly."""
    space = {"__name__": "__main__"}
    silent, sys.stdout = sys.stdout, io.StringIO()
    here = os.getcwd()
    os.chdir(path.parent)
    try:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), path.name, "exec"), space)
    finally:
        os.chdir(here)
        sys.stdout = silent


def notebook_paths():
    return sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
