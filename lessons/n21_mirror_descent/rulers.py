"""Further: rulers of the triangle."""

import numpy as np

from helpers import plots
from helpers.linear.softmax import simplex_points
from helpers.live import Claim, Figure, Guess, Handle, axes, slider
from helpers.online import mirror
from lessons.n21_mirror_descent.world import DASHED, EG, OGD, triangle

CLOUD = np.random.default_rng(21).dirichlet(np.full(3, 0.7), 300)
FLAT = plots.mesh((-0.02, 1.02, -0.02, 0.9), 50)


def weights_of(xy):
    """Points of the plane (..., 2) as weights of three experts; negative outside."""
    x, y = np.moveaxis(np.asarray(xy, dtype=float), -1, 0)
    top = 2 * y / 3**0.5
    return np.stack([1 - x - top / 2, x - top / 2, top], axis=-1)


def sticks(x, y):
    """The two numbers of `broken_stick` for a point of the plane, kept inside."""
    w = np.clip(weights_of((x, y)), 0.01, None)
    w = w / w.sum()
    return float(w[0]), float(w[1] / (w[1] + w[2]))


class Rulers(Figure):
    """How far is w from u? Three answers, and which is never the largest."""

    guess = Guess(
        "The three lines are all points that are as far from $u$ as $w$ is, by each ruler. With "
        "$u$ in the middle and a random $w$, how does KL compare with the dashed ruler, Pinsker’s "
        "bound?",
        {
            "KL is typically a quarter more": "The dots lie close above the dashed line.",
            "KL is typically ten times as large": "For a few $w$ that happens, with $u$ in a "
            "corner.",
            "KL is typically a hundred times as large": "Then the dots would be two tick marks "
            "above the dashed line.",
        },
        answer="KL is typically a quarter more",
    )

    size = (10, 4.6)
    veiled = (1,)
    story = """
from the middle
    All lines pass through the star: points as far from u as w is, by each ruler. Around the
    middle all three look alike.
near an edge | u2=0.95
    u gives expert 3 next to nothing. The blue line turns back first: KL charges more than the
    others for weight that u did not give.
near a corner | u1=0.9
    u is all but sure of expert 1. Right: all dots are now well above the line.
w in a corner | u1=0.5, w1=0.98
    w is nearly in a corner. Even in the corner KL would be finite, log(1/u₁), here log 2 =
    0.69. From a corner it would be infinite.
nearly reached | u1=0.5, w1=0.6, u2=0.5, w2=0.5
    w close to u, both with half their weight on expert 1: now half the squared 1-norm is nearly
    all of KL.
"""
    handles = [
        Handle(
            "move u",
            at=lambda r: tuple(simplex_points(r.u)),
            to=lambda r, x, y: dict(zip(("u1", "u2"), sticks(x, y))),
        ),
        Handle(
            "move w",
            at=lambda r: tuple(simplex_points(r.w)),
            to=lambda r, x, y: dict(zip(("w1", "w2"), sticks(x, y))),
        ),
    ]
    notes = """Pinsker’s inequality is what makes the entropic bound free of d: KL is as curved as a
    squared 1-norm. Let somebody search the pair w, u at which the bound is nearly reached: close
    together, half the weight on one side."""
    widths = [1.2, 1]
    panels = (
        axes(),
        axes("half the squared 1-norm of w − u", (1e-3, 3, "log"), "KL(w ‖ u)", (1e-3, 8, "log")),
    )

    def sliders(self):
        return dict(
            u1=slider("expert 1, u₁", 0.34, 0.02, 0.98),
            u2=slider("2 against 3, u₂₃", 0.5, 0.02, 0.98),
            w1=slider("expert 1, w₁", 0.6, 0.02, 0.98),
            w2=slider("2 against 3, w₂₃", 0.6, 0.02, 0.98),
        )

    @staticmethod
    def compute(u1, u2, w1, w2):
        """The three divergences of w, of a fixed cloud, and of the mesh of the triangle."""
        u, w = broken_stick(u1, u2), broken_stick(w1, w2)
        at = weights_of(FLAT)
        inside = (at >= -1e-9).all(axis=1)
        rule = np.full((3, len(at)), np.nan)
        rule[:, inside] = three_rulers(np.maximum(at[inside], 0), u)
        mine = three_rulers(w, u)
        return dict(
            u=u,
            w=w,
            rule=rule,
            mine=mine,
            cloud=three_rulers(CLOUD, u),
            gap=float(mirror.bregman(mirror.ENTROPIC.value, lambda u: np.log(u) + 1, w, u)),
            half=float(mirror.bregman(mirror.QUADRATIC.value, lambda u: u, w, u)),
        )

    def picture(self, left, right):
        triangle(left.ax)
        looks = ((EG, "-"), (OGD, "-."), (plots.BOUND, "--"))
        lines = [level_line(left.ax, c, ls) for c, ls in looks]
        for name, (c, ls) in zip(("KL", "½ squared 2-norm", "½ squared 1-norm"), looks):
            left.ax.plot([], [], color=c, ls=ls, label=name)

        right.ax.plot([1e-5, 10], [1e-5, 10], label="equal", **DASHED)
        right.points(["300 random w"], legend=None, size=14, shows=lambda r: r.cloud[[2, 0]].T)

        left.mark(marker="D", colour=plots.BLACK, size=8, shows=lambda r: (*simplex_points(r.u),))
        here, there = plots.star(left.ax), plots.star(right.ax)
        left.add(lambda r: (a for m, z, c in zip(lines, r.rule, r.mine) for a in m(z, c)))
        left.add(here, shows=lambda r: (*simplex_points(r.w),))
        left.add(there, shows=lambda r: (max(r.mine[2], 1.1e-3), max(r.mine[0], 1.1e-3)))

    def caption(self, r):
        return (
            f"From u (diamond) to w (star): KL is {r.mine[0]:.3f}, the dashed ruler says "
            f"{r.mine[2]:.3f}, the orange one {r.mine[1]:.3f}."
        )

    def headline(self, r):
        return Claim(
            "KL is as curved as the 1-norm",
            "Theorem 21.7",
            measured=float(r.mine[2]),
            bound=float(r.mine[0]),
            words="Half the squared 1-norm of w − u is never more than KL(w ‖ u).",
        )

    def identities(self, r):
        worst = float((r.cloud[2] - r.cloud[0]).max())
        return [
            Claim("so for 300 other w", "Theorem 21.7", worst, 0),
            Claim("KL is a Bregman divergence", "section 3", float(r.mine[0]), r.gap, "=="),
            Claim("so is half the square", "section 3", float(r.mine[1]), r.half, "=="),
        ]


