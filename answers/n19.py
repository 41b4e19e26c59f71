"""The exercises of notebook 19, MMD."""

import numpy as np

from helpers.desk.edits import after, edit, mistakes
from helpers.desk.kinds import Choice, Code, Open, Order, Position

# predict: what a wide kernel can see

RULER = Choice(
    id="19-ruler",
    task="P is standard normal. Fifty points of P, fifty of Q, Gaussian kernel with bandwidth "
    "ℓ = 100, and the permutation test at 5 %. For which Q will it reject in more than half of "
    "all samples?",
    points=1,
    level=1,
    options={
        "all of them: with a Gaussian kernel D² is positive for every Q that is not P": "Positive, "
        "yes. At ℓ = 100 it is far smaller for the other two than what shuffling gives by chance.",
        "standard deviation 2, mean 0": "Twice as wide, but the means agree: ℓ²D² goes to 0 as ℓ "
        "grows.",
        "two humps at ±0.95, with mean 0 and variance 1": "The means agree, so ℓ²D² goes to 0 as ℓ "
        "grows.",
        "mean 1, standard deviation 1": "At this bandwidth only the means are compared, and here "
        "they differ.",
        "none: the kernel is too wide to see anything": "D² is small, but what a test compares it "
        "with is small, too: U of a shuffle shrinks like 1/ℓ² as well.",
    },
    answer="mean 1, standard deviation 1",
    hints=(
        "What is left of D² when ℓ is much larger than all distances?",
        "Theorem 19.7: ℓ²D² is about the squared difference of means.",
        "Compare the means of the three Q with 0.",
    ),
)


# find a position: a false alarm

ALARM = Position(
    id="19-alarm",
    task="P = Q, and the test rejects all the same. Find such a false alarm: at shift a = 0, at "
    "least twenty points of each, p at most 0.05.",
    points=2,
    level=1,
    figure="n19_mmd.shuffle",
    conditions={
        "P = Q: the shift is 0": lambda r: r.a == 0,
        "at least twenty points of each": lambda r: r.n >= 20,
        "the test rejects: p ≤ 0.05": lambda r: r.p <= 0.05,
    },
    answer={"sample": 14},
    why="One sample in twenty does this, at every bandwidth and every n: that is what 5 % means. "
    "Whoever tries twenty things at 5 % will find one.",
    hints=(
        "Nothing is wrong with the test. How often will it reject where there is nothing to find?",
        "About once in twenty samples: draw new ones (the slider under “more”).",
        "Keep n = 40 and ℓ = 0.5, and go through the samples up to number 20.",
    ),
)


# derive: a wide kernel compares means

MEANS = Order(
    id="19-means",
    task="Prove Theorem 19.7: put the lines in order. $m_P, v_P$ and $m_Q, v_Q$ are means and "
    "variances; $M$ is the largest of $E(x-x')^4$, $E(x-y)^4$ and $E(y-y')^4$.",
    points=3,
    level=2,
    lines=(
        r"For every $s \ge 0$: $\;e^{-s} = 1 - s + r$ with $0 \le r \le \frac{s^2}2$.",
        r"Put it into the three terms of $D^2$, with $s = \frac{(x-x')^2}{2\ell^2}$ and so on. The "
        "ones cancel, $1 - 2 + 1 = 0$, and there remain "
        r"$-\frac1{2\ell^2}\big[E(x-x')^2 - 2E(x-y)^2 + E(y-y')^2\big]$ and a remainder.",
        "In this bracket $E(x-x')^2 = 2v_P$, $E(y-y')^2 = 2v_Q$ and "
        "$E(x-y)^2 = v_P + v_Q + (m_P-m_Q)^2$.",
        "So the variances cancel: the bracket is $-2(m_P-m_Q)^2$.",
        r"The remainder has three means of $r$, each from 0 to $\frac M{8\ell^4}$; two count plus "
        r"once, one counts minus twice. So its size is at most $\frac M{4\ell^4}$.",
        r"Together: $D^2 = \frac{(m_P-m_Q)^2}{\ell^2}$ up to at most $\frac M{4\ell^4}$. "
        r"Multiply by $\ell^2$.",
    ),
    reasons=(
        "Taylor’s formula for the exponential function.",
        "Section 3 gives the three terms; each expectation is split by the line before.",
        "Independent draws: the variance of a difference is the sum of the variances.",
        "$2v_P - 2v_P - 2v_Q - 2(m_P-m_Q)^2 + 2v_Q$.",
        r"$\frac{s^2}2 = \frac{(x-x')^4}{8\ell^4}$, and at most $2\cdot\frac M{8\ell^4}$ on "
        "either side of 0.",
        "The main part and the bound on the rest.",
    ),
    needs=((), (0,), (1,), (2,), (1,), (3, 4)),
    hints=(
        "The only tool is the series of the exponential function, cut after two terms.",
        "First insert, then look at the bracket, last at what was cut off.",
        "“In this bracket” and “So” tell what must stand before.",
    ),
)


