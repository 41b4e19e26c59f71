"""One weight: supporting lines."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, regularisation, slider
from helpers.online import mirror
from lessons.n21_mirror_descent.world import WELLS, minus

SIDE = 1.6
PLACES = np.linspace(-SIDE, SIDE, 161)
WIDE, FINE = np.linspace(-4, 4, 1601), np.linspace(-4, 4, 16001)
SLOPES = np.linspace(-9, 9, 361)


def tilted(r, y):
    """The slope at which the supporting line passes the right edge at height y."""
    return float(np.interp(y, SIDE * r.lam * SLOPES - r.stars, r.lam * SLOPES))


class Slope(Figure):
    """A function, the highest line of a given slope below it, and the gap between the two."""

    guess = Guess(
        r"The function is $\psi(w) = \frac12w^2$. Tilt the line from slope 0 to slope 1.5. How "
        "does the depth at which it meets the axis grow?",
        {
            "in proportion to the slope": "The touching point moves outwards as well: twice the "
            "slope, four times the depth.",
            "like a parabola": "The depth is ½θ²: the same function of θ as ψ is of w.",
            "not at all, and then suddenly": "That is what a corner does: step 6.",
        },
        answer="like a parabola",
    )

    size = (10, 4.6)
    veiled = (1,)
    story = """
a line leans on a bowl
    The line of slope θ is pushed up until it touches ψ. Where it meets the dotted vertical axis
    stands −ψ*(θ). Green dashes: how high such lines reach, here up to ψ.
steeper | theta=1.4
    Tilt it by its right end: it touches farther right and meets the axis lower, so ψ* grows.
    Right: the slope of ψ* is where the line touches.
the gap | w=-1
    The red gap at w is the Bregman divergence: how far ψ is above its tangent. Drag the star to
    the blue dot: the gap shrinks to 0.
entropy | kind="entropy of two experts", theta=1.5, w=0
    Now w is the weight of one expert minus that of another. The walls become vertical at ±1, so
    the line touches inside, whatever its slope: no expert is ever given up.
strong regularisation | lam=4
    λ = 4, a steeper bowl: the same slope touches nearer to 0. λ is 1/η: short steps.
a corner | kind="|w| on [−1, 1]"
    |w| has many lines through its corner: for all slopes from −λ to λ the touching point stays
    at 0, and ψ* is flat.
two wells | kind="two wells (w² − 1)²/2", theta=0.3, w=0
    No line from below reaches the hump. Applied twice, the conjugate gives the green dashes,
    the largest convex function below ψ.
