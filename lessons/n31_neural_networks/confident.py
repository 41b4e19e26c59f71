"""Training while you watch: three classes, softmax."""

from functools import lru_cache

import numpy as np
from matplotlib.colors import to_rgb

from helpers import networks as nn
from helpers import plots
from helpers.descent.bisection import first_true
from helpers.live import Claim, Figure, Guess, axes, int_slider, log_slider, step_size, temperature
from lessons.n31_neural_networks.world import (
    EVERY,
    SAMPLE,
    STEPS,
    TRIO,
    lead,
    probabilities,
    trio_world,
)

CLASS = (plots.BLUE, plots.ORANGE, plots.PURPLE)
MARKS = ("o", "s", "^")
BOX = (-2.4, 2.4)
PIXELS = 48
PLANE = np.column_stack([plots.mesh(BOX, PIXELS), np.ones(PIXELS**2)])


class Confident(Figure):
    """SGD on three classes: what it learns, and how sure it becomes."""

    guess = Guess(
        "The network takes 800 steps, with next to no weight decay. From step 20 on it always "
        "answers about three quarters of the fresh points rightly. What does their log loss do, in "
        "this sample?",
        {
            "it falls, and then stays": "The share of right answers stays. The log loss also asks "
            "how sure the wrong ones were.",
            "it rises above ln 3, as if it knew nothing": "The network becomes so sure that the "
            "wrong quarter costs more than the right answers save.",
            "it goes up and down around ln 3 by chance": "It jitters, for SGD draws its points by "
            "chance. But it rises, and goes on rising.",
        },
        answer="it rises above ln 3, as if it knew nothing",
    )

    size = (10, 4.6)
    veiled = (1,)
    more = ("m", "sample")
    play = "t"
    story = """
eight hundred steps
    The loss on fresh points (red) fell for a few steps and then rose above ln 3, the loss of
    somebody who knows nothing. Yet most answers are right.
another temperature | tau=6
    Scores divided by τ = 6: paler colours, the same borders, the same answers. The dashed curve
    is below ln 3.
stopped early | t=100
    After 100 steps it is not yet so sure of itself: the loss on fresh points is below ln 3.
weight decay | lam=0.01
    With λ = 0.01 the weights stay short, and the probabilities are nearly honest at τ = 1.
too much decay | lam=0.05
    With λ = 0.05 it is too shy even for fresh points: now the best τ is under 1.
short steps | eta=0.1
    A tenth of the step size: the same road, a tenth of the way.
"""
    notes = """Let the class watch the colours while you press play: they become more and more
    saturated, long after the borders have settled. Log loss punishes sure mistakes. Then turn τ:
    borders do not move. Weight decay does the same job during training: Theorem 31.7."""
    widths = [1, 1.3]
    panels = (
        axes("first input", BOX, "second input", BOX),
        axes("step t", (0, 1.03 * STEPS), "log loss", (0, 2.5)),
    )

    def sliders(self):
        return dict(
            eta=step_size(1, 0.05, 2),
            lam=log_slider("weight decay λ", 1e-5, 1e-5, 0.1),
            tau=temperature(1, 0.3, 10),
            t=int_slider("step t", STEPS, 0, STEPS, EVERY),
            m=int_slider("batch size m", 10, 2, SAMPLE, 2),
            sample=int_slider("new random sample", 1, 1, 6),
        )

    @staticmethod
    def compute(eta, lam, tau, t, m, sample):
        """One run of SGD, its losses at every recorded step, and the plane at step t."""
        X, k, fresh, kinds, _, _ = trio_world(sample)
        w, own, new = trio_run(eta, lam, m, sample)
        i = min(t // EVERY, len(w) - 1)
        grad = nn.gradient(TRIO, X, lambda f, rows: (probabilities(f) - np.eye(3)[k]) / SAMPLE)(
            w[i]
        )
        pulls = [float((w_ * g).sum()) for (w_, _), (g, _) in zip(*map(TRIO.layers, (w[i], grad)))]
        heat = best_heat(new[i], kinds)
        shrunk = TRIO(w[i] / np.sqrt(tau), fresh)
        return dict(
            i=i,
            X=X,
            k=k,
            steps=EVERY * np.arange(len(w)),
            training=log_loss(own, k),
            testing=log_loss(new, kinds),
            hot=log_loss(new, kinds, tau),
            plane=probabilities(TRIO(w[i], PLANE) / tau),
            mistakes=float((new[i].argmax(axis=1) != kinds).mean()),
            cooled=float((probabilities(new[i] / tau).argmax(axis=1) != kinds).mean()),
            shrunk=float(log_loss(shrunk, kinds)),
            lead=lead(own[i], k),
            pulls=pulls,
            heat=heat,
            rest=float(log_loss(new[i], kinds, heat)),
            flat=lead(new[i], kinds, heat),
            inside=0.06 < heat < 90,
        )

    def picture(self, left, right):
        paint = colours(left.ax)
        dots = [
            plots.spots(left.ax, f"class {i + 1}", marker=mark, ms=8, color=c, mec="black")
            for i, (mark, c) in enumerate(zip(MARKS, CLASS))
        ]

        right.ax.axhline(np.log(3), color=plots.BOUND, ls=":", label="ln 3")
        right.curve("training", plots.TRAIN, shows=lambda r: (r.steps, r.training))
        right.curve("fresh", plots.TEST, shows=lambda r: (r.steps, r.testing))
        right.curve("fresh, at τ", plots.TEST, shows=lambda r: (r.steps, r.hot), ls="--")

        right.hand("choose the step", shows=lambda r: (r.t, float(min(r.hot[r.i], 2.45))), t="x")
        left.add(paint, shows=lambda r: r.plane)
        left.add(lambda r: (a for c, move in enumerate(dots) for a in move(*r.X[r.k == c, :2].T)))

    def caption(self, r):
        return (
            f"{100 - 100 * r.mistakes:.0f} % of fresh points are answered rightly, with log loss "
            f"{r.hot[r.i]:.2f} at this τ. The best τ is {r.heat:.2g}, with {r.rest:.2f}."
        )

    def numbers(self, r):
        return (
            f"log loss {r.training[r.i]:.3f} on training points, {r.testing[r.i]:.3f} on fresh "
            f"ones, {r.hot[r.i]:.3f} at this temperature; best temperature {r.heat:.2g}."
        )

    def headline(self, r):
        return Claim(
            "temperature τ = all weights divided by √τ",
            "Theorem 31.6",
            measured=float(r.hot[r.i]),
            bound=r.shrunk,
            kind="==",
            words="In this network of two layers, dividing the scores by τ is the same as dividing "
            "every weight by √τ.",
        )

    def identities(self, r):
        return [
            Claim("no τ changes an answer", "Theorem 31.6", r.cooled, r.mistakes, "=="),
            Claim("pull on layer 1", "Theorem 31.7", -r.pulls[0], r.lead, "=="),
            Claim("pull on layer 2", "Theorem 31.7", -r.pulls[1], r.lead, "=="),
            Claim(
                "at the best τ the lead is 0",
                "Theorem 31.7",
                r.flat,
                0.0,
                "==",
                1e-6,
                "the best τ is beyond what was searched" * (not r.inside),
            ),
        ]


def log_loss(z, k, tau=1.0):
    """Mean of -log p at the true classes k (n,), for scores z (..., n, c) at temperature tau."""
    z = (z - z.max(axis=-1, keepdims=True)) / tau
    own = np.take_along_axis(z, np.broadcast_to(k[:, None], (*z.shape[:-1], 1)), axis=-1)[..., 0]
    return (np.log(np.exp(z).sum(axis=-1)) - own).mean(axis=-1)


def best_heat(z, k):
    """The temperature in [0.05, 100] with the smallest log loss: there `lead` is 0."""
    found = first_true(lambda u: np.array(lead(z, k, np.exp(u)) >= 0), np.log(0.05), np.log(100.0))
    return float(np.exp(found))


@lru_cache(64)
def trio_run(eta, lam, m, sample):
    """SGD on the trio: weights (41, P), scores of training and of fresh points along the way."""
    X, k, fresh, _, w, order = trio_world(sample)
    Y = np.eye(3)[k]
    draws = order[: STEPS * m].reshape(STEPS, m)

    def pull(f, rows):
        return (probabilities(f) - Y[rows]) / m

    run = nn.train(TRIO, w, X, pull, eta, STEPS, lam, draws, EVERY)
    return run.w, TRIO(run.w, X), TRIO(run.w, fresh)


def colours(ax):
    """The plane in mixed colours. move(P) with probabilities P (PIXELS^2, 3)."""
    image = ax.imshow(
        np.zeros((PIXELS, PIXELS, 3)),
        extent=(*BOX, *BOX),
        origin="lower",
        aspect="auto",
        interpolation="bilinear",
    )
    ax.grid(False)
    paint = np.array([to_rgb(c) for c in CLASS])

    def move(P):
        mixed = 1 - 0.75 * (1 - P @ paint) * (1.5 * (P.max(axis=1, keepdims=True) - 1 / 3))
        image.set_data(mixed.reshape(PIXELS, PIXELS, 3))
        return (image,)

    return move
