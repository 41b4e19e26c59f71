"""The figure `eight`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, axes, choice, int_slider
from helpers.margins import boosting
from lessons.n13_boosting.world import eight_run, largest_margin

ETAS = {"1 (AdaBoost)": 1.0, "0.5": 0.5, "0.3": 0.3, "0.1": 0.1}


class Eight(Figure):
    """Eight examples, eight rules: AdaBoost walks in a circle and misses the largest margin."""

    guess = Guess(
        "AdaBoost starts from equal weights and runs for ever. Where does its smallest margin end?",
        {
            "at 3/8: it finds the best vote": "So it was believed for years. It gets stuck below.",
            "at 1/3": "The weights run into a circle of three rounds, and the margin stays at 1/3.",
            "at 0: rules cancel": "No: all eight are right after few rounds, and the margin grows.",
            "nowhere: it goes up and down": "The weights do, for ever. The margin settles.",
        },
        answer="at 1/3",
    )

    play = "T"
    veiled = (1,)
    story = """
twelve rounds | T=12
    Each column is a round, each row an example: dark means no weight, yellow much.
the circle | T=200
    The same three columns come again and again: to three digits from round 13 on.
stuck | T=1000
    So the same three rules share the vote, and the margin stays at 1/3. It misses 3/8.
shorter steps | T=1000, eta="0.3"
    Three tenths of AdaBoost's step: no circle of three, and the curve passes 1/3.
one tenth | T=1000, eta="0.1"
    Slower still, but what is certain (dashed) rises to the top line.
another start | T=1000, start=4
    AdaBoost's own steps from random weights: this time it gets nearly to 3/8.
"""
    notes = """AdaBoost stops at 1/3 and its weights walk in a circle of three rounds; the edge is
    the golden ratio's (√5 − 1)/2. Shorter steps reach 3/8; other starts may or may not. Ask why a
    circle of three rules cannot have the largest margin: the best vote needs all eight."""
    widths = (2, 3)
    panels = (
        axes("the last 30 rounds", y="example", yticks=range(1, 9)),
        axes("rounds $t$", (1, 1200), "smallest margin of the vote", (0, 0.42)),
    )

    def sliders(self):
        return dict(
            T=int_slider("rounds T", 200, 3, 1000),
            eta=choice("step length η", "1 (AdaBoost)", ETAS),
            start=int_slider("new random start s", 0, 0, 20),
        )

    @staticmethod
    def compute(T, eta, start):
        """The smallest margin after each of T rounds, and the weights of the last thirty."""
        run = eight_run(eta, start)
        D, total = run.extra["D"], np.cumsum(run.eta)[:T]
        recent = np.full((8, 30), np.nan)
        recent[:, 30 - min(T, 30) :] = D[max(T - 30, 0) : T].T
        return dict(
            rounds=np.arange(1, T + 1),
            recent=recent,
            margin=boosting.margins(run, np.ones(8))[:T].min(axis=1),
            edge=1 - 2 * run.extra["eps"][T - 1],
            total=total[-1],
            sure=boosting.upsilon(largest_margin(), eta) + np.log(D[0].min()) / total,
            cycle=np.abs(D[T] - D[T - 3]).max(),
        )

    def picture(self, left, right):
        left.ax.set_title("weights (yellow = heavy)")

        left.heatmap((-30, 0, 0.5, 8.5), 0, 0.28, shows=lambda r: r.recent)
        right.curve("measured", plots.FIT, shows=lambda r: (r.rounds, r.margin), log="x", lw=2.4)
        right.curve("certain", plots.BOUND, shows=lambda r: (r.rounds, r.sure), ls="--")
        right.hand("choose the round", shows=lambda r: (r.T, r.margin[-1]), T="x")

        for value, words, below in ((3 / 8, "3/8, the largest possible", 0), (1 / 3, "1/3", 1)):
            right.ax.axhline(value, color="black", lw=1.2, ls="-." if not below else ":")
            place = dict(va="top" if below else "bottom", ha="left")
            right.ax.text(1.1, value, words, **place)

    def caption(self, r):
        return (
            f"After {r.T} rounds the smallest margin is {r.margin[-1]:.3f}; the best vote has "
            "0.375."
        )

    def numbers(self, r):
        return (
            f"the smallest margin is {r.margin[-1]:.4f}, where {r.sure[-1]:.4f} is certain and "
            f"0.375 is possible; the last edge is {r.edge:.4f}; the weights differ from those of "
            f"three rounds before by {0.0 if r.cycle < 1e-9 else r.cycle:.1g}."
        )

    def headline(self, r):
        return Claim(
            "margin ≥ certain margin",
            "Theorem 13.6",
            r.margin[-1],
            r.sure[-1],
            ">=",
            words="The smallest margin is at least Υ(2γ*) − ln n/Σα; not always the largest.",
        )

    def identities(self, r):
        plain = "" if r.eta == 1 and r.start == 0 else "only AdaBoost's own steps, equal weights"
        late = plain or ("" if r.T >= 60 else "the weights still differ in the twelfth digit")
        off, bound = abs(r.margin[-1] - 1 / 3), np.log(8) / r.total
        golden = (np.sqrt(5) - 1) / 2
        this, top = "section 5", largest_margin()
        return [
            Claim("no margin is over the game's value", "Theorem 13.3", r.margin.max(), top),
            Claim("no edge is under it", "Theorem 13.3", r.edge, top, ">="),
            Claim("distance of the margin from 1/3 ≤ ln 8/Σα", this, off, bound, why_not=plain),
            Claim("the weights repeat after three rounds", this, r.cycle, 0, "==", why_not=late),
            Claim("the edge is (√5 − 1)/2", this, r.edge, golden, "==", why_not=late),
        ]
