"""What the landscape of this lesson is drawn with."""

import numpy as np
from matplotlib import colormaps

from helpers import plots
from lessons.n01_risk import risk

COARSE = colormaps["cividis"].resampled(16)  # few colours: the saved picture has 128 in all
LEVELS = np.r_[np.arange(0.05, 1, 0.1), np.geomspace(1.05, 40, 14)]
AXIS = np.linspace(-4, 4, 81)
PLANE = np.stack(np.meshgrid(AXIS, AXIS), axis=-1)


def off(r):
    """The angle in degrees between the minimum of R_S and that of R; nan if there is none."""
    return abs((risk.degrees(r.minimiser) - np.degrees(risk.TRUE_ANGLE) + 180) % 360 - 180)


def apart(r):
    """The distance between the two minima."""
    return np.linalg.norm(r.minimiser - r.w_star)


def unit(v):
    """v as a vector of length 1; 0 stays 0."""
    size = np.linalg.norm(v)
    return v / size if size > 1e-12 else v


def downhill(ax):
    """A white line from w down the slope. move(x, y, down)."""
    (line,) = ax.plot([], [], color="white", lw=3, solid_capstyle="round", label="downhill")

    def move(x, y, down):
        tip = np.array([x, y]) + 1.2 * unit(down)
        line.set_data([x, tip[0]], [y, tip[1]])
        return (line,)

    return move


def ground(ax):
    """A heat map of the logarithm of heights, with level lines, or the edges of terraces."""
    heat = plots.heatmap(ax, (-4, 4, -4, 4), *np.log([0.08, 15]), cmap=COARSE)
    kept = []

    def move(heights, smooth, edges):
        for old in kept:
            old.remove()
        kept.clear()
        if smooth:
            white = dict(colors="white", linewidths=0.8)
            kept.append(ax.contour(AXIS, AXIS, heights, levels=LEVELS, **white))
        else:
            rays = 6 * np.outer([0, 1, np.nan], np.exp(1j * edges)).T.ravel()
            kept.extend(ax.plot(rays.real, rays.imag, color="white", lw=0.8, zorder=1))
        kept[0].set_animated(True)
        return *heat(np.log(heights + 0.05)), *kept

    return move


def staircase(edges, errors):
    """A staircase from 0 to 360 degrees: the last arc runs over the end."""
    turns = np.degrees(np.repeat([0, *edges[:-1], 2 * np.pi], 2))[1:-1]
    return turns, np.repeat([errors[-1], *errors], 2)


def whereabouts(w):
    """What is to be said of a minimiser w (2,) that the picture cannot show; "" if it can."""
    if np.isnan(w[0]):
        return "separable: no minimum"
    return "" if np.abs(w).max() < 4 else f"the minimum is at ({w[0]:.1f}, {w[1]:.1f})"
