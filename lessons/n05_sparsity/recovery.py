"""Recovery."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider
from lessons.n05_sparsity import sparse_recovery as recoveries


class Recovery(Figure):
    """Sparse vectors found again from few equations, by the smallest ℓ1 norm."""

    guess = Guess(
        "80 unknowns, 3 of them not zero, all random. How many random equations does it take until "
        r"the smallest $\|w\|_1$ is nearly always the true vector?",
        {
            "4": r"Enough for somebody who can try all subsets of three, but not for $\ell_1$.",
            "about 20": "At 12 it finds 8 of 20 vectors, at 20 all of them. What lies between 4 "
            "and 20 is the price of convexity.",
            "about 50": "Far fewer. The number grows with $s$, and with $d$ only as a logarithm.",
            "80: as many as unknowns": r"That is what the smallest $\|w\|_2$ needs.",
        },
        answer="about 20",
    )

    size = (10, 4.4)
    play = "n"
    story = """
too few | n=12
    Twelve equations for 80 unknowns: the solution of least ℓ₁ norm (blue) is sparse, but
    another vector.
enough
    Thirty equations, and blue sits in every black ring: all 80 coefficients are right. Fifty
    equations are missing!
the other norm | n=60
    Look at the purple crosses: the solution of least ℓ₂ norm spreads every entry over all
    coefficients. It finds nobody.
on the edge | n=37, s=11
    Between failure (dark) and success (bright) there are only a few equations: of 20 vectors
    some are found, some not.
not sparse | n=24, s=15, d=40
    Fifteen of 40: the vector is hardly sparse, and 24 equations are not enough.
all of them | n=80
    As many equations as unknowns: there is one solution only, and every method finds it.
"""
    sees = {
        "too few": lambda r: not r.right[0] and (np.abs(r.found[0]) > 1e-6).sum() <= r.n < r.d / 3,
        "enough": lambda r: r.right[0] and r.d - r.n == 50,
        "the other norm": lambda r: (
            not r.right2.any() and np.abs(r.short[0]).min() > 0 and r.n > 50
        ),
        "on the edge": lambda r: 0 < r.right.sum() < 20,
        "not sparse": lambda r: r.right.sum() < 5 and r.s > r.d / 3,
        "all of them": lambda r: r.right.all() and r.right2.all(),
    }
    handles = [
        Handle(
            "choose s and n",
            at=lambda r: (r.s / r.d, min(r.n / r.d, 1.02)),
            to=lambda r, x, y: dict(s=round(x * r.d), n=round(y * r.d)),
        )
    ]
    veiled = (0, 1)
    notes = """Play n upwards from 2 and let the class say when the blue dots fall into the rings:
    the change is sudden. The orange curve is a theorem for d → ∞; the map is measured with d = 40,
    15 vectors a tile, so it is an illustration and not a proof."""
    widths = (2, 3)
    panels = (
        axes("share of non-zeros $s/d$", (0.025, 0.5), "equations per unknown $n/d$", (0.05, 1.05)),
        axes("coefficient $j$ of one vector", (-1, 80), ylim=(-1.6, 1.6)),
    )

    def sliders(self):
        return dict(
            n=int_slider("equations n", 30, 2, 80),
            s=int_slider("non-zeros s", 3, 1, 15),
            d=int_slider("unknowns d", 80, 30, 80, 5),
        )

    @staticmethod
    def compute(n, s, d):
        """20 sparse vectors, n random equations: least ℓ1 and least ℓ2 norm, and certificates."""
        rng = np.random.default_rng(100)
        X, W = rng.normal(size=(n, d)), recoveries.sparse_signals(s, d, 20, rng)
        found, bound = recoveries.least_l1(X, W)
        short = recoveries.least_l2(X, W)
        return dict(
            X=X,
            W=W,
            found=found,
            bound=bound,
            short=short,
            right=recoveries.recovered(found, W),
            right2=recoveries.recovered(short, W),
            certified=recoveries.certified(X, W),
        )

    def picture(self, left, right):
        box = (0.025, 0.525, 0.05, 1.05)
        plots.heatmap(left.ax, box, 0, 1, cmap="Blues_r", bar="share found")(rates())
        x = np.linspace(0.001, 0.5, 60)
        left.ax.plot(x, recoveries.transition(x), color=plots.ORANGE, lw=3)
        left.ax.text(0.19, 0.44, "theory,\n$d \\to \\infty$", color="white", va="top")
        star = plots.star(left.ax)
        truth = plots.circles(right.ax, "truth", 12)
        sparse = plots.curves(
            right.ax, ["least $\\ell_1$"], color=plots.BLUE, ls="", marker="o", ms=6
        )
        spread = plots.curves(right.ax, ["least $\\ell_2$"], color=plots.PURPLE, ls="", marker="x")

        def move(r):
            j = np.arange(r.d)
            return (
                *star(max(r.s / r.d, 0.03), min(r.n / r.d, 1.02)),
                *truth(np.column_stack([j, r.W[0]])[r.W[0] != 0]),
                *spread(j, r.short[0]),
                *sparse(j, r.found[0]),
            )

        left.add(move)

    def caption(self, r):
        sparse, spread = (int(right.sum()) or "none" for right in (r.right, r.right2))
        return f"Least ℓ₁ norm recovers {sparse} of the 20 vectors, least ℓ₂ norm {spread}."

    def numbers(self, r):
        limit = r.d * recoveries.transition(r.s / r.d)
        return (
            f"ℓ1 finds {r.right.sum()} of 20 vectors with {r.s} entries ±1 and {r.d - r.s} zeros "
            f"from {r.n} equations, the smallest ℓ2 norm {r.right2.sum()}; "
            f"{r.certified.sum()} have a certificate; s·log(2d) is {r.s * np.log(2 * r.d):.1f}, "
            f"theory's limit {limit:.1f} equations."
        )

    def headline(self, r):
        length = np.abs(r.found).sum(axis=1)
        worst = int(np.argmax(length - r.bound))
        return Claim(
            "length that ℓ1 finds, and the bound of a certificate (worst of 20, within 0.5 %)",
            "Theorem 5.7",
            length[worst],
            r.bound[worst],
            "==",
            tol=5.1e-3,
            words="Nothing shorter solves the equations: a certificate ν with |x_j·ν| ≤ 1 proves "
            "it.",
        )

    def identities(self, r):
        parts = (r.short**2).sum(axis=1) + ((r.W - r.short) ** 2).sum(axis=1)
        worst = parts[np.argmax(np.abs(parts - r.s))]
        length = np.abs(r.found).sum(axis=1).max()
        asked = r.W @ r.X.T
        missed, largest = np.abs(r.found @ r.X.T - asked).max(), np.abs(asked).max()
        sure, seven = int((r.certified & r.right).sum()), "Theorem 5.7"
        return [
            Claim("no vector found is longer than the truth", "section 4", length, r.s, tol=1e-6),
            Claim(
                "largest answer + worst miss = largest answer",
                "section 4",
                largest + missed,
                largest,
                "==",
                tol=1e-7,
            ),
            Claim("certified vectors that are found", seven, sure, int(r.certified.sum()), "=="),
            Claim("least ℓ2: kept² + lost² = s", "section 4", worst, r.s, "==", tol=1e-8),
        ]


@cache
def rates():
    """The share of 15 vectors in R^40 found, for n = 4, 8, ..., 40 and s = 2, 4, ..., 20."""
    rng = np.random.default_rng(1)
    return recoveries.recovery_rates(range(4, 41, 4), range(2, 21, 2), 40, 15, rng)
