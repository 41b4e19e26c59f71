"""The exercises of notebook 12, many classes."""

import numpy as np

from helpers.desk.edits import edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: one hinge

HINGE = Number(
    id="12-hinge",
    task="Three classes with scores $1.2$, $0.9$ and $1.5$; the example is of class $0$, the first "
    "one. What does the multi-class hinge charge?",
    points=1,
    level=1,
    answer=1.3,
    within=0.005,
    why="The leads over the own score are $-0.3$ and $0.3$. The worst rival has $1 + 0.3 = 1.3$.",
    traps=(
        (2.0, "That is the <i>sum</i> over both rivals, $0.7 + 1.3$. The hinge takes the worst."),
        (0.3, "That is the lead alone. The own class must lead by 1, so 1 is added."),
        (0.7, "That is the hinge of class 1. Class 2 hurts more."),
        (1.0, "That is the 0–1 loss: a mistake."),
    ),
    hints=(
        "How far is each rival ahead of the own class?",
        "The own class should lead by 1: what is missing, for each rival?",
        "Take the larger of the two.",
    ),
)


# find a position: cold, and yet a class is lost

COLD = Position(
    id="12-cold",
    task=r"Heat made the middle class of the <i>row</i> vanish. Lose it without heat: find a "
    r"position with $\tau \le 0.1$ at which the soft machine is wrong about more than 30 % of the "
    r"row.",
    points=2,
    level=2,
    figure="n12_multiclass.temper",
    conditions={
        "the data are the row": lambda r: r.points == "row",
        "the temperature is at most 0.1": lambda r: r.tau <= 0.1,
        "more than 30 % of the examples are wrong": lambda r: r.m.error > 0.3,
    },
    answer={"points": "row", "tau": 0.1, "lam": 0.5},
    why="A strong penalty keeps $w$ so short that a lead of 1 is out of reach: everybody pays, as "
    "in the heat, and again only class sums are left. For the middle class that sum is near 0.",
    hints=(
        "In the heat everybody pays. What else can make everybody pay?",
        "A lead of 1 needs long weight vectors. Which slider keeps them short?",
        r"Raise $\lambda$ until the middle class is gone.",
    ),
)


# derive: the dual

PRICES = Order(
    id="12-prices",
    task=r"Derive the dual of the machine (Theorem 12.4): put the lines in order. "
    r"$\Delta_{ik} = \Psi(x_i, k) - \Psi(x_i, y_i)$; every row $a_i$ of $a$ is a probability "
    r"vector over the classes.",
    points=3,
    level=2,
    lines=(
        r"The optimal value is $\min_w\ \frac1n\sum_i\max_k\big([k \ne y_i] + \langle w, "
        r"\Delta_{ik}\rangle\big) + \lambda\|w\|^2$.",
        r"It equals $\min_w\max_a\ \frac1n\sum_{i,k}a_{ik}\big([k \ne y_i] + \langle w, "
        r"\Delta_{ik}\rangle\big) + \lambda\|w\|^2$.",
        r"It equals $\max_a\min_w$ of the same.",
        r"The minimum over $w$ is at $w = -\frac1{2\lambda n}\sum_{i,k}a_{ik}\Delta_{ik}$, where "
        r"$\frac1n\sum_{i,k}a_{ik}\langle w, \Delta_{ik}\rangle = -2\lambda\|w\|^2$.",
        r"What is left is $\max_a\ \frac1n\sum_i(1 - a_{iy_i}) - \lambda\|w(a)\|^2$.",
    ),
    reasons=(
        "The definition: mean hinge plus penalty.",
        "A largest entry is the largest mean over probability vectors.",
        "Strong duality: the hinge as slacks with affine constraints (Theorem 11.4).",
        "Set the derivative in $w$ to zero, then multiply it by $w$.",
        r"Insert; and $\sum_{k \ne y_i}a_{ik} = 1 - a_{iy_i}$, since the row sums to 1.",
    ),
    hints=(
        "Begin with the problem itself, without any $a$ in it.",
        "The $a_{ik}$ come in to replace the maximum over $k$.",
        "Then minimum and maximum change places, and $w$ goes.",
    ),
)


# two losses, the right way round


def losses_of(W, X, y):
    """The list [mean 0-1 loss, mean hinge] of the rule that picks the largest score.

    W: c rows of d numbers, row k scores class k. X: n rows of d numbers. y: n classes, counted
    from 0. If several scores are largest, the first of them is the answer.
    """
    S, y = np.asarray(X) @ np.asarray(W).T, np.asarray(y)
    own = np.arange(S.shape[1]) == y[:, None]
    U = S - S[own][:, None] + ~own
    return [float(np.mean(S.argmax(axis=1) != y)), float(U.max(axis=1).mean())]


