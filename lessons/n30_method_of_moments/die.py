"""Exponential families: a loaded die."""

from functools import lru_cache

import numpy as np
from scipy.special import logsumexp

from helpers import plots
from helpers.estimation import moments as mm
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, log_slider, slider
from lessons.n30_method_of_moments.world import FOUND

FACES = np.arange(1, 7)
GRID = np.linspace(-1, 1, 101)


class Die(Figure):
    """A loaded die: where the likelihood is highest the model's mean is the sample's."""

    guess = Guess(
        r"Sixty throws of a die have mean 4.43. You fit $p_\theta(x) \propto e^{\theta x}$ by "
        "maximum likelihood. What does the fitted die have in common with the throws?",
        {
            "all six frequencies": "One number θ cannot match six frequencies.",
            "the mean, exactly": "The slope of the likelihood is the difference of the two means.",
            "the mean, but drawn towards 3.5": "That is what a prior or a penalty would do. "
            "Maximum likelihood has none.",
            "the most frequent face": "By accident, perhaps. Nothing in the likelihood asks for "
            "it.",
        },
        answer="the mean, exactly",
    )

    size = (10.4, 4.3)
    veiled = (0, 1)
    story = """
too fair
    The model’s mean is below the sample’s, and the likelihood rises to the right: by exactly
    their difference.
the best θ | theta=0.34
    At the top the slope is 0: both means agree. The bars still differ from the throws.
too far | theta=0.7
    The model’s mean is above the sample’s now: the likelihood falls.
ten throws | n=10
    A small sample has another mean and another top, but the same rule.
a die loaded down | load=-0.3
    Below 3.5 the best θ is negative.
"""
    handles = [
        Handle(
            "choose θ",
            at=lambda r: (r.theta, max(r.height, -3.25)),
            to=lambda r, x, y: dict(theta=x),
            panel=1,
        )
    ]
    notes = """Ask which of the six frequencies the fitted die gets right: in general none. It gets
    their mean right, and nothing else was looked at. Then ask for the slope at θ = 0 without
    calculus: it is the sample mean minus 3.5."""
    widths = [1, 1.2]
    panels = (
        axes("face x", (0.4, 6.6), "share", (0, 0.52)),
        axes("tilt θ", (-0.8, 0.8), "log-likelihood per throw", (-3.3, -1.1)),
    )

    def sliders(self):
        return dict(
            theta=slider("tilt θ", 0, -0.7, 0.7, 0.01),
            n=log_slider("throws n", 60, 10, 1000),
            load=slider("true θ*", 0.4, -0.5, 0.5, 0.05),
            i=int_slider("new random sample", 1, 1, 20),
        )

    @staticmethod
    def compute(theta, n, load, i):
        """Frequencies, the die of this θ, and the likelihood of every θ."""
        shares = throws(load, round(n), i)
        mean = float(shares @ FACES)
        p, A, model, cov = mm.tilted(FACES, theta)
        best = matched(mean)
        exists = np.isfinite(best)
        q, top, top_mean, _ = mm.tilted(FACES, best if exists else 0.0)
        h = 1e-4
        up, down = (mm.tilted(FACES, theta + s * h) for s in (1, -1))
        return dict(
            shares=shares,
            p=p,
            mean=mean,
            model=float(model[0]),
            best=best,
            height=theta * mean - A,
            heights=GRID * mean - logsumexp(np.outer(GRID, FACES), axis=1),
            top=best * mean - top if exists else 0.0,
            top_mean=float(top_mean[0]),
            apart=float(q @ np.log(q / p)),
            tilt=(up[1] - down[1]) / (2 * h),
            bend=(up[2][0] - down[2][0]) / (2 * h),
            variance=float(cov[0, 0]),
        )

    def picture(self, left, right):
        seen = plots.bars(left.ax, 6, "throws", plots.TRAIN, FACES - 0.2, 0.38)
        fit = plots.bars(left.ax, 6, "model", FOUND, FACES + 0.2, 0.38)
        means = [
            plots.level(left.ax, name, c, ls, across=True)
            for name, c, ls in (("their means", plots.TRAIN, "-"), (None, FOUND, "--"))
        ]

        curve = plots.curves(right.ax, ["log-likelihood of θ"], color=FOUND)
        tangent = plots.curves(
            right.ax, ["slope: difference of the means"], color=plots.RED, ls="--"
        )

        here, ends = plots.star(right.ax), np.array([-0.45, 0.45])

        def move(r):
            return (
                *seen(r.shares),
                *fit(r.p),
                *means[0](r.mean),
                *means[1](r.model),
                *curve(GRID, r.heights),
                *tangent(r.theta + ends, r.height + (r.mean - r.model) * ends),
                *here(r.theta, max(r.height, -3.25)),
            )

        left.add(move)

    def caption(self, r):
        gap = r.mean - r.model
        if abs(gap) < 0.02:
            return f"Both means are {r.mean:.2f}: the likelihood is at its top."
        way = "rises" if gap > 0 else "falls"
        return (
            f"The throws have mean {r.mean:.2f}, the model {r.model:.2f}: the likelihood {way} "
            f"with slope {abs(gap):.2f}."
        )

    def numbers(self, r):
        return (
            f"mean of the throws {r.mean:.3g}, of the model {r.model:.3g}; log-likelihood "
            f"{r.height:.4g}, at best {r.top:.4g}."
        )

    def headline(self, r):
        none = "" if np.isfinite(r.best) else "all throws show the same end face: no θ is best"
        return Claim(
            "matching the mean is most likely",
            "Theorem 30.2",
            measured=r.height,
            bound=r.top,
            why_not=none,
            words="No θ has a higher likelihood than the one whose mean is the sample’s.",
        )

    def identities(self, r):
        none = "" if np.isfinite(r.best) else "all throws show the same end face: no θ is best"
        return [
            Claim("slope of A = mean", "Theorem 30.2", r.tilt, r.model, "==", 1e-6),
            Claim("bend of A = variance", "Theorem 30.2", r.bend, r.variance, "==", 1e-6),
            Claim(
                "the best θ matches the mean",
                "Theorem 30.2",
                r.top_mean,
                r.mean,
                "==",
                why_not=none,
            ),
            Claim(
                "what a wrong θ loses is a divergence",
                "Theorem 30.2",
                r.top - r.height,
                r.apart,
                "==",
                why_not=none,
            ),
        ]


@lru_cache(128)
def throws(load, n, i):
    """How often each face comes in n throws of a die with chances proportional to e^(load x)."""
    p = mm.tilted(FACES, load)[0]
    return np.random.default_rng([30, i]).multinomial(n, p) / n


@lru_cache(128)
def matched(mean):
    """The θ whose die has this mean, by halving; none if every throw was the same end face."""
    if not 1 < mean < 6:
        return np.sign(mean - 3.5) * np.inf
    low, high = -60.0, 60.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if mm.tilted(FACES, middle)[2][0] < mean else (low, middle)
    return high
