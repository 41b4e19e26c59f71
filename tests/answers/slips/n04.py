"""Slips and other right answers, notebook 04."""

import numpy as np

from answers.n04 import committee, leave_out, ridge

# 04-ridge


def penalty_n_minus_one(X, y, lam):
    """n for n - 1: the penalty weighs (n - 1) lam."""
    return ridge(X, y, lam * (len(y) - 1) / len(y))


def answers_not_centred(X, y, lam):
    """Term lost: the intercept forgets the mean row's own part."""
    w, b = ridge(X, y, lam)
    return [w, b + X[0] @ w - X.mean(axis=0) @ w]


def wrong_sign_of_b(X, y, lam):
    """Sign: the mean row's part is added to the intercept."""
    w, _ = ridge(X, y, lam)
    return [w, y.mean() + X.mean(axis=0) @ w]


def standardised(X, y, lam):
    """Scale: the columns are standardised first, so other slopes are penalised."""
    s = np.where(X.std(axis=0) > 1e-12, X.std(axis=0), 1.0)
    w, b = ridge(X / s, y, lam)
    return [w / s, b]


def swapped(X, y, lam):
    """Order: intercept first."""
    return ridge(X, y, lam)[::-1]


def rows_for_columns(X, y, lam):
    """Axis: the penalty counts columns instead of rows."""
    return ridge(X, y, lam * X.shape[1] / len(y))


def grand_mean(X, y, lam):
    """Axis: one mean is taken over the whole table."""
    m, Z = X.mean(), X - X.mean()
    w = np.linalg.solve(Z.T @ Z + len(y) * lam * np.eye(X.shape[1]), Z.T @ (y - y.mean()))
    return [w, y.mean() - m * w.sum()]


def no_penalty_when_tall(X, y, lam):
    """Special case: the penalty is used only where least squares has no answer."""
    return ridge(X, y, lam if X.shape[1] >= len(y) else 1e-12)


def root_of_lam(X, y, lam):
    """Power: sqrt(lam) rows are appended without the root."""
    return ridge(X, y, lam**2)


def appended_rows(X, y, lam):
    n, d = X.shape
    A = np.block([[X, np.ones((n, 1))], [np.sqrt(n * lam) * np.eye(d), np.zeros((d, 1))]])
    v = np.linalg.lstsq(A, np.append(y, np.zeros(d)), rcond=None)[0]
    return (v[:-1].tolist(), float(v[-1]))


def bordered(X, y, lam):
    n, d = X.shape
    A = np.column_stack([X, np.ones(n)])
    K = np.diag(np.append(np.full(d, n * lam), 0.0))
    v = np.linalg.solve(A.T @ A + K, A.T @ y)
    return [v[:d], v[d]]


# 04-committee


def spread_of_sum(P, truth, k):
    """Scale: the variance is multiplied by k."""
    return np.mean((P.mean(axis=0) - truth) ** 2) + np.mean(P.var(axis=0)) * k


def root_k(P, truth, k):
    """Power: the variance falls with the root of k."""
    return np.mean((P.mean(axis=0) - truth) ** 2) + np.mean(P.var(axis=0)) / np.sqrt(k)


def bias_not_squared(P, truth, k):
    """Power: the bias enters as an absolute value."""
    return np.mean(np.abs(P.mean(axis=0) - truth)) + np.mean(P.var(axis=0)) / k


def bias_of_the_mean(P, truth, k):
    """Axis: mean over the points before squaring."""
    return np.mean(P.mean(axis=0) - truth) ** 2 + np.mean(P.var(axis=0)) / k


def summed_points(P, truth, k):
    """Sum for mean: over the points."""
    return committee(P, truth, k) * len(truth)


def one_variance(P, truth, k):
    """Axis: the variance of the whole table."""
    return np.mean((P.mean(axis=0) - truth) ** 2) + P.var() / k


def without_replacement(P, truth, k):
    """Special case: the fits are drawn without replacement."""
    factor = (len(P) - min(k, len(P))) / (len(P) - 1)
    return np.mean((P.mean(axis=0) - truth) ** 2) + np.mean(P.var(axis=0)) / k * factor


def first_k(P, truth, k):
    """Index: the first k rows are averaged."""
    return np.mean((P[:k].mean(axis=0) - truth) ** 2)


