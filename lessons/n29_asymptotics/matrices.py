"""Two matrices: curvature and scatter, logistic regression."""

import numpy as np
from scipy.special import expit

from helpers import plots
from helpers.estimation import asymptotics as asy
from helpers.live import Claim, Figure, Guess, axes, slider
from lessons.n29_asymptotics.world import ellipse

NODES, CHANCE = asy.hermite(80)
BENDS = np.linspace(-1, 1, 21)
PLACES = np.linspace(-3, 3, 121)


class Matrices(Figure):
    """Curvature H and scatter V of logistic regression, where its model is right and wrong."""

    guess = Guess(
        "Curvature $H$: how sharply the expected loss bends at its minimum. Scatter $V$: how much "
        "the gradients of single examples vary there. When can you be sure that $H = V$?",
        {
            "always: it is logistic regression": "They are computed from different things: H from "
            "the model’s probabilities alone, V from the labels too.",
            "if the truth is straight, so that the model is true": "Then the labels vary just as "
            "much as the model says.",
            "never: one has second derivatives, one has squares": "Drag the star to bend 0: there "
            "they are equal.",
        },
        answer="if the truth is straight, so that the model is true",
    )

    size = (10, 4.2)
    veiled = (1, 2)
    story = """
bent log-odds
    Left, the best straight model misses the bend. Middle, an ellipse is long where its matrix
    is large: scatter and curvature differ.
no bend | bend=0
    The model is right: the two ellipses are one, and the price is d/2.
flipped labels | bend=0, flip=0.2, offset=0, slope=2
    A fifth of the labels is flipped. The model has no word for that: the ellipses part.
a pure coin | bend=0, flip=0.2, slope=0
    With slope 0 and no bend the truth is a constant probability. Flipping changes the constant,
    and the model can follow.
bent the other way | bend=-1
    A wrong model again, and yet the price is below d/2: wrong need not mean dear.
equal by luck | bend=0.75, offset=0.1, slope=0
    The truth is bent, and the ellipses are one all the same, to three digits: the best line
    says 0.499 for every x. At ½, H and V are both ¼ of the unit matrix.
"""
    notes = """Everything is exact, by quadrature over a normal x: no sample, no noise. The point is
    that H and V are computed in two ways that have nothing to do with each other and agree when the
    model is true. Let somebody drag the star to bend 0."""
    widths = [0.95, 1.05, 1.05]
    panels = (
        axes("x", (-3, 3), "P(y = +1 | x)", (0, 1)),
        axes(
            "direction of the offset θ₁", (-0.75, 0.75), "direction of the slope θ₂", (-0.75, 0.75)
        ),
        axes("bend of the truth c", (-1.05, 1.05), "limit of n × excess risk", (0.8, 1.6)),
    )

    def sliders(self):
        return dict(
            bend=slider("bend of the truth c", 1, -1, 1, 0.05),
            flip=slider("labels flipped f", 0, 0, 0.3, 0.02),
            offset=slider("offset of the truth o", -1, -1, 1, 0.1),
            slope=slider("slope of the truth b", 1, 0, 2, 0.1),
        )

    @staticmethod
    def compute(bend, flip, offset, slope):
        """The best model of the truth, its H and V, and the price for every bend."""
        truth = true_chance(NODES, offset, slope, bend, flip)
        theta, H, V = asy.logistic_matrices(NODES, CHANCE, truth)
        p = expit(theta[0] + theta[1] * NODES)
        X = np.column_stack([np.ones_like(NODES), NODES])
        wrong = CHANCE * (truth - p) * (1 - 2 * p)
        others = [
            asy.logistic_matrices(NODES, CHANCE, true_chance(NODES, offset, slope, c, flip))[1:]
            for c in BENDS
        ]
        return dict(
            theta=theta,
            H=H,
            V=V,
            price=float(asy.price(H, V)),
            prices=np.array([asy.price(*pair) for pair in others]),
            apart=float(np.linalg.norm(V - H, 2)),
            allowed=float(np.abs(wrong) @ (X**2).sum(axis=1)),
            missing=float(np.abs(V - H - (X.T * wrong) @ X).max()),
            pull=float(np.abs(X.T @ (CHANCE * (p - truth))).max()),
            right=bend == 0 and (flip == 0 or slope == 0),
        )

    def picture(self, world, shapes, curve):
        world.legend(show=False)
        shapes.legend(show=False)
        curve.legend(show=False)

        world.curve(
            "truth",
            plots.TRUTH,
            shows=lambda r: (PLACES, true_chance(PLACES, r.offset, r.slope, r.bend, r.flip)),
            ls="-",
            lw=1.6,
        )
        world.curve(
            "best model",
            plots.FIT,
            shows=lambda r: (PLACES, expit(r.theta[0] + r.theta[1] * PLACES)),
            ls="--",
        )
        shapes.curve("curvature H", plots.FIT, shows=lambda r: (*ellipse(r.H),), ls="-")
        shapes.curve("scatter V", plots.RED, shows=lambda r: (*ellipse(r.V),), ls="--")
        curve.curve("½ tr(H⁻¹V)", plots.PURPLE, shows=lambda r: (BENDS, r.prices), ls="-")
        curve.level("d/2", plots.TRUTH, ":", shows=lambda r: 1.0)
        for ax in (world.ax, shapes.ax, curve.ax):
            plots.legend_above(ax, handlelength=1.1, columnspacing=0.7)
        curve.hand("bend the truth", shows=lambda r: (r.bend, r.price), bend="x")

    def caption(self, r):
        if r.right:
            return "The model is right: scatter equals curvature, and two weights cost 2 · ½ = 1."
        side = "more than" if r.price > 1.005 else "less than" if r.price < 0.995 else "the same as"
        return (
            f"The model is wrong. Its two weights cost {r.price:.2f}/n, {side} those of a right "
            "one, 1/n."
        )

    def numbers(self, r):
        return (
            f"the best model has offset {r.theta[0]:.3g} and slope {r.theta[1]:.3g}; curvature and "
            f"scatter differ by {r.apart:.3g}, and the price is {r.price:.4g} where a right model "
            "pays 1."
        )

    def headline(self, r):
        return Claim(
            "scatter and curvature differ by what the model gets wrong",
            "Theorem 29.4",
            measured=r.apart,
            bound=r.allowed,
            words="Scatter V and curvature H are at most the mean of |q − p||1 − 2p|‖x̃‖² apart, "
            "p the model’s probability and q the true one: equal, if the model is right.",
        )

    def identities(self, r):
        return [
            Claim("V − H, written out", "Theorem 29.4", r.missing, 0.0, "=="),
            Claim("the mean gradient is 0 at the best model", "section 3", r.pull, 0.0, "==", 1e-7),
            Claim(
                "the price of a right model is d/2",
                "Theorem 29.4",
                r.price,
                1.0,
                "==",
                why_not="" if r.right else "the model is wrong",
            ),
        ]


def true_chance(x, offset, slope, bend, flip):
    """P(y = +1 | x) in truth: log-odds that bend, and labels that are flipped."""
    return flip + (1 - 2 * flip) * expit(offset + slope * x + bend * (x * x - 1))
