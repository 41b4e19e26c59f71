"""Further: what happens for n to infinity."""

from functools import lru_cache

import numpy as np
from scipy import special

from helpers import plots
from helpers.generalisation import concentration as con
from helpers.live import Claim, Figure, Guess, axes, choice, int_slider

STREAMS, SEEN = 40, 14  # streams, and how many of them are drawn
TIMES = np.arange(1, 1001)
DRAWN = np.unique(np.geomspace(1, 1000, 90).round().astype(int))  # moments that are drawn
Z = np.linspace(-4, 4, 321)
KINDS = ("coin, p = 0.13", "waiting time", "Cauchy")
SKEW = {
    "coin, p = 0.13": (1 - 2 * 0.13 * 0.87) / np.sqrt(0.13 * 0.87),
    "waiting time": 12 / np.e - 2,
}


SHEVTSOVA = 0.4748  # the constant of Berry and Esseen, as far as it is known


class Fan(Figure):
    """Running means of forty streams, and the exact law of the mean beside the normal one."""

    guess = Guess(
        "A Cauchy law has no mean: its density falls only like 1/x². Average 1000 draws. How wide "
        "is the law of the average, compared with that of a single draw?",
        {
            "30 times as narrow": "√1000 is about 30. That holds for laws with a variance.",
            "a little narrower": "Not even that.",
            "exactly the same": "The average of Cauchy draws has the law of one of them, for every "
            "n.",
        },
        answer="exactly the same",
    )

    size = (10, 4.2)
    play = "n"
    story = """
one draw | n=1
    Single draws of a Cauchy law: half of them lie within ±1.
a thousand draws
    Half of the averages lie within ±1 still, and streams jump for ever. On the right the law of
    the average covers that of one draw.
coins | kind="coin, p = 0.13", n=100
    A law with a variance: the streams settle within ±2/√n (dashed). On the right the law of the
    average, stretched by √n, climbs in steps along the normal curve.
ten coins | kind="coin, p = 0.13", n=10
    Ten coins: the steps are coarse, and the curve is skew.
waiting times | kind="waiting time", n=10
    Skew, but smooth: the largest gap falls like 1/√n.
"""
    sees = {
        "one draw": lambda r: r.n == 1 and 0.3 < r.middle < 0.7,
        "a thousand draws": lambda r: (
            r.single is not None and np.allclose(r.cdf, r.single) and 0.3 < r.middle < 0.7
        ),
        "coins": lambda r: r.inside > 0.8 and r.gap < 0.1,
        "ten coins": lambda r: r.gap > 0.15 and len(np.unique(r.cdf)) <= 11,
        "waiting times": lambda r: (
            np.diff(r.cdf).max() < 0.02 and abs(2 * largest_gap(r.kind, 4 * r.n) / r.gap - 1) < 0.1
        ),
    }
    notes = """Play n from 1 to 1000 with Cauchy, then the same with coins: the class sees that the
    law of large numbers has a hypothesis."""
    panels = (
        axes("examples so far", (1, 1000, "log"), "running mean of a stream", (-3, 3)),
        axes(" ", (-4, 4), "distribution function", (0, 1)),
    )

    def sliders(self):
        return dict(
            n=int_slider("examples n", 1000, 1, 1000),
            kind=choice("law", "Cauchy", list(KINDS)),
        )

    @staticmethod
    def compute(n, kind):
        """Running means up to n; the exact law of √n times the mean, of a Cauchy mean itself."""
        upto, normal = mean_cdf(kind, n, Z), special.ndtr(Z)
        means = streams(kind)
        return dict(
            means=np.where(n >= DRAWN, means[:SEEN, DRAWN - 1], np.nan),
            cdf=upto if kind in SKEW else mean_cdf(kind, n, np.sqrt(n) * Z),
            single=None if kind in SKEW else mean_cdf(kind, 1, Z),
            hoped=normal if kind in SKEW else mean_cdf(kind, 1, np.sqrt(n) * Z),
            gap=largest_gap(kind, n),
            allowed=SHEVTSOVA * SKEW[kind] / np.sqrt(n) if kind in SKEW else np.nan,
            inside=float(np.mean(np.abs(means[:, n - 1]) <= 2 / np.sqrt(n))),
            last=means[:SEEN, n - 1],
            middle=float(np.mean(np.abs(means[:, n - 1]) <= 1)),
        )

    def picture(self, left, right):
        left.ax.set_title(f"{SEEN} of 40 streams; dotted ±1, dashed ±2/√n")
        for side in (-1, 1):
            left.ax.axhline(side, color="0.45", ls=":")
        left.bundle(SEEN, colour=plots.SKY, shows=lambda r: (DRAWN, r.means))
        for side in (-2, 2):
            left.ax.plot(TIMES, side / np.sqrt(TIMES), color=plots.BOUND, ls="--")
        right.curve("one draw", plots.SKY, lambda r: (Z, r.single), lw=7, alpha=0.6)
        right.curve("average of n", plots.TRUTH, lambda r: (Z, r.cdf))
        right.curve("hoped for", plots.BOUND, lambda r: (Z, r.hoped), ls=":")
        left.level(None, "0.45", across=True, shows=lambda r: r.n)
        ends = dict(marker="o", color=plots.BLUE, ms=4)
        left.spots(shows=lambda r: (np.full(SEEN, r.n), r.last), **ends)
        right.add(
            axis_name(right.ax), shows=lambda r: "√n · average" if r.kind in SKEW else "average"
        )

    def caption(self, r):
        if r.kind == "Cauchy":
            return (
                f"{100 * r.middle:.0f} % of the 40 averages of {r.n} lie within ±1; exactly it is "
                "half of them, for every n."
            )
        return (
            f"{100 * r.inside:.0f} % of the streams are inside ±2/√n; the exact law differs from "
            f"the normal one by at most {r.gap:.2g}."
        )

    def numbers(self, r):
        return (
            f"{100 * r.inside:.0f} % of 40 running means are within two standard errors; largest "
            f"gap between the exact and the normal distribution function {r.gap:.3g}."
        )

    def headline(self, r):
        return Claim(
            "Berry and Esseen",
            "Theorem 24.8",
            measured=r.gap,
            bound=r.allowed,
            why_not="" if r.kind in SKEW else "a Cauchy law has neither mean nor variance",
            words="The law of the mean differs from the normal one by at most 0.4748·E|X|³/√n.",
        )


