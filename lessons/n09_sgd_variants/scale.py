"""Further: curvature, rare features."""

import numpy as np

from helpers import plots
from helpers.descent import adaptive, problems
from helpers.live import Claim, Figure, axes, log_slider, slider
from lessons.n09_sgd_variants.world import LOOKS, three_curves, told

SHAKE = np.random.default_rng(8).normal(size=(60, 1, 2))
SCALINGS = ("none", "diagonal", "Hessian")


class Scale(Figure):
    """A narrow valley: plain steps, steps scaled by the diagonal, and by the whole Hessian."""

    story = """
no noise
    The Hessian arrives at once, plain descent takes a hundred steps.
narrow | cond=1000, theta=0
    Condition 1000, along the axes: plain steps hardly move. Here the diagonal is the Hessian,
    and both arrive.
noise | sigma=0.1
    With noise the scaled runs end highest: the noise is multiplied too.
damped | sigma=0.1, eps=0.3
    Damping ε gives up speed and gets rid of most of the noise.
at 45° | theta=45
    The diagonal cannot see a valley that lies across the axes.
round | cond=1
    Nothing to gain: all three are the same method.
"""
    sees = {
        "no noise": lambda r: r.gaps[2][5] < 1e-9 and r.gaps[0][60] > 1e-4,
        "narrow": lambda r: (
            np.allclose(r.ways[1], r.ways[2]) and r.gaps[0][60] > 1e-4 > 1e9 * r.gaps[1][60]
        ),
        "noise": lambda r: min(r.gaps[1][60], r.gaps[2][60]) > 10 * r.gaps[0][60] > 0,
        "damped": lambda r: r.sigma > 0 and max(g[60] for g in r.gaps[1:]) < 2 * r.gaps[0][60],
        "at 45°": lambda r: r.theta == 45 and np.ptp(np.diag(r.ways[1])) < 1e-9,
        "round": lambda r: np.allclose(r.gaps[0], r.gaps[2], atol=1e-4),
    }
    notes = """Preconditioning trades speed for noise. In d dimensions the full matrix has d²
    entries and costs d³; the diagonal is what AdaGrad and Adam keep of it."""
    panels = (
        axes("first coordinate", (-2.3, 2.3), "second", (-2.3, 2.3)),
        axes("step $t$", (0, 60), "expected height $f - f^\\star$", (1e-8, 10)),
    )

    def sliders(self):
        return dict(
            cond=log_slider("condition β/μ", 30, 1, 1000),
            eps=log_slider("damping ε", 1e-3, 1e-6, 1),
            sigma=slider("noise σ", 0, 0, 0.3, 0.01),
            theta=slider("turned by θ", 15, 0, 90, 1),
        )

    @staticmethod
    def compute(cond, eps, sigma, theta):
        """One run of each on a valley of curvatures 1/cond and 1; exact expected heights."""
        c, s = np.cos(np.radians(theta)), np.sin(np.radians(theta))
        turn = np.array([[c, -s], [s, c]])
        f = problems.Quadratic(turn @ np.diag([1 / cond, 1.0]) @ turn.T, np.zeros(2))
        ways = [
            np.eye(2),
            adaptive.inverse_hessian(f.A, eps, diagonal=True),
            adaptive.inverse_hessian(f.A, eps),
        ]
        start = turn @ np.array([1.5, 1.0])
        guess = lambda w, t: f.grad(w) + sigma * SHAKE[t - 1]  # noqa: E731
        runs = [adaptive.preconditioned(guess, P, start[None], 1.0, 60) for P in ways]
        return dict(
            f=f,
            ways=ways,
            start=start,
            paths=[run.w[:, 0] for run in runs],
            gaps=[expected_heights(f, P, start, sigma, 60) for P in ways],
        )

    def picture(self, left, right):
        left.moving_contours(
            (-2.3, 2.3), np.geomspace(1e-3, 3, 7), alpha=0.5, shows=lambda r: r.f.value
        )
        ways = [
            plots.curves(left.ax, [name], color=colour, ls="-", lw=1.3, marker=mark, ms=4)
            for name, mark, (colour, _) in zip(SCALINGS, "^oD", LOOKS)
        ]
        gaps = three_curves(right.ax, SCALINGS, "y")

        left.add(lambda r: (line for draw, w in zip(ways, r.paths) for line in draw(*w.T)))
        right.add(gaps, shows=lambda r: (np.arange(61), *(np.maximum(g, 1e-300) for g in r.gaps)))

    def caption(self, r):
        none, diagonal, hessian = (told(g[-1]) for g in r.gaps)
        return (
            f"Expected height after 60 steps: {none} without scaling, {diagonal} with the "
            f"diagonal, {hessian} with the Hessian."
        )

    def headline(self, r):
        lam = np.array([1 / r.cond, 1.0])
        exact = lam @ settled(lam, r.eps, r.sigma, np.array([1.5, 1.0]), 5) / 2
        return Claim(
            "Hessian: log10 of the height after 5 steps",
            "Theorem 9.8",
            np.log10(max(r.gaps[2][5], 1e-300)),
            np.log10(max(exact, 1e-300)),
            "==",
            tol=1e-5,
            why_not="" if exact > 1e-20 else "only rounding error is left",
            words="Dividing by the Hessian forgets the condition number, and multiplies the noise.",
        )

    def identities(self, r):
        lam = 1 / r.cond
        slow = (1 - lam) ** 120 * 1.5**2 + r.sigma**2 * (1 - (1 - lam) ** 120) / (lam * (2 - lam))
        fast = r.sigma**2
        return [
            Claim(
                "no scaling: height after 60 steps",
                "Theorem 9.8",
                r.gaps[0][-1],
                (lam * slow + fast) / 2 if r.cond > 1 else fast,
                "==",
            ),
            Claim(
                "tr Q² = Σ 1/(λ + ε)²",
                "Theorem 9.8",
                (r.ways[2] ** 2).sum(),
                (1 / (np.array([lam, 1]) + r.eps) ** 2).sum(),
                "==",
                tol=1e-6,
            ),
        ]


def expected_heights(f, P, start, sigma, T):
    """E f(w_t) - f* after 0, ..., T steps w <- w - P(A w + noise): moments, no sampling."""
    M, kick, U, heights = np.eye(2) - P @ f.A, sigma**2 * P @ P.T, np.outer(start, start), []
    for _ in range(T + 1):
        heights.append((f.A * U).sum() / 2)
        U = M @ U @ M.T + kick
    return np.array(heights)


def settled(lam, eps, sigma, first, T):
    """Theorem 9.8: E e^2 after T steps along an eigenvector, from e_1 = first."""
    r = eps / (lam + eps)
    return r ** (2 * T) * first**2 + (1 - r ** (2 * T)) * sigma**2 / (lam * (lam + 2 * eps))
