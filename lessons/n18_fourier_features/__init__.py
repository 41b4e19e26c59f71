"""The figures of notebook 18, Fourier features: spectra, waves, random cosines, band limits."""

from functools import cache

import numpy as np

from helpers import data, plots
from helpers.kernels import fourier, gaussian, sinc, spectra
from helpers.kernels.gram import certificate
from helpers.kernels.ridge import KernelRidge
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    bandwidth,
    choice,
    int_slider,
    log_slider,
    regularisation,
    slider,
    toggle,
)
from helpers.live import text as text_box

SHAPES = spectra.SHAPES
NEGATIVE = plots.RED
PAIR = "smooth bump", "Mexican hat"  # the two of the first guess


def below_zero(ax, low):
    """Shade what is negative, down to `low`."""
    ax.axhspan(low, 0, color=NEGATIVE, alpha=0.1, lw=0)
    ax.axhline(0, color=plots.BLACK, lw=1)


# listening to a bump

HIGH = 20.0  # the highest frequency that is drawn
TONES = np.linspace(0, HIGH, 401)
TIME = np.linspace(-3, 3, 601)


LISTEN = (
    dict(xlim=(-3, 3), ylim=(-1.1, 1.15), xlabel="$t$"),
    dict(
        xlim=(0, HIGH),
        ylim=(-0.32, 1.1),
        xlabel=r"frequency $\omega$",
        ylabel="as a share of the largest",
    ),
)


class listen(Figure):
    """A bump, the wave it is multiplied with, and the area that is left, at every frequency."""

    size = (10, 4.4)
    more = ("spacing",)
    veiled = (1,)
    story = [
        Step(
            "the smooth bump",
            "The star has found a frequency that the bump hears with a negative weight: on the "
            "left more area lies below 0 than above. The hat (dotted) has none.",
        ),
        Step(
            "the Mexican hat",
            "It dips below 0 itself, and yet no frequency is negative: it is a kernel.",
            shape="Mexican hat",
            omega=1.4,
        ),
        Step(
            "a wide Gaussian",
            "At ℓ = 2 the bump is wide (it goes on outside of the left picture) and its spectrum "
            "narrow: it hears low frequencies only.",
            shape="Gaussian",
            bandwidth=2.0,
            omega=1.0,
        ),
        Step(
            "a narrow Gaussian",
            "Six times as narrow a bump has a spectrum six times as wide: it hears high.",
            shape="Gaussian",
            bandwidth=0.33,
            omega=3.0,
            spacing=0.1,
            n=40,
        ),
        Step(
            "the triangle",
            "The kink of the triangle is innocent: its spectrum touches 0 and turns back.",
            shape="triangle",
            omega=6.28,
        ),
        Step(
            "the box",
            "The weight of frequency 4.5 is far below 0, and 24 points (dashed) are enough to see "
            "it.",
            shape="box",
            omega=4.5,
        ),
        Step(
            "points too far apart",
            "At spacing 0.5 the points (dashed) take the frequency 12.6 for 0: both read alike.",
            shape="Gaussian",
            omega=12.6,
            spacing=0.5,
            n=16,
        ),
    ]
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

    def picture(self, fig):
        left, right = plots.panels(fig, *LISTEN, width_ratios=[1, 1.35])
        left.axhline(0, color=plots.BLACK, lw=1)
        other = plots.curves(left, [None], color="0.5", ls=":", lw=2)
        named = plots.note(left, 0.03, 0.97, 13, plots.BLUE)
        beside = plots.note(left, 0.03, 0.2, 12, "0.4")
        bump = plots.curves(left, ["$h(t)$"], color=plots.BLUE, lw=2.6)
        above = plots.band(left, None, plots.PURPLE, 0.45)
        below = plots.band(left, None, NEGATIVE, 0.8)
        wave = plots.curves(left, [r"$h(t)\,\cos\omega t$"], color=plots.PURPLE, lw=1.3)
        plots.legend_above(left)
        below_zero(right, -0.32)
        hat = plots.curves(right, [None], color="0.5", ls=":", lw=2)
        hat_named = plots.note(right, 0.19, 0.95, 12, "0.4")
        spectrum = plots.curves(right, [r"spectrum $s(\omega)$"], color=plots.BLUE, lw=2.6)
        points = plots.curves(right, ["read by $n$ points"], color=plots.TRAIN, ls="--")
        plots.legend_above(right)
        here = plots.star(right)

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

        return move

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


def _plain(value):
    """Three digits; what rounding may have made is 0."""
    return "0" if abs(value) < 1e-9 else f"{value:.3g}"


# a chord of three waves

