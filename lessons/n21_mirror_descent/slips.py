"""Slips of Liang's CS229T notes, sections 2.6 and 2.7, that notebook 21 decides."""

import numpy as np

from helpers.desk.slips import Slip
from helpers.linear.softmax import softmax
from helpers.online import mirror


def sign():
    """Regret of OGD on one good expert with both signs of the running sum."""
    Z, eta = mirror.one_good(400, 10), mirror.tuned(mirror.QUADRATIC, 10, 400)[0]
    right = mirror.regret(mirror.mirror_descent(Z, mirror.QUADRATIC, eta))[-1]
    theta = np.concatenate([np.zeros((1, 10)), np.cumsum(Z, axis=0)])
    w = mirror.QUADRATIC.mirror(eta * theta)
    printed = (w[:-1] * Z).sum() - Z.sum(axis=0).min()
    return f"one good expert of ten, 400 rounds: {printed:.0f} as printed, {right:.0f} with a minus"


def first_weights():
    """What the first weights sum to."""
    first = mirror.QUADRATIC.mirror(np.zeros(10))
    return f"ten experts: 0 sums to 0, the projection of 0 is {first[0]:.1f} each and sums to 1"


def one_to_one():
    """The same weights from two different sums."""
    theta = np.array([0.3, -1.0, 2.0])
    gap = np.abs(softmax(theta) - softmax(theta + 5)).max()
    return f"5 added to every entry of θ moves the weights by {round(gap, 9):.0f}"


def kink():
    """The smallest β for which |w| could be β-smooth across its kink, for steps of 2h."""
    needed = [2 * h / ((2 * h) ** 2 / 2) for h in (0.1, 0.01, 0.001)]
    return f"from −h to h it needs β ≥ {', '.join(f'{b:.0f}' for b in needed)} at h = 0.1, …"


def missing_log():
    """The conjugate of the entropic regulariser by brute force, beside both formulas."""
    eta, theta = 0.5, np.array([1.0, -0.4])
    p = np.linspace(0, 1, 100_001)
    w = np.stack([p, 1 - p], axis=1)
    exact = (w @ theta - mirror.ENTROPIC.value(w) / eta).max()
    total = np.exp(eta * theta).sum() / eta
    log = np.log(np.exp(eta * theta).sum()) / eta
    return f"two experts: {exact:.3f} by brute force, {log:.3f} with log, {total:.3f} without"


def only_a_bound():
    """EG's regret on coins beside the printed equality."""
    eta, bound = mirror.tuned(mirror.ENTROPIC, 300, 400)
    Z = mirror.coins(400, 300, np.random.default_rng(0))
    regret = mirror.regret(mirror.mirror_descent(Z, mirror.ENTROPIC, eta))[-1]
    return f"300 coins, 400 rounds: regret {regret:.1f}, the formula says {bound:.1f}"


def width():
    """The range of half the squared length over the simplex."""
    d = 10
    rng = np.random.default_rng(0)
    values = mirror.QUADRATIC.value(np.vstack([rng.dirichlet(np.ones(d), 2000), np.eye(d)]))
    low = mirror.QUADRATIC.value(np.full(d, 1 / d))
    return f"d = 10: from {low:.2f} (middle) to {values.max():.2f} (corner), a range of 0.45"


SLIPS = (
    Slip(
        "Liang, Algorithm 4, (59)",
        r"$\theta_{t+1} = \theta_t + z_t$",
        r"$\theta_{t+1} = \theta_t - z_t$",
        sign,
    ),
    Slip(
        "Liang, Algorithm 4 with Example 9",
        r"$w_1 = 0$ on the simplex",
        r"$w_1 = \Pi(0) = (\frac1d, \dots, \frac1d)$",
        first_weights,
    ),
    Slip(
        "Liang, (69)",
        r"$\theta$ and $w$ are one-to-one",
        "for the entropic regulariser only up to a common number",
        one_to_one,
    ),
    Slip(
        "Liang, after (79)",
        "smooth, as an intuition: “growing slower than some quadratic”",
        r"necessary, not sufficient: the gradient must be Lipschitz (it moves by at most "
        r"$\alpha\lVert w - v\rVert$); $\lvert w\rvert \le \frac{w^2}2 + \frac12$ is not smooth",
        kink,
    ),
    Slip(
        "Liang, Example 14",
        r"$\psi^*(\theta) = \frac1\eta\sum_je^{\eta\theta_j}$",
        r"$\frac1\eta\log\sum_je^{\eta\theta_j}$",
        missing_log,
    ),
    Slip(
        "Liang, (84) and (85)",
        r"Regret $= \frac{\log d}\eta + \frac{\eta T}2$",
        r"Regret $\le$ that",
        only_a_bound,
    ),
    Slip(
        "Liang, after (85)",
        r"$\max\psi - \min\psi = 1$ for the quadratic regulariser",
        r"$\frac12(1 - \frac1d)$, times $\frac1\eta$",
        width,
    ),
)
