"""Gaussian processes: a law for whole curves, what noisy values leave of it, and where to ask next.

    f ~ GP(0, k):  (f(x_1), ..., f(x_n)) is normal with mean 0 and covariance K, K_ij = k(x_i, x_j)
    y_i = f(x_i) + sigma * (independent standard normal noise)

The posterior mean is kernel ridge (helpers.kernels.ridge) with n lam = sigma^2. `sigma` is always
the standard deviation of the noise; variances of f leave it out, those of a new y add sigma^2.
"""

import numpy as np
from scipy.linalg import solve_triangular
from scipy.special import expit, ndtr

from helpers import check
from helpers.kernels.gram import square
from helpers.trace import Trace

Z95 = 1.959963984540054  # a normal variable is within this many standard deviations: 95 %


def posterior(K, C, prior, y, sigma):
    """(mean, cov) of f at m places, given y at n: K (n, n) among the data, C (m, n) across.

    prior (m, m) is the covariance among the m places, and then so is cov; prior (m,) are the
    variances alone, and then so is cov.
    """
    y = check.array("y", y, ndim=1, shape=(len(K),))
    L = _root(K, sigma)
    C = check.array("C", C, shape=(None, len(y)))
    half = solve_triangular(L, np.column_stack([C.T, y]), lower=True)
    half, white = half[:, :-1], half[:, -1]
    known = half.T @ half if np.ndim(prior) == 2 else (half**2).sum(axis=0)
    return half.T @ white, prior - known


def observe(mean, cov, i, y, sigma):
    """(mean, cov) after one more value y at place i: what a single observation changes."""
    gain = cov[i] / max(cov[i, i] + sigma**2, np.finfo(float).tiny)
    return mean + gain * (y - mean[i]), cov - np.outer(gain, cov[i])


def draw(mean, cov, Z):
    """Curves of the law N(mean, cov) from standard normal Z (count, m), by the symmetric root."""
    S, U = np.linalg.eigh(square("cov", cov))
    return mean + Z @ (U * np.sqrt(S.clip(0))) @ U.T


def bayes(K, c, variance, y, sigma, heights):
    """Bayes' rule by brute force: the density of f(x) on a grid of heights, given y.

    For each height h: the prior density N(h | 0, variance) times the likelihood of all of y if
    f(x) = h; then divided by the sum. c (n,) is k(x, data).
    """
    y, c = check.array("y", y, ndim=1), check.array("c", c, ndim=1)
    rest = K - np.outer(c, c) / variance  # covariance of f at the data where f(x) is known
    misses = np.linalg.solve(_root(rest, sigma), (y - np.outer(heights, c) / variance).T)
    log = -(np.square(heights) / variance + (misses**2).sum(axis=0)) / 2
    density = np.exp(log - log.max())
    return density / (density.sum() * (heights[1] - heights[0]))


def coverage(model, truth, sigma):
    """(claimed, error, chance) at m places: a band from one kernel where another is true.

    model and truth are (K, C, prior) as in `posterior`, prior (m,); the model's K and C may be
    stacks (..., n, n) and (..., m, n), for many models at once. claimed: the standard deviation
    that the model believes. error: the root mean square of f - mean in truth. chance: how often f
    is inside mean +- 1.96 claimed.
    """
    (K, C, prior), (K0, C0, prior0) = model, truth
    A, A0 = (M + sigma**2 * np.eye(np.shape(K)[-1]) for M in (K, K0))
    a = np.linalg.solve(A, np.swapaxes(C, -1, -2))  # the mean at place j is a[:, j] @ y
    claimed = prior - (a * np.swapaxes(C, -1, -2)).sum(axis=-2)
    error = prior0 - 2 * (a * C0.T).sum(axis=-2) + (a * (A0 @ a)).sum(axis=-2)
    claimed, error = (np.sqrt(np.clip(part, 1e-30, None)) for part in (claimed, error))
    return claimed, error, 2 * ndtr(Z95 * claimed / error) - 1


def log_evidence(K, y, sigma):
    """(fit, complexity), whose sum is the log density of y under the model; K (..., n, n).

    fit = -y'(K + sigma^2 I)^-1 y / 2, complexity = -(log det(K + sigma^2 I) + n log 2 pi) / 2.
    """
    L = _root(K, sigma)
    white = np.linalg.solve(L, np.broadcast_to(y, L.shape[:-1])[..., None])[..., 0]
    logs = np.log(np.diagonal(L, axis1=-2, axis2=-1)).sum(axis=-1)
    return -(white**2).sum(axis=-1) / 2, -logs - len(y) * np.log(2 * np.pi) / 2


