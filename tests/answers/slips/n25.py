"""Slips and other right answers, notebook 25."""

import numpy as np

from answers.n25 import chance_of_failure, learn_conjunction

# 25-learn-conjunction


def everything_always(X, y):
    """Early stop: the rule before the first example."""
    return list(range(len(X[0])))


def last_feature_forgotten(X, y):
    """Loop: one feature too few is looked at."""
    return [j for j in learn_conjunction(X, y) if j < len(X[0]) - 1]


def zeros_kept(X, y):
    """Sign: features that are 0 in every positive example."""
    positive = [row for row, label in zip(X, y) if label]
    return [j for j in range(len(X[0])) if all(row[j] == 0 for row in positive)]


def majority(X, y):
    """Threshold: 1 in at least half of the positive examples."""
    positive = [row for row, label in zip(X, y) if label]
    need = len(positive) / 2
    return [j for j in range(len(X[0])) if sum(row[j] for row in positive) >= need]


def a_mask(X, y):
    """Type: one entry for each feature."""
    kept = learn_conjunction(X, y)
    return [int(j in kept) for j in range(len(X[0]))]


def backwards(X, y):
    """Order: the largest number first."""
    return learn_conjunction(X, y)[::-1]


def agrees_with_labels(X, y):
    """Confusion: features that equal the label in every example."""
    return [j for j in range(len(X[0])) if all(row[j] == label for row, label in zip(X, y))]


def as_sets(X, y):
    """Another way: intersect the sets of ones."""
    kept = set(range(len(X[0])))
    for row, label in zip(X, y):
        if label:
            kept &= {j for j, value in enumerate(row) if value}
    return sorted(kept)


def as_an_array(X, y):
    """Another type: an array."""
    X, y = np.array(X), np.array(y)
    return np.flatnonzero(~((X == 0) & (y == 1)[:, None]).any(axis=0))


# 25-chance-of-failure


def all_die(risks, eps, n):
    """Complement: the probability of success."""
    return 1 - chance_of_failure(risks, eps, n)


def exponential_for_power(risks, eps, n):
    """Bound: e^(-rn) for (1 - r)^n."""
    return float(1 - np.prod([1 - np.exp(-r * n) for r in risks if r >= eps]))


def one_example_more(risks, eps, n):
    """Count: one example too many."""
    return chance_of_failure(risks, eps, n + 1)


def errs_on_all(risks, eps, n):
    """Confusion: r^n, the chance to err on every example."""
    return float(1 - np.prod([1 - r**n for r in risks if r >= eps]))


def mean_risk(risks, eps, n):
    """Average: all bad ones with their mean risk."""
    bad = [r for r in risks if r >= eps]
    return 1 - (1 - (1 - np.mean(bad)) ** n) ** len(bad) if bad else 0.0


def without_the_first(risks, eps, n):
    """Index: the first two hypotheses are skipped."""
    return chance_of_failure(risks[2:], eps, n)


def good_for_bad(risks, eps, n):
    """Sign: hypotheses at most eps."""
    return chance_of_failure([1 - (1 - r) for r in risks if r <= eps], 0.0, n)


def with_logarithms(risks, eps, n):
    """Another way: logarithms of the complements."""
    bad = np.array([r for r in risks if r >= eps])
    with np.errstate(divide="ignore"):
        return float(-np.expm1(np.sum(np.log1p(-((1 - bad) ** n)))))


def one_after_the_other(risks, eps, n):
    """Another way: add a hypothesis at a time, P(A or B) = P(A) + P(B) - P(A) P(B)."""
    failed = 0.0
    for r in risks:
        alive = (1 - r) ** n * (r >= eps)
        failed += alive - failed * alive
    return failed


SLIPS = {
    "25-learn-conjunction": (
        everything_always,
        last_feature_forgotten,
        zeros_kept,
        majority,
        a_mask,
        backwards,
        agrees_with_labels,
    ),
    "25-chance-of-failure": (
        all_die,
        exponential_for_power,
        one_example_more,
        errs_on_all,
        mean_risk,
        without_the_first,
        good_for_bad,
    ),
}
RIGHT = {
    "25-learn-conjunction": (as_sets, as_an_array),
    "25-chance-of-failure": (with_logarithms, one_after_the_other),
}
