"""The figure `margins`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Handle, Step, int_slider, slider
from helpers.margins import boosting
from lessons.n13_boosting.world import ROUNDS, cancer, held, plural

THETA = np.linspace(-1, 1, 201)


class Margins(Figure):
    """Breast cancer: training and test error against rounds, and the margins of the vote."""

    play = "T"
    story = [
        Step("one rule", "One measurement, one threshold, and it is right about nine in ten.", T=1),
        Step(
            "training error 0",
            "Round 12: no mistake is left to learn from. Remember the height of the dashed curve.",
            T=12,
        ),
        Step(
            "go on",
            "The training error cannot fall any more, the test error does. Right: the smallest "
            "margins have moved up since round 12 (dashed).",
            T=300,
        ),
        Step(
            "the bound",
            "No margin is below 0.1 now. The dotted bound knew: it is nearly 0 there.",
            T=300,
            theta=0.1,
        ),
        Step(
            "wrong labels",
            "One training label in ten is a lie. Boosting learns the lies too, and the test error "
            "turns up: it does overfit.",
            wrong=10,
            T=300,
        ),
        Step("few patients", "A hundred patients: sooner without error, worse on new ones.", n=100),
    ]
    handles = [
        Handle(
            "choose the round",
            at=lambda r: (r.last, r.test[r.last - 1]),
            to=lambda r, x, y: dict(T=x),
        ),
        Handle(
            "choose θ",
            at=lambda r: (r.theta, r.below),
            to=lambda r, x, y: dict(theta=x),
            panel=1,
        ),
    ]
    more = ("n",)
    notes = """Play from round 15 on: nothing happens to the training error, but the small margins
    walk to the right, at the cost of the large ones; then wrong labels, where boosting does
    overfit. Ask what a doctor would want to know: the vote, or by how much it was won?"""

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

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(0.9, 350), ylim=(0, 0.175), xlabel="rounds $t$")
        left.set_ylabel("share of wrong answers")
        left.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
        right.set(xlim=(-0.4, 1), ylim=(-0.02, 1.02), xlabel="margin level $\\theta$")
        right.set_ylabel("share of margins $\\leq \\theta$")
        train = plots.curves(left, ["training"], log="x", color=plots.TRAIN, lw=2.4)
        test = plots.curves(left, ["test"], color=plots.TEST, ls="--", lw=2.4)
        first = plots.level(left, "training error first 0", colour="0.6", across=True)
        star = plots.star(left)
        plots.legend_above(left)
        now = plots.curves(right, ["now"], color=plots.FIT, lw=2.4)
        then = plots.curves(right, ["at first 0"], color=plots.PURPLE, ls="--")
        bound = plots.curves(right, ["bound"], color=plots.BOUND, ls=":")
        grip = plots.star(right)
        plots.legend_above(right)
        t = np.arange(1, ROUNDS + 1)
        return lambda r: (
            *train(t, r.train),
            *test(t, r.test),
            *first(r.first or np.nan),
            *star(r.last, r.test[r.last - 1]),
            *now(THETA, shares(r.margin)),
            *then(THETA, None if r.then is None else shares(r.then)),
            *bound(THETA, np.minimum(r.bound, 9)),  # over 1 it leaves the picture
            *grip(r.theta, r.below),
        )

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
