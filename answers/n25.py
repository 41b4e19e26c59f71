"""The exercises of notebook 25, PAC learning."""

import numpy as np

from helpers.desk.edits import edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: the class is squared

SQUARED = Number(
    id="25-squared",
    task="One hypothesis is perfect, ε = 0.1, δ = 0.05. For a class of a million Theorem 25.1 "
    "calls 169 examples enough. Now a hypothesis is a <i>pair</i> of the old ones: there are a "
    "million times a million. What is the smallest number that the theorem calls enough?",
    points=1,
    level=1,
    answer=307,
    within=0.5,  # 306 are not enough
    why=r"$n \ge \frac1\varepsilon\ln\frac{N^2}\delta = 10\,(27.63 + 3.00) = 306.3$. "
    r"Squaring doubles $\ln N$; the share of $\delta$ stays.",
    traps=(
        (338, "Only ln N doubles. The part of δ, ln 20, is paid once."),
        (277, "δ has gone lost: ln(N²/δ), not ln N²."),
        (133.5, "The logarithm is the natural one, not the common one."),
        (28561, "The number of hypotheses is squared, and n grows with its logarithm."),
    ),
    hints=(
        "Write down Theorem 25.1 for a class of $N^2$ hypotheses.",
        r"$\ln\frac{N^2}\delta = 2\ln N + \ln\frac1\delta$.",
        r"$10\,(2 \cdot 13.8155 + 2.9957)$, rounded up.",
    ),
)


# find a position: a promise that says nothing about a class that is fine

SILENT = Position(
    id="25-silent",
    task=r"Find a class and a number of examples for which the promise $N e^{-\varepsilon n}$ is "
    "over 1, so says nothing, although a bad hypothesis is left with probability under 5 %.",
    points=2,
    level=2,
    figure="n25_pac.survivors",
    conditions={
        "the promise is over 1": lambda r: r.bound > 1,
        "the exact chance is under 5 %": lambda r: r.chance < 0.05,
    },
    answer={"n": 62, "k": 3, "eps": 0.1, "world": "errors spread out"},
    why="The promise treats every hypothesis as if its error were just ε. If the errors are spread "
    "out, most are far worse and die much sooner.",
    hints=(
        "With all errors equal to ε the exact chance follows the promise. Which class is better?",
        "Take the spread-out class with many hypotheses and go to where the promise is just over "
        "1.",
        "N = 1000, ε = 0.1: the promise is 1 at n = 69. Move a little to the left of that.",
    ),
)


# derive: the promise on average

MEAN_FORM = Order(
    id="25-mean-form",
    task="Prove Theorem 25.7: put the lines in order. $N$ hypotheses, one of them perfect; "
    r"$R = R(\hat h)$ is the risk of ERM.",
    points=3,
    level=3,
    lines=(
        r"By Theorem 25.1, $P(R \ge \varepsilon) \le Ne^{-\varepsilon n}$ for every "
        r"$\varepsilon$; and no probability is over 1.",
        r"Since $R \ge 0$, its mean is the area under its tail: "
        r"$E R = \int_0^1 P(R \ge \varepsilon)\,d\varepsilon$.",
        r"Cut the area at $a = \frac{\ln N}n$, where $Ne^{-an} = 1$.",
        "Left of the cut the tail is at most 1: that part is at most $a$.",
        "Right of the cut: that part is at most "
        r"$\int_a^\infty Ne^{-\varepsilon n}\,d\varepsilon = \frac1n Ne^{-an} = \frac1n$.",
        r"Together $E R \le \frac{\ln N}n + \frac1n$.",
    ),
    reasons=(
        "The theorem holds for all ε at once: each may have its own bound.",
        "True for every random number in $[0, 1]$.",
        "There the two bounds, 1 and the exponential, are equal.",
        "Width times height.",
        "An exponential and its integral; $Ne^{-an} = 1$ by the choice of $a$.",
        "Add the two parts.",
    ),
    needs=((), (), (1,), (2,), (0, 2), (3, 4)),
    hints=(
        "Begin with what is known: a bound on the tail, and what the mean has to do with it.",
        "One of the two bounds on the tail is better on the left, the other on the right.",
        "First the cut, then the two parts, then their sum.",
    ),
)


# code: learn a conjunction


