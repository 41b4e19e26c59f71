"""The figures of notebook 02, convexity."""

from lessons.card import Card
from lessons.n02_convexity.calibration import Calibration as calibration
from lessons.n02_convexity.chord import Chord as chord
from lessons.n02_convexity.constants import Constants as constants
from lessons.n02_convexity.eigen import Eigen as eigen
from lessons.n02_convexity.fan import Fan as fan
from lessons.n02_convexity.price import Price as price
from lessons.n02_convexity.sandwich import Sandwich as sandwich

CARD = Card(
    title="convexity",
    question="Which losses are easy, and how is “easy” measured?",
    part="I The learning problem",
    needs=("01",),
    sliders="point, curvatures",
    row=6,
    live=(
        "chord",
        "sandwich",
    ),
    weeks={"ten": (2, "three numbers say how easy a loss is"), "five": (1, "")},
    terms=(
        "convex set",
        "convex function",
        "epigraph",
        "Jensen",
        "subgradient",
        "subdifferential",
        "Lipschitz",
        "smooth",
        "strongly convex",
        "Hessian",
        "condition number",
        "hinge loss",
        "logistic loss",
        "exponential loss",
        "0–1 loss|0-1 loss|zero–one loss",
        "surrogate loss",
        "calibrated|calibration",
        "first-order condition",
    ),
)

__all__ = [
    "chord",
    "fan",
    "sandwich",
    "eigen",
    "constants",
    "calibration",
    "price",
]
