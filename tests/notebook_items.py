"""nbval runs a notebook's cells and compares their text; then, in the same kernel, every figure is driven about."""

import re
from collections import defaultdict
from pathlib import Path

from nbformat.v4 import new_code_cell
from nbval.plugin import IPyNbCell, IPyNbFile

HERE = Path(__file__).parent


class NotebookFile(IPyNbFile):
    """All code cells, then one item per live figure, then a second run of everything."""

    def collect(self):
        cells = list(super().collect())
        yield from cells
        names = re.findall(
            r'^(?:\w+ = )?Live\("([^"]+)"', "\n".join(cell.cell.source for cell in cells), flags=re.MULTILINE
        )
        yield self._in_kernel("all figures are known", f"kernel_checks.figures({names!r})")
        for name in names:
            yield self._in_kernel(f"figure {name}", f"kernel_checks.fuzz({name!r})")
        yield SecondRun.from_parent(
            self,
            name="a second run shows the same",
            cell_num=len(cells),
            cell=new_code_cell(),
            options=defaultdict(bool),
            cells=cells,
        )

    def _in_kernel(self, name, code):
        path = f"import sys\nif {str(HERE)!r} not in sys.path: sys.path.append({str(HERE)!r})\nimport kernel_checks\n"
        return IPyNbCell.from_parent(
            self, name=name, cell_num=-1, cell=new_code_cell(path + code), options=defaultdict(bool)
        )


class SecondRun(IPyNbCell):
    """Run All again in the same kernel: every output, pictures included, must be what the first run gave."""

    def __init__(self, *, cells, **kwargs):
        super().__init__(**kwargs)
        self.cells = cells

    def runtest(self):
        everything = tuple(
            key for key in self.parent.skip_compare if key not in ("image/png", "image/jpeg", "metadata")
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
                self.raise_cell_error("The second run differs from the first", "\n".join(again.comparison_traceback))
