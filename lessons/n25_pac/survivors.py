"""Hypotheses that survive, as examples arrive."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import concentration as con
from helpers.generalisation import pac
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    choice,
    int_slider,
    slider,
)
from lessons.n25_pac.world import (
    BLUE,
    DELTA,
    LAST,
    RED,
    TIMES,
    bad_so_far,
    image,
    many,
    percent,
    relative,
)

ROWS = 99  # error levels up to one half
LEVELS = 0.5 * np.arange(1, ROWS + 1) / ROWS
WORLDS = ("errors spread out", "all errors equal ε")
LOWEST = 1e-4


class Survivors(Figure):
    """Hypotheses that have made no error yet, as examples arrive, and the chance of a bad one."""

    guess = Guess(
        "You want to be 95 % sure that all survivors err on fewer than 10 % of new cases. With ten "
        "hypotheses 53 examples are enough. With a million?",
        {
            "169": "Right: 3.2 times as many. Only the logarithm of the number of hypotheses "
            "counts.",
            "about 17 thousand": "That would be a square root. It is a logarithm.",
            "5.3 million": "That would be proportional: 5.3 examples for each hypothesis. But one "
            "example throws out many of them at once.",
        },
        answer="169",
    )

    size = (10, 4.4)
    veiled = (1,)
    play = "n"
    story = """
a thousand hypotheses
    Left: a line for each error rate, as long as one of its hypotheses has made no error. Bad
    ones (orange) die first.
ten hypotheses | k=1, n=53
    The promise falls along a straight line. It reaches 5 % at 53 examples (diamond).
a million | k=6, n=169
    A hundred thousand times as many hypotheses: the line is the same, shifted to the right. The
    diamond stands at 169.
a hard class | k=6, n=169, world="all errors equal ε"
    Every hypothesis has error exactly ε. Now the exact chance runs along the promise.
twice the error | eps=0.2, n=50
    ε from 10 % to 20 %: all lines are twice as steep, and half as many examples are needed.
