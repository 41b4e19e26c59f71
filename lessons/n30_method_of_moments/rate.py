"""How many texts: the same topics as in the first figure, learnt from samples."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.estimation import moments as mm
from helpers.live import Claim, Figure, Guess, Handle, axes, choice
from lessons.n30_method_of_moments.world import (
    COUNTS,
    FOUND,
    SEARCH,
    SHARES,
    STUCK,
    TEXTS,
    D,
    K,
    errors,
    four_topics,
    free_pairs,
    nearest_count,
    predicted_error,
    starts,
)

HAZE = {"clear (0.02)": 0.02, "hazy (0.1)": 0.1, "blurred (0.3)": 0.3}
REPEATS = 60
METHODS = {"moments": (FOUND, "o"), "then EM": (plots.GREEN, "s"), "EM alone": (SEARCH, "^")}
DIRECTIONS = {
    "number of the word": np.arange(1, D + 1) / D,
    "an unlucky one": np.random.default_rng(3).normal(size=D),
}


class Rate(Figure):
    """Error against the number of texts: moments, EM from a random start, and both together."""

    guess = Guess(
        "Clear topics (blur 0.02). Instead of ten thousand texts you get a million. What happens "
        "to the root mean square error of EM, 150 rounds from one random start?",
        {
            "a tenth": "That is what happens to moments, and to the searches that are not stuck. "
            "But those that are stuck count too.",
            "a hundredth": "Averages improve with the root of n: a tenth, at best.",
            "about the same": "In 150 rounds one search in five gets nowhere, with any number of "
            "texts, and it alone makes the error.",
            "it grows": "More texts do no harm, and help a search that has thousands of rounds.",
        },
        answer="about the same",
    )

    size = (10.4, 4.4)
    veiled = (0, 1)
    story = """
clear topics
    Blue falls to a tenth when n grows a hundredfold. From 1000 texts on green and both theories
    lie inside blue: nothing is lost. Red, 150 rounds of EM, does not fall.
a million texts | n="a million"
    On the right each mark is one sample. Most red ones are as good as blue; the few near 1 are
    stuck, and alone keep the mean square up.
blurred topics | blur="blurred (0.3)"
    Now nearly every search arrives, and moments pay: a fifth more error than the least possible
    (dotted). Green, EM from their answer, repairs it.
an unlucky direction | v="an unlucky one", blur="hazy (0.1)", n="100 000"
    Two topics have nearly the same shadow. From 100 000 texts on blue follows its dashed line,
    at four times the error of the first scores. Green, EM from there, is best.
few texts, bad direction | v="an unlucky one", blur="blurred (0.3)", n="100"
    With 100 texts and that direction the answer of the moments is useless (marks at the top
    edge are worse still), and the theorem promises nothing.
