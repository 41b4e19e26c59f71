"""The figures of notebook 22, bandits: one arm is seen a round, and what that costs is measured."""

from lessons.card import Card
from lessons.n22_bandits.arms import Arms as arms
from lessons.n22_bandits.cost import Cost as cost
from lessons.n22_bandits.every import Every as every
from lessons.n22_bandits.local import Local as local
from lessons.n22_bandits.mix import Mix as mix
from lessons.n22_bandits.ticket import Ticket as ticket

CARD = Card(
    title="bandits",
    question="What does it cost to see only one arm?",
    part="VI Online learning",
    needs=("20",),
    sliders="**temperature τ**, **step size η**, arms",
    row=9,
    weeks={"second": 10},
    terms=(
        "bandit",
        "bandit feedback",
        "importance weighting|importance-weighted",
        "Exp3",
        "exploration",
        "exploitation",
        "unbiased",
        "variance",
        "adversarial",
        "pseudo-regret|expected regret",
        "regret",
        "exponential weights",
    ),
)

__all__ = [
    "arms",
    "ticket",
    "every",
    "cost",
    "mix",
    "local",
]
