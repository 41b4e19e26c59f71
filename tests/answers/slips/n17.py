"""Slips and other right answers, notebook 17."""

import numpy as np
from scipy.integrate import quad
from scipy.special import log_ndtr
from scipy.stats import norm

from answers.n17 import expected_gain, gp_posterior

# 17-posterior


def kernel(x, z, bandwidth):
    return np.exp(-(np.subtract.outer(np.array(x, float), z) ** 2) / (2 * bandwidth**2))


def no_noise(x, y, sigmas, x_new, bandwidth, level):
    """Flag ignored: the values are taken to be exact (with a least-norm solution)."""
    a = np.linalg.pinv(kernel(x, np.array(x), bandwidth)) @ kernel(x, x_new, bandwidth)
    mean = level + a @ (np.array(y) - level)
    return [float(mean), float(1 - a @ kernel(x, x_new, bandwidth))]


def absolute_distance(x, y, sigmas, x_new, bandwidth, level):
    """Another kernel: Laplace."""
    x = np.array(x, float)
    K, c = np.exp(-np.abs(x[:, None] - x) / bandwidth), np.exp(-np.abs(x - x_new) / bandwidth)
    a = np.linalg.solve(K + np.diag(np.square(sigmas)), c)
    return [float(level + a @ (np.array(y) - level)), float(1 - a @ c)]


def level_added_twice(x, y, sigmas, x_new, bandwidth, level):
    """Half centred: the level is put back without having been taken off."""
    mean, variance = gp_posterior(x, y, sigmas, x_new, bandwidth, 0.0)
    return [mean + level, variance]


def squared_solve(x, y, sigmas, x_new, bandwidth, level):
    """Power: the inverse is applied twice in the mean."""
    x = np.array(x, float)
    A = kernel(x, x, bandwidth) + np.diag(np.square(sigmas))
    c = kernel(x, x_new, bandwidth)
    a = np.linalg.solve(A, c)
    return [float(level + np.linalg.solve(A, a) @ (np.array(y) - level)), float(1 - a @ c)]


def sum_of_squares(x, y, sigmas, x_new, bandwidth, level):
    """Without the inverse: 1 - c'c."""
    mean, _ = gp_posterior(x, y, sigmas, x_new, bandwidth, level)
    c = kernel(x, x_new, bandwidth)
    return [mean, float(1 - c @ c)]


def nearest_only(x, y, sigmas, x_new, bandwidth, level):
    """Early stop: only the nearest measurement is used."""
    i = int(np.argmin(np.abs(np.array(x) - x_new)))
    return gp_posterior([x[i]], [y[i]], [sigmas[i]], x_new, bandwidth, level)


def first_noise(x, y, sigmas, x_new, bandwidth, level):
    """Index: the noise of the first instrument for all of them."""
    return gp_posterior(x, y, [sigmas[0]] * len(x), x_new, bandwidth, level)


def half_noise(x, y, sigmas, x_new, bandwidth, level):
    """Constant: half the variance of the noise."""
    return gp_posterior(x, y, np.array(sigmas) / np.sqrt(2), x_new, bandwidth, level)


def variance_of_a_measurement(x, y, sigmas, x_new, bandwidth, level):
    """Another quantity: noise on top of what is unknown of f."""
    mean, variance = gp_posterior(x, y, sigmas, x_new, bandwidth, level)
    return [mean, variance + float(np.mean(np.square(sigmas)))]


def swapped_order(x, y, sigmas, x_new, bandwidth, level):
    """Order: variance first."""
    return gp_posterior(x, y, sigmas, x_new, bandwidth, level)[::-1]


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


def both_ways(means, sds, best):
    """Sign: losses count as well, so the mean remains."""
    return [m - best for m in means]


def sign_of_u(means, sds, best):
    """Sign: how far the best is above the mean."""
    return expected_gain([2 * best - m for m in means], sds, best)


def no_root(means, sds, best):
    """Constant: the density without √(2π)."""
    found = []
    for m, s in zip(means, sds):
        u = (m - best) / s if s > 0 else 0
        value = s * (u * norm.cdf(u) + np.exp(-u * u / 2)) if s > 0 else max(0.0, m - best)
        found.append(max(0.0, float(value)))
    return found


def unit_spread(means, sds, best):
    """Flag ignored: the standard deviation is taken to be 1."""
    return expected_gain(means, [float(s > 0) for s in sds], best)


def largest_only(means, sds, best):
    """Early stop: the largest gain, not all of them."""
    return [max(expected_gain(means, sds, best))]


def best_is_zero(means, sds, best):
    """Flag ignored: the best is taken to be 0."""
    return expected_gain(means, sds, 0.0)


def upper_bounds(means, sds, best):
    """Another score: mean + sd - best."""
    return [max(0.0, m + s - best) for m, s in zip(means, sds)]


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
    "17-posterior": (
        no_noise,
        absolute_distance,
        level_added_twice,
        squared_solve,
        sum_of_squares,
        nearest_only,
        first_noise,
        half_noise,
        variance_of_a_measurement,
        swapped_order,
    ),
    "17-gain": (
        both_ways,
        sign_of_u,
        no_root,
        unit_spread,
        largest_only,
        best_is_zero,
        upper_bounds,
    ),
}
RIGHT = {
    "17-posterior": (one_at_a_time, by_the_precision),
    "17-gain": (by_quadrature, by_logarithms),
}
