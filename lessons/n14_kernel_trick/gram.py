"""The figure `gram`."""

import numpy as np

from helpers import plots
from helpers.kernels.gram import Pairs, features_of
from helpers.kernels.ridge import KernelRidge
from helpers.kernels.text import parse
from helpers.live import Claim, Figure, Guess, Handle, axes, bandwidth, regularisation, text

# gram
SPOTS = np.sort(np.random.default_rng(7).uniform(0, 1, 40))
SPOT_PAIRS = Pairs(SPOTS)


class Gram(Figure):
    """The Gram matrix of forty points, and its eigenvalues against nλ."""

    guess = Guess(
        "Forty points on a line, a Gaussian kernel with ℓ = 0.1. How many of the 40 eigenvalues "
        "are over 0.001 of their sum?",
        {
            "all 40": "That takes ℓ = 0.002, where points are strangers.",
            "about 12": "Bells of width 0.1 on an interval of length 1: about a dozen directions.",
            "1": "That takes ℓ = 10, where points are one crowd.",
        },
        answer="about 12",
    )

    story = """
a band
    Only near points are similar: a band. Eigenvalues fall like a cliff.
strangers | bandwidth=0.002
    A diagonal: forty equal eigenvalues, nothing shared.
one crowd | bandwidth=10.0
    One colour, and one eigenvalue that counts.
rough | k="laplace(l)"
    A kernel with a tip: eigenvalues fall slowly.
three features | k="(linear() + 1) ** 2"
    A polynomial of degree 2 on a line: three eigenvalues and no more.
wave on a slope | k="periodic(0.25, l) + 2 * linear()", bandwidth=0.5
    Sums of kernels are kernels: a wave that repeats, on a line that climbs.
"""
    handles = [
        Handle(
            "lift the penalty",
            at=lambda r: (38.0, 40 * r.lam / r.total),
            to=lambda r, x, y: dict(lam=y * r.total / 40),
            panel=1,
        )
    ]
    notes = "Ask for a kernel with exactly four eigenvalues before anybody types one."
    widths = (2, 3)
    panels = (
        axes("point $j$", y="point $i$", title="similarity $K_{ij}$, scaled"),
        axes("number $j$", (0, 41), "eigenvalue, share of the sum", (1e-12, 3, "log")),
    )

    def sliders(self):
        return dict(
            k=text("kernel k", "gaussian(l)", lambda words: parse(words, l=0.5) and words),
            bandwidth=bandwidth(0.1, 0.002, 10),
            lam=regularisation(0.001, 1e-8, 1),
        )

    @staticmethod
    def compute(k, bandwidth, lam):
        """Decompose the Gram matrix of the kernel that was typed."""
        K = parse(k, l=bandwidth)(SPOT_PAIRS)
        total = np.trace(K)
        if total == 0:
            raise ValueError("this kernel is zero at every point: there is nothing to see")
        fit, scale = KernelRidge(K, np.sin(9 * SPOTS)), np.sqrt(np.maximum(np.diag(K), 1e-300))
        s = fit.S[::-1]
        return dict(
            K=K,
            similar=K / np.outer(scale, scale),
            s=s,
            total=total,
            above=np.sum(s >= 40 * lam),
            df=fit.df(lam),
        )

    def picture(self, left, right):
        image = plots.heatmap(left.ax, (0.5, 40.5, 40.5, 0.5), -1, 1, bar=" ", origin="upper")
        dots = plots.points(right.ax, ["eigenvalues"], legend=None)
        floor = plots.level(right.ax, "$n\\lambda$", colour=plots.BOUND, ls="--")
        star = plots.star(right.ax)

        number = np.arange(1, 41)
        left.add(image, shows=lambda r: r.similar)
        right.add(floor, shows=lambda r: 40 * r.lam / r.total)
        right.add(
            dots,
            shows=lambda r: np.column_stack([number, np.where(r.s > 0, r.s / r.total, np.nan)]),
        )
        right.add(star, shows=lambda r: (38.0, 40 * r.lam / r.total))

    def caption(self, r):
        return (
            f"{r.above} of 40 eigenvalues are above nλ; the fit has {r.df:.1f} degrees of freedom."
        )

    def numbers(self, r):
        return (
            f"{np.sum(r.s > 1e-10 * r.s[0])} of 40 eigenvalues are above 10⁻¹⁰ of the largest, "
            f"{r.above} above nλ; {r.df:.1f} degrees of freedom."
        )

    def headline(self, r):
        return Claim(
            "half the eigenvalues above nλ ≤ degrees of freedom",
            "Theorem 14.9",
            r.above / 2,
            r.df,
            words="Degrees of freedom count the eigenvalues that stand above nλ.",
        )

    def identities(self, r):
        K, level = r.K, 40 * r.lam
        rest = r.s[r.s < level].sum() / level
        direct = np.trace(np.linalg.solve(K + level * np.eye(40), K))
        v = np.cos(np.arange(40.0))
        square = np.sum((features_of(K).T @ v) ** 2)
        nine, three = "Theorem 14.9", "Theorem 14.3"
        tol = 1e-9 * max(1.0, r.s[0])
        return [
            Claim("degrees of freedom ≤ that number + rest/nλ", nine, r.df, r.above + rest),
            Claim("degrees of freedom = trace of K(K + nλI)⁻¹", nine, r.df, direct, "==", 1e-6),
            Claim("v′Kv = |Φ′v|² with Φ = U S^½", three, v @ K @ v, square, "==", tol),
        ]
