"""The figure `downhill`."""

import numpy as np

from helpers import plots
from helpers.descent import optim
from helpers.live import Claim, Figure, Handle, Step, int_slider, slider, step_size

EDGE, TOP = 4.0, 8.5  # what the picture shows of the slope


PLACES = np.linspace(-EDGE, EDGE, 161)


LOWEST = 1e-5  # the floor of the right panel; lower heights fall out of it


class Downhill(Figure):
    """Steps down a slope, each as long as the step size times the slope."""

    play = "T"
    veiled = (1,)
    story = [
        Step("small steps", "Safe, and slow: each step takes a tenth of the way."),
        Step("longer", "Half of the way each time. The line on the right is straight.", eta=0.5),
        Step("just right", "A step of 1/β lands at the bottom, and stays there.", eta=1),
        Step("too far", "Every step jumps across, and still it gets down.", eta=1.7),
        Step("on the edge", "Twice the right step: to and fro, for ever.", eta=2),
        Step("out", "A little more, and each jump ends higher up.", eta=2.1),
        Step("steeper", "The same steps on a slope twice as steep.", eta=1.05, beta=2),
    ]
    handles = [
        Handle("drag the start", at=lambda r: r.begin, to=lambda r, x, y: dict(start=x)),
    ]
    notes = """Ask for hands: who thinks twice the step is twice as fast? Press the steps one after
    the other, and stop at "on the edge" before the last but one."""

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

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-EDGE, EDGE), ylim=(-0.4, TOP), xlabel="where you are, $w$")
        left.set(ylabel="height $f(w)$")
        right.set(xlim=(0, 30), ylim=(LOWEST, 1e3), xlabel="step $t$", ylabel="height")
        slope = plots.curves(left, ["the slope"], color=plots.TRUTH)
        hops = plots.curves(left, ["your steps"], color=plots.FIT, lw=1.3, marker="o", ms=6)
        here = plots.star(left, label="you are here")
        plots.legend_above(left)
        fall = plots.curves(
            right, ["height after $t$ steps"], log="y", color=plots.FIT, marker="o", ms=4
        )
        plots.legend_above(right)

        def move(r):
            return (
                *slope(PLACES, r.beta * PLACES**2 / 2),
                *hops(r.w, r.height),
                *here(r.w[-1], r.height[-1]),
                *fall(np.arange(len(r.w)), np.maximum(r.height, 1e-99)),
            )

        return move

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
