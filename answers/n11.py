"""The exercises of notebook 11, support vector machines."""

import numpy as np

from helpers.desk.edits import edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position
from helpers.margins import svm

# predict: the price of two points

PRICE = Number(
    id="11-price",
    task=r"Two examples on a line: $x = 1$ with label $-1$ and $x = 4$ with label $+1$. What is "
    r"the price $\alpha$ of each of them in the hard margin?",
    points=1,
    level=1,
    answer=2 / 9,
    within=0.004,
    why=r"The edges $f = \pm1$ are at 1 and 4, so $w = \frac23$. Both prices are equal, because "
    r"$\sum_i\alpha_iy_i = 0$, and $w = 4\alpha - \alpha = 3\alpha$: so $\alpha = \frac29$.",
    traps=(
        (2 / 3, r"That is $w$. It is made of both points: $w = 4\alpha - \alpha$."),
        (1.5, "That is the margin, $1/w$."),
        (4 / 9, "That is $w^2$, which is the sum of <i>both</i> prices."),
        (1 / 9, "The score must rise from $-1$ to $+1$ over 3 units: by 2, not by 1."),
        (2 / 15, r"$w = \alpha\,(4 - 1)$: the labels have signs, so the places are subtracted."),
    ),
    hints=(
        "Where are the two edges of the street, and how steep is $f$ then?",
        r"$\sum_i\alpha_iy_i = 0$ says something about the two prices.",
        r"Put both into $w = \sum_i\alpha_iy_ix_i$.",
    ),
)


# find a position: a mistake that is made on purpose

ON_PURPOSE = Position(
    id="11-on-purpose",
    task="Find a place for the star and a cost $C$ so that some line makes no mistake at all, and "
    "the soft margin is wrong about the star nevertheless.",
    points=2,
    level=2,
    figure="n11_svm.soft",
    conditions={
        "some line separates the classes": lambda r: r.hard is not None,
        "the star is on the wrong side of the soft margin": lambda r: r.m.margins[0] < 0,
    },
    answer={"C": 50.0, "x1": -0.5, "x2": 0.6},
    why="The line without a mistake has next to no margin. A longer $w$ costs more than the slack "
    "of one point, so the soft margin gives the star up on purpose.",
    hints=(
        "If the star is far in among the others, no line separates. Where does that begin?",
        "Put the star just over the line, where the picture does not yet say “no line separates”.",
        "Near $(-0.5, 0.6)$ a line still separates. Now move $C$.",
    ),
)


# derive: the dual with a lid

LID = Order(
    id="11-lid",
    task=r"Derive the dual of the soft margin (Theorem 11.6): put the lines in order. "
    r"$c = \frac Cn$, $s_i = 1 - y_i(\langle w, x_i\rangle + b)$.",
    points=3,
    level=2,
    lines=(
        r"The optimal value is $\min_{w,b}\ \frac12\|w\|^2 + c\sum_i\max(0, s_i)$.",
        r"It equals $\min_{w,b}\ \max_{0\le\alpha\le c}\ \frac12\|w\|^2 + \sum_i\alpha_is_i$.",
        r"It equals $\max_{0\le\alpha\le c}\ \min_{w,b}\ \frac12\|w\|^2 + \sum_i\alpha_is_i$.",
        r"The minimum over $b$ is $-\infty$ unless $\sum_i\alpha_iy_i = 0$: so that becomes a "
        r"constraint, and $b$ is gone.",
        r"The minimum over $w$ is at $w = \sum_i\alpha_iy_ix_i$, where "
        r"$\sum_i\alpha_iy_i\langle w, x_i\rangle = \|w\|^2$.",
        r"What is left is $\max\ \sum_i\alpha_i - \frac12\|\sum_i\alpha_iy_ix_i\|^2$ over "
        r"$0 \le \alpha_i \le c$, $\sum_i\alpha_iy_i = 0$.",
    ),
    reasons=(
        "The definition of the soft margin, with the slack written as a maximum.",
        r"$c\max(0, s)$ is the largest $\alpha s$ with $0 \le \alpha \le c$.",
        "Strong duality: a convex quadratic with affine constraints (Theorem 11.4).",
        r"In the sum $b$ has the factor $-\sum_i\alpha_iy_i$, and it may be any number.",
        "Set the derivative in $w$ to zero and multiply by $w$.",
        r"Insert: $\frac12\|w\|^2 - \|w\|^2 + \sum_i\alpha_i$.",
    ),
    needs=((), (0,), (1,), (2,), (2,), (3, 4)),
    hints=(
        "Begin with the problem itself, without any price in it.",
        "Prices come in as a maximum inside; then minimum and maximum change places.",
        "Then $b$ and $w$ go, in either order; the last line has neither.",
    ),
)


