"""A promise from the data alone."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import rademacher as rad
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, log_slider
from lessons.n27_rademacher.world import (
    BY_PATIENTS,
    SAMPLES,
    SIZES,
    drawn,
    patients,
    population,
    world_labels,
)

EDGES = np.linspace(-0.05, 0.5, 56)


class Promise(Figure):
    """Samples of patients: the worst gap between risk and training error, and what coins say."""

    guess = Guess(
        "Coin flips say nothing about diagnoses. How is the mean worst gap (true labels) related "
        "to the complexity of the stumps (coins)?",
        {
            "not at all": "The worst gap is a fit to noise, too: to the noise of the sample.",
            "the gap is never larger": "On average it is about half of the complexity here. It "
            "cannot be larger, whatever the labels are.",
            "the gap is larger when learning is hard": "Not even then. Choose “coins” as labels of "
            "the whole world, and look.",
        },
        answer="the gap is never larger",
    )

    size = (10, 4.3)
    veiled = (0, 1)
    story = """
a hundred patients
    200 samples of 100. For each, the rule whose training error flatters it most: its gap is the
    filled histogram. The blue line is the fit to coins, and lies above its mean.
the learner is no worst case | n=400
    The outlined histogram is the gap of the rule that was learnt: small, since the worst rule
    is hardly ever the best.
coins for labels | labels="coins"
    Now the whole world has coin labels. The learnt rule is nearly the worst rule: the two
    histograms meet. The blue line did not move, for it never saw a label.
surer | delta=0.001
    One failure in a thousand instead of one in twenty: the dashed line moves a little.
few patients | n=20
    With 20 patients coins (0.55) and the promise (over 0.8) are off the left panel: not worth
    having.
