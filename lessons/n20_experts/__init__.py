"""The figures of notebook 20, experts: learners that play one round after the other."""

from lessons.card import Card
from lessons.n20_experts.coin import Coin as coin
from lessons.n20_experts.curved import Curved as curved
from lessons.n20_experts.disc import Disc as disc
from lessons.n20_experts.every import Every as every
from lessons.n20_experts.leader import Leader as leader
from lessons.n20_experts.survivors import Survivors as survivors

CARD = Card(
    title="experts",
    question="How much do we regret, against an adversary?",
    part="VI Online learning",
    needs=("02",),
    sliders="**step size η**, **regularisation λ**, rounds",
    row=7,
    weeks={"second": (9, "no luck needed: little regret against any opponent")},
    terms=(
        "regret",
        "expert",
        "halving",
        "majority",
        "follow the leader",
        "follow the regularised leader|follow-the-regularised-leader",
        "adversary|adversarial",
        "online learning",
        "exponential weights|Hedge",
        "randomis",
        "minimax",
        "learning rate|step size",
    ),
)

__all__ = [
    "leader",
    "survivors",
    "coin",
    "every",
    "curved",
    "disc",
]
