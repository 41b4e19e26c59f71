"""Every sequence of signs."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, step_size
from helpers.live.words import number
from helpers.online import experts as ex

LISTED = 12  # up to here all sequences are listed
ETAS = np.geomspace(0.02, 5, 90)
END, BAR = 1.75, 1 / 30  # how far the bars reach, and how wide they are
TOP = 2.7  # of the curves
DRAWN = 1.0 - 2.0 * np.random.default_rng(22).integers(2, size=(64, 4096, 1))


class Every(Figure):
    """The regret of FTRL on all sequences of signs at once."""

    guess = Guess(
        "Bounds are made to be safe. How much does FTRL regret on the worst of all 4096 sequences, "
        "if the bound is 3.5?",
        {
            "about 1": "Even the average over all of them is 2.7.",
            "about 3": "That would leave a reserve. But there is a sequence that needs all of it.",
            "exactly 3.5": "The bound is no pessimist: there is a sequence for it.",
        },
        answer="exactly 3.5",
    )

    size = (10, 4.4)
    veiled = (0, 1)
    story = """
all 4096
    Left: the regrets of all sequences of twelve signs. The last bar stands exactly at the
    bound: about one sequence in seven reaches it.
tuned | eta=0.289
    Here the bound is lowest: it is 1 in units of √T. The worst sequence is just below.
timid | eta=0.1
    A small η: the learner hardly moves, and a few sequences cost a lot: the worst 5.6. The mean
    has not moved at all.
bold | eta=2
    A large η: nearly follow-the-leader. Many sequences are harmless, and a few are terrible.
    The mean is the same.
sixteen | T=16
    T = 16 and η = ¼: tuned, and reached. The worst is √T = 4, and the blue curve is nowhere
    lower: no other η does better.
sixty-four | T=64, eta=0.125
    More sequences than can be listed: 4096 drawn ones on the left; the worst of all, on the
    right, is still exact.
"""
    handles = [
        Handle(
            "choose η",
            at=lambda r: (r.eta, min(r.worst / r.root, TOP - 0.05)),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        )
    ]
    notes = """Ask for the mean before the worst: nobody believes that it is the same for every η,
    and the reason is one line. A worst sequence: see-saw, then a run of 1/η equal signs; or any
    other whose sum stays within 1/η and ends there."""
    widths = [1, 1.1]
    panels = (
        axes("regret in units of √T", (0, END + 0.02), "sequences, in %", (0, 60)),
        axes("step size η", (0.02, 5, "log"), "regret in units of √T", (0, TOP)),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.25, 0.02, 5),
            T=int_slider("rounds T", 12, 6, 64),
        )

    @staticmethod
    def compute(eta, T):
        """Every sequence in one batch; the worst of all by a recursion backwards in time."""
        regrets = ex.regret(ex.ftrl(sequences(T), eta))[-1]
        return dict(
            regrets=regrets,
            root=float(np.sqrt(T)),
            worst=float(ex.worst_regret(eta, T)),
            mean=ex.coin_regret(T),
            bound=float(ex.ftrl_bound(eta, T)),
            curve=worst_curve(T),
            bounds=ex.ftrl_bound(ETAS, T),
            tuned=ex.tuned(1, 1, T)[0],
        )

    def picture(self, left, right):
        right.ticks(x=[0.02, 0.1, 0.5, 2])
        heap = left.ax.stairs([0], [0, END], fill=True, color="0.75")
        names = ("mean", "bound", "worst")
        looks = ((plots.TRUTH, "-."), (plots.BOUND, "--"), (plots.FIT, "-"))
        lines = [plots.level(left.ax, n, c, ls, across=True) for n, (c, ls) in zip(names, looks)]
        left.ax.lines[-2].set_linewidth(3.5)  # the worst may lie on it

        told = plots.note(left.ax, 0.62, 0.97)
        curves = [plots.curves(right.ax, [n], color=c, ls=ls) for n, (c, ls) in zip(names, looks)]
        right.ax.lines[-2].set_linewidth(4)
        best = plots.level(right.ax, "η = 1/√T", "0.6", ":", across=True)

        here = plots.star(right.ax)

        def move(r):
            heap.set_data(*bars(r.regrets / r.root, r.worst / r.root))
            marks = (r.mean, r.bound, r.worst)
            over = (np.full(len(ETAS), r.mean), r.bounds, r.curve)
            return (
                heap,
                *(a for line, v in zip(lines, marks) for a in line(v / r.root)),
                *(a for line, y in zip(curves, over) for a in line(ETAS, y / r.root)),
                *told("\n".join(f"{n} {number(v)}" for n, v in zip(names, marks))),
                *best(r.tuned),
                *here(r.eta, min(r.worst / r.root, TOP - 0.05)),
            )

        left.add(move)

    def caption(self, r):
        return (
            f"The worst sequence costs {number(r.worst)}, the bound is {number(r.bound)}, the mean "
            f"of all is {number(r.mean)}."
        )

    def numbers(self, r):
        return (
            f"worst regret of all sequences {r.worst:.4g}, bound {r.bound:.4g}, mean {r.mean:.4g}; "
            f"the bound is lowest at η = {r.tuned:.3g}."
        )

    def headline(self, r):
        return Claim(
            "no sequence beats the bound",
            "Theorem 20.5",
            measured=r.worst,
            bound=r.bound,
            words="Over all sequences of T signs, FTRL on [−1, 1] regrets at most 1/(2η) + ηT/2.",
        )

    def identities(self, r):
        many = "" if r.T <= LISTED else "only 4096 of the sequences are listed"
        whole = "" if reached(r.eta, r.T) else "1/η is no whole number of the parity of T"
        return [
            Claim("the bound is reached", "Theorem 20.5", r.worst, r.bound, "==", why_not=whole),
            Claim(
                "listing finds the same worst",
                "section 4",
                r.regrets.max(),
                r.worst,
                "==",
                why_not=many,
            ),
            Claim(
                "the mean is E|S|, for every η",
                "Theorem 20.6",
                r.regrets.mean(),
                r.mean,
                "==",
                why_not=many,
            ),
            Claim("what was drawn is below the worst", "section 4", r.regrets.max(), r.worst),
            Claim("no bound is below √T", "section 4", r.bound, r.root, ">="),
        ]


@lru_cache(16)
def sequences(T):
    """All sequences of T signs, or 4096 drawn ones if they are too many."""
    return ex.all_signs(T) if T <= LISTED else DRAWN[:T]


@lru_cache(64)
def worst_curve(T):
    """The worst regret at every η of ETAS."""
    return ex.worst_regret(ETAS, T)


def bars(values, worst):
    """(heights, edges) of a histogram: the last bar ends at the worst value, or at END, where it
    holds whatever is larger."""
    last = min(worst, END)
    edges = last - BAR * np.arange(last / BAR + 1)[::-1]
    counts = np.histogram(np.minimum(values, last) - 1e-9, edges)[0]
    return 100 * counts / len(values), edges


def reached(eta, T):
    """Is 1/η a whole number, at most T and of the same parity?"""
    k = round(1 / eta)
    return abs(k * eta - 1) < 1e-9 and k <= T and (T - k) % 2 == 0
