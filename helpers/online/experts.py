"""Prediction with experts, one round after the other, against whatever comes.

In round t the learner names w_t, then sees the loss vector z_t and pays <w_t, z_t>. Its regret is

    Regret_T = sum_t <w_t, z_t> - min over u in S of <u, sum_t z_t>

Nothing but theta_t = -(z_1 + ... + z_{t-1}) enters w_t, so many sequences are played in one batch:
losses Z are (T, d), or (T, k, d) for k sequences side by side. A run is a Trace: run.w[t - 1] is
w_t, run.v[t - 1] is z_t, and run.w[-1] is what the learner would name next.
"""

import math

import numpy as np

from helpers import check
from helpers.descent.projections import project_box
from helpers.linear.softmax import softmax
from helpers.trace import Trace, running_means

# learners


def seen(Z):
    """theta (T + 1, ..., d): theta_t = -(z_1 + ... + z_{t-1}), all that is known before round t."""
    Z = losses(Z)
    return np.concatenate([np.zeros_like(Z[:1]), -np.cumsum(Z, axis=0)])


def follow_leader(Z):
    """FTL on the box |w_j| <= 1: w_t minimises the sum of the losses so far; at a tie w_tj = 0."""
    return record(np.sign(seen(Z)), Z, np.inf)


def ftrl(Z, eta, project=project_box):
    """FTRL: w_t minimises the sum of the losses so far + |w|^2/(2 eta) over the set S.

    That is the point of S nearest to eta theta_t; `project` finds it, for points (..., d).
    """
    eta = check.positive("step size eta", eta)
    return record(project(eta * seen(Z)), Z, eta)


def hedge(Z, eta):
    """Exponential weights: w_t = softmax(eta theta_t), a law over d experts.

    1/eta is its temperature.
    """
    eta = check.positive("step size eta", eta)
    return record(softmax(seen(Z), tau=1 / eta), Z, eta)


def running_mean(Z, first=0.0):
    """FTL for f_t(w) = |w - z_t|^2/2: w_t is the mean of z_1, ..., z_{t-1}; w_1 is `first`."""
    Z = losses(Z)
    start = np.broadcast_to(np.asarray(first, dtype=float), Z[:1].shape)
    return Trace(
        np.concatenate([start, running_means(Z)]), Z.copy(), 1 / np.arange(1.0, len(Z) + 1)
    )


def halving(table, labels):
    """Predict with the majority of the experts that were never wrong; a tie says 1.

    table (T, N) of 0 and 1: what each expert says in each round; labels (T,). run.w (T + 1, N) is 1
    for the experts that are alive. extra: said (T,), mistakes (T,). With nobody alive it says 0.
    """
    table = check.array("table", table, ndim=2)
    labels = check.array("labels", labels, shape=(len(table),))
    wrong = table != labels[:, None]
    alive = np.concatenate([np.ones((1, table.shape[1])), 1.0 - np.maximum.accumulate(wrong, 0)])
    votes, count = (alive[:-1] * table).sum(axis=1), alive[:-1].sum(axis=1)
    said = ((2 * votes >= count) & (count > 0)).astype(float)
    extra = dict(said=said, mistakes=said != labels)
    return Trace(alive, alive[:-1] - alive[1:], np.ones(len(table)), extra)


def losses(Z):
    """Losses as a float array (T, d) or (T, k, d)."""
    Z = check.array("losses Z", Z)
    if Z.ndim not in (2, 3):
        raise ValueError(f"losses Z must have shape (T, d) or (T, k, d), but it is {Z.shape}")
    return Z


def record(w, Z, eta):
    """The Trace of a learner that named w (T + 1, ..., d) against the losses Z."""
    Z = losses(Z)
    return Trace(w, Z.copy(), np.full(len(Z), eta))


# regret

LOWEST = {  # the smallest <u, total> over the u of a set
    "box": lambda total: -np.abs(total).sum(axis=-1),
    "ball": lambda total: -np.sqrt((total * total).sum(axis=-1)),
    "simplex": lambda total: total.min(axis=-1),
}


