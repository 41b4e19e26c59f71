"""Slips and other right answers, notebook 06."""

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, log_softmax

from answers.n06 import loss_and_slope, newton_logistic, newton_steps, tempered_softmax

# 06-newton-logistic


def six_steps(X, y, lam):
    """Early stop: six Newton steps."""
    return newton_steps(X, y, lam, 6)


def loose_stop(X, y, lam):
    """Early stop: when a step moves nothing by more than 0.01."""
    for steps in range(1, 50):
        (w, b), (v, c) = (newton_steps(X, y, lam, k) for k in (steps - 1, steps))
        if max(np.abs(w - v).max(), abs(b - c)) < 1e-2:
            break
    return [v, c]


def twice_the_penalty(X, y, lam):
    """Constant: the penalty counts twice."""
    return newton_logistic(X, y, 2 * lam)


def no_intercept(X, y, lam):
    """Term lost: the line goes through the origin."""
    n, d = X.shape
    w = np.zeros(d)
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(X @ w, -500, 500)))
        curve = (X.T * (p * (1 - p))) @ X / n + 2 * lam * np.eye(d)
        w = w - np.linalg.solve(curve, X.T @ (p - (y + 1) / 2) / n + 2 * lam * w)
    return [w, 0.0]


def labels_turned(X, y, lam):
    """Sign: the other class is predicted."""
    w, b = newton_logistic(X, y, lam)
    return [-w, -b]


def n_minus_one(X, y, lam):
    """n for n - 1: the mean divides by n - 1."""
    return newton_logistic(X, y, lam * (len(y) - 1) / len(y))


def swapped(X, y, lam):
    """Order: intercept first."""
    return newton_logistic(X, y, lam)[::-1]


def centred(X, y, lam):
    """Shift: the intercept is that of centred columns."""
    w, b = newton_logistic(X - X.mean(axis=0), y, lam)
    return [w, b]


def standardised(X, y, lam):
    """Scale: the slopes of standardised columns are penalised."""
    s = X.std(axis=0)
    w, b = newton_logistic(X / s, y, lam)
    return [w / s, b]


def least_squares(X, y, lam):
    """Loss: the squared loss on the labels."""
    A = np.column_stack([X, np.ones(len(y))])
    K = np.diag(np.append(np.full(X.shape[1], len(y) * lam), 0.0))
    v = np.linalg.solve(A.T @ A + K, A.T @ y)
    return [v[:-1], v[-1]]


def until_still(X, y, lam):
    n, d = X.shape
    A, K = np.hstack([X, np.ones((n, 1))]), np.diag([2 * lam] * d + [0.0])
    v, size = np.zeros(d + 1), 1.0
    while size > 1e-13:
        p = expit(A @ v)
        move = np.linalg.solve(A.T @ (A * (p * (1 - p))[:, None]) / n + K,
                               A.T @ (p - (y > 0)) / n + K @ v)  # fmt: skip
        v, size = v - move, np.abs(move).max()
    return (v[:d].tolist(), float(v[d]))


def by_scipy(X, y, lam):
    s = X.std(axis=0)

    def f(v):
        m = y * (X / s @ v[:-1] + v[-1])
        q = -y * expit(-m) / len(y)
        slope = np.append(X.T @ q / s + 2 * lam * v[:-1] / s**2, q.sum())
        return np.logaddexp(0, -m).mean() + lam * np.sum((v[:-1] / s) ** 2), slope

    v = minimize(f, np.zeros(X.shape[1] + 1), jac=True, method="BFGS", options={"gtol": 1e-7}).x
    w, b = v[:-1] / s, v[-1]
    for _ in range(3):  # polished, for quasi-Newton steps end early
        w, b = polished(X, y, lam, w, b)
    return [w, b]


def polished(X, y, lam, w, b):
    n, d = X.shape
    A, v = np.column_stack([X, np.ones(n)]), np.append(w, b)
    K, p = 2 * lam * np.diag([1.0] * d + [0.0]), expit(X @ w + b)
    v = v - np.linalg.solve((A.T * (p * (1 - p))) @ A / n + K, A.T @ (p - (y > 0)) / n + K @ v)
    return v[:-1], v[-1]


# 06-loss-and-slope


def half_slope(w, X, y):
    """Constant: the gradient is halved."""
    loss, *slope = loss_and_slope(w, X, y)
    return [loss, *(g / 2 for g in slope)]


def loss_only_of_ones(w, X, y):
    """Term lost: the zeros cost nothing."""
    s = X @ w
    return [np.mean(y * np.logaddexp(0, -s)), *loss_and_slope(w, X, y)[1:]]


