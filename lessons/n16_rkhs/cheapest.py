"""Cheapest: four curves through five points, and what each price list charges for them."""

import numpy as np

from helpers import plots
from helpers.kernels import rkhs
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    bandwidth,
    choice,
    points,
    slider,
    toggle,
)
from lessons.n14_kernel_trick.world import short, within
from lessons.n16_rkhs.world import (
    CURVES,
    FIVE,
    GAP,
    GRID,
    charged,
    detoured,
    here,
    inside,
    moved,
    told,
)

YOURS = plots.BLACK  # what the reader draws
LISTS = {
    "slope: 1 + min(x, z)": "slope",
    "bending: spline kernel": "bend",
    "size and slope: Laplace": "Laplace",
    "Gaussian": "Gaussian",
}


TOP = 3.0  # the highest bar, in units of the cheapest


class Cheapest(Figure):
    """Four curves through five points, and their prices by one list."""

    guess = Guess(
        "Four curves through five points. A curve pays for its slope: the integral of $f'^2$, and "
        "$f(0)^2$ for where it starts. Nothing else is charged. Which of the four is cheapest?",
        {
            "the polygon": "A given rise is cheapest if it is spread evenly. Corners cost nothing: "
            "only slope is charged.",
            "the spline: bends least": "It overshoots, and pays for it: 30, the cheapest 18.",
            "the sagging curve: stays low": "Low is not charged. It is steep at the points: 32.",
            "the bells: no corners": "Corners are free here. The bells cost 23, not 18.",
        },
        answer="the polygon",
    )

    size = (10, 4.4)
    veiled = (1,)
    more = ("places", "x", "height")
    story = """
pay for slope
    The list charges for slope, and for f(0)². Straight pieces are cheapest: the polygon.
pay for bending | kernel="bending: spline kernel"
    Now bending is charged, and slope only at 0. A kink is infinite bending: polygon and sagging
    curve cost ∞. The spline wins.
pay for size, too | kernel="size and slope: Laplace"
    Laplace’s list charges for being away from 0 as well: the cheapest curve sags between the
    points.
the strictest list | kernel="Gaussian", yours=True
    By the Gaussian’s list polygon, spline and sagging curve cost ∞. Black is yours: it goes
    through the star, and is finite, because it is made of bells, too.
a wider bell | kernel="Gaussian", bandwidth=0.5, yours=True
    At ℓ = 0.5 the same five points cost some 700 times as much as at ℓ = 0.1: wide bells hate
    quick ups and downs. Black, yours, is dearer still.
your own curve | yours=True
    Black is the cheapest curve that also goes through the star. Drag the star: can you beat the
    polygon?
"""
    handles = [
        *(moved(i) for i in range(5)),
        Handle(
            "your curve goes through here",
            at=lambda r: (r.x, r.height) if r.yours else None,
            to=lambda r, x, y: dict(x=x, height=y),
        ),
    ]
    notes = """Before the veil goes, let the class vote for a curve. Then walk the lists: each makes
    another curve the winner. End with the star: everybody tries to get below the winner, and
    nobody can. Pythagoras says by how much they fail."""
    widths = [1.5, 1]
    panels = (
        axes("$x$", (-0.01, 1.01), "$f(x)$", (-0.55, 2.05)),
        axes("curve", (-0.6, 4.6), "price / cheapest, cut at 3", (0, TOP + 0.35)),
    )

    def sliders(self):
        return dict(
            kernel=choice("price list", "slope: 1 + min(x, z)", LISTS),
            bandwidth=bandwidth(0.1, 0.05, 0.5),
            yours=toggle("draw your own curve"),
            places=apart(within(points("points", FIVE), (0, 1), (-0.5, 2))),
            x=slider("place of the star x", 0.61, 0.0, 1.0),
            height=slider("height of the star y", 1.4, -0.5, 2),
        )

    @staticmethod
    def compute(kernel, bandwidth, yours, places, x, height):
        """For each list the cheapest curve through the points, and its price by the chosen list."""
        xs, ys = places[np.argsort(places[:, 0])].T
        rule, drawn, prices = rkhs.nodes(xs), [], {}
        for own in CURVES:
            K = rkhs.shape(own, xs, xs, bandwidth)[0]
            alpha = rkhs.coefficients(K, ys)
            drawn.append(rkhs.shape(own, GRID, xs, bandwidth)[0] @ alpha)
            curve = rkhs.curve(own, xs, alpha, bandwidth, rule)
            norm2 = rkhs.price(alpha, K)
            prices[own] = charged(own, curve, kernel, bandwidth, norm2)
            if own == kernel:
                least, integral = norm2, prices[own]
        new = x if np.abs(xs - x).min() > 0.01 else np.nan  # on a point there is no choice
        mine = dict(own=None, detour=np.nan, mine=np.inf)
        if np.isfinite(new):
            mine = detoured(kernel, bandwidth, xs, ys, new, height)
        return dict(
            drawn=drawn,
            prices=prices,
            least=least,
            integral=integral,
            polygon=float(np.abs(drawn[0] - np.interp(GRID, xs, ys))[inside(xs)].max()),
            **mine,
        )

    def picture(self, left, right):
        left.ax.axhline(0, color="0.8", lw=1)
        lines = [
            plots.curves(left.ax, [name], color=colour, ls=ls, lw=2.2)
            for name, colour, ls in CURVES.values()
        ]
        own = plots.curves(left.ax, ["yours"], color=YOURS, lw=1.6)

        dots = plots.points(left.ax, [None], legend=None, size=80, zorder=4)
        dots(None)[0].set(color=plots.TRAIN, mec="black")
        star = here(left.ax)
        names = [name for name, _, _ in CURVES.values()]
        right.ax.set_xticks(range(5), [*names, "yours"], rotation=20)

        colours = [colour for _, colour, _ in CURVES.values()]
        bars = [plots.bars(right.ax, 1, None, c, [i]) for i, c in enumerate([*colours, YOURS])]
        words = labels_on(right.ax, 5)

        def move(r):
            paid = [*r.prices.values(), r.mine if r.yours else np.nan]
            heights = [min(p / r.least, TOP) for p in paid]
            shown = [None if not r.yours else r.own]
            return (
                *(a for line, y in zip(lines, r.drawn) for a in line(GRID, y)),
                *own(GRID, *shown),
                *dots(r.places),
                *star(r.x if r.yours else np.nan, r.height),
                *(a for bar, h in zip(bars, heights) for a in bar([h])),
                *words(range(5), np.nan_to_num(heights), [told(p) for p in paid]),
            )

        left.add(move)

    def caption(self, r):
        winner = CURVES[r.kernel][0]
        says = f"By this list the cheapest curve is “{winner}”, at {short(r.least)}."
        if r.yours and np.isfinite(r.mine):
            return f"{says} Yours costs {short(r.mine)}."
        return says

    def numbers(self, r):
        paid = (f"{CURVES[own][0]} {told(price)}" for own, price in r.prices.items())
        mine = f"; the reader’s curve {told(r.mine)}" if r.yours else ""
        return f"prices of the curves: {', '.join(paid)}{mine}."

    def headline(self, r):
        others = [p for own, p in r.prices.items() if own != r.kernel]
        best = min([*others, r.mine if r.yours else np.inf])
        return Claim(
            "the best rival, in units of the cheapest curve",
            "Theorem 16.3",
            measured=best / r.least,
            bound=1.0,
            kind=">=",
            tol=1e-7,
            why_not="" if np.isfinite(best) else "every other curve here costs infinitely much",
            words="The kernel’s own curve, Σ αᵢk(xᵢ, ·) with Kα = y, is the cheapest through the "
            "points: the price of its best rival, divided by its own, is at least 1.",
        )

    def identities(self, r):
        whole = 1 if r.kernel == "Gaussian" else 0
        near = not np.isfinite(r.mine)
        return [
            Claim(
                "y′K⁻¹y is the integral of the list",
                "Theorem 16.1",
                r.integral / r.least,
                1.0,
                "==",
                1e-7,
                "the Gaussian’s list is no such integral" * whole,
            ),
            Claim(
                "a detour costs what Pythagoras says",
                "Theorem 16.3",
                r.mine / r.least - 1,
                r.detour / r.least,
                "==",
                1e-5,
                "the star stands on a point" * near,
            ),
            Claim("the curve of 1 + min is a polygon", "Theorem 16.1", r.polygon, 0, "==", 1e-8),
        ]


def labels_on(ax, count, size=11):
    """Words that can be put anywhere, centred above a place. move(xs, ys, words)."""
    box = dict(ha="center", va="bottom", fontsize=size)
    texts = [ax.text(0, 0, "", **box) for _ in range(count)]

    def move(xs, ys, words):
        for text, x, y, word in zip(texts, xs, ys, words, strict=True):
            text.set_position((x, y))
            text.set_text(word)
        return texts

    return move


def apart(control):
    """A `points` control that refuses points above each other."""
    inside = control.argument

    def checked(typed):
        found = inside(typed)
        if np.diff(np.sort(found[:, 0])).min() < GAP - 1e-9:
            raise ValueError("points must keep a distance of 0.04 along x")
        return found

    control.argument = checked
    return control
