"""The figure `street`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider, toggle
from helpers.margins import separation, svm
from lessons.n11_svm.world import SIGNS, plane, points_apart

TURN = np.linspace(0, 2 * np.pi, 3601)
LOWEST = -1.2  # the lowest margin that is drawn: what matters is the hill above 0


class Street(Figure):
    """A line of your own, and the one with the largest margin."""

    guess = Guess(
        "You will turn and push the black line until its street is as wide as possible. How many "
        "of the twenty points does the widest street touch?",
        {
            "one, the nearest": "Then push the line away from that point: the street gets wider. "
            "It must be held from both sides.",
            "two or three": "One side holds with one or two points, the other with one. They alone "
            "decide; the other seventeen might as well not be there.",
            "about half of them": "For that ten points would have to lie on two parallel lines.",
            "all twenty": "Most points are far behind the edges and touch nothing.",
        },
        answer="two or three",
    )

    veiled = (1,)
    story = """
your line
    The dotted lines touch the nearest point; its distance is the margin (orange).
turn it | angle=37
    Only turned, to 37 degrees: on the right you have climbed. Can you climb higher?
the best | show=True
    Dashed green: nothing is wider. Its street touches the three ringed points.
a bystander | i=1, show=True
    Point 1 (crossed out) is gone, and the best line has not moved at all.
a holder | i=2, show=True
    Without point 2 the street turns and gets wider: this point held it.
overlap | gap=0.4, show=True
    The classes overlap: the curve on the right stays under 0, no line separates.
