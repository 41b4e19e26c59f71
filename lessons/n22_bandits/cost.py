"""Many arms, four hundred rounds: what seeing one of d costs."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    choice,
    five_errors,
    int_slider,
    log_slider,
)
from helpers.online import bandits
from lessons.n22_bandits.world import SECOND

LONG, TIMES = 400, 30
SIZES = np.array([2, 3, 4, 6, 8, 12, 16])
DRAWN = np.random.default_rng(4).random((LONG, TIMES))
SCREEN = np.random.default_rng(6).random((LONG, 16))
MANY = {  # d -> losses (400, d): the first arm is the best, if any is
    "one arm free, the others cost 1": lambda d: np.tile(np.arange(d) > 0, (LONG, 1)) * 1.0,
    "one arm costs 1 in 30 %, the others in 50 %": lambda d: (
        (SCREEN[:, :d] < np.where(np.arange(d) > 0, 0.5, 0.3)) * 1.0
    ),
    "fair coins": lambda d: (SCREEN[:, :d] < 0.5) * 1.0,
}


class Cost(Figure):
    """Regret where one of d losses is seen a round, and where all are; the ratio against d."""

    guess = Guess(
        "You see 1/16 of what the other learner sees. How many times its regret will you have?",
        {
            "about 16 times": "The information is a sixteenth, but regret does not grow in "
            "proportion.",
            "about 5 times": "Measured 5.4. The ratio of the bounds is √16 = 4.",
            "about 1.5 times": "That is the ratio for two arms.",
            "the same: both find the free arm soon": "Both do, but one of them much later.",
        },
        answer="about 5 times",
    )

    size = (10, 4.1)
    veiled = (0, 1)
    story = """
sixteen arms
    Blue sees one of sixteen losses a round (thin: thirty runs; thick: their mean), orange all
    of them. Blue regrets five times as much: more than √16 = 4, far less than 16.
four arms | d=4
    A quarter of the losses is seen. Right: the star has moved down along the dots, to a ratio a
    little over √4 = 2.
less of a difference | kind="one arm costs 1 in 30 %, the others in 50 %"
    A wrong pull costs only 0.2 on average, so 400 rounds can hardly cost more than 80. With one
    arm seen they nearly do. Right: the ratio, 2.8, is below √16 = 4.
fair coins | kind="fair coins"
    No arm is better than another: there is nothing to see, and not seeing costs nothing. Blue
    and orange lie on each other, the dots between 0.7 and 1. √d is the ratio of two bounds.
half the step | times=0.5
    Half of the tuned step size: blue learns so slowly that it ends at 213, not far below its
    bound, 233 (the upper dashed line).
five times the step | times=5
    Blue ends at 47 instead of 129, while its bound climbs out of the picture: on these machines
    a bolder step pays, and the bound cannot know it.
