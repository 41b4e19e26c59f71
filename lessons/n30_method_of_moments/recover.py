"""Three topics of three words, recovered without a start."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.estimation import moments as mm
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, slider
from lessons.n30_method_of_moments.world import (
    CORNERS,
    FOUND,
    WEIGHTS,
    eigen_bound,
    plane,
    scores,
    seen_moments,
    triangle,
    turned,
)

SIZES = {"300": 300, "3000": 3000, "30 000": 30_000, "300 000": 300_000, "all texts": None}
ANGLES = np.arange(0, 181, 3)


class Recover(Figure):
    """Topics as eigenvectors; their eigenvalues are the shadows that the topics cast."""

    guess = Guess(
        "Both tables are known exactly. For which direction $v$ can the topics not be computed?",
        {
            "none": "Turn the line until two shadows meet (step 2): two blue points leave their "
            "rings.",
            "where two shadows are equal": "Then both tables weigh these two topics alike, and "
            "cannot tell them from mixtures of the two.",
            "where it points at a topic": "Nothing happens there: the three shadows still differ.",
            "nearly all": "The other way round: all directions but three work.",
        },
        answer="where two shadows are equal",
    )

    size = (10, 4.3)
    veiled = (1,)
    story = """
no start needed
    Three shadows, three different eigenvalues: the eigenvectors are the topics, to the last
    digit.
two shadows meet | angle=90
    Straight up, two topics have the same shadow: any mixture of them is an eigenvector, and two
    blue points are no topics.
one degree away | angle=89
    With all texts one degree is enough: three topics again.
one degree away, 3000 texts | angle=89, n="3000", i=15
    With a sample it is not: the shadows nearly meet, and the blue points are far off.
a good direction, 3000 texts | n="3000", i=15
    The same texts, shadows far apart: all three topics are nearly right.
more texts | n="300 000", i=15
    A hundred times as many texts: about a tenth of the error.
similar topics | closeness=0.6, n="3000"
    Topics close together cast shadows close together. Turn the line: even the best direction,
    107°, leaves an error of 0.05.