def draw_losses(rng):
    """Any number of classes; the first example leads clearly, the second is far off."""
    c, n = int(rng.integers(3, 6)), int(rng.integers(6, 12))
    W, X = rng.normal(size=(c, 3)), rng.normal(size=(n, 3))
    y = rng.integers(c, size=n)
    X[0] *= 40
    y[0] = int((W @ X[0]).argmax())
    y[1] = int((W @ X[1]).argmin())
    return W.tolist(), X.tolist(), y.tolist()


def draw_ties(rng):
    """Two classes have the same weights; examples of both, and of another."""
    W, X, y = (np.array(part) for part in draw_losses(rng))
    W[2] = W[0]
    X[:4], y[:4] = np.abs(X[:4]) * np.sign(W[0]), [0, 2, 1, 2]  # here these two lead
    return W.tolist(), X.tolist(), y.tolist()


def draw_nothing(rng):
    """All scores are 0."""
    W, X, y = draw_losses(rng)
    return (0 * np.array(W)).tolist(), X, [0, *y[1:]]


LOSSES = Code(
    id="12-losses",
    task="Write losses_of(W, X, y), the mean 0–1 loss and the mean hinge of a rule.",
    points=2,
    level=1,
    solution=losses_of,
    cases={
        "one leads by 1, one lacks 2": ([[1, 0], [0, 1], [0, 0]], [[2, 1], [1, 1]], [0, 2]),
        "a lead of 3": ([[1, 0], [0, 1], [0, 0]], [[4, 1]], [0]),
        "three right, one wrong": (
            [[1, 0], [0, 1], [0, 0]],
            [[2, 1], [4, 1], [0, 1.5], [1, 1.25]],
            [0, 0, 1, 0],
        ),
        "W = 0: all scores tie": ([[0, 0]] * 3, [[1, 2], [3, 4]], [0, 1]),
        "two rivals are too near": ([[1, 0], [0, 1], [0.5, 0]], [[1, 0.75]], [0]),
    },
    draw={
        "scores that differ": draw_losses,
        "classes that tie": draw_ties,
        "W = 0": draw_nothing,
    },
    without=("helpers.margins.multiclass:hinge", "helpers.margins.multiclass:zero_one"),
    wrong=mistakes(
        losses_of,
        {
            "You counted right answers: the 0-1 loss is 1 for a WRONG answer.": edit(
                "S.argmax(axis=1) != y", "S.argmax(axis=1) == y"
            ),
            """The 1 of the hinge belongs to the rivals, not to the own class: yours is never
            under 1.""": edit("+ ~own", "+ own"),
            "You gave the 1 to every class, the own one too: then even a clear lead costs 1.": edit(
                "+ ~own", "+ 1"
            ),
            """You added up all rivals that are too near; the hinge takes the worst of them
            alone.""": edit("U.max(axis=1)", "np.maximum(U, 0).sum(axis=1)"),
            """The own class must lead by 1: without that 1 a tie costs nothing, and so does W =
            0.""": edit(" + ~own", ""),
            """A lead over 1 costs nothing, but it earns nothing either: yours becomes negative.
            The own class takes part in the maximum, with 0.""": edit(
                "U.max(axis=1)", "np.where(own, -np.inf, U).max(axis=1)"
            ),
            "These are sums over the examples; means are asked for.": edit(
                "np.mean(", "np.sum(", "mean()", "sum()"
            ),
        },
    ),
    hints=(
        "All scores of one example are one row of a matrix product.",
        "Subtract the own score from the row; which entries get a 1?",
        "The own entry is 0 then, and takes part in the maximum.",
    ),
)


# count the duels


def vote(h):
    """Wins of each class, and behind them the class with the most (the smallest of several).

    h: c rows of c numbers. For i < j, h[i][j] is +1 if class i won its duel against j, -1 if it
    lost. All other entries are 0. For three classes the answer is a list of four numbers.
    """
    won = np.asarray(h) - np.asarray(h).T > 0
    wins = won.sum(axis=1).tolist()
    return [*wins, wins.index(max(wins))]


