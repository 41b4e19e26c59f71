"""The exercises of notebook 03, the perceptron."""

import numpy as np

from helpers.desk.edits import after, edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: what one correction does

NEXT_SCORE = Number(
    id="03-next-score",
    task=r"The example $x = (2, 1)$ has the label $y = -1$, and its score "
    r"$y(\langle w, x\rangle + b)$ is $-3$. The perceptron visits it. What is its score after the "
    r"visit?",
    points=1,
    level=1,
    answer=3,
    within=0.01,
    why=r"A score of $-3$ is a mistake, so it is corrected, and a correction adds "
    r"$\|x\|^2 + 1 = 4 + 1 + 1 = 6$, whatever the label is.",
    traps=(
        (2, r"The bias moves too: it adds $y \cdot y = 1$ to the score."),
        (-9, "The label enters twice, once in the correction and once in the score: $y^2 = 1$."),
        (-2, "That is the bias alone. The weights move as well."),
        (0, "A correction does not aim at 0. It adds the same amount wherever the score is."),
        (-3, "A negative score is a mistake, so something is corrected."),
    ),
    hints=(
        "Write down $w$ and $b$ after the correction.",
        r"Insert them into $y(\langle w, x\rangle + b)$ and multiply out. What is $y^2$?",
        r"The score rises by $\|x\|^2 + 1$.",
    ),
)


# find a position: a line exists, and still it takes long

SLOW = Position(
    id="03-slow",
    task="Drag the points so that a line still parts OR (A is −, the others are +), but the "
    "perceptron needs at least 60 corrections until it ends.",
    points=2,
    level=2,
    figure="n03_perceptron.steps",
    conditions={
        "the labels are those of OR": lambda r: r.q.y.tolist() == [-1, 1, 1, 1],
        "a line parts the two classes": lambda r: bool(r.separable),
        "the whole run makes at least 60 corrections": lambda r: r.run.T >= 60,
    },
    answer={"places": "0.45 0.45, 1 0, 0 1, 1 1"},
    why=r"The number of corrections is bounded by $C^2/\gamma^2$. Only a narrow gap leaves room "
    r"for many: A close to the line through B and C.",
    hints=(
        "Theorem 3.2 says when the number must be small. What has to go wrong for a large one?",
        "The gap must become narrow, but it must not close.",
        "Bring A close to the line through B and C, without crossing it.",
    ),
)


# derive: the bound from a bad start

FROM_A_START = Order(
    id="03-from-a-start",
    task=r"Prove the second half of Theorem 3.2: put the lines in order. The start $w_0$ has "
    r"length $a$, the unit vector $w^\star$ has margin $\gamma$, and $w$ is what $M$ corrections "
    r"made.",
    points=3,
    level=2,
    lines=(
        r"The start has $\langle w_0, w^\star\rangle \ge -a$ and $\|w_0\|^2 = a^2$.",
        r"Every correction adds at least $\gamma$ to $\langle w, w^\star\rangle$ and at most $C^2$ "
        r"to $\|w\|^2$.",
        r"After $M$ corrections $\langle w, w^\star\rangle \ge M\gamma - a$ and "
        r"$\|w\|^2 \le a^2 + MC^2$.",
        r"So $M\gamma - a \le \|w\| \le \sqrt{a^2 + MC^2}$.",
        r"If $M\gamma \ge a$, squaring gives $M^2\gamma^2 - 2aM\gamma + a^2 \le a^2 + MC^2$.",
        r"Cancel $a^2$ and divide by $M\gamma^2$: $M \le C^2/\gamma^2 + 2a/\gamma$. If "
        r"$M\gamma < a$, this holds anyway.",
    ),
    reasons=(
        r"Cauchy–Schwarz, with $\|w_0\| = a$ and $\|w^\star\| = 1$.",
        "As from $w = 0$: the margin for the first, a mistake for the second.",
        "Add up what the start had and what $M$ corrections added.",
        r"$\langle w, w^\star\rangle \le \|w\|$, Cauchy–Schwarz once more.",
        "Both sides must be positive before an inequality may be squared.",
        r"What was left out, $M < a/\gamma$, is below the bound.",
    ),
    needs=((), (), (0, 1), (2,), (3,), (4,)),
    hints=(
        "Begin with what is known before the first correction.",
        "Then what one correction does, then what M of them do.",
        "The two inequalities meet at the length of w; only then can you square.",
    ),
)


