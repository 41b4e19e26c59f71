"""Bandits: d arms, each round costs the loss of the arm that was pulled, and no other is seen.

    w_t = softmax(-eta sum_{s<t} zhat_s),  pull a_t ~ w_t,
    zhat_{t,a} = z_{t,a} / w_{t,a} if a = a_t, else 0

That is Bandit-EG: exponentiated gradient on estimates that are right on average. 1/eta is a
temperature. The losses Z (T, d) are fixed before the first pull, and not negative. Regret is
sum_t w_t z_t minus the loss of the best single arm; all its bounds here are

    log d / eta + (eta / 2) sum_t sum_a (second moment of what the weights were moved by).
"""

import numpy as np

from helpers import check
from helpers.trace import Trace


def estimate(loss, arm, w):
    """The importance-weighted estimate (d,) of all losses from the one that was seen.

    loss / w_arm at the arm that was pulled, 0 elsewhere.
    """
    w = check.array("w", w, ndim=1)
    if w[arm] <= 0:
        raise ValueError(f"arm {arm} has probability {w[arm]:g}: it cannot have been pulled")
    estimates = np.zeros(len(w))
    estimates[arm] = loss / w[arm]
    return estimates


def weights(total, eta):
    """e^(-eta total) over its sum along the last axis; the smallest total is subtracted first."""
    e = np.exp(eta * (total.min(axis=-1, keepdims=True) - total))
    return e / e.sum(axis=-1, keepdims=True)


def bandit_eg(Z, eta, U, gamma=0.0):
    """Bandit-EG on losses Z (T, d), run by run: U (T, R) holds a uniform number for each pull.

    With gamma > 0 the arm is drawn from (1 - gamma) w + gamma/d: mixing, as in Exp3. The trace has
    w (T + 1, R, d), v = -estimates, and extra: arms and paid (T, R), played (T, R, d).
    """
    Z, eta = losses_table(Z), check.positive("eta", eta)
    U = check.array("U", U, shape=(len(Z), None))
    (T, d), R = Z.shape, U.shape[1]
    gamma = share(gamma)
    w, played, v = np.empty((T + 1, R, d)), np.empty((T, R, d)), np.zeros((T, R, d))
    arms, total, runs = np.empty((T, R), dtype=int), np.zeros((R, d)), np.arange(R)
    for t in range(T):
        w[t] = weights(total, eta)
        played[t] = mixed(w[t], gamma)
        a = arms[t] = drawn(played[t], U[t])
        v[t, runs, a] = -Z[t, a] / played[t, runs, a]
        total -= v[t]
    w[T] = weights(total, eta)
    paid = np.take_along_axis(Z, arms, axis=1)
    return Trace(w, v, np.full(T, eta), extra=dict(arms=arms, paid=paid, played=played))


def drawn(p, u):
    """An arm for each row of probabilities p (R, d): the first whose cumulative share is over u."""
    steps = np.cumsum(p, axis=1)
    return np.argmax(steps > (u * steps[:, -1])[:, None], axis=1)


def mixed(w, gamma):
    """(1 - gamma) w + gamma / d: no arm is rarer than gamma / d."""
    return w if gamma == 0 else (1 - gamma) * w + gamma / w.shape[-1]


def full_information(Z, eta):
    """Exponentiated gradient on losses Z (T, d) that are all seen: a Trace of one run."""
    Z, eta = losses_table(Z), check.positive("eta", eta)
    before = np.vstack([np.zeros(Z.shape[1]), np.cumsum(Z, axis=0)])
    return Trace(weights(before, eta), -Z, np.full(len(Z), eta))


def every_run(Z, eta, gamma=0.0):
    """(chance, regret), each (d^T,): all sequences of pulls of Bandit-EG, the first pull slowest.

    Nothing is drawn: chance @ regret is the expected regret to the last digit.
    """
    Z, eta, gamma = losses_table(Z), check.positive("eta", eta), share(gamma)
    T, d = Z.shape
    if T * np.log(d) > np.log(2e5):
        raise ValueError(f"{d} arms and {T} rounds are too many runs to list: take fewer")
    total, chance, cost = np.zeros((1, d)), np.ones(1), np.zeros(1)
    for z in Z:
        p = mixed(weights(total, eta), gamma)
        estimates = np.divide(z, p, out=np.zeros_like(p), where=p > 1e-200)
        total = (total[:, None, :] + estimates[:, :, None] * np.eye(d)).reshape(-1, d)
        cost = np.repeat(cost + p @ z, d)
        chance = (chance[:, None] * p).ravel()
    return chance, cost - Z.sum(axis=0).min()


def regret(played, Z):
    """Regret after every round, shaped like played (T, ..., d) without its last axis.

    What the probabilities cost so far minus what the best single arm cost so far.
    """
    Z = losses_table(Z)
    cost = np.einsum("t...a,ta->t...", played, Z)
    best = np.cumsum(Z, axis=0).min(axis=1)
    return np.cumsum(cost, axis=0) - best.reshape(-1, *[1] * (cost.ndim - 1))


def local_bound(w, Z, eta):
    """log d / eta + (eta / 2) sum_t sum_a w_ta Z_ta^2 of weights w (T, d) that saw losses Z."""
    Z, eta = losses_table(Z), check.positive("eta", eta)
    return np.log(Z.shape[1]) / eta + eta / 2 * np.sum(w * Z**2)


def bandit_bound(Z, eta, gamma=0.0):
    """What the expected regret of Bandit-EG is at most.

    (1 - gamma) log d / eta + (eta / 2) sum Z^2 + gamma times what pulling evenly would regret.
    """
    Z, eta, gamma = losses_table(Z), check.positive("eta", eta), share(gamma)
    evenly = Z.mean(axis=1).sum() - Z.sum(axis=0).min()
    return (1 - gamma) * np.log(Z.shape[1]) / eta + eta / 2 * np.sum(Z**2) + gamma * evenly


def tuned(d, T, seen="one"):
    """(eta, bound) for losses in [0, 1]: the best step size of the worst case and its promise.

    One arm is seen a round, or all if seen = "all".
    """
    d, T = check.whole("d", d, low=2), check.whole("T", T)
    moment = T * (d if check.one_of("seen", seen, ("one", "all")) == "one" else 1)
    return float(np.sqrt(2 * np.log(d) / moment)), float(np.sqrt(2 * np.log(d) * moment))


def share(gamma):
    """gamma, if it is in [0, 1]."""
    if check.nonnegative("gamma", gamma) > 1:
        raise ValueError(f"gamma is a share, at most 1, but it is {gamma:g}")
    return float(gamma)


def losses_table(Z):
    """Z (T, d) with d >= 2 arms and no negative loss."""
    Z = check.array("Z", Z, ndim=2)
    if Z.shape[1] < 2:
        raise ValueError("Z has one column only: at least two arms are needed")
    if Z.min() < 0:
        raise ValueError(f"losses must not be negative, but Z holds {Z.min():g}")
    return Z