def paid(run):
    """<w_t, z_t> in every round, (T, ...)."""
    return (run.w[:-1] * run.v).sum(axis=-1)


def regret(run, shape="box"):
    """Regret after every round, (T, ...), against the best fixed point of a set.

    The set is the box |u_j| <= 1, the ball |u| <= 1 or the simplex.
    """
    lowest = LOWEST[check.one_of("shape", shape, tuple(LOWEST))]
    return np.cumsum(paid(run), axis=0) - lowest(np.cumsum(run.v, axis=0))


def ftrl_bound(eta, squares, B=1.0):
    """B^2/(2 eta) + (eta/2) sum_t |z_t|^2: FTRL's regret against any |u| <= B is at most this."""
    return B**2 / (2 * eta) + eta / 2 * squares


def hedge_bound(eta, T, N):
    """log(N)/eta + eta T/8: the regret of exponential weights for losses in [0, 1]."""
    return np.log(N) / eta + eta * T / 8


def tuned(B, L, T):
    """(eta, bound): the step size B/(L sqrt(T)), for which the bound of FTRL is B L sqrt(T)."""
    return B / (L * np.sqrt(T)), B * L * np.sqrt(T)


# sequences, one by one and all at once


def seesaw(T):
    """-1/2, 1, -1, 1, ... (T, 1): after every round the leader is the one that loses next."""
    Z = np.where(np.arange(check.whole("T", T)) % 2, 1.0, -1.0)
    Z[0] = -0.5
    return Z[:, None]


def all_signs(T):
    """Every sequence of T losses -1 or +1: (T, 2^T, 1)."""
    if check.whole("T", T) > 16:
        raise ValueError(f"2^{T} sequences are too many to list: T must be at most 16")
    bits = np.arange(2**T) >> np.arange(T)[:, None] & 1
    return (1.0 - 2.0 * bits)[..., None]


def worst_regret(eta, T):
    """The largest regret of FTRL on [-1, 1] over all 2^T sequences of signs, exactly.

    eta may be an array.

    Backwards in time: after round T the regret still to come is |theta|; before it, the adversary
    takes the better of z = +1 and z = -1. theta is a whole number, so T^2 steps replace 2^T.
    """
    eta = np.asarray(eta, dtype=float)[..., None]
    worst = np.abs(np.arange(-T, T + 1.0)) + 0 * eta
    for t in range(T, 0, -1):
        w = np.clip(eta * np.arange(1 - t, t), -1, 1)
        worst = np.maximum(w + worst[..., :-2], worst[..., 2:] - w)
    return worst[..., 0]


def coin_regret(T):
    """E |S_T| of T fair signs: what *every* learner on [-1, 1] regrets on average against coins."""
    T = check.whole("T", T)
    return T * math.comb(T - 1, (T - 1) // 2) / 2 ** (T - 1)


# a nature that looks before it speaks


def opposed(rule, T):
    """(said, labels): T answers of a deterministic rule and the opposite of each.

    rule(past) is 0 or 1; `past` are the labels of the rounds before.
    """
    said, labels = [], []
    for _ in range(check.whole("T", T)):
        said.append(int(rule(labels)))
        labels.append(1 - said[-1])
    return np.array(said), np.array(labels)


def answers(rule, labels):
    """What a rule says in every round, each time from the labels before that round alone."""
    labels = [int(y) for y in labels]
    return np.array([int(rule(labels[:t])) for t in range(len(labels))])


def hardest_table(k, T):
    """(table, labels) for N = 2^k experts.

    Each of the first k rounds splits those that are still right in two, and the truth is the half
    that a tie speaks against; then all agree.
    """
    N = 2 ** check.whole("k", k)
    bits = np.arange(N) >> np.arange(k)[:, None] & 1
    table = np.concatenate([bits, np.zeros((max(T - k, 0), N), dtype=int)])[:T]
    return table, np.zeros(T, dtype=int)
