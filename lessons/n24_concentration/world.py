"""What the figures of this lesson share, and its own laws and cases."""

import numpy as np

from helpers import plots

FLOOR = 1e-20  # the lowest probability that is drawn
EPS = np.linspace(0.002, 0.25, 249)
LOOK = {  # colour and dashes of each curve, the same in every figure of this notebook
    "truth": (plots.TRUTH, "-"),
    "normal: no bound": (plots.BOUND, ":"),
    "Chernoff": (plots.SKY, (0, (2, 1))),
    "Hoeffding": (plots.BLUE, (0, (5, 1.5))),
    "Chebyshev": (plots.PURPLE, "-."),
    "Markov": (plots.ORANGE, (0, (9, 3))),
}


def relative(bound):
    """The tolerance of a claim about small probabilities: a billionth of the bound."""
    return 1e-9 * float(bound)


def counted(number):
    """A large number in words of two digits: 740, 2.9 thousand, 100 million."""
    for size, word in ((1e9, " billion"), (1e6, " million"), (1e4, " thousand")):
        if number >= size:
            return f"{float(f'{number:.2g}') / (1e3 if size == 1e4 else size):.3g}{word}"
    return f"{number:.0f}"


def once_in(probability):
    """A small probability in words."""
    if probability >= 0.1:
        return f"in {100 * probability:.0f} % of all samples"
    if probability < 1e-12:
        return f"with probability {probability:.1e}"
    return f"once in {counted(float(f'{1 / probability:.2g}'))} samples"


def line(ax, name, **more):
    """One curve in its look. move(x, y)."""
    colour, dashes = LOOK[name]
    return plots.curves(ax, [name], color=colour, ls=dashes, **more)


def seen(probabilities):
    """What is drawn of small probabilities: nothing below the floor."""
    return np.where(np.asarray(probabilities) < FLOOR, np.nan, probabilities)