# the margin, with its sign


def margin(lines, X, y):
    """The signed margin of several lines, a list of numbers.

    lines: pairs (w, b), w a list of d numbers, not all zero, of any length. X: n rows of d numbers.
    y: n labels, -1 or +1. For a line that separates: the distance of the nearest point. For one
    that does not: minus the largest distance of a point on the wrong side; 0 if no point is on the
    wrong side, but some lie on the line.
    """
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    return [float(np.min(y * (X @ w + b)) / np.linalg.norm(w)) for w, b in lines]


def nearest_wrong(lines, X, y):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    found = [y * (X @ w + b) / np.linalg.norm(w) for w, b in lines]
    return [float(s.min() if s.min() >= 0 else s[s < 0].max()) for s in found]


def draw_separating(rng):
    """Lines of very different lengths; for each, all points are right."""
    d = int(rng.integers(2, 5))
    w, X = rng.normal(size=d), 2 * rng.normal(size=(int(rng.integers(6, 12)), d))
    b, size = rng.normal(), np.linalg.norm(w)
    y = np.where(X @ w + b > 0, 1, -1)
    X = X + np.outer(0.3 * y, w) / size
    scales = (rng.uniform(3, 5), 0.5 / size, rng.uniform(0.2, 0.4))
    return [((a * w).tolist(), float(a * b)) for a in scales], X, y


def draw_lines(rng):
    """A line that separates, one that errs, one that errs more."""
    lines, X, y = draw_separating(rng)
    w, b = np.array(lines[0][0]), lines[0][1]
    others = [(-w + 0.3 * rng.normal(size=len(w)), -b), (rng.normal(size=len(w)), rng.normal())]
    lines = [lines[0], *((v.tolist(), float(c)) for v, c in others)]
    return [lines[i] for i in rng.permutation(3)], X, y


def draw_touching(rng):
    """Nobody is wrong, but one point lies exactly on the line."""
    a, b = rng.integers(1, 5, 2).astype(float)
    X = np.array([[b, -a], [a, b], [-a, -b]]) * rng.integers(1, 4)
    return [([a, b], 0.0), ([-3 * a, -3 * b], 0.0)], X, np.array([1, 1, -1])


