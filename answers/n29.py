"""The exercises of notebook 29, asymptotics."""

import numpy as np

from helpers.desk.edits import after, edit, mistakes
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: how many examples a price asks for

BUDGET = Number(
    id="29-budget",
    task="A logistic regression with 12 weights, whose model is true. By the mean of the limit "
    "law, how many examples does it take until its log loss on new examples is only 0.01 above "
    "that of the best weights?",
    points=1,
    level=1,
    answer=600,
    within=0.5,
    why=r"$\frac d{2n} = 0.01$ with $d = 12$ gives $n = \frac{6}{0.01} = 600$. For a bound of the "
    r"form $\sqrt{d/n}$ it would be 120 000.",
    traps=(
        (1200, "Every weight costs <i>half</i> of 1/n."),
        (
            120000,
            r"That is what a bound of the form $\sqrt{d/n}$ would ask for. Here the excess falls "
            "like 1/n.",
        ),
        (6, "That is the mean of n × excess. For which n is the excess 0.01?"),
        (60, "That is an excess of 0.1."),
        (50, "One weight alone would need 50: there are twelve."),
        (
            613,
            "The correction n/(n − d − 1) belongs to least squares with normal x. Here the limit "
            "is asked.",
        ),
    ),
    hints=(
        "What does one weight cost, and what do twelve?",
        "The limit of n × excess has mean d/2.",
        "Solve d/(2n) = 0.01 for n.",
    ),
)


# find a position: wrong and cheap

CHEAP = Position(
    id="29-cheap",
    task="A wrong model does not have to pay more than a right one. Find a truth that bends by at "
    "least 0.5 (to either side), and for which the two weights of the wrong model together cost at "
    "most 0.9/n.",
    points=2,
    level=2,
    figure="n29_asymptotics.matrices",
    conditions={
        "the truth bends by at least 0.5": lambda r: abs(r.bend) >= 0.5,
        "the price is at most 0.9": lambda r: r.price <= 0.9,
    },
    answer={"bend": -0.8, "slope": 0.0},
    why="V − H averages (q − p)(1 − 2p)x̃x̃ᵀ. With an offset below 0 the model says p < ½ nearly "
    "everywhere, so 1 − 2p is positive. A bend down makes q < p at the far ends, where x̃x̃ᵀ is "
    "large: V comes out below H.",
    hints=(
        "The price is ½ tr(H⁻¹V): you need a scatter below the curvature.",
        "V − H averages (q − p)(1 − 2p)x̃x̃ᵀ, and the far ends count most. Which sign must q − p "
        "have there if p is below ½?",
        "Bend the truth to the side of its offset, and take its slope away.",
    ),
)


# derive: the factor 2a + 1

INFLATION = Order(
    id="29-inflation",
    task="Why $2a + 1$? Put the lines in order. $x$ is standard normal with density $g$, the "
    r"noise is $\varepsilon = |x|^a\xi$ with $a > -\frac12$ and $\xi$ independent of $x$, mean "
    "0, variance 1. Start with what the sandwich says.",
    points=3,
    level=2,
    lines=(
        r"The limit law of $\sqrt n(\hat\theta - \theta^*)$ has variance $H^{-1}VH^{-1}$. As "
        r"$H = E\,x^2 = 1$, this is $V$, the variance of the gradient $-x\varepsilon$.",
        r"Therefore the variance of the limit law is $E[x^2\varepsilon^2] = E|x|^{2a+2}$.",
        r"As an integral this is $2\int_0^\infty x^{2a+1}\cdot xg(x)\,dx$.",
        "Since $xg(x) = -g'(x)$, integration by parts turns it into "
        r"$(2a+1)\cdot2\int_0^\infty x^{2a}g(x)\,dx$.",
        r"The integral that is left is $E|x|^{2a} = E\,\varepsilon^2$, what the textbook takes "
        "for that variance.",
        "So the variance is $2a + 1$ times the textbook’s.",
    ),
    reasons=(
        r"Theorem 29.2 for the loss $\frac12(y - \theta x)^2$.",
        r"The mean of the gradient is 0, and $E\,\xi^2 = 1$.",
        "The integrand is even; one factor $x$ is set apart.",
        "Nothing is left at 0 and ∞, since $2a + 1 > 0$.",
        r"$E\,\varepsilon^2 = E|x|^{2a}$, divided by $E\,x^2 = 1$.",
        "Compare the two lines before.",
    ),
    hints=(
        "Curvature and scatter come first.",
        "The scatter is a moment of the normal distribution: write it as an integral.",
        "Integration by parts comes before the textbook is mentioned.",
    ),
)


