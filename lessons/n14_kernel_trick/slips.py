"""Slips of four sets of notes that notebook 14 decides."""

from functools import cache

import numpy as np

from helpers.desk.slips import Slip
from helpers.kernels import features, gaussian, polynomial
from helpers.kernels.gram import rank
from helpers.kernels.ridge import H, KernelRidge, dual_flops, primal_flops
from helpers.linear.least_squares import Ridge, objective

LAM = 0.05  # the notes' lambda is n times this


@cache
def twelve():
    """Twelve points with seven features: Phi, answers, K, weights and coefficients."""
    rng = np.random.default_rng(1)
    A, y = rng.normal(size=(12, 2)), rng.normal(size=12)
    Phi, K = features.all_quadratic(A), polynomial(2)(A)
    return Phi, y, K, Ridge(Phi, y).w(LAM), KernelRidge(K, y).alpha(LAM)


def missing_factor():
    """How far the printed and the corrected coefficients are from giving the weights."""
    Phi, y, _, w, _ = twelve()
    printed, right = (np.linalg.norm(Phi.T @ (y - Phi @ w) / c - w) for c in (1, 12 * LAM))
    return f"‖Φ′α − w‖ = {printed:.3f} as printed, {right:.3f} corrected"


def slope():
    """The numeric slope of |Phi w - y|^2 at 0 over the printed one."""
    Phi, y, *_ = twelve()
    up, down = (np.sum((step * Phi[:, 0] - y) ** 2) for step in (1e-6, -1e-6))
    return f"numeric slope over the printed one: {(up - down) / 2e-6 / (Phi.T @ -y)[0]:.3f}"


def only_one_way():
    """Another minimiser, where K is singular: it does not solve the system."""
    Phi, y, K, _, alpha = twelve()
    other = alpha + np.linalg.eigh(K)[1][:, 0]
    residual = K @ other + 12 * LAM * other - y
    gap = abs(H(other, K, y, LAM) - H(alpha, K, y, LAM))
    zero, not_zero = np.linalg.norm(K @ residual), np.linalg.norm(residual)
    return f"same H (difference {gap:.3f}): left side {zero:.3f}, right side off by {not_zero:.3f}"


def dearer():
    """Operations by weights over operations by coefficients, m = 100 features, d = 2."""
    share = primal_flops(1500, 100).total / dual_flops(1500, 5).total
    return f"d = 2, m = 100, n = 1500: weights need {share:.1%} of the other road"


def cheap_value():
    """The same with six features: a kernel value takes 5 operations, features 12."""
    share = dual_flops(1500, 5).total / primal_flops(1500, 6).total
    return f"M = 6, n = 1500: 5 operations a value, not 12, yet {share:.0f} times dearer"


def never_enough():
    """The rank of the Gaussian's Gram matrix on n points."""
    ranks = (rank(gaussian(0.5)(np.arange(n) / 2)) for n in (5, 20, 80, 320))
    return f"Gaussian, n = 5, 20, 80, 320: rank {', '.join(map(str, ranks))}"


def no_dual():
    """F at its minimum, H above it and the Lagrange dual below it, at one shifted alpha."""
    Phi, y, K, w, alpha = twelve()
    a = alpha + 0.1
    dual = 2 * LAM * a @ y - 12 * LAM**2 * a @ a - LAM * a @ K @ a
    least = objective(Phi, y, LAM)[0](w)
    return f"H = {H(a, K, y, LAM):.3f}, minimum {least:.3f}, Lagrange dual {dual:.3f}"


def matrices():
    """The inner product of L with MN, as printed and as corrected."""
    L, M, N = np.random.default_rng(2).normal(size=(3, 4, 4))
    printed, right = np.sum((L @ M.T) * N), np.sum((L @ N.T) * M)
    return f"⟨A, BC⟩ = {np.sum(L * (M @ N)):.3f}, printed {printed:.3f}, corrected {right:.3f}"


