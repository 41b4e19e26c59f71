"""Slips and other right answers, notebook 13."""

import numpy as np

from answers.n13 import min_margin, reweight, stump_error

# 13-reweight


def remade(D, y, h, alpha):
    """[alpha, z, new weights] with another alpha in the exponent."""
    new = np.asarray(D) * np.exp(-alpha * np.multiply(y, h))
    return [alpha, new.sum(), new / new.sum()]


def error_for_odds(D, y, h):
    """Rule: alpha is half the log of 1/error."""
    wrong = np.asarray(D)[np.multiply(y, h) < 0].sum()
    return remade(D, y, h, 0.5 * np.log(1 / wrong))


def never_negative(D, y, h):
    """Special case: a rule worse than a coin gets alpha 0."""
    return remade(D, y, h, max(reweight(D, y, h)[0], 0.0))


def turned_when_bad(D, y, h):
    """Special case: a rule worse than a coin gets the size of its alpha."""
    alpha, z, new = reweight(D, y, h)
    return [abs(alpha), z, new]


def base_two(D, y, h):
    """Constant: the logarithm to base 2."""
    return remade(D, y, h, reweight(D, y, h)[0] / np.log(2))


def z_after(D, y, h):
    """Order: z is the sum after normalising."""
    alpha, _, new = reweight(D, y, h)
    return [alpha, new.sum(), new]


def only_wrong_change(D, y, h):
    """Term lost: right examples keep their weights."""
    D, agree = np.asarray(D), np.multiply(y, h)
    alpha = reweight(D, y, h)[0]
    new = np.where(agree < 0, D * np.exp(alpha), D)
    return [alpha, new.sum(), new / new.sum()]


def error_for_z(D, y, h):
    """Rule: the error instead of the normaliser."""
    alpha, _, new = reweight(D, y, h)
    return [alpha, np.asarray(D)[np.multiply(y, h) < 0].sum(), new]


def labels_for_agreement(D, y, h):
    """Sign: the exponent has y instead of y h."""
    alpha = reweight(D, y, h)[0]
    new = np.asarray(D) * np.exp(-alpha * np.asarray(y))
    return [alpha, new.sum(), new / new.sum()]


def largest_one(D, y, h):
    """Scale: the largest new weight is 1."""
    alpha, z, new = reweight(D, y, h)
    return [alpha, z, new / new.max()]


def mean_weight(D, y, h):
    """n: divided by n as well."""
    alpha, z, new = reweight(D, y, h)
    return [alpha, z / len(y), new]


def by_error(D, y, h):
    D, wrong = np.asarray(D, dtype=float), np.asarray(y) != np.asarray(h)
    eps = D[wrong].sum()
    new = np.where(wrong, D / (2 * eps), D / (2 * (1 - eps)))
    return (np.arctanh(1 - 2 * eps), 2 * np.sqrt(eps * (1 - eps)), new.tolist())


def one_by_one(D, y, h):
    right = sum(d for d, a, b in zip(D, y, h) if a == b)
    alpha = 0.5 * float(np.log(right / (1 - right)))
    new = [d * np.exp(-alpha if a == b else alpha) for d, a, b in zip(D, y, h)]
    return [alpha, sum(new), np.array([v / sum(new) for v in new])]


# 13-stump-error


def right_only(x, y, D):
    """Sign: only stumps that say +1 on the right."""
    x, s = np.asarray(x, dtype=float), np.asarray(D) * np.asarray(y)
    return (1 - max(s[x > cut].sum() - s[x <= cut].sum() for cut in [-np.inf, *x])) / 2


def left_only(x, y, D):
    """Sign: only stumps that say -1 on the right."""
    return right_only(x, np.negative(y), D)


def no_constant(x, y, D):
    """Special case: the two sides must differ."""
    x, s = np.asarray(x, dtype=float), np.asarray(D) * np.asarray(y)
    cuts = np.unique(x)[:-1]
    return (1 - max((abs(s[x > c].sum() - s[x <= c].sum()) for c in cuts), default=0.0)) / 2


def strict_at_cut(x, y, D):
    """Index: the examples at the cut are lost."""
    x, s = np.asarray(x, dtype=float), np.asarray(D) * np.asarray(y)
    return (1 - max(abs(s[x > cut].sum() - s[x < cut].sum()) for cut in x)) / 2


def not_sorted(x, y, D):
    """Order: the values are taken as sorted."""
    s = np.asarray(D) * np.asarray(y)
    return (1 - max(abs(s[k:].sum() - s[:k].sum()) for k in range(len(s) + 1))) / 2