MARGIN = Code(
    id="11-margin",
    task="Write margin(lines, X, y), the signed margin of several lines.",
    points=2,
    level=1,
    solution=margin,
    cases={
        "one line that separates, |w| = 2√2": (
            [([2, 2], -1)],
            np.array([[0.0, 0], [0, 1], [1, 1]]),
            [-1, 1, 1],
        ),
        "the same line, written ten times as long": (
            [([20, 20], -10)],
            np.array([[0.0, 0], [0, 1], [1, 1]]),
            [-1, 1, 1],
        ),
        "two points on the wrong side": (
            [([3, 4], -5)],
            np.array([[0.0, 0], [3, 4], [1, 1.0], [2, 2]]),
            [-1, 1, -1, -1],
        ),
        "a point on the line": ([([3, 4], 0)], np.array([[0.0, 0], [3, 4]]), [1, 1]),
        "three lines": (
            [([0, 5], 1), ([1, 0], 0), ([0, -5], -1)],
            np.array([[1.0, 1], [-2, -1]]),
            [1, -1],
        ),
    },
    draw={
        "lines that separate": draw_separating,
        "lines that err": draw_lines,
        "a point on the line": draw_touching,
    },
    without=("helpers.margins.separation:margin",),
    wrong=mistakes(
        margin,
        {
            """A distance has no sign, but a point on the wrong side has: here it looks like a
            harmless point that is close to the line.""": edit("y * ", "np.abs"),
            """That is the smallest score, not a distance: multiply w and b by 10, the same
            line, and it becomes ten times as large.""": edit(" / np.linalg.norm(w)", ""),
            """For a line that separates you returned the smallest score. Distances need the
            length of w there, too.""": edit(
                "np.linalg.norm(w)", "(1 if (y * (X @ w + b) > 0).all() else np.linalg.norm(w))"
            ),
            """The bias is missing: these are distances from the parallel line through the
            origin.""": edit(" + b", ""),
            "Divided by the square of the length of w.": edit("np.linalg.norm(w)", "np.dot(w, w)"),
            "On the wrong side the farthest point counts, you took the nearest.": whole(
                nearest_wrong
            ),
        },
    ),
    hints=(
        "Which one number is positive if all points are right, and negative if one is wrong?",
        "y times the score is positive for a point on its own side.",
        "A score becomes a distance when it is divided by the length of w.",
    ),
)


# from prices to the rule


def rule(alpha, X, y, C):
    """The soft margin that belongs to optimal prices: the list [w_1, ..., w_d, b].

    alpha: n prices. X: n rows of d numbers. y: n labels, -1 or +1. C: the cost of (C/n) times the
    sum of slacks. At least one price lies strictly between 0 and its largest possible value; leave
    a little room for rounding error when you compare.
    """
    alpha, X, y = np.asarray(alpha), np.asarray(X), np.asarray(y)
    w = (alpha * y) @ X
    free = (alpha > 1e-9) & (alpha < C / len(y) - 1e-9)
    return [*w, np.mean((y - X @ w)[free])]


def draw_prices(rng):
    """Overlapping clouds: some points on the edge, some in the street."""
    y = np.repeat([1.0, -1.0], [14, 9])
    while True:
        X, C = rng.normal(size=(23, 2)) + 0.8 * y[:, None] + 2, float(rng.uniform(20, 150))
        m = svm.soft_margin(X, y, C)
        if len(m.free) and len(m.bound):
            return m.alpha, X, y, C


def draw_empty_street(rng):
    """Clouds far apart: only points on the edge pay, and none of them the full price."""
    y = np.repeat([1.0, -1.0], [6, 8])
    X = rng.normal(size=(14, 3)) + 3 * y[:, None] + 1
    return svm.soft_margin(X, y, 1e3).alpha, X, y, 1e3


