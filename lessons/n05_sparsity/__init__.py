"""The figures of notebook 05, sparsity: corners, rules for one coefficient, the lasso's path,
recovery from few equations, and what gradient descent chooses without a penalty."""

from lessons.n05_sparsity.path import Path as path
from lessons.n05_sparsity.recovery import Recovery as recovery
from lessons.n05_sparsity.rules import Rules as rules
from lessons.n05_sparsity.taste import Taste as taste
from lessons.n05_sparsity.touch import Touch as touch
from lessons.n05_sparsity.world import designs

__all__ = [
    "touch",
    "rules",
    "path",
    "recovery",
    "taste",
    "designs",
]
