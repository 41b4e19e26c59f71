"""Risk and empirical risk, for laws so simple that the risk is known exactly.

    R(h) = E loss(h, z), z ~ g        the risk: needs the law g, which a learner never sees
    R_S(h) = (1/n) sum_i loss(h, z_i) the empirical risk of a sample S; ERM is its minimiser

Three laws: a noisy line with squared loss, thresholds on [0, 1] and half-planes with the 0-1 loss
(labels flipped with probability p). Then: regularised minimisation on a ray.
"""

import numpy as np

from helpers import check, losses
from helpers.descent.bisection import first_true
from helpers.linear import least_squares, logistic
from helpers.losses import Loss

# ---- a noisy line: x ~ N(0, 1), y = slope x + sigma N(0, 1), h_w(x) = w x, squared loss

SLOPE = 1.0


def line_risk(w, sigma):
    """R(w) = E(w x - y)^2 = sigma^2 + (w - SLOPE)^2."""
    return check.nonnegative("sigma", sigma) ** 2 + (np.asarray(w, dtype=float) - SLOPE) ** 2


class LineSamples:
    """`runs` samples of the noisy line, nested.

    They are the first n examples of each, for every n up to n_max.

    A squared loss needs only the sums of x^2, x e and e^2 (e: the noise over sigma), so they are
    all that is kept.
    """

    def __init__(self, runs, n_max, rng):
        x, e = rng.standard_normal((2, check.whole("n_max", n_max), check.whole("runs", runs)))
        self._sums = np.cumsum([x * x, x * e, e * e], axis=1)

    def _means(self, n):
        if check.whole("n", n) > self._sums.shape[1]:
            raise ValueError(f"n is at most {self._sums.shape[1]} here, but it is {n}")
        return self._sums[:, n - 1] / n

    def empirical(self, w, sigma, n):
        """R_S at each w (k,): (runs, k)."""
        (a, b, c), u = (m[:, None] for m in self._means(n)), np.asarray(w, dtype=float) - SLOPE
        return a * u**2 - 2 * sigma * b * u + sigma**2 * c

    def erm(self, sigma, n):
        """The minimiser of R_S in each run, (runs,)."""
        a, b, _ = self._means(n)
        return SLOPE + sigma * b / a

    def training(self, sigma, n):
        """R_S at its own minimiser, (runs,)."""
        a, b, c = self._means(n)
        return sigma**2 * (c - b**2 / a)

    def squares(self, n):
        """The sum of the squared x in each run, (runs,): chi-squared with n degrees of freedom."""
        return n * self._means(n)[0]


def erm_risks(sigma, n, d=1):
    """Expected training risk and expected risk of least squares on n rows N(0, I_d).

    They are sigma^2 (1 - d/n) and sigma^2 (1 + d/(n - d - 1)); the second is infinite up to
    n = d + 1. n may be an array.
    """
    n, sigma = np.asarray(n, dtype=float), check.nonnegative("sigma", sigma)
    left = n - check.whole("d", d) - 1
    price = np.divide(d, left, out=np.full(n.shape, np.inf), where=left > 0)
    return sigma**2 * np.maximum(1 - d / n, 0.0), sigma**2 * (1 + price)


# ---- thresholds: x uniform on [0, 1], y = sign(x - t0) flipped with probability p; the rule says
# +1 for x > t


def threshold_sample(n, t0, p, rng):
    """x (n,) and labels y (n,) of -1 and +1."""
    x = rng.uniform(size=check.whole("n", n))
    return x, np.where(x > t0, 1.0, -1.0) * np.where(rng.uniform(size=n) < p, -1.0, 1.0)


def threshold_risk(t, t0, p):
    """p + (1 - 2p) |t - t0|: between t and t0 the rule is wrong unless the label was flipped."""
    return p + (1 - 2 * p) * np.abs(np.asarray(t, dtype=float) - t0)


def threshold_errors(x, y, grid):
    """The 0-1 empirical risk of every threshold t of the grid (k,), from one sort.

    Mistakes are +1 at or below t, and -1 above.
    """
    x, y = check.array("x", x, ndim=1), check.array("y", y, ndim=1)
    order = np.argsort(x, kind="stable")
    below = np.searchsorted(x[order], check.array("grid", grid, ndim=1), side="right")
    positive = np.concatenate([[0], np.cumsum(y[order] > 0)])
    negative = np.concatenate([[0], np.cumsum(y[order] < 0)])
    return (positive[below] + negative[-1] - negative[below]) / len(x)


# ---- half-planes: x ~ N(0, I) in the plane, y = sign <u, x> flipped with probability p

TRUE_ANGLE = 0.9  # of u
TRUE_DIRECTION = np.array([np.cos(TRUE_ANGLE), np.sin(TRUE_ANGLE)])


def half_planes(n, p, rng):
    """X (n, 2) and labels y (n,).

    The draws do not depend on p; only which labels are flipped does.
    """
    X, coin = rng.standard_normal((check.whole("n", n), 2)), rng.uniform(size=n)
    y = np.where(X @ TRUE_DIRECTION > 0, 1.0, -1.0)
    return X, np.where(coin < check.nonnegative("p", p), -y, y)


