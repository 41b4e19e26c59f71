"""The figures of notebook 24, concentration: exact laws beside bounds that hold for all laws."""

from lessons.n24_concentration.enough import Enough as enough
from lessons.n24_concentration.fan import Fan as fan
from lessons.n24_concentration.lens import Lens as lens
from lessons.n24_concentration.lid import Lid as lid
from lessons.n24_concentration.one_change import OneChange as one_change
from lessons.n24_concentration.tails import Tails as tails

__all__ = [
    "tails",
    "lid",
    "lens",
    "enough",
    "one_change",
    "fan",
]
