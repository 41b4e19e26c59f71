"""The exercises of notebook 14, the kernel trick."""

import numpy as np

from helpers.desk.edits import after, before, edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: what is left of an answer when every point is alone

ALONE = Number(
    id="14-alone",
    task=r"A hundred points, $\lambda = 0.01$, and bells so narrow that none reaches another "
    r"point. At the seventh point the answer was $y_7 = 3$. What does the fit say there?",
    points=1,
    level=1,
    answer=1.5,
    within=0.01,
    why=r"$K = I$, so $\alpha = y/(1 + n\lambda)$ and the fit at $x_7$ is "
    r"$3/(1 + 100 \cdot 0.01) = 1.5$. Even a lonely point pays for its bell.",
    traps=(
        (3, r"It would hit the point exactly only with $\lambda = 0$. A bell costs something."),
        (2.97, r"You divided by $1 + \lambda$. The system has $n\lambda$ on its diagonal."),
        (0, "Between the points it is 0. At the point itself stands a bell."),
        (0.03, "That is $y_7/n$: nothing is averaged here, the points do not see each other."),
    ),
    hints=(
        "What is the Gram matrix when no bell reaches another point?",
        r"$K = I$. Solve $(K + n\lambda I)\,\alpha = y$ in your head.",
        r"$n\lambda = 100 \cdot 0.01 = 1$.",
    ),
)

# find a position: wide does not mean stiff

WIDE = Position(
    id="14-wide",
    task="“Wide bells make stiff curves.” Find a position that says the contrary: bells that cover "
    "half of the picture or more, whose sum follows the points.",
    points=2,
    level=2,
    figure="n14_kernel_trick.ridge",
    conditions={
        "Gaussian bells with ℓ at least 0.5": lambda r: (
            r.bandwidth >= 0.5 and r.kernel.__name__ == "gaussian"
        ),
        "the points are missed by at most 0.15": lambda r: r.now[0] <= 0.15,
        "some coefficient is over 1000": lambda r: np.abs(r.alpha).max() > 1000,
    },
    answer={"bandwidth": 0.5, "lam": 1e-6},
    why="Differences of wide bells are curves that bend, only tiny ones; huge coefficients of "
    "opposite signs blow them up. What forbids that is the penalty, not the bandwidth.",
    hints=(
        "One slider sets the width. Which other one can forbid a curve to bend?",
        "A coefficient is the miss over nλ. To be over 1000 with a small miss, λ must be tiny.",
        "Try ℓ = 0.5, and λ as small as it goes.",
    ),
)

# derive: leaving one out without a new fit

LEFT_OUT = Order(
    id="14-left-out",
    task=r"Prove Theorem 14.8: put the lines in order. $f_{-i}$ is the fit without point $i$ (with "
    r"the same $n\lambda$), $m = y_i - f_{-i}(x_i)$, $G = (K + n\lambda I)^{-1}$, and $e_i$ is the "
    r"$i$-th unit vector.",
    points=3,
    level=3,
    lines=(
        r"Replace $y_i$ by $f_{-i}(x_i)$, that is, take the answers $y' = y - m\,e_i$.",
        "Then $f_{-i}$ is the best fit to all $n$ points with answers $y'$: it was best for the "
        "others, and it misses the new answer by 0.",
        r"A miss is $n\lambda$ times its coefficient, so the coefficient of point $i$ in this fit "
        r"is 0.",
        r"The coefficients of the fit to $y'$ are $G y' = Gy - m\,Ge_i = \alpha - m\,G e_i$.",
        r"Their $i$-th entry is $\alpha_i - m\,G_{ii}$.",
        r"Hence $\alpha_i - m\,G_{ii} = 0$, and $m = \alpha_i/G_{ii}$.",
    ),
    reasons=(
        "This is the trick: an answer that the fit without point i gives already.",
        "A point that is hit adds nothing to the objective; no other function can do better.",
        "Theorem 14.1, for the answers y'.",
        "The system is linear in the answers.",
        "The i-th entry of G times the i-th unit vector is a diagonal entry.",
        "The same coefficient, computed in two ways.",
    ),
    needs=((), (0,), (1,), (0,), (3,), (2, 4)),
    hints=(
        "Start by changing one answer, so that leaving the point out changes nothing.",
        "One coefficient is computed twice: once by Theorem 14.1, once by the linear system.",
        "The last line sets the two values equal.",
    ),
)

