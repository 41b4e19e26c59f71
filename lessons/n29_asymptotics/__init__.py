"""The figures of notebook 29, asymptotics: limit laws beside the fits that they forecast."""

from lessons.n29_asymptotics.crossing import Crossing as crossing
from lessons.n29_asymptotics.matrices import Matrices as matrices
from lessons.n29_asymptotics.price import Price as price
from lessons.n29_asymptotics.sandwich import Sandwich as sandwich
from lessons.n29_asymptotics.shrink import Shrink as shrink
from lessons.n29_asymptotics.table import Table as table

__all__ = [
    "price",
    "sandwich",
    "matrices",
    "table",
    "crossing",
    "shrink",
]
