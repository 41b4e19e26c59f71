"""The soft margin without a solver: subgradients, one example at a time if need be.

    f(w, b) = (1/n) sum_i loss(y_i (<w, x_i> + b)) + lam |w|^2          points are (w_1, ..., w_d,
                                                                        b), the bias last
    v = loss'(margin_i) y_i (x_i, 1) + 2 lam (w, 0)                    from one example i, or the
                                                                       mean of m of them

Pegasos takes eta_t = 1/(2 lam t); the regulariser's part 2 lam w belongs to every step, also where
the loss is zero.
"""

import numpy as np

from helpers import check, losses
from helpers.descent.optim import gradient_descent
from helpers.trace import Trace


def objective(X, y, lam, loss=losses.hinge):
    """(f, grad) of points (..., d + 1), the bias last and not penalised.

    `loss` is any of the margin losses.
    """
    X, y = check.pair(X, y)
    mean, mean_grad = losses.objective(loss, np.column_stack([X, np.ones(len(y))]), y)
    lam = check.nonnegative("lam", lam)

    def f(p):
        w = np.asarray(p, dtype=float)[..., :-1]
        return mean(p) + lam * (w * w).sum(axis=-1)

    def grad(p):
        v = mean_grad(p)
        v[..., :-1] += 2 * lam * np.asarray(p, dtype=float)[..., :-1]
        return v

    return f, grad


def pegasos_steps(lam):
    """The schedule eta_t = 1/(2 lam t)."""
    lam = check.positive("lam", lam)
    return lambda t: 1 / (2 * lam * t)


def descend(X, y, lam, eta, T, m=None, rng=None, bias=True, penalty=True, start=None):
    """T subgradient steps on f, each from m rows drawn with replacement: a Trace.

    All n rows if m is None.

    start    (d + 1,), the bias last; 0 if it is left out
    eta      a number or a schedule such as pegasos_steps(lam)
    bias     False keeps b = 0
    penalty  False leaves out 2 lam w, as Durham's Example 31 prints it
    extra    "rows" (T, m), the rows drawn, if m is given
    """
    X, y = check.pair(X, y)
    lam, T = check.nonnegative("lam", lam), check.whole("T", T)
    A = y[:, None] * np.column_stack([X, np.full(len(y), float(bias))])  # margins are A @ (w, b)
    shrink = np.append(np.full(X.shape[1], 2 * lam if penalty else 0.0), 0.0)
    first = _first(start, A.shape[1])
    if m is None:
        n = len(y)
        return gradient_descent(lambda p: shrink * p - (A @ p < 1) @ A / n, first, eta, T)
    rows = rng.integers(len(y), size=(T, check.whole("batch size m", m)))
    batches = iter(A[rows])

    def sampled(p):
        B = next(batches)
        return shrink * p - (B @ p < 1) @ B / len(B)

    run = gradient_descent(sampled, first, eta, T)
    return Trace(run.w, run.v, run.eta, {**run.extra, "rows": rows[: run.T]}, run.diverged_at)


def sampled_losses(run, X, y, lam, points):
    """f_t(points_t), the loss on the rows drawn at step t plus lam |w|^2: (T,).

    `points` is one point or T of them.
    """
    rows = run.extra["rows"]
    points = np.broadcast_to(points, run.w[:-1].shape)
    margins = y[rows] * (np.einsum("tmd,td->tm", X[rows], points[:, :-1]) + points[:, -1:])
    return losses.hinge(margins).mean(axis=1) + lam * (points[:, :-1] ** 2).sum(axis=1)


def pegasos_bound(run, lam):
    """(1/t) sum_{s<=t} |v_s|^2/(4 lam s), (T,).

    For any u the mean of f_s(w_s) - f_s(u), s <= t, is at most this.

    Needs eta_s = 1/(2 lam s) and f_s 2 lam-strongly convex in every coordinate, so no free bias.
    Constant steps: `bounds.best_bound`.
    """
    t = np.arange(1, run.T + 1)
    return np.cumsum((run.v**2).sum(axis=1) / t) / (4 * check.positive("lam", lam) * t)


def online_svm(X, y, eta, start=None):
    """One pass of w_{t+1} = w_t + eta y_t x_t wherever y_t <w_t, x_t> < 1: a Trace.

    It starts from w_1 = `start` (d,), or from 0; there is no bias.

    extra: "loss" (T,) the hinge losses met, "mistake" (T,) whether y_t <w_t, x_t> <= 0.
    """
    X, y = check.pair(X, y)
    rows = iter(y[:, None] * X)

    def step(w):
        x = next(rows)
        return -x if w @ x < 1 else np.zeros_like(w)

    eta, first = check.positive("step size eta", eta), _first(start, X.shape[1])
    run = gradient_descent(step, first, eta, len(y))
    met = y * (X * run.w[:-1]).sum(axis=1)
    return Trace(run.w, run.v, run.eta, {"loss": losses.hinge(met), "mistake": met <= 0})


def _first(start, d):
    return np.zeros(d) if start is None else check.array("start", start, shape=(d,))
