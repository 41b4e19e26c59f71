"""The figures of notebook 01, risk."""

from lessons.n01_risk.count import Count as count
from lessons.n01_risk.divergence import Divergence as divergence
from lessons.n01_risk.gallery import Gallery as gallery
from lessons.n01_risk.ray import Ray as ray
from lessons.n01_risk.several import Several as several
from lessons.n01_risk.surface import Surface as surface

__all__ = [
    "several",
    "gallery",
    "surface",
    "divergence",
    "ray",
    "count",
]
