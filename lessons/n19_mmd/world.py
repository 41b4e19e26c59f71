"""What the figures of this lesson share, and its own laws and cases."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.kernels import mmd

FIRST, SECOND, WITNESS, DOTS = plots.BLUE, plots.RED, plots.PURPLE, "0.6"
NORMAL = mmd.Mixture((0.0,), (1.0,))
PAIRS = {  # what Q is; P is the standard normal distribution, and at a = 0 they are one
    "two humps": lambda a: mmd.Mixture((-a, a), (np.sqrt(1 - a * a),) * 2),
    "shifted": lambda a: mmd.Mixture((a,), (1.0,)),
    "wider": lambda a: mmd.Mixture((0.0,), (1 + a,)),
    "peaked": lambda a: mmd.Mixture((0.0, 0.0), (np.sqrt(1 - 0.9 * a), np.sqrt(1 + 0.9 * a))),
}


MOST = 0.95  # the largest difference a
ALPHA = 0.05


@lru_cache(64)
def numbers_of(sample, n, count=1):
    """(shares, normals), each (count, 2n), for the random sample of that number."""
    rng = np.random.default_rng([22, sample])
    return rng.random((count, 2 * n)), rng.normal(size=(count, 2 * n))


@lru_cache(256)
def shuffles(N, n, count):
    return mmd.shufflings(N, n, count, np.random.default_rng([19, 2, n]))


def heap(ax, edges, label, **look):
    """A histogram whose highest bar is 1. move(sample)."""
    steps = ax.stairs(np.zeros(len(edges) - 1), edges, label=label, **look)

    def move(sample):
        counts = np.histogram(sample, edges)[0]
        steps.set_data(counts / max(counts.max(), 1))
        return (steps,)

    return move
