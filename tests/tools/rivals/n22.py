"""Bandits: many runs at once, beside a run at a time with numpy's own draws."""

import numpy as np
from scipy.special import softmax

from helpers.online import bandits


def rivals(rng):
    Z, U = rng.random((200, 8)), rng.random((200, 100))

    def one_by_one():
        found = np.empty(100)
        for k in range(100):
            total, cost = np.zeros(8), 0.0
            for z, u in zip(Z, U[:, k]):
                w = softmax(-0.1 * total)
                cost += w @ z
                a = int(np.searchsorted(np.cumsum(w), u, side="right"))
                total[a] += z[a] / w[a]
            found[k] = cost - Z.sum(axis=0).min()
        return found

    yield (
        "Bandit-EG, 100 runs of 200 rounds, 8 arms",
        lambda: bandits.regret(bandits.bandit_eg(Z, 0.1, U).extra["played"], Z)[-1],
        one_by_one,
        1e-8,
        "all runs side by side beside one run at a time",
    )
