"""The exercises of notebook 23, online to batch."""

import numpy as np

from helpers.desk.edits import after, edit, mistakes
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: the newest rules

MAILS = Number(
    id="23-mails",
    task="A spam filter answers for every mail before it learns it; the mails come in random "
    "order. It was wrong on 60 of the first 500 mails and on 20 of the next 500. What error, in "
    "per cent, do you expect on new mail from the rules that answered in the <i>second</i> half?",
    points=1,
    level=1,
    answer=4,
    within=0.05,
    why="Each round is a test of the rule that answered in it. The second half tested its own 500 "
    r"rules: $\frac{20}{500} = 4$ %.",
    traps=(
        (
            8,
            "That is the mean over all 1000 rules, the clumsy ones of the first half among them.",
        ),
        (2, "Twenty mistakes in 500 rounds, not in 1000."),
        (12, "That is the first half."),
        (0, "Its training error may be 0; these were tests, and 20 went wrong."),
    ),
    hints=(
        "Which rules were tested in the second half, and on how many mails?",
        "Theorem 23.1 holds round by round, so it holds for any block of rounds.",
        "Mistakes in the block, divided by the rounds of the block.",
    ),
)


# find a position: where the last place wins clearly

LATE = Position(
    id="23-late",
    task="The average is not always the better answer. With 300 customers, find a step size for "
    "which the last place is at most 15 m above the shortest walk and the average place at least "
    "ten times as much.",
    points=2,
    level=2,
    figure="n23_online_to_batch.kiosk",
    conditions={
        "there are 300 customers": lambda r: r.T == 300,
        "the last place is at most 15 m above": lambda r: r.last <= 0.015,
        "the average place is at least ten times as far above": lambda r: r.average >= 10 * r.last,
    },
    answer={"T": 300, "eta": 0.02},
    why="Small steps need about B/η of the customers to arrive, and the average remembers all of "
    "them; the last place has forgotten the way, and with small steps it shakes little.",
    hints=(
        "Which of the two suffers from the start, and which from the size of a step?",
        "Go left from where the curves cross.",
        "At η = 0.02 it takes more than a hundred steps to arrive.",
    ),
)


# derive: from the mean to a guarantee

CHAIN = Order(
    id="23-chain",
    task=r"How many examples make sure that one sample is good, with probability $1 - \delta$? Let "
    r"$X = R(\bar w) - R(w^\star)$ for online gradient descent with $\eta = B/(\rho\sqrt T)$, "
    "as in Theorem 23.5. Put the lines of the proof in order.",
    points=2,
    level=2,
    lines=(
        r"$X \ge 0$ in every sample.",
        r"So $P(X > \varepsilon) \le \frac1\varepsilon E\,X$.",
        r"$\dots \le \frac1\varepsilon\Big(\frac1T\sum_t E\,R(w_t) - R(w^\star)\Big)$",
        r"$\dots = \frac1{\varepsilon T}\sum_t\big(E\,\ell(w_t, z_t) - E\,\ell(w^\star, z_t)\big)$",
        r"$\dots = \frac1{\varepsilon T} E\,\mathrm{Regret}(w^\star)$",
        r"$\dots \le \frac{B\rho}{\varepsilon\sqrt T}$",
        r"$\dots \le \delta$ if $T \ge \frac{B^2\rho^2}{(\varepsilon\delta)^2}$.",
    ),
    reasons=(
        r"No answer has a smaller risk than $w^\star$.",
        "Markov’s inequality: it needs a quantity that is never negative.",
        "The risk is convex, so the average has at most the mean risk.",
        r"Theorem 23.1: $w_t$ was formed before $z_t$ was drawn; and $w^\star$ is fixed.",
        "The definition of regret.",
        r"Lemma 23.2 with this $\eta$ holds on every sequence, so also on average.",
        "Solve for $T$. (That Markov’s inequality turns a bound on the mean into a promise for one "
        "sample is Proposition 7 of the Durham notes, lecture 3.)",
    ),
    hints=(
        "Which line does Markov’s inequality need before it can be used?",
        "First the average is replaced by the answers, then their risk by what was paid.",
        "The bound on the regret comes after the regret; the condition on T comes last.",
    ),
)


# code: test first, then learn


def progressive_error(X, y):
    """The online error of the nearest neighbour: each example is first a test, then a lesson.

    X: a list of T rows of d numbers, in the order in which they come. y: their labels, +1 or -1.
    In each round the rule says the label of the nearest row (Euclidean) that it has learnt; if two
    are equally near, that of the one that came earlier; before it has learnt anything it says +1.
    Returns the share of rounds in which it was wrong.
    """
    X = np.array(X, dtype=float)
    wrong = 0
    for t in range(len(y)):
        says = 1
        if t > 0:
            away = ((X[:t] - X[t]) ** 2).sum(axis=1)
            says = y[int(np.argmin(away))]
        wrong += says != y[t]
    return wrong / len(y)


