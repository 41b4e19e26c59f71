"""Movers for the plane: level lines, regions, ellipses, the street between two classes."""

import numpy as np

from helpers.plots import movers
from helpers.plots.movers import gaps
from helpers.plots.style import BLACK, BLUE, COLOURS, DASHES, RED


def contours(ax, f, lim, levels=12, n=80, filled=False, **style):
    """Level lines, drawn once, of f, which maps (k, 2) points to (k,).

    lim = (lo, hi) or (xlo, xhi, ylo, yhi).
    """
    look = dict(levels=levels, cmap="cividis", alpha=0.7, linewidths=None if filled else 1.2)
    draw = ax.contourf if filled else ax.contour
    draw(*_surface(f, lim, n), **{**look, **style})


def moving_contours(ax, lim, levels, n=60, **style):
    """Level lines that follow a slider: move(f) draws the level lines of f anew (about 5 ms)."""
    look = {"levels": levels, "cmap": "cividis", "linewidths": 1.2, **style}
    lines = []  # the set that is drawn

    def move(f):
        for old in lines:
            old.remove()
        lines[:] = [ax.contour(*_surface(f, lim, n), **look)]
        lines[0].set_animated(True)
        return lines

    return move


def halves(ax, lim, n=100):
    """The two sides of f = 0, shaded: blue where f > 0, red where f < 0.

    move(f); f maps (k, 2) points to (k,).
    """
    lo, hi, *rest = lim
    shade = heatmap(ax, (lo, hi, *(rest or (lo, hi))), -5, 5, cmap="RdBu")

    def move(f):
        return shade(np.sign(_surface(f, lim, n)[2]))

    return move


