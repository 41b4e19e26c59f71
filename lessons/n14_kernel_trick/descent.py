"""Gradient descent that never sees a feature vector: the weights stay in the span of the data.

batch    on F(w) = (1/n) |Phi w - y|^2 + lam |w|^2, run on coefficients            kernel_descent
online   on (1/2) (y_t - <w, psi(x_t)>)^2, one point a round: on coefficients      kernel_online
                                                              on the weights       online
"""

import numpy as np

from helpers import check
from helpers.kernels.gram import square
from helpers.trace import Trace


def kernel_descent(K, y, eta, lam, T):
    """Gradient descent on F from w = 0, run on the coefficients alpha of w = Phi' alpha.

    A Trace of alpha.

    The step w - eta grad F(w) reads alpha - eta ((2/n) (K alpha - y) + 2 lam alpha).
    """
    K, y = square("K", K), check.array("y", y, ndim=1, shape=(len(K),))
    eta, lam, T = check.nonnegative("eta", eta), check.nonnegative("lam", lam), check.whole("T", T)
    alpha, v = np.zeros((T + 1, len(y))), np.zeros((T, len(y)))
    with np.errstate(over="ignore", invalid="ignore"):
        for t in range(T):
            v[t] = 2 / len(y) * (K @ alpha[t] - y) + 2 * lam * alpha[t]
            alpha[t + 1] = alpha[t] - eta * v[t]
            if not np.isfinite(alpha[t + 1]).all():
                return Trace(
                    alpha[: t + 1].copy(), v[:t].copy(), np.full(t, eta), diverged_at=t + 1
                )
    return Trace(alpha, v, np.full(T, eta))


def kernel_online(K, y, eta):
    """Online gradient descent from w = 0, run on the coefficients alpha of w = Phi' alpha.

    A Trace of alpha.

    Round t predicts p_t = sum_{i<t} alpha_i k(x_i, x_t), then sets alpha_t = eta_t (y_t - p_t). K
    (T, T) is the Gram matrix in order of arrival; `eta` is a number or a function of t = 1, 2, ....
    extra: `prediction`, `alpha`.
    """
    K, y = square("K", K), check.array("y", y, ndim=1, shape=(len(K),))
    return _rounds(
        K,
        y,
        eta,
        lambda w, t: w[:t] @ K[:t, t],
        lambda residual, t: residual * np.eye(1, len(y), t)[0],
    )


def online(Phi, y, eta):
    """Online gradient descent from w = 0 on the rows of Phi (T, M).

    w_{t+1} = w_t + eta_t (y_t - <w_t, psi(x_t)>) psi(x_t)
    """
    Phi, y = check.pair(Phi, y)
    return _rounds(Phi, y, eta, lambda w, t: w @ Phi[t], lambda residual, t: residual * Phi[t])


def _rounds(A, y, eta, predict, move):
    """One pass over the rows of A: predict, see y_t, step along -v_t = move(residual, t)."""
    T, d = A.shape
    steps = np.array([eta(t) if callable(eta) else eta for t in range(1, T + 1)], dtype=float)
    w, v, p = np.zeros((T + 1, d)), np.zeros((T, d)), np.zeros(T)
    end, diverged = T, None
    with np.errstate(over="ignore", invalid="ignore"):
        for t in range(T):
            p[t] = predict(w[t], t)
            v[t] = -move(y[t] - p[t], t)
            w[t + 1] = w[t] - steps[t] * v[t]
            if not np.isfinite(w[t + 1]).all():
                end, diverged = t, t + 1
                break
    alpha = steps[:end] * (y[:end] - p[:end])
    extra = {"prediction": p[:end].copy(), "alpha": alpha}
    return Trace(w[: end + 1].copy(), v[:end].copy(), steps[:end].copy(), extra, diverged)
