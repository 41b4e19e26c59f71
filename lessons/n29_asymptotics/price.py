"""The price of d weights: a thousand samples, least squares on each."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.estimation import asymptotics as asy
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    choice,
    int_slider,
    mean_and_errors,
    slider,
)
from lessons.n29_asymptotics.world import BLOCK, MOST, RUNS, WEIGHTS, normal_density

DESIGNS = ["normal", "uniform", "heavy tails", "fixed"]
WEIGHT_EDGES, PRICE_EDGES = np.linspace(-4.5, 4.5, 61), np.linspace(0, 8, 33)
TOP = 0.7  # of the right panel
WEIGHT_GRID, PRICE_GRID = np.linspace(-4.5, 4.5, 241), np.linspace(0.02, 8, 240)


class Price(Figure):
    """A thousand samples: the error of a weight, and what all errors together cost."""

    guess = Guess(
        "Now all inputs $x$ become three times as large. You know the weights three times as well "
        "(left). What happens to the <i>excess risk</i>, your expected loss on new examples minus "
        "that of the best weights?",
        {
            "it falls: the weights are better": "They are. But every error is multiplied by an "
            "input three times as large.",
            "it grows: the inputs are larger": "They are. But they also pin the weights down three "
            "times as well.",
            "nothing: two effects cancel": "Better weights, larger inputs: one gains exactly what "
            "the other loses. Most other things hardly matter either: move the sliders.",
        },
        answer="nothing: two effects cancel",
    )

    size = (10, 3.9)
    veiled = (1,)
    story = """
three times as wide
    Left, the weight is known three times as well. Right, the two histograms are one: what is
    gained by better weights is lost by larger inputs.
half as wide | spread=0.5
    Now the weight is known half as well, and the right panel has not moved.
six weights | d=6, spread=1
    Twice as many weights, twice the price: the limit’s mean goes from 1.5 to 3.
one weight | d=1, spread=1
    One weight costs one half. Two samples in three pay less, a few pay a lot.
ten examples | n=10, spread=1
    Too few for the limit: the expectation is 2.5 where the limit says 1.5, and the tail is
    long.
uniform inputs | design="uniform", spread=1
    Another distribution of x: with a hundred examples you cannot see the difference.
fixed inputs | design="fixed", n=10, spread=1
    The inputs are the same in every sample, and so are those of the forecasts. Now the black
    curve on the right is exact for every n, here ten. Dashed: step 5.