"""
    sees = {
        "a thousand hypotheses": lambda r: r.size == 1000 and r.bad_left[r.n] <= 1,
        "ten hypotheses": lambda r: r.n == r.needed == 53,
        "a million": lambda r: r.n == r.needed == 169,
        "a hard class": lambda r: 0.3 < r.chance / r.bound < 1,
        "twice the error": lambda r: (
            r.n == r.needed == pac.realisable_size(r.size, r.eps / 2, DELTA) / 2
        ),
    }
    handles = [
        Handle("move the last example", at=lambda r: (r.n, 0.47), to=lambda r, x, y: dict(n=x)),
        Handle(
            "choose n",
            at=lambda r: (r.n, max(r.chance, LOWEST)),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        ),
    ]
    more = ("i",)
    notes = """Let the class commit to a factor, then walk from ten to a million. Ask why the lines
    are parallel: each example multiplies the bound by the same factor e^(−ε), and the number of
    hypotheses only says where the line starts. Play n: the last orange line dies."""

    panels = (
        axes("examples n", (0, LAST), "error of hypothesis", (-0.003, 0.51)),
        axes("examples n", (0, LAST), "number, or chance", (LOWEST, 1e7, "log")),
    )

    def sliders(self):
        return dict(
            n=int_slider("examples n", 100, 0, LAST),
            k=int_slider("hypotheses: ten to the z", 3, 1, 6),
            eps=slider("tolerated error ε", 0.1, 0.07, 0.3, 0.01),
            world=choice("class", WORLDS[0], list(WORLDS)),
            i=int_slider("new random sample", 0, 0, 19),
        )

    @staticmethod
    def compute(n, k, eps, world, i):
        """One sample's survivors, and the exact chance that a bad one is left, beside the bound."""
        size, shape = 10**k, eps if world == WORLDS[1] else 0.0
        errors, counts = population(k, world, shape)
        left = lives(k, world, shape, i)
        expected, chance = chances(k, world, eps)
        bad = errors >= eps - con.ROUNDING
        needed = pac.realisable_size(size, eps, DELTA)
        each = pac.survival(errors[bad], n)
        return dict(
            size=size,
            rgb=coloured(left, errors, eps, n),
            bad_left=left[:, bad].sum(axis=1),
            expected=expected,
            chances=chance,
            chance=float(chance[n]),
            sum=float(expected[n]),
            spread=float(np.sqrt(np.sum(counts[bad] * each * (1 - each)))),
            factor=size * (1 - eps) ** n,
            bound=size * np.exp(-eps * n),
            lines=[10.0**j * np.exp(-eps * TIMES) for j in (1, 3, 6)],
            needed=needed,
            enough=size * np.exp(-eps * needed),
            one_less=size * np.exp(-eps * (needed - 1)),
        )

    def picture(self, left, right):
        left.ax.grid(False)
        left.ax.set_title("who is left: orange ones err too often")
        left.add(image(left.ax, (-0.5, LAST + 0.5, -0.0025, 0.5025)), shows=lambda r: r.rgb)
        left.level(None, plots.TRUTH, "--", shows=lambda r: r.eps)
        left.level(None, "0.45", across=True, shows=lambda r: r.n)
        left.mark(None, "D", "0.45", 8, shows=lambda r: (r.n, 0.47))
        right.bundle(3, None, "0.6", 1.2, shows=lambda r: (TIMES, np.array(r.lines)))
        for number in (10, 1000, 10**6):
            right.ax.text(5, number, many(number), va="bottom", fontsize=10, color="0.35")
        promise = lambda r: (TIMES, r.size * np.exp(-r.eps * TIMES))  # noqa: E731
        right.curve("promise", plots.BOUND, promise, ls="--")
        right.curve("bad ones left", plots.RED, bad_so_far, ls="-.")
        chance = lambda r: (TIMES, np.where(r.chances >= LOWEST, r.chances, np.nan))  # noqa: E731
        right.curve("chance of any", plots.TRUTH, chance)
        right.ax.axhline(DELTA, color="0.45", ls=":", lw=1.4)
        right.ax.text(3, DELTA * 0.8, "5 %", va="top", fontsize=10)
        right.mark(None, "D", plots.SKY, 9, shows=lambda r: (r.needed, DELTA))
        right.star(shows=lambda r: (r.n, max(r.chance, LOWEST)))

    def caption(self, r):
        count = int(r.bad_left[r.n])
        said = {0: "no bad hypothesis is left", 1: "one bad hypothesis is left"}.get(
            count, f"{count} bad hypotheses are left"
        )
        return (
            f"In this sample {said}. In all samples a bad one is left with probability "
            f"{percent(r.chance)}; {r.needed} examples are enough for 5\u00a0%."
        )

    def numbers(self, r):
        return (
            f"{many(r.size)} hypotheses, {int(r.bad_left[r.n])} bad ones left; expected number "
            f"{r.sum:.3g}, exact chance of at least one {r.chance:.3g}, bound {r.bound:.3g}; "
            f"{r.needed} examples suffice for δ = 0.05."
        )

    def headline(self, r):
        return Claim(
            "finite class, realisable",
            "Theorem 25.1",
            measured=r.chance,
            bound=r.bound,
            tol=relative(r.bound),
            why_not="" if r.bound < 1 else "the bound is 1 or more and says nothing yet",
            words="Some hypothesis with error ε or more is left after n examples with probability "
            "at most N·e^(−εn).",
        )

    def identities(self, r):
        same = "" if r.world == WORLDS[1] else "the errors differ"
        return [
            Claim("the union bound", "Theorem 25.2", r.chance, r.sum, tol=relative(r.sum)),
            Claim(
                "the union bound is nearly exact where it is small",
                "section 2",
                r.chance,
                r.sum - r.sum**2 / 2,
                ">=",
                tol=relative(r.sum),
                why_not="" if r.sum < 1 else "the sum is over 1",
            ),
            Claim("each is at most 1 − ε", "Theorem 25.1", r.sum, r.factor, tol=relative(r.factor)),
            Claim("1 − ε ≤ e^(−ε)", "Theorem 25.1", r.factor, r.bound, tol=relative(r.bound)),
            Claim(
                "equal errors reach it",
                "section 1",
                r.sum,
                (r.size - 1) * (1 - r.eps) ** r.n,
                "==",
                tol=relative(r.sum),
                why_not=same,
            ),
            Claim(
                "this sample is within six standard deviations and three",
                "section 1",
                abs(float(r.bad_left[r.n]) - r.sum),
                6 * r.spread + 3,
            ),
            Claim("enough examples", "Theorem 25.1", r.enough, DELTA),
            Claim("one example less", "Theorem 25.1", r.one_less, DELTA, ">="),
        ]


@lru_cache(64)
def population(k, world, eps):
    """(errors, counts): the 10^k - 1 hypotheses beside the perfect one, as errors and how many
    have each."""
    others = 10**k - 1
    if world == WORLDS[1]:
        return np.array([eps]), np.array([others])
    errors = LEVELS[10::11] if others < ROWS else LEVELS
    base, rest = divmod(others, len(errors))
    return errors, base + (np.arange(len(errors)) < rest)


@lru_cache(64)
def lives(k, world, eps, i):
    """(LAST + 1, levels): how many are left of each error after each example, in sample i."""
    errors, counts = population(k, world, eps)
    return pac.thinned(errors, counts, LAST, np.random.default_rng([25, k, i]))


@lru_cache(256)
def chances(k, world, eps):
    """(expected number of bad survivors, probability of at least one), after each example."""
    errors, counts = population(k, world, eps)
    bad = errors >= eps - con.ROUNDING
    each = (1 - errors[bad]) ** TIMES[:, None]
    return each @ counts[bad], pac.some_event(each, counts[bad])


def coloured(left, errors, eps, n):
    """The life lines as colours: blue below ε, orange from ε on, the darker the more are left."""
    rgb = np.ones((ROWS + 1, LAST + 1, 3))
    rgb[0, : n + 1] = 0  # the perfect one never dies
    rows = np.rint(errors * ROWS / 0.5).astype(int)
    reach = 1 if len(errors) > 9 else 3  # few hypotheses get thick lines
    dark = np.where(left > 0, 0.3 + 0.7 * np.log1p(left) / np.log1p(left.max()), 0.0)
    for row, error, shade in zip(rows, errors, dark.T):
        ink = RED if error >= eps - con.ROUNDING else BLUE
        lines = slice(max(row - reach + 1, 1), row + reach)
        rgb[lines, : n + 1] = 1 - shade[: n + 1, None] * (1 - ink)
    return rgb
