"""The figure `nearest`."""

import numpy as np

from helpers import plots
from helpers.descent import projections
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, slider
from lessons.n09_sgd_variants.world import CIRCLE

OUTLINES = {
    "ball": CIRCLE,
    "circle": CIRCLE,
    "box": np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1.0]]),
    "simplex": np.array([[0, 1], [1, 0.0]]),
}


CLOUD = 1.5 * np.random.default_rng(9).normal(size=(2, 300, 2))


class Nearest(Figure):
    """Two points and their nearest points in a set: do they come closer to each other?"""

    guess = Guess(
        "Two points are sent to their nearest points in a set. For which of these sets can they be "
        "farther apart afterwards than before?",
        {
            "the full disc": "Try: drag both. The black line never gets longer than the grey one.",
            "the box": "Clipping can only bring coordinates closer together.",
            "the circle, only its rim": "Right: near the centre a tiny difference decides between "
            "opposite sides.",
            "none of them": "Two of these three sets are convex. The circle is not: it has a hole.",
        },
        answer="the circle, only its rim",
    )

    more = ("a", "b", "c", "d")
    veiled = (1,)
    story = """
full disc
    The black line between the squares is shorter than the grey one.
box | shape="box", a=2.2, b=1.6, d=0.5
    Each coordinate is clipped. Still shorter.
inside | a=0.6, b=0.5, c=-0.5, d=-0.3
    Points of W stay where they are: both lines agree, and the dot is on the diagonal.
simplex | shape="simplex", a=1.6, b=1.2, c=-0.6, d=1.4
    The segment from (1, 0) to (0, 1): numbers that are not negative and add up to 1.
circle | shape="circle", a=0.2, b=0.15, c=-0.2, d=-0.05
    Only the rim. Two close points are sent far apart: the circle is not convex.
"""
    sees = {
        "full disc": lambda r: r.shape == "ball" and r.closer < r.apart,
        "box": lambda r: r.shape == "box" and r.closer < r.apart,
        "inside": lambda r: np.allclose([r.Pw, r.Pz], [r.w, r.z]),
        "simplex": lambda r: np.allclose([r.Pw.sum(), r.Pz.sum()], 1) and min(*r.Pw, *r.Pz) >= 0,
        "circle": lambda r: r.closer > 4 * r.apart,
    }
    handles = [
        Handle("drag w", at=lambda r: (r.a, r.b), to=lambda r, x, y: dict(a=x, b=y)),
        Handle("drag z", at=lambda r: (r.c, r.d), to=lambda r, x, y: dict(c=x, d=y)),
    ]
    notes = """Let somebody drag the two points and try to make black longer than grey on a convex
    set. Then the circle: push both points to the centre, from two sides."""
    widths = (1.35, 1)
    panels = (
        axes("first coordinate", (-3, 3), "second", (-2.2, 2.2)),
        axes("distance before, $\\|w - z\\|$", (0, 6), "after, $\\|Pw - Pz\\|$", (0, 3)),
    )

    def sliders(self):
        return dict(
            shape=choice("set W", "ball", list(projections.SHAPES)),
            a=slider("w, first coordinate", 2, -2.8, 2.8, 0.05),
            b=slider("w, second", 1.2, -2, 2, 0.05),
            c=slider("z, first coordinate", -1.2, -2.8, 2.8, 0.05),
            d=slider("z, second", 1.6, -2, 2, 0.05),
        )

    @staticmethod
    def compute(shape, a, b, c, d):
        """The nearest points of w, z and of 300 other pairs."""
        P = projections.SHAPES[shape]
        w, z = np.array([a, b]), np.array([c, d])
        W, Z = CLOUD
        return dict(
            w=w,
            z=z,
            Pw=P(w),
            Pz=P(z),
            apart=np.linalg.norm(w - z),
            closer=np.linalg.norm(P(w) - P(z)),
            before=np.linalg.norm(W - Z, axis=1),
            after=np.linalg.norm(P(W) - P(Z), axis=1),
            angle=projections.widest_angle(w, P(w), P(2 * W)),
        )

    def picture(self, left, right):
        left.ax.set_aspect("equal")

        inside = left.ax.fill([], [], fc=plots.SKY, ec="none", alpha=0.25)[0]
        edge = plots.curves(left.ax, ["W"], color=plots.SKY, ls="-", lw=5, alpha=0.6)
        ways = [plots.curves(left.ax, [None], color="0.35", ls=":", lw=1.4) for _ in range(2)]
        before = plots.curves(left.ax, ["before"], color="0.6", ls="--", lw=2.4)
        after = plots.curves(left.ax, ["after"], color=plots.TRUTH, ls="-", lw=2.6)
        tips = [
            plots.mark(left.ax, name, marker, colour, 11)
            for name, marker, colour in (("w", "o", plots.FIT), ("z", "^", plots.ORANGE))
        ]
        feet = [plots.mark(left.ax, None, "s", colour, 8) for colour in (plots.FIT, plots.ORANGE)]
        dots = plots.points(right.ax, ["300 pairs"], None, 16, alpha=0.5)
        dots(None)[0].set(color=plots.FIT)
        right.ax.plot([0, 6], [0, 6], "--", color=plots.BOUND, label="as before")
        star = plots.star(right.ax, 15, label="w and z")

        left.add(lambda r: (shaded(inside, r.shape),))
        left.add(edge, shows=lambda r: (*OUTLINES[r.shape].T,))
        left.add(
            lambda r: (
                a
                for way, ends in zip(ways, ((r.w, r.Pw), (r.z, r.Pz)))
                for a in way(*np.array(ends).T)
            )
        )
        left.add(before, shows=lambda r: (*np.array([r.w, r.z]).T,))
        left.add(after, shows=lambda r: (*np.array([r.Pw, r.Pz]).T,))
        left.add(
            lambda r: (
                a for tip, at in zip((*tips, *feet), (r.w, r.z, r.Pw, r.Pz)) for a in tip(*at)
            )
        )
        right.add(dots, shows=lambda r: np.column_stack([r.before, r.after]))
        right.add(star, shows=lambda r: (r.apart, r.closer))

    def caption(self, r):
        return f"The points are {r.apart:.2f} apart, their nearest points in W {r.closer:.2f}."

    def numbers(self, r):
        return (
            f"w is ({r.a:.3g}, {r.b:.3g}) and its nearest point of the {r.shape} ({r.Pw[0]:.3g}, "
            f"{r.Pw[1]:.3g}); z is ({r.c:.3g}, {r.d:.3g}), its nearest point ({r.Pz[0]:.3g}, "
            f"{r.Pz[1]:.3g}); they are {r.apart:.3g} apart before and {r.closer:.3g} after; of 300 "
            f"other pairs the largest ratio after / before is {np.max(r.after / r.before):.3g}."
        )

    def headline(self, r):
        return Claim(
            "‖Pw − Pz‖ ≤ ‖w − z‖",
            "Theorem 9.1",
            r.closer,
            r.apart,
            why_not="the circle is not convex" if r.shape == "circle" else "",
            words="Going to the nearest point of a convex set never moves two points apart.",
        )

    def identities(self, r):
        bent = "the circle is not convex" if r.shape == "circle" else ""
        other = r.Pw if bent else projections.scipy_nearest(r.shape, r.w)
        return [
            Claim(
                "‖w − Pw‖ = the least distance, by SciPy's optimiser",
                "Theorem 9.1",
                np.linalg.norm(r.w - r.Pw),
                np.linalg.norm(r.w - other),
                "==",
                tol=1e-6,
                why_not=bent,
            ),
            Claim(
                "largest ⟨w−Pw, u−Pw⟩ of 300 points u of W",
                "Theorem 9.1",
                r.angle,
                0,
                why_not=bent,
            ),
            Claim(
                "worst ratio of 300 pairs",
                "Theorem 9.1",
                np.max(r.after / r.before),
                1,
                why_not=bent,
            ),
        ]


def shaded(patch, shape):
    """The patch over all of W: a circle has nothing inside its rim, and a disc has."""
    patch.set_xy(OUTLINES[shape])
    patch.set_visible(shape != "circle")
    return patch
