"""A notebook's live figures, made in this process: for decks and animations, without a kernel."""

import contextlib
import io

from course import notebooks
from helpers.live import figures


@contextlib.contextmanager
def performance(path, names):
    """The figures that `figures_of` returns, until the end: those of thirty notebooks together
    would take five gigabytes."""
    before = set(figures())
    try:
        yield figures_of(path, names)
    finally:
        for figure in set(figures()) - before:
            figure.dispose()


def figures_of(path, names):
    """Run the cells of a notebook, without its exercises, up to the last of these live figures.

    Only figures of this run are returned, in order: another notebook may have used a name before.
    """
    before, wanted, space = set(figures()), set(names), {}
    for cell in notebooks.code(path):
        if not wanted:
            break
        if "nbgrader" not in cell["metadata"]:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(cell["source"], path.name, "exec"), space)
            wanted -= {figure.name for figure in figures() if figure not in before}
    if wanted:
        raise ValueError(f"{path.name} has no live figure {', '.join(sorted(wanted))}")
    return [figure for figure in figures() if figure not in before and figure.name in names]
