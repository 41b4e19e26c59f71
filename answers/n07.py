"""The exercises of notebook 07, gradient descent."""

import numpy as np

from helpers.desk.edits import edit, mistakes
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: a step from where it lands

OVERSHOOT = Number(
    id="07-overshoot",
    task=r"Gradient descent on $f(w) = 3w^2$ starts at $w_1 = 1$ and its first step lands on "
    r"$w_2 = -0.5$. What is $\eta$?",
    points=1,
    level=1,
    answer=0.25,
    within=0.004,
    why=r"The gradient at 1 is 6, so $1 - 6\eta = -0.5$. The curvature is 6, and $0.25$ lies "
    r"between $1/6$, where a step lands on the floor, and $2/6$, where it runs away.",
    traps=(
        (0.5, "That takes 3 for the curvature. The second derivative of $3w^2$ is 6."),
        (1 / 12, "With that step it lands on $+0.5$. The walker has jumped to the other side."),
        (1 / 3, r"That is $2/\beta$: the step would land on $-1$, as far away as before."),
        (1 / 6, r"That is $1/\beta$: the step would land on 0."),
        (1.5, "That is how far it went. The step size is this length divided by the slope."),
    ),
    hints=(
        "What is the gradient of $3w^2$ at 1?",
        r"One step multiplies $w$ by $1 - \eta\cdot$curvature.",
        r"Solve $1 - 6\eta = -0.5$.",
    ),
)


# find a position: a run that looks fine and is doomed

DOOMED = Position(
    id="07-doomed",
    task="Somebody watches the height for ten steps, sees it fall at every one of them, and goes "
    "to bed. In the morning it is higher than at the start. Find such a run. (The start can be "
    "dragged, or set under <i>more</i>.)",
    points=2,
    level=2,
    figure="n07_gradient_descent.valley",
    conditions={
        "the height falls in each of the first ten steps": lambda r: (
            r.T >= 10 and bool(np.all(np.diff(r.gap[:11]) < 0))
        ),
        "at the end it is higher than at the start": lambda r: r.gap[-1] > r.gap[0],
    },
    answer={"eta": 2.07, "kappa": 10.0, "T": 60, "x": 2.4, "y": 0.02},
    why="Along the valley the run converges, and at first that is all one sees. Across the valley "
    "every step multiplies a tiny error by more than 1 in size, and in the end it wins.",
    hints=(
        "For which η can the height be larger in the end?",
        "The direction across grows then. How can it stay unseen for ten steps?",
        "Start nearly on the axis of the valley, far out, with η a little over 2 and many steps.",
    ),
)


# derive: the bound for the average

TELESCOPE = Order(
    id="07-telescope",
    task=r"Prove Theorem 7.4: put the lines in order. $R = \|w_1 - w^\star\|$.",
    points=3,
    level=2,
    lines=(
        r"$\|w_{t+1} - w^\star\|^2 = \|w_t - w^\star\|^2 - 2\eta\langle v_t, w_t - w^\star\rangle "
        r"+ \eta^2\|v_t\|^2$.",
        r"So $\langle v_t, w_t - w^\star\rangle = \frac1{2\eta}\big(\|w_t - w^\star\|^2 - "
        r"\|w_{t+1} - w^\star\|^2\big) + \frac\eta2\|v_t\|^2$.",
        r"So $f(w_t) - f^\star \le \frac1{2\eta}\big(\|w_t - w^\star\|^2 - \|w_{t+1} - "
        r"w^\star\|^2\big) + \frac\eta2\|v_t\|^2$.",
        r"So $f(w_t) - f^\star \le \frac1{2\eta}\big(\|w_t - w^\star\|^2 - \|w_{t+1} - "
        r"w^\star\|^2\big) + \frac{\eta\rho^2}2$.",
        r"$\sum_{t=1}^T \big(f(w_t) - f^\star\big) \le \frac{R^2}{2\eta} + \frac{T\eta\rho^2}2$.",
        r"$f(\bar w_T) - f^\star \le \frac{R^2}{2\eta T} + \frac{\eta\rho^2}2$.",
    ),
    reasons=(
        r"Insert $w_{t+1} = w_t - \eta v_t$ and expand the square.",
        "Solve for the inner product: nothing but algebra so far.",
        r"A subgradient's line lies below the graph, here at $w^\star$.",
        r"No subgradient is longer than $\rho$.",
        r"The sum telescopes; what is left over, $-\|w_{T+1} - w^\star\|^2$, is not positive.",
        "Divide by $T$; for convex $f$ the value at the average is at most the average value.",
    ),
    hints=(
        "Begin with what one step does to the squared distance.",
        "Convexity first turns the inner product into a height, then short subgradients enter.",
        "Summing over $t$ comes before dividing by $T$.",
    ),
)


# the bound from any start


def average_bound(w1, w_star, eta, V):
    """The bound on f(average of the points) - f(w_star), a number, for a run from w1.

    eta is the constant step; V is an array (T, d), its row t the subgradient of step t.
    """
    T = len(V)
    return np.sum((w1 - w_star) ** 2) / (2 * eta * T) + eta / (2 * T) * np.sum(V**2)


