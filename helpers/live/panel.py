"""Panels that remember: an author says what each artist shows of r, and the kit moves it.

    panels = (axes("step t", (1, 300, "log"), "height", (1e-3, 20, "log")), axes(...))

    def picture(self, left, right):
        left.curve("measured", plots.FIT, shows=lambda r: (r.t, r.error))
        left.level("limit", plots.BOUND, shows=lambda r: r.limit)
        right.hand("choose the step", shows=lambda r: (r.eta, r.error[-1]), eta="x")

Every mover of `helpers.plots` is a method: its own arguments without the axes, then `shows`, which
maps r to what the mover takes. The legend of what has a label is written above each panel.
"""

import numpy as np

from helpers import plots
from helpers.live.story import Handle


def axes(x="", xlim=None, y="", ylim=None, **look):
    """Settings of a panel: name and range of both axes; (lo, hi, "log") is a logarithmic one."""
    for axis, name, limits in (("x", x, xlim), ("y", y, ylim)):
        if name:
            look[f"{axis}label"] = name
        if limits is not None:
            look |= {f"{axis}scale": limits[2]} if limits[2:] else {}
            look[f"{axis}lim"] = limits[:2]
    return look


class Panel:
    """Axes, and what each artist on them shows of r."""

    def __init__(self, ax, number, picture):
        self.ax, self.number, self._picture = ax, number, picture
        self._legend = {}

    def add(self, move, shows=lambda r: r):
        """Any mover, and what it shows: a function from r to its argument, or a tuple of them."""
        self._picture.parts.append((move, shows))

    def curve(self, label, colour, shows, **look):
        """One curve. shows(r): x, y."""
        self.add(plots.curves(self.ax, [label], color=colour, **look), shows)

    def hand(self, label, shows, size=17, name=None, **takes):
        """The star and its handle are one: hand("choose η", shows=lambda r: (r.eta, r.q), eta="x").

        `takes` says which control follows which coordinate of the hand; `name` is the star's label
        in the legend.
        """
        self.add(plots.star(self.ax, size, name), shows)
        axis = {control: "xy".index(letter) for control, letter in takes.items()}
        to = lambda r, *place: {control: place[i] for control, i in axis.items()}  # noqa: E731
        self._picture.hands.append(Handle(label, shows, to, self.number))

    def ticks(self, x=None, y=None):
        """Plain numbers at these places of a logarithmic axis."""
        plots.ticks(self.ax, x, y)

    def legend(self, *args, show=True, **options):
        """How the legend above the panel is set; show=False for none."""
        self._legend = options if show else None

    def finish(self):
        """Write the legend, if anything has a label."""
        labelled = self.ax.get_legend_handles_labels()[0]
        if self._legend is not None and labelled:
            plots.legend_above(self.ax, **self._legend)


def _method(name):
    mover = getattr(plots, name)

    def add(self, *given, shows, **look):
        self.add(mover(self.ax, *given, **look), shows)

    add.__name__, add.__doc__ = name, mover.__doc__
    return add


MOVERS = (
    "band bars bundle camps circles curves ellipses halves heatmap histogram level mark "
    "moving_contours note points regions spots stack staircase star street"
)
for _name in MOVERS.split():
    setattr(Panel, _name, _method(_name))


class Picture:
    """The panels of a figure in a row, or as a mosaic such as "ac;bc"; `move(r)` moves them."""

    def __init__(self, fig, draw, settings, widths=None, mosaic="", **shared):
        self.parts, self.hands = [], []
        if mosaic:
            named = fig.subplot_mosaic(mosaic, width_ratios=widths, **shared)
            row = [named[letter] for letter in sorted(named)]
        else:
            row = np.atleast_1d(fig.subplots(1, len(settings), width_ratios=widths, **shared))
        for ax, look in zip(row, settings, strict=True):
            ax.set(**look)
        self.panels = [Panel(ax, i, self) for i, ax in enumerate(row)]
        draw(*self.panels)
        for panel in self.panels:
            panel.finish()

    def move(self, r):
        """The artists that show r."""
        moved = []
        for move, shows in self.parts:
            what = shows(r)
            moved += move(*what) if isinstance(what, tuple) else move(what)
        return moved
