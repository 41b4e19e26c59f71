"""The figures of notebook 04, least squares.

Core: wiggle (freedom), close (two points too close), phantom (ridge as extra data), parts (bias
and variance), paths (choosing lam). Further: giants (double descent), belief (a Gaussian prior)."""

from lessons.card import Card
from lessons.n04_least_squares.belief import Belief as belief
from lessons.n04_least_squares.close import Close as close
from lessons.n04_least_squares.giants import Giants as giants
from lessons.n04_least_squares.parts import Parts as parts
from lessons.n04_least_squares.paths import Paths as paths
from lessons.n04_least_squares.phantom import Phantom as phantom
from lessons.n04_least_squares.wiggle import Wiggle as wiggle

CARD = Card(
    title="least squares",
    question="When is the best fit a bad one?",
    part="II Linear models",
    needs=("01",),
    sliders="**regularisation λ**, degree",
    row=3,
    live=(
        "wiggle",
        "parts",
    ),
    weeks={
        "ten": (3, "the best fit on the sample is not the best fit"),
        "five": (2, "one fit in closed form, and how to get there by steps"),
    },
    terms=(
        "ordinary least squares|least squares",
        "normal equations",
        "ridge regression",
        "hyperparameter",
        "overfitting",
        "underfitting",
        "bias–variance",
        "cross-validation",
        "leave-one-out",
        "singular value",
        "pseudo-inverse|pseudoinverse",
        "degrees of freedom",
        "double descent",
        "interpolat",
        "collinear",
        "prior",
        "posterior",
        "maximum a posteriori|MAP",
        "training error",
        "test error",
    ),
)

__all__ = [
    "wiggle",
    "close",
    "phantom",
    "parts",
    "paths",
    "giants",
    "belief",
]
