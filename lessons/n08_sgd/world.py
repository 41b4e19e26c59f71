"""What the figures of this lesson share, and its own laws and cases."""

from functools import cache, lru_cache

import numpy as np

from helpers import data
from helpers.descent import laws, problems

MILLION = 10**6

W_RISK = np.array([0.0, 0.9])  # the best line of the population


@cache
def million():
    """X (n, 2), y (n,): a million pairs, normal with correlation 0.9; X has a column of ones."""
    return problems.normal_pairs(MILLION, 0.9, np.random.default_rng(2023))[:2]


def steps(T):
    """ "1 step", "2 steps"."""
    return "1 step" if T == 1 else f"{T} steps"


# twelve patients: body mass index and LDL, how far the disease has come
PATIENTS = slice(24, 36)


@cache
def patients():
    """Z (12, 2), goal (12,): standardised."""
    everybody = data.load("diabetes")
    columns = np.column_stack([everybody.X[PATIENTS, 2], everybody.X[PATIENTS, 5]])
    return data.standardise(columns), data.standardise(everybody.y[PATIENTS, None])[:, 0]


RUNS, WALK = 12, 500


@cache
def places():
    """Where a resampled batch looks, as shares of the sample."""
    return np.random.default_rng(5).random((WALK, RUNS, 10))


@lru_cache(32)
def sample(n, i):
    """The exact law of SGD on the i-th sample of n examples, and its rows X, y."""
    X, y = million()
    own = slice(500_000 + 1000 * i, 500_000 + 1000 * i + n)
    return laws.law(X[own], y[own]), X[own], y[own]
