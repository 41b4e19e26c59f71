"""The exercises of notebook 18, Fourier features."""

import numpy as np

from helpers.desk.edits import edit, mistakes
from helpers.desk.kinds import Choice, Code, Open, Order, Position

# predict: what smoothing does

SMOOTHED = Choice(
    id="18-smoothed",
    task="$k(x, z) = h(x - z)$ is a kernel, $h$ is continuous and integrable. Which of these is "
    "certainly a kernel, too?",
    points=1,
    level=1,
    options={
        "the running average of h over [t − 1, t + 1]": "Averaging multiplies the spectrum by "
        r"$\frac{\sin\omega}\omega$, which is negative at $\omega = 4.5$: smoother, and no "
        "kernel if the weight of 4.5 in $h$ was positive.",
        "the running average of that running average": "Averaging twice multiplies the spectrum "
        r"by $(\frac{\sin\omega}\omega)^2 \ge 0$. This is why the triangle is a kernel and the "
        "box is not.",
        "h where it is positive, and 0 elsewhere": "Cut the Mexican hat at 0: what is left looks "
        "like the cap, and its spectrum goes below 0.",
        "1 − h, if h(0) = 1": "Then $k(x, x) = 0$ for all $x$, and a kernel with that is 0 "
        "everywhere (Cauchy–Schwarz).",
    },
    answer="the running average of that running average",
    hints=(
        "What does each of them do to the spectrum?",
        "A running average is an integral of shifted copies of h. Shift cos ωt by u and average "
        "over u from −1 to 1.",
        "It multiplies the weight of ω by the average of cos ωu. Which sign has that?",
    ),
)


# find a position: eight points against exp(−t⁴)

CAUGHT = Position(
    id="18-caught",
    task="Prove with only <b>eight</b> points that exp(−t⁴) at bandwidth 1 is no kernel: find a "
    "frequency ω and a spacing δ (under “more”) where the reading of the points (dashed) is below "
    "−3 % of the largest value of the spectrum.",
    points=2,
    level=2,
    figure="n18_fourier_features.listen",
    conditions={
        "the bump is exp(−t⁴) at bandwidth 1": lambda r: (
            r.shape == "exp(−t⁴)" and abs(r.bandwidth - 1) < 0.02
        ),
        "at most eight points": lambda r: r.n <= 8,
        "at ω they read below −3 %": lambda r: r.here < -0.03 * r.top,
    },
    answer={"shape": "exp(−t⁴)", "n": 8, "omega": 5.1, "spacing": 0.35},
    why="Eight points 0.2 apart cover a stretch that is too short to tell neighbouring frequencies "
    "apart. Farther apart they hear sharper; much farther, and they mistake ω for another "
    "frequency.",
    hints=(
        "Where is the spectrum lowest? Put the star there first.",
        "With few points the dashed curve is a smeared version of the blue one. A longer stretch "
        "smears less.",
        "Try a spacing δ of 0.3 to 0.4, and move ω a little to the right.",
    ),
)


# derive: the law of the error

LAW = Order(
    id="18-law",
    task="Prove Theorem 18.4: put the lines in order. $t = x - z$.",
    points=3,
    level=2,
    lines=(
        r"One random frequency $\omega$ says about $h(t)$: "
        r"$\cos\omega x\cos\omega z + \sin\omega x\sin\omega z = \cos\omega t$. Call this number "
        "$X$.",
        r"$\omega$ has the density $s$, so $E\,X = \int s(\omega)\cos\omega t\,d\omega = h(t)$.",
        r"The same at the distance $2t$: $E\cos2\omega t = h(2t)$.",
        r"$\cos^2\omega t = \frac12(1 + \cos2\omega t)$, so $E\,X^2 = \frac12(1 + h(2t))$.",
        "A variance is mean square minus squared mean: "
        r"$\mathrm{Var}\,X = \frac12(1 + h(2t)) - h(t)^2$.",
        "The estimate is the mean of $D$ independent copies of $X$: its mean is $h(t)$, and its "
        r"variance is $\frac1D\big(\frac12(1 + h(2t)) - h(t)^2\big)$.",
        "Its mean is what it should be, so its mean square error is that variance.",
    ),
    reasons=(
        "The cosine of a difference.",
        "The mean of a function of ω, and Fourier’s inversion formula.",
        "The line before, with 2t for t.",
        "The cosine of a double angle, and the line before.",
        "It needs both means.",
        "Variances of independent numbers add up; dividing by D divides the variance by D².",
        "Mean square error is variance plus squared bias.",
    ),
    hints=(
        "Start with what a single frequency says.",
        "Two means are needed for a variance: of X and of X².",
        "The double angle needs h(2t): know that before you use it.",
    ),
)


# code: random features


