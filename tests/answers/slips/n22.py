"""Slips and other right answers, notebook 22."""

import itertools

import numpy as np

from helpers.desk.edits import after, before, edit, whole

# 22-next-weights


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


def likeliest_run(Z, eta):
    chance, played = max(runs_of(Z, eta), key=lambda run: run[0])
    return float((played * np.array(Z)).sum() - best_of(Z))


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
    "22-next-weights": {
        "Index: the arm before, as if counted from 1.": before(
            lambda w, arm, loss, eta: (w, arm - 1, loss, eta)
        ),
        "Constant: the η/2 of the bound in the step.": edit("-eta *", "-eta / 2 *"),
        "Power: the loss over the square of its probability.": edit("/ w[arm]", "/ w[arm] ** 2"),
        "Denominator: divided by the probability of not pulling it.": edit(
            "/ w[arm]", "/ (1 - w[arm])"
        ),
        "Inverse: divided by eta, as if it were a temperature.": edit(
            "-eta * loss / w[arm]", "-loss / (w[arm] * eta)"
        ),
        "Special case: 1 − loss as a gain, so that a free pull is rewarded.": edit(
            "-eta * loss /", "eta * (1 - loss) /"
        ),
        "Early stop: the ticket is cut off at 1.": edit("loss / w[arm]", "min(loss / w[arm], 1.0)"),
    },
    "22-expected-regret": {
        "Early stop: the last round is not played.": before(lambda Z, eta: (Z[:-1], eta)),
        "Special case: compared with the last arm, whichever is best.": edit(
            "Z.sum(axis=0).min()", "Z.sum(axis=0)[-1]"
        ),
        "Constant: half the step size.": before(lambda Z, eta: (Z, eta / 2)),
        "Denominator: regret per round.": edit(
            "Z.sum(axis=0).min())", "Z.sum(axis=0).min()) / len(Z)"
        ),
        "Maximum for mean: the regret of the most probable run.": whole(likeliest_run),
        "Special case: cut off at a positive number.": after(lambda regret: max(regret, 0.9)),
        "Direction: compared with the worst arm.": edit("axis=0).min()", "axis=0).max()"),
        "Power: tickets over the squared probability.": edit(
            "Z[t, a] / w[a]", "Z[t, a] / max(w[a], 1e-9) ** 2"
        ),
    },
}
RIGHT = {
    "22-next-weights": (by_logarithms, by_totals),
    "22-expected-regret": (by_listing, level_by_level),
}