# code: the unbiased estimate


def unbiased_mmd2(x, y, bandwidth):
    """The unbiased estimate of D² from two samples of numbers, with a Gaussian kernel.

    x: a list of n numbers, n at least 2. y: a list of m numbers, m at least 2; m need not be n.
    bandwidth: the ℓ of exp(-(distance)²/(2 ℓ²)), positive. Returns one number.
    """
    x, y = np.array(x, dtype=float), np.array(y, dtype=float)

    def gram(a, b):
        return np.exp(-((a[:, None] - b) ** 2) / (2 * bandwidth**2))

    def others(K):
        n = len(K)
        return (K.sum() - np.trace(K)) / (n * (n - 1))

    return float(others(gram(x, x)) - 2 * gram(x, y).mean() + others(gram(y, y)))


def draw_samples(rng):
    n, m = int(rng.integers(3, 8)), int(rng.integers(9, 14))
    n, m = (n, m) if rng.random() < 0.5 else (m, n)
    x, y = rng.normal(size=n), rng.normal(0.5, 1.5, size=m)
    return x.tolist(), y.tolist(), float(rng.uniform(0.3, 2))


def draw_negative(rng):
    """Two samples that interleave: the estimate is negative."""
    n = int(rng.integers(4, 8))
    grid = np.sort(rng.uniform(-1, 1, n))
    shift = rng.uniform(0.01, 0.05)
    return grid.tolist(), (grid + shift).tolist(), float(rng.uniform(0.2, 0.6))


def draw_pairs(rng):
    """Two points of each."""
    x, y = rng.normal(size=2), rng.normal(1, 2, size=3)
    return x.tolist(), y.tolist(), float(rng.uniform(0.5, 3))


UNBIASED = Code(
    id="19-unbiased",
    task="Write unbiased_mmd2(x, y, bandwidth).",
    points=3,
    level=2,
    solution=unbiased_mmd2,
    cases={
        "two and three points": ([0.0, 1.0], [0.5, 2.0, 3.0], 1.0),
        "a shift, samples of different size": ([-1.0, 0.2, 0.4, 1.1], [2.0, 2.5, 3.1], 0.7),
        "nearly the same samples: below 0": ([0.0, 1.0, 2.0], [0.1, 1.1, 2.1], 0.5),
        "a narrow kernel: nobody has a neighbour": ([0.0, 5.0, 9.0], [2.0, 7.0], 0.1),
    },
    draw={
        "ordinary cases": draw_samples,
        "estimates below 0": draw_negative,
        "two points": draw_pairs,
    },
    wrong=mistakes(
        unbiased_mmd2,
        {
            "This is V: it compares every point with "
            "itself, too, and is too large on average.": edit(
                "(K.sum() - np.trace(K)) / (n * (n - 1))", "K.mean()"
            ),
            "An estimate that is right on average has to be negative now and then; cut off "
            "at 0 it is too large on average.": after(lambda estimate: max(0.0, estimate)),
            "The diagonal is left out of the sum but still counted in the number of pairs: "
            "divide by n(n − 1), not by n².": edit("n * (n - 1)", "n * n"),
            "The mixed pairs come twice in the square of a "
            "difference: once as (x, y), once as (y, x).": edit("2 * gram(x, y)", "gram(x, y)"),
            "The kernel is exp(−distance²/(2ℓ²)): the 2 is missing.": edit(
                "2 * bandwidth ** 2", "bandwidth ** 2"
            ),
            "The estimate is of D², not of D: there is "
            "no root to take (and it may be negative).": after(
                lambda estimate: np.sqrt(max(0.0, estimate))
            ),
            "In the mixed pairs nothing has to be left out: x₁ and y₁ are strangers. Where "
            "the samples have different sizes there is no such diagonal at all.": edit(
                "gram(x, y).mean()", "gram(x, y)[~np.eye(len(x), len(y), dtype=bool)].mean()"
            ),
            "The second sample has its own number of "
            "pairs, m(m − 1): n is the size of the first.": edit(
                "others(gram(y, y))", "(gram(y, y).sum() - len(y)) / (len(x) * (len(x) - 1))"
            ),
            "This takes n from the first sample for both. The second has m points: its "
            "diagonal is m, and m(m − 1) pairs are left.": edit(
                "others(gram(y, y))", "(gram(y, y).sum() - len(x)) / (len(x) * (len(x) - 1))"
            ),
        },
    ),
    without=(
        "helpers.kernels.mmd:mmd2_u",
        "helpers.kernels.mmd:mmd2_v",
        "helpers.kernels.mmd:shuffled_mmd2",
        "helpers.kernels.mmd:permutation_test",
    ),
    hints=(
        "Three means of kernel values: within x, within y, and between the two.",
        "Within a sample no point is compared with itself: how many pairs are left of n²?",
        "n(n − 1), and m(m − 1) in the other. The mean between the samples takes all n·m pairs and "
        "counts minus twice.",
    ),
)


