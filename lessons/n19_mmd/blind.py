"""Further: what a bandwidth can see."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.kernels import mmd
from helpers.live import Claim, Figure, Guess, Handle, axes, bandwidth, choice, slider
from lessons.n19_mmd.world import MOST, NORMAL, PAIRS

WIDTHS = np.geomspace(0.05, 100, 40)
FINE = np.linspace(-12, 12, 3001)


class Blind(Figure):
    """Exact D² of four pairs against the bandwidth, and how far ℓ²D² is from its limit."""

    guess = Guess(
        "The bandwidth goes from 1 to 10. What becomes of $D^2$ for the two humps, which have the "
        "mean and the variance of $P$?",
        {
            "a tenth": "Even the shift, which wide kernels see best, loses more.",
            "a hundredth, like 1/ℓ²": "So falls the shift, once ℓ is large. Equal means fall "
            "faster.",
            "less than a millionth": "Mean and variance agree, so the first terms of the series "
            "cancel.",
        },
        answer="less than a millionth",
    )

    size = (10, 4.2)
    veiled = (0, 1)
    story = """
two humps | bandwidth=3
    All four pairs have D² > 0 at every bandwidth. But two humps fall off a cliff where ℓ grows
    beyond half their distance: the star is on its way down.
a shift | pair="shifted"
    On the right: ℓ²D² goes to the square of the shift, and from ℓ = 3 on the dashed bound is of
    the right size.
wide | pair="shifted", bandwidth=30
    At ℓ = 30 the shift has a D² at least a hundred times as large as any other pair.
narrow | bandwidth=0.05
    At ℓ = 0.05 every D² is between 0.004 and 0.013: points have few neighbours.
a small difference | a=0.3
    With a = 0.3 the humps are no humps any more: D² is about a millionth.
"""
    handles = [
        Handle(
            "choose the bandwidth",
            at=lambda r: (r.bandwidth, float(np.clip(r.D2, 1.2e-9, 0.9))),
            to=lambda r, x, y: dict(bandwidth=x),
        )
    ]
    notes = """Positive is not the same as visible: the theorem says D² > 0, the estimate has an
    error of about 1/n at moderate ℓ. For wide kernels the error shrinks like 1/ℓ², as D² does for a
    shift, and so the shift stays visible: compare D² with the spread of the shuffles, never with
    1/n alone."""
    widths = [1.2, 1]
    panels = (
        axes("bandwidth ℓ", (0.045, 110, "log"), "D²", (1e-9, 1, "log")),
        axes(
            "bandwidth ℓ",
            (0.045, 110, "log"),
            "distance of ℓ²D² from its limit",
            (1e-9, 1e4, "log"),
        ),
    )

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.5, 0.05, 100),
            pair=choice("Q is", "two humps", list(PAIRS)),
            a=slider("difference a", 0.9, 0.3, MOST),
        )

    @staticmethod
    def compute(bandwidth, pair, a):
        """D² of all pairs over a range of bandwidths; at one of them by quadrature, too."""
        every, bounds = all_widths(a)
        Q = PAIRS[pair](a)
        D2 = mmd.population_mmd2(NORMAL, Q, bandwidth)
        apart = NORMAL.embedding(FINE, bandwidth) - Q.embedding(FINE, bandwidth)
        by_sum = np.trapezoid((NORMAL.density(FINE) - Q.density(FINE)) * apart, FINE)
        return dict(
            every=every,
            D2=D2,
            by_sum=float(by_sum),
            limit=(NORMAL.mean - Q.mean) ** 2,
            scaled=bandwidth**2 * D2,
            bound=mmd.wide_bound(NORMAL, Q, bandwidth),
            bounds=bounds[pair],
        )

    def picture(self, left, right):
        for ax in (left.ax, right.ax):
            ax.set_xticks([0.1, 1, 10, 100], ["0.1", "1", "10", "100"])
        left.curves(list(PAIRS), legend=None, shows=lambda r: (WIDTHS, *r.every.values()))

        right.curve("bound", plots.BOUND, shows=lambda r: (WIDTHS, r.bounds), ls="--")
        right.curve(
            "this pair",
            plots.TRUTH,
            shows=lambda r: (WIDTHS, np.abs(WIDTHS**2 * r.every[r.pair] - r.limit)),
        )

        here, there = plots.star(left.ax), plots.star(right.ax)
        left.add(here, shows=lambda r: (r.bandwidth, float(np.clip(r.D2, 1.2e-9, 0.9))))
        left.add(
            there,
            shows=lambda r: (r.bandwidth, float(np.clip(abs(r.scaled - r.limit), 1.2e-9, 9e3))),
        )

    def caption(self, r):
        return (
            f"D² is {tiny(r.D2)}. Times ℓ² it is {tiny(r.scaled)} here, and as ℓ grows it goes to "
            f"the squared difference of means, {r.limit:.2f}."
        )

    def numbers(self, r):
        return f"D² = {r.D2:.4g}, ℓ²D² = {r.scaled:.4g}, limit {r.limit:.3g}."

    def headline(self, r):
        return Claim(
            "wide kernels see only the means",
            "Theorem 19.7",
            measured=abs(r.scaled - r.limit),
            bound=r.bound,
            words="ℓ²D² differs from the squared difference of means by at most a constant over "
            "ℓ².",
        )

    def identities(self, r):
        return [
            Claim("D² by integration", "section 3", r.by_sum, r.D2, "==", tol=1e-8),
            Claim(
                "D² is positive",
                "Theorem 19.3",
                r.D2,
                1e-14,
                ">=",
                tol=1e-16,
                why_not="D² is smaller than rounding errors here" * (r.bandwidth > 3),
            ),
        ]


@lru_cache(64)
def all_widths(a):
    """D² of every pair, and the bound of Theorem 19.7 for each, at every bandwidth of WIDTHS."""
    every, bounds = {}, {}
    for name, pair in PAIRS.items():
        Q = pair(a)
        every[name] = np.array([mmd.population_mmd2(NORMAL, Q, w) for w in WIDTHS])
        bounds[name] = np.array([mmd.wide_bound(NORMAL, Q, w) for w in WIDTHS])
    return every, bounds


def tiny(value):
    """A positive number in words that need no power of ten."""
    if value >= 1e-4:
        return f"{value:.4f}"
    return f"{1e6 * value:.0f} millionths" if value >= 2e-6 else "about a millionth or less"
