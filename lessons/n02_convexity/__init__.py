"""The figures of notebook 02, convexity."""

from lessons.n02_convexity.calibration import Calibration as calibration
from lessons.n02_convexity.chord import Chord as chord
from lessons.n02_convexity.constants import Constants as constants
from lessons.n02_convexity.eigen import Eigen as eigen
from lessons.n02_convexity.fan import Fan as fan
from lessons.n02_convexity.price import Price as price
from lessons.n02_convexity.sandwich import Sandwich as sandwich

__all__ = [
    "chord",
    "fan",
    "sandwich",
    "eigen",
    "constants",
    "calibration",
    "price",
]
