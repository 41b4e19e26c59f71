"""The figure `coin`."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.descent import sgd
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, log_slider, slider

TOSSES = np.random.default_rng(24).random((1, 200, 300), dtype=np.float32)

STEPS = np.geomspace(0.2, 5, 25)  # in units of the tuned step; 1 is among them
COIN, AWAY = "the coin", "always away"


class Coin(Figure):
    """A coin that is right a little more often than not, as the only guide to the minimum."""

    guess = Guess(
        "The 60 % coin makes $T = 100$ steps of 0.1. The height $f(w_t)$ starts at 0.2; a theorem "
        "below promises that its mean over all steps is at most 0.1. What is it really?",
        {
            "0.001": "It takes about fifty of the 100 steps to get near 0, and their heights "
            "count.",
            "0.01": "Bounds are often that generous. Not this one.",
            "0.09": "It is 0.092, computed exactly. The proof loses almost nothing.",
        },
        answer="0.09",
    )

    veiled = (1,)
    more = ("who",)
    story = """
60 % right
    A nervous walk; on average it arrives. Blue nearly touches the bound.
too short | c=0.33
    A third of the step: on average the runs are still more than a third of the way from 0.
too long | c=3
    Three times the step: they arrive early, and are thrown out again.
sure | gamma=1
    The coin is always right: plain descent, which ends at 0. The bound is reached.
nearly blind | gamma=0.04
    52 % right: there is little to lose, f hardly slopes, and little is gained.
an adversary | who="always away", c=0.2
    Always a step away. It is not right on average, so nothing is promised.
