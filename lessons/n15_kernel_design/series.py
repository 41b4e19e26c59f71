"""The Gaussian as a series."""

import numpy as np

from helpers import plots
from helpers.kernels import features, gaussian
from helpers.kernels.gram import certificate, rank
from helpers.live import Claim, Figure, Guess, Handle, axes, bandwidth, int_slider, slider
from lessons.n15_kernel_design.world import _plain

TERMS = 40
Z = np.linspace(-3, 4, 281)
PROBE = np.linspace(-2, 3, 9)


class Series(Figure):
    """A Gaussian bump as a sum of features, and the share of each feature at one point."""

    guess = Guess(
        "ℓ = 0.5, and the point is x = 1.3. About how many of the infinitely many features make up "
        "99 % of k(x, x)?",
        {
            "3": "Three features miss nearly everything: their shares are small so far out.",
            "14": "The shares of features are a Poisson law with mean x²/ℓ² = 6.8; 99 % of it lie "
            "below 14.",
            "100": "Far fewer: the factorial wins early.",
            "infinitely many": "For 100 %, yes. The shares soon die away, and 99 % need few.",
        },
        answer="14",
    )

    size = (10, 4.2)
    veiled = (1,)
    story = """
seven features
    The bump stands at x = 1.3; seven features have built its left part. Half of the bars are
    still to come.
three more | J=9
    Most of the bars are in. The sum reaches over the top.
nearly all | J=19
    Twenty features: no difference can be seen.
near the origin | x=0.2, J=1
    At x = 0.2 two features are nearly all there is: the others are close to 0 there.
farther out | x=2.5, J=25
    At x = 2.5 the same bump needs the features around number 25.
a wide bump | bandwidth=1.0, J=2
    Twice the bandwidth, a quarter of the features: x²/ℓ² counts.
"""
    handles = [
        Handle(
            "features used",
            lambda r: (r.J, min(r.shares[r.J], 0.2)),
            lambda r, x, y: dict(J=round(x)),
            panel=1,
        ),
        Handle("move the bump", lambda r: (r.x, 1.0), lambda r, x, y: dict(x=x)),
    ]
    notes = """Ask how many features the bump has: infinitely many. Then ask how many it needs at
    x = 1.3: seven for about half, fourteen for 99 %. Drag the bump to the right and watch the
    hill of bars walk: it is a Poisson law, and its mean is x²/ℓ²."""
    panels = (
        axes("$z$", (Z[0], Z[-1]), ylim=(-0.45, 1.15)),
        axes("feature $j$", (-1, TERMS + 1), "share $\\psi_j(x)^2$", (0, 0.22)),
    )

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.5, 0.2, 3),
            J=int_slider("last feature J", 6, 0, TERMS),
            x=slider("point x", 1.3, 0, 3, 0.05),
        )

    @staticmethod
    def compute(bandwidth, J, x):
        """The features at x and at z, partial sums, and the Poisson law of their shares."""
        psi = features.gaussian_series(TERMS, bandwidth)
        at, there, probe = psi([x])[0], psi(Z), psi(PROBE)
        terms = at[: J + 1] * there[:, : J + 1]
        part = terms.sum(axis=1)
        k = gaussian(bandwidth)([x], Z)[0]
        few = probe[:, : J + 1]
        return dict(
            terms=terms.T,
            part=part,
            k=k,
            shares=at**2,
            missing=1 - float(np.sum(at[: J + 1] ** 2)),
            tail=float(features.missing_share(x, bandwidth, J)),
            room=np.sqrt(
                features.missing_share(x, bandwidth, J) * features.missing_share(Z, bandwidth, J)
            ),
            gram=few @ few.T,
            mean=(x / bandwidth) ** 2,
        )

    def picture(self, left, right):
        left.ax.axhline(0, color="0.8", lw=1)
        many = plots.curves(left.ax, ["terms"], color=plots.SKY, ls="-", lw=1)
        truth = plots.curves(left.ax, ["$k(x, z)$"], color=plots.TRUTH, ls=":", lw=2.4)
        part = plots.curves(left.ax, ["their sum"], color=plots.FIT, lw=2.6)
        edges = np.arange(TERMS + 2) - 0.5
        bars = plots.stack(right.ax, edges, ["used", "missing"], [plots.FIT, "0.8"])

        number, here, bump = np.arange(TERMS + 1), plots.star(right.ax), plots.star(left.ax)
        thin = np.append(Z[::2], np.nan)  # one line for all terms: a gap ends each of them

        def move(r):
            shown, used = np.minimum(r.shares, 0.215), number <= r.J
            terms = np.column_stack([r.terms[:, ::2], np.full(r.J + 1, np.nan)])
            return (
                *many(np.tile(thin, r.J + 1), terms.ravel()),
                *truth(Z, r.k),
                *part(Z, r.part),
                *bars([shown * used, shown * ~used]),
                *here(r.J, min(r.shares[r.J], 0.2)),
                *bump(r.x, 1.0),
            )

        left.add(move)

    def caption(self, r):
        count = "One feature misses" if r.J == 0 else f"{r.J + 1} features miss"
        return (
            f"{count} {_percent(r.tail)} of k(x, x); the bars are centred at x²/ℓ² = {r.mean:.3g}."
        )

    def numbers(self, r):
        return (
            f"features 0 to {r.J} give all but {r.tail:.3g} of k(x, x) = 1; the largest error at "
            f"any z drawn is {_plain(np.abs(r.k - r.part).max(), 1e-12)}; x²/ℓ² = {r.mean:.3g}."
        )

    def headline(self, r):
        return Claim(
            "what is missing is a Poisson tail",
            "Theorem 15.5",
            measured=r.missing,
            bound=r.tail,
            kind="==",
            words="Features 0 to J miss the share P(N > J) of k(x, x), N Poisson with mean x²/ℓ².",
        )

    def identities(self, r):
        gap, worst = np.abs(r.k - r.part), int(np.argmax(np.abs(r.k - r.part) - r.room))
        j = np.arange(r.J + 1)
        upto = 1 - float(features.missing_share(r.x, r.bandwidth, r.J - 1)) if r.J else 0.0
        return [
            Claim("off the diagonal", "section 4", gap[worst], r.room[worst]),
            Claim(
                "mean number of the features used",
                "section 4",
                float(j @ r.shares[: r.J + 1]),
                r.mean * upto,
                "==",
                tol=1e-7,
            ),
            Claim(
                "a partial sum is a kernel",
                "Theorem 15.3",
                certificate(r.gram).smallest,
                0.0,
                ">=",
            ),
            Claim("with at most J + 1 eigenvalues", "Theorem 15.3", float(rank(r.gram)), r.J + 1),
        ]


def _percent(share):
    if share < 0.001:
        return "less than 0.1 %"
    return f"{100 * share:.1f} %" if share < 0.1 else f"{100 * share:.0f} %"
