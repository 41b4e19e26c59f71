"""Constraints and their prices, in one variable.

Everything is read off a grid, so nothing is assumed.

p* = min f(x) subject to g(x) <= 0                        the primal
L(x, alpha) = f(x) + alpha g(x)                           Lagrangian, price alpha >= 0
D(alpha) = min_x L(x, alpha),   d* = max_alpha D(alpha)   dual function (always concave) and dual
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from helpers import check


@dataclass(frozen=True)
class Program:
    """min f subject to g <= 0 on a grid.

    `why_not` says which hypothesis of strong duality is missing, if one is.
    """

    name: str
    f: Callable
    g: Callable
    x: np.ndarray  # the grid
    why_not: str = ""

    def lagrangian(self, alpha):
        """L(x, alpha) on the grid: (..., len(x)) for prices of shape (...)."""
        return self.f(self.x) + np.asarray(alpha, dtype=float)[..., None] * self.g(self.x)

    def dual(self, alpha):
        """D(alpha) for prices of any shape."""
        return self.lagrangian(alpha).min(axis=-1)

    @property
    def feasible(self):
        return self.g(self.x) <= 0

    @property
    def p_star(self):
        return float(self.f(self.x)[self.feasible].min())

    @property
    def x_star(self):
        return float(self.x[self.feasible][np.argmin(self.f(self.x)[self.feasible])])

    def d_star(self, prices):
        """(d*, the price that attains it) among the prices given."""
        values = self.dual(prices)
        best = int(np.argmax(values))
        return float(values[best]), float(prices[best])


def _grid(lo, hi, t, k=1201):
    """An even grid that contains t exactly."""
    return np.unique(np.append(np.linspace(lo, hi, k), t))


def parabola(t):
    """min (x - 2)^2 subject to x <= t: convex, with room to spare.

    The limit's price is 2(2 - t), and 0 from t = 2 on.
    """
    t = check.number("t", t)
    return Program("parabola", lambda x: (x - 2) ** 2, lambda x: x - t, _grid(-4, 6, t))


def two_valleys(t):
    """min (x^2 - 1)^2 - x/2 subject to x <= t: not convex, so prices may not see the best point."""
    t = check.number("t", t)
    return Program(
        "two valleys",
        lambda x: (x**2 - 1) ** 2 - x / 2,
        lambda x: x - t,
        _grid(-4, 6, t),
        "F is not convex",
    )


def no_room(t):
    """min exp(-x) subject to (x - t)^2/z <= 0, z > 0: convex, but no point has g < 0.

    At z = 1e9 no price is felt.
    """
    t = check.number("t", t)
    return Program(
        "no room",
        lambda x: np.exp(-x),
        lambda x: (x - t) ** 2 / 1e9,
        _grid(-4, 30, t, 2401),
        "no point has g < 0 (Slater)",
    )


def no_price(t):
    """min x subject to (x - t)^2 <= 0: p* = d*, but no finite price attains it.

    D(alpha) = t - 1/(4 alpha).
    """
    t = check.number("t", t)
    return Program(
        "no price",
        lambda x: x,
        lambda x: (x - t) ** 2,
        _grid(-4, 6, t),
        "no point has g < 0 (Slater)",
    )


PROGRAMS = {
    "parabola": parabola,
    "two valleys": two_valleys,
    "no room": no_room,
    "no price": no_price,
}
