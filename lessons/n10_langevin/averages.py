"""The figure `averages`."""

import numpy as np

from helpers import plots
from helpers.descent import chains, langevin
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, log_slider, slider

LONG, FEW = 2000, 12  # steps and chains of the averages


class Averages(Figure):
    """Running averages of a chain with shrinking steps, plain and weighted by the steps."""

    guess = Guess(
        r"Twelve walks with $\eta_t = 1/t$ start from the target itself, and each averages all its "
        "points. What do the twelve averages do between step 200 and step 2000?",
        {
            "close in like 1/√t": "So it is for independent points. These move less and less.",
            "close in, slowly": "Not even slowly: look at the shaded band on the left.",
            "stay apart for good": "They wander, ever more slowly, and come no closer. Late points "
            "hardly move, so they say the same thing over and over.",
            "drift away from the truth": "They are centred at the truth. But they do not meet "
            "there.",
        },
        answer="stay apart for good",
    )

    story = """
steps 1/t
    Twelve runs. On the left the averages wander, more and more slowly (the axis is
    logarithmic), and come no closer to 0. On the right they close in, slowly.
longer steps | eta=1.9
    The first step is 1.9: the left band is narrower, but it stops shrinking too.
shorter steps | eta=0.3
    First step 0.3: the plain averages hardly average.
slower decay | p=0.75
    Steps that fall like t to the −0.75: now both close in, the weighted ones faster.
slow decay | p=0.35
    Power 0.35: both nearly agree. The two averages differ only if steps do.
"""
    sees = {
        "steps 1/t": lambda r: gain(r.plain) > 0.95 and gain(r.weighted) < 0.8,
        "longer steps": lambda r: r.plain[-1] < 0.4 and gain(r.plain) > 0.95,
        "shorter steps": lambda r: r.plain[-1] > 0.7,
        "slower decay": lambda r: gain(r.weighted) < gain(r.plain) < 0.65,
        "slow decay": lambda r: abs(r.weighted[-1] / r.plain[-1] - 1) < 0.15,
    }
    handles = [
        Handle(
            "drag the time",
            at=lambda r: (r.T, 2 * r.plain[r.T - 1] ** 0.5),
            to=lambda r, x, y: dict(T=x),
        ),
        Handle(
            "drag the time",
            at=lambda r: (r.T, 2 * r.weighted[r.T - 1] ** 0.5),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        ),
    ]
    notes = """Ask for the number of independent draws in the first 2000 points of 1/t: the bands
    say two on the left. In logarithmic time, where the chain moves evenly, the plain average looks
    at the last moment only. That is the whole proof of Theorem 10.7."""

    shared = dict(sharey=True)
    panels = (
        axes(
            "steps $t$",
            (1, 2200),
            "estimate of the mean (truth: 0)",
            (-3, 3.2),
            title="plain average of $w_1, \\dots, w_t$",
        ),
        axes("steps $t$", (1, 2200), ylim=(-3, 3.2), title="weighted by the step sizes"),
    )

    def sliders(self):
        return dict(
            p=slider("power of the decay p", 1, 0.3, 1, 0.05),
            eta=log_slider("first step size η₁", 1, 0.1, 1.9),
            T=int_slider("steps T", LONG, 1, LONG),
            i=int_slider("new random chains i", 1, 1, 20),
        )

    @staticmethod
    def compute(p, eta, T, i):
        """The chain w + η_t(−w) + kick from the target itself, and its exact variances."""
        rng = np.random.default_rng(i)
        start = rng.standard_normal((FEW, 1))
        run = langevin.sgld(lambda w: -w, start, lambda t: eta * t**-p, 1.0, LONG, rng)
        steps, ones = run.eta, np.ones(LONG)
        return dict(
            run=run,
            steps=steps,
            plain=chains.average_variance(steps, ones, 1.0, 1.0, start=1.0),
            weighted=chains.average_variance(steps, steps, 1.0, 1.0, start=1.0),
            running=[x[..., 0].T for x in (run.averages(), run.weighted_averages())],
            frozen=chains.plain_limit(eta) if p == 1 else np.nan,
        )

    def picture(self, left, right):
        t = np.arange(1, LONG + 1)
        for k, panel in enumerate((left, right)):
            panel.ax.set_xscale("log")
            panel.band(colour=plots.FIT, alpha=0.18, shows=lambda r, k=k: (t, *self.band(r, k)))
            panel.bundle(FEW, colour=plots.FIT, lw=1.1, shows=lambda r, k=k: (t, r.running[k]))
            panel.ax.axhline(0, color=plots.TRUTH, lw=1.4)
        for side in (1, -1):
            left.level(
                colour=plots.BOUND, ls="--", shows=lambda r, side=side: side * 2 * r.frozen**0.5
            )
        left.note(
            x=0.32,
            y=0.98,
            size=11,
            shows=lambda r: "dashed: the band gets no narrower" if r.p == 1 else "",
        )
        for k, panel in enumerate((left, right)):
            panel.star(shows=lambda r, k=k: (r.T, self.band(r, k)[1][r.T - 1]))

    @staticmethod
    def band(r, k):
        """Two standard deviations below and above 0: of the plain average, or the weighted one."""
        edge = 2 * (r.plain, r.weighted)[k] ** 0.5
        return -edge, edge

    def caption(self, r):
        plain, weighted = 1 / r.plain[r.T - 1], 1 / r.weighted[r.T - 1]
        return (
            f"After {r.T} steps the plain average is worth {plain:.1f} independent draws, the "
            f"weighted one {weighted:.1f}."
        )

    def numbers(self, r):
        plain, weighted = r.plain[r.T - 1], r.weighted[r.T - 1]
        return (
            f"after {r.T} steps the variance of the plain average is {plain:.3g} and of the "
            f"weighted one {weighted:.3g}, which is {weighted / plain:.2f} times as much; the "
            "target has variance 1."
        )

    def headline(self, r):
        var = chains.variance_path(r.steps[: r.T], 1.0, 1.0, start=1.0)[-1]
        total = r.steps[: r.T].sum()
        return Claim(
            "variance of the weighted average",
            "Theorem 10.6",
            r.weighted[r.T - 1],
            ((1 + var**0.5 + (2 * total) ** 0.5) / total) ** 2,
            words="The weighted average converges as soon as the steps add up to infinity.",
        )

    def identities(self, r):
        steps, kicks = r.steps[: r.T], r.run.extra["shake"][..., 0]
        w, six, seven = r.run.w[..., 0], "Theorem 10.6", "Theorem 10.7"
        sums = (w[0] - w[r.T] + kicks[: r.T].sum(axis=0)) / steps.sum()
        got = r.running[1][:, r.T - 1]
        plain, weighted = pushes(steps, np.ones(r.T)), pushes(steps, steps)
        entered = np.vstack([w[:1], kicks[: r.T - 1]])
        squares = np.append(1, 2 * steps[:-1])
        by_noise = [(c**2 * squares).sum() for c in (plain, weighted)]
        off = np.abs(r.running[0][:, r.T - 1] - plain @ entered).max()
        heat = (kicks**2 / (2 * r.steps[:, None])).mean()
        other = "" if r.p == 1 else "the step is not η₁/t"
        now = r.plain[r.T - 1], r.weighted[r.T - 1]
        return [
            Claim("it is (w₁ − w_T+1 + kicks)/Ση", six, np.abs(got - sums).max(), 0, "=="),
            Claim("the plain one adds up its kicks", seven, off, 0, "=="),
            Claim("plain: recursion / squares", seven, now[0] / by_noise[0], 1, "=="),
            Claim("weighted: recursion / squares", six, now[1] / by_noise[1], 1, "=="),
            Claim("kicks / 2η, within 5 standard errors", six, heat, 1, "==", tol=0.05),
            Claim("plain ≥ 1/(1 + η₁)", seven, now[0], 1 / (1 + r.eta), ">=", why_not=other),
        ]


def gain(variance):
    """What is left at step 2000 of the variance at step 200."""
    return variance[1999] / variance[199]


def pushes(eta, weights):
    """What the start and every kick but the last contribute to the average of w_1, ..., w_T.

    Entry 0 belongs to w_1, entry t to the kick of step t; the chain is w + eta_t (-w) + kick.
    """
    out, push = np.empty(len(eta)), 0.0
    for t in range(len(eta) - 1, -1, -1):
        push = weights[t] + (1 - eta[t]) * push
        out[t] = push
    return out / weights.sum()
