"""One example changes."""

from functools import lru_cache
from math import comb

import numpy as np

from helpers import plots
from helpers.generalisation import concentration as con
from helpers.live import Claim, Figure, Guess, axes, choice, int_slider, slider
from lessons.n24_concentration.world import EPS, FLOOR, once_in, relative, seen

STATISTICS = ("different values", "share of heads", "longest run of heads")


class OneChange(Figure):
    """A function of n draws that no single draw can move far: its exact law, and McDiarmid."""

    guess = Guess(
        "On average 126.6 of the 200 values are seen. Repeat often. Half of all counts lie within "
        "…",
        {
            "± 3 of that": "Exactly computed: 50.4 % lie within ± 3. One draw can do little, and "
            "200 of them partly cancel.",
            "± 14 of that": "That is √200, as if all draws pulled in one direction at random. 99.9 "
            "% lie within ± 14.",
            "± 30 of that": "Farther than that: about once in 170 billion counts.",
        },
        answer="± 3 of that",
    )

    size = (10, 4.2)
    veiled = (0, 1)
    story = """
200 draws from 200
    The exact law of the number of different values, 127 on average. Half of all counts are
    within three of that (0.015 on the axis), and hardly any is ten away.
twenty draws | n=20, share=0.15
    Few draws: few dots, spread over a larger share of n. The promise widens too.
a plain average | f="share of heads"
    The share of heads: one coin moves it by 1/n, and McDiarmid is Hoeffding.
one draw moves it far | f="longest run of heads"
    The longest run: one coin can join two long runs. The promise is empty, though the truth is
    narrow.
far out | share=0.1
    Twenty values too many: once in 410 thousand samples. The promise says once in 55.
"""
    sees = {
        "200 draws from 200": lambda r: (
            round(r.n * r.mean) == 127
            and abs(_share(r, 3) - 0.5) < 0.01
            and 1 - _share(r, 9) < 0.05
        ),
        "twenty draws": lambda r: (
            np.sum(np.abs(r.x) <= 0.25) < 15 and _spread(r) > 0.06 and r.bound > 0.37
        ),
        "a plain average": lambda r: r.change == 1 / r.n and abs(r.bound / r.like - 1) < 1e-9,
        "one draw moves it far": lambda r: r.bound > 0.99 and _spread(r) < 0.02,
        "far out": lambda r: (
            round(r.n * r.share) == 20
            and abs(1e-3 / r.exact - 410) < 5
            and round(1 / r.bound) == 55
        ),
    }
    notes = """Nobody computes the law of the number of different values by hand; McDiarmid needs
    one look: what can one draw change? The longest run shows what the look may miss."""
    panels = (
        axes("f minus its mean, as a share of n", (-0.25, 0.25), ylim=(0, 1.1)),
        axes("distance ε/n", (0, 0.25), ylim=(FLOOR, 2, "log")),
    )

    def sliders(self):
        return dict(
            n=int_slider("draws n", 200, 10, 200, 5),
            share=slider("distance ε/n", 0.05, 0.005, 0.25, 0.005),
            f=choice("function f", STATISTICS[0], list(STATISTICS)),
        )

    @staticmethod
    def compute(n, share, f):
        """The exact law of f, its tail over a grid of distances, and McDiarmid's bound."""
        values, law, change = exact_law(f, n)
        unit = 1 if f == "share of heads" else n  # distances are told as shares of n
        mean = float(values @ law)
        upper = np.append(np.cumsum(law[::-1])[::-1], 0.0)
        cut = np.searchsorted(values, mean + unit * EPS - con.ROUNDING)
        changes = np.full(n, change)
        return dict(
            x=(values - mean) / unit,
            law=law / law.max(),
            mean=mean / unit,
            change=change,
            tail=upper[cut],
            promise=con.mcdiarmid(changes, unit * EPS),
            exact=con.tail_of(law, values, mean + unit * share),
            bound=float(con.mcdiarmid(changes, unit * share)),
            moved=largest_change(f, n),
            like=float(con.hoeffding(n, share)),
        )

    def picture(self, left, right):
        left.legend(show=False)

        left.ax.set_title("exact law of f; highest = 1")
        left.curve("law", plots.TRUTH, shows=lambda r: (r.x, r.law), marker=".", lw=1)
        left.ax.axvline(0, color="0.45", ls=":", lw=1.6)
        left.level(None, plots.BLUE, "--", across=True, shows=lambda r: r.share)
        right.curve("truth", plots.TRUTH, shows=lambda r: (EPS, seen(r.tail)))
        right.curve("McDiarmid", plots.BLUE, shows=lambda r: (EPS, seen(r.promise)), ls="--")

        right.hand("choose ε", shows=lambda r: (r.share, max(r.exact, FLOOR)), share="x")

    def caption(self, r):
        said = once_in(r.exact) if r.exact > 0 else "never"
        return (
            f"f is too high by ε {said}; McDiarmid allows it {once_in(r.bound)}. One draw moves f "
            f"by at most {r.change:.3g}."
        )

    def numbers(self, r):
        return (
            f"mean of f over n {r.mean:.3g}, exact tail {r.exact:.3g}, McDiarmid {r.bound:.3g}, "
            f"one draw changes f by at most {r.change:.3g}."
        )

    def headline(self, r):
        return Claim(
            "McDiarmid’s inequality",
            "Theorem 24.7",
            measured=r.exact,
            bound=r.bound,
            tol=relative(r.bound),
            words="f exceeds its mean by ε with probability at most exp(−2ε²/Σcᵢ²).",
        )

    def identities(self, r):
        average = "" if r.f == "share of heads" else "f is not an average"
        return [
            Claim("one draw moves f this far", "Theorem 24.7", r.moved, r.change, "=="),
            Claim(
                "for an average it is Hoeffding",
                "section 5",
                r.bound,
                r.like,
                "==",
                tol=relative(r.like),
                why_not=average,
            ),
        ]