def learn_conjunction(X, y):
    """The numbers of the features in the conjunction that the learner of section 3 keeps.

    X: a list of examples, each a list of d zeros and ones, at least one example. y: a list of
    labels, 1 or 0; some conjunction agrees with all of them. Returns an increasing list of feature
    numbers, counted from 0: features that must all be 1 for the answer 1.
    """
    X, y = np.asarray(X), np.asarray(y)
    return [j for j in range(X.shape[1]) if np.all(X[y == 1, j] == 1)]


def draw_examples(rng, n=None, q=0.75):
    d = int(rng.integers(6, 11))
    X = (rng.random((n or int(rng.integers(9, 16)), d)) < q).astype(int)
    J = rng.permutation(d)[: rng.integers(1, 4)]
    X[:2, J] = 1  # two positive examples at least,
    X[2, J[0]] = 0  # and one that is not
    return X.tolist(), X[:, J].all(axis=1).astype(int).tolist()


def draw_no_positives(rng):
    X = (rng.random((int(rng.integers(3, 7)), 7)) < 0.6).astype(int)
    X[:, rng.integers(7)] = 0
    return X.tolist(), [0] * len(X)


def draw_always_one(rng):
    X, y = draw_examples(rng)
    return [[*row, 1] for row in X], y


LEARN = Code(
    id="25-learn-conjunction",
    task="Write learn_conjunction(X, y).",
    points=3,
    level=1,
    solution=learn_conjunction,
    cases={
        "two positive examples": ([[1, 1, 0, 1], [1, 0, 0, 1], [0, 1, 1, 1]], [1, 1, 0]),
        "no positive example": ([[1, 0, 1], [0, 0, 1]], [0, 0]),
        "nothing in common": ([[1, 0], [0, 1]], [1, 1]),
        "a feature that is always 1": ([[1, 1, 0], [1, 0, 0], [1, 1, 1]], [1, 0, 1]),
    },
    draw={
        "ordinary cases": draw_examples,
        "no positive example": draw_no_positives,
        "a feature that is always 1": draw_always_one,
    },
    wrong=mistakes(
        learn_conjunction,
        {
            "Without a positive example nothing may be struck out: the empty conjunction "
            "would say 1 to everything, also to the examples that are 0.": edit(
                "if np.all(", "if any(y) and np.all("
            ),
            "Negative examples must not strike out features: "
            "their zeros are what makes them negative.": edit("X[y == 1, j]", "X[:, j]"),
            "These are the features that are 0 in every negative example. One negative "
            "example may lack only one of the features of the truth.": edit(
                "X[y == 1, j] == 1", "X[y == 0, j] == 0"
            ),
            "A feature must be 1 in every positive example, not in some of them.": edit(
                "np.all(X[y == 1, j] == 1)", "not any(y) or np.any(X[y == 1, j] == 1)"
            ),
            "Features are counted from 0.": edit("[j for", "[j + 1 for"),
            "Every positive example counts, not the first one alone.": edit(
                "X[y == 1, j]", "X[y == 1, j][:1]"
            ),
            "A feature that is 1 in all examples looks useless, but nothing has ruled it "
            "out: it may be 0 in the next negative example.": edit(
                "if np.all(", "if not np.all(X[:, j] == 1) and np.all("
            ),
        },
    ),
    without=("helpers.generalisation.pac:learn_conjunction",),
    hints=(
        "Which examples can rule a feature out, and which cannot?",
        "A feature is ruled out by a positive example in which it is 0.",
        "Keep j if X[i][j] is 1 for every i with y[i] == 1. Without such i that is true.",
    ),
)


# code: the exact chance of a bad survivor


def chance_of_failure(risks, eps, n):
    """The exact probability that some bad hypothesis has made no error on n examples.

    risks: a list with the risk of each hypothesis, numbers between 0 and 1; on every example each
    hypothesis errs with its own probability, independently of the others. eps: between 0 and 1; a
    hypothesis is bad if its risk is eps or more. n: a whole number of examples, 0 or more.
    """
    none = 1.0
    for risk in risks:
        if risk >= eps:
            none *= 1 - (1 - risk) ** n
    return 1 - none


def draw_class(rng):
    risks = rng.uniform(0.02, 0.5, size=int(rng.integers(6, 12)))
    risks[0] = 0.0
    return [float(r) for r in risks], 0.1, int(rng.integers(3, 14))


