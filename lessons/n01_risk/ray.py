"""The figure `ray`."""

import numpy as np

from helpers import losses, plots
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    choice,
    int_slider,
    log_slider,
    regularisation,
)
from lessons.n01_risk import risk

SCALES = np.linspace(0, 2, 201)
LENGTHS = np.geomspace(1e-4, 10, 400)
RAY_X, RAY_Y = risk.half_planes(40, 0.15, np.random.default_rng(7))
RULES = {"m ≤ 0": losses.zero_one, "m < 0": risk.printed_zero_one}


class Ray(Figure):
    """The 0-1 loss with a ridge penalty on a ray: an infimum, and no minimum."""

    guess = Guess(
        r"The ray makes 20 % mistakes and $\lambda = 0.3$: for $c > 0$ the cost is $0.2 + "
        r"0.3\,c^2$. Which length $c \ge 0$ is best?",
        {
            "some c between 0 and 1": "Half of that c makes the same mistakes and costs less.",
            "c = 0": "At $c = 0$ every score is 0. A score of 0 has no sign: every example is a "
            "mistake, and the cost jumps to 1.",
            "none": "Right: half of every c is cheaper, and $c = 0$ is not.",
        },
        answer="none",
    )

    veiled = (1,)
    more = ("rule",)
    story = """
your bid
    The star is your bid, c = 1. Who bids less?
half | c=0.5
    Half the length, and cheaper. Bid again.
nearly 0 | c=0.001
    Cheaper than both bids so far; and its half is cheaper still.
a bad direction | angle=200
    Most examples are wrong here: the hinge has its minimum at w = 0.
best direction | angle=58
    The same on the best ray of all: no lowest point.
if 0 were right | rule="m < 0"
    If a score of 0 were no mistake, the useless w = 0 would win.
"""
    notes = """Let them bid: somebody says 0.1, the next 0.01. Every bid is beaten by its half. At
    c = 0 the value jumps to 1. So inf F exists and min F does not: the argmin is empty. Press "if
    0 were right", the rule that the notes print in Example 36: now there is a minimiser, the
    useless w = 0."""
    sees = {
        "your bid": lambda r: r.c == 1 and r.half < r.here[1],
        "half": lambda r: r.c == 0.5 and r.half < r.here[1] < r.err + r.lam,
        "nearly 0": lambda r: r.half < r.here[1] < r.err + 1e-5,
        "a bad direction": lambda r: r.err > 0.5 and r.best[0] == 0,
        "best direction": lambda r: r.err == fewest() and r.half < r.here[1] < r.jump,
        "if 0 were right": lambda r: r.jump == 0 < r.err,
    }
    handles = [
        Handle("make a bid", at=lambda r: r.here, to=lambda r, x, y: dict(c=max(x, 1e-4))),
        Handle(
            "make a bid",
            at=lambda r: (r.c, r.here_gap) if r.here_gap > 0 else None,
            to=lambda r, x, y: dict(c=x),
            panel=1,
        ),
    ]
    widths = (3, 2)
    panels = (
        axes(
            "length $c$ of $w = c\\,u$",
            (-0.06, 2),
            "mean loss $+\\ \\lambda\\|w\\|^2$",
            (-0.04, 2.2),
        ),
        axes("length $c$", (1e-4, 2), "above the infimum", (1e-11, 20)),
    )

    def sliders(self):
        return dict(
            c=log_slider("length c", 1, 0.0001, 2),
            lam=regularisation(0.3, 0.01, 3),
            angle=int_slider("direction of u in degrees φ", 80, 0, 359),
            rule=choice("a mistake is", "m ≤ 0", RULES),
        )

    @staticmethod
    def compute(c, lam, angle, rule):
        """Mean loss + lam c^2 at w = c u, for the 0-1 loss (F) and for the hinge (H)."""
        u = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        margins = RAY_Y * (RAY_X @ u)

        def F(t):
            return risk.on_ray(rule, margins, lam, t)

        def H(t):
            return risk.on_ray(losses.hinge, margins, lam, t)

        err, jump = risk.ray_infimum(margins), F(0)
        c_hinge = risk.ray_minimum(losses.hinge, margins, lam)
        infimum = min(err, jump)
        return dict(
            count=np.where(SCALES > 0, F(SCALES), np.nan),
            hinge=H(SCALES),
            err=err,
            jump=jump,
            best=(c_hinge, H(c_hinge)),
            here=(c, F(c)),
            half=F(c / 2),
            gaps=(F(LENGTHS) - infimum, np.maximum(H(LENGTHS) - H(c_hinge), 1e-6)),
            here_gap=F(c) - infimum,
            hinge_on_grid=H(LENGTHS),
        )

    def picture(self, left, right):
        left.curve("0-1 loss", plots.BLUE, shows=lambda r: (SCALES, r.count))
        left.curve("hinge", plots.RED, shows=lambda r: (SCALES, r.hinge), ls="--")
        left.mark("limit at 0", "o", "white", 9, shows=lambda r: (0, r.err))
        left.mark("value at 0", "o", plots.BLUE, 9, shows=lambda r: (0, r.jump))
        left.mark("minimum", "D", plots.RED, 8, shows=lambda r: r.best)
        left.star(16, shows=lambda r: r.here)

        right.curves(
            [""], log="xy", legend=None, color=plots.BLUE, shows=lambda r: (LENGTHS, r.gaps[0])
        )
        right.curves(
            [""], legend=None, color=plots.RED, ls="--", shows=lambda r: (LENGTHS, r.gaps[1])
        )
        right.star(16, shows=lambda r: (r.c, r.here_gap))

    def caption(self, r):
        if r.jump == 0:
            return (
                f"By this rule w = 0 makes no mistake and costs 0; your bid costs {r.here[1]:.3g}."
            )
        return f"Your bid costs {r.here[1]:.4g}, half of it {r.half:.4g}; the limit is {r.err:.3g}."

    def numbers(self, r):
        return (
            f"u makes {r.err:.1%} mistakes; F is {r.here[1]:.4g} at c, {r.half:.4g} at c/2, tends "
            f"to {r.err:.4g} as c → 0, and is {r.jump:.0f} at w = 0; the hinge has its minimum "
            f"{r.best[1]:.3g} at c = {r.best[0]:.3g}."
        )

    def headline(self, r):
        printed = "" if r.jump else "with a score of 0 counted as right, w = 0 is the minimum"
        return Claim(
            "half the length is better by ¾λc²",
            "Theorem 1.6",
            r.here[1] - r.half,
            0.75 * r.lam * r.c**2,
            "==",
            1e-12,
            why_not=printed,
            words="Half of w is always better, by ¾λ‖w‖², and w = 0 is not: there is no minimum.",
        )

    def identities(self, r):
        printed = "" if r.jump else "with a score of 0 counted as right, w = 0 makes no mistake"
        lowest = r.hinge_on_grid.min()
        return [
            Claim(
                "w = 0 costs more than the limit",
                "Theorem 1.6",
                r.jump,
                r.err,
                ">=",
                why_not=printed,
            ),
            Claim("hinge: no c of a grid is lower", "section 5", lowest, r.best[1], ">="),
        ]


def fewest():
    """The least share of mistakes of all directions, on the examples of the figure."""
    return risk.best_direction(RAY_X, RAY_Y)[1]
