"""The figures of notebook 07, gradient descent."""

from lessons.card import Card
from lessons.n07_gradient_descent.faster import Faster as faster
from lessons.n07_gradient_descent.promise import Promise as promise
from lessons.n07_gradient_descent.rates import Rates as rates
from lessons.n07_gradient_descent.regression import Regression as regression
from lessons.n07_gradient_descent.speed import Speed as speed
from lessons.n07_gradient_descent.valley import Valley as valley
from lessons.n07_gradient_descent.world import curvatures

CARD = Card(
    title="gradient descent",
    question="How far can a step go?",
    part="III Optimisation",
    needs=("02",),
    sliders="**step size η**, condition κ",
    row=6,
    live=(
        "valley",
        "speed",
    ),
    weeks={"ten": (5, "the curvature says how long a step may be"), "five": (2, "")},
    terms=(
        "gradient descent",
        "learning rate",
        "condition number",
        "convergence rate|rate of convergence",
        "linear convergence|linearly",
        "sublinear",
        "momentum",
        "Nesterov",
        "acceleration|accelerated",
        "Newton's method",
        "subgradient method",
        "strongly convex",
        "lower bound",
        "preconditioning|standardis",
        "conjugate gradients",
        "learning-rate schedule|schedule",
    ),
)

__all__ = [
    "valley",
    "speed",
    "promise",
    "regression",
    "faster",
    "rates",
    "curvatures",
]
