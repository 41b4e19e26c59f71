"""The exercises of notebook 05, sparsity."""

import numpy as np

from helpers.desk.edits import before, edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: what the lasso leaves

THRESHOLD = Number(
    id="05-threshold",
    task=r"The columns are orthogonal and standardised, so $\frac1n\|x_j\|^2 = 1$. Least squares "
    r"says $w = (0.2,\ -0.5,\ 0.25,\ 1.1)$. The lasso minimises "
    r"$\frac1n\|Xw-y\|^2 + \lambda\|w\|_1$ with $\lambda = 0.6$. What is $\|w\|_1$ of its answer?",
    points=1,
    level=1,
    answer=1.0,
    within=0.02,
    why=r"The threshold is $\lambda/2 = 0.3$: two coefficients become 0, and 0.2 and 0.8 are left.",
    traps=(
        (0.5, r"That is the threshold $\lambda$. The square brings a factor 2: differentiate."),
        (1.6, r"Two coefficients are 0, yes. But the others are not kept whole: they lose "
        r"$\lambda/2$ each."),
        (1.28, r"That is division by $1 + \lambda$, which is ridge."),
        (2.05, "That is least squares itself."),
    ),
    hints=(
        "Each coefficient is a problem of its own here. Which $a$ is it?",
        "Theorem 5.3 with $a = 1$: what is the threshold?",
        "Take 0.3 off each size, and stop at 0. Then add what is left.",
    ),
)  # fmt: skip


# find a position: the lasso turns a sign

SIGN = Position(
    id="05-sign",
    task="“The lasso only shrinks: it never turns the sign of a coefficient.” Find data that prove "
    "this wrong.",
    points=2,
    level=3,
    figure="n05_sparsity.touch",
    conditions={
        "the ball is the diamond, p = 1": lambda r: r.p == 1,
        "a coefficient has not the sign of least squares": lambda r: any(
            w * c < 0 and abs(w) > 1e-3 for w, c in zip(r.w, (r.c1, r.c2))
        ),
    },
    answer={"tilt": 15, "stretch": 10, "radius": 0.5, "c1": 3, "c2": 0.2},
    why="A long, slightly tilted ellipse reaches the diamond from below, although its centre lies "
    "above the axis: the first coefficient had to shrink so much that the second one turned.",
    hints=(
        "The answer must lie on the lower edge of the diamond. From which side must the ellipse "
        "come?",
        "A long, flat ellipse (large κ) whose left end hangs down: tilt it a little upwards to the "
        "right.",
        "Try κ = 10, a tilt of 15 degrees, a small ball, and the star far to the right.",
    ),
)


# derive: a price is a budget

BUDGET = Order(
    id="05-budget",
    task=r"Let $F$ be any function, and $w$ a minimiser of $F(w) + \lambda\|w\|_1$ with "
    r"$\lambda \ge 0$. Show that $w$ is also the best point of a ball: put the lines in order.",
    points=3,
    level=2,
    lines=(
        r"Put $r = \|w\|_1$.",
        r"Take any $z$ with $\|z\|_1 \le r$.",
        r"$F(w) + \lambda\|w\|_1 \le F(z) + \lambda\|z\|_1$.",
        r"Hence $F(z) \ge F(w) + \lambda\,(\|w\|_1 - \|z\|_1)$.",
        r"The second term is $\lambda\,(r - \|z\|_1) \ge 0$.",
        r"So $F(z) \ge F(w)$: no point of the ball of size $r$ fits better than $w$.",
    ),
    reasons=(
        "The ball must be known before anything can be said about it.",
        "We must beat every point of that ball.",
        "$w$ is a minimiser of the penalised objective, and $z$ is some point.",
        r"Subtract $\lambda\|z\|_1$ on both sides.",
        r"$z$ lies in the ball, and $\lambda$ is not negative.",
        "The two lines before, put together. Convexity was not used anywhere.",
    ),
    hints=(
        "First say which ball, then take a point of it.",
        "The minimiser's inequality comes next; then solve it for $F(z)$.",
        "The budget of $z$ is used only in the line before the last.",
    ),
)


# orthonormal columns, two penalties


