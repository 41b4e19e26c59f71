"""Extra: eight points, and six more centres than points."""

import numpy as np

from helpers import plots
from helpers.kernels import laplace, rkhs
from helpers.kernels.ridge import KernelRidge
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    bandwidth,
    choice,
    points,
    regularisation,
    slider,
)
from helpers.live.controls import written
from lessons.n14_kernel_trick.world import short, within
from lessons.n16_rkhs.world import EIGHT, GRID, here

AT = np.array([x for x, _ in EIGHT])
OTHERS = np.array([0.115, 0.235, 0.465, 0.595, 0.875])  # a sixth can be moved
PENALTIES = {"price of the curve": True, "sum of squared coefficients": False}


def lifted(i):
    """A handle that moves the i-th of the eight points up or down."""

    def to(r, x, y):
        places = r.places.copy()
        places[i, 1] = np.clip(y, -1.7, 1.7)
        return dict(places=written(places))

    return Handle("lift this point", lambda r: r.places[i], to)


class Extra(Figure):
    """A fit of eight points with fourteen centres, and the coefficient of each."""

    guess = Guess(
        "Bumps may stand on the eight points and on six extra centres, the orange squares. The "
        "best curve is a sum of bumps. How many of the six does it use?",
        {
            "all six, each a little": "That is what happens if coefficients are penalised instead "
            "of the curve: last step.",
            "those in the widest gaps": "Between the points nothing pulls at the curve. What a "
            "bump there does for the points, bumps on the points do more cheaply.",
            "none": "Whatever they could add to the values at the points, the eight do more "
            "cheaply.",
        },
        answer="none",
    )

    size = (10, 4.4)
    veiled = (1,)
    more = ("places",)
    story = """
six more centres
    Eight points, fourteen centres. The six extra ones (squares) all get coefficient 0.
hardly any penalty | lam=0.0001
    The curve goes nearly through the points. The extra centres still get nothing.
a strong penalty | lam=1
    The curve is nearly flat. Nothing for the extra centres.
wide bumps | bandwidth=1
    Each centre reaches all points now, and still only eight of them are used.
another penalty | penalty="sum of squared coefficients"
    Charge the sum of squared coefficients instead of the price: all fourteen are used.
"""
    handles = [
        *(lifted(i) for i in range(8)),
        Handle(
            "move this centre",
            at=lambda r: (r.centre, r.c[-1] / np.abs(r.c).max()),
            to=lambda r, x, y: dict(centre=x),
            panel=1,
        ),
    ]
    notes = """Let the class place the sixth centre: in the widest gap, say, or beside the highest
    point. It never matters. Then change the penalty: what many write in code (weight decay on the
    coefficients) is not the norm of the curve, and the theorem is gone."""
    widths = [1.1, 1]
    panels = (
        axes("$x$", (-0.01, 1.01), "$y$", (-1.8, 1.8)),
        axes("place of the centre", (-0.02, 1.02), "coefficient, largest = 1", (-1.1, 1.1)),
    )

    def sliders(self):
        return dict(
            lam=regularisation(0.01, 1e-4, 1),
            bandwidth=bandwidth(0.15, 0.05, 1),
            penalty=choice("penalty", "price of the curve", PENALTIES),
            centre=slider("place of the star z", 0.72, 0.0, 1.0),
            places=heights_only(within(points("points", EIGHT), (0, 1), (-1.7, 1.7))),
        )

    @staticmethod
    def compute(lam, bandwidth, penalty, centre, places):
        """The best coefficients of fourteen centres, and the best eight."""
        k, y = laplace(bandwidth), places[:, 1]
        centres = np.concatenate([AT, OTHERS, [centre]])
        K, K_all = k(AT, centres), k(centres)
        c = rkhs.with_centres(K, K_all, y, lam, penalty)
        own = KernelRidge(k(AT), y)
        return dict(
            centres=centres,
            c=c,
            y=y,
            used=float(np.abs(c[8:]).sum() / max(np.abs(c).sum(), 1e-12)),
            many=float(np.mean((K @ c - y) ** 2) + lam * rkhs.price(c, K_all)),
            few=float(own.objective(lam)),
            alpha=own.alpha(lam),
            drawn=k(GRID, centres) @ c,
            stationary=float(np.abs(K.T @ (K @ c - y) / 8 + lam * K_all @ c).max()),
        )

    def picture(self, left, right):
        for ax in (left.ax, right.ax):
            ax.axhline(0, color="0.75", lw=1)
        fit = plots.curves(left.ax, ["best curve"], color=plots.FIT, lw=2.6)
        dots = plots.points(left.ax, ["points"], legend=None, size=80, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        (low,) = left.ax.plot([], [], ls="", marker="s", ms=8, color=plots.ORANGE, mec="black")
        low.set_label("extra centres")

        own = stems(right.ax, "at the points", plots.TRAIN, "o")
        more = stems(right.ax, "extra centres", plots.ORANGE, "s")

        star = here(right.ax, 13)

        def move(r):
            c = r.c / max(np.abs(r.c).max(), 1e-12)
            low.set_data(r.centres[8:], np.zeros(6))
            return (
                *fit(GRID, r.drawn),
                low,
                *dots(r.places),
                *own(r.centres[:8], c[:8]),
                *more(r.centres[8:], c[8:]),
                *star(r.centres[13], c[13]),
            )

        left.add(move)

    def caption(self, r):
        if r.penalty:
            return "The curve could use six more bumps, and does not: their coefficients are 0."
        return f"The extra centres carry {100 * r.used:.0f} % of all coefficients."

    def numbers(self, r):
        return (
            f"largest coefficient {short(np.abs(r.c).max())}, of the extra centres "
            f"{short(np.abs(r.c[8:]).max())}; objective {r.many:.4g} with fourteen centres, "
            f"{r.few:.4g} with eight."
        )

    def headline(self, r):
        return Claim(
            "objective of eight centres = objective of fourteen",
            "Theorem 16.4",
            r.many,
            r.few,
            "==",
            why_not="" if r.penalty else "the penalty is not a function of the price",
            words="Centres away from the data cannot lower the objective: the best curve is a sum "
            "over the data.",
        )

    def identities(self, r):
        why = "" if r.penalty else "the penalty is not a function of the price"
        top, size = np.abs(r.c[8:]).max(), np.abs(r.c).max()
        away = float(np.abs(r.c[:8] - r.alpha).max())
        return [
            Claim("extra coefficients are 0", "Theorem 16.4", top / size, 0, "==", 1e-7, why),
            Claim("the others solve (K + nλI)α = y", "Theorem 16.5", away, 0, "==", 1e-6, why),
            Claim("the gradient vanishes", "Theorem 16.5", r.stationary, 0, "==", 1e-8, why),
        ]


def heights_only(control):
    """A `points` control whose points keep their places along x."""
    inside = control.argument

    def checked(typed):
        found = inside(typed)
        if not np.allclose(found[:, 0], AT, atol=1e-9):
            raise ValueError("the points keep their places along x: change heights only")
        return found

    control.argument = checked
    return control


def stems(ax, label, colour, marker):
    """Stems from 0. move(x, y)."""
    (lines,) = ax.plot([], [], color=colour, lw=2.5)
    (dots,) = ax.plot([], [], ls="", marker=marker, ms=9, color=colour, mec="black", label=label)

    def move(x, y):
        gaps, feet = np.full(len(x), np.nan), np.zeros(len(x))
        lines.set_data(np.column_stack([x, x, gaps]).ravel(), np.c_[feet, y, gaps].ravel())
        dots.set_data(x, y)
        return lines, dots

    return move
