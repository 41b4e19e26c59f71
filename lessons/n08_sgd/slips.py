"""Slips that notebook 08 decides."""

import numpy as np

from helpers import losses
from helpers.descent import bounds, laws, optim, sgd
from helpers.desk.slips import Slip
from lessons.n08_sgd import world


def batch_of_ten():
    """The second entry of the gradient on ten examples at (2, -2), and by differences."""
    X, y = world.million()
    x, z, w = X[:10, 1], y[:10], np.array([2.0, -2.0])
    printed = 2 * w[0] * X[:, 1].mean() + 2 * w[1] * np.mean(x**2) - 2 * np.sum(x * z)
    corrected = 2 * w[0] * x.mean() + 2 * w[1] * np.mean(x**2) - 2 * np.mean(x * z)
    up, down = (np.mean((X[:10] @ (w + [0, h]) - z) ** 2) for h in (1e-5, -1e-5))
    slope = (up - down) / 2e-5
    return f"printed {printed:.3f}, corrected {corrected:.3f}, by differences {slope:.3f}"


def popular_rates():
    """Sums of squares to infinity: at most the first term plus the integral."""
    rates = {"constant": (0, 0), "t^-½": (0.5, 0), "t^-¾": (0.75, 0), "1/t": (1, 0)}
    rates["1/t + 0.01"] = (1, 0.01)
    sums = {
        name: (1 + floor) ** 2 + laws.integral(1, s, np.inf, floor, power=2)
        for name, (s, floor) in rates.items()
    }
    told = ", ".join(f"{name} {'∞' if v == np.inf else f'≤ {v:.0f}'}" for name, v in sums.items())
    return f"Ση²: {told}"


def not_monotone():
    """Steps (1 + t mod 2)/t: the sum of squares, and how often they rise."""
    t = np.arange(1, 1002)
    steps = (1 + t % 2) / t
    rises = np.mean(np.diff(steps) > 0)
    return (
        f"(1 + t mod 2)/t: Ση² is {np.sum(steps**2):.2f} so far, and {rises:.0%} of the steps rise"
    )


def two_sums():
    """Steps 0.1 on w²/2 from 3: the printed sum of step lengths to infinity and to T = 10."""
    path = optim.quadratic_path([[1.0]], [0.0], 3.0, 0.1, 2000)
    long, short = (0.1 * np.abs(path.v[:end]).sum() for end in (2000, 10))
    return f"w²/2 from 3 with η = 0.1: the sum to ∞ is {long:.2f}, to T − 1 = 9 it is {short:.2f}"


def distance_of_the_start():
    """The sure coin, ten steps 0.1 from w_1 = 1, where w* = 0: the error of the average."""
    run = optim.gradient_descent(np.sign, 1.0, 0.1, 10)
    corrected = bounds.lipschitz_bound(1, 0.1, 1, 10)
    return (
        f"error {run.average()[0]:.3f}; bound {0.1 / 2:.3f} as printed, {corrected:.3f} corrected"
    )


def which_risk():
    """The mean of the guesses at the risk minimiser, drawn from a sample of 30 and exactly."""
    _, X, y = world.sample(30, 2)
    mean = sgd.singles(losses.squared, X, y, world.W_RISK).mean(axis=0)
    return f"at w* the mean guess from 30 examples is ({mean[0]:.2f}, {mean[1]:.2f}), not (0, 0)"


def one_index_short():
    """The coin at t = 1, γ = 0.2: what is left if v_1 is not averaged over, and the mean."""
    return f"⟨w₁ − w*, v₁⟩ is still −1 or 1; with v₁ its mean is {0.6 - 0.4:.1f}"


def a_number_and_a_vector():
    """The slope of the risk at w_2 after one step of a million different first draws."""
    X, y = world.million()
    start = np.array([2.0, -2.0])
    w2 = start - 0.015 * sgd.singles(losses.squared, X, y, start)
    slope = 2 * (w2 - world.W_RISK)
    return f"∇R(w₂) has standard deviation {slope[:, 0].std():.2f} and {slope[:, 1].std():.2f}"


SLIPS = (
    Slip(
        "Durham 5, Example 30",
        r"the batch gradient with $\bar x$ and $-2\sum_j y_jx_j$",
        r"$2w_1\overline{x} + 2w_2\overline{x^2} - 2\overline{xy}$, all means over the batch",
        batch_of_ten,
    ),
    Slip(
        "Durham 5, Note 12",
        "the popular rates satisfy Condition 11",
        r"only $(C/t)^s$ with $\frac12 < s \le 1$ and no floor",
        popular_rates,
    ),
    Slip(
        "Durham 5, Note 13",
        r"$\sum\eta_t^2 < \infty$ makes $\eta_t$ decrease",
        r"it makes $\eta_t \to 0$, not monotonically",
        not_monotone,
    ),
    Slip(
        "Durham 5, Note 13",
        r"$\sum_{t=0}^\infty\Vert w_{t+1} - w_t\Vert$ equals $\sum_{t=0}^{T-1}\Vert\eta_tv_t\Vert$",
        r"the second sum is shorter; the bound holds with either, the argument needs $\infty$",
        two_sums,
    ),
    Slip(
        "Durham 5, Propositions 15 and 17",
        r"$\Vert w^\star\Vert^2$ in the bound",
        r"$\Vert w_1 - w^\star\Vert^2$, unless the start is 0",
        distance_of_the_start,
    ),
    Slip(
        "Durham 5, Note 22",
        "on a fixed sample the algorithm minimises the risk",
        "the *empirical* risk; the risk needs fresh examples",
        which_risk,
    ),
    Slip(
        "USC 9, proof of Theorem 3",
        r"$\mathbb E_{v_{1:t-1}}\langle w_t - w^\star, v_t\rangle$ is a number",
        r"the mean must be over $v_{1:t}$",
        one_index_short,
    ),
    Slip(
        "USC 9, risk minimisation",
        r"$\mathbb E[v_t] = \nabla R(w_t)$",
        r"$\mathbb E[v_t \vert w_t] = \nabla R(w_t)$: else a number equals a random vector",
        a_number_and_a_vector,
    ),
)
