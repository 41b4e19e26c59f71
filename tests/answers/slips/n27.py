"""Slips and other right answers, notebook 27."""

import itertools

import numpy as np

from helpers.desk.edits import before, edit

# 27-empirical


def by_recursion(V):
    """Another way: one coin after the other, on running sums."""

    def rest(sums, columns):
        if not columns:
            return max(sums)
        column, more = columns[0], columns[1:]
        up = rest([s + c for s, c in zip(sums, column)], more)
        down = rest([s - c for s, c in zip(sums, column)], more)
        return (up + down) / 2

    return rest([0.0] * len(V), [list(c) for c in zip(*V)]) / len(V[0])


def half_width(V):
    """Another way: the mean of half the widths, by symmetry of the coins."""
    V = np.asarray(V, dtype=float)
    n = V.shape[1]
    S = np.array(list(itertools.product([1.0, -1.0], repeat=n)))
    return np.float64(np.ptp(S @ V.T, axis=1).mean() / (2 * n))


# 27-ball


def by_corners(Z, coins, B, norm):
    """Another way: corners of the polytopes, and the direction itself for l2."""
    Z, total = np.asarray(Z, dtype=float), 0.0
    d = Z.shape[1]
    for s in np.asarray(coins, dtype=float):
        v = s @ Z / len(Z)
        if norm == "l1":
            W = np.vstack([np.eye(d), -np.eye(d)])
        elif norm == "linf":
            W = np.array(list(itertools.product([1.0, -1.0], repeat=d)))
        else:
            W = v[None] / max(np.linalg.norm(v), 1e-300)
        total += B * np.max(W @ v)
    return total / len(coins)


def plain_python(Z, coins, B, norm):
    """Another way: no arrays at all."""
    found = []
    for s in coins:
        v = [sum(a * z[j] for a, z in zip(s, Z)) / len(Z) for j in range(len(Z[0]))]
        sizes = [abs(x) for x in v]
        l2 = sum(x * x for x in v) ** 0.5
        found.append({"l1": max(sizes), "l2": l2, "linf": sum(sizes)}[norm])
    return B * sum(found) / len(found)


SLIPS = {
    "27-empirical": {
        "Early stop: only sign vectors that begin with +1.": edit(
            "np.arange(2 ** n)", "np.arange(0, 2 ** n, 2)"
        ),
        "Sign: the smallest instead of the largest.": edit("np.max(", "np.min("),
        "Power: divided by n squared.": edit("/ n)", "/ n ** 2)"),
        "Another quantity: rows are centred first.": edit(
            "n = V.shape[1]", "n, V = (V.shape[1], V - V.mean(axis=1, keepdims=True))"
        ),
        "Data: values replaced by their signs.": before(lambda V: (np.sign(V),)),
        "Early stop: Monte Carlo with twenty flips.": edit(
            "1 - 2 * (np.arange(2 ** n)[:, None] >> np.arange(n) & 1)",
            "np.random.default_rng(0).choice([-1.0, 1.0], size=(20, n))",
        ),
        "Special case: each flip counts as at least 0.": edit(
            "np.max(coins @ V.T, axis=1)", "np.maximum(np.max(coins @ V.T, axis=1), 0)"
        ),
    },
    "27-ball": {
        "Order: the root of the mean square of the norms.": edit(
            "np.linalg.norm(pulls, ord=dual, axis=1).mean()",
            "np.sqrt(np.mean(np.linalg.norm(pulls, ord=dual, axis=1) ** 2))",
        ),
        "Constant: the luckiest sign vector instead of the average one.": edit(".mean()", ".max()"),
        "Axis: divided by d instead of n.": edit("len(Z)", "len(Z[0])"),
        "l1: the largest coordinate without its absolute value.": edit(
            "    return",
            "    if norm == 'l1':\n        return float(B * pulls.max(axis=1).mean())\n    return",
        ),
        "Power: B squared.": edit("B *", "B ** 2 *"),
        "Special case: linf is treated like l2.": edit("'linf': 1", "'linf': 2"),
        "Mean norm of the examples: the coins are not used.": edit(
            "np.asarray(coins, dtype=float) @ np.asarray(Z, dtype=float) / len(Z)",
            "np.asarray(Z, dtype=float)",
        ),
    },
}
RIGHT = {
    "27-empirical": (by_recursion, half_width),
    "27-ball": (by_corners, plain_python),
}
