"""The optimiser's own choice."""

import numpy as np

from helpers import plots
from helpers.descent import optim
from helpers.linear import lasso as lassos
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider, step_size
from lessons.n05_sparsity.world import many

ROW = np.array([0.8, 0.6])  # the one equation of `taste`, of length 1

UNSEEN = np.array([-0.6, 0.8])

SIDE = np.linspace(-4, 4, 81)


class Taste(Figure):
    """Which of all perfect fits gradient descent chooses."""

    guess = Guess(
        "Descent starts at the star; only its first step is drawn. To which point of the line "
        "does it converge?",
        {
            "at the shortest fit": "Only from special starts, such as 0.",
            "at the fit nearest to the start": "The gradient has no part along the line, so "
            "descent walks straight across.",
            "it depends on the step size": "Not as long as the steps are short enough to converge.",
            "at a sparse fit": "Nothing here knows about zeros.",
        },
        answer="at the fit nearest to the start",
    )

    play = "T"
    veiled = (1,)
    story = """
from zero | w1=0, w2=0, T=60
    From 0 descent walks straight to the diamond: of all perfect fits the shortest.
from elsewhere | T=60
    From here it stops at another perfect fit, a longer one. It never moves along the line.
one step | T=1
    Every step points across the line: the gradient has no part along it.
long steps | eta=0.85, T=30
    With a long step it jumps from side to side and still arrives at the same point.
far, but harmless | w1=2.4, w2=1.8, T=60
    A start far out, straight across the line: its unseen part is 0, and the end is the shortest
    fit.
"""
    sees = {
        "from zero": lambda r: not r.run.w[0].any() and np.allclose(r.run.last, ROW, atol=1e-3),
        "from elsewhere": lambda r: r.missed < 1e-3 and np.linalg.norm(r.run.last) > 1.5,
        "one step": lambda r: r.T == 1 and abs(UNSEEN @ r.run.v[0]) < 1e-12 < abs(ROW @ r.run.v[0]),
        "long steps": lambda r: (
            r.missed < 1e-3 and (np.diff(np.sign(r.run.w @ ROW - 1)) != 0).all()
        ),
        "far, but harmless": lambda r: (
            np.linalg.norm(r.start) > 2.5 and np.allclose(r.run.last, ROW, atol=1e-3)
        ),
    }
    handles = [Handle("the start", at=lambda r: r.start, to=lambda r, x, y: dict(w1=x, w2=y))]
    notes = """Ask for a start that ends at the diamond: everything on the line through 0 and the
    diamond does, not only 0. Weight decay would change that; early stopping would not."""
    widths = (3, 2)
    panels = (
        axes("$w_1$", (-4.2, 4.2), "$w_2$", (-2.5, 3.4), aspect="equal"),
        axes("unseen part $u$ of the start", (-4, 4), "length after $T$ steps", (0, 4.2)),
    )

    def sliders(self):
        return dict(
            w1=slider("start w1", -2, -3.5, 3.5, 0.1),
            w2=slider("start w2", 1.2, -2.2, 2.2, 0.1),
            T=int_slider("steps T", 1, 1, 60),
            eta=step_size(0.1, 0.02, 0.95),
        )

    @staticmethod
    def compute(w1, w2, T, eta):
        """Gradient descent on (0.8 w₁ + 0.6 w₂ − 1)², and the point it heads for."""
        start = np.array([w1, w2])
        run = optim.gradient_descent(lambda w: 2 * ROW * (ROW @ w - 1), start, eta, T)
        return dict(
            start=start,
            run=run,
            end=lassos.descent_limit(ROW[None], [1.0], start),
            unseen=UNSEEN @ start,
            missed=abs(ROW @ run.last - 1),
        )

    def picture(self, left, right):
        ends = np.array([-6, 6])
        line = ROW + ends[:, None] * UNSEEN
        left.ax.plot(*line.T, color=plots.BLACK, lw=1.6, ls="--", label="all perfect fits")
        (track,) = left.ax.plot([], [], color=plots.BLUE, marker="o", ms=4, lw=1.4, label="descent")
        short = plots.mark(left.ax, "shortest fit", marker="D", colour=plots.ORANGE, size=10)
        star = plots.star(left.ax, label="start")

        right.ax.plot(
            SIDE, np.sqrt(1 + SIDE**2), color=plots.BLACK, label="at the end: $\\sqrt{1 + u^2}$"
        )
        right.ax.axhline(1, color=plots.ORANGE, ls="--", label="shortest fit")
        now = plots.star(right.ax)

        def move(r):
            track.set_data(*r.run.w.T)
            length = np.linalg.norm(r.run.last)
            return track, *short(*ROW), *star(*r.start), *now(r.unseen, length)

        left.add(move)

    def caption(self, r):
        length = np.linalg.norm(r.run.last)
        if r.missed > 0.01:
            return f"After {many(r.T, 'step')} the equation is still missed by {r.missed:.2g}."
        extra = "the shortest there is" if abs(r.unseen) < 0.01 else "the shortest fit has 1"
        return f"Descent has arrived, with length {length:.2f}: {extra}."

    def numbers(self, r):
        return (
            f"after {many(r.T, 'step')} from ({r.w1:.3g}, {r.w2:.3g}) the equation is missed by "
            f"{0.0 if r.missed < 1e-9 else r.missed:.2g}, the length is "
            f"{np.linalg.norm(r.run.last):.3f}; the path heads for ({r.end[0]:.3f}, "
            f"{r.end[1]:.3f}) of length {np.linalg.norm(r.end):.3f}; the shortest fit has 1."
        )

    def headline(self, r):
        return Claim(
            "unseen part of the point after T steps, and of the start",
            "Theorem 5.9",
            UNSEEN @ r.run.last,
            r.unseen,
            "==",
            words="What the data cannot see never moves: descent keeps that part of its start.",
        )

    def identities(self, r):
        nine = "Theorem 5.9"
        gap, start = np.linalg.norm(r.run.last - r.end), np.linalg.norm(r.start - r.end)
        left = abs(1 - 2 * r.eta) ** r.T * start
        to_end, to_short = start, np.linalg.norm(r.start - ROW)
        length = r.end @ r.end
        return [
            Claim("distance to the end = |1 − 2η|^T · at the start", nine, gap, left, "=="),
            Claim("length² of the end = 1 + u²", nine, length, 1 + r.unseen**2, "=="),
            Claim("no farther from the start than the shortest fit", nine, to_end, to_short),
        ]
