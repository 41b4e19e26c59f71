"""The digits of our own data folder."""

from functools import cache, lru_cache

import numpy as np

from helpers import plots
from helpers.data import load
from helpers.kernels import gaussian, mmd
from helpers.live import Claim, Figure, Guess, axes, bandwidth, choice, int_slider
from lessons.n19_mmd.world import ALPHA, shuffles

HALF, RELABELLED, FRESH, TYPICAL = 60, 199, 40, 3
SPLITS = ("first and last 60", "shuffled", "the next digit")


class Writers(Figure):
    """Sixty images of a digit against sixty others of the same digit, for all ten digits."""

    guess = Guess(
        "Ten tests at 5 %, one for each digit: first sixty images against last sixty. How many of "
        "the ten reject?",
        {
            "none, or one by chance": "So it is after shuffling (step 2). The file’s order is not "
            "random.",
            "about five": "Not even one digit passes. p is 0.025 for zero and smaller for the "
            "others.",
            "all ten": "Presumably other people wrote the end of the file than its beginning.",
        },
        answer="all ten",
    )

    size = (10, 4.0)
    veiled = (1,)
    more = ("sample",)
    story = """
first and last
    Sixty zeros from the start of the file, sixty from its end. The test says: not one
    distribution. Nor for any other digit.
shuffled | split="shuffled"
    The same images in random order: no digit stands out now.
ones | digit=1
    Look at the images for which the witness is loudest: ones with a flag in the first group,
    plain strokes in the second.
only the means | bandwidth=200
    A bandwidth far over all distances compares the mean images only. Nine digits differ in
    these.
too narrow | bandwidth=2
    With ℓ = 2 an image has hardly a neighbour, and some digits are no longer told apart.
another digit | split="the next digit"
    The easy task, for comparison: another digit. p cannot be lower than 1/200.
"""
    notes = """Everything in the course that used this file and took its first rows as training set
    rested on an assumption that is false. The writers of the file were not shuffled, presumably.
    The remedy is one line: shuffle before you split. Ten tests at 5 % produce half a false alarm
    on average; eight of the ten survive a division of 5 % by ten."""
    widths = [1.35, 1]
    panels = (
        axes(
            "mean image | the three where the witness is loudest",
            xticks=[],
            yticks=[5, 15],
            yticklabels=["second\ngroup", "first\ngroup"],
        ),
        axes("digit", (-0.6, 9.6), "p-value", (0.004, 1.3, "log")),
    )

    def sliders(self):
        return dict(
            bandwidth=bandwidth(20, 2, 200),
            digit=int_slider("digit", 0, 0, 9),
            split=choice("groups", SPLITS[0], list(SPLITS)),
            sample=int_slider("new random order", 1, 1, 30),
        )

    @staticmethod
    def compute(bandwidth, digit, split, sample):
        """p for all ten digits, and the images of one of them."""
        found = [digit_test(d, split, sample, bandwidth) for d in range(10)]
        fresh = np.concatenate([each for _, each in found])
        pool, _ = groups(digit, split, sample)
        tiles, D, f = gallery(pool, bandwidth)
        return dict(
            p=np.array([p for p, _ in found]),
            fresh=float(np.mean(fresh <= ALPHA)),
            allowed=ALPHA + 5 * deviation(len(fresh)),
            tiles=tiles,
            D=D,
            gap=float(f[:HALF].mean() - f[HALF:].mean()),
        )

    def picture(self, left, right):
        left.heatmap((0, 40, 0, 20), 0, 16, "Greys", origin="upper", shows=lambda r: r.tiles)

        left.ax.axvline(10, color="0.6", lw=1)

        right.ax.set_xticks(range(10))
        right.ax.set_yticks([0.005, 0.05, 0.5], ["0.005", "0.05", "0.5"])
        right.ax.axhline(ALPHA, color=plots.BOUND, ls="--", lw=1.6, label="5 %")
        right.spots(
            "one test a digit",
            marker="o",
            ms=9,
            color=plots.FIT,
            mec="white",
            shows=lambda r: (np.arange(10), r.p),
        )

        right.hand("choose the digit", shows=lambda r: (r.digit, r.p[r.digit]), digit="x")

    def caption(self, r):
        count = int(np.sum(r.p <= ALPHA))
        many = {0: "None of the ten digits is", 1: "One of the ten digits is"}
        many[10] = "All ten digits are"
        return (
            f"{many.get(count, f'{count} of the ten digits are')} rejected at 5 %; digit {r.digit} "
            f"has p = {r.p[r.digit]:.3f}."
        )

    def numbers(self, r):
        every = ", ".join(f"{p:.3g}" for p in r.p)
        return f"p-values of the digits 0 to 9: {every}. D of digit {r.digit} is {r.D:.3g}."

    def headline(self, r):
        return Claim(
            "shuffled groups: false alarms at most 5 %",
            "Theorem 19.6",
            measured=r.fresh,
            bound=r.allowed,
            words=f"The same images split at random, {10 * FRESH} times: at most 5 % rejected, "
            "plus five standard errors: a test that rejects a quarter would be seen, one that "
            "rejects 10 % hardly ever.",
        )

    def identities(self, r):
        return [
            Claim("the witness attains D", "Theorem 19.2", r.gap, r.D, "=="),
            Claim("p is never 0", "section 4", float(r.p.min()), 1 / (RELABELLED + 1), ">="),
        ]


