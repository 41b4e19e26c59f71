"""The exercises of notebook 27, Rademacher complexity."""

import numpy as np

from helpers.desk.edits import edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: from errors on coins to the complexity of the loss

LOSS_CLASS = Number(
    id="27-loss-class",
    task="On coin-flip labels the best rule of a class is wrong about 30 % of the examples, on "
    "average over all flips. What is the empirical Rademacher complexity of its 0–1 <i>loss</i>?",
    points=1,
    level=1,
    answer=0.2,
    within=0.005,
    why=r"The rules have $1 - 2\cdot0.3 = 0.4$. The loss is $\frac{1 - yh(x)}2$: a shift, a "
    r"factor $-\frac12$, and coins that do not care for $y$. So it has half of that.",
    traps=(
        (0.4, "That is the complexity of the ±1 rules. The loss is only half as wide."),
        (0.3, "That is the error itself. A class that fits nothing has error ½ and complexity 0."),
        (0.7, "That is the share of right answers. Coins alone give half of them."),
        (0.8, "The loss is (1 − y·h)/2: the factor ½ makes the complexity smaller, not larger."),
        (0.6, "Twice the error. Agreement is 1 minus that, and then comes the loss."),
    ),
    hints=(
        "First the rules: agreement with coins is right minus wrong.",
        "The loss of a ±1 rule is (1 − y·h)/2. Which of the four rules apply?",
        "Agreement is 0.7 − 0.3 = 0.4; a factor −½ multiplies a complexity by ½.",
    ),
)


# find a position: a contraction that loses nothing

FOLD_FOR_FREE = Position(
    id="27-fold-for-free",
    task="Folding with |t| usually makes a class smaller. Find five functions whose complexity it "
    "leaves as it is, although every one of them has a negative value. (Choose φ, keep c = 1, drag "
    "the points.)",
    points=2,
    level=2,
    figure="n27_rademacher.box",
    conditions={
        "φ is |t|, and c is 1": lambda r: r.phi == "|t|" and abs(r.c - 1) < 1e-9,
        "the complexity is at least 0.2": lambda r: r.R >= 0.2,
        "every function has a value under −0.05": lambda r: bool(
            np.all(r.places.min(axis=1) < -0.05)
        ),
        "φ leaves the complexity as it is": lambda r: abs(r.R_after - r.R) < 0.005,
    },
    answer={
        "phi": "|t|",
        "places": "-0.3 0.2, -1.2 0.3, -0.9 1.1, -0.2 0.9, -0.7 0.6",
    },
    why="Where all functions have the same sign at an example, |t| is a mirror there, and mirrors "
    "leave the tilted box as large as it was.",
    hints=(
        "What does |t| do to a point of the plane? To two points on different sides of an axis?",
        "Two points come closer only if an axis lies between them.",
        "Move all five points into one quarter of the plane, not the one at the upper right.",
    ),
)


# derive: Massart's lemma

MASSART = Order(
    id="27-massart",
    task="Prove Theorem 27.2: put the lines in order. "
    r"$X_f = \frac1n\sum_i\sigma_i f(z_i)$, and $a > 0$ is any "
    r"number; $N \ge 2$ and $M > 0$.",
    points=3,
    level=3,
    lines=(
        "A sum of positive numbers is at least its largest term: "
        r"$\max_f X_f \le \frac1a\ln\sum_f e^{aX_f}$, whatever the coins are.",
        "Take the mean over the coins and move it into the concave logarithm: "
        r"$\widehat R \le \frac1a\ln\sum_f E\,e^{aX_f}$.",
        r"The coins are independent: $E\,e^{aX_f} = \prod_i \cosh\big(\tfrac an f(z_i)\big)$.",
        r"Since $\cosh u \le e^{u^2/2}$, this is at most $e^{a^2M^2/(2n)}$.",
        r"There are $N$ such terms: $\widehat R \le \frac{\ln N}a + \frac{aM^2}{2n}$.",
        r"The two terms are equal at $a = \frac1M\sqrt{2n\ln N}$, which gives "
        r"$M\sqrt{2\ln N/n}$.",
    ),
    reasons=(
        "Logarithm and exponential are increasing.",
        "Jensen: a concave function of a mean is at least the mean of the function.",
        "The mean of a product of independent factors; one coin gives (eᵘ + e⁻ᵘ)/2.",
        "Compare the two power series; the squares of the values add up to at most n·M².",
        "Insert the bound on one term into the sum.",
        "A sum of p/a and q·a is smallest where both terms are equal.",
    ),
    needs=((), (0,), (), (2,), (1, 3), (4,)),
    hints=(
        "A maximum is hard, a sum is easy: begin with what replaces the one by the other.",
        "The mean over coins comes next, then one function alone, then all N of them.",
        "The choice of a is the last line: before it the bound holds for every a.",
    ),
)


