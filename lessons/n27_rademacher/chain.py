"""Further: covers and chains."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import rademacher as rad
from helpers.live import Claim, Figure, Guess, axes, int_slider, log_slider

DIGITS = np.arange(0, 11)
PLACES = np.linspace(0, 1, 241)


class Chain(Figure):
    """Functions that never fall: infinitely many of them, counted digit by digit."""

    guess = Guess(
        "One cover: more digits, smaller errors, more staircases. What is the best number of "
        "digits for a hundred examples?",
        {
            "2": "After that the number of staircases costs more than the rounding saves.",
            "5": "Rounding then costs only 0.02, but counting staircases 0.57.",
            "as many as possible": "Then N is so large that the promise is over 1.",
        },
        answer="2",
    )

    size = (10, 4.3)
    story = """
three digits
    Left: a function that never falls, and its values rounded to eight levels. There are only so
    many staircases: Massart’s lemma counts them.
coarse | digits=1
    Two levels: few staircases, but rounding alone costs a quarter.
fine | digits=6
    64 levels: rounding costs nothing, and the number of staircases everything. One cover has to
    choose.
digit by digit | digits=10
    Each further digit is a class of its own, half as large as the one before: the blue curve
    falls and then hardly rises. Stopping late costs little.
three thousand examples | n=3000.0, digits=10
    The gap widens: up to logarithms one cover falls like n to the power −⅓, the chain like the
    truth, n to the power −½.
"""
    sees = {
        "three digits": lambda r: len(np.unique(r.stairs)) <= 8,
        "coarse": lambda r: r.half == 0.25,
        "fine": lambda r: r.single > 50 * r.half,
        "digit by digit": lambda r: (
            0 < r.all_chained.argmin() < 10 and r.all_chained[10] < 1.06 * r.all_chained.min()
        ),
        "three thousand examples": lambda r: r.all_single.min() > 1.3 * r.all_chained.min(),
    }
    notes = """Everything is in closed form: the staircases are counted by a binomial coefficient,
    the truth is the mean highest point of a random walk. Spitzer's formula gives it again."""
    panels = (
        axes("place", (0, 1), "value", (-0.02, 1.02)),
        axes("binary digits k", (-0.3, 10.3), "complexity", (0.012, 1.4, "log")),
    )

    def sliders(self):
        return dict(
            digits=int_slider("binary digits k", 3, 0, 10),
            n=log_slider("examples n", 100.0, 10, 3000),
            number=int_slider("new random function", 1, 1, 20),
        )

    @staticmethod
    def compute(digits, n, number):
        """Truth, one cover and the chain, for every number of digits."""
        n_whole = int(round(n))
        chained, single = chain_bounds(n_whole), rad.one_scale(n_whole, DIGITS)
        k = np.arange(1, n_whole + 1)
        f = rising(number)
        off = np.abs(f - rounded(f, digits)).max()
        return dict(
            f=f,
            stairs=rounded(f, digits),
            all_chained=chained,
            all_single=single,
            chained=float(chained[digits]),
            single=float(single[digits]),
            truth=rad.rising_complexity(n_whole),
            spitzer=float(np.sum(rad.mean_distance(k) / (2 * k)) / n_whole),
            off=float(off),
            half=2.0**-digits / 2,
            log_count=float(rad.log_staircases(n_whole, 2.0**digits)),
            count_again=log_choose(n_whole + 2**digits - 1, 2**digits - 1),
        )

    def picture(self, left, right):
        left.curve("rounded", plots.BLUE, shows=lambda r: (PLACES, r.stairs), lw=3)
        left.curve("function", plots.TRUTH, shows=lambda r: (PLACES, r.f), lw=1.6)

        right.ax.set_yticks([0.02, 0.05, 0.1, 0.3, 1], ["0.02", "0.05", "0.1", "0.3", "1"])
        right.ax.minorticks_off()
        right.curve(
            "one cover",
            plots.ORANGE,
            shows=lambda r: (DIGITS, r.all_single),
            ls="-.",
            marker="s",
            ms=5,
        )
        right.curve(
            "chain", plots.BLUE, shows=lambda r: (DIGITS, r.all_chained), ls="--", marker="o", ms=5
        )
        right.level("truth", plots.TRUTH, "-", shows=lambda r: r.truth)

        right.hand("choose the digits", shows=lambda r: (r.digits, r.chained), digits="x")

    def caption(self, r):
        return (
            f"One cover promises {r.single:.2g}, the chain {r.chained:.2g}; the truth is "
            f"{r.truth:.2g}."
        )

    def numbers(self, r):
        return (
            f"with {r.digits} digits one cover promises {r.single:.3g}, the chain {r.chained:.3g}; "
            f"the exact complexity is {r.truth:.3g}; ln of the number of staircases "
            f"{r.log_count:.3g}."
        )

    def headline(self, r):
        return Claim(
            "a chain of covers",
            "Theorem 27.9",
            measured=r.truth,
            bound=r.chained,
            words="The complexity is at most the error of the last cover plus a Massart bound for "
            "each digit.",
        )

    def identities(self, r):
        return [
            Claim("one cover", "Theorem 27.9", r.truth, r.single),
            Claim("rounding costs half a step at most", "Theorem 27.9", r.off, r.half),
            Claim("the truth by Spitzer’s formula", "Theorem 27.9", r.truth, r.spitzer, "=="),
            Claim(
                "staircases are counted rightly", "Theorem 27.9", r.log_count, r.count_again, "=="
            ),
        ]


@lru_cache(32)
def rising(number):
    """A function that never falls, from 0 to 1, on a grid."""
    rng = np.random.default_rng([9, number])
    jumps = rng.gamma(0.05, size=len(PLACES) - 1)
    total = np.append(0, np.cumsum(jumps))
    return 0.6 * total / total[-1] + 0.4 * PLACES


def rounded(f, digits):
    """The middle of the step of 2^-digits in which a value lies."""
    step = 2.0**-digits
    return np.minimum(np.floor(f / step), 1 / step - 1) * step + step / 2


def chain_bounds(n):
    """(11,): the chain's promise after k digits, k = 0, ..., 10."""
    links = rad.chain_links(n, len(DIGITS) - 1)
    return np.append(0, np.cumsum(links)) + 2.0**-DIGITS / 2


def log_choose(n, k):
    """ln of the binomial coefficient, factor by factor."""
    i = np.arange(1, min(k, n - k) + 1)
    return float(np.sum(np.log(n - i + 1) - np.log(i)))
