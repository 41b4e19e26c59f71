"""Features that know the class."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, axes, choice
from helpers.margins import class_features, multiclass
from helpers.margins.perceptron import pad
from lessons.n12_multiclass.world import (
    MESH,
    THREE,
    centres,
    plane,
    regions,
    star_handle,
    star_sliders,
)

CENTRES = centres()
BUILD = {
    "blocks": lambda x, name: class_features.block_features(pad(x), 3),
    "in order": lambda x, name: class_features.ordered_features(x, 3),
    "centres": lambda x, name: class_features.centre_features(x, 3, CENTRES[name]),
}


class Psi(Figure):
    """Features Ψ(x, k) of the star for each class, the weights, and the map of the largest
    score."""

    guess = Guess(
        "With the features <i>in order</i>, how do the two borders between three classes lie?",
        {
            "they meet in a point, like a Y": "Blocks can do that. Here all steps share one "
            "direction.",
            "they are parallel": r"If class 1 wins anywhere, both are lines "
            r"$\langle w, x\rangle + b_k = 0$ with the same $w$: right for classes "
            "that stand in a row, such as poor, fair, good.",
            "they are curved": "Scores are affine in $x$ here, so borders are straight.",
        },
        answer="they are parallel",
    )

    size = (11, 4.2)
    veiled = (1,)
    story = """
blocks
    Left: x and its 1 move from block to block; w has a part for each class.
in order | psi="in order"
    Four weights instead of nine, and the two borders are parallel.
made for a row | psi="in order", points="row", x1=0.2, x2=0.1
    Three clouds in a row: two parallel borders get all but one of the 90 points right.
a surprise | psi="in order", points="triangle"
    Of a triangle, too, all but one point are right: seen from one side, its clouds stand in a row.
one weight | psi="centres", points="triangle"
    One number for a class, minus half the squared distance to its centre: the nearest wins.
