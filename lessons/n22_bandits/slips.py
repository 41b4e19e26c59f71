"""Slips of Liang's section 2.8 that notebook 22 decides."""

import numpy as np

from helpers.desk.slips import Slip
from helpers.online import bandits


def printed_bounds(d, T):
    """(85) and (90) as they are printed: all arms seen, one arm seen."""
    return np.sqrt(2 * np.log(d) * T), 2 * np.sqrt(d * np.log(d) * T)


def ratio():
    """The ratio of the two bounds at d = 16, as printed and with Theorem 22.2."""
    full, one = printed_bounds(16, 400)
    repaired = bandits.tuned(16, 400)[1] / bandits.tuned(16, 400, "all")[1]
    return f"d = 16: {one / full:.2f} as printed, {repaired:.2f} with the sharper constant"


def rounds():
    """How many more rounds the printed bounds ask for, until both are equal per round."""
    full, one = printed_bounds(16, 400)
    return f"d = 16: {(one / full) ** 2:.0f} times as many rounds, not 16"


def stronger():
    """Five arms that all cost 1: the bound with η, with η/2, and by the largest loss."""
    Z, eta = np.ones((60, 5)), 0.3
    w = bandits.full_information(Z, eta).w[:-1]
    half, first = bandits.local_bound(w, Z, eta), np.log(5) / eta
    largest = first + eta / 2 * 60
    return (
        f"d = 5, all losses 1, T = 60, η = 0.3: (91) says {2 * half - first:.1f}, (81) says "
        f"{largest:.1f}, with η/2 {half:.1f}"
    )


SLIPS = (
    Slip(
        "Liang 2.8, after Theorem 3",
        r"(90) is $\sqrt d$ times (85)",
        r"as printed $\sqrt{2d}$ times; $\sqrt d$ with Theorem 22.2",
        ratio,
    ),
    Slip(
        "Liang 2.8, after Theorem 3",
        "$T$ has to be $d$ times as large",
        "as printed $2d$ times; $d$ times with Theorem 22.2",
        rounds,
    ),
    Slip(
        "Liang 2.8, (91)",
        r"$\frac{\log d}\eta + \eta\sum_t\sum_a w_{t,a}z_{t,a}^2$ is stronger than (81)",
        r"with $\frac\eta2$ it holds and is; with $\eta$ it can be nearly twice as large",
        stronger,
    ),
)
