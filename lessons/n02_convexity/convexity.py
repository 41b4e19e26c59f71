"""Chords, tangents and ratios of a function, measured against what is claimed of it.

Is it convex, how strongly, how steep, how smooth?

Functions f map numbers (...) or points (..., d) to values (...); grad maps points to points of the
same shape.
"""

import numpy as np

from helpers import check


def chord_gap(f, u, v, alpha, mu=0.0):
    """How far a chord lies above the function, beyond what mu-strong convexity demands.

    alpha f(u) + (1 - alpha) f(v) - f(alpha u + (1 - alpha) v) - (mu/2) alpha (1 - alpha) |u - v|^2.

    Never negative iff f is convex (mu = 0) or mu-strongly convex.
    """
    u, v, alpha = (np.asarray(a, dtype=float) for a in (u, v, alpha))
    fu, fv = f(u), f(v)
    flat = np.ndim(fu) == u.ndim  # a function of one number
    a = alpha if flat else alpha[..., None]
    square = (u - v) ** 2 if flat else ((u - v) ** 2).sum(-1)
    return (
        alpha * fu
        + (1 - alpha) * fv
        - f(a * u + (1 - a) * v)
        - mu / 2 * alpha * (1 - alpha) * square
    )


def tangent_gap(f, grad, w, u, mu=0.0):
    """f(u) - f(w) - <grad f(w), u - w> - (mu/2)|u - w|^2.

    That is how far u's value lies above the tangent (parabola) at w.
    """
    w, u = np.asarray(w, dtype=float), np.asarray(u, dtype=float)
    fw, step = f(w), u - w
    inner, square = grad(w) * step, step**2
    if np.ndim(fw) < w.ndim:
        inner, square = inner.sum(-1), square.sum(-1)
    return f(u) - fw - inner - mu / 2 * square


def worst_chord(f, P, rng, mu=0.0):
    """The smallest `chord_gap` over random pairs of the points P (N,) or (N, d).

    It is relative to the size of the values.

    Below zero (beyond rounding, 1e-12) it is a proof that f is not convex; otherwise only the
    failure to find one.
    """
    P = check.array("P", P)
    alpha, order = rng.uniform(size=len(P)), rng.permutation(len(P))
    gap = chord_gap(f, P, P[order], alpha, mu)
    return float((gap / (1 + np.abs(f(P)) + np.abs(f(P[order])))).min())


def pairs(rng, N, d, B):
    """N pairs of points of the ball |w| <= B in R^d, (N, d) each.

    Their distances are spread over three decades.
    """
    d, N, B = check.whole("d", d), check.whole("N", N), check.positive("B", B)
    U, step = rng.normal(size=(2, N, d))
    U *= (B * rng.uniform(size=N) ** (1 / d) / np.linalg.norm(U, axis=1))[:, None]
    step *= (B * 10 ** rng.uniform(-3, 0, size=N) / np.linalg.norm(step, axis=1))[:, None]
    V = U + step
    return U, V * np.minimum(1, B / np.linalg.norm(V, axis=1))[:, None]


def slopes(f, U, V):
    """|f(U_i) - f(V_i)| / |U_i - V_i| for points (N, d): rho is the largest there is."""
    return np.abs(f(U) - f(V)) / np.linalg.norm(U - V, axis=-1)


def bends(grad, U, V):
    """How fast the gradient g turns along each pair, two numbers.

    |g(U)-g(V)|/|U-V|, of which beta is the largest, and <g(U)-g(V), U-V>/|U-V|^2, of which mu is
    the smallest.
    """
    step, turn = U - V, grad(U) - grad(V)
    length = np.linalg.norm(step, axis=-1)
    return np.linalg.norm(turn, axis=-1) / length, (turn * step).sum(-1) / length**2


def estimates(f, grad, U, V):
    """What the first 1, 2, ..., N pairs know, (N,) each.

    The steepest chord, the fastest turn and the slowest turn so far.

    They approach rho and beta from below and mu from above, and never cross.
    """
    turn, rise = bends(grad, U, V)
    return (
        np.maximum.accumulate(slopes(f, U, V)),
        np.maximum.accumulate(turn),
        np.minimum.accumulate(rise),
    )


