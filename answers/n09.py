"""The exercises of notebook 09, variants of SGD."""

import numpy as np

from helpers.desk.edits import after, before, edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: a companion as good as a batch

COMPANION = Number(
    id="09-companion",
    task="A batch of 10 examples divides the variance of a guess by 10. How strongly must a "
    "control variate be correlated with the guess, to do the same for one example? Give ρ to two "
    "digits.",
    points=1,
    level=1,
    answer=0.95,
    within=0.005,
    why=r"$1 - \rho^2 = \frac1{10}$, so $\rho = \sqrt{0.9} = 0.949$. A correlation of 0.9, which "
    r"sounds as if it left a tenth, leaves almost a fifth.",
    traps=(
        (0.9, "That would be right if 1 − ρ were left. It is 1 − ρ²."),
        (0.99, "That leaves 2 % of the variance, more than was asked for."),
        (0.316, "That is √0.1: ρ² is what is <i>saved</i>, not what is left."),
        (0.1, "A correlation of 0.1 saves one per cent."),
    ),
    hints=(
        "Which share of the variance does the best coefficient leave (Theorem 9.5)?",
        "1 − ρ² must be one tenth.",
        "ρ² = 0.9.",
    ),
)


# find a position: few examples

FEW = Position(
    id="09-few",
    task="Only n = 100 examples. Find a step and a number of steps between snapshots for which "
    "SVRG's expected height is under 10⁻⁵ after ten passes over the data.",
    points=2,
    level=2,
    figure="n09_sgd_variants.snapshot",
    conditions={
        "there are 100 examples": lambda r: r.size == 100,
        "SVRG's mean square error shrinks": lambda r: r.exact.factor < 1,
        "SVRG is under 10⁻⁵ after ten passes": lambda r: r.height_at(10) < 1e-5,
    },
    answer={"n": "100", "eta": 0.05, "kappa": 12},
    why="With few examples a snapshot is cheap, so it may be taken often: κ between 2 and 50 does. "
    "A longer step wants a fresher snapshot: 0.1 goes with κ = 4, and 0.02 with κ = 40.",
    hints=(
        "Choose n = 100 first and look where the blue curve stands at 10 on the right.",
        "The work of a snapshot is n gradients. With κ = n/2 it is half of all the work.",
        "Try κ = 20 and lengthen the step until the curve rises again.",
    ),
)


# derive: AdaGrad's bound

REGRET = Order(
    id="09-regret",
    task=r"Prove Theorem 9.4 for one coordinate: put the lines in order. $d_t = w_t - u$, "
    r"$|d_t| \le D$, and $H_t = \sqrt{G_t + \varepsilon}$ with $G_t = v_1^2 + \dots + v_t^2$.",
    points=3,
    level=2,
    lines=(
        r"A step is $d_{t+1} = d_t - \eta\, v_t/H_t$.",
        r"Square it and solve for the product: "
        r"$v_td_t = \frac{H_t}{2\eta}(d_t^2 - d_{t+1}^2) + \frac\eta2\,v_t^2/H_t$.",
        r"Add up over $t$. In the first sum collect what stands at $d_t^2$, with $H_0 = 0$: "
        r"$\sum_t H_t(d_t^2 - d_{t+1}^2) \le \sum_t(H_t - H_{t-1})\,d_t^2$.",
        r"No factor $H_t - H_{t-1}$ is negative, so "
        r"$\sum_t(H_t - H_{t-1})\,d_t^2 \le D^2\sum_t(H_t - H_{t-1}) = D^2H_T$.",
        r"$v_t^2/H_t \le (H_t^2 - H_{t-1}^2)/H_t \le 2\,(H_t - H_{t-1})$, so "
        r"$\sum_tv_t^2/H_t \le 2H_T$.",
        r"Together: $\sum_t v_td_t \le \big(\frac{D^2}{2\eta} + \eta\big)H_T$.",
    ),
    reasons=(
        "This is AdaGrad; subtract $u$ on both sides.",
        r"$d_{t+1}^2 = d_t^2 - 2\eta\,v_td_t/H_t + \eta^2v_t^2/H_t^2$; multiply by $H_t/(2\eta)$.",
        "Summation by parts; the last term, $-H_Td_{T+1}^2$, is not positive and is dropped.",
        r"$H_t$ grows, and $d_t^2 \le D^2$.",
        r"$v_t^2 = H_t^2 - H_{t-1}^2$ for $t > 1$, and $v_1^2 \le H_1^2$; then "
        r"$a^2 - b^2 = (a-b)(a+b)$ and $a + b \le 2a$.",
        "Insert all three bounds into the sum of the products.",
    ),
    needs=((), (0,), (1,), (), (), (2, 3, 4)),
    hints=(
        "Begin with one step, as for Theorem 8.3.",
        "Two sums have to be bounded: one with distances, one with squares of gradients.",
        "The sum with distances takes two lines: rearrange first, then use |d| ≤ D.",
    ),
)


