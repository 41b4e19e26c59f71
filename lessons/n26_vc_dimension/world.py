"""What the figures of this lesson share, and its own laws and cases."""

from collections import namedtuple
from functools import lru_cache

import numpy as np
from matplotlib.colors import ListedColormap

from helpers import plots
from helpers.generalisation import vc
from helpers.live import Handle
from helpers.live.controls import written
from helpers.margins.separation import separation

Kind = namedtuple("Kind", "draws vc count features")


KINDS = {
    "thresholds": Kind(
        lambda P: vc.boxes(P[:, :1], below=True),
        1,
        lambda n: n + 1,
        lambda P: vc.affine(P[:, :1]),
    ),
    "intervals": Kind(
        lambda P: vc.boxes(P[:, :1]),
        2,
        lambda n: n * (n + 1) // 2 + 1,
        lambda P: vc.affine(P[:, :1]),
    ),
    "half-planes": Kind(
        lambda P: vc.half_spaces(vc.affine(P)), 3, lambda n: n * n - n + 2, vc.affine
    ),
    "discs": Kind(vc.discs, 3, lambda n: vc.sauer(n, 3), vc.lifted),
    "rectangles": Kind(vc.boxes, 4, None, vc.affine),
    "convex polygons": Kind(vc.polygons, None, None, vc.affine),
}


def whole(number):
    """The next whole number; rounding errors do not count."""
    return int(np.ceil(number - 1e-9))


