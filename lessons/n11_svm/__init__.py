"""The figures of notebook 11, support vector machines.

street   a line of your own against the one with the largest margin
price    one constraint, one price: what a dual variable guarantees
soft     one point is dragged across the street and pays as it goes
bend     the same machine with a Gaussian kernel
steps    subgradients instead of a solver, from any start
promise  the stability bound, and the bias that it does not allow (all sums are exact)"""

from lessons.card import Card
from lessons.n11_svm.bend import Bend as bend
from lessons.n11_svm.price import Price as price
from lessons.n11_svm.promise import Promise as promise
from lessons.n11_svm.soft import Soft as soft
from lessons.n11_svm.steps import Steps as steps
from lessons.n11_svm.street import Street as street
from lessons.n11_svm.world import LABELS, SETS, SIGNS, XS, YS, points_apart, with_star

CARD = Card(
    title="svm",
    question="Which separating line, and what does each point pay?",
    part="IV Margins",
    needs=(
        "02",
        "07",
    ),
    sliders="**regularisation λ** (or C), **bandwidth ℓ**",
    row=5,
    live=(
        "street",
        "soft",
    ),
    weeks={
        "ten": (8, "a constraint has a price, and the prices prove the optimum"),
        "five": (4, "two ways to a large margin"),
    },
    terms=(
        "support vector",
        "hard-margin|hard margin",
        "soft-margin|soft margin",
        "slack variable",
        "hinge loss",
        "dual problem|dual",
        "strong duality",
        "weak duality",
        "KKT",
        "complementary slackness",
        "Slater",
        "Lagrangian|Lagrange",
        "quadratic program",
        "Pegasos",
        "kernel SVM|kernelised|kernel",
        "Gaussian kernel|RBF",
        "bandwidth",
        "cross-validation",
        "geometric margin|margin",
    ),
)

__all__ = [
    "street",
    "price",
    "soft",
    "bend",
    "steps",
    "promise",
    "LABELS",
    "SETS",
    "SIGNS",
    "XS",
    "YS",
    "points_apart",
    "with_star",
]
