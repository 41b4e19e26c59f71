"""The figure `noises`."""

import numpy as np

from helpers import plots
from helpers.descent import chains
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    int_slider,
    log_slider,
    slider,
    temperature,
)
from lessons.n10_langevin.world import EXACT, NORMAL, STEPS, walk

AT = np.unique(np.geomspace(1, STEPS, 14).astype(int)) - 1  # where the noises are drawn as dots
INJECTED, GRADIENT = plots.BLUE, plots.ORANGE


class Noises(Figure):
    """The two noises of a step, along a run with shrinking steps and against the step size."""

    guess = Guess(
        r"Steps $\eta_t = 0.03/t^{0.6}$, batches of 5, $\tau = 0.5$. Which noise is the larger "
        "one?",
        {
            "the kicks, all the time": "Not at first: with long steps the error of the estimate is "
            "ten times as strong.",
            "the estimate's error first, the kicks later": r"One falls with $\eta^2$, the other "
            r"with $\eta$: sooner or later the kicks win.",
            "the kicks first, the estimate's error later": r"The other way round: $\eta^2$ falls "
            r"faster than $\eta$.",
            "the estimate's error, all the time": r"It loses a factor $\eta$ against the kicks, "
            r"and $\eta$ goes to 0.",
        },
        answer="the estimate's error first, the kicks later",
    )

    story = """
two phases
    Early steps are ruled by the error of the estimate (orange), late ones by the kicks (blue).
    The dotted line is where they change places.
never samples | m=1, tau=0.05
    Cold and one example a step: 300 steps are not enough to reach the crossing, and the diamond
    is off the right panel.
samples at once | m=45, tau=2
    Hot, nearly all data: blue is above from step 1.
constant step | p=0
    Steps that do not shrink: whoever is larger at first stays larger for ever.
your turn | eta=0.002, p=0
    Drag the star along the blue line. Left of the diamond the kicks rule.
"""
    sees = {
        "two phases": lambda r: r.p > 0 and 0 < r.count < 150,
        "never samples": lambda r: r.count == STEPS and not 1e-4 <= r.cross <= 0.05,
        "samples at once": lambda r: r.count == 0 and r.p > 0,
        "constant step": lambda r: r.p == 0 and np.ptp(r.exact[1] / r.exact[0]) < 1e-12,
        "your turn": lambda r: r.count == 0 and r.eta < r.cross,
    }
    handles = [
        Handle(
            "drag the first step size",
            at=lambda r: (r.eta, 2 * r.eta * r.tau),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        )
    ]
    notes = """Ask which sliders bring the sampling phase forward: hotter, larger batches, faster
    decay, a smaller first step. All four do. On logarithmic axes the two noises are straight lines
    with slopes 1 and 2: two such lines cross exactly once."""
    widths = [3, 2]
    shared = dict(sharey=True)
    panels = (
        axes("step $t$", (0.95, 320), "variance of the noise", (1e-6, 4)),
        axes("step size $\\eta$", (1e-4, 0.05)),
    )

    def sliders(self):
        return dict(
            eta=log_slider("first step size η₁", 0.03, 0.001, 0.035),
            tau=temperature(0.5, 0.05, 5),
            m=int_slider("batch size m", 5, 1, 50),
            p=slider("power of the decay p", 0.6, 0, 1, 0.05),
        )

    @staticmethod
    def compute(eta, tau, m, p):
        """Run with η_t = η₁/t^p; what is left of a guess without the whole gradient is noise."""
        V = NORMAL.gradient_variance(m, replace=False)
        run = walk(lambda t: eta * t**-p, tau, m)
        w = run.w[:-1, :, 0]
        rest = run.v[..., 0] - (50 * (NORMAL.z.mean() - w) - w)
        shake, steps = run.extra["shake"][..., 0], run.eta
        exact = [2 * steps * tau, steps**2 * V]
        cross = chains.crossing_step(tau, V) if m < 50 else np.nan
        return dict(
            V=V,
            cross=cross,
            exact=exact,
            measured=[shake.var(axis=1), (steps[:, None] * rest).var(axis=1)],
            heat=(shake**2 / (2 * steps[:, None])).mean(),
            spread=(rest**2).mean(),
            count=int((exact[1] > exact[0]).sum()),
            when=np.exp(np.clip(np.log(eta / cross) / max(p, 1e-9), -9, 99)),
            none="" if m < 50 else "with m = n the estimate has no error",
        )

    def picture(self, left, right):
        names = ["kick $2\\eta\\tau$", "error of the estimate $\\eta^2V$"]
        looks = [dict(color=INJECTED, ls="-"), dict(color=GRADIENT, ls="--")]
        along = [plots.curves(left.ax, [n], log="xy", **k) for n, k in zip(names, looks)]
        lines = [plots.curves(right.ax, [""], log="xy", **k) for k in looks]
        dots = plots.points(left.ax, ["measured", ""], legend=None, size=32)
        for dot, colour in zip(dots(None, None), (INJECTED, GRADIENT)):
            dot.set(color=colour, mec="white")
        change = plots.level(left.ax, across=True)
        meet = plots.mark(right.ax, "equal", marker="D", colour=plots.TRUTH, size=9)
        here = plots.star(right.ax)

        t, etas = np.arange(1, STEPS + 1), np.geomspace(1e-4, 0.05, 50)
        left.add(lambda r: (a for move, y in zip(along, r.exact) for a in move(t, y)))
        left.add(dots, shows=lambda r: (*(np.column_stack([t, x])[AT] for x in r.measured),))
        left.add(change, shows=lambda r: r.when)
        right.add(lambda r: lines[0](etas, 2 * etas * r.tau))
        right.add(lambda r: lines[1](etas, etas**2 * r.V))
        right.add(meet, shows=lambda r: (r.cross, 2 * r.cross * r.tau))
        right.add(here, shows=lambda r: (r.eta, 2 * r.eta * r.tau))

    def caption(self, r):
        if r.none:
            return (
                "Every step sees all data: the estimate has no error, and the kicks are all the "
                "noise."
            )
        where = "diamond" if 1e-4 <= r.cross <= 0.05 else "outside the right panel"
        return (
            f"The error of the estimate is the larger noise in {r.count} of 300 steps; both are "
            f"equal at the step size {r.cross:.3g} ({where})."
        )

    def numbers(self, r):
        where = r.none or f"the noises are equal at the step size {r.cross:.3g}"
        return (
            f"{where}; the error of the estimate is the larger one in {r.count} of 300 steps, and "
            f"at step 300 its variance is {r.exact[1][-1] / r.exact[0][-1]:.2g} times the kick's."
        )

    def headline(self, r):
        return Claim(
            "crossing measured on 60 000 steps = 2τ/V, within 5 standard errors",
            "Theorem 10.3",
            np.nan if r.none else 2 * r.heat / r.spread,
            r.cross,
            "==",
            0.05 * np.fmin(r.cross, 1),  # a share of the step size, however small
            r.none,
            "Kick and error of the estimate are equal at the step size 2τ/V, and nowhere else.",
        )

    def identities(self, r):
        count = 0 if r.none else min(STEPS, max(np.ceil(r.when) - 1, 0))
        V, three = np.nan if r.none else r.spread / r.V, "Theorem 10.3"
        heat = r.heat / r.tau
        return [
            Claim("orange is above blue up to (η₁V/2τ)^(1/p)", three, r.count, count, "=="),
            Claim("error of the estimate / V", "Theorem 10.1", V, 1, "==", EXACT, r.none),
            Claim("kick / 2ητ", three, heat, 1, "==", EXACT),
        ]
