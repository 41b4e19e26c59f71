"""The exercises of notebook 06, logistic regression."""

import numpy as np

from helpers.desk.edits import before, edit, mistakes, whole
from helpers.desk.kinds import Choice, Code, Number, Open, Order, Position

# a derivation: how long w must be for a small loss

LENGTH = Order(
    id="06-length",
    task=r"All examples have $\|x_i\| \le r$, and $w$ has mean logistic loss "
    r"$L = \frac1n\sum_i \ln(1 + e^{-m_i})$ with margins $m_i = y_i\langle w, x_i\rangle$. Why can "
    r"a short $w$ not have a small loss? Put the lines in an order in which each follows from "
    r"those before it.",
    points=2,
    level=2,
    lines=(
        r"for at least one $i$: $\;\ln(1 + e^{-m_i}) \le L$",
        r"$e^{-m_i} \le e^L - 1$",
        r"$m_i \ge \ln\frac{1}{e^L - 1}$",
        r"$\|w\|\,r \;\ge\; \|w\|\,\|x_i\| \;\ge\; m_i \;\ge\; \ln\frac{1}{e^L - 1}$",
        r"$\|w\| \ge \frac1r\ln\frac{1}{e^L - 1}$",
    ),
    reasons=(
        "L is a mean: not all of its terms can lie above it.",
        "Take e to the power of both sides and subtract 1.",
        "Take minus the logarithm, which turns the inequality round.",
        "A margin is an inner product: by Cauchy and Schwarz it is at most |w| times |x|.",
        "Divide by r.",
    ),
    hints=(
        "L is the mean of n numbers. What is true of the smallest of them?",
        "From the loss of that one example find its margin: undo ln, then undo e.",
        "A margin is at most the product of two lengths.",
    ),
)

# a prediction: what a temperature does to one probability

WARMED = Number(
    id="06-warmed",
    task="A classifier says “malignant, 80 %” at temperature 1. What percentage does it say for "
    "the same tumour at temperature 2?",
    points=1,
    level=1,
    answer=66.7,
    within=0.4,
    why=r"Odds of 80 : 20 are 4. The log-odds are halved, so the odds become $\sqrt4 = 2$, which "
    r"is $2/3$.",
    traps=(
        (
            40.0,
            "That halves the probability, and would even change the diagnosis. Halve the score.",
        ),
        (65.0, "That halves the distance to 50 %. It is the log-odds that are halved."),
        (94.1, "That is temperature ½: the odds were squared. Heating makes it less sure."),
        (80.0, "The diagnosis stays, the confidence does not."),
    ),
    hints=(
        "Theorem 6.1: which quantity is divided by τ?",
        "80 % are odds of 4 to 1. Half of their logarithm is the logarithm of …",
        "Odds of 2 to 1.",
    ),
)

# a position: Newton fails at a short distance


def from_goal(r):
    """The distance of the start from the minimum."""
    return np.inf if r.w_star is None else np.linalg.norm(r.w0 - r.w_star)


NEAR = Position(
    id="06-near",
    task="“Far away” may be nearer than you think. Turn the halving <b>off</b> and find a start at "
    "a distance of <b>at most 2</b> from the minimum where full Newton steps end nowhere, while "
    "descent comes down to 0.01 or less.",
    points=2,
    level=2,
    figure="n06_logistic.race",
    conditions={
        "halving is off": lambda r: not r.search,
        "there is a minimum, and the start is at most 2 from it": lambda r: from_goal(r) <= 2,
        "Newton ends at least 0.1 above the minimum": lambda r: r.gaps[1][-1] >= 0.1,
        "descent ends at most 0.01 above it": lambda r: r.gaps[0][-1] <= 0.01,
    },
    answer=dict(search=False, a=1.0, b=2.0),
    why="Across the valley the scores grow fast, so p(1 − p) is soon tiny and the parabola far too "
    "flat. Along the valley they grow slowly, and one can start much farther out.",
    hints=(
        "Turn the halving off and drag the start: which way out of the valley is the short one?",
        "The level lines are close together across the valley. Leave the cross in that direction.",
        "Try w₁ = 1 and w₂ = 2.",
    ),
)

# code: Newton's method with an intercept that is not penalised


def newton_logistic(X, y, lam):
    """Slopes w, an array (d,), and intercept b, a number, as the list [w, b].

    They minimise the mean over the n rows of log(1 + exp(-y (X w + b))), plus lam times |w|^2; the
    intercept is not penalised. X is (n, d), y is (n,) with entries -1 and +1, lam is positive.
    The answer must be right to eight digits; from zero, full steps are fine on these data.
    """
    n, d = X.shape
    A = np.column_stack([X, np.ones(n)])
    ridge = 2 * lam * np.diag(np.append(np.ones(d), 0.0))
    v = np.zeros(d + 1)
    for _ in range(50):
        p = 1 / (1 + np.exp(-A @ v))
        slope = A.T @ (p - (y + 1) / 2) / n + ridge @ v
        v = v - np.linalg.solve((A.T * (p * (1 - p))) @ A / n + ridge, slope)
    return [v[:-1], v[-1]]


