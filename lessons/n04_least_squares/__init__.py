"""The figures of notebook 04, least squares.

Core: wiggle (freedom), close (two points too close), phantom (ridge as extra data), parts (bias
and variance), paths (choosing lam). Further: giants (double descent), belief (a Gaussian prior)."""

from lessons.n04_least_squares.belief import Belief as belief
from lessons.n04_least_squares.close import Close as close
from lessons.n04_least_squares.giants import Giants as giants
from lessons.n04_least_squares.parts import Parts as parts
from lessons.n04_least_squares.paths import Paths as paths
from lessons.n04_least_squares.phantom import Phantom as phantom
from lessons.n04_least_squares.wiggle import Wiggle as wiggle

__all__ = [
    "wiggle",
    "close",
    "phantom",
    "parts",
    "paths",
    "giants",
    "belief",
]
