"""Subtract what is known."""

import numpy as np

from helpers import plots
from helpers.descent import svrg
from helpers.live import Claim, Figure, Handle, Step, slider
from lessons.n09_sgd_variants.world import white


class Control(Figure):
    """A control variate: add c times another variable's deviation from its known mean."""

    veiled = (1,)
    WEIGHT, VOLUME = 5.0, 10.0  # means
    GRID = np.linspace(-3, 3, 121)
    EDGES = np.linspace(1, 9, 49)
    story = [
        Step("as it is", "With c = 0 nothing is corrected: v is X.", c=0),
        Step("the best c", "The same mean, a fifth of the variance.", c=-0.9),
        Step("c = −1", "Not quite the best coefficient, and nearly as good.", c=-1),
        Step("wrong sign", "Corrected the wrong way: still right on average, and worse.", c=0.9),
        Step("weak", "A weakly correlated companion can save little.", rho=0.3, c=-0.3),
        Step(
            "other unit",
            "In half the unit the best c doubles. What is left does not change.",
            unit=0.5,
            c=-1.8,
        ),
    ]
    handles = [
        Handle(
            "choose the coefficient c",
            at=lambda r: (r.c, r.spread),
            to=lambda r, x, y: dict(c=x),
            panel=1,
        ),
    ]
    notes = """Ask for the share that is left at correlation 0.9 before you show it: most say a
    tenth. Then 'weak': the square makes weak companions nearly useless."""

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

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1, 1.1))
        left.set(xlim=(1, 9), ylim=(0, 1.0), xlabel="value", ylabel="density")
        right.set(xlim=(-3, 3), ylim=(0, 4), xlabel="coefficient $c$")
        right.set_ylabel("variance of $v$")
        plain = plots.histogram(left, self.EDGES, "X", plots.ORANGE)
        lean = plots.histogram(left, self.EDGES, "v", plots.FIT)
        left.axvline(self.WEIGHT, color=plots.TRUTH, ls=":", lw=1.6)
        curve = plots.curves(right, ["v"], color=plots.FIT)
        right.axhline(1, color=plots.ORANGE, ls="--", lw=1.6, label="X alone")
        least = plots.level(right, "least", plots.BOUND, ":")
        here = plots.star(right)
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *plain(r.x),
            *lean(r.v),
            *curve(self.GRID, r.curve),
            *least(r.exact.least),
            *here(r.c, r.spread),
        )

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
