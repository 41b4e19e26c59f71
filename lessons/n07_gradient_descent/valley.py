"""The figure `valley`."""

import numpy as np

from helpers import plots
from helpers.descent import optim, problems
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    int_slider,
    log_slider,
    slider,
    step_size,
)
from lessons.n07_gradient_descent.world import mean_factor

START = {"marker": "s", "colour": "white", "size": 9}

OPTIMUM = {"marker": "P", "colour": "black", "size": 9}


class Valley(Figure):
    """Gradient descent in a long valley: how far may a step go?"""

    guess = Guess(
        "Across this valley the ground bends ten times as much (curvature 1) as along it (0.1). A "
        r"step goes downhill by $\eta$ times the slope. Beyond which $\eta$ does the walk run "
        "away?",
        {
            "beyond 1": "At 1 a step lands exactly on the floor of the valley. Beyond 1 it jumps "
            "to the other side, and is still closer than before.",
            "beyond 2": "A step of 2 leads to the other side, equally high; a longer one climbs.",
            "beyond 20": "That is the limit along the valley, 2/0.1. Across it, trouble began at "
            "2.",
            "never: downhill is downhill": "The slope is known at the start of the step only. Walk "
            "far enough and you go up on the other side.",
        },
        answer="beyond 2",
    )

    play = "T"
    veiled = (1,)
    more = ("x", "y")
    story = """
creeps | eta=0.05
    Steps as short as this hardly leave the slope.
lands | eta=1
    At η = 1 the first step lands on the floor, then it creeps.
bounces | eta=1.6
    Every step crosses the valley, and still it gets down.
bounces more | eta=1.818
    The jumps die out slowly, but the way along is quicker.
blows up | eta=2.05
    A little over 2/β, and each jump is longer than the last.
a round bowl | eta=1, kappa=1
    Without a long axis one step of length 1/β arrives.
"""
    sees = {
        "lands": lambda r: abs(r.run.w[1, 1]) < 1e-12 < abs(r.run.w[-1, 0]),
        "creeps": lambda r: r.eta < 0.1 and r.run.last[1] > 0.1 and r.run.last[0] > 1.4,
        "bounces more": lambda r: (
            np.all(np.diff(np.sign(r.run.w[:, 1])) != 0)
            and 0.8 < 1 - r.eta / r.kappa < 0.82
            and r.gap[-1] < 1e-3
        ),
        "bounces": lambda r: np.all(np.diff(np.sign(r.run.w[:, 1])) != 0) and r.gap[-1] < r.gap[0],
        "blows up": lambda r: np.all(np.diff(np.abs(r.run.w[:, 1])) > 0),
        "a round bowl": lambda r: r.gap[1] < 1e-12,
    }
    handles = [
        Handle("drag the start", at=lambda r: (r.x, r.y), to=lambda r, x, y: dict(x=x, y=y)),
    ]
    notes = """Let the class vote on the η at which the path leaves the picture. Then "bounces": it
    converges although every step crosses the valley. Then "blows up". Drag the start onto the flat
    axis and ask why η = 2.05 suddenly looks harmless. Only then show the formula."""
    widths = (3, 2)
    panels = (
        axes("$a$, along the valley", (-2.6, 2.6), "$b$, across it", (-2.6, 2.6)),
        axes("step $t$", (0, 60), "height $f(w_t) - f^\\star$", (1e-5, 1e2)),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.8, 0.02, 2.5),
            kappa=log_slider("condition κ", 10, 1, 100),
            T=int_slider("steps T", 40, 1, 60),
            x=slider("start along a", 1.8, -2.4, 2.4, 0.02),
            y=slider("start across b", 1.4, -2.4, 2.4, 0.02),
        )

    @staticmethod
    def compute(eta, kappa, T, x, y):
        """Run the loop; its heights, and how the falls compare with what Theorem 7.2 promises."""
        f = problems.valley(kappa)
        run = optim.gradient_descent(f.grad, [x, y], eta, T)
        t, gap = np.arange(T + 1), f.gap(run.w)
        factor = np.abs(1 - eta * f.eigenvalues).max()
        promised = eta * (1 - eta / 2) * (run.v**2).sum(axis=1)
        told = promised > 1e-200
        return dict(
            f=f,
            run=run,
            t=t,
            gap=gap,
            factor=factor,
            bound=gap[0] * factor ** (2 * t),
            least=min((gap[:-1] - gap[1:])[told] / promised[told], default=np.nan),
            sign="η > 2/β: blows up" if eta > 2 else "",
        )

    def picture(self, left, right):
        left.moving_contours(
            (-2.6, 2.6), np.geomspace(0.02, 3.4, 9), alpha=0.5, shows=lambda r: r.f.gap
        )
        left.curve(
            "path", plots.FIT, shows=lambda r: (*plots.gaps(r.run.w).T,), marker="o", ms=4, lw=1.3
        )
        left.mark("start", shows=lambda r: (r.x, r.y), **START)
        plots.mark(left.ax, "optimum $w^\\star$", **OPTIMUM)(0, 0)
        left.star(label="after $T$ steps", shows=lambda r: (*plots.gaps(r.run.last),))
        left.note(y=0.97, shows=lambda r: r.sign)

        right.curve("measured", plots.FIT, shows=lambda r: (r.t, r.gap), log="y")
        right.curve("bound", plots.BOUND, shows=lambda r: (r.t, r.bound), ls="--")

    def caption(self, r):
        if r.eta > 2:
            return f"Each step multiplies the distance across the valley by {1 - r.eta:.3g}."
        across, along = 1 - r.eta, 1 - r.eta / r.kappa
        side = "jumps across and " if across < 0 else ""
        return f"Each step {side}leaves {abs(across):.3g} of the way across, {along:.3g} along."

    def numbers(self, r):
        return (
            f"across the valley every step multiplies by {1 - r.eta:.3g}, along it by "
            f"{1 - r.eta / r.kappa:.3g}; the height goes from {r.gap[0]:.2g} to {r.gap[-1]:.2g} in "
            f"{r.T} steps."
        )

    def headline(self, r):
        why_not = "" if r.eta < 2 else f"η = {r.eta:.3g} is not under 2/β = 2"
        return Claim(
            "every step goes down",
            "Theorem 7.2",
            r.least,
            1,
            ">=",
            why_not=why_not or ("" if r.gap[0] > 0 else "it starts at the optimum"),
            words="Under 2/β every step falls by at least η(1 − ηβ/2)‖∇f‖². Measured: the least "
            "fall, divided by that.",
        )

    def identities(self, r):
        resting = "" if r.gap[0] > 0 else "it starts at the optimum"
        kept = (1 - r.eta * r.f.eigenvalues) ** r.T * r.run.w[0]
        share = mean_factor(r.gap[-1], r.gap[0], r.T)
        exact = mean_factor(r.f.gap(kept), r.gap[0], r.T)
        return [
            Claim("one factor a direction", "Theorem 7.1", share, exact, "==", why_not=resting),
            Claim("at most the worst", "Theorem 7.1", share, r.factor, why_not=resting),
        ]
