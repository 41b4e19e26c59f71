"""The edge of stability: three hidden layers, full descent."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Handle, Step, choice, int_slider
from lessons.n31_neural_networks.world import MARCH, RATES, STRIDE, marches


class Edge(Figure):
    """Sharpness of a network along full gradient descent, beside 2/η."""

    size = (10, 4.4)
    veiled = (0, 1)
    play = "t"
    story = [
        Step(
            "η = 0.2",
            "The sharpness grows from 4.5 to 19, almost twice 2/η = 10. It falls back with a few "
            "swings, and then it stays near 10.",
        ),
        Step(
            "half the step",
            "Now 2/η is 20, and again the sharpness overshoots and settles near the dashed line: "
            "half the step, twice the sharpness.",
            eta="0.1",
        ),
        Step(
            "the longest",
            "η = 0.3: at first the sharpness jumps over 2/η again and again. For a parabola "
            "descent would diverge. Here it does not.",
            eta="0.3",
        ),
        Step(
            "a short step",
            "2/η = 67 is above the picture, and the sharpness never gets there: it levels off at "
            "33. The loss falls all the time, as notebook 07 says.",
            eta="0.03",
        ),
        Step(
            "near the meeting",
            "At step 90 the sharpness passes 2/η. The loss goes on falling for a while; then it "
            "jumps, and the sharpness drops.",
            eta="0.1",
            t=90,
        ),
    ]
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
            rises=int((np.diff(loss[:, which]) > 0).sum()),
            ends=(float(sharp[-1, which]), float(whole[which])),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 1.03 * MARCH), ylim=(0, 42), xlabel="step t", ylabel="sharpness"),
            dict(
                yscale="log", xlim=(0, 1.03 * MARCH), ylim=(3e-4, 2), xlabel="step t", ylabel="loss"
            ),
            width_ratios=[1.3, 1],
        )
        others = plots.bundle(left, len(RATES), "other η", "0.8")
        limit = plots.level(left, "2/η", plots.BOUND, "--")
        run = plots.curves(left, ["this η"], color=plots.FIT)
        plots.legend_above(left)
        rest = plots.bundle(right, len(RATES), "other η", "0.8")
        loss = plots.curves(right, ["this η"], color=plots.FIT, lw=1.5)
        plots.legend_above(right)
        here, there = plots.star(left), plots.star(right)
        steps = STRIDE * np.arange(MARCH // STRIDE + 1)
        return lambda r: (
            *others(steps, r.sharp.T),
            *limit(r.limit),
            *run(steps, r.sharp[:, r.which]),
            *rest(steps, r.loss.T),
            *loss(steps, r.loss[:, r.which]),
            *here(r.t, min(r.now, 41)),
            *there(r.t, min(r.loss_now, 1.9)),
        )

    def caption(self, r):
        return (
            f"2/η = {r.limit:.1f}. Over the second half the mean sharpness is {r.ratio:.1f} times "
            "2/η. "
            f"{'The loss fell all the time.' if not r.rises else 'The loss went up now and then.'}"
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
