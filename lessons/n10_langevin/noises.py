"""The figure `noises`."""

import numpy as np

from helpers import plots
from helpers.descent import laws as chain_laws
from helpers.live import Claim, Figure, Handle, Step, int_slider, log_slider, slider, temperature
from lessons.n10_langevin.world import EXACT, NORMAL, STEPS, walk

AT = np.unique(np.geomspace(1, STEPS, 14).astype(int)) - 1  # where the noises are drawn as dots


INJECTED, GRADIENT = plots.BLUE, plots.ORANGE


class Noises(Figure):
    """The two noises of a step, along a run with shrinking steps and against the step size."""

    story = [
        Step(
            "two phases",
            "Early steps are ruled by the error of the estimate (orange), late ones by the kicks "
            "(blue). The dotted line is where they change places.",
        ),
        Step(
            "never samples",
            "Cold and one example a step: 300 steps are not enough to reach the crossing, and the "
            "diamond is off the right panel.",
            m=1,
            tau=0.05,
        ),
        Step("samples at once", "Hot, nearly all data: blue is above from step 1.", m=45, tau=2),
        Step(
            "constant step",
            "Steps that do not shrink: whoever is larger at first stays larger for ever.",
            p=0,
        ),
        Step(
            "your turn",
            "Drag the star along the blue line. Left of the diamond the kicks rule.",
            eta=0.002,
            p=0,
        ),
    ]
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
        cross = chain_laws.crossing_step(tau, V) if m < 50 else np.nan
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

    def picture(self, fig):
        left, right = fig.subplots(1, 2, sharey=True, width_ratios=[3, 2])
        left.set(xlim=(0.95, 320), ylim=(1e-6, 4), xlabel="step $t$")
        left.set_ylabel("variance of the noise")
        right.set(xlim=(1e-4, 0.05), xlabel="step size $\\eta$")
        names = ["kick $2\\eta\\tau$", "error of the estimate $\\eta^2V$"]
        looks = [dict(color=INJECTED, ls="-"), dict(color=GRADIENT, ls="--")]
        along = [plots.curves(left, [n], log="xy", **k) for n, k in zip(names, looks)]
        lines = [plots.curves(right, [""], log="xy", **k) for k in looks]
        dots = plots.points(left, ["measured", ""], legend=None, size=32)
        for dot, colour in zip(dots(None, None), (INJECTED, GRADIENT)):
            dot.set(color=colour, mec="white")
        change = plots.level(left, across=True)
        meet = plots.mark(right, "equal", marker="D", colour=plots.TRUTH, size=9)
        here = plots.star(right)
        plots.legend_above(left)
        plots.legend_above(right)
        t, etas = np.arange(1, STEPS + 1), np.geomspace(1e-4, 0.05, 50)
        return lambda r: (
            *(a for move, y in zip(along, r.exact) for a in move(t, y)),
            *dots(*(np.column_stack([t, x])[AT] for x in r.measured)),
            *change(r.when),
            *lines[0](etas, 2 * etas * r.tau),
            *lines[1](etas, etas**2 * r.V),
            *meet(r.cross, 2 * r.cross * r.tau),
            *here(r.eta, 2 * r.eta * r.tau),
        )

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
