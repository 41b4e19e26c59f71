"""Losses."""

import numpy as np
from scipy import special

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, slider, temperature, toggle
from helpers.margins import multiclass

LEADS = np.linspace(-4, 4, 61)
SHIFTS = np.linspace(-3, 6, 181)
PAIRS = np.stack([np.zeros((61, 61)), *np.meshgrid(LEADS, LEADS)], axis=-1)


class Above(Figure):
    """The losses of one example with two rivals."""

    guess = Guess(
        "The own class wins: its best rival is 0.4 behind, the other one 1.5. What does the hinge "
        "charge?",
        {
            "0": "That is the 0–1 loss: the answer is right. The hinge wants a lead of 1.",
            "0.4": "That is the lead it has. Charged is the lead it lacks.",
            "0.6": "$1 + (-0.4)$: what is missing to a lead of 1 over the best rival.",
            "1.1": "The other rival, 1.5 behind, is far enough away and costs nothing.",
        },
        answer="0.6",
    )

    veiled = (0,)
    story = """
right, but close
    The answer is right, the lead is 0.4, and 0.6 is charged.
clear | u1=-2
    Both rivals are more than 1 behind: the hinge charges nothing.
wrong | u1=1
    A rival leads by 1: the 0–1 loss charges 1, the hinge 2. It lies above.
two rivals | u1=1.5, u2=1.5
    Only the worst rival counts for the hinge.
cold | tau=0.3
    At τ = 0.3 the softmax curve bends more sharply, near 0.
hot | tau=3
    At τ = 3 even a clear lead costs something.
as printed | printed=True, u1=-2, u2=-3
    With the 0–1 loss turned round, as one of the notes prints it, a clear lead costs 1.
"""
    sees = {
        "right, but close": lambda r: (
            r.error == 0 and np.allclose([r.now, max(r.u1, r.u2)], [0.6, -0.4])
        ),
        "clear": lambda r: not r.printed and r.now == 0,
        "wrong": lambda r: (r.error, r.now) == (1, 2),
        "two rivals": lambda r: np.isclose(r.now, 1 + max(r.u1, r.u2)) and r.u1 == r.u2,
        "cold": lambda r: sharpest(r) > 1.5,
        "hot": lambda r: r.bits > r.error and r.soft[150] > 0.3,
        "as printed": lambda r: r.error == 0 and max(r.u1, r.u2) <= -1 and r.now == 1,
    }
    handles = [
        Handle(
            "move both rivals",
            at=lambda r: (r.u1, r.u2),
            to=lambda r, x, y: dict(u1=x, u2=y),
            panel=1,
        )
    ]
    notes = """Drag the star along the dashed line, where the 0–1 loss jumps: the hinge is 1 on its
    border and never lower on the wrong side. Then heat and cool the softmax. With the 0–1 loss as
    printed the hinge is never under 1, so it is above the 0–1 loss for a worthless reason: what
    fails is that a clear lead costs nothing."""
    widths = (3, 2)
    panels = (
        axes("added to the own score", (-3, 6), "loss", (-0.1, 6)),
        axes(
            "lead $u_1$ of rival 1",
            (-4, 4),
            "lead $u_2$ of rival 2",
            (-4, 4),
            title="hinge; dashed: the 0–1 loss jumps",
        ),
    )

    def sliders(self):
        return dict(
            u1=slider("lead of rival 1 u₁", -0.4, -3.5, 3.5, 0.05),
            u2=slider("lead of rival 2 u₂", -1.5, -3.5, 3.5, 0.05),
            tau=temperature(1, 0.1, 10),
            printed=toggle("0–1 loss as printed"),
        )

    @staticmethod
    def compute(u1, u2, tau, printed):
        """Losses at the star, along a lift of the own score, and the hinge over both leads."""
        s = np.array([0.0, u1, u2])
        wrong, hinge, soft = three_losses(s + np.outer(SHIFTS, [1, 0, 0]), tau, printed)
        error, now, bits = three_losses(s, tau, printed)
        return dict(
            s=s,
            zero_one=wrong,
            hinge=hinge,
            soft=soft,
            error=float(error),
            now=float(now),
            bits=float(bits),
            map=three_losses(PAIRS, tau, printed)[1],
        )

    def picture(self, left, right):
        left.curve("0–1", plots.TRUTH, shows=lambda r: (SHIFTS, r.zero_one), lw=2)
        left.curve("hinge", plots.FIT, shows=lambda r: (SHIFTS, r.hinge), lw=2.6)
        soft = "softmax/($\\tau$ ln 2)"
        left.curve(soft, plots.ORANGE, shows=lambda r: (SHIFTS, r.soft), lw=2, ls="-.")
        left.star(shows=lambda r: (0, min(r.now, 5.9)))

        right.heatmap((-4, 4, -4, 4), 0, 5, bar="loss", shows=lambda r: r.map)
        (jump,) = right.ax.plot([-4, 0, 0], [0, 0, -4], color="white", lw=2, ls="--")
        right.add(lambda r: (jump,))
        right.star(shows=lambda r: (r.u1, r.u2))

    def caption(self, r):
        word, name = "wrong" if r.error else "right", "hinge as printed" * r.printed or "hinge"
        return f"The answer is {word}; the {name} charges {r.now:.3g}, the softmax {r.bits:.3g}."

    def numbers(self, r):
        return (
            f"the example is {'wrong' if r.error else 'right'}, 0–1 loss {r.error:.0f}; "
            f"hinge{' as printed' * r.printed} {r.now:.3g}, softmax/(τ ln 2) {r.bits:.3g}."
        )

    def headline(self, r):
        return Claim(
            "0–1 loss ≤ hinge",
            "Theorem 12.3",
            r.error,
            r.now,
            words="The hinge is never below the 0–1 loss.",
        )

    def identities(self, r):
        worst, three = max(r.u1, r.u2), "Theorem 12.3"
        kink = "a kink" * bool(abs(r.u1 - r.u2) < 1e-3 or abs(worst + 1) < 1e-3)
        turned, fine = "turned round" * r.printed, "as it should be" * (not r.printed)
        steep = np.linalg.norm(slopes(lambda s: multiclass.hinge(s, np.zeros(3, int)), r.s))
        own = slopes(lambda s: multiclass.soft_hinge(s, np.zeros(3, int), r.tau, 0.0), r.s)[0]
        p, ends = special.softmax(r.s / r.tau), (r.hinge[0] + r.hinge[120]) / 2
        idle = turned or kink or "the hinge is 0 here" * bool(worst < -1)
        return [
            Claim(
                "hinge = max(0, 1 + worst lead)",
                three,
                r.now,
                max(0, 1 + worst),
                "==",
                why_not=turned,
            ),
            Claim("slope of the hinge = √2", three, steep, 2**0.5, "==", 1e-6, idle),
            Claim("convex: hinge ≤ mean at ±3", three, r.now, ends),
            Claim("0–1 loss ≤ softmax/(τ ln 2)", three, r.error, r.bits),
            Claim("slope of the softmax = 1 − p", "section 5", -own, 1 - p[0], "==", 1e-6),
            Claim("as printed: least value", "section 3", r.map.min(), 1, "==", why_not=fine),
        ]


def three_losses(S, tau, printed=False):
    """0–1 loss, hinge, softmax loss in bits of scores S (..., 3) whose own class is 0."""
    y = np.zeros(S.shape[:-1], dtype=int)
    tall = multiclass.hinge_as_printed if printed else multiclass.hinge
    bits = multiclass.soft_hinge(S, y, tau, 0.0) / (tau * np.log(2))
    return multiclass.zero_one(S, y), tall(S, y), bits


def sharpest(r):
    """The largest second difference of the softmax curve, over the square of its spacing."""
    return np.diff(r.soft, 2).max() / (SHIFTS[1] - SHIFTS[0]) ** 2


def slopes(loss, s, h=1e-5):
    """The gradient of a loss at scores s (3,), by differences."""
    return (loss(s + h * np.eye(3)) - loss(s - h * np.eye(3))) / (2 * h)
