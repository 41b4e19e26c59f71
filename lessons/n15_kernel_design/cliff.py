"""The cliff."""

import numpy as np

from helpers import plots
from helpers.kernels import hunt
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, log_slider, slider
from lessons.n15_kernel_design.world import NEGATIVE, _plain

POWERS = np.linspace(0.2, 4, 191)
NEAR = np.linspace(-2, 2, 401)


class Cliff(Figure):
    """exp(−|t|^p): the value that three points give, against p."""

    guess = Guess(
        "For which powers p > 0 is exp(−|t|^p) a kernel?",
        {
            "for all p": "Beyond 2 the top is too flat: three points show it.",
            "only for p = 1 and p = 2": "Everything between 0 and 2 is a kernel, such as p = 1.37.",
            "for 0 < p ≤ 2": "The Gaussian is the last one. At p = 2.01 three points, close "
            "enough, find a negative value.",
            "for p ≥ 1, where the top is no cusp": "A cusp is harmless. A flat top is not.",
        },
        answer="for 0 < p ≤ 2",
    )

    size = (10, 4.2)
    veiled = (1,)
    story = """
the Gaussian
    At p = 2 the star stands at the edge: the blue curve crosses 0 just to its right.
Laplace | p=1.0
    At p = 1 there is a tip, and the three points give much.
a little too flat | p=2.05
    At p = 2.05 nobody sees a difference in the left panel. Three points do.
too far apart | p=2.05, eps=0.3
    The same bump, points three times as far apart: the three see nothing.
two points more | p=2.05, eps=0.3, n=5
    Five points at that distance do: the shaded region begins left of the star.
far beyond | p=3.0, eps=0.3
    At p = 3 the top is flat, and the three points shout.
"""
    handles = [
        Handle("choose p", lambda r: (r.p, r.three), lambda r, x, y: dict(p=x), panel=1),
        Handle(
            "spread the points", lambda r: (r.eps, r.h(r.eps)), lambda r, x, y: dict(eps=abs(x))
        ),
    ]
    notes = """Ask for the weights before showing them: which three numbers see a curvature? 1, −2,
    1, the second difference. The dashed curve is worth a line on the board: 8 − 2^(p+1) is 0 at
    p = 2 and nowhere else."""
    panels = (
        axes("$t$", (-2, 2), ylim=(0, 1.08), title="$h(t) = e^{-|t|^p}$"),
        axes("power $p$", (0.2, 4), ylim=(-12, 8)),
    )

    def sliders(self):
        return dict(
            p=slider("power p", 2, 0.2, 4, 0.01),
            eps=log_slider("spacing ε", 0.1, 0.02, 1),
            n=int_slider("points n", 3, 3, 9),
        )

    @staticmethod
    def compute(p, eps, n):
        """The three-point value over ε^p at every p, and where n points find something negative."""
        h = hunt.power(p)
        every = np.array([hunt.three_points(hunt.power(q), eps) for q in POWERS])
        apart = eps * np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
        least = np.linalg.eigvalsh(np.exp(-(apart ** POWERS[:, None, None])))[:, 0]
        K = hunt.gram_of(h, eps * np.arange(-1, 2))
        v = np.array([1.0, -2.0, 1.0])
        return dict(
            h=h,
            bump=h(NEAR),
            curve=every / eps**POWERS,
            caught=least < -1e-12,
            three=float(hunt.three_points(h, eps) / eps**p),
            by_matrix=float(v @ K @ v / eps**p),
            limit=8 - 2 ** (p + 1),
            least=float(hunt.smallest(h, eps * np.arange(n))),
        )

    def picture(self, left, right):
        left.legend(show=False)

        bump = plots.curves(left.ax, ["h"], color=plots.BLUE, lw=2.6)
        dots = plots.points(left.ax, ["points"], legend=None, size=90, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        shade = plots.band(right.ax, None, NEGATIVE, 0.15)
        right.ax.fill_between([], [], color=NEGATIVE, alpha=0.15, lw=0, label="n points betray")
        right.ax.axhline(0, color=plots.BLACK, lw=1)
        right.ax.plot(POWERS, 8 - 2 ** (POWERS + 1), color=plots.BOUND, ls="--", label="ε → 0")
        curve = plots.curves(right.ax, ["v′Kv / εᵖ"], color=plots.BLUE, ls="-", lw=2.4)

        here = plots.star(right.ax)

        def move(r):
            x = r.eps * (np.arange(r.n) - (r.n - 1) / 2) if r.n > 3 else r.eps * np.arange(-1, 2)
            floor = np.where(r.caught, -12.0, np.nan)
            return (
                *bump(NEAR, r.bump),
                *dots(np.column_stack([x, r.h(x)])),
                *shade(POWERS, floor, -floor),
                *curve(POWERS, r.curve),
                *here(r.p, r.three),
            )

        left.add(move)

    def caption(self, r):
        if r.three < 0:
            return (
                f"The three points give {r.three * r.eps**r.p:.2g}: negative, so this is no kernel."
            )
        if r.p > 2 and r.least < -1e-12:
            return f"Three points see nothing; {r.n} points find an eigenvalue of {r.least:.2g}."
        if r.p > 2:
            return "No kernel, but these points do not see it: bring them together, or take more."
        return (
            f"The three points give {r.three * r.eps**r.p:.2g}. Up to p = 2 it is never negative."
        )

    def numbers(self, r):
        return (
            f"three points at distance {r.eps:.3g} give v′Kv = {r.three * r.eps**r.p:.3g}, by εᵖ "
            f"{r.three:.3g}, limit {r.limit:.3g}; smallest eigenvalue of {r.n} points "
            f"{_plain(r.least, 1e-12)}."
        )

    def headline(self, r):
        return Claim(
            "no top flatter than a parabola",
            "Theorem 15.2",
            measured=(1 - r.h(2 * r.eps)) / r.eps**r.p,
            bound=4 * (1 - r.h(r.eps)) / r.eps**r.p,
            why_not="" if r.p <= 2 else "p is over 2, and then it is no kernel",
            words="A bump with h(0) = 1 that is a kernel has 1 − h(2t) ≤ 4(1 − h(t)).",
        )

    def identities(self, r):
        room = r.eps**r.p
        return [
            Claim("v′Kv = 6 − 8h(ε) + 2h(2ε)", "section 2", r.by_matrix, r.three, "==", 1e-6),
            Claim(
                "near its limit, from above",
                "section 2",
                r.three,
                r.limit + 4**r.p * room,
                tol=1e-6,
            ),
            Claim(
                "near its limit, from below",
                "section 2",
                r.three,
                r.limit - 4 * room,
                ">=",
                tol=1e-6,
            ),
            Claim("more points see no less", "section 2", r.least, r.three * room / 6),
            Claim(
                "up to p = 2 no points see anything",
                "Theorem 15.4",
                r.least,
                0.0,
                ">=",
                why_not="" if r.p <= 2 else "p is over 2",
            ),
        ]
