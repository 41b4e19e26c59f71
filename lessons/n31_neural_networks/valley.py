"""Two weights: the smallest network there is."""

import numpy as np

from helpers import networks as nn
from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider, step_size
from lessons.n31_neural_networks.world import loss_of_two

LONG = 4000  # steps after which a run has settled, or has not
SPACE = (-2.4, 4.4, -2.3, 2.7)
FLOOR = np.concatenate([np.linspace(0.2, 6, 400), [np.nan], -np.linspace(0.2, 6, 400)])


class Valley(Figure):
    """Descent on (1 - uv)^2 / 2: which of all the minima does it choose?"""

    guess = Guess(
        "Across the valley at the start $(3, 0.2)$ the curvature is 9 (left). In notebook 07 a "
        r"step size over 2/curvature, here 0.22, drove descent to infinity. And now, with $\eta = "
        "0.3$?",
        {
            "it goes to infinity": "It begins like that. But elsewhere this valley is flatter.",
            "it bounces for ever": "It bounces, but each bounce carries it along the valley.",
            "it settles at the nearest minimum": "There the curvature is 9: a small error would "
            "grow again. Steps of 0.05 do settle there: step 2 of the story.",
            "it moves to a flatter one": "It walks along the valley to curvature 3.0, well below "
            "2/η = 6.7. The long step chose another solution.",
        },
        answer="it moves to a flatter one",
    )

    size = (10, 4.2)
    veiled = (1, 2)
    story = """
a long step
    Left, the first step ends higher than it began. It bounces on between the walls, and rests
    (cross) where the floor is flat enough: inside the dashed circle.
a short step | eta=0.05
    Straight to the nearest place of the floor, and there it stays: curvature 9.2. Now 2/η is
    40: circle and dashed line are outside the picture.
just too long | eta=0.22
    The nearest floor has curvature 9.2, and 2/η is 9.09. Bounce by bounce it creeps to the
    left, and rests at 8.5.
over the ridge | eta=0.35
    It jumps right across to the other branch of the floor, where u and v are negative.
too long | eta=0.5
    Now it is lost: after a few bounces it leaves the picture for good.
the same step, a kinder start | eta=0.5, u=1.5, v=0.5
    With η = 0.5 still: from here it arrives. Not only the step decides.
"""
    handles = [
        Handle(
            "move the start",
            at=lambda r: (r.u, r.v),
            to=lambda r, x, y: dict(u=x, v=y),
            panel=1,
        ),
        Handle(
            "choose 2/η",
            at=lambda r: (16, 2 / r.eta) if 2 / r.eta < 12 else None,
            to=lambda r, x, y: dict(eta=2 / max(y, 1.0)),
            panel=2,
        ),
    ]
    notes = """Ask first what notebook 07 would say: η times curvature is 2.7, over 2, so it
    diverges. It does, for a while: that is what throws it out of the steep part. Then drag the
    start a little beside the floor: inside the circle it stays near, outside it leaves."""
    widths = [0.6, 1.5, 0.8]
    panels = (
        axes("v, while u stays", (-0.2, 0.9), "loss", (0, 0.4)),
        axes("first weight u", SPACE[:2], "second weight v", SPACE[2:]),
        axes("step t", (-0.5, 30.5), "u² + v²", (0, 12)),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.3, 0.02, 0.6),
            u=slider("first weight u", 3, 0.5, 4, 0.05),
            v=slider("second weight v", 0.2, -1, 2, 0.05),
            T=int_slider("steps drawn", 30, 1, 30),
        )

    @staticmethod
    def compute(eta, u, v, T):
        """The path, its u² + v², and where it ends after many steps."""
        path = nn.two_weights(u, v, eta, LONG)
        miss = 1 - path.prod(axis=1)
        lost = len(path) <= LONG
        calm = not lost and bool(np.abs(miss[-50:]).max() < 1e-9)
        last = path[-1]
        gap = path[:, 0] ** 2 - path[:, 1] ** 2
        shown = min(T, len(path) - 1)
        product = gap[0] * np.prod(1 - (eta * miss[:shown]) ** 2)
        reach = np.sqrt(2 / eta)
        return dict(
            path=path,
            drawn=path[: shown + 1],
            size=(path**2).sum(axis=1),
            lost=lost,
            calm=calm,
            saddle=not lost and bool(np.abs(last).max() < 1e-9),
            still=bool(abs(miss[0]) < 1e-6),
            last=last,
            end=float((last**2).sum()),
            gap=(float(gap[shown]), float(product)),
            gentle=float(np.hypot(gap[0], 2)),
            flat=float(np.hypot(gap[-1], 2)),
            curved=curvature_of_two(last) if calm else np.nan,
            reach=reach,
        )

    def picture(self, cut, left, right):
        cut.legend(show=False)

        slope = across(cut.ax)

        look = dict(cmap=None, colors="0.8", linewidths=0.9, alpha=1)
        plots.contours(left.ax, loss_of_two, SPACE, [0.02, 0.1, 0.3, 0.8, 2, 5, 12], n=120, **look)
        circle = plots.curves(left.ax, ["u² + v² = 2/η"], color=plots.BOUND, ls="--")
        flat = plots.curves(left.ax, ["flat floor"], color=plots.GREEN, lw=4.5)
        steep = plots.curves(left.ax, ["steep floor"], color=plots.RED, lw=2.6, ls=":")
        run = plots.curves(left.ax, ["descent"], color=plots.FIT, marker="o", ms=4, lw=1.3)
        left.legend(handlelength=1.2, columnspacing=0.7)
        limit = plots.level(right.ax, "2/η", plots.BOUND, "--")
        size = plots.curves(right.ax, [None], color=plots.FIT, marker="o", ms=4, lw=1.3)

        start, end = plots.star(left.ax), plots.mark(left.ax, None, "X", plots.BLACK, 11)
        angle = np.linspace(0, 2 * np.pi, 200)
        heights = FLOOR**2 + 1 / FLOOR**2

        def move(r):
            fine = heights <= 2 / r.eta
            inside = np.clip(r.drawn, -40, 40)
            return (
                *slope(r),
                *circle(r.reach * np.cos(angle), r.reach * np.sin(angle)),
                *steep(FLOOR, np.where(fine, np.nan, 1 / FLOOR)),
                *flat(FLOOR, np.where(fine, 1 / FLOOR, np.nan)),
                *run(inside[:, 0], inside[:, 1]),
                *limit(2 / r.eta),
                *size(np.arange(len(r.drawn)), np.minimum(r.size[: len(r.drawn)], 99)),
                *start(r.u, r.v),
                *end(*(r.last if r.calm else (99, 99))),
            )

        cut.add(move)

    def caption(self, r):
        if r.lost:
            return f"2/η = {2 / r.eta:.2f}. The run is lost after {len(r.path) - 1} steps."
        if r.saddle:
            return "With v = −u it runs into (0, 0), a saddle: there is no slope, and no minimum."
        if not r.calm:
            return f"2/η = {2 / r.eta:.2f}. Even after {LONG} steps it still bounces."
        return (
            f"2/η = {2 / r.eta:.2f}. Descent came to rest (cross) at u² + v² = {r.end:.2f}; tiny "
            f"steps would have ended at {r.gentle:.2f}."
        )

    def numbers(self, r):
        if r.saddle:
            return f"the run ends on the saddle u = v = 0; 2/η is {2 / r.eta:.3g}."
        if r.lost or not r.calm:
            return f"no rest is reached; 2/η is {2 / r.eta:.3g}, the start has {r.size[0]:.3g}."
        return (
            f"the run rests at u = {r.last[0]:.3g}, v = {r.last[1]:.3g} with sharpness "
            f"{r.end:.4g}; 2/η is {2 / r.eta:.4g}."
        )

    def headline(self, r):
        why = "the run is lost" * r.lost or "it ends on a saddle, not on the floor" * r.saddle
        why = why or "it still bounces" * (not r.calm)
        return Claim(
            "descent rests only where the sharpness is at most 2/η",
            "Theorem 31.1",
            measured=r.end if r.calm else 0.0,
            bound=2 / r.eta,
            why_not=why or "the start is a minimum already: no pull" * r.still,
            words="Where gradient descent with step η comes to rest, the largest curvature is at "
            "most 2/η.",
        )

    def identities(self, r):
        away = "no rest on the floor is reached" * (not r.calm)
        return [
            Claim(
                "u² − v² shrinks by 1 − η²r² a step",
                "Theorem 31.2",
                r.gap[0],
                r.gap[1],
                "==",
                why_not="the run is lost" * r.lost,
            ),
            Claim(
                "sharpness at rest from u² − v²",
                "Theorem 31.2",
                r.end if r.calm else 0.0,
                r.flat,
                "==",
                1e-7,
                away,
            ),
            Claim("curvature by differences", "section 1", r.curved, r.end, "==", 1e-5, away),
        ]


