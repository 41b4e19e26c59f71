"""The figure `constants`."""

import numpy as np

from helpers import losses, plots
from helpers.learning import convexity
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
    Ten pairs: the estimates are not there yet.
logistic | loss="logistic"
    Never steeper than ‖x‖, and never turning faster than ‖x‖²/4.
hinge | loss="hinge"
    A kink: there is no β. The closer a pair, the faster the turn.
x ten times | norm=10
    Ten times the x: β is nearly 100 times larger, and ρ nearly 70 times.
w² on a ball | y=0, B=2.5, lam=0.001
    y = 0: the loss is ⟨w, x⟩², steep only far out.
"""
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

        rho = plots.curves(left.ax, ["$\\rho$: steepest"], log="xy", legend=None, color=plots.BLUE)
        beta = plots.curves(
            left.ax, ["$\\beta$: fastest turn"], legend=None, color=plots.RED, ls="--"
        )
        mu = plots.curves(
            left.ax, ["$\\mu$: slowest turn"], legend=None, color=plots.GREEN, ls="-."
        )
        left.ax.axhline(1, color=plots.BOUND, ls=":", lw=2)
        sign = plots.note(left.ax, y=0.97)

        loss = plots.curves(right.ax, ["loss of one example"], color=plots.TRUTH)
        line = plots.curves(right.ax, ["slope $\\rho$"], color=plots.BLUE, ls="--")

        def move(r):
            shares = [found / claimed for found, claimed in zip(r.seen, r.claimed)]
            kink = r.claimed[1] == np.inf
            height = r.profile[0 if r.side < 0 else -1]
            tangent = height + r.slope * (ALONG - r.side)
            words = f"a kink: no β, the fastest turn so far is {r.seen[1][-1]:.0f}"
            return (
                *rho(r.count, shares[0]),
                *beta(r.count, None if kink else shares[1]),
                *mu(r.count, shares[2]),
                *sign(words if kink else ""),
                *loss(ALONG, r.profile),
                *line(ALONG, tangent),
            )

        left.add(move)

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