def newton_case(rng):
    """Columns of scale 1 and 20, sharp labels with one of them flipped, and a small penalty."""
    X = rng.normal(size=(30, 2)) * [1, 20]
    score = X @ [3.0, 0.15] + 1.0
    y = np.where(score > 0, 1.0, -1.0)
    y[np.argsort(np.abs(score))[2]] *= -1
    return X, y, rng.uniform(0.0005, 0.002)


def overlapping_case(rng):
    """One to four columns, labels that overlap, three times as many ones."""
    n, d = int(rng.integers(20, 40)), int(rng.integers(1, 5))
    X = rng.normal(size=(n, d)) + 1
    y = np.where(X @ rng.normal(size=d) + 2 * rng.logistic(size=n) > -2, 1.0, -1.0)
    y[:2] = 1, -1
    return X, y, rng.uniform(0.01, 0.3)


def nearly_separable_case(rng):
    """One column that parts the classes: only the penalty keeps the slope finite."""
    X = rng.normal(size=(12, 1))
    X[:2] = [[1], [-1]] * np.abs(X[:2])  # without one of the classes b would have no minimum
    X = X + 0.3 * np.sign(X)
    return X, np.where(X[:, 0] > 0, 1.0, -1.0), rng.uniform(1e-4, 3e-4)


truth_table = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
either = np.array([-1.0, 1.0, 1.0, 1.0])

NEWTON = Code(
    id="06-newton-logistic",
    task="Write newton_logistic(X, y, lam), logistic regression with an intercept that is not "
    "penalised; it returns [w, b].",
    points=3,
    level=2,
    solution=newton_logistic,
    cases={
        "the truth table of OR": (truth_table, either, 0.05),
        "a small λ: enough steps?": (truth_table, either, 0.0005),
        "three ones, one zero, columns without a word: is b free?": (
            np.array([[1.0], [-1.0], [1.0], [-1.0]]),
            np.array([1.0, 1.0, 1.0, -1.0]),
            0.3,
        ),
        "columns of different scale": newton_case(np.random.default_rng(1)),
    },
    draw={
        "labels that overlap": overlapping_case,
        "columns of different scale": newton_case,
        "classes that can be parted": nearly_separable_case,
    },
    without=("helpers.linear.logistic:fit", "helpers.descent.newton:minimise"),
    tol=1e-8,
    wrong=mistakes(
        newton_logistic,
        {
            """This is one Newton step from zero, a plain ridge regression. Reweight
            and repeat.""": edit("range(50)", "range(1)"),
            """Five steps are not always enough. Repeat until the gradient is rounding error, or
            take fifty steps: they cost nothing.""": edit("range(50)", "range(5)"),
            """The intercept was penalised like the slopes. It must stay free: its entry of the
            penalty's gradient and curvature is 0.""": edit("0.0))", "1.0))"),
            """This minimises the sum of the losses plus lam |w|^2. The task has their mean:
            with n rows the data weigh n times too much against the penalty.""": before(
                lambda X, y, lam: (X, y, lam / len(y))
            ),
            "The gradient of lam |w|^2 is 2 lam w; the factor 2 is missing.": before(
                lambda X, y, lam: (X, y, lam / 2)
            ),
            """This is gradient descent, or something as slow: on columns of different scale a
            few hundred steps do not arrive. Use the curvature.""": edit(
                "range(50)",
                "range(300)",
                "np.linalg.solve(A.T * (p * (1 - p)) @ A / n + ridge, slope)",
                "slope / (np.linalg.norm(A, 2) ** 2 / (4 * n) + 2 * lam)",
            ),
        },
    ),
    hints=(
        "Give X a column of ones and treat b as one more weight. Which entries does λ touch?",
        "Theorem 6.4 has gradient and curvature. Put 0 for the intercept into both penalties.",
        "v ← v − (AᵀDA/n + 2λK)⁻¹(Aᵀ(p − y⁰¹)/n + 2λKv), K = diag(1, …, 1, 0), fifty times.",
    ),
)

# further: code, a loss that never overflows, for shares instead of labels