RULE = Code(
    id="11-rule",
    task="Write rule(alpha, X, y, C), from optimal prices to w and b.",
    points=3,
    level=2,
    solution=rule,
    cases={
        "three points, nobody in the street": (
            np.array([0.5, 0.5, 0.0]),
            np.array([[5.0], [7], [9]]),
            [-1, 1, 1],
            3,
        ),
        "two in the street": (
            np.array([7 / 18, 1, 1, 7 / 18]),
            np.array([[0.0], [1], [0.5], [3]]),
            [-1, -1, 1, 1],
            4,
        ),
        "drawn points": draw_prices(np.random.default_rng(11)),
    },
    draw={"some in the street": draw_prices, "nobody in the street": draw_empty_street},
    without=(
        "helpers.margins.svm:soft_margin",
        "helpers.margins.svm:kernel_machine",
        "helpers.margins.svm_qp:best_bias",
    ),
    wrong=mistakes(
        rule,
        {
            """w is made of everybody who pays. Here those in the street, who pay the full
            price, are left out.""": edit(
                "w = alpha * y @ X\n    ",
                "",
                "return [*w, np.mean((y - X @ w)[free])]",
                "w = (alpha * y)[free] @ X[free]\n    return [*w, np.mean((y - X @ w)[free])]",
            ),
            """The points in the street pay too, but they are not on the edge: y - <w, x> is not
            b there. They pay the largest price, which is C/n and not C.""": edit(
                "C / len(y) - 1e-09", "np.inf"
            ),
            """Each point pulls towards its own side: w needs the labels as well as
            the prices.""": edit(" * y", ""),
        },
    ),
    hints=(
        "Two questions: who makes w, and from whom can b be read?",
        "A point strictly between 0 and the largest price stands on the edge.",
        "There y f(x) = 1, so b = y - <w, x>; the largest price is C over the number of points.",
    ),
)


# one step


def svm_step(w, b, X, y, lam, eta):
    """One subgradient step on mean hinge loss + lam |w|^2 from a batch: [w_1, ..., w_d, b].

    w: d numbers, b: the bias, which is not penalised. X: m rows of d numbers, the batch. y: m
    labels, -1 or +1. lam: the penalty. eta: the step size. An example that stands exactly on its
    edge, y f(x) = 1, takes no part (the subgradient 0 of its hinge).
    """
    w, X, y = np.asarray(w, dtype=float), np.asarray(X, dtype=float), np.asarray(y)
    hit = y * (y * (X @ w + b) < 1) / len(y)
    return [*(w - eta * (2 * lam * w - hit @ X)), b + eta * hit.sum()]


def draw_batch(rng):
    """Five examples: on the edge (exactly: all numbers are binary), in the street, beyond, behind
    twice."""
    w, b = np.array([1.0, -0.5]) * rng.choice([1, 2, 4]), float(rng.choice([-1, -0.5, 0.5, 1]))
    y, scores = rng.choice([-1.0, 1.0], 5), np.array([1.0, 0.5, -1.5, 2.0, 3.0])
    second = rng.integers(-4, 5, 5) / 2
    first = (y * scores - b - w[1] * second) / w[0]
    lam, eta = float(rng.uniform(0.1, 0.8)), float(rng.uniform(0.1, 0.6))
    return w, b, np.column_stack([first, second]), y, lam, eta


def draw_far(rng):
    """Nobody is near the edge: some are far behind it, some far beyond."""
    d, m = int(rng.integers(1, 4)), int(rng.integers(3, 8))
    w, b = rng.normal(size=d), rng.normal()
    y, scores = rng.choice([-1.0, 1.0], m), rng.choice([-2.0, 0.4, 3.0], m)
    scores[:3] = [-2.0, 0.4, 3.0]
    X = rng.normal(size=(m, d))
    X = X + np.outer(y * scores - b - X @ w, w) / (w @ w)
    lam, eta = rng.uniform(0.1, 0.8, 2)
    return w, float(b), X, y, float(lam), float(eta)


def draw_safe(rng):
    """All are far behind their edge: the penalty is alone."""
    w, b, X, y, lam, eta = draw_far(rng)
    return w, b, X + np.outer(6 * y, w) / (w @ w), y, lam, eta


