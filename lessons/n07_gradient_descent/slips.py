"""Slips that notebook 07 decides."""

import numpy as np

from helpers import losses
from helpers.descent import bounds, newton, optim, problems
from helpers.desk.slips import Slip


def implicit_step():
    """One step on w^2 from 1 with eta = 0.2, and the point that solves the printed equation."""
    step = optim.gradient_descent(lambda w: 2 * w, 1, 0.2, 1).last[0]
    return f"w² from 1 with η = 0.2: the step goes to {step:.2f}, the printed one to {1 / 1.4:.2f}"


def far_start():
    """Ten steps of 0.1 on |w| from 10: the average's height, and both bounds."""
    run = optim.gradient_descent(np.sign, 10.0, 0.1, 10)
    height = abs(run.average()[0])
    printed, right = (bounds.lipschitz_bound(R, 0.1, 1, 10) for R in (0, 10))
    return (
        f"∣w∣ from 10: the average is {height:.2f} high; printed {printed:.2f}, with R {right:.2f}"
    )


def no_subgradient():
    """Supporting lines of -w^2 at the points of a grid, and its steepest chord."""
    w = np.linspace(-3, 3, 121)
    gap = -(w**2) + w[:, None] ** 2 + 2 * w[:, None] * (w - w[:, None])
    supported = (gap >= -1e-12).all(axis=1).sum()
    steep = np.abs(np.diff(-(w**2)) / np.diff(w)).max()
    return (
        f"−w²: {supported} of 121 points have a supporting line, yet a chord has slope {steep:.2f}"
    )


def example():
    """100 pairs with correlation 0.2: the risk, its x, its answers, the population's best line."""
    X, y, population = problems.normal_pairs(100, 0.2, np.random.default_rng(1))
    return problems.least_squares(X, y), X[:, 1], y, population


def sum_for_mean():
    """The last entry of the gradient at (2, -2): printed, corrected, by differences."""
    f, x, y, _ = example()
    w, h = np.array([2.0, -2.0]), np.array([0, 1e-5])
    printed = 2 * (w[0] * x.mean() + w[1] * (x**2).mean()) - 2 * y @ x
    numeric = (f.value(w + h) - f.value(w - h)) / 2e-5
    return f"printed {printed:.2f}, corrected {f.grad(w)[1]:.2f}, by differences {numeric:.2f}"


def slope_of_the_population():
    """The slope of least squares on a hundred thousand pairs."""
    X, y, _ = problems.normal_pairs(100_000, 0.2, np.random.default_rng(0))
    return f"least squares on 100 000 pairs has slope {problems.least_squares(X, y).w_star[1]:.2f}"


def two_goals():
    """How often descent ends below the risk of the population's best line."""
    below = 0
    for seed in range(50):
        X, y, population = problems.normal_pairs(100, 0.2, np.random.default_rng(seed))
        f = problems.least_squares(X, y)
        below += f.value(optim.gradient_descent(f.grad, [2, -2], 0.5, 60).last) < f.value(
            population
        )
    return f"the “error” against the population's line is negative in {below} of 50 runs"


def steps_that_diverge():
    """The share of 2000 samples on which a step size diverges."""
    found = []
    for seed in range(2000):
        X, y, _ = problems.normal_pairs(100, 0.2, np.random.default_rng(seed))
        found.append(problems.least_squares(X, y).beta)
    shares = [np.mean(eta > 2 / np.array(found)) for eta in (0.5, 0.99, 3.0)]
    return "η = 0.5, 0.99, 3 diverge on {:.0%}, {:.0%}, {:.0%} of 2000 samples".format(*shares)


def extra_factor():
    """Fifty steps in a valley with kappa = 100 from its steep axis: height and both bounds."""
    f = problems.valley(100)
    height = f.gap(optim.gradient_descent(f.grad, [0, 1], 2 / 1.01, 50).last)
    bound = bounds.strong_bound(1, 1, 100, 50)
    return f"κ = 100, T = 50: {height:.4f} high; printed {bound / 50:.4f}, corrected {bound:.4f}"


def calls_per_factor(d):
    """Calls of the ellipsoid method to come e times closer, between 1e-2 and 1e-6; three runs."""
    counts = []
    for seed in range(3):
        goal = np.random.default_rng(seed).normal(size=d)
        goal *= 0.5 / np.linalg.norm(goal)

        def slope(w, goal=goal):
            return (w - goal) / np.linalg.norm(w - goal)

        run = newton.ellipsoid(slope, np.zeros(d), 1.0, 30 * d * d + 50, shapes=False)
        best = np.minimum.accumulate(np.linalg.norm(run.w - goal, axis=1))
        counts.append((np.argmax(best <= 1e-6) - np.argmax(best <= 1e-2)) / np.log(1e4))
    return np.mean(counts)


def square_of_the_dimension():
    """The calls at four dimensions as shares of 2d(d + 1), and the power of d that fits them.

    Rounding decides where the cuts lie, so the counts themselves differ between processors.
    """
    dims = np.array([2, 4, 8, 16])
    calls = np.array([calls_per_factor(d) for d in dims])
    shares = calls / (2 * dims * (dims + 1))
    between = bool(np.all((shares > 0.6) & (shares < 1.05)))
    power = np.polyfit(np.log(dims), np.log(calls), 1)[0]
    return (
        "calls for a factor e at d = 2, 4, 8, 16: between 60 and 105 % of 2d(d + 1): "
        f"{between}; power of d: {power:.0f}"
    )


