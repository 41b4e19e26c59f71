"""The figure `fan`."""

import numpy as np

from helpers import plots
from helpers.learning import functions
from helpers.live import Claim, Figure, Guess, axes, choice, slider
from lessons.n02_convexity.world import WINDOW

FAR = np.r_[WINDOW, -1e6, 1e6]  # where a line must be below h to be called a subgradient
WIDE = np.r_[WINDOW, np.geomspace(2.7, 1e3, 40), -np.geomspace(2.7, 1e3, 40)]  # where it is tested


class Fan(Figure):
    """All lines that touch a graph from below at one point: its subgradients."""

    guess = Guess(
        "At the kink of $|w|$, how many straight lines through the point (0, 0) stay below the "
        "graph?",
        {
            "none": "Hold a ruler horizontally under the kink: it touches at 0 and stays below.",
            "one": "The horizontal one does; now tilt it a little. It still stays below.",
            "infinitely many": "Right: every slope from −1 to 1.",
        },
        answer="infinitely many",
    )

    veiled = (0, 1)
    more = ("k",)
    story = """
a kink
    Every line of the fan stays below. Yours, of slope ½, too.
slope 1.01 | g=1.01
    A hundredth too steep: right of 0 the line is above the graph.
no kink | w=1, g=1
    Off the kink the fan closes: one line, the tangent.
two corners | k=1, g=-1.5
    A second corner at 1: the staircase has two risers, at 0 and at 1.
turned over | c=-1, g=0
    −|w|: no line through this point stays below.
a hill | f="hill −w²/2", w=0.5, g=-0.5
    Smooth, but no tangent stays below.
"""
    sees = {
        "a kink": lambda r: r.below >= -1e-9 and r.under >= -1e-9 and r.g == 0.5,
        "slope 1.01": lambda r: np.all((r.yours > r.graph)[WINDOW > 0]) and r.g == 1.01,
        "no kink": lambda r: np.ptp(r.of["h"]) < 1e-12 and r.w != 0 and r.g == r.of["h"][0],
        "two corners": lambda r: WINDOW[np.diff(r.stairs)[::2] > 1e-9].tolist() == [0, 1],
        "turned over": lambda r: r.c == -1 and np.isnan(r.below),
        "a hill": lambda r: r.f.name.startswith("hill") and np.isnan(r.below),
    }
    notes = """Hold a ruler under the kink and turn it. Then slope 1.01: ask where it crosses
    (at the kink itself). A hill: differentiable everywhere and without a subgradient anywhere.
    Below h means everywhere, not in the window only: add a kink to the hill and see."""
    widths = (3, 2)
    panels = (
        axes("$u$", (-2.6, 2.6), "$h(u)$", (-3, 4)),
        axes("$w$", (-2.6, 2.6), "slopes $g$", (-4.2, 4.2)),
    )

    def sliders(self):
        return dict(
            f=choice("function", "|w|", functions.KINKED),
            w=slider("point w", 0, -2, 2, 0.05),
            g=slider("slope g", 0.5, -4, 4, 0.01),
            c=slider("factor c", 1, -1, 2, 0.05),
            k=slider("kink at 1 k", 0, 0, 2, 0.05),
        )

    @staticmethod
    def compute(f, w, g, c, k):
        """Subgradients at w of h = c f + k|w - 1| and of its parts; the lines of the fan."""
        cf, corner = c * f, k * functions.absolute.of(1, -1)
        h = cf + corner
        of = {
            name: np.array(functions.subdifferential(part, w, FAR))
            for name, part in dict(h=h, f=f, cf=cf, corner=corner).items()
        }
        wide = h(w) + np.linspace(*of["h"], 9)[:, None] * (WIDE - w)
        stairs = functions.subdifferential(h, WINDOW, FAR)
        yours = h(w) + g * (WIDE - w)
        inside = slice(len(WINDOW))
        return dict(
            h=h,
            height=h(w),
            graph=h(WINDOW),
            yours=yours[inside],
            of=of,
            lines=wide[:, inside],
            below=(h(WIDE) - wide).min(),
            under=(h(WIDE) - yours).min(),
            seen=(h(WIDE) - yours)[inside].min(),
            stairs=np.ravel(stairs, order="F"),
        )

    def picture(self, left, right):
        left.bundle(9, "the fan", "0.6", 1.2, shows=lambda r: (WINDOW, r.lines))
        left.curve("graph of $h$", plots.TRUTH, shows=lambda r: (WINDOW, r.graph))
        left.curve("your line, slope $g$", plots.FIT, shows=lambda r: (WINDOW, r.yours))
        left.hand("move the point w", shows=lambda r: (r.w, r.height), w="x")
        left.note(
            y=0.97,
            shows=lambda r: "no line through this point stays below" if np.isnan(r.below) else "",
        )

        right.curve(
            "all subgradients $\\partial h(w)$",
            plots.TRUTH,
            shows=lambda r: (np.repeat(WINDOW, 2), r.stairs),
        )
        right.hand("choose w and the slope g", shows=lambda r: (r.w, r.g), w="x", g="y")

    def caption(self, r):
        if np.isnan(r.below):
            return "No line through this point stays below the graph."
        if r.under >= -1e-9:
            return f"Your line of slope {r.g:.3g} stays below: g is a subgradient."
        return f"Your line of slope {r.g:.3g} crosses the graph: g is no subgradient."

    def numbers(self, r):
        found = "no line"
        if not np.isnan(r.below):
            low, high = r.of["h"] + 0.0
            found = f"each line with a slope from {low:.3g} to {high:.3g}"
        over = max(-r.seen, 0.0) + 0.0
        return (
            f"{found} supports h at w; in the window the line of slope g is at worst {over:.3g} "
            f"above h."
        )

    def headline(self, r):
        sides = [r.h.left(r.w), r.h.right(r.w)]
        return Claim(
            "∂h = [h′(w−), h′(w+)]",
            "Theorem 2.4",
            np.abs(r.of["h"] - sides).max(),
            0,
            "==",
            why_not="" if r.h.convex else "h is not convex",
            words="The subgradients of a convex function fill the interval between its slopes "
            "from the left and from the right.",
        )

    def identities(self, r):
        bent = "" if r.h.convex else "h is not convex"
        none = "∂h is empty here" if np.isnan(r.below) else ""
        low, high = r.of["h"]
        out = "" if low - 1e-9 <= r.g <= high + 1e-9 else "g is not in ∂h"
        scaled = "" if r.c >= 0 and r.f.convex else "c < 0, or f is not convex"
        off_scaled = np.abs(r.of["cf"] - r.c * r.of["f"]).max()
        off_sum = np.abs(r.of["h"] - (r.of["cf"] + r.of["corner"])).max()
        return [
            Claim("the fan stays below h", "section 3", r.below, 0, ">=", why_not=none),
            Claim("so does your line", "section 3", r.under, 0, ">=", why_not=out),
            Claim("∂(cf) = c ∂f", "Theorem 2.4", off_scaled, 0, "==", why_not=scaled),
            Claim("∂h = ∂(cf) + ∂(k|w − 1|)", "Theorem 2.4", off_sum, 0, "==", why_not=bent),
        ]
