"""The exercises of notebook 02, convexity."""

import numpy as np

from helpers.desk.edits import after, before, edit, mistakes
from helpers.desk.kinds import Code, Number, Open, Order, Position

# three constants


def squared_constants(x, y, B, lam):
    """[rho, beta, mu] of f(w) = (<w, x> - y)^2 + lam |w|^2 on the ball |w| <= B.

    Each is the best possible: rho and beta the smallest, mu the largest that is true. x is an
    array (d,) with d >= 2; y, B > 0 and lam >= 0 are numbers.
    """
    size = np.linalg.norm(x)
    steepest = 2 * size * (B * size + abs(y)) + 2 * lam * B
    return [steepest, 2 * size**2 + 2 * lam, 2 * lam]


def draw_constants(rng):
    x = rng.normal(size=rng.integers(2, 6))
    return x, rng.choice([-1, 1]) * rng.uniform(1, 3), rng.uniform(0.5, 3), rng.uniform(0.2, 1)


def without_answer(rng):
    x, _, B, lam = draw_constants(rng)
    return x, 0.0, B, lam


def without_penalty(rng):
    x, y, B, _ = draw_constants(rng)
    return x, -abs(y), B, 0.0


CONSTANTS = Code(
    id="02-squared-constants",
    task="Write squared_constants(x, y, B, lam): rho, beta and mu of a penalised squared loss.",
    points=3,
    level=2,
    solution=squared_constants,
    cases={
        "no answer, a penalty": (np.array([3.0, 4.0]), 0.0, 2.0, 0.5),
        "y = 1": (np.array([3.0, 4.0]), 1.0, 2.0, 0.5),
        "y = −1, no penalty": (np.array([0.6, 0.8]), -1.0, 2.0, 0.0),
    },
    draw={
        "an answer and a penalty": draw_constants,
        "y = 0": without_answer,
        "a negative y, no penalty": without_penalty,
    },
    without=("lessons.n02_convexity.convexity:ball_constants",),
    wrong=mistakes(
        squared_constants,
        {
            """The slope depends on the answer y: where the residual is largest, |<w, x> - y| is
            B |x| + |y|, not B |x|.""": edit(" + abs(y)", ""),
            "The penalty bends and slopes too: it adds 2 lam to beta and 2 lam B to rho.": edit(
                " + 2 * lam * B", "", " + 2 * lam,", ","
            ),
            """A negative y makes the loss no flatter: the ball has points on both sides, so |y|
            counts.""": edit("abs(y)", "y"),
            """mu is the least curvature over all directions. Across x the squared loss is flat:
            only the penalty bends there.""": edit("lam,", "lam, 2 * size ** 2 +"),
        },
    ),
    hints=(
        "Write down the gradient. Where on the ball is it longest?",
        "It is 2(<w, x> − y) x + 2 lam w: both parts are longest at an end of the ball along x.",
        "For beta and mu look at the curvature along x, and across x.",
    ),
)

# prediction

SUM = Number(
    id="02-sum",
    task=r"For which largest $\mu$ is $f(w) = 2w^2 + |w|$ a $\mu$-strongly convex function?",
    level=1,
    answer=4.0,
    within=0.05,
    why="$2w^2$ has curvature 4. The convex $|w|$ takes nothing away; on either side of 0 it is "
    "straight and adds nothing.",
    traps=(
        (2.0, "The yardstick is μ/2 · w², not μ w². What is half of μ here?"),
        (5.0, "|w| bends only at 0. A chord on one side of 0 gains nothing from it."),
        (0.0, "|w| alone is not strongly convex, but the sum keeps the curvature of 2w²."),
    ),
    hints=(
        "Strongly convex plus convex keeps the constant.",
        "w² has μ = 2.",
        "Twice w² has twice the curvature of w².",
    ),
)

