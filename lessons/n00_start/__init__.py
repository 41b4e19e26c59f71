"""The figure of notebook 00: a walk downhill, to learn how a live figure is used."""

from lessons.card import Card
from lessons.n00_start.downhill import Downhill as downhill

CARD = Card(
    title="start",
    question="how to use a live figure; map, notation, look-up of results",
)

__all__ = [
    "downhill",
]
