"""In the unit disc."""

import numpy as np

from helpers import plots
from helpers.descent.projections import project_ball
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, regularisation
from helpers.online import experts as ex

TURNS = 200
ANGLES = np.linspace(0, 2 * np.pi, 181)
RIM = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
INSIDE = project_ball(1.3 * np.random.default_rng(25).uniform(-1, 1, (3000, 2)))


def circling(turn):
    """Losses of length 1 whose direction turns by so many radians a round."""
    angle = turn * np.arange(TURNS)
    return np.column_stack([np.cos(angle), np.sin(angle)])


WINDS = {
    "turning": circling(0.12),
    "to and fro": circling(np.pi),
    "steady, with noise": project_ball(
        np.array([0.5, 0.3]) + 0.5 * np.random.default_rng(26).normal(size=(TURNS, 2))
    ),
    "any direction": project_ball(9 * np.random.default_rng(27).normal(size=(TURNS, 2))),
}


class Disc(Figure):
    """FTRL in the unit disc: walk freely, and play the nearest point of the disc."""

    guess = Guess(
        "The losses have length 1 and turn slowly: once round in 52 rounds, when they add up to "
        "nearly 0. How does the regret go on?",
        {
            "it rises all the time": "Regret compares with the best fixed point, and after a full "
            "turn no fixed point has won anything.",
            "it falls at the end of every turn, but to a higher level each time": "After a full "
            "turn every fixed point stands near 0, and what is left is what the learner itself has "
            "lost.",
            "it comes back to 0 after every turn": "Nearly: but each turn has cost the learner "
            "something.",
        },
        answer="it falls at the end of every turn, but to a higher level each time",
    )

    size = (10, 4.6)
    veiled = (1,)
    story = """
a turning wind
    Left: the walk ηθ (grey), and the nearest point of the disc (blue), which is played. Right:
    the regret falls at the end of every turn, but to a higher level each time.
a weak penalty | lam=0.5
    Small λ, large steps: the grey walk leaves the disc at once and the blue one runs along the
    rim.
a strong penalty | lam=50
    Large λ: the walk never leaves the middle. In the middle of every turn a fixed point of the
    rim is ahead by about 16.
a steady wind | wind="steady, with noise"
    One direction is good: blue goes to the rim and stays there. From then on the regret hardly
    grows.
to and fro | wind="to and fro"
    The see-saw of the beginning, in the plane: two small steps for ever, and a regret of η/2 a
    round.
"""
    sees = {
        "a turning wind": lambda r: len(lows := levels(r.regret)) >= 3 and np.all(np.diff(lows) > 0)
    }
    handles = [
        Handle("choose T", at=lambda r: (r.T, r.regret[-1]), to=lambda r, x, y: dict(T=x), panel=1)
    ]
    notes = """The lazy projection keeps the grey point, not the blue one: it has to walk all the
    way back. Notebook 21 compares geometries."""
    widths = [1.1, 1]
    panels = (
        axes("first coordinate", (-1.9, 1.9), "second coordinate", (-1.6, 1.6), aspect="equal"),
        axes("round t", (0, 206), "regret so far", (0, 18)),
    )

    def sliders(self):
        return dict(
            lam=regularisation(7, 0.3, 100),
            T=int_slider("rounds T", TURNS, 2, TURNS),
            wind=choice("losses", "turning", WINDS),
        )

    @staticmethod
    def compute(lam, T, wind):
        """Lazy projection: w_t is the point of the disc nearest to ηθ_t, with η = 1/(2λ)."""
        Z, eta = wind[:T], 1 / (2 * lam)
        run = ex.ftrl(Z, eta, project_ball)
        free = eta * ex.seen(Z)
        moved = np.sqrt((np.diff(run.w, axis=0) ** 2).sum(axis=1))
        allowed = eta * np.sqrt((Z * Z).sum(axis=1))
        total = Z.sum(axis=0)
        regret = ex.regret(run, "ball")
        return dict(
            free=free,
            w=run.w,
            regret=regret,
            bound=ex.ftrl_bound(eta, np.cumsum((Z * Z).sum(axis=1))),
            excess=float((moved - allowed).max()),
            own=float(total @ run.w[-1] + lam * run.w[-1] @ run.w[-1]),
            other=float((INSIDE @ total + lam * (INSIDE**2).sum(axis=1)).min()),
            rim=float((ex.paid(run).sum() - RIM @ total).max()),
        )

    def picture(self, left, right):
        left.ax.plot(*RIM.T, color=plots.TRUTH, lw=1.2)
        (free,) = left.ax.plot([], [], ".-", color="0.6", lw=0.8, ms=3, label="ηθ")
        (path,) = left.ax.plot([], [], "o-", color=plots.FIT, lw=1, ms=4, label="played, w")

        bound = plots.curves(right.ax, ["bound"], color=plots.BOUND, ls="--")
        curve = plots.curves(right.ax, ["regret"], color=plots.FIT)

        now, here = plots.star(left.ax), plots.star(right.ax)

        def move(r):
            t = np.arange(1, r.T + 1)
            free.set_data(*r.free.T)
            path.set_data(*r.w.T)
            return (
                free,
                path,
                *bound(t, r.bound),
                *curve(t, r.regret),
                *now(*r.w[-1]),
                *here(r.T, min(r.regret[-1], 17.7)),
            )

        left.add(move)

    def caption(self, r):
        return f"After {r.T} rounds the regret is {r.regret[-1]:.2f}, of at most {r.bound[-1]:.2f}."

    def numbers(self, r):
        return (
            f"regret {r.regret[-1]:.4g} against the best point of the disc, bound "
            f"{r.bound[-1]:.4g}; the next point is ({r.w[-1, 0]:.2f}, {r.w[-1, 1]:.2f})."
        )

    def headline(self, r):
        return Claim(
            "the bound in the disc",
            "Theorem 20.5",
            measured=float(r.regret[-1]),
            bound=float(r.bound[-1]),
            words="In the disc of radius 1, FTRL regrets at most λ + Σ‖z‖²/(4λ), whatever comes: "
            "1/(2η) is λ.",
        )

    def identities(self, r):
        return [
            Claim("a projection shortens every move", "Lemma 20.9", r.excess, 0),
            Claim("no point of the disc is better", "section 4", r.own, r.other),
            Claim("the best u is on the rim", "section 1", r.rim, float(r.regret[-1])),
        ]


def levels(regret):
    """The lowest points between two rises, one at the end of every turn that falls."""
    inner = (regret[1:-1] < regret[:-2]) & (regret[1:-1] <= regret[2:])
    return regret[1:-1][inner]
