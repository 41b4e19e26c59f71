"""The regret, term by term."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, step_size
from helpers.online import mirror
from lessons.n21_mirror_descent.world import DASHED, GAMES, minus, played

GEOMETRIES = {"entropic (EG)": mirror.ENTROPIC, "quadratic (OGD)": mirror.QUADRATIC}
ROUNDS = np.arange(1, 101)
AGAINST = ("the best expert", "the mean of all", "the worst expert")


class Terms(Figure):
    """What the regret is made of: a start, a hundred moves, and what is left over."""

    guess = Guess(
        "The bound is 13 above the regret. Where does it give away most of that?",
        {
            "in the rounds: they cost far less than 0.105 each": "8.3 there: all hundred rounds "
            "cost 2.2 together. Another 4.5 is left over at the end.",
            "at the start: most of it is given back at the end": "Some is: 4.5 of the 11.0. The "
            "rounds give back more.",
            "nowhere: this was luck": "It can be told to the last digit where it goes.",
        },
        answer="in the rounds: they cost far less than 0.105 each",
    )

    size = (10, 4.6)
    veiled = (0, 1)
    more = ("d", "against")
    story = """
all terms
    Right: start plus moves minus what is left over is the regret, exactly. The bound forgets
    what is left over and rounds every move up.
short steps | eta=0.021
    η a tenth: the start is ten times as large, and most of it is left over. Hardly any moves:
    hardly anything is learnt.
long steps | eta=2.1
    η ten times as large: hardly any start, and the moves are most of the regret. The bound is
    far above, for it rounds every move up.
coins, OGD | geometry="quadratic (OGD)", eta=0.03
    The other mirror on the same coins, at its own tuned η. The bound now counts squared lengths
    of the losses, about five a round instead of one.
one good expert | losses="one good expert"
    The regret grows for twenty rounds; then the weight is on the good expert, and nothing is
    left over.
see-saw | losses="see-saw"
    The moves cost about what they did with coins, but there is nothing to learn: all of the
    start is left over.
against the mean | against="the mean of all"
    Compared with the mean of all experts there is no start: the learner begins there. Its
    regret is negative, it has found better ones.
"""
    handles = [
        Handle(
            "choose the round",
            at=lambda r: (r.t, float(np.clip(r.curves[0][r.t - 1], -0.28, 1))),
            to=lambda r, x, y: dict(t=x),
        )
    ]
    notes = """Read the bars aloud like a bill. Then ask what the bound throws away: what is left
    over (how far u still is from the last weights) and the rounding of every move. For EG a move is
    about half η times the variance of the losses under w, at most η/8: a quarter of its bound."""
    widths = [1.1, 1]
    panels = (
        axes("round t", (0, 102), "share of the bound at t = 100", (-0.3, 1.06)),
        axes(xlim=(-0.6, 4.6), y="the same, at round t", ylim=(-0.3, 1.06)),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.21, 0.01, 5),
            geometry=choice("geometry", "entropic (EG)", GEOMETRIES),
            losses=choice("losses", "coins", list(GAMES)),
            t=int_slider("round t", 100, 1, 100),
            d=int_slider("experts d", 10, 2, 50),
            against=choice("against", "the best expert", list(AGAINST)),
        )

    @staticmethod
    def compute(eta, geometry, losses, t, d, against):
        """All terms after each of a hundred rounds, as shares of the bound after the last."""
        Z = played(losses, 100, d, 1)
        u = compared(Z, against)
        run = mirror.mirror_descent(Z, geometry, eta)
        found = mirror.terms(run, geometry, u)
        moves, norms = np.cumsum(found["moves"]), np.cumsum(found["norms"])
        lost = np.cumsum((run.w[:-1] * Z).sum(axis=1) - Z @ u)
        whole = found["start"] + norms[-1]
        bars = (found["start"], moves[t - 1], found["slack"][t - 1], lost[t - 1], norms[t - 1])
        return dict(
            curves=np.array([lost, found["start"] + moves, found["start"] + norms]) / whole,
            whole=float(whole),
            bars=[float(b) for b in bars],
            least=float(min(found["moves"].min(), found["slack"].min())),
            over=float((found["moves"] - found["norms"]).max()),
            apart=float(np.abs(found["start"] + moves - found["slack"] - lost).max() / whole),
        )

    def picture(self, left, right):
        names = ["start", "moves", "left\nover", "regret", "bound"]
        right.ax.set_xticks(range(5), names)
        for ax in (left.ax, right.ax):
            ax.axhline(0, color="0.6", lw=0.8)
        bound = plots.curves(left.ax, ["bound"], **DASHED)
        tight = plots.curves(left.ax, ["start + moves"], color=plots.GREEN, ls="-.")
        regret = plots.curves(left.ax, ["regret"], color=plots.FIT)

        looks = ("0.75", plots.GREEN, plots.RED, plots.FIT, plots.BOUND)
        fall = [
            right.ax.bar([i], [0], 0.7, color=c, edgecolor="white") for i, c in enumerate(looks)
        ]
        fall[4][0].set(facecolor="none", edgecolor=plots.BOUND, linestyle="--", linewidth=1.6)
        here = plots.star(left.ax)

        def move(r):
            start, moves, slack, lost, norms = (np.array(r.bars) / r.whole).tolist()
            feet = (0, start, start + moves - slack, 0, 0)
            tops = (start, moves, slack, lost, start + norms)
            for box, foot, top in zip(fall, feet, tops):
                box[0].set_y(foot)
                box[0].set_height(top)
            return (
                *bound(ROUNDS, r.curves[2]),
                *tight(ROUNDS, r.curves[1]),
                *regret(ROUNDS, r.curves[0]),
                *(box[0] for box in fall),
                *here(r.t, float(np.clip(r.curves[0][r.t - 1], -0.28, 1))),
            )

        left.add(move)

    def caption(self, r):
        start, moves, slack, lost, _ = (round(b, 1) for b in r.bars)
        exact = abs(start + moves - slack - lost) < 0.01
        return (
            f"At this round: start {start:.1f} + moves {moves:.1f} − left over {slack:.1f} = "
            f"regret {minus(lost, 1)}{'' if exact else ', up to rounding'}."
        )

    def numbers(self, r):
        start, moves, slack, lost, norms = r.bars
        return (
            f"start {start:.3g}, moves {moves:.3g}, left over {slack:.3g}, regret {lost:.3g}; the "
            f"bound is {start + norms:.3g} at this round and {r.whole:.3g} after all."
        )

    def headline(self, r):
        start, moves, _, lost, _ = r.bars
        return Claim(
            "the regret of mirror descent",
            "Theorem 21.5",
            measured=lost,
            bound=start + moves,
            words="The regret against u is at most ψ(u) − ψ(w₁) plus one Bregman divergence a "
            "round.",
        )

    def identities(self, r):
        return [
            Claim("regret = start + moves − left over", "Theorem 21.5", r.apart, 0, "=="),
            Claim("moves and what is left over are at least 0", "Theorem 21.5", r.least, 0, ">="),
            Claim("every move is below its norm", "Theorem 21.6", r.over, 0),
        ]


def compared(Z, against):
    """The weights u that the learner is compared with."""
    d = Z.shape[1]
    if against == "the mean of all":
        return np.full(d, 1 / d)
    total = Z.sum(axis=0)
    return np.eye(d)[int(total.argmin() if "best" in against else total.argmax())]
