"""The figure `margin`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, log_slider, slider
from helpers.margins import perceptron
from lessons.n03_perceptron.world import plural

STAR, ACROSS = np.array([0.6, 0.8]), np.array([-0.8, 0.6])  # a direction of known margin
SHRUNK = 10  # the start is drawn at a tenth of its length


class Margin(Figure):
    """Novikoff's proof as a picture: two curves that must not cross, and do where it ends."""

    guess = Guess(
        "The gap has margin 0.1 and the perceptron makes 16 corrections. Multiply all points by "
        "10: now the margin is 1. How many corrections?",
        {
            "fewer: the gap is wider": "So it sounds. But a correction is ten times as long too.",
            "16 again": "Every w is ten times as long and every score a hundred times as large; no "
            "sign changes, so the same examples are corrected.",
            "more: longer points push too far": "All pushes are ten times as long, and so is the "
            "way.",
        },
        answer="16 again",
    )

    veiled = (1,)
    more = ("phi", "order")
    story = """
the squeeze
    ⟨w, w*⟩ stays above the dotted curve, ‖w‖ below the dashed one. At the diamond the two meet:
    no run comes further than that.
wide | gamma=0.4
    A wide gap: the two curves meet at 6.25 corrections. One is enough.
narrow | gamma=0.02
    A narrow gap: they meet at 2500. The run needs far fewer.
ten times larger | q=10
    All points times 10. Not one correction less.
a bad start | gamma=0.4, a=10
    The run begins at the arrow, which points the wrong way. Now 23 corrections are made, where
    6.25 was the bound from w = 0. The diamond has moved too.
another bad start | gamma=0.2, a=8, phi=110
    Drag the tip of the arrow. Which direction costs most?
"""
    sees = {
        "the squeeze": lambda r: r.s["along"][-1] <= r.s["norm"][-1] and 1 < r.M[-1] < 100,
        "wide": lambda r: abs(r.s["bound"] - 6.25) < 1e-6 and r.M[-1] == 1,
        "narrow": lambda r: abs(r.s["bound"] - 2500) < 1e-6 and r.M[-1] < 250,
        "ten times larger": lambda r: r.q == 10 and r.M[-1] == r.plain,
        "a bad start": lambda r: r.M[-1] == 23 and r.gamma == 0.4 and r.s["bound"] > 23,
        "another bad start": lambda r: r.a == 8 and r.phi == 110,
    }
    handles = [
        Handle(
            "the margin",
            at=lambda r: tuple(r.gamma * STAR - 0.9 * ACROSS),
            to=lambda r, x, y: dict(gamma=max(float(STAR @ (x, y)), 0.02)),
        ),
        Handle(
            "the start",
            at=lambda r: tuple(Margin.start(r.a, r.phi) / SHRUNK),
            to=lambda r, x, y: Margin.turned(SHRUNK * x, SHRUNK * y),
        ),
        Handle(
            "where it must end",
            at=lambda r: (r.s["bound"], r.s["most"](r.s["bound"]) / r.q),
            to=lambda r, x, y: dict(gamma=(r.a + np.sqrt(r.a**2 + max(x, 1))) / max(x, 1)),
            panel=1,
        ),
    ]
    notes = """The proof is the picture: ask what would have to happen for the blue points to pass
    the diamond. Then "ten times larger" against the sentence "a larger margin is faster". The bad
    start shows that w = 0 is a hypothesis: from there the count passes C²/γ²."""
    widths = (2, 3)
    panels = (
        axes("$x_1/q$", (-1.25, 1.25), "$x_2/q$", (-1.25, 1.25)),
        axes("corrections $M$", (0.6, 8000), "lengths, divided by $q$", (0.06, 400)),
    )

    @staticmethod
    def start(a, phi):
        """A start of length a at phi degrees from w*."""
        return a * (np.cos(np.radians(phi)) * STAR + np.sin(np.radians(phi)) * ACROSS)

    @staticmethod
    def turned(x, y):
        """Length and angle to w* of a start."""
        angle = np.degrees(np.arctan2(ACROSS @ (x, y), STAR @ (x, y))) % 360
        return dict(a=float(np.hypot(x, y)), phi=float(angle))

    def sliders(self):
        return dict(
            gamma=log_slider("margin γ", 0.1, 0.02, 0.7),
            q=log_slider("scale q", 1, 0.1, 10),
            a=slider("length of the start a", 0, 0, 12, 0.5),
            phi=int_slider("direction of the start φ", 180, 0, 360, 5),
            order=int_slider("order of the visits o", 10, 0, 30),
        )

    @staticmethod
    def compute(gamma, q, a, phi, order):
        """40 points of radius 1 and exactly this margin, all times q; run, and squeeze."""
        x, y = perceptron.with_margin(40, gamma, np.random.default_rng(8))
        visits, w0 = perceptron.shuffled(40, order), Margin.start(a, phi)
        run = perceptron.train(q * x, y, visits, 4000, w0=q * w0)
        s = perceptron.squeeze(run, q * x, y, STAR)
        return dict(
            s=s,
            M=s["M"],
            camps=(x[y > 0], x[y < 0]),
            w0=w0,
            run=run,
            m=np.geomspace(0.6, 8000, 120),
            plain=perceptron.train(x, y, visits, 4000, w0=w0).T,
        )

    def picture(self, left, right):
        left.legend(show=False)
        left.ax.set_title("gap dotted, middle black, last line red")
        camp, road = plots.points(left.ax, ["+", "-"], None, 40), plots.street(left.ax)
        last = plots.street(left.ax, colour=plots.RED, ls="--", edges=False)
        left.add(camp, shows=lambda r: (*r.camps,))
        left.add(road, shows=lambda r: (STAR, 0, r.s["gamma"] / r.s["C"]))
        left.add(last, shows=lambda r: (r.run.last, 0))
        left.add(start_arrow(left.ax), shows=lambda r: (r.w0, r.a))

        names = ["$\\|w\\|$", "$\\langle w, w^\\star\\rangle$"]
        right.curves(names, log="xy", legend=None, marker="o", ms=3, shows=lengths)
        bound, least = dict(lw=1.8, ls="--"), dict(lw=1.8, ls=":")
        right.curve("at most", plots.BOUND, shows=lambda r: (r.m, r.s["most"](r.m) / r.q), **bound)
        right.curve("at least", "0.2", shows=lambda r: (r.m, at_least(r)), **least)
        right.mark("it must end", "D", plots.YELLOW, 11, shows=meeting)

    def caption(self, r):
        what = f"from w = 0 the bound is {r.s['bound']:.4g}"
        if r.a:
            plain = (r.s["C"] / r.s["gamma"]) ** 2
            what = f"from this start the bound is {r.s['bound']:.4g}, from w = 0 it is {plain:.4g}"
        return f"{plural(r.M[-1], 'correction')}; {what}."

    def numbers(self, r):
        return (
            f"{plural(r.M[-1], 'correction')}; with C = {r.q:.3g} and margin {r.gamma * r.q:.3g} "
            f"the bound from this start is {r.s['bound']:.4g} (diamond, where the dashed and "
            f"the dotted curve meet); the last w makes an angle of {r.s['angle']:.1f}° with w*."
        )

    def headline(self, r):
        return Claim(
            "corrections ≤ C²/γ² + 2a/γ",
            "Theorem 3.2",
            r.M[-1],
            r.s["bound"],
            words="From a start of length a there are at most C²/γ² + 2a/γ corrections.",
        )

    def identities(self, r):
        M, s, two = r.M, r.s, "Theorem 3.2"
        away = "" if r.a == 0 else "the start is not w = 0"
        gains, longest = np.diff(s["along"]), np.diff(s["norm"] ** 2)
        angle, novikoff = M[-1] ** 0.5 * s["gamma"] / s["C"], (s["C"] / s["gamma"]) ** 2
        none = "" if len(M) > 1 else "no correction"
        least, most = gains.min(initial=np.inf), longest.max(initial=-np.inf)
        small = 1e-9 * max(1.0, s["norm"].max() ** 2)  # what rounding may add to a square
        scaled = "the same number of corrections at q = 1"
        return [
            Claim("each correction adds γ to ⟨w, w*⟩", two, least, s["gamma"], ">=", why_not=none),
            Claim("and at most C² to ‖w‖²", two, most, s["C"] ** 2, tol=small, why_not=none),
            Claim("cos(w, w*) ≥ √M γ/C", two, s["cos"], angle, ">=", why_not=away),
            Claim("from w = 0: corrections ≤ C²/γ²", two, M[-1], novikoff, why_not=away),
            Claim(scaled, "section 2", M[-1], r.plain, "=="),
        ]


def start_arrow(ax):
    """The start as an arrow, drawn small, and what it is. move(w0, length)."""
    (arrow,) = ax.plot([], [], color=plots.PURPLE, lw=3, marker="o", markevery=[1], ms=9)
    place = dict(x=0.03, y=0.03, transform=ax.transAxes, color=plots.PURPLE)
    words = ax.text(s="", fontsize=12, **place)

    def move(w0, length):
        arrow.set_data(*np.array([[0, 0], w0 / SHRUNK]).T)
        words.set_text(f"the start, drawn at 1/{SHRUNK}" if length else "")
        return arrow, words

    return move


def lengths(r):
    """Corrections so far, the length of w and its part along w*, in units of q."""
    return r.M, r.s["norm"] / r.q, np.maximum(r.s["along"] / r.q, 1e-9)


def at_least(r):
    """How far along w* the corrections have come at least, in units of q."""
    return np.maximum(r.s["least"](r.m) / r.q, 1e-9)


def meeting(r):
    """Where the two curves of the proof meet."""
    return r.s["bound"], r.s["most"](r.s["bound"]) / r.q
