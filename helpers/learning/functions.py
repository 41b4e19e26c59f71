"""Functions of one number with both one-sided slopes and the constants that say how easy they are.

A few members, and the rules that keep convexity: f + g, c * f, maximum(f, g), f.of(a, b) for w ->
f(a w + b). The rules carry the constants along: what they promise always holds, though it need not
be the sharpest number.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import entr

from helpers import check, losses


@dataclass(frozen=True)
class Curve:
    """f with slopes f'(w-) = left(w) and f'(w+) = right(w).

    They are in [-rho, rho], and the curvature is in [mu, top].

    mu >= 0 says convex, mu > 0 mu-strongly convex (f - mu w^2/2 is still convex), mu = -inf a kink
    that points up. top is the least number for which every tangent plus (top/2)(u - w)^2 lies above
    f, inf at a kink that points down.
    """

    name: str
    value: Callable  # numbers of any shape -> values of the same shape
    left: Callable
    right: Callable
    mu: float = 0.0
    top: float = np.inf
    rho: float = np.inf

    def __call__(self, w):
        return self.value(np.asarray(w, dtype=float))

    def grad(self, w):
        """A slope at w: the derivative, or the left one at a kink."""
        return self.left(np.asarray(w, dtype=float))

    def slopes(self, w):
        """[left, right] at one point w: its subdifferential, if f is convex."""
        return [float(side(np.asarray(w, dtype=float))) for side in (self.left, self.right)]

    @property
    def convex(self):
        return self.mu >= 0

    @property
    def beta(self):
        """|f'(a) - f'(b)| <= beta |a - b|.

        Both ends of the curvature count, not only the upper one.
        """
        return max(-self.mu, self.top)

    def __add__(self, g):
        return Curve(
            f"{self.name} + {g.name}",
            lambda w: self(w) + g(w),
            lambda w: self.left(w) + g.left(w),
            lambda w: self.right(w) + g.right(w),
            self.mu + g.mu,
            self.top + g.top,
            self.rho + g.rho,
        )

    def __rmul__(self, c):
        """c f; a negative c turns the curve over, and with it the range of its curvature."""
        c = check.number("the factor c", c)
        if c == 0:
            return replace(line(0.0), name=f"0 ({self.name})")
        mu, top = sorted((c * self.mu, c * self.top))
        return Curve(
            f"{c:g} ({self.name})",
            lambda w: c * self(w),
            lambda w: c * self.left(w),
            lambda w: c * self.right(w),
            mu,
            top,
            abs(c) * self.rho,
        )

    def of(self, a, b=0.0):
        """w -> f(a w + b): slopes times a, curvature times a^2.

        If a < 0, left and right change places.
        """
        a, b = check.number("a", a), check.number("b", b)
        if a == 0:
            return line(0.0, float(self(b)))
        one, other = (self.left, self.right) if a > 0 else (self.right, self.left)
        return Curve(
            f"{self.name} of {a:g}w{b:+g}",
            lambda w: self(a * w + b),
            lambda w: a * one(a * w + b),
            lambda w: a * other(a * w + b),
            a * a * self.mu,
            a * a * self.top,
            abs(a) * self.rho,
        )

    def named(self, name):
        return replace(self, name=name)


def maximum(f, g):
    """The larger of f and g at each point; where they meet, the slopes of both count."""

    def slope(side, pick):
        def of(w):
            first, second, s, t = f(w), g(w), getattr(f, side)(w), getattr(g, side)(w)
            return np.where(first > second, s, np.where(first < second, t, pick(s, t)))

        return of

    return Curve(
        f"max({f.name}, {g.name})",
        lambda w: np.maximum(f(w), g(w)),
        slope("left", np.minimum),
        slope("right", np.maximum),
        min(f.mu, g.mu),
        np.inf,
        max(f.rho, g.rho),
    )


def of_loss(loss, mu=0.0):
    """A convex loss as a curve.

    Its slope grows, so a hair to either side gives the one-sided slopes.
    """
    return Curve(
        loss.name,
        loss.value,
        lambda u: loss.grad(np.nextafter(u, -np.inf)),
        lambda u: loss.grad(np.nextafter(u, np.inf)),
        mu,
        loss.beta,
        loss.rho,
    )


def smooth(name, value, grad, mu=0.0, top=np.inf, rho=np.inf):
    """A curve without kinks."""
    return Curve(name, value, grad, grad, mu, top, rho)


def line(a, b=0.0):
    """a w + b."""
    name = f"{a:g}w{b:+g}" if b else f"{a:g}w"
    return smooth(
        name, lambda w: a * w + b, lambda w: np.full(np.shape(w), float(a)), 0.0, 0.0, abs(a)
    )


def _log(w):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(w)


square = smooth("w²", lambda w: w * w, lambda w: 2 * w, 2.0, 2.0)
absolute = of_loss(losses.absolute).named("|w|")
hinge = of_loss(losses.hinge).named("hinge (1 − w)₊")
softplus = of_loss(losses.logistic).of(-1).named("softplus")
huber = of_loss(losses.huber(1.0)).named("Huber")
soft_bowl = (4 * softplus + 0.2 * square).named("4 softplus + w²/5")
steeper = maximum(absolute, 2 * absolute + line(0.0, -1.0)).named("max(|w|, 2|w| − 1)")
hill = (-0.5 * square).named("hill −w²/2")
sine = smooth("sin w", np.sin, np.cos, -1.0, 1.0, 1.0)
wells = smooth(
    "two wells (w² − 1)²/4", lambda w: (w * w - 1) ** 2 / 4, lambda w: w * (w * w - 1), -1.0
)
entropy = smooth("w ln w, w ≥ 0", lambda w: -entr(w), lambda w: 1 + _log(w))  # infinite below 0

SHOWN = {f.name: f for f in (square, soft_bowl, huber, absolute, steeper, sine, wells, hill)}
KINKED = {f.name: f for f in (absolute, hinge, steeper, square, wells, hill)}


def subdifferential(f, w, u):
    """[lo, hi] = every v with f(u_j) >= f(w) + v (u_j - w) for all points u (m,).

    u are points of the domain; (nan, nan) if there is no such v.

    w is a number or an array (...). For convex f this is [f'(w-), f'(w+)], without bound where the
    domain ends at w.
    """
    w, u = np.asarray(w, dtype=float), check.array("u", u, ndim=1)
    step = u - w[..., None]
    with np.errstate(divide="ignore", invalid="ignore"):
        chord = (f(u) - f(w)[..., None]) / step
    before, after = step < -1e-9, step > 1e-9  # nearer points would only add rounding error
    lo = np.where(
        before.any(-1), np.maximum(f.left(w), np.where(before, chord, -np.inf).max(-1)), -np.inf
    )
    hi = np.where(
        after.any(-1), np.minimum(f.right(w), np.where(after, chord, np.inf).min(-1)), np.inf
    )
    # a kink that is hit up to rounding, or a flat stretch, must not look empty
    none = (
        (lo > hi + 1e-9 * np.where(np.isfinite(hi), 1 + np.abs(hi), 1))
        | (hi == -np.inf)
        | (lo == np.inf)
    )
    return np.where(none, np.nan, lo), np.where(none, np.nan, hi)


def sum_of(f):
    """The function w (..., d) -> f(w_1) + ... + f(w_d): separate coordinates, convex if f is."""
    return lambda w: f(w).sum(axis=-1)
