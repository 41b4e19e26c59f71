"""Whichever step size."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.descent.bisection import first_true
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, step_size
from helpers.online import mirror
from lessons.n21_mirror_descent.world import DASHED, EG, OGD, counted, pair_of_curves

ETAS = np.geomspace(2e-4, 10, 141)
EVEN = np.array([2, 4, 6, 10, 16, 24, 40, 64, 100, 160, 240, 300])


class Whichever(Figure):
    """Two games. Whatever the constant step size, one of them hurts."""

    guess = Guess(
        "300 experts, 400 rounds. Each learner plays both games with one constant step size, the "
        "best one for its worse game. That worse regret counts. How do OGD’s and EG’s compare?",
        {
            "a tie again": "Not any more: these two games were made against OGD.",
            "OGD regrets about 5 times as much": "87 against 17. And the factor grows with the "
            "number of experts.",
            "OGD regrets about 300 times as much": "Only √d is lost, √300 = 17, and EG pays too.",
            "EG regrets more: it gives up nobody": "Its small weights cost little, and they allow "
            "it to turn round.",
        },
        answer="OGD regrets about 5 times as much",
    )

    size = (10, 4.4)
    veiled = (0, 1)
    story = """
OGD at its best
    Orange is the worse of the two games for OGD. Its lowest point all but touches the dashed
    line of the theorem.
shorter steps | eta=0.001
    The star is on the falling line: OGD is slow to find the one good expert. Left of the valley
    this game is the worse one, so its line is thick there.
longer steps | eta=0.05
    Right of the valley the see-saw (the dotted, rising line) is the worse game. It is soon
    level: from there on all of OGD’s trust changes sides in every round.
EG at its best | eta=0.34
    Blue has a valley too, five times lower and at longer steps; there OGD, the star, is on its
    plateau. EG’s see-saw costs the same for any number of experts.
ten experts | d=10, eta=0.03
    With ten experts OGD’s lowest point is 15, EG’s 11: no longer a factor of five. Right:
    towards the left the curves come together, and cross.
forty rounds | T=40, eta=0.02
    Fewer rounds than experts: OGD’s lowest point is T/4 = 10, and √(dT)/4 would be 27. That is
    why the theorem asks for T at least d.
