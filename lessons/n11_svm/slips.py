"""Slips of the notes on support vector machines that notebook 11 decides."""

import numpy as np

from helpers import losses
from helpers.desk.slips import Slip
from helpers.margins import pegasos, separation, svm
from lessons.n11_svm import bias_penalty, duality, world

TWO, APART = np.array([[5.0], [7.0]]), np.array([-1.0, 1.0])


def street():
    """The hard margin of section 1."""
    X, y = world.points_apart(1.7), world.SIGNS
    return X, y, svm.hard_margin(X, y)


def forty(C=20.0, shift=0.0):
    """Forty points and their soft margin; `shift` moves them to the right."""
    X, y = world.BASE + [shift, 0], world.LABELS
    return X, y, svm.soft_margin(X, y, C)


def sign_of_a_distance():
    """(<w, x> + b)/|w| against the distance found by search, at the points of class -1."""
    X, y, m = street()
    printed = (X @ m.w + m.b)[y < 0] / np.linalg.norm(m.w)
    found = np.array([svm.searched(x[None], m.w, m.b) for x in X[y < 0]])
    wrong = np.mean(np.abs(printed - found) > 1e-2)
    right = np.abs(np.abs(printed) - found).max()
    return f"ten points with y = −1: printed wrong for {wrong:.0%}, with bars off by {right:.4f}"


def distance_one():
    """The smallest distance and the smallest score of the widest street."""
    X, y, m = street()
    return (
        f"smallest distance {separation.margin(X, y, m.w, m.b):.3f}, smallest score "
        f"{m.margins.min():.3f}"
    )


def negative_scale():
    """How many of twenty points (kw, kb) gets right."""
    X, y, m = street()
    right = {k: int(np.sum(np.sign(k * (X @ m.w + m.b)) == y)) for k in (2, -2)}
    return f"right about {right[2]} of 20 with κ = 2, about {right[-2]} with κ = −2"


def labels_zero_one():
    """The hinge loss and its slope at label 0."""
    scores = np.linspace(-3, 3, 7)
    loss = losses.hinge(0 * scores)
    return f"at y = 0 the hinge is {loss.min():.0f} for every score: it teaches nothing"


def bias_in_the_penalty():
    """Five labels, a free bias: exact expected risk and the printed bound."""
    S = bias_penalty
    risk = S.expected(S.risk, 0.6, 5, 1.0, np.inf)
    return f"p = 0.6, m = 5, ρ → 0: risk {risk:.3f} > {S.bound(0.6, 5, 1.0, 0.0, np.inf):.3f}"


def errors_without_bias():
    """The share of points whose 0-1 loss exceeds their hinge loss."""
    _, y, m = forty(shift=3.0)
    shares = [np.mean((y * (m.scores - b) <= 0) > m.slack) for b in (m.b, 0.0)]
    return (
        f"0–1 loss over the hinge for {shares[0]:.0%} of 40 points without b, {shares[1]:.0%} with"
    )


def step_without_penalty():
    """2000 steps with and without 2 lam w, objective of the last point, and the optimum."""
    X, y, lam = world.XS, world.YS, 0.5
    f, best = pegasos.objective(X, y, lam)[0], svm.soft_margin(X, y, 1 / (2 * lam)).objective
    bare, full = (pegasos.descend(X, y, lam, 0.05, 2000, penalty=on).last for on in (False, True))
    return f"after 2000 steps {f(bare):.3f}, with 2λw {f(full):.3f}; optimum {best:.3f}"


def curved_equality():
    """All stationary points of x_1 on a circle and of |x|^2 on a line, against the whole curve."""
    angle = np.linspace(0, 2 * np.pi, 721)[:-1]
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    # smallest |grad F + beta grad h| over beta: the part of (1, 0) along the circle
    residual = np.abs(circle @ np.array([[0.0], [1.0]]))[:, 0]
    kkt = circle[residual < 1e-9]
    worst = int(np.sum(kkt[:, 0] >= circle[:, 0].max() - 1e-12))
    walk = np.linspace(-3, 3, 721)
    line = np.column_stack([0.5 + walk, 0.5 - walk])
    apart = np.abs((2 * line) @ [1, -1]) / 2**0.5
    best = (line[apart < 1e-9] ** 2).sum(axis=1) - (line**2).sum(axis=1).min()
    return (
        f"circle: {len(kkt)} of 720 points satisfy KKT, {worst} of them is the maximiser "
        f"(1, 0); line: {len(best)} of 721, {best.max():.3f} above the minimum"
    )


