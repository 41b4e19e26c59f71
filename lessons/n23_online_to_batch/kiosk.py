"""A kiosk: average or last."""

from dataclasses import replace

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, five_errors, int_slider, step_size
from helpers.live.controls import points
from helpers.live.story import point_handles
from helpers.online import batch
from lessons.n23_online_to_batch.world import AVERAGE, FINE, HOMES, LAST, RUNS, START, spots, walk

ETAS = np.geomspace(0.005, 2, 10)
EDGES = (-1.6, -1.4), (1.6, 1.8)  # where homes may be dragged


def in_sight(handle):
    """The handle of a home that cannot be dragged out of its panel."""

    def to(r, x, y):
        return handle.to(r, *np.clip((x, y), EDGES[0], EDGES[1]))

    return replace(handle, to=to)


class Kiosk(Figure):
    """Where the kiosk ends, and its average place: forty runs, and both against the step size."""

    guess = Guess(
        "A hundred customers have come; then the kiosk must stay in one place for good. Which is "
        "better: where it stands in the end, or the average of the places where it stood?",
        {
            "at the average, for every η": "The average remembers the way from the start. With "
            "small steps that way was long.",
            "small η: average; large η: end": "With small steps most places were on the way, and "
            "the average remembers them.",
            "small η: end; large η: average": "The curves cross: with large steps the last few "
            "customers have dragged the kiosk about.",
        },
        answer="small η: end; large η: average",
    )

    size = (10, 4.3)
    veiled = (1,)
    more = ("homes",)
    story = """
forty kiosks
    Orange: where the kiosk stands in the end. Purple: the averages of all its places, close
    together, and near the best place.
small steps | eta=0.02
    With η = 0.02 the kiosk arrives late: the average still drags its start along, and the last
    place wins.
large steps | eta=1
    With η = 1 every customer moves the kiosk by a kilometre. The last place can be anywhere;
    the averages stay close to the best place.
few customers | T=20
    With twenty customers η = 0.3 is a small step: the averages still hang back towards the
    start, and the last place wins. The crossing has moved to the right.
many customers | T=300
    With three hundred the purple curve has sunk. The orange one has not sunk on its right side:
    with a constant step the kiosk never comes to rest.
"""
    handles = [
        Handle(
            "choose η",
            at=lambda r: (r.eta, float(np.clip(r.average, 0.0045, 2.8))),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        ),
        *map(in_sight, point_handles("homes", len(HOMES), "move a home")),
    ]
    notes = """Let the class drag a home straight outwards, away from the best place: that place
    does not move at all. Across the town it does: a median feels directions, not distances. Then
    ask which of the two they would return. Both curves cross near η = 0.15; nothing in the theorem
    speaks of the orange one."""
    widths = [1, 1.15]
    panels = (
        axes("km east", (-1.7, 1.7), "km north", (-1.5, 1.9)),
        axes("step size η", (0.0045, 2.3, "log"), "km above the shortest walk", (0.004, 7, "log")),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.3, 0.005, 2),
            T=int_slider("customers T", 100, 20, 300, 10),
            homes=points("homes", HOMES),
        )

    @staticmethod
    def compute(eta, T, homes):
        """All step sizes in one batch; this η is the last of them."""
        best = batch.best_place(homes)
        least = float(batch.mean_distance(best, homes))
        run, Z = walk(homes, np.append(ETAS, eta), T)
        means = batch.mean_distance(run.average(), homes).reshape(-1, RUNS) - least
        lasts = batch.mean_distance(run.last, homes).reshape(-1, RUNS) - least
        mine = run.w[:, -RUNS:]
        answers, seen = mine[:-1], Z[:, -RUNS:]
        risk = batch.mean_distance(answers, homes).mean(axis=0) - least
        paid = batch.distance(answers, seen)
        regret = (paid - batch.distance(best, seen)).mean(axis=0)
        B = float(batch.distance(START, best))
        pair = ((mine[-2:] - best) ** 2).sum(axis=-1).sum(axis=0)
        return dict(
            best=best,
            B=B,
            curves=(lasts[:-1].mean(axis=1), means[:-1].mean(axis=1)),
            average=float(means[-1].mean()),
            last=float(lasts[-1].mean()),
            ends=mine[-1],
            averages=answers.mean(axis=0),
            path=mine[:, 0],
            bound=float(batch.excess_bound(B, eta, T)),
            jensen=float((means[-1] - risk).max()),
            worst=float(regret.max()),
            off=regret - risk,
            shaking=float(pair.min()),
            spread=(float(mine[-1].var(axis=0).sum()), float(answers.mean(0).var(0).sum())),
        )

    def picture(self, left, right):
        left.ax.text(START[0] + 0.1, START[1] - 0.02, "start", fontsize=10)
        right.ax.set_xticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
        right.ax.set_yticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
        path = plots.curves(left.ax, ["one walk"], color="0.7", lw=0.8)
        left.add(path, shows=lambda r: (r.path[:, 0], r.path[:, 1]))
        homes = spots(left.ax, "homes", plots.BLACK, "s", 8)
        ends = spots(left.ax, "last", LAST, "o", 5, alpha=0.8)
        left.add(ends, shows=lambda r: tuple(r.ends.T))
        averages = spots(left.ax, "average", AVERAGE, "^", 5, alpha=0.9)
        left.add(averages, shows=lambda r: tuple(r.averages.T))
        left.add(homes, shows=lambda r: tuple(r.homes.T))
        best = spots(left.ax, "best", plots.BLACK, "+", 15, mew=2.5)
        left.add(best, shows=lambda r: ([r.best[0]], [r.best[1]]))
        start = spots(left.ax, None, plots.BLACK, "X", 9)
        left.add(start, shows=lambda r: ([START[0]], [START[1]]))
        left.legend(fontsize=10, columnspacing=0.7)
        right.curve("last place", LAST, shows=lambda r: (ETAS, r.curves[0]))
        right.curve("average place", AVERAGE, shows=lambda r: (ETAS, r.curves[1]), ls="--")
        bound = plots.curves(right.ax, ["bound for it"], color=plots.BOUND, ls="--", lw=1.5)
        right.add(bound, shows=lambda r: (FINE, batch.excess_bound(r.B, FINE, r.T)))
        low = plots.mark(right.ax, None, "o", LAST, 10)
        right.add(low, shows=lambda r: (r.eta, float(np.clip(r.last, 0.0045, 6))))
        right.star(shows=lambda r: (r.eta, float(np.clip(r.average, 0.0045, 2.8))))

    def caption(self, r):
        winner = "the average wins" if r.average < r.last else "the last place wins"
        return (
            f"Above the shortest walk: last place {1000 * r.last:.0f} m, average place "
            f"{1000 * r.average:.0f} m. Here {winner}."
        )

    def numbers(self, r):
        return (
            f"over 40 runs the last place is {r.last:.4f} km above the best, the average place "
            f"{r.average:.4f}, the bound {r.bound:.4f}; variance {r.spread[0]:.4f} and "
            f"{r.spread[1]:.4f}."
        )

    def headline(self, r):
        return Claim(
            "the average keeps the promise",
            "Theorem 23.3",
            measured=r.average,
            bound=r.bound,
            words="In expectation the average is at most B²/(2ηT) + ηρ²/2 above the best (mean of "
            "40 runs, nothing added for chance).",
        )

    def identities(self, r):
        return [
            Claim("averaging, in every run", "Theorem 23.3", r.jensen, 0.0),
            Claim("regret of the worst run", "Lemma 23.2", r.worst, r.bound),
            Claim(
                "the last two cannot both be near", "Theorem 23.4", r.shaking, r.eta**2 / 2, ">="
            ),
            Claim(
                "online loss and risk agree within five standard errors",
                "Theorem 23.1",
                abs(float(r.off.mean())),
                five_errors(r.off),
            ),
        ]