def ellipses(ax, labels, legend="best", radius=2.448, **line):
    """Level lines of normal densities in the plane: (w - m)' C^-1 (w - m) = radius^2.

    move(*pairs) takes a mean m (2,) and a covariance C (2, 2) per label. The radius 2.448 encloses
    95 %.
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


def heatmap(ax, extent, vmin, vmax, cmap="cividis", bar=None, origin="lower", **style):
    """An image with fixed colour limits; `bar` is the label of its colour bar.

    move(Z) with Z (rows, columns).
    """
    look = dict(cmap=cmap, origin=origin, aspect="auto", interpolation="nearest", **style)
    image = ax.imshow(np.full((2, 2), np.nan), extent=extent, vmin=vmin, vmax=vmax, **look)
    ax.grid(False)
    if bar:
        ax.figure.colorbar(image, ax=ax, label=bar)

    def move(Z):
        image.set_data(Z)
        return (image,)

    return move


def _surface(f, lim, n):
    lo, hi, *rest = lim
    ylo, yhi = rest or (lo, hi)
    x, y = np.linspace(lo, hi, n), np.linspace(ylo, yhi, n)
    X, Y = np.meshgrid(x, y)
    return X, Y, np.asarray(f(np.column_stack([X.ravel(), Y.ravel()]))).reshape(n, n)


def street(ax, label="line", colour=BLACK, ls="-", lw=2, edges=True, normal=False, reach=20.0):
    """The line <w, x> + b = 0, its parallels at `width`, and w as the normal between them.

    move(w, b, width); width NaN hides the parallels, w = None (or 0) everything.
    """
    (line,) = ax.plot([], [], color=colour, ls=ls, lw=lw, label=label)
    sides = [ax.plot([], [], color=colour, ls=":", lw=1.6)[0] for _ in range(2 * edges)]
    across = [
        ax.plot([], [], color=RED, lw=3, marker=".", ms=9, solid_capstyle="butt")[0]
        for _ in range(normal)
    ]
    artists = [line, *sides, *across]

    def move(w, b, width=np.nan):
        if w is None or not np.any(w):
            for artist in artists:
                artist.set_data([], [])
            return artists
        length = np.hypot(*w)
        v = np.asarray(w) / length
        foot, along = -b / length * v, reach * np.array([-v[1], v[0]])
        for artist, shift in zip((line, *sides), (0, width, -width)):
            artist.set_data(*np.array([foot - along, foot + along]).T + (shift * v)[:, None])
        for artist in across:
            artist.set_data(*np.array([foot, foot + width * v]).T)
        return artists

    return move


def circles(ax, label=None, size=15, colour=BLACK):
    """Hollow circles around chosen points. move(xy) with xy (k, 2)."""
    (dots,) = ax.plot(
        [], [], ls="", marker="o", ms=size, mfc="none", mec=colour, mew=1.6, label=label
    )

    def move(xy):
        dots.set_data(*movers.gaps(np.reshape(xy, (-1, 2))).T)
        return (dots,)

    return move


def legend(ax, *others, **style):
    """A legend on `ax` for what has a label there and on the other axes, which have no room."""
    handles = [handle for each in (*others, ax) for handle in each.get_legend_handles_labels()[0]]
    return ax.legend(handles=handles, **style)


def camps(ax, size=45, ring=12, edges=True, **line):
    """Two classes, circles around the points that pay, and the street of a machine.

    `line` is the style of the `street`. move(X, y, m); with m = None only the points, and no line
    if the machine has no w.
    """
    dots = movers.points(ax, ["$y = +1$", "$y = -1$"], legend=None, size=size)
    rings = circles(ax, "pays", ring)
    road = street(ax, None, edges=edges, **line)

    def move(X, y, m):
        none = m is None
        return (
            *dots(X[y > 0], X[y < 0]),
            *rings([] if none else X[m.support]),
            *road(
                None if none or m.w is None else m.w,
                0 if none else m.b,
                np.nan if none else m.width,
            ),
        )

    return move


def regions(ax, lim, n=44, top=1.0):
    """A score f over a square or box, shaded; lines f = 0 (solid) and f = -1, +1 (dashed).

    move(Z) takes the scores on the grid of `mesh(lim, n)`; the shade is that of clip(f, -top, top).
    """
    lo, hi, *rest = lim
    ylo, yhi = rest or (lo, hi)
    look = dict(cmap="RdBu", origin="lower", aspect="auto", interpolation="bilinear")
    span = dict(extent=(lo, hi, ylo, yhi), vmin=-2 * top, vmax=2 * top)
    image = ax.imshow(np.zeros((n, n)), **span, **look)
    ax.grid(False)
    x, y = np.linspace(lo, hi, n), np.linspace(ylo, yhi, n)
    lines = []  # the set that is drawn, if any

    def move(Z):
        for old in lines:
            old.remove()
        lines.clear()
        Z = np.reshape(Z, (n, n))
        image.set_data(np.clip(Z, -top, top))
        levels = [v for v in (-1, 0, 1) if Z.min() < v < Z.max()]  # others would warn
        if levels:
            look = dict(linestyles=["-" if v == 0 else "--" for v in levels], linewidths=1.5)
            lines.append(ax.contour(x, y, Z, levels=levels, colors="black", **look))
            lines[0].set_animated(True)
        return image, *lines

    return move


def staircase(ax, ends=(-3.0, 4.0)):
    """Price against margin: all points must lie on the staircase 1, drop at margin 1, 0.

    move(m, which): `which` is the index of one point of class +1 to single out. Margins beyond the
    ends are drawn there.
    """
    lo, hi = ends
    ax.plot([lo, 1, 1, hi], [1, 1, 0, 0], color="0.7", lw=5, zorder=1.2)
    (dots,) = ax.plot([], [], ls="", marker="o", ms=6, color="0.35", mec="white", mew=0.6)
    (one,) = ax.plot([], [], ls="", marker="*", ms=17, color=BLUE, mec="black", mew=0.6)

    def move(m, which):
        x, price = np.clip(m.margins, lo, hi), m.alpha / m.c
        dots.set_data(x, price)
        one.set_data(x[[which]], price[[which]])
        return dots, one

    return move
