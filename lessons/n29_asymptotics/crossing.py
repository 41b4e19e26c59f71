"""Naive Bayes and logistic regression when features are related."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.estimation import asymptotics as asy
from helpers.live import Claim, Figure, Guess, axes, regularisation, slider
from lessons.n29_asymptotics.world import DISCRIMINATIVE, GENERATIVE

MU = np.array([0.8, 0.4, 0.2, 0.0, 0.0, 0.0])
SIZES = np.array([20, 40, 80, 160, 320])
CLASS_RUNS = 40


class Crossing(Figure):
    """Two learning curves that cross: a wrong model learns fast, a right one learns more."""

    guess = Guess(
        r"The features are correlated; logistic regression has hardly any penalty ($\lambda = "
        "0.03$). Who has the lower log loss on new examples?",
        {
            "naive Bayes, always: Theorem 29.5": "It asks for a true model of x and y. Here "
            "independence is false.",
            "logistic regression, always: its model is true": "In the end, yes. With twenty "
            "examples its seven parameters run away.",
            "naive Bayes with few examples, logistic regression with many": "A wrong model that "
            "settles quickly against a right one that scatters.",
        },
        answer="naive Bayes with few examples, logistic regression with many",
    )

    size = (10, 4.3)
    veiled = (0, 1)
    story = """
correlated
    Left, the curves cross near 70 examples: naive Bayes is ahead before, logistic regression
    after.
independent | rho=0
    Naive Bayes’ model is true: both end at the same place, and it is ahead on the way, as the
    generative fit was in section 4.
strongly correlated | rho=0.5
    Naive Bayes takes six similar features for six independent ones: it is behind from the
    start.
a little regularisation | lam=1
    With λ = 1 logistic regression is ahead from the start. The curves crossed only because it
    had hardly any penalty.
unequal classes | rho=0, lam=0.1, kappa=1.5
    Class −1 is 1.5 times as wide: both models are wrong. In log loss logistic regression ends a
    hair ahead, in errors naive Bayes does.
"""
    notes = """Ask first which of the two will be better with a million examples, then which with
    twenty. Step 4 is the honest part: with a penalty the famous crossing disappears here. Step 5
    says why “better” needs the name of its loss."""
    panels = (
        axes("examples n", (18, 1000, "log"), "log loss on new examples", (0.31, 1.35, "log")),
        axes("examples n", (18, 1000, "log"), "error rate on new examples", (0.13, 0.328)),
    )

    def sliders(self):
        return dict(
            rho=slider("correlation ρ", 0.2, 0, 0.5, 0.05),
            lam=regularisation(0.03, 0.02, 10),
            kappa=slider("width of class −1 κ", 1, 1, 1.5, 0.05),
        )

    @staticmethod
    def compute(rho, lam, kappa):
        """Exact risks of every fit, their means at each n, and those of the two limits."""
        S = correlation(rho)
        loss, error = asy.two_normal_risks(class_fits(rho, kappa, lam), MU, S, kappa)
        ends = asy.two_normal_risks(asy.limits(MU, S, kappa), MU, S, kappa)
        ahead = loss.mean(axis=2)
        return dict(
            loss=ahead,
            error=error.mean(axis=2),
            ends=np.array(ends),
            least=float(loss.min()),
            wins=SIZES[ahead[0] < ahead[1]],
        )

    def picture(self, *panels):
        movers = []
        panels[0].ticks(y=[0.4, 0.5, 0.6, 0.8, 1, 1.2])
        panels[1].ax.set_yticks([0.15, 0.2, 0.25, 0.3])
        for panel in panels:
            ax = panel.ax
            ax.set_xticks([*SIZES, 800], [*map(str, SIZES), "∞"])
            ax.set_xticks([], minor=True)
            nb = plots.curves(ax, ["naive Bayes"], color=GENERATIVE, ls="-", marker="o")
            lr = plots.curves(
                ax, ["logistic regression"], color=DISCRIMINATIVE, ls="--", marker="s"
            )
            ends = [
                plots.mark(ax, None, "o", GENERATIVE, 14),
                plots.mark(ax, None, "s", DISCRIMINATIVE, 7),
            ]
            movers.append((nb, lr, *ends))

        def move(r):
            moved = []
            for (nb, lr, *ends), means, last in zip(movers, (r.loss, r.error), r.ends):
                moved += [*nb(SIZES, means[0]), *lr(SIZES, means[1])]
                moved += [*ends[0](800, last[0]), *ends[1](800, last[1])]
            return moved

        panels[0].add(move)

    def caption(self, r):
        first = "naive Bayes" if r.loss[0, 0] < r.loss[1, 0] else "logistic regression"
        gap = r.ends[0, 0] - r.ends[0, 1]
        if gap < 1e-6:
            end = "both end alike"
        elif first == "naive Bayes":
            end = f"in the limit logistic regression, by {gap:.3f}"
        else:
            end = f"it is so in the limit too, by {gap:.3f}"
        return f"With 20 examples {first} has the lower log loss; {end}."

    def numbers(self, r):
        return (
            f"log loss at n = 20 is {r.loss[0, 0]:.3g} for naive Bayes and {r.loss[1, 0]:.3g} for "
            f"logistic regression, in the limit {r.ends[0, 0]:.3g} and {r.ends[0, 1]:.3g}; error "
            f"rates end at {r.ends[1, 0]:.3g} and {r.ends[1, 1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "with many examples logistic regression has the lower log loss",
            "Theorem 29.6",
            measured=float(r.ends[0, 1]),
            bound=float(r.ends[0, 0]),
            words="In the limit the discriminative fit has at most the log loss of the generative "
            "one: it was asked to minimise just that.",
        )

    def identities(self, r):
        right = r.rho == 0 and r.kappa == 1
        return [
            Claim(
                "no fit beats the limit of logistic regression",
                "Theorem 29.6",
                r.least,
                float(r.ends[0, 1]),
                ">=",
            ),
            Claim(
                "a true model: both have one limit",
                "Theorem 29.6",
                float(r.ends[0, 0] - r.ends[0, 1]),
                0.0,
                "==",
                why_not="" if right else "naive Bayes’ model is wrong",
            ),
        ]


@lru_cache(1)
def class_draws():
    """Noise and labels of forty samples of 320 examples."""
    rng = np.random.default_rng(29)
    noise = rng.normal(size=(CLASS_RUNS, SIZES[-1], len(MU)))
    return noise, np.where(rng.random((CLASS_RUNS, SIZES[-1])) < 0.5, -1.0, 1.0)


def correlation(rho):
    """Every two features are related alike."""
    return (1 - rho) * np.eye(len(MU)) + rho * np.ones((len(MU), len(MU)))


@lru_cache(64)
def class_fits(rho, kappa, lam):
    """(2, sizes, runs, 7): naive Bayes and logistic regression on the first n of each sample."""
    noise, y = class_draws()
    root = np.linalg.cholesky(correlation(rho))
    wide = np.where(y > 0, 1.0, kappa)[..., None]
    X = wide * (noise @ root.T) + y[..., None] * MU
    ones = np.concatenate([np.ones((*y.shape, 1)), X], axis=2)
    return np.array(
        [
            [asy.naive_bayes(X[:, :n], y[:, :n]) for n in SIZES],
            [asy.newton_batch(ones[:, :n], y[:, :n], lam / n, tol=1e-6) for n in SIZES],
        ]
    )