# the algorithm


def by_mistakes(X, y, max_passes):
    """[w_1, ..., w_d, b, mistakes, left] of the perceptron, a flat list of d + 3 numbers.

    X: n rows of d numbers, without a column of ones. y: n labels, -1 or +1. It starts from w = 0
    and b = 0 and visits the rows from the first to the last, `max_passes` times over, or until
    nothing changes. mistakes: how many corrections it has made. left: for how many
    examples the score y (<w, x> + b) is 0 or below at the end; 0 says that it has really ended.
    """
    X, y = np.column_stack([X, np.ones(len(X))]), np.asarray(y)
    w, mistakes = np.zeros(X.shape[1]), 0
    for _ in range(max_passes):
        for a, label in zip(X, y):
            if label * (a @ w) <= 0:
                w, mistakes = w + label * a, mistakes + 1
    return [*w, mistakes, int((y * (X @ w) <= 0).sum())]


def last_pass(X, y, max_passes):
    before = by_mistakes(X, y, max_passes - 1)[-2] if max_passes > 1 else 0
    told = by_mistakes(X, y, max_passes)
    return [*told[:-1], told[-2] - before]


CORNERS = [[0, 0], [1, 0], [0, 1], [1, 1]]


def draw_endless(rng):
    """Patience ends first; the last pass made another number of corrections than are left wrong."""
    while True:
        X, y = rng.integers(-3, 4, size=(7, 2)).astype(float), rng.choice([-1.0, 1.0], 7)
        passes = int(rng.integers(3, 9))
        left, others = (rule(X, y, passes)[-1] for rule in (by_mistakes, last_pass))
        if left > 1 and others != left and last_pass(X, y, passes + 1)[-1] != left:
            return X, y, passes


def draw_ended(rng):
    """A line parts them, and the run ends long before its patience, but not in the first passes."""
    d = int(rng.integers(1, 4))
    while True:
        X = rng.integers(-3, 4, size=(8, d)).astype(float)
        y = np.where(X @ rng.normal(size=d) > rng.normal(), 1.0, -1.0)
        told = by_mistakes(X, y, 60)
        if told[-1] == 0 and told[-2] >= 4 and by_mistakes(X, y, 2)[-1] > 0:
            return X, y, int(rng.integers(60, 90))


def draw_one_pass(rng):
    """One pass; some examples are still wrong, and the corrections are more than these."""
    while True:
        X, y = rng.normal(size=(6, 2)), rng.choice([-1.0, 1.0], 6)
        *_, mistakes, left = by_mistakes(X, y, 1)
        if 0 < left != mistakes:
            return X, y, 1


def draw_one_class(rng):
    """All labels alike: here the bias alone decides, and a score of 0 comes first."""
    return rng.integers(0, 3, size=(5, 2)).astype(float), np.full(5, -1.0), int(rng.integers(4, 9))


