"""Slips of Stanford's sections 4.9 and 4.10 and of a USC lecture that notebook 26 decides."""

from itertools import product
from math import comb

import numpy as np

from helpers.desk.slips import Slip
from helpers.generalisation import vc


def dependent():
    """Two hypotheses, one always right and one wrong half the time; four examples, eps = 1/4."""
    heads = np.array([comb(4, k) for k in range(5)]) / 16
    far = np.abs(np.arange(5) / 4 - 0.5) >= 0.25
    near = heads[2]  # the coin's ghost within 1/8 of 1/2: exactly two of four
    a = heads[far].sum()  # A: the choice is off by eps or more; B: its ghost by eps/2 at most
    b = a * near + (1 - a) * 1  # a sample with no gap picks the hypothesis that is always right
    return (
        f"one hypothesis always right, one a coin, n = 4: P(A)P(B) = {a * b:.3f}, but P(A and B) = "
        f"{a * near:.3f}"
    )


def middle():
    """Labellings of three points by intervals."""
    drawn = vc.boxes(np.arange(3.0))
    rows = ["".join(map(str, row)) for row in vc.all_labellings(3).astype(int)]
    missing = [row for row, yes in zip(rows, drawn) if not yes]
    return f"010 is drawn, 7 of 8 are; the missing one is {', '.join(missing)}"


def rotated_labellings(points, angles=180):
    """Which labellings rectangles draw that may be turned: boxes among turned points."""
    turned = np.linspace(0, np.pi / 2, angles, endpoint=False)
    found = np.zeros(2 ** len(points), dtype=bool)
    for a in turned:
        found |= vc.boxes(points @ [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    return found


def turned():
    """A regular pentagon under rectangles with sides along the axes, and turned ones."""
    angle = 2 * np.pi * np.arange(5) / 5 + 0.3
    pentagon = np.column_stack([np.cos(angle), np.sin(angle)])
    straight, free = vc.boxes(pentagon).sum(), rotated_labellings(pentagon).sum()
    return f"regular pentagon: {straight} of 32 with sides along the axes, {free} of 32 if turned"


def vote_dimension(T, points=5):
    """The VC dimension of signs of T-term combinations of stumps on the line, by enumeration.

    Up to order these are all weights that matter; a tie counts as minus.
    """
    stumps = [
        s * np.where(np.arange(points) < k, 1, -1) for k in range(points + 1) for s in (-1, 1)
    ]
    weights = {1: [(1,)], 2: [(2, 1), (1, 1)], 3: [(1, 1, 1), (3, 1, 1), (2, 1, 1)]}[T]
    votes = {
        tuple(np.sign(np.dot(w, each)) > 0) for w in weights for each in product(stumps, repeat=T)
    }
    return vc.vc_of(np.array(list(votes)))


def votes():
    """VC dimensions of votes of one, two and three stumps."""
    found = [vote_dimension(T) for T in (1, 2, 3)]
    return f"T = 1, 2, 3: {', '.join(map(str, found))}; log 1 = 0 would allow 0"


SLIPS = (
    Slip(
        "Stanford 4.9, before (228)",
        r"“The two factors on the left side of the implication are independent, so we have” (228): "
        r"$P(A)\,P(B)$ is at most the probability of what they imply",
        r"both depend on $\hat h$, so on the sample; given the sample, $P(B) \ge \frac12$",
        dependent,
    ),
    Slip(
        "Stanford 4.10, intervals",
        "three points are not shattered, because the middle one cannot be isolated",
        "it can; it cannot be *left out*",
        middle,
    ),
    Slip(
        "Stanford 4.10, rectangles",
        "the VC dimension of rectangles in the plane is 4",
        "with sides along the axes; turned ones shatter more",
        turned,
    ),
    Slip(
        "USC, lecture 9, exercise",
        r"votes of $T$ rules: $\mathrm{VC} \le c\,T\,d\ln T$ for every $T$",
        r"for $T \ge 2$, or with $\ln(T+1)$",
        votes,
    ),
)
