"""Balls in the space of a kernel."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import rademacher as rad
from helpers.kernels.algebra import gaussian
from helpers.kernels.gram import Pairs
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    log_slider,
)
from helpers.live.controls import bandwidth as bandwidth_slider
from lessons.n27_rademacher.world import patients

WIDTHS = np.geomspace(0.1, 100, 61)
CROWD = 100  # patients


class Bandwidth(Figure):
    """A ball in the space of a Gaussian kernel: what the bandwidth changes, and what not."""

    guess = Guess(
        "The bandwidth shrinks from 100 to 0.1, the radius B stays. The complexity of the ball …",
        {
            "grows about a thousandfold": "The bandwidth falls a thousandfold. Look how flat the "
            "left curve is.",
            "grows by less than a third": "From about 80 % to 100 % of a bound that does not know "
            "ℓ.",
            "falls": "It grows, but you would hardly notice.",
        },
        answer="grows by less than a third",
    )

    size = (10, 4.3)
    veiled = (0,)
    story = """
a ball of radius 1
    Left: the complexity of the ball, for all bandwidths. It stays between 80 % and 100 % of its
    bound, which does not know the bandwidth at all.
narrow | ell=0.3
    At ℓ = 0.3 every patient is alone. True labels and coins cost the same norm: the kernel
    memorises.
right | ell=2.0
    Around ℓ = 2 true labels cost the least, and coins 1.7 times as much.
wide | ell=50.0
    At ℓ = 50 all functions of small norm are nearly constant: all labels are dear.
a smaller ball | B=0.5
    Half the radius: the whole left curve is half as high. The radius counts.
a little error allowed | lam=0.01
    With more regularisation labels need not be met exactly: all of them cost less.
"""
    sees = {
        "a ball of radius 1": lambda r: (np.abs(r.B * r.curves[0] / 0.1 - 0.9) <= 0.101).all(),
        "narrow": lambda r: abs(r.coin_norm / r.norm - 1) < 0.03,
        "right": lambda r: (
            r.norm < 1.05 * r.curves[1].min() and round(r.coin_norm / r.norm, 1) == 1.7
        ),
        "wide": lambda r: r.norm > 5 * r.curves[1].min(),
        "a smaller ball": lambda r: (
            abs(r.R / rad.kernel_ball(gaussian(r.ell)(crowd()[0]), crowd()[2]) - 0.5) < 1e-9
        ),
        "a little error allowed": lambda r: (r.curves[1:] < width_curves(1e-4)[1:]).all(),
    }
    notes = """The class expects a narrow kernel to be a rich class. For a fixed radius it is not:
    σ'Kσ has mean trace K whatever K is off its diagonal. What a narrow kernel changes is the price
    of labels, the right panel."""

    panels = (
        axes("bandwidth ℓ", (0.1, 100, "log"), "complexity of the ball", (0, 0.115)),
        axes("bandwidth ℓ", (0.1, 100, "log"), "norm that labels need", (4, 120, "log")),
    )

    def sliders(self):
        return dict(
            ell=bandwidth_slider(10.0, 0.1, 100),
            B=log_slider("radius B", 1.0, 0.1, 1),
            lam=log_slider("regularisation λ", 1e-4, 1e-4, 0.01, 10),
        )

    @staticmethod
    def compute(ell, B, lam):
        """Complexity and its bound at this bandwidth and at all; the norms that labels need."""
        pairs, y, S = crowd()
        K = gaussian(ell)(pairs)
        norm, coin_norm = label_norms(K, y, lam)
        curves = width_curves(lam)
        return dict(
            curves=curves,
            R=rad.kernel_ball(K, S, B),
            bound=float(rad.kernel_bound(K, B)),
            mean_square=float(np.einsum("si,si->s", S @ K, S).mean()),
            trace=float(np.trace(K)),
            norm=norm,
            coin_norm=coin_norm,
            own=rad.kernel_ball(K, S, norm),
        )

    def picture(self, left, right):
        for panel in (left, right):
            panel.ax.set_xticks([0.1, 1, 10, 100], ["0.1", "1", "10", "100"])
            panel.ax.minorticks_off()
        right.ax.set_yticks([5, 10, 20, 50, 100], ["5", "10", "20", "50", "100"])
        below = lambda r: (WIDTHS[::2], 0 * r.curves[0], r.B * r.curves[0])  # noqa: E731
        left.band(None, plots.BLUE, 0.15, shows=below)
        left.curve("complexity", plots.BLUE, lambda r: (WIDTHS[::2], r.B * r.curves[0]))
        left.level("bound", plots.BOUND, "--", shows=lambda r: r.bound)
        left.level("bound/√2", plots.BOUND, ":", shows=lambda r: r.bound / np.sqrt(2))
        right.curve("true labels", plots.TRAIN, lambda r: (WIDTHS[::2], r.curves[1]))
        right.curve("coins", plots.BLUE, lambda r: (WIDTHS[::2], r.curves[2]), ls="--")
        left.hand("choose ℓ", shows=lambda r: (r.ell, r.R), ell="x")
        right.hand("choose ℓ", shows=lambda r: (r.ell, r.norm), ell="x")

    def caption(self, r):
        return (
            f"The ball uses {100 * r.R / r.bound:.0f} % of its bound. True labels need norm "
            f"{r.norm:.3g}, coins {r.coin_norm / r.norm:.1f} times as much."
        )

    def numbers(self, r):
        return (
            f"complexity {r.R:.3g} of at most {r.bound:.3g}; norm for the true labels "
            f"{r.norm:.3g}, for coins {r.coin_norm:.3g}."
        )

    def headline(self, r):
        return Claim(
            "a ball of a kernel",
            "Theorem 27.7",
            measured=r.R,
            bound=r.bound,
            words="Functions of norm at most B have complexity at most (B/n)√(trace K).",
        )

    def identities(self, r):
        return [
            Claim("the mean of σᵀKσ is the trace", "Theorem 27.7", r.mean_square, r.trace, "=="),
            Claim("at least the bound over √2", "Theorem 27.7", r.R, r.bound / np.sqrt(2), ">="),
            Claim("proportional to the radius", "Theorem 27.7", r.own / r.norm, r.R / r.B, "=="),
        ]


@lru_cache(1)
def crowd():
    """A hundred patients: pairs, true labels, and balanced signs."""
    some = patients()
    S = rad.balanced_signs(CROWD, np.random.default_rng(27))
    return Pairs(some.X[:CROWD]), some.y[:CROWD], S


def label_norms(K, y, lam):
    """The norm that a function needs for labels y, and for coins (root mean square over all):
    the root of y'(K + n lam I)^-1 y, whose mean over coins is the trace of the inverse."""
    inverse = np.linalg.inv(K + len(K) * lam * np.eye(len(K)))
    return float(np.sqrt(y @ inverse @ y)), float(np.sqrt(np.trace(inverse)))


@lru_cache(32)
def width_curves(lam):
    """For every bandwidth: complexity of the unit ball, norm for true labels, norm for coins."""
    pairs, y, S = crowd()
    rows = []
    for width in WIDTHS[::2]:
        K = gaussian(float(width))(pairs)
        rows.append((rad.kernel_ball(K, S), *label_norms(K, y, lam)))
    return np.array(rows).T
