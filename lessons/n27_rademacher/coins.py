"""Patients with coin flips for labels."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import rademacher as rad
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    choice,
    int_slider,
)
from helpers.margins import stumps
from lessons.n27_rademacher.world import (
    BY_PATIENTS,
    SIZES,
    coin_flips,
    patients,
    place_of_cut,
    spread,
)

FLIPS = 60  # coin labellings over which figures average
RULES = ("stumps on 30 features", "stumps on 1 feature", "one fixed rule", "memory")
FIXED = 22  # worst perimeter: the feature of the one fixed rule and of the small class


class Coins(Figure):
    """Patients with coin flips for labels, and the rule of a class that fits them best."""

    guess = Guess(
        "Coin flips as labels, 20 patients, the best of all stumps: how many labels does it get "
        "wrong?",
        {
            "about 50 %: nothing can be learnt": "Nothing is learnt, and yet it fits. A single "
            "rule errs on half of the coins; the best of a thousand rules does not.",
            "about 35 %": "With 60 to 100 patients, yes. Twenty coins are easier to fit.",
            "about 20 %": "Right: 16 of 20 nonsense labels are fitted, on average.",
            "none": "For that you would need rules that remember patients.",
        },
        answer="about 20 %",
    )

    size = (10, 4.3)
    veiled = (0, 1)
    story = """
twenty patients
    Left: heads in the upper row, tails in the lower one. The best of all stumps is right about
    most of them, and there is nothing to be right about.
other flips | flip=7
    Other flips, another feature, another cut: the class always finds something.
four hundred patients | n=400
    With many patients coins are hard to fit: 42 % errors. True labels still are easy.
one feature | rules="stumps on 1 feature"
    Stumps on one feature only: a smaller class, and its curve is higher everywhere.
one fixed rule | rules="one fixed rule"
    A rule that was fixed before the flips is right half of the time, on average exactly.
memory | rules="memory"
    Who remembers every patient fits all coins without an error, for every n.