LOWEST, HIGHEST = -1.0, 1.5  # weights of a wave
SPAN = np.linspace(-6, 6, 601)
CHORD = ((2.0, 1.0), (5.0, 0.6), (9.0, -0.2))
PLACES = 24
TALLEST = 15  # larger eigenvalues are told, not drawn
STAGE = (
    dict(
        xlim=(-0.4, 12.4), ylim=(-1.1, 1.6), xlabel=r"frequency $\omega_j$", ylabel="weight $m_j$"
    ),
    dict(xlim=(-6, 6), ylim=(-2.2, 2.4), xlabel="$t$"),
    dict(
        xlim=(0.3, PLACES + 0.7),
        ylim=(-5, TALLEST),
        xlabel="number, largest first",
        ylabel="eigenvalues of $K$",
    ),
)


@cache
def places():
    return np.sort(np.random.default_rng(18).uniform(0, 8, PLACES))


def spelt(waves):
    return ", ".join(f"{w:.3g} {m:.3g}" for w, m in waves)


def waves_of(typed):
    """Three waves “frequency weight”, as they were typed: an array (3, 2)."""
    try:
        found = np.array([[float(x) for x in pair.split()] for pair in typed.split(",")])
    except ValueError:
        found = np.empty(0)
    fine = found.shape == (3, 2) and np.isfinite(found).all()
    if fine:
        omega, m = found.T
        fine = (0 <= omega).all() and (omega <= 12).all()
        fine = fine and (LOWEST <= m).all() and (m <= HIGHEST).all()
    if not fine:
        raise ValueError(
            "type three waves “frequency weight”, frequencies 0 to 12, weights −1 to "
            "1.5, separated by commas"
        )
    return found


def pulled(j):
    """A handle on the head of the j-th stem."""

    def to(r, x, y):
        moved = r.waves.copy()
        moved[j] = np.clip(x, 0, 12), np.clip(y, LOWEST, HIGHEST)
        return dict(waves=spelt(moved))

    return Handle("move this wave", lambda r: r.waves[j], to)


