"""The tree of all coins."""

from functools import lru_cache

import numpy as np
from matplotlib.collections import LineCollection

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider, step_size
from helpers.online import batch
from lessons.n23_online_to_batch.world import AVERAGE, FINE, ONLINE, RISK, expected, spots

STEPS = np.geomspace(0.02, 1, 28)  # every third one gets a ring


class Tree(Figure):
    """All sequences of coins: where the learner can be, and what it pays on average."""

    guess = Guess(
        "After twelve coins we must return <i>one</i> number, and we return the average of the "
        "twelve answers. Take means over all sequences. Compared with what the learner paid in a "
        "round, the risk of this average is",
        {
            "higher: it has to work on new coins": "What was paid was paid on new coins, too: "
            "Theorem 23.1.",
            "the same": "The mean of the twelve <i>risks</i> is the same. The risk of the mean is "
            "something else.",
            "lower, or the same": "The risk is convex: averaging can only lower it.",
        },
        answer="lower, or the same",
    )

    size = (10, 4.4)
    veiled = (1,)
    more = ("t", "path")
    story = """
all 4096 sequences
    Left: every answer that can occur; larger dots are likelier. Right: the rings (what the
    learner pays) lie exactly on the red curve (its risk). The average, at the star, is half as
    high.
one node | t=8, path=3
    At the left star the next coin has not fallen yet. Two losses are possible. Weighted by
    their chances (the line below the tree) they give the risk of this answer.
tiny steps | eta=0.02
    With η = 0.02 it never arrives. All answers lie between −½ and ½, where the risk is a
    straight line: averaging gains nothing.
giant steps | eta=1
    With η = 1 it jumps about and pays a lot: red is at 0.41. The average of these answers is
    only at 0.12.
a surer coin | p=0.95, eta=0.05
    Heads in 95 of 100: nearly all steps go up. Now red nearly touches the bound, so the bound
    cannot be lowered by much.
"""
    handles = [
        Handle(
            "choose the round",
            at=lambda r: (r.round, r.here),
            to=lambda r, x, y: dict(t=min(round(x), r.T)),
        ),
        Handle(
            "choose η",
            at=lambda r: (r.eta, r.exact[0]),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        ),
    ]
    notes = """The aim is that nobody doubts the equality: choose a node, compute the two losses by
    hand, weigh them. The worst of all sequences obeys the regret bound too: that is what “regret”
    adds to “on average”."""
    widths = [1, 1.1]
    panels = (
        axes("round t", (0.5, 13.5), "answer w", (-1.3, 1.1)),
        axes("step size η", (0.018, 1.12, "log"), "above the smallest risk", (0, 0.6)),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.4, 0.02, 1),
            p=slider("chance of heads p", 0.7, 0.5, 0.95, 0.05),
            T=int_slider("coins T", 12, 2, 12),
            t=int_slider("round t", 5, 1, 12),
            path=int_slider("new random path", 1, 1, 20),
        )

    @staticmethod
    def compute(eta, p, T, t, path):
        """Exact means at this η and along STEPS, all nodes, and one path with its two branches."""
        exact, found, run, Z, chance = expected(T, p, eta)
        coins = np.random.default_rng([23, path]).random(12)[:T] < 0.7
        mine = run.w[:, int(coins @ 2 ** np.arange(T)), 0]
        t = min(t, T)
        at, likely, ways = nodes(run, chance, eta)
        two = np.abs(mine[t - 1] - np.array([0.5, -0.5]))
        return dict(
            exact=exact,
            curves=against_eta(T, p),
            worst=float(found.regret.max()) / T,
            jensen=float((found.average - found.mean).max()),
            regret=float(chance @ found.regret) / T,
            bound=float(batch.excess_bound(0.5, eta, T)),
            at=at,
            likely=likely,
            ways=ways,
            mine=mine,
            round=t,
            here=float(mine[t - 1]),
            two=two,
            node=float(p * two[0] + (1 - p) * two[1]),
            risk=float(batch.coin_risk(p)(mine[t - 1 : t])),
        )

    def picture(self, left, right):
        left.ax.axhline(0.5, color=plots.TRUTH, lw=1, ls=":")
        left.ax.text(0.6, 0.53, "best", fontsize=11)
        right.ticks(x=[0.02, 0.1, 0.5, 1])
        edges = left.ax.add_collection(LineCollection([], colors="0.8", lw=0.7))
        dots = left.ax.scatter([], [], s=[], color="0.5", zorder=2)

        def tree(r):
            edges.set_segments(r.ways)
            dots.set_offsets(r.at)
            dots.set_sizes(4 + 160 * r.likely)
            return edges, dots

        left.add(tree)
        path = plots.curves(left.ax, ["one path"], color=ONLINE, marker="o", ms=4)
        left.add(path, shows=lambda r: (np.arange(1, len(r.mine) + 1), r.mine))
        left.star(shows=lambda r: (r.round, r.here))
        right.curve("mean risk", RISK, shows=lambda r: (STEPS, r.curves[1]))
        rings = spots(right.ax, "online loss", ONLINE, size=9, mfc="none", mew=1.8)
        right.add(rings, shows=lambda r: (STEPS[::3], r.curves[2, ::3]))
        right.curve("average", AVERAGE, shows=lambda r: (STEPS, r.curves[0]), ls="--")
        bound = plots.curves(right.ax, ["bound"], color=plots.BOUND, ls="--", lw=1.5)
        right.add(bound, shows=lambda r: (FINE, batch.excess_bound(0.5, FINE, r.T)))
        right.legend(fontsize=11, columnspacing=1)
        right.star(shows=lambda r: (r.eta, r.exact[0]))
        left.note(0.02, 0.08, 11, shows=weighed)

    def caption(self, r):
        average, mean, _ = r.exact
        return f"Above the smallest risk: the answers {mean:.3f}, their average {average:.3f}."

    def numbers(self, r):
        average, mean, online = r.exact
        return (
            f"above the smallest risk: average {average:.4f}, mean of the answers {mean:.4f}, "
            f"online {online:.4f}, worst regret over T {r.worst:.4f}, bound {r.bound:.4f}; "
            f"{weighed(r)}."
        )

    def headline(self, r):
        return Claim(
            "low regret is low risk",
            "Theorem 23.3",
            measured=r.exact[0],
            bound=r.bound,
            words="The expected risk of the average is at most the smallest risk + B²/(2ηT) + "
            "ηρ²/2; here B = ½ and ρ = 1.",
        )

    def identities(self, r):
        average, mean, online = r.exact
        return [
            Claim("online loss = mean risk", "Theorem 23.1", online, mean, "=="),
            Claim("at the node", "Theorem 23.1", r.node, r.risk, "=="),
            Claim("averaging, on every path", "Theorem 23.3", r.jensen, 0.0),
            Claim("mean risk = mean regret", "Theorem 23.3", mean, r.regret, "=="),
            Claim("regret of the worst sequence", "Lemma 23.2", r.worst, r.bound),
        ]


