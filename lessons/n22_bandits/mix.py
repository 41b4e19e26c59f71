"""Mixing."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, five_errors, slider, step_size
from helpers.online import bandits
from lessons.n22_bandits.world import CHANCES, SECOND, heap

REGRETS = "regret of a run (end bars: and all beyond)"
MIXED, MIX_ROUNDS = 100, 200
MIX_LUCK = np.random.default_rng(8).random((MIX_ROUNDS, MIXED))
PILE = np.linspace(-5, 55, 41)


class Mix(Figure):
    """Regrets with and without mixing, and the largest ticket of every run."""

    guess = Guess(
        "With γ = 0.2 no ticket is worth more than 20; without, they reach beyond 1000. What does "
        "mixing do to the mean regret?",
        {
            "it falls: tame tickets, better learning": "One would think so, and textbooks mix. "
            "Here a fifth of all pulls is thrown away, and nothing comes back.",
            "it hardly changes": "It rises by more than a third: a fifth of the pulls goes to all "
            "arms alike, most of them bad.",
            "it rises": "By more than a third. The wild tickets belonged to arms that hardly ever "
            "counted.",
        },
        answer="it rises",
    )

    size = (10, 4.0)
    veiled = (0, 1)
    story = """
a fifth is mixed in
    Right: no ticket is worth more than 4/0.2 = 20 any more. Left: the regrets moved to the
    right. Tame tickets did not help.
a little mixing | gamma=0.05
    Five per cent: tickets are worth up to 80 (dashed grey), and the mean regret is a little
    higher than without.
half | gamma=0.5
    Half of all pulls go to any arm. The orange runs lie closer together now, and all of them
    regret more than nearly every blue one.
they change | kind="change after a quarter"
    After fifty rounds the machines exchange their chances. One might mix for just this case, so
    that no arm is forgotten. But the orange mean is the higher one again.
far too bold | eta=5
    A step size fifty times as large: now the orange mean is the lower one. Mixing repairs a
    step size that should not have been taken.
"""
    handles = [
        Handle(
            "choose γ by the largest ticket",
            at=lambda r: None if r.gamma == 0 else (0.5, r.ceiling),
            to=lambda r, x, y: dict(gamma=4 / max(y, 1e-3)),
            panel=1,
        )
    ]
    notes = """Be honest here: textbooks mix because a bound with high probability needs tame
    tickets. On these machines, with a sensible step size, mixing costs and buys nothing one can
    see; on other tables it saves the unlucky runs (see the text
    below). Ask who can find a position where it helps: a step size that is far too large."""
    widths = [1.3, 1]
    panels = (
        axes(REGRETS, (-5, 55), "runs (highest bar: 1)", (0, 1.08), yticks=[]),
        axes("share of runs, sorted", (0, 1), "largest ticket of the run", (3, 4e3, "log")),
    )

    def sliders(self):
        return dict(
            gamma=slider("mixing γ", 0.2, 0, 0.5, 0.01),
            eta=step_size(0.1, 0.02, 10),
            kind=choice("machines", "steady", ["steady", "change after a quarter"]),
        )

    @staticmethod
    def compute(gamma, eta, kind):
        """100 runs without and with mixing, the same draws for both."""
        plain, wild = mix_runs(kind, eta, 0.0)
        tame, small = mix_runs(kind, eta, gamma)
        return dict(
            plain=plain,
            tame=tame,
            tickets=(np.sort(wild), np.sort(small)),
            means=(float(plain.mean()), float(tame.mean())),
            late=(float(np.quantile(plain, 0.95)), float(np.quantile(tame, 0.95))),
            ceiling=4 / gamma if gamma > 0 else np.inf,
            bound=bandits.bandit_bound(four_machines(kind), eta, gamma),
            allowed=five_errors(tame),
        )

    def picture(self, left, right):
        piles = [
            heap(left.ax, PILE, name, colour)
            for name, colour in (("no mixing", plots.SKY), ("mixing γ", SECOND))
        ]
        means = [
            plots.level(left.ax, name, colour, "--", across=True)
            for name, colour in (("their means", plots.FIT), (None, "#9a6a00"))
        ]

        lines = [
            plots.curves(right.ax, [name], color=colour, lw=lw, zorder=2.1 - lw / 20)
            for name, colour, lw in (("no mixing", plots.FIT, 2), ("mixing γ", SECOND, 6))
        ]
        limit = plots.level(right.ax, "d/γ", plots.BOUND, "--")

        here, part = plots.star(right.ax), (np.arange(MIXED) + 0.5) / MIXED
        even = np.full(MIXED, 1 / MIXED)
        left.add(lambda r: piles[0](r.plain, even))
        left.add(lambda r: piles[1](r.tame, even))
        left.add(lambda r: means[0](r.means[0]))
        left.add(lambda r: means[1](r.means[1]))
        right.add(lambda r: (a for line, y in zip(lines, r.tickets) for a in line(part, y)))
        right.add(limit, shows=lambda r: r.ceiling if r.gamma > 0 else np.nan)
        right.add(here, shows=lambda r: (0.5, r.ceiling if r.gamma > 0 else np.nan))

    def caption(self, r):
        return (
            f"Mean regret {r.means[0]:.1f} without and {r.means[1]:.1f} with mixing; one run in "
            f"twenty is over {r.late[0]:.0f} and {r.late[1]:.0f}."
        )

    def numbers(self, r):
        return (
            f"mean regret {r.means[0]:.4g} without and {r.means[1]:.4g} with mixing, bound "
            f"{r.bound:.4g}; largest ticket {r.tickets[0][-1]:.3g} without and "
            f"{r.tickets[1][-1]:.3g} with."
        )

    def headline(self, r):
        return Claim(
            "regret with mixing",
            "Theorem 22.5",
            measured=r.means[1],
            bound=r.bound + r.allowed,
            words="Mean regret ≤ (1 − γ) log d/η + (η/2)Σz² + γ · regret of pulling evenly, plus "
            "five standard errors for chance.",
        )

    def identities(self, r):
        without = "" if r.gamma > 0 else "without mixing there is no ceiling"
        return [
            Claim(
                "no ticket is over d/γ",
                "Theorem 22.5",
                float(r.tickets[1][-1]),
                float(min(r.ceiling, 1e300)),
                why_not=without,
            ),
        ]


@lru_cache(2)
def four_machines(kind):
    """Losses (200, 4), zeros and ones."""
    rng = np.random.default_rng(9)
    chances = np.tile(CHANCES, (MIX_ROUNDS, 1))
    if kind == "change after a quarter":
        chances[MIX_ROUNDS // 4 :] = CHANCES[::-1]
    return (rng.random((MIX_ROUNDS, 4)) < chances).astype(float)


@lru_cache(64)
def mix_runs(kind, eta, gamma):
    """(regret, largest ticket), each (100,)."""
    Z = four_machines(kind)
    run = bandits.bandit_eg(Z, eta, MIX_LUCK, gamma)
    return bandits.regret(run.extra["played"], Z)[-1], -run.v.min(axis=(0, 2))
