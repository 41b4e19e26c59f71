"""The figure `price`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, slider
from lessons.n11_svm import duality
from lessons.n11_svm.world import PRICES, shown


class Price(Figure):
    """A constraint in one variable, and what a price on it guarantees."""

    guess = Guess(
        "At the price 2 it pays to break the limit and stand at $x = 1$ (star). From which price "
        "on does nobody want to break it?",
        {
            "2.25": r"That is the value $p^\star = (\frac12 - 2)^2$. A price is value per unit.",
            "3": "The price that is asked must equal what a step over the limit gains: minus the "
            r"slope of $F$ there, $2(2 - \frac12) = 3$.",
            "4": "That is enough, but 3 is too: at 4 one stays further inside than one has to.",
            "at no finite price": "Not here: the slope of $F$ at the limit is finite.",
        },
        answer="3",
    )

    veiled = (1,)
    story = """
too cheap | alpha=1
    At this price it pays to break the limit: the lowest point of the blue curve lies outside
    the allowed part.
just right | alpha=3
    The blue curve is lowest exactly at the limit, and the guarantee (star) reaches p*.
too dear | alpha=5
    Now one stays further inside than needed: a worse guarantee.
an idle limit | t=2.5, alpha=0
    A limit that does not bite: the best price is 0, every other one guarantees less.
not convex | program="two valleys", alpha=0.5, t=0
    Two valleys: just below this price the lowest point jumps across the limit, and no price
    guarantees p*.
no room | program="no room", t=0
    Convex, but no x has g < 0: the lowest point runs out to the right, and every price
    guarantees 0, while p* is 1.
no price | program="no price", alpha=6
    Here the guarantees do climb to p*, but no finite price arrives.
"""
    sees = {
        "too cheap": lambda r: r.P.name == "parabola" and r.cheap[0] > r.t,
        "just right": lambda r: np.allclose([r.cheap[0], r.cheap[1]], [r.t, r.P.p_star], atol=0.01),
        "too dear": lambda r: r.cheap[0] < r.t - 0.5 and r.cheap[1] < r.P.p_star,
        "an idle limit": lambda r: r.at == 0 and r.d > r.D[1:].max(),
        "not convex": lambda r: r.d < r.P.p_star - 0.05,
        "no room": lambda r: np.abs(r.D).max() < 1e-3 and np.isclose(r.P.p_star, 1),
        "no price": lambda r: np.all(np.diff(r.D[1:]) > 0) and r.d < r.P.p_star - 0.02,
    }
    handles = [
        Handle(
            "move the limit",
            at=lambda r: (r.t, -2.6),
            to=lambda r, x, y: dict(t=x),
        ),
        Handle(
            "choose the price",
            at=lambda r: (r.alpha, max(r.cheap[1], -3)),
            to=lambda r, x, y: dict(alpha=x),
            panel=1,
        ),
    ]
    notes = """Ask for the right price before it is found: it is minus the slope of F at the limit,
    2(2 − r). Move the limit past 2 and ask again. Then what can go wrong: not convex, or no
    point inside all constraints. Slater's condition excludes the second. Affine constraints do
    without it if the functions are convex on the whole space."""
    widths = (3, 2)
    panels = (
        axes("$x$", (-1.5, 4), ylim=(-3.2, 7)),
        axes("price $\\alpha$", (-0.15, 6.15), ylim=(-3.2, 7)),
    )

    def sliders(self):
        return dict(
            alpha=slider("price α", 2, 0, 6, 0.05),
            t=slider("limit r", 0.5, -0.5, 2.5, 0.05),
            program=choice("problem", "parabola", duality.PROGRAMS),
        )

    @staticmethod
    def compute(alpha, t, program):
        """F + αg on a grid: its lowest point is what the price guarantees."""
        P = program(t)
        L, D = P.lagrangian(alpha), P.dual(PRICES)
        return dict(
            P=P,
            L=L,
            D=D,
            d=D.max(),
            at=PRICES[np.argmax(D)],
            cheap=(P.x[np.argmin(L)], L.min()),
        )

    def picture(self, left, right):
        left.curve("$F$", plots.TRUTH, shows=lambda r: (r.P.x, r.P.f(r.P.x)), lw=1.8)
        left.curve("$F + \\alpha g$", plots.FIT, shows=lambda r: (r.P.x, r.L), lw=2.4)
        style = dict(color=plots.GREEN, lw=7, marker="s", ms=7, mew=0, solid_capstyle="butt")
        left.curves(
            ["allowed $x$"], shows=lambda r: (r.P.x, np.where(r.P.feasible, -2.6, np.nan)), **style
        )
        left.mark("best allowed", "D", plots.GREEN, 11, shows=lambda r: (r.P.x_star, r.P.p_star))
        left.star(shows=lambda r: (*r.cheap,))

        right.curve("guarantee $D(\\alpha)$", plots.FIT, shows=lambda r: (PRICES, r.D), lw=2.4)
        right.level("$p^\\star$", plots.GREEN, "--", shows=lambda r: r.P.p_star)
        right.star(shows=lambda r: (r.alpha, max(r.cheap[1], -3)))

    def caption(self, r):
        low, top = r.cheap[1], r.P.p_star
        if abs(low - top) < 5e-4:
            return f"This price guarantees {shown(low)}, and that is p*: no price does better."
        return f"This price guarantees {shown(low)}; the best allowed value p* is {shown(top)}."

    def numbers(self, r):
        return (
            f"the best allowed value is {shown(r.P.p_star)}; this price guarantees "
            f"{shown(r.cheap[1])} (at x = {shown(r.cheap[0])}), and no price up to 6 more than "
            f"{shown(r.d)} (at α = {r.at:.2f})."
        )

    def headline(self, r):
        return Claim(
            "D(α) ≤ p*",
            "Theorem 11.3",
            r.cheap[1],
            r.P.p_star,
            words="Weak duality: no price guarantees more than the best allowed value.",
        )

    def identities(self, r):
        P, plain = r.P, "" if r.P.name == "parabola" else "only worked out for the parabola"
        right = 2 * max(2 - r.t, 0)
        beyond = max(r.t - 2, 0)
        gap = (r.alpha - right) ** 2 / 4 + r.alpha * beyond
        four = "Theorem 11.4"
        found = P.p_star - r.cheap[1]
        return [
            Claim(
                "p* − D(α) = (α − α*)²/4 + α(r − 2)⁺", "section 2", found, gap, "==", 1e-4, plain
            ),
            Claim("the best price is 2(2 − r)⁺", four, r.at, right, "==", 0.02, plain),
            Claim("max D = p*", four, r.d, P.p_star, "==", 1e-3, P.why_not),
        ]
