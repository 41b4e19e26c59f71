"""Slips of CS 480/680 (Waterloo), section 1.2, that notebook 03 decides."""

import numpy as np

from helpers import losses
from helpers.desk.slips import Slip
from helpers.margins import perceptron
from helpers.margins.separation import separation
from lessons.n03_perceptron import cycling
from lessons.n03_perceptron.margin import Margin

CORNERS = perceptron.pad(perceptron.CORNERS)


def random_mistakes():
    """200 examples x with weights w and a label y that makes each of them a mistake."""
    X, W = np.random.default_rng(0).normal(size=(2, 200, 3))
    return X, W, -perceptron.sgn((X * W).sum(axis=1))


def rotation():
    """A linear map into the plane that no inner product gives."""
    turned = np.array([[0, -1], [1, 0]]) @ [3, 4]
    return f"a quarter turn is linear and sends (3, 4) to {tuple(turned.tolist())}, no number"


def order_of_difference():
    """<w, x' - x> beside the two differences of inner products."""
    w, x, other = np.array([0.4, -1.1]), np.array([1.0, 2.0]), np.array([3.0, 0.0])
    return (
        f"{w @ (other - x):.1f}; printed {w @ x - w @ other:.1f}, corrected {w @ other - w @ x:.1f}"
    )


def rise_of_score():
    """In how many of 200 mistakes the score rises by |x|², with and without sgn."""
    X, W, y = random_mistakes()
    new, length = W + y[:, None] * X, (X**2).sum(axis=1)
    before, after = (X * W).sum(axis=1), (X * new).sum(axis=1)
    signs = y * (perceptron.sgn(after) - perceptron.sgn(before))
    printed, raw = np.isclose(signs, length), np.isclose(y * (after - before), length)
    return f"the score rises by ‖x‖²: {printed.sum()} of 200 with sgn, {raw.sum()} without"


def strict_test():
    """Corrections on OR from w = 0 with < and with <=."""
    strict = int((perceptron.OR * (CORNERS @ np.zeros(3)) < 0).sum())
    made = perceptron.train(CORNERS, perceptron.OR).T
    return f"OR from w = 0: {strict} corrections with <, {made} with ≤"


def bad_start():
    """Corrections from starts that break the printed bound."""
    star = np.array([2.0, 2, -1]) / 3
    run = perceptron.train(CORNERS, perceptron.OR, epochs=1000, w0=-30 * star)
    figure = Margin.compute(0.4, 1.0, 10.0, 180, 10)
    return (
        f"OR: {run.T} corrections from −30 w*, printed at most 27, corrected at most "
        f"{perceptron.mistake_bound(CORNERS, perceptron.OR, star, 30):.0f}; section 2: "
        f"{figure['M'][-1]} where 6.25 is printed"
    )


def last_term():
    """In how many of 200 corrections |w + yx|² is the printed sum, and the corrected one."""
    X, W, y = random_mistakes()
    new = ((W + y[:, None] * X) ** 2).sum(axis=1)
    xx, ww, cross = (X**2).sum(axis=1), (W**2).sum(axis=1), 2 * y * (X * W).sum(axis=1)
    printed, right = np.isclose(new, ww + cross + ww), np.isclose(new, ww + cross + xx)
    return f"{printed.sum()} of 200 as printed, {right.sum()} corrected"


def interval():
    """What is printed to lie in [0, C²], along the run on OR."""
    run = perceptron.train(CORNERS, perceptron.OR)
    cross = -2 * (run.v * run.w[:-1]).sum(axis=1)
    both = cross + (run.v**2).sum(axis=1)
    first = cross[0] + 0.0
    return f"OR, C² = 3: the sum goes down to {both.min():.0f}, the first cross term is {first:.0f}"


def scale():
    """Corrections on the same points at scales 1 and 10."""
    one, ten = (Margin.compute(0.1, c, 0.0, 180, 10) for c in (1.0, 10.0))
    return f"margin 0.1: {one['M'][-1]} corrections; all times 10, margin 1: {ten['M'][-1]}"


