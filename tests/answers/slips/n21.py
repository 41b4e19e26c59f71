"""Slips and other right answers, notebook 21."""

import numpy as np

from answers.n21 import envelope, exponentiated_gradient

# 21-eg


def softened(scores):
    w = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return w / w.sum(axis=-1, keepdims=True)


def sums_before(Z):
    return np.vstack([np.zeros(np.shape(Z)[1]), np.cumsum(Z, axis=0)[:-1]])


def told(w, Z):
    return [np.array(w).tolist(), float((w * np.array(Z)).sum() - np.sum(Z, axis=0).min())]


def temperature(Z, eta):
    """Constant: eta is taken for the temperature."""
    return told(softened(-sums_before(Z) / eta), Z)


def mean_of_losses(Z, eta):
    """Denominator: the mean of the losses so far instead of their sum."""
    rounds = np.maximum(np.arange(len(Z)), 1)[:, None]
    return told(softened(-eta * sums_before(Z) / rounds), Z)


def unscaled(Z, eta):
    """Normalisation: the weights do not sum to one."""
    scores = -eta * sums_before(Z)
    return told(np.exp(scores - scores.max(axis=1, keepdims=True)), Z)


def underflows(Z, eta):
    """Overflow: weights are multiplied round by round, without logarithms."""
    w = [np.full(np.shape(Z)[1], 1 / np.shape(Z)[1])]
    with np.errstate(all="ignore"):
        for z in Z[:-1]:
            w.append(w[-1] * np.exp(-eta * np.array(z)))
            w[-1] = w[-1] / w[-1].sum()
    return told(np.array(w), Z)


def against_the_worst(Z, eta):
    """Order: the expert with the largest loss."""
    weights, _ = exponentiated_gradient(Z, eta)
    return [weights, float((np.array(weights) * Z).sum() - np.sum(Z, axis=0).max())]


def mean_regret(Z, eta):
    """Denominator: the regret a round."""
    weights, regret = exponentiated_gradient(Z, eta)
    return [weights, regret / len(Z)]


def never_negative(Z, eta):
    """Special case: the sizes of the losses, as if gains were losses."""
    return exponentiated_gradient(np.abs(Z).tolist(), eta)


def skips_the_first(Z, eta):
    """Index: the first round's losses are forgotten."""
    later = [[0.0] * len(Z[0]), *Z[1:]]
    return told(softened(-eta * sums_before(later)), Z)


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


def twice(grid, values, slopes):
    grid, values = np.array(grid, dtype=float), np.array(values, dtype=float)
    star = (np.outer(slopes, grid) - values).max(axis=1)
    return (np.outer(grid, slopes) - star).max(axis=1).tolist()


def all_slopes(grid, values):
    x, h = np.array(grid, dtype=float), np.array(values, dtype=float)
    i, j = np.triu_indices(len(x), 1)
    return (h[j] - h[i]) / (x[j] - x[i])


def unchanged(grid, values):
    """Early stop: the values themselves."""
    return list(values)


def chord(grid, values):
    """Special case: the straight line from the first point to the last."""
    return np.interp(grid, [grid[0], grid[-1]], [values[0], values[-1]]).tolist()


def evenly_spaced(grid, values):
    """Index: as if the grid were evenly spaced."""
    return envelope(np.arange(len(grid)).tolist(), values)


def positive_slopes(grid, values):
    """Sign: only lines that rise."""
    found = all_slopes(grid, values)
    return twice(grid, values, np.append(found[found > 0], 0.0))


def whole_slopes(grid, values):
    """Rounding: slopes rounded to whole numbers."""
    return twice(grid, values, np.round(all_slopes(grid, values)))


def without_ends(grid, values):
    """Index: lines through the first point are forgotten."""
    return twice(grid, values, all_slopes(grid[1:], values[1:]))


def conjugate_of_the_slopes(grid, values):
    """Order: the heights of the lines at 0 instead of at the grid points."""
    star = (np.outer(all_slopes(grid, values), grid) - np.array(values)).max(axis=1)
    return [float((-star).max())] * len(grid)


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
    "21-eg": (
        temperature,
        mean_of_losses,
        unscaled,
        underflows,
        against_the_worst,
        mean_regret,
        never_negative,
        skips_the_first,
    ),
    "21-envelope": (
        unchanged,
        chord,
        evenly_spaced,
        positive_slopes,
        whole_slopes,
        without_ends,
        conjugate_of_the_slopes,
    ),
}
RIGHT = {
    "21-eg": (by_ratios, in_logs),
    "21-envelope": (by_chords, by_a_hull),
}
