"""The race: two learners on one sequence."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, log_slider
from helpers.online import mirror
from lessons.n21_mirror_descent.world import (
    DASHED,
    DOTTED,
    EG,
    GAMES,
    OGD,
    counted,
    pair_of_curves,
    played,
)

COUNTS = np.array([2, 4, 10, 20, 40, 100, 200, 300])
BEHIND = np.linspace(0, 3, 121)


class Race(Figure):
    """Two learners on the same losses: who trusts whom, and what it costs."""

    guess = Guess(
        "300 advisers err like fair coins, for 400 days. Your <i>regret</i> is what you lose more "
        "than the best of them. Theory promises at most 346 if you take amounts away (OGD), at "
        "most 68 if you take shares (EG). Whose regret will be smaller?",
        {
            "EG’s, a fifth of OGD’s": "So say the bounds. But a bound is about the worst losses, "
            "and coins are not out to hurt anybody.",
            "EG’s, by a quarter": "Not even by that: 30 and 31.",
            "nearly a tie": "30 and 31. Is geometry a myth?",
            "OGD’s, clearly": "There are such games. 300 coins are not one.",
        },
        answer="nearly a tie",
    )

    size = (10, 4.4)
    veiled = (1,)
    more = ("sample",)
    story = """
300 coins
    Left: each dot is an expert. Right: blue and orange lie on top of each other; the bounds,
    dashed and dotted, are far apart.
one good expert | losses="one good expert"
    One expert is never wrong, all others always; on the left the others are too far behind to
    be seen. Right: orange now climbs as steeply as its dotted bound, blue hardly at all.
longer steps | losses="one good expert", factor=5
    The same game, steps five times as long: both find the good expert sooner. Was OGD only too
    shy?
a see-saw | losses="see-saw", factor=5
    With these long steps, play the see-saw: the halves err in turn. From 100 experts on orange
    is level: in every second round all of OGD’s trust is on the half that errs.
the best changes | losses="the best changes"
    Half-way another expert becomes the good one, and both learners have to unlearn. OGD is
    again far above EG on the right, for many experts.
two experts | losses="see-saw", d=2
    Two experts on the see-saw: after 400 rounds less than half a loss lies between the
    learners. What EG gains, it gains from many experts.
