"""Slips that notebook 01 decides."""

import numpy as np

from helpers import losses
from helpers.desk.slips import Slip
from helpers.linear import least_squares, subsets
from lessons.n01_risk import kl, risk


def labels_of_0_and_1():
    """Random weights and labels: mistakes as counted, and by the printed form."""
    rng = np.random.default_rng(8)
    score, y = rng.normal(size=(10**5, 2)) @ [1.0, -1.0], rng.integers(2, size=10**5)
    counted, printed = np.mean((score > 0) != y), np.mean(score * y < 0)
    return f"{counted:.2f} of the labels 0, 1 are missed, the printed form says {printed:.2f}"


def no_mistake_at_0():
    """The rule sign 0 is neither label."""
    X, y = risk.half_planes(60, 0.3, np.random.default_rng(8))
    printed = losses.mean_loss(risk.printed_zero_one, X, y, np.zeros(2))
    corrected = losses.mean_loss(losses.zero_one, X, y, np.zeros(2))
    return f"risk of w = 0: printed {printed:.0f}, counted {corrected:.0f}"


def halved_three_times():
    """The penalised 0-1 risk along a ray, each length half of the one before, and at 0."""
    X, y = risk.half_planes(40, 0.15, np.random.default_rng(7))
    F = losses.objective(losses.zero_one, X, y, lam=0.3)[0]
    w = np.array([np.cos(1.4), np.sin(1.4)])
    falling = ", ".join(f"{F(c * w):.4g}" for c in (1, 0.5, 0.25, 0.125))
    return f"at c = 1, ½, ¼, ⅛: {falling}; at 0: {F(np.zeros(2)):.0f}"


def prices_that_buy_nothing():
    """The numbers of coefficients that some price buys."""
    X, y = subsets.suppressed(400, 0.95, np.random.default_rng(11))
    reached = subsets.reached(subsets.best_subset(X, y).risk)
    missed = sorted(set(range(7)) - set(map(int, reached)))
    return f"of k = 0 to 6 no price buys {', '.join(map(str, missed))}"


def negative_losses():
    """The share of negative losses, and their mean against the divergence."""
    g, rng, n = kl.Mixture(0.3, 3.0), np.random.default_rng(3), 40000
    z = g.draw(rng.uniform(size=n), rng.standard_normal(n))
    loss = np.log(g.density(z)) - kl.NORMAL.log_density(z, 2.0)
    share = np.mean(loss < 0)
    return f"{share:.0%} of the losses are negative; their mean is {loss.mean():.2f} > 0"


def unsquared_penalty():
    """Least squares with the penalty lam |w|: w = 0 is the minimiser from a finite lam on."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(50, 3))
    y = X @ [1.0, -1.0, 0.5] + rng.normal(size=50)
    lam = np.linalg.norm(2 * X.T @ y / 50)  # the slope of the risk at 0
    squared = np.linalg.norm(least_squares.Ridge(X, y).w(lam))
    return (
        f"λ = {lam:.2f}: w = 0 with the unsquared norm, length {squared:.2f} with the squared one"
    )


SLIPS = (
    Slip(
        "Durham 1, Examples 8 and 25",
        "labels $0, 1$ with the loss $1(\\langle x, w\\rangle y < 0)$",
        "the product form needs $y = \\pm 1$: with $y = 0$ it sees no error",
        labels_of_0_and_1,
    ),
    Slip(
        "Durham 1, Examples 11, 15, 19, 25, 36",
        "$1(h \\ne y) = 1(\\langle w, x\\rangle y < 0)$",
        "$\\le 0$: a score of 0 is a mistake, else $w = 0$ is perfect",
        no_mistake_at_0,
    ),
    Slip(
        "Durham 1, Example 36",
        "$\\arg\\min$ of 0-1 risk $+\\ \\lambda\\Vert w\\Vert^2$",
        "there is no minimiser (Theorem 1.6); as printed, with $<$, it would be $w = 0$",
        halved_three_times,
    ),
    Slip(
        "Durham 1, Note 30",
        "a price $\\lambda_0$ and a budget $k_0$ for $\\Vert w\\Vert_0$ are two forms of one task",
        "price $\\Rightarrow$ budget; the converse needs a $k$ on the lower convex hull",
        prices_that_buy_nothing,
    ),
    Slip(
        "Durham 1, Example 37",
        "$\\ln(g/f_\\theta)$ is a loss, so with values in $\\mathbb R_+$",
        "single values may be negative; only the mean, a divergence, may not",
        negative_losses,
    ),
    Slip(
        "Durham 1, Note 34",
        "$J = \\Vert\\cdot\\Vert_2$ with $\\lambda_1, k_1$",
        "$\\Vert\\cdot\\Vert_2^2$ with $\\lambda_2, k_2$: the unsquared norm is another rule",
        unsquared_penalty,
    ),
    Slip(
        "Durham 1, Example 24",
        "$\\langle x_i^\\top w - y_i\\rangle^2$",
        "$(\\langle x_i, w\\rangle - y_i)^2$: a misplaced bracket",
    ),
    Slip(
        "Durham 1, Example 31",
        "$x_i$ under an expectation over $z$",
        "$x$: the expectation is over one new example",
    ),
    Slip(
        "USC 4, empirical risk minimisation",
        "a bound for ERM over a finite class and an unspecified loss",
        "true for the 0-1 loss, can fail for others (notebook 25)",
    ),
)
