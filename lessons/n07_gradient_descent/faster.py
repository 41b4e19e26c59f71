"""The figure `faster`."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.descent import bounds, newton, optim, problems
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, log_slider

LINKS = 96  # twice the gradients that a slider offers


class Faster(Figure):
    """What momentum, conjugate directions and curvature gain, and what nothing can."""

    guess = Guess(
        r"In a valley with $\kappa = 1000$ plain descent takes about 4400 steps to a height of "
        "$10^{-8}$. How many with momentum?",
        {
            "about 2200": "Momentum is not a constant factor: it changes how κ enters.",
            "about 240": "A step keeps 0.968 of the distance, not 0.998: some sixteen times the "
            r"pace. Where descent has $\kappa$, momentum has $\sqrt\kappa$.",
            "about 30": r"That would be $\sqrt\kappa$ itself, but there is also the accuracy to "
            "pay for.",
            "about 4400 as well": "The same gradients, but not the same path: look at the slopes.",
        },
        answer="about 240",
    )

    veiled = (0, 1)
    story = """
κ = 10 | kappa=10
    Nearly a bowl: everybody arrives, some sooner.
κ = 100
    Descent bends off. Momentum goes on falling.
κ = 1000 | kappa=1000, T=48
    Descent hardly moves any more, momentum does.
κ = 10 000 | kappa=10000, T=48
    After 48 gradients all three are far from the floor. Newton has jumped there.
κ = 3 | kappa=3, T=20
    On a round problem momentum gains little.
