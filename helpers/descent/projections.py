"""Descent that must stay in a set W: after every step, the nearest point of W.

    w_{t+1} = P(w_t - eta_t v_t),    P(w) = argmin_{u in W} |u - w|

For a closed convex W the nearest point is marked by an obtuse angle, <w - Pw, u - Pw> <= 0 for all
u in W; hence P is non-expansive, |Pw - Pz| <= |w - z|, and moves towards every point of W. All
projections take points (..., d).
"""

import numpy as np
from scipy.optimize import minimize

from helpers import check


def project_ball(w, B=1.0):
    """The nearest point of {|w| <= B}: w, scaled back to length B where it is longer."""
    w, B = np.asarray(w, dtype=float), check.positive("radius B", B)
    return w * np.minimum(1.0, B / np.maximum(np.sqrt((w * w).sum(axis=-1, keepdims=True)), 1e-300))


def project_box(w, low=-1.0, high=1.0):
    """The nearest point of {low <= w_j <= high}: every coordinate clipped."""
    if not np.all(np.asarray(low) <= np.asarray(high)):
        raise ValueError(f"the box is empty: low = {low} is above high = {high}")
    return np.clip(np.asarray(w, dtype=float), low, high)


def project_simplex(w, total=1.0):
    """The nearest point of {w_j >= 0, sum_j w_j = total}.

    It is max(w - theta, 0) with the theta that gives this sum.

    With the entries in falling order, theta = (sum of the first r - total)/r for the largest r
    whose r-th entry is above it.
    """
    w, total = np.asarray(w, dtype=float), check.positive("total", total)
    falling = -np.sort(-w, axis=-1)
    theta = (np.cumsum(falling, axis=-1) - total) / np.arange(1, w.shape[-1] + 1)
    r = (falling > theta).sum(axis=-1, keepdims=True)
    return np.maximum(w - np.take_along_axis(theta, r - 1, axis=-1), 0.0)


def project_circle(w, B=1.0):
    """A nearest point of {|w| = B}, which is not convex; the centre is sent to (B, 0, ..., 0)."""
    w = np.asarray(w, dtype=float)
    size = np.sqrt((w * w).sum(axis=-1, keepdims=True))
    first = np.eye(w.shape[-1])[0]
    return B * np.where(size > 0, w / np.where(size > 0, size, 1.0), first)


SHAPES = {
    "ball": project_ball,
    "box": project_box,
    "simplex": project_simplex,
    "circle": project_circle,
}


def scipy_nearest(shape, w):
    """The nearest point of a set by SciPy's SLSQP: a second opinion.

    The sets are the unit ball, the box [-1, 1]^d and the simplex.
    """
    w = check.array("w", w, ndim=1)
    d, limits = len(w), {"ball": [], "box": [], "simplex": []}
    limits["ball"] = [{"type": "ineq", "fun": lambda u: 1 - u @ u, "jac": lambda u: -2 * u}]
    limits["simplex"] = [{"type": "eq", "fun": lambda u: u.sum() - 1, "jac": lambda u: np.ones(d)}]
    sides = {"ball": None, "box": [(-1, 1)] * d, "simplex": [(0, None)] * d}
    check.one_of("shape", shape, tuple(sides))
    result = minimize(
        lambda u: (u - w) @ (u - w),
        np.full(d, 1 / (d + 1)),
        jac=lambda u: 2 * (u - w),
        method="SLSQP",
        bounds=sides[shape],
        constraints=limits[shape],
        options={"ftol": 1e-15, "maxiter": 200},
    )
    return result.x


def widest_angle(w, Pw, U):
    """max over the rows u of U of <w - Pw, u - Pw>.

    It is not positive if Pw is nearest in a convex set that holds U.
    """
    return float(np.max((np.asarray(U) - Pw) @ (np.asarray(w) - Pw)))


# ---- what the proof says of k runs of `sgd` with a projection, w (T+1, k, d)


def lemma_sides(run, u):
    """Both sides, (k,), of the lemma for projected steps.

    sum_t eta_t <v_t, w_t - u> is at most
    |w_1 - u|^2/2 - |w_{T+1} - u|^2/2 + sum_t eta_t^2 |v_t|^2/2.

    True for any v_t and every u of a convex W; without projection it is an equality.
    """
    away = run.w - u
    left = np.einsum("t,t...d,t...d->...", run.eta, run.v, away[:-1])
    square = (away**2).sum(axis=-1)
    return left, (square[0] - square[-1]) / 2 + np.einsum(
        "t,t...d,t...d->...", run.eta**2, run.v, run.v
    ) / 2


# ---- Durham's Example 6: loss -cos((y - w_1 - w_2 x)/2), convex near its minimum only


def cos_loss(w, x, y):
    """f(w) = -mean cos((y - w_1 - w_2 x)/2) over a sample x, y (n,), for points w (..., 2)."""
    w = np.asarray(w, dtype=float)[..., None]
    return -np.cos((y - w[..., 0, :] - w[..., 1, :] * x) / 2).mean(axis=-1)


def cos_grad(w, x, y):
    """The gradient of a single loss: -sin((y - w_1 - w_2 x)/2) (1, x)/2.

    The shapes are (..., 2) for w and (...,) for the rest.
    """
    w = np.asarray(w, dtype=float)
    push = -np.sin((y - w[..., 0] - w[..., 1] * x) / 2) / 2
    return np.stack([push, push * x], axis=-1)


def cos_hessian(w, x, y):
    """The Hessian (..., 2, 2) of cos_loss: mean cos((y - w_1 - w_2 x)/2) (1, x)(1, x)'/4."""
    w = np.asarray(w, dtype=float)[..., None]
    bend = np.cos((y - w[..., 0, :] - w[..., 1, :] * x) / 2) / 4
    a, b, c = bend.mean(axis=-1), (bend * x).mean(axis=-1), (bend * x * x).mean(axis=-1)
    return np.stack([np.stack([a, b], axis=-1), np.stack([b, c], axis=-1)], axis=-2)


def convex_radius(x, y, radii, angles=36):
    """The largest radius up to which cos_loss has no negative curvature.

    It is sought on circles about 0, among the rising `radii`.
    """
    turn = np.linspace(0, 2 * np.pi, angles, endpoint=False)
    best = 0.0
    for B in radii:
        H = cos_hessian(B * np.column_stack([np.cos(turn), np.sin(turn)]), x, y)
        if np.linalg.eigvalsh(H).min() < 0:
            break
        best = float(B)
    return best