class chord(Figure):
    """Three waves with weights of your choice: the function they make, and what points see."""

    size = (10, 4.2)
    veiled = (2,)
    story = [
        Step(
            "one of three below 0",
            "The third stem is short, and below 0. Its cosine and its sine make two negative "
            "eigenvalues (squares).",
        ),
        Step(
            "lift it",
            "All weights positive: six features, six positive eigenvalues, and the rest is 0.",
            waves="2 1, 5 0.6, 9 0.2",
        ),
        Step(
            "one wave",
            "One frequency, with its mirror image: h is cos 5t, and two features are enough.",
            waves="2 0, 5 1, 9 0",
        ),
        Step(
            "frequency 0",
            "Frequency 0: h is constant, all points are alike, and one feature is enough.",
            waves="0 1, 5 0, 9 0",
            n=12,
        ),
        Step(
            "without mirror images",
            "Positive frequencies alone: h has an imaginary part (dashed). A complex kernel.",
            waves="2 1, 5 0.6, 9 0.2",
            mirror=False,
            n=12,
        ),
        Step(
            "four points",
            "Six columns, four points: they find one negative eigenvalue of the two. Add points.",
            n=4,
        ),
    ]
    handles = [pulled(j) for j in range(3)]
    notes = """Let the class drag one stem through 0 and watch the eigenvalues: two of them cross
    at once, cosine and sine. With three frequencies no set of points has more than six non-zero
    eigenvalues, however many points there are."""

    def sliders(self):
        return dict(
            waves=text_box("waves", spelt(CHORD), waves_of),
            mirror=toggle("mirror images −ω too", True),
            n=int_slider("points n", 18, 2, PLACES),
        )

    @staticmethod
    def compute(waves, mirror, n):
        """h on a grid, the Gram matrix of n points, its eigenvalues, and what features say."""
        omega, m = waves.T
        x = places()[:n]
        turns = np.exp(-1j * np.outer(SPAN, omega))
        h = (turns.real if mirror else turns) @ m
        Phi = np.exp(-1j * np.outer(x, omega))
        K = (Phi * m) @ Phi.conj().T
        if mirror:  # cosine and sine of each frequency; ω = 0 has no sine
            K, sine = K.real, omega > 0
            Phi = np.hstack([Phi.real, Phi.imag[:, sine]])
            m = np.append(m, m[sine])
        used = np.abs(m) > 0
        firm = np.linalg.svd(Phi[:, used], compute_uv=False) if used.any() else np.zeros(1)
        return dict(
            h=h,
            values=np.linalg.eigvalsh(K),
            weights=m[used],
            imaginary=float(np.abs(np.imag(h)).max()),
            enough=n >= used.sum(),
            # below this no eigenvalue counts as a sign (Ostrowski's bound on what features give)
            least=float(firm.min() ** 2 * np.abs(m[used]).min()) if used.any() else 0.0,
        )

    def picture(self, fig):
        left, middle, right = plots.panels(fig, *STAGE, width_ratios=[1, 1.2, 1.1])
        below_zero(left, -1.1)
        below_zero(right, -5)
        middle.axhline(0, color=plots.BLACK, lw=1)
        stems = plots.curves(left, ["stem"], color=plots.BLUE, lw=3)
        heads = plots.points(left, ["≥ 0", "< 0"], legend=None, size=110, zorder=4)
        plots.legend_above(left, handles=heads(None, None))
        real = plots.curves(middle, ["$h(t)$"], color=plots.BLUE, lw=2.4)
        imag = plots.curves(middle, ["imaginary part"], color=plots.PURPLE, ls="--")
        plots.legend_above(middle)
        dots = plots.points(right, ["≥ 0", "< 0"], legend=None, size=60)
        plots.legend_above(right)
        beyond = plots.note(right, 0.2, 0.97, 12, plots.BLUE)
        number = np.arange(1, PLACES + 1)

        def move(r):
            omega, m = r.waves.T
            up = m >= 0
            stem_x, stem_y = np.repeat(omega, 3), np.ravel([0 * m, m, m + np.nan], order="F")
            values = r.values[::-1]
            bad, at = values < -1e-9, number[: r.n]
            tall = f"largest: {values[0]:.1f} ↑" if values[0] > TALLEST else ""
            return (
                *stems(stem_x, stem_y),
                *heads(r.waves[up], r.waves[~up]),
                *real(SPAN, r.h.real),
                *imag(SPAN, None if r.mirror else r.h.imag),
                *dots(*(np.column_stack([at[k], values[k]]) for k in (~bad, bad))),
                *beyond(tall),
            )

        return move

    def caption(self, r):
        below = int((r.values < -1e-9).sum())
        if below:
            verb = "is" if below == 1 else "are"
            return f"{below} of {r.n} eigenvalues {verb} negative: this chord is no kernel."
        if (r.weights < 0).any():
            return "A weight is negative, but these points do not show it: add points."
        many = "one feature" if len(r.weights) == 1 else f"{len(r.weights)} features"
        return f"No weight is negative: a kernel, with {many}."

    def numbers(self, r):
        return (
            f"columns: {len(r.weights)}, {int((r.weights < 0).sum())} of them with a negative "
            f"weight; smallest eigenvalue {_plain(r.values[0])}, largest {_plain(r.values[-1])}."
        )

    def headline(self, r):
        why = "" if r.enough else "there are fewer points than columns"
        if not why and r.least < 1e-6:
            why = "two waves are too close to be told apart, or a weight is too small"
        return Claim(
            "negative eigenvalues = negative weights",
            "Theorem 18.2",
            measured=float((r.values < -r.least / 2).sum()),
            bound=float((r.weights < 0).sum()),
            kind="==",
            why_not=why,
            words="K has as many negative eigenvalues as there are columns with a negative weight.",
        )

    def identities(self, r):
        other = r.waves[:, 0][np.abs(r.waves[:, 1]) > 0]
        mirrored = "the mirror images are left out" if not r.mirror else ""
        heard = float((r.values > max(r.least / 2, 1e-9)).sum())
        close = "two waves are too close, or there are too few points"
        return [
            Claim(
                "with mirror images h is real",
                "Theorem 18.2",
                r.imaginary,
                0.0,
                "==",
                why_not=mirrored,
            ),
            Claim(
                "trace of K = n h(0)",
                "section 2",
                float(r.values.sum()),
                float(r.n * r.h[len(SPAN) // 2].real),
                "==",
            ),
            Claim(
                "positive eigenvalues = positive weights",
                "Theorem 18.2",
                heard,
                float((r.weights > 0).sum()),
                "==",
                why_not="" if r.enough and r.least >= 1e-6 and len(other) else close,
            ),
        ]


# random cosines

MOST = 1000  # frequencies in a run
RUNS = 200
TYPICAL = 89  # a run whose errors are of the typical size at every step of the story
WIDE = np.linspace(0, 4, 121)
COUNTS = np.unique(np.round(np.geomspace(1, MOST, 61)).astype(int))
DIMENSIONS = 1, 2, 8, 64


@cache
def draws(d):
    """Frequencies of bandwidth 1 in d coordinates, along one direction, and shifts: (RUNS, MOST)
    each. The direction is that of the vector of ones."""
    rng = np.random.default_rng(1800 + d)
    along = sum(rng.normal(size=(RUNS, MOST)) for _ in range(d)) / np.sqrt(d)
    return along, rng.uniform(0, 2 * np.pi, size=(RUNS, MOST))


class cosines(Figure):
    """The Gaussian kernel from D random frequencies, and how its error falls with D."""

    size = (10, 4.4)
    more = ("kind", "run")
    veiled = (1,)
    story = [
        Step(
            "fifty frequencies",
            "Right, points with 64 coordinates and with one: the same error at every D, so the "
            "curves lie on each other. Left, blue misses black by the red stroke.",
        ),
        Step("five", "Five frequencies: blue dips below 0 and rises again.", D=5.0),
        Step(
            "a thousand",
            "A thousand: blue hardly leaves black. Typically it misses by 0.02.",
            D=1000.0,
        ),
        Step(
            "eight coordinates",
            "Points with eight coordinates: other draws, the same error.",
            d=8,
        ),
        Step(
            "shifted cosines",
            "One cosine with a random shift for each frequency: even h(0) = 1 is missed.",
            kind="shifted cosines",
            t=0.0,
        ),
        Step(
            "twice the bandwidth",
            "A wider kernel: at the same distance its value is larger, and missed by less.",
            bandwidth=2.0,
        ),
    ]
    handles = [
        Handle("choose the distance", lambda r: (r.t, r.value), lambda r, x, y: dict(t=x)),
        Handle(
            "choose D",
            lambda r: (r.count, r.law_here),
            lambda r, x, y: dict(D=np.clip(x, 1, MOST)),
            panel=1,
        ),
    ]
    notes = """Change the run a few times at D = 5: every curve is a kernel, only the wrong one.
    The errors are absolute: at t = 3, where h is 0.01, fifty cosines are off by 0.1. Ask why the
    dimension does not matter: only the inner product of frequency and difference enters."""

    def sliders(self):
        return dict(
            D=log_slider("frequencies D", 50, 1, MOST),
            bandwidth=bandwidth(1, 0.3, 3),
            kind=choice("features", "cosine and sine", ["cosine and sine", "shifted cosines"]),
            d=choice("coordinates d", 64, DIMENSIONS),
            t=slider("distance t", 1.5, 0, 4, 0.05),
            run=int_slider("new random sample", TYPICAL, 1, RUNS),
        )

    @staticmethod
    def compute(D, bandwidth, kind, d, t, run):
        """The estimate on a grid, and at distance t the errors of all runs at all D."""
        count, shifted = int(round(D)), kind == "shifted cosines"
        along, shift = draws(d)

        def h(t):
            return np.exp(-np.square(t / bandwidth) / 2)

        def says(t, w, b):  # what each frequency says about the points t/2 and −t/2
            value = np.cos(w * t / bandwidth)
            return value + np.cos(2 * b) if shifted else value

        one = along[run - 1, :count], shift[run - 1, :count]
        mine = says(WIDE[:, None], *one)

        def errors_in(d):  # of all runs, at all D
            sums = np.cumsum(says(t, *draws(d)), axis=1)[:, COUNTS - 1]
            return sums / COUNTS - h(t)

        errors = errors_in(d)
        law = spectra.mean_square(h, t, COUNTS, shifted)
        here = min(int(np.searchsorted(COUNTS, count)), len(COUNTS) - 1)
        return dict(
            count=count,
            value=float(h(t)),
            truth=h(WIDE),
            estimate=mine.mean(axis=1),
            rms=np.sqrt(np.mean(errors**2, axis=0)),
            line=np.sqrt(np.mean((errors if d == 1 else errors_in(1)) ** 2, axis=0)),
            law=np.sqrt(law),
            law_here=float(np.sqrt(spectra.mean_square(h, t, count, shifted))),
            added_up=float(np.sqrt(one_frequency(t / bandwidth, shifted) / count)),
            square=float(np.mean(errors[:, here] ** 2)),
            spread=float(spectra.spread(h, t, COUNTS[here], shifted) / np.sqrt(RUNS)),
            expected=float(law[here]),
            over=float(np.mean(np.abs(errors[:, here]) > np.sqrt(2 * np.log(40) / COUNTS[here]))),
            by_features=_by_features(*one, t / bandwidth, shifted),
            shifted=shifted,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.12, 4), ylim=(-0.45, 1.2), xlabel=r"distance $t$ of two points"),
            dict(
                xlim=(0.9, 1.3 * MOST),
                ylim=(0.008, 1.5),
                xscale="log",
                yscale="log",
                xlabel="frequencies $D$",
                ylabel="typical error at $t$",
            ),
        )
        left.axhline(0, color="0.8", lw=1)
        truth = plots.curves(left, ["Gaussian kernel"], color=plots.TRUTH, lw=2)
        mine = plots.curves(left, ["estimate"], color=plots.BLUE, ls="-", lw=2.4)
        gap = plots.curves(left, ["error"], color=plots.TEST, ls="-", lw=4)
        at = plots.mark(left, colour=plots.GREEN, marker="o", size=11)
        plots.legend_above(left, columnspacing=0.8)
        law = plots.curves(right, ["Theorem 18.4"], color=plots.BOUND, ls="--", lw=2.4)
        rms = plots.curves(right, ["your $d$, 200 runs"], color=plots.BLUE, ls="-", lw=2.4)
        line = plots.curves(right, ["$d = 1$"], color=plots.PURPLE, ls="-.")
        plots.legend_above(right, columnspacing=0.8)
        here = plots.star(right)
        floor = 0.008
        for d in DIMENSIONS:
            draws(d)  # once, before the hand moves
        return lambda r: (
            *truth(WIDE, r.truth),
            *mine(WIDE, r.estimate),
            *gap(np.full(2, r.t), np.array([r.value, np.interp(r.t, WIDE, r.estimate)])),
            *at(r.t, r.value),
            *law(COUNTS, np.maximum(r.law, floor)),
            *rms(COUNTS, np.maximum(r.rms, floor)),
            *line(COUNTS, np.maximum(r.line, floor)),
            *here(r.count, max(r.law_here, floor)),
        )

    def caption(self, r):
        if r.law_here < 1e-3:
            return "Here the estimate makes no error worth mentioning: cos² + sin² = 1."
        value = "a value near 0" if r.value < 0.005 else f"the value {r.value:.2g}"
        where = "" if r.d == 1 else f", in {r.d} coordinates as in one"
        return f"With D = {r.count} {value} is missed by {r.law_here:.2g}, typically{where}."

    def numbers(self, r):
        return (
            f"kernel value {r.value:.3g}; typical error by the law {_plain(r.law_here)}, over 200 "
            f"runs {_plain(np.sqrt(r.square))}; this run says "
            f"{np.interp(r.t, WIDE, r.estimate):.3g}."
        )

    def headline(self, r):
        return Claim(
            "mean square error = law/D",
            "Theorem 18.4",
            measured=r.added_up,
            bound=r.law_here,
            kind="==",
            tol=1e-6,
            words="The root mean square error, computed over the whole law of the frequencies (no "
            "experiment), is what the theorem says.",
        )

    def identities(self, r):
        exact = r.expected < 1e-12
        return [
            Claim(
                "200 runs agree with the law, up to 5 standard errors",
                "Theorem 18.4",
                0.0 if exact else abs(r.square - r.expected) / max(r.spread, 1e-300),
                5.0,
                why_not="at this distance there is no error" if exact else "",
            ),
            Claim(
                "inner product of features = mean of cosines",
                "section 3",
                r.by_features,
                float(np.interp(r.t, WIDE, r.estimate)),
                "==",
                2e-3,
            ),
            Claim("errors over Hoeffding’s 5 % bound", "Theorem 18.5", r.over, 0.05),
            Claim(
                "the estimate is never over its top",
                "section 3",
                float(np.abs(r.estimate).max()),
                2.0 if r.shifted else 1.0,
            ),
        ]


