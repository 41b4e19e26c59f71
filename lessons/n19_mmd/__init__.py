"""The figures of notebook 19, MMD: two samples, the function that tells them apart, and a test."""

from lessons.card import Card
from lessons.n19_mmd.blind import Blind as blind
from lessons.n19_mmd.power import Power as power
from lessons.n19_mmd.shuffle import Shuffle as shuffle
from lessons.n19_mmd.unbiased import Unbiased as unbiased
from lessons.n19_mmd.witness import Witness as witness
from lessons.n19_mmd.writers import Writers as writers

CARD = Card(
    title="mmd",
    question="Do two samples come from one distribution?",
    part="V Kernels",
    needs=("16",),
    sliders="**kernel bandwidth ℓ**, examples n",
    row=3,
    weeks={"second": 7},
    terms=(
        "maximum mean discrepancy",
        "mean embedding",
        "witness function",
        "two-sample test",
        "permutation test",
        "p-value",
        "significance level|level",
        "power",
        "type I error|false alarm",
        "type II error",
        "U-statistic",
        "unbiased",
        "characteristic kernel|characteristic",
        "null hypothesis",
        "integral probability metric",
    ),
)

__all__ = [
    "witness",
    "unbiased",
    "shuffle",
    "power",
    "writers",
    "blind",
]
