"""Further: margins of a vote."""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from helpers import plots
from helpers.generalisation import rademacher as rad
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    int_slider,
    log_slider,
    slider,
)
from helpers.margins import boosting, stumps
from lessons.n27_rademacher.world import patients, population

ROUNDS = 100
THETAS = np.linspace(0.02, 1, 99)
BINS = np.linspace(-1, 1, 81)
GRID = np.linspace(-1, 1, 401)


class Margin(Figure):
    """The bound for votes that notebook 13 quotes: a share of small margins, and a price."""

    guess = Guess(
        "A larger θ makes the term 2R/θ small. Why not take θ = 1?",
        {
            "nearly every margin is below 1": "All of them count as small then: the share is 1.",
            "the theorem needs θ < ½": "It needs θ > 0, fixed before the data are seen.",
            "the vote would change": "The vote stays; only what we call a small margin changes.",
        },
        answer="nearly every margin is below 1",
    )

    size = (10, 4.3)
    story = """
ten thousand patients
    Left: margins of a vote of 60 stumps. The ramp lies above the step and below the dashed wall
    at θ. Right: two prices that pull θ in different directions.
small θ | theta=0.1
    A steep ramp counts few close calls, and its slope is dear.
large θ | theta=0.7
    A flat ramp is cheap, but nearly every margin counts as small.
one rule | T=1
    A single stump: all margins are ±1. Its promise is lower than that of the vote, and its
    error seven times as large. A bound is not the truth.
as few patients as in notebook 13 | n=280.0
    With 280 patients the promise is over 1 for every θ: it explains the direction, not the
    size.
a hundred thousand | n=100000.0
    With very many patients the promise comes down.
"""
    sees = {
        "small θ": lambda r: r.share < 0.1 and 2 * r.R / r.theta > 0.5,
        "large θ": lambda r: r.share > 0.95 and 2 * r.R / r.theta < 0.2,
        "one rule": lambda r: (
            set(np.abs(r.m)) == {1}
            and r.promised < Margin.compute(r.theta, 60, r.n, r.delta)["promised"]
            and round(r.error / Margin.compute(r.theta, 60, r.n, r.delta)["error"]) == 7
        ),
        "as few patients as in notebook 13": lambda r: r.sums.min() > 1,
        "a hundred thousand": lambda r: (
            r.promised < 0.8 * Margin.compute(r.theta, r.T, 1e4, r.delta)["promised"]
        ),
    }
    notes = """Play T from 1 to 100: the error falls, but the margins shrink, and the bound at a
    fixed θ rises, from 0.27 to 0.71 at θ = 0.3. There is no T in the formula; the margins pay. The
    whole world are 569 patients, drawn with repetition: n may be larger."""
    panels = (
        axes("margin", (-1, 1), "loss; bars: how often", (0, 1.08)),
        axes("margin θ that counts as small", (0, 1), "share of patients", (0, 1.5)),
    )

    def sliders(self):
        return dict(
            theta=slider("margin θ", 0.3, 0.02, 1, 0.01),
            T=int_slider("rounds T", 60, 1, ROUNDS),
            n=log_slider("patients n", 1e4, 100, 1e5, 10),
            delta=log_slider("failure rate δ", 0.05, 0.001, 0.5),
        )

    @staticmethod
    def compute(theta, T, n, delta):
        """Share of small margins, price of the slope, and their sum, for this θ and for all."""
        size = int(round(n))
        v = voted(size)
        last = min(T, len(v.margins)) - 1
        m, order = v.margins[last], np.argsort(v.margins[last])
        below = np.append(0, np.cumsum(v.weights[order]))
        shares = below[np.searchsorted(m[order], THETAS + 1e-12, side="right")]
        share_of_all = (v.margins <= theta + 1e-12) @ v.weights
        ramps = rad.ramp(m, theta)
        slack = rad.deviation(size, delta)
        return dict(
            m=m,
            weights=v.weights,
            shares=shares,
            prices=2 * v.R / THETAS,
            sums=rad.margin_bound(shares, v.R, THETAS, size, delta),
            share=float(share_of_all[last]),
            error=float(v.errors[last]),
            R=v.R,
            promised=float(rad.margin_bound(share_of_all[last], v.R, theta, size, delta)),
            excess=float(np.max(v.errors - share_of_all)),
            allowed=float(2 * v.R / theta + slack),
            ramp_train=float(v.weights @ ramps),
            ramp_world=float(ramps.mean()),
            by_votes=v.by_votes,
        )

    def picture(self, left, right):
        left.stack(BINS, ["training margins"], [plots.TRAIN], shows=how_often)
        left.curve("step", plots.TRUTH, lambda r: (GRID, (GRID <= 0) / 1.0))
        left.curve("ramp", plots.BLUE, lambda r: (GRID, rad.ramp(GRID, r.theta)))
        left.level("θ", plots.BOUND, "--", across=True, shows=lambda r: r.theta)
        left.ax.set_xticks([-1, -0.5, 0, 0.5, 1])

        right.curve("share up to θ", plots.TRAIN, lambda r: (THETAS, r.shares))
        right.curve("2R/θ", plots.BLUE, lambda r: (THETAS, np.minimum(r.prices, 3)), ls="-.")
        right.curve("promise", plots.BOUND, lambda r: (THETAS, np.minimum(r.sums, 3)), ls="--")
        right.level("risk", plots.TEST, "-", shows=lambda r: r.error)
        right.hand("choose θ", shows=lambda r: (r.theta, min(r.promised, 1.5)), theta="x")

    def caption(self, r):
        return (
            f"{100 * r.share:.0f} % of the margins are at most θ. Promise {r.promised:.2f}, true "
            f"error {r.error:.3f}."
        )

    def numbers(self, r):
        return (
            f"share of margins up to θ {r.share:.3f}, complexity of one stump {r.R:.4f}, promise "
            f"{r.promised:.3f}, error in the whole world {r.error:.4f}."
        )

    def headline(self, r):
        return Claim(
            "the margin bound",
            "Theorem 27.8",
            measured=r.error,
            bound=r.promised,
            words="The error is at most the share of small margins plus 2R/θ plus a deviation.",
        )

    def identities(self, r):
        return [
            Claim(
                "the promise holds after every round at once", "Theorem 27.8", r.excess, r.allowed
            ),
            Claim("the ramp lies above the step", "section 6", r.error, r.ramp_world),
            Claim("the ramp lies below the wall", "section 6", r.ramp_train, r.share),
            Claim("no vote fits coins better than a stump", "Theorem 27.4", r.by_votes, r.R),
        ]


def how_often(r):
    """A histogram of the training margins whose highest bar is 1, one row."""
    counts = np.histogram(np.clip(r.m, -1, 1), BINS, weights=r.weights)[0]
    return (counts / max(counts.max(), 1e-12))[None]


@lru_cache(64)
def voted(n):
    """AdaBoost on n patients drawn with repetition: margins after every round of all 569 patients,
    their weights in the sample, errors in the whole world, and coin fits of stumps and of votes."""
    rng, y, world = np.random.default_rng([13, n]), patients().y, population()
    N = len(y)
    counts = rng.multinomial(n, np.full(N, 1 / N))
    weak = stumps.stump_learner(patients().X[:, :10], y)
    run = boosting.adaboost(y, weak, ROUNDS, first=counts / n)
    F = run.w[1:] / np.cumsum(run.eta)[:, None]
    heads = rng.binomial(counts, 0.5, size=(60, N))
    flips = (2 * heads - counts) / n
    return SimpleNamespace(
        margins=y * F,
        weights=counts / n,
        errors=np.mean(y * F <= 0, axis=1),
        R=float(world.best(flips).mean()),
        by_votes=float((flips @ F.T).max(axis=1).mean()),
    )