# code: exact complexity by enumeration


def empirical_rademacher(V):
    """The empirical Rademacher complexity of a finite class, exactly: a number.

    V: a list of functions, each the list of its values at the same n examples, n at most 12.
    Nothing is drawn at random.
    """
    V = np.asarray(V, dtype=float)
    n = V.shape[1]
    coins = 1 - 2 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
    return float(np.max(coins @ V.T, axis=1).mean() / n)


def draw_class(rng):
    return (rng.normal(size=(rng.integers(2, 7), rng.integers(2, 9))).round(3).tolist(),)


def draw_single(rng):
    return (rng.normal(size=(1, rng.integers(2, 9))).round(3).tolist(),)


def draw_shifted(rng):
    n = int(rng.integers(2, 9))
    return ((rng.normal(size=n) * 2 + rng.normal(size=(4, n))).round(3).tolist(),)


EMPIRICAL = Code(
    id="27-empirical",
    task="Write empirical_rademacher(V).",
    points=3,
    level=2,
    solution=empirical_rademacher,
    cases={
        "two functions at two examples": ([[1.0, 1.0], [-1.0, 1.0]],),
        "all four sign patterns": ([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]],),
        "one function": ([[2.0, -1.0, 0.5]],),
        "three functions, three examples": ([[0.0, 1.0, 3.0], [2.0, 2.0, 2.0], [1.0, 0.0, 1.0]],),
    },
    draw={
        "ordinary classes": draw_class,
        "one function": draw_single,
        "classes far from 0": draw_shifted,
    },
    wrong=mistakes(
        empirical_rademacher,
        {
            "With bars around the sum a single function would have a complexity, and so "
            "would a mere shift. The definition has none.": edit(
                "coins @ V.T", "np.abs(coins @ V.T)"
            ),
            "The sum over the examples has to be divided "
            "by n: a complexity is a mean agreement.": edit(".mean() / n", ".mean()"),
            "Divided by the number of functions instead of the number of examples.": edit(
                ".mean() / n", ".mean() / len(V)"
            ),
            "This is the agreement with the luckiest coins. Take the mean over the coins; "
            "only the function may be chosen.": edit(".mean()", ".max()"),
            "First the largest, then the mean: the mean "
            "over the coins of any single function is 0.": whole(lambda V: 0.0),
            "Coins are −1 and +1; with 0 and 1 a constant would seem to fit them.": edit(
                "1 - 2 * (", "("
            ),
        },
    ),
    without=(
        "helpers.generalisation.rademacher:complexity",
        "helpers.generalisation.rademacher:signs",
    ),
    hints=(
        "How many vectors of n signs are there? List them all.",
        "For each sign vector find the function whose sum of sign times value is largest.",
        "Then take the mean of those 2ⁿ numbers, and divide by n.",
    ),
)


# code: balls and their dual norms


def ball_complexity(Z, coins, B, norm):
    """Mean over the coins of the best fit by x ↦ ⟨w, x⟩ with weights in a ball: a number.

    Z: list of n examples, each a list of d numbers. coins: list of sign vectors, each of n signs;
    the mean is over these. B: the radius. norm: "l1", "l2" or "linf", the norm of w that is at most
    B. The fit to a sign vector is the largest mean of sign times prediction over the ball.
    """
    pulls = np.asarray(coins, dtype=float) @ np.asarray(Z, dtype=float) / len(Z)
    dual = {"l1": np.inf, "l2": 2, "linf": 1}[norm]
    return float(B * np.linalg.norm(pulls, ord=dual, axis=1).mean())


def draw_ball(norm):
    def draw(rng):
        n, d = int(rng.integers(3, 7)), int(rng.integers(2, 6))
        Z, coins = rng.normal(size=(n, d)).round(3), rng.choice([-1.0, 1.0], size=(8, n))
        return Z.tolist(), coins.tolist(), float(rng.uniform(0.3, 4)), norm

    return draw


