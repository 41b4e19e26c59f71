"""What learning by a surrogate costs, exactly: lines on finitely many points of the line."""

from dataclasses import dataclass

import numpy as np

from helpers import check, losses
from helpers.learning.surrogate import best_scores


@dataclass(frozen=True)
class Atoms:
    """Finitely many examples (t, y) on the line with their probabilities.

    Scores are w_0 + w_1 t.
    """

    t: np.ndarray
    y: np.ndarray
    mass: np.ndarray

    def margins(self, w):
        """y (w_0 + w_1 t) for lines w (..., 2): shape (..., atoms).

        Rounding counts as 0, so as a mistake.
        """
        w = np.asarray(w, dtype=float)
        m = (w[..., :1] + w[..., 1:] * self.t) * self.y
        return np.where(np.abs(m) < 1e-9, 0.0, m)

    def groups(self):
        """Places (t, y) of the two groups of a `crowd`, label +1 first.

        The places of its outliers follow, if there are any.
        """
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
    """Two groups of k points from `gap` on to either side of 0, and outliers.

    Labels are flipped with probability `noise`; a share `outliers` of points has label +1 at
    -distance.
    """
    t = gap + np.linspace(0, 1, k)
    t = np.concatenate([-t, t, -t, t, [-distance]])
    y = np.concatenate([-np.ones(k), np.ones(k), np.ones(k), -np.ones(k), [1.0]])
    share = (1 - check.nonnegative("outliers", outliers)) / (2 * k)
    mass = np.concatenate(
        [np.full(2 * k, (1 - noise) * share), np.full(2 * k, noise * share), [outliers]]
    )
    return Atoms(t, y, mass / mass.sum())


def hinge_vertices(atoms):
    """All w (m, 2) that give two atoms margin 1.

    Among them is a minimiser of every weighted hinge risk of these atoms, because that risk is
    linear between the lines y_i (w_0 + w_1 t_i) = 1 of the (w_0, w_1)-plane.
    """
    i, j = np.triu_indices(len(atoms.t), 1)
    apart = np.abs(atoms.t[i] - atoms.t[j]) > 1e-12
    i, j = i[apart], j[apart]
    slope = (atoms.y[i] - atoms.y[j]) / (atoms.t[i] - atoms.t[j])
    return np.unique(np.column_stack([atoms.y[i] - slope * atoms.t[i], slope]).round(12), axis=0)


def best_threshold(atoms):
    """A line w (2,) with the smallest 0-1 risk, and that risk.

    Every threshold between points, both ways round.
    """
    t = np.unique(atoms.t)
    cut = np.concatenate([[t[0] - 1], (t[1:] + t[:-1]) / 2, [t[-1] + 1]])
    w = np.concatenate(
        [np.column_stack([-cut, np.ones_like(cut)]), np.column_stack([cut, -np.ones_like(cut)])]
    )
    risk = atoms.risk(losses.zero_one, w)
    return w[risk.argmin()], float(risk.min())


@dataclass(frozen=True)
class Price:
    """The best lines for the 0-1 loss and for the hinge, and what learning by the hinge costs.

    The first has its risk, the second both of its risks; and for each of many samples there is the
    line that minimises the sample's hinge risk, with both of its true risks.
    """

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
    """The `Price` of learning lines by the hinge from samples of size n.

    It is exact, by looking at all `hinge_vertices`.
    """
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
    """The 0-1 risk of taking at each t a score of the least conditional risk.

    Where a whole interval is cheapest, it is its end farther from 0.
    """
    plus, minus = weights_by_place(atoms)
    lo, hi = best_scores(loss, plus / np.maximum(plus + minus, 1e-300))
    score = np.where(np.abs(lo) > np.abs(hi), lo, hi)
    return float(np.where(score > 0, minus, np.where(score < 0, plus, plus + minus)).sum())
