"""Temperature."""

import numpy as np
from scipy import special

from helpers import plots
from helpers.live import Claim, Figure, Guess, axes, choice, regularisation, temperature, toggle
from helpers.margins import multiclass
from helpers.margins.perceptron import pad
from lessons.n12_multiclass.world import (
    PADDED,
    THREE,
    borders,
    one_machine,
    plane,
    regions,
    star_handle,
    star_sliders,
)


class Temper(Figure):
    """The softened machine beside the hinge: a map, what examples pay, the odds at the star."""

    guess = Guess(
        r"Train at $\tau = 300$: everywhere all three classes have a probability of about ⅓, and "
        "every example pays about ⅔. What happens to the borders on the map?",
        {
            "they vanish: the machine guesses": "The largest probability still wins, however small "
            "its lead: 0.34 beats 0.33.",
            "they stay where the hinge has them": "The hinge hears only those near a border.",
            "they move: far and near examples have the same say": "Only sums over the classes are "
            "left. On the wines that is nearly as good; try the row.",
            "the largest class takes everything": "The 1 in $x$ does count heads, but the rest of "
            "$x$ counts as well.",
        },
        answer="they move: far and near examples have the same say",
    )

    size = (10, 4.1)
    veiled = (0,)
    story = """
lukewarm
    At τ = 1 nearly everybody pays a little (blue); the hinge has idlers.
cold | tau=0.05
    τ = 0.05: the map fits the black borders of the hinge. The payments are still softer: 39 % of
    the examples pay over 0.01, where 31 % pay for the hinge.
softmax | lead=False
    No margin is asked for: this is softmax regression.
hot | tau=300
    τ = 300: all pay about two thirds, and at the star all three probabilities are nearly a third.
too hot | points="row", tau=300, x1=0, x2=0
    In a row: the middle class has almost vanished, since its points sum to nearly 0.
strong λ | lam=0.5, tau=0.05
    At λ = 0.5 nearly all pay for the hinge, too: a lead of 1 is out of reach.
"""
    sees = {
        "lukewarm": lambda r: np.mean(r.soft > 0.01) > 0.9 and np.mean(r.cold > 1e-6) < 0.5,
        "cold": lambda r: (
            np.mean(r.labels != r.S.argmax(axis=1)) < 0.02
            and [round(100 * np.mean(v)) for v in (r.soft > 0.01, r.cold > 1e-6)] == [39, 31]
        ),
        "softmax": lambda r: not r.lead and np.abs(r.soft - softmax_pays(r)).max() < 1e-9,
        "hot": lambda r: np.abs(r.soft - 2 / 3).max() < 0.07 > 5 * np.abs(r.p - 1 / 3).max(),
        "too hot": lambda r: np.mean(r.labels == 1) < 0.05 and r.m.error > 0.3,
        "strong λ": lambda r: np.mean(r.cold > 1e-6) > 0.9,
    }
    handles = [star_handle(0)]
    more = ("x1", "x2")
    notes = """Heat slowly from the left end: first the payments flatten, then the map changes.
    Then a strong λ at a low temperature: again everybody pays, for another reason."""

    widths = (3, 2)
    mosaic = "ab;ac"
    shared = dict(height_ratios=(3, 2))
    panels = (
        axes(y="$x_2$"),
        axes("share of the examples", (0, 1), "pays", (-0.03, 1.03)),
        axes("class", (-0.6, 2.6), "$p$ at the star", (0, 1), xticks=range(3)),
    )

    def sliders(self):
        return dict(
            tau=temperature(1, 0.05, 300),
            lam=regularisation(0.01, 0.001, 1),
            points=choice("data", "wine", list(THREE)),
            lead=toggle("ask for the margin 1", True),
            **star_sliders(0.4, 0.0),
        )

    @staticmethod
    def compute(tau, lam, points, lead, x1, x2):
        """The soft machine, the hinge's, and the probabilities at the star."""
        X, y = THREE[points]
        hinge = one_machine(points, lam)
        m = multiclass.soft_machine(pad(X), y, lam, tau, float(lead))
        return dict(
            hinge=hinge,
            m=m,
            X=X,
            y=y,
            labels=m.choose(PADDED),
            S=PADDED @ hinge.W.T,
            rank=np.arange(1, len(y) + 1) / len(y),
            cold=np.sort(hinge.pays)[::-1],
            soft=np.sort(m.pays)[::-1],
            p=special.softmax(m.W @ [x1, x2, 1.0] / tau),
        )

    def picture(self, left, right, below):
        plane(left.ax, "the soft machine; black: borders of the hinge")
        left.legend(show=False)
        left.add(regions(left.ax), shows=lambda r: (r.labels, r.X, r.y))
        left.add(borders(left.ax), shows=lambda r: r.S)
        left.star(shows=lambda r: (r.x1, r.x2))

        right.curve("hinge", plots.BLACK, shows=lambda r: (r.rank, r.cold), lw=1.8)
        right.curve("soft", plots.FIT, shows=lambda r: (r.rank, r.soft), lw=2.6)
        right.level("$1 - 1/c$", plots.BOUND, "--", shows=lambda r: 2 / 3)

        for k in range(3):
            colour = plots.COLOURS[k]
            below.bars(1, colour=colour, at=[k], shows=lambda r, k=k: [r.p[k]])

    def caption(self, r):
        idle, over = np.mean(r.cold > 1e-6), np.mean(r.soft > 0.01)
        return (
            f"{idle:.0%} pay for the hinge, {over:.0%} pay over 0.01 at this temperature; "
            f"{r.m.error:.1%} are wrong."
        )

    def numbers(self, r):
        idle, over = np.mean(r.cold > 1e-6), np.mean(r.soft > 0.01)
        return (
            f"{idle:.0%} of the examples pay for the hinge; {over:.0%} pay over 0.01 when soft; "
            f"errors {r.hinge.error:.1%} and {r.m.error:.1%}, objectives {r.hinge.objective:.3f} "
            f"and {r.m.objective:.3f}; probabilities at the star "
            f"{', '.join(f'{p:.2f}' for p in r.p)}."
        )

    def headline(self, r):
        return Claim(
            "soft optimum ≤ hinge's optimum + τ ln c",
            "Theorem 12.5",
            r.m.objective,
            r.hinge.objective + r.tau * np.log(3),
            tol=1e-7,
            words="Softening raises the optimum by at most τ ln c.",
        )

    def identities(self, r):
        m, X, n = r.m, pad(r.X), len(r.y)
        S = X @ m.W.T
        P = special.softmax((S + r.lead * (r.y[:, None] != np.arange(3))) / r.tau, axis=1)
        pull = (np.eye(3)[r.y] - P).T @ X / (2 * r.lam * n)
        spread = np.ptp(multiclass.augmented(S, r.y, m.cost), axis=1) / r.tau
        reach = np.expm1(np.minimum(spread, 500))  # the claim is about hot machines
        sums, five = multiclass.class_sums(X, r.y, r.lam), "Theorem 12.5"
        away, far = np.abs(m.W - sums).max(), (reach @ np.abs(X)).max() / (6 * r.lam * n)
        none = "" if r.lead else "no margin is asked for"
        cool = "the temperature is below 10" * bool(r.tau < 10)
        long, size = np.linalg.norm(m.W), np.linalg.norm(pull)
        return [
            Claim("primal = dual, with τ × entropy", five, m.objective, m.dual, "==", 1e-8),
            Claim(
                "hinge's optimum ≤ soft optimum",
                five,
                r.hinge.objective,
                m.objective,
                "<=",
                1e-7,
                none,
            ),
            Claim("‖W‖ = ‖Σ([k = y] − p) x‖/(2λn)", five, long, size, "==", 1e-6),
            Claim("distance of W to the class sums", "Theorem 12.6", away, far, why_not=cool),
        ]


def softmax_pays(r):
    """1 - p of the own class by softmax regression's formula, without a margin, largest first."""
    P = special.softmax(pad(r.X) @ r.m.W.T / r.tau, axis=1)
    return np.sort(1 - P[np.arange(len(r.y)), r.y])[::-1]
