"""The exercises of notebook 16, reproducing kernel Hilbert spaces."""

import numpy as np

from helpers.desk.edits import edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: the bill of a polygon

BILL = Number(
    id="16-bill",
    task=r"The kernel is $k(x, z) = \min(x, z)$ on $[0, 1]$, so every function starts at "
    r"$f(0) = 0$ and its price is $\int f'^2$. What is the least price of a function with "
    r"$f(\frac14) = 2$ and $f(\frac34) = 0$?",
    points=1,
    level=1,
    answer=24.0,
    within=0.01,
    why=r"The polygon through $(0, 0)$, $(\frac14, 2)$, $(\frac34, 0)$ is cheapest, flat from "
    r"there on: slope 8 up, slope 4 down, $64\cdot\frac14 + 16\cdot\frac12 = 24$. By Theorem 16.3: "
    r"$y^\top K^{-1}y$ with $K = \begin{pmatrix}\frac14&\frac14\\\frac14&\frac34\end{pmatrix}$ and "
    r"$y = (2, 0)$.",
    traps=(
        (16.0, r"That is the way up alone. The curve has to come down to $(\frac34, 0)$, too."),
        (8.0, "That is the way down alone. The curve has to climb from $(0, 0)$ first."),
        (28.0, "Yours goes on falling after ¾. Nobody asks for that: stay at 0, it is free."),
        (80.0, "Each slope is squared, but it is paid only over the length of its stretch."),
        (12.0, "That is the sum of the two slopes, or rise over length. The slope is squared."),
        (6.0, "That is the bill of heights 1 and 0. Twice the height costs four times as much."),
        (4.0, "That is the sum of squared heights. The price is about slopes."),
        (0.0, "Then $f$ would be flat, and it could not be 2 anywhere."),
    ),
    hints=(
        "Which curve is cheapest if slope is charged? And where does every curve start?",
        "Straight pieces: from (0, 0) to (¼, 2), from there to (¾, 0). And then?",
        "Price of a piece: slope² times length, which is rise² over length.",
    ),
)


# find a position: nothing cheaper

FLOOR = Position(
    id="16-floor",
    task=r"Find a function that is 1 at a place $x \ge 0.7$ and reaches the floor: its price is "
    r"within 1 % of the least possible.",
    points=2,
    level=2,
    figure="n16_rkhs.spike",
    conditions={
        "the place is at 0.7 or beyond": lambda r: r.x >= 0.7 - 1e-9,
        "the price is within 1 % of the floor": lambda r: r.price <= 1.01 * r.floor,
    },
    answer={"x": 0.8, "h": 0.8, "shape": "shoulder"},
    why="It is k(x, ·)/k(x, x): it climbs evenly from 0 to x, and does not come down again. Its "
    "price is 1/x.",
    hints=(
        "What does the curve do after x that costs something and gains nothing?",
        "Take the shape that does not come down.",
        "And climb as slowly as can be: start at 0, so h = x.",
    ),
)


# derive: the representer theorem

REPRESENTER = Order(
    id="16-representer",
    task=r"Prove Theorem 16.4: put the lines in order. $f$ is any function of the space, "
    r"$\mathrm{Obj}(f) = L(f(x_1), \dots, f(x_n)) + \Omega(\lVert f\rVert)$.",
    points=3,
    level=3,
    lines=(
        r"Split $f = p + g$: $p$ a sum $\sum_i\alpha_ik(x_i, \cdot)$, and $g$ orthogonal to all "
        r"$k(x_i, \cdot)$.",
        r"$g(x_i) = \langle g, k(x_i, \cdot)\rangle = 0$ at every data point.",
        "So $f(x_i) = p(x_i)$ for all $i$: both have the same loss $L$.",
        r"$\lVert f\rVert^2 = \lVert p\rVert^2 + \lVert g\rVert^2 \ge \lVert p\rVert^2$ by "
        r"Pythagoras, so $\Omega(\lVert p\rVert) \le \Omega(\lVert f\rVert)$.",
        r"Same loss, and no larger penalty: $\mathrm{Obj}(p) \le \mathrm{Obj}(f)$.",
        r"If $\Omega$ is strictly increasing and $g \ne 0$, this is strict: a minimiser has "
        r"$g = 0$.",
    ),
    reasons=(
        "Orthogonal projection on the span of finitely many functions.",
        "The reproducing property, and orthogonality.",
        "Values add: $f(x_i) = p(x_i) + g(x_i)$.",
        r"$p$ and $g$ are orthogonal, and $\Omega$ does not decrease.",
        "Add the loss and the penalty.",
        "Then the penalty of $f$ is really larger.",
    ),
    needs=((), (0,), (1,), (0,), (2, 3), (4,)),
    hints=(
        "Begin by splitting f into a part that the data see, and the rest.",
        "Two facts about the rest: what is its value at the data, and what does it cost?",
        "The loss and the penalty come together in the last line but one.",
    ),
)


