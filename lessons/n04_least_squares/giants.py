"""The figure `giants`."""

from functools import cache, lru_cache

import numpy as np

from helpers import plots
from helpers.linear import least_squares
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    choice,
    int_slider,
    regularisation,
    slider,
    toggle,
)
from lessons.n04_least_squares import bias_variance
from lessons.n04_least_squares.world import GRID, TRUTH, bare, shown

X20 = np.linspace(0, 1, 20)
WIDTHS = [*range(1, 5), *range(6, 17, 2), *range(17, 24), 25, 28, 32, 40, 60, 100, 200, 400, 600]
POWERS = {"equal": 0.0, "falling as 1/√k": 0.5, "falling as 1/k": 1.0}


class Giants(Figure):
    """Twenty examples and up to 600 coefficients: the error rises, and falls again."""

    guess = Guess(
        "Degree 19 hits all twenty examples and is terrible in between. Degree 599, with thirty "
        "times as many coefficients, will be …",
        {
            "worse still": "So one would think. But it may choose among many solutions, and takes "
            "the shortest one.",
            "about as bad": "The curve at degree 19 has no choice; at degree 599 it has plenty.",
            "far better": "Right: it hits the examples too, and among all solutions it takes the "
            "shortest, which here is a mild one.",
        },
        answer="far better",
    )

    veiled = (1,)
    more = ("sigma",)
    story = """
classical | M=5
    Six coefficients follow the wave; the errors are close.
the peak | M=19
    20 coefficients, 20 examples: exactly one polynomial hits them all.
a giant | M=599
    600 coefficients. It hits every example too, and look how mildly.
equal lengths | M=599, lengths="equal"
    With equal columns, short no longer means smooth: it forgets between the examples.
the peak, held back | M=19, penalty=True
    A small penalty, and there is no peak.
no noise | M=19, sigma=0
    Without noise the twenty answers agree with a smooth curve: no peak.
"""
    sees = {
        "classical": lambda r: r.M == 5 and r.now[1] < 3 * r.now[0],
        "the peak": lambda r: r.D == 20 and r.now[0] < 1e-9 and r.now[1] == max(r.errors[1]),
        "a giant": lambda r: r.M == 599 and r.now[0] < 1e-9 and r.now[1] < 0.5,
        "equal lengths": lambda r: r.now[0] < 1e-9 and np.median(np.abs(r.fit)) < 0.1,
        "the peak, held back": lambda r: r.penalty and max(r.errors[1][5:]) < 1,
        "no noise": lambda r: r.sigma == 0 and max(r.errors[1][5:20]) < 0.1,
    }
    handles = [
        Handle(
            "choose the number of coefficients",
            at=lambda r: (r.D, r.now[1]),
            to=lambda r, x, y: dict(M=x - 1),
            panel=1,
        )
    ]
    notes = """Stop at "the peak" and ask for degree 599. Say that degree 599 does not beat degree 5
    here: it is only far better than degree 19."""
    widths = (3, 2.4)
    panels = (
        axes("$x$", (-0.01, 1.01), "$y$", (-2.2, 2.2)),
        axes("coefficients $D = M + 1$", (0.9, 700), "mean squared error", (1e-2, 1e5)),
    )

    def sliders(self):
        return dict(
            lengths=choice("column lengths", "falling as 1/√k", list(POWERS)),
            M=int_slider("degree M", 19, 0, 599),
            penalty=toggle("penalty λ‖w‖²"),
            lam=regularisation(1e-3, 1e-10, 10),
            sigma=slider("noise σ", 0.25, 0, 0.5, 0.05),
        )

    @staticmethod
    def compute(M, penalty, lam, sigma, lengths):
        """The shortest w that fits 20 noisy examples best, with M + 1 Legendre polynomials."""
        y = np.sin(2 * np.pi * X20) + sigma * np.random.default_rng(2).standard_normal(20)
        strength = lam if penalty else 0.0
        models, ridge = ladder(lengths).with_answers(y, TRUTH), giant(lengths, M).with_answers(y)
        fit = ridge.predict(columns(lengths)[1][:, : M + 1], strength)
        train, test = models.errors(strength)
        old = np.mean((ridge.fitted(strength) - y) ** 2).round(12)
        return dict(
            models=models,
            ridge=ridge,
            strength=strength,
            w=ridge.w(strength),
            fit=fit,
            D=M + 1,
            errors=(train.round(12), test + sigma**2),
            now=(old, np.mean((fit - TRUTH) ** 2) + sigma**2),
        )

    def picture(self, left, right):
        left.ax.plot(GRID, TRUTH, color=plots.TRUTH, lw=1.2, label="truth")
        left.curve(
            "fit",
            plots.FIT,
            shows=lambda r: (xs[order], np.concatenate([r.fit, r.ridge.fitted(r.strength)])[order]),
            lw=2.6,
        )
        dots = plots.points(left.ax, ["examples"], legend=None, size=65, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        right.curve("on examples", plots.TRAIN, shows=lambda r: (WIDTHS, r.errors[0]), log="xy")
        right.curve("on new points", plots.TEST, shows=lambda r: (WIDTHS, r.errors[1]), ls="--")
        right.star(shows=lambda r: (r.D, r.now[1]))
        # the spikes at the examples are narrower than the grid: draw the fit there too
        xs = np.concatenate([GRID, X20])
        order = np.argsort(xs)
        right.ax.axvline(20, color="0.6", lw=1, ls=":")
        right.ax.text(21.5, 3e4, "$D = n$", fontsize=12)
        bare(right.ax)

        left.add(dots, shows=lambda r: np.column_stack([X20, r.ridge.y]))

    def caption(self, r):
        return f"Degree {r.M} misses new points by {shown(r.now[1])} in the mean square."

    def numbers(self, r):
        train, test = map(shown, r.now)
        return (
            f"degree {r.M} misses the 20 examples by {train} and new points by {test} in the "
            f"mean square; its coefficients have length {np.linalg.norm(r.w):.3g}."
        )

    def headline(self, r):
        on = "the penalty is on" * r.penalty
        few = "there are fewer coefficients than examples" * (r.M < 19)
        at_n = r.models.ridges[WIDTHS.index(20)].w(0.0)
        return Claim(
            "beyond D = n the shortest w only gets shorter",
            "Theorem 4.7",
            np.linalg.norm(r.w),
            np.linalg.norm(at_n),
            why_not=on or few,
            words="Beyond D = n, more columns only make the shortest solution shorter.",
        )

    def identities(self, r):
        on = "the penalty is on" * r.penalty
        few = "there are fewer coefficients than examples" * (r.M < 19)
        quiet = "the noise is under 0.02, which makes hardly a peak" * (r.sigma < 0.02)
        train, test = r.errors
        k = np.searchsorted(WIDTHS, r.M + 1, side="right") - 1  # the next smaller model
        smaller = r.models.ridges[k].w(r.strength)
        value = r.now[0] + r.strength * r.w @ r.w
        before = train[k] + r.strength * smaller @ smaller
        hit = dict(kind="==", tol=1e-9, why_not=on or few)
        gaps = test[-1] - train[-1], test[WIDTHS.index(20)] - train[WIDTHS.index(20)]
        return [
            Claim("more freedom, never a larger minimum", "Theorem 4.1", value, before),
            Claim("D ≥ n: every example is hit", "Theorem 4.1", r.now[0], 0, **hit),
            Claim("gap at D = 600 under the gap at D = 20", "observed", *gaps, why_not=on or quiet),
        ]


@cache
def columns(lengths):
    """600 Legendre polynomials at the 20 examples and on the grid; the k-th has length k^-p."""
    scale = np.arange(1, 601) ** -POWERS[lengths]
    return [least_squares.legendre(x, 599) * scale for x in (X20, GRID)]


@cache
def ladder(lengths):
    """The decompositions of the first D columns, for every D of WIDTHS."""
    Psi, Psi_new = columns(lengths)
    return bias_variance.Ladder(Psi, X20, Psi_new, GRID, WIDTHS)


@lru_cache(maxsize=200)
def giant(lengths, M):
    """The decomposition of the first M + 1 columns; answers come later."""
    return least_squares.Ridge(columns(lengths)[0][:, : M + 1], X20)
