"""The figures of notebook 09, variants of SGD.

leash and nearest (projection), decades, scale and rare (a step of its own for every direction),
control and snapshot (memory against noise). Claims are exact: identities of the runs that are
drawn, sums over all examples, laws without sampling."""

from lessons.card import Card
from lessons.n08_sgd.world import million
from lessons.n09_sgd_variants.control import Control as control
from lessons.n09_sgd_variants.decades import Decades as decades
from lessons.n09_sgd_variants.leash import Leash as leash
from lessons.n09_sgd_variants.nearest import Nearest as nearest
from lessons.n09_sgd_variants.rare import Rare as rare
from lessons.n09_sgd_variants.scale import Scale as scale
from lessons.n09_sgd_variants.snapshot import Snapshot as snapshot
from lessons.n09_sgd_variants.world import START, best_line, lowest, pairs, sample_law

CARD = Card(
    title="sgd variants",
    question="How do projection, scaling and memory tame the noise?",
    part="III Optimisation",
    needs=("08",),
    sliders="**step size η**, condition κ, correlation",
    row=8,
    weeks={"ten": 6},
    terms=(
        "projected SGD|projected gradient",
        "projection",
        "AdaGrad",
        "Adam",
        "momentum",
        "bias correction",
        "preconditioning|preconditioner",
        "control variate",
        "variance reduction",
        "SVRG",
        "adaptive",
        "stochastic gradient",
        "unbiased",
        "first moment|second moment",
    ),
)

__all__ = [
    "leash",
    "nearest",
    "decades",
    "control",
    "snapshot",
    "scale",
    "rare",
    "START",
    "best_line",
    "lowest",
    "million",
    "pairs",
    "sample_law",
]