def scaled():
    """Descent on a logistic risk and on 5 times it; then downhill on minus the risk."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), rng.choice([-1.0, 1.0], 60)
    f, grad = losses.objective(losses.logistic, X, y, 0.05)
    once = optim.gradient_descent(grad, [1.0, 1.0], 0.5, 500).last
    five = optim.gradient_descent(lambda w: 5 * grad(w), [1.0, 1.0], 0.1, 500).last
    apart, lows = np.abs(once - five).max(), (f(once), 5 * f(five))
    away = np.linalg.norm(optim.gradient_descent(lambda w: -grad(w), [1.0, 1.0], 0.5, 100).last)
    return (
        f"minimisers {apart:.4f} apart, minima {lows[0]:.4f} and {lows[1]:.4f}; with c = −1 the "
        f"run is {away:.0f} away after 100 steps"
    )


def wrong_sign():
    """The mean of the perceptron's one-example gradients: printed, corrected, by differences."""
    rng = np.random.default_rng(0)
    X, y, w = rng.normal(size=(40, 2)), rng.choice([-1.0, 1.0], 40), np.array([0.7, -0.4])

    def risk(u):
        return losses.perceptron(y * (X @ u)).mean()

    printed = np.mean((y * (X @ w) <= 0) * y * X[:, 0])
    numeric = (risk(w + [1e-6, 0]) - risk(w - [1e-6, 0])) / 2e-6
    return f"printed {printed:.3f}, corrected {-printed:.3f}, by differences {numeric:.3f}"


def hinge_twice():
    """The hinge at 1 - y yhat and at y yhat, for scores of +5 and -5."""
    right, wrong = losses.hinge(np.array([5.0, -5.0]))
    printed = losses.hinge(1 - np.array([5.0, -5.0]))
    return (
        f"scores +5 and −5 pay {printed[0]:.0f} and {printed[1]:.0f} as printed, {right:.0f} and "
        f"{wrong:.0f} corrected"
    )


def not_taylor():
    """The error of both models of cosh at 0 over h^2, for two h; the printed one has t = 1/2."""
    printed, taylor = (
        [abs(np.cosh(h) - 1 - c * h**2) / h**2 for h in (1e-1, 1e-3)] for c in (1, 0.5)
    )
    return (
        f"cosh: error over h² at h = 0.1 and 0.001: printed {printed[0]:.3f}, {printed[1]:.3f}; "
        f"Taylor {taylor[0]:.4f}, {taylor[1]:.4f}"
    )


SLIPS = (
    Slip(
        "Durham 4, Note 10",
        r"the linear model has the gradient at $w_{t+1}$",
        r"at $w_t$; with $w_{t+1}$ it is another method, the implicit step",
        implicit_step,
    ),
    Slip(
        "Durham 4, Notes 19, 23, 25",
        r"bounds with $\Vert w^\star\Vert^2$, for every start",
        r"only from $w_1 = 0$; in general $\Vert w_1 - w^\star\Vert^2$, and $B \ge \Vert w_1 - "
        r"w^\star\Vert$",
        far_start,
    ),
    Slip(
        "Durham 4, Lemma 21",
        "Lipschitz if and only if all subgradients are short",
        "for convex $f$ (Theorem 7.11)",
        no_subgradient,
    ),
    Slip(
        "Durham 4, Example 26",
        r"last entry of the gradient with $-2y^\top x$",
        r"$-\frac2n y^\top x$",
        sum_for_mean,
    ),
    Slip(
        "Durham 4, Example 26",
        r"correlation 0.2 and $w^\star = (0, 1)$",
        r"$w^\star = (0, 0.2)$",
        slope_of_the_population,
    ),
    Slip(
        "Durham 4, Example 26",
        r"one symbol $w^\star$ for the best line of the population and of the sample",
        "two; descent goes to the second",
        two_goals,
    ),
    Slip(
        "Durham 4, Example 26",
        r"$\eta = 0.99$ converges fastest, $\eta = 3$ more slowly",
        r"both diverge if $\eta > 2/\beta$, and $\beta \ge 2$ (Theorem 7.7)",
        steps_that_diverge,
    ),
    Slip(
        "USC 9, Theorem 1",
        r"$e^{-T/\kappa}\,\frac{\beta B^2}{2T}$",
        r"$e^{-T/\kappa}\,\frac{\beta B^2}2$",
        extra_factor,
    ),
    Slip(
        "USC 9, cutting planes",
        r"the ellipsoid method needs of the order of $d\log\frac1\varepsilon$ calls",
        r"$d^2\log\frac1\varepsilon$",
        square_of_the_dimension,
    ),
    Slip(
        "Waterloo 1.8.1",
        r"$\min f = \min c f$ for any $c$",
        r"the *minimiser* is the same, for $c > 0$; the minimum is multiplied by $c$",
        scaled,
    ),
    Slip(
        "Waterloo 1.8.2",
        r"$y_Ix_I$ on a mistake estimates the perceptron's gradient",
        r"$-y_Ix_I$ does",
        wrong_sign,
    ),
    Slip(
        "Waterloo 1.8.2",
        r"hinge of $1 - y\hat y$",
        r"hinge of $y\hat y$: the 1 is already inside",
        hinge_twice,
    ),
    Slip(
        "Waterloo 1.8.2",
        "“Taylor expansion” with $\\frac1{2t}\\Vert y-x\\Vert^2$",
        r"the curvature is replaced by $\frac1t$; an upper bound if $t \le \frac1\beta$",
        not_taylor,
    ),
)
