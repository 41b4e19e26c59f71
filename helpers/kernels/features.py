"""Feature maps psi: (n, d) -> (n, D)."""

from functools import partial
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from scipy import special

from helpers import check

rows = partial(check.rows, "X")


def quadratic(X):
    """x_i^2 and sqrt(2) x_i x_j for i < j, for which <psi(x), psi(z)> = <x, z>^2.

    There are d (d + 1) / 2 features.
    """
    X = rows(X)
    i, j = np.triu_indices(X.shape[1])
    return np.where(i == j, 1.0, np.sqrt(2)) * X[:, i] * X[:, j]


def outer(X):
    """vec(x x'), row by row, for which <psi(x), psi(z)> = <x, z>^2.

    There are d^2 features, every mixed product twice.
    """
    X = rows(X)
    return products(X, X)


def all_quadratic(X):
    """(vec(x x'), sqrt(2) x, 1): d^2 + d + 1 features with <psi(x), psi(z)> = (<x, z> + 1)^2."""
    X = rows(X)
    return np.hstack([outer(X), np.sqrt(2) * X, np.ones((len(X), 1))])


def parabola(X):
    """(x_1, x_2, x_2^2), where a plane is a parabola x_1 = a + b x_2 + c x_2^2 of the plane.

    It may also be a line.
    """
    X = rows(X)
    return np.column_stack([X[:, 0], X[:, 1], X[:, 1] ** 2])


def fold(X):
    """(x_1, 4 x_2^2 + 1): folds the plane along x_2 = 0."""
    X = rows(X)
    return np.column_stack([X[:, 0], 4 * X[:, 1] ** 2 + 1])


def tensor(p):
    """The map to all d^p products of p coordinates, in every order: <psi(x), psi(z)> = <x, z>^p."""
    p = check.whole("p", p)

    def psi(X):
        X = rows(X)
        out = X
        for _ in range(p - 1):
            out = products(out, X)
        return out

    return _named(psi, f"tensor({p})")


def powers(degree):
    """The map x -> (1, x, ..., x^degree) of one coordinate: degree + 1 features."""
    degree = check.whole("degree", degree, low=0)
    return _named(
        lambda X: check.array("X", rows(X), shape=(None, 1)) ** np.arange(degree + 1),
        f"powers({degree})",
    )


def picks(count, degree):
    """The ways to pick `degree` of `count` factors with repetition, in order: tuples."""
    return list(combinations_with_replacement(range(count), degree))


def monomials(degree, c=1.0):
    """The map to all monomials of degree <= degree, for c >= 0.

    <psi(x), psi(z)> = (<x, z> + c)^degree.

    The monomial c^(j_0 / 2) prod x_i^(j_i) with sum j = degree carries the factor sqrt(degree! /
    prod j_i!); there are C(d + degree, degree) of them, or C(d + degree - 1, degree) for c = 0.
    """
    degree, c = check.whole("degree", degree), check.nonnegative("c", c)

    def psi(X):
        X = rows(X)
        Y = np.column_stack([X, np.full(len(X), np.sqrt(c))]) if c > 0 else X
        every = picks(Y.shape[1], degree)
        ways = [
            factorial(degree) / prod(factorial(pick.count(i)) for i in set(pick)) for pick in every
        ]
        return np.sqrt(ways) * np.column_stack([Y[:, pick].prod(axis=1) for pick in every])

    return _named(psi, f"monomials({degree}, {c:g})")


def gaussian_series(J, bandwidth):
    """The map x -> (psi_0(x), ..., psi_J(x)) of one coordinate, for the Gaussian kernel.

    psi_j(x) = exp(-x^2 / (2 bandwidth^2)) (x / bandwidth)^j / sqrt(j!).
    """
    j = np.arange(check.whole("J", J, low=0) + 1)
    bandwidth = check.positive("bandwidth", bandwidth)

    def psi(X):
        u = check.array("X", rows(X), shape=(None, 1)) / bandwidth
        # in logarithms: u^j and j! overflow long before their ratio does; 0^0 = 1
        size = special.xlogy(j, np.abs(u)) - u * u / 2 - special.gammaln(j + 1) / 2
        return np.where((u < 0) & (j % 2 == 1), -1.0, 1.0) * np.exp(size)

    return _named(psi, f"gaussian_series({J}, {bandwidth:g})")


def missing_share(x, bandwidth, J):
    """The share of k(x, x) = 1 that psi_0, ..., psi_J of the Gaussian kernel miss.

    It is the probability that a Poisson number of mean (x / bandwidth)^2 exceeds J.
    """
    return special.pdtrc(J, np.square(np.asarray(x, dtype=float) / bandwidth))


def products(Phi1, Phi2):
    """All products of a column of Phi1 (n, M1) and one of Phi2 (n, M2): (n, M1 M2).

    They are the features of k1 k2.
    """
    Phi1, Phi2 = check.rows("Phi1", Phi1), check.rows("Phi2", Phi2)
    return (Phi1[:, :, None] * Phi2[:, None, :]).reshape(len(Phi1), -1)


def waves(theta):
    """The map x -> (cos theta x_1, sin theta x_1, ..., cos theta x_d, sin theta x_d).

    There are 2 d features.
    """
    theta = check.number("theta", theta)

    def psi(X):
        X = rows(X)
        return np.stack([np.cos(theta * X), np.sin(theta * X)], axis=2).reshape(len(X), -1)

    return _named(psi, f"waves({theta:g})")


def columns(*which):
    """The map that keeps the columns named."""
    return _named(lambda X: rows(X)[:, list(which)], f"columns({', '.join(map(str, which))})")


def substring_features(t, alphabet):
    """The map words -> 0/1 features, one for each string of length t over the alphabet.

    Does the string occur in the word?
    """
    t = check.whole("t", t)
    pieces = list(alphabet)
    for _ in range(t - 1):
        pieces = [p + a for p in pieces for a in alphabet]
    return _named(
        lambda words: np.array([[float(p in w) for p in pieces] for w in words]),
        f"substring_features({t}, {alphabet!r})",
    )


def project(Phi, v):
    """v = u + r with u in the span of the rows of Phi and r orthogonal to it: returns (u, r)."""
    Phi, v = check.rows("Phi", Phi), check.array("v", v, ndim=1)
    if Phi.shape[1] != len(v):
        raise ValueError(
            f"Phi has {Phi.shape[1]} columns but v has {len(v)} entries: they must agree"
        )
    _, s, Vt = np.linalg.svd(Phi, full_matrices=False)
    basis = Vt[s > s.max() * max(Phi.shape) * np.finfo(float).eps]
    u = basis.T @ (basis @ v)
    return u, v - u


def edge_on(Psi, w, b):
    """The view of feature space along the plane <w, psi> + b = 0: a map of rows (k, D) to (k, 2).

    First the signed distance from the plane, then the widest direction along it in which the rows
    of Psi differ; both scaled so that the rows of Psi lie in [-1, 1].
    """
    w, centre = np.asarray(w, dtype=float), Psi.mean(axis=0)
    along = (Psi - centre) - np.outer((Psi - centre) @ w, w) / (w @ w)
    axis = np.linalg.svd(along, full_matrices=False)[2][0]
    axis *= np.sign(axis[np.argmax(np.abs(axis))])  # a singular vector's sign is arbitrary: fix it
    deep, wide = np.abs(Psi @ w + b).max(), np.abs(along @ axis).max() or 1.0
    return lambda P: np.column_stack([(P @ w + b) / deep, (P - centre) @ axis / wide])


def _named(f, name):
    f.__name__ = f.__qualname__ = name
    return f
