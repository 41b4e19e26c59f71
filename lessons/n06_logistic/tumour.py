"""The figure `tumour`."""

from functools import lru_cache

import numpy as np

from helpers import data, plots
from helpers.linear import logistic
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, regularisation, temperature
from lessons.n06_logistic.world import TAUS, classes, loss_at

tumours = data.load("breast_cancer")


COLUMNS = {"mean radius": [0], "all 30 columns": list(range(30))}


# y = +1: malignant
LEARN, FRESH = data.split(tumours.X, 1.0 - 2 * tumours.y, 100 / 569, np.random.default_rng(5))
HEIGHTS = np.random.default_rng(0).uniform(-0.09, 0.09, len(FRESH[1]))


class Tumour(Figure):
    """569 tumours: a score becomes a probability, by a temperature."""

    guess = Guess(
        "Each tumour has a score $s$; the blue curve turns it into the probability of “malignant”. "
        r"The 19 mistakes are ringed. Divide all scores by $\tau = 5$: how many mistakes are left?",
        {
            "fewer than 19": "The confidence becomes more modest, and the loss much smaller. But "
            "is any answer another one?",
            "19": "Right. A score of −7 becomes −1.4: still negative, still “benign”, but no "
            "longer nearly certain. Only the confidence changes.",
            "more than 19": "A flatter curve looks less decided. But an answer changes only where "
            "a score changes its sign.",
        },
        answer="19",
    )

    GRID = np.linspace(-20, 20, 241)
    veiled = (1,)
    story = """
as learnt
    Sure of nearly everything. Count the ringed mistakes.
hotter | tau=5
    The curve is flatter. Which dots changed sides? Which ring is new?
colder | tau=0.2
    Nearly a step: sure of everything, right or wrong.
one column | columns="mean radius", lam=0.001
    Two weights instead of 31: too few to overfit. Where is the dip now?
penalised | lam=0.3
    A strong penalty: now it is not sure enough, and the dip lies below 1.
"""
    sees = {
        "as learnt": lambda r: r.sure > 0.99 and len(r.missed) == 19,
        "hotter": lambda r: len(r.missed) == 19 and r.sure < 0.96 and r.at[1] < 0.15,
        "colder": lambda r: len(r.missed) == 19 and r.sure > 0.998,
        "one column": lambda r: len(r.w) == 2 and 0.95 < r.best < 1.05,
        "penalised": lambda r: r.best < 0.5 and r.sure < 1 - len(r.missed) / 469 - 0.1,
    }
    handles = [
        Handle(
            "choose the temperature",
            at=lambda r: (r.tau, r.at[1]),
            to=lambda r, x, y: dict(tau=x),
            panel=1,
        )
    ]
    notes = """Vote first: the diagnosis, the number of mistakes, the confidence, the loss; which of
    them change with τ? Then drag the star into the dip of the red curve. The point: one number,
    learnt afterwards, repairs the confidence and touches no decision. Then raise λ: the penalty
    shortens w, which acts like a higher temperature (but moves answers, too). The split is one of
    twelve that were tried, chosen because with one column its best temperature is close to 1; over
    the twelve it lay between 0.6 and 1.5, and with 30 columns and λ = 0.00001 always above 2."""
    widths = (3, 2.3)
    panels = (
        axes(
            "score $s$ (beyond ±19 drawn at the edge)",
            (-20, 20),
            "probability said",
            (-0.13, 1.13),
            yticks=[0, 0.25, 0.5, 0.75, 1],
        ),
        axes("temperature $\\tau$", (0.045, 22), "mean loss", (8e-3, 9)),
    )

    def sliders(self):
        return dict(
            tau=temperature(1, 0.05, 20),
            lam=regularisation(1e-5, 1e-5, 1),
            columns=choice("columns", "all 30 columns", list(COLUMNS)),
        )

    @staticmethod
    def compute(tau, lam, columns):
        """Learn from 100 tumours, give fresh ones a probability at temperature tau."""
        w, m, s = learnt(lam, columns)
        y = FRESH[1]
        p = logistic.probability(s, tau)
        place = np.column_stack([np.clip(s, -19, 19), (y > 0) + HEIGHTS])
        return dict(
            w=w,
            m=m,
            s=s,
            p=p,
            curve=logistic.probability(Tumour.GRID, tau),
            dots=(place[y > 0], place[y < 0]),
            missed=place[(p > 0.5) != (y > 0)],
            losses=[loss_at(margins, TAUS[:, None]) for margins in (m, y * s)],
            at=[loss_at(margins, tau) for margins in (m, y * s)],
            sure=logistic.confidence(p).mean(),
            best=logistic.best_temperature(s, y),
        )

    def picture(self, left, right):
        left.ax.axvline(0, color="0.6", lw=1)
        dots = classes(left.ax, ["malignant", "benign"], 6, alpha=0.7)
        rings = plots.circles(left.ax, "mistakes", size=10)
        curve = plots.curves(left.ax, [r"$\sigma(s/\tau)$"], color=plots.FIT, lw=2.6)
        train = plots.curves(right.ax, ["learnt from"], log="xy", color=plots.TRAIN)
        test = plots.curves(right.ax, ["fresh"], color=plots.TEST, ls="--", lw=2.6)
        best = plots.mark(right.ax, "lowest", "v", plots.TEST, 9)
        here = plots.star(right.ax)
        right.ax.minorticks_off()
        right.ax.set_xticks([0.1, 1, 10], ["0.1", "1", "10"])

        left.add(dots, shows=lambda r: (*r.dots,))
        left.add(rings, shows=lambda r: r.missed)
        left.add(curve, shows=lambda r: (self.GRID, r.curve))
        right.add(train, shows=lambda r: (TAUS, r.losses[0]))
        right.add(test, shows=lambda r: (TAUS, r.losses[1]))
        right.add(best, shows=lambda r: (r.best, loss_at(FRESH[1] * r.s, r.best)))
        right.add(here, shows=lambda r: (r.tau, r.at[1]))

    def caption(self, r):
        return (
            f"It says it is {r.sure:.1%} sure on average, and is right in "
            f"{1 - len(r.missed) / 469:.1%}: {len(r.missed)} mistakes."
        )

    def numbers(self, r):
        return (
            f"on 469 fresh tumours the classifier says it is {r.sure:.1%} sure on average and "
            f"makes {len(r.missed)} mistakes; its mean loss is {r.at[0]:.3f} on the 100 that it "
            f"has learnt from and {r.at[1]:.3f} on the fresh ones; the best temperature for these "
            f"would be {r.best:.2f}."
        )

    def headline(self, r):
        return Claim(
            "no temperature beats the best one",
            "Theorem 6.2",
            r.at[1],
            loss_at(FRESH[1] * r.s, r.best),
            ">=",
            words=f"On both sides of the best temperature, τ = {r.best:.2f}, the loss rises.",
        )

    def identities(self, r):
        y01, h = (FRESH[1] + 1) / 2, 1e-4
        seen = (r.s * (y01 - r.p)).mean() / r.tau**2
        warmed, cooled = (loss_at(FRESH[1] * r.s, r.tau * c) for c in (1 + h, 1 - h))
        slope = (warmed - cooled) / (2 * h * r.tau)
        above, below = (loss_at(r.m, c) for c in (1 + h, 1 - h))
        at_best = logistic.probability(r.s, r.best)
        means = (r.s * at_best).mean(), (r.s * y01).mean()
        heat = (above - below) / (2 * h), 2 * r.lam * r.w @ r.w
        wrong = len(r.missed) / 469, np.mean((r.s > 0) != (FRESH[1] > 0))
        names = (
            "slope of the fresh loss in τ = mean of s·(seen − said)/τ²",
            "at the best τ, s·said and s·seen have one mean",
            "slope of the training loss at τ = 1 is 2λ‖w‖²",
            "mistakes at τ = mistakes by the sign of s",
        )
        return [
            Claim(names[0], "Theorem 6.2", slope, seen, "==", tol=1e-5),
            Claim(names[1], "Theorem 6.2", *means, "==", tol=1e-7),
            Claim(names[2], "Theorem 6.5", *heat, "==", tol=1e-6),
            Claim(names[3], "Theorem 6.1", *wrong, "=="),
        ]


@lru_cache(maxsize=64)
def learnt(lam, columns):
    """The weights from 100 tumours, their margins there, and the scores of the 469 fresh ones."""
    own = COLUMNS[columns]
    X, Z = (
        logistic.with_ones(data.standardise(A[:, own], LEARN[0][:, own]))
        for A in (LEARN[0], FRESH[0])
    )
    w = logistic.fit(X, LEARN[1], lam)
    return w, LEARN[1] * (X @ w), Z @ w
