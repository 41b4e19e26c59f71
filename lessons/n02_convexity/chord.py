"""The figure `chord`."""

import numpy as np

from helpers import plots
from helpers.learning import functions
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, slider
from lessons.n02_convexity import convexity
from lessons.n02_convexity.world import WINDOW, _weak

WEIGHTS = np.linspace(0, 1, 101)


class Chord(Figure):
    """A chord of a graph, and how far it may sag before it touches."""

    guess = Guess(
        "A chord of the graph of $w^2$, from $u = -1.5$ to $v = 2$. Above which point between them "
        "is it highest over the graph?",
        {
            "above the lowest point, 0": "There the graph is lowest, but the chord is lower there "
            "than farther right.",
            "above the middle, 0.25": "Right, and so it is for every u and v: only their distance "
            "counts.",
            "nearer to the steep end": "The chord is higher there, but so is the graph.",
        },
        answer="above the middle, 0.25",
    )

    size = (10, 3.7)
    veiled = (1,)
    more = ("alpha",)
    story = """
a chord
    It joins two points of the graph. Drag the ends: a chord of w² stays above.
sagging | mu=1
    Let it sag like a parabola (dashed). There is still room.
touching | mu=2
    At μ = 2 the sagging chord lies on the graph of w², all along.
too much | mu=2.5
    A little more, and it dips below.
sine | f="sin w", u=-0.5, v=2.5
    Here the straight chord itself is below.
wells | f="two wells (w² − 1)²/4", u=-1, v=1
    Between two wells the graph rises over the chord.
"""
    notes = """Ask for hands on each function before choosing it. Then touching: at μ = 2 the
    sagging chord is the graph of w², wherever u and v are: w² is the yardstick of curvature. Then
    sine, and let someone find a chord of the sine that looks innocent."""
    sees = {
        "a chord": lambda r: r.f is functions.square and r.gap.min() >= -1e-12,
        "sagging": lambda r: r.mu == 1 and (r.gap - r.sag)[1:-1].min() > 0,
        "touching": lambda r: r.mu == 2 and np.abs(r.gap - r.sag).max() < 1e-9,
        "too much": lambda r: r.mu == 2.5 and (r.gap - r.sag)[1:-1].max() < 0,
        "sine": lambda r: r.f is functions.sine and r.gap.min() < -0.05,
        "wells": lambda r: r.f is functions.wells and r.gap[1:-1].max() < 0,
    }
    handles = [
        Handle("drag this end", at=lambda r: (r.u, r.ends[0]), to=lambda r, x, y: dict(u=x)),
        Handle("drag this end", at=lambda r: (r.v, r.ends[1]), to=lambda r, x, y: dict(v=x)),
        Handle(
            "slide along the chord",
            at=lambda r: (r.alpha, r.here),
            to=lambda r, x, y: dict(alpha=x),
            panel=1,
        ),
    ]
    widths = (3, 2)
    panels = (
        axes("$w$", (-2.6, 2.6), "$f(w)$", (-3.3, 7)),
        axes("weight $\\alpha$ of $u$", (0, 1), "above the graph", (-2.5, 7)),
    )

    def sliders(self):
        return dict(
            f=choice("function", "w²", functions.SHOWN),
            u=slider("end u", -1.5, -2.5, 2.5, 0.05),
            v=slider("end v", 2, -2.5, 2.5, 0.05),
            alpha=slider("weight α", 0.3, 0, 1, 0.01),
            mu=slider("sag μ", 0, 0, 2.5, 0.05),
        )

    @staticmethod
    def compute(f, u, v, alpha, mu):
        """The chord from u to v, its sag, and its height above the graph."""
        at = alpha * u + (1 - alpha) * v
        return dict(
            graph=f(WINDOW),
            ends=(f(u), f(v)),
            along=WEIGHTS * u + (1 - WEIGHTS) * v,
            line=WEIGHTS * f(u) + (1 - WEIGHTS) * f(v),
            sag=mu / 2 * WEIGHTS * (1 - WEIGHTS) * (u - v) ** 2,
            gap=convexity.chord_gap(f, u, v, WEIGHTS),
            drop=[[at, f(at)], [at, alpha * f(u) + (1 - alpha) * f(v)]],
            here=convexity.chord_gap(f, u, v, alpha),
            dip=mu / 2 * alpha * (1 - alpha) * (u - v) ** 2,
        )

    def picture(self, left, right):
        left.curve("graph of $f$", plots.TRUTH, shows=lambda r: (WINDOW, r.graph))
        left.curve("chord", plots.FIT, shows=lambda r: (r.along, r.line))
        left.curve(
            "sagging by $\\mu$", plots.FIT, shows=lambda r: (r.along, r.line - r.sag), ls="--"
        )
        left.curve("", plots.RED, shows=lambda r: (*np.transpose(r.drop),), lw=1.4)
        left.points(
            [""], legend=None, size=60, shows=lambda r: [[r.u, r.ends[0]], [r.v, r.ends[1]]]
        )
        left.star(shows=lambda r: (*r.drop[1],))

        right.curve("chord's height", plots.FIT, shows=lambda r: (WEIGHTS, r.gap))
        right.curve("sag", plots.FIT, shows=lambda r: (WEIGHTS, r.sag), ls="--")
        right.star(shows=lambda r: (r.alpha, r.here))
        right.ax.axhline(0, color=plots.TRUTH, lw=1)

    def caption(self, r):
        least, what = (r.gap - r.sag).min(), "sagging chord" if r.mu else "chord"
        if least >= -1e-9:
            return f"The {what} stays above the graph; at the star by {r.here - r.dip:.3g}."
        return f"The {what} dips {-least:.3g} below the graph."

    def numbers(self, r):
        least = (r.gap - r.sag).min().round(9) + 0.0
        return (
            f"at the star the chord is {r.here:.3g} above the graph; the gap minus the sag is "
            f"nowhere below {least:.3g}."
        )

    def headline(self, r):
        weak = _weak(r.f, r.mu)
        worst, middle = np.argmax(r.sag - r.gap), len(WEIGHTS) // 2
        shown = worst if r.sag[worst] > r.gap[worst] + 1e-9 else middle
        return Claim(
            "even sagging",
            "Theorem 2.1",
            r.sag[shown],
            r.gap[shown],
            why_not=weak,
            words="A μ-strongly convex function stays below its chords, even if they sag by μ.",
        )

    def identities(self, r):
        bent = "" if r.f.convex else f"{r.f.name} is not convex"
        other = "" if r.f is functions.square else "another function"
        exact = r.alpha * (1 - r.alpha) * (r.u - r.v) ** 2
        return [
            Claim(
                "the chord is above the graph",
                "section 1",
                r.gap.min(),
                0,
                ">=",
                why_not=bent,
            ),
            Claim("w²: gap = α(1−α)(u−v)²", "Theorem 2.1", r.here, exact, "==", why_not=other),
        ]