# code: coefficients, and a level that is free


def krr_fit(K, y, lam):
    """The n coefficients and, last, the offset b of the fit with a free offset: an array (n + 1,).

    K: Gram matrix (n, n) of the points, perhaps singular. y: n answers. lam: the penalty, positive.
    The fit has the least mean squared miss plus lam times alpha'K alpha, and every point is missed
    by exactly n lam times its coefficient.
    """
    n = len(y)
    A = np.ones((n + 1, n + 1))
    A[:n, :n] = np.asarray(K, dtype=float) + n * lam * np.eye(n)
    A[n, n] = 0
    return np.linalg.solve(A, np.append(y, 0.0))


def bare_residual(K, y, lam):
    found = krr_fit(K, y, lam)
    return np.append(len(y) * lam * found[:-1], found[-1])


def centred(K, y, lam):
    n, mean = len(y), np.mean(y)
    alpha = np.linalg.solve(np.asarray(K, dtype=float) + n * lam * np.eye(n), np.asarray(y) - mean)
    return np.append(alpha, mean)


def afterwards(K, y, lam):
    n = len(y)
    alpha = np.linalg.solve(np.asarray(K, dtype=float) + n * lam * np.eye(n), y)
    return np.append(alpha, n * lam * np.mean(alpha))


def penalised(K, y, lam):
    n = len(y)
    alpha = np.linalg.solve(np.asarray(K, dtype=float) + 1 + n * lam * np.eye(n), y)
    return np.append(alpha, alpha.sum())


CUBIC = np.array([[4.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 4.0]])


def draw_fit(rng):
    """A Gram matrix of full rank, of any size; answers whose mean is not 0."""
    n = int(rng.integers(4, 10))
    A = rng.normal(size=(n, n + 2)) + 0.5
    return A @ A.T / n, 2 + rng.normal(size=n), float(rng.uniform(0.02, 0.6))


def draw_singular(rng):
    """Fewer features than points, and two points that are the same."""
    A = rng.normal(size=(8, 3))
    A[1] = A[0]
    return A @ A.T, 2 + rng.normal(size=8), float(rng.uniform(0.02, 0.6))


KRR_FIT = Code(
    id="14-krr-fit",
    task="Write krr_fit(K, y, lam), coefficients and offset of a fit whose level is free.",
    points=3,
    level=2,
    solution=krr_fit,
    cases={
        "one point": (np.array([[2.0]]), [3.0], 1.0),
        "three points": (CUBIC, [1.0, 0.0, 2.0], 0.1),
        "K is singular": (np.ones((2, 2)), [1.0, 3.0], 0.25),
    },
    draw={"a full Gram matrix": draw_fit, "a singular one": draw_singular},
    wrong=mistakes(
        krr_fit,
        {
            """This is the fit for the SUM of the squares. The task has their mean, so the
            diagonal gets n lam; with one point there is no difference.""": before(
                lambda K, y, lam: (K, y, lam / len(y))
            ),
            """In the place of the coefficients stand the misses y - f. A coefficient is the
            miss over n lam.""": whole(bare_residual),
            """The mean of the answers was subtracted first, and is the offset. But the bells
            have a mean of their own: at the least value the MISSES have mean 0, not the
            answers minus b.""": whole(centred),
            """The coefficients are those without an offset, and b repairs the mean miss
            afterwards. Both must be found at once: the offset changes what is left for the
            bells.""": whole(afterwards),
            """This offset pays a penalty: it is the fit with the kernel k + 1, where b is the
            sum of the coefficients. In the task b is free.""": whole(penalised),
        },
    ),
    hints=(
        "The derivative with respect to b: the misses have sum 0. What does that say about alpha?",
        "Now there are n + 1 unknowns: one equation y_i - f(x_i) = n lam alpha_i for each point, "
        "and one more.",
        "Border the matrix K + n lam I with a column and a row of ones, and a 0 in the corner.",
    ),
)

