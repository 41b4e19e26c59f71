"""Reproduce: polynomials with the inner product of L2."""

import numpy as np

from helpers import plots
from helpers.kernels import rkhs
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, slider
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

    guess = Guess(
        "$R_x$ is the dashed function (divided by $D + 1$), $f$ the black one. The integral of "
        "$R_x(z)f(z)$ over all $z$ is …",
        {
            "the mean of f": "That would be R = 1, which is what degree 0 has.",
            "f(x)": "Exactly, for every polynomial of degree at most D.",
            "about f(x), the nearer the larger D is": "Not about: exactly, as soon as f is in the "
            "space.",
        },
        answer="f(x)",
    )

    size = (10, 4.4)
    veiled = (1,)
    story = """
a value by integration
    The integral of Rₓ times f runs up and down, and ends exactly at f(x), the dashed line.
at the end | x=1.0
    At x = 1 the function Rₓ climbs to 25, out of the picture.
another f | target="z²"
    Now f is z². The same Rₓ does it: it works for all f.
too small a space | degree=1
    With degree 1 the cubic is not in the space. The integral ends at 0.54, the value of the
    best line at x.
higher and narrower | degree=15
    The larger the space, the narrower Rₓ. In all of L² it would have to be infinitely narrow,
    and there is no such function.
a wave | degree=15, target="a wave: no polynomial"
    No polynomial, so the theorem is silent. But the best polynomial of degree 15 is close.
"""
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
    panels = (
        axes("$z$", (0, 1), "$f(z)$, $R_x(z)$", (-1.05, 2.1)),
        axes("integrated from 0 to $z$", (0, 1), "integral of $R_x f$ so far", (-0.4, 1.2)),
    )

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

    def picture(self, left, right):
        left.curve("$f$", plots.TRUTH, shows=lambda r: (GRID, r.f))
        left.curve(
            "$R_x$, divided by $D + 1$",
            plots.FIT,
            shows=lambda r: (GRID, r.R / (r.degree + 1)),
            ls="--",
        )

        right.curve("running integral", plots.FIT, shows=lambda r: (GRID, r.running))
        right.level("f(x)", plots.TRUTH, "--", shows=lambda r: r.value)

        star = here(left.ax)
        left.add(star, shows=lambda r: (r.x, r.value))

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
