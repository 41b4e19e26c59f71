"""Slips and other right answers, notebook 10."""

import math

import numpy as np
from scipy import stats

from answers.n10 import log_prior, sgld_path, weighted_mean

# 10-sgld-path


def walked(
    z, J, w1, eta, tau, xi, data=1.0, prior=1.0, kick=lambda eta, tau: (2 * eta * tau) ** 0.5
):
    """SGLD with what may go wrong in it."""
    path = [w1]
    for batch, noise in zip(J, xi):
        w = path[-1]
        guess = data * len(z) / len(batch) * sum(z[j] - w for j in batch) - prior * w
        path.append(w + eta * guess + kick(eta, tau) * noise)
    return path


def no_two(z, J, w1, eta, tau, xi):
    """Constant: the kick has variance eta tau."""
    return walked(z, J, w1, eta, tau, xi, kick=lambda eta, tau: (eta * tau) ** 0.5)


def tau_not_rooted(z, J, w1, eta, tau, xi):
    """Root: tau stands outside the root."""
    return walked(z, J, w1, eta, tau, xi, kick=lambda eta, tau: (2 * eta) ** 0.5 * tau)


def always_kicked(z, J, w1, eta, tau, xi):
    """Argument ignored: temperature 1."""
    return walked(z, J, w1, eta, tau, xi, kick=lambda eta, tau: (2 * eta) ** 0.5)


def half_the_drift(z, J, w1, eta, tau, xi):
    """Constant: half a step along the gradient, as for another scaling of time."""
    return walked(z, J, w1, eta, tau, xi, 0.5, 0.5)


def without_start(z, J, w1, eta, tau, xi):
    """Index: the start is not among the points."""
    return sgld_path(z, J, w1, eta, tau, xi)[1:]


def end_only(z, J, w1, eta, tau, xi):
    """Form: only the last point."""
    return sgld_path(z, J, w1, eta, tau, xi)[-1]


def one_step_short(z, J, w1, eta, tau, xi):
    """Early stop: the last step is not taken."""
    return sgld_path(z, J[:-1], w1, eta, tau, xi)


def batches_as_sets(z, J, w1, eta, tau, xi):
    """Repetition: an index that was drawn twice counts once."""
    return sgld_path(z, [sorted(set(batch)) for batch in J], w1, eta, tau, xi)


def first_batch(z, J, w1, eta, tau, xi):
    """Index: the first batch in every step."""
    return sgld_path(z, [J[0]] * len(J), w1, eta, tau, xi)


def prior_pushes(z, J, w1, eta, tau, xi):
    """Sign: the prior pushes away from 0."""
    return walked(z, J, w1, eta, tau, xi, prior=-1.0)


def kick_subtracted(z, J, w1, eta, tau, xi):
    """Sign: the kick is subtracted."""
    return sgld_path(z, J, w1, eta, tau, -np.asarray(xi))


def size_of_first(z, J, w1, eta, tau, xi):
    """Index: the size of the first batch for all."""
    path = [w1]
    for batch, noise in zip(J, xi):
        w = path[-1]
        guess = len(z) / len(J[0]) * sum(z[j] - w for j in batch) - w
        path.append(w + eta * guess + (2 * eta * tau) ** 0.5 * noise)
    return path


def with_means(z, J, w1, eta, tau, xi):
    n, w, path = len(z), float(w1), [float(w1)]
    for t, batch in enumerate(J):
        w = (1 - eta * (n + 1)) * w + eta * n * np.mean(np.asarray(z)[batch])
        w += math.sqrt(2 * eta * tau) * xi[t]
        path.append(w)
    return tuple(path)


def into_an_array(z, J, w1, eta, tau, xi):
    path = np.empty(len(J) + 1)
    path[0] = w1
    for t, batch in enumerate(J):
        slope = len(z) * (np.mean([z[j] for j in batch]) - path[t]) - path[t]
        path[t + 1] = path[t] + eta * slope + np.sqrt(2 * eta * tau) * xi[t]
    return path


# 10-weighted-mean


def squared_steps(chain, etas, burn):
    """Power: weights eta squared."""
    return weighted_mean(chain, np.square(etas), burn)


def points_kept_steps_not(chain, etas, burn):
    """Index: the steps are counted from the first one."""
    kept = np.asarray(chain)[burn:]
    steps = np.asarray(etas)[: len(kept)]
    return steps @ kept / steps.sum()


def one_more_discarded(chain, etas, burn):
    """Off by one: one point too many is discarded."""
    return weighted_mean(chain, etas, min(burn + 1, len(chain) - 2))


def one_less_discarded(chain, etas, burn):
    """Off by one: one point too few is discarded."""
    return weighted_mean(chain, etas, max(burn - 1, 0))


def burn_ignored(chain, etas, burn):
    """Argument ignored: nothing is discarded."""
    return weighted_mean(chain, etas, 0)


def last_discarded(chain, etas, burn):
    """Index: the end is discarded instead of the beginning."""
    return weighted_mean(chain[: len(chain) - burn], etas[: len(chain) - burn], 0)


def divided_by_count(chain, etas, burn):
    """Division: by the number of points."""
    return np.dot(etas[burn:], chain[burn:]) / len(chain[burn:])


def inverse_steps(chain, etas, burn):
    """Power: weights 1/eta."""
    return weighted_mean(chain, 1 / np.asarray(etas), burn)