# code: inner product and distance of two functions


def compare(alpha, X, beta, Z, bandwidth):
    """[inner, distance] of two functions of the Gaussian kernel’s space.

    The functions are f = Σ alpha[i] k(X[i], ·) and g = Σ beta[j] k(Z[j], ·). alpha, beta: lists of
    numbers. X, Z: lists of as many points, each a list of coordinates. bandwidth: ℓ of the kernel.
    inner: their inner product. distance: the norm of f − g, at least 0.
    """
    alpha, beta = np.array(alpha, dtype=float), np.array(beta, dtype=float)
    X, Z = np.array(X, dtype=float), np.array(Z, dtype=float)

    def k(A, B):
        squares = ((A[:, None, :] - B[None, :, :]) ** 2).sum(axis=2)
        return np.exp(-squares / (2 * bandwidth**2))

    inner = alpha @ k(X, Z) @ beta
    square = alpha @ k(X, X) @ alpha - 2 * inner + beta @ k(Z, Z) @ beta
    return [float(inner), float(np.sqrt(max(square, 0.0)))]


def coefficients_only(alpha, X, beta, Z, bandwidth):
    m = min(len(alpha), len(beta))
    a, b = np.array(alpha[:m]), np.array(beta[:m])
    return [float(a @ b), float(np.linalg.norm(a - b))]


def _two(rng, n, m, d):
    return (
        rng.normal(size=n).round(2).tolist(),
        rng.normal(size=(n, d)).round(2).tolist(),
        rng.normal(size=m).round(2).tolist(),
        rng.normal(size=(m, d)).round(2).tolist(),
        float(rng.uniform(0.5, 1.5)),
    )


def draw_two(rng):
    return _two(rng, int(rng.integers(2, 5)), int(rng.integers(2, 5)), int(rng.integers(1, 4)))


def draw_same(rng):
    """One function, written in two ways: a centre of f comes twice in g, with split weights."""
    alpha, X, _, _, bandwidth = _two(rng, 3, 3, 2)
    part = float(rng.uniform(0.2, 0.8))
    return alpha, X, [alpha[0] * part, *alpha[1:], alpha[0] * (1 - part)], [*X, X[0]], bandwidth


