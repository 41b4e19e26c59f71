"""The figures of notebook 26, VC dimension: labellings, counted exactly, and what they cost."""

from lessons.n26_vc_dimension.ghost import Ghost as ghost
from lessons.n26_vc_dimension.growth import Growth as growth
from lessons.n26_vc_dimension.one_number import OneNumber as one_number
from lessons.n26_vc_dimension.price import Price as price
from lessons.n26_vc_dimension.shatter import Shatter as shatter
from lessons.n26_vc_dimension.shift import Shift as shift

__all__ = [
    "shatter",
    "growth",
    "one_number",
    "ghost",
    "price",
    "shift",
]