# code: error bars that survive a wrong model


def error_bars(X, y):
    """A list of d numbers: the sandwich’s standard error of each weight of least squares.

    X: a list of n rows of d numbers, n over d, columns independent. y: their n answers. The weights
    minimise the mean of half the squared residuals; no column of ones is added to X. Both
    expectations of the sandwich are replaced by means over the n examples, at the fitted weights.
    """
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    n = len(y)
    H = X.T @ X / n
    gradients = X * (y - X @ np.linalg.solve(H, X.T @ y / n))[:, None]
    inverse = np.linalg.inv(H)
    return np.sqrt(np.diag(inverse @ (gradients.T @ gradients / n) @ inverse) / n).tolist()


def draw_even(rng, d=None):
    d = int(rng.integers(2, 5)) if d is None else d
    n = int(rng.integers(12, 25))
    X = rng.normal(size=(n, d)) * rng.uniform(0.5, 2, d)
    return X.tolist(), (X @ rng.normal(size=d) + rng.normal(size=n)).tolist()


def draw_loud(rng):
    """Noise that grows with the first column."""
    X, y = draw_even(rng)
    return X, [b + 2 * abs(a[0]) * float(rng.normal()) for a, b in zip(X, y)]


def draw_shifted(rng):
    """An intercept and a column far from 0: second moments are not covariances."""
    n = int(rng.integers(12, 25))
    x = 3 + rng.normal(size=n)
    y = 1 - x + np.abs(x - 3) * rng.normal(size=n)
    return np.column_stack([np.ones(n), x]).tolist(), y.tolist()


def draw_line(rng):
    """One weight."""
    return draw_even(rng, 1)


ERROR_BARS = Code(
    id="29-error-bars",
    task="Write the sandwich’s error bars for least squares.",
    points=4,
    level=2,
    solution=error_bars,
    cases={
        "noise that grows with |x|": (
            [[-2.0], [-1.0], [0.5], [1.0], [2.0], [-0.5]],
            [-4.0, -0.5, 0.6, 1.4, 0.5, -0.4],
        ),
        "an intercept, x far from 0": (
            [[1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 6.0], [1.0, 3.5]],
            [1.0, 2.5, 2.0, 7.0, 1.0],
        ),
        "two columns of very different size": (
            [[1.0, 100.0], [0.5, -200.0], [-1.5, 50.0], [2.0, 300.0], [-1.0, -100.0]],
            [3.0, -2.0, 0.0, 8.0, -4.0],
        ),
    },
    draw={
        "even noise": draw_even,
        "loud ends": draw_loud,
        "shifted": draw_shifted,
        "line": draw_line,
    },
    wrong=mistakes(
        error_bars,
        {
            "These are the textbook’s error bars, from the residuals’ average square: they "
            "are right only if the noise does not depend on x.": edit(
                "gradients = X * (y - X @ np.linalg.solve(H, X.T @ y / n))[:, None]",
                "left = y - X @ np.linalg.solve(H, X.T @ y / n)",
                "inverse @ (gradients.T @ gradients / n) @ inverse",
                "inverse * (left @ left) / (n - X.shape[1])",
            ),
            "These are the textbook’s error bars, with one number "
            "for the noise: the mean of all squared residuals. Each "
            "example has to bring its own squared residual into V.": edit(
                "gradients = X * (y - X @ np.linalg.solve(H, X.T @ y / n))[:, None]",
                "left = y - X @ np.linalg.solve(H, X.T @ y / n)",
                "inverse @ (gradients.T @ gradients / n) @ inverse",
                "inverse * (left @ left) / n",
            ),
            "These are variances; a standard error is the root of one.": after(np.square),
            "The sandwich is n times the variance: the last division by n is missing.": edit(
                " / n).tolist()", ").tolist()"
            ),
            "Only curvature is in here, the root of "
            "H⁻¹/n: the residuals do not matter at all.": edit(
                "inverse @ (gradients.T @ gradients / n) @ inverse", "inverse"
            ),
            "H⁻¹ must stand on both sides of V.": edit(
                "np.diag(inverse @ (gradients.T @ gradients / n) @ inverse)",
                "np.abs(np.diag(inverse @ (gradients.T @ gradients / n)))",
            ),
            "The scatter needs squared residuals, one for "
            "each example; here they are not squared.": edit(
                "(y - X @ np.linalg.solve(H, X.T @ y / n))",
                "np.sqrt(np.abs(y - X @ np.linalg.solve(H, X.T @ y / n)))",
            ),
            "V is divided by n − 1 here, as in an unbiased "
            "variance. A mean over the n examples is divided by n.": edit(
                "gradients / n", "gradients / (n - 1)"
            ),
            "These are a little longer than the sandwich’s: the "
            "factor n/(n − d) is a correction that some programs "
            "make. The task asks for means over the n examples.": edit(
                "gradients / n", "gradients / (n - X.shape[1])"
            ),
        },
    ),
    without=(
        "helpers.estimation.asymptotics:sandwich",
        "helpers.estimation.asymptotics:slopes",
    ),
    hints=(
        "Three matrices: what does each example add to H, and what to V?",
        "An example adds x xᵀ to H and (residual)² x xᵀ to V. Then H⁻¹ V H⁻¹.",
        "That product is n times the variance: divide by n, and take roots of the diagonal.",
    ),
)


