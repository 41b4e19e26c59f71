"""Projection."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.descent import optim, projections, sgd
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider, step_size
from lessons.n09_sgd_variants.world import CIRCLE, lowest, pairs

RUNS, STEPS = 40, 200
FIRST = np.array([1.0, -1.0])
RIDES = np.random.default_rng(4).integers(500, size=(STEPS, RUNS))


class Leash(Figure):
    """SGD with steps that begin far too long; some runs are put back into a disc after each."""

    guess = Guess(
        "Forty runs start together on a landscape of dark valleys; the first steps are far too "
        "long. Steps shrink like 50/t. Where are the orange ones after 200 steps?",
        {
            "back at the minimum": "Five of 40 are near it. A run that lands in another valley is "
            "pulled to the bottom of that one, and by then its steps are short.",
            "most are stuck in other valleys": "Right: 35 of 40. Press play, and then look at the "
            "blue ones.",
            "flying off for ever": "The steps shrink, and every valley pulls. They do come to "
            "rest.",
        },
        answer="most are stuck in other valleys",
    )

    size = (10, 3.7)  # a slide with a long title must hold it
    play = "T"
    more = ("i",)
    veiled = (1,)
    story = """
two steps | T=2
    Both took the same bold steps. Blue was put back after each.
the end | T=200
    The steps are short by now. Orange sits in other valleys and cannot get out.
longer | T=200, eta=200
    Steps four times as long: most plain runs have left the picture, one is in the disc.
short steps | T=200, eta=5
    With short steps nobody leaves for long, and the projection is hardly used.
too short | T=200, eta=2
    Now nobody arrives: the steps η/t add up too slowly. Boldness was useful.
W too large | T=200, B=2.8
    A disc on which the function is not convex any more: the theorem says nothing about f.
