"""The figure `count`."""

import numpy as np

from helpers import plots
from helpers.linear import least_squares, subsets
from helpers.live import Claim, Figure, Guess, Handle, Step, int_slider, log_slider, slider

LAMS = np.geomspace(1e-3, 1, 600)


COUNTS = np.arange(7)


class Count(Figure):
    """A price or a budget: which numbers of coefficients does an l0 price buy?"""

    guess = Guess(
        r"As the price $\lambda_0$ of a coefficient falls, does it buy 0, 1, 2, …, 6 of them in "
        "turn?",
        {
            "yes, one after the other": "A pair is worth more than twice one of its columns, so "
            "nobody stops at one: the price jumps over it.",
            "no, it leaves some out": "Right: it jumps over every k above the lower hull.",
        },
        answer="no, it leaves some out",
    )

    veiled = (0, 1)
    notes = """Ask which numbers of coefficients a fixed price per piece can buy: all seven? Drag
    the price slowly and count the jumps aloud. k = 1: hold a ruler below the dots, no tilt touches
    the square. Partners agree: now every k has its price. Few examples: nobody can foresee it."""
    story = [
        Step(
            "k = 1", "One coefficient: a square above the hull. No line from below touches it.", k=1
        ),
        Step("k = 2", "Two coefficients: a dot on the hull, and the price 0.2 buys it.", k=2),
        Step("k = 3", "Three: another square. The price jumps from 2 to 4.", k=3, lam=0.14),
        Step(
            "partners agree",
            "One column of a pair says it all: every k has its price.",
            rho=-0.6,
            k=3,
        ),
        Step("few examples", "Twelve examples: chance decides which k can be bought.", n=12),
    ]
    handles = [
        Handle(
            "choose a price",
            at=lambda r: (r.lam, r.chosen),
            to=lambda r, x, y: dict(lam=x),
            panel=1,
        )
    ]

    def sliders(self):
        return dict(
            k=int_slider("budget k", 1, 0, 6),
            lam=log_slider("price λ₀", 0.2, 0.001, 1),
            rho=slider("correlation ρ", 0.95, -0.9, 0.99, 0.01),
            n=int_slider("examples n", 400, 10, 1000),
        )

    @staticmethod
    def compute(k, lam, rho, n):
        """Least risks with 0, ..., 6 coefficients, and the number that each price buys."""
        X, y = (a[:n] for a in subsets.suppressed(1000, rho, np.random.default_rng(11)))
        best = subsets.best_subset(X, y).risk
        ridge = least_squares.Ridge(X, y)
        free = (ridge.w(0.0) ** 2).sum()
        sizes, risks = subsets.every_subset(X, y)
        cheapest = int(np.argmin(risks + lam * sizes))  # straight from the definition
        chosen = int(subsets.chosen_count(best, lam))
        return dict(
            X=X,
            y=y,
            risk=best,
            hull=subsets.lower_hull(best),
            chosen=chosen,
            line=best[chosen] + lam * (chosen - COUNTS),
            on=np.isin(COUNTS, subsets.reached(best)),
            stairs=subsets.chosen_count(best, LAMS),
            found=(sizes[cheapest], risks[cheapest]),
            radius=((k + 0.5) / 7 * free) ** 0.5,
            ridge=6 * (ridge.w(LAMS) ** 2).sum(axis=1) / free,
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(xlim=(-0.2, 6.2), ylim=(0, 1.15), xlabel="coefficients $k$", ylabel="least risk")
        right.set(xlim=(1e-3, 1), ylim=(-0.2, 6.4), xlabel="price $\\lambda_0$ (ridge: $\\lambda$)")
        right.set_ylabel("bought $k$")
        hull = plots.curves(left, ["hull", "slope $-\\lambda_0$"], legend=None)
        dots = plots.points(left, ["bought by a price", "by none"], legend=None, size=90)
        want = plots.mark(left, "budget $k$", "o", "none", 18)
        got = plots.star(left, 15, label="price")
        plots.legend_above(left, ncols=3)
        left.set_title("\n ")
        ridge = "ridge: $6\\,\\|w(\\lambda)\\|^2/\\|w(0)\\|^2$"
        stairs = plots.curves(right, ["$\\ell_0$: $k(\\lambda_0)$", ridge], log="x", legend=None)
        star = plots.star(right, 15)
        plots.legend_above(right)

        def move(r):
            places = np.column_stack([COUNTS, r.risk])
            return (
                *hull(COUNTS, r.hull, r.line),
                *dots(places[r.on], places[~r.on]),
                *want(r.k, r.risk[r.k]),
                *got(r.chosen, r.risk[r.chosen]),
                *stairs(LAMS, r.stairs, r.ridge),
                *star(r.lam, r.chosen),
            )

        return move

    def caption(self, r):
        missing = ", ".join(str(i) for i in np.flatnonzero(~r.on))
        return f"No price buys k = {missing}." if missing else "Every k has its price."

    def numbers(self, r):
        missing = ", ".join(str(i) for i in np.flatnonzero(~r.on))
        last = f"no price buys k = {missing}." if missing else "every k has its price."
        return (
            f"with k coefficients the least risk is {r.risk[r.k]:.3g}; your price buys "
            f"k = {r.chosen}, risk {r.risk[r.chosen]:.3g}; {last}"
        )

    def headline(self, r):
        above = "" if r.on[r.k] else f"k = {r.k} lies above the lower hull: no price buys it"
        bought = subsets.chosen_count(r.risk, subsets.price_for(r.risk, r.k))
        return Claim(
            "budgeted ⇒ priced: some λ₀ buys your k",
            "Theorem 1.8",
            bought,
            r.k,
            "==",
            why_not=above,
            words="A k on the lower convex hull is bought by some price; no other k is.",
        )

    def identities(self, r):
        size, value = r.found
        lam = least_squares.lam_for_radius(r.X, r.y, r.radius)
        radius = np.linalg.norm(least_squares.Ridge(r.X, r.y).w(lam))
        return [
            Claim(
                "priced ⇒ budgeted: its risk is the least for its size",
                "Theorem 1.8",
                value,
                r.risk[size],
                "==",
            ),
            Claim("ridge: every radius has its λ", "Theorem 1.8", radius, r.radius, "==", 1e-8),
        ]
