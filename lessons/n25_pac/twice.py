"""Empirical risk minimisation where no hypothesis is perfect."""

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
    int_slider,
    slider,
)
from lessons.n25_pac.world import DELTA

SAMPLES = 300


class Twice(Figure):
    """Risks and empirical risks of a class: ERM is at most twice the largest gap worse."""

    guess = Guess(
        "Suppose every hypothesis’s empirical risk is within 5 points of its risk. By how many "
        "points can ERM’s choice be worse than the best hypothesis?",
        {
            "at most 5": "The choice may look 5 points better than it is, and the best one 5 "
            "points worse than it is.",
            "at most 10": "Right: 5 points of luck for the one, 5 of bad luck for the other.",
            "any number": "A hypothesis that is 20 points worse would have to look 10 better and "
            "the best 10 worse: too much.",
        },
        answer="at most 10",
    )

    size = (10, 4.3)
    veiled = (1,)
    story = """
one sample
    Black: the risks. Green: what 100 examples say. ERM takes the lowest green square; the star
    is its risk. The lowest black dot would be better.
the worst of 300 | i=149
    In this sample the choice is bad: a poor hypothesis was lucky and the best one was not.
few examples | n=40
    With 40 examples the grey band is wide, and the cloud on the right spreads.
many examples | n=500
    500 examples: the band is narrow, ERM is nearly always good.
two hypotheses | size=2, best=0.45, n=100, i=107
    With two hypotheses the line is nearly reached: one is lucky by more than half of the
    difference, and the other one unlucky by as much.
a perfect one | best=0
    If the best risk is 0, its green square never moves, and ERM is hardly ever far off.
"""
    sees = {
        "one sample": lambda r: r.excess[r.i] > 0,
        "the worst of 300": lambda r: (
            r.excess[r.i] == r.excess.max() and r.terms[0] > 0 < r.terms[2]
        ),
        "few examples": lambda r: r.gaps.mean() > 0.15,
        "many examples": lambda r: r.gaps.mean() < 0.06 and r.excess.mean() < 0.01,
        "two hypotheses": lambda r: (
            r.excess[r.i] > 0.8 * 2 * r.gaps[r.i]
            and min(r.terms[0], r.terms[2]) > r.excess[r.i] / 2
        ),
        "a perfect one": lambda r: np.mean(r.excess > 0.05) < 0.05 and r.seen[0] == 0,
    }
    handles = [
        Handle("move the best risk", at=lambda r: (0, r.best), to=lambda r, x, y: dict(best=y))
    ]
    more = ("i",)
    notes = """The left panel is the proof: green may leave black by at most the half-width of the
    band, once upwards at the best hypothesis and once downwards at the chosen one. Ask for a
    sample on the line of the right panel, and why so few dots come near it."""

    panels = (
        axes("hypotheses, from best to worst", (-0.04, 1.04), "risk", (-0.02, 0.8), xticks=[]),
        axes("largest gap", (0, 0.34), "excess risk of ERM", (-0.01, 0.24)),
    )

    def sliders(self):
        return dict(
            n=int_slider("examples n", 100, 40, 500, 10),
            size=int_slider("hypotheses N", 20, 2, 30),
            best=slider("best risk R*", 0.2, 0, 0.45, 0.05),
            i=int_slider("new random sample", 0, 0, SAMPLES - 1),
        )

    @staticmethod
    def compute(n, size, best, i):
        """Gaps and excess risks of 300 samples, and the exact probabilities behind them."""
        risks, seen = samples(size, n, best)
        chosen = seen.argmin(axis=1)
        gaps = np.abs(seen - risks).max(axis=1)
        excess = risks[chosen] - risks[0]
        typical, tail, promise, breaks, wide, total = exact_tails(size, n, best)
        j = chosen[i]
        return dict(
            risks=risks,
            seen=seen[i],
            j=int(j),
            gaps=gaps,
            excess=excess,
            terms=(risks[j] - seen[i, j], seen[i, j] - seen[i, 0], seen[i, 0] - risks[0]),
            share=float(np.mean(gaps >= typical - con.ROUNDING)),
            typical=typical,
            tail=tail,
            promise=promise,
            breaks=breaks,
            wide=wide,
            total=total,
            union=2 * size * np.exp(-2 * n * typical**2),
            solved=2 * size * np.exp(-2 * n * (promise / 2) ** 2),
        )

    def picture(self, left, right):
        x = lambda r: np.linspace(0, 1, r.size)  # noqa: E731
        around = lambda r: (x(r), r.risks - r.gaps[r.i], r.risks + r.gaps[r.i])  # noqa: E731
        left.band(None, "0.5", 0.2, shows=around)
        left.curve("risk", plots.TRUTH, lambda r: (x(r), r.risks), marker="o", ms=6, lw=1)
        green = dict(marker="s", ms=6, ls="")
        left.curve("empirical risk", plots.TRAIN, lambda r: (x(r), r.seen), **green)
        left.star(shows=lambda r: (x(r)[r.j], r.risks[r.j]))
        cloud = dict(marker="o", ms=5, ls="", alpha=0.6, mec="none")
        right.curve("300 samples", plots.SKY, lambda r: (r.gaps, r.excess), **cloud)
        right.ax.plot([0, 0.12], [0, 0.24], color=plots.BOUND, ls="--", label="twice the gap")
        right.star(shows=lambda r: (r.gaps[r.i], r.excess[r.i]))

    def caption(self, r):
        return (
            f"The largest gap is {r.gaps[r.i]:.3f}. ERM chose a hypothesis that is "
            f"{r.excess[r.i]:.3f} worse than the best: {2 * r.gaps[r.i]:.3f} was possible."
        )

    def numbers(self, r):
        return (
            f"largest gap {r.gaps[r.i]:.3f}, excess risk {r.excess[r.i]:.3f}; over 300 samples the "
            f"excess is 0 in {100 * np.mean(r.excess == 0):.0f} %; with probability 0.95 it is "
            f"below {r.promise:.3f}."
        )

    def headline(self, r):
        return Claim(
            "ERM is at most twice the gap worse",
            "Theorem 25.4",
            measured=float(r.excess[r.i]),
            bound=2 * float(r.gaps[r.i]),
            words="The risk of ERM exceeds the best risk by at most twice the largest gap between "
            "risk and empirical risk.",
        )

    def identities(self, r):
        a, b, c = r.terms
        error = 5 * np.sqrt(r.tail * (1 - r.tail) / SAMPLES) + 1e-9
        return [
            Claim("three terms", "Theorem 25.4", a + b + c, float(r.excess[r.i]), "=="),
            Claim("the middle one is not positive", "Theorem 25.4", b, 0),
            Claim("all 300 samples", "Theorem 25.4", float(np.max(r.excess - 2 * r.gaps)), 0),
            Claim("gaps, union over all", "Theorem 25.5", r.tail, r.union),
            Claim(
                "the share of wide gaps, within five standard errors",
                "Theorem 25.5",
                abs(r.share - r.tail),
                error,
            ),
            Claim("excess at the promise", "Theorem 25.5", r.breaks, r.wide, tol=1e-15),
            Claim("gaps at half the promise", "Theorem 25.5", r.wide, r.total, tol=1e-12),
            Claim(
                "the sum hardly overshoots",
                "Theorem 25.2",
                r.wide,
                r.total - r.total**2 / 2,
                ">=",
                tol=1e-12,
            ),
            Claim("the sum is at most δ", "Theorem 25.5", r.total, DELTA),
            Claim("the promise solves for δ", "Theorem 25.5", r.solved, DELTA, "=="),
        ]


@lru_cache(64)
def samples(size, n, best):
    """(risks, (SAMPLES, size) empirical risks) of hypotheses that err independently."""
    risks = best + (0.5 - best) * np.linspace(0, 1, size)
    rng = np.random.default_rng([2504, size])
    return risks, rng.binomial(n, risks, size=(SAMPLES, size)) / n


@lru_cache(64)
def exact_tails(size, n, best):
    """(a deviation, the exact probability of it or more, the promise for ERM, and the exact
    probabilities that ERM breaks it and that some deviation is half of it; the sum for the last
    one)."""
    risks, _ = samples(size, n, best)
    typical = float(np.ceil(np.sqrt(n / 2)) / n)
    promise = float(pac.agnostic_excess(size, n, DELTA))
    return (
        typical,
        pac.deviation_tail(risks, n, typical),
        promise,
        pac.excess_tail(risks, n, promise),
        pac.deviation_tail(risks, n, promise / 2),
        float(con.two_sided_tail(n, risks, promise / 2).sum()),
    )
