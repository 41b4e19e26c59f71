"""Slips of the CS229T notes, section 3.6, and of CSCI 567 lecture 4 that notebook 18 decides."""

import numpy as np

from helpers.desk.slips import Slip
from helpers.kernels import fourier, gaussian, sinc, spectra
from helpers.kernels.gram import certificate


def mass_of_the_box():
    """h(0) is the mass of the spectrum: of the indicator on [-3, 3], and of the uniform law."""
    omega = np.linspace(-3, 3, 6001)
    flat = np.trapezoid(np.cos(omega * 0.5), omega)
    return (
        f"a = 3: mass 2a = 6, h(½) = {flat:.3f}; uniform: mass 1, h(½) = {flat / 6:.3f} = "
        f"sin(1.5)/1.5"
    )


def no_pointwise_limit():
    """Both normalisations at 0 and at t = 1, for growing a."""
    a = np.array([10.0, 100.0, 1000.0])
    raw, one = 2 * np.sin(a), np.abs(spectra.sinc_kernel(1.0)(a))
    return (
        f"a = 10, 100, 1000: 2 sin(at)/t at t = 1 is {raw[0]:.2f}, {raw[1]:.2f}, {raw[2]:.2f}, at "
        f"0 it is 2a; sin(at)/(at) has the size {one[0]:.3f}, {one[1]:.3f}, {one[2]:.4f}"
    )


def two_dimensions():
    """The spectrum of the Gaussian kernel in the plane at 0: its integral over the plane, divided
    by 2 pi and by its square."""
    t = np.linspace(-9, 9, 721)
    whole = np.trapezoid(np.exp(-t * t / 2), t) ** 2
    return (
        f"plane, ω = 0: ∫h/(2π) = {whole / (2 * np.pi):.2f}, ∫h/(2π)² = "
        f"{whole / (2 * np.pi) ** 2:.3f}; the density N(0, I) has {1 / (2 * np.pi):.3f} there"
    )


def completed_square():
    """The exponent of the proof at omega = 1, t = 1, sigma = 2, with both means."""
    omega, t, sigma = 1.0, 1.0, 2.0
    wanted = (-((sigma * omega) ** 2) - 2j * omega * t) / 2
    found = [
        -(sigma**2) * (omega - mean) ** 2 / 2 - t**2 / (2 * sigma**2)
        for mean in (1j * t / sigma, -1j * t / sigma**2)
    ]
    off = [abs(value - wanted) for value in found]
    return f"ω = t = 1, σ = 2: the exponent is off by {off[0]:.2f} printed, {off[1]:.0f} corrected"


def which_rate():
    """The mixture at t = 1 with three readings of Gamma(2, 3), beside the printed kernel."""
    alpha, beta = 2.0, 3.0
    printed = spectra.rational_quadratic(1.0, alpha, beta)
    rates = [spectra.gamma_mixture(1.0, alpha, rate) for rate in (beta, 1 / beta)]
    right = spectra.gamma_mixture(1.0, alpha, alpha / beta)
    return (
        f"α = 2, β = 3, t = 1: printed {printed:.3f}; rate β gives {rates[0]:.3f}, scale β "
        f"{rates[1]:.3f}, rate α/β {right:.3f}"
    )


def normalised():
    """The mixture of normalised Gaussian densities of precision tau falls with another exponent."""
    t, shape, rate = np.array([1e3, 1e4]), 2.0, 2.0
    density = (1 + t**2 / (2 * rate)) ** (-shape - 0.5)
    kernel = (1 + t**2 / (2 * rate)) ** (-shape)
    slopes = [np.log10(f[1] / f[0]) for f in (density, kernel)]
    return f"α = 2, far out: densities fall like t^{slopes[0]:.1f}, kernels like t^{slopes[1]:.1f}"


def not_steeper():
    """The matched rational quadratic kernel is above its Gaussian at all distances."""
    t = np.linspace(0.01, 6, 600)
    gap = spectra.rational_quadratic(t, 1.0, 1.0) - np.exp(-t * t / 2)
    sign = "never" if gap.min() > 0 else "sometimes"
    return f"α = β = 1: rational quadratic − Gaussian is {sign} negative, at most {gap.max():.2f}"


def constant_one():
    """The best fit of f = 1 by 81 Gaussians on [-8, 8], and its value far away."""
    x = np.linspace(-8, 8, 81)
    k = gaussian(1.0)
    alpha = np.linalg.solve(k(x) + 1e-9 * np.eye(81), np.ones(81))
    near, far = (k(np.array([at]), x) @ alpha for at in (0.3, 30.0))
    return f"fit of f = 1 on [−8, 8]: {near[0]:.3f} at 0.3, {abs(far[0]):.3f} at 30"


def growing_sum():
    """The unscaled and the scaled sum at one distance, and the limit."""
    L, delta = 10_000, 0.3
    raw = fourier(L)([[0.0]], [[delta]])[0, 0]
    limit = sinc()([[0.0]], [[delta]])[0, 0]
    scaled = 2 * np.pi / L * raw
    return f"L = 10⁴, δ = 0.3: unscaled {raw:.0f}, scaled {scaled:.3f}, limit {limit:.3f}"