# code: generative and discriminative on a table


def two_prices(phi, theta):
    """[generative, discriminative]: what each of the two fits pays in the limit.

    phi: phi[x][y] is the list of the d features of the cell (x, y). theta: d numbers; cell (x, y)
    has probability exp(<phi[x][y], theta>), divided by the sum of all. A price is the mean of the
    limit of n × excess, where the excess is that of the expected -log p(y | x).
    """
    phi, theta = np.array(phi, dtype=float), np.array(theta, dtype=float)
    p = np.exp(phi @ theta - (phi @ theta).max())
    p /= p.sum()

    def variance(centre):
        apart = phi - centre
        return np.einsum("xy,xyi,xyj->ij", p, apart, apart)

    mean = np.einsum("xy,xyi->i", p, phi)
    given = np.einsum("xy,xyi->xi", p, phi) / p.sum(axis=1)[:, None]
    within = variance(given[:, None])
    return [float(np.trace(np.linalg.solve(variance(mean), within)) / 2), len(theta) / 2]


def draw_table(rng, rows=None, columns=2, d=2):
    rows = int(rng.integers(3, 6)) if rows is None else rows
    phi = rng.normal(size=(rows, columns, d))
    return phi.tolist(), (0.8 * rng.normal(size=d)).tolist()


def draw_classes(rng):
    """Three or four classes and three features."""
    return draw_table(rng, 4, int(rng.integers(3, 5)), 3)


def draw_shared(rng):
    """Features far from 0, so that moments and variances differ a lot."""
    phi, theta = draw_table(rng)
    return (np.array(phi) + 2).tolist(), (0.5 * np.array(theta)).tolist()


