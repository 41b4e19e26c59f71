"""The VC bound beside a world of that VC dimension."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import vc
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    int_slider,
    slider,
)

DELTA = 0.05
COUNTS = np.unique(np.geomspace(1, 1e9, 90).astype(int))
SIZES = np.unique(np.geomspace(1, 3e4, 20).astype(int))
TELLING = (0.5, 0.65, 0.75, 0.85, 1.0)  # 1 - 2p in units of sqrt(d/n): the hardest is among them
ROWS = ("VC bound", "this world", "the same, no noise")


class Price(Figure):
    """What the VC bound asks for, beside what a world of that VC dimension needs, exactly."""

    guess = Guess(
        "Half-planes, d = 3, δ = 5 %. From how many examples on does the bound promise an excess "
        "risk of at most one half?",
        {
            "about 20": "With 20 it promises an excess risk below 9.4. But no risk is over 1.",
            "about 500": "With 500 it promises an excess risk below 2.5, which is nothing.",
            "about 17 thousand": "17 450, for something that a coin does without an example.",
            "about a million": "That is what it asks for an excess risk of 0.08.",
        },
        answer="about 17 thousand",
    )

    size = (10, 4.3)
    veiled = (0, 1)
    story = """
three cells
    The dashed bound reaches the target at over half a million examples. The black curve is the
    exact mean excess risk of a world with the same VC dimension.
no noise | p=0
    Labels without noise: a cell is known once it was seen. A handful is enough.
hardest noise | p=0.38, eps=0.05
    Just enough noise to hide the better label, and still enough to pay if it is missed.
sixty-five | d=65
    As many as half-spaces on pictures of 8 × 8 pixels have: 64 weights and an offset. All
    curves move right: d counts.
a modest target | eps=0.5
    An excess risk of one half is what a coin reaches without any example. The bound asks for
    17 450.
