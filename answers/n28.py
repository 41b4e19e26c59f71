"""The exercises of notebook 28, stability."""

import numpy as np

from helpers import losses
from helpers.desk.edits import after, before, edit, mistakes
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: how much a mean overfits

BUS = Number(
    id="28-bus",
    task="You forecast the delay of a bus by the mean of 20 measured delays, which have a standard "
    "deviation of 3 minutes. By how much is the mean squared error on new buses larger than on "
    "those twenty, on average (in minutes²)?",
    points=1,
    level=1,
    answer=0.9,
    within=0.01,
    why=r"Overfitting is replace-one: $\frac{2\sigma^2}n = \frac{2 \cdot 9}{20} = 0.9$. On new "
    "buses the error is $9 + 0.45$, on its own twenty it is $9 - 0.45$.",
    traps=(
        (
            0.45,
            "That is how much the error on new buses exceeds the variance. On its own buses it "
            "is <i>below</i> the variance by as much.",
        ),
        (0.3, "The variance is the square of the standard deviation: $3^2 = 9$."),
        (
            9.45,
            "That is the error on new buses itself. By how much does it exceed that on the twenty?",
        ),
        (0, "The mean was chosen so that it fits its own buses: it fits them better."),
        (
            0.95,
            r"That would be $\frac{2\sigma^2}{19}$. With the mean of $n$ numbers it is exactly "
            r"$\frac{2\sigma^2}n$.",
        ),
    ),
    hints=(
        "Overfitting is the same number as replace-one. What happens at the old bus?",
        "After the swap it is a stranger: variance plus variance of the mean. And before?",
        r"$\sigma^2(1 + \frac1n) - \sigma^2(1 - \frac1n)$ with $\sigma = 3$ and $n = 20$.",
    ),
)


# find a position: up, as far as is allowed

LIFT = Position(
    id="28-lift",
    task="In the first figure the swap pulled the line <i>down</i> as far as is allowed. Find a "
    "swap that lifts it by at least 99 % of what Theorem 28.1 allows.",
    points=2,
    level=2,
    figure="n28_stability.swap",
    conditions={
        "the loss has a largest slope": lambda r: r.loss is not losses.squared,
        "the slope goes up": lambda r: r.moved > 0,
        "the bound is used to 99 %": lambda r: abs(r.moved) >= 0.99 * r.bound,
    },
    answer={"n": 14, "y_new": 6.0},
    why="The old example has to pull down with full force, at |x| = 1, and the new one up with "
    "full force. Then nothing but these two pulls changes.",
    hints=(
        "What must the old example do, so that losing it lifts the line?",
        "It must lie below the line, at x = 1 (or above it, at x = −1). With ten points it does "
        "not: try other n.",
        "At n = 14 the right-most point is below the line. Replace it by one high above, at x = 1.",
    ),
)


# derive: the sharp bound

SHARP = Order(
    id="28-sharp",
    task="Prove Theorem 28.1: put the lines in order. $f$ and $f'$ are the two objectives, "
    r"$\Delta = w' - w$.",
    points=3,
    level=3,
    lines=(
        "$w$ is the minimum of $f$, so by Lemma 28.2 "
        r"$f(w') - f(w) \ge \lambda\lVert\Delta\rVert^2$.",
        "$w'$ is the minimum of $f'$, so the same lemma says "
        r"$f'(w) - f'(w') \ge \lambda\lVert\Delta\rVert^2$.",
        r"Add both: $(f - f')(w') - (f - f')(w) \ge 2\lambda\lVert\Delta\rVert^2$.",
        "Only one example differs, so the left side is "
        r"$\frac1n[\ell(w', z_i) - \ell(w, z_i) + \ell(w, z') - \ell(w', z')]$.",
        r"Each of the two losses changes by at most $\rho\lVert\Delta\rVert$: the left side is "
        r"at most $\frac{2\rho}n\lVert\Delta\rVert$.",
        r"Together $2\lambda\lVert\Delta\rVert^2 \le \frac{2\rho}n\lVert\Delta\rVert$; "
        r"divide by $2\lambda\lVert\Delta\rVert$.",
    ),
    reasons=(
        "Growth from the minimum, on the old sample.",
        "Growth from the minimum, on the new sample: the step that the textbook leaves out.",
        "The sum of the two lines before, sorted by the place where they are evaluated.",
        "Write out $f - f'$: the penalty and all other examples cancel.",
        r"The slope of the loss is at most $\rho$, twice.",
        "A lower and an upper bound of one number.",
    ),
    needs=((), (), (0, 1), (2,), (3,), (4,)),
    hints=(
        "Start with what is known of a minimum. There are two of them.",
        "After both climbs have been added, ask in what f and f′ differ.",
        "The slope of the loss comes last but one.",
    ),
)


# code: one swap


