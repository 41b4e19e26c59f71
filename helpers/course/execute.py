"""Run notebooks in fresh kernels and store what they show."""
import time

import nbformat
from nbclient import NotebookClient

from helpers.course.clean import normalise


def run(path):
    """Execute one notebook in place; returns (seconds, whether a byte changed). A failing cell raises."""
    before, start = path.read_text(encoding="utf-8"), time.perf_counter()
    nb = nbformat.reads(before, as_version=4)
    for cell in nb.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    client = NotebookClient(nb, timeout=120, kernel_name="python3", store_widget_state=False,
                            resources={"metadata": {"path": str(path.parent)}})
    client.extra_arguments = ["--log-level=ERROR"]  # the kernel warns of unencrypted loopback at every start
    client.execute()
    after = dumps(normalise(nb))
    if after != before:
        path.write_text(after, encoding="utf-8")
    return time.perf_counter() - start, after != before


def dumps(nb):
    """The file's text: sources and outputs as lists of lines, as Jupyter writes them."""
    return nbformat.writes(nb, version=4) + "\n"
