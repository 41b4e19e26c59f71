"""Slips of Liang's section 2.9 and Durham's Proposition 5.29 that notebook 23 decides."""

import numpy as np

from helpers.desk.slips import Slip
from helpers.online import batch


def who_calls_whom():
    """Two online learners on the same coins; the batch learner only averages what they say."""
    found = []
    for eta in (0.05, 0.5):
        run, Z, chance = batch.tree(10, 0.8, eta)
        links = batch.links(run, Z, batch.distance, batch.coin_risk(0.8), [0.5])
        found.append(f"{chance @ links.average - 0.2:.3f}")
    return (
        f"the batch learner asks the online one: with η = 0.05 and 0.5 inside, its excess is "
        f"{found[0]} and {found[1]}"
    )


def far_start():
    """The mean excess from a start farther away than B, with the step size of the notes."""
    T, B = 12, 0.5
    eps = B / np.sqrt(T)
    run, _, chance = batch.tree(T, 1.0, eps, w0=-1.5)
    excess = chance @ batch.coin_risk(1.0)(run.average())
    return (
        f"‖w*‖ = ½ = B, but from w₁ = −1.5: mean excess {excess:.2f}, where ε = {eps:.2f} was "
        "promised"
    )


SLIPS = (
    Slip(
        "Liang 2.9, opening",
        "“reducing the online setting to the batch setting”",
        "we read it the other way round: the batch problem is reduced to the online one",
        who_calls_whom,
    ),
    Slip(
        "Durham 5, Proposition 29",
        r"SGD from anywhere, $B$ a bound on $\lVert w\rVert$",
        r"$w_1 = 0$, or $\lVert w_1 - w^\star\rVert \le B$, and $\eta = B/(\rho\sqrt T)$",
        far_start,
    ),
)
