"""The exercises of notebook 04, least squares."""

import numpy as np

from helpers.desk.edits import before, edit, mistakes, whole
from helpers.desk.kinds import Choice, Code, Number, Open, Order, Position

# a derivation: the length of the ridge solution falls in lam

SHORTER = Order(
    id="04-shorter",
    task=r"Let $w$ minimise $R(w) + \lambda\|w\|^2$ and $w'$ minimise $R(w) + \lambda'\|w\|^2$, "
    r"where $\lambda \lt \lambda'$ and $R$ may be any risk at all. Why is $w'$ never longer than "
    r"$w$? Put the lines in an order in which each follows from those before it.",
    points=2,
    level=2,
    lines=(
        r"$R(w) + \lambda\|w\|^2 \;\le\; R(w') + \lambda\|w'\|^2$",
        r"$R(w') + \lambda'\|w'\|^2 \;\le\; R(w) + \lambda'\|w\|^2$",
        r"$\lambda\|w\|^2 + \lambda'\|w'\|^2 \;\le\; \lambda\|w'\|^2 + \lambda'\|w\|^2$",
        r"$(\lambda' - \lambda)\,(\|w'\|^2 - \|w\|^2) \;\le\; 0$",
        r"$\|w'\| \le \|w\|$",
    ),
    reasons=(
        "w is the minimiser for λ, so no other point does better there, w' included.",
        "w' is the minimiser for λ', so w does no better there.",
        "Add the two inequalities: R(w) + R(w') stands on both sides and cancels.",
        "Bring everything to the left and factor.",
        "λ' − λ is positive, so the other factor is not.",
    ),
    needs=((), (), (0, 1), (2,), (3,)),
    hints=(
        "What do you know about a minimiser, compared with any other point?",
        "Two lines are only the definitions of w and w'. Both must stand before they are added.",
        "After adding, the risks cancel; what is left has four terms, then two factors.",
    ),
)

# a prediction: what leaving one out does to a mean

LEFT_OUT = Number(
    id="04-left-out",
    task=r"Five numbers are fitted by their mean (a column of ones, $\lambda = 0$). The third one "
    r"lies 2 above that mean. Leave it out and fit the mean of the other four: how far above "
    r"<i>that</i> mean does it lie?",
    points=1,
    level=1,
    answer=2.5,
    within=0.001,
    why="Every leverage is $H_{ii} = 1/5$, so the residual grows to $2/(1 - 1/5) = 2.5$. Check: "
    "the other four are 2 short in all, so their mean lies ½ lower.",
    traps=(
        (2.0, "That is the residual with the number in the fit. Without it, the mean moves away."),
        (1.6, "You multiplied by 1 − 1/5. Leaving a point out makes its residual larger."),
        (2.4, "The mean falls by 2/4, not by 2/5: four numbers are left to share what is missing."),
        (10.0, "The leverage is 1/5, so divide by 1 − 1/5 = 4/5, not by 1/5."),
    ),
    hints=(
        "The fit is the mean: how much does ŷ change if only y₃ grows by 1? That is H₃₃.",
        "Theorem 4.6: divide the residual by 1 − H₃₃.",
        "H₃₃ = 1/5.",
    ),
)

# a position: where the bound of Theorem 4.3 is reached


def used(r):
    """The share of the bound that ridge uses."""
    return np.linalg.norm(r.w) / r.bound


TIGHT = Position(
    id="04-tight",
    task=r"How good is the bound of Theorem 4.3? Find two examples that are <b>at least 0.1 "
    r"apart</b> and a $\lambda$ at which $\|\hat w\|$ uses at least 99.9 % of it.",
    points=2,
    level=2,
    figure="n04_least_squares.close",
    conditions={
        "the examples are at least 0.1 apart": lambda r: r.eps >= 0.1,
        "‖w‖ uses at least 99.9 % of the bound": lambda r: used(r) >= 0.999,
    },
    answer=dict(eps=0.1, lam=0.0025),
    why="The step s/(s² + nλ) ≤ 1/(2√(nλ)) is an equality where s² = nλ. Here s² is about ε²/2 and "
    "n = 2, so λ = ε²/4.",
    hints=(
        "Set the distance first. Then only λ is left, and the bar under the picture helps.",
        "In the proof, for which s is s/(s² + nλ) as large as it can be?",
        "The small singular value has s² ≈ ε²/2. Make nλ = 2λ equal to it.",
    ),
)

