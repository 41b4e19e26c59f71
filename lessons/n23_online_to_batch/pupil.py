"""Digits, one after the other: first a test, then a lesson."""

from functools import lru_cache

import numpy as np
from matplotlib.collections import LineCollection

from helpers import losses, plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, five_errors, int_slider
from helpers.online import batch
from lessons.n23_online_to_batch.world import (
    ONLINE,
    ORDERS,
    PIXELS,
    RISK,
    ROUNDS,
    images,
    signed_rows,
)

SHOWN = np.unique(np.geomspace(10, ROUNDS, 60).astype(int))  # rounds that are drawn on a log axis
PARITY = {1.0: "even", -1.0: "odd"}


class Pupil(Figure):
    """Every image is first a test, then a lesson: the running error beside the test error."""

    guess = Guess(
        "Digits come in random order: even or odd? The learner repeats the label of the most "
        "similar image that it knows, is told the truth and learns this image too: 400 rounds, 400 "
        "rules. As an estimate of their mean error on unseen images, its share of wrong answers is",
        {
            "too low: all 400 were used for training": "Each was used for training after it had "
            "been a test. That order is all that matters.",
            "too high: the early rules knew nothing": "They did, and their errors on unseen images "
            "are as high. Both sides take the mean over the same rules.",
            "right, on average": "Yes: although nothing was kept aside.",
        },
        answer="right, on average",
    )

    size = (10, 4.1)
    veiled = (1, 2)
    story = """
four hundred images
    Blue: the share of images answered wrongly so far. Red: the mean error of the same rules on
    images that they had not seen. In the end they are side by side.
at the beginning | t=20
    After twenty images a single mistake moves blue a lot. Right: in 30 orders the difference is
    large, both up and down. Later it shrinks as the dashed lines do, and its mean (black) stays
    near 0.
another order | order=7
    The same images, shuffled anew. Now blue ends above red; in order 1 it ended below. Luck
    decides which.
not the training error | t=150
    Green is the error on the images that were learnt. The nearest neighbour remembers them all,
    so green is 0 and says nothing about red.
a line | rule="line"
    A linear rule, learnt by online gradient descent; its weights stand beside the image. In
    this order blue was lucky: it ends below red. Right: over 30 orders luck cancels for this
    rule as well. The mean is near 0 in the end.
"""
    handles = [
        Handle(
            "choose the round",
            at=lambda r: (r.t, float(np.clip(r.online[r.t - 1], 0, 0.48))),
            to=lambda r, x, y: dict(t=x),
            panel=1,
        )
    ]
    notes = """Ask before the figure wakes: which of the 400 images was ever used twice? Each was
    tested once, before it was learnt. Then let the class say what green would be for the nearest
    neighbour. The dotted curve is the newest rule alone: the online error is about the average
    of all the rules on the way, which is why it lies above it."""
    widths = [0.8, 1.8, 1.25]
    panels = (
        axes(xticks=[], yticks=[]),
        axes("round t", (0, 405), "error rate", (-0.01, 0.5)),
        axes("round t", (10, 400, "log"), "online − mean test error", (-0.25, 0.25)),
    )

    def sliders(self):
        return dict(
            t=int_slider("round t", 400, 10, ROUNDS),
            rule=choice("learner", "nearest neighbour", ["nearest neighbour", "line"]),
            order=int_slider("new random order", 1, 1, ORDERS),
        )

    @staticmethod
    def compute(t, rule, order):
        """Curves of this order up to 400, and all 30 orders at round t."""
        paid, rest, newest, training, weights = through_the_digits(rule)
        apart = running(paid) - running(rest)
        off = apart[:, t - 1]
        pair, says, true = portrait(rule, order, t, weights)
        return dict(
            online=running(paid[order - 1]),
            risk=running(rest[order - 1]),
            newest=newest[order - 1],
            training=training[order - 1],
            learnt=float(training[:, t - 1].max()),
            apart=apart[:, SHOWN - 1],
            off=off,
            allowed=five_errors(off),
            means=(float(paid[:, :t].mean()), float(rest[:, :t].mean())),
            pair=pair,
            says=says,
            true=true,
        )

    def picture(self, show, left, right):
        right.ticks(x=[10, 30, 100, 400])
        image = plots.heatmap(show.ax, (0, 17, 8, 0), 0, 16, "Greys", origin="upper")
        show.ax.set_aspect("equal")
        show.ax.set_axis_off()
        show.ax.set_title("new image      decides", fontsize=11)
        words = plots.note(show.ax, -0.02, -0.12, 11)
        risk = plots.curves(left.ax, ["mean test"], color=RISK, lw=3)
        online = plots.curves(left.ax, ["online"], color=ONLINE)
        newest = plots.curves(left.ax, ["newest rule"], color=RISK, ls=":", lw=1.5)
        green = plots.curves(left.ax, ["training"], color=plots.TRAIN, ls="-.")
        left.legend(fontsize=11, handlelength=1.6, columnspacing=0.5)
        here = plots.star(left.ax)
        funnel, rounds = all_orders(right.ax), np.arange(1, ROUNDS + 1)
        right.legend(show=False)

        def move(r):
            verdict = "right" if r.says == r.true else "wrong"
            return (
                *image(r.pair),
                *words(f"is {PARITY[r.true]}, said {PARITY[r.says]}: {verdict}"),
                *risk(rounds, r.risk),
                *online(rounds, r.online),
                *newest(rounds, r.newest),
                *green(rounds, r.training),
                *here(r.t, float(np.clip(r.online[r.t - 1], 0, 0.48))),
                *funnel(r.apart, r.t),
            )

        left.add(move)

    def caption(self, r):
        a, b = 100 * r.online[r.t - 1], 100 * r.risk[r.t - 1]
        return (
            f"After {r.t} images: online error {a:.1f} %; the same rules err on {b:.1f} % of what "
            f"they have not seen."
        )

    def numbers(self, r):
        i = r.t - 1
        return (
            f"online error {r.online[i]:.4f}, mean test error {r.risk[i]:.4f}, newest rule "
            f"{r.newest[i]:.4f}, training {r.training[i]:.4f}; over 30 orders online "
            f"{r.means[0]:.4f} and test {r.means[1]:.4f}."
        )

    def headline(self, r):
        return Claim(
            "the online error is the test error, on average",
            "Theorem 23.1",
            measured=abs(float(r.off.mean())),
            bound=r.allowed,
            words="Online error and test error have the same mean: over 30 orders they differ by "
            "less than five standard errors.",
        )

    def identities(self, r):
        line = "a line need not fit what it has learnt" * (r.rule == "line")
        return [
            Claim(
                "mean square of the difference, less five standard errors for chance",
                "section 1",
                float((r.off**2).mean()) - five_errors(r.off**2),
                1 / (4 * r.t),
            ),
            Claim("the neighbour remembers", "section 1", r.learnt, 0.0, "==", why_not=line),
        ]


