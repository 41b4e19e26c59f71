"""The figure `sandwich`."""

import numpy as np

from helpers import plots
from helpers.learning import functions
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, slider
from lessons.n02_convexity import convexity
from lessons.n02_convexity.world import WINDOW, _weak


class Sandwich(Figure):
    """A graph between two parabolas that touch it at one point."""

    guess = Guess(
        "Over which of these functions can you <b>not</b> put a touching parabola from above at "
        "every w, all of one curvature, however large?",
        {
            "w²": "It is a parabola itself: curvature 2 is enough.",
            "Huber: w²/2, then straight": "Its curvature is 1 in the middle, 0 outside: 1 will do.",
            "|w|": "Right. At the distance |w| from the kink a curvature of 1/|w| is needed, so "
            "none serves all w; at the kink itself no parabola touches from above.",
            "the hill −w²/2": "It bends down: its tangent, curvature 0, is above it already.",
        },
        answer="|w|",
    )

    veiled = (1,)
    story = """
between
    Slide the star: the graph stays between the two parabolas.
β too small | beta=1.26, w=0
    β cut by a tenth: near w more is needed (right), and the graph breaks through the β-parabola.
μ too large | mu=1, w=-2
    To the left the graph needs less than 1 (right panel): there the μ-parabola is above it.
w² | f="w²", mu=2, beta=2
    One curvature everywhere: both parabolas are the graph.
Huber | f="Huber", mu=0, beta=1
    Straight far out: of all μ only 0 fits, while β = 1 does.
a kink | f="|w|", w=-0.3, mu=0
    Across the kink 3.33 is needed. Slide w towards 0: there is no limit.
a hill | f="hill −w²/2", mu=0, beta=0.5
    A parabola fits above the hill, and none with μ ≥ 0 below it.
"""
    notes = """Cover the right panel and let them estimate β by eye; the right panel says what is
    needed from w to each u. Pull the two levels until they touch the curve."""
    sees = {
        "between": lambda r: r.mu <= r.least and r.most <= r.beta and r.f is functions.soft_bowl,
        "β too small": lambda r: 0 < breaks(r.curves[0] - r.curves[1]) < 1 and r.w == 0,
        "μ too large": lambda r: np.all((r.bend < r.mu)[r.step < -1e-3]) and r.w == -2,
        "w²": lambda r: np.ptp(r.curves[:3], axis=0).max() < 1e-9,
        "Huber": lambda r: r.mu == 0 and r.least < 0.05 and r.most <= r.beta + 1e-9,
        "a kink": lambda r: 3.3 < r.most < 3.34 and r.w == -0.3,
        "a hill": lambda r: r.most < r.beta and np.all((r.bend < r.mu)[np.abs(r.step) > 1e-3]),
    }
    handles = [
        Handle("slide along the graph", at=lambda r: r.dot, to=lambda r, x, y: dict(w=x)),
        Handle("raise β", at=lambda r: (2.3, r.beta), to=lambda r, x, y: dict(beta=y), panel=1),
        Handle("raise μ", at=lambda r: (-2.3, r.mu), to=lambda r, x, y: dict(mu=y), panel=1),
    ]
    widths = (3, 2)
    panels = (
        axes("$u$", (-2.6, 2.6), "$f(u)$", (-3.6, 12)),
        axes("$u$", (-2.6, 2.6), "curvature from $w$ to $u$", (-1.5, 4.2)),
    )

    def sliders(self):
        return dict(
            f=choice("function", "4 softplus + w²/5", functions.SHOWN),
            w=slider("point w", -1, -2, 2, 0.05),
            mu=slider("strong convexity μ", 0.4, 0, 3, 0.01),
            beta=slider("smoothness β", 1.4, 0.05, 4, 0.01),
        )

    @staticmethod
    def compute(f, w, mu, beta):
        """The tangent at w, two parabolas on it, and the curvature the graph needs towards u."""
        step = WINDOW - w
        above = convexity.tangent_gap(f, f.grad, w, WINDOW)
        tangent = f(WINDOW) - above
        far = np.abs(step) > 1e-4
        bend = np.where(far, 2 * above / np.where(far, step, 1.0) ** 2, np.nan)
        upper, lower = tangent + beta / 2 * step**2, tangent + mu / 2 * step**2
        return dict(
            curves=(f(WINDOW), upper, lower, tangent),
            step=step,
            dot=(w, f(w)),
            bend=bend,
            least=np.nanmin(bend),
            most=np.nanmax(bend),
            turn=np.abs(np.diff(f.grad(WINDOW)) / np.diff(WINDOW)).max(),
        )

    def picture(self, left, right):
        beta, mu = dict(colour=plots.RED, ls="--"), dict(colour=plots.GREEN, ls="-.")
        left.curve("$\\beta$-parabola", plots.RED, shows=lambda r: (WINDOW, r.curves[1]), ls="--")
        left.curve("graph of $f$", plots.TRUTH, shows=lambda r: (WINDOW, r.curves[0]))
        left.curve("$\\mu$-parabola", plots.GREEN, shows=lambda r: (WINDOW, r.curves[2]), ls="-.")
        left.curve("tangent", plots.BOUND, shows=lambda r: (WINDOW, r.curves[3]), ls=":")
        left.star(shows=lambda r: r.dot)

        right.curve("needed", plots.TRUTH, shows=lambda r: (WINDOW, r.bend))
        right.level("$\\beta$", shows=lambda r: r.beta, **beta)
        right.level("$\\mu$", shows=lambda r: r.mu, **mu)

    def caption(self, r):
        return f"From this w the graph needs curvatures from {r.least:.3g} to {r.most:.3g}."

    def numbers(self, r):
        return (
            f"seen from w the graph needs curvatures from {r.least:.3g} to {r.most:.3g}; "
            f"its slope turns at a rate of up to {r.turn:.3g}."
        )

    def headline(self, r):
        return Claim(
            "the β-parabola is above",
            "Theorem 2.5",
            r.most,
            r.beta,
            "<=",
            1e-8,
            _under(r.beta, r.f.top),
            words="A β-smooth function stays below the β-parabola that touches it.",
        )

    def identities(self, r):
        bent = "" if r.f.convex else f"{r.f.name} is not convex"
        weak, rough = _weak(r.f, r.mu), _under(r.beta, r.f.beta)
        return [
            Claim("the tangent is below", "Theorem 2.5", r.least, 0, ">=", 1e-8, bent),
            Claim("so is the μ-parabola", "Theorem 2.5", r.least, r.mu, ">=", 1e-8, weak),
            Claim("the slope turns at rate ≤ β", "section 4", r.turn, r.beta, "<=", 1e-8, rough),
            Claim("μ ≤ β", "Theorem 2.5", r.mu, r.beta, "<=", why_not=weak or rough),
        ]


def breaks(above):
    """The share of the window in which one curve is above another one."""
    return np.mean(above > 1e-9)


def _under(beta, needed):
    """Why beta is too small; "" if it is not."""
    return "" if beta >= needed - 1e-12 else f"β is under {needed:.3g}"
