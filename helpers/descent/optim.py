"""Descent: one loop, and one record (`Trace`) of what it did."""

import math

import numpy as np

from helpers import check
from helpers.trace import Trace

# ---- step sizes: functions of t = 1, 2, ...


def decay(C, s=0.5, T0=1, floor=0.0):
    """Schedule eta_t = (C / max(t, T0))^s + floor.

    It is level up to step T0, and then falls towards `floor`.
    """
    C, s, floor = (
        check.positive("C", C),
        check.nonnegative("s", s),
        check.nonnegative("floor", floor),
    )
    T0 = check.whole("T0", T0)
    return lambda t: (C / max(t, T0)) ** s + floor


def rates(eta, T):
    """eta_1, ..., eta_T as an array, from a number or a schedule."""
    T = check.whole("T", T)
    if not callable(eta):
        return np.full(T, check.positive("step size eta", eta))
    steps = check.array("step sizes eta", [eta(t) for t in range(1, T + 1)], shape=(T,))
    if steps.min() < 0:
        raise ValueError(
            f"step sizes eta must not be negative, but eta_{1 + steps.argmin()} is {steps.min():g}"
        )
    return steps


# ---- when to stop: rule(w, v, new) -> the reason in words, or None to go on


def small_gradient(eps):
    """Stop when |v_t| <= eps. A plateau fools it."""
    eps = check.positive("eps", eps)
    return lambda w, v, new: f"gradient norm at most {eps:g}" if math.sqrt(v @ v) <= eps else None


def small_step(eps):
    """Stop when |w_{t+1} - w_t| <= eps |w_t|. A tiny step size fools it."""
    eps = check.positive("eps", eps)

    def rule(w, v, new):
        return (
            f"relative step at most {eps:g}"
            if np.linalg.norm(new - w) <= eps * np.linalg.norm(w)
            else None
        )

    return rule


def stops_at(rule, run):
    """The first step t = 1, 2, ... at which the rule would have ended this run.

    It is NaN if the rule never does.
    """
    return next(
        (t for t, step in enumerate(zip(run.w, run.v, run.w[1:]), 1) if rule(*step)), math.nan
    )


# ---- the loop


