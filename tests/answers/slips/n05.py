"""Slips and other right answers, notebook 05."""

import numpy as np

from answers.n05 import isotropic_net, lasso_sweeps, priced

# 05-isotropic


def positive_part_only(b, lam1, lam2):
    """Sign: negative coefficients keep their whole size."""
    return np.where(b < 0, b, isotropic_net(b, lam1, lam2))


def twice_lam2(b, lam1, lam2):
    """Constant: divided by 1 + 2 lam2."""
    return isotropic_net(b, lam1, 2 * lam2)


def quarter(b, lam1, lam2):
    """Constant: a quarter of lam1 as threshold."""
    return isotropic_net(b, lam1 / 2, lam2)


def no_clip(b, lam1, lam2):
    """Special case: small coefficients pass through zero."""
    return np.sign(b) * (np.abs(b) - lam1 / 2) / (1 + lam2)


def swapped_prices(b, lam1, lam2):
    """Arguments: lam1 and lam2 are exchanged."""
    return isotropic_net(b, lam2, lam1)


def whole_numbers(b, lam1, lam2):
    """Dtype: the result is stored among whole numbers."""
    return isotropic_net(b, lam1, lam2).astype(int)


def threshold_divided(b, lam1, lam2):
    """Constant: only the threshold is divided by 1 + lam2."""
    return np.sign(b) * np.maximum(np.abs(b) - lam1 / 2 / (1 + lam2), 0)


def ridge_forgotten(b, lam1, lam2):
    """Argument ignored: lam2 plays no part."""
    return isotropic_net(b, lam1, 0.0)


def both_or_nothing(b, lam1, lam2):
    """Special case: without lam1 nothing is shrunk."""
    return isotropic_net(b, lam1, lam2) if lam1 > 0 else b


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


def one_sweep_less(X, y, lam, T):
    """Early stop: T - 1 sweeps."""
    return lasso_sweeps(X, y, lam, T - 1)


def backwards(X, y, lam, T):
    """Order: from the last coordinate to the first."""
    return lasso_sweeps(X[:, ::-1], y, np.asarray(lam)[::-1], T)[::-1]


def n_minus_one(X, y, lam, T):
    """n for n - 1: the means divide by n - 1."""
    n = len(y)
    return lasso_sweeps(X, y, np.asarray(lam) * (n - 1) / n, T)


def summed(X, y, lam, T):
    """Sum for mean: the squares are summed."""
    return lasso_sweeps(X, y, np.asarray(lam) / len(y), T)


def hard_threshold(X, y, lam, T):
    """Rule: what is over the threshold is kept whole."""
    X, y, w = np.asarray(X, dtype=float), np.asarray(y), np.zeros(np.shape(X)[1])
    for _ in range(T):
        for j, x in enumerate(X.T):
            if x.any():
                c, a = x @ (y - X @ w + x * w[j]) / len(y), x @ x / len(y)
                w[j] = c / a * (abs(c) > lam[j] / 2)
    return w


def never_negative(X, y, lam, T):
    """Sign: negative coefficients become 0."""
    X, y, w = np.asarray(X, dtype=float), np.asarray(y), np.zeros(np.shape(X)[1])
    for _ in range(T):
        for j, x in enumerate(X.T):
            if x.any():
                c, a = x @ (y - X @ w + x * w[j]) / len(y), x @ x / len(y)
                w[j] = max(c - lam[j] / 2, 0) / a
    return w


def from_least_squares(X, y, lam, T):
    """Start: from least squares instead of 0."""
    y, w = np.asarray(y), np.linalg.lstsq(X, y, rcond=None)[0]
    for _ in range(T):
        for j, x in enumerate(X.T):
            if x.any():
                c, a = x @ (y - X @ w + x * w[j]) / len(y), x @ x / len(y)
                w[j] = np.sign(c) * max(abs(c) - lam[j] / 2, 0) / a
    return w


def empty_column_divides(X, y, lam, T):
    """Special case: an empty column is divided by 0."""
    empty = ~np.any(X, axis=0)
    return np.where(empty, np.nan, lasso_sweeps(X, y, lam, T))


def last_column_skipped(X, y, lam, T):
    """Index: the last column is never visited."""
    return np.append(lasso_sweeps(X[:, :-1], y, lam[:-1], T), 0.0)


def mean_price(X, y, lam, T):
    """Argument: one price, the mean, for all."""
    return lasso_sweeps(X, y, np.full(len(lam), np.mean(lam)), T)


def free_without_price(X, y, lam, T):
    """Special case: a price of 0 leaves its column out."""
    return lasso_sweeps(X, y, np.where(np.asarray(lam) == 0, 1e9, lam), T)


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


def ties_lose(risks):
    """Tie: a size that only ties is never best."""
    found, top = priced(risks), priced_high(risks)
    return [p if p < high else -1 for p, high in zip(found, top)]


def priced_high(risks):
    return [
        min([np.inf] + [(risks[j] - r) / (k - j) for j in range(k)]) for k, r in enumerate(risks)
    ]


def nothing_costs(risks):
    """Special case: the last size gets no price."""
    return [*priced(risks)[:-1], -1]


def zero_for_never(risks):
    """Flag: 0 where no price makes it best."""
    return [max(p, 0.0) for p in priced(risks)]


def not_per_nonzero(risks):
    """Division forgotten: a rival farther away is not compared per non-zero."""
    low = [max([0.0] + [r - risks[j] for j in range(k + 1, len(risks))])
           for k, r in enumerate(risks)]  # fmt: skip
    return [a if p >= 0 else -1 for a, p in zip(low, priced(risks))]


def first_size_skipped(risks):
    """Index: size 0 is left out of the list."""
    return priced(risks)[1:]


def last_rival_skipped(risks):
    """Index: the last size is no rival."""
    return [*priced(risks[:-1]), 0.0]


def negative_prices(risks):
    """Sign: gains are taken negative."""
    return [-p if p > 0 else p for p in priced(risks)]


def every_price(risks):
    """Flag ignored: a price is named even where none will do."""
    return [max([0.0] + [(r - risks[j]) / (j - k) for j in range(k + 1, len(risks))])
            for k, r in enumerate(risks)]  # fmt: skip


def middle_prices(risks):
    """Constant: the middle of the interval of prices."""
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
    "05-isotropic": (
        positive_part_only,
        twice_lam2,
        quarter,
        no_clip,
        swapped_prices,
        whole_numbers,
        threshold_divided,
        ridge_forgotten,
        both_or_nothing,
    ),
    "05-sweeps": (
        one_sweep_less,
        backwards,
        n_minus_one,
        summed,
        hard_threshold,
        never_negative,
        from_least_squares,
        empty_column_divides,
        last_column_skipped,
        mean_price,
        free_without_price,
    ),
    "05-priced": (
        ties_lose,
        nothing_costs,
        zero_for_never,
        not_per_nonzero,
        first_size_skipped,
        last_rival_skipped,
        negative_prices,
        every_price,
        middle_prices,
    ),
}
RIGHT = {
    "05-isotropic": (by_cases, by_clipping),
    "05-sweeps": (with_gram, running_residual),
    "05-priced": (by_hull, by_trying),
}