# the direction of SVRG


def svrg_direction(w, snap, X, y, j):
    """The direction that SVRG takes at w if it has drawn example j; a list of d numbers.

    The loss of example i is (<w, x_i> - y_i)^2. X: a list of n rows x_i; y: a list of n numbers;
    snap: the snapshot, a point like w.
    """
    X, y, w, snap = (np.asarray(a, dtype=float) for a in (X, y, w, snap))
    now, then = (2 * (X[j] @ p - y[j]) * X[j] for p in (w, snap))
    full = 2 * X.T @ (X @ snap - y) / len(y)
    return list(now - then + full)


def draw_svrg(rng):
    """Snapshot and point well apart; any number of examples and weights."""
    n, d = int(rng.integers(3, 8)), int(rng.integers(2, 5))
    w, snap = 2 + rng.normal(size=d), rng.normal(size=d) - 2
    X, y = 1.5 + rng.normal(size=(n, d)), rng.normal(size=n)
    return w.tolist(), snap.tolist(), X.tolist(), y.tolist(), int(rng.integers(1, n))


def draw_at_snapshot(rng):
    w, _, *rest = draw_svrg(rng)
    return w, w, *rest


SVRG = Code(
    id="09-svrg",
    task="Write svrg_direction(w, snap, X, y, j), the direction of SVRG for example j.",
    points=2,
    level=2,
    solution=svrg_direction,
    cases={
        "at the snapshot": ([1, 1], [1, 1], [[1, 2], [3, 1]], [1, 0], 0),
        "one example": ([2, 0], [1, 1], [[1, 2]], [1], 0),
        "two examples": ([2, 0], [1, -1], [[1, 2], [2, 1]], [1, 3], 1),
    },
    draw={"away from the snapshot": draw_svrg, "at the snapshot": draw_at_snapshot},
    without=("helpers.descent.svrg:svrg_singles",),
    wrong=mistakes(
        svrg_direction,
        {
            """The full gradient is taken at w. That needs all n examples in every step, which
            is what SVRG avoids: it is kept from the snapshot.""": edit(
                "(X @ snap - y)", "(X @ w - y)"
            ),
            """The correction is added with the wrong sign. Average your direction over all j:
            it must be the gradient at w.""": edit("now - then + full", "now + then - full"),
            "The full gradient is a mean over the n examples. Here it is their sum.": edit(
                " / len(y)", ""
            ),
            """The gradient of example j is its miss times the whole row. Here the second entry
            begins with the second weight twice, as the notes print it.""": edit(
                "* X[j] for p",
                "* X[j] + 2 * (p[1] - p[0]) * X[j, 0] * X[j, 1] * np.eye(len(p))[1] for p",
            ),
            "The loss is the square itself: its derivative has a factor 2.": after(
                lambda answer: [part / 2 for part in answer]
            ),
            "That is plain SGD: the gradient of one example. The snapshot is not used.": edit(
                "now - then + full", "now"
            ),
        },
    ),
    hints=(
        "At the snapshot only one of three terms is left. Which?",
        "You need the gradient of example j at two points, and one mean over all examples.",
        "Gradient of j at w, minus gradient of j at snap, plus the mean gradient at snap.",
    ),
)


# a projected step


def cos_step(w, x, y, eta, B):
    """One step of projected SGD, a list of two numbers.

    The loss of the pair (x, y) is -cos((y - w[0] - w[1] x)/2). The step has size eta and starts at
    w; then comes the nearest point of the disc of radius B about 0.
    """
    half = (y - w[0] - w[1] * x) / 2
    moved = np.asarray(w, dtype=float) + eta * np.sin(half) / 2 * np.array([1.0, x])
    return list(moved * min(1.0, B / max(np.hypot(*moved), 1e-300)))


def draw_cos(rng, B):
    """Entries of both signs; the step is long enough to be seen."""
    w, x = rng.choice([-1, 1], 2) * rng.uniform(0.5, 1.5, 2), rng.uniform(-1, -0.3)
    y = w[0] + w[1] * x + rng.choice([-1, 1]) * rng.uniform(0.8, 2)
    return w.tolist(), float(x), float(y), float(rng.uniform(0.3, 0.8)), B


