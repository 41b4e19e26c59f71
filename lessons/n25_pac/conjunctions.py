"""Conjunctions."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import pac
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, slider
from lessons.n25_pac.world import BLUE, DELTA, RED, image, percent

MOST = 360
STEPS = np.arange(MOST + 1)
SHOWN = 15  # positive examples in the picture
GROUND = 5e-3  # risks below this are drawn on the lower edge
DRAWN = ("features by chance", "one feature missing")


class Conjunctions(Figure):
    """Learning a conjunction: features that are 0 in a positive example are struck out."""

    guess = Guess(
        "Theorem 25.1 asks for 338 examples, to be 95 % sure of a risk below 5 %. When is the "
        "learner’s mean risk below 5 %?",
        {
            "after 33 examples": "Right; and after 54 it is so in 95 % of all samples. The promise "
            "covers every law and every survivor; this law is kind.",
            "after 130 examples": "Faster: half of the examples are positive, and each strikes out "
            "a fifth of the wrong features.",
            "after 330 examples": "The promise holds for the worst law. This one is far from it.",
        },
        answer="after 33 examples",
    )

    size = (10, 4.4)
    veiled = (1,)
    play = "n"
    story = """
nothing seen | n=0
    All 20 features are kept: the rule says 0 to nearly everything. The last row is the rule:
    black belongs to the truth, blue is too much.
ten examples | n=10
    Each positive example strikes out (orange) the features that it lacks. Negative ones change
    nothing.
thirty-three | n=33
    On average the risk is below 5 % now (first diamond); the promise still stands at 51 %.
done | n=338
    Three features are left, the truth, and have been for long. Only here, at 338 examples, the
    promise comes below 5 %.
as many examples as features | drawn="one feature missing", k=0, n=20
    Another law: every example lacks exactly one feature. After 20 examples a third of the
    features have never been missing: risk 36 % on average.
fifty features | d=50, n=60
    2⁵⁰ conjunctions, a billion times as many: the promise is 2.2 times as high, and the learner
    is still fast.
