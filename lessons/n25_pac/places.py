"""Bad hypotheses that err in different places."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import pac
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, slider
from lessons.n25_pac.world import RED, image, percent, relative

SHORT = 80
COLUMNS = np.arange(SHORT + 1)
KINDS = ("on the same cases", "independently", "never two at once")
SHORTLY = ("copies", "independent", "never two")


class Places(Figure):
    """Bad hypotheses with the same error rate that err in different places: who survives?"""

    guess = Guess(
        "Suppose that they err independently. How much of the 15 % is true: how likely is it that "
        "at least one of the ten survives?",
        {
            "1.5 %": "So it is for ten copies of one hypothesis: they live and die together.",
            "7 %": "That would mean that half of it is counted twice. But two survivors at once "
            "are rare.",
            "14 %": "Right: nearly all of it. Two survivors at once are rare, so hardly anything "
            "is counted twice.",
        },
        answer="14 %",
    )

    size = (10, 4.2)
    veiled = (1,)
    play = "n"
    story = """
independently
    A row is a hypothesis, a column an example, a dark cell an error. One row (orange) has none.
    The sum is 94 % true: two clean rows at once are rare.
on the same cases | kind="on the same cases"
    Ten copies of one hypothesis die together. The sum counts them ten times: only a tenth of it
    is true, for every n.
never two at once | kind="never two at once"
    Each example kills at most one row: as far from independent as can be, and the sum is just
    as good. It asks for no independence.
few examples | n=15
    With 15 examples two rows are clean at once. The sum is over 1 (grey): useless.
many examples | n=80
    Far out the sum is the truth, for all arrangements but the copies.
