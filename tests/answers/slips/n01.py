"""Slips and other right answers, notebook 01."""

import numpy as np

from answers.n01 import kl_projection, l0_prices, zero_one_risk

# 01-zero-one


def half_for_ties(w, X, y):
    """Tie: a score of 0 counts half."""
    s = y * (X @ w)
    return np.mean(s < 0) + np.mean(s == 0) / 2


def margin_one(w, X, y):
    """Constant: everything with a margin up to 1 is called a mistake."""
    return np.mean(y * (X @ w) <= 1)


def n_minus_one(w, X, y):
    """n for n - 1: divided by n - 1."""
    return np.sum(y * (X @ w) <= 0) / (len(y) - 1)


def per_feature(w, X, y):
    """Axis: divided by the number of features."""
    return np.sum(y * (X @ w) <= 0) / X.shape[1]


def first_row_skipped(w, X, y):
    """Index: the loop begins at the second row."""
    return sum(y[i] * (X[i] @ w) <= 0 for i in range(1, len(y))) / len(y)


def only_positives(w, X, y):
    """Sign: only examples labelled +1 can be mistakes."""
    return np.mean((y > 0) & (X @ w <= 0))


def nothing_decided(w, X, y):
    """Special case: w = 0 is said to make no mistake."""
    return 0.0 if not np.any(w) else zero_one_risk(w, X, y)


def whole_weights(w, X, y):
    """Dtype: the scores are cut to whole numbers."""
    return np.mean(y * (X @ w).astype(int) <= 0)


def one_by_one(w, X, y):
    return sum(1 for a, label in zip(X.tolist(), y) if label * np.dot(w, a) <= 0) / len(y)


def by_signs(w, X, y):
    return [np.mean(np.sign(X @ w) != y)][0].astype(np.float32)


# 01-projection


def unweighted_variances(weights, means, variances):
    """Weights forgotten in one place: the variances are averaged without them."""
    theta = weights @ means
    return [theta, variances.mean() + weights @ means**2 - theta**2]


def unweighted_mean(weights, means, variances):
    """Weights forgotten in one place: the mean of the means."""
    theta = means.mean()
    return [theta, weights @ (variances + means**2) - theta**2]


def about_zero(weights, means, variances):
    """Term lost: the second moment instead of the variance."""
    return [weights @ means, weights @ (variances + means**2)]


def deviation(weights, means, variances):
    """Root: the standard deviation instead of the variance."""
    theta, s = kl_projection(weights, means, variances)
    return [theta, s**0.5]


def not_squared(weights, means, variances):
    """Power: theta is subtracted without its square."""
    theta = weights @ means
    return [theta, weights @ (variances + means**2) - theta]


def squared_weights(weights, means, variances):
    """Power: as for a weighted sum of independent variables."""
    theta = weights @ means
    return [theta, weights**2 @ variances + weights @ (means - theta) ** 2]


def swapped(weights, means, variances):
    """Order: variance first, mean second."""
    return kl_projection(weights, means, variances)[::-1]


def two_parts(weights, means, variances):
    """Index: only the first two parts are used."""
    return kl_projection(weights[:2] / weights[:2].sum(), means[:2], variances[:2] + means[0] / 9)


def about_the_mean(weights, means, variances):
    theta = sum(p * m for p, m in zip(weights, means))
    return (theta, sum(p * (v + (m - theta) ** 2) for p, m, v in zip(weights, means, variances)))


def as_array(weights, means, variances):
    theta = np.average(means, weights=weights)
    return np.array([theta, np.average(variances + (means - theta) ** 2, weights=weights)])


# 01-prices


def ties_lose(risks, k):
    """Tie: one price alone does not count."""
    found = l0_prices(risks, k)
    return found if found and found[0] < found[1] else []


def not_per_coefficient(risks, k):
    """Division forgotten: a rival farther away is not compared per coefficient."""
    low = max([0.0] + [risks[k] - risks[j] for j in range(k + 1, len(risks))])
    high = min(risks[j] - risks[k] for j in range(k))
    return [low, high] if low <= high else []


def last_rival_skipped(risks, k):
    """Index: the largest j is left out."""
    return l0_prices(risks[:-1], k) if k < len(risks) - 1 else l0_prices(risks, k)


def zero_skipped(risks, k):
    """Index: j = 0 is not a rival."""
    low = l0_prices(np.append(99.0, risks[1:]), k)[:1] or [0.0]
    high = min([np.inf] + [(risks[j] - risks[k]) / (k - j) for j in range(1, k)])
    return [low[0], high] if low[0] <= high else []


def all_of_them_fail(risks, k):
    """Special case: k = d has no larger rival, and the price 0 is forgotten."""
    low = max((risks[k] - risks[j]) / (j - k) for j in range(k + 1, len(risks)))
    high = min((risks[j] - risks[k]) / (k - j) for j in range(k))
    return [low, high] if low <= high else []


def zeros_for_none(risks, k):
    """Flag: [0, 0] instead of an empty list."""
    return l0_prices(risks, k) or [0.0, 0.0]


def turned_round(risks, k):
    """Order: high first."""
    return l0_prices(risks, k)[::-1] if k < len(risks) - 1 else [l0_prices(risks, k)[1], 0.0]


def wrong_sign(risks, k):
    """Sign: gains are taken negative."""
    return [-p for p in l0_prices(risks, k)]


def mildest(risks, k):
    """Min for max: the mildest lower bound."""
    low = min([(risks[k] - risks[j]) / (j - k) for j in range(k + 1, len(risks))], default=0.0)
    high = min((risks[j] - risks[k]) / (k - j) for j in range(k))
    return [low, high] if low <= high else []


def by_loops(risks, k):
    low, high = 0.0, float("inf")
    for j, risk in enumerate(risks):
        if j > k:
            low = max(low, (risk - risks[k]) / (k - j))
        if j < k:
            high = min(high, (risk - risks[k]) / (k - j))
    return (low, high) if high >= low else ()


def by_arrays(risks, k):
    j = np.arange(len(risks))
    with np.errstate(invalid="ignore", divide="ignore"):
        slope = (risks - risks[k]) / (k - j)
    low, high = max(slope[k + 1 :], default=0.0), slope[:k].min()
    return np.array([low, high]) if low <= high else np.array([])


SLIPS = {
    "01-zero-one": (
        half_for_ties,
        margin_one,
        n_minus_one,
        per_feature,
        first_row_skipped,
        only_positives,
        nothing_decided,
        whole_weights,
    ),
    "01-projection": (
        unweighted_variances,
        unweighted_mean,
        about_zero,
        deviation,
        not_squared,
        squared_weights,
        swapped,
        two_parts,
    ),
    "01-prices": (
        ties_lose,
        not_per_coefficient,
        last_rival_skipped,
        zero_skipped,
        all_of_them_fail,
        zeros_for_none,
        turned_round,
        wrong_sign,
        mildest,
    ),
}
RIGHT = {
    "01-zero-one": (one_by_one, by_signs),
    "01-projection": (about_the_mean, as_array),
    "01-prices": (by_loops, by_arrays),
}
