"""The exercises of notebook 17, Gaussian processes."""

import numpy as np
from scipy.special import ndtr

from helpers.desk.edits import before, edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: how much one exact value can tell

LAKE = Number(
    id="17-lake",
    task="Before any measurement the temperature at each depth of a lake has a standard deviation "
    "of 2 degrees. You will measure one depth exactly, and want to know the temperature at another "
    "one with a standard deviation of 1 degree. How large must the correlation of the two "
    "temperatures be, at least?",
    points=1,
    level=1,
    answer=float(np.sqrt(0.75)),
    within=0.005,
    why=r"The variance has to fall from $4$ to $1$, so $1 - \rho^2 = \frac14$ and "
    r"$\rho = \sqrt{0.75} = 0.87$: one neighbour, however exact, tells little unless it is very "
    "near.",
    traps=(
        (0.71, "That halves the variance. The standard deviation is to be halved."),
        (0.75, r"That is $\rho^2$: take the root."),
        (
            0.5,
            r"A correlation of $\frac12$ leaves $1 - \frac14$ of the variance: it is the square "
            r"of $\rho$ that counts.",
        ),
        (0.25, r"That share of the variance may be left; what does it say about $\rho$?"),
    ),
    hints=(
        r"Theorem 17.3 with $\sigma = 0$: what is subtracted from the variance?",
        r"$C^2/v$ with covariance $C = \rho s^2$ and $v = s^2$. Which share of the variance may be "
        "left?",
        r"Solve $4(1 - \rho^2) = 1$.",
    ),
)


# find a position: a list of questions that beats the greedy one

BEAT = Position(
    id="17-beat",
    task="The greedy rule asks where the band is widest. Find <i>five</i> places of your own (drag "
    "the numbers) that tell at least 2 % more information than its five.",
    points=2,
    level=2,
    figure="n17_gaussian_processes.questions",
    conditions={
        "five questions": lambda r: r.T == 5,
        "they are yours": lambda r: r.rule == "yours",
        "2 % more than greedy": lambda r: r.here >= 1.02 * r.greedy,
    },
    answer={"T": 5, "rule": "yours", "own": "0, 0.25, 0.5, 0.75, 1, 0.1, 0.2, 0.3"},
    why="Greedy begins at an end, then goes as far away as it must: after four questions the fifth "
    "has to stand between two of them. Five even steps use the room better. By Theorem 17.6 no "
    "list wins more than 58 %; here 2.4 % is the most.",
    hints=(
        "Where do the greedy five leave the largest gap, and where do they crowd?",
        "Set T to 5 and drag the numbers so that all gaps are of one size.",
        "0, 0.25, 0.5, 0.75 and 1.",
    ),
)


# derive: what UCB may lose in one question

UCB = Order(
    id="17-ucb",
    task="Prove part (b) of Theorem 17.7: put the lines in order. $x^*$ is where $f$ is largest, "
    "$x$ the next question of the rule UCB.",
    points=3,
    level=2,
    lines=(
        r"By assumption $m(z) - \beta s(z) \le f(z) \le m(z) + \beta s(z)$ at every place $z$.",
        r"At $z = x^*$ its right half says $f(x^*) \le m(x^*) + \beta s(x^*)$.",
        r"The rule took $x$ and not $x^*$, so $m(x^*) + \beta s(x^*) \le m(x) + \beta s(x)$.",
        r"At $z = x$ the left half of the assumption says $m(x) \le f(x) + \beta s(x)$.",
        r"Insert this: $m(x) + \beta s(x) \le f(x) + 2\beta s(x)$.",
        r"Chain the inequalities: $f(x^*) \le f(x) + 2\beta s(x)$.",
    ),
    reasons=(
        "That is what “the function stays in the band” means.",
        "The upper edge of the band, at the top.",
        r"$x$ maximises $m + \beta s$.",
        "The lower edge of the band, at the question.",
        r"Add $\beta s(x)$ to both sides of the inequality for $m(x)$.",
        "From the top to the question in three steps.",
    ),
    needs=((), (0,), (), (0,), (3,), (1, 2, 4)),
    hints=(
        "Start with what is assumed, at every place.",
        "Use the upper edge at the top, then the rule, then the lower edge at the question.",
        "The last line is the claim itself.",
    ),
)


# code: the posterior


def gp_posterior(x, y, sigmas, x_new, bandwidth, level):
    """[mean, variance] of f(x_new), given values of f read from different instruments.

    x: a list of n places (numbers). y: the n measured values. sigmas: the standard deviation of the
    noise of each, all positive. x_new: one place. bandwidth: that of the Gaussian kernel. level:
    the mean of f(x) before the data, the same at every x. variance: of f itself at x_new, not of a
    new measurement there.
    """
    x, y = np.array(x, dtype=float), np.array(y, dtype=float)
    K = np.exp(-((x[:, None] - x) ** 2) / (2 * bandwidth**2))
    c = np.exp(-((x_new - x) ** 2) / (2 * bandwidth**2))
    a = np.linalg.solve(K + np.diag(np.square(sigmas)), c)
    return [float(level + a @ (y - level)), float(1 - a @ c)]


