"""Further: the proof of Theorem 28.1, and where a factor 2 is lost."""

import numpy as np

from helpers import losses, plots
from helpers.generalisation import stability as st
from helpers.live import Claim, Figure, Guess, axes, choice, regularisation, slider
from lessons.n28_stability.world import FITS, SECOND, penalised, sample_line, swapped

WEIGHTS = np.linspace(-0.6, 2.4, 241)
LINKS = ("λΔ²", "climb on old", "climb on new", "both climbs", "losses / n", "2ρΔ/n")


class Chain(Figure):
    """Two objectives that differ in one example, their minima, and the links of the proof."""

    guess = Guess(
        "A climb is what an objective rises from its own minimum to the other’s. Dotted: the "
        "parabolas of Lemma 28.2. The textbook bounds one climb by λΔ² from below and throws the "
        "other away. What is the sum of both climbs?",
        {
            "at least 2λΔ², and exactly what the losses change, over n": "The two objectives "
            "differ in one term, so everything else cancels.",
            "at least λΔ²; the other climb may be 0": "It is a climb from a minimum, too: Lemma "
            "28.2.",
            "it cannot be known": "It can: the objectives differ in two losses only.",
        },
        answer="at least 2λΔ², and exactly what the losses change, over n",
    )

    size = (10, 4.3)
    story = """
two valleys
    Each objective grows at least like a parabola from its own minimum. Walk from one minimum to
    the other: both climbs are bounded below.
the textbook’s step | lam=1
    One climb is at least 1 here, and the losses allow at most the last bar. This gives 2ρ/(λn).
    The other climb was thrown away.
both climbs | loss="absolute"
    Together they are at least 2, and exactly what the losses change, over n: this gives half of
    the textbook’s bound. With the absolute loss it is reached.
squared loss | loss="squared"
    All links but the last hold. The last one needs a largest slope.
"""
    sees = {
        "both climbs": lambda r: (
            abs(r.move - 1 / (10 * r.lam)) < 1e-6 and abs(r.links[3] / r.links[0] - 2) < 1e-3
        ),
        "squared loss": lambda r: r.links[4] > r.links[5],
    }
    notes = """For who wants to see a proof as bars. The identity “both climbs = losses / n” is
    exact, since the objectives differ in one term only."""
    widths = [1.2, 1]
    panels = (
        axes("slope w", (-0.6, 2.4), "mean loss + λw²", (0.3, 3.3)),
        axes("in units of λΔ²", (0, 5), ylim=(-0.6, 5.6)),
    )

    def sliders(self):
        return dict(
            lam=regularisation(0.3, 0.02, 10),
            y_new=slider("new answer y′", -4, -6, 6, 0.1),
            loss=choice("loss", "Huber", FITS),
        )

    @staticmethod
    def compute(lam, y_new, loss):
        """Both objectives on a grid, and each link of the chain, for ten points."""
        x, y = sample_line(10)
        xs, ys = swapped(x, y, 9, 1.0, [y_new])
        w, there = float(st.slope(loss, x, y, lam)), float(st.slope(loss, xs, ys, lam)[0])
        old, new = (
            penalised(loss, a, b, lam, np.append(WEIGHTS, [w, there]))
            for a, b in ((x, y), (xs[0], ys[0]))
        )
        gone = loss(np.array([there, w]) * x[9] - y[9])
        came = loss(np.array([w, there]) - y_new)
        move = abs(there - w)
        links = [
            lam * move**2,
            old[-1] - old[-2],
            new[-2] - new[-1],
            old[-1] - old[-2] + new[-2] - new[-1],
            float(gone[0] - gone[1] + came[0] - came[1]) / 10,
            2 * move / 10,
        ]
        under = [f + lam * (WEIGHTS - v) ** 2 for f, v in ((old[-2], w), (new[-1], there))]
        return dict(
            w=w,
            there=there,
            move=move,
            curves=(old[:-2], new[:-2]),
            under=under,
            at=(float(old[-2]), float(new[-1])),
            links=np.array(links, dtype=float),
        )

    def picture(self, left, right):
        right.ax.set_yticks(range(6), LINKS[::-1])
        old = plots.curves(left.ax, ["old sample"], color=plots.FIT)
        new = plots.curves(left.ax, ["new sample"], color=SECOND)
        lows = [plots.curves(left.ax, [None], color=c, ls=":", lw=1.4) for c in (plots.FIT, SECOND)]
        ends = [plots.mark(left.ax, None, m, c, 10) for m, c in (("o", plots.FIT), ("s", SECOND))]

        shades = [plots.BOUND, plots.PURPLE, plots.FIT, SECOND, plots.FIT, "0.7"]
        bars = right.ax.barh(range(6), np.zeros(6), color=shades)
        (second,) = right.ax.barh([2], [0], color=SECOND)  # both climbs: one behind the other

        def move(r):
            unit = max(r.links[0], 1e-12)
            sizes = np.minimum(r.links / unit, 4.9) if r.move > 1e-6 else 0 * r.links
            for bar, size in zip(bars, sizes[::-1]):
                bar.set_width(size)
            bars[2].set_width(min(sizes[1], sizes[3]))
            second.set(x=bars[2].get_width(), width=sizes[3] - bars[2].get_width())
            return (
                *old(WEIGHTS, r.curves[0]),
                *new(WEIGHTS, r.curves[1]),
                *lows[0](WEIGHTS, r.under[0]),
                *lows[1](WEIGHTS, r.under[1]),
                *ends[0](r.w, min(r.at[0], 3.2)),
                *ends[1](r.there, min(r.at[1], 3.2)),
                *bars,
                second,
            )

        left.add(move)

    def caption(self, r):
        if r.move < 1e-6:
            return "This swap moves nothing: the minimum sits in a kink that holds it."
        return (
            f"The minima are Δ = {r.move:.2f} apart; both climbs together are {r.links[3]:.3f}, "
            f"and 2λΔ² is {2 * r.links[0]:.3f}."
        )

    def numbers(self, r):
        return ", ".join(f"{name} {size:.3g}" for name, size in zip(LINKS, r.links)) + "."

    def headline(self, r):
        return Claim(
            "a strongly convex function grows",
            "Lemma 28.2",
            measured=min(r.links[1], r.links[2]),
            bound=r.links[0],
            kind=">=",
            words="From its minimum mean loss + λ‖w‖² grows at least by λ‖Δ‖².",
        )

    def identities(self, r):
        square = "the squared loss has no largest slope ρ" * (r.loss is losses.squared)
        links = r.links
        return [
            Claim("both climbs are the losses over n", "section 2", links[3], links[4], "=="),
            Claim("one climb, by the losses over n", "section 2", links[1], links[4]),
            Claim("the losses, by their slope", "section 2", links[4], links[5], why_not=square),
        ]