def without_b_under_the_minimum():
    """The best |w|^2/2 with b free, with b held at other values, by the same program."""
    X, y, m = street()
    far = X + [4.0, 0.0]
    try:
        svm.hard_margin(far, y, bias=False)
        held = "finite"
    except ValueError:
        held = "no w is allowed"
    free = svm.hard_margin(far, y).primal
    return f"moved by 4: {free:.3f} with b (as before: {m.primal:.3f}); with b = 0 {held}"


def brackets():
    """The Lagrangian at the optimum, as printed and as corrected."""
    X, y, m = street()
    printed = m.norm2 / 2 - np.sum(m.alpha * (y * (X @ m.w) + m.b)) - 1
    right = m.norm2 / 2 - m.alpha @ (m.margins - 1)
    return f"at the optimum {printed:.3f} printed, {right:.3f} corrected; p* = {m.primal:.3f}"


def dual_without_the_constraint():
    """The dual value along alpha = s (7, 5), which breaks only sum alpha y = 0."""
    grows = [a.sum() - (a @ [-5, 7]) ** 2 / 2 for a in np.outer((1, 10, 100), (7, 5))]
    best = svm.hard_margin(TWO, APART).primal
    return f"points 5 and 7: {', '.join(f'{v:.0f}' for v in grows)}, … without it; p* = {best:.1f}"


def lid():
    """Dual values with the lid C and with C/n, and the primal value."""
    X, y, m = forty()
    printed = svm.soft_margin(X, y, 20.0 * 40).dual
    return f"dual {printed:.2f} with the lid C, {m.dual:.3f} with C/n; primal {m.primal:.3f}"


def edge_alone():
    """w from the points on the edge and from all who pay."""
    X, y, m = forty()
    edge = X[m.free].T @ (m.alpha * y)[m.free]
    return (
        f"w = ({edge[0]:.2f}, {edge[1]:.2f}) from the edge, ({m.w[0]:.2f}, {m.w[1]:.2f}) from all "
        f"who pay ({len(m.free)} and {len(m.support)} points)"
    )


def no_room():
    """Without Slater's condition: p* and the best of 301 guarantees for min e^-x."""
    P = duality.no_room(0.0)
    return (
        f"min e^−x, no room: p* = {P.p_star:.1f}, best guarantee {P.dual(world.PRICES).max():.4f}"
    )


def positive_prices():
    """The dual value at 5, 7, 9 if the idle third price must be positive."""
    prices = [np.array([0.5 - e, 0.5 - 2 * e, e]) for e in (0.1, 0.01, 0.001, 0)]
    values = [a.sum() - (a @ [-5, 7, 9]) ** 2 / 2 for a in prices]
    return f"points 5, 7, 9, α₃ = 0.1, 0.01, 0.001, 0: {', '.join(f'{v:.3f}' for v in values)}"


def kernel_without_bias():
    """Primal without b against the dual with sum alpha y = 0, and against its own dual."""
    none, with_b = (svm.soft_margin(TWO, APART, 2000.0, bias) for bias in (False, True))
    return (
        f"points 5 and 7: primal without b {none.primal:.0f}, dual with the constraint "
        f"{with_b.dual:.1f}, dual without it {none.dual:.0f}"
    )


def lost_bias():
    """Clouds far from the origin: training error without and with a bias, linear kernel."""
    y = world.LABELS
    noise = 0.3 * (world.BASE - np.outer(y, [1.3, 0.7]))
    far = np.where(y[:, None] > 0, 4.0, 6.0) + noise
    found = [svm.kernel_machine(far @ far.T, y, 50.0, bias) for bias in (False, True)]
    wrong = [np.mean(m.margins <= 0) for m in found]
    return f"clouds at 4 and 6: {wrong[0]:.0%} wrong without b, {wrong[1]:.0%} with"


def no_x_in_the_rule():
    """How many answers the rule with k(x_1, x_j) has at forty points."""
    _, _, m = forty()
    printed, right = ({*np.sign(s)} for s in ([m.scores[0]] * 40, m.scores))
    return f"at 40 points {len(printed)} answer as printed, {len(right)} with k(x, x_j)"


