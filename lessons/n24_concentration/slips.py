"""Slips of Stanford's section 4.6 and appendix A.2 that notebook 24 decides."""

import numpy as np
from scipy import special

from helpers.desk.slips import Slip
from helpers.generalisation import concentration as con


def decay():
    """How log(−log P) grows with log ε for a normal law: a straight line of slope 2."""
    eps = np.array([4.0, 8.0, 16.0])
    exponents = -special.log_ndtr(-eps)
    slopes = np.diff(np.log(exponents)) / np.diff(np.log(eps))
    return (
        f"−ln P at ε = 4, 8, 16: {', '.join(f'{e:.0f}' for e in exponents)}; it grows like ε to "
        f"the "
        f"power {slopes[-1]:.2f}, not like e^ε"
    )


def parameter():
    """2 log M(t) / t² of a normal law with σ = 2, by numerical integration."""
    x = np.linspace(-40, 40, 400_001)
    weights = np.exp(-(x**2) / 8) / np.sqrt(8 * np.pi) * (x[1] - x[0])
    needed = con.needed_parameter(con.log_mgf(x, weights, 0.7), 0.7)
    return f"σ = 2: a parabola with σ²t²/2 needs {needed:.3f} = σ², not {2.0:.0f} = σ"


def one_sided():
    """2 log M(t) / t² of a coin that is 1 with probability 0.1 and centred, right and left."""
    x, probs, t = np.array([0.9, -0.1]), np.array([0.1, 0.9]), np.linspace(0.01, 40, 4000)
    right, left = (con.needed_parameter(con.log_mgf(-s * x, probs, t), t).max() for s in (1, -1))
    return (
        f"minus a coin with p = 0.1, centred: t ≥ 0 asks for {right:.3f} only, all t for {left:.3f}"
    )


def not_centred():
    """2 log M(t) / t² of the uniform law on [0, 1] near t = 0."""
    t = np.array([1.0, 0.1, 0.01])
    needed = con.needed_parameter(t / 2 + np.log(np.sinh(t / 2) / (t / 2)), t)
    return f"t = 1, 0.1, 0.01 need {', '.join(f'{v:.3g}' for v in needed)}: no σ² is enough"


def not_markov():
    """The printed form, Markov's at the same place, and the truth, for a waiting time."""
    mean, eps = 1.0, 2.0
    truth = np.exp(-(mean + eps))
    return (
        f"waiting time, ε = 2: true {truth:.3f}, Markov {con.markov(mean, mean + eps):.3f}, "
        f"printed "
        f"{con.markov(mean, eps):.3f}"
    )


SLIPS = (
    Slip(
        "Stanford 4.6, after (202)",
        "the tail decays “double exponentially”",
        r"like a Gaussian in $\varepsilon$, exponentially in $n$",
        decay,
    ),
    Slip(
        "Stanford 4.6, examples after (212)",
        r"$N(0,\sigma^2)$ is sub-Gaussian with parameter $\sigma$",
        r"with parameter $\sigma^2$",
        parameter,
    ),
    Slip(
        "Stanford 4.6, Definition 16",
        "(212) does not say for which $t$",
        r"for all $t \in \mathbb R$; for $t \ge 0$ alone only the upper tail is bounded",
        one_sided,
    ),
    Slip(
        "Stanford 4.6, after Theorem 15",
        "“We’ve shown that Gaussian and bounded random variables are sub-Gaussian”; so 4.13",
        "centred ones, as Hoeffding’s lemma there says: (212) for all $t$ forces mean 0",
        not_centred,
    ),
    Slip(
        "Stanford A.2, (350)",
        r"“Markov”: $P(X \ge E X + \varepsilon) \le E X/\varepsilon$",
        r"true, but tight only for $E X = 0$; Markov is $P(X \ge t) \le E X/t$",
        not_markov,
    ),
)
