"""The figure `steps`."""

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
    toggle,
)
from helpers.margins import pegasos, svm
from lessons.n11_svm.world import XS, YS


class Steps(Figure):
    """Subgradient steps towards the soft margin, from a start of your choice."""

    guess = Guess(
        "Start Pegasos far away from the optimum. How much of the start $w_1$ is left in $w_2$?",
        {
            "nearly all: one step is short": r"The first step is the longest of all, $\eta_1 = "
            r"1/(2\lambda)$.",
            "about half": r"Put $\eta_1 = 1/(2\lambda)$ into $w_1 - \eta_1 \cdot 2\lambda w_1$.",
            "nothing": r"$w_1 - \eta_1 \cdot 2\lambda w_1 = 0$. The start only decides which "
            "examples count as violations in the first batch.",
        },
        answer="nothing",
    )

    veiled = (1,)
    play = "T"
    story = """
a constant step | T=8
    Eight steps of the same length from 0. The diamond is the optimum.
it keeps jumping | T=200, m=5
    Two hundred steps: the last point dances around the optimum, the average settles.
another start | s1=-1.4, s2=1.6, T=200
    A start far away: the bound on the right is higher, for it contains ‖w₁ − u‖².
Pegasos | rule="Pegasos", lam=0.5, s1=-1.4, s2=1.6, T=8
    Its first step throws the start away, and after the second the path is near the optimum.
one example a step | rule="Pegasos", lam=0.5, m=1, T=400
    One example at a time: a wild path. The average is lower than the last point most of the time,
    but it does not fall steadily: here it rises after step 40.
too long | eta=3, lam=0.5, T=12
    η > 1/λ: the penalty alone overshoots, and every step is longer than the last.
2λw forgotten | forget=True, lam=0.5, T=400
    The step without its penalty walks past the optimum and never comes back.
"""
    sees = {
        "it keeps jumping": lambda r: (
            np.ptp(r.last[r.T // 2 :]) > 4 * np.ptp(r.average[r.T // 2 :])
        ),
        "another start": lambda r: r.bound[-1] > 2 * np.sum(r.u**2) / (2 * r.eta * r.T),
        "Pegasos": lambda r: r.rule == "Pegasos" and r.last[1] < 0.02 and r.s1 < 0,
        "one example a step": lambda r: (
            r.m == 1 and np.mean(r.average < r.last) > 0.7 and r.average[-1] > r.average[39]
        ),
        "too long": lambda r: np.all(np.diff(np.linalg.norm(r.run.v, axis=1)) > 0),
        "2λw forgotten": lambda r: r.forget and np.all(r.last[-100:] > 0.05),
    }
    handles = [
        Handle(
            "choose the number of steps",
            at=lambda r: (r.T, Steps.drawn(r.average[-1])),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        )
    ]
    more = ("m", "T", "s1", "s2", "forget")
    notes = """Drag the start with a constant step: the bound moves much, the end of a long path
    hardly. Then the same with Pegasos: the start decides only who counts in the first batch,
    because 1 − 2η₁λ = 0. The toggle under 'more' leaves out 2λw, as one of the lecture notes prints
    it."""
    panels = (
        axes("first weight", (-1.6, 2.6), "second weight", (-1.6, 2.1)),
        axes("steps $t$", (1, 440), "height above the optimum", (1e-4, 60)),
    )

    def sliders(self):
        return dict(
            rule=choice("rule", "constant η", ["constant η", "Pegasos"]),
            eta=step_size(0.1, 0.003, 3),
            lam=regularisation(0.1, 0.01, 0.5),
            m=int_slider("batch m", 20, 1, 100),
            T=int_slider("steps T", 40, 5, 400),
            s1=slider("start across s₁", 0, -1.5, 2.5, 0.05),
            s2=slider("start up s₂", 0, -1.5, 2, 0.05),
            forget=toggle("forget 2λw"),
        )

    @staticmethod
    def compute(rule, eta, lam, m, T, s1, s2, forget):
        """T steps, their heights above the optimum, and the bound on the mean regret."""
        f = pegasos.objective(XS, YS, lam)[0]
        best = svm.soft_margin(XS, YS, 1 / (2 * lam), bias=False)
        constant, start = rule == "constant η", np.array([s1, s2, 0.0])
        rate, rng = eta if constant else pegasos.pegasos_steps(lam), np.random.default_rng(1)
        run = pegasos.descend(
            XS, YS, lam, rate, T, m, rng, bias=False, penalty=not forget, start=start
        )
        u = np.append(best.w, 0.0)
        met = [pegasos.sampled_losses(run, XS, YS, lam, w).mean() for w in (run.w[:-1], u)]
        bound = bounds.best_bound(run, np.linalg.norm(start - u)) if constant else None
        return dict(
            run=run,
            best=best,
            u=u,
            t=np.arange(1, T + 1),
            last=f(run.w[1:]) - best.objective,
            average=f(run.averages()) - best.objective,
            bound=pegasos.pegasos_bound(run, lam) if bound is None else bound,
            regret=met[0] - met[1],
            flat=lambda P: f(np.column_stack([P, np.zeros(len(P))])),
        )

    @staticmethod
    def drawn(height):
        """A height as the right panel can show it."""
        return min(max(height, 1.2e-4), 50)

    def picture(self, left, right):
        box = (-1.6, 2.6, -1.6, 2.1)
        left.moving_contours(box, np.geomspace(0.2, 8, 14), n=40, alpha=0.6, shows=lambda r: r.flat)
        left.curve(
            "path", plots.FIT, shows=lambda r: (*r.run.w[:, :2].T,), marker="o", ms=4, lw=1.3
        )
        left.mark("optimum", "D", plots.TRUTH, 10, shows=lambda r: (*r.best.w,))
        left.hand("choose the start", shows=lambda r: (r.s1, r.s2), name="start", s1="x", s2="y")

        right.curve("last", plots.SKY, shows=lambda r: (r.t, r.last), log="xy", lw=1.4)
        right.curve("average", plots.FIT, shows=lambda r: (r.t, r.average), lw=2.4)
        right.curve(
            "bound", plots.BOUND, shows=lambda r: (r.t, None if r.forget else r.bound), ls="--"
        )
        right.star(shows=lambda r: (r.T, self.drawn(r.average[-1])))

    def caption(self, r):
        where = (
            f"the last point is {r.last[-1]:.2g} above the optimum, the average {r.average[-1]:.2g}"
        )
        if not np.isfinite(r.last[-1]) or r.last[-1] > 1e6:
            where = "the path has left the picture"
        return f"After {r.T} steps {where}."

    def numbers(self, r):
        far = np.linalg.norm(r.run.w[0] - r.u)
        return (
            f"the start is {far:.3f} from the optimum, whose objective is {r.best.objective:.4g}; "
            f"after {r.T} steps the last point is {r.last[-1]:.3g} above it and the average "
            f"{r.average[-1]:.3g}; the mean regret is {r.regret:.3g}, its bound {r.bound[-1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "mean regret on the examples drawn",
            "Theorem 11.9",
            r.regret,
            r.bound[-1],
            why_not="2λw is left out, so v is no subgradient" * r.forget,
            words="On every sequence of examples the mean regret is under its bound.",
        )

    def identities(self, r):
        run, best, off = r.run, r.best, "2λw is left out" * r.forget
        gone, eta = np.sum((run.w - r.u) ** 2, axis=1), run.eta
        walked = eta @ np.sum(run.v * (run.w[:-1] - r.u), axis=1)
        told = (gone[0] - gone[-1] + eta**2 @ np.sum(run.v**2, axis=1)) / 2
        far, L = np.hypot(*run.w[1:].T[:2]).max(), np.linalg.norm(XS, axis=1).max()
        constant = off or "η is constant" * (r.rule == "constant η")
        drawn = run.extra["rows"][0]
        hit = YS[drawn] * (XS[drawn] @ run.w[0][:2]) < 1
        leap = np.hypot(*((hit * YS[drawn]) @ XS[drawn])) / (2 * r.lam * r.m)
        nine, five, first = "Theorem 11.9", "section 5", np.hypot(*run.w[1][:2])
        low = r.last.min() + best.objective
        return [
            Claim("Σ η⟨v, w − u⟩, by the distances to u", nine, walked, told, "==", 1e-8),
            Claim(
                "no point is under the dual value", "Theorem 11.3", low, best.dual / best.C, ">="
            ),
            Claim("Pegasos: w₂ does not contain w₁", five, first, leap, "==", 1e-9, constant),
            Claim("Pegasos: ‖w‖ ≤ max‖x‖/2λ", five, far, L / (2 * r.lam), why_not=constant),
        ]
