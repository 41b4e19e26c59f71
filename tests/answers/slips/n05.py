"""Slips and other right answers, notebook 05, as tables."""

import numpy as np

from answers.n05 import isotropic_net, lasso_sweeps, priced
from helpers.desk.edits import after, before, edit, whole

# 05-isotropic


def by_cases(b, lam1, lam2):
    found = []
    for beta in b.tolist():
        for slope in (lam1, -lam1):
            w = (beta - slope / 2) / (1 + lam2)
            if w * slope > 0 or (lam1 == 0 and slope == lam1):
                found.append(w)
                break
        else:
            found.append(0)
    return found


def by_clipping(b, lam1, lam2):
    return (b - np.clip(b, -lam1 / 2, lam1 / 2)) / (1.0 + lam2)


# 05-sweeps


def backwards(X, y, lam, T):
    return lasso_sweeps(X[:, ::-1], y, np.asarray(lam)[::-1], T)[::-1]


def empty_column_divides(X, y, lam, T):
    empty = ~np.any(X, axis=0)
    return np.where(empty, np.nan, lasso_sweeps(X, y, lam, T))


def with_gram(X, y, lam, T):
    n = len(y)
    G, g, w = np.transpose(X) @ X / n, np.transpose(X) @ y / n, [0.0] * np.shape(X)[1]
    for _ in range(T):
        for j in range(len(w)):
            c = g[j] - sum(G[j, i] * w[i] for i in range(len(w)) if i != j)
            size = max(abs(c) - lam[j] / 2, 0)
            w[j] = 0.0 if G[j, j] == 0 else float(np.copysign(size, c) / G[j, j])
    return w


def running_residual(X, y, lam, T):
    X, r, w = np.array(X, dtype=float), np.array(y, dtype=float), np.zeros(np.shape(X)[1])
    for j in list(range(X.shape[1])) * T:
        x, a = X[:, j], np.mean(X[:, j] ** 2)
        if a > 0:
            c = np.mean(x * r) + a * w[j]
            new = (c - np.clip(c, -lam[j] / 2, lam[j] / 2)) / a
            r, w[j] = r - x * (new - w[j]), new
    return w


# 05-priced


def priced_high(risks):
    return [
        min([np.inf] + [(risks[j] - r) / (k - j) for j in range(k)]) for k, r in enumerate(risks)
    ]


def not_per_nonzero(risks):
    low = [max([0.0] + [r - risks[j] for j in range(k + 1, len(risks))])
           for k, r in enumerate(risks)]  # fmt: skip
    return [a if p >= 0 else -1 for a, p in zip(low, priced(risks))]


def middle_prices(risks):
    return [p if p <= 0 or np.isinf(h) else (p + h) / 2
            for p, h in zip(priced(risks), priced_high(risks))]  # fmt: skip


def by_hull(risks):
    n, found = len(risks), [-1.0] * len(risks)
    k = n - 1
    last = next(i for i in range(n) if risks[i] == min(risks))
    for i in range(last, n):
        found[i] = 0.0 if risks[i] == risks[last] else -1.0
    k = last
    while k > 0:
        slopes = [(risks[j] - risks[k]) / (k - j) for j in range(k)]
        price = min(slopes)
        touched = [j for j in range(k) if slopes[j] == price]
        for j in touched:
            found[j] = price
        k = touched[0]
    return found


def by_trying(risks):
    risks, found = np.asarray(risks), []
    ks = np.arange(len(risks))
    for k in ks:
        with np.errstate(invalid="ignore", divide="ignore"):
            bound = (risks - risks[k]) / (k - ks)
        low, high = max([0.0, *bound[k + 1 :]]), min([np.inf, *bound[:k]])
        found.append(low if low <= high else -1)
    return np.array(found)