"""
    handles = [
        Handle(
            "choose how far the weight scatters",
            at=lambda r: (1 / r.spread, float(normal_density(1, 1)) * r.spread),
            to=lambda r, x, y: dict(spread=1 / max(x, 0.1)),
        )
    ]
    notes = """Move the spread slowly and let the class watch the right panel: nothing. Then ask
    who of the two forces they had in mind. The figure is least squares; the code below it does the
    same for logistic regression, where the mean would be infinite and medians have to be used."""
    panels = (
        axes("√n × error of the first weight", (-4.5, 4.5), "density over 1000 samples", (0, 1.35)),
        axes("n × excess risk", (0, 8), "density", (0, TOP)),
    )

    def sliders(self):
        return dict(
            spread=slider("spread of x s", 3, 0.5, 3, 0.1),
            d=int_slider("weights d", 3, 1, WEIGHTS),
            n=int_slider("examples n", 100, BLOCK, MOST, BLOCK),
            design=choice("inputs x", "normal", DESIGNS),
        )

    @staticmethod
    def compute(spread, d, n, design):
        """Errors and prices of all samples, beside those of normal inputs of spread 1."""
        error, excess, given = priced(design, n, d, spread)
        plain = priced("normal", n, d, 1.0)
        if design == "normal":
            expected = asy.expected_price(n, d)
        else:
            expected = d / 2 if design == "fixed" else float(given.mean())
        apart = excess - (given if design in ("uniform", "heavy tails") else expected)
        ranked = asy.half_chi2_cdf(np.sort(excess), d)
        steps = np.arange(RUNS + 1) / RUNS
        return dict(
            first=np.sqrt(n) * error[:, 0],
            excess=excess,
            plain=(np.sqrt(n) * plain[0][:, 0], plain[1]),
            mean=float(excess.mean()),
            expected=expected,
            apart=mean_and_errors(apart),
            unit=float(priced(design, n, d, 1.0)[1].mean()),
            farthest=float(max(np.max(steps[1:] - ranked), np.max(ranked - steps[:-1]))),
        )

    def picture(self, left, right):
        heaps, lines, before = [], [], []
        for ax, edges in ((left.ax, WEIGHT_EDGES), (right.ax, PRICE_EDGES)):
            heaps.append(plots.histogram(ax, edges, "this x" if ax is left.ax else None))
            label = "normal x, spread 1" if ax is left.ax else None
            before.append(outline(ax, edges, label, plots.ORANGE))
            lines.append(plots.curves(ax, ["limit"], color=plots.TRUTH, ls="-", lw=1.6))
        middle = plots.level(right.ax, "mean", plots.BLUE, "-.", across=True)
        half = plots.level(right.ax, "d/2", plots.TRUTH, ":", across=True)

        here, outside = plots.star(left.ax), plots.note(right.ax, x=0.39, y=0.95)
        left.add(lambda r: heaps[0](r.first))
        left.add(lambda r: heaps[1](r.excess))
        left.add(lambda r: before[0](r.plain[0]))
        left.add(lambda r: before[1](r.plain[1]))
        left.add(lambda r: lines[0](WEIGHT_GRID, normal_density(WEIGHT_GRID, 1 / r.spread**2)))
        left.add(lambda r: lines[1](PRICE_GRID, asy.half_chi2_density(PRICE_GRID, r.d)))
        right.add(middle, shows=lambda r: r.mean)
        right.add(half, shows=lambda r: r.d / 2)
        left.add(here, shows=lambda r: (1 / r.spread, normal_density(1, 1) * r.spread))
        left.add(outside, shows=lambda r: beyond(r.excess, r.mean))

    def caption(self, r):
        if r.design == "normal" and r.spread != 1:
            seen = f"Inputs {r.spread:g} times as wide change nothing on the right: n × excess"
        else:
            seen = "n × excess"
        return f"{seen} averages {r.mean:.2f}; with many examples it would be d/2 = {r.d / 2:g}."

    def numbers(self, r):
        return (
            f"over {RUNS} samples n × excess averages {r.mean:.4g}, theory says {r.expected:.4g}, "
            f"the limit d/2 is {r.d / 2:g}; √n × the error of the first weight has standard "
            f"deviation {np.std(r.first):.3g}."
        )

    def headline(self, r):
        return Claim(
            "the price of d weights",
            "Theorem 29.1",
            measured=abs(r.apart[0]),
            bound=r.apart[1],
            words="n × excess has the mean that the theorem says, within five standard errors.",
        )

    def identities(self, r):
        loose = "" if r.design == "fixed" else "exact only for fixed inputs and normal noise"
        return [
            Claim("the spread of x cancels", "section 1", r.mean, r.unit, "=="),
            Claim(
                "half a chi-square: farther apart once in a million",
                "Theorem 29.1",
                r.farthest,
                float(np.sqrt(np.log(2e6) / (2 * RUNS))),
                why_not=loose,
            ),
        ]


def outline(ax, edges, label, colour):
    """A density histogram as a line. move(sample)."""
    steps = ax.stairs(np.zeros(len(edges) - 1), edges, color=colour, lw=2, ls="--", label=label)

    def move(sample):
        counts = np.histogram(sample, edges)[0]
        steps.set_data(counts / (len(sample) * np.diff(edges)))
        return (steps,)

    return move


@lru_cache(4)
def moments_of(design):
    """Products of the columns of (x, noise) after 10, 20, ... rows of each of the samples."""
    rng = np.random.default_rng(29)
    shape = (1 if design == "fixed" else RUNS, MOST, WEIGHTS)
    if design == "uniform":
        x = rng.uniform(-np.sqrt(3), np.sqrt(3), shape)
    elif design == "heavy tails":
        x = rng.standard_t(5, shape) * np.sqrt(3 / 5)
    else:
        x = rng.normal(size=shape)
    noise = rng.normal(size=(RUNS, MOST, 1))
    rows = np.broadcast_to(x, (RUNS, MOST, WEIGHTS))
    return asy.running_moments(np.concatenate([rows, noise], axis=2), BLOCK)


def priced(design, n, d, spread):
    """(errors of theta (m, d), n x excess (m,), its mean given the inputs (m,)) of all samples."""
    scale = np.append(np.full(WEIGHTS, spread), 1.0)
    M = moments_of(design)[n // BLOCK - 1] * np.outer(scale, scale)
    error, A = asy.least_squares_errors(M, d)
    Sigma = A / n if design == "fixed" else spread**2 * np.eye(d)
    excess = n / 2 * (error * (Sigma @ error[..., None])[..., 0]).sum(axis=1)
    return error, excess, asy.price(A / n, np.broadcast_to(Sigma, A.shape))


def beyond(excess, mean):
    """What the right panel cannot hold, in words; "" if it holds everything."""
    first = np.mean(excess < PRICE_EDGES[1]) / PRICE_EDGES[1]
    if first > TOP:
        return f"the first bar goes on up to {first:.1f}"
    return f"the mean, {mean:.1f}, is farther right" if mean > PRICE_EDGES[-1] else ""