"""
    sees = {
        "three cells": lambda r: 5e5 < r.sizes[0] < 6e5,
        "no noise": lambda r: r.sizes[1] <= 5,
        "hardest noise": lambda r: (
            vc.cells_excess(r.sizes[1], r.d, r.p) > 0.98 * hardest_excess(r.sizes[1], r.d)
        ),
        "sixty-five": lambda r: r.sizes[0] > 1e7 and r.sizes[1] > 20 * cells_size(r.eps, 3, r.p),
        "a modest target": lambda r: r.sizes[0] == 17450 and vc.cells_excess(0, r.d, r.p) <= r.eps,
    }
    notes = """For one p the black curve falls exponentially; the hardest p for each n gives the
    slope −½ of the dash-dotted envelope. The bound has that slope, but for its logarithm: it is
    right about the direction, n grows like d/ε², and too large by some sixty thousand here. Ask
    where the factor comes from: 128 from the proof, the logarithm, and the demand that it holds
    in every world."""
    widths = [1.25, 1]
    panels = (
        axes("examples n", (1, 1e9, "log"), "excess risk", (5e-3, 20, "log")),
        axes("examples n", (0.7, 1e9, "log"), ylim=(2.5, -0.7)),
    )

    def sliders(self):
        return dict(
            d=int_slider("VC dimension d", 3, 1, 65),
            eps=slider("target ε", 0.1, 0.02, 0.5, 0.01),
            p=slider("label noise p", 0.3, 0, 0.45, 0.01),
        )

    @staticmethod
    def compute(d, eps, p):
        """Bound and exact excess risk over n, and the sizes at which each reaches the target."""
        n = vc.vc_size(eps, d, DELTA)
        log_s = d * np.log(np.e * n / d)
        free = cells_size(eps, d, 0.0)
        less = n - 1
        before = d * np.log(np.e * less / d) if less >= d else 0.0
        return dict(
            sizes=(n, cells_size(eps, d, p), free),
            bound=np.where(COUNTS >= d, vc.vc_excess(np.maximum(COUNTS, d), d, DELTA), np.nan),
            exact=exact_curve(d, p),
            hardest=hardest_curve(d),
            surely=cells_size(eps * DELTA, d, p),
            fails=float(vc.vc_tail(n, log_s, eps / 2)),
            fails_before=float(vc.vc_tail(less, before, eps / 2)),
            unseen=(1 - 1 / d) ** free / 2,
            unseen_before=(1 - 1 / d) ** (free - 1) / 2,
        )

    def picture(self, left, right):
        left.ax.axhspan(1, 20, color="0.93", zorder=0)
        left.ax.text(6e8, 15, "over 1: says nothing", ha="right", va="top", color="0.35")
        left.curve("bound", plots.BOUND, shows=lambda r: (COUNTS, r.bound), ls="--")
        left.curve("this world", plots.TRUTH, shows=lambda r: (COUNTS, r.exact))
        left.curve("hardest p", plots.SKY, shows=lambda r: (SIZES, r.hardest), ls="-.")
        left.level("target ε", plots.BLUE, shows=lambda r: r.eps)
        left.mark(None, "o", plots.TRUTH, 9, shows=lambda r: (r.sizes[1], r.eps))
        left.hand("choose the target", shows=lambda r: (r.sizes[0], r.eps), eps="y")

        right.ax.set_title("examples that reach the target")
        right.ax.set_yticks(range(3), ROWS)
        right.add(rod_rows(right.ax), shows=lambda r: list(r.sizes))

    def caption(self, r):
        return (
            f"For an excess risk of {r.eps:.2g} the bound asks for {counted(r.sizes[0])} "
            f"examples; in this world the mean is there from {counted(r.sizes[1])} on."
        )

    def numbers(self, r):
        said = ", ".join(f"{name}: {size}" for name, size in zip(ROWS, r.sizes))
        return f"examples for an excess risk of at most {r.eps:.3g}: {said}."

    def headline(self, r):
        return Claim(
            "the VC bound’s sample size",
            "Theorem 26.6",
            r.surely,
            r.sizes[0],
            words="With that many examples the excess risk is at most ε in 95 % of all samples, "
            "in every world. Measured: a number that does so in this one (Markov, exact mean).",
        )

    def identities(self, r):
        return [
            Claim("put back in, it fails with δ", "Theorem 26.6", r.fails, DELTA),
            Claim("one example less is too few", "Theorem 26.6", r.fails_before, DELTA, ">="),
            Claim("no noise: unseen cells", "section 5", r.unseen, r.eps),
            Claim("one less leaves too many", "section 5", r.unseen_before, r.eps, ">="),
        ]


def counted(number):
    """A large number in words: 740, 17 450, 11 million."""
    if number >= 1e6:
        return f"{float(f'{number / 1e6:.2g}'):g} million"
    return f"{number:,.0f}".replace(",", " ")


def hardest_excess(n, d):
    """The expected excess risk in d cells with the noise that makes it largest, nearly."""
    gaps = np.minimum(np.array(TELLING) * np.sqrt(d / n), 1)
    return max(vc.cells_excess(int(n), d, (1 - gap) / 2) for gap in gaps)


@lru_cache(80)
def hardest_curve(d):
    """The hardest noise for each size of SIZES."""
    return np.array([hardest_excess(n, d) for n in SIZES])


@lru_cache(256)
def exact_curve(d, p):
    """The expected excess risk in d cells with noise p, for the sizes of COUNTS up to 30000."""
    return np.array([vc.cells_excess(int(n), d, p) if n <= 3e4 else np.nan for n in COUNTS])


def cells_size(eps, d, p):
    """The smallest n whose expected excess risk in d cells is at most eps."""
    low, high = 0, 1
    while vc.cells_excess(high, d, p) > eps:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if vc.cells_excess(middle, d, p) <= eps else (middle, high)
    return high


def rod_rows(ax):
    """A rod for each size, with the number at its end. move(sizes)."""
    colours = (plots.BOUND, plots.TRUTH, plots.BLUE)
    drawn = [
        ax.plot([], [], color=c, lw=4, marker="o", ms=9, markevery=[1], mec="white")[0]
        for c in colours
    ]
    words = [ax.text(1, row - 0.12, "", va="bottom") for row in range(3)]

    def move(sizes):
        for row, size in enumerate(sizes):
            drawn[row].set_data([0.7, size], [row, row])
            words[row].set_text(counted(size))
        return *drawn, *words

    return move
