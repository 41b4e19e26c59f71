"""The edge of stability: three hidden layers, full descent."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider
from lessons.n31_neural_networks.world import MARCH, RATES, STRIDE, marches, rising


class Edge(Figure):
    """Sharpness of a network along full gradient descent, beside 2/η."""

    guess = Guess(
        "The sharpness is 4.5 at the start. The step size is η = 0.2, so 2/η = 10. Where will the "
        "sharpness be after 2000 steps?",
        {
            "well under 4.5: it falls with the loss": "The other way round: while the loss falls, "
            "the sharpness grows.",
            "far over 10: training breaks down": "For a moment: it grows to 19, and the loss "
            "jumps. Then it comes back.",
            "at about 10": "And with η = 0.1 it settles at about 20. Nobody told the network what "
            "2/η is.",
            "still near 4.5": "That would be so if it learnt nothing.",
        },
        answer="at about 10",
    )

    size = (10, 4.4)
    veiled = (0, 1)
    play = "t"
    story = """
η = 0.2
    The sharpness grows from 4.5 to 19, almost twice 2/η = 10. It falls back with a few swings,
    and then it stays near 10.
half the step | eta="0.1"
    Now 2/η is 20, and again the sharpness overshoots and settles near the dashed line: half the
    step, twice the sharpness.
the longest | eta="0.3"
    η = 0.3: at first the sharpness jumps over 2/η again and again. For a parabola descent would
    diverge. Here it does not.
a short step | eta="0.03"
    2/η = 67 is above the picture, and the sharpness never gets there: it levels off at 33. The
    loss falls all the time, as notebook 07 says.
near the meeting | eta="0.1", t=90
    At step 90 the sharpness passes 2/η. The loss goes on falling for a while; then it jumps,
    and the sharpness drops.
"""
    handles = [
        Handle(
            "choose the step",
            at=lambda r: (r.t, float(min(r.now, 41))),
            to=lambda r, x, y: dict(t=x),
        )
    ]
    notes = """Everything is plain gradient descent on all sixteen points: no noise. Ask what the
    grey curves have in common: each flattens at its own 2/η, but for the two shortest steps.
    This is a measurement, not a theorem: Theorem 31.1 says why it cannot rest above, and nothing
    simple why it goes there."""
    widths = [1.3, 1]
    panels = (
        axes("step t", (0, 1.03 * MARCH), "sharpness", (0, 42)),
        axes("step t", (0, 1.03 * MARCH), "loss", (3e-4, 2, "log")),
    )

    def sliders(self):
        return dict(
            eta=choice("step size η", "0.2", {str(rate): rate for rate in RATES}),
            t=int_slider("step t", MARCH, 0, MARCH, STRIDE),
        )

    @staticmethod
    def compute(eta, t):
        """One of the eight runs, which were trained when the figure was made."""
        sharp, loss, whole = marches()
        which, i = RATES.index(eta), t // STRIDE
        late = sharp[len(sharp) // 2 :, which]
        return dict(
            which=which,
            sharp=sharp,
            loss=loss,
            now=float(sharp[i, which]),
            loss_now=float(loss[i, which]),
            limit=2 / eta,
            ratio=float(late.mean() * eta / 2),
            high=bool(sharp[:, which].max() > 2 / eta),
            rises=float(rising()[which]),
            ends=(float(sharp[-1, which]), float(whole[which])),
        )

    def picture(self, left, right):
        left.bundle(len(RATES), "other η", "0.8", shows=lambda r: (steps, r.sharp.T))
        left.level("2/η", plots.BOUND, "--", shows=lambda r: r.limit)
        left.curve("this η", plots.FIT, shows=lambda r: (steps, r.sharp[:, r.which]))

        right.bundle(len(RATES), "other η", "0.8", shows=lambda r: (steps, r.loss.T))
        right.curve("this η", plots.FIT, shows=lambda r: (steps, r.loss[:, r.which]), lw=1.5)

        here, there = plots.star(left.ax), plots.star(right.ax)
        steps = STRIDE * np.arange(MARCH // STRIDE + 1)
        left.add(here, shows=lambda r: (r.t, min(r.now, 41)))
        left.add(there, shows=lambda r: (r.t, min(r.loss_now, 1.9)))

    def caption(self, r):
        return (
            f"2/η = {r.limit:.1f}. Over the second half the mean sharpness is {r.ratio:.1f} times "
            "that. "
            + (
                f"The loss rose in {100 * r.rises:.0f} % of the steps."
                if r.rises
                else "The loss only fell."
            )
        )

    def numbers(self, r):
        return (
            f"sharpness {r.now:.2g} and loss {r.loss_now:.1g} at this step; over the second half "
            f"the mean sharpness is {r.ratio:.1f} times 2/η = {r.limit:.3g}."
        )

    def headline(self, r):
        return Claim(
            "the sharpness settles at 2/η",
            "Fact 31.8",
            measured=abs(r.ratio - 1),
            bound=0.1,
            why_not="" if r.high else "steps so short that the sharpness never reaches 2/η",
            words="Over the second half of training the mean sharpness is within a tenth of 2/η.",
        )

    def identities(self, r):
        return [
            Claim("Lanczos = whole Hessian", "section 5", *r.ends, "==", 1e-3),
            Claim(
                "below 2/η the loss only falls",
                "Theorem 7.2",
                r.rises,
                0,
                "==",
                why_not="the sharpness went over 2/η" * r.high,
            ),
        ]
