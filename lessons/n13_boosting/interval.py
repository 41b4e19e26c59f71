"""The figure `interval`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider
from helpers.margins import boosting
from lessons.n13_boosting.world import GRID, ROUNDS, alternating, bubbles, held, line, plural

FLOOR = 8e-4  # the lowest error that is drawn


class Interval(Figure):
    """A target on the line that changes its sign k times: errors and bounds against rounds."""

    guess = Guess(
        "An opponent may put the weights anywhere. How much better than a coin is the best stump "
        "for certain? (½ minus its weighted error)",
        {
            "0: some weights make it useless": "Not here: whatever the weights, one of the pieces "
            "is light enough to give up.",
            "1/6": "The opponent's best is a third on each piece: a stump must give up one of "
            r"them, and $\frac12 - \frac13 = \frac16$.",
            "1/4": "The opponent can do better than that: a third on each piece.",
            "1/3": "That is the weight of the piece which is given up. The advantage is ½ minus "
            "that.",
        },
        answer="1/6",
    )

    play = "T"
    story = """
the interval | T=3
    Left: the weights that hurt stumps most put a third on each piece (large marks). Right:
    three rounds, and the training error (green) drops out of the picture.
the proof | T=19
    The blue curve is the mean exponential loss. Where it is under the dotted line, one
    example's share, no mistake is possible.
what was promised | T=30
    The dashed curve knows nothing but γ*. Its diamond is the round that theory promises.
one change | k=1, T=1
    One cut does it, whatever the weights: a stump is not weak here at all.
five changes | k=5, T=40
    More pieces, a smaller γ*, and the diamond walks to the right: with 1/γ*².
ten examples | n=10, T=8
    Fewer examples: an earlier promise, but look at the vote.
"""
    handles = [
        Handle(
            "choose the round",
            at=lambda r: (r.last, r.product[r.last]),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        )
    ]
    notes = """Let the class find the hardest weights on paper first: three pieces, a third each.
    Then k = 3: the same γ*, because a constant and a cut cannot both be right about the two ends.
    The promise (87 rounds) is far from what is needed here (3); ask why: it must cover every
    sample and every learner with the same γ*."""
    widths = (2, 3)
    panels = (
        axes("$x$", (-0.03, 1.03), "answer", (-1.6, 1.6), yticks=(-1, 0, 1)),
        axes("rounds $t$", (0.85, 350), "error, loss", (FLOOR, 1.3)),
    )

    def sliders(self):
        return dict(
            k=int_slider("changes of sign k", 2, 1, 5),
            n=int_slider("examples n", 60, 5, 100),
            T=int_slider("rounds T", 8, 1, ROUNDS),
            i=int_slider("new random sample s", 1, 1, 20),
        )

    @staticmethod
    def compute(k, n, T, i):
        """Errors and normalisers of a run on n points; the bound needs nothing but γ*."""
        e = line(k, n, i)
        last = min(T, e.run.T)
        t = np.arange(ROUNDS + 1)
        return dict(
            e=e,
            last=last,
            t=t,
            product=np.cumprod([1, *e.run.extra["z"]]),
            bound=np.exp(-2 * t * e.gamma**2),
            promised=boosting.rounds_needed(n, e.gamma),
            safe=e.safe_from(),
            vote=e.vote(last, GRID) / e.run.eta[:last].sum(),
            target=alternating(GRID, k),
        )

    def picture(self, left, right):
        left.curve("target", plots.TRUTH, shows=lambda r: (GRID, r.target), lw=1.4)
        left.curve("vote $F/\\Sigma\\alpha$", plots.FIT, shows=lambda r: (GRID, r.vote), lw=2.4)
        hard = bubbles(left.ax, 12, least=9)

        right.curve(
            "training error",
            plots.TRAIN,
            shows=lambda r: (r.t[1:], np.maximum(held(r.e.train, ROUNDS), 1e-9)),
            log="xy",
            lw=2.4,
        )
        right.curve("exponential loss", plots.FIT, shows=lambda r: (r.t, r.product), lw=2.4)
        right.curve("bound", plots.BOUND, shows=lambda r: (r.t, r.bound), ls="--")
        right.level("$1/n$", colour=plots.BOUND, shows=lambda r: 1 / r.n)
        right.mark(
            marker="D", colour=plots.BOUND, size=9, shows=lambda r: (r.promised, 1 / (2 * r.n))
        )
        right.star(shows=lambda r: (r.last, max(r.product[r.last], 1.15 * FLOOR)))

        left.add(hard, shows=lambda r: (np.column_stack([r.e.X, 1.3 * r.e.y]), r.e.y, r.e.game[2]))

    def caption(self, r):
        return (
            f"No mistake is left after {r.safe} {plural(r.safe)}; with γ* = {r.e.gamma:.3g} theory "
            f"promises it after {np.ceil(r.promised):.0f} (diamond)."
        )

    def numbers(self, r):
        last = r.last
        return (
            f"stumps have advantage γ* = {r.e.gamma:.4f} on this sample; after {last} rounds the "
            f"training error is {r.e.train[last - 1]:.1%}, the exponential loss "
            f"{r.product[last]:.3g} and its bound {r.bound[last]:.3g}; no mistake is left after "
            f"round {r.safe}, by theory after {r.promised:.1f}; the true error of the vote is "
            f"{r.e.test[last - 1]:.1%}, of the first stump {r.e.test[0]:.1%}."
        )

    def headline(self, r):
        return Claim(
            "rounds until no mistake is left",
            "Theorem 13.4",
            r.safe,
            np.ceil(r.promised),
            words="After ln(2n)/2γ² rounds no example is wrong.",
        )

    def identities(self, r):
        e, last = r.e, r.last
        loss = np.log(boosting.exponential_loss(e.run, e.y)[last - 1])
        worst, exact = e.run.extra["eps"][:last].max(), alternating_gamma(e.y)
        lemma, product = "Theorem 13.4", r.product[last]
        return [
            Claim("γ*: linear program = ½/k, k made odd", "Theorem 13.3", e.gamma, exact, "=="),
            Claim("every weighted error ≤ ½ − γ*", "Theorem 13.3", worst, 0.5 - e.gamma, tol=1e-7),
            Claim("ln(mean exponential loss) = Σ ln z", lemma, loss, np.log(product), "=="),
            Claim("training error ≤ z₁···z_T", lemma, e.train[last - 1], product),
            Claim("Σ ln z ≤ −2Tγ²", lemma, np.log(product), np.log(r.bound[last])),
        ]


def alternating_gamma(y):
    """gamma of stumps for labels y in the order of x: 1/(2k), k changes; k + 1 if k is even."""
    k = np.count_nonzero(np.diff(y))
    return 1 / (2 * (k + (k % 2 == 0)))
