"""Methods that know more than the slope: Newton, conjugate gradients, the ellipsoid method."""

import math

import numpy as np

from helpers import check
from helpers.descent.optim import gradient_descent, start
from helpers.trace import Trace


def newton(grad, hess, w0, T, damping=1.0):
    """w_{t+1} = w_t - damping * hess(w_t)^{-1} grad(w_t).

    v is the Newton direction, eta the damping.
    """

    def direction(w):
        try:
            return np.linalg.solve(np.atleast_2d(hess(w)), np.atleast_1d(grad(w)))
        except np.linalg.LinAlgError:
            raise ValueError(
                f"the Hessian at w = {w} is singular: Newton's step is not defined there"
            ) from None

    return gradient_descent(direction, w0, check.positive("damping", damping), T)


def minimise(f, grad, hess, w0, T=100):
    """Newton's method with backtracking: the step is halved until f falls enough.

    It ends at rounding error.

    w_{t+1} = w_t - eta_t v_t with v_t = hess^{-1} grad, eta_t in {1, 1/2, 1/4, ...}; f smooth and
    convex.
    """
    w = check.array("w0", w0, ndim=1)
    W, V, steps, why = [w], [], [], "T steps"
    for _ in range(check.whole("T", T)):
        g = grad(w)
        v = np.linalg.solve(hess(w), g)
        fall, eta, here = g @ v, 1.0, f(w)
        while fall > 1e-10 and not f(w - eta * v) <= here - 1e-4 * eta * fall and eta > 1e-12:
            eta /= 2
        w = w - eta * v
        W.append(w)
        V.append(v)
        steps.append(eta)
        if fall <= 1e-22 * (1 + abs(here)):
            why = "rounding error"
            break
    return Trace(np.array(W), np.array(V), np.array(steps), {"stopped": why})


def conjugate_gradient(A, b, w0, T):
    """The best point of w0 + span{r, Ar, A^2 r, ...} after each step.

    The function is w'Aw/2 - b'w with A positive definite.

    w_{t+1} = w_t - eta_t v_t with v_t the conjugate direction; ends early once the residual b - Aw
    is rounding error.
    """
    A, b, w = check.array("A", A, ndim=2), check.array("b", b, ndim=1), start(w0)
    r = b - A @ w
    p, W, V, steps, why = r, [w], [], [], "T steps"
    for _ in range(check.whole("T", T)):
        rr = r @ r
        if rr <= (1e-15 * np.linalg.norm(b)) ** 2:
            why = "residual is zero"
            break
        Ap = A @ p
        if p @ Ap <= 0:
            raise ValueError(
                "A must be positive definite: a direction of no or negative curvature was met"
            )
        step = rr / (p @ Ap)
        W.append(W[-1] + step * p)
        V.append(-p)
        steps.append(step)
        r = r - step * Ap
        p = r + (r @ r) / rr * p
    return Trace(np.array(W), np.array(V).reshape(-1, w.size), np.array(steps), {"stopped": why})


def ellipsoid(grad, w0, R, T, shapes=True):
    """The ellipsoid method: the minimiser lies in {(u - w)' P^{-1} (u - w) <= 1}.

    Cut it in half by the subgradient at the centre w, and take the smallest ellipsoid around the
    half that is left. It starts with the ball |u - w0| <= R.

        q = P g / sqrt(g'Pg),   w <- w - q/(d+1),   P <- d^2/(d^2-1) (P - 2/(d+1) q q')

    v is q, eta is 1/(d+1); extra["P"] (T+1, d, d) holds the shapes if `shapes`. Ends early where a
    gradient is zero.
    """
    w, T, R = start(w0), check.whole("T", T), check.positive("R", R)
    d = w.size
    P, W, V, matrices, why = R**2 * np.eye(d), [w], [], [R**2 * np.eye(d)], "T steps"
    for _ in range(T):
        g = np.asarray(grad(w), dtype=float)
        if not g.any():
            why = "gradient is zero"
            break
        width = g @ P @ g
        if width <= 0:
            why = "the ellipsoid is flat to rounding error"
            break
        q = P @ g / math.sqrt(width)
        w = w - q / (d + 1)
        P = P / 4 if d == 1 else d**2 / (d**2 - 1) * (P - 2 / (d + 1) * np.outer(q, q))
        W.append(w)
        V.append(q)
        if shapes:
            matrices.append(P)
    extra = {"stopped": why} | ({"P": np.array(matrices)} if shapes else {})
    return Trace(np.array(W), np.array(V).reshape(-1, d), np.full(len(V), 1 / (d + 1)), extra)
