"""Sure: the band of one bandwidth, the truth of another."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.kernels import gaussian, gp
from helpers.live import Claim, Figure, Guess, axes, bandwidth, int_slider, log_slider, slider
from lessons.n17_gaussian_processes.world import ELLS, design

PLACES = np.linspace(0, 1, 61)
DRAWS = 2000


class Sure(Figure):
    """A 95 % band from one bandwidth around a curve of another, and how often it is right."""

    guess = Guess(
        "Twelve measurements. The model believes in twice the true bandwidth and draws a “95 %” "
        "band. How much of the true curve is inside it, on average?",
        {
            "about 95 %": "That would be so with the true bandwidth: then the band is more than "
            "twice as wide.",
            "about 85 %": "That needs a band of three quarters of the right width. This one is "
            "less than half as wide, and its middle is wrong as well.",
            "about 50 %": "A coin flip would do as well, and the band itself gives no warning.",
            "about 10 %": "It is not that bad: the curve is pinned down at twelve places.",
        },
        answer="about 50 %",
    )

    size = (10, 4.2)
    more = ("sigma", "n")
    story = """
twice the truth
    The model believes in ℓ = 0.2, the curves have ℓ₀ = 0.1. Red: where the curve is outside the
    band.
the truth | bandwidth=0.1
    The same twelve measurements. The band is more than twice as wide, and honest: 95 % on
    average. On this curve a piece near 0.12 is outside.
too short | bandwidth=0.05
    With half the true bandwidth the band is too wide: it holds more than it claims, and says
    less than it could.
more measurements | n=30
    Another curve, measured at thirty places. At ℓ = 0.2 the dishonest band becomes narrower,
    and is right less often.
more noise | sigma=0.5
    The noise hides the mistake in part, for the band is now wide because of σ.
"""
    notes = """Press “new random sample” a few times at ℓ = 0.2: the curve is outside again and
    again. Then ask which of the two bands the class would rather see in a paper. The 2000
    simulated truths behind the figure share their random numbers at all positions."""
    widths = [1.5, 1]
    panels = (
        axes("x", (0, 1), "f(x)", (-3, 3)),
        axes(
            "bandwidth ℓ of model",
            (0.019, 1.05, "log"),
            "share of the curve in the band",
            (0, 1.03),
        ),
    )

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.2, 0.02, 1),
            ell0=log_slider("true bandwidth ℓ₀", 0.1, 0.05, 0.5),
            sample=int_slider("new random sample", 1, 1, 40),
            sigma=slider("noise σ", 0.1, 0.02, 0.5),
            n=int_slider("measurements n", 12, 4, 30),
        )

    @staticmethod
    def compute(bandwidth, ell0, sample, sigma, n):
        """Exact coverage at every place and bandwidth; the same on 2000 simulated curves."""
        model, truth = given(bandwidth, n), given(ell0, n)
        claimed, error, chance = gp.coverage(model, truth, sigma)
        honest = gp.coverage(truth, truth, sigma)[0]
        curve = gp.coverage(given(ELLS, n), truth, sigma)[2].mean(axis=-1)
        f = truths(ell0, n)
        y = f[:, :n] + sigma * shaking()[:, :n]
        means = y @ np.linalg.solve(model[0] + sigma**2 * np.eye(n), model[1].T)
        hit = np.abs(f[:, n:] - means) <= gp.Z95 * claimed
        mean_chance = float(chance.mean())
        return dict(
            x=design(n),
            y=y[sample - 1],
            f=f[sample - 1, n:],
            mean=means[sample - 1],
            claimed=claimed,
            miss=~hit[sample - 1],
            curve=curve,
            mean_chance=mean_chance,
            seen=float(hit.mean()),
            allowed=five_errors(hit.mean(axis=1), mean_chance),
            widths=(float(claimed.mean()), float(honest.mean())),
            squares=(float((error**2).mean()), float((honest**2).mean())),
        )

    def picture(self, left, right):
        right.ticks(x=[0.02, 0.1, 0.5])
        shade = plots.band(left.ax, "95 % band", plots.SKY, 0.35)
        shade(PLACES, PLACES, PLACES)
        left.curve("mean", plots.FIT, shows=lambda r: (PLACES, r.mean))
        left.curve("truth", plots.TRUTH, shows=lambda r: (PLACES, r.f))
        left.curve(
            "outside", plots.RED, shows=lambda r: (PLACES, np.where(r.miss, r.f, np.nan)), lw=4
        )
        left.spots(
            "measurements",
            marker="o",
            ms=7,
            color=plots.TRAIN,
            mec="white",
            shows=lambda r: (r.x, r.y),
        )

        right.ax.axhline(0.95, color=plots.BOUND, ls="--", lw=1.6, label="claimed")
        right.curve("exact", plots.FIT, shows=lambda r: (ELLS, r.curve))
        right.level("ℓ₀", plots.TRUTH, ":", across=True, shows=lambda r: r.ell0)

        right.hand(
            "choose the bandwidth", shows=lambda r: (r.bandwidth, r.mean_chance), bandwidth="x"
        )
        left.add(
            shade,
            shows=lambda r: (PLACES, r.mean - gp.Z95 * r.claimed, r.mean + gp.Z95 * r.claimed),
        )

    def caption(self, r):
        return (
            f"The “95 %” band holds {100 * r.mean_chance:.1f} % of a curve on average. Its "
            f"half-width is {gp.Z95 * r.widths[0]:.2f}; with ℓ₀ it is "
            f"{gp.Z95 * r.widths[1]:.2f}."
        )

    def numbers(self, r):
        return (
            f"exact mean coverage {r.mean_chance:.4f}, {r.seen:.4f} on {DRAWS} simulated curves; "
            f"mean standard deviation claimed {r.widths[0]:.3g}, by the true kernel "
            f"{r.widths[1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "no model errs less than the truth",
            "Theorem 17.4",
            *r.squares[::-1],
            words="Whatever band a model draws, its mean square error is at least that of the true "
            "kernel.",
        )

    def identities(self, r):
        off = "" if np.isclose(r.bandwidth, r.ell0, rtol=1e-12) else "ℓ is not ℓ₀"
        return [
            Claim(
                "coverage on 2000 simulated curves: within five standard errors",
                "Theorem 17.4",
                abs(r.seen - r.mean_chance),
                r.allowed,
            ),
            Claim(
                "95 % with the true kernel", "Theorem 17.4", r.mean_chance, 0.95, "==", why_not=off
            ),
        ]


@lru_cache(8)
def truths(ell0, n):
    """2000 curves of bandwidth ell0 at the n measured and all drawn places."""
    at = np.concatenate([design(n), PLACES])
    return gp.draw(0, gaussian(ell0)(at), np.random.default_rng(5).normal(size=(DRAWS, len(at))))


@lru_cache(1)
def shaking():
    return np.random.default_rng(6).normal(size=(DRAWS, 30))


def given(ell, n):
    """(K, C, prior) of a Gaussian kernel for `gp.coverage`; a stack for an array of bandwidths."""
    x, scale = design(n), 2 * np.square(np.asarray(ell, dtype=float)[..., None, None])
    K, C = (np.exp(-(np.subtract.outer(at, x) ** 2) / scale) for at in (x, PLACES))
    return K, C, np.ones(len(PLACES))


def five_errors(shares, chance):
    """Five standard errors of the mean share; never less than if all places were independent."""
    variance = max(np.var(shares), chance * (1 - chance) / len(PLACES))
    return float(5 * np.sqrt(variance / len(shares)))