COMPARE = Code(
    id="16-compare",
    task="Write compare(alpha, X, beta, Z, bandwidth).",
    points=3,
    level=2,
    solution=compare,
    cases={
        "one bump each": ([1.0], [[0.0]], [2.0], [[1.0]], 1.0),
        "other numbers of bumps": ([1.0, -1.0], [[0.0], [2.0]], [0.5], [[1.0]], 0.7),
        "three coordinates": ([2.0], [[0.0, 1.0, 0.0]], [1.0, 1.0], [[0, 0, 0], [1, 1, 0]], 1.5),
        "one function, written twice": ([3.0], [[0.5]], [1.0, 2.0], [[0.5], [0.5]], 0.4),
        "orthogonal, nearly": ([1.0], [[0.0]], [1.0], [[9.0]], 0.5),
    },
    draw={
        "ordinary functions": draw_two,
        "one function, written in two ways": draw_same,
        "many bumps": lambda rng: _two(rng, 8, 5, 2),
    },
    wrong=mistakes(
        compare,
        {
            """Coefficients are not coordinates: bumps at different centres are not orthogonal,
            so Σ αᵢβᵢ is not the inner product.""": whole(coefficients_only),
            """The inner product is right, but ‖f‖² is not Σ αᵢ²: two bumps of f have an inner
            product, too, and it is seldom 0.""": edit(
                "alpha @ k(X, X) @ alpha - 2 * inner + beta @ k(Z, Z) @ beta",
                "alpha @ alpha - 2 * inner + beta @ beta",
            ),
            "This is the square of the distance.": edit(
                "np.sqrt(max(square, 0.0))", "max(square, 0.0)"
            ),
            "In ‖f − g‖² the inner product comes twice.": edit("- 2 * inner", "- inner"),
            "The kernel is exp(−‖x − z‖²/(2ℓ²)): the 2 is missing.": edit(
                "(2 * bandwidth ** 2)", "bandwidth ** 2"
            ),
            "The norm of the difference is not the difference of the norms.": edit(
                "np.sqrt(max(square, 0.0))",
                "abs(np.sqrt(alpha @ k(X, X) @ alpha) - np.sqrt(beta @ k(Z, Z) @ beta))",
            ),
            "This is the norm of f + g.": edit("- 2 * inner", "+ 2 * inner"),
        },
    ),
    without=("helpers.kernels.rkhs:inner", "helpers.kernels.rkhs:price"),
    hints=(
        "What is the inner product of two single bumps, k(x, ·) and k(z, ·)?",
        "It is k(x, z). Everything else follows because inner products are linear on both sides.",
        "‖f − g‖² = ⟨f, f⟩ − 2⟨f, g⟩ + ⟨g, g⟩: three kernel matrices.",
    ),
)


# code: novelty


def novelty(K, k_new, k_self, r):
    """What the first r kernel principal components miss of a new point.

    K: n rows of n numbers k(x_i, x_j). k_new: the n numbers k(x_i, new). k_self: k(new, new).
    r: how many components, from 0 to the number of nonzero ones. The features are centred at the
    mean of the n points. Returned is the squared distance of the new point’s centred feature from
    the space of the first r directions.
    """
    K, k_new = np.array(K, dtype=float), np.array(k_new, dtype=float)
    rows, total = K.mean(axis=0), K.mean()
    centred = K - rows - rows[:, None] + total
    seen = k_new - k_new.mean() - rows + total
    values, vectors = np.linalg.eigh(centred)
    first = np.argsort(values)[::-1][:r]
    squares = (vectors[:, first].T @ seen) ** 2 / values[first]
    return float(k_self - 2 * k_new.mean() + total - squares.sum())


def _bells(X, Z, width):
    X, Z = np.array(X), np.array(Z)
    return np.exp(-((X[:, None] - Z) ** 2).sum(axis=2) / (2 * width**2))


def _asked(X, x, width, r):
    K, k_new = _bells(X, X, width), _bells(X, [x], width)[:, 0]
    return K.tolist(), k_new.tolist(), 1.0, r


def draw_bells(rng):
    X = rng.normal(size=(int(rng.integers(6, 10)), 2))
    return _asked(X, rng.normal(size=2), float(rng.uniform(0.4, 0.9)), int(rng.integers(1, 4)))


def draw_far(rng):
    """Points far from 0, and the linear kernel: the mean is nearly everything."""
    X, x = rng.normal(size=(7, 3)) + 4, rng.normal(size=3) + 4
    return (X @ X.T).tolist(), (X @ x).tolist(), float(x @ x), int(rng.integers(1, 3))


def draw_none(rng):
    """No component at all: the distance from the mean."""
    K, k_new, k_self, _ = draw_bells(rng)
    return K, k_new, k_self, 0


LINE = np.array([[0.0], [0.6], [1.0], [2.0]])

