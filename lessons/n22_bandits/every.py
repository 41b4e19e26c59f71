"""Two arms, ten rounds: every run."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    choice,
    five_errors,
    int_slider,
    step_size,
)
from helpers.online import bandits
from lessons.n22_bandits.world import ALLOWED, heap

FEW = 10
STEPS_AXIS = np.geomspace(0.05, 5, 21)
BINS = np.linspace(-1.4, 5.2, 56)  # holds every run of every game
SEEDED = np.random.default_rng(3).random((FEW, 300))
TWO = {  # T -> losses (T, 2): A in the first column, B in the second
    "A free, B costs 1": lambda T: np.tile([0.0, 1.0], (T, 1)),
    "A costs 0.4, B 0.6": lambda T: np.tile([0.4, 0.6], (T, 1)),
    "first B costs 0.6, then A": lambda T: 0.6 * np.eye(2)[(np.arange(T) < T / 2).astype(int)],
    "A and B cost 1 in turn": lambda T: np.eye(2)[np.arange(T) % 2],
}


class Every(Figure):
    """All sequences of pulls that Bandit-EG can make in a short game, each with its chance."""

    guess = Guess(
        "Which of the 1024 runs has the largest regret?",
        {
            "BBBBBBBBBB: it pulls the costly arm every time": "That run learns fastest: after the "
            "first cross its probability of B falls. (It is also very unlikely.)",
            "ABABABABAB: it cannot make up its mind": "Its five pulls of B taught it five times.",
            "AAAAAAAAAA: it pulls the free arm every time": "It pays nothing, and never finds out "
            "that B costs: its probabilities stay at one half. (AAAAAAAAAB ties with it: the last "
            "pull teaches nobody.)",
        },
        answer="AAAAAAAAAA: it pulls the free arm every time",
    )

    size = (10, 4.2)
    veiled = (0, 1)
    story = """
every run
    Left: the regrets of all 1024 runs. The run farthest right (triangle), with regret 5, pulled
    the free arm ten times: a free pull teaches nothing.
over the bound | eta=0.25
    Some runs lie to the right of the dashed line, and the theorem allows it: it is about the
    mean alone, the blue line.
asleep | eta=0.05
    A tiny step size: the probabilities hardly move from one half, so every run regrets between
    3.7 and 5. The bound, 14, is outside the left panel.
bold | eta=4
    More than ten times the bound’s best step size. The bound grows, the regret goes on falling:
    this game is easy.
exchange | kind="first B costs 0.6, then A", eta=4
    B costs 0.6 a round until half time, then A does: each arm alone costs 3. A bold learner
    changes over in time and pays less. Its mean regret is negative.
in turn | kind="A and B cost 1 in turn", eta=2
    A and B cost 1 in turn: what was learnt in one round is wrong in the next. Here a bold
    learner pays more than a careful one, and no run comes near the bound.
"""
    handles = [
        Handle(
            "choose η",
            at=lambda r: (r.eta, float(np.clip(r.mean, -1.2, 8.2))),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        )
    ]
    notes = """Nothing is sampled here: 1024 runs, each with its probability. Let the class find the
    unluckiest run. Nearly everybody says “always the costly arm”; but that run learns fastest. Then
    ask where in the proof a single run is allowed to be over the bound: before the expectation."""
    widths = [1.1, 1]
    panels = (
        axes("regret of a run", (-1.4, 5.2), "probability (highest bar: 1)", (0, 1.08), yticks=[]),
        axes("step size η", (0.045, 5.5, "log"), "regret", (-1.4, 8.4)),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.4, 0.05, 5),
            T=int_slider("rounds T", 10, 2, FEW),
            kind=choice("machines", "A free, B costs 1", list(TWO)),
        )

    @staticmethod
    def compute(eta, T, kind):
        """Chance and regret of every run; the mean of 300 drawn runs beside the exact one."""
        Z = TWO[kind](T)
        chance, regret = bandits.every_run(Z, eta)
        drawn = bandits.regret(bandits.bandit_eg(Z, eta, SEEDED[:T]).extra["played"], Z)[-1]
        bound = bandits.bandit_bound(Z, eta)
        worst = int(np.argmax(regret))
        return dict(
            chance=chance,
            regret=regret,
            mean=float(chance @ regret),
            bound=bound,
            curve=exact_curve(kind, T),
            total=float(chance.sum()),
            drawn=(float(drawn.mean()), five_errors(drawn)),
            over=float(chance[regret > bound].sum()),
            worst=float(regret[worst]),
            run="".join("AB"[int(b)] for b in np.binary_repr(worst, T)),
        )

    def picture(self, left, right):
        pile = heap(left.ax, BINS, "all runs", plots.SKY)
        centre = plots.level(left.ax, "mean", plots.FIT, "-", across=True)
        limit = plots.level(left.ax, "bound on the mean", plots.BOUND, "--", across=True)
        tip = plots.mark(left.ax, "worst run", "v", plots.RED, 9)

        lines = [
            plots.curves(right.ax, [name], color=colour, ls=ls)
            for name, colour, ls in (
                ("mean", plots.FIT, "-"),
                ("worst run", plots.RED, "-."),
                ("bound on the mean", plots.BOUND, "--"),
            )
        ]

        here = plots.star(right.ax)
        left.add(pile, shows=lambda r: (r.regret, r.chance))
        left.add(centre, shows=lambda r: r.mean)
        left.add(limit, shows=lambda r: r.bound)
        left.add(tip, shows=lambda r: (r.worst, 0.05))
        right.add(lambda r: (a for line, y in zip(lines, r.curve) for a in line(STEPS_AXIS, y)))
        right.add(here, shows=lambda r: (r.eta, float(np.clip(r.mean, -1.2, 8.2))))

    def caption(self, r):
        return (
            f"Mean regret {r.mean:.2f}, bound {r.bound:.2f}. A worst run, {r.run}, regrets "
            f"{r.worst:.2f}."
        )

    def numbers(self, r):
        return (
            f"{len(r.chance)} runs, mean regret {r.mean:.4g}, bound {r.bound:.4g}, worst run "
            f"{r.run} with {r.worst:.4g}; runs over the bound have probability {r.over:.2g}."
        )

    def headline(self, r):
        return Claim(
            "expected regret",
            "Theorem 22.3",
            measured=r.mean,
            bound=r.bound,
            words="The expected regret of Bandit-EG is at most log d/η + (η/2)Σz²; here exactly, "
            "over all runs.",
        )

    def identities(self, r):
        return [
            Claim("the chances add up to 1", "section 3", r.total, 1.0, "=="),
            Claim(
                f"300 drawn runs have the exact mean; {ALLOWED}",
                "section 3",
                abs(r.drawn[0] - r.mean),
                r.drawn[1] + 1e-12,
            ),
        ]


@lru_cache(64)
def exact_curve(kind, T):
    """Expected regret, largest regret of a run, and bound, for every step size of the axis."""
    Z, found = TWO[kind](T), []
    for eta in STEPS_AXIS:
        chance, regret = bandits.every_run(Z, eta)
        found.append((chance @ regret, regret.max(), bandits.bandit_bound(Z, eta)))
    return np.array(found).T
