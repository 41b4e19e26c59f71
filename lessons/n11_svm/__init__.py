"""The figures of notebook 11, support vector machines.

street   a line of your own against the one with the largest margin
price    one constraint, one price: what a dual variable guarantees
soft     one point is dragged across the street and pays as it goes
bend     the same machine with a Gaussian kernel
steps    subgradients instead of a solver, from any start
promise  the stability bound, and the bias that it does not allow (all sums are exact)"""

from lessons.n11_svm.bend import Bend as bend
from lessons.n11_svm.price import Price as price
from lessons.n11_svm.promise import Promise as promise
from lessons.n11_svm.soft import Soft as soft
from lessons.n11_svm.steps import Steps as steps
from lessons.n11_svm.street import Street as street
from lessons.n11_svm.world import LABELS, SETS, SIGNS, XS, YS, points_apart, with_star

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
