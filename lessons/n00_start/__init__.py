"""The figure of notebook 00: a walk downhill, to learn how a live figure is used."""

from lessons.n00_start.downhill import Downhill as downhill

__all__ = [
    "downhill",
]
