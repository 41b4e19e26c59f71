"""Slips and other right answers, notebook 03, as tables."""

import numpy as np

from answers.n03 import by_mistakes, cycle_period, mistake_bound
from helpers.desk.edits import after, before, edit, whole

# 03-by-mistakes


def run(X, y, passes, factor=1.0, rows=None, b=0.0, stop=None):
    """The perceptron with what may go wrong in it: (weights with bias, corrections)."""
    X, y = np.column_stack([X, np.ones(len(X))]), np.asarray(y, dtype=float)
    w, mistakes = np.append(np.zeros(X.shape[1] - 1), b), 0
    for _ in range(passes):
        for i in rows or range(len(y)):
            if y[i] * (X[i] @ w) <= 0:
                w, mistakes = w + factor * y[i] * X[i], mistakes + 1
                if mistakes == stop:
                    return w, mistakes
    return w, mistakes


def left(X, y, w):
    return int((np.asarray(y) * (np.column_stack([X, np.ones(len(X))]) @ w) <= 0).sum())


def passes_counted(X, y, max_passes):
    ends = [by_mistakes(X, y, p)[-2] for p in range(max_passes + 1)]
    told = by_mistakes(X, y, max_passes)
    return [*told[:-2], sum(b > a for a, b in zip(ends, ends[1:])), told[-1]]


def stops_when_clean(X, y, max_passes):
    w, mistakes = [0.0] * (len(X[0]) + 1), 0
    for _ in range(max_passes):
        before = mistakes
        for a, label in zip(np.asarray(X, dtype=float).tolist(), y):
            if label * (sum(u * v for u, v in zip(w, a)) + w[-1]) <= 0:
                w = [u + label * v for u, v in zip(w, [*a, 1.0])]
                mistakes += 1
        if mistakes == before:
            break
    return (*w, mistakes, left(X, y, w))


def as_an_array(X, y, max_passes):
    w, mistakes = run(X, y, max_passes)
    return np.array([*w, mistakes, left(X, y, w)])


# 03-mistake-bound


def touching_allowed(X, y, W):
    return [b if b > 0 else promised(X, y, w) for b, w in zip(mistake_bound(X, y, W), W)]


def promised(X, y, w):
    return 1e9 if np.min(np.asarray(y) * (np.asarray(X) @ w)) == 0 else -1


def largest_margin(X, y, W):
    top = [np.max(np.asarray(y) * (np.asarray(X) @ w)) / np.linalg.norm(w) for w in W]
    longest = np.max(np.sum(np.square(X), axis=1))
    return [b if b < 0 else longest / g**2 for b, g in zip(mistake_bound(X, y, W), top)]


def mean_margin(X, y, W):
    mean = [np.mean(np.asarray(y) * (np.asarray(X) @ w)) / np.linalg.norm(w) for w in W]
    longest = np.max(np.sum(np.square(X), axis=1))
    return [b if b < 0 else longest / g**2 for b, g in zip(mistake_bound(X, y, W), mean)]


def by_division(X, y, W):
    found = []
    for w in np.asarray(W, dtype=float):
        margin = min(label * (a @ w) for a, label in zip(np.asarray(X, dtype=float), y))
        size = (w @ w) ** 0.5
        longest = max(a @ a for a in np.asarray(X, dtype=float))
        found.append((longest**0.5 * size / margin) ** 2 if margin > 0 else -1.0)
    return found


def by_matrix(X, y, W):
    scores = np.asarray(X) @ np.transpose(W) * np.asarray(y)[:, None]
    gamma = scores.min(axis=0) / np.linalg.norm(W, axis=1)
    with np.errstate(divide="ignore"):
        return np.where(gamma > 0, np.square(X).sum(axis=1).max() / gamma**2, -1)


# 03-cycle-period


def periods(X, Y, wrong=lambda score: score <= 0, start=0.0, whole=False, every=False):
    X = np.asarray(X, dtype=float)
    return [period(X, y, wrong, np.full(X.shape[1], start), whole, every) for y in Y]


def period(X, y, wrong, w, whole, every):
    seen, e = {tuple(w): 0}, 0
    while e < 2000:
        for a, label in zip(X, y):
            w = w + label * a * wrong(label * (a @ w))
            if every and tuple(w) in seen and wrong(label * (a @ w)):
                return max(1, e - seen[tuple(w)])
        e += 1
        if tuple(w) in seen:
            ended = not any(wrong(label * (a @ w)) for a, label in zip(X, y))
            return 0 if ended else e if whole else e - seen[tuple(w)]
        seen[tuple(w)] = e
    return 0


def by_a_list(X, Y):
    return np.array(periods(X, Y))


