"""Further: coins, a promise for every world."""

import numpy as np

from helpers import plots
from helpers.generalisation import stability as st
from helpers.live import Claim, Figure, Guess, axes, int_slider, slider

COUNTS = np.unique(np.geomspace(1, 500, 40).astype(int))


class Promise(Figure):
    """Ridge on coins, with the λ of the theorem: its exact excess risk under one promise."""

    guess = Guess(
        r"A hundred coins, $\lambda = \lambda_n$. Which drift $\mu$ makes the excess risk largest?",
        {
            "µ = 0": "Then every w has the same risk: no excess at all.",
            "µ near 0.1": "About 1/√n: large enough to matter, too small to be seen.",
            "µ near 1": "Nobody mistakes that coin: w is at its end.",
        },
        answer="µ near 0.1",
    )

    size = (10, 4.3)
    story = """
a hard coin
    Blue: the exact excess risk. Dashed: 2ρB/√n, a promise for every coin. Dotted: the rate
    4ρ/n, which is no bound; beyond 65 coins the curve is above it.
a clear drift | mu=0.5
    A drift of one half is soon seen, and ridge soon right: the promise must also hold for
    harder coins.
a third of λ | factor=0.3
    The λ of the promise need not be the best for this coin: here a smaller one is.
ten times λ | factor=10
    Too much penalty: the promise is five times as high, and the excess nearly doubles.
not for every sample | n=20, mu=0.3
    Right: the chance that the excess is over ε. The mean is small; one sample may be unlucky.
    Markov’s line is the price of certainty.
"""
    sees = {
        "a hard coin": lambda r: (
            np.any(r.curve > 4 / COUNTS) and (r.curve < 2 * r.B / np.sqrt(COUNTS)).all()
        ),
        "a clear drift": lambda r: r.mean < 0.01 * r.promised,
        "a third of λ": lambda r: r.mean < Promise.compute(r.n, r.mu, 1, r.B)["mean"],
        "ten times λ": lambda r: (
            abs(r.general / r.promised - 5) < 0.1
            and 1.6 < r.mean / Promise.compute(r.n, r.mu, 1, r.B)["mean"] < 2
        ),
        "not for every sample": lambda r: r.middle > 3 * r.mean,
    }
    notes = """The loss ρ(B − zw) is linear, so ridge has a closed form and everything is a sum over
    the number of heads. Use it to show that the rate 1/√n is right: choose µ near 1/√n."""
    widths = [1.2, 1]
    panels = (
        axes("coins n", (0.9, 560, "log"), "expected excess risk", (1e-3, 10, "log")),
        axes("excess risk ε", (0, 1), "chance of more than ε", (0, 1.05)),
    )

    def sliders(self):
        return dict(
            n=int_slider("coins n", 100, 1, 500),
            mu=slider("drift µ", 0.1, 0, 1, 0.01),
            factor=slider("λ in units of λₙ", 1, 0.1, 10, 0.1),
            B=slider("radius B", 1, 0.5, 2, 0.1),
        )

    @staticmethod
    def compute(n, mu, factor, B):
        """Exact expected excess against n, and the law of the excess at this n; ρ is 1."""
        lam, promised = st.tuned(1.0, B, n)
        chance, excess = st.coin_excess(n, mu, 1.0, B, factor * lam)
        curve = [expected_excess(k, mu, 1.0, B, factor * st.tuned(1.0, B, k)[0]) for k in COUNTS]
        order = np.argsort(excess)
        eps = np.linspace(0, 2 * B, 101)
        tail = np.array([chance[excess > e + 1e-12].sum() for e in eps])
        mean = float(chance @ excess)
        return dict(
            curve=np.array(curve),
            mean=mean,
            lam=factor * lam,
            promised=promised,
            inside=mu * (B - mu / (2 * factor * lam)),
            cut=2 * factor * lam * B < 1,
            general=float(factor * lam * B**2 + st.gap_bound(1.0, factor * lam, n)),
            eps=eps,
            tail=tail,
            markov=np.minimum(mean / np.maximum(eps, 1e-9), 1),
            middle=float(excess[order][np.searchsorted(np.cumsum(chance[order]), 0.95)]),
            spill=float(np.max(eps * tail)),
        )

    def picture(self, left, right):
        left.curve("exact", plots.FIT, shows=lambda r: (COUNTS, np.maximum(r.curve, 1e-12)))
        left.curve(
            "2ρB/√n", plots.BOUND, shows=lambda r: (COUNTS, 2 * r.B / np.sqrt(COUNTS)), ls="--"
        )
        left.curve("4ρ/n, no bound", plots.RED, shows=lambda r: (COUNTS, 4 / COUNTS), ls=":")

        right.curve("exact", plots.FIT, shows=lambda r: (r.eps, r.tail))
        right.curve("Markov", plots.BOUND, shows=lambda r: (r.eps, r.markov), ls="--")

        left.hand("choose n", shows=lambda r: (r.n, max(r.mean, 1.1e-3)), n="x")

    def caption(self, r):
        return (
            f"With λ = {r.lam:.2g} the excess risk is {r.mean:.3f} on average; promised is "
            f"{r.general:.3f}."
        )

    def numbers(self, r):
        return (
            f"expected excess {r.mean:.4g}, promised {r.general:.4g} at this λ and {r.promised:.4g}"
            f" at the best; 19 samples of 20 stay below {r.middle:.3g}."
        )

    def headline(self, r):
        exact = abs(r.factor - 1) < 1e-9
        return Claim(
            "a promise for every world",
            "Theorem 28.7",
            measured=r.mean,
            bound=r.promised,
            why_not="" if exact else "λ is not λₙ = ρ/(B√n)",
            words="With λₙ = ρ/(B√n) the expected excess risk is at most 2ρB/√n.",
        )

    def identities(self, r):
        return [
            Claim("at any λ: λB² + ρ²/(λn)", "Theorem 28.4", r.mean, r.general),
            Claim("λₙ makes the promise smallest", "Theorem 28.7", r.general, r.promised, ">="),
            Claim("Markov", "Theorem 28.7", r.spill, r.mean),
            Claim(
                "excess without a cut",
                "Theorem 28.7",
                r.mean,
                r.inside,
                "==",
                why_not="some samples put w at the end ±B" if r.cut else "",
            ),
        ]


def expected_excess(n, mu, rho, B, lam):
    chance, excess = st.coin_excess(n, mu, rho, B, lam)
    return float(chance @ excess)
