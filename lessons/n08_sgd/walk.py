"""The figure `walk`."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.descent import batches, laws, optim, sgd
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider, step_size
from lessons.n08_sgd.world import MILLION, W_RISK, million, steps

ONE, DESCENT = plots.ORANGE, plots.TRUTH


class Walk(Figure):
    """SGD on a line through a million points: where it walks, and what it has read by then."""

    guess = Guess(
        "Black reads all 1 000 000 examples for each step, orange one; both use the same step "
        "size. When orange has read 1000 examples (0.1 % of what black needs for its first step), "
        "where will it be?",
        {
            "lost: the errors add up": "Each step forgets a little of the earlier errors, so they "
            "do not add up.",
            "still near the start": "It has made 1000 steps by then. Each is poor, but they are "
            "many.",
            "about where black is after one step": "Far beyond. Walk through the steps below.",
            "almost at the minimum": "Its expected height is 0.02, and it started at 12. One step "
            "of black leads from 12 to 10.",
        },
        answer="almost at the minimum",
    )

    size = (10, 4.1)  # a slide with a long title must hold it
    play = "T"
    veiled = (1,)
    more = ("a", "b", "i")
    READ = np.unique(np.geomspace(1, 1e9, 140).astype(np.int64))  # examples read
    story = """
one step | T=1
    In this run all three go roughly the same way; in others orange hardly does. Now look at the
    price.
fifty | T=50
    Same number of steps, nearly the same place. But descent has read fifty million examples,
    and orange fifty.
no rest | T=300
    Three hundred steps: descent is at the minimum, orange shakes around it for ever.
m = 100 | T=300, m=100
    Batches of 100 stay about a hundred times lower than orange.
short | T=300, eta=0.01
    A fifth of the step: less shaking, five times slower.
too long | T=60, m=100, eta=0.32
    Descent is calm, and so is a batch of 100. The expected height of single examples explodes;
    yet the orange run stays in sight.
