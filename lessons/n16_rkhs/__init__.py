"""The figures of notebook 16, reproducing kernel Hilbert spaces: what each kernel charges."""

from lessons.card import Card
from lessons.n16_rkhs.bias import Bias as bias
from lessons.n16_rkhs.cheapest import Cheapest as cheapest
from lessons.n16_rkhs.components import Components as components
from lessons.n16_rkhs.extra import Extra as extra
from lessons.n16_rkhs.prices import Prices as prices
from lessons.n16_rkhs.reproduce import Reproduce as reproduce
from lessons.n16_rkhs.spike import Spike as spike
from lessons.n16_rkhs.world import CLOUDS, EIGHT, FIVE, SIGNS

CARD = Card(
    title="rkhs",
    question="What does a kernel call a smooth function?",
    part="V Kernels",
    needs=("15",),
    sliders="**kernel bandwidth ℓ**, **regularisation λ**, points to drag",
    row=3,
    weeks={"second": (7, "a kernel is a price list for functions")},
    terms=(
        "reproducing kernel Hilbert space",
        "reproducing property",
        "representer theorem",
        "Hilbert space",
        "smoothing spline|cubic spline",
        "interpolat",
        "kernel PCA|kernel principal",
        "novelty detection|anomaly",
        "eigenfunction",
        "Moore–Aronszajn",
        "regularis",
        "Mercer",
    ),
)

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
