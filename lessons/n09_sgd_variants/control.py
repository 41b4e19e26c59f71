"""Subtract what is known."""

import numpy as np

from helpers import plots
from helpers.descent import svrg
from helpers.live import Claim, Figure, GuessNumber, axes, slider
from lessons.n09_sgd_variants.world import white


class Control(Figure):
    """A control variate: add c times another variable's deviation from its known mean."""

    guess = GuessNumber(
        "Weight and volume have correlation 0.9. How many per cent of the variance of $X$ are left "
        "with the best coefficient $c$?",
        answer=19,
        why="$1 - 0.9^2 = 0.19$: correlations enter squared.",
        within=1.5,
        traps=(
            (10, "Most people say 10. It would be right if the correlation were not squared."),
            (81, "That is what is saved."),
            (44, "That is what is left of the standard deviation, about √0.19."),
        ),
    )

    veiled = (1,)
    WEIGHT, VOLUME = 5.0, 10.0  # means
    GRID = np.linspace(-3, 3, 121)
    EDGES = np.linspace(1, 9, 49)
    story = """
as it is | c=0
    With c = 0 nothing is corrected: v is X.
the best c | c=-0.9
    The same mean, a fifth of the variance.
c = −1 | c=-1
    Not quite the best coefficient, and nearly as good.
wrong sign | c=0.9
    Corrected the wrong way: still right on average, and worse.
weak | rho=0.3, c=-0.3
    A weakly correlated control variate can save little.
other unit | unit=0.5, c=-1.8
    The unit of Y doubles, so its numbers halve and the best c doubles. What is left is the same.
"""
    sees = {
        "as it is": lambda r: np.allclose(r.v, r.x),
        "the best c": lambda r: r.c == -0.9 and np.isclose(r.spread, 0.19),
        "c = −1": lambda r: r.c == -1 and 0.19 < r.spread < 0.21,
        "wrong sign": lambda r: r.spread > 3 and np.isclose(r.v.mean(), r.x.mean()),
        "weak": lambda r: r.spread > 0.9 and np.isclose(r.spread, r.exact.least),
        "other unit": lambda r: np.isclose(r.exact.best, -1.8) and np.isclose(r.spread, 0.19),
    }
    notes = """Ask for the share that is left at correlation 0.9 before you show it: most say a
    tenth. Then 'weak': the square makes weak control variates nearly useless."""
    widths = (1, 1.1)
    panels = (
        axes("value", (1, 9), "density", (0, 1.0)),
        axes("coefficient $c$", (-3, 3), "variance of $v$", (0, 4)),
    )

    def sliders(self):
        return dict(
            c=slider("coefficient c", 0, -3, 3, 0.05),
            rho=slider("correlation ρ", 0.9, -1, 1, 0.05),
            unit=slider("unit of Y", 1, 0.4, 2, 0.1),
        )

    @staticmethod
    def compute(c, rho, unit):
        """4000 parcels whose weight and volume have exactly this correlation."""
        Z = white()
        x = Control.WEIGHT + Z[:, 0]
        y = unit * (Control.VOLUME + rho * Z[:, 0] + (1 - rho**2) ** 0.5 * Z[:, 1])
        v = svrg.controlled(x, y, c, unit * Control.VOLUME)
        exact = svrg.Moments(1.0, unit**2, rho * unit)
        return dict(x=x, y=y, v=v, exact=exact, spread=v.var(), curve=exact.variance(Control.GRID))

    def picture(self, left, right):
        left.histogram(self.EDGES, "X", plots.ORANGE, shows=lambda r: r.x)
        left.histogram(self.EDGES, "v", plots.FIT, shows=lambda r: r.v)
        left.ax.axvline(self.WEIGHT, color=plots.TRUTH, ls=":", lw=1.6)
        right.curve("v", plots.FIT, shows=lambda r: (self.GRID, r.curve))
        right.ax.axhline(1, color=plots.ORANGE, ls="--", lw=1.6, label="X alone")
        right.level("least", plots.BOUND, ":", shows=lambda r: r.exact.least)
        right.hand("choose the coefficient c", shows=lambda r: (r.c, r.spread), c="x")

    def caption(self, r):
        return (
            f"v has {100 * r.spread:.0f} % of the variance of X; the best c leaves "
            f"{100 * max(r.exact.least, 0):.0f} %."
        )

    def numbers(self, r):
        return (
            f"v has mean {r.v.mean():.3g} and variance {r.spread:.3g}, X has mean {r.x.mean():.3g} "
            f"and variance 1; the best c is {r.exact.best:.3g} and leaves {r.exact.least:.3g}."
        )

    def headline(self, r):
        return Claim(
            "variance of the 4000 values v = V_X + 2cC + c²V_Y",
            "Theorem 9.5",
            r.spread,
            r.exact.variance(r.c),
            "==",
            words="The variance of v is a parabola in c; its least value is (1 − ρ²) that of X.",
        )

    def identities(self, r):
        best = svrg.controlled(r.x, r.y, r.exact.best, r.y.mean()).var()
        return [
            Claim("mean of v = mean of X", "Theorem 9.5", r.v.mean(), r.x.mean(), "=="),
            Claim("variance at the best c = (1 − ρ²) V_X", "Theorem 9.5", best, 1 - r.rho**2, "=="),
            Claim(
                "no c does better: V(c) ≥ (1 − ρ²) V_X", "Theorem 9.5", r.spread, 1 - r.rho**2, ">="
            ),
        ]