@lru_cache(512)
def between_walls(steps, wall):
    """(P(stays), P(stays and returns)) of a walk of ±1 that may not touch ±wall, step by step."""
    law = np.zeros(2 * max(wall, 1) + 1)
    law[len(law) // 2] = wall > 0
    for _ in range(steps):
        law[1:-1] = (law[:-2] + law[2:]) / 2
        law[[0, -1]] = 0
    return float(law.sum()), float(law[len(law) // 2])


PALE = ListedColormap(["#fbe3d6", "#e3eef6"])  # not drawn, drawn


def grip(i):
    """A handle for point i, while it is in the picture."""

    def to(r, x, y):
        places = r.places.copy()
        places[i] = np.clip((x, y), -1, 1)
        return {"places": written(places)}

    return Handle("move this point", lambda r: r.places[i] if i < r.n else None, to)


def shape_of(n):
    """(rows, columns) of the table of tiles."""
    return 2 ** (n // 2), 2 ** (n - n // 2)


def tile_centre(number, n):
    """Where the tile of a labelling stands in the unit square; number 0 is top left."""
    rows, columns = shape_of(n)
    row, column = np.divmod(number, columns)
    return (column + 0.5) / columns, 1 - (row + 0.5) / rows


def corner_of(number, n):
    """The corner of a tile in which the star stands, so that it covers no point."""
    rows, columns = shape_of(n)
    x, y = tile_centre(number, n)
    return x + 0.37 / columns, y - 0.35 / rows


def tile_at(r, x, y):
    """The labelling whose tile the hand is on."""
    rows, columns = shape_of(r.n)
    row = np.clip(int((1 - y) * rows), 0, rows - 1)
    return {"labelling": int(row * columns + np.clip(int(x * columns), 0, columns - 1))}


def inside_panel(control):
    """A `points` control that refuses points outside the picture."""
    parse = control.argument

    def checked(typed):
        places = parse(typed)
        if np.abs(places).max() > 1:
            raise ValueError(f"{control.description} must lie between -1 and 1")
        return places

    control.argument = checked
    return control


def box_around(P, inside, open_left):
    """(low, high) of a box round the points inside, widened where there is room; columns of P."""
    low, high = P[inside].min(axis=0), P[inside].max(axis=0)
    for side, edge in ((1, high), (-1, low)):
        for axis in range(P.shape[1]):
            room = side * (P[~inside, axis] - edge[axis])
            edge[axis] += side * min(0.07, *(0.5 * room[room > 0]), 0.07)
    return (np.full_like(low, -3) if open_left else low), high


def hull(P):
    """The corners of the convex hull of a few points, in order (Andrew's monotone chain)."""
    P = P[np.lexsort(P.T[::-1])]

    def half(points):
        chain = []
        for p in points:
            while len(chain) > 1 and turn_of(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain

    return np.array(half(P)[:-1] + half(P[::-1])[:-1]) if len(P) > 1 else P


def turn_of(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def corners(low, high):
    """A box as a polygon; one column is a strip of the plane."""
    (x0, x1), (y0, y1) = (
        (low[0], high[0]),
        (low[1], high[1]) if len(low) > 1 else (-3, 3),
    )
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def half_plane(P, inside):
    """The side <w, x> + b >= 0 of the line between the classes, as a large polygon."""
    if inside.all():
        return 3 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    part = separation(P, np.where(inside, 1.0, -1.0))
    w = part.w / np.hypot(*part.w)
    foot = -part.b / np.hypot(*part.w) * w
    along, deep = 9 * np.array([-w[1], w[0]]), 9 * w
    return np.array([foot - along, foot + along, foot + along + deep, foot - along + deep])


def round_polygon(P, inside):
    """A disc that draws the labelling, as a polygon; of a huge one the part that is in sight."""
    centre, radius = vc.disc_around(P, inside)
    huge = radius > 20
    middle = np.arctan2(-centre[1], -centre[0])  # from the centre towards the picture
    angle = middle + np.linspace(-1, 1, 721) * (6 / radius if huge else np.pi)
    arc = centre + radius * np.column_stack([np.cos(angle), np.sin(angle)])
    if not huge:
        return arc
    return np.vstack([arc, arc[::-1] - 9 * np.array([np.cos(middle), np.sin(middle)])])


def culprits(cls, P, inside):
    """(n,) bool: points that show why no member draws the labelling."""
    if cls in ("half-planes", "discs", "convex polygons"):
        F, y = vc.affine(P), np.where(inside, 1.0, -1.0)
        if cls == "discs":
            F, y = vc.lifted(P), np.append(y, -1)
        C = vc.circuits(F)
        C = np.vstack([C, -C])
        if cls == "convex polygons":
            C = C[(C < 0).sum(axis=1) == 1]
        size = np.abs(C).sum(axis=1)
        agree = C[C @ y == size]
        return agree[np.argmin(np.abs(agree).sum(axis=1))][: len(P)] != 0
    columns = P if cls == "rectangles" else P[:, :1]
    high = columns[inside].max(axis=0)
    low = columns[inside].min(axis=0) if cls != "thresholds" else -np.inf
    return ~inside & ((low <= columns) & (columns <= high)).all(axis=1)


def closed(corners):
    """A polygon as a line that comes back to its first corner; a segment is not drawn twice."""
    return np.vstack([corners, corners[:1]]) if len(corners) > 2 else corners


def tiles(ax):
    """Every labelling as a small picture of the points; crossed out where no member draws it.
    move(P, drawn)."""
    ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ground = plots.heatmap(ax, (0, 1, 0, 1), 0, 1, cmap=PALE, origin="upper")
    seams = ax.plot([], [], color="white", lw=3, zorder=1.4)[0]
    cross = ax.plot([], [], color=plots.RED, lw=1.3, alpha=0.9, zorder=1.6)[0]
    dots = plots.points(ax, ["+", "−"], None, 30, zorder=3)

    def move(P, drawn):
        n = len(P)
        rows, columns = shape_of(n)
        centre = np.column_stack(tile_centre(np.arange(2**n), n))
        half = np.array([0.5 / columns, 0.5 / rows])
        at = centre[:, None] + 0.72 * half * P
        inside = vc.all_labellings(n)
        corner = np.array([(-1, -1), (1, 1), (np.nan, np.nan), (-1, 1), (1, -1), (np.nan, np.nan)])
        cross.set_data(*(centre[~drawn][:, None] + 0.9 * half * corner).reshape(-1, 2).T)
        ticks = [(k / columns, k / columns, np.nan) for k in range(1, columns)]
        steps = [(k / rows, k / rows, np.nan) for k in range(1, rows)]
        across, along = (0, 1, np.nan) * len(ticks), (0, 1, np.nan) * len(steps)
        seams.set_data(np.r_[np.ravel(ticks), along], np.r_[across, np.ravel(steps)])
        shown = dots(at[inside], at[~inside])
        for dot in shown:
            dot.set_markersize((9, 9, 9, 8, 7, 5, 4.4)[n])
        return *ground(drawn.reshape(rows, columns) / 1.0), seams, cross, *shown

    return move


def programmed(cls, P, inside):
    """Does a linear program find a half-plane, or a disc, for the labelling?"""
    if cls == "discs":
        return vc.disc_around(P, inside) is not None
    if cls != "half-planes" or inside.all() or not inside.any():
        return True
    return separation(P, np.where(inside, 1.0, -1.0)).separable