"""
    sees = {
        "twenty patients": lambda r: r.error <= 0.25,
        "other flips": lambda r: (
            r.feature != best_rule(r.rules, patients().X[: r.n], coin_flips(3, r.n))[0]
        ),
        "four hundred patients": lambda r: round(r.mean_error, 2) == 0.42 and r.truth[-1] < 0.1,
        "one feature": lambda r: (
            (r.curve > (1 - coin_table(RULES[0])[0]) / 2).all() and r.mean_error < 0.5
        ),
        "one fixed rule": lambda r: (r.curve == 0.5).all(),
        "memory": lambda r: (r.curve == 0).all(),
    }
    notes = """Let the class flip twenty real coins and call the labels out. Nobody believes that a
    single cut through a single feature can be right about sixteen of them, until it is. Then ask
    what that says of the 0 % errors on the true labels of twenty patients: not much."""
    widths = [1.15, 1]
    panels = (
        axes("patients in the order of a feature", (-0.03, 1.03), ylim=(-2.1, 2.1)),
        dict(ylim=(-0.02, 0.56), ylabel="share of wrong labels", **BY_PATIENTS),
    )

    def sliders(self):
        return dict(
            n=int_slider("patients n", 20, 20, 400, 20),
            rules=choice("class", RULES[0], list(RULES)),
            flip=int_slider("new random flips", 3, 1, 30),
        )

    @staticmethod
    def compute(n, rules, flip):
        """The best rule for these flips, and its mean error over sixty, for every size."""
        X, labels = patients().X[:n], coin_flips(flip, n)
        agree, truth, count = coin_table(rules)
        at = int(np.searchsorted(SIZES, n))
        feature, order, cut, answers = best_rule(rules, X, labels)
        wrong = answers != labels
        side = "" if cut is None else "+" if answers[order[0]] > 0 else "-"
        return dict(
            order=order,
            labels=labels,
            wrong=wrong,
            feature=feature,
            cut=cut,
            side=side,
            error=float(wrong.mean()),
            sup=reached(rules, X, labels),
            curve=(1 - agree) / 2,
            truth=(1 - truth) / 2,
            floor=(1 - rad.massart(count, SIZES)) / 2,
            mean_error=float((1 - agree[at]) / 2),
            R=float(agree[at]),
            bound=float(rad.massart(count[at], n)),
        )

    def picture(self, left, right):
        left.legend(show=False)
        left.ax.set_yticks([-1.1, 1.1], ["tails", "heads"])
        left.ax.grid(False)
        left.add(halves_of_row(left.ax), shows=lambda r: (place_of_cut(r), r.side))
        both = lambda r: (places(r)[r.labels > 0], places(r)[r.labels < 0])  # noqa: E731
        left.points(["heads", "tails"], legend=None, size=40, shows=both)
        left.circles("wrong", 11, shows=lambda r: places(r)[r.wrong])
        left.note(0.02, 0.99, 11, shows=feature_words)

        right.ax.set_xticks([20, 50, 100, 200, 400], ["20", "50", "100", "200", "400"])
        right.ax.minorticks_off()
        right.curve("errors on coins", plots.BLUE, lambda r: (SIZES, r.curve))
        right.curve("on true labels", plots.TRAIN, lambda r: (SIZES, r.truth), ls="-.")
        right.curve("Massart", plots.BOUND, lambda r: (SIZES, r.floor), ls="--")
        right.ax.axhline(0.5, color="0.7", lw=1)
        right.hand("choose n", shows=lambda r: (r.n, r.mean_error), n="x")

    def caption(self, r):
        return (
            f"These flips: {100 * r.error:.0f} % of {r.n} patients wrong. Over {FLIPS} labellings "
            f"by coins: {100 * r.mean_error:.0f} % on average."
        )

    def numbers(self, r):
        return (
            f"the best rule is wrong about {100 * r.error:.1f} % of these coin labels, on average "
            f"{100 * r.mean_error:.1f} %; complexity {r.R:.3f}, Massart's bound {r.bound:.3f}."
        )

    def headline(self, r):
        return Claim(
            "Massart’s lemma",
            "Theorem 27.2",
            measured=r.R,
            bound=r.bound,
            words="The best of N rules agrees with coins by at most √(2 ln N/n), on average.",
        )

    def identities(self, r):
        return [
            Claim("agreement is 1 − 2·errors", "Theorem 27.1", r.sup, 1 - 2 * r.error, "=="),
            Claim(
                "no fixed rule gains",
                "Theorem 27.4",
                float(r.R),
                0.0,
                "==",
                why_not="" if r.rules == "one fixed rule" else "the class has more than one rule",
            ),
        ]


@lru_cache(4)
def coin_table(rules):
    """For each size: mean agreement of the best rule with coins, with the true labels, and the
    number of rules that can be told apart."""
    everybody = patients()
    found = []
    for n in SIZES:
        X, y = everybody.X[:n], everybody.y[:n]
        if rules == "memory":
            found.append((1.0, 1.0, 2.0**n))
            continue
        if rules == "one fixed rule":
            found.append((0.0, abs(np.mean(y * fixed_rule(X))), 1))
            continue
        some = rad.Stumps(X if "30" in rules else X[:, [FIXED]])
        flips = np.array([coin_flips(i, n) for i in range(1, FLIPS + 1)], dtype=np.float32)
        coins, truth = some.best(flips).mean() / n, some.best(y[None])[0] / n
        found.append((float(coins), float(truth), some.count))
    return np.array(found).T


def fixed_rule(X):
    """The one fixed rule: a large tumour is called +1."""
    return np.where(X[:, FIXED] > 0, 1.0, -1.0)


def best_rule(rules, X, labels):
    """(feature, order of the patients by it, place of the cut or None, answers) of the best rule
    for these labels."""
    if rules == "memory":
        return FIXED, np.argsort(X[:, FIXED], kind="stable"), None, labels
    if rules == "one fixed rule":
        feature, answers = FIXED, fixed_rule(X)
    else:
        columns = np.arange(X.shape[1]) if "30" in rules else np.array([FIXED])
        answers, rule = stumps.stump_learner(X[:, columns], labels)(np.full(len(X), 1 / len(X)))
        feature = int(columns[int(rule[0])])
    order = np.argsort(X[:, feature], kind="stable")
    changes = np.flatnonzero(np.diff(answers[order]))
    return feature, order, int(changes[0]) + 1 if len(changes) else len(X), answers


def reached(rules, X, labels):
    """The largest mean agreement with the labels, from cumulative sums instead of counting."""
    if rules == "memory":
        return 1.0
    if rules == "one fixed rule":
        return float(np.mean(labels * fixed_rule(X)))
    some = rad.Stumps(X if "30" in rules else X[:, [FIXED]])
    return float(some.best(labels[None])[0] / len(X))


def places(r):
    """Where the patients stand: in the order of the chosen feature, heads above tails."""
    return np.column_stack([np.argsort(r.order) / (r.n - 1), r.labels * (1.1 + 0.55 * spread(r.n))])


def feature_words(r):
    if r.cut is None:
        return "every patient remembered"
    return f"{'fixed' if r.rules == 'one fixed rule' else 'chosen'}: {patients().names[r.feature]}"


def halves_of_row(ax):
    """Where a rule says heads (blue) and tails (red), and the cut. move(cut, side)."""
    parts = [
        ax.fill([0, 0, 0, 0], [-2.1, -2.1, 2.1, 2.1], color=c, alpha=0.16, lw=0)[0]
        for c in (plots.BLUE, plots.RED)
    ]
    (line,) = ax.plot([], [], color=plots.BLACK, lw=2)

    def move(cut, side):
        ends = [(-0.03, -0.03)] * 2 if cut is None else [(-0.03, cut), (cut, 1.03)]
        for part, (a, b) in zip(parts if side != "-" else parts[::-1], ends):
            part.set_xy([(a, -2.1), (b, -2.1), (b, 2.1), (a, 2.1)])
        line.set_data(*(([], []) if cut is None else ([cut, cut], [-2.1, 2.1])))
        return *parts, line

    return move
