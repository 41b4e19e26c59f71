"""The perceptron without end: its states on data that no plane separates.

They stay bounded, and may come back.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from helpers import check
from helpers.margins.perceptron import after, passes, train


def cycle(X, y, order=None, epochs=1000):
    """(passes before the cycle, passes in it) of the perceptron from 0 in one fixed order.

    (passes, 0) if it converges.

    Compares states exactly, so give whole numbers. ValueError if no state repeats within `epochs`.
    """
    X, y = check.signed_pair(X, y)
    if not np.array_equal(X, np.round(X)):
        raise ValueError(
            "cycle compares states exactly: give X in whole numbers (multiply by a "
            "common denominator)"
        )
    run = train(X, y, order, epochs)
    ends, first = run.w[[after(run, e * len(y)) for e in range(epochs + 1)]], {}
    for e, state in enumerate(map(tuple, ends)):
        if state in first:
            clean = run.extra["converged"] and e - first[state] == 1
            return first[state], 0 if clean else e - first[state]
        first[state] = e
    raise ValueError(f"no state came back within {epochs} passes")


@dataclass(frozen=True)
class Surd:
    """The exact number (m + r sqrt(2)) / k of three whole numbers."""

    m: int
    r: int = 0
    k: int = 1

    def __float__(self):
        return (self.m + self.r * 2**0.5) / self.k

    @property
    def numerator(self):
        """Of the reduced fraction, or 0 if the number is irrational."""
        return 0 if self.r else Fraction(self.m, self.k).numerator


def surd_sign(a, b):
    """The sign of a + b sqrt(2), exactly, for whole numbers a and b."""
    if a * b >= 0:
        return (a + b > 0) - (a + b < 0)
    bigger_a = a * a > 2 * b * b  # never equal: sqrt(2) is irrational
    return (1 if a > 0 else -1) if bigger_a else (1 if b > 0 else -1)


def three_points(s, epochs, order=None):
    """The perceptron on the line, x = 0 (+), 1 (-), s (+), in exact arithmetic.

    s is a Surd > 1, so no threshold works.

    Returns (states, ends, different): states (M + 1, 2) = (w, b) from 0 on, one per correction;
    ends (epochs + 1, 2) those at the ends of the passes; different (epochs + 1,): how many
    different ones of these there were so far.
    """
    epochs = check.whole("epochs", epochs)
    orders = passes(order, 3, epochs)
    m, r, k = s.m, s.r, s.k
    x, y = ((0, 0), (k, 0), (m, r)), (1, -1, 1)
    p = q = b = 0  # k w = p + q sqrt(2), in whole numbers
    states, ends, visited, different = [(0.0, 0.0)], [(0.0, 0.0)], {(0, 0, 0)}, [1]
    for e in range(epochs):
        for i in orders[e % len(orders)]:
            A, B = x[i]
            if y[i] * surd_sign(p * A + 2 * q * B + b * k * k, p * B + q * A) <= 0:
                p, q, b = p + y[i] * A, q + y[i] * B, b + y[i]
                states.append(((p + q * 2**0.5) / k, float(b)))
        ends.append(states[-1])
        visited.add((p, q, b))
        different.append(len(visited))
    return np.array(states), np.array(ends), np.array(different)
