"""Losses that curve."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, slider
from helpers.online import experts as ex
from lessons.n20_experts.world import RIVAL

RANGE = 1000
CENTRES = np.linspace(-1, 1, 41)


def greedy(T):
    """Each z_t at the end farther from the mean of those before: 1, -1, ..."""
    z, total = np.ones(T), 0.0
    for t in range(T):
        z[t] = -1.0 if total > 0 else 1.0
        total += z[t]
    return z


CLOUDS = {
    "farthest end": greedy(RANGE),
    "fair coins": 1.0 - 2.0 * np.random.default_rng(23).integers(2, size=RANGE),
    "anywhere": np.random.default_rng(24).uniform(-1, 1, RANGE),
    "up, then down": np.where(np.arange(RANGE) < 30, 1.0, -1.0),
}


TIMES = np.unique(np.round(np.geomspace(1, RANGE, 160)).astype(int))


class Curved(Figure):
    """Follow the leader for squared losses: the running mean, and how little it regrets."""

    guess = Guess(
        r"With linear losses FTL regretted $T - \frac12$. And with squared losses, after 1000 "
        "rounds?",
        {
            "hundreds: the adversary is still after it": "It is, but the leader does not jump any "
            "more: one more number hardly moves a mean of 500 numbers.",
            "about 30, like √T": "That would be FTRL with linear losses. Here FTL does better, and "
            "without any penalty.",
            "less than 5": "The mean of t numbers moves by at most 2/t, and the regret grows by no "
            "more: a logarithm.",
        },
        answer="less than 5",
    )

    size = (10, 4.4)
    veiled = (1,)
    story = """
the farthest end
    The adversary puts every number at the far end. The leader jumps up and back; then the mean
    of many numbers hardly moves. Its regret is a straight line against log t.
up, then down | cloud="up, then down"
    Thirty numbers at +1, then all at −1: the mean turns slowly and pays for it once.
linear losses | T=10
    Dotted: what FTL regrets with linear losses, t − ½. The bend of the squared loss makes all
    the difference.
a wild first guess | first=3
    Before anything is seen every w is a leader. The first guess 3, above the left picture, pays
    8 at once at z = −1. Right: blue starts above the dashed line, and the theorem is silent.
anywhere | cloud="anywhere"
    Numbers spread evenly: again a straight line against log t, but a flatter one.
"""
    handles = [
        Handle("choose T", at=lambda r: (r.T, r.regret[-1]), to=lambda r, x, y: dict(T=x), panel=1)
    ]
    notes = """The exact formula, half the sum of |w_t − z_t|²/t, is worth the blackboard: each
    round costs less than the one before because the mean moves by 1/t. Let them drag T from 10 to
    100 to 1000 and read off equal rises."""
    widths = [1, 1.1]
    panels = (
        axes("round t", (0.9, 1150, "log"), "number z and mean w", (-1.2, 1.2)),
        axes("round t", (0.9, 1150, "log"), "regret so far", (0, 18)),
    )

    def sliders(self):
        return dict(
            T=int_slider("rounds T", RANGE, 2, RANGE),
            cloud=choice("numbers z", "farthest end", CLOUDS),
            first=slider("first guess w₁", 0, 0, 4, 0.1),
        )

    @staticmethod
    def compute(T, cloud, first):
        """The running mean on T numbers, its regret, and both sides of the lemmas."""
        flip = -1 if cloud is CLOUDS["farthest end"] and first > 0 else 1  # −1 is farther from w₁
        z = flip * cloud[:T]
        run = ex.running_mean(z[:, None], first)
        w, t = run.w[:, 0], np.arange(1, T + 1)
        paid, after = (w[:-1] - z) ** 2 / 2, (w[1:] - z) ** 2 / 2
        total, square = np.cumsum(z), np.cumsum(z * z)
        regret = np.cumsum(paid) - (square - total**2 / t) / 2
        fixed = ((CENTRES[:, None] - z) ** 2 / 2).sum(axis=1)
        return dict(
            z=z,
            w=w,
            regret=regret,
            exact=float((((w[:-1] - z) ** 2) / t).sum() / 2),
            step=float(np.abs(paid - after - (1 - (1 - 1 / t) ** 2) / 2 * (w[:-1] - z) ** 2).max()),
            moves=float((paid - after).sum()),
            ahead=float(after.sum()),
            fixed=float(fixed.min()),
            against=float(paid.sum() - fixed.min()),
        )

    def picture(self, left, right):
        for ax in (left.ax, right.ax):
            ax.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
        dots = plots.spots(left.ax, "z", marker=".", ms=7, color=plots.TRAIN)
        line = plots.curves(left.ax, ["leader w"], color=plots.FIT)

        top = plots.curves(right.ax, ["2L²(1 + ln t)"], color=plots.BOUND, ls="--")
        right.ax.plot(TIMES, TIMES - 0.5, ":", color=RIVAL, label="linear losses")
        curve = plots.curves(right.ax, ["regret"], color=plots.FIT)

        here = plots.star(right.ax)

        def move(r):
            t, each = TIMES[TIMES <= r.T], np.arange(1, r.T + 1)
            return (
                *dots(each, r.z),
                *line(each, r.w[:-1]),
                *top(t, 2 * (1 + np.log(t))),
                *curve(t, r.regret[t - 1]),
                *here(r.T, min(r.regret[-1], 17.7)),
            )

        left.add(move)

    def caption(self, r):
        return (
            f"After {r.T} rounds the running mean regrets {r.regret[-1]:.2f}; with linear losses "
            f"it could be {r.T - 0.5:.1f}."
        )

    def numbers(self, r):
        top = 2 * (1 + np.log(r.T))
        return (
            f"regret {r.regret[-1]:.4g}, bound {top:.4g}, leader {r.w[-1]:.3g} after {r.T} rounds."
        )

    def headline(self, r):
        return Claim(
            "squared losses: regret like log T",
            "Theorem 20.8",
            measured=float(r.regret[-1]),
            bound=float(2 * (1 + np.log(r.T))),
            why_not="the first guess is outside |w₁| ≤ L = 1" if r.first > 1 else "",
            words="For squared losses on the whole line, |z| ≤ L and |w₁| ≤ L, FTL regrets at most "
            "2L²(1 + ln T).",
        )

    def identities(self, r):
        return [
            Claim("regret = ½Σ|w − z|²/t", "Theorem 20.8", float(r.regret[-1]), r.exact, "=="),
            Claim("what one look ahead saves", "Theorem 20.8", r.step, 0, "=="),
            Claim("looking ahead beats every fixed u", "Lemma 20.7", r.ahead, r.fixed),
            Claim("regret is below the moves", "Lemma 20.7", r.against, r.moves),
        ]