"""
    sees = {
        "κ = 10": lambda r: max(gap[-1] for gap in r.gaps) < 1e-10,
        "κ = 100": lambda r: r.kappa == 100 and r.gaps[0][-1] > 100 * r.gaps[1][-1],
        "κ = 1000": lambda r: r.kappa == 1000 and r.gaps[0][-1] > 9 * r.gaps[1][-1],
        "κ = 10 000": lambda r: min(gap[-1] for gap in r.gaps[:3]) > 1e-4 > r.gaps[3][1],
        "κ = 3": lambda r: r.kappa == 3 and 0.9 < r.steps[1] / r.steps[0] < 1,
    }
    handles = [
        Handle(
            "this is κ",
            at=lambda r: (r.kappa, r.steps[1]),
            to=lambda r, x, y: dict(kappa=x),
            panel=1,
        ),
    ]
    notes = """Ask for the number of steps at κ = 1000 first. The slopes 1 and ½ on the right are
    the message: a hundred times harder costs descent a hundred times, momentum ten times."""
    widths = (3, 2)
    panels = (
        axes("gradients used", (0, 48), "height above the floor", (1e-10, 1)),
        axes("condition $\\kappa$", (1.2, 1.5e4), "steps to $10^{-8}$ in a valley", (3, 1e5)),
    )

    def sliders(self):
        return dict(
            kappa=log_slider("condition κ", 100, 1.5, 10000),
            T=int_slider("gradients T", 40, 1, 48),
        )

    @staticmethod
    def compute(kappa, T):
        """Four methods on the chain; momentum along the flattest axis of a valley."""
        (f, w_star), start, t = chain(kappa), np.zeros(LINKS), np.arange(T + 1)
        mu, R = 1 / kappa, np.linalg.norm(w_star)
        quick = optim.nesterov(f.grad, start, 1.0, T, mu=mu)
        runs = [
            optim.gradient_descent(f.grad, start, 2 / (1 + mu), T),
            quick,
            newton.conjugate_gradient(f.A, f.b, start, T),
            newton.newton(f.grad, f.hess, start, 1),
        ]
        gaps = [heights(f, w_star, run.w)[np.minimum(t, run.T)] for run in runs]
        two = problems.valley(kappa)
        alone = optim.nesterov(two.grad, [1.0, 0.0], 1.0, T, mu=mu).last[0]
        return dict(
            t=t,
            gaps=gaps,
            kept=np.linalg.norm(quick.last - w_star) / R,
            alone=alone,
            law=(1 - mu**0.5) ** T * (1 + T * mu**0.5),
            floor=bounds.gradient_lower_bound(mu, kappa, R, t),
            steps=counted(kappa),
        )

    def picture(self, left, right):
        names = ["descent", "momentum", "conjugate", "Newton"]
        colours = [plots.FIT, plots.RED, plots.GREEN, plots.PURPLE]
        curves = [
            plots.curves(left.ax, [name], log="y", color=colour, ls=dash)
            for name, colour, dash in zip(names, colours, plots.DASHES)
        ]
        floor = plots.curves(left.ax, ["bound"], color=plots.BOUND, ls="--", lw=1.4)
        left.legend(columnspacing=0.8, handlelength=1.1)
        for count, colour, dash in zip(table()[1:], colours, plots.DASHES):
            right.ax.loglog(table()[0], count, color=colour, ls=dash)
        right.ax.text(1.5, 2e4, "descent, slope 1", color=plots.FIT)
        right.ax.text(60, 12, "momentum, slope ½", color=plots.RED)
        here = [plots.star(right.ax), plots.star(right.ax)]
        left.add(lambda r: (line for draw, gap in zip(curves, r.gaps) for line in draw(r.t, gap)))
        left.add(floor, shows=lambda r: (r.t, r.floor))
        right.add(
            lambda r: (star for mark, count in zip(here, r.steps) for star in mark(r.kappa, count))
        )

    def caption(self, r):
        slow, quick = r.steps
        return f"To 10⁻⁸ in a valley: descent takes {slow:.0f} steps, momentum {quick:.0f}."

    def numbers(self, r):
        names = ("descent", "momentum", "conjugate gradients", "Newton")
        said = ", ".join(f"{name} {gap[-1]:.2g}" for name, gap in zip(names, r.gaps))
        return (
            f"after {r.T} gradients: {said}; nothing built from gradients can be under "
            f"{r.floor[-1]:.2g}; in a valley descent takes {r.steps[0]:.0f} steps to 1e-8 and "
            f"momentum {r.steps[1]:.0f}."
        )

    def headline(self, r):
        return Claim(
            "momentum, from κ to √κ",
            "Theorem 7.8",
            r.kept,
            r.law,
            tol=1e-12,
            words="With momentum at most (1 + T/√κ)(1 − 1/√κ)ᵀ of the distance is left.",
        )

    def identities(self, r):
        deep = "" if r.floor[-1] > 1e-13 else "the floor is below rounding error"
        least = min(gap[-1] for gap in r.gaps[:3])
        root = max(r.law, 1e-300) ** (1 / r.T)
        alone = abs(r.alone) ** (1 / r.T)
        return [
            Claim("reached in the flattest direction", "Theorem 7.8", alone, root, "==", tol=1e-8),
            Claim("≥ lower bound", "Theorem 7.9", least, r.floor[-1], ">=", 1e-14, deep),
            Claim("one Newton step arrives", "section 5", r.gaps[3][1], 1e-12),
        ]


@cache
def chain(kappa):
    """The chain that no gradient method walks quickly, with its minimiser."""
    f = problems.chain(LINKS, kappa)
    return f, np.linalg.solve(f.A, f.b)


def heights(f, w_star, w):
    """f(w) - f* of a quadratic, without its eigenvalues, which cost more than all the steps."""
    d = w - w_star
    return np.maximum(((d @ f.A) * d).sum(axis=1) / 2, 1e-16)


@cache
def table():
    """Condition numbers, and the steps that descent and momentum take to a height of 1e-8."""
    kappas = np.geomspace(1.5, 1e4, 25)
    return kappas, *problems.steps_to(1e-8, kappas)


def counted(kappa):
    """The table at any kappa, on straight lines between its logarithms."""
    at, *counts = (np.log(column) for column in table())
    return [float(np.exp(np.interp(np.log(kappa), at, count))) for count in counts]
