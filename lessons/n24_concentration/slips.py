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
        r"(212) without “for all $t$”; bounded variables are sub-Gaussian",
        r"for all $t \in \mathbb R$, which forces mean 0: centre first",
        not_centred,
    ),
    Slip(
        "Stanford A.2, (350)",
        r"“Markov”: $P(X \ge E X + \varepsilon) \le E X/\varepsilon$",
        r"true, but never tight; Markov is $P(X \ge t) \le E X/t$",
        not_markov,
    ),
)
