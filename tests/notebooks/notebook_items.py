"""nbval runs a notebook's cells and compares their text; then, in the same kernel, all once more.

What figures do at every position of their controls is tested without a kernel: test_figures.py.
"""

from collections import defaultdict
from pathlib import Path

from nbformat.v4 import new_code_cell
from nbval.plugin import IPyNbCell, IPyNbFile

from course import figures, notebooks

# the figures that the cells made are those that the tests know; an exercise's bears its id
KNOWN = """from helpers import live
made = [figure.name for figure in live.figures() if not figure.name[:2].isdigit()]
assert made == {names!r}, made
"""


class NotebookFile(IPyNbFile):
    """All code cells, a look at the figures they made, then a second run of everything."""

    def collect(self):
        cells = list(super().collect())
        yield from cells
        names = figures.names(notebooks.cells(Path(self.path)))
        yield IPyNbCell.from_parent(
            self,
            name="all figures are known",
            cell_num=-1,
            cell=new_code_cell(KNOWN.format(names=names)),
            options=defaultdict(bool),
        )
        yield SecondRun.from_parent(
            self,
            name="a second run shows the same",
            cell_num=len(cells),
            cell=new_code_cell(),
            options=defaultdict(bool),
            cells=cells,
        )


class SecondRun(IPyNbCell):
    """Run All again in the same kernel: every output, pictures included, must be what the first run
    gave."""

    def __init__(self, *, cells, **kwargs):
        super().__init__(**kwargs)
        self.cells = cells

    def runtest(self):
        everything = tuple(
            key
            for key in self.parent.skip_compare
            if key not in ("image/png", "image/jpeg", "metadata")
        )
        for first in self.cells:
            again = IPyNbCell.from_parent(
                self.parent,
                name=f"{first.name} again",
                cell_num=first.cell_num,
                cell=first.cell,
                options=defaultdict(bool),
            )
            again.runtest()
            if not again.compare_outputs(again.test_outputs, first.test_outputs, everything):
                self.cell_num, self.cell = first.cell_num, first.cell
                self.raise_cell_error(
                    "The second run differs from the first", "\n".join(again.comparison_traceback)
                )
