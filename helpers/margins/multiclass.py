"""One machine that knows all classes: its hinge, its softmax, its penalty."""

from dataclasses import dataclass

import numpy as np
from scipy import special
from scipy.optimize import linprog

from helpers import check
from helpers.descent.newton import minimise
from helpers.linear.softmax import softmax
from helpers.margins.class_features import Blocks, Features, block_features
from helpers.margins.multiclass_qp import solve
from helpers.margins.perceptron import pad
from helpers.margins.votes import LEARNERS, one_vs_all, one_vs_one

# ---- losses of scores S (..., c)


def predict(S):
    """argmax_k S_k, the first one if several are largest."""
    return np.argmax(S, axis=-1)


def augmented(S, y, cost=1.0):
    """cost [k != y] + s_k - s_y (..., c): what the hinge takes the largest of; 0 at k = y."""
    S, y = np.asarray(S, dtype=float), np.asarray(y, dtype=int)
    own = np.arange(S.shape[-1]) == y[..., None]
    return cost * ~own + S - (S * own).sum(axis=-1, keepdims=True)


def zero_one(S, y):
    """1 where the predicted class is wrong, else 0."""
    return (predict(S) != np.asarray(y)).astype(float)


def hinge(S, y):
    """max_k ([k != y] + s_k - s_y): 0 if the own score leads by 1 (Crammer, Singer)."""
    return augmented(S, y).max(axis=-1)


def soft_hinge(S, y, tau=1.0, cost=1.0):
    """tau log sum_k exp((cost [k != y] + s_k - s_y)/tau): at most tau ln c above the maximum.

    cost = 0 is the softmax loss at temperature tau (times tau); cost = 1 tends to the hinge as tau
    -> 0.
    """
    tau = check.positive("temperature tau", tau)
    return tau * special.logsumexp(augmented(S, y, cost) / tau, axis=-1)


def hinge_as_printed(S, y):
    """The hinge as Durham's (3.2) prints it, 1 for the right class: it is never under 1."""
    S = np.asarray(S, dtype=float)
    own = np.arange(S.shape[-1]) == np.asarray(y, dtype=int)[..., None]
    return (augmented(S, y, 0.0) + own).max(axis=-1)


# ---- one machine for all classes


@dataclass(frozen=True)
class ManyMachine:
    """A trained machine with its certificate.

    Example i spreads one unit a[i] over the classes, and w follows from a.
    """

    w: np.ndarray  # (D,)
    a: np.ndarray  # (n, c), rows sum to 1
    S: np.ndarray  # (n, c) scores of the training rows
    y: np.ndarray
    lam: float
    tau: float = 0.0  # temperature: 0 for the hinge
    cost: float = 1.0

    @property
    def W(self):
        """Block features: W (c, d), one row per class."""
        return self.w.reshape(self.a.shape[1], -1)

    def choose(self, X):
        """Block features: the class of each row of X (m, d), by the largest score."""
        return predict(check.rows("X", X) @ self.W.T)

    @property
    def pays(self):
        """What each example does not keep for its own class, (n,): 0 if it could be left out."""
        return 1 - self.a[np.arange(len(self.y)), self.y]

    @property
    def losses(self):
        return (
            soft_hinge(self.S, self.y, self.tau, self.cost)
            if self.tau
            else augmented(self.S, self.y).max(axis=1)
        )

    @property
    def objective(self):
        """mean loss + lam |w|^2."""
        return float(self.losses.mean() + self.lam * self.w @ self.w)

    @property
    def dual(self):
        """mean_i (cost (1 - a_{i, y_i}) + tau entropy(a_i)) - lam |w|^2: a bound from below."""
        entropy = -(self.a * np.log(np.where(self.a > 0, self.a, 1.0))).sum(axis=1)
        return float(
            (self.cost * self.pays + self.tau * entropy).mean() - self.lam * self.w @ self.w
        )

    @property
    def gap(self):
        return self.objective - self.dual

    @property
    def error(self):
        """Share of the training rows that are predicted wrongly."""
        return float(zero_one(self.S, self.y).mean())


def machine(X, y, lam, c=None):
    """The multi-class SVM with block features.

    W (c, d) minimises mean hinge + lam |W|^2 over the rows of X (n, d).
    """
    X, y, c = check.class_pair(X, y, c)
    return _machine(Blocks(X, c), y, lam)


def machine_of(Psi, y, lam):
    """The same for any class-sensitive features Psi (n, c, D)."""
    Psi = check.array("Psi", Psi, ndim=3)
    _, y, c = check.class_pair(Psi[:, 0], y, Psi.shape[1])
    return _machine(Features(Psi), y, lam)


