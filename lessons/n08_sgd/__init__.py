"""The figures of notebook 08, stochastic gradient descent.

walk (what a step costs), cloud (all batches there are), coin (the bound), rates (which steps
forget), target (where it ends). Pictures show single runs; claims use exact laws."""

from lessons.card import Card
from lessons.n08_sgd.cloud import Cloud as cloud
from lessons.n08_sgd.coin import Coin as coin
from lessons.n08_sgd.rates import Rates as rates
from lessons.n08_sgd.target import Target as target
from lessons.n08_sgd.walk import Walk as walk
from lessons.n08_sgd.world import W_RISK, million, patients

CARD = Card(
    title="sgd",
    question="How good is a step in a random direction that is right on average?",
    part="III Optimisation",
    needs=("07",),
    sliders="**step size η**, batch size",
    row=6,
    live=(
        "walk",
        "cloud",
    ),
    weeks={
        "ten": (6, "right on average is enough, at a price"),
        "five": (3, "noise in the steps, probabilities in the answers"),
    },
    terms=(
        "stochastic gradient descent",
        "stochastic gradient",
        "unbiased",
        "minibatch|mini-batch",
        "batch size",
        "epoch",
        "learning-rate schedule|learning rate schedule",
        "Robbins–Monro",
        "Polyak",
        "variance",
        "noise floor",
        "i.i.d.",
        "convergence rate",
    ),
)

__all__ = [
    "walk",
    "cloud",
    "coin",
    "rates",
    "target",
    "W_RISK",
    "million",
    "patients",
]
