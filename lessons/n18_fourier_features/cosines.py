"""Random cosines."""

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
from lessons.n18_fourier_features.world import MOST, RUNS, _plain, by_features, draws

TYPICAL = 89  # a run whose errors are of the typical size at every step of the story
WIDE = np.linspace(0, 4, 121)
COUNTS = np.unique(np.round(np.geomspace(1, MOST, 61)).astype(int))
DIMENSIONS = 1, 2, 8, 64
LAW = np.linspace(-9, 9, 361)  # the normal law as a fine sum: frequencies, and their shares
SHARES = np.exp(-np.square(LAW) / 2) * (LAW[1] - LAW[0]) / np.sqrt(2 * np.pi)
ANGLES = np.arange(8) * np.pi / 4  # exact for what the squared features contain


class Cosines(Figure):
    """The Gaussian kernel from D random frequencies, and how its error falls with D."""

    guess = Guess(
        "The Gaussian kernel, and two points with one coordinate each: fifty random frequencies "
        "miss the value 0.32 by 0.09, typically. Now two points with 64 coordinates at the same "
        "distance. How many frequencies for the same error?",
        {
            "50": "Each vote is cos⟨ω, x − z⟩, and ⟨ω, x − z⟩ has the same normal law in every "
            "dimension.",
            "50 · 64": "One frequency has 64 coordinates itself. It asks about all of them at "
            "once.",
            "50⁶⁴": "So many boxes fill 64 dimensions. But we do not fill space, we take a mean.",
        },
        answer="50",
    )

    size = (10, 4.4)
    more = ("kind", "run")
    veiled = (1,)
    story = """
fifty frequencies
    Right, points with 64 coordinates and with one: the same error at every D, so the curves lie
    on each other. Left, blue misses black by the red stroke.
five | D=5.0
    Five frequencies: blue dips below 0 and rises again.
a thousand | D=1000.0
    A thousand: blue hardly leaves black. Typically it misses by 0.02.
eight coordinates | d=8
    Points with eight coordinates: other draws, the same error.
shifted cosines | kind="shifted cosines", t=0.0
    One cosine with a random shift for each frequency: even h(0) = 1 is missed.
twice the bandwidth | bandwidth=2.0
    A wider kernel: at the same distance its value is larger, and missed by less.
"""
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
    panels = (
        axes(r"distance $t$ of two points", (-0.12, 4), ylim=(-0.45, 1.2)),
        axes(
            "frequencies $D$", (0.9, 1.3 * MOST, "log"), "typical error at $t$", (0.008, 1.5, "log")
        ),
    )

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
            by_features=by_features(*one, t / bandwidth, shifted),
            shifted=shifted,
        )

    def picture(self, left, right):
        left.ax.axhline(0, color="0.8", lw=1)
        left.curve("Gaussian kernel", plots.TRUTH, shows=lambda r: (WIDE, r.truth), lw=2)
        left.curve("estimate", plots.BLUE, shows=lambda r: (WIDE, r.estimate), ls="-", lw=2.4)
        left.curve(
            "error",
            plots.TEST,
            shows=lambda r: (
                np.full(2, r.t),
                np.array([r.value, np.interp(r.t, WIDE, r.estimate)]),
            ),
            ls="-",
            lw=4,
        )
        left.mark(colour=plots.GREEN, marker="o", size=11, shows=lambda r: (r.t, r.value))
        left.legend(columnspacing=0.8)
        right.curve(
            "Theorem 18.4",
            plots.BOUND,
            shows=lambda r: (COUNTS, np.maximum(r.law, floor)),
            ls="--",
            lw=2.4,
        )
        right.curve(
            "your $d$, 200 runs",
            plots.BLUE,
            shows=lambda r: (COUNTS, np.maximum(r.rms, floor)),
            ls="-",
            lw=2.4,
        )
        right.curve(
            "$d = 1$", plots.PURPLE, shows=lambda r: (COUNTS, np.maximum(r.line, floor)), ls="-."
        )
        right.legend(columnspacing=0.8)
        right.star(shows=lambda r: (r.count, max(r.law_here, floor)))
        floor = 0.008
        for d in DIMENSIONS:
            draws(d)  # once, before the hand moves

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
