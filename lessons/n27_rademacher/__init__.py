"""The figures of notebook 27, Rademacher complexity: how well classes fit coin flips."""

from lessons.card import Card
from lessons.n27_rademacher.balls import Balls as balls
from lessons.n27_rademacher.bandwidth import Bandwidth as bandwidth
from lessons.n27_rademacher.box import Box as box
from lessons.n27_rademacher.chain import Chain as chain
from lessons.n27_rademacher.coins import Coins as coins
from lessons.n27_rademacher.margin import Margin as margin
from lessons.n27_rademacher.promise import Promise as promise
from lessons.n27_rademacher.world import drawn, patients, population

CARD = Card(
    title="rademacher",
    question="How well does a class fit coin flips?",
    part="VII Generalisation",
    needs=(
        "14",
        "25",
    ),
    sliders="patients n, **bandwidth ℓ**, features d",
    row=1,
    weeks={"second": (4, "who cannot fit coins will not be fooled by data")},
    terms=(
        "Rademacher complexity",
        "empirical Rademacher complexity",
        "symmetrisation",
        "Massart",
        "contraction",
        "covering number",
        "chaining|Dudley",
        "generalisation bound",
        "margin bound|margin",
        "dual norm",
        "generalisation gap",
        "overfitting",
    ),
)

__all__ = [
    "coins",
    "promise",
    "box",
    "balls",
    "bandwidth",
    "chain",
    "margin",
    "drawn",
    "patients",
    "population",
]
