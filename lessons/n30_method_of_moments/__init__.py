"""The figures of notebook 30, method of moments: a mixture by search, and by counting."""

from lessons.n30_method_of_moments.delta import Delta as delta
from lessons.n30_method_of_moments.die import Die as die
from lessons.n30_method_of_moments.pairs import Pairs as pairs
from lessons.n30_method_of_moments.rate import Rate as rate
from lessons.n30_method_of_moments.recover import Recover as recover
from lessons.n30_method_of_moments.stuck import Stuck as stuck
from lessons.n30_method_of_moments.world import SHARES, four_topics

__all__ = [
    "stuck",
    "pairs",
    "recover",
    "delta",
    "rate",
    "die",
    "SHARES",
    "four_topics",
]
