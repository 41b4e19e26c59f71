"""Kernels that add and multiply like the functions they are."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from helpers import check
from helpers.kernels.gram import Pairs

SUM, PRODUCT, POWER, ATOM = range(4)  # how tightly a name binds: where brackets are needed


@dataclass(frozen=True, repr=False)
class Kernel:
    """k(x, z), evaluated on all pairs at once.

    k(X, Z) is the matrix (n, m), k(X) the Gram matrix (n, n).
    """

    gram: Callable  # Pairs -> array of the pairs' shape
    name: str  # the Python that builds this kernel
    level: int = field(default=ATOM)  # how tightly the name binds
    words: bool | None = False  # compares strings (True), numbers (False), or whatever comes (None)

    def __call__(self, X, Z=None):
        return self._on(X if isinstance(X, Pairs) else Pairs(X, Z))

    def diag(self, X):
        """k(x_i, x_i), (n,), without the matrix."""
        return self._on(Pairs(X, matched=True))

    def _on(self, pairs):
        if self.words is not None and self.words != pairs.words:
            wanted, got = ("strings", "numbers") if self.words else ("numbers", "strings")
            raise ValueError(f"{self.name} compares {wanted}, but it was given {got}")
        with np.errstate(over="ignore", invalid="ignore"):
            K = self.gram(pairs)
        if not np.isfinite(K).all():
            raise ValueError(
                f"{self.name} is too large a number for these inputs: take smaller "
                f"factors and powers"
            )
        return K

    def __repr__(self):
        return self.name

    def __add__(self, other):
        if isinstance(other, int | float) and other == 0:
            return self
        a, b = self, _lift(other)
        return Kernel(lambda P: a.gram(P) + b.gram(P), f"{a.name} + {b.name}", SUM, _common(a, b))

    def __radd__(self, other):
        return (
            self + other if isinstance(other, int | float) and other == 0 else _lift(other) + self
        )

    def __mul__(self, other):
        a, b = self, _lift(other)
        name = f"{_in(a, PRODUCT)} * {_in(b, PRODUCT)}"
        return Kernel(lambda P: a.gram(P) * b.gram(P), name, PRODUCT, _common(a, b))

    def __rmul__(self, other):
        return _lift(other) * self

    def __pow__(self, p):
        p = check.whole("the power of a kernel", p)
        return Kernel(lambda P: self.gram(P) ** p, f"{_in(self, ATOM)} ** {p}", POWER, self.words)

    def __neg__(self):
        raise ValueError(f"-1 times the kernel {self.name} is not a kernel: a factor must be >= 0")

    def __sub__(self, other):
        raise ValueError(
            "the difference of two kernels need not be a kernel: take sums, products and powers"
        )

    __rsub__ = __sub__

    def of(self, psi):
        """k(psi(x), psi(z)): this kernel on the features psi, a map of n inputs to (n, D)."""
        return Kernel(
            lambda P: self.gram(P.through(psi)), f"{_in(self, ATOM)}.of({psi.__name__})", ATOM, None
        )


def constant(c):
    """k(x, z) = c >= 0"""
    c = _factor(c)
    return Kernel(lambda P: np.full(P.shape, float(c)), f"constant({c})", words=None)


def linear():
    """k(x, z) = <x, z>"""
    return Kernel(lambda P: P.dot, "linear()")


def polynomial(degree, c=1.0):
    """k(x, z) = (<x, z> + c)^degree, for a whole degree >= 1 and c >= 0.

    For c < 0 it is not a kernel.
    """
    degree, c = check.whole("degree", degree), _number("c", check.nonnegative, c)
    return Kernel(lambda P: (P.dot + c) ** degree, f"polynomial({degree}, {c})")


def gaussian(bandwidth):
    """k(x, z) = exp(-|x - z|^2 / (2 bandwidth^2))"""
    width = _number("bandwidth", check.positive, bandwidth)
    return Kernel(lambda P: np.exp(-_over(P.sq, width, width) / 2), f"gaussian({width})")


def laplace(bandwidth):
    """k(x, z) = exp(-|x - z| / bandwidth), Euclidean distance"""
    width = _number("bandwidth", check.positive, bandwidth)
    return Kernel(lambda P: np.exp(-_over(P.dist, width)), f"laplace({width})")


def periodic(period, bandwidth):
    """k(x, z) = exp(-2 sum_m sin^2(pi (x_m - z_m) / period) / bandwidth^2).

    It is the Gaussian, with the line wound onto a circle.
    """
    period = _number("period", check.positive, period)
    width = _number("bandwidth", check.positive, bandwidth)

    def gram(P):
        sines = sum(np.sin(np.pi * delta / period) ** 2 for delta in P.differences())
        return np.exp(-2 * _over(sines, width, width))

    return Kernel(gram, f"periodic({period}, {width})")


def cosine(theta):
    """k(x, z) = sum_m cos(theta (x_m - z_m)).

    Its 2 d features are (cos theta x_m, sin theta x_m).
    """
    theta = _number("theta", check.number, theta)
    return Kernel(
        lambda P: sum(np.cos(theta * delta) for delta in P.differences()), f"cosine({theta})"
    )


def fourier(L):
    """k(x, z) = sum_{l=0..L} sum_m cos(2 pi l (x_m - z_m) / L): 2 d (L + 1) features.

    It grows like L; (2 pi / L) * fourier(L) tends to sinc() as L grows.
    """
    L = check.whole("L", L)

    def gram(P):
        # sum_{l=0..L} cos(l a) = 1/2 + sin((L + 1/2) a) / (2 sin(a / 2)): no loop over the L + 1
        # frequencies
        total = np.zeros(P.shape)
        for delta in P.differences():
            half = np.pi * delta / L
            flat = np.isclose(np.sin(half), 0, atol=1e-9)
            ratio = np.sin((2 * L + 1) * half) / np.where(flat, 1.0, 2 * np.sin(half))
            total += 0.5 + np.where(flat, (2 * L + 1) / 2, ratio)
        return total

    return Kernel(gram, f"fourier({L})")


def sinc():
    """k(x, z) = sum_m sin(2 pi (x_m - z_m)) / (x_m - z_m): all frequencies up to 2 pi.

    A term is 2 pi where x_m = z_m.
    """
    return Kernel(
        lambda P: sum(2 * np.pi * np.sinc(2 * delta) for delta in P.differences()), "sinc()"
    )


def substrings(t):
    """k(a, b) = how many different strings of length t occur in both words a and b.

    Repetitions are not counted.
    """
    t = check.whole("t", t)

    def pieces(word):
        return {word[i : i + t] for i in range(len(word) - t + 1)}

    def gram(P):
        left, right = [pieces(a) for a in P.X], [pieces(b) for b in P.Z]
        if P.matched:
            return np.array([float(len(a)) for a in left])
        return np.array([[float(len(a & b)) for b in right] for a in left])

    return Kernel(gram, f"substrings({t})", words=True)


def exp(k):
    """exp(k(x, z)): a power series with positive coefficients in a kernel is a kernel"""
    return Kernel(lambda P: np.exp(k.gram(P)), f"exp({k.name})", ATOM, k.words)


def _over(a, *widths):
    """a divided by each width, overflowing to inf without a warning.

    exp(-inf) = 0 is the limit of a tiny bandwidth.
    """
    with np.errstate(over="ignore", under="ignore"):
        for width in widths:
            a = a / width
    return a


def _factor(c):
    if isinstance(c, Kernel) or not np.isscalar(c):
        raise ValueError(f"a kernel combines with kernels and numbers, not with {c!r}")
    c = check.number("the factor of a kernel", c)
    if c < 0:
        raise ValueError(f"{c:g} times a kernel is not a kernel: the factor must be >= 0")
    return int(c) if c == int(c) and abs(c) < 1e15 else c


def _lift(k):
    if isinstance(k, Kernel):
        return k
    c = _factor(k)
    return Kernel(lambda P: np.full(P.shape, float(c)), f"{c}", words=None)


def _number(name, rule, v):
    """The checked number as plain Python, so that it prints as what was typed."""
    rule(name, v)
    return int(v) if isinstance(v, int | np.integer) else float(v)


def _in(k, level):
    return k.name if k.level >= level else f"({k.name})"


def _common(a, b):
    """What the combination of a and b compares; None yields to the other."""
    if a.words is not None and b.words is not None and a.words != b.words:
        raise ValueError(
            f"{a.name} and {b.name} cannot be combined: one compares strings and the other numbers"
        )
    return b.words if a.words is None else a.words
