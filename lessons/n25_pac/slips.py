"""Slips of Stanford (4.5 to 4.8, 4.12), Durham (lecture 3) and USC (lecture 4), decided in
notebook 25."""

import itertools

import numpy as np

from helpers.desk.slips import Slip
from helpers.generalisation import pac


def always_zero():
    """The constant 0 under both readings of the 0-1 loss."""
    y = np.array([1, -1, -1, 1, 1])
    printed, holds = np.mean(y * 0 < 0), np.mean(y * 0 <= 0)
    return f"h = 0 on five examples: printed {printed:.0f}, holds {holds:.0f}"


def lucky_choice():
    """Two hypotheses, risks 0 and 0.1, ten examples; of two survivors one is drawn by lot."""
    survives = pac.survival(0.1, 10)
    return (
        f"risks 0 and 0.1, n = 10, a coin among survivors: P(R(ĥ) > 0.05) = {survives / 2:.2f}, "
        f"P(a bad one survives) = {survives:.2f}"
    )


def subsets():
    """How many subsets of the kept features agree with six examples of five features."""
    rng = np.random.default_rng(3)
    X = (rng.random((6, 5)) < 0.8).astype(float)
    y = pac.conjunction(X, [1, 1, 0, 0, 0])
    kept = np.flatnonzero(pac.learn_conjunction(X, y))
    tried = [
        np.isin(np.arange(5), chosen)
        for size in range(len(kept) + 1)
        for chosen in itertools.combinations(kept, size)
    ]
    fits = sum(np.array_equal(pac.conjunction(X, J), y) for J in tried)
    return f"{len(kept)} features kept: {fits} of their {len(tried)} subsets make no error"


def as_many_as_features():
    """n = d examples that each lack one feature: the mean risk of the learner."""
    means = [pac.unseen_law(d, 1 / d, d)[d] @ np.arange(d + 1) / d for d in (20, 200)]
    return f"n = d = 20, 200: mean risk {means[0]:.2f}, {means[1]:.2f} (1/e = {1 / np.e:.2f})"


def coin_labels():
    """Labels that are coin flips: no hypothesis is better than one half."""
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=100_000)
    errors = [np.mean(y != guess) for guess in (0, 1)]
    return f"labels are coins: both constant rules err on {min(errors):.2f}, so ε < ½ is never met"


def halving():
    """Mistakes of the majority vote among 64 experts, one perfect, against the worst labels."""

    def mistakes(rounds):
        left, wrong = 64, 0
        for _ in range(rounds):
            if left > 1:  # half of them vote for each side, and the majority is told it is wrong
                left, wrong = left // 2, wrong + 1
        return wrong

    counts = [mistakes(T) for T in (10, 100, 1000)]
    return f"64 experts, T = 10, 100, 1000: at most {counts[0]}, {counts[1]}, {counts[2]} mistakes"


def markov_equality():
    """P(ξ ≤ E ξ/δ) for an exponential law."""
    return f"exponential, δ = 0.1: {1 - np.exp(-10):.5f}, not 0.9"


def squared_loss():
    """A hypothesis that is off by 10 with probability 0.03, at the n that is said to suffice."""
    n = pac.realisable_size(2, 0.1, 0.05)
    return f"off by 10 in 3 % of cases, risk 3, n = {n}: survives with probability {0.97**n:.3f}"


SLIPS = (
    Slip(
        "Stanford 4.5, analysis",
        r"0-1 loss $\mathbb 1[yp < 0]$",
        r"$\mathbb 1[yp \le 0]$, or $h = 0$ would be perfect",
        always_zero,
    ),
    Slip(
        "Stanford 4.5, (188)",
        r"$P(L(\hat h) > \varepsilon) = P(\text{a bad one survives})$",
        r"$\le$: ERM may choose a good survivor",
        lucky_choice,
    ),
    Slip(
        "Stanford 4.5, Example 16",
        "all subsets of the features that are 1 in every positive example are ERMs",
        "only the largest one is sure to be; every ERM is such a subset, not conversely",
        subsets,
    ),
    Slip(
        "Stanford 4.5, Example 16, and 4.12",
        r"learnable as soon as $n \ge d$",
        r"$n \ge \frac{d\ln2 + \ln(1/\delta)}\varepsilon$",
        as_many_as_features,
    ),
    Slip(
        "Stanford 4.5, PAC",
        r"$L(\hat h) \le \varepsilon$ for any law",
        "for laws under which some hypothesis is perfect; otherwise the excess risk",
        coin_labels,
    ),
    Slip(
        "Stanford 4.8, end",
        r"with a perfect expert the average regret is $O(\frac{\log T}T)$",
        r"$O(\frac1T)$: the number of mistakes does not grow with $T$",
        halving,
    ),
    Slip(
        "Durham 3, proof of Proposition 7",
        r"$\Pr(\xi \le E\xi/\delta) = 1 - \delta$",
        r"$\ge 1 - \delta$",
        markov_equality,
    ),
    Slip(
        "USC CSCI 567, lecture 4",
        r"the theorem for a loss $\ell$ that is not named",
        "for the 0-1 loss",
        squared_loss,
    ),
)