BY_MISTAKES = Code(
    id="03-by-mistakes",
    task="Write by_mistakes(X, y, max_passes): the perceptron, and an honest word about its end.",
    points=3,
    level=1,
    solution=by_mistakes,
    cases={
        "OR, patience enough": (CORNERS, [-1, 1, 1, 1], 50),
        "OR, one pass only": (CORNERS, [-1, 1, 1, 1], 1),
        "XOR, which never ends": (CORNERS, [-1, 1, 1, -1], 30),
        "all labels −": ([[1, 2], [2, 1]], [-1, -1], 5),
        "right at the end of the last pass": ([[2.0], [1.0]], [1, -1], 3),
    },
    draw={
        "patience ends first": draw_endless,
        "the run ends": draw_ended,
        "one pass": draw_one_pass,
        "all labels −": draw_one_class,
    },
    without=("helpers.margins.perceptron:train",),
    wrong=mistakes(
        by_mistakes,
        {
            """A score of exactly 0 was not counted as a mistake. From w = 0 every score is 0,
            and nothing ever starts.""": edit("<= 0:", "< 0:", "(X @ w) <=", "(X @ w) <"),
            """Signs were compared, with sgn(0) = -1: then a score of 0 is a mistake for a + and
            none for a -. It must be one for both.""": edit(
                "* (a @ w) <= 0", "!= (1 if a @ w > 0 else -1)"
            ),
            """It says that nobody is left wrong without having looked: after the last pass
            every example must be tested with the last weights. A run whose patience ended is
            not a run that ended.""": after(lambda answer: [*answer[:-1], 0]),
            """That is how many corrections the last pass made. Asked is how many examples the
            LAST line gets wrong: after its last correction a pass may leave all of them
            right, or others wrong.""": whole(last_pass),
            "The bias never moved: a correction adds y to b as it adds y x to w.": edit(
                "np.column_stack([X, np.ones(len(X))])",
                "np.asarray(X, dtype=float)",
                "*w,",
                "*w, 0.0,",
            ),
        },
    ),
    hints=(
        "What is the score of every example before the first correction, and does it count?",
        "Append a 1 to every row: then the bias is one more weight.",
        "After the loops, count the examples whose score under the LAST weights is 0 or below.",
    ),
)


# the bound for given directions


def mistake_bound(X, y, W):
    """A list with one number for each direction in W: the most corrections from the start 0.

    X: n rows, the ones for the bias are already in them. y: n labels, -1 or +1. W: some directions,
    of any length but 0. For each of them the number is what Theorem 3.2 promises if it is taken for
    w*; it is -1 for a direction that does not separate the classes: then there is no promise.
    """
    longest = np.max(np.sum(np.square(X), axis=1))
    margins = [np.min(np.asarray(y) * (np.asarray(X) @ w)) / np.linalg.norm(w) for w in W]
    return [float(longest / gamma**2) if gamma > 0 else -1 for gamma in margins]


PADDED = np.array([[0.0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]])


def draw_separating(rng):
    """Several directions that separate, of very different lengths."""
    w, X = rng.normal(size=3), rng.normal(size=(9, 3)) * rng.uniform(0.5, 3)
    X = X + np.outer(np.sign(X @ w), w)  # nobody is close to the plane
    W = [w * rng.uniform(3, 6), w + 0.1 * rng.normal(size=3), w / 7]
    return X, np.sign(X @ w), [v for v in W if np.all(np.sign(X @ v) == np.sign(X @ w))]


def draw_directions(rng):
    """A direction that separates, and two that do not, in any order."""
    w, X = rng.normal(size=3) * rng.uniform(2, 5), rng.normal(size=(9, 3)) * rng.uniform(0.5, 3)
    y = np.where(X @ w > 0, 1.0, -1.0)
    turned = w - 1.2 * (X[0] @ w) / (X[0] @ X[0]) * X[0]  # example 0 changes its side
    return X, y, rng.permutation([w, turned, -w])


def draw_touching(rng):
    """An example lies exactly on the plane of the first direction, but not of the second."""
    a, b = rng.integers(1, 5, 2).astype(float)
    X = np.array([[a, b, 1.0], [b, -a, 1.0], [-a, -b, 1.0]])
    return X, np.array([1.0, 1.0, -1.0]), [[a, b, 0.0], [3 * a, 3 * b, 1.0]]


