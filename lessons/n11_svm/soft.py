"""The figure `soft`."""

from functools import lru_cache

import numpy as np

from helpers import losses, plots
from helpers.live import Claim, Figure, Guess, Handle, axes, log_slider, slider
from helpers.margins import pegasos, svm, svm_qp
from lessons.n11_svm.world import LABELS, plane, with_star

COSTS = np.geomspace(0.1, 1e4, 13)


class Soft(Figure):
    """The soft margin: one point is dragged across the street, and pays as it goes."""

    guess = Guess(
        "You will drag the blue star to the left: from behind its edge into the street, over the "
        r"line, far in among the others. How does its price $\alpha$ change?",
        {
            "it grows all the way": "Its slack does. But the hinge has slope 1 everywhere below "
            "the edge, so its pull on the line has a limit.",
            "0, a part on the edge, then C/n": "The edge is the only place where it can pay a "
            "part. Past it the price is $C/n$, however far it goes.",
            "0 until it is over the line, then C/n": "It pays as soon as it is in the street.",
            "most when it is on the line": "That loss would forgive far outliers. The hinge does "
            "not.",
        },
        answer="0, a part on the edge, then C/n",
    )

    size = (10, 4.4)
    veiled = (1, 2)
    story = """
behind its edge | x1=2
    Behind its own edge it pays nothing. Drag it about there: the line stays.
on the edge | x1=0.3
    The star leans on the edge and pays a part. On the right it is on the vertical step.
in the street | x1=0
    Still on the right side of the line, and yet it pays the full price C/n.
beyond | x1=-2
    Far over the line its slack is large, but its price is the same C/n: one point can pull only
    so hard.
cheap slack | C=0.5
    A low C: a wide street in which three quarters of the points stand.
hard margin | C=1000, x1=3
    No price reaches C/n any more. From here on C changes nothing: the curve is flat.
"""
    sees = {
        "behind its edge": lambda r: r.m.alpha[0] == 0 and r.m.margins[0] > 1,
        "on the edge": lambda r: 0 < r.m.alpha[0] < r.m.c and np.isclose(r.m.margins[0], 1),
        "in the street": lambda r: 0 < r.m.margins[0] < 1 and np.isclose(r.m.alpha[0], r.m.c),
        "beyond": lambda r: r.m.margins[0] < 0 and np.isclose(r.m.alpha[0], r.m.c),
        "cheap slack": lambda r: np.mean(r.m.margins < 1) >= 0.75 and r.m.width > 2,
        "hard margin": lambda r: r.reached and r.m.alpha.max() < r.m.c,
    }
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

    widths = (3, 2)
    mosaic = "ab;ac"
    panels = (
        axes(),
        axes(
            "$y_i f(x_i)$",
            (-3.2, 5.7),
            ylim=(-0.12, 1.2),
            yticks=(0, 1),
            yticklabels=("0", "$C/n$"),
            title="price $\\alpha_i$",
        ),
        axes("cost $C$", (0.09, 1.1e4), ylim=(0.008, 20)),
    )

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

    def picture(self, left, top, low):
        plane(left.ax, 3.7)
        left.camps(55, shows=lambda r: (r.X, LABELS, r.m))
        left.mark("the star, $y = +1$", colour=plots.BLUE, size=19, shows=lambda r: (r.x1, r.x2))
        left.note(0.03, 0.09, shows=self.sign)
        left.legend(columnspacing=0.7)
        top.staircase((-3, 5.5), shows=lambda r: (r.m, 0))
        low.curve("$1/\\|w\\|$", plots.FIT, shows=lambda r: (r.costs, r.widths), log="xy", lw=2.4)
        low.curve(
            "mean slack", plots.RED, shows=lambda r: (r.costs, np.maximum(r.slacks, 1e-9)), ls="--"
        )
        low.star(shows=lambda r: (r.C, min(r.m.width, 20)))

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
