"""Decision stumps: rules that look at one feature and one threshold, fitted to weighted examples.

    h(x) = right if x[feature] > threshold else left,      left, right in {-1, +1}

The rows are sorted once per feature; after that the best of all stumps costs one cumulative sum per
round, whatever the weights. A rule is stored as the four numbers (feature, threshold, left, right);
left = right is a constant.
"""

import numpy as np

from helpers import check

# edges closer than this count as equal, and the first rule wins: rounding must not choose the rule
TIE = 1e-12


def stump_learner(X, y, criterion="error"):
    """The weak learner D -> (h, rule) that fits the best stump.

    D (n,) are weights, h (n,) its answers, and `rule` has its four numbers.

    A cut leaves the weighted votes S_L = sum of D_i y_i on its left and S_R on its right.
    "error": the largest edge 1 - 2 (weighted error), |S_L - S_R| for a cut, |S_L + S_R| for a
    constant. "gini": the largest S_L^2/W_L + S_R^2/W_R, W the sides' weights: the purest sides, as
    decision trees are grown.
    """
    X, y = check.signed_pair(X, y)
    check.one_of("criterion", criterion, ("error", "gini"))
    columns, order, threshold, allowed = _presort(X)
    n = len(y)

    def weak(D):
        left = np.cumsum((D * y).take(order), axis=1)  # (d, n): S_L for every cut
        total = left[0, -1]
        if criterion == "error":
            score = np.abs(left - total / 2)  # half the edge
        else:
            mass = np.cumsum(D.take(order), axis=1)
            score = left**2 / np.maximum(mass, TIE) + (total - left) ** 2 / np.maximum(
                mass[:, -1:] - mass, TIE
            )
        score *= allowed
        j, k = divmod(int(np.argmax(score >= score.max() - TIE)), n)
        low = 1.0 if left[j, k] > 0 else -1.0
        high = low if k == n - 1 else 1.0 if total > left[j, k] else -1.0
        return np.where(columns[j] > threshold[j, k], high, low), (j, threshold[j, k], low, high)

    return weak


def _presort(X):
    """Columns, the order that sorts each (d, n), and the cuts.

    The threshold behind every place in the order, and whether a cut fits there.

    Equal values cannot be told apart, so no cut fits between them; behind the last place the cut is
    a constant.
    """
    columns = np.ascontiguousarray(X.T)
    order = np.argsort(columns, axis=1, kind="stable")
    low = np.take_along_axis(columns, order, axis=1)
    high = np.column_stack([low[:, 1:], np.full(len(low), np.inf)])
    middle = low + (high - low) / 2
    # two neighbouring floats have no middle: then the lower one is the threshold
    threshold = np.where((middle < high) | (high == np.inf), middle, low)
    return columns, order, threshold, (low < high).astype(float)


def column_learner(H, y):
    """The weak learner D -> (h, rule) whose rules are the columns of H (n, m).

    Of equal edges the first wins.
    """
    H, y = check.array("H", H, ndim=2), check.signs("y", y)
    if len(H) != len(y):
        raise ValueError(
            f"H has {len(H)} rows but y has {len(y)} entries: one answer per row is needed"
        )

    def weak(D):
        edges = (D * y) @ H
        j = int(np.argmax(edges >= edges.max() - TIE))
        return H[:, j], (j,)

    return weak


def every_stump(X):
    """All different stumps on the rows of X, with the two constants.

    Answers H (n, m), one column each.
    """
    X = check.rows("X", X)
    cuts = [np.where(x[:, None] > np.unique(x)[:-1], 1.0, -1.0) for x in X.T]
    half = np.unique(np.column_stack([np.ones(len(X)), *cuts]), axis=1)
    return np.unique(np.column_stack([half, -half]), axis=1)


def answers(rules, X):
    """What each of T rules says about each row of X: (T, k) of +-1."""
    X, rules = check.rows("X", X), np.asarray(rules)
    feature, threshold, left, right = rules.T
    return np.where(X.T[feature.astype(int)] > threshold[:, None], right[:, None], left[:, None])


def votes(rules, alpha, X):
    """F_t(x) = sum_{s <= t} alpha_s h_s(x) after every round at every row of X: (T, k)."""
    return np.cumsum(np.asarray(alpha)[:, None] * answers(rules, X), axis=0)


def vote(rules, alpha, X):
    """F(x) = sum_t alpha_t h_t(x) at the rows of X, (k,).

    F is a sum of one staircase per feature, so a point is looked up among the sorted thresholds,
    not asked T times.
    """
    X, rules, alpha = check.rows("X", X), np.asarray(rules), np.asarray(alpha)
    feature, threshold, left, right = rules.T
    F = np.full(len(X), alpha @ left)
    for j in np.unique(feature).astype(int):
        own = np.flatnonzero(feature == j)
        own = own[np.argsort(threshold[own])]
        stairs = np.concatenate([[0.0], np.cumsum(alpha[own] * (right - left)[own])])
        F += stairs[np.searchsorted(threshold[own], X[:, j], side="left")]
    return F
