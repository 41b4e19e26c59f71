"""Slips that notebook 09 decides."""

import numpy as np

from helpers.descent import adaptive, projections, sgd, svrg
from helpers.desk.slips import Slip
from lessons.n09_sgd_variants import world
from lessons.n09_sgd_variants.rare import Rare

SNAP = np.array([1.0, 0.5])


def sample():
    """x, y (1000,): the first pairs of the million."""
    X, y = world.million()
    return X[:1000, 1], y[:1000]


def slope(f, w, i, h=1e-6):
    """The i-th derivative of f at w by differences."""
    step = h * np.eye(2)[i]
    return (f(w + step) - f(w - step)) / (2 * h)


def three(printed, corrected, numeric):
    """Printed, corrected, by differences."""
    return f"printed {printed:.3f}, corrected {corrected:.3f}, by differences {numeric:.3f}"


def sign_of_minus_cos():
    """The first entry of the gradient at (2, -2), example 8."""
    x, y, w = sample()[0][7], sample()[1][7], world.START
    printed = np.sin((y - w[0] - w[1] * x) / 2) / 2
    numeric = slope(lambda w: projections.cos_loss(w, np.array([x]), y), w, 0)
    return three(printed, -printed, numeric)


def start_outside():
    """Norm of the printed start, and the curvature of one loss at |y| = 3 on the edge."""
    edge = projections.cos_hessian(np.array([-1.06, -1.06]), np.array([1.0]), 3.0)
    return (
        f"the start has norm {np.hypot(1.5, 1.5):.2f} > 1.5; at y = 3 the least curvature is "
        f"{np.linalg.eigvalsh(edge)[0]:.2f}"
    )


def bent_sets():
    """One step on a circle: both sides of the lemma."""
    run = sgd.sgd(
        lambda w, t: np.array([0.9, 0.0]), np.array([1.0, 0.0]), 1.0, 2, projections.project_circle
    )
    left, right = projections.lemma_sides(run, np.array([-1.0, 0.0]))
    return f"on a circle, two steps: {left:.2f} ≤ {right:.2f} would be needed"


def mean_of_x():
    """The second entry at (2, -2), example 8."""
    (x, y), w = sample(), world.START
    x8, y8 = x[7], y[7]
    printed = 2 * w[0] * x.mean() + 2 * w[1] * x8**2 - 2 * y8 * x8
    corrected = 2 * (w[0] + w[1] * x8 - y8) * x8
    return three(printed, corrected, slope(lambda w: (w[0] + w[1] * x8 - y8) ** 2, w, 1))


def brackets():
    """AdaGrad's sums after 300 steps, mean of 20 runs."""
    ada = Rare.compute(0.1, 0.3, 0.5)["ada"]
    often, seldom = ada.extra["G"][-1].mean(axis=0)
    return f"sums: rare {seldom:.0f}, frequent {often:.0f}; the rare one has the longer steps"


def rate_without_noise():
    """AdaGrad's least rate after 300 and after 3000 steps on the true gradient."""
    law = world.sample_law(1000)
    run = adaptive.adagrad(lambda w, t: law.f.grad(w), world.START, 1.0, 3000)
    rates = adaptive.effective_rates(run).min(axis=1)
    return (
        f"without noise, η = 1: rate {rates[299]:.3f} after 300 steps, {rates[-1]:.3f} after 3000"
    )


def square_in_the_least():
    """The variance at the best c, y in units of ten."""
    Z = world.white()
    x, y = Z[:, 0], 10 * Z.sum(axis=1)
    m = svrg.moments(x, y)
    lean = svrg.controlled(x, y, m.best, y.mean()).var()
    return (
        f"measured {lean:.3f}; printed {m.V_x - m.C / m.V_y:.3f}, corrected "
        f"{m.V_x - m.C**2 / m.V_y:.3f}"
    )


def smoothness_squared():
    """Two losses of curvature 0 and 6 at distance 1 from the snapshot."""
    pull = np.array([0.0, 6.0])
    return f"curvatures 0 and 6: noise {pull.var():.0f}; bound {6} as printed, {6**2} corrected"