def _machine(form, y, lam):
    lam = check.positive("lam", lam)
    Y = np.eye(form.c)[y]
    a = solve(form, y, 1 - Y, lam)
    w = form.collect(Y - a) / (2 * form.n * lam)
    m = ManyMachine(w, a, form.scores(w), y, lam)
    if not abs(m.gap) <= 1e-6 * (1 + abs(m.objective)):
        raise ValueError(
            f"no optimum was certified (duality gap {m.gap:.2g}): are the features of "
            f"moderate size?"
        )
    return m


def soft_machine(X, y, lam, tau, cost=1.0, c=None):
    """W (c, d) minimises mean `soft_hinge` + lam |W|^2, by Newton's method.

    a holds the probabilities at the optimum.

    Newton starts from the hinge's optimum if tau is small, from 0 if it is large: the answer is the
    same.
    """
    X, y, c = check.class_pair(X, y, c)
    tau, lam, form, Y = (
        check.positive("temperature tau", tau),
        check.positive("lam", lam),
        Blocks(X, c),
        np.eye(c)[y],
    )

    def shares(w):
        return softmax(form.scores(w) + cost * (1 - Y), tau)

    def f(w):
        return soft_hinge(form.scores(w), y, tau, cost).mean() + lam * w @ w

    def grad(w):
        return form.collect(shares(w) - Y) / len(y) + 2 * lam * w

    def hess(w):
        P = shares(w)
        B = P[:, :, None] * P[:, None, :] / (tau * len(y))
        B[:, np.arange(c), np.arange(c)] = 0
        return form.curvature(B) + 2 * lam * np.eye(len(w))

    start = machine(X, y, lam, c).w if tau < 0.5 and cost else np.zeros(X.shape[1] * c)
    w = minimise(f, grad, hess, start).last
    return ManyMachine(w, shares(w), form.scores(w), y, lam, tau, cost)


def class_sums(X, y, lam, c=None):
    """(sum of class k - (1/c) sum of all)/(2 lam n), (c, d): the hot limit of `soft_machine`."""
    X, y, c = check.class_pair(X, y, c)
    return (np.eye(c)[y] - 1 / c).T @ X / (2 * check.positive("lam", lam) * len(y))


def without_penalty(X, y, c=None):
    """W (c, d) from a linear program, min mean hinge (+ 1e-4 |W|_1, to choose among many)."""
    X, y, c = check.class_pair(X, y, c)
    n, d = X.shape
    gaps = block_features(X, c) - block_features(X, c)[np.arange(n), y][:, None, :]
    gaps = gaps.reshape(n * c, -1)
    rows = np.hstack(
        [gaps, -gaps, -np.repeat(np.eye(n), c, axis=0)]
    )  # W = P - Q with P, Q >= 0, then the slacks
    solution = linprog(
        np.r_[np.full(2 * c * d, 1e-4), np.full(n, 1 / n)], rows, -(1 - np.eye(c)[y]).ravel()
    ).x
    return (solution[: c * d] - solution[c * d : 2 * c * d]).reshape(c, d)


# ---- four schemes with one face: X (n, d), y, lam -> (machine or None, planes (c, d + 1) or pair
# rules (c, c, d + 1))

SCHEMES = {
    "hinge": lambda X, y, lam: (m := machine(pad(X), y, lam), m.W),
    "softmax": lambda X, y, lam: (m := soft_machine(pad(X), y, lam, 1.0, 0.0), m.W),
    "one against all": lambda X, y, lam: (None, one_vs_all(X, y, LEARNERS["logistic"], lam)),
    "one against one": lambda X, y, lam: (None, one_vs_one(X, y, LEARNERS["logistic"], lam)),
}


# ---- the promise of the penalty


def lipschitz(X):
    """rho = sqrt(2) max |x_i|, for |Psi(x, k) - Psi(x, y)| = sqrt(2) |x| with block features."""
    return 2**0.5 * float(np.linalg.norm(check.rows("X", X), axis=1).max())


def promise(rho, B, m):
    """rho B sqrt(8/m), how far the expected hinge risk may be above the best, at most.

    The machine saw m rows and lam = `tuned`; the best is the smallest risk of all |w| <= B.
    """
    return rho * B * (8 / m) ** 0.5


def tuned(rho, B, m):
    """The penalty lam = sqrt(2) rho/(B sqrt(m)) that `promise` is about."""
    return 2**0.5 * rho / (B * m**0.5)


def expected_risk(X, y, lam, m, runs, rng, c=None):
    """Hinge risks and errors on X, (runs,) each, of machines that saw m rows with replacement."""
    X, y, c = check.class_pair(X, y, c)
    risks, errors = np.empty(runs), np.empty(runs)
    for r, J in enumerate(rng.integers(len(y), size=(runs, check.whole("m", m)))):
        S = X @ machine(X[J], y[J], lam, c).W.T
        risks[r], errors[r] = hinge(S, y).mean(), zero_one(S, y).mean()
    return risks, errors