def axis_name(ax):
    """The name of the horizontal axis, which changes with the law. move(name)."""
    name = ax.text(0.5, -0.1, "", transform=ax.transAxes, ha="center", va="top")

    def move(words):
        name.set_text(words)
        return (name,)

    return move


@lru_cache(4)
def streams(kind):
    """(40, 1000): running means of centred and scaled draws; the Cauchy law has nothing to
    centre."""
    rng = np.random.default_rng(24)
    draws = {
        "coin, p = 0.13": lambda: (rng.random((STREAMS, 1000)) < 0.13) / 1.0 - 0.13,
        "waiting time": lambda: rng.exponential(size=(STREAMS, 1000)) - 1,
        "Cauchy": lambda: rng.standard_cauchy((STREAMS, 1000)),
    }[kind]()
    scale = {"coin, p = 0.13": np.sqrt(0.13 * 0.87)}.get(kind, 1.0)
    return np.cumsum(draws / scale, axis=1) / TIMES


def mean_cdf(kind, n, z):
    """P(√n · mean <= z) of centred and scaled draws, exactly."""
    if kind == "coin, p = 0.13":
        k = n * 0.13 + np.asarray(z) * np.sqrt(n * 0.13 * 0.87)
        return 1 - con.heads_tail(n, 0.13, np.floor(k) + 1)
    if kind == "waiting time":
        return special.gammainc(n, np.maximum(n + np.asarray(z) * np.sqrt(n), 0))
    # the mean of Cauchy draws has the law of one of them
    return 0.5 + np.arctan(np.asarray(z) / np.sqrt(n)) / np.pi


def largest_gap(kind, n):
    """The largest distance to the normal distribution function: a coin's is just beside a jump."""
    places = np.linspace(-4, 4, 3201)
    if kind == "coin, p = 0.13":
        beside = np.arange(n + 1)[:, None] + [-1e-7, 1e-7]
        places = (beside.ravel() - n * 0.13) / np.sqrt(n * 0.13 * 0.87)
    return float(np.max(np.abs(mean_cdf(kind, n, places) - special.ndtr(places))))
