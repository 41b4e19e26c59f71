"""The figure `belief`."""

import numpy as np

from helpers import plots
from helpers.linear import least_squares
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, log_slider
from lessons.n04_least_squares.world import PLAIN


class Belief(Figure):
    """Ridge as the most probable line under a Gaussian prior."""

    guess = Guess(
        r"Double the number of examples, with noise and prior as before. The $\lambda$ at which "
        "ridge gives the most probable $w$ will …",
        {
            "double": "The prior does not get stronger with more data.",
            "stay the same": "The prior stays the same, but our loss is a mean: its weight against "
            "the data halves.",
            "halve": "Right: λ = σ²/(n σ_w²). The more data, the less the prior counts.",
        },
        answer="halve",
    )

    story = """
five examples
    Prior (dotted) and data (dash-dot) meet in the posterior.
stubborn | prior_sd=0.1
    A narrow prior: five examples hardly move it.
open-minded | prior_sd=5
    A wide prior: the posterior is what the data say.
many examples | n=40
    Forty examples outvote the prior.
loud noise | sigma=2
    Loud noise: the examples are believed less, the prior more.
"""
    sees = {
        "stubborn": lambda r: np.linalg.norm(r.mean) < 0.3 * np.linalg.norm(r.w0),
        "open-minded": lambda r: np.abs(r.mean - r.w0).max() < 0.02,
        "many examples": lambda r: np.abs(r.mean - r.w0).max() < 0.1 and r.prior_sd < 1,
        "loud noise": lambda r: r.lam > 1 and abs(r.mean[1]) < 0.7 * abs(r.w0[1]),
    }
    handles = [
        Handle(
            "choose the prior's width",
            at=lambda r: (2.448 * r.prior_sd, 0),
            to=lambda r, x, y: dict(prior_sd=abs(x) / 2.448),
        )
    ]
    notes = """Drag the dotted curve. Where would λ = 0 be, where λ = ∞?"""
    panels = (
        axes("intercept", (-2.6, 2.6), "slope", (-2.6, 2.6)),
        axes("$x$", (-2, 2), "$y$", (-4, 4)),
    )

    def sliders(self):
        return dict(
            sigma=log_slider("noise σ", 0.6, 0.1, 2),
            prior_sd=log_slider("prior width σ_w", 0.5, 0.05, 5),
            n=int_slider("examples n", 5, 2, 40),
        )

    @staticmethod
    def compute(sigma, prior_sd, n):
        """Posterior of intercept and slope, and the band it gives for the line."""
        x = np.random.default_rng(6).uniform(-1.5, 1.5, n)
        noise = np.random.default_rng(7).standard_normal(n)
        X, y = np.column_stack([np.ones(n), x]), 0.5 - 1.2 * x + sigma * noise
        mean, cov = least_squares.posterior(X, y, sigma, prior_sd)
        w0 = least_squares.least_squares(X, y).w
        t = np.linspace(-2, 2, 41)
        sd = np.sqrt(cov[0, 0] + 2 * cov[0, 1] * t + cov[1, 1] * t**2)
        data_alone = w0, sigma**2 * np.linalg.inv(X.T @ X)
        prior = np.zeros(2), prior_sd**2 * np.eye(2)
        regions = [(mean, cov), data_alone, prior]
        lam, line = sigma**2 / (n * prior_sd**2), mean[0] + mean[1] * t
        return dict(
            X=X, y=y, mean=mean, cov=cov, w0=w0, t=t, sd=sd, regions=regions, lam=lam, line=line
        )

    def picture(self, left, right):
        regions = plots.ellipses(left.ax, ["posterior", "data alone", "prior"], legend=None)
        looks = (plots.FIT, "-"), (plots.PURPLE, "-."), (plots.BLACK, ":")
        for line, (colour, dash) in zip(left.ax.lines, looks):
            line.set(color=colour, ls=dash)
        mode = plots.star(left.ax)
        spread = plots.band(right.ax, colour=plots.FIT)
        line = plots.curves(right.ax, ["most probable"], color=plots.FIT, lw=2.6)
        plain = plots.curves(right.ax, ["least squares"], **PLAIN)
        dots = plots.points(right.ax, ["examples"], legend=None, size=60, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)

        left.add(regions, shows=lambda r: (*r.regions,))
        left.add(mode, shows=lambda r: (*r.mean,))
        right.add(spread, shows=lambda r: (r.t, r.line - 1.96 * r.sd, r.line + 1.96 * r.sd))
        right.add(line, shows=lambda r: (r.t, r.line))
        right.add(plain, shows=lambda r: (r.t, r.w0[0] + r.w0[1] * r.t))
        right.add(dots, shows=lambda r: np.column_stack([r.X[:, 1], r.y]))

    def caption(self, r):
        return (
            f"The prior pulls the slope from {r.w0[1]:.3g} to {r.mean[1]:.3g}: it is worth "
            f"λ = {r.lam:.2g}."
        )

    def numbers(self, r):
        return (
            f"noise and prior amount to λ = {r.lam:.3g}; the most probable line has intercept "
            f"{r.mean[0]:.3g} and slope {r.mean[1]:.3g}, least squares {r.w0[0]:.3g} and "
            f"{r.w0[1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "most probable slope = ridge slope at λ = σ²/(n σ_w²)",
            "Theorem 4.8",
            r.mean[1],
            least_squares.Ridge(r.X, r.y).w(r.lam)[1],
            "==",
            words="The most probable line is the ridge line at λ = σ²/(n σ_w²).",
        )

    def identities(self, r):
        s = least_squares.Ridge(r.X, r.y).s
        volume = np.prod(1 / (s**2 / r.sigma**2 + 1 / r.prior_sd**2))
        widest = np.sqrt(np.linalg.eigvalsh(r.cov)[-1])
        both = np.linalg.det(r.cov) / volume
        return [
            Claim("precisions add: volume of the posterior", "Theorem 4.8", both, 1, "=="),
            Claim("nowhere less sure than the prior", "Theorem 4.8", widest, r.prior_sd),
        ]
