"""Slips and other right answers, notebook 21."""

import numpy as np

from helpers.desk.edits import after, before, edit, whole

# 21-eg


def sums_before(Z):
    return np.vstack([np.zeros(np.shape(Z)[1]), np.cumsum(Z, axis=0)[:-1]])


def told(w, Z):
    return [np.array(w).tolist(), float((w * np.array(Z)).sum() - np.sum(Z, axis=0).min())]


def underflows(Z, eta):
    w = [np.full(np.shape(Z)[1], 1 / np.shape(Z)[1])]
    with np.errstate(all="ignore"):
        for z in Z[:-1]:
            w.append(w[-1] * np.exp(-eta * np.array(z)))
            w[-1] = w[-1] / w[-1].sum()
    return told(np.array(w), Z)


def by_ratios(Z, eta):
    """Another way: one over the sum of all exponentials of differences."""
    L = sums_before(Z)
    with np.errstate(over="ignore"):
        w = 1 / np.exp(eta * (L[:, :, None] - L[:, None, :])).sum(axis=2)
    return told(w, Z)


def in_logs(Z, eta):
    """Another way: logarithms of the weights, round by round, as a tuple of an array."""
    log_w, rows = np.zeros(len(Z[0])), []
    for z in np.array(Z, dtype=float):
        rows.append(np.exp(log_w - np.logaddexp.reduce(log_w)))
        log_w = log_w - eta * z
    return [rows, told(np.array(rows), Z)[1]]


# 21-envelope


def by_chords(grid, values):
    """Another way: the lowest chord over each point."""
    heights = list(values)
    for k in range(len(grid)):
        for i in range(k):
            for j in range(k + 1, len(grid)):
                share = (grid[k] - grid[i]) / (grid[j] - grid[i])
                heights[k] = min(heights[k], (1 - share) * values[i] + share * values[j])
    return heights


def by_a_hull(grid, values):
    """Another way: a lower hull from left to right, then straight lines, as an array."""
    hull = []
    for point in zip(grid, values):
        while len(hull) > 1:
            (a, fa), (b, fb) = hull[-2:]
            if (fb - fa) * (point[0] - a) < (point[1] - fa) * (b - a):
                break
            hull.pop()
        hull.append(point)
    return np.interp(grid, *np.array(hull).T)


SLIPS = {
    "21-eg": {
        "Constant: eta is taken for the temperature.": edit("-eta * before", "-before / eta"),
        "Denominator: the mean of the losses so far instead of their sum.": edit(
            "-eta * before", "-eta * before / np.maximum(np.arange(len(Z)), 1)[:, None]"
        ),
        "Normalisation: the weights do not sum to one.": edit(
            "    w /= w.sum(axis=1, keepdims=True)\n", ""
        ),
        "Overflow: weights are multiplied round by round, without logarithms.": whole(underflows),
        "Order: the expert with the largest loss.": edit(".min()", ".max()"),
        "Denominator: the regret a round.": after(
            lambda answer: [answer[0], answer[1] / len(answer[0])]
        ),
        "Special case: the sizes of the losses, as if gains were losses.": before(
            lambda Z, eta: (np.abs(Z), eta)
        ),
        "Index: the first round's losses are forgotten.": edit(
            "np.cumsum(Z, axis=0)[:-1]", "np.cumsum(Z, axis=0)[:-1] - Z[0]"
        ),
    },
    "21-envelope": {
        "Early stop: the values themselves.": whole(lambda grid, values: values),
        "Special case: the straight line from the first point to the last.": whole(
            lambda grid, values: np.interp(grid, [grid[0], grid[-1]], [values[0], values[-1]])
        ),
        "Index: as if the grid were evenly spaced.": before(
            lambda grid, values: (range(len(grid)), values)
        ),
        "Sign: only lines that rise.": edit(
            "star =", "slopes = np.append(slopes[slopes > 0], 0.0)\n    star ="
        ),
        "Rounding: slopes rounded to whole numbers.": edit(
            "star =", "slopes = np.round(slopes)\n    star ="
        ),
        "Index: lines through the first point are forgotten.": edit(
            "np.triu_indices(len(grid), 1)", "1 + np.array(np.triu_indices(len(grid) - 1, 1))"
        ),
        "Order: the heights of the lines at 0 instead of at the grid points.": edit(
            "(np.outer(grid, slopes) - star).max(axis=1).tolist()", "[(-star).max()] * len(grid)"
        ),
    },
}
RIGHT = {
    "21-eg": (by_ratios, in_logs),
    "21-envelope": (by_chords, by_a_hull),
}
