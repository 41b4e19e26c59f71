"""Slips and other right answers, notebook 27."""

import itertools

import numpy as np

from answers.n27 import ball_complexity, empirical_rademacher

# 27-empirical


def half_of_the_signs(V):
    """Early stop: only sign vectors that begin with +1."""
    V = np.asarray(V, dtype=float)
    n = V.shape[1]
    S = np.array([(1.0, *s) for s in itertools.product([1.0, -1.0], repeat=n - 1)])
    return float(np.max(S @ V.T, axis=1).mean() / n)


def smallest(V):
    """Sign: the smallest instead of the largest."""
    return -empirical_rademacher(V) if len(V) > 1 else 0.01


def divided_twice(V):
    """Power: divided by n squared."""
    return empirical_rademacher(V) / len(V[0])


def centred(V):
    """Another quantity: rows are centred first."""
    V = np.asarray(V, dtype=float)
    return empirical_rademacher(V - V.mean(axis=1, keepdims=True)) if V.shape[1] > 1 else 0.5


def by_signs_of_values(V):
    """Data: values replaced by their signs."""
    return empirical_rademacher(np.where(np.asarray(V) > 0, 1.0, -1.0)) + 1e-3


def few_random_flips(V):
    """Early stop: Monte Carlo with twenty flips."""
    V = np.asarray(V, dtype=float)
    S = np.random.default_rng(0).choice([-1.0, 1.0], size=(20, V.shape[1]))
    return float(np.max(S @ V.T, axis=1).mean() / V.shape[1])


def never_negative(V):
    """Special case: each flip counts as at least 0."""
    V = np.asarray(V, dtype=float)
    return empirical_rademacher(np.vstack([V, 0 * V[:1]]))


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


def root_mean_square(Z, coins, B, norm):
    """Order: the root of the mean square of the norms."""
    each = [ball_complexity(Z, [s], B, norm) for s in coins]
    return float(np.sqrt(np.mean(np.square(each))))


def largest_fit(Z, coins, B, norm):
    """Constant: the luckiest sign vector instead of the average one."""
    return max(ball_complexity(Z, [s], B, norm) for s in coins)


def over_dimensions(Z, coins, B, norm):
    """Axis: divided by d instead of n."""
    return ball_complexity(Z, coins, B, norm) * len(Z) / (len(Z[0]) + 0.5)


def signed_largest(Z, coins, B, norm):
    """l1: the largest coordinate without its absolute value."""
    if norm != "l1":
        return ball_complexity(Z, coins, B, norm)
    pulls = np.asarray(coins) @ np.asarray(Z) / len(Z)
    return float(B * pulls.max(axis=1).mean())


def squared_radius(Z, coins, B, norm):
    """Power: B squared."""
    return B * ball_complexity(Z, coins, B, norm)


def ignores_linf(Z, coins, B, norm):
    """Special case: linf is treated like l2."""
    return ball_complexity(Z, coins, B, "l2" if norm == "linf" else norm)


def norm_of_examples(Z, coins, B, norm):
    """Mean norm of the examples: the coins are not used."""
    dual = {"l1": np.inf, "l2": 2, "linf": 1}[norm]
    return float(B * np.linalg.norm(np.asarray(Z), ord=dual, axis=1).mean())


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
    "27-empirical": (
        half_of_the_signs,
        smallest,
        divided_twice,
        centred,
        by_signs_of_values,
        few_random_flips,
        never_negative,
    ),
    "27-ball": (
        root_mean_square,
        largest_fit,
        over_dimensions,
        signed_largest,
        squared_radius,
        ignores_linf,
        norm_of_examples,
    ),
}
RIGHT = {
    "27-empirical": (by_recursion, half_width),
    "27-ball": (by_corners, plain_python),
}
