"""Three experts: the mirror."""

import numpy as np

from helpers import plots
from helpers.descent.projections import project_simplex, widest_angle
from helpers.linear.softmax import entropy, simplex_points, softmax
from helpers.live import Claim, Figure, Guess, Step, axes, slider, temperature
from helpers.online import mirror
from lessons.n21_mirror_descent.world import EG, OGD, triangle

TICKS = np.arange(-4, 5)


def lines_of_the_plane():
    """Lines theta_1 = const and theta_2 = const of the dual plane, (18, 61, 3)."""
    s = np.linspace(-6, 6, 61)
    held = [np.column_stack([np.full(61, c), s, np.zeros(61)]) for c in TICKS]
    return np.array(held + [line[:, [1, 0, 2]] for line in held])


LINES = lines_of_the_plane()


class Reflected(Figure):
    """Add in one plane, and see the weights in the mirror."""

    guess = Guess(
        "Both learners have η = 1. How much do they trust the second expert, a single loss behind "
        "the first?",
        {
            "both about a quarter": "EG does. OGD’s weights differ by η times the lead, and here "
            "that is 1, all there is.",
            "EG a quarter, OGD nothing": "OGD’s first two weights must differ by 1: they are 1 and "
            "0. EG keeps e times as much for the first as for the second, and something for the "
            "third.",
            "EG nothing, OGD a quarter": "The other way round: a softmax is never 0.",
            "both a third": "That is where they began, without any lead.",
        },
        answer="EG a quarter, OGD nothing",
    )

    size = (10, 4.6)
    veiled = (0,)
    story = [
        Step(
            "two leads",
            "Right: experts 1 and 2 are ahead of expert 3. Left: EG keeps something for all, OGD "
            "has put everything on the first.",
        ),
        Step(
            "hot",
            "τ = 5: leads hardly count, and both stay nearer to the middle. The mirror squeezes "
            "the whole grid of the right plane in there.",
            tau=5,
        ),
        Step(
            "cold",
            "τ = 0.2: both are all but certain. A cold softmax follows the leader.",
            tau=0.2,
        ),
        Step(
            "a tie of two",
            "Experts 1 and 2 level, 3 behind: OGD is on the edge, with weight exactly 0 for "
            "expert 3. EG never arrives there.",
            b=2,
        ),
        Step(
            "third in front",
            "Expert 3 leads now, by 4. In the plane of leads that is a point like any other; the "
            "mirror sends it to the corner.",
            a=-4,
            b=-4,
        ),
        Step(
            "no lead",
            "All level: the middle, whatever the temperature.",
            a=0,
            b=0,
        ),
    ]
    notes = """Drag the star along a straight line: the blue path bends, the orange one is straight
    until it hits an edge. Ask what adding the same number to all three leads would do: nothing, and
    so the dual of three weights is a plane."""
    widths = [1.2, 1]
    panels = (
        axes(),
        axes("θ₁: lead of expert 1", (-4.4, 4.4), "θ₂: lead of expert 2", (-4.4, 4.4)),
    )

    def sliders(self):
        return dict(
            tau=temperature(1, 0.05, 5),
            a=slider("lead of expert 1, θ₁", 2, -4, 4, 0.05),
            b=slider("lead of expert 2, θ₂", 1, -4, 4, 0.05),
        )

    @staticmethod
    def compute(tau, a, b):
        """Weights of both mirrors along the straight way from no lead to these leads."""
        theta = np.array([a, b, 0.0])
        way = np.linspace(0, 1, 61)[:, None] * theta
        w, p = softmax(theta, tau), project_simplex(theta / tau)
        psi_star = lambda t: tau * mirror.ENTROPIC.conjugate(t / tau)  # noqa: E731
        h = 1e-5 * np.eye(3)
        return dict(
            w=w,
            p=p,
            paths=(simplex_points(softmax(way, tau)), simplex_points(project_simplex(way / tau))),
            net=simplex_points(softmax(LINES, tau)),
            above=float(theta.max() - theta @ w),
            paid=float(-theta @ w - tau * entropy(w)),
            free=float(-psi_star(theta)),
            slopes=float(np.abs((psi_star(theta + h) - psi_star(theta - h)) / 2e-5 - w).max()),
            shifted=float(np.abs(softmax(theta + 2.5, tau) - w).max()),
            angle=widest_angle(theta / tau, p, np.eye(3)),
        )

    def picture(self, left, right):
        triangle(left.ax)
        net = ways(left.ax, len(LINES), "grid of the right plane", color="0.75", lw=0.8)
        left.add(net, shows=lambda r: (r.net,))
        left.add(ways(left.ax, 1, "EG", color=EG, lw=2.4), shows=lambda r: (r.paths[:1],))
        ogd = ways(left.ax, 1, "OGD", color=OGD, ls="-.", lw=2.4)
        left.add(ogd, shows=lambda r: (r.paths[1:],))
        # seen behind EG's dot
        left.mark(marker="s", colour=OGD, size=14, shows=lambda r: tuple(r.paths[1][-1]))
        left.mark(marker="o", colour=EG, size=8, shows=lambda r: tuple(r.paths[0][-1]))
        for c in TICKS:
            right.ax.axvline(c, color="0.75", lw=0.8)
            right.ax.axhline(c, color="0.75", lw=0.8)
        right.ax.grid(False)
        losses = "minus the summed losses"
        right.curve(losses, plots.TRUTH, shows=lambda r: (np.array([0, r.a]), np.array([0, r.b])))
        right.hand("move the leads", shows=lambda r: (r.a, r.b), a="x", b="y")

    def caption(self, r):
        return (
            f"With τ = {r.tau:.2g} the second expert has {small(r.w[1])} by EG, {small(r.p[1])} by "
            f"OGD. EG’s weights lose {r.above:.2f} more than the best expert."
        )

    def numbers(self, r):
        eg, ogd = (", ".join(f"{x:.3g}" for x in w) for w in (r.w, r.p))
        return f"weights of EG {eg}; of OGD {ogd}; η = 1/τ is {1 / r.tau:.3g}."

    def headline(self, r):
        return Claim(
            "a softmax is nearly as good as the best",
            "Theorem 21.4",
            measured=r.above,
            bound=r.tau * np.log(3),
            words="Softmax weights of temperature τ lose at most τ log d more than the best "
            "expert has lost so far.",
        )

    def identities(self, r):
        return [
            Claim("least loss minus τ entropy", "Theorem 21.4", r.paid, r.free, "=="),
            Claim("w is the gradient of ψ*", "section 4", r.slopes, 0, "==", tol=1e-4),
            Claim("a common lead changes nothing", "section 4", r.shifted, 0, "=="),
            Claim("OGD is the nearest point", "section 1", r.angle, 0),
        ]


def small(share):
    """A weight in words."""
    if share == 0:
        return "exactly 0"
    return "less than 0.01" if share < 0.01 else f"{share:.2f}"


def ways(ax, count, label, **line):
    """Lines of one kind that each have their own places. move(list of (k, 2) arrays)."""
    lines = [ax.plot([], [], label=None if i else label, **line)[0] for i in range(count)]

    def move(places):
        for one, xy in zip(lines, places, strict=True):
            one.set_data(*np.asarray(xy).T)
        return lines

    return move
