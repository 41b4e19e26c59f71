"""The figure `shaking`."""

import numpy as np

from helpers import plots
from helpers.descent import chains
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, step_size, temperature
from lessons.n10_langevin.world import EXACT, NORMAL, STEPS, walk


class Shaking(Figure):
    """SGLD on the mean of fifty numbers: one chain, and where all chains spend their time."""

    guess = Guess(
        "The walk looks for the mean of 50 numbers; each step looks at 10 of them, moves, and is "
        "kicked. Let each step look at <i>one</i> number instead, with the same kicks. How wide "
        "does the cloud of visited points become?",
        {
            "as wide as before": "The kicks are the same, but they are not the only noise: one "
            "number says little about the mean of fifty.",
            "a little wider": "More than that: one number is a very noisy witness for fifty.",
            "more than twice as wide": "Its standard deviation goes from 0.22 to 0.55. A noisy "
            "slope shakes too, without being asked.",
            "narrower": "Fewer numbers a step mean more noise, not less.",
        },
        answer="more than twice as wide",
    )

    play = "T"
    veiled = (1,)
    story = """
small steps, all data | eta=0.001, m=50
    Each step looks at all 50 numbers and moves a little. The histogram fills the black curve:
    the walk has found a whole distribution, not a point.
longer steps | eta=0.02, m=50
    Steps twenty times as long. Nobody touched the temperature; the cloud is too wide.
small batches | m=1
    One number a step: the estimate of the slope is so bad that the cloud is four times as wide
    as the black curve.
hot | eta=0.001, m=50, tau=5
    Temperature 5: now the target itself is wider, by √5, and the small steps follow it.
cold | tau=0.5, m=50
    Temperature 0.5: a narrower target, and a narrower cloud.
no burn-in | eta=0.001, burn=0
    The way down from the start is counted as if it meant something: drag the dotted line to the
    right to forget it.
too far | eta=0.041, m=50, T=30
    A little over η = 2/a: each step overshoots by more, and soon leaves the picture.
"""
    sees = {
        "small steps, all data": lambda r: abs(width(r) - 1) < 0.06 and abs(r.tau - 1) < 0.01,
        "longer steps": lambda r: r.m == 50 and r.tau == 1 and 1.1 < width(r) < 4,
        "small batches": lambda r: 3.5 < width(r) < 4.5,
        "hot": lambda r: r.tau == 5 and abs(width(r) - 1) < 0.06,
        "cold": lambda r: r.tau < 1 and r.draws.std() < 0.14,
        "no burn-in": lambda r: r.kept == 0 and r.draws.mean() > NORMAL.mean + 0.03,
        "too far": lambda r: np.abs(r.mean[-1] - NORMAL.mean) > np.abs(r.mean[0] - NORMAL.mean),
    }
    handles = [
        Handle(
            "drag the end of the burn-in",
            at=lambda r: (r.kept, 2.1),
            to=lambda r, x, y: dict(burn=x),
        )
    ]
    more = ("burn",)
    notes = """Let the class vote on three sliders: which of τ, η and m change the width of the
    histogram, and which should? Then small batches: four times too wide although nobody touched the
    temperature. Only τ should set the width; η and m do too, and section 2 says by how much."""
    widths = [2, 1]
    shared = dict(sharey=True)
    panels = (axes("step $t$", (0, STEPS), "$w$", (-0.4, 2.4)), axes("density", (0, 4.2)))

    def sliders(self):
        return dict(
            eta=step_size(0.01, 0.0005, 0.05),
            tau=temperature(1, 0.5, 5),
            m=int_slider("batch size m", 10, 1, 50),
            T=int_slider("steps T", 300, 1, STEPS),
            burn=int_slider("burn-in B", 60, 0, 250),
        )

    @staticmethod
    def compute(eta, tau, m, T, burn):
        """Run all chains; their exact mean and variance after every step come from Theorem 10.2."""
        a, V = NORMAL.precision, NORMAL.gradient_variance(m, replace=False)
        run, keep = walk(eta, tau, m), 1 - eta * a
        mean, var = chains.linear_law(run.eta[:T], a, tau, V, start=2 - NORMAL.mean)
        away, kept = run.w[..., 0] - NORMAL.mean, min(burn, T)
        return dict(
            a=a,
            V=V,
            w=run.w[: T + 1, :, 0],
            mean=mean + NORMAL.mean,
            var=var,
            draws=run.w[kept : T + 1, :, 0],
            kept=kept,
            entered=away[1:] - keep * away[:-1],  # the noise of every step of every chain
            rest=chains.stationary_variance(eta, a, tau, V),
            sign="η is over 2/a, so each step overshoots by more" if eta * a >= 2 else "",
        )

    def picture(self, left, right):
        grid, t = np.linspace(-0.4, 2.4, 281), np.arange(STEPS + 1)
        left.band("95 % of all chains", shows=self.cloud)
        left.curve("one of 200 chains", plots.FIT, shows=lambda r: (t, r.w[:, 0]), lw=1)
        left.level("end of the burn-in", across=True, shows=lambda r: r.kept)
        left.note(y=0.12, shows=lambda r: r.sign)
        left.ax.fill_between([], [], [], color=plots.FIT, alpha=0.2, label="95 % of all chains")

        edges = np.linspace(-0.4, 2.4, 85)
        right.histogram(edges, "all chains", sideways=True, shows=lambda r: r.draws)
        right.curve(
            "target",
            plots.TRUTH,
            shows=lambda r: (chains.tempered(NORMAL.log_density, grid, r.tau), grid),
        )

    @staticmethod
    def cloud(r):
        """Steps, and two standard deviations below and above the mean."""
        low, high = plots.gaps(r.mean + np.outer([-2, 2], r.var**0.5))
        return np.arange(len(low)), low, high

    def caption(self, r):
        if r.sign:
            return "The chains run away: there is no rest, and no histogram to speak of."
        return (
            f"The points have standard deviation {r.draws.std():.2f}; the target has "
            f"{(r.tau / r.a) ** 0.5:.2f}."
        )

    def numbers(self, r):
        return (
            f"after burn-in the points have mean {r.draws.mean():.3g} and standard deviation "
            f"{r.draws.std():.3g}; the target has {NORMAL.mean:.3g} and "
            f"{(r.tau / r.a) ** 0.5:.3g}; at rest SGLD's standard deviation is {r.rest**0.5:.3g}."
        )

    def headline(self, r):
        spread = (r.entered**2).mean() / (1 - (1 - r.eta * r.a) ** 2)
        return Claim(
            "variance at rest from 60 000 noises = by the formula, within 5 standard errors",
            "Theorem 10.2",
            spread if not r.sign else np.nan,
            r.rest,
            "==",
            EXACT * min(r.rest, 1),  # a share of the variance, however small
            r.sign,
            "At rest the variance is (2ητ + η²V) / (1 − (1 − ηa)²): all three sliders set it.",
        )

    def identities(self, r):
        keep, two, T = 1 - r.eta * r.a, "Theorem 10.2", r.T
        path = r.mean[-1] + keep ** np.arange(T)[::-1] @ r.entered[:T, 0]
        exact = (2 * r.eta * r.tau + r.eta**2 * r.V) * (keep ** (2 * np.arange(T))).sum()
        least = np.nan if r.sign else r.rest * r.a / r.tau
        return [
            Claim(
                "last point = start + all noises, each shrunk", two, r.w[-1, 0], path, "==", 1e-7
            ),
            Claim("variance of the band = a geometric sum", two, r.var[-1] / exact, 1, "=="),
            Claim("never narrower than the target", two, least, 1, ">=", why_not=r.sign),
        ]


def width(r):
    """The standard deviation of the points, as a multiple of the target's."""
    return r.draws.std() / (r.tau / r.a) ** 0.5