# code: a feature map


def quad_map(X):
    """Features of n points, an array (n, (d + 1)(d + 2)/2), for the kernel (<x, z> + 1)^2.

    X: n points with d coordinates each, as an array or a list of lists; d is any number from 1 on.
    The inner product of the rows of x and z is (<x, z> + 1)^2. Order of the columns: a positive
    multiple of x_i x_j for i = 1, ..., d and j = i, ..., d; then one of each coordinate; last the
    constant.
    """
    X = np.asarray(X, dtype=float)
    i, j = np.triu_indices(X.shape[1])
    products = np.where(i == j, 1.0, np.sqrt(2)) * X[:, i] * X[:, j]
    return np.hstack([products, np.sqrt(2) * X, np.ones((len(X), 1))])


def two_coordinates(X):
    X = np.asarray(X, dtype=float)
    a, b = X[:, 0], X[:, -1]
    root = np.sqrt(2)
    return np.column_stack([a**2, root * a * b, b**2, root * a, root * b, np.ones(len(X))])


QUAD_MAP = Code(
    id="14-quad-map",
    task="Write quad_map(X), features whose inner products are (<x, z> + 1)^2, and no more columns "
    "than needed.",
    points=3,
    level=2,
    solution=quad_map,
    cases={
        "two coordinates": ([[1, 2], [3, -1]],),
        "three coordinates": ([[1.0, 2.0, 3.0], [0.5, -1.0, 2.0]],),
        "one coordinate": ([[2.0], [-3.0]],),
    },
    draw={
        "two or three coordinates": lambda rng: (rng.normal(size=(5, rng.integers(2, 4))),),
        "one coordinate": lambda rng: (rng.normal(size=(4, 1)).tolist(),),
        "more coordinates": lambda rng: (rng.normal(size=(3, rng.integers(4, 7))),),
    },
    without=(
        "helpers.kernels.features:all_quadratic",
        "helpers.kernels.features:quadratic",
        "helpers.kernels.features:monomials",
    ),
    wrong=mistakes(
        quad_map,
        {
            """The right products without their factors. Multiply out (<x, z> + 1)^2: a product
            of two different coordinates occurs twice, and so does each coordinate alone.""": edit(
                "np.where(i == j, 1.0, np.sqrt(2)) * X[:, i]", "X[:, i]", "np.sqrt(2) * X,", "X,"
            ),
            """The factor 2 belongs to the inner product. It is made of two features, one from
            each side, so each carries only its root.""": edit(
                "1.0, np.sqrt(2)", "1.0, 2.0", "np.sqrt(2) ", "2 "
            ),
            """Written for two coordinates: with d = 3 there are ten features, with d
            = 1 three.""": whole(two_coordinates),
            """Without the constant and the coordinates themselves this is the kernel
            <x, z>^2.""": edit(
                "np.hstack([products, np.sqrt(2) * X, np.ones((len(X), 1))])", "products"
            ),
            """Each mixed product stands twice, as x_i x_j and as x_j x_i. The inner products
            are right, but fewer columns are enough.""": edit(
                "i, j = np.triu_indices(X.shape[1])\n"
                "    products = np.where(i == j, 1.0, np.sqrt(2)) * X[:, i] * X[:, j]",
                "products = (X[:, :, None] * X[:, None, :]).reshape(len(X), -1)",
            ),
        },
    ),
    tol=1e-9,
    hints=(
        "Multiply out (x_1 z_1 + x_2 z_2 + 1)^2 and collect: which terms occur twice?",
        "A term that occurs twice is a product of one number made of x and one made of z; each "
        "takes its share of the 2.",
        "np.triu_indices(d) lists the pairs i <= j; the share is the root of 2 unless i = j.",
    ),
)

# code: leaving one out


def loo_errors(K, y, lam):
    """For each point, its answer minus the prediction of the fit without it, an array (n,).

    K: Gram matrix (n, n). y: n answers. lam: positive. The fit to the other n - 1 points keeps the
    diagonal n lam of the fit to all n. Only one matrix of size n may be inverted.
    """
    K, y = np.asarray(K, dtype=float), np.asarray(y, dtype=float)
    G = np.linalg.inv(K + len(y) * lam * np.eye(len(y)))
    return G @ y / np.diag(G)


