"""Slips and other right answers, notebook 23."""

import itertools

import numpy as np

from answers.n23 import average_excess, progressive_error

# 23-progressive-error


def says(X, y, t, rows, power=2, late=False, far=False):
    """The label of the nearest of `rows` to row t, +1 if there is none."""
    rows = list(rows)
    if not rows:
        return 1
    away = [sum(abs(a - b) ** power for a, b in zip(X[j], X[t])) for j in rows]
    best = max(away) if far else min(away)
    at = [j for j, a in zip(rows, away) if a == best]
    return y[at[-1] if late else at[0]]


def share(wrong):
    wrong = list(wrong)
    return sum(wrong) / len(wrong)


def taxicab(X, y):
    """Norm: sums of absolute differences."""
    return share(says(X, y, t, range(t), power=1) != y[t] for t in range(len(y)))


def later_speaks(X, y):
    """Order: of several equally near rows the latest."""
    return share(says(X, y, t, range(t), late=True) != y[t] for t in range(len(y)))


def farthest(X, y):
    """Sign: argmax for argmin."""
    return share(says(X, y, t, range(t), far=True) != y[t] for t in range(len(y)))


def one_row_short(X, y):
    """Index: the row of the round before is not used."""
    return share(says(X, y, t, range(t - 1)) != y[t] for t in range(len(y)))


def only_the_row_before(X, y):
    """Early stop: compares with the last row only."""
    return share(says(X, y, t, range(max(t - 1, 0), t)) != y[t] for t in range(len(y)))


def right_answers(X, y):
    """Complement: the share of right answers."""
    return 1 - progressive_error(X, y)


def first_free(X, y):
    """Special case: the first round is never wrong."""
    return share([False, *(says(X, y, t, range(t)) != y[t] for t in range(1, len(y)))])


def first_coordinate(X, y):
    """Shape: only the first column."""
    return progressive_error([row[:1] for row in X], y)


def wrong_denominator(X, y):
    """Denominator: one round fewer."""
    return progressive_error(X, y) * len(y) / max(len(y) - 1, 1)


def memory_of_mistakes(X, y):
    """Other algorithm: learns an example only if it was wrong."""
    kept, wrong = [], []
    for t in range(len(y)):
        wrong.append(says(X, y, t, kept) != y[t])
        if wrong[-1]:
            kept.append(t)
    return share(wrong)


def by_a_matrix(X, y):
    """Another way: all distances at once, later columns set to infinity."""
    A, labels = np.array(X, dtype=float), np.array(y)
    away = ((A[:, None] - A) ** 2).sum(axis=2)
    away[np.triu_indices(len(y))] = np.inf
    told = labels[np.argmin(away, axis=1)]
    told[0] = 1
    return float(np.mean(told != labels))


def in_plain_python(X, y):
    """Another way: no arrays."""
    return share(says(X, y, t, range(t)) != y[t] for t in range(len(y)))


def as_numpy_number(X, y):
    """Another type."""
    return np.float64(progressive_error(X, y))


# 23-average-excess


def paths(p, eta, T, start=0.0, towards=-1, least=None, power=1, heads=0.5):
    """The reference with one part exchanged."""
    found = np.zeros(2)
    for path in itertools.product((heads, -heads), repeat=T):
        w, answers = start, []
        for z in path:
            answers.append(w)
            w += towards * eta * float(np.sign(w - z))
        chance = np.prod([p if z > 0 else 1 - p for z in path])
        risk = [p * abs(a - 0.5) ** power + (1 - p) * abs(a + 0.5) ** power for a in answers]
        middle = sum(answers) / T
        whole = p * abs(middle - 0.5) ** power + (1 - p) * abs(middle + 0.5) ** power
        found += chance * np.array([whole, sum(risk) / T])
    return (found - ((1 - p) if least is None else least)).tolist()


def away_from_the_coin(p, eta, T):
    """Sign: moves away."""
    return paths(p, eta, T, towards=1)


def half_the_step(p, eta, T):
    """Constant: half of each step."""
    return paths(p, eta / 2, T)


def starts_at_a_half(p, eta, T):
    """Start: at the best answer."""
    return paths(p, eta, T, start=0.5)


def squared(p, eta, T):
    """Power: squared losses."""
    return paths(p, eta, T, power=2)


def subtracts_heads(p, eta, T):
    """Constant: p for 1 − p."""
    return paths(p, eta, T, least=p)


def one_coin_fewer(p, eta, T):
    """Early stop: T − 1 rounds."""
    return paths(p, eta, max(T - 1, 1))


def other_order(p, eta, T):
    """Order: mean first."""
    return average_excess(p, eta, T)[::-1]


def step_to_the_coin(p, eta, T):
    """Other algorithm: a share η of the way to the coin."""
    found = np.zeros(2)
    for path in itertools.product((0.5, -0.5), repeat=T):
        w, answers = 0.0, []
        for z in path:
            answers.append(w)
            w -= eta * (w - z)
        chance = np.prod([p if z > 0 else 1 - p for z in path])
        risk = lambda w: p * abs(w - 0.5) + (1 - p) * abs(w + 0.5)  # noqa: E731
        found += chance * np.array([risk(np.mean(answers)), np.mean([risk(a) for a in answers])])
    return (found - (1 - p)).tolist()


def by_recursion(p, eta, T):
    """Another way: a branch for each coin."""

    def risk(w):
        return p * abs(w - 0.5) + (1 - p) * abs(w + 0.5)

    def branch(w, total, risks, left):
        if left == 0:
            return np.array([risk(total / T), risks / T])
        here = total + w, risks + risk(w), left - 1
        return p * branch(w - eta * np.sign(w - 0.5), *here) + (1 - p) * branch(
            w - eta * np.sign(w + 0.5), *here
        )

    return (branch(0.0, 0.0, 0.0, T) - (1 - p)).tolist()


def as_pair(p, eta, T):
    """Another type: a tuple."""
    return tuple(average_excess(p, eta, T))


SLIPS = {
    "23-progressive-error": (
        taxicab,
        later_speaks,
        farthest,
        one_row_short,
        only_the_row_before,
        right_answers,
        first_free,
        first_coordinate,
        wrong_denominator,
        memory_of_mistakes,
    ),
    "23-average-excess": (
        away_from_the_coin,
        half_the_step,
        starts_at_a_half,
        squared,
        subtracts_heads,
        one_coin_fewer,
        other_order,
        step_to_the_coin,
    ),
}
RIGHT = {
    "23-progressive-error": (by_a_matrix, in_plain_python, as_numpy_number),
    "23-average-excess": (by_recursion, as_pair),
}