def draw_posterior(rng):
    n, level = int(rng.integers(3, 9)), float(rng.uniform(2, 12))
    return (
        rng.uniform(0, 1, n).tolist(),
        (level + rng.normal(size=n)).tolist(),
        rng.uniform(0.15, 0.9, n).tolist(),
        float(rng.uniform(0, 1)),
        float(rng.uniform(0.15, 0.5)),
        level,
    )


def draw_repeated(rng):
    """Two of the places are the same: only the noise makes the matrix invertible."""
    x, y, sigmas, *rest = draw_posterior(rng)
    return [*x, x[0]], [*y, y[0] + 0.5], [*sigmas, sigmas[0] + 0.3], *rest


def draw_single(rng):
    """One measurement."""
    x, y, sigmas, *rest = draw_posterior(rng)
    return x[:1], y[:1], sigmas[:1], *rest


POSTERIOR = Code(
    id="17-posterior",
    task="Write gp_posterior(x, y, sigmas, x_new, bandwidth, level).",
    points=3,
    level=2,
    solution=gp_posterior,
    cases={
        "three instruments": ([0.1, 0.5, 0.8], [13.0, 11.5, 12.3], [0.2, 0.5, 0.9], 0.3, 0.2, 12.0),
        "at a measured place": ([0.2, 0.6], [5.0, 7.0], [0.3, 0.6], 0.6, 0.3, 5.0),
        "one measurement": ([0.4], [2.0], [0.4], 0.5, 0.25, 0.0),
        "good and bad at one place": ([0.3, 0.3], [9.0, 11.0], [0.1, 0.8], 0.3, 0.2, 10.0),
        "far away": ([0.1, 0.2], [11.0, 11.0], [0.3, 0.4], 9.0, 0.2, 10.0),
    },
    draw={
        "ordinary cases": draw_posterior,
        "repeated places": draw_repeated,
        "one measurement": draw_single,
    },
    wrong=mistakes(
        gp_posterior,
        {
            "The theorem is about a curve of mean 0: far from all data its mean returns to "
            "0, not to the level. Which curve has mean 0 here?": edit(
                "level + a @ (y - level)", "a @ y"
            ),
            "That is the mean of f minus its level: put the level back.": edit(
                "level + a @", "a @"
            ),
            "The level is given: it is not the average of the measured values.": edit(
                "level + a @ (y - level)", "np.mean(y) + a @ (y - np.mean(y))"
            ),
            "Each measurement has its own noise: a good "
            "instrument counts for more than a bad one.": edit(
                "np.diag(np.square(sigmas))", "np.mean(np.square(sigmas)) * np.eye(len(x))"
            ),
            "Each σ is a standard deviation: on the diagonal stands its square.": edit(
                "np.square(sigmas)", "sigmas"
            ),
            "Two slips at once. Each σ is a standard deviation, so on "
            "the diagonal stands its square; and the theorem is about "
            "a curve of mean 0, while this one has the mean `level`.": before(
                lambda x, y, sigmas, *rest: (x, y, np.sqrt(sigmas), *rest[:2], 0.0)
            ),
            "The Gaussian kernel has 2ℓ² below: exp(−(x − z)²/(2ℓ²)).": before(
                lambda *given: (*given[:4], given[4] / np.sqrt(2), given[5])
            ),
            "This is the standard deviation; the variance was asked.": edit(
                "1 - a @ c", "np.sqrt(1 - a @ c)"
            ),
            "c′A⁻¹c is what the data take away from the "
            "variance: subtract it from k(x, x) = 1.": edit("1 - a @ c", "a @ c"),
        },
    ),
    without=("helpers.kernels.gp:posterior", "helpers.kernels.gp:observe"),
    hints=(
        "Theorem 17.1 is about a curve of mean 0. Subtract something from f: which values did the "
        "instruments then measure?",
        "In step (1) of its proof, Cov(y) is K plus the covariance of the noise. The noises are "
        "independent, each with a variance of its own.",
        "Put σᵢ² on the diagonal of A and solve A a = c. The mean is level + a·(y − level), the "
        "variance 1 − a·c.",
    ),
)


# code: expected improvement, with care at its ends


def expected_gain(means, sds, best):
    """The expected improvement of an answer over `best`, one number for each place.

    means, sds: lists of equal length, mean and standard deviation of f at some places; a standard
    deviation may be 0, then the value is known. best: the best answer so far. Returns a list; no
    entry is negative or not a number.
    """
    found = []
    for mean, sd in zip(means, sds):
        if sd == 0:
            found.append(max(0.0, mean - best))
            continue
        u = (mean - best) / sd
        found.append(max(0.0, float(sd * (u * ndtr(u) + np.exp(-u * u / 2) / np.sqrt(2 * np.pi)))))
    return found


def draw_gains(rng):
    n = int(rng.integers(2, 7))
    return (
        rng.normal(size=n).tolist(),
        rng.uniform(0.2, 2.5, n).tolist(),
        float(rng.normal()),
    )