"""
    sees = {
        "independently": lambda r: r.clean.sum() == 1 and round(r.exact / r.sum, 2) == 0.94,
        "on the same cases": lambda r: abs(r.exact / r.sum - 1 / 10) < 1e-9,
        "never two at once": lambda r: r.errs.sum(axis=0).max() <= 1 and r.exact / r.sum > 0.94,
        "few examples": lambda r: r.sum > 1 and r.clean.sum() == 2,
        "many examples": lambda r: all(r.ways[kind][r.n] > 0.99 * r.sum for kind in KINDS[1:]),
    }
    handles = [
        Handle(
            "choose n",
            at=lambda r: (r.n, r.exact / r.sum),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        )
    ]
    more = ("i",)
    notes = """The union bound never asks how events overlap. Here the class sees what that costs:
    next to nothing as soon as the sum is below 1, unless hypotheses are copies of each other.
    Somebody will say that adding up needs independence: show “never two at once”. Notebook 26
    counts copies once."""
    widths = [1.1, 1]
    panels = (
        axes("examples", (0, SHORT), "hypotheses", (0, 10)),
        axes("examples n", (0, SHORT), "true part of the sum", (0, 1.06)),
    )

    def sliders(self):
        return dict(
            n=int_slider("examples n", 40, 0, SHORT),
            size=int_slider("bad hypotheses N", 10, 2, 10),
            eps=slider("error of each ε", 0.1, 0.02, 0.1, 0.005),
            kind=choice("they err", KINDS[1], list(KINDS)),
            i=int_slider("new random sample", 14, 0, 19),
        )

    @staticmethod
    def compute(n, size, eps, kind, i):
        """The table of one sample, and the exact chance that a row stays clean, for each kind."""
        errs = table(kind, size, eps, i)
        ways = some_left(size, eps)
        alone = float((1 - eps) ** n)
        pair = {KINDS[0]: alone, KINDS[1]: alone**2, KINDS[2]: (1 - 2 * eps) ** n}[kind]
        return dict(
            errs=errs,
            clean=~errs[:, :n].any(axis=1),
            ways=ways,
            exact=float(ways[kind][n]),
            sum=size * alone,
            pairs=size * (size - 1) / 2 * pair,
            together=float((1 - (1 - eps) ** n) ** size),
        )

    def picture(self, left, right):
        left.ax.grid(False)
        left.ax.set_title("errors are dark, survivors orange")
        left.ax.set_yticks([])
        table_image = image(left.ax, (0, SHORT, 0, 10))
        left.add(table_image, shows=lambda r: tinted(r.errs, r.clean, r.n))
        left.level(None, "0.45", across=True, shows=lambda r: r.n)

        right.ax.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "all"])
        right.band(None, "0.5", 0.15, shows=lambda r: ([0, useless(r)], [0, 0], [1, 1]))
        right.ax.axhline(1, color=plots.BOUND, ls="--", lw=1.6)
        right.ax.text(1, 0.94, "grey: sum over 1", va="top", fontsize=10, color="0.35")
        looks = zip(KINDS, SHORTLY, (plots.PURPLE, plots.SKY, plots.TRUTH), ("-.", "-", ":"))
        for kind, name, colour, dash in looks:
            part = lambda r, kind=kind: (COLUMNS, r.ways[kind] / all_sums(r))  # noqa: E731
            right.curve(name, colour, part, ls=dash)
        right.legend(columnspacing=0.8)
        right.star(shows=lambda r: (r.n, r.exact / r.sum))

    def caption(self, r):
        count = int(r.clean.sum())
        said = "No row is" if count == 0 else "One row is" if count == 1 else f"{count} rows are"
        tail = "over 1 and says nothing" if r.sum > 1 else f"{100 * r.sum:.2g} %"
        return (
            f"{said} clean in this sample. At least one is in {percent(r.exact)} of all samples; "
            f"the sum is {tail}."
        )

    def numbers(self, r):
        said = ", ".join(f"{kind} {way[r.n]:.3g}" for kind, way in r.ways.items())
        return f"{int(r.clean.sum())} rows clean; chance of a clean row: {said}; sum {r.sum:.3g}."

    def headline(self, r):
        return Claim(
            "union bound",
            "Theorem 25.2",
            measured=r.exact,
            bound=r.sum,
            tol=relative(r.sum),
            words="At least one of N events happens with probability at most the sum of theirs.",
        )

    def identities(self, r):
        free = "" if r.kind == KINDS[1] else "they do not err independently"
        copies = "" if r.kind == KINDS[0] else "they are no copies"
        return [
            Claim(
                "the sum minus all pairs",
                "Theorem 25.2",
                r.exact,
                r.sum - r.pairs,
                ">=",
                tol=relative(r.sum),
            ),
            Claim(
                "at least one, so not none", "section 2", r.exact, 1 - r.together, "==", 1e-9, free
            ),
            Claim("copies count once", "section 2", r.size * r.exact, r.sum, "==", 1e-9, copies),
        ]


def all_sums(r):
    """What the union bound says, after each example."""
    return r.size * (1 - r.eps) ** COLUMNS


def useless(r):
    """The number of examples up to which the sum is over 1."""
    return min(float(np.log(r.size) / -np.log1p(-r.eps)), SHORT)


@lru_cache(64)
def table(kind, size, eps, i):
    """(size, SHORT) booleans: does hypothesis j err on example t? Each does with probability ε."""
    rng = np.random.default_rng([2502, i])
    one, all_ = rng.random(SHORT), rng.random((10, SHORT))
    if kind == KINDS[0]:
        return np.tile(one < eps, (size, 1))
    if kind == KINDS[1]:
        return all_[:size] < eps
    return np.floor(one / eps) == np.arange(size)[:, None]


@lru_cache(256)
def some_left(size, eps):
    """kind -> probability that one of them agrees with all of 0, ..., SHORT examples."""
    alone = (1 - eps) ** COLUMNS
    return {
        KINDS[0]: alone,
        KINDS[1]: pac.some_event(alone[:, None], np.array([size])),
        KINDS[2]: 1 - pac.unseen_law(size, eps, SHORT)[:, 0],
    }


def tinted(errs, clean, n):
    """The table as colours: errors dark, rows without an error orange, the future pale."""
    rgb = np.ones((10, SHORT, 3))
    size = len(errs)
    shades = np.where(errs, 0.25, 0.93)[:, :, None] * np.ones(3)
    shades[clean] = 1 - 0.55 * (1 - RED)
    shades[:, n:] = np.where(errs[:, n:], 0.82, 0.97)[:, :, None]
    rgb[10 - size :] = shades
    return rgb
