"""The figures of notebook 06, logistic regression.

tumour (temperature), race (descent and Newton), away (separable data), iris (three classes), sure
(calibration)."""

from lessons.card import Card
from lessons.n06_logistic.away import Away as away
from lessons.n06_logistic.iris import Iris as iris
from lessons.n06_logistic.race import Race as race
from lessons.n06_logistic.sure import Sure as sure
from lessons.n06_logistic.tumour import Tumour as tumour

CARD = Card(
    title="logistic",
    question="How sure is the classifier, and what does temperature do to it?",
    part="II Linear models",
    needs=(
        "02",
        "04",
        "07",
    ),
    sliders="**temperature τ**, λ",
    row=4,
    live=(
        "tumour",
        "away",
    ),
    weeks={"ten": (7, "a score becomes a probability, and can be checked"), "five": (3, "")},
    terms=(
        "logistic regression",
        "sigmoid",
        "log-odds|logit",
        "cross-entropy|log loss",
        "softmax",
        "temperature scaling",
        "calibrat",
        "reliability diagram",
        "Newton's method|iteratively reweighted",
        "maximum likelihood",
        "multinomial logistic regression|softmax regression",
        "implicit bias",
        "decision boundary",
        "linearly separable",
        "overconfident",
    ),
)

__all__ = [
    "tumour",
    "race",
    "away",
    "iris",
    "sure",
]
