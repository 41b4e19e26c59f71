"""One weight: a line through 0, ten points, one of them replaced."""

import numpy as np

from helpers import losses, plots
from helpers.generalisation import stability as st
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    choice,
    int_slider,
    regularisation,
    slider,
)
from lessons.n28_stability.world import FITS, SECOND, penalised, sample_line, swapped

HEIGHTS = np.linspace(-6, 6, 61)


class Swap(Figure):
    """Ten points, a line, and the line after one point was put elsewhere."""

    guess = Guess(
        r"Ten points with $|x| \le 1$. The line $y = wx$ minimises the mean of $|y - wx|$ plus "
        r"$\lambda w^2$, $\lambda = 0.3$. One point may be put elsewhere, still with $|x| \le 1$, "
        r"but even a mile up or down. How far can the slope $w$ move, at most?",
        {
            "as far as I like": "That is what squared loss does. An absolute loss pulls with the "
            "same force from a yard and from a mile.",
            "0.33": "Yes: 1/(λn) = 1/(0.3 · 10). In this picture it is reached.",
            "0.033": "Ten times too little: that is 1/(λn) for a hundred points, see step 6.",
            "it hardly moves: nine points hold it": "Not against every new point: this one lowers "
            "the line by 1/(λn). With a weak penalty (step 5) a fall moves nothing, but a rise "
            "does.",
        },
        answer="0.33",
    )

    size = (10, 4.4)
    veiled = (1,)
    more = ("x_new", "old")
    story = """
a point falls
    The right-most point fell to −4. The slope went down by exactly as much as the theorem
    allows.
farther down | y_new=-6
    Two more units down, and the line does not notice: the curve on the right is flat.
squared loss | loss="squared"
    The same swap. The curve is now a straight line without end: no bound can hold.
a strong penalty | lam=3
    With λ ten times as large the band is a tenth as wide: the line hardly moves, and it hardly
    fits.
a weak penalty | lam=0.03
    With λ = 0.03 the band is wider than the picture. This fall moves nothing: the nine other
    points hold the line. But a rise to 2 would lift it by 0.58.
a hundred points | n=100
    One in a hundred: the band is a tenth as wide as with ten.
"""
    sees = {
        "a point falls": lambda r: r.moved < 0 and abs(abs(r.moved) - r.bound) < 1e-6,
        "farther down": lambda r: r.y_new == -6 and np.ptp(r.curve[HEIGHTS <= -4]) < 1e-9,
        "squared loss": lambda r: np.ptp(np.diff(r.curve)) < 1e-9 and abs(r.moved) > r.bound,
        "a strong penalty": lambda r: abs(r.bound - 1 / 30) < 1e-9 and r.lam == 3,
        "a weak penalty": lambda r: (
            r.bound > 0.8
            and abs(r.moved) < 1e-9
            and abs(np.interp(2, HEIGHTS, r.curve) - 0.58) < 0.01
        ),
        "a hundred points": lambda r: r.n == 100 and abs(r.bound - 1 / 30) < 1e-9,
    }
    notes = """Let somebody drag the star as far down as it goes, before you show the right panel:
    the class sees that nothing happens any more. Then the squared loss. Ask what the two losses
    differ in: the slope of one is bounded. The factor 2 of the textbook bound is section 2."""
    widths = [1, 1.2]
    panels = (
        axes("x", (-1.1, 1.1), "y", (-6.4, 6.4)),
        axes("new answer y′", (-6.2, 6.2), "move of the slope", (-0.8, 0.8)),
    )

    def sliders(self):
        return dict(
            lam=regularisation(0.3, 0.02, 10),
            n=int_slider("examples n", 10, 5, 100),
            loss=choice("loss", "absolute", FITS),
            y_new=slider("new answer y′", -4, -6, 6, 0.1),
            x_new=slider("new place x′", 1, -1, 1, 0.05),
            old=slider("old place x", 1, -1, 1, 0.05),
        )

    @staticmethod
    def compute(lam, n, loss, y_new, x_new, old):
        """The slope before and after the swap, and after every other answer at the new place."""
        x, y = sample_line(n)
        i = int(np.argmin(np.abs(x - old)))
        xs, ys = swapped(x, y, i, x_new, np.append(HEIGHTS, y_new))
        w, after = float(st.slope(loss, x, y, lam)), st.slope(loss, xs, ys, lam)
        there = float(after[-1])
        here_f = penalised(loss, x, y, lam, [w, there])
        there_f = penalised(loss, xs[-1], ys[-1], lam, [w, there])
        pair = loss(np.array([there, w]) * x[i] - y[i])
        return dict(
            x=x,
            y=y,
            i=i,
            w=w,
            there=there,
            moved=there - w,
            curve=after[:-1] - w,
            bound=st.move_bound(1.0, lam, n),
            growth=(here_f[1] - here_f[0], there_f[0] - there_f[1]),
            paid=float(pair[0] - pair[1]),
            exact=float((x @ y) / (x @ x + n * lam)),
        )

    def picture(self, left, right):
        ends = np.array([-1.1, 1.1])
        others = lambda r: np.arange(len(r.x)) != r.i  # noqa: E731
        right.band(
            None, plots.BOUND, 0.18, shows=lambda r: ([-6.2, 6.2], [-r.bound] * 2, [r.bound] * 2)
        )
        right.level("twice the bound", plots.BOUND, ":", shows=lambda r: 2 * r.bound)
        right.level(None, plots.BOUND, ":", shows=lambda r: -2 * r.bound)
        right.level("bound ±ρ/(λn)", plots.BOUND, "--", shows=lambda r: r.bound)
        right.level(None, plots.BOUND, "--", shows=lambda r: -r.bound)
        dots = dict(marker="o", ms=7, color=plots.TRAIN, mec="white")
        left.spots(shows=lambda r: (r.x[others(r)], r.y[others(r)]), **dots)
        left.circles("replaced", 14, plots.TRAIN, shows=lambda r: [[r.x[r.i], r.y[r.i]]])
        left.curve("line", plots.FIT, lambda r: (ends, r.w * ends))
        left.curve("line after the swap", SECOND, lambda r: (ends, r.there * ends), ls="--")
        right.curve("move", SECOND, lambda r: (HEIGHTS, r.curve))
        left.hand("move the new point", shows=lambda r: (r.x_new, r.y_new), x_new="x", y_new="y")
        height = lambda r: float(np.clip(r.moved, -0.78, 0.78))  # noqa: E731
        right.hand("choose the new answer", shows=lambda r: (r.y_new, height(r)), y_new="x")

    def caption(self, r):
        way = f"The slope went from {r.w:.2f} to {r.there:.2f}"
        if r.loss is losses.squared:
            return f"{way}. Farther away, and it goes farther: squared loss has no bound."
        return f"{way}; no new point with |x| ≤ 1 can move it by more than {r.bound:.2g}."

    def numbers(self, r):
        return (
            f"slope {r.w:.4g} before and {r.there:.4g} after the swap, a move of {r.moved:.3g}; "
            f"ρ/(λn) is {r.bound:.3g}."
        )

    def headline(self, r):
        return Claim(
            "one swap moves the weights at most this far",
            "Theorem 28.1",
            measured=abs(r.moved),
            bound=r.bound,
            why_not="the squared loss has no largest slope ρ" * (r.loss is losses.squared),
            words="With a loss of slope at most ρ, replacing one of n examples moves the "
            "weights by at most ρ/(λn). Here |x| ≤ 1, and ρ = 1.",
        )

    def identities(self, r):
        square = r.loss is losses.squared
        cost = r.lam * r.moved**2
        return [
            Claim("growth seen from the old sample", "Lemma 28.2", r.growth[0], cost, ">="),
            Claim("growth seen from the new sample", "Lemma 28.2", r.growth[1], cost, ">="),
            Claim(
                "what the old example pays",
                "Theorem 28.1",
                abs(r.paid),
                r.bound,
                why_not="the squared loss has no largest slope ρ" * square,
            ),
            Claim(
                "ridge’s own formula",
                "section 1",
                r.w,
                r.exact,
                "==",
                why_not="" if square else "only the squared loss has one",
            ),
        ]
