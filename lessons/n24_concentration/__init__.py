"""The figures of notebook 24, concentration: exact laws beside bounds that hold for all laws."""

from lessons.card import Card
from lessons.n24_concentration.enough import Enough as enough
from lessons.n24_concentration.fan import Fan as fan
from lessons.n24_concentration.lens import Lens as lens
from lessons.n24_concentration.lid import Lid as lid
from lessons.n24_concentration.one_change import OneChange as one_change
from lessons.n24_concentration.tails import Tails as tails

CARD = Card(
    title="concentration",
    question="How far is an average from its mean?",
    part="VII Generalisation",
    needs=("01",),
    sliders="distance ε, examples n",
    row=0,
    weeks={"second": (1, "how far an average is from its mean, with a number")},
    terms=(
        "concentration inequality|concentration",
        "Markov's inequality|Markov’s inequality|Markov",
        "Chebyshev",
        "Chernoff",
        "Hoeffding",
        "McDiarmid",
        "sub-Gaussian",
        "sub-exponential",
        "moment generating function",
        "bounded differences",
        "central limit theorem",
        "Berry–Esseen",
        "tail bound|tail",
        "union bound",
        "Bernstein",
        "i.i.d.",
    ),
)

__all__ = [
    "tails",
    "lid",
    "lens",
    "enough",
    "one_change",
    "fan",
]
