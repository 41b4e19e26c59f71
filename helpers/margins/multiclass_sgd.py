"""The multi-class machine without a solver: one example, the class that hurts most, one step.

    k = argmax_l ([l != y] + <w_l, x>)                the loss-augmented prediction
    v = Psi(x, k) - Psi(x, y) + 2 lam w               nothing of the first part if k = y, but always
                                                      2 lam w

v is on average a subgradient of mean hinge + lam |w|^2 (block features, w = W.ravel() for W (c,
d)). Without the "+ 1" in the prediction it is the multi-class perceptron.
"""

import numpy as np

from helpers import check
from helpers.descent.optim import gradient_descent
from helpers.margins.multiclass import augmented
from helpers.trace import Trace

STEPS = ("right", "2λw left out", "plain argmax")


def objective(X, y, lam, c=None):
    """(f, grad) of mean hinge + lam |w|^2 at points (..., c d); grad is one subgradient."""
    X, y, c = check.class_pair(X, y, c)
    lam, own = check.nonnegative("lam", lam), np.arange(len(y))

    def f(w):
        w = np.asarray(w, dtype=float)
        S = X @ np.swapaxes(w.reshape(*w.shape[:-1], c, -1), -1, -2)
        return augmented(S, y).max(axis=-1).mean(axis=-1) + lam * (w * w).sum(axis=-1)

    def grad(w):
        hurts = augmented(X @ w.reshape(c, -1).T, y).argmax(axis=1)
        A = np.zeros((len(y), c))
        A[own, hurts] += 1
        A[own, y] -= 1
        return (A.T @ X).ravel() / len(y) + 2 * lam * w

    return f, grad


def descend(X, y, lam, eta, T, rng, step="right", c=None, start=None):
    """T steps, each from one row drawn with replacement.

    A Trace with w (T + 1, c d) and extra "rows" (T,).

    eta    a number or a schedule, such as pegasos.pegasos_steps(lam)
    step   "right"; "2λw left out", as Durham's Example 29 prints it; "plain argmax", without the [l
           != y]
    start  (c d,); 0 if it is left out
    """
    X, y, c = check.class_pair(X, y, c)
    check.one_of("step", step, STEPS)
    lam, rows = check.nonnegative("lam", lam), rng.integers(len(y), size=check.whole("T", T))
    d, queue = X.shape[1], iter(zip(X[rows], y[rows].tolist()))
    shrink, lead = 2 * lam * (step != "2λw left out"), float(step != "plain argmax")

    def guess(w):
        x, own = next(queue)
        s = w.reshape(c, d) @ x
        s[own] -= lead
        k = int(s.argmax())
        v = shrink * w
        if k != own:
            v[k * d : (k + 1) * d] += x
            v[own * d : (own + 1) * d] -= x
        return v

    first = np.zeros(c * d) if start is None else check.array("start", start, shape=(c * d,))
    run = gradient_descent(guess, first, eta, T)
    return Trace(run.w, run.v, run.eta, {**run.extra, "rows": rows[: run.T]}, run.diverged_at)


def looks(T, count=60):
    """Steps at which to look at a run, evenly on a logarithmic scale: 1, ..., T."""
    return np.unique(np.geomspace(1, check.whole("T", T), count).astype(int))


def drawn_losses(run, X, y, lam, points, c=None):
    """f_t(points_t) = hinge on the row drawn at step t + lam |w|^2, (T,).

    `points` is one point or T of them.
    """
    X, y, c = check.class_pair(X, y, c)
    rows = run.extra["rows"]
    points = np.broadcast_to(points, run.w[:-1].shape)
    S = np.einsum("tkd,td->tk", points.reshape(len(rows), c, -1), X[rows])
    return augmented(S, y[rows]).max(axis=-1) + lam * (points**2).sum(axis=1)
