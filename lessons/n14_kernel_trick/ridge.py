"""The figure `ridge`."""

import numpy as np

from helpers import plots
from helpers.kernels import gaussian, laplace, periodic
from helpers.kernels.gram import Pairs
from helpers.kernels.ridge import KernelRidge
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    Step,
    axes,
    bandwidth,
    choice,
    points,
    regularisation,
)
from helpers.live.controls import written
from lessons.n14_kernel_trick.world import LEFT_OUT, TWELVE, short, within

GRID = np.linspace(0, 1, 201)
WIDTHS = np.geomspace(0.005, 5, 46)
KERNELS = {"Gaussian": gaussian, "Laplace": laplace, "periodic": lambda l: periodic(1, l)}


def moved(i):
    """A handle that moves the i-th of the twelve points."""

    def to(r, x, y):
        places = r.places.copy()
        places[i] = np.clip(x, 0, 1), np.clip(y, -1, 3)
        return dict(places=written(places))

    return Handle("move this point", lambda r: r.places[i], to)


class Ridge(Figure):
    """A bell over each of twelve points, their sum, and its errors at every bandwidth."""

    guess = Guess(
        "The blue curve is the sum of the thin bells. Now make all bells very narrow, and choose "
        "their heights anew. What will the blue curve do?",
        {
            "join the points by straight lines": "Nothing in it knows about lines: between two "
            "points there is no bell, so the sum has nothing to add up.",
            "spike at the points, 0 between": "Each point is alone with its own bell. The curve "
            "repeats what was measured there, and knows nothing elsewhere.",
            "come closest to the truth": "Not even at the points: there it "
            "repeats the noise. Between them no bell is left.",
            "become flat, at the mean": "That is the other end: bells so wide that all points look "
            "alike.",
        },
        answer="spike at the points, 0 between",
    )

    more = ("places",)
    veiled = (1,)
    story = [
        Step("twelve bells", "Thin lines are the bells, one over each point; blue is their sum."),
        Step(
            "narrow",
            "No bell reaches its neighbours. At the points the curve repeats what was measured, "
            "between them it falls to 0.",
            bandwidth=0.01,
            lam=0.001,
        ),
        Step(
            "just right",
            "Neighbours share. The star is at the bottom: points left out are foretold best.",
            bandwidth=0.2,
        ),
        Step(
            "wide",
            "Every bell covers all points, so all points look alike: the curve is nearly their "
            "mean.",
            bandwidth=5.0,
            lam=0.1,
        ),
        Step(
            "giants that cancel",
            "Wide bells, nearly no penalty: the thin lines are gone, far outside the picture, but "
            "their sum is tame.",
            bandwidth=0.5,
            lam=1e-6,
        ),
        Step(
            "pull a point",
            "One point has been pulled up. Which part of the curve follows, and how far?",
            places=written([*TWELVE[:7], (0.60, 2.2), *TWELVE[8:]]),
        ),
        Step(
            "a kernel with corners",
            "Bells with a tip (Laplace): the sum has a corner at each point.",
            kernel="Laplace",
            bandwidth=0.2,
            lam=0.001,
        ),
    ]
    handles = [
        *(moved(i) for i in range(12)),
        Handle(
            "choose the bandwidth",
            at=lambda r: (r.bandwidth, r.now[1]),
            to=lambda r, x, y: dict(bandwidth=x),
            panel=1,
        ),
    ]
    notes = """Let the class say what the curve does between the points before you drag the star to
    the far left. Then drag one point up at ℓ = 0.05 and at ℓ = 0.5: ℓ is how far news travels. The
    step with the giants comes back in exercise 2: wide does not mean stiff."""
    widths = (3, 2)
    panels = (
        axes("$x$", (-0.02, 1.02), "$y$", (-0.9, 2.9)),
        axes("bandwidth $\\ell$", (0.0044, 5.7), "typical miss", (0, 1.4)),
    )

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.08, 0.005, 5),
            lam=regularisation(0.01, 1e-6, 10),
            kernel=choice("kernel", "Gaussian", KERNELS),
            places=within(points("points", TWELVE), (0, 1), (-1, 3)),
        )

    @staticmethod
    def compute(bandwidth, lam, kernel, places):
        """Solve (K + nλI)α = y; f(x) is the sum of the bells αᵢ k(x, xᵢ)."""
        x, y = places.T
        k = kernel(bandwidth)
        fit = KernelRidge(k(x), y)
        alpha, loo = fit.alpha(lam), fit.loo(lam)
        grid = np.sort([*GRID, *x])  # with the points: narrow bells have their tips there
        bells = alpha * k(grid, x)
        return dict(
            grid=grid,
            y=y,
            fit=fit,
            alpha=alpha,
            loo=loo,
            bells=bells.T,
            curve=bells.sum(axis=1),
            miss=y - fit.K @ alpha,
            errors=errors_by_width(kernel, x, y, lam),
            now=(rms(y - fit.fitted(lam)), rms(loo)),
        )

    def picture(self, left, right):
        left.ax.axhline(0, color="0.8", lw=1)
        left.bundle(
            12, "bells", colour=plots.SKY, lw=1.1, shows=lambda r: (r.grid, np.clip(r.bells, -9, 9))
        )
        left.curve(
            "truth",
            plots.TRUTH,
            shows=lambda r: (GRID, 1 + np.sin(2 * np.pi * GRID)),
            ls=":",
            lw=1.5,
        )
        left.curve("their sum", plots.FIT, shows=lambda r: (r.grid, r.curve), lw=2.8)
        dots = plots.points(left.ax, ["points"], legend=None, size=70, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        right.curve("seen", plots.TRAIN, shows=lambda r: (WIDTHS, r.errors[0]), log="x", lw=2.4)
        right.curve("left out", LEFT_OUT, shows=lambda r: (WIDTHS, r.errors[1]), ls="--", lw=2.4)
        right.star(shows=lambda r: (r.bandwidth, r.now[1]))

        left.add(dots, shows=lambda r: r.places)

    def caption(self, r):
        return (
            f"The sum misses the points by {r.now[0]:.2f}; a point that was left out would be "
            f"missed by {r.now[1]:.2f}."
        )

    def numbers(self, r):
        return (
            f"the sum of twelve bells misses the points by {r.now[0]:.3f} (root mean square) and "
            f"points left out by {r.now[1]:.3f}; the largest coefficient is "
            f"{short(np.abs(r.alpha).max())}; {r.fit.df(r.lam):.1f} degrees of freedom."
        )

    def headline(self, r):
        i = int(np.argmax(np.abs(r.miss)))
        return Claim(
            "largest miss = nλ times its coefficient",
            "Theorem 14.1",
            r.miss[i],
            12 * r.lam * r.alpha[i],
            "==",
            1e-7,
            words="The curve misses point i by exactly nλαᵢ: a tall bell stands on a missed point.",
        )

    def identities(self, r):
        fit, i = r.fit, int(np.argmax(np.abs(r.loo)))
        least = fit.objective(r.lam)
        price = r.lam * r.y @ r.alpha
        again = fit.refit(i, r.lam)
        worst = "worst point left out: shortcut = new fit"
        return [
            Claim("the least objective is λ y′α", "Theorem 14.5", least, price, "==", 1e-7),
            Claim(worst, "Theorem 14.8", r.loo[i], again, "==", 1e-5),
        ]


def rms(errors):
    """Root mean square along the last axis."""
    return np.sqrt(np.mean(np.square(errors), axis=-1))


def errors_by_width(kernel, x, y, lam):
    """(2, widths): training and leave-one-out error at every bandwidth of WIDTHS.

    One stack of small inverses; `KernelRidge` is the road for a single bandwidth.
    """
    pairs, n = Pairs(x), len(y)
    G = np.linalg.inv(np.array([kernel(l)(pairs) for l in WIDTHS]) + n * lam * np.eye(n))
    alpha = G @ y
    return np.array([rms(n * lam * alpha), rms(alpha / np.diagonal(G, axis1=1, axis2=2))])
