"""Stochastic gradient descent: descent along a guess that is right on average.

    w_{t+1} = w_t - eta_t v_t,    E(v_t | w_t) a (sub)gradient of f at w_t,    t = 1, ..., T

The guess is made from a batch of m examples: see `batches`.
"""

from dataclasses import replace
from itertools import count

import numpy as np

from helpers import check
from helpers.descent.optim import gradient_descent
from helpers.descent.wells import grad_wells

# ---- the loop


def sgd(guess, w0, eta, T, project=None, every=1):
    """w_{t+1} = project(w_t - eta_t v_t) with v_t = guess(w_t, t), t = 1, ..., T.

    That is gradient descent along a guess.

    w0 (d,) is one run, w0 (k, d) are k runs at once; `guess` maps points of that shape to
    directions of that shape, and so does `project`, if given. The Trace has w (T+1, d) or (T+1, k,
    d).
    """
    start, clock = check.array("w0", np.atleast_1d(np.asarray(w0, dtype=float))), count(1)
    if start.ndim > 2:
        raise ValueError(
            f"w0 must be one point (d,) or one point per run (k, d), but its shape is {start.shape}"
        )

    def flat(f):
        return lambda w, *t: np.ravel(f(w.reshape(start.shape), *t))

    direction, back = flat(guess), None if project is None else flat(project)
    run = gradient_descent(
        lambda w: direction(w, next(clock)), start.ravel(), eta, T, project=back, every=every
    )
    return replace(run, w=run.w.reshape(-1, *start.shape), v=run.v.reshape(-1, *start.shape))


# ---- guesses from examples


def singles(loss, X, y, w):
    """The gradients (n, d) of loss(y_i <w, x_i>) or loss(<w, x_i> - y_i), one row each.

    Their mean is the gradient of f.
    """
    X, y = check.pair(X, y)
    score = X @ check.array("w", w, shape=(X.shape[1],))
    slope = loss.grad(score * y) * y if loss.of == "margin" else loss.grad(score - y)
    return slope[:, None] * X


# ---- a coin for a guide: the step points towards the minimum of f(w) = gamma rho |w| with
# probability (1 + gamma)/2


def coin_guess(gamma, u, rho=1.0):
    """v = rho sign(w) times the mean of m coins, so that E v = gamma rho sign(w).

    A coin is +1 with probability (1 + gamma)/2, else -1.

    u (m, T, k) are uniform numbers, one per coin. |v| <= rho, and E v^2 = rho^2 (gamma^2 + (1 -
    gamma^2)/m).
    """
    if not 0 <= check.number("gamma", gamma) <= 1:
        raise ValueError(f"the signal gamma must lie between 0 and 1, but it is {gamma:g}")
    push = rho * (2 * (u < (1 + gamma) / 2).mean(axis=0) - 1)
    return lambda w, t: push[t - 1][:, None] * np.where(w < 0, -1.0, 1.0)


def coin_law(gamma, T, etas):
    """One coin a step from w_1 = 1, rho = 1, exactly: for each step size of `etas` (k,),

    E f(w_t) for t = 1, ..., T, f(w) = gamma |w|, an array (T, k), and E w_{T+1}^2, (k,).
    The points stay on the lattice 1 + eta j, j = -T, ..., T; what moves is a row of probabilities.
    """
    T, etas = check.whole("T", T), check.array("etas", etas, ndim=1)
    w = 1 + np.outer(etas, np.arange(-T, T + 1))
    heads = (1 + gamma) / 2
    down = np.where(w < -1e-12, 1 - heads, heads)  # 0 counts as right of the minimum
    chance, f = np.zeros(w.shape), np.empty((T, len(etas)))
    chance[:, T] = 1
    for t in range(T):
        f[t] = gamma * (chance * np.abs(w)).sum(axis=1)
        left = chance * down
        right = chance - left
        chance = np.zeros(w.shape)
        chance[:, :-1] = left[:, 1:]
        chance[:, 1:] += right[:, :-1]
    return f, (chance * w**2).sum(axis=1)


# ---- two wells that share one noise: loss(w, z) = U(w) - z w, U = -log of a mixture of two
# normals, mean of z zero


def shallow_minimum(p, c=1.0, s=0.5):
    """The local minimum of U = -log_wells(w, c, s, p) near -c, for 1/2 <= p < 1.

    There w = c tanh(c w/s^2 + logit(p)/2).
    """
    if not 0.5 <= check.number("p", p) < 1:
        raise ValueError(
            f"the share p of the deep well must be at least 1/2 and under 1, but it is {p:g}"
        )
    w, shift = -c, np.log(p / (1 - p)) / 2
    for _ in range(200):
        w = c * np.tanh(c * w / s**2 + shift)
    return w


def wells_guess(p, kicks, c=1.0, s=0.5):
    """guess(w, t) = U'(w) - z_J for runs w (k, 1).

    kicks (T, k) are the batch means z_J of the examples' pulls.
    """
    return lambda w, t: -grad_wells(w, c, s, p) - kicks[t - 1][:, None]