SLIPS = (
    Slip(
        "Waterloo 1.5",
        r"distance $(\langle x_i, w\rangle + b)/\Vert w\Vert$",
        r"with bars: $\vert\langle x_i, w\rangle + b\vert/\Vert w\Vert$",
        sign_of_a_distance,
    ),
    Slip(
        "Waterloo 1.5",
        r"maximum over prices $\alpha > 0$",
        r"$\alpha \ge 0$: idle points have price 0",
        positive_prices,
    ),
    Slip(
        "Waterloo 1.6",
        r"score $\langle x_i, w, x_i, w\rangle + b$",
        r"$\langle x_i, w\rangle + b$: a slip of the pen",
    ),
    Slip(
        "Waterloo 1.7",
        r"no $b$ in the primal, yet $\sum_i\alpha_iy_i = 0$ in the dual",
        r"the constraint belongs to $b$: keep both or neither",
        kernel_without_bias,
    ),
    Slip(
        "Durham 8, Note 20",
        r"separators at distance at least 1",
        r"score at least 1, distance at least $1/\Vert w\Vert$",
        distance_one,
    ),
    Slip(
        "Durham 8, after Note 20",
        r"$(\kappa w, \kappa b)$ is a solution for $\kappa \ne 0$",
        r"for $\kappa > 0$",
        negative_scale,
    ),
    Slip(
        "Durham 8, Example 30",
        r"labels $\{0, 1\}$ with the hinge loss",
        r"$\{-1, +1\}$",
        labels_zero_one,
    ),
    Slip(
        "Durham 8, Example 30",
        r"bound $2\rho^2/(\lambda m)$ for $(w, b)$ with a free $b$",
        r"$b = 0$, or $b$ penalised and $\rho^2 + 1$ (Theorem 11.11)",
        bias_in_the_penalty,
    ),
    Slip(
        "Durham 8, Example 30",
        r"0–1 loss $1(y\langle w, x\rangle \le 0)$",
        r"$1(y(\langle w, x\rangle + b) \le 0)$",
        errors_without_bias,
    ),
    Slip(
        "Durham 8, Example 31",
        r"direction $-y_ix_i$ if the score is under 1, else 0",
        r"add $2\lambda w$, always",
        step_without_penalty,
    ),
    Slip(
        "Durham 8, Proposition 41",
        r"$g_i(x_0) < 0$ for $i = 1, \dots, n$",
        r"for $i = 1, \dots, m$, all inequalities",
        no_room,
    ),
    Slip(
        "Durham 8, Proposition 42",
        r"KKT suffice for convex $h_j$",
        r"for affine $h_j$",
        curved_equality,
    ),
    Slip(
        "Durham 8, (4.5)",
        r"minimum over $w$",
        r"over $w$ and $b$",
        without_b_under_the_minimum,
    ),
    Slip(
        "Durham 8, Note 46",
        r"$-\sum_i\alpha_i(y_i\langle w, x_i\rangle + b) - 1$",
        r"$-\sum_i\alpha_i\big(y_i(\langle w, x_i\rangle + b) - 1\big)$",
        brackets,
    ),
    Slip(
        "Durham 8, Notes 46 and 55",
        r"dual without $\sum_i\alpha_iy_i = 0$",
        r"with it",
        dual_without_the_constraint,
    ),
    Slip(
        "Durham 8, Note 53",
        r"cost $O(d+1)$ and $O(m)$",
        r"$d + 1$ and $m$ *variables*; the data alone are $md$ numbers",
    ),
    Slip(
        "Durham 8, Note 56",
        r"$\alpha_i \in [0, C]$",
        r"$[0, C/n]$ for $\frac Cn\sum_i\xi_i$",
        lid,
    ),
    Slip(
        "Durham 8, Note 56",
        r"$w$ sums over the points on the edge",
        r"over all $\alpha_i > 0$; $b$ comes from $0 < \alpha_i < C/n$",
        edge_alone,
    ),
    Slip(
        "Durham 9, Examples 19 and 24",
        r"the machine with $b$ has $f(\alpha) = \frac1m\sum_i\max\{0, 1 - y_i\alpha_i\}$, and so a "
        r"rule without $b$",
        r"keep $b$, or say $b = 0$",
        lost_bias,
    ),
    Slip(
        "Durham 9, Example 24",
        r"rule $\mathrm{sign}\sum_j\alpha_jk(x_i, x_j)$",
        r"$k(x, x_j)$",
        no_x_in_the_rule,
    ),
)
