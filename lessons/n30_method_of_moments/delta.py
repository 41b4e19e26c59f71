"""The delta method: a moment map that may be flat."""

import numpy as np
from scipy.special import gamma

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, log_slider, slider
from lessons.n30_method_of_moments.world import FOUND, bent, bent_inverse, typical_error

NS = np.geomspace(10, 1e6, 41)
REACH = 1.96  # 95 % of a normal variable
WALL, FLOOR = 0.94, -0.89  # where the bars of the left panel are


class Delta(Figure):
    """An error of the moment, turned into an error of the parameter by the slope of a curve."""

    guess = Guess(
        r"At the true $\theta$ the moment map $M$ has slope $\frac14$. With $n = 2500$ examples "
        r"$\hat m$ is typically off by 0.02. How far is $\hat\theta$ off?",
        {
            "0.005": "A quarter of 0.02: but θ is computed from m, not m from θ.",
            "0.02": "Only where the slope is 1.",
            "about 0.08": "θ has to move four times as far to move the moment by 0.02.",
            "0.14, the root of 0.02": "No root is taken where the map has a slope. Where it is "
            "flat errors are larger still: step 5.",
        },
        answer="about 0.08",
    )

    size = (10.4, 4.4)
    veiled = (0, 1)
    story = """
a slope of a quarter
    Red: where the measured moment may be. Across to the curve and down: blue, where the
    estimate may be, is nearly four times as wide.
a steep map | c=1
    A curve of slope 1: a step of the parameter moves the moment as far, and blue is as wide as
    red.
few examples | n=30
    With 30 examples red reaches to where the curve is steeper than its tangent. So the tangent
    overstates the error.
a hundred times as many | n=250000
    A hundred times the examples, a tenth of the error: slope −1/2 on the right.
flat | c=0
    The curve is level at the star: a small step of the parameter hardly moves the moment. The
    error falls like the sixth root of n: 64 times as many examples only halve it.
beside the flat place | c=0, theta=0.5
    At θ = 0.5 the same map has a slope again: with enough examples the error falls at its usual
    rate.
"""
    handles = [
        Handle(
            "choose θ",
            at=lambda r: (r.theta, r.m),
            to=lambda r, x, y: dict(theta=x),
        ),
        Handle(
            "choose n",
            at=lambda r: (r.n, r.exact),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        ),
    ]
    notes = """Let them read the stretching off the tangent before you say derivative. Then ask what
    happens where the curve on the left is level: the parameter may be anywhere in a wide range.
    The notes ask for a continuous inverse; here it is continuous, and the rate is wrong."""
    widths = [1, 1.15]
    panels = (
        axes("parameter θ", (-0.95, 0.95), "moment m", (-0.9, 0.9)),
        axes("examples n", (8, 1.3e6, "log"), "typical error of θ̂", (3e-4, 2, "log")),
    )

    def sliders(self):
        return dict(
            n=log_slider("examples n", 2500, 10, 1e6),
            c=slider("smallest slope c", 0.25, 0, 1, 0.05),
            theta=slider("true θ", 0, -0.6, 0.6, 0.05),
        )

    @staticmethod
    def compute(n, c, theta):
        """The range of the mean, of the estimate, the tangent's version, and errors for every n."""
        m, steep = bent(theta, c), c + 3 * theta**2
        half = REACH / np.sqrt(n)
        low, high = (float(bent_inverse(m + s * half, c)) for s in (-1, 1))
        bend = most_bent(low, high, c)
        inside = m + half * np.linspace(-1, 1, 81)
        linear = theta + (inside - m) / steep if steep > 0 else np.full(81, np.inf)
        h = 1e-4 * steep**1.5
        both = [bent_inverse(m + s * h, c) for s in (-1, 1)]
        return dict(
            m=m,
            steep=steep,
            half=half,
            ends=(low, high),
            predicted=1 / (steep * np.sqrt(n)) if steep > 0 else np.inf,
            exact=float(typical_error(theta, c, [n])[0]),
            curve=typical_error(theta, c, NS),
            bound=0.5 * bend * half**2,
            remainder=float(np.abs(bent_inverse(inside, c) - linear).max()),
            tilt=float((both[1] - both[0]) / (2 * h)) if h > 0 else np.inf,
            sixth=float(typical_error(theta, c, [64 * n])[0]),
            size=np.sqrt(2 ** (1 / 3) * gamma(5 / 6) / np.sqrt(np.pi)) / n ** (1 / 6),
        )

    def picture(self, left, right):
        left.legend(show=False)

        bends = bent_panel(left.ax)
        right.curve(
            "by the tangent",
            plots.BOUND,
            shows=lambda r: (NS, none if r.steep == 0 else 1 / (r.steep * np.sqrt(NS))),
            ls="--",
        )
        right.curve("exact", FOUND, shows=lambda r: (NS, r.curve))

        where, none = plots.star(right.ax), np.full(len(NS), np.nan)
        left.add(bends, shows=lambda r: r)
        right.add(where, shows=lambda r: (r.n, r.exact))

    def caption(self, r):
        if r.steep == 0:
            return (
                f"The map is flat here: the estimate is off by {r.exact:.2g}, and with 64 times "
                f"as many examples still by {r.sixth:.2g}."
            )
        return (
            f"The mean is off by {1 / np.sqrt(r.n):.2g}, the estimate by {r.exact:.2g}, by the "
            f"tangent {r.predicted:.2g}."
        )

    def numbers(self, r):
        return (
            f"typical error of the mean {1 / np.sqrt(r.n):.3g}, of the estimate {r.exact:.3g}; "
            f"the map's slope is {r.steep:.3g}."
        )

    def headline(self, r):
        flat = "the moment map is flat somewhere in this range" * bool(np.isinf(r.bound))
        return Claim(
            "a tangent is nearly the curve",
            "Theorem 30.6",
            measured=0.0 if flat else 1000 * r.remainder,
            bound=0.0 if flat else 1000 * r.bound,
            why_not=flat,
            words="In the red range the tangent misses the curve, sideways, by at most ½K · (half "
            "the range)²; unit: 0.001.",
        )

    def identities(self, r):
        flat = r.steep == 0
        slope = "the map is flat here" * flat
        not_flat = "" if flat else "the map is not flat here"
        return [
            Claim(
                "slope of the inverse = 1/slope",
                "Theorem 30.6",
                0.0 if flat else r.tilt * r.steep,
                1.0,
                "==",
                1e-3,
                why_not=slope,
            ),
            Claim(
                "64 times the examples, half the error",
                "section 5",
                r.sixth,
                r.exact / 2,
                "==",
                1e-6,
                why_not=not_flat,
            ),
            Claim(
                "the error at a flat place",
                "section 5",
                r.exact,
                r.size,
                "==",
                2e-3,
                why_not=not_flat,
            ),
        ]