LAW = np.linspace(-9, 9, 361)  # the normal law as a fine sum: frequencies, and their shares
SHARES = np.exp(-np.square(LAW) / 2) * (LAW[1] - LAW[0]) / np.sqrt(2 * np.pi)
ANGLES = np.arange(8) * np.pi / 4  # exact for what the squared features contain


def one_frequency(t, shifted):
    """The mean square error of one frequency at distance t, bandwidth 1: the features of the points
    t + 0.7 and 0.7, added up over the law of the frequency (and of the shift)."""
    w, b = (x.ravel() for x in np.meshgrid(LAW, ANGLES if shifted else ANGLES[:1], indexing="ij"))
    x, z = spectra.random_features(
        np.array([[t + 0.7], [0.7]]), w[:, None], b if shifted else None
    ).reshape(2, -1, len(w))
    says = len(w) * (x * z).sum(axis=0)
    shares = np.repeat(SHARES, len(w) // len(LAW)) * len(LAW) / len(w)
    return shares @ (says - np.exp(-(t**2) / 2)) ** 2


def _by_features(w, b, t, shifted):
    """The estimate from explicit features of the points t/2 and −t/2, for bandwidth 1."""
    Phi = spectra.random_features(np.array([[t / 2], [-t / 2]]), w[:, None], b if shifted else None)
    return float(Phi[0] @ Phi[1])


# a budget of cosines on digits

TRAINED, TESTED, TRIES = 300, 500, 3
STOPS = (5, 10, 20, 50, 100, 150, 200, 500, 1000)
RARE = 0.001  # the probability with which the promise of Theorem 18.5 may fail
WIDTH = 1.5


@cache
def digits():
    """Training and test images, and whether the digit is even (+1) or odd (−1)."""
    every = data.load("digits")
    order = np.random.default_rng(18).permutation(len(every.X))[: TRAINED + TESTED]
    X, y = every.X[order] / 16, np.where(every.y[order] % 2 == 0, 1.0, -1.0)
    return X[:TRAINED], y[:TRAINED], X[TRAINED:], y[TRAINED:]


class Fit:
    """Kernel ridge with a given Gram matrix, ready for every lam: what the test images get."""

    def __init__(self, K, K_new, y):
        self.ridge = KernelRidge(K, y)
        self.new = K_new @ self.ridge.U

    def mistakes(self, lam, y_new):
        inverse = self.ridge._inverse(lam)
        return float(np.mean(np.sign(self.new @ (inverse * self.ridge.Uy)) != y_new))


@cache
def exact_fits():
    """The Gaussian kernel itself, and the plane: (Gram matrix, Fit, Fit)."""
    X, y, X_new, _ = digits()
    k = gaussian(WIDTH)
    plane = Fit(X @ X.T + 1, X_new @ X.T + 1, y)
    return k(X), Fit(k(X), k(X_new, X), y), plane


@cache
def random_fits():
    """Fits (TRIES, stops), and the largest and mean square errors of their Gram matrices."""
    X, y, X_new, _ = digits()
    K = exact_fits()[0]
    fits, largest, square = [], [], []
    for seed in range(TRIES):
        W = np.random.default_rng(180 + seed).normal(size=(STOPS[-1], X.shape[1])) / WIDTH
        row = []
        for D in STOPS:
            Phi = spectra.random_features(X, W[:D])
            G = Phi @ Phi.T
            row.append(Fit(G, spectra.random_features(X_new, W[:D]) @ Phi.T, y))
            largest.append(np.abs(G - K).max())
            square.append(np.mean((G - K) ** 2))
        fits.append(row)
    shape = TRIES, len(STOPS)
    return fits, np.reshape(largest, shape), np.reshape(square, shape)


class budget(Figure):
    """Even or odd digits: mistakes of ridge on D random frequencies beside the exact kernel."""

    size = (10, 4.4)
    veiled = (0,)
    story = [
        Step("a hundred", "A hundred frequencies: halfway from the linear fit to the kernel."),
        Step("ten", "Ten frequencies: worse than a linear fit of the pixels.", D=10),
        Step("a thousand", "A thousand: nearly the kernel’s own mistakes.", D=1000),
        Step(
            "hardly any penalty",
            "λ = 10⁻⁵: a peak where the 2D features are as many as the 300 images.",
            D=150,
            lam=1e-5,
        ),
        Step(
            "too much penalty",
            "λ = 0.1: more frequencies hardly help, for the kernel itself is little better than "
            "the linear fit.",
            lam=0.1,
        ),
    ]
    handles = [
        Handle(
            "choose D",
            lambda r: (r.D, 100 * r.now),
            lambda r, x, y: dict(D=min(STOPS, key=lambda D: abs(np.log(D / max(x, 1))))),
        )
    ]
    notes = """The exact kernel needs the 300 × 300 matrix; with n = 100 000 images it would need 80
    GB. The features need n × 2D numbers. The peak at 2D ≈ n is double descent (notebook 04)."""

    def sliders(self):
        return dict(
            D=choice("frequencies D", 100, STOPS),
            lam=regularisation(1e-3, 1e-6, 1),
        )

    @staticmethod
    def compute(D, lam):
        """Shares of mistakes on test images for all D, and errors of the Gram matrices."""
        X, y, _, y_new = digits()
        K, kernel, plane = exact_fits()
        fits, largest, square = random_fits()
        i = STOPS.index(D)
        mistakes = np.array([[fit.mistakes(lam, y_new) for fit in row] for row in fits])
        law = np.mean((1 + K**4) / 2 - K**2)
        return dict(
            i=i,
            mistakes=mistakes,
            now=float(mistakes[:, i].mean()),
            kernel=kernel.mistakes(lam, y_new),
            plane=plane.mistakes(lam, y_new),
            largest=largest.max(axis=0),
            typical=np.sqrt(square.mean(axis=0)),
            law=np.sqrt(law / np.array(STOPS)),
            promise=spectra.largest_error(TRAINED, np.array(STOPS), RARE),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(4.5, 1100), ylim=(0, 45), xscale="log", xlabel="frequencies $D$"),
            dict(
                xlim=(4.5, 1100),
                ylim=(0.01, 4),
                xscale="log",
                yscale="log",
                xlabel="frequencies $D$",
            ),
            width_ratios=[1.25, 1],
        )
        left.set_ylabel("mistakes on test images, %")
        right.set_ylabel("error of $K$, all pairs")
        runs = plots.bundle(left, TRIES, "three draws")
        mean = plots.curves(left, ["mean"], color=plots.TEST, ls="-", lw=2.6)
        plane = plots.level(left, "linear fit", plots.BLACK, ":")
        kernel = plots.level(left, "exact kernel", plots.BLUE, "--")
        plots.legend_above(left, columnspacing=0.8)
        promise = plots.curves(right, ["Theorem 18.5"], color=plots.BOUND, ls="--")
        largest = plots.curves(right, ["largest"], color=plots.BLUE, ls="-")
        typical = plots.curves(right, ["typical"], color=plots.PURPLE, ls="-.")
        plots.legend_above(right)
        here, there = plots.star(left), plots.star(right)
        return lambda r: (
            *runs(STOPS, 100 * r.mistakes),
            *mean(STOPS, 100 * r.mistakes.mean(axis=0)),
            *plane(100 * r.plane),
            *kernel(100 * r.kernel),
            *promise(STOPS, r.promise),
            *largest(STOPS, r.largest),
            *typical(STOPS, r.typical),
            *here(r.D, 100 * r.now),
            *there(r.D, r.largest[r.i]),
        )

    def caption(self, r):
        return (
            f"With D = {r.D}, {100 * r.now:.1f} % of the test images are misclassified; with "
            f"the exact kernel {100 * r.kernel:.1f} %, with the linear fit {100 * r.plane:.1f} %."
        )

    def numbers(self, r):
        return (
            f"mistakes {100 * r.now:.3g} %, exact kernel {100 * r.kernel:.3g} %, linear "
            f"fit {100 * r.plane:.3g} %; entries of the Gram matrix off by {r.typical[r.i]:.3g} "
            f"typically and {r.largest[r.i]:.3g} at most."
        )

    def headline(self, r):
        return Claim(
            "no pair is far off",
            "Theorem 18.5",
            measured=float(r.largest[r.i]),
            bound=float(r.promise[r.i]),
            words="In 999 of 1000 draws, at least, all 44 850 pairs of images are within the bound "
            "(here the worst of three draws).",
        )

    def identities(self, r):
        ratio = float((r.typical[r.i] / r.law[r.i]) ** 2)
        return [
            Claim(
                "mean square error of all pairs = law/D, within a third",
                "Theorem 18.4",
                ratio,
                1.0,
                "==",
                0.34,
            ),
        ]


