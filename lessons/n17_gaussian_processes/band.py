"""Band: six measurements, the curve, and how sure it is."""

import numpy as np

from helpers import plots
from helpers.kernels import gaussian, gp
from helpers.kernels.ridge import KernelRidge
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    bandwidth,
    points,
    regularisation,
    slider,
)
from helpers.live.controls import written
from lessons.n17_gaussian_processes.world import SIX, sd_of, tidy

GRID = np.linspace(0, 1, 81)
TOP = 2.9  # highest measurement
BELLS = np.random.default_rng(3).normal(size=(3, len(GRID)))
LEVELS = np.linspace(-3.2, 3.2, 161)


def moved(i):
    """A handle that moves measurement i."""

    def to(r, x, y):
        places = r.places.copy()
        places[i] = np.clip(x, 0, 1), np.clip(y, -TOP, TOP)
        return dict(places=written(places))

    return Handle("move this measurement", lambda r: r.places[i], to)


class Band(Figure):
    """The posterior of a curve given six measurements, and all of it at one place."""

    guess = Guess(
        "One green measurement is pulled far up. Where does the band become <b>wider</b>?",
        {
            "around that measurement": "It looks like a surprise, and surprises should make us "
            "unsure. This band is not surprised by anything: it has not looked.",
            "everywhere": "Something is clearly wrong with the data. But the band does not know "
            "that.",
            "there; narrower elsewhere": "There is no budget of sureness to be moved about.",
            "nowhere": "Right: the curve moves and the band moves with it. Its width was fixed "
            "before the first value was read.",
        },
        answer="nowhere",
    )

    size = (10, 4.6)
    veiled = (1,)
    more = ("places",)
    story = """
six measurements
    The band is narrow at the measurements and wide between them. Right: what is known of f at
    the dotted line.
an outlier | places="0.06 -0.5, 0.2 0.6, 0.32 1.1, 0.56 1.5, 0.66 -0.9, 0.92 0.8"
    The fourth measurement went up to 1.5. The mean follows. Below, the width of the band has
    not moved anywhere; right, the bell slides and keeps its shape.
sideways | places="0.06 -0.5, 0.2 0.6, 0.32 1.1, 0.4 -0.4, 0.66 -0.9, 0.92 0.8", probe=0.56
    Now it went to the left instead. The place of a measurement matters: the band closes where
    it is, and opens where it was (orange: as before).
all at one place | places="0.5 -0.5, 0.5 0.6, 0.5 1.1, 0.5 -0.4, 0.5 -0.9, 0.5 0.8", probe=0.5
    Six measurements at one place, and they contradict each other by 2 degrees. The band there
    is ±0.09 all the same: it never looked at the values.
much noise | lam=0.06
    With λ thirty times as large nobody trusts a single measurement: the mean misses five of the
    six, the band is wide.
long bandwidth | bandwidth=0.5
    Neighbours know all about each other: the band is thin everywhere, though most measurements
    lie outside it. The bandwidth makes it thin, not the measurements.
"""
    handles = [
        *(moved(i) for i in range(6)),
        Handle(
            "choose where to look",
            at=lambda r: (r.probe, -3.1),
            to=lambda r, x, y: dict(probe=x),
        ),
    ]
    notes = """Drag the fourth point up and down and ask the class to watch the right panel only:
    a bell that slides. Then sideways. The circles on the right are Bayes' rule, prior times
    likelihood at twenty heights (the likelihood conditions y on f(x), the formula
    the other way round); they do look at y, and still have one width."""
    mosaic = "ac;b."
    widths = (2, 1)
    shared = dict(height_ratios=(3.2, 1))
    panels = (
        axes("", (-0.01, 1.01), "f(x)", (-3.2, 3.2), xticklabels=[]),
        axes("x", (-0.01, 1.01), "half-width", (0, 2.1), yticks=[0, 1, 2]),
        axes("density (scaled)", (0, 1.08), "f(x) at the dotted line", (-3.2, 3.2), xticks=[]),
    )

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.1, 0.02, 1),
            lam=regularisation(0.002, 1e-4, 0.3),
            probe=slider("look at x", 0.44, 0, 1, 0.01),
            places=inside(points("measurements", SIX)),
        )

    @staticmethod
    def compute(bandwidth, lam, probe, places):
        """Mean and variance of f on a grid and at the probe; Bayes' rule by brute force there."""
        x, y = places.T
        k, sigma = gaussian(bandwidth), np.sqrt(len(y) * lam)
        first = np.array(SIX)[:, 0]
        then = gp.posterior(k(first), k(GRID, first), np.ones(len(GRID)), np.zeros(6), sigma)[1]
        at = np.concatenate([GRID, [probe], x])
        K, C = k(x), k(at, x)
        mean, cov = gp.posterior(K, C, k(at), y, sigma)
        sd, m = sd_of(np.diag(cov)), len(GRID)
        heights = mean[m] + np.linspace(-9, 9, 361) * sd[m]
        density = gp.bayes(K, C[m], 1.0, y, sigma, heights)
        share = density / density.sum()
        middle = float(share @ heights)
        return dict(
            sigma=sigma,
            mean=mean[:m],
            sd=sd[:m],
            first_sd=sd_of(then),
            here=(float(mean[m]), float(sd[m])),
            paths=gp.draw(mean[:m], cov[:m, :m], BELLS),
            heights=heights,
            density=density / density.max(),
            brute=(middle, float(np.sqrt(share @ (heights - middle) ** 2))),
            ridge=float(KernelRidge(K, y).predict(C[m : m + 1], lam)[0]),
            measured=float((sd[m + 1 :] ** 2).max()),
        )

    def picture(self, left, low, right):
        shade = plots.band(left.ax, "95 % band", plots.SKY, 0.35)
        paths = plots.bundle(left.ax, 3, "possible curves", "0.55", 0.9)
        mean = plots.curves(left.ax, ["mean"], color=plots.FIT)
        look = dict(marker="o", ms=9, color=plots.TRAIN, mec="white")
        dots = plots.spots(left.ax, "measurements", **look)
        shade(GRID, GRID, GRID)
        left.add(shade, shows=lambda r: (GRID, r.mean - gp.Z95 * r.sd, r.mean + gp.Z95 * r.sd))
        left.level(None, "0.3", ":", across=True, shows=lambda r: r.probe)
        left.add(paths, shows=lambda r: (GRID, r.paths))
        left.add(mean, shows=lambda r: (GRID, r.mean))
        left.add(dots, shows=lambda r: tuple(r.places.T))
        left.star(shows=lambda r: (r.probe, -3.1))
        right.curve("before", plots.BOUND, shows=lambda r: (bell(LEVELS, 0, 1), LEVELS), ls="--")
        right.curve("after", plots.FIT, shows=lambda r: (bell(r.heights, *r.here), r.heights))
        rings = dict(marker="o", ms=6, mfc="none", mec=plots.RED, mew=1.3)
        right.spots(
            "Bayes’ rule",
            shows=lambda r: (r.density[100:261:8], r.heights[100:261:8]),
            **rings,
        )
        right.legend(columnspacing=0.7, handlelength=1.2)
        low.add(widths(low.ax))
        low.legend(show=False)

    def caption(self, r):
        return (
            f"At x = {r.probe:.2f} the curve is at {tidy(r.here[0], 2)} ± "
            f"{gp.Z95 * r.here[1]:.2f}. "
            "Drag a measurement straight up: only the first of these two numbers moves."
        )

    def numbers(self, r):
        return (
            f"noise σ = {r.sigma:.3g}; at the dotted line mean {r.here[0]:.3g}, standard deviation "
            f"{r.here[1]:.3g}; the widest place of the band has {r.sd.max():.3g}."
        )

    def headline(self, r):
        return Claim(
            "the width of the band is that of Bayes’ rule",
            "Theorem 17.1",
            r.brute[1],
            r.here[1],
            "==",
            1e-6,
            words="The formula for the standard deviation never sees a measured value. Bayes’ "
            "rule, height by height from all of them, finds the same.",
        )

    def identities(self, r):
        s2 = r.sigma**2
        return [
            Claim("brute force has this mean", "Theorem 17.1", r.brute[0], r.here[0], "==", 1e-6),
            Claim("the mean is kernel ridge", "Corollary 17.2", r.ridge, r.here[0], "==", 1e-6),
            Claim("no wider than before", "Theorem 17.3", r.sd.max(), 1.0),
            Claim("variance where measured", "Theorem 17.3", r.measured, s2 / (1 + s2)),
        ]


def inside(control):
    """The measurements, if all of them lie in the picture."""
    parse = control.argument

    def checked(typed):
        found = parse(typed)
        if (np.abs(found[:, 0] - 0.5) > 0.5).any() or (np.abs(found[:, 1]) > TOP).any():
            raise ValueError("all measurements must lie in the picture")
        return found

    control.argument = checked
    return control


def bell(heights, mean, sd):
    """A normal density whose highest value is 1."""
    return np.exp(-(((heights - mean) / sd) ** 2) / 2)


def widths(ax):
    """The half-width of the band over that of the first six places. move(now, then)."""
    then = plots.curves(ax, ["places as at first"], color=plots.ORANGE, lw=7, alpha=0.5)
    now = plots.curves(ax, ["places as now"], color=plots.FIT)
    beside = dict(loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)
    ax.legend(title="half-width", alignment="left", **beside).set_in_layout(False)
    return lambda r: (*then(GRID, gp.Z95 * r.first_sd), *now(GRID, gp.Z95 * r.sd))
