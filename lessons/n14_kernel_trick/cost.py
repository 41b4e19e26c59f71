"""The figure `cost`."""

from functools import cache
from math import comb

import numpy as np

from helpers import plots
from helpers.kernels import features, polynomial
from helpers.kernels.ridge import KernelRidge, dual_flops, primal_flops
from helpers.linear.least_squares import Ridge
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider
from lessons.n14_kernel_trick.world import short


class Cost(Figure):
    """Operations on both roads: M weights, or n coefficients."""

    guess = Guess(
        "Ten coordinates, 500 points. From which degree on is the kernel the cheaper road?",
        {
            "always": "With degree 1 there are 11 features: an 11 × 11 system is hard to beat.",
            "from 3 on": "At degree 3 there are 286 features, and the two roads cost about the "
            "same; at degree 4 the kernel is far ahead.",
            "never below 8": "At degree 8 there are 43 758 features. It pays much earlier.",
        },
        answer="from 3 on",
    )

    story = """
level
    Ten coordinates, cubic, 500 points: the roads cost about the same.
kernel | n=100, d=20, p=5
    Degree 5 in 20 coordinates: 53 130 features, 100 points.
weights | n=5000, d=2, p=2
    Six features and 5000 points: the kernel is no help.
cheap values, dear road | n=5000, d=2, p=8
    45 features, 5000 points: a kernel value is cheap, but the system has 5000 unknowns.
"""
    handles = [
        Handle(
            "choose the degree",
            at=lambda r: (r.p, r.by_degree[2, r.p - 1]),
            to=lambda r, x, y: dict(p=x),
        ),
        Handle(
            "choose the number of points",
            at=lambda r: (r.n, r.by_degree[2, r.p - 1]),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        ),
    ]
    notes = "Cheap kernel values are not enough: the step “cheap values, dear road” is the point."
    shared = dict(sharey=True)
    panels = (
        axes("degree $p$", (0.8, 8.2), "operations", (1e3, 1e20)),
        axes("points $n$", (9, 5500)),
    )

    def sliders(self):
        return dict(
            n=int_slider("points n", 500, 10, 5000, 10),
            d=int_slider("coordinates d", 10, 1, 20),
            p=int_slider("degree p", 3, 1, 8),
        )

    @staticmethod
    def compute(n, d, p):
        """Count multiplications and additions: build the matrix, then solve by Cholesky."""
        ps, ns, M = np.arange(1, 9), np.geomspace(10, 5000, 60), comb(d + p, p)
        Ms = np.array([float(comb(d + q, q)) for q in ps])

        def roads(n, M, value):
            weights, from_features = primal_flops(n, M), dual_flops(n, 2 * M)
            return np.array([weights.total, from_features.total, dual_flops(n, value).total])

        return dict(
            ps=ps,
            ns=ns,
            M=M,
            by_degree=roads(n, Ms, 2 * d + ps),
            by_n=roads(ns, M, 2 * d + p),
            both=predicted(d, p),
        )

    def picture(self, left, right):
        right.legend(show=False)

        right.ax.tick_params(labelleft=True)
        names = ["weights", "$\\alpha$ from $\\psi$", "$\\alpha$ from $k$"]
        colours = (plots.RED, plots.SKY, plots.BLUE)
        panels = []
        for ax, log in ((left.ax, "y"), (right.ax, "xy")):
            lines = plots.curves(ax, names, log=log, legend=None)
            for line, colour in zip(lines(np.ones(1), *[[np.nan]] * 3), colours):
                line.set(color=colour, lw=2.4)
            panels += [lines, plots.star(ax)]
        left.legend(columnspacing=0.8)
        by_degree, star, by_n, other = panels
        left.add(by_degree, shows=lambda r: (r.ps, *r.by_degree))
        left.add(by_n, shows=lambda r: (r.ns, *r.by_n))
        left.add(star, shows=lambda r: (r.p, r.by_degree[2, r.p - 1]))
        left.add(other, shows=lambda r: (r.n, r.by_degree[2, r.p - 1]))

    def caption(self, r):
        weights, _, kernel = r.by_degree[:, r.p - 1]
        if kernel < weights:
            return f"The kernel needs {short(weights / kernel)} times fewer operations."
        return f"Weights need {short(kernel / weights)} times fewer operations."

    def numbers(self, r):
        weights, from_features, kernel = map(short, r.by_degree[:, r.p - 1])
        return (
            f"{r.M} features; {weights} operations by weights, {from_features} by coefficients "
            f"with a matrix from the features, {kernel} with the kernel."
        )

    def headline(self, r):
        weights, _, kernel = r.by_degree[:, r.p - 1]
        many = f"n = {r.n} is over M = {r.M}" if r.n > r.M else ""
        value = "" if 2 * r.d + r.p <= 2 * r.M else "a kernel value costs more than 2M"
        return Claim(
            "operations: kernel ≤ weights",
            "Theorem 14.6",
            kernel,
            weights,
            why_not=many or value,
            words="With no more points than features the kernel is never the dearer road.",
        )

    def identities(self, r):
        weights, _, kernel = r.by_degree[:, r.p - 1]
        few = "" if r.n >= 4 * r.M else f"n = {r.n} is under 4M = {4 * r.M}"
        many = f"{r.M} features are too many to write down" if r.both is None else ""
        by_weights, by_kernel = r.both or (np.nan, np.nan)
        both = "prediction at a new point: weights = kernel"
        return [
            Claim("n ≥ 4M: weights ≤ kernel", "Theorem 14.6", weights, kernel, why_not=few),
            Claim(both, "Theorem 14.5", by_weights, by_kernel, "==", 1e-7, many),
        ]


@cache
def predicted(d, p):
    """Predictions at a 31st point by weights and by coefficients; None beyond 300 features."""
    if comb(d + p, p) > 300:
        return None
    A = np.random.default_rng(p).uniform(-1, 1, (31, d)) / d**0.5
    Phi, K, t = features.monomials(p)(A), polynomial(p)(A), np.cos(np.arange(30))
    by_weights = Ridge(Phi[:30], t).predict(Phi[30:], 0.01)[0]
    return by_weights, KernelRidge(K[:30, :30], t).predict(K[30:, :30], 0.01)[0]
