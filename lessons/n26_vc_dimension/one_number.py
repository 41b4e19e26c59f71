"""One number that draws everything."""

import numpy as np

from helpers import plots
from helpers.generalisation import vc
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider

TURN_POINTS = 6
TINY, HUGE = 10**-6.6, 0.3  # the axis of one_number


def flip(i):
    """A handle on point i of the wave: up is +, down is -."""

    def to(r, x, y):
        bit = 1 << i
        return dict(labelling=int(r.number | bit if y > 0 else r.number & ~bit))

    return Handle(
        "pull up or down",
        lambda r: (r.x[i], r.heights[i]) if i < r.n else None,
        to,
    )


class OneNumber(Figure):
    """sin(θx) at 1/10, 1/100, ...: pull any point up or down, and one number θ does it."""

    guess = Guess(
        "How many points can this class shatter, with its one number θ?",
        {
            "1": "It has one parameter, but parameters are not what counts. Look.",
            "2": "More. Pull any of the points up or down.",
            "4": "The picture starts with four. It does not end there.",
            "any number": "Each label is written into a digit of its own.",
        },
        answer="any number",
    )

    size = (10, 4.3)
    veiled = (1,)
    story = """
four points
    One θ gives these four signs. Pull a point through the line: another θ takes over.
all up | labelling=15
    No minus anywhere: θ = π, and the wave is slow.
only the last down | labelling=7
    A minus at x₄ alone: a 1 at the ten-thousands. The other three do not notice it.
only the first down | labelling=14
    A minus at x₁: a 1 at the tens. For x₂ it is a tenth of a half turn: too little.
six points | n=6, labelling=37
    Six points, 64 labellings, still one number. Nothing stops at six.
"""
    sees = {
        "all up": lambda r: r.turns == 1,
        "only the last down": lambda r: r.turns == 10_001,
        "only the first down": lambda r: r.turns == 11,
        "six points": lambda r: r.n == r.by_float == 6,
    }
    handles = [flip(i) for i in range(TURN_POINTS)]
    notes = """Call out signs from the audience and set them one by one. Then read the table on the
    right aloud: each row is the row above, divided by ten; only the units digit counts, odd is a
    half turn too many. Ask what a computer with 16 digits does to this class."""
    widths = [1.35, 1]
    panels = (axes("x", (TINY, HUGE, "log"), "sin θx", (-1.3, 1.3)), axes())

    def sliders(self):
        return dict(
            n=int_slider("points n", 4, 1, TURN_POINTS),
            labelling=int_slider("labelling no.", 9, 0, 2**TURN_POINTS - 1),
        )

    @staticmethod
    def compute(n, labelling):
        """θ/π as a whole number, the wave, and its signs at the points in two ways."""
        number_of = labelling % 2**n
        plus = vc.all_labellings(n)[number_of]
        turns = vc.sine_number(plus)
        x = 10.0 ** -np.arange(1, n + 1)
        heights = np.sin(np.pi * turns * x)
        halves = np.array([turns // 10**j for j in range(1, n + 1)])  # whole half turns, exactly
        grid = np.geomspace(TINY, HUGE, 3000)
        slow = np.pi * turns * grid * np.log(grid[1] / grid[0]) < 0.35  # the picture can follow
        wave = np.sin(np.pi * turns * grid)
        return dict(
            number=number_of,
            plus=plus,
            turns=turns,
            x=x,
            heights=heights,
            grid=grid,
            wave=np.where(slow, wave, np.nan),
            frantic=np.where(slow, 0.0, 1.0),
            by_float=int(((heights >= 0) == plus).sum()),
            by_whole=int(((halves % 2 == 0) == plus).sum()),
        )

    def picture(self, left, right):
        left.ax.axhline(0, color="0.4", lw=1)
        left.band(None, plots.SKY, 0.35, shows=lambda r: (r.grid, -r.frantic, r.frantic))
        left.curve("sin θx", plots.BLUE, lambda r: (r.grid, r.wave), lw=1.5)
        at = lambda r, which: np.column_stack([r.x, r.heights])[which]  # noqa: E731
        both = lambda r: (at(r, r.plus), at(r, ~r.plus))  # noqa: E731
        left.points(["+", "−"], None, 130, zorder=4, shows=both)
        right.ax.set_title("θx/π: the digit in the box decides")
        right.add(digits_table(right.ax), shows=lambda r: (r.turns, r.n))

    def caption(self, r):
        return (
            f"θ = {counted_in_full(r.turns)} π gives all {r.n} points the sign that you chose. "
            "Even digit: up; odd: down."
        )

    def numbers(self, r):
        signs = "".join("+" if label else "−" for label in r.plus)
        return f"θ = {r.turns} π, signs {signs}, {r.by_float} of {r.n} as chosen."

    def headline(self, r):
        return Claim(
            "one number draws every labelling",
            "Theorem 26.3",
            r.by_float,
            r.n,
            "==",
            words="For every labelling of 1/10, …, 1/10ⁿ some θ gives sin θx these signs.",
        )

    def identities(self, r):
        return [
            Claim("in whole numbers too", "Theorem 26.3", r.by_whole, r.n, "=="),
            Claim(
                "no point is on the line",
                "Theorem 26.3",
                float(np.abs(r.heights).min()),
                0.5 * np.sin(np.pi * 10.0**-r.n),
                ">=",
                tol=1e-15,
            ),
        ]


def digits_table(ax):
    """theta x_j / pi for each point: the digits of one number, moved on by a place a row.
    move(number, n)."""
    ax.set(xlim=(0, 1), ylim=(TURN_POINTS - 0.4, -0.6), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ax.grid(False)
    style = dict(family="monospace", fontsize=13, va="center")
    parts = [
        (
            ax.text(0.53, j, "", ha="right", **style),
            ax.text(0.575, j, "", ha="center", color="white", fontweight="bold", **style),
            ax.text(0.61, j, "", ha="left", **style),
        )
        for j in range(TURN_POINTS)
    ]

    def move(number, n):
        for j, (before, unit, after) in enumerate(parts, start=1):
            digits = str(number).zfill(j + 1)
            whole, rest = digits[:-j], digits[-j:]
            before.set_text(f"x{j}  {whole[:-1].rjust(5)}" if j <= n else "")
            unit.set_text(whole[-1] if j <= n else "")
            after.set_text(f".{rest}" if j <= n else "")
            colour = plots.RED if int(whole[-1]) % 2 else plots.BLUE
            unit.set_bbox(dict(facecolor=colour if j <= n else "none", edgecolor="none", pad=3))
        return [text for row in parts for text in row]

    return move


def counted_in_full(number):
    """Digits in groups of three."""
    return f"{number:,}".replace(",", " ")