def most_bent(low, high, c):
    """The largest |second derivative| of the inverse map, 6|t|/(c + 3t²)³, for t from low to
    high."""
    peak = np.sqrt(c / 15)
    inside = [t for t in (-peak, peak) if low <= t <= high]
    slopes = [c + 3 * t * t for t in (low, high, *inside)]
    if min(slopes) <= 0 or (c == 0 and low <= 0 <= high):
        return np.inf
    return max(6 * abs(t) / s**3 for t, s in zip((low, high, *inside), slopes))


def bent_panel(ax):
    """The moment map with its tangent; a ribbon of means goes from the wall to it, and a ribbon of
    estimates leaves it for the floor. move(r)."""
    across, down = (plots.band(ax, None, colour, 0.3) for colour in (plots.RED, FOUND))
    wall, floor = (
        plots.curves(ax, [name], color=colour, lw=7, solid_capstyle="butt")
        for name, colour in (("95 % of the m̂", plots.RED), ("95 % of the θ̂", FOUND))
    )
    curve = plots.curves(ax, ["m = M(θ)"], color=plots.TRUTH)
    tangent = plots.curves(ax, [None], color=plots.BOUND, ls="--", lw=1.6)
    plots.legend_above(ax, columnspacing=0.8, handlelength=1.0)
    here, theta, wide = plots.star(ax), np.linspace(-1.3, 1.3, 201), np.array([-3.0, 3.0])

    def move(r):
        means = r.m + r.half * np.linspace(-1, 1, 81)
        found = bent_inverse(means, r.c)
        return (
            *across(np.maximum(np.r_[-WALL, found], -WALL), np.r_[means[0], means], means[-1]),
            *down(found, FLOOR, np.maximum(means, FLOOR)),
            *wall([-WALL] * 2, means[[0, -1]]),
            *floor(r.ends, [FLOOR] * 2),
            *curve(theta, bent(theta, r.c)),
            *tangent(wide, r.m + r.steep * (wide - r.theta)),
            *here(r.theta, r.m),
        )

    return move
