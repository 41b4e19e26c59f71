"""Less noise at the same mean: control variates, and SVRG, which makes one of every gradient.

    control variate   v = x + c (y - E y),   tr Var(v) = V_x + 2 c C + c^2 V_y,
                      C = E <x - E x, y - E y>
    SVRG              v = g_j(w) - (g_j(w_snap) - grad f(w_snap)): x = g_j(w), y = g_j(w_snap), c =
                      -1

SVRG takes a new snapshot w_snap every kappa steps; only then is the full gradient computed.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from helpers import check
from helpers.descent.laws import LeastSquaresLaw
from helpers.descent.sgd import sgd


@dataclass(frozen=True)
class Moments:
    """V_x, V_y and C of two random vectors: traces of their covariances."""

    V_x: float
    V_y: float
    C: float

    def variance(self, c):
        """tr Var(x + c (y - E y)) = V_x + 2 c C + c^2 V_y."""
        return self.V_x + 2 * c * self.C + c**2 * self.V_y

    @property
    def best(self):
        """c* = -C/V_y."""
        return -self.C / self.V_y

    @property
    def least(self):
        """V_x - C^2/V_y: the variance at c*, (1 - correlation^2) V_x.

        It is the same for y and for 10 y.
        """
        return self.V_x - self.C**2 / self.V_y


def moments(x, y):
    """Moments of paired samples x, y (n,) or (n, d), dividing by n.

    They are exact for an average over these n pairs.
    """
    x, y = check.rows("x", x), check.rows("y", y)
    if x.shape != y.shape:
        raise ValueError(
            f"x and y must have the same shape, but the shapes are {x.shape} and {y.shape}"
        )
    dx, dy = x - x.mean(axis=0), y - y.mean(axis=0)
    V_y = (dy**2).sum(axis=1).mean()
    if V_y == 0:
        raise ValueError("y is constant: it cannot control anything")
    return Moments((dx**2).sum(axis=1).mean(), V_y, (dx * dy).sum(axis=1).mean())


def controlled(x, y, c, mean_y):
    """v = x + c (y - E y), with the same mean as x for every c."""
    return np.asarray(x) + c * (np.asarray(y) - mean_y)


# ---- SVRG


def svrg(guess, full, w0, eta, kappa, T, n):
    """SVRG: v_t = guess(w_t, t) - guess(w_snap, t) + full(w_snap).

    w_snap = w_t is taken at t = 1, kappa + 1, ...

    guess(w, t) is the gradient of the example drawn at step t, the same example at both points;
    full(w) the mean gradient over all n examples, computed at snapshots only. w0 (d,) or k runs (k,
    d). extra: snapshot, shaped like v, and evaluations (T+1,), gradients of single examples
    computed by each run so far.
    """
    kappa, anchor, snapshots = check.whole("kappa", kappa), {}, []

    def direction(w, t):
        if (t - 1) % kappa == 0:
            anchor["w"], anchor["full"] = w.copy(), np.asarray(full(w), dtype=float)
        snapshots.append(anchor["w"])
        return guess(w, t) - guess(anchor["w"], t) + anchor["full"]

    run = sgd(direction, w0, eta, T)
    extra = {
        "snapshot": np.array(snapshots[: run.T]).reshape(run.v.shape),
        "evaluations": evaluations(np.arange(run.T + 1), n, kappa),
    }
    return replace(run, extra={**run.extra, **extra})


def evaluations(t, n, kappa):
    """Gradients of single examples that t steps of SVRG compute.

    2 t, and n for each of the ceil(t/kappa) snapshots.
    """
    t = np.asarray(t)
    return 2 * t + n * -(-t // kappa)


def affordable(spent, n, kappa):
    """The number of SVRG steps that `spent` evaluations pay for.

    It is the largest t with evaluations(t) <= spent.
    """
    epochs, rest = np.divmod(np.asarray(spent), n + 2 * kappa)
    return epochs * kappa + np.maximum(0, rest - n) // 2


def svrg_singles(G, G_snap):
    """All n directions that SVRG may take, (n, d): G - G_snap + mean of G_snap.

    G and G_snap are the single gradients at w and at the snapshot. The mean of the directions is
    the mean of G, the full gradient at w.
    """
    return G - G_snap + G_snap.mean(axis=0)


def smoothness_of_singles(X):
    """beta_j = 2 |x_j|^2 of the losses (<w, x_j> - y_j)^2, (n,)."""
    return 2 * (check.rows("X", X) ** 2).sum(axis=1)


@dataclass(frozen=True)
class SVRGLaw:
    """SVRG on least squares without sampling.

    The second moments U of (w - w_snap, w_snap - w*) obey a linear law.

    With A_j = 2 x_j x_j', A their mean, D = w - w_snap and s = w_snap - w*: D <- D - eta (A_j D + A
    s), s stays; a snapshot puts s <- s + D, D <- 0. No term is left that does not vanish with D and
    s: SVRG arrives.
    """

    law: LeastSquaresLaw
    eta: float
    kappa: int

    @cached_property
    def _step(self):
        """K (4 d^2, 4 d^2): one step of vec(U)."""
        d, A = self.law.d, self.law.f.A
        N = np.block([[np.eye(d) - self.eta * A, -self.eta * A], [np.zeros((d, d)), np.eye(d)]])
        S = np.zeros((2 * d,) * 4)
        S[:d, :d, :d, :d] = self.law.spread[:, :d, :, :d].transpose(0, 2, 1, 3)
        return np.kron(N, N) + self.eta**2 * S.reshape(4 * d * d, 4 * d * d)

    @cached_property
    def _epoch(self):
        """(d^2, d^2): what kappa steps and a snapshot make of E s s'."""
        start, end = self._ends
        with np.errstate(all="ignore"):
            return end @ np.linalg.matrix_power(self._step, self.kappa) @ start

    @cached_property
    def _ends(self):
        """vec(E s s') to vec(U) with D = 0, and vec(U) to vec(E (D + s)(D + s)')."""
        d = self.law.d
        start, end = np.vstack([np.zeros((d, d)), np.eye(d)]), np.hstack([np.eye(d), np.eye(d)])
        return np.kron(start, start), np.kron(end, end)

    @property
    def factor(self):
        """The factor by which the mean square error shrinks per snapshot in the long run.

        Over 1 the error grows.
        """
        with np.errstate(all="ignore"):
            epoch = self._epoch
        return float(np.abs(np.linalg.eigvals(epoch)).max()) if np.isfinite(epoch).all() else np.inf

    def second_moments(self, w0, t):
        """U (k, 2d, 2d) after t steps (k,) from w0 (d,), a snapshot that is due being taken."""
        t, s = np.asarray(t), check.array("w0", w0, shape=(self.law.d,)) - self.law.f.w_star
        epochs, rest = np.divmod(t, self.kappa)
        with np.errstate(
            all="ignore"
        ):  # a step that is too long ends at inf or NaN, which pictures leave out
            U = (
                _powers(self._epoch, np.tile(np.outer(s, s).ravel(), (len(t), 1)), epochs)
                @ self._ends[0].T
            )
        return _powers(self._step, U, rest).reshape(len(t), 2 * self.law.d, -1)

    def heights(self, w0, t):
        """E f(w) - f(w*) after t steps (k,)."""
        with np.errstate(all="ignore"):
            return np.einsum("kij,ij->k", self._errors(w0, t), self.law.f.A) / 2

    def spread_after(self, w0, t):
        """E |v - grad f(w)|^2 of the direction v_{t+1} taken after t steps (k,).

        It is zero right after a snapshot.
        """
        d = self.law.d
        S = np.einsum("iaib->ab", self.law.spread[:, :d, :, :d])
        with np.errstate(all="ignore"):
            return np.einsum("kij,ij->k", self.second_moments(w0, t)[:, :d, :d], S)

    def mean_and_sd(self, w0, t):
        """Mean and standard deviation of the coordinates of w after t steps (k,).

        The mean is descent's path.
        """
        with np.errstate(all="ignore"):
            keep = np.linalg.matrix_power(np.eye(self.law.d) - self.eta * self.law.f.A, int(t))
            mean = keep @ (w0 - self.law.f.w_star)
            return self.law.f.w_star + mean, np.sqrt(
                np.maximum(np.diag(self._errors(w0, [t])[0]) - mean**2, 0)
            )

    def _errors(self, w0, t):
        U = self.second_moments(w0, t)
        with np.errstate(all="ignore"):
            return (U.reshape(len(U), -1) @ self._ends[1].T).reshape(len(U), self.law.d, self.law.d)


def _powers(K, U, t):
    """Row i of U (k, p) times the t_i-th power of K, by squaring."""
    U, t = U.copy(), np.asarray(t)
    with np.errstate(all="ignore"):
        for bit in range(int(t.max()).bit_length()):
            now = t >> bit & 1 == 1
            U[now] = U[now] @ K.T
            K = K @ K
    return U


def sgd_spread(law, w0, eta, t):
    """E |v - grad f(w)|^2 of plain SGD with one example a step, after t steps (k,)."""
    with np.errstate(all="ignore"):
        return np.einsum("kab,iaib->k", law.second_moments(w0, eta, 1, t), law.spread)
