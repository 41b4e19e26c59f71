"""More than two classes: machines for two classes that vote, and one machine that knows all classes.

    rule     h(x) = argmax_k <w, Psi(x, k)>                 Psi: class-sensitive features; blocks give argmax_k <w_k, x>
    hinge    max_k ([k != y] + s_k - s_y) >= [h(x) != y]    of the scores s_k = <w, Psi(x, k)>
    machine  minimise  mean hinge + lam |w|^2               (mean loss + lam |w|^2; no bias: pad X with ones)

Classes are 0, 1, ..., c - 1. A source that writes |W|^2/2 + C sum_i xi_i (Crammer and Singer, liblinear) has
lam = 1/(2 n C).
"""
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from helpers import check, logistic, perceptron, svm
from helpers.multiclass_qp import Blocks, Features, solve
from helpers.perceptron import pad

# ---- two-class machines that vote: a learner maps X (n, d), t (n,) in {-1, +1} and lam to (w_1, ..., w_d, b)

LEARNERS = {
    "soft SVM": lambda X, t, lam: np.append((m := svm.soft_margin(X, t, 1 / (2 * lam))).w, m.b),
    "logistic": lambda X, t, lam: logistic.fit(pad(X), t, lam),
    "perceptron": lambda X, t, lam: perceptron.train(pad(X), t, epochs=20).last,
}
READINGS = ("left open", "lowest label", "by score", "one rule fewer")


def rules_against_all(X, y, learner, lam):
    """(c, d + 1): row k is the learner's plane of class k (+1) against all the others (-1)."""
    X, y, c = labelled(X, y)
    return np.array([learner(X, np.where(y == k, 1.0, -1.0), lam) for k in range(c)])


def rules_in_pairs(X, y, learner, lam):
    """(c, c, d + 1): [k, l] is the plane of class k (+1) against class l (-1) on their rows only, [l, k] = -[k, l].

    These are c(c - 1)/2 trainings; the other half is the same planes seen from the other side.
    """
    X, y, c = labelled(X, y)
    D = np.zeros((c, c, X.shape[1] + 1))
    for k in range(c):
        for l in range(k + 1, c):
            rows = (y == k) | (y == l)
            D[k, l] = learner(X[rows], np.where(y[rows] == k, 1.0, -1.0), lam)
            D[l, k] = -D[k, l]
    return D


def read_claims(A, X, how="left open"):
    """One against all, for the rows of X: the class that claims a row; where none does -1, where several do -2.

    how   "lowest label"        argmax of the signs, the first one if several are largest: never in doubt
          "by score"            argmax of the scores
          "one rule fewer"  without the last rule: the last class is what nobody claims
    """
    X = pad(X)
    if check.one_of("how", how, READINGS) == "one rule fewer":
        found = perceptron.claimed(A[:-1], X)
        return np.where(found == -1, len(A) - 1, found)
    if how == "lowest label":
        return (X @ A.T > 0).argmax(axis=1)
    return perceptron.claimed(A, X, settle=how == "by score")


def read_votes(D, X, how="left open"):
    """One against one, for the rows of X: the class with the most duels won; -2 where several have as many.

    how   as for `read_claims`; "by score": among those, the highest sum of scores
    """
    X = pad(X)
    if check.one_of("how", how, READINGS) == "lowest label":
        return perceptron.votes(D, X).argmax(axis=1)
    return perceptron.outvoted(D, X, settle=how == "by score")


def printed_votes(h, symmetric=True):
    """argmax_i sum_j sign(j - i) h[i, j], Durham's formula, for rules h (n, c, c) given for i < j only.

    For j < i the formula meets a rule that was never trained. Right is h[i, j] := h[j, i] (`symmetric`); the reading
    h[i, j] := -h[j, i], "the same rule with the classes exchanged", counts defeats as wins.
    """
    h = np.triu(check.array("h", h, ndim=3), 1)
    full = h + (1 if symmetric else -1) * h.transpose(0, 2, 1)
    i = np.arange(h.shape[1])
    return (np.sign(i[None, :] - i[:, None]) * full).sum(axis=2).argmax(axis=1)


def duels_won(h):
    """Wins of each class, and then the class with the most (the first of several), from h (c, c) given for i < j."""
    h = np.triu(check.array("h", h, ndim=2), 1)
    wins = (h - h.T > 0).sum(axis=1).tolist()
    return [*wins, wins.index(max(wins))]


# ---- class-sensitive features Psi(x, k), as arrays (n, c, D)


def block_features(X, c):
    """x in block k, zeros elsewhere: D = c d."""
    X, c = check.rows("X", X), check.whole("c", c, low=2)
    return np.einsum("kl,nd->nkld", np.eye(c), X).reshape(len(X), c, -1)


