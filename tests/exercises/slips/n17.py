"""Slips and other right answers, notebook 17."""

import numpy as np
from scipy.integrate import quad
from scipy.special import log_ndtr
from scipy.stats import norm

from helpers.exercises.n17 import expected_gain, gp_posterior

# 17-posterior


def kernel(x, z, bandwidth):
    return np.exp(-(np.subtract.outer(np.array(x, float), z) ** 2) / (2 * bandwidth**2))


def no_noise(x, y, x_new, bandwidth, sigma):
    """Flag ignored: the values are taken to be exact (with a least-norm solution)."""
    a = np.linalg.pinv(kernel(x, np.array(x), bandwidth)) @ kernel(x, x_new, bandwidth)
    return [float(a @ np.array(y)), float(1 - a @ kernel(x, x_new, bandwidth))]


def absolute_distance(x, y, x_new, bandwidth, sigma):
    """Another kernel: Laplace."""
    x = np.array(x, float)
    K, c = np.exp(-np.abs(x[:, None] - x) / bandwidth), np.exp(-np.abs(x - x_new) / bandwidth)
    a = np.linalg.solve(K + sigma**2 * np.eye(len(x)), c)
    return [float(a @ np.array(y)), float(1 - a @ c)]


def mean_of_y_added(x, y, x_new, bandwidth, sigma):
    """Centred: the mean of y is taken off and put back."""
    centre = float(np.mean(y))
    mean, variance = gp_posterior(x, [v - centre for v in y], x_new, bandwidth, sigma)
    return [mean + centre, variance]


def squared_solve(x, y, x_new, bandwidth, sigma):
    """Power: the inverse is applied twice in the mean."""
    x = np.array(x, float)
    A = kernel(x, x, bandwidth) + sigma**2 * np.eye(len(x))
    c = kernel(x, x_new, bandwidth)
    a = np.linalg.solve(A, c)
    return [float(np.linalg.solve(A, a) @ np.array(y)), float(1 - a @ c)]


def sum_of_squares(x, y, x_new, bandwidth, sigma):
    """Without the inverse: 1 - c'c."""
    mean, _ = gp_posterior(x, y, x_new, bandwidth, sigma)
    c = kernel(x, x_new, bandwidth)
    return [mean, float(1 - c @ c)]


def nearest_only(x, y, x_new, bandwidth, sigma):
    """Early stop: only the nearest measurement is used."""
    i = int(np.argmin(np.abs(np.array(x) - x_new)))
    return gp_posterior(x[i : i + 1], y[i : i + 1], x_new, bandwidth, sigma)


def half_noise(x, y, x_new, bandwidth, sigma):
    """Constant: half the variance of the noise."""
    return gp_posterior(x, y, x_new, bandwidth, sigma / np.sqrt(2))


def swapped_order(x, y, x_new, bandwidth, sigma):
    """Order: variance first."""
    return gp_posterior(x, y, x_new, bandwidth, sigma)[::-1]


def one_at_a_time(x, y, x_new, bandwidth, sigma):
    """Another way: a measurement after the other, on the joint law of all places."""
    places = np.append(np.array(x, float), x_new)
    mean, cov = np.zeros(len(places)), kernel(places, places, bandwidth)
    for i, value in enumerate(y):
        gain = cov[i] / (cov[i, i] + sigma**2)
        mean, cov = mean + gain * (value - mean[i]), cov - np.outer(gain, cov[i])
    return [mean[-1], cov[-1, -1]]


def by_the_precision(x, y, x_new, bandwidth, sigma):
    """Another way: blocks of the inverse of the joint covariance."""
    places = np.append(np.array(x, float), x_new)
    joint = kernel(places, places, bandwidth)
    joint[:-1, :-1] += sigma**2 * np.eye(len(y))
    joint[-1, -1] += 1e-3  # a place that was measured already
    Q = np.linalg.inv(joint)
    return np.array([-Q[-1, :-1] @ np.array(y) / Q[-1, -1], 1 / Q[-1, -1] - 1e-3])


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
        mean_of_y_added,
        squared_solve,
        sum_of_squares,
        nearest_only,
        half_noise,
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
