"""The figures of notebook 07, gradient descent."""

from lessons.n07_gradient_descent.faster import Faster as faster
from lessons.n07_gradient_descent.promise import Promise as promise
from lessons.n07_gradient_descent.rates import Rates as rates
from lessons.n07_gradient_descent.regression import Regression as regression
from lessons.n07_gradient_descent.speed import Speed as speed
from lessons.n07_gradient_descent.valley import Valley as valley
from lessons.n07_gradient_descent.world import curvatures

__all__ = [
    "valley",
    "speed",
    "promise",
    "regression",
    "faster",
    "rates",
    "curvatures",
]
