"""The hardest distributions for two hypotheses, with and without noise."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import pac
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    choice,
    int_slider,
    log_slider,
)
from lessons.n25_pac.world import percent

GAPS = np.geomspace(1e-4, 1, 161)
SIZES = np.unique(np.rint(np.geomspace(5, 2000, 40)).astype(int))
SIZES = SIZES + SIZES % 2  # even ones: a tie is possible
CASES = ("one is perfect", "noisy labels")
LIMIT = 0.169971  # the maximum of c Φ(−c)


class Rates(Figure):
    """Two hypotheses as hard to tell apart as can be: 1/n with a perfect one, 1/√n with noise."""

    guess = Guess(
        "In the worst world with noise, 100 examples leave an expected excess risk of 1.7 points. "
        "How many with 1600 examples?",
        {
            "0.1 points, a sixteenth": "That is what happens with a perfect hypothesis. With noise "
            "the worst world changes with n.",
            "0.4 points, a quarter": "Right: sixteen times the examples, a quarter of the excess.",
            "nearly 0: it falls exponentially": "It does for a fixed difference of the two. But "
            "with more examples another, smaller difference becomes the worst one.",
        },
        answer="0.4 points, a quarter",
    )

    size = (10, 4.2)
    veiled = (1,)
    story = """
noise
    Labels are coins, and one side comes up a little more often. A tiny g costs nothing, a large
    one is found out: the worst world is in between (diamond).
sixteen times as many | n=1600, gap=0.0188
    1600 examples: the hill moves to the left, to a smaller g, and its top falls only to a
    quarter.
one is perfect | case="one is perfect", gap=0.0099
    Blue: one hypothesis never errs. At g = 1/(n + 1) the expected excess is largest: 0.37 %.
perfect, and sixteen times as many | case="one is perfect", n=1600, gap=0.000625
    Now the top falls to a sixteenth. Every error counts as proof.
an easy world | gap=0.5
    With g = 0.5 a hundred noisy examples are plenty: the rate is about the worst world, not
    about yours.
