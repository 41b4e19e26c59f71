"""Slips and other right answers, notebook 22."""

import itertools

import numpy as np

from answers.n22 import expected_regret, next_weights

# 22-next-weights


def stepped(w, factors):
    moved = np.array(w, dtype=float) * factors
    return (moved / moved.sum()).tolist()


def at(w, arm, factor):
    factors = np.ones(len(w))
    factors[arm] = factor
    return factors


def counted_from_one(w, arm, loss, eta):
    """Index: the arm before, as if counted from 1."""
    return next_weights(w, arm - 1, loss, eta)


def half_the_step(w, arm, loss, eta):
    """Constant: the η/2 of the bound in the step."""
    return next_weights(w, arm, loss, eta / 2)


def squared_ticket(w, arm, loss, eta):
    """Power: the loss over the square of its probability."""
    return stepped(w, at(w, arm, np.exp(-eta * loss / w[arm] ** 2)))


def complement(w, arm, loss, eta):
    """Denominator: divided by the probability of not pulling it."""
    return stepped(w, at(w, arm, np.exp(-eta * loss / (1 - w[arm]))))


def temperature_for_step(w, arm, loss, eta):
    """Inverse: divided by eta, as if it were a temperature."""
    return stepped(w, at(w, arm, np.exp(-loss / (w[arm] * eta))))


def others_rewarded(w, arm, loss, eta):
    """Wrong arms: everything but the pulled arm is multiplied down."""
    factors = np.full(len(w), np.exp(-eta * loss / w[arm]))
    factors[arm] = 1.0
    return stepped(w, factors)


def gains(w, arm, loss, eta):
    """Special case: 1 − loss as a gain, so that a free pull is rewarded."""
    return stepped(w, at(w, arm, np.exp(eta * (1 - loss) / w[arm])))


def at_most_one(w, arm, loss, eta):
    """Early stop: the ticket is cut off at 1."""
    return stepped(w, at(w, arm, np.exp(-eta * min(loss / w[arm], 1.0))))


def by_logarithms(w, arm, loss, eta):
    """Another way: in logs, with the largest subtracted."""
    logs = np.log(w)
    logs[arm] -= eta * loss / w[arm]
    e = np.exp(logs - logs.max())
    return (e / e.sum()).tolist()


def by_totals(w, arm, loss, eta):
    """Another way: back to the totals, one ticket more, and a softmax."""
    total = -np.log(np.array(w)) / eta
    total[arm] += loss / w[arm]
    e = np.exp(-eta * (total - total.min()))
    return e / e.sum()


# 22-expected-regret


def runs_of(Z, eta):
    """(chance, probabilities played (T, d)) of every sequence of pulls."""
    Z = np.array(Z, dtype=float)
    T, d = Z.shape
    for pulls in itertools.product(range(d), repeat=T):
        total, chance, played = np.zeros(d), 1.0, []
        for z, a in zip(Z, pulls):
            w = np.exp(-eta * (total - total.min()))
            w /= w.sum()
            played.append(w)
            chance *= w[a]
            total[a] += z[a] / w[a]
        yield chance, np.array(played)


def best_of(Z):
    return min(sum(column) for column in zip(*Z))


def one_round_short(Z, eta):
    """Early stop: the last round is not played."""
    return expected_regret(Z[:-1], eta) if len(Z) > 1 else 0.0


def against_the_last(Z, eta):
    """Special case: compared with the last arm, whichever is best."""
    return expected_regret(Z, eta) + best_of(Z) - sum(row[-1] for row in Z)


def half_step(Z, eta):
    """Constant: half the step size."""
    return expected_regret(Z, eta / 2)


def per_round(Z, eta):
    """Denominator: regret per round."""
    return expected_regret(Z, eta) / len(Z) + (0.01 if len(Z) == 1 else 0.0)


def likeliest_run(Z, eta):
    """Maximum for mean: the regret of the most probable run."""
    chance, played = max(runs_of(Z, eta), key=lambda run: run[0])
    return float((played * np.array(Z)).sum() - best_of(Z))


def never_negative(Z, eta):
    """Special case: cut off at a positive number."""
    return max(expected_regret(Z, eta), 0.9)


def worst_arm(Z, eta):
    """Direction: compared with the worst arm."""
    return expected_regret(Z, eta) + best_of(Z) - max(sum(column) for column in zip(*Z))


def squared_estimate(Z, eta):
    """Power: tickets over the squared probability."""
    Z = np.array(Z, dtype=float)

    def onward(t, total):
        if t == len(Z):
            return 0.0
        w = np.exp(-eta * (total - total.min()))
        w = w / w.sum()
        cost = w @ Z[t]
        for a in range(Z.shape[1]):
            seen = total.copy()
            seen[a] += Z[t, a] / max(w[a], 1e-9) ** 2
            cost += w[a] * onward(t + 1, seen)
        return cost

    return float(onward(0, np.zeros(Z.shape[1])) - Z.sum(axis=0).min())


def by_listing(Z, eta):
    """Another way: all sequences of pulls, one after the other."""
    mean = sum(chance * (played * np.array(Z)).sum() for chance, played in runs_of(Z, eta))
    return float(mean - best_of(Z))


def level_by_level(Z, eta):
    """Another way: all totals of a round side by side."""
    Z = np.array(Z, dtype=float)
    d = Z.shape[1]
    states, cost = [(1.0, np.zeros(d))], 0.0
    for z in Z:
        onward = []
        for chance, total in states:
            w = np.exp(-eta * (total - total.min()))
            w /= w.sum()
            cost += chance * (w @ z)
            onward += [(chance * w[a], total + np.eye(d)[a] * z[a] / w[a]) for a in range(d)]
        states = onward
    return np.float64(cost - Z.sum(axis=0).min())


SLIPS = {
    "22-next-weights": (
        counted_from_one,
        half_the_step,
        squared_ticket,
        complement,
        temperature_for_step,
        others_rewarded,
        gains,
        at_most_one,
    ),
    "22-expected-regret": (
        one_round_short,
        against_the_last,
        half_step,
        per_round,
        likeliest_run,
        never_negative,
        worst_arm,
        squared_estimate,
    ),
}
RIGHT = {
    "22-next-weights": (by_logarithms, by_totals),
    "22-expected-regret": (by_listing, level_by_level),
}
