"""A chord of three waves."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, toggle
from helpers.live import text as text_box
from lessons.n18_fourier_features.world import _plain, below_zero

LOWEST, HIGHEST = -1.0, 1.5  # weights of a wave
SPAN = np.linspace(-6, 6, 601)
CHORD = ((2.0, 1.0), (5.0, 0.6), (9.0, -0.2))
PLACES = 24
TALLEST = 15  # larger eigenvalues are told, not drawn


def spelt(waves):
    return ", ".join(f"{w:.3g} {m:.3g}" for w, m in waves)


def pulled(j):
    """A handle on the head of the j-th stem."""

    def to(r, x, y):
        moved = r.waves.copy()
        moved[j] = np.clip(x, 0, 12), np.clip(y, LOWEST, HIGHEST)
        return dict(waves=spelt(moved))

    return Handle("move this wave", lambda r: r.waves[j], to)


class Chord(Figure):
    """Three waves with weights of your choice: the function they make, and what points see."""

    guess = Guess(
        "Eighteen points, and the Gram matrix of h(t) = cos 2t + 0.6 cos 5t − 0.2 cos 9t at them. "
        "How many of its 18 eigenvalues are negative?",
        {
            "none": "The positive weights do not make up for it: waves of different frequencies "
            "cannot help each other out.",
            "one": "One wave, but two features: its cosine and its sine.",
            "two": "The third wave has a cosine and a sine, and each of them makes one eigenvalue "
            "negative. So this chord is no kernel.",
            "twelve": "Twelve of them are 0: three waves have only six features.",
        },
        answer="two",
    )

    size = (10, 4.2)
    veiled = (2,)
    story = """
one of three below 0
    The third stem is short, and below 0. Its cosine and its sine make two negative eigenvalues
    (squares).
lift it | waves="2 1, 5 0.6, 9 0.2"
    All weights positive: six features, six positive eigenvalues, and the rest is 0.
one wave | waves="2 0, 5 1, 9 0"
    One frequency, with its mirror image: h is cos 5t, and two features are enough.
frequency 0 | waves="0 1, 5 0, 9 0", n=12
    Frequency 0: h is constant, all points are alike, and one feature is enough.
without mirror images | waves="2 1, 5 0.6, 9 0.2", mirror=False, n=12
    Positive frequencies alone: h has an imaginary part (dashed). A complex kernel.
four points | n=4
    Six columns, four points: they find one negative eigenvalue of the two. Add points.
"""
    handles = [pulled(j) for j in range(3)]
    notes = """Let the class drag one stem through 0 and watch the eigenvalues: two of them cross
    at once, cosine and sine. With three frequencies no set of points has more than six non-zero
    eigenvalues, however many points there are."""
    widths = [1, 1.2, 1.1]
    panels = (
        axes(r"frequency $\omega_j$", (-0.4, 12.4), "weight $m_j$", (-1.1, 1.6)),
        axes("$t$", (-6, 6), ylim=(-2.2, 2.4)),
        axes("number, largest first", (0.3, PLACES + 0.7), "eigenvalues of $K$", (-5, TALLEST)),
    )

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

    def picture(self, left, middle, right):
        below_zero(left.ax, -1.1)
        below_zero(right.ax, -5)
        middle.ax.axhline(0, color=plots.BLACK, lw=1)
        stems = plots.curves(left.ax, ["stem"], color=plots.BLUE, lw=3)
        heads = plots.points(left.ax, ["≥ 0", "< 0"], legend=None, size=110, zorder=4)
        left.legend(handles=heads(None, None))
        real = plots.curves(middle.ax, ["$h(t)$"], color=plots.BLUE, lw=2.4)
        imag = plots.curves(middle.ax, ["imaginary part"], color=plots.PURPLE, ls="--")
        dots = plots.points(right.ax, ["≥ 0", "< 0"], legend=None, size=60)
        beyond = plots.note(right.ax, 0.2, 0.97, 12, plots.BLUE)
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

        left.add(move)

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


@cache
def places():
    return np.sort(np.random.default_rng(18).uniform(0, 8, PLACES))


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
