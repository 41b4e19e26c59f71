"""The figures of notebook 25, PAC learning: finite classes whose failures are known exactly."""

from lessons.card import Card
from lessons.n25_pac.confidence import Confidence as confidence
from lessons.n25_pac.conjunctions import Conjunctions as conjunctions
from lessons.n25_pac.places import Places as places
from lessons.n25_pac.rates import Rates as rates
from lessons.n25_pac.survivors import Survivors as survivors
from lessons.n25_pac.twice import Twice as twice

CARD = Card(
    title="pac",
    question="How many examples does a finite class need?",
    part="VII Generalisation",
    needs=("24",),
    sliders="examples n, hypotheses 10ᵏ",
    row=1,
    weeks={"second": (2, "only the logarithm of a class counts")},
    terms=(
        "PAC|probably approximately correct",
        "realisable",
        "agnostic",
        "sample complexity",
        "union bound",
        "consistent",
        "version space",
        "hypothesis class",
        "conjunction",
        "uniform convergence",
        "empirical risk minimisation",
        "generalisation",
    ),
)

__all__ = [
    "survivors",
    "places",
    "conjunctions",
    "twice",
    "rates",
    "confidence",
]
