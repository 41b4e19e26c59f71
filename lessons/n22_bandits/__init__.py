"""The figures of notebook 22, bandits: one arm is seen a round, and what that costs is measured."""

from lessons.n22_bandits.arms import Arms as arms
from lessons.n22_bandits.cost import Cost as cost
from lessons.n22_bandits.every import Every as every
from lessons.n22_bandits.local import Local as local
from lessons.n22_bandits.mix import Mix as mix
from lessons.n22_bandits.ticket import Ticket as ticket

__all__ = [
    "arms",
    "ticket",
    "every",
    "cost",
    "mix",
    "local",
]
