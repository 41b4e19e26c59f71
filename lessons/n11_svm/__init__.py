"""The figures of notebook 11, support vector machines.

street   a line of your own against the one with the largest margin
price    one constraint, one price: what a dual variable guarantees
soft     one point is dragged across the street and pays as it goes
bend     the same machine with a Gaussian kernel
steps    subgradients instead of a solver, from any start
promise  the stability bound, and the bias that it does not allow (all sums are exact)
"""

from functools import lru_cache

import numpy as np

from helpers import data, kernels, losses, plots
from helpers.descent import bounds
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    bandwidth,
    choice,
    int_slider,
    log_slider,
    regularisation,
    slider,
    step_size,
    toggle,
)
from helpers.margins import bias_penalty, duality, pegasos, separation, svm, svm_qp

CLOUD = data.blobs(20, [[0, 0], [0, 0]], np.random.default_rng(17), sigma=0.75)[0]
SIGNS = np.where(np.arange(20) % 2, 1.0, -1.0)
TURN = np.linspace(0, 2 * np.pi, 3601)
LOWEST = -1.2  # the lowest margin that is drawn: what matters is the hill above 0
PRICES = np.linspace(0, 6, 301)
BASE = data.blobs(40, [[1.3, 0.7], [-1.3, -0.7]], np.random.default_rng(57), sigma=0.75)[0]
LABELS = np.where(np.arange(40) % 2, -1.0, 1.0)
COSTS = np.geomspace(0.1, 1e4, 13)
RANKS = np.linspace(0, 1, 200)
XS = data.blobs(100, [[1, 0.5], [-1, -0.5]], np.random.default_rng(0))[0]
YS = np.where(np.arange(100) % 2, -1.0, 1.0)
SHARES, MS = np.linspace(0, 1, 401), np.unique(np.geomspace(1, 100, 30).astype(int))


def points_apart(gap):
    """Twenty points in two classes, pushed apart along (0.8, 0.6)."""
    return CLOUD + gap * SIGNS[:, None] * [0.8, 0.6]


def point_sets():
    """Three problems in the plane: 200 points to train on, the others new."""
    cancer, mixed = data.load("breast_cancer"), np.random.default_rng(0).permutation(569)
    found = {
        "moons": data.moons(600, np.random.default_rng(1), sigma=0.25),
        "rings": data.rings(600, np.random.default_rng(2), sigma=0.25),
        "patients": (data.standardise(cancer.X[mixed][:, :2]), 1.0 - 2 * cancer.y[mixed]),
    }
    return {name: svm.study(X, y, 200, data.mesh((-3, 3))) for name, (X, y) in found.items()}


SETS = point_sets()


def plane(ax, half, high=None):
    """Axes for two coordinates, the same scale on both if `high` is left out."""
    high = half if high is None else high
    ax.set(xlim=(-half, half), ylim=(-high, high), xlabel="$x_1$", ylabel="$x_2$")


