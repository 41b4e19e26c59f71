"""The figure `limits`."""

from functools import cache

import numpy as np

from helpers import data, plots
from helpers.kernels import gaussian
from helpers.kernels import ridge as kernel_ridge
from helpers.kernels.gram import Pairs
from helpers.kernels.ridge import KernelRidge
from helpers.live import Claim, Figure, Guess, axes, bandwidth, regularisation
from lessons.n14_kernel_trick.world import short

# limits
DOT_X, DOT_Y = data.sine(12, np.random.default_rng(4), sigma=0.3, even=False)
DOT_Y = DOT_Y + 0.5
DOTS, DENSE = Pairs(DOT_X), np.sort([*np.linspace(-0.1, 1.1, 401), *DOT_X])
DENSE_PAIRS = Pairs(DENSE, DOT_X)
ELLS = np.geomspace(1e-3, 1e3, 60)


class Limits(Figure):
    """The fitted values on their way to both ends of the bandwidth, and what theory allows."""

    guess = Guess(
        r"Bells 300 times as wide as the data, and nearly no penalty, $\lambda = 10^{-8}$. What "
        "will the fit to these twelve points look like?",
        {
            "flat at 0": "One wide bell already reaches all points; the sum need not vanish.",
            "flat, at the mean": "With λ = 0.01, yes. With so small a λ coefficients may be huge, "
            "and tiny differences between the bells are enough to tilt the sum.",
            "a sloping straight line": "Right: huge coefficients of opposite signs turn tiny "
            "differences between bells into a slope. Bending would cost still more.",
            "a curve through all points": "That takes differences of differences of bells, and "
            "coefficients that even this λ forbids.",
        },
        answer="a sloping straight line",
    )

    veiled = (1,)
    story = """
in between
    Far from both ends, and both bounds say nothing. Drag the star.
strangers | bandwidth=0.008
    ℓ under the smallest gap between two points: each is alone with its answer, a little shrunk.
one crowd | bandwidth=300.0
    ℓ is 300 times the width of the data: one answer for all, their mean, a little shrunk.
a large penalty | bandwidth=30.0, lam=0.1
    Ten times the penalty: both ends come sooner, and shrink more.
which limit first? | bandwidth=300.0, lam=1e-08
    The same ℓ = 300 with nearly no penalty: the curve is a straight line, not the mean.
through all points | lam=1e-08
    Little penalty, middling ℓ: every point is hit.
"""
    notes = """The two limits do not commute, and the class should find it. At ℓ = 300 the mean wins
    for λ = 0.01; for λ = 10⁻⁸ the tiny differences between the rows of K are enough to tilt it into
    a straight line, and the bound honestly says nothing. Both bounds come from one line,
    A⁻¹ − B⁻¹ = A⁻¹(B − A)B⁻¹."""
    widths = (2, 3)
    panels = (
        axes("$x$", (-0.1, 1.1), "$y$", (-1.1, 2.1)),
        axes(
            "bandwidth $\\ell$", (8e-4, 1.3e3), "distance from a limit, over $\\|y\\|$", (8e-6, 3)
        ),
    )

    def sliders(self):
        return dict(bandwidth=bandwidth(0.1, 1e-3, 1e3), lam=regularisation(0.01, 1e-8, 1))

    @staticmethod
    def compute(bandwidth, lam):
        """Distances of the fitted values from both limits, with their bounds, over |y|."""
        fit = KernelRidge(gaussian(bandwidth)(DOTS), DOT_Y)
        now, *found = (kernel_ridge.limits(f, lam) for f in [fit, *dot_fits()])
        low, high = (now.narrow, now.narrow_bound), (now.wide, now.wide_bound)
        return dict(
            fit=fit,
            now=now,
            nearer=min(low, high),
            surer=low if low[1] < high[1] else high,
            narrow=np.array([(f.narrow, f.narrow_bound) for f in found]).T,
            wide=np.array([(f.wide, f.wide_bound) for f in found]).T,
            curve=fit.predict(gaussian(bandwidth)(DENSE_PAIRS), lam),
        )

    def picture(self, left, right):
        left.ax.axhline(0, color="0.8", lw=1)
        left.ax.axhline(DOT_Y.mean(), color=plots.ORANGE, ls=":", lw=2, label="mean")
        left.curve("fit", plots.FIT, shows=lambda r: (DENSE, r.curve))
        left.ax.plot(DOT_X, DOT_Y, "o", color=plots.TRAIN, ms=7, label="points", zorder=4)
        right.curve(
            "from $y/(1{+}n\\lambda)$",
            plots.BLUE,
            shows=lambda r: (ELLS, r.narrow[0]),
            log="xy",
            lw=2.4,
        )
        right.curve(
            "from $\\bar y/(1{+}\\lambda)$",
            plots.ORANGE,
            shows=lambda r: (ELLS, r.wide[0]),
            ls="-.",
            lw=2.4,
        )
        right.curves(
            ["bounds", None],
            legend=None,
            color=plots.BOUND,
            ls="--",
            shows=lambda r: (ELLS, seen(r.narrow[1]), seen(r.wide[1])),
        )
        right.hand(
            "choose the bandwidth",
            shows=lambda r: (r.bandwidth, max(r.nearer[0], 1.5e-5)),
            bandwidth="x",
        )

        def seen(bound):
            return np.where(bound < 5, bound, np.nan)

    def caption(self, r):
        narrow, wide = (f"{short(100 * far)} % of ‖y‖" for far in (r.now.narrow, r.now.wide))
        if r.nearer[0] > 0.1:
            return f"Far from both limits: {narrow} from the answers, {wide} from their mean."
        if r.now.narrow < r.now.wide:
            return f"The fitted values are the answers over 1 + nλ, up to {narrow}."
        return f"The fitted values are the mean over 1 + λ, up to {wide}."

    def numbers(self, r):
        now = r.now
        return (
            f"over the length of y, the fitted values are {short(now.narrow)} (bound "
            f"{short(now.narrow_bound)}) from y/(1+nλ) and {short(now.wide)} (bound "
            f"{short(now.wide_bound)}) from the shrunk mean."
        )

    def headline(self, r):
        measured, bound = r.surer
        silent = "" if bound < 1 else "both bounds are over 1: ℓ is neither small nor large here"
        return Claim(
            "distance from the surer limit",
            "Theorem 14.7",
            measured,
            bound,
            why_not=silent,
            words="Narrow bells make strangers, wide ones a crowd; both at a known rate.",
        )

    def identities(self, r):
        now, n, lam, y = r.now, 12, r.lam, DOT_Y
        apart = 11 * np.exp(-0.5 * (np.diff(DOT_X).min() / r.bandwidth) ** 2)
        near = 12 * np.ptp(DOT_X) ** 2 / (2 * r.bandwidth**2)
        off = np.linalg.solve(r.fit.K + n * lam * np.eye(n), (r.fit.K - np.eye(n)) @ y)
        exact = n * lam / (1 + n * lam) * np.linalg.norm(off) / np.linalg.norm(y)
        miss = np.linalg.norm(y - r.fit.fitted(lam)) / np.linalg.norm(y)
        most = n * lam / (n * lam + r.fit.S[0])
        seven, resolvent = "Theorem 14.7", "distance from y/(1 + nλ), by the resolvent identity"
        return [
            Claim(resolvent, seven, now.narrow, exact, "==", 1e-6),
            Claim("‖K − I‖ ≤ (n−1) e^(−δ²/2ℓ²)", seven, now.to_identity, apart),
            Claim("‖K − 11′‖ ≤ nΔ²/2ℓ²", seven, now.to_ones, near),
            Claim("miss ≤ nλ/(nλ + smallest eigenvalue)", "section 5", miss, most, tol=1e-6),
        ]


@cache
def dot_fits():
    """A KernelRidge for every bandwidth of ELLS."""
    return [KernelRidge(gaussian(l)(DOTS), DOT_Y) for l in ELLS]
