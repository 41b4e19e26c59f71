"""The figure `constants`."""

import numpy as np

from helpers import losses, plots
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    choice,
    int_slider,
    log_slider,
    regularisation,
    slider,
)
from lessons.n02_convexity import convexity

ALONG = np.linspace(-1, 1, 201)
LOSSES = {loss.name: loss for loss in losses.RESIDUAL + losses.MARGIN[2:5]}


class Constants(Figure):
    """The constants of a loss, estimated from random pairs of weights."""

    guess = Guess(
        r"Draw random pairs $u, v$ of the ball and keep the steepest slope $|f(u) - f(v)|\,/\,\|u "
        r"- v\|$ found so far. How does this estimate of ρ come to its goal?",
        {
            "from below": "Right: a maximum over some pairs is at most the maximum over all pairs.",
            "from above": "A pair steeper than ρ would contradict the definition of ρ.",
            "from both sides": "It never falls, since it is the steepest so far, and never passes "
            "ρ.",
        },
        answer="from below",
    )

    veiled = (0,)
    more = ("B", "lam", "N")
    story = """
squared
    ρ and β are approached from below, μ from above. None is passed.
few pairs | N=10
    Ten pairs: ρ is far from its goal (4.2 of 6.2), β nearly there.
logistic | loss="logistic"
    Without the penalty never steeper than ‖x‖, and never turning faster than ‖x‖²/4.
hinge | loss="hinge"
    A kink: there is no β. The closer a pair to both sides of it, the faster the turn.
x ten times | norm=10
    Ten times the x: β is nearly 100 times larger, and ρ nearly 70 times.
w² on a ball | y=0, B=2.5, lam=0.001
    y = 0: the loss is ⟨w, x⟩², steepest at the edge of the ball.
hinge on a small ball | loss="hinge", B=0.5
    No margin reaches the kink at 1: here the hinge is a straight line, and only the penalty bends.
"""
    sees = {
        "squared": lambda r: r.seen[0][-1] <= r.claimed[0] and r.seen[2][-1] >= r.claimed[2],
        "few pairs": lambda r: r.seen[0][-1] < 0.7 * r.claimed[0] and r.N == 10,
        "logistic": lambda r: (
            r.loss is losses.logistic
            and r.claimed[0] - 2 * r.lam * r.B < r.norm
            and abs(r.claimed[1] - 2 * r.lam - r.norm**2 / 4) < 1e-9
        ),
        "hinge": lambda r: r.claimed[1] == np.inf and r.seen[1][-1] > 10 * r.seen[1][5],
        "x ten times": lambda r: 90 < r.claimed[1] / 2.1 < 100 and 67 < r.claimed[0] / 6.2 < 70,
        "w² on a ball": lambda r: r.y == 0 and np.argmax(np.abs(np.diff(r.profile))) in (0, 199),
        "hinge on a small ball": lambda r: (
            r.loss is losses.hinge and abs(r.claimed[1] - 2 * r.lam) < 1e-12
        ),
    }
    notes = """Ask from which side estimates from data come before showing the left panel. x ten
    times: read ρ and β in the caption; a bound on w alone bounds nothing."""
    widths = (3, 2)
    panels = (
        axes("pairs looked at", (1, 3000), "estimate / claimed constant", (0.03, 30)),
        axes("$w$ along $x$, in units of $B$", (-1, 1), "loss, in units of its maximum", (0, 1.05)),
    )

    def sliders(self):
        return dict(
            loss=choice("loss", "squared", LOSSES),
            norm=log_slider("length ‖x‖", 1, 0.1, 10),
            y=slider("answer y", 1, -3, 3, 0.1),
            B=log_slider("radius B", 2, 0.1, 10),
            lam=regularisation(0.05, 0.001, 1),
            N=int_slider("pairs N", 3000, 2, 3000),
        )

    @staticmethod
    def compute(loss, norm, y, B, lam, N):
        """Constants of the loss of one example plus lam|w|^2 on |w| <= B: claimed and seen."""
        x = norm * np.array([0.6, 0.8])
        label = y if loss.of == "residual" else 1.0
        f, grad = losses.objective(loss, x[None], [label], lam)
        U, V = convexity.pairs(np.random.default_rng(0), 3000, 2, B)
        steepest = -B * x / norm if label >= 0 else B * x / norm  # a point of the ball's edge
        profile = f(ALONG[:, None] * B * x / norm)
        return dict(
            claimed=convexity.ball_constants(loss, x, label, B, lam),
            edge=np.linalg.norm(grad(steepest)),
            seen=convexity.estimates(f, grad, U[:N], V[:N]),
            count=np.arange(1, N + 1),
            gap=convexity.tangent_gap(f, grad, U, V).min(),
            profile=profile / profile.max(),
            slope=B * grad(steepest) @ (x / norm) / profile.max(),
            side=-1.0 if label >= 0 else 1.0,
        )

    def picture(self, left, right):
        rho, beta, mu = "$\\rho$: steepest", "$\\beta$: fastest turn", "$\\mu$: slowest turn"
        left.curve(rho, plots.BLUE, shows=lambda r: (r.count, shares(r)[0]), log="xy")
        left.curve(beta, plots.RED, shows=lambda r: (r.count, shares(r)[1]), ls="--")
        left.curve(mu, plots.GREEN, shows=lambda r: (r.count, shares(r)[2]), ls="-.")
        left.ax.axhline(1, color=plots.BOUND, ls=":", lw=2)
        left.note(y=0.97, shows=lambda r: "" if r.claimed[1] < np.inf else kink(r))

        right.curve("loss of one example", plots.TRUTH, shows=lambda r: (ALONG, r.profile))
        right.curve("slope $\\rho$", plots.BLUE, shows=lambda r: (ALONG, tangent(r)), ls="--")

    def caption(self, r):
        rho, beta, mu = r.claimed
        bend = "there is no β" if beta == np.inf else f"β = {beta:.3g}"
        return f"On this ball ρ = {rho:.3g}, {bend} and μ = {mu:.3g}."

    def numbers(self, r):
        steep, fast, slow = (found[-1] for found in r.seen)
        rho, beta, mu = r.claimed
        return (
            f"steepest chord {steep:.3g}, turning rates up to {fast:.3g} and down to {slow:.3g}; "
            f"claimed ρ = {rho:.3g}, β = {beta:.3g}, μ = {mu:.3g}."
        )

    def headline(self, r):
        return Claim(
            "every chord's slope ≤ ρ",
            "Theorem 2.6",
            r.seen[0][-1],
            r.claimed[0],
            words="On the ball no chord of the loss is steeper than ρ.",
        )

    def identities(self, r):
        (rho, beta, mu), (_, fast, slow) = r.claimed, (found[-1] for found in r.seen)
        kink = "" if beta < np.inf else "a kink"
        return [
            Claim("attained at the edge of the ball", "Theorem 2.6", r.edge, rho, "=="),
            Claim("the gradient turns at rate ≤ β", "Theorem 2.6", fast, beta, "<=", 1e-7, kink),
            Claim("and at least at μ = 2λ", "Theorem 2.6", slow, mu, ">=", 1e-7),
            Claim("the slopes used are subgradients", "section 3", r.gap, 0, ">="),
        ]


def shares(r):
    """Estimates in units of the claimed constants; none of a constant that does not exist."""
    return [
        seen / claimed if claimed < np.inf else None for seen, claimed in zip(r.seen, r.claimed)
    ]


def kink(r):
    """What is said of a loss without beta."""
    return f"a kink: no β, the fastest turn so far is {r.seen[1][-1]:.0f}"


def tangent(r):
    """The line of slope rho that touches the loss at the edge of the ball."""
    height = r.profile[0 if r.side < 0 else -1]
    return height + r.slope * (ALONG - r.side)
