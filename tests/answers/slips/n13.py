"""Slips and other right answers, notebook 13, as tables."""

import numpy as np

from helpers.desk.edits import after, before, edit, whole

# 13-reweight


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
    x, s = np.asarray(x, dtype=float), np.asarray(D) * np.asarray(y)
    return (1 - max(s[x > cut].sum() - s[x <= cut].sum() for cut in [-np.inf, *x])) / 2


def share_wrong(x, y, D):
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


def row_by_row(M, alpha):
    size = sum(abs(a) for a in alpha)
    return min(sum(a * m for a, m in zip(alpha, row)) / size for row in M.tolist())


def by_shares(M, alpha):
    share = np.abs(alpha) / np.abs(alpha).sum()
    return np.array(1 - 2 * ((M * np.sign(alpha) < 0) @ share).max())


SLIPS = {
    "13-reweight": {
        "Rule: alpha is half the log of 1/error.": edit(
            "D[agree > 0].sum() / D[agree < 0].sum()", "1 / D[agree < 0].sum()"
        ),
        "Special case: a rule worse than a coin gets alpha 0.": edit(
            "new = D", "alpha = max(alpha, 0.0)\n    new = D"
        ),
        "Special case: a rule worse than a coin gets the size of its alpha.": after(
            lambda answer: [abs(answer[0]), *answer[1:]]
        ),
        "Constant: the logarithm to base 2.": edit("np.log(", "np.log2("),
        "Order: z is the sum after normalising.": after(
            lambda answer: [answer[0], answer[2].sum(), answer[2]]
        ),
        "Term lost: right examples keep their weights.": edit(
            "np.exp(-alpha * agree)", "np.exp(alpha * (agree < 0))"
        ),
        "Rule: the error instead of the normaliser.": edit(
            "[alpha, new.sum(),", "[alpha, D[agree < 0].sum(),"
        ),
        "Sign: the exponent has y instead of y h.": edit(
            "-alpha * agree", "-alpha * np.asarray(y)"
        ),
        "Scale: the largest new weight is 1.": after(
            lambda answer: [answer[0], answer[1], answer[2] / answer[2].max()]
        ),
        "n: divided by n as well.": after(
            lambda answer: [answer[0], answer[1] / len(answer[2]), answer[2]]
        ),
    },
    "13-stump-error": {
        "Sign: only stumps that say +1 on the right.": edit(
            "[abs(signed[x > cut].sum() - signed[x <= cut].sum()) for cut in x]",
            "[signed[x > cut].sum() - signed[x <= cut].sum() for cut in [-np.inf, *x]]",
        ),
        "Sign: only stumps that say -1 on the right.": whole(
            lambda x, y, D: right_only(x, np.negative(y), D)
        ),
        "Special case: the two sides must differ.": edit(
            "for cut in x]", "for cut in np.unique(x)[:-1]] or [0.0]"
        ),
        "Index: the examples at the cut are lost.": edit("x <= cut", "x < cut"),
        "Order: the values are taken as sorted.": edit(
            "[abs(signed[x > cut].sum() - signed[x <= cut].sum()) for cut in x]",
            "[abs(signed[k:].sum() - signed[:k].sum()) for k in range(len(x) + 1)]",
        ),
        "Early stop: only the cut at the median.": edit(
            "for cut in x]", "for cut in [np.median(x)]]"
        ),
        "Rule: the edge instead of the error.": after(lambda answer: 1 - 2 * answer),
        "Constant: one half is missing.": after(lambda answer: 2 * answer),
        "Special case: only constants.": edit("for cut in x]", "for cut in [x.max()]]"),
        "Weights forgotten: the best stump by weight, its mistakes counted.": whole(share_wrong),
    },
    "13-min-margin": {
        "Max for min: the largest margin.": edit("np.min", "np.max"),
        "Sign: the size of the margins.": edit("np.dot(M, alpha)", "np.abs(np.dot(M, alpha))"),
        "Division: by the number of rules.": edit("np.sum", "len", "np.abs(alpha)", "alpha"),
        "Norm: divided by the length of alpha.": edit(
            "np.sum", "np.linalg.norm", "np.abs(alpha)", "alpha"
        ),
        "Sign: the sizes of the weights vote.": before(lambda M, alpha: (M, np.abs(alpha))),
        "Axis: the minimum over rules.": edit("np.dot(M, alpha)", "np.sum(M * alpha, axis=0)"),
        "Rule: signs of the votes.": whole(
            lambda M, alpha: float(np.min(np.sign(np.dot(M, alpha))))
        ),
        "Norm: divided by the largest weight.": edit("np.sum", "np.max"),
        "Index: the last rule does not vote.": before(lambda M, alpha: (M[:, :-1], alpha[:-1])),
        "Special case: a negative margin becomes 0.": after(lambda answer: max(answer, 0.0)),
    },
}
RIGHT = {
    "13-reweight": (by_error, one_by_one),
    "13-stump-error": (by_trying, by_cumulating),
    "13-min-margin": (row_by_row, by_shares),
}