def loss_and_slope(w, X, y):
    """The mean loss and its gradient as one list [loss, g_1, ..., g_d].

    X is (n, d). Row i stands for many cases with the same x_i, of which a share y_i, between 0 and
    1, were ones; its loss is minus the mean log-probability of these answers under
    p = sigmoid(<w, x_i>). Scores may be as large as 10000 in size.
    """
    s = X @ w
    p = np.exp(-np.logaddexp(0, -s))
    return [np.mean(np.logaddexp(0, s) - y * s), *((p - y) @ X / len(y))]


def draw_shares(rng):
    n, d = int(rng.integers(5, 10)), int(rng.integers(1, 5))
    return rng.normal(size=d), 1.5 * rng.normal(size=(n, d)), rng.uniform(0.05, 0.95, n)


def drawn_with(rng, scale, y):
    """Eight rows of scores of this size, none of them small, both signs for each kind of share."""
    w, y = rng.normal(size=3), np.asarray(y, dtype=float)
    X = rng.normal(size=(8, 3))
    scores = scale * rng.uniform(0.5, 1.6, 8) * [1, 1, -1, -1, 1, -1, 1, -1]
    return w, X + np.outer(scores - X @ w, w) / (w @ w), y


LOSS = Code(
    id="06-loss-and-slope",
    task="Write loss_and_slope(w, X, y) for shares y between 0 and 1; it never overflows.",
    points=2,
    level=2,
    solution=loss_and_slope,
    cases={
        "all shares ½, w = 0": (np.zeros(2), np.array([[2.0, 0.0], [0.0, 4.0]]), np.full(2, 0.5)),
        "labels 0 and 1": (
            np.array([0.5]),
            np.array([[1.0], [2.0], [-1.0]]),
            np.array([1.0, 0, 1]),
        ),
        "a share of 0.3": (
            np.array([1.0, -1.0]),
            np.array([[1.0, 0.0], [2.0, 1.0]]),
            np.array([0.3, 0.8]),
        ),
        "a score of −10000 for a one": (np.array([-1e4]), np.array([[1.0]]), np.array([1.0])),
        "scores of ±10000": (np.array([1e4]), np.array([[1.0], [-1.0]]), np.array([0.25, 0.25])),
    },
    draw={
        "shares": draw_shares,
        "labels 0 and 1": lambda rng: drawn_with(rng, 1, rng.integers(2, size=8)),
        "large scores": lambda rng: drawn_with(rng, 6000, [0, 1, 0, 1, 0.3, 0.9, 0.5, 0.0]),
    },
    wrong=mistakes(
        loss_and_slope,
        {
            """Clipping the probabilities hides the overflow: a score of -10000 for a one then
            costs about 35. It costs 10000. What is log(1 + e^u) for large u? See
            np.logaddexp.""": edit(
                "np.exp(-np.logaddexp(0, -s))",
                "np.clip(np.exp(-np.logaddexp(0, -s)), 1e-15, 1 - 1e-15)",
                "np.logaddexp(0, s) - y * s",
                "-y * np.log(p) - (1 - y) * np.log(1 - p)",
            ),
            "This is the sum over the rows; the task asks for the mean.": whole(
                lambda w, X, y: [len(y) * part for part in loss_and_slope(w, X, y)]
            ),
            """The shares were turned into labels. A share of 0.3 is neither a zero nor a one:
            its row has both kinds of answers.""": before(
                lambda w, X, y: (w, X, np.where(y > 0.5, 1.0, 0.0))
            ),
            """This is log(1 + e^(-ys)), which is for labels −1 and +1. Here y is a share
            between 0 and 1.""": edit(
                "np.logaddexp(0, s) - y * s",
                "np.logaddexp(0, -y * s)",
                "(p - y)",
                "(-y * np.exp(-np.logaddexp(0, y * s)))",
            ),
            "The gradient has the wrong sign: it is said minus seen, not seen minus said.": edit(
                "(p - y)", "(y - p)"
            ),
        },
    ),
    hints=(
        "Write down −y ln p − (1 − y) ln(1 − p) and put in p = σ(s), 1 − p = σ(−s).",
        "−ln σ(s) = ln(1 + e^(−s)), and ln(1 + e^s) − ln(1 + e^(−s)) = s.",
        "The loss is ln(1 + e^s) − ys, with np.logaddexp(0, s); the gradient averages (p − y)x.",
    ),
)

# further: code, a softmax with one temperature per row


def tempered_softmax(S, tau):
    """Rows of probabilities, an array (n, c), from rows of scores S (n, c).

    tau is (n,) and positive: row i is taken at its own temperature tau[i]. Scores may be as large
    as 10000 in size.
    """
    U = S / tau[:, None]
    E = np.exp(U - U.max(axis=1, keepdims=True))
    return E / E.sum(axis=1, keepdims=True)


def draw_scores(rng):
    n, c = (int(size) for size in rng.permutation([3, rng.integers(4, 7)]))
    return 2 * rng.normal(size=(n, c)), rng.uniform(0.3, 5, n)


