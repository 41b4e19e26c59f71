"""The figure `clip`."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.descent import langevin
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, log_slider, step_size
from lessons.n10_langevin.world import SKEWED


class Clip(Figure):
    """Gradients shortened to a threshold, where SGD then rests, and how the mean is bent."""

    guess = Guess(
        "Nearly every gradient is clipped to the same length. Where does SGD come to rest?",
        {
            "at the mean, later": "Shorter steps take longer, but they also pull differently.",
            "near a median": "If every point pulls equally hard, far points count no more than "
            "near ones: that is what a median is.",
            "at 0": "Clipping shortens pulls, it does not turn them towards 0.",
            "nowhere: it wanders": "It wanders about a place, as SGD always does. Which one?",
        },
        answer="near a median",
    )

    story = """
never | c=10
    A threshold of 10 touches nothing: SGD rests at the mean.
sometimes | c=2
    Only the long ones are shortened, all on one side: a bias.
often | c=0.6
    Most are shortened. The cross walks from the mean towards the median.
always | c=0.1
    Nearly every gradient counts the same: the cross has reached the median.
by entries | by="entries", c=0.6
    Each coordinate is cut on its own: clipped points lie on a square, not on a circle.
"""
    sees = {
        "never": lambda r: not r.cut.any() and np.allclose(r.rest, SKEWED.mean(axis=0), atol=1e-3),
        "sometimes": lambda r: 0 < r.cut.mean() < 0.5 and SKEWED[r.cut].sum(axis=1).min() > 2,
        "often": lambda r: r.by == "norm" and 0.5 < r.cut.mean() < 0.95,
        "always": lambda r: r.cut.mean() > 0.95 and np.hypot(*(r.rest - r.median)) < 0.02,
        "by entries": lambda r: r.by == "entries" and np.all(r.short.max(axis=1) <= r.c + 1e-9),
    }
    handles = [
        Handle(
            "drag the threshold",
            at=lambda r: (r.c, r.bias),
            to=lambda r, x, y: dict(c=x),
            panel=1,
        )
    ]
    more = ("eta",)
    notes = """Nobody who clips says that the minimiser has changed. Ask where SGD goes when
    every gradient has length c: to the point whose unit vectors cancel, the geometric median."""
    widths = [3, 2]
    panels = (
        axes("$v_1$", (-0.2, 6.2), "$v_2$", (-0.2, 4.4)),
        axes("threshold $c$", (0.09, 11), "bias of the mean gradient", (-0.05, 2)),
    )

    def sliders(self):
        return dict(
            c=log_slider("threshold c", 1, 0.1, 10),
            by=choice("clip by", "norm", ["norm", "entries"]),
            eta=step_size(0.05, 0.01, 0.5),
        )

    @staticmethod
    def compute(c, by, eta):
        """Clip the gradients at w = 0; run fifty chains of clipped SGD; solve for its rest."""
        shorten, rng = langevin.CLIPS[by](c), np.random.default_rng(9)
        start = np.tile(SKEWED.mean(axis=0), (50, 1))
        sgd = langevin.ascend(
            lambda w: SKEWED[rng.integers(60, size=50)] - w, start, eta, 200, clip=shorten
        )
        short = shorten(SKEWED)
        return dict(
            shorten=shorten,
            short=short,
            cut=np.any(short != SKEWED, axis=1),
            bias=langevin.clipping_bias(SKEWED, by, c),
            hover=sgd.w[100:].mean(axis=(0, 1)),
            rest=langevin.clipped_mean(SKEWED, by, c),
            median=medians()[by],
        )

    def picture(self, left, right):
        dots = plots.points(left.ax, ["gradient", "clipped"], legend=None, size=34)
        for dot, colour in zip(dots(None, None), ("0.7", plots.FIT)):
            dot.set(color=colour, mec="white")
        mean = plots.mark(left.ax, "mean", "X", plots.TRUTH, 12)
        middle = plots.mark(left.ax, "median", "D", plots.SKY, 15)
        rest = plots.mark(left.ax, "SGD rests", "P", plots.ORANGE, 14)

        cuts = np.geomspace(0.1, 10, 60)
        looks = {"norm": (plots.FIT, "-"), "entries": (plots.PURPLE, "--")}
        for by, (colour, dash) in looks.items():
            bias = [langevin.clipping_bias(SKEWED, by, c) for c in cuts]
            plots.curves(right.ax, [f"by {by}"], log="x", color=colour, ls=dash)(cuts, bias)
        here = plots.star(right.ax)

        left.add(dots, shows=lambda r: (SKEWED, r.short[r.cut]))
        left.add(mean, shows=lambda r: (*SKEWED.mean(axis=0),))
        left.add(middle, shows=lambda r: (*r.median,))
        left.add(rest, shows=lambda r: (*r.rest,))
        right.add(here, shows=lambda r: (r.c, r.bias))

    def caption(self, r):
        return (
            f"{r.cut.mean():.0%} of the gradients are shortened, which moves their mean by "
            f"{r.bias:.2f}."
        )

    def numbers(self, r):
        return (
            f"{r.cut.mean():.0%} of the gradients are clipped, which moves their mean by "
            f"{r.bias:.3g}; clipped SGD should rest at ({r.rest[0]:.2f}, {r.rest[1]:.2f}), the "
            f"mean is ({SKEWED[:, 0].mean():.2f}, {SKEWED[:, 1].mean():.2f}), and fifty chains, "
            f"200 steps from there, are about ({r.hover[0]:.2f}, {r.hover[1]:.2f})."
        )

    def headline(self, r):
        return Claim(
            "how far clipping moves the mean gradient",
            "Theorem 10.9",
            r.bias,
            np.linalg.norm(r.short - SKEWED, axis=1).mean(),
            words="The bias of clipping is at most the mean length that is cut off.",
        )

    def identities(self, r):
        nine, length = "Theorem 10.9", np.linalg.norm(r.short, axis=1)
        cosine = (r.short * SKEWED).sum(axis=1) / (length * np.linalg.norm(SKEWED, axis=1))
        rest = np.linalg.norm(r.shorten(SKEWED - r.rest).mean(axis=0))
        other = "" if r.by == "norm" else "each entry is cut on its own"
        top = r.c if r.by == "norm" else r.c * 2**0.5
        by_hand = np.linalg.norm(r.short.mean(axis=0) - SKEWED.mean(axis=0))
        return [
            Claim("longest clipped gradient", nine, length.max(), top),
            Claim("the direction is kept", nine, cosine.min(), 1, "==", why_not=other),
            Claim("bias = distance of the two means", nine, r.bias, by_hand, "=="),
            Claim("clipped gradients cancel at rest", nine, rest, 0, "==", tol=1e-4),
        ]


@cache
def medians():
    """What clipped SGD tends to as the threshold vanishes: where unit vectors, or signs, cancel."""
    return {
        "norm": langevin.clipped_mean(SKEWED, "norm", 1e-3, steps=500),
        "entries": np.median(SKEWED, axis=0),
    }
