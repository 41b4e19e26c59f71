"""Slips and other right answers, notebook 20."""

import numpy as np

from answers.n20 import ftrl_regret, halving_mistakes

# 20-ftrl-regret


def first_round_at_the_end(z, eta):
    """Start: a stake of 1 before anything is known."""
    stakes = [1.0, *np.clip(-eta * np.cumsum(z)[:-1], -1, 1)]
    loss = float(np.dot(stakes, z))
    return [loss, loss + abs(sum(z))]


def one_round_late(z, eta):
    """Index: the loss of the last round has not arrived yet."""
    sums = np.concatenate([[0, 0], np.cumsum(z)])[: len(z)]
    loss = float(np.clip(-eta * sums, -1, 1) @ np.array(z))
    return [loss, loss + abs(sum(z))]


def best_of_the_positive_end(z, eta):
    """Special case: only the stake +1 is compared with."""
    loss = ftrl_regret(z, eta)[0]
    return [loss, loss - sum(z)]


def best_in_every_round(z, eta):
    """Quantifier: a new best stake in every round."""
    loss = ftrl_regret(z, eta)[0]
    return [loss, loss + sum(abs(x) for x in z)]


def scaled_to_length_one(z, eta):
    """Projection: too long a stake is not cut, but squashed by tanh."""
    sums = np.concatenate([[0], np.cumsum(z)[:-1]])
    loss = float(np.tanh(-eta * sums) @ np.array(z))
    return [loss, loss + abs(sum(z))]


def mean_loss(z, eta):
    """Denominator: per round."""
    return [part / len(z) for part in ftrl_regret(z, eta)]


def cut_at_eta(z, eta):
    """Order: cut first, multiply afterwards."""
    sums = np.concatenate([[0], np.cumsum(z)[:-1]])
    loss = float(eta * np.clip(-sums, -1, 1) @ np.array(z))
    return [loss, loss + abs(sum(z))]


def never_negative_regret(z, eta):
    """Sign: the best fixed stake is taken off with the wrong sign."""
    loss = ftrl_regret(z, eta)[0]
    return [loss, loss - abs(sum(z))]


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


def votes_of_ones(table, y):
    """Condition: says 1 as soon as anybody left says 1."""
    alive, mistakes = range(len(table[0])), 0
    for says, truth in zip(table, y):
        mistakes += int(any(says[i] for i in alive)) != truth
        alive = [i for i in alive if says[i] == truth]
    return mistakes


def minority(table, y):
    """Sign: the minority is followed."""
    alive, mistakes = range(len(table[0])), 0
    for says, truth in zip(table, y):
        mistakes += (2 * sum(says[i] for i in alive) < len(alive)) != truth
        alive = [i for i in alive if says[i] == truth]
    return mistakes


def mistakes_of_the_worst(table, y):
    """Other quantity: the most mistakes of a single expert."""
    return int((np.array(table) != np.array(y)[:, None]).sum(axis=0).max())


def rounds_right(table, y):
    """Other quantity: the rounds without a mistake."""
    return len(y) - halving_mistakes(table, y)


def last_round_forgotten(table, y):
    """Early stop: one round too few."""
    return halving_mistakes(table[:-1], y[:-1]) if len(y) > 1 else 0


def only_the_last_round_counts(table, y):
    """Memory: only those who were wrong in the round before are left out."""
    mistakes, before = 0, range(len(table[0]))
    for says, truth in zip(table, y):
        mistakes += (2 * sum(says[i] for i in before) >= len(before)) != truth
        before = [i for i, s in enumerate(says) if s == truth]
    return mistakes


def removes_the_right_ones(table, y):
    """Condition: whoever was right is struck out."""
    alive, mistakes = list(range(len(table[0]))), 0
    for says, truth in zip(table, y):
        mistakes += (2 * sum(says[i] for i in alive) >= len(alive)) != truth
        alive = [i for i in alive if says[i] != truth]
    return mistakes


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
    "20-ftrl-regret": (
        first_round_at_the_end,
        one_round_late,
        best_of_the_positive_end,
        best_in_every_round,
        scaled_to_length_one,
        mean_loss,
        cut_at_eta,
        never_negative_regret,
    ),
    "20-halving-mistakes": (
        votes_of_ones,
        minority,
        mistakes_of_the_worst,
        rounds_right,
        last_round_forgotten,
        only_the_last_round_counts,
        removes_the_right_ones,
    ),
}
RIGHT = {
    "20-ftrl-regret": (by_a_grid, in_one_batch),
    "20-halving-mistakes": (by_weights, by_sets),
}
