"""The figures of notebook 21, mirror descent: one sum of losses, two mirrors, exact terms."""

from lessons.card import Card
from lessons.n21_mirror_descent.pixels import Pixels as pixels
from lessons.n21_mirror_descent.race import Race as race
from lessons.n21_mirror_descent.reflected import Reflected as reflected
from lessons.n21_mirror_descent.rulers import Rulers as rulers
from lessons.n21_mirror_descent.slope import Slope as slope
from lessons.n21_mirror_descent.terms import Terms as terms
from lessons.n21_mirror_descent.whichever import Whichever as whichever

CARD = Card(
    title="mirror descent",
    question="Which geometry should a step use?",
    part="VI Online learning",
    needs=(
        "07",
        "20",
    ),
    sliders="**step size η**, **temperature τ**, **regularisation λ**, experts d",
    row=8,
    weeks={"second": 9},
    terms=(
        "mirror descent",
        "Bregman divergence",
        "Fenchel conjugate|convex conjugate",
        "exponentiated gradient",
        "online gradient descent",
        "dual norm",
        "Kullback–Leibler|relative entropy",
        "entropy",
        "simplex",
        "strongly convex",
        "mirror map|link function",
        "subgradient",
        "regret",
    ),
)

__all__ = [
    "race",
    "whichever",
    "slope",
    "reflected",
    "terms",
    "rulers",
    "pixels",
]