"""
    sees = {
        "your line": lambda r: np.isclose(np.abs(r.X @ r.v - r.offset).min(), r.margin),
        "turn it": lambda r: 0.463 < r.margin < r.best.width,
        "the best": lambda r: r.show and len(r.best.support) == 3,
        "a bystander": lambda r: r.whole and np.isclose(r.best.width, r.whole.width, rtol=1e-9),
        "a holder": lambda r: r.whole and r.best.width > 1.01 * r.whole.width,
        "overlap": lambda r: r.best is None and r.scan.max() < 0,
    }
    handles = [
        Handle(
            "push your line",
            at=lambda r: r.offset * r.v,
            to=lambda r, x, y: dict(offset=float(np.dot(r.v, (x, y)))),
        ),
        Handle(
            "turn your line", at=lambda r: Street.end(r), to=lambda r, x, y: Street.turned(r, x, y)
        ),
        Handle(
            "choose the angle",
            at=lambda r: (r.angle, max(r.margin, LOWEST)),
            to=lambda r, x, y: dict(angle=x),
            panel=1,
        ),
    ]
    more = ("gap",)
    notes = """Let somebody steer by voice, first the angle, then the offset, before the best line
    is shown. The curve on the right is the margin at the best offset for each angle. Then leave out
    points one by one: only ringed ones move the dashed line. With overlap the curve stays below
    zero, which is the question of section 3."""
    widths = (3, 2)
    panels = (
        axes(),
        axes(
            "angle of $w$ in degrees",
            (0, 360),
            "margin",
            (LOWEST, 1.6),
            xticks=[0, 90, 180, 270, 360],
            yticks=[-1, 0, 1],
        ),
    )

    def sliders(self):
        return dict(
            angle=slider("angle θ", 60, 0, 360, 0.2),
            offset=slider("offset o", 0, -2, 2),
            show=toggle("show the best line"),
            i=int_slider("leave out point i", 0, 0, 20),
            gap=slider("class gap g", 1.7, 0.2, 2.4, 0.05),
        )

    @staticmethod
    def compute(angle, offset, show, i, gap):
        """The margin of your line, the best line, and the best margin of every angle."""
        points = points_apart(gap)
        keep, v = np.arange(20) != i - 1, svm.unit(np.radians(angle))
        X, y = points[keep], SIGNS[keep]
        return dict(
            X=X,
            y=y,
            v=v,
            gone=points[i - 1] if i else [np.nan, np.nan],
            margin=separation.margin(X, y, v, -offset),
            best=svm.hard_or_none(X, y),
            scan=svm.widest(X, y, svm.unit(TURN))[0],
            whole=svm.hard_or_none(points, SIGNS) if i else None,
        )

    @staticmethod
    def end(r):
        """A place on your line, away from its middle."""
        return r.offset * r.v + 2.6 * np.array([-r.v[1], r.v[0]])

    @staticmethod
    def turned(r, x, y):
        """The angle at which the line passes through the hand, its offset unchanged."""
        far = max(np.hypot(x, y), 1.001 * abs(r.offset), 1e-9)
        angle = np.arctan2(y, x) - np.arccos(r.offset / far)
        return dict(angle=float(np.degrees(angle) % 360))

    def picture(self, left, right):
        plane(left.ax, 4, 3.3)
        classes = ["$y = +1$", "$y = -1$"]
        left.points(classes, legend=None, size=60, shows=lambda r: (r.X[r.y > 0], r.X[r.y < 0]))
        left.circles(
            "holds the best", size=13, shows=lambda r: r.X[r.best.support] if self.best(r) else []
        )
        left.street("best", colour=plots.GREEN, ls="--", shows=self.road)
        left.street(
            "your line",
            normal=True,
            shows=lambda r: (r.v, -r.offset, max(r.margin, 0) or np.nan),
        )
        left.mark(None, "X", "0.4", 16, shows=lambda r: (*r.gone,))
        left.star(shows=lambda r: (*(r.offset * r.v),))
        left.mark(None, "o", plots.YELLOW, 11, shows=lambda r: (*self.end(r),))

        right.ax.axhline(0, color="0.6", lw=1)
        right.curve("best offset", plots.FIT, shows=lambda r: (np.degrees(TURN), r.scan), lw=2.4)
        right.level(
            "best of all",
            plots.GREEN,
            "--",
            shows=lambda r: r.best.width if self.best(r) else np.nan,
        )
        right.star(label="your line", shows=lambda r: (r.angle, max(r.margin, LOWEST)))

    @staticmethod
    def best(r):
        """The best line, if it is to be shown and there is one."""
        return r.best if r.show else None

    @staticmethod
    def road(r):
        """The best line as it is drawn, or nothing."""
        shown = Street.best(r)
        return (shown.w, shown.b, shown.width) if shown else (None, 0)

    def caption(self, r):
        yours = f"The margin of your line is {r.margin:.3f}"
        if r.margin <= 0:
            yours = "Your line has a point on its wrong side"
        if r.best is None:
            return f"{yours}; no line separates these classes."
        if not r.show:
            return f"{yours}. Drag the star to push it, the yellow dot to turn it."
        held = len(r.best.support)
        return f"{yours}; the best line has {r.best.width:.3f}, and {held} points hold it."

    def numbers(self, r):
        best = "no line separates the classes"
        if r.best:
            best = f"the largest margin is {r.best.width:.3f}, held by {len(r.best.support)} points"
        side = " (minus: a point is on the wrong side)" * (r.margin < 0)
        return f"the margin of your line is {r.margin:.3f}{side}; {best}."

    def headline(self, r):
        return Claim(
            "margin of your line ≤ 1/‖w‖ of the quadratic program",
            "Theorem 11.2",
            r.margin,
            r.best.width if r.best else np.nan,
            why_not="" if r.best else "no line separates the classes",
            words="No line has a larger margin than the quadratic program's.",
        )

    def identities(self, r):
        best, whole = r.best, r.whole
        apart, wrong = "" if best else "no line separates", "" if r.margin > 0 else "yours errs"
        width, before = best.width if best else np.nan, whole.width if whole else np.nan
        idle = apart or ("" if whole else "nobody is left out")
        if not idle and whole.alpha[r.i - 1]:
            idle = "the point that is left out held the line"
        found, top = svm.searched(r.X, r.v, -r.offset), r.scan.max()
        one, two, five = "Theorem 11.1", "Theorem 11.2", "Theorem 11.5"
        return [
            Claim("margin = distance found by search", one, r.margin, found, "==", 1e-3, wrong),
            Claim("1/‖w‖ = the best of 3601 angles", two, width, top, "==", 2e-3, apart),
            Claim("1/‖w‖ without a point of price 0", five, width, before, "==", 1e-7, idle),
        ]
