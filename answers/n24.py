"""The exercises of notebook 24, concentration."""

import numpy as np

from helpers.desk.edits import edit, mistakes
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: how many examples

TWO_POINTS = Number(
    id="24-two-points",
    task="You want the error rate of a classifier to within 2 points, on either side, and accept "
    "being wrong once in a hundred times. How many test examples does Hoeffding ask for?",
    points=1,
    level=1,
    answer=6623,
    within=5,
    why=r"Both sides: $2e^{-2n\varepsilon^2} \le \delta$, so "
    r"$n \ge \frac{\ln(2/\delta)}{2\varepsilon^2} = \frac{\ln 200}{0.0008} = 6622.9$.",
    traps=(
        (5757, "That is one side only. Too high <i>or</i> too low costs a factor 2 before e."),
        (13246, r"The 2 in the exponent has gone lost: $e^{-2n\varepsilon^2}$."),
        (62500, "That is Chebyshev's number for a fair coin."),
        (2876, "The logarithm is the natural one."),
        (132, r"$\varepsilon$ enters squared: $0.02^2 = 0.0004$."),
    ),
    hints=(
        "Write down Hoeffding's bound for both sides together.",
        r"Set $2e^{-2n\varepsilon^2}$ equal to $\delta$ and solve for $n$.",
        r"$n = \ln(2/\delta)/(2\varepsilon^2)$ with $\varepsilon = 0.02$ and $\delta = 0.01$."
        " Round up.",
    ),
)


# find a position: Chebyshev wins, and by far

CHEBYSHEV_WINS = Position(
    id="24-chebyshev-wins",
    task="Find a place where Chebyshev's bound is under 1 % and still the lowest of the three that "
    "need not know the law.",
    points=2,
    level=2,
    figure="n24_concentration.tails",
    conditions={
        "Chebyshev’s bound is under 0.01": lambda r: r.at[4] < 0.01,
        "it is below Hoeffding’s": lambda r: r.at[4] < r.at[3],
        "it is below Markov’s": lambda r: r.at[4] < r.at[5],
    },
    answer={"n": 100, "p": 0.01, "eps": 0.12},
    why="Chebyshev knows the variance, Hoeffding only the range. With p = 0.01 the variance is 25 "
    "times smaller than Hoeffding must assume.",
    hints=(
        "For a fair coin Hoeffding always wins. Which coin has a variance far from ¼?",
        "Take p = 0.01. Both bounds depend on nε² alone: move one of the two.",
        "Chebyshev is 0.0099/(nε²): nε² must be a little over 1, for example n = 100.",
    ),
)


# derive: Hoeffding's lemma

LEMMA = Order(
    id="24-lemma",
    task=r"Prove Theorem 24.4: put the lines in order. $\psi(t) = \ln M(t)$.",
    points=3,
    level=3,
    lines=(
        r"$\psi'(t) = \frac{E[Xe^{tX}]}{M(t)}$: the mean of $X$ under the tilted law, whose "
        "weights are multiplied by $e^{tX}/M(t)$.",
        r"$\psi''(t) = \frac{E[X^2e^{tX}]}{M(t)} - \psi'(t)^2$: the variance of $X$ under that "
        "law.",
        r"Under the tilted law $X$ still lies in $[a, b]$, so $\psi''(t) \le \frac{(b-a)^2}4$.",
        r"$\psi(0) = \ln 1 = 0$ and $\psi'(0) = E[X] = 0$.",
        r"By Taylor, $\psi(t) = \psi(0) + t\,\psi'(0) + \frac{t^2}2\psi''(s)$ for some $s$ "
        "between 0 and $t$.",
        r"Hence $\ln M(t) \le \frac{t^2}2\cdot\frac{(b-a)^2}4$.",
    ),
    reasons=(
        "The derivative of a logarithm; under the expectation $e^{tX}$ gives $Xe^{tX}$.",
        r"The derivative of $\psi'$, by the quotient rule.",
        "A number in an interval is at most half its length from the middle, and the variance is "
        "at most the mean square distance from any point.",
        "The hypothesis: the mean is 0.",
        "The remainder of second order.",
        r"Insert the two values at 0 and the bound on $\psi''$.",
    ),
    needs=((), (0,), (1,), (), (1,), (2, 3, 4)),
    hints=(
        "What is needed for Taylor's formula? Two derivatives, and two values at 0.",
        "The first derivative is a mean, the second a variance, both of the tilted law.",
        "Taylor needs both derivatives. What is 0 and what is bounded is inserted at the end.",
    ),
)


