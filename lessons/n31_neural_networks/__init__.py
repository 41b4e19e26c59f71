"""The figures of notebook 31, neural networks: small ones, trained while you watch."""

from lessons.card import Card
from lessons.n31_neural_networks.backwards import Backwards as backwards
from lessons.n31_neural_networks.bends import Bends as bends
from lessons.n31_neural_networks.confident import Confident as confident
from lessons.n31_neural_networks.depth import Depth as depth
from lessons.n31_neural_networks.edge import Edge as edge
from lessons.n31_neural_networks.lazy import Lazy as lazy
from lessons.n31_neural_networks.valley import Valley as valley
from lessons.n31_neural_networks.world import RATES, lead, marches, probabilities, trio_world

CARD = Card(
    title="neural networks",
    question="What do the same tools say about a small network?",
    part="IX Beyond the notes",
    needs=(
        "06",
        "07",
        "08",
        "14",
    ),
    sliders="**step size η**, **regularisation λ**, **temperature τ**, **bandwidth ℓ**",
    row=6,
    weeks={"second": (12, "the same tools, on a small network")},
    terms=(
        "neural network",
        "backpropagation",
        "chain rule",
        "activation function|activation",
        "ReLU",
        "universal approximation",
        "over-parameteris|overparameteris",
        "weight decay",
        "learning rate",
        "stochastic gradient descent|SGD",
        "edge of stability",
        "sharpness",
        "Hessian",
        "neural tangent kernel",
        "lazy",
        "vanishing gradient",
        "softmax",
        "cross-entropy",
        "initialisation|initialis",
        "overfitting",
    ),
)

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
