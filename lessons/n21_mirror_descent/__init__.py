"""The figures of notebook 21, mirror descent: one sum of losses, two mirrors, exact terms."""

from lessons.n21_mirror_descent.pixels import Pixels as pixels
from lessons.n21_mirror_descent.race import Race as race
from lessons.n21_mirror_descent.reflected import Reflected as reflected
from lessons.n21_mirror_descent.rulers import Rulers as rulers
from lessons.n21_mirror_descent.slope import Slope as slope
from lessons.n21_mirror_descent.terms import Terms as terms
from lessons.n21_mirror_descent.whichever import Whichever as whichever

__all__ = [
    "race",
    "whichever",
    "slope",
    "reflected",
    "terms",
    "rulers",
    "pixels",
]