"""
    sees = {
        "two steps": lambda r: r.T == 2 and r.far[1] > 5 * r.far[0],
        "the end": lambda r: r.lost == 35 and r.far[0] < 0.2 and np.all(at_rest(r)),
        "longer": lambda r: r.lost == RUNS - 1 and np.mean(beyond(r.ends[1])) > 0.5,
        "short steps": lambda r: r.lost == 0 and abs(r.far[1] - r.far[0]) < 0.01 > r.far[0] - 0.25,
        "too short": lambda r: r.lost == 0 and min(r.far) > 0.8,
        "W too large": lambda r: r.B > roof(),
    }
    handles = [
        Handle(
            "drag the edge of W",
            at=lambda r: (r.B / 2**0.5, r.B / 2**0.5),
            to=lambda r, x, y: dict(B=float(np.hypot(x, y))),
            panel=1,
        ),
    ]
    notes = """Play T with the class: the plain runs are not unlucky, they are trapped. The loss is
    a cosine, its valleys are 4π = 12.6 apart. Then "short steps": projection costs nothing where it
    is not needed, and "too short" says why one wants bold steps at all."""
    widths = (1.3, 1)
    panels = (
        axes("intercept $a$", (-42, 42), "slope $b$", (-30, 34)),
        axes("intercept $a$", (-3.1, 3.1), ylim=(-3.1, 3.1), aspect="equal"),
    )

    def sliders(self):
        return dict(
            T=int_slider("steps T", 2, 1, STEPS),
            eta=step_size(50, 0.5, 200),
            B=slider("radius B", 1.5, 1.45, 3, 0.05),
            i=int_slider("new random run", 1, 1, RUNS),
        )

    @staticmethod
    def compute(T, eta, B, i):
        """Forty projected and forty plain runs on the same examples, steps eta/t."""
        x, y = pairs()
        twice = np.concatenate([RIDES, RIDES], axis=1)
        run = sgd.sgd(
            lambda w, t: projections.cos_grad(w, x[twice[t - 1]], y[twice[t - 1]]),
            np.tile(FIRST, (2 * RUNS, 1)),
            optim.decay(eta, 1),
            T,
            lambda w: held(w, B),
        )
        ends = run.w[-1, :RUNS], run.w[-1, RUNS:]
        far = [np.linalg.norm(end - lowest(), axis=1).mean() for end in ends]
        return dict(
            run=run,
            kept=first_part(run, T, RUNS),
            ends=ends,
            far=far,
            paths=[run.w[:, i - 1], run.w[:, RUNS + i - 1]],
            lost=int(np.sum(np.linalg.norm(ends[1], axis=1) > B)),
        )

    def picture(self, left, right):
        right.legend(show=False)

        x, y = pairs()
        f = lambda w: projections.cos_loss(w, x[:100], y[:100])  # noqa: E731
        for ax, lim in ((left.ax, (-42, 42, -30, 34)), (right.ax, (-3.1, 3.1, -3.1, 3.1))):
            plots.contours(ax, f, lim, 8, filled=True, cmap="Greys_r", alpha=0.3)
            ax.grid(False)
        looks = (("projected", plots.FIT, "o"), ("plain", plots.ORANGE, "^"))
        lines, dots = [], []
        for ax in (left.ax, right.ax):
            for name, colour, marker in reversed(looks):
                lines.append(plots.curves(ax, [None], color=colour, ls="-", lw=1.1))
                dots.append(plots.points(ax, [f"40 {name}"], None, 55))
                dots[-1](None)[0].set(color=colour, marker=marker, zorder=3)
        spots = [
            plots.mark(left.ax, "minimum", "D", "white", 7),
            plots.mark(right.ax, None, "D", "white", 8),
        ]
        spots.append(plots.mark(right.ax, None, "P", "white", 10))
        for spot in spots:
            spot(0, 0)[0].set_zorder(6)  # above the crowd
        edges = [
            plots.curves(ax, [None], color=plots.TRUTH, ls="--", lw=1.6)
            for ax in (left.ax, right.ax)
        ]

        right.ax.set_title("the disc $W$, from near by", fontsize=12)
        left.add(lambda r: self.move(r, lines, dots, edges, spots))

    def move(self, r, lines, dots, edges, spots):
        ways, ends = [r.paths[1], r.paths[0]] * 2, [r.ends[1], r.ends[0]] * 2
        return (
            *(line for draw, way in zip(lines, ways) for line in draw(*way.T)),
            *(dot for draw, end in zip(dots, ends) for dot in draw(end)),
            *(edge for draw in edges for edge in draw(*(r.B * CIRCLE.T))),
            *(dot for draw, at in zip(spots, (lowest(), lowest(), FIRST)) for dot in draw(*at)),
        )

    def caption(self, r):
        return (
            f"After {r.T} step{'s' * (r.T > 1)} {r.lost} of 40 plain runs are outside the disc; "
            f"blue is {r.far[0]:.2g} from the minimum on average."
        )

    def numbers(self, r):
        return (
            f"after {r.T} steps the projected runs are {r.far[0]:.3g} from the minimum on average, "
            f"the plain ones {r.far[1]:.3g}; {r.lost} of 40 plain runs are outside the disc of "
            f"radius {r.B:.3g}; the function is convex up to radius {roof():.3g}."
        )

    def headline(self, r):
        sides = projections.lemma_sides(r.kept, lowest())
        far = f"f is convex only up to radius {roof():.3g}" if r.B > roof() else ""
        return Claim(
            "Σ η⟨v, w − w*⟩ ≤ ½(‖w₁−w*‖² − ‖w_T+1−w*‖² + Σ η²‖v‖²), mean of 40 runs",
            "Theorem 9.2",
            sides[0].mean(),
            sides[1].mean(),
            why_not=far,
            words="Projection onto a convex set never moves a point away from w*, so SGD's bound "
            "still holds.",
        )

    def identities(self, r):
        left, right = projections.lemma_sides(r.kept, lowest())
        gap, bound = convex_sides(r.paths[0][:-1], r.kept.eta)
        far = f"f is convex only up to radius {roof():.3g}" if r.B > roof() else ""
        return [
            Claim(
                "what that bound gives away = what projecting gained",
                "Theorem 9.2",
                (right - left).mean(),
                gained(r.kept, lowest()).mean(),
                "==",
            ),
            Claim(
                "largest ‖w‖ of the projected runs ≤ B",
                "section 1",
                np.linalg.norm(r.kept.w, axis=2).max(),
                r.B,
            ),
            Claim(
                "run i: f(average) − f* ≤ mean ⟨∇f, w − w*⟩",
                "Theorem 9.2",
                gap,
                bound,
                why_not=far,
            ),
        ]


def beyond(ends):
    """Which points are off the left panel."""
    return np.any((ends < [-42, -30]) | (ends > [42, 34]), axis=1)


def at_rest(r):
    """Whether the last step of each plain run was short beside a valley's width."""
    return np.linalg.norm(r.run.w[-1, RUNS:] - r.run.w[-2, RUNS:], axis=1) < 0.5


@cache
def roof():
    """The radius up to which the mean of -cos is convex."""
    return projections.convex_radius(*pairs(), np.arange(0.05, 4.01, 0.05))


def held(w, B):
    """The first forty runs go to the nearest point of the ball, the others nowhere."""
    return np.concatenate([projections.project_ball(w[:RUNS], B), w[RUNS:]])


def gained(run, u):
    """How much nearer to u the projections have brought each run: half the sum of the squares that
    they took away."""
    half = run.w[:-1] - run.eta[:, None, None] * run.v
    before, after = (((p - u) ** 2).sum(axis=2) for p in (half, run.w[1:]))
    return (before - after).sum(axis=0) / 2


def first_part(run, T, k):
    """The first T steps of the first k runs."""
    return type(run)(run.w[: T + 1, :k].copy(), run.v[:T, :k].copy(), run.eta[:T].copy())


def convex_sides(points, weights):
    """f(average) - f(w*), and the weighted mean of <grad f(w_t), w_t - w*>, for -cos."""
    x, y = pairs()
    share = weights / weights.sum()
    push = -np.sin((y - points[:, :1] - points[:, 1:] * x) / 2) / 2
    slope = np.column_stack([push.mean(axis=1), push @ x / len(x)])
    gap = projections.cos_loss(share @ points, x, y) - projections.cos_loss(lowest(), x, y)
    return float(gap), float(share @ (slope * (points - lowest())).sum(axis=1))
