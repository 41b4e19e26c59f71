"""Slips that notebook 02 decides."""

import numpy as np

from helpers import losses
from helpers.descent import problems
from helpers.desk.slips import Slip
from helpers.learning import functions, surrogate
from lessons.n02_convexity import convexity
from lessons.n02_convexity import surrogate_risk as price

WINDOW = np.linspace(-2.6, 2.6, 209)


def five_scores():
    """Five points, three of them with score 0, and sgn(0) = -1."""
    labels, score = np.array([1, -1, -1, 1, -1]), np.array([2, 0, 0, 0, 1.0])
    error = np.mean(np.where(score > 0, 1, -1) != labels)
    mean = losses.zero_one(labels * score).mean()
    return f"error {error:.1f}, but Pr[YŶ ≤ 0] = {mean:.1f}"


def perceptron_on_new_points():
    """The batch perceptron on separable data in the plane, mean of 20 runs."""
    errors = [
        np.mean([surrogate.perceptron_error(n, np.random.default_rng(s)) for s in range(20)])
        for n in (20, 100, 500)
    ]
    return "test error {:.3f}, {:.3f}, {:.4f} after n = 20, 100, 500".format(*errors)


def best_scores_at_the_ends():
    """The set of cheapest scores of the hinge at p = 1/2, of the logistic loss at p = 1."""
    low, high = (float(end) for end in surrogate.best_scores(losses.hinge, 0.5))
    most = float(surrogate.best_scores(losses.logistic, 1.0)[0])
    return f"hinge at p = ½: all scores from {low:.0f} to {high:.0f}; logistic at p = 1: {most}"


def outliers_win():
    """The best hinge line against the best line, with outliers far out."""
    atoms = price.crowd(0.0, 0.5, 0.1, 9.0)
    paid = price.hinge_price(atoms, 100, 1, np.random.default_rng(0))
    return f"best hinge line {paid.error:.2f}, best line {paid.I:.2f}"


def smooth_and_steep():
    """Slopes and turning rates of x^2/2 and of a smoothed |x|."""
    smoothed = lambda x: x / np.sqrt(x * x + 1e-12)  # noqa: E731  the slope
    chord, turn = 2000**2 / 2 / 2000, smoothed(1e-9) / 1e-9
    return f"x²/2 is 1-smooth with a chord of slope {chord:.0f}; a smoothed ∣x∣ turns at {turn:.0e}"


def under_a_parabola():
    """-5w^2 against its parabola with beta = 1, and the rate at which its slope turns."""
    f = -5 * functions.square
    over = convexity.tangent_gap(f, f.grad, WINDOW[:, None], WINDOW, mu=1).max() + 0.0
    turn = np.abs(np.diff(f.grad(WINDOW)) / np.diff(WINDOW)).max()
    return (
        f"−5w²: at most {over:.0f} over its parabola with β = 1, its slope turns at rate {turn:.0f}"
    )


def empty_sets():
    """Subdifferentials of −w² at 1 and of −|w| at 0."""
    found = [
        np.isnan(functions.subdifferential(-1 * f, at, WINDOW)[0])
        for f, at in ((functions.square, 1), (functions.absolute, 0))
    ]
    return f"empty: {'yes' if all(found) else 'no'}, for −w² at 1 and for −∣w∣ at 0"


def above_the_tangent():
    """How far w^2 lies above its tangent at -2."""
    gap = convexity.tangent_gap(functions.square, functions.square.grad, -2, WINDOW)
    return f"w² is up to {gap.max():.1f} above its tangent at −2, and equal at u = −2 only"


def end_of_the_domain():
    """w ln w on [0, 1] at 0."""
    ends = functions.subdifferential(functions.entropy, 0.0, np.linspace(0, 1, 99))
    return f"w ln w on [0, 1] has {'no' if np.isnan(ends[0]) else 'a'} subgradient at 0"


def larger_data():
    """rho and beta of the squared loss for data of three sizes."""
    sizes = 1.0, 10.0, 100.0
    found = [convexity.ball_constants(losses.squared, [s], s, 1.0)[:2] for s in sizes]
    rho, beta = (", ".join(f"{value:.0f}" for value in row) for row in zip(*found))
    return f"x = y = 1, 10, 100, B = 1: ρ = {rho}; β = {beta}"


def rates_in_w_and_in_z():
    """How fast the gradient of (<w, x> - y)^2 turns, in w and in z = (x, y), on random pairs."""
    rng, w, x = np.random.default_rng(1), np.array([3.0, 4.0]), np.array([0.1, 0.1])
    U, V = rng.normal(size=(2, 4000, 3))
    in_w = convexity.bends(losses.objective(losses.squared, x[None], [0.5])[1], U[:, :2], V[:, :2])
    by_z = lambda z: 2 * (z[:, :2] @ w - z[:, 2])[:, None] * np.r_[w, -1]  # noqa: E731
    in_z = convexity.bends(by_z, U, V)
    return f"w = (3, 4), x = (0.1, 0.1): rate {in_w[0].max():.2f} in w, {in_z[0].max():.0f} in z"


def signs_forgotten():
    """How often the printed chain fails on pairs with |x| < rho/2, rho = 3."""
    a, b = np.random.default_rng(2).uniform(-1.5, 1.5, (2, 4000))
    fails = np.mean(abs(a * a - b * b) > 3 * (b - a))
    return f"without the bars it fails for {fails:.0%} of all pairs"