def ordered_features(X, c):
    """(k x, [k >= 1], ..., [k >= c - 1]), D = d + c - 1: the score grows by <w, x> + b_k from class k - 1 to class k.

    So the borders are parallel: for classes that stand in a row.
    """
    X, c = check.rows("X", X), check.whole("c", c, low=2)
    k = np.arange(c)
    steps = (k[:, None] >= k[None, 1:]).astype(float)
    return np.concatenate([k[None, :, None] * X[:, None, :], np.broadcast_to(steps, (len(X), c, c - 1))], axis=2)


def centre_features(X, c, centres):
    """-|x - centre_k|^2 / 2, D = 1: any weight w > 0 chooses the nearest centre."""
    X, centres = check.rows("X", X), check.array("centres", centres, shape=(c, None))
    return -((X[:, None, :] - centres) ** 2).sum(axis=2, keepdims=True) / 2


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
    """max_k ([k != y] + s_k - s_y): 0 if the own score leads by 1, else what is missing to that (Crammer, Singer)."""
    return augmented(S, y).max(axis=-1)


def sum_hinge(S, y):
    """sum over k != y of max(0, 1 + s_k - s_y) (Weston, Watkins): every class that is too near adds its part."""
    return np.maximum(augmented(S, y), 0).sum(axis=-1)


def soft_hinge(S, y, tau=1.0, cost=1.0):
    """tau log sum_k exp((cost [k != y] + s_k - s_y)/tau): at most tau ln c above the maximum.

    cost = 0 is the softmax loss at temperature tau (times tau); cost = 1 tends to the hinge as tau -> 0.
    """
    tau = check.positive("temperature tau", tau)
    return tau * log_sum_exp(augmented(S, y, cost) / tau)


def log_sum_exp(U):
    """log sum_k e^(U_k) along the last axis, with the largest exponent taken out: nothing overflows."""
    top = U.max(axis=-1, keepdims=True)
    return top[..., 0] + np.log(np.exp(U - top).sum(axis=-1))


def mean_losses(W, X, y):
    """[mean 0-1 loss, mean hinge] of the rule argmax_k <w_k, x> with the rows of W (c, d)."""
    S = check.rows("X", X) @ np.asarray(W, dtype=float).T
    return [float(zero_one(S, y).mean()), float(hinge(S, y).mean())]


def hinge_as_printed(S, y):
    """The hinge built on the 0-1 loss as Durham's (3.2) prints it, 1 for the right class: never under 1."""
    S = np.asarray(S, dtype=float)
    own = np.arange(S.shape[-1]) == np.asarray(y, dtype=int)[..., None]
    return (augmented(S, y, 0.0) + own).max(axis=-1)


# ---- one machine for all classes


@dataclass(frozen=True)
class ManyMachine:
    """A trained machine with its certificate: example i spreads one unit a[i] over the classes, w follows from a."""

    w: np.ndarray   # (D,)
    a: np.ndarray   # (n, c), rows sum to 1
    S: np.ndarray   # (n, c) scores of the training rows
    y: np.ndarray
    lam: float
    tau: float = 0.0   # temperature: 0 for the hinge
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
        """What each example does not keep for its own class, (n,) in [0, 1]: 0 if it could be left out."""
        return 1 - self.a[np.arange(len(self.y)), self.y]

    @property
    def losses(self):
        return soft_hinge(self.S, self.y, self.tau, self.cost) if self.tau else augmented(self.S, self.y).max(axis=1)

    @property
    def objective(self):
        """mean loss + lam |w|^2."""
        return float(self.losses.mean() + self.lam * self.w @ self.w)

    @property
    def dual(self):
        """mean_i (cost (1 - a_{i, y_i}) + tau entropy(a_i)) - lam |w|^2: a lower bound on the objective of every w."""
        entropy = -(self.a * np.log(np.where(self.a > 0, self.a, 1.0))).sum(axis=1)
        return float((self.cost * self.pays + self.tau * entropy).mean() - self.lam * self.w @ self.w)

    @property
    def gap(self):
        return self.objective - self.dual

    @property
    def error(self):
        """Share of the training rows that are predicted wrongly."""
        return float(zero_one(self.S, self.y).mean())


def machine(X, y, lam, c=None):
    """The multi-class SVM with block features: W (c, d) minimises mean hinge + lam |W|^2 over the rows of X (n, d)."""
    X, y, c = labelled(X, y, c)
    return _machine(Blocks(X, c), y, lam)


def machine_of(Psi, y, lam):
    """The same for any class-sensitive features Psi (n, c, D)."""
    Psi = check.array("Psi", Psi, ndim=3)
    _, y, c = labelled(Psi[:, 0], y, Psi.shape[1])
    return _machine(Features(Psi), y, lam)


