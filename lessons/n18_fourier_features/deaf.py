"""A kernel that is deaf beyond a frequency."""

import numpy as np

from helpers import plots
from helpers.kernels import spectra
from helpers.kernels.ridge import KernelRidge
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    bandwidth,
    choice,
    regularisation,
    slider,
)
from lessons.n18_fourier_features.world import SHAPES, _plain

NEAR = np.linspace(-10, 10, 1001)
TOP, KNOB = 1.75, 1.5  # of the transforms that are drawn; where the cut-off is taken
HEARD = np.linspace(0, 14, 281)
APART = 0.2  # spacing of the measurements
ENVELOPE = 1.0  # width of the packet


def transform(omega, tone):
    """The Fourier transform of the packet, the integral of packet · cos ωt dt."""
    lobes = (np.exp(-np.square(ENVELOPE * (omega + sign * tone)) / 2) for sign in (1, -1))
    return ENVELOPE * np.sqrt(np.pi / 2) * sum(lobes)


KERNELS = {
    # h at bandwidth 1, its transform, and the inner products ∫h(t − x)h(t − z)dt by x − z
    "sinc": (
        lambda t: np.sinc(t / np.pi),
        lambda w: np.pi * (np.abs(w) <= 1),
        lambda t: np.pi * np.sinc(t / np.pi),
    ),
    "Gaussian": (
        SHAPES["Gaussian"].h,
        lambda w: np.sqrt(2 * np.pi) * np.exp(-np.square(w) / 2),
        lambda t: np.sqrt(np.pi) * np.exp(-np.square(t) / 4),
    ),
}


