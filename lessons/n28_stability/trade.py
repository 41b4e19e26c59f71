"""Fit against stability in d towns, exactly."""

from functools import lru_cache

import numpy as np
from scipy.special import expit

from helpers import plots
from helpers.generalisation import stability as st
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    int_slider,
    regularisation,
    slider,
)

LAMS = np.geomspace(0.0003, 1, 22)
RANGE = (0.00027, 1.1, "log")


class Trade(Figure):
    """Training risk, risk, and the gap between them, for every regularisation: all exact."""

    guess = Guess(
        "Where is the risk lowest?",
        {
            "where the training risk is lowest": "That is λ → 0: towns with three equal voters get "
            "huge weights.",
            "where overfitting is smallest": "That is λ → ∞: nothing moves, and nothing is learnt.",
            "in between, where both are of middling size": "Neither part is at its best there: "
            "their sum is.",
        },
        answer="in between, where both are of middling size",
    )

    size = (10, 4.4)
    veiled = (0, 1)
    story = """
somewhere in between
    Green rises: a penalty costs fit. The shaded part, overfitting, shrinks: a penalty buys
    stability. Red is their sum, and it has a valley.
hardly any penalty | lam=0.0003
    Where all three voters of a town agree its weight is ±3.8. The sample is fitted, and the
    risk is higher than if nobody were asked.
the best λ | lam=0.007
    The lowest risk. The training risk is not lowest here, and overfitting is not smallest.
too much | lam=1
    Nothing moves any more, and nothing is learnt: all weights are near 0.
one town only | d=1
    With one weight for thirty voters there is little to overfit: the valley becomes flat.
fifty voters | n=50, lam=0.004
    More examples, less overfitting, a smaller best λ.
"""
    sees = {
        "somewhere in between": lambda r: (
            0 < r.curves[1].argmin() < len(LAMS) - 1
            and r.rises > 0
            and (np.diff(r.curves[1] - r.curves[0]) < 0).all()
            and r.lam == 0.1
        ),
        "hardly any penalty": lambda r: (
            r.risk > np.log(2) and abs(st.town_weight(3, 3, 2 * r.lam * r.n) - 3.8) < 0.05
        ),
        "the best λ": lambda r: (
            r.risk < 1.001 * r.curves[1].min() and r.training > r.curves[0].min()
        ),
        "too much": lambda r: r.risk > 0.97 * np.log(2) and r.gap < 0.02,
        "one town only": lambda r: (
            r.d == 1 and r.curves[1][r.curves[1].argmin() :: -1].max() < 1.1 * r.curves[1].min()
        ),
        "fifty voters": lambda r: r.valley < LAMS[town_curves(30, r.d, r.q)[1].argmin()],
    }
    notes = """Walk λ from left to right and let the class say at each stop which of the two terms
    is being paid. The bound (dashed) has no valley here: it falls towards log 2, so its
    advice is λ = ∞, ask nobody. Exact sums: no simulation anywhere."""

    widths = [1.35, 1]
    panels = (
        axes("regularisation λ", RANGE, "expected logistic loss", (0.25, 0.95)),
        axes("regularisation λ", RANGE, "overfitting", (1e-3, 200, "log")),
    )

    def sliders(self):
        return dict(
            lam=regularisation(0.1, 0.0003, 1),
            n=int_slider("voters n", 30, 5, 50),
            d=int_slider("towns d", 10, 1, 20),
            q=slider("majority q", 0.8, 0.5, 0.95, 0.01),
        )

    @staticmethod
    def compute(lam, n, d, q):
        """The three curves, and at this λ both sides of the theorems; ρ is 1 here."""
        training, risk, replace, best = town_curves(n, d, q)
        now = [float(part[0]) for part in st.town_risks(n, d, q, np.array([lam]))]
        u = float(np.log(q / (1 - q)))  # what each town should get
        three = float(st.town_weight(3, 3, 2 * lam * n))  # what three equal voters make of it
        return dict(
            curves=(training, risk, replace),
            bounds=best + st.gap_bound(1.0, LAMS, n),
            training=now[0],
            risk=now[1],
            replace=now[2],
            gap=now[1] - now[0],
            best=float(ideal(d, q, lam)),
            bound=st.gap_bound(1.0, lam, n),
            plain=float(st.vote_loss(u, q) + lam * d * u**2),
            entropy=(float(st.vote_loss(u, q)), -q * np.log(q) - (1 - q) * np.log(1 - q)),
            pull=(3 * expit(-three), 2 * lam * n * three),
            valley=float(LAMS[np.argmin(risk)]),
            rises=float(np.diff(training).min()),
        )

    def picture(self, left, right):
        over = lambda r: (LAMS, r.curves[0], np.minimum(r.curves[1], 3))  # noqa: E731
        left.band(None, plots.TEST, 0.15, shows=over)
        left.curve("training", plots.TRAIN, lambda r: (LAMS, r.curves[0]), ls="-.")
        left.curve("risk", plots.TEST, lambda r: (LAMS, r.curves[1]), ls="-")
        left.curve("bound", plots.BOUND, lambda r: (LAMS, r.bounds), ls="--")
        unasked(left.ax)
        bound = lambda r: (LAMS, st.gap_bound(1.0, LAMS, r.n))  # noqa: E731
        right.curve("ρ²/(λn)", plots.BOUND, bound, ls="--")
        gap = lambda r: (LAMS, np.maximum(r.curves[1] - r.curves[0], 1e-12))  # noqa: E731
        right.curve("overfitting", plots.TEST, gap)
        squares = dict(marker="s", ms=5, color=plots.BLUE)
        ones = lambda r: (LAMS, np.maximum(r.curves[2], 1e-12))  # noqa: E731
        right.spots("replace-one", shows=ones, **squares)
        left.add(between(left.ax, "overfitting", 0.0007), lambda r: (LAMS, *r.curves[:2]))
        left.hand("choose λ", shows=lambda r: (r.lam, min(r.risk, 0.94)), lam="x")
        right.star(shows=lambda r: (r.lam, max(r.gap, 1.1e-3)))

    def caption(self, r):
        return (
            f"{r.training:.3f} on its own voters plus {r.gap:.3f} overfitting makes a risk of "
            f"{r.risk:.3f}; asking nobody costs 0.693."
        )

    def numbers(self, r):
        return (
            f"training risk {r.training:.4g}, overfitting {r.gap:.4g}, replace-one "
            f"{r.replace:.4g}, risk {r.risk:.4g}; the bound says {r.best + r.bound:.4g}; the "
            f"lowest risk is near λ = {r.valley:.2g}."
        )

    def headline(self, r):
        return Claim(
            "risk ≤ fit + stability",
            "Theorem 28.4",
            measured=r.risk,
            bound=r.best + r.bound,
            words="The expected risk is at most R(u) + λ‖u‖² + ρ²/(λn), whichever u we compare "
            "with; here with the best u.",
        )

    def identities(self, r):
        return [
            Claim("overfitting = replace-one, exactly", "Theorem 28.3", r.gap, r.replace, "=="),
            Claim("overfitting", "Theorem 28.4", r.gap, r.bound),
            Claim("training risk", "Theorem 28.4", r.training, r.best),
            Claim("against the weights of the truth", "Theorem 28.4", r.training, r.plain),
            Claim("training risk rises with λ", "section 4", r.rises, 0.0, ">=", tol=1e-12),
            Claim("the best weights leave the entropy", "section 4", *r.entropy, "=="),
            Claim("three equal voters pull against the penalty", "section 4", *r.pull, "=="),
        ]


@lru_cache(32)
def town_curves(n, d, q):
    """Exact training risk, risk, replace-one, and the best penalised risk, for all of LAMS."""
    return (*st.town_risks(n, d, q, LAMS), ideal(d, q, LAMS))


def ideal(d, q, lams):
    """min over u of R(u) + lam |u|^2: every town wants the same weight, up to its sign."""
    lams = np.asarray(lams, dtype=float)
    u = st.town_weight(q, 1.0, 2 * lams * d)
    return st.vote_loss(u, q) + lams * d * u**2


def between(ax, words, at):
    """A name between two curves at one place; none if there is no room. move(x, low, high)."""
    text = ax.text(at, 0, words, color=plots.TEST, fontsize=11, va="center", animated=True)

    def move(x, low, high):
        a, b = (float(np.interp(np.log(at), np.log(x), y)) for y in (low, high))
        text.set_y((a + min(b, 0.95)) / 2)
        text.set_visible(min(b, 0.95) - a > 0.07)
        return (text,)

    return move


def unasked(ax):
    """The loss of weights 0, which need no voter."""
    ax.axhline(np.log(2), color="0.6", lw=1, ls=":")
    ax.text(0.003, np.log(2) + 0.008, "asking nobody", color="0.4", fontsize=10)