# code: the p-value


def permutation_p(K, n, shuffles):
    """The p-value of the permutation test, with the unbiased estimate of D² as its statistic.

    K: the kernel values of all pairs of N points, as a list of N rows; the first sample is the
    points 0, ..., n - 1, the second all others, at least two of each. shuffles: a list of lists;
    each names the n points that a shuffle puts into the first sample.
    """
    K = np.array(K, dtype=float)

    def statistic(chosen):
        rest = [i for i in range(len(K)) if i not in set(chosen)]

        def others(part):
            A = K[np.ix_(part, part)]
            return (A.sum() - np.trace(A)) / (len(part) * (len(part) - 1))

        return others(chosen) - 2 * K[np.ix_(chosen, rest)].mean() + others(rest)

    here = statistic(list(range(n)))
    reached = sum(statistic(list(chosen)) >= here - 1e-12 for chosen in shuffles)
    return float((1 + reached) / (1 + len(shuffles)))


def _matrix(rng, n, m, shift=0.6):
    """Kernel values with a diagonal that is not constant: a polynomial kernel."""
    z = np.append(rng.normal(size=n), rng.normal(shift, 1, size=m))
    return np.round((np.outer(z, z) + 1) ** 2, 6)


def _shuffles(rng, N, n, count):
    return [sorted(int(i) for i in rng.permutation(N)[:n]) for _ in range(count)]


def draw_test(rng):
    n, m = int(rng.integers(3, 6)), int(rng.integers(6, 9))
    K = _matrix(rng, n, m)
    return K.tolist(), n, _shuffles(rng, n + m, n, 19)


def draw_close(rng):
    """P = Q: p anywhere between 0 and 1."""
    n, m = int(rng.integers(6, 9)), int(rng.integers(3, 6))
    K = _matrix(rng, n, m, shift=0.0)
    return K.tolist(), n, _shuffles(rng, n + m, n, 39)


def draw_ties(rng):
    """The colouring at hand is among the shuffles."""
    n, m = 3, 5
    K = _matrix(rng, n, m)
    own = [list(range(n))] * int(rng.integers(2, 5))
    return K.tolist(), n, own + _shuffles(rng, n + m, n, 9)


SQUARES = [[float((a * b + 1) ** 2) for b in (0, 1, 3, 2, -1)] for a in (0, 1, 3, 2, -1)]
APART = [[float(np.exp(-((a - b) ** 2) / 2)) for b in (0, 1, 6, 7)] for a in (0, 1, 6, 7)]

