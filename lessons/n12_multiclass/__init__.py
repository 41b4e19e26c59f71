"""The figures of notebook 12, many classes.

vote     two-class rules that claim, duel and vote, beside one machine for all classes
psi      class-sensitive features: how would x look if its class were k?
above    the multi-class hinge over the 0–1 loss, and the softmax between them
temper   one machine at a temperature: from the hinge over the softmax to class sums
digits   four ways to tell ten handwritten digits apart
descent  subgradients of the hinge, from any start"""

from lessons.card import Card
from lessons.n12_multiclass.above import Above as above
from lessons.n12_multiclass.descent import Descent as descent
from lessons.n12_multiclass.digits import Digits as digits
from lessons.n12_multiclass.psi import Psi as psi
from lessons.n12_multiclass.temper import Temper as temper
from lessons.n12_multiclass.vote import Vote as vote
from lessons.n12_multiclass.world import (
    AXES,
    DIGIT,
    MIDDLE,
    PIXELS,
    XW,
    YW,
    claims_far_out,
    one_machine,
    trained,
)

CARD = Card(
    title="multiclass",
    question="How do two-class machines choose among many?",
    part="IV Margins",
    needs=(
        "06",
        "07",
        "08",
        "11",
    ),
    sliders="**regularisation λ**, **temperature τ**",
    row=5,
    weeks={"ten": 8, "five": 4},
    terms=(
        "one-vs-rest|one-versus-rest|one-vs-all",
        "one-vs-one|one-versus-one",
        "multiclass hinge|multi-class hinge",
        "Crammer",
        "structured prediction",
        "softmax",
        "cross-entropy",
        "confusion matrix",
        "joint feature map|class-sensitive feature",
        "margin",
        "temperature",
        "decision boundary|decision region",
    ),
)

__all__ = [
    "vote",
    "psi",
    "above",
    "temper",
    "digits",
    "descent",
    "AXES",
    "DIGIT",
    "MIDDLE",
    "PIXELS",
    "XW",
    "YW",
    "claims_far_out",
    "one_machine",
    "trained",
]
