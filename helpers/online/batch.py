"""From online to batch: predict, look, learn, once through the examples; then return the average.

    w_{t+1} = w_t - eta v_t,   v_t a (sub)gradient of w -> loss(w, z_t) at w_t,   t = 1, ..., T

The answer w_t was formed before z_t was seen, so loss(w_t, z_t) has the mean R(w_t), the risk.
Examples of k runs side by side are an array Z (T, k, d): row t - 1 holds the z_t of every run.
"""

from dataclasses import dataclass

import numpy as np

from helpers import check
from helpers.descent.bounds import lipschitz_bound
from helpers.descent.sgd import sgd
from helpers.trace import Trace

# ---- two families of convex losses: how far away (slope 1), and what a margin costs


def distance(w, z):
    """loss(w, z) = |w - z|, points (..., d)."""
    gap = w - z
    return np.sqrt(np.einsum("...d,...d->...", gap, gap))


def towards(w, z):
    """A subgradient of `distance` in w: the unit vector from z to w, and 0 at w = z."""
    gap = w - z
    return gap / np.maximum(np.sqrt(np.einsum("...d,...d->...", gap, gap)), 1e-300)[..., None]


def of_margin(loss):
    """(value, slope) of loss(<w, z>) as functions of w and of a row z = y x, the label times it."""

    def margin(w, z):
        return np.einsum("...d,...d->...", w, z)

    return (
        lambda w, z: loss(margin(w, z)),
        lambda w, z: loss.grad(margin(w, z))[..., None] * z,
    )


# ---- the learner


def one_pass(slope, Z, w0, eta):
    """Online gradient descent, one step an example: the Trace of k runs over Z (T, k, d).

    `slope(w, z)` is a subgradient of the loss in w. w0 (d,) or (k, d) is where the runs start.
    eta is a number, or one for each run, (k,): then the directions v carry it and eta is 1.
    """
    Z = check.array("Z", Z, ndim=3)
    start = np.broadcast_to(np.asarray(w0, dtype=float), Z.shape[1:])
    if np.ndim(eta) == 0:
        return sgd(lambda w, t: slope(w, Z[t - 1]), start, check.positive("eta", eta), len(Z))
    steps = check.array("eta", eta, shape=(Z.shape[1],))[:, None]
    return sgd(lambda w, t: steps * slope(w, Z[t - 1]), start, 1.0, len(Z))


# ---- what a run is worth


@dataclass(frozen=True)
class Links:
    """The numbers that the conversion theorem chains together, one for each run, (k,)."""

    average: np.ndarray  # R(average of w_1, ..., w_T): what online-to-batch returns
    mean: np.ndarray  # mean of R(w_1), ..., R(w_T)
    online: np.ndarray  # mean of loss(w_t, z_t): what was paid on the way
    regret: np.ndarray  # sum over t of loss(w_t, z_t) - loss(u, z_t)
    last: np.ndarray  # R(w_{T+1}), which the theorem does not cover


def links(run, Z, loss, risk, u):
    """The Links of k runs over Z, beside the fixed answer u.

    `risk` maps points (..., d) to numbers.
    """
    answers = run.w[:-1]
    paid = loss(answers, Z)
    return Links(
        average=risk(run.average()),
        mean=risk(answers).mean(axis=0),
        online=paid.mean(axis=0),
        regret=(paid - loss(np.asarray(u, dtype=float), Z)).sum(axis=0),
        last=risk(run.last),
    )


def excess_bound(B, eta, T, rho=1.0):
    """B^2/(2 eta T) + eta rho^2/2: the regret of online gradient descent over T, at most.

    On any sequence, from a start within B of u; so also the expected excess risk of the average.
    """
    return lipschitz_bound(B, eta, rho, T)


# ---- worlds of finitely many places, where the risk is a sum


def mean_distance(w, places, chance=None):
    """The risk E|w - z| of points w (..., d), z one of `places` (m, d) with the given chances."""
    away = distance(np.asarray(w, dtype=float)[..., None, :], places)
    return away.mean(axis=-1) if chance is None else away @ chance


def best_place(places, rounds=2000):
    """The w with the smallest mean distance to `places` (m, d).

    Weiszfeld's weighted means, or one of the places themselves where that is better.
    """
    places = check.array("places", places, ndim=2)
    w = places.mean(axis=0) + 1e-9
    for _ in range(rounds):
        pull = 1 / np.maximum(distance(w, places), 1e-12)
        w, before = pull @ places / pull.sum(), w
        if np.abs(w - before).max() < 1e-13:
            break
    candidates = np.vstack([w, places])
    return candidates[np.argmin(mean_distance(candidates, places))]


# ---- the tree: every sequence of T coins


def tree(T, p, eta, w0=0.0):
    """Online gradient descent on |w - z| on all 2^T sequences.

    z = +1/2 with probability p, else -1/2.

    Returns the Trace (2^T runs), the examples Z (T, 2^T, 1), and the chance of each sequence.
    """
    T = check.whole("T", T)
    if T > 16:
        raise ValueError(f"2^T sequences are too many for T = {T}: take T at most 16")
    heads = (np.arange(2**T) >> np.arange(T)[:, None]) & 1
    chance = np.where(heads, p, 1 - p).prod(axis=0)
    Z = heads[..., None] - 0.5
    return one_pass(towards, Z, [w0], eta), Z, chance


def coin_risk(p):
    """w -> E|w - z| for the coin of `tree`, points (..., 1)."""
    places, chance = np.array([[0.5], [-0.5]]), np.array([p, 1 - p])
    return lambda w: mean_distance(w, places, chance)


# ---- progressive validation: rules that answer for a whole collection


def nearest_answers(X, y, T):
    """What the nearest neighbour among the first 0, 1, ..., T rows of X says of every row.

    A Trace with w (T + 1, n): w[t] are the labels after t examples were learnt; w[0] says +1.
    """
    X, y = check.signed_pair(X, y)
    square, labels = (X * X).sum(axis=1), y.astype(np.int8)
    away = square[: check.whole("T", T), None] + square - 2 * X[:T] @ X.T
    answers = np.ones((T + 1, len(y)), dtype=np.int8)
    nearest = np.full(len(y), np.inf)
    for t in range(T):
        closer = away[t] < nearest
        answers[t + 1] = np.where(closer, labels[t], answers[t])
        np.minimum(nearest, away[t], out=nearest)
    return Trace(answers, answers[:-1] - answers[1:], np.ones(T))


def linear_answers(w, X):
    """The signs (T + 1, n) of <w_t, x_i> for weights w (T + 1, d); 0 counts as +1."""
    return np.where(w @ X.T >= 0, np.int8(1), np.int8(-1))


def progressive(answers, y):
    """Test first, then learn: answers (T + 1, n) to all rows, of which row t came in round t.

    Returns the mistakes (T,) of the rounds, and the error rate (T,) of the same rules on all rows
    that had not been learnt yet. In a random order the second is the mean of the first.
    """
    wrong = answers[:-1] != y
    online = wrong.diagonal().astype(float)
    return online, np.array([late[t:].mean() for t, late in enumerate(wrong)])