PERMUTATION = Code(
    id="19-permutation",
    task="Write permutation_p(K, n, shuffles).",
    points=3,
    level=2,
    solution=permutation_p,
    cases={
        "far apart, and no shuffle gets there": (APART, 2, [[0, 2], [1, 3], [0, 3], [1, 2]]),
        "two and three points": (SQUARES, 2, [[0, 1], [1, 2], [2, 3], [0, 4], [3, 4]]),
        "three and two points": (SQUARES, 3, [[0, 1, 3], [1, 3, 4], [2, 3, 4], [0, 3, 4]]),
        "a shuffle that changed nothing": (APART, 2, [[0, 1], [0, 1], [0, 2]]),
    },
    draw={
        "ordinary cases": draw_test,
        "one distribution": draw_close,
        "ties": draw_ties,
    },
    wrong=mistakes(
        permutation_p,
        {
            "The colouring at hand is one of the possible ones and "
            "counts, above and below: without it p could be 0.": edit(
                "(1 + reached) / (1 + len(shuffles))", "reached / len(shuffles)"
            ),
            "A shuffle that is exactly as far apart "
            "counts, too: at least as far, not farther.": edit(">= here - 1e-12", "> here + 1e-12"),
            "This counts shuffles that are less far apart. "
            "Small p must mean: hardly any shuffle gets as far.": edit(
                ">= here - 1e-12", "<= here + 1e-12"
            ),
            "This compares points with themselves, too. With samples of different size that "
            "favours some shuffles: take the unbiased statistic.": edit(
                "(A.sum() - np.trace(A)) / (len(part) * (len(part) - 1))", "A.mean()"
            ),
            "U far below 0 is no sign of two distributions: only values above count.": edit(
                "statistic(list(chosen)) >= here - 1e-12",
                "abs(statistic(list(chosen))) >= abs(here) - 1e-12",
            ),
            "The colouring at hand counts in the numerator, "
            "too: it is at least as far apart as itself.": edit("(1 + reached)", "reached"),
        },
    ),
    without=(
        "helpers.kernels.mmd:p_value",
        "helpers.kernels.mmd:shuffled_mmd2",
        "helpers.kernels.mmd:permutation_test",
    ),
    hints=(
        "One statistic for the samples, one for every shuffle: the same function of who is first.",
        "p is the share of colourings that are at least as far apart. Which colourings are there?",
        "The B shuffles and the one at hand: (1 + how many shuffles reach it) / (1 + B).",
    ),
)


# an open question

BLOOD = Open(
    id="19-blood",
    task="A laboratory compares sixty blood values of January with sixty of June, by MMD and 999 "
    "shuffles, at ten bandwidths. It reports the smallest of the ten p-values: “p = 0.03, so with "
    "97 % probability the patients have changed.” Write your advice.",
    points=5,
    level=3,
    asks=(
        "What is wrong with choosing the bandwidth in this way, and what could be done instead?",
        "What does a p-value say, and what does it not say?",
        "If the test rejects rightly, what has changed? Must it be the patients?",
    ),
    rubric=(
        (
            1,
            "Says that the smallest of ten p-values is below 0.05 more often than in 5 % of cases.",
        ),
        (
            1,
            "Names a repair: fix ℓ beforehand (median distance), a sum of kernels, divide 5 % by "
            "ten, choose ℓ on a part of the data, or shuffle the whole procedure.",
        ),
        (1, "Says that p is not the probability that P = Q; it is computed as if P = Q."),
        (
            1,
            "Says that rejecting means that the values are not exchangeable: instruments, days, "
            "other doctors, dependence between values may be the cause as well.",
        ),
        (
            1,
            "Proposes to look: witness function, its largest values, means; or a control such as "
            "odd against even days.",
        ),
    ),
    words=(60, 300),
    model="Each of the ten tests raises a false alarm with probability 5 %; the smallest of their "
    "p-values is below 0.05 more often than that. So 0.03 is no news. Fix the bandwidth before "
    "looking, for instance at the median distance, or add the ten kernels and make one test; or "
    "compare the smallest p with that of every shuffle, treated in the same way. And p is not the "
    "probability that nothing has changed: it is the share of colourings that look at least as "
    "different, computed as if nothing had. If an honest test rejects, January and June are not "
    "exchangeable. That may be the patients, but also a new instrument, other working hours, or "
    "several values of one person. The witness function says where the samples differ; a control, "
    "odd days against even days of one month, says whether the laboratory itself is steady.",
)
