"""The sandwich: a line through 0, noise |x|^a."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.estimation import asymptotics as asy
from helpers.live import Claim, Figure, Handle, Step, int_slider, mean_and_errors, slider
from lessons.n29_asymptotics.world import MOST, normal_density

SLOPE_RUNS = 1000


SLOPE_EDGES, SLOPE_GRID = np.linspace(-7, 7, 57), np.linspace(-7, 7, 241)


POWERS = np.linspace(-0.45, 2, 99)


class Sandwich(Figure):
    """Noise that is louder at the ends, the law of the slope, and two error bars for it."""

    size = (10, 4.0)
    veiled = (1, 2)
    more = ("sample",)
    story = [
        Step(
            "loud ends",
            "The slope scatters as if the noise had variance 3: it is loudest at the ends, where "
            "a line is held. The green line shows what the sandwich says, on average.",
        ),
        Step(
            "even noise",
            "The model is right: textbook, sandwich and truth agree.",
            a=0,
        ),
        Step(
            "quiet ends",
            "The noise is loud near 0, where it cannot turn the line: the textbook’s bar is too "
            "long.",
            a=-0.25,
        ),
        Step(
            "very loud ends",
            "a = 2: the slope’s variance is nearly five times what the textbook says.",
            a=2,
        ),
        Step(
            "four times the examples",
            "Four times the examples halve every error bar, and the error of the slope as well. "
            "The textbook’s variance stays too small by the factor 3.",
            n=400,
        ),
    ]
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

    def picture(self, fig):
        data, law, curve = plots.panels(
            fig,
            dict(xlim=(-3, 3), ylim=(-7, 7), xlabel="x", ylabel="y"),
            dict(xlim=(-6, 6), ylim=(0, 0.62), xlabel="√n × error of the slope"),
            dict(xlim=(-0.5, 2.05), ylim=(0, 5.4), xlabel="noise power a"),
            width_ratios=[0.9, 1.1, 1.1],
        )
        law.set_ylabel("density")
        curve.set_ylabel("n × variance of the slope")
        dots = plots.points(data, [""], size=22)
        truth = plots.curves(data, ["truth"], color=plots.TRUTH, ls="-", lw=1.6)
        fit = plots.curves(data, ["fit"], color=plots.FIT, ls="--")
        heap = plots.histogram(law, SLOPE_EDGES, "slopes")
        right = plots.curves(law, ["limit"], color=plots.TRUTH, ls="-", lw=1.6)
        said = plots.curves(law, ["textbook"], color=plots.RED, ls="--")
        exact = plots.curves(curve, ["2a + 1"], color=plots.TRUTH, ls="-", lw=1.6)
        here_n = plots.curves(curve, [None], color=plots.TRUTH, ls=":", lw=1.4)
        flat = plots.curves(curve, ["textbook"], color=plots.RED, ls="--")
        robust = plots.curves(curve, ["sandwich"], color=plots.GREEN, ls="-")
        for ax in (data, law, curve):
            plots.legend_above(ax, handlelength=1.1, columnspacing=0.7)
        here, ends = plots.star(curve), np.array([-3.0, 3.0])
        dotted = plots.note(curve, x=0.42, y=0.12)

        return lambda r: (
            *dots(np.column_stack([r.x, r.y])),
            *truth(ends, ends),
            *fit(ends, r.slope * ends),
            *heap(r.scaled),
            *right(SLOPE_GRID, normal_density(SLOPE_GRID, r.limit)),
            *said(SLOPE_GRID, normal_density(SLOPE_GRID, 1.0)),
            *exact(POWERS, asy.inflation(POWERS)),
            *here_n(POWERS, asy.inflation(POWERS, r.n)),
            *flat(POWERS, np.ones_like(POWERS)),
            *robust(r.a + np.array([-0.4, 0.4]), np.full(2, r.bars[1])),
            *here(r.a, r.square),
            *dotted(f"dotted: n = {r.n}"),
        )

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