GLOBAL = Order(
    id="02-global",
    task="Put the lines in order: they prove that a local minimum $w$ of a convex $f$ is a global "
    "one.",
    points=2,
    level=1,
    lines=(
        "Suppose some $u$ is lower than the local minimum $w$: $f(u) < f(w)$.",
        r"Walk from $w$ towards $u$: $w_\alpha = \alpha u + (1 - \alpha) w$, with a small "
        r"$\alpha > 0$.",
        r"By convexity $f(w_\alpha) \le \alpha f(u) + (1 - \alpha) f(w)$.",
        r"The right side is less than $\alpha f(w) + (1 - \alpha) f(w) = f(w)$.",
        "So points as near to $w$ as you like are lower than $w$: it was no local minimum.",
    ),
    reasons=(
        "A proof by contradiction starts with what it denies.",
        "The segment from the first line's w to its u.",
        "The definition of convexity, for the points of the second line.",
        "Here f(u) < f(w) of the first line is used.",
        "As alpha shrinks, the walk stays near w: that is the contradiction.",
    ),
    hints=(
        "It is a proof by contradiction: which line denies the claim?",
        "The chord must be named before its inequality is used.",
        "The last line says what is contradicted.",
    ),
)

STILL_RIGHT = Position(
    id="02-still-right",
    task="Choose the loss <b>two slopes</b> with left slope a = −1 and a kink of 0.6 or more at 0. "
    "It is not calibrated. Find a p between ½ and 0.9 at which it still prefers the right sign.",
    points=2,
    level=2,
    figure="n02_convexity.calibration",
    conditions={
        "two slopes, a = −1": lambda r: r.phi.name == "two slopes" and r.a == -1,
        "the kink is 0.6 or more": lambda r: r.kink >= 0.6,
        "p is between ½ and 0.9": lambda r: 0.5 < r.p <= 0.9,
        "a wrong sign costs more": lambda r: r.regret > 1e-6,
    },
    answer=dict(loss="two slopes", kink=0.6, p=0.8),
    why="C_p falls to the right of 0 as soon as p(1 − k) > 1 − p, that is for p over 1/(2 − k). "
    "Calibration asks for every p over ½; a kink of 0.6 spoils those up to 0.71, and a kink of 1, "
    "the perceptron's, spoils all.",
    hints=(
        "Set the loss and the kink first. Then move p and watch the star.",
        "The slope of the cost to the right of 0 is p(a + k) − (1 − p)a. When is it negative?",
        "With k = 0.6 it is 1 − 1.4 p: for which p is that negative?",
    ),
)

LIPSCHITZ = Open(
    id="02-lipschitz",
    task="A lecture note says: “f is L-smooth, that is, L-Lipschitz.” Explain the difference to a "
    "fellow student with one function that is smooth and not Lipschitz, one that is Lipschitz and "
    "not smooth, and say which of the two a step size in gradient descent should know about.",
    points=4,
    level=2,
    rubric=(
        (1, "smooth: the gradient is Lipschitz; Lipschitz: the values are"),
        (1, "smooth and not Lipschitz on the line: for example w²"),
        (1, "Lipschitz and not smooth: for example |w| or the hinge"),
        (
            1,
            "the step size needs the smoothness, because the slope must not turn over in a step; "
            "or, for subgradient steps, the Lipschitz constant, as in B/(ρ√T)",
        ),
    ),
    asks=("What does each constant bound?", "Two examples?", "Which one limits a step, and why?"),
    words=(40, 200),
    model="Lipschitz bounds how steep f is, smooth how fast its slope changes. w² is 2-smooth, but "
    "its slope 2w has no bound. |w| has slopes ±1, but at 0 the slope jumps. A step trusts the "
    "slope at its start, so it must be short where the slope turns fast: that is smoothness. "
    "(Where there is only a subgradient, η = B/(ρ√T) goes by the Lipschitz constant instead.)",
)

# corners


def corner_set(w, knots, weights):
    """[lo, hi], the set of subgradients at w of f(w) = sum_j c_j |w - k_j|.

    w is a number; knots k_j and weights c_j >= 0 are arrays (m,).
    """
    lo = np.sum(np.where(w > knots, weights, -weights))
    return [lo, np.sum(np.where(w >= knots, weights, -weights))]


def draw_between(rng):
    """Some knots are passed, some lie ahead, in any order."""
    knots = rng.permutation(rng.normal(size=rng.integers(3, 7)))
    low, high = np.sort(knots)[:2]
    return float((low + high) / 2), knots, rng.uniform(0.2, 2, len(knots))


