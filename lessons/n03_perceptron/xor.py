"""The figure `xor`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, axes, slider
from helpers.margins import perceptron
from lessons.n03_perceptron.world import NAMES, PLANE, corners, grip, inside, score_bars, told_score


class Xor(Figure):
    """A line of your own for XOR, and a fourth weight that bends it."""

    guess = Guess(
        "How many of the four points can a line get right at most?",
        {
            "2": "Two are easy. One corner alone against the other three gives more.",
            "3": "Cut off A, or D. The fourth point stands in the way, always.",
            "4, with some patience": "Try. The sum of the four scores will tell you when to stop.",
        },
        answer="3",
    )

    veiled = (1,)
    story = """
your line
    Drag the two ends of the line. Three points are right; can you get the fourth?
in between | ends="0.5 -0.5, 0.5 1.4"
    B and C belong together, and so do A and D. This line tears both pairs apart: two are wrong.
the last bar | ends="-0.8 1.3, 1.9 1.1"
    A line above all four: everything is called −. The last bar stays at 0.
bend it | c=-4
    Now the product of both coordinates has a weight of −4. The border is a curve, and the four
    scores add up to 4.
all four | ends="-0.2 0.6, 0.6 -0.2", c=-4
    Two branches of a hyperbola fence A and D off: nobody is wrong.
the other way | ends="-0.2 0.6, 0.6 -0.2", c=2
    A positive weight makes the sum negative: somebody must be wrong again.
"""
    sees = {
        "your line": lambda r: r.wrong.sum() == 1 and r.c == 0,
        "in between": lambda r: r.wrong.sum() == 2,
        "the last bar": lambda r: abs(r.total) < 1e-9 and np.all(calls(r) < 0),
        "bend it": lambda r: abs(r.total - 4) < 1e-9,
        "all four": lambda r: not r.wrong.any(),
        "the other way": lambda r: r.total < 0 and r.wrong.any(),
    }
    handles = [grip("ends", i, "turn your line") for i in range(2)]
    notes = """Call a volunteer to part the four points, with time pressure. Only then show the last
    bar and ask for a proof: −f(A) + f(B) + f(C) − f(D) = 0 for every affine f. After "all four",
    ask how the picture looks in three dimensions, with x₁x₂ as the height."""
    widths = (3, 2)
    panels = (axes("$x_1$", PLANE[:2], "$x_2$", PLANE[2:]), axes())

    def sliders(self):
        return dict(
            c=slider("weight of the product c", 0, -6, 6, 0.5),
            ends=inside("ends of your line", [[-0.3, 0.9], [0.9, -0.3]]),
        )

    @staticmethod
    def compute(c, ends):
        """f = <w, x> + b + c x1 x2 that is 0 at both ends, with slope 2 across the line."""
        (P, Q), X = ends, perceptron.pad(perceptron.with_product(perceptron.CORNERS))
        way = Q - P if np.abs(Q - P).max() > 1e-9 else np.array([1.0, 0.0])
        way = way / np.hypot(*way)
        along = -c * (Q.prod() - P.prod()) / max(np.hypot(*(Q - P)), 1e-9)
        w = 2 * np.array([-way[1], way[0]]) + along * way
        weights = np.array([*w, c, -w @ P - c * P.prod()])
        scores = perceptron.XOR * (X @ weights)
        return dict(weights=weights, scores=scores, total=scores.sum(), wrong=scores <= 1e-12)

    def picture(self, left, right):
        left.legend(show=False)
        left.ax.set_title("XOR: ● is +, ■ is −; ringed = wrong")
        side, four = plots.halves(left.ax, PLANE, 100), corners(left.ax)
        look = dict(color=plots.BLACK, lw=2, marker="o", ms=9, mfc="white", mew=2)
        (line,) = left.ax.plot([], [], **look)
        left.add(side, shows=lambda r: affine_and_product(r.weights))
        left.add(your_line(line), shows=lambda r: (r.c, r.ends))
        left.add(four, shows=lambda r: (perceptron.CORNERS, perceptron.XOR, r.wrong))

        right.ax.set_title("scores of the four, and their sum")
        bars = score_bars(right.ax, [*NAMES, "sum"], 6.5)
        right.add(bars, shows=lambda r: ([*r.scores, r.total], None))

    def caption(self, r):
        right = 4 - int(r.wrong.sum())
        return f"{right} of 4 points are right; the four scores add up to {told_score(r.total)}."

    def numbers(self, r):
        scores = ", ".join(f"{name} {told_score(v)}" for name, v in zip(NAMES, r.scores))
        w1, w2, c, b = r.weights
        return (
            f"f(x) = {w1:.3g} x1 + {w2:.3g} x2 + {c:.3g} x1 x2 + {b:.3g}; scores {scores}; "
            f"{self.caption(r)}"
        )

    def headline(self, r):
        return Claim(
            "sum of the four scores",
            "Theorem 3.4",
            r.total,
            -r.c,
            "==",
            words="The four scores of XOR add up to −c, whatever the line is.",
        )

    def identities(self, r):
        least = -r.c / 4
        bent = "" if r.c >= 0 else "with c < 0 all four may be right"
        return [
            Claim("the worst score is at most −c/4", "Theorem 3.4", r.scores.min(), least),
            Claim("at most 3 are right", "Theorem 3.4", 4 - r.wrong.sum(), 3, why_not=bent),
        ]


def calls(r):
    """What the line says of the four points: the sign of f."""
    return np.sign(r.scores * perceptron.XOR)


def affine_and_product(weights):
    """The function f with these weights (4,), the third for the product."""
    return lambda x: perceptron.pad(perceptron.with_product(x)) @ weights


def your_line(line):
    """The segment between the two ends; dotted where the border bends. move(c, ends)."""

    def move(c, ends):
        line.set(ls="-" if c == 0 else ":")
        line.set_data(*ends.T)
        return (line,)

    return move
