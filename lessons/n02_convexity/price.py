"""The figure `price`."""

import numpy as np

from helpers import losses, plots
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider
from lessons.n02_convexity import surrogate_risk as price

ENDS = np.array([-11.0, 3.0])


class Price(Figure):
    """What the hinge costs: the best line, the best hinge line, and lines learnt from samples."""

    guess = Guess(
        "One example in ten is an outlier; the best line errs on just these. Can the best "
        "<b>hinge</b> line be much worse, with error 0.45?",
        {
            "no, the hinge is calibrated": "Calibrated says: over all functions. These are lines "
            "only.",
            "yes, if they are far enough": "Right: each pays for its distance, and the line turns.",
        },
        answer="yes, if they are far enough",
    )

    veiled = (1,)
    more = ("noise",)
    notes = """Ask who pays for the far examples before farther out. Clean: the hinge finds the best
    line and part II is 0. Outliers win: it lays its line flat to please them, and more data does
    not help, since II is not an error of sampling. Few: III grows (II is smaller too,
    since the step widens the gap as well)."""
    story = """
outliers
    One example in ten lies far on the wrong side.
clean | outliers=0
    No outliers: the hinge finds the best line, and II is 0.
noisy | outliers=0, noise=0.15
    Label noise: the hinge risk of the best hinge line is above the least 0-1 risk.
outliers win | distance=9
    Farther out: the best hinge line turns flat for them, and errs with probability 0.45.
few | n=20, gap=1
    Samples of 20: the learnt lines scatter, and part III is larger.
"""
    sees = {
        "outliers": lambda r: r.atoms.mass[-1] == 0.1 and r.atoms.t[-1] < 0 < r.atoms.y[-1],
        "clean": lambda r: abs(r.paid.II) < 1e-9 and abs(r.paid.error - r.paid.I) < 1e-9,
        "noisy": lambda r: r.paid.II > 0.1 and r.outliers == 0,
        "outliers win": lambda r: abs(r.paid.error - 0.45) < 0.02 and abs(r.paid.hinge[1]) < 0.05,
        "few": lambda r: r.n == 20 and r.paid.III.mean() > 0.1,
    }
    handles = [
        Handle(
            "move the outliers",
            at=lambda r: (-r.distance, 1.0) if r.outliers else None,
            to=lambda r, x, y: dict(distance=-x),
        )
    ]
    widths = (3, 2)
    panels = (
        axes("$t$", (-10.5, 2.5), "score; dots at height $y$", (-3, 4)),
        axes("hinge risk $\\tilde R$ = I + II + III", (0, 1.6), "risk $R$", (0, 0.8)),
    )

    def sliders(self):
        return dict(
            noise=slider("label noise q", 0, 0, 0.45, 0.01),
            gap=slider("gap g", 0.5, 0.1, 1, 0.05),
            distance=slider("distance D", 3.8, 1.5, 10),
            outliers=slider("outliers o", 0.1, 0, 0.3, 0.01),
            n=int_slider("sample size n", 100, 10, 500, 10),
        )

    @staticmethod
    def compute(noise, gap, outliers, distance, n):
        """Learn lines by the hinge from 200 samples of size n."""
        atoms = price.crowd(noise, gap, outliers, distance)
        paid = price.hinge_price(atoms, n, 200, np.random.default_rng(0))
        return dict(atoms=atoms, paid=paid)

    def picture(self, left, right):
        lines = (("best line", plots.TRUTH, "-"), ("best hinge line", plots.FIT, "-"))
        for i, (name, colour, ls) in enumerate((*lines, ("one sample's", plots.TRAIN, "-."))):
            left.curve(name, colour, shows=lambda r, i=i: (ENDS, ends(r, i)), ls=ls)
        left.ax.axhline(0, color="0.7", lw=1)
        groups = plots.points(left.ax, ["", "", "outliers"], legend=None, size=50)
        groups(None, None, None)[2].set(color=plots.PURPLE, marker="X", markersize=11)
        left.add(groups, shows=lambda r: (*r.atoms.groups(),))

        dots = plots.points(right.ax, ["200 samples"], legend=None, size=90, alpha=0.4)
        dots(None)[0].set(color=plots.TRAIN)
        right.add(dots, shows=lambda r: np.column_stack([r.paid.surrogate, r.paid.R]))
        right.ax.fill_between([0, 0.8], [0, 0.8], 0.8, color=plots.BOUND, alpha=0.2, lw=0)
        right.ax.text(0.04, 0.74, "$R > \\tilde R$: never", fontsize=11)
        right.level("I", plots.BLACK, "-.", shows=lambda r: r.paid.I)
        right.level("I + II", plots.BLUE, ":", across=True, shows=lambda r: r.paid.low)

    def caption(self, r):
        return (
            f"The best line errs with probability {r.paid.I:.2g}, the best hinge line with "
            f"{r.paid.error:.2g}."
        )

    def numbers(self, r):
        II, III = np.round([r.paid.II, r.paid.III.mean()], 9) + 0.0
        off = np.sum(r.paid.surrogate > 1.6)
        return (
            f"I = {r.paid.I:.3g}, II = {II:.3g}, III = {III:.3g} on average; the best hinge line "
            f"errs with probability {r.paid.error:.3g}, the samples' with {r.paid.R.mean():.3g}; "
            f"{off} of 200 are off the picture."
        )

    def headline(self, r):
        worst = (r.paid.R - (r.paid.I + r.paid.II + r.paid.III)).max()
        return Claim(
            "R ≤ I + II + III on each of 200 samples",
            "Theorem 2.10",
            worst,
            0,
            words="The risk is at most I + II + III, on each of 200 samples.",
        )

    def identities(self, r):
        dirty = "" if r.noise == 0 and r.outliers == 0 else "noise, or outliers"
        hinge = price.pointwise_risk(losses.hinge, r.atoms)
        bayes = price.bayes_risk(r.atoms)
        return [
            Claim("II ≥ 0", "Theorem 2.10", r.paid.II, 0, ">="),
            Claim("II = 0 if a line separates", "Theorem 2.10", r.paid.II, 0, "==", why_not=dirty),
            Claim(
                "over all functions hinge finds Bayes",
                "Theorem 2.10",
                hinge,
                bayes,
                "==",
            ),
            Claim(
                "over lines, the best line",
                "Theorem 2.10",
                r.paid.error,
                r.paid.I,
                "==",
                why_not=dirty and "only lines",
            ),
        ]


def ends(r, i):
    """Scores at the ends of the picture of the best line, the best hinge line and a learnt one."""
    w = (r.paid.best, r.paid.hinge, r.paid.learnt[0])[i]
    return w[0] + w[1] * ENDS