# a kernel that is deaf beyond a frequency

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


class deaf(Figure):
    """Kernel ridge on a tone that fades in and out, with a kernel that hears only so high."""

    size = (10, 4.4)
    more = ("reach",)
    veiled = (1,)
    story = [
        Step(
            "too high a tone",
            "The sinc kernel hears up to 6, the tone is at 7: the fit misses nearly all of it.",
        ),
        Step(
            "less penalty",
            "λ = 10⁻⁴ at cut-off 6: it does not help. The fit comes no nearer to the tone, and "
            "swings widely where nothing was measured.",
            lam=1e-4,
        ),
        Step(
            "a narrower sinc",
            "The same λ, cut-off 10: now the tone is inside, and the fit finds it.",
            bandwidth=0.1,
            lam=1e-4,
        ),
        Step(
            "the Gaussian",
            "The same λ, 1/ℓ = 6 again. The Gaussian has no cut-off: 7 has half the weight of 0, "
            "and the fit succeeds.",
            kernel="Gaussian",
            lam=1e-4,
        ),
        Step(
            "a wide Gaussian",
            "ℓ = 0.6: the weight of the tone is so small that the penalty keeps the fit low.",
            kernel="Gaussian",
            bandwidth=0.6,
            lam=1e-4,
        ),
        Step(
            "a wide Gaussian, λ = 10⁻⁹",
            "With hardly any penalty even a tone of so small a weight is fitted.",
            kernel="Gaussian",
            bandwidth=0.6,
            lam=1e-9,
        ),
        Step(
            "measured on a short stretch",
            "Measured from −1 to 1 only, the sinc does fit there. Beyond, it leaves the picture.",
            reach=1.0,
            lam=1e-9,
        ),
    ]
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

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-10, 10), ylim=(-1.3, 1.3), xlabel="$x$"),
            dict(xlim=(0, 14), ylim=(-0.15, TOP), xlabel=r"frequency $\omega$"),
            width_ratios=[1.5, 1],
        )
        right.set_ylabel("Fourier transform")
        truth = plots.curves(left, ["target"], color=plots.TRUTH, lw=1.6)
        fit = plots.curves(left, ["fit"], color=plots.FIT, ls="-", lw=2.6)
        dots = plots.points(left, ["measured"], legend=None, size=22, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        plots.legend_above(left)
        shade = plots.band(right, None, plots.ORANGE, 0.2)
        right.fill_between([], [], color=plots.ORANGE, alpha=0.2, lw=0, label="kernel hears")
        hat = plots.curves(right, ["target"], color=plots.TRUTH, lw=1.6)
        fit_hat = plots.curves(right, ["fit"], color=plots.FIT, ls="-", lw=2.6)
        cut = plots.level(right, None, plots.BOUND, "--", across=True)
        here, knob = plots.star(right), plots.mark(right, colour=plots.ORANGE, marker="D", size=11)
        plots.legend_above(right)
        return lambda r: (
            *shade(HEARD, 0 * HEARD, 1.65 * r.hearing),
            *truth(NEAR, r.target),
            *fit(NEAR, r.curve),
            *dots(np.column_stack([r.x, r.y])),
            *hat(HEARD, r.hat),
            *fit_hat(HEARD, r.fit_hat),
            *cut(r.cut if r.kernel == "sinc" else np.nan),
            *knob(min(r.cut, 14), KNOB),
            *here(r.tone, float(transform(r.tone, r.tone))),
        )

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


# further: waves in even steps

GAPS = np.linspace(0, 4, 481)
DOTS = np.linspace(0, 2, 9)


class stack(Figure):
    """Waves of frequencies 0, 2π/L, …, 2π: their sum, scaled, and the sinc kernel it tends to."""

    size = (10, 4.2)
    veiled = (0,)
    story = [
        Step(
            "twenty", "Twenty steps: at t = 0 the sum is 21. It grows with L, so it has no limit."
        ),
        Step("scaled", "The same, each term times 2π/L: already near the limit.", scaled=True),
        Step(
            "three",
            "Three steps: at t = 3 the sum starts again, for each of its waves does.",
            L=3.0,
            scaled=True,
        ),
        Step("four thousand", "The two curves cannot be told apart.", L=4000.0, scaled=True),
        Step(
            "0 on the diagonal",
            "sin(2πt)/t at t = 0 is 2π. With 0 instead, eigenvalues go far below 0.",
            L=4000.0,
            scaled=True,
            diagonal="0",
        ),
    ]
    notes = "Ask for the value at t = 0 first. Computers answer NaN; the limit is 2π."

    def sliders(self):
        return dict(
            L=log_slider("steps L", 20, 1, 4000),
            scaled=toggle("times 2π/L", False),
            diagonal=choice("diagonal of the limit", "2π", ["2π", "0"]),
        )

    @staticmethod
    def compute(L, scaled, diagonal):
        """The stacked kernel on a grid, and the Gram matrix of the limit at nine points."""
        steps = int(round(L))
        factor = 2 * np.pi / steps
        K = sinc()(DOTS)
        if diagonal == "0":
            K = K - 2 * np.pi * np.eye(len(DOTS))
        x = np.array([[0.3, 1.1], [1.7, 0.4]])
        W = np.array([[j * factor, 0.0] for j in range(steps + 1)])
        W = np.vstack([W, W[:, ::-1]])
        Phi = spectra.waves(x, W)
        return dict(
            steps=steps,
            curve=(factor if scaled else 1.0) * fourier(steps)(np.zeros(1), GAPS)[0],
            gap=np.abs(factor * fourier(steps)(np.zeros(1), GAPS) - sinc()(np.zeros(1), GAPS))[0],
            limit=sinc()(np.zeros(1), GAPS)[0],
            allowed=factor + (2 * np.pi) ** 3 * GAPS**2 / (12 * steps**2),
            K=K,
            sure=certificate(K),
            values=np.linalg.eigvalsh(K),
            count=Phi.shape[1],
            by_features=float(Phi[0] @ Phi[1]) / steps,
            by_kernel=float(fourier(steps)(x)[0, 1]) / steps,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 4), ylim=(-5, 22), xlabel=r"distance $t$"),
            dict(xlim=(0.4, len(DOTS) + 0.6), ylim=(-8, 14), xlabel="eigenvalue, largest first"),
            width_ratios=[1.5, 1],
        )
        left.axhline(0, color="0.8", lw=1)
        limit = plots.curves(left, [r"scaled limit $\sin(2\pi t)/t$"], color=plots.TRUTH, lw=1.8)
        curve = plots.curves(left, ["sum of $L + 1$ waves"], color=plots.BLUE, ls="-", lw=2.4)
        plots.legend_above(left)
        below_zero(right, -8)
        right.set_ylabel("eigenvalues of $K$")
        right.set_title("limit, nine points from 0 to 2")
        dots = plots.points(right, ["values"], legend=None, size=70)
        number = np.arange(1, len(DOTS) + 1)
        return lambda r: (
            *limit(GAPS, r.limit),
            *curve(GAPS, r.curve),
            *dots(np.column_stack([number, r.values[::-1]])),
        )

    def caption(self, r):
        if r.diagonal == "0":
            return f"0 on the diagonal: an eigenvalue of −{-r.values[0]:.2g}. The value is 2π."
        if not r.scaled:
            return (
                f"At t = 0 the sum is L + 1 = {r.steps + 1}: it has no limit unless it is scaled."
            )
        return f"The scaled sum is off by {r.gap[0]:.2g} at t = 0."

    def numbers(self, r):
        return (
            f"{r.count} features in two coordinates; at t = 0 the curve is {r.curve[0]:.4g}, the "
            f"limit {r.limit[0]:.4g}; smallest eigenvalue {_plain(r.values[0])}."
        )

    def headline(self, r):
        worst = int(np.argmax(r.gap / r.allowed))
        return Claim(
            "scaled waves tend to the sinc kernel",
            "Theorem 18.8",
            measured=float(r.gap[worst]),
            bound=float(r.allowed[worst]),
            words="At every distance t the scaled sum is within 2π/L + (2π)³t²/(12L²) of "
            "sin(2πt)/t.",
        )

    def identities(self, r):
        zero = "the diagonal is 0" if r.diagonal == "0" else ""
        return [
            Claim("2d(L + 1) features", "Theorem 18.8", float(r.count), 4.0 * (r.steps + 1), "=="),
            Claim(
                "features give the kernel", "Theorem 18.8", r.by_features, r.by_kernel, "==", 1e-7
            ),
            Claim(
                "with 2π on the diagonal no eigenvalue is below 0",
                "Theorem 18.8",
                float(r.values[0]),
                0.0,
                ">=",
                why_not=zero,
            ),
        ]
