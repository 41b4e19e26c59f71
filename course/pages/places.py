"""Places in notebooks that a page links to."""

import re

from course import notebooks
from helpers.lookup import anchor

FOLDER = notebooks.NOTEBOOKS / "guides"
HEADING = re.compile(r"#+ ")


def link(words, path, cell=None):
    """A link from a page in guides to a notebook, and there to a cell."""
    target = f"../{path.name}#cell-id={cell['id']}" if cell else f"../{path.name}"
    return f"[{words}]({target})"


def name(path):
    """The words of a notebook's file: 07 gradient descent."""
    return path.stem.replace("_", " ")


def section(cells, i):
    """The heading under which cell i stands: the cell that opens with it."""
    return next(c for c in reversed(cells[: i + 1]) if notebooks.opening(c) or c is cells[0])


def title(cell):
    """The heading of a cell, without the number of the section."""
    return re.sub(r"^\d+ · ", "", notebooks.opening(cell)).replace("|", "\\|")


def figure_cell(cells, figure):
    """The cell that shows a figure."""
    return next(cell for cell in cells if cell["id"] == anchor(f"figure: {figure}"))


def core(cells):
    """The cells before the first heading that says Further or Appendix."""
    for cell in cells:
        if notebooks.opening(cell).startswith(("Further", "Appendix")):
            return
        yield cell
