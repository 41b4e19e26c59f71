"""A step of its own for every direction."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.descent import adaptive
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, step_size
from lessons.n08_sgd.world import million
from lessons.n09_sgd_variants.world import (
    LOOKS,
    METHODS,
    RULES,
    START,
    best_line,
    errors,
    three_curves,
    told,
)

MANY, LONG = 20, 400
ETAS = np.geomspace(1e-3, 10, 33)


class Decades(Figure):
    """SGD, AdaGrad and Adam on the same examples, over four decades of step sizes."""

    guess = Guess(
        "At η = 0.03 SGD and Adam do well, and AdaGrad hardly moves (left). Now η = 1, for all "
        "three. Who still arrives within 0.1 of the minimum after 400 steps?",
        {
            "all three": "SGD's error grows from step to step, on average: it leaves the numbers.",
            "AdaGrad and Adam": "Adam survives, but each of its steps stays about η long: it "
            "shakes by 0.9.",
            "only AdaGrad": "Right: 0.095. Its steps shrink by themselves.",
            "nobody": "One of them has shortened its steps in time.",
        },
        answer="only AdaGrad",
    )

    play = "T"
    veiled = (1,)
    story = """
η = 0.03 | eta=0.03
    SGD and Adam do well, AdaGrad hardly moves.
η = 1 | eta=1
    SGD has left the picture. AdaGrad works best now, Adam shakes.
η = 10 | eta=10
    Ten times more costs AdaGrad a factor of three, not the run.
average | eta=1, what="average"
    The averages of the points: Adam shakes around the right place.
three valleys | eta=0.0075
    Compare the lowest points of the three curves on the right: nobody wins by much.
T = 50 | T=50, eta=0.2
    Early on the best steps are longer, for all three.
