"""The notebooks as files: where they are, their cells as text, their stored form, and running them.

Everything in the course that reads or writes a notebook does it here.
"""

import hashlib
import json
import re
import time
from pathlib import Path

from course import figures
from helpers.lookup import anchor

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
DATA = ROOT / "data"

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
KEPT = {
    "slideshow",
    "nbgrader",
    "tags",
    "jupyter",
    "editable",
    "deletable",
    "jp-MarkdownHeadingCollapsed",
}
PATIENCE = 600  # seconds that a cell may take on a slow machine


# where they are


def paths(*numbers):
    """The notebooks, in order; with numbers ("07", 7) only those."""
    wanted = {f"{int(n):02d}" for n in numbers}
    every = sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))
    found = [path for path in every if not wanted or path.name[:2] in wanted]
    missing = wanted - {path.name[:2] for path in found}
    if missing:
        raise ValueError(f"there is no notebook {', '.join(sorted(missing))} in {NOTEBOOKS.name}/")
    return found


def path_of(number):
    """The notebook of that number, or None if it is not written yet."""
    return next(iter(sorted(NOTEBOOKS.glob(f"{number}_*.ipynb"))), None)


# reading


def read(path):
    """A notebook as plain data; sources and texts of outputs are strings, not lists of lines."""
    return parsed(path.read_text(encoding="utf-8"))


def parsed(text):
    """The same from the text of the file."""
    nb = json.loads(text)
    for cell in nb["cells"]:
        cell["source"] = _whole(cell["source"])
        for output in cell.get("outputs", []):
            if "text" in output:
                output["text"] = _whole(output["text"])
            data = output.get("data", {})
            data.update({kind: _whole(value) for kind, value in data.items()})
    return nb


def cells(path, kind=None):
    """The cells of a notebook; only the code cells, or only the Markdown cells, if asked for."""
    return [cell for cell in read(path)["cells"] if kind in (None, cell["cell_type"])]


def code(path):
    """The code cells."""
    return cells(path, "code")


def prose(path):
    """All Markdown of a notebook as one text."""
    return "\n\n".join(cell["source"] for cell in cells(path, "markdown"))


def headings(text):
    """The headings of some Markdown, in order, without their number signs and outside listings."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return [found.strip() for found in re.findall(r"^#+ (.+)$", plain, flags=re.MULTILINE)]


def opening(cell):
    """The heading that a Markdown cell opens with, or nothing."""
    found = re.match(r"#+ (.+)", cell["source"]) if cell["cell_type"] == "markdown" else None
    return found[1].strip() if found else ""


def slide_type(cell):
    """What a cell is on slides; a cell that does not say is left out of them."""
    return cell["metadata"].get("slideshow", {}).get("slide_type", "skip")


def _whole(value):
    """Lines as one string; anything else (the data of a widget) as it is."""
    lines = isinstance(value, list) and all(isinstance(line, str) for line in value)
    return "".join(value) if lines else value


# the stored form


def strip_widgets(nb):
    """Take widget views and widget state out, in place; a picture stays where a widget was.

    A trusted notebook with a widget view but no state shows "model not found" instead of it.
    """
    nb["metadata"].pop("widgets", None)
    for cell in nb["cells"]:
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)
    return nb


def normalise(nb):
    """Put a notebook into its stored form, in place: nothing in it depends on how it was run."""
    strip_widgets(nb)
    nb["metadata"] = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    nb["nbformat"], nb["nbformat_minor"] = 4, 5
    count, seen = 0, set()
    for cell, shown in zip(nb["cells"], figures.in_cells(nb["cells"])):
        cell["metadata"] = {k: v for k, v in cell["metadata"].items() if k in KEPT}
        cell["id"] = _identity(cell, shown, seen)
        if cell["cell_type"] == "code":
            cell["outputs"] = _joined(cell["outputs"])
            count += bool(cell["source"])
            cell["execution_count"] = count if cell["source"] else None
            for output in cell["outputs"]:
                if "execution_count" in output:
                    output["execution_count"] = count
    return nb


def dumps(nb):
    """The text of the file: sources and outputs as lists of lines, as Jupyter writes them."""
    import nbformat  # slow to import, and needed only to write

    return nbformat.writes(nbformat.from_dict(nb), version=4) + "\n"


def write(path, nb):
    """Store a notebook in its normal form; returns whether a byte changed."""
    after = dumps(normalise(nb))
    changed = not path.exists() or after != path.read_text(encoding="utf-8")
    if changed:
        path.write_text(after, encoding="utf-8", newline="\n")
    return changed


def _identity(cell, shown, seen):
    """An id that follows the content, so that inserting a cell changes no other cell's.

    It is the exercise's name, the heading or figure that links lead to, or a hash.
    """
    exercise, heading = cell["metadata"].get("nbgrader", {}).get("grade_id"), opening(cell)
    place = heading or (f"figure: {shown[0]}" if shown else "")
    hashed = hashlib.sha1(cell["source"].encode()).hexdigest()[:10]
    name = exercise or (anchor(place) if place else hashed)
    while name in seen:
        name += "x"
    seen.add(name)
    return name


def _joined(outputs):
    """Consecutive prints as one output: how a stream is cut into messages depends on timing."""
    kept = []
    for output in outputs:
        before = kept[-1] if kept else {}
        if output["output_type"] == "stream" and before.get("name") == output["name"]:
            before["text"] += output["text"]
        else:
            kept.append(output)
    return kept


# running


def run(path):
    """Execute one notebook in place, in a fresh kernel; returns (seconds, whether a byte changed).

    A cell that fails raises.
    """
    import nbformat
    from nbclient import NotebookClient

    start = time.perf_counter()
    nb = nbformat.read(path, as_version=4)
    for cell in nb.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    client = NotebookClient(
        nb,
        timeout=PATIENCE,
        kernel_name="python3",
        store_widget_state=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    # the kernel warns of unencrypted loopback at every start
    client.extra_arguments = ["--log-level=ERROR"]
    client.execute()
    changed = write(path, nb)
    return time.perf_counter() - start, changed
