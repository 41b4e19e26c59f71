"""A step of its own for every direction."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.descent import adaptive
from helpers.live import Claim, Figure, Handle, Step, choice, int_slider, step_size
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

    play = "T"
    veiled = (1,)
    story = [
        Step("η = 0.03", "SGD and Adam do well, AdaGrad hardly moves.", eta=0.03),
        Step("η = 1", "SGD has left the picture. AdaGrad works best now, Adam shakes.", eta=1),
        Step("η = 10", "Ten times more costs AdaGrad a factor of three, not the run.", eta=10),
        Step(
            "average",
            "The averages of the points: Adam shakes around the right place.",
            eta=1,
            what="average",
        ),
        Step(
            "three valleys",
            "Compare the lowest points of the three curves on the right: nobody wins by much.",
            eta=0.0075,
        ),
        Step("T = 50", "Early on the best steps are longer, for all three.", T=50, eta=0.2),
    ]
    handles = [
        Handle(
            "choose the step size",
            at=lambda r: (r.eta, r.now[1]),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        ),
    ]
    notes = """SGD has a cliff at 0.29 (computed in notebook 08); the others have none. What they
    buy is not accuracy but not having to tune. Ask which of the three is best at its best step."""

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

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1, 1.3), sharey=True)
        left.set(xlim=(1, LONG), ylim=(2e-2, 30), xlabel="step $t$")
        left.set_ylabel("distance from $w^\\star$")
        right.set(xlim=(ETAS[0], ETAS[-1]), xlabel="step size $\\eta$")
        lines = three_curves(left, METHODS, "xy")
        sweep = three_curves(right, METHODS, "xy")
        marks = [plots.mark(right, None, m, c, 10) for m, (c, _) in zip("^oD", LOOKS)]
        plots.legend_above(left)
        right.set_title("after $T$ steps, for every step size", fontsize=12)
        t = np.arange(1, LONG + 2)
        return lambda r: (
            *lines(t[: r.T + 1], *r.curves),
            *sweep(ETAS, *r.sweep),
            *(dot for draw, value in zip(marks, r.now) for dot in draw(r.eta, value)),
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
