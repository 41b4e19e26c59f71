"""The figure `margins`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, axes, int_slider, slider
from helpers.margins import boosting
from lessons.n13_boosting.world import ROUNDS, cancer, held, plural

THETA = np.linspace(-1, 1, 201)


class Margins(Figure):
    """Breast cancer: training and test error against rounds, and the margins of the vote."""

    guess = Guess(
        "After 12 rounds the training error is 0 for the first time. What does the test error do "
        "in the next 288?",
        {
            "it rises: that is overfitting": "So everybody thought. It falls.",
            "it stays: nothing is left to learn": "No mistakes are left, but clarity is: it falls.",
            "it falls": "From 6.9 % to 2.4 % in this split, which shows it best; twenty splits "
            "follow.",
        },
        answer="it falls",
    )

    play = "T"
    story = """
one rule | T=1
    One measurement, one threshold, and it is right about nine in ten.
training error 0 | T=12
    Round 12: for the first time no training example is wrong. Remember the height of the
    dashed curve.
go on | T=300
    The training error cannot fall any more, the test error does. Right: the smallest margins
    have moved up since round 12 (dashed).
the bound | T=300, theta=0.1
    No margin is below 0.1 now. The dotted bound knew: it is nearly 0 there.
wrong labels | wrong=10, T=300
    One training label in ten is a lie. Boosting learns the lies too, and the test error turns
    up: it does overfit.
few patients | n=100
    A hundred patients: sooner without error, worse on new ones.
"""
    more = ("n",)
    notes = """Play from round 16 on: nothing happens to the training error, but the small margins
    walk to the right, at the cost of the large ones; then wrong labels, where boosting does
    overfit. Ask what a doctor would want to know: the vote, or by how much it was won?"""
    widths = (3, 2)
    panels = (
        axes("rounds $t$", (0.9, 350), "share of wrong answers", (0, 0.175)),
        axes(
            "margin level $\\theta$", (-0.4, 1), "share of margins $\\leq \\theta$", (-0.02, 1.02)
        ),
    )

    def sliders(self):
        return dict(
            T=int_slider("rounds T", 60, 1, ROUNDS),
            theta=slider("margin level θ", 0.2, -0.4, 0.6, 0.01),
            wrong=int_slider("wrong labels in per cent q", 0, 0, 10),
            i=int_slider("new random split s", 13, 1, 20),
            n=int_slider("training patients n", 280, 60, 300, 20),
        )

    @staticmethod
    def compute(T, theta, wrong, i, n):
        """Margins of the vote after T rounds, and when the training error was first 0."""
        e = cancer(n, wrong / 100, i)
        last, first = min(T, e.run.T), e.first_without_error()
        every = boosting.margins(e.run, e.y)
        return dict(
            e=e,
            last=last,
            first=first,
            train=held(e.train, ROUNDS),
            test=held(e.test, ROUNDS),
            margin=every[last - 1],
            then=every[first - 1] if first else None,
            below=np.mean(every[last - 1] <= theta),
            bound=boosting.margin_share_bound(e.run, THETA, last),
            cap=float(boosting.margin_share_bound(e.run, theta, last)),
        )

    def picture(self, left, right):
        left.ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")

        left.curve("training", plots.TRAIN, shows=lambda r: (t, r.train), log="x", lw=2.4)
        left.curve("test", plots.TEST, shows=lambda r: (t, r.test), ls="--", lw=2.4)
        left.level(
            "training error first 0", colour="0.6", across=True, shows=lambda r: r.first or np.nan
        )
        left.hand("choose the round", shows=lambda r: (r.last, r.test[r.last - 1]), T="x")

        right.curve("now", plots.FIT, shows=lambda r: (THETA, shares(r.margin)), lw=2.4)
        right.curve(
            "at first 0",
            plots.PURPLE,
            shows=lambda r: (THETA, None if r.then is None else shares(r.then)),
            ls="--",
        )
        right.curve("bound", plots.BOUND, shows=lambda r: (THETA, np.minimum(r.bound, 9)), ls=":")
        right.hand("choose θ", shows=lambda r: (r.theta, r.below), theta="x")

        t = np.arange(1, ROUNDS + 1)

    def caption(self, r):
        test = f"After {r.last} {plural(r.last)} the test error is {r.test[r.last - 1]:.1%}"
        if not r.first or r.first > r.last:
            return f"{test}; {r.train[r.last - 1]:.1%} of the training examples are still wrong."
        if r.wrong:
            low = int(np.argmin(r.test[: r.last]))
            return f"{test}; its lowest value was {r.test[low]:.1%}, in round {low + 1}."
        if r.first == r.last:
            return f"{test}; for the first time no training example is wrong."
        was = f"it was {r.test[r.first - 1]:.1%} in round {r.first}"
        return f"{test}; {was}, when for the first time no training example was wrong."

    def numbers(self, r):
        now, first = r.last - 1, r.first
        then = "never 0 in 300 rounds"
        if first:
            was = f"test error {r.test[first - 1]:.1%}, smallest margin {r.then.min():.3f}"
            then = f"first 0 at round {first} ({was})"
        return (
            f"the training error is {r.train[now]:.1%}, {then}; after {r.last} rounds the test "
            f"error is {r.test[now]:.1%}, the smallest margin {r.margin.min():.3f} and the median "
            f"one {np.median(r.margin):.3f}; {r.below:.1%} of the margins are at most θ."
        )

    def headline(self, r):
        return Claim(
            "share of margins ≤ θ",
            "Theorem 13.5",
            r.below,
            r.cap,
            why_not="" if r.cap < 1 else "at this θ the bound is over 1 and says nothing",
            words="Few margins are small: at most e^(θΣα) z₁···z_T of them are below θ.",
        )

    def identities(self, r):
        run, last = r.e.run, r.last
        smooth, total = boosting.smooth_margin(run, r.e.y)[last - 1], run.eta[:last].sum()
        smallest, room = r.margin.min(), np.log(r.n) / total
        product = -np.log(run.extra["z"][:last]).sum() - np.log(r.n)
        five, excess = "Theorem 13.5", np.max(shares(r.margin) - r.bound)
        return [
            Claim("share of margins minus its bound, at the worst θ", five, excess, 0),
            Claim("smooth margin times Σα = −Σ ln z − ln n", five, smooth * total, product, "=="),
            Claim("smooth margin ≤ smallest margin", five, smooth, smallest),
            Claim("smallest margin ≤ smooth margin + ln n/Σα", five, smallest, smooth + room),
        ]


def shares(margin):
    """The share of margins that are at most θ, for each θ of THETA."""
    return np.searchsorted(np.sort(margin), THETA + 1e-12, side="right") / len(margin)