SLIPS = {
    "05-isotropic": {
        "Sign: negative coefficients keep their whole size.": whole(
            lambda b, lam1, lam2: np.where(b < 0, b, isotropic_net(b, lam1, lam2))
        ),
        "Constant: divided by 1 + 2 lam2.": before(lambda b, lam1, lam2: (b, lam1, 2 * lam2)),
        "Constant: a quarter of lam1 as threshold.": before(
            lambda b, lam1, lam2: (b, lam1 / 2, lam2)
        ),
        "Special case: small coefficients pass through zero.": whole(
            lambda b, lam1, lam2: np.sign(b) * (np.abs(b) - lam1 / 2) / (1 + lam2)
        ),
        "Arguments: lam1 and lam2 are exchanged.": before(lambda b, lam1, lam2: (b, lam2, lam1)),
        "Dtype: the result is stored among whole numbers.": after(
            lambda answer: answer.astype(int)
        ),
        "Constant: only the threshold is divided by 1 + lam2.": edit(
            "lam1 / 2, 0) / (1 + lam2)", "lam1 / 2 / (1 + lam2), 0)"
        ),
        "Argument ignored: lam2 plays no part.": before(lambda b, lam1, lam2: (b, lam1, 0.0)),
        "Special case: without lam1 nothing is shrunk.": whole(
            lambda b, lam1, lam2: isotropic_net(b, lam1, lam2) if lam1 > 0 else b
        ),
    },
    "05-sweeps": {
        "Early stop: T - 1 sweeps.": before(lambda X, y, lam, T: (X, y, lam, T - 1)),
        "Order: from the last coordinate to the first.": whole(backwards),
        "n for n - 1: the means divide by n - 1.": edit(
            "c = column @ own / len(y)",
            "c = column @ own / (len(y) - 1)",
            "(column @ column / len(y))",
            "(column @ column / (len(y) - 1))",
        ),
        "Sum for mean: the squares are summed.": before(
            lambda X, y, lam, T: (X, y, np.asarray(lam) / len(y), T)
        ),
        "Rule: what is over the threshold is kept whole.": edit(
            "np.sign(c) * max(abs(c) - lam[j] / 2, 0)", "c * (abs(c) > lam[j] / 2)"
        ),
        "Sign: negative coefficients become 0.": edit(
            "np.sign(c) * max(abs(c) - lam[j] / 2, 0)", "max(c - lam[j] / 2, 0)"
        ),
        "Start: from least squares instead of 0.": edit(
            "np.zeros(np.shape(X)[1])", "np.linalg.lstsq(X, y, rcond=None)[0]"
        ),
        "Special case: an empty column is divided by 0.": whole(empty_column_divides),
        "Index: the last column is never visited.": whole(
            lambda X, y, lam, T: np.append(lasso_sweeps(X[:, :-1], y, lam[:-1], T), 0.0)
        ),
        "Argument: one price, the mean, for all.": before(
            lambda X, y, lam, T: (X, y, np.full(len(lam), np.mean(lam)), T)
        ),
        "Special case: a price of 0 leaves its column out.": before(
            lambda X, y, lam, T: (X, y, np.where(np.asarray(lam) == 0, 1e9, lam), T)
        ),
    },
    "05-priced": {
        "Tie: a size that only ties is never best.": edit("low <= high", "low < high"),
        "Special case: the last size gets no price.": after(lambda answer: [*answer[:-1], -1]),
        "Flag: 0 where no price makes it best.": after(
            lambda answer: [max(p, 0.0) for p in answer]
        ),
        "Division forgotten: a rival farther away is not compared per non-zero.": whole(
            not_per_nonzero
        ),
        "Index: size 0 is left out of the list.": after(lambda answer: answer[1:]),
        "Index: the last size is no rival.": whole(lambda risks: [*priced(risks[:-1]), 0.0]),
        "Sign: gains are taken negative.": after(
            lambda answer: [-p if p > 0 else p for p in answer]
        ),
        "Flag ignored: a price is named even where none will do.": edit(
            "low if low <= high else -1", "low"
        ),
        "Constant: the middle of the interval of prices.": whole(middle_prices),
    },
}
RIGHT = {
    "05-isotropic": (by_cases, by_clipping),
    "05-sweeps": (with_gram, running_residual),
    "05-priced": (by_hull, by_trying),
}
