"""The quadratic program of the multi-class SVM, by an interior-point method.

    minimise   n lam |w|^2 + sum_i xi_i
    subject to xi_i >= cost_ik + <w, Psi(x_i, k) - Psi(x_i, y_i)>  for all i, k
    maximise   sum_ik a_ik cost_ik - n lam |w(a)|^2   over a_ik >= 0 with sum_k a_ik = 1
               w(a) = sum_ik ([k = y_i] - a_ik) Psi(x_i, k) / (2 n lam)

Row a_i is how example i spreads one unit over the classes: all of it on its own class if it pays
nothing. Both problems start from a point that satisfies every equation, and every step keeps them;
then the gap is sum_ik a_ik s_ik with s_ik what constraint (i, k) has to spare.
"""

import numpy as np
from scipy.linalg import lapack

STEPS, ENOUGH = (
    80,
    1e-13,
)  # interior steps at most; relative gap at which rounding error is all that is left


def solve(form, y, cost, lam):
    """The prices a (n, c) for features `form`, classes y (n,) and lam > 0.

    cost (n, c) is that of saying k.
    """
    n, own = form.n, np.arange(form.n)
    Y = np.zeros((n, form.c))
    Y[own, y] = 1
    a = np.full((n, form.c), 1 / form.c)
    w = form.collect(Y - a) / (2 * n * lam)
    u = cost + form.scores(w)
    s = u.max(axis=1, keepdims=True) + 1 - u
    best, least = a, np.inf
    for _ in range(STEPS):
        gap = (a * s).sum()
        size = 1 + abs((a * cost).sum()) + n * lam * (w @ w)
        if gap < least:
            best, least = a, gap
        if gap <= ENOUGH * size or gap > 10 * least:
            break
        newton = _newton(form, n * lam, a, s, 2 * n * lam * w - form.collect(Y - a))
        if newton is None:
            break
        da, ds, dw = newton(0.0)
        step = _reach(a, s, da, ds)
        after = ((a + step * da) * (s + step * ds)).sum()
        da, ds, dw = newton(gap / a.size * (after / gap) ** 3 - da * ds)
        step = 0.995 * _reach(a, s, da, ds)
        a, s, w = a + step * da, s + step * ds, w + step * dw
        a = a / a.sum(axis=1, keepdims=True)
    return np.where(best < 1e-11, 0.0, best)


def _newton(form, nlam, a, s, drift):
    """The function target -> step (da, ds, dw) towards a s = target.

    One factorisation serves all targets.

    Example i contributes diag(D) - DD'/sum(D), D = a/s, to the matrix: written as a sum over pairs
    of classes with weights D_k D_l / sum(D), no digits cancel when one D is huge. `drift` is what
    rounding has put between w and w(a).
    """
    D = a / s
    total = D.sum(axis=1, keepdims=True)
    B = D[:, :, None] * (D / total)[:, None, :]
    B[:, np.arange(form.c), np.arange(form.c)] = 0
    H = form.curvature(B)
    H.flat[:: len(H) + 1] += 2 * nlam
    L, failed = lapack.dpotrf(H, lower=1)
    if failed or not np.isfinite(L[-1, -1]):
        return None

    def newton(target):
        R = target / s - a
        base = R - D * (R.sum(axis=1, keepdims=True) / total)
        dw = lapack.dpotrs(L, -drift - form.collect(base), lower=1)[0]
        dS = form.scores(dw)
        rise = (R + D * dS).sum(axis=1, keepdims=True) / total  # of xi_i - score of the own class
        return R - D * (rise - dS), rise - dS, dw

    return newton


def _reach(a, s, da, ds):
    """The longest step up to 1 that keeps a and s positive."""
    shrink = max((-da / a).max(), (-ds / s).max())
    return min(1.0, 1.0 / shrink) if shrink > 0 else 1.0
