"""Listening to a bump."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.kernels import spectra
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    bandwidth,
    choice,
    int_slider,
    log_slider,
    slider,
)
from lessons.n18_fourier_features.world import NEGATIVE, SHAPES, _plain, below_zero

PAIR = "smooth bump", "Mexican hat"  # the two of the first guess
HIGH = 20.0  # the highest frequency that is drawn
TONES = np.linspace(0, HIGH, 401)
TIME = np.linspace(-3, 3, 601)


class Listen(Figure):
    """A bump, the wave it is multiplied with, and the area that is left, at every frequency."""

    guess = Guess(
        "Which of the two bumps is a kernel?",
        {
            "both": "One of them is an impostor: no features give its similarities.",
            "the smooth bump only": "It looks the part. But one of its frequencies has a negative "
            "weight, and no kernel has such a frequency.",
            "the Mexican hat only": "A similarity may be negative. The weight of a frequency may "
            "not.",
            "neither": "The hat is one, although it dips below zero.",
        },
        answer="the Mexican hat only",
    )

    size = (10, 4.4)
    more = ("spacing",)
    veiled = (1,)
    story = """
the smooth bump
    The star has found a frequency that the bump hears with a negative weight: on the left more
    area lies below 0 than above. The hat (dotted) has none.
the Mexican hat | shape="Mexican hat", omega=1.4
    It dips below 0 itself, and yet no frequency is negative: it is a kernel.
a wide Gaussian | shape="Gaussian", bandwidth=2.0, omega=1.0
    At ℓ = 2 the bump is wide (it goes on outside of the left picture) and its spectrum narrow:
    it hears low frequencies only.
a narrow Gaussian | shape="Gaussian", bandwidth=0.33, omega=3.0, spacing=0.1, n=40
    Six times as narrow a bump has a spectrum six times as wide: it hears high.
the triangle | shape="triangle", omega=6.28
    The kink of the triangle is innocent: its spectrum touches 0 and turns back.
the box | shape="box", omega=4.5
    The weight of frequency 4.5 is far below 0, and 24 points (dashed) are enough to see it.
points too far apart | shape="Gaussian", omega=12.6, spacing=0.5, n=16
    At spacing 0.5 the points (dashed) take the frequency 12.6 for 0: both read alike.