def replace_one(X, y, i, x_new, y_new, lam):
    """[move, change]: what replacing example i does to ridge with squared loss.

    X: a list of n rows of d numbers. y: their n answers. i: which example, counted from 0. x_new,
    y_new: what takes its place. lam: positive; ridge minimises mean squared residual + lam |w|².
    move: the length of the difference of the weights. change: the loss at the old example with the
    new weights, minus its loss with the old weights.
    """
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    n, d = X.shape

    def fit(X, y):
        return np.linalg.solve(X.T @ X + n * lam * np.eye(d), X.T @ y)

    row, answer, w = X[i].copy(), y[i], fit(X, y)
    X[i], y[i] = x_new, y_new
    v = fit(X, y)
    return [float(np.linalg.norm(v - w)), float((row @ v - answer) ** 2 - (row @ w - answer) ** 2)]


def _weights(X, y, lam):
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    return np.linalg.solve(X.T @ X + len(y) * lam * np.eye(X.shape[1]), X.T @ y)


def draw_swap(rng, d=None):
    d = int(rng.integers(2, 5)) if d is None else d
    n = int(rng.integers(5, 12))
    X, y = rng.normal(size=(n, d)), rng.normal(size=n)
    return (
        X.tolist(),
        y.tolist(),
        int(rng.integers(n)),
        (2 * rng.normal(size=d)).tolist(),
        float(3 * rng.normal()),
        float(rng.uniform(0.05, 1)),
    )


def draw_few(rng):
    """Fewer examples than weights: only the penalty makes the weights unique."""
    X, y = rng.normal(size=(3, 5)), rng.normal(size=3)
    return (
        X.tolist(),
        y.tolist(),
        int(rng.integers(3)),
        rng.normal(size=5).tolist(),
        float(2 * rng.normal()),
        float(rng.uniform(0.1, 1)),
    )


def draw_helpful(rng):
    """The new example pulls in the same direction as the old one, and harder: its loss falls."""
    X, y, i, _, _, lam = draw_swap(rng)
    residual = y[i] - np.array(X[i]) @ _weights(X, y, lam)
    return X, y, i, list(X[i]), float(y[i] + (1 + rng.random()) * residual), lam


LINE = ([[-1.0], [0.5], [1.0], [2.0]], [-1.5, 1.0, 1.0, 3.0])
PLANE = ([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 4.0]], [0.0, 1.0, 3.0, 3.0])

REPLACE_ONE = Code(
    id="28-replace-one",
    task="Write replace_one(X, y, i, x_new, y_new, lam).",
    points=3,
    level=2,
    solution=replace_one,
    cases={
        "a line, the last point falls": (*LINE, 3, [2.0], -3.0, 0.3),
        "two weights, the first row goes": (*PLANE, 0, [1.0, 3.0], -2.0, 0.1),
        "a swap that helps the old example": (*LINE, 3, [2.0], 4.0, 0.3),
        "replaced by itself: nothing happens": (*PLANE, 2, [1.0, 2.0], 3.0, 0.1),
        "more weights than examples": (
            [[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]],
            [1.0, -1.0],
            1,
            [1.0, 1.0, 0.0],
            2.0,
            0.5,
        ),
    },
    draw={
        "ordinary cases": draw_swap,
        "swaps that help": draw_helpful,
        "more weights than examples": draw_few,
    },
    wrong=mistakes(
        replace_one,
        {
            "The objective has the mean of the squares: the "
            "penalty in the normal equations is n·lam, not lam.": edit("n * lam", "lam"),
            "The old example was taken out, but the new one did not come in.": edit(
                "X[i], y[i] = (x_new, y_new)",
                "n, X, y = (n - 1, np.delete(X, i, axis=0), np.delete(y, i))",
            ),
            "The new example came in, but the old one is still there: n + 1 examples.": edit(
                "X[i], y[i] = (x_new, y_new)",
                "n, X, y = (n + 1, np.vstack([X, x_new]), np.append(y, y_new))",
            ),
            "The row was replaced, its answer was not.": edit(
                "X[i], y[i] = (x_new, y_new)", "X[i] = x_new"
            ),
            "The change is asked at the old example; this is what happens at the new one.": edit(
                "v = fit(X, y)", "v, row, answer = (fit(X, y), np.array(x_new), y_new)"
            ),
            "The change has the wrong sign: new weights minus old weights was asked.": after(
                lambda answer: [answer[0], -answer[1]]
            ),
            "This is the square of the length by which the weights moved.": after(
                lambda answer: [answer[0] ** 2, answer[1]]
            ),
        },
    ),
    without=(
        "helpers.linear.least_squares:Ridge.w",
        "helpers.linear.least_squares:least_squares",
        "helpers.generalisation.stability:swapped_residuals",
    ),
    hints=(
        "Two fits, on two samples of the same size. What does ridge solve?",
        "The normal equations are (X'X + n lam I) w = X'y, for both samples.",
        "Keep the old row and its answer before you overwrite them: the change is asked there.",
    ),
)


# code: what a promise with probability costs


def promised_size(eps, delta, rho, B):
    """[n, lam]: how many examples the promise asks for, and the regularisation that goes with it.

    eps: the excess risk that is allowed, positive. delta: the probability with which it may be
    exceeded, between 0 and 1. rho: largest slope of the loss. B: length of the weights to compare
    with. n: the smallest whole number for which the promise holds, at least 1. lam: the one that
    the promise uses at that n.
    """
    n = max(1, int(np.ceil((2 * rho * B / (eps * delta)) ** 2 * (1 - 1e-12))))
    return [n, float(rho / (B * np.sqrt(n)))]


