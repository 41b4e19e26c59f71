"""Slips of Liang's CS229T notes, sections 2.1 to 2.5, that notebook 20 decides."""

import numpy as np

from helpers.descent.optim import gradient_descent
from helpers.desk.slips import Slip
from helpers.online import experts as ex


def not_the_regret():
    """FTL on the see-saw: its own losses and those with one look ahead, beside the best fixed."""
    run = ex.follow_leader(ex.seesaw(100))
    ahead = float((run.w[1:] * run.v).sum())
    best = float(ex.LOWEST["box"](run.v.sum(axis=0)))
    return (
        f"see-saw, T = 100: looking ahead wins {-ahead:.4g}, more than the best fixed {-best:.4g}; "
        f"FTL itself loses {ex.paid(run).sum():.4g}"
    )


def any_first_guess():
    """The regret of the running mean after one round, from two first guesses, beside the bound."""
    z = np.array([[1.0]])
    found = [float((ex.running_mean(z, first).w[0, 0] - 1) ** 2 / 2) for first in (0.0, 5.0)]
    return (
        f"L = 1, T = 1, bound 4: the regret is {found[0]:.2g} with w₁ = 0 and {found[1]:.2g} with "
        "w₁ = 5"
    )


def not_linear():
    """Gradient descent on w^2 and on w^4: how much smaller f is after twice as many steps."""
    square = gradient_descent(lambda w: 2 * w, 1.0, 0.05, 200).w[:, 0] ** 2
    fourth = gradient_descent(lambda w: 4 * w**3, 1.0, 0.05, 2000).w[:, 0] ** 4
    return (
        f"twice as many steps: w² is {square[100] / square[200] / 1e9:.1f} billion times smaller, "
        f"w⁴ only {fourth[1000] / fourth[2000]:.1f} times"
    )


SLIPS = (
    Slip(
        "CS229T 2013, (23)",
        r"$\mathrm{Regret}(u) := \sum_t f_t(w_{t+1}) \le \sum_t f_t(u)$",
        r"only $\sum_t f_t(w_{t+1}) \le \sum_t f_t(u)$: it is no regret",
        not_the_regret,
    ),
    Slip(
        "CS229T 2013, Algorithm 2 with (29), (33), (35)",
        r"any minimiser may be taken, at $t = 1$ any $w_1$; regret at most $4L^2(\log T + 1)$",
        r"for $\lVert w_1\rVert \le L$; then even $2L^2(\log T + 1)$",
        any_first_guess,
    ),
    Slip(
        "CS229T 2013, after (17)",
        "gradient descent converges like $e^{-cT}$",
        "for functions that are smooth and strongly convex",
        not_linear,
    ),
)
