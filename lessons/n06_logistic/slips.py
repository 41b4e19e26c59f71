"""Slips that notebook 06 decides."""

import numpy as np

from helpers import losses
from helpers.descent import optim
from helpers.desk.slips import Slip
from helpers.linear import logistic

TABLE = logistic.with_ones([[0, 0], [0, 1], [1, 0], [1, 1]])


def signed_logit():
    """The log-odds of p = 0.42 with their sign and without, and the probability each gives back."""
    s = float(logistic.log_odds(0.42))
    back = [f"{logistic.probability(score):.2f}" for score in (s, abs(s))]
    return f"p = 0.42 has log-odds {s:.4f}, which give back {back[0]}; {abs(s):.4f} gives {back[1]}"


def distance_to_the_line():
    """The score of a point against its distance from the line, found among 200 000 points of it."""
    w, x = np.array([1.2, -0.7]), np.array([2.0, 1.0])
    line = np.linspace(-50, 50, 200001)[:, None] * np.array([0.7, 1.2]) / np.hypot(0.7, 1.2)
    nearest = np.linalg.norm(line - x, axis=1).min()
    scaled = x @ w / np.hypot(*w)
    return f"score {x @ w:.3f}; distance {nearest:.3f}; score over length of w {scaled:.3f}"


def relabelled():
    """The loss of 200 answers under both relabellings, beside minus the log-likelihood."""
    rng = np.random.default_rng(1)
    s, y = rng.normal(0, 2, 200), rng.integers(0, 2, 200)
    p = logistic.probability(s)
    nll = -np.sum(y * np.log(p) + (1 - y) * np.log(1 - p))
    printed, mended = (losses.logistic(labels * s).sum() for labels in ((y + 1) / 2, 2 * y - 1))
    return (
        f"minus log-likelihood {nll:.2f}; with their labels {printed:.2f}, with ours {mended:.2f}"
    )


def confidence_of_a_no():
    """How often the answer "no" is right, for 100 000 cases with p = 0.05."""
    right = np.mean(np.random.default_rng(0).uniform(size=100000) >= 0.05)
    return f"p = 0.05, answered 0: right in {right:.2f} of cases; max(p, 1 − p) = 0.95"


def no_minimum():
    """The length of w after 100, 1000 and 10 000 steps on OR, on XOR and on OR with a penalty."""
    said = []
    for name, y, lam in (
        ("OR", [-1, 1, 1, 1], 0),
        ("XOR", [-1, 1, 1, -1], 0),
        ("OR with λ = 0.01", [-1, 1, 1, 1], 0.01),
    ):
        grad = losses.objective(losses.logistic, TABLE, y, lam)[1]
        run = optim.gradient_descent(grad, [1.0, -1.0, 0.5], 1.0, 10000)
        lengths = np.linalg.norm(run.w[[100, 1000, 10000]], axis=1)
        said.append(f"{name}: {', '.join(f'{length:.1f}' for length in lengths)}")
    return "length of w after 100, 1000, 10 000 steps. " + "; ".join(said)


SLIPS = (
    Slip(
        "Waterloo 1.4, logit",
        r"$\vert\langle x, w\rangle\vert$",
        r"the logit is $\langle x, w\rangle$, with its sign",
        signed_logit,
    ),
    Slip(
        "Waterloo 1.4, logit",
        "the same as “how far away is the point from the decision boundary” (and then: it is "
        "“unnormalized”)",
        r"the distance is $\vert\langle x, w\rangle + b\vert/\Vert w\Vert$",
        distance_to_the_line,
    ),
    Slip(
        "Waterloo 1.4, logistic loss",
        r"$y' = \frac{y+1}{2}$, in $\{-1, +1\}$",
        "$y' = 2y - 1$; what is printed is ½ or 1",
        relabelled,
    ),
    Slip(
        "Waterloo 1.4, prediction",
        "the confidence is $p$",
        r"the confidence in the answer given is $\max(p, 1 - p)$",
        confidence_of_a_no,
    ),
    Slip(
        "Waterloo 1.4, training",
        "“There is no closed form solution …, so we use the gradient descent algorithm”",
        r"true; but if a plane separates the classes there is no minimum, unless $\lambda > 0$",
        no_minimum,
    ),
    Slip(
        "Waterloo 1.4, odds",
        r"“odds ratio” for $\frac{p}{1-p}$",
        "these are the *odds*; an odds ratio compares two of them",
    ),
    Slip(
        "Waterloo 1.4, softmax",
        "“we use the MLE again”, and no formula",
        r"$\nabla f = \frac1n X^\top(P - Y) + 2\lambda W$ (Theorem 6.11)",
    ),
)