def draw_stream(rng, T=None, d=None):
    T = int(rng.integers(16, 25)) if T is None else T
    d = int(rng.integers(2, 5)) if d is None else d
    X = rng.normal(size=(T, d))
    y = np.where(X[:, 0] + 0.7 * rng.normal(size=T) > 0, 1, -1)
    return np.round(X, 3).tolist(), y.tolist()


def draw_ties(rng):
    """Few places, so that many rows are equally near."""
    T = int(rng.integers(10, 16))
    X = rng.integers(-1, 2, size=(T, 2)).astype(float)
    return X.tolist(), rng.choice([-1, 1], T).tolist()


def draw_minus_first(rng):
    X, y = draw_stream(rng)
    return X, [-1, *y[1:]]


STREAM = (
    [[0.0], [2.0], [0.3], [1.9], [0.2], [1.0], [0.9]],
    [1, -1, -1, -1, 1, 1, -1],
)

PROGRESSIVE_ERROR = Code(
    id="23-progressive-error",
    task="Write progressive_error(X, y).",
    points=3,
    level=2,
    solution=progressive_error,
    cases={
        "seven points on a line": STREAM,
        "two rounds, and the first is wrong": ([[1.0, 2.0], [3.0, 1.0]], [-1, -1]),
        "the same place twice, with two labels": (
            [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [1.0, 1.0]],
            [-1, 1, 1, -1],
        ),
        "two rows equally near: the earlier one speaks": (
            [[-1.0], [1.0], [0.0], [0.1]],
            [1, -1, 1, -1],
        ),
    },
    draw={
        "ordinary streams": draw_stream,
        "long rows": lambda rng: draw_stream(rng, T=30, d=6),
        "many ties": draw_ties,
        "the first label is −1": draw_minus_first,
    },
    wrong=mistakes(
        progressive_error,
        {
            "The example was learnt before it was asked, so its "
            "nearest neighbour is itself: a training error.": edit(
                "if t > 0:\n            away = ((X[:t]",
                "if t >= 0:\n            away = ((X[:t + 1]",
            ),
            "The neighbour may come only from earlier "
            "rounds; this one has looked at later examples.": edit(
                "if t > 0:\n            away = ((X[:t] - X[t]) ** 2).sum(axis=1)",
                "if len(y) > 1:\n"
                "            away = ((X - X[t]) ** 2).sum(axis=1)\n            away[t] = np.inf",
            ),
            "The first round counts as well: before it has learnt anything the rule says +1.": edit(
                "wrong / len(y)", "(wrong - (y[0] != 1)) / max(len(y) - 1, 1)"
            ),
            "The first round was never counted as wrong. The rule says +1 there, and that "
            "is wrong if the label is −1.": edit("range(len(y))", "range(1, len(y))"),
            "Before anything was learnt the rule says +1, not −1.": edit("says = 1", "says = -1"),
            "If two rows are equally near, the one that "
            "came earlier speaks; here it is the later one.": edit(
                "int(np.argmin(away))", "t - 1 - int(np.argmin(away[::-1]))"
            ),
            "This is the number of mistakes; the share of rounds was asked.": edit(
                "wrong / len(y)", "wrong"
            ),
        },
    ),
    without=(
        "helpers.online.batch:nearest_answers",
        "helpers.online.batch:progressive",
    ),
    hints=(
        "Go through the rounds. What does the rule know when it is asked in round t?",
        "Look for the nearest among the rows before t only, then compare, then go on.",
        "argmin returns the first of several equal distances; that is the earlier row.",
    ),
)


# code: every sequence


def average_excess(p, eta, T):
    """[average, mean]: exact expected risks above the smallest one, over all sequences of coins.

    p: probability of z = +1/2, at least 1/2; otherwise z = -1/2. eta: step size. T: rounds, at
    most 10. The learner starts at 0, pays |w - z| and then moves by eta towards z, the coin that it
    has seen (if it stands exactly on z it stays). average: for the average of the T answers that it
    gave. mean: for these answers one by one, averaged over the rounds.
    """

    def risk(w):
        return p * abs(w - 0.5) + (1 - p) * abs(w + 0.5)

    average = mean = 0.0
    for bits in range(2**T):
        w, given, chance = 0.0, [], 1.0
        for t in range(T):
            z = 0.5 if bits >> t & 1 else -0.5
            given.append(w)
            chance *= p if z > 0 else 1 - p
            w -= eta * float(np.sign(w - z))
        average += chance * risk(sum(given) / T)
        mean += chance * sum(map(risk, given)) / T
    return [average - (1 - p), mean - (1 - p)]


def draw_coins(rng):
    return (
        float(rng.uniform(0.55, 0.9)),
        float(rng.uniform(0.1, 0.5)),
        int(rng.integers(3, 8)),
    )