def _machine(form, y, lam):
    lam = check.positive("lam", lam)
    Y = np.eye(form.c)[y]
    a = solve(form, y, 1 - Y, lam)
    w = form.collect(Y - a) / (2 * form.n * lam)
    m = ManyMachine(w, a, form.scores(w), y, lam)
    if not abs(m.gap) <= 1e-6 * (1 + abs(m.objective)):
        raise ValueError(f"no optimum was certified (duality gap {m.gap:.2g}): are the features of moderate size?")
    return m


def soft_machine(X, y, lam, tau, cost=1.0, c=None):
    """W (c, d) minimises mean `soft_hinge` + lam |W|^2, by Newton's method; a holds the probabilities at the optimum.

    Newton starts from the hinge's optimum if tau is small, from 0 if it is large: the answer is the same.
    """
    X, y, c = labelled(X, y, c)
    tau, lam, form, Y = check.positive("temperature tau", tau), check.positive("lam", lam), Blocks(X, c), np.eye(c)[y]

    def shares(w):
        U = (form.scores(w) + cost * (1 - Y)) / tau
        return np.exp(U - log_sum_exp(U)[:, None])

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
    w = logistic.minimise(f, grad, hess, start).last
    return ManyMachine(w, shares(w), form.scores(w), y, lam, tau, cost)


def class_sums(X, y, lam, c=None):
    """W (c, d) = (sum of the x_i of class k - (1/c) sum of all x_i)/(2 lam n): where `soft_machine` ends when hot."""
    X, y, c = labelled(X, y, c)
    return (np.eye(c)[y] - 1 / c).T @ X / (2 * check.positive("lam", lam) * len(y))


def without_penalty(X, y, c=None):
    """W (c, d) from a linear program, min mean hinge (+ 1e-4 |W|_1, to choose among many): all that is linear here."""
    X, y, c = labelled(X, y, c)
    n, d = X.shape
    gaps = block_features(X, c) - block_features(X, c)[np.arange(n), y][:, None, :]
    gaps = gaps.reshape(n * c, -1)
    rows = np.hstack([gaps, -gaps, -np.repeat(np.eye(n), c, axis=0)])  # W = P - Q with P, Q >= 0, then the slacks
    found = linprog(np.r_[np.full(2 * c * d, 1e-4), np.full(n, 1 / n)], rows, -(1 - np.eye(c)[y]).ravel()).x
    return (found[:c * d] - found[c * d:2 * c * d]).reshape(c, d)


# ---- four schemes with one face: X (n, d), y, lam -> (machine or None, planes (c, d + 1) or pair rules (c, c, d + 1))

SCHEMES = {
    "hinge": lambda X, y, lam: (m := machine(pad(X), y, lam), m.W),
    "softmax": lambda X, y, lam: (m := soft_machine(pad(X), y, lam, 1.0, 0.0), m.W),
    "one against all": lambda X, y, lam: (None, rules_against_all(X, y, LEARNERS["logistic"], lam)),
    "one against one": lambda X, y, lam: (None, rules_in_pairs(X, y, LEARNERS["logistic"], lam)),
}


# ---- the promise of the penalty


def lipschitz(X):
    """rho = sqrt(2) max |x_i|, the slope of the hinge with block features: |Psi(x, k) - Psi(x, y)| = sqrt(2) |x|."""
    return 2**0.5 * float(np.linalg.norm(check.rows("X", X), axis=1).max())


def expected_risk(X, y, lam, m, runs, rng, c=None):
    """Hinge risks (runs,) on all rows of X of machines that saw m rows each, drawn with replacement; and the errors."""
    X, y, c = labelled(X, y, c)
    risks, errors = np.empty(runs), np.empty(runs)
    for r, J in enumerate(rng.integers(len(y), size=(runs, check.whole("m", m)))):
        S = X @ machine(X[J], y[J], lam, c).W.T
        risks[r], errors[r] = hinge(S, y).mean(), zero_one(S, y).mean()
    return risks, errors


def labelled(X, y, c=None):
    """X (n, d), y (n,) as whole numbers 0, ..., c - 1, and c; without c, every class must occur."""
    X, y = check.pair(X, y)
    found = set(np.unique(y))
    if c is None:
        c = int(y.max()) + 1
        if c < 2 or found != set(range(c)):
            raise ValueError("classes y must be 0, 1, ..., each with at least one row")
    elif not found <= set(range(check.whole("c", c, low=2))):
        raise ValueError(f"classes y must be among 0, ..., {c - 1}, but y holds {sorted(found)[:6]}")
    return X, y.astype(int), c
