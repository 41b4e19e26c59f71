"""The exact tail of a share of heads, and five formulas for it."""

import numpy as np
from scipy import special

from helpers.generalisation import concentration as con
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    int_slider,
    slider,
)
from helpers.live.words import powers
from lessons.n24_concentration.world import EPS, FLOOR, LOOK, line, once_in, relative, seen

NAMES = ("truth", "normal: no bound", "Chernoff", "Hoeffding", "Chebyshev", "Markov")


class Tails(Figure):
    """The exact chance that a share of heads is too high by ε, and what five formulas say."""

    guess = Guess(
        "The true error rate is 13 %. How often do 1000 random documents show 18 % or more?",
        {
            "once in 20 tests": "That would be a deviation of less than two standard errors. Five "
            "points are nearly five of them.",
            "once in 2000 tests": "About 3.7 points are that rare; five are rarer.",
            "once in 200 thousand tests": "Exactly: once in 230 thousand. The bounds of this "
            "notebook promise between once in 23 thousand and once in 1.4.",
            "less than once in a billion": "For that you need seven points.",
        },
        answer="once in 200 thousand tests",
    )

    size = (10, 4.3)
    veiled = (0, 1)
    story = """
a thousand documents
    Black is the truth, computed exactly. Dashed curves are promises that hold for every law of
    their kind: all lie above it.
Markov sleeps | n=30
    Only thirty documents: every curve came up but Markov's, which does not know n.
Chebyshev wins | n=100, eps=0.1
    A hundred documents, ten points: Chebyshev’s 0.11 is below Hoeffding’s 0.14, although it
    knows nothing but the variance.
the normal lies | eps=0.1
    The dotted curve lies below the truth, 1500 times here. It is no bound.
a fair coin | p=0.5
    At p = ½ Chernoff and Hoeffding nearly agree: Hoeffding prepares for the worst coin, and
    this is it.
a rare error | p=0.01
    At p = 0.01 Hoeffding still prepares for a fair coin; Chernoff knows better.
"""
    sees = {
        "Markov sleeps": lambda r: (
            r.at[5] == r.grid[5][0] * (r.p + EPS[0]) / (r.p + r.eps)
            and all(r.at[:5] > 2 * Tails.compute(1000, r.p, r.eps)["at"][:5])
        ),
        "Chebyshev wins": lambda r: (round(r.at[4], 2), round(r.at[3], 2)) == (0.11, 0.14),
        "the normal lies": lambda r: 1400 < r.at[0] / r.at[1] < 1600,
        "a fair coin": lambda r: r.at[2] > 0.98 * r.at[3],
        "a rare error": lambda r: r.at[2] < 1e-6 * r.at[3] and r.at[3] == con.hoeffding(r.n, r.eps),
    }
    notes = """Let the class bet on the order of magnitude before you wake the picture. Then move n
    from 30 to 2000 and ask which curves are straight lines in n. At the step where Chebyshev wins
    ask why: var/(nε²) knows that the coin is unfair, Hoeffding does not. The dotted curve is the
    point to repeat: an approximation that is excellent in the middle may be useless in the tail."""

    widths = [1.35, 1]
    panels = (
        axes("distance ε", (0, 0.25), ylim=(FLOOR, 2, "log")),
        axes("chance at this ε", (FLOOR / 5, 2, "log"), ylim=(-0.6, 5.6)),
    )

    def sliders(self):
        return dict(
            n=int_slider("examples n", 1000, 5, 2000, 5),
            p=slider("error rate p", 0.13, 0.01, 0.5, 0.01),
            eps=slider("distance ε", 0.05, 0.005, 0.25, 0.005),
        )

    @staticmethod
    def compute(n, p, eps):
        """Exact tail and five formulas, over a grid of ε and at this ε."""
        var = p * (1 - p)

        def six(e):
            return (
                con.binomial_tail(n, p, e),
                con.normal_tail(n, var, e),
                con.chernoff(n, p, e),
                con.hoeffding(n, e),
                con.chebyshev(var, n, e),
                con.markov(p, p + e),
            )

        k = float(con.at_least(n, p, eps))
        q = min(k / n, 1)
        rate = np.exp(-n * con.bernoulli_kl(q, p))
        chosen = -np.log(n + 1) - special.betaln(k + 1, n - k + 1)  # ways to place k heads
        bar = np.exp(chosen + k * np.log(p) + (n - k) * np.log(1 - p))
        return dict(
            bar=bar,
            drop=float(con.binomial_tail(n, p, eps) - con.binomial_tail(n, p, eps + 1 / n)),
            grid=six(EPS),
            at=np.array([float(v) for v in six(eps)]),
            lattice=rate,
            least=rate / np.sqrt(8 * n * q * (1 - q)) if 0 < q < 1 else rate,
        )

    def picture(self, left, right):
        left.legend(show=False)
        left.ax.set_title("chance that the share is too high by ε")
        right.ax.set_xticks([1e-20, 1e-15, 1e-10, 1e-5, 1])
        for i, name in enumerate(NAMES):
            left.add(line(left.ax, name), shows=lambda r, i=i: (EPS, seen(r.grid[i])))
        right.add(rods(right.ax, NAMES), shows=lambda r: r.at)
        left.hand("choose ε", shows=lambda r: (r.eps, max(r.at[0], FLOOR)), eps="x")

    def caption(self, r):
        names = dict(zip(NAMES[2:], r.at[2:]))
        best = min(("Hoeffding", "Chebyshev", "Markov"), key=names.get)
        return (
            f"The share is too high {once_in(r.at[0])}. Of the three bounds that need not know the "
            f"law, {best}’s is the lowest: {names[best]:.2g}."
        )

    def numbers(self, r):
        said = ", ".join(f"{name} {value:.3g}" for name, value in zip(NAMES, r.at))
        return f"probability that the share exceeds p by ε: {said}."

    def headline(self, r):
        return Claim(
            "Chernoff’s bound for coins",
            "Theorem 24.3",
            measured=r.at[0],
            bound=r.at[2],
            tol=relative(r.at[2]),
            words="The share is at least p + ε with probability at most e^(−n·KL(p+ε‖p)).",
        )

    def identities(self, r):
        truth, _, chernoff, hoeffding, chebyshev, markov = r.at
        return [
            Claim("Markov", "Theorem 24.1", truth, markov, tol=relative(markov)),
            Claim("Chebyshev", "Theorem 24.2", truth, chebyshev, tol=relative(chebyshev)),
            Claim("Hoeffding", "Theorem 24.5", truth, hoeffding, tol=relative(hoeffding)),
            Claim(
                "Chernoff is below Hoeffding",
                "section 3",
                chernoff,
                hoeffding,
                tol=relative(hoeffding),
            ),
            Claim(
                "one head more is one term less",
                "section 1",
                r.drop / r.bar if r.bar > 1e-300 else 1.0,
                1.0,
                "==",
                tol=1e-6,
                why_not="" if r.bar > 1e-300 else "the probability is too small for a computer",
            ),
            Claim(
                "the rate is right",
                "Theorem 24.3",
                truth,
                r.least,
                ">=",
                tol=relative(r.least),
            ),
            Claim(
                "Chernoff at the next whole number",
                "Theorem 24.3",
                truth,
                r.lattice,
                tol=relative(r.lattice),
            ),
        ]


def rods(ax, names):
    """A rod for each name, from the left edge to its value on a log axis, with the value in
    figures above it; a bound over 1 says nothing, and its rod ends at 1. move(values)."""
    drawn = []
    for name in names:
        colour, dashes = LOOK[name]
        drawn += ax.plot([], [], color=colour, ls=dashes, lw=3)
        drawn += ax.plot([], [], ls="", marker="o", color=colour, mec="white", ms=9)
    ax.set_yticks(range(len(names)), names)
    words = [ax.text(FLOOR, row + 0.15, "", va="bottom") for row in range(len(names))]

    def move(values):
        for row, (value, end) in enumerate(zip(values, np.clip(values, FLOOR, 1))):
            drawn[2 * row].set_data([FLOOR / 5, end], [row, row])
            drawn[2 * row + 1].set_data([end], [row])
            words[row].set_text(powers(f"{value:.2g}") if value <= 1 else "over 1: says nothing")
        return *drawn, *words

    return move
