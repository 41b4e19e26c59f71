"""Slips and other right answers, notebook 17."""

import numpy as np
from scipy.integrate import quad
from scipy.special import log_ndtr
from scipy.stats import norm

from answers.n17 import gp_posterior
from helpers.desk.edits import after, before, edit, whole

# 17-posterior


def kernel(x, z, bandwidth):
    return np.exp(-(np.subtract.outer(np.array(x, float), z) ** 2) / (2 * bandwidth**2))


def absolute_distance(x, y, sigmas, x_new, bandwidth, level):
    x = np.array(x, float)
    K, c = np.exp(-np.abs(x[:, None] - x) / bandwidth), np.exp(-np.abs(x - x_new) / bandwidth)
    a = np.linalg.solve(K + np.diag(np.square(sigmas)), c)
    return [float(level + a @ (np.array(y) - level)), float(1 - a @ c)]


def nearest_only(x, y, sigmas, x_new, bandwidth, level):
    i = int(np.argmin(np.abs(np.array(x) - x_new)))
    return gp_posterior([x[i]], [y[i]], [sigmas[i]], x_new, bandwidth, level)


def one_at_a_time(x, y, sigmas, x_new, bandwidth, level):
    """Another way: a measurement after the other, on the joint law of all places."""
    places = np.append(np.array(x, float), x_new)
    mean, cov = np.full(len(places), float(level)), kernel(places, places, bandwidth)
    for i, (value, sigma) in enumerate(zip(y, sigmas)):
        gain = cov[i] / (cov[i, i] + sigma**2)
        mean, cov = mean + gain * (value - mean[i]), cov - np.outer(gain, cov[i])
    return [mean[-1], cov[-1, -1]]


def by_the_precision(x, y, sigmas, x_new, bandwidth, level):
    """Another way: blocks of the inverse of the joint covariance."""
    places = np.append(np.array(x, float), x_new)
    joint = kernel(places, places, bandwidth)
    joint[:-1, :-1] += np.diag(np.square(sigmas))
    joint[-1, -1] += 1e-3  # a place that was measured already
    Q = np.linalg.inv(joint)
    mean = level - Q[-1, :-1] @ (np.array(y) - level) / Q[-1, -1]
    return np.array([mean, 1 / Q[-1, -1] - 1e-3])


# 17-gain


def by_quadrature(means, sds, best):
    """Another way: the integral over what exceeds the best."""
    found = []
    for m, s in zip(means, sds):
        if s == 0:
            found.append(max(0.0, m - best))
        else:
            u = (m - best) / s
            low = max(-u, -12.0)
            area = quad(lambda z: (z + u) * norm.pdf(z), low, low + 20, epsabs=1e-12)[0]  # noqa: B023
            found.append(max(0.0, s * area) if u > -12 else 0.0)
    return found


def by_logarithms(means, sds, best):
    """Another way: Φ by its logarithm, as an array."""
    means, sds = np.array(means, float), np.array(sds, float)
    u = (means - best) / np.where(sds > 0, sds, 1)
    spread = sds * (u * np.exp(log_ndtr(u)) + norm.pdf(u))
    return np.where(sds > 0, spread, means - best).clip(0)


SLIPS = {
    "17-posterior": {
        "Flag ignored: the values are taken to be exact (with a least-norm solution).": edit(
            "np.linalg.solve(K + np.diag(np.square(sigmas)), c)", "np.linalg.pinv(K) @ c"
        ),
        "Another kernel: Laplace.": whole(absolute_distance),
        "Half centred: the level is put back without having been taken off.": edit(
            "a @ (y - level)", "a @ y"
        ),
        "Power: the inverse is applied twice in the mean.": edit(
            "a @ (y - level)", "np.linalg.solve(K + np.diag(np.square(sigmas)), a) @ (y - level)"
        ),
        "Without the inverse: 1 - c'c.": edit("1 - a @ c", "1 - c @ c"),
        "Early stop: only the nearest measurement is used.": whole(nearest_only),
        "Index: the noise of the first instrument for all of them.": edit(
            "np.diag(np.square(sigmas))", "sigmas[0] ** 2 * np.eye(len(x))"
        ),
        "Constant: half the variance of the noise.": edit(
            "np.square(sigmas)", "np.square(sigmas) / 2"
        ),
        "Another quantity: noise on top of what is unknown of f.": edit(
            "1 - a @ c", "1 - a @ c + np.mean(np.square(sigmas))"
        ),
        "Order: variance first.": after(lambda answer: answer[::-1]),
    },
    "17-gain": {
        "Sign: losses count as well, so the mean remains.": whole(
            lambda means, sds, best: np.subtract(means, best)
        ),
        "Sign: how far the best is above the mean.": before(
            lambda means, sds, best: (2 * best - np.array(means), sds, best)
        ),
        "Constant: the density without √(2π).": edit(" / np.sqrt(2 * np.pi)", ""),
        "Flag ignored: the standard deviation is taken to be 1.": before(
            lambda means, sds, best: (means, np.sign(sds), best)
        ),
        "Early stop: the largest gain, not all of them.": after(lambda gains: [max(gains)]),
        "Flag ignored: the best is taken to be 0.": before(
            lambda means, sds, best: (means, sds, 0.0)
        ),
        "Another score: mean + sd - best.": whole(
            lambda means, sds, best: [max(0.0, m + s - best) for m, s in zip(means, sds)]
        ),
    },
}
RIGHT = {
    "17-posterior": (one_at_a_time, by_the_precision),
    "17-gain": (by_quadrature, by_logarithms),
}