"""
    handles = [
        Handle(
            "turn the direction v",
            at=lambda r: tuple(np.array([0.5, 0.3]) + 0.42 * r.way),
            to=lambda r, x, y: dict(angle=turned(x, y)),
        ),
        Handle(
            "choose the direction",
            at=lambda r: (r.angle, 0.44),
            to=lambda r, x, y: dict(angle=x),
            panel=1,
        ),
    ]
    notes = """Turn the arrow slowly with 3000 texts: whenever two shadows cross, two blue points
    fly apart. With all texts they do so at the crossing only. Ask why the eigenvalues stay in the
    grey bands even there: the theorem is about eigenvalues; eigenvectors need the gap."""
    widths = [1, 1.25]
    panels = (
        axes(),
        axes("direction of v in degrees", (-4, 184), "shadow, eigenvalue", (-0.5, 0.5)),
    )

    def sliders(self):
        return dict(
            angle=int_slider("direction v", 65, 0, 180),
            n=choice("texts n", "all texts", SIZES),
            closeness=slider("closeness of the topics", 0, 0, 0.8, 0.05),
            i=int_slider("new random sample", 1, 1, 20),
        )

    @staticmethod
    def compute(angle, n, closeness, i):
        """Topics found in this direction, and the eigenvalues found in all of them."""
        true, exact, seen = seen_moments(closeness, n, i)
        v = scores(angle)
        bound, right, got = eigen_bound(true, exact, seen, v)
        found, pi, ratios = mm.recover(*seen, 3, v)
        order = mm.match(found, true)
        shadows = true.T @ v
        apart = np.abs(ratios[:, None] - shadows).min(axis=1).max()
        if n is not None:
            apart = np.abs(np.linalg.eigvals(got)[:, None] - shadows).min(axis=1).max()
        sorted_shadows = np.sort(shadows)
        every = scores(ANGLES)
        turn = np.deg2rad(angle)
        return dict(
            true=true,
            found=found[:, order],
            pi=pi[order],
            ratios=ratios[order],
            shadows=shadows,
            way=np.array([np.cos(turn), np.sin(turn)]),
            gap=float(np.diff(sorted_shadows).min()),
            apart=float(apart),
            bound=bound,
            off=float(np.abs(plane(found[:, order]) - plane(true)).max()),
            lines=every @ true,
            dots=all_ratios(closeness, n, i),
            traced=(float(np.trace(right)), float(shadows.sum())),
            ones=float(np.abs(seen[2] @ np.ones(3) - seen[1]).max()),
        )

    def picture(self, left, right):
        left.legend(show=False)
        right.legend(show=False)

        right.ax.set_xticks(range(0, 181, 30))
        casts, crosses = shadow_panel(left.ax), crossing_panel(right.ax)
        left.add(casts, shows=lambda r: r)
        left.add(crosses, shows=lambda r: r)

    def caption(self, r):
        if r.n is None and r.gap < 1e-9:
            return "Two topics have the same shadow: the eigenvectors found are not the topics."
        if r.n is None:
            return (
                f"Exact chances: every topic is found. The nearest shadows are {r.gap:.2g} apart."
            )
        return (
            f"The nearest two shadows are {r.gap:.2g} apart; the worst of the found topics is "
            f"{min(r.off, 99):.2g} away from its place."
        )

    def numbers(self, r):
        told = ", ".join(f"{s:.3g}" for s in r.shadows)
        got = ", ".join(f"{s:.3g}" for s in r.ratios)
        return f"shadows {told}; eigenvalues {got}. {self.caption(r)}"

    def headline(self, r):
        return Claim(
            "eigenvalues are nearly shadows",
            "Theorem 30.5",
            measured=r.apart,
            bound=r.bound,
            tol=1e-7,
            words="Every eigenvalue found is near a shadow: within the error of the sample’s "
            "matrix times the theorem’s factor (grey bars).",
        )

    def identities(self, r):
        why = "" if r.n is None else "a sample has errors"
        close = why or "two shadows are too close" * (r.gap < 1e-3)
        sums = float(np.abs(r.found.sum(axis=0) - 1).max())
        return [
            Claim(
                "the topics, found exactly", "Theorem 30.4", r.off, 0.0, "==", 1e-8, why_not=close
            ),
            Claim(
                "their shares, found exactly",
                "Theorem 30.4",
                float(np.abs(r.pi - WEIGHTS).max()),
                0.0,
                "==",
                1e-8,
                why_not=close,
            ),
            Claim("eigenvalues add up to the shadows", "Theorem 30.4", *r.traced, "=="),
            Claim("with score 1 triples become pairs", "section 4", r.ones, 0.0, "=="),
            Claim("found topics add up to 1", "section 4", sums, 0.0, "==", 1e-6),
        ]


def shadow_panel(ax):
    """Topics in the triangle and their shadows on the line of v. move(r)."""
    triangle(ax)
    axis = plots.curves(ax, [None], color="0.55", lw=1.4)
    drops = [plots.curves(ax, [None], color="0.55", lw=1, ls=":") for _ in range(3)]
    feet = plots.spots(ax, "shadows", marker="x", ms=7, mew=2, color="0.35")
    truth = plots.circles(ax, "true topics", 13)
    blue = plots.spots(ax, "found", marker="o", ms=8, color=FOUND, mec="white")
    plots.legend_above(ax)
    head = plots.star(ax, 15)

    def move(r):
        middle, tip = CORNERS.mean(axis=0), np.array([0.5, 0.3]) + 0.42 * r.way
        ends = middle + np.outer([-0.75, 0.75], r.way)
        places, foot = plane(r.true), middle + np.outer(r.shadows, r.way)
        return (
            *axis(ends[:, 0], ends[:, 1]),
            *(a for d, p, f in zip(drops, places, foot) for a in d([p[0], f[0]], [p[1], f[1]])),
            *feet(*foot.T),
            *truth(places),
            *blue(*np.clip(plane(r.found), -0.1, 1.1).T),
            *head(*tip),
        )

    return move


def crossing_panel(ax):
    """Shadows and eigenvalues in every direction, and what is allowed in this one. move(r)."""
    names, black = ["shadows of the topics", None, None], dict(color=plots.TRUTH, lw=1.4, ls="-")
    bars = [
        plots.curves(ax, [name], color="0.7", lw=8, solid_capstyle="butt")
        for name in ("bound", None, None)
    ]
    lines = plots.curves(ax, names, legend=None, **black)
    dots = plots.spots(ax, "eigenvalues found", marker="o", ms=3.5, color=FOUND)
    here = plots.level(ax, None, plots.BOUND, "--", across=True)
    plots.legend_above(ax, columnspacing=0.8)
    where = plots.star(ax, 15)

    def move(r):
        half = min(r.bound, 0.6)
        return (
            *(a for b, s in zip(bars, r.shadows) for a in b([r.angle] * 2, [s - half, s + half])),
            *lines(ANGLES, *r.lines.T),
            *dots(np.repeat(ANGLES, 3), r.dots.ravel()),
            *here(r.angle),
            *where(r.angle, 0.44),
        )

    return move


@lru_cache(64)
def all_ratios(closeness, n, i):
    """(61, 3): the eigenvalues found in every direction of ANGLES."""
    _, _, (M1, M2, M3) = seen_moments(closeness, n, i)
    turned_by = np.einsum("abc,ic->iab", M3, scores(ANGLES)) @ np.linalg.inv(M2)
    return np.linalg.eigvals(turned_by).real
