"""The figures of notebook 14, the kernel trick.

Data that never move are decomposed once: twelve dots at sixty bandwidths for `limits`, two hundred
digits at twenty-five bandwidths for `digits`."""

from lessons.n14_kernel_trick.cost import Cost as cost
from lessons.n14_kernel_trick.digits import Digits as digits
from lessons.n14_kernel_trick.gram import Gram as gram
from lessons.n14_kernel_trick.lift import Lift as lift
from lessons.n14_kernel_trick.limits import Limits as limits
from lessons.n14_kernel_trick.ridge import Ridge as ridge
from lessons.n14_kernel_trick.span import Span as span
from lessons.n14_kernel_trick.world import MAPS, SHAPES, TWELVE, split

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
