"""The figure `price`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, axes, int_slider, log_slider
from helpers.margins import boosting


class Price(Figure):
    """How many examples the theory asks for: a condition with n on both sides."""

    guess = Guess(
        r"Halve the advantage $\gamma$. How many times as many examples does the theory ask for?",
        {
            "twice as many": "The advantage enters squared, through the number of rounds.",
            "exactly 4 times as many": r"$1/\gamma^2$ gives 4, and the logarithms add to it.",
            "more than 4 times as many": r"$T$ grows by 4, and $\ln(T+1)$ grows too.",
        },
        answer="more than 4 times as many",
    )

    story = """
both sides | gamma=0.17
    The condition holds to the right of the crossing (star).
half the advantage | gamma=0.085
    Half of γ: the star climbs by more than four.
strong rules | gamma=0.4
    A large advantage is cheap.
one per cent | a=0.01
    A tenth of the error asks for more than ten times as many.
"""
    notes = "The point is the square: 1/γ² rounds, each of which makes the class richer."
    widths = (2, 3)
    shared = dict(sharey=True)
    panels = (
        axes("$n$", (1e2, 1e10), ylim=(1e2, 1e10)),
        axes("advantage $\\gamma$", (0.01, 0.5), "examples asked for"),
    )

    def sliders(self):
        return dict(
            gamma=log_slider("advantage γ", 0.17, 0.02, 0.4),
            a=log_slider("true error a", 0.1, 0.005, 0.3),
            delta=log_slider("risk δ", 0.05, 1e-6, 0.5),
            d=int_slider("VC dimension d", 2, 1, 50),
        )

    @staticmethod
    def compute(gamma, a, delta, d):
        """Where n overtakes the right-hand side, for this advantage and others."""
        n, gammas = np.geomspace(1e2, 1e10, 81), np.geomspace(0.01, 0.49, 25)
        every = [*gammas, gamma, gamma / 2]
        *needs, need, half = (boosting.sample_size(a, delta, d, g) for g in every)
        return dict(
            n=n,
            right=boosting.sample_bound(n, a, delta, d, gamma),
            gammas=gammas,
            needs=needs,
            need=need,
            half=half,
            rounds=np.log(2 * need) / (2 * gamma**2),
        )

    def picture(self, left, right):
        right.legend(show=False)

        left.curve("asked for", plots.BLUE, shows=lambda r: (r.n, r.right), log="xy", lw=2.4)
        plots.curves(left.ax, ["$n$"], color="0.45", ls="--")(np.array([1e2, 1e10]), [1e2, 1e10])
        left.star(shows=lambda r: (r.need, r.need))

        right.curve("needed", plots.BLUE, shows=lambda r: (r.gammas, r.needs), log="xy", lw=2.4)
        right.hand("choose the advantage", shows=lambda r: (r.gamma, r.need), gamma="x")
        right.ax.set_xticks((0.01, 0.03, 0.1, 0.3), labels=("0.01", "0.03", "0.1", "0.3"))
        right.ax.xaxis.set_minor_formatter("")
        right.ax.tick_params(labelleft=True)

    def caption(self, r):
        many = f"{float(f'{r.need:.2g}'):,.0f}".replace(",", " ")
        return (
            f"Theory asks for {many} examples, and for {r.half / r.need:.1f} times as many with "
            "half the advantage."
        )

    def numbers(self, r):
        return (
            f"the condition holds from n = {r.need:.3g} on, with T = {r.rounds:.3g} rounds; with "
            f"half the advantage it would be n = {r.half:.3g}, {r.half / r.need:.1f} times as many."
        )

    def headline(self, r):
        sure = np.log(1 / r.delta) / r.a
        return Claim(
            "half γ: at least 4 times as many, beyond ln(1/δ)/a",
            "Theorem 13.7",
            r.half - sure,
            4 * (r.need - sure),
            ">=",
            words="Half the advantage asks for at least four times as many examples.",
        )

    def identities(self, r):
        given = r.a, r.delta, r.d, r.gamma
        at, twice = (boosting.sample_bound(c * r.need, *given) for c in (1, 2))
        b = r.d / (2 * r.gamma**2 * r.a)
        seven, big = "Theorem 13.7", 2 * b * np.log(b)
        return [
            Claim("the two sides meet there", seven, at, r.need, "=="),
            Claim("and the condition still holds at 2n", seven, twice, 2 * r.need),
            Claim("b ln n ≤ n at n = 2b ln b, with b = d/2γ²a", seven, b * np.log(big), big),
        ]
