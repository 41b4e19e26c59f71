"""The figure `parts`."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.linear import least_squares
from helpers.live import Claim, Figure, Guess, axes, choice, int_slider, log_slider, slider
from lessons.n04_least_squares import bias_variance
from lessons.n04_least_squares.world import GRID, TRUTH, shown


class Parts(Figure):
    """Bias, variance and noise of a polynomial fit, repeated with fresh noise."""

    guess = Guess(
        "25 straight lines, each fitted to ten noisy points of the same sine. On average a line "
        "misses a new point by 0.30 in the mean square. With <b>5000</b> points for each line, it "
        "will be …",
        {
            "nearly 0": "Data cannot bend a line. Part of the 0.30 is nobody's fault (noise), and "
            "most of it is the line's own.",
            "about 0.15": "Variance falls to 0, but it is only 0.01 of the 0.30. Bias² falls from "
            "0.22 to what a line cannot do, 0.20.",
            "about 0.26": "Right: the lines agree now, on being wrong. Bias and noise are still "
            "there.",
        },
        answer="about 0.26",
    )

    veiled = (1,)
    play = "M"
    SEEN, FITS, RUNS = 25, 100, 8000  # curves drawn, fits measured, fits for the closed form
    story = """
too simple
    25 lines, nearly the same, all wrong: the distance to the truth is bias.
n = 5000 | n="5000"
    500 times the data: the lines now agree, and are nearly as wrong as before. Variance tends
    to 0, bias² to what a line cannot do.
about right | M=3
    Degree 3: little bias, little variance. Most of what remains is noise.
too free | M=9
    Degree 9: right on average, and wild each time. Most of the bar is variance.
held back | M=9, lam=1e-05
    A tiny penalty: a little orange in exchange for nearly all the blue.
too tight | M=9, lam=1.0
    Now bias² is most of the bar at every degree, and variance hardly any.
more data | M=9, n="200"
    200 examples instead of a penalty: variance dies of data.