def fourier_features(X, Z, bandwidth):
    """Random features whose inner products estimate the Gaussian kernel: an array (n, 2 D).

    X: a list of n rows of d numbers. Z: a list of D rows of d numbers, independent draws of the
    standard normal law; np.array makes arrays of them. bandwidth: that of the kernel
    exp(-|x - z|^2 / (2 bandwidth^2)). Columns: the cosine features in the order of Z, then the sine
    features. A point has inner product 1 with itself; the mean over Z is the kernel.
    """
    X, Z = np.array(X, dtype=float), np.array(Z, dtype=float)
    turns = X @ (Z / bandwidth).T
    return np.hstack([np.cos(turns), np.sin(turns)]) / np.sqrt(len(Z))


def draw_features(rng, n=None, d=None, D=None):
    n, d = n or int(rng.integers(2, 6)), d or int(rng.integers(2, 4))
    D = D or int(rng.integers(3, 7))
    return (
        rng.normal(size=(n, d)).tolist(),
        rng.normal(size=(D, d)).tolist(),
        float(rng.choice([rng.uniform(0.3, 0.8), rng.uniform(1.3, 3)])),
    )


SHAPE_X = [[0.5, -1.0], [2.0, 0.3], [-0.7, 0.9]]
SHAPE_Z = [[1.0, 0.2], [-0.4, 1.5], [0.3, -0.8], [2.1, 0.6]]

FEATURES = Code(
    id="18-features",
    task="Write fourier_features(X, Z, bandwidth).",
    points=3,
    level=2,
    solution=fourier_features,
    cases={
        "three points, four frequencies, bandwidth 2": (SHAPE_X, SHAPE_Z, 2.0),
        "a narrow kernel": (SHAPE_X, SHAPE_Z, 0.4),
        "one frequency": ([[1.0], [2.0]], [[0.7]], 1.5),
        "the origin": ([[0.0, 0.0]], SHAPE_Z, 0.8),
    },
    draw={
        "ordinary cases": draw_features,
        "one coordinate": lambda rng: draw_features(rng, d=1),
        "more coordinates than points": lambda rng: draw_features(rng, n=2, d=5),
        "one frequency": lambda rng: draw_features(rng, D=1),
    },
    wrong=mistakes(
        fourier_features,
        {
            "A wide kernel hears low frequencies: they "
            "have the standard deviation 1/ℓ, not ℓ.": edit("Z / bandwidth", "Z * bandwidth"),
            "1/ℓ² is the variance of the frequencies. The draws are multiplied by its root.": edit(
                "Z / bandwidth", "Z / bandwidth ** 2"
            ),
            "Without a factor the inner product of a point with itself is D, not 1.": edit(
                " / np.sqrt(len(Z))", ""
            ),
            "Both features of a product carry the factor: its square must be 1/D.": edit(
                "np.sqrt(len(Z))", "len(Z)"
            ),
            "cos² + sin² = 1 for each frequency, so a point with itself gives the number of "
            "frequencies, not of columns.": edit("np.sqrt(len(Z))", "np.sqrt(2 * len(Z))"),
            "All cosines come first, then all sines; these alternate.": edit(
                "np.hstack([np.cos(turns), np.sin(turns)])",
                "np.dstack([np.cos(turns), np.sin(turns)]).reshape(len(X), -1)",
            ),
            "cos ωx cos ωz = ½ cos ω(x − z) + ½ cos ω(x + z): without the sines it depends "
            "on where the points are, and a point has no inner product 1 with itself.": edit(
                "np.hstack([np.cos(turns), np.sin(turns)])", "np.cos(turns)"
            ),
        },
    ),
    without=(
        "helpers.kernels.spectra:random_features",
        "helpers.kernels.spectra:waves",
    ),
    hints=(
        "Which law have the frequencies of this kernel? Make draws of it from standard ones.",
        "Theorem 18.4: one cosine and one sine for each frequency, of its inner product with x.",
        "cos² + sin² = 1, D times. Which factor makes that 1?",
    ),
)


# code: the spectrum from samples


def spectral_density(values, step, omegas):
    """The spectrum s at each of the frequencies omegas: a list of numbers.

    values: the list h(0), h(step), h(2 step), ... of an even function h that is 0 beyond the last
    value (which is 0 itself); at least two numbers. step: the distance of neighbours. omegas: a
    list, too; np.array makes arrays of both. Use the trapezoid rule on the whole line, negative t
    included.
    """
    h, omegas = np.array(values, dtype=float), np.array(omegas, dtype=float)
    t = step * np.arange(len(h))
    h[0] /= 2  # t = 0 is there once, every other t twice
    return (np.cos(np.outer(omegas, t)) @ h * step / np.pi).tolist()


