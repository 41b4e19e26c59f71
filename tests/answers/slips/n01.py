"""Slips and other right answers, notebook 01, as tables."""

import numpy as np

from answers.n01 import l0_prices, zero_one_risk
from helpers.desk.edits import after, before, edit, whole

# 01-zero-one


def one_by_one(w, X, y):
    return sum(1 for a, label in zip(X.tolist(), y) if label * np.dot(w, a) <= 0) / len(y)


def by_signs(w, X, y):
    return [np.mean(np.sign(X @ w) != y)][0].astype(np.float32)


# 01-projection


def about_the_mean(weights, means, variances):
    theta = sum(p * m for p, m in zip(weights, means))
    return (theta, sum(p * (v + (m - theta) ** 2) for p, m, v in zip(weights, means, variances)))


def as_array(weights, means, variances):
    theta = np.average(means, weights=weights)
    return np.array([theta, np.average(variances + (means - theta) ** 2, weights=weights)])


# 01-prices


def zero_skipped(risks, k):
    low = l0_prices(np.append(99.0, risks[1:]), k)[:1] or [0.0]
    high = min([np.inf] + [(risks[j] - risks[k]) / (k - j) for j in range(1, k)])
    return [low[0], high] if low[0] <= high else []


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
    "01-zero-one": {
        "Tie: a score of 0 counts half.": edit(
            "y * (X @ w) <= 0", "np.heaviside(-y * (X @ w), 0.5)"
        ),
        "Constant: everything with a margin up to 1 is called a mistake.": edit("<= 0", "<= 1"),
        "n for n - 1: divided by n - 1.": whole(
            lambda w, X, y: np.sum(y * (X @ w) <= 0) / (len(y) - 1)
        ),
        "Axis: divided by the number of features.": whole(
            lambda w, X, y: np.sum(y * (X @ w) <= 0) / X.shape[1]
        ),
        "Index: the loop begins at the second row.": edit(
            "y * (X @ w) <= 0", "(y * (X @ w) <= 0) & (np.arange(len(y)) > 0)"
        ),
        "Sign: only examples labelled +1 can be mistakes.": edit(
            "y * (X @ w) <= 0", "(y > 0) & (X @ w <= 0)"
        ),
        "Special case: w = 0 is said to make no mistake.": whole(
            lambda w, X, y: 0.0 if not np.any(w) else zero_one_risk(w, X, y)
        ),
        "Dtype: the scores are cut to whole numbers.": edit("X @ w", "(X @ w).astype(int)"),
    },
    "01-projection": {
        "Weights forgotten in one place: the variances are averaged without them.": edit(
            "weights @ (variances + means ** 2)", "variances.mean() + weights @ means ** 2"
        ),
        "Weights forgotten in one place: the mean of the means.": edit(
            "weights @ means", "means.mean()"
        ),
        "Term lost: the second moment instead of the variance.": edit(" - theta ** 2", ""),
        "Root: the standard deviation instead of the variance.": after(
            lambda answer: [answer[0], answer[1] ** 0.5]
        ),
        "Power: theta is subtracted without its square.": edit("theta ** 2", "theta"),
        "Power: as for a weighted sum of independent variables.": edit(
            "@ (variances + means ** 2) - theta", "** 2 @ variances + weights @ (means - theta)"
        ),
        "Order: variance first, mean second.": after(lambda answer: answer[::-1]),
        "Index: only the first two parts are used.": before(
            lambda weights, means, variances: (
                weights[:2] / weights[:2].sum(),
                means[:2],
                variances[:2] + means[0] / 9,
            )
        ),
    },
    "01-prices": {
        "Tie: one price alone does not count.": after(
            lambda answer: answer if answer and answer[0] < answer[1] else []
        ),
        "Division forgotten: a rival farther away is not compared per coefficient.": edit(
            "(risks[k] - risks[j]) / (j - k)",
            "risks[k] - risks[j]",
            "(risks[j] - risks[k]) / (k - j)",
            "risks[j] - risks[k]",
        ),
        "Index: the largest j is left out.": before(
            lambda risks, k: (risks[:-1] if k < len(risks) - 1 else risks, k)
        ),
        "Index: j = 0 is not a rival.": whole(zero_skipped),
        "Special case: k = d has no larger rival, and the price 0 is forgotten.": edit(
            "[0.0] + [(risks[k] - risks[j]) / (j - k) for j in range(k + 1, len(risks))]",
            "((risks[k] - risks[j]) / (j - k) for j in range(k + 1, len(risks)))",
        ),
        "Flag: [0, 0] instead of an empty list.": after(lambda answer: answer or [0.0, 0.0]),
        "Order: high first.": edit("[low, high] if", "[high, low] if"),
        "Sign: gains are taken negative.": after(lambda answer: [-p for p in answer]),
        "Min for max: the mildest lower bound.": edit(
            "max([0.0] + [(risks[k] - risks[j]) / (j - k) for j in range(k + 1, len(risks))])",
            "min([(risks[k] - risks[j]) / (j - k) for j in range(k + 1, len(risks))], default=0.0)",
        ),
    },
}
RIGHT = {
    "01-zero-one": (one_by_one, by_signs),
    "01-projection": (about_the_mean, as_array),
    "01-prices": (by_loops, by_arrays),
}