"""
    handles = [
        Handle(
            "tilt the line",
            at=lambda r: (SIDE, float(np.clip(SIDE * r.theta - r.star_, -1.85, 1.95))),
            to=lambda r, x, y: dict(theta=tilted(r, y)),
        ),
        Handle(
            "move w",
            at=lambda r: (r.w, float(np.clip(r.psi, -1.85, 1.95))),
            to=lambda r, x, y: dict(w=x),
        ),
        Handle(
            "choose the slope",
            at=lambda r: (r.theta, r.star_),
            to=lambda r, x, y: dict(theta=x),
            panel=1,
        ),
    ]
    notes = """Tilt slowly and let the class call out the intercept: they draw ψ* by ear. The red
    gap is both the slack of Fenchel–Young and the Bregman divergence from the touching point; say
    it once here and the proof of Theorem 21.5 is a picture."""
    widths = [1.35, 1]
    panels = (
        axes("w", (-SIDE - 0.05, SIDE + 0.05), "height", (-1.9, 2)),
        axes("slope θ", (-1.55, 1.55), "ψ*(θ)", (-0.08, 1.85)),
    )

    def sliders(self):
        return dict(
            kind=choice("function ψ", "quadratic w²/2", list(WELLS)),
            theta=slider("slope θ", 0.7, -1.5, 1.5, 0.02),
            w=slider("point w", -0.5, -1, 1, 0.02),
            lam=regularisation(1, 0.7, 4),
        )

    @staticmethod
    def compute(kind, theta, w, lam):
        """The supporting line by brute force on a grid, and what theory says of it."""
        value, grad, closed = WELLS[kind]
        psi = lam * value(PLACES)
        stars, twice = conjugates(kind, lam)
        fine = lam * value(FINE)
        star_, touch = mirror.conjugate_on_grid(fine, FINE, theta)
        around, near = mirror.conjugate_on_grid(fine, FINE, theta + np.array([-0.01, 0.01]))
        here, at_touch = lam * float(value(np.array(w))), lam * float(value(np.array(touch)))
        slopes = np.linspace(-1.5, 1.5, 121)
        return dict(
            graph=psi,
            psi=here,
            star_=float(star_),
            touch=float(touch),
            stars=stars,
            twice=twice,
            slopes=slopes,
            dual=np.interp(slopes, lam * SLOPES, stars),
            gap=here + float(star_) - w * theta,
            bregman=here - at_touch - lam * float(grad(touch)) * (w - float(touch)),
            clear=float(np.min(psi - theta * PLACES) + star_),
            steep=float(np.diff(around)[0] / 0.02),
            formula=None if closed is None else lam * float(closed(theta / lam)),
            over=float(np.max(twice - psi)),
            under=float(np.max(np.where(np.isfinite(psi), psi, twice) - twice)),
            jump=float(near[1] - near[0]),
        )

    def picture(self, left, right):
        left.ax.axvline(0, color=plots.BOUND, ls=":", lw=1.2)
        psi = plots.curves(left.ax, ["ψ"], color=plots.TRUTH)
        line = plots.curves(left.ax, ["line of slope θ"], color=plots.FIT)
        twice = plots.curves(left.ax, ["all lines, ψ**"], color=plots.GREEN, ls="--", lw=2.6)
        gap = plots.curves(left.ax, ["gap"], color=plots.RED, lw=4)

        touch = plots.mark(left.ax, marker="o", colour=plots.FIT, size=8)
        foot = plots.mark(left.ax, marker="s", colour=plots.FIT, size=8)
        dual = plots.curves(right.ax, ["ψ*"], color=plots.FIT)

        point, here = plots.star(left.ax), plots.star(right.ax)
        ends = np.array([-SIDE, SIDE])
        left.add(psi, shows=lambda r: (PLACES, r.graph))
        left.add(twice, shows=lambda r: (PLACES, np.where(np.isfinite(r.graph), r.twice, np.nan)))
        left.add(line, shows=lambda r: (ends, r.theta * ends - r.star_))
        left.add(gap, shows=lambda r: (np.array([r.w, r.w]), np.array([r.psi - r.gap, r.psi])))
        left.add(touch, shows=lambda r: (r.touch, r.theta * r.touch - r.star_))
        left.add(foot, shows=lambda r: (0, -r.star_))
        right.add(dual, shows=lambda r: (r.slopes, r.dual))
        left.add(point, shows=lambda r: (r.w, r.psi))
        left.add(here, shows=lambda r: (r.theta, r.star_))

    def caption(self, r):
        return (
            f"The line of slope {minus(r.theta)} meets the axis at {minus(-r.star_, 3)}, the blue "
            f"square. The red gap at w is {max(r.gap, 0):.2f}."
        )

    def numbers(self, r):
        return (
            f"the line touches at w = {r.touch:.3g}, the conjugate is {r.star_:.3g}, the gap at w "
            f"is {max(r.gap, 0):.3g}, λ = {r.lam:.3g}."
        )

    def headline(self, r):
        return Claim(
            "Fenchel–Young",
            "Theorem 21.3",
            measured=r.w * r.theta,
            bound=r.psi + r.star_,
            tol=1e-5,
            words="wθ is never more than ψ(w) + ψ*(θ): the line stays below ψ.",
        )

    def identities(self, r):
        return [
            Claim("the line is nowhere above ψ", "section 3", r.clear, 0, ">=", tol=1e-6),
            Claim(
                "the slope of ψ* is where the line touches",
                "Theorem 21.3",
                r.steep,
                r.touch,
                "==",
                tol=0.02,
                why_not="the touching point jumps here" * (r.jump > 0.1),
            ),
            Claim(
                "the gap is the Bregman divergence",
                "section 3",
                r.gap,
                r.bregman,
                "==",
                tol=0.01,
                why_not="ψ has no tangent at a corner or an end" * ("|" in r.kind),
            ),
            *about_conjugates(r, "two wells" in r.kind),
        ]


@lru_cache(64)
def conjugates(kind, lam):
    """psi* at lam SLOPES and psi** at PLACES, both by brute force."""
    values = lam * WELLS[kind][0](WIDE)
    star_, _ = mirror.conjugate_on_grid(values, WIDE, lam * SLOPES)
    return star_, mirror.conjugate_on_grid(star_, lam * SLOPES, PLACES)[0]


def about_conjugates(r, two):
    """Claims about ψ* and ψ**; `two` wells are not convex."""
    formula = r.star_ if r.formula is None else r.formula
    closed = Claim("closed form, with λψ*(θ/λ)", "Theorem 21.3", r.star_, formula, "==", 1e-4)
    same = Claim("ψ** = ψ", "Theorem 21.3", r.under, 0, "==", 2e-3)
    return [
        replace(closed, why_not="two wells have no simple one" * two),
        Claim("ψ** is below ψ", "Theorem 21.3", r.over, 0, tol=1e-6),
        replace(same, why_not="two wells are not convex" * two),
    ]