# code: how many examples, for values in any interval


def examples_needed(eps, delta, a, b, sides):
    """The number of examples that Hoeffding's inequality asks for, a whole number.

    eps: the distance, positive. delta: the probability that may fail, between 0 and 1. a, b: every
    example lies between these two numbers. sides: 1 if only too high counts as a failure, 2 if too
    low counts too. The number is the smallest whole one that Hoeffding's bound allows, at least 1.
    """
    return max(1, int(np.ceil((b - a) ** 2 * np.log(sides / delta) / (2 * eps**2))))


def draw_sizes(rng):
    eps, delta = rng.uniform(0.02, 0.2), rng.uniform(0.01, 0.2)
    a = rng.uniform(-2, 2)
    return (
        float(eps),
        float(delta),
        float(a),
        float(a + rng.uniform(1.3, 3)),
        int(1 + rng.integers(2)),
    )


def draw_two_sides(rng):
    return (*draw_sizes(rng)[:4], 2)


EXAMPLES_NEEDED = Code(
    id="24-examples-needed",
    task="Write examples_needed(eps, delta, a, b, sides).",
    points=3,
    level=1,
    solution=examples_needed,
    cases={
        "a share, both sides": (0.05, 0.05, 0.0, 1.0, 2),
        "a share, one side": (0.05, 0.05, 0.0, 1.0, 1),
        "values between −1 and 1": (0.1, 0.01, -1.0, 1.0, 2),
        "a narrow interval far from 0": (0.1, 0.05, 5.0, 5.5, 2),
        "one is enough": (2.0, 0.5, 0.0, 1.0, 1),
    },
    draw={"ordinary cases": draw_sizes, "two sides": draw_two_sides},
    wrong=mistakes(
        examples_needed,
        {
            "The range has gone lost: values between −1 and 1 need four times as many "
            "examples as values between 0 and 1.": edit("(b - a) ** 2 * ", ""),
            "The width b − a enters squared, like ε: only their ratio counts.": edit(
                "(b - a) ** 2", "(b - a)"
            ),
            "Too high or too low: with two sides the two "
            "probabilities add up, so δ must be shared.": edit("sides /", "1 /"),
            "Where only too high counts as a failure, one exponential is enough: the 2 "
            "before it is for two sides.": edit("sides /", "2 /"),
            "This is the number for values between 0 and 1 "
            "and two sides, whatever a, b and sides say.": edit(
                "(b - a) ** 2 * np.log(sides / delta)", "np.log(2 / delta)"
            ),
            "The 2 for two sides stands before the exponential: "
            "it goes into the logarithm, it does not multiply n.": edit(
                "(b - a) ** 2 * np.log(sides / delta)", "sides * (b - a) ** 2 * np.log(1 / delta)"
            ),
            "Rounded the wrong way: with one example too few the bound is over δ.": edit(
                "np.ceil(", "np.floor("
            ),
            "The exponent is −2nε²/(b − a)²: the 2 in it has gone lost.": edit(
                "(2 * eps ** 2)", "eps ** 2"
            ),
            "The width is b − a, not the largest value: [5, 6] is as narrow as [0, 1].": edit(
                "(b - a) ** 2", "b ** 2"
            ),
        },
    ),
    without=("helpers.generalisation.concentration:hoeffding_size",),
    hints=(
        "Write the bound for one side, then for both, and set it equal to delta.",
        "sides * exp(-2 n eps² / (b - a)²) = delta; solve for n.",
        "n = (b - a)² ln(sides / delta) / (2 eps²), rounded up.",
    ),
)


# code: where Chebyshev beats Hoeffding


def chebyshev_window(p):
    """[low, high]: the values of n eps² between which Chebyshev's bound is below Hoeffding's.

    p: the probability of heads, between 0 and 1. Both bounds are those for the share of heads of n
    coins, Hoeffding's for one side. An empty list if Chebyshev is nowhere below. Each number to
    within 1e-6.
    """
    variance = p * (1 - p)
    if variance >= 1 / (2 * np.e):
        return []

    def cross(inside, outside):
        for _ in range(200):
            middle = (inside + outside) / 2
            if variance < middle * np.exp(-2 * middle):
                inside = middle
            else:
                outside = middle
        return inside

    return [cross(0.5, 0.0), cross(0.5, 60.0)]


