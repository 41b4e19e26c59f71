"""Shrinking: d numbers, each measured once."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.estimation import asymptotics as asy
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    int_slider,
    mean_and_errors,
    regularisation,
    slider,
)

LENGTHS = np.linspace(0, 6, 61)
MEANS_RUNS = 4000


class Shrink(Figure):
    """The risks of reporting what was measured, of ridge, and of James and Stein’s rule."""

    guess = Guess(
        "Is there a rule whose expected squared error, summed over all ten numbers, is smaller "
        "than that of reporting z, wherever the truth is?",
        {
            "no: each number was measured as well as it can be": "Each alone, yes. All together, "
            "no.",
            "near 0, but then it must be worse elsewhere": "So it is with ridge. James and Stein’s "
            "rule is better everywhere.",
            "yes, everywhere": "Shrink towards 0, by as much as the data allow.",
        },
        answer="yes, everywhere",
    )

    size = (10, 4.3)
    veiled = (0, 1)
    story = """
ten numbers
    The green curve lies below the black line everywhere: unbiased is not best.
two numbers | d=2
    With two numbers James and Stein’s rule gains nothing: it needs three.
three numbers | d=3, r=1
    With three there is a gain, wherever the truth is.
much regularisation | lam=2
    Ridge with λ = 2 gains most near 0, and pays without end far away.
far away | r=6
    Far from 0 the green curve nears the black one: it shrinks only as far as the data agree.
"""
    handles = [Handle("choose |µ|", at=lambda r: (r.r, r.risks[2]), to=lambda r, x, y: dict(r=x))]
    notes = """“No estimator beats the Cramér–Rao bound” is about unbiased ones.
    Ridge with fixed λ beats it near 0 only; James and Stein’s rule everywhere, from three on."""
    widths = [1.3, 1]
    panels = (
        axes("distance of the truth from zero |µ|", (0, 6.1), "expected squared error", (0, 13)),
        axes("numbers d", (0.5, 10.5), "share of the unbiased risk", (0, 1.6)),
    )

    def sliders(self):
        return dict(
            d=int_slider("numbers d", 10, 1, 10),
            r=slider("distance from zero |µ|", 3, 0, 6, 0.1),
            lam=regularisation(0.5, 0.05, 10),
        )

    @staticmethod
    def compute(d, r, lam):
        """Risks as curves over |µ|, at the position, and measured over four thousand draws."""
        centre = np.zeros(d)
        centre[0] = r
        z = centre + measured_noise()[:, :d]
        off = [z - centre, z / (1 + lam) - centre, asy.james_stein(z) - centre]
        loss = [(part**2).sum(axis=1) for part in off]
        risks = [float(d), float(asy.shrunk_risk(d, r, lam)), float(asy.james_stein_risk(d, r))]
        return dict(
            curves=(asy.shrunk_risk(d, LENGTHS, lam), asy.james_stein_risk(d, LENGTHS)),
            shares=[
                [float(f(k, r)) / k for k in range(1, 11)]
                for f in (lambda k, r: asy.shrunk_risk(k, r, lam), asy.james_stein_risk)
            ],
            risks=risks,
            apart=[mean_and_errors(part - risk) for part, risk in zip(loss, risks)],
            turn=float(np.sqrt(d * (2 + lam) / lam)),
            tuned=float(asy.shrunk_risk(d, r, d / r**2)) if r > 0 else 0.0,
        )

    def picture(self, left, right):
        left.level("as measured", plots.TRUTH, ":", shows=lambda r: r.d)
        left.curve("ridge λ", plots.FIT, shows=lambda r: (LENGTHS, r.curves[0]), ls="--")
        left.curve("James–Stein", plots.GREEN, shows=lambda r: (LENGTHS, r.curves[1]), ls="-")
        right.level("as measured", plots.TRUTH, ":", shows=lambda r: 1.0)
        marks = [
            plots.curves(right.ax, ["ridge λ"], color=plots.FIT, ls="--", marker="s"),
            plots.curves(right.ax, ["James–Stein"], color=plots.GREEN, ls="-", marker="o"),
        ]

        here, there, count = plots.star(left.ax), plots.star(right.ax, 13), np.arange(1, 11)
        left.add(lambda r: marks[0](count, r.shares[0]))
        left.add(lambda r: marks[1](count, r.shares[1]))
        left.add(here, shows=lambda r: (r.r, r.risks[2]))
        left.add(there, shows=lambda r: (r.d, r.shares[1][r.d - 1]))

    def caption(self, r):
        return (
            f"Expected squared error: as measured {r.d}, ridge {r.risks[1]:.2f}, "
            f"James–Stein {r.risks[2]:.2f}."
        )

    def numbers(self, r):
        return (
            f"expected squared errors are {r.d} as measured, {r.risks[1]:.4g} for ridge and "
            f"{r.risks[2]:.4g} for James and Stein’s rule; ridge is ahead while |µ| is below "
            f"{r.turn:.3g}."
        )

    def headline(self, r):
        return Claim(
            "James and Stein’s rule is never worse",
            "Theorem 29.7",
            measured=r.risks[2],
            bound=float(r.d),
            words="James and Stein’s rule has at most the risk of the unbiased estimate, wherever "
            "the truth is; less from three numbers on.",
        )

    def identities(self, r):
        names = ("as measured: risk d", "ridge has its formula", "James–Stein has its formula")
        found = [
            Claim(name, "Theorem 29.7", abs(off), allowed)
            for name, (off, allowed) in zip(names, r.apart)
        ]
        gain = (r.d - r.risks[1]) * (r.turn - r.r)
        return [
            *found,
            Claim("ridge gains exactly below |µ|² = d(2 + λ)/λ", "Theorem 29.7", gain, 0.0, ">="),
        ]


@lru_cache(1)
def measured_noise():
    return np.random.default_rng(29).normal(size=(MEANS_RUNS, 10))
