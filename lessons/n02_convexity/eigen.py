"""The figure `eigen`."""

import numpy as np

from helpers import plots
from helpers.descent import problems
from helpers.live import Claim, Figure, Guess, axes, slider
from lessons.n02_convexity import convexity

TURN = np.linspace(0, np.pi, 721)
AROUND = np.column_stack([np.cos(TURN), np.sin(TURN)])


class Eigen(Figure):
    """A quadratic in the plane: its curvature in every direction, and its minimiser."""

    guess = Guess(
        "Add an antisymmetric part to A (slider skew). What changes?",
        {
            "f and A⁻¹b": "$e^T S e = 0$ for antisymmetric S: f does not notice it at all.",
            "only A⁻¹b": "Right: f and its minimiser stay, but $A^{-1}b$ is no longer the "
            "minimiser.",
            "nothing": "f stays, but the solution of $Aw = b$ moves.",
        },
        answer="only A⁻¹b",
    )

    notes = """Let them say where the minimiser goes as the small eigenvalue shrinks. Bowl, then
    valley: the minimiser walks far out along the floor. Flat floor: ask how many minimisers there
    are (none, since b has a part along the floor). Not symmetric: the cross is what solving Aw = b
    gives; only the symmetric part counts."""
    story = """
bowl | low=2
    Equal curvature in all directions: round level lines.
valley | low=0.1, angle=2.2
    One eigenvalue is small: a long valley, and the minimiser is farther out along it.
flat floor | low=0
    An eigenvalue of 0: here no minimiser. With another b it would be a whole line of them.
saddle | low=-1
    A negative one: downhill without end.
not symmetric | low=1.25, high=2.75, angle=2.356, skew=0.75
    A is not symmetric: A⁻¹b (cross) is not the minimiser (diamond).
"""
    sees = {
        "bowl": lambda r: r.least == r.most and np.ptp(r.bend) < 1e-9,
        "valley": lambda r: 0 < r.least < r.most / 10 and np.linalg.norm(r.star) > 1.5,
        "flat floor": lambda r: r.least == 0 and np.linalg.norm(r.f.grad(floor(r))) > 0.1,
        "saddle": lambda r: r.least < 0 < r.most,
        "not symmetric": lambda r: r.miss > 0.1 and r.least > 0,
    }
    panels = (
        axes("$w_1$", (-4, 4), "$w_2$", (-4, 4)),
        axes("direction of $e$ in degrees", (0, 180), "curvature $e^\\top A e$", (-1.5, 4.2)),
    )

    def sliders(self):
        return dict(
            low=slider("eigenvalue λ₁", 0.5, -1, 3, 0.05),
            high=slider("eigenvalue λ₂", 2, 0.1, 4, 0.05),
            angle=slider("angle θ", 0.6, 0, 3.14, 0.02),
            skew=slider("skew s", 0, 0, 1.5, 0.05),
        )

    @staticmethod
    def compute(low, high, angle, skew):
        """w'Aw/2 - b'w: its curvature v'Av in every direction, its minimiser, and A^-1 b."""
        A, b = convexity.from_eigen(low, high, angle, skew), np.array([1.0, 0.5])
        f = problems.Quadratic(A, b)
        least, most = sorted((low, high))
        star = solved = np.full(2, np.nan)
        if least > 1e-9:
            star, solved = f.w_star, np.linalg.solve(A, b)
        middle = np.full(len(AROUND), 0.5)
        return dict(
            f=f,
            least=least,
            most=most,
            star=star,
            solved=solved,
            miss=np.linalg.norm(star - solved),
            bend=((AROUND @ A) * AROUND).sum(1),
            half=convexity.chord_gap(f.value, AROUND, -AROUND, middle),
        )

    def picture(self, left, right):
        left.moving_contours((-4, 4), np.arange(-9, 24, 3.0), shows=lambda r: r.f.value)
        left.mark("minimiser", "D", plots.BLACK, 9, shows=lambda r: (*r.star,))
        left.mark("$A^{-1}b$", "X", plots.SKY, 10, shows=lambda r: (*r.solved,))

        right.curve("curvature", plots.FIT, shows=lambda r: (np.degrees(TURN), r.bend))
        right.level("$\\lambda_{\\min}$", plots.GREEN, "-.", shows=lambda r: r.least)
        right.level("$\\lambda_{\\max}$", plots.RED, "--", shows=lambda r: r.most)

    def caption(self, r):
        if r.least > 1e-9:
            return f"A bowl: it bends upwards in every direction, by {r.least:.3g} at least."
        return "A saddle: downhill without end." if r.least < 0 else "Flat in one direction."

    def numbers(self, r):
        found = "a saddle." if r.least < 0 else "flat one way."
        if r.least > 1e-9:
            found = f"one minimum; A⁻¹b misses it by {r.miss:.3g}."
        return f"curvature from {r.least:.3g} to {r.most:.3g}, {found}"

    def headline(self, r):
        return Claim(
            "least curvature = λ_min",
            "Theorem 2.9",
            r.bend.min(),
            r.least,
            "==",
            1e-4,
            words="The least curvature of a quadratic is the smallest eigenvalue.",
        )

    def identities(self, r):
        none = "" if r.least > 1e-9 else "no minimum: λ_min is not positive"
        skewed = none or ("A is not symmetric" if r.skew else "")
        slope = np.abs(r.f.grad(r.star)).max()
        miss = r.miss / (1 + np.linalg.norm(r.star))
        found = (
            ("largest = λ_max", r.bend.max(), r.most, ""),
            ("worst midpoint gap on the circle = λ_min/2", r.half.min(), r.least / 2, ""),
            ("the gradient at the minimiser", slope, 0, none),
            ("distance to A⁻¹b, relative", miss, 0, skewed),
        )
        return [
            Claim(name, "Theorem 2.9", one, other, "==", 1e-4, why)
            for name, one, other, why in found
        ]


def floor(r):
    """A point far out on the floor, where the gradient is still not 0."""
    return 100 * np.array([np.cos(r.angle), np.sin(r.angle)])
