"""The figure `rates`."""

import numpy as np

from helpers import plots
from helpers.descent import bounds, optim, problems
from helpers.live import Claim, Figure, Guess, axes, choice, int_slider, log_slider, slider

FUNCTIONS = {
    "kink |w|": problems.worst_lipschitz(),
    "bowl w²/2": problems.bowl(),
    "plateau w²/(1+w²)": problems.plateau(),
}


SCHEDULES = {
    "constant": lambda C, s, T0, floor: C,
    "(C/t)^s": lambda C, s, T0, floor: optim.decay(C, s),
    "with floor": lambda C, s, T0, floor: optim.decay(C, s, floor=floor),
    "with burn-in": lambda C, s, T0, floor: optim.decay(C, s, T0),
}


class Rates(Figure):
    """Falling step sizes and stopping rules on a kink, a bowl and a plateau."""

    guess = Guess(
        "On the kink $|w|$ a constant step hops over the floor for ever. Which answer can that "
        "spoil most, however long one waits?",
        {
            "the average": r"It is spoilt too, by at most half a step: it tends to $|a - \eta/2|$ "
            r"if the hops are $a$ and $\eta - a$ from the floor.",
            "the last point": "It can be up to a whole step off. The average of the hops is off "
            "by at most half a step.",
            "none: all come down": "The last one does not: it stays up to a step away.",
        },
        answer="the last point",
    )

    veiled = (1,)
    more = ("T0", "floor", "eps")
    story = """
hops for ever
    A constant step on a kink: the last point never settles, and the average not at the floor.
falling | rule="(C/t)^s", C=0.3, s=0.75
    Steps that fall: the last point settles, the average lags.
burn-in | rule="with burn-in", C=1, s=0.75
    Level for twenty steps, then falling: it settles too, and the average is nearer.
plateau fools | f="plateau w²/(1+w²)", eps=0.02
    The slope is tiny far from the floor: both rules stop at once.
tiny step fools | f="bowl w²/2", C=0.005, eps=0.006
    A tiny η makes tiny moves: the step rule stops on the slope.
"""
    sees = {
        "hops for ever": lambda r: (
            r.rule == "constant" and np.abs(np.diff(r.last[-9:])).min() > 0.05 < r.average[-1]
        ),
        "falling": lambda r: r.last[-40:].max() < 0.02 and r.average[-1] > 0.4,
        "burn-in": lambda r: (
            np.ptp(r.run.eta[:20]) == 0
            and r.last[-40:].max() < 0.03
            and r.last[-1] < r.average[-1] < 0.25
        ),
        "plateau fools": lambda r: r.stops == [1, 1] and r.last[0] > 0.9,
        "tiny step fools": lambda r: np.isnan(r.stops[0]) and r.stops[1] == 1 and r.last[0] > 1,
    }
    notes = """Three answers can be handed in: the last point, an average, the best so far. Ask
    which of them a constant step on a kink spoils most. Then fool both stopping rules."""
    widths = (2, 3)
    panels = (
        axes("step $t$", (0.8, 220), "step size $\\eta_t$", (1e-3, 3)),
        axes("step $t$", (0.8, 220), "height above the floor", (1e-4, 30)),
    )

    def sliders(self):
        return dict(
            f=choice("function", "kink |w|", list(FUNCTIONS)),
            rule=choice("schedule", "constant", list(SCHEDULES)),
            C=log_slider("scale C", 0.3, 0.005, 1),
            s=slider("power s", 0.5, 0.5, 1, 0.05),
            T0=int_slider("burn-in T0", 20, 1, 100),
            floor=slider("floor", 0.05, 0, 0.2, 0.01),
            eps=log_slider("stop at ε", 0.005, 0.0001, 0.1),
        )

    @staticmethod
    def compute(f, rule, C, s, T0, floor, eps):
        """Two hundred steps: the last point, the average, the best so far, two stopping rules."""
        p, start = FUNCTIONS[f], 6.0 if f.startswith("plateau") else 2.0
        run = optim.gradient_descent(p.grad, start, SCHEDULES[rule](C, s, T0, floor), 200)
        last = p.value(run.w[:-1])
        rules = (optim.small_gradient(eps), optim.small_step(eps))
        bent = "" if start == 2 else "the plateau is not convex"
        return dict(
            run=run,
            t=np.arange(1, 201),
            last=last,
            average=p.value(run.weighted_averages()),
            best=np.minimum.accumulate(last),
            stops=[optim.stops_at(each, run) for each in rules],
            bent=bent,
            bound=np.full(200, np.nan) if bent else bounds.best_bound(run, start),
        )

    def picture(self, left, right):
        rate = plots.curves(left.ax, [""], log="xy", color=plots.TRUTH)
        by_gradient = plots.level(left.ax, "stop: gradient", plots.RED, "-", across=True)
        by_step = plots.level(left.ax, "stop: step", plots.PURPLE, "--", across=True)

        colours = {"last": plots.FIT, "average": plots.RED, "best so far": plots.GREEN}
        curves = [
            plots.curves(right.ax, [name], log="xy", color=colour, ls=dash)
            for (name, colour), dash in zip(colours.items(), plots.DASHES)
        ]
        bound = plots.curves(right.ax, ["bound"], color=plots.BOUND, ls="--", lw=1.4)

        left.add(rate, shows=lambda r: (r.t, r.run.eta))
        left.add(by_gradient, shows=lambda r: r.stops[0])
        left.add(by_step, shows=lambda r: r.stops[1])
        right.add(lambda r: curves[0](r.t, r.last))
        right.add(lambda r: curves[1](r.t, r.average))
        right.add(lambda r: curves[2](r.t, r.best))
        right.add(bound, shows=lambda r: (r.t, r.bound))

    def caption(self, r):
        last, average = (
            f"{h:.2g}" if h >= 1e-3 else "next to nothing" for h in (r.last[-1], r.average[-1])
        )
        return f"After 200 steps the last point is {last} above the floor, the average {average}."

    def numbers(self, r):
        when = ["never" if np.isnan(t) else f"at step {t}" for t in r.stops]
        return (
            f"after 200 steps the last point is {r.last[-1]:.2g} above the floor, the average "
            f"{r.average[-1]:.2g}, the best {r.best[-1]:.2g}; the gradient rule would stop "
            f"{when[0]}, the step rule {when[1]}."
        )

    def headline(self, r):
        return Claim(
            "the best point, any schedule",
            "Theorem 7.10",
            r.best[-1],
            r.bound[-1],
            tol=1e-12,
            why_not=r.bent,
            words="The best point so far is at most (R² + Ση²‖v‖²) / 2Ση above the floor.",
        )

    def identities(self, r):
        left, right = bounds.linear_bound(r.run, [0.0])
        rest = r.run.last[0] ** 2 / 2
        return [
            Claim("what the sum leaves out", "Theorem 7.10", left, right - rest, "=="),
            Claim("so is the average", "Theorem 7.10", r.average[-1], r.bound[-1], why_not=r.bent),
        ]
