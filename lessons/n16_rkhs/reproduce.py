"""Reproduce: polynomials with the inner product of L2."""

import numpy as np

from helpers import plots
from helpers.kernels import rkhs
from helpers.live import Claim, Figure, Handle, Step, choice, int_slider, slider
from lessons.n16_rkhs.world import GRID, here


def wiggle(z):
    return 0.5 + 0.4 * np.cos(9 * z)


TARGETS = {  # function, degree
    "z²": (lambda z: z**2, 2),
    "a cubic": (lambda z: 8 * z**3 - 12 * z**2 + 4.6 * z + 0.2, 3),
    "a wave: no polynomial": (wiggle, np.inf),
}


RULE = rkhs.nodes([], 60)


class Reproduce(Figure):
    """The function Rₓ whose inner product with any f of the space is f(x)."""

    size = (10, 4.4)
    veiled = (1,)
    story = [
        Step(
            "a value by integration",
            "The integral of Rₓ times f runs up and down, and ends exactly at f(x), the dashed "
            "line.",
        ),
        Step("at the end", "At x = 1 the function Rₓ climbs to 25, out of the picture.", x=1.0),
        Step("another f", "Now f is z². The same Rₓ does it: it works for all f.", target="z²"),
        Step(
            "too small a space",
            "With degree 1 the cubic is not in the space. The integral ends at 0.54, the value "
            "of the best line at x.",
            degree=1,
        ),
        Step(
            "higher and narrower",
            "The larger the space, the narrower Rₓ. In all of L² it would have to be infinitely "
            "narrow, and there is no such function.",
            degree=15,
        ),
        Step(
            "a wave",
            "No polynomial, so the theorem is silent. But the best polynomial of degree 15 is "
            "close.",
            degree=15,
            target="a wave: no polynomial",
        ),
    ]
    handles = [
        Handle(
            "choose x",
            at=lambda r: (r.x, r.value),
            to=lambda r, x, y: dict(x=x),
        )
    ]
    notes = """The kernel of this space is Rₓ(z), a sum over Legendre polynomials. Let D grow: the
    peak Rₓ(x) is k(x, x), the constant of evaluation, and it grows without end. That is what it
    means that L² has no kernel."""

    def sliders(self):
        return dict(
            x=slider("place x", 0.3, 0, 1, 0.01),
            degree=int_slider("degree D", 4, 0, 15),
            target=choice("function f", "a cubic", list(TARGETS)),
        )

    @staticmethod
    def compute(x, degree, target):
        """Rₓ on a grid, and the running integral of Rₓ f."""
        f, least = TARGETS[target]
        u, w = RULE
        R = rkhs.legendre_kernel([x], u, degree)[0]
        fine = rkhs.legendre_kernel([x], GRID, degree)[0]
        steps = (fine * f(GRID))[1:] + (fine * f(GRID))[:-1]
        return dict(
            f=f(GRID),
            R=fine,
            value=float(f(x)),
            integral=float(R @ (w * f(u))),
            running=np.append(0, np.cumsum(steps) / 600),
            norm2=float(R @ (w * R)),
            top=float(rkhs.legendre_kernel([x], [x], degree)[0, 0]),
            corner=float(rkhs.legendre_kernel([1.0], [1.0], degree)[0, 0]),
            least=least,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 1), ylim=(-1.05, 2.1), xlabel="$z$", ylabel="$f(z)$, $R_x(z)$"),
            dict(xlim=(0, 1), ylim=(-0.4, 1.2), xlabel="integrated from 0 to $z$"),
        )
        right.set_ylabel("integral of $R_x f$ so far")
        f = plots.curves(left, ["$f$"], color=plots.TRUTH)
        R = plots.curves(left, ["$R_x$, divided by $D + 1$"], color=plots.FIT, ls="--")
        plots.legend_above(left)
        run = plots.curves(right, ["running integral"], color=plots.FIT)
        goal = plots.level(right, "f(x)", plots.TRUTH, "--")
        plots.legend_above(right)
        star = here(left)
        return lambda r: (
            *f(GRID, r.f),
            *R(GRID, r.R / (r.degree + 1)),
            *run(GRID, r.running),
            *goal(r.value),
            *star(r.x, r.value),
        )

    def caption(self, r):
        return f"The integral of Rₓ times f is {r.integral:.3f}; f(x) is {r.value:.3f}."

    def numbers(self, r):
        return f"the integral is {r.integral:.4g}, f(x) is {r.value:.4g}, Rₓ(x) is {r.top:.4g}."

    def headline(self, r):
        return Claim(
            "⟨Rₓ, f⟩ = f(x)",
            "Theorem 16.8",
            r.integral,
            r.value,
            "==",
            1e-8,
            "f is no polynomial of degree at most D" * (r.least > r.degree),
            "The inner product of f with Rₓ is the value of f at x, for every f of the space.",
        )

    def identities(self, r):
        square = (r.degree + 1) ** 2
        return [
            Claim("‖Rₓ‖² = Rₓ(x)", "Theorem 16.8", r.norm2, r.top, "==", 1e-8),
            Claim("R₁(1) = (D + 1)²", "Theorem 16.8", r.corner, square, "==", 1e-8),
        ]