"""
    handles = [
        Handle(
            "choose the step size",
            at=lambda r: (r.eta, r.worst[1]),
            to=lambda r, x, y: dict(eta=x),
        ),
        Handle(
            "choose the number of experts",
            at=lambda r: (r.d, r.lowest[1]),
            to=lambda r, x, y: dict(d=x),
            panel=1,
        ),
    ]
    notes = """This is a lower bound, rare in a first course: let the class look for an η that beats
    the dashed line. Both games are so simple that their regrets are sums one can do at the board.
    The bound and the best η of OGD differ by half a per cent at d = 300."""
    widths = [1.3, 1]
    panels = (
        axes("step size η", (2.5e-4, 11, "log"), "worse regret of the two games", (3, 450, "log")),
        axes(y="worse regret, at the best η", ylim=(1.5, 130)),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.0058, 3e-4, 10),
            d=int_slider("experts d", 300, 2, 300, 2),
            T=int_slider("rounds T", 400, 40, 400, 2),
        )

    @staticmethod
    def compute(eta, d, T):
        """Both regrets of both learners over all step sizes; twenty rounds are also run."""
        curves = [two_regrets(g, d, T, ETAS) for g in (mirror.ENTROPIC, mirror.QUADRATIC)]
        here = [two_regrets(g, d, T, eta) for g in (mirror.ENTROPIC, mirror.QUADRATIC)]
        Z = np.stack([mirror.one_good(20, d), mirror.see_saw(20, d)], axis=1)
        apart = [
            mirror.regret(mirror.mirror_descent(Z, g, eta))[-1] - two_regrets(g, d, 20, eta)
            for g in (mirror.ENTROPIC, mirror.QUADRATIC)
        ]
        return dict(
            curves=curves,
            games=here,
            worst=[float(pair.max()) for pair in here],
            apart=float(np.abs(apart).max()),
            floor=(1 - 1 / d) * np.sqrt(d * T) / 4,
            best=[
                [least_regret(g, int(k), T) for k in EVEN]
                for g in (mirror.ENTROPIC, mirror.QUADRATIC)
            ],
            lowest=[least_regret(g, d, T) for g in (mirror.ENTROPIC, mirror.QUADRATIC)],
            top=[mirror.bound(g, d, T, eta) for g in (mirror.ENTROPIC, mirror.QUADRATIC)],
        )

    def picture(self, left, right):
        counted(right.ax)
        thin = [
            [plots.curves(left.ax, [None], color=c, ls=ls, lw=1.4, alpha=0.8) for ls in "-:"]
            for c in (EG, OGD)
        ]
        thick = pair_of_curves(left.ax, lw=2.6)
        for name, ls in (("one good", "-"), ("see-saw", ":")):
            left.ax.plot([], [], color="0.5", ls=ls, lw=1.4, label=name)
        level = plots.level(left.ax, "least for OGD", plots.BOUND, "--")

        best = pair_of_curves(right.ax, (None, None), marker="o", ms=5)
        floor = plots.curves(right.ax, ["least for OGD"], **DASHED)

        here, there = plots.star(left.ax), plots.star(right.ax)
        other = plots.mark(left.ax, marker="o", colour=EG, size=9)

        def move(r):
            long = r.T >= EVEN  # the theorem asks for it
            worst = [pair.max(axis=0) for pair in r.curves]
            return (
                *(a for ms, ys in zip(thin, r.curves) for m, y in zip(ms, ys) for a in m(ETAS, y)),
                *thick(ETAS, *worst),
                *level(r.floor if r.T >= r.d else np.nan),
                *best(EVEN, *r.best),
                *floor(EVEN, np.where(long, (1 - 1 / EVEN) * np.sqrt(EVEN * r.T) / 4, np.nan)),
                *other(r.eta, r.worst[0]),
                *here(r.eta, r.worst[1]),
                *there(r.d, r.lowest[1]),
            )

        left.add(move)

    def caption(self, r):
        return (
            f"At η = {r.eta:.2g} OGD’s worse game costs {r.worst[1]:.1f}. At its own best η it is "
            f"{r.lowest[1]:.1f}, for EG {r.lowest[0]:.1f}."
        )

    def numbers(self, r):
        return (
            f"OGD regrets {r.games[1][0]:.4g} on one good expert and {r.games[1][1]:.4g} on the "
            f"see-saw, EG {r.games[0][0]:.4g} and {r.games[0][1]:.4g}."
        )

    def headline(self, r):
        return Claim(
            "no constant step size saves OGD",
            "Theorem 21.2",
            measured=r.worst[1],
            bound=r.floor,
            kind=">=",
            why_not="" if r.T >= r.d else "there are fewer rounds than experts",
            words="For every constant η, one of the two games costs OGD at least (1 − 1/d)√(dT)/4.",
        )

    def identities(self, r):
        return [
            Claim("the formulas are actual runs", "section 2", r.apart, 0, "=="),
            Claim("the regret of EG", "Theorem 21.1", r.worst[0], r.top[0]),
            Claim("the regret of OGD", "Theorem 21.1", r.worst[1], r.top[1]),
        ]


def two_regrets(geometry, d, T, eta):
    """Regret on one good expert and on the see-saw, stacked."""
    return np.stack(
        [mirror.good_regret(geometry, d, T, eta), mirror.see_saw_regret(geometry, d, T, eta)]
    )


def best_step(geometry, d, T):
    """The step size with the smallest worse regret: there the two games cost the same, for one
    falls with eta and the other rises."""

    def past(x):
        good, seesaw = two_regrets(geometry, d, T, np.exp(x))
        return seesaw >= good

    return float(np.exp(first_true(past, np.log(1e-5), np.log(100.0))))


@lru_cache(1000)
def least_regret(geometry, d, T):
    """The worse regret of the two games at the best step size."""
    return float(two_regrets(geometry, d, T, best_step(geometry, d, T)).max())