def isotropic_net(b, lam1, lam2):
    """The minimiser of sum (w - b)^2 + lam1 sum |w| + lam2 sum w^2, an array as long as b.

    b: the least-squares coefficients, some negative, some 0. lam1, lam2: not negative. The sums run
    over the coefficients.
    """
    b = np.asarray(b, dtype=float)
    return np.sign(b) * np.maximum(np.abs(b) - lam1 / 2, 0) / (1 + lam2)


def draw_net(rng):
    """Large and small coefficients of both signs, whatever the rest is."""
    lam1, lam2 = rng.uniform(0.4, 2), rng.uniform(0.2, 2)
    b = lam1 * np.array([3.0, -2.5, 0.8, -0.7, 0.3, -0.2, 0.0]) + 0.05 * rng.normal(size=7)
    return rng.permutation(b), lam1, lam2


ISOTROPIC = Code(
    id="05-isotropic",
    task="Write isotropic_net(b, lam1, lam2): both penalties at once, orthonormal columns.",
    points=2,
    level=1,
    solution=isotropic_net,
    cases={
        "ridge alone": (np.array([2.0, -1.0, 0.0]), 0.0, 1.0),
        "the lasso alone": (np.array([2.0, -0.9, 0.4, -3.0]), 1.0, 0.0),
        "both": (np.array([2.0, -1.5, 0.3]), 1.0, 0.5),
        "everything is zero": (np.array([0.1, -0.2, 0.0]), 2.0, 0.1),
    },
    draw={
        "both penalties": draw_net,
        "ridge alone": lambda rng: (draw_net(rng)[0], 0.0, rng.uniform(0.2, 2)),
        "the lasso alone": lambda rng: (draw_net(rng)[0], rng.uniform(0.3, 2), 0.0),
        "everything is zero": lambda rng: (draw_net(rng)[0], 20.0, rng.uniform(0.2, 2)),
    },
    wrong=mistakes(
        isotropic_net,
        {
            "The square brings a factor 2: the threshold is half of lam1.": edit(" / 2", ""),
            """First divided, then subtracted. Set the derivative of the whole sum to zero: what
            is subtracted is divided too.""": edit(
                "(b, dtype=float)",
                "(b, dtype=float) / (1 + lam2)",
                "(np.abs(b) - lam1 / 2, 0) / (1 + lam2)",
                "(np.abs(b) - lam1 / 2, 0)",
            ),
            """Small coefficients become zero, but the others must shrink as well: they are not
            kept whole. That would be the rule of counting.""": edit(
                "np.sign(b) * np.maximum(np.abs(b) - lam1 / 2, 0)",
                "np.where(np.abs(b) > lam1 / 2, b, 0)",
            ),
            """A negative coefficient came out positive or 0. Shrink its size, and keep its
            sign.""": edit(
                "np.sign(b) * np.maximum(np.abs(b) - lam1 / 2, 0)", "np.maximum(b - lam1 / 2, 0)"
            ),
            """The penalty lam2 w^2 has the slope 2 lam2 w, like the square: its factor 2
            cancels, so the divisor is 1 + lam2.""": edit("+ lam2", "+ lam2 / 2"),
        },
    ),
    hints=(
        "The sum falls apart: look at one coefficient, with b > 0 first.",
        "For w > 0 the derivative is 2(w - b) + lam1 + 2 lam2 w. Where is it zero?",
        "w = (b - lam1/2) / (1 + lam2) as long as that is positive, else 0; then the signs.",
    ),
)


# coordinate descent with a price for each column


def lasso_sweeps(X, y, lam, T):
    """The d coefficients after T sweeps of coordinate descent from 0, an array.

    The objective is the mean of (X w - y)^2 plus the sum of lam[j] |w[j]|: each column has a price
    of its own, and 0 is allowed (an intercept). X is (n, d), y is (n,). A sweep visits the
    coordinates 0, 1, ..., d - 1 and sets each to its best value given the others. A column of zeros
    keeps the coefficient 0.
    """
    X, y, w = np.asarray(X, dtype=float), np.asarray(y, dtype=float), np.zeros(np.shape(X)[1])
    for _ in range(T):
        for j, column in enumerate(X.T):
            if not column.any():
                continue
            own = y - X @ w + column * w[j]
            c = column @ own / len(y)
            w[j] = np.sign(c) * max(abs(c) - lam[j] / 2, 0) / (column @ column / len(y))
    return w