steps = np.array([[1.0, 0.0], [0.0, 2.0]])


def drawn_run(rng, T=None):
    """Start, goal, step and subgradients of very different lengths."""
    T = int(rng.integers(3, 9)) if T is None else T
    V = rng.normal(size=(T, 3)) * rng.uniform(0.2, 3, (T, 1))
    return 1 + rng.normal(size=3), rng.normal(size=3), rng.uniform(0.1, 1), V


AVERAGE_BOUND = Code(
    id="07-average-bound",
    task="Write average_bound(w1, w_star, eta, V), the bound on f(average) - f* from any start.",
    points=2,
    level=1,
    solution=average_bound,
    cases={
        "from the origin": (np.zeros(2), np.array([3.0, 4.0]), 0.5, steps),
        "from another start": (np.array([1.0, 1.0]), np.array([3.0, 4.0]), 0.5, steps),
        "started at the optimum": (np.array([3.0, 4.0]), np.array([3.0, 4.0]), 2.0, steps),
    },
    draw={
        "any start": drawn_run,
        "one step": lambda rng: drawn_run(rng, 1),
        "started at the optimum": lambda rng: (drawn_run(rng)[1], *drawn_run(rng)[1:]),
    },
    wrong=mistakes(
        average_bound,
        {
            """The distance counts from where the run starts, not from the origin: |w1 - w_star|
            and not |w_star|. The two agree only for a run that starts at zero.""": edit(
                "w1 - ", ""
            ),
            "The distance |w1 - w_star| enters squared.": edit(
                "np.sum((w1 - w_star) ** 2)", "np.linalg.norm(w1 - w_star)"
            ),
            """This is the bound on the sum over all steps. For the average divide it by T, both
            terms.""": edit("(2 * eta * T)", "(2 * eta)", "eta / (2 * T)", "eta / 2"),
            """This takes the longest subgradient for all of them. That is a bound too, but a
            larger one: its proof has the mean of the squared lengths.""": edit(
                "eta / (2 * T) * np.sum(V ** 2)", "eta / 2 * np.max(np.sum(V ** 2, axis=1))"
            ),
        },
    ),
    hints=(
        "What does the first term of Theorem 7.4 measure, and from where?",
        "Two terms: the squared distance from start to optimum over 2 eta T; eta/2 times a mean.",
        "The mean is over the T rows of V, of their squared lengths: np.sum(V**2) / T.",
    ),
)


# step and rate from a matrix


def step_and_rate(A):
    """[beta, mu, eta, factor] of f(w) = w'Aw/2, for a symmetric positive definite array A (d, d).

    beta and mu are the largest and the smallest curvature, eta the constant step that is best in
    the worst case, factor what the error is then multiplied by in each step, in the worst case.
    """
    mu, beta = np.linalg.eigvalsh(A)[[0, -1]]
    return [beta, mu, 2 / (beta + mu), (beta - mu) / (beta + mu)]


def drawn_matrix(rng):
    """A symmetric positive definite matrix whose eigenvalues are not on its diagonal."""
    X = rng.normal(size=(9, rng.integers(2, 6)))
    return (X.T @ X / 9,)


def equal_curvatures(rng):
    return (rng.uniform(0.5, 4) * np.eye(3),)


STEP_AND_RATE = Code(
    id="07-step-and-rate",
    task="Write step_and_rate(A): curvatures, best constant step and rate of f(w) = w'Aw/2.",
    points=2,
    level=2,
    solution=step_and_rate,
    cases={
        "a diagonal matrix": (np.diag([4.0, 1.0]),),
        "a valley that lies askew": (np.array([[2.0, 1.0], [1.0, 2.0]]),),
        "three directions": (np.array([[3.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 5.0]]),),
    },
    draw={"any valley": drawn_matrix, "a round bowl": equal_curvatures},
    wrong=mistakes(
        step_and_rate,
        {
            """Curvatures are eigenvalues. The diagonal holds them only where everything else is
            zero.""": edit("np.linalg.eigvalsh(A)", "np.sort(np.diag(A))"),
            """The step 1/beta is safe but not the best: it finishes the steep direction at once
            and leaves the flat one with 1 - mu/beta. Let both ends shrink alike.""": edit(
                "(beta - mu) / (beta + mu)", "1 - mu / beta", "2 / (beta + mu)", "1 / beta"
            ),
            """This is the factor of the height f(w) - f*, the square of what is asked. The
            error is the distance |w - w*|.""": edit(
                "(beta - mu) / (beta + mu)", "((beta - mu) / (beta + mu)) ** 2"
            ),
        },
    ),
    hints=(
        "In which directions does w'Aw/2 bend most and least, and how much?",
        "Per step a direction of curvature c is multiplied by 1 - eta c. Which c are the worst?",
        "The best eta makes |1 - eta mu| = |1 - eta beta|; np.linalg.eigvalsh sorts upwards.",
    ),
)


