"""Level and power."""

from functools import cache, lru_cache

import numpy as np

from helpers import plots
from helpers.kernels import mmd
from helpers.live import Claim, Figure, Guess, Handle, axes, bandwidth, choice
from lessons.n19_mmd.world import ALPHA, MOST, NORMAL, PAIRS, numbers_of, shuffles

GROUP, TRIES, NULLS, BATCH = 30, 100, 200, 99
ELLS = np.geomspace(0.05, 20, 11)
P_EDGES = 0.005 + 0.05 * np.arange(-1, 21)


class Power(Figure):
    """How often the test rejects, against the bandwidth; the p-values behind it."""

    guess = Guess(
        "The two humps, with the mean and the variance of $P$. Which bandwidth finds them most "
        "often?",
        {
            "ℓ = 0.05": "Then few points have a neighbour. It finds them in half of the samples.",
            "ℓ = 0.3": "About the width of a hump. The test rejects in three of four samples.",
            "ℓ = 1": "About the median distance, a usual choice. It finds them in 17 %.",
            "it does not matter: a Gaussian kernel is universal": "D is positive for all of them, "
            "but for some it is small, compared with what shuffling gives.",
        },
        answer="ℓ = 0.3",
    )

    size = (10, 4.2)
    veiled = (0, 1)
    story = """
two humps
    Equal mean and variance, thirty points of each. A bandwidth of the size of the humps finds
    the difference most often; a wide one is blind.
two humps, ℓ = 10 | bandwidth=10
    The test keeps its 5 %, whether it sees anything or not: its p-values look like those of P =
    Q.
a shift | pair="shifted", bandwidth=10
    A shift is found best by wide bandwidths: 95 % here, 27 % at ℓ = 0.05.
wider | pair="wider", bandwidth=1
    Between the two: a bandwidth like the spread of the points.
peaked | pair="peaked"
    A sharper peak and fatter tails at equal variance: thirty points are too few to see it
    often, at any bandwidth.
P = Q | a="0"
    Nothing to find. Every rejection is a false alarm: at most one in twenty in the long run.
    Here 6 to 10 of a hundred: chance, and the same hundred at every bandwidth.
"""
    handles = [
        Handle(
            "choose the bandwidth",
            at=lambda r: (r.bandwidth, r.share),
            to=lambda r, x, y: dict(bandwidth=x),
        )
    ]
    notes = """Level and power are two promises. The first is a theorem and costs nothing; the
    second depends on the bandwidth, and nobody can promise it without knowing Q. Ask which
    bandwidth they would choose not knowing what to look for; the median distance is about 1 here.
    Warn: choosing ℓ after having seen p is cheating."""
    widths = [1.2, 1]
    panels = (
        axes("bandwidth ℓ", (0.045, 22, "log"), "share of rejections, p ≤ 0.05", (-0.02, 1.02)),
        axes("p-value", (-0.05, 1.01), "share of samples", (0, 1.02)),
    )

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.3, 0.05, 20),
            pair=choice("Q is", "two humps", list(PAIRS)),
            a=choice("difference a", "0.95", {"0": 0.0, "0.3": 0.3, "0.6": 0.6, "0.95": MOST}),
        )

    @staticmethod
    def compute(bandwidth, pair, a):
        """p-values for P and Q, and for P = Q, at this bandwidth; the curve over all."""
        p, null = p_values(PAIRS[pair](a), bandwidth, 8, TRIES), null_p_values(bandwidth)
        return dict(
            p=p,
            null=null,
            share=float(np.mean(p <= ALPHA)),
            level=float(np.mean(null <= ALPHA)),
            curve=power_curve(pair, a),
            allowed=ALPHA + 5 * np.sqrt(ALPHA * (1 - ALPHA) / NULLS),
            least=float(min(p.min(), null.min())),
        )

    def picture(self, left, right):
        left.ax.set_xticks([0.1, 1, 10], ["0.1", "1", "10"])

        curve = plots.curves(left.ax, ["power"], color=plots.FIT, marker="o", ms=4)
        zero = plots.curves(left.ax, ["P = Q"], color=plots.GREEN, ls="-.", marker="s", ms=4)
        left.ax.axhline(ALPHA, color=plots.BOUND, ls="--", lw=1.6, label="5 %")

        flat = np.zeros(len(P_EDGES) - 1)
        bars = right.ax.stairs(
            flat, P_EDGES, fill=True, color=plots.SKY, alpha=0.8, label="P and Q"
        )
        even = right.ax.stairs(flat, P_EDGES, color=plots.GREEN, lw=2, ls="-.", label="P = Q")

        here = plots.star(left.ax)
        nulls = np.array([np.mean(null_p_values(float(ell)) <= ALPHA) for ell in ELLS])

        def move(r):
            for steps, sample in ((bars, r.p), (even, r.null)):
                steps.set_data(np.histogram(sample, P_EDGES)[0] / len(sample))
            return (
                *curve(ELLS, r.curve),
                *zero(ELLS, nulls),
                bars,
                even,
                *here(r.bandwidth, r.share),
            )

        left.add(move)

    def caption(self, r):
        return (
            f"Rejected: {100 * r.share:.0f} % of {TRIES} pairs of samples; where P = Q, "
            f"{100 * r.level:.1f} % of {NULLS}."
        )

    def numbers(self, r):
        return f"{GROUP} points of each. {self.caption(r)}"

    def headline(self, r):
        return Claim(
            "false alarms: at most 5 %",
            "Theorem 19.6",
            measured=r.level,
            bound=r.allowed,
            words=f"Where P = Q at most 5 % are rejected. Here {NULLS} pairs of samples, with five "
            "standard errors left to chance: a test that rejects 20 % would be seen, one that "
            "rejects 10 % hardly ever.",
        )

    def identities(self, r):
        return [Claim("p is never 0", "section 4", r.least, 1 / (BATCH + 1), ">=")]


def p_values(Q, ell, sample, count):
    """p-values of the test on many pairs of samples of P and Q."""
    pools = mmd.pooled_draws(NORMAL, Q, GROUP, *numbers_of(sample, GROUP, count))
    K = mmd.line_grams(pools, ell)
    return mmd.permutation_test(K, GROUP, shuffles(2 * GROUP, GROUP, BATCH))[2]


@lru_cache(512)
def null_p_values(ell):
    """The same where P = Q."""
    return p_values(NORMAL, ell, 12, NULLS)


@cache
def power_curve(pair, a):
    """The share of rejections at every bandwidth of ELLS."""
    return np.array([np.mean(p_values(PAIRS[pair](a), l, 8, TRIES) <= ALPHA) for l in ELLS])