def wavy_losses():
    """Chords of w²/2 + 3 ± 3 cos w, which are never negative, and of their mean."""
    rng = np.random.default_rng(0)
    P = 3 * rng.normal(size=4000)
    one, mean = (lambda w: w * w / 2 + 3 + 3 * np.cos(w)), (lambda w: w * w / 2 + 3)
    worst = [convexity.worst_chord(f, P, np.random.default_rng(0)) + 0.0 for f in (one, mean)]
    return "worst chord of one loss {:.2f}, of the mean {:.2f}".format(*worst)


def not_symmetric():
    """A^-1 b against the minimiser for an A that is not symmetric."""
    A, b = np.array([[2, 1.5], [0, 2]]), np.array([1.0, -1.0])
    (p, q), (r, s) = np.linalg.solve(A, b), problems.Quadratic(A, b).w_star
    return f"A⁻¹b = ({p:.3f}, {q:.1f}), but the minimiser is ({r:.1f}, {s:.1f})"


SLIPS = (
    Slip(
        "Waterloo 1.6",
        "$\\Pr[Y \\ne \\operatorname{sgn}\\hat Y] = \\Pr[Y\\hat Y \\le 0]$",
        "equal only if no $-$ example has score 0: there $\\operatorname{sgn}(0) = -1$ is right",
        five_scores,
    ),
    Slip(
        "Waterloo 1.6, Remark 1.6.5",
        "the perceptron cannot generalise",
        "its loss is not calibrated, but on separable data it generalises",
        perceptron_on_new_points,
    ),
    Slip(
        "Waterloo, Definition 1.6.2",
        "calibrated: the $\\arg\\min$ has Bayes' sign, for every $p$",
        "for $p \\ne \\frac12$, and with infima: at $\\frac12$ there is no sign, at $p = 1$ maybe "
        "no minimiser",
        best_scores_at_the_ends,
    ),
    Slip(
        "Waterloo, Corollary 1.6.4",
        "the minimiser of the hinge risk is optimal for the 0-1 risk",
        "over all functions; within a class, such as lines, it need not be",
        outliers_win,
    ),
    Slip(
        "Waterloo 1.6, Bayes",
        "by Bayes' rule; set $Y = \\eta(X)$",
        "it is the law of total expectation; set $\\hat Y = \\eta(X)$",
    ),
    Slip(
        "Waterloo, Definition 1.8.4",
        "$L$-smooth: $f$ is $L$-Lipschitz",
        "the gradient is $L$-Lipschitz, not $f$",
        smooth_and_steep,
    ),
    Slip(
        "Durham 2, Note 8",
        "the tangent is below the graph of a convex $f$",
        "where $f$ is differentiable; at a kink use a subgradient",
    ),
    Slip(
        "Durham 2, Example 18 (2)",
        "$\\vert x_2^2 - x_1^2\\vert \\le 2\\rho/2\\,(x_2 - x_1) = \\rho\\,\\vert x_2 - x_1\\vert$",
        "the middle term lacks its bars: $2\\rho/2\\,\\vert x_2 - x_1\\vert$",
        signs_forgotten,
    ),
    Slip(
        "Durham 2, Examples 30 and 32",
        "the squared loss is Lipschitz and smooth for $\\Vert w\\Vert \\le B$",
        "with $\\rho = 2\\Vert x\\Vert(B\\Vert x\\Vert + \\vert y\\vert)$ and $\\beta = "
        "2\\Vert x\\Vert^2$ for each $z$; one constant for all $z$ needs bounded data",
        larger_data,
    ),
    Slip(
        "Durham 2, Note 23",
        "$\\beta$-smooth if and only if (5.2)",
        "smooth $\\Rightarrow$ (5.2); the converse needs $f$ convex, or (5.2) for $-f$ too",
        under_a_parabola,
    ),
    Slip(
        "Durham 2, Example 26",
        "$\\ell(w, \\cdot)$ is $2\\Vert x\\Vert^2$-smooth",
        "$\\ell(\\cdot, z)$ is, in $w$; in $z$ the rate is $2(\\Vert w\\Vert^2 + 1)$",
        rates_in_w_and_in_z,
    ),
    Slip(
        "Durham 2, Note 36",
        "a loss that is not convex gives a risk that is not convex",
        "it may, but need not: $\\frac{w^2}2 + 3 \\pm 3\\cos w$ with equal chances",
        wavy_losses,
    ),
    Slip("Durham 2, Example 37", "$\\arg\\min$ over $x$", "$\\arg\\min$ over $w$"),
    Slip(
        "Durham 4, Fact 5 (1) and (2)",
        "differentiable $\\Rightarrow \\partial f = \\{\\nabla f\\}$; "
        "$\\partial(af) = a\\,\\partial f$",
        "(1) needs $f$ convex, (2) needs $a \\ge 0$",
        empty_sets,
    ),
    Slip(
        "Durham 4, (2.1) and figure (B)",
        "for differentiable $f$ the subgradient inequality is an equality",
        "only at $u = w$: the tangent is below",
        above_the_tangent,
    ),
    Slip(
        "Durham 4, Lemma 21",
        "Lipschitz if and only if all subgradients are short",
        "needs $f$ convex (notebook 07)",
    ),
    Slip(
        "Liang, Definition 2",
        "convex on $S$ if and only if every point has a subgradient",
        "in the interior; at the end of the domain there may be none",
        end_of_the_domain,
    ),
    Slip(
        "USC 9, Example 2",
        "strongly convex if $v^\\top Av > 0$ for all $v$",
        "for all $v \\ne 0$",
    ),
    Slip(
        "USC 9, Example 2",
        "the minimiser is $A^{-1}b$",
        "if $A$ is symmetric; otherwise $(\\frac{A + A^\\top}2)^{-1}b$",
        not_symmetric,
    ),
)