"""
    sees = {
        "too simple": lambda r: r.over_M[0, r.M] > 10 * r.over_M[1, r.M] and r.M == 1,
        "n = 5000": lambda r: r.over_M[1, r.M] < 1e-4 and r.over_M[0, r.M] > 0.19,
        "about right": lambda r: r.over_M[2, r.M] > r.over_M[:2, r.M].sum(),
        "too free": lambda r: r.over_M[0, r.M] < 1e-3 and r.over_M[1, r.M] > 0.3,
        "held back": lambda r: 0 < r.over_M[0, 9] < 0.002 and r.over_M[1, 9] < 0.4 / 10,
        "too tight": lambda r: np.all(r.over_M[0] > 5 * r.over_M[1:].sum(axis=0)),
        "more data": lambda r: r.over_M[1, 9] < 0.4 / 100 and r.lam < 1e-9,
    }
    notes = """Before "n = 5000" let everybody write down the new height of the bar. Afterwards
    ask which of the three parts more data can remove (variance), which a penalty can trade, which
    nobody can remove (noise). The bias² of the line falls a little, from 0.22 to 0.20: ten even
    points, ends included, are another design than 5000."""
    widths = (3, 2.4)
    panels = (
        axes("$x$", (0, 1), "$y$", (-2.2, 2.2)),
        axes(
            "degree $M$",
            (-0.6, 12.6),
            "mean squared error, new points",
            (0, 1),
            xticks=range(0, 13, 3),
        ),
    )

    def sliders(self):
        return dict(
            M=int_slider("degree M", 1, 0, 12),
            lam=log_slider("regularisation λ", 1e-16, 1e-16, 10, per_decade=10),
            n=choice("examples n", "10", {str(n): n for n in (10, 20, 50, 200, 1000, 5000)}),
            sigma=slider("noise σ", 0.25, 0, 0.5, 0.05),
        )

    @staticmethod
    def compute(M, lam, n, sigma):
        """Fit fresh noise again and again, and split the error of the fits."""
        rng, rows = np.random.default_rng(n), least_squares.polynomial(GRID, M)
        fits = bias_variance.repeat_ridge(wave(n, M), sigma, lam, rows, Parts.FITS, rng)
        measured = bias_variance.bias_variance(fits, TRUTH, sigma)
        many = bias_variance.repeat_ridge(wave(n, M), sigma, lam, rows[::8], Parts.RUNS, rng)
        errors = ((many - TRUTH[::8]) ** 2).mean(axis=1)
        over_M = np.array([split(n, k, sigma, lam).rows()[:3] for k in range(13)]).T
        return dict(
            fits=fits, mean=fits.mean(axis=0), measured=measured, errors=errors, over_M=over_M
        )

    def picture(self, left, right):
        left.curve(
            "25 fits", plots.SKY, shows=lambda r: (*one_line(GRID, r.fits[: self.SEEN]),), lw=0.9
        )
        left.ax.plot(GRID, TRUTH, color=plots.TRUTH, lw=1.6, zorder=3, label="truth")
        left.curve(
            "mean fit", plots.ORANGE, shows=lambda r: (GRID, r.mean), ls="--", lw=2.6, zorder=4
        )
        names, colours = ["bias²", "variance", "noise"], [plots.ORANGE, plots.SKY, "0.8"]
        right.stack(np.arange(-0.5, 13), names, colours, ["//"], shows=lambda r: r.over_M)
        right.hand("choose the degree", shows=lambda r: (r.M, r.over_M[:, r.M].sum()), M="x")

    def caption(self, r):
        bias2, variance, noise = r.over_M[:, r.M]
        largest = ("bias²", "variance", "noise")[np.argmax(r.over_M[:, r.M])]
        return (
            f"The largest part is {largest}: bias² {shown(bias2)}, variance {shown(variance)}, "
            f"noise {shown(noise)}."
        )

    def numbers(self, r):
        b, v, s, total = r.measured.rows()
        return (
            f"over 100 samples of {r.n} examples bias² is {shown(b)}, variance {shown(v)} and "
            f"noise {shown(s)}: a new point is missed by {shown(total)} in the mean square."
        )

    def headline(self, r):
        return Claim(
            "bias² + variance = mean squared distance from the truth",
            "Theorem 4.5",
            r.measured.bias2 + r.measured.variance,
            np.mean((r.fits - TRUTH) ** 2),
            "==",
            words="Over 100 fits, bias² plus variance is the squared distance from the truth.",
        )

    def identities(self, r):
        bias2, variance, *_ = split(r.n, r.M, r.sigma, r.lam, step=8).rows()
        slack = 5 * r.errors.std() / np.sqrt(self.RUNS) + 1e-12
        ridge = wave(r.n, r.M)
        inside = r.sigma**2 * (ridge.shrinkage(r.lam) ** 2).sum() / r.n  # σ² tr H² / n
        return [
            Claim(
                "8000 fits miss the closed form by at most 5 standard errors",
                "Theorem 4.5",
                abs(r.errors.mean() - bias2 - variance),
                slack,
            ),
            Claim(
                "variance at the examples ≤ σ² df/n",
                "Theorem 4.6",
                inside,
                r.sigma**2 * ridge.df(r.lam) / r.n,
            ),
        ]


@cache
def factors(n):
    """The powers 1, x, ..., x^12 at n even points as Q R, and the sine there as Q'f: R and Q'f."""
    x = np.linspace(0, 1, n)
    Q, R = np.linalg.qr(least_squares.polynomial(x, 12))
    return R, Q.T @ np.sin(2 * np.pi * x)


@cache
def wave(n, M):
    """Ridge of the sine on the powers up to M at n even points, without noise.

    X'X = R'R and X'f = R'Q'f, so that 13 rows of R tell all that n rows of X tell.
    """
    R, f = factors(n)
    ridge = least_squares.Ridge(R[:, : M + 1], f)
    ridge.n = n  # the penalty is n lam |w|^2, whatever the number of rows
    return ridge


def split(n, M, sigma, lam, step=1):
    """Bias, variance and noise in closed form, averaged over every `step`-th point of the grid."""
    rows = least_squares.polynomial(GRID[::step], M)
    return bias_variance.ridge_risk(wave(n, M), sigma, lam, rows, TRUTH[::step])


def one_line(x, curves):
    """Curves over x joined to one line with gaps, which is drawn faster than many lines."""
    gap = np.full((len(curves), 1), np.nan)
    return np.tile(np.append(x, np.nan), len(curves)), np.hstack([curves, gap]).ravel()
