"""A budget of examples."""

import numpy as np

from helpers import plots
from helpers.descent.bounds import steps_to_eps
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, log_slider, slider
from helpers.online import batch
from lessons.n23_online_to_batch.world import AVERAGE, HOMES, RUNS, START, spots, walk

BUDGETS = np.array([10, 20, 40, 80, 160, 320])
TOWN = np.array(HOMES)
PLACE = batch.best_place(TOWN)
LEAST = float(batch.mean_distance(PLACE, TOWN))
FAR = float(batch.distance(START, PLACE))

IN_SIGHT = (0.00105, 1.9)


def in_panel(value):
    """The value, or the edge of the panel beyond which it lies."""
    return float(np.clip(value, *IN_SIGHT))


class Budget(Figure):
    """How many customers are enough: the mean excess beside the promise, and single runs."""

    guess = Guess(
        "How many customers does the bound ask for if only 250 m are allowed?",
        {
            "30": "That is √2 times as many: the wrong way round. The bound falls like one over "
            "the root of T.",
            "42": "Twice the customers make the bound smaller by √2 only.",
            "82": "Half the distance, four times the customers: 4 · 20.4, rounded up.",
        },
        answer="82",
    )

    size = (10, 4.2)
    veiled = (0, 1)
    story = """
a quarter of a kilometre
    The dashed promise meets ε at the dotted line: so many customers are enough. The purple
    curve is far below already.
half a kilometre | eps=0.5, T=21
    With twice the ε the dotted line moves left: a quarter of the customers is enough.
not enough | T=21
    After 21 customers the promise is still above ε = 0.25, so it guarantees nothing. The
    average (the star) is below ε all the same: this town is an easy case.
steps too long | c=4, T=100, eps=0.5
    Four times the recommended step: the promise is about twice as high. The purple curve is
    not: here long steps do no harm.
steps too short | c=0.25, T=100, eps=0.5
    A quarter of the recommended step: the promise is where it was in step 4, but the average is
    much worse, for the kiosk was on its way most of the time.
"""
    handles = [
        Handle(
            "choose T",
            at=lambda r: (r.T, in_panel(r.mean)),
            to=lambda r, x, y: dict(T=x),
        ),
        Handle(
            "choose ε",
            at=lambda r: (355.0, r.eps),
            to=lambda r, x, y: dict(eps=y),
        ),
    ]
    notes = """Right: forty runs at this T. The promise is about their mean, not about each of
    them: with c = ¼, T = 20 and ε = 0.5 the mean is below ε, and some runs are beyond it. A
    guarantee with probability 1 − δ needs more (exercise 3)."""
    widths = [1.5, 1]
    panels = (
        axes("customers T", (9, 380, "log"), "km above the shortest walk", (0.001, 2, "log")),
        axes("forty runs at this T", (0, 41), ylim=(0.001, 2, "log"), xticks=[]),
    )

    def sliders(self):
        return dict(
            eps=slider("allowed excess ε", 0.25, 0.15, 1, 0.05),
            T=int_slider("customers T", 82, 10, 320),
            c=log_slider("step factor c", 1, 0.25, 4),
        )

    @staticmethod
    def compute(eps, T, c):
        """Forty runs for each budget, each with the step size of its own T, in one batch."""
        sizes = np.append(BUDGETS, T)
        etas = c * FAR / np.sqrt(sizes)
        run, _ = walk(TOWN, etas, int(max(BUDGETS)))
        groups = [after(run, int(size), i) for i, size in enumerate(sizes)]
        weak = (c + 1 / c) / 2
        return dict(
            curve=np.array([group.mean() for group in groups[:-1]]),
            sample=groups[-1],
            mean=float(groups[-1].mean()),
            eta=float(etas[-1]),
            weak=weak,
            promised=weak * FAR / np.sqrt(T),
            general=float(batch.excess_bound(FAR, etas[-1], T)),
            needed=steps_to_eps(eps / weak, FAR, rho=1.0),
            over=float(np.mean(groups[-1] > eps)),
        )

    def picture(self, left, right):
        left.ax.set_xticks([10, 20, 50, 100, 200, 320], ["10", "20", "50", "100", "200", "320"])
        for panel in (left, right):
            panel.ax.set_yticks([0.001, 0.01, 0.1, 1], ["0.001", "0.01", "0.1", "1"])
        look = dict(color=AVERAGE, marker="^", ms=6)
        measured = plots.curves(left.ax, ["average place"], **look)
        left.add(measured, shows=lambda r: (BUDGETS, r.curve))
        bound = plots.curves(left.ax, ["promise"], color=plots.BOUND, ls="--")
        left.add(bound, shows=lambda r: (BUDGETS, r.weak * FAR / np.sqrt(BUDGETS)))
        left.level("ε", plots.BLACK, "-", shows=lambda r: r.eps)
        left.level("enough", plots.BLACK, ":", across=True, shows=lambda r: r.needed)
        left.star(shows=lambda r: (r.T, in_panel(r.mean)))
        left.mark(None, "D", plots.BLACK, 8, shows=lambda r: (355.0, r.eps))
        dots = spots(right.ax, "one run", AVERAGE, "^", 5, alpha=0.8)
        right.add(dots, shows=lambda r: (np.arange(1, RUNS + 1), np.clip(r.sample, *IN_SIGHT)))
        right.level("mean", AVERAGE, "--", shows=lambda r: r.mean)
        right.level("ε", plots.BLACK, "-", shows=lambda r: r.eps)

    def caption(self, r):
        return (
            f"{r.needed} customers are enough for ε = {r.eps:.2f} km. After {r.T} the average "
            f"place is {1000 * r.mean:.0f} m above the best."
        )

    def numbers(self, r):
        return (
            f"η = {r.eta:.3f}; mean excess of 40 runs {r.mean:.4f}, promised {r.promised:.4f}; "
            f"{100 * r.over:.0f} % of the runs are over ε; {r.needed} customers needed."
        )

    def headline(self, r):
        few = f"{r.T} customers are fewer than the {r.needed} needed" * (r.T < r.needed)
        return Claim(
            "enough examples",
            "Theorem 23.5",
            measured=r.mean,
            bound=r.eps,
            why_not=few,
            words="If the promise is at most ε, so is the expected excess (mean of 40 runs, "
            "nothing added for chance).",
        )

    def identities(self, r):
        return [
            Claim("the promise at this T", "Theorem 23.5", r.mean, r.promised),
            Claim("½(c + 1/c)Bρ/√T is the bound", "Theorem 23.5", r.promised, r.general, "=="),
        ]


def after(run, T, group):
    """Excess risk of the average of the first T answers, for one group of forty runs."""
    chosen = run.w[:T, group * RUNS : (group + 1) * RUNS]
    return batch.mean_distance(chosen.mean(axis=0), TOWN) - LEAST
