"""What the figures of this lesson share, and its own laws and cases."""

from collections import namedtuple
from functools import lru_cache

import numpy as np

from helpers.generalisation import vc

Kind = namedtuple("Kind", "draws vc count features")


KINDS = {
    "thresholds": Kind(
        lambda P: vc.boxes(P[:, :1], below=True),
        1,
        lambda n: n + 1,
        lambda P: vc.affine(P[:, :1]),
    ),
    "intervals": Kind(
        lambda P: vc.boxes(P[:, :1]),
        2,
        lambda n: n * (n + 1) // 2 + 1,
        lambda P: vc.affine(P[:, :1]),
    ),
    "half-planes": Kind(
        lambda P: vc.half_spaces(vc.affine(P)), 3, lambda n: n * n - n + 2, vc.affine
    ),
    "discs": Kind(vc.discs, 3, lambda n: vc.sauer(n, 3), vc.lifted),
    "rectangles": Kind(vc.boxes, 4, None, vc.affine),
    "convex polygons": Kind(vc.polygons, None, None, vc.affine),
}


def whole(number):
    """The next whole number; rounding errors do not count."""
    return int(np.ceil(number - 1e-9))


@lru_cache(512)
def between_walls(steps, wall):
    """(P(stays), P(stays and returns)) of a walk of ±1 that may not touch ±wall, step by step."""
    law = np.zeros(2 * max(wall, 1) + 1)
    law[len(law) // 2] = wall > 0
    for _ in range(steps):
        law[1:-1] = (law[:-2] + law[2:]) / 2
        law[[0, -1]] = 0
    return float(law.sum()), float(law[len(law) // 2])
