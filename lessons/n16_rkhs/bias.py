"""Bias: a kernel machine with and without b, and where the origin is."""

import numpy as np

from helpers import plots
from helpers.kernels import rkhs
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    bandwidth,
    choice,
    regularisation,
    slider,
)
from helpers.margins.svm import kernel_machine
from lessons.n16_rkhs.world import BOX, CLOUDS, SIDE, SIGNS, gram_around, level_line, shading


class Bias(Figure):
    """Two clouds, parted by a kernel machine with b and by one without."""

    guess = Guess(
        "With b, the machine on the left gets all 40 points right (26 blue, 14 orange). What does "
        "the best machine without b do?",
        {
            "the same: λ is small": "No λ helps: without b the line has to pass through the "
            "origin.",
            "a little worse: a few errors": "No line through the yellow cross has the clouds on "
            "two sides.",
            "it calls every point blue": "A line through the yellow cross cannot part the clouds. "
            "So it gives up the nearer one, whose wrong scores are small: 14 of 40 wrong.",
        },
        answer="it calls every point blue",
    )

    size = (10, 4.1)
    veiled = (1,)
    more = ("x0", "y0")
    story = """
the origin is far
    Left: with b every cloud is on its side. Right: without b the line has to pass through the
    cross, and fails.
the origin lies between | x0=0.0, y0=0.0
    Moved between the clouds, the cross costs little: both machines get all points right.
no shift can harm it | kernel="Gaussian"
    The Gaussian kernel does not know where the origin is. Without b it does nearly as well, and
    differs far from the points: there b alone decides.
a free bias takes over | kernel="Gaussian", lam=0.3
    A strong penalty: f is dear and b is free, so b calls every point blue, the larger class.
    Without b all are right.
behind the other cloud | x0=3.2, y0=0.8
    The origin behind the blue cloud: now that is the nearer one, and it is given up, though it
    is the larger.
"""
    handles = [
        Handle(
            f"move the origin ({side})",
            at=lambda r: (r.x0, r.y0),
            to=lambda r, x, y: dict(x0=x, y0=y),
            panel=panel,
        )
        for panel, side in enumerate(("left picture", "right picture"))
    ]
    notes = """Drag the cross round the clouds. On the line between them little happens, behind one
    of them the machine without b gives that cloud up. Then the Gaussian: hardly a difference.
    This is why some books drop b in the kernel section, and why one may not do so for the linear
    kernel."""
    panels = (axes("$x_1$", BOX[:2], "$x_2$", BOX[2:]), axes("$x_1$", BOX[:2], ylim=BOX[2:]))

    def sliders(self):
        return dict(
            kernel=choice("kernel", "linear", ("linear", "Gaussian")),
            lam=regularisation(0.01, 1e-3, 1),
            bandwidth=bandwidth(1, 0.2, 5),
            x0=slider("origin, across", -3.2, -4, 4, 0.1),
            y0=slider("origin, up", -0.8, -3, 3, 0.1),
        )

    @staticmethod
    def compute(kernel, lam, bandwidth, x0, y0):
        """Both machines; lam is that of mean hinge loss + lam |f|^2."""
        K, K_new = gram_around(kernel, bandwidth, np.array([x0, y0]))
        both = [kernel_machine(K, SIGNS, 1 / (2 * lam), b) for b in (True, False)]
        return dict(
            both=both,
            scores=[m.predict(K_new) for m in both],
            right=[float(np.mean(m.margins > 0)) for m in both],
            balance=[float(m.alpha @ m.y) / m.c for m in both],
            norm2=[rkhs.price(m.alpha * m.y, K) for m in both],
        )

    def picture(self, *panels):
        parts = []
        for panel, words in zip(panels, ("with b", "without b")):
            dots = plots.points(panel.ax, ["y = +1", "y = −1"], legend=None, size=55, zorder=3)
            origin = plots.mark(panel.ax, "origin", "P", plots.YELLOW, 15)
            parts.append((halves(panel.ax, words), dots, origin))

        def move(r):
            moved = []
            for (shade, dots, origin), scores in zip(parts, r.scores):
                moved += [*shade(scores), *dots(CLOUDS[SIGNS > 0], CLOUDS[SIGNS < 0])]
                moved += origin(r.x0, r.y0)
            return moved

        panels[0].add(move)

    def caption(self, r):
        return (
            f"Classified correctly: {100 * r.right[0]:.0f} % of the points with b, "
            f"{100 * r.right[1]:.0f} % without b."
        )

    def numbers(self, r):
        values = [m.objective for m in r.both]
        return (
            f"mean hinge loss + λ‖f‖² is {values[0]:.4g} with b and {values[1]:.4g} without; "
            f"{100 * r.right[0]:.0f} % and {100 * r.right[1]:.0f} % of the points are right."
        )

    def headline(self, r):
        return Claim(
            "a bias never hurts the objective",
            "Theorem 16.6",
            r.both[0].objective,
            r.both[1].objective,
            tol=1e-6,
            words="The least mean hinge loss + λ‖f‖² with b is at most the least without: the "
            "shorter the bar, the more b is worth.",
        )

    def identities(self, r):
        names = ("with b", "without b")
        duals = [
            Claim(f"primal = dual, {name}", "Theorem 16.6", m.primal * 2 * m.lam, value, "==", 1e-6)
            for name, m, value in zip(names, r.both, [m.dual * 2 * m.lam for m in r.both])
        ]
        lengths = [
            Claim(f"α′Kα is the price, {name}", "section 4", m.norm2, norm2, "==", 1e-6)
            for name, m, norm2 in zip(names, r.both, r.norm2)
        ]
        flat = Claim("with b, Σ αᵢyᵢ = 0", "Theorem 16.6", r.balance[0], 0, "==", 1e-6)
        return [*duals, *lengths, flat]


def halves(ax, words):
    """Where a score is positive (blue) and negative (red), and the line between. move(scores)."""
    shade = shading(ax, BOX, "RdBu")
    x, y = np.linspace(*BOX[:2], SIDE), np.linspace(*BOX[2:], SIDE)
    line = level_line(ax, x, y, lw=2)
    look = dict(transform=ax.transAxes, va="top", fontsize=14, zorder=9)
    name = ax.text(0.03, 0.96, words, bbox=dict(fc="white", ec="none", alpha=0.85), **look)

    def move(scores):
        Z = np.reshape(scores, (SIDE, SIDE))
        return *shade(np.clip(Z, -1, 1) / 2), *line(Z, 0.0), name

    return move