COS_STEP = Code(
    id="09-cos-step",
    task="Write cos_step(w, x, y, eta, B), one projected step on the loss of section 1.",
    points=2,
    level=1,
    solution=cos_step,
    cases={
        "a perfect fit, outside": ([3, 4], 0.5, 5, 1, 1),
        "inside, not a perfect fit": ([0.2, 0.1], 0.5, 1, 0.4, 2),
        "leaves the disc": ([0.9, 0.2], 1, 3, 4, 0.5),
    },
    draw={
        "inside the disc": lambda rng: draw_cos(rng, float(rng.uniform(4, 9))),
        "outside the disc": lambda rng: draw_cos(rng, float(rng.uniform(0.2, 0.45))),
    },
    without=("helpers.descent.projections:cos_grad", "helpers.descent.projections:project_ball"),
    wrong=mistakes(
        cos_step,
        {
            """Your step climbs. The derivative of -cos is +sin, and the chain rule brings
            another minus sign from inside; the notes have this sign wrong too.""": edit(
                "+ eta", "- eta"
            ),
            """A point inside the disc is its own nearest point. Here every point is moved to
            the rim.""": edit(
                "min(1.0, B / max(np.hypot(*moved), 1e-300))", "B / np.hypot(*moved)"
            ),
            "The factor one half from inside the cosine is missing in the gradient.": before(
                lambda w, x, y, eta, B: (w, x, y, 2 * eta, B)
            ),
            """That is the nearest point of a box: each entry was clipped by itself. In a disc
            the whole vector is shortened.""": edit(
                "moved * min(1.0, B / max(np.hypot(*moved), 1e-300))", "np.clip(moved, -B, B)"
            ),
            "The step is right, but the point is not brought back to the disc.": before(
                lambda w, x, y, eta, B: (w, x, y, eta, 1e9)
            ),
        },
    ),
    hints=(
        "Differentiate -cos with care, inside and outside. A short step must lower the loss.",
        "The gradient is -sin((y - w[0] - w[1] x)/2)/2 times (1, x).",
        "Then compare the length of the new point with B, and shorten it if it is longer.",
    ),
)


# AdaGrad's rates


def adagrad_rates(V, eta, eps):
    """AdaGrad's effective rate of every coordinate after the last of these steps, a list.

    V: a list of T gradients, each a list of d numbers. The effective rate of a coordinate is the
    number by which its latest gradient is multiplied.
    """
    return list(eta / np.sqrt(np.sum(np.square(np.asarray(V, dtype=float)), axis=0) + eps))


def draw_gradients(rng, T=None):
    T, d = T or int(rng.integers(4, 8)), int(rng.integers(2, 4))
    V = rng.normal(size=(T, d)) * rng.uniform(0.5, 2, d) + 0.3
    return V.tolist(), float(rng.uniform(0.5, 2)), float(rng.uniform(0.2, 0.8))


def draw_rare(rng):
    V, eta, eps = draw_gradients(rng)
    return [[*v, 0.0] for v in V], eta, eps


ADAGRAD = Code(
    id="09-adagrad",
    task="Write adagrad_rates(V, eta, eps), the effective rate of every coordinate.",
    points=2,
    level=1,
    solution=adagrad_rates,
    cases={
        "one step": ([[1, 2]], 2, 0.5),
        "signs that cancel": ([[1, 2], [-1, 2]], 1, 0.25),
        "a rare feature": ([[1, 0], [2, 0], [2, 1]], 3, 0.1),
    },
    draw={
        "several steps": draw_gradients,
        "one step": lambda rng: draw_gradients(rng, 1),
        "a feature that never occurs": draw_rare,
    },
    without=("helpers.descent.adaptive:effective_rates", "helpers.descent.adaptive:adagrad"),
    wrong=mistakes(
        adagrad_rates,
        {
            """That is the square of the sum: gradients of opposite sign cancel in it. AdaGrad
            adds up squares.""": edit(
                "(np.square(np.asarray(V, dtype=float)), axis=0)",
                "(np.asarray(V, dtype=float), axis=0) ** 2",
            ),
            """You divide by the number of steps: then the rate does not shrink. AdaGrad's sum
            only grows.""": edit("np.sum", "np.mean"),
            "The sum includes the present gradient. Yours stops one step earlier.": before(
                lambda V, eta, eps: (np.asarray(V)[:-1], eta, eps)
            ),
            "One rate for all coordinates: the squares were added up over the columns too.": edit(
                "np.sum(np.square(np.asarray(V, dtype=float)), axis=0)",
                "np.full(np.shape(V)[1], np.sum(np.square(V)))",
            ),
            "The root is missing: the rate falls like one over the ROOT of the sum.": edit(
                "np.sqrt", ""
            ),
            "In AdaGrad as it stands here, ε is added under the root.": edit(
                "np.sqrt(np.sum(np.square(np.asarray(V, dtype=float)), axis=0) + eps)",
                "(np.sqrt(np.sum(np.square(np.asarray(V, dtype=float)), axis=0)) + eps)",
            ),
        },
    ),
    hints=(
        "One step cannot tell a sum of squares from a squared sum: work the second case by hand.",
        "Square every entry, add up each column by itself.",
        "Add eps, take the root, divide eta by it.",
    ),
)