def defeats_counted(h):
    h = np.asarray(h)
    i = np.arange(len(h))
    sums = (np.sign(i[None, :] - i[:, None]) * (h - h.T)).sum(axis=1)
    return [*((sums + len(h) - 1) // 2).tolist(), int(sums.argmax())]


def draw_winner(rng):
    """One class beats all others; any number of classes."""
    c = int(rng.integers(3, 7))
    h = np.triu(rng.choice([-1, 1], size=(c, c)), 1)
    h[0, 1:] = 1
    order = rng.permutation(c)
    return (np.triu((h - h.T)[np.ix_(order, order)], 1).tolist(),)


def draw_duels(rng):
    """A ring among the first three of five classes, which beat the rest: always a tie."""
    h = np.triu(rng.choice([-1, 1], size=(5, 5)), 1)
    h[:3, 3:], h[0, 1], h[0, 2], h[1, 2] = 1, 1, -1, 1
    order = rng.permutation(5)
    full = (h - h.T)[np.ix_(order, order)]
    return (np.triu(full, 1).tolist(),)


VOTE = Code(
    id="12-vote",
    task="Write vote(h), the wins of each class and the winner.",
    points=2,
    level=1,
    solution=vote,
    cases={
        "class 0 beats all": ([[0, 1, 1], [0, 0, 1], [0, 0, 0]],),
        "class 2 beats all": ([[0, 1, -1], [0, 0, -1], [0, 0, 0]],),
        "a ring": ([[0, 1, -1], [0, 0, 1], [0, 0, 0]],),
        "a ring the other way": ([[0, -1, 1], [0, 0, -1], [0, 0, 0]],),
        "four classes": ([[0, -1, 1, -1], [0, 0, -1, 1], [0, 0, 0, -1], [0, 0, 0, 0]],),
    },
    draw={"one class beats all": draw_winner, "several have the most": draw_duels},
    without=("helpers.margins.votes:printed_votes",),
    wrong=mistakes(
        vote,
        {
            """For j < i you read the stored duel with the classes exchanged, and then turned it
            round once more: half of the defeats are counted as wins.""": whole(defeats_counted),
            "A duel that i lost to j is a win of j, and it is stored at h[i][j] too.": edit(
                "np.asarray(h) - np.asarray(h).T > 0", "np.asarray(h) > 0"
            ),
            "If several classes have the most wins, the smallest is asked for.": edit(
                "wins.index(max(wins))", "len(wins) - 1 - wins[::-1].index(max(wins))"
            ),
            "That is wins minus defeats. Count the wins.": edit(
                "won.sum(axis=1)", "(np.asarray(h) - np.asarray(h).T).sum(axis=1)"
            ),
        },
    ),
    hints=(
        "Each duel has one winner. Who is it if h[i][j] = -1?",
        "How many wins are there in all? Check that yours add up to c(c - 1)/2.",
        "Go through all pairs i < j and give the win to i or to j.",
    ),
)


# one honest step


def many_step(W, X, y, lam, eta):
    """One subgradient step on mean hinge + lam |W|^2 from a batch: the new W, as a list of rows.

    W: c rows of d numbers, row k scores class k. X: m rows of d numbers, the batch. y: their m
    classes. lam: the penalty. eta: the step size. If several classes hurt an example equally, the
    first of them counts; the own class competes, too.
    """
    W, X, y = np.asarray(W, dtype=float), np.asarray(X, dtype=float), np.asarray(y)
    own = np.eye(len(W))[y]
    worst = np.eye(len(W))[np.argmax(X @ W.T + 1 - own, axis=1)]
    return (W - eta * ((worst - own).T @ X / len(y) + 2 * lam * W)).tolist()


def draw_step(rng):
    """Three examples: a clear lead, a right answer with a small lead, a mistake."""
    W, X = rng.normal(size=(4, 3)), rng.normal(size=(3, 3))
    S = X @ W.T
    order = np.argsort(S, axis=1)[:, ::-1]
    lead = S[np.arange(3), order[:, 0]] - S[np.arange(3), order[:, 1]]
    X[0], X[1] = 3.0 * X[0] / lead[0], 0.4 * X[1] / lead[1]
    y = [int(order[0, 0]), int(order[1, 0]), int(order[2, 2])]
    lam, eta = rng.uniform(0.1, 1, size=2)
    return W.tolist(), X.tolist(), y, float(lam), float(eta)


def draw_from_zero(rng):
    """W = 0: all rivals hurt equally, so the first of them counts."""
    W, X, _, lam, eta = draw_step(rng)
    return (0 * np.array(W)).tolist(), X, rng.permutation([0, 2, 3]).tolist(), lam, eta


def draw_clear(rng):
    """Everybody leads clearly: the penalty is alone."""
    W, X, y, lam, eta = draw_step(rng)
    return W, [X[0], (2 * np.array(X[0])).tolist()], [y[0], y[0]], lam, eta


STEP = Code(
    id="12-step",
    task="Write many_step(W, X, y, lam, eta), one subgradient step from a batch.",
    points=3,
    level=2,
    solution=many_step,
    cases={
        "one example, from W = 0": ([[0, 0]] * 3, [[1, 2]], [1], 0.5, 0.1),
        "a mistake": ([[1, 0], [0, 1], [1, 1]], [[1, 2]], [0], 0.5, 0.1),
        "right, but close": ([[1, 0], [0, 1], [-1, 0]], [[1, 0.5]], [0], 0.25, 0.2),
        "a clear lead": ([[2, 0], [0, 1], [-1, 0]], [[2, 0.5]], [0], 0.25, 0.2),
        "the last two together": (
            [[2, 0], [0, 1], [-1, 0]],
            [[2, 0.5], [0.5, 0.75]],
            [0, 0],
            0.25,
            0.2,
        ),
    },
    draw={
        "a lead, a small lead, a mistake": draw_step,
        "W = 0": draw_from_zero,
        "clear leads": draw_clear,
    },
    without=("helpers.margins.multiclass_sgd:objective",),
    wrong=mistakes(
        many_step,
        {
            """The penalty takes part in every step: 2 lam W is missing. From W = 0 that does
            not show.""": edit(" + 2 * lam * W", ""),
            "The gradient of lam |W|^2 is 2 lam W: the 2 is missing.": edit(
                "2 * lam * W", "lam * W"
            ),
            """You took the predicted class. The class that hurts most is the argmax after 1 was
            added to all rivals: a right answer with a small lead pushes, too.""": edit(
                " + 1 - own", ""
            ),
            """The penalty stands outside: it shrinks W by 2 lam W once, however many examples
            hurt.""": edit("2 * lam * W", "2 * lam * np.mean((worst != own).any(axis=1)) * W"),
            """Two rows move for each example that hurts: the own class towards x, and the class
            that hurts most away from it.""": edit("(worst - own)", "(worst * own - own)"),
            """That step goes uphill: the own class should move towards x, the rival away from
            it.""": edit("(worst - own)", "(own - worst)"),
            "The MEAN hinge of the batch: divide by the number of its examples.": edit(
                " / len(y)", ""
            ),
        },
    ),
    hints=(
        "Which class hurts an example most? Its own class does not get the 1.",
        "If that is the own class, the hinge pushes nothing. What does the penalty do?",
        "Psi(x, k) - Psi(x, y) is x in row k and -x in row y.",
    ),
)


# an open question

ADVICE = Open(
    id="12-advice",
    task="A hospital sorts X-rays into twelve findings with twelve separate two-class machines and "
    "takes the largest score. A new supplier offers one softmax machine, says that it gives “true "
    "probabilities”, and proposes to raise the temperature “until it is less sure”. Write your "
    "advice.",
    points=5,
    level=3,
    asks=(
        "What can go wrong with the largest score of twelve separate machines?",
        "What does the temperature change if it is raised in training, and what if it is raised "
        "only afterwards?",
        "How would you decide between the two, and how would you test “true probabilities”?",
    ),
    rubric=(
        (
            1,
            "Scores of machines that were trained apart have units of their own; a class that no "
            "line separates from the rest (the middle of the row) gets too little ground.",
        ),
        (
            2,
            "Raised in training, the temperature changes the rule itself (towards class sums, "
            "Theorem 12.6; λ does the same). Raised afterwards, it changes the probabilities and "
            "not the answer.",
        ),
        (
            1,
            "Compares on held-out X-rays, finding by finding (rare findings!), with an idea of the "
            "uncertainty: one split is an anecdote.",
        ),
        (
            1,
            "Probabilities are tested by calibration: of the cases with p near 0.8 about 80 % "
            "should be right; the softmax form alone does not promise that.",
        ),
    ),
    words=(60, 300),
    model="The twelve scores come from machines that never saw each other's units, so the largest "
    "need not be the most convincing; a finding that lies between others, like the middle of the "
    "row, loses ground. One machine for all has scores in one unit. Temperature is two things: "
    "raised in training it changes the rule, towards class sums that ignore the borders, as a "
    "strong λ does; raised afterwards it only flattens the probabilities, and every answer stays. "
    "I would compare both systems on held-out X-rays, finding by finding with standard errors, and "
    "plot how often cases with p near 0.8 are right before anybody calls it a probability.",
)
