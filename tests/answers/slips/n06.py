"""Slips and other right answers, notebook 06, as tables."""

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, log_softmax

from answers.n06 import loss_and_slope, newton_logistic
from helpers.desk.edits import after, before, edit, whole

# 06-newton-logistic


def standardised(X, y, lam):
    s = X.std(axis=0)
    w, b = newton_logistic(X / s, y, lam)
    return [w / s, b]


def least_squares(X, y, lam):
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


def shift_not_tempered(S, tau):
    U = S / tau[:, None]
    E = np.exp(U - S.max())
    with np.errstate(invalid="ignore"):
        return E / E.sum(axis=1, keepdims=True)


def row_by_row(S, tau):
    found = []
    for row, heat in zip(S.tolist(), tau.tolist()):
        weights = [np.exp((s - max(row)) / heat) for s in row]
        found.append([weight / sum(weights) for weight in weights])
    return found


def by_logs(S, tau):
    return np.exp(log_softmax(S.T / tau, axis=0)).T


def natural_overflow(w, X, y):
    s = X @ w
    with np.errstate(over="ignore", invalid="ignore"):
        p = np.exp(s) / (1 + np.exp(s))
        return [np.mean(np.log(1 + np.exp(s)) - y * s), *((p - y) @ X / len(y))]


SLIPS = {
    "06-newton-logistic": {
        "Early stop: six Newton steps.": edit("range(50)", "range(6)"),
        "Early stop: when a step moves nothing by more than 0.01.": edit(
            "v = v - np.linalg.solve(A.T * (p * (1 - p)) @ A / n + ridge, slope)",
            "step = np.linalg.solve(A.T * (p * (1 - p)) @ A / n + ridge, slope)\n"
            "        v = v - step\n"
            "        if np.abs(step).max() < 0.01:\n"
            "            break",
        ),
        "Constant: the penalty counts twice.": before(lambda X, y, lam: (X, y, 2 * lam)),
        "Term lost: the line goes through the origin.": edit(
            "np.ones(n)]", "np.zeros(n)]", "0.0))", "1.0))"
        ),
        "Sign: the other class is predicted.": after(lambda answer: [-answer[0], -answer[1]]),
        "n for n - 1: the mean divides by n - 1.": before(
            lambda X, y, lam: (X, y, lam * (len(y) - 1) / len(y))
        ),
        "Order: intercept first.": after(lambda answer: answer[::-1]),
        "Shift: the intercept is that of centred columns.": before(
            lambda X, y, lam: (X - X.mean(axis=0), y, lam)
        ),
        "Scale: the slopes of standardised columns are penalised.": whole(standardised),
        "Loss: the squared loss on the labels.": whole(least_squares),
    },
    "06-loss-and-slope": {
        "Constant: the gradient is halved.": edit("/ len(y)", "/ (2 * len(y))"),
        "Term lost: the zeros cost nothing.": edit(
            "np.mean(np.logaddexp(0, s) - y * s)", "np.mean(y * np.logaddexp(0, -s))"
        ),
        "n for n - 1: divided by n - 1.": whole(
            lambda w, X, y: [part * len(y) / (len(y) - 1) for part in loss_and_slope(w, X, y)]
        ),
        "Special case: scores are cut at 700.": edit(
            "np.logaddexp(0, s) - y * s",
            "np.logaddexp(0, np.clip(s, -700, 700)) - y * np.clip(s, -700, 700)",
        ),
        "Special case: e^s overflows.": whole(natural_overflow),
        "Order: the loss stands last.": after(lambda answer: [*answer[1:], answer[0]]),
        "Axis: divided by the number of columns.": edit("/ len(y)", "/ (X.shape[1] + 10)"),
        "Sign: the log-probability itself.": after(lambda answer: [-answer[0], *answer[1:]]),
        "Sign: y and 1 - y are exchanged in the loss.": edit("- y * s", "- (1 - y) * s"),
    },
    "06-tempered-softmax": {
        "Index: the first temperature for all rows.": before(
            lambda S, tau: (S, np.full(len(S), tau[0]))
        ),
        "Argument ignored: temperature 1.": before(lambda S, tau: (S, np.ones(len(S)))),
        "Axis: the columns sum to 1.": edit(
            "np.exp(U - U.max(axis=1, keepdims=True))",
            "np.exp((S - S.max(axis=0)) / tau[:, None])",
            "E.sum(axis=1, keepdims=True)",
            "E.sum(axis=0)",
        ),
        "Division forgotten: the largest entry of a row is 1.": whole(
            lambda S, tau: np.exp((S - S.max(axis=1, keepdims=True)) / tau[:, None])
        ),
        "Order: the largest score is subtracted before it is divided, and from the table.": whole(
            shift_not_tempered
        ),
        "Power: tau squared.": before(lambda S, tau: (S, tau**2)),
        "Form: log-probabilities.": whole(lambda S, tau: log_softmax(S / tau[:, None], axis=1)),
        "Dtype: the scores are cut to whole numbers.": before(lambda S, tau: (S.astype(int), tau)),
        "Sign: small scores are likely.": before(lambda S, tau: (-S, tau)),
    },
}
RIGHT = {
    "06-newton-logistic": (until_still, by_scipy),
    "06-loss-and-slope": (by_two_terms, by_rows),
    "06-tempered-softmax": (row_by_row, by_logs),
}
