"""A coin with weights."""

import numpy as np
from scipy.special import expit

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, step_size
from helpers.live.words import number
from helpers.online import experts as ex
from lessons.n20_experts.world import RIVAL

LONG = 100
LEADS = np.linspace(-10, 10, 201)
RULES = {
    "follow the majority": lambda past: int(2 * sum(past) > len(past)),
    "repeat the last answer": lambda past: past[-1] if past else 0,
    "say yes and no in turn": lambda past: len(past) % 2,
    "always say no": lambda past: 0,
}


FLIPS = np.random.default_rng(20).integers(2, size=LONG)
TOSSES = np.random.default_rng(21).random((LONG, 400))
FIXED = {  # truths that do not listen
    "always yes": lambda T: np.ones(T, dtype=int),
    "no for half, then yes": lambda T: (2 * np.arange(T) >= T).astype(int),
    "see-saw, then yes": lambda T: np.where(4 * np.arange(T) < 3 * T, np.arange(T) % 2, 1),
    "fair coins": lambda T: FLIPS[:T],
}


class Coin(Figure):
    """A rule without randomness and a coin with weights, each against its own contrary nature."""

    guess = Guess(
        r"The adversary knows your weights ($\eta = 0.24$), but not how the coin will fall. Its "
        "truth is always the less likely answer. How much do you regret after 100 days, on "
        "average?",
        {
            "about 50: half a pound a day, as before": "It is always against the likelier answer. "
            "But while the coin is nearly fair that gains it next to nothing.",
            "about 25": "So much if you are sure as soon as somebody leads: a cold coin (step 3).",
            "about 3": "The coin stays nearly fair and pays about ½ a day; so does the better of "
            "the two experts.",
            "less than 0: nobody can foresee me": "Half a pound a day is lost in any case; both "
            "experts lose it, too.",
        },
        answer="about 3",
    )

    size = (10, 4.4)
    story = """
the opposite
    Each learner meets a truth that contradicts it. Orange, a rule, is wrong every day and
    cannot get below ½. Blue, a coin that is nearly fair, regrets 0.03 a day.
another rule | rule="always say no"
    Choose any rule without randomness: its own truth keeps it at ½ or above. “Always no”
    regrets a whole pound a day.
cold | eta=10
    With η = 10 the softmax is the leader’s step. Whenever somebody leads, the coin is no coin
    any more: a quarter of a pound of regret per day.
hot | eta=0.01, nature="always yes"
    One expert is always right, but with η = 0.01 the coin stays nearly fair for weeks. Now the
    rule is the better one.
better than the best | rule="repeat the last answer", nature="no for half, then yes"
    “Repeat the last answer” errs once, both experts on half of the days: regret can be
    negative.
see-saw, then run | nature="see-saw, then yes"
    Harder for the coin: for 75 days every lead is taken back, then “yes” runs away. Blue climbs
    nearly to its bound.
"""
    handles = [
        Handle("choose T", at=lambda r: (r.T, r.soft[-1] / r.T), to=lambda r, x, y: dict(T=x)),
        Handle(
            "make the curve steeper",
            at=lambda r: (5, float(expit(5 * r.eta))),
            to=lambda r, x, y: dict(eta=np.log(max(y, 0.51) / max(1 - y, 1e-6)) / 5),
            panel=1,
        ),
    ]
    notes = """Play matching pennies with the first row: you announce your rule, they choose the
    truth. Then let a coin decide. The adversary knows the weights, not the toss. Drag the curve on
    the right: FTL is its limit."""
    widths = [1.2, 1]
    panels = (
        axes("day t", (0, 101), "regret per day", (-0.55, 1.05)),
        axes("lead of “always yes”, in pounds", (-10.4, 10.4), "chance to say yes", (-0.03, 1.03)),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.24, 0.01, 10),
            T=int_slider("days T", LONG, 10, LONG),
            rule=choice("rule", "follow the majority", RULES),
            nature=choice("truth", "the opposite", ["the opposite", *FIXED]),
        )

    @staticmethod
    def compute(eta, T, rule, nature):
        """Both learners; to contradict a coin, the truth is the less likely answer."""
        against = nature == "the opposite"
        if against:
            said, labels = ex.opposed(rule, T)
            truth = np.arange(T) % 2
        else:
            labels = truth = FIXED[nature](T)
            said = ex.answers(rule, labels)
        Z = constant_losses(truth)
        run = ex.hedge(Z, eta)
        yes = run.w[:-1, 1]
        tossed = ((TOSSES[:T] < yes[:, None]) != truth[:, None]).sum(axis=0)
        lead = np.cumsum(Z[:, 0] - Z[:, 1])
        return dict(
            hard=regret_of_answers(said, labels),
            soft=ex.regret(run, "simplex"),
            visited=np.append(0, lead[:-1]),
            yes=yes,
            curve=expit(eta * LEADS),
            bound=ex.hedge_bound(eta, np.arange(1, T + 1), 2),
            expected=float(ex.paid(run).sum()),
            tossed=float(tossed.mean()),
            allowed=5 * float(tossed.std(ddof=1)) / np.sqrt(tossed.size),
            contrary=float(np.mean((yes >= 0.5) == (truth == 0))),
        )

    def picture(self, left, right):
        left.ax.axhline(0, color="0.6", lw=0.8)
        half = left.ax.axhline(0.5, color=RIVAL, ls=":", lw=1.6, label="½")
        half.set_zorder(1.5)
        bound = plots.curves(left.ax, ["coin’s bound"], color=plots.BOUND, ls="--")
        hard = plots.curves(left.ax, ["rule"], color=RIVAL)
        soft = plots.curves(left.ax, ["coin"], color=plots.FIT)

        right.ax.step([-10.4, 0, 10.4], [0, 0, 1], where="pre", color=RIVAL, lw=1.4, label="leader")
        curve = plots.curves(right.ax, ["softmax"], color=plots.FIT)
        seen = plots.spots(
            right.ax, "visited", marker="o", ms=7, mfc="none", mec=plots.BLACK, mew=1.4
        )

        here = plots.star(left.ax, 15)

        def move(r):
            t = np.arange(1, r.T + 1)
            inside = np.abs(r.visited) <= 10
            return (
                *bound(t, r.bound / t),
                *hard(t, r.hard / t),
                *soft(t, r.soft / t),
                *curve(LEADS, r.curve),
                *seen(r.visited[inside], r.yes[inside]),
                *here(r.T, r.soft[-1] / r.T),
            )

        left.add(move)

    def caption(self, r):
        regret = number(r.hard[-1]).replace("-", "−")
        return (
            f"After {r.T} days the rule regrets {regret}, the coin {number(r.soft[-1])} on average."
        )

    def numbers(self, r):
        return (
            f"regret of the rule {r.hard[-1]:.4g}, expected regret of the coin {r.soft[-1]:.4g}, "
            f"its bound {r.bound[-1]:.4g}; temperature 1/η is {1 / r.eta:.3g}."
        )

    def headline(self, r):
        return Claim(
            "exponential weights regret little",
            "Theorem 20.4",
            measured=r.soft[-1],
            bound=r.bound[-1],
            words="With losses from 0 to 1, softmax weights over N experts regret at most "
            "(ln N)/η + ηT/8.",
        )

    def identities(self, r):
        no = "" if r.nature == "the opposite" else "the truth does not answer the rule"
        return [
            Claim(
                "a rule without randomness regrets T/2",
                "Theorem 20.3",
                float(r.hard[-1]),
                r.T / 2,
                ">=",
                why_not=no,
            ),
            Claim(
                "the truth is the less likely answer", "section 3", r.contrary, 1, "==", why_not=no
            ),
            Claim(
                "every second day costs the coin 1/(1 + exp(−η)) − ½",
                "section 3",
                float(r.soft[-1]),
                r.T // 2 * (float(expit(r.eta)) - 0.5) + r.T % 2 / 2,
                "==",
                why_not=no,
            ),
            Claim(
                "tossed mistakes match the weights, within five standard errors of 400 tosses",
                "section 3",
                abs(r.tossed - r.expected),
                r.allowed,
            ),
        ]


def constant_losses(labels):
    """Losses (T, 2) of the experts “always no” and “always yes”."""
    return np.column_stack([labels, 1 - labels]).astype(float)


def regret_of_answers(said, labels):
    """Regret after every round of a learner that says 0 or 1, against both constant experts."""
    each = np.cumsum(constant_losses(labels), axis=0)
    return np.cumsum(said != labels) - each.min(axis=1)
