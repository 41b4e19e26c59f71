"""Corners."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.linear import lasso as lassos
from helpers.live import Claim, Figure, Guess, Handle, axes, log_slider, slider, toggle

HEIGHTS = np.linspace(-2, 2, 61)  # of the star, in the right panel of `touch`


class Touch(Figure):
    """The contours of a fit grow until they touch a ball; a corner catches many of them."""

    guess = Guess(
        "Least squares wants the star. But only the red diamond is allowed, so the answer (blue) "
        "is where the growing ellipse first meets it. Now push the star <b>up</b> by half a unit. "
        "The answer …",
        {
            "follows, a little less": "So it would on a circle. A corner does something else.",
            "does not move at all": "The corner holds it: the second coefficient stays exactly 0.",
            "jumps to the next corner": "It never jumps on a diamond; it would need p below 1.",
        },
        answer="does not move at all",
    )

    size = (10, 4.4)
    veiled = (1,)
    more = ("c1", "c2", "tilt", "stretch")
    story = """
the corner
    The ellipse grows around the star until it meets the diamond: in the corner, where w₂ is
    exactly 0.
push | c2=0.6
    The star is half a unit higher, and the answer has not moved. Drag the star up and down: how
    far does the corner hold?
what a corner catches | c2=0.6, show=True
    All stars in an orange region have the same answer: its corner. It is a whole wedge of data,
    not a line.
over the edge | c2=1.6, show=True
    Beyond the wedge the answer leaves the corner and walks along the edge; now both
    coefficients are used.
the circle | p=2, c2=0.6, show=True
    A circle has no corners. Drag the star: the answer follows every move, and w₂ is 0 on one
    line only.
nearly a corner | p=1.2, c2=0.6, show=True
    p = 1.2: the ball looks sharp, but its tip still catches only a thin ray. w₂ is small and
    not 0: look at its number.
sharper | p=0.5, c2=1.2, show=True
    p = 0.5: the corners catch nearly everything, but the ball is not convex any more: between
    two corners the answer jumps.