def forecasts(K, y, sigma):
    """The log density of each y_t under the forecast from y_1, ..., y_(t-1): (n,)."""
    mean, cov, logs = np.zeros(len(y)), np.array(K, dtype=float), np.zeros(len(y))
    for t, value in enumerate(y):
        variance = cov[t, t] + sigma**2
        logs[t] = -(np.log(2 * np.pi * variance) + (value - mean[t]) ** 2 / variance) / 2
        mean, cov = observe(mean, cov, t, value, sigma)
    return logs


def information(K, sigma):
    """What noisy values at places with Gram matrix K (..., n, n) tell about f, in nats.

    log det(I + K / sigma^2) / 2: how much the entropy of f falls.
    """
    n = np.shape(K)[-1]
    return np.linalg.slogdet(np.eye(n) + np.asarray(K) / sigma**2)[1] / 2


def expected_improvement(mean, sd, best):
    """E max(0, f - best) for f ~ N(mean, sd^2), entry by entry; sd = 0 means that f is known."""
    mean, sd = np.asarray(mean, dtype=float), np.asarray(sd, dtype=float)
    known = sd <= 0
    u = (mean - best) / np.where(known, 1.0, sd)
    spread = sd * (u * ndtr(u) + np.exp(-(u**2) / 2) / np.sqrt(2 * np.pi))
    return np.where(known, np.maximum(mean - best, 0), np.maximum(spread, 0))


# rules: what makes a place worth a question, from the posterior and the best value so far


def largest_variance(mean, cov, best):
    """Ask where f is least known."""
    return np.diag(cov)


def least_total(sigma):
    """Ask where an answer lowers the sum of all variances most."""
    return lambda mean, cov, best: (cov**2).sum(axis=0) / (np.diag(cov) + sigma**2)


def improvement(mean, cov, best):
    """Ask where the expected improvement over the best value is largest."""
    return expected_improvement(mean, _sd(cov), best)


def upper_bound(beta):
    """Ask where mean + beta * standard deviation is largest: GP-UCB; beta = 0 trusts the mean."""
    return lambda mean, cov, best: mean + beta * _sd(cov)


def run_queries(K, f, sigma, T, rule, first=None):
    """T questions, one after the other: a Trace of the posterior mean at all m places.

    K (m, m) is the prior covariance of the places, f (m,) the true answers. Each question goes to
    the place where rule(mean, cov, best) is largest, the first of those that tie; `first` fixes the
    first one. extra: `asked` (T,), `variance` and `score` (T + 1, m): what the rule saw.
    """
    K, T = square("K", K), check.whole("T", T)
    f = check.array("f", f, ndim=1, shape=(len(K),))
    mean, cov, asked = np.zeros(len(K)), K.copy(), []
    means, variances, scores = [], [], []
    for t in range(T + 1):
        score = rule(mean, cov, f[asked].max() if asked else 0.0)
        for history, now in ((means, mean), (variances, np.diag(cov).clip(0)), (scores, score)):
            history.append(now.copy())
        if t < T:
            i = _first_best(score) if asked or first is None else first
            asked.append(i)
            mean, cov = observe(mean, cov, i, f[i], sigma)
    w = np.array(means)
    extra = dict(asked=np.array(asked), variance=np.array(variances), score=np.array(scores))
    return Trace(w, np.diff(w, axis=0), np.ones(T), extra)


def laplace_mode(K, y, T=30):
    """The likeliest f at the data for labels y of -1 and +1, P(y | f) = 1 / (1 + exp(-y f)).

    Newton's method on log likelihood - f'K^-1 f / 2 from f = 0: a Trace of f. At the mode
    f = K g with g_i = y_i P(-y_i | f_i).
    """
    K, y = square("K", K), check.signs("y", y)
    f = np.zeros((T + 1, len(y)))
    for t in range(T):
        p = expit(-y * f[t])
        W = p * (1 - p)
        f[t + 1] = K @ np.linalg.solve(np.eye(len(y)) + W[:, None] * K, W * f[t] + y * p)
    return Trace(f, np.diff(f, axis=0), np.ones(T))


def _root(K, sigma):
    """The Cholesky factor of K + sigma^2 I, for a stack of K as well."""
    K = np.asarray(K, dtype=float)
    try:
        return np.linalg.cholesky(K + sigma**2 * np.eye(K.shape[-1]))
    except np.linalg.LinAlgError:
        raise ValueError("K + sigma² I is singular: take a larger sigma or other places") from None


def _sd(cov):
    return np.sqrt(np.diag(cov).clip(0))


def _first_best(score):
    """The first index of the largest score; differences of rounding size are ties."""
    top = np.abs(score).max()
    return int(np.argmax(np.round(score / top, 9))) if top > 0 else 0