# code: ridge with an intercept that is not penalised


def ridge(X, y, lam):
    """Slopes w, an array (d,), and intercept b, a number, as the list [w, b].

    They minimise the mean over the n rows of (X w + b - y)^2, plus lam times |w|^2.
    X is (n, d), y is (n,), lam is positive. The intercept is not penalised.
    """
    n, d = X.shape
    x_mean, y_mean = X.mean(axis=0), y.mean()
    Z = X - x_mean
    w = np.linalg.solve(Z.T @ Z + n * lam * np.eye(d), Z.T @ (y - y_mean))
    return [w, y_mean - x_mean @ w]


def all_penalised(X, y, lam):
    n, d = X.shape
    A = np.column_stack([X, np.ones(n)])
    v = np.linalg.solve(A.T @ A + n * lam * np.eye(d + 1), A.T @ y)
    return [v[:-1], v[-1]]


four = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([1.0, 3.0, 5.0, 7.0])
tall = np.array([[1.0, 2.0], [0.0, 1.0], [2.0, -1.0], [1.0, 0.0], [3.0, 1.0]])


def draw_ridge(rng):
    n, d = int(rng.integers(5, 11)), int(rng.integers(2, 5))
    X = rng.normal(size=(n, d)) * rng.uniform(0.5, 2, d) + rng.uniform(1, 2, d)
    return X, rng.normal(size=n) + rng.choice([-1, 1]) * rng.uniform(2, 5), rng.uniform(0.1, 2)


def draw_wide(rng):
    """More columns than rows: without the penalty there is no answer."""
    return rng.normal(size=(4, 7)) + 1.5, rng.normal(size=4) + 3, rng.uniform(0.1, 1)


def draw_copies(rng):
    """A column that says nothing, and two that are the same."""
    X, y, lam = draw_ridge(rng)
    return np.column_stack([X, X[:, 0], np.full(len(y), 2.0)]), y, lam


RIDGE = Code(
    id="04-ridge",
    task="Write ridge(X, y, lam) with an intercept that is not penalised; it returns [w, b].",
    points=3,
    level=2,
    solution=ridge,
    cases={
        "four points on a line, nearly no penalty": (*four, 1e-12),
        "the same, λ = 0.5: is the loss a mean?": (*four, 0.5),
        "all answers 100 higher: only b may change": (four[0], four[1] + 100, 0.5),
        "two columns, five rows": (tall, np.array([1.0, -1.0, 2.0, 0.0, 3.0]), 0.2),
    },
    draw={
        "more rows than columns": draw_ridge,
        "more columns than rows": draw_wide,
        "columns that are copies or constant": draw_copies,
    },
    wrong=mistakes(
        ridge,
        {
            """This minimises the sum of the squared residuals plus lam |w|^2. The task has
            their mean: with n rows the data weigh n times too much against the penalty.""": before(
                lambda X, y, lam: (X, y, lam / len(X))
            ),
            """A column of ones was added and its coefficient penalised like the others. Shift
            all answers by 100, and this fit no longer shifts by 100.""": whole(all_penalised),
            """The slopes are right. The intercept is the mean of y only if the
            columns of X have mean 0; here they do not, so subtract what the
            slopes say at the mean row.""": whole(
                lambda X, y, lam: [ridge(X, y, lam)[0], y.mean()]
            ),
            "There is no intercept here: the line is forced through the origin.": edit(
                "(X.mean(axis=0), y.mean())", "(np.zeros(d), 0.0)"
            ),
            """Differentiating gives a factor 2 in both terms, and both cancel. Here only one
            was kept, so that the penalty has half its weight.""": before(
                lambda X, y, lam: (X, y, lam / 2)
            ),
        },
    ),
    hints=(
        "Fix w. Which b is best? Differentiate the mean of (Xw + b − y)² in b alone.",
        "The best b makes the residuals average to 0. Put it in: X and y appear minus their means.",
        "Ridge on the centred X and y gives w (mind the n); then b = mean of y − (mean row) · w.",
    ),
)

# further: code, the error of a committee


def committee(P, truth, k):
    """The expected squared error, a number, of the average of k fits.

    P is (R, p): row r holds the predictions of fit r at p points; truth is (p,). The k fits are
    drawn at random from the R rows, with replacement, and their predictions are averaged. The
    error is the mean over the p points.
    """
    bias2 = np.mean((P.mean(axis=0) - truth) ** 2)
    return bias2 + np.mean(P.var(axis=0)) / k