BALL = Code(
    id="27-ball",
    task="Write ball_complexity(Z, coins, B, norm).",
    points=3,
    level=3,
    solution=ball_complexity,
    cases={
        "one example, l2": ([[3.0, 4.0]], [[1.0], [-1.0]], 2.0, "l2"),
        "one example, l1": ([[3.0, 4.0]], [[1.0], [-1.0]], 2.0, "l1"),
        "one example, linf": ([[3.0, 4.0]], [[1.0], [-1.0]], 2.0, "linf"),
        "three examples, l1": (
            [[1.0, 2.0, 0.0], [0.0, 1.0, -1.0], [2.0, 2.0, 1.0]],
            [[1.0, 1.0, 1.0], [1.0, -1.0, 1.0], [-1.0, -1.0, 1.0]],
            1.5,
            "l1",
        ),
    },
    draw={
        "l2 balls": draw_ball("l2"),
        "l1 balls": draw_ball("l1"),
        "linf balls": draw_ball("linf"),
    },
    wrong=mistakes(
        ball_complexity,
        {
            "The ball answers with its <i>dual</i> norm: weights with |w|₁ ≤ B put "
            "everything on the largest coordinate.": edit(
                "'l1': np.inf, 'l2': 2, 'linf': 1", "'l1': 1, 'l2': 2, 'linf': np.inf"
            ),
            "This is the l2 ball, whatever was asked for.": edit("ord=dual", "ord=2"),
            "The norm comes first, then the mean over "
            "the coins: the pulls themselves cancel.": edit(
                "np.linalg.norm(pulls, ord=dual, axis=1).mean()",
                "np.linalg.norm(pulls.mean(axis=0), ord=dual)",
            ),
            "The radius has gone lost: a ball that is B times as large fits B times as well.": edit(
                "B * ", ""
            ),
            "The mean of sign times prediction is asked for, not the sum: divide by n.": edit(
                " / len(Z)", ""
            ),
            "That is the bound, root of the mean square. The "
            "complexity is the mean of the roots, which is smaller.": whole(
                lambda Z, coins, B, norm: B * np.sqrt(np.sum(np.square(Z))) / len(Z)
            ),
        },
    ),
    without=("helpers.generalisation.rademacher:ball",),
    hints=(
        "For one sign vector the mean of sign times prediction is ⟨w, v⟩. What is v?",
        "The largest ⟨w, v⟩ over a ball is B times the dual norm of v.",
        "l1 and linf are dual to each other, l2 to itself. Then the mean over the sign vectors.",
    ),
)


# an open question

MEMORISER = Open(
    id="27-memoriser",
    task="A large network fits coin-flip labels on its training set without an error, and with the "
    "true labels it is right about 95 % of new examples. A colleague concludes that Rademacher "
    "complexity is wrong; another one, that the network cannot have learnt anything. Answer both.",
    points=5,
    level=3,
    asks=(
        "What do the theorems of this notebook promise for this network, in numbers?",
        "Is either conclusion right? Why is there no contradiction?",
        "Which smaller class, or which other measurement, could explain the 95 %?",
    ),
    rubric=(
        (1, "States that the complexity of the rules is 1, so the promise L ≤ L̂ + 1 is empty."),
        (
            2,
            "Says that an upper bound that is empty refutes nothing: it holds (no theorem is "
            "wrong) and does not forbid learning (the worst rule of the class is "
            "not the one that was learnt).",
        ),
        (
            1,
            "Proposes a smaller class around what training finds: a norm or margin, as in sections "
            "4 to 6, where coins need a larger norm than true labels.",
        ),
        (1, "Or a test set, stability, or another measurement; says what it would have to show."),
    ),
    words=(60, 300),
    model="The network agrees with coins completely, so its class has complexity 1 and the theorem "
    "promises a risk of at most the training error plus 1. That is true and says nothing. So the "
    "first colleague is wrong: an empty promise is kept by every outcome. The second is wrong too: "
    "the promise covers the worst function of the class, and training does not choose the worst. "
    "The test set shows that something was learnt. An explanation looks at the functions that "
    "training reaches with true labels: if their norm is small or margins large while coins need "
    "large norms, the ball of that norm has a small complexity, and the same theorem, applied to "
    "the smaller class, may say something. I would measure the norm for true and for coin labels.",
)