class Deaf(Figure):
    """Kernel ridge on a tone that fades in and out, with a kernel that hears only so high."""

    guess = Guess(
        "Ridge with the sinc kernel, cut-off 6, on 81 measurements of a tone of frequency 7. On "
        "the whole line it misses most of the target. What helps?",
        {
            "more measurements": "There are more than four in every period already, and two would "
            "do. The kernel has no function for them.",
            "a smaller λ": "It makes matters worse: the fit swings widely where nothing was "
            "measured.",
            "a smaller bandwidth": "A cut-off above 7 lets the tone in.",
        },
        answer="a smaller bandwidth",
    )

    size = (10, 4.4)
    more = ("reach",)
    veiled = (1,)
    story = """
too high a tone
    The sinc kernel hears up to 6, the tone is at 7: the fit misses nearly all of it.
less penalty | lam=0.0001
    λ = 10⁻⁴ at cut-off 6: it does not help. The fit comes no nearer to the tone, and swings
    widely where nothing was measured.
a narrower sinc | bandwidth=0.1, lam=0.0001
    The same λ, cut-off 10: now the tone is inside, and the fit finds it.
the Gaussian | kernel="Gaussian", lam=0.0001
    The same λ, 1/ℓ = 6 again. The Gaussian has no cut-off: 7 has half the weight of 0, and the
    fit succeeds.
a wide Gaussian | kernel="Gaussian", bandwidth=0.6, lam=0.0001
    ℓ = 0.6: the weight of the tone is so small that the penalty keeps the fit low.
a wide Gaussian, λ = 10⁻⁹ | kernel="Gaussian", bandwidth=0.6, lam=1e-09
    With hardly any penalty even a tone of so small a weight is fitted.
measured on a short stretch | reach=1.0, lam=1e-09
    Measured from −1 to 1 only, the sinc does fit there. Beyond, it leaves the picture.
"""
    handles = [
        Handle(
            "move the cut-off",
            lambda r: (min(1 / r.bandwidth, 14), KNOB),
            lambda r, x, y: dict(bandwidth=np.clip(1 / max(x, 0.1), 0.08, 1)),
            panel=1,
        ),
        Handle(
            "move the tone",
            lambda r: (r.tone, float(transform(r.tone, r.tone))),
            lambda r, x, y: dict(tone=np.clip(x, 2, 12)),
            panel=1,
        ),
    ]
    notes = """Ask before step 2 whether less penalty helps. The last step is super-oscillation: a
    function without frequencies beyond 6 can wiggle as fast as it likes on a short stretch, and
    pays for it outside. So “deaf” is a statement about the whole line."""
    widths = [1.5, 1]
    panels = (
        axes("$x$", (-10, 10), ylim=(-1.3, 1.3)),
        axes(r"frequency $\omega$", (0, 14), "Fourier transform", (-0.15, TOP)),
    )

    def sliders(self):
        return dict(
            kernel=choice("kernel", "sinc", list(KERNELS)),
            bandwidth=bandwidth(0.1667, 0.08, 1),
            tone=slider("tone ω₀", 7, 2, 12, 0.1),
            lam=regularisation(1e-2, 1e-9, 1),
            reach=slider("measured up to", 8, 1, 8, 0.2),
        )

    @staticmethod
    def compute(kernel, bandwidth, tone, lam, reach):
        """The fit, its transform, and ∫(fit − target)² over the whole line."""
        h, heard, product = KERNELS[kernel]
        x = APART * np.arange(-round(reach / APART), round(reach / APART) + 1)
        y = spectra.packet(x, tone, ENVELOPE)
        u = (x[:, None] - x) / bandwidth
        fit = KernelRidge(h(u), y)
        alpha = fit.alpha(lam)
        target = spectra.packet(NEAR, tone, ENVELOPE)
        curve = h((NEAR[:, None] - x) / bandwidth) @ alpha
        step = NEAR[1] - NEAR[0]
        size = alpha @ (bandwidth * product(u)) @ alpha
        whole = float(target @ target * step)
        turns = np.cos(HEARD[:, None] * x) @ alpha
        return dict(
            x=x,
            y=y,
            cut=1 / bandwidth,
            target=target,
            curve=curve,
            whole=whole,
            missed=float(whole - 2 * target @ curve * step + size),
            beyond=float(spectra.packet_beyond(1 / bandwidth, tone, ENVELOPE)),
            hat=transform(HEARD, tone),
            fit_hat=bandwidth * heard(bandwidth * HEARD) * turns,
            hearing=heard(bandwidth * HEARD) / heard(0.0),
            size=float(size),
            alpha=alpha,
            rounding=float(1e-13 * np.abs(alpha).sum() ** 2),
            inside=float(np.sqrt(np.mean((fit.fitted(lam) - y) ** 2))),
        )

    def picture(self, left, right):
        left.curve("target", plots.TRUTH, shows=lambda r: (NEAR, r.target), lw=1.6)
        left.curve("fit", plots.FIT, shows=lambda r: (NEAR, r.curve), ls="-", lw=2.6)
        dots = plots.points(left.ax, ["measured"], legend=None, size=22, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)

        right.band(None, plots.ORANGE, 0.2, shows=lambda r: (HEARD, 0 * HEARD, 1.65 * r.hearing))
        right.ax.fill_between([], [], color=plots.ORANGE, alpha=0.2, lw=0, label="kernel hears")
        right.curve("target", plots.TRUTH, shows=lambda r: (HEARD, r.hat), lw=1.6)
        right.curve("fit", plots.FIT, shows=lambda r: (HEARD, r.fit_hat), ls="-", lw=2.6)
        right.level(
            None,
            plots.BOUND,
            "--",
            across=True,
            shows=lambda r: r.cut if r.kernel == "sinc" else np.nan,
        )
        here, knob = (
            plots.star(right.ax),
            plots.mark(right.ax, colour=plots.ORANGE, marker="D", size=11),
        )

        left.add(dots, shows=lambda r: np.column_stack([r.x, r.y]))
        right.add(knob, shows=lambda r: (min(r.cut, 14), KNOB))
        right.add(here, shows=lambda r: (r.tone, float(transform(r.tone, r.tone))))

    def caption(self, r):
        share = 100 * r.missed / r.whole
        said = "over 1000 %" if share > 1000 else f"{share:.0f} %" if share >= 1 else "under 1 %"
        if np.abs(r.curve).max() > 2:
            high = np.abs(r.curve).max()
            return (
                f"Beyond the measurements the fit reaches {high:.0f}; the target is nearly 0 there."
            )
        if r.kernel == "sinc":
            deaf_to = 100 * r.beyond / r.whole
            return (
                f"On the whole line the fit misses {said} of the target’s ∫g²; {deaf_to:.0f} % "
                "of it are beyond the cut-off."
            )
        return f"On the whole line the fit misses {said} of the target’s ∫g²."

    def numbers(self, r):
        return (
            f"∫(fit − target)² = {r.missed:.3g}, ∫target² = {r.whole:.3g}, of which "
            f"{_plain(r.beyond)} beyond 1/ℓ = {r.cut:.3g}; typical miss at the measurements "
            f"{r.inside:.2g}."
        )

    def headline(self, r):
        return Claim(
            "what the kernel cannot hear is missed",
            "Theorem 18.6",
            measured=round(100 * r.missed / r.whole, 4),
            bound=round(100 * r.beyond / r.whole, 4),
            kind=">=",
            tol=1e-4 + 100 * r.rounding / r.whole,
            why_not="" if r.kernel == "sinc" else "the Gaussian hears every frequency",
            words="The fit misses at least as much, in % of ∫g² over the whole line, as the target "
            "has beyond the cut-off.",
        )

    def identities(self, r):
        energy = spectra.packet_beyond(0.0, r.tone, ENVELOPE)
        heard = float(transform_energy(r.kernel, r.bandwidth, r.x, r.alpha))
        return [
            Claim("Plancherel: ∫g² = ∫ĝ²/2π", "Theorem 18.6", r.whole, float(energy), "==", 1e-6),
            Claim("and for the fit", "Theorem 18.6", heard, r.size, "==", 1e-6 + r.rounding),
        ]


def transform_energy(kernel, bandwidth, x, alpha):
    """∫f̂²/2π of f = Σ αᵢ h((· − xᵢ)/ℓ), by quadrature over the frequencies; x and α are even."""
    if kernel == "sinc":
        nodes, weights = np.polynomial.legendre.leggauss(200)
        omega, weights = (nodes + 1) / (2 * bandwidth), weights / (2 * bandwidth)
    else:
        omega = np.arange(0, 7 / bandwidth, 0.05)
        weights = np.where(omega > 0, 0.05, 0.025)
    hat = bandwidth * KERNELS[kernel][1](bandwidth * omega) * (np.cos(omega[:, None] * x) @ alpha)
    return weights @ hat**2 / np.pi
