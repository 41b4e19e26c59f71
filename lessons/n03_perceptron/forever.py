"""The figure `forever`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, choice, int_slider
from lessons.n03_perceptron import cycling
from lessons.n03_perceptron.world import LAST, places, plural

PLACES = {
    "(1+√2)/2": cycling.Surd(1, 1, 2),
    "5/4": cycling.Surd(5, 0, 4),
    "4/3": cycling.Surd(4, 0, 3),
    "7/5": cycling.Surd(7, 0, 5),
    "41/29": cycling.Surd(41, 0, 29),
    "√2": cycling.Surd(0, 1),
    "3/2": cycling.Surd(3, 0, 2),
    "5/3": cycling.Surd(5, 0, 3),
    "2": cycling.Surd(2),
    "1+√2": cycling.Surd(1, 1),
}


class Forever(Figure):
    """Three points that no threshold parts: the weight is the hand of a clock."""

    guess = Guess(
        "The points stay, the order stays: 0, 1, s, 0, 1, s, … Must the weights come back some day "
        "to values they had before?",
        {
            "yes: it must cycle": "So it stands in many notes. It is true if s is a fraction. For "
            "s = √2 nothing ever comes back.",
            "only if s is a fraction": "The weight is the hand of a clock of circumference s that "
            "turns by 1 in each pass.",
            "no, never": "For s = 7/5 the weights are back after seven passes.",
        },
        answer="only if s is a fraction",
    )

    play = "E"
    veiled = (2,)
    story = """
one pass | E=1
    The hand starts at the top; one pass turns it back by 1.
two | E=2
    Another pass, another turn by 1, on a dial of circumference 7/5.
back again | E=8
    After seven passes and five rounds the hand was at the top again. The eighth leaves it where
    the first did.
for ever | E=40
    From now on only places where it has been before: the count stands still.
a long way | s="41/29", E=60
    41/29 is almost the same number. It takes 41 passes.
never | s="√2", E=120
    For √2 the hand never comes back to any place, and yet it stays on the dial.
"""
    sees = {
        "one pass": lambda r: r.E == 1 and abs(float(r.s) - r.w - 1) < 1e-9,
        "two": lambda r: r.E == 2 and abs(r.hand[0] - r.hand[1] - 1) % float(r.s) < 1e-9,
        "back again": lambda r: (
            r.E == 8 and abs(r.hand[6] - 1.4) < 1e-9 and abs(r.hand[7] - r.hand[0]) < 1e-9
        ),
        "for ever": lambda r: r.E == 40 and r.places[-1] == 7 == r.places[6],
        "a long way": lambda r: r.E == 60 and r.places[-1] == 41 == r.places[40],
        "never": lambda r: r.places[-1] == r.E == 120 and r.hand.max() <= float(r.s),
    }
    handles = [
        Handle(
            "the third point",
            at=lambda r: (float(r.s), 0.0),
            to=lambda r, x, y: dict(s=min(PLACES, key=lambda p: abs(float(PLACES[p]) - x))),
            panel=1,
        ),
        Handle(
            "choose the pass",
            at=lambda r: (r.E, r.places[-1]),
            to=lambda r, x, y: dict(E=x),
            panel=2,
        ),
    ]
    notes = """Press play at 7/5 and let the class count aloud. Then ask for 41/29, which the eye
    cannot tell from 7/5: seven passes or not? Then √2. All in exact arithmetic: floating-point
    numbers are fractions, so they could never show the last case."""

    def sliders(self):
        return dict(
            E=int_slider("passes E", 3, 1, LAST),
            s=choice("third point s", "7/5", PLACES),
        )

    @staticmethod
    def compute(E, s):
        """Run E passes over 0 (+), 1 (−), s (+) in exact arithmetic; count the hand's places."""
        states, ends, _ = cycling.three_points(s, E)
        hand = ends[1:, 0]
        first = np.unique(hand, return_index=True)[1]
        new = np.isin(np.arange(E), first)
        return dict(
            states=states,
            hand=hand,
            w=hand[-1],
            b=ends[-1, 1],
            angle=2 * np.pi * hand / float(s),
            places=np.cumsum(new),
        )

    def picture(self, fig):
        grid = fig.add_gridspec(2, 2, width_ratios=(2, 3), height_ratios=(1, 4))
        dial, line, count = (
            fig.add_subplot(place) for place in (grid[:, 0], grid[0, 1], grid[1, 1])
        )
        move_dial, move_line, move_count = clock(dial), threshold(line), places(count)

        def move(r):
            return *move_dial(r), *move_line(r), *move_count(r)

        return move

    def caption(self, r):
        many = plural(r.places[-1], "different place")
        back = r.E - r.places[-1]
        often = "once" if back == 1 else f"{back} times"
        when = f"{often} it came back to an old one" if back else "it has never come back"
        passes = "1 pass" if r.E == 1 else f"{r.E} passes"
        return f"In {passes} the hand stood at {many}; {when}."

    def numbers(self, r):
        low, high = r.states[:, 0].min(), r.states[:, 0].max()
        return (
            f"after {len(r.states) - 1} corrections w = {r.w:.4g} and b = {r.b:g}; w stayed "
            f"between {low:.3g} and {high:.3g}; the hand stood at {r.places[-1]} different places."
        )

    def headline(self, r):
        p = r.s.numerator
        return Claim(
            "different places of the hand",
            "Theorem 3.5",
            r.places[-1],
            min(r.E, p) if p else r.E,
            "==",
            words="For s = p/k, the hand has E places in E passes, but never more than p.",
        )

    def identities(self, r):
        this, top = "Theorem 3.5", float(r.s)
        turned = r.E * r.s.k % r.s.m / r.s.k if r.s.numerator else r.E % top
        wide = np.abs(r.states[:, 0]).max()
        return [
            Claim("w after E passes is s − (E mod s)", this, r.w, top - turned, "=="),
            Claim("|w| ≤ s for ever", this, wide, top),
            Claim("corrections = 2E + b", this, len(r.states) - 1, 2 * r.E + r.b, "=="),
        ]


