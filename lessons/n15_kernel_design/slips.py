"""Slips of the notes on the construction of kernels that notebook 15 decides."""

from math import factorial, prod

import numpy as np

from helpers.desk.slips import Slip
from helpers.kernels import features, gaussian, linear, polynomial, substrings
from helpers.kernels.gram import certificate

POINTS = np.array([[1.0, 2.0], [0.5, -1.0], [-1.5, 0.3]])
MANY = np.random.default_rng(0).normal(size=(30, 2))


def not_orthogonal():
    """The vectors u_i * v_j of the 'eigendecomposition' of a product of two Gram matrices."""
    A, B = (X @ X.T for X in np.random.default_rng(1).normal(size=(2, 4, 4)))
    (a, U), (b, V) = np.linalg.eigh(A), np.linalg.eigh(B)
    W = np.einsum("ni,nj->nij", U, V).reshape(4, -1)
    weights = np.outer(a, b).ravel()
    gap = np.abs(W * weights @ W.T - A * B).max()
    inner = np.abs(np.triu(W.T @ W, 1)).max()
    return (
        f"16 vectors for a 4 × 4 matrix, inner products up to {inner:.2f}; the sum itself is off "
        f"by {abs(round(gap, 9)):.0f}"
    )


def powers_of_sigma():
    """Both series at <x, z> = 1 and sigma = 2, four terms each."""
    u, s2 = 1.0, 4.0
    right = sum((u / s2) ** j / factorial(j) for j in range(20))
    printed = 1 + sum(u**j / s2 / factorial(j) for j in range(1, 20))
    return (
        f"σ = 2, ⟨x, z⟩ = 1: e^¼ = {np.exp(0.25):.4f}, corrected {right:.4f}, printed {printed:.4f}"
    )


def multinomial(factor):
    """<psi(x), psi(z)> / (c + <x, z>)^k with the factor given, k = 3, two coordinates, c = 1."""
    k, (x, z) = 3, POINTS[:2]
    total = 0.0
    for pick in features.picks(3, k):
        j = [pick.count(i) for i in range(3)]
        ones = prod(factorial(n) for n in j)
        xs = np.prod([*x[np.array(pick)[np.array(pick) < 2]], 1.0])
        zs = np.prod([*z[np.array(pick)[np.array(pick) < 2]], 1.0])
        total += factor(k, 2) / ones * xs * zs
    return total / (1 + x @ z) ** k


def multinomial_features():
    """The printed factors of Example 25 against sqrt(k! / prod j!)."""
    first = multinomial(lambda k, n: factorial(k) ** 2)
    second = multinomial(lambda k, n: factorial(k) ** ((n + 1) / n))
    right = multinomial(lambda k, n: factorial(k))
    return (
        f"⟨ψ, ψ⟩/K for k = 3, d = 2: statement {first:.3f}, solution {second:.3f}, true {right:.3f}"
    )


def missing_sigma():
    """The first line of Example 26 at x = 1, z = 2, sigma = 1.4."""
    x, z, s = 1.0, 2.0, 1.4
    printed = np.exp(x * z / s**2 - x**2 / 2 - z**2 / 2)
    return f"x = 1, x′ = 2, σ = 1.4: printed {printed:.3f}, true {gaussian(s)([x], [z])[0, 0]:.3f}"


def product_features():
    """The printed features of a product against the product, at two points."""
    A, B = features.monomials(1)(POINTS), features.quadratic(POINTS)
    printed = (A[0] @ B[0]) * (A[1] @ B[1])
    true = (A[0] @ A[1]) * (B[0] @ B[1])
    pairs = features.products(A, B)
    return f"printed {printed:.2f}, true {true:.2f}, all pairs {pairs[0] @ pairs[1]:.2f}"


def lopsided():
    """k(x, z) = xz + x - z: v'Kv = (sum v_i x_i)^2."""
    x = np.array([0.0, 1.0, 2.0])
    K = np.outer(x, x) + x[:, None] - x
    least = abs(round(certificate(K).smallest, 9))
    return f"k = xz + x − z: v′Kv ≥ {least:.0f}, k(0, 1) = {K[0, 1]:.0f}, k(1, 0) = {K[1, 0]:.0f}"


def letters():
    common = "".join(sorted(set("university") & set("california")))
    count = substrings(1)(["university"], ["california"])[0, 0]
    return f"common letters: {', '.join(common)}: {count:.0f}"


