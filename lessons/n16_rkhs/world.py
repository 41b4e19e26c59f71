"""What the figures of this lesson share, and its own laws and cases."""

from functools import lru_cache

import numpy as np
from contourpy import contour_generator
from matplotlib import colormaps

from helpers import data, plots
from helpers.kernels import gaussian, rkhs
from helpers.kernels.gram import Pairs
from helpers.live import (
    Handle,
)
from helpers.live.controls import written
from lessons.n14_kernel_trick.world import short


def here(ax, size=17):
    """The star, which means: you are here. It stands on top of points. move(x, y)."""
    star = plots.mark(ax, colour=plots.YELLOW, size=size)
    star(np.nan, np.nan)[0].set_zorder(5)
    return star


def shading(ax, extent, cmap):
    """A picture Z with values from −1 to 1 as colours. They are looked up before the picture is
    enlarged, which is faster than after it. move(Z)."""
    look = dict(origin="lower", aspect="auto", interpolation="nearest")
    image = ax.imshow(np.zeros((2, 2, 4)), extent=extent, **look)
    ax.grid(False)

    def move(Z):
        image.set_data(colormaps[cmap]((Z + 1) / 2, bytes=True))
        return (image,)

    return move


def level_line(ax, x, y, **style):
    """Where a picture Z over the grid x, y has one level, as a single line: five times as fast as
    `ax.contour`. move(Z, level); NaN hides it."""
    (line,) = ax.plot([], [], color="black", zorder=2.5, **style)
    stop = np.full((1, 2), np.nan)

    def move(Z, level):
        found = contour_generator(x, y, Z).lines(level) if np.isfinite(level) else []
        line.set_data(*np.vstack([stop, *(part for piece in found for part in (piece, stop))]).T)
        return (line,)

    return move


FIVE = ((0.08, 0.4), (0.28, 1.5), (0.5, 0.2), (0.72, 1.1), (0.93, 0.7))
GRID = np.linspace(0, 1, 301)
GAP = 0.04  # points keep this distance along x
CURVES = {  # colour and dashes of the cheapest curve of each list
    "slope": ("polygon", plots.ORANGE, "-"),
    "bend": ("spline", plots.GREEN, "--"),
    "Laplace": ("sagging", plots.PURPLE, "-."),
    "Gaussian": ("bells", plots.BLUE, (0, (5, 1, 1, 1))),
}


def moved(i):
    """A handle that moves the i-th of the five points, between its neighbours."""

    def to(r, x, y):
        places = r.places.copy()
        others = np.delete(places[:, 0], i)
        room = (others.max(initial=0, where=others < places[i, 0]) + GAP if i else 0.0) + 1e-3
        end = others.min(initial=1 + GAP, where=others > places[i, 0]) - GAP - 1e-3
        places[i] = np.clip(x, room, min(end, 1)), np.clip(y, -0.5, 2)
        return dict(places=written(places))

    return Handle("move this point", lambda r: r.places[i], to)


def inside(xs):
    """Which places of GRID lie between the first and the last point."""
    return (xs[0] <= GRID) & (xs[-1] >= GRID)


def told(price):
    """A price above its bar; ∞ is a price, too."""
    return "" if np.isnan(price) else "∞" if np.isinf(price) else short(price)


EIGHT = (
    *((0.055, 0.3), (0.175, 1.1), (0.305, 1.4), (0.395, 0.5)),
    *((0.525, -0.4), (0.655, -1.2), (0.805, -0.5), (0.945, 0.6)),
)


BOX = (-4, 4, -3, 3)
SIGNS = np.repeat([1.0, -1.0], [26, 14])
CLOUDS = np.outer(SIGNS, (1.4, 0.3)) + 0.45 * np.random.default_rng(3).normal(size=(40, 2))
SIDE = 30
PLACES = plots.mesh(BOX, SIDE)
PAIRS, TO_PLACES = Pairs(CLOUDS), Pairs(PLACES, CLOUDS)


def gram_around(kernel, bandwidth, origin):
    """Gram matrix of the points and kernel values of the places, seen from an origin."""
    if kernel == "Gaussian":
        k = gaussian(bandwidth)
        return k(PAIRS), k(TO_PLACES)
    X, Z = CLOUDS - origin, PLACES - origin
    return X @ X.T, Z @ X.T


def blob_in_ring(rng):
    """Sixty points in a blob, sixty on a ring around it; sides 0 and 1."""
    angle = 2 * np.pi * (np.arange(60) + rng.uniform(-0.5, 0.5, 60)) / 60
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) * (2 + 0.12 * rng.normal(size=(60, 1)))
    return np.vstack([0.35 * rng.normal(size=(60, 2)), ring]), np.repeat([0, 1], 60)


def three_blobs(rng):
    """Three round clouds; the first against the others."""
    X, y = data.blobs(120, [(-1.5, -1.2), (1.7, -0.9), (0.1, 1.6)], rng, 0.4)
    return X, np.minimum(y, 1)


def two_moons(rng):
    X, y = data.moons(120, rng, 0.1)
    return 1.4 * (X - (0.5, 0.25)), (y > 0).astype(int)


SETS = {"blob in a ring": blob_in_ring, "three blobs": three_blobs, "two moons": two_moons}
VIEW, LOOK, COUNT = (-2.7, 2.7), 44, 12
GRIDS = plots.mesh(VIEW, LOOK)


@lru_cache(3)
def points_of(name):
    """(points, sides, pairs among them, pairs with the places of the picture)."""
    X, sides = SETS[name](np.random.default_rng(16))
    return X, sides, Pairs(X), Pairs(GRIDS, X)


WAVES = np.arange(201)


def roof():
    """|x| on the circle: π/2 - (4/π)(cos x + cos 3x / 9 + ...)."""
    odd = WAVES % 2 == 1
    c = np.zeros(201)
    c[0], c[odd] = np.pi / 2, -4 / (np.pi * WAVES[odd] ** 2.0)
    return c


TARIFFS = {
    "like Laplace: 1/(1 + (ℓj)²)": lambda t: 1 / (1 + t**2),
    "bending: 1/(1 + (ℓj)⁴)": lambda t: 1 / (1 + t**4),
    "Gaussian: exp(−(ℓj)²/2)": lambda t: np.exp(-np.minimum(t**2 / 2, 690)),
}


def charged(own, curve, kernel, bandwidth, norm2):
    """What the list `kernel` charges for the cheapest curve of the list `own`."""
    if kernel == "Gaussian":
        return norm2 if own == "Gaussian" else np.inf
    if kernel == "Laplace":
        return curve.laplace_price(bandwidth)
    return curve.slope_price if kernel == "slope" else curve.bend_price


def detoured(kernel, bandwidth, xs, ys, x, height):
    """The cheapest curve that goes through one more point, its price, and what it costs more."""
    both, heights = np.append(xs, x), np.append(ys, height)
    k = rkhs.shape(kernel, both, both, bandwidth)[0]
    alpha = rkhs.coefficients(k, heights)
    extra = rkhs.detour(k[:5, :5], ys, k[:5, 5], k[5, 5], height)
    own = rkhs.shape(kernel, GRID, both, bandwidth)[0] @ alpha
    return dict(own=own, detour=extra, mine=float(heights @ alpha))
