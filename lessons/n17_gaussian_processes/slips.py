"""Slips of CS229T, section 3.5, that notebook 17 decides."""

import numpy as np

from helpers.desk.slips import Slip
from helpers.kernels import gaussian, gp, laplace


def shapes():
    """The printed variance is a matrix; the scalar is what brute force finds."""
    x, y, at = np.array([0.1, 0.4, 0.8]), np.array([1.0, -0.5, 0.3]), np.array([0.5])
    k, sigma = gaussian(0.2), 0.3
    printed = np.ones((1, 1)) + sigma**2 * np.eye(3) - k(at, x) @ np.linalg.solve(
        k(x) + sigma**2 * np.eye(3), k(x, at)
    )  # fmt: skip
    mean, variance = gp.posterior(k(x), k(at, x), np.ones(1), y, sigma)
    heights = np.linspace(-6, 6, 1201)
    density = gp.bayes(k(x), k(at, x)[0], 1.0, y, sigma, heights) * 0.01
    spread = density @ (heights - density @ heights) ** 2 + sigma**2
    return (
        f"three points: printed a {printed.shape[0]} × {printed.shape[1]} matrix; formula "
        f"{variance[0] + sigma**2:.4f}, by brute force {spread:.4f}"
    )


def markov_norm(n, count=400):
    """Mean squared RKHS norm of the interpolant of n values of a path, Laplace kernel.

    Values of f next to each other are linked by r = exp(-step), and f'K^-1 f is
    f_1^2 + sum (f_i - r f_(i-1))^2 / (1 - r^2): no matrix is inverted.
    """
    x = np.arange(n) / n
    f = gp.draw(0, laplace(1.0)(x), np.random.default_rng(17).normal(size=(count, n)))
    r = np.exp(-1 / n)
    fresh = f[:, 1:] - r * f[:, :-1]
    return float(np.mean(f[:, 0] ** 2 + (fresh**2).sum(axis=1) / (1 - r * r)))


def not_in_the_space():
    """The squared norm of finer and finer samples of a path."""
    norms = ", ".join(f"{markov_norm(n):.0f}" for n in (10, 50, 250))
    return f"10, 50, 250 values of a path: mean squared norms {norms}"


def another_place():
    """Mean variance left after the first question, at an end and in the middle."""
    K = gaussian(0.15)(np.linspace(0, 1, 41))
    left = [np.trace(gp.observe(np.zeros(41), K, i, 0.0, 0.2)[1]) / 41 for i in (0, 20)]
    return (
        f"first question: all variances are 1. Mean variance left {left[0]:.2f} if asked at an "
        f"end, {left[1]:.2f} in the middle"
    )


SLIPS = (
    Slip(
        "CS229T, (154), l. 1608 and 1627",
        r"mean $c(K+\sigma^2I)^{-1}Y$, variance $(k(x,x)+\sigma^2I) - \dots$; "
        r"$\alpha = (K+\sigma^2)^{-1}Y$; $K \in \mathbb R^n$",
        r"$c^\top(K+\sigma^2I)^{-1}Y$; $k(x,x)+\sigma^2 - c^\top(K+\sigma^2I)^{-1}c$, a number; "
        r"$(K+\sigma^2I)^{-1}Y$; $K \in \mathbb R^{n\times n}$",
        shapes,
    ),
    Slip(
        "CS229T, l. 1586, 1612, 1625",
        r"the prior and the posterior live on curves $f \in \mathcal H$, the kernel’s own space",
        r"a drawn curve is almost surely not in $\mathcal H$ (if $\mathcal H$ has infinite "
        r"dimension): $n$ values of it cost $n$ on average; only the posterior mean is",
        not_in_the_space,
    ),
    Slip(
        "CS229T, l. 1674",
        "asking where the variance is largest gives the most reduction in uncertainty",
        "right in nats, for one question; measured by the total variance another place may be "
        "better",
        another_place,
    ),
)
