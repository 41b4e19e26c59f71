"""The exercises of notebook 13, boosting."""

import numpy as np

from helpers.desk.edits import before, edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: how much a missed example gains

GAIN = Number(
    id="13-gain",
    task=r"A rule errs with weight $\varepsilon_t = 0.2$. Before the round two examples weigh the "
    r"same; the rule is wrong about the first and right about the second. How many times as heavy "
    r"as the second is the first <i>after</i> the round?",
    points=1,
    level=1,
    answer=4,
    within=0.05,
    why=r"One is multiplied by $e^{\alpha}$, the other by $e^{-\alpha}$, and $z$ cancels: the "
    r"ratio is $e^{2\alpha} = (1 - 0.2)/0.2 = 4$.",
    traps=(
        (2, r"That is $e^{\alpha}$ alone. The example that was right has lost weight too."),
        (
            2.5,
            r"That is what the first one's own weight is multiplied by, $e^{\alpha}/z$. The other "
            r"one shrinks at the same time.",
        ),
        (0.25, "The other way round: the missed example becomes the heavier one."),
        (16, r"$\alpha$ is <i>half</i> the logarithm of the odds."),
        (1.6, r"That is $1 - \varepsilon_t$ over ½. Write down both factors, then divide."),
    ),
    hints=(
        "Write down what each of the two weights is multiplied by. What cancels?",
        r"The ratio of the two factors is $e^{2\alpha}$.",
        r"$\alpha = \frac12\ln\frac{1-\varepsilon}{\varepsilon}$, so $e^{2\alpha}$ is the odds "
        r"$(1-\varepsilon)/\varepsilon$.",
    ),
)


# find a position: fewer mistakes, a larger loss

TWO_LOSSES = Position(
    id="13-two-losses",
    task="AdaBoost lowers the exponential loss, not the number of mistakes. Find a rule and a step "
    "that raise the loss and yet leave fewer mistakes than before.",
    points=2,
    level=2,
    figure="n13_boosting.greedy",
    conditions={
        "at least one round is done": lambda r: r.t >= 1,
        "your step raises the exponential loss": lambda r: r.yours > 1,
        "fewer examples are wrong than before": lambda r: r.wrong < np.mean(r.margins <= 0),
    },
    answer={"t": 8, "rank": 1, "alpha": 1.2},
    why="A long step carries a few examples over to the right side and throws the others far to "
    "the wrong side of zero, where the exponential is steep.",
    hints=(
        "For the loss to rise the star must lie above the line at 1. Which steps do that?",
        "After some rounds the vote has more mistakes than usual. Try t = 8.",
        "Take the best rule there and a step of more than twice the diamond's.",
    ),
)


# one round


def reweight(D, y, h):
    """[alpha, z, D_new] of one round of AdaBoost.

    D: the weights before the round, n numbers that sum to 1. y, h: n labels and n answers of the
    round's rule, each -1 or +1; some answers are right and some wrong. alpha: the rule's weight in
    the vote. z: the normaliser. D_new: an array with the n weights after the round.
    """
    D, agree = np.asarray(D, dtype=float), np.multiply(y, h)
    alpha = 0.5 * np.log(D[agree > 0].sum() / D[agree < 0].sum())
    new = D * np.exp(-alpha * agree)
    return [alpha, new.sum(), new / new.sum()]