"""
    sees = {
        "noise": lambda r: r.which == 1 and r.n == 100 and 0.01 < r.at < 0.3,
        "sixteen times as many": lambda r: abs(r.worst / pac.noisy_worst(100)[1] - 1 / 4) < 0.01,
        "one is perfect": lambda r: (
            r.which == 0 and abs(r.at - 1 / (r.n + 1)) < 1e-12 and round(100 * r.here, 2) == 0.37
        ),
        "perfect, and sixteen times as many": lambda r: (
            abs(r.worst / pac.realisable_worst(100)[1] - 1 / 16) < 1e-3
        ),
        "an easy world": lambda r: r.here < 1e-6 and r.n == 100,
    }
    notes = """Both curves on the left are a product: what a wrong choice costs times how likely it
    is. Let the class say which factor wins at the two ends. Then the right panel: slopes −1 and
    −½. With a fixed g the noisy curve falls exponentially; the root needs a g that shrinks."""

    panels = (
        axes("difference g of the two risks", (1e-4, 1, "log"), ylim=(1e-5, 0.2, "log")),
        axes("examples n", (5, 2000, "log"), "top of the hill", (1e-4, 0.2, "log")),
    )

    def sliders(self):
        return dict(
            gap=log_slider("difference g", 0.03, 1e-4, 0.9),
            n=int_slider("examples n", 100, 5, 2000, 5),
            case=choice("world", CASES[1], list(CASES)),
        )

    @staticmethod
    def compute(gap, n, case):
        """Expected excess over all differences, at this one, and the largest, for both worlds."""
        both = pac.realisable_excess(n, GAPS), pac.noisy_excess(n, GAPS)
        tops = pac.realisable_worst(n), pac.noisy_worst(n)
        which = CASES.index(case)
        here = (pac.realisable_excess, pac.noisy_excess)[which](n, gap)
        return dict(
            both=both,
            tops=[(float(g), float(e)) for g, e in tops],
            which=which,
            here=float(here),
            at=float(tops[which][0]),
            worst=float(tops[which][1]),
            before=pac.noisy_worst(n - 1)[1],
        )

    def picture(self, left, right):
        left.ax.set_title("expected excess risk at this n")
        left.legend(show=False)
        looks = ((plots.BLUE, "-"), (plots.RED, (0, (5, 1.5))))
        for i, (case, (colour, dash)) in enumerate(zip(CASES, looks)):
            shows = lambda r, i=i: (GAPS, np.maximum(r.both[i], 1e-9))  # noqa: E731
            left.curve(case, colour, shows, ls=dash)
        for i, (colour, dash) in enumerate(looks):
            left.mark(None, "D", colour, 8, shows=lambda r, i=i: r.tops[i])
            right.ax.plot(SIZES, worst_curves()[i], color=colour, ls=dash)
        left.hand("choose g", shows=lambda r: (r.gap, max(r.here, 1e-5)), gap="x")
        right.hand("choose n", shows=lambda r: (r.n, r.worst), n="x")
        n = np.array([5, 2000])
        right.ax.plot(n, 1 / (np.e * n), color="0.3", ls=":", lw=1.3)
        limits = dict(color="0.3", ls=":", lw=1.3, label="1/(en), 0.17/√n")
        right.ax.plot(n, LIMIT / np.sqrt(n), **limits)
        slopes_written(right.ax)

    def caption(self, r):
        return (
            f"At this g the expected excess is {percent(r.here)}. The worst g is {r.at:.2g}: "
            f"there it is {percent(r.worst)}."
        )

    def numbers(self, r):
        (a, x), (b, y) = r.tops
        return (
            f"expected excess {r.here:.3g}; largest with a perfect hypothesis {x:.3g} at g = "
            f"{a:.3g}, with noise {y:.3g} at g = {b:.3g}."
        )

    def headline(self, r):
        perfect = r.which == 0
        return Claim(
            "the two rates",
            "Theorem 25.6",
            measured=r.worst,
            bound=1 / (np.e * (r.n + 1)) if perfect else LIMIT / np.sqrt(r.n + 1),
            kind=">=",
            tol=1e-12,
            words="With a perfect hypothesis, some law has expected excess 1/(e(n+1)) or more."
            if perfect
            else "With noise, some law has expected excess 0.1699/√(n+1) or more.",
        )

    def identities(self, r):
        (_, x), (_, y) = r.tops
        odd = "" if r.n % 2 == 0 else "n is odd: no ties"
        return [
            Claim("nothing beats the worst g", "Theorem 25.6", r.here, r.worst, tol=1e-7),
            Claim("at most 1/(en)", "Theorem 25.6", x, 1 / (np.e * r.n), tol=1e-12),
            Claim("at most 0.173/√n", "Theorem 25.6", y, 0.173 / np.sqrt(r.n), tol=1e-12),
            Claim("even n is like n − 1", "section 5", y, r.before, "==", 1e-7, odd),
            Claim("below the mean form of the promise", "Theorem 25.7", x, (1 + np.log(2)) / r.n),
        ]


@lru_cache(1)
def worst_curves():
    """The worst excess for each number of examples, of both cases."""
    noisy = np.array([pac.noisy_worst(int(n))[1] for n in SIZES])
    return pac.realisable_worst(SIZES)[1], noisy


def slopes_written(ax):
    """At each line its name and slope, and a step from 100 examples to 1600."""
    for x, y, words, colour in (
        (22, 0.055, "noisy labels: slope −½", plots.RED),
        (5.7, 1.5e-3, "one is perfect:\nslope −1", plots.BLUE),
    ):
        ax.text(x, y, words, color=colour, fontsize=12, fontweight="bold", va="bottom")
    for worst, fall in ((pac.noisy_worst, "÷ 4"), (pac.realisable_worst, "÷ 16")):
        high, low = (float(worst(n)[1]) for n in (100, 1600))
        ax.plot([100, 1600, 1600], [high, high, low], color="0.45", lw=1.2)
        ax.text(1450, np.sqrt(high * low), fall, ha="right", va="center", fontsize=11)
        ax.text(400, 1.1 * high, "× 16", ha="center", va="bottom", fontsize=11)
