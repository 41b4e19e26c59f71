"""Overfitting and replace-one: the same number."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import stability as st
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    choice,
    five_errors,
    int_slider,
    mean_and_errors,
)

SIZES = np.arange(5, 51, 5)
EDGES = np.linspace(-1.6, 3.6, 66)
RULES = {  # learner, exact overfitting at n, how many samples are drawn
    "mean": (st.average, lambda n: 2 / n, 20_000),
    "line through 0": (st.line, lambda n: 1 / n + 1 / (n - 2), 20_000),
    "nearest neighbour": (st.nearest, lambda n: 2 + 0 * n, 4_000),
    "first example only": (st.first, lambda n: 2 / n, 20_000),
}


class Overfitting(Figure):
    """Overfitting, seen with all the world as test set, and replace-one, seen without one."""

    guess = Guess(
        "Forecast a number by the mean of five others (variance 1, squared loss). It overfits by "
        "0.4. On average, what does a swap do to the loss at the old number?",
        {
            "it rises by 0.08, a fifth of that": "One of five numbers went, but we look at the "
            "loss of just this one.",
            "it rises by 0.2, half of that": "That is the part that comes from the risk; the "
            "training error was too low by as much.",
            "it rises by 0.4": "The same number: not by accident, and not only for the mean.",
            "sometimes up, sometimes down, 0 on average": "A quarter of all swaps do lower it. The "
            "average is not 0.",
        },
        answer="it rises by 0.4",
    )

    size = (10, 4.2)
    veiled = (0, 1)
    story = """
five numbers
    Red: how much worse the mean is on new numbers than on its own five. Blue: what one swap
    does. Other shapes, one average.
fifty numbers | n=50
    Ten times as many examples, a tenth of both. On the right both fall with slope −1.
a memory | rule="nearest neighbour", n=50
    The nearest neighbour has training error 0 and overfits by 2, however many examples: it
    never becomes stable.
a bad learner | rule="first example only"
    It keeps the first number and forgets the rest. It overfits no more than the mean: stable
    is not the same as good.
a line through noise | rule="line through 0"
    There is nothing to learn here. Every bit of fit is overfitting.
"""
    sees = {
        "five numbers": lambda r: abs(r.means[0] - 0.4) < 0.02 and abs(r.means[1] - 0.4) < 0.02,
        "fifty numbers": lambda r: abs(r.means[0] - 0.04) < 0.002 and abs(r.means[1] - 0.04) < 0.01,
        "a memory": lambda r: np.allclose(r.every, 2, atol=0.3) and (r.theory == 2).all(),
        "a bad learner": lambda r: (r.theory == 2 / SIZES).all(),
    }
    notes = """The surprise is that the two histograms have nothing in common but their mean. Ask
    for the share of blue left of 0: a quarter for the mean. One swap may help; only the average
    cannot be negative for a learner that minimises the training error."""
    widths = [1.2, 1]
    panels = (
        axes(
            "difference of losses, one value a sample",
            (-1.6, 3.6),
            "how often",
            (0, 1.05),
            yticks=[],
        ),
        axes("examples n", (4.5, 56, "log"), "average over samples", (0.03, 3, "log")),
    )

    def sliders(self):
        return dict(
            n=int_slider("examples n", 5, 5, 50, 5),
            rule=choice("learner", "mean", list(RULES)),
        )

    @staticmethod
    def compute(n, rule):
        """Both numbers for every sample, their means at every n, and the exact value."""
        found = two_numbers(rule)
        gap, change = found[list(SIZES).index(n)]
        exact = RULES[rule][1]
        return dict(
            gap=gap,
            change=change,
            every=np.array([[part.mean() for part in pair] for pair in found]).T,
            theory=exact(SIZES.astype(float)),
            exact=float(exact(n)),
            means=(float(gap.mean()), float(change.mean())),
            allowed=(five_errors(gap), five_errors(change)),
            apart=mean_and_errors(gap - change),
            below=float(np.mean(change < -1e-12)),
        )

    def picture(self, left, right):
        known_laws(right.ax)
        right.ticks(SIZES[[0, 1, 3, 5, 9]], [0.05, 0.1, 0.2, 0.5, 1, 2])
        gap = heap(left.ax, "overfitting", plots.TEST)
        change = heap(left.ax, "replace-one", plots.SKY)
        lines = ((None, plots.TEST), ("mean of each", plots.BLUE))
        means = [plots.level(left.ax, name, c, "--", across=True) for name, c in lines]

        right.curve("exact", plots.TRUTH, shows=lambda r: (SIZES, r.theory), lw=1.4)
        right.spots(
            "overfitting",
            marker="o",
            ms=11,
            mfc="none",
            mec=plots.TEST,
            mew=2,
            shows=lambda r: (SIZES, r.every[0]),
        )
        right.spots(
            "replace-one", marker="s", ms=5, color=plots.BLUE, shows=lambda r: (SIZES, r.every[1])
        )

        right.hand("choose n", shows=lambda r: (r.n, r.means[1]), size=15, n="x")
        left.add(gap, shows=lambda r: r.gap)
        left.add(change, shows=lambda r: r.change)
        left.add(lambda r: means[0](r.means[0]))
        left.add(lambda r: means[1](r.means[1]))

    def caption(self, r):
        return (
            f"Averages: overfitting {r.means[0]:.3f}, replace-one {r.means[1]:.3f}. "
            f"{100 * r.below:.0f} % of all swaps lower the loss at the old example."
        )

    def numbers(self, r):
        return (
            f"over {len(r.gap)} samples overfitting averages {r.means[0]:.4g} and replace-one "
            f"{r.means[1]:.4g}; exactly both are {r.exact:.4g}."
        )

    def headline(self, r):
        return Claim(
            "overfitting = replace-one",
            "Theorem 28.3",
            measured=abs(r.apart[0]),
            bound=r.apart[1],
            words="Both have the same mean: measured, they differ by less than the five standard "
            "errors that chance is allowed.",
        )

    def identities(self, r):
        names = ("overfitting has its exact mean", "replace-one has the same")
        return [
            Claim(name, "section 3", abs(mean - r.exact), allowed)
            for name, mean, allowed in zip(names, r.means, r.allowed)
        ]


@lru_cache(4)
def two_numbers(rule):
    """For each n of SIZES (overfitting, replace-one) of many samples; all n share their draws."""
    learner, _, count = RULES[rule]
    rng = np.random.default_rng(28)
    x, y = rng.normal(size=(2, count, SIZES[-1] + 1))
    who = rng.random(count)
    return [
        st.overfit_and_replace(
            learner, x[:, :n], y[:, :n], x[:, -1], y[:, -1], (n * who).astype(int)
        )
        for n in SIZES
    ]


def heap(ax, label, colour):
    """A histogram whose highest bar is 1. move(sample)."""
    steps = ax.stairs(np.zeros(len(EDGES) - 1), EDGES, fill=True, alpha=0.7)
    steps.set(color=colour, label=label)

    def move(sample):
        counts = np.histogram(sample, EDGES)[0]
        steps.set_data(counts / max(counts.max(), 1))
        return (steps,)

    return move


def known_laws(ax):
    """Two learners to compare with, in grey: a memory, and the mean."""
    for rule, at in (("nearest neighbour", 1.45), ("mean", 0.2)):
        ax.plot(SIZES, RULES[rule][1](SIZES.astype(float)), color="0.8", lw=5, zorder=1)
        ax.text(12, at, rule, color="0.4", fontsize=10, va="bottom")