def draw_at_knot(rng):
    knots = rng.permutation(9)[: rng.integers(3, 7)] - 4.0
    return float(rng.choice(knots)), knots, rng.uniform(0.2, 2, len(knots))


def draw_double_knot(rng):
    """Two knots at one place, w there; another one has no weight."""
    w, knots, weights = draw_at_knot(rng)
    return w, np.append(knots, w), np.append(weights * (np.arange(len(knots)) != 1), 0.7)


CORNERS = Code(
    id="02-corner-set",
    task="Write corner_set(w, knots, weights): the subgradients of a weighted sum of corners.",
    points=2,
    level=2,
    solution=corner_set,
    cases={
        "at a knot": (1.0, np.array([0.0, 1.0]), np.array([1.0, 1.0])),
        "at a knot, unequal weights": (0.0, np.array([0.0, 1.0]), np.array([3.0, 0.5])),
        "between knots": (0.5, np.array([0.0, 1.0]), np.array([3.0, 0.5])),
        "between knots that are not sorted": (
            0.5,
            np.array([2.0, 0.0, 1.0]),
            np.array([1.0, 0.0, 0.5]),
        ),
    },
    draw={
        "between knots": draw_between,
        "at a knot": draw_at_knot,
        "two knots at one place": draw_double_knot,
    },
    without=("helpers.learning.functions:subdifferential",),
    wrong=mistakes(
        corner_set,
        {
            "Each knot brings its own weight; here all count as 1.": before(
                lambda w, knots, weights: (w, knots, np.ones(len(weights)))
            ),
            """np.sign(0) is 0: at a knot you found one slope in the middle, but every slope
            from −c to c is a subgradient there.""": after(lambda answer: [sum(answer) / 2] * 2),
            """A knot gives an interval only at w itself. Passed or still ahead, it gives one
            slope.""": edit("w > knots", "False", "w >= knots", "True"),
        },
    ),
    hints=(
        "Find the set of each term c|w − k| first: w left of k, at k, right of k.",
        "Interval plus interval: add the lower ends, and add the upper ends.",
        "At w = k the term gives [−c, c]; elsewhere both its ends are −c or both are c.",
    ),
)

# cheapest scores


def cheapest(p):
    """[squared, logistic, exponential, hinge], the scores s that minimise C_p(s).

    C_p(s) = p phi(s) + (1 - p) phi(-s), for phi(m) = (1 - m)^2, ln(1 + e^-m), e^-m and
    max(0, 1 - m); p is a number between 0 and 1, not 1/2.
    """
    odds = np.log(p / (1 - p))
    return [2 * p - 1, odds, odds / 2, np.sign(p - 0.5)]


CHEAPEST = Code(
    id="02-cheapest",
    task="Write cheapest(p): the cheapest scores of four losses.",
    points=3,
    level=3,
    solution=cheapest,
    cases={"p = 0.8": (0.8,), "p = 0.3": (0.3,), "nearly certain": (0.9999,)},
    draw={
        "p over 1/2": lambda rng: (rng.uniform(0.55, 0.95),),
        "p under 1/2": lambda rng: (rng.uniform(0.05, 0.45),),
        "nearly certain": lambda rng: (float(rng.choice([0, 1 - 2e-4])) + rng.uniform(5e-5, 1e-4),),
    },
    without=("helpers.learning.surrogate:best_scores",),
    wrong=mistakes(
        cheapest,
        {
            """The exponential loss finds half of the log odds: setting p e^-s = (1 − p) e^s
            gives e^(2s) = p/(1 − p).""": edit(" / 2", ""),
            """The logistic loss is minimised by a score, any real number, not by a probability:
            the score is the log odds.""": edit("odds,", "p,"),
            """The hinge is made of straight pieces: its cheapest score sits at a corner, and
            does not tell how sure p is.""": edit("np.sign(p - 0.5)", "2 * p - 1"),
        },
    ),
    hints=(
        "Set the derivative of C_p to zero; for the hinge look at its corners instead.",
        "Squared: −2p(1 − s) + 2(1 − p)(1 + s) = 0. Do the same for the others.",
        "Logistic: p/(1 + e^s) = (1 − p)/(1 + e^−s). Multiply out and take logarithms.",
    ),
)
