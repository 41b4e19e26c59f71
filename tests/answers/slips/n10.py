"""Slips and other right answers, notebook 10, as tables."""

import math

import numpy as np
from scipy import stats

from answers.n10 import log_prior
from helpers.desk.edits import after, before, edit, whole

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


def by_average(chain, etas, burn):
    return float(np.average(chain[burn:], weights=etas[burn:]))


def by_loop(chain, etas, burn):
    top = bottom = 0.0
    for w, eta in list(zip(chain, etas))[burn:]:
        top, bottom = top + eta * w, bottom + eta
    return np.array(top / bottom)


# 10-log-prior


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
    "10-sgld-path": {
        "Constant: the kick has variance eta tau.": edit("2 * eta * tau", "eta * tau"),
        "Root: tau stands outside the root.": edit(
            "(2 * eta * tau) ** 0.5", "(2 * eta) ** 0.5 * tau"
        ),
        "Argument ignored: temperature 1.": edit("2 * eta * tau", "2 * eta"),
        "Constant: half a step along the gradient, as for another scaling of time.": whole(
            lambda z, J, w1, eta, tau, xi: walked(z, J, w1, eta, tau, xi, 0.5, 0.5)
        ),
        "Index: the start is not among the points.": after(lambda answer: answer[1:]),
        "Form: only the last point.": after(lambda answer: answer[-1]),
        "Early stop: the last step is not taken.": before(
            lambda z, J, w1, eta, tau, xi: (z, J[:-1], w1, eta, tau, xi)
        ),
        "Repetition: an index that was drawn twice counts once.": before(
            lambda z, J, w1, eta, tau, xi: (
                z,
                [sorted(set(batch)) for batch in J],
                w1,
                eta,
                tau,
                xi,
            )
        ),
        "Index: the first batch in every step.": before(
            lambda z, J, w1, eta, tau, xi: (z, [J[0]] * len(J), w1, eta, tau, xi)
        ),
        "Sign: the prior pushes away from 0.": whole(
            lambda z, J, w1, eta, tau, xi: walked(z, J, w1, eta, tau, xi, prior=-1.0)
        ),
        "Sign: the kick is subtracted.": before(
            lambda z, J, w1, eta, tau, xi: (z, J, w1, eta, tau, -np.asarray(xi))
        ),
        "Index: the size of the first batch for all.": edit("len(batch)", "len(J[0])"),
    },
    "10-weighted-mean": {
        "Power: weights eta squared.": before(
            lambda chain, etas, burn: (chain, np.square(etas), burn)
        ),
        "Index: the steps are counted from the first one.": edit(
            "np.asarray(etas)[burn:]", "np.asarray(etas)[:len(chain) - burn]"
        ),
        "Off by one: one point too many is discarded.": before(
            lambda chain, etas, burn: (chain, etas, min(burn + 1, len(chain) - 2))
        ),
        "Off by one: one point too few is discarded.": before(
            lambda chain, etas, burn: (chain, etas, max(burn - 1, 0))
        ),
        "Argument ignored: nothing is discarded.": before(
            lambda chain, etas, burn: (chain, etas, 0)
        ),
        "Index: the end is discarded instead of the beginning.": before(
            lambda chain, etas, burn: (chain[: len(chain) - burn], etas[: len(chain) - burn], 0)
        ),
        "Division: by the number of points.": edit("steps.sum()", "len(kept)"),
        "Power: weights 1/eta.": before(
            lambda chain, etas, burn: (chain, 1 / np.asarray(etas), burn)
        ),
        "Index: the last point does not count.": before(
            lambda chain, etas, burn: (chain[:-1], etas[:-1], burn)
        ),
    },
    "10-log-prior": {
        "Constant: 2 pi is missing.": edit("d * np.log(2 * np.pi) + ", ""),
        "Constant: the quadratic form is not halved.": edit(
            "+ shrink * q) / 2", "+ 2 * shrink * q) / 2"
        ),
        "Inverse forgotten: Lam instead of its inverse in the gradient.": edit(
            "-shrink * pull", "-shrink * np.asarray(Lam) @ delta"
        ),
        "Sign: plus half the log-determinant.": edit(
            "+ np.linalg.slogdet(Lam)[1]", "- np.linalg.slogdet(Lam)[1]"
        ),
        "Term lost: d gamma / 2 is not in the value.": edit("d * gamma + ", ""),
        "Power: gamma is read as log sigma.": before(
            lambda w, mu, Lam, phi, psi: ([*np.asarray(w)[:-1], 2 * w[-1]], mu, Lam, phi, psi)
        ),
        "Constant: log Gamma is missing.": edit(" - math.lgamma(phi)", ""),
        "Term lost: psi e^-gamma is not in the gradient.": edit(" - phi + psi * shrink", " - phi"),
        "Order: the derivative by gamma stands first.": after(
            lambda answer: [answer[0], np.roll(answer[1], 1)]
        ),
        "Sign: the gradient by beta points away from mu.": after(
            lambda answer: [answer[0], np.append(-answer[1][:-1], answer[1][-1])]
        ),
    },
}
RIGHT = {
    "10-sgld-path": (with_means, into_an_array),
    "10-weighted-mean": (by_average, by_loop),
    "10-log-prior": (by_scipy, by_differences),
}
