"""Biased and unbiased."""

import numpy as np

from helpers import plots
from helpers.kernels import mmd
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    bandwidth,
    choice,
    five_errors,
    int_slider,
    slider,
)
from lessons.n19_mmd.world import MOST, NORMAL, PAIRS, heap, numbers_of

SIZES = np.arange(5, 31)
COUNT = 300
BINS = np.linspace(-0.26, 0.6, 44)  # 0 is an edge: V is never below


class Unbiased(Figure):
    """The plug-in formula and the one without the diagonal, over many pairs of samples."""

    guess = Guess(
        "Both samples come from one and the same distribution, ten points each, so $D^2 = 0$. Over "
        "many such pairs of samples, what is the average of $V$?",
        {
            "0": "V is a squared length, never negative: it could average 0 only by always being "
            "0.",
            "clearly above 0": "Two samples are never the same. And V counts each point’s likeness "
            "to itself as evidence.",
            "a little below 0": "V is a squared length: never negative.",
        },
        answer="clearly above 0",
    )

    size = (10, 4.2)
    veiled = (0, 1)
    story = """
one distribution
    P = Q, so D² is 0. V (orange) is never below it; U (blue) is right on average, and more than
    half of it is below 0.
thirty points | n=30
    Three times the points, a third of the bias.
a narrow kernel | bandwidth=0.05
    Points meet nobody but themselves: V is about 2/n, whatever P and Q are.
a shift | a=0.9, bandwidth=1, n=20
    Now D² is positive, and blue stands around it. Orange is still too high.
two humps | pair="two humps", a=0.9, n=20
    Blue is right on average again. But many single values are below 0: one pair of samples of
    twenty does not say much.
"""
    handles = [
        Handle(
            "choose n",
            at=lambda r: (r.n, float(np.clip(r.means[1], -0.04, 0.41))),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        )
    ]
    notes = """The plug-in value is a squared length: it cannot be 0 unless the samples agree. Ask
    where the bias comes from before you show the formula: n of the n² terms compare a point with
    itself. An unbiased estimate of a number that is 0 has to be negative now and then."""
    widths = [1.2, 1]
    panels = (
        axes("estimate of D²", (-0.26, 0.6), f"{COUNT} pairs of samples", (0, 1.05), yticks=[]),
        axes("points of each n", (4, 31), "mean over pairs of samples", (-0.05, 0.42)),
    )

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.5, 0.05, 10),
            n=int_slider("points of each n", 10, 5, 30),
            a=slider("difference a", 0, 0, MOST),
            pair=choice("Q is", "shifted", list(PAIRS)),
        )

    @staticmethod
    def compute(bandwidth, n, a, pair):
        """Both statistics of many pairs of samples, and their exact means."""
        Q = PAIRS[pair](a)
        share, normal = numbers_of(0, SIZES[-1], COUNT)
        K = mmd.line_grams(
            mmd.pooled_draws(NORMAL, Q, n, share[:, : 2 * n], normal[:, : 2 * n]), bandwidth
        )
        u, v = mmd.mmd2_u(K, n), mmd.mmd2_v(K, n)
        inner = K[:, :n, :n].sum(axis=(1, 2)) + K[:, n:, n:].sum(axis=(1, 2))
        D2 = mmd.population_mmd2(NORMAL, Q, bandwidth)
        return dict(
            u=u,
            v=v,
            D2=D2,
            bias=mmd.plug_in_bias(NORMAL, Q, n, bandwidth),
            high=D2 + mmd.plug_in_bias(NORMAL, Q, SIZES, bandwidth),
            means=(float(u.mean()), float(v.mean())),
            allowed=(five_errors(u), five_errors(v)),
            own=float(np.mean((2 - (inner - 2 * n) / (n * (n - 1))) / n)),
            below=float(np.mean(u < 0)),
        )

    def picture(self, left, right):
        v = heap(left.ax, BINS, "biased V", fill=True, color=plots.ORANGE, alpha=0.75)
        u = heap(left.ax, BINS, "unbiased U", color=plots.FIT, lw=2)
        truth = plots.level(left.ax, "D²", plots.TRUTH, "-", across=True)

        lines = [
            plots.curves(right.ax, [label], color=colour, ls=ls, lw=1.6)
            for label, colour, ls in (
                ("D²", plots.TRUTH, "-"),
                ("D² + bias", plots.BOUND, "--"),
            )
        ]
        high = plots.spots(
            right.ax, "mean V", marker="s", ms=11, color=plots.ORANGE, mec="black", mew=0.5
        )
        low = plots.spots(
            right.ax, "mean U", marker="o", ms=11, color=plots.FIT, mec="black", mew=0.5
        )

        left.add(v, shows=lambda r: r.v)
        left.add(u, shows=lambda r: r.u)
        left.add(truth, shows=lambda r: r.D2)
        right.add(lambda r: lines[0](SIZES, np.full(len(SIZES), r.D2)))
        right.add(lambda r: lines[1](SIZES, r.high))
        right.add(high, shows=lambda r: ([r.n], r.means[1:]))
        right.add(low, shows=lambda r: ([r.n], r.means[:1]))

    def caption(self, r):
        return (
            "V takes all pairs; U leaves out each point with itself. On average V is "
            f"{r.means[1]:.3f} and U is {plain(r.means[0])}, and D² is {r.D2:.3f}."
        )

    def numbers(self, r):
        return (
            f"D² is {r.D2:.4g}; over {COUNT} pairs of samples V averages {r.means[1]:.4g} and U "
            f"{r.means[0]:.3g}, and {100 * r.below:.0f} % of U are negative."
        )

    def headline(self, r):
        return Claim(
            "U is right on average",
            "Theorem 19.4",
            measured=5 * abs(r.means[0] - r.D2) / r.allowed[0],
            bound=5.0,
            words=f"U is right on average: its mean over {COUNT} pairs of samples is D² up to "
            "chance, at most five standard errors.",
        )

    def identities(self, r):
        off = abs(r.means[1] - r.D2 - r.bias)
        return [
            Claim("V is too large by the bias", "Theorem 19.4", off, r.allowed[1], tol=1e-12),
            Claim("V − U, written out", "section 3", r.means[1] - r.means[0], r.own, "=="),
            Claim("V is never negative", "section 3", float(r.v.min()), 0.0, ">="),
        ]


def plain(value):
    """A number with three decimals that is never “-0.000”."""
    return f"{value:.3f}" if round(value, 3) else "0.000"