def by_two_runners(X, Y):
    X, found = np.asarray(X, dtype=float), []
    for y in Y:
        y = np.asarray(y, dtype=float)
        slow, fast = step(X, y, np.zeros(X.shape[1])), np.zeros(X.shape[1])
        fast = step(X, y, step(X, y, fast))
        while (slow != fast).any():
            slow, fast = step(X, y, slow), step(X, y, step(X, y, fast))
        count, mark = 1, step(X, y, slow)
        while (mark != slow).any():
            count, mark = count + 1, step(X, y, mark)
        found.append(0 if (y * (X @ slow) > 0).all() else count)
    return found


def step(X, y, w):
    for a, label in zip(X, y):
        w = w + label * a * (label * (a @ w) <= 0)
    return w


SLIPS = {
    "03-by-mistakes": {
        "Flag: 1 if the run has not converged, instead of how many are left.": after(
            lambda answer: [*answer[:-1], int(answer[-1] > 0)]
        ),
        "Flag: 1 if it has converged.": after(lambda answer: [*answer[:-1], int(answer[-1] == 0)]),
        "Early stop: one pass too few.": before(lambda X, y, max_passes: (X, y, max_passes - 1)),
        "Constant: a correction of 2 y x.": edit("label * a, mistakes", "2 * label * a, mistakes"),
        "Order: from the last row to the first.": edit("in zip(X, y)", "in zip(X[::-1], y[::-1])"),
        "Index: the bias stands in front of the weights.": after(
            lambda answer: [answer[-3], *answer[:-3], *answer[-2:]]
        ),
        "Start: the bias begins at 1.": edit("np.zeros(X.shape[1])", "np.eye(X.shape[1])[-1]"),
        "Index: the last row is never visited.": edit("zip(X, y)", "zip(X[:-1], y)"),
        "Count: passes with a correction instead of corrections.": whole(passes_counted),
        "Scale: the share of those left, not their number.": edit(
            "int((y * (X @ w) <= 0).sum())", "np.mean(y * (X @ w) <= 0)"
        ),
        "Order: all mistakes of a pass are corrected at its end.": edit(
            "for a, label in zip(X, y):\n"
            "            if label * (a @ w) <= 0:\n"
            "                w, mistakes = (w + label * a, mistakes + 1)",
            "wrong = y * (X @ w) <= 0\n"
            "        w, mistakes = (w + y * wrong @ X, mistakes + int(wrong.sum()))",
        ),
    },
    "03-mistake-bound": {
        "Tie: a margin of 0 counts as separating.": whole(touching_allowed),
        "Max for min: the largest margin.": whole(largest_margin),
        "Mean for min: the mean margin.": whole(mean_margin),
        "Flag: 0 instead of -1.": after(lambda answer: [max(b, 0) for b in answer]),
        "Index: the length of the first direction for all.": edit(
            "np.linalg.norm(w)", "np.linalg.norm(W[0])"
        ),
        "Index: the length of the last example for the longest.": edit(
            "np.max(np.sum(np.square(X), axis=1))", "np.sum(np.square(X[-1]))"
        ),
        "Power: C for C squared.": edit(
            "np.max(np.sum(np.square(X), axis=1))", "np.max(np.linalg.norm(X, axis=1))"
        ),
        "Flag: directions that do not separate are left out.": after(
            lambda answer: [b for b in answer if b > 0]
        ),
        "Axis: the longest column instead of the longest row.": edit("axis=1", "axis=0"),
    },
    "03-cycle-period": {
        "Off by one: both ends of the cycle are counted.": after(
            lambda answer: [p + 1 if p else 0 for p in answer]
        ),
        "Count: visits instead of passes.": whole(
            lambda X, Y: [p * len(X) for p in cycle_period(X, Y)]
        ),
        "Early stop: after two passes the run is given up.": after(
            lambda answer: [p if p <= 2 else 0 for p in answer]
        ),
        "Index: the first labels are used for all.": whole(
            lambda X, Y: cycle_period(X, [Y[0]]) * len(Y)
        ),
        "Tie: a score of 0 is no mistake.": whole(
            lambda X, Y: periods(X, Y, lambda score: score < 0)
        ),
        "Start: from a vector of ones, and the way in is counted from there.": whole(
            lambda X, Y: periods(X, Y, start=1.0, whole=True)
        ),
        "Order: the weights are compared after every visit.": whole(
            lambda X, Y: periods(X, Y, every=True)
        ),
    },
}
RIGHT = {
    "03-by-mistakes": (stops_when_clean, as_an_array),
    "03-mistake-bound": (by_division, by_matrix),
    "03-cycle-period": (by_a_list, by_two_runners),
}
