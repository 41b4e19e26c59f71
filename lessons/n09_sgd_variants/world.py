"""What the figures of this lesson share, and its own laws and cases."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.descent import adaptive, laws, newton, problems, projections, sgd
from lessons.n08_sgd.world import W_RISK, million

START = np.array([2.0, -2.0])
TURN = np.linspace(0, 2 * np.pi, 91)
CIRCLE = np.column_stack([np.cos(TURN), np.sin(TURN)])
METHODS = ("SGD", "AdaGrad", "Adam")
RULES = (sgd.sgd, adaptive.adagrad, adaptive.adam)
LOOKS = ((plots.ORANGE, "--"), (plots.FIT, "-"), (plots.GREEN, "-."))


def told(size):
    """A size for a caption: two digits, a power of ten where it is small."""
    if not size <= 1e3:
        return "over 1000"
    if size < 1e-16:
        return "almost 0"
    if size >= 1e-3:
        return f"{size:.2g}"
    power = str(-round(np.log10(size))).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"about 10⁻{power}"


def three_curves(ax, names, log):
    """A curve for each name in the notebook's looks; move(x, *ys)."""
    lines = [
        plots.curves(ax, [name], log=log, color=colour, ls=ls)
        for name, (colour, ls) in zip(names, LOOKS)
    ]
    ax.minorticks_off()
    return lambda x, *ys: [artist for line, y in zip(lines, ys) for artist in line(x, y)]


@cache
def pairs():
    """x, y (500,): pairs of the million with |x| <= 1."""
    X, y = million()
    few = np.flatnonzero(np.abs(X[:20_000, 1]) <= 1)[:500]
    return X[few, 1], y[few]


@cache
def lowest():
    """The minimiser of the mean of -cos, found by Newton's method."""
    x, y = pairs()
    slope = lambda w: projections.cos_grad(w, x, y).mean(axis=0)  # noqa: E731
    return newton.newton(slope, lambda w: projections.cos_hessian(w, x, y), W_RISK, 8).last


@cache
def best_line():
    """The least squares line of the million."""
    return problems.least_squares(*million()).w_star


def errors(points, T, mean):
    """Root mean square distance from the best line after 0, ..., T steps."""
    return np.minimum(adaptive.error_curve(points, best_line(), T, mean), 1e20)


@cache
def white():
    """(4000, 2): two columns with mean 0, variance 1 and correlation 0, exactly."""
    Z = np.random.default_rng(23).normal(size=(4000, 2))
    Z -= Z.mean(axis=0)
    return Z @ np.linalg.inv(np.linalg.cholesky(Z.T @ Z / len(Z))).T


@cache
def sample_law(n):
    """The exact law of SGD on the first n pairs."""
    X, y = million()
    return laws.law(X[:n], y[:n])