"""
    sees = {
        "the corner": lambda r: r.w.tolist() == [r.radius, 0] and r.c[1] == 0.1,
        "push": lambda r: r.w.tolist() == [r.radius, 0] and r.c[1] == 0.6,
        "what a corner catches": lambda r: r.show and r.w[1] == 0 and np.mean(r.line == 0) > 0.2,
        "over the edge": lambda r: r.w.all() and np.isclose(np.abs(r.w).sum(), r.radius),
        "the circle": lambda r: r.p == 2 and r.w[1] > 0.1 and np.mean(np.abs(r.line) < 0.01) < 0.05,
        "nearly a corner": lambda r: r.p > 1 and 0.01 < r.w[1] < 0.1,
        "sharper": lambda r: r.jumps.any() and np.mean(r.line == 0) > 0.5,
    }
    handles = [
        Handle("least squares", at=lambda r: r.c, to=lambda r, x, y: dict(c1=x, c2=y)),
        Handle(
            "height of the star",
            at=lambda r: (r.c2, r.w[1]),
            to=lambda r, x, y: dict(c2=x),
            panel=1,
        ),
    ]
    notes = """Let somebody drag the star along the edge of the picture with the diamond, the class
    calling "now" when the answer leaves the corner; then the same with the circle. Step 3 explains
    the surprise: the corner's wedge is its normal cone, turned by A⁻¹. Ask why p = 1.2 is not
    enough: a smooth curve has one tangent at its tip, a corner has many."""
    widths = (3, 2)
    panels = (
        axes("$w_1$", (-3.3, 3.3), "$w_2$", (-2.2, 2.2), aspect="equal"),
        axes(
            "height of the star, $c_2$",
            (-2, 2),
            "second coefficient of the answer, $w_2$",
            (-1.5, 1.5),
        ),
    )

    def sliders(self):
        return dict(
            p=slider("power p", 1, 0.4, 4, 0.1),
            radius=slider("size of the ball r", 1.2, 0.3, 2, 0.05),
            show=toggle("show what each corner catches"),
            c1=slider("least squares c1", 2.2, -3, 3, 0.05),
            c2=slider("least squares c2", 0.1, -2, 2, 0.05),
            tilt=slider("tilt in degrees φ", 25, -90, 90, 5),
            stretch=log_slider("stretch κ", 3, 1, 10),
        )

    @staticmethod
    def compute(p, radius, show, c1, c2, tilt, stretch):
        """Where the growing ellipse first touches the ball, for this star and those above it."""
        A, c = bowl(tilt, stretch), np.array([c1, c2])
        stars = np.column_stack([np.full(len(HEIGHTS), c1), HEIGHTS])
        *line, w = lassos.touching(A, np.vstack([stars, c]), p, radius)
        return dict(
            A=A,
            c=c,
            w=w,
            line=np.array(line)[:, 1],
            jumps=np.abs(np.diff(np.array(line)[:, 1], append=line[-1][1])) > 0.3,
            edge=lassos.ball_edge(p, radius, 60),
            size=(w - c) @ A @ (w - c),
            pull=A @ (c - w),
            inside=bool(lassos.power(c, p) <= radius**p),
        )

    def picture(self, left, right):
        shade = [left.ax.fill([], [], color=plots.ORANGE, lw=2, alpha=0.3)[0] for _ in range(4)]
        rings = plots.ellipses(left.ax, ["fit", ""], legend=None, radius=1, lw=1.8)
        for line, style in zip(left.ax.lines, ("-", ":")):
            line.set(color=plots.BLUE, ls=style)
        ball = plots.curves(left.ax, ["ball $\\|w\\|_p \\leq r$"], color=plots.RED, lw=2.6)
        answer = plots.mark(left.ax, "answer $w$", marker="o", colour=plots.BLUE, size=11)
        star = plots.star(left.ax, label="least squares $c$")

        right.ax.plot([-2, 2], [-2, 2], color="0.6", lw=1.2, ls="--", label="$w_2 = c_2$")
        follow = plots.curves(right.ax, ["answer"], color=plots.BLUE, lw=2.4)
        zero = plots.curves(right.ax, ["$w_2 = 0$"], color=plots.ORANGE, lw=7, alpha=0.6)
        now = plots.star(right.ax)

        none = np.empty((0, 2))

        def move(r):
            outlines = cells(r.p, r.radius, r.tilt, r.stretch) if r.show else [none] * 4
            for patch, outline in zip(shade, outlines):
                patch.set_xy(outline)
            shape = max(r.size, 1e-9) * np.linalg.inv(r.A)
            return (
                *shade,
                *rings((r.c, shape), (r.c, 0.3 * shape)),
                *ball(*r.edge.T),
                *answer(*r.w),
                *star(*r.c),
                *follow(HEIGHTS, np.where(r.jumps, np.nan, r.line)),
                *zero(HEIGHTS, np.where(r.line == 0, 0.0, np.nan)),
                *now(r.c2, r.w[1]),
            )

        left.add(move)

    def caption(self, r):
        if r.inside:
            return "Least squares lies inside the ball: nothing holds it back."
        w1, w2 = r.w
        if np.abs(r.w).min() < 1e-7:  # the search on a curved edge ends beside 0, by rounding
            j = int(np.abs(r.w).argmin()) + 1
            if r.p > 1:
                return f"The star is on the single ray of this point: coefficient {j} is 0."
            return f"The answer sits in a corner: coefficient {j} is exactly 0."
        return f"Both coefficients are in use: w₁ = {w1:.3f}, w₂ = {w2:.3f}."

    def numbers(self, r):
        return (
            f"least squares is ({r.c1:.3g}, {r.c2:.3g}), the answer ({r.w[0]:.4f}, {r.w[1]:.4f}) "
            f"in the ball of power {r.p:.3g} and size {r.radius:.3g}, which is "
            f"{'convex' if r.p >= 1 else 'not convex'}; the fit pulls with ({r.pull[0]:.3f}, "
            f"{r.pull[1]:.3f}); w₂ is exactly 0 for {np.mean(r.line == 0):.0%} of the heights."
        )

    def headline(self, r):
        return Claim(
            "pull along the answer, m·w, and the largest pull along the ball, r‖m‖_q",
            "Theorem 5.1",
            r.pull @ r.w,
            r.radius * dual_norm(r.pull, r.p),
            "==",
            tol=1e-5,
            why_not=self.outside(r) or ("" if r.p >= 1 else "p < 1: the ball is not convex"),
            words="At the answer contour and ball touch: no point of the ball lies further along "
            "the pull m.",
        )

    @staticmethod
    def outside(r):
        return "least squares lies inside the ball" if r.inside else ""

    def only(self, r, p, other=""):
        """Why a claim about balls of power p does not apply; `other` is a reason of its own."""
        return self.outside(r) or (other if r.p == p else f"p is not {p}")

    def identities(self, r):
        away = lassos.ball_edge(r.p, r.radius, 60) - r.c
        nearest = ((away @ r.A) * away).sum(axis=1).min()
        used = int(np.argmax(np.abs(r.w)))
        on, off = abs(r.pull[used]), abs(r.pull[1 - used])
        corner = self.only(r, 1, "the answer is in no corner" if r.w.all() else "")
        edge = self.only(r, 1, "" if r.w.all() else "the answer is in a corner")
        along, two = "corner: the pull sideways is at most the pull along", "Theorem 5.2"
        (w1, w2), (m1, m2), same = r.w, r.pull, dict(kind="==", tol=1e-5)
        sides = m1 * w2, m2 * w1
        free, round_ = self.outside(r), self.only(r, 2)
        best = "no point of the edge fits better"
        return [
            Claim(best, "section 1", r.size, nearest, tol=1e-6, why_not=free),
            Claim(along, two, off, on, tol=1e-6, why_not=corner),
            Claim("edge: both pulls are equal", two, off, on, **same, why_not=edge),
            Claim("circle: the pull is along w", "Theorem 5.1", *sides, **same, why_not=round_),
        ]


def bowl(tilt, stretch):
    """A (2, 2): contours of (w - c)'A(w - c) are ellipses whose long axis, √stretch times the
    short one, stands `tilt` degrees over the w_1 axis."""
    turn = np.deg2rad(tilt)
    R = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return R @ np.diag([1.0, stretch]) @ R.T


def ray(A, radius, reach=40.0):
    """(2, 2): from the tip (radius, 0) along the centres c whose pull A(c - tip) points at w_1."""
    return np.array([radius, 0.0]) + np.linalg.solve(A, [[0.0, reach], [0.0, 0.0]]).T


@lru_cache(64)
def cells(p, radius, tilt, stretch):
    """Four outlines: the stars whose answer is the corner on the right, left, top, bottom. For
    p > 1 each is a ray, which a search over points of the ball would draw too wide."""
    A = bowl(tilt, stretch)
    right, top = (
        ray(M, radius) if p > 1 else lassos.corner_cell(M, p, radius) for M in (A, A[::-1, ::-1])
    )
    return right, -right, top[:, ::-1], -top[:, ::-1]


def dual_norm(m, p):
    """The largest m·u over |u|_p <= 1, p >= 1: |m|_q with 1/p + 1/q = 1."""
    size = np.abs(m)
    if p <= 1 or not size.any():
        return size.max()
    q = p / (p - 1)
    return size.max() * np.sum((size / size.max()) ** q) ** (1 / q)
