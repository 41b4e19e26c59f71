"""Importance weighting: a ticket that pays z / w."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, axes, int_slider, log_slider, slider
from helpers.online import bandits
from lessons.n22_bandits.world import SECOND

REPEATS, DRAWS = 20, 1000
TICKETS = np.random.default_rng(5).random((DRAWS, REPEATS))
AFTER = np.unique(np.geomspace(1, DRAWS, 120).astype(int))
OTHERS = np.array([0.9, 0.2, 0.7])
CHANCE_AXIS = np.geomspace(0.01, 0.99, 120)


class Ticket(Figure):
    """Running averages of z/w if pulled and 0 if not; and how noisy they are."""

    guess = Guess(
        "An arm has loss 0.6 and is pulled once in 20 rounds, at random. In a round in which it is "
        "pulled we write down 0.6/0.05 = 12, otherwise 0. What does the average of these numbers "
        "tend to, over many rounds?",
        {
            "0.03": "That is what you get without the division: 0.6, one time in 20.",
            "0.6": "Twelve, one time in 20: the division makes up for the rounds in which we did "
            "not look.",
            "12": "Only if you leave out the zeros. They count.",
            "nothing: it is too noisy to settle": "It is noisy, and it settles: later than you "
            "might like.",
        },
        answer="0.6",
    )

    size = (10, 4.2)
    veiled = (0, 1)
    story = """
one in twenty
    Mostly 0, now and then 12. Twenty players; all their averages come down or climb to the
    black line, the loss 0.6.
one in two | w=0.5
    The same line, reached nineteen times sooner: the variance is 0.36 instead of 6.84.
one in a hundred | w=0.01
    A ticket is now worth 60, and after a thousand rounds some averages are off by 0.3 or more.
    But the dashed orange line is flat: w times the mean square stays 0.36.
a smaller loss | z=0.2
    The tickets are worth a third of what they were, and they scatter a third as much: the
    variance falls ninefold. On the right both curves sink.
"""
    notes = """Sell the tickets: “you pay 0.6 a round, once in twenty rounds you get 12: is that
    fair?” Then the right panel: the variance explodes like 1/w, but an arm that is rare also
    counts rarely. The flat line is why bandits can be learnt at all."""
    widths = [1.25, 1]
    panels = (
        axes("rounds", (1, DRAWS, "log"), "average of the tickets", (0, 2)),
        axes("probability w", (0.009, 1.1, "log"), "how noisy one ticket is", (1e-3, 100, "log")),
    )

    def sliders(self):
        return dict(
            w=log_slider("probability w", 0.05, 0.01, 0.99),
            z=slider("loss z", 0.6, 0, 1, 0.05),
            i=int_slider("new random sample", 1, 1, 20),
        )

    @staticmethod
    def compute(w, z, i):
        """Twenty players’ running averages, and all moments by going through the arms."""
        written = z / w * ((TICKETS + (i - 1) / 20) % 1 < w)
        weights = np.append(w, np.full(3, (1 - w) / 3))  # three more arms share the rest
        losses = np.append(z, OTHERS)
        each = np.array([bandits.estimate(losses[a], a, weights) for a in range(4)])
        mean = weights @ each
        return dict(
            averages=(np.cumsum(written, axis=0) / np.arange(1, DRAWS + 1)[:, None])[AFTER - 1].T,
            overall=float(written.mean()),
            bias=float(np.abs(mean - losses).max()),
            variance=float(weights @ (each[:, 0] - mean[0]) ** 2),
            formula=z**2 * (1 / w - 1),
            moment=float(weights @ (each**2 @ weights)),
            squares=float(losses @ losses),
            own=float(weights @ each[:, 0] ** 2 * w),
        )

    def picture(self, left, right):
        left.bundle(REPEATS, "twenty players", plots.SKY, 1, shows=lambda r: (AFTER, r.averages))
        left.level("loss z", plots.TRUTH, "-", shows=lambda r: r.z)

        right.curve(
            "variance",
            plots.FIT,
            shows=lambda r: (CHANCE_AXIS, np.maximum(r.z**2 * (1 / CHANCE_AXIS - 1), 1e-9)),
        )
        right.curve(
            "w × mean square",
            SECOND,
            shows=lambda r: (CHANCE_AXIS, np.full(len(CHANCE_AXIS), max(r.z**2, 1e-9))),
            ls="--",
        )

        right.hand(
            "choose the probability",
            shows=lambda r: (r.w, float(np.clip(r.variance, 1.3e-3, 90))),
            w="x",
        )

    def caption(self, r):
        return (
            f"A ticket pays {r.z / r.w:.3g} or nothing; twenty thousand of them average "
            f"{r.overall:.2f}. One has variance {r.variance:.3g}."
        )

    def numbers(self, r):
        return (
            f"a ticket of {r.z / r.w:.3g}, mean {r.z:.3g}, average of 20 000 {r.overall:.3g}, "
            f"variance {r.variance:.3g}, w times mean square {r.own:.3g}."
        )

    def headline(self, r):
        return Claim(
            "importance weighting is unbiased",
            "Theorem 22.1",
            measured=abs(r.overall - r.z),
            bound=5 * np.sqrt(r.formula / (DRAWS * REPEATS)),
            words="The tickets average to the loss: 20 000 of them miss it by less than the five "
            "standard errors that chance is allowed.",
        )

    def identities(self, r):
        return [
            Claim("arm by arm, no bias", "Theorem 22.1", r.bias, 0.0, "=="),
            Claim("variance z²(1/w − 1)", "Theorem 22.1", r.variance, r.formula, "=="),
            Claim("its own share of the second moment is z²", "Theorem 22.1", r.own, r.z**2, "=="),
            Claim("second moment Σz²", "Theorem 22.1", r.moment, r.squares, "=="),
            Claim("at most d", "Theorem 22.1", r.moment, 4.0),
        ]
