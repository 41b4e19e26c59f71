"""Movers: draw once on the axes given, return a function that moves what was drawn."""

import numpy as np

from helpers.plots.style import BLACK, BLUE, COLOURS, DASHES, MARKERS, SKY, YELLOW


def panels(fig, *settings, **shared):
    """Axes in a row, one for each dict of what `Axes.set` takes.

    left, right = panels(fig, {"xlim": (0, 1)}, {...})
    """
    row = fig.subplots(1, len(settings), **shared)
    for ax, words in zip(row, settings, strict=True):
        ax.set(**words)
    return row


def ticks(ax, x=None, y=None):
    """Plain numbers at these places, and no small ticks: what a logarithmic axis needs."""
    for axis, places in ((ax.xaxis, x), (ax.yaxis, y)):
        if places is not None:
            axis.set_ticks(places, [f"{place:g}" for place in places])
            axis.set_ticks([], minor=True)


def legend_above(ax, **options):
    """The legend in one row above the axes: no axis grows to make room, no curve is covered."""
    ax.set_title(" ")  # keeps the room; the legend itself may be wider than its axes
    place = dict(loc="lower left", bbox_to_anchor=(-0.02, 1), borderaxespad=0.1, frameon=False)
    spacing = dict(columnspacing=1.1, handlelength=1.5, handletextpad=0.5)
    ax.legend(**{"ncols": 9, **place, **spacing, **options}).set_in_layout(False)


def curves(ax, labels, log="", legend="best", **line):
    """Several curves over one horizontal axis; `log` is "", "x", "y" or "xy".

    move(x, *ys) takes one array of ordinates per label (NaN and infinite values leave gaps; None
    hides a curve).
    """
    lines = [
        ax.plot([], [], **{"color": COLOURS[i % 7], "ls": DASHES[i % 7], "label": label, **line})[0]
        for i, label in enumerate(labels)
    ]
    _log(ax, log)
    if legend and len(labels) > 1:
        ax.legend(loc=legend)

    def move(x, *ys):
        for line, y in zip(lines, ys, strict=True):
            line.set_data(*(([], []) if y is None else (x[: len(y)], gaps(y))))
        return lines

    return move


def points(ax, labels, legend="best", size=40, **style):
    """Scattered points in classes with a marker each.

    move(*groups) takes a (k, 2) array per label; None hides its points.
    """
    look = dict(ls="", ms=size**0.5, mec="white", mew=0.6, **style)
    each = [dict(color=COLOURS[i % 7], marker=MARKERS[i % 7]) for i in range(len(labels))]
    dots = [ax.plot([], [], label=t, **own, **look)[0] for t, own in zip(labels, each)]
    if legend and labels and labels[0]:
        ax.legend(loc=legend)

    def move(*groups):
        for dot, xy in zip(dots, groups, strict=True):
            dot.set_data(*(([], []) if xy is None else gaps(xy).T))
        return dots

    return move


def bundle(ax, count, label=None, colour="0.65", lw=1):
    """`count` thin lines of one kind, such as repeated runs, under one label.

    move(x, Y) with Y (count, len(x)).
    """
    lines = [
        ax.plot([], [], color=colour, lw=lw, zorder=1.5, label=label if i == 0 else None)[0]
        for i in range(count)
    ]

    def move(x, Y):
        for line, y in zip(lines, gaps(Y), strict=True):
            line.set_data(x, y)
        return lines

    return move


def bars(ax, n, label=None, colour=BLUE, at=None, width=0.8):
    """n bars at 0, ..., n - 1 (or `at`). move(heights)."""
    at = np.arange(n) if at is None else at
    patches = ax.bar(
        at, np.zeros(n), width, color=colour, label=label, edgecolor="white", linewidth=0.5
    )

    def move(heights):
        for patch, h in zip(patches, gaps(heights), strict=True):
            patch.set_height(0.0 if np.isnan(h) else h)
        return list(patches)

    return move


