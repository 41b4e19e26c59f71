"""Two examples: a class is a set of points of the plane."""

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from helpers import plots
from helpers.generalisation import rademacher as rad
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    choice,
    slider,
)
from helpers.live.controls import points
from helpers.live.story import point_handles

FIRST = np.array([[0.9, 0.5], [-0.2, 1.1], [-1.0, 0.1], [-0.4, -0.8], [0.7, -0.6]])
OTHER = np.array([[0.3, 0.2], [-0.1, 0.4], [0.2, -0.5]])  # a second class, to add
MIXES = np.random.default_rng(27).dirichlet(np.full(len(FIRST), 0.4), size=100)
FLIPPED = ("equal coins\n+ + or − −", "different coins\n+ − or − +")
SMALL = "0.1 0.1, -0.1 0.1, -0.1 -0.1, 0.1 -0.1, 0.05 0.02"  # five functions that hardly differ
PAIRS = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]], dtype=float)


# name: function, and its Lipschitz constant (infinite: it has none)
MAPS = {
    "leave as it is": (lambda t: t, 1.0),
    "|t|": (np.abs, 1.0),
    "max(t, 0)": (lambda t: np.maximum(t, 0.0), 1.0),
    "tanh t": (np.tanh, 1.0),
    "clip to ±½": (lambda t: np.clip(t, -0.5, 0.5), 1.0),
    "step: 1 if t > 0": (lambda t: (t > 0) / 1.0, np.inf),
}


