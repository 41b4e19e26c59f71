"""The figures of notebook 01, risk."""

from lessons.card import Card
from lessons.n01_risk.count import Count as count
from lessons.n01_risk.divergence import Divergence as divergence
from lessons.n01_risk.gallery import Gallery as gallery
from lessons.n01_risk.ray import Ray as ray
from lessons.n01_risk.several import Several as several
from lessons.n01_risk.surface import Surface as surface

CARD = Card(
    title="risk",
    question="What is learning, once written down?",
    part="I The learning problem",
    sliders="examples, noise, loss",
    row=3,
    live=(
        "several",
        "gallery",
    ),
    weeks={
        "ten": (1, "the training error of a chosen rule is too good to be true"),
        "five": (1, "what learning is, and which losses are easy"),
    },
    terms=(
        "i.i.d.",
        "distribution",
        "population risk|expected risk",
        "empirical risk minimisation|empirical risk minimization",
        "hypothesis class",
        "loss function",
        "training error",
        "test error",
        "generalisation gap",
        "overfitting",
        "surrogate loss",
        "Bayes risk",
        "Bayes classifier|Bayes rule|Bayes' rule",
        "excess risk",
        "maximum likelihood",
        "Kullback–Leibler",
        "cross-entropy",
        "regularised loss minimisation|regularized loss minimization|regularised risk",
        "inductive bias",
    ),
)

__all__ = [
    "several",
    "gallery",
    "surface",
    "divergence",
    "ray",
    "count",
]