# the gradient that the notes got wrong


def grad_linreg(w, x, y):
    """The gradient at w, two numbers, of the mean over i of (w[0] + w[1] x_i - y_i)^2.

    x and y are arrays (n,).
    """
    residual = w[0] + w[1] * x - y
    return [2 * np.mean(residual), 2 * np.mean(residual * x)]


def drawn_line(rng, n):
    return rng.normal(size=2), 1 + rng.normal(size=n), rng.normal(size=n) - 1


GRAD_LINREG = Code(
    id="07-grad-linreg",
    task="Write grad_linreg(w, x, y), the gradient of the mean squared residual of a line.",
    points=2,
    level=1,
    solution=grad_linreg,
    cases={
        "one example": (np.array([1.0, 1.0]), np.array([2.0]), np.array([1.0])),
        "three examples: what is a mean?": (
            np.array([1.0, 1.0]),
            np.array([0.0, 1.0, 2.0]),
            np.array([3.0, 0.0, 1.0]),
        ),
        "a line that fits": (
            np.array([1.0, 2.0]),
            np.array([0.0, 1.0, 2.0]),
            np.array([1.0, 3.0, 5.0]),
        ),
    },
    draw={
        "many examples": lambda rng: drawn_line(rng, int(rng.integers(5, 50))),
        "one example": lambda rng: drawn_line(rng, 1),
    },
    without=("helpers.losses:mean_grad", "helpers.losses:objective"),
    wrong=mistakes(
        grad_linreg,
        {
            """The last term, with x_i y_i, is a sum here and all others are means. One example
            does not show it: with n = 1 a sum is a mean.""": edit(
                "2 * np.mean(residual * x)",
                "2 * np.mean((w[0] + w[1] * x) * x) - 2 * np.sum(y * x)",
            ),
            "The second number is a sum over the examples. It is a mean, like the first.": edit(
                "np.mean(residual * x)", "np.sum(residual * x)"
            ),
            """This is the gradient of the sum of the squares. The task has their mean: divide
            by n.""": edit(
                "np.mean(residual)",
                "np.sum(residual)",
                "np.mean(residual * x)",
                "np.sum(residual * x)",
            ),
            "The square gives a factor 2, and there is no one half in front to cancel it.": edit(
                "2 * np.mean(residual)",
                "np.mean(residual)",
                "2 * np.mean(residual * x)",
                "np.mean(residual * x)",
            ),
            "The sign is that of y - prediction: the residual is prediction minus y.": edit(
                "w[0] + w[1] * x - y", "y - w[0] - w[1] * x"
            ),
        },
    ),
    hints=(
        "Differentiate one square by w[0] and by w[1], then take the mean over the examples.",
        "With the residual r_i = w[0] + w[1] x_i - y_i the square gives 2 r_i and 2 r_i x_i.",
        "np.mean(residual) and np.mean(residual * x), each times two; compare with differences.",
    ),
)


# an open question

EXPLODED = Open(
    id="07-exploded",
    task="Two features, a height in metres and an income in euros; descent explodes with one step "
    "size and stands still with the other. Write an answer to “gradient descent does not work”.",
    points=5,
    level=3,
    asks=(
        "Why does it explode with the longer step?",
        "Why does one weight not move with the shorter one?",
        "What would you change first?",
        "How could the step have been chosen before the first run?",
    ),
    rubric=(
        (
            1,
            "Explosion: the curvature along the income is about twice its mean square, some 10^9 "
            "to 10^10, and 0.1 is far over 2/beta.",
        ),
        (
            1,
            "Standstill: with eta about 1/beta the weight of the height (curvature of order 1) "
            "keeps a factor 1 - eta mu of practically 1; the condition number is about 10^9.",
        ),
        (1, "Standardise or rescale the features (and centre them), which brings kappa near 1."),
        (
            1,
            "Step from the data: eigenvalues of (2/n)X'X, eta = 2/(beta + mu) or at least under "
            "2/beta.",
        ),
        (
            1,
            "Puts it in proportion: least squares has a formula; momentum or Newton would help "
            "less, or otherwise, than the units; or how to check that it has worked.",
        ),
    ),
    words=(60, 300),
    model="The mean squared error is a quadratic with matrix (2/n)X'X. Incomes around 50 000 give "
    "it a curvature of about 2 times 50 000 squared, that is 5e9, so steps over 4e-10 explode: 0.1 "
    "is far beyond 2/beta. The height has a curvature of about 6; with eta = 1e-10 each step "
    "multiplies the error of its weight by 1 - 6e-10, and after a million steps more than 99.9 % "
    "of it is still there. The condition number, about 1e9, is a matter of units. I would subtract "
    "the means and divide by the standard deviations: then both curvatures are near 2, kappa is "
    "near 1, and a few dozen steps are enough. The step follows from the data before any run: "
    "compute the largest and smallest eigenvalue of (2/n)X'X and take 2/(beta + mu). To check, "
    "compare with the normal equations, which solve this problem outright.",
)
