"""The figures of notebook 16, reproducing kernel Hilbert spaces: what each kernel charges."""

from lessons.n16_rkhs.bias import Bias as bias
from lessons.n16_rkhs.cheapest import Cheapest as cheapest
from lessons.n16_rkhs.components import Components as components
from lessons.n16_rkhs.extra import Extra as extra
from lessons.n16_rkhs.prices import Prices as prices
from lessons.n16_rkhs.reproduce import Reproduce as reproduce
from lessons.n16_rkhs.spike import Spike as spike
from lessons.n16_rkhs.world import CLOUDS, EIGHT, FIVE, SIGNS

__all__ = [
    "cheapest",
    "spike",
    "extra",
    "bias",
    "components",
    "reproduce",
    "prices",
    "CLOUDS",
    "EIGHT",
    "FIVE",
    "SIGNS",
]