"""
    sees = {
        "the learner is no worst case": lambda r: r.learnt.mean() < 0.5 * r.gap,
        "coins for labels": lambda r: (
            r.learnt.mean() > 0.85 * r.gap and r.R == drawn(r.n, "true").fits.mean()
        ),
        "surer": lambda r: 0 < r.limit - r.R - rad.deviation(r.n, 0.05) < 0.1,
        "few patients": lambda r: round(r.R, 2) == 0.55 and r.limit > 0.8,
    }
    handles = [Handle("choose n", at=lambda r: (r.n, r.R), to=lambda r, x, y: dict(n=x), panel=1)]
    notes = """The population is the data set itself, so every risk is exact and samples are truly
    independent. Point out that the blue line needs no labels at all. The promise of one sample
    is in the caption: for 400 patients about 0.4, which is honest and below one half."""
    panels = (
        axes("gap: risk − training error", (-0.05, 0.5), "how many of 200 samples", (0, 35)),
        dict(yscale="log", ylim=(0.008, 1.2), ylabel="mean gap", **BY_PATIENTS),
    )

    def sliders(self):
        return dict(
            n=int_slider("patients n", 100, 20, 400, 20),
            delta=log_slider("failure rate δ", 0.05, 0.001, 0.5),
            labels=choice("labels", "true", ["true", "coins"]),
            sample=int_slider("new random sample", 1, 1, SAMPLES),
        )

    @staticmethod
    def compute(n, delta, labels, sample):
        """Gaps of 200 samples, the complexity, and the promise of one sample."""
        s = drawn(n, labels)
        counts, i = s.counts[sample - 1], sample - 1
        rng = np.random.default_rng(sample)
        heads = rng.binomial(counts, 0.5, size=(20, len(counts)))
        own = population().best(((2 * heads - counts) / n).astype(np.float32)).mean()
        R, slack = float(s.fits.mean()), rad.deviation(n, delta)
        noise = np.sqrt((s.worst.var() + s.fits.var()) / SAMPLES)
        return dict(
            worst=s.worst,
            learnt=s.risk - s.train,
            R=R,
            gap=float(s.worst.mean()),
            noise=float(noise),
            limit=R + slack,
            curves=gap_curves(labels),
            limits=gap_curves(labels)[:, 2] + rad.deviation(SIZES, delta),
            failures=float(np.mean(s.worst > R + slack)),
            train=float(s.train[i]),
            risk=float(s.risk[i]),
            own=float(own),
            promised=float(rad.data_bound(s.train[i], own, n, delta)),
            counted=recounted(n, labels, counts),
            this=float(s.worst[i]),
            swap=largest_swap(n, labels, counts),
        )

    def picture(self, left, right):
        left.ax.set_yticks([])

        worst = plots.histogram(left.ax, EDGES, "worst rule", plots.ORANGE)
        learnt = outline(left.ax, EDGES, "learnt rule", plots.PURPLE)
        coin = plots.level(left.ax, "coins", plots.BLUE, "-", across=True)
        limit = plots.level(left.ax, "promise", plots.BOUND, "--", across=True)

        right.ticks([20, 50, 100, 200, 400], [0.01, 0.03, 0.1, 0.3, 1])
        lines = [
            plots.curves(right.ax, [name], color=colour, ls=ls)
            for name, colour, ls in (
                ("worst rule", plots.ORANGE, ":"),
                ("learnt rule", plots.PURPLE, "-."),
                ("coins", plots.BLUE, "-"),
            )
        ]
        limits = plots.curves(right.ax, ["promise"], color=plots.BOUND, ls="--")

        here = plots.star(right.ax)
        left.add(worst, shows=lambda r: r.worst)
        left.add(learnt, shows=lambda r: r.learnt)
        left.add(coin, shows=lambda r: r.R)
        left.add(limit, shows=lambda r: r.limit)
        right.add(
            lambda r: (
                a for mover, y in zip(lines, r.curves.T) for a in mover(SIZES, np.maximum(y, 1e-9))
            )
        )
        right.add(limits, shows=lambda r: (SIZES, r.limits))
        right.add(here, shows=lambda r: (r.n, r.R))

    def caption(self, r):
        return (
            f"Worst gap {r.gap:.2f} on average, coins {r.R:.2f}. This sample alone promises a risk "
            f"of at most {min(r.promised, 1):.2f}; the truth is {r.risk:.2f}."
        )

    def numbers(self, r):
        return (
            f"mean worst gap {r.gap:.3f}, complexity {r.R:.3f}, promise {r.limit:.3f}, mean gap of "
            f"the learnt rule {r.learnt.mean():.3f}; this sample: training error {r.train:.3f}, "
            f"risk {r.risk:.3f}, promised {r.promised:.3f}."
        )

    def headline(self, r):
        return Claim(
            "coins bound the worst gap",
            "Theorem 27.3",
            measured=r.gap,
            bound=r.R + 5 * r.noise,
            words="The mean worst gap is at most the complexity of the rules (200 samples; five "
            "standard errors allowed).",
        )

    def identities(self, r):
        error = np.sqrt(r.delta * (1 - r.delta) / SAMPLES)
        return [
            Claim(
                "failures are rare: δ and five standard errors",
                "Theorem 27.3",
                r.failures,
                r.delta + 5 * error,
            ),
            Claim("the worst rule, counted again", "section 2", r.counted, r.this, "==", tol=1e-6),
            Claim("one patient moves it by at most 1/n", "Theorem 27.3", r.swap, 1.0, tol=1e-6),
            Claim("this sample keeps its promise", "Theorem 27.3", r.risk, r.promised),
        ]


@lru_cache(4)
def gap_curves(labels):
    """Mean worst gap, mean gap of the learner, and coin complexity, for every size."""
    all_sizes = [drawn(int(n), labels) for n in SIZES]
    return np.array([[s.worst.mean(), (s.risk - s.train).mean(), s.fits.mean()] for s in all_sizes])


def recounted(n, labels, counts):
    """The worst gap of one sample again: its rule is applied to the patients, and errors are
    counted."""
    world, X, y = population(), patients().X[:, :10], world_labels(labels)
    edges = world.edges(((counts / n - 1 / len(y)) * y)[None])[0]
    at = int(np.abs(edges).argmax())
    j, k = divmod(at, len(y))
    answers = np.where(X[:, j] <= X[world.order[j, k], j], 1.0, -1.0) * np.sign(edges[at])
    wrong = answers != y
    return float(wrong.mean() - counts @ wrong / n)


def largest_swap(n, labels, counts):
    """n times the largest change of the worst gap when one patient of the sample is replaced, over
    forty replacements."""
    world, y = population(), world_labels(labels)
    N, rng = len(y), np.random.default_rng(5)
    out, new = rng.choice(np.flatnonzero(counts), size=40), rng.integers(N, size=40)
    other = np.tile(counts, (40, 1))
    other[np.arange(40), out] -= 1
    other[np.arange(40), new] += 1
    gaps = world.best((np.vstack([counts, other]) / n - 1 / N) * y) / 2
    return float(n * np.abs(gaps[1:] - gaps[0]).max())


def outline(ax, edges, label, colour):
    """A density histogram as a line. move(sample)."""
    steps = ax.stairs(np.zeros(len(edges) - 1), edges, color=colour, lw=1.8, label=label)

    def move(sample):
        counts = np.histogram(sample, edges)[0]
        steps.set_data(counts / (len(sample) * np.diff(edges)))
        return (steps,)

    return move