class street(Figure):
    """A line of your own, and the one with the largest margin."""

    veiled = (1,)
    story = [
        Step(
            "your line",
            "The dotted lines touch the nearest point; its distance is the margin (orange).",
        ),
        Step(
            "turn it",
            "Only turned, to 37 degrees: on the right you have climbed. Can you climb higher?",
            angle=37,
        ),
        Step(
            "the best",
            "Dashed green: nothing is wider. Its street touches the three ringed points.",
            show=True,
        ),
        Step(
            "a bystander",
            "Point 1 (crossed out) is gone, and the best line has not moved at all.",
            i=1,
            show=True,
        ),
        Step(
            "a holder",
            "Without point 2 the street turns and gets wider: this point held it.",
            i=2,
            show=True,
        ),
        Step(
            "overlap",
            "The classes overlap: the curve on the right stays under 0, no line separates.",
            gap=0.4,
            show=True,
        ),
    ]
    handles = [
        Handle(
            "push your line",
            at=lambda r: r.offset * r.v,
            to=lambda r, x, y: dict(offset=float(np.dot(r.v, (x, y)))),
        ),
        Handle(
            "turn your line", at=lambda r: street.end(r), to=lambda r, x, y: street.turned(r, x, y)
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

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        plane(left, 4, 3.3)
        right.set(xlim=(0, 360), ylim=(LOWEST, 1.6), xticks=[0, 90, 180, 270, 360])
        right.set(xlabel="angle of $w$ in degrees", ylabel="margin", yticks=[-1, 0, 1])
        right.axhline(0, color="0.6", lw=1)
        dots = plots.points(left, ["$y = +1$", "$y = -1$"], legend=None, size=60)
        held = plots.circles(left, "holds the best", size=13)
        best = plots.street(left, "best", colour=plots.GREEN, ls="--")
        mine, gone = (
            plots.street(left, "your line", normal=True),
            plots.mark(left, None, "X", "0.4", 16),
        )
        push, turn = plots.star(left), plots.mark(left, None, "o", plots.YELLOW, 11)
        plots.legend_above(left)
        scan = plots.curves(right, ["best offset"], color=plots.FIT, lw=2.4)
        top = plots.level(right, "best of all", plots.GREEN, "--")
        star = plots.star(right, label="your line")
        plots.legend_above(right)

        def move(r):
            shown = r.best if r.show else None
            road = (shown.w, shown.b, shown.width) if shown else (None, 0)
            return (
                *dots(r.X[r.y > 0], r.X[r.y < 0]),
                *held(r.X[shown.support] if shown else []),
                *best(*road),
                *mine(r.v, -r.offset, max(r.margin, 0) or np.nan),
                *gone(*r.gone),
                *push(*(r.offset * r.v)),
                *turn(*self.end(r)),
                *scan(np.degrees(TURN), r.scan),
                *top(shown.width if shown else np.nan),
                *star(r.angle, max(r.margin, LOWEST)),
            )

        return move

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


class price(Figure):
    """A constraint in one variable, and what a price on it guarantees."""

    veiled = (1,)
    story = [
        Step(
            "too cheap",
            "At this price it pays to break the limit: the lowest point of the blue curve lies "
            "outside the allowed part.",
            alpha=1,
        ),
        Step(
            "just right",
            "The blue curve is lowest exactly at the limit, and the guarantee (star) reaches p*.",
            alpha=3,
        ),
        Step("too dear", "Now one stays further inside than needed: a worse guarantee.", alpha=5),
        Step(
            "an idle limit",
            "A limit that does not bite: the best price is 0, every other one guarantees less.",
            t=2.5,
            alpha=0,
        ),
        Step(
            "not convex",
            "Two valleys: just below this price the lowest point jumps across the limit, and "
            "no price guarantees p*.",
            program="two valleys",
            alpha=0.5,
            t=0,
        ),
        Step(
            "no room",
            "Convex, but no x has g < 0: the lowest point runs out to the right, and every price "
            "guarantees 0, while p* is 1.",
            program="no room",
            t=0,
        ),
        Step(
            "no price",
            "Here the guarantees do climb to p*, but no finite price arrives.",
            program="no price",
            alpha=6,
        ),
    ]
    handles = [
        Handle(
            "move the limit",
            at=lambda r: (r.t, -2.6),
            to=lambda r, x, y: dict(t=x),
        ),
        Handle(
            "choose the price",
            at=lambda r: (r.alpha, max(r.cheap[1], -3)),
            to=lambda r, x, y: dict(alpha=x),
            panel=1,
        ),
    ]
    notes = """Ask for the right price before it is found: it is minus the slope of F at the limit,
    2(2 − r). Move the limit past 2 and ask again. Then the two ways in which it can go wrong: not
    convex, no room. Slater's condition excludes the second; linear constraints need no room."""

    def sliders(self):
        return dict(
            alpha=slider("price α", 2, 0, 6, 0.05),
            t=slider("limit r", 0.5, -0.5, 2.5, 0.05),
            program=choice("problem", "parabola", duality.PROGRAMS),
        )

    @staticmethod
    def compute(alpha, t, program):
        """F + αg on a grid: its lowest point is what the price guarantees."""
        P = program(t)
        L, D = P.lagrangian(alpha), P.dual(PRICES)
        return dict(
            P=P,
            L=L,
            D=D,
            d=D.max(),
            at=PRICES[np.argmax(D)],
            cheap=(P.x[np.argmin(L)], L.min()),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-1.5, 4), ylim=(-3.2, 7), xlabel="$x$")
        right.set(xlim=(-0.15, 6.15), ylim=(-3.2, 7), xlabel="price $\\alpha$")
        f = plots.curves(left, ["$F$"], color=plots.TRUTH, lw=1.8)
        L = plots.curves(left, ["$F + \\alpha g$"], color=plots.FIT, lw=2.4)
        style = dict(color=plots.GREEN, lw=7, marker="s", ms=7, mew=0, solid_capstyle="butt")
        allowed = plots.curves(left, ["allowed $x$"], **style)
        best = plots.mark(left, "best allowed", "D", plots.GREEN, 11)
        cheap = plots.star(left)
        plots.legend_above(left)
        dual = plots.curves(right, ["guarantee $D(\\alpha)$"], color=plots.FIT, lw=2.4)
        top = plots.level(right, "$p^\\star$", plots.GREEN, "--")
        star = plots.star(right)
        plots.legend_above(right)
        return lambda r: (
            *f(r.P.x, r.P.f(r.P.x)),
            *L(r.P.x, r.L),
            *allowed(r.P.x, np.where(r.P.feasible, -2.6, np.nan)),
            *best(r.P.x_star, r.P.p_star),
            *cheap(*r.cheap),
            *dual(PRICES, r.D),
            *top(r.P.p_star),
            *star(r.alpha, max(r.cheap[1], -3)),
        )

    def caption(self, r):
        low, top = r.cheap[1], r.P.p_star
        if abs(low - top) < 5e-4:
            return f"This price guarantees {shown(low)}, and that is p*: no price does better."
        return f"This price guarantees {shown(low)}; the best allowed value p* is {shown(top)}."

    def numbers(self, r):
        return (
            f"the best allowed value is {shown(r.P.p_star)}; this price guarantees "
            f"{shown(r.cheap[1])} (at x = {shown(r.cheap[0])}), and no price up to 6 more than "
            f"{shown(r.d)} (at α = {r.at:.2f})."
        )

    def headline(self, r):
        return Claim(
            "D(α) ≤ p*",
            "Theorem 11.3",
            r.cheap[1],
            r.P.p_star,
            words="Weak duality: no price guarantees more than the best allowed value.",
        )

    def identities(self, r):
        P, plain = r.P, "" if r.P.name == "parabola" else "only worked out for the parabola"
        right = 2 * max(2 - r.t, 0)
        beyond = max(r.t - 2, 0)
        gap = (r.alpha - right) ** 2 / 4 + r.alpha * beyond
        four = "Theorem 11.4"
        found = P.p_star - r.cheap[1]
        return [
            Claim(
                "p* − D(α) = (α − α*)²/4 + α(r − 2)⁺", "section 2", found, gap, "==", 1e-4, plain
            ),
            Claim("the best price is 2(2 − r)⁺", four, r.at, right, "==", 0.02, plain),
            Claim("max D = p*", four, r.d, P.p_star, "==", 1e-3, P.why_not),
        ]


def shown(value):
    """Three digits after the point, without a minus in front of zero."""
    return f"{0.0 if abs(value) < 5e-4 else value:.3f}"


@lru_cache(64)
def trade(x1, x2):
    """(1/‖w‖, mean slack) at every cost of COSTS, with the star at (x1, x2)."""
    X, n, start, found = with_star(x1, x2), len(LABELS), None, []
    for C in COSTS:  # each solution is a good start for the next
        alpha = svm_qp.solve(X, LABELS, C / n, start=start)
        start, w = (alpha, C / n), X.T @ (alpha * LABELS)
        slack = losses.hinge(LABELS * (X @ w + svm_qp.best_bias(X @ w, LABELS)))
        found.append((1 / np.hypot(*w), slack.mean()))
    return np.array(found).T


def with_star(x1, x2):
    """Forty points; the first, of class +1, is the star."""
    return np.vstack([[x1, x2], BASE[1:]])


class soft(Figure):
    """The soft margin: one point is dragged across the street, and pays as it goes."""

    size = (10, 4.4)
    veiled = (1, 2)
    story = [
        Step(
            "behind its edge",
            "Behind its own edge it pays nothing. Drag it about there: the line stays.",
            x1=2,
        ),
        Step(
            "on the edge",
            "The star leans on the edge and pays a part. On the right it is on the vertical step.",
            x1=0.3,
        ),
        Step(
            "in the street",
            "Still on the right side of the line, and yet it pays the full price C/n.",
            x1=0,
        ),
        Step(
            "beyond",
            "Far over the line its slack is large, but its price is the same C/n: one point can "
            "pull only so hard.",
            x1=-2,
        ),
        Step("cheap slack", "A low C: a wide street in which nearly everybody stands.", C=0.5),
        Step(
            "hard margin",
            "No price reaches C/n any more. From here on C changes nothing: the curve is flat.",
            C=1000,
            x1=3,
        ),
    ]
    handles = [
        Handle(
            "drag the star",
            at=lambda r: (r.x1, r.x2),
            to=lambda r, x, y: dict(x1=x, x2=y),
        ),
        Handle(
            "choose the cost C",
            at=lambda r: (r.C, min(r.m.width, 20)),
            to=lambda r, x, y: dict(C=x),
            panel=2,
        ),
    ]
    notes = """Drag the star slowly from the right: ask at each stop who pays. Then let it sit among
    the others and move it on: the line still turns a little, since w contains α times x, but the
    price stays. Last, turn up C with the star at the far right until nothing changes."""

    def sliders(self):
        return dict(
            C=log_slider("cost C", 20, 0.1, 10000),
            x1=slider("star at x₁", 1.5, -3.5, 3.5, 0.05),
            x2=slider("star at x₂", 0.6, -3.5, 3.5, 0.05),
        )

    @staticmethod
    def compute(C, x1, x2):
        """The soft margin of forty points, and the hard one if there is one."""
        X = with_star(x1, x2)
        m, hard = svm.soft_margin(X, LABELS, C), svm.hard_or_none(X, LABELS)
        near = [svm.soft_margin(X, LABELS, s * C).primal for s in (0.999, 1.001)]
        at = np.searchsorted(COSTS, C)
        curves = trade(x1, x2)
        return dict(
            X=X,
            m=m,
            hard=hard,
            reached=hard is not None and m.c >= hard.alpha.max(),
            rise=(near[1] - near[0]) / 0.002,
            costs=np.insert(COSTS, at, C),
            widths=np.insert(curves[0], at, m.width),
            slacks=np.insert(curves[1], at, m.slack.mean()),
        )

    def picture(self, fig):
        parts = fig.subplot_mosaic("ab;ac", width_ratios=(3, 2))
        left, top, low = (parts[name] for name in "abc")
        plane(left, 3.7)
        camps = plots.camps(left, 55)
        star = plots.mark(left, "the star, $y = +1$", colour=plots.BLUE, size=19)
        sign = plots.note(left, 0.03, 0.09)
        plots.legend_above(left, columnspacing=0.7)
        top.set(xlim=(-3.2, 5.7), ylim=(-0.12, 1.2), yticks=(0, 1), yticklabels=("0", "$C/n$"))
        top.set(xlabel="$y_i f(x_i)$", title="price $\\alpha_i$")
        stairs = plots.staircase(top, (-3, 5.5))
        low.set(xlim=(0.09, 1.1e4), ylim=(0.008, 20), xlabel="cost $C$")
        width = plots.curves(low, ["$1/\\|w\\|$"], log="xy", color=plots.FIT, lw=2.4)
        slack = plots.curves(low, ["mean slack"], color=plots.RED, ls="--")
        cost = plots.star(low)
        plots.legend_above(low)
        return lambda r: (
            *camps(r.X, LABELS, r.m),
            *star(r.x1, r.x2),
            *sign(self.sign(r)),
            *stairs(r.m, 0),
            *width(r.costs, r.widths),
            *slack(r.costs, np.maximum(r.slacks, 1e-9)),
            *cost(r.C, min(r.m.width, 20)),
        )

    @staticmethod
    def sign(r):
        if r.hard is None:
            return "no line separates"
        return "the hard margin" if r.reached else ""

    def caption(self, r):
        m = r.m
        part, where = m.alpha[0] / m.c, "in the street or beyond"
        paid = {0.0: "nothing", 1.0: "the full price C/n"}.get(part, f"{part:.0%} of C/n")
        if m.margins[0] >= 1 - 1e-7:
            where = "on its edge" if m.margins[0] < 1 + 1e-7 else "behind its edge"
        return f"The star stands {where} and pays {paid}; {len(m.support)} of 40 points pay."

    def numbers(self, r):
        m, pay, between = r.m, len(r.m.support), len(r.m.free)
        return (
            f"λ = {m.lam:.2g}; {40 - pay} of 40 points pay nothing, {between} something and "
            f"{pay - between} the full C/n = {m.c:.3g}; the star has y f(x) = {m.margins[0]:.3f} "
            f"and pays {m.alpha[0] / m.c:.0%}; the edge is {m.width:.3f} from the line, the mean "
            f"slack is {m.slack.mean():.3f}, primal {m.primal:.4g}, dual {m.dual:.4g}."
        )

    def headline(self, r):
        return Claim(
            "primal value = dual value",
            "Theorem 11.6",
            r.m.primal,
            r.m.dual,
            "==",
            words="Primal and dual value meet: no other line is better.",
        )

    def identities(self, r):
        m, hard, f = r.m, r.hard, pegasos.objective(r.X, LABELS, r.m.lam)[0]
        paid, due = m.alpha @ (1 - m.margins), m.c * m.slack.sum()
        plus, minus = m.alpha[LABELS > 0].sum(), m.alpha[LABELS < 0].sum()
        same, wide = r.C * f(np.append(m.w, m.b)), hard.width if hard else np.nan
        low = "" if r.reached else self.sign(r) or "the largest hard price is over C/n"
        six, seven = "Theorem 11.6", "Theorem 11.7"
        wrong = (m.margins <= 0).sum()
        return [
            Claim("C (mean hinge + λ‖w‖²) = the primal value", "section 3", same, m.primal, "=="),
            Claim("Σα(1 − yf) = (C/n)Σξ", six, paid, due, "==", 1e-8),
            Claim("prices of +1 = prices of −1, summed", six, plus, minus, "=="),
            Claim("C times the slope in C = (C/n)Σξ", seven, r.rise, due, "==", 1e-2),
            Claim("training errors ≤ Σξ", "section 3", wrong, m.slack.sum()),
            Claim("1/‖w‖ = that of the hard margin", seven, m.width, wide, "==", 1e-7, low),
        ]


class bend(Figure):
    """The same machine with a Gaussian kernel: the line bends."""

    veiled = (1,)
    story = [
        Step("a bend", "Solid: where the score is 0. Ringed points pay, the others are idle."),
        Step(
            "nearly straight",
            "A large bandwidth: every point reaches everywhere, and the boundary is nearly a line.",
            ell=10,
            lam=1e-5,
        ),
        Step(
            "islands",
            "A tiny bandwidth: nearly every point pays, and each is an island. The green curve "
            "sits at 1; new points hear hardly anybody.",
            ell=0.05,
            lam=1e-5,
        ),
        Step(
            "rings",
            "No line has a chance here; the kernel fences the inner ring in.",
            points="rings",
        ),
        Step(
            "patients",
            "569 patients, two measurements: a gentle bend is enough.",
            points="patients",
            ell=2,
        ),
        Step(
            "patients, bent",
            "A boundary that follows single patients: better on those it saw, worse on new ones.",
            points="patients",
            ell=0.2,
            lam=1e-5,
        ),
    ]
    notes = """Before 'islands', ask what the machine says where nobody has ever been. Then compare
    the two curves on the right: training margins all sit at 1, the margins of new points do not.
    For the patients, note how little a bent boundary gains over a nearly straight one."""

    def sliders(self):
        return dict(
            ell=bandwidth(0.5, 0.03, 10),
            lam=regularisation(0.003, 1e-6, 1),
            points=choice("data", "moons", SETS),
        )

    @staticmethod
    def compute(ell, lam, points):
        """A kernel machine on 200 points, its margins on new ones, and one fitted to the payers."""
        k = kernels.gaussian(ell)
        m, new, Z = points.machine(k, C=1 / (2 * lam))
        K, pay = k(points.seen), m.support
        alone = m
        if len(pay) < 200:  # the same lid: C/n stays, so C shrinks with the number of points
            alone = svm.kernel_machine(K[np.ix_(pay, pay)], points.y[pay], m.c * len(pay))
        return dict(X=points.seen.X, y=points.y, K=K, m=m, alone=alone, new=new, Z=Z)

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        plane(left, 3)
        right.set(xlim=(0, 1), ylim=(-2.5, 3), xlabel="share of the points", ylabel="$y\\,f(x)$")
        shade, camps = plots.regions(left, (-3, 3)), plots.camps(left, 20, 6.5)
        plots.legend_above(left)
        train = plots.curves(right, ["training"], color=plots.TRAIN, lw=2.4)
        test = plots.curves(right, ["new points"], color=plots.TEST, ls="--", lw=2.4)
        plots.legend_above(right)
        right.axhline(1, color="0.5", lw=1, ls="--")
        right.axhline(0, color="0.5", lw=1)
        return lambda r: (
            *shade(r.Z),
            *camps(r.X, r.y, r.m),
            *train(RANKS, np.quantile(r.m.margins, RANKS)),
            *test(RANKS, np.quantile(r.new, RANKS)),
        )

    def caption(self, r):
        seen, new = np.mean(r.m.margins <= 0), np.mean(r.new <= 0)
        return (
            f"{len(r.m.support)} of 200 points pay; wrong: {seen:.1%} of the points seen, "
            f"{new:.1%} of the new ones."
        )

    def numbers(self, r):
        m = r.m
        return (
            f"{len(m.support)} of 200 points pay, {len(m.bound)} of them the full C/n; "
            f"{np.mean(m.margins <= 0):.1%} of the training points and {np.mean(r.new <= 0):.1%} "
            f"of the new ones are on the wrong side; ‖w‖² = {m.norm2:.3g}."
        )

    def headline(self, r):
        return Claim(
            "‖w‖² after training on the payers alone",
            "Theorem 11.8",
            r.alone.norm2,
            r.m.norm2,
            "==",
            1e-7,
            "" if len(r.m.support) < 200 else "everybody pays",
            words="Throw away all who pay nothing and train again: the same rule.",
        )

    def identities(self, r):
        m, v = r.m, r.m.alpha * r.y
        constant = 2 * min(np.mean(r.y > 0), np.mean(r.y < 0))
        paid, due = m.alpha @ (1 - m.margins), m.c * m.slack.sum()
        six = "Theorem 11.6"
        return [
            Claim("primal value = dual value", six, m.primal, m.dual, "==", 1e-8),
            Claim("‖w‖² = Σ α α y y k", "section 4", m.norm2, v @ r.K @ v, "==", 1e-8),
            Claim("Σα(1 − yf) = (C/n)Σξ", six, paid, due, "==", 1e-8),
            Claim("objective ≤ that of the best constant", "section 4", m.objective, constant),
        ]


class steps(Figure):
    """Subgradient steps towards the soft margin, from a start of your choice."""

    veiled = (1,)
    play = "T"
    story = [
        Step(
            "a constant step",
            "Eight steps of the same length from 0. The diamond is the optimum.",
            T=8,
        ),
        Step(
            "it keeps jumping",
            "Two hundred steps: the last point dances around the optimum, the average settles.",
            T=200,
            m=5,
        ),
        Step(
            "another start",
            "A start far away: the bound on the right is higher, for it contains ‖w₁ − u‖².",
            s1=-1.4,
            s2=1.6,
            T=200,
        ),
        Step(
            "Pegasos",
            "Its first step throws the start away: one leap, and the path is near the optimum.",
            rule="Pegasos",
            lam=0.5,
            s1=-1.4,
            s2=1.6,
            T=8,
        ),
        Step(
            "one example a step",
            "One example at a time: a wild path, and still the average comes down nearly as 1/T.",
            rule="Pegasos",
            lam=0.5,
            m=1,
            T=400,
        ),
        Step(
            "too long",
            "η > 1/λ: the penalty alone overshoots, and every step is longer than the last.",
            eta=3,
            lam=0.5,
            T=12,
        ),
        Step(
            "2λw forgotten",
            "The step without its penalty walks past the optimum and never comes back.",
            forget=True,
            lam=0.5,
            T=400,
        ),
    ]
    handles = [
        Handle(
            "choose the start",
            at=lambda r: (r.s1, r.s2),
            to=lambda r, x, y: dict(s1=x, s2=y),
        ),
        Handle(
            "choose the number of steps",
            at=lambda r: (r.T, steps.drawn(r.average[-1])),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        ),
    ]
    more = ("m", "T", "s1", "s2", "forget")
    notes = """Drag the start with a constant step: the tail of the path stays, the bound moves.
    Then the same with Pegasos: nothing but the first leap changes, because 1 − 2η₁λ = 0. The toggle
    under 'more' leaves out 2λw, as one of the lecture notes prints it."""

    def sliders(self):
        return dict(
            rule=choice("rule", "constant η", ["constant η", "Pegasos"]),
            eta=step_size(0.1, 0.003, 3),
            lam=regularisation(0.1, 0.01, 0.5),
            m=int_slider("batch m", 20, 1, 100),
            T=int_slider("steps T", 40, 5, 400),
            s1=slider("start across s₁", 0, -1.5, 2.5, 0.05),
            s2=slider("start up s₂", 0, -1.5, 2, 0.05),
            forget=toggle("forget 2λw"),
        )

    @staticmethod
    def compute(rule, eta, lam, m, T, s1, s2, forget):
        """T steps, their heights above the optimum, and the bound on the mean regret."""
        f = pegasos.objective(XS, YS, lam)[0]
        best = svm.soft_margin(XS, YS, 1 / (2 * lam), bias=False)
        constant, start = rule == "constant η", np.array([s1, s2, 0.0])
        rate, rng = eta if constant else pegasos.pegasos_steps(lam), np.random.default_rng(1)
        run = pegasos.descend(
            XS, YS, lam, rate, T, m, rng, bias=False, penalty=not forget, start=start
        )
        u = np.append(best.w, 0.0)
        met = [pegasos.sampled_losses(run, XS, YS, lam, w).mean() for w in (run.w[:-1], u)]
        bound = bounds.best_bound(run, np.linalg.norm(start - u)) if constant else None
        return dict(
            run=run,
            best=best,
            u=u,
            t=np.arange(1, T + 1),
            last=f(run.w[1:]) - best.objective,
            average=f(run.averages()) - best.objective,
            bound=pegasos.pegasos_bound(run, lam) if bound is None else bound,
            regret=met[0] - met[1],
            flat=lambda P: f(np.column_stack([P, np.zeros(len(P))])),
        )

    @staticmethod
    def drawn(height):
        """A height as the right panel can show it."""
        return min(max(height, 1.2e-4), 50)

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(xlim=(-1.6, 2.6), ylim=(-1.6, 2.1), xlabel="first weight", ylabel="second weight")
        right.set(xlim=(1, 440), ylim=(1e-4, 60), xlabel="steps $t$")
        right.set_ylabel("height above the optimum")
        box = (-1.6, 2.6, -1.6, 2.1)
        hills = plots.moving_contours(left, box, np.geomspace(0.2, 8, 14), n=40, alpha=0.6)
        track = plots.curves(left, ["path"], color=plots.FIT, marker="o", ms=4, lw=1.3)
        goal = plots.mark(left, "optimum", "D", plots.TRUTH, 10)
        start = plots.star(left, label="start")
        plots.legend_above(left)
        last = plots.curves(right, ["last"], log="xy", color=plots.SKY, lw=1.4)
        average = plots.curves(right, ["average"], color=plots.FIT, lw=2.4)
        bound = plots.curves(right, ["bound"], color=plots.BOUND, ls="--")
        star = plots.star(right)
        plots.legend_above(right)
        return lambda r: (
            *hills(r.flat),
            *track(*r.run.w[:, :2].T),
            *goal(*r.best.w),
            *start(r.s1, r.s2),
            *last(r.t, r.last),
            *average(r.t, r.average),
            *bound(r.t, None if r.forget else r.bound),
            *star(r.T, self.drawn(r.average[-1])),
        )

    def caption(self, r):
        where = (
            f"the last point is {r.last[-1]:.2g} above the optimum, the average {r.average[-1]:.2g}"
        )
        if not np.isfinite(r.last[-1]) or r.last[-1] > 1e6:
            where = "the path has left the picture"
        return f"After {r.T} steps {where}."

    def numbers(self, r):
        far = np.linalg.norm(r.run.w[0] - r.u)
        return (
            f"the start is {far:.3f} from the optimum, whose objective is {r.best.objective:.4g}; "
            f"after {r.T} steps the last point is {r.last[-1]:.3g} above it and the average "
            f"{r.average[-1]:.3g}; the mean regret is {r.regret:.3g}, its bound {r.bound[-1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "mean regret on the examples drawn",
            "Theorem 11.9",
            r.regret,
            r.bound[-1],
            why_not="2λw is left out, so v is no subgradient" * r.forget,
            words="On every sequence of examples the mean regret is under its bound.",
        )

    def identities(self, r):
        run, best, off = r.run, r.best, "2λw is left out" * r.forget
        gone, eta = np.sum((run.w - r.u) ** 2, axis=1), run.eta
        walked = eta @ np.sum(run.v * (run.w[:-1] - r.u), axis=1)
        told = (gone[0] - gone[-1] + eta**2 @ np.sum(run.v**2, axis=1)) / 2
        far, L = np.hypot(*run.w[1:].T[:2]).max(), np.linalg.norm(XS, axis=1).max()
        constant = off or "η is constant" * (r.rule == "constant η")
        drawn = run.extra["rows"][0]
        hit = YS[drawn] * (XS[drawn] @ run.w[0][:2]) < 1
        leap = np.hypot(*((hit * YS[drawn]) @ XS[drawn])) / (2 * r.lam * r.m)
        nine, first = "Theorem 11.9", np.hypot(*run.w[1][:2])
        low = r.last.min() + best.objective
        return [
            Claim("Σ η⟨v, w − u⟩, by the distances to u", nine, walked, told, "==", 1e-8),
            Claim(
                "no point is under the dual value", "Theorem 11.3", low, best.dual / best.C, ">="
            ),
            Claim("Pegasos: w₂ does not contain w₁", nine, first, leap, "==", 1e-9, constant),
            Claim("Pegasos: ‖w‖ ≤ max‖x‖/2λ", nine, far, L / (2 * r.lam), why_not=constant),
        ]


class promise(Figure):
    """The stability bound, with and without a bias in the penalty: all of it exact."""

    veiled = (1,)
    story = [
        Step(
            "no bias", "Left: the score rises gently with the share of +1. Right: under its bound."
        ),
        Step(
            "a free bias",
            "The dots jump from −1 to +1 when one label tips the majority; on the right the risk "
            "is over the dashed bound.",
            bias="free",
            rho=0.01,
        ),
        Step(
            "a penalised bias",
            "The bias costs something: a slope again, and the bound with ρ² + 1 (dotted) holds.",
            bias="penalised",
            rho=0.01,
        ),
        Step(
            "a stronger penalty",
            "A free bias jumps just the same with a hundred times the penalty.",
            bias="free",
            rho=0.01,
            lam=10,
        ),
        Step("many labels", "With 100 labels both bounds are close to the risk.", m=100, lam=1),
    ]
    handles = [
        Handle(
            "choose the number of labels",
            at=lambda r: (r.m, r.now),
            to=lambda r, x, y: dict(m=x),
            panel=1,
        )
    ]
    more = ("lam",)
    notes = """Everything here is a finite sum over the number of positive labels. The point to
    make: a bound whose proof uses the penalty can only hold for what is penalised."""

    def sliders(self):
        return dict(
            bias=choice("bias", "none", list(bias_penalty.COST)),
            rho=slider("length ρ", 0.5, 0.01, 2),
            p=slider("share of positives q", 0.6, 0.5, 1),
            m=int_slider("labels n", 5, 1, 100),
            lam=regularisation(0.1, 0.01, 10),
        )

    @staticmethod
    def compute(bias, rho, p, m, lam):
        """The learnt score, its expected risk and the bounds, by sums over the labels."""
        S = bias_penalty
        kk, shares = S.COST[bias](rho), np.arange(m + 1) / m

        def says(m):
            return [S.bound(p, m, lam, rho**2 + one, kk) for one in (0, 1)]

        return dict(
            kk=kk,
            rules=[S.learnt(SHARES, lam, S.COST[b](rho)) for b in S.COST],
            dots=np.c_[shares, S.learnt(shares, lam, kk)],
            risk=[S.expected(S.risk, p, k, lam, kk) for k in MS],
            bounds=says(MS),
            now=S.expected(S.risk, p, m, lam, kk),
            says=says(m),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(xlim=(-0.02, 1.02), ylim=(-1.15, 1.15), ylabel="score that is learnt")
        left.set_xlabel("share of labels $+1$ in the sample")
        right.set(xlim=(0.95, 105), ylim=(0.6, 2.1), xlabel="labels $n$")
        right.set_ylabel("expected hinge risk")
        rules = plots.curves(left, ["no bias", "penalised", "free"], legend=None)
        dots = plots.points(left, [""], legend=None, size=60)
        plots.legend_above(left)
        risk = plots.curves(right, ["exact"], log="x", color=plots.FIT, lw=2.4)
        words = ["bound with $\\rho^2$", "with $\\rho^2 + 1$"]
        printed = plots.curves(right, words[:1], color=plots.BOUND, ls="--")
        corrected = plots.curves(right, words[1:], color=plots.BOUND, ls=":")
        star = plots.star(right)
        plots.legend_above(right)
        return lambda r: (
            *rules(SHARES, *r.rules),
            *dots(r.dots),
            *risk(MS, r.risk),
            *printed(MS, r.bounds[0]),
            *corrected(MS, r.bounds[1]),
            *star(r.m, r.now),
        )

    def caption(self, r):
        one = int(r.bias == "penalised")  # the bias is then a weight like the others
        side = "within" if r.now <= r.says[one] else "OVER"
        line = ("dashed bound", "dotted bound")[one]
        return (
            f"From {r.m} labels the expected risk is {r.now:.3f}, {side} the {line} "
            f"{r.says[one]:.3f}."
        )

    def numbers(self, r):
        return (
            f"from {r.m} labels the machine has an expected risk of {r.now:.4g}; the best possible "
            f"is {2 * min(r.p, 1 - r.p):.3g}, the bound with ρ² says {r.says[0]:.4g}, and with "
            f"ρ² + 1 {r.says[1]:.4g}."
        )

    def headline(self, r):
        bound = r.says[1] if r.bias == "penalised" else r.says[0]
        return Claim(
            "expected risk ≤ R(u) + λ‖u‖² + 2ρ²/(λn), best u",
            "Theorem 11.11",
            r.now,
            bound,
            why_not="the bias is not penalised" * (r.bias == "free"),
            words="The expected risk is under its bound, if the penalty holds every weight "
            "(a penalised bias makes ρ² one larger).",
        )

    def identities(self, r):
        S, kk, this = bias_penalty, r.kk, "Theorem 11.11"
        free = "the bias is not penalised" * (r.bias == "free")
        rho2 = r.rho**2 + (r.bias == "penalised")
        tuned = S.expected(S.risk, r.p, r.m, S.tuned(1.0, rho2, r.m), kk)
        rival = S.risk(min(1.0, kk**0.5), r.p) + (8 * rho2 / r.m) ** 0.5
        error = S.expected(S.error, r.p, r.m, r.lam, kk)
        score = by_search(r.p, r.lam, kk)
        learnt = float(S.learnt(r.p, r.lam, kk))
        return [
            Claim("λ tuned for B = 1: ≤ min R + √(8ρ²/n)", this, tuned, rival, why_not=free),
            Claim("share of errors ≤ hinge risk", this, error, r.now),
            Claim("score at a share q, by search", "Further", learnt, score, "==", 2e-3, free),
        ]


def by_search(p, lam, kk):
    """The score with the smallest hinge risk + λ s²/kk, on a grid of 2001 scores."""
    s = np.linspace(-1, 1, 2001)
    return float(s[np.argmin(bias_penalty.risk(s, p) + lam * s**2 / kk)])
