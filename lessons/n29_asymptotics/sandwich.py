"""The sandwich: a line through 0, noise |x|^a."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.estimation import asymptotics as asy
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, mean_and_errors, slider
from lessons.n29_asymptotics.world import MOST, normal_density

SLOPE_RUNS = 1000
SLOPE_EDGES, SLOPE_GRID = np.linspace(-7, 7, 57), np.linspace(-7, 7, 241)
POWERS = np.linspace(-0.45, 2, 99)


class Sandwich(Figure):
    """Noise that is louder at the ends, the law of the slope, and two error bars for it."""

    guess = Guess(
        "The noise is louder at the ends (left), but its average variance is 1, as ever. The "
        "textbook’s error bar for the slope is",
        {
            "too short": "The ends hold the line, and just there the noise is loud. The variance "
            "is three times what the textbook says.",
            "right: the average is what counts": "The examples do not count alike. Those at the "
            "ends hold the line.",
            "too long": "That happens when the noise is loud near 0, where it cannot turn the "
            "line: step 3.",
        },
        answer="too short",
    )

    size = (10, 4.0)
    veiled = (1, 2)
    more = ("sample",)
    story = """
loud ends
    The slope scatters as if the noise had variance 3: it is loudest at the ends, where a line
    is held. The green line shows what the sandwich says, on average.
even noise | a=0
    The model is right: textbook, sandwich and truth agree.
quiet ends | a=-0.25
    The noise is loud near 0, where it cannot turn the line: the textbook’s bar is too long.
very loud ends | a=2
    a = 2: the slope’s variance is nearly five times what the textbook says.
four times the examples | n=400
    Four times the examples halve every error bar, and the error of the slope as well. The
    textbook’s variance stays too small by the factor 3.
"""
    handles = [
        Handle(
            "choose the power a",
            at=lambda r: (r.a, r.square),
            to=lambda r, x, y: dict(a=x),
            panel=2,
        )
    ]
    notes = """Show the left panel alone first. Most say “right: the average noise is what counts”.
    The factor 2a + 1 comes from E|x|^(2a+2) / E|x|^(2a): exercise 3 derives it."""
    widths = [0.9, 1.1, 1.1]
    panels = (
        axes("x", (-3, 3), "y", (-7, 7)),
        axes("√n × error of the slope", (-6, 6), "density", (0, 0.62)),
        axes("noise power a", (-0.5, 2.05), "n × variance of the slope", (0, 5.4)),
    )

    def sliders(self):
        return dict(
            a=slider("noise power a", 1, -0.25, 2, 0.05),
            n=int_slider("examples n", 100, 50, MOST, 50),
            sample=int_slider("new random sample", 1, 1, 20),
        )

    @staticmethod
    def compute(a, n, sample):
        """All slopes with both of their error bars; the true slope is 1."""
        x, logs, xi = (part[:, :n] for part in slope_draws())
        noise = np.exp(a * logs) * xi / asy.noise_scale(a)
        slope, textbook, robust = asy.slopes(x, x + noise)
        off = slope - 1
        return dict(
            x=x[sample - 1],
            y=(x + noise)[sample - 1],
            slope=float(slope[sample - 1]),
            scaled=np.sqrt(n) * off,
            square=float(n * np.mean(off**2)),
            exact=float(asy.inflation(a, n)),
            limit=float(asy.inflation(a)),
            apart=mean_and_errors(n * off**2 - asy.inflation(a, n)),
            bias=mean_and_errors(off),
            scatter=mean_and_errors((x * noise) ** 2 - asy.inflation(a)),
            bars=(float(n * textbook.mean()), float(n * robust.mean())),
            covers=tuple(float(np.mean(off**2 < 1.96**2 * v)) for v in (textbook, robust)),
        )

    def picture(self, data, law, curve):
        for panel in (data, law, curve):
            panel.legend(handlelength=1.1, columnspacing=0.7)
        data.points([""], size=22, shows=lambda r: np.column_stack([r.x, r.y]))
        data.curve("truth", plots.TRUTH, shows=lambda r: (ends, ends), ls="-", lw=1.6)
        data.curve("fit", plots.FIT, shows=lambda r: (ends, r.slope * ends), ls="--")
        law.histogram(SLOPE_EDGES, "slopes", shows=lambda r: r.scaled)
        law.curve(
            "limit",
            plots.TRUTH,
            shows=lambda r: (SLOPE_GRID, normal_density(SLOPE_GRID, r.limit)),
            ls="-",
            lw=1.6,
        )
        law.curve(
            "textbook",
            plots.RED,
            shows=lambda r: (SLOPE_GRID, normal_density(SLOPE_GRID, 1.0)),
            ls="--",
        )
        curve.curve(
            "2a + 1", plots.TRUTH, shows=lambda r: (POWERS, asy.inflation(POWERS)), ls="-", lw=1.6
        )
        curve.curve(
            None, plots.TRUTH, shows=lambda r: (POWERS, asy.inflation(POWERS, r.n)), ls=":", lw=1.4
        )
        curve.curve("textbook", plots.RED, shows=lambda r: (POWERS, np.ones_like(POWERS)), ls="--")
        curve.curve(
            "sandwich",
            plots.GREEN,
            shows=lambda r: (r.a + np.array([-0.4, 0.4]), np.full(2, r.bars[1])),
            ls="-",
        )
        here, ends = plots.star(curve.ax), np.array([-3.0, 3.0])
        curve.note(x=0.42, y=0.12, shows=lambda r: f"dotted: n = {r.n}")

        curve.add(here, shows=lambda r: (r.a, r.square))

    def caption(self, r):
        return (
            f"n × variance is {r.square:.2f} (star). Of “95 %” intervals the textbook’s cover the "
            f"truth in {100 * r.covers[0]:.0f} %, the sandwich’s in {100 * r.covers[1]:.0f} %."
        )

    def numbers(self, r):
        return (
            f"n × variance of the slope is {r.square:.3g}, theory {r.exact:.3g} and 2a + 1 = "
            f"{r.limit:.3g}; the textbook says {r.bars[0]:.3g}, the sandwich {r.bars[1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "noise |x|ᵃ inflates the variance by 2a + 1",
            "Theorem 29.3",
            measured=abs(r.apart[0]),
            bound=r.apart[1],
            words="The slope’s variance is 2a + 1 times the textbook’s, corrected for n, within "
            "five standard errors.",
        )

    def identities(self, r):
        return [
            Claim("the slope is right on average", "section 2", abs(r.bias[0]), r.bias[1]),
            Claim("the scatter V is 2a + 1", "Theorem 29.3", abs(r.scatter[0]), r.scatter[1]),
        ]


@lru_cache(1)
def slope_draws():
    """x, log|x| and standard normal noise of a thousand samples of 400."""
    rng = np.random.default_rng(29)
    x, xi = rng.normal(size=(2, SLOPE_RUNS, MOST))
    return x, np.log(np.abs(x)), xi