def angle_risk(angle, p):
    """The 0-1 risk of the direction `angle`: p + (1 - 2p) phi/pi.

    phi in [0, pi] is the angle to the true one.
    """
    off = np.abs((np.asarray(angle, dtype=float) - TRUE_ANGLE + np.pi) % (2 * np.pi) - np.pi)
    return p + (1 - 2 * p) * off / np.pi


def degrees(w):
    """The angle of w (2,) in degrees, from 0 up to 360; NaN if w is."""
    return float(np.degrees(np.arctan2(w[1], w[0])) % 360)


def direction_errors(X, y):
    """The empirical 0-1 risk as a function of the direction of w, all of it: (edges, errors).

    w = (cos a, sin a) makes errors[i] (a share) for a between edges[i] and edges[i + 1]; edges (2n
    + 1,) go once round, from the first critical angle to itself plus 2 pi: w crosses a right angle
    to some x_i there and nowhere else.
    """
    X, y = check.pair(X, y)
    if X.shape[1] != 2:
        raise ValueError(f"X must have 2 columns to try all directions, but it has {X.shape[1]}")
    at = np.arctan2(X[:, 1], X[:, 0])
    edges = np.sort(np.concatenate([at - np.pi / 2, at + np.pi / 2]) % (2 * np.pi))
    edges = np.append(edges, edges[0] + 2 * np.pi)
    middle = (edges[:-1] + edges[1:]) / 2
    return edges, losses.mean_loss(
        losses.zero_one, X, y, np.column_stack([np.cos(middle), np.sin(middle)])
    )


def best_direction(X, y):
    """(angle, error): the middle of the widest arc of directions with the fewest mistakes.

    That is ERM for the 0-1 loss.
    """
    edges, errors = direction_errors(X, y)
    width = np.where(errors == errors.min(), np.diff(edges), -1.0)
    i = int(width.argmax())
    return float((edges[i] + edges[i + 1]) / 2), float(errors[i])


def erm(loss, X, y):
    """A minimiser w (2,) of the mean loss in the plane, NaN if there is none.

    Squared: least squares. Logistic: Newton's method; none if a line through 0 separates the
    classes. Zero-one: the unit vector of `best_direction`.
    """
    if loss is losses.zero_one:
        a = best_direction(X, y)[0]
        return np.array([np.cos(a), np.sin(a)])
    if loss is losses.squared:
        return least_squares.least_squares(X, y).w
    if loss is not losses.logistic:
        raise ValueError(f"loss must be squared, logistic or zero-one, but it is {loss.name}")
    if best_direction(X, y)[1] == 0:  # longer is always better
        return np.full(2, np.nan)
    return logistic.fit(X, y)


def best_length(loss, p):
    """|w*|, where w* minimises the risk under the half-plane law: by symmetry w* points along u.

    The risk of a u is E[(1 - p) loss(a|x|) + p loss(-a|x|)] with x ~ N(0, 1); squared loss: (1 -
    2p) sqrt(2/pi). For a convex loss of the margin its slope in a is bisected, the expectation
    taken on a fine grid. The 0-1 loss does not care: 1.
    """
    p = check.nonnegative("p", p)
    if loss is losses.zero_one:
        return 1.0
    if loss is losses.squared:
        return (1 - 2 * p) * np.sqrt(2 / np.pi)
    x = np.linspace(0, 9, 4001)
    mass = 2 * np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi) * (x[1] - x[0])

    def rises(a):
        return mass @ (x * ((1 - p) * loss.grad(a * x) - p * loss.grad(-a * x))) >= 0

    return first_true(rises, 0.0, 1e3)


# ---- regularised minimisation on a ray c u, c >= 0: (1/n) sum loss(c m_i) + lam c^2, |u| = 1, m_i
# = y_i <u, x_i>

printed_zero_one = Loss(
    "zero-one as printed", lambda m: np.where(m < 0, 1.0, 0.0), losses.zero_one.grad
)


def on_ray(loss, margins, lam, c):
    """The objective at each c (...): mean loss + lam |w|^2 at w = c u."""
    c, margins = np.asarray(c, dtype=float), check.array("margins", margins, ndim=1)
    return loss.value(c[..., None] * margins).mean(axis=-1) + check.nonnegative("lam", lam) * c**2


def ray_infimum(margins):
    """inf over c > 0 of the 0-1 objective: the share of mistakes of u, for any lam.

    It is approached as c falls to 0.
    """
    return float(losses.zero_one(check.array("margins", margins, ndim=1)).mean())


def ray_minimum(loss, margins, lam):
    """The c >= 0 that minimises a convex loss on the ray, for lam > 0.

    Bisection on its slope, mean loss'(c m) m + 2 lam c.
    """
    margins, lam = check.array("margins", margins, ndim=1), check.positive("lam", lam)
    low, high = 0.0, 1.0

    def falls(c):
        return (loss.grad(c * margins) * margins).mean() + 2 * lam * c < 0

    if not falls(low):
        return low
    while falls(high):
        high *= 2
    return first_true(lambda c: not falls(c), low, high)