"""
    sees = {
        "blocks": lambda r: len(r.w) == 9 and np.count_nonzero(r.Psi) == 9,
        "in order": lambda r: len(r.w) == 4,
        "made for a row": lambda r: len(r.w) == 4 and round(r.m.error * len(r.y)) == 1,
        "a surprise": lambda r: len(r.w) == 4 and round(r.m.error * len(r.y)) == 1,
        "one weight": lambda r: len(r.w) == 1 and nearest_wins(r),
    }
    handles = [star_handle(1)]
    notes = """Drag the star over a border and watch two bars change places. Class 0 has the
    features 0 in 'in order', so its score is always 0: only differences of scores count."""
    widths = (1, 1.1, 0.7)
    panels = (
        axes("feature", title="$\\Psi(x, k)$ at the star, and $w$", xticks=range(9)),
        axes(),
        axes("class $k$", (-0.6, 2.6), ylim=(-7, 7), xticks=range(3)),
    )

    def sliders(self):
        return dict(
            psi=choice("features Ψ", "blocks", list(BUILD)),
            points=choice("data", "wine", list(THREE)),
            **star_sliders(-1.5, 1.2),
        )

    @staticmethod
    def compute(psi, points, x1, x2):
        """Features and scores of the star, classes on the map."""
        (X, y), (m, S) = THREE[points], fitted(psi, points)
        Psi = BUILD[psi](np.array([[x1, x2]]), points)[0]
        return dict(m=m, w=m.w, Psi=Psi, S=Psi @ m.w, X=X, y=y, labels=S.argmax(axis=1))

    def picture(self, left, middle, right):
        middle.legend(show=False)
        left.ax.set_xticklabels(range(1, 10))
        left.ax.set_yticks(range(4), ["$w$", "$\\Psi(x, 2)$", "$\\Psi(x, 1)$", "$\\Psi(x, 0)$"])
        left.heatmap((-0.5, 8.5, -0.5, 3.5), -3, 3, cmap="RdBu", bar="value", shows=self.table)
        rule = left.ax.axhline(0.5, color="black", lw=1.6)
        left.add(lambda r: (rule,))

        plane(middle.ax, "the largest score wins")
        middle.add(regions(middle.ax), shows=lambda r: (r.labels, r.X, r.y))
        middle.star(shows=lambda r: (r.x1, r.x2))

        right.ax.set_title("scores at the star")
        right.ax.axhline(0, color="black", lw=0.8)
        for k in range(3):
            right.bars(
                1,
                colour=plots.COLOURS[k],
                at=[k],
                shows=lambda r, k=k: [np.clip(r.S[k] - r.S.mean(), -7, 7)],
            )

    @staticmethod
    def table(r):
        """The features of each class, the last one on top, and w below them."""
        rows = np.full((4, 9), np.nan)
        rows[1:, : len(r.w)], rows[0, : len(r.w)] = r.Psi[::-1], r.w
        return rows

    def caption(self, r):
        many = "one weight" if len(r.w) == 1 else f"{len(r.w)} weights"
        return (
            f"With {many} the star is of class {r.S.argmax()}; {r.m.error:.1%} of the "
            "points are on wrong ground."
        )

    def numbers(self, r):
        return (
            f"number of weights {len(r.w)}; at the star the scores of the classes 0, 1, 2 are "
            f"{', '.join(f'{s:.3g}' for s in r.S)}, so it is class {r.S.argmax()}; "
            f"{r.m.error:.1%} of the points are wrong, mean hinge {r.m.losses.mean():.3f}."
        )

    def headline(self, r):
        own = int(r.S.argmax())
        same = np.vstack([MESH[r.labels == own], [r.x1, r.x2]])
        between = BUILD[r.psi]((same + [r.x1, r.x2]) / 2, r.points) @ r.w
        return Claim(
            "share of its class that the star sees",
            "Theorem 12.2",
            np.mean(between.argmax(axis=1) == own),
            1,
            "==",
            words="Regions are convex: halfway to any place of the same class, the class is the "
            "same.",
        )

    def identities(self, r):
        x = np.array([r.x1, r.x2, 1.0])
        other = {name: f"Ψ is {r.psi}" * (r.psi != name) for name in BUILD}
        rows = r.w.reshape(3, 3) @ x if r.psi == "blocks" else np.zeros(3)
        step = x[:2] @ r.w[:2] + r.w[2] if r.psi == "in order" else np.nan
        near = ((CENTRES[r.points] - x[:2]) ** 2).sum(axis=1)
        lead, two = r.S[1] - r.S[0], "Theorem 12.2"
        closer = r.w[0] * (near[0] - near[1]) / 2
        return [
            Claim("⟨w, Ψ(x, 0)⟩ = ⟨w₀, x⟩", two, r.S[0], rows[0], "==", why_not=other["blocks"]),
            Claim("⟨w, Ψ(x, 2)⟩ = ⟨w₂, x⟩", two, r.S[2], rows[2], "==", why_not=other["blocks"]),
            Claim(
                "score 1 − score 0 = ⟨w, x⟩ + b₁", two, lead, step, "==", why_not=other["in order"]
            ),
            Claim(
                "lead = w (‖x−μ₀‖² − ‖x−μ₁‖²)/2", two, lead, closer, "==", why_not=other["centres"]
            ),
        ]


def nearest_wins(r):
    """Is the class of the nearest centre the answer everywhere on the map?"""
    apart = ((MESH[:, None] - CENTRES[r.points]) ** 2).sum(axis=2)
    return np.array_equal(apart.argmin(axis=1), r.labels)


@lru_cache(maxsize=16)
def fitted(psi, points):
    """A machine of these features at λ = 0.01, and the scores of the mesh (n^2, 3)."""
    X, y = THREE[points]
    m = multiclass.machine_of(BUILD[psi](X, points), y, 0.01)
    return m, BUILD[psi](MESH, points) @ m.w