def draw_fits(rng):
    R, p = (int(size) for size in rng.permutation([5, rng.integers(2, 4)]))
    fits = rng.normal(size=(R, p)) * rng.uniform(0.5, 2, p) + rng.normal(size=p)
    return fits, 2 + rng.normal(size=p), int(rng.integers(2, 9))


def draw_square(rng):
    """A table in which rows and columns cannot be told apart by their number."""
    return rng.normal(size=(4, 4)) + rng.normal(size=4), rng.normal(size=4), int(rng.integers(2, 9))


three_fits = np.array([[1.0, 0.0], [3.0, 0.0], [5.0, 3.0]])

COMMITTEE = Code(
    id="04-committee",
    task="Write committee(P, truth, k), the expected squared error of the average of k fits.",
    points=2,
    level=2,
    solution=committee,
    cases={
        "one fit": (three_fits, np.array([0.0, 1.0]), 1),
        "four fits": (three_fits, np.array([0.0, 1.0]), 4),
        "fits that agree": (np.ones((4, 3)), np.zeros(3), 10),
        "fits that are right on average": (np.array([[1.0, 2.0], [-1.0, -2.0]]), np.zeros(2), 2),
    },
    draw={
        "several fits": draw_fits,
        "as many fits as points": draw_square,
        "k = 1": lambda rng: (*draw_fits(rng)[:2], 1),
    },
    without=("lessons.n04_least_squares.bias_variance:bias_variance",),
    wrong=mistakes(
        committee,
        {
            """This is the error of a single fit. Averaging k of them makes a part of it
            smaller.""": whole(lambda P, truth, k: np.mean((P - truth) ** 2)),
            """The whole error was divided by k. But k equally wrong fits have an equally wrong
            average: only one of the two parts falls.""": whole(
                lambda P, truth, k: np.mean((P - truth) ** 2) / k
            ),
            """The wrong part was divided: averaging does not touch what the fits have in
            common.""": edit(
                "return bias2 + np.mean(P.var(axis=0)) / k",
                "return bias2 / k + np.mean(P.var(axis=0))",
            ),
            """The variance was divided by R − 1. Here the R rows are all there is to draw from,
            so it is the plain mean of squares.""": edit("P.var(axis=0)", "P.var(axis=0, ddof=1)"),
            """The variance of a sum of k independent terms is k times one; dividing the sum by
            k divides its variance by k², which leaves 1/k.""": edit("/ k", "/ k ** 2"),
            """Mean and variance must be taken over the fits (the rows), and over the points
            last.""": edit(
                "P.mean(axis=0) - truth",
                "P.mean(axis=1) - truth.mean()",
                "P.var(axis=0)",
                "P.var(axis=1)",
            ),
        },
    ),
    hints=(
        "Theorem 4.5 splits the error of one fit. Which of its parts changes for an average?",
        "The average of k independent draws has the same mean, and a variance k times smaller.",
        "Mean and variance over the rows (axis 0), then the mean over the points.",
    ),
)

# further: code, several rows left out at once


def leave_out(X, y, lam, group):
    """Residuals, an array (k,), at the k rows of `group` of a ridge fit that has not seen them.

    X is (n, d), y is (n,), `group` is a list of k row numbers. The fit on the other rows minimises
    their sum of squared residuals plus n lam |w|^2, with the n of all rows.
    """
    n, d = X.shape
    H = X @ np.linalg.solve(X.T @ X + n * lam * np.eye(d), X.T)
    residual = (y - H @ y)[group]
    return np.linalg.solve(np.eye(len(group)) - H[np.ix_(group, group)], residual)


def fewer_rows(X, y, lam, group):
    kept = np.setdiff1d(np.arange(len(X)), group)
    A, b, d = X[kept], y[kept], X.shape[1]
    w = np.linalg.solve(A.T @ A + len(kept) * lam * np.eye(d), A.T @ b)
    return y[group] - X[group] @ w


five = np.array([3.0, -1.0, 2.0, 0.0, 5.0])


def draw_group(rng, k):
    """Rows to leave out, in any order but the sorted one."""
    group = np.sort(rng.choice(9, k, replace=False))[::-1]
    X = rng.normal(size=(9, 3)) + [1, 0, 0]
    return X, rng.normal(size=9), rng.uniform(0.05, 1), [int(i) for i in np.roll(group, 1)]