def curvature_of_two(w, h=1e-4):
    """Largest eigenvalue of the Hessian at w (2,), from gradients of the network itself."""
    net = nn.Net((1, 1, 1), "none", bias=False)
    grad = nn.gradient(net, np.ones((1, 1)), nn.half_squares(np.ones((1, 1))))
    sides = [(grad(w + h * e) - grad(w - h * e)) / (2 * h) for e in np.eye(2)]
    return float(np.linalg.eigvalsh(sides)[-1])


def across(ax):
    """The loss while v moves and u stays, and one step of descent down its slope. move(r)."""
    loss = plots.curves(ax, ["loss"], color=plots.TRUTH, ls="-", lw=1.6)
    step = plots.curves(ax, ["one step"], color=plots.FIT, marker="o", ms=6, lw=1.6)
    plots.legend_above(ax, handlelength=1.1, columnspacing=0.7)
    plots.ticks(ax, y=[0, 0.1, 0.2, 0.3, 0.4])
    start, places = plots.star(ax, 13), np.linspace(-0.2, 0.9, 111)

    def move(r):
        ends = np.array([r.v, r.v + r.eta * r.u * (1 - r.u * r.v)])
        drawn = [0.5 * (1 - r.u * v) ** 2 for v in (places, ends)]
        return (*loss(places, drawn[0]), *step(ends, drawn[1]), *start(r.v, drawn[1][0]))

    return move
