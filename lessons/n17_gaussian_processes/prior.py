"""Further: what a kernel believes before any data."""

import numpy as np

from helpers import plots
from helpers.kernels import gaussian, gp, laplace, linear, periodic, polynomial
from helpers.live import Claim, Figure, Guess, axes, bandwidth, choice, int_slider, slider

MANY = np.random.default_rng(4).normal(size=(1000, 81))
FAMILIES = {
    "Gaussian": gaussian,
    "Laplace": laplace,
    "linear": lambda ell: linear(),
    "polynomial": lambda ell: polynomial(3),
    "periodic": lambda ell: periodic(0.5, ell),
}


AXIS = np.linspace(-1, 1, 81)


class Prior(Figure):
    """Five curves of a Gaussian process before any data, and their covariance."""

    guess = Guess(
        r"The Laplace kernel $e^{-|x - z|/\ell}$ looks much like the Gaussian one, but for a tip "
        "at x = z. What do its curves look like?",
        {
            "smooth, like those of the Gaussian": "The tip says that even the nearest neighbours "
            "may differ: by about the root of their distance.",
            "smooth, with a corner here and there": "The tip is at every x, and so are the "
            "corners.",
            "jagged everywhere": "At the tip the kernel falls like a straight line, so values at "
            "distance d differ by about √d, far more than d. Share prices look like this.",
        },
        answer="jagged everywhere",
    )

    size = (10, 4.2)
    story = """
Laplace
    The tip of this kernel makes every curve jagged at all scales.
Gaussian | kernel="Gaussian"
    Smooth curves; after three ℓ a curve has forgotten where it was.
a short bandwidth | kernel="Gaussian", bandwidth=0.08
    The same law with ℓ = 0.08: many hills, and all of them smooth.
linear | kernel="linear", sample=99
    All curves are straight lines through 0.
polynomial | kernel="polynomial", sample=99
    All curves are cubics: the farther from 0, the wider they spread.
periodic | kernel="periodic", bandwidth=1.0
    Every curve repeats itself after ½.
"""  # fmt: skip
    notes = """For who asks where the prior comes from. Let the class choose a kernel for the
    temperature of a day, a share price, a straight-line law."""
    widths = [1.4, 1]
    panels = (
        axes("x", (-1, 1), "f(x)", (-3.5, 3.5)),
        axes("x", (-1.03, 1.03), "correlation with f(anchor)", (-1.1, 1.15)),
    )

    def sliders(self):
        return dict(
            kernel=choice("kernel", "Laplace", FAMILIES),
            bandwidth=bandwidth(0.3, 0.06, 3),
            anchor=slider("anchor", 0.5, -1, 1, 0.05),
            sample=int_slider("new random sample", 1, 1, 200),
        )

    @staticmethod
    def compute(kernel, bandwidth, anchor, sample):
        """A thousand curves: five to look at, all of them for the covariance with the anchor."""
        K = kernel(bandwidth)(AXIS)
        curves = gp.draw(0, K, MANY)
        at = int(np.argmin(np.abs(AXIS - anchor)))
        seen = (curves * curves[:, at : at + 1]).mean(axis=0)
        error = np.sqrt((np.diag(K) * K[at, at] + K[at] ** 2) / len(MANY))
        off = np.abs(seen - K[at]) / np.maximum(error, 1e-9)
        return dict(
            at=at,
            paths=curves[5 * (sample - 1) : 5 * sample],
            seen=seen,
            exact=K[at],
            correlation=correlated(K[at], np.diag(K), at),
            measured=correlated(seen, np.square(curves).mean(axis=0), at),
            off=float(off.max()),
            bend=float(np.abs(np.diff(curves, 2, axis=1)).max()),
            straight=kernel is FAMILIES["linear"],
        )

    def picture(self, left, right):
        left.ax.set_xticks([-1, -0.5, 0, 0.5, 1])
        left.bundle(5, "five curves", plots.FIT, 1.5, shows=lambda r: (AXIS, r.paths))

        right.curve("by the kernel", plots.TRUTH, shows=lambda r: (AXIS, r.correlation))
        right.spots(
            "of 1000 curves",
            marker="o",
            ms=5,
            mfc="none",
            mec=plots.BLUE,
            shows=lambda r: (AXIS[::2], r.measured[::2]),
        )

        right.hand(
            "choose the anchor", shows=lambda r: (r.anchor, float(r.correlation[r.at])), anchor="x"
        )

    def caption(self, r):
        return (
            f"A thousand curves vary together with f({AXIS[r.at]:.2f}) as the kernel says: off by "
            f"at most {r.off:.1f} standard errors at any x."
        )

    def numbers(self, r):
        return (
            f"variance at the anchor {r.seen[r.at]:.3g} measured, {r.exact[r.at]:.3g} by the "
            f"kernel; largest deviation {r.off:.2g} standard errors."
        )

    def headline(self, r):
        return Claim(
            "the kernel is the covariance",
            "Fact 17.9",
            r.off,
            5.0,
            words="Curves drawn from the process have the kernel as covariance: over all x it is "
            "met up to five standard errors.",
        )

    def identities(self, r):
        return [
            Claim(
                "straight lines",
                "Fact 17.9",
                r.bend,
                0.0,
                "==",
                1e-6,
                why_not="" if r.straight else "the kernel is not linear",
            )
        ]


def correlated(covariance, variances, at):
    """Correlation with the value at place `at`; 0 where a value does not vary."""
    scale = np.sqrt(variances * variances[at])
    return np.where(scale > 1e-9, covariance / np.maximum(scale, 1e-9), 0.0)
