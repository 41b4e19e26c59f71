"""The figures of notebook 28, stability: one example is replaced, and everything is measured."""

from lessons.card import Card
from lessons.n28_stability.chain import Chain as chain
from lessons.n28_stability.overfitting import Overfitting as overfitting
from lessons.n28_stability.patients import Patients as patients
from lessons.n28_stability.promise import Promise as promise
from lessons.n28_stability.sgd import Sgd as sgd
from lessons.n28_stability.swap import Swap as swap
from lessons.n28_stability.trade import Trade as trade

CARD = Card(
    title="stability",
    question="What if one example had been another?",
    part="VII Generalisation",
    needs=(
        "04",
        "24",
    ),
    sliders="**regularisation λ**, **step size η**, examples n",
    row=0,
    weeks={"second": (5, "overfitting is what one swapped example does")},
    terms=(
        "algorithmic stability|uniform stability|stability",
        "replace-one",
        "generalisation gap",
        "leave-one-out",
        "regularised loss minimisation",
        "fitting–stability",
        "oracle inequality",
        "overfitting",
        "early stopping",
        "Lipschitz",
        "strongly convex",
    ),
)

__all__ = [
    "swap",
    "overfitting",
    "trade",
    "sgd",
    "patients",
    "chain",
    "promise",
]
