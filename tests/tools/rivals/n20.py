"""Experts: batches and a recursion beside plain loops over rounds and sequences."""

import numpy as np

from helpers.online import experts


def rivals(rng):
    Z = experts.all_signs(10)

    def one_by_one():
        found = []
        for z in Z[..., 0].T:
            total = loss = 0.0
            for number in z:
                loss += min(max(-0.3 * total, -1.0), 1.0) * number
                total += number
            found.append(loss + abs(total))
        return np.array(found)

    yield (
        "FTRL on all 1024 sequences of 10 signs",
        lambda: experts.regret(experts.ftrl(Z, 0.3))[-1],
        one_by_one,
        1e-9,
        "one batch beside a loop over sequences and rounds",
    )
    losses = rng.uniform(size=(400, 50))

    def multiplied():
        w, found = np.full(50, 1 / 50), []
        for z in losses:
            found.append(w)
            w = w * np.exp(-0.1 * z)
            w = w / w.sum()
        return np.array([*found, w])

    yield (
        "exponential weights, 50 experts, 400 rounds",
        lambda: experts.hedge(losses, 0.1).w,
        multiplied,
        1e-9,
        "one softmax beside multiplying round by round",
    )
