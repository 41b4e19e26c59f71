"""Slips and other right answers, notebook 20."""

import numpy as np

from helpers.desk.edits import edit, whole

# 20-ftrl-regret


def by_a_grid(z, eta):
    """Another way: the minimum of the objective in closed form, candidate by candidate."""
    loss, total = 0.0, 0.0
    for number in z:
        candidates = [-1.0, 1.0, *([-eta * total] if abs(eta * total) < 1 else [])]
        w = min(candidates, key=lambda w: total * w + w * w / (2 * eta))
        loss, total = loss + w * number, total + number
    return [loss, loss - min(-total, total)]


def in_one_batch(z, eta):
    """Another way: cumulative sums; another type: an array."""
    z = np.array(z, dtype=float)
    before = np.cumsum(z) - z
    loss = np.sum(np.clip(-eta * before, -1, 1) * z)
    return np.array([loss, loss + abs(z.sum())])


# 20-halving-mistakes


def by_weights(table, y):
    """Another way: weights 1 and 0 in an array."""
    table, weights, mistakes = np.array(table), np.ones(len(table[0])), 0
    for says, truth in zip(table, y):
        mistakes += int(weights @ says >= weights @ (1 - says)) != truth
        weights = weights * (says == truth)
    return mistakes


def by_sets(table, y):
    """Another type: a float, from sets."""
    alive, mistakes = set(range(len(table[0]))), 0.0
    for says, truth in zip(table, y):
        yes = {i for i in alive if says[i] == 1}
        said = 1 if len(yes) >= len(alive - yes) else 0
        mistakes += said != truth
        alive = yes if truth == 1 else alive - yes
    return mistakes


SLIPS = {
    "20-ftrl-regret": {
        "Start: a stake of 1 before anything is known.": edit(
            "won = loss = 0.0", "won, loss = (0.0, z[0])"
        ),
        "Index: the loss of the last round has not arrived yet.": edit(
            "    for number in z:\n        loss += min(max(eta * won, -1.0), 1.0)",
            "    for t, number in enumerate(z):\n"
            "        loss += min(max(-eta * sum(z[:max(t - 1, 0)]), -1.0), 1.0)",
        ),
        "Special case: only the stake +1 is compared with.": edit("abs(won)", "won"),
        "Quantifier: a new best stake in every round.": edit("abs(won)", "sum(map(abs, z))"),
        "Projection: too long a stake is not cut, but squashed by tanh.": edit(
            "min(max(eta * won, -1.0), 1.0)", "np.tanh(eta * won)"
        ),
        "Denominator: per round.": edit(
            "[loss, loss + abs(won)]", "[loss / len(z), (loss + abs(won)) / len(z)]"
        ),
        "Order: cut first, multiply afterwards.": edit(
            "min(max(eta * won, -1.0), 1.0)", "eta * min(max(won, -1.0), 1.0)"
        ),
    },
    "20-halving-mistakes": {
        "Condition: says 1 as soon as anybody left says 1.": edit(
            "2 * votes >= len(alive)", "votes > 0"
        ),
        "Sign: the minority is followed.": edit(">=", "<"),
        "Other quantity: the most mistakes of a single expert.": whole(
            lambda table, y: (np.array(table) != np.array(y)[:, None]).sum(axis=0).max()
        ),
        "Early stop: one round too few.": edit("zip(table, y)", "zip(table[:-1], y)"),
        "Memory: only those who were wrong in the round before are left out.": edit(
            "i in alive if", "i in range(len(says)) if"
        ),
        "Condition: whoever was right is struck out.": edit("says[i] == truth", "says[i] != truth"),
    },
}
RIGHT = {
    "20-ftrl-regret": (by_a_grid, in_one_batch),
    "20-halving-mistakes": (by_weights, by_sets),
}