def n_less_one(w, X, y):
    """n for n - 1: divided by n - 1."""
    return [part * len(y) / (len(y) - 1) for part in loss_and_slope(w, X, y)]


def capped_at_700(w, X, y):
    """Special case: scores are cut at 700."""
    s = np.clip(X @ w, -700, 700)
    return [np.mean(np.logaddexp(0, s) - y * s), *loss_and_slope(w, X, y)[1:]]


def natural_overflow(w, X, y):
    """Special case: e^s overflows."""
    s = X @ w
    with np.errstate(over="ignore", invalid="ignore"):
        p = np.exp(s) / (1 + np.exp(s))
        return [np.mean(np.log(1 + np.exp(s)) - y * s), *((p - y) @ X / len(y))]


def slope_first(w, X, y):
    """Order: the loss stands last."""
    loss, *slope = loss_and_slope(w, X, y)
    return [*slope, loss]


def per_column(w, X, y):
    """Axis: divided by the number of columns."""
    n, d = X.shape
    return [loss_and_slope(w, X, y)[0], *(g * n / (d + 10) for g in loss_and_slope(w, X, y)[1:])]


def loss_turned(w, X, y):
    """Sign: the log-probability itself."""
    loss, *slope = loss_and_slope(w, X, y)
    return [-loss, *slope]


def shares_turned(w, X, y):
    """Sign: y and 1 - y are exchanged in the loss."""
    return [loss_and_slope(w, X, 1 - y)[0], *loss_and_slope(w, X, y)[1:]]


def by_two_terms(w, X, y):
    s = X @ w
    loss = y * np.logaddexp(0, -s) + (1 - y) * np.logaddexp(0, s)
    return np.append(loss.mean(), X.T @ (expit(s) - y) / len(y))


def by_rows(w, X, y):
    total = np.zeros(len(w) + 1)
    for x, share in zip(X, y):
        s = float(x @ w)
        p = expit(s)
        total += [max(s, 0) + np.log1p(np.exp(-abs(s))) - share * s, *((p - share) * x)]
    return (total / len(y)).tolist()


# 06-tempered-softmax


def one_temperature(S, tau):
    """Index: the first temperature for all rows."""
    return tempered_softmax(S, np.full(len(S), tau[0]))


def ignored(S, tau):
    """Argument ignored: temperature 1."""
    return tempered_softmax(S, np.ones(len(S)))


def down_the_columns(S, tau):
    """Axis: the columns sum to 1."""
    E = np.exp((S - S.max(axis=0)) / tau[:, None])
    return E / E.sum(axis=0)


def not_normalised(S, tau):
    """Division forgotten: the largest entry of a row is 1."""
    return np.exp((S - S.max(axis=1, keepdims=True)) / tau[:, None])


def shift_not_tempered(S, tau):
    """Order: the largest score is subtracted before it is divided, and from the table."""
    U = S / tau[:, None]
    E = np.exp(U - S.max())
    with np.errstate(invalid="ignore"):
        return E / E.sum(axis=1, keepdims=True)


def squared_heat(S, tau):
    """Power: tau squared."""
    return tempered_softmax(S, tau**2)


def logarithms(S, tau):
    """Form: log-probabilities."""
    return log_softmax(S / tau[:, None], axis=1)


def rounded_scores(S, tau):
    """Dtype: the scores are cut to whole numbers."""
    return tempered_softmax(S.astype(int), tau)


def turned_scores(S, tau):
    """Sign: small scores are likely."""
    return tempered_softmax(-S, tau)


def row_by_row(S, tau):
    found = []
    for row, heat in zip(S.tolist(), tau.tolist()):
        weights = [np.exp((s - max(row)) / heat) for s in row]
        found.append([weight / sum(weights) for weight in weights])
    return found


def by_logs(S, tau):
    return np.exp(log_softmax(S.T / tau, axis=0)).T


SLIPS = {
    "06-newton-logistic": (
        six_steps,
        loose_stop,
        twice_the_penalty,
        no_intercept,
        labels_turned,
        n_minus_one,
        swapped,
        centred,
        standardised,
        least_squares,
    ),
    "06-loss-and-slope": (
        half_slope,
        loss_only_of_ones,
        n_less_one,
        capped_at_700,
        natural_overflow,
        slope_first,
        per_column,
        loss_turned,
        shares_turned,
    ),
    "06-tempered-softmax": (
        one_temperature,
        ignored,
        down_the_columns,
        not_normalised,
        shift_not_tempered,
        squared_heat,
        logarithms,
        rounded_scores,
        turned_scores,
    ),
}
RIGHT = {
    "06-newton-logistic": (until_still, by_scipy),
    "06-loss-and-slope": (by_two_terms, by_rows),
    "06-tempered-softmax": (row_by_row, by_logs),
}
