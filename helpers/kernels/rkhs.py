"""Prices of functions: the squared norm that belongs to a kernel.

<k(x, .), k(z, .)> = k(x, z), so f = sum_i alpha_i k(x_i, .) has <f, k(x, .)> = f(x) and the price
|f|^2 = alpha' K alpha. On [0, 1] some prices are integrals; the Gaussian kernel's is none:

    1 + min(x, z)                  f(0)^2 + integral of f'^2
    1 + x z + cubic_spline(x, z)   f(0)^2 + f'(0)^2 + integral of f''^2
    exp(-|x - z| / l)              (f(0)^2 + f(1)^2) / 2 + integral of (f^2 / l + l f'^2) / 2
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.polynomial import legendre

from helpers import check
from helpers.kernels.algebra import Kernel
from helpers.kernels.gram import square


def brownian():
    """k(x, z) = min(x, z) for one coordinate x >= 0: price integral of f'^2, and f(0) = 0."""
    return Kernel(lambda P: np.minimum(*_ends(P)), "brownian()")


def cubic_spline():
    """k(x, z) = integral of (x - u)_+ (z - u)_+ over u >= 0, for one coordinate x >= 0.

    Its price is the integral of f''^2, and f(0) = f'(0) = 0.
    """
    return Kernel(lambda P: _spline(*_ends(P)), "cubic_spline()")


def _spline(x, z):
    low, high = np.minimum(x, z), np.maximum(x, z)
    return low * low * (3 * high - low) / 6


def _ends(pairs):
    """x_i and z_j as arrays that combine to the shape of the pairs."""
    if pairs.X.shape[1] != 1 or min(pairs.X.min(), pairs.Z.min()) < 0:
        raise ValueError("min(x, z) and the cubic spline kernel compare single numbers >= 0")
    return (pairs.X[:, 0],) * 2 if pairs.matched else (pairs.X, pairs.Z[:, 0])


def legendre_kernel(x, z, degree):
    """R_x(z) (n, m) of the polynomials up to that degree with the inner product of L2[0, 1]."""
    j = np.arange(check.whole("degree", degree, low=0) + 1)
    P, Q = (legendre.legvander(2 * check.array("x", a, ndim=1) - 1, len(j) - 1) for a in (x, z))
    return (P * (2 * j + 1)) @ Q.T


def coefficients(K, y):
    """alpha with K alpha = y: the cheapest function through the points."""
    K, y = square("K", K), check.array("y", y, ndim=1)
    try:
        return np.linalg.solve(K, y)
    except np.linalg.LinAlgError:
        raise ValueError("two points coincide: the kernel matrix has no inverse") from None


def inner(alpha, K, beta):
    """<f, g> = sum_ij alpha_i beta_j k(x_i, z_j), for K (n, m) = k(X, Z)."""
    K = check.array("K", K, shape=(len(alpha), len(beta)))
    return float(np.asarray(alpha) @ K @ np.asarray(beta))


def price(alpha, K):
    """|f|^2 = alpha' K alpha."""
    return inner(alpha, K, alpha)


def detour(K, y, k_new, k_self, y_new):
    """How much dearer the cheapest function becomes that also has the value y_new at a new point.

    k_new (n,) = k(X, new), k_self = k(new, new); divided by is the squared distance of k(new, .)
    from the span of the others.
    """
    weights = coefficients(K, k_new)
    away = check.positive("the distance to the span", k_self - k_new @ weights)
    return float((y_new - weights @ y) ** 2 / away)


def with_centres(K, K_all, y, lam, of_price=True):
    """Coefficients c of the sum of bumps that minimises a penalised squared residual.

    The penalty is lam |f|^2, or lam |c|^2 if not `of_price`, beside the mean squared residual.
    K (n, m) = k(points, centres) and K_all (m, m) = k(centres).
    """
    n, m = check.array("K", K, ndim=2).shape
    penalty = square("K_all", K_all) if of_price else np.eye(m)
    return np.linalg.solve(K.T @ K / n + check.positive("lam", lam) * penalty, K.T @ y / n)


