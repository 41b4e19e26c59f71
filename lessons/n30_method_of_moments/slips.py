"""Slips of Liang's section 6 that notebook 30 decides."""

import numpy as np

from helpers.desk.slips import Slip
from helpers.estimation import moments as mm
from lessons.n30_method_of_moments import world

TRUE, RIVAL = (
    mm.two_topics([0.4, 0.32, 0.28], [-0.19, 0.12, 0.07], share) for share in (0.25, 0.75)
)


def numbering():
    """How many parameters have the moments of one model with four topics."""
    B, pi = world.four_topics(0.1), world.SHARES
    right = mm.topic_moments(B, pi)
    order = [2, 0, 3, 1]
    other = mm.topic_moments(B[:, order], pi[order])
    gap = max(np.abs(a - b).max() for a, b in zip(right, other))
    same = "the same moments" if gap < 1e-12 else f"moments differ by {gap:.2g}"
    return f"four topics in another order: {same}; there are 24 orders"


def continuous():
    """The typical error of the cube root at a flat place, for n and 64 n."""
    few, many = world.typical_error(0.0, 0.0, [100, 6400])
    return f"M = θ³ at 0: 64 times the examples divide the error by {few / many:.1f}, not by 8"


def two_words():
    """Two models with the same distribution of texts of two words, and their topics."""
    a, b = mm.topic_moments(*TRUE), mm.topic_moments(*RIVAL)
    pairs, triples = (np.abs(a[i] - b[i]).max() for i in (1, 2))
    far = np.abs(TRUE[0] - RIVAL[0]).max()
    same = "the same pairs" if pairs < 1e-12 else f"pairs differ by {pairs:.2g}"
    return f"two models, topics up to {far:.2f} apart: {same}, triples differ by {triples:.3f}"


def tensor_rank():
    """The rank of a scored slice of M3, which is the number of topics, for k = 1, 2, 4."""
    ranks = []
    for k in (1, 2, 4):
        B, pi = world.four_topics(0.1)[:, :k], np.full(k, 1 / k)
        M3 = mm.topic_moments(B, pi)[2]
        ranks.append(str(np.linalg.matrix_rank(M3 @ np.arange(1.0, 9.0), tol=1e-9)))
    return f"k = 1, 2, 4 topics: rank {', '.join(ranks)}; three indices in each case"


def zero_ratio():
    """Recovery with a score for which one ratio is exactly 0."""
    B, pi = world.CLEAR, world.WEIGHTS
    v = np.cross(B[:, 0], [0.3, -0.2, 1.0])
    found, _, ratios = mm.recover(*mm.topic_moments(B, pi), 3, v)
    off = np.abs(found[:, mm.match(found, B)] - B).max()
    told = ", ".join(f"{r:.2g}" for r in np.sort(np.round(ratios, 12)) + 0.0)
    return f"ratios {told}: {'found exactly' if off < 1e-9 else f'error {off:.2g}'}"


def left_inverses():
    """n times the variance for waiting times of rate 1 from x and x², for two left inverses."""
    G, V = np.array([[-1.0], [-4.0]]), np.array([[1.0, 4.0], [4.0, 20.0]])
    plain, best = (
        mm.delta_variance(L, V)[0, 0] for L in (mm.left_inverse(G), mm.left_inverse(G, V))
    )
    return (
        f"waiting times, φ = (x, x²): {plain:.2f} with the pseudo-inverse, {best:.2f} is possible"
    )


SLIPS = (
    Slip(
        "Stanford 6.2, Definition 21",
        "identifiable: the confusable set is one point, for almost every θ; the mixture is",
        "a mixture has $k!$ confusable points at least: identifiable up to the numbering",
        numbering,
    ),
    Slip(
        "Stanford 6.2, before (334)",
        "the delta method needs $M^{-1}$ to be continuous",
        "differentiable; where $M$ is flat the rate is another one",
        continuous,
    ),
    Slip(
        "Stanford 6.2, after (334)",
        r"$\nabla M^{-1} = \nabla M^\dagger$",
        "one left inverse among many if there are more moments than parameters; seldom the best",
        left_inverses,
    ),
    Slip(
        "Stanford 6.3, assumption",
        r"$L \ge 3$ words a text is “an unimportant technicality”",
        "from two words a text no method finds topics whose chances are all positive",
        two_words,
    ),
    Slip(
        "Stanford 6.3, (340)",
        r"$M_3$ is “a rank-3 tensor”",
        "a tensor of order 3 (three indices) and of rank $k$",
        tensor_rank,
    ),
    Slip(
        "Stanford 6.3, after (342)",
        "the diagonal of $ED^{-1}$ must be distinct and non-zero",
        "distinct is enough: a 0 in $E$ does no harm, only $X$ is inverted",
        zero_ratio,
    ),
)