def clock(ax):
    """The dial of circumference s: places so far, the last turn, the hand. move(r)."""
    ax.set(xlim=(-1.3, 1.3), ylim=(-1.3, 1.3), aspect="equal", xticks=[], yticks=[])
    ax.set_title("a clock of circumference $s$: the hand is $w$")
    ax.grid(False)
    for spine in ax.spines.values():
        spine.set_visible(False)
    turn = np.linspace(0, 2 * np.pi, 121)
    ax.plot(np.sin(turn), np.cos(turn), color="0.6", lw=2)
    ax.plot([0, 0], [0.94, 1.06], color="0.3", lw=2)
    ax.text(0, 1.09, "$0 = s$", ha="center", va="bottom", fontsize=13)
    (dots,) = ax.plot([], [], ls="", marker="o", ms=8, color=plots.SKY, mec="white", mew=0.6)
    (arc,) = ax.plot([], [], color=plots.ORANGE, lw=3)
    (hand,) = ax.plot([], [], color=plots.FIT, lw=3.5)
    star = plots.star(ax)

    def move(r):
        angle = r.angle[-1]
        swept = np.linspace(angle + 2 * np.pi / float(r.s), angle, 60)
        arc.set_data(0.8 * np.sin(swept), 0.8 * np.cos(swept))
        dots.set_data(np.sin(r.angle), np.cos(r.angle))
        hand.set_data([0, np.sin(angle)], [0, np.cos(angle)])
        return arc, dots, hand, *star(np.sin(angle), np.cos(angle))

    return move


def threshold(ax):
    """The three points on a line, and the side that is called +. move(r)."""
    ax.set(xlim=(-1, 3), ylim=(-1, 1), yticks=[], xticks=[0, 1, 2])
    ax.set_title("the data: ● +, ■ −; blue side is called +")
    shade = plots.heatmap(ax, (-1, 3, -1, 1), -5, 5, cmap="RdBu")
    dots = plots.points(ax, ["+", "-"], None, 110, zorder=4)
    letter = ax.text(0, 0, "$s$", fontsize=15, va="center", zorder=5)
    x = np.linspace(-1, 3, 401)

    def move(r):
        letter.set_x(float(r.s) + 0.13)
        return (
            letter,
            *shade(np.sign(r.w * x + r.b)[None, :]),
            *dots([[0, 0], [float(r.s), 0]], [[1, 0]]),
        )

    return move
