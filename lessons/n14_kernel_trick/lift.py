"""The figure `lift`."""

import numpy as np

from helpers import plots
from helpers.kernels import features
from helpers.linear.least_squares import Ridge
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, points, slider, toggle
from helpers.live.controls import written
from helpers.margins.separation import separation
from lessons.n14_kernel_trick.world import MAPS, SHAPES, within

# lift
BOX = (-2.6, 2.6)


class Lift(Figure):
    """Two classes in the plane, and the same points among features: does a plane part them?"""

    guess = Guess(
        "Blue dots outside, orange squares inside: no line parts the rings. Which list of features "
        "makes a <b>plane</b> part them?",
        {
            "x, turned by an angle": "A plane after a rotation is a plane before it. Nothing new.",
            "(x₁, x₂, x₂²)": "It bends x₂ only; the rings need both directions. Try it.",
            "(x₁², √2 x₁x₂, x₂²)": "Right: a plane like x₁² + x₂² = 2 is a circle among the data. "
            "The √2 becomes important in section 3.",
            "none: it takes the radius itself": "The radius would do. But its square, x₁² + x₂², "
            "is a sum of two of the features on offer.",
        },
        answer="(x₁², √2 x₁x₂, x₂²)",
    )

    more = ("place",)
    veiled = (1,)
    story = """
rings
    No line parts an inner ring from an outer one. The black cross is the proof: it lies in the
    convex hull of both classes.
squares | psi="(x₁², √2 x₁x₂, x₂²)"
    Three features, squares and a product. On the right the classes part; the same plane, seen
    from the left, is an ellipse.
exclusive or | shape="exclusive or", psi="(x₁², √2 x₁x₂, x₂²)"
    Blue in two opposite corners: the product x₁x₂ is all it takes.
a wrong bet | psi="(x₁, x₂, x₂²)"
    This map bends only x₂. For rings that is not enough.
turned | psi="x, turned"
    A rotation makes no new planes: nothing is won.
folded | shape="stripes", psi="(x₁, 4x₂² + 1)"
    Stripes, and a map that folds the plane along the middle one.
your own point | psi="(x₁², √2 x₁x₂, x₂²)", own=True
    The large blue point is yours. Drag it into the orange ring: when does the proof of
    separation turn into a proof of the contrary?
"""
    handles = [
        Handle(
            "your own point",
            at=lambda r: r.place[0] if r.own else None,
            to=lambda r, x, y: dict(place=written([np.clip((x, y), -2.5, 2.5)])),
        )
    ]
    notes = """Ask which map will part the rings before changing it. The cross is worth a minute: a
    picture that proves that something is impossible. With your own point, walk slowly inwards: the
    margin shrinks, is zero, and the cross appears under your hand."""
    panels = (
        axes("$x_1$", BOX, "$x_2$", BOX),
        axes(
            "features: distance from the plane",
            (-1.1, 1.1),
            "features: along the plane",
            (-1.15, 1.15),
        ),
    )

    def sliders(self):
        return dict(
            shape=choice("data", "rings", SHAPES),
            psi=choice("features ψ", "x itself", MAPS),
            sigma=slider("spread σ", 0.15, 0, 0.5, 0.01),
            own=toggle("a point of your own"),
            place=within(points("your point", [(1.6, -1.2)]), (-2.6, 2.6), (-2.6, 2.6)),
        )

    @staticmethod
    def compute(shape, psi, sigma, own, place):
        """Part the mapped points by a plane, or find a point in the hulls of both classes."""
        X, y = shape(60, np.random.default_rng(1), sigma=sigma)
        if own:
            X, y = np.vstack([X, place]), np.append(y, 1.0)
        Psi = psi(X)
        part = separation(Psi, y)
        w, b = part.w, part.b
        if not part.separable:  # no plane is right; the one of least squares is shown
            *w, b = Ridge(np.column_stack([Psi, np.ones(len(y))]), y).w(1e-6)
        scores = Psi @ w + b
        return dict(
            X=X,
            y=y,
            Psi=Psi,
            part=part,
            scores=scores,
            f=lambda P: psi(P) @ w + b,
            view=features.edge_on(Psi, w, b),
            right=np.mean(scores * y > 0),
        )

    def picture(self, left, right):
        right.ax.tick_params(labelleft=False, labelbottom=False)
        sides = plots.halves(left.ax, BOX)
        dots = plots.points(left.ax, ["$y = +1$", "$y = -1$"], legend=None)
        mine = plots.points(left.ax, [None], legend=None, size=170, zorder=4)
        seen = plots.points(right.ax, [None, None], legend=None)
        right.ax.axvline(0, color=plots.BLACK, lw=1.4, label="the plane")
        both = plots.mark(right.ax, "in both hulls", marker="X", colour=plots.BLACK, size=14)

        def move(r):
            yes = r.part.separable
            cross = [np.nan] * 2 if yes else r.view(r.part.common[None])[0]
            return (
                *sides(r.f),
                *dots(*(r.X[r.y == s] for s in (1, -1))),
                *mine(r.place if r.own else None),
                *seen(*(r.view(r.Psi[r.y == s]) for s in (1, -1))),
                *both(*cross),
            )

        left.add(move)

    def caption(self, r):
        count = r.Psi.shape[1]
        if r.part.separable:
            return f"Among these {count} features a plane parts the classes."
        return (
            f"Among these {count} features no plane parts the classes: the cross lies in both "
            f"hulls. Least squares gets {100 * r.right:.0f} % right."
        )

    def numbers(self, r):
        if r.part.separable:
            said = f"a plane parts the classes with margin {r.part.margin:.3g}"
        else:
            said = "no plane parts the classes, and a point lies in the hulls of both"
        return f"{r.Psi.shape[1]} features; {said}; {r.right:.1%} of the points are right."

    def headline(self, r):
        """Means of the scores with the certificate's weights: equal, or two margins apart."""
        plus, minus = (r.part.weights[r.y == s] @ r.scores[r.y == s] for s in (1, -1))
        return Claim(
            "weighted mean score of +1 = that of −1, plus twice the margin",
            "Theorem 14.2",
            plus,
            minus + 2 * r.part.margin,
            "==",
            1e-6,
            words="Two weighted means, one a class, score two margins apart: at the cross, 0.",
        )

    def identities(self, r):
        part, two = r.part, "Theorem 14.2"
        no = "" if part.separable else "no plane parts the classes"
        yes = "a plane parts the classes" if part.separable else ""
        worst = np.min(r.y * r.scores)
        return [
            Claim("every point keeps the margin", two, worst, part.margin, "==", 1e-7, no),
            Claim("this plane has a point on the wrong side", two, worst, 0, why_not=yes),
        ]