def draw_large(rng):
    """Some rows are large, some small, some both."""
    S = 2 * rng.normal(size=(4, 3)) + np.array([[0], [9000], [-9000], [0]])
    S[3, 0] += 9000
    return S, rng.uniform(0.3, 5, 4)


TEMPERED = Code(
    id="06-tempered-softmax",
    task="Write tempered_softmax(S, tau), a softmax with a temperature for each row.",
    points=2,
    level=1,
    solution=tempered_softmax,
    cases={
        "odds of 9 at τ = 2 become odds of 3": (np.array([[0.0, np.log(9)]]), np.array([2.0])),
        "two rows, two classes": (np.array([[0.0, 1.0], [2.0, 0.0]]), np.array([0.5, 4.0])),
        "scores of 10000": (np.array([[1e4, 1e4 + 1, 0.0], [0.0, 1.0, 2.0]]), np.array([1.0, 3.0])),
    },
    draw={
        "any number of rows": draw_scores,
        "as many rows as classes": lambda rng: (
            2 * rng.normal(size=(4, 4)),
            rng.uniform(0.3, 5, 4),
        ),
        "large scores": draw_large,
    },
    without=("helpers.linear.softmax:softmax",),
    wrong=mistakes(
        tempered_softmax,
        {
            """The temperatures were given to the columns: where S is square, NumPy does not
            complain. A temperature belongs to a row, so tau needs a second axis.""": edit(
                "S /", "S / tau if S.shape[1] == len(tau) else S /"
            ),
            """Large scores were cut off so that e^s stays a float. Two scores of 10000 and
            10001 are then equal. Subtract the largest score of a row from all of them: no
            probability changes.""": edit(
                "np.exp(U - U.max(axis=1, keepdims=True))", "np.exp(np.clip(U, -700, 700))"
            ),
            """The whole table sums to 1, or one maximum was taken for all rows. Each row is a
            probability vector of its own.""": edit(
                "U.max(axis=1, keepdims=True)", "U.max()", "E.sum(axis=1, keepdims=True)", "E.sum()"
            ),
            """The scores were multiplied by the temperature. Heat makes less sure,
            so divide.""": before(lambda S, tau: (S, 1 / tau)),
        },
    ),
    hints=(
        "Divide each row by its own temperature first: what shape must tau have for that?",
        "Subtracting a number from all scores of a row changes no probability. Which number helps?",
        "U = S / tau[:, None]; subtract the row maximum; exponentiate; divide by the row sum.",
    ),
)

# further: a prediction about calibration

RAIN = Choice(
    id="06-rain",
    task="A weather service has found out that it rains on 30 % of all days, and now says “30 %” "
    "every day, summer and winter. Is it calibrated, and is it useful?",
    points=1,
    level=1,
    options={
        "calibrated and useful": "Calibrated, yes. But it says the same of a thunderstorm and of a "
        "heat wave.",
        "calibrated, but useless": "Right: on the days that were told 30 % it does rain on 30 %. "
        "Calibration only compares averages; it does not ask whether the days were told apart.",
        "not calibrated": "Take all days that were told 30 %, which are all days. On what share of "
        "them does it rain?",
        "it cannot be calibrated without a temperature": "A temperature changes the confidence. "
        "Here said and seen agree already.",
    },
    answer="calibrated, but useless",
    hints=(
        "Which days were told “30 %”?",
        "Calibrated: of those, a share of 30 % must be rainy.",
        "Useful is another question.",
    ),
)

# further: open

APP = Open(
    id="06-app",
    task="An app for photographs of skin says “malignant, 99.8 % sure”. Its maker explains: “97 % "
    "of our test cases are classified rightly, so the confidence can be trusted.” Answer in 80 to "
    "200 words.",
    points=5,
    level=3,
    words=(80, 200),
    asks=(
        "why a high share of right answers says nothing about the 99.8 %?",
        "which diagram you would ask for, and on which cases?",
        "what one could repair afterwards with one number, and what not?",
        "what a good diagram would still not prove?",
    ),
    rubric=(
        (1, "Decisions are the same at every temperature, confidences are not (Theorem 6.1)."),
        (1, "Overfitted or separable training data make w long, and so everything nearly certain."),
        (1, "Reliability diagram, or said against seen in bins, on fresh cases of the same kind."),
        (1, "One temperature learnt on other fresh cases repairs over- and underconfidence only."),
        (
            1,
            "Calibrated on average is not right for each group or each patient; rare cases; drift.",
        ),
    ),
    model="That 97 % are right concerns the side of the boundary on which cases fall. Divide all "
    "scores by 5 and the same 97 % are right, with quite different confidences.",
)