def draw_density(rng, count=None, step=None):
    count = count or int(rng.integers(6, 14))
    step = step or float(rng.uniform(0.1, 0.6))
    values = np.append(1.0, rng.uniform(-0.3, 0.9, count - 2))
    return (
        np.append(values * np.linspace(1, 0.2, count - 1), 0.0).tolist(),
        step,
        rng.uniform(0, 8, size=4).tolist(),
    )


DENSITY = Code(
    id="18-density",
    task="Write spectral_density(values, step, omegas).",
    points=3,
    level=2,
    solution=spectral_density,
    cases={
        "a triangle": ([1.0, 0.75, 0.5, 0.25, 0.0], 0.25, [0.0, 1.0, 6.283, 9.0]),
        "a flat top": ([1.0, 1.0, 1.0, 0.5, 0.0], 0.4, [0.0, 3.0, 4.5]),
        "one point of three": ([1.0, 0.0], 0.5, [0.0, 2.0]),
        "it dips below 0": ([1.0, 0.1, -0.4, -0.1, 0.0], 0.7, [0.5, 1.5]),
    },
    draw={
        "ordinary cases": draw_density,
        "two samples": lambda rng: draw_density(rng, count=2),
        "wide steps": lambda rng: draw_density(rng, step=float(rng.uniform(1.2, 2))),
    },
    wrong=mistakes(
        spectral_density,
        {
            "The integral of h cos ωt, without the factor "
            "1/(2π): then all weights add up to 2π h(0).": edit("step / np.pi", "2 * step"),
            "t = 0 was counted twice: doubling one side doubles the middle, too.": edit(
                "    h[0] /= 2\n", ""
            ),
            "Only t ≥ 0 was integrated: the other half of the line gives as much.": edit(
                "step / np.pi", "step / (2 * np.pi)"
            ),
            "1/√(2π) belongs to the symmetric convention. "
            "Here h = ∫ s cos ωt dω without a factor.": edit(
                "step / np.pi", "2 * step / np.sqrt(2 * np.pi)"
            ),
            "A sum is no integral yet: the distance of neighbours is missing.": edit(
                "h * step /", "h /"
            ),
            "ω counts radians: the wave is cos ωt, not cos 2πωt.": edit(
                "np.outer(omegas, t)", "np.outer(2 * np.pi * omegas, t)"
            ),
        },
    ),
    without=("helpers.kernels.spectra:spectrum", "helpers.kernels.spectra:reading"),
    hints=(
        "Which integral gives s? Which part of it do the values cover?",
        "h is even: the negative half gives the same as the positive one. How often is t = 0 "
        "there?",
        "2·(½h(0) + Σ h(t) cos ωt)·step, and the factor in front of the integral.",
    ),
)


# an open question

ARCHIVE = Open(
    id="18-archive",
    task="An archive has a million letters of 300 measurements each, and a Gaussian kernel ridge "
    "that took a night on 20 000 of them. A colleague proposes 200 random frequencies for the "
    "million: “The estimate is unbiased, so we lose nothing.” Write your advice.",
    points=5,
    level=3,
    asks=(
        "What is unbiased, what is lost, and how large is it?",
        "For which pairs of letters is the error worst, compared with the kernel value?",
        "What would you measure, and what does it cost?",
    ),
    rubric=(
        (1, "Only kernel values are unbiased; predictions and mistakes are not linear in them."),
        (
            1,
            "Error of a kernel value about √(0.5/200) = 0.05, whatever the number of measurements; "
            "it falls like 1/√D, ten times less needs a hundred times as many.",
        ),
        (
            1,
            "The error is absolute: strangers with k near 0 get ±0.05 each, and there are a "
            "million of them; or the Gram matrix has rank at most 2D = 400.",
        ),
        (
            1,
            "Proposes to measure: test error against D on a sample, beside the exact kernel on "
            "20 000, before the night is spent; λ chosen anew for each D.",
        ),
        (
            1,
            "Costs: features n·2D numbers (4·10⁸) and n(2D)² operations, beside n² = 10¹² kernel "
            "values and n³; linear in n.",
        ),
    ),
    words=(60, 300),
    model="Unbiased is each kernel value, on average over draws of the frequencies. Your draw is "
    "one of them, and its values are off by at most √(0.5/200) = 0.05, typically, however many "
    "measurements a letter has. The fit is no linear function of the kernel, so nothing says that "
    "it is unbiased. "
    "Near letters with k = 0.9 are off by 0.01 only. For strangers with k = 0.001 the 0.05 is "
    "fifty times the value, and with a million letters there are many strangers. The Gram "
    "matrix has rank 400 at most, so it cannot fit fine detail. Before the night: take the 20 000 "
    "letters, draw 100, 200, 500, 1000, 2000 frequencies, choose λ for each by validation, and "
    "plot the test error beside the exact kernel. Where the curve is flat, stop. The cost is "
    "linear in n: 2D numbers a letter and (2D)² operations, instead of 10¹² kernel values.",
)
