"""Surrogates for the 0-1 loss: do they find the right sign, and what do they cost?"""

from dataclasses import dataclass

import numpy as np

from helpers import check, losses
from helpers.descent import optim
from helpers.descent.bisection import first_true
from helpers.learning.functions import of_loss
from helpers.losses import Loss

FAR = 40.0  # a score beyond this is infinite: e^-40 is lost beside 1


logistic2 = Loss(
    "logistic / ln 2",
    lambda m: losses.logistic.value(m) / np.log(2),
    lambda m: losses.logistic.grad(m) / np.log(2),
    rho=1 / np.log(2),
    beta=0.25 / np.log(2),
)


squared = Loss("squared (1 − m)²", lambda m: (1 - m) ** 2, lambda m: -2 * (1 - m), beta=2.0)


def two_slopes(a, kink):
    """1 + m^2/4 + a m for m < 0 and (a + kink) m for m > 0: convex, with slopes a and a + kink at
    0."""
    a, kink = check.number("a", a), check.nonnegative("kink", kink)
    return Loss(
        "two slopes",
        lambda m: 1 + m * m / 4 + np.where(m <= 0, a, a + kink) * m,
        lambda m: m / 2 + np.where(m <= 0, a, a + kink),
        beta=np.inf if kink else 0.5,
    )


SURROGATES = {
    loss.name: loss
    for loss in (
        losses.hinge,
        losses.squared_hinge,
        losses.logistic,
        logistic2,
        losses.exponential,
        squared,
        losses.perceptron,
    )
}


ABOVE_ZERO_ONE = ("hinge", "squared hinge", "logistic / ln 2", "exponential", "squared (1 − m)²")


def conditional_risk(loss, p, s):
    """C_p(s) = p loss(s) + (1 - p) loss(-s)."""
    s = np.asarray(s, dtype=float)
    return p * loss(s) + (1 - p) * loss(-s)


def best_scores(loss, p):
    """[lo, hi], the minimisers of C_p for a convex loss, infinite where the minimum is only
    approached; p is (...).

    Bisection on the one-sided slopes p loss'(s+) - (1-p) loss'(-s-) and p loss'(s-) - (1-p)
    loss'(-s+).
    """
    p, curve = np.asarray(p, dtype=float), of_loss(loss)

    def rises(s):  # from lo on
        return p * curve.right(s) - (1 - p) * curve.left(-s) >= 0

    def mirrored(s):  # C_p falls at -s: from -hi on
        return p * curve.left(-s) - (1 - p) * curve.right(s) <= 0

    return _first(rises, p.shape), -_first(mirrored, p.shape)


def _first(true, shape):
    """The smallest s in [-FAR, FAR] from which on `true` holds, -inf if everywhere, inf if
    nowhere."""
    low, high = np.full(shape, -FAR), np.full(shape, FAR)
    always, never = true(low), ~true(high)
    return np.where(always, -np.inf, np.where(never, np.inf, first_true(true, low, high)))


def slopes_at_zero(loss):
    """(loss'(0-), loss'(0+))."""
    curve = of_loss(loss)
    return float(curve.left(np.zeros(()))), float(curve.right(np.zeros(())))


def pull(loss, p):
    """The slope of C_p at 0 towards Bayes' side: below 0 a right score beats every wrong one, at p
    itself.

    For p > 1/2 that is p loss'(0+) - (1-p) loss'(0-); p and 1 - p give the same.
    """
    (left, right), p = slopes_at_zero(loss), np.maximum(p, 1 - np.asarray(p, dtype=float))
    return p * right - (1 - p) * left


def calibrated(loss, ps=None):
    """Is a right sign strictly better at every p but 1/2? By `pull` on a grid of p, and in the
    limit at 1/2."""
    ps = np.linspace(0.51, 1, 50) if ps is None else ps
    return bool(pull(loss, 0.5) <= 0 and (pull(loss, ps) < 0).all())


def regret_of_wrong(loss, p, grid=None):
    """inf of C_p over scores of the wrong sign (or 0), minus inf over all: Bartlett's criterion
    wants it positive."""
    grid = np.linspace(-4, 4, 801) if grid is None else grid
    ends = np.clip([float(e) for e in best_scores(loss, p)], -FAR, FAR)
    s = np.concatenate([grid, ends, [0.0]])
    C = conditional_risk(loss, p, s)
    return float(C[s * (2 * p - 1) <= 0].min() - C.min())


@dataclass(frozen=True)
class Atoms:
    """Finitely many examples (t, y) on the line with their probabilities; scores are w_0 + w_1
    t."""

    t: np.ndarray
    y: np.ndarray
    mass: np.ndarray

    def margins(self, w):
        """y (w_0 + w_1 t) for lines w (..., 2): shape (..., atoms). Rounding counts as 0, so as a
        mistake."""
        w = np.asarray(w, dtype=float)
        m = (w[..., :1] + w[..., 1:] * self.t) * self.y
        return np.where(np.abs(m) < 1e-9, 0.0, m)

    def groups(self):
        """Places (t, y) of the two groups of a `crowd`, label +1 first, and of its outliers if
        there are any."""
        k = (len(self.t) - 1) // 4
        parts = slice(k, 2 * k), slice(k), slice(4 * k, 4 * k + bool(self.mass[-1]))
        return [np.column_stack([self.t[part], self.y[part]]) for part in parts]

    def risk(self, loss, w):
        """The expected loss of lines w (..., 2)."""
        return loss(self.margins(w)) @ self.mass

    def draw(self, n, runs, rng):
        """Shares of the atoms in `runs` samples of size n: (runs, atoms)."""
        return rng.multinomial(n, self.mass, size=runs) / n


