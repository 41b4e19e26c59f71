"""Further: shifting a table."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import vc
from helpers.live import Claim, Figure, Guess, axes, choice, int_slider

TABLES = ("four rows", "intervals", "random 1", "random 2")
STEPS = 6


class Shift(Figure):
    """Sauer's proof as a game: turn ones into zeros, column by column, until nothing moves."""

    guess = Guess(
        "Eleven different rows of five. When nothing can fall any more: how many different rows "
        "are left?",
        {
            "11": "A 1 falls only where the new row is not there yet: no two rows ever become "
            "equal.",
            "fewer, some become equal": "That is just what the rule forbids.",
            "only the row of zeros": "Once a row is there, no other may fall onto it.",
        },
        answer="11",
    )

    size = (10, 4.6)
    play = "t"
    story = """
first column
    In column 1 a 1 became 0 wherever that made no row twice. Rings: what fell. There are eleven
    different rows still.
before | t=0
    One step back: eleven different rows. Dark is 1.
three columns | t=3
    No row was lost (green), and the VC dimension did not rise (black).
at rest | t=5
    Nothing moves any more: turn any ones of a row into zeros, and that row is there. So the
    ones of a row are a shattered set.
a table of four rows | table="four rows", t=4
    At the end two ones at most, and two columns with all four patterns.
"""
    sees = {
        "first column": lambda r: r.rows == 11 and (r.now != r.before)[:, 0].any(),
        "before": lambda r: r.t == 0 and r.rows == 11,
        "three columns": lambda r: r.t == 3 and r.rows == 11 and r.dims[3] <= r.dims[0],
        "at rest": lambda r: r.rests and r.missing == 0,
        "a table of four rows": lambda r: r.rests and r.full[r.t] == r.dims[r.t] == 2,
    }
    notes = """Play the steps. Ask after each: can a row get lost? Can a new set of columns become
    shattered? At the end ask the class to count: rows with at most d ones, there are only so
    many."""
    widths = [1, 1.3]
    panels = (axes(), axes("step t", (-0.3, STEPS + 0.6), ylim=(0, 12)))

    def sliders(self):
        return dict(
            t=int_slider("step t", 1, 0, STEPS),
            table=choice("table", "random 1", list(TABLES)),
        )

    @staticmethod
    def compute(t, table):
        """The table after t steps, its rows, its VC dimension and its fullest row."""
        tables = shifted(table)
        now = tables[t]
        n = now.shape[1]
        below = [np.where(np.arange(n) == j, 0, now) for j in range(n)]
        rows = {tuple(row) for row in now.tolist()}
        return dict(
            now=now,
            before=tables[max(t - 1, 0)],
            rows=len(rows),
            counts=np.array([len(np.unique(T, axis=0)) for T in tables]),
            dims=np.array([vc.vc_of(T) for T in tables]),
            full=np.array([T.sum(axis=1).max() for T in tables]),
            missing=sum(tuple(row) not in rows for each in below for row in each.tolist()),
            rests=bool((tables[-1] == now).all()),
            n=n,
        )

    def picture(self, left, right):
        left.legend(show=False)

        table = table_tiles(left.ax, 11, 5)
        left.ax.set_title("dark: 1, pale: 0")
        pale = [plots.curves(right.ax, [None], color="0.8", lw=1.2) for _ in range(3)]
        kinds = ((plots.GREEN, "-.", "^"), (plots.BLUE, "-", "o"), (plots.TRUTH, "--", "s"))
        names = ("different rows", "ones in fullest row", "VC dimension")
        dark = [
            plots.curves(right.ax, [name], color=c, ls=ls, marker=m)
            for name, (c, ls, m) in zip(names, kinds)
        ]
        ends = [right.ax.text(0, 0, "", color=c, fontweight="bold", va="bottom") for c, *_ in kinds]
        now = plots.level(right.ax, None, "0.45", ":", across=True)
        right.legend(columnspacing=0.8)
        times = np.arange(STEPS + 1)

        def move(r):
            courses = r.counts, r.full, r.dims
            lines = [a for mover, y in zip(pale, courses) for a in mover(times, y)]
            for mover, end, y in zip(dark, ends, courses):
                lines += mover(times, np.where(times <= r.t, y, np.nan))
                end.set(text=str(y[r.t]), x=r.t + 0.12, y=y[r.t] + 0.1)
            if r.full[r.t] == r.dims[r.t]:
                ends[2].set_text("")
            return *table(r.now, r.before), *lines, *ends, *now(r.t)

        left.add(move)

    def caption(self, r):
        rest = "Nothing moves any more" if r.rests else "It is not at rest yet"
        return (
            f"{rest}: {r.rows} rows, VC dimension {r.dims[r.t]}, at most {r.full[r.t]} ones in a "
            "row."
        )

    def numbers(self, r):
        return (
            f"{r.rows} different rows of {r.n}, VC dimension {r.dims[r.t]} (at the start "
            f"{r.dims[0]}), at most {r.full[r.t]} ones in one row."
        )

    def headline(self, r):
        return Claim(
            "the rows of a table",
            "Theorem 26.2",
            r.rows,
            vc.sauer(r.n, int(r.dims[r.t])),
            words="A table of VC dimension d has at most C(n,0) + … + C(n,d) different rows.",
        )

    def identities(self, r):
        moving = "" if r.rests else "something still moves"
        return [
            Claim("no row is lost", "Theorem 26.2", r.rows, len(r.now), "=="),
            Claim("the VC dimension does not rise", "Theorem 26.2", r.dims[r.t], r.dims[0]),
            Claim(
                "ones of a row are shattered",
                "Theorem 26.2",
                r.full[r.t],
                r.dims[r.t],
                why_not=moving,
            ),
            Claim("rows below are there", "Theorem 26.2", r.missing, 0, "==", why_not=moving),
        ]


@lru_cache(8)
def first_table(name):
    """A 0-1 table with different rows: some labellings of four points, or all that intervals
    draw."""
    if name == "four rows":
        rows = ["0101", "0001", "1110", "1010"]
        return np.array([[int(c) for c in row] for row in rows])
    if name == "intervals":
        return vc.all_labellings(4)[vc.boxes(np.arange(4.0))].astype(int)
    rng = np.random.default_rng(int(name[-1]))
    chosen = np.sort(rng.choice(32, 11, replace=False))
    return vc.all_labellings(5)[chosen].astype(int)


@lru_cache(8)
def shifted(name):
    """The tables before and after each step; step t shifts column t modulo their number."""
    tables = [first_table(name)]
    for t in range(STEPS):
        tables.append(vc.shift_column(tables[-1], t % tables[0].shape[1]))
    return tables


def table_tiles(ax, rows, columns):
    """A 0-1 table as squares with digits; what changed last is ringed. move(table, before)."""
    ax.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ax.grid(False)
    ones, zeros = plots.points(ax, ["1", "0"], None, 190, zorder=3)(None, None)
    ones.set(marker="s")
    zeros.set(marker="s", color="0.88")
    ring = plots.circles(ax, size=20, colour=plots.RED)

    def move(table, before):
        at = np.argwhere(table == 1)[:, ::-1], np.argwhere(table == 0)[:, ::-1]
        for dot, xy in zip((ones, zeros), at):
            dot.set_data(*xy.T)
        return ones, zeros, *ring(np.argwhere(table != before)[:, ::-1])

    return move