@dataclass(frozen=True)
class Curve:
    """A function on [0, 1] at nodes u with weights for integrals; kinks: has f' a jump?"""

    u: np.ndarray
    weights: np.ndarray
    f: np.ndarray  # f, f', f'' at the nodes: (3, nodes)
    start: tuple  # f(0), f'(0)
    end: float  # f(1)
    kinks: bool

    def integral(self, g):
        return float(self.weights @ g)

    @property
    def size(self):
        """The integral of f^2, the squared norm of L2[0, 1]: no kernel has this price."""
        return self.integral(self.f[0] ** 2)

    @property
    def slope_price(self):
        """The price of 1 + min(x, z)."""
        return self.start[0] ** 2 + self.integral(self.f[1] ** 2)

    @property
    def bend_price(self):
        """The price of 1 + x z + cubic_spline(x, z): infinite for a kink."""
        if self.kinks:
            return np.inf
        return self.start[0] ** 2 + self.start[1] ** 2 + self.integral(self.f[2] ** 2)

    def laplace_price(self, bandwidth):
        """The price of exp(-|x - z| / bandwidth)."""
        inside = self.f[0] ** 2 / bandwidth + bandwidth * self.f[1] ** 2
        return (self.start[0] ** 2 + self.end**2 + self.integral(inside)) / 2


_gauss = lru_cache(legendre.leggauss)


def nodes(knots, count=40):
    """Nodes and weights for integrals over [0, 1]: Gauss's rule on each stretch between knots."""
    t, w = _gauss(count)
    inside = [k for k in knots if 0 < k < 1]
    ends = np.unique([0.0, *inside, 1.0])
    half, middle = np.diff(ends) / 2, (ends[1:] + ends[:-1]) / 2
    return (middle[:, None] + half[:, None] * t).ravel(), (half[:, None] * w).ravel()


def _slope(z, x):
    return 1 + np.minimum(z, x), (z < x).astype(float), np.zeros(np.broadcast(z, x).shape)


def _bend(z, x):
    before, value = z < x, 1 + x * z + _spline(x, z)
    return value, x + np.where(before, z * x - z * z / 2, x * x / 2), np.where(before, x - z, 0.0)


def _laplace(z, x, l):
    k = np.exp(-np.abs(z - x) / l)
    return k, -np.sign(z - x) * k / l, k / l**2


def _gaussian(z, x, l):
    t = (z - x) / l
    k = np.exp(-t * t / 2)
    return k, -t * k / l, (t * t - 1) * k / l**2


SHAPES = {"slope": _slope, "bend": _bend, "Laplace": _laplace, "Gaussian": _gaussian}


def shape(name, z, x, bandwidth):
    """k(z_i, x_j), its first and second derivative in z, (3, len(z), len(x)); name: of SHAPES."""
    check.one_of("name", name, list(SHAPES))
    given = (bandwidth,) if name in ("Laplace", "Gaussian") else ()
    return np.array(SHAPES[name](np.asarray(z)[:, None], np.asarray(x)[None], *given))


def curve(name, x, alpha, bandwidth, rule):
    """sum_j alpha_j k(x_j, .) of the kernel `name` as a Curve; `rule` comes from `nodes`."""
    (u, weights), alpha = rule, np.asarray(alpha)
    ends = shape(name, [0.0, 1.0], x, bandwidth) @ alpha
    kinks = name in ("slope", "Laplace")
    values = shape(name, u, x, bandwidth) @ alpha
    return Curve(u, weights, values, (ends[0, 0], ends[1, 0]), ends[0, 1], kinks)


def circle_bill(c, s):
    """Prices of the partial sums of sum_j c_j cos(j x): running sums of c_j^2 / s_j.

    The kernel on the circle is sum_j s_j cos(j (x - z)). A wave with c_j = 0 costs nothing.
    """
    c, s = np.asarray(c, dtype=float), np.asarray(s, dtype=float)
    with np.errstate(divide="ignore", over="ignore"):
        return np.cumsum(np.divide(c * c, s, out=np.zeros_like(c), where=c != 0))