NOVELTY = Code(
    id="16-novelty",
    task="Write novelty(K, k_new, k_self, r).",
    points=4,
    level=3,
    solution=novelty,
    cases={
        "bells on a line, one component": _asked(LINE, [1.5], 0.7, 1),
        "two components": _asked(LINE, [1.5], 0.7, 2),
        "a point far away": _asked(LINE, [9.0], 0.7, 2),
        "no component: the distance from the mean": _asked(LINE, [1.5], 0.7, 0),
        "linear kernel, far from 0": (
            [[25.0, 32.0, 35.0], [32.0, 41.0, 45.0], [35.0, 45.0, 50.0]],
            [36.0, 46.0, 50.0],
            52.0,
            1,
        ),
    },
    draw={"bells": draw_bells, "far from 0": draw_far, "no component": draw_none},
    wrong=mistakes(
        novelty,
        {
            """Nothing is centred: these are components around 0, not around the mean of the
            points.""": edit(
                "(K.mean(axis=0), K.mean())",
                "(np.zeros(len(K)), 0.0)",
                "k_new - k_new.mean() - rows",
                "k_new - rows",
                " - 2 * k_new.mean()",
                "",
            ),
            """The Gram matrix is centred, the new point is not: its feature minus the mean has
            the inner products k(xᵢ, new) − mean of k(·, new) − row mean + total mean.""": edit(
                "k_new - k_new.mean() - rows + total", "k_new"
            ),
            """k(new, new) is the squared length before centring. After it the mean has to be
            taken off: k(new, new) − 2 mean of k(·, new) + mean of K.""": edit(
                "k_self - 2 * k_new.mean() + total", "k_self"
            ),
            """The directions are not of length 1: a unit eigenvector gives a direction whose
            squared length is its eigenvalue. Divide by it.""": edit(" / values[first]", ""),
            """Divided once too often: the score is a′k/√eigenvalue, its square has the
            eigenvalue once.""": edit("/ values[first]", "/ values[first] ** 2"),
            """eigh sorts from small to large: the first r columns are the components of least
            variance.""": edit(
                "[::-1][:r]", "[:r]", "/ values[first]", "/ np.maximum(values[first], 1e-12)"
            ),
        },
    ),
    without=("helpers.kernels.kpca:KernelPCA.missed", "helpers.kernels.kpca:KernelPCA.scores"),
    hints=(
        "Centre three things: the Gram matrix, the new point’s inner products, its squared length.",
        "If K̃a = μa with ‖a‖ = 1, the direction Σ aᵢψ̃(xᵢ) has squared length μ.",
        "Squared length of the centred new feature, minus the sum of (a′k̃)²/μ over r components.",
    ),
)


# an open question

VALVE = Open(
    id="16-valve",
    task="A plant smooths the readings of a pressure gauge by kernel ridge with a Gaussian kernel. "
    "Where a valve opens, the true curve has a sharp kink, and the fit rings around it. A "
    "colleague says: “The Gaussian kernel can represent any continuous function, so the kernel is "
    "not the problem: take a smaller λ.” Write your advice.",
    points=5,
    level=3,
    asks=(
        "What is right and what is wrong in the colleague’s sentence?",
        "What will a smaller λ do, with noisy readings?",
        "Which kernel would you try, and how would you choose?",
    ),
    rubric=(
        (
            1,
            "Says that a curve with a kink is not in the Gaussian’s space: its price is infinite; "
            "it can only be approached.",
        ),
        (
            1,
            "Says that the copies get dearer without end as they get better (the bill of |x|), so "
            "that any λ > 0 keeps the fit away from the kink.",
        ),
        (1, "Says that a smaller λ also fits the noise, everywhere, not only at the kink."),
        (
            1,
            "Proposes a kernel whose list allows kinks (min or Laplace), or a narrower bandwidth, "
            "or a kink put in by hand at the known place, with the reason.",
        ),
        (1, "Chooses by data: error on points left out, for each kernel, bandwidth and λ."),
    ),
    words=(60, 300),
    model="The Gaussian kernel is universal: on a bounded interval it comes as close to any "
    "continuous function as one likes. It does not represent it. A function with a kink is not in "
    "its space; the price of ever better copies grows without end, as the bill of |x| shows. Ridge "
    "pays λ times that price, so it stops where the next bit of kink costs more than it gains, and "
    "what is left rings. A smaller λ pays for more of the kink, and for all the noise of all other "
    "readings as well. I would take a price list that allows kinks: min or Laplace charge ∫f′² and "
    "a kink costs them nothing special. If the time of the valve is known, add a function with a "
    "kink at that time to the kernel. Choose kernel, bandwidth and λ by leaving readings out and "
    "comparing errors.",
)
