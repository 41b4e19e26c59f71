"""Subgradients."""

import numpy as np

from helpers import plots
from helpers.descent import bounds
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    choice,
    int_slider,
    regularisation,
    slider,
    step_size,
)
from helpers.margins import multiclass_sgd, pegasos
from lessons.n12_multiclass.world import PADDED, XW, YW, borders, one_machine, plane, regions


class Descent(Figure):
    """One example, the class that hurts most, one step."""

    guess = Guess(
        r"Leave out $2\lambda w$, as one of the notes prints the step. At which $\lambda$ does "
        "that show most?",
        {
            "at a small λ": "There the objective is nearly the hinge alone, and so is the step.",
            "at a large λ": r"The walk minimises the hinge alone, wherever $\lambda$ stands: at "
            r"$\lambda = 0.3$ it ends 3.7 above an optimum of 0.63.",
            "the same at every λ": r"The step does not know $\lambda$, but the objective does.",
        },
        answer="at a large λ",
    )

    veiled = (1,)
    story = """
constant steps
    The last point hovers above the optimum; the average settles.
Pegasos | rule="1/(2λt)"
    Steps 1/(2λt): wild at first, then down.
another start | s=-4, eta=0.03
    From w₁ = −4 w*: the start's term of the bound is 25 times as high, and so it must be.
2λw forgotten | step="2λw left out", lam=0.3
    The step without its penalty walks past the optimum and never comes back.
plain argmax | step="plain argmax"
    Only mistakes push: nobody defends the lead of 1, and the penalty wears it down.
"""
    sees = {
        "constant steps": lambda r: (
            r.step == "right" and np.all(r.last[-10:] > 5 * r.average[-10:])
        ),
        "Pegasos": lambda r: r.last.max() > 20 * r.last[-1] and r.last[-1] < 0.02,
        "another start": lambda r: np.isclose(
            np.sum((r.run.w[0] - r.best.w) ** 2), 25 * np.sum(r.best.w**2)
        ),
        "2λw forgotten": lambda r: r.step != "right" and r.last[-1] > 3,
        "plain argmax": lambda r: np.linalg.norm(r.run.last) < 0.5 * np.linalg.norm(r.best.w),
    }
    handles = [
        Handle(
            "choose the number of steps",
            at=lambda r: (r.T, Descent.drawn(r.average[-1])),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        )
    ]
    more = ("T", "s")
    notes = """Without 2λw the walk minimises the hinge alone, wherever λ stands. At a weak λ hardly
    anybody notices. The bound is one on the mean regret over the examples drawn, so it holds in
    every single run."""

    panels = (
        axes(),
        axes("steps", (1, 1000), "above the optimum", (1e-4, 1e3)),
    )

    def sliders(self):
        return dict(
            step=choice("step", "right", list(multiclass_sgd.STEPS)),
            rule=choice("rule", "constant η", ["constant η", "1/(2λt)"]),
            lam=regularisation(0.1, 0.003, 0.5),
            eta=step_size(0.1, 0.003, 3),
            T=int_slider("steps T", 1000, 10, 1000),
            s=slider("start at s times w*: s", 0, -4, 4, 0.5),
        )

    @staticmethod
    def compute(step, rule, lam, eta, T, s):
        """T steps, their heights above the optimum, and the bound on the mean regret."""
        f, best = multiclass_sgd.objective(XW, YW, lam)[0], one_machine("wine", lam)
        constant, rng = rule == "constant η", np.random.default_rng(1)
        rate = eta if constant else pegasos.pegasos_steps(lam)
        run = multiclass_sgd.descend(XW, YW, lam, rate, T, rng, step, start=s * best.w)
        met = [
            multiclass_sgd.drawn_losses(run, XW, YW, lam, w).mean() for w in (run.w[:-1], best.w)
        ]
        far = np.linalg.norm(run.w[0] - best.w)
        bound = bounds.best_bound(run, far) if constant else pegasos.pegasos_bound(run, lam)
        t = multiclass_sgd.looks(T)
        return dict(
            run=run,
            best=best,
            labels=(PADDED @ run.last.reshape(3, 3).T).argmax(axis=1),
            S=PADDED @ best.W.T,
            t=t,
            last=f(run.w[t]) - best.objective,
            average=f(run.averages()[t - 1]) - best.objective,
            bound=bound[t - 1],
            regret=met[0] - met[1],
        )

    @staticmethod
    def drawn(height):
        """A height as the right panel can show it."""
        return min(max(height, 1.2e-4), 900)

    def picture(self, left, right):
        plane(left.ax, "the last point; black: the optimum")
        left.ax.set(xlabel="alcohol", ylabel="flavanoids")
        left.legend(show=False)
        left.add(regions(left.ax), shows=lambda r: (r.labels, XW[:, :2], YW))
        left.add(borders(left.ax), shows=lambda r: r.S)

        right.curve("last point", plots.SKY, shows=lambda r: (r.t, r.last), log="xy", lw=1.4)
        right.curve("average", plots.FIT, shows=lambda r: (r.t, r.average), lw=2.4)
        right.curve(
            "regret bound",
            plots.BOUND,
            shows=lambda r: (r.t, r.bound if r.step == "right" else None),
            ls="--",
        )
        right.star(shows=lambda r: (r.T, self.drawn(r.average[-1])))

    def caption(self, r):
        if not r.last[-1] < 1e6:
            return "η is over 1/λ: the penalty overshoots, and the path has left the picture."
        return (
            f"After {r.T} steps the last point is {r.last[-1]:.2g} above the optimum, the average "
            f"{r.average[-1]:.2g}."
        )

    def numbers(self, r):
        return (
            f"optimum {r.best.objective:.4f}; the last point is {r.last[-1]:.2g} above it, the "
            f"average {r.average[-1]:.2g}; |w| = {np.linalg.norm(r.run.last):.3g} where the "
            f"optimum has {np.linalg.norm(r.best.w):.3g}; mean regret {r.regret:.3g}."
        )

    def headline(self, r):
        return Claim(
            "mean regret on the examples drawn",
            "Theorem 12.7",
            r.regret,
            r.bound[-1],
            why_not=f"the step is no subgradient: {r.step}" * (r.step != "right"),
            words="From any start, on every sequence of examples, the mean regret is under its "
            "bound.",
        )

    def identities(self, r):
        run, best, wrong = r.run, r.best, f"{r.step}" * (r.step != "right")
        gone = np.sum((run.w - best.w) ** 2, axis=1)
        walked = run.eta @ np.sum(run.v * (run.w[:-1] - best.w), axis=1)
        told = (gone[0] - gone[-1] + run.eta**2 @ np.sum(run.v**2, axis=1)) / 2
        wild = "the path leaves the picture" * (not gone.max() < 1e6)
        push = np.linalg.norm(run.v - 2 * r.lam * run.w[:-1], axis=1)
        x = np.linalg.norm(XW[run.extra["rows"]], axis=1)
        hurt = multiclass_sgd.drawn_losses(run, XW, YW, 0.0, run.w[:-1]) > 1e-9
        low, seven = r.last.min() + best.objective, "Theorem 12.7"
        return [
            Claim("Σ η⟨v, w − w*⟩, by the distances", seven, walked, told, "==", 1e-8, wild),
            Claim("no point beats the dual value", "Theorem 12.4", low, best.dual, ">=", 1e-7),
            Claim(
                "pushes = √2‖x‖ of those who hurt",
                "Theorem 12.3",
                push.sum(),
                2**0.5 * (x @ hurt),
                "==",
                1e-6,
                wrong or wild,
            ),
        ]
