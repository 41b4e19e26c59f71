"""The figure `span`."""

import numpy as np

from helpers import plots
from helpers.descent import optim
from helpers.kernels import features, linear
from helpers.linear.least_squares import Ridge, objective
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    int_slider,
    regularisation,
    slider,
    step_size,
)
from lessons.n14_kernel_trick.descent import kernel_descent
from lessons.n14_kernel_trick.world import short

# span: two points of the plane, three features each, scaled to largest singular value sqrt 2
TWO, TARGET = np.array([[1.0, 0.5], [-0.4, 1.0]]), np.array([1.5, -0.5])
SCALE = 2**0.5 / np.linalg.norm(features.quadratic(TWO), 2)
PHI, TWO_GRAM = SCALE * features.quadratic(TWO), SCALE**2 * (linear() ** 2)(TWO)
ALONG, UP = (v / np.linalg.norm(v) for v in (Ridge(PHI, TARGET).w(0), np.cross(*PHI)))


class Span(Figure):
    """Gradient descent on three weights, from above the plane that two points span."""

    guess = Guess(
        "We start at height 1.5 above the span of the data, with a small penalty. What happens to "
        "the height while gradient descent runs?",
        {
            "it falls to 0 as the fit gets good": "The fit gets good sideways. No example ever "
            "pulls the weights up or down.",
            "every step takes the same small share": "Right: only the penalty acts on it, and it "
            "takes the share 2ηλ at every step. With λ = 0 the height stays for ever.",
            "it grows: descent leaves the span": "Each gradient of the loss lies <i>in</i> the "
            "span.",
        },
        answer="every step takes the same small share",
    )

    play = "T"
    story = """
above the span
    Thirty steps. Sideways it finds its goal; look at the height.
no penalty | lam=1e-06, T=100
    λ is nearly 0: the height never changes.
a penalty forgets | lam=0.3, T=100
    Every step takes the same share of the height: a straight line on the right.
from zero | h=0.0
    Started at 0 there is no height. Two coefficients tell all three weights.
high and long | eta=0.45, h=2.0, T=60
    Long steps: sideways three of them arrive. The height still loses only 2.7 % a step.
"""
    handles = [
        Handle(
            "lift the start",
            at=lambda r: (0.0, r.h),
            to=lambda r, x, y: dict(h=y),
        )
    ]
    notes = """Draw two arrows and the plane through them with your hands. Every gradient of the
    loss lies in that plane; only the penalty pulls straight down. So with λ = 0 the memory of the
    start lasts for ever, and it is not seen on the training data."""
    widths = (3, 2)
    panels = (
        axes("along the span of the data", (-0.08, 1.3), "height above the span", (-0.12, 2.1)),
        axes("step $t$", (0, 100), "how far to go", (1e-4, 3)),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.1, 0.01, 0.45),
            lam=regularisation(0.03, 1e-6, 1),
            T=int_slider("steps T", 30, 1, 100),
            h=slider("start height h", 1.5, 0, 2, 0.1),
        )

    @staticmethod
    def compute(eta, lam, T, h):
        """Descend on three weights, and on two coefficients that never see a feature."""
        run = optim.gradient_descent(objective(PHI, TARGET, lam)[1], h * UP, eta, T)
        best, t = Ridge(PHI, TARGET).w(lam), np.arange(T + 1)
        heights = run.w @ UP
        return dict(
            w=run.last,
            alpha=kernel_descent(TWO_GRAM, TARGET, eta, lam, T).last,
            t=t,
            path=np.column_stack([run.w @ ALONG, heights]),
            goal=best @ ALONG,
            law=h * np.abs(1 - 2 * eta * lam) ** t,
            inside=np.linalg.norm(run.w - np.outer(heights, UP) - best, axis=1),
        )

    def picture(self, left, right):
        left.ax.axhline(0, color=plots.BLACK, lw=2.5, label="span of the data")
        (track,) = left.ax.plot([], [], color=plots.FIT, marker="o", ms=4, lw=1.3, label="weights")
        goal = plots.mark(left.ax, "minimiser", marker="D", colour=plots.GREEN, size=11)
        start = plots.star(left.ax)
        law = plots.curves(right.ax, ["$h\\,|1-2\\eta\\lambda|^t$"], log="y", color="0.45", lw=5)
        height = plots.curves(right.ax, ["height"], color=plots.FIT, lw=2)
        inside = plots.curves(right.ax, ["in the span"], color=plots.GREEN, ls="--", lw=2.2)

        right.legend(columnspacing=0.8)

        def move(r):
            track.set_data(*r.path.T)
            return (
                track,
                *goal(r.goal, 0),
                *start(0.0, r.h),
                *law(r.t, np.where(r.law > 0, r.law, np.nan)),
                *height(r.t, np.where(np.abs(r.path[:, 1]) > 1e-12, np.abs(r.path[:, 1]), np.nan)),
                *inside(r.t, r.inside),
            )

        left.add(move)

    def caption(self, r):
        if r.h == 0:
            return f"Started in the span, the weights stay in it: after {r.T} steps as well."
        left = abs(r.path[-1, 1]) / r.h
        return f"After {r.T} steps {100 * left:.0f} % of the height is left."

    def numbers(self, r):
        return (
            f"after {r.T} steps the height is {short(round(float(abs(r.path[-1, 1])), 12))} of "
            f"{r.h:g} and the part in the span is {short(r.inside[-1])} from the minimiser; the "
            f"coefficients are {r.alpha[0]:.3f} and {r.alpha[1]:.3f}."
        )

    def headline(self, r):
        u = PHI.T @ r.alpha
        left = (1 - 2 * r.eta * r.lam) ** r.T * r.h
        return Claim(
            "|w|² = |Φ′α|² + ((1 − 2ηλ)ᵀh)²",
            "Theorem 14.4",
            r.w @ r.w,
            u @ u + left**2,
            "==",
            words="Squared lengths: weights = a sum over the data + what is left of the height.",
        )

    def identities(self, r):
        u, rest = features.project(PHI, r.w)
        direct, kernel = PHI @ r.w, TWO_GRAM @ r.alpha
        far = r.w @ r.w - rest @ rest
        four = "Theorem 14.4"
        return [
            Claim("at point 1: weights = coefficients", four, direct[0], kernel[0], "=="),
            Claim("at point 2: weights = coefficients", four, direct[1], kernel[1], "=="),
            Claim("|u|² = |w|² − |r|²", "section 4", u @ u, far, "=="),
        ]