def running(errors):
    """Means of the first 1, 2, ... rounds, along the last axis."""
    return np.cumsum(errors, axis=-1) / np.arange(1, errors.shape[-1] + 1)


def shuffled(order):
    return np.random.default_rng([3, order]).permutation(len(images()[1]))


@lru_cache(2)
def through_the_digits(rule):
    """For 30 random orders: mistakes, error on what was not learnt, error on what was; weights."""
    X, y = images()
    orders = [shuffled(order) for order in range(1, ORDERS + 1)]
    weights = np.zeros((ROUNDS + 2, ORDERS, PIXELS))
    if rule == "line":
        Z = signed_rows()[np.array(orders).T[: ROUNDS + 1]]
        weights = batch.one_pass(batch.of_margin(losses.hinge)[1], Z, np.zeros(PIXELS), 3.0).w
    found = []
    for i, order in enumerate(orders):
        if rule == "nearest neighbour":
            answers = batch.nearest_answers(X[order], y[order], ROUNDS + 1).w
        else:
            rows = signed_rows()[order] * y[order, None]
            answers = batch.linear_answers(np.ascontiguousarray(weights[:, i]), rows)
        wrong = answers[1 : ROUNDS + 1, :ROUNDS] != y[order[:ROUNDS]]
        learnt = np.tril(wrong).sum(axis=1) / np.arange(1, ROUNDS + 1)
        online, rest = batch.progressive(answers, y[order])
        found.append((online[:-1], rest, learnt))
    online, rest, training = (np.array(part) for part in zip(*found))
    return online, rest[:, :-1], rest[:, 1:], training, weights


def portrait(rule, order, t, weights):
    """The image of round t beside what decides: its nearest neighbour, or the weights."""
    X, y = images()
    rows = shuffled(order)
    new = X[rows[t - 1]]
    if rule == "line":
        pull = weights[t - 1, order - 1]
        beside = 8 + 8 * pull / max(np.abs(pull).max(), 1e-9)
        says = 1.0 if signed_rows()[rows[t - 1]] * y[rows[t - 1]] @ pull >= 0 else -1.0
    elif t == 1:
        beside, says = np.zeros(PIXELS), 1.0
    else:
        nearest = np.argmin(((X[rows[: t - 1]] - new) ** 2).sum(axis=1))
        beside, says = X[rows[nearest]], y[rows[nearest]]
    pair = np.full((8, 17), np.nan)
    pair[:, :8], pair[:, 9:] = new.reshape(8, 8), beside.reshape(8, 8)
    return pair, says, y[rows[t - 1]]


def all_orders(ax):
    """How far off every order is, round by round, their mean, and ±1/(2√t). move(apart, t)."""
    threads = LineCollection([], colors="0.82", lw=0.8, label="orders")
    ax.add_collection(threads)
    mean = plots.curves(ax, ["mean"], color=plots.BLACK)
    for sign, label in ((1, "±1/(2√t)"), (-1, None)):
        edge = sign / (2 * np.sqrt(SHOWN))
        ax.plot(SHOWN, edge, color=plots.BOUND, ls="--", lw=2, zorder=4, label=label)
    now = plots.level(ax, None, plots.BLACK, ":", across=True)
    plots.legend_above(ax, fontsize=11, handlelength=1.4, columnspacing=0.6)

    def move(apart, t):
        threads.set_segments([np.column_stack([SHOWN, row]) for row in apart])
        return (threads, *mean(SHOWN, apart.mean(axis=0)), *now(t))

    return move