# the best control


def least_variance(x, y):
    """The least variance that x + c (y - mean of y) can have for any number c.

    x, y: lists of n paired numbers; y is not constant. All variances divide by n.
    """
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    C = np.mean((x - x.mean()) * (y - y.mean()))
    return float(np.var(x) - C**2 / np.var(y))


def draw_control(rng):
    """Two correlated lists of any length, y in an odd unit; half the time they run apart."""
    x, noise = rng.normal(size=(2, rng.integers(6, 15)))
    return (3 + x).tolist(), (rng.choice([-1, 1]) * rng.uniform(2, 9) * (x + noise)).tolist()


def draw_perfect(rng):
    """y is a straight line in x: nothing is left."""
    x = rng.normal(size=6)
    return x.tolist(), (2 - rng.uniform(1, 3) * x).tolist()


CONTROL = Code(
    id="09-control",
    task="Write least_variance(x, y), the least variance that a control variate can leave.",
    points=2,
    level=2,
    solution=least_variance,
    cases={
        "the same variable": ([1, -1, 3], [1, -1, 3]),
        "in other units": ([1, -1, 3], [10, -10, 31]),
        "some correlation": ([1, 2, 3, 6], [2, 0, 5, 5]),
        "one falls as the other rises": ([1, 2, 3, 6], [5, 5, 1, 0]),
    },
    draw={"some correlation": draw_control, "a perfect companion": draw_perfect},
    without=("helpers.descent.svrg:moments",),
    wrong=mistakes(
        least_variance,
        {
            """The covariance enters squared: otherwise the result would change with the unit of
            y. The notes lose this square too.""": edit(" ** 2", ""),
            "That is the variance at c = -1. It is the best coefficient only by luck.": whole(
                lambda x, y: float(np.var(np.subtract(x, y)))
            ),
            "You left 1 - ρ of the variance, more than all if ρ is negative. It is 1 - ρ².": whole(
                lambda x, y: float(np.var(x) * (1 - np.corrcoef(x, y)[0, 1]))
            ),
            "You left 1 - |ρ| of the variance. It is 1 - ρ².": whole(
                lambda x, y: float(np.var(x) * (1 - abs(np.corrcoef(x, y)[0, 1])))
            ),
            "All variances divide by n here, not by n - 1.": whole(
                lambda x, y: least_variance(x, y) * len(x) / (len(x) - 1)
            ),
        },
    ),
    hints=(
        "The variance is a parabola in c. Where is its lowest point?",
        "V_x + 2cC + c²V_y is least at c = -C/V_y.",
        "Insert it. The result must not change if y is measured in other units.",
    ),
)


# an open question

CURE = Open(
    id="09-cure",
    task="Three colleagues are unhappy with SGD. A: weights must be probabilities, and come out "
    "negative. B: ten thousand words as features, most of them rare, and no time to tune. C: a "
    "small data set, a smooth convex loss, and ten digits are needed. Advise each.",
    points=5,
    level=3,
    asks=(
        "Which variant does each need, and which line of the loop changes?",
        "What does it cost, in each step or in the end?",
        "What would you check first, and when does the cure not work?",
    ),
    rubric=(
        (1, "A: projection onto the simplex (convex), a sort in each step; the bound survives."),
        (1, "B: AdaGrad or Adam, a diagonal; one more vector of memory; no tuning, not more."),
        (1, "C: SVRG (or descent), a full pass for each snapshot, a constant step."),
        (1, "Names a cost or limit of each: sort, shrinking or shaking steps, snapshots."),
        (
            1,
            "Names a case where a cure fails: a set that is not convex, a valley across the axes, "
            "fresh examples without a finite sample.",
        ),
    ),
    words=(80, 350),
    model="A: after each step go to the nearest point of the simplex, a sort per step; the set is "
    "convex, so the bound of SGD survives. B: AdaGrad, which keeps a sum of squares for every "
    "weight and so gives rare words long steps; any step from 0.3 to 3 will do if the features are "
    "of size 1 (a step has the unit of a weight), but its steps only shrink, and a tuned SGD might "
    "be as good. C: SVRG with a constant step and a snapshot every few passes: its noise dies out, "
    "SGD's does not. It needs a finite sample; with fresh examples there is no full gradient to "
    "keep, and then ten digits would be wasted anyway.",
)
