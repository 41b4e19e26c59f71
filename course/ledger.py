"""The results ledger: every definition, algorithm and theorem of the notes, and where it lives.

The rows are data/results.csv; this says what they may hold, and which places a notebook offers.
"""

from course import figures, notebooks

COLUMNS = [
    "id",
    "notebook",
    "source",
    "kind",
    "statement",
    "check",
    "show",
    "status",
    "correction",
    "where",
    "test",
]
STATUS = {"planned", "holds", "misprinted", "needs hypothesis", "definition", "not testable"}


def places(path):
    """What `where` may say for a notebook: headings that open a cell, and "figure: name"."""
    cells = notebooks.cells(path)
    opening = {notebooks.opening(cell) for cell in cells} - {""}
    return opening | {f"figure: {name}" for name in figures.names(cells)}