@lru_cache(12)
def all_paths(T):
    """For every step size of STEPS and every sequence: what the average, the answers and the loss
    on the way cost at heads and at tails; these do not depend on p."""
    found = []
    for eta in STEPS:
        run, Z, _ = batch.tree(T, 0.5, eta)
        ends = [[np.abs(w[..., 0] - z) for z in (0.5, -0.5)] for w in (run.average(), run.w[:-1])]
        paid = batch.distance(run.w[:-1], Z).mean(axis=0)
        found.append([*ends[0], *(part.mean(axis=0) for part in ends[1]), paid])
    return np.swapaxes(found, 0, 1), (Z[..., 0] > 0).sum(axis=0)


def against_eta(T, p):
    """The three exact means for every step size of STEPS, (3, 28)."""
    (top, low, tops, lows, paid), heads = all_paths(T)
    chance = p**heads * (1 - p) ** (T - heads)
    return np.array([p * top + (1 - p) * low, p * tops + (1 - p) * lows, paid]) @ chance - (1 - p)


def nodes(run, chance, eta):
    """The points (t, w_t) that can be reached, and how likely each is; the steps between them."""
    places = np.rint(run.w[..., 0] / eta).astype(int)  # all of them are multiples of the step
    at, size, ways = [], [], []
    for t, level in enumerate(places):
        there, which = np.unique(level, return_inverse=True)
        at += [(t + 1, eta * j) for j in there]
        size += list(np.bincount(which, chance))
        if t:
            pairs = np.unique(1000 * (places[t - 1] + 100) + level + 100)
            ways += [
                [(t, eta * (code // 1000 - 100)), (t + 1, eta * (code % 1000 - 100))]
                for code in pairs
            ]
    return np.array(at), np.array(size), np.array(ways)


def weighed(r):
    """The two losses that are possible at the star of the tree, and what they are on average."""
    heads, tails = r.two
    return f"risk at the star: {r.p:.2f} · {heads:.2f} + {1 - r.p:.2f} · {tails:.2f} = {r.node:.2f}"
