"""The figures of notebook 19, MMD: two samples, the function that tells them apart, and a test."""

from lessons.n19_mmd.blind import Blind as blind
from lessons.n19_mmd.power import Power as power
from lessons.n19_mmd.shuffle import Shuffle as shuffle
from lessons.n19_mmd.unbiased import Unbiased as unbiased
from lessons.n19_mmd.witness import Witness as witness
from lessons.n19_mmd.writers import Writers as writers

__all__ = [
    "witness",
    "unbiased",
    "shuffle",
    "power",
    "writers",
    "blind",
]
