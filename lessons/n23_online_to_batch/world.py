"""What the figures of this lesson share, and its own laws and cases."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.data import load
from helpers.online import batch

ONLINE, RISK, AVERAGE, LAST = plots.BLUE, plots.TEST, plots.PURPLE, plots.ORANGE


def spots(ax, label, colour, marker="o", size=6, **look):
    """Markers without a line. move(x, y)."""
    style = dict(color=colour, marker=marker, ms=size, ls="", label=label)
    (line,) = ax.plot([], [], **{**style, **look})

    def move(x, y):
        line.set_data(x, y)
        return (line,)

    return move


ROUNDS, ORDERS, PIXELS = 400, 30, 64


@lru_cache(1)
def images():
    """Pixels from 0 to 16, and +1 for even digits, -1 for odd ones."""
    digits = load("digits")
    return digits.X, np.where(digits.y % 2 == 0, 1.0, -1.0)


@lru_cache(1)
def signed_rows():
    """Rows of length at most 1 around the mean image, times their labels."""
    X, y = images()
    X = X - X.mean(axis=0)
    return X / np.linalg.norm(X, axis=1).max() * y[:, None]


FINE = np.geomspace(0.0045, 2.3, 120)


def expected(T, p, eta, w0=0.0):
    """Exact means over all 2^T sequences, above the smallest risk: average, mean, online; worst
    regret over T; how far Jensen is kept; and the run itself."""
    run, Z, chance = batch.tree(T, p, eta, w0)
    found = batch.links(run, Z, batch.distance, batch.coin_risk(p), [0.5])
    least = 1 - p  # at w = 1/2 only tails cost, and they cost 1
    parts = (found.average, found.mean, found.online)
    return [float(chance @ part) - least for part in parts], found, run, Z, chance


HOMES = [(1.0, 0.1), (0.4, 0.9), (-0.7, 0.6), (-0.9, -0.5), (0.1, -1.0), (0.8, -0.6)]
START = np.array([-1.2, 1.6])
RUNS = 40


@lru_cache(1)
def customers():
    """Uniform numbers that choose the home of each customer: 320 rounds, 40 runs."""
    return np.random.default_rng(23).random((320, RUNS))


def walk(homes, etas, T):
    """40 runs for each step size, all with the same customers: the Trace, (T, 40 len(etas), 2)."""
    who = (len(homes) * customers()[:T]).astype(int)
    Z = np.tile(homes[who], (1, len(etas), 1))
    return batch.one_pass(batch.towards, Z, START, np.repeat(etas, RUNS)), Z
