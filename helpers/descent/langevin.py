"""Stochastic gradient Langevin dynamics: climb the log-posterior, and never stop shaking.

    w_{t+1} = w_t + eta_t v_t + sqrt(2 eta_t tau) eps_t,    eps_t ~ N(0, I),    t = 1, ..., T

Here v_t is the gradient of log L_n(w) + log f(w), the log-posterior up to a constant, or the
unbiased guess of it that `minibatch` makes from m examples. With tau = 0 nothing shakes: the full
gradient then gives gradient ascent to the posterior mode (MAP), the guess gives SGD. With tau > 0
the points settle near the density f(w | z)^(1/tau).
"""

import numpy as np

from helpers import check
from helpers.descent.batches import draw
from helpers.descent.optim import rates
from helpers.trace import Trace


def sgld(grad, w0, eta, tau, T, rng=None, clip=None, every=1):
    """T steps w + eta_t v + sqrt(2 eta_t tau) eps from w0, with v = clip(grad(w)).

    w0 (d,) is one chain, w0 (k, d) is k independent chains at once; `grad` maps points to gradients
    of that shape. `eta` is a number or a schedule t -> eta_t; `tau` a number, or one per chain (k,
    1); `clip` a map of gradients, as made by `clip_norm`; `every` thins the record. The Trace has w
    (T+1, d) or (T+1, k, d), and extra["shake"] is sqrt(2 eta_t tau) eps.
    """
    w = check.array("w0", w0)
    if w.ndim not in (1, 2):
        raise ValueError(
            f"w0 must be one point (d,) or one point per chain (k, d), but its shape is {w.shape}"
        )
    steps, every = rates(eta, T), check.whole("every", every)
    shake = _shakes(tau, steps, w.shape, rng)
    points, v = np.empty((T + 1, *w.shape)), np.empty((T, *w.shape))
    points[0] = w
    with np.errstate(
        all="ignore"
    ):  # a chain that blows up is reported by diverged_at, not by warnings
        for t in range(T):
            v[t] = grad(points[t]) if clip is None else clip(grad(points[t]))
            points[t + 1] = points[t] + steps[t] * v[t] + shake[t]
    return _trace(points, v, steps, shake, every)


def ascend(grad, w0, eta, T, clip=None, every=1):
    """w + eta_t v without noise: gradient ascent on log L_n + log f.

    It is SGD on it if `grad` is a `minibatch`.
    """
    return sgld(grad, w0, eta, 0.0, T, clip=clip, every=every)


def minibatch(score, prior_score, data, m, rng, replace=True):
    """w -> (n/m) sum_{j in J} grad log f(z_j | w) + grad log f(w).

    J is drawn afresh at every call.

    `score(w, *batch)` sums grad log f(z_j | w) over a batch, and `data` is a tuple of arrays with n
    rows each. For w (k, d) every chain has its own J: the batch arrays come as (k, m, ...).
    """
    n = len(data[0])
    if any(len(a) != n for a in data):
        raise ValueError(
            f"the data arrays must have equally many rows, but they have {[len(a) for a in data]}"
        )

    def grad(w):
        J = draw(n, m, rng, w.shape[:-1], replace)
        return n / m * score(w, *(a[J] for a in data)) + prior_score(w)

    return grad


def clip_norm(c):
    """v -> v min(1, c/|v|): no longer than c, same direction."""
    c = check.positive("c", c)

    def clip(v):
        norm = np.sqrt((v * v).sum(axis=-1, keepdims=True))
        return v * (c / np.maximum(norm, c))

    return clip


def clip_entries(c):
    """v -> each coordinate forced into [-c, c]: no longer than c sqrt(d), direction not kept."""
    c = check.positive("c", c)
    return lambda v: np.clip(v, -c, c)


CLIPS = {"norm": clip_norm, "entries": clip_entries}


def clipped_mean(Z, clip_by, c, steps=200):
    """Where SGD on |z - w|^2/2, one example at a time, rests if each z_i - w is clipped.

    There mean_i clip(z_i - w) = 0.

    clip_by is "norm" or "entries". It is Huber's estimator: the mean of Z (n, d) for large c, a
    median for small c. Found by averaging with weights |clip(z_i - w)| / |z_i - w|, again and
    again.
    """
    Z, c = check.rows("Z", Z), check.positive("c", c)
    by_norm = check.one_of("clip_by", clip_by, tuple(CLIPS)) == "norm"
    w = np.median(Z, axis=0)
    for _ in range(steps):
        size = np.abs(Z - w)
        size = np.sqrt((size**2).sum(axis=1, keepdims=True)) if by_norm else size
        weight = c / np.maximum(size, c)
        w = (weight * Z).sum(axis=0) / weight.sum(axis=0)
    return w


def clipping_bias(V, clip_by, c):
    """|mean_i clip(v_i) - mean_i v_i| over the rows of V (n, d).

    That is how far clipping moves the mean direction.
    """
    V, clip = check.rows("V", V), CLIPS[check.one_of("clip_by", clip_by, tuple(CLIPS))](c)
    return float(np.linalg.norm((clip(V) - V).mean(axis=0)))


def _shakes(tau, steps, shape, rng):
    """sqrt(2 eta_t tau) eps_t for all steps at once."""
    tau = check.array("tau", tau)
    if (tau < 0).any():
        raise ValueError(f"the temperature tau must not be negative, but it is {tau.min():g}")
    if not tau.any():
        return np.zeros((len(steps), *shape))
    if rng is None:
        raise ValueError(
            "a temperature tau > 0 needs random numbers: pass rng=np.random.default_rng(seed)"
        )
    return rng.standard_normal((len(steps), *shape)) * np.sqrt(
        2 * steps.reshape(-1, *[1] * len(shape)) * tau
    )


def _trace(points, v, steps, shake, every):
    broken = ~np.isfinite(points.reshape(len(points), -1)).all(axis=1)
    stop = int(np.argmax(broken)) if broken.any() else None
    T = len(v) if stop is None else stop - 1
    recorded = np.append(np.arange(0, T, every), T)  # the last point is always kept
    left = recorded[:-1]
    return Trace(points[recorded], v[left], steps[left], {"shake": shake[left]}, stop, every)