AVERAGE_EXCESS = Code(
    id="23-average-excess",
    task="Write average_excess(p, eta, T).",
    points=3,
    level=3,
    solution=average_excess,
    cases={
        "two coins": (0.7, 0.3, 2),
        "one coin: only the start": (0.8, 0.5, 1),
        "small steps": (0.6, 0.1, 5),
        "large steps jump over ½": (0.75, 0.9, 6),
        "an even coin": (0.5, 0.7, 4),
        "steps that end on a coin": (0.7, 0.5, 4),
    },
    draw={
        "ordinary coins": draw_coins,
        "large steps": lambda rng: (
            float(rng.uniform(0.6, 0.9)),
            float(rng.uniform(0.6, 1.4)),
            int(rng.integers(4, 8)),
        ),
        "nearly sure coins": lambda rng: (
            float(rng.uniform(0.9, 1.0)),
            float(rng.uniform(0.2, 0.9)),
            int(rng.integers(3, 7)),
        ),
        "steps that end on a coin": lambda rng: (
            float(rng.uniform(0.55, 0.9)),
            float(rng.choice([0.25, 0.5])),
            int(rng.integers(4, 8)),
        ),
    },
    wrong=mistakes(
        average_excess,
        {
            "These are the answers after each coin was seen, "
            "w₂ to w_{T+1}. The learner answers first.": edit(
                "average +=", "given = [*given[1:], w]\n        average +="
            ),
            "T + 1 points were averaged. The last one "
            "was never an answer: it has seen all coins.": edit(
                "average += chance * risk(sum(given) / T)\n"
                "        mean += chance * sum(map(risk, given)) / T",
                "given.append(w)\n"
                "        average += chance * risk(sum(given) / (T + 1))\n"
                "        mean += chance * sum(map(risk, given)) / (T + 1)",
            ),
            "The sequences are not equally likely unless "
            "p = ½: weigh each by its probability.": edit(
                "chance *= p if z > 0 else 1 - p", "chance /= 2"
            ),
            "These are the risks themselves; what they are above the smallest one was asked.": edit(
                "[average - (1 - p), mean - (1 - p)]", "[average, mean]"
            ),
            "This is the last answer. The average of all T answers was asked.": edit(
                "average += chance * risk(sum(given) / T)\n"
                "        mean += chance * sum(map(risk, given)) / T",
                "average += chance * risk(given[-1])\n        mean += chance * risk(given[-1])",
            ),
            "The risk of the average and the average of the "
            "risks are two numbers: the risk has kinks.": after(
                lambda answer: [answer[1], answer[1]]
            ),
        },
    ),
    without=(
        "helpers.online.batch:tree",
        "helpers.online.batch:links",
        "helpers.online.batch:one_pass",
        "lessons.n23_online_to_batch.world:expected",
    ),
    hints=(
        "There are 2^T sequences. For each: its probability, and the T answers along it.",
        "Keep the answer before the coin moves it.",
        "The risk of w is p|w − ½| + (1 − p)|w + ½|; the smallest is 1 − p, at w = ½.",
    ),
)


# an open question

BANK = Open(
    id="23-bank",
    task="A bank’s fraud detector answers for each payment and then learns from it. The bank says: "
    "“Over the last year it was wrong on 2.1 % of two million payments, each answered before it "
    "was learnt. So the detector we now sell has an error of 2.1 %.” Write your report.",
    points=5,
    level=3,
    asks=(
        "What does the figure of 2.1 % estimate, and how precisely?",
        "Which hypothesis could be broken in a year of payments, and in which direction would it "
        "err?",
        "What should be sold, or measured instead?",
    ),
    rubric=(
        (
            1,
            "Says that it is an honest estimate, tested before learning, although every payment "
            "was also used for training.",
        ),
        (
            1,
            "Says that it is about the average of all rules of the year, not the final one, which "
            "may be better or worse; a recent window is nearer to it.",
        ),
        (
            1,
            "Gives a precision: standard deviation at most 1/(2√T), here 0.035 %, if the "
            "payments are independent.",
        ),
        (
            1,
            "Names a broken hypothesis: payments of one card are not independent, fraud changes "
            "over the year, labels come late, the year was replayed; and says what it does.",
        ),
        (
            1,
            "Proposes what to do: freeze the detector and test it on later payments, report a "
            "window, return an average (if the loss is convex) or a random one of the rules.",
        ),
    ),
    words=(60, 300),
    model="Each payment was a test before it was a lesson, so 2.1 % is an honest estimate. It "
    "estimates the mean risk of all the rules of that year, and if payments were independent "
    "draws of one distribution its standard deviation would be at most 1/(2√T), some 0.035 "
    "percentage points. The detector that is sold is the last of these rules. It has learnt most "
    "and is probably better, but nothing in the theorem says so: a detector with a large "
    "constant step may be worse on the day it is frozen. Payments are not independent, thieves "
    "change their methods, and the label of a payment comes weeks later; if some payments were "
    "replayed, the figure is too low. I would freeze the detector, test it on next month’s "
    "payments, and quote the error of the last weeks beside that of the year.",
)