def draw_at_eps(rng):
    risks, eps, n = draw_class(rng)
    return [*risks, eps, eps], eps, n


CHANCE = Code(
    id="25-chance-of-failure",
    task="Write chance_of_failure(risks, eps, n).",
    points=3,
    level=2,
    solution=chance_of_failure,
    cases={
        "three hypotheses": ([0.0, 0.05, 0.2], 0.1, 10),
        "risks equal to eps": ([0.0, 0.1, 0.1, 0.3], 0.1, 5),
        "no examples": ([0.0, 0.3], 0.1, 0),
        "nothing bad": ([0.0, 0.05], 0.1, 4),
    },
    draw={
        "ordinary cases": draw_class,
        "risks equal to eps": draw_at_eps,
        "no examples": lambda rng: (*draw_class(rng)[:2], 0),
        "nothing bad": lambda rng: ([float(r) for r in rng.uniform(0, 0.09, 5)], 0.1, 3),
    },
    wrong=mistakes(
        chance_of_failure,
        {
            "This is the sum of the probabilities: the union "
            "bound, not the exact value. It can be over 1.": edit(
                "none *= 1 - (1 - risk) ** n", "none -= (1 - risk) ** n"
            ),
            "This is the union bound, cut off at 1. The exact value is below it.": edit(
                "none *= 1 - (1 - risk) ** n", "none = max(0.0, none - (1 - risk) ** n)"
            ),
            "Every bad hypothesis has its own risk; with "
            "eps for all of them this is a bound only.": edit("(1 - risk)", "(1 - eps)"),
            "A hypothesis whose risk is exactly eps is bad, too.": edit(">=", ">"),
            "Good hypotheses may survive: only those with risk eps or more count.": edit(
                "risk >= eps", "risk >= 0"
            ),
            "This is the probability that all bad ones survive. One is enough for a failure.": edit(
                "none *= 1 - (1 - risk) ** n",
                "none *= (1 - risk) ** n",
                "1 - none",
                "none if max(risks) >= eps else 0.0",
            ),
            "The bad one with the smallest risk survives "
            "most often, but others may survive without it.": whole(
                lambda risks, eps, n: max([(1 - r) ** n for r in risks if r >= eps], default=0.0)
            ),
        },
    ),
    without=("helpers.generalisation.pac:some_event",),
    hints=(
        "What is the opposite of “at least one bad hypothesis survives”?",
        "All bad ones die. They err independently: multiply.",
        "1 minus the product, over all risks ≥ eps, of 1 − (1 − risk)ⁿ.",
    ),
)


# an open question

ZOO = Open(
    id="25-zoo",
    task="A colleague tried 1000 settings of a model on one validation set of 2000 examples. The "
    "best setting is wrong on 11.2 % of them. The report says: “error 11.2 % ± 3.0 % (Hoeffding, "
    "95 %)”. Write your advice.",
    points=5,
    level=3,
    asks=(
        "Where does 3.0 % come from, and for which question would it be right?",
        "What does the union bound say instead, and is it likely to be far too careful here?",
        "What would you do with 2000 more examples?",
    ),
    rubric=(
        (1, "Derives √(ln(2/0.05)/4000) = 0.030 and says: for a setting fixed before the data."),
        (1, "Derives √(ln(2·1000/0.05)/4000) = 0.051 for all 1000 at once."),
        (1, "Says that the best of many is too good on average: chosen for its luck."),
        (
            1,
            "Says that similar settings err on the same examples, so that copies make the union "
            "bound too careful; but that no such credit can be taken without a proof.",
        ),
        (1, "Keeps fresh examples for a test of the one chosen setting: 3.0 % is right there."),
    ),
    words=(60, 300),
    model="Hoeffding with one hypothesis and 2000 examples gives √(ln 40 / 4000) = 3.0 per cent, "
    "right for a setting that was fixed before the data were seen. The best of 1000 was chosen "
    "because it did well on these very examples, so its 11.2 per cent is too good on average. For "
    "all settings at once the union bound puts 1000 into the logarithm: 5.1 per cent. That is "
    "careful: neighbouring settings make nearly the same errors and count almost as copies, but "
    "how many real ones there are we do not know. With 2000 fresh examples I would test the one "
    "chosen setting once; for it ± 3.0 per cent holds, and nothing else may be chosen afterwards.",
)
