"""The figures of notebook 27, Rademacher complexity: how well classes fit coin flips."""

from lessons.n27_rademacher.balls import Balls as balls
from lessons.n27_rademacher.bandwidth import Bandwidth as bandwidth
from lessons.n27_rademacher.box import Box as box
from lessons.n27_rademacher.chain import Chain as chain
from lessons.n27_rademacher.coins import Coins as coins
from lessons.n27_rademacher.margin import Margin as margin
from lessons.n27_rademacher.promise import Promise as promise
from lessons.n27_rademacher.world import drawn, patients, population

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
