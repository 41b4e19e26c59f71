"""The figure `regression`."""

import numpy as np

from helpers import plots
from helpers.descent import optim, problems
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider, step_size
from lessons.n07_gradient_descent.world import curvatures, mean_factor


class Regression(Figure):
    """A line through points, found by descent: how long a step do the data allow?"""

    guess = Guess(
        "What do the steps 0.99 and 3 really do?",
        {
            "as reported: 0.99 is fast, 3 is slow": "The curvature of a mean of squares is about "
            "2, not 1: everything over about 1 diverges.",
            "0.99 is fast, 3 diverges": "0.99 would be fine if the largest curvature were 2 "
            "exactly. On most samples it is a little more.",
            "3 diverges, and on most samples 0.99 too": "The largest curvature is at least 2, "
            "whatever the data; on 86 % of 2000 samples it is over 2/0.99.",
            "that depends on the answers y": "They move the optimum. The curvature comes from the "
            "x alone.",
        },
        answer="3 diverges, and on most samples 0.99 too",
    )

    play = "T"
    veiled = (1,)
    more = ("corr",)
    story = """
η = 0.01 | eta=0.01, T=40
    Forty steps, and the line is still on its way.
η = 0.5 | eta=0.5, T=4
    Four steps are enough.
η = 0.95 | eta=0.95, T=9
    The line swings from side to side and settles slowly.
η = 0.99 | eta=0.99, T=40
    On this sample that is already too long.
η = 3 | eta=3, T=5
    Five steps, and the line has left the picture.
another sample | eta=0.95, T=40, sample=4
    The limit moves with the sample: here 0.95 is already too long.
"""
    sees = {
        "η = 0.01": lambda r: r.T == 40 and r.gap[r.T] > 1 and r.eta == 0.01,
        "η = 0.5": lambda r: r.T == 4 and r.gap[r.T] < 1e-3,
        "η = 0.95": lambda r: r.eta < 2 / r.curved[1] and r.T == 9 and 1 < r.gap[9] < r.gap[0],
        "η = 0.99": lambda r: r.sample == 1 and r.eta < 1 and r.gap[40] > r.gap[0],
        "η = 3": lambda r: r.T == 5 and np.abs(lines(r.run.w[5])).max() > 1e4,
        "another sample": lambda r: r.eta == 0.95 and r.gap[40] > r.gap[0],
    }
    handles = [
        Handle(
            "walk along the steps",
            at=lambda r: (r.T, r.gap[r.T]) if 1e-8 < r.gap[r.T] < 1e4 else None,
            to=lambda r, x, y: dict(T=x),
            panel=1,
        ),
    ]
    notes = """Ask for β before anything moves: it needs two means of the x only. Then η = 0.5,
    0.95, 0.99. The answers y do not enter the limit at all: change the correlation under more."""
    widths = (3, 2)
    panels = (
        axes("$x$", (-3, 3), "$y$", (-3.2, 3.2)),
        axes("step $t$", (0, 41), "risk above its minimum", (1e-8, 1e4)),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.2, 0.005, 3),
            T=int_slider("steps T", 6, 0, 40),
            n=int_slider("examples n", 100, 10, 500, 10),
            sample=int_slider("new random sample i", 1, 1, 50),
            corr=slider("correlation ϱ", 0.2, -1, 1, 0.05),
        )

    @staticmethod
    def compute(eta, T, n, sample, corr):
        """Forty steps on the training risk, the same by matrix powers, and the curvatures."""
        X, y, population = problems.normal_pairs(n, corr, np.random.default_rng(sample))
        f, start = problems.least_squares(X, y), np.array([2.0, -2.0])
        run = optim.gradient_descent(f.grad, start, eta, 40)
        gap = f.gap(run.w)
        mu, beta = curvatures(X[:, 1])
        factor = max(abs(1 - eta * beta), abs(1 - eta * mu))
        clear = int(np.flatnonzero(gap >= 1e-16 * gap[0])[-1])  # later ones are rounding error
        return dict(
            points=np.column_stack([X[:, 1], y]),
            f=f,
            run=run,
            gap=gap,
            population=population,
            curved=(mu, beta),
            factor=factor,
            bound=gap[0] * factor ** (2 * np.arange(41)),
            clear=clear,
            measured=mean_factor(gap[clear], gap[0], clear),
            exact=f.gap(optim.quadratic_path(f.A, f.b, start, eta, clear).last),
        )

    def picture(self, left, right):
        left.curve("examples", "0.6", shows=lambda r: (*r.points.T,), ls="", marker="o", ms=3.5)
        left.bundle(
            5,
            "before",
            plots.SKY,
            shows=lambda r: (ends, lines(r.run.w[np.maximum(np.arange(r.T - 5, r.T), 0)])),
        )
        left.curve("least squares", plots.TRAIN, shows=lambda r: (ends, lines(r.f.w_star)), ls="--")
        left.curve("now", plots.FIT, shows=lambda r: (ends, lines(r.run.w[r.T])), lw=2.5)

        right.curve("measured", plots.FIT, shows=lambda r: (t, r.gap), log="y")
        right.curve("bound", plots.BOUND, shows=lambda r: (t, r.bound), ls="--")
        right.star(shows=lambda r: (*plots.gaps([r.T, r.gap[r.T]]),))

        t, ends = np.arange(41), np.array([-3.0, 3.0])

    def caption(self, r):
        limit = 2 / r.curved[1]
        if r.eta > limit:
            return f"This sample allows steps under {limit:.3g}: yours is longer."
        return (
            f"This sample allows steps under {limit:.3g}; one of yours leaves at most "
            f"{r.factor:.3g} of the distance."
        )

    def numbers(self, r):
        beyond = r.f.value(r.run.w[r.T]) - r.f.value(r.population)
        return (
            f"the curvatures are {r.curved[0]:.3f} and {r.curved[1]:.3f}, so steps under "
            f"{2 / r.curved[1]:.3f} converge; after {r.T} steps the training risk is "
            f"{r.gap[r.T]:.2g} above its minimum and {beyond:.2g} above that of the population's "
            f"best line, whose slope is {r.corr:.2f}."
        )

    def headline(self, r):
        return Claim(
            "the factor from two means",
            "Theorem 7.7",
            r.measured,
            r.factor,
            tol=1e-6,
            words="The mean of x and the mean of x² fix both curvatures, and so the factor a step "
            "leaves at most.",
        )

    def identities(self, r):
        w, along = np.array([2.0, -2.0]), np.array([0.6, 0.8])
        slope = (r.f.value(w + 1e-4 * along) - r.f.value(w - 1e-4 * along)) / 2e-4
        exact = mean_factor(r.exact, r.gap[0], r.clear)
        mu, beta = r.curved
        return [
            Claim("β from two means", "Theorem 7.7", r.f.beta, beta, "=="),
            Claim("μ from two means", "Theorem 7.7", r.f.mu, mu, "=="),
            Claim("β is never under 2", "Theorem 7.7", r.f.beta, 2, ">="),
            Claim("the gradient", "section 4", r.f.grad(w) @ along, slope, "==", tol=1e-6),
            Claim("one factor a direction", "Theorem 7.1", r.measured, exact, "==", tol=1e-6),
        ]


def lines(w):
    """Heights of the lines w[0] + w[1] x at x = -3 and x = 3."""
    return np.stack([w[..., 0] - 3 * w[..., 1], w[..., 0] + 3 * w[..., 1]], axis=-1)