def crowd(noise, gap, outliers, distance, k=10):
    """Two groups of k points from `gap` on to either side of 0, labels flipped with probability
    `noise`, and a share `outliers` of points with label +1 at -distance."""
    t = gap + np.linspace(0, 1, k)
    t = np.concatenate([-t, t, -t, t, [-distance]])
    y = np.concatenate([-np.ones(k), np.ones(k), np.ones(k), -np.ones(k), [1.0]])
    share = (1 - check.nonnegative("outliers", outliers)) / (2 * k)
    mass = np.concatenate(
        [np.full(2 * k, (1 - noise) * share), np.full(2 * k, noise * share), [outliers]]
    )
    return Atoms(t, y, mass / mass.sum())


def hinge_vertices(atoms):
    """All w (m, 2) that give two atoms margin 1: among them is a minimiser of every weighted hinge
    risk of these atoms, because that risk is linear between the lines y_i (w_0 + w_1 t_i) = 1 of
    the (w_0, w_1)-plane."""
    i, j = np.triu_indices(len(atoms.t), 1)
    apart = np.abs(atoms.t[i] - atoms.t[j]) > 1e-12
    i, j = i[apart], j[apart]
    slope = (atoms.y[i] - atoms.y[j]) / (atoms.t[i] - atoms.t[j])
    return np.unique(np.column_stack([atoms.y[i] - slope * atoms.t[i], slope]).round(12), axis=0)


def best_threshold(atoms):
    """A line w (2,) with the smallest 0-1 risk, and that risk: every threshold between points, both
    ways round."""
    t = np.unique(atoms.t)
    cut = np.concatenate([[t[0] - 1], (t[1:] + t[:-1]) / 2, [t[-1] + 1]])
    w = np.concatenate(
        [np.column_stack([-cut, np.ones_like(cut)]), np.column_stack([cut, -np.ones_like(cut)])]
    )
    risk = atoms.risk(losses.zero_one, w)
    return w[risk.argmin()], float(risk.min())


@dataclass(frozen=True)
class Price:
    """The best line for the 0-1 loss and its risk, the best line for the hinge and both of its
    risks; and for each of many samples the line that minimises the sample's hinge risk, with both
    of its true risks."""

    best: np.ndarray  # (2,)
    I: float  # min R
    hinge: np.ndarray  # (2,)
    low: float  # min of the hinge risk, so II = low - I
    error: float  # R of the hinge's best line
    learnt: np.ndarray  # (runs, 2)
    R: np.ndarray  # (runs,)
    surrogate: np.ndarray  # (runs,), so III = surrogate - low

    @property
    def II(self):
        return self.low - self.I

    @property
    def III(self):
        return self.surrogate - self.low


def hinge_price(atoms, n, runs, rng):
    """The `Price` of learning lines by the hinge from samples of size n; exact, by looking at all
    `hinge_vertices`."""
    W, (best, least) = hinge_vertices(atoms), best_threshold(atoms)
    cost, error = losses.hinge(atoms.margins(W)), atoms.risk(losses.zero_one, W)
    risk, picks = cost @ atoms.mass, (cost @ atoms.draw(n, runs, rng).T).argmin(axis=0)
    i = risk.argmin()
    return Price(
        best, least, W[i], float(risk[i]), float(error[i]), W[picks], error[picks], risk[picks]
    )


def weights_by_place(atoms):
    """(mass of label +1, mass of label -1) at each different t."""
    t, where = np.unique(atoms.t, return_inverse=True)
    return tuple(np.bincount(where, atoms.mass * (atoms.y == s), len(t)) for s in (1, -1))


def bayes_risk(atoms):
    """The 0-1 risk of the best rule of all: at each t the lighter label is lost."""
    return float(np.minimum(*weights_by_place(atoms)).sum())


def pointwise_risk(loss, atoms):
    """The 0-1 risk of the function that takes at each t a score of the least conditional risk
    (where a whole interval is cheapest, its end farther from 0)."""
    plus, minus = weights_by_place(atoms)
    lo, hi = best_scores(loss, plus / np.maximum(plus + minus, 1e-300))
    score = np.where(np.abs(lo) > np.abs(hi), lo, hi)
    return float(np.where(score > 0, minus, np.where(score < 0, plus, plus + minus)).sum())


def perceptron_error(n, rng, margin=0.1, fresh=4000):
    """Error on fresh points of the line that the batch perceptron finds on n separable points of
    the plane."""
    X = rng.normal(size=(2 * (n + fresh), 2))
    X = X[np.abs(X @ [0.6, 0.8]) >= margin][: n + fresh]
    y = np.sign(X @ [0.6, 0.8])
    grad = losses.objective(losses.perceptron, X[:n], y[:n])[1]
    w = optim.gradient_descent(grad, np.zeros(2), 1.0, 5000, stop=optim.small_gradient(1e-12)).last
    return float(losses.zero_one(y[n:] * (X[n:] @ w)).mean())
