"""Evidence: which bandwidth do the data believe in?."""

import numpy as np

from helpers import plots
from helpers.kernels import gaussian, gp
from helpers.live import Claim, Figure, Guess, axes, bandwidth, regularisation
from lessons.n17_gaussian_processes.world import ELLS, TRUE_ELL, TRUE_SIGMA, XS, YS, sd_of, tidy

GRAMS = np.array([gaussian(ell)(XS) for ell in ELLS])
TRUE_COV = gaussian(TRUE_ELL)(XS) + TRUE_SIGMA**2 * np.eye(25)
FINE = np.linspace(0, 1, 241)  # a band of ℓ = 0.03 has narrow waists


class Evidence(Figure):
    """Twenty-five measurements, a fit, and the log evidence of every bandwidth."""

    guess = Guess(
        "Twenty-five measurements. The blue curve (ℓ = 0.03) comes nearer to them than the one "
        "with ℓ = 0.1 would. Which ℓ gave these data the larger density?",
        {
            "0.03, far larger": "It comes near. But it could have come near to almost any other "
            "data too, so it gave little density to these.",
            "0.03, a little larger": "Nearer to the points, but density has to be shared among all "
            "data that a model finds possible.",
            "0.1, a little larger": "The right one, but 7.1 in the logarithm is a lot.",
            "0.1, far larger": "Some 1200 times. It is near enough, and could not have been near "
            "to everything.",
        },
        answer="0.1, far larger",
    )

    size = (10, 4.4)
    veiled = (1,)
    story = """
a nervous curve
    A short bandwidth comes nearest to the points (red, the fit term, is high), but it could
    have come near to any points: purple, the complexity term, is low.
the best | bandwidth=0.1
    The top of the blue curve. Dotted: the bandwidth ℓ₀ that made these data.
a stiff curve | bandwidth=0.6
    A stiff curve is not penalised (purple is high), but misses the points: red falls.
hardly any noise | lam=0.00018, bandwidth=0.045
    With λ a twentieth of the truth every wiggle has to be curve: the blue top moves to a
    shorter bandwidth, and sinks.
all noise | lam=0.072, bandwidth=0.1
    With λ twenty times the truth nothing has to be curve: the blue line is nearly flat, and the
    data have little to say about ℓ.
"""
    notes = """Cover the right panel and let the class vote for the best of three fits (0.03, 0.1,
    0.6) by eye; then show which one the data would have found least surprising. The dashed black
    curve is the same averaged over all data sets of the truth: its top is at ℓ₀ when λ is right."""
    widths = [1.2, 1]
    panels = (
        axes("x", (0, 1), "y", (-3, 3)),
        axes("bandwidth ℓ", (0.019, 1.05, "log"), "log evidence and its two terms", (-60, 10)),
    )

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.03, 0.02, 1),
            lam=regularisation(0.0036, 1e-4, 0.1),
        )

    @staticmethod
    def compute(bandwidth, lam):
        """Fit and band; evidence as one density, as a sum of forecasts, and on average."""
        sigma, k = np.sqrt(25 * lam), gaussian(bandwidth)
        K = k(XS)
        mean, variance = gp.posterior(K, k(FINE, XS), np.ones(len(FINE)), YS, sigma)
        fit, complexity = gp.log_evidence(K, YS, sigma)
        fits, complexities = gp.log_evidence(GRAMS, YS, sigma)
        return dict(
            sigma=sigma,
            mean=mean,
            sd=sd_of(variance),
            parts=(float(fit), float(complexity)),
            total=float(fit + complexity),
            curves=(fits, complexities),
            forecast=float(gp.forecasts(K, YS, sigma).sum()),
            averages=average_evidence(GRAMS, sigma),
            average=float(average_evidence(K, sigma)),
            truth=float(average_evidence(TRUE_COV - TRUE_SIGMA**2 * np.eye(25), TRUE_SIGMA)),
        )

    def picture(self, left, right):
        right.ticks(x=[0.02, 0.1, 0.5])
        shade = plots.band(left.ax, "95 % band", plots.SKY, 0.35)
        shade(FINE, FINE, FINE)
        left.curve("mean", plots.FIT, shows=lambda r: (FINE, r.mean))
        left.spots(
            "measurements",
            marker="o",
            ms=7,
            color=plots.TRAIN,
            mec="white",
            shows=lambda r: (XS, YS),
        )

        right.ax.axvline(TRUE_ELL, color=plots.TRUTH, ls=":", lw=1.4)
        right.curve("fit", plots.RED, shows=lambda r: (ELLS, r.curves[0]), ls="-.")
        right.curve("complexity", plots.PURPLE, shows=lambda r: (ELLS, r.curves[1]), ls=(0, (5, 1)))
        right.curve("sum", plots.FIT, shows=lambda r: (ELLS, r.curves[0] + r.curves[1]), lw=2.6)
        right.curve("average", plots.TRUTH, shows=lambda r: (ELLS, r.averages), ls="--", lw=1.4)
        right.legend(columnspacing=0.7)
        right.hand(
            "choose the bandwidth",
            shows=lambda r: (r.bandwidth, float(np.clip(r.total, -58, 8))),
            bandwidth="x",
        )
        left.add(shade, shows=lambda r: (FINE, r.mean - gp.Z95 * r.sd, r.mean + gp.Z95 * r.sd))

    def caption(self, r):
        total = r.curves[0] + r.curves[1]
        return (
            f"Log evidence {tidy(r.total)} here; the top of the blue curve has "
            f"{tidy(max(r.total, total.max()))}, near ℓ = {ELLS[np.argmax(total)]:.2g}."
        )

    def numbers(self, r):
        top = ELLS[np.argmax(r.curves[0] + r.curves[1])]
        return (
            f"noise σ = {r.sigma:.3g}; log evidence {r.total:.4g}, of which fit {r.parts[0]:.4g}, "
            f"complexity {r.parts[1]:.4g}; largest near ℓ = {top:.2g}; on average over data "
            f"{r.average:.4g}, and {r.truth:.4g} for the true model."
        )

    def headline(self, r):
        return Claim(
            "on average the truth wins",
            "Theorem 17.5",
            r.average,
            r.truth,
            words="Averaged over all data sets that the truth could send (black), no ℓ and no λ "
            "has a larger log evidence than the true ones.",
        )

    def identities(self, r):
        return [
            Claim(
                "evidence = sum of forecasts", "Theorem 17.5", r.forecast, r.total, "==", tol=1e-7
            ),
        ]


def average_evidence(K, sigma):
    """The log evidence of a model, averaged over all data that the truth could send."""
    A = K + sigma**2 * np.eye(25)
    quadratic = np.trace(np.linalg.solve(A, np.broadcast_to(TRUE_COV, A.shape)), axis1=-2, axis2=-1)
    return -(quadratic + np.linalg.slogdet(A)[1] + 25 * np.log(2 * np.pi)) / 2
