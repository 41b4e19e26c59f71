"""Stochastic gradient descent: the loop of gradient descent, given a guess of the gradient that is right on average.

    w_{t+1} = w_t - eta_t v_t,    E(v_t | w_t) a (sub)gradient of f at w_t,    t = 1, ..., T

The guess is made from a batch of m examples. Draws are made in advance and nested (a batch of m is the first m draws
of a larger one), so that every batch size and step size meets the same random numbers.
"""
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from helpers import check
from helpers.langevin import chains, draw_batch
from helpers.optim import gradient_descent
from helpers.tempered import grad_wells

# ---- the loop


def sgd(guess, w0, eta, T, every=1):
    """w_{t+1} = w_t - eta_t v_t with v_t = guess(w_t, t), t = 1, ..., T: gradient descent along a guess.

    w0 (d,) is one run, w0 (k, d) are k runs at once; `guess` maps points of that shape to directions of that shape.
    The Trace holds the k runs side by side, w (T+1, k d): `chains(run)` is (T+1, k, d).
    """
    start, clock = check.array("w0", np.atleast_1d(np.asarray(w0, dtype=float))), count(1)
    if start.ndim > 2:
        raise ValueError(f"w0 must be one point (d,) or one point per run (k, d), but its shape is {start.shape}")
    run = gradient_descent(lambda w: np.ravel(guess(w.reshape(start.shape), next(clock))), start.ravel(), eta, T,
                           every=every)
    return replace(run, extra={**run.extra, "chains": 1 if start.ndim == 1 else len(start)})


def run_averages(run, burn=0.0):
    """Running means (T, k, d) of each of the k runs: row t - 1 averages the first t points that were stepped from,
    without the first floor(burn t) of them; burn = 0.5 keeps the second half."""
    if not 0 <= burn < 1:
        raise ValueError(f"burn is the share of points left out, at least 0 and under 1, but it is {burn:g}")
    sums = np.cumsum(chains(run)[:-1], axis=0)
    t = np.arange(1, len(sums) + 1)
    out = np.floor(burn * t).astype(int)
    before = np.where((out > 0)[:, None, None], sums[out - 1], 0.0)
    return (sums - before) / (t - out)[:, None, None]


def deviation(sample, value):
    """How many standard errors the mean of `sample` (k, ...) is away from `value`; the worst of the coordinates."""
    sample = check.array("sample", sample)
    off = np.abs(sample.mean(axis=0) - value)
    se = sample.std(axis=0, ddof=1) / len(sample) ** 0.5
    exact = off <= 1e-12 * (1 + np.abs(value))  # nothing random is left: no error, and no standard error
    return float(np.max(np.where(exact, 0.0, off / np.where(se > 0, se, 1e-300))))


# ---- guesses from examples


def draw(n, m, rng, size=(), replace=True):
    """Indices (*size, m) of m examples out of n, with replacement or all different; their first j are a fair draw of j.

    For large n the different ones are found by drawing again wherever two agree, not by shuffling n numbers.
    """
    n, m = check.whole("n", n), check.whole("batch size m", m)
    if not replace and m > n:
        raise ValueError(f"a batch of m = {m} different examples cannot be drawn from n = {n}")
    if replace or m * m > 2 * n:
        return draw_batch(n, m, rng, tuple(size), replace)
    J = rng.integers(n, size=(int(np.prod(size)), m))
    again = np.arange(len(J))
    while len(again):
        ordered = np.sort(J[again], axis=1)
        again = again[(ordered[:, 1:] == ordered[:, :-1]).any(axis=1)]
        J[again] = rng.integers(n, size=(len(again), m))
    return J.reshape(*size, m)


def singles(loss, X, y, w):
    """The gradients (n, d) of loss(y_i <w, x_i>) or loss(<w, x_i> - y_i), one row each; their mean is that of f."""
    X, y = check.pair(X, y)
    score = X @ check.array("w", w, shape=(X.shape[1],))
    slope = loss.grad(score * y) * y if loss.of == "margin" else loss.grad(score - y)
    return slope[:, None] * X


def nested_guesses(G, J):
    """Batch means of every size at once, (k, M, d): [:, m-1] averages the first m of the rows J (k, M) of G (n, d)."""
    return np.cumsum(G[J], axis=1) / np.arange(1, J.shape[1] + 1)[:, None]