"""
    sees = {
        "one step": lambda r: r.T == 1 and min(along(r.one, r), along(r.batch, r)) > 0.8,
        "fifty": lambda r: r.T == 50 and np.linalg.norm(r.one[-1] - r.descent[-1]) < 0.2,
        "no rest": lambda r: r.T == 300 and r.now[2] < 1e-20 and abs(r.now[0] / r.floor - 1) < 0.01,
        "m = 100": lambda r: r.m == 100 and 90 < r.now[0] / r.now[1] < 120,
        "short": lambda r: r.eta == 0.01 and 0.003 < r.now[0] < 0.022 / 5,
        "too long": lambda r: r.now[1] < 0.01 < 1e4 < r.now[0] and np.abs(r.one).max() < 5,
    }
    handles = [
        Handle("drag the start", at=lambda r: (r.a, r.b), to=lambda r, x, y: dict(a=x, b=y)),
    ]
    notes = """Press play on T and let the class watch both panels: the left says that SGD is a
    nervous descent, the right that it arrives before descent has finished its first step. Then
    "too long" with T = 300: the mean still follows descent (the headline), the expected height is
    10¹⁶, and orange stays in the picture. Ask how all three can be true: 98 % of the runs never
    get farther than 50, the mean is made by the others."""
    widths = (1, 1.15)
    panels = (
        axes("intercept", (-1.2, 2.6), "slope", (-2.6, 2.2)),
        axes("examples read so far", (0.8, 1e9), "expected height above the minimum", (1e-5, 40)),
    )

    def sliders(self):
        return dict(
            T=int_slider("steps T", 5, 1, 300),
            eta=step_size(0.05, 0.005, 0.9),
            m=int_slider("batch size m", 10, 1, 100),
            i=int_slider("new random run", 1, 1, 5),
            a=slider("start at intercept", 2, -1, 2.5, 0.05),
            b=slider("start at slope", -2, -2.5, 2, 0.05),
        )

    @staticmethod
    def compute(T, eta, m, i, a, b):
        """One run with batches of m, the same with m = 1, descent; exact expected heights."""
        law, start = million_law(), np.array([a, b])
        run = sgd.sgd(guesses(m, i), np.tile(start, (2, 1)), eta, T)
        descent = optim.quadratic_path(law.f.A, law.f.b, start, eta, T).w
        sizes = (1, m, MILLION)
        limits = [law.longest_step(size, replace=False) for size in sizes]
        curves = [law.heights(start, eta, s, Walk.READ // s, replace=False) for s in sizes]
        U = [law.second_moments(start, eta, s, [T], replace=False) for s in sizes]
        return dict(
            one=run.w[:, 1],
            batch=run.w[:, 0],
            noise=run.v[:, 0] - law.f.grad(run.w[:-1, 0]),
            descent=descent,
            mean=law.mean_and_sd(U[1])[0][0],
            limits=limits,
            curves=curves,
            now=[float(law.excess(u)[0]) for u in U],
            first=float(law.heights(start, eta, MILLION, [1], replace=False)[0]),
            paid=float(law.heights(start, eta, 1, [MILLION], replace=False)[0]),
            floor=law.floor(eta, 1, replace=False),
        )

    def picture(self, left, right):
        plots.contours(
            left.ax,
            lambda w: ((w - W_RISK) ** 2).sum(axis=1),
            (-1.2, 2.6, -2.6, 2.2),
            levels=np.arange(1, 9) ** 2 / 4,
            colors="0.8",
            cmap=None,
        )
        looks = [("m = 1", ONE, "^"), ("batch m", plots.FIT, "s"), ("descent", DESCENT, "o")]
        paths = [
            plots.curves(left.ax, [name], color=colour, ls="-", lw=1.3, marker=mark, ms=3)
            for name, colour, mark in looks
        ]
        heights = [
            plots.curves(right.ax, [name], log="xy", color=colour, ls="-")
            for name, colour, _ in looks
        ]
        ends = [
            plots.mark(ax, None, mark, colour, 11)
            for ax in (left.ax, right.ax)
            for _, colour, mark in looks
        ]
        start = plots.mark(left.ax, None, "P", "white", 12)
        left.ax.plot(*W_RISK, "D", color="white", mec="black", ms=8, zorder=4)
        left.ax.text(W_RISK[0], W_RISK[1] + 0.6, "minimum", ha="center", color="0.35", fontsize=12)
        right.ax.minorticks_off()

        left.add(lambda r: self.move(r, paths, heights, ends, start))

    def move(self, r, paths, heights, ends, start):
        runs = [kept(w) for w in (r.one, r.batch, r.descent)]
        read = [r.T, r.T * r.m, r.T * MILLION]
        places = [w[-1] for w in runs] + list(zip(read, r.now))
        return (
            *(line for draw, w in zip(paths, runs) for line in draw(*w.T)),
            *(line for draw, h in zip(heights, r.curves) for line in draw(self.READ, h)),
            *(dot for draw, place in zip(ends, places) for dot in draw(*place)),
            *start(r.a, r.b),
        )

    def caption(self, r):
        if r.eta >= r.limits[0]:
            calm = "stays bounded" if r.eta < r.limits[1] else "grows without bound, too"
            return (
                f"η is over {r.limits[0]:.2f}: the mean square of single examples grows without "
                f"bound; that of the batches {calm}."
            )
        one, batch, descent = (f"{h:.2g}" if h >= 1e-4 else "almost 0" for h in r.now)
        return (
            f"Expected heights after {steps(r.T)}: single examples {one}, batches {batch}, "
            f"descent {descent}."
        )

    def numbers(self, r):
        told = [f"{h:.3g}" if h < 1e9 else "beyond all bounds" for h in r.now]
        return (
            f"after {steps(r.T)} the expected height above the minimum is {told[0]} with m = 1, "
            f"{told[1]} with batches of {r.m} and {told[2]} for descent; they have read {r.T}, "
            f"{r.T * r.m} and {r.T} million examples; the mean square stays bounded for steps "
            f"under {r.limits[0]:.3g}, {r.limits[1]:.3g} and {r.limits[2]:.3g}."
        )

    def headline(self, r):
        wild = (
            f"η is over {r.limits[1]:.2f}, the spread has no bound" if r.eta >= r.limits[1] else ""
        )
        return Claim(
            "expected slope after T steps = descent's",
            "Theorem 8.1",
            r.mean[1],
            r.descent[-1, 1],
            "==",
            why_not=wild,
            words="Averaged over all draws, SGD is exactly where descent is (compared: the slope).",
        )

    def identities(self, r):
        wild = ["η is too long for this" if r.eta >= limit else "" for limit in r.limits]
        early = "the noise of m = 1 outweighs a full step" if r.floor >= r.first else ""
        return [
            Claim(
                "this run = descent + its discounted noise (slope)",
                "Theorem 8.1",
                r.batch[-1, 1],
                r.descent[-1, 1] - echo(r.noise, r.eta)[1],
                "==",
                tol=1e-7,
                why_not=wild[1],
            ),
            Claim("a larger batch is nearer", "Theorem 8.2", r.now[1], r.now[0], why_not=wild[0]),
            Claim(
                "for one full step's reading m = 1 is lower",
                "section 1",
                r.paid,
                r.first,
                why_not=wild[0] or early,
            ),
        ]


@cache
def million_law():
    """The exact law of SGD on the million."""
    return laws.law(*million())


@cache
def draws():
    """Sums over batches of 1 to 100 different examples, for 300 steps of five runs."""
    rng = np.random.default_rng(1)
    return batches.nested_sums(*million(), batches.draw(MILLION, 100, rng, (300, 5), replace=False))


def guesses(m, i):
    """Run i with batches of m, and beside it the same run with the first example of each."""
    pairs = (draws().moments(size) for size in (m, 1))
    return batches.affine_guess(*((A[:, [i - 1]], b[:, [i - 1]]) for A, b in pairs))


def along(run, r):
    """The cosine between where a run has gone and where descent has gone."""
    moves = [points[-1] - points[0] for points in (run, r.descent)]
    return moves[0] @ moves[1] / np.prod([np.linalg.norm(move) for move in moves])


def kept(points, most=50):
    """Points of a run; what has left for good is not drawn."""
    return np.where(np.abs(points) < most, points, np.nan)


def echo(noise, eta):
    """eta sum_t (I - eta A)^(T-t) noise_t: what is left of the errors of all guesses, (2,)."""
    keep, total = np.eye(2) - eta * million_law().f.A, np.zeros(2)
    for xi in noise:
        total = keep @ total + eta * xi
    return total
