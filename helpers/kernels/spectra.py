"""Kernels k(x, z) = h(x - z) by their frequencies.

    h(t) = integral s(omega) cos(omega t) d omega,    s(omega) = (1 / 2 pi) integral h(t) cos(omega
    t) dt

s is the spectrum of the even function h. By Bochner's theorem h(x - z) is a kernel if and only if s
is nowhere negative. A bandwidth stretches: h(t / bandwidth) has the spectrum bandwidth *
s(bandwidth * omega).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy import special

from helpers import check
from helpers.kernels import hunt

TONE = 4.0  # the frequency of the wave in "wave packet"


@dataclass(frozen=True)
class Bump:
    """An even function h with h(0) = 1 and its spectrum; `kernel` says whether h(x - z) is one."""

    h: Callable
    spectrum: Callable
    kernel: bool


def spectrum(h, omega, reach=2.5, count=1000):
    """s(omega) of an even h that vanishes beyond `reach`, by the midpoint rule: omega's shape.

    Midpoints never meet a jump or a kink of h at a multiple of reach / count.
    """
    omega = np.asarray(omega, dtype=float)
    t = (np.arange(count) + 0.5) * reach / count
    return np.cos(omega[..., None] * t) @ h(t) * (reach / count / np.pi)


def smooth_bump(t):
    """exp(1 - 1/(1 - t^2)) up to |t| = 1 and then 0: it has derivatives of every order."""
    inside = np.clip(1 - np.square(t), 1e-300, None)
    return np.where(np.abs(t) < 1, np.exp(1 - 1 / np.maximum(inside, 1e-3)), 0.0)


def _normal(omega):
    return np.exp(-np.square(omega) / 2) / np.sqrt(2 * np.pi)


def _shape(name, closed=None):
    """A bump of the hunt, with the closed form of its spectrum if it has a handy one."""
    shape = hunt.SHAPES[name]
    return Bump(shape.h, closed or partial(spectrum, shape.h), shape.kernel)


def _numeric(h):
    return Bump(h, partial(spectrum, h), False)


def _cap_spectrum(omega):
    """The integral of (1 - t^2) cos(omega t) over [-1, 1] / (2 pi), a spherical Bessel function."""
    omega = np.abs(np.asarray(omega, dtype=float))
    small = omega < 1e-4
    return np.where(small, 1.0, 3 * special.spherical_jn(1, omega) / np.where(small, 1, omega)) * (
        2 / (3 * np.pi)
    )


SHAPES = {
    "Gaussian": _shape("Gaussian", _normal),
    "Laplace": _shape("Laplace", lambda w: 1 / (np.pi * (1 + np.square(w)))),
    "triangle": _shape("triangle", lambda w: np.sinc(w / (2 * np.pi)) ** 2 / (2 * np.pi)),
    "1/(1 + t²)": _shape("1/(1 + t²)", lambda w: np.exp(-np.abs(w)) / 2),
    "1/cosh t": Bump(
        lambda t: 1 / np.cosh(np.clip(t, -300, 300)),
        lambda w: 0.5 / np.cosh(np.clip(np.pi * w / 2, -300, 300)),
        True,
    ),
    "Mexican hat": Bump(
        lambda t: (1 - t * t) * np.exp(-t * t / 2), lambda w: np.square(w) * _normal(w), True
    ),
    "wave packet": Bump(
        lambda t: np.exp(-t * t / 2) * np.cos(TONE * t),
        lambda w: (_normal(w - TONE) + _normal(w + TONE)) / 2,
        True,
    ),
    "box": _shape("box", lambda w: np.sinc(w / np.pi) / np.pi),
    "cap": _shape("cap", _cap_spectrum),
    "raised cosine": _shape("raised cosine"),
    "smooth bump": _numeric(smooth_bump),
    "exp(−t⁴)": _numeric(lambda t: np.exp(-np.square(np.square(t)))),
}


def reading(h, n, spacing, omega):
    """(c'Kc + s'Ks) / n for n even points, an array shaped like omega.

    c_i = cos(omega x_i) and s_i = sin(omega x_i).

    It depends on the distances alone: sum over |j| < n of (1 - |j| / n) h(j spacing) cos(j spacing
    omega). Times spacing / (2 pi) it tends to the spectrum, for many points on a long stretch.
    """
    t = np.arange(1, check.whole("n", n)) * check.positive("spacing", spacing)
    weights = (1 - np.arange(1, n) / n) * h(t)
    waves = np.cos(np.asarray(omega, dtype=float)[..., None] * t)
    return h(np.zeros(())) + 2 * waves @ weights


def waves(X, W):
    """cos<w_j, x_i> for all frequencies, then sin<w_j, x_i>: X (n, d), W (D, d) give (n, 2 D)."""
    turns = check.rows("X", X) @ check.rows("W", W).T
    return np.hstack([np.cos(turns), np.sin(turns)])


def random_features(X, W, shifts=None):
    """Random features whose inner products estimate a kernel.

    The rows of W (D, d) are drawn from its spectrum.

    Pairs cos<w, x> / sqrt D, sin<w, x> / sqrt D, an array (n, 2 D); or, with shifts (D,) uniform on
    [0, 2 pi), sqrt(2 / D) cos(<w, x> + shift), an array (n, D).
    """
    if shifts is None:
        return waves(X, W) / np.sqrt(len(W))
    turns = check.rows("X", X) @ check.rows("W", W).T
    return np.sqrt(2 / len(W)) * np.cos(turns + shifts)


def mean_square(h, t, D, shifted=False):
    """The exact mean square error of the estimate of h(t) from D frequencies.

    Pairs: ((1 + h(2t)) / 2 - h(t)^2) / D. Shifted cosines: (1 + h(2t) / 2 - h(t)^2) / D.
    """
    one = 1 + h(2 * t) / 2 if shifted else (1 + h(2 * t)) / 2
    return np.maximum(one - h(t) ** 2, 0) / D


def spread(h, t, D, shifted=False):
    """The exact standard deviation of the squared error whose mean is `mean_square`.

    For the mean of D independent numbers with variance v and fourth central moment m the fourth
    power of the error has the mean (m + 3 (D - 1) v^2) / D^3.
    """
    a, two, three, four = (h(j * t) for j in (1, 2, 3, 4))
    second, third, fourth = (1 + two) / 2, (3 * a + three) / 4, (3 + 4 * two + four) / 8
    v = second - a**2
    m = fourth - 4 * a * third + 6 * a**2 * second - 3 * a**4
    if shifted:  # plus an independent cosine of a uniform angle: variance 1/2, fourth moment 3/8
        v, m = v + 0.5, m + 3 * v + 0.375
    return np.sqrt(np.maximum((m + 3 * (D - 1) * v**2) / D**3 - (v / D) ** 2, 0))


def largest_error(n, D, delta):
    """The error that all pairs of n points keep to with probability 1 - delta.

    Hoeffding's inequality for each of the n (n - 1) / 2 pairs gives
    sqrt(2 log(n (n - 1) / delta) / D).
    """
    return np.sqrt(2 * np.log(n * (n - 1) / delta) / D)


def packet(t, omega, width):
    """exp(-t^2 / (2 width^2)) cos(omega t): a tone that fades in and out."""
    return np.exp(-np.square(t) / (2 * width**2)) * np.cos(omega * t)


def packet_beyond(a, omega, width):
    """The integral of packet^2 that frequencies beyond a carry; a = 0 gives all of it."""
    side = special.erfc(width * (a - omega)) + special.erfc(width * (a + omega))
    middle = 2 * np.exp(-((width * omega) ** 2)) * special.erfc(width * a)
    return width * np.sqrt(np.pi) / 4 * (side + middle)


def sinc_kernel(a):
    """h(t) = sin(a t) / (a t): every frequency up to a, all alike; h(0) = 1."""
    return lambda t: np.sinc(check.positive("a", a) * np.asarray(t, dtype=float) / np.pi)


def rational_quadratic(t, alpha, beta):
    """(1 + beta t^2 / (2 alpha))^(-alpha)"""
    return (1 + beta * np.square(t) / (2 * alpha)) ** (-alpha)


def gamma_mixture(t, shape, rate, count=400):
    """The mean of exp(-tau t^2 / 2) when tau has the Gamma law of that shape and rate.

    By its quantiles: Gaussians of many bandwidths.
    """
    tau = special.gammaincinv(shape, (np.arange(count) + 0.5) / count) / rate
    return np.exp(-np.square(np.asarray(t, dtype=float))[..., None] * tau / 2).mean(axis=-1)
