"""A small assignment with an exercise of each kind, and a notebook that asks them.

It stands where notebook 99 would: importing this file puts it there.
"""

import sys

import numpy as np

from helpers.desk.kinds import Choice, Code, Number, Open, Order, Position
from helpers.live import Figure, int_slider, slider, toggle


class parabola(Figure):
    """A point on a parabola."""

    def sliders(self):
        return dict(
            x=slider("place x", 0.0, -2, 2), n=int_slider("times n", 1, 1, 5), up=toggle("up")
        )

    @staticmethod
    def compute(x, n, up):
        return dict(height=n * x**2 + 10 * up)

    def picture(self, fig):
        axes = fig.subplots()
        axes.set(xlim=(-2, 2), ylim=(0, 30), xlabel="x", ylabel="height")
        (dot,) = axes.plot([], [], "o")

        def move(r):
            dot.set_data([r.x], [r.height])
            return (dot,)

        return move

    def caption(self, r):
        return f"The point is at height {r.height:.3g}."


def double(v):
    """Twice the entries of v, an array (n,)."""
    return 2 * np.asarray(v)


def squared(v):
    """This is the square. Two times two is four either way: try three."""
    return np.asarray(v) ** 2


DOUBLE = Code(
    id="99-double",
    task="Write double(v).",
    points=2,
    solution=double,
    cases={"two": (np.array([2.0]),), "three": (np.array([2.0, 3.0]),)},
    draw=lambda rng: (rng.normal(size=4),),
    wrong=(squared,),
    hints=("What is twice three?", "Add it to itself.", "It is v + v, entry by entry."),
)

WHICH = Choice(
    id="99-which",
    task="Which of these is <b>not</b> convex?",
    options={
        "the square": "It bends upwards everywhere.",
        "1 < 2 & the line": "A line is convex: it lies on its chords.",
        "the sine": "Right: it bends both ways.",
    },
    answer="the sine",
)

FLAT = Number(
    id="99-flat",
    task="What minimises $(w - 1)^2 + w^2$?",
    points=1,
    answer=0.5,
    within=0.01,
    why="The two slopes cancel halfway.",
    traps=((1.0, "That forgets the second term entirely."),),
)

SEARCH = Position(
    id="99-search",
    task="Find a place where the height is between 3 and 4, with n = 1.",
    points=2,
    figure="n99_sample.parabola",
    conditions={
        "n is one": lambda r: r.n == 1,
        "the height is between 3 and 4": lambda r: 3 < r.height < 4,
    },
    answer={"x": 1.8, "n": 1},
    why="The square of 1.8 is 3.24, found by trying.",
    hints=("Move x first of all.", "Go to the right.", "Between 1.75 and 2."),
)

PROOF = Order(
    id="99-proof",
    task="Put the proof that $f(w) \\ge f(u) + f'(u)(w - u)$ in order.",
    points=2,
    lines=("Take the chord from u to w.", "Divide by the step.", "Let the step go to zero."),
    reasons=("Convexity says so.", "The step is positive.", "The limit keeps the inequality."),
)

WHY = Open(
    id="99-why",
    task="Why does a step over $2/\\beta$ diverge?",
    points=3,
    rubric=((2, "names the steep direction"), (1, "says that its factor is below -1")),
    asks=("Which direction is it?",),
    model="Along the steepest direction each step overshoots by more than it corrects.",
)

EVERY = (DOUBLE, WHICH, FLAT, SEARCH, PROOF, WHY)


def cell(number, source, kind="code"):
    made = {"cell_type": kind, "id": f"c{number}", "metadata": {}, "source": source}
    return made | ({"outputs": [], "execution_count": None} if kind == "code" else {})


def notebook():
    """The lecture's notebook, a dictionary."""
    sources = [
        "import numpy as np\n\nfrom helpers.desk import ask, check, solution",
        DOUBLE.stub,
        'check("99-double", double)',
        'solution("99-double")',
        'ask("99-which")',
        'ask("99-flat")',
        'ask("99-search")',
        'ask("99-proof")',
        'answer = """..."""',
        'check("99-why", answer)',
    ]
    cells = [cell(i, source) for i, source in enumerate(sources)]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


for place in ("answers.n99", "lessons.n99_sample"):
    sys.modules[place] = sys.modules[__name__]