def negative_constant():
    K = (linear()(MANY) - 1) ** 3
    return f"c = −1, k = 3: smallest eigenvalue {np.linalg.eigvalsh(K)[0]:.0f}"


def one_set():
    near, far = (np.linalg.eigvalsh(1 - np.array([[0, d], [d, 0.0]]) ** 2)[0] for d in (0.5, 2.0))
    return f"1 − (x − z)²: smallest eigenvalue {near:.2f} on {{0, ½}}, {far:.0f} on {{0, 2}}"


def negative_entry():
    K = linear()([[1.0], [-2.0]])
    least = abs(round(np.linalg.eigvalsh(K)[0], 9))
    return f"linear kernel: k(1, −2) = {K[0, 1]:.0f}, smallest eigenvalue {least:.0f}"


def any_parameter():
    x = np.linspace(-0.9, 0.9, 6)
    half = np.linalg.eigvalsh(np.sqrt(1 + np.outer(x, x)))[0]
    wrong = np.linalg.eigvalsh(np.exp(np.subtract.outer(x, x) ** 2))[0]
    right = np.linalg.eigvalsh(polynomial(2)(x))[0]
    least = abs(round(right, 9))
    return f"smallest eigenvalues: p = ½ {half:.2g}, σ = −1 {wrong:.2g}, p = 2 {least:.0f}"


SLIPS = (
    Slip(
        "Stanford 3.2, product",
        r"$\sum_{ij}\lambda_i\lambda'_j(u_i\circ v_j)(u_i\circ v_j)^\top$ is an eigendecomposition",
        r"a sum of rank-one matrices with weights $\ge 0$, which is enough",
        not_orthogonal,
    ),
    Slip(
        "Stanford 3.2, (113)",
        r"$1 + \frac{u}{\sigma^2} + \frac12\frac{u^2}{\sigma^2} + \dots$ for $e^{u/\sigma^2}$",
        r"$\sigma^2, \sigma^4, \sigma^6, \dots$",
        powers_of_sigma,
    ),
    Slip(
        "Durham 9, Example 25",
        r"factors $\sqrt{k!}\prod(k!)^{1/2n}$, then $\prod_{i=0}^n(k!)^{1/2n}$",
        r"$\sqrt{k!/\prod_i j_i!}$",
        multinomial_features,
    ),
    Slip(
        "Durham 9, Example 25",
        r"the condition on $c$ is not said",
        r"$c \ge 0$ (the feature $\sqrt c$ presupposes it)",
        negative_constant,
    ),
    Slip(
        "Durham 9, Example 26",
        r"$\exp(xx'/\sigma^2 - x^2/2 - x'^2/2)$",
        r"the squares are divided by $\sigma^2$ too",
        missing_sigma,
    ),
    Slip(
        "Durham 9, Definition 31",
        "“its Gram matrix” is positive semidefinite",
        "the Gram matrix of every finite set of points",
        one_set,
    ),
    Slip(
        "Durham 9, Theorem 32",
        r"positive definite, as $K(x, x') \ge 0$",
        r"as $\sum_{ij}\alpha_i\alpha_jK(x_i, x_j) \ge 0$; entries may be negative",
        negative_entry,
    ),
    Slip("Durham 9, Theorem 32", r"$\xi \in \mathbb R^d$", r"$\xi \in \mathbb R^m$, one a point"),
    Slip(
        "Durham 9, Note 33 (2)",
        r"$K_1K_2$ has the feature $\psi_1(x)^\top\psi_2(x)$",
        r"all products of a feature of $\psi_1$ and one of $\psi_2$",
        product_features,
    ),
    Slip(
        "USC 9, Theorem 10",
        r"kernel iff $v^\top Kv \ge 0$ for all $v$",
        "and $K$ symmetric",
        lopsided,
    ),
    Slip("USC 9, string example", "“university”, “california”: 2", "3", letters),
    Slip(
        "CSCI 567, lecture 4",
        r"diagonal entry $\Vert x_1 - x_2\Vert^2 = 0$",
        r"$\Vert x_1 - x_1\Vert^2 = 0$",
    ),
    Slip(
        "Waterloo 1.7.7",
        r"hyperparameters $p$, $\sigma$ without conditions",
        r"$p \in \mathbb N$, $\sigma > 0$",
        any_parameter,
    ),
)
