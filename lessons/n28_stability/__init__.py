"""The figures of notebook 28, stability: one example is replaced, and everything is measured."""

from lessons.n28_stability.chain import Chain as chain
from lessons.n28_stability.overfitting import Overfitting as overfitting
from lessons.n28_stability.patients import Patients as patients
from lessons.n28_stability.promise import Promise as promise
from lessons.n28_stability.sgd import Sgd as sgd
from lessons.n28_stability.swap import Swap as swap
from lessons.n28_stability.trade import Trade as trade

__all__ = [
    "swap",
    "overfitting",
    "trade",
    "sgd",
    "patients",
    "chain",
    "promise",
]
