"""Movers for machines in the plane: the street between two classes, the points that hold it, a score's regions."""
import numpy as np

from helpers import plots


def street(ax, label="line", colour=plots.BLACK, ls="-", lw=2, edges=True, normal=False, reach=20.0):
    """The line <w, x> + b = 0, its parallels at `width` on both sides, and w as the normal that spans the width.

    move(w, b, width); width NaN hides the parallels, w = None (or 0) everything.
    """
    line, = ax.plot([], [], color=colour, ls=ls, lw=lw, label=label)
    sides = [ax.plot([], [], color=colour, ls=":", lw=1.6)[0] for _ in range(2 * edges)]
    across = [ax.plot([], [], color=plots.RED, lw=3, marker=".", ms=9, solid_capstyle="butt")[0] for _ in range(normal)]
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


def circles(ax, label=None, size=15, colour=plots.BLACK):
    """Hollow circles around chosen points. move(xy) with xy (k, 2)."""
    dots, = ax.plot([], [], ls="", marker="o", ms=size, mfc="none", mec=colour, mew=1.6, label=label)

    def move(xy):
        dots.set_data(*plots.gaps(np.reshape(xy, (-1, 2))).T)
        return (dots,)
    return move


def legend(ax, *others, **style):
    """A legend on `ax` for what has a label there and on the other axes, which have no room for their own."""
    handles = [handle for each in (*others, ax) for handle in each.get_legend_handles_labels()[0]]
    return ax.legend(handles=handles, **style)


def camps(ax, size=45, ring=12, edges=True, **line):
    """Two classes, circles around the points that pay, and the street of a machine; `line` is its style (see `street`).

    move(X, y, m); with m = None only the points, and no line if the machine has no w.
    """
    dots, held = plots.points(ax, ["$y = +1$", "$y = -1$"], legend=None, size=size), circles(ax, "pays", ring)
    road = street(ax, None, edges=edges, **line)

    def move(X, y, m):
        none = m is None
        return (*dots(X[y > 0], X[y < 0]), *held([] if none else X[m.support]),
                *road(None if none or m.w is None else m.w, 0 if none else m.b, np.nan if none else m.width))
    return move


def prices(ax, n):
    """Bars alpha_i/(C/n) with the least margin first, and a star on the bar of one point. move(m, which)."""
    heights, star = plots.bars(ax, n), plots.mark(ax, size=15)

    def move(m, which):
        order = np.argsort(m.margins, kind="stable")
        return *heights(m.alpha[order] / m.c), *star(int(np.flatnonzero(order == which)[0]), m.alpha[which] / m.c)
    return move


def regions(ax, lim, n=44, top=1.0):
    """A score f over the square (or box), shaded by clip(f, -top, top); lines f = 0 (solid) and f = -1, +1 (dashed).

    move(Z) takes the scores on the grid of `mesh(lim, n)`.
    """
    lo, hi, *rest = lim
    ylo, yhi = rest or (lo, hi)
    image = ax.imshow(np.zeros((n, n)), extent=(lo, hi, ylo, yhi), vmin=-2 * top, vmax=2 * top, cmap="RdBu",
                      origin="lower", aspect="auto", interpolation="bilinear")
    ax.grid(False)
    x, y, kept = np.linspace(lo, hi, n), np.linspace(ylo, yhi, n), []

    def move(Z):
        for old in kept:
            old.remove()
        kept.clear()
        Z = np.reshape(Z, (n, n))
        image.set_data(np.clip(Z, -top, top))
        levels = [v for v in (-1, 0, 1) if Z.min() < v < Z.max()]  # a level that is nowhere would warn
        if levels:
            styles = ["-" if v == 0 else "--" for v in levels]
            kept.append(ax.contour(x, y, Z, levels=levels, colors="black", linewidths=1.5, linestyles=styles))
            kept[0].set_animated(True)
        return image, *kept
    return move


def mesh(lim, n=44):
    """The (n^2, 2) points at which `regions` wants scores."""
    lo, hi, *rest = lim
    ylo, yhi = rest or (lo, hi)
    X, Y = np.meshgrid(np.linspace(lo, hi, n), np.linspace(ylo, yhi, n))
    return np.column_stack([X.ravel(), Y.ravel()])


def staircase(ax, ends=(-3.0, 4.0)):
    """Price against margin: all points must lie on the staircase 1, drop at margin 1, 0. move(m, which).

    `which` is the index of one point to single out. Margins beyond the ends are drawn there.
    """
    lo, hi = ends
    ax.plot([lo, 1, 1, hi], [1, 1, 0, 0], color="0.7", lw=5, zorder=1.2)
    dots, = ax.plot([], [], ls="", marker="o", ms=6, color=plots.BLUE, mec="white", mew=0.6)
    one, = ax.plot([], [], ls="", marker="*", ms=15, color=plots.RED, mec="black", mew=0.6)

    def move(m, which):
        x, price = np.clip(m.margins, lo, hi), m.alpha / m.c
        dots.set_data(x, price)
        one.set_data(x[[which]], price[[which]])
        return dots, one
    return move
