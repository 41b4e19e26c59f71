"""One model, two ways to fit it: a table of x and y."""

import numpy as np

from helpers import plots
from helpers.estimation import asymptotics as asy
from helpers.live import Claim, Figure, Guess, axes, int_slider, slider
from lessons.n29_asymptotics.world import DISCRIMINATIVE, GENERATIVE, ellipse

CELLS = np.array([[[y, x * y] for y in (-1.0, 1.0)] for x in (-1.0, 0.0, 1.0)])
LINKS = np.linspace(0, 1.5, 31)
TABLE_RUNS = 500


class Table(Figure):
    """The variance of two estimators of the same two parameters, and what each pays."""

    guess = Guess(
        "Who forecasts $y$ better, from many examples?",
        {
            "the discriminative fit: it minimises the very loss": "On the training examples it "
            "does. On new ones it scatters more: it threw away what x alone tells about θ.",
            "both alike: the model is true": "Both find θ in the end. The question is how far they "
            "scatter on the way.",
            "the generative fit": "The inputs tell about θ too, if the model of x is true.",
        },
        answer="the generative fit",
    )

    size = (10, 4.4)
    veiled = (0, 1)
    story = """
a strong link
    The generative ellipse lies inside the other, and its price is a third lower: the inputs,
    too, tell about θ.
no link, no offset | link=0, offset=0
    At θ = 0 the inputs tell nothing: the ellipses are one, and so are the prices.
offset alone | link=0, offset=1
    The link is 0, and yet the generative fit is cheaper: with this offset a link would make one
    x more frequent, and the inputs show that it is not.
a very strong link | link=1.5
    Less than half the price. The discriminative fit pays d/2 = 1 as ever.
two thousand examples | n=2000
    Two thousand examples instead of five hundred, and the dots hardly move: they are near the
    limit. A dot is a mean over many fits; chance still moves it by some 0.04.
"""
    notes = """Insist on “the model is true” before the vote: it is what the verdict hangs on, and
    the next figure takes it away. Both learners are graded on −log p(y|x) alone."""
    widths = [1, 1.25]
    panels = (
        axes("√n × error of the offset θ₁", (-3.6, 3.6), "√n × error of the link θ₂", (-3.6, 3.6)),
        axes("link of x and y θ₂", (-0.03, 1.55), "n × excess of −log p(y|x)", (0, 1.25)),
    )

    def sliders(self):
        return dict(
            link=slider("link of x and y θ₂", 1, 0, 1.5, 0.05),
            offset=slider("offset of y θ₁", 0.3, 0, 1, 0.05),
            n=int_slider("examples n", 500, 300, 2000, 100),
        )

    @staticmethod
    def compute(link, offset, n):
        """Exact matrices and prices, and the prices of five hundred fits of each kind."""
        theta = np.array([offset, link])
        p, total, within = asy.table(CELLS, theta)
        counts = np.random.default_rng(29).multinomial(n, p.ravel(), TABLE_RUNS).reshape(-1, 3, 2)
        best = conditional_loss(theta, p)
        fits = [asy.table_fits(CELLS, counts, generative) for generative in (True, False)]
        sides = [asy.table(CELLS, np.array([offset, t]))[1:] for t in LINKS]
        tilt = p[:, 1] / p.sum(axis=1)
        given = np.array([[2 * t - 1, x * (2 * t - 1)] for x, t in zip((-1, 0, 1), tilt)])
        apart = given - p.sum(axis=1) @ given
        return dict(
            total=total,
            within=within,
            between=(apart.T * p.sum(axis=1)) @ apart,
            prices=(float(asy.price(total, within)), float(asy.price(within, within))),
            curve=np.array([asy.price(*pair) for pair in sides]),
            measured=[float(n * (conditional_loss(f, p) - best).mean()) for f in fits],
            inner=float(np.linalg.eigvalsh(np.linalg.inv(within) - np.linalg.inv(total))[0]),
        )

    def picture(self, shapes, curve):
        shapes.curve(
            "generative", GENERATIVE, shows=lambda r: (*ellipse(np.linalg.inv(r.total)),), ls="-"
        )
        shapes.curve(
            "discriminative",
            DISCRIMINATIVE,
            shows=lambda r: (*ellipse(np.linalg.inv(r.within)),),
            ls="--",
        )
        curve.curve("generative", GENERATIVE, shows=lambda r: (LINKS, r.curve), ls="-")
        curve.curve(
            "discriminative", DISCRIMINATIVE, shows=lambda r: (LINKS, np.ones_like(LINKS)), ls="--"
        )
        curve.level(None, plots.BOUND, ":", across=True, shows=lambda r: r.link)
        curve.mark(None, "o", DISCRIMINATIVE, 12, shows=lambda r: (r.link, r.measured[1]))
        curve.mark("mean of 500 fits", "o", GENERATIVE, 7, shows=lambda r: (r.link, r.measured[0]))

        curve.hand("choose the link", shows=lambda r: (r.link, 0.1), link="x")

    def caption(self, r):
        return (
            f"In the limit the generative fit pays {r.prices[0]:.2f}/n and the discriminative one "
            f"{r.prices[1]:.2f}/n, for the same two parameters."
        )

    def numbers(self, r):
        return (
            f"the generative price is {r.prices[0]:.3g} in the limit and {r.measured[0]:.3g} over "
            f"{TABLE_RUNS} fits; the discriminative one {r.prices[1]:.3g} and {r.measured[1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "a generative fit of a true model is cheaper",
            "Theorem 29.5",
            measured=r.prices[0],
            bound=r.prices[1],
            words="If the model of x and y together is true, the generative fit pays at most what "
            "the discriminative one pays.",
        )

    def identities(self, r):
        whole = float(np.abs(r.total - r.within - r.between).max())
        return [
            Claim("variance = within + between", "Theorem 29.5", whole, 0.0, "=="),
            Claim("one ellipse lies inside the other", "Theorem 29.5", r.inner, 0.0, ">="),
            Claim("the discriminative fit pays d/2", "Theorem 29.4", r.prices[1], 1.0, "=="),
        ]


def conditional_loss(theta, p):
    """(...): expected -log p(y | x) of theta (..., 2) where cells have probabilities p."""
    score = CELLS @ theta[..., None, :, None]
    score = score[..., 0]
    top = np.logaddexp(score[..., 0], score[..., 1])
    return (p * (top[..., None] - score)).sum(axis=(-1, -2))
