"""The figures of notebook 26, VC dimension: labellings, counted exactly, and what they cost."""

from lessons.card import Card
from lessons.n26_vc_dimension.ghost import Ghost as ghost
from lessons.n26_vc_dimension.growth import Growth as growth
from lessons.n26_vc_dimension.one_number import OneNumber as one_number
from lessons.n26_vc_dimension.price import Price as price
from lessons.n26_vc_dimension.shatter import Shatter as shatter
from lessons.n26_vc_dimension.shift import Shift as shift

CARD = Card(
    title="vc dimension",
    question="How many labellings can a class draw?",
    part="VII Generalisation",
    needs=("25",),
    sliders="points to drag, n, VC dimension d",
    row=0,
    weeks={"second": (3, "what counts is how many labellings a class can draw")},
    terms=(
        "VC dimension",
        "shatter",
        "growth function",
        "Sauer",
        "ghost sample",
        "symmetrisation",
        "uniform convergence",
        "fundamental theorem",
        "half-space|half-plane|halfspace",
        "sample complexity",
        "generalisation",
        "hypothesis class",
    ),
)

__all__ = [
    "shatter",
    "growth",
    "one_number",
    "ghost",
    "price",
    "shift",
]