def orthogonal_to_itself():
    """The part of a vector in the span of two others."""
    u, rest = features.project([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]], [1.0, 2.0, 0.0])
    inner = abs(rest @ [1.0, 0.0, 1.0])
    return f"⟨u, u⟩ = {u @ u:.3f}, not 0; x − u has inner product {inner:.3f} with the span"


def second_moment():
    """Phi'Phi over n against the covariance matrix."""
    Phi, *_ = twelve()
    gap = np.linalg.norm(Phi.T @ Phi / 12 - np.cov(Phi.T, bias=True))
    return f"Φ′Φ/n and the covariance differ by {gap:.2f}"


def two_maps():
    """Two feature maps with one kernel."""
    A = np.array([[1.0, 2.0], [3.0, -1.0]])
    three, four = features.quadratic(A), features.outer(A)
    gap = np.abs(three @ three.T - four @ four.T).max()
    return f"{three.shape[1]} and {four.shape[1]} features, kernels differ by {gap:.0f}"


SLIPS = (
    Slip(
        "CSCI 567, lecture 4",
        r"$\alpha = y - \Phi w^\star$",
        r"$\alpha = (y - \Phi w^\star)/\lambda'$, with $\lambda' = n\lambda$",
        missing_factor,
    ),
    Slip(
        "CSCI 567, lecture 4",
        r"gradients $\Phi^\top(\Phi w - y)$ and $\lambda' w$",
        "both carry a factor 2 (the equation holds, since both miss it)",
        slope,
    ),
    Slip(
        "USC 9",
        r"$K\big((K+\lambda' I)\alpha - y\big) = 0 \Leftrightarrow (K+\lambda' I)\alpha = y$",
        r"only $\Leftarrow$; both ways if $K$ is invertible",
        only_one_way,
    ),
    Slip("USC 9", r"weights are dearer for $m \gg d$", r"for $m \gg n$", dearer),
    Slip(
        "CSCI 567, lecture 4",
        r"use $k$ whenever it is cheaper than $\psi$",
        r"also needs $n$ not much over $M$ (the notes say $n \le M$ six slides before), if the "
        r"features are already there",
        cheap_value,
    ),
    Slip(
        "USC 9, Definition 8",
        r"$\psi$ into $\mathbb R^m$",
        r"into a Hilbert space: no finite $m$ serves the Gaussian",
        never_enough,
    ),
    Slip(
        "CSCI 567, lecture 4",
        r"$H(\alpha)$ is the “dual”",
        "it is the primal in other coordinates and lies above the minimum; the Lagrange dual "
        "lies below",
        no_dual,
    ),
    Slip(
        "Waterloo 1.7.2",
        r"$\langle A, BC\rangle = \langle AB^\top, C\rangle$",
        r"$= \langle B^\top A, C\rangle = \langle AC^\top, B\rangle$",
        matrices,
    ),
    Slip(
        "Durham 9, Lemma 15",
        r"$u \in \mathcal X$ and $\langle u, v\rangle = 0$ for all $v \in \mathcal X$",
        r"$u \in \mathcal X$ and $x - u \perp \mathcal X$ ($\mathcal X$ a closed subspace)",
        orthogonal_to_itself,
    ),
    Slip(
        "CSCI 567, lecture 4",
        r"$\Phi^\top\Phi$ is a covariance matrix; its entries sum over $m$",
        r"$n$ times the uncentred second moment; sums over the $n$ points",
        second_moment,
    ),
    Slip(
        "Waterloo 1.7.5",
        "two different “kernels”",
        "two feature maps of one kernel",
        two_maps,
    ),
    Slip(
        "CSCI 567, lecture 4",
        r"shapes $n+M$, $n+n$, $M+M$ of $\Phi$, $K$, $\Phi^\top\Phi$",
        r"$n \times M$, $n \times n$, $M \times M$",
    ),
    Slip(
        "USC 9",
        r"minimise over $w \in \mathbb R^d$; $k$ as a function of one argument",
        r"$w \in \mathbb R^m$, one weight a feature; $k$ takes two",
    ),
)
