"""The figure `count`."""

import numpy as np

from helpers import plots
from helpers.linear import least_squares, subsets
from helpers.live import Claim, Figure, Guess, axes, int_slider, log_slider, slider

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
    the square. Partners agree: now every k has its price. Few examples: chance decides (at n =
    12 the same k are missing as at 400, at n = 35 none is)."""
    story = """
k = 1 | k=1
    One coefficient: a square above the hull. No line from below touches it.
k = 2 | k=2
    Two coefficients: a dot on the hull, and the price 0.2 buys it.
k = 3 | k=3, lam=0.14
    Three: another square. The price jumps from 2 to 4.
partners agree | rho=-0.6, k=3
    Now one column of a pair already says much: every k has its price.
few examples | n=35
    Thirty-five examples of the same kind as at first: by chance every k has its price.
"""
    sees = {
        "k = 1": lambda r: r.k == 1 and not r.on[1],
        "k = 2": lambda r: r.k == 2 and r.on[2] and r.chosen == 2 and r.lam == 0.2,
        "k = 3": lambda r: not r.on[3] and {2, 4} <= set(r.stairs) and 3 not in r.stairs,
        "partners agree": lambda r: r.on.all() and r.n == 400,
        "few examples": lambda r: r.on.all() and r.rho == 0.95,
    }
    panels = (
        axes("coefficients $k$", (-0.2, 6.2), "least risk", (0, 1.15)),
        axes("price $\\lambda_0$ (ridge: $\\lambda$)", (1e-3, 1), "bought $k$", (-0.2, 6.4)),
    )

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
            places=np.column_stack([COUNTS, best]),
            hull=subsets.lower_hull(best),
            chosen=chosen,
            line=best[chosen] + lam * (chosen - COUNTS),
            on=np.isin(COUNTS, subsets.reached(best)),
            stairs=subsets.chosen_count(best, LAMS),
            found=(sizes[cheapest], risks[cheapest]),
            radius=((k + 0.5) / 7 * free) ** 0.5,
            ridge=6 * (ridge.w(LAMS) ** 2).sum(axis=1) / free,
        )

    def picture(self, left, right):
        left.legend(show=False)
        hull = plots.curves(left.ax, ["hull", "slope $-\\lambda_0$"], legend=None)
        left.add(hull, shows=lambda r: (COUNTS, r.hull, r.line))
        dots = plots.points(left.ax, ["bought by a price", "by none"], legend=None, size=90)
        left.add(dots, shows=lambda r: (r.places[r.on], r.places[~r.on]))
        left.mark("budget $k$", "o", "none", 18, shows=lambda r: (*r.places[r.k],))
        left.star(15, label="price", shows=lambda r: (*r.places[r.chosen],))
        plots.legend_above(left.ax, ncols=3)
        left.ax.set_title("\n ")  # two rows of legend

        ridge = "ridge: $6\\,\\|w(\\lambda)\\|^2/\\|w(0)\\|^2$"
        names = ["$\\ell_0$: $k(\\lambda_0)$", ridge]
        right.curves(names, log="x", legend=None, shows=lambda r: (LAMS, r.stairs, r.ridge))
        right.hand("choose a price", shows=lambda r: (r.lam, r.chosen), size=15, lam="x")

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