def stack(ax, edges, labels, colours, hatches=()):
    """Layers of steps that stand on each other.

    move(layers) with layers (labels, len(edges) - 1).
    """
    flat, marks = np.zeros(len(edges) - 1), [*hatches, *[None] * len(labels)]
    steps = [
        ax.stairs(flat, edges, baseline=flat, fill=True, fc=c, ec="white", lw=0.5, hatch=h, label=t)
        for t, c, h in zip(labels, colours, marks)
    ]

    def move(layers):
        tops = np.cumsum(layers, axis=0)
        for step, low, top in zip(steps, [flat, *tops], tops, strict=False):
            step.set_data(top, edges, low)
        return steps

    return move


def histogram(ax, edges, label="draws", colour=SKY, sideways=False):
    """A density histogram over fixed edges, drawn as steps; `sideways` along the vertical axis.

    move(sample).
    """
    edges = np.asarray(edges)
    steps = ax.stairs(
        np.zeros(len(edges) - 1),
        edges,
        fill=True,
        color=colour,
        alpha=0.75,
        label=label,
        orientation="horizontal" if sideways else "vertical",
    )

    def move(sample):
        counts = np.histogram(sample, edges)[0]
        steps.set_data(counts / (max(np.size(sample), 1) * np.diff(edges)))
        return (steps,)

    return move


def band(ax, label=None, colour=BLUE, alpha=0.2):
    """A shaded band between two curves. move(x, low, high)."""
    shades = []  # the one that is drawn

    def move(x, low, high):
        for old in shades:
            old.remove()
        shade = ax.fill_between(x, low, high, color=colour, alpha=alpha, lw=0, label=label)
        shade.set_animated(True)
        shades[:] = [shade]
        return shades

    return move


def level(ax, label=None, colour=BLACK, ls=":", across=False):
    """A horizontal line (vertical with `across`). move(value); NaN hides it."""
    line = (ax.axvline if across else ax.axhline)(np.nan, color=colour, ls=ls, lw=1.6, label=label)

    def move(value):
        (line.set_xdata if across else line.set_ydata)([value, value])
        return (line,)

    return move


def mark(ax, label=None, marker="*", colour=YELLOW, size=13):
    """One marked point, whole on the edge of its axes too. move(x, y)."""
    (dot,) = ax.plot(
        [], [], ls="", marker=marker, color=colour, ms=size, mec="black", mew=0.6, label=label
    )
    dot.set_in_layout(False)  # a point on its edge does not make the panel smaller

    def move(x, y):
        dot.set_data([x], [y])
        dot.set_clip_on(not inside(ax, x, y))
        return (dot,)

    return move


def inside(ax, x, y):
    """Is this data point inside its axes, or on their edge?"""
    place = (ax.transScale + ax.transLimits).transform((x, y))
    return bool(np.all(np.abs(place - 0.5) <= 0.5 + 1e-9))


def star(ax, size=17, label=None):
    """The star, which means: you are here. move(x, y)."""
    return mark(ax, label, colour=YELLOW, size=size)


def spots(ax, label=None, **look):
    """Markers without a line, all of one look. move(x, y)."""
    (line,) = ax.plot([], [], **{"ls": "", "label": label, **look})

    def move(x, y):
        line.set_data(x, y)
        return (line,)

    return move


def note(ax, x=0.03, y=0.95, size=12, colour=BLACK):
    """A sentence inside the axes (axes coordinates), on white. move(text); "" hides it."""
    white = dict(facecolor="white", alpha=0.85, edgecolor="none", pad=2)
    place = dict(transform=ax.transAxes, va="top", ha="left", zorder=9, bbox=white)
    box = ax.text(x, y, "", fontsize=size, color=colour, **place)

    def move(text):
        box.set_text(text)
        box.set_visible(bool(text))
        return (box,)

    return move


def gaps(a):
    """`a` as floats with NaN for every infinite or absurdly large value: there a line breaks."""
    a = np.array(a, dtype=float)
    a[~(np.abs(a) < 1e30)] = np.nan
    return a


def _log(ax, log):
    if "x" in log:
        ax.set_xscale("log")
    if "y" in log:
        ax.set_yscale("log")
