"""Recovery of sparse signals from few measurements by the l1 norm."""

import numpy as np
from scipy.optimize import linprog
from scipy.special import ndtr

from helpers import check
from helpers.linear.lasso import soft

EVERY, STEP = 50, 0.3  # steps between two looks at the certificates, and their threshold
EXACT = 1e-7  # shares below this one are rounding

# ---- recovery from few equations


def sparse_signals(s, d, runs, rng):
    """w (runs, d): s entries +-1 at random places, the rest 0."""
    s, d = check.whole("s", s), check.whole("d", d)
    if s > d:
        raise ValueError(f"s = {s} non-zeros do not fit into d = {d} coefficients")
    return rng.permuted(
        np.where(np.arange(d) < s, rng.choice([-1.0, 1.0], size=(runs, d)), 0.0), axis=1
    )


def least_l1(X, W, T=3000, tol=5e-3):
    """(U, bound): for each row w of W (runs, d) a u of least l1 norm with X u = X w.

    No such norm is below the number `bound` (runs,); X is (n, d).

    Douglas-Rachford splitting for all rows at once: reflect between the equations and the soft
    threshold. The signs that come out name a support; where the equations have a solution on it,
    that is exact. A row is done when its norm is within a share `tol` of the bound; the others go
    on, T steps at most. A row that ends no shorter than w itself, and is not proved to the last
    digit, is finished by a linear program: so one that is not w is shorter than w, or as short.
    """
    X, W = check.rows("X", X), check.array("W", W, ndim=2)
    Q = np.linalg.qr(X.T)[0]
    solutions = (W @ Q) @ Q.T  # what X sees of w
    bound = np.abs(solutions).sum(axis=1)
    if len(X) >= X.shape[1]:
        return solutions, bound  # as many equations as unknowns: there is one solution only
    targets, z, left = solutions.copy(), solutions.copy(), np.arange(len(W))
    for _ in range(0, check.whole("T", T), EVERY):
        solutions[left], z, sparse, bound[left] = _reflect(z, targets, Q)
        for row, target, guess in zip(left, targets, sparse):
            u, proved = _on_support(Q.T, target, guess)
            bound[row] = max(bound[row], proved)
            if u is not None and np.abs(u).sum() <= np.abs(solutions[row]).sum():
                solutions[row] = u
        going = np.abs(solutions[left]).sum(axis=1) > (1 + tol) * bound[left]
        left, z, targets = left[going], z[going], targets[going]
        if not len(left):
            break
    given, proved = np.abs(W).sum(axis=1), (1 + EXACT) * bound
    found = np.abs(solutions).sum(axis=1)
    for row in np.flatnonzero((found > proved) & (found > (1 - EXACT) * given)):
        solutions[row], bound[row] = _linear_program(Q.T, W[row])
    return solutions, bound


def least_l2(X, W):
    """(runs, d): for each row w of W the shortest u with X u = X w.

    It is the projection of w onto the rows of X (n, d).
    """
    Q = np.linalg.qr(check.rows("X", X).T)[0]
    return (W @ Q) @ Q.T


def _reflect(z, targets, Q):
    """EVERY steps from z, and a lower bound on every solution's norm.

    The points on the equations, the new z, the sparse points; the bound comes from the dual
    variables, scaled until none is over 1.
    """
    for _ in range(EVERY):
        w = z - (z @ Q) @ Q.T + targets  # two thin products: no d x d matrix is needed
        reflected = 2 * w - z
        sparse = soft(reflected, STEP)
        z = z + sparse - w
    dual = (reflected - sparse) / STEP
    dual = (dual @ Q) @ Q.T
    dual /= np.maximum(1.0, np.abs(dual).max(axis=1))[:, None]
    return w, z, sparse, (dual * targets).sum(axis=1)


def _on_support(E, target, guess):
    """(u, bound): the solution of E u = E target with the support of `guess`, None if none.

    The bound is what the shortest nu with E'nu = sign u on the support proves.
    """
    S = np.flatnonzero(guess)
    A, gram = E[:, S], E[:, S].T @ E[:, S]
    if not 0 < len(S) <= len(E) or np.linalg.cond(gram) > 1e10:
        return None, 0.0
    u = np.zeros(len(target))
    u[S] = np.linalg.solve(gram, A.T @ (E @ target))
    if np.abs(E @ (u - target)).max() > 1e-9:
        return None, 0.0
    nu = A @ np.linalg.solve(gram, np.sign(u[S]))
    return u, nu @ (E @ target) / max(1.0, np.abs(E.T @ nu).max())


def _linear_program(E, w):
    """(u, bound): the u of least l1 norm with E u = E w, and the bound of its dual variables."""
    answer = linprog(np.ones(2 * len(w)), A_eq=np.hstack([E, -E]), b_eq=E @ w, method="highs")
    nu = answer.eqlin.marginals
    u = answer.x[: len(w)] - answer.x[len(w) :]
    return u, nu @ (E @ w) / max(1.0, np.abs(E.T @ nu).max())


def certified(X, W):
    """Which rows w of W have a certificate that shows it without solving anything.

    X_S has full rank on the support S, and |x_j' nu| < 1 off it for the shortest nu with
    X_S' nu = sign w_S.
    """
    X, W = check.rows("X", X), check.array("W", W, ndim=2)
    return np.array([_certified(X, w) for w in W])


def _certified(X, w):
    S = w != 0
    if S.sum() > len(X) or np.linalg.matrix_rank(X[:, S]) < S.sum():
        return False
    nu = np.linalg.pinv(X[:, S]).T @ np.sign(w[S])
    return bool(np.all(np.abs(X[:, ~S].T @ nu) < 1))


def recovery_rates(ns, ss, d, runs, rng):
    """(len(ns), len(ss)): the share of `runs` s-sparse sign vectors that l1 recovers.

    The vectors are in R^d, with n Gaussian equations.
    """
    rates = np.empty((len(ns), len(ss)))
    for i, n in enumerate(ns):
        for j, s in enumerate(ss):
            W = sparse_signals(s, d, runs, rng)
            rates[i, j] = recovered(least_l1(rng.standard_normal((n, d)), W)[0], W).mean()
    return rates


def recovered(solutions, W):
    """Which rows are right: every coefficient within 0.05 of the true -1, 0 or +1."""
    return np.abs(solutions - W).max(axis=-1) < 0.05


def transition(share):
    """n/d at which l1 recovery turns from failure to success.

    There are d share non-zeros and n Gaussian equations.

    min over t of share (1 + t^2) + (1 - share) E(|g| - t)_+^2, g ~ N(0, 1), as d grows (Amelunxen
    et al. 2014).
    """
    share, t = np.asarray(share, dtype=float), np.linspace(0, 6, 1201)
    tail = 2 * ((1 + t**2) * ndtr(-t) - t * np.exp(-(t**2) / 2) / np.sqrt(2 * np.pi))
    return (share[..., None] * (1 + t**2) + (1 - share[..., None]) * tail).min(axis=-1)