def deviations(P, truth, k):
    """Root: standard deviations instead of variances."""
    return np.mean((P.mean(axis=0) - truth) ** 2) + np.mean(P.std(axis=0)) / k


def whole_minus_part(P, truth, k):
    one = np.mean(np.square(P - truth))
    spread = np.mean(np.square(P - P.mean(axis=0)))
    return float(one - spread + spread / k)


def by_pairs(P, truth, k):
    R, D = len(P), P - truth
    total = sum(np.mean(D[a] * D[b]) * (1 / k if a == b else 0) for a in range(R) for b in range(R))
    crossed = np.mean(D.mean(axis=0) ** 2) * (k - 1) / k
    return np.array(total / R + crossed)


# 04-leave-out


def sorted_group(X, y, lam, group):
    """Order: the rows come back sorted."""
    return leave_out(X, y, lam, sorted(group))


def turned(X, y, lam, group):
    """Sign: prediction minus answer."""
    return -leave_out(X, y, lam, group)


def from_one(X, y, lam, group):
    """Index: rows are counted from 1."""
    return leave_out(X, y, lam, [(i - 1) % len(y) for i in group])


def other_rows(X, y, lam, group):
    """Index: the residuals of the rows that were kept."""
    kept = np.setdiff1d(np.arange(len(y)), group)
    A = X[kept]
    w = np.linalg.solve(A.T @ A + len(y) * lam * np.eye(X.shape[1]), A.T @ y[kept])
    return (y - X @ w)[kept][: len(group)]


def bare_lam(X, y, lam, group):
    """Constant: lam without n."""
    return leave_out(X, y, lam / len(y), group)


def squared_residuals(X, y, lam, group):
    """Power: squares of the residuals."""
    return leave_out(X, y, lam, group) ** 2


def averaged(X, y, lam, group):
    """Shape: their mean alone."""
    return leave_out(X, y, lam, group).mean()


def plus_h(X, y, lam, group):
    """Sign: I + H for I - H."""
    H = X @ np.linalg.solve(X.T @ X + len(y) * lam * np.eye(X.shape[1]), X.T)
    return np.linalg.solve(np.eye(len(group)) + H[np.ix_(group, group)], (y - H @ y)[group])


def with_intercept(X, y, lam, group):
    """Model: the columns are centred first."""
    return leave_out(X - X.mean(axis=0), y - y.mean(), lam, group)


def first_only(X, y, lam, group):
    """Early stop: only the first row of the group is left out."""
    kept = np.delete(np.arange(len(y)), group[0])
    w = np.linalg.solve(
        X[kept].T @ X[kept] + len(y) * lam * np.eye(X.shape[1]), X[kept].T @ y[kept]
    )
    return (y - X @ w)[group]


def refitted(X, y, lam, group):
    kept = [i for i in range(len(y)) if i not in group]
    A = np.vstack([X[kept], np.sqrt(len(y) * lam) * np.eye(X.shape[1])])
    w = np.linalg.lstsq(A, np.append(y[kept], np.zeros(X.shape[1])), rcond=None)[0]
    return [float(y[i] - X[i] @ w) for i in group]


def downdated(X, y, lam, group):
    A = X.T @ X + len(y) * lam * np.eye(X.shape[1])
    b = X.T @ y
    for i in group:
        A, b = A - np.outer(X[i], X[i]), b - X[i] * y[i]
    return np.array(y[group] - X[group] @ np.linalg.solve(A, b))


SLIPS = {
    "04-ridge": (
        penalty_n_minus_one,
        answers_not_centred,
        wrong_sign_of_b,
        standardised,
        swapped,
        rows_for_columns,
        grand_mean,
        no_penalty_when_tall,
        root_of_lam,
    ),
    "04-committee": (
        spread_of_sum,
        root_k,
        bias_not_squared,
        bias_of_the_mean,
        summed_points,
        one_variance,
        without_replacement,
        first_k,
        deviations,
    ),
    "04-leave-out": (
        sorted_group,
        turned,
        from_one,
        other_rows,
        bare_lam,
        squared_residuals,
        averaged,
        plus_h,
        with_intercept,
        first_only,
    ),
}
RIGHT = {
    "04-ridge": (appended_rows, bordered),
    "04-committee": (whole_minus_part, by_pairs),
    "04-leave-out": (refitted, downdated),
}