MISTAKE_BOUND = Code(
    id="03-mistake-bound",
    task="Write mistake_bound(X, y, W), the bound of Theorem 3.2 for some directions.",
    points=2,
    level=1,
    solution=mistake_bound,
    cases={
        "OR, a direction of length 3": (PADDED, [-1, 1, 1, 1], [[2, 2, -1]]),
        "longer, and turned round": (PADDED, [-1, 1, 1, 1], [[20, 20, -10], [-2, -2, 1]]),
        "XOR": (PADDED, [-1, 1, 1, -1], [[2, 2, -1], [1, 0.5, -0.25]]),
        "an example on the line": (PADDED, [-1, 1, 1, 1], [[1, 1, 0], [3, 3, -1]]),
    },
    draw={
        "directions that separate": draw_separating,
        "some do not": draw_directions,
        "an example on the line": draw_touching,
    },
    without=("helpers.margins.perceptron:mistake_bound", "helpers.margins.separation:margin"),
    wrong=mistakes(
        mistake_bound,
        {
            """The margin is a distance: divide by the length of w. Ten times the same w must
            give the same bound.""": edit(" / np.linalg.norm(w)", ""),
            """The labels never enter: with the absolute value every direction seems to
            separate.""": edit("np.asarray(y) * ", "np.abs"),
            """A direction that does not separate has a negative margin, and the square hides
            it. Look at the sign first.""": edit(
                "(longest / gamma ** 2) if gamma > 0 else -1", "(longest / max(gamma ** 2, 1e-30))"
            ),
            "C is the length of the longest example, not of an average one.": edit(
                "longest = np.max", "average = np.mean", "longest /", "average /"
            ),
            "The bound is the square of C/gamma.": after(
                lambda answer: [bound**0.5 if bound > 0 else -1 for bound in answer]
            ),
        },
    ),
    hints=(
        "Two ingredients: the length of the longest row, and the smallest margin of w.",
        "The margin of one example is its score divided by the length of w.",
        "If the smallest margin is not positive, the answer is -1: look before you square.",
    ),
)


# how long is the cycle?


def cycle_period(X, Y):
    """A list with one whole number for each list of labels in Y: the length of the cycle.

    X: n rows of whole numbers, used as they are (append a column of ones yourself if you want a
    bias). Y: several lists of n labels, -1 or +1. For each of them the perceptron starts from 0 and
    visits the rows in their order, pass after pass. The length is the number of passes after which
    the weights at the ends of passes repeat, once they do; it is 0 if the run ends without a
    mistake.
    """
    X = np.asarray(X, dtype=float)

    def period(y):
        w, seen = np.zeros(X.shape[1]), {}
        for e in range(10_000):
            seen[tuple(w)] = e
            for a, label in zip(X, y):
                w = w + label * a * (label * (a @ w) <= 0)
            if tuple(w) in seen:
                ended = min(np.asarray(y) * (X @ w)) > 0
                return 0 if ended else e + 1 - seen[tuple(w)]

    return [period(y) for y in Y]


def only_the_last_pass(X, Y):
    X = np.asarray(X, dtype=float)

    def period(y):
        w = np.zeros_like(X[0])
        for _ in range(200):
            old = w
            for a, label in zip(X, y):
                w = w + label * a * (label * (a @ w) <= 0)
            if (w == old).all():
                return 0 if min(np.asarray(y) * (X @ w)) > 0 else 1
        return 0

    return [period(y) for y in Y]


def counts_the_way_in(X, Y):
    """That is the pass in which a state came back, counted from the start. The passes before the
    cycle begins do not belong to it."""
    X = np.asarray(X, dtype=float)

    def period(y):
        w, seen = np.zeros(X.shape[1]), set()
        for e in range(10_000):
            seen.add(tuple(w))
            for a, label in zip(X, y):
                w = w + label * a * (label * (a @ w) <= 0)
            if tuple(w) in seen:
                return 0 if min(np.asarray(y) * (X @ w)) > 0 else e + 1

    return [period(y) for y in Y]


def three_on_a_line(m, k):
    """Points 0, 1 and m/k with a bias, times k."""
    return [[0, k], [k, k], [m, k]]


def draw_cycles(rng):
    """Two lists of labels that never end, with cycles of several passes."""
    m, k = [(7, 5), (5, 3), (9, 4), (8, 5), (7, 4), (11, 7)][rng.integers(6)]
    Y = [[1, -1, 1], [-1, 1, -1]]
    return three_on_a_line(m, k), [Y[i] for i in rng.permutation(2)]


def draw_ends(rng):
    """Some end, some do not."""
    X, never = draw_cycles(rng)
    Y = [*never, [1, 1, -1], [-1, 1, 1]]
    return X, [Y[i] for i in rng.permutation(4)]


