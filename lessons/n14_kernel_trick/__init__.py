"""The figures of notebook 14, the kernel trick.

Data that never move are decomposed once: twelve dots at sixty bandwidths for `limits`, two hundred
digits at twenty-five bandwidths for `digits`."""

from lessons.card import Card
from lessons.n14_kernel_trick.cost import Cost as cost
from lessons.n14_kernel_trick.digits import Digits as digits
from lessons.n14_kernel_trick.gram import Gram as gram
from lessons.n14_kernel_trick.lift import Lift as lift
from lessons.n14_kernel_trick.limits import Limits as limits
from lessons.n14_kernel_trick.ridge import Ridge as ridge
from lessons.n14_kernel_trick.span import Span as span
from lessons.n14_kernel_trick.world import MAPS, SHAPES, TWELVE, split

CARD = Card(
    title="kernel trick",
    question="How to compute in infinitely many features?",
    part="V Kernels",
    needs=(
        "04",
        "07",
    ),
    sliders="**kernel bandwidth ℓ**, λ",
    row=3,
    live=(
        "ridge",
        "lift",
    ),
    weeks={
        "ten": (10, "infinitely many features, n numbers"),
        "five": (5, "all linear methods at once, bent"),
    },
    terms=(
        "feature map",
        "kernel trick",
        "kernel function|kernel",
        "Gram matrix",
        "kernel ridge regression",
        "Gaussian kernel",
        "RBF",
        "bandwidth",
        "length scale|lengthscale",
        "representer theorem",
        "primal",
        "dual",
        "positive semidefinite|positive semi-definite",
        "polynomial kernel",
        "cross-validation",
        "overfitting",
    ),
)

__all__ = [
    "ridge",
    "lift",
    "span",
    "limits",
    "digits",
    "cost",
    "gram",
    "MAPS",
    "SHAPES",
    "TWELVE",
    "split",
]