def draw_known(rng):
    """Some values are known, one of them above the best."""
    means, sds, best = draw_gains(rng)
    extra = float(rng.uniform(0.3, 1))
    return [*means, best + extra, best - extra], [*sds, 0.0, 0.0], best


def draw_hopeless(rng):
    """Means far below the best: nothing may overflow or become negative."""
    means, sds, best = draw_gains(rng)
    return [*means, best - 40 * rng.uniform(1, 2)], [*sds, 1.0], best


GAIN = Code(
    id="17-gain",
    task="Write expected_gain(means, sds, best).",
    points=3,
    level=2,
    solution=expected_gain,
    cases={
        "mean = best": ([0.0], [1.0], 0.0),
        "three places": ([0.5, 1.0, -0.2], [0.3, 0.1, 2.0], 0.8),
        "known values": ([1.0, -1.0, 0.2], [0.0, 0.0, 0.5], 0.5),
        "a hopeless place": ([-40.0, 0.0], [1.0, 0.5], 1.0),
    },
    draw={
        "ordinary cases": draw_gains,
        "known values": draw_known,
        "hopeless places": draw_hopeless,
    },
    wrong=mistakes(
        expected_gain,
        {
            "That is the improvement of the mean. Of the average of all answers, those "
            "below the best count as 0, not as a loss: the average is larger.": edit(
                "(u * ndtr(u) + np.exp(-u * u / 2) / np.sqrt(2 * np.pi))", "u"
            ),
            "This is the probability of an improvement, not its size.": whole(
                lambda means, sds, best: [
                    float(ndtr((m - best) / s)) if s > 0 else float(m > best)
                    for m, s in zip(means, sds)
                ]
            ),
            "The term with the density φ(u) is missing: "
            "with mean = best the improvement is not 0.": edit(
                " + np.exp(-u * u / 2) / np.sqrt(2 * np.pi)", ""
            ),
            "The standard deviation was squared once too often.": before(
                lambda means, sds, best: (means, np.square(sds), best)
            ),
            "Where the standard deviation is 0 the value "
            "is known: it may still be above the best one.": edit("max(0.0, mean - best)", "0.0"),
            "φ(u) has to be multiplied by the standard deviation.": edit(
                "sd * (u * ndtr(u) + np.exp(-u * u / 2) / np.sqrt(2 * np.pi))",
                "sd * u * ndtr(u) + np.exp(-u * u / 2) / np.sqrt(2 * np.pi)",
            ),
        },
    ),
    without=("helpers.kernels.gp:expected_improvement", "helpers.kernels.gp:improvement"),
    hints=(
        "Theorem 17.8 has the closed form; u says how many standard deviations the mean is above "
        "the best.",
        "`ndtr` is Φ. The density φ(u) is exp(−u²/2)/√(2π).",
        "Treat sd = 0 apart: then the improvement is the mean minus best, if that is positive.",
    ),
)


# an open question

DRILL = Open(
    id="17-drill",
    task="A company drills for water. A Gaussian process with a bandwidth of 5 km was fitted to "
    "twelve holes; its 95 % band for the depth of the water is narrow, and the report says: “The "
    "model is sure, and the narrow band shows that the model is good.” Neighbouring holes 1 km "
    "apart differ by much more than the band allows. Write your advice.",
    points=5,
    level=3,
    asks=(
        "What does a narrow band show, and what does it not show?",
        "How could the company test the band with the twelve holes it has?",
        "Where should the next hole be drilled, and what does that depend on?",
    ),
    rubric=(
        (1, "Says that the width follows from places, bandwidth and noise alone, never from y."),
        (
            1,
            "Says that holes 1 km apart that differ point to a bandwidth that is too long (or too "
            "small a noise), and that such a band covers much less than 95 %.",
        ),
        (1, "Proposes to choose ℓ and σ by evidence, or to compare with held-out holes."),
        (
            1,
            "Counts how many left-out holes lie in their bands (adding σ² for a measurement), and "
            "says that twelve is a small number.",
        ),
        (
            1,
            "Distinguishes goals: least known place or mean variance for a map, expected "
            "improvement or UCB for the best well; both inherit a wrong ℓ.",
        ),
    ),
    words=(60, 300),
    model="The width of the band follows from the places of the holes, the bandwidth and the "
    "noise; the measured depths do not enter. A narrow band shows what was put in, nothing else. "
    "Holes 1 km apart that differ by more than the band allows speak against 5 km, or against the "
    "noise put in: with a bandwidth too long by a factor of two a 95 % band may hold half of the "
    "truth. I would choose bandwidth and noise by the evidence, then leave out each hole in turn "
    "and count how many lie within 1.96 standard deviations of their forecast, where the variance "
    "of a measurement has σ² on top. Twelve holes cannot tell 95 % from 85 %, but they can "
    "tell it from 50 %. Where to drill next depends on the aim: for a map, where the variance, or "
    "better the total variance, falls most; for the best well, where expected improvement is "
    "largest. Both trust the bandwidth, so repair that first.",
)