"""
    handles = [
        Handle(
            "choose ω",
            lambda r: (r.omega, r.at / r.top),
            lambda r, x, y: dict(omega=np.clip(x, 0, HIGH)),
            panel=1,
        )
    ]
    notes = """Collect votes for all twelve bumps before the guess is opened: most classes convict
    the hat and acquit the smooth bump. Then drag the star slowly from 0 to the right: areas above
    and below 0 take turns. Aliasing (last step) is why films of wheels seem to run backwards."""
    widths = [1, 1.35]
    panels = (
        axes("$t$", (-3, 3), ylim=(-1.1, 1.15)),
        axes(r"frequency $\omega$", (0, HIGH), "as a share of the largest", (-0.32, 1.1)),
    )

    def sliders(self):
        return dict(
            shape=choice("bump", "smooth bump", list(SHAPES)),
            bandwidth=bandwidth(1, 0.3, 3),
            omega=slider("frequency ω", 6.5, 0, HIGH, 0.1),
            n=int_slider("points n", 24, 4, 60),
            spacing=log_slider("spacing δ", 0.2, 0.05, 1),
        )

    @staticmethod
    def compute(shape, bandwidth, omega, n, spacing):
        """The spectrum, and what n even points read, at all frequencies and at omega."""
        bump = SHAPES[shape]

        def h(t):
            return bump.h(t / bandwidth)

        scale = spacing / (2 * np.pi)
        spectrum = bandwidth * bump.spectrum(bandwidth * TONES)
        x = spacing * np.arange(n)
        K = h(x[:, None] - x)
        turn = np.exp(1j * omega * x)
        return dict(
            h=h(TIME),
            true=bump.kernel,
            spectrum=spectrum,
            top=float(np.abs(spectrum).max()),
            at=float(bandwidth * bump.spectrum(np.array(bandwidth * omega))),
            readings=scale * spectra.reading(h, n, spacing, TONES),
            here=float(scale * spectra.reading(h, n, spacing, omega)),
            by_weights=float(scale * (turn.conj() @ K @ turn).real / n),
            alias=float(scale * spectra.reading(h, n, spacing, omega + 2 * np.pi / spacing)),
        )

    def picture(self, left, right):
        left.ax.axhline(0, color=plots.BLACK, lw=1)
        other = plots.curves(left.ax, [None], color="0.5", ls=":", lw=2)
        named = plots.note(left.ax, 0.03, 0.97, 13, plots.BLUE)
        beside = plots.note(left.ax, 0.03, 0.2, 12, "0.4")
        bump = plots.curves(left.ax, ["$h(t)$"], color=plots.BLUE, lw=2.6)
        above = plots.band(left.ax, None, plots.PURPLE, 0.45)
        below = plots.band(left.ax, None, NEGATIVE, 0.8)
        wave = plots.curves(left.ax, [r"$h(t)\,\cos\omega t$"], color=plots.PURPLE, lw=1.3)
        below_zero(right.ax, -0.32)
        hat = plots.curves(right.ax, [None], color="0.5", ls=":", lw=2)
        hat_named = plots.note(right.ax, 0.19, 0.95, 12, "0.4")
        spectrum = plots.curves(right.ax, [r"spectrum $s(\omega)$"], color=plots.BLUE, lw=2.6)
        points = plots.curves(right.ax, ["read by $n$ points"], color=plots.TRAIN, ls="--")
        here = plots.star(right.ax)

        def move(r):
            product = r.h * np.cos(r.omega * TIME)
            alone = r.shape != PAIR[0]
            return (
                *other(TIME, None if alone else SHAPES[PAIR[1]].h(TIME / r.bandwidth)),
                *named(r.shape),
                *beside("" if alone else PAIR[1]),
                *hat(TONES, None if alone else _share(PAIR[1], r.bandwidth)),
                *hat_named("" if alone else PAIR[1]),
                *bump(TIME, r.h),
                *above(TIME, 0 * TIME, np.maximum(product, 0)),
                *below(TIME, np.minimum(product, 0), 0 * TIME),
                *wave(TIME, product),
                *spectrum(TONES, r.spectrum / r.top),
                *points(TONES, r.readings / r.top),
                *here(r.omega, r.at / r.top),
            )

        left.add(move)

    def caption(self, r):
        share = r.at / r.top
        if share < -1e-6:
            return (
                f"At ω = {r.omega:.3g} more area is below 0 than above: s(ω) is "
                f"−{-100 * share:.1f} % of the largest. No kernel does that."
            )
        if r.true:
            return (
                f"At ω = {r.omega:.3g} s(ω) is {100 * share:.1f} % of the largest, and nowhere "
                "below 0: this bump is a kernel."
            )
        if r.spectrum.min() > -1e-6 * r.top:
            return "Not negative up to ω = 20. A wider bump shows where it goes below 0."
        return "Not negative here. Drag the star: somewhere this bump goes below 0."

    def numbers(self, r):
        verdict = "is" if r.true else "is not"
        return (
            f"s(ω) = {_plain(r.at)}, largest {_plain(r.top)}, least {_plain(r.spectrum.min())}; "
            f"the points read {_plain(r.here)}; this bump {verdict} a kernel."
        )

    def headline(self, r):
        least = float(100 * r.readings.min() / r.top)
        name = "no reading of a kernel is below 0, some reading of an impostor is"
        if r.true:
            words = (
                "Whatever points listen to a kernel: no frequency has a reading below 0 (here the "
                "lowest, in % of the largest weight)."
            )
            return Claim(name, "Theorem 18.1", least, 0.0, ">=", words=words)
        far, few = r.n * r.spacing < 4.5 * r.bandwidth, r.spacing > 0.25 * r.bandwidth
        shown = least < -1e-6  # then it is a proof, however few the points are
        low = "these points are too few or too far apart" if (far or few) and not shown else ""
        low = low or (
            "its guilty frequency is over 20"
            if guilty(r.shape) > HIGH * r.bandwidth and not shown
            else ""
        )
        words = (
            "These points prove that the bump is no kernel: their lowest reading, in % of the "
            "largest weight, is below 0."
        )
        return Claim(name, "Theorem 18.1", least, 0.0, "<=", why_not=low, words=words)

    def identities(self, r):
        slow = r.shape in ("Laplace", "triangle", "box", "cap")
        return [
            Claim(
                "weights cos ωx and sin ωx give the reading",
                "Theorem 18.1",
                r.by_weights,
                r.here,
                "==",
            ),
            Claim("ω and ω + 2π/δ read alike", "section 1", r.alias, r.here, "==", 1e-8),
            Claim(
                "the weights of all frequencies add up to h(0) = 1",
                "section 1",
                all_weights(r.shape),
                1.0,
                "==",
                1e-3,
                why_not="its spectrum has a long tail" if slow else "",
            ),
        ]


@cache
def all_weights(shape):
    """The integral of a spectrum over all frequencies, both signs."""
    omega = np.linspace(0, 60, 1201)
    return float(2 * np.trapezoid(SHAPES[shape].spectrum(omega), omega))


@cache
def guilty(shape):
    """The frequency of the least weight, at bandwidth 1."""
    return float(TONES[SHAPES[shape].spectrum(TONES).argmin()])


def _share(shape, bandwidth):
    """The spectrum of a bump at all drawn frequencies, as a share of its largest value."""
    spectrum = SHAPES[shape].spectrum(bandwidth * TONES)
    return spectrum / np.abs(spectrum).max()
