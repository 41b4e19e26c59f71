"""Balls of weights."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import rademacher as rad
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider

WIDEST = 1024
DIMS = np.unique(np.geomspace(2, WIDEST, 60).astype(int))
BY_FEATURES = dict(xscale="log", xlim=(2, 1150), xlabel="features d")
KINDS = ("each ±1", "rows of length 4")
ANGLES = np.linspace(0, 2 * np.pi, 721)


class Balls(Figure):
    """Weights in a ball: the coins pull in a random direction, and the ball answers with its dual
    norm."""

    guess = Guess(
        "256 features of ±1, a hundred examples. You add features until there are 1024. Which ball "
        "fits coins better now?",
        {
            "both, twice as well": "True for the l₂ ball, √4 = 2. The l₁ ball only has more "
            "corners.",
            "the l₂ ball twice as well, the l₁ ball hardly better": "Four times as many features: "
            "√4 against a logarithm.",
            "neither: the radius is the same": "The radius of the weights is, but the examples "
            "have become longer.",
        },
        answer="the l₂ ball twice as well, the l₁ ball hardly better",
    )

    size = (10, 4.3)
    veiled = (1,)
    story = """
two kinds of ball
    Left, a plane with two weights: the coins pull along the black line, and the best weights
    (dot, square) are where each ball reaches farthest. Right: with 256 features the l₁ ball
    fits coins far less.
more features | d=1024
    1024 features: the l₂ ball fits coins twice as well as with 256, the l₁ ball hardly better.
short rows | kind="rows of length 4"
    If every row has the same length, however many features it has, their number hardly matters
    for the l₂ ball, and the l₁ ball even gets smaller.
sparse weights | s=10
    Weights with ten entries of ±1 fit into an l₁ ball of radius 10 and an l₂ ball of radius
    √10: the l₁ ball still is the smaller class.
not so sparse | s=40
    40 of 256 entries: now the l₂ ball is the smaller class.