def last_point_lost(chain, etas, burn):
    """Index: the last point does not count."""
    return weighted_mean(chain[:-1], etas[:-1], burn)


def by_average(chain, etas, burn):
    return float(np.average(chain[burn:], weights=etas[burn:]))


def by_loop(chain, etas, burn):
    top = bottom = 0.0
    for w, eta in list(zip(chain, etas))[burn:]:
        top, bottom = top + eta * w, bottom + eta
    return np.array(top / bottom)


# 10-log-prior


def two_pi_lost(w, mu, Lam, phi, psi):
    """Constant: 2 pi is missing."""
    value, slope = log_prior(w, mu, Lam, phi, psi)
    return [value + len(mu) / 2 * np.log(2 * np.pi), slope]


def quadratic_not_halved(w, mu, Lam, phi, psi):
    """Constant: the quadratic form is not halved."""
    value, slope = log_prior(w, mu, Lam, phi, psi)
    delta = np.asarray(w)[:-1] - mu
    return [value - np.exp(-w[-1]) * (delta @ np.linalg.solve(Lam, delta)) / 2, slope]


def times_lam(w, mu, Lam, phi, psi):
    """Inverse forgotten: Lam instead of its inverse in the gradient."""
    value, slope = log_prior(w, mu, Lam, phi, psi)
    pull = np.asarray(Lam) @ (np.asarray(w)[:-1] - mu)
    return [value, np.append(-np.exp(-w[-1]) * pull, slope[-1])]


def det_plus(w, mu, Lam, phi, psi):
    """Sign: plus half the log-determinant."""
    value, slope = log_prior(w, mu, Lam, phi, psi)
    return [value + np.linalg.slogdet(Lam)[1], slope]


def d_forgotten(w, mu, Lam, phi, psi):
    """Term lost: d gamma / 2 is not in the value."""
    value, slope = log_prior(w, mu, Lam, phi, psi)
    return [value + (len(mu) - 1) / 2 * w[-1] + w[-1] / 2, slope]


def sigma_for_variance(w, mu, Lam, phi, psi):
    """Power: gamma is read as log sigma."""
    return log_prior([*np.asarray(w)[:-1], 2 * w[-1]], mu, Lam, phi, psi)


def gamma_lost(w, mu, Lam, phi, psi):
    """Constant: log Gamma is missing."""
    value, slope = log_prior(w, mu, Lam, phi, psi)
    return [value + math.lgamma(phi), slope]


def prior_slope_lost(w, mu, Lam, phi, psi):
    """Term lost: psi e^-gamma is not in the gradient."""
    value, slope = log_prior(w, mu, Lam, phi, psi)
    return [value, slope - np.append(np.zeros(len(mu)), psi * np.exp(-w[-1]))]


def gamma_first(w, mu, Lam, phi, psi):
    """Order: the derivative by gamma stands first."""
    value, slope = log_prior(w, mu, Lam, phi, psi)
    return [value, np.roll(slope, 1)]


def pull_upwards(w, mu, Lam, phi, psi):
    """Sign: the gradient by beta points away from mu."""
    value, slope = log_prior(w, mu, Lam, phi, psi)
    return [value, np.append(-slope[:-1], slope[-1])]


def by_scipy(w, mu, Lam, phi, psi):
    w, x = np.asarray(w, dtype=float), np.exp(w[-1])
    delta = w[:-1] - mu
    value = stats.multivariate_normal(mu, x * np.asarray(Lam)).logpdf(w[:-1])
    value += stats.invgamma(phi, scale=psi).logpdf(x) + w[-1]
    beta = -np.linalg.inv(Lam) @ delta / x
    last = -len(delta) / 2 - beta @ delta / 2 - phi + psi / x
    return (float(value), [*beta.tolist(), float(last)])


def by_differences(w, mu, Lam, phi, psi):
    def value(p):
        return log_prior(p, mu, Lam, phi, psi)[0]

    w, h = np.asarray(w, dtype=float), 1e-4
    slope = []
    for e in np.eye(len(w)):
        near, far = (value(w + k * h * e) - value(w - k * h * e) for k in (1, 2))
        slope.append((8 * near - far) / (12 * h))
    return [value(w), np.array(slope)]


SLIPS = {
    "10-sgld-path": (
        no_two,
        tau_not_rooted,
        always_kicked,
        half_the_drift,
        without_start,
        end_only,
        one_step_short,
        batches_as_sets,
        first_batch,
        prior_pushes,
        kick_subtracted,
        size_of_first,
    ),
    "10-weighted-mean": (
        squared_steps,
        points_kept_steps_not,
        one_more_discarded,
        one_less_discarded,
        burn_ignored,
        last_discarded,
        divided_by_count,
        inverse_steps,
        last_point_lost,
    ),
    "10-log-prior": (
        two_pi_lost,
        quadratic_not_halved,
        times_lam,
        det_plus,
        d_forgotten,
        sigma_for_variance,
        gamma_lost,
        prior_slope_lost,
        gamma_first,
        pull_upwards,
    ),
}
RIGHT = {
    "10-sgld-path": (with_means, into_an_array),
    "10-weighted-mean": (by_average, by_loop),
    "10-log-prior": (by_scipy, by_differences),
}
