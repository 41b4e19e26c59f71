"""What the figures of this lesson share, and its own laws and cases."""

from functools import cache

import numpy as np

from helpers import data, plots
from helpers.kernels import features
from helpers.kernels.gram import Pairs
from helpers.kernels.ridge import KernelRidge

LEFT_OUT = plots.PURPLE  # errors at points that were left out


# ridge: twelve measurements of 1 + sin(2 pi x)
TWELVE = (
    *((0.03, 1.11), (0.11, 1.44), (0.23, 2.11), (0.27, 1.97), (0.38, 1.82), (0.47, 1.04)),
    *((0.52, 0.91), (0.60, 0.19), (0.70, 0.26), (0.80, 0.10), (0.88, 0.40), (0.94, 0.73)),
)


SHAPES = {
    "rings": data.rings,
    "exclusive or": data.xor,
    "parabolas": data.curved,
    "stripes": data.stripes,
}


SQUARES = "(x₁², √2 x₁x₂, x₂²)"
MAPS = {
    "x itself": features.columns(0, 1),
    "x, turned": lambda X: X @ [[0.8, -0.6], [0.6, 0.8]],
    "(x₁, x₂, x₂²)": features.parabola,
    "(x₁, 4x₂² + 1)": features.fold,
    SQUARES: features.quadratic,
    "all of degree ≤ 2": features.all_quadratic,
}


def short(value):
    """Two digits, without the e of a computer."""
    if abs(value) < 1e-9:
        return "0"  # rounding error: its digits differ between machines
    if 1e-3 <= abs(value) < 1e4:
        return f"{value:.2g}" if abs(value) < 100 else f"{value:.0f}"
    digits, power = f"{value:.1e}".split("e")
    return f"{digits}·10{str(int(power)).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def within(control, *boxes):
    """A `points` control that refuses places outside [low, high], one box a coordinate."""
    parse_places = control.argument

    def checked(typed):
        found = parse_places(typed)
        for column, (low, high) in zip(found.T, boxes):
            if (column < low).any() or (column > high).any():
                raise ValueError(f"{control.description} must lie in the picture")
        return found

    control.argument = checked
    return control


class Digits:
    """Even or odd: 200 handwritten digits to learn from, 400 to be tested on."""

    def __init__(self, seed=0):
        everything = data.load("digits")
        (self.X, names), (self.X_test, self.names_test) = data.split(
            everything.X[:600] / 16, everything.y[:600], 1 / 3, np.random.default_rng(seed)
        )
        self.y, self.y_test = (np.where(y % 2, -1.0, 1.0) for y in (names, self.names_test))
        self.pairs, self.test_pairs = Pairs(self.X), Pairs(self.X_test, self.X)

    def fitted(self, k):
        """(KernelRidge, Gram matrix of test and training digits) of a kernel."""
        return KernelRidge(k(self.pairs), self.y), k(self.test_pairs)

    def wrong(self, fit, K_test, lam):
        """Shares of wrong answers: training digits, left-out digits, test digits."""
        left_out = self.y * (self.y - fit.loo(lam))
        signed = self.y * fit.fitted(lam), left_out, self.y_test * fit.predict(K_test, lam)
        return np.array([np.mean(m <= 0) for m in signed])

    def nearest(self):
        """The test error of the nearest training digit's label."""
        return np.mean(self.y[np.argmin(self.test_pairs.sq, axis=1)] != self.y_test)


@cache
def split(seed=0):
    """The digits of one split."""
    return Digits(seed)
