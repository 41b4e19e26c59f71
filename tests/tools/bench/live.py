"""Slider moves, kernel side: a live figure beside one that is rebuilt at every move."""

import io
import time
from functools import partial
from types import SimpleNamespace

import matplotlib
import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from helpers.live import canvas, figures
from helpers.plots import STYLE
from tests.tools.bench import notebooks
from tests.tools.bench.clock import milliseconds, sentence

MOVES, REBUILDS = 40, 2
HEADER = [
    *("notebook", "figure", "compute ms", "draw ms", "encode ms"),
    *("all: median", "p95", "rebuilt: median", "times faster"),
]
REMARK = (
    f"Medians over {MOVES} moves, each of one control; rebuilt = compute, new Figure, setup, "
    'savefig(bbox_inches="tight"), as @interact does, on the same positions.'
)


def live_rows(budget=None):
    """Kernel side of a slider move, for every live figure of every notebook."""
    matplotlib.use("agg")
    remember_setup(canvas.Canvas)
    rows, start, known = [], time.perf_counter(), set()
    for path in notebooks.notebook_paths():
        if budget and time.perf_counter() - start > budget:
            words = "not measured here: `python -m tests.tools.bench live` does"
            rows.append([path.name[:2], words, *[""] * 7])
            continue
        if isinstance(notebooks.timed(path), str):
            rows.append([path.name[:2], notebooks.RUN_TIMES[path.stem], *[""] * 7])
        for figure in [f for f in figures() if f not in known]:
            known.add(figure)  # the figures themselves: a name may come again in another notebook
            rows.append([path.name[:2], figure.name, *measured(figure)])
    return HEADER, rows, REMARK


def measured(figure):
    """The cells of a figure's row, or why there are none."""
    try:
        return measure_figure(figure)
    except Exception as error:
        return [sentence(error), *[""] * 6]


def remember_setup(canvas):
    """Let every canvas keep what it was made from, so that the figure can be rebuilt."""
    original = canvas.__init__

    def init(self, setup, size):
        self.made_from = setup, size
        original(self, setup, size)

    canvas.__init__ = init


def measure_figure(figure):
    costs, rebuilt = [], []
    for i, values in enumerate(positions(figure, MOVES)):
        try:
            figure.set(**values)
        except ValueError:
            continue  # a combination that the figure refuses, in a sentence
        costs.append([figure.cost[part] for part in ("compute", "draw", "encode")])
        if i % (MOVES // REBUILDS) == 0:
            rebuilt.append(milliseconds(partial(rebuild, figure)))
    figure.reset()
    parts, whole = np.median(costs, axis=0), np.sum(costs, axis=1)
    slow = np.median(rebuilt)
    return [
        *(f"{part:.1f}" for part in parts),
        f"{np.median(whole):.1f}",
        f"{np.percentile(whole, 95):.1f}",
        f"{slow:.0f}",
        f"{slow / np.median(whole):.1f}",
    ]


def positions(figure, count):
    """Moves of one control after the other, each over its whole range in golden-section order.

    Each starts where the last one ended; text boxes stay.
    """
    controls = {
        name: c
        for name, c in figure.controls.items()
        if hasattr(c, "options") or hasattr(c, "min") or isinstance(c.value, bool)
    }
    for i in range(count):
        name, control = list(controls.items())[i % len(controls)]
        part = (0.5 + 0.618034 * (i // len(controls) + 1)) % 1
        if hasattr(control, "options"):
            value = control.options[int(part * len(control.options))]
        elif isinstance(control.value, bool):
            value = not control.value
        elif isinstance(control.value, int):
            value = (
                control.min + int(part * (control.max - control.min) / control.step) * control.step
            )
        elif control.logarithmic:
            value = control.min * (control.max / control.min) ** part
        else:
            value = control.min + part * (control.max - control.min)
        yield {name: value}


def rebuild(figure):
    """What @interact does at every move: everything anew."""
    setup, size = figure.canvas.made_from
    given = {name: c.argument(c.value) for name, c in figure.controls.items()}
    r = SimpleNamespace(**given, **figure.compute(**given))
    with rc_context(STYLE):
        fresh = Figure(figsize=size, dpi=100)
        FigureCanvasAgg(fresh)
        setup(fresh)(r)
        fresh.savefig(io.BytesIO(), format="png", bbox_inches="tight")