TWO_PRICES = Code(
    id="29-two-prices",
    task="What do the generative and the discriminative fit pay?",
    points=4,
    level=3,
    solution=two_prices,
    cases={
        "the figure’s table": (
            [[[-1.0, 1.0], [1.0, -1.0]], [[-1.0, 0.0], [1.0, 0.0]], [[-1.0, -1.0], [1.0, 1.0]]],
            [0.3, 1.0],
        ),
        "features far from 0": (
            [[[2.0, 3.0], [4.0, 1.0]], [[2.5, 3.0], [3.0, 2.0]], [[1.0, 4.0], [4.5, 3.5]]],
            [0.2, -0.4],
        ),
        "three classes, two inputs": (
            [
                [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0]],
                [[2.0, 0.0], [0.0, 0.5], [1.0, -1.0]],
            ],
            [0.7, -0.3],
        ),
    },
    draw={"tables": draw_table, "classes": draw_classes, "far from 0": draw_shared},
    wrong=mistakes(
        two_prices,
        {
            "This grades the generative fit on −log p(x, y), where it pays d/2 as well. "
            "Both are graded on −log p(y | x).": after(lambda prices: [prices[1], prices[1]]),
            "Inverses turn the order round: (var φ)⁻¹ stands on E var(φ|x), not the other "
            "way. The generative fit cannot pay more.": edit(
                "np.linalg.solve(variance(mean), within)", "np.linalg.solve(within, variance(mean))"
            ),
            "The trace still has to be halved.": after(
                lambda prices: [2 * price for price in prices]
            ),
            "The generative price comes first.": after(lambda prices: prices[::-1]),
            "This takes E φφᵀ for the variance of φ: subtract the mean first.": edit(
                "variance(mean)", "variance(0)"
            ),
            "The inputs are not equally likely: E var(φ|x) weighs each x by its probability.": edit(
                "within = variance(given[:, None])\n"
                "    return [float(np.trace(np.linalg.solve(variance(mean), within))",
                "total = variance(mean)\n"
                "    p /= len(p) * p.sum(axis=1, keepdims=True)\n"
                "    return [float(np.trace(np.linalg.solve(total, variance(given[:, None])))",
            ),
        },
    ),
    without=(
        "helpers.estimation.asymptotics:table",
        "helpers.estimation.asymptotics:price",
    ),
    hints=(
        "Theorem 29.5 names two variance matrices of φ. Which of them is the curvature of the loss "
        "that both are graded on?",
        "The grade’s curvature is E var(φ|x); the generative fit scatters by (var φ)⁻¹.",
        "½ tr((var φ)⁻¹ E var(φ|x)), and ½ tr of the unit matrix for the other.",
    ),
)


# an open question

DRIVERS = Open(
    id="29-drivers",
    task="An insurer regresses the yearly damage of 100 000 drivers on the miles that they drive "
    "by least squares, with a line through 0, and prints the textbook’s error bar. People who "
    "drive a lot differ a lot. A colleague says: “With so many examples asymptotics makes the "
    "error bar right.” Write your answer.",
    points=5,
    level=3,
    asks=(
        "Does a large n mend the error bar? What does it mend?",
        "Is it too long or too short here, and how would you know by how much?",
        "What would you print, and what remains true of the fitted line itself?",
    ),
    rubric=(
        (
            1,
            "Says that the ratio of true to textbook variance does not depend on n (Theorem 29.3).",
        ),
        (
            1,
            "Says what n does mend: the bar shrinks like 1/√n, the law becomes normal, H and V are "
            "estimated well.",
        ),
        (
            1,
            "Says too short, for the noise is loudest where |x| is large; V is over H times the "
            "average noise.",
        ),
        (1, "Proposes the sandwich (or a bootstrap), and to compare it with the textbook’s bar."),
        (
            1,
            "Says that the fitted line still tends to the best line; or that there may be a bend "
            "as well, and then it is the best line of a wrong model.",
        ),
    ),
    words=(60, 300),
    model="No. A large n makes the law of the slope normal and the bar short, like 1/√n, but the "
    "ratio of the true variance to the textbook’s does not depend on n: with noise |x|^a it is "
    "2a + 1 for every large n. The textbook replaces the noise of each driver by the average. "
    "Here those who drive most, and turn the line most, are the noisiest, so the scatter V "
    "is larger than the textbook thinks and its bar is too short. I would print the sandwich, "
    "which replaces V by the mean of squared gradients and costs nothing at this n, and look at "
    "the ratio of the two bars. The line itself is fine: it tends to the best line, whatever the "
    "noise does, though if the truth bends it is only the best line.",
)
