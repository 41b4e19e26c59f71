"""The figures of notebook 08, stochastic gradient descent.

walk (what a step costs), cloud (all batches there are), coin (the bound), rates (which steps
forget), target (where it ends). Pictures show single runs; claims use exact laws."""

from lessons.n08_sgd.cloud import Cloud as cloud
from lessons.n08_sgd.coin import Coin as coin
from lessons.n08_sgd.rates import Rates as rates
from lessons.n08_sgd.target import Target as target
from lessons.n08_sgd.walk import Walk as walk
from lessons.n08_sgd.world import W_RISK, million, patients

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