def draw_promise(rng):
    return (
        float(rng.uniform(0.1, 0.6)),
        float(rng.uniform(0.05, 0.5)),
        float(rng.uniform(1.5, 4)),
        float(rng.uniform(0.2, 0.9)),
    )


PROMISED_SIZE = Code(
    id="28-promised-size",
    task="Write promised_size(eps, delta, rho, B).",
    points=3,
    level=2,
    solution=promised_size,
    cases={
        "one in ten": (0.5, 0.1, 1.0, 1.0),
        "a steep loss": (0.3, 0.2, 3.0, 0.7),
        "long weights": (0.4, 0.25, 0.6, 2.5),
        "one example is enough": (9.0, 0.9, 0.5, 0.6),
    },
    draw={
        "ordinary cases": draw_promise,
        "a few examples": lambda rng: (
            float(rng.uniform(1, 2)),
            float(rng.uniform(0.4, 0.8)),
            float(rng.uniform(1.2, 2)),
            float(rng.uniform(0.5, 0.9)),
        ),
        "long weights": lambda rng: (
            float(rng.uniform(0.2, 0.6)),
            float(rng.uniform(0.1, 0.5)),
            float(rng.uniform(0.2, 0.9)),
            float(rng.uniform(1.5, 4)),
        ),
    },
    wrong=mistakes(
        promised_size,
        {
            "This many examples are enough in the mean. A promise for the sample at hand "
            "needs δ: Markov divides by it.": edit("(eps * delta)", "eps"),
            "The mean excess has to be at most ε·δ, and n "
            "grows with the square of that: δ enters squared.": edit(
                "(2 * rho * B / (eps * delta)) ** 2", "(2 * rho * B / eps) ** 2 / delta"
            ),
            "These are the numbers with 2ρ²/(λn), which is twice too large: Theorem 28.7 "
            "needs half as many examples.": before(
                lambda eps, delta, rho, B: (eps, delta, np.sqrt(2) * rho, B)
            ),
            "The root is over n alone: ρ/(B√n), not √(ρ/(Bn)). Measure the loss in cents: λ "
            "has to become a hundred times as large.": edit(
                "rho / (B * np.sqrt(n))", "np.sqrt(rho / (B * n))"
            ),
            "A steeper loss needs more regularisation, longer "
            "weights need less: λ has ρ above and B below.": edit(
                "rho / (B * np.sqrt(n))", "B / (rho * np.sqrt(n))"
            ),
            "λₙ belongs to the whole number n that is used: "
            "round up first, then put it into ρ/(B√n).": edit(
                "rho / (B * np.sqrt(n))", "eps * delta / (2 * B ** 2)"
            ),
        },
    ),
    without=("helpers.generalisation.stability:tuned",),
    hints=(
        "How small must the mean excess be, so that Markov gives probability δ?",
        "At most ε·δ. Theorem 28.7 says what the mean excess is at n.",
        "Solve 2ρB/√n = εδ for n, round up, and put that n into λₙ.",
    ),
)


# an open question

HOSPITAL = Open(
    id="28-hospital",
    task="A patient asks a hospital to delete her record. It forecasts by ridge with squared loss, "
    "λ = 0.1, trained on 40 patients, and answers: “By the stability theorem one patient changes "
    "next to nothing, so the old weights may stay in use.” Write your advice.",
    points=5,
    level=3,
    asks=(
        "Does the theorem apply, and what would have to change so that it does?",
        "What do averages say about this one patient?",
        "What could the hospital compute to know?",
    ),
    rubric=(
        (1, "Says that squared loss has no largest slope, so Theorem 28.1 does not apply."),
        (
            1,
            "Names a repair: absolute, Huber or logistic loss, or bounded rows and answers (then "
            "slope and bound can be computed); λn = 4, so even then the bound is ρ/4, not nothing.",
        ),
        (
            1,
            "Says that replace-one is about the average patient and draw; this one may be an "
            "outlier with high leverage.",
        ),
        (
            1,
            "Proposes to compute it: refit without her, or leave-one-out/the swap formula, which "
            "costs nothing.",
        ),
        (
            1,
            "Says that a small change is not a deletion: her record still is in the weights; or "
            "that replacing and deleting are different questions.",
        ),
    ),
    words=(60, 300),
    model="The theorem needs a loss whose slope is bounded. Squared loss has none: one patient "
    "with an extreme answer can move the weights as far as she likes, whatever λ is. With Huber's "
    "or the absolute loss it would apply, and promise a move of at most ρ/(λn) = ρ/4 here: "
    "small only if ρ is. The identity between overfitting and replace-one holds for squared "
    "loss too, but it is about averages over patients and draws and says nothing of her: she "
    "may have a high leverage. There is no need for theorems: leave-one-out residuals of all "
    "patients come from the one matrix that was computed anyway, and a refit with 39 patients "
    "takes milliseconds. And even a small change is no deletion: the old weights were "
    "computed from her record.",
)