"""
    handles = [
        Handle(
            "choose n",
            at=lambda r: (r.n, float(min(r.mean[0], 4.5))),
            to=lambda r, x, y: dict(n=nearest_count(x)),
        )
    ]
    notes = """The dashed line is computed from the model alone, by the delta method: no sample was
    used. Ask for the factor between blue and the dotted line: it is the price of looking through
    one direction v. In the clear world it is hardly any; in the blurred one EM is safe anyway."""
    widths = [1.35, 1]
    panels = (
        axes("texts n", (70, 1.5e6, "log"), "error of the topics"),
        axes(
            "method, at this n", (-0.5, 2.5), f"error of each of {REPEATS} samples", xticks=range(3)
        ),
    )

    def sliders(self):
        return dict(
            n=choice("texts n", "10 000", TEXTS),
            blur=choice("topics", "clear (0.02)", HAZE),
            v=choice("scores v", "number of the word", list(DIRECTIONS)),
        )

    @staticmethod
    def compute(n, blur, v):
        """All errors at this blur and direction, their root mean squares, and both lines."""
        found, lines, below = all_learnt()[blur, v]
        j = int(np.flatnonzero(COUNTS == n)[0])
        square = found[0, j] ** 2 * n / lines[0] ** 2
        fall = np.log10(found[0, -3] / found[0, -1])  # a hundred times as many texts
        return dict(
            found=found,
            lines=lines,
            j=j,
            below=int(below[j]),
            curves=np.sqrt((found**2).mean(axis=2)),
            mean=np.sqrt((found[:, j] ** 2).mean(axis=1)),
            middle=float(np.median(found[2, j])),
            ratio=float(square.mean()),
            chance=5 * float(square.std(ddof=1)) / np.sqrt(REPEATS),
            fall=float(fall.mean()),
            slack=5 * float(fall.std(ddof=1)) / np.sqrt(REPEATS),
        )

    def picture(self, left, right):
        for ax in (left.ax, right.ax):
            ax.set(yscale="log", ylim=(4e-4, 6))

        right.ax.set_xticklabels(METHODS)
        hollow = dict(ls="-", mew=1.6, mfc="none")
        looks = (((FOUND, 0.4), 6, 13), (plots.GREEN, 1.4, 7), (SEARCH, 1.4, 8))  # nested
        lines = [
            plots.spots(left.ax, name, marker=m, mec=edge, color=c, lw=lw, ms=ms, **hollow)
            for (name, (edge, m)), (c, lw, ms) in zip(METHODS.items(), looks)
        ]
        clouds = [
            plots.spots(right.ax, marker=m, ms=4.5, color=c, alpha=0.6) for c, m in METHODS.values()
        ]
        dash = plots.curves(left.ax, ["delta"], color=plots.BOUND, ls="--")
        least = plots.curves(left.ax, ["least possible"], color=plots.TRUTH, ls=":", lw=1.6)
        left.legend(columnspacing=0.6, handlelength=1.1)
        here, shift = plots.star(left.ax), np.linspace(-0.3, 0.3, REPEATS)

        def move(r):
            shown = np.minimum(r.curves, 4.5), np.minimum(r.found[:, r.j], 4.5)
            return (
                *lines[0](COUNTS, shown[0][0]),
                *dash(COUNTS, r.lines[0] / np.sqrt(COUNTS)),
                *(a for m, y in zip(lines[1:], shown[0][1:]) for a in m(COUNTS, y)),
                *least(COUNTS, r.lines[1] / np.sqrt(COUNTS)),
                *(a for i, m in enumerate(clouds) for a in m(i + shift, shown[1][i])),
                *here(r.n, float(min(r.mean[0], 4.5))),
            )

        left.add(move)

    def caption(self, r):
        verb = "is" if r.below == 1 else "are"
        return (
            f"Moments are off by {r.mean[0]:.2g}, with EM after them {r.mean[1]:.2g}, EM alone "
            f"{r.mean[2]:.2g}: {r.below} of its sixty searches {verb} stuck."
        )

    def numbers(self, r):
        return (
            f"root mean square errors {r.mean[0]:.3g} (moments), {r.mean[1]:.3g} (then EM), "
            f"{r.mean[2]:.3g} (EM alone); the delta method says {r.lines[0] / np.sqrt(r.n):.3g}, "
            f"the least possible is {r.lines[1] / np.sqrt(r.n):.3g}."
        )

    def hindrance(self, r):
        """The hypothesis that these values break, or nothing."""
        small = r.lines[0] / np.sqrt(r.n) > 0.05
        return "n is too small: the tangent is no stand-in yet" * bool(small)

    def headline(self, r):
        return Claim(
            "the error is the delta method’s",
            "Theorem 30.7",
            measured=abs(r.ratio - 1),
            bound=r.chance,
            why_not=self.hindrance(r),
            words="n times the mean squared error is as the delta method says, within 5 standard "
            "errors.",
        )

    def identities(self, r):
        late = "10 000 texts are too few in this direction" * bool(
            r.lines[0] / np.sqrt(COUNTS[-3]) > 0.05
        )
        return [
            Claim(
                "from 10 000 to a million: a tenth of the error",
                "Theorem 30.7",
                abs(r.fall - 1),
                r.slack,
                why_not=late,
            ),
            Claim("nothing beats Fisher’s bound", "section 6", r.lines[1], r.lines[0]),
        ]


def least_error(blur):
    """What no estimator can beat for large n, for one text: the inverse of Fisher's information
    about the free chances of B and pi."""
    true = four_topics(blur)
    chances = mm.triple_chances(true, SHARES)
    ways = np.zeros((K * (D - 1) + K - 1, D * K + K))
    for row, (i, j) in enumerate(free_pairs()):
        ways[row, i], ways[row, j] = 1, -1
    h, flat = 0.2 * true.min(), np.r_[true.ravel(), SHARES]

    def at(sign):
        return mm.triple_chances(*mm.parameters(flat + sign * h * ways, D, K))

    slopes = (8 * (at(0.5) - at(-0.5)) - (at(1) - at(-1))).T / (6 * h)  # exact for cubics and less
    spread = np.linalg.inv(slopes.T @ (slopes / chances[:, None]))
    return float(np.sqrt(np.trace(ways[:, : D * K].T @ spread @ ways[:, : D * K])))


@lru_cache(32)
def learnt(blur, direction):
    """(3, 5, 60): errors of moments, of moments and then EM, and of EM from one random start, for
    each of COUNTS and sixty samples; the two predictions; how many searches are stuck."""
    true, rng = four_topics(blur), np.random.default_rng(30)
    chances = mm.triple_chances(true, SHARES)
    seen = np.array([rng.multinomial(n, chances, size=REPEATS) / n for n in COUNTS])
    seen = seen.reshape(-1, len(chances))
    found, pi, _ = mm.recover(*mm.moments_of(seen, D), K, DIRECTIONS[direction])
    better = mm.em(seen, *mm.made_valid(found, pi), 60)
    search, below = searched(blur)
    three = errors(found, true), errors(mm.parameters(better.last, D, K)[0], true), search
    lines = predicted_error(blur, DIRECTIONS[direction]), least_error(blur)
    return np.array(three).reshape(3, len(COUNTS), REPEATS), lines, below


@lru_cache(4)
def searched(blur):
    """Errors (300,) of EM from one random start for each sample of `learnt`, and (5,) how many of
    sixty are stuck: lower than EM from the true topics."""
    true, rng = four_topics(blur), np.random.default_rng(30)
    chances = mm.triple_chances(true, SHARES)
    seen = np.array([rng.multinomial(n, chances, size=REPEATS) / n for n in COUNTS])
    seen = seen.reshape(-1, len(chances))
    B, pi = (np.tile(a, (len(COUNTS), *[1] * (a.ndim - 1))) for a in starts())
    run = mm.em(seen, B, pi, 150)
    ideal = mm.em(seen, np.tile(true, (len(seen), 1, 1)), np.tile(SHARES, (len(seen), 1)), 30)
    below = ideal.extra["loglik"][-1] - run.extra["loglik"][-1] > STUCK
    found = mm.parameters(run.last, D, K)[0]
    return errors(found, true), below.reshape(len(COUNTS), -1).sum(axis=1)


@lru_cache(1)
def all_learnt():
    """Everything for `rate`, once: moving a slider then costs nothing."""
    return {(b, v): learnt(b, v) for b in HAZE.values() for v in DIRECTIONS}