def middle_cut(x, y, D):
    """Early stop: only the cut at the median."""
    x, s = np.asarray(x, dtype=float), np.asarray(D) * np.asarray(y)
    cut = np.median(x)
    return (1 - abs(s[x > cut].sum() - s[x <= cut].sum())) / 2


def edge_for_error(x, y, D):
    """Rule: the edge instead of the error."""
    return 1 - 2 * stump_error(x, y, D)


def not_halved(x, y, D):
    """Constant: one half is missing."""
    return 2 * stump_error(x, y, D)


def best_class(x, y, D):
    """Special case: only constants."""
    return min(np.asarray(D)[np.asarray(y) > 0].sum(), np.asarray(D)[np.asarray(y) < 0].sum())


def share_wrong(x, y, D):
    """Weights forgotten: the best stump by weight, its mistakes counted."""
    x, y, D = np.asarray(x, dtype=float), np.asarray(y), np.asarray(D)
    best, share = np.inf, 0.0
    for cut in [-np.inf, *x]:
        for sign in (1, -1):
            wrong = np.where(x > cut, sign, -sign) != y
            if D[wrong].sum() < best:
                best, share = D[wrong].sum(), np.mean(wrong)
    return share


def by_trying(x, y, D):
    y, best = np.asarray(y), 1.0
    for cut in [min(x) - 1, *x]:
        for sign in (-1, 1):
            said = np.where(np.asarray(x) > cut, sign, -sign)
            best = min(best, float(np.asarray(D)[said != y].sum()))
    return best


def by_cumulating(x, y, D):
    x, s = np.asarray(x, dtype=float), np.asarray(D) * np.asarray(y)
    order = np.argsort(x)
    sums, last = np.cumsum(s[order]), np.append(np.diff(x[order]) > 0, True)
    return np.array(0.5 - np.abs(s.sum() - 2 * sums[last]).max() / 2)


# 13-min-margin


def largest(M, alpha):
    """Max for min: the largest margin."""
    return np.max(np.dot(M, alpha)) / np.sum(np.abs(alpha))


def sizes(M, alpha):
    """Sign: the size of the margins."""
    return np.min(np.abs(np.dot(M, alpha))) / np.sum(np.abs(alpha))


def by_number(M, alpha):
    """Division: by the number of rules."""
    return np.min(np.dot(M, alpha)) / len(alpha)


def by_length(M, alpha):
    """Norm: divided by the length of alpha."""
    return np.min(np.dot(M, alpha)) / np.linalg.norm(alpha)


def weights_made_positive(M, alpha):
    """Sign: the sizes of the weights vote."""
    return min_margin(M, np.abs(alpha))


def over_rules(M, alpha):
    """Axis: the minimum over rules."""
    return np.min(np.sum(M * alpha, axis=0)) / np.sum(np.abs(alpha))


def votes_only(M, alpha):
    """Rule: signs of the votes."""
    return float(np.min(np.sign(np.dot(M, alpha))))


def largest_weight(M, alpha):
    """Norm: divided by the largest weight."""
    return np.min(np.dot(M, alpha)) / np.max(np.abs(alpha))


def last_rule_lost(M, alpha):
    """Index: the last rule does not vote."""
    return min_margin(M[:, :-1], alpha[:-1])


def cut_at_zero(M, alpha):
    """Special case: a negative margin becomes 0."""
    return max(min_margin(M, alpha), 0.0)


def row_by_row(M, alpha):
    size = sum(abs(a) for a in alpha)
    return min(sum(a * m for a, m in zip(alpha, row)) / size for row in M.tolist())


def by_shares(M, alpha):
    share = np.abs(alpha) / np.abs(alpha).sum()
    return np.array(1 - 2 * ((M * np.sign(alpha) < 0) @ share).max())


SLIPS = {
    "13-reweight": (
        error_for_odds,
        never_negative,
        turned_when_bad,
        base_two,
        z_after,
        only_wrong_change,
        error_for_z,
        labels_for_agreement,
        largest_one,
        mean_weight,
    ),
    "13-stump-error": (
        right_only,
        left_only,
        no_constant,
        strict_at_cut,
        not_sorted,
        middle_cut,
        edge_for_error,
        not_halved,
        best_class,
        share_wrong,
    ),
    "13-min-margin": (
        largest,
        sizes,
        by_number,
        by_length,
        weights_made_positive,
        over_rules,
        votes_only,
        largest_weight,
        last_rule_lost,
        cut_at_zero,
    ),
}
RIGHT = {
    "13-reweight": (by_error, one_by_one),
    "13-stump-error": (by_trying, by_cumulating),
    "13-min-margin": (row_by_row, by_shares),
}