def gradient_descent(grad, w0, eta, T, project=None, every=1, stop=None):
    """w_{t+1} = project(w_t - eta_t grad(w_t)) for t = 1, ..., T from w0 (d,).

    A number w0 stands for d = 1.

    eta      a number, or a schedule t -> eta_t
    every    keep every so many steps: w[i] is the point after i*every steps, the last point is
             always kept
    stop     a rule such as small_gradient(1e-6), asked after each step; extra["stopped"] says what
             ended the run
    """
    w, steps, every = start(w0), rates(eta, T).tolist(), check.whole("every", every)
    records = -(-len(steps) // every)
    W, V = np.empty((records + 1, w.size)), np.empty((records, w.size))
    done, diverged_at, why = 0, None, "T steps"
    with np.errstate(all="ignore"):  # overflow is caught below, and told
        for t, step in enumerate(steps):
            v = np.asarray(grad(w), dtype=float)
            if t == 0:
                _same_shape("grad(w)", v, w)
            new = w - step * v
            if project is not None:
                new = project(new)
            if (
                not new.dot(new) < math.inf and not np.isfinite(new).all()
            ):  # the dot product alone overflows earlier
                diverged_at, why = t + 1, "diverged"
                break
            if t % every == 0:
                W[t // every], V[t // every] = w, v
            reason = stop and stop(w, v, new)
            w, done = new, t + 1
            if reason:
                why = reason
                break
    eta_kept = np.array(steps[:done:every])
    i = len(eta_kept)
    W[i] = w
    return Trace(W[: i + 1], V[:i], eta_kept, {"stopped": why}, diverged_at, every)


def start(w0):
    """The point w0 (d,) to start from; a number is d = 1."""
    return check.array("w0", np.atleast_1d(np.asarray(w0, dtype=float)), ndim=1)


def _same_shape(name, v, w):
    if v.shape not in ((), w.shape):
        raise ValueError(f"{name} has shape {v.shape}, but w has shape {w.shape}: they must agree")


def quadratic_path(A, b, w0, eta, T):
    """Gradient descent on w'Aw/2 - b'w (A symmetric) in closed form, all steps at once.

    In the eigenvectors of A,

    z_{t+1} = (1 - eta lam)^t z_1 + eta b sum_{s<t} (1 - eta lam)^s.
    """
    A, b, w = check.array("A", A, ndim=2), check.array("b", b, ndim=1), start(w0)
    T, eta = check.whole("T", T), check.positive("step size eta", eta)
    if A.shape != (w.size, w.size) or b.shape != w.shape or not np.allclose(A, A.T):
        raise ValueError(
            f"A must be a symmetric {w.size} by {w.size} matrix and b of length {w.size}, as w0 is"
        )
    lam, Q = np.linalg.eigh(A)
    t = np.arange(T + 1)[:, None]
    flat = np.abs(lam) <= 1e-14 * np.abs(lam).max()
    safe = np.where(flat, 1.0, lam)
    with np.errstate(all="ignore"):
        power = (1 - eta * lam) ** t
        pushed = np.where(flat, eta * t, (1 - power) / safe)  # eta * the geometric sum
        W = (power * (w @ Q) + pushed * (b @ Q)) @ Q.T
        good = np.isfinite(W).all(axis=1)
    W[0] = w
    end = T + 1 if good.all() else int(np.argmin(good))
    W = W[:end]
    V = W[:-1] @ A - b
    why = "T steps" if end == T + 1 else "diverged"
    return Trace(W, V, np.full(end - 1, eta), {"stopped": why}, None if end == T + 1 else end)


# ---- faster: memory, curvature


def nesterov(grad, w0, eta, T, mu=0.0):
    """Accelerated descent: look ahead, then step from there.

        u_t = w_t + theta_t (w_t - w_{t-1}),    w_{t+1} = u_t - eta grad(u_t)

    extra: velocity theta_t (w_t - w_{t-1}), gradient at u_t, lookahead u_t; v is such that w_{t+1}
    = w_t - eta v_t. The factors theta_t are those of `momentum`.
    """
    w, T, mu = start(w0), check.whole("T", T), check.nonnegative("mu", mu)
    eta = check.positive("step size eta", eta)
    if eta * mu > 1:
        raise ValueError(
            f"eta mu must be at most 1, but it is {eta * mu:g}: the step 1/beta is never "
            f"longer than 1/mu"
        )
    W, G, M = np.empty((T + 1, w.size)), np.empty((T, w.size)), np.empty((T, w.size))
    W[0], velocity, done, diverged_at = w, np.zeros_like(w), 0, None
    with np.errstate(all="ignore"):
        for t, theta in zip(range(T), momentum(eta * mu)):
            u = w + velocity
            g = np.asarray(grad(u), dtype=float)
            if t == 0:
                _same_shape("grad(w)", g, w)
            new = u - eta * g
            if not new.dot(new) < math.inf and not np.isfinite(new).all():
                diverged_at = t + 1
                break
            W[t + 1], G[t], M[t] = new, g, velocity
            w, velocity, done = new, theta * (new - w), t + 1
    W, G, M = W[: done + 1], G[:done], M[:done]
    stopped = "T steps" if diverged_at is None else "diverged"
    extra = {"velocity": M, "gradient": G, "lookahead": W[:-1] + M, "stopped": stopped}
    return Trace(W, G - M / eta, np.full(done, eta), extra, diverged_at)


def momentum(q):
    """The factors theta_2, theta_3, ... of Nesterov's method, without end; q = eta mu.

    q > 0   always (sqrt k - 1)/(sqrt k + 1) with k = 1/q, the condition number if eta = 1/beta
    q = 0   (a_t - 1)/a_{t+1} with a_1 = 1, a_{t+1} = (1 + sqrt(1 + 4 a_t^2))/2
    """
    a = 1.0
    while True:
        a, before = (1 + math.sqrt(1 + 4 * a * a)) / 2, a
        yield (1 - math.sqrt(q)) / (1 + math.sqrt(q)) if q > 0 else (before - 1) / a
