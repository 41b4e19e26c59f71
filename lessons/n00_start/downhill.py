"""The figure `downhill`."""

import numpy as np

from helpers import plots
from helpers.descent import optim
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider, step_size

EDGE, TOP = 4.0, 8.5  # what the picture shows of the slope
PLACES = np.linspace(-EDGE, EDGE, 161)
LOWEST = 1e-5  # the floor of the right panel; lower heights fall out of it


class Downhill(Figure):
    """Steps down a slope, each as long as the step size times the slope."""

    guess = Guess(
        "With step size η = 0.1 you creep down. What happens with steps 21 times as long, η = 2.1?",
        {
            "you arrive 21 times sooner": "Up to η = 1 longer steps are faster. Then something "
            "else happens: walk through the story.",
            "you jump across, and still get down": "That is what η = 1.7 does. Try step 4.",
            "you climb out of the bowl": "Each jump ends a little higher than it began, on the "
            "other side. The edge is at η = 2.",
        },
        answer="you climb out of the bowl",
    )

    play = "T"
    veiled = (1,)
    story = """
small steps
    Safe, and slow: each step goes a tenth of the way to the bottom.
longer | eta=0.5
    Half of the way each time. The line on the right is straight.
just right | eta=1
    A step of 1/β lands at the bottom, and stays there.
too far | eta=1.7
    Every step jumps across, and still it gets down.
on the edge | eta=2
    Twice the right step: to and fro, for ever.
out | eta=2.1
    A little more, and each jump ends higher up.
steeper | eta=1.05, beta=2
    A slope twice as steep: half the step size has the same effect.
"""
    sees = {
        "small steps": lambda r: np.allclose(r.w[1:], 0.9 * r.w[:-1]),
        "longer": lambda r: np.allclose(r.w[1:], r.w[:-1] / 2),
        "just right": lambda r: r.eta == 1 / r.beta and not r.w[1:].any(),
        "too far": lambda r: np.all(r.w[1:] * r.w[:-1] < 0) and np.all(np.diff(r.height) < 0),
        "on the edge": lambda r: np.ptp(r.height) == 0 and np.all(r.w[1:] == -r.w[:-1]),
        "out": lambda r: np.all(np.diff(r.height) > 0) and r.beta == 1,
        "steeper": lambda r: r.beta == 2 and abs(r.factor - 1.1**2) < 1e-9,
    }
    handles = [
        Handle("drag the start", at=lambda r: r.begin, to=lambda r, x, y: dict(start=x)),
    ]
    notes = """Ask for hands: who thinks twice the step is twice as fast? Press the steps one after
    the other, and stop at "on the edge" before the last but one."""
    widths = (3, 2)
    panels = (
        axes("where you are, $w$", (-EDGE, EDGE), "height $f(w)$", (-0.4, TOP)),
        axes("step $t$", (0, 30), "height", (LOWEST, 1e3)),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.1, 0.05, 2.5),
            T=int_slider("steps T", 20, 1, 30),
            beta=slider("steepness β", 1, 0.5, 2, 0.1),
            start=slider("start w", 3, -EDGE, EDGE, 0.1),
        )

    @staticmethod
    def compute(eta, T, beta, start):
        """Walk T steps down f(w) = β w²/2, whose slope is β w."""
        run = optim.gradient_descent(lambda w: beta * w, start, eta, T)
        w = run.w[:, 0]
        height = beta * w**2 / 2
        return dict(w=w, height=height, begin=(start, height[0]), factor=(1 - eta * beta) ** 2)

    def picture(self, left, right):
        slope = plots.curves(left.ax, ["the slope"], color=plots.TRUTH)
        left.add(slope, shows=lambda r: (PLACES, r.beta * PLACES**2 / 2))
        hops = dict(lw=1.3, marker="o", ms=6)
        left.curve("your steps", plots.FIT, shows=lambda r: (r.w, r.height), **hops)
        left.star(label="you are here", shows=lambda r: (r.w[-1], r.height[-1]))

        falls = dict(log="y", marker="o", ms=4)
        right.curve("height after $t$ steps", plots.FIT, shows=fall, **falls)

    def caption(self, r):
        if r.start == 0:
            return "You start at the bottom: there is no slope, so no step."
        if r.eta * r.beta == 2:
            return "Each step lands on the other side, exactly as high."
        if r.height[-1] > r.height[0]:
            return f"You have climbed: each step multiplies the height by {r.factor:.3g}."
        left = r.height[-1] / r.height[0]
        return f"After {r.T} steps {left:.2g} of the height is left."

    def numbers(self, r):
        return (
            f"from height {r.height[0]:.3g} to {r.height[-1]:.3g} in {r.T} steps; each step "
            f"multiplies the height by {r.factor:.3g}."
        )

    def headline(self, r):
        at_rest = "" if r.height[-2] > 1e-12 else "the bottom is reached: no step is taken there"
        return Claim(
            "the last step multiplied the height by (1 − ηβ)²",
            "Fact 0.1",
            r.height[-1] / r.height[-2] if not at_rest else 0,
            r.factor,
            "==",
            why_not=at_rest,
            words="Each step multiplies the height by (1 − ηβ)²: it falls exactly while η < 2/β.",
        )

    def identities(self, r):
        gentle = "" if r.eta * r.beta <= 1 else "the step is over 1/β"
        return [
            Claim(
                "at most exp(−2ηβT) of the height is left",
                "Fact 0.1",
                r.height[-1],
                r.height[0] * np.exp(-2 * r.eta * r.beta * r.T),
                why_not=gentle,
            ),
            Claim(
                "the height falls exactly if η is under 2/β",
                "Fact 0.1",
                float(r.height[1] < r.height[0]),
                float(r.eta * r.beta < 2),
                "==",
                why_not="" if r.start else "it starts at the bottom",
            ),
        ]


def fall(r):
    """The height after each step; 0 stands far below the panel."""
    return np.arange(len(r.w)), np.maximum(r.height, 1e-99)