def ball_constants(loss, x, y, B, lam=0.0):
    """(rho, beta, mu) of w -> loss of the example (x, y) + lam |w|^2 on the ball |w| <= B, x (d,).

    The margin or residual runs over an interval [lo, hi], and the slope of a convex loss is largest
    at an end of it:
        rho  = |x| max(|loss'(lo)|, |loss'(hi)|) + 2 lam B,
               attained at w = -B y x/|x| (margin), -+B x/|x| (residual)
        beta = |x|^2 loss.beta + 2 lam,    mu = 2 lam (sharp if d > 1: across x only the penalty
                                           bends).
    If both slopes are equal the loss is a straight line on [lo, hi], even one that has a kink
    elsewhere: then beta = 2 lam.
    """
    x = check.array("x", x, ndim=1)
    B, lam, reach = (
        check.positive("B", B),
        check.nonnegative("lam", lam),
        float(np.linalg.norm(x)) * B,
    )
    ends = np.array([-reach, reach]) - (check.number("y", y) if loss.of == "residual" else 0.0)
    inner = np.nextafter(ends, ends[::-1])  # a kink at an end of [lo, hi] is not seen inside
    straight = np.ptp(loss.grad(inner)) == 0 if reach else True
    size = reach / B
    return (
        size * float(np.abs(loss.grad(ends)).max()) + 2 * lam * B,
        (0.0 if straight else size**2 * loss.beta) + 2 * lam,
        2 * lam,
    )


def from_eigen(low, high, angle, skew=0.0):
    """A 2 x 2 matrix with given eigenvalues of its symmetric part.

    They are low (along the angle) and high; the antisymmetric part is `skew`.
    """
    c, s = np.cos(angle), np.sin(angle)
    Q = np.array([[c, -s], [s, c]])
    return Q @ np.diag([low, high]) @ Q.T + skew * np.array([[0.0, 1.0], [-1.0, 0.0]])


# sets in the plane, as functions from points (..., 2) to True or False; each surrounds the origin


def polygon(k=5, r=1.0):
    """The regular k-gon: the points on the inner side of each of its k edges."""
    angle = np.pi / 2 + np.pi / k + 2 * np.pi * np.arange(k) / k
    normals = np.array([np.cos(angle), np.sin(angle)])
    return lambda P: (P @ normals <= r * np.cos(np.pi / k) + 1e-12).all(-1)


def disc(P):
    return (P**2).sum(-1) <= 1 + 1e-12


def ring(P):
    return disc(P) & ((P**2).sum(-1) >= 0.16)


def l_shape(P):
    """A square without its upper right quarter."""
    return (np.abs(P) <= 0.8).all(-1) & ~((P > 0.1).all(-1))


def star(P):
    """Five points around the origin: the radius swings with the angle."""
    return np.hypot(*np.moveaxis(P, -1, 0)) <= 0.7 + 0.3 * np.cos(
        5 * (np.arctan2(P[..., 1], P[..., 0]) - np.pi / 2)
    )


def edge(inside, angle):
    """The outermost point of a set in a direction, to a thousandth."""
    ray = np.linspace(0, 1.2, 1201)[:, None] * [np.cos(angle), np.sin(angle)]
    return ray[np.flatnonzero(inside(ray))[-1]]


def share_outside(inside, u, v, m=401):
    """The share of the points alpha u + (1 - alpha) v that are not in the set.

    There are m values of alpha.
    """
    alpha = np.linspace(0, 1, m)[:, None]
    return float(
        np.mean(
            ~inside(alpha * np.asarray(u, dtype=float) + (1 - alpha) * np.asarray(v, dtype=float))
        )
    )


SETS = {"pentagon": polygon(5), "disc": disc, "L-shape": l_shape, "star": star, "ring": ring}


def zoo(rng, d=3):
    """Functions on R^d by name: those that the rules prove convex come first.

    The last two break a rule.
    """
    x, z, A = rng.normal(size=d), rng.normal(size=d), rng.normal(size=(d, d))
    linear, bowl = lambda w: w @ z, lambda w: ((w @ A.T) ** 2).sum(-1)
    one_norm, squared_loss = lambda w: np.abs(w).sum(-1), lambda w: (w @ x - 0.5) ** 2
    away = np.full(d, 1.5)
    return {
        "linear": linear,
        "w'A'Aw": bowl,
        "|w|_1": one_norm,
        "squared loss": squared_loss,
        "sum": lambda w: linear(w) + bowl(w),
        "3 times": lambda w: 3 * one_norm(w),
        "max": lambda w: np.maximum(bowl(w), one_norm(w)),
        "exp of affine": lambda w: np.exp(w @ x - 0.5),
        "min of two bowls": lambda w: np.minimum((w**2).sum(-1), ((w - away) ** 2).sum(-1)),
        "sin of affine": lambda w: np.sin(w @ x - 0.5),
    }
