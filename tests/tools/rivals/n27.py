"""Rademacher complexities beside a loop over all signs and over all cuts."""

from itertools import product

import numpy as np

from helpers.generalisation import rademacher


def rivals(rng):
    V = rng.choice([-1.0, 1.0], size=(50, 10))

    def one_by_one():
        return np.mean([max(v @ np.array(s) for v in V) / 10 for s in product((-1, 1), repeat=10)])

    yield (
        "complexity of 50 vectors, all 1024 signs",
        lambda: rademacher.complexity(V),
        one_by_one,
        1e-10,
        "a loop over signs and vectors",
    )
    X, S = rng.normal(size=(60, 10)), rng.choice([-1.0, 1.0], size=(40, 60))
    stumps = rademacher.Stumps(X)

    def every_cut():
        rules = [np.where(x > cut, 1.0, -1.0) for x in X.T for cut in np.append(x, -np.inf)]
        return np.abs(S @ np.array(rules).T).max(axis=1)

    yield (
        "best stump for 40 × 60 coins, d = 10",
        lambda: stumps.best(S),
        every_cut,
        1e-9,
        "every cut of every feature, one after the other",
    )
