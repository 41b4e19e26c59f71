"""Further: how far from its mean."""

import numpy as np

from helpers import plots
from helpers.generalisation.concentration import hoeffding
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    int_slider,
    log_slider,
    slider,
    step_size,
)
from lessons.n23_online_to_batch.world import expected

LEVELS = np.linspace(-0.6, 0.6, 49)


class Spread(Figure):
    """The law of mean risk − online loss over all coins, and its tail under a bound."""

    guess = Guess(
        "Twelve coins, δ = 0.1: the root is 0.31. How likely is it, exactly, that the mean risk is "
        "at least 0.31 above the online loss?",
        {
            "0.1": "That is what the bound allows; the coins use a small part of it.",
            "about 0.006": "Computed over all 4096 sequences. The bound knows only that losses "
            "differ by at most 1.",
            "0": "It happens: a lucky run pays less than it deserves.",
        },
        answer="about 0.006",
    )

    size = (10, 4.2)
    story = """
twelve coins
    Left: how far the risk of the answers is above what was paid, over all sequences. Right: its
    tail, exact, under the bound.
six coins | T=6
    Half the coins, a wider law: the bound allows √2 times as much.
rarely wrong | delta=0.01
    With δ = 0.01 the bound reaches farther out: the exact chance there is smaller still.
an idle learner | eta=0.02
    With η = 0.02 the answer hardly moves from ½, and the loss is nearly 0 or 1: almost a plain
    coin, and a wider law.
a sure coin | p=0.95
    Heads in 95 of 100: in just over half of all cases the learner pays a little less than its
    risk; rarely much more.
"""
    handles = [
        Handle(
            "choose δ",
            at=lambda r: (r.s, r.delta),
            to=lambda r, x, y: dict(delta=y),
            panel=1,
        )
    ]
    notes = """A martingale concentrates like an independent sum: notebook 24 proves Hoeffding's
    inequality, and its proof works round by round."""
    widths = [1, 1.1]
    panels = (
        axes("mean risk − online loss", (-0.45, 0.6), "chance (highest bar = 1)", (0, 1.05)),
        axes("s", (0, 0.8), "chance of at least s", (1e-4, 1.5, "log")),
    )

    def sliders(self):
        return dict(
            delta=log_slider("probability δ", 0.1, 0.01, 0.5),
            T=int_slider("coins T", 12, 4, 12),
            p=slider("chance of heads p", 0.5, 0.5, 0.95, 0.05),
            eta=step_size(0.15, 0.02, 1.5),
        )

    @staticmethod
    def compute(delta, T, p, eta):
        """The exact law of the difference, and its tail on a grid."""
        _, found, _, _, chance = expected(T, p, eta, 0.5)
        off = found.mean - found.online
        s = float(np.sqrt(np.log(1 / delta) / (2 * T)))
        grid = np.linspace(0, 1, 101)
        tail = np.array([chance[off >= a - 1e-12].sum() for a in grid])
        return dict(
            off=off,
            chance=chance,
            s=s,
            over=float(chance[off >= s - 1e-12].sum()),
            grid=grid,
            tail=tail,
            bound=np.array([hoeffding(T, a) for a in grid]),
            mean=float(chance @ off),
            square=float(chance @ off**2),
        )

    def picture(self, left, right):
        bars = left.ax.stairs(np.zeros(len(LEVELS) - 1), LEVELS, fill=True, color="0.75")
        bars.set_label("all sequences")
        edge = plots.level(left.ax, "s at this δ", plots.BOUND, "--", across=True)

        exact = plots.curves(right.ax, ["exact"], color=plots.FIT)
        bound = plots.curves(right.ax, ["exp(−2Ts²)"], color=plots.BOUND, ls="--")

        here = plots.star(right.ax)

        def move(r):
            high = np.histogram(r.off, LEVELS, weights=r.chance)[0]
            bars.set_data(high / high.max())
            return (
                bars,
                *edge(r.s),
                *exact(r.grid, np.where(r.tail > 0, r.tail, np.nan)),
                *bound(r.grid, r.bound),
                *here(r.s, r.delta),
            )

        left.add(move)

    def caption(self, r):
        chance = f"{r.over:.2g}" if r.over > 1e-4 else "0" if r.over == 0 else "under 0.0001"
        return (
            f"The mean risk is at least {r.s:.2f} above the online loss with probability {chance}; "
            f"allowed is {r.delta:.2g}."
        )

    def numbers(self, r):
        return f"exact probability {r.over:.5f}, δ = {r.delta:.3g}, s = {r.s:.4f}."

    def headline(self, r):
        return Claim(
            "one run is enough, nearly always",
            "Theorem 23.6",
            measured=r.over,
            bound=r.delta,
            words="With probability at least 1 − δ the mean risk of the answers is at most the "
            "online loss + √(log(1/δ)/(2T)).",
        )

    def identities(self, r):
        return [
            Claim("the mean is 0", "Theorem 23.1", r.mean, 0.0, "=="),
            Claim("mean square of the difference", "section 1", r.square, 1 / (4 * r.T)),
            Claim("the whole tail", "Theorem 23.6", float((r.tail - r.bound).max()), 0.0),
        ]
