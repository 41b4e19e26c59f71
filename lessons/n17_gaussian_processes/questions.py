"""Questions: where to measure next."""

import numpy as np

from helpers import plots
from helpers.kernels import gaussian, gp
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    bandwidth,
    choice,
    int_slider,
    slider,
    text,
)
from lessons.n17_gaussian_processes.world import sd_of

STOPS = np.linspace(0, 1, 41)
MOST = 8
OWN = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55)
RULES = ("largest variance", "least total variance", "yours")
GREEDY = np.e / (np.e - 1)
ELSE = np.random.default_rng(2).normal(size=(4, 41 + MOST))  # four other curves, and their noise


def listed(places):
    return ", ".join(f"{x:.3g}" for x in places)


def pulled(i):
    """A handle that moves question i; from then on the list is yours."""

    def to(r, x, y):
        places = r.full.copy()
        places[i] = STOPS[np.argmin(np.abs(STOPS - x))]
        return dict(rule="yours", own=listed(places))

    return Handle("move this question", lambda r: (r.full[i], -2.7) if i < r.T else None, to)


class Questions(Figure):
    """Questions one after the other, the band they leave, and what they told."""

    guess = Guess(
        "Four measurements may be made, each where the band is then widest. When is it known where "
        "the <b>fourth</b> will be?",
        {
            "after three answers": "It is known earlier: which of the things that the band depends "
            "on are news?",
            "after the first answer": "It tells nothing about widths, nor does any other.",
            "before the first answer": "The band does not look at y, so the whole list can be "
            "written at home.",
        },
        answer="before the first answer",
    )

    size = (10, 4.4)
    play = "T"
    more = ("sigma", "own")
    story = """
four questions
    Each question goes where the band is widest. Grey: what four other curves would have
    answered. They would have been asked at the same places.
other answers | sample=21
    Another curve, other answers, another mean. The width of the band and the questions are the
    same.
eight questions | T=8
    Where the band is narrow nothing is asked: an answer also tells about its neighbours.
least total variance | rule="least total variance"
    This rule asks where an answer lowers the sum of all variances most, and keeps away from the
    ends. It tells less information, and leaves less variance.
a bad list | rule="yours"
    Four questions side by side. They tell much less. Drag the numbers: your list replaces the
    rule’s.
"""
    handles = [pulled(i) for i in range(MOST)]
    notes = """The point to make: the band does not look at y, so the list of questions can be
    written before the first answer. (In section 5 the answers do matter: there we look for the
    top.) Let students drag the four numbers to beat the greedy list: exercise 2."""
    widths = [1.6, 1]
    panels = (
        axes("x", (-0.02, 1.02), "f(x)", (-3, 3)),
        axes("questions T", (0.7, 8.3), "information, nats", (0, 18)),
    )

    def sliders(self):
        return dict(
            T=int_slider("questions T", 4, 1, MOST),
            rule=choice("rule", RULES[0], list(RULES)),
            bandwidth=bandwidth(0.15, 0.03, 0.5),
            sample=int_slider("new random sample", 1, 1, 40),
            sigma=slider("noise σ", 0.2, 0.05, 1),
            own=own_places("your places", OWN),
        )

    @staticmethod
    def compute(T, rule, bandwidth, sample, sigma, own):
        """The list of a rule, the posterior it leaves, and its information beside the greedy."""
        K = gaussian(bandwidth)(STOPS)
        own_bells = np.random.default_rng(13 + sample).normal(size=(1, 41))
        f, *others = gp.draw(0, K, np.concatenate([own_bells, ELSE[:, :41]]))
        yours = [int(np.argmin(np.abs(STOPS - x))) for x in own]
        greedy = gp.run_queries(K, f, sigma, MOST, gp.largest_variance)
        total = gp.run_queries(K, f, sigma, MOST, gp.least_total(sigma))
        lists = dict(zip(RULES, (greedy.extra["asked"], total.extra["asked"], yours)))
        full = np.asarray(lists[rule])
        asked = full[:T]
        y = f[asked] + sigma * np.random.default_rng(113 + sample).normal(size=MOST)[:T]
        mean, cov = gp.posterior(K[np.ix_(asked, asked)], K[:, asked], K, y, sigma)
        told = [[gp.information(K[np.ix_(q[:t], q[:t])], sigma) for t in range(1, MOST + 1)]
                for q in (full, lists[RULES[0]])]  # fmt: skip
        steps = greedy.extra["variance"][np.arange(MOST), lists[RULES[0]]]
        rival = swapped(K, lists[RULES[0]][:T], sigma)
        return dict(
            full=STOPS[full],
            asked=STOPS[asked],
            y=y,
            others=np.array(others)[:, asked] + sigma * ELSE[:, 41 : 41 + T],
            f=f,
            mean=mean,
            sd=sd_of(np.diag(cov)),
            told=np.array(told),
            rival=float(gp.information(K[np.ix_(rival, rival)], sigma)),
            here=float(told[0][T - 1]),
            greedy=float(told[1][T - 1]),
            steps=float(np.log(1 + steps[:T] / sigma**2).sum() / 2),
            left=float(np.diag(cov).mean()),
            widest=np.max(greedy.extra["variance"], axis=1),
        )

    def picture(self, left, right):
        shade = plots.band(left.ax, "95 % band", plots.SKY, 0.35)
        shade(STOPS, STOPS, STOPS)
        left.curve("mean", plots.FIT, shows=lambda r: (STOPS, r.mean))
        left.curve("truth", plots.TRUTH, shows=lambda r: (STOPS, r.f), ls=":", lw=1.4)
        left.spots(
            "other answers",
            marker="o",
            ms=6,
            mfc="none",
            mec="0.5",
            mew=1.2,
            shows=lambda r: (np.tile(r.asked, len(r.others)), r.others.ravel()),
        )
        left.spots(
            "answers",
            marker="o",
            ms=8,
            color=plots.TRAIN,
            mec="white",
            shows=lambda r: (r.asked, r.y),
        )

        numbers = badges(left.ax)
        right.curve(
            "1.58 × greedy", plots.BOUND, shows=lambda r: (ticks, GREEDY * r.told[1]), ls="--"
        )
        right.curve("greedy", plots.ORANGE, shows=lambda r: (ticks, r.told[1]), lw=6, alpha=0.6)
        right.curve("this list", plots.FIT, shows=lambda r: (ticks, r.told[0]))
        right.legend(columnspacing=0.8)
        right.star(shows=lambda r: (r.T, min(r.here, 17.8)))
        ticks = np.arange(1, MOST + 1)
        left.add(shade, shows=lambda r: (STOPS, r.mean - gp.Z95 * r.sd, r.mean + gp.Z95 * r.sd))
        left.add(numbers, shows=lambda r: (r.full, r.T))

    def caption(self, r):
        return (
            "Other answers (grey) would not move the questions. These tell "
            f"{r.here:.2f} nats, greedy {r.greedy:.2f}; mean variance left {r.left:.2f}."
        )

    def numbers(self, r):
        return (
            f"asked at {listed(r.asked)}; information {r.here:.4g} nats, greedy {r.greedy:.4g}, "
            f"by swaps {r.rival:.4g}, no list more than {GREEDY * r.greedy:.4g}; mean variance "
            f"left {r.left:.3g}."
        )

    def headline(self, r):
        return Claim(
            "no list tells much more than the greedy one",
            "Theorem 17.6",
            max(r.here, r.rival),
            GREEDY * r.greedy,
            words="No T questions tell more than e/(e − 1) = 1.58 times greedy: neither these, nor "
            "the best list found by swaps.",
        )

    def identities(self, r):
        rise = float(np.diff(r.widest).max())
        return [
            Claim("information, answer by answer", "section 4", r.steps, r.greedy, "==", tol=1e-7),
            Claim("the widest place never widens", "Theorem 17.3", rise, 0.0),
        ]