@cache
def images(digit):
    """The images of a digit in the order of the file (count, 64)."""
    digits = load("digits")
    return digits.X[digits.y == digit]


@lru_cache(256)
def groups(digit, split, sample):
    """Sixty and sixty images to compare, and their squared distances."""
    own = images(digit)
    if split == "the next digit":
        pool = np.concatenate([own[:HALF], images((digit + 1) % 10)[:HALF]])
    elif split == "shuffled":
        pool = own[np.random.default_rng([digit, sample]).permutation(len(own))[: 2 * HALF]]
    else:
        pool = np.concatenate([own[:HALF], own[-HALF:]])
    squares = (pool**2).sum(axis=1)
    return pool, np.maximum(squares[:, None] + squares - 2 * pool @ pool.T, 0)


def digit_test(digit, split, sample, ell):
    """(p, p-values of fresh random labellings) of the images of one digit."""
    K = np.exp(-groups(digit, split, sample)[1] / (2 * ell**2))
    first = shuffles(2 * HALF, HALF, RELABELLED + FRESH)
    every = mmd.shuffled_mmd2(K, first)
    null, fresh = every[:RELABELLED], every[RELABELLED:]
    return float(mmd.p_value(mmd.mmd2_u(K, HALF), null)), mmd.p_value(fresh, null[None])


def deviation(count):
    """The standard deviation of the share of false alarms among `count` random groups.

    At most: all are compared with the same RELABELLED shuffles, and these are random, too.
    """
    return np.sqrt(ALPHA * (1 - ALPHA) * (1 / count + 1 / (RELABELLED + 2)))


def gallery(pool, ell):
    """The mean image of each group and the images for which the witness speaks loudest."""
    f, D = mmd.witness_function(gaussian(ell), pool[:HALF], pool[HALF:], pool)
    rows = []
    for part, values in ((pool[:HALF], f[:HALF]), (pool[HALF:], -f[HALF:])):
        loud = np.argsort(-values, kind="stable")[:TYPICAL]
        rows.append(np.concatenate([part.mean(axis=0)[None], part[loud]]))
    tiles = np.full((2, 1 + TYPICAL, 10, 10), np.nan)
    tiles[:, :, 1:9, 1:9] = np.reshape(rows, (2, 1 + TYPICAL, 8, 8))
    return tiles.swapaxes(1, 2).reshape(20, 10 * (1 + TYPICAL)), float(D), f