def draw_round(rng, right=0.7):
    """A rule that is right with this weight, on any number of examples with unequal weights."""
    n = int(rng.integers(5, 12))
    y = rng.choice([-1, 1], n)
    wrong = rng.permutation(n) < max(2, n // 3)
    D = rng.dirichlet(np.full(n, 2.0))
    D = np.where(wrong, (1 - right) * D / D[wrong].sum(), right * D / D[~wrong].sum())
    return D, y, np.where(wrong, -y, y)


REWEIGHT = Code(
    id="13-reweight",
    task="Write reweight(D, y, h), one round of AdaBoost.",
    points=3,
    level=1,
    solution=reweight,
    cases={
        "one mistake of four, equal weights": (
            np.full(4, 0.25),
            np.array([1, 1, -1, -1]),
            np.array([1, 1, -1, 1]),
        ),
        "a heavy mistake": (
            np.array([0.1, 0.2, 0.4, 0.3]),
            np.array([1, -1, 1, 1]),
            np.array([1, -1, -1, 1]),
        ),
        "worse than a coin": (
            np.array([0.1, 0.2, 0.7]),
            np.array([1, -1, 1]),
            np.array([1, -1, -1]),
        ),
    },
    draw={
        "better than a coin": lambda rng: draw_round(rng, rng.uniform(0.6, 0.9)),
        "worse than a coin": lambda rng: draw_round(rng, rng.uniform(0.1, 0.4)),
        "a coin": lambda rng: draw_round(rng, 0.5),
    },
    without=("helpers.margins.boosting:adaboost",),
    wrong=mistakes(
        reweight,
        {
            """The new weights are the old ones TIMES the exponentials. Here the old ones have
            gone lost: an example that was missed in three rounds in a row must be heavier
            than one missed once.""": edit("D * ", "", ", new.sum", ", (D * new).sum"),
            """The error is weighted: add the weights of the wrong examples instead
            of counting them. With equal weights the two are the same, so the
            first case does not tell.""": edit(
                "D[agree > 0].sum()",
                "np.mean(agree > 0)",
                "D[agree < 0].sum()",
                "np.mean(agree < 0)",
            ),
            """Alpha is HALF the logarithm of the odds. Under the new weights the
            rule must err with weight 1/2; with the whole logarithm it errs with
            one minus its old error.""": edit("0.5 * ", ""),
            """The sign in the exponent: a wrong example (y h = -1) must gain weight, here it
            loses.""": edit("-alpha", "alpha"),
            "The new weights must sum to 1: divide them by z.": edit(" / new.sum()", ""),
        },
    ),
    hints=(
        "Test yourself: under the new weights the same rule must err with weight exactly 1/2.",
        "y * h is +1 where the rule is right and -1 where it is wrong: one exponential does both.",
        "new = D * exp(-alpha * y * h); z is its sum.",
    ),
)


# derive: the share of small margins

SMALL_MARGINS = Order(
    id="13-small-margins",
    task=r"Prove Theorem 13.5: put the lines in order. $A = \sum_t \alpha_t$.",
    points=3,
    level=2,
    lines=(
        r"The margin of example $i$ is at most $\theta$ exactly if $\theta A - y_iF(x_i) \ge 0$.",
        r"For every such example $e^{\theta A - y_iF(x_i)} \ge 1$.",
        r"So their share is at most $\frac1n\sum_i e^{\theta A - y_iF(x_i)}$, the sum running over "
        r"all examples.",
        r"This equals $e^{\theta A}\cdot\frac1n\sum_i e^{-y_iF(x_i)}$.",
        r"This equals $e^{\theta A}\prod_t z_t = \prod_t z_t\,e^{\theta\alpha_t}$.",
        r"With $e^{\alpha_t} = \sqrt{(1+2\gamma_t)/(1-2\gamma_t)}$ each factor is "
        r"$\sqrt{(1-2\gamma_t)^{1-\theta}(1+2\gamma_t)^{1+\theta}}$.",
    ),
    reasons=(
        "The definition of the margin, $y_iF(x_i)/A$; $A$ is positive.",
        "The exponential of a number that is not negative is at least 1.",
        "Each example that counts adds at least 1, the others add something positive.",
        r"$e^{\theta A}$ does not depend on $i$.",
        "The mean exponential loss is the product of the normalisers (Theorem 13.4).",
        r"Insert $z_t = \sqrt{(1-2\gamma_t)(1+2\gamma_t)}$ and collect powers.",
    ),
    hints=(
        "Begin with what it means that a margin is small.",
        "Then replace the count by a sum of exponentials, as in Theorem 13.4.",
        "The last line inserts the formula for the step; it needs the product.",
    ),
)


# the best stump


def stump_error(x, y, D):
    """The smallest weighted error of any stump on one feature, a number.

    x: n values of the feature, some of them equal. y: n labels, -1 or +1. D: n weights that sum to
    1. A stump answers one sign where x > c and one where x <= c; both may be the same sign.
    """
    x, signed = np.asarray(x, dtype=float), np.asarray(D) * np.asarray(y)
    edges = [abs(signed[x > cut].sum() - signed[x <= cut].sum()) for cut in x]
    return (1 - max(edges)) / 2


def cuts_through_ties(x, y, D):
    order = np.argsort(x, kind="stable")
    signed = (np.asarray(D) * np.asarray(y))[order]
    edges = [abs(signed[k:].sum() - signed[:k].sum()) for k in range(len(signed) + 1)]
    return (1 - max(edges)) / 2


def draw_cut(rng):
    """A cut that says +1 on the right, with some mistakes; values in any order."""
    n = int(rng.integers(7, 12))
    x, D = rng.permutation(n) * rng.uniform(0.5, 2), 0.5 / n + rng.dirichlet(np.ones(n)) / 2
    y = np.where(x > np.sort(x)[n // 2], 1, -1)
    return x, y * np.where(D == D.min(), -1, 1), D


def turned(x, y, D):
    return x, -y, D


def draw_equal_values(rng):
    """Without the tie at x = 1 a cut would make no mistake; the heavier label comes first."""
    x, D = rng.integers(4, size=9), rng.dirichlet(np.ones(9))
    x[:4] = [0, 1, 2, 3]
    heavy = rng.uniform(0.11, 0.15)
    D = np.append(0.7 * D, [0.3 - heavy, heavy])
    return np.append(x, [1, 1]), np.append(np.where(x > 1, 1, -1), [-1, 1]), D


def draw_constant(rng):
    """One example of the other class, in the middle and the lightest of all."""
    light = np.roll(np.sort(0.3 / 9 + 0.7 * rng.dirichlet(np.ones(9))), 4)
    return np.arange(9), rng.choice([-1, 1]) * np.where(np.arange(9) == 4, -1, 1), light


STUMP_ERROR = Code(
    id="13-stump-error",
    task="Write stump_error(x, y, D), the smallest weighted error of a stump on one feature.",
    points=3,
    level=2,
    solution=stump_error,
    cases={
        "a cut without mistake": ([1, 2, 3, 4], [-1, -1, 1, 1], [0.25] * 4),
        "it may point the other way": ([1, 2, 3, 4], [1, 1, -1, 1], [0.2, 0.2, 0.4, 0.2]),
        "a constant is best": ([1, 2, 3], [-1, 1, -1], [0.45, 0.1, 0.45]),
        "equal values": ([1, 1, 2, 2], [-1, 1, 1, -1], [0.3, 0.2, 0.3, 0.2]),
        "everything equal": ([5, 5, 5], [1, -1, 1], [0.3, 0.4, 0.3]),
    },
    draw={
        "a cut is best": draw_cut,
        "it points the other way": lambda rng: turned(*draw_cut(rng)),
        "equal values with both labels": draw_equal_values,
        "a constant is best": draw_constant,
    },
    without=("helpers.margins.stumps:stump_learner",),
    wrong=mistakes(
        stump_error,
        {
            """A stump may give the same answer on both sides. With weights that favour one
            class far enough, no proper cut is as good as that.""": edit(
                "for cut in x]", "for cut in np.unique(x)[:-1]] or [abs(signed.sum())]"
            ),
            "Only stumps that say +1 on the right were tried. A stump may point either way.": edit(
                "abs(signed[x > cut].sum() - signed[x <= cut].sum())",
                "signed[x > cut].sum() - signed[x <= cut].sum()",
            ),
            """Examples with equal x get equal answers. Sorting and cutting after every place
            also cuts between equal values, which no threshold can do.""": whole(cuts_through_ties),
            "The weights were not used: this is the best stump for equal weights.": before(
                lambda x, y, D: (x, y, np.full(len(y), 1 / len(y)))
            ),
        },
    ),
    hints=(
        "Which thresholds give different stumps? The values of x themselves are enough.",
        "The edge, weight right minus weight wrong, is 1 - 2 error. A stump that is turned round "
        "has the opposite edge.",
        "The edge of a cut is the sum of D y on one side minus that on the other; a cut at the "
        "largest value is a constant.",
    ),
)


# the margin of a vote


def min_margin(M, alpha):
    """The smallest margin of a vote, a number between -1 and 1.

    M: an array (n, m) with entry +1 where rule j is right about example i and -1 where it is wrong.
    alpha: m weights of the rules, some of them negative, not all zero; a rule with a negative
    weight votes for the opposite of what it says.
    """
    return np.min(np.dot(M, alpha)) / np.sum(np.abs(alpha))


def only_positive(M, alpha):
    kept = np.maximum(alpha, 0)
    return np.min(np.dot(M, kept)) / max(np.sum(kept), 1e-12)


def draw_votes(rng, sign):
    """Any number of rules and examples; of the weights, two have this sign, and they matter."""
    while True:
        n, m = int(rng.integers(4, 9)), int(rng.integers(3, 7))
        alpha = rng.uniform(0.3, 2, m) * np.where(rng.permutation(m) < 2, sign, 1)
        M = rng.choice([-1.0, 1.0], (n, m))
        if sign > 0 or abs(only_positive(M, alpha) - min_margin(M, alpha)) > 0.01:
            return M, alpha


MIN_MARGIN = Code(
    id="13-min-margin",
    task="Write min_margin(M, alpha), the smallest margin of a vote.",
    points=2,
    level=1,
    solution=min_margin,
    cases={
        "three rules, equal weights": (
            np.array([[1, 1, -1], [1, -1, 1], [-1, 1, 1]]),
            np.ones(3),
        ),
        "one rule has more to say": (np.array([[-1, 1], [1, 1]]), np.array([3.0, 1.0])),
        "a negative weight": (
            np.array([[1, -1, 1], [1, 1, -1]]),
            np.array([3.0, -1.0, 1.0]),
        ),
    },
    draw={
        "positive weights": lambda rng: draw_votes(rng, 1),
        "some weights are negative": lambda rng: draw_votes(rng, -1),
    },
    wrong=mistakes(
        min_margin,
        {
            """Divided by the sum of the weights, which is not what was voted with: a rule with
            weight -2 has as much to say as one with +2.""": edit("np.abs(alpha)", "alpha"),
            """The margin must not change when all weights are doubled: divide by the sum of
            their sizes.""": edit(" / np.sum(np.abs(alpha))", ""),
            "Rules with negative weights were left out. Their opposites vote too.": edit(
                "np.dot(M, alpha)",
                "np.dot(M, np.maximum(alpha, 0))",
                "np.sum(np.abs(alpha))",
                "max(np.sum(np.maximum(alpha, 0)), 1e-12)",
            ),
            "That is the mean margin; the smallest one is asked for.": edit("np.min", "np.mean"),
        },
    ),
    hints=(
        "A margin is votes for minus votes against, as a share of all votes.",
        "M times alpha is votes for minus votes against, for each example.",
        "Divide by the sum of the sizes of the weights.",
    ),
)


# an open question

ADVICE = Open(
    id="13-advice",
    task="A hospital has 280 labelled patients and says that about one label in twenty may be "
    "wrong. A colleague wants AdaBoost with 1000 rounds, “because boosting does not overfit”. "
    "Write your advice.",
    points=5,
    level=3,
    asks=(
        "What does the figure of section 4 show with a few per cent of wrong labels?",
        "Why does AdaBoost in particular suffer from wrong labels?",
        "What would you do, and how would you find out whether it worked?",
    ),
    rubric=(
        (
            2,
            "Reads the figure: with wrong labels the test error turns up in the end, but the best "
            "round differs widely from split to split; with numbers from more than one split.",
        ),
        (
            1,
            "Says why: the few mislabelled examples carry a large share of the weight in every "
            "round (exponential loss), so much of what a rule is chosen for is noise.",
        ),
        (
            1,
            "Proposes something reasonable: stop early by validation, shorter steps, another loss, "
            "cleaning the labels.",
        ),
        (
            1,
            "Says how to test it: held-out patients or cross-validation, not the training error, "
            "and how uncertain the result is.",
        ),
    ),
    words=(60, 300),
    model="With q = 5 per cent the test error after 300 rounds is 7.7 per cent, its lowest value "
    "5.3, on average over the twenty splits; but the lowest value comes after anything from 6 to "
    "226 rounds, so no fixed number of rounds is right. AdaBoost multiplies the weight of an "
    "example at every miss: from the fifth round on the one label in twenty that is wrong carries "
    "about a third of all the weight, and that share of what each rule is chosen for is noise. I "
    "would choose the number of rounds by cross-validation on the 280 patients, report the error "
    "on patients never used with its standard error, and compare with a loss that grows more "
    "slowly, such as the logistic one.",
)