def draw_sweeps(rng):
    """Correlated columns of different length; prices that differ, one of them kills its column."""
    n, T = int(rng.integers(9, 15)), int(rng.integers(2, 5))
    X = rng.normal(size=(n, 4)) * [3, 0.5, 2, 1] + rng.normal(size=(n, 1))
    return X, X @ [0.5, -1, 0.3, 1] + rng.normal(size=n), rng.permutation([0.1, 0.3, 0.6, 9.0]), T


def draw_intercept(rng):
    """A free intercept, an empty column, a column that says the opposite of another."""
    X, y, lam, T = draw_sweeps(rng)
    X[:, 0], X[:, 1], X[:, 3], lam[0] = 1, 0, 0.3 * X[:, 3] - X[:, 2], 0
    return X, y + 4, lam, T


SWEEPS = Code(
    id="05-sweeps",
    task="Write lasso_sweeps(X, y, lam, T): coordinate descent with a price for each column.",
    points=3,
    level=2,
    solution=lasso_sweeps,
    cases={
        "orthogonal, one sweep": (np.array([[1.0, 1], [1, -1]]), [3.0, 1], [1.0, 1], 1),
        "long and short columns": (np.array([[2.0, 0.5], [0, 0.5]]), [4.0, 1], [0.5, 0.1], 1),
        "correlated, three sweeps": (
            np.array([[1.0, 1], [1, 0.5], [0, 1]]),
            [2.0, 1, -3],
            [0.2, 0.4],
            3,
        ),
        "a free intercept and an empty column": (
            np.array([[1.0, 0, 2], [1, 0, -1], [1, 0, 1]]),
            [5.0, 3, 4],
            [0.0, 1, 0.5],
            2,
        ),
    },
    draw={
        "four columns": draw_sweeps,
        "one sweep": lambda rng: (*draw_sweeps(rng)[:3], 1),
        "a free intercept and an empty column": draw_intercept,
    },
    without=("helpers.linear.lasso:coordinate_descent",),
    wrong=mistakes(
        lasso_sweeps,
        {
            """No division by the mean square of the column: right only if all columns are
            standardised.""": edit(" / (column @ column / len(y))", ""),
            """The residual must leave out column j itself: add x_j w_j back before you look at
            it. In the first sweep from 0 that makes no difference, in the second it does.""": edit(
                " + column * w[j]", ""
            ),
            """All coordinates were computed from the same old point. Each must see what the
            ones before it have just done.""": edit(
                "for j, column",
                "old = w.copy()\n        for j, column",
                "X @ w + column * w[j]",
                "X @ old + column * old[j]",
            ),
            "The threshold is half the price: the square of the loss brings a factor 2.": before(
                lambda X, y, lam, T: (X, y, 2 * np.asarray(lam, dtype=float), T)
            ),
            "Every column was charged the price of the first one. Use lam[j] in step j.": before(
                lambda X, y, lam, T: (X, y, np.full(len(lam), lam[0]), T)
            ),
        },
    ),
    hints=(
        "With the others held still, coordinate j is a problem of section 2. What are its b and "
        "its a?",
        "b is what least squares on column j alone says about the residual without column j; a² is "
        "the mean square of the column.",
        "c = x_j · (y - X w + x_j w_j) / n; w_j = sign(c) max(|c| - lam_j/2, 0) / (x_j · x_j / n).",
    ),
)


# which sizes have a price


def priced(risks):
    """For each k the lowest price at which k is best, and -1 where no price makes it best; a list.

    risks[k] is the smallest risk with k non-zeros, k = 0, ..., d; it falls as k grows. At a price
    lam0 >= 0 the cost of k is risks[k] + lam0 k, and k is best if no other cost is lower; a tie
    counts as best.
    """
    lowest = []
    for k, risk in enumerate(risks):
        low = max([0.0] + [(risk - risks[j]) / (j - k) for j in range(k + 1, len(risks))])
        high = min([np.inf] + [(risks[j] - risk) / (k - j) for j in range(k)])
        lowest.append(low if low <= high else -1)
    return lowest


def draw_convex(rng):
    drops = np.sort(rng.uniform(0.1, 1, rng.integers(3, 7)))[::-1]
    return ((drops.sum() - np.append(0, np.cumsum(drops))).tolist(),)


