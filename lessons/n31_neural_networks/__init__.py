"""The figures of notebook 31, neural networks: small ones, trained while you watch."""

from lessons.n31_neural_networks.backwards import Backwards as backwards
from lessons.n31_neural_networks.bends import Bends as bends
from lessons.n31_neural_networks.confident import Confident as confident
from lessons.n31_neural_networks.depth import Depth as depth
from lessons.n31_neural_networks.edge import Edge as edge
from lessons.n31_neural_networks.lazy import Lazy as lazy
from lessons.n31_neural_networks.valley import Valley as valley
from lessons.n31_neural_networks.world import RATES, lead, marches, probabilities, trio_world

__all__ = [
    "valley",
    "backwards",
    "bends",
    "confident",
    "edge",
    "lazy",
    "depth",
    "RATES",
    "lead",
    "marches",
    "probabilities",
    "trio_world",
]