def _share(r, count):
    """The probability of a value within `count` of the mean."""
    return float(r.law[np.abs(r.x) * r.n <= count].sum() / r.law.sum())


def _spread(r):
    """The standard deviation on the axis of the figure."""
    return float(np.sqrt(r.x**2 @ r.law / r.law.sum()))


@lru_cache(256)
def exact_law(statistic, n):
    """(values, probabilities, how far one draw can move it) of a function of n draws."""
    if statistic == "share of heads":
        heads = np.arange(n + 1)
        weights = np.array([comb(n, k) / 2**n for k in range(n + 1)])
        return heads / n, weights, 1 / n
    if statistic == "different values":
        return np.arange(n + 1.0), con.distinct_law(n), 1.0
    return np.arange(n + 1.0), con.run_law(n), float((n + 1) // 2)


@lru_cache(256)
def largest_change(statistic, n):
    """The largest change by one replaced draw, over 20 samples and every replacement."""
    rng = np.random.default_rng(n)
    if statistic == "different values":
        return max(_distinct_change(rng.integers(n, size=n)) for _ in range(20))
    flips = rng.integers(2, size=(20, n)).astype(bool)
    flips[0] = np.arange(n) != n // 2  # the worst case for a run: one flip joins two of them
    measure = np.mean if statistic == "share of heads" else con.longest_run
    return max(_flip_change(row, measure) for row in flips)


def _distinct_change(draws):
    """Replacing a draw that is alone by one that is there loses 1; the other way round gains 1."""
    counts = np.bincount(draws, minlength=len(draws))
    alone, missing, doubled = (counts == 1).any(), (counts == 0).any(), (counts > 1).any()
    return float((alone and (counts > 0).sum() > 1) or (missing and doubled))


def _flip_change(heads, measure):
    """By how much one flipped coin changes a function of all of them, at most."""
    every = np.tile(heads, (len(heads), 1))
    np.fill_diagonal(every, ~heads)
    return float(np.max(np.abs(measure(every, axis=-1) - measure(heads, axis=-1))))