def broken_stick(a, b):
    """Weights a, (1 - a) b, (1 - a)(1 - b)."""
    return np.array([a, (1 - a) * b, (1 - a) * (1 - b)])


def kl(w, u):
    """sum_j w_j log(w_j/u_j); 0 log 0 is 0."""
    w = np.asarray(w, dtype=float)
    return (w * np.log(np.where(w > 0, w, 1) / u)).sum(axis=-1)


def three_rulers(w, u):
    """KL, half the squared 2-norm and half the squared 1-norm, stacked."""
    apart = np.asarray(w) - u
    return np.stack([kl(w, u), (apart**2).sum(axis=-1) / 2, np.abs(apart).sum(axis=-1) ** 2 / 2])


def level_line(ax, colour, ls):
    """One level line on the mesh of the triangle. move(values, level)."""
    kept, X, Y = [], FLAT[:, 0].reshape(50, 50), FLAT[:, 1].reshape(50, 50)

    def move(values, level):
        for old in kept:
            old.remove()
        kept.clear()
        Z = values.reshape(50, 50)
        if np.nanmin(Z) < level < np.nanmax(Z):  # a level that is nowhere would warn
            kept.append(ax.contour(X, Y, Z, [level], colors=[colour], linestyles=[ls]))
            kept[0].set_animated(True)
        return tuple(kept)

    return move
