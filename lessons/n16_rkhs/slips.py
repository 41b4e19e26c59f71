"""Slips of CS229T section 3, Durham's lecture 9 and Waterloo 1.7 that notebook 16 decides."""

import numpy as np

from helpers.desk.slips import Slip
from helpers.kernels import features, gaussian, linear, rkhs
from helpers.margins.svm import kernel_machine
from lessons.n16_rkhs import world


def far_clouds(bias, c=50.0):
    """The clouds of the figure seen from an origin behind one of them; c is the top of the box."""
    K = world.gram_around("linear", 1.0, np.array([-3.2, -0.8]))[0]
    return K, kernel_machine(K, world.SIGNS, c * len(K), bias)


def printed_dual():
    """min -1'a + a'K~a with Y'a = 0, against the primal; λ = 1/50."""
    _, right = far_clouds(False)
    _, doubled = far_clouds(True, 100.0)  # a = half of these: the printed problem, exactly
    return (
        f"primal/λ is {right.primal:.1f}; the printed dual gives {doubled.dual / 2:.1f}, the "
        f"corrected one {right.dual:.1f}"
    )


def lost_bias():
    """Objective and errors with and without b, linear kernel."""
    both = [far_clouds(bias)[1] for bias in (True, False)]
    wrong = [np.mean(m.margins <= 0) for m in both]
    return (
        f"two clouds: objective {both[0].objective:.3f} with b, {both[1].objective:.3f} without; "
        f"{wrong[0]:.0%} and {wrong[1]:.0%} wrong"
    )


def no_x_in_the_rule():
    """How many answers the printed rule has at forty points."""
    K, m = far_clouds(True)
    one = {*np.sign(np.full(40, m.scores[0]))}
    return f"at 40 points of both classes: {len(one)} answer as printed, 2 with k(x, x_j)"


def constraint_without_bias():
    """The dual with the constraint, used without b."""
    K, m = far_clouds(True)
    right = np.mean(m.y * (K @ (m.alpha * m.y)) > 0)
    primal = far_clouds(False)[1].primal
    return (
        f"two clouds: the dual with the constraint is {m.dual:.2f}, the primal without b "
        f"{primal:.2f}; the rule without b is right at {right:.0%}"
    )


def lengths():
    """v = Σ a_i ψ(x_i) for a unit eigenvector a of K = Gram of quadratic features."""
    X = np.random.default_rng(16).normal(size=(30, 2))
    K, Phi = (linear() ** 2)(X), features.quadratic(X)
    values, vectors = np.linalg.eigh(K)
    v = Phi.T @ vectors[:, -1]
    return f"30 points: ‖v‖² is {v @ v:.1f}, and α′Kα = nλ is {values[-1]:.1f}"


def mean_of_bells():
    """|mean of ψ(x_i)|² for the Gaussian kernel."""
    X = world.points_of("blob in a ring")[0]
    found = [f"{gaussian(width)(X).mean():.3f}" for width in (0.1, 0.7, 5.0)]
    return f"120 points, ℓ = 0.1, 0.7, 5: ‖mean‖² is {', '.join(found)}, at least 1/120"


def bill_of_a_roof():
    """Prices of the first waves of |x| on the circle, Gaussian list, ℓ = ½."""
    s = world.TARIFFS["Gaussian: exp(−(ℓj)²/2)"](0.5 * world.WAVES)
    bill = rkhs.circle_bill(world.roof(), s)
    return f"a V, ℓ = ½: 11 waves cost {bill[11]:.0f}, 13 cost {bill[13]:.0f}, 15 over 50 million"


SLIPS = (
    Slip(
        "CS229T (139)",
        r"$\min -1^\top\alpha + \alpha^\top\tilde K\alpha$ with $Y^\top\alpha = 0$",
        r"$\frac12\alpha^\top\tilde K\alpha$, and no equality: (138) has no $b$",
        printed_dual,
    ),
    Slip(
        "Durham 9, Example 19",
        r"“in terms of (3.1)” the kernel machine has lost its $b$",
        r"keep $b$, or say $b = 0$",
        lost_bias,
    ),
    Slip(
        "Durham 9, Example 24",
        r"rule $\mathrm{sign}\sum_j\alpha_jk(x_i, x_j)$",
        r"$k(x, x_j)$",
        no_x_in_the_rule,
    ),
    Slip(
        "Waterloo, after Example 1.7.7",
        r"no $b$ in the primal, yet $\sum_i\alpha_iy_i = 0$ in the dual",
        r"the constraint belongs to $b$: keep both or neither",
        constraint_without_bias,
    ),
    Slip(
        "CS229T, footnote 7",
        r"divide $v$ by $\lVert v(x)\rVert_{\mathcal H}$",
        r"by $\lVert v\rVert_{\mathcal H} = \sqrt{\alpha^\top K\alpha} = \sqrt{n\lambda}$",
        lengths,
    ),
    Slip(
        "CS229T (140)–(145)",
        r"kernel PCA on $K$, “assuming $\sum_i\phi(x_i) = 0$”",
        r"impossible for the Gaussian, whose $1^\top K1 \ge n$: use $HKH$",
        mean_of_bells,
    ),
    Slip(
        "CS229T, section 1",
        "the Gaussian kernel can represent any continuous function",
        "it can approach it; the price may go to infinity",
        bill_of_a_roof,
    ),
)