CHEBYSHEV_WINDOW = Code(
    id="24-chebyshev-window",
    task="Write chebyshev_window(p).",
    points=3,
    level=3,
    solution=chebyshev_window,
    cases={
        "the documents, p = 0.13": (0.13,),
        "a rare error, p = 0.01": (0.01,),
        "a fair coin": (0.5,),
        "p = 0.9": (0.9,),
    },
    draw={
        "ordinary cases": lambda rng: (float(rng.uniform(0.01, 0.2)),),
        "coins near ½": lambda rng: (float(rng.uniform(0.3, 0.7)),),
        "rare heads": lambda rng: (float(10 ** rng.uniform(-6, -4)),),
        "more heads than tails": lambda rng: (float(rng.uniform(0.82, 0.99)),),
    },
    wrong=mistakes(
        chebyshev_window,
        {
            "Chebyshev needs the variance p(1 − p) of a coin, not p.": edit(
                "variance = p * (1 - p)", "variance = p"
            ),
            "For coins near ½ Chebyshev wins nowhere: the peak of x e^(−2x) is 1/(2e) = "
            "0.184, below their variance.": edit("return []", "return [0.5, 0.5]"),
            "Near 0 Chebyshev's bound is infinite and "
            "Hoeffding's is 1: the window begins later.": edit("cross(0.5, 0.0)", "0.0"),
            "The two curves cross twice. This right end does not "
            "depend on p: it is where the search was stopped.": edit("cross(0.5, 60.0)", "60.0"),
            "Hoeffding's exponent is −2nε²; here it is −nε².": edit(
                "1 / (2 * np.e)",
                "1 / np.e",
                "np.exp(-2 * middle)",
                "np.exp(-middle)",
                "[cross(0.5, 0.0), cross(0.5, 60.0)]",
                "[cross(1.0, 0.0), cross(1.0, 60.0)]",
            ),
        },
    ),
    tol=1e-5,
    hints=(
        "Call x = n eps². Which inequality in x and p do you have to solve?",
        "p(1 − p) < x exp(−2x). The right side rises until x = ½ and then falls.",
        "So bisect twice: between 0 and ½, and between ½ and something large.",
    ),
)


# an open question

NEWSPAPER = Open(
    id="24-newspaper",
    task="A newspaper asks 1000 readers and reports 13 % “± 2 %” (normal approximation, 95 %). A "
    "colleague wants Hoeffding’s ± 4.3 % instead, another one says that neither may be used, since "
    "whoever answers is not a random sample. Write your advice.",
    points=5,
    level=3,
    asks=(
        "Where do the two numbers come from, and which of them is a promise?",
        "For which purpose is each good enough?",
        "What is right about the second colleague’s objection, and would more answers help?",
    ),
    rubric=(
        (1, "Derives both numbers: 1.96·√(0.13·0.87/1000) ≈ 0.021; √(ln 40/2000) ≈ 0.043."),
        (
            1,
            "Says that the normal one is an approximation (good in the middle, wrong far out in "
            "the tail) and Hoeffding’s is a bound for every law on [0, 1].",
        ),
        (
            1,
            "Names a fitting use for each: a headline against a guarantee with tiny δ or a union "
            "over many statements; or proposes the exact interval (0.110, 0.152).",
        ),
        (
            2,
            "Says that all of them need independent draws from the population one speaks about, "
            "and that a bias does not shrink with n.",
        ),
    ),
    words=(60, 300),
    model="The normal interval is 1.96 standard errors, 2.1 points; Hoeffding's half-width solves "
    "2 exp(−2000 ε²) = 0.05 and is 4.3 points. The first is an approximation, excellent at 95 per "
    "cent, and wrong by orders of magnitude far out; the second is a promise for every law on [0, "
    "1]. The exact interval, 11.0 to 15.2 per cent, is both honest and short, so I would print "
    "that. But every one of them assumes independent draws from all readers. If angry readers "
    "answer more often, the average converges to the wrong number, and more answers only make us "
    "surer of it.",
)