class Box(Figure):
    """Two examples: functions are points, coins are four directions, complexity is a box."""

    guess = Guess(
        "Five functions span a pentagon. Add all their mixtures (convex combinations), infinitely "
        "many, until the pentagon is filled. What does the complexity do?",
        {
            "it grows a little": "Not even a little: no mixture lies farther out than a corner.",
            "it becomes infinite": "Coins do not count functions. They look how far out they are.",
            "it stays exactly the same": "Right: in every direction the farthest point is a "
            "corner.",
        },
        answer="it stays exactly the same",
    )

    size = (10, 4.6)
    veiled = (1,)
    story = f"""
five functions
    Each point is a function: its values at the two examples. Each pair of flips looks in one of
    four directions for the farthest point. The tilted box is all that they see. Grey: a hundred
    mixtures. None of them lies farther out than a corner.
half as large | c=-0.5
    Every function times −½ (orange): the box is mirrored and halved, and so is the complexity.
    The sign does not matter.
fold | phi="|t|"
    |t| folds all points into one corner. No two come farther apart, and the box shrinks.
squash | phi="tanh t", c=1.5
    First 1½ times as large, then tanh pulls far values in. The slope is at most 1½, and so is
    the growth of the box.
a step | phi="step: 1 if t > 0"
    Values become 0 or 1. Small values jump: here the theorem does not apply.
a step tears a small class apart | phi="step: 1 if t > 0", places="{SMALL}"
    Five functions that hardly differ: a step makes them as different as can be.
"""
    sees = {
        "five functions": lambda r: not r.moved and abs(r.hull - r.R) < 1e-12,
        "half as large": lambda r: abs(r.R_after - r.R / 2) < 1e-12,
        "fold": lambda r: r.R_after < r.R and (r.after >= 0).all(),
        "squash": lambda r: r.R < r.R_after < 1.5 * r.R,
        "a step": lambda r: np.isinf(r.slope) and set(r.after.ravel()) == {0, 1},
        "a step tears a small class apart": lambda r: r.R_after > 4 * r.R,
    }
    handles = point_handles("places", len(FIRST), "move this function")
    more = ("places",)
    notes = """Everything on this slide is exact: four sign vectors. Drag a point inside the hull:
    nothing changes. Drag a corner: the box follows only if the corner touches it. Ask where a sixth
    function could be added for free: anywhere inside the hull, and even anywhere inside the box
    without making the box larger."""
    widths = [1.3, 1]
    panels = (
        axes("f(z₁)", (-2.05, 2.05), "f(z₂)", (-1.6, 1.6)),
        axes(xlim=(-0.55, 1.55), y="best fit, mean of the two", ylim=(0, 1)),
    )

    def sliders(self):
        return dict(
            phi=choice("apply φ", "leave as it is", list(MAPS)),
            c=slider("factor c", 1.0, -1.5, 1.5, 0.05),
            places=points("functions", FIRST),
        )

    @staticmethod
    def compute(places, phi, c):
        """The class, its image under φ(c t), and both complexities over all four sign pairs."""
        apply, slope = MAPS[phi]
        V, after = places, apply(c * places)
        mixed = MIXES @ V
        sums = (V[:, None] + OTHER).reshape(-1, 2)
        return dict(
            after=after,
            mixed=mixed,
            moved=phi != "leave as it is" or c != 1,
            fits=opposite(np.max(V @ PAIRS.T, axis=0) / 2),
            fits_after=opposite(np.max(after @ PAIRS.T, axis=0) / 2),
            R=rad.complexity(V),
            R_after=rad.complexity(after),
            slope=slope * abs(c) if np.isfinite(slope) else np.inf,
            perimeter=float(np.hypot(*np.diff(tilted_box(V), axis=0).T).sum()),
            hull=rad.complexity(np.vstack([V, mixed])),
            scaled=rad.complexity(c * V),
            summed=rad.complexity(sums),
            parts=rad.complexity(V) + rad.complexity(OTHER),
        )

    def picture(self, left, right):
        for axis in (left.ax.axhline, left.ax.axvline):
            axis(0, color="0.75", lw=1)
        moved = lambda r, what: (1.0 if r.moved else np.nan) * what  # noqa: E731
        grey = dict(marker=".", color="0.7", ms=5)
        left.spots("mixtures", shows=lambda r: (*r.mixed.T,), **grey)
        left.add(outlined(left.ax, plots.BLUE, "--"), shows=lambda r: r.places)
        left.add(outlined(left.ax, plots.ORANGE, "-."), shows=lambda r: moved(r, r.after))
        class_of = plots.points(left.ax, ["F"], legend=None, size=90)
        orange = dict(marker="s", color=plots.ORANGE, ms=8, mec="white", mew=0.6)
        left.spots("φ(c·F)", shows=lambda r: (*moved(r, r.after).T,), **orange)
        left.add(class_of, shows=lambda r: r.places)

        right.ax.set_xticks(range(2), FLIPPED)
        right.ax.grid(False, axis="x")
        at = np.arange(2)
        right.bars(2, None, plots.BLUE, at - 0.19, 0.36, shows=lambda r: r.fits)
        right.bars(2, None, plots.ORANGE, at + 0.19, 0.36, shows=lambda r: moved(r, r.fits_after))
        right.level("complexity", plots.BLUE, "--", shows=lambda r: r.R)
        right.level("after φ", plots.ORANGE, "-.", shows=lambda r: moved(r, r.R_after))

    def caption(self, r):
        if not r.moved:
            return f"The mean of the two bars is the complexity, {r.R:.3f}. Drag a point."
        return f"Complexity {r.R:.3f} before (blue, dashed), {r.R_after:.3f} after (orange)."

    def numbers(self, r):
        return (
            f"exact complexity of the five functions {r.R:.3f}, after φ(c·t) {r.R_after:.3f}; the "
            f"perimeter of the box is {r.perimeter:.3g}."
        )

    def headline(self, r):
        finite = np.isfinite(r.slope)
        return Claim(
            "contraction",
            "Theorem 27.5",
            measured=r.R_after,
            bound=r.slope * r.R if finite else np.nan,
            why_not="" if finite else "a step is not Lipschitz: it has no largest slope",
            words="φ(c·t) multiplies the complexity by at most its largest slope.",
        )

    def identities(self, r):
        return [
            Claim(
                "the perimeter of the box over √128",
                "section 3",
                r.R,
                r.perimeter / np.sqrt(128),
                "==",
            ),
            Claim("a hundred mixtures change nothing", "Theorem 27.4", r.hull, r.R, "=="),
            Claim(
                "a factor comes out without its sign",
                "Theorem 27.4",
                r.scaled,
                abs(r.c) * r.R,
                "==",
            ),
            Claim("sums of classes add up", "Theorem 27.4", r.summed, r.parts, "=="),
        ]


def hull_of(V):
    """The corners of the convex hull in order, closed; the points themselves where they lie on a
    line."""
    try:
        corners = V[ConvexHull(V).vertices]
    except (QhullError, ValueError):
        corners = V[np.lexsort(V.T)]
    return np.vstack([corners, corners[:1]])


def tilted_box(V):
    """The smallest box with sides along (1, 1) and (1, -1) around the points, closed: (5, 2)."""
    up, down = V.sum(axis=1), V[:, 0] - V[:, 1]
    ends = [(up.max(), down.max()), (up.max(), down.min()), (up.min(), down.min())]
    ends += [(up.min(), down.max()), (up.max(), down.max())]
    return np.array([[(u + v) / 2, (u - v) / 2] for u, v in ends])


def opposite(fits):
    """Best fits to ++, +-, -+, -- as two means: over equal coins, over different ones."""
    return np.array([fits[0] + fits[3], fits[1] + fits[2]]) / 2


def outlined(ax, colour, ls):
    """The hull of points, thin, and the tilted box around them. move(V)."""
    hull = plots.curves(ax, [None], color=colour, lw=1)
    around = plots.curves(ax, [None], color=colour, ls=ls)
    return lambda V: (*hull(*hull_of(V).T), *around(*tilted_box(V).T))
