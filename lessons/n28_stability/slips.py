"""Slips of Durham's lecture 3, sections 2 to 4, that notebook 28 decides."""

import numpy as np

from helpers.desk.slips import Slip
from helpers.generalisation import stability as st


def five_numbers(count=400_000):
    """Samples of five normal numbers, a fresh one each, and what their means lose at the first."""
    z = np.random.default_rng(28).normal(size=(count, 6))
    before = (z[:, :5].mean(axis=1) - z[:, 0]) ** 2
    after = (z[:, 1:].mean(axis=1) - z[:, 0]) ** 2
    return before, after


def can_be_negative():
    """The share of swaps that lower the loss at the old example, and the mean of all."""
    before, after = five_numbers()
    lower, mean = 100 * np.mean(after < before), np.mean(after - before)
    return f"mean of five numbers: {lower:.0f} % are negative, the average is +{mean:.2f}"


def training_risk():
    """E R_S of the mean of five numbers of variance 1, and the two candidates for it."""
    before, after = five_numbers()
    return (
        f"mean of five numbers: the training risk is 1 − 1/5 = 0.80; measured "
        f"{before.mean():.2f} with w, {after.mean():.2f} with w′"
    )


def textbook_bound(lam, rho, B, m):
    """λB² + 2ρ²/(λm), what the notes want to be small."""
    return lam * B**2 + 2 * rho**2 / (lam * m)


def root():
    """How much larger the bound is with the printed λ than with the right one."""
    found = []
    for ratio in (2, 4, 16):
        right, printed = np.sqrt(2 / 100) * ratio, np.sqrt(2 / 100 * ratio)
        value = textbook_bound(printed, ratio, 1, 100) / textbook_bound(right, ratio, 1, 100)
        found.append(f"{value:.2f}")
    return f"the bound is {', '.join(found)} times too large at ρ/B = 2, 4, 16"


def two_sizes():
    """Both sides of the printed equation, at the sample size that the right one names."""
    rho, B, eps = 3.0, 2.0, 0.1
    m = 8 * rho**2 * B**2 / eps**2
    lam = np.sqrt(2 / m) * rho / B
    return f"ρ = 3, B = 2, ε = 0.1: the two are {8 * lam**2 * B**2 / eps**2:.2g} and {m:.0f}"


def rate():
    """Exact excess of ridge on 400 coins with the λ of the notes, beside both rates."""
    m, mu = 400, 0.06
    chance, excess = st.coin_excess(m, mu, 1.0, 1.0, np.sqrt(2 / m))
    return (
        f"{m} coins: exact excess {chance @ excess:.4f}; printed at most {4 / m:.4f}, holds "
        f"{np.sqrt(8 / m):.4f}"
    )


def not_for_sure():
    """P(excess > ε) at the sample size of the notes."""
    m, eps = 200, 0.2
    drifts = np.linspace(0.01, 0.4, 40)
    worst = 0.0
    for mu in drifts:
        chance, excess = st.coin_excess(m, mu, 1.0, 1.0, np.sqrt(2 / m))
        worst = max(worst, float(chance[excess > eps].sum()))
    return f"ρ = B = 1, ε = 0.2, m = 200: over ε with probability up to {worst:.2g}, not 0"


SLIPS = (
    Slip(
        "Durham 3, Note 16",
        r"$\ell(\mathfrak A(S^{(i)}), z_i) - \ell(\mathfrak A(S), z_i) \ge 0$",
        "only its mean, and only for learners that overfit",
        can_be_negative,
    ),
    Slip(
        "Durham 3, proof of Theorem 19",
        r"$E\,\hat R_S(\mathfrak A(S)) = E\,\ell(\mathfrak A(S^{(i)}), z_i)$",
        r"$= E\,\ell(\mathfrak A(S), z_i)$; the theorem stands",
        training_risk,
    ),
    Slip(
        "Durham 3, Note 47 and Summary 49",
        r"$\lambda_m = \sqrt{\frac2m\frac\rho B}$",
        r"$\lambda_m = \sqrt{\frac2m}\,\frac\rho B$",
        root,
    ),
    Slip(
        "Durham 3, Note 48",
        r"$m \ge \frac{8\lambda_m^2B^2}{\epsilon^2} = \frac{8\rho^2B^2}{\epsilon^2}$",
        r"$m \ge \frac{8\rho^2B^2}{\epsilon^2}$ alone",
        two_sizes,
    ),
    Slip(
        "Durham 3, Summary 49",
        r"excess at most $\lambda_mB\sqrt{8/m}$, which with the right $\lambda_m$ is "
        r"$\frac{4\rho}m$",
        r"at most $\rho B\sqrt{8/m}$",
        rate,
    ),
    Slip(
        "Durham 3, Summary 49",
        r"a “PAC guarantee” from $m \ge 8\rho^2B^2/\epsilon^2$",
        r"in expectation; with probability $1-\delta$ from $m \ge 8\rho^2B^2/(\epsilon\delta)^2$",
        not_for_sure,
    ),
)
