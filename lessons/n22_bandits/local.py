"""Further: the local norm."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, log_slider, slider, step_size
from helpers.online import bandits
from lessons.n22_bandits.world import SECOND

PERIOD = 60
NOISE = np.random.default_rng(10).random((PERIOD, 5))
SEQUENCES = {
    "one arm bursts": lambda: np.where(
        np.arange(5) == 4, (np.arange(PERIOD)[:, None] % 3 == 0) * 1.0, 0.1 * NOISE
    ),
    "random numbers": lambda: NOISE,
    "all cost 1": lambda: np.ones((PERIOD, 5)),
    "one arm free": lambda: np.tile(np.arange(5) > 0, (PERIOD, 1)) * 1.0,
}


ETAS = np.geomspace(0.02, 5, 31)


class Local(Figure):
    """What the weights felt of the losses, against the largest loss; and three bounds."""

    guess = Guess(
        "Now make all losses ten times as large: every square grows a hundredfold. Which bound "
        "becomes more than ten times as large?",
        {
            "both": "Every square grows, but the weights change as well: the last arm is left at "
            "once, and the weighted bound only doubles.",
            "only the one with the largest loss": "From 8 to 309. The weight of the last arm falls "
            "so fast that its hundreds hardly count in the other, which goes from 5.5 to 11.5.",
            "neither": "The largest square of a round was 1 and is 100: that bound grows from 8 to "
            "309.",
        },
        answer="only the one with the largest loss",
    )

    size = (10, 4.2)
    veiled = (0, 1)
    story = """
an arm bursts
    Every third round the last arm costs 1. Soon its weight is small, so the blue spikes shrink,
    while the violet ones do not.
ten times the losses | c=10
    The weight of the last arm is now so small that its hundreds do not count. The weighted
    bound knows; the bound by the largest loss is far off.
all cost 1 | kind="all cost 1"
    Every arm costs 1: blue lies on violet in both panels. The regret is 0, which this axis
    cannot show. With η in place of η/2 (dotted) the weighted bound is the worse.
one arm free | kind="one arm free"
    The largest loss stays 1 (violet). As the weights move to the free arm, the weighted square
    (blue) falls to 0, and so the weighted bound is far lower.
below zero | shift=1, kind="one arm free"
    Subtract 1 from all losses: the weights and the regret stay the same, but now the arm with
    the large weight has the large square. The theorem wants losses from 0 up.
"""
    handles = [
        Handle(
            "choose η",
            at=lambda r: (r.eta, float(np.clip(r.regret, 0.15, 900))),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        )
    ]
    notes = """This is the sentence on which the bandit proof stands: a huge loss is harmless where
    the weight is small. Show the burst, then multiply the losses by ten."""
    panels = (
        axes("round", (0, PERIOD + 1), "squared loss in a round", (3e-4, 150, "log")),
        axes("step size η", (0.018, 5.5, "log"), "regret and bounds", (0.1, 1000, "log")),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.3, 0.02, 5),
            c=log_slider("losses times c", 1, 0.1, 10),
            shift=slider("subtract", 0, 0, 1, 0.05),
            kind=choice("losses", "one arm bursts", list(SEQUENCES)),
        )

    @staticmethod
    def compute(eta, c, shift, kind):
        """Exact: the weights of EG on the table, the regret, and three bounds for every η."""
        Z = c * SEQUENCES[kind]() - shift
        above = c * SEQUENCES[kind]()  # EG’s weights do not notice a number taken off all losses
        curve = np.array([three_bounds(above, Z, e) for e in ETAS]).T
        run = bandits.full_information(above, eta)
        regret, half, whole, largest = three_bounds(above, Z, eta)
        return dict(
            felt=(run.w[:-1] * Z**2).sum(axis=1),
            peak=(Z**2).max(axis=1),
            regret=regret,
            half=half,
            whole=whole,
            largest=largest,
            curve=curve,
            below=float(Z.min()),
        )

    def picture(self, left, right):
        left.curve(
            "largest", plots.PURPLE, shows=lambda r: (time, np.maximum(r.peak, 1e-9)), lw=1.4
        )
        left.curve("weighted by w", plots.FIT, shows=lambda r: (time, np.maximum(r.felt, 1e-9)))

        lines = [
            plots.curves(right.ax, [name], color=colour, ls=ls)
            for name, colour, ls in (
                ("regret", plots.TRUTH, "-"),
                ("weighted", plots.FIT, "--"),
                ("with η", SECOND, ":"),
                ("largest", plots.PURPLE, "-."),
            )
        ]

        here, time = plots.star(right.ax), np.arange(1, PERIOD + 1)
        right.add(
            lambda r: (
                a for line, y in zip(lines, r.curve) for a in line(ETAS, np.maximum(y, 1e-9))
            )
        )
        right.add(here, shows=lambda r: (r.eta, float(np.clip(r.regret, 0.15, 900))))

    def caption(self, r):
        found = f"Regret {abs(round(r.regret, 9)):.3g}"
        return f"{found}; bound weighted by w {r.half:.3g}, by the largest loss {r.largest:.3g}."

    def numbers(self, r):
        return (
            f"regret {abs(round(r.regret, 9)):.4g}, local bound {r.half:.4g}, printed with η "
            f"{r.whole:.4g}, by the largest loss {r.largest:.4g}."
        )

    def headline(self, r):
        return Claim(
            "the local bound",
            "Theorem 22.2",
            measured=r.regret,
            bound=r.half,
            why_not="a loss is below 0" * (r.below < 0),
            words="For losses that are not negative EG regrets at most log d/η + (η/2)ΣΣ w z².",
        )

    def identities(self, r):
        return [
            Claim("never weaker than the largest loss", "Theorem 22.2", r.half, r.largest),
            Claim("with η it is weaker", "section 3", r.whole, r.half, ">="),
        ]


def three_bounds(above, Z, eta):
    """(regret, local bound, the same with η, bound by the largest loss) of EG on one table."""
    w = bandits.full_information(above, eta).w[:-1]
    first, squares = np.log(Z.shape[1]) / eta, float((w * Z**2).sum())
    regret = float((w * Z).sum() - Z.sum(axis=0).min())
    largest = float((Z**2).max(axis=1).sum())
    return regret, first + eta / 2 * squares, first + eta * squares, first + eta / 2 * largest
