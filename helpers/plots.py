"""Pictures as movers: draw once on the axes given, return a function that moves what was drawn.

    move = path(ax)          # once, when the figure is set up
    artists = move(run)      # at every slider move; the artists that changed

A mover computes nothing but coordinates. Curves are told apart by line style and marker as well as by colour;
the colours are those of Okabe and Ito, which survive the common kinds of colour blindness and a bad projector.
"""

import numpy as np

BLUE, ORANGE, GREEN, RED, PURPLE, SKY, YELLOW, BLACK = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#CC79A7",
    "#56B4E9",
    "#F0E442",
    "#000000",
)
COLOURS = [BLUE, RED, GREEN, PURPLE, ORANGE, SKY, BLACK]
DASHES = ["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 2)), (0, (7, 2))]
MARKERS = ["o", "s", "^", "D", "v", "P", "X"]

STYLE = {
    "font.size": 12,
    "axes.titlesize": 13,
    "axes.labelsize": 12,
    "legend.fontsize": 11,
    "xtick.labelsize": 11,
    "ytick.labelsize": 11,
    "lines.linewidth": 2,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.framealpha": 0.85,
    "legend.handlelength": 2.6,
    "axes.titlelocation": "left",
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "mathtext.fontset": "cm",
    "image.cmap": "cividis",
    "axes.axisbelow": True,
}


def panels(fig, *settings, **shared):
    """Axes in a row, one for each dict of what `Axes.set` takes. left, right = panels(fig, {"xlim": (0, 1)}, {...})"""
    row = fig.subplots(1, len(settings), **shared)
    for ax, words in zip(row, settings, strict=True):
        ax.set(**words)
    return row


def curves(ax, labels, log="", legend="best", **line):
    """Several curves over one horizontal axis; `log` is "", "x", "y" or "xy".

    move(x, *ys) takes one array of ordinates per label (NaN and infinite values leave gaps; None hides a curve).
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


def marked_curves(ax, labels, log="", legend="best", size=70):
    """Curves with a marker on each at one chosen abscissa. move(x, ys, at, values): `values` are heights at `at`."""
    lines, dots = curves(ax, labels, log, legend), points(ax, [""] * len(labels), size=size)

    def move(x, ys, at, values):
        return *lines(x, *ys), *dots(*([[at, v]] for v in values))

    return move


def against_bound(ax, measured="measured", bound="bound", log="y", legend="upper right"):
    """A measured curve (solid) and the bound that theory puts on it (black, dashed). move(x, measured, bound)."""
    (line,) = ax.plot([], [], "-", color=BLUE, label=measured)
    (limit,) = ax.plot([], [], "--", color=BLACK, label=bound)
    _log(ax, log)
    ax.legend(loc=legend)

    def move(x, y, top):
        line.set_data(x[: len(y)], gaps(y))
        limit.set_data(x[: len(top)], gaps(top))
        return line, limit

    return move


def path(ax, label="path", colour=BLUE, marker="o", legend=None):
    """The points of a run in the plane, start marked by a star. move(w) with w (T + 1, 2), or a Trace."""
    (line,) = ax.plot([], [], color=colour, marker=marker, ms=4, lw=1.3, label=label)
    (start,) = ax.plot([], [], "*", color=BLACK, ms=13, label="start")
    if legend:
        ax.legend(loc=legend)

    def move(w):
        w = gaps(getattr(w, "w", w))
        line.set_data(*w.T)
        start.set_data(*w[:1].T)
        return line, start

    return move


def contours(ax, f, lim, levels=12, n=80, filled=False, **style):
    """Level lines of f, which maps (k, 2) points to (k,), on lim = (lo, hi) or (xlo, xhi, ylo, yhi), drawn once."""
    X, Y, Z = _surface(f, lim, n)
    draw = ax.contourf if filled else ax.contour
    draw(X, Y, Z, **{"levels": levels, "cmap": "cividis", "alpha": 0.7, "linewidths": None if filled else 1.2, **style})


def moving_contours(ax, lim, levels, n=60, **style):
    """Level lines that follow a slider: move(f) draws the level lines of f anew (about 5 ms)."""
    kept = []

    def move(f):
        for old in kept:
            old.remove()
        kept[:] = [
            ax.contour(*_surface(f, lim, n), **{"levels": levels, "cmap": "cividis", "linewidths": 1.2, **style})
        ]
        kept[0].set_animated(True)
        return kept

    return move


def halves(ax, lim, n=100):
    """The two sides of f = 0, shaded: blue where f > 0, red where f < 0. move(f); f maps (k, 2) points to (k,)."""
    lo, hi, *rest = lim
    shade = heatmap(ax, (lo, hi, *(rest or (lo, hi))), -5, 5, cmap="RdBu")

    def move(f):
        return shade(np.sign(_surface(f, lim, n)[2]))

    return move


def points(ax, labels, legend="best", size=40, **style):
    """Scattered points in classes with a marker each. move(*groups): an (k, 2) array per label (None: no points)."""
    dots = [
        ax.plot(
            [],
            [],
            ls="",
            color=COLOURS[i % 7],
            marker=MARKERS[i % 7],
            ms=size**0.5,
            mec="white",
            mew=0.6,
            label=label,
            **style,
        )[0]
        for i, label in enumerate(labels)
    ]
    if legend and labels and labels[0]:
        ax.legend(loc=legend)

    def move(*groups):
        for dot, xy in zip(dots, groups, strict=True):
            dot.set_data(*(([], []) if xy is None else gaps(xy).T))
        return dots

    return move


def ellipses(ax, labels, legend="best", radius=2.448, **line):
    """Level lines of normal densities in the plane: (w - m)' C^-1 (w - m) = radius^2; 2.448 encloses 95 %.

    move(*pairs) takes a mean m (2,) and a covariance C (2, 2) per label.
    """
    angle = np.linspace(0, 2 * np.pi, 91)
    circle = radius * np.column_stack([np.cos(angle), np.sin(angle)])
    lines = [
        ax.plot([], [], color=COLOURS[i % 7], ls=DASHES[i % 7], label=label, **line)[0]
        for i, label in enumerate(labels)
    ]
    if legend:
        ax.legend(loc=legend)

    def move(*pairs):
        for line, (mean, cov) in zip(lines, pairs, strict=True):
            line.set_data(*gaps(mean + circle @ np.linalg.cholesky(cov).T).T)
        return lines

    return move


def bundle(ax, count, label=None, colour="0.65", lw=1):
    """`count` thin lines of one kind, such as repeated runs, under one label. move(x, Y) with Y (count, len(x))."""
    lines = [ax.plot([], [], color=colour, lw=lw, zorder=1.5, label=label if i == 0 else None)[0] for i in range(count)]

    def move(x, Y):
        for line, y in zip(lines, gaps(Y), strict=True):
            line.set_data(x, y)
        return lines

    return move


def bars(ax, n, label=None, colour=BLUE, at=None, width=0.8):
    """n bars at 0, ..., n - 1 (or `at`). move(heights)."""
    at = np.arange(n) if at is None else at
    patches = ax.bar(at, np.zeros(n), width, color=colour, label=label, edgecolor="white", linewidth=0.5)

    def move(heights):
        for patch, h in zip(patches, gaps(heights), strict=True):
            patch.set_height(0.0 if np.isnan(h) else h)
        return list(patches)

    return move


def histogram(ax, edges, label="draws", colour=SKY, sideways=False):
    """A density histogram over fixed edges, drawn as steps; `sideways` along the vertical axis. move(sample)."""
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
    kept = []

    def move(x, low, high):
        for old in kept:
            old.remove()
        shade = ax.fill_between(x, low, high, color=colour, alpha=alpha, lw=0, label=label)
        shade.set_animated(True)
        kept[:] = [shade]
        return kept

    return move


def heatmap(ax, extent, vmin, vmax, cmap="cividis", bar=None, origin="lower", **style):
    """An image with fixed colour limits; `bar` is the label of its colour bar. move(Z) with Z (rows, columns)."""
    image = ax.imshow(
        np.full((2, 2), np.nan),
        extent=extent,
        vmin=vmin,
        vmax=vmax,
        cmap=cmap,
        origin=origin,
        aspect="auto",
        interpolation="nearest",
        **style,
    )
    ax.grid(False)
    if bar:
        ax.figure.colorbar(image, ax=ax, label=bar)

    def move(Z):
        image.set_data(Z)
        return (image,)

    return move


def level(ax, label=None, colour=BLACK, ls=":", across=False):
    """A horizontal line (vertical with `across`). move(value); NaN hides it."""
    line = (ax.axvline if across else ax.axhline)(np.nan, color=colour, ls=ls, lw=1.6, label=label)

    def move(value):
        (line.set_xdata if across else line.set_ydata)([value, value])
        return (line,)

    return move


def mark(ax, label=None, marker="*", colour=RED, size=13):
    """One marked point. move(x, y)."""
    (dot,) = ax.plot([], [], ls="", marker=marker, color=colour, ms=size, mec="black", mew=0.6, label=label)

    def move(x, y):
        dot.set_data([x], [y])
        return (dot,)

    return move


def note(ax, x=0.03, y=0.95, size=12, colour=BLACK):
    """A sentence inside the axes (axes coordinates), on white. move(text); "" hides it."""
    box = ax.text(
        x,
        y,
        "",
        transform=ax.transAxes,
        va="top",
        ha="left",
        fontsize=size,
        color=colour,
        zorder=9,
        bbox={"facecolor": "white", "alpha": 0.85, "edgecolor": "none", "pad": 2},
    )

    def move(text):
        box.set_text(text)
        box.set_visible(bool(text))
        return (box,)

    return move


def gaps(a):
    """`a` as floats with every infinite or absurdly large value as NaN, so that lines break there without a warning."""
    a = np.array(a, dtype=float)
    a[~(np.abs(a) < 1e30)] = np.nan
    return a


def _surface(f, lim, n):
    lo, hi, *rest = lim
    ylo, yhi = rest or (lo, hi)
    x, y = np.linspace(lo, hi, n), np.linspace(ylo, yhi, n)
    X, Y = np.meshgrid(x, y)
    return X, Y, np.asarray(f(np.column_stack([X.ravel(), Y.ravel()]))).reshape(n, n)


def _log(ax, log):
    if "x" in log:
        ax.set_xscale("log")
    if "y" in log:
        ax.set_yscale("log")
