"""The figures of notebook 30, method of moments: a mixture by search, and by counting."""

from lessons.card import Card
from lessons.n30_method_of_moments.delta import Delta as delta
from lessons.n30_method_of_moments.die import Die as die
from lessons.n30_method_of_moments.pairs import Pairs as pairs
from lessons.n30_method_of_moments.rate import Rate as rate
from lessons.n30_method_of_moments.recover import Recover as recover
from lessons.n30_method_of_moments.stuck import Stuck as stuck
from lessons.n30_method_of_moments.world import SHARES, four_topics

CARD = Card(
    title="method of moments",
    question="Can a mixture be learnt without local optima?",
    part="VIII Estimation",
    needs=("29",),
    sliders="blur of the topics, direction v, examples n",
    row=2,
    weeks={"second": 11},
    terms=(
        "method of moments",
        "EM algorithm|expectation maximisation|expectation–maximisation",
        "latent variable",
        "mixture model|mixture",
        "identifiab",
        "spectral",
        "local optimum|local optima|local maximum",
        "delta method",
        "exponential family|exponential families",
        "log-partition|cumulant",
        "sufficient statistic",
        "topic model",
        "estimator",
    ),
)

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
