"""The figures of notebook 29, asymptotics: limit laws beside the fits that they forecast."""

from lessons.card import Card
from lessons.n29_asymptotics.crossing import Crossing as crossing
from lessons.n29_asymptotics.matrices import Matrices as matrices
from lessons.n29_asymptotics.price import Price as price
from lessons.n29_asymptotics.sandwich import Sandwich as sandwich
from lessons.n29_asymptotics.shrink import Shrink as shrink
from lessons.n29_asymptotics.table import Table as table

CARD = Card(
    title="asymptotics",
    question="What is the exact price of n examples?",
    part="VIII Estimation",
    needs=(
        "04",
        "06",
    ),
    sliders="**regularisation λ**, examples n, weights d, noise power a",
    row=2,
    weeks={"second": (11, "the exact price of an example, and mixtures without a search")},
    terms=(
        "asymptotic normality|asymptotically normal",
        "consistency|consistent",
        "Fisher information",
        "maximum likelihood",
        "M-estimator",
        "sandwich",
        "misspecif",
        "delta method",
        "generative",
        "discriminative",
        "naive Bayes",
        "James–Stein",
        "shrinkage",
        "Cramér–Rao",
        "efficien",
        "estimator",
    ),
)

__all__ = [
    "price",
    "sandwich",
    "matrices",
    "table",
    "crossing",
    "shrink",
]