"""
    handles = [
        Handle(
            "choose the number of experts",
            at=lambda r: (r.d, max(r.regret[0], 1.6)),
            to=lambda r, x, y: dict(d=x),
            panel=1,
        )
    ]
    notes = """Let the class bet before the right panel is shown: the bounds differ by a factor of
    five. The tie is the point; then ask for a game that separates the two. Left, ask which learner
    can ever forget an expert for good."""
    widths = [1, 1.25]
    panels = (
        axes(
            "(losses behind the best) / √T",
            (-0.06, 3.06),
            "weight at the end (heaviest = 1)",
            (-0.04, 1.06),
        ),
        axes(y="regret after T rounds", ylim=(1.5, 1000)),
    )

    def sliders(self):
        return dict(
            losses=choice("losses", "coins", list(GAMES)),
            d=int_slider("experts d", 300, 2, 300),
            factor=log_slider("step size η (1 = tuned)", 1, 0.05, 20),
            T=int_slider("rounds T", 400, 10, 400),
            sample=int_slider("new random sample", 1, 1, 5),
        )

    @staticmethod
    def compute(losses, d, factor, T, sample):
        """Both runs at this d: regret, bound, last weights; and all regrets against d."""
        Z, behind, out = played(losses, T, d, sample), None, []
        for geometry in (mirror.ENTROPIC, mirror.QUADRATIC):
            eta = factor * mirror.tuned(geometry, d, T)[0]
            run = mirror.mirror_descent(Z, geometry, eta)
            theta = run.extra["theta"][-1]
            behind = theta.max() - theta
            out.append((eta, mirror.regret(run)[-1], mirror.bound(geometry, d, T, eta), run.last))
        eta, regret, bound, last = zip(*out)
        shape = (
            np.exp(-eta[0] * BEHIND * np.sqrt(T)),
            np.maximum(1 - eta[1] * BEHIND * np.sqrt(T) / last[1].max(), 0),
        )
        return dict(
            eta=eta,
            regret=regret,
            bound=bound,
            behind=behind / np.sqrt(T),
            share=[w / w.max() for w in last],
            shape=shape,
            exact=(np.exp(-eta[0] * behind), np.maximum(last[1].max() - eta[1] * behind, 0)),
            last=last,
            curves=raced(losses, T, factor, sample),
            tops=[
                [mirror.bound(g, d, T, factor * mirror.tuned(g, d, T)[0]) for d in COUNTS]
                for g in (mirror.ENTROPIC, mirror.QUADRATIC)
            ],
            slow=mirror.multiplied(Z[:20], eta[0])[-1],
            fast=mirror.mirror_descent(Z[:20], mirror.ENTROPIC, eta[0]).last,
        )

    def picture(self, left, right):
        counted(right.ax)
        shape = pair_of_curves(left.ax, lw=1.4)

        marks = [plots.points(left.ax, [None], legend=None, size=30) for _ in range(2)]
        for line, colour, marker in zip(left.ax.lines[-2:], (EG, OGD), "os"):
            line.set(color=colour, marker=marker)
        eg = plots.curves(right.ax, ["bound of EG"], **DASHED)
        ogd = plots.curves(right.ax, ["bound of OGD"], **DOTTED)
        lines = pair_of_curves(right.ax, (None, None), marker="o", ms=5)

        here = plots.star(right.ax)

        def move(r):
            near = r.behind <= 3
            dots = [np.column_stack([r.behind, share])[near] for share in r.share]
            return (
                *eg(COUNTS, r.tops[0]),
                *ogd(COUNTS, r.tops[1]),
                *shape(BEHIND, *r.shape),
                *(a for m, xy in zip(marks, dots) for a in m(xy)),
                *lines(COUNTS, *np.maximum(r.curves, 0.05)),
                *here(r.d, max(r.regret[0], 1.6)),
            )

        left.add(move)

    def caption(self, r):
        return (
            f"{r.d} experts, {r.T} rounds: regret {r.regret[0]:.1f} for EG (blue), "
            f"{r.regret[1]:.1f} for OGD (orange)."
        )

    def numbers(self, r):
        zero = int((r.last[1] == 0).sum())
        return (
            f"EG regrets {r.regret[0]:.4g} of at most {r.bound[0]:.4g}, OGD {r.regret[1]:.4g} of "
            f"at most {r.bound[1]:.4g}; OGD has given up {zero} experts, EG none."
        )

    def headline(self, r):
        return Claim(
            "the regret of EG",
            "Theorem 21.1",
            measured=r.regret[0],
            bound=r.bound[0],
            words="With losses in [0, 1], EG’s regret is at most (log d)/η + ηT/2, whatever the "
            "losses are.",
        )

    def identities(self, r):
        apart = max(
            np.abs(r.share[0] - r.exact[0]).max(),
            np.abs(r.last[1] - r.exact[1]).max(),
        )
        return [
            Claim("the regret of OGD", "Theorem 21.1", r.regret[1], r.bound[1]),
            Claim("weights depend on losses behind", "section 1", apart, 0, "=="),
            Claim("multiplying is a softmax", "section 1", np.abs(r.slow - r.fast).max(), 0, "=="),
        ]


@lru_cache(64)
def raced(losses, T, factor, sample):
    """Final regrets of EG and OGD for every d of COUNTS, (2, 8)."""
    found = []
    for geometry in (mirror.ENTROPIC, mirror.QUADRATIC):
        row = []
        for d in map(int, COUNTS):
            eta = factor * mirror.tuned(geometry, d, T)[0]
            run = mirror.mirror_descent(played(losses, T, d, sample), geometry, eta)
            row.append(mirror.regret(run)[-1])
        found.append(row)
    return np.array(found)
