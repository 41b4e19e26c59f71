"""The figure `digits`."""

from functools import cache, lru_cache

import numpy as np

from helpers import plots
from helpers.kernels import gaussian, polynomial
from helpers.live import Claim, Figure, Guess, axes, bandwidth, regularisation
from lessons.n14_kernel_trick.world import LEFT_OUT, short, split

# digits
DIGIT_WIDTHS = np.geomspace(0.3, 30, 25)


class Digits(Figure):
    """Even or odd? Errors on handwritten digits at every bandwidth."""

    guess = Guess(
        r"A plane in pixel space gets about 9 % wrong. Take $\ell = 0.3$: the score of a new digit "
        "is then 0.0002, practically zero. How many are wrong?",
        {
            "about 50 %: it knows nothing": "A score of 0.0002 still has a sign.",
            "about 9 %, like the plane": "Wide bells come close to the plane. These are narrow.",
            "about 2 %": "The nearest digit's bell is faint, but all others are fainter still: the "
            "sign of $f$ is the nearest neighbour's label.",
        },
        answer="about 2 %",
    )

    story = """
the typical distance
    ℓ = 3, the median distance of two digits. Not the best.
the best | bandwidth=1.0
    Near ℓ = 1 all three curves are low.
nearest neighbour | bandwidth=0.3
    A score is about 0.0002, yet its sign is mostly right: the nearest digit decides.
nearly a plane | bandwidth=30.0
    Bells so wide that they look like planes.
cheap length | bandwidth=10.0, lam=1e-06
    Rather wide, but hardly any penalty: large coefficients bend the plane again.
"""
    notes = """Ask which of the eight hardest digits the class would get right. At ℓ = 0.3 let them
    compute k at distance 1.3: e^(−9.4). The score of a new digit is tiny, and only its sign is
    used. One split is an anecdote: the table below has ten."""
    widths = (3, 2)
    panels = (
        axes("bandwidth $\\ell$", (0.27, 33), "share of wrong answers", (-0.004, 0.13)),
        axes(),
    )

    def sliders(self):
        return dict(bandwidth=bandwidth(3.0, 0.3, 30), lam=regularisation(0.001, 1e-6, 0.01))

    @staticmethod
    def compute(bandwidth, lam):
        """Fit 200 digits at this bandwidth; count wrong answers at all of them."""
        one = split()
        fit, K_test = one.fitted(gaussian(bandwidth))
        curves, plane = wrong_by_width(lam)
        loo = fit.loo(lam)
        scores = fit.predict(K_test, lam)
        return dict(
            fit=fit,
            curves=curves,
            plane=plane,
            wrong=one.wrong(fit, K_test, lam),
            loo=loo,
            scores=scores,
            hard=np.argsort(one.y_test * scores)[:8],
        )

    def picture(self, left, right):
        left.ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
        left.curve(
            "training", plots.TRAIN, shows=lambda r: (DIGIT_WIDTHS, r.curves[0]), log="x", lw=2.4
        )
        left.curve("left out", LEFT_OUT, shows=lambda r: (DIGIT_WIDTHS, r.curves[1]), ls="-.", lw=2)
        left.curve("test", plots.TEST, shows=lambda r: (DIGIT_WIDTHS, r.curves[2]), ls="--", lw=2.4)
        left.level("a plane", colour=plots.BLACK, shows=lambda r: r.plane)
        left.level("nearest digit", colour=plots.ORANGE, shows=lambda r: split().nearest())
        left.hand("choose the bandwidth", shows=lambda r: (r.bandwidth, r.wrong[2]), bandwidth="x")
        left.ax.set_xticks((0.3, 1, 3, 10, 30), labels=("0.3", "1", "3", "10", "30"))
        left.ax.xaxis.set_minor_formatter("")
        left.legend(columnspacing=0.8, handlelength=1.3)
        hardest = gallery(right.ax)
        right.ax.set_title("the eight hardest test digits")
        right.add(hardest, shows=lambda r: (r.hard, r.scores))

    def caption(self, r):
        size = np.median(np.abs(r.scores))
        return (
            f"Wrong: {100 * r.wrong[2]:.1f} % of the test digits, a plane {100 * r.plane:.1f} %; "
            f"a typical score is {short(size)}."
        )

    def numbers(self, r):
        return (
            "wrong are {:.1%} of the training digits, {:.1%} when left out and {:.1%} of the test "
            "digits; a plane in pixel space {:.1%}, the nearest digit {:.1%}; the median size of a "
            "score is {}.".format(
                *r.wrong, r.plane, split().nearest(), short(np.median(np.abs(r.scores)))
            )
        )

    def headline(self, r):
        i = int(np.argmax(np.abs(r.loo)))
        return Claim(
            "the most surprising digit, left out: shortcut = new fit",
            "Theorem 14.8",
            r.loo[i],
            r.fit.refit(i, r.lam),
            "==",
            1e-5,
            words="Leaving a digit out needs no new fit: its error is αᵢ/Gᵢᵢ.",
        )

    def identities(self, r):
        fit, one = r.fit, split()
        direct = np.trace(np.linalg.solve(fit.K + 200 * r.lam * np.eye(200), fit.K))
        wrong_left_out = np.sum(one.y * r.loo >= 1)
        wrong_seen = np.sum(one.y * (one.y - fit.fitted(r.lam)) >= 1)
        return [
            Claim("degrees of freedom", "Theorem 14.9", fit.df(r.lam), direct, "==", 1e-6),
            Claim("mistakes: seen ≤ left out", "Theorem 14.8", wrong_seen, wrong_left_out),
        ]


@cache
def digit_bank():
    """Fits at every bandwidth of DIGIT_WIDTHS, and of a plane in pixel space."""
    return [split().fitted(k) for k in [*map(gaussian, DIGIT_WIDTHS), polynomial(1)]]


@lru_cache(64)
def wrong_by_width(lam):
    """Shares of wrong answers (3, widths) at every bandwidth, and the plane's on test digits."""
    *curves, line = [split().wrong(*pair, lam) for pair in digit_bank()]
    return np.transpose(curves), line[2]


def gallery(ax):
    """Eight test digits, each with its name and what it was called. move(hard, scores)."""
    ax.set_axis_off()
    image = plots.heatmap(ax, (0, 4, 0, 2), 0, 1, cmap="Greys", origin="upper")
    places = [(i % 4 + 0.5, 1 - i // 4) for i in range(8)]
    said = [ax.text(*at, "", ha="center", va="center", size=11) for at in places]

    def move(hard, scores):
        one = split()
        for words, i in zip(said, hard):
            called = "even" if scores[i] > 0 else "odd"
            mark = "✓" if scores[i] * one.y_test[i] > 0 else "✗"
            words.set_text(f"{one.names_test[i]:.0f}: {called} {mark}")
        rows = one.X_test[hard].reshape(2, 4, 8, 8)
        tiles = [np.hstack([np.pad(digit, 1) for digit in row]) for row in rows]
        return (*image(np.vstack(tiles)), *said)

    return move