def draw_hull(rng):
    """Some sizes are never best; one of them beats both its neighbours."""
    a, b = rng.uniform(0.0, 0.03, 2)
    return ([1.0, 0.8 - a, 0.65 - a, 0.55 - b, 0.0, -0.02 - b],)


def draw_ties(rng):
    """Exact ties: whole numbers of eighths."""
    step = float(rng.integers(1, 9)) / 8
    return ([4 + 3 * step, 4 + 2 * step, 4 + step, 4.0, 4.0, 3.9921875],)


PRICED = Code(
    id="05-priced",
    task="Write priced(risks): which numbers of non-zeros can a price buy, and from which price "
    "on?",
    points=3,
    level=3,
    solution=priced,
    cases={
        "every size has a price": ([1.0, 0.4, 0.1, 0.0],),
        "one size is never best": ([1.0, 0.88, 0.0],),
        "the neighbours are not enough": ([1.0, 0.8, 0.65, 0.55, 0.0],),
        "a tie counts": ([1.0, 0.5, 0.0],),
    },
    draw={
        "every size has a price": draw_convex,
        "some sizes are never best": draw_hull,
        "ties": draw_ties,
    },
    without=("helpers.linear.subsets:price_for", "helpers.linear.subsets:lower_hull"),
    wrong=mistakes(
        priced,
        {
            """Every k got a price, as a Lagrange multiplier would promise. But counting is not
            convex: a k above the lower hull of the points (k, risk) is never best.""": whole(
                lambda risks: [max(0.0, a - b) for a, b in zip(risks, [*risks[1:], risks[-1]])]
            ),
            """Only the neighbours k - 1 and k + 1 were asked. A k can beat both of them and
            still lose against one farther away.""": edit(
                "(risk - risks[j]) / (j - k) for j in range(k + 1, len(risks))",
                "risk - risks[j] for j in (k + 1,) if j < len(risks)",
                "(risks[j] - risk) / (k - j) for j in range(k)",
                "risks[j] - risk for j in (k - 1,) if j >= 0",
            ),
            """These are the highest prices at which k is best (1 more than needed where there
            is none); the lowest were asked for.""": edit(
                "lowest.append(low", "lowest.append(min(high, 1 + risks[0])"
            ),
        },
    ),
    hints=(
        "When does k beat a larger j? When each of the j - k additional non-zeros costs more than "
        "it brings.",
        "k beats j > k if the price is at least (risk_k - risk_j) / (j - k). And a smaller j?",
        "The larger j give a lowest price, the smaller j a highest one; there must be room between "
        "the two.",
    ),
)


# an open question

ZEROS = Open(
    id="05-zeros",
    task="A study fits a lasso to ten measurements of 442 patients, finds the coefficient of total "
    "cholesterol to be exactly 0, and reports: “Cholesterol has no influence.” Comment.",
    points=5,
    level=3,
    asks=(
        "What does a zero of the lasso say, by Theorem 5.4?",
        "What happens to this coefficient elsewhere on the path of the figure, and why? (Two of "
        "the columns have correlation 0.9.)",
        "How would you find out what can be said?",
    ),
    rubric=(
        (1, "A zero says only that, given the other columns in use, this one's pull is at most λ."),
        (2, "Reads the path: at smaller λ cholesterol is −0.35 and more, beside ldl with the "
        "opposite sign; correlated columns stand in for each other."),
        (1, "Notes that λ is a choice, and that it also shrinks what it keeps."),
        (1, "Proposes a test: other splits or bootstrap samples, least squares or ridge on the "
        "pair, and that no causal word follows from a prediction."),
    ),
    words=(60, 300),
    model="By Theorem 5.4 the zero means that the pull of this column on the residual of the "
    "others is at most λ, nothing more. On the path cholesterol is 0 for λ over 0.1 and −0.35 at λ "
    "= 0.002, where ldl, which has correlation 0.9 with it, is +0.19: the two stand in for each "
    "other, so which one is zero depends on λ and on the sample. I would repeat the fit on many "
    "bootstrap samples and count how often the column is used, and compare with ridge, which "
    "shares between the two. A coefficient of a prediction is not an influence anyway.",
)  # fmt: skip