"""
    sees = {
        "60 % right": lambda r: 0.9 < r.gap / r.bound < 1 and abs(r.w[-1].mean()) < 0.1,
        "too short": lambda r: r.who == COIN and r.c < 0.5 and r.w[-1].mean() > 1 / 3,
        "too long": lambda r: r.w[r.T // 3].mean() < 0.3 and r.last > 1,
        "sure": lambda r: np.isclose(r.gap, r.bound) and abs(r.w[-1]).max() < 1e-9,
        "nearly blind": lambda r: r.gamma == 0.04 and 0.9 * r.gamma < r.gap < r.gamma,
        "an adversary": lambda r: r.gap > r.bound and np.all(np.diff(r.w, axis=0) > 0),
    }
    handles = [
        Handle(
            "choose the step",
            at=lambda r: (r.c, r.gap),
            to=lambda r, x, y: dict(c=x),
            panel=1,
        ),
    ]
    notes = """Collect guesses for the share of the bound that is used; most say a tenth. Drag the
    star along the blue curve: its valley is at the step that the bound recommends. "Sure" is
    descent on |w|, where the proof loses nothing but the last distance."""
    widths = (1, 1.15)
    panels = (
        axes("share of the $T$ steps", (0, 1), "$w_t$", (-1.5, 3.2)),
        axes(
            "step size $c$, in units of $1/\\sqrt{T}$",
            (0.19, 5.3),
            "error above the minimum",
            (8e-3, 2),
        ),
    )

    def sliders(self):
        return dict(
            c=log_slider("step size c", 1, 0.2, 5),
            gamma=slider("signal γ", 0.2, 0.02, 1, 0.01),
            T=int_slider("steps T", 100, 4, 200),
            who=choice("who steps", COIN, [COIN, AWAY]),
        )

    @staticmethod
    def compute(c, gamma, T, who):
        """300 runs, and the exact mean of E f(w_t); eta = c B/(rho sqrt T) with B = rho = 1."""
        eta = c / T**0.5
        if who == COIN:
            guess, curve = sgd.coin_guess(gamma, TOSSES[:, :T]), coin_curve(gamma, T)
            f, last = sgd.coin_law(gamma, T, np.array([eta]))
            gap, last = float(f.mean()), float(last[0])
        else:
            guess = adversary
            curve = gamma * (1 + STEPS * T**-0.5 * (T - 1) / 2)
            gap, last = gamma * (1 + eta * (T - 1) / 2), (1 + eta * T) ** 2
        run = sgd.sgd(guess, np.ones((300, 1)), eta, T)
        w = run.w[..., 0]
        return dict(
            eta=eta,
            w=w,
            v=run.v[..., 0],
            curve=curve,
            gap=gap,
            last=last,
            average=gamma * np.abs(w[:-1].mean(axis=0)).mean(),
            bound=promised(c, T),
        )

    def picture(self, left, right):
        left.ax.axhline(0, color=plots.TRUTH, lw=1.5, label="minimum")
        fan = plots.bundle(left.ax, 20, "20 runs", plots.SKY, 0.9)
        mean = plots.curves(left.ax, ["mean of 300"], color=plots.FIT, lw=2.6)
        limit = plots.curves(right.ax, ["bound"], log="xy", color=plots.BOUND, ls="--")
        exact = plots.curves(right.ax, ["mean $f(w_t)$"], color=plots.FIT, lw=2.6)
        average = plots.mark(right.ax, "$f$(average)", "D", "white", 9)
        here = plots.star(right.ax)
        right.ax.set_xticks([0.2, 0.5, 1, 2, 5], ["0.2", "0.5", "1", "2", "5"])
        right.ax.minorticks_off()

        right.legend(columnspacing=0.8)

        def move(r):
            share = np.arange(r.T + 1) / r.T
            return (
                *fan(share, r.w[:, :20].T),
                *mean(share, r.w.mean(axis=1)),
                *limit(STEPS, promised(STEPS, r.T)),
                *exact(STEPS, r.curve),
                *average(r.c, r.average),
                *here(r.c, r.gap),
            )

        left.add(move)

    def caption(self, r):
        if r.who == AWAY:
            return f"Always away: the mean error is {r.gap:.2g}, and no theorem forbids it."
        return (
            f"The mean error is {r.gap:.2g}, {100 * r.gap / r.bound:.0f} % of the bound "
            f"{r.bound:.2g}."
        )

    def numbers(self, r):
        return (
            f"η = {r.eta:.3g}; the points of {r.T} steps are {r.gap:.3g} above the minimum on "
            f"average, exactly; the average of the points of a run is {r.average:.3g} above it "
            f"(mean of 300 runs); the bound is {r.bound:.3g}."
        )

    def headline(self, r):
        return Claim(
            "mean of E f(w_t) − f* ≤ ½(c + 1/c) Bρ/√T",
            "Theorem 8.4",
            r.gap,
            r.bound,
            why_not="" if r.who == COIN else "these steps are not right on average",
            words="A guide that is right on average keeps descent's bound, in expectation.",
        )

    def identities(self, r):
        product = (r.w[:-1, 0] * r.v[:, 0]).mean()
        left_over = (1 - r.w[-1, 0] ** 2) / (2 * r.eta * r.T)
        mean_f = r.gamma * np.abs(r.w[:-1]).mean()
        exact = r.bound - r.last / (2 * r.eta * r.T)
        other = "" if r.who == COIN else "these steps are not right on average"
        return [
            Claim(
                "what the bound gives away is E w² / (2ηT)",
                "Theorem 8.3",
                r.gap,
                exact,
                "==",
                why_not=other,
            ),
            Claim(
                "run 1, any steps: mean ⟨w − w*, v⟩",
                "Theorem 8.3",
                product,
                left_over + r.eta * (r.v[:, 0] ** 2).mean() / 2,
                "==",
            ),
            Claim("f(average) ≤ average of f, 300 runs", "Theorem 8.4", r.average, mean_f),
        ]


@lru_cache(64)
def coin_curve(gamma, T):
    """Exact mean of E f(w_t) over t <= T for all STEPS."""
    return sgd.coin_law(gamma, T, STEPS / T**0.5)[0].mean(axis=0)


def adversary(w, t):
    """A step away from 0, whatever the slope."""
    return np.where(w < 0, 1.0, -1.0)


def promised(c, T):
    """The bound of Theorem 8.4 for B = rho = 1 and eta = c/sqrt T."""
    return (c + 1 / c) / 2 / T**0.5
