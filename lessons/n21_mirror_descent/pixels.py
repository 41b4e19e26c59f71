"""Further: pixels as experts."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.data import load
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, log_slider
from helpers.online import mirror
from lessons.n21_mirror_descent.world import pair_of_curves


class Pixels(Figure):
    """Sixty-four pixels and their opposites say even or odd; the learner knows no digits."""

    guess = Guess(
        "A thousand images come one by one. How often does the best of the 128 experts err?",
        {
            "50 %: a pixel knows nothing": "A single pixel knows a good deal.",
            "19 %": "One pixel, low in the left half: bright in most 0, 4, 6 and 8.",
            "2 %": "That takes many pixels together.",
        },
        answer="19 %",
    )

    size = (10, 4.4)
    veiled = (0, 1)
    story = """
all images
    Left: a red pixel is brighter in odd digits, a blue one in even digits; the ring is where EG
    ends. Right: EG comes nearer to the best pixel than OGD.
five times the step | factor=5
    These images are no adversary: in hindsight, longer steps would have helped both. Blue dips
    under the dotted line, the best pixel’s share of all 1000, for the first images are easier.
a hundred images | T=100
    After a hundred images the best of 128 pixels looks better than it is, by luck, and both
    learners are far behind it.
twenty times the step | factor=20
    Still longer steps, and both err even less. Nobody plays against us here.
"""
    handles = [
        Handle(
            "choose the number of images",
            at=lambda r: (r.T, float(np.clip(r.error[0][-1], 0.11, 0.54))),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        )
    ]
    notes = """Nobody drew these images against the learner, so the bound is generous: longer steps
    help, but we know it in hindsight only. Ask why one pixel can be right four times out of
    five."""
    widths = [1, 1.5]
    panels = (
        axes("red: bright means odd; blue: even", xticks=[], yticks=[]),
        axes("images seen", (0, 1030), "share of errors so far", (0.1, 0.55)),
    )

    def sliders(self):
        return dict(
            factor=log_slider("step size η (1 = tuned)", 1, 0.05, 20),
            T=int_slider("images T", 1000, 20, 1000),
        )

    @staticmethod
    def compute(factor, T):
        """Both learners on the first T images: regret, running error, last weights of EG."""
        Z, out = pixel_losses()[:T], []
        t = np.arange(1, T + 1)
        for geometry in (mirror.ENTROPIC, mirror.QUADRATIC):
            eta = factor * mirror.tuned(geometry, 128, T)[0]
            run = mirror.mirror_descent(Z, geometry, eta)
            error = np.cumsum((run.w[:-1] * Z).sum(axis=1)) / t
            out.append(
                (mirror.regret(run)[-1], mirror.bound(geometry, 128, T, eta), error, run.last)
            )
        regret, bound, error, last = zip(*out)
        best = Z.mean(axis=0)
        return dict(
            regret=regret,
            bound=bound,
            error=error,
            rounds=t,
            map=(0.5 - best[:64]).reshape(8, 8),
            trusted=divmod(int(np.argmax(last[0][:64] + last[0][64:])), 8),
            best=float(best.min()),
            own=float(error[0][-1] - best.min()),
        )

    def picture(self, left, right):
        shade = plots.heatmap(left.ax, (0, 8, 8, 0), -0.35, 0.35, "RdBu_r", origin="upper")
        ring = plots.circles(left.ax, None, 22)
        lines = pair_of_curves(right.ax)
        best = plots.level(right.ax, "best pixel in hindsight", plots.TRUTH, ":")

        here = plots.star(right.ax)
        left.add(shade, shows=lambda r: r.map)
        left.add(ring, shows=lambda r: [[r.trusted[1] + 0.5, r.trusted[0] + 0.5]])
        right.add(lines, shows=lambda r: (r.rounds, *r.error))
        right.add(best, shows=lambda r: r.best)
        right.add(here, shows=lambda r: (r.T, float(np.clip(r.error[0][-1], 0.11, 0.54))))

    def caption(self, r):
        return (
            f"After {r.T} images EG has erred on {100 * r.error[0][-1]:.0f} %, OGD on "
            f"{100 * r.error[1][-1]:.0f} %, the best pixel on {100 * r.best:.0f} %."
        )

    def numbers(self, r):
        return (
            f"regret of EG {r.regret[0]:.4g} of at most {r.bound[0]:.4g}, of OGD "
            f"{r.regret[1]:.4g} of at most {r.bound[1]:.4g}."
        )

    def headline(self, r):
        return Claim(
            "the regret of EG",
            "Theorem 21.1",
            measured=r.regret[0],
            bound=r.bound[0],
            words="EG’s regret is at most (log d)/η + ηT/2, on real images as on any losses.",
        )

    def identities(self, r):
        return [
            Claim("the regret of OGD", "Theorem 21.1", r.regret[1], r.bound[1]),
            Claim(
                "regret is error minus best error, times T",
                "section 1",
                r.regret[0],
                r.T * r.own,
                "==",
            ),
        ]


@lru_cache(1)
def pixel_losses():
    """(1000, 128): is the pixel, or its opposite, wrong about “this digit is odd”?"""
    digits = load("digits")
    bright = (digits.X > digits.X.mean(axis=0))[:1000]
    wrong = bright != (digits.y[:1000] % 2 == 1)[:, None]
    return np.hstack([wrong, ~wrong]).astype(float)
