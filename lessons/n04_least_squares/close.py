"""The figure `close`."""

import numpy as np

from helpers import plots
from helpers.linear import least_squares
from helpers.live import Claim, Figure, Guess, Handle, axes, log_slider, regularisation
from lessons.n04_least_squares.world import PLAIN, bare


class Close(Figure):
    """A line through two points that are too close: its slope explodes unless it is held."""

    guess = Guess(
        r"The two examples are $\varepsilon = 0.001$ apart, and the slope is $-2000$. How large "
        r"must $\lambda$ be to bring the slope down to single digits?",
        {
            "about 1": "That would leave a slope of −0.0005. Far less is enough.",
            "about 0.05": "The slope would be −0.01 by then. Far less is enough.",
            "about 0.00005": "Right: what the data say about the slope is so faint that a tiny "
            "penalty outweighs it.",
            "it cannot: two points fix a line": "They fix the line of <i>least squares</i>. With a "
            "penalty on length, hitting them exactly is no longer the aim.",
        },
        answer="about 0.00005",
    )

    LAMS = np.geomspace(1e-6, 10, 90)
    veiled = (1,)
    story = """
the cliff
    Two examples almost above each other. Follow the blue curve to the right.
single digits | lam=0.0001
    λ = 0.0001, and the slope is down from 2000 to 5.
the worst distance | eps=0.02, lam=0.0001
    The points moved apart to 2√λ. Blue touches the dashed line: the bound is reached.
far apart | eps=1, lam=0.0001
    Points that say enough about the slope hardly feel the same λ.
too tight | eps=1, lam=10
    A large λ ignores even good examples.
"""
    sees = {
        "the cliff": lambda r: r.eps == 0.001 and r.slopes[0] > 10 * r.slopes[30],
        "single digits": lambda r: (
            abs(r.w0[0] + 2000) < 1e-3 and round(r.w[0]) == -5 and r.lam == 0.0001
        ),
        "the worst distance": lambda r: (
            abs(r.eps - 2 * np.sqrt(r.lam)) < 1e-9 and abs(r.w[0]) > 0.999 * r.bound
        ),
        "far apart": lambda r: r.lam == 0.0001 and abs(r.w[0] / r.w0[0]) > 0.999,
        "too tight": lambda r: r.eps == 1 and np.abs(r.w).max() < 0.1,
    }
    handles = [
        Handle(
            "move the second example",
            at=lambda r: (r.eps, -1),
            to=lambda r, x, y: dict(eps=x),
        ),
        Handle(
            "choose λ",
            at=lambda r: (r.lam, abs(r.w[0])),
            to=lambda r, x, y: dict(lam=x),
            panel=1,
        ),
    ]
    notes = """Collect numbers for the guess on the board; most say 0.1 or 1. After "the cliff" ask
    what is left of the two examples when λ grows: their mean, 0. "The worst distance" is where the
    inequality of arithmetic and geometric means is an equality (s² = nλ)."""
    widths = (1, 1.2)
    panels = (
        axes("$x$", (-0.6, 1.3), "$y$", (-2.4, 2.4)),
        axes("regularisation $\\lambda$", (5e-7, 15), "slope, without its sign", (2e-3, 4000)),
    )

    def sliders(self):
        return dict(
            eps=log_slider("distance ε", 0.001, 0.001, 1), lam=regularisation(1e-6, 1e-6, 10)
        )

    @staticmethod
    def compute(eps, lam):
        """The line through (0, 1) and (ε, -1), by least squares and by ridge."""
        ridge = least_squares.Ridge([[0, 1], [eps, 1]], [1, -1])
        w0, w = ridge.w(0.0), ridge.w(lam)  # slope and intercept
        slopes = np.abs(ridge.w(Close.LAMS)[:, 0])
        return dict(ridge=ridge, w0=w0, w=w, slopes=slopes, bound=1 / (2 * np.sqrt(lam)))

    def picture(self, left, right):
        left.ax.set_xticks([-0.5, 0, 0.5, 1])

        left.curves(["least squares"], shows=lambda r: (x, r.w0[0] * x + r.w0[1]), **PLAIN)
        left.curve("ridge", plots.FIT, shows=lambda r: (x, r.w[0] * x + r.w[1]), lw=2.6)
        dots = plots.points(left.ax, ["examples"], legend=None, size=80, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        right.level("least squares", plots.PURPLE, "-.", shows=lambda r: abs(r.w0[0]))
        right.curve(
            "bound",
            plots.BOUND,
            shows=lambda r: (self.LAMS, 1 / (2 * np.sqrt(self.LAMS))),
            log="xy",
            ls="--",
        )
        right.curve("ridge", plots.FIT, shows=lambda r: (self.LAMS, r.slopes), lw=2.6)
        right.star(shows=lambda r: (r.lam, abs(r.w[0])))
        right.ax.axhspan(1, 10, color=plots.YELLOW, alpha=0.25, lw=0)
        right.ax.text(13, 5, "single digits", ha="right", fontsize=11)
        bare(right.ax)

        x = np.array([-0.6, 1.3])
        left.add(dots, shows=lambda r: [[0, 1], [r.eps, -1]])

    def caption(self, r):
        text = f"Least squares has slope {r.w0[0]:.4g}, ridge {r.w[0]:.3g}."
        return text.replace(" -", " −")

    def numbers(self, r):
        return (
            f"least squares has slope {r.w0[0]:.4g} and intercept {r.w0[1]:.3g}, "
            f"ridge {r.w[0]:.3g} and {r.w[1]:.3g}; the condition number falls from "
            f"{r.ridge.condition(0.0):.3g} to {r.ridge.condition(r.lam):.3g}."
        )

    def headline(self, r):
        return Claim(
            "‖w‖ ≤ ‖y‖ / (2√(nλ))",
            "Theorem 4.3",
            np.linalg.norm(r.w),
            r.bound,
            words="However close the examples are, ridge is no longer than ‖y‖ / (2√(nλ)).",
        )

    def identities(self, r):
        X = r.ridge.X
        eig = np.linalg.eigvalsh(X.T @ X + 2 * r.lam * np.eye(2))
        top = least_squares.condition_bound(X, r.lam)
        return [
            Claim("least squares has slope −2/ε", "section 2", r.w0[0], -2 / r.eps, "=="),
            Claim("smallest eigenvalue ≥ nλ", "Theorem 4.3", eig[0], 2 * r.lam, ">="),
            Claim("condition number ≤ 1 + s₁²/(nλ)", "Theorem 4.3", eig[1] / eig[0], top, tol=1e-6),
        ]
