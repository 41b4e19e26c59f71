"""The figure `speed`."""

import numpy as np

from helpers import plots
from helpers.descent import optim, problems
from helpers.live import Claim, Figure, Guess, axes, log_slider, slider

STEEP, FLAT = plots.RED, plots.GREEN
ETAS = np.linspace(0, 2.4, 241)


class Speed(Figure):
    """The factor of one step in the steep and in the flat direction, against the step size."""

    guess = Guess(
        r"Which constant step is best for the worst start, if $\kappa = 10$?",
        {
            "a bit less than 1/β, to be safe": "Then both directions are slower than at "
            r"$1/\beta$.",
            "1/β: the steep direction decides": r"At $1/\beta$ the steep direction is finished and "
            "the flat one keeps 0.9 a step. It is the flat one that decides.",
            "nearly 2/β": r"At $1.82/\beta$ both keep 0.82 a step: the steep direction gives up "
            "some of its speed to the flat one.",
            "1/μ: the flat direction decides": "The steep direction would be multiplied by −9.",
        },
        answer="nearly 2/β",
    )

    veiled = (0,)
    story = """
short | eta=0.3
    Both directions shrink, the flat one hardly: it decides.
1/β
    The steep direction is finished in one step. The flat one still decides.
where they cross | eta=1.818
    The worse of the two is best: the diamond.
too long | eta=2.1
    Past 2/β the steep direction is over the line: it grows.
κ = 3 | eta=1.5, kappa=3
    A rounder valley: the crossing is lower.
κ = 100 | eta=1.9802, kappa=100
    A narrow valley: even the best is near 1.
"""
    sees = {
        "short": lambda r: r.measured[1] < r.measured[0] < 1 < r.kappa and r.measured[0] > 0.95,
        "1/β": lambda r: r.left[1, 1] == 0 and np.isclose(r.worst, r.measured[0]),
        "where they cross": lambda r: r.kappa == 10 and abs(r.worst - r.best[1]) < 1e-3,
        "too long": lambda r: r.eta > 2 and r.measured[1] > 1,
        "κ = 3": lambda r: abs(r.worst - 0.5) < 1e-6,
        "κ = 100": lambda r: r.worst > 0.98 and abs(r.worst - r.best[1]) < 1e-4,
    }
    notes = """Draw the two V by hand first. Let someone drag the star to the lowest point of the
    grey band, then change κ and ask whether it is still lowest."""
    widths = (3, 2)
    panels = (
        axes("step size $\\eta$", (0, 2.4), "factor of one step", (0, 1.45)),
        axes("step $t$", (0, 40), "distance left", (1e-6, 1e2)),
    )

    def sliders(self):
        return dict(
            eta=slider("step size η", 1, 0.02, 2.4, 0.01),
            kappa=log_slider("condition κ", 10, 1, 200),
        )

    @staticmethod
    def compute(eta, kappa):
        """Forty steps from (1, 1), and the factors that the two directions should have."""
        f = problems.valley(kappa)
        run = optim.gradient_descent(f.grad, [1.0, 1.0], eta, 40)
        flat, steep = np.abs(1 - np.outer(ETAS, f.eigenvalues)).T
        return dict(
            left=np.abs(run.w),
            flat=flat,
            steep=steep,
            worst=np.abs(1 - eta * f.eigenvalues).max(),
            measured=np.abs(run.last) ** (1 / 40),
            best=(2 / (f.beta + f.mu), (kappa - 1) / (kappa + 1)),
        )

    def picture(self, left, right):
        left.curve("the worse", "0.8", shows=lambda r: (ETAS, np.maximum(r.flat, r.steep)), lw=8)
        left.curve("steep, $|1-\\eta\\beta|$", STEEP, shows=lambda r: (ETAS, r.steep), ls="--")
        left.curve("flat, $|1-\\eta\\mu|$", FLAT, shows=lambda r: (ETAS, r.flat))
        left.ax.axhline(1, color=plots.BOUND, lw=1, ls=":")
        left.mark("lowest", marker="D", colour="white", size=9, shows=lambda r: (*r.best,))
        left.hand("this is η", shows=lambda r: (r.eta, r.worst), eta="x")

        right.curve("flat", FLAT, shows=lambda r: (t, r.left[:, 0]), log="y", lw=4)
        # dashed, so that the flat one is seen where both agree
        right.curve("steep", STEEP, shows=lambda r: (t, r.left[:, 1]), ls="--")
        t = np.arange(41)

    def caption(self, r):
        if r.worst > 1:
            return f"The steep direction grows by a factor {r.worst:.3g} at every step."
        if abs(r.eta - r.best[0]) < 1e-3:
            return f"Both directions keep {r.worst:.3g} a step: no step size does better."
        who = "steep" if r.eta > r.best[0] else "flat"
        return f"The {who} direction decides: {r.worst:.3g}; the best step has {r.best[1]:.3g}."

    def numbers(self, r):
        flat, steep = r.measured
        return (
            f"every step multiplies the flat direction by {flat:.3g} and the steep one by "
            f"{steep:.3g}, in size; the worse one is smallest at η = {r.best[0]:.4g}, where it is "
            f"{r.best[1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "no step beats 2/(β+μ)",
            "Theorem 7.3",
            r.measured.max(),
            r.best[1],
            ">=",
            words="No step size has a worst factor below (κ − 1)/(κ + 1).",
        )

    def identities(self, r):
        flat, steep = r.measured
        return [
            Claim("the steep factor", "Theorem 7.1", steep, abs(1 - r.eta), "==", tol=1e-7),
            Claim("the flat factor", "Theorem 7.1", flat, abs(1 - r.eta / r.kappa), "==", tol=1e-7),
        ]
