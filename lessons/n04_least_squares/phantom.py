"""The figure `phantom`."""

import numpy as np

from helpers import plots
from helpers.linear import least_squares
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, points, regularisation
from helpers.live.controls import written
from lessons.n04_least_squares.world import PLAIN

EIGHT = [
    (0.35, 0.2),
    (0.6, 1.1),
    (0.8, 0.9),
    (1.1, 2.0),
    (1.3, 1.5),
    (1.5, 2.7),
    (1.8, 2.4),
    (1.9, 3.1),
]


def example(i):
    """A handle that moves the i-th example, while it is used."""

    def to(r, x, y):
        places = r.examples.copy()
        places[i] = np.clip(x, 0.05, 4), np.clip(y, -0.4, 4.2)
        return dict(examples=written(places))

    return Handle("move this example", lambda r: r.examples[i] if i < r.n else None, to)


class Phantom(Figure):
    """Ridge as least squares with one invented point at height 0."""

    guess = Guess(
        "The phantom wants the line to be at height 0 where it stands. Where must it stand to pull "
        "the line down <b>hardest</b>?",
        {
            "close to the origin": "There every line through the origin is near it already: it has "
            "nothing to complain about.",
            "far out to the right": "Right: at distance $x$ a slope $w$ misses it by $wx$. The "
            "farther out, the longer the lever.",
            "in the middle of the examples": "It would pull there, but at twice the distance the "
            "same slope misses it by twice as much.",
        },
        answer="far out to the right",
    )

    more = ("examples",)
    SLOPES = np.linspace(-0.5, 2.5, 121)
    story = """
at the origin
    Nearly no penalty: the phantom stands near 0, where it hardly pulls.
walks out | lam=0.1
    λ = 0.1: the phantom walks right along the axis, and the line tips.
far out | lam=2
    λ = 2: a long lever, a strong pull. On the right the minimum has moved to the left.
two examples only | lam=2, n=2
    The same λ = 2 with n = 2: the phantom stands nearer, because our loss is a mean.
"""
    sees = {
        "at the origin": lambda r: r.reach < 0.1 and abs(r.w - r.w0) < 0.01,
        "walks out": lambda r: r.reach > 0.8 and r.w < r.w0 - 0.05,
        "far out": lambda r: r.reach == 4 and r.w < r.w0 / 2,
        "two examples only": lambda r: r.reach == 2 and r.lam == 2,
    }
    handles = [
        Handle(
            "drag the phantom",
            at=lambda r: (r.reach, 0),
            to=lambda r, x, y: dict(lam=max(x, 0.01) ** 2 / r.n),
        ),
        *(example(i) for i in range(8)),
    ]
    notes = """Drag the phantom slowly. Ask why a point at the origin costs nothing (every line
    through 0 hits it). Then drag an example far out and see who wins."""
    widths = (3, 2)
    panels = (
        axes("$x$", (-0.15, 4.3), "$y$", (-0.5, 4.3)),
        axes("slope $w$", (-0.5, 2.5), "what is minimised", (0, 6)),
    )

    def sliders(self):
        return dict(
            lam=regularisation(0.001, 0.001, 2),
            n=int_slider("examples used n", 8, 1, 8),
            examples=limited(points("examples", EIGHT), -10, 10),
        )

    @staticmethod
    def compute(lam, n, examples):
        """A line through the origin: least squares on n examples, and with one invented."""
        x, y = examples[:n].T
        A, b = least_squares.augment(x, y, lam)  # one more row: sqrt(n lam), with answer 0
        w0, w = (least_squares.least_squares(*rows).w[0] for rows in ((x, y), (A, b)))
        loss = np.mean((np.outer(Phantom.SLOPES, x) - y) ** 2, axis=1)
        squares = ((A * Phantom.SLOPES - b[:, None]) ** 2).sum(axis=0) / n
        best = np.mean((w * x - y) ** 2) + lam * w**2
        lowest = np.mean((w0 * x - y) ** 2)
        reach = np.sqrt(n * lam)
        return dict(
            x=x, y=y, w0=w0, w=w, loss=loss, squares=squares, best=best, lowest=lowest, reach=reach
        )

    def picture(self, left, right):
        left.ax.axhline(0, color="0.6", lw=1)
        plain = plots.curves(left.ax, ["without phantom"], **PLAIN)
        held = plots.curves(left.ax, ["with it"], color=plots.FIT, lw=2.6)
        dots = plots.points(left.ax, ["examples", "phantom"], legend=None, size=80, zorder=4)
        for dot, colour, marker in zip(dots(None, None), (plots.TRAIN, plots.ORANGE), "oD"):
            dot.set(color=colour, marker=marker)
        loss = plots.curves(right.ax, ["mean loss"], **PLAIN)
        both = plots.curves(right.ax, ["+ $\\lambda w^2$"], color=plots.FIT, lw=2.6)
        same = plots.points(right.ax, ["with phantom"], legend=None, size=38)
        same(None)[0].set(color=plots.ORANGE, marker="D")
        low = plots.mark(right.ax, marker="v", colour=plots.PURPLE, size=9)
        here = plots.star(right.ax)

        ends, s = np.array([-0.15, 4.3]), self.SLOPES
        left.add(plain, shows=lambda r: (ends, ends * r.w0))
        left.add(held, shows=lambda r: (ends, ends * r.w))
        left.add(dots, shows=lambda r: (np.column_stack([r.x, r.y]), [[r.reach, 0]]))
        right.add(loss, shows=lambda r: (s, r.loss))
        right.add(both, shows=lambda r: (s, r.loss + r.lam * s**2))
        right.add(same, shows=lambda r: np.column_stack([s, r.squares])[4::8])
        right.add(low, shows=lambda r: (r.w0, r.lowest))
        right.add(here, shows=lambda r: (r.w, r.best))

    def caption(self, r):
        effect = f"pulls the slope from {r.w0:.3g} to {r.w:.3g}"
        if f"{r.w0:.3g}" == f"{r.w:.3g}":
            effect = f"hardly pulls: the slope stays {r.w:.3g}"
        return f"The phantom stands {r.reach:.2g} from the origin and {effect}."

    def headline(self, r):
        return Claim(
            "least squares on n + 1 points = ridge on n",
            "Theorem 4.4",
            r.w,
            least_squares.Ridge(r.x, r.y).w(r.lam)[0],
            "==",
            words="Least squares with the phantom is ridge without it.",
        )

    def identities(self, r):
        formula = r.x @ r.y / (r.x @ r.x + r.n * r.lam)
        objective = r.loss[-1] + r.lam * self.SLOPES[-1] ** 2
        return [
            Claim("slope = Σxy / (Σx² + nλ)", "Theorem 4.3, d = 1", r.w, formula, "=="),
            Claim("one objective, at w = 2.5", "Theorem 4.4", r.squares[-1], objective, "=="),
        ]


def limited(control, low, high):
    """A `points` control that refuses numbers outside [low, high]."""
    parse = control.argument

    def checked(typed):
        found = parse(typed)
        if (found < low).any() or (found > high).any():
            raise ValueError(f"{control.description} must lie between {low:g} and {high:g}")
        return found

    control.argument = checked
    return control