"""
    handles = [
        Handle(
            "choose d",
            at=lambda r: (r.d, float(np.clip(r.ratio, 0.55, 17))),
            to=lambda r, x, y: dict(d=x),
            panel=1,
        )
    ]
    notes = """Ask for the ratio before you show it: votes go to 16. Then: how many rounds does the
    blue learner need to have the same regret per round as the orange one? d times as many by the
    bounds, since they grow like √(dT) and √T."""
    widths = [1.2, 1]
    panels = (
        axes("round", (0, LONG), "regret so far", (-10, 240)),
        axes("arms d", (1.85, 17.5, "log"), "regret, one seen : all seen", (0.5, 18, "log")),
    )

    def sliders(self):
        return dict(
            d=int_slider("arms d", 16, 2, 16),
            times=log_slider("tuned η times", 1, 0.1, 10),
            kind=choice("machines", next(iter(MANY)), list(MANY)),
        )

    @staticmethod
    def compute(d, times, kind):
        """Both regrets in every round, both bounds, and the ratio at the end."""
        Z, runs, full, (one, all_seen) = both(kind, d, times)
        rounds, squares = np.arange(1, LONG + 1), np.cumsum((Z**2).sum(axis=1))
        return dict(
            runs=runs,
            full=full,
            mean=float(runs[-1].mean()),
            allowed=five_errors(runs[-1]),
            bound=bandits.bandit_bound(Z, one),
            worst=(times + 1 / times) / 2 * bandits.tuned(d, LONG)[1],
            full_bound=(times + 1 / times) / 2 * bandits.tuned(d, LONG, "all")[1],
            limits=(
                np.log(d) / one + one / 2 * squares,
                np.log(d) / all_seen + all_seen / 2 * rounds,
            ),
            ratio=float(runs[-1].mean() / full[-1]),
            dots=ratios()[kind],
            root=bandits.tuned(d, LONG)[1] / bandits.tuned(d, LONG, "all")[1],
        )

    def picture(self, left, right):
        right.ticks(SIZES[[0, 2, 4, 6]], [1, 2, 4, 8, 16])
        left.bundle(TIMES, None, plots.SKY, 0.6, shows=lambda r: (time[7::8], r.runs[7::8].T))
        left.curve("one seen", plots.FIT, shows=lambda r: (time, r.runs.mean(axis=1)))
        left.curve("all seen", SECOND, shows=lambda r: (time, r.full), ls="-.")
        limits = [
            plots.curves(left.ax, [name], color=plots.BOUND, ls=ls)
            for name, ls in (("their bounds", "--"), (None, "--"))
        ]

        x = np.array([2, 16])
        right.ax.plot(x, x**0.5, color=plots.BOUND, ls="--", label="√d")
        right.ax.plot(x, x, color=plots.BOUND, ls=":", label="d")
        right.spots(
            "measured (tuned η)",
            marker="o",
            ms=8,
            color=plots.FIT,
            mec="white",
            shows=lambda r: (SIZES, r.dots),
        )

        here, time = plots.star(right.ax), np.arange(1, LONG + 1)
        left.add(lambda r: (a for line, y in zip(limits, r.limits) for a in line(time, y)))
        right.add(here, shows=lambda r: (r.d, float(np.clip(r.ratio, 0.55, 17))))

    def caption(self, r):
        return (
            f"Mean regret {r.mean:.1f} with one arm seen a round, {r.full[-1]:.1f} with all: "
            f"{r.ratio:.1f} times as much. √d is {np.sqrt(r.d):.1f}."
        )

    def numbers(self, r):
        return (
            f"mean regret of 30 runs {r.mean:.4g} (bound {r.bound:.4g}), with all arms seen "
            f"{r.full[-1]:.4g} (bound {r.full_bound:.4g}), ratio {r.ratio:.3g}."
        )

    def headline(self, r):
        return Claim(
            "the worst case with one arm seen",
            "Corollary 22.4",
            measured=r.mean,
            bound=r.worst + r.allowed,
            words="At c times the tuned η: expected regret at most (c + 1/c)/2 · √(2dT log d), "
            "plus five standard errors for chance.",
        )

    def identities(self, r):
        return [
            Claim("the ratio of the two bounds is √d", "Corollary 22.4", r.root, r.d**0.5, "=="),
            Claim("this table’s own bound", "Theorem 22.3", r.mean, r.bound + r.allowed),
            Claim("if all arms are seen", "Theorem 22.2", float(r.full[-1]), r.full_bound),
        ]


def both(kind, d, times):
    """(Z, regret of 30 runs (400, 30), regret (400,) with all arms seen, the two step sizes)."""
    Z = MANY[kind](d)
    one, full = times * bandits.tuned(d, LONG)[0], times * bandits.tuned(d, LONG, "all")[0]
    runs = bandits.regret(bandits.bandit_eg(Z, one, DRAWN).extra["played"], Z)
    return Z, runs, bandits.regret(bandits.full_information(Z, full).w[:-1], Z), (one, full)


@lru_cache(1)
def ratios():
    """Machines -> how many times more is regretted with one arm seen, for each number of arms."""
    found = {kind: [both(kind, int(d), 1.0)[1:3] for d in SIZES] for kind in MANY}
    return {
        kind: np.array([runs[-1].mean() / full[-1] for runs, full in pairs])
        for kind, pairs in found.items()
    }
