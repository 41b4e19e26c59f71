"""The figure `rare`."""

import numpy as np

from helpers import plots
from helpers.descent import adaptive
from helpers.live import Claim, Figure, axes, log_slider, slider, step_size
from lessons.n09_sgd_variants.world import METHODS, RULES, three_curves, told

COINS = np.random.default_rng(11).random((300, 20, 2))
NOISE = np.random.default_rng(12).normal(size=(300, 20))


class Rare(Figure):
    """One feature is always there, another seldom: how AdaGrad treats them."""

    story = """
one in ten
    The rare feature keeps the longer steps.
one in fifty | p=0.02
    Rarer still, and its steps shrink later.
always | p=1
    With p = 1 both features are treated alike.
no noise | sigma=0
    The gradients die out, and so does the shrinking.
short | eta=0.05
    η = 0.05 is too short for AdaGrad: its steps only shrink.
"""
    sees = {
        "one in ten": lambda r: r.p == 0.1 and r.rates[0][-1] > 2 * r.rates[1][-1],
        "one in fifty": lambda r: r.rates[0][-1] > 4 * r.rates[1][-1],
        "always": lambda r: np.allclose(*r.rates),
        "no noise": lambda r: np.all(r.rates[1][299] > 0.99 * r.rates[1][99]),
        "short": lambda r: r.errors[1][-1] > 0.5 and r.rates[1][-1] < 0.1 * r.rates[1][0],
    }
    notes = """The feature that is seldom there has the smaller sum of squared derivatives, and so
    the larger rate; one of the lecture notes says it the other way round in its brackets."""
    panels = (
        axes("step $t$", (1, 300), "AdaGrad's rates", (5e-3, 3)),
        axes("step $t$", (1, 300), "error of the rare weight", (1e-2, 3)),
    )

    def sliders(self):
        return dict(
            p=log_slider("probability p", 0.1, 0.01, 1),
            eta=step_size(0.3, 0.02, 3),
            sigma=slider("noise σ", 0.5, 0, 1, 0.05),
        )

    @staticmethod
    def compute(p, eta, sigma):
        """Twenty runs of each method from 0; the right weights are 1 and 1."""
        x, y = adaptive.rare_examples(p, sigma, COINS, NOISE)
        guess = adaptive.example_guess(x, y)
        runs = [rule(guess, np.zeros((20, 2)), eta, 300) for rule in RULES]
        rates = eta / np.sqrt(runs[1].extra["G"].mean(axis=1) + 1e-6)
        return dict(
            x=x,
            ada=runs[1],
            rates=[rates[:, 1], rates[:, 0]],
            errors=[adaptive.rms(run.w[1:, :, 1:], 1.0) for run in runs],
        )

    def picture(self, left, right):
        t = np.arange(1, 301)
        left.curve("rare", plots.FIT, shows=lambda r: (t, r.rates[0]), log="xy", ls="-")
        left.curve("frequent", plots.SKY, shows=lambda r: (t, r.rates[1]), log="xy", ls="--")
        left.curve(
            "$\\eta/(2\\sigma\\sqrt{t})$",
            plots.BOUND,
            shows=lambda r: (t, r.eta / (2 * r.sigma * t**0.5) if r.sigma > 0 else None),
            ls=":",
        )
        left.ax.minorticks_off()
        right.add(three_curves(right.ax, METHODS, "xy"), shows=lambda r: (t, *r.errors))

    def caption(self, r):
        return (
            f"After 300 steps AdaGrad's rate is {r.rates[0][-1]:.2g} for the rare feature and "
            f"{r.rates[1][-1]:.2g} for the frequent one."
        )

    def numbers(self, r):
        ends = ", ".join(
            f"{name} {told(e[-1] if len(e) == 300 else np.inf)}"
            for name, e in zip(METHODS, r.errors)
        )
        return f"{self.caption(r)} The error of the rare weight is {ends}."

    def headline(self, r):
        rates = adaptive.effective_rates(r.ada)[-1]
        return Claim(
            "rate of the frequent feature ≤ rate of the rare one, worst of 20 runs",
            "Theorem 9.9",
            (rates[:, 0] / rates[:, 1]).max(),
            1,
            words="What is seldom seen is taken more seriously.",
        )

    def identities(self, r):
        g, G = r.ada.extra["gradient"], r.ada.extra["G"][-1]
        here = ((g[..., 0] * r.x[..., 1]) ** 2).sum(axis=0)
        D = np.abs(r.ada.w - 1).max(axis=(0, 2))
        limit = 4 * adaptive.noise_free_limit(D, r.eta, 1e-6, 2)
        return [
            Claim(
                "sum of the rare one = the frequent one's, where both occur (run 1)",
                "Theorem 9.9",
                G[0, 1],
                here[0],
                "==",
            ),
            Claim(
                "no noise: sum over its limit for ever, worst",
                "Theorem 9.9",
                (G.max(axis=1) / limit).max(),
                1,
                why_not="" if r.sigma == 0 else "the noise never ends, so the sums grow",
            ),
        ]