def filled_diagonal():
    """Eigenvalues of the limit kernel with 2 pi and with 0 on its diagonal."""
    x = np.linspace(0, 2, 9)
    K = sinc()(x)
    zero = certificate(K - 2 * np.pi * np.eye(9)).smallest
    fine = "none below 0" if certificate(K).psd else "some below 0"
    return f"nine points: smallest eigenvalue −{-zero:.2f} with 0; {fine} with 2π"


def comes_again():
    """The best sum of cosines with rational frequencies for exp(-x^2), over a whole period."""
    omega = np.unique([p / q for q in range(1, 6) for p in range(3 * q + 1)])
    x = np.linspace(0, 60 * np.pi, 4001)  # half a period of all; they are even
    waves, bell = np.cos(np.outer(x, omega)), np.exp(-(x**2))
    off = np.abs(waves @ np.linalg.lstsq(waves, bell, rcond=None)[0] - bell).max()
    return f"{len(omega)} frequencies up to 3, denominators up to 5: e^(−x²) is missed by {off:.2f}"


def few_cosines():
    """How far the Gaussian kernel in 64 coordinates is from D random cosine-sine pairs."""
    rng = np.random.default_rng(0)
    X, W = rng.normal(size=(100, 64)) / 8, rng.normal(size=(2000, 64))
    K = gaussian(1.0)(X)
    off = []
    for D in (20, 200, 2000):
        Phi = spectra.random_features(X, W[:D])
        off.append(f"{np.sqrt(np.mean((Phi @ Phi.T - K) ** 2)):.3f}")
    return f"64 coordinates, D = 20, 200, 2000: typical error {', '.join(off)}"


SLIPS = (
    Slip(
        "CS229T, (164)",
        r"uniform distribution on $[-1, 1]$: $s = \mathbb I[-a \le \omega \le a]$",
        r"mass $2a$ and $h(0) = 2a$; uniform on $[-a, a]$ is $\frac1{2a}\mathbb I$, "
        r"$h = \frac{\sin at}{at}$",
        mass_of_the_box,
    ),
    Slip(
        "CS229T, after (166)",
        r"$\frac{2\sin at}t$ tends to a delta function, the kernel $\mathbb I[x = x']$",
        r"it has no limit at any $t \ne 0$ (as a distribution: $2\pi\delta$); "
        r"$\frac{\sin at}{at} \to \mathbb I[t = 0]$",
        no_pointwise_limit,
    ),
    Slip(
        "CS229T, before (167)",
        r"inverse transform = transform times $\frac1{2\pi}$",
        r"in one coordinate; $(2\pi)^{-b}$ for $\mathbb R^b$, the case of the theorem",
        two_dimensions,
    ),
    Slip(
        "CS229T, after (171)",
        r"the Gaussian has mean $it/\sigma$",
        r"$-it/\sigma^2$",
        completed_square,
    ),
    Slip(
        "CS229T, (173)",
        r"Gamma$(\alpha, \beta)$ gives $(1 + \frac{\beta t^2}{2\alpha})^{-\alpha}$",
        r"shape $\alpha$ and rate $\frac\alpha\beta$ do; rate $\beta$ gives "
        r"$(1 + \frac{t^2}{2\beta})^{-\alpha}$",
        which_rate,
    ),
    Slip(
        "CS229T, before (173)",
        "a student-t distribution; normalisation constants may be ignored",
        r"$\sqrt\tau$ depends on $\tau$: with it the exponent is $-(\alpha + \frac12)$",
        normalised,
    ),
    Slip(
        "CS229T, after (173)",
        "near 0 the rational quadratic is steeper than the Gaussian",
        "matched as in the notes it is nowhere below the Gaussian, so less steep",
        not_steeper,
    ),
    Slip(
        "CS229T, Definition 12",
        r"$C_0$: all continuous bounded functions",
        "those that vanish at infinity",
        constant_one,
    ),
    Slip(
        "CS229T, Theorem 10",
        r"$k$ is universal if the support of $\mu$ is all of $\mathbb R^b$",
        r"if $h$ also vanishes at infinity; positive weights at all rational frequencies do not do",
        comes_again,
    ),
    Slip(
        "CS229T, section 3.2",
        "infinitely many features: no choice but kernels",
        r"$D$ random cosines, with an error like $\frac1{\sqrt D}$",
        few_cosines,
    ),
    Slip(
        "CSCI 567, lecture 4, Example 4",
        r"$\phi_L(x)^\top\phi_L(x')$ tends to the integral as $L \to \infty$",
        r"$\frac{2\pi}L\,\phi_L(x)^\top\phi_L(x')$ does",
        growing_sum,
    ),
    Slip(
        "CSCI 567, lecture 4, kernel functions",
        r"$\sum_m\frac{\sin 2\pi\delta_m}{\delta_m}$ is a kernel",
        r"with the value $2\pi$ at $\delta_m = 0$",
        filled_diagonal,
    ),
)