def correction(n, m, replace=True):
    """Var(mean of m draws) / Var(one draw): 1/m with replacement, (1/m)(n - m)/(n - 1) without; m may be an array."""
    m = np.asarray(m)
    if m.min() < 1 or (not replace and m.max() > n):
        raise ValueError(f"the batch size m must be at least 1, and at most n = {n} without replacement, but it is {m}")
    return 1 / m if replace or n == 1 else (n - m) / (m * (n - 1))


def guess_variance(G, m, replace=True):
    """tr Var of the mean of m rows drawn from G (n, d): sigma^2 = mean |g_i - g|^2, times `correction`."""
    G = check.rows("G", G)
    return ((G - G.mean(axis=0)) ** 2).sum(axis=1).mean() * correction(len(G), m, replace)


# ---- least squares, f(w) = mean (<w, x_i> - y_i)^2: a batch acts through A_J = (2/m) X_J'X_J and b_J = (2/m) X_J'y_J


@dataclass(frozen=True)
class Batches:
    """Sums over nested batches, (M, T, k, p): the upper triangle of x x' and then x y, for T steps of k runs."""

    sums: np.ndarray
    d: int

    def moments(self, m):
        """A (T, k, d, d) and b (T, k, d) with v_t = A_t w - b_t, for the batches of size m."""
        m = check.whole("batch size m", m)
        if m > len(self.sums):
            raise ValueError(f"batches of at most {len(self.sums)} were drawn, but m is {m}")
        means = 2 / m * self.sums[m - 1]
        place = np.zeros((self.d, self.d), dtype=int)
        place[np.triu_indices(self.d)] = np.arange(self.d * (self.d + 1) // 2)
        return means[..., np.maximum(place, place.T)], means[..., -self.d:]


def batches(X, y, J):
    """Batches from indices J (T, k, M) into the rows of X (n, d) and y (n,)."""
    X, y = check.pair(X, y)
    Z, d = np.column_stack([X, y])[np.moveaxis(J, -1, 0)], X.shape[1]
    pairs = [*zip(*np.triu_indices(d)), *((i, d) for i in range(d))]
    products = np.empty((*Z.shape[:-1], len(pairs)))
    for place, (i, j) in enumerate(pairs):
        np.multiply(Z[..., i], Z[..., j], out=products[..., place])
    return Batches(np.cumsum(products, axis=0, out=products), d)


def affine_guess(*moments):
    """guess(w, t) = A_t w - b_t for every run; pairs of A (T, k, d, d) and b (T, k, d) are put side by side."""
    A, b = (np.concatenate(parts, axis=1) for parts in zip(*moments))
    return lambda w, t: (A[t - 1] @ w[..., None])[..., 0] - b[t - 1]


# ---- a coin for a guide: the step points towards the minimum of f(w) = gamma rho |w| with probability (1 + gamma)/2


def coin_guess(gamma, u, rho=1.0):
    """v = rho sign(w) times the mean of m coins, +1 with probability (1 + gamma)/2, else -1: E v = gamma rho sign(w).

    u (m, T, k) are uniform numbers, one per coin. |v| <= rho, and E v^2 = rho^2 (gamma^2 + (1 - gamma^2)/m).
    """
    if not 0 <= check.number("gamma", gamma) <= 1:
        raise ValueError(f"the signal gamma must lie between 0 and 1, but it is {gamma:g}")
    push = rho * (2 * (u < (1 + gamma) / 2).mean(axis=0) - 1)
    return lambda w, t: push[t - 1][:, None] * np.where(w < 0, -1.0, 1.0)


def coin_second_moment(gamma, m, rho=1.0):
    """E v^2 of `coin_guess`: squared mean plus variance over m."""
    return rho**2 * (gamma**2 + (1 - gamma**2) / m)


# ---- two wells that share one noise: loss(w, z) = U(w) - z w, U = -log of a mixture of two normals, mean of z zero


def shallow_minimum(p, c=1.0, s=0.5):
    """The local minimum of U = -log_wells(w, c, s, p) near -c, 1/2 <= p < 1: w = c tanh(c w/s^2 + logit(p)/2)."""
    if not 0.5 <= check.number("p", p) < 1:
        raise ValueError(f"the share p of the deep well must be at least 1/2 and under 1, but it is {p:g}")
    w, shift = -c, np.log(p / (1 - p)) / 2
    for _ in range(200):
        w = c * np.tanh(c * w / s**2 + shift)
    return w


def wells_guess(p, kicks, c=1.0, s=0.5):
    """guess(w, t) = U'(w) - z_J for runs w (k, 1); kicks (T, k) are the batch means z_J of the examples' pulls."""
    return lambda w, t: -grad_wells(w, c, s, p) - kicks[t - 1][:, None]
