"""The figure `cloud`."""

from functools import cache
from itertools import combinations

import numpy as np

from helpers import losses, plots
from helpers.descent import batches, problems, sgd
from helpers.live import Claim, Figure, Guess, axes, int_slider, slider
from lessons.n08_sgd.world import patients

GRADIENTS = 12

OFF = np.array([0.9, 0.3])


class Cloud(Figure):
    """Every batch of m of twelve patients, and the gradient that it would report."""

    guess = Guess(
        "We stand exactly at the minimum: the gradient is zero. What do the twelve single "
        "gradients look like?",
        {
            "all are zero": "Only if every patient were predicted perfectly.",
            "most are zero": "Three are tiny: the fit happens to suit these patients. The other "
            "nine are not.",
            "most are not, but they cancel": "So whoever listens to one of them is pushed away "
            "from the minimum.",
            "all point the same way": "Then their mean would not be zero.",
        },
        answer="most are not, but they cancel",
    )

    play = "m"
    veiled = (1,)
    SIZES = np.arange(1, GRADIENTS + 1)
    story = """
one patient | m=1
    Twelve stochastic gradients, none of them right. Their mean, the diamond, is the gradient.
pairs | m=2
    All 66 pairs: the cloud has shrunk towards the diamond.
six | m=6
    All 924 batches of six. Compare the two curves on the right.
all twelve | m=12
    Without repetition there is one batch of twelve: the gradient.
at the minimum | m=1, away=0
    The diamond has moved to 0: this is the minimum. What do single patients report?
six at the minimum | m=6, away=0
    They pull in all directions, and cancel on average.
"""
    sees = {
        "one patient": lambda r: len(r.v) == 12 and np.abs(r.v - r.g).max(axis=1).min() > 0.5,
        "pairs": lambda r: len(r.v) == 66 and r.spread < r.without[0] / 2,
        "six": lambda r: len(r.v) == 924 and r.away == 1,
        "all twelve": lambda r: len(r.v) == 1 and np.allclose(r.v, r.g),
        "at the minimum": lambda r: (
            np.abs(r.g).max() < 1e-9 and (np.linalg.norm(r.v, axis=1) > 0.5).sum() == 9
        ),
        "six at the minimum": lambda r: (
            len(r.v) == 924 and np.abs(r.v.mean(axis=0)).max() < 1e-9 < r.spread
        ),
    }
    notes = """Every dot is one possible batch, none is left out, so the headline is a count and
    not a sample. Ask what the cloud does at the minimum before you press it."""
    widths = (1.15, 1)
    panels = (
        axes(
            "batch gradient, coordinate 1", (-4.5, 7.5), "batch gradient, coordinate 2", (-4, 6.8)
        ),
        axes(
            "batch size $m$",
            (0.6, 12.4),
            "variance of the batch gradient",
            (-0.4, 11.5),
            xticks=range(1, 13),
        ),
    )

    def sliders(self):
        return dict(
            m=int_slider("batch size m", 1, 1, GRADIENTS),
            away=slider("distance from the minimum", 1, 0, 1, 0.05),
        )

    @staticmethod
    def compute(m, away):
        """The gradients of all batches at w = w* + away OFF."""
        Z, goal = patients()
        f = problems.least_squares(Z, goal)
        w = f.w_star + away * OFF
        G = sgd.singles(losses.squared, Z, goal, w)
        v = G[every_batch(m)].mean(axis=1)
        g = f.grad(w)
        return dict(
            f=f,
            w=w,
            G=G,
            g=g,
            v=v,
            spread=((v - g) ** 2).sum(axis=1).mean(),
            without=batches.mean_variance(G, Cloud.SIZES, False),
            repeated=batches.mean_variance(G, Cloud.SIZES, True),
        )

    def picture(self, left, right):
        left.ax.axhline(0, color="0.8", lw=1)
        left.ax.axvline(0, color="0.8", lw=1)
        dots = plots.points(left.ax, ["every batch of m"], legend=None, size=30, alpha=0.55)
        dots(None)[0].set(color=plots.FIT)
        gradient = plots.mark(left.ax, "gradient", "D", plots.YELLOW, 11)
        gradient(0, 0)[0].set(mfc="none", mew=1.8, zorder=5)  # hollow: three dots hide near 0
        right.curve(
            "with repetition", plots.BOUND, shows=lambda r: (self.SIZES, r.repeated), ls="--"
        )
        right.curve("without", plots.FIT, shows=lambda r: (self.SIZES, r.without), marker="o", ms=4)
        right.hand("choose the batch size", shows=lambda r: (r.m, r.spread), m="x")
        left.legend(markerscale=0.75)  # the large diamond fits the row

        left.add(dots, shows=lambda r: r.v)
        left.add(gradient, shows=lambda r: (*r.g,))

    def caption(self, r):
        if r.m == GRADIENTS:
            return "There is one batch of all twelve, and it reports the gradient itself."
        return (
            f"There are {len(r.v)} batches of {r.m}; their mean is right, a single one misses by "
            f"{r.spread**0.5:.2g} (root mean square)."
        )

    def numbers(self, r):
        return (
            f"the gradient is ({r.g[0]:.3g}, {r.g[1]:.3g}); the mean of all {len(r.v)} batches is "
            f"({r.v[:, 0].mean():.3g}, {r.v[:, 1].mean():.3g}), and their mean squared error "
            f"{r.spread:.3g}; with repetition it would be {r.repeated[r.m - 1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "mean squared error of all batches = σ²/m · (n−m)/(n−1)",
            "Theorem 8.2",
            r.spread,
            r.without[r.m - 1],
            "==",
            words="A batch of m divides the squared error by m, and by a little more if nobody is "
            "drawn twice.",
        )

    def identities(self, r):
        h = 1e-5 * np.eye(2)
        slope = (r.f.value(r.w + h) - r.f.value(r.w - h)) / 2e-5
        Z = r.G - r.g
        pair = (Z @ Z.T).mean()  # two independent draws do not correlate
        twice = (r.m * (Z**2).sum(axis=1).mean() + r.m * (r.m - 1) * pair) / r.m**2
        size = (r.v**2).sum(axis=1).mean()
        return [
            Claim(
                "mean of all batches = slope of f, by differences",
                "Theorem 8.2",
                r.v[:, 0].mean(),
                slope[0],
                "==",
                tol=1e-6,
            ),
            Claim(
                "E‖v‖² = error + ‖gradient‖²",
                "Theorem 8.2",
                size,
                r.without[r.m - 1] + slope @ slope,
                "==",
                tol=1e-6,
            ),
            Claim("with repetition σ²/m", "Theorem 8.2", twice, r.repeated[r.m - 1], "=="),
        ]


@cache
def every_batch(m):
    """All batches of m different patients, (count, m)."""
    return np.array(list(combinations(range(GRADIENTS), m)))