STEP = Code(
    id="11-step",
    task="Write svm_step(w, b, X, y, lam, eta), one subgradient step from a batch.",
    points=2,
    level=2,
    solution=svm_step,
    cases={
        "one example, from w = 0": ([0, 0], 0, np.array([[1.0, 2]]), [-1], 0.5, 0.1),
        "one far behind its edge": ([2, 0], 0.5, np.array([[3.0, 1]]), [1], 0.5, 0.1),
        "one exactly on its edge": ([1, 0], 0.5, np.array([[0.5, 1]]), [1], 0.5, 0.1),
        "one in the street, one beyond, two behind": (
            [1, 1],
            -0.5,
            np.array([[1.0, 0], [2, 2], [-2, 0], [0, -3]]),
            [1, 1, -1, 1],
            0.3,
            0.2,
        ),
    },
    draw={
        "nobody on the edge": draw_far,
        "one exactly on its edge": draw_batch,
        "all far behind": draw_safe,
    },
    without=("helpers.margins.pegasos:descend", "helpers.margins.pegasos:objective"),
    wrong=mistakes(
        svm_step,
        {
            """The penalty takes part in every step: 2 lam w is missing, so w is never pulled
            back.""": edit("(2 * lam * w - hit @ X)", "-(hit @ X)"),
            "The gradient of lam |w|^2 is 2 lam w: the 2 is missing.": edit(
                "2 * lam * w", "lam * w"
            ),
            "The bias is not penalised here, but it was pulled towards 0.": edit(
                "b + eta * hit.sum()", "b - eta * (2 * lam * b - hit.sum())"
            ),
            """An example exactly on its edge takes no part: the condition is y f(x) < 1, not <=
            1.""": edit("< 1)", "<= 1)"),
            """That is the perceptron's condition. An example in the street is right, and yet it
            pulls.""": edit("< 1)", "<= 0)"),
            "The MEAN hinge loss of the batch: divide the sum by the number of examples.": edit(
                " / len(y)", ""
            ),
            """Divide by the size of the batch, not by the number of those who violate their
            edge.""": edit("len(y)", "max(np.sum(y * (X @ w + b) < 1), 1)"),
        },
    ),
    hints=(
        "Which examples does the hinge feel? What does the penalty do when none is felt?",
        "An example with y f(x) < 1 pulls w by y x and b by y.",
        "Take the mean of these pulls over the whole batch, and 2 lam w against it.",
    ),
)


# an open question

ADVICE = Open(
    id="11-advice",
    task="A colleague trains a Gaussian machine on 200 patients, finds 0 % training errors at ℓ = "
    "0.05 and 98 % of the patients among the support vectors, and says: “Support vector machines "
    "do not overfit, they maximise the margin.” Write your advice.",
    points=5,
    level=3,
    asks=(
        "What do the two numbers say?",
        "What does Theorem 11.8 say here, and what does it not say?",
        "What would you change, and how would you find out whether it worked?",
    ),
    rubric=(
        (
            2,
            "Reads the figure of section 4: at ℓ = 0.05 no training errors, but some 30 % of the "
            "new patients wrong, against about 11 % at a good ℓ. Most new patients hear hardly "
            "anybody, and there the bias alone decides.",
        ),
        (
            1,
            "Theorem 11.8 bounds the leave-one-out errors by the number of payers, here 98 %: it "
            "promises nothing, and it does not prove that the machine is bad either.",
        ),
        (
            1,
            "Proposes a larger bandwidth and a penalty, or a straight line to compare with.",
        ),
        (
            1,
            "Chooses them by cross-validation or held-out patients, and tests on patients never "
            "used, with an idea of the uncertainty.",
        ),
    ),
    words=(60, 300),
    model="No training error at ℓ = 0.05 only says that every patient is an island: the kernel "
    "hardly connects two of them, so nearly everybody is a support vector. On new patients the "
    "figure shows about 31 % wrong, against 11 % for ℓ = 2: most of them are far from everybody, "
    "and a small bias decides alone (trained without it the machine has 16 % wrong). Theorem 11.8 "
    "bounds the leave-one-out errors by the share of payers; 98 % is no promise at all, though no "
    "proof of failure either. A large margin in the feature space of a tiny bandwidth is nothing "
    "to be proud of, because the features themselves are wild. I would choose ℓ and λ by "
    "cross-validation on the 200, compare with a straight line, and report the error on patients "
    "never used, with its standard error.",
)