"""
    sees = {
        "two kinds of ball": lambda r: r.R1 < 0.3 * r.R2,
        "more features": lambda r: (
            r.d == 1024
            and abs(r.R2 / Balls.compute(256, r.n, r.s, r.kind, r.flip)["R2"] - 2) < 0.02
            and r.R1 < 1.2 * Balls.compute(256, r.n, r.s, r.kind, r.flip)["R1"]
        ),
        "short rows": lambda r: (
            r.curve2.min() > 0.88 * r.curve2.max() and r.curve1[-1] < 0.2 * r.curve1[0]
        ),
        "sparse weights": lambda r: r.s == 10 and r.R1 < r.R2,
        "not so sparse": lambda r: r.R2 < r.R1,
    }
    more = ("flip",)
    handles = [Handle("choose d", at=lambda r: (r.d, r.R2), to=lambda r, x, y: dict(d=x), panel=1)]
    notes = """Draw the dual pair on the board: a ball meets a direction with its dual norm. Ask
    which ball suffers from many features."""
    widths = [1, 1.45]
    panels = (
        axes("w₁", (-1.35, 1.35), "w₂", (-1.35, 1.35)),
        dict(**BY_FEATURES, yscale="log", ylim=(0.075, 15), ylabel="complexity"),
    )

    def sliders(self):
        return dict(
            d=int_slider("features d", 256, 2, WIDEST),
            n=int_slider("examples n", 100, 10, 250, 10),
            s=int_slider("non-zero weights s", 1, 1, 40),
            kind=choice("features", KINDS[0], list(KINDS)),
            flip=int_slider("new random flips", 9, 1, 100),
        )

    @staticmethod
    def compute(d, n, s, kind, flip):
        """Complexities of both balls for every number of features, and their bounds."""
        two, square, most = dual_norms(n)
        root = np.sqrt(np.arange(1, WIDEST + 1))
        scale = 4 / root if kind == KINDS[1] else np.ones(WIDEST)
        B1, B2 = float(s), float(np.sqrt(s))
        C2, Cmax = root * scale, scale
        Z, S, W = pulls(n)
        pull = W[2 * flip, :2] + 1e-9  # coins may cancel exactly
        return dict(
            curve2=B2 * (two * scale)[DIMS - 1],
            curve1=B1 * (most * scale)[DIMS - 1],
            limit2=rad.l2_bound(B2, C2[DIMS - 1], n),
            limit1=rad.l1_bound(B1, Cmax[DIMS - 1], n, DIMS),
            R2=float(B2 * two[d - 1] * scale[d - 1]),
            R1=float(B1 * most[d - 1] * scale[d - 1]),
            bound2=float(rad.l2_bound(B2, C2[d - 1], n)),
            bound1=float(rad.l1_bound(B1, Cmax[d - 1], n, d)),
            mean_square=float(B2**2 * square[d - 1] * scale[d - 1] ** 2),
            pull=pull / np.hypot(*pull),
            by_ball=rad.ball(Z[:, :d] * scale[d - 1], S, B1, 1),
        )

    def picture(self, left, right):
        left.legend(show=False)

        left.ax.set_aspect("equal")
        left.ax.set_title("unit balls of two weights")
        right.ticks([2, 10, 100, 1000], [0.1, 0.3, 1, 3, 10])
        for p, colour, ls in ((2, plots.BLUE, "-"), (1, plots.ORANGE, "-.")):
            left.ax.plot(*ball_edge(p).T, color=colour, ls=ls)
        pull = plots.curves(left.ax, ["pull"], color=plots.BLACK, lw=2.5)
        tip = plots.mark(left.ax, None, "D", plots.BLACK, 7)
        ends = [
            plots.mark(left.ax, None, marker, colour, size)
            for marker, colour, size in (("o", plots.BLUE, 11), ("s", plots.ORANGE, 10))
        ]
        lines = [
            plots.curves(right.ax, [name], color=colour, ls=ls)
            for name, colour, ls in (("l₂ ball", plots.BLUE, "-"), ("l₁ ball", plots.ORANGE, "-."))
        ]
        limits = [
            plots.curves(right.ax, [name], color=plots.BOUND, ls="--", zorder=1.9)
            for name in ("bounds", None)
        ]

        here = plots.star(right.ax)
        left.add(pull, shows=lambda r: (*np.array([[0, 0], 0.75 * r.pull]).T,))
        left.add(tip, shows=lambda r: (*(0.75 * r.pull),))
        left.add(lambda r: ends[0](*support(2, r.pull)))
        left.add(lambda r: ends[1](*support(1, r.pull)))
        right.add(lambda r: lines[0](DIMS, r.curve2))
        right.add(lambda r: lines[1](DIMS, r.curve1))
        right.add(lambda r: limits[0](DIMS, r.limit2))
        right.add(lambda r: limits[1](DIMS, r.limit1))
        right.add(here, shows=lambda r: (r.d, r.R2))

    def caption(self, r):
        small = "l₁" if r.R1 < r.R2 else "l₂"
        ratio = max(r.R1, r.R2) / min(r.R1, r.R2)
        return (
            f"Complexity {r.R2:.2f} for the l₂ ball, {r.R1:.2f} for the l₁ ball. The {small} ball "
            f"is the smaller class by a factor of {ratio:.1f}."
        )

    def numbers(self, r):
        return (
            f"complexity of the l2 ball {r.R2:.3f} (bound {r.bound2:.3f}), of the l1 ball "
            f"{r.R1:.3f} (bound {r.bound1:.3f})."
        )

    def headline(self, r):
        return Claim(
            "weights in an l₂ ball",
            "Theorem 27.6",
            measured=r.R2,
            bound=r.bound2,
            words="Weights of length at most B have complexity at most BC/√n, C the root mean "
            "square length of the examples.",
        )

    def identities(self, r):
        return [
            Claim("weights in an l₁ ball", "Theorem 27.6", r.R1, r.bound1),
            Claim("the mean square is exact", "Theorem 27.6", r.mean_square, r.bound2**2, "=="),
            Claim("the l₁ ball by its corners", "Theorem 27.6", r.R1, r.by_ball, "=="),
        ]


@lru_cache(64)
def pulls(n):
    """±1 features Z (n, 1024), signs S (256, n), and the means W = S Z / n (256, 1024); the first
    d columns of Z and W serve dimension d."""
    rng = np.random.default_rng([27, n])
    Z = rng.choice([-1.0, 1.0], size=(n, WIDEST))
    S = rad.balanced_signs(n, rng)
    return Z, S, S @ Z / n


@lru_cache(64)
def dual_norms(n):
    """Mean l2 norm, mean square of it, and mean largest entry of the pull, for every d."""
    W = pulls(n)[2]
    squares_so_far = np.cumsum(W**2, axis=1)
    largest = np.maximum.accumulate(np.abs(W), axis=1)
    return np.sqrt(squares_so_far).mean(axis=0), squares_so_far.mean(axis=0), largest.mean(axis=0)


def ball_edge(p):
    """The edge of the unit ball of the p-norm in the plane, (721, 2)."""
    way = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
    return way / np.sum(np.abs(way) ** p, axis=1, keepdims=True) ** (1 / p)


def support(p, v):
    """The point of the unit p-ball that is farthest in direction v (2,)."""
    edge = ball_edge(p)
    return edge[np.argmax(edge @ v)]