def own_places(label, places):
    """Eight numbers between 0 and 1 as one control."""

    def parse(typed):
        try:
            found = np.array([float(x) for x in typed.split(",")])
        except ValueError:
            found = np.empty(0)
        if found.shape != (MOST,) or not ((found >= 0) & (found <= 1)).all():
            raise ValueError(f"{label} must be {MOST} numbers from 0 to 1, separated by commas")
        return found

    return text(label, listed(places), parse)


def swapped(K, asked, sigma):
    """A list after swaps: one place at a time for the best of all, until no swap tells more."""
    asked, told = np.array(asked), -1.0
    while True:
        for i in range(len(asked)):
            lists = np.tile(asked, (len(K), 1))
            lists[:, i] = np.arange(len(K))
            each = gp.information(K[lists[:, :, None], lists[:, None, :]], sigma)
            asked = lists[np.argmax(each)]
        if each.max() <= told + 1e-9:
            return asked
        told = float(each.max())


def badges(ax):
    """The questions as numbers in circles. move(places, T): the first T of them are shown."""
    look = dict(ha="center", va="center", fontsize=12)
    circle = dict(boxstyle="circle", fc=plots.YELLOW)
    numbers = [ax.text(0, -2.7, str(i + 1), bbox=circle, **look) for i in range(MOST)]

    def move(places, T):
        for i, number in enumerate(numbers):
            number.set_visible(i < T)
            number.set_x(places[i])
        return numbers

    return move