def weight_twice():
    """The second entry of the difference, w = (2, -2), snapshot (1, 0.5), example 8."""
    x, y = (a[7] for a in sample())
    d, loss = world.START - SNAP, lambda w: (w[0] + w[1] * x - y) ** 2
    numeric = slope(loss, world.START, 1) - slope(loss, SNAP, 1)
    return three(2 * d[1] * x + 2 * d[1] * x**2, 2 * d[0] * x + 2 * d[1] * x**2, numeric)


def full_gradient():
    """The second entry of the full gradient at (2, -2), n = 1000."""
    (x, y), w = sample(), world.START
    printed = 2 * w[0] * x.mean() + 2 * w[1] * x.mean() ** 2 - 2 * x @ y
    corrected = 2 * np.mean((w[0] + w[1] * x - y) * x)
    return three(printed, corrected, slope(lambda w: np.mean((w[0] + w[1] * x - y) ** 2), w, 1))


def cost_of_a_step():
    """Gradients a step, n = 1000 and a snapshot every 50 steps."""
    kept = svrg.evaluations(1000, 1000, 50) / 1000
    return f"gradients a step: {1000 + 2} as printed, {kept:.0f} with snapshots, descent 1000"


SLIPS = (
    Slip(
        "Durham 6, Example 6",
        r"the gradient $\frac12\sin(\frac r2)(1, x)$ of $-\cos\frac r2$, $r = y - w_1 - w_2x$",
        r"$-\frac12\sin(\frac r2)(1, x)$: the printed step climbs",
        sign_of_minus_cos,
    ),
    Slip(
        "Durham 6, Example 6",
        r"start $(1.5, 1.5)$; the loss is convex on $W$",
        r"a start inside; one loss is convex on $W$ only for $\vert y\vert \le \pi - 1.5\sqrt2 "
        r"\approx 1.02$",
        start_outside,
    ),
    Slip(
        "Durham 6, Problem 1 and Note 5",
        "any set $W$",
        r"$W$ closed and convex, and $w^\star$ in it",
        bent_sets,
    ),
    Slip(
        "Durham 6, Example 18",
        r"$2w_1\bar x + 2w_2x_j^2 - 2y_jx_j$",
        r"$2w_1x_j + 2w_2x_j^2 - 2y_jx_j$",
        mean_of_x,
    ),
    Slip(
        "Durham 6, Note 14",
        "larger updates for infrequent features (“largest partial derivative”)",
        "rare features have the *small* sum of squared derivatives, hence the large rate",
        brackets,
    ),
    Slip(
        "Durham 6, Note 17",
        "the sum keeps growing, the rate becomes “infinitesimally small”",
        "not for smooth losses without noise: there the sum converges",
        rate_without_noise,
    ),
    Slip("Durham 6, (3.3)", r"$V_x - C/V_y$", r"$V_x - C^2/V_y$", square_in_the_least),
    Slip(
        "Durham 6, Note 26",
        r"$\max_j\beta_j\Vert w - \tilde w\Vert^2$",
        r"$\max_j\beta_j^2\Vert w - \tilde w\Vert^2$",
        smoothness_squared,
    ),
    Slip(
        "Durham 6, Example 29",
        r"second entry $2(w_2 - \tilde w_2)x_j + \dots$",
        r"$2(w_1 - \tilde w_1)x_j + \dots$",
        weight_twice,
    ),
    Slip(
        "Durham 6, (3.7)",
        r"no $\nabla$, $y^\top x$ without $\frac1n$, $\bar x^2$",
        r"the mean gradient: $\frac1n y^\top x$ and $\overline{x^2}$",
        full_gradient,
    ),
    Slip(
        "Durham 6, Example 29",
        "the full gradient in every step; no first snapshot",
        r"at snapshots only; $\tilde w$ starts at $w_1$",
        cost_of_a_step,
    ),
)
