"""The figures of notebook 25, PAC learning: finite classes whose failures are known exactly."""

from lessons.n25_pac.confidence import Confidence as confidence
from lessons.n25_pac.conjunctions import Conjunctions as conjunctions
from lessons.n25_pac.places import Places as places
from lessons.n25_pac.rates import Rates as rates
from lessons.n25_pac.survivors import Survivors as survivors
from lessons.n25_pac.twice import Twice as twice

__all__ = [
    "survivors",
    "places",
    "conjunctions",
    "twice",
    "rates",
    "confidence",
]
