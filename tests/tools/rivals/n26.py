"""Labellings and the ghost sample beside linear programs and SciPy's Kolmogorov law."""

import numpy as np
from scipy import stats
from scipy.optimize import linprog

from helpers.generalisation import vc


def rivals(rng):
    points = rng.normal(size=(7, 2))
    F = vc.affine(points)

    def programs():
        Y = 2.0 * vc.all_labellings(len(F)) - 1
        least, free = -np.ones(len(F)), (None, None)
        return [linprog(np.zeros(3), -y[:, None] * F, least, bounds=free).success for y in Y]

    yield (
        "labellings of 7 points by half-planes",
        lambda: vc.half_spaces(F),
        programs,
        0,
        "128 linear programs",
    )
    yield (
        "chance of a gap 0.2 to the truth, n = 100",
        lambda: vc.deviation_tail(100, 0.2),
        lambda: stats.kstwo.sf(0.2, 100),
        1e-10,
        "SciPy's kstwo",
    )