def draw_other_points(rng):
    """Five points in the plane, with a way into the cycle that is not part of it."""
    while True:
        X = np.column_stack([rng.integers(-2, 3, (5, 2)), np.ones(5, dtype=int)])
        Y = rng.choice([-1, 1], (2, 5))
        periods = cycle_period(X, Y)
        if 1 < min(periods) and max(periods) < 60 and counts_the_way_in(X, Y) != periods:
            return X.tolist(), Y.tolist()


CYCLE_PERIOD = Code(
    id="03-cycle-period",
    task="Write cycle_period(X, Y): after how many passes does the perceptron come back?",
    points=3,
    level=3,
    solution=cycle_period,
    cases={
        "OR ends, XOR does not": (
            [[0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]],
            [[-1, 1, 1, 1], [-1, 1, 1, -1]],
        ),
        "the clock with s = 7/5": (three_on_a_line(7, 5), [[1, -1, 1], [1, 1, -1]]),
        "the clock with s = 3/2": (three_on_a_line(3, 2), [[-1, 1, -1], [1, -1, 1], [-1, 1, 1]]),
    },
    draw={
        "three points that never end": draw_cycles,
        "some runs end": draw_ends,
        "other points": draw_other_points,
    },
    without=("lessons.n03_perceptron.cycling:cycle", "helpers.margins.perceptron:train"),
    wrong=mistakes(
        cycle_period,
        {
            """Only the pass before was compared. A cycle of seven passes looks different after
            each of them: keep all the weights that you have seen.""": whole(only_the_last_pass),
            """A run that has ended repeats its weights too, in every pass. That is no cycle:
            test whether any example is still wrong, and return 0 if none is.""": after(
                lambda answer: [period if period else 1 for period in answer]
            ),
            """That is the pass in which a state came back, counted from the start.
            The passes before the cycle begins do not belong to it.""": edit(
                "e + 1 - seen[tuple(w)]", "e + 1"
            ),
        },
    ),
    hints=(
        "Whole numbers can be compared exactly. Remember the weights at the end of every pass.",
        "A dictionary from the weights (as a tuple) to the pass in which they stood there will do.",
        "When weights come back, test first whether the run has ended; else subtract the passes.",
    ),
)


# an open question

PATIENCE = Open(
    id="03-patience",
    task="A colleague trains a spam filter by the perceptron on 5000 e-mails with 300 words. After "
    "1000 passes it still makes 12 mistakes a pass. “So no plane separates the two kinds; the "
    "method has failed.” Write your answer.",
    points=5,
    level=3,
    asks=(
        "What do 1000 passes with mistakes prove about a separating plane, and what do they not?",
        "Name a way to decide the question for certain.",
        "What would you do with the filter in either case?",
    ),
    rubric=(
        (
            2,
            "Says that nothing is proved: with a small margin C²/γ² may exceed all corrections "
            "made so far (each pass may have as few as one).",
        ),
        (
            1,
            "Names a certain test: a linear program, or, for whole numbers in a fixed order, a "
            "repeated state.",
        ),
        (
            1,
            "If no plane separates: allow mistakes at a price (a convex loss with a penalty), or "
            "add features; stop by held-out error.",
        ),
        (
            1,
            "Says that an end on the training e-mails says little about new ones, or that the "
            "answer depends on the order; proposes held-out e-mails.",
        ),
    ),
    words=(60, 300),
    model="Nothing is proved. If a plane with margin γ exists, there are at most C²/γ² "
    "corrections; 1000 passes with 12 each are 12 000, and γ may be so small that C²/γ² is larger. "
    "Only an upper limit that has been passed, or a state that has come back in a fixed order, "
    "would prove that no plane exists. A linear program decides it at once and returns either a "
    "plane or a point in both convex hulls. If there is none, I would not stop at an arbitrary "
    "pass: a convex loss with a penalty has one answer whatever the order, or more features may "
    "separate. In both cases the filter is judged on e-mails that were not used.",
)