"""
    sees = {
        "η = 0.03": lambda r: max(r.now[0], r.now[2]) < 0.1 and r.now[1] > 2.5,
        "η = 1": lambda r: r.now[0] > 1e3 and r.now[1] < 0.1 < 0.5 < r.now[2] < 2,
        "η = 10": lambda r: 0.28 < r.now[1] < 0.34 and r.eta == 10,
        "average": lambda r: r.what == "average" and r.now[2] < 0.1 < r.curves[2][1],
        "three valleys": lambda r: (
            r.now[0] < 0.05 and max(s.min() for s in r.sweep) < 2 * min(s.min() for s in r.sweep)
        ),
        "T = 50": lambda r: np.all(best_steps(r.sweep) > best_steps(c[LONG] for c in sweeps()[0])),
    }
    handles = [
        Handle(
            "choose the step size",
            at=lambda r: (r.eta, r.now[1]),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        ),
    ]
    notes = """SGD's mean square has no bound from 0.29 on (notebook 08), single runs leave for good
    from about 0.54 on; the others have no such cliff. What they
    buy is not accuracy but not having to tune. Ask which of the three is best at its best step."""
    widths = (1, 1.3)
    shared = dict(sharey=True)
    panels = (
        axes("step $t$", (1, LONG), "distance from $w^\\star$", (2e-2, 30)),
        axes("step size $\\eta$", (ETAS[0], ETAS[-1])),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.03, 0.001, 10),
            T=int_slider("steps T", 400, 10, LONG, 10),
            what=choice("point", "last", ["last", "average"]),
        )

    @staticmethod
    def compute(eta, T, what):
        """Twenty runs of each method; the distances at other step sizes are computed once."""
        mean = what == "average"
        runs = [rule(single(), np.tile(START, (MANY, 1)), eta, T) for rule in RULES]
        curves = [errors(run.w, T, mean) for run in runs]
        return dict(
            runs=runs,
            curves=curves,
            now=[float(curve[-1]) for curve in curves],
            sweep=[curve[T] for curve in sweeps()[mean]],
        )

    def picture(self, left, right):
        right.legend(show=False)

        lines = three_curves(left.ax, METHODS, "xy")
        sweep = three_curves(right.ax, METHODS, "xy")
        marks = [plots.mark(right.ax, None, m, c, 10) for m, (c, _) in zip("^oD", LOOKS)]

        right.ax.set_title("after $T$ steps, for every step size", fontsize=12)
        t = np.arange(1, LONG + 2)
        left.add(lines, shows=lambda r: (t[: r.T + 1], *r.curves))
        right.add(sweep, shows=lambda r: (ETAS, *r.sweep))
        right.add(
            lambda r: (dot for draw, value in zip(marks, r.now) for dot in draw(r.eta, value))
        )

    def caption(self, r):
        ends = ", ".join(f"{name} {told(end)}" for name, end in zip(METHODS, r.now))
        return f"Distance from the minimum: {ends}."

    def numbers(self, r):
        best = [f"{name} {ETAS[np.argmin(s)]:.2g}" for name, s in zip(METHODS, r.sweep)]
        ends = ", ".join(f"{name} {told(end)}" for name, end in zip(METHODS, r.now))
        return (
            f"root mean square distance of the {r.what} point from the minimum after {r.T} steps: "
            f"{ends}; the best of 33 step sizes are {', '.join(best)}."
        )

    def headline(self, r):
        regret = adaptive.linear_regret(r.runs[1], best_line())
        bound = adaptive.adagrad_bound(r.runs[1], best_line())
        worst = np.argmax(regret / bound)
        return Claim(
            "AdaGrad: Σ⟨v, w − w*⟩ ≤ (D²/2η + η) Σ √(G + ε), worst of 20 runs",
            "Theorem 9.4",
            regret[worst],
            bound[worst],
            words="AdaGrad's regret is bounded for every step size, coordinate by coordinate.",
        )

    def identities(self, r):
        _, ada, adam = r.runs
        first = np.abs(ada.w[1] - ada.w[0])[np.abs(ada.extra["gradient"][0]) > 1e-2] / r.eta
        longest = adaptive.adam_longest(np.arange(1, r.T + 1))
        steps = np.abs(np.diff(adam.w, axis=0)).max(axis=(1, 2)) / (r.eta * longest)
        return [
            Claim(
                "AdaGrad, run 1: Σ⟨v, w − w*⟩, and by the changes of the distances",
                "Theorem 9.3",
                adaptive.linear_regret(ada, best_line())[0],
                scaled_sum(ada, best_line())[0],
                "==",
                tol=1e-7,
            ),
            Claim(
                "AdaGrad: shortest first step in any coordinate, over η",
                "section 3",
                first.min(),
                1,
                "==",
                tol=0.01,
            ),
            Claim("Adam: step over the longest possible, worst", "section 3", steps.max(), 1),
        ]


def best_steps(curves):
    """The best of all step sizes, for each curve of distances."""
    return np.array([ETAS[np.argmin(curve)] for curve in curves])


@cache
def single():
    """guess(w, t): the same example for all methods, twenty runs side by side."""
    X, y = million()
    rows = np.random.default_rng(18).integers(10**6, size=(1000, 40))[:LONG, :MANY]
    return adaptive.example_guess(X[rows], y[rows])


@cache
def sweeps():
    """Distances by step and step size, (LONG + 1, 33) for each method: last points, averages."""
    start = np.tile(START, (MANY, 1))
    ways = [adaptive.eta_sweep(rule, single(), start, ETAS, LONG) for rule in RULES]
    return [[errors(way, LONG, mean) for way in ways] for mean in (False, True)]


def scaled_sum(run, u):
    """The right side of Theorem 9.3 for every run, (k,)."""
    H = np.sqrt(run.extra["G"] + run.extra["eps"])
    d2, eta = (run.w - u) ** 2, run.eta[0]
    kicks = run.extra["gradient"] ** 2 / H
    return (H * (d2[:-1] - d2[1:]) / (2 * eta) + eta / 2 * kicks).sum(axis=(0, 2))
