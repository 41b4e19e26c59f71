"""The figures of notebook 20, experts: learners that play one round after the other."""

from lessons.n20_experts.coin import Coin as coin
from lessons.n20_experts.curved import Curved as curved
from lessons.n20_experts.disc import Disc as disc
from lessons.n20_experts.every import Every as every
from lessons.n20_experts.leader import Leader as leader
from lessons.n20_experts.survivors import Survivors as survivors

__all__ = [
    "leader",
    "survivors",
    "coin",
    "every",
    "curved",
    "disc",
]
