"""Depth: what survives thirty layers."""

from functools import lru_cache

import numpy as np

from helpers import networks as nn
from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, slider
from lessons.n31_neural_networks.world import told

LAYERS, NETS = 30, 20
WIDTHS = (20, 60)
SLOPES = {"ReLU": 1.0, "tanh": 1.0, "sigmoid": 0.25, "none": 1.0}
LOW, HIGH = 1e-12, 1e10

SCALE = (LOW, HIGH, "log")


class Depth(Figure):
    """Twenty random networks of thirty layers: how large are signal and gradient after each?"""

    guess = Guess(
        "Thirty ReLU layers of sixty units, gain $g = 1$. The input has mean square 1. What is the "
        "mean square of what the last layer says?",
        {
            "about 1: the variance was chosen for that": "For lines it would be. A ReLU cuts off "
            "half of everything.",
            "about 1/30": "Losses multiply, they do not add.",
            "about one billionth": "A half, thirty times: 2 to the −30.",
        },
        answer="about one billionth",
    )

    size = (10, 4.2)
    veiled = (0, 1)
    story = """
ReLU, gain 1
    Each layer halves the square: one billionth is left.
ReLU, gain √2 | gain=1.4142135623730951
    Both stay of the same order through thirty layers: some networks lose a little, some gain.
ReLU, gain 2 | gain=2
    Each layer doubles it: an explosion.
sigmoid | activation="sigmoid", gain=1.4142135623730951
    The signal survives, since a sigmoid never says 0. The gradient does not: every slope is at
    most ¼.
tanh | activation="tanh", gain=1.1
    A gain a little over 1 leaves a tenth of both: too large a signal is cut by the tanh itself.
narrow | width="20", gain=1.4142135623730951
    Twenty units a layer: the mean obeys the same law, but networks differ by orders of
    magnitude, and the typical one falls.
"""
    handles = [
        Handle(
            "choose the depth",
            at=lambda r: (r.l, float(np.clip(r.middle[0][r.l], LOW, HIGH))),
            to=lambda r, x, y: dict(l=x),
        )
    ]
    notes = """Ask for the factor of one layer first: half of a symmetric distribution is cut off by
    the ReLU, so half of the mean square is left. Gain √2 repairs it: He’s start. For the sigmoid
    look at the right panel only."""
    panels = (
        axes("layers passed, forwards", (0, 30.8), "mean square of what units say", SCALE),
        axes("layers passed, backwards", (0, 30.8), "square of the gradient", SCALE),
    )

    def sliders(self):
        return dict(
            gain=slider("gain g", 1, 0.5, 2.5, 0.05),
            activation=choice("activation", "ReLU", list(SLOPES)),
            width=choice("units a layer", "60", {str(w): w for w in WIDTHS}),
            l=int_slider("layer l", LAYERS, 1, LAYERS),
        )

    @staticmethod
    def compute(gain, activation, width, l):  # noqa: E741
        """Mean squares of signal and gradient after every layer, for twenty networks."""
        for every in WIDTHS:  # both are made at the start, or the first switch would wait
            stacks(every)
        W, h, stretch = stacks(width)
        sizes, pulls = nn.signal(W, gain, activation, h)
        factor = {"ReLU": gain**2 / 2, "none": gain**2}.get(activation, np.nan)
        ratios = sizes[1:] / sizes[:-1]
        spread = 5 * float(ratios.std(ddof=1)) / np.sqrt(ratios.size)
        most = np.cumsum(2 * np.log(SLOPES[activation] * gain * stretch[::-1]), axis=0)
        used = np.log(np.maximum(pulls[1:], 1e-300)) - most
        return dict(
            sizes=sizes / width,
            pulls=pulls,
            middle=(np.exp(np.log(sizes / width).mean(axis=1)), np.exp(mean_log(pulls))),
            law=factor ** np.arange(LAYERS + 1),
            factor=factor,
            ratio=float(ratios.mean()),
            spread=spread,
            used=float(used.max()),
            after=float(np.exp(np.log(sizes[l] / width).mean())),
            back=float(np.exp(mean_log(pulls)[l])),
        )

    def picture(self, left, right):
        layers = np.arange(LAYERS + 1)

        def seen(values):
            return np.clip(values, LOW, HIGH)

        left.bundle(NETS, "each network", shows=lambda r: (layers, seen(r.sizes.T)))
        right.bundle(NETS, "each network", shows=lambda r: (layers, seen(r.pulls.T)))
        left.curve("law", plots.BOUND, shows=lambda r: (layers, seen(r.law)), ls="--")
        left.curve("typical", plots.FIT, shows=lambda r: (layers, seen(r.middle[0])))
        right.curve("typical", plots.FIT, shows=lambda r: (layers, seen(r.middle[1])))
        left.star(shows=lambda r: (r.l, float(seen(r.after))))
        right.star(shows=lambda r: (r.l, float(seen(r.back))))

    def caption(self, r):
        return (
            f"After {r.l} layers the typical square is {told(r.after)} forwards and "
            f"{told(r.back)} backwards."
        )

    def numbers(self, r):
        return (
            f"typical mean square {told(r.after)} forwards and {told(r.back)} backwards; one layer "
            f"multiplies the first by {r.ratio:.3g} on average."
        )

    def headline(self, r):
        bare = r.activation == "none"
        layer = "layer without activation multiplies" if bare else "ReLU layer multiplies"
        law = "g²" if bare else "g²/2"
        return Claim(
            "a ReLU layer multiplies the mean square by g²/2",
            "Theorem 31.11",
            measured=abs(r.ratio - r.factor),
            bound=r.spread,
            why_not="" if np.isfinite(r.factor) else "no such law for this activation",
            words=f"On average a {layer} the mean square by {law} (five standard errors are "
            "allowed).",
        )

    def identities(self, r):
        return [
            Claim(
                "no gradient grows beyond the layers’ stretch times the largest slope",
                "Theorem 31.11",
                r.used,
                0.0,
            )
        ]


@lru_cache(2)
def stacks(width):
    """Random layers (30, 20, H, H) with entries of variance 1/H, inputs of length √H, and the
    largest stretch of every layer."""
    rng = np.random.default_rng(width)
    W = rng.normal(size=(LAYERS, NETS, width, width)) / np.sqrt(width)
    h = rng.normal(size=(NETS, width, 1))
    h *= np.sqrt(width / (h * h).sum(axis=1, keepdims=True))
    return W, h, np.linalg.norm(W, 2, axis=(2, 3))


def mean_log(values):
    """Mean logarithm over networks; a gradient that is 0 counts as 1e-300."""
    return np.log(np.maximum(values, 1e-300)).mean(axis=1)