LOO_ERRORS = Code(
    id="14-loo-errors",
    task="Write loo_errors(K, y, lam), the leave-one-out errors from one inverse.",
    points=3,
    level=2,
    solution=loo_errors,
    cases={
        "a fit that knows nothing": (np.zeros((3, 3)), [1.0, 2.0, 4.0], 0.5),
        "two points": (np.array([[1.0, 0.5], [0.5, 1.0]]), [1.0, -1.0], 0.5),
        "three points": (CUBIC, [1.0, 2.0, -1.0], 0.2),
    },
    draw={"a full Gram matrix": draw_fit, "a singular one": draw_singular},
    without=("helpers.kernels.ridge:KernelRidge.loo", "helpers.kernels.ridge:KernelRidge.refit"),
    wrong=mistakes(
        loo_errors,
        {
            """These are the misses of the fit that has seen every point. A point that was left
            out is missed by more.""": edit("G @ y / np.diag(G)", "y - K @ G @ y"),
            "These are the coefficients. Each must still be divided by a number of its own.": edit(
                " / np.diag(G)", ""
            ),
            """Fits to n - 1 points with the diagonal (n - 1) lam. The task keeps n lam, and
            asks for one inverse instead of n.""": edit(
                "G = np.linalg.inv(K + len(y) * lam * np.eye(len(y)))\n"
                "    return G @ y / np.diag(G)",
                "found = []\n"
                "    for i in range(len(y)):\n"
                "        rest = np.delete(np.arange(len(y)), i)\n"
                "        A = K[np.ix_(rest, rest)] + len(rest) * lam * np.eye(len(rest))\n"
                "        found.append(y[i] - K[i, rest] @ np.linalg.solve(A, y[rest]))\n"
                "    return np.array(found)",
            ),
            "Prediction minus answer. The task has it the other way round.": after(
                lambda answer: -answer
            ),
        },
    ),
    hints=(
        "Do it slowly first: delete point i, fit the others, predict at i. Compare for n = 2.",
        "The slow way needs no new inverse: look at the diagonal of the inverse you have.",
        "Theorem 14.8 says by what each coefficient is divided.",
    ),
)

# an open question

ADVICE = Open(
    id="14-advice",
    task="A colleague has 20 000 patients with 50 measurements each and wants to predict a blood "
    "value with a Gaussian kernel, “because infinitely many features are better than 50, and with "
    "ℓ small enough the training error is 0”. Write your advice.",
    points=5,
    level=3,
    asks=(
        "What does the fit cost, compared with a linear or a quadratic one?",
        "What does a training error of 0 say about ℓ?",
        "How would you choose ℓ and λ, and find out whether the kernel is worth its price?",
    ),
    rubric=(
        (
            2,
            "Counts: an n by n matrix of 4·10⁸ entries and n³/3 operations against M = 50 (or 1326 "
            "quadratic) weights; n is far over M, so the kernel is the dear road.",
        ),
        (
            1,
            "Says that narrow bells make strangers: zero training error, and 0 between the points.",
        ),
        (
            1,
            "Chooses ℓ and λ by leave-one-out errors or a validation set, never by the training "
            "error.",
        ),
        (
            1,
            "Compares with the linear fit on held-out patients, on a subsample first, and says how "
            "uncertain the difference is.",
        ),
    ),
    words=(60, 300),
    model="The Gram matrix has 4·10⁸ entries and the solve takes about 2.7·10¹² operations; 50 "
    "weights, or all 1326 of degree 2, take far fewer, because n is much larger than M. Training "
    "error 0 is what narrow bells do with any answers, even random ones: between the points the "
    "prediction is 0. I would fit the linear model first, then a Gaussian kernel on 1000 patients, "
    "choose ℓ and λ by leave-one-out errors, and compare both on patients that neither has seen, "
    "with standard errors. Only a clear gain justifies the larger fit.",
)
