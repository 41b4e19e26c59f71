"""Further: polynomials."""

from math import comb

import numpy as np

from helpers import plots
from helpers.kernels import features
from helpers.kernels.gram import certificate, rank
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider

CLOUD = np.random.default_rng(5).uniform(-1, 1, (40, 4))
HARDLY = 0.05  # constants nearer to 0 than this drown in rounding


class Monomials(Figure):
    """(⟨x, z⟩ + c)^q: the weight of each degree, and the eigenvalues at forty points."""

    guess = Guess(
        "How many non-zero eigenvalues has the Gram matrix of (⟨x, z⟩ + 1)³ for 40 points in the "
        "plane?",
        {
            "40": "There are fewer features than points, so not all can be non-zero.",
            "10": "As many as monomials of degree at most 3 in two coordinates: 5·4/2.",
            "4": "Four is for c = 0: the monomials of degree exactly 3.",
            "8": "Eight products of three coordinates, in every order, would be ⟨x, z⟩³; but equal "
            "ones count once, and lower degrees are there too.",
        },
        answer="10",
    )

    size = (10, 4.0)
    veiled = (1,)
    story = """
all degrees
    c = 1, q = 3: degrees 0 to 3, and ten monomials of two coordinates.
top degree only | c=0.0
    At c = 0 one bar is left, and four eigenvalues.
a larger c | c=3.0
    c = 3 prefers low degrees: a stiffer curve.
negative c | c=-1.0
    A bar below 0 is a feature with a negative square. There is none.
many monomials | k=6
    Degree 6 of two coordinates: 28 monomials.
four coordinates | d=4
    Degree 3: already 35 monomials.
"""
    handles = [
        Handle(
            "choose c",
            lambda r: (r.k - 1, np.clip(r.k * r.c, -30, 30)),
            lambda r, x, y: dict(c=y / r.k),
        )
    ]
    notes = "Drag the star through 0: the bar of degree q − 1 is q·c, and it decides."
    panels = (
        axes("degree $j$ of the monomials", (-0.6, 6.6), ylim=(-40, 40)),
        axes("eigenvalue, largest first", (0, 41), ylim=(1e-17, 3, "log")),
    )

    def sliders(self):
        return dict(
            c=slider("constant c", 1, -1, 3, 0.05),
            k=int_slider("degree q", 3, 1, 6),
            d=int_slider("coordinates d", 2, 1, 4),
        )

    @staticmethod
    def compute(c, k, d):
        """Binomial weights, the Gram matrix, and weights v that see one monomial alone."""
        X = CLOUD[:, :d]
        K = (X @ X.T + c) ** k
        psi = features.monomials(k)(X)  # for c = 1, in the order of combinations
        degree = np.array([comb(k, j) * c ** (k - j) for j in range(k + 1)])
        enough = psi.shape[1] <= len(X)
        one = np.zeros(psi.shape[1])
        one[_column(k, d)] = np.sqrt(k)
        v = np.linalg.lstsq(psi.T, one, rcond=None)[0]
        return dict(
            K=K,
            weights=degree,
            enough=enough,
            seen=float(v @ K @ v),
            count=comb(d + k, k) if c != 0 else comb(d + k - 1, k),
            values=np.linalg.eigvalsh(K),
            sure=certificate(K),
            gap=_feature_gap(X, K, k, c),
        )

    def picture(self, left, right):
        left.ax.set_yscale("symlog", linthresh=1, linscale=0.6)
        left.ax.set_yticks([-30, -10, -3, -1, 0, 1, 3, 10, 30])
        left.ax.set_yticklabels(["−30", "−10", "−3", "−1", "0", "1", "3", "10", "30"])
        left.ax.minorticks_off()
        left.ax.set_title("weight of degree j")
        left.ax.axhline(0, color=plots.BLACK, lw=1)
        bars = plots.bars(left.ax, 7, None, plots.FIT)
        here = plots.star(left.ax)
        right.ax.axhspan(1e-17, 1e-13, color="0.9", lw=0, label="0")
        dots = plots.points(right.ax, ["> 0", "< 0, its size"], legend=None)
        edge = plots.level(right.ax, None, plots.BOUND, "--", across=True)

        number = np.arange(1, 41)

        def move(r):
            order = np.argsort(-np.abs(r.values))
            share = r.values[order] / np.abs(r.values).max()
            bad, tiny = share < -1e-13, np.abs(share) <= 1e-13  # rounding: not worth a height
            heights = np.zeros(7)
            heights[: r.k + 1] = np.clip(r.weights, -38, 38)
            return (
                *bars(heights),
                *dots(
                    np.column_stack([number, np.where(bad, np.nan, np.where(tiny, 1e-15, share))]),
                    np.column_stack([number, np.where(bad, -share, np.nan)]),
                ),
                *edge(min(r.count, 40) + 0.5),
                *here(r.k - 1, np.clip(r.k * r.c, -30, 30)),
            )

        left.add(move)

    def caption(self, r):
        if r.c < 0:
            return f"The bar of degree q − 1 is {r.k * r.c:.3g}, below 0: this is no kernel."
        return f"{r.count} monomials, so {min(r.count, 40)} of 40 eigenvalues are not 0."

    def numbers(self, r):
        said = ", ".join(f"{w:.3g}" for w in r.weights)
        return f"weights of degrees 0 to {r.k}: {said}; {r.count} monomials; 40 points."

    def headline(self, r):
        return Claim(
            "weights v that see one monomial alone",
            "Theorem 15.8",
            measured=r.seen,
            bound=r.k * r.c,
            kind="==",
            tol=1e-6,
            why_not="" if r.enough else "forty points are too few for so many monomials",
            words="Some points and weights give v′Kv = q·c. So c < 0 is no kernel; c ≥ 0 is one.",
        )

    def identities(self, r):
        tiny = 0 < abs(r.c) < HARDLY
        why = "c is negative" if r.c < 0 else "c drowns in rounding" if tiny else ""
        return [
            Claim(
                "features ψ give k",
                "Theorem 15.8",
                r.gap,
                0.0,
                "==",
                why_not="c is negative" if r.c < 0 else "",
            ),
            Claim(
                "eigenvalues count the monomials",
                "Theorem 15.8",
                float(rank(r.K)) if r.c >= 0 else 0.0,
                float(min(r.count, 40)),
                "==",
                why_not=why,
            ),
            Claim(
                "a negative eigenvalue",
                "Theorem 15.8",
                r.sure.smallest,
                0.0,
                "<=",
                why_not="" if r.c < -HARDLY else "c is not negative",
            ),
        ]


def _column(k, d):
    """Where x₁^(k−1) stands among the monomials of degree up to k in d coordinates."""
    return list(features.picks(d + 1, k)).index((0,) * (k - 1) + (d,))


def _feature_gap(X, K, k, c):
    if c < 0:
        return np.inf
    Phi = features.monomials(k, c)(X)
    return np.abs(Phi @ Phi.T - K).max() / np.abs(K).max()