"""
    sees = {
        "nothing seen": lambda r: r.kept.all() and r.q**r.d < 0.02,
        "ten examples": lambda r: r.kept.sum() < 20 and 0 < r.positives < r.n == 10,
        "thirty-three": lambda r: r.n == r.soon == 33 and round(float(r.promise[33]), 2) == 0.51,
        "done": lambda r: r.kept.sum() == r.k == 3 and r.n == r.late and r.run[100] == 0,
        "as many examples as features": lambda r: r.n == r.d and abs(r.means[r.n] - 0.36) < 0.005,
        "fifty features": lambda r: (
            r.n == 60
            and (abs(r.promise[r.n] / pac.realisable_error(2.0**20, r.n, DELTA) - 2.2) < 0.05)
        ),
    }
    handles = [
        Handle(
            "choose n",
            at=lambda r: (r.n, max(r.means[r.n], GROUND)),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        )
    ]
    more = ("q", "i")
    notes = """Play n from 0 and let the class call out which features die. Ask why negative
    examples are never used, and what happens if there is no positive one (the rule keeps all
    features: any other choice might say 1 wrongly)."""
    widths = [1, 1.1]
    panels = (
        axes("features", (0, 1), ylim=(0, SHOWN + 3), xticks=[]),
        axes("examples n", (0, MOST), "risk of the rule", (GROUND, 1.2, "log")),
    )

    def sliders(self):
        return dict(
            n=int_slider("examples n", 25, 0, MOST),
            d=int_slider("features d", 20, 5, 50),
            k=int_slider("features in the truth k", 3, 0, 5),
            drawn=choice("examples", DRAWN[0], list(DRAWN)),
            q=slider("share of ones q", 0.8, 0.5, 0.95, 0.05),
            i=int_slider("new random sample", 4, 0, 19),
        )

    @staticmethod
    def compute(n, d, k, drawn, q, i):
        """The rule learnt from n examples, its exact risk, and the exact law of that risk."""
        X, y = rows_seen(d, k, q, drawn, i)
        death, (risks, law, exact) = deaths(d, k, q, drawn, i), laws(d, k, q, drawn)
        kept = pac.learn_conjunction(X[:n], y[:n]) if n else np.ones(d, dtype=bool)
        extra = np.array([(death[k:] >= t).sum() for t in STEPS])
        high = np.argmax(np.cumsum(law, axis=1) >= 1 - DELTA - 1e-12, axis=1)
        return dict(
            shown=table_of(X, y, death, kept, n, k),
            kept=kept,
            wrong=int((pac.conjunction(X[:n], kept) != y[:n]).sum()),
            positives=int(y[:n].sum()),
            run=risks[extra],
            means=law @ risks,
            exact=float(exact[n]),
            high=risks[high],
            promise=pac.realisable_error(2.0**d, np.maximum(STEPS, 0.5), DELTA),
            soon=int(np.argmax(law @ risks < DELTA)),
            late=pac.realisable_size(2.0**d, DELTA, DELTA),
            counted=int(kept[k:].sum()) - int(extra[n]),
        )

    def picture(self, left, right):
        left.ax.grid(False)
        left.ax.set_yticks([1, SHOWN / 2 + 3], ["rule", "positive\nexamples,\nlatest\nbelow"])
        left.ax.set_title("orange: a feature is struck out")
        cells = image(left.ax, (0, 1, 0, SHOWN + 3))
        run = plots.curves(right.ax, ["this sample"], color=plots.BLUE)
        mean = plots.curves(right.ax, ["mean"], color=plots.TRUTH)
        high = plots.curves(right.ax, ["95 %"], color=plots.PURPLE, ls=":")
        promise = plots.curves(right.ax, ["promise"], color=plots.BOUND, ls="--")
        right.legend(columnspacing=0.8)
        right.ax.axhline(DELTA, color="0.45", ls=":", lw=1.4)
        right.ax.text(MOST, 1.08 * DELTA, "5 %", va="bottom", ha="right", fontsize=10)
        crossed = [crossing(right.ax, colour) for colour in (plots.TRUTH, plots.BOUND)]
        here = plots.star(right.ax)
        left.add(cells, shows=lambda r: r.shown)
        right.add(
            run, shows=lambda r: (STEPS, np.where((r.run > 0) & (STEPS <= r.n), r.run, np.nan))
        )
        right.add(mean, shows=lambda r: (STEPS, r.means))
        right.add(high, shows=lambda r: (STEPS, np.where(r.high > 0, r.high, np.nan)))
        right.add(promise, shows=lambda r: (STEPS, np.where(r.promise < 3, r.promise, np.nan)))
        right.add(lambda r: (a for mover, n in zip(crossed, (r.soon, r.late)) for a in mover(n)))
        right.add(here, shows=lambda r: (r.n, max(r.means[r.n], GROUND)))

    def caption(self, r):
        extra = int(r.kept.sum()) - r.k
        more = {0: "nothing too much", 1: "one feature too many"}.get(
            extra, f"{extra} features too many"
        )
        return (
            f"{r.positives} of {r.n} examples are positive. This rule keeps {more}; over all "
            f"samples the mean risk is {percent(r.means[r.n])}."
        )

    def numbers(self, r):
        return (
            f"{r.positives} positive examples, {int(r.kept.sum())} features kept, risk "
            f"{r.run[r.n]:.3g}; mean risk {r.means[r.n]:.3g}, 95 % of samples below "
            f"{r.high[r.n]:.3g}, promised {r.promise[r.n]:.3g}."
        )

    def headline(self, r):
        promise = float(r.promise[r.n])
        return Claim(
            "conjunctions, realisable",
            "Theorem 25.3",
            measured=float(r.high[r.n]),
            bound=promise,
            why_not="" if promise < 1 else "the promised error is over 1: take more examples",
            words="In 95 % of all samples the risk is at most (d·ln 2 + ln 20)/n.",
        )

    def identities(self, r):
        return [
            Claim("no training error", "Theorem 25.3", r.wrong, 0, "=="),
            Claim("the truth is kept", "Theorem 25.3", int(r.kept[: r.k].sum()), r.k, "=="),
            Claim("what is struck stays out", "section 3", r.counted, 0, "=="),
            Claim("the mean risk in closed form", "section 3", r.means[r.n], r.exact, "=="),
        ]


@lru_cache(64)
def rows_seen(d, k, q, drawn, i):
    """(X, y): MOST examples with d features, of which the first k decide the label."""
    rng = np.random.default_rng([2503, i])
    if drawn == DRAWN[0]:
        X = (rng.random((50, MOST)).T[:, :d] < q).astype(float)
    else:
        X = 1.0 - (np.floor(rng.random(MOST) * d)[:, None] == np.arange(d))
    return X, pac.conjunction(X, np.arange(d) < k)


@lru_cache(64)
def laws(d, k, q, drawn):
    """(risk with j features too many, P(j of them) after each example, exact mean risk)."""
    j = np.arange(d - k + 1)
    if drawn == DRAWN[0]:
        return q**k - q ** (k + j), pac.extra_law(d, k, q, MOST), chance_mean(d, k, q)
    exact = (d - k) / d * (1 - 1 / d) ** STEPS
    return j / d, pac.unseen_law(d - k, 1 / d, MOST), exact


def chance_mean(d, k, q):
    """The mean risk without the law: each of the m positive examples spares a feature with
    probability q; then E q^(number kept) is a product."""
    m = np.arange(MOST + 1)
    positives = pac.binomial_law(STEPS[:, None], q**k, m)
    return q**k * (1 - positives @ (1 - q**m * (1 - q)) ** (d - k))


@lru_cache(64)
def deaths(d, k, q, drawn, i):
    """(d,) the example that strikes each feature out, MOST if none does."""
    X, y = rows_seen(d, k, q, drawn, i)
    strikes = (X == 0) & (y == 1)[:, None]
    return np.where(strikes.any(axis=0), strikes.argmax(axis=0), MOST)


def crossing(ax, colour):
    """A diamond on the line at 5 %, with the number of examples below it. move(n)."""
    diamond = plots.mark(ax, None, "D", colour, 8)
    word = ax.text(0, 0.84 * DELTA, "", va="top", ha="right", fontsize=11, fontweight="bold")

    def move(n):
        inside = n <= MOST
        word.set(text=str(n) if inside else "", x=n)
        return *diamond(n if inside else np.nan, DELTA), word

    return move


def table_of(X, y, death, kept, n, k):
    """The last positive examples as rows of colours, the rule in the lowest rows."""
    rgb = np.ones((SHOWN + 3, X.shape[1], 3))
    seen = np.flatnonzero(y[:n] == 1)[-SHOWN:]
    for row, t in enumerate(seen):
        cells = np.where(X[t] == 1, 0.8, 1.0)[:, None] * np.ones(3)
        cells[(X[t] == 0) & (death == t)] = RED
        rgb[SHOWN + 2 - row] = cells
    rule = np.where(kept[:, None], BLUE, np.ones(3))
    rule[:k] = 0.0
    rgb[:2] = rule
    return rgb
