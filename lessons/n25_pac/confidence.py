"""Further: from the mean to a probability."""

import numpy as np
from scipy import special

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, log_slider, slider
from lessons.n25_pac.world import percent

XS = np.geomspace(1, 100, 200)
RISKS = np.geomspace(1e-2, 0.5, 120)
EXCESS = ("two values", "exponential", "squared normal")


class Confidence(Figure):
    """From a promise on average to a promise with probability 1 − δ, by Markov's inequality."""

    guess = Guess(
        "From δ = 10 % to 1 %, with a promise for the mean that falls like 1/n: how many times as "
        "many examples does this road ask for?",
        {
            "10 times": "Right: the number m(εδ) is proportional to 1/δ. The union bound adds ln "
            "10 to the logarithm: with a thousand hypotheses a quarter more.",
            "about twice": "That is how confidence is priced by an exponential bound. Markov knows "
            "nothing but the mean.",
            "100 times": "That would be for a mean that falls like 1/√n.",
        },
        answer="10 times",
    )

    size = (10, 4.2)
    story = """
two values
    The excess is 0 nine times of ten: at ten times the mean Markov’s line is reached.
exponential | law="exponential"
    A law with light tails: Markov allows 10 % at ten times the mean, the truth is 0.005 %.
one failure in a hundred | delta=0.01, p=0.01
    On the right: by Markov the number of examples grows like 1/δ, by the union bound like
    ln(1/δ).
a million hypotheses | k=6
    Both lines move up. At δ = 0.1 Markov asks for nine times as many examples.
"""
    sees = {
        "two values": lambda r: abs(r.fails - r.delta) < 1e-12 and r.p == 0.1,
        "exponential": lambda r: abs(r.fails - 5e-5) < 1e-5 and r.delta == 0.1,
        "one failure in a hundred": lambda r: r.by_mean > 60 * r.by_union,
        "a million hypotheses": lambda r: round(r.by_mean / r.by_union) == 9 and r.k == 6,
    }
    handles = [
        Handle(
            "choose δ",
            at=lambda r: (r.delta, r.by_mean),
            to=lambda r, x, y: dict(delta=x),
            panel=1,
        )
    ]
    notes = """Markov is what one can do with nothing but a mean. The right panel says what it
    costs; repeating the learner and validating would bring the logarithm back."""
    panels = (
        axes("multiple of the mean excess", (1, 130, "log"), "chance", (1e-5, 1.5, "log")),
        axes("failure rate δ", (8e-3, 0.6, "log"), "examples n", (30, 3e4, "log")),
    )

    def sliders(self):
        return dict(
            delta=log_slider("failure rate δ", 0.1, 0.01, 0.5),
            p=slider("two values: how often p", 0.1, 0.01, 0.5, 0.01),
            k=int_slider("hypotheses: ten to the z", 3, 1, 6),
            law=choice("law of the excess", EXCESS[0], list(EXCESS)),
        )

    @staticmethod
    def compute(delta, p, k, law):
        """The tail of the excess over its mean, and the sample sizes of both roads at ε = 0.1."""
        size, eps = 10.0**k, 0.1
        return dict(
            tail=excess_above(law, p, XS),
            fails=float(excess_above(law, p, 1 / delta)),
            attained=float(excess_above(law, p, 1 / p)),
            by_mean=float((1 + np.log(size)) / (eps * delta)),
            by_union=float(np.log(size / delta) / eps),
            roads=((1 + np.log(size)) / (eps * RISKS), np.log(size / RISKS) / eps),
        )

    def picture(self, left, right):
        right.ax.set_xticks([0.01, 0.03, 0.1, 0.3], ["0.01", "0.03", "0.1", "0.3"])
        right.ax.tick_params(axis="x", which="minor", labelbottom=False)
        left.curve(
            "P(excess is larger)",
            plots.TRUTH,
            shows=lambda r: (XS, np.where(r.tail >= 1e-5, r.tail, np.nan)),
        )
        left.ax.plot(XS, 1 / XS, color=plots.BOUND, ls="--", label="Markov")

        right.curve("n by Markov", plots.PURPLE, shows=lambda r: (RISKS, r.roads[0]), ls="--")
        right.curve("n by the union bound", plots.BLUE, shows=lambda r: (RISKS, r.roads[1]))

        here, there = plots.star(left.ax), plots.star(right.ax)
        left.add(here, shows=lambda r: (min(1 / r.delta, 100), max(r.fails, 1.3e-5)))
        left.add(there, shows=lambda r: (r.delta, r.by_mean))

    def caption(self, r):
        return (
            f"For a failure rate of {percent(r.delta)} Markov asks for {np.ceil(r.by_mean):.0f} "
            f"examples, the union bound for {np.ceil(r.by_union):.0f}."
        )

    def numbers(self, r):
        return (
            f"probability {r.fails:.3g} of {1 / r.delta:.3g} times the mean; examples by Markov "
            f"{np.ceil(r.by_mean):.0f}, by the union bound {np.ceil(r.by_union):.0f}."
        )

    def headline(self, r):
        return Claim(
            "from the mean to a probability",
            "Theorem 25.8",
            measured=r.fails,
            bound=r.delta,
            tol=1e-12,
            words="The excess is 1/δ times its mean or more with probability at most δ.",
        )

    def identities(self, r):
        two = "" if r.law == EXCESS[0] else "the law has more than two values"
        return [
            Claim("two values reach it", "Theorem 25.8", r.attained, r.p, "==", 1e-12, two),
            Claim("the union bound asks for less", "section 1", r.by_union, r.by_mean),
        ]


def excess_above(law, p, x):
    """P(excess >= x times its mean) of a law of excess risks; two values: 0, and 1/p times the mean
    with probability p."""
    if law == EXCESS[0]:
        return np.where(np.asarray(x) <= 1 / p * (1 + 1e-12), p, 0.0)
    if law == EXCESS[1]:
        return np.exp(-np.asarray(x))
    return special.erfc(np.sqrt(np.asarray(x) / 2))