def printed_table():
    """Whether a line parts the printed table and the corrected one."""
    found = [separation(perceptron.CORNERS, y).separable for y in (perceptron.OR, perceptron.XOR)]
    return f"a line parts the points: printed {found[0]}, corrected {found[1]}"


def printed_system():
    """The printed inequalities have a solution, so no contradiction follows from them."""
    w1, w2, b = 2, -2, -1
    printed, corrected = b < 0 < w1 + b and w1 + w2 + b < 0, w2 + b > 0
    return (
        f"w = (2, −2), b = −1 meets all printed premises: {printed}; the corrected one: {corrected}"
    )


def no_cycle():
    """The perceptron on 0, 1, √2 in exact arithmetic."""
    states, _, different = cycling.three_points(cycling.Surd(0, 1), 5000)
    return (
        f"0, 1, √2: the start and 5000 passes have {different[-1]} different states, and w stays "
        f"under {np.abs(states[:, 0]).max() + 0.005:.2f}"
    )


def trivial_minimum():
    """The perceptron loss at w = 0."""
    at_zero = losses.mean_loss(losses.perceptron, CORNERS, perceptron.OR, np.zeros(3))
    right = int((perceptron.OR * (CORNERS @ np.zeros(3)) > 0).sum())
    return f"OR: loss {at_zero:.0f} at w = 0, the minimum, with {right} of 4 points right"


SLIPS = (
    Slip(
        "Waterloo, Definition 1.2.1",
        r"a linear function maps $\mathbb R^d$ to $\mathbb R^d$",
        r"to $\mathbb R$: only then it is $\langle x, w\rangle$",
        rotation,
    ),
    Slip(
        "Waterloo, Proposition 1.2.7",
        r"$\langle w, x' - x\rangle = \langle w, x\rangle - \langle w, x'\rangle$",
        r"$\langle w, x'\rangle - \langle w, x\rangle$ (0 on the border either way)",
        order_of_difference,
    ),
    Slip(
        "Waterloo 1.2, score",
        r"$y\hat y$ with $\hat y = \mathrm{sgn}(\dots)$",
        r"the raw $y(\langle x, w\rangle + b)$",
        rise_of_score,
    ),
    Slip("Waterloo 1.2, mistake", r"score $< 0$", r"score $\le 0$", strict_test),
    Slip(
        "Waterloo, Definition 1.2.4",
        "“it does not matter” what sgn(0) is",
        "it does not for a classifier; a score of 0 must count as a mistake in training",
    ),
    Slip(
        "Waterloo, Theorem 1.2.8",
        r"at most $C^2/\gamma^2$ mistakes from any $w_0$",
        r"from $w_0 = 0$; from a start of length $a$ at most $C^2/\gamma^2 + 2a/\gamma$",
        bad_start,
    ),
    Slip(
        "Waterloo, proof of 1.2.8",
        r"last term $y^2\langle w, w\rangle$",
        r"$y^2\langle x, x\rangle$",
        last_term,
    ),
    Slip(
        "Waterloo, proof of 1.2.8",
        r"$2y\langle w, x\rangle + y^2\langle\cdot,\cdot\rangle \in [0, C^2]$, cross term $< 0$",
        r"only the square lies in $[0, C^2]$; the cross term is $\le 0$",
        interval,
    ),
    Slip(
        "Waterloo, after 1.2.8",
        r"“the larger the margin $\gamma$, the faster”",
        r"only $C/\gamma$ counts",
        scale,
    ),
    Slip("Waterloo, Example 1.2.10", "XOR has labels − + + +", "− + + −", printed_table),
    Slip(
        "Waterloo, Example 1.2.10",
        r"$x_3$ gives $w_1 + b > 0$",
        r"$w_2 + b > 0$",
        printed_system,
    ),
    Slip(
        "Waterloo, Theorem 1.2.11",
        "without a separating plane the perceptron cycles",
        "it stays bounded; it cycles for fractions in a fixed order (Theorems 3.5, 3.6)",
        no_cycle,
    ),
    Slip(
        "Waterloo 1.2, perceptron loss",
        "the perceptron “equivalently” minimises the perceptron loss",
        "it is the stochastic subgradient method on that loss",
        trivial_minimum,
    ),
)
