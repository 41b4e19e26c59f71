"""The figures of notebook 05, sparsity: corners, rules for one coefficient, the lasso's path,
recovery from few equations, and what gradient descent chooses without a penalty."""

from lessons.card import Card
from lessons.n05_sparsity.path import Path as path
from lessons.n05_sparsity.recovery import Recovery as recovery
from lessons.n05_sparsity.rules import Rules as rules
from lessons.n05_sparsity.taste import Taste as taste
from lessons.n05_sparsity.touch import Touch as touch
from lessons.n05_sparsity.world import designs

CARD = Card(
    title="sparsity",
    question="Why do corners make zeros?",
    part="II Linear models",
    needs=(
        "02",
        "04",
    ),
    sliders="**regularisation λ**",
    row=5,
    live=(
        "touch",
        "path",
    ),
    weeks={"ten": (4, "corners make zeros"), "five": 3},
    terms=(
        "lasso",
        "basis pursuit",
        "compressed sensing",
        "sparse|sparsity",
        "feature selection|variable selection",
        "soft thresholding|soft-thresholding",
        "hard thresholding|hard-thresholding",
        "proximal gradient|ISTA",
        "coordinate descent",
        "KKT|optimality conditions",
        "subgradient",
        "regularisation path",
        "elastic net",
        "implicit regularisation|implicit bias",
        "pseudo-inverse|pseudoinverse",
        "duality gap",
        "cross-validation",
    ),
)

__all__ = [
    "touch",
    "rules",
    "path",
    "recovery",
    "taste",
    "designs",
]
