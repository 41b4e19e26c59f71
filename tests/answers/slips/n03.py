"""Slips and other right answers, notebook 03."""

import numpy as np

from answers.n03 import by_mistakes, cycle_period, mistake_bound

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


def flag_for_count(X, y, max_passes):
    """Flag: 1 if the run has not converged, instead of how many are left."""
    told = by_mistakes(X, y, max_passes)
    return [*told[:-1], int(told[-1] > 0)]


def converged_flag(X, y, max_passes):
    """Flag: 1 if it has converged."""
    told = by_mistakes(X, y, max_passes)
    return [*told[:-1], int(told[-1] == 0)]


def one_pass_less(X, y, max_passes):
    """Early stop: one pass too few."""
    w, mistakes = run(X, y, max_passes - 1)
    return [*w, mistakes, left(X, y, w)]


def long_step(X, y, max_passes):
    """Constant: a correction of 2 y x."""
    w, mistakes = run(X, y, max_passes, factor=2.0)
    return [*w, mistakes, left(X, y, w)]


def backwards(X, y, max_passes):
    """Order: from the last row to the first."""
    w, mistakes = run(X, y, max_passes, rows=range(len(y))[::-1])
    return [*w, mistakes, left(X, y, w)]


def bias_first(X, y, max_passes):
    """Index: the bias stands in front of the weights."""
    *w, b, mistakes, wrong = by_mistakes(X, y, max_passes)
    return [b, *w, mistakes, wrong]


def bias_from_one(X, y, max_passes):
    """Start: the bias begins at 1."""
    w, mistakes = run(X, y, max_passes, b=1.0)
    return [*w, mistakes, left(X, y, w)]


def last_row_skipped(X, y, max_passes):
    """Index: the last row is never visited."""
    w, mistakes = run(X, y, max_passes, rows=range(len(y) - 1))
    return [*w, mistakes, left(X, y, w)]


def passes_counted(X, y, max_passes):
    """Count: passes with a correction instead of corrections."""
    ends = [by_mistakes(X, y, p)[-2] for p in range(max_passes + 1)]
    told = by_mistakes(X, y, max_passes)
    return [*told[:-2], sum(b > a for a, b in zip(ends, ends[1:])), told[-1]]


def share_left(X, y, max_passes):
    """Scale: the share of those left, not their number."""
    told = by_mistakes(X, y, max_passes)
    return [*told[:-1], told[-1] / len(y)]


def all_at_once(X, y, max_passes):
    """Order: all mistakes of a pass are corrected at its end."""
    A, y = np.column_stack([X, np.ones(len(X))]), np.asarray(y, dtype=float)
    w, mistakes = np.zeros(A.shape[1]), 0
    for _ in range(max_passes):
        wrong = y * (A @ w) <= 0
        w, mistakes = w + (y * wrong) @ A, mistakes + int(wrong.sum())
    return [*w, mistakes, left(X, y, w)]


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
    """Tie: a margin of 0 counts as separating."""
    return [b if b > 0 else promised(X, y, w) for b, w in zip(mistake_bound(X, y, W), W)]


def promised(X, y, w):
    return 1e9 if np.min(np.asarray(y) * (np.asarray(X) @ w)) == 0 else -1


def largest_margin(X, y, W):
    """Max for min: the largest margin."""
    top = [np.max(np.asarray(y) * (np.asarray(X) @ w)) / np.linalg.norm(w) for w in W]
    longest = np.max(np.sum(np.square(X), axis=1))
    return [b if b < 0 else longest / g**2 for b, g in zip(mistake_bound(X, y, W), top)]


def mean_margin(X, y, W):
    """Mean for min: the mean margin."""
    mean = [np.mean(np.asarray(y) * (np.asarray(X) @ w)) / np.linalg.norm(w) for w in W]
    longest = np.max(np.sum(np.square(X), axis=1))
    return [b if b < 0 else longest / g**2 for b, g in zip(mistake_bound(X, y, W), mean)]


def zero_for_none(X, y, W):
    """Flag: 0 instead of -1."""
    return [max(b, 0) for b in mistake_bound(X, y, W)]


def first_length(X, y, W):
    """Index: the length of the first direction for all."""
    size = np.linalg.norm(W[0])
    found = mistake_bound(X, y, W)
    return [b if b < 0 else b * (size / np.linalg.norm(w)) ** 2 for b, w in zip(found, W)]


def last_example(X, y, W):
    """Index: the length of the last example for the longest."""
    ratio = np.sum(np.square(X[-1])) / np.max(np.sum(np.square(X), axis=1))
    return [b if b < 0 else b * ratio for b in mistake_bound(X, y, W)]


def length_once(X, y, W):
    """Power: C for C squared."""
    longest = np.max(np.linalg.norm(X, axis=1))
    return [b if b < 0 else b / longest for b in mistake_bound(X, y, W)]


def separators_only(X, y, W):
    """Flag: directions that do not separate are left out."""
    return [b for b in mistake_bound(X, y, W) if b > 0]


def sizes_by_columns(X, y, W):
    """Axis: the longest column instead of the longest row."""
    longest = np.max(np.sum(np.square(X), axis=0)) / np.max(np.sum(np.square(X), axis=1))
    return [b if b < 0 else b * longest for b in mistake_bound(X, y, W)]


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


def one_more(X, Y):
    """Off by one: both ends of the cycle are counted."""
    return [p + 1 if p else 0 for p in cycle_period(X, Y)]


def visits(X, Y):
    """Count: visits instead of passes."""
    return [p * len(X) for p in cycle_period(X, Y)]


def short_patience(X, Y):
    """Early stop: after two passes the run is given up."""
    return [p if p <= 2 else 0 for p in cycle_period(X, Y)]


def one_for_the_end(X, Y):
    """Flag: a run that ends has a cycle of one pass."""
    return [p or 1 for p in cycle_period(X, Y)]


def first_labels(X, Y):
    """Index: the first labels are used for all."""
    return cycle_period(X, [Y[0]]) * len(Y)


def zero_is_right(X, Y):
    """Tie: a score of 0 is no mistake."""
    return periods(X, Y, lambda score: score < 0)


def other_start(X, Y):
    """Start: from a vector of ones, and the way in is counted from there."""
    return periods(X, Y, start=1.0, whole=True)


def with_its_way_in(X, Y):
    """Index: the passes before the cycle are counted too."""
    return periods(X, Y, whole=True)


def in_the_middle(X, Y):
    """Order: the weights are compared after every visit."""
    return periods(X, Y, every=True)


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
    "03-by-mistakes": (
        flag_for_count,
        converged_flag,
        one_pass_less,
        long_step,
        backwards,
        bias_first,
        bias_from_one,
        last_row_skipped,
        passes_counted,
        share_left,
        all_at_once,
    ),
    "03-mistake-bound": (
        touching_allowed,
        largest_margin,
        mean_margin,
        zero_for_none,
        first_length,
        last_example,
        length_once,
        separators_only,
        sizes_by_columns,
    ),
    "03-cycle-period": (
        one_more,
        visits,
        short_patience,
        one_for_the_end,
        first_labels,
        zero_is_right,
        other_start,
        with_its_way_in,
        in_the_middle,
    ),
}
RIGHT = {
    "03-by-mistakes": (stops_when_clean, as_an_array),
    "03-mistake-bound": (by_division, by_matrix),
    "03-cycle-period": (by_a_list, by_two_runners),
}