LEAVE_OUT = Code(
    id="04-leave-out",
    task="Write leave_out(X, y, lam, group): what the fit misses at rows that it has not seen.",
    points=3,
    level=3,
    solution=leave_out,
    cases={
        "one row": (tall, five, 0.3, [2]),
        "two rows at once, the last first": (tall, five, 0.3, [4, 0]),
        "λ tiny, three rows": (tall, five, 1e-6, [1, 2, 3]),
    },
    draw={
        "several rows": lambda rng: draw_group(rng, 3),
        "one row": lambda rng: draw_group(rng, 1),
        "more rows than are left": lambda rng: draw_group(rng, 6),
    },
    wrong=mistakes(
        leave_out,
        {
            """Each row was left out alone. The rows of the group also speak for each other: the
            entries of H between them matter.""": edit(
                "np.linalg.solve(np.eye(len(group)) - H[np.ix_(group, group)], residual)",
                "residual / (1 - np.diag(H)[group])",
            ),
            """The penalty was taken with the number of rows that are left. The task keeps n lam
            |w|^2 with the n of all rows, as Theorem 4.6 does.""": whole(fewer_rows),
            "These are the residuals of the fit that has seen the rows.": edit(
                "np.linalg.solve(np.eye(len(group)) - H[np.ix_(group, group)], residual)",
                "residual",
            ),
            "These are the predictions; the residuals are the answers minus them.": whole(
                lambda X, y, lam, group: y[group] - leave_out(X, y, lam, group)
            ),
        },
    ),
    hints=(
        "Simplest: delete the rows, solve for w, look at y − Xw there. Which n belongs to λ?",
        "Or repeat the proof of Theorem 4.6 with a block of rows instead of one row.",
        "(I − H_gg) r = residuals of the full fit, where H_gg holds the entries within the group.",
    ),
)

# further: a prediction about lam

COPIES = Choice(
    id="04-copies",
    task=r"Every example is copied once, so that there are $2n$ rows, each twice. λ stays as it "
    r"is. What happens to the minimiser of our objective, mean loss + $\lambda\|w\|^2$?",
    points=1,
    level=1,
    options={
        "it gets shorter": "A penalty of nλ does grow with n, but XᵀX doubles as well.",
        "it gets longer": "That would be the sum form: there the data would weigh twice as much "
        "against an unchanged penalty. Our loss is a mean.",
        "nothing": "Right: the mean of the losses does not change when every term comes twice. In "
        "symbols, 2XᵀX + 2nλI and 2Xᵀy have a common factor 2.",
        "it depends on the data": "It does not: write down the objective with 2n rows.",
    },
    answer="nothing",
    hints=(
        "Write the objective down for the 2n rows.",
        "The mean of 2n terms of which each comes twice is …",
        "Compare (2XᵀX + 2nλI) w = 2Xᵀy with the equation for n rows.",
    ),
)

# further: open

CLINIC = Open(
    id="04-clinic",
    task="A clinic measured 200 blood values of 30 patients and writes: “Least squares predicts "
    "all 30 outcomes exactly, so our rule is perfect.” Answer in 80 to 200 words.",
    points=5,
    level=3,
    words=(80, 200),
    asks=(
        "why the perfect fit says nothing about the next patient?",
        "what you would compute instead, and from which rows you would choose λ?",
        "what has to be done to the columns first, and why?",
        "how honest the error is that you would report?",
    ),
    rubric=(
        (1, "200 coefficients (≥ 30 examples) hit any 30 answers, even shuffled ones (Thm 4.1)."),
        (1, "Infinitely many rules fit equally; the data cannot choose; small singular values."),
        (1, "Ridge (or another penalty), λ by leaving out, with the formula or by refitting."),
        (1, "Standardise the columns, on the training rows only; do not penalise the intercept."),
        (
            1,
            "The leave-one-out error at the chosen λ is a little optimistic: a last untouched set, "
            "or nested leaving out; 30 patients give a wide error bar.",
        ),
    ),
    model="With 200 coefficients and 30 patients a perfect fit is certain before anybody looks at "
    "the data: it would also reproduce shuffled outcomes. Infinitely many rules do so, and they "
    "disagree about the next patient.",
)
